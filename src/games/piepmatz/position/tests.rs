//! Positions read, written, taken up, and refused with their clause.

use super::*;
use crate::table::{Act, Apply as _, Broken as _, DeckEntry, Judge as _, Kind, Notation as _, RuleValue, RuleValues, Words as _};

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
fn what_lies_there_lies_there() {
    let header = table_of(&[], false);
    let lies = |ada: &str, perches: &str, rest: &str| {
        let lies = taken([ada, "-", "-", &format!("perches {perches}; {rest}; turn Bo")], &header);
        assert!(lies.is_ok(), "{lies:?}");
    };
    lies("BL6", "- SP1 | GR4", &format!("{FULL}; {THREE}; birds 54; feeder 30"));
    lies("BL6", "BL3 SP4 | GR4", &format!("{FULL}; {THREE}; birds 53; feeder 30"));
    lies("BL6", "BL3 SP1 | GR4", &format!("{FULL}; display BL1; birds 55; feeder 30"));
    lies("BL6; hand 3", "BL3 SP1 | GR4", &format!("{FULL}; {THREE}; birds 54; feeder 30"));
    lies("BL6", "BL3 SP1 | GR4", &format!("slots 3 - 1 1; {THREE}; birds 53; feeder 30"));
    lies("BL6", "BL3 SP1 | GR4", &format!("slots 3+crow+crow 1 1 1; {THREE}; birds 53; feeder 30"));
    lies("BL6", "BL3 SP1 | GR4", &format!("{FULL}; {THREE}; feeder 31; gone +2"));
    lies("BL6", "BL3 SP1 | GR4", &format!("{FULL}; {THREE}; birds 53; feeder 30; ending"));
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
