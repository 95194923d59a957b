//! What is asked about a log, about a game without one, and about all logs; and what is no request.

use super::phone::{NEW, Phone};
use serde_json::{Map, Value, json};
use std::{
    sync::atomic::Ordering::SeqCst,
    time::{Duration, Instant},
};

#[test]
fn a_table_that_is_taken_up_tells_what_differs_and_which_turn_is_missing() {
    let phone = Phone::with(NEW);
    phone.record(&["Ada: h 7s .", "Bo: h 9l ."]).is(200);
    let lies = |parts: [&str; 3]| phone.post("position", &json!({ "parts": parts }));
    let one = lies(["Ada: 7s 8yk", "Bo: 9lk", "table: discards -; draw 21; turn Bo"]).answer();
    assert_eq!(one["position"][0], "Ada: 7SK 8YK");
    assert_eq!(one["differs"][0], json!({"part": "Ada: 7SK 8YK", "was": "Ada: 7SK"}));
    assert_eq!(one["missing"]["line"], "Ada: grow 1 8YK; draw");
    assert_eq!(one["only"], "By what lies open, only this can have been played:");
    // A count that follows is told as the log tells its own.
    let counted = lies(["Ada: 7s 8yk", "Bo: 9lk", "table: discards -; turn Bo"]).answer();
    assert_eq!(counted["differs"][1]["part"], "table: discards -; draw 21; turn Bo");
    let several = lies(["Ada: 7SK", "Bo: 9LK", "table: discards 2SY +1; draw 20; turn Ada"]).answer();
    assert_eq!((&several["missing"], &several["only"]), (&Value::Null, &Value::Null));
    assert_eq!(several["differs"].as_array().map(Vec::len), Some(1));
    let wrong = lies(["Ada: 7SK", "Bo: 9LK", "table: discards -; draw 30; turn Ada"]).json;
    assert_eq!((&wrong["exit"], &wrong["answer"]["error"]["verdict"]), (&json!(1), &json!("impossible")));
    assert!(!phone.text().contains("position"), "nothing is written");
}

/// The row of a request in the documentation.
fn described(request: &str) -> &'static str {
    let mut rows = include_str!("../../../src/page_api.md").lines().filter(|line| line.starts_with("| `/api"));
    let name = format!("`{request}`");
    let is_it = |row: &&str| row.split('|').nth(1).is_some_and(|requests| requests.contains(&name));
    rows.find(is_it).unwrap_or_else(|| panic!("{request} isn't described"))
}

#[test]
fn the_documentation_names_each_field_of_an_answer_that_no_command_prints() {
    let phone = Phone::with(NEW);
    let posts = [
        ("/api/games/NAME/position", json!({"parts": ["Ada: 7SK", "Bo: -", "table: discards -; turn Bo"]})),
        ("/api/games/NAME/places", json!({"of": "position"})),
        ("/api/setup", json!({"game": "blulu", "players": ["Ada", "Bo"]})),
    ];
    let gets = ["/api/games", "/api/games/NAME/table", "/api/games/NAME/log", "/api/games/NAME/report", "/api/stats/page"];
    let gets = gets.map(|of| (phone.get(&of.replace("NAME", "game")).answer(), of));
    let posts = posts.map(|(of, body)| (phone.post(&of.replace("NAME", "game"), &body).answer(), of));
    // A list of chapters says more of some.
    let chapters = include_str!("../../../src/page_api.md").split("\n\n").filter(|chapter| chapter.starts_with("- **"));
    let chapters: Vec<&str> = chapters.collect();
    for (answer, of) in gets.into_iter().chain(posts) {
        let says = described(of).to_owned() + &chapters.concat();
        let fields = answer.get(0).unwrap_or(&answer).as_object().expect("an object").keys();
        let undescribed: Vec<&String> = fields
            .filter(|key| *key != "halted") // as every document of a log
            .filter(|key| !says.contains(&format!("`{key}`")) && !says.contains(&format!("\"{key}\"")))
            .collect();
        assert!(undescribed.is_empty(), "{of}: {undescribed:?}");
    }
}

#[test]
fn the_log_is_told_with_what_was_found_and_corrected() {
    let phone = Phone::with(NEW);
    phone.record(&["Ada: hatch 7SK; draw", "Bo: hatch 9WY ! we let it pass"]).is(200);
    phone.record(&["Bo: draw"]).is(200);
    assert_eq!(phone.get("log").answer()["rounds"], json!([{"first": "Ada", "tally": null}]));
    phone.change("undo", json!({})).is(200);
    let log = phone.get("log").answer();
    let line = |at: &str, text: &str| json!({"at": at, "text": text, "kind": null});
    assert_eq!(log["lines"], json!([line("1.1", "Ada: hatch 7SK; draw"), line("1.2", "Bo: hatch 9WY ! we let it pass")]));
    assert_eq!((&log["corrections"][0]["was"], &log["halted"]), (&json!("Bo: draw"), &Value::Null));
}

