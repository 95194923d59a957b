//! Changing lines, rounds, tallies, table rules and the head.

use super::with;
use fowlplay::log::{ChangeError, CorrectionTarget, HeadKey, LineRef, Log, Model};

const HEAD: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n\n[[round]]\nfirst = \"A\"\n";

fn log(moves: &str) -> Log {
    Log::parse(format!("{HEAD}{moves}")).unwrap_or_else(|error| panic!("{error}"))
}

fn tail(log: &Log) -> &str {
    &log.text()[HEAD.len()..]
}

#[test]
fn a_line_is_added_inserted_replaced_and_deleted() {
    for moves in ["", "moves = []\n", "moves = [\n]\n"] {
        let added = log(moves).changed(|log| log.add_line(1, "z")).expect("added");
        assert_eq!(tail(&added), "moves = [\n  \"z\",\n]\n", "{moves}");
    }
    let listed = log("moves = [\"a\", 'b', \"c\" ]\n");
    let of = |lines: &str| format!("moves = [\n  {},\n]\n", lines.replace(' ', ",\n  "));
    let at = |line| LineRef::new(1, line);
    let inserted = |line| listed.changed(|log| log.insert_line(at(line), "z")).expect("inserted");
    assert_eq!(tail(&inserted(1)), of("\"z\" \"a\" 'b' \"c\""));
    assert_eq!(tail(&inserted(4)), of("\"a\" 'b' \"c\" \"z\""));
    let replaced = listed.changed(|log| log.replace_line(at(2), "z\"")).expect("replaced");
    assert_eq!(tail(&replaced), of("\"a\" \"z\\\"\" \"c\""));
    for (line, left) in [(1, "'b' \"c\""), (2, "\"a\" \"c\""), (3, "\"a\" 'b'")] {
        assert_eq!(tail(&with(&listed, CorrectionTarget::Line(at(line)), Some("x"), None).expect("deleted")), of(left));
    }
}

#[test]
fn places_that_are_not_there_are_refused() {
    let listed = log("moves = [\"a\"]\n");
    assert_eq!(listed.changed(|log| log.add_line(2, "z")).err(), Some(ChangeError::NoRound { round: 2, rounds: 1 }));
    for line in [0, 2, 3] {
        let place = LineRef::new(1, line);
        let deleted = with(&listed, CorrectionTarget::Line(place), Some("a"), None);
        assert_eq!(deleted.err(), Some(ChangeError::NoLine { place, lines: 1 }));
    }
    assert_eq!(with(&listed, CorrectionTarget::Tally(1), Some("A: 1"), None).err(), Some(ChangeError::NoTally(1)));
    let refused = listed.changed(|log| log.add_line(1, "A: ;")).expect_err("no step");
    assert!(matches!(refused, ChangeError::ParseError(_)));
    let told = "the log could not be read then: a step is missing here; expected a step; `;` stands only between two steps";
    assert_eq!(refused.to_string(), told);
}

#[test]
fn a_round_without_lines_is_put_in_before_another_and_taken_out() {
    let two = log("moves = [\"a\"]\n\n# the second\n[[round]]\nfirst = \"B\"\nmoves = [\"b\"]\n");
    let at = CorrectionTarget::Line(LineRef::new(2, 0));
    let three = with(&two, at.clone(), None, Some("A")).expect("put in");
    let firsts = |log: &Log| log.rounds().iter().map(|round| round.first.to_string()).collect::<Vec<_>>();
    assert_eq!(firsts(&three)[1..], ["A", "B"], "{}", three.text());
    assert_eq!(three.line(LineRef::new(3, 1)).map(|line| line.text.to_string()).as_deref(), Some("b"));
    let two_again = with(&three, at, Some("A"), None).expect("taken out");
    assert_eq!(firsts(&two_again), firsts(&two));
    assert!(two_again.text().contains("# the second\n[[round]]\nfirst = \"B\""), "{}", two_again.text());
}

#[test]
fn rounds_begin_before_the_corrections_at_the_end() {
    let begin_round = |log: &mut Model| {
        log.begin_round("B");
        Ok(())
    };
    let correction = "\n[[correction]]\nat = \"1.1\"\nwhen = 2026-01-01T00:00:00Z\n";
    for behind in ["", correction] {
        let begun = log(&format!("moves = []\n{behind}")).changed(begin_round).expect("begun");
        assert_eq!(tail(&begun), format!("moves = [\n]\n\n[[round]]\nfirst = \"B\"\nmoves = [\n]\n{behind}"));
    }
}

#[test]
fn line_endings_and_a_byte_order_mark_stay() {
    let text = format!("\u{feff}{HEAD}moves = [\n  \"a\",\n]\n").replace('\n', "\r\n");
    let log = Log::parse(text).expect("a log").changed(|log| {
        log.begin_round("B");
        log.add_line(2, "y")?;
        log.set_tally(2, &["A: 1"])
    });
    let log = log.expect("changed");
    assert!(log.text().starts_with('\u{feff}'));
    assert!(!log.text().replace("\r\n", "").contains(['\r', '\n']));
    assert_eq!(log.rounds()[1].tally.as_ref().map(Vec::len), Some(1));
}

