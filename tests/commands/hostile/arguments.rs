//! Hostile arguments.

use crate::{
    hostile::commands::run,
    hostile::marks::{hostile, nothing_raw},
    program::{Folder, NEW, PROGRAM, every},
};
use std::{ffi::OsString, os::unix::ffi::OsStringExt as _};

/// Every place of the command line, `X` being what is said there.
const PLACES: &[&[&str]] = &[
    &["X"],
    &["X.toml"],
    &["--X"],
    &["-X"],
    &["check", "X"],
    &["check", "X.toml"],
    &["check", "nowhere/X.toml"],
    &["check", "game.toml", "X"],
    &["check", "game.toml", "--X"],
    &["check", "game.toml", "--try", "X"],
    &["check", "game.toml", "--try", "Ada: X"],
    &["check", "game.toml", "--try", "Ada: hatch X"],
    &["check", "game.toml", "--try", "X: hatch 7SK"],
    &["check", "game.toml", "--try", "draw", "--at", "X"],
    &["show", "game.toml", "--at", "X"],
    &["why", "game.toml", "X"],
    &["score", "X.toml"],
    &["moves", "X.toml"],
    &["show", "X.toml"],
    &["record", "X.toml", "x"],
    &["record", "game.toml", "X"],
    &["record", "game.toml", "Ada: X"],
    &["record", "game.toml", "Ada: hatch X"],
    &["record", "game.toml", "Ada: hatch 7SK ! X"],
    &["record", "game.toml", "Ada: hatch 7SK; X"],
    &["record", "game.toml", "note x", "X"],
    &["record", "game.toml", "note x", "--first", "X"],
    &["undo", "game.toml", "X"],
    &["undo", "X.toml"],
    &["redo", "X.toml"],
    &["amend", "game.toml", "X"],
    &["amend", "game.toml", "1.X", "x"],
    &["amend", "game.toml", "1.1", "X"],
    &["amend", "game.toml", "+1.1", "note X"],
    &["amend", "game.toml", "+1.1", "Ada: hatch 7SK ! X"],
    &["amend", "game.toml", "-1.1", "--overrule", "X"],
    &["rule", "game.toml", "X"],
    &["rule", "game.toml", "X=1"],
    &["rule", "game.toml", "years=X"],
    &["rules", "X"],
    &["rules", "emu-ranchers", "X"],
    &["new", "X", "--players", "Ada,Bo"],
    &["new", "emu-ranchers", "--players", "X"],
    &["new", "emu-ranchers", "--players", "X,Bo"],
    &["new", "emu-ranchers", "--players", "X,X"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "--first", "X"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "--variant", "X"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "--rule", "X"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "--rule", "X=1"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "--rule", "years=X"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "--deck", "X=1"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "X"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "X.toml"],
    &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "nowhere/X.toml"],
    &["tally", "X", "Ada:", "Bo:"],
    &["new", "eggs-and-empires", "--players", "Ada,Bo", "--deck", "eggs=X"],
    &["new", "eggs-and-empires", "--players", "Ada,Bo", "--deck", "eggs=[X]"],
    &["new", "piepmatz", "--players", "Ada,Bo", "--deck", "removed=X"],
    &["new", "piepmatz", "--players", "Ada,Bo", "--deck", "seeds={X=1}"],
    &["new", "piepmatz", "--players", "Ada,Bo", "--deck", "crows=X"],
    &["tally", "eggs-and-empires", "Ada: X", "Bo: 1; X 1"],
    &["tally", "piepmatz", "Ada: X", "Bo: BL6; X", "--deck", "removed=X"],
    &["tally", "blulu", "Ada: X", "Bo: 20; flush X"],
    &["tally", "emu-ranchers", "X"],
    &["tally", "emu-ranchers", "X: 7SK", "Bo:"],
    &["tally", "emu-ranchers", "Ada: X", "Bo:"],
    &["tally", "emu-ranchers", "Ada: 7SK; X", "Bo:"],
    &["tally", "emu-ranchers", "Ada:", "Bo:", "--rule", "X=1"],
    &["tally", "emu-ranchers", "Ada:", "Bo:", "--into", "X.toml"],
    &["tally", "emu-ranchers", "Ada: X", "Bo:", "--into", "game.toml"],
    &["tally", "emu-ranchers", "Ada:", "Bo:", "--into", "game.toml", "--first", "X"],
    &["play", "X.toml"],
];

#[test]
fn no_argument_is_printed_raw() {
    // Each text in every place; in the short form each place has one of them.
    let every = every(3);
    for (nth, said) in hostile().into_iter().enumerate() {
        let said = said.replace('\0', "");
        let folder = Folder::new();
        for place in PLACES.iter().skip(nth % every).step_by(every) {
            folder.write("game.toml", NEW);
            let command: Vec<String> = place.iter().map(|word| word.replace('X', &said)).collect();
            run(&folder, &command, "arguments");
        }
    }
}

#[test]
fn arguments_that_are_no_text_are_no_matter() {
    let folder = Folder::new();
    for place in PLACES.iter().step_by(every(2)) {
        folder.write("game.toml", NEW);
        let word =
            |word: &&str| OsString::from_vec(word.replace('X', "\u{1}").bytes().map(|b| if b == 1 { 0xff } else { b }).collect());
        let command: Vec<OsString> = place.iter().map(word).collect();
        let done = folder.run(&command).in_order();
        nothing_raw(&done, &format!("{command:?}"));
        let json = folder.run(&[&command[..], &["--json".into()]].concat()).in_order();
        nothing_raw(&json, &format!("{command:?}"));
        json.json();
    }
}

#[test]
fn what_is_recorded_from_standard_input_may_be_anything() {
    let folder = Folder::with(NEW);
    for said in hostile() {
        let input = format!("note a{said}b\nAda: hatch 7SK; draw ! {said}\n{said}\n");
        for json in [&["record", "game.toml", "-"][..], &["record", "game.toml", "-", "--json"]] {
            let done = folder.start(PROGRAM, json, &input).ended().in_order();
            nothing_raw(&done, &format!("{said:?}"));
        }
        let noted = folder
            .start(
                PROGRAM,
                &["record", "game.toml", "-"],
                &format!("note a{}b", said.replace(['\n', '\r', '\u{b}', '\u{c}', '\u{85}'], "")),
            )
            .ended();
        assert_eq!(noted.status, Some(0), "{}", noted.told());
        nothing_raw(&noted, "a note");
    }
    assert!(folder.text("game.toml").contains("\\u0000"), "it is kept as it was said");
}

#[test]
fn a_word_as_long_as_a_log_is_reported_in_a_few_lines_and_soon() {
    let folder = Folder::with(NEW);
    // Cut short on both sides of the caret, without a look at each of its beginnings.
    let size = 3_000_000 / every(10);
    for input in [format!("Ada: hatch {}", "x".repeat(size)), format!("Ada: {}; hatch x", "draw ".repeat(size / 5))] {
        let script = "ulimit -t 60 && exec \"$0\" record game.toml -";
        let done = folder.start("sh", &["-c", script, PROGRAM], &input).ended().in_order();
        assert_eq!(done.status, Some(2));
    }
    let endless = "ulimit -t 60 && exec \"$0\" record game.toml - < /dev/zero";
    let done = folder.start("sh", &["-c", endless, PROGRAM], "").ended().in_order();
    assert!(done.status == Some(2) && done.says("standard input has more than a log can hold"), "{}", done.told());
    assert_eq!(folder.text("game.toml"), NEW);
}
