//! The erasure: a typed referee behind text in, findings out.

use super::{
    Amended, Edit, Expected, Explained, Finding, Offer, Recorded, Referee, Refusal, Verdict, Why,
    reading::{Entry, Said},
    replay::Replay,
    trial,
};
use crate::{
    log::{Log, Place, ReadError},
    table::{Act, Book, Game, Picture, Players, Progress, Seat, Sheet},
};

/// Reads and replays a log by the rules of `G`.
pub(super) fn open<G: Game>(log: Log) -> Result<Box<dyn Referee>, ReadError> {
    Ok(Box::new(Replay::<G>::of(log)?))
}

impl<G: Game> Replay<G> {
    fn name(&self, actor: Option<Seat>) -> Option<String> {
        actor.map(|seat| self.header.players.name(seat).to_owned())
    }

    /// Everyone to whom something is open, the table first.
    fn open_to(&self) -> impl Iterator<Item = Option<Seat>> + use<G> {
        let open = self.game.open();
        let table = (!open.table.is_empty()).then_some(None);
        table.into_iter().chain(open.seats().iter().map(Some).collect::<Vec<_>>())
    }

    fn no_such_line(&self, place: Place) -> Refusal {
        let lines = self.log.round(place.round).map(|round| round.lines.len());
        let round = G::book().round;
        let there = match lines {
            Some(lines) => format!("{round} {} has {lines}", place.round),
            None => format!("the log has {}", crate::table::count_of(self.log.rounds().len(), round, &format!("{round}s"))),
        };
        Refusal::Cannot(format!("there is no line {place}: {there}"))
    }

    fn has_place(&self, place: Place, beyond: usize) -> bool {
        self.log.round(place.round).is_some_and(|round| place.line as usize <= round.lines.len() + beyond)
    }

    fn explained(&self, place: Place) -> Vec<Explained> {
        let mut steps = Vec::new();
        // They stand in the order of their places.
        let from = self.findings.partition_point(|finding| finding.place() < place);
        let upto = self.findings.partition_point(|finding| finding.place() <= place);
        let found = &self.findings[from..upto];
        let unseen = |_: &Entry<G>, _: &G| ();
        self.retrace(unseen, |moment| {
            if moment.entry.place != place {
                return;
            }
            let first = found.partition_point(|finding| finding.step < moment.entry.step);
            let finding = found.get(first).filter(|finding| finding.step == moment.entry.step);
            let read_back = match &moment.entry.said {
                Said::Act(Act::Step { actor, step }) => moment.after.read_back(*actor, step, &self.header),
                Said::Act(Act::Round { first }) => format!("{} {}", self.header.players.name(*first), G::book().first),
                Said::Act(Act::Tally(_)) => "counted on the table".to_owned(),
                Said::Note => String::new(),
            };
            steps.push(Explained {
                step: match &moment.entry.said {
                    Said::Act(act) => self.written(act),
                    Said::Note => self.text_of(moment.index),
                },
                read_back,
                tellings: self.tellings(&moment),
                verdict: finding.map(|finding| finding.verdict.clone()),
            });
        });
        // An impossible step was never done.
        let undone = found.iter().filter(|finding| finding.step as usize > steps.len());
        let undone: Vec<Explained> = undone
            .map(|finding| Explained {
                step: finding.text.clone(),
                read_back: String::new(),
                tellings: Vec::new(),
                verdict: Some(finding.verdict.clone()),
            })
            .collect();
        steps.extend(undone);
        steps
    }
}

impl<G: Game> Referee for Replay<G> {
    fn book(&self) -> &'static Book {
        G::book()
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn players(&self) -> &Players {
        &self.header.players
    }

