//! `new`, `record`, and the arguments themselves.

use super::{OPENING, Table};

#[test]
fn a_new_log_is_named_after_game_day_and_players_and_never_overwrites() {
    let table = Table::bare();
    let mut names = Vec::new();
    for _ in 0..2 {
        let done = table.run(&["new", "Emu Ranchers", "--players", "Ada,Bo B.", "--json"]);
        assert_eq!(done.status, 0, "{}", done.err);
        names.push(done.json()["file"].as_str().expect("a name").to_owned());
    }
    assert!(names[0].starts_with("emu-ranchers-20") && names[0].ends_with("-ada-bo-b.toml"), "{names:?}");
    assert!(names[1].ends_with("-ada-bo-b-2.toml"), "{names:?}");
    let first = table.text(&names[0]);
    let done = table.run(&["new", "emu-ranchers", "--players", "C,D", "-o", &names[0]]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.complains("nothing is overwritten"), "{}", done.err);
    assert_eq!(table.text(&names[0]), first);
}

#[test]
fn the_rules_say_what_can_be_said_of_the_deck() {
    let rules = Table::bare().run(&["rules", "piepmatz"]).out;
    let deck = rules.split("What `--deck` can say of the cards").nth(1).expect("it is said");
    let said = deck.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("crows=5 How many crows? squirrels=4 How many squirrels?"), "{said}");
    assert!(said.contains("Which? BL, SP, BU, CH, GR or YE (with 2 players)"), "{said}");
}

