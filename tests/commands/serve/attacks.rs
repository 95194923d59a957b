//! Who has no link, who has the wrong one, and who means harm.

use super::client::{House, Phone};
use crate::program::NEW;
use serde_json::{Value, json};
use std::{
    fs,
    io::{ErrorKind, Write as _},
    net::TcpStream,
    os::unix::fs::symlink,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// What of the API is read, what everybody may see, and what is written.
const READ: &str = "/api /api/ /api/links /api/games /api/rules /api/rules/blulu /api/games/game/table \
                    /api/games/game/events /api/games/game/show /api/games/game/moves /api/games/game/score \
                    /api/games/game/why /api/games/game/check /api/games/game/head /api/games/game/log \
                    /api/games/game/report /api/stats /api/stats/page /api/games/none/table /api/nothing //api/games";
const WRITTEN: [&str; 11] = ["record", "seal", "try", "position", "undo", "redo", "amend", "rule", "head", "tally", "none"];

/// Every answer keeps a page from being framed, sniffed, or made to load what isn't ours.
#[track_caller]
fn hardened(reply: &super::client::Reply) {
    let policy = reply.header("content-security-policy").unwrap_or_else(|| panic!("{reply:?}"));
    let rules = "default-src 'none'; script-src 'self'; style-src 'self'; frame-ancestors 'none'; form-action 'none'; \
                 require-trusted-types-for 'script'; trusted-types 'none'";
    for rule in rules.split("; ") {
        assert!(policy.split("; ").any(|is| is == rule), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(reply.header("x-frame-options"), Some("DENY"));
    assert_eq!(reply.header("cache-control").map(|cache| cache.contains("no-")), Some(true));
    assert_eq!(reply.header("access-control-allow-origin"), None);
}

fn asks_for_the_link(phone: &Phone, headers: &[(&str, &str)]) {
    let told = |path: &str, reply: super::client::Reply| {
        hardened(&reply);
        // What is no address of the API is nothing.
        if path.starts_with("//") {
            return assert_eq!(reply.status, 404, "{path}: {reply:?}");
        }
        assert_eq!((reply.status, reply.body.as_str()), (401, "ask for the link"), "{path}: {reply:?}");
        assert_eq!((reply.header("www-authenticate"), reply.header("set-cookie")), (Some("Bearer"), None));
    };
    for path in READ.split(' ') {
        told(path, phone.get_with(path, headers));
    }
    for path in WRITTEN {
        let path = format!("/api/games/game/{path}");
        told(&path, phone.raw(phone.posted(&path, "{}", headers)));
    }
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "NONE"] {
        told("/api/games", phone.raw(phone.head(method, "/api/games", headers)));
    }
    for path in ["/api/games", "/api/links", "/api/setup", "/api/judge"] {
        told(path, phone.raw(phone.posted(path, "{}", headers)));
    }
}

#[test]
fn nobody_gets_anything_without_a_secret() {
    let house = House::with(NEW);
    let server = house.serve();
    asks_for_the_link(&server.stranger(), &[]);
    let wrong = |secret: &str| Phone { port: server.port, secret: Some(secret.to_owned()) };
    let mut near = server.watch.clone();
    let last = near.pop().map(|digit| if digit == '0' { '1' } else { '0' });
    near.extend(last);
    for secret in ["", " ", "0", &near, &server.watch[1..], &format!("{}0", server.watch), &server.watch.to_uppercase(), "\u{e9}"]
    {
        let is_a_word = secret.bytes().any(|byte| byte.is_ascii_alphabetic());
        if secret == server.watch.to_uppercase() && !is_a_word {
            continue;
        }
        asks_for_the_link(&wrong(secret), &[]);
    }
    for header in [format!("Basic {}", server.watch), format!("Bearer{}", server.watch), "Bearer".to_owned()] {
        server.stranger().get_with("/api/games", &[("Authorization", &header)]).is(401);
    }
    let cookie = |name: &str, secret: &str| format!("{name}={secret}");
    for cookie in [cookie("fowlplay", &server.watch), server.watch.clone()] {
        asks_for_the_link(&server.stranger(), &[("Cookie", &cookie)]);
    }
    server.stranger().get(&format!("/api/games?secret={}", server.watch)).is(401);
    assert_eq!(house.folder.text("game.toml"), NEW);
}

/// The page's own files are for everybody: they are the same whatever is served, and nothing in them is an address of the API that a
/// browser would open by itself, without the secret.
#[test]
fn what_is_served_without_a_secret_holds_no_name_and_loads_nothing_of_the_api() {
    let house = House::new();
    house.folder.write("a-telling-name.toml", NEW.replace("Ada", "Adelheid"));
    let (server, alone) = (house.serve(), house.serve_with(&["a-telling-name.toml", "--watch-only"]));
    let page = server.stranger().get("/").body;
    let loaded = page.split('"').filter(|part| part.starts_with('/') && !part.starts_with("/>"));
    // In a folder without their digest they are asked for anew, as all else.
    let files: Vec<String> = loaded
        .map(|address| {
            let name = address.strip_prefix("/assets/").and_then(|rest| rest.split_once('/')).expect(address).1;
            format!("/assets/0/{name}")
        })
        .collect();
    assert!(files.len() > 20, "{files:?}");
    for path in files.iter().map(String::as_str).chain(["/", "/join"]) {
        let reply = server.stranger().get(path).is(200);
        hardened(&reply);
        assert_eq!(reply.body, alone.watcher().get(path).is(200).body, "{path}");
        for never in
            ["a-telling-name", "Adelheid", &server.watch, "href=\"/api", "src=\"/api", "EventSource(", "innerHTML", "cookie"]
        {
            assert!(!reply.body.contains(never), "{path}: {never}");
        }
    }
    let icon = server.stranger().get("/assets/0/icon.png");
    assert!(icon.header("content-type") == Some("image/png") && icon.body.contains("PNG"), "{icon:?}");
    for path in ["/assets/none", "/assets/0/none", "/nothing", "/join/", "/join/a/b"] {
        let reply = server.stranger().get(path).is(404);
        hardened(&reply);
    }
}

#[test]
fn a_thousand_guesses_are_told_the_same() {
    let house = House::with(NEW);
    let server = house.serve();
    let mut lot = fastrand::Rng::with_seed(7);
    for _ in 0..1000 {
        let secret: String = (0..32).map(|_| lot.digit(16)).collect();
        let guess = Phone { port: server.port, secret: Some(secret) };
        assert_eq!(guess.get("/api/games").is(401).body, "ask for the link");
    }
    server.watcher().get("/api/games").is(200);
}

#[test]
fn who_may_watch_sees_what_lies_open_and_can_do_nothing() {
    let log = NEW.replace("moves = [", "moves = [\n  \"Ada: hatch 7SK; draw 5YK\",\n  \"Bo: hatch 9WY; draw\",");
    let house = House::with(&log);
    let server = house.serve();
    let watcher = server.watcher();
    let ear = server.recorder().listen("game");
    ear.changed();
    for path in READ.split(' ') {
        let reply = if path.ends_with("/events") { continue } else { watcher.get(path) };
        hardened(&reply);
        let of_the_table =
            ["/api/links", "/api/games", "/api/rules", "/api/rules/blulu", "/api/games/game/table"].contains(&path);
        let expected = match path {
            _ if of_the_table => 200,
            "/api" | "/api/" | "/api/nothing" | "//api/games" | "/api/games/none/table" => 404,
            _ => 403,
        };
        assert_eq!(reply.status, expected, "{path}: {reply:?}");
        if expected == 403 && path.starts_with("/api") {
            assert_eq!(reply.message(), "this link only allows watching: ask for the record link");
        }
    }
    watcher.listen("game").changed().expect("a version");
    let table = watcher.get("/api/games/game/table").answer();
    let known: Vec<&str> = table.as_object().expect("a table").keys().map(String::as_str).collect();
    let shown = "acting choose_again chosen closed complete ended findings game halted in_force kept last lines outcome players \
                 recorded_by replaced round title turn zones";
    assert_eq!(known.join(" "), shown);
    let body = json!({"version": server.recorder().version(), "key": "k", "lines": ["Ada: grow 1 9LK"], "line": "Ada: draw",
        "edits": ["-1.1"], "rules": {}, "players": ["Ada:", "Bo:"], "player": "Ada", "step": "draw", "name": "x", "game": "blulu"});
    for path in WRITTEN {
        watcher.post(&format!("/api/games/game/{path}"), &body).is(if path == "none" { 404 } else { 403 });
    }
    watcher.post("/api/games", &body).is(403);
    // Not with what is no request either: that it is refused comes first.
    watcher.raw(watcher.posted("/api/games/game/record", "{", &[])).is(403);
    assert_eq!((house.folder.text("game.toml"), house.folder.names().len()), (log, 1));
    assert_eq!(ear.heard(), [], "nobody asked for anything");
}

#[test]
fn another_page_can_ask_for_nothing() {
    let house = House::with(NEW);
    let server = house.serve();
    let (phone, port) = (server.recorder(), server.port);
    let body = json!({"version": phone.version(), "key": "k", "lines": ["Ada: hatch 7SK"]}).to_string();
    let record = "/api/games/game/record";
    // A name that was made to point here, or none.
    for host in
        ["evil.example", &format!("evil.example:{port}"), "127.0.0.1.evil.example", "localhost.", "::1", "[::1", "a b", ""]
    {
        let reply = phone.raw(phone.posted(record, &body, &[("Host", host)]));
        hardened(&reply);
        assert_eq!((reply.status, reply.body.as_str()), (421, "wrong host: use the address that the server printed"), "{host:?}");
        for path in ["/", "/join", "/assets/0/page.js", "/api/games", "/nothing"] {
            phone.get_with(path, &[("Host", host)]).is(421);
            server.stranger().get_with(path, &[("Host", host)]).is(421);
        }
    }
    phone.raw(phone.head("GET", "/api/games", &[("Host", "")]).replace("HTTP/1.1", "HTTP/1.0")).is(421);
    for origin in
        ["http://evil.example", "null", &format!("https://127.0.0.1:{port}"), "http://127.0.0.1", "http://127.0.0.1:1", "é"]
    {
        let reply = phone.raw(phone.posted(record, &body, &[("Origin", origin)]));
        hardened(&reply);
        assert_eq!((reply.status, reply.body.as_str()), (403, "cross-origin requests are not allowed"), "{origin:?}");
        server.stranger().raw(phone.posted("/", "", &[("Origin", origin), ("Authorization", "")])).is(403);
    }
    // What a form of another page could send.
    for kind in ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx"] {
        let reply = phone.raw(phone.posted(record, &body, &[("Content-Type", kind)])).is(415);
        hardened(&reply);
    }
    assert_eq!(house.folder.text("game.toml"), NEW);
    // Our own page, by any of this machine's names.
    for host in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}"), "192.168.1.4".to_owned()] {
        let key = format!("{{\"key\":\"{host}\"");
        let body = body.replace("{\"key\":\"k\"", &key);
        let headers =
            [("Host", &*host), ("Origin", &*format!("http://{host}")), ("Content-Type", "application/json; charset=utf-8")];
        let reply = phone.raw(phone.posted(record, &body, &headers));
        assert!([200, 409].contains(&reply.status), "{host}: {reply:?}");
    }
}

