//! Positions read, written, taken up, and refused with their clause.

use super::*;
use crate::table::{Act, Apply as _, DeckEntry, Judge as _, Kind, Notation as _, RuleValue, RuleValues, Words as _};

const FULL: &str = "slots 3 1 2 2";
const THREE: &str = "display BL1 CH2 YE3";

fn table_of(rules: &[(&str, &str)], listed: bool) -> Header<Setup> {
    let mut values = RuleValues::defaults(Piepmatz::book());
    for (key, value) in rules {
        values.set(Piepmatz::book(), key, &RuleValue::from_text(value)).expect("a rule");
    }
    let seeds = [("1", 10), ("2", 9), ("3", 8)].map(|(eggs, count)| (eggs.to_owned(), count)).into();
    let deck = [
        ("seeds".to_owned(), DeckEntry::Map(seeds)),
        ("crows".to_owned(), DeckEntry::Whole(5)),
        ("squirrels".to_owned(), DeckEntry::Whole(4)),
    ];
    let setup = Piepmatz::setup(3, &values, if listed { &deck } else { &[] }).expect("three can play");
    Header { players: Players::new(["Ada", "Bo", "Cy"]), setup }
}

fn begun(header: &Header<Setup>) -> Piepmatz {
    let mut game = Piepmatz::new(3, &header.setup);
    game.apply(&Act::Round { first: Seat::new(0) }, &mut Vec::new());
    game
}

fn read(parts: [&str; 4], header: &Header<Setup>) -> Result<Position, (Part, ParseError)> {
    let [ada, bo, cy, table] = parts;
    Position::parse(&Parted { players: vec![ada, bo, cy], table: Some(table).filter(|text| !text.is_empty()) }, header)
}

/// What a position is taken for, or why it is refused.
fn taken(parts: [&str; 4], header: &Header<Setup>) -> Result<String, String> {
    let position = read(parts, header).map_err(|(_, error)| error.to_string())?;
    let game = begun(header);
    let act = Act::Position(Box::new(position.clone()));
    game.judge(&act).map_err(|fault| {
        let told = game.explain(&act, fault, header);
        format!("{} {}: {told}", fault.kind(), fault.breach().clause)
    })?;
    let game = position.construct(&game).expect("it was judged");
    let written = Position::of(&game, true).expect("a turn").write(&header.players);
    Ok(written.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" / "))
}

fn is(parts: [&str; 4], written: &str) {
    assert_eq!(taken(parts, &table_of(&[], false)).as_deref(), Ok(written), "{parts:?}");
}

fn says(parts: [&str; 4], part: &str) {
    let refused = taken(parts, &table_of(&[], false)).expect_err("it is refused");
    assert!(refused.contains(part), "{refused}");
}

#[test]
fn a_canonical_position_is_written_as_it_was_read() {
    let same = |parts: [&str; 4]| is(parts, &parts.join(" / "));
    same(["-", "-", "-", "perches BL3 | GR4; slots 3 1 2 2; display BL1 CH2 YE3; birds 55; feeder 32; turn Ada"]);
    same([
        "BL6 CH2; 3 1",
        "3; shows SP4 SP4",
        "BU2",
        "perches BL3 SP1 CH1 | GR4; slots 3+crow - -+squirrel 2; display BL1 CH2 YE3; birds 48; feeder 0; gone BL2 BL2; turn Bo",
    ]);
    same(["BL6", "-", "-", "perches BL3 | GR4; slots 3 1 2 2; display BL1 CH2 YE3; birds 54; feeder 0; turn Cy; ending"]);
}

#[test]
fn a_position_is_read_forgivingly() {
    let table = "Perch bl3 sp1 Chaffinch 1|gr4; ending; slot 3+cr, 1 -, 2; displays ye3 bl1 ch2; feeder 0 birds 51 turn c";
    let written = "perches BL3 SP1 CH1 | GR4; slots 3+crow 1 - 2; display BL1 CH2 YE3; birds 51; feeder 0; turn Cy";
    is(
        [" ch2, bl6 ; 1 3", "; seeds 3", "-; - ; shows sparrow 4, SP4", table],
        &format!("BL6 CH2; 3 1 / 3 / -; shows SP4 SP4 / {written}"),
    );
}

