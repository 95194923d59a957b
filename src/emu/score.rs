//! The score of both emu games: the points of each bird, the effect of Excuses, the sums over the years, and the winner.

use super::{Bird, BirdNumber, Emu, EmuBook, Phase, Rancher, SEATS, Year, upkeep::BirdScore, upkeep::score_bird};
use crate::table::prelude::*;
use smallvec::SmallVec;

/// Makes the id of a clause of the game's book.
type ClauseFn = fn(u8, u8) -> ClauseId;

pub(super) struct RanchResult {
    /// The points of each bird, excused birds included.
    pub birds: Vec<BirdScore>,
    /// The birds on which the player spent an Excuse (ER-5.4, RX-5.4).
    excused_by_player: SmallVec<[BirdNumber; 2]>,
    /// The birds in `excused_by_player` whose cards are unknown.
    forgotten: SmallVec<[BirdNumber; 2]>,
    /// The birds that are discarded with the Excuses seen in the hand, greatest saving first (ER-6.7, RX-6.7).
    excused_at_end: Vec<BirdNumber>,
    /// The birds on which Excuses that were not shown in time would have saved most (ER-6.7, RX-6.7).
    missed_birds: Vec<BirdNumber>,
}

impl Rancher {
    pub(super) fn ranch_result(&self, upkeep: u16) -> RanchResult {
        let birds: Vec<BirdScore> = self.birds.iter().map(|bird| score_bird(bird, upkeep)).collect();
        let mut losing: Vec<BirdNumber> = (0..birds.len())
            .filter(|&index| !birds[index].covers_upkeep())
            .map(BirdNumber::from_index)
            .filter(|number| !self.excused.contains(number))
            .collect();
        // ER-6.7, RX-6.7: Excuses go to the birds that lose most.
        losing.sort_by_key(|number| birds[number.index()].points);
        let mut missed_birds = losing.split_off(losing.len().min(self.excuses_spent_at_end.into()));
        missed_birds.truncate(self.excuses_unclaimed.into());
        let is_forgotten = |number: &&BirdNumber| self.birds[number.index()].cards().is_empty();
        let forgotten = self.excused.iter().filter(is_forgotten).copied().collect();
        RanchResult { birds, excused_by_player: self.excused.clone(), forgotten, excused_at_end: losing, missed_birds }
    }
}

impl RanchResult {
    pub(super) fn is_excused(&self, number: BirdNumber) -> bool {
        self.excused_by_player.contains(&number) || self.excused_at_end.contains(&number)
    }

    fn scored(&self) -> impl Iterator<Item = &BirdScore> {
        let birds = self.birds.iter().enumerate();
        birds.filter(|(index, _)| !self.is_excused(BirdNumber::from_index(*index))).map(|(_, bird)| bird)
    }

    pub(super) fn total(&self) -> i32 {
        self.scored().map(|bird| bird.points).sum()
    }

    /// The points that discarding a bird saves, with the verb for a sentence. They are given up if the bird earns points, and the
    /// table let the Excuse stand.
    fn saving(&self, number: BirdNumber) -> (i32, &'static str) {
        match self.birds.get(number.index()) {
            Some(bird) if bird.covers_upkeep() => (bird.points, "gives up"),
            Some(bird) => (-bird.points, "saves"),
            None => (0, "saves"),
        }
    }

    /// The clause of an excused bird: ER-5.4 or RX-5.4 for an Excuse that the player spent, ER-6.7 or RX-6.7 for one spent
    /// automatically.
    pub(super) fn clause(&self, number: BirdNumber, clause: ClauseFn) -> ClauseId {
        if self.excused_by_player.contains(&number) { clause(5, 4) } else { clause(6, 7) }
    }

    pub(super) fn excuse_reason(&self, number: BirdNumber) -> String {
        if self.forgotten.contains(&number) {
            return "discarded with an Excuse".to_owned();
        }
        let (points, verb) = self.saving(number);
        format!("discarded with an Excuse, which {verb} {points} ({})", self.birds[number.index()].why())
    }

