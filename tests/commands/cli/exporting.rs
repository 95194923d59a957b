//! `export`: tables of an archive, to a file or to standard output.

use super::{OPENING, Table};
use crate::program::examples;
use serde_json::{Value, json};
use std::fs;

/// A folder of logs: two games, a copy of the first, and what is none.
fn archive() -> Table {
    let table = Table::with(OPENING);
    fs::create_dir(table.path("more")).expect("made");
    fs::copy(table.path("game.toml"), table.path("more/copy.toml")).expect("copied");
    table.write("more/foul.toml", &["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw", "Ada: grow 1 9LK; draw", "Bo: draw"]);
    fs::write(table.path("more/none.toml"), "fowlplay = 2\n").expect("written");
    table
}

#[test]
fn a_table_of_games_has_a_row_for_each_log() {
    let table = archive();
    let done = table.run(&["export"]);
    insta::assert_snapshot!(done.out.replace("\r\n", "\n"), @r#"
    game_id,file,game,variant,date,began,ended,place,title,players,rounds,steps,complete,closed,winners,findings,overruled,same_as,error
    a3a3481e30647cc69a539c959c33b1a7,game.toml,emu-ranchers,,,,,,,Ada; Bo,1,4,false,,,0,0,,
    a3a3481e30647cc69a539c959c33b1a7,more/copy.toml,,,,,,,,,,,,,,,,game.toml,
    9aeb166a6eda56166dd0aafd26dcaf95,more/foul.toml,emu-ranchers,,,,,,,Ada; Bo,1,7,false,,,1,0,,
    ,more/none.toml,,,,,,,,,,,,,,,,,"line 1, column 12: this log is of format 2; this program reads format 1; use a version of fowlplay that reads this format"
    "#);
    assert_eq!((done.status, &*done.err), (2, "1 of 4 logs can't be read; the column `error` says why.\n"));
    assert_eq!((done.out.matches("\r\n").count(), done.out.matches('\n').count()), (5, 5), "RFC 4180");
}

#[test]
fn other_tables_hold_what_can_be_read_and_name_the_rest() {
    let table = archive();
    let done = table.run(&["export", "--table", "findings", "--format", "jsonl"]);
    let row: Value = serde_json::from_str(&done.out).expect("one row");
    assert_eq!((&row["kind"], &row["line"], &row["text"]), (&json!("illegal"), &json!(4), &json!("draw")));
    assert_eq!(done.status, 2);
    assert!(
        done.complains("more/none.toml: line 1, column 12: this log is of format 2; this program reads format 1"),
        "{}",
        done.err
    );
    assert!(done.complains("1 of 4 logs can't be read."), "{}", done.err);
    let done = table.run(&["export", "game.toml", "--table", "items"]);
    assert_eq!(done.status, 0);
    let id = done.out.lines().nth(1).and_then(|line| line.split(',').next()).expect("a row");
    let items = "game_id,round,name,kind,label,points\r\nID,1,Ada,bird,bird 1,-11\r\nID,1,Bo,bird,bird 1,-9\r\n";
    assert_eq!(done.out.replace(id, "ID"), items, "{}", done.out);
}

#[test]
fn the_extension_selects_the_format() {
    let table = archive();
    let done = table.run(&["export", "game.toml", "-t", "moves", "-o", "moves.jsonl"]);
    assert_eq!((done.status, &*done.out, &*done.err), (0, "Written: moves.jsonl, moves of 1 log\n", ""));
    let rows: Vec<Value> = table.text("moves.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(rows.len(), 4);
    let done = table.run(&["export", "-o", "games.csv", "--json"]);
    let error = "line 1, column 12: this log is of format 2; this program reads format 1; use a version of fowlplay that reads this format";
    let file = json!({"file": "more/none.toml", "message": error.split_once(": ").map(|_| error)});
    assert_eq!(
        done.json(),
        json!({"file": "games.csv", "table": "games", "format": "csv", "logs": 4, "unread": 1, "errors": [file]})
    );
    assert_eq!(done.status, 2);
    assert_eq!(table.text("games.csv"), table.run(&["export"]).out);
    let mut names: Vec<_> =
        fs::read_dir(table.path(".")).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect();
    names.sort();
    assert_eq!(names, ["game.toml", "games.csv", "more", "moves.jsonl"], "nothing else is left");
}

#[test]
fn as_json_it_is_one_document() {
    let table = archive();
    let done = table.run(&["export", "--json"]);
    let told = done.json();
    assert_eq!((&told["table"], &told["logs"], &told["unread"]), (&json!("games"), &json!(4), &json!(1)));
    assert_eq!(told["rows"].as_array().map(Vec::len), Some(4));
    assert_eq!((done.status, &*done.err), (2, ""));
    let told = table.run(&["export", "--json", "--table", "findings", "game.toml"]).json();
    assert_eq!(told, json!({"table": "findings", "rows": [], "logs": 1, "unread": 0, "errors": []}));
}

#[test]
fn logs_come_from_standard_input() {
    let table = archive();
    let text = table.text("game.toml");
    let input = format!("{}\nnothing\n{}\n", json!({"file": "a.toml", "text": text}), json!({"file": "b.toml", "text": text}));
    let done = table.run_with(&["export", "-", "--format", "jsonl"], &input);
    let rows: Vec<Value> = done.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((rows.len(), &rows[0]["file"], &rows[2]["same_as"]), (3, &json!("a.toml"), &json!("a.toml")));
    assert!(
        rows[1]["error"].as_str().is_some_and(|error| error.starts_with("line 2 of the input is not a JSON object")),
        "{}",
        rows[1]
    );
    assert_eq!((done.status, &*done.err), (2, "1 of 3 logs can't be read; the column `error` says why.\n"));
    let done = table.run_with(&["export", "-", "game.toml"], "");
    assert!(done.status == 2 && done.complains("- can't be combined with paths"), "{}", done.err);
}

#[test]
fn what_can_not_be_written_is_said_and_nothing_is_left() {
    let table = archive();
    for (output, why) in [
        ("game.toml", "would be the name of a log"),
        ("nowhere/games.csv", "nowhere/games.csv was not saved ("),
        ("more", "more was not saved ("),
    ] {
        let done = table.run(&["export", "-o", output]);
        assert!(done.status == 2 && done.complains(why), "{output}: {}", done.err);
    }
    assert_eq!(table.text("game.toml"), archive().text("game.toml"));
    let done = table.run(&["export", "--me", "Ada"]);
    assert!(done.status == 2 && done.complains("it needs --format bgstats"), "{}", done.err);
    let done = table.run(&["export", "nothing-here"]);
    assert!(done.status == 2 && done.out.contains("there is no file nothing-here"), "{}", done.out);
}

#[test]
fn a_cell_that_a_spreadsheet_would_run_is_harmless() {
    let table = Table::bare();
    let log =
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"@Ada\", \"+Bo\"]\ntitle = \"=1+1\"\nplace = \"a, \\\"b\\\"\\nc\"\n";
    fs::write(table.path("=cmd\n.toml"), log).expect("written");
    let out = table.run(&["export"]).out;
    assert!(out.contains(",\"'=cmd\n.toml\",emu-ranchers,"), "{out}");
    assert!(out.contains(",\"a, \"\"b\"\"\nc\",'=1+1,'@Ada; +Bo,"), "{out}");
    let rows = table.run(&["export", "--json"]).json()["rows"].clone();
    assert_eq!((&rows[0]["file"], &rows[0]["title"]), (&json!("=cmd\n.toml"), &json!("=1+1")), "JSON has them as they are");
}

#[test]
fn the_examples_are_told_as_check_and_score_tell_them() {
    let table = Table::bare();
    fs::create_dir(table.path("logs")).expect("made");
    for (name, log) in examples() {
        fs::write(table.path("logs").join(name), log).expect("written");
    }
    let rows =
        |of: &str| table.run(&["export", "logs", "--table", of, "--json"]).json()["rows"].as_array().cloned().expect("rows");
    let (games, players, items) = (rows("games"), rows("players"), rows("items"));
    assert_eq!(games.len(), examples().len());
    for game in games {
        let file = game["file"].as_str().expect("a name");
        let checked = table.run(&["check", file, "--json"]).json()["files"][0].clone();
        for key in ["file", "game", "complete", "closed", "steps", "error"] {
            assert_eq!(game[key], checked[key], "{file}: {key}");
        }
        let score = table.run(&["score", file, "--json"]).json();
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
    let help = Table::bare().run(&["export", "--help"]).out;
    for table in fowlplay::archive::ExportTable::ALL {
        for column in table.columns() {
            assert!(help.contains(&format!("{}: ", column.name)), "{table}.{}", column.name);
        }
    }
}

#[test]
fn games_that_are_over_go_to_bg_stats() {
    let table = archive();
    for (name, log) in examples() {
        fs::write(table.path("more").join(name), log).expect("written");
    }
    let done = table.run(&["export", "-o", "all.bgsplay", "--me", "ada"]);
    let all = examples().len() + 4;
    assert!(done.status == 2 && done.complains("more/none.toml: line 1, column 12"), "{}", done.err);
    let written = table.text("all.bgsplay");
    let file: Value = serde_json::from_str(&written).expect("JSON");
    // The same games, points and winners as `players` has of all that are over.
    let rows = table.run(&["export", "--table", "games", "--format", "jsonl"]).out;
    let games = rows.lines().map(|row| serde_json::from_str::<Value>(row).expect("a row"));
    let over = games.filter(|game| game["complete"] == true).count();
    let plays = file["plays"].as_array().expect("plays");
    assert!(over > 3 && plays.len() <= over, "{over} games, {} plays", plays.len());
    assert_eq!(done.out, format!("Written: all.bgsplay, {} plays of {all} logs\n", plays.len()));
    assert_eq!(done.complains("Games without a date are left out."), plays.len() < over, "{}", done.err);
    assert!(!done.complains("played none"), "{}", done.err);
    let scores = || plays.iter().flat_map(|play| play["playerScores"].as_array().expect("scores"));
    assert!(scores().any(|score| score["winner"] == true) && scores().all(|score| score["score"].is_string()));
    let me = file["players"].as_array().expect("players").iter().find(|player| player["name"] == "Ada").expect("she played");
    assert_eq!(file["userInfo"]["meRefId"], me["id"]);
    assert_eq!(table.run(&["export", "--format", "bgstats", "--me", "Ada"]).out, written);
    let nobody = table.run(&["export", "--format", "bgstats", "--me", "Adda"]);
    assert!(nobody.complains("Adda played none of these games."), "{}", nobody.err);
    assert!(
        table.run(&["export", "--format", "bgstats", "--table", "moves"]).complains("BG Stats takes games: leave --table out")
    );
}

#[test]
fn in_blulu_the_dealers_neighbour_starts() {
    let table = Table::bare();
    let (_, log) = examples().into_iter().find(|(name, _)| name == "blulu-to-22.toml").expect("an example");
    fs::write(table.path("game.toml"), log).expect("written");
    let file = table.run(&["export", "game.toml", "--format", "bgstats"]).json();
    let scores = file["plays"][0]["playerScores"].as_array().expect("scores");
    let starts: Vec<bool> = scores.iter().filter_map(|score| score["startPlayer"].as_bool()).collect();
    assert_eq!(starts, [false, true], "the first deals (BL-1.4)");
}
