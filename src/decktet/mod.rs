//! The Decktet: its suits, ranks and cards, and the reading and writing of a card. No game is known here.

mod card;
mod card_error;
mod cards;
mod cards_iter;
mod rank;
mod reading;
mod suit;
mod suits;
mod titled;

pub use card::Card;
pub use card_error::{CardError, CardErrorKind};
pub use cards::Cards;
pub use cards_iter::CardsIter;
pub use rank::Rank;
pub use reading::{read, read_many, read_many_played, read_played};
pub use suit::Suit;
pub use suits::{SuitNames, Suits, SuitsIter};
pub use titled::Titled;
