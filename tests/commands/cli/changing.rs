//! `undo`, `redo`, `amend` and `rule`.

use super::{OPENING, Table};
use crate::program::example;
use serde_json::json;

#[test]
fn what_is_taken_back_and_brought_back_leaves_the_moves_as_they_were() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]);
    let before = table.text("game.toml");
    let done = table.run(&["undo", "game.toml", "2"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    insta::assert_snapshot!(done.out, @r"
    taken back: 1.3 Ada: grow 1 8YK; draw
    taken back: 1.2 Bo: hatch 9LK; draw
    `fowlplay redo game.toml` brings them back.
    ");
    assert_eq!(table.run(&["check", "game.toml", "--json"]).json()["files"][0]["steps"], 2);
    let done = table.run(&["redo", "game.toml", "--json"]);
    assert_eq!(done.json()["lines"][1], json!({"round": 1, "line": 3, "text": "Ada: grow 1 8YK; draw"}));
    let after = table.text("game.toml");
    assert!(after.starts_with(&before), "every byte before the corrections is as it was");
    let done = table.run(&["redo", "game.toml"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert_eq!(table.run(&["undo", "game.toml", "9"]).status, 2);
    assert_eq!(table.run(&["undo", "game.toml", "0"]).status, 2);
    assert_eq!(table.text("game.toml"), after);
}

/// The log without its corrections.
fn body(table: &Table) -> String {
    table.text("game.toml").split("[[correction]]").next().unwrap_or_default().trim_end().to_owned()
}

#[test]
fn the_latest_change_of_any_kind_is_taken_back_and_brought_back() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]);
    let mut bodies = vec![body(&table)];
    let changes = [
        &["amend", "game.toml", "1.2", "Bo: hatch 9WY; draw", "+1.2", "note he thought about it"][..],
        &["rule", "game.toml", "upkeep=20"],
        &["record", "game.toml", "Bo: discard 2MK; draw"],
        &["rule", "game.toml", "years=3", "upkeep=19"],
        &["amend", "game.toml", "-1.2"],
        &["amend", "game.toml", "-1.3"],
        &["record", "game.toml", "note on we go"],
        &["tally", "emu-ranchers", "Ada: 7SK ! so", "Bo: 9WY ! so", "--into", "game.toml"],
        &["record", "game.toml", "note too late"],
    ];
    for change in changes {
        let done = table.run(&[change, &["--json"]].concat());
        if done.status == 0 {
            bodies.push(body(&table));
        } else {
            // An edit that breaks a rule is no change.
            assert_eq!((change, done.status), (changes[5], 1), "{}", done.out);
        }
    }
    let mut told = String::new();
    for wanted in bodies.iter().rev().skip(1) {
        let done = table.run(&["undo", "game.toml"]);
        assert_eq!((done.status, body(&table)), (0, wanted.clone()), "{}", done.err);
        told += done.out.lines().next().unwrap_or_default();
        told += "\n";
    }
    insta::assert_snapshot!(told, @r#"
    taken back: 1.6 inserted: note too late
    taken back: the tally of round 1: Ada: 7SK ! so · Bo: 9WY ! so
    taken back: 1.5 note on we go
    taken back: 1.2 deleted: note he thought about it
    taken back: upkeep = 19, for the whole game (was: 20)
    taken back: 1.5 Bo: discard 2MK; draw
    taken back: upkeep = 20, for the whole game (was: 18)
    taken back: 1.2 inserted: note he thought about it
    "#);
    for wanted in bodies.iter().skip(1) {
        assert_eq!(table.run(&["redo", "game.toml"]).status, 0);
        assert_eq!(body(&table), *wanted);
    }
    assert_eq!(table.run(&["redo", "game.toml"]).status, 2, "all is back");
    assert_eq!(table.run(&["undo", "game.toml", "8"]).status, 0, "all of it at once");
    assert_eq!(body(&table), bodies[0]);
    assert_eq!(table.run(&["redo", "game.toml"]).status, 0);
    assert_eq!(Some(&body(&table)), bodies.last());
}

#[test]
fn what_an_amended_line_was_is_said_when_it_is_taken_back() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]);
    let reason = ["amend", "game.toml", "1.1", "Ada: hatch 5ML; draw", "--overrule", "agreed"];
    assert_eq!(table.run(&reason).status, 0);
    let done = table.run(&["undo", "game.toml"]);
    insta::assert_snapshot!(done.out, @r#"
    taken back: 1.3 replaced: Ada: grow 1 8YK; draw ! agreed (was: Ada: grow 1
      8YK; draw)
    taken back: 1.1 replaced: Ada: hatch 5ML; draw (was: Ada: hatch 7SK; draw)
    The score:
      Ada: now −3, was −5
    No longer found:
      1.3  overruled: Ada: grow 1 8YK
        let stand: agreed
        bird 1 is 5ML: Moons or Leaves, up or down; 8YK has none of its suits
        (ER-3.3)
        All cards of a bird share at least one suit.
    `fowlplay redo game.toml` brings it back.
    "#);
    let done = table.run(&["redo", "game.toml"]);
    let score = "8YK; draw)\nThe score:\n  Ada: now −5, was −3\nFound now:\n  1.3  overruled";
    assert!(done.out.contains(score), "{}", done.out);
}

