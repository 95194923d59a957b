//! PM-1: cards, players, the setup, who is first.

use crate::{
    judged::Table,
    piepmatz::table::{after, bare, has, legal, log_of, perch, refusal, slots, texts, two, under},
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
fn pm_1_1_a_bird_is_a_species_and_a_value_from_1_to_6() {
    let table = after::<&str>(&[]);
    for word in ["BL0", "BL7", "XX3", "B3", "3"] {
        let told = table.misreads(&format!("Ada: play {word} at 1"));
        assert!(told.contains(&format!("`{word}` is no bird")), "{told}");
    }
    for word in ["BL6", "SP6", "BU6", "CH6", "GR6", "YE6"] {
        table.allows(&format!("Ada: play {word} at 1"));
    }
}

#[test]
fn pm_1_3_the_total_always_binds() {
    let table = after(&["Ada: play GR6 at 1"]);
    assert_eq!(table.state()["feeder_deck"], 32);
    let (all, more) = ("crow ".repeat(31), "crow ".repeat(32));
    table.allows(&format!("Ada: refill {all}1"));
    table.excludes(&format!("Ada: refill {more}1"), "PM-1.3", "the feeder deck has 32 cards");
    assert_eq!(two("", &[""; 0]).state()["feeder_deck"], 27, "with two players five cards fewer");
}

#[test]
fn pm_1_3_seed_cards_in_a_row_are_read_in_a_log_too() {
    let listed = |seeds: &str| format!("[deck]\nseeds = {seeds}\ncrows = 5\nsquirrels = 4");
    let lines = ["perches BL3 CH6; display SP1 BU2 YE5; seeds 3 3 3 3", "Ada: play GR6 at 1; refill 3; draw"];
    let table = |seeds: &str| legal(&bare(3, &listed(seeds), &lines));
    for row in ["\"22 0 5\"", "'22, 0, 5'"] {
        assert_eq!(table(row).state(), table("{ 1 = 22, 2 = 0, 3 = 5 }").state());
    }
    assert!(refusal(3, &listed("\"22 5\"")).contains("these are no numbers of seed cards"));
    assert!(refusal(3, &listed("\"22 0 6\"")).contains("37"));
}

#[test]
fn pm_1_3_a_listed_card_turns_up_no_more_often() {
    let listed = "[deck]\nseeds = { 1 = 20, 2 = 10, 3 = 4 }\ncrows = 1\nsquirrels = 1";
    let table = legal(&log_of(3, listed, &["Ada: play GR6 at 1"]));
    assert_eq!(table.state()["feeder_deck_left"], serde_json::json!({"1": 18, "2": 9, "3": 3, "crow": 1, "squirrel": 1}));
    table.allows("Ada: refill crow squirrel 1");
    table.excludes("Ada: refill crow crow 1", "PM-1.3", "of `crow` the feeder deck had 1, and 1 is left");
    let later = table.records(&["Ada: refill crow 1; draw"]).records(&["Bo: play GR5 at 2; draw", "Cy: play CH5 at 2"]);
    later.excludes("Cy: refill crow 1", "PM-1.3", "none is left").allows("Cy: refill squirrel 1");
    let without =
        legal(&log_of(3, &listed.replace("crows = 1\nsquirrels = 1", "crows = 0\nsquirrels = 2"), &["Ada: play GR6 at 1"]));
    without.excludes("Ada: refill crow 1", "PM-1.3", "this game's feeder deck has no `crow`");
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
    assert!(error.contains("this is no number of crows"), "{error}");
    for wrong in ["seeds = 36", "crows = \"many\"", "crows = -1", "squirrels = { 1 = 36 }"] {
        assert!(refusal(3, &format!("[deck]\n{wrong}")).contains("PM-1.3"), "{wrong}");
    }
    legal(&bare::<&str>(3, "[deck]\nseeds = { 1 = 36 }", &[]));
}

#[test]
fn pm_1_4_two_players_remove_a_species() {
    let error = refusal(2, "");
    assert!(error.contains("PM-1.4") && error.contains("with two players one species is removed"), "{error}");
    assert!(refusal(2, "[deck]\nremoved = \"XX\"").contains("this is no species"));
    let table = two("", &[""; 0]);
    assert_eq!((&table.state()["removed"], &table.state()["bird_deck"]), (&"YE".into(), &(60 - 2 - 3 - 8).into()));
    table.excludes("Ada: play YE1 at 1", "PM-1.4", "Yellowhammers are out of this game (`removed = YE`)");
    table.excludes("Bo: shows YE1", "PM-1.4", "Yellowhammers are out").allows("Bo: shows BL1");
    table.allows("Ada: play BL1 at 1");
}

#[test]
fn pm_1_4_it_is_said_which_species_there_are() {
    for header in ["", "[deck]\nremoved = \"XX\"\n"] {
        let error = refusal(2, header);
        assert!(error.contains("\"BL\" (Blackbirds)") && error.contains("\"YE\" (Yellowhammers)"), "{error}");
    }
}

#[test]
fn pm_1_4_only_two_players_do() {
    for players in [3, 4] {
        let error = refusal(players, "[deck]\nremoved = \"BL\"");
        assert!(error.contains("PM-1.4") && error.contains("no species is removed"), "{error}");
    }
    after::<&str>(&[]).allows("Ada: play YE1 at 1");
}

#[test]
fn pm_1_4_a_new_game_of_two_says_what_is_removed() {
    use fowlplay::referee::{NewGame, start};
    let new = |players: &[&str], deck: &[(&str, &str)]| {
        let deck = deck.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let players = players.iter().map(|&name| name.to_owned()).collect();
        start("piepmatz", &NewGame { players, deck, ..NewGame::default() })
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
fn pm_1_5_two_to_four_play() {
    for players in [1, 5] {
        let error = refusal(players, "");
        assert!(error.contains("PM-1.5") && error.contains("two to four players"), "{error}");
    }
    assert_eq!(legal(&log_of(4, "", &[""; 0])).state()["perches"].as_array().map(Vec::len), Some(3));
    assert_eq!(after::<&str>(&[]).state()["perches"].as_array().map(Vec::len), Some(2));
}

#[test]
fn pm_1_5_the_table_is_laid_out_in_any_order() {
    let parts = ["perches BL3 CH6", "display SP1 BU2 YE5", "seeds 1 2 3 1"];
    for [one, two, three] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let lines = [parts[one], parts[two], parts[three]];
        for table in [legal(&bare(3, "", &lines)), legal(&bare(3, "", &[lines.join("; ")]))] {
            assert_eq!((table.open(), perch(&table, 1)), (vec!["Ada: play".to_owned()], "BL3:".to_owned()), "{lines:?}");
        }
    }
    assert_eq!(legal(&bare(3, "", &parts[..1])).open(), [": display seeds"]);
}

#[test]
fn pm_1_5_nothing_else_is_done_before_all_three_are_there() {
    let table = legal(&bare::<&str>(3, "", &[]));
    assert_eq!(table.open(), [": perches display seeds"]);
    table.forbids("Ada: play GR1 at 1", "PM-1.5", "the table is laid out first: `perches`, `display` and `seeds`");
    table.forbids("Ada: adds GR1 GR2", "PM-1.5", "").forbids("Ada: display SP1 BU2 YE5", "PM-1.5", "");
    let table = table.records(&["seeds 1 2 3 1; perches BL3 CH6"]);
    let due = "the table is laid out first: `display`";
    table
        .forbids("perches GR1 GR2", "PM-1.5", "`perches` was there already; still to be laid out: `display`")
        .forbids("Ada: display SP1 BU2 YE5", "PM-1.5", "done by the table, and no name stands before it")
        .forbids("Ada: play GR1 at 1", "PM-1.5", due)
        .forbids("refill 1", "PM-1.5", due);
    let table = table.records(&["display SP1 BU2 YE5"]);
    table.forbids("perches GR1 GR2", "PM-1.5", "the table was laid out").forbids("seeds 1 1 1 1", "PM-1.5", "the table was");
}

#[test]
fn pm_1_5_as_many_as_there_are_places() {
    let table = legal(&bare::<&str>(3, "", &[]));
    table.forbids("perches BL3", "PM-1.5", "1 bird was laid out, and there are 2 perches");
    table.forbids("perches BL3 CH6 GR2", "PM-1.5", "3 birds were laid out");
    let table = table.records(&["perches BL3 CH6"]);
    table.forbids("display SP1 BU2", "PM-1.5", "2 birds were turned up, and it has to be 3");
    let table = table.records(&["display SP1 BU2 YE5"]);
    table.forbids("seeds 1 2 3", "PM-1.5", "3 seed cards for 4 slots").forbids("seeds 1 1 1 1 1", "PM-1.5", "5 seed cards");
    assert_eq!(slots(&table.records(&["seeds 3 1 2 2"])), "3 1 2 2", "in the order of the slots");
}

#[test]
fn pm_1_5_pests_are_shuffled_back() {
    let table = legal(&bare(3, "", &["perches BL3 CH6", "display SP1 BU2 YE5"]));
    table.forbids("seeds 1 crow 3 1", "PM-1.5", "a crow that turns up before the first turn is shuffled back");
    let stood = Table::of(&bare(3, "", &["perches BL3 CH6; display SP1 BU2 YE5; seeds 1 crow 3 1", "Ada: play GR1 at 1"]));
    assert_eq!(stood.findings(), ["1.1 step 3 illegal PM-1.5"]);
    assert_eq!(
        (slots(&stood), stood.open()),
        ("1+crow 3 1 -".to_owned(), vec![": refill".to_owned(), "Ada: keep".to_owned()]),
        "cards move as written"
    );
}

#[test]
fn pm_1_5_four_unseen_birds_each() {
    let table = after::<&str>(&[]);
    assert_eq!(table.state()["players"][2]["hand"], serde_json::json!({"count": 4, "known": [], "unseen": 4}));
    table.allows("Ada: shows GR1 GR2 GR3 GR4").excludes("Ada: shows GR1 GR2 GR3 GR4 GR5", "TB-3", "4 cards");
    assert_eq!(table.state()["bird_deck"], 72 - 5 - 12);
}

#[test]
fn pm_1_5_what_was_left_out_lapses() {
    let table = Table::of(&bare(3, "", &["display SP1 BU2 YE5; seeds 1 2 3 1", "Ada: play GR1 at 1; draw"]));
    assert_eq!(table.findings(), ["1.2 step 1 illegal PM-1.5"], "once is enough");
    assert_eq!((perch(&table, 1), table.open()), ("-: GR1".to_owned(), vec!["Bo: play".to_owned()]));
}

#[test]
fn pm_1_6_the_first_player_takes_the_first_turn() {
    let table = after::<&str>(&[]);
    table.allows("Ada: play GR1 at 1").forbids("Bo: play GR1 at 1", "PM-1.6", "it is Ada's turn");
    let bo = log_of::<&str>(3, "", &[]).replace("first = \"Ada\"", "first = \"Bo\"");
    legal(&bo).allows("Bo: play GR1 at 1").forbids("Ada: play GR1 at 1", "PM-1.6", "it is Bo's turn");
}

#[test]
fn pm_1_6_turns_go_clockwise() {
    let lines = ["Ada: play GR1 at 2; draw", "Bo: play GR1 at 2; draw", "Cy: play GR2 at 2; draw"];
    for (nth, next) in ["Ada", "Bo", "Cy", "Ada"].into_iter().enumerate() {
        let table = after(&lines[..nth]);
        // The one before may keep a bird as long as nothing else was done; with the hand full that is over.
        assert_eq!(table.open(), [format!("{next}: play")]);
    }
    after(&lines[..1]).forbids("Cy: play GR2 at 2", "PM-1.6", "it is Bo's turn");
}

#[test]
fn pm_1_6_after_a_turn_out_of_order_the_next_seat_goes_on() {
    let table = Table::of(&log_of(3, "", &["Bo: play GR1 at 2; draw", "Cy: play GR1 at 2; draw"]));
    assert_eq!((table.findings(), table.open()), (vec!["1.2 step 1 illegal PM-1.6".to_owned()], vec!["Ada: play".to_owned()]));
}

#[test]
fn the_display_is_sorted_and_the_perches_are_not() {
    let table = legal(&bare(3, "", &["perches CH6 BL3; display YE5 SP1 BU2; seeds 1 2 3 1"]));
    assert_eq!((perch(&table, 1), texts(&table.state()["display"])), ("CH6:".to_owned(), "SP1 BU2 YE5".to_owned()));
    assert_eq!(under("", &[""; 0]).writes("Ada: play gr1 at 2"), "play GR1 at 2");
}

#[test]
fn pm_1_5_seeds_laid_out_again_may_leave_nothing_to_refill() {
    let table = Table::of(&log_of(3, "", &["Ada: play GR6 at 1", "seeds 2 2 2 2 ! agreed"]));
    assert_eq!(table.open(), ["Ada: draw"], "slot 3 is full");
    assert_eq!(slots(&table), "1 2 2 1");
    let all = format!("seeds {}! agreed", "1 ".repeat(32));
    let table = Table::of(&log_of(3, "", &["Ada: play GR3 at 1; draw", "Bo: play GR5 at 1", &all]));
    assert_eq!(table.open(), ["Bo: draw"], "no card is left for this fight");
    assert_eq!(table.state()["ending"], true);
    assert_eq!(perch(&table, 1), "GR5: GR3");
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
    assert_eq!((table.state()["bird_deck"].as_u64(), birds.len()), (Some(0), 55));
    assert_eq!(table.open(), ["Bo: play"], "the deck is empty: nothing is due in the display, and Ada holds four");
}

#[test]
fn pm_3_5_nobody_moves_up_to_a_perch_where_a_bird_was_laid_meanwhile() {
    let lines = [
        "Ada: play GR6 at 1; refill crow squirrel 3; draw",
        "Bo: play SP6 at 1; draw",
        "Cy: play BU1 at 2; draw",
        "Ada: play CH2 at 1",
        "perches YE6 ! agreed",
    ];
    let table = Table::of(&log_of(3, "pest_timing = \"after-bird\"", &lines));
    assert_eq!((has(&table, 0), table.open()), ("BL3 GR6; 3 2".to_owned(), vec!["Ada: lose".to_owned()]));
    let after = table.records(&["Ada: lose 3 2"]);
    assert_eq!((has(&after, 0), perch(&after, 1)), ("BL3 GR6 YE6".to_owned(), "SP6: CH2".to_owned()), "YE6 was fought too");
}

#[test]
fn pm_1_5_a_display_of_too_few_birds_is_only_begun() {
    let table = Table::of(&bare(3, "", &["perches BL3 CH6"]));
    for (line, is_begun) in [("display SP1 BU2", true), ("display SP1 BU2 YE5 GR1", false), ("seeds 1 2", true)] {
        assert_eq!(table.verdict(line).is_begun, is_begun, "{line}");
    }
}
