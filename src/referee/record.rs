//! Recording: lines typed at the table are judged one step after another, and appended to the log; so is a tally.

use super::{
    Entered, Finding, Recorded, Refusal, Verdict,
    otherwise::Otherwise,
    reading::is_note,
    replay::{Replay, impossible},
    tally::{COUNTED, typed_tally},
    typed::{Typed, Walk, is_laid_out},
};
use crate::{
    log::{Ending, Place, split},
    table::{Act, ActOf, Broken, Consequence, Kind, Players, Progress, Refereed, Seat},
};
use std::collections::HashSet;

impl<G: Refereed> Replay<G> {
    /// Judges lines and appends them, all or none.
    pub(super) fn recorded(&self, lines: &[&str], first: Option<&str>) -> Result<Recorded, Refusal> {
        let mut desk = self.desk(first)?;
        for (nth, line) in lines.iter().enumerate() {
            desk.take(line).map_err(|refusal| refusal.of_line(nth, lines.len()))?;
        }
        desk.finish(None)
    }

    /// Ends the round with a tally.
    pub(super) fn tallied(&self, texts: &[&str], first: Option<&str>) -> Result<Recorded, Refusal> {
        let mut desk = self.desk(first)?;
        let tally = desk.tally(texts)?;
        desk.finish(Some(&tally))
    }

    /// Refuses what would follow an impossible step.
    pub(super) fn check_not_halted(&self) -> Result<(), Refusal> {
        match self.findings.iter().find(|finding| finding.kind == Kind::Impossible) {
            Some(last) if self.halted.is_some() => Err(Refusal::Halted { place: last.place(), text: last.text.clone() }),
            _ => Ok(()),
        }
    }

    /// Refuses what would follow in a game that nobody is to finish.
    fn check_not_closed(&self) -> Result<(), Refusal> {
        match self.log.closed() {
            None => Ok(()),
            Some(reason) => Err(Refusal::Cannot(format!(
                "the game is closed ({reason}), and nothing more is recorded in it: `fowlplay head FILE closed=` opens it again"
            ))),
        }
    }

    /// A desk on which the log goes on from here.
    fn desk<'a>(&'a self, first: Option<&'a str>) -> Result<Desk<'a, G>, Refusal> {
        self.check_not_halted()?;
        self.check_not_closed()?;
        Ok(Desk {
            replay: self,
            game: self.game.clone(),
            acts: Vec::new(),
            events: Vec::new(),
            otherwise: None,
            draft: Draft { ending: Ending::of(&self.log), players: self.head.players() },
            first,
            entered: Vec::new(),
            taken: Vec::new(),
            named: false,
        })
    }
}

/// The log and the game while lines are added; nothing of it counts before all are judged.
struct Desk<'a, G: Refereed> {
    replay: &'a Replay<G>,
    game: G,
    /// What was added.
    acts: Vec<ActOf<G>>,
    /// What followed from it.
    events: Vec<G::Event>,
    /// The log under other table rules: asked only where something is found, and told so many of the acts that were added.
    otherwise: Option<(Otherwise<G>, usize)>,
    draft: Draft<'a>,
    /// Who the table chose as `first` of the next round.
    first: Option<&'a str>,
    entered: Vec<Entered>,
    /// The steps of the line that is being taken, canonical, as far as they were entered.
    taken: Vec<(Option<Seat>, String)>,
    /// Whether that line names its actor.
    named: bool,
}

