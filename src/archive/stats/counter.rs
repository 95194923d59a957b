//! Counts the games of an archive one by one. Figures that depend on the order of games are computed at the end.

use super::{
    BestRecord, GameResult, GameStats, HeadToHead, OwnStats, PlayTime, PlayedGame, PlayerCountStats, PlayerFocus, PlayerRank,
    PlayerStats, Rating, StatsInput, Timeline, TotalStats, TurnTime,
    game_result::{BestItem, Completion, Decision, GameOrder, SeatResult},
    timeline::{self, FinishedGame},
};
use crate::{
    referee::Games,
    table::{Book, comparison_key},
};
use jiff::civil::Date;
use serde::Serialize;
use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, HashMap},
};

const MAX_LATEST_GAMES: usize = 100;
const MAX_BEST_GAMES: usize = 3;

/// The statistics of an archive.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Stats {
    /// The number of logs.
    pub logs: usize,
    /// The number of logs that are copies of a log that counts.
    pub copies: usize,
    /// The number of logs that can't be read.
    pub unread: usize,
    /// The number of games that the selection leaves out.
    pub left_out: usize,
    /// The number of games that the selection leaves out only because they have no date.
    pub undated: usize,
    /// The days of the first and last finished game.
    pub days: Option<[String; 2]>,
    /// The statistics of all games together.
    pub in_all: GameStats,
    /// The statistics of each game.
    pub by_game: Vec<GameStats>,
    /// The player that the statistics are about. `None` if they are about all players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<PlayerFocus>,
}

/// A counter of games, which computes their statistics.
#[derive(Default)]
pub struct StatsCounter {
    games: Games,
    /// The numbers of logs. All other fields are computed at the end.
    stats: Stats,
    days: Option<(Date, Date)>,
    in_all: Scope,
    /// The statistics of each game (Blulu, Piepmatz), by its index in `games`.
    by_game: BTreeMap<usize, Scope>,
    players: PlayerIndex,
    finished_games: Vec<FinishedGame>,
    /// The key of the player that the statistics are about.
    focus_key: Option<String>,
}

/// The players, numbered from 0. Each number has a comparison key and a displayed name.
#[derive(Default)]
struct PlayerIndex {
    numbers: HashMap<String, u32>,
    names: Vec<DisplayName>,
}

/// The spelling of a player's name: that of the alias file, otherwise that of the latest game.
struct DisplayName {
    name: String,
    is_alias: bool,
    order: GameOrder,
}

/// The counts of one game, or of all games together. Players are given by their numbers.
#[derive(Default)]
struct Scope {
    stats: GameStats,
    players: HashMap<u32, PlayerCounts>,
    /// For each pair, the smaller number first: the numbers of games in which the first, the second, or neither was ahead.
    pairs: HashMap<(u32, u32), [u32; 3]>,
    best: Vec<BestCandidate>,
    /// The best items of the player that the statistics are about.
    own_best: Vec<BestCandidate>,
}

struct BestCandidate {
    item: BestItem,
    player: u32,
    game: &'static str,
    day: Option<Date>,
    order: GameOrder,
}

#[derive(Default)]
struct PlayerCounts {
    stats: PlayerStats,
    /// The results for each number of players.
    by_players: BTreeMap<usize, ResultCounts>,
}

/// The number of times that each total was reached, by unit.
type TotalCounts = BTreeMap<&'static str, BTreeMap<i32, u32>>;

#[derive(Default)]
struct ResultCounts {
    games: u32,
    wins: u32,
    /// The number of games whose ranks are known, and the sum of these ranks.
    ranked: u32,
    rank_sum: u32,
    totals: TotalCounts,
}

impl PlayTime {
    fn add(&mut self, seconds: Option<u64>) {
        if let Some(seconds) = seconds {
            self.games += 1;
            self.seconds += seconds;
        }
    }
}

impl TurnTime {
    fn add(&mut self, seconds: Option<u64>, turns: Option<u32>) {
        let (Some(seconds), Some(turns)) = (seconds, turns) else { return };
        self.seconds += seconds;
        self.turns += turns;
        let turns = u64::from(self.turns);
        self.average = (self.seconds + turns / 2).checked_div(turns);
    }
}

impl PlayerIndex {
    fn number(&mut self, seat: &SeatResult, order: &GameOrder) -> u32 {
        let next_number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let number = *self.numbers.entry(comparison_key(&seat.name)).or_insert(next_number);
        match self.names.get_mut(number as usize) {
            None => self.names.push(DisplayName { name: seat.name.clone(), is_alias: seat.is_alias, order: order.clone() }),
            Some(display) if (display.is_alias, &display.order) < (seat.is_alias, order) => {
                display.order.clone_from(order);
                display.is_alias = seat.is_alias;
                if display.name != seat.name {
                    display.name.clone_from(&seat.name);
                }
            }
            Some(_) => {}
        }
        number
    }

