//! What is said of a log that stops being judged, and of one that stands between two rounds.

use super::{Done, Table};
use serde_json::{Value, json};

/// 1.3 can't have happened: Bo's bird holds that card.
const HALTED: &[&str] =
    &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: hatch 9LK; draw", "Bo: hatch 8YK; draw", "Ada: hatch 2MK; draw"];

/// Whether it says this, however it is wrapped.
fn says(text: &str, of: &str) -> bool {
    text.split_whitespace().collect::<Vec<_>>().join(" ").contains(of)
}

#[test]
fn every_document_says_where_judging_stopped() {
    let halted = Table::with(HALTED);
    let whole = Table::with(&HALTED[..2]);
    let commands: &[&[&str]] = &[
        &["moves", "game.toml"],
        &["show", "game.toml"],
        &["show", "game.toml", "--at", "1.2"],
        &["score", "game.toml"],
        &["why", "game.toml"],
        &["why", "game.toml", "1.2"],
        &["report", "game.toml"],
        &["check", "game.toml", "--try", "Bo: hatch 5ML; draw", "--at", "1.2"],
    ];
    for command in commands {
        let of = |table: &Table| table.run(&[command, &["--json"][..]].concat()).json()["halted"].clone();
        assert_eq!(of(&halted), json!("1.3"), "{command:?}");
        assert_eq!(of(&whole), Value::Null, "{command:?}");
    }
    let file = |table: &Table| table.run(&["check", "game.toml", "--json"]).json()["files"][0]["halted"].clone();
    assert_eq!((file(&halted), file(&whole)), (json!("1.3"), Value::Null));
    // Of what changes a log: what holds afterwards.
    let of = |arguments: &[&str]| halted.run(&[arguments, &["--json"]].concat()).json()["halted"].clone();
    assert_eq!(of(&["undo", "game.toml"]), json!("1.3"));
    assert_eq!(of(&["redo", "game.toml"]), json!("1.3"));
    assert_eq!(of(&["amend", "game.toml", "1.3", "Ada: hatch 5ML; draw"]), Value::Null);
    assert_eq!(of(&["record", "game.toml", "Bo: hatch 4MS; draw"]), Value::Null);
}

#[test]
fn a_position_of_a_halted_log_is_that_of_the_line_where_judging_stopped() {
    let position = |lines: &[&str]| Table::with(lines).run(&["show", "game.toml", "--position", "--json"]).json();
    let told = position(HALTED);
    assert_eq!((&told["at"], &told["is_earlier"]), (&json!("1.3"), &json!(false)), "{told}");
    assert_eq!(told["position"][0], "Ada: 7SK", "{told}");
    // The first step of 1.3 was done, the second can't have happened.
    let told = position(&[HALTED[0], HALTED[1], "Ada: grow 1 8YK; draw 9LK", HALTED[3], HALTED[4]]);
    assert_eq!((&told["at"], &told["is_earlier"]), (&json!("1.3"), &json!(true)), "{told}");
    assert_eq!(told["position"][0], "Ada: 7SK", "{told}");
}

#[test]
fn texts_say_where_judging_stopped() {
    let table = Table::with(HALTED);
    let out = |arguments: &[&str]| table.run(arguments).out;
    for command in ["moves", "show", "score"] {
        let said = out(&[command, "game.toml"]);
        assert!(says(&said, "The log stops being judged at 1.3"), "{said}");
    }
    let said = out(&["report", "game.toml"]);
    assert!(says(&said, "The log stops being judged at 1.3"), "{said}");
    let said = out(&["check", "game.toml"]);
    assert!(says(&said, "not over yet, 1 finding; judged no further than 1.3"), "{said}");
    let said = out(&["why", "game.toml", "1.4"]);
    assert!(says(&said, "It was not judged: the log stops being judged at 1.3"), "{said}");
    assert!(!said.contains("Nothing else followed"), "{said}");
    let said = out(&["why", "game.toml", "1.3"]);
    assert!(said.contains("impossible") && !says(&said, "was not judged"), "{said}");
}

