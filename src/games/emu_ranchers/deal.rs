//! The shuffled truth: where every card really is, for tests and benches.

use super::{BOOK, EmuRanchers, HAND, PLAYERS, Phase, Setup, Step, Tally};
use crate::{
    decktet::{Card, Cards},
    emu::{Bird, BirdNumber},
    table::{Act, ActOf, Deal, Game, Random, RuleValue, RuleValues, Seat},
};
use smallvec::SmallVec;

/// The hands and the draw pile as they really are.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    hands: [SmallVec<[Card; 16]>; PLAYERS],
    pile: SmallVec<[Card; 36]>,
}

impl Truth {
    fn deal(&mut self, random: Random<'_>) {
        self.pile.clear();
        self.pile.extend(Cards::BASIC.iter());
        for last in (1..self.pile.len()).rev() {
            self.pile.swap(last, random(last + 1));
        }
        for hand in &mut self.hands {
            hand.clear();
            let from = self.pile.len() - HAND;
            hand.extend(self.pile.drain(from..));
        }
    }
}

impl Deal for EmuRanchers {
    type Truth = Truth;

    fn any_setup(random: Random<'_>) -> (usize, Setup, RuleValues) {
        let mut rules = RuleValues::defaults(&BOOK);
        let mut set = |key: &str, number: usize| {
            // The numbers are within the book's ranges.
            let _ = rules.set(&BOOK, key, &RuleValue::Whole(i64::try_from(number).unwrap_or_default()));
        };
        set("years", 1 + random(3));
        set("upkeep", 1 + random(44));
        (PLAYERS, Setup::of(&rules), rules)
    }

    fn truth(_players: usize, _setup: &Setup) -> Truth {
        Truth::default()
    }

    fn propose(&self, truth: &mut Truth, random: Random<'_>) -> ActOf<Self> {
        let seat = match self.phase {
            Phase::Ready => return Act::Round { first: Seat::new(random(PLAYERS)) },
            Phase::Over => return Act::Round { first: Self::other(self.first) },
            Phase::Action(seat) | Phase::Draw { seat, .. } => seat,
            Phase::Laying => Seat::new(random(PLAYERS)),
        };
        let hand = &truth.hands[seat.index()];
        let birds = self.ranches[seat.index()].len();
        let choice = random(64);
        let step = match self.phase {
            _ if hand.is_empty() => Step::Done,
            _ if choice == 0 => Step::Shows(Box::new([hand[random(hand.len())]])),
            _ if choice == 1 => {
                let mut whole = hand.clone();
                whole.sort_unstable();
                Step::Shows(whole.into_iter().collect())
            }
            Phase::Draw { .. } if choice < 16 && !self.discards.is_empty() => {
                self.discards.top().map_or(Step::Draw(None), Step::Take)
            }
            Phase::Draw { .. } if choice == 16 => Step::Draw(truth.pile.last().copied()),
            Phase::Draw { .. } => Step::Draw(None),
            Phase::Laying if choice < 24 || birds == 0 => Step::Done,
            Phase::Laying => Step::Lay(BirdNumber::from_index(random(birds)), hand[random(hand.len())]),
            _ if birds > 0 && choice < 40 => Step::Grow(BirdNumber::from_index(random(birds)), hand[random(hand.len())]),
            _ if choice < 52 => Step::Hatch(hand[random(hand.len())]),
            _ => Step::Discard(hand[random(hand.len())]),
        };
        Act::Step { actor: Some(seat), step }
    }

    fn follow(&self, truth: &mut Truth, act: &Act<Step, Tally>, random: Random<'_>) {
        let Act::Step { actor: Some(seat), step } = act else {
            if let Act::Round { .. } = act {
                truth.deal(random);
            }
            return;
        };
        let hand = &mut truth.hands[seat.index()];
        match step {
            Step::Hatch(card) | Step::Grow(_, card) | Step::Discard(card) | Step::Lay(_, card) => {
                if let Some(at) = hand.iter().position(|c| c == card) {
                    hand.swap_remove(at);
                }
            }
            Step::Draw(_) => hand.extend(truth.pile.pop()),
            Step::Take(card) => hand.push(*card),
            Step::Done | Step::Shows(_) => {}
        }
    }

    fn agrees_with(&self, truth: &Truth) -> bool {
        self.phase == Phase::Ready
            || Seat::all(PLAYERS).all(|seat| {
                let hand = &truth.hands[seat.index()];
                let known = self.account.hand(seat);
                known.len() == hand.len()
                    && known.known_cards().all(|card| hand.iter().any(|c| c.index() == card))
                    && hand.iter().all(|card| self.account.can_come_from(seat, card.index()))
            }) && self.account.hidden() == truth.pile.len()
    }

    fn balances(&self) -> bool {
        let birds = self.ranches.iter().flatten().flat_map(Bird::cards).map(|laid| laid.card);
        let open = birds.chain(self.discards.cards().iter().copied());
        self.account.balances(&Self::stock(), open.map(Card::index))
    }
}

impl EmuRanchers {
    /// The game that `setup` describes; for tests and benches that build their tables without a log.
    pub fn at_table(setup: &Setup) -> Self {
        <Self as Game>::new(PLAYERS, setup)
    }
}
