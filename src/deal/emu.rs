//! The two emu games with shuffled decks: deals, and tracks where every card is.

use super::{Dealer, DealtCards, RandomSource, any_card, any_groups, choose_one, shuffle};
use crate::{
    decktet::{Card, Rank},
    emu::{Bird, BirdCard, BirdNumber, Emu, EmuBook, HAND, Phase, PileNumber, Step, TakeSource, WILDS},
    table::{Act, ActOf, Seat, Seats},
};

/// The real market, hands and draw pile.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    market: Vec<Card>,
    dealt: DealtCards<Card>,
}

impl<B: EmuBook> Dealer for Emu<B> {
    type Truth = Truth;

    const RULE_LIMITS: &'static [(&'static str, u16)] = &[("years", 3)];

    /// True only without Excuses: a tally of the cards on the table leaves out the Excuses in hands, which count too.
    fn tally_scores_all(&self) -> bool {
        !self.setup.has_excuses()
    }

    fn random_argument(argument: &str, random: RandomSource<'_>) -> Option<String> {
        match argument {
            "CARD" => Some(any_card(random)),
            "PILE" => Some((1 + random(2)).to_string()),
            "PLACE" => Some(["1", "2", "market"][random(3)].to_owned()),
            _ => None,
        }
    }

    fn random_tally_part(random: RandomSource<'_>) -> String {
        any_groups(random)
    }

    fn propose(&self, truth: &mut Truth, random: RandomSource<'_>) -> ActOf<Self> {
        let seat = match self.phase {
            // ER-1.3
            Phase::Over if B::HAS_YEARS => return Act::BeginRound { first: self.first.left(self.players) },
            Phase::Ready | Phase::Over => return Act::BeginRound { first: Seat::new(random(self.players)) },
            _ if self.is_market_due => return Act::Step { actor: None, step: Step::Market(truth.market.clone().into()) },
            Phase::Action(seat) | Phase::Draw { seat, .. } => seat,
            Phase::Laying => self.any_laying_player(random),
        };
        Act::Step { actor: Some(seat), step: self.any_step(seat, &truth.dealt, random) }
    }

    fn deal(&self, truth: &mut Truth, random: RandomSource<'_>) {
        if B::MARKET_EACH > 0 {
            truth.market = WILDS.iter().flat_map(|card| [card; 2]).collect();
            shuffle(&mut truth.market, random);
            truth.market.truncate(B::MARKET_EACH * self.players);
            truth.market.sort_unstable();
        }
        truth.dealt.shuffle(Self::deck(self.setup.cards), random);
        truth.dealt.deal(self.seats(), HAND);
    }

    fn track_step(&self, truth: &mut Truth, actor: Option<Seat>, step: &Step, _random: RandomSource<'_>) {
        let Some(seat) = actor else { return };
        match (step, step.cards().first()) {
            (Step::Draw(_), _) => truth.dealt.draw(seat),
            (Step::Shows(_), _) | (_, None) => {}
            (Step::Take(..), Some(&card)) => truth.dealt.add_to_hand(seat, card),
            (_, Some(&card)) => truth.dealt.remove_from_hand(seat, card),
        }
    }

    fn with_open_hands(&self, truth: &Truth) -> Option<Self> {
        let mut with_open_hands = self.clone();
        truth.dealt.show_in(&mut with_open_hands.account);
        Some(with_open_hands)
    }

    fn is_consistent_with(&self, truth: &Truth) -> bool {
        self.phase == Phase::Ready
            || truth.dealt.is_consistent_with(&self.account) && self.account.pile_len() == truth.dealt.pile.len()
    }

    fn balances(&self) -> bool {
        let mut stock = Self::deck(self.setup.cards);
        for card in WILDS.iter().filter(|_| B::MARKET_EACH > 0) {
            stock[card.index()] = self.market.copies(card);
        }
        let ranchers = || self.seats().map(|seat| self.rancher(seat));
        let birds = ranchers().flat_map(|rancher| &rancher.birds).flat_map(Bird::cards).map(|bird_card| bird_card.card);
        let excuses = ranchers().flat_map(|rancher| &rancher.excused).map(|_| Card::EXCUSE);
        let discards = self.discards.piles().flat_map(|(_, pile)| pile.cards().iter().copied());
        let open_cards = birds.chain(excuses).chain(discards).chain(self.market.cards());
        self.account.is_consistent(&stock, open_cards.map(Card::index))
    }
}

