//! The table rules, each under each of its values.

use crate::{
    judged::Table,
    piepmatz::table::{after, bare, has, legal, log_of, slots, texts, under},
};

#[test]
fn blind_draw_true_draws_unseen_beside_the_display() {
    after(&["Ada: play GR1 at 2"]).allows("Ada: draw").allows("Ada: draw SP1");
}

#[test]
fn blind_draw_false_draws_unseen_only_without_a_display() {
    let table = under("blind_draw = false", &["Ada: play GR1 at 2"]);
    table.forbids("Ada: draw", "PM-2.3", "SP1, BU2 and YE5 lie in the display").allows("Ada: draw SP1");
    let text = log_of(3, "blind_draw = false", &["Ada: play GR1 at 2; draw"]);
    assert_eq!(Table::of(&text).rule().as_deref(), Some("blind_draw = false; under true it would be legal"));
    let late = under(
        "blind_draw = false\ndisplay_refill = \"end-of-turn\"",
        &[
            "Ada: play GR2 at 2; keep SP1; draw SP1; draw BU2; display GR1 GR3",
            "Bo: play YE6 at 1; refill 1; draw GR1; display GR4",
        ],
    );
    assert_eq!(late.open(), ["Cy: play"]);
    // Four are missing after two illegal turns: the display is empty when the fourth is drawn.
    let lines = ["Ada: draw SP1; draw BU2; draw YE5", "Bo: play GR1 at 2; draw"];
    let empty = Table::of(&log_of(3, "blind_draw = false\ndisplay_refill = \"end-of-turn\"", &lines[..0]));
    empty.forbids("Ada: draw", "PM-2.1", "Ada has to play a bird first");
    assert_eq!(lines.len(), 2);
}

#[test]
fn display_refill_immediately_after_each_bird() {
    let table = after(&["Ada: play GR2 at 2; keep SP1; draw SP1"]);
    assert_eq!(table.open(), [": display"]);
    table.forbids("Ada: draw", "PM-2.3", "the display has to be filled up first: 1 bird is due");
    assert_eq!(table.records(&["Ada: display GR6"]).open(), ["Ada: draw"]);
    let text = log_of(3, "", &["Ada: play GR2 at 2; keep SP1; draw SP1; draw"]);
    assert_eq!(Table::of(&text).rule().as_deref(), Some("display_refill = immediately; under end-of-turn it would be legal"));
}

#[test]
fn display_refill_at_the_end_of_the_turn_in_one_step() {
    let late = "display_refill = \"end-of-turn\"";
    let table = under(late, &["Ada: play GR2 at 2; keep SP1; draw SP1"]);
    assert_eq!(table.open(), ["Ada: draw"]);
    table.forbids("Ada: display GR6", "PM-2.3", "Ada holds 3 birds");
    let full = table.records(&["Ada: draw BU2"]);
    assert_eq!((full.open(), texts(&full.state()["display"])), (vec![": display".to_owned()], "YE5".to_owned()));
    full.forbids("Ada: display GR6", "PM-2.3", "1 bird was turned up, and 2 are due").allows("Ada: display GR5 GR6");
    let fought = under(&format!("{late}\nrefill_order = \"hand-first\""), &["Ada: play GR6 at 1; draw SP1"]);
    fought.forbids("Ada: refill 1", "PM-2.3", "the display has to be filled up first").allows("Ada: display CH1; refill 1");
    fought.forbids("Ada: display CH1; draw", "PM-2.3", "Ada holds 4 birds, and the hand is filled up to 4");
    assert_eq!(under(late, &["Ada: play GR2 at 2; draw"]).open(), ["Bo: play"], "nothing was taken from it");
}

/// A squirrel beside slot 1 and a crow beside slot 2; Bo and Cy have queued.
const PESTS: [&str; 2] = ["Ada: play GR6 at 1; refill squirrel crow 3; draw", "Bo: play SP6 at 1; draw"];

