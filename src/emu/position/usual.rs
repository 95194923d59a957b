//! The usual table of a dispute: the table assumed where a position states nothing. Its unstated places hold the cards that the
//! lines need. Also lists other possible values of the unstated fields.

use super::{FULL_HAND, NamedPile, Position};
use crate::{
    decktet::{Card, Cards, Suit},
    emu::{
        Bird, BirdCard, BirdNumber, DueStep, Emu, EmuBook, MARKET_DRAWS, Misfit, PileNumber, Step, TakeSource, WILDS,
        market::Market, tally::CountedBirds,
    },
    table::prelude::*,
};

/// The most birds that the usual table gives a player. A line that needs more is ignored.
const MOST_BIRDS: usize = 12;

type Steps<'a> = &'a [(Option<Seat>, Step)];

/// The cards and piles that must lie on the usual table for its lines.
#[derive(Default)]
struct Needs {
    /// All cards that can be at the table.
    all_cards: Cards,
    /// All needed cards, from hands, discard piles and the market together.
    cards: Vec<Card>,
    /// The cards that are taken from the top of each discard pile, top first.
    pile_tops: [Vec<Card>; 2],
    pile_count: usize,
    /// The cards that are taken from the market.
    market: Vec<Card>,
    market_takers: Vec<Seat>,
    /// The number of Pawns and Courts that each player's hand needs before the lines.
    wilds_in_hand: Vec<u16>,
}

impl<B: EmuBook> UsualPosition<Emu<B>> for Position<B> {
    fn usual(
        &self,
        before: &Emu<B>,
        steps: Steps<'_>,
        filling: FillChoice,
        players: &Players,
    ) -> Result<UsualTable<Emu<B>>, PositionError> {
        let first_due = steps.iter().find_map(|(actor, step)| Some((*actor, step.due()?)));
        // RX-1.3
        if first_due.is_some_and(|(_, due)| due == DueStep::Market) {
            return Ok(UsualTable::of_setup());
        }
        let mut usual = Self { is_usual: true, has_unstated_place: self.has_unstated_place(), ..self.clone() };
        if usual.turn.is_none() && usual.draw != Some(0) && !usual.has_year_ended() {
            match first_due {
                // ER-5.1, RX-5.1
                Some((_, DueStep::Laying)) if usual.draw.is_none() => usual.draw = Some(0),
                _ => usual.turn = first_due.and_then(|(actor, _)| actor).or(Some(before.first)),
            }
        }
        let needs = self.needs(before, steps);
        // A player who shows more cards than a full hand is given a hand of that many cards.
        for (actor, step) in steps {
            let part = actor.and_then(|seat| usual.players.get_mut(seat.index())).filter(|part| part.hand.is_none());
            if let (Step::Shows(cards), Some(part)) = (step, part) {
                part.hand = Some(to_u16(cards.len())).filter(|hand| *hand > FULL_HAND);
            }
        }
        usual.lay_birds(&needs, steps, filling);
        usual.lay_market(before.market_size(), &needs, filling);
        if usual.discards.is_none() {
            let needed_pile = |nth: usize| {
                let named = needs.pile_tops[nth].clone();
                NamedPile { more: (named.is_empty() && needs.pile_count > 1).then_some(1), named }
            };
            usual.discards = Some((0..needs.pile_count).map(needed_pile).collect());
        }
        if usual.draw.is_none() && usual.turn.is_some() {
            let places = usual.ledger_places(before.setup.cards, &usual.wilds(before, players)?);
            let (least, most) = places.ledger.possible_counts(places.draw).into_inner();
            // If possible, the draw pile outlasts the lines, so that the year goes on (ER-2.2, RX-2.2).
            let drawn = steps.iter().filter(|(_, step)| matches!(step, Step::Draw(_))).count();
            let middle = least + most.saturating_sub(least) / 2;
            let draw = middle.max(u32::from(to_u16(drawn)) + 1).min(most);
            usual.draw = u16::try_from(draw).ok();
            if draw == 0 && self.turn.is_none() {
                usual.turn = None;
            }
        }
        Ok(UsualTable::of(usual))
    }

