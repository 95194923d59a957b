//! Records lines: judges them step by step and appends them to the log. Also records tallies.

use super::{
    DecidingRule, RecordedStep, Recording, Refusal, Verdict,
    context::{LogContext, impossible_fault},
    line_origins::{LineOrigins, without_findings},
    log_act::LogAct,
    refusal::StepReport,
    replay::Replay,
    rule_alternatives::FaultAt,
    tally::{COUNTED, typed_tally},
    typed_line::{TypedLine, TypedStep},
};
use crate::{
    log::{Correction, CorrectionTarget, Line, LineRef, Log, Model, is_note, is_position, now, split, without_line_ref},
    table::{Act, ActOf, CompleteGame, FindingKind, GameFault, Progress, Seat, is_adjustment},
};
use std::sync::Arc;

impl<G: CompleteGame> Replay<G> {
    /// Judges lines and appends them, all or none.
    pub(super) fn record_lines(&self, lines: &[&str], first: Option<&str>) -> Result<Recording, Refusal> {
        let mut recorder = self.recorder(first)?;
        recorder.report.acts.reserve(lines.len());
        recorder.report.entries.reserve(lines.len());
        for (nth, line) in lines.iter().enumerate() {
            recorder.record_line(line).map_err(|refusal| refusal.of_line(nth, lines.len()))?;
        }
        recorder.finish(None)
    }

    pub(super) fn record_tally(&self, texts: &[&str], first: Option<&str>) -> Result<Recording, Refusal> {
        let mut recorder = self.recorder(first)?;
        let tally = recorder.record_tally(texts)?;
        recorder.finish(Some(&tally))
    }

    /// Refuses to continue after an impossible step.
    pub(super) fn check_not_halted(&self) -> Result<(), Refusal> {
        match self.findings.iter().find(|finding| finding.kind == FindingKind::Impossible) {
            Some(finding) if self.halted.is_some() => Err(Refusal::Halted { place: finding.place(), text: finding.text.clone() }),
            _ => Ok(()),
        }
    }

    fn recorder<'a>(&'a self, first: Option<&'a str>) -> Result<Recorder<'a, G>, Refusal> {
        self.check_not_halted()?;
        if let Some(reason) = self.log.closed() {
            return Err(Refusal::Ended {
                why: format!("the game is closed ({reason}), and nothing more is recorded in it"),
                command: "`fowlplay head FILE closed=` opens it again".to_owned(),
            });
        }
        Ok(Recorder {
            replay: self,
            game: self.game.clone(),
            report: RecordedActs {
                head: self.head.clone(),
                game_before: self.game.clone(),
                acts: Vec::new(),
                entries: Vec::new(),
            },
            events: Vec::new(),
            proves_revoke: false,
            overruled: Vec::new(),
            log: Model::of(&self.log),
            first,
            line_start: 0,
            names_actor: false,
            needs_reason: false,
        })
    }
}

/// The log and the game while lines are appended. The [`Replay`] and its log stay as they are.
struct Recorder<'a, G: CompleteGame> {
    replay: &'a Replay<G>,
    game: G,
    report: RecordedActs<G>,
    /// The consequences of the latest act.
    events: Vec<G::Event>,
    /// Whether any of the acts proves an earlier act illegal.
    proves_revoke: bool,
    /// The index of each overruled entry, and where its fault is among the acts. At the end, the table rules that decide
    /// these faults are determined for all of them together.
    overruled: Vec<(usize, FaultAt)>,
    /// The log with the lines appended so far.
    log: Model,
    /// The `first` player of the next round, if the table chooses.
    first: Option<&'a str>,
    /// The index of the first entry of the typed line that is being recorded.
    line_start: usize,
    /// Whether the typed line names the actor of its present step.
    names_actor: bool,
    /// Whether a step in the log's last line was overruled, and the reason is not yet written there.
    needs_reason: bool,
}

/// What was recorded: the acts, and the entries that report them. They are described in words only on request.
struct RecordedActs<G: CompleteGame> {
    head: LogContext<G>,
    /// The game before the first act.
    game_before: G,
    acts: Vec<LogAct<G>>,
    entries: Vec<RecordedEntry>,
}

/// A step, a note, a position or a tally. Before a tally, each overruled part is an entry of its own.
struct RecordedEntry {
    line_ref: LineRef,
    actor: Option<Seat>,
    text: String,
    /// The index of the entry's act. `None` for a note, and for a part of a tally.
    act: Option<usize>,
    overruled: Option<Box<Verdict>>,
}

