//! PM-1: cards, players, the setup, who is first.

use crate::{
    judged::Table,
    piepmatz::table::{after, bare, legal, log_of, refusal},
};

#[test]
fn pm_1_1_there_are_two_of_each_bird() {
    let table = after(&["Ada: play BL3 at 2; draw"]);
    table.excludes("Bo: play BL3 at 1", "PM-1.1", "there are only two BL3: they are on perch 1 and in the queue at perch 2");
    table.excludes("Bo: play GR2 at 1; keep BL3", "PM-1.1", "only two BL3").excludes("Cy: shows BL3", "PM-1.1", "only two BL3");
    table.allows("Bo: play BL4 at 1");
    let state = table.state();
    assert_eq!(state["unaccounted"].as_array().map(Vec::len), Some(72 - 6), "but for those that lie open");
}

#[test]
fn pm_1_3_seed_cards_in_a_row_are_read_in_a_log_too() {
    let listed = |seeds: &str| format!("[deck]\nseeds = {seeds}\ncrows = 5\nsquirrels = 4");
    let lines = ["perches BL3 CH6; display SP1 BU2 YE5; seeds 3 3 3 3", "Ada: play GR6 at 1; refill 3; draw"];
    let table = |seeds: &str| legal(&bare(3, &listed(seeds), &lines));
    for row in ["\"22 0 5\"", "'22, 0, 5'"] {
        assert_eq!(table(row).state(), table("{ 1 = 22, 2 = 0, 3 = 5 }").state());
    }
    assert!(refusal(3, &listed("\"22 5\"")).contains("these are not numbers of seed cards"));
    assert!(refusal(3, &listed("\"22 0 6\"")).contains("37"));
}

#[test]
fn pm_1_3_a_list_adds_up() {
    let error = refusal(3, "[deck]\nseeds = { 1 = 20, 2 = 10, 3 = 4 }\ncrows = 1");
    assert!(error.contains("come to 35 feeder cards") && error.contains("36 in all") && error.contains("PM-1.3"), "{error}");
    assert!(error.contains("line 6"), "{error}");
    let error = refusal(2, "[deck]\nremoved = \"BL\"\nseeds = { 1 = 32 }");
    assert!(error.contains("come to 32 feeder cards") && error.contains("31 in all"), "{error}");
    let error = refusal(3, "[deck]\nseeds = { 4 = 36 }");
    assert!(error.contains("seed cards show 1, 2 or 3 eggs"), "{error}");
    let error = refusal(3, "[deck]\nseeds = { 1 = 10, 2 = 9, 3 = 8 }\ncrows = \"many\"\nsquirrels = 4");
    assert!(error.contains("this is not a number of crows"), "{error}");
    for wrong in ["seeds = 36", "crows = \"many\"", "crows = -1", "squirrels = { 1 = 36 }"] {
        assert!(refusal(3, &format!("[deck]\n{wrong}")).contains("PM-1.3"), "{wrong}");
    }
    legal(&bare::<&str>(3, "[deck]\nseeds = { 1 = 36 }", &[]));
}

#[test]
fn pm_1_4_it_is_said_which_species_there_are() {
    for header in ["", "[deck]\nremoved = \"XX\"\n"] {
        let error = refusal(2, header);
        assert!(error.contains("\"BL\" (Blackbirds)") && error.contains("\"YE\" (Yellowhammers)"), "{error}");
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
fn pm_1_5_perches_laid_out_again_may_leave_nothing_to_draw() {
    let all = ["BL", "SP", "BU", "CH", "GR", "YE"].iter().flat_map(|code| (1..=6).map(move |value| format!("{code}{value}")));
    let mut birds: Vec<String> = all.flat_map(|bird| vec![bird; 2]).collect();
    for seen in ["BL3", "CH6", "SP1", "BU2", "YE5", "GR1"] {
        birds.remove(birds.iter().position(|bird| bird == seen).expect("one of two"));
    }
    birds.truncate(55);
    let lines = ["Ada: play GR1 at 2; draw SP1".to_owned(), format!("perches {} ! agreed", birds.join(" "))];
    let table = Table::of(&log_of(3, "", &lines));
    assert_eq!((table.state()["bird_deck"]["more"].as_u64(), birds.len()), (Some(0), 55));
    assert_eq!(table.open(), ["Bo: play"], "the deck is empty: nothing is due in the display, and Ada holds four");
}

#[test]
fn pm_1_5_a_display_of_too_few_birds_is_only_begun() {
    let table = Table::of(&bare(3, "", &["perches BL3 CH6"]));
    for (line, is_incomplete) in [("display SP1 BU2", true), ("display SP1 BU2 YE5 GR1", false), ("seeds 1 2", true)] {
        assert_eq!(table.verdict(line).is_incomplete, is_incomplete, "{line}");
    }
}
