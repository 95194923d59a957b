//! Replays a log by the rules of its game, which gives the findings and the line where judging stopped.

use super::{
    Finding, MovedBy, Verdict,
    context::{LogContext, impossible_fault},
    log_act::LogAct,
    parse_log::{self, LoggedAct},
    position::POSITION_STATED,
    rule_alternatives::{FaultAt, RuleAlternatives},
    tally::{CountingMode, parse_tally, parts_at_fault},
};
use crate::{
    log::{LineRef, Log, LogParseError, LogString},
    table::{Act, AmbiguousStep, CompleteGame, FindingKind, GameFault, GamePosition as _, Location, Seat, TallyOf, or_list},
};

pub(super) struct Replay<G: CompleteGame> {
    pub log: Log,
    pub head: LogContext<G>,
    /// All entries of the log: acts, positions, adjustments and notes. Steps are resolved as far as they were judged.
    pub logged: Vec<LoggedAct<G>>,
    pub game: G,
    pub findings: Vec<Finding>,
    pub steps: usize,
    /// The impossible step at which judging stopped.
    pub halted: Option<LineRef>,
}

impl<G: CompleteGame> Replay<G> {
    /// Parses a log as a whole, then judges its acts.
    pub(super) fn of(log: Log) -> Result<Self, LogParseError> {
        const { assert!(size_of::<Result<(), G::Fault>>() <= size_of::<u64>(), "a verdict fits into a register") }
        match parse_log::parse_log::<G>(&log) {
            Ok((head, logged)) => Self::from_logged(log, head, logged),
            Err(mut errors) => Err(errors.swap_remove(0)),
        }
    }

    fn from_logged(log: Log, head: LogContext<G>, logged: Vec<LoggedAct<G>>) -> Result<Self, LogParseError> {
        let game = head.new_game();
        let mut replay = Self { log, head, logged, game, findings: Vec::new(), steps: 0, halted: None };
        replay.run()?;
        Ok(replay)
    }

    /// Replays the log up to the line before `line_ref`.
    pub(super) fn before(&self, line_ref: LineRef) -> Result<Self, LogParseError> {
        let logged = self.logged.iter().filter(|logged| logged.line_ref < line_ref).cloned().collect();
        Self::from_logged(self.log.clone(), self.head.clone(), logged)
    }

