//! The common parts of all games: seats, hands, accounts, books, sheets, zones, and the traits that a game implements.

mod account;
mod act;
mod adjustment;
mod apply;
mod bare_totals;
mod book;
mod clause;
mod deck;
pub mod escape;
mod fault;
mod field_binder;
mod fields;
mod game;
mod judge;
mod ledger;
mod notation;
mod position;
mod rounds;
mod rule_settings;
mod score_layout;
mod seat;
mod sheet;
mod short_forms;
mod table_context;
mod tally;
mod text_format;
mod tokens;
mod verbs;
mod view;
mod words;
mod zone;

pub use account::{Account, Hand, ThingAccount};
pub use act::Act;
pub use adjustment::{ADJUST, Adjustment, is_adjustment};
pub use apply::{Apply, Progress};
pub use bare_totals::{BareTotal, BareTotals, next_at_table, tie_break_usage};
pub use book::{AllowedValues, Book, ClauseText, DeckKey, IdleRule, Section, TABLE_CLAUSES, TableRule, Variant};
pub use clause::{ClauseId, FindingKind, RuleInForce};
pub use deck::{CardNotation, FRENCH, Pack, PackCard, Suit};
pub use fault::{Breach, GameFault, IndexedCard, TableFault, ensure, known_cards};
pub use field_binder::{CardCodec, FieldBinder, ParseCardsFn, PartialCards, TABLE};
pub(crate) use fields::EMPTY_VALUE;
pub use fields::{CardGroup, CountSign, FieldKind, FieldSpec, FieldValue, Grouping, PartFields, write_fields};
pub use game::{ActOf, CompleteGame, Game, TallyOf};
pub use judge::Judge;
pub use ledger::{Ledger, LedgerCounts, LedgerPlace, PlaceId, surplus, to_u8, to_u16, to_u32};
pub use notation::{CardsDue, NameableCards, Notation, StepParts, find_verb, parse_with_letter};
pub use position::{
    FillChoice, GamePosition, NoPosition, PartOwner, PerPart, PositionError, Steps, Unknown, UnknownValue, UsualPosition,
    UsualTable, other_counts,
};
pub use rounds::Rounds;
pub use rule_settings::{DeckValue, RuleSettings, RuleValue, SetupError};
pub use score_layout::{CardLayout, ItemLayout, PlayerLayout, PlayerRoundLayout, RoundLayout, ScoreLayout, Sums};
pub use seat::{Seat, Seats};
pub use sheet::{Detail, Item, PlayerSheet, Points, RoundSheet, Scoring, Sheet};
pub use short_forms::{AmbiguousStep, ShortError, ShortResult, parse_short};
pub use table_context::{Players, TableContext, UnknownName};
pub use tally::{Tally, Tallying, explain_uncounted};
pub use text_format::{
    and_list, capitalized, comparison_key, count_of, is_escaped, is_same_name, or_list, parse_number, signed, spaced,
};
pub use tokens::{ArgumentTerm, ParseError, ParseErrorParts, Tokens, did_you_mean};
pub(crate) use tokens::{join_expected, trim_range};
pub use verbs::{GameVerb, HiddenArguments, OpenVerbs, VerbActor, VerbSet, VerbText};
pub use view::{Location, Memory, PlaceContents, View, codes};
pub use words::{Consequence, VerbOption, Words};
pub use zone::{Face, Fragment, Grid, Ink, Text, Zone, ZoneRole, Zones};

/// The names that a game's files import from this module.
pub mod prelude {
    pub use super::*;
}
