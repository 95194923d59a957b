//! A part of a game of Piepmatz at the terminal: the table is laid out, a fight, a crow, a mistake, and the last choice.

use super::{DOWN, ENTER, ESC, Table, lines};
use crate::terminal::Terminal;

const NEW: &str =
    "fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

fn sit_down() -> Table {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), NEW).expect("a file");
    let mut terminal = Terminal::start(directory.path(), &["play", "game.toml"]);
    terminal.see("perches: the birds on the 2 perches").see("perches, display or seeds> ");
    Table { directory, terminal }
}

#[test]
fn piepmatz_from_the_perches_to_the_last_choice() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("bl3 sp5").see("display or seeds> ").enter("sp1 bu2 ye5").see("seeds> ").enter("1 2 3 1").see("Ada: play> ");
    t.enter("?").see("play CARD at 1: BL3, no queue; from 4 on it is a fight").see("> ");
    t.enter("why gr6 1").see("by 3").see("Nothing was entered").see("> ");
    t.enter("gr6 1").see("exceed BL3 by 3").see("GR6 moves up to perch 1").see("refill> ");
    t.enter("crow").see("what turned up next?").see("crow, then> ").keys(ESC);
    t.see("illegal: Ada: refill crow").see("PM-4.1").see("refill> ");
    t.enter("crow 2").see("1 1 egg crow").see("the crow is laid beside slot 1").see("Ada: draw> ");
    t.enter(". ye5").see("display> ").enter("ch1").see("Bo: play> ");
    t.enter("cy: p ye1 1").see("it is Bo's turn").see("overrule REASON").see("Bo: play> ");
    t.enter("bl2 2; keep bl1 . .").see("keeps BL1, Blackbird 1").see("Cy: play> ");
    t.enter("undo").see("taken back: 1.3").see("Bo: play> ").enter("redo").see("Cy: play> ");
    t.enter("memory").see("Ada's hand: YE5 and 3 unseen").see("> ");
    t.enter("ye4 2").see("exceed SP5 by 1").see("a crow finds no bird before Cy").see("refill> ");
    let left = "squirrel ".repeat(28);
    t.enter(&format!("3 {left}")).see("PM-4.1").see("refill> ");
    t.enter(&format!("{left}3"))
        .see("so the squirrel is discarded")
        .see("feeder deck: 1 card")
        .see("Cy: draw> ")
        .enter(".")
        .see("Ada: play> ");
    t.enter("ye5 2").see("a squirrel takes seeds of Ada's").see("lose 3 2").enter("").see("refill> ");
    t.enter("crow").see("still to play: Bo and Cy").see("the end begins; Bo and Cy still have a turn each").see("Ada: draw> ");
    t.enter(".").see("Bo: play> ");
    t.enter("ch2 1 .").see("Cy: play> ").enter("ch3 1 .").see("the turns are over").see("adds> ");
    t.enter("cy: adds bu1").see("2 are due").see("PM-5.2").see("adds> ");
    t.enter("cy: bu1 bu2")
        .see("adds> ")
        .enter("a: ye6 sp6")
        .see("adds> ")
        .enter("bu4 bu5")
        .see("the game is over")
        .see("Ada wins");
    t.enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    let written = lines(&table.log());
    assert_eq!(
        written[..2],
        ["perches BL3 SP5; display SP1 BU2 YE5; seeds 1 2 3 1", "Ada: play GR6 at 1; refill crow 2; draw YE5; display CH1"]
    );
}

#[test]
fn a_dispute_of_what_a_crow_takes_amends_no_earlier_line() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("bl1 sp5; sp1 bu2 ye5; 1 2 3 1").see("Ada: play> ").enter("ch6 1").see("feeder> ");
    t.enter("crow").see("a crow finds no bird before Ada").see("Ada: draw> ");
    t.enter("lose bl1").see("illegal: Ada: lose BL1").see("PM-3.4").see("pest_timing").see("overrule REASON").see("Ada: draw> ");
    t.enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
}

#[test]
fn what_mends_an_impossible_step_is_there_to_be_done() {
    let directory = tempfile::tempdir().expect("a directory");
    let two = NEW.replace(", \"Cy\"]", "]\n\n[deck]\nremoved = \"BL\"");
    std::fs::write(directory.path().join("game.toml"), two).expect("a file");
    let mut terminal = Terminal::start(directory.path(), &["play", "game.toml"]);
    let t = &mut terminal;
    t.see("perches: the birds on the 2 perches").enter("perches bl3 sp5").see("Blackbirds are out of this game");
    t.see("if the log is wrong about the deck, start another one").see("> ");
    t.enter("perches sp3 sp5").see("display or seeds> ").enter("display bl3 ye2 ye5").see("`amend R.L` mends an earlier line");
    t.enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
}

#[test]
fn what_turns_up_is_typed_as_it_turns_up() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("bl3 sp5; sp1 bu2 ye5; 1 2 3 1").see("Ada: play> ").enter("gr6 1").see("refill> ");
    t.enter("sq").see("what turned up next?").see("sq, then> ").enter("cr").see("sq cr, then> ").enter("2").see("Ada: draw> ");
    t.enter(". ye5 ch1").see("draws YE5").see("Bo: play> ").enter("ch6 2").see("lose 1").keys(ENTER).see("refill> ");
    // A word of the session cancels the question; a line that is typed anew is seen.
    t.enter("cr").see("cr, then> ").enter("score").see("not entered: 1 line").see("Nothing was entered").see("refill> ");
    t.enter("cr").see("cr, then> ").enter("cr 3");
    t.see("Which is it?").keys(DOWN).see("❯ cr 3").keys(ENTER).see("Bo: draw> ").enter("quit").see("All is saved");
    let expected =
        ["Ada: play GR6 at 1; refill squirrel crow 2; draw YE5; display CH1", "Bo: play CH6 at 2; lose 1; refill crow 3"];
    assert_eq!(lines(&table.log())[1..], expected);
}