    fn unstated(&self, usual: &Self, before: &Emu<B>, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        for seat in players.seats() {
            unstated.extend(self.unstated_birds(seat, usual, before, steps, players));
        }
        unstated.extend(self.unstated_taken(usual, steps, players));
        unstated.extend(self.unstated_discards(usual, before, steps));
        unstated.extend(self.unstated_hands(steps, players));
        unstated.extend(self.unstated_progress(usual, steps, players));
        unstated
    }
}

impl<B: EmuBook> Position<B> {
    fn has_unstated_place(&self) -> bool {
        let is_stated = |part: &super::PlayerPart| {
            part.hand.is_some() && part.birds.as_ref().is_some_and(|birds| birds.forgotten_birds() == 0)
        };
        B::MARKET_EACH > 0 && self.market.is_none() || self.discards.is_none() || !self.players.iter().all(is_stated)
    }

    /// The number of copies of a card that the position names.
    fn stated_count(&self, card: Card) -> usize {
        self.cards().chain(self.market().iter().copied()).filter(|copy| *copy == card).count()
    }

    /// The cards that the steps need, as far as there are enough copies.
    fn needs(&self, before: &Emu<B>, steps: Steps<'_>) -> Needs {
        let all_cards = before.setup.cards;
        let mut needs = Needs { all_cards, wilds_in_hand: vec![0; self.players.len()], ..Needs::default() };
        needs.pile_count = Self::needed_piles(before, steps);
        // The cards that these lines have put into hands or shown there, and those that they have put on each pile.
        let mut seen_in_hands: Vec<(Option<Seat>, Card)> = Vec::new();
        let mut put_on_piles = vec![Vec::new(); PileNumber::ALL.len()];
        for (actor, step) in steps {
            // Whether there is another copy of a card, which is then needed.
            let mut need = |card: Card| {
                let has_copy = self.stated_count(card) + count_in(&needs.cards, card) < Self::copies(all_cards, card).into();
                needs.cards.extend(has_copy.then_some(card));
                has_copy
            };
            match step {
                Step::Hatch(_) | Step::Grow(..) | Step::Lay(..) | Step::Discard(..) | Step::Shows(_) => {
                    for &card in step.cards() {
                        let seen_at = seen_in_hands.iter().position(|seen| *seen == (*actor, card));
                        if seen_at.map(|at| seen_in_hands.remove(at)).is_none()
                            && need(card)
                            && WILDS.contains(card)
                            && let Some(in_hand) = actor.and_then(|seat| needs.wilds_in_hand.get_mut(seat.index()))
                        {
                            *in_hand += 1;
                        }
                        if let Step::Discard(_, to) = step {
                            let new_pile = || match B::PILES {
                                1 => 0,
                                _ => (needs.pile_count..put_on_piles.len())
                                    .find(|pile| put_on_piles[*pile].is_empty())
                                    .unwrap_or_default(),
                            };
                            let pile = to.map_or_else(new_pile, |to| to as usize);
                            put_on_piles[pile].push(card);
                        } else if let Step::Shows(_) = step {
                            seen_in_hands.push((*actor, card));
                        }
                    }
                }
                Step::Take(card, from) => {
                    let discarded_on = put_on_piles.iter().position(|pile| pile.last() == Some(card));
                    let may_lie_in_market = Self::is_market_card(*card)
                        && discarded_on.is_none()
                        && self.market.as_ref().is_none_or(|market| market.contains(card));
                    match (from, discarded_on) {
                        (Some(TakeSource::Market), _) | (None, None) if may_lie_in_market || from.is_some() => {
                            needs.market.extend(need(*card).then_some(*card));
                            needs.market_takers.extend(*actor);
                        }
                        (_, Some(pile)) => {
                            put_on_piles[pile].pop();
                        }
                        (from, None) => {
                            let pile = if let Some(TakeSource::Pile(pile)) = from { *pile as usize } else { 0 };
                            if pile < needs.pile_count.max(1) && self.discards.is_none() && need(*card) {
                                needs.pile_tops[pile.min(1)].push(*card);
                            }
                        }
                    }
                    seen_in_hands.push((*actor, *card));
                }
                Step::Excuse(_) | Step::Draw(_) | Step::Done | Step::Market(_) => {}
            }
        }
        needs
    }

