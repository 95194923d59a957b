//! Sums come out.

use super::driver::{Play, Table, Tested};
use crate::table::{Points, RoundSheet, Sheet};

/// A player's total is the sum of the rounds, and a round's points the sum of its items, at any moment.
pub(super) fn a_total_is_the_sum_of_its_items<G: Tested>(seed: u64) {
    let mut table = Table::<G>::new(seed);
    while !table.is_over() {
        table.go_on(Play::Loosely);
        let sheet = table.game.score(&table.header.players);
        assert_eq!(sheet.complete, table.is_over());
        assert_eq!(sheet.players.len(), table.header.players.count());
        sums_come_out(&sheet);
    }
}

/// Every total of a sheet is the sum of its parts; unless something else than points counts in all.
pub fn sums_come_out(sheet: &Sheet) {
    for player in &sheet.players {
        let sum: Points = player.rounds.iter().map(RoundSheet::points).sum();
        assert!(player.total == sum || sheet.unit.is_some(), "{sheet:#?}");
        for round in &player.rounds {
            let sum = round.items.iter().map(|item| item.points).sum::<Points>();
            assert!(round.points() == sum || round.items.is_empty(), "{sheet:#?}");
        }
    }
}

/// Nobody wins before the end; at the end those with the highest total do, all of them unless a tiebreak decided.
pub(super) fn the_winners_have_the_most<G: Tested>(seed: u64) {
    let mut table = Table::<G>::new(seed);
    while !table.is_over() {
        assert!(table.game.score(&table.header.players).winners.is_empty());
        for _ in 0..9 {
            if !table.is_over() {
                table.go_on(Play::Loosely);
            }
        }
    }
    let sheet = table.game.score(&table.header.players);
    let most = sheet.players.iter().filter_map(|player| player.total.exactly()).max();
    for player in &sheet.players {
        let has_most = player.total.exactly() == most;
        assert!(!player.winner || has_most, "{sheet:#?}");
        assert!(player.winner || !has_most || sheet.tiebreak.is_some(), "{sheet:#?}");
        assert_eq!(player.winner, sheet.winners.contains(&player.name));
    }
    assert!(!sheet.winners.is_empty() || sheet.tiebreak.is_some(), "somebody wins, or it is said why nobody does");
}
