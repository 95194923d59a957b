//! fowlplay: referee and scorekeeper for card games played at a real table.

#![forbid(unsafe_code)]

pub mod decktet;
pub mod log;
