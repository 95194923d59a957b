//! `check`: several logs at once, findings in the order of their places, disputed moves.

use super::{OPENING, Table};
use crate::program::example;
use serde_json::json;
use std::fs;

const FOUL: &[&str] = &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 5ML; draw", "Ada: hatch 2MK; draw"];

#[test]
fn logs_are_reported_in_the_order_given() {
    let table = Table::with(OPENING);
    table.write("foul.toml", FOUL);
    std::fs::write(table.path("bad.toml"), "fowlplay = 1\ngmae = \"x\"\n").expect("written");
    let files = ["foul.toml", "game.toml", "bad.toml", "none.toml", "game.toml"];
    let done = table.run(&[&["check", "--json"], &files[..]].concat());
    assert_eq!((done.status, done.err.as_str()), (2, ""));
    let json = done.json();
    let of = |key: &str| json["files"].as_array().expect("files").iter().map(|file| file[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("file"), files.map(|file| json!(file)));
    assert_eq!(of("ok"), [false, true, false, false, true].map(|ok| json!(ok)));
    assert_eq!(json["files"][2]["error"]["line"], 2);
    assert_eq!(json["files"][2]["error"]["column"], 1);
    assert!(json["files"][3]["error"]["message"].as_str().is_some_and(|message| message.contains("no file none.toml")));
    assert_eq!(
        json["files"][1],
        json!({"file": "game.toml", "game": "emu-ranchers", "ok": true, "complete": false, "closed": null, "steps": 4, "findings": [], "halted": null, "error": null, "errors": []})
    );
}

#[test]
fn a_folder_is_checked_with_all_that_lies_in_it() {
    let table = Table::with(OPENING);
    fs::create_dir_all(table.path("evening/late")).expect("folders");
    table.write("evening/foul.toml", FOUL);
    table.write("evening/late/game.toml", OPENING);
    fs::write(table.path("evening/notes.txt"), "no log").expect("written");
    let files = |arguments: &[&str]| {
        let done = table.run(&[&["check", "--json"], arguments].concat());
        let files = done.json()["files"].as_array().expect("files").clone();
        (done.status, files.iter().map(|file| file["file"].as_str().expect("a name").to_owned()).collect::<Vec<_>>())
    };
    let all = ["evening/foul.toml", "evening/late/game.toml", "game.toml"].map(str::to_owned);
    assert_eq!(files(&[]), (1, all.to_vec()), "this folder, where none is named");
    assert_eq!(files(&["game.toml", "evening"]), (1, vec![all[2].clone(), all[0].clone(), all[1].clone()]));
    assert_eq!(files(&["evening/late"]), (0, vec![all[1].clone()]));
    fs::create_dir(table.path("empty")).expect("a folder");
    let done = table.run(&["check", "empty"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.complains("there is no log to check: name one, or a folder with logs"), "{}", done.err);
    let done = table.run(&["check", "evening", "--try", "Ada: draw"]);
    assert!(done.status == 2 && done.complains("is a directory"), "{}", done.err);
    let done = table.run(&["check", "--try", "Ada: draw"]);
    assert!(done.status == 2 && done.complains("name one file with --try"), "{}", done.err);
}

#[test]
fn every_finding_has_its_place_its_clause_and_its_reason() {
    let table = Table::with(FOUL);
    let done = table.run(&["check", "game.toml"]);
    assert_eq!((done.status, done.err.as_str()), (1, ""));
    insta::assert_snapshot!(done.out, @r"
    game.toml: Emu Ranchers, 8 steps, not over yet, 2 findings
      1.3  illegal: Ada: grow 1 5ML
        bird 1 is 7SK: Suns or Knots, up or down; 5ML has none of its suits (ER-3.3)
        All cards of a bird share at least one suit.
        legal instead: hatch 5ML · discard 5ML · grow a bird
      1.4  illegal: Ada: hatch 2MK
        it is Bo's turn (ER-1.2)
        The player named first for the year takes the first turn; then turns
        alternate.
    ");
    let findings = table.run(&["check", "game.toml", "--json"]).json()["files"][0]["findings"].clone();
    let places: Vec<_> =
        findings.as_array().expect("findings").iter().map(|f| (f["line"].clone(), f["clause"].clone())).collect();
    assert_eq!(places, [(json!(3), json!("ER-3.3")), (json!(4), json!("ER-1.2"))]);
    assert_eq!(findings[0]["text"], "grow 1 5ML");
    assert_eq!(findings[0]["actor"], "Ada");
    assert_eq!(findings[0]["kind"], "illegal");
}

#[test]
fn every_verdict_quotes_the_first_sentence_of_its_clause() {
    let table = Table::with(FOUL);
    table.write("again.toml", FOUL);
    let done = table.run(&["check", "game.toml", "again.toml"]);
    assert_eq!((done.status, done.err.as_str()), (1, ""));
    for said in ["(ER-3.3)\n", "    All cards of a bird share at least one suit.\n", "it is Bo's turn (ER-1.2)\n"] {
        assert_eq!(done.out.matches(said).count(), 2, "{said}: {}", done.out);
    }
    assert!(!done.out.contains("each further card narrows that"), "the whole clause is told by `rules`");
    let json: serde_json::Value =
        serde_json::from_str(&table.run(&["check", "game.toml", "--at", "1.3", "--try", "Ada: grow 1 5ML", "--json"]).out)
            .expect("JSON");
    assert_eq!(json["says"], "All cards of a bird share at least one suit.");
    assert!(table.run(&["why", "game.toml", "1.3"]).out.contains("each further card narrows"), "and by `why`");
}

#[test]
fn a_disputed_move_is_judged_and_nothing_is_changed() {
    let table = Table::with(FOUL);
    let before = table.text("game.toml");
    let done = table.run(&["check", "game.toml", "--try", "Ada: grow 1 6LK; draw", "--at", "1.3"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.starts_with("legal: grow 1 6LK\n"), "{}", done.out);
    let done = table.run(&["check", "game.toml", "--try", "Ada: grow 1 5ML; draw", "--at", "1.3", "--json"]);
    assert_eq!(done.status, 1);
    let json = done.json();
    assert_eq!((json["verdict"].as_str(), json["clause"].as_str()), (Some("illegal"), Some("ER-3.3")));
    assert_eq!(json["alternatives"], json!(["hatch 5ML", "discard 5ML"]), "what can be done with the card that was tried");
    assert_eq!(json["hints"], json!(["grow a bird"]), "with which card is nobody's to know");
    let done = table.run(&["check", "game.toml", "--try", "Ada: grow 1 9LK", "--at", "1.3"]);
    assert_eq!(done.status, 1);
    assert!(done.out.contains("9LK: hatched by Bo, 1.2"), "{}", done.out);
    for bad in
        [&["--try", "x", "--at", "7.1"][..], &["--try", "x", "--at", "1.x"], &["--at", "1.2"], &["game.toml", "--try", "x"]]
    {
        let done = table.run(&[&["check", "game.toml"], bad].concat());
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{bad:?}");
    }
    assert_eq!(table.text("game.toml"), before);
}

#[test]
fn of_thousands_of_errors_a_hundred_are_reported() {
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
    let some = |count: u32, line: &dyn Fn(u32) -> String| (0..count).map(line).collect::<String>();
    let many = |line: &dyn Fn(u32) -> String| some(5000, line);
    let key = |nth| format!("k{nth} = 1\n");
    let keys = many(&key);
    let round = "[[round]]\nfirst = \"Ada\"\n";
    let corrections = many(&|nth| format!("[[correction]]\nat = \"1.{nth}\"\nk = 1\n"));
    let table = Table::with(OPENING);
    for log in [
        format!("{head}{keys}"),
        format!("{head}[rules]\n{keys}"),
        format!("{head}[deck]\n{keys}"),
        format!("{head}{round}{keys}"),
        format!("{head}{}", many(&|nth| format!("[k{nth}]\n"))),
        format!("{head}{}", many(&|nth| format!("[[round]]\nk{nth} = 1\n"))),
        format!("{head}{}", many(&|nth| format!("[[round]]\nfirst = \"Cy {nth}\"\n"))),
        format!("{head}{round}moves = [\n{}]\n", many(&|nth| format!("\"Ada: step {nth}\",\n"))),
        format!("{head}{round}{corrections}"),
        // What is no log and what is no game count together.
        format!("{head}{}[rules]\n{keys}", some(60, &key)),
    ] {
        std::fs::write(table.path("game.toml"), &log).expect("written");
        let told = table.run(&["check", "game.toml", "--json"]).json();
        assert_eq!(told["files"][0]["errors"].as_array().map(Vec::len), Some(100), "{log:.200}");
        let done = table.run(&["check", "game.toml"]);
        assert!(done.status == 2 && done.out.contains("\n\nand at least 88 more\n"), "{}", done.out);
    }
    // One by one, as long as it is all of them.
    std::fs::write(table.path("game.toml"), format!("{head}{}", some(50, &key))).expect("written");
    assert!(table.run(&["check", "game.toml"]).out.contains("\n\nand 38 more\n"));
}

#[test]
fn all_errors_of_a_log_are_reported_at_once() {
    let table = Table::bare();
    let text = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\nplaze = \"x\"\n[rules]\nupkep = 4\n\n\
                [[round]]\nfirst = \"Adda\"\nmoves = [\n  \"Ada: h 7s .\",\n  \"Bo: ; .\",\n  \"Boo: draw\",\n  \"Ada: hatch 7SX\",\n]\n";
    std::fs::write(table.path("game.toml"), text).expect("written");
    let file = table.run(&["check", "game.toml", "--json"]).json()["files"][0].clone();
    let places = |errors: &serde_json::Value| {
        errors.as_array().expect("a list").iter().map(|error| error["line"].as_u64()).collect::<Vec<_>>()
    };
    assert_eq!(places(&file["errors"]), [4, 6, 9, 12, 13, 14].map(Some));
    assert_eq!(file["error"], file["errors"][0]);
    // Every command says the same, with the place.
    for command in ["check", "show", "score", "moves", "why", "record"] {
        let done = table.run(&[&[command, "game.toml"][..], if command == "record" { &["draw"] } else { &[] }].concat());
        let said = format!("{}{}", done.out, done.err);
        assert!(done.status == 2 && said.contains("plaze") && said.contains("7SX"), "{said}");
        assert!(said.contains("game.toml") && said.contains("line 4, column 1") && said.contains("^^^"), "{said}");
    }
    let refused = table.run(&["record", "game.toml", "draw", "--json"]).json();
    assert_eq!(places(&refused["errors"]).len(), 6);
    // What is no TOML is told before all else.
    std::fs::write(table.path("game.toml"), "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\" \"Bo\"]\n").expect("written");
    assert_eq!(places(&table.run(&["check", "game.toml", "--json"]).json()["files"][0]["errors"]), [Some(3)]);
}

#[test]
fn a_log_may_have_letters_and_points_and_no_other_short_forms() {
    let table = Table::with(&["Ada: h 7s .", "Bo: h 9lk; .", "Ada: g1 8yk . 4ms ! agreed"]);
    let done = table.run(&["check", "game.toml", "--json"]).json()["files"][0].clone();
    assert_eq!((&done["ok"], &done["steps"]), (&json!(true), &json!(6)), "{done}");
    let table = Table::with(&["Ada: 7s; draw", "Bo: hatch 9LK"]);
    let done = table.run(&["check", "game.toml"]);
    assert_eq!(done.status, 2);
    assert!(done.out.contains("expected hatch, grow, discard"), "{}", done.out);
    let table = Table::with(&["Ada: d 7s; draw", "Bo: hatch 9LK; t"]);
    assert_eq!(table.run(&["check", "game.toml"]).status, 2);
}

#[test]
fn a_dispute_about_a_line_that_would_be_let_stand_is_judged_as_recording_judges_it() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK"]);
    // Bo has to draw first, and 7SK lies before Ada.
    let line = "Ada: hatch 9LK";
    assert!(table.run(&["check", "game.toml", "--try", line]).out.starts_with("illegal: "), "it could be let stand otherwise");
    let line = format!("{line} ! agreed");
    let tried = table.run(&["check", "game.toml", "--try", &line, "--json"]);
    assert_eq!((tried.status, &tried.json()["verdict"], &tried.json()["clause"]), (1, &json!("impossible"), &json!("TB-3")));
    let recorded = table.run(&["record", "game.toml", &line, "--json"]);
    assert_eq!((recorded.status, &recorded.json()["error"]["verdict"]), (1, &json!("impossible")));
}

#[test]
fn a_game_that_was_over_stays_so_whatever_follows_its_end() {
    let table = Table::with(OPENING);
    let over = example("emu-ranchers-two-years");
    let last = over.trim_end().strip_suffix("\n]").expect("the end of the moves");
    fs::write(table.path("game.toml"), format!("{last}\n  \"Ada: hatch 2MK\",\n]\n")).expect("written");
    let checked = table.run(&["check", "game.toml", "--json"]).json()["files"][0].clone();
    assert_eq!((&checked["complete"], checked["halted"].is_string()), (&json!(true), true), "{checked}");
    let scored = table.run(&["score", "game.toml", "--json"]).json();
    assert_eq!((&scored["complete"], &scored["winners"]), (&json!(true), &json!(["Ada"])));
    let row = table.run(&["export", "game.toml", "--format", "jsonl"]).out;
    assert!(row.contains("\"complete\":true") && row.contains("\"winners\":\"Ada\""), "{row}");
}
