//! fowlplay on a phone, from a host of files that goes away. Needed is its folder, `target/pocket`:
//! `CARGO_TARGET_DIR=target cargo run --manifest-path pocket/Cargo.toml -- target/pocket`.

use crate::{ROOT, SHEETS, axe, browser::PATIENCE, course_of, phone::Phone, with_browser};
use fantoccini::Locator;
use fowlplay::log::Log;
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// A host of files on this machine, as plain as there is one.
struct Host {
    port: u16,
    folder: PathBuf,
    running: Option<(Arc<AtomicBool>, JoinHandle<()>)>,
}

impl Host {
    fn open() -> Self {
        let folder = Path::new(ROOT).join("target/pocket");
        let how = "CARGO_TARGET_DIR=target cargo run --manifest-path pocket/Cargo.toml -- target/pocket";
        assert!(folder.join("sw.js").exists(), "there is no target/pocket. Make it: {how}");
        Self::of(folder)
    }

    fn of(folder: PathBuf) -> Self {
        let mut host = Self { port: 0, folder, running: None };
        host.back();
        host
    }

    /// Hosts the files again, at the same address.
    fn back(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).expect("a port");
        self.port = listener.local_addr().expect("an address").port();
        let (ended, folder) = (Arc::new(AtomicBool::new(false)), self.folder.clone());
        let until = ended.clone();
        let serve = move || {
            for stream in listener.incoming().map_while(Result::ok).take_while(|_| !until.load(SeqCst)) {
                let folder = folder.clone();
                thread::spawn(move || respond(&folder, stream));
            }
        };
        self.running = Some((ended, thread::spawn(serve)));
    }

    /// Ends the host.
    fn away(&mut self) {
        let Some((ended, serving)) = self.running.take() else { return };
        ended.store(true, SeqCst);
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        serving.join().expect("it ends");
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// A phone that has opened the app, and has all its files.
    async fn phone(&self) -> Phone {
        let phone = Phone::at(&self.address(), (360, 740), &[]).await;
        phone.wait_for("(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))()").await;
        phone
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.away();
    }
}

/// Responds to a request with a file.
fn respond(folder: &Path, mut stream: TcpStream) {
    let mut request = BufReader::new(stream.try_clone().expect("a stream")).lines().map_while(Result::ok);
    let first = request.next().unwrap_or_default();
    request.find(String::is_empty);
    let path = first.split(' ').nth(1).unwrap_or("/").split('?').next().unwrap_or_default().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let content_type = match path.rsplit('.').next() {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    let (status, content) = fs::read(folder.join(path)).map_or(("404 Not Found", Vec::new()), |content| ("200 OK", content));
    let length = content.len();
    let head =
        format!("HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&content));
}

impl Phone {
    /// Opens a log from a file, as text.
    async fn open_file(&self, folder: &TempDir, name: &str, text: &str) {
        let path = folder.path().join(format!("{name}.toml"));
        fs::write(&path, text).expect("a file");
        self.go_home().await;
        let chooser = self.client().find(Locator::Css("input[type=file]")).await.expect("where files are chosen");
        chooser.send_keys(path.to_str().expect("a path")).await.expect("it is chosen");
    }

    async fn go_home(&self) {
        self.wait_for("(location.hash = '', true)").await;
        self.wait_for("game.name === null && Boolean(document.querySelector('.files'))").await;
    }

    async fn shows(&self, name: &str) {
        self.wait_for(&format!("Boolean(game.name === {} && game.table && game.moves)", json!(name))).await;
    }

    /// The text of a log, as the phone has saved it.
    async fn saved(&self, name: &str) -> String {
        let logs = "(async () => { const { askWorker } = await import(document.querySelector('[href$=\"host.js\"]').href);
            return (await askWorker({ ask: 'logs' })).map(({ name, text }) => [name, text]); })()";
        let logs: Vec<(String, String)> = serde_json::from_value(self.value(logs).await).expect("logs");
        logs.into_iter().find(|(saved, _)| saved == name).expect("the log").1
    }
}

/// The lines of a log.
fn lines(text: &str) -> Vec<String> {
    let log = Log::parse(text.to_owned()).expect("a log");
    log.rounds().iter().flat_map(|round| &round.lines).map(|line| line.text.to_string()).collect()
}