    pub(super) fn notes(&self, name: &str, clause: ClauseFn) -> Vec<(ClauseId, String)> {
        let by_player = self.excused_by_player.iter().map(|number| (clause(5, 4), "spent on", number));
        let excused = by_player.chain(self.excused_at_end.iter().map(|number| (clause(6, 7), "best used on", number)));
        let excuse_notes = excused.map(|(clause, how, &number)| {
            if self.forgotten.contains(&number) {
                return (clause, format!("{name}'s Excuse was spent on bird {number}"));
            }
            let (points, verb) = self.saving(number);
            (clause, format!("{name}'s Excuse, {how} bird {number}, {verb} {points}"))
        });
        let missed_notes = self.missed_birds.iter().map(|&number| {
            let points = self.saving(number).0;
            (clause(6, 7), format!("{name}'s Excuse that nobody claimed would have saved {points} on bird {number}"))
        });
        excuse_notes.chain(missed_notes).collect()
    }

    fn has_notes(&self) -> bool {
        !(self.excused_by_player.is_empty() && self.excused_at_end.is_empty() && self.missed_birds.is_empty())
    }

    fn item(&self, bird: &Bird, number: BirdNumber, excuses_matter: bool, clause: ClauseFn) -> Item {
        let mut item = self.birds[number.index()].item(number, bird.cards(), clause);
        let mut excuse = String::new();
        let (points, verb) = self.saving(number);
        if self.is_excused(number) {
            excuse = if self.forgotten.contains(&number) { "spent".to_owned() } else { format!("{verb} {points}") };
            item.points = Points::ZERO;
            item.clause = self.clause(number, clause);
            item.why = self.excuse_reason(number);
        } else if self.missed_birds.contains(&number) {
            excuse = format!("would save {points}");
            item.why = format!("{}; an Excuse that nobody claimed {excuse}", item.why);
        }
        if excuses_matter {
            item.details.push(("excuse", Detail::Text(excuse)));
        }
        item
    }
}

/// The criteria that decide the game for one player (RX-6.6).
#[derive(Clone, Copy, Debug)]
struct FinalStanding {
    total: i32,
    /// The number of birds hatched, and the number of scored birds that lost money. `None` if a bare total does not state it.
    counts: [Option<usize>; 2],
}

/// The result of a game of Emus Redux, with the reasons of a tie-break (RX-6.6).
enum GameResult {
    Winner(Seat, Option<String>),
    Collapse(String),
    /// Bare totals don't show which of these players wins the tie.
    Undecided(Seats),
}

impl<B: EmuBook> Emu<B> {
    pub(super) fn score_bird(&self, bird: &Bird) -> BirdScore {
        score_bird(bird, self.setup.upkeep)
    }

    pub(super) fn covers_upkeep(&self, bird: &Bird) -> bool {
        bird.total() >= self.setup.upkeep
    }

    /// Each player's total so far, over all years (ER-6.5, RX-6.5).
    pub(super) fn totals(&self) -> [i32; SEATS] {
        self.rounds.totals(self.points(&self.rounds.current))
    }

    pub(super) fn points(&self, Year { ranchers, totals }: &Year) -> [i32; SEATS] {
        let bird_points = |seat: usize| ranchers[seat].ranch_result(self.setup.upkeep).total();
        std::array::from_fn(|seat| totals.of(Seat::new(seat)).unwrap_or_else(|| bird_points(seat)))
    }

    fn standings(&self) -> [FinalStanding; SEATS] {
        let mut standings = self.totals().map(|total| FinalStanding { total, counts: [Some(0); 2] });
        for year in self.rounds.all() {
            for ((standing, rancher), seat) in standings.iter_mut().zip(&year.ranchers).zip(Seat::all(SEATS)) {
                let counts = if let Some(bare) = year.totals.bare(seat) {
                    [bare.tie_break(0), bare.tie_break(1)]
                } else {
                    let result = rancher.ranch_result(self.setup.upkeep);
                    let lost = result.scored().filter(|bird| !bird.covers_upkeep()).count();
                    [Some(rancher.birds.len() + rancher.uncounted_excused), Some(lost)]
                };
                standing.counts = std::array::from_fn(|nth| Some(standing.counts[nth]? + counts[nth]?));
            }
        }
        standings
    }

