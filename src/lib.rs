//! fowlplay: referee and scorekeeper for card games played at a real table.

#![forbid(unsafe_code)]

pub mod decktet;
pub mod emu;
pub mod games;
pub mod log;
pub mod referee;
pub mod table;
