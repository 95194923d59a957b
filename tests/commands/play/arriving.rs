//! Lines that come many at a time, before they are asked for, or in pieces: every one is taken in its order, or named as not
//! entered.

use super::{CTRL_C, DOWN, ENTER, ESC, NEW, Table, empty_log, sit_down};
use crate::terminal::Terminal;
use fowlplay::{
    log::Log,
    referee::{self, Referee, Refusal},
    table::Kind,
};
use std::{thread, time::Duration};

const PASTE: &str = "\x1b[200~";
const PASTED: &str = "\x1b[201~";
const PROMPT: &str = "Ada: hatch, grow or discard> ";

fn notes(numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|number| format!("note number {number}")).collect()
}

/// A log's lines are turns: the steps one by one, without their players.
fn steps(table: &Table) -> Vec<String> {
    let step = |step: &str| step.split_once(": ").map_or(step, |(_, step)| step).to_owned();
    table.lines().iter().flat_map(|line| line.split("; ").map(step).collect::<Vec<_>>()).collect()
}

#[test]
fn lines_in_one_piece_are_all_entered() {
    let mut table = sit_down();
    table.terminal.keys("h 7sk\rdraw\rd 9wy .\r").see("1.1 Ada: bird 1: 7SK").see("1.2 Bo: discards 9WY").see(PROMPT);
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Bo: discard 9WY; draw"]);
}

#[test]
fn lines_before_the_prompt_are_all_entered() {
    let directory = empty_log();
    let mut terminal = Terminal::start(directory.path(), &["play", "game.toml"]);
    terminal.keys("h 7sk .\rd 9wy .\rnote early\r").see("1.3 note early").see(PROMPT);
    let table = Table { directory, terminal };
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Bo: discard 9WY; draw", "note early"]);
}

#[test]
fn three_hundred_lines_are_all_entered_in_their_order() {
    for (begin, between, end) in [("", "\r", "\r"), (PASTE, "\n", "\n\x1b[201~"), (PASTE, "\r\n\r\n", "\r\n\x1b[201~")] {
        let mut table = sit_down();
        table.terminal.keys(&format!("{begin}{}{end}", notes(0..300).join(between))).see("1.300 note number 299").see(PROMPT);
        assert_eq!(steps(&table), notes(0..300));
    }
}

#[test]
fn a_long_line_is_taken_whole() {
    let mut table = sit_down();
    let long = format!("note {}", "word ".repeat(1500).trim_end());
    table.terminal.keys(&format!("{long}\r")).see("1.1 note word").see(PROMPT);
    assert_eq!(steps(&table), [long]);
}

#[test]
fn it_does_not_matter_where_a_piece_ends() {
    // An Escape behind which nothing comes for a while is the key, so that one is not waited behind.
    let pause = |piece: &[u8]| {
        if !piece.ends_with(b"\x1b") {
            thread::sleep(Duration::from_millis(2));
        }
    };
    let mut table = sit_down();
    let paste = |nth: usize| format!("{PASTE}note é{nth}\r\n\r\nnote 冬{nth}\r{PASTED}");
    let length = paste(100).len();
    let mut expected = Vec::new();
    for nth in 100..100 + length {
        let text = paste(nth);
        let (one, other) = text.as_bytes().split_at(nth - 100);
        for piece in [one, other] {
            table.terminal.bytes(piece);
            pause(piece);
        }
        expected.extend([format!("note é{nth}"), format!("note 冬{nth}")]);
    }
    // And byte by byte.
    for byte in paste(999).as_bytes() {
        table.terminal.bytes(&[*byte]);
        pause(&[*byte]);
    }
    expected.extend(["note é999".to_owned(), "note 冬999".to_owned()]);
    table.terminal.see("note 冬999").see("note 冬999").see(PROMPT);
    assert_eq!(steps(&table), expected);
}

#[test]
fn enter_alone_takes_a_default_only_where_it_is_pressed() {
    let mut table = sit_down();
    table.terminal.keys("h 7sk\r\r\r\n\r\nnote x\r\r").see("note x").see("Ada [draw]> ");
    table.terminal.keys(&format!("{PASTE}\r\n\r{PASTED}")).keys("table\r").see("> table").see("1.2 note x").see("Ada [draw]> ");
    assert_eq!(steps(&table), ["hatch 7SK", "note x"]);
    table.terminal.keys(ENTER).see("draws a card");
}

