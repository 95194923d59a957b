//! Random games with really shuffled cards. A seed determines each game.

use super::notation;
use crate::{
    deal::Dealer,
    table::{Act, ActOf, Players, Progress, RuleSettings, Seat, TableContext},
};
use fastrand::Rng;
use std::{cell::Cell, fmt::Debug, ops::Range, sync::LazyLock};

const MAX_ACTS: usize = 20_000;

/// A game that can be tested: it has a dealer, and its states can be compared and printed.
pub trait TestableGame: Dealer + PartialEq + Debug {}
impl<G: Dealer + PartialEq + Debug> TestableGame for G {}

/// The names of the players at a random table.
pub const NAMES: [&str; Seat::MOST] = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo"];

thread_local! {
    /// The number of acts that this test has applied.
    static ACTS: Cell<u64> = const { Cell::new(0) };
}

/// Counts an act that was applied.
pub fn count_act() {
    ACTS.set(ACTS.get() + 1);
}

/// Prints its seed when it is dropped by a panic.
struct SeedOnPanic(u64);

impl Drop for SeedOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("this was TEST_SEED={}", self.0);
        }
    }
}

fn env_number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Whether the tests run in their long form: `TEST_LONG=1`, which `cargo test-all` sets.
pub fn is_long() -> bool {
    env_number("TEST_LONG").is_some_and(|long| long > 0)
}

/// The factor for the numbers of games and texts to try: `TEST_TIMES`, otherwise 4 in the long form and 1 in the short form.
pub fn times() -> u32 {
    let default = if is_long() { 4 } else { 1 };
    env_number("TEST_TIMES").and_then(|times| times.try_into().ok()).unwrap_or(default)
}

/// The first seed of random games. The short form has seed 0 and repeats its games; the long form has a fresh seed.
pub fn first_seed() -> u64 {
    static FRESH: LazyLock<u64> = LazyLock::new(|| u64::from(fastrand::u32(..)));
    if is_long() { *FRESH } else { 0 }
}

/// The seed of the only game to play: `TEST_SEED`.
pub fn only_seed() -> Option<u64> {
    env_number("TEST_SEED")
}

/// The seeds of `count` games, or the only seed.
fn seeds(count: u64) -> Range<u64> {
    let first = first_seed();
    only_seed().map_or(first..first + count * u64::from(times()), |seed| seed..seed + 1)
}

/// Checks a property on `count` random games.
pub fn for_seeds(count: u64, mut check: impl FnMut(u64)) {
    for_seeds_until(count, |seed| {
        let on_panic = SeedOnPanic(seed);
        check(seed);
        drop(on_panic);
        false
    });
}

/// Goes through the seeds of `count` random games until `is_done`. Prints the numbers of games and acts, and returns the acts.
pub(super) fn for_seeds_until(count: u64, is_done: impl FnMut(u64) -> bool) -> u64 {
    let acts_before = ACTS.get();
    let games = seeds(count).map(is_done).take_while(|is_done| !is_done).count();
    let acts = ACTS.get() - acts_before;
    let test_name = std::thread::current().name().unwrap_or_default().to_owned();
    println!("{test_name}: {games} games, {acts} acts");
    acts
}

/// The way to play a random game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayStyle {
    /// Only legal acts.
    Legal,
    /// Some illegal steps are let stand, and some acts are out of turn.
    Loose,
}

impl PlayStyle {
    /// The way to play a seed: every second game is played loosely.
    pub(super) const fn seeded(seed: u64) -> Self {
        if seed.is_multiple_of(2) { Self::Legal } else { Self::Loose }
    }
}

/// An act that was applied.
#[derive(Clone, Debug)]
pub struct JudgedAct<G: Dealer> {
    /// The act.
    pub act: ActOf<G>,
    /// Whether the act was judged legal.
    pub is_legal: bool,
}

