//! The Decktet: suits, ranks and cards, the notation of cards, and the deck of a game. This module knows nothing of any game.

mod bit_set;
mod card;
mod cards;
mod deck;
mod matching;
mod parse;
mod rank;
mod suit;

pub use card::Card;
pub use cards::{Cards, CardsIter};
pub use deck::{SUITS, face, faces};
pub use parse::{CardError, CardErrorKind, parse_card, parse_cards, parse_wild, parse_wilds};
pub use rank::Rank;
pub use suit::{Suit, Suits, SuitsIter};
