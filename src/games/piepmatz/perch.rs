//! A perch and the queue behind it (PM-1.5, PM-2.1).

use super::bird::Bird;
use smallvec::SmallVec;

/// A perch: the bird on it, and the queue, nearest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perch {
    /// The bird on it. None before the setup, and where it was left out.
    pub bird: Option<Bird>,
    /// The birds behind it, the nearest first.
    pub queue: SmallVec<[Bird; 16]>,
}

impl Perch {
    /// What the queue's values come to.
    #[inline]
    pub fn sum(&self) -> u16 {
        self.queue.iter().map(|bird| u16::from(bird.value())).sum()
    }

    /// By how much the queue exceeds the bird; none where it doesn't (PM-2.2).
    #[inline]
    pub fn excess(&self) -> Option<u16> {
        let bird = self.bird?;
        self.sum().checked_sub(bird.value().into()).filter(|&excess| excess > 0)
    }

    /// The highest bird of the queue moves up to the empty perch, among equal ones the nearest (PM-3.5).
    #[inline]
    pub fn move_up(&mut self) {
        if self.bird.is_some() {
            return;
        }
        let highest = self.queue.iter().map(|bird| bird.value()).max();
        let at = self.queue.iter().position(|bird| Some(bird.value()) == highest);
        self.bird = at.map(|at| self.queue.remove(at));
    }

    /// All birds at it.
    pub fn birds(&self) -> impl Iterator<Item = Bird> + '_ {
        self.bird.into_iter().chain(self.queue.iter().copied())
    }
}
