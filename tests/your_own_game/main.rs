//! The game of `examples/your_own_game.rs`, which the library knows nothing of: refereed, recorded, counted.

#[path = "../../examples/your_own_game.rs"]
#[allow(dead_code, reason = "the example has a main")]
mod sevens;

mod dealer;
mod planted;
mod watched;

use fowlplay::{
    log::{LineRef, Log},
    referee::{self, Edit, NewGame, Referee, Refusal},
    table::{FindingKind, Points},
};
use sevens::{LOG, Sevens};
use std::{path::Path, process::Command};

fn table(text: &str) -> Box<dyn Referee> {
    referee::open_as::<Sevens>(Log::parse(text).expect("a log")).expect("a log of Sevens")
}

/// The log that a new game begins with, and some lines behind it.
fn after(lines: &[&str]) -> Box<dyn Referee> {
    let players = ["Ada", "Bo", "Cy", "Di"].map(str::to_owned).to_vec();
    let start = referee::start_as::<Sevens>(&NewGame { players, ..NewGame::default() }).expect("four can play");
    let recorded = table(&start).record(lines, Some("Ada")).expect("legal");
    table(recorded.log.text())
}

mod conformance {
    fowlplay::conformance_tests!(crate::sevens::Sevens);
}

#[test]
fn what_is_illegal_impossible_or_a_revoke_is_found() {
    let found: Vec<(LineRef, FindingKind, Option<String>)> =
        table(LOG).findings().iter().map(|found| (found.place(), found.kind, found.verdict.clause.clone())).collect();
    let (pass, beside_nothing) = (LineRef::new(1, 3), LineRef::new(1, 5));
    assert_eq!(
        found,
        [(pass, FindingKind::Revoke, Some("SV-2.2".into())), (beside_nothing, FindingKind::Illegal, Some("SV-2.1".into()))]
    );

    let verdict = |line: &str| table(LOG).try_line(line).expect("it is understood")[0].1.clone();
    assert_eq!(verdict("Bo: lay 7D").word(), "impossible");
    let elsewhere = &verdict("Bo: lay 7D").moved_by[0];
    assert_eq!((elsewhere.place, elsewhere.text.as_str()), (LineRef::new(1, 1), "Cy: lay 7D"), "as a line of the log");
    assert_eq!(verdict("Bo: lay 2H").clause.as_deref(), Some("SV-2.1"));
    assert_eq!(verdict("Cy: pass").message, "it is Bo's turn");
    assert_eq!(verdict("l 8s").word(), "legal", "a short form, by the only one who may");
}

#[test]
fn whoever_is_known_to_hold_a_card_that_fits_cannot_pass() {
    let Err(Refusal::Foul { verdict, .. }) = after(&[]).record(&["Ada: pass"], Some("Ada")) else { panic!("Ada holds 7D") };
    assert_eq!((verdict.word(), verdict.alternatives.as_slice()), ("illegal", ["lay 7D".to_owned()].as_slice()));
    let stood = after(&["Ada: pass ! agreed", "Bo: pass", "Cy: pass", "Di: pass", "Ada: lay 7D"]);
    let found: Vec<LineRef> = stood.findings().iter().map(fowlplay::referee::Finding::place).collect();
    assert_eq!(found, [LineRef::new(1, 1)], "what was foul at once is not proved again");
}

#[test]
fn it_is_recorded_completed_and_amended_as_any_other_game() {
    let referee = after(&["lay 7D", "p", "Cy: lay 7C ! he said so"]);
    assert_eq!(referee.log().text().lines().filter(|line| line.contains(':')).count(), 3);
    assert_eq!(referee.complete("Di: lay 8").1, ["8D", "8C"].map(str::to_owned).into_iter().rev().collect::<Vec<_>>());
    assert_eq!(referee.zones().open[0].line.as_ref().expect("a line").to_plain(), "laid: 7C 7D");
    let amended = referee.amend(&[Edit::Replace(LineRef::new(1, 2), "lay 6D".into())], None).expect("still legal");
    assert_eq!(
        table(amended.log.text()).state()["places"][1],
        serde_json::json!({"place": "hand", "of": "Bo", "number": null, "cards": [], "more": 12})
    );
    let why = referee.explain(Some(LineRef::new(1, 3))).expect("a line");
    assert_eq!(why.steps[0].description, "lay 7C");
    let totals: Vec<Vec<Points>> = referee.snapshots().into_iter().map(|stage| stage.totals).collect();
    assert_eq!(totals, vec![vec![Points::Exactly(0); 4]; 4], "the round, and line by line");
}

