//! What the referee claims to know of hidden cards, held against everything that can be.
//!
//! An onlooker sees what the table sees, and keeps no account: what each hidden place can hold is counted out, and whatever contradicts
//! something that was seen is left out (`knowledge/story.rs`). Then
//!
//! - a step is impossible exactly if nothing that can be allows it (TB-3, TB-4);
//! - what the state and the memory say of a hand is so in everything that can be (TB-2), and what TB-6 says follows is said;
//! - a revoke is told as soon as one pair is in every hand that can have been, and never else (BL-2.7).
//!
//! `TEST_SEED=7` plays only that game, `TEST_TIMES=20` twenty times as many, `--nocapture` tells how much was counted:
//!
//! ```text
//! TEST_TIMES=20 cargo test --release --test proof knowledge:: -- --nocapture
//! ```

mod asked;
mod blulu;
mod cards;
mod claims;
mod eggs_and_empires;
mod emu;
mod forwards;
mod onlooker;
mod pairs;
mod pieces;
mod piepmatz;
mod story;