#[test]
fn what_is_left_out_is_worked_out() {
    let table = |rest: &str| format!("perches BL3 SP1 | GR4; {FULL}; {THREE}; {rest}");
    let worked_out = |rest: &str, written: &str| {
        is(["BL6", "-", "-", &table(rest)], &format!("BL6 / - / - / {}", table(written)));
    };
    worked_out("feeder 30; gone -; turn Bo", "birds 53; feeder 30; turn Bo");
    worked_out("feeder 30; gone BL2 +1; turn Bo", "birds 51; feeder 30; gone BL2 +1; turn Bo");
    worked_out("feeder 32; turn Bo", "birds 53; feeder 32; turn Bo");
    worked_out("birds 53; gone | +2; turn Bo", "birds 53; feeder 30; turn Bo");
    // PM-1.6: nobody has played.
    is(
        ["-", "-", "-", &format!("perches BL3 | GR4; {FULL}; {THREE}; feeder 32")],
        &format!("- / - / - / perches BL3 | GR4; {FULL}; {THREE}; birds 55; feeder 32; turn Ada"),
    );
    // PM-2.5: nobody else holds a bird.
    let header = table_of(&[], false);
    let last = "perches BL3 SP1 | GR4; slots 3 1 2 2; display -; birds 0; feeder 0";
    let only = read(["hand 0; -", "-; hand 2", "-; hand 0", last], &header).expect("it is read");
    assert_eq!(only.construct(&begun(&header)).map(|game| game.turn), Ok(Seat::new(1)));
}

#[test]
fn what_matters_and_cannot_be_worked_out_is_asked_for() {
    let all = format!("perches BL3 SP1 | GR4; {FULL}; {THREE}; birds 53; feeder 30; turn Bo");
    let without = |piece: &str| all.split("; ").filter(|other| !other.starts_with(piece)).collect::<Vec<_>>().join("; ");
    says(["", "-", "-", &all], "impossible TB-2: Ada's part doesn't say what lies there");
    for piece in ["perches", "slots", "display", "birds", "feeder", "turn"] {
        says(["BL6", "-", "-", &without(piece)], &format!("impossible TB-2: `{piece} "));
    }
}

#[test]
fn what_cannot_lie_there_is_refused_with_its_clause() {
    let on = |rest: &str| format!("perches BL3 SP1 | GR4; {THREE}; {rest}");
    let refused = |ada: &str, rest: &str, part: &str| says([ada, "-", "-", &on(rest)], part);
    refused("BL1 BL1", "slots 3 1 2 2; birds 52; feeder 30; turn Bo", "impossible PM-1.1: there are only two BL1");
    refused("BL6; shows BL1 BL1", "slots 3 1 2 2; birds 53; feeder 30; turn Bo", "impossible PM-1.1: there are only two BL1");
    refused("BL6", "slots 3 1 2 2; birds 54; feeder 30; turn Bo", "impossible PM-1.1: with perches");
    refused("BL6", "slots 3 1 2 2; birds 50; gone BL2; feeder 30; turn Bo", "impossible PM-1.1: with perches");
    refused("BL6", "slots 3 1 2 2; birds 53; feeder 33; turn Bo", "impossible PM-1.3: with slots");
    refused("BL6", "slots 3 1 2; birds 53; feeder 30; turn Bo", "impossible PM-1.5: 3 slots are named");
    refused("BL6; hand 0", "slots 3 1 2 2; birds 57; feeder 30; turn Ada", "impossible PM-2.5: Ada holds no bird");
    refused("BL6; shows SP1 SP2 SP3 SP4 SP5", "slots 3 1 2 2; birds 53; feeder 30; turn Bo", "impossible TB-5");
    says(["-", "-", "-", "perches BL3; slots 3 1 2 2; display -; birds 60; feeder 30; turn Bo"], "impossible PM-1.5: 1 perch is");
    let none = "perches BL3 | BL2; slots 3 1 2 2; display -; birds 0; feeder 30; turn Bo";
    says(["-; hand 0", "-; hand 0", "-; hand 0", none], "impossible PM-2.5: nobody holds a bird");
    let listed = table_of(&[], true);
    let told = taken(["BL6; 3 3 3 3 3", "3 3 3", "-", &on("slots 3 1 2 2; birds 53; feeder 20; turn Bo")], &listed);
    assert!(told.as_ref().is_err_and(|told| told.contains("impossible PM-1.3: of `3` the feeder deck has 8")), "{told:?}");
}

