//! Scoring: every total is the sum of its parts.

use super::random_game::{PlayStyle, RandomGame, TestableGame};
use crate::table::{Points, RoundSheet, Sheet};

/// Asserts that at any moment, a total is the sum of its rounds, and a round the sum of its items. Before the end there is no
/// winner. At the end all players with the highest total win, unless a tie-break decided among them.
pub(super) fn totals_are_sums_and_the_winners_have_the_most<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    let mut sheet = table.game.score(&table.context.players);
    while !table.is_over() {
        assert!(sheet.winners.is_empty());
        table.advance(PlayStyle::Loose);
        sheet = table.game.score(&table.context.players);
        assert_eq!(sheet.complete, table.is_over());
        assert_eq!(sheet.players.len(), table.context.players.count());
        assert_sums(&sheet);
    }
    let highest_total = sheet.players.iter().filter_map(|player| player.total.if_exact()).max();
    for player in &sheet.players {
        let has_most = player.total.if_exact() == highest_total;
        assert!(!player.winner || has_most, "{sheet:#?}");
        assert!(player.winner || !has_most || sheet.tiebreak.is_some(), "{sheet:#?}");
        assert_eq!(player.winner, sheet.winners.contains(&player.name));
    }
    assert!(!sheet.winners.is_empty() || sheet.tiebreak.is_some(), "somebody wins, or it is said why nobody does");
}

/// Asserts that every total of a sheet is the sum of its parts, unless the sheet counts another unit than points.
pub fn assert_sums(sheet: &Sheet) {
    for player in &sheet.players {
        let sum: Points = player.rounds.iter().map(RoundSheet::points).sum();
        assert!(player.total == sum || sheet.unit.is_some(), "{sheet:#?}");
        for round in &player.rounds {
            let sum = round.items.iter().map(|item| item.points).sum::<Points>();
            assert!(round.points() == sum || round.items.is_empty(), "{sheet:#?}");
        }
    }
}
