//! Each game held against a second, deliberately plain model of it, written from the rule book alone.
//!
//! A model knows nothing of the engine: cards and steps are to it what a log writes (`models/model.rs`). Random games with random
//! table rules are played, and at every point both are asked the same: which steps are legal, how legal, illegal and impossible
//! steps are judged and by which clause, who may act, where the game stands, and the score. What is let stand is applied to both,
//! so that they go on from odd tables too.
//!
//! `TEST_SEED=7` plays only that game, `TEST_TIMES=100` a hundred times as many, `--nocapture` tells how much was compared:
//!
//! ```text
//! TEST_TIMES=100 cargo test --test proof models:: -- --nocapture
//! ```

mod blulu;
mod compared;
mod eggs_and_empires;
mod emu;
mod mistakes;
mod perft;
mod piepmatz;
mod recorded;