#[test]
fn nothing_is_tried_or_recorded_beyond_an_impossible_step() {
    let table = Table::with(HALTED);
    let before = table.text("game.toml");
    let refused = |done: Done| {
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{}", done.err);
        assert!(done.complains("The log stops being judged at 1.3: `hatch 9LK` can't have happened there"), "{}", done.err);
    };
    refused(table.run(&["check", "game.toml", "--try", "Bo: hatch 5ML"]));
    refused(table.run(&["check", "game.toml", "--try", "Bo: hatch 5ML", "--at", "1.4"]));
    let done = table.run(&["record", "game.toml", "Bo: hatch 5ML"]);
    assert!(done.complains("Mend it first with `amend`."), "{}", done.err);
    refused(done);
    let error = table.run(&["check", "game.toml", "--try", "Bo: hatch 5ML", "--json"]).json()["error"].clone();
    assert_eq!(error["halted"], "1.3");
    // Phones are told the same: there is no command line there.
    assert!(error["message"].as_str().is_some_and(|message| message.ends_with("Mend it first.")), "{error}");
    // At the impossible line itself the table still stands.
    let done = table.run(&["check", "game.toml", "--try", "Ada: hatch 5ML; draw", "--at", "1.3"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{}", done.out);
    assert_eq!(table.text("game.toml"), before);
}

#[test]
fn before_a_round_the_moves_are_those_of_the_round_that_would_begin() {
    let table = Table::bare();
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n";
    std::fs::write(table.path("game.toml"), head).expect("written");
    // Whoever deals first is the table's choice.
    let moves = table.run(&["moves", "game.toml", "--json"]).json();
    assert_eq!(moves["next_round"], json!({"first": ["Ada", "Bo"]}), "{moves}");
    assert_eq!((&moves["expects"], &moves["steps"]), (&json!([]), &json!([])));
    // Who deals after a round that is over is not.
    let counted = format!("{head}\n[[round]]\nfirst = \"Ada\"\ntally = [\"Ada: 20\", \"Bo: 16\"]\n");
    std::fs::write(table.path("game.toml"), counted).expect("written");
    let moves = table.run(&["moves", "game.toml", "--json"]).json();
    assert_eq!(moves["next_round"], json!({"first": ["Bo"]}), "{moves}");
    assert_eq!(moves["expects"], json!([{"actor": null, "kinds": ["deal"]}]));
    let said = table.run(&["moves", "game.toml"]).out;
    assert!(says(&said, "A new round begins with the next line; Bo"), "{said}");
    assert!(said.contains("deal"), "{said}");
}

#[test]
fn between_rounds_what_is_listed_can_be_recorded() {
    let table = Table::bare();
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
    let counted = format!("{head}\n[[round]]\nfirst = \"Ada\"\ntally = [\"Ada: 7SK\", \"Bo: \"]\n");
    std::fs::write(table.path("game.toml"), counted).expect("written");
    let moves = table.run(&["moves", "game.toml", "--json"]).json();
    assert_eq!(moves["next_round"], json!({"first": ["Bo"]}), "{moves}");
    let steps = moves["steps"].as_array().expect("steps").clone();
    assert!(!steps.is_empty(), "{moves}");
    for offer in &steps {
        let line = format!("{}: {}", offer["actor"].as_str().expect("a player"), offer["step"].as_str().expect("a step"));
        assert_eq!(table.run(&["check", "game.toml", "--try", &line]).status, 0, "{line}");
    }
    // While a round is under way, and once the game is over, none can begin.
    assert_eq!(Table::with(&["Ada: hatch 7SK; draw"]).run(&["moves", "game.toml", "--json"]).json()["next_round"], Value::Null);
    let over = format!("{head}rules = {{ years = 1 }}\n\n[[round]]\nfirst = \"Ada\"\ntally = [\"Ada: 7SK\", \"Bo: \"]\n");
    std::fs::write(table.path("over.toml"), over).expect("written");
    let moves = table.run(&["moves", "over.toml", "--json"]).json();
    assert_eq!((&moves["next_round"], &moves["expects"]), (&Value::Null, &json!([])));
}