#[test]
fn what_can_lie_there_but_breaks_a_clause_is_told_with_it() {
    let breaks = |ada: &str, table: &str, part: &str| says([ada, "-", "-", table], part);
    let on = |perches: &str, rest: &str| format!("perches {perches}; {rest}");
    let (slots, display) = (FULL, THREE);
    breaks(
        "BL6",
        &on("- SP1 | GR4", &format!("{slots}; {display}; birds 54; feeder 30; turn Bo")),
        "illegal PM-1.5: there is no bird on perch 1",
    );
    breaks(
        "BL6",
        &on("BL3 SP4 | GR4", &format!("{slots}; {display}; birds 53; feeder 30; turn Bo")),
        "illegal PM-2.2: the queue at perch 1",
    );
    breaks(
        "BL6",
        &on("BL3 SP1 | GR4", &format!("{slots}; display BL1; birds 55; feeder 30; turn Bo")),
        "illegal PM-2.3: the display",
    );
    breaks(
        "BL6; hand 3",
        &on("BL3 SP1 | GR4", &format!("{slots}; {display}; birds 54; feeder 30; turn Bo")),
        "illegal PM-2.3: Ada holds 3 birds",
    );
    breaks(
        "BL6",
        &on("BL3 SP1 | GR4", &format!("slots 3 - 1 1; {display}; birds 53; feeder 30; turn Bo")),
        "illegal PM-2.4: slot 2",
    );
    breaks(
        "BL6",
        &on("BL3 SP1 | GR4", &format!("slots 3+crow+crow 1 1 1; {display}; birds 53; feeder 30; turn Bo")),
        "illegal PM-4.2: beside slot 1",
    );
    breaks(
        "BL6",
        &on("BL3 SP1 | GR4", &format!("{slots}; {display}; feeder 31; gone +2; turn Bo")),
        "illegal PM-3.3: 2 birds are out",
    );
    breaks(
        "BL6",
        &on("BL3 SP1 | GR4", &format!("{slots}; {display}; birds 53; feeder 30; turn Bo; ending")),
        "illegal PM-5.1: the end begins",
    );
    breaks(
        "BL6",
        &on("BL3 SP1 | GR4", &format!("{slots}; {display}; birds 53; feeder 0; turn Ada; ending")),
        "illegal PM-5.1: Ada began",
    );
    let stack = table_of(&[("fifth_pest", "stack")], false);
    let stacked = on("BL3 SP1 | GR4", &format!("slots 3+crow+crow 1 1 1; {display}; birds 53; feeder 30; turn Bo"));
    assert!(taken(["BL6", "-", "-", &stacked], &stack).is_ok());
    let with_seed = table_of(&[("pest_slot", "with-seed")], false);
    let beside = on("BL3 SP1 | GR4", &format!("slots 3 -+crow 1 1; {display}; birds 53; feeder 0; turn Bo"));
    assert!(taken(["BL6", "-", "-", &beside], &with_seed).is_err_and(|told| told.contains("illegal PM-4.2")));
}

