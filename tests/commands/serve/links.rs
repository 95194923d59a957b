//! The links: what is printed, what a browser keeps, what stays and what is made anew.

use super::client::{House, Phone};
use crate::{program::NEW, terminal::Terminal};
use serde_json::json;
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    net::TcpListener,
    os::unix::fs::PermissionsExt as _,
    process::Child,
};

/// What is printed until so many lines are there.
fn told(child: &mut Child, lines: usize) -> Vec<String> {
    let out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.lines().take(lines).map(|line| line.expect("text")).collect()
}

fn killed(mut child: Child) {
    child.kill().and_then(|()| child.wait()).expect("killed");
}

#[test]
fn the_first_line_ends_in_the_pages_address_and_it_answers_with_the_page() {
    let house = House::with(NEW);
    let mut child = house.command(&["--port", "0"]).spawn().expect("started");
    let lines = told(&mut child, 3);
    let address = lines[0].rsplit(' ').next().expect("an address").to_owned();
    assert!(address.starts_with("http://127.0.0.1:") && lines[0].starts_with("To record: "), "{lines:?}");
    assert!(lines[1].starts_with("To watch: http://127.0.0.1:"), "{lines:?}");
    let (host, path) = address["http://".len()..].split_once('/').expect("a path");
    let port = host.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port");
    let secret = path.strip_prefix("join#").expect("a link");
    assert!(secret.len() == 32 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()), "{secret}");
    // What stands behind the # no browser sends: the page is the same for everybody.
    let stranger = Phone { port, secret: None };
    let page = stranger.get("/join").is(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!((page.header("set-cookie"), &page.body), (None, &stranger.get("/").is(200).body));
    stranger.get_with("/api/games", &[("Authorization", &format!("bearer {secret}"))]).is(200);
    killed(child);
}

#[test]
fn links_are_told_to_those_who_have_one_and_renewed_links_end_open_streams() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, watcher) = (server.recorder(), server.watcher());
    let link = |secret: &str| json!([format!("http://127.0.0.1:{}/join#{secret}", server.port)]);
    let record = server.record.clone().expect("a secret");
    let all = json!({"right": "record", "watch": link(&server.watch), "record": link(&record), "only": null});
    // Each link is a code to scan, too: a square.
    let without_codes = |phone: &Phone| {
        let mut told = phone.get("/api/links").answer();
        let codes = told.as_object_mut().and_then(|told| told.remove("codes")).expect("codes");
        for (link, rows) in codes.as_object().expect("codes by link") {
            let rows = rows.as_array().expect("rows");
            assert!(rows.iter().all(|row| row.as_str().is_some_and(|row| row.len() == rows.len())), "{link}: {rows:?}");
        }
        let drawn = codes.as_object().map(serde_json::Map::len);
        (drawn, told)
    };
    assert_eq!(without_codes(&phone), (Some(2), all));
    let documented =
        include_str!("../../../src/page_api.md").lines().find(|line| line.starts_with("| `/api/links`")).expect("a row");
    assert!(["right", "watch", "record", "only", "codes"].iter().all(|field| documented.contains(field)), "{documented}");
    let watching = json!({"right": "watch", "watch": link(&server.watch), "only": null});
    assert_eq!(without_codes(&watcher), (Some(1), watching));
    watcher.post("/api/links", &json!({})).is(403);
    phone.post("/api/links", &json!({"all": true})).is(400);
    let ears = [watcher.listen("game"), phone.listen("game")];
    assert!(ears.iter().all(|ear| ear.changed().is_some()));
    let renewed = phone.post("/api/links", &json!({})).answer();
    ears.iter().for_each(super::client::Ear::is_over);
    for old in [&phone, &watcher] {
        old.get("/api/games").is(401);
        old.get("/api/games/game/events").is(401);
    }
    let secret = |which: &str| renewed[which][0].as_str().and_then(|link| link.split_once('#')).expect("a link").1.to_owned();
    let again = Phone { port: server.port, secret: Some(secret("record")) };
    assert_eq!(again.get("/api/links").answer(), renewed);
    server.end();
    let server = house.serve();
    assert_eq!((server.watch.clone(), server.record.clone()), (secret("watch"), Some(secret("record"))), "they are kept");
}

#[test]
fn the_links_of_a_file_do_not_open_its_folder() {
    let house = House::with(NEW);
    let folder = house.serve();
    let (watch, record) = (folder.watch.clone(), folder.record.clone());
    folder.end();
    let file = house.serve_with(&["game.toml"]);
    assert!(![Some(watch.clone()), record.clone()].contains(&file.record) && file.watch != watch);
    for old in [Some(watch.clone()), record.clone()] {
        Phone { port: file.port, secret: old }.get("/api/games").is(401);
    }
    assert_eq!(file.recorder().get("/api/links").answer()["only"], "game");
    let of_file = (file.watch.clone(), file.record.clone());
    file.end();
    let folder = house.serve();
    assert_eq!((&folder.watch, &folder.record), (&watch, &record));
    Phone { port: folder.port, secret: of_file.1.clone() }.get("/api/games").is(401);
    folder.end();
    let file = house.serve_with(&["./game.toml"]);
    assert_eq!((file.watch.clone(), file.record.clone()), of_file);
}