impl<G: CompleteGame> RecordedActs<G> {
    fn push_act(&mut self, act: LogAct<G>) -> usize {
        self.acts.push(act);
        self.acts.len() - 1
    }
}

impl<G: CompleteGame> StepReport for RecordedActs<G> {
    fn recorded_steps(&self) -> Box<dyn ExactSizeIterator<Item = RecordedStep> + '_> {
        let (mut game, mut applied, mut events) = (self.game_before.clone(), 0, Vec::new());
        Box::new(self.entries.iter().map(move |entry| {
            // A round that begins with the entry is an act before its own.
            let acts = &self.acts[applied..entry.act.map_or(applied, |act| act + 1)];
            applied += acts.len();
            events.clear();
            let mut effect = String::new();
            for act in acts {
                events.clear();
                // The effect is described in the state of the game before the act.
                effect = act.step().map(|(actor, step)| game.effect(actor, step, &self.head.context)).unwrap_or_default();
                // Can't fail: every act was possible when it was recorded.
                let _ = act.redo(&mut game, self.head.players(), &mut events);
            }
            let description = match acts.last() {
                Some(act) => self.head.describe_logged(act, &game),
                None if is_note(&entry.text) => entry.text.clone(),
                // An overruled part of a tally.
                None => COUNTED.to_owned(),
            };
            RecordedStep {
                place: entry.line_ref,
                actor: entry.actor.map(|seat| self.head.name(seat)),
                step: entry.text.clone(),
                description,
                effect,
                consequences: self.head.consequences(&game, &events),
                overruled: entry.overruled.as_deref().cloned(),
            }
        }))
    }
}

