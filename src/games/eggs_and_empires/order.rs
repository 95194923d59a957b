//! Who collects when (EE-3): the cards of a turn, in the order in which they collect.

use super::{Card, What, setup::ShepherdRule};
use crate::table::Seat;
use smallvec::SmallVec;

/// What came of a card that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has yet to collect.
    Waiting,
    /// It collected.
    Took(What),
    /// A Mage that left the face-down eggs (EE-3.4).
    Declined,
    /// One of several Dark Priestesses (EE-3.3).
    Cancelled,
    /// A Mage before whom only exploding eggs lay (EE-3.4).
    NothingForMage,
    /// No egg was left (EE-3.5).
    NothingLeft,
    /// Others went on without it, and that was let stand.
    Lapsed,
}

/// A card that was played in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// By whom.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// What came of it.
    pub fate: Fate,
}

impl Played {
    /// Whether it collected.
    #[inline]
    pub const fn collected(self) -> bool {
        matches!(self.fate, Fate::Took(_))
    }
}

/// The cards of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    cards: SmallVec<[Played; 8]>,
}

impl Order {
    /// The cards: as they were played, or (once they collect) in that order.
    #[inline]
    pub fn cards(&self) -> &[Played] {
        &self.cards
    }

    #[inline]
    pub(super) fn at(&self, index: usize) -> Option<&Played> {
        self.cards.get(index)
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.cards.clear();
    }

    #[inline]
    pub(super) fn add(&mut self, seat: Seat, card: Card) {
        self.cards.push(Played { seat, card, fate: Fate::Waiting });
    }

    #[inline]
    pub(super) fn settle(&mut self, index: usize, fate: Fate) {
        if let Some(played) = self.cards.get_mut(index) {
            played.fate = fate;
        }
    }

    /// How many of this card were played.
    #[inline]
    pub fn count(&self, card: Card) -> usize {
        self.cards.iter().filter(|played| played.card == card).count()
    }

    /// The first card that has yet to collect.
    #[inline]
    pub(super) fn next(&self) -> Option<usize> {
        self.cards.iter().position(|played| played.fate == Fate::Waiting)
    }

    /// The card of a player that collects next, or else the first that did not.
    pub(super) fn of(&self, seat: Seat) -> Option<usize> {
        let waiting = self.cards.iter().position(|played| played.seat == seat && played.fate == Fate::Waiting);
        waiting.or_else(|| self.cards.iter().position(|played| played.seat == seat && !played.collected()))
    }

    /// What has yet to collect before `upto` lapses.
    pub(super) fn lapse(&mut self, upto: usize) {
        for played in self.cards.iter_mut().take(upto).filter(|played| played.fate == Fate::Waiting) {
            played.fate = Fate::Lapsed;
        }
    }

    /// Puts the cards in the order in which they collect, seen from the holder of the marker (EE-3.1, EE-3.2), and cancels
    /// several Dark Priestesses (EE-3.3).
    #[inline]
    pub(super) fn arrange(&mut self, marker: Seat, players: usize, shepherd: ShepherdRule) {
        let moves = self.moves();
        self.cards.sort_by_key(|played| place(*played, moves.then_some(shepherd), marker, players));
        if self.count(Card::DarkPriestess) > 1 {
            let waiting = self.cards.iter_mut().filter(|played| played.fate == Fate::Waiting);
            waiting.filter(|played| played.card == Card::DarkPriestess).for_each(|played| played.fate = Fate::Cancelled);
        }
    }

    /// The card that would collect next by this table rule, of those that have yet to.
    pub(super) fn next_by(&self, shepherd: ShepherdRule, marker: Seat, players: usize) -> Option<&Played> {
        let moves = self.moves();
        let waiting = self.cards.iter().filter(|played| played.fate == Fate::Waiting);
        waiting.min_by_key(|played| place(**played, moves.then_some(shepherd), marker, players))
    }

    /// Whether both a Shepherd and a Blacksmith were played, so that one of them collects at another time than its number says.
    #[inline]
    pub(super) fn moves(&self) -> bool {
        self.count(Card::Shepherd) > 0 && self.count(Card::Blacksmith) > 0
    }

