//! Sentences that were once untrue or beside the point, and texts that were once not read: what is typed, and what it is answered with.

use crate::{
    blulu::table as blulu,
    judged::counted,
    piepmatz::table as piepmatz,
};
use fowlplay::table::Detail;

#[test]
fn a_crown_may_be_called_10() {
    let table = blulu::after(&["deal 4MS 2MK CM AY"]);
    assert_eq!(table.writes("c 10 7sk 3mw"), "capture C with 3MW 7SK");
    assert_eq!(table.writes("10 7sk 3mw"), "capture C with 3MW 7SK");
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

