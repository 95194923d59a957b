//! Undo and redo over hand-made layouts.

use jiff::Timestamp;
use proptest::prelude::*;

use fowlplay::log::{ChangeError, Correction, Log, Place, Spot};

const HEAD: &str = "fowlplay = 1 # x\ngame = \"g\"\nplayers = [\"A\"]\n";

fn log(text: impl Into<String>) -> Log {
    let text = text.into();
    Log::parse(text.clone()).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn now() -> Timestamp {
    "2026-11-20T19:42:11.123456Z".parse().expect("a moment")
}

/// The text without its corrections.
fn without_corrections(log: &Log) -> String {
    let mut text = log.text().to_owned();
    for correction in log.corrections().iter().rev() {
        text.replace_range(blank_end(&text[..correction.span.start])..correction.span.end, "");
    }
    text.truncate(blank_end(&text));
    text
}

fn back(log: &Log, n: u32) -> Log {
    log.take_back(n, now()).unwrap_or_else(|error| panic!("{}\n{error}", log.text())).0
}

fn forth(log: &Log) -> Log {
    log.bring_back(now()).unwrap_or_else(|error| panic!("{}\n{error}", log.text())).0
}

fn simple(lines: u32) -> Log {
    let mut log = log(format!("{HEAD}\n[[round]]\nfirst = \"A\"\nmoves = [\n]\n"));
    for line in 1..=lines {
        log = log.add_line(1, &format!("l{line}")).expect("added");
    }
    log
}

#[test]
fn plain_lines_leave_plain_corrections() {
    let log = simple(3);
    let (undone, taken) = log.take_back(2, now()).expect("undone");
    assert_eq!(
        taken.iter().map(|line| (line.place, line.text.as_str())).collect::<Vec<_>>(),
        [(Place::new(1, 3), "l3"), (Place::new(1, 2), "l2")]
    );
    assert!(undone.corrections().iter().all(|correction| correction.source.is_none()));
    assert!(undone.text().ends_with(
        "moves = [\n  \"l1\",\n]\n\n[[correction]]\nat = \"1.3\"\nwas = \"l3\"\nwhen = 2026-11-20T19:42:11.123456Z\n\
         \n[[correction]]\nat = \"1.2\"\nwas = \"l2\"\nwhen = 2026-11-20T19:42:11.123456Z\n"
    ));
    let (redone, brought) = undone.bring_back(now()).expect("redone");
    assert_eq!(brought.iter().map(|line| line.place).collect::<Vec<_>>(), [Place::new(1, 2), Place::new(1, 3)]);
    assert!(redone.text().starts_with(log.text()));
    assert_eq!(redone.bring_back(now()).err(), Some(ChangeError::NothingTakenBack));
}

#[test]
fn comments_stay_where_they_are() {
    let text = format!(
        "{HEAD}\n[[round]]\nfirst = \"A\"\nmoves = [\n  'a', # on a\n  # over b\n  'b' # on b\n  # at the end\n]\n\n# over 2\n[[round]]\nfirst = \"A\"\nmoves = ['c'] # on c\n# the end"
    );
    let log = log(text.clone());
    let undone = back(&log, 2);
    let moves = "moves = [\n  'a', # on a\n  # over b\n  # at the end\n]\n\n# over 2\n# the end\n\n[[correction]]";
    assert!(undone.text().contains(moves), "{}", undone.text());
    assert_eq!(undone.corrections()[0].after, Some(Place::new(1, 2)));
    assert!(forth(&undone).text().starts_with(&text));
}

#[test]
fn undos_are_brought_back_one_by_one() {
    let log = simple(4);
    let undone = back(&back(&log, 1), 2);
    let half = forth(&undone);
    assert_eq!(half.end(), Place::new(1, 3));
    let whole = forth(&half);
    assert!(whole.text().starts_with(log.text()));
    assert!(forth(&back(&whole, 3)).text().starts_with(log.text()), "and again");
}

#[test]
fn nothing_comes_back_after_something_was_recorded_or_changed() {
    let undone = back(&simple(4), 2);
    let refused = |log: &Log| assert_eq!(log.bring_back(now()).err(), Some(ChangeError::NothingTakenBack));
    refused(&undone.add_line(1, "new").expect("added"));
    let amended = undone.replace_line(Place::new(1, 1), "x").expect("amended");
    let correction = |at, was: Option<&str>, now_: Option<&str>| {
        Correction::new(at, was.map(Into::into), now_.map(Into::into), "2026-11-21T00:00:00Z".parse().expect("a moment"))
    };
    let line = |line| Spot::Line(Place::new(1, line));
    refused(&amended.add_corrections(&[correction(line(1), Some("l1"), Some("x"))]).expect("kept"));
    refused(&undone.add_corrections(&[correction(Spot::Rule("x".into()), None, Some("1"))]).expect("kept"));
    refused(&undone.add_corrections(&[correction(Spot::Tally(1), Some("1"), None)]).expect("kept"));
    let deleted = undone.delete_line(Place::new(1, 1)).expect("deleted");
    refused(&deleted.add_corrections(&[correction(line(1), Some("l1"), None)]).expect("kept"));
    refused(&undone.set_tally(1, &["A: 1"]).expect("tallied"));

    // Recorded and undone: only the later undo comes back.
    let later = back(&undone.add_line(1, "new").expect("added"), 1);
    let redone = forth(&later);
    assert_eq!(redone.line(redone.end()).map(|line| line.text.as_str()), Some("new"));
    refused(&redone);
}

#[test]
fn only_what_stood_right_behind_the_end_stands_ready_to_come_back() {
    let undone = back(&simple(2), 1);
    assert!(undone.can_bring_back() && !simple(2).can_bring_back());
    assert!(!undone.add_line(1, "new").expect("added").can_bring_back(), "something stands there now");
    assert!(!undone.set_tally(1, &["A: 1"]).expect("tallied").can_bring_back(), "the round is counted");
    let two = simple(1).begin_round("B").and_then(|log| log.add_line(2, "x")).expect("two rounds");
    let empty = back(&two, 1);
    assert!(empty.can_bring_back() && back(&two, 2).can_bring_back());
    assert!(!back(&two, 2).begin_round("A").expect("begun").can_bring_back(), "another round has begun");
}

#[test]
fn a_round_that_was_taken_back_comes_behind_the_one_before() {
    let log = |rounds: &str, at: &str| {
        let head = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n";
        let correction = format!("[[correction]]\nat = \"{at}\"\nwas = \"x\"\nwhen = 2026-11-20T19:42:11Z\n");
        Log::parse(format!("{head}{rounds}{correction}")).expect("a log")
    };
    let round = "[[round]]\nfirst = \"A\"\nmoves = [\"a\"]\n";
    assert!(log(round, "2.1").can_bring_back() && log(round, "2.0").can_bring_back());
    assert!(!log(round, "3.1").can_bring_back() && !log(&round.repeat(3), "2.1").can_bring_back());
    assert!(log(round, "1.2").can_bring_back() && !log(round, "1.3").can_bring_back());
}

#[test]
fn a_round_does_not_come_back_behind_a_new_line() {
    let two = simple(1).begin_round("B").and_then(|log| log.add_line(2, "x")).expect("two rounds");
    let undone = back(&two, 1);
    assert_eq!(undone.rounds().len(), 1);
    assert!(undone.add_line(1, "note new").expect("added").bring_back(now()).is_err());
    assert!(forth(&undone).text().starts_with(two.text()));
}

#[test]
fn an_empty_round_is_a_step_of_its_own() {
    let two = simple(1).begin_round("B").expect("begun");
    let (undone, taken) = two.take_back(1, now()).expect("undone");
    assert_eq!((taken[0].place, taken[0].text.as_str()), (Place::new(2, 0), "B"));
    assert_eq!(undone.end(), Place::new(1, 1));
    assert!(forth(&undone).text().starts_with(two.text()));
    assert!(forth(&back(&two, 2)).text().starts_with(two.text()));
}

#[test]
fn more_than_there_is_and_tallies_are_refused() {
    let log = simple(2);
    assert_eq!(log.take_back(3, now()).err(), Some(ChangeError::FewLines { asked: 3, lines: 2 }));
    assert_eq!(back(&log, 2).end(), Place::new(1, 0));
    let tallied = log.set_tally(1, &["A: 1"]).expect("tallied");
    assert_eq!(tallied.take_back(1, now()).err(), Some(ChangeError::EndsInTally(1)));
}

#[test]
fn a_kept_source_that_no_longer_fits_is_no_matter() {
    let text = format!("{HEAD}[[round]]\nfirst = \"A\"\nmoves = ['a', 'b',\n# c\n]\n");
    let undone = back(&log(text), 1);
    for source in ["", "[", "'x'", "\\n", "'b', # ", "\\n  'b', 'c',\\n# c\\n"] {
        let start = undone.text().find("source = ").expect("kept");
        let end = start + undone.text()[start..].find('\n').expect("a line");
        let edited = format!("{}source = \"{source}\"{}", &undone.text()[..start], &undone.text()[end..]);
        let redone = forth(&log(edited));
        assert_eq!(redone.rounds()[0].lines.len(), 2);
        assert_eq!(redone.rounds()[0].lines[1].text.as_str(), "b");
    }
}

const ROUND: &str = "[[round]]\nfirst = \"A\"\nmoves = [\"a\", \"b\"]\n";

/// A log of these rounds.
fn with(rounds: &str) -> Log {
    log(format!("{HEAD}{rounds}"))
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
        let log = with(&rounds);
        assert_eq!(few(&log, lines + 1), Some(ChangeError::FewLines { asked: lines + 1, lines }), "{rounds}");
        assert_eq!(few(&log, u32::MAX), Some(ChangeError::FewLines { asked: u32::MAX, lines }), "{rounds}");
        let (shorter, taken) = log.take_back(lines, Timestamp::UNIX_EPOCH).expect("that many");
        assert_eq!((taken.len(), shorter.end().line), (lines as usize, 0), "{rounds}");
    }
    let tallied = with(&format!("{ROUND}tally = [\"A: 1\"]\n{empty}{ROUND}"));
    assert_eq!(few(&tallied, 4), Some(ChangeError::EndsInTally(1)));
    let (shorter, _) = tallied.take_back(3, Timestamp::UNIX_EPOCH).expect("all after the tally");
    assert_eq!(shorter.end(), Place::new(1, 2));
    assert_eq!(few(&shorter, 1), Some(ChangeError::EndsInTally(1)));
    let open = shorter.delete_tally(1).expect("taken out");
    assert_eq!(few(&open, 3), Some(ChangeError::FewLines { asked: 3, lines: 2 }));
}

