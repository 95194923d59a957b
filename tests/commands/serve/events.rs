//! Streams of events: each change is told, whoever made it.

use super::client::{Ear, House};
use crate::program::NEW;
use serde_json::json;
use std::{fs, thread};

#[test]
fn a_stream_tells_how_it_is_and_then_each_change_once_whoever_made_it() {
    let house = House::with(NEW);
    house.folder.write("other.toml", NEW);
    let server = house.serve();
    let phone = server.recorder();
    let ears = [server.watcher().listen("game"), phone.listen("game")];
    let start = phone.version();
    for ear in &ears {
        assert_eq!(ear.changed(), Some(start.clone()));
    }
    let by_phone = phone.record(&start, "a", &["Ada: hatch 7SK; draw"]).version();
    for ear in &ears {
        assert_eq!(ear.changed(), Some(by_phone.clone()));
    }
    assert_eq!(house.folder.run(&["record", "game.toml", "Bo: hatch 9WY; draw"]).status, Some(0));
    let by_terminal = ears[0].changed();
    assert_eq!((by_terminal.clone(), by_terminal), (ears[1].changed(), Some(phone.version())));
    // Neither what happens to another log nor a change that is none.
    assert_eq!(house.folder.run(&["record", "other.toml", "Ada: hatch 7SK; draw"]).status, Some(0));
    let text = house.folder.text("game.toml");
    house.folder.write("game.toml", text + "# a comment\n");
    assert_eq!(ears[0].changed(), Some(phone.version()), "by an editor");
    phone.get("/api/games/game/table").is(200);
    phone.get("/api/games/game/show").is(200);
    assert_eq!(ears[0].next(), ("asked".to_owned(), json!({"what": "for what was seen"})));
    // Who watches is told no card of a hand.
    phone.record(&phone.version(), "b", &["Ada: shows 9LK"]).is(200);
    phone.post("/api/games/game/undo", &json!({"version": phone.version(), "key": "c"})).is(200);
    let mended = |ear: &Ear| std::iter::repeat_with(|| ear.next()).find(|(kind, _)| kind == "mended").expect("an event").1;
    let lines = ears.each_ref().map(|ear| mended(ear)["lines"].take());
    assert_eq!(lines, [json!(["Ada: shows 1 card"]), json!(["Ada: shows 9LK"])]);
}

#[test]
fn a_log_that_goes_away_or_cannot_be_read_is_told_and_comes_back() {
    let house = House::with(NEW);
    let server = house.serve();
    let (watcher, phone) = (server.watcher(), server.recorder());
    let ear = watcher.listen("game");
    let version = ear.changed();
    fs::remove_file(house.folder.path("game.toml")).expect("removed");
    assert_eq!(ear.changed(), None);
    watcher.get("/api/games/game/table").is(404);
    watcher.get("/api/games/game/events").is(404);
    phone.record("", "a", &["Ada: draw"]).is(404);
    house.folder.write("game.toml", NEW);
    assert_eq!(ear.changed(), version);
    // A slip by hand.
    house.folder.write("game.toml", NEW.replace("players", "player"));
    assert_eq!(ear.changed(), None);
    let wrong = phone.get("/api/games/game/show").is(422);
    assert!(!wrong.body.contains(&*house.folder.root().to_string_lossy()), "{wrong:?}");
    assert_eq!(watcher.listen("game").changed(), None);
    house.folder.write("game.toml", NEW);
    assert_eq!(ear.changed(), version);
    assert_eq!(Some(watcher.version()), version);
    // Replaced by another log.
    house.folder.write("new.txt", NEW.replace("Bo", "Cy"));
    fs::rename(house.folder.path("new.txt"), house.folder.path("game.toml")).expect("moved");
    assert_eq!(ear.changed(), Some(watcher.version()));
    assert_eq!(watcher.get("/api/games/game/table").answer()["players"], json!(["Ada", "Cy"]));
}

#[test]
fn phones_and_terminals_record_at_once_and_every_line_is_there_once() {
    let house = House::with(NEW);
    let server = house.serve();
    let watcher = server.watcher();
    let ear = watcher.listen("game");
    let first = ear.changed().expect("a version");
    thread::scope(|scope| {
        for name in ["a", "b", "c"] {
            let (phone, first) = (server.recorder(), &first);
            scope.spawn(move || {
                for nth in 0..10 {
                    let note = format!("note {name}{nth}");
                    phone.record(first, &note, &[&note]).is(200);
                }
            });
        }
        scope.spawn(|| {
            for nth in 0..10 {
                assert_eq!(house.folder.run(&["record", "game.toml", &format!("note d{nth}")]).status, Some(0));
            }
        });
    });
    let text = house.folder.text("game.toml");
    for name in ["a", "b", "c", "d"] {
        let found: Vec<usize> = (0..10).map(|nth| text.find(&format!("\"note {name}{nth}\"")).expect("recorded")).collect();
        assert!(found.is_sorted(), "in the order in which they were told");
    }
    assert_eq!(text.matches("note ").count(), 40);
    // Who listens has heard of the last.
    let last = watcher.version();
    while ear.changed().expect("a version") != last {}
}
