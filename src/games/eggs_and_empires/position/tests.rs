//! Positions read, written, taken up, and refused with their clause.

use super::*;
use crate::table::{
    Act, Apply as _, Broken as _, DeckEntry, Game, Judge as _, Notation as _, RuleValue, RuleValues, Scored as _, Words as _,
};

const LISTED: [i64; 20] = [13, 12, 10, 9, 8, 8, 7, 6, 5, 5, 4, 3, 2, 1, 0, -2, -4, -6, -6, -8];

fn header(names: &[&str], rules: &[(&str, &str)], listed: bool) -> Header<Setup> {
    let mut values = RuleValues::defaults(EggsAndEmpires::book());
    for (key, value) in rules {
        values.set(EggsAndEmpires::book(), key, &RuleValue::from_text(value)).expect("a table rule");
    }
    let eggs = ("eggs".to_owned(), DeckEntry::List(LISTED.to_vec()));
    let deck = if listed { vec![eggs] } else { Vec::new() };
    let setup = EggsAndEmpires::setup(names.len(), &values, &deck).expect("a setup");
    Header { players: Players::new(names.iter().copied()), setup }
}

fn three() -> Header<Setup> {
    header(&["Ada", "Bo", "Cy"], &[], false)
}

fn read(header: &Header<Setup>, texts: &[&str]) -> Result<Position, (Part, ParseError)> {
    let (table, players) = texts.split_last().expect("a table's part");
    Position::parse(&Parted { players: players.to_vec(), table: Some(*table).filter(|text| !text.is_empty()) }, header)
}

fn begun(header: &Header<Setup>) -> EggsAndEmpires {
    let mut game = EggsAndEmpires::new(header.players.count(), &header.setup);
    game.apply(&Act::Round { first: Seat::new(0) }, &mut Vec::new());
    game
}

/// The position in a round that began with the marker at the first: what it is taken for, or why it is refused.
fn taken(header: &Header<Setup>, texts: &[&str], memory: bool) -> Result<Vec<String>, String> {
    let position = read(header, texts).map_err(|(_, error)| error.to_string())?;
    let mut game = begun(header);
    let act = Act::Position(Box::new(position));
    game.judge(&act).map_err(|fault| {
        let breach = fault.breach();
        format!("{} {}: {}", breach.kind, breach.clause, game.explain(&act, fault, header))
    })?;
    game.apply(&act, &mut Vec::new());
    let written = Position::of(&game, memory).expect("between turns").write(&header.players);
    Ok(written.iter().map(|(_, text)| text.clone()).collect())
}

fn is_kept(header: &Header<Setup>, texts: &[&str]) {
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let given: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(taken(header, &given, true).as_ref(), Ok(&texts));
}

fn says(header: &Header<Setup>, texts: &[&str], part: &str) {
    let refused = taken(header, texts, true).expect_err("it is refused");
    assert!(refused.contains(part), "{refused}");
}

/// Why a line is refused after a position.
fn judged(header: &Header<Setup>, texts: &[&str], lines: &[(usize, &str)]) -> Result<EggsAndEmpires, String> {
    let mut game = begun(header);
    let position = read(header, texts).expect("it is read");
    game = position.construct(&game).map_err(|fault| format!("{fault:?}"))?;
    for &(seat, line) in lines {
        let step = EggsAndEmpires::parse(line, header).expect("a step");
        let actor = header.players.seats().nth(seat);
        let act = Act::Step { actor, step };
        game.judge(&act).map_err(|fault| format!("{line}: {} {}", fault.kind(), fault.breach().clause))?;
        game.apply(&act, &mut Vec::new());
    }
    Ok(game)
}

const TABLE: usize = 9;

