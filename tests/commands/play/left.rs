//! Evenings of scores: bare totals, and players who leave.

use super::{DOWN, ENTER, ESC};
use crate::{program::run_in, terminal::Terminal};
use fowlplay::log::LogFile;
use tempfile::TempDir;

/// A game of scores only, and a session of it.
fn kept(game: &str, players: &str) -> (TempDir, Terminal) {
    let directory = tempfile::tempdir().expect("a directory");
    let done = run_in(directory.path(), &["new", game, "--players", players, "--scores", "-o", "game.toml"], "");
    assert_eq!(done.status, Some(0), "{}", done.told());
    let terminal = Terminal::start(directory.path(), &["play", "game.toml"]);
    (directory, terminal)
}

fn text(directory: &TempDir) -> String {
    std::fs::read_to_string(directory.path().join("game.toml")).expect("a log")
}

/// The tally of each round.
fn tallies(directory: &TempDir) -> Vec<Vec<String>> {
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    let texts = |tally: &Vec<_>| tally.iter().map(ToString::to_string).collect();
    log.rounds().iter().filter_map(|round| round.tally.as_ref().map(texts)).collect()
}

fn round(terminal: &mut Terminal, nth: &str, lines: &[(&str, &str)]) {
    for (player, line) in lines {
        terminal.see(&format!("{player}, {nth}: ")).enter(line);
    }
}

#[test]
fn totals_are_kept_without_what_scored_them() {
    let (directory, mut t) = kept("emus-redux", "Ada,Bo,Cy");
    t.see("`=23` is a bare total");
    round(&mut t, "year 1", &[("Ada", "=23"), ("Bo", "= −4")]);
    t.see("Cy, year 1: ").enter("=2x").see("`2x` is not a valid number here").see("Cy, year 1: ").enter("=2");
    t.see("Ada 23").see("Bo −4").see("Cy 2").see("Ada wins.").see("the game is over> ").enter("quit").see("All is saved");
    assert_eq!(tallies(&directory), [["Ada: = 23", "Bo: = -4", "Cy: = 2"]]);
}

#[test]
fn a_number_alone_is_asked_about() {
    let (directory, mut t) = kept("eggs", "Ada,Bo,Cy");
    t.see("Ada, round 1: ").enter("13").see("What is 13, for Ada?").see("❯ = 13").see("one of the eggs").keys(ENTER);
    t.see("Bo, round 1: ").enter("8").see("What is 8, for Bo?").keys(DOWN).see("❯ 8").keys(ENTER);
    t.see("Cy, round 1: ").enter("9").see("What is 9, for Cy?").keys(ESC).see("Cy, round 1: ").enter("9 2");
    t.see("Ada leads with 13.").enter("quit").see("All is saved");
    assert_eq!(tallies(&directory), [["Ada: = 13", "Bo: 8", "Cy: 9 2"]]);
    // Blulu's lines begin with a number: that of the cards.
    let (directory, mut t) = kept("blulu", "Ada,Bo");
    round(&mut t, "round 1", &[("Ada", "20"), ("Bo", "16")]);
    round(&mut t, "round 2", &[("Ada", "=3"), ("Bo", "=0")]);
    t.see("Ada leads with 5.").enter("quit").see("All is saved");
    assert_eq!(tallies(&directory)[1], ["Ada: = 3", "Bo: = 0"]);
}

#[test]
fn a_player_leaves_and_the_others_play_on() {
    let (directory, mut t) = kept("blulu", "Ada,Bo,Tom");
    round(&mut t, "round 1", &[("Ada", "=5"), ("Bo", "=2"), ("Tom", "=9")]);
    t.see("Tom leads with 9.").see("Round 2: Bo deals.");
    t.see("Ada, round 2: ").enter("=1").see("Bo, round 2: ").enter("tom left").see("Tom left after round 1");
    t.see("Bo, round 2: ").enter("=2").see("Ada leads with 6.").see("Tom left after round 1.").see("Round 3: Ada deals.");
    assert!(text(&directory).contains("\nleft = { Tom = 1 }\n"), "{}", text(&directory));
    assert_eq!(tallies(&directory)[1], ["Ada: = 1", "Bo: = 2"]);
    // It is taken back like any other change, and comes again.
    t.enter("undo 2").see("Tom left after round 1").see("Ada, round 2 [= 1]: ").enter("score");
    t.see("Not over yet").see("Ada, round 2 [= 1]: ");
    assert!(!text(&directory).contains("\nleft"), "{}", text(&directory));
    t.enter("redo").see("Tom left after round 1").see("Ada, round 3: ").enter("bo left");
    t.see("At least two players go on").see("Ada, round 3: ").enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
}

#[test]
fn what_the_deck_cannot_hold_is_refused_where_it_is_typed() {
    let (directory, mut t) = kept("eggs", "Ada,Bo,Cy");
    t.see("Ada, round 1: ").enter("13 99").see("99").see("Escape goes back to the player before").see("Ada, round 1: ");
    t.enter("13 9").see("Bo, round 1: ").enter("8 7").see("Cy, round 1: ").enter("");
    t.see("Ada leads with 22.").enter("quit").see("All is saved");
    assert_eq!(tallies(&directory), [["Ada: 13 9", "Bo: 8 7", "Cy:"]]);
}

