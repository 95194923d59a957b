//! Without permission: to write the log, to read it, to write its folder. An administrator may everything, so the program is run
//! as somebody who may not.

use crate::{
    faults::script::{BEGUN, CHANGES},
    program::{Folder, Running},
    terminal::Terminal,
};
use std::{
    fs::{self, Permissions},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
};

/// Whoever is nobody in particular.
const NOBODY: u32 = 65_534;

/// A folder whose owner is no administrator, with the log and the program in it.
struct Guarded {
    folder: Folder,
    /// What makes nobody in particular of an administrator.
    through: Vec<&'static str>,
}

impl Guarded {
    fn with(log: &str) -> Self {
        let folder = Folder::new();
        fs::create_dir(folder.path("table")).expect("made");
        folder.copy_program();
        folder.write("table/game.toml", log);
        let mut through = Vec::new();
        if fs::metadata(folder.root()).expect("there").uid() == 0 {
            through = vec!["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
            fs::set_permissions(folder.root(), Permissions::from_mode(0o755)).expect("set");
            for name in ["program", "table", "table/game.toml"] {
                chown(folder.path(name), Some(NOBODY), Some(NOBODY)).expect("an administrator may");
            }
        }
        Self { folder, through }
    }

    fn mode(&self, name: &str, mode: u32) {
        fs::set_permissions(self.folder.path(name), Permissions::from_mode(mode)).expect("set");
    }

    fn start(&self, arguments: &[&str]) -> Running {
        let program = self.folder.path("program");
        let arguments: Vec<&str> = arguments.to_vec();
        let words: Vec<&str> = [&self.through[..], &[program.to_str().expect("plain")], &arguments].concat();
        let script = ["-c", "cd table && exec \"$@\"", "sh"];
        self.folder.start("sh", &[&script[..], &words].concat(), "")
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.folder.path("table")).expect("a folder");
        names.map(|name| name.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        self.mode("table", 0o755);
    }
}

#[test]
fn a_log_that_is_protected_from_writing_is_not_changed() {
    for (log, command) in CHANGES.iter().filter(|(_, command)| command[0] != "new") {
        let guarded = Guarded::with(log);
        guarded.mode("table/game.toml", 0o444);
        let done = guarded.start(command).ended().in_order();
        assert!(done.status == Some(2) && done.out.is_empty(), "{command:?}: {}", done.told());
        assert!(done.says("game.toml was not saved (it is protected from writing)"), "{command:?}: {}", done.told());
        assert_eq!(guarded.folder.text("table/game.toml"), *log);
        assert_eq!(guarded.names(), ["game.toml"]);
        assert_eq!(guarded.start(&["check", "game.toml"]).ended().status, Some(0), "it can be read");
    }
}

#[test]
fn a_folder_that_is_protected_from_writing_is_named_as_the_reason() {
    for (log, command) in CHANGES {
        let guarded = Guarded::with(log);
        guarded.mode("table", 0o555);
        let done = guarded.start(command).ended().in_order();
        assert!(done.status == Some(2) && done.out.is_empty(), "{command:?}: {}", done.told());
        assert!(done.says("Permission denied") && done.says("its directory must be writable"), "{command:?}: {}", done.told());
        assert_eq!((guarded.folder.text("table/game.toml"), guarded.names()), ((*log).to_owned(), vec!["game.toml".to_owned()]));
        assert_eq!(guarded.start(&["check", "game.toml"]).ended().status, Some(0), "it can be read");
    }
}

#[test]
fn what_another_user_left_is_named_and_not_taken_for_a_missing_permission() {
    for left in [".game.toml.lock", ".game.toml.new"] {
        let guarded = Guarded::with(BEGUN);
        if guarded.through.is_empty() {
            return; // Only an administrator can leave something as another user.
        }
        guarded.folder.write(&format!("table/{left}"), "");
        guarded.mode(&format!("table/{left}"), 0o600);
        chown(guarded.folder.path("table"), Some(0), Some(0)).expect("an administrator may");
        guarded.mode("table", 0o1777);
        let done = guarded.start(&["record", "game.toml", "note x"]).ended().in_order();
        assert!(done.status == Some(2) && done.says(&format!("{left} is there, another user's file")), "{}", done.told());
        assert!(!done.says("must be writable") && !done.says("link"), "{}", done.told());
        assert_eq!(guarded.folder.text("table/game.toml"), BEGUN);
    }
}

#[test]
fn a_name_too_long_for_the_files_beside_it_is_said_so() {
    let folder = Folder::with(BEGUN);
    let long = format!("{}.toml", "x".repeat(245));
    let page = format!("{}.html", "x".repeat(245));
    folder.write(&long, BEGUN);
    let new = format!("{}.toml", "y".repeat(245));
    for command in [
        &["record", &long, "note x"][..],
        &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", &new],
        &["report", "game.toml", "-o", &page],
    ] {
        let done = folder.run(command).in_order();
        assert!(done.status == Some(2) && done.says("give it a shorter name"), "{}", done.told());
        assert!(!done.says("must be writable"), "{}", done.told());
    }
    assert_eq!((folder.text(&long).as_str(), folder.names().len()), (BEGUN, 2));
}

#[test]
fn a_log_that_may_not_be_read_is_said_so() {
    let guarded = Guarded::with(BEGUN);
    guarded.mode("table/game.toml", 0o000);
    for command in
        [&["check", "game.toml"][..], &["show", "game.toml"], &["record", "game.toml", "note x"], &["undo", "game.toml"]]
    {
        let done = guarded.start(command).ended().in_order();
        assert!(done.status == Some(2) && done.says("can't be read (Permission denied"), "{command:?}: {}", done.told());
    }
}

#[test]
fn an_unreadable_folder_is_a_row_and_the_rest_is_reported() {
    let guarded = Guarded::with(BEGUN);
    fs::create_dir(guarded.folder.path("table/closed")).expect("made");
    guarded.folder.write("table/zoo.toml", format!("{BEGUN}# another\n"));
    guarded.mode("table/closed", 0o000);
    guarded.mode("table/game.toml", 0o000);
    let done = guarded.start(&["export", "--json"]).ended().in_order();
    let (status, told) = (done.status, done.json());
    guarded.mode("table/closed", 0o755);
    let rows = told["rows"].as_array().expect("rows");
    let errors: Vec<_> = rows.iter().map(|row| (row["file"].as_str(), row["error"].as_str().unwrap_or_default())).collect();
    assert_eq!((status, errors.len(), told["unread"].as_u64()), (Some(2), 3, Some(2)), "{errors:?}");
    assert!(errors[0].0 == Some("closed") && errors[0].1.contains("can't list closed (Permission denied"), "{errors:?}");
    assert!(errors[1].0 == Some("game.toml") && errors[1].1.contains("can't be read (Permission denied"), "{errors:?}");
    assert_eq!(errors[2], (Some("zoo.toml"), ""));
}

#[test]
fn permission_taken_away_from_a_running_session_is_reported_and_nothing_is_lost() {
    let guarded = Guarded::with(BEGUN);
    let program = guarded.folder.path("program");
    let mut words = guarded.through.clone();
    words.extend(["sh", "-c", "shift && exec \"$0\" \"$@\"", program.to_str().expect("plain")]);
    // The terminal appends the program of the build, which the script leaves out for the copy.
    let mut terminal = Terminal::start_with(&guarded.folder.path("table"), &words, &["play", "game.toml"]);
    terminal.see("grow or discard> ").enter("note one").see("1.3").see("grow or discard> ");
    let kept = guarded.folder.text("table/game.toml");
    guarded.mode("table", 0o555);
    terminal
        .enter("note two")
        .see("Not entered, because it could not be saved")
        .see("Permission denied")
        .see("grow or discard> ");
    guarded.mode("table", 0o755);
    guarded.mode("table/game.toml", 0o444);
    terminal.enter("note two").see("Not entered").see("it is protected from writing").see("grow or discard> ");
    assert_eq!(guarded.folder.text("table/game.toml"), kept);
    guarded.mode("table/game.toml", 0o644);
    terminal.enter("note two").see("1.4").see("grow or discard> ").enter("quit").see("All is saved");
    assert_eq!(terminal.exit(), 0);
    assert!(kept.contains("note one") && guarded.folder.text("table/game.toml").contains("note two"));
    assert_eq!(guarded.names(), ["game.toml"]);
}
