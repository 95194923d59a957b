//! The head of a log in a game's own types, and the functions that depend on it: canonical notation, consequences, verdicts.

use super::{Verdict, log_act::LogAct, position::position_not_due, reports::AND_MORE, tally::COUNTED};
use crate::table::{
    Act, ActOf, Breach, CompleteGame, Consequence, DeckValue, FindingKind, GameFault, GameVerb as _, Players, PositionError,
    Progress, RuleSettings, Seat, SetupError, TableContext, TableFault, VerbText,
};

const MAX_ALTERNATIVES: usize = 3;

#[derive(Clone)]
pub(super) struct LogContext<G: CompleteGame> {
    /// The players and the setup, as the game takes them.
    pub context: TableContext<G::Setup>,
    /// The table rules in force.
    pub rules: RuleSettings,
    /// The deck entries of the log.
    pub deck: Vec<(String, DeckValue)>,
}

impl<G: CompleteGame> LogContext<G> {
    pub(super) fn players(&self) -> &Players {
        &self.context.players
    }

    /// The context of the log under other table rules.
    pub(super) fn under(&self, rules: &RuleSettings) -> Result<Self, SetupError> {
        let setup = G::setup(self.players().count(), rules, &self.deck)?;
        let context = TableContext { players: self.players().clone(), setup };
        Ok(Self { context, rules: *rules, deck: self.deck.clone() })
    }

    pub(super) fn new_game(&self) -> G {
        G::new(self.players().count(), &self.context.setup)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.players().name(seat).to_owned()
    }

    /// A step in canonical notation.
    pub(super) fn write(&self, step: &G::Step) -> String {
        G::write(step, self.players())
    }

    pub(super) fn write_act(&self, act: &ActOf<G>) -> String {
        match act {
            Act::BeginRound { first } => format!("first = {}", self.players().name(*first)),
            Act::Step { step, .. } => self.write(step),
            Act::Tally(tally) => self.write_parts(tally, &vec![None; self.players().count()]).join(", "),
        }
    }

    pub(super) fn write_logged(&self, act: &LogAct<G>) -> String {
        match act {
            LogAct::Act(act) => self.write_act(act),
            LogAct::Position(position) => self.position_text(position),
            LogAct::Adjustment(adjustment) => adjustment.to_text(self.players()),
        }
    }

    /// An act or a position in words. Must be called right after the act was applied.
    pub(super) fn describe_logged(&self, act: &LogAct<G>, game: &G) -> String {
        match act {
            LogAct::Act(Act::Step { actor, step }) => game.describe(*actor, step, &self.context),
            LogAct::Act(Act::BeginRound { first }) => format!("{} {}", self.name(*first), G::book().first_role),
            LogAct::Act(Act::Tally(_)) => COUNTED.to_owned(),
            LogAct::Position(position) => self.describe_position(position, game),
            LogAct::Adjustment(adjustment) => adjustment.describe(self.players()),
        }
    }

    /// The consequences of `events`. Must be called right after the act that caused them.
    pub(super) fn consequences(&self, game: &G, events: &[G::Event]) -> Vec<Consequence> {
        events.iter().flat_map(|event| game.consequences(event, &self.context)).collect()
    }

    /// The verdict on an act with a fault, in the state of the game before the act. The caller adds the deciding rules.
    pub(super) fn verdict(&self, game: &G, act: &ActOf<G>, fault: G::Fault) -> Verdict {
        // A revoke has no alternatives, because its turn is over.
        let (alternatives, hints) =
            if fault.kind() == FindingKind::Revoke { Default::default() } else { self.alternatives(game, act) };
        Verdict {
            alternatives,
            hints,
            is_incomplete: game.is_incomplete(act, fault),
            ..self.verdict_of_breach(fault.breach(), game.explain(act, fault, &self.context))
        }
    }

    /// The verdict on an impossible position.
    pub(super) fn verdict_on_position(&self, error: PositionError) -> Verdict {
        self.verdict_of_breach(Breach::impossible(error.clause), error.text)
    }

    /// The verdict on a position that comes too early or too late. `None` if a position may be stated now.
    pub(super) fn verdict_on_untimely_position(&self, game: &G) -> Option<Verdict> {
        let fault = game.check_position_due().err()?;
        Some(self.verdict_of_breach(fault.breach(), position_not_due(game)))
    }

