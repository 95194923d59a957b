//! What the page keeps, on a simulated disk: the power lost at each call, and each call failing. What a phone was told is there once,
//! also after it asked again; links and sealed choices that were said to be kept are.

use super::{
    Access, Connections, Events, Folder, Live, Referees, Seal, Sealed, Secrets, Served, Work,
    change::{once, record_in},
    follow_renamed_log,
    secrets::{file_about, read_private, state, write_private},
    served::Key,
};
use crate::{
    actions::Action,
    log::{
        LogFile,
        disk::simulated::{Count, HERE, Run, Simulated, by_lot, every_crash, every_failure, seeds},
    },
    referee::Games,
};
use axum::http::StatusCode;
use std::{
    cell::RefCell,
    net::{Ipv4Addr, SocketAddr},
    path::Path,
    sync::{Arc, Mutex},
};

const BEGUN: &str =
    "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

/// Where the page keeps its files here.
const STATE: &str = "/home/state";

fn path(kind: &str) -> std::path::PathBuf {
    file_about(Path::new(STATE), HERE, kind)
}

/// What a server that has just been started knows.
fn live() -> Option<Live> {
    let folder = Folder::of(Path::new("."), Games::default()).ok()?;
    let (secrets, _) = Secrets::kept(&path("links"), false, false).ok()?;
    Some(Live {
        access: Access::by(secrets, path("links"), 0),
        events: Events::default(),
        connections: Connections::default(),
        work: Work::default(),
        referees: Referees::default(),
        games: Games::default(),
        writing: Arc::default(),
        served: Mutex::new(Served::kept(path("served"), &folder).ok()?),
        sealed: Mutex::new(Sealed::kept(path("sealed"), false, &folder, Games::default()).ok()?),
        inputs: Mutex::default(),
        address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        _alone: None,
        folder,
    })
}

#[test]
fn what_a_phone_recorded_is_there_once_whatever_happens() {
    let disk = Simulated::with(&[("game.toml", BEGUN)]);
    let version = disk.run(|| LogFile::read("game.toml").expect("a log").digest().to_string());
    let action = Action::Record { lines: vec!["note from a phone".to_owned()], first: None };
    let post = || {
        let key = Key::of("key".to_owned(), "record", "game", "the body");
        live().map(|live| once(&live, &key, |live, key| record_in(live, key, "game", &version, None, &action)))
    };
    let act = || post().is_some_and(|answer| answer.is_done());
    let there = |disk: &Simulated| disk.text("game.toml").expect("there").matches("note from a phone").count();
    let check = |disk: &Simulated, done: bool, keeps: bool| {
        assert!(!done || there(disk) == 1, "what was answered is there");
        let again = disk.run(post).expect("it starts");
        // Where the key can't be kept, the phone is told to look.
        assert!(again.is_done() || !keeps && again.status() == StatusCode::CONFLICT, "{}", again.document());
        assert_eq!(there(disk), 1, "once");
        // Who was answered from what is kept has opened no log.
        disk.run(|| LogFile::open("game.toml")).expect("opened");
        assert_eq!(disk.names(), ["game.toml"]);
        assert!(disk.names_in(STATE).iter().all(|name| !name.starts_with('.')), "{:?}", disk.names_in(STATE));
    };
    let (strictly, laxly) = (|disk: &Simulated, done| check(disk, done, true), |disk: &Simulated, done| check(disk, done, false));
    let run = |check| Run { name: "a phone records".to_owned(), disk: disk.copy(), act: &act, check };
    let (mut count, _) = every_crash(&run(&strictly));
    let run = run(&laxly);
    count += every_failure(&run);
    for seed in seeds(20) {
        count += by_lot(&run, seed);
    }
    println!("a phone records: {count}");
    assert!(count.checked > 100);
}