#[test]
fn a_moment_that_is_taken_is_passed_over() {
    let moment = |micros| Timestamp::from_microsecond(micros).expect("a moment");
    let correction = |micros| Correction::new(Spot::Line(Place::new(1, 1)), None, None, moment(micros));
    let log = with(ROUND).add_corrections(&[7, 5, 8, 6, 8].map(correction)).expect("written");
    assert_eq!([4, 5, 8, 9].map(|when| log.free_moment(moment(when))), [4, 9, 9, 9].map(moment));
}

#[test]
fn a_count_of_lines_is_said_in_words() {
    let said = |rounds: &str, asked| {
        with(rounds).take_back(asked, Timestamp::UNIX_EPOCH).err().map(|nothing| nothing.to_string()).unwrap_or_default()
    };
    let one = "[[round]]\nfirst = \"A\"\nmoves = [\"a\"]\n";
    assert!(said("", 1).starts_with("there is nothing to take back"), "{}", said("", 1));
    assert!(said(one, 2).ends_with("the log has one"), "{}", said(one, 2));
    assert!(said(ROUND, 3).ends_with("the log has 2"), "{}", said(ROUND, 3));
}

/// A list of moves as somebody might write it.
fn moves(lines: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let gap = prop_oneof![
        6 => Just("\n  "), 3 => Just(" "), 2 => Just(""), 1 => Just("\n\t# own ; ! \" line\n   "), 2 => Just(" # behind ]\n "),
        1 => Just("\n\n"), 1 => Just("\n# a\n\n # b\n"), 1 => Just("\n"),
    ];
    let item = prop_oneof![
        Just("\"A: x\""),
        Just("'A: y; z'"),
        Just("\"\"\"\nA: note q\n\"\"\""),
        Just("'''note , # ]'''"),
        Just("\"\\u00e9 \\\"\"")
    ];
    let items = prop::collection::vec((gap.clone(), item, gap.clone()), lines);
    (items, any::<bool>(), gap).prop_map(|(items, comma, last)| {
        let mut text = "[".to_owned();
        let count = items.len();
        for (index, (before, item, after)) in items.into_iter().enumerate() {
            text.extend([before, item, after]);
            if index + 1 < count || comma {
                text.push(',');
            }
        }
        text + last + "]"
    })
}

