//! The TOML log: reading with places, splicing, saving, locking, corrections.
//!
//! This room knows how a log is built and nothing of what it says: a step is a range of text here, a
//! table rule a value with a place. [`Log::parse`] reads a text, the changing methods of [`Log`] take a
//! log and give the next one (comments and layout stay), and [`LogFile`] is one on disk. Where many lines come
//! or go at the end, they do on its [`Ending`], which is read once; where many change further back, on its [`Lines`].

mod attributes;
mod change;
mod correction;
#[cfg(feature = "archive")]
mod digest;
pub mod disk;
mod edit;
mod ending;
mod error;
mod file;
mod history;
mod items;
mod line;
mod lines;
mod lock;
mod moment;
mod name;
mod new;
mod parse;
mod parsed;
mod place;
mod plain;
mod played;
mod save;
mod span;
mod text;
mod value;

pub use correction::{By, Change, Correction, PlacedLine};
#[cfg(feature = "archive")]
pub use digest::Digest;
pub use edit::{BETWEEN_PARTS, BETWEEN_SEATS};
pub use ending::Ending;
pub use error::{ChangeError, Excerpt, ReadError};
pub use file::{FileError, LogFile, is_log_name};
pub use history::Renaming;
pub use line::{Line, Split, SplitError, SplitFault, is_note, split, split_reason, split_typed};
pub use lines::Lines;
pub use moment::{BadTime, Moment, Played, now};
pub use name::{NameError, check_name, check_names};
pub use new::NewLog;
pub use parse::MAX_READ_ERRORS;
pub use parsed::{Log, Round};
pub use place::{BadPlace, HeadKey, Place, Spot};
pub use save::LARGEST;
pub use value::{Element, KeyValue, Quoted, Value};
