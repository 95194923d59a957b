//! `stats`: who played what, how often and how well.

use crate::{
    program::{Folder, example, examples},
    terminal::Terminal,
};
use serde_json::{Value, json};

/// A folder with some of the examples.
fn archive(names: &[&str]) -> Folder {
    let folder = Folder::new();
    for name in names {
        folder.write(&format!("{name}.toml"), example(name));
    }
    folder
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
fn on_a_usual_terminal_a_name_is_whole_beside_the_time_that_was_played() {
    let timed = example("emu-ranchers-two-years")
        .replacen("\n\n", "\nbegan = 2026-11-20T19:30:00+01:00\nended = 2026-11-20T20:30:00+01:00\n\n", 1)
        .replace("Ada", "Bartholomew");
    let folder = Folder::new();
    folder.write("timed.toml", timed);
    let mut terminal = Terminal::start_on("xterm-256color", (40, 80), folder.root(), &[], &["stats"]);
    assert_eq!(terminal.exit(), 0);
    terminal.hear_out();
    assert!(terminal.shown().contains(" Bartholomew  "), "{}", terminal.shown());
}

#[test]
fn on_a_narrow_terminal_columns_are_left_out() {
    let folder = archive(&["emus-redux-collapse", "emus-redux-tie"]);
    let longer = example("emu-ranchers-two-years").replace("Ada", "Adalbert of Emuland").replace("Bo", "Bonifatius");
    folder.write("longer.toml", longer);
    let mut terminal = Terminal::start_on("xterm-256color", (80, 44), folder.root(), &[], &["stats"]);
    assert_eq!(terminal.exit(), 0);
    terminal.hear_out();
    insta::with_settings!({ snapshot_path => "screens", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("stats-44x80", terminal.shown());
    });
}

#[test]
fn every_example_counts_as_score_has_it() {
    for (name, log) in examples() {
        let folder = Folder::new();
        folder.write("game.toml", log);
        let (told, score) = (folder.run(&["stats", "--json"]).json(), folder.run(&["score", "game.toml", "--json"]).json());
        let checked = folder.run(&["check", "game.toml", "--json"]).json()["files"][0].clone();
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
fn the_margin_of_a_rating_is_the_same_in_text_page_and_json() {
    let folder = archive(FIVE);
    let told = folder.run(&["stats", "--json"]).json();
    let text = folder.run(&["stats"]).told();
    folder.run(&["stats", "-o", "stats.html"]);
    let page = folder.text("stats.html");
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
    let folder = archive(&["emu-ranchers-two-years"]);
    let log =
        example("emu-ranchers-two-years").replace("date = 2026-11-20", "date = 2026-11-20\nbegan = 2026-11-20T19:42:11+01:00");
    folder.write("emu-ranchers-two-years.toml", &log);
    let alone = folder.run(&["stats", "--json"]).json();
    let rows = |of: &str| folder.run(&["export", "--json", "--table", of]).json()["rows"].clone();
    let tables = ["players", "rounds", "items", "moves", "findings"];
    let exported = tables.map(rows);
    let unfinished = log.lines().filter(|line| !line.contains("done")).collect::<Vec<_>>().join("\r\n");
    for (name, copy) in [
        ("a (Bo's phone, conflicted copy).toml", format!("\u{feff}{unfinished}")),
        ("emu-ranchers-two-years 2.toml", log.replace("[[round]]", "# as we played it\n[[round]]")),
        ("z.sync-conflict-20261121.toml", log.replace("Friday evening", "The long evening")),
    ] {
        folder.write(name, copy);
    }
    let told = folder.run(&["stats", "--json"]).json();
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
    let done = folder.run(&["stats"]);
    assert!(done.says(&format!("is a copy of {counted}: counted once.")), "{}", done.told());
}

#[test]
fn time_leaves_pauses_out_and_orders_games() {
    let folder = archive(&[]);
    let times = |began: &str, ended: &str| {
        format!("date = 2026-11-20\nbegan = 2026-11-20T{began}+01:00\nended = 2026-11-20T{ended}+01:00")
    };
    let log = example("emu-ranchers-two-years");
    let first = log.replace("date = 2026-11-20", &format!("{}\npaused = \"30m\"", times("19:00:00", "21:30:00")));
    folder.write("z.toml", first.replace("Ada", "ada"));
    folder.write("a.toml", log.replace("date = 2026-11-20", &times("22:00:00", "22:05:59")));
    let told = folder.run(&["stats", "--json"]).json();
    assert_eq!(told["in_all"]["time"], json!({"games": 2, "seconds": 7559}));
    assert_eq!(player(&told, "Ada")["time"]["seconds"], 7559, "the later game spells the name");
    let text = folder.run(&["stats"]).told();
    assert!(text.contains("2 finished games · 2026-11-20 · 2 h 5 min played") && text.contains("  2:05  "), "{text}");
}

#[test]
fn a_page_loads_nothing_and_names_stay_text() {
    let folder = archive(FIVE);
    let name = "<script>a\u{202e}";
    let log = example("emu-ranchers-two-years").replace("2026-11-20", "2026-11-21").replace("\"Ada", &format!("\"{name}"));
    folder.write("hostile.toml", log.replace('\u{202e}', "\\u202e"));
    let done = folder.run(&["stats", "-o", "page.html"]);
    assert_eq!(done.told(), "Written: page.html, 5 finished games\n");
    let page = folder.text("page.html");
    for loads in ["src=", "<link", "url(", "@import", "http://", "https://", "<script", "\u{202e}"] {
        let own = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!own.contains(loads), "{loads}");
    }
    for has in ["<bdi>Ada</bdi>", "&lt;script&gt;a\\u{202e}", "Results over time", "Head to head", "Ratings", "Totals"] {
        assert!(page.contains(has), "{has}");
    }
    assert!(!page.contains("Those who played most."), "nobody is left out");
    let text = folder.run(&["stats"]).told();
    assert!(!text.contains('\u{202e}') && text.contains("<script>a\\u"), "{text}");
    let done = folder.run(&["stats", "--json"]);
    assert!(!done.told().contains('\u{202e}'));
    assert_eq!(player(&done.json(), name)["games"], 1);
}

#[test]
fn a_page_of_one_player_has_the_own_figures_and_games() {
    let folder = archive(FIVE);
    assert_eq!(folder.run(&["stats", "--player", "ada", "-o", "ada.html"]).status, Some(0));
    let (page, told) = (folder.text("ada.html"), folder.run(&["stats", "--player", "ada", "--json"]).json());
    assert!(page.contains("<p class=\"won\"><bdi>Ada</bdi></p>"), "the name is written as in the logs");
    // Charts come first, then the table; every row of both is Ada's, and begins with the name.
    let (charts, figures) =
        (page.find("<h3>Wins</h3>").expect("charts"), page.find("<table class=\"players\"").expect("a table"));
    assert!(charts < figures);
    let rows: Vec<&str> = page.split("<th scope=\"row\"><bdi>").skip(1).filter_map(|row| row.split('<').next()).collect();
    assert!(rows.len() > 5 && rows.iter().all(|name| *name == "Ada"), "{rows:?}");
    let games = told["in_all"]["games"].as_u64().expect("a number");
    let (_, listed) = page.rsplit_once("<table class=\"games\"").expect("the games");
    assert_eq!(listed.matches("<tr>").count() as u64, games + 1, "and the head");
    assert_eq!(listed.matches("★ won").count() as u64, player(&told, "Ada")["wins"].as_u64().expect("a number"));
    // What is counted for a page is told to scripts, too.
    let own = &told["in_all"]["own"];
    let by_players = own["by_players"].as_array().expect("rows");
    assert_eq!(by_players.iter().filter_map(|row| row["games"].as_u64()).sum::<u64>(), games);
    assert!(page.contains("<h3>By number of players</h3>") && page.contains("<h3>Best games</h3>"), "{page}");
    assert_eq!(told["about"]["latest"].as_array().map(Vec::len), usize::try_from(games).ok());
    assert_eq!(own["best_games"], json!([]), "points of several games can't be compared");
    let by_game = told["by_game"].as_array().expect("games");
    for best in by_game.iter().filter_map(|game| game["own"]["best_games"].as_array()) {
        let totals = best.iter().flat_map(|game| game["players"].as_array().expect("players"));
        let totals: Vec<_> =
            totals.filter(|player| player["name"] == "Ada").filter_map(|player| player["total"].as_i64()).collect();
        assert!(!totals.is_empty() && totals.is_sorted_by(|a, b| a >= b), "{totals:?}");
    }
    // Everybody's page has everybody, and a rating with its margin in every table.
    assert_eq!(folder.run(&["stats", "-o", "all.html"]).status, Some(0));
    let all = folder.text("all.html");
    assert!(!all.contains("Latest games") && all.contains("<bdi>Bo</bdi>"));
    assert_eq!(all.matches("<th scope=\"col\">rating</th>").count(), all.matches("<table class=\"players\"").count());
}
