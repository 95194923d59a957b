//! No room to save: a size limit for files, a full file system, and a standard output that takes nothing.

use crate::{
    faults::script::{BEGUN, CHANGES, moves},
    program::{Folder, PROGRAM},
    terminal::Terminal,
};

/// So large that it can be written in part only: a block is 512 or 1024 bytes.
fn padded(log: &str) -> String {
    format!("# {}\n{log}", "a long evening; ".repeat(200))
}

#[test]
fn what_does_not_fit_is_refused_and_the_log_stays() {
    for (log, command) in CHANGES {
        for (limit, log) in [("-f 0", (*log).to_owned()), ("-f 1", padded(log))] {
            // A new log fits in a block.
            if command[0] == "new" && limit == "-f 1" {
                continue;
            }
            let folder = Folder::with(&log);
            let done = folder.run_within(limit, command).in_order();
            let (status, out) = (done.status, String::from_utf8_lossy(&done.out).into_owned());
            assert_eq!((status, out.as_str()), (Some(2), ""), "{command:?}: {}", done.told());
            assert!(
                done.says("was not saved (") && done.says("check permissions and free space"),
                "{command:?}: {}",
                done.told()
            );
            let error = folder.run_within(limit, &[*command, &["--json"]].concat()).in_order().json();
            assert!(error["error"]["message"].as_str().is_some_and(|told| told.contains("was not saved (")), "{error}");
            assert_eq!(folder.text("game.toml"), log, "{command:?}");
            assert_eq!(Vec::from_iter(folder.names()), ["game.toml"], "{command:?}");
            // With room again it is done.
            assert_eq!(folder.run(command).in_order().status, Some(0), "{command:?}");
        }
    }
}

#[test]
fn a_session_says_what_was_not_saved_and_goes_on() {
    let log = padded(BEGUN);
    let folder = Folder::with(&log);
    let through = ["sh", "-c", "ulimit -f 1 && exec \"$0\" \"$@\""];
    let mut terminal = Terminal::start_with(folder.root(), &through, &["play", "game.toml"]);
    terminal.see("grow or discard> ").enter("note lost").see("Not entered, because it could not be saved").see("was not saved (");
    terminal.see("Type it again once that is mended").see("grow or discard> ");
    assert_eq!(folder.text("game.toml"), log);
    terminal
        .enter("undo")
        .see("Not entered, because it could not be saved")
        .see("grow or discard> ")
        .enter("quit")
        .see("All is saved");
    assert_eq!(terminal.exit(), 0);
    assert_eq!(folder.text("game.toml"), log);
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
}

/// Runs a script with a small file system of its own, and takes what it prints apart.
#[cfg(target_os = "linux")]
fn in_little_room(folder: &Folder, script: &str) -> Vec<String> {
    folder.write("fill.sh", format!("{LITTLE}{script}"));
    // Whoever is no administrator may still be one in a namespace of their own.
    let done = folder.start("unshare", &["-r", "-m", "sh", "fill.sh", PROGRAM], "").ended();
    assert_eq!(done.status, Some(0), "a file system is mounted here, with `unshare -r -m`: {}", done.told());
    let out = String::from_utf8_lossy(&done.out).into_owned();
    let parts: Vec<String> = out.split("----\n").map(str::to_owned).collect();
    assert_eq!(parts.len(), 4, "{}", done.told());
    assert!(parts[0].contains("was not saved (No space left on device"), "{out}");
    assert!(parts[0].ends_with("status 2\n"), "{out}");
    assert!(parts[2].ends_with("status 0\n") && parts[3].contains("note there is room"), "{out}");
    parts
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "long form: mounts a file system of its own"]
fn a_full_file_system_takes_nothing_away() {
    assert_eq!(in_little_room(&Folder::with(BEGUN), SCRIPT)[1], BEGUN, "as it was");
}

/// 64 kB of memory.
#[cfg(target_os = "linux")]
const LITTLE: &str = "mkdir small && mount -t tmpfs -o size=64k tmpfs small || exit 1
cp game.toml small/game.toml
";

/// Fills it, records, makes room, and records again.
#[cfg(target_os = "linux")]
const SCRIPT: &str = "cat /dev/zero > small/filler 2> /dev/null
\"$1\" record small/game.toml 'note no room' 2>&1
echo \"status $?\"
echo ----
cat small/game.toml
echo ----
rm small/filler
\"$1\" record small/game.toml 'note there is room' 2>&1
echo \"status $?\"
echo ----
cat small/game.toml
";

#[test]
fn what_was_saved_and_could_not_be_printed_is_acknowledged_on_standard_error() {
    let commands: &[(&[&str], &str)] = &[
        (&["record", "game.toml", "note heard by nobody"], "note heard by nobody"),
        (&["record", "game.toml", "note again", "--json"], "\"entered\""),
        (&["undo", "game.toml"], "taken back: "),
        (&["redo", "game.toml"], "brought back: "),
        (&["amend", "game.toml", "+1.1", "note before all"], "1.1 inserted"),
        (&["rule", "game.toml", "upkeep=20"], "upkeep = 20"),
        (&["new", "blulu", "--players", "Ada,Bo", "--first", "Ada", "-o", "other.toml"], "Started other.toml"),
        (&["tally", "blulu", "Ada: 20", "Bo: 16", "--into", "other.toml"], "counted"),
    ];
    let folder = Folder::with(BEGUN);
    for (arguments, told) in commands {
        let before = folder.text("game.toml");
        let script = "exec \"$0\" \"$@\" > /dev/full";
        let done = folder.start("sh", &[&["-c", script, PROGRAM], *arguments].concat(), "").ended().in_order();
        assert_eq!(done.status, Some(3), "{arguments:?} {}", done.told());
        assert!(done.says("saved, but standard output can't be written") && done.says(told), "{arguments:?} {}", done.told());
        assert!(folder.text("game.toml") != before || folder.names().contains("other.toml"), "{arguments:?}");
    }
    assert_eq!(moves(&folder.text("game.toml")).first().map(String::as_str), Some("note before all"));
}

#[test]
fn a_pipe_that_was_closed_hides_nothing_that_was_saved() {
    let folder = Folder::with(BEGUN);
    // The pipe has no reader any more when the program writes.
    let script = "(sleep 0.2; \"$0\" \"$@\"; echo $? >&2) | true";
    let ran = |arguments: &[&str]| folder.start("sh", &[&["-c", script, PROGRAM], arguments].concat(), "").ended();
    let done = ran(&["record", "game.toml", "note heard by nobody"]);
    assert!(done.says("saved, but standard output can't be written") && done.says("note heard by nobody 3"), "{}", done.told());
    assert_eq!(moves(&folder.text("game.toml")).last().map(String::as_str), Some("note heard by nobody"));
    // Where nothing was saved nobody has to know.
    let done = ran(&["score", "game.toml"]);
    assert_eq!(String::from_utf8_lossy(&done.err).trim(), "0", "{}", done.told());
}

#[test]
fn an_answer_that_nobody_can_read_is_a_failure() {
    let folder = Folder::with(BEGUN);
    let script = "exec \"$0\" \"$@\" > /dev/full";
    let done = folder.start("sh", &["-c", script, PROGRAM, "score", "game.toml"], "").ended().in_order();
    assert!(done.status == Some(2) && done.says("standard output can't be written"), "{}", done.told());
}
