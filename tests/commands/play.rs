//! The table session and the menu in a terminal of 24 lines and 80 columns, as people meet them.

use crate::{program::run_in, terminal::Terminal};
mod agreeing;
mod arriving;
mod eggs_and_empires;
#[cfg(unix)]
mod ends;
mod left;
mod looking_back;
mod menus;
mod piepmatz;
mod position;
mod reports;
mod scores;
mod screens;
mod setting_up;
mod sizes;

use fowlplay::log::LogFile;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const NEW: &str =
    "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

/// What the first player of it is asked.
const ASKED: &str = "Ada: hatch, grow or discard> ";

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const ESC: &str = "\x1b";
const ENTER: &str = "\r";
const TAB: &str = "\t";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

struct Table {
    directory: TempDir,
    terminal: Terminal,
}

impl Table {
    fn log(&self) -> PathBuf {
        self.directory.path().join("game.toml")
    }

    fn lines(&self) -> Vec<String> {
        lines(&self.log())
    }
}

fn lines(log: &Path) -> Vec<String> {
    let log = LogFile::read(log).expect("a log");
    log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
}

fn empty_log() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), NEW).expect("a file");
    directory
}

fn sit_down() -> Table {
    sized((24, 80), NEW, ASKED)
}

/// The session with a log, in a window of so many lines and columns, once this stands there.
fn sized(size: (u16, u16), log: &str, prompt: &str) -> Table {
    sized_on("xterm-256color", size, log, prompt)
}

/// The same on a terminal of that kind.
fn sized_on(kind: &str, size: (u16, u16), log: &str, prompt: &str) -> Table {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), log).expect("a file");
    let mut terminal = Terminal::start_on(kind, size, directory.path(), &[], &["play", "game.toml"]);
    terminal.see(prompt);
    Table { directory, terminal }
}

#[test]
fn a_session_from_the_first_line_to_the_last() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk").see("bird 1: 7SK the Castle, Suns Knots").see("Ada [draw]> ");
    t.enter("h 8wl").see("illegal: Ada: hatch 8WL").see("ER-2.1").see("overrule REASON");
    t.enter("draw").see("draws a card").see("Bo: hatch, grow or discard> ");
    t.enter("h 5yk .").see("Ada: hatch, grow or discard> ");
    t.enter("g 1 8wl").see("illegal: Ada: grow 1 8WL").see("ER-3.3").see("legal instead");
    t.enter("overrule noticed too late").see("let stand, though illegal (ER-3.3)");
    t.enter(".").see("Bo: hatch, grow or discard> ");
    t.enter("undo 2").see("taken back: 1.4").see("taken back: 1.3").see("Ada: hatch, grow or discard> ");
    t.enter("redo").see("brought back: 1.4").see("Bo: hatch, grow or discard> ");
    t.enter("why 1.3").see("ER-3.3").see("> ");
    t.enter("why d am").see("legal").see("Moons").see("Nothing was entered");
    t.enter("memory").see("Unaccounted for").see("> ");
    t.enter("score").see("Not over yet").see("> ");
    t.enter("score now").see("`score` takes no argument.").see("> ");
    t.enter("?").see("grow 1: Wyrms or Knots, 6 or higher, or 4 or lower").see("> ");
    t.enter("? cards").see("hatch AM AS").see("> ");
    t.enter("rules er-4.2").see("After a discard").see("> ");
    t.enter("help").see("`.` draws").see("> ");
    t.enter("quit").see("All is saved in game.toml");
    assert_eq!(t.exit(), 0);
    let expected =
        ["Ada: hatch 7SK; draw", "Bo: hatch 5YK; draw", "Ada: grow 1 8WL ! noticed too late", "Ada: draw"].map(str::to_owned);
    assert_eq!(table.lines(), expected);
}

#[test]
fn what_a_command_can_be_asked_for_is_completed() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("? c").keys(TAB).see("> ? cards").keys(ENTER).see("hatch AM AS").see("> ");
    t.keys("rules e").keys(TAB).see("> rules ER-").keys("4.2").keys(ENTER).see("After a discard").see("> ");
}