fn layout() -> impl Strategy<Value = Log> {
    let between = prop_oneof![
        Just(""),
        Just("\n"),
        Just("\n\n"),
        Just("\n# between\n"),
        Just(" # on it\n\n"),
        Just("\n# a\n\n# b\n"),
        Just("\n \n")
    ];
    let round = (moves(1..4), between.clone(), any::<bool>());
    let rounds = (moves(0..4), prop::collection::vec(round, 0..3));
    (rounds, between, 0u8..6, any::<bool>(), any::<bool>()).prop_map(|((first, rounds), end, extra, crlf, bom)| {
        let mut text = format!("{HEAD}[[round]]\nfirst = 'A'\nmoves = {first}");
        for (moves, between, turned) in rounds {
            text += between;
            text += if turned { "\n  [[ round ]] # r\n" } else { "\n[[round]]\n" };
            let moves = format!("moves = {moves}");
            text += if turned { &moves } else { "first = \"A\"\n\n" };
            text += if turned { "\nfirst = 'A'" } else { &moves };
        }
        text += end;
        let correction = "\n[[correction]]\nat = \"1.9\"\nnow = 'q'\nwhen = 2020-01-01T00:00:00Z";
        match extra {
            0 => text += correction,
            1 => text = text + correction + "\n# behind\n" + correction + "\n\n",
            2 => text += "\n[rules]\nx = 1 # y\n",
            3 => text = text + "\n[rules]\nx = 1 # y\n" + correction,
            4 => text = text.replacen("\n[[round]]", &format!("{correction}\n[[round]]"), 1),
            _ => {}
        }
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        if bom {
            text.insert(0, '\u{feff}');
        }
        log(text)
    })
}

