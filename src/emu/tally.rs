//! A year counted on the table, without its moves: each player's birds and Excuses.

use super::{Bird, BirdCard, BirdNumber, BookFault, Emu, EmuBook, Fault, Misfit, Rancher, Setup, WILDS, position::CARD, step};
use crate::{
    decktet::{self, Card, Cards},
    table::prelude::*,
};
use smallvec::SmallVec;
use std::fmt::Display;

/// A player's birds on the table, and the number of Excuses in the hand.
pub(crate) type TallyPart = (CountedBirds, u8);

impl<B: EmuBook> Tallying for Emu<B> {
    const TAKES_TOTALS: bool = true;

    fn bind_part((birds, excuses): &mut TallyPart, binder: &mut FieldBinder<'_>) {
        let mut counted = Some(std::mem::take(birds)).filter(|birds| !birds.0.is_empty());
        CountedBirds::bind(&mut counted, binder);
        *birds = counted.unwrap_or_default();
        let mut hand = vec![Card::EXCUSE; (*excuses).into()];
        binder.cards_or_empty(&mut hand, &CARD);
        let wrong_card = hand.iter().find(|card| **card != Card::EXCUSE);
        binder
            .require(wrong_card.is_none(), wrong_card.map(|card| format!("{card} does not count in a hand")).unwrap_or_default());
        *excuses = to_u8(hand.len());
    }

    /// Parses birds separated by `|`, and after `;` the Excuses in the hand, if the game has any.
    fn parse_cards(_: &FieldSpec, _: &str, tokens: &mut Tokens<'_>, setup: &Setup) -> Result<Vec<String>, ParseError> {
        CountedBirds::parse_codes(tokens, setup.cards, B::BOOK.tally_example)
    }

    /// The birds on the table that a tally misses. Excused birds are not on the table (ER-5.4, RX-5.4).
    fn uncounted<'a>(&'a self, tally: &'a Tally<TallyPart>, seat: Seat) -> impl Iterator<Item: Display> {
        tally.part(seat).into_iter().flat_map(move |(birds, _)| birds.uncounted(self.rancher(seat)))
    }

    fn tally_so_far(&self) -> Option<Tally<TallyPart>> {
        Some(Tally::of(self.seats().map(|seat| (CountedBirds::on_table(self.rancher(seat)), 0)).collect()))
    }

    /// ER-3.3 to ER-3.6, RX-3.3 to RX-3.6
    fn check_own_clauses(&self, tally: &Tally<TallyPart>, seats: Seats) -> Result<(), BookFault<B>> {
        let parts = || {
            let checked = tally.by_seat().filter(|(seat, _)| seats.contains(*seat));
            checked.map(|(seat, (birds, _))| (seat, birds, self.rancher(seat)))
        };
        // The suits of all birds are checked before their directions.
        let mut all_misfits = [Misfit::NoSharedSuit, Misfit::OutOfOrder].into_iter().flat_map(|misfit| {
            parts().flat_map(move |(seat, birds, rancher)| {
                birds.misfits(misfit, rancher).map(move |(bird, bird_card)| (misfit, seat, bird, bird_card))
            })
        });
        // An Excuse on a bird breaks a clause of its own, which is checked last.
        let first_misfit = all_misfits.find(|(.., bird_card)| bird_card.card != Card::EXCUSE);
        // Pawns and Courts at the bottom of any bird are checked before those further up, in the order of clause 3.5.
        let birds = || parts().flat_map(|(_, birds, rancher)| birds.changed_birds(rancher));
        let is_wild = |bird_card: &&BirdCard| WILDS.contains(bird_card.card);
        let wild_hatched =
            || birds().filter_map(|cards| cards.first()).find(is_wild).map(|bird_card| Fault::WildHatched(bird_card.card));
        let mut wilds_grown = birds().flat_map(|cards| cards.iter().skip(1)).filter(is_wild);
        let without_number =
            || wilds_grown.find(|bird_card| bird_card.rank().is_none()).map(|bird_card| Fault::WithoutNumber(*bird_card));
        let excuse_played = || birds().flatten().any(|bird_card| bird_card.card == Card::EXCUSE).then_some(Fault::ExcusePlayed);
        let misfit_fault = first_misfit.map(|(misfit, seat, bird, bird_card)| Fault::Misfit(misfit, seat, bird, bird_card));
        let fault = misfit_fault.or_else(wild_hatched).or_else(without_number).or_else(excuse_played);
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }
}

