//! The live page under load: two hundred phones hear of each of a hundred steps that two others record, and look at the table after
//! each of twenty; the memory that takes; `show` against a bare handler; the list of a large folder; how long the end takes.
//!
//! Everything is on one machine: the phones take their share of the cores.

use serde_json::{Value, json};
use std::{
    collections::HashMap,
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc, Barrier,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// How much is done: all of it when it is to be measured, and a little when it is only to be seen that it works.
struct Size {
    watchers: usize,
    steps: usize,
    looks: usize,
    logs: usize,
    asking: Duration,
}

const MEASURED: Size = Size { watchers: 200, steps: 100, looks: 20, logs: 2000, asking: Duration::from_secs(5) };
const TRIED: Size = Size { watchers: 10, steps: 4, looks: 2, logs: 20, asking: Duration::from_millis(50) };

/// The server, and the secrets of its links.
struct Served {
    child: Child,
    at: SocketAddr,
    watch: String,
    record: String,
}

fn served(folder: &Path, state: &Path) -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fowlplay-measured"));
    command.args(["serve", "--port", "0", "--json"]).arg(folder).env("XDG_STATE_HOME", state);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut told = String::new();
    while !told.ends_with("}\n") && out.read_line(&mut told).expect("text") > 0 {}
    let links: HashMap<String, Vec<String>> = serde_json::from_str(&told).expect("links");
    let link = |which: &str| links[which][0].strip_prefix("http://").and_then(|link| link.split_once("/join#")).expect("a link");
    let (host, watch) = link("watch");
    Served { child, at: host.parse().expect("an address"), watch: watch.to_owned(), record: link("record").1.to_owned() }
}

impl Served {
    /// Its memory now, and the most so far.
    fn memory(&self) -> String {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let of = |key: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(key));
            line.map_or("unknown", str::trim)
        };
        format!("{} of memory, at most {} so far", of("VmRSS:"), of("VmHWM:"))
    }
}

/// A connection that stays.
struct Asking {
    stream: BufReader<TcpStream>,
    head: String,
}

impl Asking {
    fn at(at: SocketAddr, secret: &str) -> Self {
        let stream = TcpStream::connect(at).expect("it listens");
        stream.set_nodelay(true).expect("a socket");
        Self { stream: BufReader::new(stream), head: format!("Host: {at}\r\nAuthorization: Bearer {secret}\r\n") }
    }

    fn send(&mut self, line: &str, body: &str) {
        let length = if body.is_empty() {
            String::new()
        } else {
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len())
        };
        let text = format!("{line} HTTP/1.1\r\n{}{length}\r\n{body}", self.head);
        self.stream.get_mut().write_all(text.as_bytes()).expect("sent");
    }

    fn ask(&mut self, line: &str, body: &str) -> Vec<u8> {
        self.send(line, body);
        let (mut length, mut header) = (0, String::new());
        loop {
            header.clear();
            self.stream.read_line(&mut header).expect("a header");
            match header.trim_end().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => length = value.parse().expect("a number"),
                _ if header.trim_end().is_empty() => break,
                _ => {}
            }
        }
        let mut answer = vec![0; length];
        self.stream.read_exact(&mut answer).expect("an answer");
        answer
    }

    fn json(&mut self, line: &str, body: &str) -> Value {
        serde_json::from_slice(&self.ask(line, body)).expect("JSON")
    }

    /// Listens: every version with the moment when it was heard of, until `last`, which may come with a first one.
    fn hear(mut self, mut each: impl FnMut(&str) -> bool) {
        self.send("GET /api/games/game/events", "");
        let mut line = String::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line).unwrap_or_default() == 0 {
                return;
            }
            let told: Option<Value> = line.strip_prefix("data: ").and_then(|data| serde_json::from_str(data).ok());
            let version = told.as_ref().and_then(|told| told["version"].as_str());
            if version.is_some_and(|version| !each(version)) {
                return;
            }
        }
    }
}

fn recorded(phone: &mut Asking, version: &str, note: &str) -> String {
    let body = json!({"version": version, "key": note, "lines": [format!("note {note}")]}).to_string();
    let answer = phone.json("POST /api/games/game/record", &body);
    answer["version"].as_str().filter(|_| answer["exit"] == 0).expect("recorded").to_owned()
}

