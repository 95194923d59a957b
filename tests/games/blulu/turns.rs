//! BL-2.1 and BL-2.6, and where the cards of a turn come from.

use crate::blulu::table::{after, under};

const DEAL: &str = "deal 4MS 7SK 9LK CM";

#[test]
fn bl_2_1_the_one_card_that_is_left_after_a_wrong_turn_is_played_alone() {
    let lines = [DEAL, "Ada: trail AM 2SY 5YK ! agreed", "Bo: capture 4 with 2MK 6MW", "Ada: trail 6LK", "Bo: trail 4WL 8YK"];
    let table = under("", &lines);
    assert_eq!(table.findings(), ["1.2 step 1 overruled BL-2.1"]);
    assert_eq!(table.open(), ["Ada: trail capture"], "the next deal");
    let before = under("", &lines[..3]);
    assert!(
        before.legal().contains(&"Ada: trail 6LK".to_owned()) && before.legal().iter().all(|step| step.starts_with("Ada: trail"))
    );
    before.forbids("Ada: capture 7 with 7WY", "BL-2.3", "a single card captures nothing");
}

#[test]
fn tb_3_cards_are_played_from_the_hand() {
    let table = after(&[DEAL, "Ada: trail AM 2SY", "Bo: capture 4 with 2MK 6MW"]);
    table.excludes("Ada: trail 7SK AY", "TB-3", "7SK is not in Ada's hand: it is on the table");
    table.excludes("Ada: trail 2MK AY", "TB-3", "2MK is not in Ada's hand: it is in Bo's pile");
    table.excludes("Ada: trail 4MS AY", "TB-3", "it is in Bo's pile").excludes("Ada: trail AY AY", "TB-3", "AY is named twice");
    table.excludes("Ada: shows AY AW AL", "TB-3", "Ada's hand holds only 2 cards, but 3 are named");
    assert_eq!(table.verdict("Ada: trail 4MS AY").elsewhere[0].text, "4MS: captured by Bo");
    assert_eq!(table.verdict("Ada: trail 9LK AY").elsewhere[0].text, "9LK: dealt to the table");
    assert_eq!(table.verdict("Ada: trail 2SY AY").elsewhere[0].text, "2SY: trailed by Ada");
    table.records(&["Bo: shows AY"]).excludes("Ada: trail AY AW", "TB-3", "it is in Bo's hand");
}

#[test]
fn tb_3_dealt_cards_come_from_the_deck() {
    let table = under("", &[DEAL, "Ada: trail AM 2SY", "deal 7SK 3MW 5SW 6MW"]);
    assert_eq!(table.findings(), ["1.3 step 1 illegal BL-1.3", "1.3 step 1 impossible TB-3"]);
    assert_eq!(table.told(1), "7SK can't come from the deck: it is on the table");
    after::<&str>(&[]).excludes("deal 7SK 7SK 9LK CM", "TB-3", "7SK is named twice");
}

crate::tables::tables! { "blulu/turns":
    fn bl_2_1_a_turn_plays_exactly_two_cards;
    fn bl_2_1_a_wrong_number_is_done_all_the_same;
    fn tb_3_an_impossible_step_ends_the_check_after_its_illegal_side;
    fn bl_2_6_trailed_cards_lie_on_the_table;
    fn bl_2_6_who_can_capture_does_not_trail;
    fn tb_5_cards_are_shown_in_a_round_only;
}