#[test]
fn what_is_canonical_is_kept() {
    let three = three();
    is_kept(&three, &["-", "-; mulligan taken", "-; shows 3 10", "turn 1; marker Ada"]);
    is_kept(&three, &["-", "-", "-", "turn 1; marker Ada; eggs 8 -2"]);
    is_kept(&three, &["-; played 2", "13; played 4; may give 13", "-2; played 6; may discard", "turn 2; marker Ada; down Ada"]);
    is_kept(
        &three,
        &["-; played 2", "13; played 4; may give 13", "-2; played 6; may discard", "turn 2; marker Bo; eggs 3 1; down Ada"],
    );
    is_kept(
        &three,
        &[
            "13; merchant 1; played 2 5 10",
            "9; down Ada; played 4 7 9; may give down Ada",
            "unseen 1; blacksmith 1; played 1 8 10; shows 2 3 7",
            "turn 4; marker Cy; gone 4 -6",
        ],
    );
    // The round is late: hands are smaller, and the last cards are known.
    is_kept(
        &three,
        &[
            "5 3; played 1 2 3 4 5 6 7 8; shows 9 10",
            "12 -8; played 1 2 3 4 5 6 7 8; shows 9 10",
            "-; merchant 1; played 1 2 3 4 5 6 7 8; shows 9 10",
            "turn 9; marker Cy; eggs 2 2; gone +3",
        ],
    );
    let two = header(&["Bo 2", "x|y + 1"], &[("rounds", "2")], true);
    is_kept(
        &two,
        &[
            "10 -6; down Bo 2; merchant 1; blacksmith 1; played 2 5 8 10; before -3",
            "8; played 2 6 6 10; before 12",
            "turn 3; marker x|y + 1; eggs 13 5; deck 11; gone 8; round 2",
        ],
    );
    let tokens = header(&["Ada", "Bo", "Cy"], &[("scoring", "tokens")], false);
    is_kept(&tokens, &["-; before 3; tokens 2", "-; before 4; tokens 1", "-; before 0; tokens 0", "turn 1; marker Ada; round 4"]);
}

#[test]
fn a_position_is_read_forgivingly() {
    let three = three();
    let is = |texts: &[&str], written: &[&str]| {
        assert_eq!(
            taken(&three, texts, true).as_deref(),
            Ok(&written.iter().map(|&text| text.to_owned()).collect::<Vec<_>>()[..])
        );
    };
    is(&["", "", "", "Turn 1, -2 8"], &["-", "-", "-", "turn 1; marker Ada; eggs 8 -2"]);
    is(
        &["−6, 13; Merchants 1", "unseen 2; MAY GIVE 7", "-", "turn 3; marker b"],
        &["13 -6; merchant 1; played 5", "7; unseen 1; played 4; may give 7", "-", "turn 3; marker Bo"],
    );
    is(
        &["unseen 1; may give", "down b", "-", "down C; turn 3; marker ada"],
        &["unseen 1; played 4; may give", "down Bo; played 2", "-; played 2", "turn 3; marker Ada; down Cy"],
    );
}

#[test]
fn without_memory_piles_are_counts() {
    let texts = [
        "13 5; down Bo; played 1 4 6; shows 10; may give 5",
        "-; merchant 1; played 2 5 10",
        "2; played 3 7 9",
        "turn 4; marker Bo; gone 9",
    ];
    let written = taken(&three(), &texts, false).expect("it can lie so");
    assert_eq!(written, ["5; down Bo; unseen 1; may give 5", "-; merchant 1", "unseen 1", "turn 4; marker Bo"]);
}