    fn game_result(&self, players: &Players) -> GameResult {
        let standings = self.standings();
        let standing = |seat: Seat| standings[seat.index()];
        let tied = Seats::all(self.players).with_most(|seat| standing(seat).total);
        if let Some(winner) = tied.single() {
            return GameResult::Winner(winner, None);
        }
        let total = tied.iter().next().map_or(0, |seat| standing(seat).total);
        let mut reasons = vec![format!("{} are equal at {total}", players.join_names(tied.iter()))];
        let mut still_tied = tied;
        for (nth, criterion) in ["birds hatched", "birds that lost money"].into_iter().enumerate() {
            let count = |seat: Seat| standing(seat).counts[nth];
            if still_tied.iter().any(|seat| count(seat).is_none()) {
                return GameResult::Undecided(still_tied);
            }
            let counts = still_tied.iter().map(|seat| (seat, count(seat).unwrap_or_default()));
            reasons.push(format!("{criterion}: {}", players.join_counts(counts)));
            still_tied = still_tied.with_most(count);
            if let Some(winner) = still_tied.single() {
                reasons.push(format!("{} has most and wins", players.name(winner)));
                return GameResult::Winner(winner, Some(reasons.join("; ")));
            }
        }
        reasons.push("the market collapses".to_owned());
        GameResult::Collapse(reasons.join("; "))
    }
}

impl<B: EmuBook> Scoring for Emu<B> {
    fn score(&self, players: &Players) -> Sheet {
        let result_of = |rancher: &Rancher| rancher.ranch_result(self.setup.upkeep);
        let year_sheet = |Year { ranchers, totals }: &Year, seat: Seat| {
            if let Some(points) = totals.of(seat) {
                return RoundSheet::of(Points::Exactly(points));
            }
            let excuses_matter = ranchers.iter().any(|rancher| result_of(rancher).has_notes());
            let (birds, result) = (&ranchers[seat.index()].birds, result_of(&ranchers[seat.index()]));
            let numbered = birds.iter().zip((0..).map(BirdNumber::from_index));
            let items = numbered.map(|(bird, number)| result.item(bird, number, excuses_matter, Self::clause));
            RoundSheet { items: items.collect(), ..RoundSheet::default() }
        };
        // The highest total wins, and equal totals share the win (ER-6.6).
        let sheets = |seat| self.rounds.sheets(seat, |year, _| year_sheet(year, seat));
        let mut sheet = Sheet::of(B::BOOK.game, players, self.is_game_over(), sheets);
        let ranchers_of = |seat: Seat| self.rounds.all().map(move |year| &year.ranchers[seat.index()]);
        let notes = self.seats().flat_map(|seat| {
            ranchers_of(seat).flat_map(move |rancher| result_of(rancher).notes(players.name(seat), Self::clause))
        });
        sheet.notes = notes.map(|(_, note)| format!("{note}.")).collect();
        // RX-6.6
        if B::MARKET_EACH > 0 && self.phase == Phase::Over {
            match self.game_result(players) {
                GameResult::Winner(winner, tiebreak) => {
                    sheet.set_winners(Seats::only(winner));
                    sheet.tiebreak = tiebreak;
                }
                GameResult::Collapse(tiebreak) => {
                    sheet.set_winners(Seats::NONE);
                    sheet.tiebreak = Some(tiebreak);
                }
                GameResult::Undecided(tied) => sheet.leave_undecided(tied, players, B::BOOK),
            }
        }
        sheet
    }

    fn visible_totals(&self, _players: &Players) -> Vec<Points> {
        self.seats().zip(self.totals()).map(|(_, total)| Points::Exactly(total)).collect()
    }
}
