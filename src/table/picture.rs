//! Pictures of the table: what lies where, told as text and grids with inks. The terminal's room paints them.

use crate::decktet::{Card, Suit};

/// How a piece of text is to stand out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// As it is.
    Plain,
    /// What the eye should find first.
    Strong,
    /// What matters less.
    Faint,
    /// A suit, or a card of that suit alone.
    Of(Suit),
}

/// A line of text in inks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<(Ink, String)>);

impl Text {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Plain text.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::new().and(Ink::Plain, text)
    }

    /// Adds a piece.
    #[must_use]
    pub fn and(mut self, ink: Ink, text: impl Into<String>) -> Self {
        self.0.push((ink, text.into()));
        self
    }

    /// Adds a card: its rank plain, each suit letter in its own ink.
    #[must_use]
    pub fn card(mut self, card: Card) -> Self {
        self.0.push((Ink::Strong, card.rank().code().to_owned()));
        self.0.extend(card.suits().iter().map(|suit| (Ink::Of(suit), suit.letter().to_string())));
        self
    }

    /// Adds cards with spaces between.
    #[must_use]
    pub fn cards(self, cards: impl IntoIterator<Item = Card>) -> Self {
        cards.into_iter().enumerate().fold(self, |text, (nth, card)| {
            let text = if nth > 0 { text.and(Ink::Plain, " ") } else { text };
            text.card(card)
        })
    }

    /// Without inks.
    pub fn to_plain(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}

impl<S: Into<String>> From<S> for Text {
    fn from(text: S) -> Self {
        Self::plain(text)
    }
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// One line.
    Line(Text),
    /// A grid with a heading for each column.
    Grid {
        /// The headings.
        head: Vec<Text>,
        /// The rows.
        rows: Vec<Vec<Text>>,
    },
}

/// The table as a person sees it, and what a person would have to remember.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// What lies open, and counts.
    pub open: Vec<Block>,
    /// What was seen and is covered now, what was worked out, what is unaccounted for: shown on request only.
    pub memory: Vec<Block>,
}