/// Plays an example by touch, so many lines of it (all for 0), without a network.
async fn played_without_a_network(example: &str, count: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let (head, steps) = course_of(example, count);
    let mut host = Host::open();
    let phone = host.phone().await;
    host.away();
    phone.visit("about:blank").await;
    phone.visit(&host.address()).await;
    phone.wait_for("Boolean(document.querySelector('.tile'))").await;
    phone.open_file(&folder, "game", &head).await;
    phone.shows("game").await;
    assert!(!phone.has(".who").await && !phone.has(".players-asked").await, "a phone that is alone plays for everybody");
    for step in &steps {
        phone.make(step).await;
    }
    phone.wait_for("(window.dispatchEvent(new Event('offline')), true)").await;
    phone.settled(None).await;
    assert_eq!(phone.value("game.view.status.dataset.is").await, "live");
    let whole = fs::read_to_string(Path::new(ROOT).join("examples").join(example)).expect("an example");
    let (played, whole) = (lines(&phone.saved("game").await), lines(&whole));
    assert_eq!(played[..], whole[..if count == 0 { whole.len() } else { count }], "{example}");
    if count == 0 {
        assert_eq!(phone.value("game.table.complete").await, true, "{example}");
    }
    phone.close().await;
}

#[test]
fn a_game_is_played_by_touch_to_its_end_without_a_network() {
    with_browser(async || played_without_a_network("blulu-to-22.toml", 0).await);
}

#[test]
#[ignore = "five games to their ends"]
fn every_game_is_played_by_touch_to_its_end_without_a_network() {
    with_browser(async || {
        for example in crate::PLAYED {
            played_without_a_network(example, 0).await;
        }
    });
}

#[test]
fn cards_that_are_played_at_once_are_not_sealed_on_a_phone_that_is_alone() {
    with_browser(async || played_without_a_network("eggs-and-empires-two-decks.toml", 6).await);
}

/// However soon after a tap the browser is killed: what the page has acknowledged is in the log, and nothing is there twice.
#[test]
fn a_browser_that_is_killed_in_the_middle_of_a_tap_loses_nothing_and_doubles_nothing() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let (head, steps) = course_of("emu-ranchers-two-years.toml", 12);
        let host = Host::open();
        let mut phone = Phone::anew((360, 740)).await;
        phone.visit(&host.address()).await;
        phone.wait_for("Boolean(document.querySelector('.tile'))").await;
        phone.open_file(&folder, "game", &head).await;
        phone.shows("game").await;
        let done = |text: &str| lines(text).iter().map(|line| line.split("; ").count()).sum::<usize>();
        for (nth, (step, delay)) in steps.iter().zip([0, 3, 10, 30, 100]).enumerate() {
            let send = format!("(send('record', {{ lines: [{}] }}), true)", json!(step.line()));
            phone.wait_for(&send).await;
            tokio::time::sleep(Duration::from_millis(delay)).await;
            phone = phone.killed().await;
            phone.visit(&format!("{}#game", host.address())).await;
            phone.shows("game").await;
            phone.wait_for("pendingRequest('game') === null").await;
            phone.settled(None).await;
            let saved = done(&phone.saved("game").await);
            assert!(saved == nth || saved == nth + 1, "{saved} steps after {delay} ms, of {nth} and one more");
            if saved == nth {
                // It was never acknowledged.
                phone.wait_for(&send).await;
                phone.wait_for("pendingRequest('game') === null && !isSending").await;
                phone.settled(None).await;
            }
            assert_eq!(done(&phone.saved("game").await), nth + 1, "after {delay} ms");
        }
        phone.leave().await;
    });
}

#[test]
fn without_room_a_tap_is_refused_and_nothing_is_lost() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let host = Host::open();
        let phone = host.phone().await;
        phone.open_file(&folder, "game", crate::RANCHERS).await;
        phone.shows("game").await;
        phone.touch("[data-does='Ada: hatch']").await;
        phone.touch("[data-does='7SK']").await;
        phone.wait_for("game.table.lines.length === 1").await;
        let before = phone.saved("game").await;
        // A browser asks how much room there is only now and then.
        let phone = phone.killed().await;
        let origin = host.address().trim_end_matches('/').to_owned();
        phone.command("Storage.overrideQuotaForOrigin", &json!({ "origin": origin, "quotaSize": 1 })).await;
        phone.visit(&format!("{}#game", host.address())).await;
        phone.shows("game").await;
        phone.touch("[data-does='Ada: draw']").await;
        phone.wait_for_text(".answer", "There is no room left on this phone, and nothing was recorded").await;
        assert_eq!(phone.saved("game").await, before);
        phone.command("Storage.overrideQuotaForOrigin", &json!({ "origin": origin })).await;
        phone.touch("[data-does='Ada: draw']").await;
        phone.wait_for("game.table.lines[0].text === 'Ada: hatch 7SK; draw'").await;
        phone.settled(None).await;
        assert!(phone.saved("game").await.contains("\"Ada: hatch 7SK; draw\""));
        phone.close().await;
    });
}