#[test]
fn a_verdict_that_is_let_stand_is_not_said_twice() {
    let table = Table::bare();
    std::fs::write(table.path("game.toml"), example("blulu-revoke")).expect("written");
    let stands = ["amend", "game.toml", "1.7", "Theo: trail AY 2WL ! it was late"];
    assert_eq!(
        table.run(&stands).out,
        "1.7 replaced: Theo: trail AY 2WL ! it was late (was: Theo: trail AY 2WL)\nMarked as overruled:\n  1.7 is let stand now: it was late\n"
    );
    let told = table.run(&["undo", "game.toml"]).out;
    assert_eq!(told.matches("Nobody trails while some pair of the hand would capture").count(), 1, "{told}");
    assert!(told.contains("Found now:\n  1.7  revoke: Theo: trail AY 2WL") && !told.contains("No longer found"), "{told}");
    let told = table.run(&[&stands[..], &["--json"]].concat()).json();
    assert_eq!((&told["gone"][0]["kind"], &told["come"][0]["kind"]), (&json!("revoke"), &json!("overruled")));
}

#[test]
fn what_was_changed_by_hand_since_is_not_taken_back() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"]);
    assert_eq!(table.run(&["amend", "game.toml", "1.1", "Ada: hatch 8YK; draw"]).status, 0);
    let by_hand = table.text("game.toml").replacen("Ada: hatch 8YK", "Ada: hatch 8WL", 1);
    std::fs::write(table.path("game.toml"), &by_hand).expect("written");
    let done = table.run(&["undo", "game.toml"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(done.complains("line 1.1 can't be taken back or brought back"), "{}", done.err);
    assert_eq!(table.text("game.toml"), by_hand);
}

#[test]
fn earlier_lines_are_changed_and_what_that_does_is_listed() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]);
    let before = table.text("game.toml");
    let done = table.run(&["amend", "game.toml", "1.1", "Ada: hatch 5ML; draw"]);
    assert_eq!((done.status, done.out.as_str()), (1, ""));
    assert!(done.err.contains("1.3  illegal: Ada: grow 1 8YK") && done.err.contains("--overrule REASON"), "{}", done.err);
    assert_eq!(table.text("game.toml"), before);
    let done = table.run(&["amend", "game.toml", "1.1", "Ada: hatch 5ML; draw", "--overrule", "agreed", "--json"]);
    assert_eq!(done.status, 0, "{}", done.out);
    assert_eq!(done.json()["marked"], json!([{"round": 1, "line": 3}]));
    assert!(table.text("game.toml").contains("\"Ada: grow 1 8YK; draw ! agreed\""), "{}", table.text("game.toml"));
}

#[test]
fn what_is_changed_together_is_listed_at_the_places_that_it_has_then() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: hatch 8YK; draw"]);
    let done = table.run(&["amend", "game.toml", "+1.2", "Bo: hatch 5SW; draw", "--move-on"]);
    let together = "1.2 inserted: Bo: hatch 5SW; draw\n1.3 replaced: Ada: hatch 9LK; draw (was: Bo: hatch 9LK; draw)\n1.4 replaced: Bo: hatch 8YK";
    assert!(done.out.starts_with(together), "{}", done.out);
    let done = table.run(&["amend", "game.toml", "-1.1", "+1.2", "Ada: hatch AM; draw", "1.3", "Ada: hatch 9WY; draw"]);
    assert!(
        done.out.starts_with("1.1 deleted: Ada: hatch 7SK; draw\n1.1 inserted: Ada: hatch AM; draw\n1.3 replaced: "),
        "{}",
        done.out
    );
}

#[test]
fn a_reason_that_is_empty_is_refused_in_one_sentence() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]);
    for reason in ["", " "] {
        let done = table.run(&["amend", "game.toml", "1.1", "Ada: hatch 5ML; draw", "--overrule", reason]);
        assert_eq!((done.status, done.out.as_str()), (2, ""));
        assert!(done.err.contains("the reason is empty") && !done.err.contains("\\n"), "{}", done.err);
    }
}

#[test]
fn comments_stay_where_they_are_whatever_is_changed() {
    let table = Table::with(&[]);
    let inline = "rules = {      # ours\n  upkeep = 20, # as at home\n  years = 1    # it was late\n  # that is all\n}\n";
    let commented = table.text("game.toml").replace("[rules]\nyears = 1\n", inline);
    let commented = commented.replace(
        "moves = [\n",
        "moves = [\n  # a slow start\n  \"Ada: hatch 7SK; draw\", # loudly\n  # Bo wakes\n  \"Bo: hatch 9LK; draw\", # late\n  # and so on\n",
    );
    std::fs::write(table.path("game.toml"), &commented).expect("written");
    let comments = |text: &str| {
        let body = text.split("[[correction]]").next().unwrap_or_default().to_owned();
        body.lines().filter_map(|line| Some(line[line.find('#')?..].to_owned())).collect::<Vec<_>>()
    };
    let all = comments(&commented);
    assert_eq!(all.len(), 9);
    for command in [
        &["rule", "game.toml", "upkeep=19"][..],
        &["amend", "game.toml", "1.1", "Ada: hatch 8YK; draw"],
        &["amend", "game.toml", "+1.2", "note between them"],
        &["record", "game.toml", "Ada: discard 2MK"],
        &["record", "game.toml", "Ada: draw"],
        &["undo", "game.toml"],
    ] {
        let done = table.run(command);
        assert_eq!(done.status, 0, "{command:?}: {}", done.err);
        assert_eq!(comments(&table.text("game.toml")), all, "{command:?}");
    }
    assert_eq!(table.run(&["undo", "game.toml"]).status, 0, "the line with `# late` on it");
    let indented = table.text("game.toml").replace("\n]\n", "\n    ]\n");
    std::fs::write(table.path("game.toml"), indented).expect("written");
    assert_eq!(table.run(&["redo", "game.toml"]).status, 0);
    assert_eq!(comments(&table.text("game.toml")), all);
    assert_eq!(table.run(&["rule", "game.toml", "years=2"]).status, 0, "the default: the key goes, with what was said of it");
    let left: Vec<String> = all.into_iter().filter(|comment| comment != "# it was late").collect();
    assert_eq!(comments(&table.text("game.toml")), left);
}