#[test]
fn what_is_no_piece_is_told_with_its_place() {
    let error = |ada, table_part: &str| {
        let (part, error) = read([ada, "", "", table_part], &table_of(&[], false)).expect_err("it can't be read");
        (part, error.range.clone(), error.problem.clone())
    };
    assert_eq!(error("BL6; BL7", ""), (Some(Seat::new(0)), 5..8, "`BL7` is no bird".to_owned()));
    assert_eq!(error("BL6; hand", "").1, 9..9);
    assert_eq!(error("", "perches BL3 | | GR4").2, "no bird is named at this perch");
    assert_eq!(error("", "perches BL3 | GR9"), (None, 14..17, "`GR9` is no bird".to_owned()));
    assert_eq!(error("", "slots crow 3"), (None, 6..10, "no slot stands before this crow".to_owned()));
    assert_eq!(error("", "slots 3+1"), (None, 8..9, "`1` can't lie beside a slot".to_owned()));
    assert_eq!(error("", "slots 4").1, 6..7);
    assert_eq!(error("", "gone BL3 +x"), (None, 10..11, "`+x` is no number of cards".to_owned()));
    assert_eq!(error("", "gone BL3 | crow | 3").1, 18..19);
    assert_eq!(error("", "gone | BL3").1, 7..10);
    assert_eq!(error("", "gone owl").1, 5..8);
    assert_eq!(error("", "turn Di").0, None);
    assert_eq!(error("", "3 1").1, 0..1);
    assert_eq!(error("", "ending; ending").2, "`ending` is here twice");
    assert_eq!(error("", "gone BL3; gone -").2, "`gone` is here twice");
}

fn judged(game: &Piepmatz, seat: usize, step: &str, header: &Header<Setup>) -> Result<(), Kind> {
    let step = Piepmatz::parse(step, header).expect("a step");
    game.judge(&Act::Step { actor: Some(Seat::new(seat)), step }).map_err(Fault::kind)
}

#[test]
fn covered_cards_are_reckoned_with() {
    let header = table_of(&[], true);
    let parts =
        ["BL6; shows CH1", "-", "-", "perches BL3 SP1 | GR4; slots 3 1 1 1; display BL6 CH2 CH4; birds 2; feeder 2; turn Ada"];
    let game = read(parts, &header).expect("it is read").construct(&begun(&header)).expect("it can lie so");
    assert_eq!((game.account.covered(), game.bird_deck()), (51, 2));
    assert_eq!((game.deck.len(), game.deck.elsewhere()), (2, 30));
    assert_eq!(judged(&game, 0, "play CH1 at 2", &header), Ok(()), "it was shown");
    assert_eq!(judged(&game, 0, "play CH2 at 2", &header), Ok(()), "the other copy can be there");
    assert_eq!(judged(&game, 0, "play BL6 at 2", &header), Err(Kind::Impossible), "both copies lie open");
    assert_eq!(judged(&game, 1, "play CH3 at 2", &header), Err(Kind::Illegal));
    // A discarded card that nobody names may be any.
    let after = |steps: &[&str]| {
        let mut game = game.clone();
        for step in steps {
            let step = Piepmatz::parse(step, &header).expect("a step");
            game.apply(&Act::Step { actor: Some(Seat::new(0)), step }, &mut Vec::new());
        }
        game
    };
    let fought = after(&["play CH4 at 1"]);
    assert_eq!(judged(&fought, 0, "refill crow 3", &header), Ok(()));
    assert_eq!(judged(&fought, 0, "refill crow crow 3", &header), Err(Kind::Impossible), "the deck has two");
    assert!(Position::of(&fought, true).is_none(), "the turn isn't over");
}

fn assumed(parts: [&str; 4], steps: &[&str]) -> Result<(String, Vec<String>), Unsaid> {
    let header = table_of(&[], false);
    let position = read(parts, &header).expect("it is read");
    let step = |text: &&str| (Some(Seat::new(1)), Piepmatz::parse(text, &header).expect("a step"));
    let steps: Vec<_> = steps.iter().map(step).collect();
    let said = position.clone();
    let (position, taken) = position.assumed(&begun(&header), &Disputed::of(&steps), &header.players)?;
    let mut game = begun(&header);
    let act = Act::Position(Box::new(position));
    game.judge(&act).map_err(|fault| said.lacks(fault).expect("what is taken breaks nothing"))?;
    game.apply(&act, &mut Vec::new());
    let verdicts = steps.into_iter().map(|(actor, step)| {
        let act = Act::Step { actor, step };
        let verdict = game.judge(&act).map_or_else(|fault| fault.breach().clause.to_string(), |()| "legal".to_owned());
        game.apply(&act, &mut Vec::new());
        verdict
    });
    Ok((verdicts.collect::<Vec<_>>().join(" "), taken))
}

