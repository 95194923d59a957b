//! What a log's header settles, and what by it can be said of acts: canonical notation, consequences, verdicts.

use super::Verdict;
use crate::table::{Act, ActOf, Breach, Broken, Consequence, Header, Kind, Players, Refereed, RuleValues, Seat};

/// How many alternatives a verdict offers.
const ALTERNATIVES: usize = 3;

/// The header of a log in a game's terms.
#[derive(Clone)]
pub(super) struct Head<G: Refereed> {
    pub header: Header<G::Setup>,
    /// The table rules in force.
    pub rules: RuleValues,
    /// What they would be had the log named none: the defaults, or the variant's.
    pub base: RuleValues,
}

impl<G: Refereed> Head<G> {
    pub fn players(&self) -> &Players {
        &self.header.players
    }

    /// The game before its first round.
    pub fn new_game(&self) -> G {
        G::new(self.players().count(), &self.header.setup)
    }

    pub fn name(&self, seat: Seat) -> String {
        self.players().name(seat).to_owned()
    }

    /// A step in canonical notation.
    pub fn write(&self, step: &G::Step) -> String {
        G::write(step, self.players())
    }

    /// An act in canonical notation.
    pub fn write_act(&self, act: &ActOf<G>) -> String {
        match act {
            Act::Round { first } => format!("first = {}", self.players().name(*first)),
            Act::Step { step, .. } => self.write(step),
            Act::Tally(tally) => self.write_tally(tally, &vec![None; self.players().count()]).join(", "),
        }
    }

    /// What `events` mean, asked right after the act that they followed from.
    pub fn consequences(&self, game: &G, events: &[G::Event]) -> Vec<Consequence> {
        events.iter().flat_map(|event| game.tell(event, &self.header)).collect()
    }

    /// Judges an act that nobody can let stand: the beginning of a round.
    pub fn check(&self, game: &G, act: &ActOf<G>) -> Result<(), Box<Verdict>> {
        game.judge(act).map_err(|fault| Box::new(self.verdict(game, act, fault)))
    }

    /// The verdict on an act that is about to be done, with the game as it stands before it.
    pub fn verdict(&self, game: &G, act: &ActOf<G>, fault: G::Fault) -> Verdict {
        let book = G::book();
        let Breach { kind, clause, rule } = fault.breach();
        Verdict {
            kind: Some(kind),
            clause: Some(clause.to_string()),
            clause_text: book.clause(clause).map(|clause| book.text_of(clause, &self.rules)),
            message: game.explain(act, fault, &self.header),
            rule: rule.and_then(|rule| Some(rule.in_force(self.rules.value(book, rule.key)?))),
            // What could have been done instead of a revoke lies in the past.
            alternatives: if kind == Kind::Revoke { Vec::new() } else { self.alternatives(game, act) },
            elsewhere: Vec::new(),
        }
    }

    /// A few legal steps near the one that was tried. Another player's are offered only where there are few: a due draw.
    fn alternatives(&self, game: &G, act: &ActOf<G>) -> Vec<String> {
        let Act::Step { actor: Some(actor), step: tried } = act else { return Vec::new() };
        let legal = game.legal_steps();
        if legal.iter().all(|(seat, _)| seat != actor) {
            if legal.len() > ALTERNATIVES {
                return Vec::new();
            }
            return legal.iter().map(|(seat, step)| format!("{}: {}", self.players().name(*seat), self.write(step))).collect();
        }
        let own = legal.iter().filter(|(seat, _)| seat == actor);
        let mut near: Vec<(u32, &G::Step)> = own.filter_map(|(_, step)| Some((G::distance(tried, step)?, step))).collect();
        near.sort_by_key(|(distance, _)| *distance);
        near.iter().take(ALTERNATIVES).map(|(_, step)| self.write(step)).collect()
    }
}