#[test]
fn edits_that_begin_with_a_hyphen_are_no_options() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: shows 2MK", "note so it was"]);
    let done = table.run(&["amend", "game.toml", "-1.3", "+1.1", "note begun late", "-1.4", "--json"]);
    assert_eq!(done.status, 0, "{}", done.out);
    assert!(table.text("game.toml").contains("\"note begun late\",\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9LK; draw\",\n]"));
    let done = table.run(&["amend", "game.toml", "-1.2", "--json", "--overrule", "x"]);
    assert_eq!(done.status, 0, "{}", done.out);
    for bad in [&["-1.x"][..], &["1.1"], &["1", "x"], &["-9.9"], &["-1.tally"]] {
        let done = table.run(&[&["amend", "game.toml"], bad].concat());
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{bad:?}: {}", done.err);
    }
}

/// Whatever begins with a negative number, in any place of the command line, is used and written as it was typed.
#[test]
fn values_that_begin_with_a_negative_number_stay_as_typed() {
    let table = Table::bare();
    for name in ["-1.toml", "−1.toml"] {
        assert_eq!(table.run(&["new", "eggs-and-empires", "--players", "Ada,Bo", "-o", name, "--json"]).status, 0);
        assert!(table.path(name).exists(), "{name}");
    }
    assert_eq!(table.run(&["record", "-1.toml", "-6 13", "--json"]).status, 0);
    assert!(table.text("-1.toml").contains("\"reveal 13 -6\"") && !table.text("−1.toml").contains("reveal"));
    for files in [&["-1.toml"][..], &["--", "-1.toml"], &["--json", "--", "-1.toml"]] {
        let done = table.run(&[&["check"], files].concat());
        assert!(
            done.status == 0 && done.out.contains("-1.toml") && done.out.contains('1'),
            "{files:?}: {}{}",
            done.out,
            done.err
        );
    }
    let tried = table.run(&["check", "-1.toml", "--try", "-6", "--at", "1.1"]);
    assert!(tried.status == 1 && tried.out.starts_with("illegal: reveal -6\n"), "{}", tried.out);
    let reason = ["--overrule", "-6 was seen"];
    let done = table.run(&[&["amend", "-1.toml", "1.1", "reveal -6"][..], &reason, &["--json"]].concat());
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(table.text("-1.toml").contains("\"reveal -6 ! -6 was seen\""), "{}", table.text("-1.toml"));
    // A missing value is no other option, and an option that doesn't exist no value.
    let done = table.run(&["amend", "-1.toml", "-1.1", "--overrule", "--json"]);
    assert!(done.status == 2 && done.out.contains("a value is required for '--overrule <REASON>'"), "{}", done.out);
    assert!(table.run(&["amend", "-1.toml", "-1.1", "-x"]).err.starts_with("error: unexpected argument '-x' found"));
    let done = table.run(&["record", "-1.toml", "--", "-6 13", "--json"]);
    assert!(done.status == 2 && done.err.contains("-6 13"), "behind `--` everything is a line: {}", done.err);
}

