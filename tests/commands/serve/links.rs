//! The links: what is printed, what a browser keeps, what stays and what is made anew.

use super::client::{House, Phone};
use crate::{program::NEW, terminal::Terminal};
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
    let secret = path.strip_prefix("join/").expect("a link");
    assert!(secret.len() == 32 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()), "{secret}");
    let stranger = Phone { port, secret: None };
    let page = stranger.get(&format!("/{path}")).is(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(
        page.header("set-cookie"),
        Some(&*format!("fowlplay-{port}={secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000"))
    );
    assert!(!page.body.contains(secret), "the page doesn't tell the secret");
    // The browser shows the cookie from then on; among those of other pages, and of other ports.
    let cookie = format!("a=b; fowlplay-1=wrong; fowlplay-{port}={secret}");
    stranger.get_with("/api/games", &[("Cookie", &cookie)]).is(200);
    let kept = stranger.get_with("/", &[("Cookie", &cookie)]).is(200);
    assert_eq!((kept.body, kept.headers.iter().any(|(name, _)| name == "set-cookie")), (page.body, false));
    stranger.get_with("/api/games", &[("Cookie", &format!("fowlplay-1={secret}"))]).is(403);
    killed(child);
}

#[test]
fn links_stay_until_new_ones_are_asked_for() {
    let house = House::with(NEW);
    let first = house.serve();
    let (watch, record) = (first.watch.clone(), first.record.clone());
    assert_ne!(Some(&watch), record.as_ref());
    first.end();
    let again = house.serve();
    assert_eq!((&again.watch, &again.record), (&watch, &record));
    again.end();
    let anew = house.serve_with(&["--new-links"]);
    assert!(anew.watch != watch && anew.record != record && anew.record.is_some());
    for old in [Some(watch), record] {
        Phone { port: anew.port, secret: old }.get("/api/games").is(403);
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
    assert_eq!(phone.get("/api/games").is(403).body, "ask for the link");
    assert_eq!(phone.get(&format!("/join/{record}")).is(403).body, "ask for the link");
    assert_eq!(phone.record("", "k", &["Ada: hatch 7SK"]).is(403).body, "ask for the link");
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
    assert_eq!(files.len(), 3, "{files:?}");
    assert!(files.iter().all(|file| mode(file) == 0o600), "{files:?}");
    assert_eq!(Vec::from_iter(house.folder.names()), ["game.toml"], "nothing lies beside the logs");
    // Nothing but the links tells a secret.
    for path in ["/", "/api/games", "/api/games/game/table", "/api/games/game/log", "/api/games/game/show", "/assets/page.js"] {
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
fn a_port_that_is_taken_is_named() {
    let house = House::with(NEW);
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let done = house.command(&["--port", &port]).output().expect("run");
    let told = String::from_utf8_lossy(&done.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((done.status.code(), &*done.stdout), (Some(2), &b""[..]));
    let named = format!("error: port {port} can't be listened on (Address already in use");
    assert!(told.starts_with(&named) && told.ends_with("--port (0 takes any that is free)"), "{told}");
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
    assert!(said.contains("is served already: use the links of that server, or end it"), "{said}");
    let beside = house.serve_with(&["--watch-only"]);
    beside.watcher().get("/api/games/game/table").is(200);
    // However the first one ends, the next may record.
    drop(first);
    house.serve().recorder().get("/api/games/game/log").is(200);
}
