//! `tally` and `score`: the worked cases of the rule book.

use super::{OPENING, Table};
use serde_json::{Value, json};

fn bird(text: &str) -> Value {
    let done = Table::bare().run(&["tally", "emu-ranchers", &format!("Ada: {text}"), "Bo:", "--json"]);
    assert_eq!(done.status, 0, "{}", done.out);
    done.json()["players"][0]["rounds"][0]["items"][0].clone()
}

#[test]
fn the_worked_cases_of_the_rule_book() {
    assert_eq!(bird("CS 9MS 8MS")["points"], -6);
    let parrot = bird("AW 2WL 3MW 5SW 6MW 8WL CW");
    assert_eq!(parrot["points"], 16);
    assert_eq!(parrot["paid"], json!(["2WL", "3MW", "5SW", "8WL"]));
    assert_eq!(parrot["left"], json!(["AW", "6MW", "CW"]));
    assert_eq!(bird("AK")["points"], -23);
    assert_eq!(bird("9MS 8MS 3SK")["points"], 0);
    assert_eq!(bird("CS 9MS 8MS 3SK")["points"], 5);
}

#[test]
fn a_tally_is_a_score_sheet() {
    let done = Table::bare().run(&["tally", "emu-ranchers", "Ada: AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS", "Bo: AK"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    insta::assert_snapshot!(done.out, @r"
     Year 1     cards            total   paid            left        bonus   points
    ────────────────────────────────────────────────────────────────────────────────
     Ada                                                                         10
       bird 1   AW 2WL 3MW 5SW      24   2WL 3MW 5SW     AW 6MW CW      10       16
                6MW 8WL CW               8WL
       bird 2   CS 9MS 8MS          17   -               -              -5       -6
     Bo                                                                         -23
       bird 1   AK                   0   -               -              -5      -23

    Ada wins.
    ");
}

#[test]
fn cards_that_cannot_lie_there_are_refused_with_the_clause() {
    for (text, clause) in [("2MK 3MW 3SK", "ER-3.3"), ("2MK 5YK 3SK", "ER-3.4"), ("2MK 2MK", "TB-3")] {
        let arguments = ["tally", "emu-ranchers", &format!("Ada: {text}"), "Bo:"];
        let done = Table::bare().run(&arguments);
        assert_eq!((done.status, done.out.as_str()), (1, ""), "{text}");
        assert!(done.err.contains(clause), "{text}: {}", done.err);
        let done = Table::bare().run(&[&arguments[..], &["--json"]].concat());
        assert_eq!((done.status, done.json()["error"]["clause"].as_str()), (1, Some(clause)));
    }
    let twice = Table::bare().run(&["tally", "emu-ranchers", "Ada: 2MK", "Bo: 2MK"]);
    assert!(twice.status == 1 && twice.err.contains("TB-3"), "{}", twice.err);
}

#[test]
fn a_tally_that_cannot_be_read_is_no_foul() {
    for texts in [&["Ada: xx", "Bo:"][..], &["2MK", "Bo:"], &["Ada: 2MK"], &["Ada:", "ada:"], &[]] {
        let done = Table::bare().run(&[&["tally", "emu-ranchers"], texts].concat());
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{texts:?}");
        assert!(!done.err.is_empty());
    }
}

#[test]
fn a_tally_ends_the_round_of_a_log() {
    let table = Table::with(OPENING);
    let done = table.run(&["tally", "emu-ranchers", "Bo: 9LK", "Ada: 7SK 8YK", "--into", "game.toml"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.contains("Ada wins."), "{}", done.out);
    assert!(table.text("game.toml").contains("tally = ["));
    let json = table.run(&["score", "game.toml", "--json"]).json();
    assert_eq!((json["complete"].clone(), json["winners"].clone()), (json!(true), json!(["Ada"])));
    assert_eq!(json["players"][1]["total"], -9);
    assert_eq!(table.run(&["undo", "game.toml"]).status, 2, "a tally is no line");
    assert_eq!(table.run(&["amend", "game.toml", "-1.tally"]).status, 0);
    assert!(!table.text("game.toml").contains("tally = ["));
}

#[test]
fn after_the_game_no_tally_is_taken() {
    let table = Table::with(OPENING);
    let tally = ["tally", "emu-ranchers", "Ada: 7SK", "Bo: 9LK", "--into", "game.toml"];
    assert_eq!(table.run(&tally).status, 0);
    let before = table.text("game.toml");
    let done = table.run(&[&tally[..], &["--json"]].concat());
    assert_eq!((done.status, done.json()["error"]["clause"].clone()), (1, json!("TB-7")));
    assert_eq!(table.text("game.toml"), before);
}

#[test]
fn who_is_first_is_refused_where_no_round_begins() {
    let table = Table::with(OPENING);
    let before = table.text("game.toml");
    for command in [
        &["record", "game.toml", "Ada: grow 1 8YK; draw"][..],
        &["tally", "emu-ranchers", "Ada: 7SK", "Bo: 9LK", "--into", "game.toml"],
    ] {
        let done = table.run(&[command, &["--first", "Ada"]].concat());
        assert_eq!(done.status, 2, "{}", done.err);
        assert!(done.complains("no round begins here that `--first Ada` could be for"), "{}", done.err);
        assert_eq!(table.text("game.toml"), before);
    }
}
