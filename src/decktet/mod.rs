//! The Decktet: suits, ranks and cards, the notation of cards, and the deck of a game. This module knows nothing of any game.

mod card;
mod cards;
mod deck;
mod rank;
mod reading;
mod set;
mod suit;
mod wording;

pub use card::Card;
pub use cards::{Cards, CardsIter};
pub use deck::{SUITS, faces, printed};
pub use rank::Rank;
pub use reading::{CardError, CardErrorKind, parse_card, parse_cards, parse_wild, parse_wilds};
pub use suit::{Suit, Suits, SuitsIter};
