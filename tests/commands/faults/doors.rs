//! What somebody plants beside a log or an output: links, pipes, folders, files with two names. Nothing is written, read or changed
//! through them, and nothing waits for them: what hangs fails.

use crate::{
    faults::script::{BEGUN, CHANGES},
    program::{Folder, PROGRAM},
};
use std::{
    fs::{self, Permissions},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink},
    path::Path,
};

/// What nothing here may touch.
const PRIVATE: &str = "nobody else's\n";

/// A log in a folder, and a private file beside that folder.
fn table() -> (Folder, Folder) {
    let elsewhere = Folder::new();
    elsewhere.write("private", PRIVATE);
    fs::set_permissions(elsewhere.path("private"), Permissions::from_mode(0o600)).expect("set");
    (Folder::with(BEGUN), elsewhere)
}

#[track_caller]
fn untouched(elsewhere: &Folder) {
    let mode = fs::metadata(elsewhere.path("private")).expect("there").mode() & 0o777;
    assert_eq!((elsewhere.text("private").as_str(), mode), (PRIVATE, 0o600));
    assert_eq!(Vec::from_iter(elsewhere.names()), ["private"], "nothing was made there");
}

fn pipe(path: &Path) {
    rustix::fs::mkfifoat(rustix::fs::CWD, path, rustix::fs::Mode::from_raw_mode(0o666)).expect("made");
}

#[test]
fn a_lock_that_is_none_is_said_at_once_and_changes_nothing() {
    for planted in ["link", "dangling", "second name", "folder", "pipe"] {
        let (folder, elsewhere) = table();
        let lock = folder.path(".game.toml.lock");
        match planted {
            "link" => symlink(elsewhere.path("private"), &lock).expect("linked"),
            "dangling" => symlink(elsewhere.path("none"), &lock).expect("linked"),
            "second name" => fs::hard_link(elsewhere.path("private"), &lock).expect("linked"),
            "folder" => fs::create_dir(&lock).expect("made"),
            _ => pipe(&lock),
        }
        let was = fs::symlink_metadata(&lock).expect("there");
        for command in [&["record", "game.toml", "note x"][..], &["undo", "game.toml"], &["amend", "game.toml", "-1.2", "--yes"]]
        {
            let done = folder.run(command).in_order();
            assert!(
                done.status == Some(2) && done.says(".game.toml.lock is where the program keeps a file of its own"),
                "{planted}: {}",
                done.told()
            );
        }
        // Who only reads needs no lock.
        assert_eq!(folder.run(&["check", "game.toml"]).in_order().status, Some(0));
        assert_eq!(folder.text("game.toml"), BEGUN);
        let is = fs::symlink_metadata(&lock).expect("there");
        assert_eq!((was.ino(), was.mode(), was.nlink()), (is.ino(), is.mode(), is.nlink()), "{planted}");
        untouched(&elsewhere);
    }
}

#[test]
fn what_is_planted_where_the_new_file_belongs_is_taken_away_or_said() {
    for planted in ["link", "dangling", "second name", "folder", "pipe"] {
        let (folder, elsewhere) = table();
        let new = folder.path(".game.toml.new");
        match planted {
            "link" => symlink(elsewhere.path("private"), &new).expect("linked"),
            "dangling" => symlink(elsewhere.path("none"), &new).expect("linked"),
            "second name" => fs::hard_link(elsewhere.path("private"), &new).expect("linked"),
            "folder" => fs::create_dir(&new).expect("made"),
            _ => pipe(&new),
        }
        let done = folder.run(&["record", "game.toml", "note x"]).in_order();
        if planted == "folder" {
            let says = ".game.toml.new is where the program keeps a file of its own";
            assert!(done.status == Some(2) && done.says(says), "{}", done.told());
            assert_eq!(folder.text("game.toml"), BEGUN);
        } else {
            assert_eq!(done.status, Some(0), "{planted}: {}", done.told());
            assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
        }
        untouched(&elsewhere);
    }
}

#[test]
fn an_output_that_is_a_pipe_keeps_nobody_waiting() {
    let (folder, _) = table();
    pipe(&folder.path("pipe.html"));
    for command in
        [&["export", "--table", "games", "game.toml", "-o", "pipe.html"][..], &["report", "game.toml", "-o", "pipe.html"]]
    {
        let done = folder.start("timeout", &[&["20", PROGRAM], command].concat(), "").ended();
        assert!(done.status == Some(2) && done.says("it is a pipe that nobody reads"), "{command:?}: {}", done.told());
    }
}

