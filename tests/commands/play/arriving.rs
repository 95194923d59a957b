//! Lines that come many at a time, before they are asked for, or in pieces: every one is taken in its order, or named as not
//! entered.

use super::{CTRL_C, ESC, NEW, Table, UP, sit_down};
use fowlplay::{
    log::Log,
    referee::{self, Referee, Refusal},
    table::FindingKind,
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
fn many_lines_that_are_not_entered_leave_the_refusal_on_the_screen() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys(&format!("{PASTE}blorp\n{}\n{PASTED}", notes(0..200).join("\n"))).see("not entered: 200 lines");
    t.see("note number 7").see("… and 192 more").see(PROMPT);
    assert!(t.shown().contains("can't read this"), "{}", t.shown());
    t.keys(UP).see("> blorp").keys(UP).see("> note number 0");
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
                let elsewhere = |refusal| matches!(refusal, Refusal::Foul { verdict, .. } if verdict.kind == Some(FindingKind::Impossible) && !verdict.moved_by.is_empty());
                table.terminal.see(lines[at]).see("↑ brings the line back");
                if at + 1 < lines.len() {
                    table.terminal.see("not entered: ");
                }
                for line in &lines[at + 1..] {
                    table.terminal.see(line);
                }
                if elsewhere(refusal) {
                    table.terminal.see("to be amended?").keys(ESC);
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
