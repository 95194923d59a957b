//! Emus Redux (RX) counted: birds, Excuses by trying every use of them, and who wins.

use super::{Rancher, Redux};
use crate::{
    emu::{
        bird::{Brought, brings, line},
        turns::Phase,
    },
    model::Score,
};

/// What Excuses do to a bird.
#[derive(Clone, Copy)]
enum Excused {
    Not,
    By(&'static str),
    CouldBe,
}

impl Redux {
    /// What Excuses do to each bird: the clause by which one keeps it from scoring, or that an unused one would have.
    fn excused(&self, rancher: &Rancher, brought: &[Brought]) -> Vec<Excused> {
        let recorded = |at: usize| if rancher.excused.contains(&at) { Excused::By("5.4") } else { Excused::Not };
        let mut excused: Vec<Excused> = (0..brought.len()).map(recorded).collect();
        if self.turns.phase == Phase::Over {
            let known = rancher.hand.known.iter().filter(|card| *card == "EX").count();
            let none = rancher.excused.is_empty();
            for at in best_use(rancher.counted_excuses.unwrap_or(known), brought, &rancher.excused) {
                excused[at] = if none { Excused::By("6.7") } else { Excused::CouldBe };
            }
        }
        excused
    }

    pub(super) fn counted(&self) -> Score {
        let begun = self.turns.phase != Phase::Ready;
        let complete = self.turns.phase == Phase::Over;
        let (mut rounds, mut totals, mut lost) = (Vec::new(), Vec::new(), Vec::new());
        for rancher in &self.ranchers {
            let brought: Vec<Brought> = rancher.birds.iter().map(|bird| brings(bird, self.upkeep)).collect();
            let excused = self.excused(rancher, &brought);
            let (mut lines, mut total, mut losses) = (Vec::new(), 0, 0);
            for (at, (bird, brought)) in rancher.birds.iter().zip(&brought).enumerate() {
                let saved = (-brought.points).max(0);
                let (points, clause, excuse) = match excused[at] {
                    Excused::By(clause) => (0, clause, format!(", excuse=saves {saved}")),
                    Excused::CouldBe => (brought.points, brought.clause, format!(", excuse=would save {saved}")),
                    Excused::Not => (brought.points, brought.clause, String::new()),
                };
                lines.push(format!("{}{excuse}", line(at + 1, &format!("RX-{clause}"), points, bird, brought)));
                total += points;
                losses += usize::from(points < 0);
            }
            rounds.push(if begun { vec![(lines, (total, total))] } else { Vec::new() });
            totals.push(total);
            lost.push(losses);
        }
        // RX-6.6
        let hatched: Vec<usize> = self.ranchers.iter().map(|rancher| rancher.birds.len()).collect();
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
