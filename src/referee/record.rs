//! Records lines: judges them step by step and appends them to the log. Also records tallies.

use super::{
    DecidingRule, RecordedStep, Recording, Refusal, Verdict,
    context::{LogContext, impossible},
    line_origins::{LineOrigins, without_findings},
    log_act::LogAct,
    refusal::StepReport,
    replay::Replay,
    rule_alternatives::FaultAt,
    tally::{COUNTED, typed_tally},
    typed_line::{TypedLine, TypedStep},
};
use crate::{
    log::{Correction, CorrectionTarget, Line, LineRef, Log, Model, is_note, is_position, now, split, without_place},
    table::{Act, ActOf, CompleteGame, FindingKind, GameFault, Progress, Seat},
};
use std::sync::Arc;

impl<G: CompleteGame> Replay<G> {
    /// Judges lines and appends them, all or none.
    pub(super) fn record_lines(&self, lines: &[&str], first: Option<&str>) -> Result<Recording, Refusal> {
        let mut recorder = self.recorder(first)?;
        recorder.done.acts.reserve(lines.len());
        recorder.done.entries.reserve(lines.len());
        for (nth, line) in lines.iter().enumerate() {
            recorder.record_line(line).map_err(|refusal| refusal.of_line(nth, lines.len()))?;
        }
        recorder.finish(None)
    }

    pub(super) fn record_tally(&self, texts: &[&str], first: Option<&str>) -> Result<Recording, Refusal> {
        let mut recorder = self.recorder(first)?;
        let tally = recorder.tally(texts)?;
        recorder.finish(Some(&tally))
    }

    /// Refuses to continue after an impossible step.
    pub(super) fn check_not_halted(&self) -> Result<(), Refusal> {
        match self.findings.iter().find(|finding| finding.kind == FindingKind::Impossible) {
            Some(last) if self.halted.is_some() => Err(Refusal::Halted { place: last.place(), text: last.text.clone() }),
            _ => Ok(()),
        }
    }

    fn check_not_closed(&self) -> Result<(), Refusal> {
        match self.log.closed() {
            None => Ok(()),
            Some(reason) => Err(Refusal::Ended {
                why: format!("the game is closed ({reason}), and nothing more is recorded in it"),
                command: "`fowlplay head FILE closed=` opens it again".to_owned(),
            }),
        }
    }

    fn recorder<'a>(&'a self, first: Option<&'a str>) -> Result<Recorder<'a, G>, Refusal> {
        self.check_not_halted()?;
        self.check_not_closed()?;
        Ok(Recorder {
            replay: self,
            game: self.game.clone(),
            done: RecordedActs { head: self.head.clone(), game: self.game.clone(), acts: Vec::new(), entries: Vec::new() },
            events: Vec::new(),
            proves_revoke: false,
            overruled: Vec::new(),
            log: Model::of(&self.log),
            first,
            line: 0,
            names_actor: false,
            has_pending_reason: false,
        })
    }
}

/// The log and the game while lines are appended. Nothing takes effect before everything is judged.
struct Recorder<'a, G: CompleteGame> {
    replay: &'a Replay<G>,
    game: G,
    done: RecordedActs<G>,
    /// The consequences of the latest act.
    events: Vec<G::Event>,
    /// Whether any of the acts proves an earlier act illegal.
    proves_revoke: bool,
    /// The overruled entries with their faults. The table rules that decide these faults are determined together at the end.
    overruled: Vec<(usize, FaultAt)>,
    /// The log while lines are appended.
    log: Model,
    /// The `first` player of the next round, if the table chooses.
    first: Option<&'a str>,
    /// The number of entries before the present line.
    line: usize,
    /// Whether the present line names its actor.
    names_actor: bool,
    /// Whether a step in the log's last line was let stand, and the line has no reason yet.
    has_pending_reason: bool,
}

/// The recorded lines. They are described in words only on request.
struct RecordedActs<G: CompleteGame> {
    head: LogContext<G>,
    /// The game before all acts.
    game: G,
    acts: Vec<LogAct<G>>,
    entries: Vec<RecordedEntry>,
}

/// A step, a note, or a player's part of a tally.
struct RecordedEntry {
    place: LineRef,
    actor: Option<Seat>,
    text: String,
    /// The index of the entry's act. `None` for a note, and for all parts of a tally but the last.
    act: Option<usize>,
    overruled: Option<Box<Verdict>>,
}