    /// The number of discard piles that these steps require (RX-4.1).
    fn needed_piles(before: &Emu<B>, steps: Steps<'_>) -> usize {
        if B::PILES == 1 {
            return 1;
        }
        let takes_from_second =
            steps.iter().any(|(_, step)| matches!(step, Step::Take(_, Some(TakeSource::Pile(PileNumber::Two)))));
        let first_discard = steps.iter().find_map(|(_, step)| if let Step::Discard(_, to) = step { Some(*to) } else { None });
        match first_discard {
            _ if takes_from_second => 2,
            Some(Some(PileNumber::One)) if before.setup.new_pile_optional => 1,
            Some(Some(_)) => 2,
            Some(None) if before.setup.new_pile_optional => 0,
            _ => 1,
        }
    }

    /// The cards that neither the position nor the lines name, except Pawns, Courts and the Excuse. `filling` decides the order.
    fn unnamed_cards(&self, needs: &Needs, filling: FillChoice) -> Vec<Card> {
        let cards = needs.all_cards.iter().filter(|card| !WILDS.contains(*card) && *card != Card::EXCUSE);
        let mut cards: Vec<Card> = cards.filter(|card| self.stated_count(*card) == 0 && !needs.cards.contains(card)).collect();
        if filling == FillChoice::Second {
            cards.reverse();
        }
        cards
    }

    /// Gives each player without stated birds as many birds as the lines need. Each bird is one unnamed card: the card on which
    /// most of the bird's later cards fit.
    fn lay_birds(&mut self, needs: &Needs, steps: Steps<'_>, filling: FillChoice) {
        let mut unnamed = self.unnamed_cards(needs, filling);
        for (seat, part) in Seat::all(self.players.len()).zip(&mut self.players).filter(|(_, part)| part.birds.is_none()) {
            let bird_count = birds_before(seat, steps);
            if bird_count == 0 {
                continue;
            }
            let laid_birds = (0..bird_count).filter_map(|nth| {
                let grown = grown_cards(seat, BirdNumber::from_index(nth), steps);
                let fit_count = |card: &Card| fit_count_on(&[BirdCard::natural(*card)], &grown);
                let best = unnamed.iter().map(fit_count).max()?;
                let at = unnamed.iter().position(|card| fit_count(card) == best)?;
                Some(vec![BirdCard::natural(unnamed.remove(at))])
            });
            part.birds = Some(CountedBirds::of(laid_birds.collect()));
        }
    }

