//! When a game was played: written by those who sit at the table, mended by `head`, left alone by everything else.

use crate::{
    program::{Folder, NEW},
    terminal::Terminal,
};
use fowlplay::log::{Log, PlayPeriod};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

/// What the log in a folder tells of when it was played.
fn played(folder: &Folder) -> PlayPeriod {
    Log::parse(folder.text("game.toml")).unwrap_or_else(|error| panic!("{error}")).play_period()
}

/// Plays some lines in a session.
fn session(folder: &Folder, lines: &[(&str, &str)]) {
    let mut terminal = Terminal::start(folder.root(), &["play", "game.toml"]);
    terminal.see("> ");
    for (line, seen) in lines {
        terminal.enter(line).see(seen);
    }
    terminal.enter("quit").see("All is saved");
    assert_eq!(terminal.exit(), 0);
}

#[test]
fn a_session_writes_when_it_played() {
    let folder = Folder::with(NEW);
    session(&folder, &[("help", "`.` draws")]);
    assert_eq!(folder.text("game.toml"), NEW, "nothing was played");
    let before = Timestamp::now().as_second();
    session(&folder, &[("h 7s .", "Bo:"), ("h 9l .", "Ada:")]);
    let first = played(&folder);
    let (began, ended) = (first.began.expect("a beginning"), first.ended.expect("an end"));
    assert!((before..=Timestamp::now().as_second()).contains(&began.timestamp().as_second()), "{began}");
    assert!(ended.timestamp() >= began.timestamp());
    assert!(first.paused.is_zero());

    // An evening later; what a script records, and what is undone by a command, is nobody's evening.
    let earlier = format!("ended = {ended}");
    let long_ago = "2020-05-01T20:00:00+02:00";
    let text = folder.text("game.toml").replace(&earlier, &format!("ended = {long_ago}"));
    folder.write("game.toml", text.replace(&format!("began = {began}"), "began = 2020-05-01T19:00:00+02:00"));
    for command in [
        &["record", "game.toml", "Ada: grow 1 9MS; draw"][..],
        &["undo", "game.toml"],
        &["redo", "game.toml"],
        &["fmt", "game.toml"],
    ] {
        assert_eq!(folder.run(command).in_order().status, Some(0), "{command:?}");
        assert_eq!(played(&folder).ended.map(|ended| ended.to_string()).as_deref(), Some(long_ago), "{command:?}");
    }
    session(&folder, &[("undo", "taken back"), ("redo", "brought back")]);
    let later = played(&folder);
    assert!(later.ended.expect("an end").timestamp().as_second() >= before);
    assert!(later.paused > SignedDuration::from_hours(24 * 365));
    let playing = later.play_time().expect("known");
    assert!(playing >= SignedDuration::from_hours(1) && playing < SignedDuration::from_mins(62), "{playing:#}");
    let corrections = folder.text("game.toml").matches("[[correction]]").count();
    assert_eq!(corrections, 4, "two undone, two brought back, and none of the times");
}

#[test]
fn after_its_end_a_game_is_not_played_any_more() {
    let text = include_str!("../../examples/emu-ranchers-two-years.toml");
    let times = "began = 2026-11-20T19:00:00+01:00\nended = 2026-11-20T20:00:00+01:00\n";
    let folder = Folder::with(text.replacen("\n[[round]]", &format!("{times}\n[[round]]"), 1));
    assert_eq!(played(&folder).play_time(), Some(SignedDuration::from_hours(1)));
    session(&folder, &[("note a fine game", "note")]);
    assert!(folder.text("game.toml").contains("note a fine game"));
    assert_eq!(played(&folder).play_time(), Some(SignedDuration::from_hours(1)));
    // A log that was begun by others doesn't tell when, and is told nothing.
    let folder = Folder::with(NEW.replace("[\n]", "[\n  \"Ada: hatch 7SK; draw\",\n]"));
    session(&folder, &[("h 9l .", "Ada:")]);
    assert_eq!(played(&folder), PlayPeriod::default());
}

#[test]
fn head_mends_the_times_and_keeps_no_correction() {
    let folder = Folder::with(NEW);
    let head = |arguments: &[&str]| folder.run(&[&["head", "game.toml"], arguments].concat()).in_order();
    let done = head(&["began=2026-11-20T19:00:00+01:00", "ended=2026-11-20T21:30:00+01:00", "paused=20m", "place=the oak"]);
    assert_eq!(done.status, Some(0), "{}", done.told());
    assert!(done.says("began: 2026-11-20T19:00:00+01:00") && done.says("paused: 20m"), "{}", done.told());
    assert_eq!(played(&folder).play_time(), Some(SignedDuration::from_mins(130)));
    assert_eq!(folder.text("game.toml").matches("[[correction]]").count(), 1, "of the place");
    assert_eq!(head(&["--json"]).json()["ended"], "2026-11-20T21:30:00+01:00");
    assert!(head(&[]).says("paused 20m"));
    // Moved together, though each alone would not fit; and told as what was changed.
    let moved = head(&["began=2026-11-21T19:00:00+01:00", "ended=2026-11-21T21:30:00+01:00", "paused=", "--json"]).json();
    assert_eq!(moved["changed"].as_array().map(Vec::len), Some(3), "{moved}");
    assert_eq!(moved["changed"][2], json!({"at": "head.paused", "was": "20m", "now": null}));
    let text = folder.text("game.toml");
    for (wrong, said) in [
        ("began=yesterday", "`yesterday` is not a moment with its offset from UTC; write it as 2026-11-20T19:42:11+01:00"),
        ("began=2026-11-21", "is not a moment"),
        ("ended=2026-11-21T18:00:00+01:00", "the game can't have ended before it began"),
        ("paused=3h", "the game can't have paused for longer than it took"),
        ("paused=-3h", "`-3h` is not a span of time; write it as 1h 35m"),
    ] {
        let done = head(&[wrong]);
        assert!(done.status == Some(2) && done.says(said), "{}", done.told());
        assert_eq!(folder.text("game.toml"), text);
    }
    assert!(head(&["ended=2026-11-21T21:30:00+01:00"]).says("the log has this already"));
    // What is taken back is the place, before them.
    assert!(folder.run(&["undo", "game.toml"]).in_order().says("place"));
    assert!(played(&folder).began.is_some());
}
