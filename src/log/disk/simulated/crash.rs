//! Whatever may come of a command: the power lost at each of its calls, each call failing, and both by lot.

use super::{Abilities, Fault, Simulated, tree::Tree};
use std::{
    collections::HashSet,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

/// The ways in which a call fails.
pub const FAULTS: [Fault; 6] =
    [Fault::Full, Fault::StaysFull, Fault::Broken, Fault::StaysBroken, Fault::Interrupted, Fault::Half];

/// A command on a disk, and what must hold whatever comes of it.
pub struct Run<'a> {
    pub name: String,
    pub disk: Simulated,
    /// Runs it, and returns whether it said that it was done.
    pub act: &'a dyn Fn() -> bool,
    /// Looks at what is there afterwards, as a second start finds it, and whether it was said to be done.
    pub check: &'a dyn Fn(&Simulated, bool),
}

/// How much was tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Calls before which the power was lost.
    pub points: usize,
    /// Calls that failed.
    pub failures: usize,
    /// What may have been left, at all of these.
    pub states: usize,
    /// How many of them differ: so many second starts were tried.
    pub checked: usize,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.points += other.points;
        self.failures += other.failures;
        self.states += other.states;
        self.checked += other.checked;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { points, failures, states, checked } = self;
        write!(f, "{points} crash points, {failures} failing calls, {states} states, {checked} of them different")
    }
}

/// The states that were looked at already.
#[derive(Default)]
struct Seen(HashSet<(Tree, bool)>);

impl Run<'_> {
    /// Looks at a state, unless a like one was looked at already.
    fn look(&self, seen: &mut Seen, tree: Tree, done: bool, count: &mut Count, told: &dyn Fn() -> String) {
        if seen.0.insert((tree.clone(), done)) {
            count.checked += 1;
            let after = self.disk.after(tree);
            self.explained(|| (self.check)(&after, done), &|| {
                format!("{}\nleft: {after:?}, said to be done: {done}\nthen: {:#?}", told(), after.calls())
            });
        }
    }

    /// Tells what had been done when something panics.
    fn explained<T>(&self, act: impl FnOnce() -> T, told: &dyn Fn() -> String) -> T {
        catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
            eprintln!("{}: {}", self.name, told());
            resume_unwind(panic)
        })
    }

    /// Looks at all that the lost power may leave.
    fn lose_power(&self, seen: &mut Seen, power: &super::Power, done: bool, count: &mut Count, told: &dyn Fn() -> String) {
        let (all, states) = power.lost();
        count.states += all;
        for (loss, tree) in states {
            self.look(seen, tree, done, count, &|| format!("{}; lost is {loss:?} of {:#?}", told(), power.pending));
        }
    }
}

impl Simulated {
    /// The calls so far.
    pub fn calls(&self) -> Vec<String> {
        self.world().calls.clone()
    }

    fn fail(&self, faults: impl IntoIterator<Item = (usize, Fault)>) {
        self.world().faults.extend(faults);
    }

    /// From this call on the disk is broken.
    pub fn breaks_at(&self, call: usize) {
        self.fail([(call, Fault::StaysBroken)]);
    }

    /// A disk as it may be when the power comes back, by lot.
    #[must_use]
    pub fn lose_power(&self, lot: &mut fastrand::Rng) -> Self {
        self.after(self.power().lost_by_lot(lot))
    }

    fn power(&self) -> super::Power {
        self.world().power.clone()
    }
}

/// Loses the power before each call of a command, and after it. Returns also what was left, for what comes next.
pub fn every_crash(run: &Run<'_>) -> (Count, Vec<Simulated>) {
    let (mut count, mut seen) = (Count::default(), Seen::default());
    let disk = run.disk.copy();
    disk.world().points = Some(Vec::new());
    let done = run.explained(|| disk.run(run.act), &|| disk.calls().join("; "));
    assert!(done, "{}: it is done where nothing fails", run.name);
    let points = disk.world().points.take().unwrap_or_default();
    let calls = disk.calls();
    count.points = points.len() + 1;
    for (nth, power) in &points {
        run.lose_power(&mut seen, power, false, &mut count, &|| format!("power lost before call {nth} of {calls:#?}"));
    }
    run.lose_power(&mut seen, &disk.power(), true, &mut count, &|| format!("power lost after all of {calls:#?}"));
    let left = seen.0.into_iter().map(|(tree, _)| run.disk.after(tree)).collect();
    (count, left)
}

/// Lets each call of a command fail in each way; looks at what is there then, and at what is there when the power is lost.
pub fn every_failure(run: &Run<'_>) -> Count {
    let (mut count, mut seen) = (Count::default(), Seen::default());
    for fault in FAULTS {
        for nth in 0.. {
            let disk = run.disk.copy();
            disk.fail([(nth, fault)]);
            let told = || format!("{fault:?} at call {nth} of {:#?}", disk.calls());
            let done = run.explained(|| disk.run(run.act), &told);
            if nth >= disk.calls().len() {
                break;
            }
            let is_passing = matches!(fault, Fault::Interrupted | Fault::Half);
            run.explained(|| assert!(done || !is_passing, "it is done all the same"), &told);
            count.failures += 1;
            let live = disk.world().live.clone();
            run.look(&mut seen, live, done, &mut count, &|| told() + "; nothing was lost");
            run.lose_power(&mut seen, &disk.power(), done, &mut count, &|| told() + "; power lost afterwards");
        }
    }
    count
}

/// Up to three failing calls, and power lost at one of them or afterwards, by lot.
pub fn by_lot(run: &Run<'_>, seed: u64) -> Count {
    let (mut count, mut found) = (Count::default(), Seen::default());
    let mut lot = fastrand::Rng::with_seed(seed);
    let disk = run.disk.copy();
    disk.run(run.act);
    let calls = disk.calls().len();
    let disk = run.disk.copy();
    let faults: Vec<(usize, Fault)> =
        (0..lot.usize(0..=3)).map(|_| (lot.usize(0..calls), FAULTS[lot.usize(0..FAULTS.len())])).collect();
    disk.fail(faults.clone());
    disk.world().points = Some(Vec::new());
    let told = || format!("TEST_SEED={seed}: {faults:?} in {:#?}", disk.calls());
    let done = run.explained(|| disk.run(run.act), &told);
    let points = disk.world().points.take().unwrap_or_default();
    count.failures += faults.len();
    for _ in 0..4 {
        let at = lot.usize(0..=points.len());
        let (power, done) = points.get(at).map_or_else(|| (disk.power(), done), |(_, power)| (power.clone(), false));
        count.points += 1;
        count.states += 1;
        let tree = power.lost_by_lot(&mut lot);
        run.look(&mut found, tree, done, &mut count, &|| format!("{}; power lost before call {at}", told()));
    }
    count
}

/// The seeds to try: `TEST_SEED=7` tries only that one, `TEST_TIMES=20` twenty times as many.
pub fn seeds(usual: u64) -> Vec<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    match number("TEST_SEED") {
        Some(seed) => vec![seed],
        None => (1..=usual * number("TEST_TIMES").unwrap_or(1)).collect(),
    }
}

/// File systems that can do all, and less.
pub const FILE_SYSTEMS: [Abilities; 4] = [
    Abilities::ALL,
    Abilities { exchange: false, ..Abilities::ALL },
    Abilities { attributes: false, ..Abilities::ALL },
    Abilities { exchange: false, links: false, attributes: true },
];
