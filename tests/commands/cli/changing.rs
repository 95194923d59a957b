//! `undo` and `redo`, after changes of every kind.

use super::log;
use crate::program::Folder;

/// The log without its corrections.
fn body(folder: &Folder) -> String {
    folder.text("game.toml").split("[[correction]]").next().unwrap_or_default().trim_end().to_owned()
}

#[test]
fn the_latest_change_of_any_kind_is_taken_back_and_brought_back() {
    let folder = Folder::with(log(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8YK; draw"]));
    let mut bodies = vec![body(&folder)];
    let refused = &["amend", "game.toml", "-1.3"][..];
    let changes = [
        &["amend", "game.toml", "1.2", "Bo: hatch 9WY; draw", "+1.2", "note he thought about it"][..],
        &["rule", "game.toml", "upkeep=20"],
        &["record", "game.toml", "Bo: discard 2MK; draw"],
        &["rule", "game.toml", "years=3", "upkeep=19"],
        &["amend", "game.toml", "-1.2"],
        refused,
        &["record", "game.toml", "note on we go"],
        &["tally", "emu-ranchers", "Ada: 7SK ! so", "Bo: 9WY ! so", "--into", "game.toml"],
        &["record", "game.toml", "note too late"],
    ];
    for change in changes {
        let done = folder.run(change);
        assert_eq!(done.status, Some(i32::from(change == refused)), "{}", done.told());
        if change != refused {
            bodies.push(body(&folder));
        }
    }
    let mut told = String::new();
    for before in bodies.iter().rev().skip(1) {
        let done = folder.run(&["undo", "game.toml"]).told();
        assert_eq!(body(&folder), *before, "{done}");
        told += done.lines().next().unwrap_or_default();
        told += "\n";
    }
    insta::assert_snapshot!(told, @r#"
    taken back: 1.6 inserted: note too late
    taken back: the tally of round 1: Ada: 7SK ! so · Bo: 9WY ! so
    taken back: 1.5 note on we go
    taken back: 1.2 deleted: note he thought about it
    taken back: upkeep = 19, for the whole game (was: 20)
    taken back: 1.5 Bo: discard 2MK; draw
    taken back: upkeep = 20, for the whole game (was: 18)
    taken back: 1.2 inserted: note he thought about it
    "#);
    for after in bodies.iter().skip(1) {
        assert_eq!(folder.run(&["redo", "game.toml"]).status, Some(0));
        assert_eq!(body(&folder), *after);
    }
    assert_eq!(folder.run(&["redo", "game.toml"]).status, Some(2), "all is back");
    assert_eq!(folder.run(&["undo", "game.toml", "8"]).status, Some(0), "all of it at once");
    assert_eq!(body(&folder), bodies[0]);
    assert_eq!(folder.run(&["redo", "game.toml"]).status, Some(0));
    assert_eq!(Some(&body(&folder)), bodies.last());
}
