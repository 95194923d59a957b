//! What may be typed at the table in place of whole steps.

use crate::eggs_and_empires::table::{lines, log_of, played, turn, under};

#[test]
fn what_stands_for_several_players_is_refused_in_a_log() {
    for moves in [&["reveal 13 -6", "10 9 7"][..], &["reveal 13 -6", "Ada: play 10", "Bo: play 9", "Cy: play 7", "13 -6"]] {
        let log = fowlplay::log::Log::parse(log_of(3, "", moves)).expect("a log");
        let error = fowlplay::referee::open(log).err().expect("a short form").to_string();
        assert!(error.contains("is not a step of Eggs and Empires"), "{error}");
    }
}

#[test]
fn eggs_of_several_cards_are_taken_in_the_order_of_collecting() {
    let table = played("", "5 6 -8", "2 10 7 1 5");
    // Bo's Hero, Cy's Mage, Eve's Merchant.
    assert_eq!(table.writes("6 5 -8"), "take 6; take 5; take -8");
    assert_eq!(table.writes("6, 5,-8"), "take 6; take 5; take -8");
    assert_eq!(table.writes("t 6 5"), "take 6; take 5", "the third is typed later");
    assert!(table.misreads("6 5 -8 3").contains("`3` doesn't belong here"));
    table.forbids("6 -8", "EE-3.4", "");
    assert!(table.misreads("b: 6 5").contains("`5` doesn't belong here"));
    let taken = table.records(&["6 5 -8"]).text();
    assert!(taken.contains("\"Bo: take 6\",\n  \"Cy: take 5\",\n  \"Eve: take -8\","), "{taken}");
    let first = lines(&[&turn("1 1", "2 10 9")], &["Bo: take 1", "Cy: take 1"]);
    let table = under(3, "", &lines(&[&first, &turn("3 4", "1 8 5")], &[]));
    assert_eq!(table.writes("4 / down"), "take 4; take down Ada");
    assert_eq!(table.writes("down a / 4"), "take down Ada; take 4");
}

#[test]
fn who_does_it_is_not_asked_where_only_one_can() {
    // Each holds the egg of the other's Scout.
    let scouts = lines(&[&turn("5 6", "2 2 10")], &["Cy: take 5", "Ada: take 6"]);
    let then = ["Ada: take down Bo", "Bo: take down Ada", "Cy: take 4"];
    let table = under(3, "", &lines(&[&scouts, &turn("3 4", "9 8 1")], &then));
    assert!(table.records(&["opens Bo = 5"]).text().contains("Ada: opens Bo = 5"));
    assert!(table.records(&["opens Ada = 5"]).text().contains("Bo: opens Ada = 5"));
    assert_eq!(table.asks("opens Cy = 5"), ["Ada: opens Cy = 5", "Bo: opens Cy = 5"], "it is nobody's");
    // In whose pile an egg lies that has a name is nobody's to be reminded of.
    let priests = played("", "5 6", "6 6 1").records(&["Ada: take 6", "Bo: take 5"]);
    assert_eq!(priests.asks("discard 5"), ["Ada: discard 5", "Bo: discard 5"]);
}

crate::tables::tables! { "eggs_and_empires/short_forms":
    fn eggs_alone_are_revealed_and_cards_alone_are_played_in_seat_order;
    fn a_row_may_have_its_verb_and_semicolons;
    fn each_name_in_a_list_plays_what_stands_behind_it;
    fn two_players_play_two_cards_each;
    fn an_egg_alone_is_taken_and_a_name_is_a_scout;
    fn gifts_and_discards_by_one_letter;
    fn a_verb_is_never_a_name;
    fn a_priestess_is_the_dark_one_and_a_verb_alone_takes_nothing;
}
