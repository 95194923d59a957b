//! A log played through by the rules of its game: what was fine, what was found, and where it stopped.

use super::{
    Elsewhere, Finding, Verdict,
    reading::{self, Entry, Head, Said},
};
use crate::{
    log::{Log, Place, ReadError},
    table::{Act, ActOf, Broken, Game, Header, Kind, RuleInForce, RuleValues, Seat, Telling},
};

/// How many alternatives a verdict offers.
const ALTERNATIVES: usize = 3;

/// The typed referee: a log, its game as it stands, and what was found on the way.
#[derive(Clone)]
pub(super) struct Replay<G: Game> {
    pub log: Log,
    pub header: Header<G::Setup>,
    pub rules: RuleValues,
    pub base: RuleValues,
    /// Everything the log says, settled as far as it was judged.
    pub entries: Vec<Entry<G>>,
    pub game: G,
    pub findings: Vec<Finding>,
    pub steps: usize,
    /// An impossible step ended it.
    pub halted: bool,
}

/// What one step looked like when it was done.
pub(super) struct Moment<'a, G: Game, T> {
    /// Which entry of the log.
    pub index: usize,
    pub entry: &'a Entry<G>,
    /// What was to be seen of it in the game before.
    pub before: T,
    /// The game after it.
    pub after: &'a G,
    pub events: &'a [G::Event],
}

impl<G: Game> Replay<G> {
    /// Reads a log whole, then judges it.
    pub fn of(log: Log) -> Result<Self, ReadError> {
        let Head { header, rules, base } = reading::head::<G>(&log)?;
        let entries = reading::entries::<G>(&log, &header)?;
        Self::through(log, header, rules, base, entries)
    }

    fn through(
        log: Log,
        header: Header<G::Setup>,
        rules: RuleValues,
        base: RuleValues,
        entries: Vec<Entry<G>>,
    ) -> Result<Self, ReadError> {
        let game = G::new(header.players.count(), &header.setup);
        let mut replay = Self { log, header, rules, base, entries, game, findings: Vec::new(), steps: 0, halted: false };
        replay.run()?;
        Ok(replay)
    }

    /// The same log, as far as the line at `place`, which is left out.
    pub fn before(&self, place: Place) -> Result<Self, ReadError> {
        let entries = self.entries.iter().filter(|entry| entry.place < place).cloned().collect();
        Self::through(self.log.clone(), self.header.clone(), self.rules, self.base, entries)
    }

    fn run(&mut self) -> Result<(), ReadError> {
        let mut convicted = Vec::new();
        for index in 0..self.entries.len() {
            self.settle(index)?;
            let entry = &self.entries[index];
            let Said::Act(act) = &entry.said else { continue };
            self.steps += usize::from(entry.step > 0);
            if let Err(fault) = self.game.judge(act) {
                let impossible = if fault.kind() == Kind::Impossible { Some(fault) } else { self.game.possible(act).err() };
                if fault.kind() != Kind::Impossible {
                    let finding = self.finding(index, self.verdict(index, act, fault));
                    self.findings.push(finding);
                }
                if let Some(fault) = impossible {
                    let mut verdict = self.verdict(index, act, fault);
                    verdict.elsewhere = self.elsewhere(index, fault);
                    self.findings.push(self.finding(index, verdict));
                    self.halted = true;
                    break;
                }
            }
            self.game.apply(act, &mut |event| convicted.extend(G::conviction(&event)));
            for (nth, fault) in convicted.drain(..) {
                let mut acts = self.entries.iter().enumerate().filter(|(_, entry)| matches!(entry.said, Said::Act(_)));
                if let Some((earlier, entry)) = acts.nth(nth)
                    && let Said::Act(act) = &entry.said
                {
                    let finding = self.finding(earlier, self.verdict(earlier, act, fault));
                    self.findings.push(finding);
                }
            }
        }
        self.findings.sort_by_key(|finding| (finding.round, finding.line, finding.step));
        Ok(())
    }

    /// Settles what only the state can tell of a step.
    fn settle(&mut self, index: usize) -> Result<(), ReadError> {
        let entry = &mut self.entries[index];
        let Said::Act(Act::Step { actor, step }) = &mut entry.said else { return Ok(()) };
        match self.game.settle(*actor, step) {
            Ok(None) => Ok(()),
            Ok(Some(settled)) => {
                *step = settled;
                Ok(())
            }
            Err(unclear) => {
                let options: Vec<String> =
                    unclear.options.iter().map(|step| format!("`{}`", G::write(step, &self.header.players))).collect();
                let (place, nth) = (entry.place, entry.step);
                let line = self.log.line(place);
                let range = line.and_then(|line| line.split.step(nth));
                let expected = format!("expected {}", crate::table::or_list(&options));
                Err(match line.zip(range) {
                    Some((line, range)) => self.log.error_in(&line.text, range, unclear.question, expected),
                    None => self.log.error_at(0..0, unclear.question, expected),
                })
            }
        }
    }

    /// The verdict on an act that is about to be done, as the game stands.
    pub fn verdict(&self, _index: usize, act: &ActOf<G>, fault: G::Fault) -> Verdict {
        verdict_on(&self.game, act, fault, &self.header, &self.rules)
    }

