//! Results over time: ratings, and wins above an even share.

use super::{Rating, game_result::GameOrder, rating::rate};
use jiff::civil::Date;
use std::collections::HashMap;

const MAX_PLAYERS: usize = 6;
const MAX_STAGES: usize = 240;

/// The results over time of the players with the most games.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// The names of the players, those with the most games first.
    pub players: Vec<String>,
    /// The results before the first game and after each game, or only after every few games if there are many.
    pub stages: Vec<TimelinePoint>,
}

/// The results after a number of games.
#[derive(Clone, Debug)]
pub struct TimelinePoint {
    /// The number of games so far.
    pub games: u32,
    /// The day of the last of these games.
    pub day: Option<Date>,
    /// The ratings of the players.
    pub ratings: Vec<f64>,
    /// Wins above an even share: at a table of four, the even share of each player is a quarter of a win.
    pub surplus: Vec<f64>,
}

/// A finished game, reduced to what the results over time need: these are counted later, in the order of games.
pub(super) struct FinishedGame {
    pub order: GameOrder,
    pub day: Option<Date>,
    /// Which game was played, such as Blulu: its index among the registered games.
    pub game_index: usize,
    /// Whether the ranks are known.
    pub is_ranked: bool,
    /// For each seat: the player's number, the rank, and whether the player won.
    pub seats: Box<[(u32, u32, bool)]>,
    /// The unit of the totals.
    pub unit: &'static str,
    /// The known totals, for each seat.
    pub totals: Box<[Option<i32>]>,
}

impl FinishedGame {
    /// The seat of a player.
    pub(super) fn seat_of(&self, player: u32) -> Option<usize> {
        self.seats.iter().position(|(number, ..)| *number == player)
    }
}

/// The players to track: those with the most games, and among equals the first by name.
pub(super) fn tracked_players(game_counts: impl Iterator<Item = (u32, u32)>, name: impl Fn(u32) -> String) -> Vec<u32> {
    let mut players: Vec<(u32, u32)> = game_counts.filter(|(_, games)| *games > 0).collect();
    players.sort_by_cached_key(|(player, games)| (std::cmp::Reverse(*games), name(*player)));
    players.into_iter().map(|(player, _)| player).take(MAX_PLAYERS).collect()
}

/// Rates these games in order. Returns the final ratings, and the stages for the players in `tracked`.
pub(super) fn rate_games<'r>(
    games: impl Iterator<Item = &'r FinishedGame> + Clone,
    tracked: &[u32],
) -> (HashMap<u32, Rating>, Vec<TimelinePoint>) {
    let game_count = games.clone().count();
    let interval = game_count.div_ceil(MAX_STAGES).max(1);
    let mut ratings: HashMap<u32, Rating> = HashMap::new();
    let mut surplus = vec![0.0; tracked.len()];
    let stage_after = |games: usize, day, ratings: &HashMap<u32, Rating>, surplus: &[f64]| TimelinePoint {
        games: u32::try_from(games).unwrap_or(u32::MAX),
        day,
        ratings: tracked.iter().map(|player| ratings.get(player).copied().unwrap_or_default().value).collect(),
        surplus: surplus.to_vec(),
    };
    let mut stages = vec![stage_after(0, None, &ratings, &surplus)];
    for (game, nth) in games.zip(1..) {
        if game.is_ranked {
            let ranked: Vec<(Rating, u32)> =
                game.seats.iter().map(|(player, rank, _)| (ratings.get(player).copied().unwrap_or_default(), *rank)).collect();
            for ((player, ..), rating) in game.seats.iter().zip(rate(&ranked)) {
                ratings.insert(*player, rating);
            }
            for (player, surplus) in tracked.iter().zip(&mut surplus) {
                *surplus += win_surplus(game, *player);
            }
        }
        if nth % interval == 0 || nth == game_count {
            stages.push(stage_after(nth, game.day, &ratings, &surplus));
        }
    }
    (ratings, stages)
}

/// A player's share of the win in a game, minus an even share. Zero for a game without that player.
fn win_surplus(game: &FinishedGame, player: u32) -> f64 {
    let Some((.., is_winner)) = game.seat_of(player).map(|seat| game.seats[seat]) else { return 0.0 };
    let winner_count = game.seats.iter().filter(|(.., is_winner)| *is_winner).count();
    let share = |players: usize| 1.0 / f64::from(u32::try_from(players.max(1)).unwrap_or(u32::MAX));
    let win_share = match (winner_count, is_winner) {
        (0, _) => share(game.seats.len()),
        (_, true) => share(winner_count),
        (_, false) => 0.0,
    };
    win_share - share(game.seats.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished_game(nth: u32, seats: &[(u32, u32, bool)]) -> FinishedGame {
        let order = GameOrder { moment: None, file: format!("{nth}.toml").into() };
        FinishedGame {
            order,
            day: None,
            game_index: 0,
            is_ranked: true,
            seats: seats.into(),
            unit: "points",
            totals: Box::default(),
        }
    }

    #[test]
    fn an_even_share_is_each_players_part_of_the_table() {
        let games = [
            finished_game(0, &[(0, 1, true), (1, 2, false), (2, 3, false), (3, 4, false)]),
            finished_game(1, &[(0, 1, true), (1, 1, true)]),
            finished_game(2, &[(1, 1, false), (0, 1, false), (2, 1, false)]),
            finished_game(3, &[(2, 1, true), (1, 2, false)]),
        ];
        let (ratings, stages) = rate_games(games.iter(), &[0, 1]);
        let rows: Vec<(u32, f64, f64)> = stages.iter().map(|stage| (stage.games, stage.surplus[0], stage.surplus[1])).collect();
        assert_eq!(rows, [(0, 0.0, 0.0), (1, 0.75, -0.25), (2, 0.75, -0.25), (3, 0.75, -0.25), (4, 0.75, -0.75)]);
        assert_eq!(ratings.len(), 4);
        assert!((stages[4].ratings[1] - ratings[&1].value).abs() < 1e-12 && ratings[&0].value > ratings[&1].value);
    }

    #[test]
    fn many_games_share_stages() {
        let games: Vec<FinishedGame> = (0..1001).map(|nth| finished_game(nth, &[(0, 1, true), (1, 2, false)])).collect();
        let (_, stages) = rate_games(games.iter(), &[1]);
        assert!(stages.len() < 2 * MAX_STAGES && stages.last().map(|stage| stage.games) == Some(1001));
        assert_eq!(tracked_players([(0, 2), (1, 5), (2, 0), (3, 5)].into_iter(), |nth| format!("{}", 9 - nth)), [3, 1, 0]);
    }
}