#[test]
fn in_a_dispute_what_is_not_said_is_taken_or_asked_for() {
    let perches = "perches BL3 SP1 | GR4";
    let (verdict, taken) = assumed(["", "", "", perches], &["play CH2 at 1", "keep SP2", "draw", "draw"]).expect("it is said");
    assert_eq!(verdict, "legal legal legal legal");
    let all = [
        "Bo's turn",
        "a seed card in each slot",
        "BL1, BL2 and BL4 in the display",
        "32 cards in the feeder deck",
        "54 cards in the bird deck",
    ];
    assert_eq!(taken, all);
    let asks = |parts, steps: &[&str], part, piece| assert_eq!(assumed(parts, steps), Err(Unsaid { part, piece }));
    asks(["", "", "", ""], &["play CH2 at 1"], None, Said::Perches);
    asks(["", "", "", ""], &[], None, Said::Perches);
    asks(["", "", "", perches], &[], None, Said::Slots);
    let with_birds = &format!("{perches}; birds 40");
    // The other birds may lie in the collections: each of them was fought for, with a card of the feeder deck.
    let (verdict, taken) = assumed(["", "", "", with_birds], &["play CH2 at 1"]).expect("it is said");
    assert_eq!((&*verdict, taken.last().map(String::as_str)), ("legal", Some("18 cards in the feeder deck")));
    asks(["", "", "", perches], &["play CH3 at 1"], None, Said::Slots);
    asks(["", "", "", perches], &["play CH2 at 1", "draw CH3"], None, Said::Display);
    let slots = &format!("{perches}; slots 3+crow 1 1 1");
    asks(["", "", "", slots], &["play CH3 at 1", "lose BL1"], Some(Seat::new(1)), Said::Lies);
    asks(["", "", "", slots], &["play CH3 at 1"], Some(Seat::new(1)), Said::Lies);
    // No fight finds the crow, or the first doesn't and the second does.
    let (verdict, _) = assumed(["", "", "", slots], &["play CH4 at 1", "keep SP2"]).expect("it is said");
    assert_eq!(verdict, "legal PM-2.2");
    let queue = "perches BL6 SP2 CH2 GR2 | GR4; slots 3 1 1 1+crow";
    asks(["", "", "", queue], &["play YE2 at 1"], Some(Seat::new(1)), Said::Lies);
    let (verdict, _) = assumed(["", "", "", perches], &["play CH2 at 1", "feeder 2"]).expect("it is said");
    assert!(verdict.starts_with("legal PM"), "{verdict}");
    let (verdict, _) = assumed(["", "BL1 BL2 SP3", "", slots], &["play CH3 at 1", "lose SP3"]).expect("it is said");
    assert_eq!(verdict, "legal PM-3.3");
}

#[test]
fn a_position_stands_between_turns() {
    let header = table_of(&[], false);
    assert!(Position::of(&begun(&header), true).is_none(), "nothing is laid out");
    let said = "perches BL3 SP1 | GR4; slots 3 1 1 1; display -; birds 0; feeder 30; gone +57; turn Bo";
    let mut game = read(["-", "-", "-", said], &header).expect("it is read").construct(&begun(&header)).expect("it can lie so");
    let step = Piepmatz::parse("play CH1 at 2", &header).expect("a step");
    game.apply(&Act::Step { actor: Some(Seat::new(1)), step }, &mut Vec::new());
    assert!(game.may_keep.is_some() && Position::of(&game, true).is_none(), "Bo may still keep a bird");
}
