//! Why a text is no card, in words that say which cards it could be.

use std::fmt;

use super::{Card, Rank};

/// A text that couldn't be read as one card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct CardError {
    /// The text as it was typed, without the white space around it. Escape it before painting.
    pub text: String,
    /// What could be meant, in canonical order: the cards it fits, or the nearest ones.
    pub candidates: Vec<Card>,
    /// What is wrong with it.
    pub kind: CardErrorKind,
}

/// What is wrong with a text that should be a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CardErrorKind {
    /// There is no text.
    Missing,
    /// It fits all the candidates.
    Ambiguous,
    /// It begins as this rank, which the candidates have, but fits none of them.
    NotOfRank(Rank),
    /// It is nearly the name of the candidates.
    Misspelt,
    /// It is like no card.
    Unknown,
    /// The candidate is played as a number (`PMSL=6`) that is not 2 to 9.
    NotANumber,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match self.kind {
            CardErrorKind::Missing => f.write_str("a card is missing"),
            CardErrorKind::Ambiguous => {
                write!(f, "`{text}` could be ")?;
                list(f, &self.candidates, " or ")
            }
            CardErrorKind::NotOfRank(rank) => {
                write!(f, "no card is written `{text}`; the {} are ", plural(rank))?;
                list(f, &self.candidates, ", ")
            }
            CardErrorKind::Misspelt => {
                write!(f, "`{text}`: did you mean ")?;
                list(f, &self.candidates, " or ")?;
                f.write_str("?")
            }
            CardErrorKind::Unknown => write!(f, "no card is written `{text}`"),
            CardErrorKind::NotANumber => {
                write!(f, "`{text}`: the number a card is played as is 2 to 9")
            }
        }
    }
}

/// Writes cards as code and name, with commas between, and `last` before the last.
fn list(f: &mut fmt::Formatter<'_>, cards: &[Card], last: &str) -> fmt::Result {
    for (i, card) in cards.iter().enumerate() {
        f.write_str(match i {
            0 => "",
            _ if i + 1 == cards.len() => last,
            _ => ", ",
        })?;
        f.write_str(card.code())?;
        if let Some(name) = card.name() {
            write!(f, " {name}")?;
        }
    }
    Ok(())
}

const fn plural(rank: Rank) -> &'static str {
    match rank {
        Rank::Ace => "Aces",
        Rank::Two => "twos",
        Rank::Three => "threes",
        Rank::Four => "fours",
        Rank::Five => "fives",
        Rank::Six => "sixes",
        Rank::Seven => "sevens",
        Rank::Eight => "eights",
        Rank::Nine => "nines",
        Rank::Crown => "Crowns",
        Rank::Pawn => "Pawns",
        Rank::Court => "Courts",
        Rank::Excuse => "Excuses",
    }
}
