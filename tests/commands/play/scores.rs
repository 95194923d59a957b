//! Games that are kept by their rounds: each is counted on the table, and typed in the words of `tally`.

use super::{CTRL_C, CTRL_D, DOWN, ENTER, ESC, UP};
use crate::{program::run_in, terminal::Terminal};
use fowlplay::log::LogFile;
use std::path::Path;
use tempfile::TempDir;

const BACKSPACE: &str = "\x08";

/// A directory with `game.toml`, which was started with these arguments of `new`.
fn started(arguments: &[&str]) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let done = run_in(directory.path(), &[&["new"], arguments, &["-o", "game.toml"]].concat(), "");
    assert_eq!(done.status, Some(0), "{}", done.told());
    directory
}

/// The same, of a game of scores only, and a session of it.
fn kept(arguments: &[&str]) -> (TempDir, Terminal) {
    let directory = started(&[arguments, &["--scores"]].concat());
    let terminal = Terminal::start(directory.path(), &["play", "game.toml"]);
    (directory, terminal)
}

/// The tally of each round that has one.
fn tallies(directory: &TempDir) -> Vec<Vec<String>> {
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    let texts = |tally: &Vec<_>| tally.iter().map(ToString::to_string).collect();
    log.rounds().iter().filter_map(|round| round.tally.as_ref().map(texts)).collect()
}

/// Types a round, a line for each player.
fn round(terminal: &mut Terminal, nth: &str, players: &[&str], lines: &[&str]) {
    for (player, line) in players.iter().zip(lines) {
        terminal.see(&format!("{player}, {nth}: ")).enter(line);
    }
}

#[test]
fn a_game_of_emu_ranchers() {
    let (directory, mut t) = kept(&["emu-ranchers", "--players", "Ada,Bo", "--first", "Bo"]);
    t.see("Scores only").see("A line for each player: the birds").see("Year 1: Bo takes the first turn.");
    round(&mut t, "year 1", &["Ada", "Bo"], &["AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS", "AK"]);
    t.see("Ada 10").see("Bo −23").see("Ada leads with 10.").see("Year 2: Ada takes the first turn.");
    round(&mut t, "year 2", &["Ada", "Bo"], &["AK", "7sk 9lk x"]);
    t.see("can't read this")
        .see("↑ brings the line back")
        .see("Bo, year 2: ")
        .keys(UP)
        .see("Bo, year 2: 7sk 9lk x")
        .keys(BACKSPACE)
        .keys(ENTER);
    t.see("Year 1 10 −23").see("Year 2 −23 −2").see("in all −13 −25").see("Ada wins.").see("the game is over> ");
    t.enter("quit").see("All is saved in game.toml");
    assert_eq!(t.exit(), 0);
    assert_eq!(tallies(&directory)[1], ["Ada: AK", "Bo: 7SK 9LK"]);
    let log = std::fs::read_to_string(directory.path().join("game.toml")).expect("a log");
    assert!(log.contains("kept = \"scores\"\n") && !log.contains("moves"), "{log}");
}

