//! `moves`, `show`, `why`, `score` and `rules`.

use super::{OPENING, Table};
use serde_json::json;

#[test]
fn legal_steps_are_listed() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK"]);
    let json = table.run(&["moves", "game.toml", "--json"]).json();
    assert_eq!(json["expects"], json!([{"actor": "Bo", "kinds": ["draw", "take"]}]));
    assert_eq!(json["steps"], json!([{"actor": "Bo", "step": "draw", "parts": {"verb": "draw", "place": null, "cards": []}}]));
    let done = table.run(&["moves", "game.toml"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    insta::assert_snapshot!(done.out, @r"
    Bo · 1 legal step
      draw
      take CARD · take the top card of the discard pile · nothing to list
    ");
}

#[test]
fn a_step_that_may_stand_alone_is_listed_beside_those_that_name_something() {
    let table = Table::bare();
    let head = "fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n[[round]]\nfirst = \"Ada\"\n";
    let lines = ["perches BL6 SP3", "display BL3 SP6 GR2", "seeds 1 2 3 1", "Ada: play CH2 at 1"];
    std::fs::write(table.path("birds.toml"), format!("{head}moves = {lines:?}\n")).expect("written");
    let done = table.run(&["moves", "birds.toml"]);
    assert!(done.out.contains("\n  draw\n  draw  BL3 SP6 GR2\n"), "{}", done.out);
}

#[test]
fn what_is_due_and_not_listed_is_named() {
    let done = Table::bare().run(&["moves", &format!("{}/tests/logs/piepmatz/the-last-choice.toml", crate::ROOT)]);
    insta::assert_snapshot!(done.out, @r"
    Bo
      adds: 2 birds of the hand, for the collection; the others are laid down

    Cy
      adds: 2 birds of the hand, for the collection; the others are laid down
    ");
}

#[test]
fn the_table_is_shown_as_it_stands_and_stood() {
    let table = Table::with(OPENING);
    let done = table.run(&["show", "game.toml", "--at", "1.2"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    insta::assert_snapshot!(done.out, @r"
    Year 1 of 1 · if it ended now: Ada −11 · Bo 0
    Ada · 6 cards in hand
     bird   cards, bottom to top   open to
    ─────────────────────────────────────────────────────────────────────────
        1   7SK                    Suns or Knots, 8 or higher, or 6 or lower
    Bo · 6 cards in hand
      no bird yet
    Draw pile: 23 cards · no discard pile

    Ada's hand: 6 unseen
    Bo's hand: 6 unseen
    Discard pile, top first: none
    Unaccounted for, 35: AM AS AW AL AY AK 2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW
      5ML 5YK 6MW 6LK 6SY 7WY 7ML 8YK 8MS 8WL 9WY 9LK 9MS CS CL CM CW CY CK
    ");
    let json = table.run(&["show", "game.toml", "--json"]).json();
    assert_eq!((json["turn"].as_str(), json["phase"].as_str(), json["round"].as_i64()), (Some("Ada"), Some("hatch"), Some(1)));
    let pile = json["places"].as_array().expect("places").iter().find(|place| place["place"] == "draw pile");
    assert_eq!(pile.expect("a draw pile")["more"], 22);
    assert_eq!(table.run(&["show", "game.toml", "--at", "3.1"]).status, 2);
}

#[test]
fn lines_are_explained() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Ada: hatch 9LK; draw"]);
    let done = table.run(&["why", "game.toml"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.starts_with("1.2  Ada: hatch 9LK; draw\nillegal: hatch 9LK\n"), "{}", done.out);
    assert!(done.out.contains("ER-1.2"), "{}", done.out);
    let json = table.run(&["why", "game.toml", "1.1", "--json"]).json();
    assert_eq!(json["text"], "Ada: hatch 7SK; draw");
    assert_eq!(json["steps"][0]["verdict"], json!(null));
    assert_eq!(table.run(&["why", "game.toml", "1.7"]).status, 2);
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\nrules = { upkeep = 20 }\n";
    let log = format!("{head}[[round]]\nfirst = \"Ada\"\ntally = [\"Ada: AM\", \"Bo:\"]\n");
    std::fs::write(table.path("game.toml"), log).expect("written");
    let told = table.run(&["why", "game.toml"]).out;
    assert!(told.contains("below the upkeep (20) loses"), "a clause is quoted as the rules have it: {told}");
    assert!(told.starts_with("1.tally  Ada: AM · Bo:\n"), "{told}");
    assert_eq!(table.run(&["why", "game.toml", "1.tally"]).out, told, "as `check` and `amend` name it");
    std::fs::write(table.path("game.toml"), head).expect("written");
    assert!(table.run(&["why", "game.toml"]).complains("nothing is recorded yet"), "and no line is named");
}

#[test]
fn the_score_is_itemised() {
    let table = Table::with(OPENING);
    let json = table.run(&["score", "game.toml", "--json"]).json();
    assert_eq!((json["game"].as_str(), json["complete"].as_bool()), (Some("emu-ranchers"), Some(false)));
    assert_eq!(json["players"][0]["rounds"][0]["items"][0]["label"], "bird 1");
    assert_eq!(json["players"][0]["total"], -11);
    assert_eq!(json["tiebreak"], json!(null));
    assert_eq!(json["winners"], json!([]));
}

#[test]
fn the_rule_book_is_read_whole_and_by_clause() {
    let table = Table::bare();
    let whole = table.run(&["rules", "emu-ranchers"]);
    for part in ["designed by P. D. Magnus", "ER-1.1", "ER-6.6", "TB-7", "Table rules", "upkeep", "grow N CARD"] {
        assert!(whole.out.contains(part), "{part}");
    }
    assert!(whole.out.lines().all(|line| line.chars().count() <= 80), "it fits 80 columns");
    // How long a game takes is there where its rules say so.
    assert!(!whole.out.contains("minutes") && table.run(&["rules", "emus-redux"]).out.contains("players · about 45 minutes"));
    assert!(table.run(&["rules"]).out.contains("Eggs and Empires  20 to 30 minutes"));
    let minutes = table.run(&["rules", "--json"]).json()["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|game| game["minutes"].clone())
        .collect::<Vec<_>>();
    assert_eq!(json!(minutes), json!([null, [45, 45], [20, 20], [20, 30], null]));
    let done = table.run(&["rules", "emu-ranchers", "er-4.2"]);
    insta::assert_snapshot!(done.out, @"ER-4.2   After a discard you draw from the draw pile, nowhere else.");
    let done = table.run(&["rules", "emu-ranchers", "ER-4.9"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.complains("that section has ER-4.1, ER-4.2, ER-4.3, ER-4.4"), "{}", done.err);
    let json = table.run(&["rules", "emu-ranchers", "upkeep", "--json"]).json();
    assert_eq!((json["rules"][0]["default"].as_i64(), json["clauses"][0]["id"].as_str()), (Some(18), Some("ER-6.2")));
    assert_eq!(table.run(&["rules", "emu"]).status, 2);
}

#[test]
fn a_slip_is_met_with_what_was_meant() {
    let table = Table::with(OPENING);
    let said = |arguments: &[&str], part: &str| {
        let done = table.run(arguments);
        assert!(done.complains(part), "{arguments:?}: {}", done.err);
    };
    said(&["record", "game.toml", "hatch 9XX draw"], "separate two steps with a semicolon: `; draw`");
    said(&["game.toml"], "`fowlplay play game.toml`");
    said(&["check", "game.toml", "--at", "9.9", "--try", "draw"], "the log has 1 year");
}

/// Each sentence says once what is wrong and what to do, and no question is followed by more of its sentence.
#[test]
fn refusals_of_setting_up_are_understood_at_once() {
    let table = Table::with(&["Ada: hatch 7SK; draw"]);
    let cases: [(&[&str], &str); 3] = [
        (&["new", "emu-ranchers", "--players", "Ada"], "1 player is named for Emu Ranchers; expected two players"),
        (&["new", "emu-ranchers", "--players", "Ada,Bo,Cy"], "3 players are named for Emu Ranchers; expected two players"),
        (&["rule", "game.toml", "upkep=20"], "did you mean `upkeep`? Expected "),
    ];
    for (arguments, wanted) in cases {
        let done = table.run(arguments);
        assert!(done.status == 2 && done.complains(wanted), "{arguments:?}: {}", done.err);
        assert!(!done.err.contains("?;"), "{}", done.err);
    }
    let position = "position \"Ada: 7SK\" \"Bo: 9LK\" \"table: discards -; draw 23; turn Bo\"";
    let done = table.run(&["record", "game.toml", position]);
    assert!(
        done.status == 1
            && done.complains("1 card too many: all places together hold 37 cards, and there are 36; should it be `draw 22`?"),
        "{}{}",
        done.out,
        done.err
    );
}