impl<G: Refereed> Desk<'_, G> {
    /// Takes one line.
    fn take(&mut self, line: &str) -> Result<(), Refusal> {
        let line = self.replay.head.typed(line)?;
        if !line.is_only_notes() {
            self.begin_round_if_due()?;
        } else if self.draft.ending.end().round == 0 {
            return Err(Refusal::cannot("no round has begun that a note could stand in"));
        }
        let head = &self.replay.head;
        self.taken.clear();
        let mut walk = Walk::of(head, &line, line.actor()?);
        while let Some(typed) = walk.next(&self.game) {
            let actor = walk.named;
            self.named = actor.is_some();
            // The log gets a line for each actor whose steps follow one another.
            let last = self.taken.last().map(|(who, _)| *who);
            match typed? {
                Typed::Note(text) => {
                    let place = self.draft.write(actor, &text, last == Some(actor))?;
                    self.entered.push(Entered {
                        place,
                        actor: actor.map(|seat| head.name(seat)),
                        description: text.clone(),
                        step: text,
                        effect: String::new(),
                        consequences: Vec::new(),
                        overruled: None,
                    });
                }
                Typed::Step(who, step) => {
                    // A turn is one line, and so is what the table lays out step by step.
                    let goes_on = if who.is_some() { self.game.in_turn() == who } else { is_laid_out(G::verb_text(&step)) };
                    let joins = last == Some(who) || (goes_on && self.draft.may_join(who));
                    self.enter(who, step, walk.reason(), joins)?;
                    walk.before = who;
                }
            }
        }
        Ok(())
    }

    /// Begins the next round where the last one is over.
    fn begin_round_if_due(&mut self) -> Result<(), Refusal> {
        let (Progress::Ready(seats) | Progress::RoundOver(seats)) = self.game.progress() else { return Ok(()) };
        let head = &self.replay.head;
        let first = match (self.first, seats.single()) {
            (Some(name), _) => head.players().find_by_prefix(name).map_err(Refusal::cannot)?,
            (None, Some(seat)) => seat,
            (None, None) => {
                return Err(Refusal::ChooseFirst {
                    question: format!("Who {} in this {}?", G::book().first, G::book().round),
                    players: seats.iter().map(|seat| head.name(seat)).collect(),
                });
            }
        };
        let act = Act::Round { first };
        let written = head.write_act(&act);
        self.check(&act).map_err(|verdict| Refusal::foul(None, written.clone(), written, verdict))?;
        self.draft.ending.begin_round(head.players().name(first));
        self.apply(act);
        self.first = None;
        Ok(())
    }

    /// Judges an act that nobody can let stand: the beginning or the tally of a round.
    fn check(&mut self, act: &ActOf<G>) -> Result<(), Box<Verdict>> {
        self.game.judge(act).map_err(|fault| Box::new(self.verdict(act, fault)))
    }

    /// The verdict on what was to be done next.
    fn verdict(&mut self, act: &ActOf<G>, fault: G::Fault) -> Verdict {
        let head = &self.replay.head;
        let judge = if self.game.judge(act) == Err(fault) { G::judge } else { G::possible };
        let (otherwise, followed) = self.otherwise.get_or_insert_with(|| (self.replay.otherwise(&[]), 0));
        self.acts[*followed..].iter().for_each(|act| otherwise.follow(act));
        *followed = self.acts.len();
        let rules = otherwise.deciding(head, act, fault, judge);
        head.verdict(&self.game, act, fault, rules)
    }

    /// Does an act; what followed from it.
    fn apply(&mut self, act: ActOf<G>) -> Vec<Consequence> {
        let before = self.events.len();
        self.game.apply(&act, &mut self.events);
        self.acts.push(act);
        self.replay.head.consequences(&self.game, &self.events[before..])
    }

    /// Judges a step, does it, and writes it.
    fn enter(&mut self, who: Option<Seat>, step: G::Step, reason: Option<&str>, joins: bool) -> Result<(), Refusal> {
        let head = &self.replay.head;
        let actor = who.map(|seat| head.name(seat));
        let (written, act) = (head.write(&step), Act::Step { actor: who, step });
        let mut overruled = None;
        if let Err(fault) = self.game.judge(&act) {
            // What cannot have happened can't be let stand either.
            let impossible = impossible(&self.game, &act, fault);
            let fault = impossible.filter(|_| reason.is_some()).unwrap_or(fault);
            let mut verdict = self.verdict(&act, fault);
            if fault.kind() == Kind::Impossible
                && let Ok(replay) = self.draft.replay::<G>()
            {
                // In the log, or in what was typed before it.
                verdict.elsewhere = replay.elsewhere(&replay.logged, fault);
            }
            if impossible.is_some() || reason.is_none() {
                let earlier = self.taken.iter().map(|(_, step)| step.as_str());
                let steps = earlier.chain([written.as_str()]).collect::<Vec<_>>().join("; ");
                // A line on which several act names nobody: it was understood so, and will be again. Where no player may
                // act, who it was may have been guessed unless somebody was named: it is asked before such a step is let stand.
                let alone = self.taken.iter().all(|(actor, _)| *actor == who);
                let sure = self.named || !self.game.expects().seats().is_empty();
                let line = match &actor {
                    Some(name) if alone && sure => format!("{name}: {steps}"),
                    _ => steps,
                };
                return Err(Refusal::foul(actor, written, line, verdict));
            }
            self.draft.refuse_after_tally(G::book().round)?;
            overruled = Some(verdict);
        }
        self.taken.push((who, written.clone()));
        let effect = act.step().map(|(who, step)| self.game.effect(who, step, &head.header)).unwrap_or_default();
        let consequences = self.apply(act);
        let done = self.acts.last().and_then(Act::step);
        let description = done.map(|(who, step)| self.game.describe(who, step, &head.header)).unwrap_or_default();
        let reason = reason.map(|reason| format!(" ! {reason}")).unwrap_or_default();
        let place = self.draft.write(who, &format!("{written}{reason}"), joins)?;
        self.entered.push(Entered { place, actor, step: written, description, effect, consequences, overruled });
        Ok(())
    }

    /// Ends the round with a tally: as it is written.
    fn tally(&mut self, texts: &[&str]) -> Result<Vec<String>, Refusal> {
        let head = &self.replay.head;
        if self.game.progress() == Progress::GameOver {
            // It would need a round of its own, and that breaks TB-7.
            let (act, line) = (Act::Round { first: Seat::new(0) }, texts.join(", "));
            self.check(&act).map_err(|verdict| Refusal::foul(None, line.clone(), line, verdict))?;
        }
        self.begin_round_if_due()?;
        let (tally, reasons) = typed_tally::<G>(texts, &head.header)?;
        let left_there = |seat| self.replay.left_there(&self.replay.logged, &tally, seat);
        let otherwise = || self.replay.otherwise(&self.acts);
        let let_stand = head.judged_tally(&self.game, &tally, &reasons, otherwise, left_there)?;
        let lines = head.write_tally(&tally, &reasons);
        let parts: Vec<String> = let_stand.iter().map(|(seat, _)| G::write_tally(&tally, *seat)).collect();
        let consequences = self.apply(Act::Tally(tally));
        let end = self.draft.ending.end();
        let place = Place::new(end.round, end.line + 1);
        let entered = |actor, step, consequences, overruled| Entered {
            place,
            actor,
            step,
            description: COUNTED.to_owned(),
            effect: String::new(),
            consequences,
            overruled,
        };
        for ((seat, verdict), part) in let_stand.into_iter().zip(parts) {
            self.entered.push(entered(Some(head.name(seat)), part, Vec::new(), Some(verdict)));
        }
        self.entered.push(entered(None, lines.join(", "), consequences, None));
        Ok(lines)
    }

    /// What was recorded, and what it proved of earlier steps. The tally ends the last round.
    fn finish(self, tally: Option<&[String]>) -> Result<Recorded, Refusal> {
        let mut log = self.draft.ending.log().map_err(Refusal::cannot)?;
        if let Some(tally) = tally {
            log = log.set_tally(log.end().round, tally).map_err(Refusal::cannot)?;
        }
        let mut proved = Vec::new();
        if self.events.iter().any(|event| G::conviction(event).is_some())
            && let Ok(replay) = Replay::<G>::of(log.clone())
        {
            proved = new_revokes(&self.replay.findings, replay.findings);
        }
        Ok(Recorded { log, entered: self.entered, proved })
    }
}