#[test]
fn a_refusal_stops_what_comes_after_it() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("h 7sk .\rh 7xx .\rnote two\rnote three\r")
        .see("can't read this")
        .see("Not entered")
        .see("note two")
        .see("note three");
    t.see("Enter enters it, or skips it if emptied; Escape drops all 3.").see("discard> h 7xx .");
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw"]);
    // Mended and entered; the next is entered as it is; the last is left out.
    let t = &mut table.terminal;
    t.keys("\x08\x08\x08\x08wy .")
        .see("7wy .")
        .keys(ENTER)
        .see("1.2 Bo: bird 1: 7WY")
        .see("Escape drops all 2")
        .see("> note two");
    t.keys(ENTER).see("1.3 note two").see("Not entered yet").see("> note three");
    t.keys("\x15").keys(ENTER).see("Left out: note three").see(PROMPT).enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Bo: hatch 7WY; draw", "note two"]);
}

#[test]
fn a_line_can_be_put_in_before_those_that_wait() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("blorp\rnote two\rnote three\r").see("Escape drops all 3").see("> blorp");
    // What was refused is replaced; what waits goes on waiting.
    t.keys("\x15note one\r").see("1.1 note one").see("typed once it is emptied, goes before it").see("> note two");
    t.keys("\x15h 7sk\r").see("bird 1: 7SK").see("Escape drops all 2").see("> note two").keys(ENTER).see("note two");
    t.see("Not entered yet").see("> note three").keys("\x15h 9\r").see("can't read this").see("> h 9");
    t.keys("\x15.\r").see("draws a card").see("> note three").keys(ENTER).see("note three").see("Bo: hatch, grow or discard> ");
    let entered = ["note one", "Ada: hatch 7SK", "note two", "Ada: draw", "note three"];
    assert_eq!(table.lines(), entered.map(str::to_owned));
}

#[test]
fn what_waits_can_be_dropped_and_brought_back() {
    for key in [ESC, CTRL_C] {
        let mut table = sit_down();
        let t = &mut table.terminal;
        t.keys("blorp\rnote two\rnote three\r")
            .see("Escape drops all 3")
            .see("> blorp")
            .keys(key)
            .see("None of the 3 was entered")
            .see(PROMPT);
        t.keys("\x1b[A").see("> note three").keys(ENTER).see("1.1 note three").see(PROMPT);
        assert_eq!(steps(&table), ["note three"]);
    }
}

#[test]
fn lines_that_come_while_others_wait_queue_after_them() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("blorp\rnote two\r").see("> blorp").keys(&format!("{PASTE}note three\rnote four{PASTED}"));
    t.see("Not entered").see("note three").see("note four").see("> blorp").keys("\x15").keys(ENTER);
    for note in ["note two", "note three", "note four"] {
        t.see(&format!("> {note}")).keys(ENTER).see(&format!(" {note}"));
    }
    t.see(PROMPT);
    assert_eq!(steps(&table), ["note two", "note three", "note four"]);
}

#[test]
fn no_line_answers_a_question_that_it_came_before() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("shows 7sk\rh 8wl\r")
        .see("Not entered")
        .see("h 8wl")
        .see("Who?")
        .keys(DOWN)
        .keys(ENTER)
        .see("shows 7SK")
        .see("> h 8wl");
    t.keys(ENTER).see("1.2 Ada: bird 1: 8WL").see("Ada [draw]> ");
    t.enter("g 1 9lk").see("illegal").see("Ada [draw]> ");
    t.keys("overrule\rnote later\r").see("Not entered").see("note later").see("reason> ").enter("so it was").see("let stand");
    t.see("> note later").keys(ENTER).see("note later").see("> ");
    assert_eq!(table.lines()[1..], ["Ada: hatch 8WL; grow 1 9LK ! so it was", "note later"]);
}

#[test]
fn a_paste_is_no_answer_to_a_menu() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys(ENTER).see("Ada: what?").keys(&format!("{PASTE}h 7sk\rnote x\r{PASTED}")).see("Not entered").see("note x");
    t.see("Ada: what?").keys(ESC).see("> h 7sk").keys(ENTER).see("bird 1: 7SK").see("> note x").keys(ENTER).see("note x");
    t.see("Ada [draw]> ");
    assert_eq!(steps(&table), ["hatch 7SK", "note x"]);
}

#[test]
fn a_command_is_no_reason() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("bo: d 9wy").see("illegal").see(PROMPT);
    for command in ["quit", "undo", "h 7sk"] {
        t.enter("overrule").see("reason> ").enter(command).see(&format!("`{command}` as the reason?")).keys(ENTER);
        t.see("Nothing was entered").see(&format!("> {command}")).keys(ESC).see("It was not entered").see(PROMPT);
    }
    t.enter("overrule")
        .see("reason> ")
        .enter("undo")
        .see("as the reason?")
        .keys("\x1b[B")
        .see("❯ yes")
        .keys(ENTER)
        .see("let stand");
    assert_eq!(table.lines(), ["Bo: discard 9WY ! undo"]);
}

