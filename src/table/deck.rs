//! A game's cards: how they are typed, and the suits that are printed on them.

use super::{Indexed, ParseError, Term, Tokens};

/// A suit, as it is written and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suit {
    /// Its name, as on the cards: one word.
    pub name: &'static str,
    /// The letter that stands for it in a code.
    pub letter: char,
    /// A sign for it, as wide as a letter.
    pub sign: char,
    /// Its colour on a terminal, one of 256: readable on a light and on a dark background.
    pub colour: u8,
    /// Its colours on a page, on a light and on a dark card.
    pub inks: [&'static str; 2],
    /// How a page draws it: SVG in a square of 24, in `currentColor`. Where there is none, a page shows the sign.
    pub drawing: &'static str,
}

impl Suit {
    /// Each of some suits once.
    pub fn each_once(suits: impl IntoIterator<Item = &'static Self>) -> Vec<&'static Self> {
        suits.into_iter().fold(Vec::new(), |mut each, suit| {
            if !each.contains(&suit) {
                each.push(suit);
            }
            each
        })
    }
}

/// The cards that a step can name, and how they are typed. [`Tokens::card`] and [`Tokens::cards`] read them.
///
/// ```
/// use fowlplay::{decktet::{Card, Cards}, table::Tokens};
///
/// assert_eq!(Tokens::of("castle").card(Cards::BASIC)?.code(), "7SK");
/// let cards: Vec<Card> = Tokens::of("7sk, the mill").cards(Cards::BASIC)?;
/// assert_eq!(cards.len(), 2);
/// # Ok::<(), fowlplay::table::ParseError>(())
/// ```
pub trait Deck: Copy {
    /// A card.
    type Card: Indexed;
    /// How one is typed, for errors: `a card, as 7SK or the Castle`.
    const ONE: &'static str;
    /// How several are typed: `cards, as 7SK 3MW`.
    const SEVERAL: &'static str;

    /// The card of this code.
    fn by_code(self, code: &str) -> Option<Self::Card> {
        Self::Card::from_word(code)
    }

    /// Reads the card that is all of a text. Unless a game says more, that is its code.
    ///
    /// # Errors
    /// When it is no card, or could be several.
    fn read(self, text: &str) -> Result<Self::Card, ParseError> {
        self.by_code(text).ok_or_else(|| Term { noun: "card", form: Self::ONE }.unknown(text, 0..text.len()))
    }

    /// Reads the cards of a text in their order. Unless a game says more, those are words, with blanks or commas between.
    ///
    /// # Errors
    /// When one of them is no card, or could be several.
    fn read_many(self, text: &str) -> Result<Vec<Self::Card>, ParseError> {
        let words = Tokens::split(text, ',').flatten();
        words.map(|(word, place)| self.read(word).map_err(|error| error.at(place))).collect()
    }
}
