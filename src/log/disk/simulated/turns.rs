//! Several writers on one disk: at each call it is decided by lot who goes on. Only one of them runs at a time.

use super::{Simulated, World};
use std::{
    cell::Cell,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

thread_local! {
    /// Which writer this thread is.
    static WRITER: Cell<Option<usize>> = const { Cell::new(None) };
}

#[derive(Debug, Default)]
pub struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lot: fastrand::Rng,
    /// Whose turn it is.
    turn: usize,
    /// Until when each waits; none for one that is done.
    writers: Vec<Option<Duration>>,
}

impl State {
    /// Decides who goes on, and returns the time: if all are waiting, it passes.
    fn next(&mut self, mut clock: Duration) -> Duration {
        let Some(earliest) = self.writers.iter().flatten().min().copied() else { return clock };
        clock = clock.max(earliest);
        let ready: Vec<usize> =
            (0..self.writers.len()).filter(|nth| self.writers[*nth].is_some_and(|until| until <= clock)).collect();
        self.turn = ready[self.lot.usize(0..ready.len())];
        clock
    }
}

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Before a call: lets somebody go on, and waits for its own turn.
    pub fn wait<'a>(&self, world: MutexGuard<'a, World>, of: &'a Mutex<World>) -> MutexGuard<'a, World> {
        self.sleep(world, of, Duration::ZERO)
    }

    /// The same after some time.
    pub fn sleep<'a>(&self, mut world: MutexGuard<'a, World>, of: &'a Mutex<World>, time: Duration) -> MutexGuard<'a, World> {
        let until = world.clock + time;
        let Some(own) = WRITER.get() else {
            world.clock = until;
            return world;
        };
        let mut state = self.state();
        state.writers[own] = Some(until);
        world.clock = state.next(world.clock);
        drop(world);
        self.changed.notify_all();
        let state = self.changed.wait_while(state, |state| state.turn != own).unwrap_or_else(PoisonError::into_inner);
        drop(state);
        of.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A writer until it is done, also when it panics.
struct Writer<'a>(&'a Simulated, usize);

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        let Self(disk, own) = self;
        let mut world = disk.world();
        let mut state = disk.0.turns.state();
        state.writers[*own] = None;
        world.clock = state.next(world.clock);
        disk.0.turns.changed.notify_all();
    }
}

impl Simulated {
    /// Runs several writers, each on a thread of its own, under the schedule of a seed.
    pub fn together(&self, seed: u64, writers: &[&(dyn Fn() + Sync)]) {
        let turns = &self.0.turns;
        {
            let clock = self.world().clock;
            let mut state = turns.state();
            state.lot = fastrand::Rng::with_seed(seed);
            state.writers = vec![Some(clock); writers.len()];
            state.next(clock);
        }
        thread::scope(|scope| {
            for (own, act) in writers.iter().enumerate() {
                scope.spawn(move || {
                    WRITER.set(Some(own));
                    let _writer = Writer(self, own);
                    let state = turns.state();
                    let own_turn = turns.changed.wait_while(state, |state| state.turn != own);
                    drop(own_turn.unwrap_or_else(PoisonError::into_inner));
                    self.run(|| {
                        fastrand::seed(seed ^ own as u64);
                        act();
                    });
                });
            }
        });
    }
}
