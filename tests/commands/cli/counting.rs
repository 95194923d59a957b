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
fn a_long_name_leaves_the_figures_their_room() {
    let out = Table::bare().run(&["tally", "emu-ranchers", "Wolfe Schlegel Steinhausen Berger Dorff: 7SK 8YK", "Bo: 9LK"]).out;
    let lines: Vec<&str> = out.lines().skip(2).take(2).collect();
    assert_eq!(lines, [format!(" Wolfe Schlegel Steinhausen {:>50}", "−3"), " Berger Dorff".to_owned()], "{out}");
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
       bird 2   CS 9MS 8MS          17   -               -              −5       −6
     Bo                                                                         −23
       bird 1   AK                   0   -               -              −5      −23

    One year, counted by itself.
    Ada leads this year; `--rule years=1` makes it a whole game.
    ");
}

/// A log that keeps scores, of two rounds of bare totals.
fn bare_totals() -> Table {
    let table = Table::bare();
    let run = |arguments: &[&str]| assert_eq!(table.run(arguments).status, 0);
    run(&["new", "emu-ranchers", "--players", "Ada,Bo", "--scores", "-o", "game.toml"]);
    run(&["tally", "emu-ranchers", "Ada: =23", "Bo: =10", "--into", "game.toml"]);
    run(&["tally", "emu-ranchers", "Ada: =3", "Bo: =15", "--into", "game.toml"]);
    table
}

#[test]
fn a_round_of_bare_totals_has_nothing_to_explain() {
    let out = bare_totals().run(&["score", "game.toml"]).out;
    assert!(out.contains("Year 1") && !out.contains("why"), "{out}");
}

#[test]
fn two_rounds_have_no_closest_call() {
    let out = bare_totals().run(&["report", "game.toml"]).out;
    assert!(out.contains("in all") && !out.contains("Closest call"), "{out}");
}

#[test]
fn one_round_of_several_is_not_the_game() {
    let birds = ["Ada: AW 2WL 3MW 5SW 6MW 8WL CW", "Bo: AK"];
    let run = |game: &str, more: &[&str]| Table::bare().run(&[&["tally", game], &birds[..], more].concat());
    let document = run("emu-ranchers", &["--json"]).json();
    assert_eq!((document["complete"].clone(), document["winners"].clone()), (json!(false), json!([])));
    let document = run("emu-ranchers", &["--json", "--rule", "years=1"]).json();
    assert_eq!((document["complete"].clone(), document["winners"].clone()), (json!(true), json!(["Ada"])));
    assert!(run("emu-ranchers", &["--rule", "years=1"]).out.ends_with("Ada wins.\n"));
    let eggs = |more: &[&str]| Table::bare().run(&[&["tally", "eggs-and-empires", "Ada: 13", "Bo: 5 8"], more].concat()).out;
    assert!(
        eggs(&[]).ends_with(
            "One round, counted by itself.\nAda and Bo are level this round; `--rule rounds=1` makes it a whole game.\n"
        )
    );
    assert!(eggs(&["--rule", "rounds=1"]).ends_with("Ada and Bo share the win.\n"), "{}", eggs(&["--rule", "rounds=1"]));
    assert!(eggs(&["--rule", "scoring=tokens"]).ends_with("One round, counted by itself.\nAda and Bo are level this round.\n"));
}

#[test]
fn without_a_log_no_command_for_logs_is_named() {
    let done = Table::bare().run(&["tally", "blulu", "Ada: 40", "Bo:"]);
    assert!(done.status == 1 && !done.err.contains("`rule` command"), "{}", done.err);
}

#[test]
fn what_is_let_stand_is_counted_and_said() {
    let done = Table::bare().run(&["tally", "emu-ranchers", "Ada: 2MK 3MW 3SK ! nobody saw it", "Bo:"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.out.contains("Let stand, Ada: Ada's bird 1 is 2MK 3MW: Moons"), "{}", done.out);
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
fn a_log_in_the_place_of_the_game_is_explained() {
    let done = Table::with(OPENING).run(&["tally", "game.toml", "Ada: 7SK", "Bo:"]);
    assert!(
        done.status == 2 && done.complains("a game's name comes first") && done.complains("--into game.toml"),
        "{}",
        done.err
    );
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
    let tallied = table.text("game.toml");
    let done = table.run(&["undo", "game.toml"]);
    assert!(done.out.contains("taken back: the tally of round 1: Ada: 7SK 8YK · Bo: 9LK\n"), "{}", done.out);
    assert!(!table.text("game.toml").contains("tally = ["));
    assert_eq!(table.run(&["redo", "game.toml"]).status, 0);
    assert!(table.text("game.toml").starts_with(&tallied));
    assert_eq!(table.run(&["amend", "game.toml", "-1.tally"]).status, 0);
    assert!(!table.text("game.toml").contains("tally = ["));
    let done = table.run(&["undo", "game.toml", "--json"]).json();
    assert_eq!(done["changes"], json!([{"at": "1.tally", "was": null, "now": "Ada: 7SK 8YK\nBo: 9LK"}]));
    assert!(table.text("game.toml").starts_with(&tallied));
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
        assert!(done.complains("no round begins here"), "{}", done.err);
        assert_eq!(table.text("game.toml"), before);
    }
}
