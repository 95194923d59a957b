//! What is said at a table: lines typed, taken back, brought back and amended, and table rules changed.

use fowlplay::{
    conformance::{
        TestableGame,
        log_changes::{amend_any, is_allowed_finding},
        log_draft::{lines_of, open},
        recording::{assert_sound, assert_tried_as_recorded, record_any},
    },
    log::{ChangeError, LineRef},
    referee::{self, Edit, Referee},
    table::TableContext,
};
use jiff::Timestamp;
use std::borrow::Cow;

use super::positions::{Position, named};

/// Most lines of one input.
const LINES: usize = 8;

/// Says one line after another at a table.
pub fn steps<G: TestableGame>(positions: &[Position<G>], data: &[u8]) {
    let Some((position, text)) = named(positions, data) else { return };
    let mut later: Option<Box<dyn Referee>> = None;
    for said in text.split('\n').take(LINES) {
        for part in said.split([';', ':', '!']) {
            read_and_written::<G>(part.trim(), &position.context);
        }
        let referee = later.as_deref().unwrap_or(&*position.referee);
        let said = &*said.strip_prefix('*').map_or(said.into(), |nth| listed(referee, nth));
        if let Some(next) = after::<G>(referee, said) {
            assert!(next.findings().iter().all(is_allowed_finding), "`{said}`: {:?}\n{}", next.findings(), next.log().text());
            assert!(next.halted().is_none(), "`{said}`\n{}", next.log().text());
            later = Some(next);
        }
    }
}

/// What is written of a step is read as the same.
fn read_and_written<G: TestableGame>(text: &str, context: &TableContext<G::Setup>) {
    match G::parse(text, context) {
        Ok(step) => {
            let written = G::write(&step, &context.players);
            assert_eq!(G::parse(&written, context).as_ref(), Ok(&step), "{written}");
            assert_eq!(G::write(&step, &context.players), written);
        }
        Err(unreadable) => {
            assert!(text.get(unreadable.range.clone()).is_some() && !unreadable.problem.is_empty(), "{unreadable:?} of {text:?}");
        }
    }
}

/// The table after something was said there, if that changed it.
fn after<G: TestableGame>(referee: &dyn Referee, said: &str) -> Option<Box<dyn Referee>> {
    let (command, rest) = said.split_once(' ').unwrap_or((said, ""));
    match command {
        "undo" => taken_back::<G>(referee, rest.parse().unwrap_or(1)),
        "redo" => brought_back::<G>(referee),
        "amend" => amend_any::<G>(referee, &edits(rest)?, None),
        "overrule" => amend_any::<G>(referee, &edits(rest)?, Some("agreed")),
        "rule" => ruled_otherwise::<G>(referee, rest),
        _ => typed::<G>(referee, said),
    }
}

/// One of the listed steps, as a player would type it.
fn listed<'t>(referee: &dyn Referee, nth: &str) -> Cow<'t, str> {
    let offers = referee.legal_steps();
    let nth = nth.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(10).wrapping_add(usize::from(byte))) % offers.len().max(1);
    offers.get(nth).map_or("".into(), |offer| format!("{}: {}", offer.actor, offer.step).into())
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).expect("a moment")
}

/// Of what was recorded only the last lines go; and what goes can be brought back.
fn taken_back<G: TestableGame>(referee: &dyn Referee, count: u32) -> Option<Box<dyn Referee>> {
    let log = referee.log();
    match log.undo(count, now()) {
        Ok((shorter, taken)) => {
            assert_eq!(taken.len(), count as usize);
            let (left, all) = (lines_of(&shorter), lines_of(log));
            let are_lines = taken.iter().all(|change| change.is_recorded);
            assert!(!are_lines || all.starts_with(&left), "{}", shorter.text());
            if count > 0 {
                assert!(shorter.can_redo(), "{}", shorter.text());
                let (again, _) = shorter.redo(now()).expect("it was just taken back");
                assert_eq!(lines_of(&again), all);
                assert_eq!(open::<G>(&again).state(), referee.state());
            }
            Some(open::<G>(&shorter))
        }
        Err(ChangeError::TooFew { .. } | ChangeError::Superseded { .. }) => None,
        Err(error) => panic!("{error}\n{}", log.text()),
    }
}

