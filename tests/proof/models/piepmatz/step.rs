//! Steps of Piepmatz, read from their text; and what is printed on its cards.

/// PM-1.1
pub const SPECIES: [&str; 6] = ["BL", "SP", "BU", "CH", "GR", "YE"];

/// The species of a bird.
pub fn species(bird: &str) -> &str {
    &bird[..2]
}

/// The value of a bird.
pub fn value(bird: &str) -> i32 {
    bird[2..].parse().expect("a bird ends in its value")
}

/// PM-1.2
pub fn eggs(bird: &str) -> i32 {
    (value(bird) + 1) / 2
}

/// Whether a feeder card, or what a step calls one, is a seed card (or a bird).
pub fn is_seed(card: &str) -> bool {
    ["1", "2", "3"].contains(&card)
}

pub fn is_pest(card: &str) -> bool {
    ["crow", "squirrel"].contains(&card)
}

/// A step, as its text says it. Cards are words; perches count from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Perches(Vec<String>),
    Display(Vec<String>),
    Seeds(Vec<String>),
    Play(String, usize),
    Feeder(String),
    Lose(Vec<String>),
    Keep(String),
    Draw(Option<String>),
    Refill(Vec<String>),
    Adds(Vec<String>),
    Shows(Vec<String>),
}

impl Step {
    /// Reads a canonical text.
    pub fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let cards: Vec<String> = words[1..].iter().map(|word| (*word).to_owned()).collect();
        match words[..] {
            ["perches", ..] => Self::Perches(cards),
            ["display", ..] => Self::Display(cards),
            ["seeds", ..] => Self::Seeds(cards),
            ["play", card, "at", perch] => Self::Play(card.to_owned(), perch.parse().expect("a number")),
            ["feeder", card] => Self::Feeder(card.to_owned()),
            ["lose", ..] => Self::Lose(cards),
            ["keep", card] => Self::Keep(card.to_owned()),
            ["draw"] => Self::Draw(None),
            ["draw", card] => Self::Draw(Some(card.to_owned())),
            ["refill", ..] => Self::Refill(cards),
            ["adds", ..] => Self::Adds(cards),
            ["shows", ..] => Self::Shows(cards),
            _ => panic!("`{text}` is no step"),
        }
    }

    pub fn verb(&self) -> &'static str {
        match self {
            Self::Perches(_) => "perches",
            Self::Display(_) => "display",
            Self::Seeds(_) => "seeds",
            Self::Play(..) => "play",
            Self::Feeder(_) => "feeder",
            Self::Lose(_) => "lose",
            Self::Keep(_) => "keep",
            Self::Draw(_) => "draw",
            Self::Refill(_) => "refill",
            Self::Adds(_) => "adds",
            Self::Shows(_) => "shows",
        }
    }
}
