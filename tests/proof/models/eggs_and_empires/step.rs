//! Steps of Eggs and Empires, read from their text.

use crate::random_game::NAMES;

/// A step, as its text says it. Seats are numbers from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Reveal(Vec<i32>),
    Play(Vec<usize>),
    Take(i32),
    /// The face-down egg of somebody's Scout, and its value where it was seen.
    TakeDown(usize, Option<i32>),
    Decline,
    Give(i32, usize),
    /// To whom.
    GiveDown(usize),
    /// What it is, and from whose pile, where that is another's.
    Discard(i32, Option<usize>),
    /// Whose Scout laid it, and from whose pile.
    DiscardDown(usize, Option<usize>),
    /// Whose Scout laid it, and what it is.
    Opens(usize, i32),
    Mulligan,
    End,
    Shows(Vec<usize>),
}

fn seat(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).unwrap_or_else(|| panic!("nobody is called {name}"))
}

fn number<T: std::str::FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("`{word}` is no number"))
}

impl Step {
    /// Reads a canonical text.
    pub fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["reveal", ref values @ ..] => Self::Reveal(values.iter().map(|word| number(word)).collect()),
            ["play", ref cards @ ..] => Self::Play(cards.iter().map(|word| number(word)).collect()),
            ["take", "down", name] => Self::TakeDown(seat(name), None),
            ["take", "down", name, "=", value] => Self::TakeDown(seat(name), Some(number(value))),
            ["take", value] => Self::Take(number(value)),
            ["decline"] => Self::Decline,
            ["give", "down", "to", name] => Self::GiveDown(seat(name)),
            ["give", value, "to", name] => Self::Give(number(value), seat(name)),
            ["discard", "down", name] => Self::DiscardDown(seat(name), None),
            ["discard", "down", name, "from", other] => Self::DiscardDown(seat(name), Some(seat(other))),
            ["discard", value] => Self::Discard(number(value), None),
            ["discard", value, "from", other] => Self::Discard(number(value), Some(seat(other))),
            ["opens", name, "=", value] => Self::Opens(seat(name), number(value)),
            ["mulligan"] => Self::Mulligan,
            ["end"] => Self::End,
            ["shows", ref cards @ ..] => Self::Shows(cards.iter().map(|word| number(word)).collect()),
            _ => panic!("`{text}` is no step"),
        }
    }

    pub fn verb(&self) -> &'static str {
        match self {
            Self::Reveal(_) => "reveal",
            Self::Play(_) => "play",
            Self::Take(_) | Self::TakeDown(..) => "take",
            Self::Decline => "decline",
            Self::Give(..) | Self::GiveDown(_) => "give",
            Self::Discard(..) | Self::DiscardDown(..) => "discard",
            Self::Opens(..) => "opens",
            Self::Mulligan => "mulligan",
            Self::End => "end",
            Self::Shows(_) => "shows",
        }
    }
}

/// One player's part of a counted round: eggs, Merchants, Blacksmiths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    pub eggs: Vec<i32>,
    pub merchants: usize,
    pub blacksmiths: usize,
}

impl Counted {
    /// Reads `13 10 -6; merchant 1; blacksmith 1`.
    pub fn read(text: &str) -> Self {
        let mut counted = Self::default();
        for part in text.split(';') {
            let words: Vec<&str> = part.split_whitespace().collect();
            match words[..] {
                ["merchant", n] => counted.merchants = number(n),
                ["blacksmith", n] => counted.blacksmiths = number(n),
                ref eggs => counted.eggs.extend(eggs.iter().map(|word| number::<i32>(word))),
            }
        }
        counted
    }
}
