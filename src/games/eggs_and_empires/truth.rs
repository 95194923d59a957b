//! The shuffled truth: where every card and every listed egg really is.

use super::{Card, EggsAndEmpires, MOST, Step, Tally, Value, What};
use crate::table::{Act, Random, Seat};
use smallvec::SmallVec;

/// A face-down egg that somebody holds, and nobody has named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hidden {
    holder: Seat,
    scout: Seat,
    laid: u8,
    value: Value,
}

/// The hands, the decks and (where they are listed) the eggs as they really are.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// What each player holds.
    pub(super) hands: [SmallVec<[Card; 4]>; MOST],
    decks: [SmallVec<[Card; 20]>; MOST],
    /// The egg deck, its top last.
    pub(super) eggs: Vec<Value>,
    /// What lies on offer face down.
    down: SmallVec<[(Seat, Value); 6]>,
    /// When that was laid.
    laid: u8,
    unnamed: SmallVec<[Hidden; 6]>,
    /// What was discarded unseen.
    gone: SmallVec<[Value; 6]>,
    /// Something was said that isn't so.
    is_false: bool,
}

fn shuffle<T>(items: &mut [T], random: Random<'_>) {
    for last in (1..items.len()).rev() {
        items.swap(last, random(last + 1));
    }
}

impl Truth {
    /// What an unnamed egg in a pile really is: the oldest of a Scout.
    pub(super) fn oldest(&self, holder: Seat, scout: Seat) -> Option<Value> {
        let fits = self.unnamed.iter().filter(|egg| egg.holder == holder && egg.scout == scout);
        fits.min_by_key(|egg| egg.laid).map(|egg| egg.value)
    }

    /// What the egg of a Scout on offer really is.
    pub(super) fn lying(&self, scout: Seat) -> Option<Value> {
        self.down.iter().find(|(of, _)| *of == scout).map(|(_, value)| *value)
    }

    /// Hands are filled up and Scouts lay their eggs, as the game has it.
    pub(super) fn catch_up(&mut self, game: &EggsAndEmpires) {
        for seat in game.seats() {
            let (hand, deck) = (&mut self.hands[seat.index()], &mut self.decks[seat.index()]);
            while hand.len() < game.hand(seat).len() {
                let Some(card) = deck.pop() else { break };
                hand.push(card);
            }
        }
        if game.nest.is_none() {
            return;
        }
        let offer = &game.offer;
        if self.laid != offer.laid || !offer.has_down() {
            self.gone.extend(self.down.drain(..).map(|(_, value)| value));
            self.laid = offer.laid;
            for scout in offer.scouts() {
                for _ in 0..offer.down[scout.index()] {
                    self.down.extend(self.eggs.pop().map(|value| (scout, value)));
                }
            }
        }
    }

    fn deal(&mut self, game: &EggsAndEmpires, random: Random<'_>) {
        *self = Self::default();
        for seat in game.seats() {
            let deck = &mut self.decks[seat.index()];
            for _ in 0..game.each() {
                deck.extend(Card::ALL);
            }
            shuffle(deck, random);
            let from = deck.len() - game.hand_size();
            self.hands[seat.index()].extend(deck.drain(from..));
        }
        if let Some(listed) = &game.setup.eggs {
            self.eggs.extend(listed.eggs());
            shuffle(&mut self.eggs, random);
        }
    }

    /// Follows an act that the game is about to apply.
    pub(super) fn follow(&mut self, game: &EggsAndEmpires, act: &Act<Step, Tally>, random: Random<'_>) {
        self.catch_up(game);
        let (seat, step) = match act {
            Act::Round { .. } => return self.deal(game, random),
            Act::Step { step: Step::Reveal(values), .. } => return self.reveal(game, values),
            Act::Step { actor: Some(seat), step } => (*seat, step),
            Act::Step { .. } | Act::Tally(_) => return,
        };
        let hand = &mut self.hands[seat.index()];
        match step {
            Step::Play(cards) => {
                for card in cards {
                    match hand.iter().position(|held| held == card) {
                        Some(at) => drop(hand.swap_remove(at)),
                        None => self.is_false = true,
                    }
                }
            }
            Step::Shows(cards) => {
                let count = |card: &Card, cards: &[Card]| cards.iter().filter(|other| *other == card).count();
                self.is_false |= cards.iter().any(|card| count(card, cards) > count(card, hand));
            }
            Step::Mulligan => {
                let deck = &mut self.decks[seat.index()];
                let count = hand.len();
                deck.extend(hand.drain(..));
                shuffle(deck, random);
                let from = deck.len() - count;
                hand.extend(deck.drain(from..));
            }
            _ if game.nest.is_some() => self.follow_egg(game, seat, step),
            _ => {}
        }
    }

