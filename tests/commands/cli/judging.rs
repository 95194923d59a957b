//! `judge`: disputes at a table that kept no log.

use super::{Done, Table};
use crate::disputes::{rows, words_of};
use console::measure_text_width;
use serde_json::json;

/// Whether standard output says this, however it is wrapped.
fn says(done: &Done, of: &str) -> bool {
    done.out.split_whitespace().collect::<Vec<_>>().join(" ").contains(of)
}

/// Whether the answer has at most six lines of 80 columns.
fn is_short(done: &Done) -> bool {
    let is_narrow = done.out.lines().all(|line| measure_text_width(line) <= 80);
    is_narrow && (2..=6).contains(&done.out.lines().count())
}

const MOVE: &str = "Ada: capture 4 with 7s 3m";

#[test]
fn a_move_is_judged_at_a_table_that_is_only_described() {
    let legal = Table::bare().run(&["judge", "blulu", "Ada:", "Bo:", "table: 4MS CM", MOVE]);
    assert!(legal.status == 0 && says(&legal, "legal: capture 4 with 3MW 7SK"), "{}", legal.out);
    assert!(!says(&legal, "Assumed"), "{}", legal.out);
    let illegal = Table::bare().run(&["judge", "blulu", "Ada:", "Bo:", "table: 4MS CM", "Ada: trail 7s 3m", "--json"]);
    let document = illegal.json();
    assert_eq!((illegal.status, &document["verdict"], &document["clause"]), (1, &json!("illegal"), &json!("BL-2.7")));
    let there = Table::bare().run(&["judge", "blulu", "Ada:", "Bo:", "table: 4MS 7SK", MOVE]);
    assert!(there.status == 1 && says(&there, "impossible"), "{}", there.out);
}

#[test]
fn a_table_of_which_nothing_is_said_is_the_usual_one() {
    let unsaid = Table::bare().run(&["judge", "blulu", "Ada:", "Bo:", MOVE]);
    assert!(unsaid.status == 0 && says(&unsaid, "legal: capture 4 with 3MW 7SK"), "{} {}", unsaid.out, unsaid.err);
    assert!(says(&unsaid, "Unless no 4 lies on the table: then it is impossible (TB-4)."), "{}", unsaid.out);
}

#[test]
fn what_would_change_a_verdict_is_told_in_two_lines_and_as_json() {
    let take = ["judge", "emus-redux", "k:", "r:", "l:", "k: discard 9LK; take PWLY"];
    let told = Table::bare().run(&take);
    assert_eq!(told.status, 0, "{}", told.err);
    for line in ["Unless k has taken 2 market cards: then it is illegal (RX-4.5).", "legal: take PWLY"] {
        assert!(told.out.contains(line), "{}", told.out);
    }
    assert_eq!(told.out.lines().count(), 6, "{}", told.out);
    let document = Table::bare().run(&[&take[..], &["--json"]].concat()).json();
    let first = &document["unless"][0];
    assert_eq!((&first["piece"], &first["of"], &first["value"]), (&json!("taken"), &json!("k"), &json!("taken 2")));
    assert_eq!((&first["verdict"], &first["clause"]), (&json!("illegal"), &json!("RX-4.5")));
    let alone = Table::bare().run(&["judge", "emu-ranchers", "Ada: 9MS 8MS", "Ada: grow 1 CM"]);
    assert!(alone.status == 1 && alone.out.ends_with("Taken for a game of two: Ada and another.\n"), "{}", alone.out);
    let earlier = Table::bare().run(&["judge", "emu-r", "Ada:", "Bo:", "Ada: h 7s; .", "Ada: h 8m; .", "Bo: h 9w; ."]);
    assert!(earlier.status == 0 && earlier.out.starts_with("Before that: hatch 8MS is illegal (ER-1.2): "), "{}", earlier.out);
}

#[test]
fn a_line_that_nobody_can_read_is_told_before_anything_is_asked() {
    let emu = Table::bare().run(&["judge", "emu-r", "Ada: 7SK", "Bo:", "Ada: grow 1 6yk"]);
    assert!(emu.status == 2 && emu.complains("no card is written `6yk`"), "{}", emu.err);
    let piepmatz = ["judge", "piep", "Ada:", "Bo:", "Cy:", "table: perches BL3 SP1 | GR4"];
    let bird = Table::bare().run(&[&piepmatz[..], &["Ada: play ch7 at 1"]].concat());
    assert!(bird.status == 2 && bird.complains("ch7"), "{}", bird.err);
}