/// No line is lost.
fn brought_back<G: TestableGame>(referee: &dyn Referee) -> Option<Box<dyn Referee>> {
    let log = referee.log();
    match log.redo(now()) {
        Ok((longer, brought)) => {
            let are_lines = brought.iter().all(|change| change.is_recorded);
            assert!(log.can_redo(), "{}", longer.text());
            assert!(!are_lines || lines_of(&longer).starts_with(&lines_of(log)), "{}", longer.text());
            Some(open::<G>(&longer))
        }
        Err(ChangeError::NothingToRedo | ChangeError::Superseded { .. }) => None,
        Err(error) => panic!("{error}\n{}", log.text()),
    }
}

/// Edits as `amend` takes them, with ` | ` between two.
fn edits(text: &str) -> Option<Vec<Edit>> {
    let edit = |text: &str| {
        let (place, line) = text.split_once(' ').unwrap_or((text, ""));
        if let Some(round) = place.strip_prefix('-').and_then(|place| place.strip_suffix(".tally")) {
            return round.parse().ok().map(Edit::DeleteTally);
        }
        let of = |place: &str| place.parse::<LineRef>().ok();
        match (place.strip_prefix('-'), place.strip_prefix('+')) {
            (Some(place), _) => of(place).map(Edit::Delete),
            (_, Some(place)) => Some(Edit::Insert(of(place)?, line.to_owned())),
            _ => Some(Edit::Replace(of(place)?, line.to_owned())),
        }
    };
    text.split(" | ").map(edit).collect()
}

/// Another table rule: what is found after it is what was found before, and what came and went.
fn ruled_otherwise<G: TestableGame>(referee: &dyn Referee, changes: &str) -> Option<Box<dyn Referee>> {
    let change = |pair: &str| pair.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let changes: Vec<(String, String)> = changes.split(' ').filter_map(change).collect();
    match referee.change_rules(&changes) {
        Ok(ruled) => {
            let after = open::<G>(&ruled.log);
            assert_eq!(
                after.findings().len() + ruled.removed_findings.len(),
                referee.findings().len() + ruled.added_findings.len(),
                "{changes:?}"
            );
            assert_eq!(lines_of(after.log()), lines_of(referee.log()));
            // It may be illegal by the other rule: the table goes on by the old one.
            (after.findings().iter().all(is_allowed_finding) && after.halted().is_none()).then_some(after)
        }
        Err(refusal) => {
            assert_sound(&refusal);
            None
        }
    }
}

/// A line is completed, tried and recorded: the same verdicts each time.
fn typed<G: TestableGame>(referee: &dyn Referee, line: &str) -> Option<Box<dyn Referee>> {
    let (start, offers) = referee.complete(line);
    assert!(line.get(start..).is_some(), "{start} is no place in {line:?}");
    assert!(offers.iter().all(|offer| !offer.is_empty()), "{offers:?}");
    if line.contains('!') {
        if let Err(refusal) = referee.try_line(line) {
            assert_sound(&refusal);
        }
    } else {
        assert_tried_as_recorded(referee, line);
    }
    as_written::<G>(referee, line);
    record_any::<G>(referee, line, Some("Ada")).map(|log| open::<G>(&log))
}

/// A line that is fine in a log can be typed, and does the same.
fn as_written<G: TestableGame>(referee: &dyn Referee, line: &str) {
    let round = referee.log().end().round;
    let Ok(Ok(written)) = referee.log().changed(|log| log.add_line(round, line)).map(referee::open) else { return };
    if written.halted().is_some() || !written.findings().iter().all(is_allowed_finding) {
        return;
    }
    let recorded = referee.record(&[line], None).unwrap_or_else(|refusal| panic!("{line:?}: {refusal:?}"));
    let recorded = open::<G>(&recorded.log);
    assert_eq!(recorded.state(), written.state(), "{line:?}");
    assert_eq!(recorded.sheet(), written.sheet(), "{line:?}");
}