#[test]
fn a_verdict_quotes_the_rule_and_why_the_whole_clause() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 5yk .").see(ASKED);
    for _ in 0..2 {
        t.enter("g 1 8wl")
            .see("none of its suits (ER-3.3) All cards of a bird share at least one suit. legal instead")
            .see(ASKED);
    }
    t.resize((30, 80)).see("none of its suits (ER-3.3) All cards of a bird share at least one suit. legal instead").see(ASKED);
    t.enter("why g 1 8wl").see("ER-3.3 All cards of a bird share").see("each further card narrows").see(ASKED);
    t.enter("brief").see("`brief` is not a step").see(ASKED);
}

#[test]
fn memory_stays_covered_until_it_is_asked_for() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("d 7sk; .").see("Bo: hatch, grow or discard> ");
    t.enter("d 8wl; .").see("Discard pile: 8WL on top of 1 card").see("Ada: hatch, grow or discard> ");
    t.enter("table").see("Ada: hatch, grow or discard> ");
    assert!(!t.shown().contains("Unaccounted"), "{}", t.shown());
    t.enter("memory").see("Discard pile, top first: 8WL 7SK");
}

#[test]
fn enter_takes_the_default() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk").see("Ada [draw]> ");
    t.keys(ENTER).see("draws a card").see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw"]);
}

#[test]
fn enter_opens_a_menu_in_stages() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys(ENTER).see("Ada: what?").see("hatch …").see("discard …");
    t.keys(DOWN).keys(UP).see("❯ (cancel)").keys(DOWN).keys(ENTER).see("Ada: hatch …").see("type to search");
    t.keys("mill").see("Mill").keys(ENTER).see("bird 1: 8WL the Mill").see("Ada [draw]> ");
    t.keys(ENTER).see("Bo: hatch, grow or discard> ");
    t.keys(ENTER).see("Bo: what?").keys(ESC).see("Bo: hatch, grow or discard> ");
    t.keys(ENTER).see("Bo: what?").keys(CTRL_C).see("Bo: hatch, grow or discard> ");
    t.keys(ENTER).see("Bo: what?").keys(UP).see("❯ (cancel)").keys(ENTER).see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Ada: hatch 8WL; draw"]);
}

#[test]
fn tab_completes_and_arrow_up_brings_back() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("ha").keys(TAB).see("> hatch").keys(" 7S").keys(TAB).see("> hatch 7SK").keys(ENTER).see("Ada [draw]> ");
    t.keys("mem").keys(TAB).see("> memory").keys(ENTER).see("Unaccounted for").see("Ada [draw]> ");
    t.keys(UP).see("> memory").keys(UP).see("> hatch 7SK").keys(CTRL_C).see("Ada [draw]> ");
    assert_eq!(table.lines(), ["Ada: hatch 7SK"]);
}

#[test]
fn ctrl_c_gives_up_the_line_and_then_the_session() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("h 7sk").see("h 7sk").keys(CTRL_C).see("Nothing was entered").see("Ada: hatch, grow or discard> ");
    t.keys("h 8").see("h 8").keys(CTRL_C).see("Nothing was entered").see("Ada: hatch, grow or discard> ");
    t.keys(CTRL_C).see("All is saved in game.toml");
    assert_eq!(t.exit(), 0);
    assert!(table.lines().is_empty());
}

#[test]
fn ctrl_d_ends_the_session() {
    let mut table = sit_down();
    table.terminal.enter("h 7sk").see("Ada [draw]> ").keys(CTRL_D).see("All is saved in game.toml");
    assert_eq!(table.terminal.exit(), 0);
    assert_eq!(table.lines(), ["Ada: hatch 7SK"]);
}