#[test]
fn who_is_out_wins_with_moves_and_without() {
    let count = |texts: &[&str]| referee::count_as::<Sevens>(&NewGame::default(), texts);
    let sheet = count(&["Ada:", "Bo: out", "Cy:", "Di:"]).expect("a result");
    assert_eq!((sheet.winners, sheet.players[1].total), (vec!["Bo".to_owned()], Points::Exactly(1)));
    let refused = count(&["Ada: out", "Bo: out", "Cy:", "Di:"]).expect_err("two can't be out");
    assert!(refused.to_string().contains("one player is out, and no other"), "{refused}");
    assert!(matches!(count(&["Ada: out", "Bo:"]), Err(Refusal::Cannot(why)) if why.contains("2 players are named")));

    // Ada has the diamonds, and nobody else anything that fits.
    let ranks = ["7D", "6D", "5D", "4D", "3D", "2D", "AD", "8D", "9D", "TD", "JD", "QD", "KD"];
    let lines: Vec<String> = ranks
        .iter()
        .flat_map(|card| [format!("Ada: lay {card}"), "Bo: pass".into(), "Cy: pass".into(), "Di: pass".into()])
        .collect();
    let lines: Vec<&str> = lines.iter().take(12 * 4 + 1).map(String::as_str).collect();
    let referee = after(&lines);
    assert!(referee.findings().is_empty(), "{:?}", referee.findings());
    assert_eq!(referee.sheet().winners, ["Ada"]);
    let Err(Refusal::Foul { verdict, .. }) = referee.record(&["Bo: pass"], None) else { panic!("it is over") };
    assert_eq!(verdict.clause.as_deref(), Some("TB-7"));
    // Two steps without a semicolon are read as such, also where it is asked whose they are.
    for line in ["pass; p", "pass p", "p  p"] {
        let refused = referee.record(&[line], None);
        let Err(Refusal::Foul { line: offered, .. }) = refused else { panic!("it is over: {refused:?}") };
        let asked = referee.record(&[&format!("{offered} ! agreed")], None);
        let Err(Refusal::Ambiguous { question, options, .. }) = asked else { panic!("`{offered}` is somebody's: {asked:?}") };
        assert_eq!((question.as_str(), options[1].as_str()), ("who?", format!("Bo: {line} ! agreed").as_str()));
        assert_eq!(referee.record(&[&options[1]], None).expect("it is let stand").recorded_steps().len(), 2);
    }
}

#[test]
fn refusals_sheets_tables_and_verdicts_are_text() {
    use fowlplay::cli::text;
    let (referee, book) = (table(LOG), <Sevens as fowlplay::table::Game>::book());
    let refusal = referee.record(&["Bo: lay 2H"], None).expect_err("a foul");
    assert_eq!(refusal.to_string(), "`Bo: lay 2H` is illegal (SV-2.1): 2H has nothing to go beside");
    assert!(text::refusal(&refusal).contains("legal instead: lay 7C"), "{}", text::refusal(&refusal));
    assert!(text::finding(&referee.findings()[0]).contains("1.3  revoke: Ada: pass"));
    assert!(text::table(&referee.zones().open).contains("laid: 6D 7D 8D"));
    assert!(text::sheet(&referee.sheet(), book).contains("Hand 1"));
    let later = referee.amend(&[Edit::Replace(LineRef::new(1, 2), "lay 6D".into())], None).expect_err("Ada lays 6D later");
    assert_eq!(later.to_string(), "This can't be: after it, a later line can't have happened. 1.7: `lay 6D`");
}

