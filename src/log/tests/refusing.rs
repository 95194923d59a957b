//! What is refused, and which of several mistakes is named.

use jiff::Timestamp;

use super::super::{Correction, Log, NothingToUndo, Place, Spot};

const HEAD: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n";
const ROUND: &str = "[[round]]\nfirst = \"A\"\nmoves = [\"a\", \"b\"]\n";

fn log(rounds: &str) -> Log {
    Log::parse(format!("{HEAD}{rounds}")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_lines_to_take_back_are_counted_as_they_are_taken_back() {
    let few = |log: &Log, asked| log.take_back(asked, Timestamp::UNIX_EPOCH).err();
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
        let log = log(&rounds);
        assert_eq!(few(&log, lines + 1), Some(NothingToUndo::Few { asked: lines + 1, lines }), "{rounds}");
        assert_eq!(few(&log, u32::MAX), Some(NothingToUndo::Few { asked: u32::MAX, lines }), "{rounds}");
        let (shorter, taken) = log.take_back(lines, Timestamp::UNIX_EPOCH).expect("that many");
        assert_eq!((taken.len(), shorter.end().line), (lines as usize, 0), "{rounds}");
    }
    let tallied = log(&format!("{ROUND}tally = [\"A: 1\"]\n{empty}{ROUND}"));
    assert_eq!(few(&tallied, 4), Some(NothingToUndo::Tally { round: 1 }));
    let (shorter, _) = tallied.take_back(3, Timestamp::UNIX_EPOCH).expect("all after the tally");
    assert_eq!(shorter.end(), Place::new(1, 2));
    assert_eq!(few(&shorter, 1), Some(NothingToUndo::Tally { round: 1 }));
    let open = shorter.delete_tally(1).expect("taken out");
    assert_eq!(few(&open, 3), Some(NothingToUndo::Few { asked: 3, lines: 2 }));
}

#[test]
fn the_first_mistake_is_named_whatever_key_it_stands_at() {
    let line = |text: &str| Log::parse(format!("{HEAD}{text}")).expect_err("mistakes").line - 3;
    assert_eq!(line("[[round]]\nmoves = [\"\"]\nfirst = 1\n"), 2);
    assert_eq!(line("[[round]]\ntally = [1]\nmoves = [2]\nfirst = 3\n"), 2);
    assert_eq!(line("[[round]]\nfirst = \"A\"\ntally = 1\nmoves = [\"\"]\n"), 3);
    assert_eq!(line("[[round]]\nzeroth = 1\nfirst = 2\n"), 2);
    assert_eq!(line("[[correction]]\nwhen = 1\nwas = 2\nat = 3\n"), 2);
    assert_eq!(line("[rules]\nz = 1.5\na = 2.5\n"), 2);
    assert_eq!(line("[deck]\nd = {\n  z = 1.5,\n  a = 2.5 }\n"), 3);
}

#[test]
fn a_moment_that_is_taken_is_passed_over() {
    let moment = |micros| Timestamp::from_microsecond(micros).expect("a moment");
    let correction = |micros| Correction::new(Spot::Line(Place::new(1, 1)), None, None, moment(micros));
    let log = log(ROUND).add_corrections(&[7, 5, 8, 6, 8].map(correction)).expect("written");
    assert_eq!([4, 5, 8, 9].map(|when| log.free_moment(moment(when))), [4, 9, 9, 9].map(moment));
}

#[test]
fn what_cannot_be_seen_is_shown_as_a_mark() {
    let error = Log::parse(format!("{HEAD}title = 7 # \u{202e}\u{7}x\n")).expect_err("a number").to_string();
    assert!(error.contains("\u{fffd}\u{fffd}x") && !error.contains('\u{202e}') && !error.contains('\u{7}'), "{error}");
}

#[test]
fn what_is_missing_is_asked_for_by_example() {
    for (text, example) in [
        ("fowlplay = 1\nplayers = [\"A\"]\n", "game = \"emu-ranchers\""),
        ("fowlplay = 1\ngame = \"g\"\n", "players = [\"Ada\", \"Bo\"]"),
        (&format!("{HEAD}[[round]]\nmoves = []\n"), "first = \"Ada\""),
        (&format!("{HEAD}[[correction]]\nwhen = 2026-11-20T19:42:11Z\n"), "at = \"1.4\""),
        (&format!("{HEAD}[[correction]]\nat = \"1.1\"\n"), "when = 2026-11-20T19:42:11.123456Z"),
    ] {
        let error = Log::parse(text).expect_err("not whole");
        assert_eq!(error.expected, format!("expected a line like: {example}"), "{text}");
    }
}

#[test]
fn a_count_of_lines_is_said_in_words() {
    let said = |rounds: &str, asked| {
        log(rounds).take_back(asked, Timestamp::UNIX_EPOCH).err().map(|nothing| nothing.to_string()).unwrap_or_default()
    };
    let one = "[[round]]\nfirst = \"A\"\nmoves = [\"a\"]\n";
    assert!(said("", 1).starts_with("there is nothing to take back"), "{}", said("", 1));
    assert!(said(one, 2).ends_with("the log has one"), "{}", said(one, 2));
    assert!(said(ROUND, 3).ends_with("the log has 2"), "{}", said(ROUND, 3));
}