    fn run(&mut self) -> Result<(), LogParseError> {
        let mut events = Vec::new();
        // The number of acts judged so far, and the fault of each finding.
        let (mut judged_count, mut faults) = (0, Vec::new());
        for index in 0..self.logged.len() {
            self.resolve_step(index)?;
            let logged = &self.logged[index];
            let Some(act) = &logged.act else { continue };
            self.steps += usize::from(logged.step > 0);
            let fault_at = FaultAt::at(judged_count);
            judged_count += 1;
            events.clear();
            let act = match act {
                LogAct::Act(act) => act,
                LogAct::Position(position) => {
                    let untimely = self.head.verdict_on_untimely_position(&self.game);
                    let new_game = position.to_game(&self.game, self.head.players(), &mut events);
                    let impossible = new_game.as_ref().err().map(|error| self.head.verdict_on_position(error.clone()));
                    for verdict in untimely.into_iter().chain(impossible) {
                        self.findings.push(self.finding(logged, verdict));
                        faults.push(fault_at);
                    }
                    let Ok(game) = new_game else {
                        self.halted = Some(logged.line_ref);
                        break;
                    };
                    self.game = game;
                    continue;
                }
                LogAct::Adjustment(adjustment) => {
                    if let Some(verdict) = self.head.verdict_on_untimely_adjustment(&self.game) {
                        self.findings.push(self.finding(logged, verdict));
                        faults.push(fault_at);
                    }
                    self.game.adjust(adjustment, &mut events);
                    continue;
                }
            };
            if let Err(fault) = self.game.judge(act) {
                let impossible = impossible_fault(&self.game, act, fault);
                if let (Act::Tally(tally), None) = (act, impossible) {
                    // Each player's part is judged separately, like a line.
                    let fault_count = faults.len();
                    for (seat, fault) in parts_at_fault(&self.game, tally, self.head.players()) {
                        let finding = self.finding_in_part(index, tally, seat, fault);
                        self.findings.push(finding);
                        faults.push(FaultAt { part: Some(seat), ..fault_at });
                    }
                    if faults.len() == fault_count {
                        // The tally as a whole comes at the wrong time.
                        self.findings.push(self.finding(logged, self.head.verdict(&self.game, act, fault)));
                        faults.push(fault_at);
                    }
                } else if fault.kind() != FindingKind::Impossible && (impossible.is_none() || logged.overruled.is_empty()) {
                    // An overruled step that is impossible gives only the finding that it is impossible.
                    self.findings.push(self.finding(logged, self.head.verdict(&self.game, act, fault)));
                    faults.push(fault_at);
                }
                if let Some(fault) = impossible {
                    let moved_by = self.lines_that_moved(&self.logged[..index], fault);
                    let verdict = Verdict { moved_by, ..self.head.verdict(&self.game, act, fault) };
                    self.findings.push(self.finding(logged, verdict));
                    faults.push(fault_at);
                    self.halted = Some(logged.line_ref);
                    break;
                }
            }
            self.game.apply(act, &mut events);
            for (nth, fault) in events.iter().filter_map(G::conviction) {
                let mut acts = self.logged.iter().filter_map(|logged| Some((logged, logged.act.as_ref()?)));
                if let Some((earlier, LogAct::Act(act))) = acts.nth(nth) {
                    self.findings.push(self.finding(earlier, self.head.verdict(&self.game, act, fault)));
                    faults.push(FaultAt { act: nth, part: None, proof: judged_count - 1 });
                }
            }
        }
        let alternatives = RuleAlternatives { head: &self.head, logged: &self.logged, unlogged_acts: &[] };
        for (finding, rules) in self.findings.iter_mut().zip(alternatives.deciding_rules(&faults)) {
            finding.verdict.rules = rules;
        }
        self.findings.sort_by_key(|finding| (finding.round, finding.line, finding.step));
        Ok(())
    }

    fn resolve_step(&mut self, index: usize) -> Result<(), LogParseError> {
        let LoggedAct { line_ref, step: step_number, act: Some(LogAct::Act(Act::Step { actor, step })), .. } =
            &mut self.logged[index]
        else {
            return Ok(());
        };
        match self.game.resolve(*actor, step) {
            Ok(None) => Ok(()),
            Ok(Some(resolved)) => {
                *step = resolved;
                Ok(())
            }
            Err(AmbiguousStep { question, options }) => {
                let options: Vec<String> = options.iter().map(|step| format!("`{}`", self.head.write(step))).collect();
                let expected = format!("expected {}", or_list(&options));
                let line = self.log.line(*line_ref);
                Err(match line.and_then(|line| Some((line, line.split.step(*step_number)?))) {
                    Some((line, range)) => self.log.error_in(&line.text, range, question, expected),
                    None => self.log.error_at(0..0, question, expected),
                })
            }
        }
    }

    fn finding(&self, logged: &LoggedAct<G>, verdict: Verdict) -> Finding {
        let line = self.log.line(logged.line_ref);
        let kind = match verdict.kind {
            Some(FindingKind::Impossible) => FindingKind::Impossible,
            _ if !logged.overruled.is_empty() => FindingKind::Overruled,
            kind => kind.unwrap_or(FindingKind::Illegal),
        };
        Finding {
            round: logged.line_ref.round,
            line: logged.line_ref.line,
            step: logged.step,
            actor: logged.act.as_ref().and_then(LogAct::step).and_then(|(actor, _)| actor).map(|seat| self.head.name(seat)),
            text: self.text_of(logged),
            verdict,
            kind,
            reason: line.filter(|_| !logged.overruled.is_empty()).and_then(|line| line.reason()).map(str::to_owned),
        }
    }

    pub(super) fn act_count(&self) -> usize {
        self.logged.iter().filter(|logged| logged.act.is_some()).count()
    }