#[test]
fn a_body_that_is_too_large_or_never_ends_is_given_up() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let record = "/api/games/game/record";
    let lines = |size: usize| json!({"version": "", "key": "k", "lines": ["x".repeat(size)]}).to_string();
    assert!(phone.raw(phone.posted(record, &lines(64 * 1024), &[])).is(413).message().contains("limit"));
    phone.raw(phone.posted(record, &lines(63 * 1024), &[])).is(409);
    // In pieces, without a length.
    let head = phone.head("POST", record, &[("Content-Type", "application/json"), ("Transfer-Encoding", "chunked")]);
    let piece = format!("4000\r\n{}\r\n", " ".repeat(0x4000));
    phone.raw(format!("{head}{}", piece.repeat(5))).is(413);
    phone.raw(format!("{head}zz\r\n")).is(400);
    // A head that is too large, or none at all.
    let large = phone.get_with("/api/games", &[("X", &"x".repeat(500_000))]);
    assert_eq!(large.status, 431);
    phone.raw("\u{1}\u{2}\r\n\r\n").is(400);
    phone.raw("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n").is(400);
    assert_eq!(house.folder.text("game.toml"), NEW);
}

/// Who is slow is waited for, but not for ever: these wait for the server's own limits, all at once.
#[test]
#[ignore = "long form: waits twenty seconds for the server's limits"]
fn a_head_or_a_body_that_never_ends_is_given_up_in_time() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let begun = Instant::now();
    let body = phone.head(
        "POST",
        "/api/games/game/record",
        &[("Content-Type", "application/json"), ("Content-Length", "60000"), ("Connection", "keep-alive")],
    );
    let answered = phone.head("GET", "/api/games", &[("Connection", "keep-alive")]);
    let waiting: Vec<_> =
        [("", None), ("GET / HT", None), (&*answered, Some(200)), (&*body, Some(408)), (&format!("{body}{{\"a"), Some(408))]
            .map(|(sent, status)| {
                let (phone, sent) = (phone.clone(), sent.to_owned());
                thread::spawn(move || assert_eq!(phone.try_raw(sent.as_bytes()).map(|reply| reply.status), status, "{sent}"))
            })
            .into();
    for thread in waiting {
        thread.join().expect("cut off");
    }
    let took = begun.elapsed();
    assert!(took > Duration::from_secs(9), "they were waited for: {took:?}");
    phone.record(&phone.version(), "k", &["Ada: hatch 7SK; draw"]).is(200);
}