#[test]
fn what_was_typed_of_a_round_that_is_not_counted_is_named_at_last() {
    let (directory, mut t) = kept(&["eggs-and-empires", "--players", "Ada,Bo,Cy"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["13 10 -6", ""]);
    t.see("Cy, round 1: ")
        .enter("quit")
        .see("not entered: 2 lines")
        .see("Ada: 13 10 -6")
        .see("Bo:")
        .see("All is saved in game.toml");
    assert_eq!(t.exit(), 0);
    assert_eq!(tallies(&directory).len(), 0);
}

#[test]
fn a_game_of_emus_redux() {
    let (directory, mut t) = kept(&["emus-redux", "--players", "Ada,Bo,Cy"]);
    let lines = ["AW 2WL 3MW PSWK=5 6MW 8WL CW | CS 9MS 8MS; EX", "AK", "7SK 9LK"];
    round(&mut t, "year 1", &["Ada", "Bo", "Cy"], &lines);
    t.see("Ada wins.").see("saves 6").see("the game is over> ").keys(CTRL_D).see("All is saved");
    assert_eq!(tallies(&directory).len(), 1);
}

#[test]
fn a_game_of_blulu() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    t.see("Round 1: Ada deals.");
    round(&mut t, "round 1", &["Ada", "Bo"], &["30; flush 1", "6"]);
    t.see("Ada leads with 14.").see("Round 2: Bo deals.");
    round(&mut t, "round 2", &["Ada", "Bo"], &["16", "20"]);
    t.see("in all 14 2").see("Ada leads with 14.").see("Round 3: Ada deals.");
    round(&mut t, "round 3", &["Ada", "Bo"], &["28; flush 1", "8"]);
    t.see("in all 26 2").see("Ada wins.").see("the game is over> ").enter("20").see("nothing more is counted").enter("quit");
    t.see("All is saved");
    assert_eq!(tallies(&directory).len(), 3);
}

#[test]
fn a_game_of_eggs_and_empires() {
    let (directory, mut t) = kept(&["eggs", "--players", "Ada,Bo,Cy", "--first", "Cy"]);
    t.see("Round 1: Cy holds the tie-breaker marker.");
    round(&mut t, "round 1", &["Ada", "Bo", "Cy"], &["13 10 -6; merchant 1", "8;", "8;"]);
    // Bo and Cy have the fewest: the table chooses.
    t.see("Ada leads with 23.").see("who holds the tie-breaker marker?").see("Cy").keys(UP).see("❯ Cy").keys(ENTER);
    t.see("Round 2: Cy holds the tie-breaker marker.").see("`13 10 -6; merchant 1; blacksmith 1`");
    round(&mut t, "round 2", &["Ada", "Bo", "Cy"], &["", "13 8", "5;"]);
    t.see("in all 23 29 13").see("Bo leads with 29.");
    round(&mut t, "round 3", &["Ada", "Bo", "Cy"], &["9;", "1;", "2; blacksmith 1"]);
    t.see("Ada wins.").see("the game is over> ").enter("quit").see("All is saved");
    assert_eq!(tallies(&directory)[1], ["Ada:", "Bo: 13 8", "Cy: 5"]);
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    assert_eq!(&*log.rounds()[1].first, "Cy");
}

#[test]
fn a_game_of_piepmatz() {
    let (directory, mut t) = kept(&["piepmatz", "--players", "Ada,Bo", "--deck", "removed=GR"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["BL6 BL6 CH2; 3 1 2", "GR1"]);
    t.see("GR")
        .see("goes back to the player before")
        .see("Bo, round 1: ")
        .keys("SP1 SP2")
        .keys(ENTER)
        .see("Ada wins.")
        .see("the game is over> ");
    t.enter("quit").see("All is saved");
    assert_eq!(tallies(&directory), [["Ada: BL6 BL6 CH2; 3 2 1", "Bo: SP1 SP2"]]);
}

#[test]
fn a_wrong_line_is_edited_and_not_typed_again() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    t.see("Ada, round 1: ").enter("20; flsh 1").see("`flsh` is not allowed").see("Ada, round 1: ");
    t.keys(UP)
        .see("Ada, round 1: 20; flsh 1")
        .keys(BACKSPACE)
        .keys(BACKSPACE)
        .keys(BACKSPACE)
        .keys(BACKSPACE)
        .keys("ush 1")
        .keys(ENTER);
    t.see("Bo, round 1: ").enter("17").see("37 cards captured in all").see("BL-1.2").see("Escape goes back to the player before");
    t.see("Bo, round 1: ").keys(ESC).see("Ada, round 1 [20; flush 1]: ").keys(ENTER).see("Bo, round 1 [17]: ");
    t.keys(UP).see("[17]: 17").keys(BACKSPACE).keys("6").keys(ENTER);
    t.see("Ada leads with 4.").see("Round 2: Bo deals.");
    assert_eq!(tallies(&directory), [["Ada: 20; flush 1; sextet 0", "Bo: 16; flush 0; sextet 0"]]);
}

