//! Somebody who may write the folder swaps logs for links to other files, again and again, while the page reads and records.

use super::client::House;
use crate::program::{Folder, NEW, times};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use serde_json::json;
use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

#[test]
fn a_log_that_is_swapped_for_a_link_leads_nowhere() {
    let (house, elsewhere) = (House::with(NEW), Folder::new());
    let private = NEW.replacen("players", "title = \"PRIVATE\"\nplayers", 1);
    elsewhere.write("private.toml", &private);
    symlink(elsewhere.path("private.toml"), house.folder.path("game.link")).expect("linked");
    symlink(elsewhere.path("private.toml"), house.folder.path(".game.toml.whole")).expect("linked");
    let server = house.serve();
    let phone = server.recorder();
    let own = phone.version();
    let (game, link) = (house.folder.path("game.toml"), house.folder.path("game.link"));
    let is_over = AtomicBool::new(false);
    let mut answered = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                renameat_with(CWD, &game, CWD, &link, RenameFlags::EXCHANGE).expect("swapped");
            }
        });
        for nth in 0..150 * times() {
            let replies = [
                phone.get("/api/games"),
                phone.get("/api/games/game/table"),
                phone.get("/api/games/game/log"),
                phone.record(&own, &format!("{nth}"), &[&format!("note {nth}")]),
                phone.post("/api/games/game/undo", &json!({"version": own, "key": format!("undo {nth}")})),
            ];
            for reply in replies {
                assert!(!reply.body.contains("PRIVATE"), "{reply:?}");
                answered += usize::from(reply.status == 200);
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(answered > 0, "sometimes the log is there");
    assert_eq!(elsewhere.text("private.toml"), private);
    assert_eq!(Vec::from_iter(elsewhere.names()), ["private.toml"], "nothing was made there");
    // Under which of the names, the swaps decide; and a link that stood in the place of a log may be gone.
    let is_log = |path: &Path| !path.is_symlink() && fs::read_to_string(path).is_ok_and(|text| text.starts_with("fowlplay = 1"));
    assert!(is_log(&game) || is_log(&link), "the log is there");
}