#[test]
fn what_nobody_can_foresee_is_the_name_of_every_new_file() {
    // Every name that a process number could make.
    let (folder, elsewhere) = table();
    let own = std::process::id();
    for process in own..own + 3000 {
        symlink(elsewhere.path("private"), folder.path(&format!(".out.html.{process}.new"))).expect("linked");
    }
    symlink(elsewhere.path("private"), folder.path(".game.toml.saving")).expect("linked");
    pipe(&folder.path(".out.html.1.new"));
    let done = folder.run(&["report", "game.toml", "-o", "out.html"]).in_order();
    assert_eq!(done.status, Some(0), "{}", done.told());
    assert!(folder.text("out.html").starts_with("<!DOCTYPE html>"));
    for (_, command) in CHANGES.iter().filter(|(log, _)| *log == BEGUN) {
        folder.write("game.toml", BEGUN);
        assert_eq!(folder.run(command).in_order().status, Some(0), "{command:?}");
    }
    untouched(&elsewhere);
}

#[test]
fn pages_of_the_manual_are_whole_and_go_through_no_link() {
    let (folder, elsewhere) = table();
    fs::create_dir(folder.path("man1")).expect("made");
    symlink(elsewhere.path("private"), folder.path("man1/fowlplay.1")).expect("linked");
    symlink("man1", folder.path("pages")).expect("linked");
    assert_eq!(folder.run(&["man", "-o", "pages"]).in_order().status, Some(0));
    untouched(&elsewhere);
    assert!(!folder.path("man1/fowlplay.1").is_symlink() && folder.text("man1/fowlplay.1").contains("SYNOPSIS"));
    assert!(folder.text("man1/fowlplay-record.1").contains("record"));
    let done = folder.run_within("-f 4", &["man", "-o", "pages"]).in_order();
    assert!(done.status == Some(2) && done.says("was not saved ("), "{}", done.told());
    let pages = fs::read_dir(folder.path("man1")).expect("a folder").map(|page| page.expect("an entry").file_name());
    assert!(pages.into_iter().all(|page| page.to_string_lossy().starts_with("fowlplay")), "nothing unfinished is left");
}

#[test]
fn an_output_keeps_what_others_may_do_with_it() {
    let (folder, elsewhere) = table();
    let mode = |name: &str| fs::metadata(folder.path(name)).expect("there").mode() & 0o777;
    let done = folder.start("sh", &["-c", "umask 027; exec \"$0\" report game.toml -o out.md", PROGRAM], "").ended();
    assert_eq!((done.status, mode("out.md")), (Some(0), 0o640), "{}", done.told());
    fs::set_permissions(folder.path("out.md"), Permissions::from_mode(0o604)).expect("set");
    assert_eq!(folder.run(&["report", "game.toml", "-o", "out.md"]).in_order().status, Some(0));
    assert_eq!(mode("out.md"), 0o604);
    // A link is followed once, to where it leads.
    elsewhere.write("real.md", "");
    symlink(elsewhere.path("real.md"), folder.path("link.md")).expect("linked");
    assert_eq!(folder.run(&["report", "game.toml", "-o", "link.md"]).in_order().status, Some(0));
    assert!(folder.path("link.md").is_symlink() && elsewhere.text("real.md").starts_with("# "));
    assert_eq!(Vec::from_iter(elsewhere.names()), ["private", "real.md"]);
    // What takes things as they come does so still.
    for output in ["/dev/stdout", "/dev/fd/1"] {
        let done = folder.run(&["export", "--table", "games", "game.toml", "-o", output]).in_order();
        assert!(
            done.status == Some(0) && String::from_utf8_lossy(&done.out).starts_with("game_id,"),
            "{output}: {}",
            done.told()
        );
    }
    let script = "\"$0\" export --table games game.toml -o >(cat >through.csv); wait $!; sleep 0.3";
    let done = folder.start("bash", &["-c", script, PROGRAM], "").ended();
    assert_eq!(done.status, Some(0), "{}", done.told());
    assert!(folder.text("through.csv").starts_with("game_id,"));
}

#[test]
fn who_saves_all_the_time_is_waited_for_and_said() {
    let (folder, _) = table();
    let held = fs::File::create(folder.path(".game.toml.lock")).expect("made");
    held.lock().expect("locked");
    let done = folder.run(&["record", "game.toml", "note x"]).in_order();
    let said = "another fowlplay session is still saving";
    assert!(done.status == Some(2) && done.says(said), "{}", done.told());
}
