//! Sentences that were once untrue or beside the point, and texts that were once not read: what is typed, and what it is answered with.

use crate::{
    blulu::table as blulu,
    eggs_and_empires::table as eggs,
    judged::{self, Table, counted},
    piepmatz::table as piepmatz,
};
use fowlplay::table::Detail;

#[test]
fn several_eggs_are_taken_with_one_that_lies_face_down() {
    // Ada's Scout lays an egg in the first turn.
    let first = eggs::lines(
        &[&eggs::turn("13 8", "2 9 10")],
        &["Cy: take 13", "Bo: take 8", "reveal 7 6", "Ada: play 8", "Bo: play 7", "Cy: play 3"],
    );
    let table = Table::of(&eggs::log_of(3, "", &first));
    assert_eq!(table.findings(), Vec::<String>::new());
    assert_eq!(table.writes("7 6 down"), "take 7; take 6; take down Ada");
    assert!(table.misreads("7 6 dwon").contains("`dwon` is not an egg's value"), "{}", table.misreads("7 6 dwon"));
    assert_eq!(table.writes("7; 6; down = 3"), "take 7; take 6; take down Ada = 3");
}

#[test]
fn a_crown_may_be_called_10() {
    let table = blulu::after(&["deal 4MS 2MK CM AY"]);
    assert_eq!(table.writes("c 10 7sk 3mw"), "capture C with 3MW 7SK");
    assert_eq!(table.writes("10 7sk 3mw"), "capture C with 3MW 7SK");
}

#[test]
fn merchants_and_blacksmiths_are_counted_in_short() {
    let says = |ada: &str| {
        let sheet = counted("eggs-and-empires", &[], &[&format!("Ada: {ada}"), "Bo:", "Cy:"]).expect("a tally");
        sheet.players[0].rounds[0]
            .items
            .iter()
            .map(|item| format!("{} {}", item.label, item.points))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let in_full = says("13 10; merchant 1; blacksmith 1");
    assert!(in_full.contains('6'), "{in_full}");
    for short in ["13 10 m1 b1", "13 10; m 1; b 1", "13 10; merchant; blacksmith", "13 10, m b", "10 13; b1; m1"] {
        assert_eq!(says(short), in_full, "{short}");
    }
}

#[test]
fn tied_players_are_told_with_the_eggs_of_each() {
    let sheet = counted("piepmatz", &[], &["Ada: BL6 BL5", "Bo: BL1", "Cy: BL3 BL4"]).expect("a tally");
    let of =
        |player: usize| sheet.players[player].rounds[0].items.iter().find(|item| item.label == "Blackbirds").expect("an item");
    let why = "tied for the most: Ada 2, Bo 1 and Cy 2; each scores their own eggs: Ada 6 and Cy 4";
    assert_eq!((of(0).why.as_str(), of(2).why.as_str()), (why, why));
    assert!(of(0).details.iter().all(|(_, detail)| !matches!(detail, Detail::Text(text) if text.contains('*'))), "no star");
}

#[test]
fn a_number_is_told_only_where_the_verdict_is_about_it() {
    // 35 of 36 cards: that has nothing to do with the points that win.
    let verdict = counted("blulu", &[], &["Ada: 20", "Bo: 15"]).expect_err("a card is missing");
    assert_eq!(verdict.house_rule(), None, "{verdict:?}");
    let table = blulu::under("must_capture = \"hand\"", &["deal 4MS 2MK CM AY"]);
    let verdict = table.verdict("Ada: trail 5SW 5YK");
    assert_eq!(
        verdict.house_rule().as_deref(),
        Some("House rule arithmetic=difference or pairs=own-rank or must_capture=never would allow it.")
    );
    let verdict = blulu::under("", &[""; 0]).verdict("deal 4MS 2MK");
    assert_eq!(verdict.house_rule(), None, "{verdict:?}");
}

#[test]
fn birds_of_the_display_are_told_one_by_one_or_together() {
    let table =
        piepmatz::legal(&piepmatz::log_of(3, "display_refill = \"end-of-turn\"", &["Ada: play SP1 at 1", "Ada: draw"][..1]));
    let lying = table.state()["display"].to_string();
    let said = table.verdict("Ada: draw YE6").message;
    assert!(said.contains(" lie there") || said.contains("higher") || said.contains("first"), "{said}: {lying}");
}

#[test]
fn several_of_a_card_are_told_in_the_plural() {
    let line = r#"position "Ada: 13; played 10 10 10" "Bo: 8" "table: turn 3; marker Ada""#;
    let table = Table::of(&judged::log("eggs-and-empires", &["Ada", "Bo"], "", &[("Ada", &[""; 0])]));
    let said = table.verdict(line).message;
    assert!(said.contains("2 Heroes"), "{said}");
}
