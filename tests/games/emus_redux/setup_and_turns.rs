//! RX-1 and RX-2: players, the deck, turns.

use crate::{
    emus_redux::table::{after, bare, ended, legal, log_of, year},
    judged::Table,
};
use fowlplay::{log::Log, referee};

#[test]
fn rx_1_1_six_cards_each_are_dealt_from_62() {
    let three = after(&[""; 0]).state();
    assert_eq!((&three["draw_pile"], three["unaccounted"].as_array().map(Vec::len)), (&44.into(), Some(62)));
    assert_eq!(three["players"][2]["hand"]["count"], 6);
    let four = legal(&log_of(4, "", &[""; 0])).state();
    assert_eq!((&four["draw_pile"], &four["players"][3]["hand"]["count"]), (&38.into(), &6.into()));
}

#[test]
fn rx_1_1_three_or_four_play() {
    for players in [2, 5] {
        let names = &["Ada", "Bo", "Cy", "Di", "Eve"][..players];
        let text = format!("fowlplay = 1\ngame = \"emus-redux\"\nplayers = {names:?}\n");
        let error = referee::open(Log::parse(text).expect("a log")).err().expect("they can't play").to_string();
        assert!(error.contains(&format!("but {players} are named")), "{error}");
        assert!(error.contains("RX-1.1") && error.contains("three or four players"), "{error}");
    }
}

#[test]
fn rx_1_1_there_are_two_of_each_number_card_and_excuse() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 7SK; draw", "Cy: discard EX; draw", "Ada: discard EX; draw"]);
    table.excludes("Bo: hatch 7SK", "TB-3", "its copies are in Ada's bird 1 and in Bo's bird 1").allows("Bo: hatch 8MS");
    table.excludes("Bo: discard EX to 1", "TB-3", "EX is not in Bo's hand");
}

#[test]
fn rx_1_1_there_is_one_of_each_ace_and_crown() {
    let table = after(&["Ada: hatch AM; draw", "Bo: hatch CS; draw"]);
    table.excludes("Cy: hatch AM", "TB-3", "it is in Ada's bird 1").excludes("Cy: hatch CS", "TB-3", "it is in Bo's bird 1");
    table.allows("Cy: hatch AS").allows("Cy: hatch CM");
}

#[test]
fn rx_1_2_turns_go_clockwise_from_the_first() {
    let table = after(&["Ada: hatch 7SK; draw"]);
    table.allows("Bo: hatch 8MS").forbids("Cy: hatch 8MS", "RX-1.2", "it is Bo's turn");
    table.records(&["Bo: hatch 8MS; draw", "Cy: hatch 9MS; draw"]).allows("Ada: grow 1 9LK");
}

#[test]
fn rx_1_2_after_a_turn_out_of_turn_the_next_seat_goes_on() {
    let lines = ["Ada: hatch 7SK; draw", "Cy: hatch 8MS; draw", "Ada: grow 1 9LK; draw", "Bo: hatch 2WL; draw"];
    let table = Table::of(&log_of(3, "", &lines));
    assert_eq!((table.findings(), table.says()), (vec!["1.3 step 1 illegal RX-1.2".to_owned()], "it is Bo's turn"));
    table.allows("Cy: grow 1 9MS");
}

#[test]
fn rx_1_2_anyone_may_be_first() {
    let first = log_of(3, "", &["Cy: hatch 7SK; draw", "Ada: hatch 8MS; draw"]).replace("first = \"Ada\"", "first = \"Cy\"");
    legal(&first).allows("Bo: hatch 9MS").forbids("Cy: hatch 9MS", "RX-1.2", "it is Bo's turn");
}

#[test]
fn rx_2_1_the_action_is_not_left_out() {
    after(&[""; 0]).forbids("Ada: draw", "RX-2.1", "Ada has to hatch, grow or discard first").allows("Ada: hatch 7SK; draw");
    after(&[""; 0]).forbids("Ada: take PMSL", "RX-2.1", "Ada has to hatch, grow or discard first");
}

#[test]
fn rx_2_1_the_draw_is_not_left_out() {
    let table = after(&["Ada: hatch 7SK"]);
    table.forbids("Bo: hatch 8MS", "RX-2.1", "Ada has not drawn a card yet").forbids(
        "Ada: hatch 8MS",
        "RX-2.1",
        "Ada has hatched",
    );
    let lapsed = Table::of(&log_of(3, "", &["Ada: hatch 7SK", "Bo: hatch 8MS; draw", "Cy: hatch 9MS; draw"]));
    assert_eq!(lapsed.findings(), ["1.3 step 1 illegal RX-2.1"], "Ada's draw has lapsed");
}

#[test]
fn rx_2_1_neither_is_done_twice() {
    after(&["Ada: hatch 7SK; draw"]).forbids("Ada: draw", "RX-2.1", "the turn ended with its one draw; it is Bo's turn");
    after(&["Ada: hatch 7SK; take PMSL"]).forbids("Ada: take TMWK", "RX-2.1", "the turn ended with its one draw");
    after(&["Ada: hatch 7SK"]).forbids("Ada: hatch 8MS", "RX-2.1", "Ada has hatched 7SK already").allows("Ada: draw");
}

#[test]
fn rx_2_2_the_last_draw_ends_the_year_at_once() {
    let mut lines = year("", &["Ada: hatch 7SK; draw"], "8MS 2WL");
    let last = lines.pop().expect("a year has turns");
    let table = after(&lines);
    let told = table.tells(&[&last]);
    assert!(told.iter().any(|told| told.starts_with("RX-2.2: that was the last card")), "{told:?}");
    let table = table.records(&[&last]);
    let why =
        "the year has ended: the last card of the draw pile was drawn; the cards left in hand are discarded with `done` now";
    for discard in ["Cy: discard 8MS to 1", "Cy: discard 8MS", "Cy: d 8ms"] {
        table.forbids(discard, "RX-2.2", why);
    }
    assert_eq!(table.writes("Ada: grow 1 8MS"), "lay 1 8MS");
    lines.extend([last, "Ada: grow 1 8MS".to_owned(), "Ada: discard 2WL".to_owned()]);
    let written = Table::of(&log_of(3, "", &lines));
    assert_eq!(written.findings(), ["1.46 step 1 illegal RX-2.2", "1.47 step 1 illegal RX-2.2"]);
}

#[test]
fn rx_2_2_a_card_from_a_discard_pile_or_the_market_does_not_end_it() {
    let mut lines = year("", &["Ada: hatch 7SK; draw", "Bo: hatch 2WL; draw"], "3MW 9MS 8MS");
    lines.pop();
    let table = after(&lines);
    assert_eq!((&table.state()["draw_pile"], &table.state()["turn"]), (&1.into(), &"Bo".into()));
    table.records(&["Bo: grow 1 3MW; take PMSL", "Cy: hatch 9MS; take PWLY"]).allows("Ada: grow 1 8MS; draw");
    assert_eq!(ended(&["Ada: hatch 7SK; draw"], "").state()["turn"], serde_json::Value::Null);
}

#[test]
fn rx_2_2_a_second_year_is_not_begun() {
    let table = Table::of(&(bare(&[""; 0]) + "[[round]]\nfirst = \"Bo\"\nmoves = []\n"));
    assert_eq!(table.findings(), ["2.0 step 0 illegal RX-1.3"], "the market of the first was due");
}
