//! Reading: what is refused, and where.

use fowlplay::log::{Excerpt, Log, LogValue};

const HEAD: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n";

const GOOD: &str = "\
fowlplay = 1                       # format
game = \"blulu\"
players = [\"Ada\", \"Bö\"]
date = 2026-11-20
title = 'Ein \"Titel\"'
notes = \"\"\"
two
lines\"\"\"

[rules]
bonuses = \"exchange\"
table = 0x02
open = true

[deck]
eggs = [[1, 2], [3]]
feeder = { crow = 2, squirrel = 1 }

[[round]]
first = \"Ada\"
moves = [
  \"deal 4MS 2MK 9LK AY\",
  \"B\\u00f6: capture 4 with 7SK; note é: x\",   # a comment
  'Ada: trail 6SY CL ! agreed',
]
tally = [\"Ada: 20\", \"Bö: 3\"]

[[round]]
first = \"Bö\"

[[correction]]
at = \"1.2\"
was = \"x\"
when = 2026-11-20T19:42:11.123456Z
";

fn log(text: &str) -> Log {
    Log::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_good_log_is_read_with_places() {
    let log = log(GOOD);
    assert_eq!(log.text(), GOOD);
    assert_eq!(log.game().as_str(), "blulu");
    assert_eq!(log.players()[1].as_str(), "Bö");
    assert_eq!(log.notes().map(|text| &GOOD[text.span()]), Some("two\nlines"));
    let rules: Vec<&str> = log.rules().iter().map(|entry| entry.key.as_str()).collect();
    assert_eq!(rules, ["bonuses", "table", "open"], "in the order of the file");
    assert_eq!(log.rules()[1].value, LogValue::Whole(2));
    assert_eq!(&GOOD[log.rules()[1].span.clone()], "0x02");
    let LogValue::List(eggs) = &log.deck()[0].value else { panic!("a list") };
    assert_eq!(&GOOD[eggs[1].span.clone()], "[3]");
    assert_eq!(log.rounds().len(), 2);
    let line = &log.rounds()[0].lines[1];
    assert_eq!(line.actor(), Some("Bö"));
    assert_eq!(line.steps().collect::<Vec<_>>(), ["capture 4 with 7SK", "note é: x"]);
    assert_eq!(&GOOD[log.span_in(&line.text, line.split.steps().next().expect("a step"))], "capture 4 with 7SK");
    assert_eq!(&GOOD[log.span_in(&line.text, 0..3)], "B\\u00f6");
    assert_eq!(log.rounds()[0].lines[2].reason(), Some("agreed"));
    assert_eq!(log.corrections().len(), 1);
    let error = log.error_in(&line.text, line.split.steps().nth(1).expect("a step"), "what is this?", "");
    assert_eq!((error.line, error.column, error.text.as_str()), (23, 33, "note é: x"));
}

#[test]
fn byte_order_marks_and_carriage_returns_change_nothing() {
    let text = format!("\u{feff}{}", GOOD.replace('\n', "\r\n"));
    let log = log(&text);
    let line = &log.rounds()[0].lines[1];
    assert_eq!(&text[log.span_in(&line.text, line.split.steps().nth(1).expect("a step"))], "note é: x");
    let error = log.error_at(line.text.span(), "", "");
    assert_eq!((error.line, error.column), (23, 4));
}

/// A text of the good log, what takes its place, and the place and words of the error.
type Case = (&'static str, &'static str, (u32, u32), &'static str);

const CASES: &[Case] = &[
    ("fowlplay = 1", "fowlplay = 2", (1, 12), "this log is of format 2; this program reads format 1"),
    ("fowlplay = 1", "fowlplay = \"1\"", (1, 12), "expected a whole number, found a string"),
    ("fowlplay = 1", "x = 1", (1, 1), "not a fowlplay log: the key `fowlplay` is missing"),
    ("game = ", "gmae = ", (2, 1), "a log has no key `gmae`"),
    ("game = \"blulu\"", "", (1, 1), "the log has no `game`"),
    ("game = \"blulu\"", "game = 3.5", (2, 8), "expected a string, found a number that isn't whole"),
    ("players = [\"Ada\", \"Bö\"]", "players = []", (3, 11), "a log needs players"),
    ("players = [\"Ada\", \"Bö\"]", "players = 4", (3, 11), "expected a list of strings, found a whole number"),
    ("[\"Ada\", \"Bö\"]", "[\"Ada\", 4]", (3, 19), "expected a string, found a whole number"),
    ("[\"Ada\", \"Bö\"]", "[\"Bö\", \"BÖ\"]", (3, 18), "the name `BÖ` is there twice (capitals make no difference)"),
    ("[\"Ada\", \"Bö\"]", "[\"A:\", \"Bö\"]", (3, 12), "the name `A:` holds `:`"),
    ("date = 2026-11-20", "date = \"2026-11-20\"", (4, 8), "expected a day, found a string"),
    ("date = 2026-11-20", "date = 2026-11-20T10:00:00Z", (4, 8), "expected a day, found a moment"),
    ("table = 0x02", "table = 99999999999999999999", (12, 9), "this number is too large"),
    ("table = 0x02", "bonuses = 1", (12, 1), "`bonuses` is given a second time"),
    ("[deck]", "[dekc]", (15, 2), "a log has no key `dekc`"),
    ("[deck]", "[deck.x]", (15, 1), "a table of its own can't stand here"),
    ("first = \"Bö\"", "", (28, 1), "this `[[round]]` has no `first`"),
    ("first = \"Bö\"", "first = \"Bö\"\nmove = []", (30, 1), "a `[[round]]` has no key `move`"),
    ("first = \"Bö\"", "first = \"Bö\"\nmoves = \"x\"", (30, 9), "expected a list of strings, found a string"),
    ("7SK; note é", "\\u00e9;; note é", (23, 35), "a step is missing here"),
    ("\"deal 4MS 2MK 9LK AY\"", "\"\"", (22, 3), "the line is empty"),
    ("! agreed", "! ", (24, 22), "no reason stands after the `!`"),
    ("at = \"1.2\"", "at = \"1.x\"", (32, 6), "`1.x` is nothing that can be corrected"),
    ("at = \"1.2\"", "", (31, 1), "this `[[correction]]` has no `at`"),
    (
        "when = 2026-11-20T19:42:11.123456Z",
        "when = 2026-11-20T19:42:11",
        (34, 8),
        "expected a moment, found a day and time without an offset",
    ),
    ("title = 'Ein", "title = 'Ein' é", (5, 15), "this is not TOML: unexpected key or value"),
];

#[test]
fn what_is_wrong_is_named_where_it_stands() {
    for &(old, new, place, message) in CASES {
        assert!(GOOD.contains(old), "{old}");
        let error = Log::parse(GOOD.replacen(old, new, 1)).expect_err(new);
        assert_eq!(((error.line, error.column), error.message.as_str()), (place, message), "{new}: {error}");
    }
}

#[test]
fn misspelt_keys_are_answered_with_the_near_one() {
    let error = Log::parse(GOOD.replace("[rules]", "[rule]")).expect_err("misspelt");
    assert_eq!(error.expected, "did you mean `rules`?");
    let error = Log::parse(GOOD.replace("game = \"blulu\"", "xyzzy = 1")).expect_err("unknown");
    assert!(error.expected.starts_with("expected one of `fowlplay`, `game`"));
}

#[test]
fn rounds_in_other_clothes_are_refused() {
    for (round, found) in [
        ("round = []", "a list"),
        ("round = [{ first = \"A\" }]", "a table"),
        ("round = 1", "a whole number"),
        ("[round]\nfirst = \"A\"", "a table"),
    ] {
        let error = Log::parse(format!("{HEAD}{round}\n")).expect_err(round);
        assert!(error.message.ends_with(found), "{round}: {error}");
    }
    assert_eq!(log(HEAD).rounds().len(), 0);
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
    // So it is of what only the game knows to be wrong.
    let (first, moves, tally) = ("first = \"Cy\"\n", "moves = [\n\"A: hatch\"]\n", "tally = [\"Cy: 1\"]\n");
    for (round, line) in
        [([first, moves, tally], 2), ([moves, first, tally], 3), ([moves, tally, first], 3), ([tally, moves, first], 2)]
    {
        let head = HEAD.replace("\"g\"", "\"blulu\"").replace("\"A\"", "\"A\", \"B\"");
        let log = log(&format!("{head}[[round]]\n{}", round.concat()));
        let error = fowlplay::referee::open(log).err().expect("mistakes");
        assert_eq!(error.line - 3, line, "{error}");
    }
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

/// What is no log at all, and why.
const NO_LOGS: &[(&str, &str)] = &[
    ("", "the key `fowlplay` is missing"),
    ("\u{feff}", "the key `fowlplay` is missing"),
    ("\0", "this is not TOML"),
    ("fowlplay = 1\ngame = \"blulu\"\0\n", "this is not TOML"),
    ("fowlplay = 1\n# \0\n", "this is not TOML"),
    ("fowlplay = 1\ntitle = \"a\u{7}b\"\n", "this is not TOML"),
    ("fowlplay = 1\rgame = \"blulu\"\r", "this is not TOML"),
    ("fowlplay = 1\ntitle = \"\\ud800\"\n", "this is not TOML"),
    ("fowlplay = 1\nfowlplay = 1\n", "`fowlplay` is given a second time"),
    ("fowlplay = 1\n[rules]\n[rules]\n", "`rules` is given a second time"),
    ("fowlplay = 1\n[[round]]\nfirst = \"A\"\n\"first\" = \"B\"\n", "given a second time"),
    ("fowlplay = 1\nround.first = 1\n[[round]]\n", "`round` is given a second time"),
    ("fowlplay = 99999999999999999999999999\n", "this log is of format 99999999999999999999999999"),
    ("fowlplay = -1\n", "this log is of format -1"),
    ("fowlplay = 0x1_0\n", "this log is of format 0x1_0"),
    ("fowlplay = 1.0\n", "expected a whole number"),
    ("fowlplay = nan\n", "expected a whole number"),
    ("fowlplay = 1e999\n", "expected a whole number"),
];

#[test]
fn what_is_no_log_is_refused_in_words() {
    for (text, why) in NO_LOGS {
        let error = Log::parse(*text).expect_err(text);
        assert!(error.message.contains(why), "{text:?}: {error}");
    }
}

#[test]
fn carets_stand_under_the_marked_part() {
    let show = |line: &str, range, room| Excerpt::new(line, range, room, |text| text.into());
    assert_eq!(show("Ada: grwo 2", 5..9, 40), Excerpt { text: "Ada: grwo 2".into(), marked: 5..9 });
    assert_eq!(show("冬: x", 5..6, 40).marked, 4..5, "wide characters are two columns");
    assert_eq!(show("ab", 2..2, 40).marked, 2..3, "at the end");
    assert_eq!(show(&"abcdefghij".repeat(9), 50..52, 10), Excerpt { text: "…fghijabcde…".into(), marked: 6..8 });
    assert_eq!(show(&"冬".repeat(50), 60..63, 11), Excerpt { text: "…冬冬冬冬冬…".into(), marked: 5..7 });
}
