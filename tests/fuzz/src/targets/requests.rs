//! Requests to the live page: any body at any address.

#[allow(dead_code, reason = "tests ask more")]
#[path = "../../../games/api/phone.rs"]
mod phone;
#[path = "../../../games/api/shelf.rs"]
mod shelf;

use fowlplay::{log::Log, referee};
use phone::{Phone, Reply};

/// The log that every request finds.
const LOG: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                   \"reveal 10 8 5\",\n  \"Ada: play 3\",\n]\n";

/// An address on the first line, `POST` if it has a body; then the body, in which `$V` is the version and `$K` a new key.
pub fn requests(data: &[u8]) {
    let phone = Phone::with(LOG);
    let text = String::from_utf8_lossy(data);
    let (path, body) = text.split_once('\n').unwrap_or((&text, ""));
    let body = body.replace("$V", &phone.version()).replace("$K", &format!("{:x}", fastrand::u64(..)));
    let method = if body.is_empty() { "GET" } else { "POST" };
    let Reply { status, json } = phone.send(method, &format!("/api/games{path}"), body.as_bytes());
    assert!([200, 400, 404, 405, 409].contains(&status), "{status}: {json}");
    let is_done = status == 200 && json["exit"] == 0;
    assert!(is_done || status == 200 && json["exit"] == 1 || json["exit"] == 2, "{status}: {json}");
    assert!(json.get("version").is_some(), "{json}");
    // What is on the shelf is a log, as it was unless something was done; and it is that of the version that was told.
    let now = phone.text();
    assert!(is_done || now == LOG, "{status}: {json}");
    assert!(now == LOG || json.to_string().contains(&phone.version()), "{json}");
    referee::open(Log::parse(now).expect("a log")).expect("a game");
}
