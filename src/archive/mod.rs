//! Processes many logs: finds them under paths, reads them on all cores, and returns the results in a fixed order.
//!
//! ```
//! use fowlplay::{archive::{EntryContent, FileSource, process_all}, referee::Games};
//! use std::ops::ControlFlow;
//!
//! let mut finished = 0;
//! let flow = process_all(
//!     FileSource::under(["examples"]),
//!     Games::default(),
//!     |entry| matches!(entry.content, EntryContent::Log(log) if log.is_complete()),
//!     |batch| {
//!         finished += batch.into_iter().filter(|is_finished| *is_finished).count();
//!         ControlFlow::<()>::Continue(())
//!     },
//! );
//! assert!(flow.is_continue() && finished > 3);
//! ```
//!
//! [`FileSource`] finds logs under paths; [`JsonlSource`] reads logs from JSON lines. [`process_all`] takes either source and makes
//! an [`ArchiveEntry`] for every log: its [`GameSummary`], or why it can't be read. [`export_tables`] exports entries row by row, and
//! [`stats`] computes statistics. Only a few hundred logs are in memory at a time. To recognise copies, about a hundred bytes of each
//! game are kept.

mod aliases;
pub mod bgstats;
mod copies;
mod entry_error;
mod evening;
pub mod export_tables;
#[cfg(feature = "files")]
mod file_source;
mod jsonl_source;
mod process;
mod row_format;
pub mod stats;
mod summary;
#[cfg(feature = "files")]
mod walk;

pub use entry_error::EntryError;
pub use evening::{EveningGame, people};
pub use export_tables::{Column, ExportTable};
#[cfg(feature = "files")]
pub use file_source::FileSource;
pub use jsonl_source::JsonlSource;
pub use process::{ArchiveEntry, EntryContent, LogSource, process_all};
pub use row_format::RowFormat;
pub use summary::{GameSummary, JudgedStep, StepVerdict};