#[test]
fn pest_timing_before_the_bird() {
    let table = after(&[PESTS[0], PESTS[1], "Cy: play BU2 at 1"]);
    assert_eq!((table.open(), has(&table, 2)), (vec![": refill".to_owned()], "GR6; 2".to_owned()), "the crow found no bird");
}

#[test]
fn pest_timing_after_the_bird() {
    let table = under("pest_timing = \"after-bird\"", &[PESTS[0], PESTS[1], "Cy: play BU2 at 1"]);
    assert_eq!((table.open(), has(&table, 2)), (vec!["Cy: lose".to_owned()], "GR6; 2".to_owned()), "seed, bird, pest");
    assert_eq!(crate::piepmatz::table::perch(&table, 1), "-: SP6 BU2", "nobody has moved up yet");
    let lost = table.records(&["Cy: lose GR6"]);
    assert_eq!((has(&lost, 2), crate::piepmatz::table::perch(&lost, 1)), ("; 2".to_owned(), "SP6: BU2".to_owned()));
    let told = under("pest_timing = \"after-bird\"", &PESTS).tells(&["Cy: play BU2 at 1"]);
    let place = |part: &str| told.iter().position(|line| line.contains(part)).expect("it is told");
    assert!(place("takes the seed card 2") < place("GR6 goes to Cy's collection"), "{told:#?}");
    assert!(place("GR6 goes to Cy's collection") < place("a crow takes a bird of Cy's"), "{told:#?}");
}

#[test]
fn fifth_pest_is_discarded() {
    let table = after(&["Ada: play GR6 at 1; refill crow crow crow crow squirrel 3; draw"]);
    assert_eq!(slots(&table), "1+crow 2+crow 3+crow 1+crow");
}

#[test]
fn fifth_pest_is_stacked_and_both_act_in_order() {
    let stack = "fifth_pest = \"stack\"";
    let lines = [
        "Ada: play GR6 at 1; refill crow crow crow crow squirrel 3; draw",
        "Bo: play SP6 at 1; draw",
        "Cy: play SP2 at 2; keep BL1; draw; draw",
    ];
    let table = under(stack, &lines);
    assert_eq!(slots(&table), "1+crow+squirrel 2+crow 3+crow 1+crow");
    let fight = table.records(&["Ada: play YE1 at 1"]);
    assert_eq!(fight.legal(), ["Ada: lose BL3"], "the crow first");
    fight.forbids("Ada: lose 3 1", "PM-3.3", "a crow takes a bird");
    let squirrel = fight.records(&["Ada: lose BL3"]);
    squirrel.allows("Ada: lose 3 1").forbids("Ada: draw", "PM-3.3", "a squirrel takes 2 seed cards of Ada's first");
    assert_eq!(has(&squirrel.records(&["Ada: lose 3 1"]), 0), "GR6");
    assert_eq!(slots(&squirrel), "- 2+crow 3+crow 1+crow");
    let told = under(stack, &["Ada: play GR6 at 1"]).tells(&["Ada: refill crow crow crow crow squirrel 3"]);
    assert_eq!(
        told.last().map(String::as_str),
        Some("PM-4.2: every slot has a pest, so the squirrel is laid beside slot 1 as well")
    );
    assert_eq!(told.first().map(String::as_str), Some("PM-4.2: the crow is laid beside slot 1"), "as it would be anyhow");
}

#[test]
fn refill_order_seeds_first() {
    let table = after(&["Ada: play GR6 at 1"]);
    table.forbids("Ada: draw", "PM-2.4", "slot 3").forbids("Bo: play GR1 at 2", "PM-2.4", "slot 3").allows("Ada: refill 1; draw");
    assert_eq!(after(&["Ada: play GR6 at 1; refill 1; draw"]).open(), ["Bo: play"]);
}