    fn name(&self, number: u32) -> String {
        self.names.get(number as usize).map(|display| display.name.clone()).unwrap_or_default()
    }
}

/// Keeps an item if it is the best of its kind so far. Among equals, the one from the first game stays.
fn keep_if_best(best: &mut Vec<BestCandidate>, item: &BestItem, game: &GameResult, player: u32) {
    let index = best.iter().position(|candidate| candidate.item.kind == item.kind);
    let rank = |item: &BestItem, order| (Reverse(item.points), order);
    if index.is_some_and(|index| rank(&best[index].item, &best[index].order) <= rank(item, &game.order)) {
        return;
    }
    let candidate = BestCandidate { item: item.clone(), player, game: game.book.game, day: game.day, order: game.order.clone() };
    match index {
        Some(index) => best[index] = candidate,
        None => best.push(candidate),
    }
}

impl Scope {
    fn add(&mut self, game: &GameResult, players: &[u32], focus: Option<u32>) {
        let stats = &mut self.stats;
        *match game.state {
            Completion::Finished => &mut stats.finished,
            Completion::Unfinished => &mut stats.unfinished,
            Completion::Closed => &mut stats.closed,
        } += 1;
        for (seat, player) in game.seats.iter().zip(players) {
            self.players.entry(*player).or_default().add(game, seat);
        }
        if game.state != Completion::Finished {
            return;
        }
        stats.with_findings += u32::from(game.fouls > 0);
        stats.taken_up += u32::from(game.is_taken_up);
        stats.undecided += u32::from(game.decision == Decision::Undecided);
        stats.nobody_won += u32::from(game.decision == Decision::Nobody);
        stats.time.add(game.seconds);
        stats.turn_time.add(game.seconds, game.turns);
        if game.is_ranked {
            self.count_pairs(game, players);
        }
        for item in &game.best {
            let Some(&player) = players.get(item.seat) else { continue };
            keep_if_best(&mut self.best, item, game, player);
            if focus == Some(player) {
                keep_if_best(&mut self.own_best, item, game, player);
            }
        }
    }

    fn count_pairs(&mut self, game: &GameResult, players: &[u32]) {
        for (seat, player) in players.iter().enumerate() {
            for (other_seat, other_player) in players.iter().enumerate().filter(|(_, other_player)| player < *other_player) {
                let pair = self.pairs.entry((*player, *other_player)).or_default();
                pair[match game.compare_seats(seat, other_seat) {
                    Ordering::Greater => 0,
                    Ordering::Less => 1,
                    Ordering::Equal => 2,
                }] += 1;
            }
        }
    }

    /// Computes the statistics of the game with this `book`, or of all games together if it is `None`. `finished_games` must be in
    /// order.
    fn to_stats<'r>(
        &self,
        book: Option<&'static Book>,
        player_index: &PlayerIndex,
        finished_games: impl Iterator<Item = &'r FinishedGame> + Clone,
    ) -> GameStats {
        let tracked =
            timeline::tracked_players(self.players.iter().map(|(player, counts)| (*player, counts.stats.games)), |player| {
                player_index.name(player)
            });
        let (ratings, stages) = timeline::rate_games(finished_games, &tracked);
        let mut players: Vec<PlayerStats> = self
            .players
            .iter()
            .map(|(player, counts)| counts.to_stats(player_index.name(*player), ratings.get(player).copied()))
            .collect();
        let lower_bound = |player: &PlayerStats| player.rating.map_or(f64::NEG_INFINITY, Rating::lower_bound);
        players.sort_by(|a, b| {
            lower_bound(b).total_cmp(&lower_bound(a)).then_with(|| comparison_key(&a.name).cmp(&comparison_key(&b.name)))
        });
        GameStats {
            game: book.map(|book| book.game),
            book,
            players,
            head_to_head: self.head_to_head(player_index),
            best: best_records(&self.best, player_index),
            timeline: Timeline { players: tracked.into_iter().map(|player| player_index.name(player)).collect(), stages },
            ..self.stats.clone()
        }
    }

    fn head_to_head(&self, player_index: &PlayerIndex) -> Vec<HeadToHead> {
        let to_pair = |(&(first, second), &[first_ahead, second_ahead, level]): (&(u32, u32), &[u32; 3])| {
            let mut players = [player_index.name(first), player_index.name(second)];
            let mut ahead = [first_ahead, second_ahead];
            let games = ahead[0] + ahead[1] + level;
            // The player who was ahead more often comes first.
            if ahead[0] < ahead[1] || ahead[0] == ahead[1] && comparison_key(&players[0]) > comparison_key(&players[1]) {
                players.swap(0, 1);
                ahead.swap(0, 1);
            }
            HeadToHead { players, games, ahead, level }
        };
        let mut pairs: Vec<HeadToHead> = self.pairs.iter().map(to_pair).collect();
        pairs.sort_by_cached_key(|pair| {
            (Reverse(pair.games), [comparison_key(&pair.players[0]), comparison_key(&pair.players[1])])
        });
        pairs
    }
}