#[test]
fn no_log_takes_the_place_of_the_aliases() {
    let table = Table::bare();
    let done = table.run(&["new", "blulu", "--players", "Ada,Bo", "-o", "aliases.toml"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.complains("choose another name"), "{}", done.err);
    assert_eq!(table.run(&["stats", "."]).status, 0);
}

#[test]
fn a_new_log_says_what_to_type_next() {
    let table = Table::bare();
    let done = table.run(&["new", "emu-ranchers", "--players", "Ada,Bo", "--first", "Bo", "--rule", "years=3", "-o", "a b.toml"]);
    insta::assert_snapshot!(done.out, @r"
    Started a b.toml: Emu Ranchers, with Ada, Bo.
    Bo takes the first turn.
    Table rules: years = 3.
    Play it with: fowlplay play 'a b.toml'
    ");
}

#[test]
fn a_new_log_says_what_was_chosen_since_nobody_said_it() {
    let table = Table::bare();
    let done = table.run(&["new", "piepmatz", "--players", "Ada,Bo", "-o", "birds.toml"]);
    insta::assert_snapshot!(done.out, @r#"
    Started birds.toml: Piepmatz – Little Songbirds, with Ada, Bo.
    Ada takes the first turn.
    Deck: removed = "BL".
    Play it with: fowlplay play birds.toml
    Two players remove one species: Blackbirds (BL), Sparrows (SP), Bullfinches
    (BU), Chaffinches (CH), Greenfinches (GR) or Yellowhammers (YE). Which? Not
    given, so `removed = BL` is assumed. To change it, start again with --deck
    removed=SP, BU, CH, GR or YE.
    "#);
    let done = table.run(&["new", "piepmatz", "--players", "Ada,Bo", "--deck", "removed=SP", "--json"]).json();
    assert_eq!(done["chosen"], serde_json::json!([]));
}

#[test]
fn a_game_can_be_kept_by_its_scores() {
    let table = Table::bare();
    let done = table.run(&["new", "ranchers", "--players", "Ada,Bo", "--scores", "-o", "game.toml"]);
    assert!(done.out.contains("Keep its scores with: fowlplay play game.toml"), "{}", done.out);
    let json = table.run(&["new", "blulu", "--players", "Ada,Bo", "--scores", "-o", "b.toml", "--json"]).json();
    assert_eq!((json["kept"].as_str(), json["file"].as_str()), (Some("scores"), Some("b.toml")));
    let done = table.run(&["tally", "emu-ranchers", "Ada: AK", "Bo: 7SK 9LK", "--into", "game.toml"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let done = table.run(&["tally", "emu-ranchers", "Ada: AK", "Bo: 7SK 9LK", "--into", "game.toml"]);
    assert!(done.status == 0 && done.out.contains("Bo wins."), "{}", done.err);
    assert_eq!(table.run(&["check", "game.toml"]).status, 0);
    let done = table.run(&["record", "game.toml", "Ada: hatch 7SK; draw"]);
    assert_eq!(done.status, 2);
    assert!(
        done.complains("keeps scores only, and no moves: `fowlplay tally emu-ranchers 'NAME: …' … --into FILE`"),
        "{}",
        done.err
    );
    assert!(!table.text("game.toml").contains("moves"), "{}", table.text("game.toml"));
    let text = table.text("game.toml").replace("\"scores\"", "\"moves\"");
    std::fs::write(table.path("game.toml"), text).expect("written");
    let done = table.run(&["check", "game.toml"]);
    assert_eq!(done.status, 2);
    let said = format!("{}{}", done.out, done.err);
    assert!(said.contains("a game can't be kept by `moves`") && said.contains("kept = \"scores\""), "{said}");
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let table = Table::bare();
    for (arguments, said) in [
        (&["new", "emu-ranchrs", "--players", "A,B"][..], "did you mean `emu-ranchers`?"),
        (&["new", "emu-ranchers", "--players", "A,B,C"], "ER-1.1"),
        (&["new", "emu-ranchers", "--players", "A,a"], "twice"),
        (&["new", "emu-ranchers", "--players", "A,B", "--rule", "years=11"], "from 1 to 10"),
        (&["new", "emu-ranchers", "--players", "A,B", "--rule", "year=1"], "did you mean `years`?"),
        (&["new", "emu-ranchers", "--players", "A,B", "--rule", "years"], "key=value"),
        (&["new", "emu-ranchers", "--players", "A,B", "--first", "C"], "nobody here is called `C`"),
        (&["new", "emu-ranchers"], "--players"),
    ] {
        let done = table.run(arguments);
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{arguments:?}");
        assert!(done.complains(said), "{arguments:?}: {}", done.err);
    }
    assert_eq!(std::fs::read_dir(table.path(".")).expect("read").count(), 0);
}

#[test]
fn lines_are_recorded_and_read_back() {
    let table = Table::with(&[]);
    let done = table.run(&["record", "game.toml", "Ada: hatch the Castle; draw", "b: h9lk ."]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    insta::assert_snapshot!(done.out, @r"
    1.1   Ada: bird 1: 7SK the Castle, Suns Knots
    1.1   Ada: draws a card
    1.2   Bo: bird 1: 9LK the Merchant, Leaves Knots
    1.2   Bo: draws a card
    ");
    let recorded = Table::with(OPENING);
    assert_eq!(table.text("game.toml"), recorded.text("game.toml"));
    let done = table.run_with(&["record", "game.toml", "-", "--json"], "\nAda: grow 1 8YK; draw\n\nBo: discard 2MK; draw\n");
    let json = done.json();
    assert_eq!(done.status, 0);
    assert_eq!(json["entered"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["entered"][2]["line"], 4);
    assert_eq!(json["entered"][2]["step"], "discard 2MK");
    assert_eq!(json["proved"], serde_json::json!([]));
}

#[test]
fn of_many_lines_the_first_hundred_are_read_back() {
    let table = Table::with(&[]);
    let lines: Vec<String> = (1..=250).map(|line| format!("note {line}")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let done = table.run_with(&["record", "game.toml", "-"], &lines.join("\n"));
    assert_eq!(done.out.lines().count(), 101);
    assert!(done.out.ends_with("\n1.100 note 100\n… and 150 more, up to 1.250\n"), "{}", done.out);
    let done = table.run_with(&["record", "game.toml", "-", "--json"], &lines.join("\n"));
    assert_eq!(done.json()["entered"].as_array().map(Vec::len), Some(250));
    assert_eq!(done.json()["entered"][249]["read_back"], "note 250");
    assert_eq!(table.text("game.toml"), Table::with(&[lines.clone(), lines].concat()).text("game.toml"));
}

#[test]
fn standard_input_may_begin_with_a_byte_order_mark() {
    let table = Table::with(&[]);
    let done = table.run_with(&["record", "game.toml", "-"], &format!("\u{feff}{}\r\n", OPENING.join("\r\n")));
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(table.text("game.toml"), Table::with(OPENING).text("game.toml"));
    let done = table.run_with(&["record", "game.toml", "-"], "\u{feff}\n");
    assert!(done.status == 2 && done.complains("there are no lines on standard input"), "{}", done.err);
}

#[test]
fn a_line_that_is_in_the_way_is_named_by_its_number() {
    let table = Table::with(OPENING);
    let before = table.text("game.toml");
    let refused = |input: &str, status, wrong: &str, number| {
        let done = table.run_with(&["record", "game.toml", "-"], input);
        assert_eq!((done.status, done.out.as_str()), (status, ""), "{input}");
        assert!(done.complains(&format!("Nothing was recorded, for line {number} of the input {wrong}")), "{}", done.err);
        let error = table.run_with(&["record", "game.toml", "-", "--json"], input).json()["error"].clone();
        assert_eq!(error["input_line"], number, "{error}");
    };
    let first = "# the evening\n\nAda: grow 1 8YK; draw\n";
    refused(&format!("{first}\n# Bo\nBo: grow 1 5SW; draw\n"), 1, "breaks a rule: Bo: grow 1 5SW; draw", 6);
    refused(&format!("{first}Bo: hatch 8YK; draw"), 1, "can't have happened: Bo: hatch 8YK", 4);
    refused(&format!("{first}\r\nBo: hatch 7XX; draw"), 2, "can't be read: Bo: hatch 7XX", 5);
    refused("\nshows 5SW\nBo: hatch 5SW; draw\n", 2, "could mean several things: shows 5SW", 2);
    refused("\n  hatch\n", 2, "can't be read: hatch", 2);
    let done = table.run(&["record", "game.toml", "Ada: grow 1 8YK; draw", "Bo: grwo"]);
    assert!(done.status == 2 && done.complains("for line 2 of 2 can't be read: Bo: grwo"), "{}", done.err);
    assert_eq!(table.text("game.toml"), before);
}

#[test]
fn all_lines_are_recorded_or_none() {
    let table = Table::with(OPENING);
    let before = table.text("game.toml");
    let done = table.run(&["record", "game.toml", "Ada: grow 1 8YK; draw", "Bo: grow 1 5SW; draw"]);
    assert_eq!((done.status, done.out.as_str()), (1, ""));
    insta::assert_snapshot!(done.err, @r"
    Nothing was recorded, for line 2 of 2 breaks a rule: Bo: grow 1 5SW; draw
    illegal: Bo: grow 1 5SW
      bird 1 is 9LK: Leaves or Knots, up or down; 5SW has none of its suits
      (ER-3.3)
      All cards of a bird share at least one suit.
      legal instead: hatch 5SW · discard 5SW · grow a bird
    ");
    assert_eq!(table.text("game.toml"), before);
    let done = table.run(&["record", "game.toml", "Ada: hatch 9LK; draw", "--json"]);
    assert_eq!((done.status, done.err.as_str()), (1, ""));
    assert_eq!(done.json()["error"]["verdict"], "impossible");
    assert_eq!(done.json()["error"]["clause"], "TB-3");
}

#[test]
fn an_illegal_step_is_let_stand_for_a_reason() {
    let table = Table::with(OPENING);
    let done = table.run(&["record", "game.toml", "Ada: grow 1 5ML ! noticed too late", "Ada: draw"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.out.contains("let stand, though illegal (ER-3.3)"), "{}", done.out);
    let done = table.run(&["check", "game.toml"]);
    assert_eq!(done.status, 0);
    assert!(done.out.contains("nothing found, 1 overruled"), "{}", done.out);
    assert!(done.out.contains("let stand: noticed too late"), "{}", done.out);
}

#[test]
fn what_cannot_be_read_is_shown_with_a_caret() {
    let table = Table::with(OPENING);
    let done = table.run(&["record", "game.toml", "Ada: grwo 1 8YK; draw"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    insta::assert_snapshot!(done.err, @r"
    can't read this: `grwo` is not a step of Emu Ranchers; did you mean `grow`?
        Ada: grwo 1 8YK; draw
             ^^^^
      expected hatch, grow or discard
    ");
}

#[test]
fn what_cannot_be_seen_is_shown_as_an_escape() {
    let table = Table::with(OPENING);
    let done = table.run(&["record", "game.toml", "Ada: grow 1 \u{1b}[31m8YK\u{202e}; draw"]);
    assert_eq!(done.status, 2);
    assert!(!done.err.contains(['\u{1b}', '\u{202e}']), "{:?}", done.err);
    assert!(done.err.contains("\\u{1b}[31m8YK\\u{202e}"), "{}", done.err);
    let table = Table::with(&["Ada: hatch 7SK; draw", "note \u{202e}evil\u{1b}[2J"]);
    for arguments in [&["why", "game.toml"][..], &["show", "game.toml"], &["check", "game.toml"], &["undo", "game.toml"]] {
        let done = table.run(arguments);
        assert!(!format!("{}{}", done.out, done.err).contains(['\u{1b}', '\u{202e}']), "{arguments:?}");
    }
}

#[test]
fn the_arguments_are_explained() {
    let table = Table::bare();
    let done = table.run(&[]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    let commands = ["new", "record", "check", "moves", "show", "why", "score", "tally", "undo", "redo", "amend", "rule", "rules"];
    for command in commands {
        let is_named = [format!("\n  {command} "), format!(" {command},")].iter().any(|name| done.out.contains(name));
        assert!(is_named, "{command}");
        let help = table.run(&[command, "--help"]);
        assert_eq!(help.status, 0);
        assert!(
            help.out.contains("Examples:\n  fowlplay ") && help.out.contains("`fowlplay man json`"),
            "{command}: {}",
            help.out
        );
    }
    assert!(done.out.contains("\n  play ") && table.run(&["play", "--help"]).out.contains("Examples:\n  fowlplay play"));
    assert_eq!(table.run(&["play", "game.toml"]).status, 2, "it needs a terminal");
    let done = table.run(&["chek", "x"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.err.contains("'check'"), "{}", done.err);
    let done = table.run(&["score", "--json"]);
    assert_eq!((done.status, done.err.as_str()), (2, ""));
    assert!(done.json()["error"]["message"].as_str().is_some_and(|message| message.contains("FILE")));
}
