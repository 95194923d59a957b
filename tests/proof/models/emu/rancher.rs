//! What one player has in a year, and what it comes to: birds, and Excuses by trying every use of them (5.4 and 6.7 of both rule books).

use super::{
    bird::{Bird, Brought, brings, line, words},
    hand::Hand,
};

/// What one player has.
#[derive(Clone, Debug, Default)]
pub struct Rancher {
    pub birds: Vec<Bird>,
    pub hand: Hand,
    /// The birds discarded by an Excuse that the log records.
    pub excused: Vec<usize>,
    /// How many of them a tally left out.
    pub gone: usize,
    /// Excuses of the hand that were seen, and not just worked out.
    seen_excuses: usize,
    /// How many of them were, when the player was done.
    claimed_excuses: Option<usize>,
    /// Excuses in hand, as counted on the table.
    counted_excuses: Option<usize>,
}

impl Rancher {
    /// With six cards nobody has seen.
    pub fn dealt() -> Self {
        Self { hand: Hand { known: Vec::new(), unseen: 6 }, ..Self::default() }
    }

    /// The birds that no Excuse has discarded.
    pub fn lying(&self) -> Vec<&Bird> {
        (0..self.birds.len()).filter(|at| !self.excused.contains(at)).map(|at| &self.birds[at]).collect()
    }

    /// What the table knows of Excuses in this hand, after a step.
    pub fn follow_excuses(&mut self, step: &[String]) {
        let excuses = step.iter().filter(|word| *word == "EX").count();
        match &step[0][..] {
            "draw" | "take" => self.seen_excuses += excuses,
            "shows" => self.seen_excuses = self.seen_excuses.max(excuses),
            "excuse" => self.lose_an_excuse(),
            _ if excuses > 0 => self.lose_an_excuse(),
            "done" => self.claimed_excuses = self.claimed_excuses.or(Some(self.seen_excuses)),
            _ => {}
        }
    }

    /// An Excuse leaves the hand: one that was seen, if there is one.
    fn lose_an_excuse(&mut self) {
        self.seen_excuses = self.seen_excuses.saturating_sub(1);
        self.claimed_excuses = self.claimed_excuses.map(|claimed| claimed.saturating_sub(1));
    }

    /// The year was counted: these birds and Excuses.
    pub fn is_counted(&mut self, birds: Vec<Bird>, excuses: &str) {
        self.birds = birds;
        self.gone += self.excused.len();
        self.excused.clear();
        self.counted_excuses = Some(words(excuses).len());
    }
}

/// What Excuses do to a bird.
#[derive(Clone, Copy)]
enum Excused {
    Not,
    By(&'static str),
    CouldBe,
}

/// What one player's year comes to.
#[derive(Clone, Default)]
pub struct Year {
    pub lines: Vec<String>,
    pub points: i32,
    pub lost: usize,
}

/// How the years of a table are counted.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    /// The letters of the clauses.
    pub book: &'static str,
    pub upkeep: i32,
    /// 6.7: whether Excuses that were seen are used for their player.
    pub seen_are_used: bool,
}

impl Counting {
    pub fn year(self, rancher: &Rancher, is_over: bool) -> Year {
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
            year.lines.push(format!("{}{excuse}", line(at + 1, &format!("{}-{clause}", self.book), points, bird, brought)));
            year.points += points;
            year.lost += usize::from(points < 0);
        }
        year
    }

    /// What Excuses do to each bird: the clause by which one keeps it from scoring, or that an unused one would have.
    fn excused(self, rancher: &Rancher, is_over: bool, brought: &[Brought]) -> Vec<Excused> {
        let recorded = |at: usize| if rancher.excused.contains(&at) { Excused::By("5.4") } else { Excused::Not };
        let mut excused: Vec<Excused> = (0..brought.len()).map(recorded).collect();
        if is_over {
            // 6.7: those that were seen in time, beside those that were spent; then what the others could have done.
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
}

/// 6.7: of all sets of so many losing birds, those that were excused left out, the one that saves most.
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
