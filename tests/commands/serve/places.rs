//! Too many connections: who says nothing gives way to who does, and who records always finds a place.

use super::client::House;
use crate::program::NEW;
use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
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
fn watchers_who_take_every_seat_leave_those_of_who_records() {
    let house = House::with(NEW);
    let server = house.serve();
    let head = server.watcher().head("GET", "/api/games/game/events", &[]);
    let mut full = 0;
    let watching: Vec<TcpStream> = (0..700)
        .map(|_| {
            let mut stream = server.watcher().connect();
            stream.write_all(head.as_bytes()).expect("sent");
            let mut told = [0; 12];
            stream.read_exact(&mut told).expect("told");
            full += usize::from(told.ends_with(b"503"));
            stream
        })
        .collect();
    assert!((1..watching.len()).contains(&full), "{full}");
    let told = server.watcher().get("/api/games").is(503).body;
    assert!(told.starts_with("too many phones are here"), "{told}");
    let phone = server.recorder();
    phone.record(&phone.version(), "k", &["Ada: hatch 7SK; draw"]).is(200);
    drop(watching);
}