fn told(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let part = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
    println!(
        "{what}: {} in all, median {:.1?}, 99th percentile {:.1?}, slowest {:.1?}",
        times.len(),
        part(50),
        part(99),
        part(100)
    );
}

/// Every watcher hears of every step of two recorders, who record as fast as they are answered: of the step itself, or of a later one,
/// since a stream sends one event for several changes if they come fast.
fn heard(server: &Served, size: &Size) {
    let start = Asking::at(server.at, &server.record).json("GET /api/games/game/table", "")["version"].clone();
    let start = start.as_str().expect("a version").to_owned();
    let (ready, ended) = (Arc::new(Barrier::new(size.watchers + 1)), Arc::new(AtomicBool::new(false)));
    let watching: Vec<_> = (0..size.watchers)
        .map(|_| {
            let (phone, ready, ended) = (Asking::at(server.at, &server.watch), ready.clone(), ended.clone());
            thread::spawn(move || {
                let mut heard: Vec<(String, Instant)> = Vec::new();
                phone.hear(|version| {
                    if heard.is_empty() {
                        ready.wait();
                    }
                    heard.push((version.to_owned(), Instant::now()));
                    !ended.load(Relaxed)
                });
                heard
            })
        })
        .collect();
    ready.wait();
    let recording: Vec<_> = ["a", "b"]
        .map(|who| {
            let (mut phone, mut version, steps) = (Asking::at(server.at, &server.record), start.clone(), size.steps / 2);
            thread::spawn(move || {
                let step = |nth| {
                    let begun = Instant::now();
                    version = recorded(&mut phone, &version, &format!("{who}{nth}"));
                    (version.clone(), begun, begun.elapsed())
                };
                (0..steps).map(step).collect::<Vec<_>>()
            })
        })
        .into();
    let steps: Vec<_> = recording.into_iter().flat_map(|thread| thread.join().expect("recorded")).collect();
    // All have heard of the steps before: with one more they stop listening.
    thread::sleep(Duration::from_millis(500));
    ended.store(true, Relaxed);
    let mut phone = Asking::at(server.at, &server.record);
    let version = phone.json("GET /api/games/game/table", "")["version"].clone();
    recorded(&mut phone, version.as_str().expect("a version"), "the last");
    told("a step until it was answered", &mut steps.iter().map(|(_, _, took)| *took).collect::<Vec<_>>());
    let mut times = Vec::new();
    for thread in watching {
        let heard = thread.join().expect("heard");
        times.extend(steps.iter().map(|(version, begun, took)| {
            let of_step = heard.iter().find(|(heard, at)| heard == version || *at > *begun + *took);
            of_step.expect("heard of").1.saturating_duration_since(*begun)
        }));
    }
    told("a step until a watcher heard of it", &mut times);
}

