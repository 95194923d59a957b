//! `stats`: who played what, how often and how well.

use super::{OPENING, Table};
use crate::{
    program::{example, examples},
    terminal::Terminal,
};
use serde_json::{Value, json};
use std::fs;

/// A folder with some of the examples.
fn archive(names: &[&str]) -> Table {
    let table = Table::bare();
    for name in names {
        fs::write(table.path(&format!("{name}.toml")), example(name)).expect("written");
    }
    table
}

const FIVE: &[&str] =
    &["emu-ranchers-two-years", "emus-redux-collapse", "emus-redux-tie", "piepmatz-shared-by-four", "emu-ranchers-stopped"];

/// The figures of a player in all games.
fn player(told: &Value, name: &str) -> Value {
    let players = told["in_all"]["players"].as_array().expect("players");
    players.iter().find(|player| player["name"] == name).unwrap_or_else(|| panic!("{name} in {told}")).clone()
}

#[test]
fn the_figures_are_those_counted_by_hand() {
    let told = archive(FIVE).run(&["stats", "--json"]).json();
    let all = &told["in_all"];
    let counts = ["games", "unfinished", "closed", "with_findings", "nobody_won"].map(|key| all[key].clone());
    assert_eq!(counts, [4, 1, 0, 0, 1].map(|count: u32| json!(count)));
    // 7 and −8, 3 and −6, −7 and 16, 27 and 27: won, nobody's, Di's, shared.
    let ada = player(&told, "Ada");
    assert_eq!((&ada["games"], &ada["wins"], &ada["shared"], &ada["win_rate"]), (&json!(4), &json!(2), &json!(1), &json!(0.5)));
    assert_eq!(ada["totals"], json!([]), "points of three games have no average");
    let of = |told: &Value, name: &str| -> Value {
        let players = told["by_game"][1]["players"].as_array().expect("players");
        players.iter().find(|player| player["name"] == name).expect("a player")["totals"].clone()
    };
    assert_eq!(of(&told, "Ada"), json!([{"unit": "points", "games": 2, "average": -2.0, "best": 3, "worst": -7}]));
    assert_eq!(ada["unfinished"], 1);
    let bo = player(&told, "Bo");
    assert_eq!((&bo["wins"], &bo["shared"], &bo["win_rate"]), (&json!(1), &json!(1), &json!(0.25)));
    assert_eq!(of(&told, "Bo")[0]["average"], 5.0);
    // Ada was ahead of Bo once, Bo of Ada where Di won a tie with him, and two games were level.
    assert_eq!(all["head_to_head"][0], json!({"players": ["Ada", "Bo"], "games": 4, "ahead": [1, 1], "level": 2}));
    assert_eq!(told["days"], json!(["2026-11-20", "2026-12-12"]));
    let games: Vec<&Value> = told["by_game"].as_array().expect("games").iter().map(|game| &game["game"]).collect();
    assert_eq!(games, ["emu-ranchers", "emus-redux", "piepmatz"]);
    // Of two who are new the winner has this, by the paper and by hand.
    let rating = told["by_game"][0]["players"][0]["rating"]["value"].as_f64().expect("a rating");
    assert!((rating - 27.635_231_383_473_65).abs() < 1e-9, "{rating}");
    let best = &told["by_game"][0]["best"][0];
    assert_eq!(
        ["kind", "player", "points", "date"].map(|key| &best[key]),
        [&json!("bird"), &json!("Bo"), &json!(21), &json!("2026-11-20")]
    );
}

