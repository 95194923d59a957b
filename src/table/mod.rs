//! What every game shares: seats, hands, accounts of cards, verdicts, books, score sheets, pictures, and the [`Game`] trait.

mod account;
mod act;
mod book;
mod clause;
mod deal;
mod game;
mod header;
mod notation;
mod open;
mod picture;
mod rules;
mod seat;
mod sheet;
mod wording;

pub use account::{Account, Hand};
pub use act::Act;
pub use book::{Book, ClauseText, DeckKey, Section, TABLE_CLAUSES, TableRule, Values, Variant};
pub use clause::{Broken, Clause, Kind, RuleInForce};
pub use deal::{Deal, Random};
pub use game::{ActOf, Effect, Game, Progress, Shorthand, Telling};
pub use header::{Header, NameError, Players};
pub use notation::{Misread, Unclear, Unreadable, Words, did_you_mean};
pub use open::{Kinds, Open, Verb, Whose};
pub use picture::{Block, Ink, Picture, Text};
pub use rules::{DeckEntry, RuleValue, RuleValues, SetupError};
pub use seat::{Seat, Seats};
pub use sheet::{Detail, Item, PlayerSheet, Points, RoundSheet, Sheet};
pub use wording::{and_list, count_of, is_unseen, or_list};
