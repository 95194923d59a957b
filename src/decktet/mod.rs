//! The Decktet: its suits, ranks and cards, and how a card is parsed and written. This module knows nothing of any game.

mod card;
mod cards;
mod rank;
mod reading;
mod set;
mod suit;
mod wording;

pub use card::Card;
pub use cards::{Cards, CardsIter};
pub use rank::Rank;
pub use reading::{CardError, CardErrorKind, read, read_many, read_many_played, read_played};
pub use suit::{Suit, Suits, SuitsIter};