    /// Decides how many Pawns and Courts each player has taken, and which still lie in the market (RX-1.3, RX-4.5).
    fn lay_market(&mut self, size: usize, needs: &Needs, filling: FillChoice) {
        if B::MARKET_EACH == 0 {
            return;
        }
        let max_taken = u16::from(MARKET_DRAWS);
        let wilds_of = |part: &super::PlayerPart| {
            to_u16(part.cards().chain(part.shows.iter().copied()).filter(|card| WILDS.contains(*card)).count())
        };
        let mut all_taken: Vec<u16> = self
            .players
            .iter()
            .zip(&needs.wilds_in_hand)
            .map(|(part, needed)| part.taken.unwrap_or((wilds_of(part) + needed).min(max_taken)))
            .collect();
        let total = |taken: &[u16]| usize::from(super::sum(taken.iter().copied()));
        // The cards missing in a stated market were taken. Otherwise the Pawns and Courts of the players and on piles were taken.
        let on_piles = self.discards.iter().flatten().flat_map(|pile| &pile.named).filter(|card| WILDS.contains(**card)).count();
        let owned: usize = self.players.iter().map(|part| usize::from(wilds_of(part))).sum();
        let missing_count = match &self.market {
            Some(market) => size.saturating_sub(market.len()),
            None => on_piles + owned.max(total(&all_taken)),
        };
        let mut seats: Vec<usize> = (0..all_taken.len()).filter(|seat| self.players[*seat].taken.is_none()).collect();
        // Players who take from the market in these lines come last when the missing cards are shared out.
        seats.sort_by_key(|seat| needs.market_takers.contains(&Seat::new(*seat)));
        // Not more cards were taken than are missing. A player can have a Pawn or Court that another player took and discarded.
        for &seat in &seats {
            let excess = total(&all_taken).saturating_sub(missing_count);
            all_taken[seat] = all_taken[seat].saturating_sub(to_u16(excess));
        }
        for seat in seats {
            let share =
                missing_count.saturating_sub(total(&all_taken)).min(usize::from(max_taken.saturating_sub(all_taken[seat])));
            all_taken[seat] += to_u16(share);
        }
        if self.market.is_none() {
            let market_len = size.saturating_sub(total(&all_taken));
            let mut market: Vec<Card> = needs.market.iter().copied().take(market_len).collect();
            let mut unnamed: Vec<Card> =
                WILDS.iter().filter(|card| self.stated_count(*card) == 0 && !needs.cards.contains(card)).collect();
            if filling == FillChoice::Second {
                unnamed.reverse();
            }
            let candidates = unnamed.iter().flat_map(|card| [*card; 2]).chain(WILDS.iter());
            for card in candidates {
                let used = self.stated_count(card) + count_in(&needs.cards, card).max(count_in(&market, card));
                if market.len() < market_len && used < Market::COPIES.into() {
                    market.push(card);
                }
            }
            market.sort_unstable();
            self.market = Some(market);
        }
        for (part, taken) in self.players.iter_mut().zip(all_taken) {
            part.taken = Some(taken);
        }
    }

    fn unstated_birds(
        &self,
        seat: Seat,
        usual: &Self,
        before: &Emu<B>,
        steps: Steps<'_>,
        players: &Players,
    ) -> Option<Unknown<Self>> {
        let name = players.name(seat);
        let usual_birds = usual.players[seat.index()].birds.as_ref().filter(|_| self.players[seat.index()].birds.is_none())?;
        let birds: Vec<Vec<BirdCard>> = usual_birds.birds().map(|(_, cards)| cards.to_vec()).collect();
        let needs = self.needs(before, steps);
        let unnamed: Vec<Card> = usual.unnamed_cards(&needs, FillChoice::First);
        let value = |birds: Vec<Vec<BirdCard>>, words: String| {
            let birds = CountedBirds::of(birds);
            UnknownValue::new(self.with(|position| position.players[seat.index()].birds = Some(birds)), words)
        };
        let mut values = Vec::new();
        for (nth, cards) in birds.iter().enumerate() {
            let number = BirdNumber::from_index(nth);
            let mut add = |cards: Vec<BirdCard>, words: String| {
                let mut birds = birds.clone();
                birds[nth] = cards;
                values.push(value(birds, format!("{name}'s bird {number} {words}")));
            };
            let is_excused = steps.iter().any(|(actor, step)| *actor == Some(seat) && *step == Step::Excuse(number));
            // ER-5.4, RX-5.4
            if is_excused && let Some(cards) = paying_bird(&unnamed, before.setup.upkeep) {
                add(cards, "covers its upkeep".to_owned());
            }
            if let Some(&first_grown) = grown_cards(seat, number, steps).first() {
                let singles = unnamed.iter().map(|card| vec![BirdCard::natural(*card)]);
                let pairs = unnamed
                    .iter()
                    .flat_map(|low| unnamed.iter().map(|high| vec![BirdCard::natural(*low), BirdCard::natural(*high)]))
                    .filter(|cards| is_bird(cards));
                // ER-3.3, ER-3.4. If the usual card doesn't fit, a bird of two cards may.
                let misfits = [Misfit::NoSharedSuit, Misfit::OutOfOrder].map(Some);
                for misfit in misfits.into_iter().chain(misfit_on(cards, first_grown).map(|_| None)) {
                    let mut others = singles.clone().filter(|_| misfit.is_some()).chain(pairs.clone());
                    if let Some(cards) = others.find(|cards| misfit_on(cards, first_grown) == misfit) {
                        let words = format!("is {}", spaced(&cards));
                        add(cards, words);
                    }
                }
            }
        }
        for bird_count in (0..birds.len()).rev() {
            let words = match bird_count {
                0 => format!("{name} has no bird"),
                _ => format!("{name} has only {}", count_of(bird_count, "bird", "birds")),
            };
            values.push(value(birds[..bird_count].to_vec(), words));
        }
        Some(Unknown { part: Some(seat), piece: "birds", values })
    }