#[test]
fn table_rules_are_changed_in_a_running_game() {
    let table = Table::with(OPENING);
    let done = table.run(&["rule", "game.toml", "upkeep=20"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.starts_with("upkeep = 20, for the whole game (was: 18)\n"), "{}", done.out);
    assert!(table.text("game.toml").contains("upkeep = 20"));
    for bad in ["upkeep=99", "upkep=20", "upkep", "upkeep=20"] {
        assert_eq!(table.run(&["rule", "game.toml", bad]).status, 2, "{bad}");
    }
    let told = table.run(&["rule", "game.toml"]).out;
    assert!(told.contains("upkeep=20 (changed)") && told.contains("years=1 (changed)"), "{told}");
    let one = table.run(&["rule", "game.toml", "upkeep"]).out;
    assert!(one.contains("now 20; it can be a whole number from 1 to 44") && one.contains("ER-6.2"), "{one}");
    let document = table.run(&["rule", "game.toml", "upkeep", "--json"]).json();
    assert_eq!((&document["rules"][0]["key"], &document["rules"][0]["now"]), (&"upkeep".into(), &"20".into()));
    // The default again is not written down.
    assert_eq!(table.run(&["rule", "game.toml", "upkeep=18"]).status, 0);
    let rules = table.text("game.toml").lines().filter(|line| line.starts_with("upkeep")).count();
    assert_eq!(rules, 0, "{}", table.text("game.toml"));
}

#[test]
fn a_halted_log_may_be_mended_step_by_step_but_not_be_made_worse() {
    let halted = ["Ada: hatch 7SK; draw", "Bo: hatch 7SK; draw", "Ada: grow 1 8YK; draw", "Bo: hatch 8YK; draw"];
    let table = Table::with(&halted);
    assert_eq!(table.run(&["check", "game.toml", "--json"]).json()["files"][0]["findings"][0]["line"], 2);
    // The second of two mistakes is reached: that is further.
    let done = table.run(&["amend", "game.toml", "1.2", "Bo: hatch 9LK; draw"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""), "{}", done.out);
    assert_eq!(table.run(&["check", "game.toml", "--json"]).json()["files"][0]["findings"][0]["line"], 4);
    // It would be halted where it is already, or sooner.
    for line in ["Bo: hatch 7SK; draw", "Bo: grow 2 8YK; draw"] {
        let done = table.run(&["amend", "game.toml", "1.4", line]);
        assert_eq!((done.status, done.out.as_str()), (1, ""), "{line}");
    }
    let done = table.run(&["amend", "game.toml", "1.2", "Bo: hatch 7SK; draw"]);
    assert_eq!((done.status, done.out.as_str()), (1, ""));
    assert!(done.complains("TB-3"), "{}", done.err);
}

#[test]
fn what_is_in_the_way_is_one_sentence_for_a_script() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]);
    let amend = ["amend", "game.toml", "1.1", "Ada: hatch 5ML; draw", "--json"];
    let refused = table.run(&amend).json();
    // Phones are told the same: there is no command line there.
    let message = "Nothing was changed: after this, later lines break a rule. Let them stand with a reason, or mend them first.";
    assert_eq!(refused["error"]["message"], message);
    let told = table.run(&amend[..4]);
    assert!(told.complains("They can be let stand with `--overrule REASON`."), "{}", told.err);
    assert_eq!(refused["error"]["findings"][0]["clause"], "ER-3.3");
    let refused = table.run(&["amend", "game.toml", "1.1", "Ada: hatch 8YK; draw", "--json"]).json();
    assert_eq!(refused["error"]["message"], "Nothing was changed: after this, a later line can't have happened.");
    assert_eq!(refused["error"]["findings"][0]["kind"], "impossible");
    // What breaks a rule before that line is told with it.
    table.run(&["record", "game.toml", "Bo: discard 9MS; draw"]);
    let refused = table.run(&["amend", "game.toml", "1.1", "Ada: hatch 9MS; draw", "--json"]).json();
    let found = refused["error"]["findings"].as_array().expect("findings");
    let found: Vec<_> = found.iter().map(|one| json!([one["line"], one["kind"]])).collect();
    assert_eq!(found, [json!([3, "illegal"]), json!([4, "impossible"])]);
}

#[test]
fn the_beginning_of_a_round_takes_no_reason_and_stays_a_finding() {
    let table = Table::bare();
    let round = |first: &str, rest: &str| format!("[[round]]\nfirst = \"{first}\"\n{rest}\n");
    let text = [
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n",
        &round("Ada", "tally = [\"Ada:\", \"Bo:\"]"),
        &round("Bo", "moves = [\n  \"Bo: hatch 7SK; draw\",\n]"),
    ]
    .concat();
    std::fs::write(table.path("game.toml"), &text).expect("written");
    let done = table.run(&["amend", "game.toml", "-1.tally"]);
    assert_eq!(done.status, 1);
    assert!(done.complains("The beginning of a round takes no reason, and stays a finding then."), "{}", done.err);
    assert_eq!(table.text("game.toml"), text);
    let done = table.run(&["amend", "game.toml", "-1.tally", "--overrule", "so it was", "--json"]).json();
    assert_eq!((&done["come"][0]["line"], &done["come"][0]["kind"]), (&json!(0), &json!("illegal")), "{done}");
    assert_eq!(table.run(&["check", "game.toml"]).status, 1);
}

/// Blulu with three, of which only the scores are kept: three rounds.
fn scores_only() -> Table {
    let table = Table::bare();
    let round = |first: &str, [ada, bob, sue]: [u8; 3]| {
        format!(
            "[[round]]\nfirst = \"{first}\"\ntally = [\n  \"Ada: {ada}\",\n  \"Bob: {bob}\",\n  \"Sue: {sue}\",\n] # {first} dealt\n"
        )
    };
    let head =
        "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bob\", \"Sue\"]\nkept = \"scores\"\n\n[rules]\ntable = 0\n\n";
    let rounds = [round("Ada", [10, 12, 14]), round("Bob", [20, 6, 10]), round("Sue", [0, 18, 18])];
    std::fs::write(table.path("game.toml"), format!("{head}{}", rounds.join("\n"))).expect("written");
    table
}