#[test]
fn what_cannot_lie_there_is_refused_with_its_clause() {
    let three = three();
    let two = header(&["Ada", "Bo"], &[], true);
    let none = ["-", "-", "-"];
    let table = |text: &'static str| [none[0], none[1], none[2], text];
    says(&three, &table("marker Ada"), "impossible TB-2: `turn N` is missing in the part of the table");
    says(&three, &table("turn 2"), "`marker NAME` is missing");
    says(&three, &["", "-", "-", "turn 2; marker Ada"], "Ada's part doesn't say what lies there");
    says(&three, &table("turn 10; marker Ada"), "impossible EE-2.7");
    says(&three, &table("turn 1; eggs 21 3"), "impossible EE-1.5");
    says(&three, &["-; merchant 2", "-", "-", "turn 3; marker Ada"], "impossible EE-1.1");
    says(&three, &["-; blacksmith 2", "-", "-", "turn 3; marker Ada"], "impossible EE-1.1");
    says(&three, &["-; merchant 1; shows 5", "-", "-", "turn 3; marker Ada"], "impossible EE-1.1");
    says(&three, &["-; merchant 1; played 4 +0", "-", "-", "turn 2; marker Ada"], "impossible EE-2.2");
    says(&three, &["-; shows 1 2 3 4", "-", "-", "turn 2; marker Ada"], "impossible TB-5");
    says(&three, &["-; played 1 2 3 4 5 6 7 8 9 10 +1", "-", "-", "turn 2; marker Ada"], "impossible EE-1.1");
    says(&three, &["13; may give 12", "-", "-", "turn 2; marker Ada"], "impossible TB-4");
    says(&three, &["13; may give down Bo", "-", "-", "turn 2; marker Ada"], "impossible TB-4");
    says(&three, &["13; may give", "-", "-", "turn 2; marker Ada"], "impossible TB-4");
    says(&three, &["-; down Bo", "-; down Bo", "-", "turn 3; marker Ada"], "impossible EE-1.1: Bo has 1 Scout");
    says(&two, &["13", "13", "turn 2; marker Ada; deck 10"], "impossible EE-1.5");
    says(&two, &["13", "12", "turn 2; marker Ada"], "`deck N` is missing");
    says(&two, &["13", "12", "turn 2; marker Ada; deck 19"], "impossible EE-1.5");
    says(&two, &["13", "12", "turn 2; marker Ada; deck 18; gone 8"], "impossible EE-1.5");
    says(&three, &["-; before 3", "-", "-", "turn 1"], "`round N` is missing");
    says(&three, &["-; before 3", "-", "-", "turn 1; round 1"], "impossible EE-6.1");
    says(&three, &["-; before 3", "-", "-", "turn 1; round 2"], "`before N` is missing in Bo's part");
    says(&three, &["-; before 3", "-; before 3", "-; before 3", "turn 1; round 4"], "impossible EE-6.2");
    let tokens = header(&["Ada", "Bo", "Cy"], &[("scoring", "tokens"), ("next_marker", "fewest-in-round")], false);
    says(&tokens, &["-; tokens 3", "-; tokens 0", "-; tokens 0", "turn 1; round 4"], "impossible EE-6.3");
    says(&tokens, &["-; tokens 1", "-; tokens 0", "-; tokens 0", "turn 1; round 3"], "impossible EE-6.3");
    says(&tokens, &["-; tokens 1", "-", "-; tokens 0", "turn 1; round 2"], "`tokens N` is missing in Bo's part");
}

#[test]
fn what_lies_there_lies_there() {
    let three = three();
    let lies =
        |header: &Header<Setup>, texts: &[&str]| assert!(taken(header, texts, true).is_ok(), "{:?}", taken(header, texts, true));
    lies(&three, &["-; played 1 +0", "-", "-", "turn 3; marker Ada"]);
    lies(&three, &["-; hand 2", "-", "-", "turn 3; marker Ada"]);
    lies(&three, &["13 12 10 9", "-", "-", "turn 2; marker Ada"]);
    lies(&three, &["-", "-", "-", "turn 2; marker Ada; eggs 3"]);
    lies(&three, &["-", "-", "-", "turn 1; down Bo"]);
    lies(&three, &["-; may discard", "-", "-", "turn 2; marker Ada"]);
    lies(&three, &["3 2", "1 5", "-2 7", "turn 2; marker Ada; eggs 4 3"]);
}

#[test]
fn what_is_no_piece_is_told_with_its_place() {
    let three = three();
    let error = |texts: &[&str]| read(&three, texts).expect_err("it can't be read");
    assert_eq!(error(&["13; 10", "", "", ""]).1.range, 4..6);
    assert_eq!(error(&["", "13 ten", "", ""]).1.range, 3..6);
    assert_eq!(error(&["", "", "", "turn 2; marker Flo"]).0, None);
    assert_eq!(error(&["", "", "", "turn 0"]).0, None);
    assert_eq!(error(&["may take 3", "", "", ""]).1.range, 4..8);
    assert_eq!(error(&["13; tokens 2", "", "", ""]).1.range, 11..12);
    assert_eq!(error(&["", "", "", "turn 2; deck 12"]).1.range, 13..15);
    assert_eq!(error(&["played 3 +x", "", "", ""]).1.range, 9..11);
}