impl<G: CompleteGame> RecordedActs<G> {
    fn did(&mut self, act: LogAct<G>) -> usize {
        self.acts.push(act);
        self.acts.len() - 1
    }
}

impl<G: CompleteGame> StepReport for RecordedActs<G> {
    fn recorded_steps(&self) -> Box<dyn ExactSizeIterator<Item = RecordedStep> + '_> {
        let (mut game, mut applied, mut events) = (self.game.clone(), 0, Vec::new());
        Box::new(self.entries.iter().map(move |entry| {
            let acts = &self.acts[applied..entry.act.map_or(applied, |act| act + 1)];
            applied += acts.len();
            events.clear();
            let mut effect = String::new();
            for act in acts {
                events.clear();
                // The effect is described in the state of the game before the act.
                effect = act.step().map(|(who, step)| game.effect(who, step, &self.head.header)).unwrap_or_default();
                // Every act was possible when it was recorded.
                let _ = act.redo(&mut game, self.head.players(), &mut events);
            }
            let description = match acts.last() {
                Some(act) => self.head.describe_logged(act, &game),
                None if is_note(&entry.text) => entry.text.clone(),
                None => COUNTED.to_owned(),
            };
            RecordedStep {
                place: entry.place,
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
    /// The steps of the present line recorded so far: actors and texts.
    fn line_steps(&self) -> impl DoubleEndedIterator<Item = (Option<Seat>, &str)> {
        let steps = self.done.entries[self.line..].iter().filter(|entry| entry.act.is_some());
        steps.map(|entry| (entry.actor, entry.text.as_str()))
    }

    fn record_line(&mut self, line: &str) -> Result<(), Refusal> {
        let line = without_place(line);
        if is_position(line) {
            return self.record_position(line);
        }
        let mut line = TypedLine::of(&self.replay.head, line)?;
        if !line.is_only_notes() {
            self.check_keeps_moves()?;
            self.begin_round_if_due()?;
        } else if self.log.end().round == 0 {
            return Err(Refusal::cannot("a note needs a round, and none has begun"));
        }
        let reason = line.reason();
        self.line = self.done.entries.len();
        while let Some(typed) = line.next(&self.game) {
            let actor = line.named;
            self.names_actor = actor.is_some();
            // Successive steps of one actor are written on one line of the log.
            let last = self.line_steps().next_back().map(|(who, _)| who);
            match typed? {
                TypedStep::Note(text) => {
                    let place = self.write(actor, &text, last == Some(actor))?;
                    self.done.entries.push(RecordedEntry { place, actor, text, act: None, overruled: None });
                }
                TypedStep::Step(who, step) => {
                    // A turn, or a sequence of steps of the table, is one line.
                    let goes_on = who.is_none() || self.game.turn_owner() == who;
                    let may_join = || self.may_join(who) && !(reason.is_some() && self.has_open_foul());
                    let joins = last == Some(who) || (goes_on && may_join());
                    if let (false, Some(reason), true) = (joins, reason, self.has_pending_reason) {
                        self.write_reason(reason);
                    }
                    self.record_step(who, step, reason.is_some(), line.unfinished(), joins)?;
                }
            }
        }
        // Write the reason on every line with a step that it overrules; if no step needs a reason, on the last line.
        if let Some(reason) = reason
            && (self.has_pending_reason || self.done.entries[self.line..].iter().all(|entry| entry.overruled.is_none()))
        {
            self.write_reason(reason);
        }
        Ok(())
    }

    fn record_position(&mut self, text: &str) -> Result<(), Refusal> {
        let head = &self.replay.head;
        let position = head.typed_position(text)?;
        self.check_keeps_moves()?;
        self.begin_round_if_due()?;
        let (act, mut events) = (LogAct::Position(Box::new(position.clone())), Vec::new());
        let game = head.judged_position(&self.game, &position, &mut events, || self.deciding(&act, None))?;
        self.refuse_after_tally()?;
        let text = head.position_text(&position);
        self.line = self.done.entries.len();
        self.game = game;
        let act = Some(self.done.did(act));
        let place = self.add_line(&text)?;
        self.done.entries.push(RecordedEntry { place, actor: None, text, act, overruled: None });
        self.has_pending_reason = false;
        Ok(())
    }

    fn write_reason(&mut self, reason: &str) {
        self.extend_last(&[" ! ", reason].concat());
        self.has_pending_reason = false;
    }

    /// Whether the log's last line breaks a rule that no reason overrules.
    fn has_open_foul(&self) -> bool {
        let end = self.log.end();
        self.replay.findings.iter().any(|finding| finding.place() == end && finding.is_foul())
    }

    fn check_keeps_moves(&self) -> Result<(), Refusal> {
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
        let written = head.write_act(&act);
        self.check(&act).map_err(|verdict| Refusal::foul(None, written.clone(), written, verdict))?;
        self.log.begin_round(head.players().name(first));
        self.apply(act);
        self.first = None;
        Ok(())
    }

    /// Judges an act that can't be overruled: the beginning of a round, or a tally as a whole.
    fn check(&self, act: &ActOf<G>) -> Result<(), Box<Verdict>> {
        self.game.judge(act).map_err(|fault| {
            let rules = self.deciding(&LogAct::Act(act.clone()), None);
            Box::new(Verdict { rules, ..self.replay.head.verdict(&self.game, act, fault) })
        })
    }

    fn deciding(&self, act: &LogAct<G>, part: Option<Seat>) -> Vec<DecidingRule> {
        let acts: Vec<LogAct<G>> = self.done.acts.iter().chain([act]).cloned().collect();
        self.replay.rule_variants(&acts).deciding_last(part)
    }

    fn apply(&mut self, act: ActOf<G>) -> usize {
        self.events.clear();
        self.game.apply(&act, &mut self.events);
        self.proves_revoke |= self.events.iter().any(|event| G::conviction(event).is_some());
        self.done.did(LogAct::Act(act))
    }

    /// Judges a step, applies it, and writes it. `unfinished` is the typed line if other steps follow.
    fn record_step(
        &mut self,
        who: Option<Seat>,
        step: G::Step,
        has_reason: bool,
        unfinished: Option<&str>,
        joins: bool,
    ) -> Result<(), Refusal> {
        let head = &self.replay.head;
        let (written, act) = (head.write(&step), Act::Step { actor: who, step });
        let mut overruled = None;
        if let Err(fault) = self.game.judge(&act) {
            // An impossible step can't be overruled.
            let impossible = impossible(&self.game, &act, fault);
            let fault = impossible.filter(|_| has_reason).unwrap_or(fault);
            let mut verdict = head.verdict(&self.game, &act, fault);
            if fault.kind() == FindingKind::Impossible
                && let Some(replay) = self.log.log().ok().and_then(|log| Replay::<G>::of(log).ok())
            {
                // The cause may be in the log, or earlier in the typed lines.
                verdict.elsewhere = replay.moved_by(&replay.logged, fault);
            }
            if impossible.is_some() || !has_reason {
                verdict.rules = self.deciding(&LogAct::Act(act), None);
                verdict.is_begun &= unfinished.is_none() && !has_reason;
                let actor = who.map(|seat| head.name(seat));
                let earlier = self.line_steps().map(|(_, step)| step);
                let steps = earlier.chain([written.as_str()]).collect::<Vec<_>>().join("; ");
                // The suggested line names no actor if several players act on it: the line will be parsed the same way again. If no
                // player may act, the actor may be a guess unless a name was given. The user is then asked before such a step is
                // overruled.
                let alone = self.line_steps().all(|(actor, _)| actor == who);
                let sure = self.names_actor || !self.game.expects().seats().is_empty();
                let line = match (unfinished, &actor) {
                    (Some(line), _) => line.to_owned(),
                    (None, Some(name)) if alone && sure => format!("{name}: {steps}"),
                    _ => steps,
                };
                return Err(Refusal::foul(actor, written, line, verdict));
            }
            self.refuse_after_tally()?;
            self.overruled.push((self.done.entries.len(), FaultAt::at(self.replay.acts() + self.done.acts.len())));
            overruled = Some(Box::new(verdict));
            self.has_pending_reason = true;
        }
        let act = Some(self.apply(act));
        let place = self.write(who, &written, joins)?;
        self.done.entries.push(RecordedEntry { place, actor: who, text: written, act, overruled });
        Ok(())
    }

    /// Ends the round with a tally. Returns the text of the tally for the log.
    fn tally(&mut self, texts: &[&str]) -> Result<Vec<String>, Refusal> {
        let head = &self.replay.head;
        if self.game.progress() == Progress::GameOver {
            // A tally would need another round, which breaks TB-7.
            let (act, line) = (Act::BeginRound { first: Seat::new(0) }, texts.join(", "));
            self.check(&act).map_err(|verdict| Refusal::foul(None, line.clone(), line, verdict))?;
        }
        self.begin_round_if_due()?;
        let (tally, reasons) = typed_tally::<G>(texts, &head.header, &self.replay.counting_mode(self.log.end().round))?;
        let left_there = |seat| self.replay.line_that_left(&self.replay.logged, &tally, seat);
        let deciding = |part| self.deciding(&LogAct::Act(Act::Tally(tally.clone())), part);
        let let_stand = head.judged_tally(&self.game, &tally, &reasons, deciding, left_there)?;
        let lines = head.write_parts(&tally, &reasons);
        let parts: Vec<String> = let_stand.iter().map(|(seat, _)| G::write_tally(&tally, *seat)).collect();
        let act = Some(self.apply(Act::Tally(tally)));
        let end = self.log.end();
        let place = LineRef::new(end.round, end.line + 1);
        let part = |((seat, verdict), text)| {
            let overruled = Some(Box::new(verdict));
            RecordedEntry { place, actor: Some(seat), text, act: None, overruled }
        };
        self.done.entries.extend(let_stand.into_iter().zip(parts).map(part));
        self.done.entries.push(RecordedEntry { place, actor: None, text: lines.join(", "), act, overruled: None });
        Ok(lines)
    }

    /// Whether the next step of `who` may join the last line. Not after a correction, which a line of its own shows.
    fn may_join(&self, who: Option<Seat>) -> bool {
        let Some(text) = self.log.last_line().filter(|_| !self.log.is_corrected()) else { return false };
        if is_position(text) {
            return false;
        }
        let Ok(line) = split(text) else { return false };
        let same = line.actor().map(|name| self.replay.head.players().find(&text[name]).ok()) == who.map(Some);
        same && line.reason().is_none() && !line.steps().any(|step| is_note(&text[step]))
    }

    /// Appends a step to the last line of the log, or writes a new line. Returns the place of the line.
    fn write(&mut self, who: Option<Seat>, text: &str, joins: bool) -> Result<LineRef, Refusal> {
        if joins && self.log.last_line().is_some() {
            self.extend_last(&["; ", text].concat());
            return Ok(self.log.end());
        }
        self.add_line(&self.replay.head.players().line(who, text))
    }

    /// Appends a line to the log. Returns its place.
    fn add_line(&mut self, line: &str) -> Result<LineRef, Refusal> {
        self.log.add_line(self.log.end().round, line).map_err(Refusal::cannot)?;
        Ok(self.log.end())
    }

    /// Appends text to the last line of the log.
    fn extend_last(&mut self, more: &str) {
        let line = [self.log.last_line().unwrap_or_default(), more].concat();
        // There is a last line.
        let _ = self.log.replace_line(self.log.end(), &line);
    }

    /// Refuses an overruled step after a tally: the tally is judged after the lines of its round.
    fn refuse_after_tally(&self) -> Result<(), Refusal> {
        if !self.log.has_tally() {
            return Ok(());
        }
        let (word, round) = (G::book().round_noun, self.log.end().round);
        Err(Refusal::Ended {
            why: format!("{word} {round} ends in a tally, and no step follows it"),
            command: format!("`amend FILE -{round}.tally` takes it out"),
        })
    }

    /// Finishes recording: returns the new log, and the revokes that the recorded lines prove. `tally` ends the last round.
    fn finish(mut self, tally: Option<&[String]>) -> Result<Recording, Refusal> {
        let (entries, found): (Vec<usize>, Vec<FaultAt>) = self.overruled.into_iter().unzip();
        for (entry, rules) in entries.into_iter().zip(self.replay.rule_variants(&self.done.acts).deciding(&found)) {
            if let Some(verdict) = &mut self.done.entries[entry].overruled {
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
        Ok(Recording { log, report: Arc::new(self.done), proved })
    }
}

/// Adds corrections for lines that were appended to a round after its tally. In the log these lines stand before the tally, so only
/// a correction shows that they came later. `was` is the log before.
fn add_late_corrections(was: &Log, log: &mut Model) {
    let LineRef { round, line } = was.end();
    let Some(over) = was.round(round).and_then(|over| over.tally.as_ref().and(log.round(round))) else { return };
    let when = log.free_timestamp(now());
    let correction = |(late, number): (&Line, u32)| {
        Correction::new(CorrectionTarget::Line(LineRef::new(round, number)), None, Some(late.text.to_string()), when)
    };
    let late: Vec<_> = over.lines.iter().zip(1..).skip(line as usize).map(correction).collect();
    if !late.is_empty() {
        log.add_corrections(late);
    }
}