#[test]
fn refill_order_hand_first() {
    let table = under("refill_order = \"hand-first\"", &["Ada: play GR6 at 1"]);
    table.forbids("Ada: refill 1", "PM-2.3", "Ada holds 3 birds").forbids("Bo: play GR1 at 2", "PM-2.3", "Ada holds 3 birds");
    table.allows("Ada: draw; refill 1").allows("Ada: draw SP1; display CH1; refill 1");
    table.forbids("Ada: draw SP1; refill 1", "PM-2.3", "the display has to be filled up first");
}

#[test]
fn refill_order_either_but_one_wholly_before_the_other() {
    let either = "refill_order = \"either\"\nkeep = \"after-fight-too\"";
    let table = under(either, &["Ada: play GR6 at 1; keep SP2"]);
    assert_eq!(table.open(), [": refill", "Ada: draw"]);
    table.allows("Ada: refill 1; draw; draw").allows("Ada: draw; draw SP1; display CH1; refill 1");
    table.forbids("Ada: draw; refill 1", "PM-2.3", "Ada holds 3 birds").forbids(
        "Bo: play GR1 at 2",
        "PM-2.3",
        "Ada holds 2 birds",
    );
    table.forbids("Ada: draw; draw SP1; refill 1", "PM-2.3", "the display has to be filled up first");
    table.forbids("Ada: draw; draw; draw", "PM-2.3", "Ada holds 4 birds, and the hand is filled up to 4");
    table.forbids("Ada: refill 1; refill 1", "PM-4.1", "no slot is empty");
    assert_eq!(table.records(&["Ada: refill 1; draw; draw"]).open(), ["Bo: play"]);
}

#[test]
fn keep_without_a_fight_only() {
    after(&["Ada: play GR6 at 1"]).forbids(
        "Ada: keep SP1",
        "PM-2.2",
        "Ada had a fight, and a bird is kept only where the play brings none",
    );
    after(&["Ada: play GR3 at 1"]).allows("Ada: keep SP1");
}

#[test]
fn keep_after_the_last_fight_too() {
    let too = "keep = \"after-fight-too\"";
    let table = under(too, &["Ada: play GR6 at 1"]);
    assert_eq!(table.open(), [": refill", "Ada: keep"]);
    table.allows("Ada: keep SP6").allows("Ada: refill 1");
    table.forbids("Ada: refill 1; keep SP2", "PM-2.2", "only right after the play and its fights, before anything else is done");
    table.forbids("Ada: keep SP2; keep SP3", "PM-2.2", "and only one");
    assert_eq!(has(&table.records(&["Ada: keep SP6; refill 1; draw; draw"]), 0), "BL3 SP6; 3");
    under(too, &["Ada: play GR5 at 1"]).forbids("Ada: keep SP6", "PM-2.2", "SP6 is higher than GR5").allows("Ada: keep SP5");
    let fight = under(too, &["Ada: play GR3 at 1; draw", "Bo: play GR5 at 1"]);
    fight.forbids("Bo: keep SP1", "PM-3.1", "the top card of the feeder deck is due").allows("Bo: feeder 1; keep SP5");
    fight.forbids("Bo: feeder 1; draw; keep SP5", "PM-1.6", "it is Cy's turn").allows("Bo: feeder crow; keep SP5; draw; draw");
    under(too, &["Ada: play GR3 at 1"]).allows("Ada: keep SP3");
}

#[test]
fn pest_slot_any() {
    assert_eq!(slots(&after(&["Ada: play GR4 at 1; refill crow squirrel 3; draw"])), "3+crow 2+squirrel 3 1");
}