/// Where moves are recorded, nobody can go while the others play on: it is said what can be done, wherever it is typed.
#[test]
fn who_leaves_a_game_with_moves_is_told_what_can_be_done() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| run_in(directory.path(), arguments, "");
    assert_eq!(run(&["new", "blulu", "--players", "Ada,Bo,Jo", "-o", "game.toml"]).status, Some(0));
    let before = text(&directory);
    for arguments in
        [&["record", "game.toml", "jo left"][..], &["record", "game.toml", " Jo  LEFT "], &["head", "game.toml", "left.Jo=1"]]
    {
        let done = run(arguments);
        let told = done.told().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(done.status, Some(2), "{told}");
        assert!(told.contains("it can't go on without Jo") && told.contains("`fowlplay head FILE closed='Jo left'`"), "{told}");
    }
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("Bo: trail or capture> ").enter("Jo left").see("it can't go on without Jo").see("`tally`").see("closed='Jo left'");
    t.see("Bo: trail or capture> ").enter("quit").see("All is saved");
    assert_eq!(text(&directory), before);
    assert_eq!(run(&["head", "game.toml", "closed=Jo left"]).status, Some(0));
}

#[test]
fn statistics_leave_the_game_out_for_those_who_left() {
    let directory = tempfile::tempdir().expect("a directory");
    let all = "[\"Ada: = 5\", \"Bo: = 2\", \"Tom: = 12\"]";
    let log = format!(
        "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\", \"Tom\"]\nkept = \"scores\"\nleft = {{ Tom = 1 }}\n\n\
         [rules]\ntable = 0\n\n[[round]]\nfirst = \"Ada\"\ntally = {all}\n\n[[round]]\nfirst = \"Bo\"\ntally = [\"Ada: = 20\", \"Bo: = 1\"]\n"
    );
    std::fs::write(directory.path().join("game.toml"), log).expect("a log");
    let run = |arguments: &[&str]| {
        let done = run_in(directory.path(), arguments, "");
        assert_eq!(done.status, Some(0), "{}", done.told());
        done
    };
    let told = |arguments: &[&str]| run(arguments).told();
    let stats = run(&["stats", "--json"]).json();
    let players = stats["in_all"]["players"].as_array().expect("players");
    assert_eq!(players.iter().map(|player| &player["name"]).collect::<Vec<_>>(), ["Ada", "Bo"]);
    let pairs = stats["in_all"]["head_to_head"].as_array().expect("pairs");
    assert_eq!(pairs.len(), 1, "{stats}");
    // Columns stay as they are: Tom has no rank, and no rounds after the first.
    let players = told(&["export", "--table", "players", "--format", "csv"]);
    assert!(players.contains(",Tom,12,,"), "{players}");
    let rounds = told(&["export", "--table", "rounds", "--format", "csv"]);
    assert_eq!(rounds.matches("Tom").count(), 1, "{rounds}");
    let score = run(&["score", "game.toml", "--json"]).json();
    assert_eq!((&score["players"][2]["left"], score["players"][2]["rounds"].as_array().map(Vec::len)), (&1.into(), Some(1)));
    assert!(told(&["score", "game.toml"]).contains("Tom left after round 1."));
    let head = run(&["head", "game.toml", "--json"]).json();
    assert_eq!(head["left"], serde_json::json!({"Tom": 1}));
    assert!(told(&["head", "game.toml"]).contains("left     Tom after round 1"));
    assert!(told(&["report", "game.toml"]).contains("Tom left after round 1"));
}

#[test]
fn the_help_of_the_program_fits_a_screen() {
    let directory = tempfile::tempdir().expect("a directory");
    for arguments in [&["--help"][..], &["-h"], &["help"]] {
        let help = run_in(directory.path(), arguments, "").told();
        assert!(help.lines().count() < 24, "{} lines:\n{help}", help.lines().count());
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        for name in ["new", "play", "judge", "undo", "score", "tally", "rules", "serve"] {
            assert!(help.contains(&format!("\n  {name} ")), "{name}:\n{help}");
        }
        for name in ["record", "check", "amend", "completions", "man"] {
            assert!(help.contains(&format!("{name},")) || help.contains(&format!(", {name}\n")), "{name}:\n{help}");
        }
    }
}

#[test]
fn the_menu_names_the_game_before_the_file() {
    let (directory, mut t) = kept("blulu", "Ada,Bo");
    t.see("Ada, round 1: ").enter("quit").see("All is saved");
    let long = format!("{}.toml", "a-very-long-name-".repeat(6));
    std::fs::rename(directory.path().join("game.toml"), directory.path().join(&long)).expect("renamed");
    let mut t = Terminal::start(directory.path(), &[]);
    t.see("what do you want to do?").keys(&DOWN.repeat(2)).see("❯ Go on").keys(ENTER).see("Which game?");
    t.see("❯ Blulu, Ada and Bo, round 1 · a-very-long-name-").see("another file…");
    let shown = t.shown();
    let line = shown.lines().find(|line| line.contains("Blulu, Ada and Bo")).expect("the game");
    assert!(line.trim_end().ends_with('…') && line.chars().count() <= 80, "{shown}");
}
