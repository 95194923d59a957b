//! The common parts of all games: seats, hands, accounts, books, sheets, zones, and the traits that a game implements.

mod abandoned;
mod account;
mod act;
mod apply;
mod book;
mod clause;
mod deck;
pub mod escape;
mod fault;
mod game;
mod header;
mod judge;
mod layout;
mod ledger;
mod notation;
mod open;
mod places;
mod position;
mod rounds;
mod rules;
mod score_layout;
mod seat;
mod sheet;
mod tally;
mod tokens;
mod totals;
mod view;
mod wording;
mod words;
mod zone;

pub use abandoned::{end_if_abandoned, while_waiting};
pub use account::{Account, Hand};
pub use act::Act;
pub use apply::{Apply, Progress};
pub use book::{Book, ClauseText, DeckKey, Idle, Section, TABLE_CLAUSES, TableRule, Values, Variant};
pub use clause::{Clause, Kind, RuleInForce};
pub use deck::{Deck, FRENCH, Pack, Suit, Suited};
pub use fault::{Breach, Broken, Indexed, TableFault, check, known_in, unaccounted_in};
pub use game::{ActOf, Game, Refereed};
pub use header::{Header, Players, UnknownName};
pub use judge::Judge;
pub use layout::{Apart, CardsForm, Group, Holds, Laid, PlaceForm, Said, write_places};
pub use ledger::{Ledger, LedgerCounts, LedgerPlace, PlaceId, surplus};
pub use notation::{Ambiguous, Due, Notation, Parts, Short, ShortError, Stock, by_letter, names, parse_by_letter};
pub use open::{HiddenArguments, Kinds, Open, VerbText, Verbs, Whose};
pub use places::{Code, NamedCards, Places, ReadCards, TABLE, codes_of};
pub use position::{
    Filling, NoPosition, Part, Parted, PositionError, Positioned, Unknown, UnknownValue, UsualTable, other_counts,
};
pub use rounds::Rounds;
pub use rules::{DeckEntry, RuleValue, RuleValues, SetupError};
pub use score_layout::{CardLayout, ItemLayout, PlayerLayout, RoundLayout, ScoreLayout, Sums, TallyLayout};
pub use seat::{Seat, Seats};
pub use sheet::{Detail, Item, PlayerSheet, Points, RoundSheet, Scored, Sheet};
pub use tally::{Tallied, explain_uncounted, read_each, read_parts, write_part};
pub use tokens::{ParseError, ParseFailure, Term, Tokens, did_you_mean};
pub(crate) use tokens::{trimmed, with_expected};
pub use totals::{BareTotal, Totals, next_at_table, tie_break_usage};
pub use view::{Location, Lying, View, codes};
pub use wording::{
    and_list, capitalized, comparison_key, count_of, is_escaped, is_same_name, or_list, parse_number, signed, spaced,
};
pub use words::{Consequence, Words};
pub use zone::{Face, Grid, Ink, Piece, Priority, Text, Zone, Zones};

/// The names that a game's files import from this module.
pub mod prelude {
    pub use super::*;
}
