//! PM-3: fights, crows and squirrels.

use crate::{
    judged::Table,
    piepmatz::table::{after, bare, drained, has, legal, perch, slots, texts, under},
};

#[test]
fn pm_3_1_the_difference_names_the_slot() {
    for (played, slot, seed) in [("GR4", 1, 1), ("GR5", 2, 2), ("GR6", 3, 3)] {
        let table = after(&[format!("Ada: play {played} at 1")]);
        assert_eq!(has(&table, 0), format!("BL3; {seed}"), "{played} against BL3 is slot {slot}");
        assert_eq!(table.open(), [": refill"]);
    }
    let four = after(&["Ada: play GR3 at 1; draw", "Bo: play GR4 at 1"]);
    assert_eq!(has(&four, 1), "BL3; 1", "7 against 3 is slot 4");
}

#[test]
fn pm_3_1_an_empty_slot_gives_nothing() {
    let table = after(&CHAIN);
    assert_eq!(slots(&table), "- - 3 1");
    assert_eq!(has(&table, 0), "BL3 SP2 GR1; 2 1", "the third fight found slot 1 empty");
}

#[test]
fn pm_3_1_by_five_or_more_it_is_the_feeder_deck() {
    let table = after(&["Ada: play GR3 at 1; draw", "Bo: play GR5 at 1"]);
    assert_eq!(table.open(), [": feeder"]);
    assert_eq!(has(&table, 1), "", "the bird is collected only after the seed");
    table.forbids("Bo: draw", "PM-3.1", "Bo won a fight by 5 or more").forbids("Cy: play GR1 at 2", "PM-3.1", "");
    table.allows("Bo: feeder 3").allows("feeder crow").forbids("Ada: feeder 3", "PM-3.1", "");
    let taken = table.records(&["Bo: feeder 2"]);
    assert_eq!((has(&taken, 1), taken.state()["feeder_deck"].as_u64()), ("BL3; 2".to_owned(), Some(31)));
    let six = after(&["Ada: play GR3 at 1; draw", "Bo: play GR6 at 1"]);
    assert_eq!(six.open(), [": feeder"], "six is five or more");
}

#[test]
fn pm_3_1_a_feeder_card_needs_such_a_fight() {
    let table = after(&["Ada: play GR6 at 1"]);
    table.forbids("Ada: feeder 3", "PM-3.1", "Ada is in no fight now, and only a fight by 5 or more").allows("Ada: refill 1");
    table.forbids("feeder 3", "PM-3.1", "Ada is in no fight").forbids("Bo: feeder 3", "PM-2.4", "slot 3 has to be refilled");
    after::<&str>(&[]).forbids("feeder 3", "PM-2.1", "Ada has to play a bird first");
}

#[test]
fn pm_3_3_nothing_is_lost_without_a_fight() {
    let table = after(&["Ada: play GR6 at 1"]);
    table.forbids("Ada: lose BL3", "PM-3.3", "Ada is in no fight now, so no pest takes anything");
    table.forbids("Ada: lose 3", "PM-3.3", "Ada is in no fight").forbids("Bo: lose 3", "PM-2.4", "slot 3 has to be refilled");
}

/// A crow beside slot 1 and a squirrel beside slot 2; Ada has BL3 and a seed card 3.
const PESTS: &str = "Ada: play GR6 at 1; refill crow squirrel 3; draw";

#[test]
fn pm_3_2_a_pest_beside_the_seed_taken_acts_and_is_gone() {
    let table = after(&[PESTS]);
    assert_eq!(slots(&table), "1+crow 2+squirrel 3 1");
    let fought = table.records(&["Bo: play SP6 at 1; draw", "Cy: play BU1 at 2; draw", "Ada: play CH2 at 1"]);
    assert_eq!((fought.open(), slots(&fought)), (vec!["Ada: lose".to_owned()], "1+crow - 3 1".to_owned()), "8 against 6");
    assert_eq!(has(&fought.records(&["Ada: lose 3 2"]), 0), "BL3 GR6");
}

#[test]
fn pm_3_2_with_nothing_to_lose_a_pest_is_gone_all_the_same() {
    let table = after(&[PESTS, "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1"]);
    assert_eq!((table.open(), has(&table, 2)), (vec![": refill".to_owned()], "GR6; 1".to_owned()), "the crow found no bird");
    assert_eq!(slots(&table), "- 2+squirrel 3 1");
}