#[test]
fn escape_goes_back_to_the_player_before_and_a_name_names_another() {
    let (directory, mut t) = kept(&["eggs", "--players", "Ada,Bo,Cy"]);
    t.see("Ada, round 1: ").enter("13 1").see("Bo, round 1: ").enter("10 1").see("Cy, round 1: ").keys(ESC);
    t.see("Bo, round 1 [10 1]: ").keys(ESC).see("Ada, round 1 [13 1]: ").keys(UP).see(": 13 1").keys(" 8").keys(ENTER);
    t.see("Bo, round 1 [10 1]: ").keys(ENTER);
    t.see("Cy, round 1: ").enter("bo: 9 4").see("Cy, round 1: ").enter("cy: 3 2").see("Ada leads with 22.");
    assert_eq!(tallies(&directory), [["Ada: 13 8 1", "Bo: 9 4", "Cy: 3 2"]]);
}

#[test]
fn what_the_table_lets_stand_is_overruled() {
    let (directory, mut t) = kept(&["emu-ranchers", "--players", "Ada,Bo"]);
    t.see("Ada, year 1: ").enter("2MK 3MW 3SK").see("ER-3.3").see("overrule REASON").see("Ada, year 1: ");
    t.keys("overrule nobody saw it").keys(ENTER).see("Bo, year 1: ").keys(ENTER).see("Let stand").see("Year 2");
    assert_eq!(tallies(&directory), [["Ada: 2MK 3MW 3SK ! nobody saw it", "Bo:"]]);
}

#[test]
fn words_of_the_session_work_between_the_lines() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    t.see("Ada, round 1: ").enter("20").see("Bo, round 1: ").enter("?").see("A line for each player").see("Bo, round 1: ");
    t.enter("score").see("Not over yet.").see("Bo, round 1: ").enter("rules bl-3.1").see("share a suit").see("Bo, round 1: ");
    t.enter("note a long evening").see("1.1 note a long evening").see("Bo, round 1: ").enter("16");
    t.see("Ada leads with 2.").see("Ada, round 2: ").enter("help").see("`undo` takes the last round back").see("Ada, round 2: ");
    t.enter("help words")
        .see("undo [N]")
        .see("score")
        .see("ends the session")
        .see("Ada, round 2: ")
        .enter("rule target=2")
        .see("Write it?")
        .keys(ENTER)
        .see("Ada wins.")
        .see("the game is over> ");
    t.enter("note well done")
        .see("1.2 note well done")
        .see("the game is over> ")
        .enter("rule target=22")
        .see("Write it?")
        .keys(ENTER)
        .see("Ada, round 2: ");
    t.keys(CTRL_C).see("Ctrl-C once more").see("Ada, round 2: ").keys(CTRL_C).see("All is saved");
    assert_eq!(t.exit(), 0);
    assert_eq!(super::lines(&directory.path().join("game.toml")), ["note a long evening", "note well done"]);
}

#[test]
fn a_round_that_is_taken_back_can_be_edited() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["20", "16"]);
    t.see("Ada, round 2: ").enter("undo").see("Round 1: Ada deals.").see("Ada, round 1 [20; flush 0; sextet 0]: ");
    assert!(tallies(&directory).is_empty());
    t.enter("18").see("Bo, round 1 [16; flush 0; sextet 0]: ").enter("18");
    t.see("Ada and Bo are level with 0.").see("Ada, round 2: ").enter("undo").see("taken back: the tally of round 1");
    t.see("Ada, round 1 [18").enter("redo").see("brought back: the tally of round 1");
    round(&mut t, "round 2", &["Ada", "Bo"], &["20", "16"]);
    // The round that it began goes with a tally.
    t.see("Ada, round 3: ").enter("undo 2").see("taken back: the tally of round 2").see("Ada, round 1 [18");
    t.enter("redo").see("Ada, round 3: ").enter("undo").see("Ada, round 2 [20");
    assert_eq!(tallies(&directory), [["Ada: 18; flush 0; sextet 0", "Bo: 18; flush 0; sextet 0"]]);
}

