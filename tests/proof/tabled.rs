//! Logs as the tables of an archive: that they say what the referee does, to the last point.

use fowlplay::{
    archive::{ArchiveEntry, ExportTable, JsonlSource, RowFormat, process_all},
    log::{HeadKey, LineRef, Log, LogString, is_position},
    referee::{Referee, document},
    table::is_escaped,
};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// A log as a line of input.
pub fn line(file: &str, text: &str) -> String {
    format!("{}\n", json!({"file": file, "text": text}))
}

/// What is written of some input.
pub fn written(input: &[u8], table: ExportTable, format: RowFormat) -> Vec<u8> {
    let mut all = format.header(table);
    let ended = process_all(
        JsonlSource::of(input),
        fowlplay::referee::Games::default(),
        |entry: ArchiveEntry| format.rows(table, &entry, false),
        |some| {
            all.extend(some.concat());
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(ended.is_continue());
    all
}

/// The rows of a table, by two readers that know nothing of fowlplay: of CSV and of JSON. They say the same.
pub fn rows(input: &[u8], table: ExportTable) -> Vec<Value> {
    let lines = String::from_utf8(written(input, table, RowFormat::Jsonl)).expect("UTF-8");
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    let csv = written(input, table, RowFormat::Csv);
    let mut reader = csv::Reader::from_reader(&csv[..]);
    let columns: Vec<&str> = table.columns().iter().map(|column| column.name).collect();
    assert_eq!(reader.headers().expect("a context"), columns);
    let records: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a row")).collect();
    assert_eq!(records.len(), rows.len(), "{table}");
    for (record, row) in records.iter().zip(&rows) {
        let row = row.as_object().expect("an object");
        assert_eq!(row.len(), columns.len(), "every column, and nothing else");
        for (cell, name) in record.iter().zip(&columns) {
            let said = match &row[*name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            // A cell that would turn the text around it is escaped as a whole.
            let is_escaped_whole = said.contains(is_escaped) && cell.contains("\\u{") && !cell.contains(is_escaped);
            assert!(is_escaped_whole || unescaped(cell, &row[*name]) == said, "{table}.{name}: {cell:?} of {said:?}");
        }
    }
    rows
}

/// A cell of CSV without the apostrophes in front of formulas, at its beginning and behind whatever may separate cells.
fn unescaped(cell: &str, value: &Value) -> String {
    if !value.is_string() {
        return cell.to_owned();
    }
    let parts = cell.split_inclusive([';', ',', '\t', '\r', '\n']);
    let parts = parts.map(|part| {
        let bare = part.trim_start_matches('\'');
        let is_formula = bare.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
        assert!(!is_formula || bare.len() < part.len(), "{cell:?} would be run");
        if is_formula { &part[1..] } else { part }
    });
    parts.collect()
}

/// The rows of one log say what `check`, `score` and `why` say of it.
pub fn rows_agree(referee: &dyn Referee) {
    let [games, players, rounds, items, moves, findings] = ExportTable::ALL.map(|table| rows_of(referee, table));
    let (checked, sheet) = (json!(document::check("a log.toml", referee)), json!(referee.sheet()));
    let id = &games[0]["game_id"];
    assert!(id.as_str().is_some_and(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())));
    for rows in [&players, &rounds, &items, &moves, &findings] {
        assert!(rows.iter().all(|row| row["game_id"] == *id));
    }
    game_agrees(&games, &checked, &sheet, referee.log());
    scores_agree(&players, &rounds, &items, &sheet);
    findings_agree(&findings, &checked);
    moves_agree(&moves, referee);
    let begun = |round: &Value| round["unrecorded"].as_u64().unwrap_or(1);
    assert_eq!(games[0]["rounds"], list(&sheet["players"][0]["rounds"]).iter().map(begun).sum::<u64>());
}

/// The rows of a table of one log.
pub fn rows_of(referee: &dyn Referee, table: ExportTable) -> Vec<Value> {
    rows(line("a log.toml", referee.log().text()).as_bytes(), table)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).expect("a list")
}

fn joined(names: &[Value]) -> Value {
    let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
    if names.is_empty() { Value::Null } else { json!(names.join("; ")) }
}

fn game_agrees(games: &[Value], checked: &Value, sheet: &Value, log: &Log) {
    assert_eq!(games.len(), 1);
    let game = &games[0];
    for key in ["file", "game", "steps", "complete", "closed", "error"] {
        assert_eq!(game[key], checked[key], "{key}");
    }
    let overruled = list(&checked["findings"]).iter().filter(|found| found["kind"] == "overruled").count();
    assert_eq!(game["overruled"], overruled);
    assert_eq!(game["findings"], list(&checked["findings"]).len() - overruled);
    assert_eq!(checked["ok"], game["findings"] == 0);
    assert_eq!(game["winners"], joined(list(&sheet["winners"])));
    let names: Vec<Value> = log.players().iter().map(|name| json!(name.as_str())).collect();
    assert_eq!(game["players"], joined(&names));
    assert_eq!(game["same_as"], Value::Null);
    for key in HeadKey::ALL.into_iter().filter(|key| game.get(key.name()).is_some()) {
        assert_eq!(game[key.name()], json!(log.head(key)), "{}", key.name());
    }
    assert_eq!(game["variant"], json!(log.variant().map(LogString::as_str)));
}

fn sum(rows: &[&Value]) -> Option<i64> {
    rows.iter().map(|row| row["points"].as_i64()).sum()
}

fn scores_agree(players: &[Value], rounds: &[Value], items: &[Value], sheet: &Value) {
    let told = list(&sheet["players"]);
    assert_eq!(players.len(), told.len());
    let count: usize = told.iter().map(|player| list(&player["rounds"]).len()).sum();
    assert_eq!(rounds.len(), count);
    let mut itemised = 0;
    for (nth, (row, player)) in players.iter().zip(told).enumerate() {
        assert_eq!(row["seat"], nth + 1);
        for key in ["name", "total", "winner"] {
            assert_eq!(row[key], player[key], "{key}");
        }
        assert_eq!(row["rank"].is_null(), sheet["complete"] == false);
        let nobody_won = list(&sheet["winners"]).is_empty();
        assert_eq!(row["rank"] == 1, sheet["complete"] == true && (nobody_won || player["winner"] == true));
        let own = |rows: &[Value]| -> Vec<Value> { rows.iter().filter(|other| other["name"] == row["name"]).cloned().collect() };
        let (rounds, items) = (own(rounds), own(items));
        assert_eq!(rounds.len(), list(&player["rounds"]).len());
        let mut begun = 0;
        for (round, told) in rounds.iter().zip(list(&player["rounds"])) {
            let unrecorded = told["unrecorded"].as_u64();
            begun += unrecorded.unwrap_or(1);
            let number = if unrecorded.is_some() { Value::Null } else { json!(begun) };
            assert_eq!((&round["round"], &round["points"]), (&number, &told["total"]));
            let items: Vec<&Value> = items.iter().filter(|item| item["round"] == number).collect();
            assert_eq!(items.len(), list(&told["items"]).len());
            for (item, told) in items.iter().zip(list(&told["items"])) {
                assert_eq!((&item["label"], &item["points"]), (&told["label"], &told["points"]));
                assert!(item["kind"].as_str().is_some_and(|kind| !kind.is_empty()));
            }
            // Of a round before a position nobody has the items.
            if !list(&told["items"]).is_empty() || round["points"] == 0 {
                assert_eq!(sum(&items), round["points"].as_i64(), "what the items bring is the round's");
            }
            itemised += items.len();
        }
        if sheet.get("unit").is_none() {
            assert_eq!(sum(&rounds.iter().collect::<Vec<_>>()), row["total"].as_i64(), "the rounds are the total");
        }
    }
    assert_eq!(items.len(), itemised, "there are no others");
}

fn findings_agree(findings: &[Value], checked: &Value) {
    let told = list(&checked["findings"]);
    assert_eq!(findings.len(), told.len());
    for (row, told) in findings.iter().zip(told) {
        for key in ["round", "line", "step", "actor", "text", "kind", "clause", "message"] {
            assert_eq!(row[key], told[key], "{key}");
        }
        assert_eq!(row["reason"], told.get("reason").cloned().unwrap_or_default());
    }
}

fn moves_agree(moves: &[Value], referee: &dyn Referee) {
    let log = referee.log();
    let places = log
        .rounds()
        .iter()
        .zip(1..)
        .flat_map(|(round, number)| round.lines.iter().zip(1..).map(move |(line, nth)| (LineRef::new(number, nth), line)));
    let mut left = moves.iter();
    for (place, line) in places {
        let steps: Vec<&Value> = left.by_ref().take(line.steps().len()).collect();
        let why = referee.explain(Some(place)).expect("a line of the log");
        for ((row, text), step) in steps.iter().zip(line.steps()).zip(1..) {
            assert_eq!((&row["round"], &row["line"], &row["step"]), (&json!(place.round), &json!(place.line), &json!(step)));
            assert_eq!(row["text"], text);
            let actor = line.actor().map(|written| referee.players().find(written).expect("a player"));
            assert_eq!(row["actor"], json!(actor.map(|seat| referee.players().name(seat))));
        }
        if referee.halted().is_none_or(|halted| place < halted) {
            assert_eq!(why.steps.len(), steps.len(), "{place}");
            for (row, told) in steps.iter().zip(&why.steps) {
                let kind = match row["text"].as_str() {
                    Some(text) if text.starts_with("note ") => "note",
                    Some(text) if is_position(text) => "position",
                    _ => "legal",
                };
                match &told.verdict {
                    None => assert_eq!(row["kind"], kind, "{place}"),
                    Some(verdict) => {
                        assert!(row["kind"] == verdict.word() || row["kind"] == "overruled", "{place}: {row}");
                        assert_eq!(row["clause"], json!(verdict.clause), "{place}");
                    }
                }
            }
        } else if referee.halted().is_some_and(|halted| place > halted) {
            assert!(steps.iter().all(|row| row["kind"].is_null() || row["kind"] == "note"), "{place} is not judged");
        } else if log.line(place).is_some() && why.steps.iter().any(|step| step.verdict.is_some()) {
            assert!(steps.iter().any(|row| row["kind"] == "impossible"), "{place}");
        }
    }
    assert_eq!(left.next(), None);
    let judged = moves.iter().filter(|row| !row["kind"].is_null() && row["kind"] != "note").count();
    assert_eq!(judged, referee.steps());
}