#[test]
fn a_log_goes_to_the_command_and_back() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let host = Host::open();
        let phone = host.phone().await;
        phone.open_file(&folder, "friday", crate::RANCHERS).await;
        phone.shows("friday").await;
        phone.type_line("hatch 7SK; draw").await;
        phone.wait_for("game.table.lines.length === 1").await;
        let out = folder.path().join("saved");
        phone.command("Page.setDownloadBehavior", &json!({ "behavior": "allow", "downloadPath": out })).await;
        phone.open("Save the log").await;
        let saved = out.join("friday.toml");
        let since = Instant::now();
        while !saved.exists() {
            assert!(since.elapsed() < PATIENCE, "nothing was saved");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let run = |arguments: &[&str]| {
            let done =
                Command::new(env!("CARGO_BIN_EXE_fowlplay-in-browser")).args(arguments).arg(&saved).output().expect("it runs");
            (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr))
        };
        let checked = run(&["check"]);
        assert_eq!(checked.0, Some(0), "{}", checked.1);
        let text = fs::read_to_string(&saved).expect("a log");
        let changed = text.replace("\"Ada: hatch 7SK; draw\",", "\"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9WY; draw\",");
        phone.open_file(&folder, "friday", &changed).await;
        phone.wait_for_text("dialog[open]", "There is a game “friday” already").await;
        assert_eq!(phone.barriers(&axe()).await, Vec::<String>::new());
        phone.press("Replace the game").await;
        phone.wait_for("game.name === 'friday' && game.table?.lines.length === 2").await;
        assert_eq!(phone.saved("friday").await, changed);
        // What is no log says why.
        phone.open_file(&folder, "wrong", &changed.replace("hatch 9WY", "hutch 9WY")).await;
        phone.wait_for_text("dialog[open]", "hutch").await;
        assert_eq!(phone.value("document.querySelectorAll('.game').length").await, 1);
        phone.close().await;
    });
}

/// Every kind of request, in the module: what a browser doesn't have, as a clock, is found only there.
#[test]
fn no_request_fails_in_the_module() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let host = Host::open();
        let phone = host.phone().await;
        phone.open_file(&folder, "game", crate::RANCHERS).await;
        phone.shows("game").await;
        let of_game = |command: &str| format!("/api/games/game/{command}");
        let changes = [
            ("record", json!({ "lines": ["hatch 7SK; draw", "hatch 9WY; draw"] })),
            ("undo", json!({})),
            ("redo", json!({})),
            ("amend", json!({ "edits": ["1.2 hatch 9MS; draw"] })),
            ("head", json!({ "changes": { "title": "Friday", "player.Bo": "Bob" } })),
            ("rule", json!({ "rules": { "upkeep": "9" } })),
            ("tally", json!({ "players": ["Ada: 7SK", "Bob: 9MS"] })),
        ];
        let posts = [
            (of_game("try"), json!({ "line": "Ada: hatch 8WL" })),
            (of_game("position"), json!({ "parts": ["Ada: 7SK", "Bo: 9MS", "table: turn Ada"] })),
            ("/api/setup".to_owned(), json!({ "game": "piepmatz", "players": ["Ada", "Bo"] })),
            ("/api/judge".to_owned(), json!({ "game": "blulu", "parts": ["table: 4MS CM", "Ada: capture 4 with 7s 3m"] })),
            ("/api/moves".to_owned(), json!({ "game": "blulu", "parts": ["Ada:", "Bo:", "table: 4MS CM"] })),
        ];
        let queries =
            ["table", "moves?in_view=true", "rules", "show", "score?shown=true", "log", "why?at=1.1", "check", "head", "report"];
        let of_all = ["/api/games", "/api/rules", "/api/rules/blulu?players=3", "/api/stats?shown=true", "/api/stats/page"];
        let changes = changes
            .map(|(command, body)| (of_game(command), format!(", {{ version: game.version, key: createKey(), ...{body} }}")));
        let posts = posts.map(|(path, body)| (path, format!(", {body}")));
        let queries = queries.map(of_game).into_iter().chain(of_all.map(str::to_owned)).map(|path| (path, String::new()));
        for (path, body) in posts.into_iter().chain(changes).chain(queries) {
            let script = format!(
                "(async () => {{ const {{ status, answer }} = await request({path:?}{body}); await refresh(); return [status, answer.error?.message]; }})()"
            );
            let answer = phone.value(&script).await;
            assert_eq!(answer[0], 200, "{path}: {answer}");
        }
        assert!(phone.saved("game").await.contains("[[correction]]"));
        phone.close().await;
    });
}