#[test]
fn what_was_typed_of_a_later_round_waits_for_the_one_that_is_taken_back() {
    let (directory, mut t) = kept(&["eggs", "--players", "Xi,Yo,Zo"]);
    round(&mut t, "round 1", &["Xi", "Yo", "Zo"], &["13 1", "", "10 1"]);
    round(&mut t, "round 2", &["Xi", "Yo"], &["9 2", "8 2"]);
    t.see("Zo, round 2: ").enter("undo").see("taken back: the tally of round 1").see("Xi, round 1 [13 1]: ").keys(ENTER);
    t.see("Yo, round 1: ")
        .enter("quit")
        .see("not entered: 4 lines")
        .see("Xi: 13 1")
        .see("Zo: 10 1")
        .see("Xi: 9 2 Yo: 8 2")
        .see("All is saved");
    assert_eq!(t.exit(), 0);
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    round(&mut t, "round 1", &["Xi", "Yo", "Zo"], &["13 1", "", "10 1"]);
    round(&mut t, "round 2", &["Xi", "Yo"], &["9 2", "8 2"]);
    t.see("Zo, round 2: ").enter("undo").see("Xi, round 1 [13 1]: ").enter("13 1 7").see("Yo, round 1: ").keys(ENTER);
    t.see("Zo, round 1 [10 1]: ").keys(ENTER);
    t.see("Xi, round 2 [9 2]: ")
        .keys(ENTER)
        .see("Yo, round 2 [8 2]: ")
        .keys(ENTER)
        .see("Zo, round 2: ")
        .enter("5 3")
        .see("Xi, round 3: ");
    assert_eq!(tallies(&directory), [["Xi: 13 7 1", "Yo:", "Zo: 10 1"], ["Xi: 9 2", "Yo: 8 2", "Zo: 5 3"]]);
}

#[test]
fn each_round_is_on_disk_before_it_is_reported() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["20", "16"]);
    t.see("Ada leads with 2.").kill();
    assert_eq!(tallies(&directory).len(), 1);
    let mut again = Terminal::start(directory.path(), &["play", "game.toml"]);
    again.see("Ada leads with 2.").see("Ada, round 2: ");
}

#[test]
fn lines_that_are_pasted_are_taken_in_their_order() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    t.see("Ada, round 1: ").keys("\x1b[200~20\n16\n18\n\x1b[201~").see("Ada leads with 2.").see("Bo, round 2: ");
    t.enter("18").see("Ada, round 3: ");
    // What comes after a wrong one is not entered.
    t.keys("x\r16\r").see("not entered: 1 line").see("can't read this").see("Ada, round 3: ").enter("20");
    t.see("Bo, round 3: ").keys(UP).keys(UP).keys(UP).see("Bo, round 3: 16").keys(ENTER).see("Ada, round 4: ");
    assert_eq!(tallies(&directory).len(), 3);
}

#[test]
fn whose_bonus_came_first_is_asked_of_a_round_too() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo", "--rule", "target=4"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["20; sextet 1", "16; sextet 1"]);
    t.see("depending on whose bonus came first").see("Which is it?").keys(UP).keys(ENTER).see("Bo wins.");
    assert_eq!(tallies(&directory)[0][1], "Bo: 16; flush 0; sextet 1; first");
}

