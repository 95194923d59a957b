//! What holds for every game that could be played: properties, second models, fuzzing.

#[path = "../games/asked.rs"]
mod asked;
#[path = "../games/by_place.rs"]
mod by_place;
mod engine;
#[path = "../fuzz/src/targets/mod.rs"]
mod fuzz;
mod fuzzed;
#[path = "../generators.rs"]
mod generators;
mod model;
mod models;
mod properties;
mod said;
mod tabled;
mod told;

use fowlplay::conformance::{log_draft, notation, random_game};

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
