//! Scoring: every total is the sum of its parts.

use super::random_game::{PlayStyle, RandomGame, TestableGame};
use crate::table::{Adjustment, Item, PlayerSheet, Points, Progress, RoundSheet, Seat, Sheet};
use fastrand::Rng;

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

/// Asserts that points by the table's decision are an item of their own in the present round, and change nothing else, unless they end
/// the game (TB-9).
pub(super) fn points_of_the_table_change_the_score_alone<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let RandomGame { game, context, .. } = RandomGame::<G>::play_some(seed, PlayStyle::Legal, random.usize(1..100));
    if !matches!(game.progress(), Progress::Underway | Progress::RoundOver(_)) {
        return;
    }
    let seat = Seat::new(random.usize(..context.players.count()));
    let adjustment = Adjustment { seat, points: random.i32(1..9) - 9, reason: "so it was decided".into() };
    let mut adjusted = game.clone();
    adjusted.adjust(&adjustment, &mut Vec::new());
    let (before, mut after) = (game.score(&context.players), adjusted.score(&context.players));
    let round = after.players[seat.index()].rounds.last_mut().expect("a round has begun");
    let is_adjustment = |item: &mut Item| item.kind == "adjustment" && item.points == adjustment.points.into();
    assert_eq!(round.items.extract_if(.., is_adjustment).count(), 1, "{adjustment:?}: {round:?}");
    // Beside an adjustment, a bare total is an item.
    let items = |round: &RoundSheet| round.items.iter().filter(|item| item.kind != "total").cloned().collect::<Vec<_>>();
    let rounds = |player: &PlayerSheet| player.rounds.iter().map(|round| (round.points(), items(round))).collect::<Vec<_>>();
    let all_rounds = |sheet: &Sheet| sheet.players.iter().map(rounds).collect::<Vec<_>>();
    assert_eq!(all_rounds(&before), all_rounds(&after), "{adjustment:?}");
    if adjusted.progress() == game.progress() {
        assert_eq!(adjusted.legal_steps(), game.legal_steps(), "{adjustment:?}");
        assert_eq!((adjusted.expects(), adjusted.turn_owner()), (game.expects(), game.turn_owner()), "{adjustment:?}");
    }
}