#[test]
fn no_name_leads_out_of_the_folder_or_to_what_is_no_log() {
    let house = House::new();
    let logs = house.folder.path("logs");
    fs::create_dir_all(logs.join("folder.toml")).expect("made");
    let write = |name: &str, text: &str| fs::write(logs.join(name), text).expect("written");
    house.folder.write("secret.toml", NEW);
    write("game.toml", NEW);
    write(".hidden.toml", NEW);
    write("plain.txt", NEW);
    write("config.toml", "password = \"swordfish\"\n");
    write("bytes.toml", "fowlplay = 1 # swordfish\n\u{0}");
    write("UPPER.TOML", NEW);
    symlink("../secret.toml", logs.join("link.toml")).expect("linked");
    symlink("game.toml", logs.join("inside.toml")).expect("linked");
    symlink("/dev/zero", logs.join("device.toml")).expect("linked");
    symlink("..", logs.join("up")).expect("linked");
    let made = Command::new("mkfifo").arg(logs.join("pipe.toml")).status().expect("mkfifo");
    assert!(made.success());
    let server = house.serve_with(&["logs"]);
    let phone = server.recorder();
    let listed = phone.get("/api/games").answer();
    assert_eq!((listed.as_array().map(Vec::len), &listed[0]["name"]), (Some(1), &json!("game")));
    let long = "x".repeat(5000);
    let names = ".. . %2e%2e ..%2fsecret %2e%2e%2fsecret ..%5csecret ../secret up%2fsecret %2fetc%2fpasswd %00 game%00 \
                 game.toml game%2f .hidden %2ehidden link inside device folder pipe plain plain.txt config bytes UPPER Game \
                 %20game game%20 %c0%ae%c0%ae %ff % none";
    for name in names.split(' ').chain(["", &long]) {
        for what in ["table", "show", "log", "events"] {
            let reply = phone.raw(phone.head("GET", &format!("/api/games/{name}/{what}"), &[]));
            assert!([400, 404].contains(&reply.status), "{name}: {reply:?}");
            assert!(!reply.body.contains("swordfish") && !reply.body.contains("Ada"), "{name}: {reply:?}");
            hardened(&reply);
        }
        let body = json!({"version": "", "key": format!("k{}", name.len()), "lines": ["Ada: draw"]});
        let reply = phone.post(&format!("/api/games/{name}/record"), &body);
        assert!([400, 404].contains(&reply.status) && !reply.body.contains("swordfish"), "{name}: {reply:?}");
    }
    // Nor do assets and books.
    for path in
        ["/assets/..%2f..%2fmod.rs", "/assets/%2e%2e", "/api/rules/..%2fx", "/../secret.toml", "//secret.toml", "/logs/game.toml"]
    {
        let reply = phone.get(path);
        assert!([400, 404].contains(&reply.status), "{path}: {reply:?}");
    }
    assert_eq!(fs::read_to_string(house.folder.path("secret.toml")).expect("there"), NEW);
    // One log alone is served alone; behind a link that its owner named, it is the log itself.
    server.end();
    for path in ["logs/game.toml", "logs/inside.toml"] {
        let server = house.serve_with(&[path]);
        let phone = server.recorder();
        write("other.toml", NEW);
        phone.get("/api/games/game/table").is(200);
        phone.get("/api/games/other/table").is(404);
        assert_eq!(phone.get("/api/games").answer().as_array().map(Vec::len), Some(1));
        let begun = json!({"key": "k", "name": "new", "game": "blulu", "players": ["Ada", "Bo"]});
        assert!(phone.post("/api/games", &begun).is(400).message().contains("served alone"));
    }
}

