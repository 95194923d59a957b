//! Recording: lines typed at the table are judged one step after another, and appended to the log.

use super::{
    Entered, Finding, Recorded, Refusal,
    reading::{self, is_note},
    replay::{Replay, verdict_on},
    typed::{Typed, change_failed, is_laid_out, misread, parts},
};
use crate::{
    log::{Log, Place},
    table::{Act, ActOf, Broken, Game, Kind, Progress, Seat},
};
use std::collections::HashSet;

impl<G: Game> Replay<G> {
    /// Judges lines and appends them, all or none.
    pub(super) fn recorded(&self, lines: &[&str], first: Option<&str>) -> Result<Recorded, Refusal> {
        let mut desk = self.desk()?;
        desk.first = first;
        for (nth, line) in lines.iter().enumerate() {
            desk.take(nth, line)?;
        }
        Ok(desk.finish())
    }

    /// A desk on which the log goes on from here.
    pub(super) fn desk(&self) -> Result<Desk<'_, G>, Refusal> {
        if let (true, Some(last)) = (self.halted, self.findings.iter().find(|finding| finding.kind == Kind::Impossible)) {
            return Err(Refusal::Cannot(format!(
                "line {} cannot have happened (`{}`), so nothing can follow it; mend it first with `amend`",
                last.place(),
                last.text
            )));
        }
        Ok(Desk {
            replay: self,
            game: self.game.clone(),
            log: self.log.clone(),
            first: None,
            entered: Vec::new(),
            events: Vec::new(),
            taken: Vec::new(),
            named: false,
        })
    }
}

/// The log and the game while lines are added; nothing of it counts before all are judged.
pub(super) struct Desk<'a, G: Game> {
    replay: &'a Replay<G>,
    game: G,
    log: Log,
    /// Who the table chose as `first` of the next round.
    pub first: Option<&'a str>,
    entered: Vec<Entered>,
    events: Vec<G::Event>,
    /// The steps of the line that is being taken, canonical, as far as they were entered.
    taken: Vec<(Option<Seat>, String)>,
    /// Whether that line names its actor.
    named: bool,
}