#[test]
fn one_tab_records_and_the_other_says_so() {
    with_browser(async || {
        let host = Host::open();
        let phone = host.phone().await;
        let client = phone.client();
        let first = client.window().await.expect("a window");
        let second = client.new_window(true).await.expect("a tab").handle;
        client.switch_to_window(second).await.expect("it is there");
        phone.visit(&host.address()).await;
        phone.wait_for_text("main", "fowlplay is open in another tab").await;
        phone.press("Go on here").await;
        phone.wait_for("Boolean(document.querySelector('.tile'))").await;
        client.switch_to_window(first.clone()).await.expect("it is there");
        phone.wait_for_text("main", "fowlplay is open in another tab").await;
        // The one that is left goes on by itself.
        client.close_window().await.expect("it is closed");
        let left = client.windows().await.expect("windows").remove(0);
        client.switch_to_window(left).await.expect("it is there");
        phone.wait_for("Boolean(document.querySelector('.tile'))").await;
        phone.close().await;
    });
}

#[test]
fn a_new_version_is_told_and_loaded_as_a_whole() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let copy = folder.path().join("app");
        let made = Command::new("cp").arg("-r").arg(Path::new(ROOT).join("target/pocket")).arg(&copy).status();
        assert!(made.is_ok_and(|made| made.success()));
        let host = Host::of(copy.clone());
        let phone = host.phone().await;
        let worker = fs::read_to_string(copy.join("sw.js")).expect("the service worker");
        let digest = worker.split('"').find(|part| part.len() == 16).expect("a digest").to_owned();
        let other = "0123456789abcdef";
        fs::rename(copy.join("assets").join(&digest), copy.join("assets").join(other)).expect("moved");
        for name in ["sw.js", "index.html"] {
            let text = fs::read_to_string(copy.join(name)).expect("a file");
            fs::write(copy.join(name), text.replace(&digest, other)).expect("written");
        }
        phone.visit("about:blank").await;
        phone.visit(&host.address()).await;
        phone.wait_for_text(".files", "There is a new version of fowlplay").await;
        let loaded = format!("[...document.querySelectorAll('link')].every(({{ href }}) => href.includes('/{other}/'))");
        assert_eq!(phone.value(&loaded).await, false);
        phone.press("Load it").await;
        phone.wait_for(&format!("document.querySelectorAll('link').length > 9 && {loaded}")).await;
        phone.wait_for("(async () => (await caches.keys()).length === 1)()").await;
        phone.close().await;
    });
}

#[test]
fn nothing_of_the_server_is_shown_on_a_phone_that_is_alone_and_nothing_shuts_anybody_out() {
    let tool = axe();
    let none: [String; 0] = [];
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let host = Host::open();
        let phone = host.phone().await;
        phone.open_file(&folder, "game", &crate::begun("emu-ranchers-two-years.toml", 12)).await;
        phone.shows("game").await;
        for sheet in ["true"].iter().chain(&SHEETS) {
            phone.wait_for(&format!("(closeSheets(), {sheet}, true)")).await;
            phone.wait_for("!/One moment/.test(document.querySelector('dialog[open]')?.textContent)").await;
            let shown = phone.value("document.body.innerText").await;
            for word in ["Links", "To watch", "name: what the others", "Scan", "sealed", "server"] {
                assert!(!shown.as_str().is_some_and(|shown| shown.contains(word)), "{sheet}: {word}");
            }
            assert_eq!(phone.barriers(&tool).await, none, "{sheet}");
        }
        phone.go_home().await;
        assert_eq!(phone.barriers(&tool).await, none);
        assert_eq!(phone.value("document.documentElement.scrollWidth").await, 360);
        assert_eq!(phone.value("document.querySelectorAll('.join .code').length").await, json!(0));
        let stats: Value = phone.value("(openStatistics(), true)").await;
        assert_eq!(stats, true);
        phone.wait_for_text("dialog[open]", "No game was played to its end yet").await;
        phone.close().await;
    });
}