    fn finding(&self, index: usize, verdict: Verdict) -> Finding {
        let entry = &self.entries[index];
        let actor = match &entry.said {
            Said::Act(Act::Step { actor, .. }) => actor.map(|seat| self.header.players.name(seat).to_owned()),
            _ => None,
        };
        let line = self.log.line(entry.place);
        let kind = match verdict.kind {
            Some(Kind::Impossible) => Kind::Impossible,
            _ if entry.overruled => Kind::Overruled,
            kind => kind.unwrap_or(Kind::Illegal),
        };
        Finding {
            round: entry.place.round,
            line: entry.place.line,
            step: entry.step,
            actor,
            text: self.text_of(index),
            verdict,
            kind,
            reason: line.filter(|_| entry.overruled).and_then(|line| line.reason()).map(str::to_owned),
        }
    }

    /// What the log says at an entry, as it is written there.
    pub fn text_of(&self, index: usize) -> String {
        let entry = &self.entries[index];
        let in_line = self.log.line(entry.place).and_then(|line| line.step(entry.step));
        match (in_line, &entry.said) {
            (Some(step), _) => step.to_owned(),
            (None, Said::Act(act)) => self.written(act),
            (None, Said::Note) => String::new(),
        }
    }

    /// An act in canonical notation.
    pub fn written(&self, act: &ActOf<G>) -> String {
        let players = &self.header.players;
        match act {
            Act::Round { first } => format!("first = {}", players.name(*first)),
            Act::Step { step, .. } => G::write(step, players),
            Act::Tally(tally) => players
                .seats()
                .map(|seat| format!("{}: {}", players.name(seat), G::write_tally(tally, seat)))
                .collect::<Vec<_>>()
                .join(", "),
        }
    }

    /// Plays the log again from its start, as far as it was judged, and shows each step, with what `ahead` saw of the game
    /// before it.
    pub fn retrace<T>(&self, ahead: impl Fn(&Entry<G>, &G) -> T, mut see: impl FnMut(Moment<'_, G, T>)) {
        let mut game = G::new(self.header.players.count(), &self.header.setup);
        for (index, entry) in self.entries.iter().enumerate() {
            let before = ahead(entry, &game);
            let mut events = Vec::new();
            if let Said::Act(act) = &entry.said {
                if game.possible(act).is_err() {
                    return;
                }
                game.apply(act, &mut |event| events.push(event));
            }
            see(Moment { index, entry, before, after: &game, events: &events });
        }
    }

    /// The lines, before the entry at `upto`, that put the missing thing of a fault where it lies.
    pub fn elsewhere(&self, upto: usize, fault: G::Fault) -> Vec<Elsewhere> {
        let Some(thing) = G::missing(fault) else { return Vec::new() };
        let mut lies: Vec<(String, usize)> = Vec::new();
        let unseen = |_: &Entry<G>, _: &G| ();
        self.retrace(unseen, |moment| {
            if moment.index < upto {
                let mut now = moment.after.whereabouts(thing, &self.header);
                lies.retain(|(place, _)| match now.iter().position(|n| n == place) {
                    Some(at) => {
                        now.swap_remove(at);
                        true
                    }
                    None => false,
                });
                lies.extend(now.into_iter().map(|place| (place, moment.index)));
            }
        });
        let told = |index: usize| {
            let entry = self.entries.get(index)?;
            let Said::Act(Act::Step { actor, step }) = &entry.said else { return None };
            Some(Elsewhere { place: entry.place, text: G::past(*actor, step, thing, &self.header) })
        };
        lies.into_iter().filter_map(|(_, index)| told(index)).collect()
    }

    /// What followed from a step, told.
    pub fn tellings<T>(&self, moment: &Moment<'_, G, T>) -> Vec<Telling> {
        moment.events.iter().flat_map(|event| moment.after.tellings(event, &self.header)).collect()
    }
}

/// The verdict on an act that is about to be done.
pub(super) fn verdict_on<G: Game>(
    game: &G,
    act: &ActOf<G>,
    fault: G::Fault,
    header: &Header<G::Setup>,
    rules: &RuleValues,
) -> Verdict {
    let book = G::book();
    let clause = fault.clause();
    Verdict {
        kind: Some(fault.kind()),
        clause: Some(clause.to_string()),
        clause_text: book.clause(clause),
        message: game.words(act, fault, header),
        rule: fault.rule().and_then(|key| Some(RuleInForce { key, value: rules.value(book, key)?.to_string() })),
        // What could be done instead of a revoke lies in the past.
        alternatives: if fault.kind() == Kind::Revoke { Vec::new() } else { alternatives(game, act, header) },
        elsewhere: Vec::new(),
    }
}

/// Up to three legal steps near the one that was tried. Another player's are offered only where there are few: a due draw.
fn alternatives<G: Game>(game: &G, act: &ActOf<G>, header: &Header<G::Setup>) -> Vec<String> {
    let Act::Step { actor: Some(actor), step: tried } = act else { return Vec::new() };
    let legal = game.legal_steps();
    let own: Vec<&(Seat, G::Step)> = legal.iter().filter(|(seat, _)| seat == actor).collect();
    if own.is_empty() {
        if legal.len() > ALTERNATIVES {
            return Vec::new();
        }
        return legal
            .iter()
            .map(|(seat, step)| format!("{}: {}", header.players.name(*seat), G::write(step, &header.players)))
            .collect();
    }
    let mut near: Vec<(u32, &G::Step)> = own.iter().filter_map(|(_, step)| Some((G::distance(tried, step)?, step))).collect();
    near.sort_by_key(|(distance, _)| *distance);
    near.iter().take(ALTERNATIVES).map(|(_, step)| G::write(step, &header.players)).collect()
}