#[test]
fn a_tally_comes_and_goes() {
    let listed = log("moves = [\n  \"a\",\n] # c\n");
    let tallied = listed.changed(|log| log.set_tally(1, &["A: 1", "B: 2"])).expect("tallied");
    assert_eq!(tail(&tallied), "moves = [\n  \"a\",\n] # c\ntally = [\n  \"A: 1\",\n  \"B: 2\",\n]\n");
    let again = tallied.changed(|log| log.set_tally(1, &["A: 3"])).expect("tallied");
    assert_eq!(tail(&again), "moves = [\n  \"a\",\n] # c\ntally = [\n  \"A: 3\",\n]\n");
    assert_eq!(with(&again, CorrectionTarget::Tally(1), Some("A: 3"), None).expect("gone").text(), listed.text());
}

#[test]
fn rules_are_set_and_removed_however_they_are_written() {
    let rule = |key: &str| CorrectionTarget::Rule(key.to_owned());
    let set = with(&log(""), rule("a b"), None, Some("1")).expect("set");
    assert!(set.text().contains("players = [\"A\"]\n\n[rules]\n\"a b\" = 1\n\n[[round]]"), "{}", set.text());
    for (rules, written) in [
        ("[rules]\nx = 0 # c\n", "x = 0 # c\n"),
        ("[rules]\n", ""),
        ("rules = { x = 0 }\n", "x = 0\n"),
        ("rules = {}\n", ""),
        ("rules.x = 0\n", "x = 0\n"),
    ] {
        let log = Log::parse(HEAD.replace("\n[[round]]", &format!("{rules}\n[[round]]"))).expect(rules);
        let set = with(&log, rule("y"), None, Some("1")).expect(rules);
        assert_eq!(set.text(), HEAD.replace("[[round]]", &format!("[rules]\n{written}y = 1\n\n[[round]]")));
        let flag = with(&set, rule("y"), Some("1"), Some("true")).expect(rules);
        assert_eq!(flag.text_at(&rule("y")).as_deref(), Some("true"));
        let removed = with(&set, rule("y"), Some("1"), None).expect(rules);
        assert_eq!(removed.rules().len(), log.rules().len());
        assert!(matches!(with(&removed, rule("y"), Some("1"), None), Err(ChangeError::NoRule(_))));
    }
}

#[test]
fn values_are_written_on_one_line() {
    let deck = "[deck]\neggs = [\n  -6,\n  'a\"b',\n  { crow = 2, 'a b' = 0x1 }\n]\n";
    let log = Log::parse(format!("fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n\n{deck}")).expect("a log");
    assert_eq!(log.deck()[0].value.to_toml(), "[-6, \"a\\\"b\", { crow = 2, \"a b\" = 1 }]");
    let written = log.changed(|_| Ok(())).expect("written");
    assert!(written.text().ends_with("\n[deck]\neggs = [-6, 'a\"b', { crow = 2, 'a b' = 0x1 }]\n"), "{}", written.text());
}

#[test]
fn a_key_of_the_head_is_set_in_its_place_and_taken_out_again() {
    let text = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\ndate = 2026-11-20 # a Friday\nnotes = \"n\"\n";
    let log = Log::parse(text).expect("a log");
    let place = CorrectionTarget::Head(HeadKey::Place);
    let placed = with(&log, place.clone(), None, Some("Bo's \"den\"")).expect("set");
    assert_eq!(placed.text(), text.replace("notes", "place = \"Bo's \\\"den\\\"\"\nnotes"));
    assert_eq!(placed.head(HeadKey::Place).as_deref(), Some("Bo's \"den\""));
    let moved = with(&placed, place.clone(), Some("Bo's \"den\""), Some("x")).expect("set");
    assert_eq!(moved.text(), text.replace("notes", "place = \"x\"\nnotes"));
    assert_eq!(with(&moved, place, Some("x"), None).expect("out").text(), text);
    let date = || CorrectionTarget::Head(HeadKey::Date);
    let later = with(&log, date(), Some("2026-11-20"), Some("2026-11-21")).expect("set");
    assert_eq!(later.text(), text.replace("20 # a", "21 # a"));
    let never = with(&log, date(), Some("2026-11-20"), None).expect("out");
    assert_eq!(never.text(), text.replace("date = 2026-11-20 # a Friday\n", ""));
    assert!(with(&log, date(), Some("2026-11-20"), Some("2026-11-20\nx = 1")).is_err());
    assert_eq!(with(&log, CorrectionTarget::Seats, Some("A"), Some("B")).expect("seated").text(), text.replace("\"A\"", "\"B\""));
}
