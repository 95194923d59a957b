//! The notation of a game's cards, the suits printed on cards, and packs of suits and ranks.

use super::{ArgumentTerm, Face, IndexedCard, Ink, ParseError, Tokens};
use serde::{Serialize, Serializer};
use std::{fmt, hash::Hash, marker::PhantomData};

/// A suit of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Suit {
    /// The name on the cards: one word.
    pub name: &'static str,
    /// The letter of the suit in a card's code.
    pub letter: char,
    /// A symbol of the suit, one column wide.
    pub sign: char,
    /// The colour on a terminal, one of 256: readable on a light and on a dark background.
    pub colour: u8,
    /// The colours on a page: on a light, and on a dark card.
    pub inks: [&'static str; 2],
    /// The drawing on a page: SVG in a 24 by 24 square, in `currentColor`. If empty, the page shows `sign`.
    pub drawing: &'static str,
}

impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl Suit {
    /// The suits without duplicates.
    pub fn each_once(suits: impl IntoIterator<Item = &'static Self>) -> Vec<&'static Self> {
        suits.into_iter().fold(Vec::new(), |mut distinct, suit| {
            if !distinct.contains(&suit) {
                distinct.push(suit);
            }
            distinct
        })
    }
}

/// The suits of a French pack: Clubs, Diamonds, Hearts, Spades.
pub static FRENCH: [Suit; 4] = [
    Suit {
        name: "Clubs",
        letter: 'C',
        sign: '♣',
        colour: 71,
        inks: ["#2f7a34", "#7fc784"],
        drawing: r#"<g fill="currentColor"><path d="M11 12c0 4-1 8-2.5 10h7C14 20 13 16 13 12z"/><circle cx="12" cy="6.5" r="4.7"/><circle cx="6.6" cy="13.5" r="4.7"/><circle cx="17.4" cy="13.5" r="4.7"/></g>"#,
    },
    Suit {
        name: "Diamonds",
        letter: 'D',
        sign: '♦',
        colour: 32,
        inks: ["#1266a8", "#6cb8f0"],
        drawing: r#"<path fill="currentColor" d="M12 1.5 21 12l-9 10.5L3 12z"/>"#,
    },
    Suit {
        name: "Hearts",
        letter: 'H',
        sign: '♥',
        colour: 167,
        inks: ["#b3261e", "#ff8a80"],
        drawing: r#"<path fill="currentColor" d="M12 21.5C5 15.5 2 12 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 4-3 7.5-10 13.5z"/>"#,
    },
    Suit {
        name: "Spades",
        letter: 'S',
        sign: '♠',
        colour: 103,
        inks: ["#5a6372", "#b9c3d6"],
        drawing: r#"<path fill="currentColor" d="M12 1.5C7 6 3 9.5 3 13.5a4.5 4.5 0 0 0 8 2.8c0 2.2-1 4-2.5 5.7h7c-1.5-1.7-2.5-3.5-2.5-5.7a4.5 4.5 0 0 0 8-2.8c0-4-4-7.5-9-12z"/>"#,
    },
];

/// The cards that a step can name, and their notation. [`Tokens::card`] and [`Tokens::cards`] parse cards with this trait.
///
/// ```
/// use fowlplay::{decktet::{Card, Cards}, table::Tokens};
///
/// assert_eq!(Tokens::of("castle").card(Cards::BASIC)?.code(), "7SK");
/// let cards: Vec<Card> = Tokens::of("7sk, the mill").cards(Cards::BASIC)?;
/// assert_eq!(cards.len(), 2);
/// # Ok::<(), fowlplay::table::ParseError>(())
/// ```
pub trait CardNotation: Copy {
    /// A card.
    type Card: IndexedCard;
    /// The notation of one card, for errors: `a card, as 7SK or the Castle`.
    const ONE: &'static str;
    /// The notation of several cards: `cards, as 7SK 3MW`.
    const SEVERAL: &'static str;

    /// The card with this code.
    fn card_by_code(self, code: &str) -> Option<Self::Card> {
        Self::Card::from_word(code)
    }

    /// Parses a whole text as one card. By default, the text is the card's code.
    fn parse_card(self, text: &str) -> Result<Self::Card, ParseError> {
        self.card_by_code(text).ok_or_else(|| ArgumentTerm { noun: "card", form: Self::ONE }.unknown(text, 0..text.len()))
    }

    /// Parses the cards of a text, in order. By default, the cards are separated by spaces or commas.
    fn parse_cards(self, text: &str) -> Result<Vec<Self::Card>, ParseError> {
        let words = Tokens::split(text, ',').flatten();
        words.map(|(word, range)| self.parse_card(word).map_err(|error| error.at(range))).collect()
    }
}

/// A pack in which each suit has the same ranks. Its cards are [`PackCard`]s. Every pack implements [`CardNotation`].
///
/// ```
/// use fowlplay::table::{FRENCH, IndexedCard as _, Pack, Suit, PackCard, Tokens};
///
/// /// The pack for Skat.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Short;
///
/// impl Pack for Short {
///     const SUITS: &'static [Suit] = &FRENCH;
///     const RANKS: &'static [&'static str] = &["7", "8", "9", "Ten", "Jack", "Queen", "King", "Ace"];
/// }
///
/// type Card = PackCard<Short>;
/// assert_eq!(Card::all().count(), 32);
/// assert_eq!(Card::of(1, 3).to_string(), "TD");
/// let cards: Vec<Card> = Tokens::of("ah 7c").cards(Short)?;
/// assert_eq!((cards[0].suit(), cards[0].rank()), (2, 7));
/// # Ok::<(), fowlplay::table::ParseError>(())
/// ```
pub trait Pack: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static {
    /// The suits, in canonical order.
    const SUITS: &'static [Suit];
    /// The ranks of a suit, in canonical order, as read out (`Ten`). Their first characters are used in codes and must differ.
    const RANKS: &'static [&'static str];
    /// The notation of one card, for errors.
    const ONE: &'static str = "a card by rank and suit, as 7D";
    /// The notation of several cards, for errors.
    const SEVERAL: &'static str = "cards by rank and suit, as 7D 7C";
}