#[test]
fn an_impossible_step_offers_to_amend_the_line_that_put_the_card_elsewhere() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk;.").see("Bo: hatch, grow or discard> ");
    t.enter("h 7sk").see("impossible: Bo: hatch 7SK").see("hatched by Ada, 1.1").see("to be amended?");
    t.keys(DOWN).see("❯ yes, 1.1").keys(ENTER).see("1.1 Ada: hatch 7SK; draw");
    t.keys(&"\x08".repeat(8))
        .keys("X; draw")
        .keys(ENTER)
        .see("can't read this")
        .keys(&"\x08".repeat(7))
        .keys("WY; draw")
        .keys(ENTER)
        .see("↑ brings the line back.")
        .see("Bo: hatch, grow or discard> ");
    t.keys(UP).see("> h 7sk").keys(ENTER).see("bird 1: 7SK the Castle");
    assert_eq!(table.lines(), ["Ada: hatch 7WY; draw", "Bo: hatch 7SK"]);
}

#[test]
fn amending_asks_why_later_lines_may_stand() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk;.").see("Bo: hatch, grow or discard> ");
    t.enter("h 5yk;.").see("Ada: hatch, grow or discard> ");
    t.enter("g 1 9lk;.").see("Bo: hatch, grow or discard> ");
    t.enter("amend 1.1 Ada: hatch 7WY; draw")
        .see("ER-3.3")
        .see("with it> ")
        .keys(ENTER)
        .see("reason> ")
        .keys(ENTER)
        .see("othing was changed");
    for no in [ESC, CTRL_C, "no\r"] {
        t.enter("amend 1.1 Ada: hatch 7WY; draw").see("with it> ").keys(no).see("othing was changed").see("discard> ");
    }
    assert_eq!(table.lines().len(), 3);
    let t = &mut table.terminal;
    t.enter("amend 1.1 Ada: hatch 7WY; draw").see("with it> ").keys(ENTER).see("reason> ").enter("so it was").see("overruled");
    t.see("> ");
    t.enter("amend -1.9").see("1.9").see("> ");
    t.enter("rule years=1").see("Year 1 of 1").see("> ");
    t.enter("rule").see("years=1 (changed)");
    assert!(table.lines().contains(&"Ada: grow 1 9LK; draw ! so it was".to_owned()), "{:?}", table.lines());
}

#[test]
fn amending_a_line_into_a_foul_asks_why_it_may_stand() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk;.").see("Bo: hatch, grow or discard> ").enter("h 5yk;.").see("Ada: hatch, grow or discard> ");
    t.enter("amend 1.1 Ada: grow 1 9LK; draw").see("impossible").see("> ");
    t.enter("g 1 9lk;.").see("Bo: hatch, grow or discard> ");
    t.enter("amend 1.3 Ada: grow 1 8WL; draw").see("ER-3.3").see("reason> ").keys(ENTER).see("othing was changed").see("> ");
    t.enter("amend 1.3 Ada: grow 1 8WL; draw").see("ER-3.3").see("reason> ").enter("so it was").see("overruled").see("> ");
    assert_eq!(table.lines()[2..], ["Ada: grow 1 8WL; draw ! so it was"]);
}

#[test]
fn several_lines_are_amended_together_where_one_alone_is_in_the_way() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk;.").see("Bo: hatch, grow or discard> ");
    t.enter("h 5yk;.").see("Ada: hatch, grow or discard> ");
    t.enter("g 1 9lk;.").see("Bo: hatch, grow or discard> ");
    // The two hatched cards were exchanged in the record: one alone can't be changed.
    t.enter("amend 1.1 h 5yk; .").see("can't have happened").see("with it> ").keys(ENTER).see("othing was changed").see("> ");
    t.enter("amend 1.1 h 5yk; .").see("with it> ").enter("1.2 h 7sk; .").see("1.3 grow 1 9LK: now on 5YK, was on 7SK").see("> ");
    assert_eq!(table.lines(), ["Ada: hatch 5YK; draw", "Bo: hatch 7SK; draw", "Ada: grow 1 9LK; draw"]);
}

#[test]
fn a_line_typed_where_a_menu_asks_is_not_entered() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk;.").see("Bo: hatch, grow or discard> ");
    t.enter("h 7sk .").see("Is an earlier line wrong").enter("h 9lk .").see("not entered: 1 line").see("h 9lk .");
    t.see("Bo: hatch, grow or discard> ").keys(UP).see("> h 7sk .").keys(UP).see("> h 9lk .").keys(ENTER);
    t.see("Ada: hatch, grow or discard> ");
    // An answer has these words, and doesn't begin so.
    t.enter("h 9lk .").see("Is an earlier line wrong").enter("hatch 9lk").see("not entered").see("> ").enter("h 8yk .");
    t.see("Bo: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: hatch 8YK; draw"]);
}