#[test]
fn a_game_begun_with_moves_goes_on_by_tallies() {
    let directory = started(&["emu-ranchers", "--players", "Ada,Bo"]);
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("> ").enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("tally").see("A line for each player");
    t.see("Ada, year 1: ").enter("8yk").see("leaves out").see("TB-8").see("Ada, year 1: ").enter("7sk 8yk");
    t.see("Bo, year 1: ").keys(ESC).see("Ada, year 1 [7sk 8yk]: ").keys(ENTER).see("Bo, year 1: ").enter("AK");
    t.see("counted on the table").see("That was year 1").see("Bo: hatch, grow or discard> ");
    // It can be left, and the year be played.
    t.enter("tally").see("Ada, year 2: ").keys(ESC).see("Nothing was counted.").see("Bo: hatch, grow or discard> ");
    t.enter("tally").see("Ada, year 2: ").enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    assert_eq!(tallies(&directory), [["Ada: 7SK 8YK", "Bo: AK"]]);
}

#[test]
fn what_was_counted_by_hand_is_kept_if_that_is_wanted() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start(directory.path(), &[]);
    let by_hand = |t: &mut Terminal| {
        t.choose("what do you want to do?", "by hand").choose("Which game?", "blu");
    };
    by_hand(&mut t);
    t.see("Players: ").enter("Ada, Bo").see("Which rules?").keys(ENTER).see("A line for each player");
    t.see("Ada: ").enter("20; flush 1").see("Bo: ").enter("x").see("can't read this").see("Bo: x").keys(ESC).see("Ada: 20");
    t.keys(ENTER)
        .see("Bo: x")
        .keys(BACKSPACE)
        .keys("16")
        .keys(ENTER)
        .see("Ada leads this round")
        .see("Keep it as a log")
        .see("(y/n)");
    t.keys(ENTER);
    by_hand(&mut t);
    assert_eq!(std::fs::read_dir(directory.path()).expect("a directory").count(), 0);
    t.see("Players: ").enter("Ada, Bo").see("Which rules?").keys(ENTER).see("Ada: ").enter("20; flush 1").see("Bo: ").enter("16");
    t.see("Keep it as a log").see("(y/n)").keys("y").see("Who deals?").keys(ENTER).see("File for the log");
    t.enter("game").see("Ada leads with 4.").see("Round 2: Bo deals.").see("Ada, round 2: ").enter("quit").see("All is saved");
    assert_eq!(tallies(&directory), [["Ada: 20; flush 1; sextet 0", "Bo: 16; flush 0; sextet 0"]]);
}

#[test]
fn the_menu_keeps_scores() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start_on("xterm-256color", (30, 44), directory.path(), &[], &[]);
    t.see("what do you want to do?").keys(DOWN).see("❯ Keep the scores").keys(ENTER).choose("Which game?", "eggs");
    t.see("Players: ").enter("Ada, Bo").see("Which rules?").keys(ENTER).see("Who holds the tie-breaker marker?").keys(ENTER);
    t.see("File for the log").enter("game").see("Ada, round 1: ").enter("13 10").see("Bo, round 1: ").enter("1 0");
    t.see("Ada leads with 23.").see("Ada, round 2: ").enter("quit").see("All is saved");
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    assert!(log.is_scores_only());
}

#[cfg(unix)]
#[test]
fn a_round_that_cannot_be_saved_is_asked_again() {
    use std::os::unix::fs::PermissionsExt;
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    t.see("Ada, round 1: ").enter("20").see("Bo, round 1: ");
    let log = directory.path().join("game.toml");
    let protect = |mode| std::fs::set_permissions(&log, PermissionsExt::from_mode(mode)).expect("permissions");
    protect(0o444);
    t.enter("16").see("Not entered, because it could not be saved").see("Bo, round 1 [16]: ");
    assert!(tallies(&directory).is_empty());
    protect(0o644);
    t.keys(ENTER).see("Ada leads with 2.").see("Round 2: Bo deals.");
}

fn rewrite(log: &Path, text: &str) {
    std::fs::write(log, text).expect("written");
}