/// The cards in birds and the Excuses in hands.
pub(super) fn counted_cards(tally: &Tally<TallyPart>) -> impl Iterator<Item = Card> {
    tally.parts.iter().flat_map(|(birds, excuses)| {
        birds.cards().map(|bird_card| bird_card.card).chain(std::iter::repeat_n(Card::EXCUSE, (*excuses).into()))
    })
}

/// The birds of one player, in order of hatching, each from the bottom card up; excused birds keep their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedBirds(Vec<BirdSlot>);

const BIRD_CARD: CardCodec<BirdCard> = CardCodec {
    parse: |code| CountedBirds::parse_bird(&Tokens::of(code), Cards::EXTENDED, "").ok()?.pop(),
    write: BirdCard::to_string,
    sort: |_| (),
};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct BirdSlot {
    /// The cards of the bird, bottom to top; empty for an excused bird whose cards are forgotten.
    cards: Vec<BirdCard>,
    is_excused: bool,
}

impl CountedBirds {
    pub(super) fn of(birds: Vec<Vec<BirdCard>>) -> Self {
        Self(birds.into_iter().map(|cards| BirdSlot { cards, is_excused: false }).collect())
    }

    /// Parses a bird's cards and returns their codes. Errors show the `example`.
    pub(super) fn parse_codes(tokens: &Tokens<'_>, deck: Cards, example: &str) -> Result<Vec<String>, ParseError> {
        Ok(codes(Self::parse_bird(tokens, deck, example)?))
    }

    /// Binds the birds of a position. An excused bird may be stated without its cards.
    pub(super) fn bind(birds: &mut Option<Self>, binder: &mut FieldBinder<'_>) {
        let mut slots = birds.take().map(|birds| birds.0);
        let parse_slot = |group: &CardGroup| Some(BirdSlot { cards: BIRD_CARD.cards(group)?, is_excused: group.is_first_gone });
        binder.groups(&mut slots, parse_slot, |slot| CardGroup {
            is_first_gone: slot.is_excused,
            ..BIRD_CARD.group(&slot.cards, None)
        });
        *birds = slots.map(Self);
    }

    fn parse_bird(tokens: &Tokens<'_>, deck: Cards, example: &str) -> Result<Vec<BirdCard>, ParseError> {
        let (text, start) = tokens.rest();
        let parsed = decktet::parse_wilds(text, deck).map_err(|(error, range)| {
            let expected = format!("birds, bottom card first, as {example}");
            ParseError::new(range, error.to_string(), expected).offset_by(start)
        })?;
        let bird_card =
            |((card, named_rank), range)| step::to_bird_card(card, named_rank, range).map_err(|error| error.offset_by(start));
        parsed.into_iter().map(bird_card).collect()
    }

    /// The birds on the table; excused birds are left out.
    pub(super) fn on_table(rancher: &Rancher) -> Self {
        Self(rancher.on_table().map(|(_, bird)| BirdSlot { cards: bird.cards().to_vec(), is_excused: false }).collect())
    }

    /// All hatched birds. Excused ones keep their places, and have their cards only with `memory`.
    pub(super) fn all_hatched(rancher: &Rancher, memory: bool) -> Self {
        let birds = rancher.birds.iter().enumerate().map(|(index, bird)| {
            let is_excused = rancher.bird(BirdNumber::from_index(index)).is_none();
            BirdSlot { cards: if is_excused && !memory { Vec::new() } else { bird.cards().to_vec() }, is_excused }
        });
        Self(birds.collect())
    }

    pub(super) fn excused_birds(&self) -> impl Iterator<Item = BirdNumber> {
        self.slots().filter(|(_, slot)| slot.is_excused).map(|(number, _)| number)
    }