#[test]
fn what_cannot_be_read_is_shown_with_a_caret() {
    let mut table = sit_down();
    table.terminal.enter("hacth 7sk").see("can't read this").see("^^^^^").see("↑ brings the line back.");
    table.terminal.see("Ada: hatch, grow or discard> ").keys(UP).see("hacth 7sk").keys(ENTER).see("can't read this").see("> ");
    table.terminal.enter("h 7sk; d 9ms").see("Nothing of that line was entered.").see("Ada: hatch, grow or discard> ");
    table.terminal.enter("shows 7sk").see("Who?").keys(UP).keys(ENTER).see("Ada: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Bo: shows 7SK"]);
}

#[test]
fn of_a_line_with_an_impossible_step_nothing_is_entered() {
    let log = "fowlplay = 1\ngame = \"emus-redux\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
               \"market PMSL PSWK PWLY TMLY TSLK TSWY\",\n]\n";
    let mut table = sized((24, 80), log, ASKED);
    let t = &mut table.terminal;
    t.enter("h 7sk; take 8ms").see("impossible: ").see("Nothing of that line was entered. It can't").see(ASKED);
    // Where an earlier line may be wrong, too.
    t.enter("h 7sk .").see("Bo: ").enter("h 9lk; take 7sk").see("impossible: ").see("Nothing of that line was entered.");
    t.see("Is an earlier line wrong").keys(ESC).see("Bo: ");
    assert_eq!(table.lines().len(), 2);
}

#[test]
fn without_a_terminal_it_points_to_record() {
    let directory = empty_log();
    let done = run_in(directory.path(), &["play", "game.toml"], "");
    assert!(done.status == Some(2) && done.says("fowlplay record"), "{}", done.told());
}

#[test]
fn play_and_record_write_the_same_moves() {
    let steps = ["h 7sk", ".", "bo: d 2mk", "draw", "g1 9lk .", "h the Mill; t 2mk"];
    let mut table = sit_down();
    for step in steps {
        table.terminal.enter(step).see(" 1.").see("> ");
    }
    table.terminal.enter("quit").see("All is saved");
    let recorded = empty_log();
    let done = run_in(recorded.path(), &["record", "game.toml", "-"], &steps.join("\n"));
    assert_eq!(done.status, Some(0), "{}", done.told());
    assert_eq!(table.lines(), lines(&recorded.path().join("game.toml")));
    assert_eq!(table.lines().len(), 4);
}

#[test]
fn who_was_not_chosen_at_first_is_asked_for_with_the_first_step() {
    let directory = tempfile::tempdir().expect("a directory");
    let log = directory.path().join("game.toml");
    std::fs::write(&log, "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n").expect("a log");
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("who takes the first turn?").keys(ESC).see("> ").enter("Bo: hatch 7SK; draw");
    t.see("Who takes the first turn in this year?").keys(UP).see("❯ Bo").keys(ENTER).see("Ada: hatch, grow or discard> ");
    t.enter("quit").see("All is saved");
    assert_eq!(lines(&log), ["Bo: hatch 7SK; draw"]);
}

