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

/// How much was answered so far, how much of it only when it was asked again, and whether it is over.
type Counters<'a> = (&'a AtomicUsize, &'a AtomicUsize, &'a AtomicBool);

#[test]
fn every_answered_record_is_on_disk_once_whenever_the_server_is_killed() {
    let mut lot = lot("killed server");
    let house = House::with(NEW);
    let first = house.serve();
    let port = first.port.to_string();
    let phone = first.recorder();
    let server = Mutex::new(Some(first));
    let (answered, retried, ended) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicBool::new(false));
    let told = thread::scope(|scope| {
        let phones: Vec<_> = ["a", "b"].map(|who| scope.spawn(|| recording(who, &phone, (&answered, &retried, &ended)))).into();
        // Until one was in the middle of a record at least.
        for nth in 0.. {
            assert!(nth < 1000, "none was in the middle");
            if nth >= 5 * times() && retried.load(SeqCst) > 0 {
                break;
            }
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
    for notes in &told {
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
    }
    assert_eq!(text.matches("note ").count(), lines, "what was recorded was answered in the end");
    drop(server);
}

/// The same server again; its port may be taken for a moment.
fn again(house: &House, port: &str) -> Server {
    house.serve_with(&["--port", port])
}

/// Records one note after another until the end, each until it is answered.
fn recording(who: &str, phone: &Phone, (answered, retried, ended): Counters) -> Vec<String> {
    let mut notes = Vec::new();
    let mut version = None;
    while !ended.load(SeqCst) {
        let note = format!("note {who}{}.", notes.len());
        let mut is_retry = false;
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
                is_retry = true;
                thread::sleep(Duration::from_millis(1));
                continue;
            };
            retried.fetch_add(usize::from(is_retry), SeqCst);
            is_retry = false;
            // Somebody else was faster: they look, and ask again. What was recorded before the server was killed is there.
            if reply.status == 409 && reply.message() != "already recorded" {
                continue;
            }
            let reply = if reply.status == 409 { reply } else { reply.is(200) };
            answered.fetch_add(1, SeqCst);
            version = Some(reply.version());
            notes.push(note);
            break;
        }
    }
    notes
}

/// The version of the log, if somebody answers.
fn seen(phone: &Phone) -> Option<String> {
    let reply = phone.try_raw(phone.head("GET", "/api/games/game/table", &[]).as_bytes())?;
    Some(reply.is(200).version())
}
