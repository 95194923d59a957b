//! Judges a line without recording it.

use super::{
    Refusal, Verdict,
    context::impossible_fault,
    log_act::LogAct,
    replay::Replay,
    rule_alternatives::FaultAt,
    typed_line::{TypedLine, TypedStep},
};
use crate::{
    log::{is_position, without_line_ref},
    table::{Act, ActOf, CompleteGame, Consequence, FindingKind, GameFault, Progress, is_adjustment},
};

/// Lines that are judged one after the other, without recording them.
pub(super) struct Trial<G: CompleteGame> {
    /// The game after the acts.
    pub game: G,
    /// The acts since the end of the log.
    pub acts: Vec<LogAct<G>>,
    /// Each step of the latest line with its verdict.
    pub verdicts: Vec<(String, Verdict)>,
    /// The consequences of the legal steps of the latest line.
    pub consequences: Vec<Consequence>,
    /// Whether a line is judged only up to its first foul.
    pub stops_at_foul: bool,
    /// The index of a step, and the acts of other players to apply before it.
    pub between: (usize, Vec<ActOf<G>>),
    /// The number of steps that were judged or skipped.
    pub step_count: usize,
    /// The indexes of the verdicts that are fouls, each with the index of its act.
    fouls: Vec<(usize, usize)>,
}

impl<G: CompleteGame> Trial<G> {
    /// A trial at the table after `acts`, before any line is tried.
    pub(super) fn at(game: G, acts: Vec<LogAct<G>>) -> Self {
        Self {
            game,
            acts,
            verdicts: Vec::new(),
            consequences: Vec::new(),
            stops_at_foul: false,
            between: (0, Vec::new()),
            step_count: 0,
            fouls: Vec::new(),
        }
    }

    /// Judges a line after the end of the log and the lines tried before. Stops at an impossible step.
    pub(super) fn judge_line(&mut self, replay: &Replay<G>, line: &str) -> Result<(), Refusal> {
        (self.verdicts, self.consequences, self.fouls) = Default::default();
        let mut line = TypedLine::of(&replay.head, line)?;
        loop {
            if self.step_count == self.between.0 {
                for act in std::mem::take(&mut self.between.1) {
                    self.game.apply(&act, &mut Vec::new());
                    self.acts.push(LogAct::Act(act));
                }
            }
            let Some(typed) = line.next(&self.game) else { break };
            let (actor, step) = match typed? {
                TypedStep::Note(text) => {
                    self.push_verdict(text, Verdict::default(), vec!["a note can always be added".to_owned()]);
                    continue;
                }
                TypedStep::Step(actor, step) => (actor, step),
            };
            self.step_count += 1;
            let (text, act) = (replay.head.write(&step), Act::Step { actor, step });
            if let Err(mut fault) = self.game.judge(&act) {
                if line.reason().is_some() {
                    // Only a possible step can be overruled.
                    fault = impossible_fault(&self.game, &act, fault).unwrap_or(fault);
                }
                let mut verdict = replay.head.verdict(&self.game, &act, fault);
                if fault.kind() == FindingKind::Impossible {
                    verdict.moved_by = replay.lines_that_moved(&replay.logged, fault);
                }
                self.fouls.push((self.verdicts.len(), self.acts.len()));
                let parts = vec![verdict.message.clone()];
                self.push_verdict(text, verdict, parts);
                let is_possible = self.game.check_possible(&act).is_ok();
                if is_possible {
                    self.game.apply(&act, &mut Vec::new());
                }
                self.acts.push(LogAct::Act(act));
                if is_possible && !self.stops_at_foul {
                    continue;
                }
                break;
            }
            let mut events = Vec::new();
            self.game.apply(&act, &mut events);
            let description = act.step().map(|(actor, step)| self.game.describe(actor, step, &replay.head.context));
            let mut message = description.unwrap_or_default();
            // After a foul, the step is legal only if the foul is overruled.
            if let Some((foul, _)) = self.verdicts.iter().rev().find(|(_, verdict)| verdict.kind.is_some()) {
                message = format!("only if `{foul}` is let stand: {message}");
            }
            let consequences = replay.head.consequences(&self.game, &events);
            let immediate =
                consequences.iter().filter(|consequence| consequence.immediate).map(|consequence| consequence.text.clone());
            let parts = std::iter::once(message).chain(immediate).collect();
            self.consequences.extend(consequences);
            self.push_verdict(text, Verdict::default(), parts);
            self.acts.push(LogAct::Act(act));
        }
        Ok(())
    }