#[test]
fn folders_whose_names_differ_in_bytes_that_are_no_text_have_links_of_their_own() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let house = House::new();
    let links = [&b"t\xff"[..], b"t\xfe", b"t\\xff"].map(|name| {
        let folder = house.folder.root().join(OsStr::from_bytes(name));
        fs::create_dir(&folder).expect("made");
        let mut command = house.command(&["--port", "0", "--json"]);
        let mut child = command.arg(&folder).spawn().expect("started");
        let said = told(&mut child, 8).concat();
        killed(child);
        let links: serde_json::Value = serde_json::from_str(&said).expect("links");
        let secret = |which: &str| links[which][0].as_str().and_then(|link| link.split_once('#')).expect("a link").1.to_owned();
        [secret("watch"), secret("record")]
    });
    assert!(links[0] != links[1] && links[0] != links[2] && links[1] != links[2], "{links:?}");
}

#[test]
fn links_stay_until_new_ones_are_asked_for() {
    let house = House::with(NEW);
    let first = house.serve();
    let (watch, record) = (first.watch.clone(), first.record.clone());
    assert_ne!(Some(&watch), record.as_ref());
    first.end();
    // The folder is the same by every path.
    for path in [".", house.folder.root().to_str().expect("a path")] {
        let again = house.serve_with(&[path]);
        assert_eq!((&again.watch, &again.record), (&watch, &record), "{path}");
        again.end();
    }
    let anew = house.serve_with(&["--new-links"]);
    assert!(anew.watch != watch && anew.record != record && anew.record.is_some());
    for old in [Some(watch), record] {
        Phone { port: anew.port, secret: old }.get("/api/games").is(401);
    }
    let record = anew.record.clone();
    anew.end();
    assert_eq!(house.serve().record, record, "the new ones stay");
}

#[test]
fn watch_only_makes_no_link_to_record_and_takes_none_of_before() {
    let house = House::with(NEW);
    let only = house.serve_with(&["--watch-only"]);
    assert_eq!(only.record, None);
    let watch = only.watch.clone();
    let kept = fs::read_dir(house.kept()).expect("kept").map(|entry| entry.expect("a file").path());
    let links = kept.filter(|path| path.extension().is_some_and(|kind| kind == "links")).map(fs::read_to_string);
    assert!(links.map(|text| text.expect("text")).all(|text| text.contains("\"record\": null")), "there is none yet");
    only.end();
    let both = house.serve();
    let record = both.record.clone().expect("a link to record");
    assert_eq!(both.watch, watch);
    both.end();
    let only = house.serve_with(&["--watch-only"]);
    assert_eq!((&only.watch, &only.record), (&watch, &None));
    let phone = Phone { port: only.port, secret: Some(record.clone()) };
    assert_eq!(phone.get("/api/games").is(401).body, "ask for the link");
    assert_eq!(phone.record("", "k", &["Ada: hatch 7SK"]).is(401).body, "ask for the link");
    only.watcher().record("", "k", &["Ada: hatch 7SK"]).is(403);
    only.end();
    assert_eq!(house.serve().record, Some(record), "that was for as long as it was served so");
}

