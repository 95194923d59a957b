//! Too many connections, and too much to do: who says nothing gives way to who does, who watches to who records.

use super::client::House;
use crate::program::{NEW, most_memory};
use serde_json::json;
use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

#[test]
fn a_thousand_who_say_nothing_or_nothing_whole_keep_nobody_out() {
    let house = House::with(NEW);
    let server = house.serve();
    let stranger = server.stranger();
    let silent: Vec<TcpStream> = (0..1000)
        .map(|nth| {
            let mut stream = stranger.connect();
            if nth % 2 == 1 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").expect("sent");
            }
            stream
        })
        .collect();
    let phone = server.recorder();
    for nth in 0..20 {
        let note = format!("note {nth}");
        phone.record(&phone.version(), &note, &[&note]).is(200);
        server.watcher().get("/api/games").is(200);
    }
    // They had to go, but for the last.
    let mut first = &silent[0];
    assert_eq!(first.read(&mut [0; 10]).ok(), Some(0));
    drop(silent);
}

#[test]
fn watchers_who_all_listen_leave_room_for_those_who_record() {
    let house = House::with(NEW);
    let server = house.serve();
    let head = server.watcher().head("GET", "/api/games/game/events", &[]);
    let watching: Vec<TcpStream> = (0..400)
        .map(|_| {
            let mut stream = server.watcher().connect();
            stream.write_all(head.as_bytes()).expect("sent");
            let mut told = [0; 12];
            stream.read_exact(&mut told).expect("told");
            assert!(told.ends_with(b"200"), "{told:?}");
            stream
        })
        .collect();
    let phone = server.recorder();
    phone.record(&phone.version(), "k", &["Ada: hatch 7SK; draw"]).is(200);
    drop(watching);
}

/// Tells the threads of a test to end, also where it fails.
struct Ending<'a>(&'a AtomicBool);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

/// As many as two threads can open: far more than are taken in, all of this address, as the recorder is.
#[test]
fn thousands_of_silent_connections_a_second_from_one_address_cost_a_recorder_no_request() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, stranger) = (server.recorder(), server.stranger());
    let (ended, opened) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        let _ending = Ending(&ended);
        for _ in 0..2 {
            scope.spawn(|| {
                // They stay open on this side, as far as it has files for them.
                let mut open = std::collections::VecDeque::new();
                while !ended.load(SeqCst) {
                    if let Ok(stream) = TcpStream::connect(("127.0.0.1", stranger.port)) {
                        open.push_back(stream);
                        opened.fetch_add(1, SeqCst);
                    }
                    if open.len() > 200 {
                        open.pop_front();
                    }
                }
            });
        }
        while opened.load(SeqCst) < 500 {
            thread::sleep(Duration::from_millis(1));
        }
        let mut answered = 0;
        let mut version = None;
        for nth in 0..20 {
            let seen =
                || phone.try_raw(phone.head("GET", "/api/games/game/table", &[]).as_bytes()).map(|reply| reply.is(200).version());
            let Some(known) = version.take().or_else(seen) else { continue };
            let body = json!({"version": known, "key": format!("{nth}"), "lines": [format!("note {nth}")]});
            let Some(reply) = phone.try_post("/api/games/game/record", &body) else { continue };
            version = Some(reply.is(200).version());
            answered += 1;
        }
        assert_eq!(answered, 20);
    });
}

/// The list of many logs is asked for and dropped at once, by a watcher who does nothing else.
#[test]
fn a_watcher_who_asks_for_the_list_and_goes_away_leaves_recorders_their_turn() {
    let house = House::with(NEW);
    let example = crate::program::examples().remove(0).1;
    for nth in 0..300 {
        house.folder.write(&format!("log {nth}.toml"), &example);
    }
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let head = watcher.head("GET", "/api/games", &[]);
    let (ended, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
    let slowest = thread::scope(|scope| {
        let _ending = Ending(&ended);
        for _ in 0..2 {
            scope.spawn(|| {
                while !ended.load(SeqCst) {
                    if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", watcher.port))
                        && stream.write_all(head.as_bytes()).is_ok()
                    {
                        asked.fetch_add(1, SeqCst);
                    }
                    // Hundreds a second are enough, where each would have read three hundred logs.
                    thread::sleep(Duration::from_millis(3));
                }
            });
        }
        while asked.load(SeqCst) < 300 {
            thread::sleep(Duration::from_millis(1));
        }
        let mut slowest = Duration::ZERO;
        let mut version = phone.version();
        for nth in 0..20 {
            let begun = Instant::now();
            version = phone.record(&version, &format!("{nth}"), &[&format!("note {nth}")]).is(200).version();
            slowest = slowest.max(begun.elapsed());
        }
        slowest
    });
    // Behind all lists that were asked for before it, it would have had to wait for minutes.
    assert!(slowest < Duration::from_secs(30), "{slowest:?}");
    // And the next who waits for it has it.
    assert_eq!(watcher.get("/api/games").answer().as_array().map(Vec::len), Some(301));
}

/// How many lines the large log has: with `PAGE_LINES=30000` it is one of 1.2 MB.
fn lines() -> usize {
    std::env::var("PAGE_LINES").ok().and_then(|lines| lines.parse().ok()).unwrap_or(3_000)
}

/// The latest versions of a log can be asked about. When their values were kept with them, seventy of one of 1.2 MB took 1.1 GB.
#[test]
fn seventy_changes_of_a_large_log_take_little_more_memory_than_ten() {
    let notes = (0..lines()).map(|nth| format!("  \"note words that are remembered, {nth}\",\n")).collect::<Vec<_>>().concat();
    let log = NEW.replace("moves = [", &format!("moves = [\n{notes}"));
    let house = House::with(&log);
    let server = house.serve();
    let phone = server.recorder();
    let mut versions = vec![phone.version()];
    let mut after = |changes: std::ops::Range<usize>| {
        for nth in changes {
            let known = versions.last().expect("a version");
            versions.push(phone.record(known, &format!("{nth}"), &[&format!("note {nth}")]).is(200).version());
        }
        most_memory(server.id())
    };
    let (ten, all) = (after(0..10), after(10..70));
    assert!(!cfg!(target_os = "linux") || 0 < ten && all < ten + ten / 2, "{ten} bytes, {all} bytes");
    // Of a version of before it is known what came since; and what does the same at the end is recorded.
    let slower = phone.record(&versions[20], "slower", &["Ada: hatch a plum"]).is(409);
    assert_eq!(slower.json()["answer"]["since"].as_array().map(Vec::len), Some(50));
    phone.record(&versions[20], "same", &["Ada: hatch 7SK; draw"]).is(200);
    assert_eq!(phone.record(&versions[0], "long ago", &["note x"]).is(409).json()["answer"]["since"], json!([]));
}
