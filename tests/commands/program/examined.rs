//! A log put through everything that the library does with one.

use fowlplay::{
    log::{ChangeError, Correction, CorrectionTarget, LineRef, Log, LogParseError},
    referee::{self, Edit, Referee},
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
    let told = |error: LogParseError| {
        let line = text.split('\n').nth(error.line as usize - 1).expect("a line of the text");
        assert!(!error.message.is_empty() && (1..=line.chars().count() + 1).contains(&(error.column as usize)), "{error}");
        error.to_string()
    };
    let log = Log::parse(text).map_err(told)?;
    assert_eq!(log.text(), text);
    changed(&log);
    let referee = referee::open(log).map_err(told)?;
    asked(&*referee);
    recorded(&*referee);
    Ok(())
}

/// It is a log as it stands, or why not is said.
fn is_log(changed: Result<Log, ChangeError>) {
    match changed {
        Ok(log) => assert_eq!(Log::parse(log.text()).map(|again| again.end()).ok(), Some(log.end()), "{}", log.text()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Whatever can be changed leaves a log.
fn changed(log: &Log) {
    let when = Timestamp::UNIX_EPOCH;
    if let Ok((shorter, taken)) = log.undo(1, when) {
        let (again, brought) = shorter.redo(when).expect("what was just taken back");
        assert_eq!((taken.len(), brought.len(), again.end()), (1, 1, log.end()));
    }
    let round = u32::try_from(log.rounds().len()).expect("few");
    is_log(log.changed(|log| log.add_line(round, "note x")));
    is_log(log.changed(|log| {
        log.begin_round("Ada");
        Ok(())
    }));
    is_log(log.changed(|log| log.set_tally(round, &["Ada:"])));
    let mut correction = Correction::new(CorrectionTarget::Tally(1), Some(String::new()), None, when);
    is_log(log.changed(|log| log.apply(&mut correction)));
}

/// What the referee answers agrees with itself.
fn asked(referee: &dyn Referee) {
    let (expects, log) = (referee.expects(), referee.log());
    for offer in referee.legal_steps() {
        let is_expected = expects.iter().any(|expected| {
            expected.verbs.contains(&offer.parts.verb) && expected.actor.as_ref().is_none_or(|actor| *actor == offer.actor)
        });
        assert!(is_expected, "{offer:?} of {expects:?}");
    }
    assert!(referee.options().iter().all(|(_, options)| options.iter().all(|option| !option.text.is_empty())));
    assert!(referee.complete("Ada: h").0 <= "Ada: h".len());
    assert_eq!(referee.rules_in_force().len(), referee.book().rules.len());
    assert!(referee.state().is_object());
    assert_eq!(referee.sheet().players.len(), referee.players().names().len());
    assert_eq!(referee.before_line(LineRef::new(1, 1)).is_ok(), !log.rounds().is_empty());
    assert_eq!(referee.explain(None).is_ok(), !log.rounds().is_empty());
    if log.end().line > 0 {
        referee.explain(Some(log.end())).expect("the last line");
    }
}

/// What the referee makes of a line, and of a change, is a log.
fn recorded(referee: &dyn Referee) {
    let (first, log) = (LineRef::new(1, 1), referee.log());
    if let Ok(recorded) = referee.record(&["note x"], None) {
        assert_eq!(recorded.log.end().line, recorded.recorded_steps().next().expect("the note").place.line);
        referee.try_line("note x").expect("it can be recorded");
    }
    let lines = |log: &Log| log.rounds().iter().map(|round| round.lines.len()).sum::<usize>();
    for (edit, now) in
        [(Edit::Insert(first, "note x".to_owned()), lines(log) + 1), (Edit::Delete(first), lines(log).saturating_sub(1))]
    {
        if let Ok(amended) = referee.amend(&[edit], Some("so it was")) {
            assert_eq!(lines(&amended.log), now);
            is_log(Ok(amended.log));
        }
    }
    let rule = referee.rules_in_force().first().map(|(key, value, _)| ((*key).to_owned(), value.clone()));
    assert!(referee.change_rules(&Vec::from_iter(rule)).is_err(), "it is in force already");
}
