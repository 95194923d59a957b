//! Tests of positions.

use super::{EmuRanchers, Ranchers};
use crate::{
    emu::test_table::{TestTable, assert_accepted, assert_refused},
    table::prelude::*,
};

#[test]
fn left_out_fields_are_derived() {
    for (parts, written) in [
        (["", "", "discards -"], "- / - / discards -; draw 24; turn Ada"),
        (["7s 8y | bard", "", "turn bo; discards 9ms"], "7SK 8YK | CS / - / discards 9MS; draw 20; turn Bo"),
        (["7SK 8YK | CS", "-", "discards 9MS; draw 14; turn Bo"], "7SK 8YK | CS / - / discards 9MS +6; draw 14; turn Bo"),
        (["-", "-", "discards +6; draw 18; turn Ada"], "- / - / discards +6; draw 18; turn Ada"),
        (["7SK; show pact, 4ms", "", "discard -; turn Ada"], "7SK; shows 4MS 9MS / - / discards -; draw 23; turn Ada"),
    ] {
        assert_accepted::<Ranchers>(&parts, written);
    }
}

#[test]
fn canonical_texts_are_written_unchanged_even_after_fouls() {
    for parts in [
        ["-", "-", "discards -; draw 24; turn Ada"],
        ["7SK 8YK | CS", "AW", "discards 9MS; draw 19; turn Bo"],
        ["7SK 8YK | CS; shows 4MS 9WY", "AW; shows CK", "discards 9MS 2MK +4; draw 14; turn Bo"],
        ["-", "-", "discards +1; draw 23; turn Bo"],
        ["7SK 8YK 9LK; hand 4; done", "AW; shows CM", "discards 9MS +21; draw 0"],
        ["7SK; before -12", "AW; before 3", "discards -; draw 22; turn Ada; round 2"],
        // Positions after fouls.
        ["7SK 8WL", "-", "discards -; draw 22; turn Ada"],
        ["7SK 8YK 2MK", "-", "discards -; draw 21; turn Ada"],
        ["-", "-", "discards -; draw 24; turn Bo"],
        ["7SK; hand 5", "-", "discards -; draw 24; turn Bo"],
        ["7SK; done", "AW", "discards 8YK; draw 21; turn Ada"],
        ["7SK; hand 5", "AW", "discards 8YK +22; draw 0"],
    ] {
        assert_accepted::<Ranchers>(&parts, &parts.join(" / "));
    }
}

#[test]
fn impossible_positions_are_refused_with_their_clause() {
    for (parts, reason) in [
        (["7SK", "7SK", "discards -; turn Ada"], "impossible TB-3: 7SK is there twice"),
        (["7SK; shows 7SK", "", "discards -; turn Ada"], "impossible TB-3: 7SK is there twice"),
        (["7SK", "", "discards 7SK; turn Ada"], "impossible TB-3: 7SK is there twice"),
        (["7SK | excused", "", "discards -; draw 0"], "impossible TB-3: EX is not in the basic Decktet"),
        (["7SK PMSL=8", "", "discards -; turn Ada"], "impossible TB-3: PMSL is not in the basic Decktet"),
        (["7SK", "", "turn Ada"], "impossible TB-2: `discards CARD +N` is missing"),
        (["7SK", "", "discards 8YK"], "impossible TB-2: `turn NAME` is missing"),
        (
            ["7SK", "", "discards 8YK +1; draw 20; turn Ada"],
            "impossible ER-1.1: 1 card missing: all places together hold 35 cards, and there are 36; should it be `draw 21`?",
        ),
        (
            ["7SK", "", "discards 8YK; draw 30; turn Ada"],
            "impossible ER-1.1: 8 cards too many: all places together hold 44 cards",
        ),
        (["7SK", "AW", "discards 8YK +2; draw 0"], "impossible TB-2: `hand N` is missing in Ada's part"),
        (["7SK", "AW", "discards 8YK; draw 0"], "impossible TB-2: `hand N` is missing in Ada's part"),
        (
            ["7SK; hand 1; shows CS CK", "AW; hand 6", "discards 8YK; draw 0"],
            "impossible TB-5: more cards are named of Ada's hand",
        ),
        (["7SK; done", "AW; done", "discards 8YK +21; draw 0"], "impossible ER-5.3: all are done"),
        (["before 3", "before 4", "discards -; turn Ada"], "`round N` is missing"),
        (["before 3", "", "discards -; turn Ada; round 2"], "`before N` is missing in Bo's part"),
        (["before 3", "before 4", "discards -; turn Ada; round 3"], "impossible ER-6.5: the game has 2 years"),
        (["before 3", "before 0", "discards -; turn Ada; round 1"], "impossible TB-8"),
        (["7SK; hand 6", "AW; hand 6", "discards 8YK +21; draw 0; turn Ada"], "impossible ER-2.2"),
    ] {
        assert_refused::<Ranchers>(&parts, reason);
    }
}

