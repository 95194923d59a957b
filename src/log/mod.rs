//! The TOML log: reading with places, splicing, saving, locking, corrections.
//!
//! This room knows how a log is built and nothing of what it says: a step is a range of text here, a
//! table rule a value with a place. [`Log::parse`] reads a text, the changing methods of [`Log`] take a
//! log and give the next one (comments and layout stay), and [`LogFile`] holds one on disk.

mod change;
mod correction;
mod error;
mod file;
mod file_error;
mod header;
mod history;
mod item;
mod line;
mod lock;
mod parsed;
mod place;
mod read;
mod redo;
mod rounds;
mod save;
mod scalar;
mod splice;
mod split_error;
mod tables;
mod text;
mod undo;
mod value;

#[cfg(test)]
mod tests;

pub use correction::Correction;
pub use error::ReadError;
pub use file::{LARGEST, LogFile};
pub use file_error::FileError;
pub use header::{Header, NameError, check_name, check_names};
pub use history::{NothingToRedo, NothingToUndo};
pub use line::{Line, Split, split};
pub use parsed::{Log, Round};
pub use place::{BadPlace, Place, Spot};
pub use redo::BroughtBack;
pub use splice::ChangeError;
pub use split_error::{SplitError, SplitFault};
pub use text::Text;
pub use undo::TakenBack;
pub use value::{Entry, Item, Value};
