//! Replays a log by the rules of its game: findings, and where judging stopped.

use super::{
    Elsewhere, Finding,
    head::{Head, impossible},
    reading::{self, Logged},
    rule_variants::{Found, RuleVariants},
    tally::{parse_tally, parts_at_fault},
};
use crate::{
    log::{Log, Place, Quoted, ReadError},
    table::{Act, ActOf, Ambiguous, Broken, Kind, Location, Refereed, Seat, or_list},
};

/// The typed referee: a log, its game as it stands, and what was found on the way.
pub(super) struct Replay<G: Refereed> {
    pub log: Log,
    pub head: Head<G>,
    /// Everything the log says, settled as far as it was judged.
    pub logged: Vec<Logged<G>>,
    pub game: G,
    pub findings: Vec<Finding>,
    pub steps: usize,
    /// Where an impossible step ended it.
    pub halted: Option<Place>,
}

impl<G: Refereed> Replay<G> {
    /// Parses a log whole, then judges it.
    pub fn of(log: Log) -> Result<Self, ReadError> {
        match reading::read::<G>(&log) {
            Ok((head, logged)) => Self::through(log, head, logged),
            Err(mut slips) => Err(slips.swap_remove(0)),
        }
    }

    fn through(log: Log, head: Head<G>, logged: Vec<Logged<G>>) -> Result<Self, ReadError> {
        let game = head.new_game();
        let mut replay = Self { log, head, logged, game, findings: Vec::new(), steps: 0, halted: None };
        replay.run()?;
        Ok(replay)
    }

    /// The same log, as far as the line at `place`, which is left out.
    pub fn before(&self, place: Place) -> Result<Self, ReadError> {
        let logged = self.logged.iter().filter(|logged| logged.place < place).cloned().collect();
        Self::through(self.log.clone(), self.head.clone(), logged)
    }

    fn run(&mut self) -> Result<(), ReadError> {
        let mut events = Vec::new();
        // How many acts were judged, and by their numbers what was found.
        let (mut judged, mut found) = (0, Vec::new());
        for index in 0..self.logged.len() {
            self.settle(index)?;
            let logged = &self.logged[index];
            let Some(act) = &logged.act else { continue };
            self.steps += usize::from(logged.step > 0);
            let here = Found::at(judged);
            judged += 1;
            if let Err(fault) = self.game.judge(act) {
                let impossible = impossible(&self.game, act, fault);
                if let (Act::Tally(tally), None) = (act, impossible) {
                    // Each player's part is judged by itself, as a line is.
                    let before = found.len();
                    for (seat, fault) in parts_at_fault(&self.game, tally, self.head.players()) {
                        let finding = self.finding_in_part(index, tally, seat, fault);
                        self.findings.push(finding);
                        found.push(here.in_part(seat));
                    }
                    if found.len() == before {
                        // The whole of it comes at the wrong time.
                        self.findings.push(self.finding(logged, act, fault));
                        found.push(here);
                    }
                } else if fault.kind() != Kind::Impossible && (impossible.is_none() || logged.overruled.is_empty()) {
                    // What the table let stand, and can't have happened, is one finding: that.
                    self.findings.push(self.finding(logged, act, fault));
                    found.push(here);
                }
                if let Some(fault) = impossible {
                    let mut finding = self.finding(logged, act, fault);
                    finding.verdict.elsewhere = self.elsewhere(&self.logged[..index], fault);
                    self.findings.push(finding);
                    found.push(here);
                    self.halted = Some(logged.place);
                    break;
                }
            }
            events.clear();
            self.game.apply(act, &mut events);
            for (nth, fault) in events.iter().filter_map(G::conviction) {
                let mut acts = self.logged.iter().filter_map(|logged| Some((logged, logged.act.as_ref()?)));
                if let Some((earlier, act)) = acts.nth(nth) {
                    self.findings.push(self.finding(earlier, act, fault));
                    found.push(Found::at(nth).proved_by(judged - 1));
                }
            }
        }
        let course = RuleVariants { head: &self.head, log: Some((&self.log, judged)), since: &[] };
        for (finding, rules) in self.findings.iter_mut().zip(course.deciding(&found)) {
            finding.verdict.rules = rules;
        }
        self.findings.sort_by_key(|finding| (finding.round, finding.line, finding.step));
        Ok(())
    }

    /// Settles what only the state knows of a step.
    fn settle(&mut self, index: usize) -> Result<(), ReadError> {
        let Logged { place, step: nth, act: Some(Act::Step { actor, step }), .. } = &mut self.logged[index] else {
            return Ok(());
        };
        match self.game.settle(*actor, step) {
            Ok(None) => Ok(()),
            Ok(Some(settled)) => {
                *step = settled;
                Ok(())
            }
            Err(Ambiguous { question, options }) => {
                let options: Vec<String> = options.iter().map(|step| format!("`{}`", self.head.write(step))).collect();
                let expected = format!("expected {}", or_list(&options));
                let line = self.log.line(*place);
                Err(match line.and_then(|line| Some((line, line.split.step(*nth)?))) {
                    Some((line, range)) => self.log.error_in(&line.text, range, question, expected),
                    None => self.log.error_at(0..0, question, expected),
                })
            }
        }
    }

