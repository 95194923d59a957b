//! A log that somebody saves in an editor at the very moment in which the program saves it.

use crate::{
    faults::script::BEGUN,
    program::{Folder, PROGRAM, lot, times},
};
use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// How editors save.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Emptied and written.
    InPlace,
    /// Written beside it and renamed over it.
    Renamed,
}

fn save(way: Way, log: &Path, text: &str) {
    match way {
        Way::InPlace => fs::write(log, text).expect("written"),
        Way::Renamed => {
            let beside = log.with_file_name("editor.tmp");
            fs::write(&beside, text).expect("written");
            fs::rename(beside, log).expect("renamed");
        }
    }
}

#[test]
fn what_is_saved_by_hand_while_a_line_is_recorded_is_never_overwritten() {
    let mut lot = lot("saved by hand");
    for linked in [false, true] {
        for way in [Way::InPlace, Way::Renamed] {
            for nth in 0..4 * times() {
                let folder = Folder::with(BEGUN);
                if linked {
                    fs::create_dir(folder.path("elsewhere")).expect("made");
                    fs::hard_link(folder.path("game.toml"), folder.path("elsewhere/game.toml")).expect("linked");
                }
                let by_hand = format!("{BEGUN}# by hand {nth}\n");
                let mut running = folder.start(PROGRAM, &["record", "game.toml", "note recorded"], "");
                let log = folder.path("game.toml");
                // From the moment in which the new file is there to that in which it has its name.
                let begun = Instant::now();
                while !folder.has_new("game.toml") && running.child.try_wait().expect("a child").is_none() {
                    if begun.elapsed() > Duration::from_secs(2) {
                        break;
                    }
                }
                let pause = Duration::from_micros(lot.u64(0..3000));
                let paused = Instant::now();
                while paused.elapsed() < pause {
                    thread::yield_now();
                }
                save(way, &log, &by_hand);
                let done = running.ended().in_order();
                let text = folder.text("game.toml");
                // The program judged its line again, or had saved it when the editor wrote over it: the editor does not look.
                let is_kept = text.contains("# by hand") && (text.contains("note recorded") || text == by_hand);
                assert!(is_kept, "{way:?}, linked: {linked}, after {pause:?}: {}\n{text}", done.told());
                assert!(folder.names().iter().all(|name| !name.starts_with(".game.toml")), "{:?}", folder.names());
            }
        }
    }
}
