//! Emus Redux (RX) counted: who wins.

use super::Redux;
use crate::{
    model::Score,
    models::emu::{
        rancher::{Rancher, Year},
        turns::Phase,
    },
};

impl Redux {
    pub(super) fn counted(&self) -> Score {
        let complete = self.turns.phase == Phase::Over;
        let (mut rounds, mut totals, mut hatched, mut lost) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for seat in 0..self.ranchers.len() {
            let past = self.past.iter().map(|(year, is_over)| (&year[seat], *is_over));
            let this = (self.turns.phase != Phase::Ready).then_some((&self.ranchers[seat], complete));
            let all: Vec<(&Rancher, bool)> = past.chain(this).collect();
            let years: Vec<Year> = all.iter().map(|(rancher, is_over)| self.counting.year(rancher, *is_over)).collect();
            totals.push(years.iter().map(|year| year.points).sum::<i32>() + self.decided.in_all(seat));
            lost.push(years.iter().map(|year| year.lost).sum::<usize>());
            hatched.push(all.iter().map(|(rancher, _)| rancher.birds.len() + rancher.gone).sum::<usize>());
            rounds.push(years.into_iter().map(|Year { lines, points, .. }| (lines, (points, points))).collect());
        }
        self.decided.enter::<Self>(&mut rounds);
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
