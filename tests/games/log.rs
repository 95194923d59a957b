//! The log as a whole: errors with exact places, changes, undo and redo that restore every line and comment, one layout, and a
//! file that no two sessions write.

mod changing;
mod corrections;
mod files;
mod line;
mod new;
mod place;
mod played;
mod reading;
mod undoing;
mod writing;

use fowlplay::log::{ChangeError, Correction, CorrectionTarget, Log};
use jiff::Timestamp;

/// A log with one change, as a correction describes it.
fn with(log: &Log, at: CorrectionTarget, was: Option<&str>, now: Option<&str>) -> Result<Log, ChangeError> {
    let mut correction = Correction::new(at, was.map(Into::into), now.map(Into::into), Timestamp::UNIX_EPOCH);
    log.changed(|log| log.apply(&mut correction))
}

/// A log with further corrections.
fn keeping(log: &Log, corrections: impl IntoIterator<Item = Correction>) -> Log {
    let kept = log.changed(|log| {
        log.add_corrections(corrections);
        Ok(())
    });
    kept.expect("written")
}

/// How many cases of a property are tried: in the short form of the tests a part of what the long form tries.
fn cases(long: u32) -> proptest::prelude::ProptestConfig {
    let cases = if fowlplay::conformance::random_game::is_long() { long } else { long / 8 };
    proptest::prelude::ProptestConfig { cases, ..proptest::prelude::ProptestConfig::default() }
}
