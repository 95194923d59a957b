//! Requests to the live page: any body at any address, and a server that stays up.

use fowlplay::{
    log::Log,
    page::server::{RecordingPolicy, ServeOptions, Server},
    referee,
};
use std::{
    fs,
    io::{Read as _, Write as _},
    net::TcpStream,
    path::PathBuf,
    sync::OnceLock,
    thread,
    time::Duration,
};

/// The log that every request finds.
const LOG: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                   \"reveal 10 8 5\",\n  \"Ada: play 3\",\n]\n";

/// A server in this process, and its folder.
struct Asked {
    folder: PathBuf,
    host: String,
    secret: String,
}

impl Asked {
    fn start() -> Self {
        // With the tests it goes when what they built goes.
        let beside = option_env!("CARGO_TARGET_TMPDIR").map_or_else(std::env::temp_dir, PathBuf::from);
        let folder = beside.join(format!("fowlplay-asked-{}", std::process::id()));
        let logs = folder.join("logs");
        fs::create_dir_all(&logs).expect("a folder");
        let options = ServeOptions {
            path: logs.clone(),
            port: 0,
            lan: false,
            address: None,
            recording: RecordingPolicy::Alone,
            new_links: false,
            state: Some(folder.join("state")),
            games: fowlplay::referee::Games::default(),
        };
        let server = Server::bind(&options).expect("it can serve");
        let host = server.hosts().remove(0);
        let secret = server.secrets().record.clone().expect("a link to record");
        thread::spawn(move || {
            server.run(|| {
                loop {
                    thread::park();
                }
            })
        });
        Self { folder: logs, host, secret }
    }

    /// The status and the body of an answer.
    fn ask(&self, method: &str, path: &str, body: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n",
            self.host,
            self.secret,
            body.len()
        );
        stream.write_all(&[head.as_bytes(), body].concat()).expect("sent");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        (head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status"), body.to_owned())
    }

    /// The version of the log, as it is told.
    fn version(&self) -> String {
        let (status, body) = self.ask("GET", "/api/games/game/table", b"");
        assert_eq!(status, 200, "{body}");
        body.split('"').nth(3).expect("a version").to_owned()
    }
}

/// An address on the first line, `POST` if it has a body; then the body, in which `$V` is the version and `$K` a new key.
pub fn requests(data: &[u8]) {
    static SERVER: OnceLock<Asked> = OnceLock::new();
    let server = SERVER.get_or_init(Asked::start);
    fs::write(server.folder.join("game.toml"), LOG).expect("written");
    let text = String::from_utf8_lossy(data);
    let (path, body) = text.split_once('\n').unwrap_or((&text, ""));
    // What can't stand in the first line of a request is nothing that a client could send; a stream would not end.
    let path: String = path.chars().filter(char::is_ascii_graphic).take(1000).collect();
    if path.contains("events") || path.contains('%') {
        return;
    }
    let before = server.version();
    let key = format!("{:x}", fastrand::u64(..));
    let body = body.replace("$V", &before).replace("$K", &key);
    let method = if body.is_empty() { "GET" } else { "POST" };
    let (status, answer) = server.ask(method, &format!("/api/games{path}"), body.as_bytes());
    assert!([200, 400, 404, 405, 409, 413].contains(&status), "{status}: {answer}");
    if status == 400 && answer.is_empty() {
        // It is no HTTP, and nobody of ours was asked.
        return;
    }
    let is_done = status == 200 && answer.contains("\"exit\":0");
    let is_judged = status == 200 && answer.contains("\"exit\":1");
    assert!(is_done || is_judged || answer.contains("\"exit\":2") || status == 413, "{status}: {answer}");
    assert!(answer.starts_with("{\"version\":") && answer.ends_with('}'), "{answer}");
    // What is on disk is a log, as it was unless something was done; and it is that of the version that was told.
    let now = fs::read_to_string(server.folder.join("game.toml")).expect("read");
    assert!(is_done || now == LOG, "{status}: {answer}");
    let is_changed = now != LOG;
    let log = Log::parse(now).expect("a log");
    referee::open(log).expect("a game");
    if is_changed {
        assert!(answer.contains(&server.version()), "{answer}");
    }
    for entry in fs::read_dir(&server.folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if !path.ends_with("game.toml") {
            fs::remove_file(path).expect("a new game's log");
        }
    }
}
