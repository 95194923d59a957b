//! What goes to BG Stats, held against a file that the app wrote.

use fowlplay::{
    archive::bgstats::{Play, Player, play_file},
    log::PlayPeriod,
};
use jiff::{SignedDuration, civil::Date};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The keys in play files that the app writes or reads, and their types.
const FILED: &[(&str, &str)] = &[
    ("about", "string"),
    ("games", "array"),
    ("games.bggId", "number"),
    ("games.bggYear", "number"),
    ("games.cooperative", "boolean"),
    ("games.highestWins", "boolean"),
    ("games.id", "number"),
    ("games.name", "string"),
    ("games.noPoints", "boolean"),
    ("games.usesTeams", "boolean"),
    ("games.uuid", "string"),
    ("locations", "array"),
    ("locations.id", "number"),
    ("locations.name", "string"),
    ("locations.uuid", "string"),
    ("players", "array"),
    ("players.id", "number"),
    ("players.isAnonymous", "boolean"),
    ("players.name", "string"),
    ("players.uuid", "string"),
    ("plays", "array"),
    ("plays.board?", "string"),
    ("plays.comments?", "string"),
    ("plays.durationMin", "number"),
    ("plays.gameRefId", "number"),
    ("plays.ignored", "boolean"),
    ("plays.locationRefId?", "number"),
    ("plays.manualWinner", "boolean"),
    ("plays.playDate", "string"),
    ("plays.playImages", "string"),
    ("plays.playerScores", "array"),
    ("plays.playerScores.newPlayer", "boolean"),
    ("plays.playerScores.playerRefId", "number"),
    ("plays.playerScores.rank", "number"),
    ("plays.playerScores.score", "string"),
    ("plays.playerScores.seatOrder", "number"),
    ("plays.playerScores.startPlayer", "boolean"),
    ("plays.playerScores.winner", "boolean"),
    ("plays.rating", "number"),
    ("plays.rounds", "number"),
    ("plays.scoringSetting", "number"),
    ("plays.usesTeams", "boolean"),
    ("plays.uuid", "string"),
    ("userInfo", "object"),
    ("userInfo.meRefId", "number"),
];

/// Checks that every object of a document has the required keys of the schema, no unknown ones, and the right types.
fn assert_fits(value: &Value, schema: &[(&str, &str)], at: &str) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| assert_fits(item, schema, at)),
        Value::Object(entries) => {
            let inside = |path: &str| path.strip_prefix(at).filter(|key| !key.contains('.')).map(str::to_owned);
            let keys: Vec<String> = schema.iter().filter_map(|(path, _)| inside(path)).collect();
            for key in keys.iter().filter(|key| !key.ends_with('?')) {
                assert!(entries.contains_key(key), "{at}{key} is missing: {value}");
            }
            for (key, value) in entries {
                let path = format!("{at}{key}");
                let known = schema.iter().find(|(known, _)| known.trim_end_matches('?') == path);
                let (_, kind) = known.unwrap_or_else(|| panic!("{path} is known to nobody"));
                let is = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "boolean",
                    Value::Number(_) => "number",
                    Value::String(_) => "string",
                    Value::Array(_) => "array",
                    Value::Object(_) => "object",
                };
                assert_eq!(is, *kind, "{path}");
                assert_fits(value, schema, &format!("{path}."));
            }
        }
        _ => {}
    }
}

fn player(name: &str, total: Option<i32>, rank: Option<u32>, winner: bool) -> Player {
    Player { name: name.to_owned(), total, rank, winner, first: name == "Ada" }
}

fn friday() -> Play {
    Play {
        game: "blulu".to_owned(),
        title: "Blulu".to_owned(),
        file: "friday.toml".to_owned(),
        variant: Some("brulu".to_owned()),
        date: Some(Date::constant(2026, 11, 20)),
        played: PlayPeriod {
            began: Some("2026-11-20T23:10:00+01:00".parse().expect("a moment")),
            ended: Some("2026-11-21T00:30:29+01:00".parse().expect("a moment")),
            paused: SignedDuration::from_mins(35),
        },
        place: Some("under the oak".to_owned()),
        comments: Some("\"close\" & à la carte".to_owned()),
        rounds: 3,
        players: vec![player("Ada", Some(22), Some(1), true), player("Bo", Some(-3), Some(2), false)],
    }
}

/// A log written by hand, of a game that nobody won.
fn bare() -> Play {
    Play {
        game: "emus-redux".to_owned(),
        title: "Emus Redux".to_owned(),
        file: "old.toml".to_owned(),
        variant: None,
        date: Some(Date::constant(2025, 1, 1)),
        played: PlayPeriod::default(),
        place: None,
        comments: None,
        rounds: 1,
        players: vec![player("ADA", Some(4), None, false), player("Cy", None, None, false)],
    }
}

#[test]
fn a_play_file_has_what_such_files_have_and_refers_to_what_is_there() {
    let file = play_file(&[friday(), bare(), Play { date: None, ..bare() }], Some("bo"));
    assert_fits(&file, FILED, "");
    let rows = |table: &str| file[table].as_array().expect("a table").clone();
    assert_eq!(rows("plays").len(), 2, "the third has no day");
    // Names that differ in letter case are one player.
    let names: Vec<Value> = rows("players").iter().map(|player| player["name"].clone()).collect();
    assert_eq!(names, ["Ada", "Bo", "Cy"]);
    assert_eq!(file["userInfo"]["meRefId"], 2);
    let ids = |table: &str| rows(table).iter().map(|row| row["id"].as_u64().expect("a number")).collect::<BTreeSet<_>>();
    for play in rows("plays") {
        assert!(ids("games").contains(&play["gameRefId"].as_u64().expect("a number")));
        assert!(play["locationRefId"].as_u64().is_none_or(|place| ids("locations").contains(&place)));
        for score in play["playerScores"].as_array().expect("scores") {
            assert!(ids("players").contains(&score["playerRefId"].as_u64().expect("a number")));
        }
    }
    let [friday, bare] = &rows("plays")[..] else { panic!("two plays") };
    assert_eq!((&friday["playDate"], &friday["board"]), (&json!("2026-11-21 00:30:29"), &json!("brulu")));
    assert_eq!((&friday["manualWinner"], &bare["manualWinner"]), (&json!(false), &json!(true)));
    assert_eq!(bare["playerScores"][1]["score"], "");
}

#[test]
fn a_play_keeps_its_uuid_when_its_log_is_mended() {
    let uuid = |play: Play| play_file(&[play], None)["plays"][0]["uuid"].as_str().expect("a text").to_owned();
    let mended = Play { comments: None, variant: None, file: "moved.toml".to_owned(), ..friday() };
    assert_eq!(uuid(mended), uuid(friday()));
    let uuids: BTreeSet<String> =
        [friday(), bare(), Play { file: "older.toml".to_owned(), ..bare() }].into_iter().map(uuid).collect();
    assert_eq!(uuids.len(), 3);
    let uuid = uuid(friday());
    assert_eq!((uuid.len(), &uuid[14..15], &uuid[8..9]), (36, "8", "-"));
}
