//! The log, a TOML file: parsing with byte ranges, changing, writing, saving, locking, corrections.
//!
//! This module knows the structure of a log, but not its meaning: a step is a range of text, a table rule a value with a byte
//! range. [`Log::parse`] parses a text. A [`Model`] is changed, written as a whole and parsed again; comments stay.

mod comments;
mod correction;
#[cfg(feature = "archive")]
mod digest;
#[cfg(feature = "files")]
pub mod disk;
mod edit;
mod error;
#[cfg(feature = "files")]
mod file;
mod file_error;
mod history;
mod line;
mod line_ref;
mod model;
mod new_log;
mod offset_time;
mod parse;
mod play_period;
mod player_name;
mod position_text;
mod span;
mod text;
mod value;
mod version;
mod write;

pub use correction::{Correction, HistoryChange, NumberedLine, UndoRedo, with_final_places};
#[cfg(feature = "archive")]
pub use digest::Digest;
pub use edit::{BETWEEN_PARTS, BETWEEN_SEATS};
pub use error::{ChangeError, Excerpt, LogParseError};
#[cfg(feature = "files")]
pub use file::LogFile;
#[cfg(feature = "archive")]
pub(crate) use file_error::TOO_LARGE;
pub use file_error::{FileError, MAX_LOG_BYTES, SaveError, is_log_name};
pub use history::RenameFn;
pub use line::{
    Line, LineParts, SplitError, SplitFault, is_note, reason_parts, split, split_reason, split_typed, without_line_ref,
};
pub use line_ref::{CorrectionTarget, HeadKey, LineRef, LineRefError, PresenceKey};
pub use model::{Log, Model, Presence, Round};
pub use new_log::NewLog;
#[cfg(not(feature = "files"))]
pub use offset_time::set_clock;
pub use offset_time::{OffsetTime, PlayPeriod, TimeError, now};
pub use parse::MAX_PARSE_ERRORS;
pub use player_name::{NameError, check_name, check_names};
pub use position_text::{POSITION, PositionError, PositionPart, is_position, position_parts, quoted_parts, write_position};
pub use value::{KeyValue, ListItem, LogString, LogValue};
