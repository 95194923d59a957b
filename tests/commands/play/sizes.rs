//! Terminals of every size and kind: nothing panics, all can be said, and the table is shown again when the window changes.

use super::{ASKED, CTRL_C, DOWN, ENTER, ESC, NEW, TAB, UP, lines, sit_down, sized, sized_on};
use crate::terminal::Terminal;
use std::{thread, time::Duration};

const SIZES: [(u16, u16); 8] = [(1, 1), (1, 2), (2, 1), (2, 2), (2, 20), (3, 10), (30, 44), (200, 500)];

#[test]
fn a_game_can_be_played_in_a_window_of_any_size() {
    for size in SIZES {
        let mut table = sized(size, NEW, ASKED);
        let t = &mut table.terminal;
        t.enter("h 7sk").see("bird 1: 7SK").see("Ada [draw]>").keys(ENTER).see("Bo: hatch, grow or discard>");
        t.keys("h").keys(TAB).keys(UP).keys(DOWN).keys(CTRL_C).see("Nothing was entered").see("Bo: hatch, grow or discard>");
        // The menu, or the question in its place.
        t.keys(ENTER).see("Bo: what?").keys(DOWN).keys(UP).keys(ESC).see("Bo: hatch, grow or discard>");
        t.enter("shows 7wy").see("Who?").keys("ada");
        // An Enter that comes together with what was typed before it is no answer.
        thread::sleep(Duration::from_millis(100));
        t.keys(ENTER).see("shows 7WY").see("Bo: hatch, grow or discard>");
        t.keys("blorp\rnote x\r").see("can't read this").see("not entered: 1 line").see("note x");
        t.see("Bo: hatch, grow or discard>").enter("quit").see("All is saved");
        assert_eq!(t.exit(), 0, "{size:?}");
        assert!(!String::from_utf8_lossy(&t.everything()).contains("panicked"));
        assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Ada: shows 7WY"], "{size:?}");
    }
}

#[test]
fn a_window_may_change_while_a_menu_is_open() {
    for size in SIZES {
        let mut table = sit_down();
        let t = &mut table.terminal;
        t.keys(ENTER)
            .see("Ada: what?")
            .keys(DOWN)
            .keys(ENTER)
            .see("Ada: hatch …")
            .resize(size)
            .see("Ada: hatch …")
            .keys(DOWN)
            .resize((24, 80));
        t.keys(ESC)
            .see("Ada: hatch, grow or discard>")
            .resize(size)
            .see("Ada: hatch, grow or discard>")
            .keys(CTRL_C)
            .see("Nothing was");
        t.see("Ada: hatch, grow or discard>").enter("quit").see("All is saved");
        assert_eq!(t.exit(), 0, "{size:?}");
        #[cfg(unix)]
        assert!(t.is_given_back());
    }
}

#[test]
fn a_dumb_terminal_gets_no_escape_sequence() {
    for size in [(24, 80), (2, 20), (1, 1)] {
        let mut table = sized_on("dumb", size, NEW, ASKED);
        let t = &mut table.terminal;
        t.enter("h 7sk").see("Ada [draw]>").keys(ENTER).see("Bo: hatch, grow or discard>");
        t.keys("ha").keys(TAB).keys("\x08\x08").keys(CTRL_C).see("Nothing was entered").see("Bo: hatch, grow or discard>");
        t.keys(ENTER).see("Bo: what?").see("1 hatch").see("(cancel)").keys("disc").keys(ENTER).see("Bo: discard").keys("9wy");
        t.keys(ENTER).see("discards 9WY").see("Bo [draw]>").resize((10, 30)).see("Bo [draw]>").enter("shows 8wl").see("Who?");
        t.keys("2").keys(ENTER).see("Bo: shows 8WL").see("Bo [draw]>").enter("quit").see("All is saved");
        assert_eq!(t.exit(), 0);
        let told = t.everything();
        assert!(!told.contains(&0x1b), "{}", String::from_utf8_lossy(&told).escape_debug());
        assert_eq!(table.lines(), ["Ada: hatch 7SK; draw", "Bo: discard 9WY; shows 8WL"]);
    }
}

#[test]
fn the_menu_of_the_bare_command_fits_any_window() {
    for size in SIZES {
        let directory = tempfile::tempdir().expect("a directory");
        let mut t = Terminal::start_on("xterm-256color", size, directory.path(), &[], &[]);
        t.see("what do you want to do?").keys(ENTER).see("Which game?").keys(ENTER).see("Players:");
        t.enter("Ada").see("1 more name").keys(", Bo").keys(ENTER).see("Which rules?").keys(ENTER);
        t.see("Who takes the first turn?").keys(ENTER).see("File for the log").enter("x").see("Ada: hatch, grow or discard>");
        t.enter("quit").see("All is saved");
        assert_eq!(t.exit(), 0, "{size:?}");
        assert!(lines(&directory.path().join("x.toml")).is_empty());
    }
}

