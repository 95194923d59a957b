//! Tests of positions: how they are parsed, and how a game goes on from them.

use super::*;

fn three_players() -> TableContext<Setup> {
    let setup = EggsAndEmpires::setup(3, &RuleSettings::defaults(EggsAndEmpires::book()), &[]).expect("a setup");
    TableContext { players: Players::new(["Ada", "Bo", "Cy"]), setup }
}

fn parse(context: &TableContext<Setup>, texts: &[&str]) -> Result<Position, (PartOwner, ParseError)> {
    let (table_part, player_parts) = texts.split_last().expect("a table's part");
    Position::parse(
        &PerPart { players: player_parts.to_vec(), table: Some(*table_part).filter(|text| !text.is_empty()) },
        context,
    )
}

fn begin_round(context: &TableContext<Setup>) -> EggsAndEmpires {
    let mut game = EggsAndEmpires::new(context.players.count(), &context.setup);
    game.apply(&Act::BeginRound { first: Seat::new(0) }, &mut Vec::new());
    game
}

/// Judges and applies lines after a position. Returns the refusal of the first line that is refused.
fn game_after(context: &TableContext<Setup>, texts: &[&str], lines: &[(usize, &str)]) -> Result<EggsAndEmpires, String> {
    let mut game = begin_round(context);
    let position = parse(context, texts).expect("it is read");
    game = position.to_game(&game, &context.players, &mut Vec::new()).map_err(|error| error.text)?;
    for &(seat, line) in lines {
        let step = EggsAndEmpires::parse(line, context).expect("a step");
        let actor = context.players.seats().nth(seat);
        let act = Act::Step { actor, step };
        game.judge(&act).map_err(|fault| format!("{line}: {} {}", fault.kind(), fault.breach().clause))?;
        game.apply(&act, &mut Vec::new());
    }
    Ok(game)
}

/// The seat number for steps of the table, which no player has.
const TABLE: usize = 9;

#[test]
fn without_memory_piles_are_counts() {
    let texts = [
        "13 5; down Bo; played 1 4 6; shows 10; may give 5",
        "-; merchant 1; played 2 5 10",
        "2; played 3 7 9",
        "turn 4; marker Bo; gone 9",
    ];
    let game = game_after(&three_players(), &texts, &[]).expect("it can lie so");
    let written = Position::from_game(&game, false).expect("between turns").write(&three_players().players);
    assert_eq!(
        written.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(),
        ["5; down Bo; unseen 1; may give 5", "-; merchant 1", "unseen 1", "turn 4; marker Bo"]
    );
}

#[test]
fn an_invalid_piece_is_reported_with_its_span() {
    let context = three_players();
    let error = |texts: &[&str]| parse(&context, texts).expect_err("it can't be read");
    assert_eq!(error(&["13; 10", "", "", ""]).1.range, 4..6);
    assert_eq!(error(&["", "13 ten", "", ""]).1.range, 3..6);
    assert_eq!(error(&["", "", "", "turn 2; marker Flo"]).0, None);
    assert_eq!(error(&["", "", "", "turn 0"]).0, None);
    assert_eq!(error(&["may take 3", "", "", ""]).1.range, 0..3);
    assert_eq!(error(&["13; tokens 2", "", "", ""]).1.range, 11..12);
    assert_eq!(error(&["", "", "", "turn 2; deck 12"]).1.range, 13..15);
    assert_eq!(error(&["played 3 +x", "", "", ""]).1.range, 9..11);
}

#[test]
fn unstated_facts_are_judged_in_favour_of_the_actor() {
    let context = three_players();
    let texts = ["unseen 1; merchant 1", "unseen 1; may discard", "13; may give 13", "turn 4; marker Bo"];
    let eggs = (TABLE, "reveal 8 -2");
    // A card can be in a hand, unless another field shows that it was played.
    assert!(game_after(&context, &texts, &[eggs, (0, "play 10"), (1, "play 10"), (2, "play 9")]).is_ok());
    assert_eq!(game_after(&context, &texts, &[eggs, (0, "play 5")]).map(drop), Err("play 5: impossible TB-3".to_owned()));
    assert_eq!(game_after(&context, &texts, &[eggs, (1, "play 6")]).map(drop), Err("play 6: impossible TB-3".to_owned()));
    // An egg without a stated value can have any possible value.
    let game = game_after(&context, &texts, &[(1, "discard 7")]).expect("it can lie there");
    assert_eq!((game.pile(Seat::new(1)).eggs.len(), &game.gone[..]), (0, &[7][..]));
    assert_eq!(game_after(&context, &texts, &[(1, "discard 30")]).map(drop), Err("discard 30: impossible TB-4".to_owned()));
    assert_eq!(game_after(&context, &texts, &[(2, "give 7 to Ada")]).map(drop), Err("give 7 to Ada: impossible TB-4".to_owned()));
    // A right that isn't stated doesn't exist.
    assert_eq!(game_after(&context, &texts, &[(0, "discard 7")]).map(drop), Err("discard 7: illegal EE-4.4".to_owned()));
}

#[test]
fn a_discarded_egg_equal_to_the_couriers_may_be_either() {
    let context = three_players();
    let texts = ["13; unseen 1; may give 13; may discard", "-", "-", "turn 4; marker Bo"];
    let game = game_after(&context, &texts, &[(0, "discard 13")]).expect("either of them");
    assert_eq!(game.points()[0], Points::Between(-20, 20));
    let written = Position::from_game(&game, true).expect("between turns").write(&context.players);
    assert_eq!(written.players[0], "unseen 1; played 4 6; may give");
    assert!(game_after(&context, &texts, &[(0, "discard 13"), (0, "give 13 to Cy")]).is_ok());
    // If another egg of that value is known to be in the pile, that one is discarded.
    let both = ["13 13; unseen 1; may give 13; may discard", "-", "-", "turn 4; marker Bo"];
    let game = game_after(&context, &both, &[(0, "discard 13")]).expect("the other one");
    let written = Position::from_game(&game, true).expect("between turns").write(&context.players);
    assert_eq!(written.players[0], "13; unseen 1; played 4 6; may give 13");
    let known = ["13 5; may give 13; may discard", "-", "-", "turn 4; marker Bo"];
    let refused = game_after(&context, &known, &[(0, "discard 13"), (0, "give 13 to Cy")]);
    assert_eq!(refused.map(drop), Err("give 13 to Cy: illegal EE-4.2".to_owned()));
}

#[test]
fn a_round_with_eggs_of_unstated_value_ends_with_a_range() {
    let context = three_players();
    let texts = ["unseen 2; played 1 2 3 4 5 6 7 8", "5", "-", "turn 9; marker Ada; eggs 3 2"];
    let game = game_after(&context, &texts, &[(0, "play 10"), (1, "play 9"), (2, "play 8"), (0, "take 3"), (1, "take 2")]);
    let game = game.expect("a last turn");
    assert_eq!(game.phase, Phase::Over);
    let sheet = game.score(&context.players);
    assert_eq!((sheet.players[0].total, sheet.players[1].total), (Points::Between(-37, 43), Points::Exactly(7)));
    assert!(sheet.notes.iter().any(|note| note.contains("the value of 2 eggs in Ada's pile")), "{:?}", sheet.notes);
}