/// Every watcher looks at the table as soon as it hears that it is another, as the page does.
fn looked(server: &Served, size: &Size) {
    let (looked, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let ready = Arc::new(Barrier::new(size.watchers + 1));
    let watching: Vec<_> = (0..size.watchers)
        .map(|_| {
            let (phone, mut looking) = (Asking::at(server.at, &server.watch), Asking::at(server.at, &server.watch));
            let (ready, looked, ended) = (ready.clone(), looked.clone(), ended.clone());
            // Who says nothing has to go when others come.
            looking.ask("GET /api/games/game/table", "");
            thread::spawn(move || {
                let (mut first, mut times) = (true, Vec::new());
                phone.hear(|_| {
                    if std::mem::take(&mut first) {
                        ready.wait();
                        return true;
                    }
                    looking.ask("GET /api/games/game/table", "");
                    times.push(Instant::now());
                    looked.fetch_add(1, Relaxed);
                    !ended.load(Relaxed)
                });
                times
            })
        })
        .collect();
    ready.wait();
    let mut phone = Asking::at(server.at, &server.record);
    let mut version = phone.json("GET /api/games/game/table", "")["version"].as_str().expect("a version").to_owned();
    let begun: Vec<Instant> = (1..=size.looks)
        .map(|nth| {
            ended.store(nth == size.looks, Relaxed);
            let begun = Instant::now();
            version = recorded(&mut phone, &version, &format!("look {nth}"));
            // The next step comes when all have looked, as it does at a table.
            while looked.load(Relaxed) < nth * size.watchers {
                thread::sleep(Duration::from_millis(1));
            }
            begun
        })
        .collect();
    let all = watching.into_iter().map(|thread| thread.join().expect("looked"));
    let mut times: Vec<Duration> = all
        .flat_map(|times| begun.iter().zip(times).map(|(begun, time)| time.duration_since(*begun)).collect::<Vec<_>>())
        .collect();
    told("a step until a watcher had the table", &mut times);
}

/// How often a second four phones are answered.
fn rate(at: SocketAddr, secret: &str, path: &str, size: &Size) -> f64 {
    let ended = Arc::new(AtomicBool::new(false));
    let asking: Vec<_> = (0..4)
        .map(|_| {
            let (mut phone, ended, line) = (Asking::at(at, secret), ended.clone(), format!("GET {path}"));
            thread::spawn(move || {
                let mut count = 0_u32;
                while !ended.load(Relaxed) {
                    phone.ask(&line, "");
                    count += 1;
                }
                count
            })
        })
        .collect();
    thread::sleep(size.asking);
    ended.store(true, Relaxed);
    let count: u32 = asking.into_iter().map(|thread| thread.join().expect("asked")).sum();
    f64::from(count) / size.asking.as_secs_f64()
}

/// A handler of axum that gives the same text away.
fn bare(text: String) -> SocketAddr {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let at = listener.local_addr().expect("an address");
    listener.set_nonblocking(true).expect("a socket");
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
        runtime.block_on(async {
            let router = axum::Router::new().route("/", axum::routing::get(async || text));
            let listener = tokio::net::TcpListener::from_std(listener).expect("a socket");
            axum::serve(listener, router).await
        })
    });
    at
}

fn main() {
    let size = if std::env::args().any(|argument| argument == "--bench") { &MEASURED } else { &TRIED };
    let folder = tempfile::tempdir().expect("a folder");
    let state = tempfile::tempdir().expect("a folder");
    let examples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("examples");
    let example = examples.join("piepmatz-shared-by-four.toml");
    fs::copy(&example, folder.path().join("game.toml")).expect("copied");
    let mut server = served(folder.path(), state.path());
    println!("at the beginning: {}", server.memory());
    heard(&server, size);
    looked(&server, size);
    println!("with {} watchers: {}", size.watchers, server.memory());
    let shown = Asking::at(server.at, &server.record).ask("GET /api/games/game/show", "");
    println!("show: {} bytes, {:.0} a second", shown.len(), rate(server.at, &server.record, "/api/games/game/show", size));
    println!("table: {:.0} a second", rate(server.at, &server.watch, "/api/games/game/table", size));
    println!("a bare handler: {:.0} a second", rate(bare(String::from_utf8(shown).expect("text")), "", "/", size));
    for nth in 0..size.logs {
        fs::copy(&example, folder.path().join(format!("log {nth}.toml"))).expect("copied");
    }
    for time in ["first", "second"] {
        let begun = Instant::now();
        let listed = Asking::at(server.at, &server.watch).json("GET /api/games", "");
        println!("{} logs listed the {time} time: {:.1?}", listed["answer"].as_array().map_or(0, Vec::len), begun.elapsed());
    }
    let _listening: Vec<_> = (0..size.watchers)
        .map(|_| {
            let mut phone = Asking::at(server.at, &server.watch);
            phone.send("GET /api/games/game/events", "");
            phone.stream.read_line(&mut String::new()).expect("an answer");
            phone
        })
        .collect();
    let begun = Instant::now();
    let ended = Command::new("kill").arg(server.child.id().to_string()).status();
    assert!(ended.is_ok_and(|status| status.success()) && server.child.wait().is_ok_and(|status| status.success()));
    println!("ended with {} listening: {:.1?}", size.watchers, begun.elapsed());
}
