//! What is fuzzed: each target takes any bytes and panics if the referee erred.

#![allow(dead_code, reason = "the targets use some of the drivers")]

#[path = "../../proof/driver.rs"]
pub mod driver;
#[path = "../../proof/notation.rs"]
pub mod notation;
#[path = "../../proof/tabled.rs"]
pub mod tabled;
#[path = "../../proof/written.rs"]
pub mod written;

/// The properties that the targets hold what they read to.
#[path = "../../proof/properties"]
pub mod properties {
    pub mod amending;
    pub mod judging;
    pub mod recording;
    pub mod scoring;
}

mod targets;
pub use targets::*;