#[test]
fn pest_slot_with_a_seed() {
    let seeds = "pest_slot = \"with-seed\"";
    let table = under(seeds, &["Ada: play GR4 at 1"]);
    assert_eq!(slots(&table.records(&["Ada: refill crow squirrel 3"])), "3 2+crow 3+squirrel 1");
    let refill = "Ada: refill crow crow crow squirrel 3";
    assert_eq!(slots(&table.records(&[refill])), "3 2+crow 3+crow 1+crow");
    let told = table.tells(&[refill]);
    assert_eq!(
        told.last().map(String::as_str),
        Some("PM-4.2: no slot with a seed is without a pest, so the squirrel is discarded")
    );
    let stacked = under(&format!("{seeds}\nfifth_pest = \"stack\""), &["Ada: play GR4 at 1"]);
    assert_eq!(slots(&stacked.records(&[refill])), "3+squirrel 2+crow 3+crow 1+crow", "slot 1 all the same");
}

#[test]
fn setup_pests_shuffled_back() {
    let table = bare_table("", &["perches BL3 CH6; display SP1 BU2 YE5"]);
    table.forbids("seeds 1 crow 2 3 1", "PM-1.5", "a crow that turns up before the first turn is shuffled back");
    assert_eq!(table.decided("seeds 1 crow 2 3 1"), "setup_pests = shuffled-back; under laid it would be legal");
    table.allows("seeds 1 2 3 1").forbids("seeds 1 2 3", "PM-1.5", "3 seed cards for 4 slots");
}

#[test]
fn setup_pests_laid_beside_the_slots() {
    let laid = "setup_pests = \"laid\"";
    let table = bare_table(laid, &["perches BL3 CH6; display SP1 BU2 YE5"]);
    table.forbids("seeds 1 crow 2 3", "PM-1.5", "3 seed cards for 4 slots");
    table.forbids(
        "seeds 1 crow 2 3 1 squirrel",
        "PM-1.5",
        "the seed card that fills the last slot ends it, but more cards are named",
    );
    table.forbids("seeds 1 2 3 1 2", "PM-1.5", "5 seed cards for 4 slots").allows("seeds 1 2 3 1");
    assert_eq!(slots(&table.records(&["seeds 1 crow 2 3 squirrel 1"])), "1+crow 2+squirrel 3 1");
    assert_eq!(
        table.tells(&["seeds 1 crow 2 3 squirrel 1"]),
        ["PM-4.2: the crow is laid beside slot 1", "PM-4.2: the squirrel is laid beside slot 2"]
    );
    assert_eq!(table.records(&["seeds crow crow 1 2 3 1"]).state()["feeder_deck"], 30, "they are out of the deck");
    assert!(table.options().iter().any(|line| line.contains("and the pests among them, in the order turned up")));
    let with_seed = bare_table(&format!("{laid}\npest_slot = \"with-seed\""), &["perches BL3 CH6; display SP1 BU2 YE5"]);
    assert_eq!(slots(&with_seed.records(&["seeds crow 1 2 squirrel 3 1"])), "1+squirrel 2 3 1", "the crow found no seed");
    // It acts like any other.
    let fight = table.records(&["seeds squirrel 1 2 3 1", "Ada: play GR4 at 1"]);
    assert_eq!(fight.open(), ["Ada: lose"]);
}

/// A turn in which Bo's fight finds slot 3 empty, and a crow beside it: the deck has run out.
fn at_the_empty_slot(rules: &str) -> Table {
    let lines = [
        "Ada: play GR3 at 1; draw".to_owned(),
        "Bo: play SP1 at 2; keep BU1; draw; draw".to_owned(),
        "Cy: play SP2 at 2; draw".to_owned(),
        format!("Ada: play YE3 at 1; refill {}; draw", "crow ".repeat(32).trim_end()),
    ];
    under(rules, &lines)
}

#[test]
fn empty_slot_leaves_the_pest_where_it_is() {
    let table = at_the_empty_slot("");
    assert_eq!(slots(&table), "1+crow 2+crow -+crow 1+crow");
    let fought = table.records(&["Bo: play BU3 at 1"]);
    assert_eq!((slots(&fought), has(&fought, 1)), ("1+crow 2+crow -+crow 1+crow".to_owned(), "BU1 GR3".to_owned()));
    let told = table.tells(&["Bo: play BU3 at 1"]);
    assert!(told.contains(&"PM-3.2: the slot is empty: nothing is taken, and the crow beside it stays".to_owned()), "{told:#?}");
    fought.forbids("Bo: lose BU1", "PM-3.3", "Bo is in no fight now, so no pest takes anything");
    assert_eq!(fought.decided("Bo: lose BU1"), "empty_slot = stays; under acts it would be legal");
}

