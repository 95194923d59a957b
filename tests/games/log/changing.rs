//! Changing lines, rounds, tallies, table rules and the head in the text.

use fowlplay::log::{ChangeError, Correction, HeadKey, Log, Place, Spot, Value};

const HEAD: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n\n[[round]]\nfirst = \"A\"\n";

fn log(moves: &str) -> Log {
    Log::parse(format!("{HEAD}{moves}")).unwrap_or_else(|error| panic!("{error}"))
}

fn tail(log: &Log) -> &str {
    &log.text()[HEAD.len()..]
}

#[test]
fn a_line_is_added_in_the_layout_that_is_there() {
    for (before, after) in [
        ("", "moves = [\n  \"z\",\n]\n"),
        ("moves = []\n", "moves = [\n  \"z\",\n]\n"),
        ("moves = [\n]\n", "moves = [\n  \"z\",\n]\n"),
        ("moves = [ # c\n  # d\n]\n", "moves = [ # c\n  # d\n  \"z\",\n]\n"),
        ("moves = [\"a\"]\n", "moves = [\"a\", \"z\"]\n"),
        ("moves = [\"a\", ]\n", "moves = [\"a\", \"z\", ]\n"),
        ("moves = [\n\t'a' # c\n]\n", "moves = [\n\t'a', # c\n\t\"z\",\n]\n"),
        ("moves = [\n  \"a\", # c\n  # d\n]\n", "moves = [\n  \"a\", # c\n  # d\n  \"z\",\n]\n"),
        ("moves = [\n\"a\",\n\"b\"]\n", "moves = [\n\"a\",\n\"b\", \"z\"]\n"),
    ] {
        assert_eq!(tail(&log(before).add_line(1, "z").expect(before)), after, "{before}");
    }
}

#[test]
fn a_line_is_inserted_replaced_and_deleted() {
    let listed = log("moves = [\n  \"a\", # 1\n  'b', # 2\n  \"c\" # 3\n]\n");
    let at = |line| Place::new(1, line);
    assert_eq!(
        tail(&listed.insert_line(at(2), "z").expect("inserted")),
        "moves = [\n  \"a\", # 1\n  \"z\",\n  'b', # 2\n  \"c\" # 3\n]\n"
    );
    assert_eq!(
        tail(&listed.replace_line(at(2), "z\"").expect("replaced")),
        "moves = [\n  \"a\", # 1\n  \"z\\\"\", # 2\n  \"c\" # 3\n]\n"
    );
    assert_eq!(tail(&listed.delete_line(at(2)).expect("deleted")), "moves = [\n  \"a\", # 1\n  \"c\" # 3\n]\n");
    assert_eq!(tail(&listed.delete_line(at(3)).expect("deleted")), "moves = [\n  \"a\", # 1\n  'b', # 2\n]\n");
    for comments in ["  # over b\n", "  # over b\n  # and more\n"] {
        let under = |new: &str| format!("moves = [\n  \"a\", # 1\n{new}{comments}  \"b\",\n]\n");
        assert_eq!(tail(&log(&under("")).insert_line(at(2), "z").expect("inserted")), under("  \"z\",\n"));
    }
    let inline = log("moves = [\"a\", \"b\", \"c\"]\n");
    assert_eq!(tail(&inline.insert_line(at(1), "z").expect("in")), "moves = [\"z\", \"a\", \"b\", \"c\"]\n");
    assert_eq!(tail(&inline.insert_line(at(4), "z").expect("in")), "moves = [\"a\", \"b\", \"c\", \"z\"]\n");
    assert_eq!(tail(&inline.delete_line(at(1)).expect("out")), "moves = [\"b\", \"c\"]\n");
    let noted = log("moves = [\"a\", # of all\n  \"b\"]\n").delete_line(at(1)).expect("out");
    assert_eq!(tail(&noted), "moves = [ # of all\n  \"b\"]\n", "a comment behind a line of several stays");
    assert_eq!(tail(&inline.delete_line(at(2)).expect("out")), "moves = [\"a\", \"c\"]\n");
    assert_eq!(tail(&inline.delete_line(at(3)).expect("out")), "moves = [\"a\", \"b\"]\n");
}

