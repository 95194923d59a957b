//! PM-1: new games, and tables that are being laid out.

use crate::judged::{Table, log};

#[test]
fn pm_1_3_seed_cards_in_a_row_are_read_in_a_log_too() {
    let lines = ["perches BL3 CH6; display SP1 BU2 YE5; seeds 3 3 3 3", "Ada: play GR6 at 1; refill 3; draw"];
    let state = |seeds: &str| {
        let deck = format!("[deck]\nseeds = {seeds}\ncrows = 5\nsquirrels = 4");
        let table = Table::of(&log("piepmatz", &["Ada", "Bo", "Cy"], &deck, &[("Ada", &lines)]));
        assert_eq!(table.findings(), [""; 0], "{seeds}");
        table.state()
    };
    for row in ["\"22 0 5\"", "'22, 0, 5'"] {
        assert_eq!(state(row), state("{ 1 = 22, 2 = 0, 3 = 5 }"));
    }
}

#[test]
fn pm_1_4_a_new_game_of_two_says_what_is_removed() {
    use fowlplay::referee::{Games, NewGame};
    let new = |players: &[&str], deck: &[(&str, &str)]| {
        let deck = deck.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let players = players.iter().map(|&name| name.to_owned()).collect();
        Games::default().start("piepmatz", &NewGame { players, deck, ..NewGame::default() })
    };
    assert!(new(&["Ada", "Bo"], &[("removed", "GR")]).expect("two can play").contains("[deck]\nremoved = \"GR\"\n"));
    assert!(new(&["Ada", "Bo"], &[]).expect("two can play").contains("[deck]\nremoved = \"BL\"\n"), "the first, written down");
    assert!(!new(&["Ada", "Bo", "Cy"], &[]).expect("three can play").contains("removed"));
    assert!(new(&["Ada", "Bo", "Cy"], &[("removed", "GR")]).is_err());
    let listed = [("seeds", "{ 1 = 20, 2 = 10, 3 = 4 }"), ("crows", "1"), ("squirrels", "1")];
    let text = new(&["Ada", "Bo", "Cy"], &listed).expect("it adds up");
    assert!(text.contains("seeds = { 1 = 20, 2 = 10, 3 = 4 }\ncrows = 1\n"));
    let in_a_row = [("seeds", "20 10 4"), ("crows", "1"), ("squirrels", "1")];
    assert_eq!(new(&["Ada", "Bo", "Cy"], &in_a_row).expect("one number for each"), text);
    assert!(new(&["Ada", "Bo", "Cy"], &[("seeds", "20 14")]).is_err(), "of which?");
    assert!(new(&["Ada", "Bo", "Cy"], &listed[..2]).is_err());
}

#[test]
fn pm_1_5_a_display_of_too_few_birds_is_only_begun() {
    let table = Table::of(&log("piepmatz", &["Ada", "Bo", "Cy"], "", &[("Ada", &["perches BL3 CH6"])]));
    for (line, is_incomplete) in [("display SP1 BU2", true), ("display SP1 BU2 YE5 GR1", false), ("seeds 1 2", true)] {
        assert_eq!(table.verdict(line).is_incomplete, is_incomplete, "{line}");
    }
}

#[test]
fn tb_5_nothing_is_shown_before_the_round() {
    let table = Table::of(&log::<&str>("piepmatz", &["Ada", "Bo", "Cy"], "", &[]));
    table.forbids("Bo: shows GR1", "TB-5", "no round is being played");
}