fn best_records(candidates: &[BestCandidate], player_index: &PlayerIndex) -> Vec<BestRecord> {
    let to_record = |BestCandidate { item, player, game, day, order }: &BestCandidate| BestRecord {
        kind: item.kind,
        points: item.points,
        label: item.label.clone(),
        why: item.why.clone(),
        player: player_index.name(*player),
        game,
        date: day.map(|day| day.to_string()),
        file: order.file.to_string(),
    };
    let mut records: Vec<BestRecord> = candidates.iter().map(to_record).collect();
    records.sort_by_key(|record| record.kind);
    records
}

impl PlayerCounts {
    fn add(&mut self, game: &GameResult, seat: &SeatResult) {
        let stats = &mut self.stats;
        match game.state {
            Completion::Unfinished => stats.unfinished += 1,
            Completion::Closed => stats.closed += 1,
            Completion::Finished => {
                stats.games += 1;
                stats.wins += u32::from(seat.is_winner);
                let is_shared = game.seats.iter().filter(|seat| seat.is_winner).count() > 1;
                stats.shared += u32::from(seat.is_winner && is_shared);
                stats.fouls += seat.fouls;
                stats.with_findings += u32::from(game.fouls > 0);
                stats.taken_up += u32::from(game.is_taken_up);
                stats.time.add(game.seconds);
                let results = self.by_players.entry(game.seats.len()).or_default();
                results.games += 1;
                results.wins += u32::from(seat.is_winner);
                if game.is_ranked {
                    results.ranked += 1;
                    results.rank_sum += seat.rank;
                }
                if let Some(total) = seat.total {
                    *results.totals.entry(game.unit).or_default().entry(total).or_default() += 1;
                }
            }
        }
    }

    fn to_stats(&self, name: String, rating: Option<Rating>) -> PlayerStats {
        let PlayerStats { games, wins, .. } = self.stats;
        let mut totals = TotalCounts::new();
        for (unit, counts) in self.by_players.values().flat_map(|results| &results.totals) {
            let sums = totals.entry(unit).or_default();
            for (total, times) in counts {
                *sums.entry(*total).or_default() += times;
            }
        }
        PlayerStats {
            name,
            win_rate: (games > 0).then(|| f64::from(wins) / f64::from(games)),
            totals: total_stats(&totals),
            by_players: self.by_players(),
            rating,
            ..self.stats.clone()
        }
    }

    fn by_players(&self) -> Vec<PlayerCountStats> {
        let to_stats = |(players, results): (&usize, &ResultCounts)| PlayerCountStats {
            players: *players,
            games: results.games,
            wins: results.wins,
            average_rank: (results.ranked > 0).then(|| f64::from(results.rank_sum) / f64::from(results.ranked)),
            totals: total_stats(&results.totals),
        };
        self.by_players.iter().map(to_stats).collect()
    }
}

fn total_stats(counts: &TotalCounts) -> Vec<TotalStats> {
    counts.iter().filter_map(|(unit, counts)| TotalStats::of(unit, counts.clone())).collect()
}

impl StatsCounter {
    /// A counter for these games, before the first log.
    pub fn of(games: Games) -> Self {
        Self { games, ..Self::default() }
    }

    /// Sets the player that the statistics are about. They then also have this player's latest games and best items.
    #[must_use]
    pub fn about(self, player: Option<&str>) -> Self {
        Self { focus_key: player.map(comparison_key), ..self }
    }

    fn focus_number(&self) -> Option<u32> {
        self.players.numbers.get(self.focus_key.as_ref()?).copied()
    }

    fn played_game(&self, game: &FinishedGame) -> PlayedGame {
        let to_rank = |(&(player, rank, is_winner), total): (&(u32, u32, bool), &Option<i32>)| PlayerRank {
            name: self.players.name(player),
            rank,
            is_winner,
            total: *total,
        };
        let mut players: Vec<PlayerRank> = game.seats.iter().zip(&game.totals).map(to_rank).collect();
        players.sort_by_key(|player| player.rank);
        let book = self.games.books().nth(game.game_index);
        PlayedGame { date: game.day.map(|day| day.to_string()), game: book.map(|book| book.game), book, players }
    }

