//! Emus Redux (RX) counted: birds, Excuses by trying every use of them, and who wins.

use super::{Rancher, Redux};
use crate::{
    model::Score,
    models::emu::{
        bird::{Brought, brings, line},
        turns::Phase,
    },
};

/// What Excuses do to a bird.
#[derive(Clone, Copy)]
enum Excused {
    Not,
    By(&'static str),
    CouldBe,
}

/// What one player's year comes to.
#[derive(Clone, Default)]
struct Year {
    lines: Vec<String>,
    points: i32,
    lost: usize,
}

impl Redux {
    /// What Excuses do to each bird: the clause by which one keeps it from scoring, or that an unused one would have.
    fn excused(&self, rancher: &Rancher, is_over: bool, brought: &[Brought]) -> Vec<Excused> {
        let recorded = |at: usize| if rancher.excused.contains(&at) { Excused::By("5.4") } else { Excused::Not };
        let mut excused: Vec<Excused> = (0..brought.len()).map(recorded).collect();
        if is_over {
            // RX-6.7: those that were seen in time, beside those that were spent; then what the others could have done.
            let known = rancher.hand.known.iter().filter(|card| *card == "EX").count();
            let (used, unused) = match rancher.counted_excuses {
                Some(counted) => (counted, 0),
                None if self.seen_are_used => {
                    let used = rancher.claimed_excuses.unwrap_or_default().min(known);
                    (used, known - used)
                }
                None => (0, known),
            };
            let used = best_use(used, brought, &rancher.excused);
            let gone = [&rancher.excused[..], &used].concat();
            for at in used {
                excused[at] = Excused::By("6.7");
            }
            for at in best_use(unused, brought, &gone) {
                excused[at] = Excused::CouldBe;
            }
        }
        excused
    }

    fn year(&self, rancher: &Rancher, is_over: bool) -> Year {
        let brought: Vec<Brought> = rancher.birds.iter().map(|bird| brings(bird, self.upkeep)).collect();
        let excused = self.excused(rancher, is_over, &brought);
        let mut year = Year::default();
        for (at, (bird, brought)) in rancher.birds.iter().zip(&brought).enumerate() {
            let saved = (-brought.points).max(0);
            let (points, clause, excuse) = match excused[at] {
                Excused::By(clause) if brought.points >= 0 => (0, clause, format!(", excuse=gives up {}", brought.points)),
                Excused::By(clause) => (0, clause, format!(", excuse=saves {saved}")),
                Excused::CouldBe => (brought.points, brought.clause, format!(", excuse=would save {saved}")),
                Excused::Not => (brought.points, brought.clause, String::new()),
            };
            year.lines.push(format!("{}{excuse}", line(at + 1, &format!("RX-{clause}"), points, bird, brought)));
            year.points += points;
            year.lost += usize::from(points < 0);
        }
        year
    }

    pub(super) fn counted(&self) -> Score {
        let complete = self.turns.phase == Phase::Over;
        let (mut rounds, mut totals, mut hatched, mut lost) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for seat in 0..self.ranchers.len() {
            let past = self.past.iter().map(|(year, is_over)| (&year[seat], *is_over));
            let this = (self.turns.phase != Phase::Ready).then_some((&self.ranchers[seat], complete));
            let all: Vec<(&Rancher, bool)> = past.chain(this).collect();
            let years: Vec<Year> = all.iter().map(|(rancher, is_over)| self.year(rancher, *is_over)).collect();
            totals.push(years.iter().map(|year| year.points).sum::<i32>());
            lost.push(years.iter().map(|year| year.lost).sum::<usize>());
            hatched.push(all.iter().map(|(rancher, _)| rancher.birds.len() + rancher.gone).sum::<usize>());
            rounds.push(years.into_iter().map(|Year { lines, points, .. }| (lines, (points, points))).collect());
        }
        // RX-6.6
        let everybody: Vec<usize> = (0..self.ranchers.len()).collect();
        let with_most_points = most(&everybody, &totals);
        let tiebreak = with_most_points.len() > 1;
        let with_most_birds = most(&with_most_points, &hatched);
        let with_most_losses = most(&with_most_birds, &lost);
        let winners = if complete && with_most_losses.len() == 1 { with_most_losses } else { Vec::new() };
        let totals = totals.into_iter().map(|total| (total, total)).collect();
        Score { complete, rounds, totals, winners, tiebreak: complete && tiebreak }
    }
}

/// Those of these seats that have the most.
fn most<T: Ord + Copy>(seats: &[usize], of: &[T]) -> Vec<usize> {
    let most = seats.iter().map(|&seat| of[seat]).max();
    seats.iter().copied().filter(|&seat| Some(of[seat]) == most).collect()
}

/// RX-6.7: of all sets of so many losing birds, those that were excused left out, the one that saves most.
fn best_use(excuses: usize, brought: &[Brought], discarded: &[usize]) -> Vec<usize> {
    let losing: Vec<usize> = (0..brought.len()).filter(|&at| brought[at].points < 0 && !discarded.contains(&at)).collect();
    let mut best = (0, Vec::new());
    for set in 0u32..1 << losing.len() {
        let birds: Vec<usize> = (0..losing.len()).filter(|nth| set >> nth & 1 == 1).map(|nth| losing[nth]).collect();
        let saved: i32 = birds.iter().map(|&at| -brought[at].points).sum();
        if birds.len() <= excuses && saved > best.0 {
            best = (saved, birds);
        }
    }
    best.1
}