    fn push_verdict(&mut self, step: String, verdict: Verdict, parts: Vec<String>) {
        self.verdicts.push((step, Verdict { message: parts.join("; "), parts, ..verdict }));
    }

    /// Keeps only the consequences, alternatives, hints and message parts that a trial at another table also has.
    pub(super) fn keep_shared(&mut self, other: &Self) {
        self.consequences.retain(|consequence| other.consequences.contains(consequence));
        for ((_, verdict), (_, other_verdict)) in self.verdicts.iter_mut().zip(&other.verdicts) {
            verdict.alternatives.retain(|text| other_verdict.alternatives.contains(text));
            verdict.hints.retain(|hint| other_verdict.hints.contains(hint));
            verdict.parts.retain(|part| other_verdict.parts.contains(part));
            verdict.message = match &verdict.clause_text {
                Some(rule) if verdict.parts.is_empty() => rule.trim_end_matches('.').to_owned(),
                _ => verdict.parts.join("; "),
            };
        }
    }

    pub(super) fn add_deciding_rules(&mut self, replay: &Replay<G>) {
        let faults: Vec<FaultAt> = self.fouls.iter().map(|(_, act)| FaultAt::at(replay.act_count() + act)).collect();
        for ((nth, _), rules) in self.fouls.iter().zip(replay.rule_alternatives(&self.acts).deciding_rules(&faults)) {
            self.verdicts[*nth].1.rules = rules;
        }
    }
}

impl<G: CompleteGame> Replay<G> {
    /// Judges a line step by step without recording it. Begins a due round before the line, if the rules determine its `first`
    /// player.
    pub(super) fn try_line(&self, line: &str) -> Result<Vec<(String, Verdict)>, Refusal> {
        self.check_not_halted()?;
        let line = without_line_ref(line);
        if is_position(line) {
            return self.try_position(line);
        }
        if is_adjustment(line) {
            let adjustment = self.head.typed_adjustment(line)?;
            let legal = || Verdict::legal(adjustment.describe(self.head.players()));
            let verdict = self.head.verdict_on_untimely_adjustment(&self.game).unwrap_or_else(legal);
            return Ok(vec![(adjustment.to_text(self.head.players()), verdict)]);
        }
        let (game, acts) = self.with_round_begun();
        let mut trial = Trial::at(game, acts);
        trial.judge_line(self, line)?;
        trial.add_deciding_rules(self);
        Ok(trial.verdicts)
    }

    /// The game, and the act that begins a due round, if the rules determine its `first` player.
    fn with_round_begun(&self) -> (G, Vec<LogAct<G>>) {
        let (mut game, mut acts) = (self.game.clone(), Vec::new());
        if let Progress::Ready(seats) | Progress::RoundOver(seats) = game.progress()
            && let Some(first) = seats.single()
        {
            let act = Act::BeginRound { first };
            game.apply(&act, &mut Vec::new());
            acts.push(LogAct::Act(act));
        }
        (game, acts)
    }

    fn try_position(&self, text: &str) -> Result<Vec<(String, Verdict)>, Refusal> {
        let position = self.head.typed_position(text)?;
        let (game, mut acts) = self.with_round_begun();
        let description = self.head.describe_position(&position, &game);
        acts.push(LogAct::Position(Box::new(position.clone())));
        let deciding_rules = || self.rule_alternatives(&acts).deciding_rules_of_last(None);
        match self.head.judged_position(&game, &position, &mut Vec::new(), deciding_rules) {
            Ok(_) => Ok(vec![(self.head.position_text(&position), Verdict::legal(description))]),
            Err(Refusal::Foul { step, verdict, .. }) => Ok(vec![(step, *verdict)]),
            Err(other) => Err(other),
        }
    }
}
