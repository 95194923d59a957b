//! Tests of positions.

use super::{EmusRedux, Redux};
use crate::{
    emu::test_table::{TestTable, assert_accepted, assert_refused},
    table::prelude::*,
};

/// The table's part with a full market, followed by other fields.
fn with_full_market(other_fields: &str) -> String {
    format!("market PWLY PWLY PMSL TMWK TSWY TMLY; {other_fields}")
}

fn table(players: [&str; 3], table_part: &str) -> TestTable<Redux> {
    let [ada, bo, cy] = players;
    TestTable::from_parts(&[ada, bo, cy, table_part]).unwrap_or_else(|reason| panic!("{reason}"))
}

#[test]
fn canonical_texts_are_written_unchanged() {
    for parts in [
        ["-", "-", "-", &with_full_market("discards -; draw 44; turn Ada")],
        [
            "7SK PMSL=8 | CS; shows 2MK EX; taken 2",
            "-; taken 1",
            "-; shows PWLY",
            "market PWLY TMWK TSWY; discards 9MS 5SW +4 | 2MK; draw 37; turn Bo",
        ],
        ["7SK | excused | CS; hand 4; done", "-", "-; shows EX", &with_full_market("discards 9MS; draw 0")],
        ["7SK", "-", "-", &with_full_market("discards - | +3; draw 40; turn Cy")],
    ] {
        assert_accepted::<Redux>(&parts, &parts.join(" / "));
    }
}

#[test]
fn left_out_fields_are_derived() {
    for (parts, written) in [
        (
            ["7s pmsl=8", "", "", "market -; discards 9ms +4; turn bo"],
            "7SK PMSL=8; taken 2 / -; taken 2 / -; taken 2 / market -; discards 9MS +4; draw 43; turn Bo",
        ),
        (
            ["7s | bard; taken 1", "taken 0", "", "market PWLY TMWK TSWY; discards 9ms; turn bo"],
            "7SK | CS; taken 1 / - / -; taken 2 / market PWLY TMWK TSWY; discards 9MS; draw 44; turn Bo",
        ),
        (
            ["7SK", "", "", &with_full_market("discards 9MS | 2MK +1; draw 36; turn Bo")],
            &format!("7SK / - / - / {}", with_full_market("discards 9MS +4 | 2MK +1; draw 36; turn Bo")),
        ),
    ] {
        assert_accepted::<Redux>(&parts, written);
    }
}

#[test]
fn impossible_positions_are_refused_with_their_clause() {
    for ([ada, bo, cy], table_part, reason) in [
        (["", "", ""], "discards -", "impossible TB-2: `market CARD…` is missing"),
        (["", "", ""], "market PWLY; discards -", "impossible TB-2: `taken N` is missing in Ada's part"),
        (["", "", ""], &with_full_market("turn Ada"), "impossible TB-2: `discards CARD +N` is missing"),
        (["", "", ""], "market 7SK; discards -", "impossible RX-1.3: 7SK is neither"),
        (["7SK PMSL=8 PMSL=9", "", ""], &with_full_market("discards -"), "impossible RX-1.3: there are two copies of PMSL"),
        (["7SK PSWK=8", "", ""], &with_full_market("discards -"), "impossible RX-1.3: here are 7 Pawns and Courts"),
        (["7SK", "7SK", "7SK"], &with_full_market("discards -"), "impossible TB-3: 7SK is there too often"),
        (["CS", "CS", ""], &with_full_market("discards -"), "impossible TB-3: CS is there too often"),
        (["excused", "excused; shows EX", ""], &with_full_market("discards -; draw 0"), "impossible TB-3: EX is there too often"),
        (["7SK", "", ""], &with_full_market("discards -; draw 40; turn Bo"), "impossible RX-1.1"),
        (["7SK; taken 2", "taken 2", "taken 2"], "market -; discards -; turn Ada", "impossible RX-1.1: `draw` would be 49"),
        (["", "", ""], &with_full_market("discards -; round 2"), "impossible RX-6.5: the game is one year"),
        (["done", "done", "done"], &with_full_market("discards +44; draw 0"), "impossible RX-5.3"),
    ] {
        assert_refused::<Redux>(&[ada, bo, cy, table_part], reason);
    }
}