#[test]
fn a_line_that_is_read_at_the_table_is_asked_no_more_than_another() {
    let table = ["judge", "piep", "Ada:", "Bo:", "Cy:", "table: perches BL3 SP1 | GR4"];
    let short = Table::bare().run(&[&table[..], &["Ada: ch1 1"]].concat());
    assert!(short.status == 0 && says(&short, "legal: play CH1 at 1"), "{} {}", short.out, short.err);
    let fight = Table::bare().run(&[&table[..], &["Ada: ch6 1"]].concat());
    assert!(fight.status == 0 && says(&fight, "exceed BL3 by 4, so it is slot 4"), "{} {}", fight.out, fight.err);
    // Whose turn it is follows from the line.
    for dealer in ["Ada", "Bo"] {
        let table = ["judge", "blulu", "--variant", "brulu", "--first", dealer, "Ada:", "Bo:", "table: 7SK", "Ada: 7wy pmsl"];
        let judged = Table::bare().run(&table);
        assert!(judged.status == 0 && says(&judged, "legal: capture 7"), "{} {}", judged.out, judged.err);
    }
}

#[test]
fn two_discard_piles_need_no_sizes() {
    let table = ["judge", "redux", "Ada: 7SK 8YK", "Bo:", "Cy:", "table: discards 3MW | 4YK"];
    let judged = Table::bare().run(&[&table[..], &["Ada: grow 1 9LK; take 4YK"]].concat());
    assert!(judged.status == 0 && says(&judged, "legal: take 4YK"), "{} {}", judged.out, judged.err);
    let discarded = Table::bare().run(&[&table[..], &["Ada: discard 9LK to 1; take 4YK"]].concat());
    assert!(discarded.status == 1 && says(&discarded, "RX-4.2"), "{} {}", discarded.out, discarded.err);
}

#[test]
fn several_lines_are_done_in_order_and_the_last_is_judged() {
    let lines = ["Bo: trail AS 7SK", "Ada: capture A with 7WY 8MS"];
    let position = ["judge", "blulu", "Ada: 0", "Bo: 0", "table: 4MS CM 5YK 2MK", "--first", "Ada"];
    let done = Table::bare().run(&[&position[..], &lines].concat());
    assert!(says(&done, "legal: capture A with 7WY 8MS"), "{} {}", done.out, done.err);
    let foul = Table::bare().run(&[&position[..], &["Bo: trail 7SK 3MW", lines[1]]].concat());
    assert!(says(&foul, "Before that: trail 3MW 7SK is illegal (BL-2.7)"), "{} {}", foul.out, foul.err);
}

#[test]
fn without_a_line_it_says_what_may_be_done() {
    let open = Table::bare().run(&["judge", "blulu", "Ada: 9; last", "Bo: 3", "table: 4MS CM 7SK 9LK", "--first", "Ada"]);
    assert!(open.status == 0 && says(&open, "capture"), "{} {}", open.out, open.err);
}

#[test]
fn a_table_rule_that_decides_is_named_as_an_option() {
    let position = ["judge", "blulu", "Ada:", "Bo:", "table: 4MS CM", "Ada: trail 7s 3m"];
    let judged = Table::bare().run(&position);
    assert!(says(&judged, "House rule must_capture=never would allow it."), "{}", judged.out);
    assert_eq!(Table::bare().run(&[&position[..], &["--rule", "must_capture=never"]].concat()).status, 0);
}