#[test]
fn what_changes_in_between_is_shown_and_the_line_stays() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["20", "16"]);
    t.see("Ada, round 2: ").keys("1").see("Ada, round 2: 1").resize((30, 44)).see("Ada leads with 2.").see("Ada, round 2: 1");
    assert!(t.shown().lines().all(|line| line.chars().count() <= 44), "{}", t.shown());
    let log = directory.path().join("game.toml");
    let text = std::fs::read_to_string(&log).expect("a log");
    rewrite(&log, &text.replace("Ada: 20", "Ada: 16").replace("Bo: 16", "Bo: 20"));
    t.see("was changed by something else").see("Ada, round 2: 1").keys("8").keys(ENTER).see("Bo, round 2: ").enter("18");
    t.see("Bo leads with 2.");
}

#[test]
fn only_rules_that_affect_a_tally_are_offered() {
    for (game, heeded, of_moves) in [("Eggs and Empires", "scoring = ", "turn_end"), ("Emus Redux", "upkeep = ", "market_draw")] {
        for (entry, is_offered) in [("Start a new game", true), ("Keep the scores", false)] {
            let directory = tempfile::tempdir().expect("a directory");
            let mut t = Terminal::start_on("xterm-256color", (40, 100), directory.path(), &[], &[]);
            t.choose("what do you want to do?", entry).choose("Which game?", game).see("Players: ").enter("Ada, Bo, Cy");
            t.choose("Which rules?", "others").see("Which rules should be different?");
            t.see(heeded);
            assert_eq!(t.shown().contains(of_moves), is_offered, "{}", t.shown());
        }
    }
}

#[test]
fn the_sums_stand_where_a_round_is_longer_than_the_window() {
    let players = ["Ada", "Bruno", "Clara", "Dov", "Elif", "Finn"];
    let (_directory, mut t) = kept(&["eggs-and-empires", "--players", &players.join(",")]);
    let lines = ["13 10 -6; merchant 1; blacksmith 1", "12 4", "1 2 3 -4; merchant 1", "7 6", "5 2; blacksmith 1", "0 11"];
    for nth in ["round 1", "round 2"] {
        round(&mut t, nth, &players, &lines);
    }
    t.see("`score` shows what each round paid.").see("Ada, round 3: ");
    let shown = t.shown();
    for part in
        ["Sum       Ada   Bruno   Clara   Dov   Elif   Finn", " Round 2    19      16", " in all     38", "Ada leads with 38."]
    {
        assert!(shown.contains(part), "{part}:\n{shown}");
    }
    t.enter("score").see("blacksmith").see("Ada, round 3: ");
}

#[test]
fn an_earlier_round_is_mended_with_its_lines() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["20", "16"]);
    round(&mut t, "round 2", &["Ada", "Bo"], &["18; flush 1", "18"]);
    t.see("Ada, round 3: ").enter("17").see("Bo, round 3: ").enter("mend 1").see("Round 1 as it should be");
    // A line that can't be read is asked for again, and what breaks a rule once all lines are there.
    t.see("Ada, round 1: 20; flush 0; sextet 0")
        .keys("\x15")
        .keys("6; flsh 1\r")
        .see("not allowed")
        .see("Ada, round 1: 6; flsh 1");
    t.keys("\x15").keys("6; flush 1\r").see("Bo, round 1: 16; flush 0; sextet 0").keys(ENTER).see("cards captured in all");
    t.see("Ada, round 1: 6; flush 1").keys(ENTER).see("Bo, round 1: 16").keys("\x15").keys("30\r");
    t.see("1.tally replaced").see("Bo: would be 12, is 0").see("Write it?").keys(ENTER);
    // What was typed of the round that is being counted is still there.
    t.see("Bo leads with").see("Bo, round 3: ").enter("19").see("Ada, round 4: ");
    t.enter("mend 2").see("Ada, round 2: ").keys(ENTER).see("Bo, round 2: ").keys(ENTER).see("Nothing was changed.");
    t.see("Ada, round 4: ").enter("mend 1").see("Ada, round 1: ").keys(ESC).see("Nothing was changed.").see("Ada, round 4: ");
    t.enter("mend 9").see("No round 9 was counted").see("Ada, round 4: ").enter("quit").see("All is saved");
    assert_eq!(tallies(&directory)[0], ["Ada: 6; flush 1; sextet 0", "Bo: 30; flush 0; sextet 0"]);
    assert_eq!(tallies(&directory).len(), 3);
}

