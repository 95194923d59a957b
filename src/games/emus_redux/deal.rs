//! The shuffled truth: where every card really is, for tests and benches.

use super::{BOOK, EmusRedux, HAND, MARKET_EACH, Phase, PileNumber, SEATS, Setup, Source, Step, Tally, WILDS, book, is_wild};
use crate::{
    decktet::{Card, Rank},
    emu::{Bird, Laid},
    table::{Act, ActOf, Deal, Random, RuleValue, RuleValues, Seat},
};
use smallvec::SmallVec;

/// The market, the hands and the draw pile as they really are.
#[derive(Clone, Debug)]
pub struct Truth {
    players: usize,
    market: SmallVec<[Card; 16]>,
    hands: [SmallVec<[Card; 16]>; SEATS],
    pile: SmallVec<[Card; 64]>,
}

/// Brings the last `count` cards into a random order, taken from all of them.
fn shuffle(cards: &mut [Card], count: usize, random: Random<'_>) {
    for last in (1..cards.len()).rev().take(count) {
        cards.swap(last, random(last + 1));
    }
}

impl Truth {
    fn deal(&mut self, random: Random<'_>) {
        self.market.clear();
        self.market.extend(WILDS.iter().flat_map(|card| [card; 2]));
        let size = MARKET_EACH * self.players;
        shuffle(&mut self.market, size, random);
        self.market.drain(..self.market.len() - size);
        self.market.sort_unstable();
        self.pile.clear();
        self.pile.extend(Card::all().flat_map(|card| std::iter::repeat_n(card, EmusRedux::copies(card).into())));
        let all = self.pile.len();
        shuffle(&mut self.pile, all, random);
        for hand in self.hands.iter_mut().take(self.players) {
            hand.clear();
            let from = self.pile.len() - HAND;
            hand.extend(self.pile.drain(from..));
        }
    }
}

impl Deal for EmusRedux {
    type Truth = Truth;

    fn any_setup(random: Random<'_>) -> (usize, Setup, RuleValues) {
        let mut rules = RuleValues::defaults(&BOOK);
        let mut set = |key: &str, value: RuleValue| {
            // The values are the book's.
            let _ = rules.set(&BOOK, key, &value);
        };
        let market = ["any-turn", "after-play"][random(2)];
        let pile = ["required", "optional"][random(2)];
        set(book::MARKET_DRAW, RuleValue::Word(market.into()));
        set(book::NEW_PILE, RuleValue::Word(pile.into()));
        set(book::UPKEEP, RuleValue::Whole(i64::try_from(1 + random(44)).unwrap_or_default()));
        (3 + random(2), Setup::of(&rules), rules)
    }

    fn truth(players: usize, _setup: &Setup) -> Truth {
        Truth { players: players.min(SEATS), market: SmallVec::new(), hands: Default::default(), pile: SmallVec::new() }
    }