    /// The acts of the log, followed by acts that are not in the log, for replays under other table rules.
    pub(super) fn rule_alternatives<'a>(&'a self, unlogged_acts: &'a [LogAct<G>]) -> RuleAlternatives<'a, G> {
        RuleAlternatives { head: &self.head, logged: &self.logged, unlogged_acts }
    }

    pub(super) fn counting_mode(&self, round: u32) -> CountingMode {
        CountingMode::in_round(&self.log, self.head.players(), round)
    }

    fn finding_in_part(&self, index: usize, tally: &TallyOf<G>, seat: Seat, fault: G::Fault) -> Finding {
        let logged = &self.logged[index];
        let texts = self.log.round(logged.line_ref.round).and_then(|round| round.tally.as_deref()).unwrap_or_default();
        let texts: Vec<&str> = texts.iter().map(LogString::as_str).collect();
        let reason = parse_tally::<G>(&texts, &self.head.context, &self.counting_mode(logged.line_ref.round));
        let reason = reason.ok().and_then(|(_, reasons)| reasons[seat.index()]);
        let mut verdict = self.head.verdict_on_part(&self.game, tally, seat, fault);
        if fault == G::uncounted_fault(seat) {
            verdict.moved_by.extend(self.line_that_left(&self.logged[..index], tally, seat));
        }
        Finding {
            round: logged.line_ref.round,
            line: logged.line_ref.line,
            step: 0,
            actor: Some(self.head.name(seat)),
            text: G::write_tally(tally, seat),
            kind: if reason.is_some() { FindingKind::Overruled } else { FindingKind::Illegal },
            verdict,
            reason: reason.map(str::to_owned),
        }
    }

    /// The line among `logged_acts` that left cards in front of a player that are not in the tally.
    pub(super) fn line_that_left(&self, logged_acts: &[LoggedAct<G>], tally: &TallyOf<G>, seat: Seat) -> Option<MovedBy> {
        let (mut game, mut cause) = (self.head.new_game(), None);
        for logged in logged_acts {
            logged.redo(&mut game, self.head.players())?;
            let is_left = game.uncounted(tally, seat).next().is_some();
            cause = if is_left { cause.or(Some(logged)) } else { None };
        }
        let line_ref = cause?.line_ref;
        self.log.line(line_ref).map(|line| MovedBy { place: line_ref, text: line.text.to_string() })
    }

    pub(super) fn text_of(&self, logged: &LoggedAct<G>) -> String {
        let text_in_line = self.log.line(logged.line_ref).and_then(|line| line.step(logged.step)).map(str::to_owned);
        text_in_line.or_else(|| Some(self.head.write_logged(logged.act.as_ref()?))).unwrap_or_default()
    }

    /// The lines among `logged_acts` that put the card of a fault at its present location.
    pub(super) fn lines_that_moved(&self, logged_acts: &[LoggedAct<G>], fault: G::Fault) -> Vec<MovedBy> {
        let Some(card) = G::missing_thing(fault) else { return Vec::new() };
        // The location of each copy of the card, and the line that put it there.
        let mut locations: Vec<(Location, &LoggedAct<G>)> = Vec::new();
        let mut game = self.head.new_game();
        for logged in logged_acts {
            if logged.redo(&mut game, self.head.players()).is_none() {
                break;
            }
            let mut current = game.locations(card);
            locations.retain(|(location, _)| match current.iter().position(|other| other == location) {
                Some(at) => {
                    current.swap_remove(at);
                    true
                }
                None => false,
            });
            locations.extend(current.into_iter().map(|location| (location, logged)));
        }
        let to_moved_by = |(_, logged): (Location, &LoggedAct<G>)| {
            let text = match logged.act.as_ref()? {
                LogAct::Act(Act::Step { actor, step }) => G::describe_move(*actor, step, card, &self.head.context),
                LogAct::Position(_) => POSITION_STATED.to_owned(),
                LogAct::Act(_) | LogAct::Adjustment(_) => return None,
            };
            Some(MovedBy { place: logged.line_ref, text })
        };
        // Name a line only once, even if it moved two copies.
        let mut lines: Vec<MovedBy> = locations.into_iter().filter_map(to_moved_by).collect();
        lines.dedup();
        lines
    }
}
