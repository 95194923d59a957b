//! Sentences that were once untrue or beside the point, and texts that were once not read: what is typed, and what it is answered with.

use crate::{
    judged::counted,
    piepmatz::table as piepmatz,
};
use fowlplay::table::Detail;

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
fn birds_of_the_display_are_told_one_by_one_or_together() {
    let table =
        piepmatz::legal(&piepmatz::log_of(3, "display_refill = \"end-of-turn\"", &["Ada: play SP1 at 1", "Ada: draw"][..1]));
    let lying = table.state()["display"].to_string();
    let said = table.verdict("Ada: draw YE6").message;
    assert!(said.contains(" lie there") || said.contains("higher") || said.contains("first"), "{said}: {lying}");
}