#[test]
fn each_game_shows_three_examples_and_each_has_an_answer() {
    for game in ["emu-ranchers", "emus-redux", "blulu", "eggs-and-empires", "piepmatz"] {
        let shown = Table::bare().run(&["judge", game]);
        assert_eq!(
            (shown.status, Table::bare().run(&["judge", game, "--help"]).out.contains(&shown.out)),
            (0, true),
            "{}",
            shown.out
        );
        let examples = shown.out.lines().filter_map(|line| line.trim().strip_prefix("fowlplay "));
        let examples: Vec<&str> = examples.collect();
        assert_eq!(examples.len(), 3, "{}", shown.out);
        let verbs = fowlplay::referee::books().find(|book| book.game == game).expect("a game").verbs;
        let (_, moves) = shown.out.split_once("\nMoves: ").expect("its moves");
        let moves = moves.split_whitespace().collect::<Vec<_>>().join(" ");
        let has_each = verbs.iter().all(|verb| moves.contains(format!("{} {}", verb.name, verb.form).trim_end()));
        assert!(has_each && moves.split(" · ").count() == verbs.len(), "{}", shown.out);
        for example in examples {
            let judged = Table::bare().run(&words_of(example));
            assert!(judged.status < 2 && judged.err.is_empty(), "{example}: {} {}", judged.out, judged.err);
            assert!(is_short(&judged), "{example}:\n{}", judged.out);
        }
    }
}

#[test]
fn every_dispute_has_its_verdict_in_six_lines_and_as_json() {
    for row in rows() {
        let words = [&["judge"], &row.words[..]].concat();
        let told = Table::bare().run(&words);
        assert!(is_short(&told), "{words:?}:\n{}{}", told.out, told.err);
        let answer = Table::bare().run(&[&words[..], &["--json"]].concat());
        let document = answer.json();
        assert_eq!((&document["verdict"], &document["clause"]), (&json!(row.verdict), &json!(row.clause)), "{words:?}");
        assert_eq!((told.status, answer.status), (i32::from(row.verdict != "legal"), told.status), "{words:?}");
        let sentences: Vec<String> = document["unless"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|unless| unless["told"].as_str().map(str::to_owned))
            .collect();
        assert!(sentences.first().is_none_or(|first| says(&told, first)), "{words:?}:\n{}", told.out);
    }
}

#[test]
fn earlier_fouls_that_are_too_many_for_a_line_each_are_counted() {
    let lines = ["Ada: h 7s .", "Ada: h 8m .", "Ada: h 9w .", "Ada: h 2m .", "Ada: h 3m .", "Ada: h 4m ."];
    let judged = Table::bare().run(&[&["judge", "emu-r"], &lines[..]].concat());
    assert!(judged.out.starts_with("The first of 4 fouls before that: hatch 8MS is illegal (ER-1.2)"), "{}", judged.out);
    assert!(says(&judged, "illegal: hatch 4MS") && judged.out.lines().count() <= 6, "{}", judged.out);
}

#[test]
fn a_house_rule_that_is_named_allows_the_step() {
    let table = ["B:", "C:", "table: perches BL6 | GR4; display SP1 SP2 SP3", "A: play BL1 at 1; draw", "--rule"];
    let of = |own: &str, rule: &str| Table::bare().run(&[&["judge", "piepmatz", own], &table[..], &[rule]].concat());
    let named = "House rule blind_draw=true would allow it.";
    let short = of("A:", "blind_draw=false");
    assert!(says(&short, named) && of("A:", "blind_draw=true").status == 0, "{}", short.out);
    // A hand that is full draws nothing, whatever the rule.
    let full = of("A: hand 5", "blind_draw=false");
    assert!(!says(&full, named) && of("A: hand 5", "blind_draw=true").status == 1, "{}", full.out);
}

#[test]
fn a_question_in_words_gets_the_examples_of_its_game() {
    let asked = [
        &["blulu", "may I capture with one card?"][..],
        &["blulu", "Ada: can I capture with one card"],
        &["piepmatz", "A:", "B:", "table: perches BL6 | GR4", "is it a fight if both are 6"],
        &["emus-redux", "Ada: grow 1 7SK?"],
    ];
    for words in asked {
        let answer = Table::bare().run(&[&["judge"], words].concat());
        let examples = Table::bare().run(&["judge", words[0]]).out;
        assert!(answer.status == 2 && answer.out.is_empty() && answer.err.contains(examples.trim_end()), "{}", answer.err);
    }
    // A slip in a line is told where it is.
    let slip = Table::bare().run(&["judge", "blulu", "Ada:", "Bo:", "Ada: captrue 4 with 7s 3m"]);
    assert!(slip.status == 2 && slip.complains("did you mean `capture`?"), "{}", slip.err);
}
