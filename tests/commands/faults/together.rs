//! Eight recorders on one log at once.

use crate::{
    faults::script::moves,
    program::{Folder, NEW, times},
};
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

#[test]
fn eight_recorders_lose_nothing_and_are_told_why_they_wait() {
    let folder = Folder::with(NEW);
    let each = 4 * times();
    let turned_away = AtomicUsize::new(0);
    let record = |who: usize| {
        for turn in 0..each {
            let line = format!("note {who} {turn}");
            loop {
                let done = folder.run(&["record", "game.toml", &line]).in_order();
                if done.status == Some(0) {
                    assert!(done.says(&line), "{}", done.told());
                    break;
                }
                assert!(
                    done.out.is_empty() && done.says("game.toml is in use by another session of fowlplay"),
                    "{}",
                    done.told()
                );
                turned_away.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(2));
            }
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
    println!("recorders: 8 at once, {} lines, {} times turned away", lines.len(), turned_away.into_inner());
}