#[test]
fn links_that_were_shown_stay_valid_whatever_happens() {
    let shown = RefCell::new(None);
    let kept = |new| Secrets::kept(&path("links"), new, false).map(|(secrets, _)| secrets);
    let mut count = Count::default();
    for new in [false, true] {
        let disk = Simulated::with(&[]);
        if new {
            disk.run(|| kept(false).expect("made"));
        }
        let act = || match kept(new) {
            Ok(secrets) => {
                shown.replace(Some(secrets));
                true
            }
            Err(_) => false,
        };
        let check = |disk: &Simulated, done: bool| {
            let secrets = disk.run(|| kept(false).unwrap_or_else(|error| panic!("{error}")));
            assert!(!done || shown.borrow().as_ref() == Some(&secrets), "they are those that were shown");
            disk.run(|| kept(true)).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(disk.names_in(STATE).len(), 1, "{:?}", disk.names_in(STATE));
        };
        let run = Run { name: format!("links, new: {new}"), disk: disk.copy(), act: &act, check: &check };
        count += every_crash(&run).0;
        count += every_failure(&run);
    }
    println!("links: {count}");
    assert!(count.checked > 50);
}

#[test]
fn sealed_choices_are_kept_or_refused_whatever_happens() {
    let sealed = || Sealed::read(path("sealed"));
    let seal = |step: &str| Seal { player: "Ada".to_owned(), step: step.to_owned(), lines: Vec::new() };
    let mut count = Count::default();
    // The first choice of all, another in its place, and the last one gone.
    for (was, is) in [(vec![], vec![seal("one")]), (vec![seal("one")], vec![seal("two")]), (vec![seal("one")], vec![])] {
        for other in [vec![], vec![seal("of another game")]] {
            let disk = Simulated::with(&[]);
            disk.run(|| {
                sealed().and_then(|mut sealed| sealed.put("game", was.clone()).and_then(|()| sealed.put("other", other.clone())))
            })
            .expect("kept");
            let act = || sealed().and_then(|mut sealed| sealed.put("game", is.clone())).is_ok();
            let check = |disk: &Simulated, done: bool| {
                let steps = |seals: &[Seal]| seals.iter().map(|seal| seal.step.clone()).collect::<Vec<_>>();
                let there = disk.run(|| sealed().expect("read"));
                assert_eq!(steps(there.of("other")), steps(&other), "what was chosen in another game is kept");
                let there = steps(there.of("game"));
                assert!(there == steps(&is) || !done && there == steps(&was), "{there:?}");
                disk.run(|| sealed().and_then(|mut sealed| sealed.put("game", vec![seal("last")]))).expect("kept");
                assert_eq!(disk.names_in(STATE).len(), 1, "{:?}", disk.names_in(STATE));
            };
            let run = Run { name: "a choice".to_owned(), disk: disk.copy(), act: &act, check: &check };
            count += every_crash(&run).0;
            count += every_failure(&run);
        }
    }
    println!("sealed choices: {count}");
    assert!(count.checked > 30);
}

#[test]
fn links_follow_a_renamed_log_whatever_happens() {
    let names = ["was.toml", "is.toml"].map(|name| Path::new(HERE).join(name));
    let file = |name: &Path| file_about(&state().expect("a folder"), name.to_str().expect("plain"), "links");
    let disk = Simulated::with(&[("is.toml", BEGUN)]);
    disk.run(|| write_private(&file(&names[0]), "links").expect("kept"));
    let act = || follow_renamed_log(&names[0], &names[1]).is_ok();
    let check = |disk: &Simulated, done: bool| {
        let there = names.each_ref().map(|name| disk.run(|| read_private(&file(name)).expect("read")).is_some());
        assert!(there == [false, true] || !done && there == [true, false], "{there:?}");
    };
    let run = Run { name: "links of a renamed log".to_owned(), disk: disk.copy(), act: &act, check: &check };
    let (mut count, _) = every_crash(&run);
    count += every_failure(&run);
    println!("links of a renamed log: {count}");
    assert!(count.checked > 3);
}