#[test]
fn what_a_hostile_log_holds_stays_text() {
    let evil = "</script><img src=x onerror=alert(1)>\u{202e}&\"'";
    let quoted = |text: &str| toml_string(text);
    let name = "<b>Ada</b>\u{202e}";
    let log = format!(
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [{0}, \"Bo\"]\ntitle = {1}\nplace = {1}\nnotes = {1}\nclosed = {1}\n\n[[round]]\nfirst = {0}\n\
         moves = [\n  {2},\n  {3},\n]\n",
        quoted(name),
        quoted(evil),
        quoted(&format!("{name}: hatch 7SK; draw")),
        quoted(&format!("note {evil}"))
    );
    let house = House::new();
    let names = ["<script>alert(1)<", "\u{202e}lmth", "a\nb", "per%cent", "quo'te\"", "space d", "ü", "tab\t"];
    for name in names {
        house.folder.write(&format!("{name}.toml"), &log);
    }
    let server = house.serve();
    let phone = server.recorder();
    let listed = phone.get("/api/games").is(200);
    assert_eq!(listed.header("content-type"), Some("application/json"));
    let mut names_told: Vec<String> =
        listed.answer().as_array().expect("games").iter().map(|game| game["name"].as_str().expect("a name").to_owned()).collect();
    names_told.sort();
    let mut all = names.map(str::to_owned);
    all.sort();
    assert_eq!(names_told, all);
    for name in names {
        let path = name.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
        let table = phone.get(&format!("/api/games/{path}/table")).is(200);
        assert_eq!(table.header("content-type"), Some("application/json"));
        assert_eq!((&table.json()["answer"]["title"], &table.json()["answer"]["closed"]), (&json!(evil), &json!(evil)));
        for what in ["show", "score", "why", "check", "log"] {
            let reply = phone.get(&format!("/api/games/{path}/{what}"));
            assert!(reply.is(200).json().is_object(), "{what}");
        }
        let reply =
            phone.post(&format!("/api/games/{path}/record"), &json!({"version": table.version(), "key": name, "lines": [evil]}));
        assert_eq!((reply.status, reply.json()["answer"]["error"]["message"].is_string()), (400, true));
    }
}

fn toml_string(text: &str) -> String {
    Value::from(text).to_string()
}

#[test]
fn a_request_with_two_hosts_is_refused() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.recorder();
    let host = format!("Host: 127.0.0.1:{}\r\n", server.port);
    for other in [host.as_str(), "Host: localhost\r\n", "Host: evil.example\r\n"] {
        let twice = phone.head("GET", "/api/games", &[]).replace(&host, &format!("{host}{other}"));
        phone.raw(twice).is(400);
    }
}

