//! Each game held against a second, deliberately plain model of it, written from the rule book alone.
//!
//! A model knows nothing of the engine: cards and steps are to it what a log writes (`models/model.rs`). Random games with random
//! table rules are played, and at every point both are asked the same: which steps are legal, how legal, illegal and impossible
//! steps are judged and by which clause, who may act, where the game stands, and the score. What is let stand is applied to both,
//! so that they go on from odd tables too.
//!
//! `PROPERTY_SEED=7` plays only that game, `PROPERTY_TIMES=100` a hundred times as many, `--nocapture` tells how much was compared:
//!
//! ```text
//! PROPERTY_TIMES=100 cargo test --test models -- --nocapture
//! ```

#[path = "models/blulu/mod.rs"]
mod blulu;
#[path = "models/compared.rs"]
mod compared;
#[path = "properties/driver.rs"]
#[allow(dead_code, reason = "the properties use all of it")]
mod driver;
#[path = "models/eggs_and_empires/mod.rs"]
mod eggs_and_empires;
#[path = "models/emu/mod.rs"]
mod emu;
#[path = "models/engine.rs"]
mod engine;
#[path = "models/lines.rs"]
mod lines;
#[path = "models/mistakes.rs"]
mod mistakes;
#[path = "models/model.rs"]
mod model;
#[path = "properties/notation.rs"]
#[allow(dead_code, reason = "the properties use all of it")]
mod notation;
#[path = "models/perft.rs"]
mod perft;
#[path = "models/piepmatz/mod.rs"]
mod piepmatz;
#[path = "models/told.rs"]
mod told;