#[test]
fn the_menu_starts_a_game_and_goes_on_with_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start(directory.path(), &[]);
    t.see("what do you want to do?").see("Look at a game").keys(ENTER).see("Which game?").see("❯ Emu Ranchers").keys(ENTER);
    t.see("Players: ").enter("Ada, ada").see("is there twice").see("Players: Ada, ada").keys("\x08\x08\x08").enter("Bo");
    t.see("Which rules?").see("❯ the usual rules   years = 2, upkeep = 18").keys(UP).see("❯ others").keys(ENTER);
    t.mark("Which rules should be different?", "years").see("the number of years that are played and added up");
    t.see("How many years make a game? [2]: ").enter("1").see("years = 1").see("upkeep = 18").keys(ENTER);
    t.see("Who takes the first turn?").keys(DOWN).see("❯ Bo").keys(ENTER);
    t.see("File for the log").enter("sun\x07day").see("control character").keys(&"\x08".repeat(7)).enter("sunday");
    t.see("Bo: hatch, grow or discard> ").enter("h 7sk").see("Bo [draw]> ").enter("quit").see("All is saved in sunday.toml");
    assert_eq!(t.exit(), 0);
    let log = LogFile::read(directory.path().join("sunday.toml")).expect("a log");
    assert!(log.text().contains("years = 1"), "{}", log.text());

    let mut t = Terminal::start(directory.path(), &[]);
    t.see("Look at a game").keys(UP).see("❯ Leave").keys(UP).see("❯ Look").keys(ENTER);
    t.see("Emu Ranchers, Ada and Bo, year 1 · sunday.toml").keys(ENTER);
    t.see("Not over yet").see("what do you want to do?");
    t.keys(DOWN).keys(DOWN).see("❯ Go on").keys(ENTER).see("· sunday.toml").keys(ENTER).see("Bo [draw]> ");
}

#[test]
fn a_step_is_offered_again_once_the_line_in_its_way_was_amended() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 5yk .").see(ASKED);
    t.enter("g 1 5yk").see("5YK: hatched by Bo").see("Is an earlier line wrong").keys(DOWN).see("❯ yes, 1.2").keys(ENTER);
    t.see("1.2 Bo: hatch 5YK; draw").keys("\x15").keys("Bo: hatch 6LK; draw\r").see("Write it?").keys(ENTER);
    t.see("↑ brings the line back").keys(UP).see("> g 1 5yk").keys(ENTER).see("bird 1 + 5YK").see("Ada [draw]> ");
    assert_eq!(table.lines()[1..], ["Bo: hatch 6LK; draw", "Ada: grow 1 5YK"].map(str::to_owned));
}

#[test]
fn a_menu_is_explained_and_then_answered() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys(ENTER).see("Ada: what?").keys("?").see("hatch CARD: start a new bird").see("Arrows choose an answer");
    t.see("Ada: what?")
        .keys(DOWN)
        .keys(ENTER)
        .see("Ada: hatch …")
        .keys("?")
        .see("hatch CARD: ")
        .see("Ada: hatch …")
        .keys(ESC)
        .see(ASKED);
    t.enter("why h 7sk").see("Nothing was entered").see(ASKED);
}

#[test]
fn undo_takes_back_the_last_input_of_a_turn() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk").see("Ada [draw]> ").enter("draw").see("Bo: hatch, grow or discard> ");
    t.enter("h 9lk .").see("Ada: hatch, grow or discard> ").enter("undo").see("taken back: 1.2 Bo: hatch 9LK; draw");
    t.see("Bo: hatch, grow or discard> ").enter("undo").see("taken back: 1.1 draw (the line is now: Ada: hatch 7SK)");
    t.see("Ada [draw]> ").enter("redo").see("brought back: 1.1 draw (the line is now: Ada: hatch 7SK; draw)");
    t.see("Bo: hatch, grow or discard> ").enter("redo").see("brought back: 1.2").see("Ada: hatch, grow or discard> ");
    t.enter("redo").see("Nothing to redo").see("> ").enter("undo 3").see("taken back: 1.1 Ada: hatch 7SK");
    t.see("Ada: hatch, grow or discard> ").enter("h 8wl").see("Ada [draw]> ").enter("quit").see("All is saved");
    assert_eq!(table.lines(), ["Ada: hatch 8WL"]);
}

#[test]
fn undo_takes_back_a_change_further_back() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 9lk .").see("Ada: hatch, grow or discard> ");
    t.enter("amend 1.1 Ada: hatch 5ml; draw").see("1.1 replaced").see("Write it?").keys(ENTER).see("discard> ");
    t.enter("rule years=1").see("> ");
    t.enter("undo").see("taken back: years = 1, for the whole game (was: 2)").see("`redo` brings it back.").see("> ");
    t.enter("undo").see("taken back: 1.1 replaced: Ada: hatch 5ML; draw (was: Ada: hatch 7SK; draw)");
    t.see("The score:").see("> ").enter("redo").see("brought back: 1.1 replaced").see("> ").enter("quit").see("All is saved");
    assert_eq!(table.lines(), ["Ada: hatch 5ML; draw", "Bo: hatch 9LK; draw"]);
}