/// A card of a [`Pack`]. Cards are ordered canonically: suit by suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackCard<P>(u8, PhantomData<P>);

impl<P: Pack> PackCard<P> {
    /// The card with these indices among the suits and among the ranks, both counted from 0.
    ///
    /// # Panics
    /// If the pack has no such card.
    pub const fn of(suit: usize, rank: usize) -> Self {
        assert!(suit < P::SUITS.len() && rank < P::RANKS.len() && P::SUITS.len() * P::RANKS.len() <= 256, "a card of the pack");
        #[allow(clippy::cast_possible_truncation)] // below 256
        Self((suit * P::RANKS.len() + rank) as u8, PhantomData)
    }

    /// The index of the card's suit, counted from 0.
    pub const fn suit(self) -> usize {
        self.0 as usize / P::RANKS.len()
    }

    /// The index of the card's rank, counted from 0.
    pub const fn rank(self) -> usize {
        self.0 as usize % P::RANKS.len()
    }

    /// The face of the card with this code, for [`Book::printed`](super::Book::printed).
    pub fn face(code: &str) -> Option<Face> {
        Self::from_word(code).filter(|card| card.to_string() == code).map(Into::into)
    }

    /// The characters of rank and suit in the card's code.
    fn code_chars(self) -> (char, char) {
        (P::RANKS[self.rank()].chars().next().unwrap_or('?'), P::SUITS[self.suit()].letter)
    }
}

impl<P: Pack> IndexedCard for PackCard<P> {
    fn index(self) -> usize {
        self.0.into()
    }

    fn from_index(index: usize) -> Option<Self> {
        let exists = index < P::SUITS.len() * P::RANKS.len();
        exists.then(|| Self::of(index / P::RANKS.len(), index % P::RANKS.len()))
    }

    /// Parses a code. The rank may also be typed as `10` if its letter is `T`, and the suit as its sign.
    fn from_word(word: &str) -> Option<Self> {
        let with_letter = word.strip_prefix("10").map(|suit| format!("T{suit}"));
        // Some systems add a variation selector to a sign, which requests a drawing in colour.
        let mut chars = with_letter.as_deref().unwrap_or(word).chars().filter(|char| *char != '\u{fe0f}');
        let (Some(rank), Some(char), None) = (chars.next(), chars.next(), chars.next()) else { return None };
        let letter = P::SUITS.iter().find(|suit| suit.sign == char).map_or(char, |suit| suit.letter);
        Self::all().find(|card| {
            let (card_rank, card_suit) = card.code_chars();
            card_rank.eq_ignore_ascii_case(&rank) && card_suit.eq_ignore_ascii_case(&letter)
        })
    }
}

impl<P: Pack> fmt::Display for PackCard<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rank, suit) = self.code_chars();
        f.pad(&format!("{rank}{suit}"))
    }
}

impl<P: Pack> fmt::Debug for PackCard<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<P: Pack> From<PackCard<P>> for Face {
    fn from(card: PackCard<P>) -> Self {
        let (rank, suit) = card.code_chars();
        let face = Self::from(vec![(Ink::Strong, rank.to_string()), (Ink::Of(&P::SUITS[card.suit()]), suit.to_string())]);
        let name = P::RANKS[card.rank()];
        if name.len() > 1 { face.ranked(name) } else { face }
    }
}

impl<P: Pack> CardNotation for P {
    type Card = PackCard<P>;
    const ONE: &'static str = P::ONE;
    const SEVERAL: &'static str = P::SEVERAL;
}