#[test]
fn what_nobody_said_is_judged_for_the_actor() {
    let three = three();
    let covered = ["unseen 1; merchant 1", "unseen 1; may discard", "13; may give 13", "turn 4; marker Bo"];
    let eggs = (TABLE, "reveal 8 -2");
    // Cards that were played and not named can be in any hand; those that something shows were played, can't.
    assert!(judged(&three, &covered, &[eggs, (0, "play 10"), (1, "play 10"), (2, "play 9")]).is_ok());
    assert_eq!(judged(&three, &covered, &[eggs, (0, "play 5")]).map(drop), Err("play 5: impossible TB-3".to_owned()));
    assert_eq!(judged(&three, &covered, &[eggs, (1, "play 6")]).map(drop), Err("play 6: impossible TB-3".to_owned()));
    // An egg whose value nobody said can be any that isn't elsewhere.
    let game = judged(&three, &covered, &[(1, "discard 7")]).expect("it can lie there");
    assert_eq!((game.pile(Seat::new(1)).eggs.len(), &game.gone[..]), (0, &[7][..]));
    assert_eq!(judged(&three, &covered, &[(1, "discard 30")]).map(drop), Err("discard 30: impossible TB-4".to_owned()));
    assert_eq!(judged(&three, &covered, &[(2, "give 7 to Ada")]).map(drop), Err("give 7 to Ada: impossible TB-4".to_owned()));
    // A right that isn't named isn't there.
    assert_eq!(judged(&three, &covered, &[(0, "discard 7")]).map(drop), Err("discard 7: illegal EE-4.4".to_owned()));
}

#[test]
fn an_egg_equal_to_the_couriers_leaves_open_which_one_went() {
    let three = three();
    let texts = ["13; unseen 1; may give 13; may discard", "-", "-", "turn 4; marker Bo"];
    let game = judged(&three, &texts, &[(0, "discard 13")]).expect("either of them");
    assert_eq!(game.points()[0], Points::Between(-20, 20));
    let written = Position::of(&game, true).expect("between turns").write(&three.players);
    assert_eq!(written.players[0], "unseen 1; played 4 6; may give");
    assert!(judged(&three, &texts, &[(0, "discard 13"), (0, "give 13 to Cy")]).is_ok());
    // Where another is known to be there, that one goes.
    let both = ["13 13; unseen 1; may give 13; may discard", "-", "-", "turn 4; marker Bo"];
    let game = judged(&three, &both, &[(0, "discard 13")]).expect("the other one");
    let written = Position::of(&game, true).expect("between turns").write(&three.players);
    assert_eq!(written.players[0], "13; unseen 1; played 4 6; may give 13");
    let known = ["13 5; may give 13; may discard", "-", "-", "turn 4; marker Bo"];
    let refused = judged(&three, &known, &[(0, "discard 13"), (0, "give 13 to Cy")]);
    assert_eq!(refused.map(drop), Err("give 13 to Cy: illegal EE-4.2".to_owned()));
}

#[test]
fn a_round_with_eggs_that_nobody_said_is_over_with_a_range() {
    let three = three();
    let texts = ["unseen 2; played 1 2 3 4 5 6 7 8", "5", "-", "turn 9; marker Ada; eggs 3 2"];
    let game = judged(&three, &texts, &[(0, "play 10"), (1, "play 9"), (2, "play 8"), (0, "take 3"), (1, "take 2")]);
    let game = game.expect("a last turn");
    assert_eq!(game.phase, Phase::Over);
    let sheet = game.score(&three.players);
    assert_eq!((sheet.players[0].total, sheet.players[1].total), (Points::Between(-37, 43), Points::Exactly(7)));
    assert!(sheet.notes.iter().any(|note| note.contains("the value of 2 eggs in Ada's pile")), "{:?}", sheet.notes);
}