#[test]
fn tables_on_a_terminal_are_read_by_people() {
    let done = archive(&["emus-redux-collapse", "emus-redux-tie"]).run(&["stats"]);
    assert_eq!((done.status, &*done.err), (0, ""));
    insta::assert_snapshot!(done.out, @r"
    Emus Redux
    2 finished games · 1 that nobody won · 2026-11-21 to 2026-11-28
           games   wins   rate   average   best   worst   fouls        rating
    ──────────────────────────────────────────────────────────────────────────
     Di        2      1   50 %      22.0     28      16       0   30.1 ± 13.6
     Bo        2      0    0 %       5.0     16      −6       0   26.7 ± 13.5
     Cy        2      0    0 %      16.0     28       4       0   23.3 ± 13.5
     Ada       2      0    0 %      −2.0      3      −7       0   19.9 ± 13.6

     Head to head   games   ahead   behind   level
    ───────────────────────────────────────────────
     Bo – Ada           2       1        0       1
     Bo – Cy            2       1        0       1
     Cy – Ada           2       1        0       1
     Di – Ada           2       1        0       1
     Di – Bo            2       1        0       1
     Di – Cy            2       1        0       1

    Best bird (bird 1): 19, Cy, 2026-11-28. 9LK, 7ML and 2WL pay the upkeep of 18
      with 18; PWLY=8, 6LK and PMSL=5 left: earns 19

    Everybody begins with a rating of 25. In 19 cases of 20 the true rating lies
      within the ± range; players are sorted by its lower end.
    ");
    assert!(done.out.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn on_a_usual_terminal_a_name_is_whole_beside_the_time_that_was_played() {
    let timed = example("emu-ranchers-two-years")
        .replacen("\n\n", "\nbegan = 2026-11-20T19:30:00+01:00\nended = 2026-11-20T20:30:00+01:00\n\n", 1)
        .replace("Ada", "Bartholomew");
    let table = Table::bare();
    fs::write(table.path("timed.toml"), timed).expect("written");
    let mut terminal = Terminal::start_on("xterm-256color", (40, 80), table.directory.path(), &[], &["stats"]);
    assert_eq!(terminal.exit(), 0);
    terminal.hear_out();
    assert!(terminal.shown().contains(" Bartholomew  "), "{}", terminal.shown());
}

#[test]
fn on_a_narrow_terminal_columns_are_left_out() {
    let table = archive(&["emus-redux-collapse", "emus-redux-tie"]);
    let longer = example("emu-ranchers-two-years").replace("Ada", "Adalbert of Emuland").replace("Bo", "Bonifatius");
    fs::write(table.path("longer.toml"), longer).expect("written");
    let mut terminal = Terminal::start_on("xterm-256color", (80, 44), table.directory.path(), &[], &["stats"]);
    assert_eq!(terminal.exit(), 0);
    terminal.hear_out();
    insta::assert_snapshot!(terminal.shown(), @r"
    All games
    3 finished games · 1 that nobody won ·
    2026-11-20 to 2026-11-28
                     games   wins        rating
    ────────────────────────────────────────────
     Di                  2      1   30.1 ± 13.6
     Bo                  2      0   26.7 ± 13.5
     Adalbert of         1      1   27.6 ± 15.8
     Emuland
     Cy                  2      0   23.3 ± 13.5
     Bonifatius          1      0   22.4 ± 15.8
     Ada                 2      0   19.9 ± 13.6

     Head to head                ahead   behind
    ────────────────────────────────────────────
     Bo – Ada                        1        0
     Bo – Cy                         1        0
     Cy – Ada                        1        0
     Di – Ada                        1        0
     Di – Bo                         1        0
     Di – Cy                         1        0
     Adalbert of Emuland –           1        0
     Bonifatius

    Emu Ranchers
    1 finished game
                     games   wins        rating
    ────────────────────────────────────────────
     Adalbert of         1      1   27.6 ± 15.8
     Emuland
     Bonifatius          1      0   22.4 ± 15.8

    Best bird (bird 3): 21, Bonifatius,
      2026-11-20. 3SK, 6LK and 9LK pay the
      upkeep of 18 with 18; 4YK, 5YK, 7SK
      and CK left: earns 16 and 5 for an Ace
      or Crown

    Emus Redux
    2 finished games · 1 that nobody won
           games   wins   average        rating
    ────────────────────────────────────────────
     Di        2      1      22.0   30.1 ± 13.6
     Bo        2      0       5.0   26.7 ± 13.5
     Cy        2      0      16.0   23.3 ± 13.5
     Ada       2      0      −2.0   19.9 ± 13.6

    Best bird (bird 1): 19, Cy, 2026-11-28.
      9LK, 7ML and 2WL pay the upkeep of 18
      with 18; PWLY=8, 6LK and PMSL=5 left:
      earns 19

    Everybody begins with a rating of 25.
      In 19 cases of 20 the true rating lies
      within the ± range; players are sorted
      by its lower end.
    ");
}

#[test]
fn every_example_counts_as_score_has_it() {
    for (name, log) in examples() {
        let table = Table::bare();
        fs::write(table.path("game.toml"), log).expect("written");
        let (told, score) = (table.run(&["stats", "--json"]).json(), table.run(&["score", "game.toml", "--json"]).json());
        let checked = table.run(&["check", "game.toml", "--json"]).json()["files"][0].clone();
        let unit = score["unit"].as_str().unwrap_or("points");
        for own in score["players"].as_array().expect("players") {
            let player = player(&told, own["name"].as_str().expect("a name"));
            if checked["complete"] == false {
                assert_eq!((&player["games"], &player["totals"]), (&json!(0), &json!([])), "{name}");
                continue;
            }
            assert_eq!(player["wins"], u32::from(own["winner"] == true), "{name}");
            let total = &player["totals"][0];
            assert_eq!((&total["best"], &total["worst"], &total["unit"]), (&own["total"], &own["total"], &json!(unit)), "{name}");
        }
        if let Some(bird) = told["in_all"]["best"].as_array().expect("the best").iter().find(|best| best["kind"] == "bird") {
            let items = score["players"]
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|player| player["rounds"].as_array().cloned().unwrap_or_default());
            let points = items
                .flat_map(|round| round["items"].as_array().cloned().unwrap_or_default())
                .filter_map(|item| item["points"].as_i64());
            assert_eq!(bird["points"].as_i64(), points.max(), "{name}");
        }
    }
}

#[test]
fn names_are_the_same_whatever_their_case_and_aliases_stand_for_players() {
    let table = archive(&["emu-ranchers-two-years"]);
    let log = example("emu-ranchers-two-years").replace("2026-11-20", "2026-11-21");
    fs::write(table.path("later.toml"), log.replace("Ada", "ADA").replace("Bo", "Bob")).expect("written");
    let told = table.run(&["stats", "--json"]).json();
    assert_eq!(player(&told, "ADA")["games"], 2, "as the latest game spells it");
    let told = table.run(&["stats", "--json", "--alias", "bob=Bo", "--alias", "ada=Ada"]).json();
    assert_eq!((&player(&told, "Ada")["wins"], &player(&told, "Bo")["games"]), (&json!(2), &json!(2)));
    fs::write(table.path("aliases.toml"), "bOB = \"Bo\"\n").expect("written");
    let done = table.run(&["stats", "--json", "--player", "BOB"]);
    assert_eq!((done.status, &player(&done.json(), "Bo")["games"]), (0, &json!(2)), "{}", done.err);
    assert_eq!(table.run(&["export", "--json"]).json()["logs"], 2, "it is no log");
    let done = table.run(&["stats", "--alias", "Ada=Bo"]);
    assert!(done.status == 2 && done.complains("one player, but both play in this game"), "{}", done.err);
    let done = table.run(&["stats", "--alias", "Bo=bob"]);
    assert!(done.status == 2 && done.complains("is an alias, too"), "{}", done.err);
    fs::write(table.path("aliases.toml"), "Bob = 7\n").expect("written");
    let done = table.run(&["stats"]);
    assert!(done.status == 2 && done.complains("aliases.toml, line 1, column 7"), "{}", done.err);
}

#[test]
fn copies_count_once_and_unreadable_logs_are_reported() {
    let table = archive(FIVE);
    let alone = table.run(&["stats", "--json"]).json();
    fs::create_dir(table.path("more")).expect("made");
    fs::copy(table.path("emus-redux-tie.toml"), table.path("more/copy.toml")).expect("copied");
    fs::write(table.path("more/none.toml"), "fowlplay = 2\n").expect("written");
    let done = table.run(&["stats"]);
    assert_eq!(done.status, 2);
    for said in [
        "more/copy.toml is a copy of emus-redux-tie.toml: counted once.",
        "more/none.toml: line 1, column 12: this log is of format 2",
        "1 of 7 logs can't be counted.",
    ] {
        assert!(done.complains(said), "{said}: {}", done.err);
    }
    let told = table.run(&["stats", "--json"]).json();
    assert_eq!((&told["in_all"], &told["by_game"]), (&alone["in_all"], &alone["by_game"]));
    assert_eq!(["logs", "copies", "unread"].map(|key| &told[key]), [&json!(7), &json!(1), &json!(1)]);
    assert_eq!(told["same"], json!([{"file": "more/copy.toml", "same_as": "emus-redux-tie.toml"}]));
    assert_eq!(told["errors"][0]["file"], "more/none.toml");
}

#[test]
fn the_margin_of_a_rating_is_the_same_in_text_page_and_json() {
    let table = archive(FIVE);
    let told = table.run(&["stats", "--json"]).json();
    let text = table.run(&["stats"]).out;
    table.run(&["stats", "-o", "stats.html"]);
    let page = table.text("stats.html");
    let players = told["in_all"]["players"].as_array().expect("players");
    assert!(players.len() > 3);
    for player in players {
        let [value, uncertainty, margin] =
            ["value", "uncertainty", "margin"].map(|key| player["rating"][key].as_f64().expect("a number"));
        assert!((margin - 1.96 * uncertainty).abs() < 1e-9, "95 % of a normal distribution");
        assert!(text.contains(&format!("{value:.1} ± {margin:.1}")), "{player}: {text}");
        assert!(page.contains(&format!("± {margin:.1}")), "{player}");
    }
}

#[test]
fn conflict_copies_of_a_synchronised_folder_are_one_game() {
    let table = archive(&["emu-ranchers-two-years"]);
    let log =
        example("emu-ranchers-two-years").replace("date = 2026-11-20", "date = 2026-11-20\nbegan = 2026-11-20T19:42:11+01:00");
    fs::write(table.path("emu-ranchers-two-years.toml"), &log).expect("written");
    let alone = table.run(&["stats", "--json"]).json();
    let rows = |of: &str| table.run(&["export", "--json", "--table", of]).json()["rows"].clone();
    let tables = ["players", "rounds", "items", "moves", "findings"];
    let exported = tables.map(rows);
    let unfinished = log.lines().filter(|line| !line.contains("done")).collect::<Vec<_>>().join("\r\n");
    for (name, copy) in [
        ("a (Bo's phone, conflicted copy).toml", format!("\u{feff}{unfinished}")),
        ("emu-ranchers-two-years 2.toml", log.replace("[[round]]", "# as we played it\n[[round]]")),
        ("z.sync-conflict-20261121.toml", log.replace("Friday evening", "The long evening")),
    ] {
        fs::write(table.path(name), copy).expect("written");
    }
    let told = table.run(&["stats", "--json"]).json();
    // Of those with all steps the first by name counts.
    let counted = "emu-ranchers-two-years 2.toml";
    let is_same = |stats: &Value| stats.to_string().replace(counted, "emu-ranchers-two-years.toml");
    assert_eq!((is_same(&told["in_all"]), &told["copies"]), (alone["in_all"].to_string(), &json!(3)));
    let games = rows("games");
    let games = games.as_array().expect("rows");
    assert_eq!(games.iter().filter(|game| game["same_as"] == counted).count(), 3);
    let own = games.iter().find(|game| game["file"] == counted).expect("the one that counts");
    assert_eq!((&own["same_as"], &own["complete"]), (&Value::Null, &json!(true)));
    for (of, before) in tables.iter().zip(exported) {
        let without_id = |rows: &Value| {
            let mut rows = rows.clone();
            rows.as_array_mut().into_iter().flatten().for_each(|row| row["game_id"] = Value::Null);
            rows
        };
        assert_eq!(without_id(&rows(of)), without_id(&before), "{of}");
    }
    let done = table.run(&["stats"]);
    assert!(done.complains(&format!("is a copy of {counted}: counted once.")), "{}", done.err);
}

#[test]
fn a_tie_that_nobody_broke_puts_nobody_behind_in_points_first() {
    let table = Table::bare();
    let log = |parts: &str| {
        let head = "fowlplay = 1\ngame = \"emus-redux\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\nkept = \"scores\"\n";
        format!("{head}\n[[round]]\nfirst = \"Ada\"\ntally = [{parts}]\n")
    };
    fs::write(table.path("game.toml"), log("\"Ada: = 10\", \"Bo: = 10\", \"Cy: = 3\"")).expect("written");
    let rows = |of: &str| table.run(&["export", "--json", "--table", of]).json()["rows"].clone();
    let ranks = || -> Vec<Value> { rows("players").as_array().expect("rows").iter().map(|row| row["rank"].clone()).collect() };
    assert_eq!((ranks(), &rows("games")[0]["winners"]), (vec![json!(1), json!(1), json!(3)], &Value::Null));
    let told = table.run(&["stats", "--json"]).json();
    assert_eq!((&told["in_all"]["nobody_won"], &told["in_all"]["undecided"]), (&json!(0), &json!(1)));
    assert!(told["in_all"]["players"].as_array().expect("players").iter().all(|player| player["wins"] == 0));
    let pairs = json!([
        {"players": ["Ada", "Bo"], "games": 1, "ahead": [0, 0], "level": 1},
        {"players": ["Ada", "Cy"], "games": 1, "ahead": [1, 0], "level": 0},
        {"players": ["Bo", "Cy"], "games": 1, "ahead": [1, 0], "level": 0},
    ]);
    assert_eq!(told["in_all"]["head_to_head"], pairs);
    let done = table.run(&["stats"]);
    assert!(done.out.contains("1 finished game · 1 without a recorded tie-break"), "{}", done.out);
    let done = table.run(&["score", "game.toml"]);
    assert!(done.out.contains("Ada and Bo are level.") && done.out.contains("the tie-break isn't recorded"), "{}", done.out);
    let document = table.run(&["score", "game.toml", "--json"]).json();
    assert_eq!((&document["undecided"], &document["winners"]), (&json!(["Ada", "Bo"]), &json!([])));

    let broken = "\"Ada: = 10; hatched 4; lost 1\", \"Bo: = 10; hatched 3; lost 2\", \"Cy: = 3\"";
    fs::write(table.path("game.toml"), log(broken)).expect("written");
    assert_eq!((ranks(), &rows("games")[0]["winners"]), (vec![json!(1), json!(2), json!(3)], &json!("Ada")));
}

#[test]
fn games_are_chosen_by_day_game_and_players() {
    let table = archive(FIVE);
    fs::write(table.path("undated.toml"), example("blulu-brulu")).expect("written");
    let games = |arguments: &[&str]| {
        let told = table.run(&[&["stats", "--json"], arguments].concat()).json();
        (told["in_all"]["games"].as_u64(), told["left_out"].as_u64(), told["undated"].as_u64())
    };
    assert_eq!(games(&[]), (Some(5), Some(0), Some(0)));
    assert_eq!(games(&["--since", "2026-11-21"]), (Some(3), Some(3), Some(1)));
    assert_eq!(games(&["--until", "2026-11-21"]), (Some(2), Some(3), Some(1)));
    assert_eq!(games(&["--since", "2026-11-21", "--until", "2026-11-21"]), (Some(1), Some(5), Some(1)));
    assert_eq!(games(&["--game", "redux"]), (Some(2), Some(4), Some(0)));
    assert_eq!(games(&["--game", "redux", "--game", "piep"]), (Some(3), Some(3), Some(0)));
    assert_eq!(games(&["--player", "cy", "--player", "Di"]), (Some(2), Some(4), Some(0)));
    // Of another only its end is known.
    let ended = example("blulu-brulu").replacen('\n', "\nended = 2026-11-21T22:00:00+01:00\n", 1);
    fs::write(table.path("undated.toml"), ended).expect("written");
    assert_eq!(games(&["--since", "2026-11-21"]), (Some(4), Some(2), Some(0)));
    let done = table.run(&["stats", "--since", "2026-12-01", "--until", "2026-11-01"]);
    assert!(done.status == 2 && done.complains("exchange the two"), "{}", done.err);
    let done = table.run(&["stats", "--player", "Nobody"]);
    assert_eq!((done.status, &*done.out), (0, "No game matches: there is nothing to count. 6 games are left out.\n"));
    for (option, value) in [("--since", "soon"), ("--game", "chess"), ("--alias", "Adi")] {
        assert_eq!(table.run(&["stats", option, value]).status, 2, "{option}");
    }
}

#[test]
fn time_leaves_pauses_out_and_orders_games() {
    let table = archive(&[]);
    let times = |began: &str, ended: &str| {
        format!("date = 2026-11-20\nbegan = 2026-11-20T{began}+01:00\nended = 2026-11-20T{ended}+01:00")
    };
    let log = example("emu-ranchers-two-years");
    let first = log.replace("date = 2026-11-20", &format!("{}\npaused = \"30m\"", times("19:00:00", "21:30:00")));
    fs::write(table.path("z.toml"), first.replace("Ada", "ada")).expect("written");
    fs::write(table.path("a.toml"), log.replace("date = 2026-11-20", &times("22:00:00", "22:05:59"))).expect("written");
    let told = table.run(&["stats", "--json"]).json();
    assert_eq!(told["in_all"]["time"], json!({"games": 2, "seconds": 7559}));
    assert_eq!(player(&told, "Ada")["time"]["seconds"], 7559, "the later game spells the name");
    let done = table.run(&["stats"]);
    assert!(
        done.out.contains("2 finished games · 2026-11-20 · 2 h 5 min played") && done.out.contains("  2:05  "),
        "{}",
        done.out
    );
}

#[test]
fn games_with_findings_count_and_have_a_mark() {
    let table = Table::bare();
    let log = example("emu-ranchers-overruled");
    let without = |line: &str| match line.split_once(" ! ") {
        Some((before, reason)) => format!("{before}\"{}", if reason.ends_with(',') { "," } else { "" }),
        None => line.to_owned(),
    };
    let foul: Vec<String> = log.lines().map(without).collect();
    fs::write(table.path("game.toml"), foul.join("\n")).expect("written");
    let found = table.run(&["check", "game.toml", "--json"]).json()["files"][0]["findings"].clone();
    let told = table.run(&["stats", "--json"]).json();
    assert_eq!((&told["in_all"]["games"], &told["in_all"]["with_findings"]), (&json!(1), &json!(1)), "{found}");
    for name in ["Mona", "Theo"] {
        let own = found.as_array().expect("findings").iter().filter(|finding| finding["actor"] == name).count();
        assert_eq!((&player(&told, name)["fouls"], &player(&told, name)["with_findings"]), (&json!(own), &json!(1)));
    }
    let done = table.run(&["stats"]);
    assert!(done.out.contains("1 with findings") && done.out.contains(" 1* ") && done.out.contains("* in some of these games"));
    assert_eq!(done.status, 0);
}

#[test]
fn a_page_loads_nothing_and_names_stay_text() {
    let table = archive(FIVE);
    let name = "<script>a\u{202e}";
    let log = example("emu-ranchers-two-years").replace("2026-11-20", "2026-11-21").replace("\"Ada", &format!("\"{name}"));
    fs::write(table.path("hostile.toml"), log.replace('\u{202e}', "\\u202e")).expect("written");
    let done = table.run(&["stats", "-o", "page.html"]);
    assert_eq!((done.status, &*done.out, &*done.err), (0, "Written: page.html, 5 finished games\n", ""));
    let page = table.text("page.html");
    for loads in ["src=", "<link", "url(", "@import", "http://", "https://", "<script", "\u{202e}"] {
        let own = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(loads), "{loads}");
    }
    for has in ["<bdi>Ada</bdi>", "&lt;script&gt;a\\u{202e}", "Results over time", "Head to head", "Ratings", "Totals"] {
        assert!(page.contains(has), "{has}");
    }
    assert!(!page.contains("Those who played most."), "nobody is left out");
    let done = table.run(&["stats"]);
    assert!(!done.out.contains('\u{202e}') && done.out.contains("<script>a\\u"), "{}", done.out);
    let done = table.run(&["stats", "--json"]);
    assert!(!done.out.contains('\u{202e}'));
    assert_eq!(player(&done.json(), name)["games"], 1);
    assert_eq!(table.run(&["stats", "-o", "page.html", "--json"]).json()["games"], 5);
    for output in ["page.toml", "nowhere/page.html"] {
        assert_eq!(table.run(&["stats", "-o", output]).status, 2, "{output}");
    }
    let table = Table::with(OPENING);
    assert_eq!(table.run(&["stats", "-o", "page.html"]).out, "Written: page.html, no finished games\n");
}

#[test]
fn a_page_of_one_player_has_the_own_figures_and_games() {
    let table = archive(FIVE);
    let done = table.run(&["stats", "--player", "ada", "-o", "ada.html"]);
    assert_eq!((done.status, &*done.err), (0, ""), "{}", done.out);
    let (page, told) = (table.text("ada.html"), table.run(&["stats", "--player", "ada", "--json"]).json());
    assert!(page.contains("<p class=\"won\"><bdi>Ada</bdi></p>"), "the name is written as in the logs");
    // Charts come first, then the table; every row of both is Ada's, and begins with the name.
    let (charts, figures) =
        (page.find("<h3>Wins</h3>").expect("charts"), page.find("<table class=\"players\"").expect("a table"));
    assert!(charts < figures);
    let rows: Vec<&str> = page.split("<th scope=\"row\"><bdi>").skip(1).filter_map(|row| row.split('<').next()).collect();
    assert!(rows.len() > 5 && rows.iter().all(|name| *name == "Ada"), "{rows:?}");
    let games = told["in_all"]["games"].as_u64().expect("a number");
    let (_, listed) = page.split_once("<table class=\"games\"").expect("the games");
    assert_eq!(listed.matches("<tr>").count() as u64, games + 1, "and the head");
    assert_eq!(listed.matches("★ won").count() as u64, player(&told, "Ada")["wins"].as_u64().expect("a number"));
    // Everybody's page has everybody, and a rating with its margin in every table.
    assert_eq!(table.run(&["stats", "-o", "all.html"]).status, 0);
    let all = table.text("all.html");
    assert!(!all.contains("Latest games") && all.contains("<bdi>Bo</bdi>"));
    assert_eq!(all.matches("<th scope=\"col\">rating</th>").count(), all.matches("<table class=\"players\"").count());
}

#[test]
fn a_sentence_begins_with_a_capital() {
    let told = archive(&["piepmatz-shared-by-four"]);
    let best = told.run(&["stats"]).out;
    let best = best.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(best.contains("Best majority") && best.contains(". The most: "), "{best}");
    assert_eq!(told.run(&["stats", "-o", "stats.html"]).status, 0);
    assert!(told.text("stats.html").contains(". The most: "));
}