#[test]
fn an_earlier_rounds_tally_is_mended_whatever_came_after() {
    let table = scores_only();
    let before = table.text("game.toml");
    let done = table.run(&["amend", "game.toml", "1.tally", "bob: 13", "1.tally", "Ada: 9"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.contains("The score:\n  Bob: now 7, was 6"), "{}", done.out);
    // The part that was not mended stands as it was written, and so does the comment.
    let now = "tally = [\n  \"Ada: 9; flush 0; sextet 0\",\n  \"Bob: 13; flush 0; sextet 0\",\n  \"Sue: 14\",\n] # Ada dealt";
    assert!(table.text("game.toml").contains(now), "{}", table.text("game.toml"));
    assert!(table.text("game.toml").contains("at = \"1.tally\"\nwas = \"Ada: 10\\nBob: 12\\nSue: 14\""));
    // A later round and its own mending don't stand in the way of either.
    assert_eq!(table.run(&["amend", "game.toml", "3.tally", "Ada: 3", "3.tally", "Bob: 15"]).status, 0);
    let amended = table.text("game.toml");
    assert_eq!(table.run(&["undo", "game.toml", "2"]).status, 0);
    assert!(table.text("game.toml").starts_with(&before), "{}", table.text("game.toml"));
    assert_eq!(table.run(&["redo", "game.toml"]).status, 0);
    let body = |text: &str| text.split("[[correction]]").next().map(str::to_owned);
    assert_eq!(body(&table.text("game.toml")), body(&amended));
    for (bad, status, why) in [
        (&["1.tally", "Bob: 99"][..], 1, "captured in all, and the deck has 36"),
        (&["1.tally", "Zoe: 3"], 2, "nobody here is called `Zoe`"),
        (&["1.tally", "3"], 2, "no name stands before this"),
        (&["9.tally", "Bob: 3"], 2, "there is no round 9"),
        (&["1.tally", "Bob: 13"], 2, "has this already"),
        (&["1.tally", "Bob: 12", "1.tally", "BOB: 11"], 2, "1.tally is changed twice"),
        (&["1.tally", "Bob: 12", "-1.tally"], 2, "1.tally is changed twice"),
    ] {
        let done = table.run(&[&["amend", "game.toml"], bad].concat());
        assert!(done.status == status && done.complains(why), "{bad:?}: {}", done.err);
    }
}

#[test]
fn a_part_of_a_tally_that_breaks_a_rule_is_the_one_that_was_typed() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"]);
    assert_eq!(table.run(&["tally", "emu-ranchers", "Ada: 7SK", "Bo: 9LK", "--into", "game.toml"]).status, 0);
    let amend = ["amend", "game.toml", "1.tally", "Bo: 9LK CS"];
    let done = table.run(&amend);
    assert!(done.status == 1 && done.complains("illegal: Bo: 9LK CS") && done.complains("ER-3.3"), "{}", done.err);
    let done = table.run(&[&amend[..], &["--overrule", "agreed", "--json"]].concat());
    assert_eq!((done.status, &done.json()["come"][0]["reason"]), (0, &json!("agreed")), "{}", done.out);
    assert!(table.text("game.toml").contains("\"Bo: 9LK CS ! agreed\""));
}

#[test]
fn who_really_began_is_said_with_the_rounds_after_it() {
    let table = scores_only();
    let before = table.text("game.toml");
    let done = table.run(&["amend", "game.toml", "1.first", "sue"]);
    assert_eq!((done.status, done.out.as_str()), (1, ""));
    assert!(done.complains("add `2.first Ada` and `3.first Bob`") && done.complains("2.0, the beginning"), "{}", done.err);
    let refused = table.run(&["amend", "game.toml", "1.first", "sue", "--json"]).json();
    assert_eq!(refused["error"]["alternatives"], json!(["2.first Ada"]), "{refused}");
    assert_eq!(table.text("game.toml"), before);
    let done = table.run(&["amend", "game.toml", "1.first", "sue", "2.first", "Ada", "3.first", "Bob", "--json"]);
    assert_eq!((done.status, done.json()["changed"][2].clone()), (0, json!({"at": "1.first", "was": "Ada", "now": "Sue"})));
    assert_eq!(table.run(&["check", "game.toml"]).status, 0);
    let amended = table.text("game.toml");
    assert!(amended.contains("at = \"1.first\"\nwas = \"Ada\"\nnow = \"Sue\"\nend = \"3.tally\""), "{amended}");
    let done = table.run(&["undo", "game.toml"]);
    assert!(done.out.contains("taken back: 1.first replaced: Sue (was: Ada)"), "{}", done.out);
    assert!(table.text("game.toml").starts_with(&before));
    assert_eq!(table.run(&["redo", "game.toml"]).status, 0);
    assert_eq!(table.run(&["amend", "game.toml", "1.first", "Ada", "--overrule", "so be it"]).status, 0);
    assert_eq!(table.run(&["check", "game.toml"]).status, 1, "it stays a finding");
    for (bad, why) in
        [("2.first", "needs a player's name"), ("7.first Ada", "there is no round 7"), ("2.first Zoe", "called `Zoe`")]
    {
        let done = table.run(&[&["amend", "game.toml"], &bad.split(' ').collect::<Vec<_>>()[..]].concat());
        assert!(done.status == 2 && done.complains(why), "{bad}: {}", done.err);
    }
}

