//! The shuffled truth: where every card really is, for tests and benches.

use super::{BOOK, Blulu, Bonus, Dealing, MOST, MustCapture, Phase, Ranks, Setup, Step, Tally};
use crate::{
    decktet::{Card, Cards},
    table::{Act, ActOf, Deal, Random, RuleValue, RuleValues, Seat},
};
use smallvec::SmallVec;

/// The hands and the deck as they really are.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    hands: [SmallVec<[Card; 8]>; MOST],
    deck: SmallVec<[Card; 64]>,
}

impl Truth {
    fn shuffle(&mut self, cards: Cards, random: Random<'_>) {
        self.deck.clear();
        self.deck.extend(cards);
        for last in (1..self.deck.len()).rev() {
            self.deck.swap(last, random(last + 1));
        }
        self.hands.iter_mut().for_each(SmallVec::clear);
    }

    fn deal_hands(&mut self, dealer: Seat, players: usize, hand: u8) {
        let mut seat = dealer;
        for _ in 0..players * usize::from(hand) {
            seat = seat.left(players);
            self.hands[seat.index()].extend(self.deck.pop());
        }
    }

    fn is_played_out(&self) -> bool {
        self.hands.iter().all(SmallVec::is_empty)
    }
}

impl Deal for Blulu {
    type Truth = Truth;

    fn any_setup(random: Random<'_>) -> (usize, Setup, RuleValues) {
        loop {
            let players = 2 + random(MOST - 1);
            let exact: Vec<Dealing> = Dealing::exact(players).collect();
            let dealing = exact[random(exact.len())];
            let mut rules = RuleValues::defaults(&BOOK);
            let mut set = |key: &str, value: RuleValue| {
                // Every value is one of those that the book names.
                let _ = rules.set(&BOOK, key, &value);
            };
            let mut word = |words: &[&str]| RuleValue::Word(words[random(words.len())].to_owned());
            set("deck", RuleValue::Word(dealing.deck.name().to_owned()));
            set("hand", RuleValue::Whole(dealing.hand.into()));
            set("table", RuleValue::Whole(dealing.table.into()));
            set("arithmetic", word(&["sum-or-difference", "difference", "sum-and-difference"]));
            set("must_capture", word(&["hand", "hand", "pair", "never"]));
            set("bonuses", if players == 2 { word(&["tally", "exchange"]) } else { RuleValue::Word("tally".to_owned()) });
            set("target", RuleValue::Whole(i64::try_from(1 + random(30)).unwrap_or(1)));
            if let Ok(setup) = Setup::of(players, &rules) {
                return (players, setup, rules);
            }
        }
    }

    fn truth(_players: usize, _setup: &Setup) -> Truth {
        Truth::default()
    }

    fn propose(&self, truth: &mut Truth, random: Random<'_>) -> ActOf<Self> {
        let seat = match self.phase {
            Phase::Ready => return Act::Round { first: Seat::new(random(self.players)) },
            Phase::Over | Phase::GameOver { .. } => return Act::Round { first: self.next_dealer() },
            Phase::Deal => {
                let from = truth.deck.len().saturating_sub(self.setup.dealing.table.into());
                let mut cards: super::Named = truth.deck[from..].iter().copied().collect();
                cards.sort_unstable();
                return Act::Step { actor: None, step: Step::Deal(cards) };
            }
            Phase::Turn(seat) => seat,
        };
        let step = self.any_use(&truth.hands[seat.index()], random);
        Act::Step { actor: Some(seat), step }
    }

    fn follow(&self, truth: &mut Truth, act: &Act<Step, Tally>, random: Random<'_>) {
        let hand = self.setup.dealing.hand;
        match act {
            Act::Round { first } => {
                truth.shuffle(self.setup.dealing.deck.cards(), random);
                truth.deal_hands(*first, self.players, hand);
            }
            Act::Step { step: Step::Deal(cards), .. } => truth.deck.retain(|card| !cards.contains(card)),
            Act::Step { actor: Some(seat), step: Step::Trail(cards) | Step::Capture(_, cards) } => {
                truth.hands[seat.index()].retain(|card| !cards.contains(card));
                if truth.is_played_out() && matches!(self.phase, Phase::Turn(_) | Phase::Deal) && !self.ends_with(act) {
                    truth.deal_hands(self.dealer, self.players, hand);
                }
            }
            Act::Step { .. } | Act::Tally(_) => {}
        }
    }

    fn agrees_with(&self, truth: &Truth) -> bool {
        self.phase == Phase::Ready
            || self.seats().all(|seat| {
                let hand = &truth.hands[seat.index()];
                let known = self.account.hand(seat);
                known.len() == hand.len()
                    && known.known_cards().all(|card| hand.iter().any(|c| c.index() == card))
                    && hand.iter().all(|card| self.account.can_come_from(seat, card.index()))
            }) && self.account.hidden() == truth.deck.len()
    }

    fn balances(&self) -> bool {
        let open = self.piles.iter().fold(self.table, |open, pile| open | *pile);
        self.account.balances(&super::stock(self.setup.dealing.deck), open.iter().map(Card::index))
    }
}

impl Blulu {
    /// Whether a capture ends the game at once (BL-3.3).
    fn ends_with(&self, act: &ActOf<Self>) -> bool {
        let Act::Step { actor: Some(seat), step: Step::Capture(ranks, cards) } = act else { return false };
        let all = cards.iter().copied().collect::<Cards>() | (self.table & ranks.cards());
        Bonus::of(all).is_some_and(|bonus| {
            let earned = |of: Seat| if of == *seat { bonus.worth() } else { 0 };
            self.wins_at_once(*seat, |of| self.round.catches[of.index()].worth() + earned(of))
        })
    }

    /// A use of a true hand: now and then any, else one that hides nothing.
    fn any_use(&self, hand: &[Card], random: Random<'_>) -> Step {
        let choice = random(64);
        if choice < 2 && !hand.is_empty() {
            let mut whole: super::Named = hand.iter().copied().collect();
            whole.sort_unstable();
            return Step::Shows(if choice == 0 { whole } else { whole.into_iter().take(1).collect() });
        }
        if hand.len() < 2 {
            return Step::Trail(hand.iter().copied().collect());
        }
        let one = random(hand.len());
        let other = (one + 1 + random(hand.len() - 1)) % hand.len();
        let pair = [hand[one].min(hand[other]), hand[one].max(hand[other])];
        let (arithmetic, lying) = (self.setup.arithmetic, self.lying());
        let reached = arithmetic.reached(pair[0], pair[1]).among(lying);
        let capture = |pair: [Card; 2], reached: Ranks, random: Random<'_>| {
            let ranks = if arithmetic == super::Arithmetic::SumAndDifference {
                reached
            } else {
                reached.iter().nth(random(reached.len())).map_or(reached, Ranks::only)
            };
            Step::Capture(ranks, pair.into_iter().collect())
        };
        if !reached.is_empty() && choice > 3 {
            return capture(pair, reached, random);
        }
        if self.setup.must_capture == MustCapture::Hand
            && let Some(first) = arithmetic.capturing(hand.iter().copied().collect(), lying)
        {
            let reached = arithmetic.reached(first.pair[0], first.pair[1]).among(lying);
            return capture(first.pair, reached, random);
        }
        Step::Trail(pair.into_iter().collect())
    }
}