#[test]
fn places_that_are_not_there_are_refused() {
    let listed = log("moves = [\"a\"]\n");
    assert_eq!(listed.add_line(2, "z").err(), Some(ChangeError::NoRound { round: 2, rounds: 1 }));
    for line in [0, 2, 3] {
        let place = Place::new(1, line);
        assert_eq!(listed.delete_line(place).err(), Some(ChangeError::NoLine { place, lines: 1 }));
    }
    assert_eq!(listed.delete_tally(1).err(), Some(ChangeError::NoTally(1)));
    let refused = listed.add_line(1, "A: ;").expect_err("no step");
    assert!(matches!(refused, ChangeError::ParseError(_)));
    let told = "the log could not be read then: a step is missing here; expected a step; `;` stands only between two steps";
    assert_eq!(refused.to_string(), told);
}

#[test]
fn rounds_begin_before_the_corrections_at_the_end() {
    let begun = log("moves = []\n").begin_round("B").expect("begun");
    assert_eq!(tail(&begun), "moves = []\n\n[[round]]\nfirst = \"B\"\nmoves = [\n]\n");
    let correction = "\n[[correction]]\nat = \"1.1\"\nwhen = 2026-01-01T00:00:00Z\n";
    let begun = log(&format!("moves = []\n{correction}")).begin_round("B").expect("begun");
    assert_eq!(tail(&begun), format!("moves = []\n\n[[round]]\nfirst = \"B\"\nmoves = [\n]\n{correction}"));
    let unended = log("moves = []").begin_round("B").expect("begun");
    assert_eq!(tail(&unended), "moves = []\n\n[[round]]\nfirst = \"B\"\nmoves = [\n]\n");
}

#[test]
fn line_endings_and_a_byte_order_mark_stay() {
    let text = format!("\u{feff}{HEAD}moves = [\n  \"a\",\n]\n").replace('\n', "\r\n");
    let log = Log::parse(text).expect("a log");
    let log = log.add_line(1, "z").and_then(|log| log.begin_round("B")).and_then(|log| log.add_line(2, "y"));
    let log = log.and_then(|log| log.set_tally(2, &["A: 1"])).expect("changed");
    assert!(log.text().starts_with('\u{feff}'));
    assert!(!log.text().replace("\r\n", "").contains(['\r', '\n']));
    assert_eq!(log.rounds()[1].tally.as_ref().map(Vec::len), Some(1));
}

#[test]
fn a_tally_comes_and_goes() {
    let listed = log("moves = [\"a\"] # c\n");
    let tallied = listed.set_tally(1, &["A: 1", "B: 2"]).expect("tallied");
    assert_eq!(tail(&tallied), "moves = [\"a\"] # c\ntally = [\n  \"A: 1\",\n  \"B: 2\",\n]\n");
    let again = tallied.set_tally(1, &["A: 3"]).expect("tallied");
    assert_eq!(tail(&again), "moves = [\"a\"] # c\ntally = [\n  \"A: 3\",\n]\n");
    assert_eq!(again.delete_tally(1).expect("gone").text(), listed.text());
}

#[test]
fn rules_are_set_and_removed_however_they_are_written() {
    let one = Value::Whole(1);
    let absent = log("");
    let set = absent.set_rule("a b", &one).expect("set");
    assert!(set.text().contains("players = [\"A\"]\n\n[rules]\n\"a b\" = 1\n\n[[round]]"), "{}", set.text());
    for (rules, with) in [
        ("[rules]\nx = 0 # c\n", "[rules]\nx = 0 # c\ny = 1\n"),
        ("[rules] # c\n", "[rules] # c\ny = 1\n"),
        ("rules = { x = 0 }\n", "rules = { x = 0, y = 1 }\n"),
        ("rules = {}\n", "rules = { y = 1 }\n"),
        ("rules.x = 0\n", "rules.x = 0\nrules.y = 1\n"),
    ] {
        let head = HEAD.replace("\n[[round]]", &format!("{rules}\n[[round]]"));
        let log = Log::parse(head.clone()).expect(rules);
        let set = log.set_rule("y", &one).expect(rules);
        assert_eq!(set.text(), head.replace(rules, with));
        assert_eq!(
            set.set_rule("y", &Value::Flag(true)).expect(rules).rules().last().map(|e| e.value.clone()),
            Some(Value::Flag(true))
        );
        let removed = set.remove_rule("y").expect(rules);
        assert_eq!(removed.rules().len(), log.rules().len());
        assert!(matches!(removed.remove_rule("y"), Err(ChangeError::NoRule(_))));
        if !log.rules().is_empty() {
            assert!(set.remove_rule("x").expect(rules).rules().len() == 1);
        }
    }
}

