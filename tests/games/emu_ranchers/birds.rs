//! ER-3: hatching, growing, suits and ranks of a bird.

use crate::emu_ranchers::table::after;

#[test]
fn the_number_of_an_only_bird_need_not_be_typed() {
    let moves = ["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw"];
    let table = after(&moves);
    assert_eq!(table.writes("g 9l ."), "grow 1 9LK; draw");
    assert_eq!(table.writes("a: g9lk"), "grow 1 9LK");
    table.forbids("g 8wl", "ER-3.3", "8WL has none of its suits");
    let two = table.records(&["Ada: hatch 2MK; draw", "Bo: discard 4MS; draw"]);
    assert_eq!(two.asks("g 9l"), ["grow 1 9LK", "grow 2 9LK"]);
    assert_eq!(two.writes("g cs"), "grow 1 CS", "bird 2 has no Suns");
    let log = crate::judged::log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &[&moves[..], &["Ada: g 9l"]].concat())]);
    let error = fowlplay::referee::open(fowlplay::log::Log::parse(log).expect("a log")).err().expect("a short form").to_string();
    assert!(error.contains("`9l` is not a bird's number"), "{error}");
}

crate::tables::tables! { "emu_ranchers/birds":
    fn er_3_1_a_bird_starts_with_a_card_from_the_hand;
    fn er_3_1_birds_are_numbered_as_they_hatch;
    fn er_3_2_a_card_goes_on_top;
    fn er_3_2_only_own_birds_grow;
    fn er_3_2_a_card_comes_from_the_hand;
    fn er_3_3_a_card_shares_a_suit_with_the_bird;
    fn er_3_3_all_cards_share_it;
    fn er_3_3_comes_before_er_3_4;
    fn er_3_3_a_bird_of_no_shared_suit_takes_nothing_more;
    fn er_3_4_the_second_card_fixes_the_direction;
    fn er_3_4_equal_ranks_break_the_suits_first;
    fn er_3_4_ranks_may_be_skipped_from_ace_to_crown;
    fn er_3_4_an_ace_goes_upwards_and_a_crown_downwards;
    fn a_card_that_could_be_several_is_asked_among_those_that_can_be;
}