    fn propose(&self, truth: &mut Truth, random: Random<'_>) -> ActOf<Self> {
        let seat = match self.phase {
            Phase::Ready | Phase::Over => return Act::Round { first: Seat::new(random(self.players)) },
            Phase::Market => return Act::Step { actor: None, step: Step::Market(truth.market.to_vec().into()) },
            Phase::Action(seat) | Phase::Draw { seat, .. } => seat,
            Phase::Laying => Seat::new(random(self.players)),
        };
        let hand = &truth.hands[seat.index()];
        let rancher = self.rancher(seat);
        let birds = rancher.birds.len() - rancher.excused.len();
        let choice = random(64);
        let step = match self.phase {
            _ if hand.is_empty() => Step::Done,
            _ if choice == 0 => Step::Shows(Box::new([hand[random(hand.len())]])),
            _ if choice == 1 => {
                let mut whole = hand.clone();
                whole.sort_unstable();
                Step::Shows(whole.into_iter().collect())
            }
            Phase::Draw { .. } if choice < 12 => self.any_top(random),
            Phase::Draw { .. } if choice < 20 => self.any_of_market(random),
            Phase::Draw { .. } if choice == 20 => Step::Draw(truth.pile.last().copied()),
            Phase::Draw { .. } => Step::Draw(None),
            Phase::Laying if birds == 0 || choice < 16 => Step::Done,
            Phase::Laying if hand.contains(&Card::EXCUSE) && choice < 32 => Step::Excuse(rancher.nth_bird(random(birds))),
            Phase::Laying => Step::Lay(rancher.nth_bird(random(birds)), any_laid(hand, random)),
            _ if birds > 0 && choice < 40 => Step::Grow(rancher.nth_bird(random(birds)), any_laid(hand, random)),
            _ if choice < 50 => Step::Hatch(Laid::natural(hand[random(hand.len())])),
            _ => self.any_discard(hand[random(hand.len())], random),
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
        let mut leave = |card: Card| {
            if let Some(at) = hand.iter().position(|&other| other == card) {
                hand.swap_remove(at);
            }
        };
        match step {
            Step::Hatch(laid) | Step::Grow(_, laid) | Step::Lay(_, laid) => leave(laid.card),
            Step::Discard(card, _) => leave(*card),
            Step::Excuse(_) => leave(Card::EXCUSE),
            Step::Draw(_) => hand.extend(truth.pile.pop()),
            Step::Take(card, _) => hand.push(*card),
            Step::Done | Step::Shows(_) | Step::Market(_) => {}
        }
    }

    fn agrees_with(&self, truth: &Truth) -> bool {
        let count = |hand: &[Card], card: usize| hand.iter().filter(|other| other.index() == card).count();
        matches!(self.phase, Phase::Ready)
            || self.stock.hidden() == truth.pile.len()
                && self.seats().all(|seat| {
                    let (hand, known) = (&truth.hands[seat.index()], self.stock.hand(seat));
                    known.len() == hand.len()
                        && known.known_cards().all(|card| known.known(card) <= count(hand, card))
                        && hand.iter().all(|card| self.stock.can_come_from(seat, card.index()))
                })
    }

    fn balances(&self) -> bool {
        let mut stock = Self::deck();
        for card in WILDS {
            stock[card.index()] = self.market.copies(card);
        }
        let birds = self.ranchers.iter().flat_map(|rancher| &rancher.birds).flat_map(Bird::cards).map(|laid| laid.card);
        let spent = self.ranchers.iter().flat_map(|rancher| &rancher.excused).map(|_| Card::EXCUSE);
        let open = birds.chain(spent).chain(self.discards.cards()).chain(self.market.cards());
        self.stock.balances(&stock, open.map(Card::index))
    }
}

impl EmusRedux {
    fn any_top(&self, random: Random<'_>) -> Step {
        let number = PileNumber::ALL[random(2)];
        self.discards.get(number).top().map_or(Step::Draw(None), |card| self.taken(card, Source::Pile(number)))
    }

    fn any_of_market(&self, random: Random<'_>) -> Step {
        match self.market.cards().count() {
            0 => Step::Draw(None),
            count => {
                let card = self.market.cards().nth(random(count));
                card.map_or(Step::Draw(None), |card| self.taken(card, Source::Market))
            }
        }
    }

    fn any_discard(&self, card: Card, random: Random<'_>) -> Step {
        let to = if self.must_start_new_pile() { None } else { Some(PileNumber::ALL[random(2)]) };
        Step::Discard(card, to)
    }
}

/// A card of a hand as it could go on a bird: a Pawn or Court as any number.
fn any_laid(hand: &[Card], random: Random<'_>) -> Laid {
    let card = hand[random(hand.len())];
    let number = if is_wild(card) { Rank::from_number(u8::try_from(2 + random(8)).unwrap_or(2)) } else { None };
    Laid { rank: number.or(Laid::natural(card).rank), card }
}
