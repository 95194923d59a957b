//! The worked cases at the end of the rule book, one by one.

use crate::blulu::table::{Table, after, count, under};

fn won(table: &Table) -> Vec<i32> {
    table.totals()
}

#[test]
fn seven_and_three_take_the_4_or_the_crown() {
    let table = after(&["deal 4MS CM 9LK AY"]);
    table.allows("Ada: capture 4 with 7SK 3MW").allows("Ada: capture C with 7SK 3MW");
    table.forbids("Ada: capture 4 C with 7SK 3MW", "BL-2.5", "a turn captures one");
}

#[test]
fn two_sevens_take_every_7_or_the_pawns() {
    let table = under("deck = \"pawns\"\ntable = 4\nhand = 6", &["deal 7ML PMSL PWLY CM"]);
    assert_eq!(table.records(&["Ada: capture 7 with 7SK 7WY"]).lying(), "CM PWLY PMSL");
    assert_eq!(table.records(&["Ada: capture P with 7SK 7WY"]).lying(), "7ML CM");
}

#[test]
fn two_fives_take_the_5s_or_the_crowns() {
    let table = after(&["deal 5YK CK 9LK AY"]);
    assert_eq!(table.records(&["Ada: capture 5 with 5SW 5ML"]).lying(), "AY 9LK CK");
    assert_eq!(table.records(&["Ada: capture C with 5SW 5ML"]).lying(), "AY 5YK 9LK");
    table.forbids("Ada: capture 5 C with 5SW 5ML", "BL-2.5", "a turn captures one");
}

#[test]
fn seven_and_three_of_suns_taking_the_mountain_are_a_flush() {
    assert_eq!(won(&after(&["deal 4MS CM 9LK AY"]).records(&["Ada: capture 4 with 7SK 3SK"])), [2, 0]);
}

#[test]
fn the_sailor_and_the_soldier_taking_the_pact_are_a_sextet() {
    assert_eq!(won(&after(&["deal 9MS CM 7SK AY"]).records(&["Ada: capture 9 with 4WL 5YK"])), [4, 0]);
    assert_eq!(won(&after(&["deal 9WY CM 7SK AY"]).records(&["Ada: capture 9 with 4YK 5ML"])), [0, 0], "Wyrms twice");
}

#[test]
fn the_three_cards_of_a_number_are_a_sextet() {
    assert_eq!(won(&after(&["deal 7ML CM 9LK AY"]).records(&["Ada: capture 7 with 7SK 7WY"])), [4, 0]);
}

#[test]
fn the_revoke_of_the_book() {
    let lines = ["deal 7SK CM CS CL", "Ada: trail 4WL 9LK", "Bo: trail 2SY 3MW"];
    let proved = after(&lines).proves(&["Ada: trail 2MK 3SK"]);
    assert_eq!(proved, ["1.2 revoke: 9LK and 2MK were both in Ada's hand, and would have captured the 7: 9 − 2 = 7"]);
    after(&lines[..1]).forbids("Ada: trail 2MK 5SW", "BL-2.7", "5SW and 2MK capture the 7: 5 + 2 = 7");
}

#[test]
fn two_pawns_take_pawns_or_courts() {
    let table = under("deck = \"pawns-and-courts\"", &["deal PMSL TMWK 9LK AY"]);
    assert_eq!(table.records(&["Ada: capture P with PWLY PSWK"]).lying(), "AY 9LK TMWK");
    assert_eq!(table.records(&["Ada: capture T with PWLY PSWK"]).lying(), "AY 9LK PMSL");
    for arithmetic in ["sum-or-difference", "difference", "sum-and-difference"] {
        let rules = format!("deck = \"pawns-and-courts\"\narithmetic = \"{arithmetic}\"");
        under(&rules, &["deal 7WY CM 9LK AY"]).allows("Ada: capture 7 with 7SK PMSL");
    }
}

#[test]
fn with_40_cards_and_three_players_the_share_is_13() {
    let sheet = count(&[("deck", "pawns")], &["Ada: 14", "Bo: 13", "Cy: 13"]).expect("it can be");
    assert_eq!(sheet.players.iter().map(|player| player.total.exactly()).collect::<Vec<_>>(), [Some(1), Some(0), Some(0)]);
}