#[test]
fn a_log_of_another_game_is_refused_at_its_name() {
    let text = LOG.replace("\"sevens\"", "\"eights\"");
    let error = referee::open_as::<Sevens>(Log::parse(text).expect("a log")).err().expect("another game");
    assert_eq!((error.line, error.text.as_str()), (2, "eights"));
}

#[test]
fn what_holds_at_every_table_names_nothing_of_other_games() {
    use fowlplay::table::{Game as _, RuleSettings, TABLE_CLAUSES};
    let book = Sevens::book();
    for clause in TABLE_CLAUSES {
        let text = book.text_of(clause, &RuleSettings::defaults(book)).to_lowercase();
        let of_others = ["bird", "perch", "emu", "egg", "market", "seed"].into_iter().find(|word| text.contains(word));
        assert_eq!(of_others, None, "{}: {text}", clause.id);
    }
}

/// Runs the command of `examples/command_of_your_own.rs`: what it printed, and its exit status. `cargo test` has built it, unless it was
/// asked for this file alone.
fn command(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let test = std::env::current_exe().expect("a test has a file");
    let built = test.parent().and_then(Path::parent).expect("it is in a target folder");
    let program = built.join("examples/command_of_your_own");
    if !program.exists() {
        let cargo = Command::new(env!("CARGO"))
            .args(["build", "--locked", "--package", "fowlplay", "--example", "command_of_your_own"])
            .status();
        assert!(cargo.is_ok_and(|status| status.success()), "it can be built");
    }
    let output = Command::new(program).args(arguments).current_dir(folder).output().expect("it runs");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    (said, output.status.code())
}

#[test]
fn every_command_knows_the_game_and_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("game.toml"), LOG).expect("room");
    let says = |arguments: &[&str], text: &str, status: i32| {
        let (said, ended) = command(folder.path(), arguments);
        assert!(said.contains(text) && ended == Some(status), "{arguments:?} ends with {ended:?}:\n{said}");
    };
    says(&["check", "game.toml"], "SV-2.1", 1);
    says(&["check", "game.toml", "--try", "Bo: lay 7D"], "impossible", 1);
    says(&["moves", "game.toml"], "8 legal steps", 0);
    says(&["show", "game.toml"], "Ada", 0);
    says(&["score", "game.toml"], "Ada", 0);
    says(&["why", "game.toml", "1.5"], "lay 5S", 0);
    says(&["rules"], "Sevens", 0);
    says(&["--help"], "`command_of_your_own COMMAND --help`", 0);
    says(&["completions", "fish"], "complete -c command_of_your_own", 0);
    says(&["rules", "sevens", "SV-2.2"], "Whoever can lay a card must", 0);
    says(&["rules", "blulu"], "no game is called `blulu`", 2);
    says(&["record", "game.toml", "Bo: lay 8S"], "8S", 0);
    says(&["undo", "game.toml"], "taken back", 0);
    says(&["redo", "game.toml"], "brought back", 0);
    says(&["head", "game.toml", "place=here", "--yes"], "here", 0);
    says(&["amend", "game.toml", "1.5", "Cy: lay 6S", "--yes"], "1.5 replaced", 0);
    says(&["fmt", "game.toml"], "as it should be", 0);
    says(&["tally", "sevens", "Ada: out", "Bo:", "Cy:", "Di:"], "Ada", 0);
    says(&["report", "game.toml", "-o", "game.html"], "game.html", 0);
    says(&["export", "--table", "games", "game.toml"], "sevens", 0);
    says(&["stats", "game.toml"], "Sevens", 0);
    says(&["new", "sevens", "--players", "Ada,Bo,Cy,Di", "-o", "new.toml"], "Play it with: command_of_your_own play new.toml", 0);
    let (helps, _) = command(folder.path(), &["new", "--help"]);
    assert!(!helps.contains("emu") && !helps.contains("Examples") && !helps.contains("fowlplay "), "{helps}");
    assert!(std::fs::read_to_string(folder.path().join("game.html")).is_ok_and(|page| page.contains("Sevens")));
}