#[test]
fn a_correction_stands_behind_one_blank_line() {
    let text = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n";
    let correction = Correction::new(Spot::Rule("x".into()), None, Some("1".into()), jiff::Timestamp::UNIX_EPOCH);
    for (ended, between) in [(text.to_owned(), "\n[[correction]]"), (format!("{text}\n"), "[[correction]]")] {
        let log =
            Log::parse(ended.as_str()).expect("a log").add_corrections(&[correction.clone(), correction.clone()]).expect("added");
        let added = log.text().strip_prefix(&ended).unwrap_or_default();
        assert!(added.starts_with(between) && added.matches("\n\n[[correction]]").count() == 1, "{added:?}");
    }
}

#[test]
fn a_table_rule_stands_behind_a_deck_however_that_is_written() {
    let head = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n";
    for (deck, entries) in [("deck.removed = \"GR\"", 1), ("deck = { removed = \"GR\" }", 1), ("deck = {}", 0)] {
        let text = format!("{head}{deck}\n\n[[round]]\nfirst = \"A\"\nmoves = []\n");
        let log = Log::parse(text.as_str()).expect("a log").set_rule("x", &Value::Whole(1)).expect("set");
        assert!(log.text().starts_with(&format!("{head}{deck}\n\n[rules]\nx = 1\n")), "{}", log.text());
        assert_eq!((log.rules().len(), log.deck().len()), (1, entries));
    }
}

#[test]
fn values_are_written_on_one_line() {
    let deck = "[deck]\neggs = [\n  -6,\n  'a\"b',\n  { crow = 2, 'a b' = true }\n]\n";
    let log = Log::parse(format!("fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n\n{deck}")).expect("a log");
    assert_eq!(log.deck()[0].value.to_toml(), "[-6, \"a\\\"b\", { crow = 2, \"a b\" = true }]");
}

#[test]
fn a_key_of_the_head_is_set_in_the_layout_that_is_there_and_taken_out_again() {
    let begin = "fowlplay = 1\r\ngame = \"g\"\r\ndate = 2026-11-20 # a Friday\r\nplayers = [\r\n  \"A\",\r\n] # all\r\n";
    let rest = "\r\n[rules]\r\nplace = \"a rule\"\r\n\r\n[[round]]\r\nfirst = \"A\"\r\n";
    let log = Log::parse(format!("{begin}{rest}")).expect("a log");
    let placed = log.set_head(HeadKey::Place, Some("Bo's \"den\"")).expect("set");
    assert_eq!(placed.text(), format!("{begin}place = \"Bo's \\\"den\\\"\"\r\n{rest}"));
    assert_eq!(placed.head(HeadKey::Place).as_deref(), Some("Bo's \"den\""));
    let moved = placed.set_head(HeadKey::Place, Some("x")).expect("set");
    assert_eq!(moved.text(), format!("{begin}place = \"x\"\r\n{rest}"));
    assert_eq!(moved.set_head(HeadKey::Place, None).expect("out").text(), log.text());
    let later = log.set_head(HeadKey::Date, Some("2026-11-21")).expect("set");
    assert_eq!(later.text(), log.text().replace("20 # a", "21 # a"));
    let never = log.set_head(HeadKey::Date, None).expect("out");
    assert_eq!(never.text(), log.text().replace("date = 2026-11-20 # a Friday\r\n", ""));
    assert_eq!(never.set_head(HeadKey::Date, None).expect("the same").text(), never.text());
    assert!(log.set_head(HeadKey::Date, Some("2026-11-20\nx = 1")).is_err());
    assert_eq!(log.set_seats(&["B"]).expect("seated").text(), log.text().replace("\"A\",\r\n]", "\"B\",\r\n]"));
}