    /// The player that the statistics are about. `finished_games` must be in order.
    fn player_focus(&self) -> Option<PlayerFocus> {
        let number = self.focus_number()?;
        let latest_games = self.finished_games.iter().rev().filter(|game| game.seat_of(number).is_some()).take(MAX_LATEST_GAMES);
        Some(PlayerFocus { name: self.players.name(number), latest: latest_games.map(|game| self.played_game(game)).collect() })
    }

    /// The figures in these games of the player that the statistics are about. The games must be in order.
    fn own_stats<'r>(&self, scope: &Scope, finished_games: impl Iterator<Item = &'r FinishedGame>) -> Option<OwnStats> {
        let number = self.focus_number()?;
        let with_total = |game: &'r FinishedGame| Some((game.unit, Reverse(game.totals[game.seat_of(number)?]?), game));
        let mut best_games: Vec<_> = finished_games.filter_map(with_total).collect();
        // The first of equal games stays first.
        best_games.sort_by_key(|(unit, total, _)| (*unit, *total));
        Some(OwnStats {
            best: best_records(&scope.own_best, &self.players),
            best_games: best_games.iter().take(MAX_BEST_GAMES).map(|(.., game)| self.played_game(game)).collect(),
            by_players: scope.players.get(&number).map(PlayerCounts::by_players).unwrap_or_default(),
        })
    }

    /// Counts one log.
    pub fn add(&mut self, input: StatsInput) {
        let stats = &mut self.stats;
        stats.logs += 1;
        match input {
            StatsInput::Game(game) => self.count(*game),
            StatsInput::LeftOut { undated } => {
                stats.left_out += 1;
                stats.undated += usize::from(undated);
            }
            StatsInput::Copy { .. } => stats.copies += 1,
            StatsInput::Unread { .. } => stats.unread += 1,
        }
    }

    fn count(&mut self, game: GameResult) {
        let players: Vec<u32> = game.seats.iter().map(|seat| self.players.number(seat, &game.order)).collect();
        let game_index = self.games.books().position(|book| book.game == game.book.game).unwrap_or(usize::MAX);
        let focus = self.focus_number();
        self.in_all.add(&game, &players, focus);
        self.by_game.entry(game_index).or_default().add(&game, &players, focus);
        if game.state != Completion::Finished {
            return;
        }
        if let Some(day) = game.day {
            let (first, last) = self.days.unwrap_or((day, day));
            self.days = Some((first.min(day), last.max(day)));
        }
        let seats = game.seats.iter().zip(players).map(|(seat, player)| (player, seat.rank, seat.is_winner)).collect();
        let totals = game.seats.iter().map(|seat| seat.total).collect();
        let GameResult { order, day, is_ranked, unit, .. } = game;
        self.finished_games.push(FinishedGame { order, day, game_index, is_ranked, seats, unit, totals });
    }

    /// Computes the statistics.
    pub fn finish(mut self) -> Stats {
        self.finished_games.sort_unstable_by(|a, b| a.order.cmp(&b.order));
        let Self { players, finished_games, .. } = &self;
        let by_game = self.by_game.iter().map(|(index, scope)| {
            let games = finished_games.iter().filter(move |game| game.game_index == *index);
            let own = self.own_stats(scope, games.clone());
            GameStats { own, ..scope.to_stats(self.games.books().nth(*index), players, games) }
        });
        let own = self.own_stats(&self.in_all, finished_games.iter());
        let mut in_all = GameStats { own, ..self.in_all.to_stats(None, players, finished_games.iter()) };
        if self.by_game.values().filter(|scope| scope.stats.finished > 0).count() > 1 {
            // Points and turns of different games can't be compared.
            in_all.players.iter_mut().for_each(|player| player.totals.clear());
            in_all.own.iter_mut().for_each(|own| own.best_games.clear());
            let players = in_all.players.iter_mut().map(|player| &mut player.by_players);
            let results = players.chain(in_all.own.iter_mut().map(|own| &mut own.by_players)).flatten();
            results.for_each(|results| results.totals.clear());
            in_all.turn_time = TurnTime::default();
        }
        Stats {
            days: self.days.map(|(first, last)| [first, last].map(|day| day.to_string())),
            in_all,
            by_game: by_game.collect(),
            about: self.player_focus(),
            ..self.stats.clone()
        }
    }
}
