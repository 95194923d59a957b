//! PM-3: fights, crows and squirrels.

use crate::{
    judged::Table,
    piepmatz::table::{after, has, perch},
};

/// GR1, BU1 and CH1 queue behind BL3, and then SP2: three fights, by 2, by 1 and by 1.
const CHAIN: [&str; 4] = ["Ada: play GR1 at 1; draw", "Bo: play BU1 at 1; draw", "Cy: play CH1 at 1; draw", "Ada: play SP2 at 1"];

#[test]
fn pm_3_5_a_queue_that_is_still_higher_fights_again() {
    let told = after(&CHAIN[..3]).tells(&CHAIN[3..]);
    let fights = told.iter().filter(|line| line.starts_with("PM-3.1") && line.contains("fights at perch")).count();
    assert_eq!(fights, 3, "{told:#?}");
    assert!(told.iter().any(|line| line == "PM-3.1: the slot is empty: nothing is taken"), "{told:#?}");
    assert_eq!(perch(&after(&CHAIN), 1), "BU1: CH1", "one is not more than one: over");
}

/// Bo has BL3 and a seed card 3, Ada SP1; Ada fights for GR6, with this.
fn amid_a_fight(fights: &str, pest: &str) -> Table {
    after(&[
        "Ada: play GR1 at 2; draw",
        &format!("Bo: play GR6 at 1; refill {pest} 3; draw"),
        "Cy: play SP6 at 1; draw",
        "Ada: play GR1 at 2; keep SP1; draw; draw",
        "Bo: play CH1 at 2; draw",
        "Cy: play CH1 at 2; draw",
        &format!("Ada: play {fights} at 1"),
    ])
}

#[test]
fn what_another_player_does_amid_a_fight_is_no_part_of_it() {
    let (crow, squirrel, feeder) = (amid_a_fight("BU1", "crow"), amid_a_fight("BU1", "squirrel"), amid_a_fight("BU5", "crow"));
    let waits = [&crow, &squirrel, &feeder].map(Table::open);
    assert_eq!(waits, [["Ada: lose"], ["Ada: lose"], [": feeder"]]);
    for (table, clause, seed) in [(crow, "PM-3.3", "; 1"), (squirrel, "PM-3.3", "; 1"), (feeder, "PM-3.1", "")] {
        assert_eq!((has(&table, 1), perch(&table, 1).split(':').next()), ("BL3; 3".to_owned(), Some("GR6")));
        table.excludes("Bo: lose GR6 ! it was blown away", "TB-4", "GR6 is not in Bo's collection");
        for (line, left) in [("lose BL3", "; 3"), ("lose 3", "BL3"), ("feeder 2", "BL3; 3 2"), ("feeder crow", "BL3; 3")] {
            table.forbids(&format!("Bo: {line}"), clause, "");
            let stood = table.records(&[&format!("Bo: {line} ! let stand")]);
            // Ada's fight comes to its end without what it waited for.
            assert_eq!(has(&stood, 0), format!("SP1 GR6{seed}"), "{line}");
            assert!(perch(&stood, 1).starts_with("SP6: BU"), "{line}: {}", perch(&stood, 1));
            assert_eq!((has(&stood, 1), stood.open() == ["Bo: lose"]), (left.to_owned(), line == "feeder crow"), "{line}");
        }
    }
}

crate::tables::tables! { "piepmatz/fights":
    fn pm_3_1_the_difference_names_the_slot;
    fn pm_3_1_an_empty_slot_gives_nothing;
    fn pm_3_1_by_five_or_more_it_is_the_feeder_deck;
    fn pm_3_1_a_feeder_card_needs_such_a_fight;
    fn pm_3_3_nothing_is_lost_without_a_fight;
    fn pm_3_2_a_pest_beside_the_seed_taken_acts_and_is_gone;
    fn pm_3_2_with_nothing_to_lose_a_pest_is_gone_all_the_same;
    fn pm_3_2_beside_an_empty_slot_it_stays;
    fn pm_3_2_a_pest_from_the_deck_acts_at_once;
    fn pm_3_2_an_empty_deck_gives_nothing_and_nothing_is_written;
    fn pm_3_3_a_crow_takes_of_what_there_is_most_of;
    fn pm_3_3_among_tied_species_the_player_chooses;
    fn pm_3_3_a_squirrel_takes_two_seeds_or_all;
    fn pm_3_4_seed_and_pest_come_before_the_bird;
    fn pm_3_4_a_crow_never_takes_the_bird_of_the_fight;
    fn pm_3_4_to_lose_the_bird_of_the_fight_is_illegal_and_never_impossible;
    fn pm_3_4_nor_does_it_where_there_are_other_birds;
    fn pm_3_3_a_crow_is_told_with_the_counts;
    fn pm_3_5_highest_of_the_queue_moves_up;
    fn a_fight_that_is_left_comes_to_its_end;
    fn a_bird_laid_on_a_perch_amid_a_fight_stays_in_the_game;
}
