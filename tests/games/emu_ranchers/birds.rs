//! ER-3: hatching, growing, suits and ranks of a bird.

use crate::emu_ranchers::table::{after, log_of};
use crate::judged::Table;
use serde_json::json;

/// Ada's turn, with one bird of these cards.
fn bird(cards: &str) -> Table {
    let mut lines = Vec::new();
    let mut bo = ["AM", "AW", "AL", "AY", "AK", "CY"].iter();
    for (nth, card) in cards.split(' ').enumerate() {
        lines.push(format!("Ada: {} {card}; draw", if nth == 0 { "hatch" } else { "grow 1" }));
        lines.push(format!("Bo: discard {}; draw", bo.next().expect("Bo has a card left")));
    }
    after(&lines)
}

#[test]
fn er_3_1_birds_are_numbered_as_they_hatch() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 8MS; draw", "Ada: hatch 2WL; draw", "Bo: grow 1 9MS; draw"]);
    let birds = |player: usize| table.state()["players"][player]["birds"].clone();
    assert_eq!((&birds(0)[0]["cards"], &birds(0)[1]["cards"]), (&json!(["7SK"]), &json!(["2WL"])));
    assert_eq!(birds(1)[0]["cards"], json!(["8MS", "9MS"]), "each player counts from 1");
    table.allows("Ada: grow 2 3MW").forbids("Ada: grow 1 3MW", "ER-3.3", "bird 1 is 7SK");
}

#[test]
fn er_3_1_a_bird_starts_with_a_card_from_the_hand() {
    after(&["Ada: hatch 7SK; draw", "Bo: discard 8MS; draw"])
        .excludes("Ada: hatch 7SK", "TB-3", "it is in Ada's bird 1")
        .excludes("Ada: hatch 8MS", "TB-3", "it is in the discard pile")
        .allows("Ada: hatch 9MS");
}

#[test]
fn er_3_2_a_card_goes_on_top() {
    let table = bird("7SK 8MS");
    assert_eq!(table.state()["players"][0]["birds"][0]["cards"], json!(["7SK", "8MS"]));
    table.allows("Ada: grow 1 9MS").forbids("Ada: grow 1 6SY", "ER-3.4", "6SY is below 8");
}

#[test]
fn er_3_2_only_own_birds_grow() {
    let table = after(&["Ada: hatch 7SK; draw"]);
    table.excludes("Bo: grow 1 8MS", "TB-4", "Bo has no bird yet").allows("Bo: hatch 8MS");
    table.records(&["Bo: hatch 8MS; draw"]).allows("Ada: grow 1 9LK").forbids("Ada: grow 1 9WY", "ER-3.3", "bird 1 is 7SK");
}

#[test]
fn er_3_2_a_card_comes_from_the_hand() {
    bird("7SK").excludes("Ada: grow 1 AM", "TB-3", "it is in the discard pile").allows("Ada: grow 1 AS");
}

#[test]
fn er_3_3_a_card_shares_a_suit_with_the_bird() {
    bird("7SK").allows("Ada: grow 1 9MS").allows("Ada: grow 1 9LK").forbids(
        "Ada: grow 1 9WY",
        "ER-3.3",
        "bird 1 is 7SK: Suns or Knots, up or down; 9WY has none of its suits",
    );
}

#[test]
fn er_3_3_all_cards_share_it() {
    bird("7SK 9LK")
        .forbids("Ada: grow 1 CS", "ER-3.3", "bird 1 is 7SK 9LK: Knots, growing up; CS has none")
        .allows("Ada: grow 1 CK");
    bird("2WL 3MW 5SW").forbids("Ada: grow 1 7SK", "ER-3.3", "2WL 3MW 5SW: Waves").allows("Ada: grow 1 7WY");
}

#[test]
fn er_3_3_comes_before_er_3_4() {
    bird("7SK 9LK").forbids("Ada: grow 1 8MS", "ER-3.3", "8MS has none of its suits").forbids("Ada: grow 1 8YK", "ER-3.4", "8YK");
}

#[test]
fn er_3_3_a_bird_of_no_shared_suit_takes_nothing_more() {
    let lines = ["Ada: hatch 7SK; draw", "Bo: hatch CM; draw", "Ada: grow 1 9WY; draw", "Bo: discard CS; draw"];
    let table = Table::of(&log_of(&lines));
    assert_eq!(table.findings(), ["1.3 step 1 illegal ER-3.3"]);
    let why = "bird 1 is 7SK 9WY: no suit, growing up; CK can't go on it, and no card can";
    table.forbids("Ada: grow 1 CK", "ER-3.3", why).forbids("Ada: grow 1 CY", "ER-3.3", "7SK 9WY: no suit");
}

