//! The arguments themselves, and what can't be seen in a log.

use super::log;
use crate::program::Folder;

#[test]
fn what_cannot_be_seen_is_shown_as_an_escape() {
    let folder = Folder::with(log(&["Ada: hatch 7SK; draw", "note \u{202e}evil\u{1b}[2J"]));
    for command in ["why", "show", "check", "undo"] {
        let told = folder.run(&[command, "game.toml"]).told();
        assert!(!told.contains(['\u{1b}', '\u{202e}']), "{command}: {told}");
    }
}

#[test]
fn every_command_is_named_and_explained() {
    let folder = Folder::new();
    let all = folder.run::<&str>(&[]).told();
    for command in
        ["new", "play", "record", "check", "moves", "show", "why", "score", "tally", "undo", "redo", "amend", "rule", "rules"]
    {
        assert!([format!("\n  {command} "), format!(" {command},")].iter().any(|name| all.contains(name)), "{command}");
        let help = folder.run(&[command, "--help"]);
        let has_examples = help.told().contains("Examples:\n  fowlplay ") && help.told().contains("`fowlplay man json`");
        assert!(help.status == Some(0) && has_examples, "{command}: {}", help.told());
    }
}