impl<B: EmuBook> Emu<B> {
    /// A random player who is not done, or sometimes any player.
    fn any_laying_player(&self, random: RandomSource<'_>) -> Seat {
        let not_done = self.not_done();
        let seats = if random(8) == 0 { Seats::all(self.players) } else { not_done };
        choose_one(|| seats.iter(), random).unwrap_or(self.first)
    }

    fn any_step(&self, seat: Seat, dealt: &DealtCards<Card>, random: RandomSource<'_>) -> Step {
        let hand = dealt.hand(seat);
        if hand.is_empty() {
            return Step::Done;
        }
        let choice = random(64);
        if choice < 2 {
            return Step::Shows(dealt.any_shown(seat, random));
        }
        let (has_no_market, rancher) = (B::MARKET_EACH == 0, self.rancher(seat));
        let rare_step = match self.phase {
            Phase::Draw { .. } if has_no_market && choice < 16 => {
                self.discards.get(PileNumber::One).top().map(|card| Step::Take(card, None))
            }
            Phase::Draw { .. } if !has_no_market && choice < 12 => {
                let number = PileNumber::ALL[random(3)];
                self.discards.get(number).top().map(|card| self.take_step(card, TakeSource::Pile(number)))
            }
            Phase::Draw { .. } if !has_no_market && choice < 20 => {
                choose_one(|| self.market.cards(), random).map(|card| self.take_step(card, TakeSource::Market))
            }
            Phase::Laying if hand.contains(&Card::EXCUSE) && (16..32).contains(&choice) => {
                choose_one(|| rancher.on_table(), random).map(|(number, _)| Step::Excuse(number))
            }
            Phase::Action(_) if choice >= if has_no_market { 52 } else { 50 } => {
                Some(self.any_discard(hand[random(hand.len())], random))
            }
            _ => None,
        };
        if let Some(step) = rare_step {
            return step;
        }
        let is_on_bird = match self.phase {
            Phase::Draw { .. } => return Step::Draw(dealt.top(1).first().copied().filter(|_| choice == 20)),
            Phase::Laying => choice >= 16,
            _ => choice < 40,
        };
        let birds = if is_on_bird { rancher.birds.len() } else { 0 };
        let bird = (birds > 0).then(|| BirdNumber::from_index(random(birds))).filter(|&number| rancher.bird(number).is_some());
        match (self.phase, bird) {
            (Phase::Laying, Some(bird)) => Step::Lay(bird, any_card_to_lay(hand, random)),
            (Phase::Laying, None) => Step::Done,
            (_, Some(bird)) => Step::Grow(bird, any_card_to_lay(hand, random)),
            _ => Step::Hatch(BirdCard::natural(hand[random(hand.len())])),
        }
    }

    /// A discard, sometimes on a third pile.
    fn any_discard(&self, card: Card, random: RandomSource<'_>) -> Step {
        let pile_index = |random: RandomSource<'_>| if random(32) == 0 { 2 } else { random(2) };
        Step::Discard(card, (!self.needs_no_pile()).then(|| PileNumber::ALL[pile_index(random)]))
    }
}

/// A random card of a hand, to lay on a bird: a Pawn or Court as any number, sometimes as an Ace or Crown, or without a rank.
fn any_card_to_lay(hand: &[Card], random: RandomSource<'_>) -> BirdCard {
    let card = hand[random(hand.len())];
    if !WILDS.contains(card) {
        return BirdCard::natural(card);
    }
    let named_rank = match random(26) {
        0 => None,
        1 => Some(Rank::Ace),
        2 => Some(Rank::Crown),
        number => u8::try_from(2 + number % 8).ok().and_then(Rank::from_number),
    };
    BirdCard { card, named_rank }
}
