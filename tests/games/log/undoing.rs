//! Undo and redo, case by case. Random changes are taken back and brought back in `src/conformance/log_changes.rs`, and those of logs
//! that are laid out by lot in `writing.rs`.

use fowlplay::{
    conformance::log_draft::{canonical, without_corrections},
    log::{ChangeError, Correction, CorrectionTarget, HistoryChange, LineRef, Log, NumberedLine, UndoRedo},
};
use jiff::Timestamp;

const HEAD: &str = "fowlplay = 1 # x\ngame = \"g\"\nplayers = [\"A\"]\n";

fn log(text: impl Into<String>) -> Log {
    let text = text.into();
    Log::parse(text.clone()).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn now() -> Timestamp {
    "2026-11-20T19:42:11.123456Z".parse().expect("a moment")
}

/// The lines that went or came.
fn lines(changes: &[HistoryChange]) -> Vec<NumberedLine> {
    changes.iter().filter_map(HistoryChange::line).collect()
}

fn back(log: &Log, n: u32) -> Log {
    log.undo(n, now()).unwrap_or_else(|error| panic!("{}\n{error}", log.text())).0
}

fn forth(log: &Log) -> Log {
    log.redo(now()).unwrap_or_else(|error| panic!("{}\n{error}", log.text())).0
}

fn simple(lines: u32) -> Log {
    let mut log = log(format!("{HEAD}\n[[round]]\nfirst = \"A\"\nmoves = [\n]\n"));
    for line in 1..=lines {
        log = log.changed(|log| log.add_line(1, &format!("l{line}"))).expect("added");
    }
    log
}

#[test]
fn plain_lines_leave_plain_corrections() {
    let log = simple(3);
    let (undone, taken) = log.undo(2, now()).expect("undone");
    assert_eq!(
        lines(&taken).iter().map(|line| (line.place, line.text.as_str())).collect::<Vec<_>>(),
        [(LineRef::new(1, 3), "l3"), (LineRef::new(1, 2), "l2")]
    );
    assert!(undone.corrections().iter().all(|correction| correction.comment.is_none()));
    assert!(undone.text().ends_with(
        "moves = [\n  \"l1\",\n]\n\n[[correction]]\nat = \"1.3\"\nwas = \"l3\"\nby = \"undo\"\nend = \"1.1\"\nwhen = 2026-11-20T19:42:11.123456Z\n\
         \n[[correction]]\nat = \"1.2\"\nwas = \"l2\"\nby = \"undo\"\nend = \"1.1\"\nwhen = 2026-11-20T19:42:11.123456Z\n"
    ));
    let (redone, brought) = undone.redo(now()).expect("redone");
    assert_eq!(lines(&brought).iter().map(|line| line.place).collect::<Vec<_>>(), [LineRef::new(1, 2), LineRef::new(1, 3)]);
    assert!(redone.text().starts_with(log.text()));
    assert_eq!(redone.redo(now()).err(), Some(ChangeError::NothingToRedo));
}

#[test]
fn an_empty_round_is_a_step_of_its_own() {
    let two = simple(1)
        .changed(|log| {
            log.begin_round("B");
            Ok(())
        })
        .expect("begun");
    let (undone, taken) = two.undo(1, now()).expect("undone");
    assert_eq!(lines(&taken), [NumberedLine { place: LineRef::new(2, 0), text: "B".into() }]);
    assert_eq!(undone.end(), LineRef::new(1, 1));
    assert!(forth(&undone).text().starts_with(two.text()));
    assert!(forth(&back(&two, 2)).text().starts_with(two.text()));
}

/// Every line, rule and tally, and the comments.
fn said(log: &Log) -> (Vec<String>, Vec<String>) {
    let rules = log.rules().iter().map(|entry| format!("{} = {}", entry.key, entry.value.to_toml()));
    let rounds = log.rounds().iter().flat_map(|round| {
        let lines = round.lines.iter().map(|line| line.text.to_string());
        lines.chain(round.tally.iter().flatten().map(|part| format!("tally {}", part.as_str()))).collect::<Vec<_>>()
    });
    let written = canonical(log);
    let text = without_corrections(&written);
    let mut comments: Vec<String> = text.lines().filter_map(|line| Some(line[line.find('#')?..].trim_end().to_owned())).collect();
    comments.sort_unstable();
    (rules.chain(rounds).collect(), comments)
}

#[test]
fn comments_written_since_a_change_stay_when_it_is_taken_back() {
    let mut correction = Correction::new(CorrectionTarget::Line(LineRef::new(1, 2)), Some("b".into()), None, now());
    let done = with("[[round]]\nfirst = \"A\"\nmoves = [\n  'a',\n  # over b\n  'b', # on b\n]\n").changed(|log| {
        log.apply(&mut correction)?;
        log.add_corrections([correction]);
        Ok(())
    });
    let written = log(done.expect("deleted").text().replacen("# over b", "# over b, once", 1));
    let undone = back(&written, 1);
    assert_eq!(undone.line(LineRef::new(1, 2)).map(|line| line.text.as_str()), Some("b"));
    assert!(undone.text().contains("# over b, once"), "{}", undone.text());
}

#[test]
fn a_tally_is_taken_back_with_the_round_it_began() {
    let scores = "kept = \"scores\"\n[[round]]\nfirst = \"A\"\ntally = [\"A: 1\"]\n";
    let log = log(format!("{HEAD}{scores}"))
        .changed(|log| {
            log.begin_round("A");
            Ok(())
        })
        .and_then(|log| log.changed(|log| log.set_tally(2, &["A: 2"])))
        .expect("two rounds");
    let (undone, changes) = log.undo(1, now()).expect("undone");
    assert_eq!((undone.rounds().len(), changes[0].corrections.len()), (1, 2));
    let (redone, changes) = undone.redo(now()).expect("redone");
    assert_eq!((said(&redone), changes.len()), (said(&log), 1));
    let both = back(&log, 2);
    assert_eq!((both.rounds().len(), both.rounds()[0].tally.is_some()), (1, false));
    assert_eq!(both.undo(1, now()).err(), Some(ChangeError::TooFew { asked: 1, there: 0 }));
    assert_eq!(said(&forth(&both)), said(&log));
}

#[test]
fn a_correction_that_does_not_say_where_the_log_ended_is_passed_over() {
    let written = "[[correction]]\nat = \"1.1\"\nwas = \"x\"\nnow = \"a\"\nwhen = 2026-11-20T19:42:11Z\n";
    let log = with(&format!("{ROUND}{written}"));
    let undone = back(&log, 2);
    assert_eq!(undone.end(), LineRef::new(1, 0), "recorded lines alone");
    assert_eq!(said(&forth(&undone)), said(&log));
}

#[test]
fn what_a_correction_cannot_say_is_refused() {
    let correction = |key: &str| {
        let text = format!("{HEAD}[[correction]]\nat = \"1.1\"\nwhen = 2026-11-20T19:42:11Z\n{key}\n");
        Log::parse(text).map(|log| (log.corrections()[0].by, log.corrections()[0].end.clone())).map_err(|error| error.message)
    };
    assert_eq!(correction("by = \"undo\"\nend = \"2.tally\""), Ok((Some(UndoRedo::Undo), Some(CorrectionTarget::Tally(2)))));
    assert_eq!(
        correction("by = \"redo\"\nend = \"1.0\""),
        Ok((Some(UndoRedo::Redo), Some(CorrectionTarget::Line(LineRef::new(1, 0)))))
    );
    assert!(correction("by = \"me\"").is_err_and(|message| message.contains("`by`")));
    assert!(correction("end = \"rules.x\"").is_err_and(|message| message.contains("`end`")));
    for comment in ["\"\"", "\"no sign\"", "\"# x\\nplace = 1\""] {
        assert!(correction(&format!("comment = {comment}")).is_err_and(|message| message.contains("`comment`")), "{comment}");
    }
}

const ROUND: &str = "[[round]]\nfirst = \"A\"\nmoves = [\"a\", \"b\"]\n";

/// A log of these rounds.
fn with(rounds: &str) -> Log {
    log(format!("{HEAD}{rounds}"))
}

#[test]
fn the_lines_to_take_back_are_counted_as_they_are_taken_back() {
    let few = |log: &Log, asked| log.undo(asked, Timestamp::UNIX_EPOCH).err();
    let empty = "[[round]]\nfirst = \"A\"\nmoves = []\n";
    // A round without lines is a step of its own, but for the first, which stays.
    for (rounds, lines) in [
        (String::new(), 0),
        (empty.to_owned(), 0),
        (ROUND.to_owned(), 2),
        (format!("{ROUND}{empty}"), 3),
        (format!("{ROUND}{empty}{ROUND}"), 5),
        (format!("{empty}{empty}{empty}"), 2),
    ] {
        let log = with(&rounds);
        assert_eq!(few(&log, lines + 1), Some(ChangeError::TooFew { asked: lines + 1, there: lines }), "{rounds}");
        assert_eq!(few(&log, u32::MAX), Some(ChangeError::TooFew { asked: u32::MAX, there: lines }), "{rounds}");
        let (shorter, taken) = log.undo(lines, Timestamp::UNIX_EPOCH).expect("that many");
        assert_eq!((taken.len(), shorter.end().line), (lines as usize, 0), "{rounds}");
    }
    // And a tally is one, which goes before its lines.
    let tallied = with(&format!("{ROUND}tally = [\"A: 1\"]\n{empty}{ROUND}"));
    assert_eq!(few(&tallied, 7), Some(ChangeError::TooFew { asked: 7, there: 6 }));
    let (shorter, _) = tallied.undo(4, Timestamp::UNIX_EPOCH).expect("all up to the tally");
    assert_eq!((shorter.end(), shorter.rounds()[0].tally.is_some()), (LineRef::new(1, 2), false));
}

#[test]
fn a_moment_that_is_taken_is_passed_over() {
    let moment = |micros| Timestamp::from_microsecond(micros).expect("a moment");
    let correction = |micros| Correction::new(CorrectionTarget::Line(LineRef::new(1, 1)), None, None, moment(micros));
    let log = super::keeping(&with(ROUND), [7, 5, 8, 6, 8].map(correction));
    assert_eq!([4, 5, 8, 9].map(|when| log.free_timestamp(moment(when))), [4, 9, 9, 9].map(moment));
}

#[test]
fn a_count_of_lines_is_said_in_words() {
    let said = |rounds: &str, asked| {
        with(rounds).undo(asked, Timestamp::UNIX_EPOCH).err().map(|nothing| nothing.to_string()).unwrap_or_default()
    };
    let one = "[[round]]\nfirst = \"A\"\nmoves = [\"a\"]\n";
    assert!(said("", 1).starts_with("there is nothing to take back"), "{}", said("", 1));
    assert!(said(one, 2).ends_with("the log has one"), "{}", said(one, 2));
    assert!(said(ROUND, 3).ends_with("the log has 2"), "{}", said(ROUND, 3));
}

#[test]
fn redo_restores_lines_among_corrections_and_other_tables() {
    let round = "[[round]]\nfirst = 'A'\nmoves = ['a', # b\n \"c\" ]";
    let correction = "\n[[correction]]\nat = \"1.9\"\nnow = 'q'\nwhen = 2020-01-01T00:00:00Z";
    let rules = "\n[rules]\nx = 1 # y\n";
    for text in [
        format!("{round}{correction}"),
        format!("{round}{correction}\n# behind\n{correction}\n\n"),
        format!("{round}{rules}"),
        format!("{round}{rules}{correction}"),
        format!("{correction}\n{round}"),
        format!("{correction}\n{round}").replace('\n', "\r\n"),
    ] {
        let log = with(&text);
        assert_eq!(said(&forth(&back(&log, 2))), said(&log));
        assert_eq!(said(&forth(&forth(&back(&back(&log, 1), 1)))), said(&log));
    }
}
