//! The server killed at any moment while phones record: whatever was answered is on disk, once, and a retry stays a retry.
//!
//! The long form: `TEST_TIMES=30 TEST_SEED=2 cargo test --test commands serve::killed -- --nocapture`

use super::client::{House, Phone, Server};
use crate::program::{NEW, lot, times};
use serde_json::json;
use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

/// What the recording phones did.
#[derive(Default, Debug)]
struct Count {
    answered: usize,
    /// Asked again after no answer came.
    retried: usize,
    /// Of these, what was recorded already when it was asked again.
    there: usize,
    /// Told that somebody else was faster: they look, and ask again.
    faster: usize,
}

#[test]
fn every_answered_record_is_on_disk_once_whenever_the_server_is_killed() {
    let mut lot = lot("killed server");
    let house = House::with(NEW);
    let first = house.serve();
    let port = first.port.to_string();
    let phone = first.recorder();
    let server = Mutex::new(Some(first));
    let (answered, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    let kills = 5 * times();
    let told = thread::scope(|scope| {
        let phones: Vec<_> = ["a", "b"].map(|who| scope.spawn(|| recording(who, &house, &phone, (&answered, &ended)))).into();
        for _ in 0..kills {
            // In the middle of any of the next records, or at once.
            let due = answered.load(SeqCst) + lot.usize(0..6);
            while answered.load(SeqCst) < due {
                thread::sleep(Duration::from_micros(100));
            }
            thread::sleep(Duration::from_micros(lot.u64(0..4_000)));
            let mut server = server.lock().expect("no panic");
            // A killed one is waited for.
            drop(server.take());
            *server = Some(again(&house, &port));
        }
        ended.store(true, SeqCst);
        phones.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
    });
    let text = house.folder.text("game.toml");
    let mut lines = 0;
    for (notes, count) in &told {
        println!("{kills} kills: {count:?}");
        lines += notes.len();
        let found: Vec<usize> = notes
            .iter()
            .map(|note| {
                let found: Vec<usize> = text.match_indices(&format!("\"{note}\"")).map(|(at, _)| at).collect();
                assert_eq!(found.len(), 1, "{note} was answered");
                found[0]
            })
            .collect();
        assert!(found.is_sorted());
        assert_eq!(count.answered, notes.len());
    }
    assert_eq!(text.matches("note ").count(), lines, "what was recorded was answered in the end");
    let retried: usize = told.iter().map(|(_, count)| count.retried).sum();
    assert!(retried > 0, "none was in the middle");
    drop(server);
}

/// The same server again; its port may be taken for a moment.
fn again(house: &House, port: &str) -> Server {
    house.serve_with(&["--port", port])
}

/// Records one note after another until the end, each until it is answered.
fn recording(who: &str, house: &House, phone: &Phone, (answered, ended): (&AtomicUsize, &AtomicBool)) -> (Vec<String>, Count) {
    let (mut notes, mut count) = (Vec::new(), Count::default());
    let mut version = None;
    while !ended.load(SeqCst) {
        let note = format!("note {who}{}.", notes.len());
        let mut tries = 0;
        loop {
            let known = match version.take() {
                Some(version) => version,
                None => match seen(phone) {
                    Some(version) => version,
                    None => continue,
                },
            };
            let body = json!({"version": known, "key": note, "lines": [note]});
            let Some(reply) = phone.try_post("/api/games/game/record", &body) else {
                // Nobody answers: the same again, as it was.
                version = Some(known);
                tries += 1;
                if tries == 1 && house.folder.text("game.toml").contains(&note) {
                    count.there += 1;
                }
                thread::sleep(Duration::from_millis(1));
                continue;
            };
            count.retried += usize::from(tries > 0);
            tries = 0;
            if reply.status == 409 {
                count.faster += 1;
                continue;
            }
            let reply = reply.is(200);
            count.answered += 1;
            answered.fetch_add(1, SeqCst);
            version = Some(reply.version());
            notes.push(note);
            break;
        }
    }
    (notes, count)
}

/// The version of the log, if somebody answers.
fn seen(phone: &Phone) -> Option<String> {
    let reply = phone.try_raw(phone.head("GET", "/api/games/game/table", &[]).as_bytes())?;
    Some(reply.is(200).version())
}
