//! A log put through everything that the library does with one.

use fowlplay::{
    log::{Log, Place},
    referee::{self, Edit},
};
use jiff::Timestamp;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Reads a text as a log and does all with it that can be done. What it came to, if it is no log; a panic is shown with the text.
#[track_caller]
pub fn examine(text: &str) -> Result<(), String> {
    let examined = catch_unwind(AssertUnwindSafe(|| everything(text)));
    examined.unwrap_or_else(|_| panic!("this is no text to panic at:\n{text:?}"))
}

fn everything(text: &str) -> Result<(), String> {
    let told = |error: fowlplay::log::ReadError| {
        assert!(!error.message.is_empty() && error.line > 0 && error.column > 0, "{error}");
        error.to_string()
    };
    let log = Log::parse(text).map_err(told)?;
    assert_eq!(log.text(), text);
    let when = Timestamp::UNIX_EPOCH;
    // Whatever can be changed leaves a log.
    if let Ok((shorter, taken)) = log.take_back(1, when) {
        let (again, brought) = shorter.bring_back(when).expect("what was just taken back");
        assert_eq!((taken.len(), brought.len(), again.end()), (1, 1, log.end()));
    }
    let round = u32::try_from(log.rounds().len()).expect("few");
    let _ = (log.add_line(round, "note x"), log.begin_round("Ada"), log.set_tally(round, &["Ada:"]), log.delete_tally(1));
    let referee = referee::open(log).map_err(told)?;
    let (first, end) = (Place::new(1, 1), referee.log().end());
    let _ = (referee.expects(), referee.legal_steps(), referee.options(), referee.complete("Ada: h"));
    let _ = (referee.zones(), referee.state(), referee.sheet(), referee.rules_in_force());
    let _ = (referee.before(first).is_ok(), referee.why(None).is_ok(), referee.why(Some(end)).is_ok());
    let _ = (referee.try_line("draw").is_ok(), referee.try_line("note x").is_ok());
    if let Ok(recorded) = referee.record(&["note x"], None) {
        assert_eq!(recorded.log.end().line, recorded.entered().next().expect("the note").place.line);
    }
    let _ = referee.amend(&[Edit::Insert(first, "note x".to_owned())], None).is_ok();
    let _ = referee.amend(&[Edit::Delete(first)], Some("so it was")).is_ok();
    let rule = referee.rules_in_force().first().map(|(key, value, _)| ((*key).to_owned(), value.clone()));
    let _ = referee.change_rules(&Vec::from_iter(rule)).is_ok();
    Ok(())
}