    /// The cards that two or more players have played, each once, highest first: a tie (EE-5.1). Dark Priestesses make none.
    pub fn ties(&self) -> impl Iterator<Item = Card> + '_ {
        Card::ALL.into_iter().rev().filter(|&card| card != Card::DarkPriestess && self.is_tied(card))
    }

    fn is_tied(&self, card: Card) -> bool {
        let mut seats = self.cards.iter().filter(|played| played.card == card).map(|played| played.seat);
        seats.next().is_some_and(|first| seats.any(|seat| seat != first))
    }

    /// Whether there is a tie.
    #[inline]
    pub(super) fn has_tie(&self) -> bool {
        let pairs = self.cards.iter().enumerate().flat_map(|(nth, one)| self.cards[..nth].iter().map(move |other| (one, other)));
        let tied = |(one, other): (&Played, &Played)| one.card == other.card && one.seat != other.seat;
        pairs.filter(|(one, _)| one.card != Card::DarkPriestess).any(tied)
    }
}

/// When a card collects: the lower the sooner.
#[inline]
fn place(played: Played, shepherd: Option<ShepherdRule>, marker: Seat, players: usize) -> (u8, usize) {
    let rank = match (played.card, shepherd) {
        (Card::Shepherd, Some(ShepherdRule::JumpsAhead)) => 2 * Card::Blacksmith.number() + 1,
        (Card::Blacksmith, Some(ShepherdRule::BlacksmithWaits)) => 2 * Card::Shepherd.number() - 1,
        (card, _) => 2 * card.number(),
    };
    (u8::MAX - rank, from(marker, played.seat, players))
}

/// How many seats clockwise from `first` a seat is.
#[inline]
pub(super) const fn from(first: Seat, seat: Seat, players: usize) -> usize {
    let (first, seat) = (first.index(), seat.index());
    if seat >= first { seat - first } else { seat + players - first }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards of seats 0, 1, 2, …, arranged from a marker: each with its seat.
    fn arranged(cards: &[u8], marker: usize, rule: ShepherdRule) -> Vec<(u8, usize)> {
        let mut order = Order::default();
        for (seat, &card) in cards.iter().enumerate() {
            order.add(Seat::new(seat), Card::from_number(card).expect("a card"));
        }
        order.arrange(Seat::new(marker), cards.len(), rule);
        order.cards().iter().map(|played| (played.card.number(), played.seat.index())).collect()
    }

    #[test]
    fn ee_3_1_the_highest_first_and_equals_from_the_marker() {
        assert_eq!(arranged(&[3, 10, 7, 10], 2, ShepherdRule::JumpsAhead), [(10, 3), (10, 1), (7, 2), (3, 0)]);
        assert_eq!(arranged(&[3, 10, 7, 10], 0, ShepherdRule::JumpsAhead), [(10, 1), (10, 3), (7, 2), (3, 0)]);
    }

    #[test]
    fn ee_3_2_the_shepherd_before_the_blacksmith_in_either_reading() {
        let cards = [8, 3, 9, 3, 8, 5];
        let jumps = arranged(&cards, 3, ShepherdRule::JumpsAhead);
        assert_eq!(jumps, [(9, 2), (3, 3), (3, 1), (8, 4), (8, 0), (5, 5)]);
        let waits = arranged(&cards, 3, ShepherdRule::BlacksmithWaits);
        assert_eq!(waits, [(9, 2), (5, 5), (3, 3), (3, 1), (8, 4), (8, 0)]);
        for rule in [ShepherdRule::JumpsAhead, ShepherdRule::BlacksmithWaits] {
            assert_eq!(arranged(&[8, 4, 2], 0, rule), [(8, 0), (4, 1), (2, 2)], "without a Shepherd");
            assert_eq!(arranged(&[3, 4, 2], 0, rule), [(4, 1), (3, 0), (2, 2)], "without a Blacksmith");
        }
    }

    #[test]
    fn ee_5_1_a_tie_is_between_players_and_not_of_dark_priestesses() {
        let ties = |cards: &[(usize, u8)]| {
            let mut order = Order::default();
            for &(seat, card) in cards {
                order.add(Seat::new(seat), Card::from_number(card).expect("a card"));
            }
            assert_eq!(order.has_tie(), order.ties().next().is_some());
            order.ties().map(Card::number).collect::<Vec<_>>()
        };
        assert_eq!(ties(&[(0, 10), (1, 10), (2, 9), (3, 9), (4, 1), (5, 1)]), [10, 1]);
        assert_eq!(ties(&[(0, 9), (1, 9), (2, 7)]), Vec::<u8>::new());
        assert_eq!(ties(&[(0, 8), (0, 8), (1, 7)]), Vec::<u8>::new(), "one player's own two");
    }
}