#[test]
fn positions_after_fouls_are_accepted() {
    for ada in ["7SK; hand 5", "7SK 8WL", "7SK 7SK", "7SK EX", "7SK; done"] {
        let written = table([ada, "-", "-"], &with_full_market("discards -; turn Bo")).to_text(true);
        assert!(written.starts_with(&format!("{ada} / - / -")), "{written}");
    }
    table(["7SK", "", ""], &with_full_market("discards 7SK | 8YK | 2MK; turn Bo"));
    table(["taken 0", "taken 0", "taken 0"], "market PWLY TMWK; discards -");
}

#[test]
fn market_cards_that_are_nowhere_to_be_seen_can_be_in_any_hand() {
    let impossible = Err((FindingKind::Impossible, "TB-3".to_owned()));
    let mut table = table(["7SK; taken 2", "2MK; taken 1", "-"], "market PWLY PMSL PMSL; discards 9MS; turn Ada");
    assert_eq!(table.verdict(0, "grow 1 PSWK=8"), Ok(()));
    assert_eq!(table.verdict(0, "discard PWLY"), Ok(()), "its other copy was taken");
    assert_eq!(table.verdict(0, "discard PMSL"), impossible, "both copies lie in the market");
    assert_eq!(table.verdict(0, "shows PSWK PMYK TMWK"), Ok(()));
    assert_eq!(table.verdict(0, "shows PSWK PMYK TMWK TSWY"), impossible, "three are missing");
    for (actor, step) in
        [(0, "grow 1 PSWK=8"), (0, "draw"), (1, "discard PMYK"), (1, "draw"), (2, "discard PSWK to 1"), (2, "draw")]
    {
        assert_eq!(table.verdict(actor, step), Ok(()), "{step}");
        table.play(actor, step);
    }
    assert_eq!(table.verdict(0, "discard TMWK to 1"), impossible, "all have been seen");
    assert_eq!(table.verdict(0, "discard AW to 1"), Ok(()));
}

#[test]
fn an_unnamed_top_card_can_be_any_unseen_card() {
    let mut table = table(["7SK", "2MK", "-"], &with_full_market("discards +2 | 9MS +1; turn Ada"));
    table.play(0, "grow 1 8YK");
    assert_eq!(table.verdict(0, "take 5SW"), Ok(()));
    assert_eq!(table.verdict(0, "take 5SW from 1"), Ok(()));
    assert_eq!(table.verdict(0, "take 5SW from 2"), Err((FindingKind::Illegal, "RX-4.3".to_owned())), "it can lie below 9MS");
    assert_eq!(table.verdict(0, "take CS"), Ok(()));
    table.play(0, "take 9MS");
    table.play(1, "grow 1 3SK");
    let ambiguous_take = EmusRedux::parse("take 5SW", &table.context).expect("a step");
    assert!(table.game.resolve(Some(Seat::new(1)), &ambiguous_take).is_err(), "it can be the top of either pile");
    table.play(1, "take CS from 2");
    assert_eq!(table.game.discards.piles().count(), 1);
    assert_eq!(table.verdict(2, "discard CS"), Err((FindingKind::Impossible, "TB-3".to_owned())));
}

#[test]
fn a_seen_excuse_counts_and_an_excused_bird_does_not() {
    let mut table = table(["7SK | excused; shows EX; done", "AW; done", "-"], &with_full_market("discards 9MS; draw 0"));
    table.play(2, "done");
    let sheet = table.game.score(&table.context.players);
    let totals: Vec<_> = sheet.players.iter().map(|player| player.total.range().0).collect();
    assert_eq!(totals, [0, -23, 0]);
    assert_eq!(sheet.notes[0], "Ada's Excuse was spent on bird 2.");
}