    /// Other numbers of taken market cards, for each player who takes a card in the lines (RX-4.5).
    fn unstated_taken(&self, usual: &Self, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let has_take = |seat: &Seat| steps.iter().any(|(actor, step)| *actor == Some(*seat) && matches!(step, Step::Take(..)));
        let seats =
            players.seats().filter(|seat| B::MARKET_EACH > 0 && self.players[seat.index()].taken.is_none()).filter(has_take);
        let unknown = |seat: Seat| {
            let usual_taken = usual.players[seat.index()].taken.unwrap_or_default();
            let values = [MARKET_DRAWS.into(), 1, 0].into_iter().filter(|taken| *taken != usual_taken).map(|taken: u16| {
                let position = self.with(|position| position.players[seat.index()].taken = Some(taken));
                let cards = count_of(taken.into(), "market card", "market cards");
                UnknownValue::new(position, format!("{} has taken {cards}", players.name(seat)))
            });
            Unknown { part: Some(seat), piece: "taken", values: values.collect() }
        };
        seats.map(unknown).collect()
    }

    /// Other numbers of discard piles, or other cards on top of them (ER-4.3, RX-4.1, RX-4.3).
    fn unstated_discards(&self, usual: &Self, before: &Emu<B>, steps: Steps<'_>) -> Option<Unknown<Self>> {
        let piles = usual.discards.as_ref().filter(|_| self.discards.is_none())?;
        let needs = self.needs(before, steps);
        let mut values = Vec::new();
        let mut add_value = |piles: Vec<NamedPile>, words: String| {
            values.push(UnknownValue::new(Self { discards: Some(piles), ..self.clone() }, words));
        };
        let other_card = usual.unnamed_cards(&needs, FillChoice::First).first().copied();
        for (nth, pile) in piles.iter().enumerate() {
            let (Some(&card), Some(other_card)) = (pile.named.first(), other_card) else { continue };
            let mut add_changed = |named: Vec<Card>, words: String| {
                let mut piles = piles.clone();
                piles[nth] = NamedPile { named, more: Some(0) };
                add_value(piles, words);
            };
            add_changed([&[other_card][..], &pile.named].concat(), format!("{card} lies under another card"));
            add_changed(vec![other_card], format!("{card} doesn't lie there"));
        }
        let has_discard = steps.iter().any(|(_, step)| matches!(step, Step::Discard(..)));
        if B::PILES > 1 && has_discard {
            for pile_count in [2, 1, 0].into_iter().filter(|pile_count| *pile_count != piles.len()) {
                let pile = |nth: usize| {
                    let (named, more) = piles.get(nth).map_or((Vec::new(), None), |pile| (pile.named.clone(), pile.more));
                    NamedPile { named, more: more.or(Some(1)) }
                };
                let words = ["there is no discard pile", "there is one discard pile", "there are two discard piles"][pile_count];
                add_value((0..pile_count).map(pile).collect(), words.to_owned());
            }
        }
        (!values.is_empty()).then_some(Unknown { part: None, piece: "discards", values })
    }

    fn unstated_hands(&self, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let names_cards = |seat: &Seat| steps.iter().any(|(actor, step)| *actor == Some(*seat) && !step.cards().is_empty());
        let seats = players.seats().filter(|seat| self.players[seat.index()].hand.is_none()).filter(names_cards);
        let unknown = |seat: Seat| {
            let counts = other_counts(FULL_HAND.into(), u32::from(FULL_HAND) + 1, None);
            Unknown::counts(Some(seat), "hand", &format!("{}'s hand", players.name(seat)), counts, |hand| {
                self.with(|position| position.players[seat.index()].hand = Some(to_u16(hand)))
            })
        };
        seats.map(unknown).collect()
    }

