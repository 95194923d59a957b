//! A session at the table, and the menu, with a log full of hostile text.

use super::is_raw;
use crate::{
    generators::{CONTROLS, MARKS, escaped},
    program::Folder,
    terminal::Terminal,
};

const ADA: &str = "A\u{202e}da\u{200f}";

fn log() -> String {
    let odd = escaped(&format!("{CONTROLS} and {MARKS}"));
    format!(
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"{ADA}\", \"Bo\"]\ntitle = \"{odd}\"\n[rules]\nyears = 1\n[[round]]\nfirst \
         = \"{ADA}\"\nmoves = [\n  \"{ADA}: hatch 7SK; draw ! {odd}\",\n  \"Bo: hatch 9LK; draw\",\n  \"note {odd}\",\n]\n"
    )
}

/// Nothing of the log reached the terminal as it was; the program's own colours and movements did.
#[track_caller]
fn nothing_raw(terminal: &Terminal) {
    let told = String::from_utf8_lossy(&terminal.everything()).into_owned();
    let marks = ["\u{1b}[31;5m", "\u{1b}]0;title", "\u{9b}", "\u{85}", "\u{b}", "\u{c}", "\u{7f}", "\0"];
    let marks = marks.into_iter().map(str::to_owned).chain(MARKS.chars().filter(|char| is_raw(*char)).map(String::from));
    for mark in marks {
        assert!(!told.contains(&mark), "{mark:?} is raw in {told:?}");
    }
}

#[test]
fn a_session_shows_nothing_raw() {
    let file = format!("g{MARKS}\u{1b}[31;5m.toml");
    let folder = Folder::new();
    folder.write(&file, log());
    let mut terminal = Terminal::start(folder.root(), &["play", &file]);
    terminal.see("hatch, grow or discard> ");
    let words =
        ["log", "why 1.1", "why", "why 1.3", "score", "memory", "?", "? cards", "help", "table", "rule", "h 7sk", "shows 7sk"];
    for word in words {
        terminal.enter(word);
        match word {
            "h 7sk" => terminal.see("to be amended?").keys("\u{1b}"),
            "shows 7sk" => terminal.see("Who?").keys("\u{1b}"),
            _ => &mut terminal,
        };
        terminal.see("hatch, grow or discard> ");
    }
    // The old text is there to begin with, and as it is it changes nothing.
    let before = folder.text(&file);
    for line in ["amend 1.3", "amend 1.1"] {
        terminal.enter(line).see("as it should be").keys("\r").see("Nothing was changed").see("hatch, grow or discard> ");
    }
    assert_eq!(folder.text(&file), before);
    // Tab puts no name into the line that can't be seen as it is.
    terminal.keys("a\t").see("amend").keys("\u{3}").see("Nothing was entered").see("hatch, grow or discard> ");
    terminal.enter("undo").see("taken back: 1.3").see("> ").enter("redo").see("brought back").see("> ");
    terminal.enter("h 8wl").see("bird 2: 8WL").see("> ").enter("quit").see("All is saved");
    assert_eq!(terminal.exit(), 0);
    nothing_raw(&terminal);
}

#[test]
fn the_menu_shows_nothing_raw() {
    let file = "g\u{202e}\u{1b}[31;5m.toml";
    let folder = Folder::new();
    folder.write(file, log());
    let mut terminal = Terminal::start(folder.root(), &[]);
    terminal.see("Look at a game").keys("\u{1b}[A").see("❯ Leave").keys("\u{1b}[A").see("❯ Look").keys("\r");
    terminal.see("Emu Ranchers").keys("\r").see("Not over yet").see("what do you want to do?");
    terminal.keys("\r").see("Which game?").keys("\r").see("others").keys("\x1b[A").see("❯ others").keys("\r").see("Players:");
    terminal.enter(&format!("{ADA}, {ADA} ")).see("is there twice");
    terminal.kill();
    // What is typed is echoed as it is typed; what is said of it is not.
    let told = String::from_utf8_lossy(&terminal.everything()).into_owned();
    assert!(!told.contains("\u{1b}[31;5m"), "{told:?}");
    assert!(told.contains("the name `A\\u{202e}da\\u{200f}` is there twice"), "{told:?}");
}
