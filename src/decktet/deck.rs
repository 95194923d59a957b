//! The Decktet as a game's deck: the printed faces of its cards, and the notation of cards.

use super::{Card, CardError, Cards, Suit, parse_card, parse_cards};
use crate::table::{self, CardNotation, Face, IndexedCard, Ink, ParseError};

/// The six suits, in canonical order.
pub static SUITS: [table::Suit; 6] = [
    table::Suit {
        name: "Moons",
        letter: 'M',
        sign: '☾',
        colour: 103,
        inks: ["#485464", "#b9c5da"],
        drawing: r#"<path fill="currentColor" d="M15 2a10 10 0 1 0 7 15.5A8.4 8.4 0 0 1 15 2z"/>"#,
    },
    table::Suit {
        name: "Suns",
        letter: 'S',
        sign: '☀',
        colour: 172,
        inks: ["#8a3d00", "#eaab25"],
        drawing: r#"<circle cx="12" cy="12" r="5" fill="currentColor"/><path stroke="currentColor" stroke-width="2.4" stroke-linecap="round" d="M12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M19.4 4.6l-2.1 2.1M6.7 17.3l-2.1 2.1"/>"#,
    },
    table::Suit {
        name: "Waves",
        letter: 'W',
        sign: '≈',
        colour: 32,
        inks: ["#0c5087", "#6dabdb"],
        drawing: r#"<path fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" d="M2 7c3.3-4 6.7-4 10 0s6.7 4 10 0M2 13c3.3-4 6.7-4 10 0s6.7 4 10 0M2 19c3.3-4 6.7-4 10 0s6.7 4 10 0"/>"#,
    },
    table::Suit {
        name: "Leaves",
        letter: 'L',
        sign: '❧',
        colour: 71,
        inks: ["#2e7b36", "#9be499"],
        drawing: r#"<path fill="currentColor" d="M21 3C10 3 4 8 4 16.5c0 .8.1 1.6.3 2.3L2 21.5 3.5 23l2.7-2.6c5.8 1 14.8-1.9 14.8-17.4zM6.5 18.2C8 13 11 9.5 16 7.5 11.5 10.5 9 14 8 18.4z" fill-rule="evenodd"/>"#,
    },
    table::Suit {
        name: "Wyrms",
        letter: 'Y',
        sign: '§',
        colour: 167,
        inks: ["#7e0003", "#f3827b"],
        drawing: r#"<path fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" d="M17.5 5.5C13 1.5 6 4 7.5 8.5 8.8 12.3 16.5 11 17 15.5c.5 4.8-7.5 6-11.5 2.5"/><path fill="currentColor" d="M15.5 2l6 1.5-1.5 5-4-1.5z"/>"#,
    },
    table::Suit {
        name: "Knots",
        letter: 'K',
        sign: '⌘',
        colour: 137,
        inks: ["#4d3524", "#e5ab72"],
        drawing: r#"<g fill="none" stroke="currentColor" stroke-width="2.8"><rect x="3" y="3" width="12" height="12" rx="3"/><rect x="9" y="9" width="12" height="12" rx="3"/></g>"#,
    },
];

/// The face of the card with this code.
pub fn face(code: &str) -> Option<Face> {
    Card::from_code(code).map(Into::into)
}

/// The faces of the cards with these codes, separated by spaces: `7SK 8YK`.
pub fn faces(codes: &str) -> Vec<Face> {
    codes.split(' ').filter_map(face).collect()
}

impl Suit {
    /// The name, the code letter and the appearance of the suit.
    pub const fn table_suit(self) -> &'static table::Suit {
        &SUITS[self as usize]
    }
}

impl From<Suit> for Ink {
    fn from(suit: Suit) -> Self {
        Self::Of(suit.table_suit())
    }
}

impl From<Card> for Face {
    fn from(card: Card) -> Self {
        let suits = card.suits().iter().map(|suit| (suit.into(), suit.letter().to_string()));
        let face = Self::from(std::iter::once((Ink::Strong, card.rank().code().to_owned())).chain(suits).collect::<Vec<_>>());
        if card.rank().number().is_some() { face } else { face.ranked(card.rank().name()) }
    }
}

impl IndexedCard for Card {
    fn index(self) -> usize {
        Card::index(self)
    }

    fn from_index(index: usize) -> Option<Self> {
        Card::from_index(index)
    }
}

/// The set is the deck of a game. If a text fits several cards, the cards of the deck are preferred.
impl CardNotation for Cards {
    type Card = Card;
    const ONE: &'static str = "a card, as 7SK or the Castle";
    const SEVERAL: &'static str = "cards, as 7SK 3MW";

    fn card_by_code(self, code: &str) -> Option<Card> {
        Card::from_code(code)
    }

    fn parse_card(self, text: &str) -> Result<Card, ParseError> {
        parse_card(text, self).map_err(|error| parse_error(&error, Self::ONE).at(0..text.len()))
    }

    fn parse_cards(self, text: &str) -> Result<Vec<Card>, ParseError> {
        let cards = parse_cards(text, self).map_err(|(error, range)| parse_error(&error, Self::SEVERAL).at(range))?;
        Ok(cards.into_iter().map(|(card, _)| card).collect())
    }
}

#[cold]
fn parse_error(error: &CardError, expected: &str) -> ParseError {
    ParseError::new(0..0, error.to_string(), expected).with_options(error.options())
}