impl<G: Game> Desk<'_, G> {
    /// Takes one line.
    fn take(&mut self, nth: usize, line: &str) -> Result<(), Refusal> {
        let parts = parts(line)?;
        let only_notes = parts.steps.iter().all(|part| is_note(&line[part.range.clone()]));
        if !only_notes {
            self.begin_round_if_due(nth)?;
        } else if self.log.rounds().is_empty() {
            return Err(Refusal::Cannot("no round has begun that a note could stand in".to_owned()));
        }
        let actor = self.replay.actor_of(line, &parts)?;
        self.named = actor.is_some();
        let reason = parts.reason.clone().map(|range| &line[range]);
        // What the line adds, line by line of the log: one for each actor whose steps follow one another.
        self.taken.clear();
        let mut open: Option<Option<Seat>> = None;
        for part in &parts.steps {
            let before = self.taken.last().and_then(|(who, _)| *who);
            let typed = self.replay.understand(&self.game, line, &part.range, actor, before)?;
            let last = typed.len().saturating_sub(1);
            for (nth_of_part, typed) in typed.into_iter().enumerate() {
                match typed {
                    Typed::Note(text) => {
                        let joins = open == Some(actor);
                        self.write(actor, &text, joins)?;
                        self.entered.push(Entered {
                            place: self.log.end(),
                            actor: actor.map(|seat| self.name(seat)),
                            read_back: text.clone(),
                            step: text,
                            tellings: Vec::new(),
                            overruled: None,
                        });
                    }
                    Typed::Step(who, step) => {
                        // A turn is one line, and so is what the table lays out step by step.
                        let goes_on = if who.is_some() { self.game.in_turn() == who } else { is_laid_out::<G>(&step) };
                        let joins = open == Some(who) || (goes_on && self.may_join(who));
                        let reasoned = part.reasoned && nth_of_part == last;
                        self.enter(nth, who, step, reason.filter(|_| reasoned), joins)?;
                        open = Some(who);
                    }
                }
            }
        }
        Ok(())
    }

    fn name(&self, seat: Seat) -> String {
        self.replay.header.players.name(seat).to_owned()
    }

    /// Begins the next round where the last one is over.
    fn begin_round_if_due(&mut self, nth: usize) -> Result<(), Refusal> {
        let (Progress::Ready(seats) | Progress::RoundOver(seats)) = self.game.progress() else { return Ok(()) };
        let players = &self.replay.header.players;
        let first = match (self.first, seats.single()) {
            (Some(name), _) => players.find_by_prefix(name).map_err(|unknown| Refusal::Cannot(unknown.to_string()))?,
            (None, Some(seat)) => seat,
            (None, None) => {
                let book = G::book();
                return Err(Refusal::ChooseFirst {
                    question: format!("Who {} in this {}?", book.first, book.round),
                    players: seats.iter().map(|seat| self.name(seat)).collect(),
                });
            }
        };
        let act = Act::Round { first };
        if let Err(fault) = self.game.judge(&act) {
            let verdict = verdict_on(&self.game, &act, fault, &self.replay.header, &self.replay.rules);
            let step = self.replay.written(&act);
            return Err(Refusal::Foul { nth, actor: None, line: step.clone(), step, verdict: Box::new(verdict) });
        }
        self.log = self.log.begin_round(players.name(first)).map_err(|error| change_failed(&error))?;
        self.do_act(&act);
        self.first = None;
        Ok(())
    }

    fn do_act(&mut self, act: &ActOf<G>) -> Vec<G::Event> {
        let before = self.events.len();
        self.game.apply(act, &mut |event| self.events.push(event));
        self.events[before..].to_vec()
    }

    /// Whether what `who` does next can stand on the log's last line. Not after an undo: a line of its own tells redo that
    /// something was recorded since.
    fn may_join(&self, who: Option<Seat>) -> bool {
        if self.log.can_bring_back() {
            return false;
        }
        let Some(line) = self.log.line(self.log.end()) else { return false };
        let same = line.actor().map(|name| self.replay.header.players.find(name).ok()) == who.map(Some);
        same && line.reason().is_none() && !line.steps().any(is_note)
    }

    /// Judges a step, does it, and writes it.
    fn enter(&mut self, nth: usize, who: Option<Seat>, step: G::Step, reason: Option<&str>, joins: bool) -> Result<(), Refusal> {
        let replay = self.replay;
        let written = G::write(&step, &replay.header.players);
        let act = Act::Step { actor: who, step };
        let mut overruled = None;
        if let Err(fault) = self.game.judge(&act) {
            // Turn and phase are judged first; but what cannot have happened can't be let stand either.
            let impossible = if fault.kind() == Kind::Impossible { Some(fault) } else { self.game.possible(&act).err() };
            let fault = impossible.filter(|_| reason.is_some()).unwrap_or(fault);
            let mut verdict = verdict_on(&self.game, &act, fault, &replay.header, &replay.rules);
            if fault.kind() == Kind::Impossible {
                verdict.elsewhere = self.elsewhere(fault);
            }
            if impossible.is_some() || reason.is_none() {
                let actor = who.map(|seat| self.name(seat));
                let earlier = self.taken.iter().map(|(_, step)| step.as_str());
                let steps = earlier.chain([written.as_str()]).collect::<Vec<_>>().join("; ");
                // A line on which several act names nobody: it was understood so, and will be again. Where no player may
                // act, who it was may have been guessed unless somebody was named: it is asked before such a step is let stand.
                let alone = self.taken.iter().all(|(actor, _)| *actor == who);
                let sure = self.named || !self.game.open().seats().is_empty();
                let line =
                    actor.as_ref().filter(|_| alone && sure).map_or_else(|| steps.clone(), |name| format!("{name}: {steps}"));
                return Err(Refusal::Foul { nth, actor, step: written, line, verdict: Box::new(verdict) });
            }
            self.refuse_after_tally()?;
            overruled = Some(verdict);
        }
        self.taken.push((who, written.clone()));
        let events = self.do_act(&act);
        let tellings = events.iter().flat_map(|event| self.game.tellings(event, &replay.header)).collect();
        let Act::Step { step, .. } = &act else { return Ok(()) };
        let read_back = self.game.read_back(who, step, &replay.header);
        let text = match reason {
            Some(reason) => format!("{written} ! {reason}"),
            None => written.clone(),
        };
        self.write(who, &text, joins)?;
        let place = self.log.end();
        self.entered.push(Entered {
            place,
            actor: who.map(|seat| self.name(seat)),
            step: written,
            read_back,
            tellings,
            overruled,
        });
        Ok(())
    }

    /// A tally is judged after the lines of its round, so a step that is let stand after it can't be written there.
    fn refuse_after_tally(&self) -> Result<(), Refusal> {
        let round = self.log.end().round;
        if self.log.round(round).is_none_or(|round| round.tally.is_none()) {
            return Ok(());
        }
        let word = G::book().round;
        Err(Refusal::Cannot(format!(
            "{word} {round} ends in a tally, and no step follows it; take it out with `amend FILE -{round}.tally` first"
        )))
    }

    /// Writes a step on the last line of the log, or on a line of its own.
    fn write(&mut self, who: Option<Seat>, text: &str, joins: bool) -> Result<(), Refusal> {
        let end = self.log.end();
        let joined = self.log.line(end).filter(|_| joins).map(|line| format!("{}; {text}", &*line.text));
        let changed = if let Some(line) = joined {
            self.log.replace_line(end, &line)
        } else {
            let line = who.map_or_else(|| text.to_owned(), |seat| format!("{}: {text}", self.name(seat)));
            self.log.add_line(end.round, &line)
        };
        self.log = changed.map_err(|error| change_failed(&error))?;
        Ok(())
    }

    /// Where a card lies that a typed step can't have used: in the log, or in what was typed before it.
    fn elsewhere(&self, fault: G::Fault) -> Vec<super::Elsewhere> {
        match Replay::<G>::of(self.log.clone()) {
            Ok(replay) => replay.elsewhere(usize::MAX, fault),
            Err(_) => Vec::new(),
        }
    }

    /// A tally after the game's end would need a round of its own, and that breaks TB-7.
    fn after_the_game(&self, texts: &[&str]) -> Result<(), Refusal> {
        let act = Act::Round { first: Seat::new(0) };
        self.game.judge(&act).map_err(|fault| {
            let verdict = verdict_on(&self.game, &act, fault, &self.replay.header, &self.replay.rules);
            let line = texts.join(", ");
            Refusal::Foul { nth: 0, actor: None, step: line.clone(), line, verdict: Box::new(verdict) }
        })
    }

    /// Ends the round with a tally.
    pub fn count(&mut self, texts: &[&str]) -> Result<(), Refusal> {
        if self.game.progress() == Progress::GameOver {
            return self.after_the_game(texts);
        }
        self.begin_round_if_due(0)?;
        let replay = self.replay;
        let tally = reading::tally::<G>(texts, &replay.header)
            .map_err(|(nth, unreadable)| misread(texts.get(nth).copied().unwrap_or_default(), unreadable))?;
        let lines: Vec<String> = replay
            .header
            .players
            .seats()
            .map(|seat| format!("{}: {}", self.name(seat), G::write_tally(&tally, seat)).trim_end().to_owned())
            .collect();
        let act = Act::Tally(tally);
        if let Err(fault) = self.game.judge(&act) {
            let verdict = verdict_on(&self.game, &act, fault, &replay.header, &replay.rules);
            let step = replay.written(&act);
            return Err(Refusal::Foul { nth: 0, actor: None, line: lines.join(", "), step, verdict: Box::new(verdict) });
        }
        let events = self.do_act(&act);
        let round = self.log.end().round;
        self.log = self.log.set_tally(round, &lines).map_err(|error| change_failed(&error))?;
        self.entered.push(Entered {
            place: Place::new(round, self.log.end().line + 1),
            actor: None,
            step: lines.join(", "),
            read_back: "counted on the table".to_owned(),
            tellings: events.iter().flat_map(|event| self.game.tellings(event, &replay.header)).collect(),
            overruled: None,
        });
        Ok(())
    }

    /// What was recorded, and what it proved of earlier steps.
    pub fn finish(self) -> Recorded {
        let convicts = self.events.iter().any(|event| G::conviction(event).is_some());
        let id = |finding: &Finding| (finding.place(), finding.step, finding.verdict.kind);
        let known: HashSet<_> = self.replay.findings.iter().map(id).collect();
        let is_new = |finding: &Finding| finding.verdict.kind == Some(Kind::Revoke) && !known.contains(&id(finding));
        let proved = if convicts { Replay::<G>::of(self.log.clone()).map(|replay| replay.findings) } else { Ok(Vec::new()) };
        let proved = proved.unwrap_or_default().into_iter().filter(is_new).collect();
        Recorded { log: self.log, entered: self.entered, proved }
    }
}
