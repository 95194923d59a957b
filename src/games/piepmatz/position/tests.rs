//! Tests of positions: how they are parsed, and how a game goes on from them.

use super::*;
use crate::games::piepmatz::Fault;

fn context_of(is_listed: bool) -> TableContext<Setup> {
    let rules = RuleSettings::defaults(Piepmatz::book());
    let seeds = [("1", 10), ("2", 9), ("3", 8)].map(|(eggs, count)| (eggs.to_owned(), count)).into();
    let deck = [
        ("seeds".to_owned(), DeckValue::Map(seeds)),
        ("crows".to_owned(), DeckValue::Whole(5)),
        ("squirrels".to_owned(), DeckValue::Whole(4)),
    ];
    let setup = Piepmatz::setup(3, &rules, if is_listed { &deck } else { &[] }).expect("three can play");
    TableContext { players: Players::new(["Ada", "Bo", "Cy"]), setup }
}

fn begin_round(context: &TableContext<Setup>) -> Piepmatz {
    let mut game = Piepmatz::new(3, &context.setup);
    game.apply(&Act::BeginRound { first: Seat::new(0) }, &mut Vec::new());
    game
}

fn parse(parts: [&str; 4], context: &TableContext<Setup>) -> Result<Position, (PartOwner, ParseError)> {
    let [ada, bo, cy, table_part] = parts;
    Position::parse(&PerPart { players: vec![ada, bo, cy], table: Some(table_part).filter(|text| !text.is_empty()) }, context)
}

#[test]
fn pm_2_5_whoever_alone_holds_birds_is_next() {
    let table_part = "perches BL3 SP1 | GR4; slots 3 1 2 2; display -; birds 0; feeder 0";
    let position = parse(["hand 0; -", "-; hand 2", "-; hand 0", table_part], &context_of(false)).expect("it is read");
    assert_eq!(
        position.to_game(&begin_round(&context_of(false)), &context_of(false).players, &mut Vec::new()).map(|game| game.turn),
        Ok(Seat::new(1))
    );
}

#[test]
fn an_invalid_piece_is_reported_with_its_span() {
    let error = |ada, table_part: &str| {
        let (part, error) = parse([ada, "", "", table_part], &context_of(false)).expect_err("it can't be read");
        (part, error.range.clone(), error.problem.clone())
    };
    assert_eq!(error("BL6; BL7", ""), (Some(Seat::new(0)), 5..8, "`BL7` is not a bird".to_owned()));
    assert_eq!(error("BL6; hand", "").1, 9..9);
    assert_eq!(error("", "perches BL3 | | GR4").2, "this perch is missing: write `-` if it is empty");
    assert_eq!(error("", "perches BL3 | GR9"), (None, 14..17, "`GR9` is not a bird".to_owned()));
    assert_eq!(error("", "slots crow 3"), (None, 6..10, "`crow` is not a seed card".to_owned()));
    assert_eq!(error("", "slots 3+1"), (None, 8..9, "`1` can't lie beside a slot".to_owned()));
    assert_eq!(error("", "slots 4").1, 6..7);
    assert_eq!(error("", "gone BL3 +x"), (None, 9..11, "`+x` is not a number of cards".to_owned()));
    assert_eq!(error("", "gone BL3 | crow | 3").1, 18..19);
    assert_eq!(error("", "gone | BL3").1, 7..10);
    assert_eq!(error("", "gone owl").1, 5..8);
    assert_eq!(error("", "turn Di").0, None);
    assert_eq!(error("", "3 1").1, 0..1);
    assert_eq!(error("", "ending; ending").2, "`ending` is here twice");
    assert_eq!(error("", "gone BL3; gone -").2, "`gone` is here twice");
}

fn verdict(game: &Piepmatz, seat: usize, step: &str, context: &TableContext<Setup>) -> Result<(), FindingKind> {
    let step = Piepmatz::parse(step, context).expect("a step");
    game.judge(&Act::Step { actor: Some(Seat::new(seat)), step }).map_err(Fault::kind)
}

#[test]
fn covered_cards_are_counted() {
    let context = context_of(true);
    let parts =
        ["BL6; shows CH1", "-", "-", "perches BL3 SP1 | GR4; slots 3 1 1 1; display BL6 CH2 CH4; birds 2; feeder 2; turn Ada"];
    let game = parse(parts, &context)
        .expect("it is read")
        .to_game(&begin_round(&context), &context.players, &mut Vec::new())
        .expect("it can lie so");
    assert_eq!((game.account.covered(), game.bird_deck()), (51, 2));
    assert_eq!((game.deck.len(), game.deck.elsewhere()), (2, 30));
    assert_eq!(verdict(&game, 0, "play CH1 at 2", &context), Ok(()), "it was shown");
    assert_eq!(verdict(&game, 0, "play CH2 at 2", &context), Ok(()), "the other copy can be there");
    assert_eq!(verdict(&game, 0, "play BL6 at 2", &context), Err(FindingKind::Impossible), "both copies lie open");
    assert_eq!(verdict(&game, 1, "play CH3 at 2", &context), Err(FindingKind::Illegal));
    // An unnamed discarded card can be any card.
    let after = |steps: &[&str]| {
        let mut game = game.clone();
        for step in steps {
            let step = Piepmatz::parse(step, &context).expect("a step");
            game.apply(&Act::Step { actor: Some(Seat::new(0)), step }, &mut Vec::new());
        }
        game
    };
    let after_fight = after(&["play CH4 at 1"]);
    assert_eq!(verdict(&after_fight, 0, "refill crow 3", &context), Ok(()));
    assert_eq!(verdict(&after_fight, 0, "refill crow crow 3", &context), Err(FindingKind::Impossible), "the deck has two");
    assert!(Position::from_game(&after_fight, true).is_none(), "the turn isn't over");
}

#[test]
fn a_position_exists_only_between_turns() {
    let context = context_of(false);
    assert!(Position::from_game(&begin_round(&context), true).is_none(), "nothing is laid out");
    let table_part = "perches BL3 SP1 | GR4; slots 3 1 1 1; display -; birds 0; feeder 30; gone +57; turn Bo";
    let mut game = parse(["-", "-", "-", table_part], &context)
        .expect("it is read")
        .to_game(&begin_round(&context), &context.players, &mut Vec::new())
        .expect("it can lie so");
    let step = Piepmatz::parse("play CH1 at 2", &context).expect("a step");
    game.apply(&Act::Step { actor: Some(Seat::new(1)), step }, &mut Vec::new());
    assert!(game.may_keep.is_some() && Position::from_game(&game, true).is_none(), "Bo may still keep a bird");
}