#[test]
fn a_number_alone_is_a_round_where_nobody_can_have_that() {
    let (directory, mut t) = kept(&["emu-ranchers", "--players", "Ada,Bo"]);
    round(&mut t, "year 1", &["Ada", "Bo"], &["AK", "7SK 9LK"]);
    t.see("Ada, year 2: ").enter("1").see("What is 1, for Ada?").keys(DOWN).see("❯ mend 1").keys(ENTER);
    t.see("Year 1 as it should be").see("Ada, year 1: AK").keys("\x15").keys("2MK 3MW 3SK\r");
    t.see("Bo, year 1: 7SK 9LK").keys(ENTER).see("ER-3.3").see("reason> ").enter("nobody saw it").see("let stand: nobody saw it");
    round(&mut t, "year 2", &["Ada", "Bo"], &["", ""]);
    t.see("the game is over> ").enter("1").see("Ada, year 1: 2MK 3MW 3SK ! nobody saw it").keys("\x15").keys("AK\r");
    t.see("Bo, year 1: 7SK 9LK").keys(ENTER).see("Write it?").keys(ENTER).see("the game is over> ").enter("quit");
    t.see("All is saved");
    assert_eq!(tallies(&directory)[0], ["Ada: AK", "Bo: 7SK 9LK"]);
}

#[test]
fn who_really_was_first_is_said_later() {
    let (directory, mut t) = kept(&["blulu", "--players", "Ada,Bo"]);
    round(&mut t, "round 1", &["Ada", "Bo"], &["20", "16"]);
    t.see("Round 2: Bo deals.").see("Ada, round 2: ").enter("first cy").see("who really deals: Ada or Bo").see("Ada, round 2: ");
    t.enter("first bo").see("1.first replaced").see("Round 2: Ada deals.");
    round(&mut t, "round 2", &["Ada", "Bo"], &["20", "16"]);
    t.see("Round 3: Bo deals.").enter("amend 1.first Ada").see("`2.first Bo`").see("Change that as well?").keys(ENTER);
    t.see("Round 3: Ada deals.").enter("quit").see("All is saved");
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    assert_eq!(log.rounds().iter().map(|round| round.first.to_string()).collect::<Vec<_>>(), ["Ada", "Bo"]);
}

#[test]
fn a_round_that_nothing_else_can_be_is_refused_without_a_question() {
    let (_directory, mut t) = kept(&["emu-ranchers", "--players", "Ada,Bo"]);
    round(&mut t, "year 1", &["Ada", "Bo"], &["7sk 8yk", "7sk"]);
    t.see("7SK is there twice").see("↑ brings the line back").see("Bo, year 1: ");
    assert_eq!(t.shown().matches("7SK is there twice").count(), 1, "{}", t.shown());
}

#[test]
fn every_dash_that_a_keyboard_has_is_a_minus_sign() {
    for minus in ["-", "−", "–", "‑", "－"] {
        let (directory, mut t) = kept(&["eggs-and-empires", "--players", "Ada,Bo,Cy"]);
        t.see("Ada, round 1: ").enter(&format!("{minus}6")).see("What is -6, for Ada?").see("= -6   a total").keys(ENTER);
        t.see("Bo, round 1: ").enter(&format!("= {minus}3"));
        t.see("Cy, round 1: ").enter(&format!("{minus}6 13")).see("Round 2");
        t.enter("quit").see("All is saved");
        assert_eq!(tallies(&directory), [["Ada: = -6", "Bo: = -3", "Cy: 13 -6"]], "{minus}");
    }
}