    /// The number of excused birds whose cards are forgotten.
    pub(super) fn forgotten_birds(&self) -> usize {
        self.0.iter().filter(|slot| slot.cards.is_empty()).count()
    }

    fn slots(&self) -> impl Iterator<Item = (BirdNumber, &BirdSlot)> {
        self.0.iter().enumerate().map(|(index, slot)| (BirdNumber::from_index(index), slot))
    }

    pub(super) fn birds(&self) -> impl Iterator<Item = (BirdNumber, &[BirdCard])> {
        self.slots().map(|(number, slot)| (number, slot.cards.as_slice()))
    }

    pub(super) fn cards(&self) -> impl Iterator<Item = BirdCard> {
        self.0.iter().flat_map(|slot| &slot.cards).copied()
    }

    pub(super) fn to_birds(&self) -> SmallVec<[Bird; 8]> {
        self.0.iter().map(|slot| Bird::of(slot.cards.iter().copied()).unwrap_or_else(Bird::forgotten)).collect()
    }

    /// The first card of each bird with this misfit (ER-3.3, ER-3.4). Cards that lie on the table as a bird are not checked.
    pub(super) fn misfits(&self, misfit: Misfit, rancher: &Rancher) -> impl Iterator<Item = (BirdNumber, BirdCard)> {
        self.birds().filter_map(move |(number, cards)| {
            let at = first_misfit_index(cards, misfit, cards_on_table(cards, rancher))?;
            Some((number, *cards.get(at)?))
        })
    }

    /// The cards of each bird that is not complete on the table.
    pub(super) fn changed_birds<'a>(&'a self, rancher: &'a Rancher) -> impl Iterator<Item = &'a [BirdCard]> {
        self.birds().map(|(_, cards)| cards).filter(|cards| cards_on_table(cards, rancher) < cards.len())
    }

    /// The birds on the table that no counted bird can have grown from (TB-8): a bird only grows, on top, and keeps its owner.
    pub(super) fn uncounted<'a>(&'a self, rancher: &'a Rancher) -> impl Iterator<Item = String> {
        let birds = || rancher.on_table().map(|(_, bird)| bird.cards());
        let can_grow_into =
            |bird: &[BirdCard], cards: &[BirdCard]| cards.len() >= bird.len() && bird.iter().zip(cards).all(is_same_card);
        let uncounted = birds().filter(move |bird| {
            let count_on_table = birds().filter(|cards| can_grow_into(bird, cards)).count();
            count_on_table > self.birds().filter(|(_, cards)| can_grow_into(bird, cards)).count()
        });
        uncounted.map(|bird| format!("the bird {}", spaced(bird)))
    }

    /// The cards of a bird below the first card with this misfit, as a bird.
    pub(super) fn below(&self, number: BirdNumber, misfit: Misfit) -> Option<Bird> {
        let cards = &self.0.get(number.index())?.cards;
        Bird::of(cards[..first_misfit_index(cards, misfit, 0).unwrap_or(cards.len())].iter().copied())
    }
}

/// The number of a bird's cards, from the bottom up, that lie on the table as a bird.
fn cards_on_table(cards: &[BirdCard], rancher: &Rancher) -> usize {
    let birds = rancher.on_table().map(|(_, bird)| bird.cards());
    let grown_birds = birds.filter(|bird| cards.len() >= bird.len() && bird.iter().zip(cards).all(is_same_card));
    grown_birds.map(<[BirdCard]>::len).max().unwrap_or_default()
}

/// Whether a card of a tally is a card on the table, with its rank. A card that was let stand without a rank matches any rank.
fn is_same_card((on_table, counted): (&BirdCard, &BirdCard)) -> bool {
    on_table.card == counted.card && (on_table.rank().is_none() || on_table.rank() == counted.rank())
}

/// The index of the first card, from `from` on, that has this misfit with the cards below.
fn first_misfit_index(cards: &[BirdCard], misfit: Misfit, from: usize) -> Option<usize> {
    let mut bird = Bird::hatched(*cards.first()?);
    (1..cards.len()).find(|&at| {
        let fit = bird.check_fit(cards[at]);
        bird.grow(cards[at]);
        at >= from && fit == Err(misfit)
    })
}
