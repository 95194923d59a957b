//! The feeder deck: how many cards are left, and which, if the log says what was in it (PM-1.3).

use super::{feeder::FeederCard, setup::Listed};

/// The feeder deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeederDeck {
    left: u8,
    listed: Option<Listed>,
}

impl FeederDeck {
    /// All cards are in it.
    pub const fn new(cards: u8, listed: Option<Listed>) -> Self {
        Self { left: cards, listed }
    }

    /// How many cards are left.
    #[inline]
    pub const fn len(self) -> usize {
        self.left as usize
    }

    /// Whether none is left.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.left == 0
    }

    /// How many of a card are left, if the log says what was in it.
    #[inline]
    pub fn left_of(self, card: FeederCard) -> Option<usize> {
        self.listed.map(|listed| listed[card.index()].into())
    }

    /// The first of these cards that can't be turned up together with those before it.
    #[inline]
    pub fn missing(self, cards: &[FeederCard]) -> Option<FeederCard> {
        let mut deck = self;
        cards.iter().copied().find(|&card| !deck.turn_up(card))
    }

    /// A card is turned up. False, and nothing changes, if it can't be there.
    #[inline]
    pub fn turn_up(&mut self, card: FeederCard) -> bool {
        if self.left == 0 || self.left_of(card) == Some(0) {
            return false;
        }
        self.left -= 1;
        if let Some(listed) = &mut self.listed {
            listed[card.index()] -= 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::piepmatz::feeder::{Pest, Seed};

    #[test]
    fn a_listed_card_turns_up_no_more_often_than_it_is_there() {
        let (crow, one) = (FeederCard::Pest(Pest::Crow), FeederCard::Seed(Seed::One));
        let mut deck = FeederDeck::new(3, Some([2, 0, 0, 1, 0]));
        assert_eq!((deck.missing(&[one, crow, one]), deck.missing(&[one, crow, crow])), (None, Some(crow)));
        assert!(deck.turn_up(crow) && !deck.turn_up(crow) && deck.turn_up(one) && deck.turn_up(one) && deck.is_empty());
        let mut unlisted = FeederDeck::new(1, None);
        assert_eq!((unlisted.left_of(crow), unlisted.missing(&[crow, crow])), (None, Some(crow)));
        assert!(unlisted.turn_up(crow) && !unlisted.turn_up(one));
    }
}
