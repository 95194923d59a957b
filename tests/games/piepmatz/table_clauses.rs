//! TB as it holds at a table of Piepmatz: hands, what can come from where, shows, deductions, the end.

use crate::{
    judged::{Table, log},
    piepmatz::ending::{LAST_OF_BO, TURNS, without_deck},
    piepmatz::table::{after, legal, log_of, texts, two},
};

#[test]
fn tb_2_a_bird_of_the_display_is_known_to_be_in_that_hand_until_it_is_played() {
    let table = after(&["Ada: play GR1 at 2; draw SP1; display SP1"]);
    // Both copies have been seen: one in Ada's hand, one in the display.
    table.excludes("Bo: play SP1 at 2", "PM-1.1", "they are in the display and in Ada's hand");
    let played = table.records(&["Bo: play GR1 at 2; draw", "Cy: play BU1 at 2; draw", "Ada: play SP1 at 2"]);
    assert_eq!(texts(&played.state()["players"][0]["hand"]["known"]), "");
}

#[test]
fn tb_3_a_hand_that_is_known_plays_nothing_else() {
    let table = after(&["Ada: shows GR1 GR2 GR3 GR4"]);
    table.excludes("Ada: play YE6 at 1", "TB-3", "Ada's hand is known to be GR1, GR2, GR3 and GR4").allows("Ada: play GR4 at 1");
    table.excludes("Ada: play GR1 at 2; keep SP1", "TB-3", "known to be").allows("Ada: play GR2 at 2; keep GR1");
}

#[test]
fn tb_3_what_lies_open_is_not_in_a_hand() {
    let lines = ["Ada: play GR6 at 1; refill 3; draw", "Bo: play BL3 at 2; draw"];
    let table = after(&lines);
    table.excludes("Cy: play BL3 at 2", "PM-1.1", "they are in the queue at perch 2 and in Ada's collection");
    table.excludes("Cy: shows BL3", "PM-1.1", "only two BL3").allows("Cy: shows BL4");
}

#[test]
fn tb_4_a_perch_that_is_not_there() {
    let table = after::<&str>(&[]);
    table.excludes("Ada: play GR1 at 3", "TB-4", "there are 2 perches").allows("Ada: play GR1 at 2");
    legal(&log_of::<&str>(4, "", &[])).allows("Ada: play GR1 at 3").excludes("Ada: play GR1 at 4", "TB-4", "there are 3 perches");
}

#[test]
fn tb_4_a_bird_that_is_not_in_the_display() {
    let table = after(&["Ada: play GR1 at 2"]);
    table
        .excludes("Ada: draw GR2", "TB-4", "GR2 does not lie in the display: SP1, BU2 and YE5 lie there")
        .allows("Ada: draw BU2");
}

#[test]
fn tb_5_anybody_shows_at_any_time_once_the_table_is_laid_out() {
    let table = after(&["Ada: play GR6 at 1"]);
    table.allows("Ada: shows GR1").allows("Bo: shows GR1 GR2").allows("Cy: shows BL3");
    let bare = legal(&crate::piepmatz::table::bare::<&str>(3, "", &[]));
    bare.forbids("Bo: shows GR1", "PM-1.5", "the table is laid out first");
}

#[test]
fn tb_5_nothing_is_shown_before_the_round() {
    let table = Table::of(&log::<&str>("piepmatz", &["Ada", "Bo", "Cy"], "", &[]));
    table.forbids("Bo: shows GR1", "TB-5", "no round is being played");
}

#[test]
fn tb_5_what_was_shown_is_known() {
    let table = after(&["Bo: shows GR1 GR1"]);
    assert_eq!(texts(&table.state()["players"][1]["hand"]["known"]), "GR1 GR1");
    table.excludes("Ada: play GR1 at 1", "PM-1.1", "both are in Bo's hand");
}

#[test]
fn tb_6_what_is_left_is_in_the_last_hand() {
    let lines = [&TURNS[..], &["Bo: play GR2 at 1"]].concat();
    let told = without_deck(&lines[..7]).tells(&lines[7..]);
    let deduced = "TB-6: no other place is left for the birds nobody has seen, so Ada's hand is BU2";
    assert!(told.iter().any(|line| line == deduced), "{told:#?}");
    assert_eq!(texts(&without_deck(&lines).state()["unaccounted"]), "", "all is known");
}

#[test]
fn tb_6_not_while_the_deck_has_birds() {
    let table = two("", &["Ada: shows BL1 BL2 BL4 BL5", "Ada: play BL1 at 1; draw"]);
    assert_ne!(texts(&table.state()["unaccounted"]), "");
    assert_eq!(table.state()["players"][1]["hand"]["unseen"], 4);
}

#[test]
fn tb_7_after_the_game_only_notes() {
    let lines = [&TURNS[..], &[LAST_OF_BO, "Ada: play BU2 at 1; refill 1"]].concat();
    let over = without_deck(&lines);
    over.forbids("Bo: shows GR1", "TB-7", "the game is over").forbids("Ada: draw", "TB-7", "the game is over");
    assert_eq!(over.records(&["note it was fun"]).findings().len(), 1, "nothing is found against a note");
}

#[test]
fn tb_7_one_round_is_the_game() {
    let ended = format!("Cy: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    let lines = ["Ada: play GR1 at 2; draw", "Bo: play GR1 at 2; draw", &ended, "Ada: adds BU1 BU3", "Bo: adds BU4 BU5"];
    let again = |last: &[&str]| {
        let first = log_of(3, "", &[&lines[..], last].concat());
        let alone = Table::of(&first).totals();
        let table = Table::of(&format!("{first}[[round]]\nfirst = \"Bo\"\nmoves = []\n"));
        assert_eq!(table.totals(), alone, "what was collected still counts");
        table.findings()
    };
    assert_eq!(again(&["Cy: adds BU6 YE1"]), ["2.0 step 0 illegal TB-7"]);
    assert_eq!(again(&[]), ["2.0 step 0 illegal PM-5.2"], "before its end, with what was due");
    let early = Table::of(&(log_of::<&str>(3, "", &[]) + "[[round]]\nfirst = \"Bo\"\nmoves = []\n"));
    assert_eq!(early.findings(), ["2.0 step 0 illegal PM-2.1"]);
    assert_eq!(early.says(), "the round is not over: Ada has to play a bird first");
}

#[test]
fn tb_3_a_hand_holds_no_more_than_it_does() {
    let table = after(&["Ada: play GR6 at 1; refill 3; draw SP1; display GR2"]);
    table.excludes("Bo: shows BL1 BL2 BL4 BL5 BL6", "TB-3", "Bo's hand holds only 4 cards, but 5 are named").excludes(
        "Ada: shows BL1 BL2 BL4 BL5",
        "TB-3",
        "Ada's hand holds 4 cards, of which 3 have not been seen: too few for all these",
    );
    table.excludes("Bo: shows CH6 CH6", "PM-1.1", "there are only two CH6: one is on perch 2");
    table.excludes("Bo: shows GR6 GR6 GR6", "PM-1.1", "only two GR6");
}
