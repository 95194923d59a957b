//! **fowlplay** is the referee and scorekeeper at a table where people play with real cards: it follows the game, judges every
//! move, catches foul play, and counts the score.
//!
//! Hands are hidden. The program knows what the table has seen, so it can tell what is *illegal* (it broke a rule), what is
//! *impossible* (the card lies elsewhere: the record is wrong), and what only later turns out to have been foul (a *revoke*).
//!
//! # Using the library
//! Parse a log and open its [`Referee`](referee::Referee), which answers everything else:
//!
//! ```
//! use fowlplay::{log::Log, referee};
//!
//! let log = Log::parse(
//!     r#"
//! fowlplay = 1
//! game = "emu-ranchers"
//! players = ["Ada", "Bo"]
//!
//! [[round]]
//! first = "Ada"
//! moves = [
//!   "Ada: hatch 7SK; draw",
//!   "Bo: hatch 9WY; draw",
//!   "Ada: grow 1 9LK; draw",
//!   "Bo: draw",
//! ]
//! "#
//!     .to_owned(),
//! )?;
//! let referee = referee::open(log)?;
//! let found = &referee.findings()[0];
//! assert_eq!(found.place().to_string(), "1.4");
//! assert_eq!(found.verdict.clause.as_deref(), Some("ER-2.1"));
//! # Ok::<(), fowlplay::log::LogParseError>(())
//! ```
//!
//! Nothing in the module [`referee`] touches a file: whatever changes a log returns a new one, and [`log::LogFile`] saves it.
//!
//! # The log
//! A log is a TOML file, one for each game, that a person can read and write. [Its format](log_format) is a chapter of its own, and so
//! are [the JSON documents](json_documents) of the commands; the program has both as manual pages, `fowlplay man format` and
//! `fowlplay man json`.
//!
//! # The modules
//! From the bottom up; each uses only those before it: [`table`] (what every game shares, and the [traits](table::CompleteGame) of a
//! game), [`decktet`] (the cards of the Decktet), [`emu`] (the two emu games, but for their books), [`games`] (one folder each), [`log`] (the TOML
//! file), [`referee`] (a log together with its game), [`actions`] (a requested change, as one value), [`archive`] (many
//! logs at once), [`page`] (a game as HTML: the report, and the live page: its API, and a server of it). The command on top is a module of its own.
//!
//! [Adding a game](adding_a_game) is a chapter of its own, and so is [the live page's API](page_api).

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

#[doc = include_str!("adding_a_game.md")]
pub mod adding_a_game {}
#[doc = include_str!("json_documents.md")]
pub mod json_documents {}
#[doc = include_str!("log_format.md")]
pub mod log_format {}
pub mod actions;
#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "deal")]
pub mod deal;
pub mod decktet;
pub mod emu;
pub mod games;
pub mod log;
#[cfg(feature = "report")]
pub mod page;
#[doc = include_str!("page_api.md")]
pub mod page_api {}
pub mod referee;
pub mod table;