#[test]
fn a_round_ends_in_its_score_and_the_next_line_begins_another() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    let cards = "am as aw al ay ak 2mk 2sy 2wl 3mw 3sk 3ly 4yk 4ms 4wl 5sw 5ml 5yk 6mw 6lk 6sy 7sk 7wy 7ml";
    for card in cards.split(' ') {
        t.enter(&format!("d {card} .")).see("draws a card").see("> ");
    }
    t.enter("a: done").see("Ada: is done").see("> ").enter("done");
    t.see("That was year 1. In the next, Bo takes the first turn").see("Not over yet").see("Bo: hatch, grow or discard> ");
    t.enter("why h 8wl").see("legal").see("> ").enter("h 8wl").see("Year 2 of 2").see("Bo [draw]> ");
    t.enter("undo").see("taken back: 2.1").see("Bo: hatch, grow or discard> ");
    t.enter("rule years=1")
        .see("Write it?")
        .keys(ENTER)
        .see("share the win")
        .see("> ")
        .enter("a: h 8wl")
        .see("TB-7")
        .see("note TEXT")
        .see("> ");
    t.enter("note thanks").see("note thanks").see("> ").enter("quit").see("All is saved");
}

#[test]
fn whose_bonus_came_first_is_asked() {
    let directory = tempfile::tempdir().expect("a directory");
    let log =
        "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\nrules = { target = 4 }\n\n[[round]]\nfirst = \"Bo\"\n";
    std::fs::write(directory.path().join("game.toml"), log).expect("a file");
    let given = ["tally", "blulu", "Ada: 20; sextet 1", "Bo: 16; sextet 1", "--into", "game.toml"];
    let mut t = Terminal::start(directory.path(), &given);
    t.see("Ada or Bo ended the game, depending on whose bonus came first")
        .see("Which is it?")
        .keys(DOWN)
        .keys(ENTER)
        .see("Bo wins");
    let text = std::fs::read_to_string(directory.path().join("game.toml")).expect("a log");
    assert!(text.contains("\"Bo: 16; flush 0; sextet 1; first\""), "{text}");
}

#[test]
fn overruling_keeps_what_was_typed_behind_the_foul() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 9lk .").see("Ada: hatch, grow or discard> ");
    t.enter("g1 2wl ! agreed; draw").see("`draw` stands in the reason").see("`g1 2wl; draw ! agreed`").see("discard> ");
    t.enter("g1 2wl .").see("ER-3.3").see("discard> ").enter("overrule agreed; .").see("`g1 2wl .; . ! agreed`").see("discard> ");
    t.enter("overrule agreed").see("let stand, though illegal (ER-3.3)").see("Bo: hatch, grow or discard> ");
    t.enter("g1 am .; note Bo was tired").see("ER-3.3").see("discard> ").enter("overrule so it was").see("let stand");
    t.see("1.5 note Bo was tired").see("Ada: hatch, grow or discard> ");
    let expected = ["Ada: grow 1 2WL; draw ! agreed", "Bo: grow 1 AM; draw ! so it was", "note Bo was tired"];
    assert_eq!(table.lines()[2..], expected);
}

#[test]
fn what_changes_with_an_inserted_line_is_typed_at_its_new_place() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Bo: hatch, grow or discard> ").enter("h 8wl .").see("Ada: hatch, grow or discard> ");
    t.enter("amend +1.2 Ada: shows 8wl").see("can't have happened").see("1.3").see("with it> ");
    t.enter("1.2 Ada: shows 9ms").see("1.2 is being inserted").see("with it> ").enter("1.3 Bo: h 9lk .").see("1.2 inserted");
    t.see("Ada: hatch, grow or discard> ");
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Ada: shows 8WL", "Bo: hatch 9LK; draw"]);
}
