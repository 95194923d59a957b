//! The log as a whole: errors with exact places, changes that leave all other bytes alone, undo and redo that restore
//! every byte, comments that stay at their items, and a file that no two sessions write.

mod changing;
mod comments;
mod corrections;
mod files;
mod line;
mod new;
mod place;
mod played;
mod reading;
mod undoing;

/// How many cases of a property are tried: in the short form of the tests a part of what the long form tries.
fn cases(long: u32) -> proptest::prelude::ProptestConfig {
    let cases = if fowlplay::conformance::driver::is_long() { long } else { long / 8 };
    proptest::prelude::ProptestConfig { cases, ..proptest::prelude::ProptestConfig::default() }
}
