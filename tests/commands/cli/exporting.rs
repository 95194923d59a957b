//! `export`, of the examples, to spreadsheets and to BG Stats.

use super::{OPENING, log};
use crate::program::{Folder, examples, run_in};
use serde_json::{Value, json};

/// A folder with all examples in `logs`.
fn archive() -> Folder {
    let folder = Folder::new();
    for (name, log) in examples() {
        folder.write(&format!("logs/{name}"), log);
    }
    folder
}

#[test]
fn logs_come_from_standard_input() {
    let text = log(OPENING);
    let input = format!("{}\nnothing\n{}\n", json!({"file": "a.toml", "text": text}), json!({"file": "b.toml", "text": text}));
    let done = run_in(Folder::new().root(), &["export", "-", "--format", "jsonl"], &input);
    let told = String::from_utf8(done.out).expect("UTF-8");
    let rows: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((rows.len(), &rows[0]["file"], &rows[2]["same_as"]), (3, &json!("a.toml"), &json!("a.toml")));
    let error = rows[1]["error"].as_str().expect("an error");
    assert!(error.starts_with("line 2 of the input is not a JSON object"), "{error}");
    assert_eq!((done.status, &*done.err), (Some(2), &b"1 of 3 logs can't be read; the column `error` says why.\n"[..]));
}

#[test]
fn the_examples_are_told_as_check_and_score_tell_them() {
    let folder = archive();
    let rows =
        |of: &str| folder.run(&["export", "logs", "--table", of, "--json"]).json()["rows"].as_array().cloned().expect("rows");
    let (games, players, items) = (rows("games"), rows("players"), rows("items"));
    assert_eq!(games.len(), examples().len());
    for game in games {
        let file = game["file"].as_str().expect("a name");
        let checked = folder.run(&["check", file, "--json"]).json()["files"][0].clone();
        for key in ["file", "game", "complete", "closed", "steps", "error"] {
            assert_eq!(game[key], checked[key], "{file}: {key}");
        }
        let score = folder.run(&["score", file, "--json"]).json();
        let of_game =
            |rows: &[Value]| -> Vec<Value> { rows.iter().filter(|row| row["game_id"] == game["game_id"]).cloned().collect() };
        let told = score["players"].as_array().expect("players");
        assert_eq!(of_game(&players).len(), told.len());
        for (row, player) in of_game(&players).iter().zip(told) {
            assert_eq!((&row["name"], &row["total"], &row["winner"]), (&player["name"], &player["total"], &player["winner"]));
            let points: i64 = of_game(&items)
                .iter()
                .filter(|item| item["name"] == row["name"])
                .filter_map(|item| item["points"].as_i64())
                .sum();
            let sum: i64 = player["rounds"].as_array().expect("rounds").iter().filter_map(|round| round["total"].as_i64()).sum();
            assert_eq!(points, sum, "{file}: {}", row["name"]);
        }
    }
}

#[test]
fn the_help_lists_every_column() {
    let help = Folder::new().run(&["export", "--help"]).told();
    for table in fowlplay::archive::ExportTable::ALL {
        for column in table.columns() {
            assert!(help.contains(&format!("{}: ", column.name)), "{table}.{}", column.name);
        }
    }
}

#[test]
fn games_that_are_over_go_to_bg_stats() {
    let folder = archive();
    folder.write("logs/none.toml", "fowlplay = 2\n");
    let done = folder.run(&["export", "-o", "all.bgsplay", "--me", "ada"]);
    assert!(done.status == Some(2) && done.says("logs/none.toml: line 1, column 12"), "{}", done.told());
    let written = folder.text("all.bgsplay");
    let file: Value = serde_json::from_str(&written).expect("JSON");
    // The same games, points and winners as `players` has of all that are over.
    let rows = folder.run(&["export", "--table", "games", "--json"]).json()["rows"].as_array().cloned().expect("rows");
    let over = rows.iter().filter(|game| game["complete"] == true).count();
    let plays = file["plays"].as_array().expect("plays");
    assert!(over > 3 && plays.len() <= over, "{over} games, {} plays", plays.len());
    let written_of = format!("Written: all.bgsplay, {} plays of {} logs\n", plays.len(), examples().len() + 1);
    assert_eq!(String::from_utf8_lossy(&done.out), written_of);
    assert_eq!(done.says("Games without a date are left out."), plays.len() < over, "{}", done.told());
    assert!(!done.says("played none"), "{}", done.told());
    let scores = || plays.iter().flat_map(|play| play["playerScores"].as_array().expect("scores"));
    assert!(scores().any(|score| score["winner"] == true) && scores().all(|score| score["score"].is_string()));
    let me = file["players"].as_array().expect("players").iter().find(|player| player["name"] == "Ada").expect("she played");
    assert_eq!(file["userInfo"]["meRefId"], me["id"]);
    assert_eq!(folder.run(&["export", "--format", "bgstats", "--me", "Ada"]).out, written.as_bytes());
    assert!(folder.run(&["export", "--format", "bgstats", "--me", "Adda"]).says("Adda played none of these games."));
}
