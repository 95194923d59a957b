//! `report`: pages and pictures that open anywhere.

use super::{OPENING, log};
use crate::program::{Folder, example, examples};
use serde_json::{Value, json};

/// What the script of a page is told of a game's tables.
fn tables(page: &str) -> Vec<Value> {
    let scripts = page.split("<script type=\"application/json\">").skip(1);
    scripts.map(|script| serde_json::from_str(script.split("</script>").next().expect("its end")).expect("JSON")).collect()
}

#[test]
fn a_page_loads_nothing_and_has_every_table_of_the_game() {
    for (name, log) in examples() {
        let folder = Folder::with(&log);
        let done = folder.run(&["report", "game.toml", "-o", "game.html", "--json"]);
        assert_eq!(done.json(), json!({"file": "game.html", "games": 1, "halted": null}), "{name}");
        let page = folder.text("game.html");
        assert!(page.len() <= 400_000, "{name}: {} bytes", page.len());
        for loads in ["src=", "<link", "url(", "@import", "http://", "https://"] {
            let own = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!own.contains(loads), "{name} has {loads}");
        }
        let [tables] = &tables(&page)[..] else { panic!("{name}: one game") };
        let (zones, stages) = (tables["zones"].as_array().expect("zones"), tables["stages"].as_array().expect("stages"));
        assert_eq!(stages.len(), page.matches(" data-stage=").count(), "{name}: a table for each line");
        for zone in stages.iter().flat_map(|stage| stage["zones"].as_array().expect("zones")) {
            let index = usize::try_from(zone.as_u64().expect("an index")).expect("an index");
            assert!(zones[index]["priority"] != Value::Null, "{name}");
        }
        let score = folder.run(&["score", "game.toml", "--json"]).json();
        for winner in score["winners"].as_array().expect("winners") {
            assert!(page.contains(&format!("<bdi>{}</bdi>", winner.as_str().expect("a name"))), "{name}");
        }
        // How a capture came about only repeats its cards, so it stands in no line of its own.
        assert!(!name.starts_with("blulu") || page.contains("<li class=\"item\" title="), "{name}");
    }
}

/// What stands between two marks, wherever they are.
fn all_between<'t>(text: &'t str, begin: &'static str, end: &'static str) -> impl Iterator<Item = &'t str> {
    text.split(begin).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

#[test]
fn what_scored_stands_on_a_page_as_pieces_with_their_points() {
    let folder = Folder::with(example("eggs-and-empires-tokens"));
    folder.run(&["report", "game.toml", "-o", "game.html"]);
    let page = folder.text("game.html");
    let score = folder.run(&["score", "game.toml", "--json"]).json();
    let players = score["players"].as_array().expect("players").iter();
    let items = players.flat_map(|player| player["rounds"].as_array().expect("rounds")).map(|round| &round["items"][0]["eggs"]);
    let eggs: Vec<String> =
        items.map(|eggs| serde_json::from_value::<Vec<String>>(eggs.clone()).expect("eggs").join(" ")).collect();
    let eggs: Vec<String> = eggs.iter().map(|eggs| eggs.replace('-', "−")).collect();
    assert!(eggs.iter().any(|eggs| eggs.contains('−')), "{eggs:?}");
    let drawn: Vec<String> = all_between(&page, "<li class=\"item\"", "</li>")
        .map(|item| {
            all_between(item, "<text", "</text>").filter_map(|text| text.split('>').next_back()).collect::<Vec<_>>().join(" ")
        })
        .collect();
    for eggs in eggs {
        assert!(drawn.contains(&eggs), "{eggs} in {drawn:?}");
    }
    assert!(page.contains("aria-label=\"Egg 11\"") && page.contains("aria-label=\"Exploding egg −8\""));
}

#[test]
fn a_page_says_what_the_left_cards_paid() {
    let folder = Folder::with(example("emu-ranchers-two-years"));
    folder.run(&["report", "game.toml", "-o", "game.html"]);
    let page = folder.text("game.html");
    // 3SK, 6LK and 9LK pay the upkeep; 4YK, 5YK, 7SK and CK are left.
    let best = all_between(&page, "<li class=\"item\"", "</li>").find(|item| item.contains("earns 16")).expect("Bo's best bird");
    assert!(best.contains("+21") && best.matches("<svg").count() == 7 && best.matches(" pays\"").count() == 4, "{best}");
    assert!(best.contains("aria-label=\"Crown of Knots\"") && !best.contains(">7SK"), "{best}");
}