#[test]
fn what_is_kept_is_nobody_elses_to_read() {
    let house = House::with(NEW);
    let server = house.serve();
    server.recorder().record(&server.recorder().version(), "k", &["Ada: hatch 7SK; draw"]).is(200);
    let mode = |path: &std::path::Path| fs::metadata(path).expect("kept").permissions().mode() & 0o777;
    assert_eq!(mode(&house.kept()), 0o700);
    let files: Vec<_> = fs::read_dir(house.kept()).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
    assert!(files.iter().all(|file| mode(file) == 0o600), "{files:?}");
    assert_eq!(Vec::from_iter(house.folder.names()), ["game.toml"], "nothing lies beside the logs");
    // Nothing but the links tells a secret.
    for path in
        ["/", "/join", "/api/games", "/api/games/game/table", "/api/games/game/log", "/api/games/game/show", "/assets/0/page.js"]
    {
        let reply = server.recorder().get(path).is(200);
        let told = format!("{reply:?}");
        assert!(!told.contains(&server.watch) && !told.contains(server.record.as_ref().expect("a secret")), "{path}");
    }
    // A folder that others could look into is closed again; one that can't be written is said.
    server.end();
    fs::set_permissions(house.kept(), fs::Permissions::from_mode(0o755)).expect("changed");
    house.serve_with(&["--new-links"]).end();
    assert_eq!(mode(&house.kept()), 0o700);
    let unkept = House::with(NEW);
    fs::write(unkept.kept(), "a file is in the way").expect("written");
    let done = unkept.command(&["--port", "0"]).output().expect("run");
    let told = String::from_utf8_lossy(&done.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(done.status.code() == Some(2) && told.contains("the links can't be kept in"), "{told}");
}

#[test]
fn a_port_that_is_taken_is_named_and_what_listens_there_has_no_use_for_the_links() {
    let house = House::with(NEW);
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let refused = |house: &House| {
        let done = house.command(&["--port", &port]).output().expect("run");
        assert_eq!((done.status.code(), &*done.stdout), (Some(2), &b""[..]));
        String::from_utf8_lossy(&done.stderr).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let named = format!("error: port {port} can't be listened on (Address already in use");
    let told = refused(&house);
    assert!(told.starts_with(&named) && told.ends_with("--port (0 takes any that is free)"), "{told}");
    // What a page of this address keeps is read by what is served there instead.
    let first = house.serve();
    let (watch, record) = (first.watch.clone(), first.record.clone());
    first.end();
    let told = refused(&house);
    assert!(told.starts_with(&named) && told.ends_with("so they are renewed"), "{told}");
    let again = house.serve();
    assert!(again.watch != watch && again.record != record && again.record.is_some());
    // The server of the same folder is no stranger.
    let beside = house.command(&["--watch-only", "--port", &again.port.to_string()]).output().expect("run");
    assert_eq!(beside.status.code(), Some(2));
    let (watch, record) = (again.watch.clone(), again.record.clone());
    again.end();
    let last = house.serve();
    assert_eq!((&last.watch, &last.record), (&watch, &record));
}

#[test]
fn in_the_network_both_links_are_drawn_as_codes_and_a_line_says_who_could_listen() {
    let house = House::with(NEW);
    let state = house.kept().parent().expect("a folder").display().to_string();
    let through = ["env", &format!("XDG_STATE_HOME={state}")].map(str::to_owned);
    let through: Vec<&str> = through.iter().map(String::as_str).collect();
    let arguments = ["serve", "--lan", "--port", "0"];
    let mut terminal = Terminal::start_on("xterm-256color", (120, 100), house.folder.root(), &through, &arguments);
    terminal.see("Ctrl-C ends it.");
    let shown = terminal.shown();
    let shown: Vec<&str> = shown.lines().collect();
    let at = |text: &str| shown.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {shown:#?}"));
    let (record, watch, plain) = (at("To record: http://"), at("To watch: http://"), at("It is plain HTTP: others"));
    assert!(record == 0 && record < watch && watch < plain);
    for lines in [&shown[record..watch], &shown[watch..plain]] {
        let drawn = lines.iter().filter(|line| line.chars().filter(|char| "█▀▄".contains(*char)).count() > 10).count();
        assert!(drawn > 10, "{lines:#?}");
    }
    terminal.signal(nix::sys::signal::Signal::SIGINT);
    assert_eq!(terminal.exit(), 0);
    // To a program no code is drawn.
    let mut child = house.command(&["--lan", "--port", "0"]).spawn().expect("started");
    let lines = told(&mut child, 2);
    assert!(lines.iter().all(|line| line.contains("http://") || line.starts_with("or")), "{lines:?}");
    killed(child);
}

#[test]
fn what_cannot_be_served_is_said() {
    let house = House::with(NEW);
    house.folder.write("notes.toml", "this = \"is no log\"");
    house.folder.write("game.txt", NEW);
    house.folder.write(".hidden.toml", NEW);
    for (path, why) in [
        ("none", "none can't be served (No such file or directory"),
        ("notes.toml", "notes.toml"),
        ("game.txt", "doesn't end in `.toml`"),
        (".hidden.toml", "begins with no point"),
    ] {
        let mut child = house.command(&["--port", "0", path]).spawn().expect("started");
        let mut told = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("text");
        assert_eq!(child.wait().expect("ended").code(), Some(2));
        assert!(told.split_whitespace().collect::<Vec<_>>().join(" ").contains(why), "{path}: {told}");
    }
}

#[test]
fn a_folder_is_recorded_by_one_server_and_watched_by_any() {
    let house = House::with(NEW);
    let first = house.serve();
    let second = house.command(&["--port", "0"]).output().expect("run");
    let said = String::from_utf8_lossy(&second.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("is served already, and recorded in: use the links of that server, or end it"), "{said}");
    let of_file = house.command(&["--port", "0", "game.toml"]).output().expect("run");
    assert_eq!((of_file.status.code(), of_file.stdout.len()), (Some(2), 0), "a file in it is recorded in, too");
    let forced = house.serve_with(&["--force"]);
    forced.recorder().record(&forced.recorder().version(), "k", &["Ada: hatch 7SK; draw"]).is(200);
    assert_eq!((forced.watch.clone(), forced.record.clone()), (first.watch.clone(), first.record.clone()));
    forced.end();
    let beside = house.serve_with(&["--watch-only"]);
    beside.watcher().get("/api/games/game/table").is(200);
    // However the first one ends, the next may record.
    drop(first);
    house.serve().recorder().get("/api/games/game/log").is(200);
}