    fn rules_in_force(&self) -> Vec<(&'static str, String, bool)> {
        let book = G::book();
        let value = |key| (self.rules.value(book, key), self.base.value(book, key));
        book.rules
            .iter()
            .filter_map(|rule| match value(rule.key) {
                (Some(now), base) => Some((rule.key, now.to_string(), Some(&now) == base.as_ref())),
                _ => None,
            })
            .collect()
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn steps(&self) -> usize {
        self.steps
    }

    fn is_halted(&self) -> bool {
        self.halted
    }

    fn progress(&self) -> Progress {
        self.game.progress()
    }

    fn expects(&self) -> Vec<Expected> {
        let open = self.game.open();
        let verbs = G::book().verbs;
        self.open_to()
            .map(|actor| Expected {
                actor: self.name(actor),
                kinds: open.to(actor).iter().filter_map(|kind| verbs.get(kind)).map(|verb| verb.name).collect(),
            })
            .collect()
    }

    fn legal_steps(&self) -> Vec<Offer> {
        let players = &self.header.players;
        let legal = self.game.legal_steps();
        let alone = legal.len() == 1;
        let offer = |(seat, step): (Seat, G::Step)| Offer {
            actor: players.name(seat).to_owned(),
            step: G::write(&step, players),
            openly_forced: alone && self.game.openly_forced(seat, &step),
        };
        legal.into_iter().map(offer).collect()
    }

    fn only_step(&self) -> Option<Offer> {
        let (seat, step) = self.game.only_step()?;
        let players = &self.header.players;
        Some(Offer { actor: players.name(seat).to_owned(), step: G::write(&step, players), openly_forced: true })
    }

    fn prospects(&self) -> Vec<(Option<String>, Vec<String>)> {
        self.open_to().map(|actor| (self.name(actor), self.game.prospects(actor, &self.header))).collect()
    }

    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        self.completions(line)
    }

    fn picture(&self) -> Picture {
        self.game.picture(&self.header)
    }

    fn state(&self) -> serde_json::Value {
        self.game.state(&self.header)
    }

    fn sheet(&self) -> Sheet {
        self.game.score(&self.header.players)
    }

    fn sheet_in_view(&self) -> Sheet {
        self.game.score_in_view(&self.header.players)
    }

    fn before(&self, place: Place) -> Result<Box<dyn Referee>, Refusal> {
        if place.line == 0 || !self.has_place(place, 1) {
            return Err(self.no_such_line(place));
        }
        match Replay::before(self, place) {
            Ok(replay) => Ok(Box::new(replay)),
            Err(error) => Err(Refusal::Cannot(error.to_string())),
        }
    }

    fn why(&self, place: Option<Place>) -> Result<Why, Refusal> {
        let place = place.unwrap_or_else(|| match self.log.rounds().last() {
            Some(round) if round.tally.is_some() => Place::new(self.log.end().round, self.log.end().line + 1),
            _ => self.log.end(),
        });
        let tally = usize::from(self.log.round(place.round).is_some_and(|round| round.tally.is_some()));
        if !self.has_place(place, tally) {
            return Err(self.no_such_line(place));
        }
        let text = match self.log.line(place) {
            Some(line) => line.text.to_string(),
            None => match self.log.round(place.round) {
                Some(round) if place.line == 0 => format!("first = {}", &*round.first),
                _ => "tally".to_owned(),
            },
        };
        Ok(Why { place, text, steps: self.explained(place) })
    }

    fn try_line(&self, line: &str) -> Result<Vec<(String, Verdict)>, Refusal> {
        trial::tried(self, line)
    }

    fn record(&self, lines: &[&str], first: Option<&str>) -> Result<Recorded, Refusal> {
        self.recorded(lines, first)
    }

    fn amend(&self, edits: &[Edit], overrule: Option<&str>) -> Result<Amended, Refusal> {
        self.amended(edits, overrule)
    }

    fn change_rules(&self, changes: &[(String, String)]) -> Result<Amended, Refusal> {
        self.with_rules(changes)
    }

    fn tally_into(&self, texts: &[&str], first: Option<&str>) -> Result<Recorded, Refusal> {
        let mut desk = self.desk()?;
        desk.first = first;
        desk.count(texts)?;
        Ok(desk.finish())
    }
}