#[test]
fn what_is_typed_is_echoed_so_that_it_moves_nothing() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys("note a\u{7}b\u{9b}31mc\r").see("note a\\u{7}b\\u{9b}31mc").see(PROMPT);
    t.keys(&format!("{PASTE}note \x1b[31md\u{202e}\u{8}\r{PASTED}")).see("note \\u{1b}[31md\\u{202e}\\u{8}").see(PROMPT);
    let told = String::from_utf8_lossy(&t.everything()).into_owned();
    assert!(!told.contains(['\u{7}', '\u{9b}', '\u{202e}']) && !told.contains("\x1b[31md"), "{told:?}");
}

#[test]
fn what_comes_after_quit_is_named() {
    let mut table = sit_down();
    table.terminal.keys("note a\rquit\rnote b\rnote c").see("Not entered:").see("note b").see("note c").see("All is saved");
    assert_eq!(table.terminal.exit(), 0);
    assert_eq!(steps(&table), ["note a"]);
}

/// Whatever comes, however it comes: the log has the lines that are accepted, in their order; all others are named.
#[test]
fn the_log_has_what_was_accepted_and_the_rest_is_named() {
    for seed in 0..6 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut table = sit_down();
        let mut model = Log::parse(NEW.to_owned()).expect("a log");
        for nth in 0..12 {
            let pool = ["note n", "h 7sk", "draw", "bo: d 9wy", "why draw", "blorp", "g 1 9lk", "d 2mk .", "undo 99", "quit it"];
            let lines: Vec<&str> = (0..random.usize(1..6)).map(|_| pool[random.usize(..pool.len())]).collect();
            let typed = lines.join(if random.bool() { "\r" } else { "\n" });
            match random.u8(..3) {
                0 => table.terminal.keys(&format!("{typed}\r")),
                1 => table.terminal.keys(&format!("{PASTE}{typed}\r\n\n{PASTED}")),
                _ => {
                    for byte in format!("{PASTE}{typed}\n{PASTED}").as_bytes().chunks(random.usize(1..9)) {
                        table.terminal.bytes(byte);
                    }
                    &mut table.terminal
                }
            };
            let mut refused = None;
            for (at, line) in lines.iter().enumerate() {
                if let Err(refusal) = enter(&mut model, line) {
                    refused = Some((at, refusal));
                    break;
                }
            }
            if let Some((at, refusal)) = refused {
                let elsewhere = |refusal| matches!(refusal, Refusal::Foul { verdict, .. } if verdict.kind == Some(Kind::Impossible) && !verdict.elsewhere.is_empty());
                for line in &lines[at..] {
                    table.terminal.see(line);
                }
                if elsewhere(refusal) {
                    table.terminal.see("to be amended?").keys(ESC);
                }
                if at + 1 < lines.len() {
                    table.terminal.see("Not entered yet").keys(ESC).see("was entered");
                }
            }
            let sync = format!("note sync {nth}");
            table.terminal.see("> ").keys(&format!("{sync}\r")).see(&format!(" {sync}")).see("> ");
            enter(&mut model, &sync).expect("a note");
        }
        assert_eq!(super::lines(&table.log()), texts(&model), "seed {seed}");
    }
}

fn texts(log: &Log) -> Vec<String> {
    log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
}

/// Enters a line, unless it is a word of the session.
fn enter(log: &mut Log, line: &str) -> Result<(), Refusal> {
    if line != "why draw" {
        let referee: Box<dyn Referee> = referee::open(log.clone()).expect("a game");
        *log = referee.record(&[line], None)?.log;
    }
    Ok(())
}

#[test]
fn ctrl_c_ends_a_paste() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    let notes: Vec<String> = (1..=3000).map(|note| format!("note line {note}")).collect();
    t.keys(&format!("{PASTE}{}\n{PASTED}", notes.join("\n"))).see("1.2 note line 2").keys(CTRL_C).see("Not entered: ");
    t.see(" lines. Ctrl-C once more, Ctrl-D or `quit` ends the session.").see(PROMPT).enter("h 7sk").see("Ada [draw]> ");
    let lines = table.lines();
    let (last, entered) = lines.split_last().expect("lines");
    assert!(last == "Ada: hatch 7SK" && entered.len() < notes.len(), "{} lines", entered.len());
    assert_eq!(entered, &notes[..entered.len()], "nothing is lost between");
}

#[test]
fn a_line_typed_over_an_open_question_waits_behind_the_one_that_asked() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("shows 7sk").see("Who?").keys("h 8wl").see("as a line").keys(ENTER);
    t.see("Enter asks about `shows 7sk` again, then enters `h 8wl`.").see("> shows 7sk");
    t.keys(ENTER)
        .see("Who?")
        .keys(DOWN)
        .keys(ENTER)
        .see("shows 7SK")
        .see("> h 8wl")
        .keys(ENTER)
        .see("bird 1: 8WL")
        .see("Ada [draw]> ");
    assert_eq!(steps(&table)[1..], ["hatch 8WL"]);
    assert!(steps(&table)[0].starts_with("shows 7SK"));
}