#[test]
fn the_secret_leaves_the_address_before_anything_is_painted() {
    let house = House::with(NEW);
    let server = house.serve();
    let page = server.stranger().get("/join").is(200).body;
    let first = page.find("/join.js\"></script>").expect("without `defer`");
    assert!(
        ["<body", "stylesheet", "modulepreload", "page.js"]
            .iter()
            .all(|later| page.find(later).is_some_and(|later| later > first)),
        "{page}"
    );
    let script = server.stranger().get("/assets/0/join.js").is(200).body;
    assert!(script.contains("history.replaceState(null, \"\", \"/\")"), "{script}");
}

/// Requests of watchers that are sent at once.
const MANY: usize = 200;
/// More requests than there are threads for recorders.
const ABANDONED: usize = 12;

#[test]
fn who_leaves_is_not_worked_for_any_more() {
    let fouls = "  \"Ada: grow 1 9LK ! let stand\",\n  \"Bo: grow 1 9LK ! let stand\",\n".repeat(12_000);
    let begun = "moves = [\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9WY; draw\",\n";
    // Too long to be kept in memory: it is read and judged for each request, also under other table rules.
    let house = House::with(NEW.replace("moves = [\n", &(begun.to_owned() + &fouls)));
    house.folder.write("other.toml", NEW);
    let server = house.serve();
    let phone = server.recorder();
    let try_line = json!({"line": "Ada: grow 1 9LK"});
    let amend = json!({"version": phone.version(), "key": "k", "edits": ["1.1 Ada: hatch 8MS; draw"], "preview": true});
    for (path, body) in [("/api/games/game/try", try_line), ("/api/games/game/amend", amend)] {
        let asked = Instant::now();
        assert!([200, 400, 409, 422].contains(&phone.post(path, &body).status), "{path}");
        let alone = asked.elapsed();
        let requests: Vec<_> = (0..ABANDONED)
            .map(|_| {
                let mut stream = phone.connect();
                stream.write_all(phone.posted(path, &body.to_string(), &[]).as_bytes()).expect("sent");
                stream
            })
            .collect();
        // They have begun.
        thread::sleep(alone / 4);
        drop(requests);
        let left = Instant::now();
        phone.get("/api/games/other/table").is(200);
        // All of them together would take several times as long as one alone.
        assert!(left.elapsed() < alone, "{path}: {:?}, and one alone took {alone:?}", left.elapsed());
    }
}

#[test]
fn watchers_who_ask_for_rules_and_links_keep_no_recorder_waiting() {
    let house = House::with(NEW);
    let server = house.serve();
    let (watcher, recorder) = (server.watcher(), server.recorder());
    let version = recorder.version();
    let mut requests: Vec<_> = (0..MANY)
        .map(|nth| {
            let path = if nth % 4 == 0 { "/api/links" } else { "/api/rules/eggs-and-empires?players=6" };
            let mut stream = watcher.connect();
            stream.write_all(watcher.head("GET", path, &[]).as_bytes()).expect("sent");
            stream
        })
        .collect();
    recorder.record(&version, "k", &["Ada: hatch 7SK; draw"]).is(200);
    let is_waiting = |stream: &mut TcpStream| {
        stream.set_nonblocking(true).expect("a socket");
        stream.peek(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    };
    let waiting = requests.iter_mut().filter_map(|stream| is_waiting(stream).then_some(())).count();
    assert!(waiting > MANY / 4, "the recorder was served among the last: {waiting} watchers wait");
}
