//! The log rewritten, replaced, or taken away under a running session.

use crate::{
    faults::script::{BEGUN, moves},
    program::Folder,
    terminal::Terminal,
};
use std::fs;

/// A session on a log of two turns.
fn session() -> (Folder, Terminal) {
    let folder = Folder::with(BEGUN);
    let mut terminal = Terminal::start(folder.root(), &["play", "game.toml"]);
    terminal.see("grow or discard> ");
    (folder, terminal)
}

/// Another log of the same length, in which Bo hatched another card.
fn other() -> String {
    BEGUN.replace("Bo: hatch 9LK", "Bo: hatch 9WY")
}

fn goes_on(folder: &Folder, terminal: &mut Terminal) {
    terminal.see("was changed by something else").see("The session goes on with the file as it is now").see("grow or discard> ");
    assert!(!String::from_utf8_lossy(&terminal.everything()).contains("open it again"), "{}", terminal.shown());
    assert_eq!(folder.text("game.toml"), other(), "what somebody else wrote is there");
    terminal.enter("h 8wl .").see("bird 2: 8WL").see("grow or discard> ").enter("quit").see("All is saved");
    assert_eq!(terminal.exit(), 0);
    assert_eq!(moves(&folder.text("game.toml"))[1..], ["Bo: hatch 9WY; draw", "Ada: hatch 8WL; draw"]);
    assert!(folder.names().iter().all(|name| !name.starts_with('.')), "nothing is left behind");
}

#[test]
fn rewritten_in_place() {
    let (folder, mut terminal) = session();
    folder.write("game.toml", other());
    terminal.enter("h 8wl .");
    goes_on(&folder, &mut terminal);
}

#[test]
fn another_renamed_over_it() {
    let (folder, mut terminal) = session();
    folder.write("another.toml", other());
    fs::rename(folder.path("another.toml"), folder.path("game.toml")).expect("renamed");
    terminal.enter("undo");
    goes_on(&folder, &mut terminal);
}

#[test]
fn a_link_put_in_its_place() {
    let (folder, mut terminal) = session();
    let elsewhere = Folder::with(other());
    fs::remove_file(folder.path("game.toml")).expect("removed");
    std::os::unix::fs::symlink(elsewhere.path("game.toml"), folder.path("game.toml")).expect("linked");
    terminal.enter("amend 1.1 Ada: hatch 7WY; draw");
    goes_on(&folder, &mut terminal);
    assert!(folder.path("game.toml").is_symlink() && elsewhere.text("game.toml").contains("8WL"), "the link leads to the log");
    assert_eq!(Vec::from_iter(elsewhere.names()), ["game.toml"]);
}

#[test]
fn taken_away_and_put_back() {
    let (folder, mut terminal) = session();
    fs::rename(folder.path("game.toml"), folder.path("away.toml")).expect("renamed");
    terminal.enter("h 8wl .").see("Not entered").see("there is no file game.toml").see("Once the file can be read again");
    terminal.see("grow or discard> ").enter("h 8wl .").see("there is no file game.toml").see("grow or discard> ");
    fs::write(folder.path("game.toml"), other()).expect("written");
    terminal.enter("h 8wl .");
    goes_on(&folder, &mut terminal);
}

#[test]
fn made_unreadable_and_mended() {
    let (folder, mut terminal) = session();
    folder.write("game.toml", &other()[..120]);
    terminal
        .enter("h 8wl .")
        .see("Not entered")
        .see("game.toml, line ")
        .see("Once the file can be read again")
        .see("grow or discard> ");
    folder.write("game.toml", b"\xff\xfe");
    terminal.enter("h 8wl .").see("is not UTF-8 text").see("grow or discard> ");
    folder.write("game.toml", other());
    terminal.enter("h 8wl .");
    goes_on(&folder, &mut terminal);
}

#[test]
fn a_folder_in_its_place() {
    let (folder, mut terminal) = session();
    fs::remove_file(folder.path("game.toml")).expect("removed");
    fs::create_dir(folder.path("game.toml")).expect("made");
    terminal.enter("h 8wl .").see("Not entered").see("game.toml is not a file").see("grow or discard> ");
    terminal.enter("quit").see("The log is not on disk as it was entered").see("game.toml is not a file");
    terminal.see("File for the log [game-2.toml]: ").enter("").see("All is saved in game-2.toml");
    assert_eq!(terminal.exit(), 0);
    assert_eq!(folder.text("game-2.toml"), BEGUN);
}

#[test]
fn recorded_into_by_others() {
    let (folder, mut terminal) = session();
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"], "an open session holds nothing");
    assert_eq!(folder.run(&["record", "game.toml", "note meanwhile"]).in_order().status, Some(0));
    terminal.enter("h 8wl .").see("note meanwhile").see("was changed by something else").see("grow or discard> ");
    terminal.enter("h 8wl .").see("bird 2: 8WL").see("grow or discard> ").enter("quit").see("All is saved");
    assert_eq!(terminal.exit(), 0);
    assert_eq!(moves(&folder.text("game.toml"))[2..], ["note meanwhile", "Ada: hatch 8WL; draw"]);
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
}

#[test]
fn while_cards_are_counted_into_it() {
    let folder = Folder::with(BEGUN);
    let mut terminal = Terminal::start(folder.root(), &["tally", "emu-ranchers", "--into", "game.toml"]);
    terminal.see("Ada").enter("7SK").see("Bo");
    folder.write("game.toml", other());
    terminal.enter("9LK").see("game.toml was changed by something else, so nothing was saved over it");
    assert_eq!(terminal.exit(), 2);
    assert_eq!(folder.text("game.toml"), other());
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
}