    /// The eggs are taken out of the deck, in whatever order they lay there.
    fn reveal(&mut self, game: &EggsAndEmpires, values: &[Value]) {
        if game.nest.is_none() {
            return;
        }
        for value in values {
            match self.eggs.iter().rposition(|egg| egg == value) {
                Some(at) => drop(self.eggs.remove(at)),
                None => self.is_false = true,
            }
        }
    }

    /// A face-down egg is taken, named, given or discarded.
    fn follow_egg(&mut self, game: &EggsAndEmpires, seat: Seat, step: &Step) {
        match *step {
            Step::TakeDown { scout, value: seen } => {
                let fits = |egg: &(Seat, Value)| egg.0 == scout && seen.is_none_or(|seen| seen == egg.1);
                match self.down.iter().position(fits) {
                    Some(at) => {
                        let (_, value) = self.down.remove(at);
                        if seen.is_none() {
                            self.unnamed.push(Hidden { holder: seat, scout, laid: self.laid, value });
                        }
                    }
                    None => self.is_false = true,
                }
            }
            Step::Opens { scout, value } => {
                let mine = |egg: &&Hidden| egg.holder == seat && egg.scout == scout;
                let oldest = self.unnamed.iter().filter(mine).map(|egg| egg.laid).min();
                let fits = |egg: &Hidden| mine(&egg) && Some(egg.laid) == oldest && egg.value == value;
                match self.unnamed.iter().position(fits) {
                    Some(at) => drop(self.unnamed.remove(at)),
                    None => self.is_false = true,
                }
            }
            Step::Give { value: None, to } => {
                if let Some(at) = self.unnamed_at(game, seat, game.pile(seat).find_down(None, true)) {
                    self.unnamed[at].holder = to;
                }
            }
            Step::DiscardDown(scout) => {
                if let Some(at) = self.unnamed_at(game, seat, game.pile(seat).find_down(Some(scout), false)) {
                    let egg = self.unnamed.remove(at);
                    self.gone.push(egg.value);
                }
            }
            _ => {}
        }
    }

    /// The egg that lies at a place of a pile; of equal ones any.
    fn unnamed_at(&self, game: &EggsAndEmpires, holder: Seat, at: Option<usize>) -> Option<usize> {
        let What::Down { scout, laid } = game.pile(holder).eggs().get(at?)?.what else { return None };
        self.unnamed.iter().position(|egg| egg.holder == holder && egg.scout == scout && egg.laid == laid)
    }

    /// Whether what the referee believes is so.
    pub(super) fn agrees(&self, game: &EggsAndEmpires) -> bool {
        let hands = game.seats().all(|seat| {
            let (hand, deck) = (&self.hands[seat.index()], &game.decks[seat.index()]);
            let mut known: SmallVec<[usize; 4]> = deck.hand(seat).known_cards().collect();
            let rest: SmallVec<[usize; 4]> = hand
                .iter()
                .map(|card| card.index())
                .filter(|card| known.iter().position(|other| other == card).map(|at| known.swap_remove(at)).is_none())
                .collect();
            deck.hand(seat).len() == hand.len()
                && known.is_empty()
                && rest.iter().all(|&card| deck.unaccounted(card) > 0)
                && deck.hidden() == self.decks[seat.index()].len()
        });
        let eggs = game.nest.as_ref().is_none_or(|nest| {
            let hidden = self.down.iter().map(|(_, value)| *value).chain(self.unnamed.iter().map(|egg| egg.value));
            let mut unseen: Vec<Value> = self.eggs.iter().copied().chain(hidden).chain(self.gone.iter().copied()).collect();
            unseen.sort_unstable_by(|one, other| other.cmp(one));
            nest.left() == self.eggs.len() && nest.unseen_eggs().eq(unseen)
        });
        !self.is_false && hands && eggs
    }
}