impl<G: CompleteGame> Recorder<'_, G> {
    /// The steps recorded so far from the typed line, each with its actor.
    fn line_steps(&self) -> impl DoubleEndedIterator<Item = (Option<Seat>, &str)> {
        let steps = self.report.entries[self.line_start..].iter().filter(|entry| entry.act.is_some());
        steps.map(|entry| (entry.actor, entry.text.as_str()))
    }

    fn record_line(&mut self, line: &str) -> Result<(), Refusal> {
        let line = without_line_ref(line);
        if is_position(line) {
            return self.record_position(line);
        }
        if is_adjustment(line) {
            return self.record_adjustment(line);
        }
        let mut line = TypedLine::of(&self.replay.head, line)?;
        if !line.is_only_notes() {
            self.check_not_scores_only()?;
            self.begin_round_if_due()?;
        } else if self.log.end().round == 0 {
            return Err(Refusal::cannot("a note needs a round, and none has begun"));
        }
        let reason = line.reason();
        self.line_start = self.report.entries.len();
        while let Some(typed) = line.next(&self.game) {
            let named_actor = line.named_actor;
            self.names_actor = named_actor.is_some();
            // Successive steps of one actor are written on one line of the log.
            let last_actor = self.line_steps().next_back().map(|(actor, _)| actor);
            match typed? {
                TypedStep::Note(text) => {
                    let line_ref = self.append(named_actor, &text, last_actor == Some(named_actor))?;
                    self.report.entries.push(RecordedEntry { line_ref, actor: named_actor, text, act: None, overruled: None });
                }
                TypedStep::Step(actor, step) => {
                    // A turn, or a sequence of steps of the table, is one line.
                    let is_turn_continued = actor.is_none() || self.game.turn_owner() == actor;
                    // A reason on the line would also overrule an earlier foul there.
                    let may_join = || self.may_join_last_line(actor) && !(reason.is_some() && self.ends_in_foul());
                    let is_joined = last_actor == Some(actor) || (is_turn_continued && may_join());
                    if let (false, Some(reason), true) = (is_joined, reason, self.needs_reason) {
                        self.write_reason(reason);
                    }
                    self.record_step(actor, step, reason.is_some(), line.unfinished(), is_joined)?;
                }
            }
        }
        // The reason goes on every line with a step that it overrules; if no step needs a reason, on the last line.
        if let Some(reason) = reason
            && (self.needs_reason || self.report.entries[self.line_start..].iter().all(|entry| entry.overruled.is_none()))
        {
            self.write_reason(reason);
        }
        Ok(())
    }

    fn record_position(&mut self, text: &str) -> Result<(), Refusal> {
        let head = &self.replay.head;
        let position = head.typed_position(text)?;
        self.check_not_scores_only()?;
        self.begin_round_if_due()?;
        let (act, mut events) = (LogAct::Position(Box::new(position.clone())), Vec::new());
        let game = head.judged_position(&self.game, &position, &mut events, || self.deciding_rules(&act, None))?;
        self.refuse_after_tally()?;
        let text = head.position_text(&position);
        self.line_start = self.report.entries.len();
        self.game = game;
        let act = Some(self.report.push_act(act));
        let line_ref = self.add_line(&text)?;
        self.report.entries.push(RecordedEntry { line_ref, actor: None, text, act, overruled: None });
        self.needs_reason = false;
        Ok(())
    }

    /// Appends points that the table gives or takes (TB-9), to the round that has begun last.
    fn record_adjustment(&mut self, text: &str) -> Result<(), Refusal> {
        let head = &self.replay.head;
        let adjustment = head.typed_adjustment(text)?;
        let text = adjustment.to_text(head.players());
        if let Some(verdict) = head.verdict_on_untimely_adjustment(&self.game) {
            return Err(Refusal::foul(None, text.clone(), text, verdict));
        }
        self.line_start = self.report.entries.len();
        self.game.adjust(&adjustment, &mut Vec::new());
        let act = Some(self.report.push_act(LogAct::Adjustment(adjustment)));
        let line_ref = self.add_line(&text)?;
        self.report.entries.push(RecordedEntry { line_ref, actor: None, text, act, overruled: None });
        self.needs_reason = false;
        Ok(())
    }

    fn write_reason(&mut self, reason: &str) {
        self.extend_last(&[" ! ", reason].concat());
        self.needs_reason = false;
    }

    /// Whether the log's last line has an illegal step that no reason overrules.
    fn ends_in_foul(&self) -> bool {
        let end = self.log.end();
        self.replay.findings.iter().any(|finding| finding.place() == end && finding.is_foul())
    }

    fn check_not_scores_only(&self) -> Result<(), Refusal> {
        if !self.replay.log.is_scores_only() {
            return Ok(());
        }
        let game = G::book().game;
        Err(Refusal::Cannot(format!(
            "this log keeps scores only, and no moves: `fowlplay tally {game} 'NAME: …' … --into FILE` counts its next round"
        )))
    }

    fn begin_round_if_due(&mut self) -> Result<(), Refusal> {
        let (Progress::Ready(seats) | Progress::RoundOver(seats)) = self.game.progress() else { return Ok(()) };
        let head = &self.replay.head;
        let first = match (self.first, seats.single()) {
            (Some(name), _) => head.players().find_by_prefix(name).map_err(Refusal::cannot)?,
            (None, Some(seat)) => seat,
            (None, None) => {
                return Err(Refusal::ChooseFirst {
                    question: format!("Who {} in this {}?", G::book().first_role, G::book().round_noun),
                    players: seats.iter().map(|seat| head.name(seat)).collect(),
                });
            }
        };
        let act = Act::BeginRound { first };
        let text = head.write_act(&act);
        self.check_act(&act).map_err(|verdict| Refusal::foul(None, text.clone(), text, verdict))?;
        self.log.begin_round(head.players().name(first));
        self.apply(act);
        self.first = None;
        Ok(())
    }

    /// Judges an act that can't be overruled: the beginning of a round, or a tally as a whole.
    fn check_act(&self, act: &ActOf<G>) -> Result<(), Box<Verdict>> {
        self.game.judge(act).map_err(|fault| {
            let rules = self.deciding_rules(&LogAct::Act(act.clone()), None);
            Box::new(Verdict { rules, ..self.replay.head.verdict(&self.game, act, fault) })
        })
    }

    fn deciding_rules(&self, act: &LogAct<G>, part: Option<Seat>) -> Vec<DecidingRule> {
        let acts: Vec<LogAct<G>> = self.report.acts.iter().chain([act]).cloned().collect();
        self.replay.rule_alternatives(&acts).deciding_rules_of_last(part)
    }

    fn apply(&mut self, act: ActOf<G>) -> usize {
        self.events.clear();
        self.game.apply(&act, &mut self.events);
        self.proves_revoke |= self.events.iter().any(|event| G::conviction(event).is_some());
        self.report.push_act(LogAct::Act(act))
    }

    /// Judges a step, applies it, and appends it to the log. `line_if_more_follows` is the typed line if other steps follow.
    fn record_step(
        &mut self,
        actor: Option<Seat>,
        step: G::Step,
        has_reason: bool,
        line_if_more_follows: Option<&str>,
        is_joined: bool,
    ) -> Result<(), Refusal> {
        let head = &self.replay.head;
        let (text, act) = (head.write(&step), Act::Step { actor, step });
        let mut overruled = None;
        if let Err(fault) = self.game.judge(&act) {
            // An illegal step may be impossible, too, and then a reason can't overrule it. If one is given, the message says why
            // the step is impossible; else it gives the fault found first.
            let impossible = impossible_fault(&self.game, &act, fault);
            let fault = impossible.filter(|_| has_reason).unwrap_or(fault);
            let mut verdict = head.verdict(&self.game, &act, fault);
            if fault.kind() == FindingKind::Impossible
                && let Some(replay) = self.log.log().ok().and_then(|log| Replay::<G>::of(log).ok())
            {
                // The line that moved the card may be in the log, or among the lines appended just now.
                verdict.moved_by = replay.lines_that_moved(&replay.logged, fault);
            }
            if impossible.is_some() || !has_reason {
                verdict.rules = self.deciding_rules(&LogAct::Act(act), None);
                verdict.is_incomplete &= line_if_more_follows.is_none() && !has_reason;
                let name = actor.map(|seat| head.name(seat));
                let earlier_steps = self.line_steps().map(|(_, step)| step);
                let steps = earlier_steps.chain([text.as_str()]).collect::<Vec<_>>().join("; ");
                // The suggested line names no actor if several players act on it: the line will be parsed the same way again.
                let is_only_actor = self.line_steps().all(|(other, _)| other == actor);
                // If no player may act, an actor that the line doesn't name is a guess. Then the suggested line names no actor
                // either, so that the user is asked for the actor before the step is overruled.
                let is_certain = self.names_actor || !self.game.expects().seats().is_empty();
                let line = match (line_if_more_follows, &name) {
                    (Some(line), _) => line.to_owned(),
                    (None, Some(name)) if is_only_actor && is_certain => format!("{name}: {steps}"),
                    _ => steps,
                };
                return Err(Refusal::foul(name, text, line, verdict));
            }
            self.refuse_after_tally()?;
            self.overruled.push((self.report.entries.len(), FaultAt::at(self.replay.act_count() + self.report.acts.len())));
            overruled = Some(Box::new(verdict));
            self.needs_reason = true;
        }
        let act = Some(self.apply(act));
        let line_ref = self.append(actor, &text, is_joined)?;
        self.report.entries.push(RecordedEntry { line_ref, actor, text, act, overruled });
        Ok(())
    }

    /// Ends the round with a tally. Returns the text of the tally for the log.
    fn record_tally(&mut self, texts: &[&str]) -> Result<Vec<String>, Refusal> {
        let head = &self.replay.head;
        if self.game.progress() == Progress::GameOver {
            // A tally would need another round, which breaks TB-7.
            let (act, line) = (Act::BeginRound { first: Seat::new(0) }, texts.join(", "));
            self.check_act(&act).map_err(|verdict| Refusal::foul(None, line.clone(), line, verdict))?;
        }
        self.begin_round_if_due()?;
        let (tally, reasons) = typed_tally::<G>(texts, &head.context, &self.replay.counting_mode(self.log.end().round))?;
        let line_that_left = |seat| self.replay.line_that_left(&self.replay.logged, &tally, seat);
        let deciding_rules = |part| self.deciding_rules(&LogAct::Act(Act::Tally(tally.clone())), part);
        let overruled = head.judged_tally(&self.game, &tally, &reasons, deciding_rules, line_that_left)?;
        let texts = head.write_parts(&tally, &reasons);
        let overruled_texts: Vec<String> = overruled.iter().map(|(seat, _)| G::write_tally(&tally, *seat)).collect();
        let act = Some(self.apply(Act::Tally(tally)));
        let end = self.log.end();
        let line_ref = LineRef::new(end.round, end.line + 1);
        let part_entry = |((seat, verdict), text)| {
            let overruled = Some(Box::new(verdict));
            RecordedEntry { line_ref, actor: Some(seat), text, act: None, overruled }
        };
        self.report.entries.extend(overruled.into_iter().zip(overruled_texts).map(part_entry));
        self.report.entries.push(RecordedEntry { line_ref, actor: None, text: texts.join(", "), act, overruled: None });
        Ok(texts)
    }

    /// Whether the next step of `actor` may be appended to the last line. After a correction, the step begins a new line.
    fn may_join_last_line(&self, actor: Option<Seat>) -> bool {
        let Some(text) = self.log.last_line().filter(|_| !self.log.ends_in_correction()) else { return false };
        if is_position(text) || is_adjustment(text) {
            return false;
        }
        let Ok(line) = split(text) else { return false };
        let has_same_actor = line.actor().map(|name| self.replay.head.players().find(&text[name]).ok()) == actor.map(Some);
        has_same_actor && line.reason().is_none() && !line.steps().any(|step| is_note(&text[step]))
    }

    /// Appends a step or note to the last line of the log, or as a new line. Returns the reference of the line.
    fn append(&mut self, actor: Option<Seat>, text: &str, is_joined: bool) -> Result<LineRef, Refusal> {
        if is_joined && self.log.last_line().is_some() {
            self.extend_last(&["; ", text].concat());
            return Ok(self.log.end());
        }
        self.add_line(&self.replay.head.players().line(actor, text))
    }

    /// Appends a line to the log. Returns the reference of the line.
    fn add_line(&mut self, line: &str) -> Result<LineRef, Refusal> {
        self.log.add_line(self.log.end().round, line).map_err(Refusal::cannot)?;
        Ok(self.log.end())
    }

    /// Appends text to the last line of the log.
    fn extend_last(&mut self, more: &str) {
        let line = [self.log.last_line().unwrap_or_default(), more].concat();
        // Can't fail: there is a last line.
        let _ = self.log.replace_line(self.log.end(), &line);
    }

    /// Refuses an overruled step, or a position, in a round that has a tally. It would be judged before the tally, which is
    /// judged after all lines of its round.
    fn refuse_after_tally(&self) -> Result<(), Refusal> {
        if !self.log.has_tally() {
            return Ok(());
        }
        let (noun, round) = (G::book().round_noun, self.log.end().round);
        Err(Refusal::Ended {
            why: format!("{noun} {round} ends in a tally, and no step follows it"),
            command: format!("`amend FILE -{round}.tally` takes it out"),
        })
    }

    /// Finishes recording: returns the new log, and the revokes that the recorded lines prove. `tally` ends the last round.
    fn finish(mut self, tally: Option<&[String]>) -> Result<Recording, Refusal> {
        let (entries, faults): (Vec<usize>, Vec<FaultAt>) = self.overruled.into_iter().unzip();
        for (entry, rules) in entries.into_iter().zip(self.replay.rule_alternatives(&self.report.acts).deciding_rules(&faults)) {
            if let Some(verdict) = &mut self.report.entries[entry].overruled {
                verdict.rules = rules;
            }
        }
        if let Some(tally) = tally {
            self.log.set_tally(self.log.end().round, tally).map_err(Refusal::cannot)?;
        }
        add_late_corrections(&self.replay.log, &mut self.log);
        let log = self.log.log().map_err(Refusal::cannot)?;
        let mut proved = Vec::new();
        if self.proves_revoke
            && let Ok(replay) = Replay::<G>::of(log.clone())
        {
            let before = (&self.replay.findings[..], &LineOrigins::of(&self.replay.log));
            proved = without_findings((&replay.findings, &LineOrigins::of(&log)), before);
            proved.retain(|finding| finding.verdict.kind == Some(FindingKind::Revoke));
        }
        Ok(Recording { log, report: Arc::new(self.report), proved })
    }
}

/// Adds corrections for lines that were appended to a round after its tally, such as notes. In the log these lines stand before
/// the tally, so only a correction shows that they came later. `before` is the log without the appended lines.
fn add_late_corrections(before: &Log, log: &mut Model) {
    let LineRef { round, line } = before.end();
    let Some(changed_round) = before.round(round).and_then(|old_round| old_round.tally.as_ref().and(log.round(round))) else {
        return;
    };
    let when = log.free_timestamp(now());
    let correction = |(line, number): (&Line, u32)| {
        Correction::new(CorrectionTarget::Line(LineRef::new(round, number)), None, Some(line.text.to_string()), when)
    };
    let corrections: Vec<_> = changed_round.lines.iter().zip(1..).skip(line as usize).map(correction).collect();
    if !corrections.is_empty() {
        log.add_corrections(corrections);
    }
}