#[test]
fn pm_3_2_beside_an_empty_slot_it_stays() {
    // The deck runs out before slot 3 is filled; a crow lies beside each.
    let ended = format!("Ada: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    let table = after(&[&ended, "Bo: play SP6 at 2; draw", "Cy: play BU3 at 2"]);
    assert_eq!((has(&table, 2), table.open()), ("CH6".to_owned(), vec!["Cy: draw".to_owned()]), "9 against 6 is slot 3");
    assert_eq!(slots(&table), "1+crow 2+crow -+crow 1+crow");
}

#[test]
fn pm_3_2_a_pest_from_the_deck_acts_at_once() {
    let lines = ["Ada: play GR6 at 1; refill 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP5 at 1"];
    let table = after(&lines);
    assert_eq!(table.open(), [": feeder"], "11 against 6");
    assert_eq!(table.records(&["Cy: feeder crow"]).open(), ["Cy: draw"], "nothing to lose");
    let ada = after(&[
        "Ada: play GR6 at 1; refill 3; draw",
        "Bo: play SP6 at 1; draw",
        "Cy: play BL1 at 2; draw",
        "Ada: play SP5 at 1",
    ]);
    let squirrel = ada.records(&["Ada: feeder squirrel"]);
    assert_eq!(squirrel.open(), ["Ada: lose"]);
    squirrel.forbids("Ada: draw", "PM-3.3", "a squirrel takes 1 seed card of Ada's first").allows("Ada: lose 3");
    assert_eq!(slots(&squirrel.records(&["Ada: lose 3"])), "1 2 3 1", "nothing of the slots");
}

#[test]
fn pm_3_2_an_empty_deck_gives_nothing_and_nothing_is_written() {
    let mut lines = drained();
    lines.push("Bo: play YE6 at 1; draw".to_owned());
    lines.push("Cy: play GR5 at 1".to_owned());
    let table = after(&lines);
    assert_eq!((table.open(), has(&table, 2)), (vec!["Cy: draw".to_owned()], "GR6".to_owned()), "only the bird");
    table.forbids("Cy: feeder 1", "PM-3.1", "Cy is in no fight");
}

/// Ada has BL1 BL3 SP2 GR6 and the seeds 3 and 2, and fights by 5.
fn fighting() -> Table {
    after(&[
        "Ada: play GR6 at 1; refill 3; draw",
        "Bo: play SP1 at 2; draw",
        "Cy: play BU1 at 2; draw",
        "Ada: play CH1 at 2; keep BL1; draw; draw",
        "Bo: play BU1 at 2; draw",
        "Cy: play CH1 at 2; draw",
        "Ada: play YE2 at 1; keep SP2; draw; draw",
        "Bo: play GR1 at 2; draw",
        "Cy: play GR1 at 1; draw",
        "Ada: play SP5 at 1; refill 2; draw",
        "Bo: play YE1 at 1; draw",
        "Cy: play YE1 at 1; draw",
        "Ada: play GR5 at 1",
    ])
}

#[test]
fn pm_3_3_a_crow_takes_of_what_there_is_most_of() {
    let crow = fighting().records(&["Ada: feeder crow"]);
    assert_eq!(has(&crow, 0), "BL1 BL3 SP2 GR6; 3 2");
    assert_eq!(crow.open(), ["Ada: lose"]);
    assert_eq!(crow.legal(), ["Ada: lose BL1", "Ada: lose BL3"], "and the player chooses which card");
    crow.forbids("Ada: lose SP2", "PM-3.3", "the crow takes of what Ada has most of: 2 Blackbirds, and only 1 Sparrow");
    crow.forbids("Ada: lose 3", "PM-3.3", "a crow takes a bird, not seeds");
    crow.forbids("Ada: lose BL1 BL3", "PM-3.3", "a crow takes one bird, not 2");
    crow.excludes("Ada: lose BL2", "TB-4", "BL2 is not in Ada's collection; Ada has BL1 and BL3");
    crow.excludes("Ada: lose CH1", "TB-4", "CH1 is not in Ada's collection; Ada has no Chaffinches");
    crow.excludes("Ada: lose BL1 BL1", "TB-4", "BL1 is not in Ada's collection so often; Ada has BL1 and BL3");
    crow.forbids("Ada: keep BL1", "PM-2.2", "Ada is in a fight, and a bird is kept only where the play brings none");
    crow.forbids("Ada: draw", "PM-3.3", "a crow takes a bird of Ada's first");
    let lost = crow.records(&["Ada: lose BL1"]);
    assert!(texts(&lost.state()["out_of_the_game"]).contains("BL1"), "out of the game");
}

#[test]
fn pm_3_3_among_tied_species_the_player_chooses() {
    let lines = [
        "Ada: play GR6 at 1; refill 3; draw",
        "Bo: play SP1 at 2; draw",
        "Cy: play BU1 at 2; draw",
        "Ada: play CH2 at 2; keep SP2; draw; draw",
        "Bo: play YE6 at 1; draw",
        "Cy: play BL1 at 2; draw",
        "Ada: play SP5 at 1; feeder crow",
    ];
    let table = after(&lines);
    assert_eq!(table.legal(), ["Ada: lose BL3", "Ada: lose SP2"]);
    assert_eq!(has(&table.records(&["Ada: lose SP2"]), 0), "BL3 GR6; 3", "and then the bird of the fight is collected");
}

#[test]
fn pm_3_3_a_squirrel_takes_two_seeds_or_all() {
    let table = fighting().records(&["Ada: feeder squirrel"]);
    table.allows("Ada: lose 3 2").forbids("Ada: lose 3", "PM-3.3", "the squirrel takes 2 seed cards, not 1");
    table.excludes("Ada: lose 3 3", "TB-4", "3 is named twice, and Ada has one of them").excludes(
        "Ada: lose 1 2",
        "TB-4",
        "Ada has 3 and 2",
    );
    table.forbids("Ada: lose BL1", "PM-3.3", "a squirrel takes seeds, not birds");
    assert_eq!(table.legal(), [""; 0], "what is taken at random is in no list");
    assert_eq!(has(&table.records(&["Ada: lose 2 3"]), 0).split(';').nth(1), None, "no seed is left");
}

#[test]
fn pm_3_4_seed_and_pest_come_before_the_bird() {
    // A squirrel beside slot 1, and Cy has no seed but the one just taken.
    let lines = ["Ada: play GR6 at 1; refill squirrel 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1"];
    let table = after(&lines);
    assert_eq!((table.open(), has(&table, 2)), (vec!["Cy: lose".to_owned()], "; 1".to_owned()), "the bird is not collected yet");
    assert_eq!(has(&table.records(&["Cy: lose 1"]), 2), "GR6", "a squirrel may take the seed of the fight");
}

#[test]
fn pm_3_4_a_crow_never_takes_the_bird_of_the_fight() {
    let lines = ["Ada: play GR6 at 1; refill crow 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1"];
    let table = after(&lines);
    assert_eq!((table.open(), has(&table, 2)), (vec![": refill".to_owned()], "GR6; 1".to_owned()), "it found nothing");
    let late = under("pest_timing = \"after-bird\"", &lines);
    assert_eq!((late.open(), has(&late, 2)), (vec!["Cy: lose".to_owned()], "GR6; 1".to_owned()), "unless it comes later");
}

#[test]
fn pm_3_4_to_lose_the_bird_of_the_fight_is_illegal_and_never_impossible() {
    let disputed = ("PM-3.4", "BL1 is the bird of the fight");
    // Ada has no bird when the crow comes: nothing is lost, and the turn goes on.
    let lines = ["perches BL1 SP5; display SP1 BU2 YE5; seeds 1 2 3 1", "Ada: play CH6 at 1"];
    let table = legal(&bare(3, "", &lines));
    table.forbids("Ada: feeder crow; lose BL1", disputed.0, disputed.1).allows("Ada: feeder crow; draw");
    table.records(&["Ada: feeder crow"]).forbids("Ada: lose BL1", disputed.0, disputed.1);
    table.forbids("Ada: feeder crow; draw; lose BL1", "PM-1.6", "it is Bo's turn");
    let disputed_log = |reason: &str| {
        let line = format!("Ada: play CH6 at 1; feeder crow; lose BL1{reason}");
        Table::of(&bare(3, "", &[lines[0], &line, "Ada: draw"]))
    };
    assert_eq!(disputed_log("").findings(), ["1.2 step 3 illegal PM-3.4"]);
    assert_eq!(disputed_log("").rule().as_deref(), Some("pest_timing = before-bird; under after-bird it would be legal"));
    let stood = disputed_log(" ! it was gone");
    assert_eq!((has(&stood, 0), stood.open()), (String::new(), vec!["Bo: play".to_owned()]));
    let late = "pest_timing = \"after-bird\"";
    legal(&bare(3, late, &lines)).allows("Ada: feeder crow; lose BL1");
    // The end of the turn, and another's, makes no difference.
    let lines = ["Ada: play GR6 at 1; refill crow 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1"];
    let spared = after(&lines);
    spared.forbids("Cy: lose GR6", "PM-3.4", "GR6 is the bird of the fight");
    // Once the turn goes on, no fight is left.
    spared.records(&["Cy: refill 1"]).forbids("Cy: lose GR6", "PM-3.3", "Cy is in no fight");
}

#[test]
fn pm_3_4_nor_does_it_where_there_are_other_birds() {
    let crow = fighting().records(&["Ada: feeder crow"]);
    assert_eq!((has(&crow, 0), perch(&crow, 1)), ("BL1 BL3 SP2 GR6; 3 2".to_owned(), "SP5: YE2 GR1 YE1 YE1 GR5".to_owned()));
    crow.forbids("Ada: lose SP5", "PM-3.4", "SP5 is the bird of the fight, and is collected only after the crow");
    crow.forbids("Ada: lose BL1 SP5", "PM-3.3", "a crow takes one bird").allows("Ada: lose BL1");
    let squirrel = fighting().records(&["Ada: feeder squirrel"]);
    squirrel.forbids("Ada: lose SP5", "PM-3.3", "a squirrel takes seeds").allows("Ada: lose 3 2");
    // Let stand, it is taken from the perch.
    let stood = crow.records(&["Ada: lose SP5 ! blown away"]);
    assert_eq!((has(&stood, 0), perch(&stood, 1)), ("BL1 BL3 SP2 GR6; 3 2".to_owned(), "GR5: YE2 GR1 YE1 YE1".to_owned()));
    assert!(texts(&stood.state()["out_of_the_game"]).contains("SP5"));
}

#[test]
fn pm_3_3_a_crow_is_told_with_the_counts() {
    let told = fighting().tells(&["Ada: feeder crow"]);
    assert_eq!(told, ["PM-3.3: a crow takes a bird of Ada's, one of the Blackbirds: 2 Blackbirds, 1 Sparrow, 1 Greenfinch"]);
}

#[test]
fn pm_3_5_highest_of_the_queue_moves_up() {
    let table = after(&["Ada: play GR1 at 1; draw", "Bo: play SP2 at 1; draw", "Cy: play BU1 at 1"]);
    assert_eq!(perch(&table, 1), "SP2: GR1 BU1");
    let table = after(&["Ada: play GR2 at 1; draw", "Bo: play SP2 at 1"]);
    assert_eq!(perch(&table, 1), "GR2: SP2", "among equals the nearest to the perch");
}

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

#[test]
fn a_fight_that_is_left_comes_to_its_end() {
    let lines = ["Ada: play GR3 at 1; draw", "Bo: play GR5 at 1", "Cy: play SP1 at 2; draw"];
    let table = Table::of(&crate::piepmatz::table::log_of(3, "", &lines));
    assert_eq!(table.findings(), ["1.4 step 1 illegal PM-3.1"], "and once is enough");
    assert_eq!((has(&table, 1), perch(&table, 1)), ("BL3".to_owned(), "GR5: GR3".to_owned()), "what was left out was not taken");
    assert_eq!(table.open(), ["Ada: play"]);
}

#[test]
fn a_bird_laid_on_a_perch_amid_a_fight_stays_in_the_game() {
    let late = "pest_timing = \"after-bird\"";
    let lines = [
        "Ada: play GR6 at 1; refill crow 2; draw",
        "Bo: play YE1 at 2; draw",
        "Cy: play YE6 at 2",
        "perches SP3 ! it was blown up",
        "Cy: lose CH6; refill 2 2; draw",
    ];
    let table = Table::of(&crate::piepmatz::table::log_of(3, late, &lines));
    assert_eq!(table.findings(), ["1.5 step 1 overruled PM-1.5"]);
    assert_eq!((has(&table, 2), perch(&table, 2)), ("SP3; 1 1".to_owned(), "YE6: YE1".to_owned()));
}