#[test]
fn er_3_4_the_second_card_fixes_the_direction() {
    bird("7SK").allows("Ada: grow 1 8MS").allows("Ada: grow 1 6SY");
    bird("7SK 8MS").forbids("Ada: grow 1 6SY", "ER-3.4", "7SK 8MS: Suns, growing up; 6SY is below 8").allows("Ada: grow 1 9MS");
    bird("7SK 6SY").forbids("Ada: grow 1 8MS", "ER-3.4", "7SK 6SY: Suns, growing down; 8MS is above 6").allows("Ada: grow 1 2SY");
}

#[test]
fn er_3_4_equal_ranks_break_the_suits_first() {
    // No suit has a rank twice, so that a bird never comes to an equal rank by its suits.
    bird("6LK").forbids("Ada: grow 1 6SY", "ER-3.3", "6SY has none of its suits").allows("Ada: grow 1 5ML");
}

#[test]
fn er_3_4_ranks_may_be_skipped_from_ace_to_crown() {
    bird("AS").allows("Ada: grow 1 CS").allows("Ada: grow 1 2SY").allows("Ada: grow 1 9MS");
    bird("9MS").allows("Ada: grow 1 CS").allows("Ada: grow 1 AS");
    bird("2SY 9MS").allows("Ada: grow 1 CS").forbids("Ada: grow 1 AS", "ER-3.4", "AS is below 9");
    bird("CS 2SY").allows("Ada: grow 1 AS").forbids("Ada: grow 1 9MS", "ER-3.4", "9MS is above 2");
    bird("AS CS").forbids("Ada: grow 1 9MS", "ER-3.4", "9MS is below Crown");
}

#[test]
fn er_3_4_an_ace_goes_upwards_and_a_crown_downwards() {
    let table = after(&["Ada: hatch AM; draw", "Bo: hatch CS; draw"]);
    table.forbids("Ada: grow 1 7SK", "ER-3.3", "bird 1 is AM: Moons, upwards; 7SK has none of its suits");
    let table = table.records(&["Ada: discard 9LK; draw"]);
    table.forbids("Bo: grow 1 2MK", "ER-3.3", "bird 1 is CS: Suns, downwards; 2MK has none").allows("Bo: grow 1 9MS");
}

/// What is asked back is what Tab offers: no card that lies open elsewhere.
#[test]
fn a_card_that_could_be_several_is_asked_among_those_that_can_be() {
    let table = after(&["Ada: hatch 9WY; draw"]);
    assert_eq!(table.misreads("Bo: hatch 9"), "`9` could be 9LK the Merchant or 9MS the Pact");
    assert_eq!(table.misreads("b: h 7"), "`7` could be 7SK the Castle, 7WY the Cave or 7ML the Chance Meeting");
    let table = after(&["Ada: hatch 7SK; draw", "Bo: discard 8MS; draw"]);
    // Only what fits the bird.
    assert_eq!(table.misreads("Ada: grow 1 9"), "`9` could be 9LK the Merchant or 9MS the Pact");
    // Where nothing can be, all that it could mean is told.
    assert_eq!(table.misreads("Ada: take 9"), "`9` could be 9WY the Darkness, 9LK the Merchant or 9MS the Pact");
}

#[test]
fn the_number_of_an_only_bird_need_not_be_typed() {
    let moves = ["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw"];
    let table = after(&moves);
    assert_eq!(table.writes("g 9l ."), "grow 1 9LK; draw");
    assert_eq!(table.writes("a: g9lk"), "grow 1 9LK");
    table.forbids("g 8wl", "ER-3.3", "8WL has none of its suits");
    let two = table.records(&["Ada: hatch 2MK; draw", "Bo: discard 4MS; draw"]);
    assert!(two.misreads("g 9l").contains("`9l` is no number of a bird"), "{}", two.misreads("g 9l"));
    let log = crate::judged::log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &[&moves[..], &["Ada: g 9l"]].concat())]);
    let error = fowlplay::referee::open(fowlplay::log::Log::parse(log).expect("a log")).err().expect("a short form").to_string();
    assert!(error.contains("here it would mean `grow 1 9LK`"), "{error}");
}