/// How many times the log can be undone.
fn depth(log: &Log) -> u32 {
    log.rounds().iter().map(|round| u32::try_from(round.lines.len()).expect("few")).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn redo_restores_every_byte(log in layout(), n in 1u32..9) {
        let n = n.min(depth(&log));
        if n == 0 {
            return Ok(());
        }
        let undone = back(&log, n);
        prop_assert_eq!(depth(&undone), depth(&log) - n);
        let redone = forth(&undone);
        prop_assert_eq!(without_corrections(&redone), without_corrections(&log));
        if log.corrections().is_empty() {
            prop_assert!(redone.text().starts_with(log.text()));
        }
    }

    #[test]
    fn redo_restores_every_byte_one_by_one(log in layout(), n in 1u32..9) {
        let n = n.min(depth(&log));
        let undone = (0..n).fold(log.clone(), |log, _| back(&log, 1));
        let redone = (0..n).fold(undone, |log, _| forth(&log));
        prop_assert_eq!(without_corrections(&redone), without_corrections(&log));
        prop_assert!(redone.bring_back(now()).is_err());
    }

    #[test]
    fn undo_keeps_the_comments_between_lines(log in layout()) {
                let undone = back(&log, depth(&log));
        let own = |text: &str| text.matches("\n# between").count();
        prop_assert_eq!(own(&without_corrections(&undone)), own(&without_corrections(&log)));
    }

    #[test]
    fn a_change_leaves_the_other_bytes_alone(log in layout(), which in 0u32..12, line in "[a-zé\"\\\\\t]{1,8}") {
        prop_assume!(!line.trim().is_empty());
        let round = log.end().round;
        let count = log.end().line;
        let texts = |log: &Log| log.rounds()[round as usize - 1].lines.iter().map(|line| line.text.to_string()).collect::<Vec<_>>();
        let mut wanted = texts(&log);

        let added = log.add_line(round, &line).expect("added");
        wanted.push(line.clone());
        prop_assert_eq!(texts(&added), wanted.clone());
        prop_assert!(is_within(log.text(), added.text()));
        wanted.pop();

        let at = which % (count + 1);
        let inserted = log.insert_line(Place::new(round, at + 1), &line).expect("inserted");
        wanted.insert(at as usize, line.clone());
        prop_assert_eq!(texts(&inserted), wanted.clone());
        prop_assert!(is_within(log.text(), inserted.text()));
        wanted.remove(at as usize);

        if at < count {
            let place = Place::new(round, at + 1);
            let replaced = log.replace_line(place, &line).expect("replaced");
            wanted[at as usize].clone_from(&line);
            prop_assert_eq!(texts(&replaced), wanted.clone());
            let deleted = log.delete_line(place).expect("deleted");
            wanted.remove(at as usize);
            prop_assert_eq!(texts(&deleted), wanted);
            prop_assert!(is_within(deleted.text(), log.text()));
        }
    }
}

/// Whether `short` is `long` with something left out (for a list without moves: but for its white space).
fn is_within(short: &str, long: &str) -> bool {
    let mut chars = long.chars();
    short.chars().filter(|char| !char.is_whitespace()).all(|wanted| chars.any(|char| char == wanted))
}

/// Where the white space at the end of a text begins.
fn blank_end(text: &str) -> usize {
    text.trim_end_matches([' ', '\t', '\r', '\n']).len()
}
