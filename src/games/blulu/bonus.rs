//! Flushes and sextets (BL-3.1, BL-3.2).

use super::book::bl;
use crate::{
    decktet::{Cards, Suits},
    table::Clause,
};

/// A bonus of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bonus {
    /// All cards share a suit (BL-3.1).
    Flush,
    /// The cards have each suit exactly once between them (BL-3.2).
    Sextet,
}

impl Bonus {
    /// What all cards of a capture earn.
    #[inline]
    pub fn of(cards: Cards) -> Option<Self> {
        let (mut shared, mut all, mut count) = (Suits::ALL, Suits::EMPTY, 0);
        for card in cards {
            let suits = card.suits();
            shared = shared & suits;
            all = all | suits;
            count += suits.len();
        }
        if !shared.is_empty() && !cards.is_empty() {
            Some(Self::Flush)
        } else if all == Suits::ALL && count == Suits::ALL.len() {
            Some(Self::Sextet)
        } else {
            None
        }
    }

    /// What it is worth, in points or cards.
    pub const fn worth(self) -> i32 {
        match self {
            Self::Flush => 2,
            Self::Sextet => 4,
        }
    }

    /// Its word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flush => "flush",
            Self::Sextet => "sextet",
        }
    }

    /// The clause by which it is earned.
    pub(super) const fn clause(self) -> Clause {
        match self {
            Self::Flush => bl(3, 1),
            Self::Sextet => bl(3, 2),
        }
    }

    /// The suits that make it one, in words.
    pub(super) fn why(self, cards: Cards) -> String {
        match self {
            Self::Flush => {
                let shared = cards.iter().fold(Suits::ALL, |shared, card| shared & card.suits());
                format!("{cards} all have {}", shared.names())
            }
            Self::Sextet => {
                let suits: Vec<String> = cards.iter().map(|card| card.suits().to_string()).collect();
                format!("{cards} have {}: each of the six suits once", suits.join(" + "))
            }
        }
    }
}

/// A bonus that a player has earned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// Which.
    pub bonus: Bonus,
    /// The cards of the capture; none where the round was counted by hand.
    pub cards: Cards,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decktet::Rank;

    fn of(codes: &str) -> Option<Bonus> {
        Bonus::of(codes.split(' ').map(|code| code.parse::<crate::decktet::Card>().unwrap()).collect())
    }

    #[test]
    fn bl_3_1_all_cards_of_a_flush_share_a_suit() {
        assert_eq!(of("3SK 4MS 7SK"), Some(Bonus::Flush));
        assert_eq!(of("3SK 4YK 7SK"), Some(Bonus::Flush), "Knots");
        assert_eq!(of("3SK 4YK 4MS 7SK"), None, "all cards that were taken count");
        assert_eq!(of("PSWK TSWY AS"), Some(Bonus::Flush));
    }

    #[test]
    fn bl_3_2_a_sextet_has_each_suit_exactly_once() {
        assert_eq!(of("4WL 5YK 9MS"), Some(Bonus::Sextet));
        assert_eq!(of("4YK 5ML 9WY"), None, "Wyrms twice, and no Suns");
        assert_eq!(of("AM AS AW AL AY AK"), Some(Bonus::Sextet));
        assert_eq!(of("AM CS 9WY CL AK"), Some(Bonus::Sextet));
        assert_eq!(of("PWLY AM AS AK"), Some(Bonus::Sextet));
        assert_eq!(of("AM CS 9WY CL"), None, "no Knots");
    }

    #[test]
    fn bl_3_2_the_three_cards_of_a_number_are_a_sextet() {
        for rank in &Rank::ALL[1..9] {
            assert_eq!(Bonus::of(Cards::of_rank(*rank)), Some(Bonus::Sextet), "{rank}");
        }
    }
}