/// A table at which a random game is played.
#[derive(Clone)]
pub struct RandomGame<G: Dealer> {
    /// The players, and the setup.
    pub context: TableContext<G::Setup>,
    /// The table rules in force.
    pub rules: RuleSettings,
    /// The game as the referee sees it.
    pub game: G,
    /// The real locations of the cards.
    pub truth: G::Truth,
    /// The acts so far.
    pub acts: Vec<JudgedAct<G>>,
    /// The source of randomness for all further acts.
    pub random: Rng,
}

impl<G: TestableGame> RandomGame<G> {
    /// A table of random size with random table rules, before its first round.
    pub fn new(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let (players, setup, rules) = G::random_setup(&mut |below| random.usize(..below));
        Self::at(&NAMES[..players], setup, rules, random)
    }

    /// A table with these players and table rules, before its first round.
    pub fn at(names: &[&str], setup: G::Setup, rules: RuleSettings, random: Rng) -> Self {
        Self {
            game: G::new(names.len(), &setup),
            truth: G::Truth::default(),
            context: TableContext { players: Players::new(names.iter().copied()), setup },
            rules,
            acts: Vec::new(),
            random,
        }
    }

    /// A game played to its end.
    pub fn play_out(seed: u64, style: PlayStyle) -> Self {
        Self::play_some(seed, style, usize::MAX)
    }

    /// A game after at most `most` acts.
    pub fn play_some(seed: u64, style: PlayStyle, most: usize) -> Self {
        let mut table = Self::new(seed);
        while !table.is_over() && table.acts.len() < most {
            table.advance(style);
        }
        table
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.progress() == Progress::GameOver
    }

    /// The line of the log for a step of this actor.
    pub fn line(&self, actor: Option<Seat>, step: &G::Step) -> String {
        self.context.players.line(actor, &G::write(step, &self.context.players))
    }

    /// An act that may be next, given the real locations of the cards.
    pub fn proposal(&mut self) -> ActOf<G> {
        let random = &mut self.random;
        self.game.propose(&mut self.truth, &mut |below| random.usize(..below))
    }

    /// Plays the next act: a legal one, or in the loose style perhaps one that is let stand.
    pub fn advance(&mut self, style: PlayStyle) {
        assert!(
            self.acts.len() < MAX_ACTS,
            "the game does not end: {MAX_ACTS} acts were played; the last are {:?}",
            &self.acts[MAX_ACTS - 4..]
        );
        for _ in 0..100_000 {
            if style == PlayStyle::Loose && self.random.u8(..24) == 0 && self.apply_any_step() {
                return;
            }
            let act = self.proposal();
            let is_legal = self.game.judge(&act).is_ok();
            let is_overruled = style == PlayStyle::Loose && self.can_be_overruled(&act) && self.random.u8(..8) == 0;
            if is_legal || is_overruled {
                self.apply(act, is_legal);
                return;
            }
        }
        panic!("nothing that the dealer proposes is ever legal: {:?}", self.game);
    }

    /// Whether an act can be overruled if it is illegal: it is a possible step.
    fn can_be_overruled(&self, act: &ActOf<G>) -> bool {
        act.step().is_some() && self.game.check_possible(act).is_ok()
    }

    /// Applies a random step, legal or not, if the real cards allow it. Returns whether they do.
    fn apply_any_step(&mut self) -> bool {
        let Some((actor, step)) = notation::any_settled(&mut self.random, &self.game, &self.context) else { return false };
        let act = Act::Step { actor, step };
        if !self.can_be_overruled(&act) || !matches!(self.game.progress(), Progress::Underway) {
            return false;
        }
        let mut game_after = self.clone();
        let is_legal = self.game.judge(&act).is_ok();
        game_after.apply(act, is_legal);
        let is_consistent = game_after.game.is_consistent_with(&game_after.truth);
        if is_consistent {
            *self = game_after;
        }
        is_consistent
    }

    /// Applies an act to the truth and to the game.
    pub fn apply(&mut self, act: ActOf<G>, is_legal: bool) {
        let random = &mut self.random;
        self.game.track(&mut self.truth, &act, &mut |below| random.usize(..below));
        self.game.apply(&act, &mut Vec::new());
        self.acts.push(JudgedAct { act, is_legal });
        count_act();
    }
}
