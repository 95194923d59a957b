//! A server in a folder of its own, and those who ask it: plain sockets, since half of what is asked no client would ask.

use crate::program::{Folder, PROGRAM};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use serde_json::Value;
use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// Nothing takes longer than this, on a busy machine either.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A server while it runs.
pub struct Server {
    child: Child,
    pub port: u16,
    pub watch: String,
    pub record: Option<String>,
}

/// The logs, and the folder in which the server keeps its links.
pub struct House {
    pub folder: Folder,
    state: Folder,
}

impl House {
    pub fn new() -> Self {
        Self { folder: Folder::new(), state: Folder::new() }
    }

    /// With `game.toml` in it.
    pub fn with(log: impl AsRef<[u8]>) -> Self {
        Self { folder: Folder::with(log), state: Folder::new() }
    }

    /// Where the links are kept.
    pub fn kept(&self) -> PathBuf {
        self.state.path("fowlplay")
    }

    /// The program, about to serve.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.current_dir(self.folder.root()).env("XDG_STATE_HOME", self.state.root()).arg("serve").args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Serves the folder.
    pub fn serve(&self) -> Server {
        self.serve_with(&[])
    }

    /// Serves with these arguments too, on any free port if they name none.
    pub fn serve_with(&self, arguments: &[&str]) -> Server {
        let port: &[&str] = if arguments.contains(&"--port") { &[] } else { &["--port", "0"] };
        Server::started(self.command(&[&["--json"], port, arguments].concat())).expect("links")
    }
}

impl Server {
    /// Starts a server, which tells its links as JSON; none if it was killed before it did.
    pub fn started(mut command: Command) -> Option<Self> {
        let mut child = command.spawn().expect("the program starts");
        let mut told = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        while !told.ends_with("}\n") && out.read_line(&mut told).expect("text") > 0 {}
        let Ok(links) = serde_json::from_str::<HashMap<String, Vec<String>>>(&told) else {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        };
        let secret = |which: &str| links[which].first().and_then(|link| Some(link.rsplit_once('#')?.1.to_owned()));
        let watch = secret("watch").expect("a link to watch");
        let port = links["watch"][0].split([':', '/']).nth(4).and_then(|port| port.parse().ok()).expect("a port");
        Some(Self { child, port, record: secret("record"), watch })
    }

    /// Somebody who has the link to record.
    pub fn recorder(&self) -> Phone {
        Phone { port: self.port, secret: Some(self.record.clone().expect("a link to record")) }
    }

    /// Somebody who has the link to watch.
    pub fn watcher(&self) -> Phone {
        Phone { port: self.port, secret: Some(self.watch.clone()) }
    }

    /// Somebody who has no link.
    pub fn stranger(&self) -> Phone {
        Phone { port: self.port, secret: None }
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn signal(&self, signal: Signal) {
        kill(Pid::from_raw(i32::try_from(self.child.id()).expect("an id")), signal).expect("it runs");
    }

    /// Waits for its end: the exit status, none if a signal ended it.
    pub fn ended(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENCE, "it hangs");
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends it with Ctrl-C.
    pub fn end(mut self) {
        self.signal(Signal::SIGINT);
        assert_eq!(self.ended(), Some(0));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Who asks.
#[derive(Clone)]
pub struct Phone {
    pub port: u16,
    pub secret: Option<String>,
}

/// What was answered.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// The names of the headers are in small letters.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Reply {
    fn read(told: &[u8]) -> Option<Self> {
        let end = told.windows(4).position(|four| four == b"\r\n\r\n")?;
        let (head, body) = (String::from_utf8_lossy(&told[..end]), &told[end + 4..]);
        let mut lines = head.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        let reply = Self { status, headers: headers.collect(), body: String::from_utf8_lossy(body).into_owned() };
        // Who was cut off in the middle has told nothing.
        let is_whole = reply.header("content-length").is_none_or(|length| length == body.len().to_string());
        is_whole.then_some(reply)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The whole envelope.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }

    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{self:?}");
        self
    }

    /// What is in the envelope, of what went well or is a foul.
    #[track_caller]
    pub fn answer(self) -> Value {
        self.is(200).json()["answer"].take()
    }

    #[track_caller]
    pub fn version(&self) -> String {
        self.json()["version"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }

    /// What is said of the first thing that is wrong.
    #[track_caller]
    pub fn message(&self) -> String {
        self.json()["answer"]["error"]["message"].as_str().unwrap_or_else(|| panic!("{self:?}")).to_owned()
    }
}

impl Phone {
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream
    }

    /// Sends bytes as they are, and hears what comes until the connection ends. None if that is no answer.
    pub fn try_raw(&self, bytes: &[u8]) -> Option<Reply> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        let _ = stream.write_all(bytes);
        let mut told = Vec::new();
        // Who is cut off in the middle of what it says has heard the answer all the same.
        let _ = stream.read_to_end(&mut told);
        Reply::read(&told)
    }