    /// Other sizes of the draw pile, other turns, and players who are done.
    fn unstated_progress(&self, usual: &Self, steps: Steps<'_>, players: &Players) -> Vec<Unknown<Self>> {
        let mut unstated = Vec::new();
        if let (None, Some(draw)) = (self.draw, usual.draw) {
            let counts = other_counts(draw.into(), 40, Some(to_u32(steps.len())));
            let with = |draw| Self { draw: Some(to_u16(draw)), ..self.clone() };
            unstated.push(Unknown::counts(None, "draw", "the draw pile", counts, with));
        }
        if self.turn.is_none() && self.draw != Some(0) {
            let seats = players.seats().filter(|seat| usual.turn != Some(*seat));
            unstated.push(Unknown::turns(seats, players, |seat| Self { turn: Some(seat), ..self.clone() }));
        }
        let is_actor = |seat: &Seat| usual.turn.is_none() && steps.iter().any(|(actor, _)| *actor == Some(*seat));
        for seat in players.seats().filter(|seat| self.players[seat.index()].done.is_none()).filter(is_actor) {
            let position = self.with(|position| position.players[seat.index()].done = Some(()));
            let value = UnknownValue::new(position, format!("{} is done", players.name(seat))).without_words();
            unstated.push(Unknown { part: Some(seat), piece: "done", values: vec![value] });
        }
        unstated
    }
}

fn count_in(cards: &[Card], card: Card) -> usize {
    cards.iter().filter(|copy| **copy == card).count()
}

/// The number of birds that a player must have before these steps, so that each bird that the steps name exists.
fn birds_before(seat: Seat, steps: Steps<'_>) -> usize {
    let (mut needed, mut hatched) = (0, 0);
    for (_, step) in steps.iter().filter(|(actor, _)| *actor == Some(seat)) {
        hatched += usize::from(matches!(step, Step::Hatch(_)));
        if let Some(bird) = step.bird() {
            let needed_before = (bird.index() + 1).saturating_sub(hatched);
            needed = needed.max(if needed_before <= MOST_BIRDS { needed_before } else { 0 });
        }
    }
    needed
}

fn grown_cards(seat: Seat, number: BirdNumber, steps: Steps<'_>) -> Vec<BirdCard> {
    let grown_card = |(actor, step): &(Option<Seat>, Step)| match step {
        Step::Grow(bird, card) | Step::Lay(bird, card) if *actor == Some(seat) && *bird == number => Some(*card),
        _ => None,
    };
    steps.iter().filter_map(grown_card).collect()
}

/// The number of `grown` cards that fit on a bird of `cards`, one after another.
fn fit_count_on(cards: &[BirdCard], grown: &[BirdCard]) -> usize {
    let Some(mut bird) = Bird::of(cards.iter().copied()) else { return 0 };
    let lay_if_fitting = |card: &&BirdCard| {
        let does_fit = bird.check_fit(**card).is_ok();
        bird.grow(**card);
        does_fit
    };
    grown.iter().take_while(lay_if_fitting).count()
}

fn is_bird(cards: &[BirdCard]) -> bool {
    cards.split_first().is_some_and(|(first, grown)| fit_count_on(&[*first], grown) == grown.len())
}

fn misfit_on(cards: &[BirdCard], card: BirdCard) -> Option<Misfit> {
    Bird::of(cards.iter().copied())?.check_fit(card).err()
}

/// A bird that covers its upkeep, made of unnamed cards (ER-5.4, RX-5.4).
fn paying_bird(unnamed: &[Card], upkeep: u16) -> Option<Vec<BirdCard>> {
    Suit::ALL.into_iter().find_map(|suit| {
        let mut cards: Vec<BirdCard> = Vec::new();
        for card in unnamed.iter().filter(|card| card.suits().contains(suit)).map(|card| BirdCard::natural(*card)) {
            if cards.last().is_none_or(|last| card.rank() > last.rank()) {
                cards.push(card);
            }
        }
        Bird::of(cards.iter().copied()).filter(|bird| bird.total() >= upkeep).map(|_| cards)
    })
}
