//! What can go wrong with a log on disk, done to the real program: each time the log is whole and holds every step that was
//! acknowledged, the message says what happened, and nothing is left behind that would pile up.
//!
//! This is the short form. The long one does everything twenty times as often, with another seed:
//! `FAULT_TIMES=20 FAULT_SEED=2 cargo test --test faults -- --nocapture`
//!
//! Where the system lets nobody mount a file system of their own (`unshare -r -m`), the full one has to be left out by saying so:
//! `FAULT_WITHOUT_MOUNT=1`.
//!
//! The figures that it prints: kills, and what they hit; recorders; files cut and bytes changed.
#![cfg(unix)]

#[path = "faults/cut.rs"]
mod cut;
#[path = "faults/forbidden.rs"]
mod forbidden;
#[path = "faults/full.rs"]
mod full;
#[path = "faults/killed.rs"]
mod killed;
mod program;
#[path = "faults/replaced.rs"]
mod replaced;
#[path = "faults/script.rs"]
mod script;
mod terminal;
#[path = "faults/together.rs"]
mod together;