    #[track_caller]
    pub fn raw(&self, bytes: impl AsRef<[u8]>) -> Reply {
        self.try_raw(bytes.as_ref()).expect("an answer")
    }

    /// The head of a request, with these headers in place of the usual ones of their names (an empty value: without it).
    pub fn head(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
        let mut all =
            vec![("Host".to_owned(), format!("127.0.0.1:{}", self.port)), ("Connection".to_owned(), "close".to_owned())];
        all.extend(self.secret.iter().map(|secret| ("Authorization".to_owned(), format!("Bearer {secret}"))));
        for (name, value) in headers {
            all.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            all.extend((!value.is_empty()).then(|| ((*name).to_owned(), (*value).to_owned())));
        }
        let all = all.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<Vec<_>>().concat();
        format!("{method} {path} HTTP/1.1\r\n{all}\r\n")
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.raw(self.head("GET", path, headers))
    }

    pub fn get(&self, path: &str) -> Reply {
        self.get_with(path, &[])
    }

    /// A whole POST, as it is sent.
    pub fn posted(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> String {
        let length = body.len().to_string();
        let usual = [("Content-Type", "application/json"), ("Content-Length", &length)];
        self.head("POST", path, &[&usual, headers].concat()) + body
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.raw(self.posted(path, &body.to_string(), &[]))
    }

    /// None if nobody answers.
    pub fn try_post(&self, path: &str, body: &Value) -> Option<Reply> {
        self.try_raw(self.posted(path, &body.to_string(), &[]).as_bytes())
    }

    /// The version of `game.toml`.
    #[track_caller]
    pub fn version(&self) -> String {
        self.get("/api/games/game/table").is(200).version()
    }

    /// Records in `game.toml`, for a version, under a key.
    pub fn record(&self, version: &str, key: &str, lines: &[&str]) -> Reply {
        self.post("/api/games/game/record", &serde_json::json!({"version": version, "key": key, "lines": lines}))
    }

    /// Listens to what happens to a log.
    pub fn listen(&self, name: &str) -> Ear {
        let mut stream = self.connect();
        stream.write_all(self.head("GET", &format!("/api/games/{name}/events"), &[]).as_bytes()).expect("sent");
        let (sender, events) = channel();
        thread::spawn(move || {
            let mut kind = String::new();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if let Some(is) = line.strip_prefix("event: ") {
                    is.clone_into(&mut kind);
                } else if let Some(data) = line.strip_prefix("data: ") {
                    let data = serde_json::from_str(data).expect("JSON");
                    if sender.send((kind.clone(), data)).is_err() {
                        return;
                    }
                }
            }
        });
        Ear { events }
    }
}

/// Somebody who listens.
pub struct Ear {
    events: Receiver<(String, Value)>,
}

impl Ear {
    /// The next event.
    #[track_caller]
    pub fn next(&self) -> (String, Value) {
        self.events.recv_timeout(PATIENCE).expect("an event")
    }

    /// The version that it tells of, which is the next event.
    #[track_caller]
    pub fn changed(&self) -> Option<String> {
        let (kind, data) = self.next();
        assert_eq!(kind, "changed", "{data}");
        data["version"].as_str().map(str::to_owned)
    }

    /// Nothing more is told, since the stream has ended.
    pub fn is_over(&self) {
        assert_eq!(self.events.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
    }

    /// What was told so far and not heard yet.
    pub fn heard(&self) -> Vec<(String, Value)> {
        self.events.try_iter().collect()
    }
}