#[test]
fn a_preview_shows_what_would_change_and_writes_nothing_whatever_its_key() {
    let phone = Phone::with(NEW);
    phone.record(&["Ada: hatch 7SK; draw"]).is(200);
    for (what, mut body) in
        [("amend", json!({"edits": ["1.1 Ada: hatch 5YK; draw"]})), ("rule", json!({"rules": {"upkeep": 20}}))]
    {
        let before = (phone.text(), phone.version());
        body["key"] = json!(what);
        body["preview"] = json!(true);
        let preview = phone.change(what, body.clone()).is(200);
        assert_eq!((phone.text(), preview.version()), before);
        body["preview"] = json!(false);
        let mut written = phone.change(what, body).is(200).json;
        assert_ne!(written["version"], before.1);
        written["version"] = json!(before.1);
        assert_eq!(written, preview.json);
    }
}

/// What a page shows of a score and of a change is added where it is asked for.
#[test]
fn a_score_and_a_preview_are_also_told_as_they_are_shown() {
    let phone = Phone::with(&NEW.replace("moves = [", "moves = [\n  \"Ada: hatch 7SK; draw\","));
    let shown = phone.get("score?shown=true").answer()["shown"].take();
    assert_eq!(shown["headline"], "Bo leads by 11 points");
    assert_eq!(shown["sums"]["rows"][0], json!(["Year 1", "\u{2212}11", "0"]));
    let bird = &shown["rounds"][0]["tallies"][0]["items"][0];
    assert_eq!(json!([bird["label"], bird["points"], bird["cards"][0]["pays"]]), json!(["bird 1", "\u{2212}11", false]));
    let preview = phone.change("amend?shown=true", json!({"preview": true, "edits": ["1.1 Ada: hatch 5YK; draw"]})).answer();
    assert_eq!(preview["shown"], json!([{"title": "The score", "rows": ["Ada: would be \u{2212}13, is \u{2212}11"]}]));
}

#[test]
fn of_a_line_made_by_several_inputs_the_last_is_undone_alone() {
    let phone = Phone::with(NEW);
    let after = |what: &str, body: Value| {
        phone.change(what, body).is(200);
        phone.text().split("[[correction]]").next().unwrap_or_default().to_owned()
    };
    after("record", json!({"lines": ["Ada: hatch 7SK"]}));
    assert!(after("record", json!({"lines": ["Ada: draw"]})).contains("\"Ada: hatch 7SK; draw\""));
    assert!(after("undo", json!({"input": true})).contains("\"Ada: hatch 7SK\""));
    assert!(after("redo", json!({})).contains("\"Ada: hatch 7SK; draw\""));
    // A command takes back the line.
    assert!(!after("undo", json!({})).contains("hatch"));
}

#[test]
fn a_round_that_cannot_begin_so_is_not_asked_about() {
    let phone = Phone::with(NEW);
    for (query, message) in [
        ("first=Nobody", "Nobody"),
        ("first=Bo", "Bo begins no round here: nobody does"),
        ("first=Ada&at=1.1", "give either `first` or `at`, not both"),
    ] {
        let refused = phone.get(&format!("moves?{query}")).is(400);
        assert!(refused.message().contains(message), "{refused:?}");
    }
}

#[test]
fn a_dispute_without_a_log_is_judged_as_the_command_does() {
    let phone = Phone::with(NEW);
    let judged = |lines: Value| {
        let parts = json!(["Ada: 9; last", "Bo: 3", "table: 4MS CM 7WY 9LK"]);
        phone.post("/api/judge", &json!({"game": "blulu", "parts": parts, "lines": lines, "first": "Bo"})).answer()
    };
    assert_eq!(judged(json!(["Ada: capture 4 with 7s 3m"]))["verdict"], "legal");
    assert_eq!(judged(json!(["Ada: trail 7s 3m"]))["clause"], "BL-2.7");
    assert!(judged(json!([]))["expects"].is_array());
    let unsaid = json!({"game": "blulu", "parts": ["Ada:", "Bo:"], "lines": ["Ada: trail 7s 3m"]});
    let usual = phone.post("/api/judge", &unsaid).is(200).json;
    assert_eq!((&usual["exit"], &usual["answer"]["verdict"]), (&json!(0), &json!("legal")));
    phone.watcher().post("/api/judge", &unsaid).is(403);
}

