//! Many logs at once: they are found under paths, read on all cores and handed on one by one, in an order that never changes.
//!
//! ```
//! use fowlplay::{archive::{Files, Found, each}, referee::Games};
//! use std::ops::ControlFlow;
//!
//! let mut finished = 0;
//! let done = each(
//!     Files::under(["examples"]),
//!     Games::default(),
//!     |entry| matches!(entry.found, Found::Log(log) if log.is_complete()),
//!     |some| {
//!         finished += some.into_iter().filter(|is_finished| *is_finished).count();
//!         ControlFlow::<()>::Continue(())
//!     },
//! );
//! assert!(done.is_continue() && finished > 3);
//! ```
//!
//! [`Files`] walks the paths, [`Lines`] reads logs that come as JSON, a line each; [`each`] takes either and makes an [`Entry`] of
//! every log, which holds its [`Summary`] or says why it can't be read. [`tables`] tells them row by row, [`stats`] what they come to. However many there are, only some hundred are in memory.

pub mod bgstats;
mod each;
mod files;
mod lines;
mod names;
mod seen;
pub mod stats;
mod summary;
pub mod tables;
mod unread;
mod walk;
mod write;

pub use each::{Entry, Found, Source, each};
pub use files::Files;
pub use lines::Lines;
pub use summary::{Move, MoveKind, Summary};
pub use tables::{Cell, Column, Table};
pub use unread::Unread;
pub use write::Format;