#[test]
fn a_chart_begins_with_the_sum_of_the_rounds_that_nobody_recorded() {
    let position = "{ position = [\"Ada: 9; last; before 17\", \"Bo: 3; before 2\", \"table: round 3; 4MS 7SK 9LK CM\"] }";
    let moves = format!("moves = [{position}, \"Bo: capture 4 with 5SW 9WY\"]\n");
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n[[round]]\nfirst = \"Ada\"\n";
    let folder = Folder::with(head.to_owned() + &moves);
    for output in ["game.svg", "game.html"] {
        assert_eq!(folder.run(&["report", "game.toml", "-o", output]).status, Some(0));
        let report = folder.text(output);
        let lines: Vec<&str> = all_between(&report, "<polyline class=\"", "</polyline>").collect();
        assert_eq!(lines.len(), 2, "{output}");
        for line in lines {
            let points: Vec<&str> = all_between(line, "points=\"", "\"").next().expect("points").split(' ').collect();
            let heights: Vec<&str> = points.iter().filter_map(|point| Some(point.split_once(',')?.1)).collect();
            assert!(heights.len() == 2 && heights[0] == heights[1], "{output}: {points:?}");
        }
    }
    let page = folder.text("game.html");
    assert!(page.contains("Round 3: ") && !page.contains("Round 1: ") && !page.contains("Biggest rise"), "{page}");
}

#[test]
fn what_stands_in_a_log_is_never_markup() {
    let title = "</script></style><script>alert(1)</script> *bold* | [x](y) \u{202e}";
    let log = format!(
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"<b>Ada\", \"B|o*\"]\ntitle = {title:?}\nnotes = {title:?}\n\
         [rules]\nyears = 1\n[[round]]\nfirst = \"<b>Ada\"\nmoves = [\"<b>Ada: hatch 7SK; draw\", {:?}]\n",
        format!("note {title}")
    )
    .replace("\\u{202e}", "\\u202e");
    let folder = Folder::with(log);
    let done = folder.run(&["report", "game.toml", "-o", "game.html"]);
    assert_eq!((done.status, &*done.err), (Some(0), &b""[..]));
    let page = folder.text("game.html");
    assert!(!page.contains("<b>") && !page.contains("<script>alert") && !page.contains('\u{202e}'), "{page}");
    assert_eq!(page.matches("</script>").count(), 2, "the tables, and the script");
    assert_eq!(tables(&page).len(), 1);
    let text = folder.run(&["report", "game.toml"]).told();
    assert!(text.contains("\\</script\\>") && text.contains("\\*bold\\* \\| \\[x\\](y)"), "{text}");
    assert!(text.contains("|  | \\<b\\>Ada | B\\|o\\* |"), "{text}");
}

#[test]
fn an_evening_is_one_report_and_is_written_whole() {
    let folder = Folder::with(log(OPENING));
    folder.write("other.toml", log(&["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8WL"]));
    folder.write("evening.html", "yesterday's");
    let done = folder.run(&["report", "game.toml", "other.toml", "-o", "evening.html"]);
    assert_eq!(done.status, Some(0), "{}", done.told());
    let page = folder.text("evening.html");
    assert_eq!(page.matches("<article").count(), 2);
    assert!(page.contains("class=\"clause\">ER-3"), "what was found has its clause");
    assert_eq!(page.matches("<strong>illegal</strong>").count(), 2, "beside its line, and among the verdicts");
    assert_eq!(folder.run(&["report", "game.toml", "none.toml", "-o", "evening.html"]).status, Some(2));
    assert_eq!(folder.text("evening.html"), page, "it is as it was");
    assert_eq!(folder.names().len(), 3, "nothing is left beside it");
}