#[test]
fn who_really_began_decides_whose_turn_a_line_was() {
    let table = Table::with(&[]);
    assert_eq!(table.run(&["record", "game.toml", "Bo: hatch 9LK ! Bo began"]).status, 0);
    let done = table.run(&["amend", "game.toml", "1.first", "Bo"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    assert!(done.out.contains("No longer found:\n  1.1  overruled: Bo: hatch 9LK"), "{}", done.out);
}

/// Lines under the names of those who would have been in turn, had another player begun.
#[test]
fn who_really_began_moves_the_names_of_the_lines() {
    let table = Table::bare();
    let log = |players: &str, lines: &str| {
        format!("fowlplay = 1\ngame = \"emus-redux\"\nplayers = [{players}]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n{lines}]\n")
    };
    let market = "  \"market PMSL PSWK PWLY TMLY TSLK TSWY\",\n";
    let lines = "  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9LK; draw\",\n  \"note rain\",\n  \"Cy: hatch 8WL; draw\",\n";
    let before = log("\"Ada\", \"Bo\", \"Cy\"", &format!("{market}{lines}"));
    std::fs::write(table.path("game.toml"), &before).expect("written");
    let refused = table.run(&["amend", "game.toml", "1.first", "Cy"]);
    assert!(refused.status == 1 && refused.complains("RX-1.2"), "{}", refused.err);
    let moved = "With Cy first, the lines 1.2 to 1.5 have the wrong names. They fit if the names move along: \
                 Ada's lines become Cy's, Bo's lines become Ada's and Cy's lines become Bo's. `--move-on` does it.";
    assert!(refused.complains(moved), "{}", refused.err);
    assert_eq!(table.text("game.toml"), before);
    let done = table.run(&["amend", "game.toml", "1.first", "Cy", "--move-on"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    let text = table.text("game.toml");
    let after = lines.replace("Cy", "X").replace("Bo", "Y").replace("Ada", "Cy").replace('X', "Bo").replace('Y', "Ada");
    assert!(text.contains("first = \"Cy\"") && text.contains(&after), "{text}");
    assert_eq!(table.run(&["check", "game.toml"]).status, 0);
    assert_eq!(table.run(&["undo", "game.toml"]).status, 0);
    assert!(table.text("game.toml").starts_with(&before), "it is one change");
}

#[test]
fn words_that_do_something_else_after_a_change_are_listed() {
    let table = Table::bare();
    let log = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
               \"deal 3MW 4MS 9LK AY\",\n  \"Bo: trail 8YK CL\",\n  \"Ada: capture 3 with 5ML 8MS\",\n  \"Bo: trail 6MW 2WL\",\n]\n";
    std::fs::write(table.path("game.toml"), log).expect("written");
    let done = table.run(&["amend", "game.toml", "1.2", "Bo: trail 3LY CL", "--json"]);
    assert_eq!(done.status, 0, "{}{}", done.out, done.err);
    let effects = done.json()["effects"].clone();
    assert_eq!(effects.as_array().map(Vec::len), Some(1), "{effects}");
    assert_eq!((&effects[0]["line"], &effects[0]["text"]), (&json!(3), &json!("capture 3 with 5ML 8MS")));
    let begins = |key: &str, with: &str| effects[0][key].as_str().is_some_and(|does| does.starts_with(with));
    assert!(begins("now", "takes 3MW 3LY; ") && begins("was", "takes 3MW, a flush; "), "{effects}");
}

#[test]
fn what_matters_is_listed_before_what_else_is_new() {
    let turns = |cards: &str, act: &str| -> Vec<String> { cards.split(' ').map(|card| format!("{act} {card}; draw")).collect() };
    let ada = turns("2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS", "Ada: hatch");
    let bo = turns("5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY", "Bo: discard");
    let lines: Vec<&str> = ada.iter().zip(&bo).flat_map(|(ada, bo)| [ada.as_str(), bo.as_str()]).collect();
    let table = Table::with(&[&lines[..], &["Ada: hatch 9WY ! so be it", "Ada: draw"]].concat());
    let done = table.run(&["amend", "game.toml", "1.1", "Ada: discard 2MK; draw"]);
    insta::assert_snapshot!(done.out, @r"
    1.1 replaced: Ada: discard 2MK; draw (was: Ada: hatch 2MK; draw)
    The score:
      Ada: now −114, was −130
    Unchanged lines with a new effect:
      1.3 hatch 2SY: now as bird 1, was as bird 2
      1.5 hatch 2WL: now as bird 2, was as bird 3
      1.7 hatch 3MW: now as bird 3, was as bird 4
      1.9 hatch 3SK: now as bird 4, was as bird 5
      1.11 hatch 3LY: now as bird 5, was as bird 6
      1.13 hatch 4YK: now as bird 6, was as bird 7
      and 2 more, up to 1.17; `why` tells what a line does
    ");
    let json = table.run(&["rule", "game.toml", "upkeep=20", "--json"]).json();
    assert_eq!(json["scores"], json!([{"name": "Ada", "now": -130, "was": -114}]));
    assert_eq!((&json["winners"], &json["gone"], &json["come"]), (&json!(null), &json!([]), &json!([])));
}

#[test]
fn short_forms_of_a_log_are_written_out_in_the_layout_of_the_program() {
    let table = Table::bare();
    let text = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]   # two\n\n[[round]]\nmoves = [\n  \"ada: h 7s .\", # first\n  \
                'Bo: h 9lk; note hm . x',\n  \"Bo: draw\",\n\n    \"Ada: g1 8yk . 4ms ! agreed\", ]\nfirst = \"ada\" # she\n\
                tally = [\"bo: 9lk\", \"Ada:7SK 8yk\"] # counted\n";
    std::fs::write(table.path("game.toml"), text).expect("written");
    let check = table.run(&["fmt", "game.toml", "--check"]);
    assert_eq!((check.status, check.out.as_str()), (1, "game.toml: 5 lines to write out\n"));
    assert_eq!(table.text("game.toml"), text);
    let judged = |table: &Table| table.run(&["score", "game.toml", "--json"]).json();
    let before = judged(&table);
    assert_eq!(table.run(&["fmt", "game.toml"]).out, "game.toml: 5 lines written out\n");
    let written = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"] # two\n\n[[round]]\nfirst = \"Ada\" # she\nmoves = [\n  \
                   \"Ada: hatch 7SK; draw\", # first\n  \"Bo: hatch 9LK; note hm . x\",\n  \"Bo: draw\",\n\n  \"Ada: grow 1 8YK; draw 4MS ! agreed\",\n]\n\
                   tally = [\n  \"Bo: 9LK\",\n  \"Ada: 7SK 8YK\",\n] # counted\n";
    assert_eq!(table.text("game.toml"), written);
    assert_eq!(judged(&table), before);
    let again = table.run(&["fmt", "game.toml", "--check"]);
    assert_eq!((again.status, again.out.as_str()), (0, "game.toml: as it should be\n"));
    std::fs::write(table.path("bad.toml"), text.replace("8yk .", "8yx .")).expect("written");
    let bad = table.run(&["fmt", "bad.toml", "game.toml", "--json"]);
    assert_eq!(bad.status, 2);
    assert_eq!((&bad.json()["files"][0]["errors"][0]["line"], &bad.json()["files"][1]["lines"]), (&json!(11), &json!([])));
}

#[test]
fn after_a_forgotten_turn_the_lines_move_on_by_one_player() {
    let table = Table::with(&[
        "Ada: hatch 7SK; draw",
        "Bo: hatch 8YK; draw",
        "Ada: hatch 9MS; draw",
        "note rain",
        "Bo: discard 2WL; draw",
    ]);
    let before = table.text("game.toml");
    let forgotten = ["amend", "game.toml", "+1.2", "Bo: hatch 9LK; draw"];
    let refused = table.run(&forgotten);
    assert_eq!(refused.status, 1, "{}", refused.out);
    assert!(refused.complains("After this the lines from 1.3 on fall to the wrong players"), "{}", refused.err);
    assert!(refused.complains("`--move-on` does it") && refused.complains("ER-1.2"), "{}", refused.err);
    assert_eq!(table.text("game.toml"), before);
    let done = table.run(&[&forgotten[..], &["--move-on"]].concat());
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    let moves =
        "Ada: hatch 7SK; draw|Bo: hatch 9LK; draw|Ada: hatch 8YK; draw|Bo: hatch 9MS; draw|note rain|Ada: discard 2WL; draw";
    let text = table.text("game.toml");
    assert!(moves.split('|').all(|line| text.contains(&format!("  \"{line}\",\n"))), "{text}");
    assert_eq!(table.run(&["check", "game.toml"]).status, 0);
    // And back, where a turn is one too many.
    assert!(table.run(&["amend", "game.toml", "-1.2"]).complains("there was a turn too many"));
    assert_eq!(table.run(&["amend", "game.toml", "-1.2", "--move-on"]).status, 0);
    assert!(table.text("game.toml").starts_with(before.trim_end_matches("]\n")), "{}", table.text("game.toml"));
    // Where it would be no better, it is not offered.
    let refused = table.run(&["amend", "game.toml", "1.2", "Bo: hatch 9MS; draw", "--move-on"]);
    assert!(refused.status == 2 && refused.complains("nothing was changed"), "{}", refused.err);
}

#[test]
fn the_head_is_shown_and_mended_all_of_it_or_nothing() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "bo: h 9lk .", "note Bo was late"]);
    let head = |arguments: &[&str]| table.run(&[&["head", "game.toml"], arguments].concat());
    assert_eq!(head(&[]).out, "game     Emu Ranchers\nplayers  Ada, Bo\n");
    let before = table.text("game.toml");
    for bad in [&["place=Bern", "date=tomorrow"][..], &["place=Bern", "player.Bo=Ada"], &["variant=x"], &["place"], &["title="]] {
        let done = head(bad);
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{bad:?}: {}", done.err);
    }
    assert!(head(&["variant=x"]).complains("`fowlplay rule FILE key=value` changes table rules"));
    assert_eq!(table.text("game.toml"), before);
    let done = head(&["player.bo=Bob", "date=2026-11-20", "place=under the oak"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    insta::assert_snapshot!(done.out, @r"
    Bo is Bob
    date: 2026-11-20
    place: under the oak
    All other lines stay as they were.
    ");
    let text = table.text("game.toml");
    assert!(text.contains("\"Bob: h 9lk .\"") && text.contains("note Bo was late"), "{text}");
    let json = head(&["place=", "title=Rain", "--json"]).json();
    let changed = json!([
        {"at": "head.place", "was": "under the oak", "now": null},
        {"at": "head.title", "was": null, "now": "Rain"},
    ]);
    assert_eq!((&json["changed"], &json["come"], &json["scores"]), (&changed, &json!([]), &json!([])));
    let said = json!({
        "file": "game.toml", "game": "emu-ranchers", "players": ["Ada", "Bob"], "variant": null, "kept": null, "date": "2026-11-20",
        "began": null, "ended": null, "paused": null, "place": null, "title": "Rain", "notes": null, "closed": null, "halted": null,
    });
    assert_eq!(head(&["--json"]).json(), said);
    // Of a time the log keeps no correction, of what is mended with it it does: both are told.
    let both = head(&["title=Sun", "began=2026-11-20T19:42:11+01:00", "--json"]).json();
    let changed: Vec<&str> = both["changed"].as_array().expect("a list").iter().filter_map(|made| made["at"].as_str()).collect();
    assert_eq!(changed, ["head.title", "head.began"]);
    // A line or the table rules keep to the names there are.
    assert_eq!(table.run(&["amend", "game.toml", "1.2", "Bob: hatch 8YK; draw"]).status, 0);
}

#[test]
fn a_renaming_is_taken_back_by_the_names_that_hold_then() {
    let table = Table::bare();
    std::fs::write(table.path("game.toml"), example("emu-ranchers-two-years")).expect("written");
    assert_eq!(table.run(&["head", "game.toml", "player.Ada=Bo", "player.Bo=Ada"]).status, 0);
    for back in ["undo", "redo", "undo"] {
        let done = table.run(&[back, "game.toml"]);
        assert!(done.status == 0 && done.out.contains("All other lines stay as they were."), "{}", done.out);
        assert!(!done.out.contains("The score") && !done.out.contains("do something else"), "{}", done.out);
    }
}

#[test]
fn an_amended_line_that_breaks_a_rule_says_how_it_stands() {
    let table = Table::with(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]);
    let amend = |line: &str| table.run(&["amend", "game.toml", "1.3", line]);
    let done = amend("Ada: grow 1 8WL; draw");
    assert!(done.status == 1 && done.complains("Nothing was changed. With --overrule REASON it stands."), "{}", done.err);
    let done = amend("Ada: grow 1 9LK; draw");
    assert!(done.status == 1 && done.complains("Nothing was changed.") && !done.err.contains("--overrule"), "{}", done.err);
}

#[test]
fn a_game_that_nobody_will_finish_is_closed_and_says_so() {
    let table = Table::with(OPENING);
    let closed = table.run(&["head", "game.toml", "closed=it got late"]);
    assert!(closed.status == 0 && closed.out.starts_with("closed: it got late\n"), "{}{}", closed.out, closed.err);
    assert!(table.run(&["show", "game.toml"]).out.contains("The game is closed: it got late."));
    assert_eq!(table.run(&["show", "game.toml", "--json"]).json()["closed"], "it got late");
    let check = table.run(&["check", "game.toml"]).out;
    assert_eq!(check, "game.toml: Emu Ranchers, 4 steps, closed (it got late), nothing found\n");
    assert_eq!(table.run(&["check", "game.toml", "--json"]).json()["files"][0]["closed"], "it got late");
    for more in [&["record", "game.toml", "Ada: draw"][..], &["tally", "emu-ranchers", "Ada:", "Bo:", "--into", "game.toml"]] {
        let refused = table.run(more);
        assert!(refused.status == 2 && refused.complains("`fowlplay head FILE closed=` opens it again"), "{}", refused.err);
    }
    assert_eq!(table.run(&["head", "game.toml", "closed="]).status, 0);
    assert_eq!(table.run(&["record", "game.toml", "Ada: discard 8YK; draw"]).status, 0);
    let over = table.run(&["amend", "game.toml", "-1.3"]).status;
    assert_eq!(over, 0);
    assert_eq!(table.run(&["tally", "emu-ranchers", "Ada: 7SK", "Bo: 9LK", "--into", "game.toml"]).status, 0);
    assert!(table.run(&["head", "game.toml", "closed=x"]).complains("the game is over"));
}

#[test]
fn a_change_that_changes_nothing_is_refused_and_what_was_taken_back_can_still_come_back() {
    let table = Table::with(OPENING);
    assert_eq!(table.run(&["undo", "game.toml"]).status, 0);
    let before = table.text("game.toml");
    let done = table.run(&["amend", "game.toml", "1.1", OPENING[0]]);
    assert!(done.status == 2 && done.complains("the log has this already; nothing is changed"), "{}", done.err);
    assert_eq!(table.text("game.toml"), before);
    assert_eq!(table.run(&["redo", "game.toml"]).status, 0);
    assert!(body(&table).contains(OPENING[1]), "{}", table.text("game.toml"));
}

#[test]
fn what_is_given_twice_is_refused() {
    let table = Table::with(OPENING);
    let twice = table.run(&["rule", "game.toml", "upkeep=20", "upkeep=19"]);
    assert!(twice.status == 2 && twice.complains("`upkeep` is given twice; give it once"), "{}", twice.err);
    let new = ["new", "emu-ranchers", "-p", "Ada,Bo", "--rule", "upkeep=1", "--rule", "upkeep=2", "-o", "new.toml"];
    let twice = table.run(&new);
    assert!(twice.status == 2 && twice.complains("`upkeep` is given twice; give it once"), "{}", twice.err);
    assert!(!table.path("new.toml").exists());
}