/// The revokes that were not found before.
fn new_revokes(old: &[Finding], mut new: Vec<Finding>) -> Vec<Finding> {
    let id = |finding: &Finding| (finding.place(), finding.step, finding.verdict.kind);
    let known: HashSet<_> = old.iter().map(id).collect();
    new.retain(|finding| finding.verdict.kind == Some(Kind::Revoke) && !known.contains(&id(finding)));
    new
}

/// The log while lines are added to it.
struct Draft<'a> {
    ending: Ending,
    players: &'a Players,
}

impl Draft<'_> {
    /// The log as far as it was written, played through.
    fn replay<G: Refereed>(&self) -> Result<Replay<G>, Refusal> {
        Replay::of(self.ending.log().map_err(Refusal::cannot)?).map_err(Refusal::cannot)
    }

    /// Whether what `who` does next can stand on the log's last line. Not after an undo: a line of its own tells redo that
    /// something was recorded since.
    fn may_join(&self, who: Option<Seat>) -> bool {
        let Some(text) = self.ending.last_line().filter(|_| !self.ending.can_bring_back()) else { return false };
        let Ok(line) = split(text) else { return false };
        let same = line.actor().map(|name| self.players.find(&text[name]).ok()) == who.map(Some);
        same && line.reason().is_none() && !line.steps().any(|step| is_note(&text[step]))
    }

    /// Writes a step on the last line of the log, or on a line of its own: where it stands now.
    fn write(&mut self, who: Option<Seat>, text: &str, joins: bool) -> Result<Place, Refusal> {
        if let Some(line) = self.ending.last_line().filter(|_| joins) {
            self.ending.replace_last(format!("{line}; {text}"));
        } else {
            let line = who.map_or_else(|| text.to_owned(), |seat| [self.players.name(seat), ": ", text].concat());
            self.ending.add_line(line).map_err(Refusal::cannot)?;
        }
        Ok(self.ending.end())
    }

    /// A tally is judged after the lines of its round, so a step that is let stand after it can't be written there.
    fn refuse_after_tally(&self, word: &str) -> Result<(), Refusal> {
        if !self.ending.has_tally() {
            return Ok(());
        }
        let round = self.ending.end().round;
        Err(Refusal::Cannot(format!(
            "{word} {round} ends in a tally, and no step follows it; take it out with `amend FILE -{round}.tally` first"
        )))
    }
}
