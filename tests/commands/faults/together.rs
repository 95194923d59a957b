//! Eight recorders on one log at once.

use crate::{
    faults::script::moves,
    program::{Folder, NEW, times},
};
use std::thread;

#[test]
fn eight_recorders_lose_nothing_and_none_is_turned_away() {
    let folder = Folder::with(NEW);
    let each = 4 * times();
    let record = |who: usize| {
        for turn in 0..each {
            let line = format!("note {who} {turn}");
            let done = folder.run(&["record", "game.toml", &line]).in_order();
            assert!(done.status == Some(0) && done.says(&line), "{}", done.told());
        }
    };
    thread::scope(|scope| {
        for who in 0..8 {
            scope.spawn(move || record(who));
        }
    });
    let mut lines = moves(&folder.text("game.toml"));
    for who in 0..8 {
        let own = format!("note {who} ");
        let turns: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix(&own)).collect();
        assert_eq!(turns, (0..each).map(|turn| turn.to_string()).collect::<Vec<_>>(), "in order, each once");
    }
    lines.dedup();
    assert_eq!(lines.len(), 8 * each);
    assert_eq!(Vec::from_iter(folder.names()), ["game.toml"]);
    println!("recorders: 8 at once, {} lines", lines.len());
}