#[test]
fn a_dispute_of_thousands_is_refused_at_once() {
    let phone = Phone::with(NEW);
    let (begun, players) = (Instant::now(), ["Ada:".to_owned(), "Bo:".to_owned(), "table:".to_owned()]);
    for (parts, lines, message) in [
        ((0..7000).map(|nth| format!("p{nth}:")).collect(), vec![], "at most 6 sit at a table"),
        (players.to_vec(), vec!["Ada: trail 4MS"; 3000], "at most 200 lines"),
    ] {
        let refused = phone.post("/api/judge", &json!({"game": "blulu", "parts": parts, "lines": lines})).is(400);
        assert!(refused.message().contains(message), "{refused:?}");
    }
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[test]
fn the_games_are_listed_the_latest_first_and_a_rule_book_is_read_out() {
    let phone = Phone::with(NEW).watcher();
    phone.shelf.put("notes", "this = \"is no log\"");
    phone.shelf.put("broken", "fowlplay = 1\n");
    phone.shelf.put("later", &NEW.replace("players", "title = \"Friday\"\ndate = 2026-11-20\nclosed = \"late\"\nplayers"));
    let listed = phone.get("/api/games").is(200).json;
    assert_eq!((&listed["version"], &listed["exit"]), (&Value::Null, &json!(0)));
    let known = json!({"name": "later", "game": "emu-ranchers", "title": "Friday", "players": ["Ada", "Bo"], "date": "2026-11-20",
        "complete": false, "closed": "late", "totals": ["0", "0"], "acting": ["Ada"], "winners": [], "last": null, "words": null,
        "version": phone.get("/api/games/later/table").version()});
    assert_eq!((&listed["answer"][0], &listed["answer"][1]["name"]), (&known, &json!("game")));
    assert_eq!(listed["answer"].as_array().map(Vec::len), Some(2));
    let covers = phone.get("/api/rules").answer();
    let mut all = covers["games"].as_array().expect("games").iter();
    assert!(all.all(|game| game["cover"].as_array().is_some_and(|cards| cards.len() == 3)), "{covers}");
    let eggs = phone.get("/api/rules/eggs-and-empires").answer();
    let together = eggs["steps"].as_array().expect("kinds of step").iter().filter(|kind| kind["at_once"] == true);
    assert_eq!(together.map(|kind| kind["name"].clone()).collect::<Vec<_>>(), [json!("play")]);
    phone.get("/api/rules/chess").is(404);
    // For a number of players they are those of a table, with its cards.
    let [mut table, mut usual] = ["rules", "/api/rules/emu-ranchers?players=2"].map(|path| phone.get(path).answer());
    assert!(table["in_force"].take() != Value::Null && usual["in_force"].take() != Value::Null);
    assert_eq!(usual, table);
    // Of which species two players remove nothing is said: there are the cards of all.
    let birds = phone.get("/api/rules/piepmatz?players=2").answer();
    let counts = birds["stocks"].as_array().expect("stocks").iter().map(|stock| stock["cards"].as_array().map_or(0, Vec::len));
    assert_eq!(counts.collect::<Vec<_>>(), [36, 36, 3, 36, 5, 3, 5]);
    for players in ["3", "0", "255", "two", "-1", "300"] {
        phone.get(&format!("/api/rules/emu-ranchers?players={players}")).is(400);
    }
}

#[test]
fn what_was_listed_is_read_again_only_when_it_changes() {
    let phone = Phone::with(NEW);
    phone.shelf.put("broken", "fowlplay = 1\n");
    let listed = || -> (Vec<Value>, usize) {
        let list = phone.get("/api/games").answer();
        let names = list.as_array().expect("a list").iter().map(|game| game["name"].clone()).collect();
        (names, phone.shelf.reads.load(SeqCst))
    };
    let before = listed();
    assert_eq!((&before.0, &listed()), (&vec![json!("game")], &before));
    phone.shelf.put("broken", NEW);
    assert_eq!(listed(), (vec![json!("broken"), json!("game")], before.1 + 1), "the last changed first");
}

#[test]
fn a_listed_game_that_goes_on_says_which_cards_its_last_line_names_and_no_more_than_may_be_seen() {
    let phone = Phone::with(NEW);
    phone.record(&["Ada: hatch 7SK; draw 3MW"]).is(200);
    let parts = |phone: &Phone| {
        let listed = phone.get("/api/games").answer()[0].take();
        let words = &listed["words"];
        assert_eq!(words["texts"].as_object().map(Map::len), Some(1));
        (words["texts"][listed["last"].as_str().expect("a line")].clone(), words["cards"].as_array().map(Vec::len))
    };
    let hatched = [json!({"name": "Ada"}), json!(": hatch "), json!({"word": "7SK", "card": 0, "stands": null})];
    let drawn = [json!("; draw "), json!({"word": "3MW", "card": 1, "stands": null})];
    assert_eq!(parts(&phone), (json!([&hatched[..], &drawn].concat()), Some(2)));
    let seen = json!([&hatched[..], &[json!("; draw")]].concat());
    assert_eq!(parts(&phone.watcher()), (seen, Some(1)), "the drawn card is in a hand");
}

#[test]
fn what_is_no_request_is_answered_in_json() {
    let phone = Phone::with(NEW);
    let unknown = "{\"version\":\"\",\"key\":\"k\",\"lines\":[],\"preveiw\":true}";
    for body in ["", "{", "[]", "[\"\", \"k\", [\"note x\"], null]", "null", "{\"lines\": 3}", "\u{1}", unknown] {
        let refused = phone.send("POST", "record", body.as_bytes()).is(400);
        assert_eq!(refused.json["exit"], 2);
        assert!(refused.message().starts_with("the body can't be read"), "{refused:?}");
    }
    let deep = format!(r#"{{"version": "", "key": "k", "rules": {{"a": {}"#, "[".repeat(60_000));
    assert!(phone.send("POST", "rule", deep.as_bytes()).is(400).message().contains("recursion"));
    phone.send("POST", "record", b"\xff\xff").is(400);
    for key in ["", &"x".repeat(101)] {
        assert!(phone.record_at("", key, &["Ada: draw"]).is(400).message().contains("key"));
    }
    assert!(phone.record(&[]).is(400).message().contains("no lines"));
    assert!(phone.get("show?at=x").is(400).message().contains('x'));
    phone.get("show?before=1.1").is(400);
    phone.post("undo", &json!({"version": "", "key": "k", "count": 0})).is(400).message();
    for (method, path, status) in [
        ("GET", "/api/games/%ff/show", 400),
        ("GET", "/api/games/none/show", 404),
        ("GET", "/api/games/..%2Fgame/table", 404),
        ("GET", "nothing", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "record", 405),
        ("DELETE", "table", 405),
    ] {
        phone.send(method, path, b"").is(status).message();
    }
    for (path, status) in [("table", 200), ("rules", 200), ("log", 403), ("record", 405), ("nothing", 404)] {
        phone.watcher().get(path).is(status);
    }
    assert_eq!(phone.text(), NEW);
}

#[test]
fn an_evening_has_the_games_that_are_over_of_its_day_and_people() {
    let log = |date: &str, players: [&str; 3], totals: [u32; 3]| {
        let parts: Vec<String> = players.iter().zip(totals).map(|(name, total)| format!("{name}: = {total}")).collect();
        let head = format!("fowlplay = 1\ngame = \"piepmatz\"\nplayers = {players:?}\ndate = {date}\nkept = \"scores\"\n");
        head + &format!("[[round]]\nfirst = \"Ada\"\ntally = {parts:?}\n")
    };
    let first = log("2026-11-28", ["Ada", "Bo", "Cy"], [30, 12, 15]);
    let phone = Phone::with(&first);
    let games = || phone.table()["ended"]["evening"].take();
    assert_eq!(games(), 1);
    phone.shelf.put("second", &log("2026-11-28", ["Bo", "CY", "Ada"], [9, 8, 7]));
    phone.shelf.put("copy", &first.replace("date", "title = \"again\"\ndate"));
    phone.shelf.put("before", &log("2026-11-27", ["Ada", "Bo", "Cy"], [30, 12, 15]));
    phone.shelf.put("others", &log("2026-11-28", ["Ada", "Bo", "Di"], [30, 12, 15]));
    let unplayed = first.split("[[").next().expect("a head").to_owned();
    phone.shelf.put("unplayed", &unplayed);
    phone.shelf.put("undated", &first.replace("date = 2026-11-28\n", ""));
    let report = phone.get("report?evening=true").answer();
    assert_eq!(report["file"], "evening 2026-11-28.html");
    let page = report["html"].as_str().expect("a page");
    assert_eq!(page.matches("<article").count(), 3, "the standing, and two games: a copy counts once");
    assert!(page.contains("Ada and Bo: 1 win each"), "{page}");
    let picture = phone.get("report?evening=true&picture=true").answer();
    assert_eq!((&picture["file"], picture["svg"].is_string()), (&json!("evening 2026-11-28.svg"), true));
    for name in ["unplayed", "undated"] {
        let refused = phone.get(&format!("/api/games/{name}/report?evening=true")).is(400);
        assert!(refused.message().contains("it is of no evening yet"), "{refused:?}");
    }
    phone.watcher().get("report?evening=true").is(403);
}
