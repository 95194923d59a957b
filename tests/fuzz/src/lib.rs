//! What is fuzzed: each target takes any bytes and panics if the referee erred.

#![allow(dead_code, reason = "the targets use some of the drivers")]

#[path = "../../proof/tabled.rs"]
pub mod tabled;

mod targets;
pub use targets::*;