    /// The verdict on points that the table gives or takes before the first round or after the game's end (TB-7). `None` between
    /// these: such a decision is never illegal (TB-9).
    pub(super) fn verdict_on_untimely_adjustment(&self, game: &G) -> Option<Verdict> {
        let (fault, message) = match game.progress() {
            Progress::Underway | Progress::RoundOver(_) => return None,
            Progress::Ready(_) => (TableFault::NotDue, "the table gives and takes points in a round, and none has begun"),
            Progress::GameOver => (
                TableFault::AfterGame,
                "the game is over; `amend +R.L \"adjust …\"` puts it before line R.L, such as the one that ended the game",
            ),
        };
        Some(self.verdict_of_breach(G::Fault::of_table(fault).breach(), message.to_owned()))
    }

    /// A verdict without alternatives and hints.
    fn verdict_of_breach(&self, Breach { kind, clause }: Breach, message: String) -> Verdict {
        let book = G::book();
        let clause_text = book.clause(clause).map(|clause| book.first_sentence_of(clause, &self.rules));
        Verdict { kind: Some(kind), clause: Some(clause.to_string()), clause_text, message, ..Verdict::default() }
    }

    /// The nearest legal steps instead of `act`, and hints: legal verbs in words, for steps whose cards may be hidden. The actor is
    /// assumed to hold the cards of the tried step. Steps of other players are offered only if there are few, such as a due draw.
    fn alternatives(&self, game: &G, act: &ActOf<G>) -> (Vec<String>, Vec<&'static str>) {
        let Act::Step { actor: Some(actor), step: tried } = act else { return Default::default() };
        // Alternatives must reveal only open cards and the cards of the tried step.
        let (mut game, mut visible) = (game.clone(), game.without_memory());
        let show = G::required_shows(tried).map(|step| Act::Step { actor: Some(*actor), step });
        if let Some(show) = show.filter(|show| game.judge(show).is_ok()) {
            game.apply(&show, &mut Vec::new());
            visible.apply(&show, &mut Vec::new());
        }
        let legal = game.legal_steps();
        let visible_legal = visible.legal_steps();
        let count_of_verb = |steps: &[(Seat, G::Step)], seat, verb| {
            steps.iter().filter(|(other, step)| *other == seat && G::verb(step) == verb).count()
        };
        let is_revealable = |seat: &Seat, step: &G::Step| match G::required_shows(step) {
            Some(_) => visible.is_known_in_hand(*seat, step),
            // Some of the cards are hidden if more steps look legal without memory.
            None => count_of_verb(&visible_legal, *seat, G::verb(step)) == count_of_verb(&legal, *seat, G::verb(step)),
        };
        if legal.iter().all(|(seat, _)| seat != actor) {
            let few_steps = Some(&legal).filter(|legal| legal.len() <= MAX_ALTERNATIVES).into_iter().flatten();
            let offered = few_steps.filter(|(seat, step)| is_revealable(seat, step));
            let alternatives = offered.map(|(seat, step)| self.players().line(Some(*seat), &self.write(step))).collect();
            // The hints are for steps of the table that are due first, whose cards are in no hand.
            return (alternatives, G::book().verbs_of(game.expects().table).map(VerbText::hint).collect());
        }
        // If the tried verb is not open, steps are sorted in the order of verbs in the rule book, where likelier verbs come first.
        let is_open = game.expects().verbs_of(Some(*actor)).contains(G::verb(tried));
        let order = |step: &G::Step| if is_open { 0 } else { G::verb(step).into() };
        let mut nearest: Vec<((usize, u32), &G::Step)> = Vec::new();
        let mut hints: Vec<G::Verb> = Vec::new();
        for (_, step) in legal.iter().filter(|(seat, _)| seat == actor) {
            if !hints.contains(&G::verb(step)) {
                hints.push(G::verb(step));
            }
            if is_revealable(actor, step)
                && let Some(distance) = G::distance(tried, step)
            {
                nearest.push(((order(step), distance), step));
            }
        }
        nearest.sort_by_key(|(order, _)| *order);
        let and_more = if nearest.len() > MAX_ALTERNATIVES { Some(AND_MORE) } else { None };
        nearest.truncate(MAX_ALTERNATIVES);
        hints.retain(|verb| nearest.iter().all(|(_, step)| G::verb(step) != *verb));
        let alternatives = nearest.iter().map(|(_, step)| self.write(step)).collect();
        (alternatives, hints.into_iter().map(|verb| verb.text().hint()).chain(and_more).collect())
    }
}

/// The fault that makes an act impossible, if any. It may differ from `fault`, because turn and phase are judged first.
pub(super) fn impossible_fault<G: CompleteGame>(game: &G, act: &ActOf<G>, fault: G::Fault) -> Option<G::Fault> {
    if fault.kind() == FindingKind::Impossible { Some(fault) } else { game.check_possible(act).err() }
}
