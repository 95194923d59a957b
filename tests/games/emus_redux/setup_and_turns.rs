//! RX-1 and RX-2: players, the deck, turns.

use crate::emus_redux::table::{after, legal, log_of};
use fowlplay::{log::Log, referee};

#[test]
fn rx_1_1_six_cards_each_are_dealt_from_62() {
    let three = after(&[""; 0]).state();
    assert_eq!((&three["draw_pile"]["more"], three["unaccounted"].as_array().map(Vec::len)), (&44.into(), Some(62)));
    assert_eq!(three["players"][2]["hand"]["count"], 6);
    let four = legal(&log_of(4, "", &[""; 0])).state();
    assert_eq!((&four["draw_pile"]["more"], &four["players"][3]["hand"]["count"]), (&38.into(), &6.into()));
}

#[test]
fn rx_1_1_three_or_four_play() {
    for players in [2, 5] {
        let names = &["Ada", "Bo", "Cy", "Di", "Eve"][..players];
        let text = format!("fowlplay = 1\ngame = \"emus-redux\"\nplayers = {names:?}\n");
        let error = referee::open(Log::parse(text).expect("a log")).err().expect("they can't play").to_string();
        assert!(error.contains(&format!("{players} players are named")), "{error}");
        assert!(error.contains("RX-1.1") && error.contains("three or four players"), "{error}");
    }
}
