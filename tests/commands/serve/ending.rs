//! The end: at once, in order, and whatever was said to be recorded is.

use super::client::{House, PATIENCE};
use crate::program::{NEW, times};
use nix::sys::signal::Signal;
use std::{
    io::Write as _,
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

#[test]
fn any_signal_to_end_ends_it_at_once_with_whoever_listens() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let house = House::with(NEW);
        let mut server = house.serve();
        let ears: Vec<_> = (0..20).map(|_| server.watcher().listen("game")).collect();
        for ear in &ears {
            assert!(ear.changed().is_some());
        }
        // Who is silent, in the middle of a head, of a body, or idle.
        let phone = server.recorder();
        let post = phone.posted("/api/games/game/record", "{", &[("Content-Length", "50")]);
        let idle = phone.head("GET", "/api/games", &[("Connection", "keep-alive")]);
        let waiting: Vec<_> = ["", "GET / HT", &post, &idle]
            .map(|sent| {
                let mut stream = phone.connect();
                stream.write_all(sent.as_bytes()).expect("sent");
                stream
            })
            .into();
        phone.get("/api/games").is(200);
        let begun = Instant::now();
        server.signal(signal);
        assert_eq!(server.ended(), Some(0), "{signal}");
        // Whoever is slow would be given up after ten seconds at the soonest.
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}: nobody was waited for", begun.elapsed());
        ears.iter().for_each(super::client::Ear::is_over);
        drop(waiting);
    }
}

#[test]
fn what_is_being_recorded_when_it_ends_is_recorded_and_answered() {
    for round in 0..4 * times() {
        let house = House::with(NEW);
        let mut server = house.serve();
        let version = server.watcher().version();
        let answered = AtomicUsize::new(0);
        let told: Vec<String> = thread::scope(|scope| {
            let recording: Vec<_> = (0..4)
                .map(|who| {
                    let (phone, version, answered) = (server.recorder(), &version, &answered);
                    scope.spawn(move || {
                        let mut told = Vec::new();
                        for nth in 0.. {
                            let note = format!("note {who}-{nth}.");
                            let body = serde_json::json!({"version": version, "key": note, "lines": [note]});
                            match phone.try_post("/api/games/game/record", &body) {
                                Some(reply) if reply.status == 200 => {
                                    answered.fetch_add(1, SeqCst);
                                    told.push(note);
                                }
                                _ => return told,
                            }
                        }
                        told
                    })
                })
                .collect();
            let begun = Instant::now();
            while answered.load(SeqCst) <= 5 * (round % 4) {
                assert!(begun.elapsed() < PATIENCE, "they are answered");
                thread::sleep(Duration::from_micros(100));
            }
            server.signal(Signal::SIGINT);
            assert_eq!(server.ended(), Some(0));
            recording.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
        });
        let text = house.folder.text("game.toml");
        for note in &told {
            assert_eq!(text.matches(&format!("\"{note}\"")).count(), 1, "{note} was said to be recorded");
        }
        // At most those of the four that were asked at the last moment are there and were not told.
        assert!(text.matches("note ").count() <= told.len() + 4, "{text}");
    }
}