    /// What was found against an act, as the game stands.
    fn finding(&self, logged: &Logged<G>, act: &ActOf<G>, fault: G::Fault) -> Finding {
        let verdict = self.head.verdict(&self.game, act, fault);
        let line = self.log.line(logged.place);
        let kind = match verdict.kind {
            Some(Kind::Impossible) => Kind::Impossible,
            _ if !logged.overruled.is_empty() => Kind::Overruled,
            kind => kind.unwrap_or(Kind::Illegal),
        };
        Finding {
            round: logged.place.round,
            line: logged.place.line,
            step: logged.step,
            actor: act.step().and_then(|(actor, _)| actor).map(|seat| self.head.name(seat)),
            text: self.text_of(logged),
            verdict,
            kind,
            reason: line.filter(|_| !logged.overruled.is_empty()).and_then(|line| line.reason()).map(str::to_owned),
        }
    }

    /// How many acts the log holds.
    pub fn acts(&self) -> usize {
        self.logged.iter().filter(|logged| logged.act.is_some()).count()
    }

    /// The log's acts, and what was done `since` its end.
    pub fn rule_variants<'a>(&'a self, since: &'a [ActOf<G>]) -> RuleVariants<'a, G> {
        RuleVariants { head: &self.head, log: Some((&self.log, self.acts())), since }
    }

    /// What was found against a player's part of a tally.
    fn finding_in_part(&self, index: usize, tally: &G::Tally, seat: Seat, fault: G::Fault) -> Finding {
        let logged = &self.logged[index];
        let texts = self.log.round(logged.place.round).and_then(|round| round.tally.as_deref()).unwrap_or_default();
        let texts: Vec<&str> = texts.iter().map(Quoted::as_str).collect();
        let reason = parse_tally::<G>(&texts, &self.head.header).ok().and_then(|(_, reasons)| reasons[seat.index()]);
        let mut verdict = self.head.verdict_on_part(&self.game, tally, seat, fault);
        if fault == G::not_counted(seat) {
            verdict.elsewhere.extend(self.left_there(&self.logged[..index], tally, seat));
        }
        Finding {
            round: logged.place.round,
            line: logged.place.line,
            step: 0,
            actor: Some(self.head.name(seat)),
            text: G::write_tally(tally, seat),
            kind: if reason.is_some() { Kind::Overruled } else { Kind::Illegal },
            verdict,
            reason: reason.map(str::to_owned),
        }
    }

    /// The line among `part` after which something lay before a player that a tally leaves out.
    pub fn left_there(&self, part: &[Logged<G>], tally: &G::Tally, seat: Seat) -> Option<Elsewhere> {
        let (mut game, mut line) = (self.head.new_game(), None);
        for logged in part {
            logged.redo(&mut game)?;
            let lies = game.uncounted(tally, seat).next().is_some();
            line = if lies { line.or(Some(logged)) } else { None };
        }
        let place = line?.place;
        self.log.line(place).map(|line| Elsewhere { place, text: line.text.to_string() })
    }

    /// What the log says, as it is written there.
    pub fn text_of(&self, logged: &Logged<G>) -> String {
        let in_line = self.log.line(logged.place).and_then(|line| line.step(logged.step)).map(str::to_owned);
        in_line.or_else(|| Some(self.head.write_act(logged.act.as_ref()?))).unwrap_or_default()
    }

    /// The lines among `part` that put the missing thing of a fault where it lies.
    pub fn elsewhere(&self, part: &[Logged<G>], fault: G::Fault) -> Vec<Elsewhere> {
        let Some(thing) = G::missing(fault) else { return Vec::new() };
        // Where each copy lies, and what put it there.
        let mut lies: Vec<(Location, &Logged<G>)> = Vec::new();
        let mut game = self.head.new_game();
        for logged in part {
            if logged.redo(&mut game).is_none() {
                break;
            }
            let mut now = game.locations(thing);
            lies.retain(|(place, _)| match now.iter().position(|n| n == place) {
                Some(at) => {
                    now.swap_remove(at);
                    true
                }
                None => false,
            });
            lies.extend(now.into_iter().map(|place| (place, logged)));
        }
        let elsewhere = |(_, logged): (Location, &Logged<G>)| {
            let (actor, step) = logged.act.as_ref()?.step()?;
            Some(Elsewhere { place: logged.place, text: G::past(actor, step, thing, &self.head.header) })
        };
        lies.into_iter().filter_map(elsewhere).collect()
    }
}