#[test]
fn a_game_of_one_year_has_no_year_before_it() {
    let table = TestTable::<Ranchers>::with_begun_year(&[("years", 1)]);
    let position = table.parse(&["before 1", "before 2", "discards -; turn Ada; round 2"]).expect("it is read");
    let error = position.to_game(&table.game, &table.context.players, &mut Vec::new()).expect_err("there is one year");
    assert_eq!(error.clause.to_string(), "ER-6.5");
}

#[test]
fn a_text_that_is_not_a_piece_is_reported_with_its_range() {
    let table = TestTable::<Ranchers>::with_begun_year(&[]);
    for (parts, part, range) in [
        (["7SK; hand", "", ""], Some(0), 9..9),
        (["", "7SK; 8YK", ""], Some(1), 5..8),
        (["", "7SK | 8XX", ""], Some(1), 6..9),
        (["", "", "7SK"], None, 0..3),
        (["", "", "discards 9MS | 8YK"], None, 9..18),
        (["", "", "discards 9MS +x"], None, 13..15),
        (["", "", "turn Cy"], None, 5..7),
        (["", "", "draw 3; draw 4"], None, 8..12),
    ] {
        let (owner, error) = table.parse(&parts).expect_err("it can't be read");
        assert_eq!((owner, error.range.clone()), (part.map(Seat::new), range), "{parts:?}: {error}");
    }
}

#[test]
fn covered_discards_can_be_any_unseen_card() {
    let mut table = TestTable::<Ranchers>::from_parts(&["AW", "CS", "discards 9MS +2; turn Ada"]).expect("it can lie so");
    table.play(0, "hatch 7SK");
    assert_eq!(table.verdict(0, "take 9MS"), Ok(()));
    assert_eq!(table.verdict(0, "take 8YK"), Err((FindingKind::Illegal, "ER-4.3".to_owned())), "it can lie further down");
    assert_eq!(table.verdict(0, "take 7SK"), Err((FindingKind::Impossible, "TB-4".to_owned())));
    table.play(0, "take 9MS");
    table.play(1, "hatch 2WL");
    assert_eq!(table.verdict(1, "take 8YK"), Ok(()), "nobody has named the card on top");
    assert_eq!(table.verdict(1, "take 9MS"), Err((FindingKind::Impossible, "TB-4".to_owned())));
    let legal = table.game.legal_steps();
    let written: Vec<String> = legal.iter().map(|(_, step)| EmuRanchers::write(step, &table.context.players)).collect();
    assert_eq!(written, ["draw"], "the card that nobody has named is in no list");
    assert_eq!(table.game.only_step(), None, "and it may be taken");
    assert_eq!(table.game.options(Some(Seat::new(1)), &table.context).len(), 2);
    table.play(1, "take 8YK");
    let discards: usize = table.game.discards.piles().map(|(_, pile)| pile.len()).sum();
    assert_eq!((discards, table.game.account.covered()), (1, 1));
    assert_eq!(table.to_text(true), "AW | 7SK; shows 9MS / CS | 2WL; shows 8YK / discards +1; draw 19; turn Ada");
    assert_eq!(table.to_text(false), "AW | 7SK / CS | 2WL / discards +1; draw 19; turn Ada");
}