#[test]
fn a_dumb_terminal_is_asked_in_text_outside_a_session_too() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start_on("dumb", (24, 80), directory.path(), &[], &[]);
    t.see("what do you want to do?")
        .see("8 Leave")
        .enter("start")
        .see("Which game?")
        .enter("eggs")
        .see("Players: ")
        .enter("Ada, Bo");
    t.see("Which rules?").enter("others").see("Which rules should be different?").see("1 none").enter("10");
    t.see("How many rounds").enter("2").see("1 none").see("rounds = 2").see("1-10 [1]> ").keys(ENTER);
    t.see("Is it known").see("2 no").see("1-2 [2]> ").keys(ENTER).see("tie-breaker marker?").keys(ENTER);
    t.see("File for the log").enter("x").see("> ").enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    assert!(std::fs::read_to_string(directory.path().join("x.toml")).expect("a log").contains("rounds = 2"));
    assert!(!t.everything().contains(&0x1b), "{}", String::from_utf8_lossy(&t.everything()).escape_debug());
}

#[test]
fn no_word_and_no_card_of_a_score_sheet_is_broken() {
    let examples = std::path::Path::new(crate::ROOT).join("examples");
    let words = |width| -> Vec<String> {
        let mut t = Terminal::start_on("xterm-256color", (24, width), &examples, &[], &["score", "emus-redux-tie.toml"]);
        t.see("Di's Excuse, spent on bird 1, saves 4.");
        assert_eq!(t.exit(), 0);
        let told = String::from_utf8(t.everything()).expect("text");
        let told = console::strip_ansi_codes(&told);
        assert!(told.lines().all(|line| line.chars().count() <= width.into()), "{told}");
        told.split_whitespace().filter(|word| !word.starts_with('─')).map(str::to_owned).collect()
    };
    // The figures, and the sentences that say what they would.
    let whole = [words(120), words(59)].concat();
    assert!(whole.iter().any(|word| word == "excuse") && whole.iter().any(|word| word == "why"));
    for width in (60..=80).step_by(2) {
        let broken: Vec<String> = words(width).into_iter().filter(|word| !whole.contains(word)).collect();
        assert_eq!(broken, [""; 0], "{width}");
    }
}

/// The words of what a command says in a window of so many columns, none of whose lines is longer.
fn words_at(width: u16, arguments: &[&str]) -> Vec<String> {
    let examples = std::path::Path::new(crate::ROOT).join("examples");
    let mut t = Terminal::start_on("xterm-256color", (24, width), &examples, &[], arguments);
    assert_eq!(t.exit(), 0);
    t.hear_out();
    let told = String::from_utf8(t.everything()).expect("text");
    let told = console::strip_ansi_codes(&told);
    assert!(told.lines().all(|line| line.chars().count() <= width.into()), "{arguments:?} at {width}:\n{told}");
    told.split(|char: char| !char.is_alphabetic()).map(str::to_owned).collect()
}

#[test]
fn lines_break_between_words_in_a_narrow_window() {
    for arguments in [
        &["score", "emus-redux-tie.toml"][..],
        &["score", "eggs-and-empires-six-at-the-table.toml"],
        &["score", "piepmatz-tie-of-three.toml"],
        &["show", "piepmatz-tie-of-three.toml", "--at", "1.9"],
        &["show", "eggs-and-empires-six-at-the-table.toml", "--at", "1.12"],
        &["why", "eggs-and-empires-two-decks.toml", "1.13"],
        &["rules", "emus-redux"],
    ] {
        let whole = [words_at(400, arguments), words_at(59, arguments)].concat();
        for width in [24, 28, 34, 44] {
            let broken: Vec<String> = words_at(width, arguments).into_iter().filter(|word| !whole.contains(word)).collect();
            assert_eq!(broken, [""; 0], "{arguments:?} at {width}");
        }
    }
}

#[test]
fn a_sentence_has_as_much_room_in_a_narrow_window_as_in_a_wide_one() {
    let adelheid = ["Adelheid the Younger: 9MS 8MS", "Adelheid the Younger: grow 1 CM; draw"];
    let told = words_at(44, &["judge", "emu-ranchers", adelheid[0], adelheid[1], "Bo: hatch 7SK"]);
    assert!(told.windows(3).any(|words| words == ["Younger", "and", "Bo"]), "{told:?}");
}

#[test]
fn what_has_no_room_for_columns_has_their_headings() {
    let told = words_at(24, &["show", "piepmatz-tie-of-three.toml", "--at", "1.9"]);
    let told: Vec<&str> = told.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
    assert!(told.windows(6).any(|words| words == ["perch", "YE", "queue", "GR", "sum", "of"]), "{told:?}");
    // What captures a rank follows from the rank.
    let told = words_at(22, &["show", "blulu-brulu.toml", "--at", "1.2"]);
    assert!(told.iter().any(|word| word == "rank") && told.iter().all(|word| word != "by"), "{told:?}");
}
