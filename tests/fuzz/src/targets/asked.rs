//! Requests to the live page: any body at any address, and an API that stays up.

#[path = "../../../games/api/shelf.rs"]
mod shelf;

use fowlplay::{
    log::Log,
    page::api::{Api, Permission, Request},
    referee::{self, Games},
};
use shelf::MemoryShelf;
use std::sync::{Arc, LazyLock};

/// The log that every request finds.
const LOG: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                   \"reveal 10 8 5\",\n  \"Ada: play 3\",\n]\n";

static SHELF: LazyLock<Arc<MemoryShelf>> = LazyLock::new(Arc::default);
static API: LazyLock<Api> = LazyLock::new(|| Api::new(SHELF.clone(), Games::default(), String::new()));

/// The status and the body of a response.
fn ask(method: &str, path: &str, body: &str) -> (u16, String) {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let method = method.parse().expect("a method");
    let response = API.handle(&Request { method, path, query, body: body.as_bytes(), permission: Permission::Record });
    (response.status().as_u16(), response.body())
}

/// The version of the log, as it is told.
fn version() -> String {
    let (status, body) = ask("GET", "/api/games/game/table", "");
    assert_eq!(status, 200, "{body}");
    body.split('"').nth(3).expect("a version").to_owned()
}

/// An address on the first line, `POST` if it has a body; then the body, in which `$V` is the version and `$K` a new key.
pub fn requests(data: &[u8]) {
    SHELF.put("game", LOG);
    let text = String::from_utf8_lossy(data);
    let (path, body) = text.split_once('\n').unwrap_or((&text, ""));
    let before = version();
    let body = body.replace("$V", &before).replace("$K", &format!("{:x}", fastrand::u64(..)));
    let method = if body.is_empty() { "GET" } else { "POST" };
    let (status, answer) = ask(method, &format!("/api/games{path}"), &body);
    assert!([200, 400, 404, 405, 409].contains(&status), "{status}: {answer}");
    let is_done = status == 200 && answer.contains("\"exit\":0");
    let is_judged = status == 200 && answer.contains("\"exit\":1");
    assert!(is_done || is_judged || answer.contains("\"exit\":2"), "{status}: {answer}");
    assert!(answer.starts_with("{\"version\":") && answer.ends_with('}'), "{answer}");
    // What is on the shelf is a log, as it was unless something was done; and it is that of the version that was told.
    let now = SHELF.get("game");
    assert!(is_done || now == LOG, "{status}: {answer}");
    assert!(now == LOG || answer.contains(&version()), "{answer}");
    referee::open(Log::parse(now).expect("a log")).expect("a game");
    SHELF.names().iter().filter(|name| *name != "game").for_each(|name| SHELF.remove(name));
}
