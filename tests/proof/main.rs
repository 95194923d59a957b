//! What holds for every game that could be played: properties, second models, what can be known, fuzzing.

mod driver;
mod engine;
#[path = "../fuzz/src/targets/mod.rs"]
mod fuzz;
mod fuzzed;
mod knowledge;
mod model;
mod models;
mod notation;
mod properties;
mod said;
mod tabled;
mod told;
mod written;
