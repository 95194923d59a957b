//! `report`: a page that opens anywhere, and a text for a chat.

use super::{OPENING, Table};
use crate::program::{example, examples};
use serde_json::{Value, json};
use std::fs;

/// What the script of a page is told of a game's tables.
fn tables(page: &str) -> Vec<Value> {
    let scripts = page.split("<script type=\"application/json\">").skip(1);
    scripts.map(|script| serde_json::from_str(script.split("</script>").next().expect("its end")).expect("JSON")).collect()
}

#[test]
fn a_text_for_a_chat_has_the_result_the_sheet_and_three_moments() {
    let table = Table::bare();
    fs::write(table.path("game.toml"), example("emu-ranchers-two-years")).expect("written");
    let done = table.run(&["report", "game.toml"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    insta::assert_snapshot!(done.out, @r"
    # Friday evening

    Emu Ranchers · Ada and Bo · 2026-11-20 · the kitchen table

    **Ada wins.**

    |  | Ada | Bo |
    | --- | ---: | ---: |
    | Year 1 | 19 | −13 |
    | Year 2 | −12 | 5 |
    | in all | 7 | −8 |

    - **Best of the sheet**: Bo, bird 3: 21 points. 3SK, 6LK and 9LK pay the upkeep of 18 with 18; 4YK, 5YK, 7SK and CK left: earns 16 and 5 for an Ace or Crown
    - **Biggest rise** (2.24): Ada rose by 19 points, from −26 to −7 (Ada: grow 3 9MS; draw).
    - **Closest call of the second half** (2.25): Only one point separated Ada (−7) and Bo (−8).
    ");
    let done = table.run(&["report", "game.toml", "-o", "game.md"]);
    assert_eq!((done.status, done.out.as_str()), (0, "Written: game.md\n"));
    let told = table.run(&["report", "game.toml", "--json"]).json();
    assert_eq!(told["markdown"], table.text("game.md").as_str());
}

#[test]
fn what_a_round_brings_when_it_is_counted_is_no_lines() {
    let rise = |example: &str| -> String {
        let table = Table::bare();
        let log = examples().into_iter().find(|(name, _)| name == example).expect("an example").1;
        fs::write(table.path("game.toml"), log).expect("written");
        let told = table.run(&["report", "game.toml"]).out;
        told.lines().find_map(|line| line.strip_prefix("- **Biggest rise** ")).expect("a rise").to_owned()
    };
    assert_eq!(rise("eggs-and-empires-six-at-the-table.toml"), "(3.107): Finn rose by 47 points, from 45 to 92 in round 3.");
    assert_eq!(rise("eggs-and-empires-tokens.toml"), "(1.59): Pim rose by 1 token, from 0 to 1 in round 1.");
    assert_eq!(rise("blulu-to-22.toml"), "(4.17): Ada rose by 9 points, from 15 to 24 in round 4.");
    let piepmatz = "(1.29): Ines rose by 13 points, from 38 to 51 (Ines: adds BU2 BU4).";
    assert_eq!(rise("piepmatz-two-at-the-window.toml"), piepmatz, "it is counted as it is played");
}

#[test]
fn a_page_loads_nothing_and_has_every_table_of_the_game() {
    for (name, log) in examples() {
        let table = Table::bare();
        fs::write(table.path("game.toml"), &log).expect("written");
        let done = table.run(&["report", "game.toml", "-o", "game.html", "--json"]);
        assert_eq!(done.json(), json!({"file": "game.html", "games": 1, "halted": null}), "{name}");
        let page = table.text("game.html");
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
        let score = table.run(&["score", "game.toml", "--json"]).json();
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
    let table = Table::bare();
    fs::write(table.path("game.toml"), example("eggs-and-empires-tokens")).expect("written");
    table.run(&["report", "game.toml", "-o", "game.html"]);
    let page = table.text("game.html");
    let score = table.run(&["score", "game.toml", "--json"]).json();
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
fn a_page_says_first_who_won_and_what_the_left_cards_paid() {
    let table = Table::bare();
    fs::write(table.path("game.toml"), example("emu-ranchers-two-years")).expect("written");
    table.run(&["report", "game.toml", "-o", "game.html"]);
    let page = table.text("game.html");
    assert!(page.contains("<p class=\"won\">Ada wins</p>"));
    // 3SK, 6LK and 9LK pay the upkeep; 4YK, 5YK, 7SK and CK are left.
    let best = all_between(&page, "<li class=\"item\"", "</li>").find(|item| item.contains("earns 16")).expect("Bo's best bird");
    assert!(best.contains("+21") && best.matches("<svg").count() == 7 && best.matches(" pays\"").count() == 4, "{best}");
    assert!(best.contains("aria-label=\"Crown of Knots\"") && !best.contains(">7SK"), "{best}");
    // One mark for each year, on the slider and on the chart.
    assert_eq!(page.matches(" data-to=\"").count(), 2);
    assert_eq!(page.matches("<polyline").count(), 2);
}

#[test]
fn a_chart_begins_with_the_sum_of_the_rounds_that_nobody_recorded() {
    let table = Table::bare();
    let position = "{ position = [\"Ada: 9; last; before 17\", \"Bo: 3; before 2\", \"table: round 3; 4MS 7SK 9LK CM\"] }";
    let moves = format!("moves = [{position}, \"Bo: capture 4 with 5SW 9WY\"]\n");
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n[[round]]\nfirst = \"Ada\"\n";
    fs::write(table.path("game.toml"), head.to_owned() + &moves).expect("written");
    for output in ["game.svg", "game.html"] {
        assert_eq!(table.run(&["report", "game.toml", "-o", output]).status, 0);
        let report = table.text(output);
        let lines: Vec<&str> = all_between(&report, "<polyline class=\"", "</polyline>").collect();
        assert_eq!(lines.len(), 2, "{output}");
        for line in lines {
            let points: Vec<&str> = all_between(line, "points=\"", "\"").next().expect("points").split(' ').collect();
            let heights: Vec<&str> = points.iter().filter_map(|point| Some(point.split_once(',')?.1)).collect();
            assert!(heights.len() == 2 && heights[0] == heights[1], "{output}: {points:?}");
        }
    }
    let page = table.text("game.html");
    assert!(page.contains("Round 3: ") && !page.contains("Round 1: ") && !page.contains("Biggest rise"), "{page}");
}

#[test]
fn rounds_are_told_apart_on_a_page_where_there_are_several() {
    let headings = |name: &str| {
        let table = Table::bare();
        fs::write(table.path("game.toml"), example(name)).expect("written");
        table.run(&["report", "game.toml", "-o", "game.html"]);
        table.text("game.html").matches("<h2>Round ").count()
    };
    assert_eq!(headings("piepmatz-two-at-the-window"), 0);
    assert_eq!(headings("eggs-and-empires-tokens"), 4);
}

#[test]
fn what_stands_in_a_log_is_never_markup() {
    let table = Table::bare();
    let title = "</script></style><script>alert(1)</script> *bold* | [x](y) \u{202e}";
    let log = format!(
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"<b>Ada\", \"B|o*\"]\ntitle = {title:?}\nnotes = {title:?}\n\
         [rules]\nyears = 1\n[[round]]\nfirst = \"<b>Ada\"\nmoves = [\"<b>Ada: hatch 7SK; draw\", {:?}]\n",
        format!("note {title}")
    )
    .replace("\\u{202e}", "\\u202e");
    fs::write(table.path("game.toml"), log).expect("written");
    let done = table.run(&["report", "game.toml", "-o", "game.html"]);
    assert_eq!((done.status, done.err.as_str()), (0, ""));
    let page = table.text("game.html");
    assert!(!page.contains("<b>") && !page.contains("<script>alert") && !page.contains('\u{202e}'), "{page}");
    assert_eq!(page.matches("</script>").count(), 2, "the tables, and the script");
    assert_eq!(tables(&page).len(), 1);
    let text = table.run(&["report", "game.toml"]).out;
    assert!(text.contains("\\</script\\>") && text.contains("\\*bold\\* \\| \\[x\\](y)"), "{text}");
    assert!(text.contains("|  | \\<b\\>Ada | B\\|o\\* |"), "{text}");
}

#[test]
fn an_evening_is_one_report_and_is_written_whole() {
    let table = Table::with(OPENING);
    table.write("other.toml", &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 8WL"]);
    fs::write(table.path("evening.html"), "yesterday's").expect("written");
    let done = table.run(&["report", "game.toml", "other.toml", "-o", "evening.html"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let page = table.text("evening.html");
    assert_eq!(page.matches("<article").count(), 2);
    assert!(page.contains("<strong>illegal</strong>") && page.contains("class=\"clause\">ER-3"), "what was found has its clause");
    assert_eq!(page.matches("<strong>illegal</strong>").count(), 2, "beside its line, and among the verdicts");
    assert_eq!(fs::read_dir(table.path(".")).expect("a folder").count(), 3, "nothing is left beside it");

    let refused = table.run(&["report", "game.toml", "-o", "evening.pdf"]);
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.complains("ends in .html, .md or .svg"), "{}", refused.err);
    let missing = table.run(&["report", "game.toml", "none.toml", "-o", "evening.html"]);
    assert_eq!(missing.status, 2);
    assert_eq!(table.text("evening.html"), page, "it is as it was");
    let nowhere = table.run(&["report", "game.toml", "-o", "no/such/folder.html"]);
    assert_eq!(nowhere.status, 2);
    assert!(nowhere.complains("was not saved"), "{}", nowhere.err);
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
        let table = Table::bare();
        fs::write(table.path("game.toml"), &log).expect("written");
        assert_eq!(table.run(&["report", "game.toml", "-o", "game.svg"]).out, "Written: game.svg\n", "{name}");
        let picture = table.text("game.svg");
        assert!(picture.starts_with("<svg ") && is_well_formed(&picture), "{name}");
        // Not every viewer knows variables of a style sheet.
        for has in ["src=", "url(h", "url(/", "url(\"", "@import", "https://", "<script", "<image", "var(", "href=\"h"] {
            assert!(!picture.contains(has), "{name} has {has}");
        }
        assert!(picture.len() < 60_000, "{name}: {} bytes", picture.len());
        let score = table.run(&["score", "game.toml", "--json"]).json();
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
    let table = Table::with(OPENING);
    let log = table.text("game.toml").replace("Ada", "<b>Ada & \\u202e");
    fs::write(table.path("hostile.toml"), log).expect("written");
    let done = table.run(&["report", "hostile.toml", "game.toml", "-o", "evening.svg"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let picture = table.text("evening.svg");
    assert!(is_well_formed(&picture) && !picture.contains('\u{202e}') && picture.contains("&lt;b&gt;Ada &amp; "), "{picture}");
    assert_eq!(picture.matches("<g transform=\"translate(0 ").count(), 2, "one game below the other");
    assert!(!is_well_formed("<svg><g></svg>") && !is_well_formed("<svg>a & b</svg>"));
}

#[test]
fn what_is_no_evening_is_not_reported_line_by_line() {
    let table = Table::with(&vec!["note a"; 3001]);
    let done = table.run(&["report", "game.toml"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert!(
        done.complains("game.toml: a report tells a game line by line, and no more than 3000 lines and tallies"),
        "{}",
        done.err
    );
}

#[test]
fn of_several_logs_that_cannot_be_read_each_is_named() {
    let table = Table::with(OPENING);
    for bad in ["one.toml", "two.toml"] {
        fs::write(table.path(bad), "x").expect("written");
    }
    let arguments = ["report", "game.toml", "one.toml", "two.toml"];
    let done = table.run(&arguments);
    assert!(done.status == 2 && done.complains("one.toml") && done.complains("two.toml"), "{}", done.err);
    let done = table.run(&[&arguments[..], &["--json"]].concat());
    let files: Vec<String> =
        done.json()["errors"].as_array().expect("errors").iter().map(|error| error["file"].to_string()).collect();
    assert_eq!((done.status, files), (2, vec!["\"one.toml\"".to_owned(), "\"two.toml\"".to_owned()]));
}

#[test]
fn a_report_of_scores_draws_and_compares_players_only_while_they_are_there() {
    let table = Table::bare();
    let round = |first: &str, parts: &[&str]| format!("\n[[round]]\nfirst = \"{first}\"\ntally = {parts:?}\n");
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Mia\", \"Nora\", \"Tom\"]\nkept = \"scores\"\nleft = { Nora = 2 }\n\n\
                [rules]\ntarget = 80\ntable = 0\n";
    let all = ["Mia: = 5", "Nora: = 30", "Tom: = 10"];
    let rounds = [
        round("Mia", &all),
        round("Nora", &all),
        round("Tom", &["Mia: = 25", "Tom: = 5"]),
        // Mia comes within a point of what Nora had.
        round("Mia", &["Mia: = 24", "Tom: = 5"]),
        round("Tom", &["Mia: = 30", "Tom: = 5"]),
    ];
    fs::write(table.path("evening.toml"), head.to_owned() + &rounds.concat()).expect("written");
    let chat = table.run(&["report", "evening.toml"]).out;
    assert!(chat.contains("**Mia wins.** Nora left after round 2."), "{chat}");
    let closest = chat.lines().find(|line| line.contains("Closest call")).expect("a moment");
    assert!(closest.contains("10 points separated Mia (35) and Tom (25)"), "{closest}");
    for output in ["evening.svg", "evening.html"] {
        assert_eq!(table.run(&["report", "evening.toml", "-o", output]).status, 0);
        let report = table.text(output);
        let points = |player: &str| -> Vec<usize> {
            let lines = all_between(&report, "<polyline class=\"", "</polyline>");
            lines.filter(|line| line.starts_with(player)).map(|line| line.matches(',').count()).collect()
        };
        assert_eq!((points("p0"), points("p1")), (vec![10], vec![4]), "{output}: a point at each beginning and end of a round");
        assert!(report.contains("Counted by fowlplay.") && !report.contains("Refereed"), "{output}");
        assert!(report.contains("left after round 2"), "{output}");
    }
    // Moves are refereed.
    fs::write(table.path("game.toml"), example("emu-ranchers-two-years")).expect("written");
    for output in ["game.svg", "game.html"] {
        assert_eq!(table.run(&["report", "game.toml", "-o", output]).status, 0);
        assert!(table.text(output).contains("Refereed and counted by fowlplay."), "{output}");
    }
}