#[test]
fn empty_slot_lets_the_pest_act_and_go() {
    let table = at_the_empty_slot("empty_slot = \"acts\"");
    let fight = table.records(&["Bo: play BU3 at 1"]);
    assert_eq!((fight.open(), slots(&fight)), (vec!["Bo: lose".to_owned()], "1+crow 2+crow - 1+crow".to_owned()));
    fight.forbids("Bo: draw", "PM-3.3", "a crow takes a bird of Bo's first").forbids("Bo: lose GR3", "PM-3.4", "");
    assert_eq!(has(&fight.records(&["Bo: lose BU1"]), 1), "GR3");
    let told = table.tells(&["Bo: play BU3 at 1"]);
    assert!(told.contains(&"PM-3.2: the slot is empty: nothing is taken, and the crow beside it acts".to_owned()), "{told:#?}");
    let late = at_the_empty_slot("empty_slot = \"acts\"\npest_timing = \"after-bird\"").records(&["Bo: play BU3 at 1"]);
    assert_eq!(late.legal(), ["Bo: lose BU1", "Bo: lose GR3"], "the bird of the fight is there already");
}

/// A table of three after these lines, of which none lays anything out but by itself.
fn bare_table(rules: &str, lines: &[&str]) -> Table {
    legal(&bare(3, rules, lines))
}

/// Clauses whose text says what holds under a table rule: under each of its values what it says, and not under the others.
#[test]
fn clauses_say_what_the_table_rules_make_of_them() {
    let texts = [
        ("blind_draw", "PM-2.3", [("true", "or unseen from the bird deck;"), ("false", "or unseen if that is empty;")]),
        (
            "keep",
            "PM-2.2",
            [("\"without-fight\"", "collection. Whatever is"), ("\"after-fight-too\"", "once the last fight is over.")],
        ),
        ("display_refill", "PM-2.3", [("\"immediately\"", "at once."), ("\"end-of-turn\"", "after that, in one step.")]),
        ("refill_order", "PM-2.4", [("\"seeds-first\"", "before the hand is."), ("\"hand-first\"", "after the hand is full.")]),
        (
            "refill_order",
            "PM-2.4",
            [("\"hand-first\"", "after the hand is full"), ("\"either\"", "refilled, before or after the hand: one")],
        ),
        (
            "pest_timing",
            "PM-3.4",
            [
                ("\"before-bird\"", "so that a crow never takes it"),
                ("\"after-bird\"", "a crow counts that bird and may take it;"),
            ],
        ),
        ("setup_pests", "PM-1.5", [("\"shuffled-back\"", "are shuffled back."), ("\"laid\"", "these are laid beside slots")]),
        ("empty_slot", "PM-3.2", [("\"stays\"", "Beside an empty slot it stays."), ("\"acts\"", "it acts and is discarded")]),
        ("pest_slot", "PM-4.2", [("\"any\"", "none, whether a seed card"), ("\"with-seed\"", "none and holds a seed card")]),
        ("fifth_pest", "PM-4.2", [("\"discard\"", "it is discarded."), ("\"stack\"", "laid beside slot 1 as well")]),
    ];
    for (key, clause, values) in texts {
        let quoted = values.map(|(value, _)| under::<&str>(&format!("{key} = {value}"), &[]).quotes(clause));
        for (nth, (value, says)) in values.into_iter().enumerate() {
            assert!(quoted[nth].contains(says), "{key} = {value}: {}", quoted[nth]);
            assert!(!quoted[1 - nth].contains(says), "not {key} = {value}: {}", quoted[1 - nth]);
        }
    }
}
