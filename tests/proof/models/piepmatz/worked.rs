//! The worked cases of the rule book, and what is easily got wrong, held against the model itself.

use super::{Piepmatz, score, state::Phase};
use crate::{
    model::{Model as _, Rules, Stage},
    models::lines::Lines as _,
};

fn rules(changed: &[(&str, &str)]) -> Rules {
    let defaults = [
        ("blind_draw", "true"),
        ("refill_order", "seeds-first"),
        ("keep", "without-fight"),
        ("display_refill", "immediately"),
        ("pest_timing", "before-bird"),
        ("pest_slot", "any"),
        ("fifth_pest", "discard"),
        ("setup_pests", "shuffled-back"),
        ("empty_slot", "stays"),
    ];
    defaults.iter().chain(changed).map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn table(changed: &[(&str, &str)], lines: &[&str]) -> Piepmatz {
    let mut game = Piepmatz::new(3, &rules(changed));
    game.legal(lines);
    game
}

fn birds(game: &Piepmatz, seat: usize) -> String {
    game.collections()[seat].birds.join(" ")
}

fn seeds(game: &Piepmatz, seat: usize) -> String {
    game.collections()[seat].seeds.join(" ")
}

#[test]
fn a_fight_over_three() {
    let mut game = table(&[], &["round Ada", "perches BL3 BL2; display SP5 SP6 YE6; seeds 3 2 1 2"]);
    game.legal(&["Ada: play CH6 at 1"]);
    assert_eq!((birds(&game, 0), seeds(&game, 0)), ("BL3".to_owned(), "1".to_owned()));
    game.illegal("Ada: keep CH1", "PM-2.2");
    game.illegal("Bo: play CH1 at 1", "PM-2.4");
    game.illegal("Ada: draw", "PM-2.4");
    game.illegal("Ada: refill 3 1", "PM-4.1");
    game.illegal("Ada: refill crow", "PM-4.1");
    game.legal(&["Ada: refill crow 3"]);
    game.illegal("Bo: play CH1 at 1", "PM-2.3");
    game.impossible("Ada: draw CH1", "TB-4");
    game.legal(&["Ada: draw", "Bo: play SP1 at 2"]);
    game.illegal("Bo: keep SP2", "PM-2.2");
    game.legal(&["Bo: keep SP1"]);
    game.impossible("Bo: shows SP1", "PM-1.1");
    game.impossible("Bo: shows BU1 BU2 BU3 BU4 BU5", "TB-3");
    game.illegal("Bo: keep BL1", "PM-2.2");
    game.legal(&["Bo: draw SP5; display YE6; draw YE6"]);
    game.impossible("Bo: display YE6", "PM-1.1");
    game.legal(&["Bo: display YE5", "Cy: play CH1 at 2; draw", "Ada: play GR4 at 2"]);
    assert_eq!((birds(&game, 0), seeds(&game, 0)), ("BL3 BL2".to_owned(), "1 2".to_owned()), "sum 6, d = 4");
    assert_eq!(game.table.as_ref().unwrap().perches[1].bird.as_deref(), Some("GR4"));
    assert_eq!(game.open(), [(None, vec!["refill".to_owned()])], "SP1 and CH1 are not more than 4");
}

#[test]
fn a_crow_takes_no_bird_of_this_fight_unless_birds_come_first() {
    let setup = [
        "round Ada",
        "perches BL1 BL2; display SP5 SP6 YE6; seeds 3 2 1 2",
        "Ada: play SP2 at 1; refill crow 1; draw",
        "Bo: play SP3 at 1",
    ];
    let game = table(&[("pest_timing", "after-bird")], &setup);
    assert_eq!(game.legal_steps(), [(1, "lose SP2".to_owned())]);
    let mut game = table(&[], &setup);
    assert_eq!((birds(&game, 1), seeds(&game, 1)), ("SP2".to_owned(), "1".to_owned()), "the crow found nothing");
    game.illegal("Bo: lose SP2", "PM-3.4");
    game.illegal("Bo: lose SP3", "PM-3.3");
    game.legal(&["Bo: refill squirrel 2; draw", "Cy: play BU4 at 1"]);
    assert_eq!(game.open(), [(Some(2), vec!["lose".to_owned()])]);
    game.illegal("Cy: draw", "PM-3.3");
    game.illegal("Cy: lose SP3", "PM-3.3");
    game.impossible("Cy: lose SP2", "TB-4");
    game.legal(&["Cy: lose 2"]);
    assert_eq!((birds(&game, 2), seeds(&game, 2)), ("SP3".to_owned(), String::new()), "the squirrel took its own seed");
}

#[test]
fn a_crow_takes_of_the_species_with_most_cards() {
    let mut game = table(&[], &["round Ada", "perches BL1 BL2; display SP5 SP6 YE6; seeds 3 2 1 2"]);
    let table = game.now();
    table.collections[0].birds = ["SP1", "SP2", "CH1", "CH2", "GR6"].map(str::to_owned).to_vec();
    table.slots[0].pests = vec!["crow".to_owned()];
    game.legal(&["Ada: play BU2 at 1"]);
    assert_eq!(game.legal_steps().len(), 4);
    game.illegal("Ada: lose GR6", "PM-3.3");
    game.illegal("Ada: lose BL1", "PM-3.4");
    let mut lost = game.clone();
    lost.stands("Ada: lose BL1", "PM-3.4");
    assert_eq!(birds(&lost, 0), "SP1 SP2 CH1 CH2 GR6", "the bird of the fight is gone");
    assert_eq!(lost.now().perches[0].bird.as_deref(), Some("BU2"));
    game.illegal("Ada: lose SP1 SP2", "PM-3.3");
    game.impossible("Ada: lose SP1 SP1", "TB-4");
    game.legal(&["Ada: lose CH1; refill 3; draw"]);
}

#[test]
fn a_squirrel_from_the_feeder() {
    let mut game = table(&[], &["round Ada", "perches BL1 BL2; display SP5 SP6 YE6; seeds 3 2 1 2", "Ada: play SP6 at 1"]);
    game.illegal("Ada: draw", "PM-3.1");
    game.legal(&["Ada: feeder squirrel"]);
    assert_eq!(game.open(), [(Some(0), vec!["draw".to_owned()])], "nothing to lose");
    game.legal(&["Ada: draw", "Bo: play SP1 at 1; draw", "Cy: play YE6 at 1; refill 3; draw", "Ada: play YE5 at 1"]);
    assert_eq!(game.table.as_ref().unwrap().phase, Phase::Rest { keep: Some(5), display: false });
}

#[test]
fn the_last_turns() {
    let mut game = table(
        &[],
        &["round Bo", "perches BL1 BL2; display SP5 SP6 YE6; seeds 3 2 1 2", "Bo: play SP1 at 1; keep SP1; draw; draw"],
    );
    let now = game.now();
    now.turned_up = vec!["1".to_owned(); 36];
    now.feeder = 0;
    game.legal(&["Cy: play GR3 at 1"]);
    assert_eq!((birds(&game, 2), seeds(&game, 2)), ("BL1".to_owned(), "1".to_owned()), "1 + 3 - 1 = 3");
    game.illegal("Cy: adds CH1 CH2", "PM-5.1");
    game.legal(&["Cy: draw", "Ada: play BU1 at 2"]);
    game.illegal("Bo: adds CH1 CH2", "PM-5.1");
    assert!(game.table.as_ref().unwrap().ending);
    game.legal(&["Ada: keep GR1"]);
    game.legal(&["Ada: draw; draw"]);
    assert_eq!(game.open().len(), 3, "Ada sits before Bo");
    game.illegal("Ada: adds CH1", "PM-5.2");
    game.legal(&["Ada: adds CH1 CH1", "Bo: adds CH2 CH3"]);
    game.illegal("Ada: adds CH4 CH5", "PM-5.2");
    game.legal(&["Cy: shows CH2 CH3 CH4 CH4"]);
    game.legal(&["Cy: adds CH4 CH4"]);
    assert_eq!(game.stage(), Stage::GameOver);
    game.illegal("Cy: shows CH2", "TB-7");
    assert_eq!(score::pairs(&game.collections()[0]), 1);
    assert_eq!(score::majority(&game.collections(), 0, "CH"), Some(2), "two chaffinches each");
    assert_eq!(score::points(&game.collections(), 0), 5 + 2 + 1, "a pair, chaffinches, greenfinch; not the sparrow of Bo");
}

#[test]
fn a_bird_may_be_kept_until_the_next_player_acts() {
    let mut game = table(&[("blind_draw", "false")], &["round Ada", "perches BL1 BL2; display SP5 SP6 YE6; seeds 3 2 1 2"]);
    game.legal(&["Ada: play CH1 at 1"]);
    game.illegal("Ada: draw", "PM-2.3");
    let table = game.now();
    let mut dry = table.clone();
    table.deck = 0;
    table.display.clear();
    dry.deck = 0;
    assert_eq!(game.open(), [(Some(0), vec!["keep".to_owned()]), (Some(1), vec!["play".to_owned()])]);
    let dry = Piepmatz { table: Some(dry), ..game.clone() };
    dry.impossible("Ada: draw", "PM-2.3");
    let mut kept = game.clone();
    kept.legal(&["Ada: keep SP1", "Bo: play CH1 at 2"]);
    game.legal(&["Bo: play CH1 at 2"]);
    game.illegal("Ada: keep SP1", "PM-1.6");
}

#[test]
fn the_display_at_the_end_of_the_turn() {
    let mut game =
        table(&[("display_refill", "end-of-turn")], &["round Ada", "perches BL1 BL6; display SP5 SP6 YE6; seeds 3 2 1 2"]);
    game.legal(&["Ada: play CH6 at 2; keep CH1; draw SP6"]);
    game.illegal("Ada: display CH2 CH2", "PM-2.3");
    game.legal(&["Ada: draw SP5"]);
    game.illegal("Bo: play CH2 at 2", "PM-2.3");
    game.illegal("Ada: display CH2", "PM-2.3");
    game.legal(&["Ada: display CH2 CH3", "Bo: play CH2 at 2; refill 1; draw"]);
}

#[test]
fn pairs_decide_between_equal_sums() {
    let mut game = table(&[], &["round Ada", "tally BL1 BL1 / 3 3 / CH1"]);
    assert_eq!(game.stage(), Stage::GameOver);
    let score = game.score();
    assert_eq!(score.totals, [(7, 7), (6, 6), (1, 1)]);
    game.impossible("tally BL1 BL1 BL1 / /", "PM-1.1");
    game.legal(&["tally BL1 BL1 / 3 3 1 / GR1 GR2 BU2 BU1 YE1 YE2; 1"]);
    let score = game.score();
    assert_eq!((score.winners, score.tiebreak), (vec![0], true), "7 each, and one pair");
    game.legal(&["tally SP1 / 1 / CH2"]);
    assert_eq!(game.score().winners, [0, 1, 2]);
}

#[test]
fn what_was_left_out_lapses() {
    let mut game = table(&[], &["round Ada", "perches BL1 BL2; display SP5 SP6 YE6; seeds 3 2 1 2"]);
    game.legal(&["Ada: play SP6 at 1"]);
    game.stands("Bo: play CH1 at 2", "PM-3.1");
    assert_eq!(birds(&game, 0), "BL1", "Ada takes no feeder card");
    game.legal(&["Bo: draw", "Cy: play CH2 at 1; draw", "Ada: play CH3 at 1; draw; draw SP5; display SP5"]);
}

const LAID_OUT: [&str; 2] = ["round Ada", "perches BL1 BL2; display SP5 SP6 YE6; seeds 3 2 1 2"];

fn verbs(game: &Piepmatz) -> String {
    game.open().into_iter().flat_map(|(_, verbs)| verbs).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_table_is_laid_in_any_order() {
    let mut game = table(&[], &["round Ada", "seeds 3 2 1 2"]);
    assert_eq!(verbs(&game), "display perches");
    game.illegal("seeds 3 2 1 2", "PM-1.5");
    game.illegal("Ada: play BL1 at 1", "PM-1.5");
    game.illegal("Ada: adds BL1 BL1", "PM-1.5");
    game.illegal("Ada: shows BL1", "PM-1.5");
    game.legal(&["display SP5 SP6 YE6"]);
    game.illegal("display BL1 BL1 BL2", "PM-1.5");
    game.impossible("perches SP5 SP5", "PM-1.1");
    game.legal(&["perches BL1 BL2", "Ada: play CH1 at 2"]);
    let removed = [("deck.removed", "BL")];
    let mut two = Piepmatz::new(2, &rules(&removed));
    two.legal(&["round Bo"]);
    two.impossible("perches BL1 SP1", "PM-1.4");
    two.impossible("display SP1 SP1 SP1", "PM-1.1");
    two.impossible("tally BL1 / SP1", "PM-1.4");
}

#[test]
fn a_bird_is_kept_after_a_fight_too_where_the_table_has_it() {
    let fight = [LAID_OUT[0], LAID_OUT[1], "Ada: play CH3 at 1"];
    table(&[], &fight).illegal("Ada: keep SP1", "PM-2.2");
    let mut game = table(&[("keep", "after-fight-too")], &fight);
    assert_eq!(game.open(), [(None, vec!["refill".to_owned()]), (Some(0), vec!["keep".to_owned()])]);
    game.illegal("Ada: keep SP4", "PM-2.2");
    let mut late = game.clone();
    late.legal(&["Ada: refill 3"]);
    late.illegal("Ada: keep SP1", "PM-2.2");
    game.legal(&["Ada: keep SP3; refill 3; draw; draw", "Bo: play SP1 at 1"]);
    let mut game = table(&[("keep", "after-fight-too")], &[LAID_OUT[0], LAID_OUT[1], "Ada: play CH6 at 1"]);
    game.illegal("Ada: keep SP1", "PM-3.1");
    game.legal(&["Ada: feeder 3; keep SP6"]);
}

#[test]
fn slots_and_hand_each_in_its_turn() {
    let fight = [LAID_OUT[0], LAID_OUT[1], "Ada: play CH3 at 1"];
    let mut early = table(&[], &fight);
    early.stands("Ada: draw", "PM-2.4");
    early.illegal("Bo: play CH1 at 1", "PM-2.4");
    early.legal(&["Ada: refill 1", "Bo: play CH1 at 1"]);
    let mut hand_first = table(&[("refill_order", "hand-first")], &fight);
    hand_first.illegal("Bo: play CH1 at 1", "PM-2.3");
    hand_first.stands("Ada: refill 1", "PM-2.3");
    hand_first.legal(&["Ada: draw", "Bo: play CH1 at 1"]);
    let either = table(&[("refill_order", "either")], &fight);
    assert_eq!(verbs(&either), "refill draw");
    either.illegal("Bo: play CH1 at 1", "PM-2.3");
    let mut seeds = either.clone();
    seeds.legal(&["Ada: refill 1; draw", "Bo: play CH1 at 1"]);
    let mut begun = either.clone();
    begun.legal(&["Ada: draw SP5"]);
    begun.illegal("Ada: refill 1", "PM-2.3");
    begun.legal(&["Ada: display SP1"]);
    begun.illegal("Bo: play CH1 at 1", "PM-2.4");
    begun.legal(&["Ada: refill 1", "Bo: play CH1 at 1"]);
    let mut late = table(&[("refill_order", "either"), ("display_refill", "end-of-turn")], &fight);
    late.legal(&["Ada: draw SP5"]);
    late.illegal("Ada: refill 1", "PM-2.3");
    late.legal(&["Ada: display SP1; refill 1", "Bo: play CH1 at 1"]);
}

/// A hand begun before the slots is one finding, however many birds are drawn.
#[test]
fn what_comes_too_early_is_one_finding() {
    let mut game = table(&[("keep", "after-fight-too")], &[LAID_OUT[0], LAID_OUT[1], "Ada: play CH3 at 1; keep CH1"]);
    game.stands("Ada: draw", "PM-2.4");
    assert_eq!(verbs(&game), "refill draw");
    let mut at_once = game.clone();
    at_once.legal(&["Ada: refill 1; draw", "Bo: play CH1 at 1"]);
    game.legal(&["Ada: draw; refill 1", "Bo: play CH1 at 1"]);
}

#[test]
fn a_crow_from_the_feeder_finds_no_bird() {
    let mut game = table(&[], &[LAID_OUT[0], LAID_OUT[1], "Ada: play CH6 at 1; feeder crow"]);
    assert_eq!(birds(&game, 0), "BL1");
    game.illegal("Ada: lose BL1", "PM-3.4");
    game.illegal("Bo: lose BL1", "PM-2.3");
    let mut lost = game.clone();
    lost.stands("Ada: lose BL1", "PM-3.4");
    assert_eq!(birds(&lost, 0), "");
    lost.legal(&["Ada: draw", "Bo: play CH1 at 1"]);
    game.legal(&["Ada: draw", "Bo: play CH1 at 1"]);
    let mut first = table(&[("pest_timing", "after-bird")], &[LAID_OUT[0], LAID_OUT[1], "Ada: play CH6 at 1; feeder crow"]);
    first.legal(&["Ada: lose BL1; draw"]);
}

#[test]
fn where_pests_go() {
    let pests = |game: &Piepmatz| {
        let slots = game.table.as_ref().unwrap().slots.iter().map(|slot| slot.pests.join("+"));
        slots.collect::<Vec<_>>().join("|")
    };
    let lines = [LAID_OUT[0], LAID_OUT[1], "Ada: play CH2 at 1; refill crow squirrel crow 1"];
    assert_eq!(pests(&table(&[], &lines)), "crow|squirrel|crow|");
    let with_seed = [("pest_slot", "with-seed")];
    assert_eq!(pests(&table(&with_seed, &lines)), "|crow|squirrel|crow");
    let more = [LAID_OUT[0], LAID_OUT[1], "Ada: play CH2 at 1; refill crow crow crow squirrel 1"];
    assert_eq!(pests(&table(&with_seed, &more)), "|crow|crow|crow");
    assert_eq!(pests(&table(&[("pest_slot", "with-seed"), ("fifth_pest", "stack")], &more)), "squirrel|crow|crow|crow");
    assert_eq!(pests(&table(&[("fifth_pest", "stack")], &more)), "crow|crow|crow|squirrel");
}

#[test]
fn what_lies_there_is_counted() {
    let mut game = table(&[], &[LAID_OUT[0], LAID_OUT[1], "Ada: play CH2 at 1"]);
    game.illegal("tally BL1 / SP1 / ", "TB-8");
    game.illegal("tally ; 3 / BL1 / ", "TB-8");
    game.legal(&["tally BL1 SP2; 3 1 / SP1 / "]);
}

#[test]
fn pests_of_the_setup_may_be_laid() {
    let pests = |game: &Piepmatz| {
        let slots = game.table.as_ref().unwrap().slots.iter().map(|slot| slot.pests.join("+"));
        slots.collect::<Vec<_>>().join("|")
    };
    let setup = ["round Ada", "perches BL1 BL2; display SP5 SP6 YE6"];
    let game = table(&[("setup_pests", "laid")], &setup);
    game.illegal("seeds 1 crow 2 3", "PM-1.5");
    game.illegal("seeds 1 crow 2 3 1 crow", "PM-1.5");
    let laid = |changed: &[(&str, &str)]| {
        let mut game = table(&[&[("setup_pests", "laid")], changed].concat(), &setup);
        game.legal(&["seeds crow 1 2 squirrel 3 1", "Ada: play SP1 at 1"]);
        pests(&game)
    };
    assert_eq!(laid(&[]), "crow|squirrel||");
    assert_eq!(laid(&[("pest_slot", "with-seed")]), "squirrel|||", "the crow found no seed");
    table(&[], &setup).illegal("seeds crow 1 2 squirrel 3 1", "PM-1.5");
}

#[test]
fn a_pest_beside_an_empty_slot_stays_or_acts() {
    let drain = format!("Ada: play YE3 at 1; refill {}; draw", ["crow"; 32].join(" "));
    let lines = [
        "round Ada",
        "perches BL3 CH6; display SP5 SP6 YE6; seeds 1 2 3 1",
        "Ada: play GR3 at 1; draw",
        "Bo: play SP1 at 2; keep BU1; draw; draw",
        "Cy: play SP2 at 2; draw",
        &drain,
        "Bo: play BU3 at 1",
    ];
    let mut stays = table(&[], &lines);
    assert_eq!(birds(&stays, 1), "BU1 GR3");
    stays.legal(&["Bo: draw"]);
    let mut acts = table(&[("empty_slot", "acts")], &lines);
    assert_eq!((birds(&acts, 1), acts.legal_steps()), ("BU1".to_owned(), vec![(1, "lose BU1".to_owned())]));
    acts.legal(&["Bo: lose BU1"]);
    assert_eq!((birds(&acts, 1), acts.table.as_ref().unwrap().slots[2].pests.len()), ("GR3".to_owned(), 0));
}