/// Whether every element ends where it must. Attributes and text hold neither `<` nor `>`.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else { return false };
        let name = tag.split(' ').next().unwrap_or_default();
        let is_escaped = |text: &str| {
            text.split('&').skip(1).all(|rest| ["lt;", "gt;", "amp;", "quot;"].iter().any(|known| rest.starts_with(known)))
        };
        if text.contains('>') || !is_escaped(text) || !is_escaped(tag) || tag.matches('"').count() % 2 > 0 {
            return false;
        }
        match name.strip_prefix('/') {
            Some(name) if open.pop() == Some(name) => {}
            Some(_) => return false,
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    open.is_empty()
}

#[test]
fn a_picture_for_a_chat_is_whole_and_loads_nothing() {
    for (name, log) in examples() {
        let folder = Folder::with(&log);
        assert_eq!(folder.run(&["report", "game.toml", "-o", "game.svg"]).told(), "Written: game.svg\n", "{name}");
        let picture = folder.text("game.svg");
        assert!(picture.starts_with("<svg ") && is_well_formed(&picture), "{name}");
        // Not every viewer knows variables of a style sheet.
        for has in ["src=", "url(h", "url(/", "url(\"", "@import", "https://", "<script", "<image", "var(", "href=\"h"] {
            assert!(!picture.contains(has), "{name} has {has}");
        }
        assert!(picture.len() < 60_000, "{name}: {} bytes", picture.len());
        let score = folder.run(&["score", "game.toml", "--json"]).json();
        for (nth, player) in score["players"].as_array().expect("players").iter().enumerate() {
            assert!(picture.contains(&format!(">{}</text>", player["name"].as_str().expect("a name"))), "{name}");
            assert!(picture.contains(&format!("class=\"p{nth}\"")), "{name}: everybody has a colour");
        }
        // The rows of four are lower, and so are their letters.
        assert_eq!(
            picture.contains("font-size=\"52.0\""),
            score["players"].as_array().is_some_and(|all| all.len() < 4),
            "{name}"
        );
    }
    let folder = Folder::with(log(OPENING));
    folder.write("hostile.toml", log(OPENING).replace("Ada", "<b>Ada & \\u202e"));
    let done = folder.run(&["report", "hostile.toml", "game.toml", "-o", "evening.svg"]);
    assert_eq!(done.status, Some(0), "{}", done.told());
    let picture = folder.text("evening.svg");
    assert!(is_well_formed(&picture) && !picture.contains('\u{202e}') && picture.contains("&lt;b&gt;Ada &amp; "), "{picture}");
    assert_eq!(picture.matches("<g transform=\"translate(0 ").count(), 2, "one game below the other");
    assert!(!is_well_formed("<svg><g></svg>") && !is_well_formed("<svg>a & b</svg>"));
}

#[test]
fn a_report_of_scores_draws_players_while_they_are_there() {
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Mia\", \"Nora\", \"Tom\"]\nkept = \"scores\"\nleft = { Nora = 2 }\n\n\
                [rules]\ntarget = 80\ntable = 0\n";
    let all = "[\"Mia: = 5\", \"Nora: = 30\", \"Tom: = 10\"]";
    let two = "[\"Mia: = 25\", \"Tom: = 5\"]";
    let rounds = [("Mia", all), ("Nora", all), ("Tom", two), ("Mia", two), ("Tom", two)];
    let rounds = rounds.map(|(first, tally)| format!("\n[[round]]\nfirst = \"{first}\"\ntally = {tally}\n"));
    let folder = Folder::with(head.to_owned() + &rounds.concat());
    folder.write("moves.toml", example("emu-ranchers-two-years"));
    for end in ["svg", "html"] {
        let report = |log: &str| {
            assert_eq!(folder.run(&["report", log, "-o", &format!("report.{end}")]).status, Some(0));
            folder.text(&format!("report.{end}"))
        };
        let scores = report("game.toml");
        let points = |player: &str| -> Vec<usize> {
            let lines = all_between(&scores, "<polyline class=\"", "</polyline>");
            lines.filter(|line| line.starts_with(player)).map(|line| line.matches(',').count()).collect()
        };
        assert_eq!((points("p0"), points("p1")), (vec![6], vec![3]), "{end}: a point at the beginning, and one a round");
        assert!(scores.contains("Counted by fowlplay.") && !scores.contains("Refereed"), "{end}");
        assert!(scores.contains("left after round 2"), "{end}");
        assert!(report("moves.toml").contains("Refereed and counted by fowlplay."), "{end}");
    }
}
