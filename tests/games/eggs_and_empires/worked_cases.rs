//! The worked cases at the end of the rule book.

use crate::eggs_and_empires::table::{of, order, pile, played, points};

#[test]
fn six_players() {
    let table = played("", "13 10 -6 -8", "10 10 9 9 7 1");
    assert_eq!(order(&table), "Ada 10, Bo 10, Cy 9, Di 9, Eve 7, Flo 1");
    table.forbids("Bo: take 13", "EE-3.1", "Ada's Hero (10) collects first, being nearer to the marker");
    let table = table.records(&["Ada: take 13", "Bo: take 10"]);
    assert_eq!(table.open(), ["Flo: take"], "the 9s cancel, and the Mage is passed over");
    table.forbids("Flo: decline", "EE-2.4", "only a Mage may leave an egg").allows("Flo: take -8");
    let told = table.tells(&["Flo: take -6"]);
    assert_eq!(
        told,
        [
            "EE-2.5: nobody takes the -8: it is discarded",
            "EE-5.1: a tie: Ada and Bo both with the Hero (10); the marker passes to Bo",
        ]
    );
    let table = table.records(&["Flo: take -6"]);
    assert_eq!(
        (0..6).map(|player| pile(&table, player)).collect::<Vec<_>>(),
        [vec![13], vec![10], vec![], vec![], vec![], vec![-6]]
    );
    assert_eq!(table.state()["marker"], "Bo");
    assert_eq!(table.state()["discarded"]["seen"], serde_json::json!([-8]));
}

#[test]
fn the_hero_nearest_to_the_marker_is_first() {
    let rules = "";
    let turn = ["reveal 1 1 1 1", "Ada: play 1", "Bo: play 1", "Cy: play 2", "Di: play 3", "Eve: play 4", "Flo: play 5"];
    let table = crate::eggs_and_empires::table::under(6, rules, &turn);
    let table = table.records(&["Flo: take 1", "Eve: take 1", "Di: take 1", "Cy: take 1"]);
    assert_eq!(table.state()["marker"], "Bo", "Ada and Bo tied");
    let table = table.records(&["reveal 13 10 -6 -8", "10 10 9 9 7 1"]);
    assert_eq!(order(&table), "Bo 10, Ada 10, Cy 9, Di 9, Eve 7, Flo 1");
}

#[test]
fn two_players() {
    let table = played("", "13 -6", "8 10 / 3 8");
    assert_eq!(order(&table), "Ada 10, Bo 3, Ada 8, Bo 8");
    let table = table.records(&["Ada: take 13"]);
    table.forbids("Ada: take -6", "EE-3.2", "Bo's Shepherd (3) collects first, ahead of the Blacksmith");
    let table = table.records(&["Bo: take -6"]);
    assert_eq!((pile(&table, 0), pile(&table, 1)), (vec![13], vec![-6]));
    assert_eq!((&of(&table, 0)["blacksmiths"], &of(&table, 1)["blacksmiths"]), (&1.into(), &1.into()));
    assert_eq!(points(&table), [13 - 4, -6 - 4]);
    assert_eq!(of(&table, 0)["hand"]["count"], 4, "both draw back up to four");
    assert_eq!(table.state()["marker"], "Bo", "two Blacksmiths are a tie");
}
