//! Sealed choices for steps that are played at once: each client's choice is hidden until the last player has chosen, and then all
//! are recorded together. Until then they are kept in memory. A choice is judged alone, so that nobody learns from the verdict on
//! one what another is.

use super::{
    Call, Event, LogSnapshot, Response,
    change::{ChangeRequest, Judged, RECORDED},
    locked,
};
use crate::{
    actions::{Action, ActionReport, Outcome},
    log::{Line, LineRef, Log, is_note, split_typed},
    referee::{Recording, Referee, document},
    table::{Book, VerbActor, is_adjustment, is_same_name},
};
use serde_json::{Value, json};

/// A player's choice in the present turn.
#[derive(Clone, Debug, Default)]
pub(super) struct SealedChoice {
    pub player: String,
    /// The chosen step, in canonical notation, with the reason that lets it stand.
    pub step: String,
    /// The log's lines when it was chosen.
    pub lines: Vec<String>,
    /// The key of the request that made the choice, which only the client knows that sent it.
    pub key: String,
}

pub(super) fn lines_of(log: &Log) -> Vec<String> {
    document::lines(log).map(|(_, text)| text.to_owned()).collect()
}

pub(super) fn is_simultaneous(book: &Book, step: &str) -> bool {
    let verb = step.split(' ').next().and_then(|word| book.verb(word));
    verb.is_some_and(|verb| verb.actor == VerbActor::Simultaneous)
}

/// The players who choose at the same time, in seat order.
pub(super) fn choosers(referee: &dyn Referee) -> Vec<String> {
    let expects = referee.expects().into_iter();
    let choosing = expects.filter(|expected| expected.verbs.iter().any(|kind| is_simultaneous(referee.book(), kind)));
    choosing.filter_map(|expected| expected.actor).collect()
}

impl SealedChoice {
    /// The choice as a line of the log.
    fn line(&self) -> String {
        format!("{}: {}", self.player, self.step)
    }

    /// Judges the choice alone, without those of the other players.
    fn judge(&self, call: &Call, snapshot: &LogSnapshot) -> Result<Outcome, Response> {
        let action = Action::Record { lines: vec![self.line()], first: None };
        snapshot.dry_run(call, &action).map_err(|error| snapshot.refused(error))
    }

    /// The choice as it is written once it was judged.
    #[must_use]
    pub(super) fn written_out(mut self, recorded: &Recording) -> Self {
        let reason = &self.step[self.without_reason().len()..];
        self.step = recorded.recorded_steps().map(|entered| entered.step).collect::<Vec<_>>().join("; ") + reason;
        self
    }

    /// Whether the choice is still valid, and its player still has to choose.
    pub(super) fn is_pending(&self, referee: &dyn Referee) -> bool {
        choosers(referee).contains(&self.player) && self.is_for_this_turn(referee.book(), referee.log())
    }

    /// Whether the choice is still valid. It is if since then only other players have chosen, or notes or points by the table's decision were added, or its player did
    /// something else (such as an ability that is available until the cards lie there). It is not after an undo, or once the game
    /// went on.
    pub(super) fn is_for_this_turn(&self, book: &Book, log: &Log) -> bool {
        let is_note = |line: &Line| is_adjustment(&line.text) || line.steps().all(is_note);
        let is_besides = |line: &Line| line.actor().is_some() && !self.is_choice(book, line);
        self.since(log).is_some_and(|mut lines| lines.all(|(_, line)| is_note(line) || is_besides(line)))
    }

    /// The line that was recorded for its player instead, if it says something else; as long as they don't choose again.
    pub(super) fn replaced(&self, referee: &dyn Referee) -> Option<(LineRef, String)> {
        if choosers(referee).contains(&self.player) {
            return None;
        }
        let mut choices = self.since(referee.log())?.filter(|(_, line)| self.is_choice(referee.book(), line));
        let (Some((place, line)), None) = (choices.next(), choices.next()) else { return None };
        let chosen = self.without_reason();
        line.steps().all(|step| step != chosen).then(|| (place, line.text.to_string()))
    }

    fn without_reason(&self) -> &str {
        let end = split_typed(&self.step).ok().and_then(|split| Some(split.steps().last()?.end));
        end.map_or(&self.step, |end| &self.step[..end])
    }

    fn is_choice(&self, book: &Book, line: &Line) -> bool {
        line.actor().is_some_and(|actor| is_same_name(actor, &self.player))
            && line.steps().any(|step| is_simultaneous(book, step))
    }

    /// The lines that were recorded since; none if those before are no longer the same.
    fn since<'a>(&self, log: &'a Log) -> Option<impl Iterator<Item = (LineRef, &'a Line)>> {
        let rounds = log.rounds().iter().zip(1..);
        let mut lines = rounds
            .flat_map(|(round, number)| round.lines.iter().zip(1..).map(move |(line, nth)| (LineRef::new(number, nth), line)));
        let were = self.lines.iter().all(|was| lines.next().is_some_and(|(_, line)| *line.text == **was));
        were.then_some(lines)
    }

    pub(super) fn players(seals: &[Self], referee: &dyn Referee) -> Vec<String> {
        seals.iter().filter(|seal| seal.is_pending(referee)).map(|seal| seal.player.clone()).collect()
    }
}

impl Call<'_> {
    /// Seals a player's choice, or takes it back. With the last choice all are recorded, in seat order. The table sees who has chosen.
    pub(super) fn seal(&self, request: ChangeRequest, player: &str, step: Option<&str>) -> Result<Response, Response> {
        // Each player of the recorded lines has chosen on a phone of their own: the phone of the last one is not named.
        let request = ChangeRequest { by: None, ..request };
        self.once(request.name, &request.key, || {
            let (mut chosen, mut is_recorded) = (Vec::new(), false);
            let response = self.attempt(&request, |snapshot| {
                (chosen, is_recorded) = (Vec::new(), false);
                // The last choice of all, whose response was lost with the host.
                let lines = step.map(|step| vec![format!("{player}: {step}")]);
                if let Some(lines) = lines.filter(|_| snapshot.version != request.version)
                    && self.was_recorded(&request.version, snapshot, &Action::Record { lines, first: None })
                {
                    return Err(snapshot.conflict(self, &request.version, RECORDED));
                }
                let referee = &*snapshot.referee;
                let seals = self.with_choice(snapshot, &request, player, step)?;
                chosen = SealedChoice::players(&seals, referee);
                let document = json!({"chosen": &chosen, "halted": referee.halted().map(|line_ref| line_ref.to_string())});
                let Some(lines) = self.lines_of_all(snapshot, &seals) else {
                    locked(&self.api.logs).entry(request.name.to_owned()).or_default().seals = seals;
                    return Ok(Judged::Unsaved(document));
                };
                let outcome = snapshot.dry_run(self, &Action::Record { lines, first: None });
                let outcome =
                    outcome.map_err(|_| snapshot.cannot("the choices can't be recorded together: choose again".to_owned()))?;
                (chosen, is_recorded) = (Vec::new(), true);
                Ok(Judged::Outcome(Box::new(outcome), Some(("chosen", json!([])))))
            })?;
            if is_recorded {
                locked(&self.api.logs).entry(request.name.to_owned()).or_default().seals.clear();
            }
            self.send(request.name, Event::Chosen(chosen));
            Ok(response)
        })
    }

    /// The choices in a log with that of a player, or without it if there is no `step`.
    fn with_choice(
        &self,
        snapshot: &LogSnapshot,
        request: &ChangeRequest,
        player: &str,
        step: Option<&str>,
    ) -> Result<Vec<SealedChoice>, Response> {
        let (referee, book) = (&*snapshot.referee, snapshot.referee.book());
        let Some(player) = choosers(referee).into_iter().find(|name| is_same_name(name, player)) else {
            return Err(snapshot.cannot(format!("it is not {player}'s turn to choose")));
        };
        let seen = self.api.past(request.name, &request.version).map_or_else(Vec::new, |seen| lines_of(&seen));
        let step_text = step.unwrap_or_default().to_owned();
        let choice = SealedChoice { player: player.clone(), step: step_text, lines: seen, key: request.key.key.clone() };
        if snapshot.version != request.version && !choice.is_for_this_turn(book, &snapshot.log) {
            return Err(snapshot.conflict(self, &request.version, "somebody else has recorded since"));
        }
        let mut seals = locked(&self.api.logs).get(request.name).map_or_else(Vec::new, |state| state.seals.clone());
        seals.retain(|seal| seal.player != player && (seal.is_pending(referee) || seal.replaced(referee).is_some()));
        if let Some(step) = step {
            let outcome = choice.judge(self, snapshot)?;
            let is_own = |actor: Option<&str>| actor.is_some_and(|actor| is_same_name(actor, &player));
            let is_at_once = |recording: &&Recording| {
                let mut steps = recording.recorded_steps();
                steps.all(|recorded| is_own(recorded.actor.as_deref()) && is_simultaneous(book, &recorded.step))
            };
            let recording = match &outcome.report {
                ActionReport::Recorded(recording) => Some(recording).filter(is_at_once),
                _ => None,
            };
            let Some(recording) = recording else {
                return Err(snapshot.cannot(format!("`{step}` is not a simultaneous step: record it as it is")));
            };
            seals.push(choice.written_out(recording));
        }
        Ok(seals)
    }

    /// The lines of all players, in seat order. `None` if somebody has yet to choose, or has to choose again.
    fn lines_of_all(&self, snapshot: &LogSnapshot, seals: &[SealedChoice]) -> Option<Vec<String>> {
        let line = |player: String| {
            let seal = seals.iter().find(|seal| seal.player == player)?;
            seal.judge(self, snapshot).ok().map(|_| seal.line())
        };
        choosers(&*snapshot.referee).into_iter().map(line).collect()
    }

    /// The reason why a choice that was sealed under a key doesn't hold any more: something that was recorded since makes it illegal.
    pub(super) fn broken_seal(&self, snapshot: &LogSnapshot, key: &str) -> Option<String> {
        let seals = locked(&self.api.logs).get(snapshot.name)?.seals.clone();
        let seal = seals.into_iter().find(|seal| seal.key == key).filter(|seal| seal.is_pending(&*snapshot.referee))?;
        let refused = seal.judge(self, snapshot).err()?;
        Some(refused.document()["error"]["message"].as_str().unwrap_or_default().to_owned())
    }

    /// The sealed choices in whose place something else was recorded: `[{"player","at","text"}]`.
    pub(super) fn replaced_choices(&self, snapshot: &LogSnapshot) -> Vec<Value> {
        let replaced = |seal: &SealedChoice| {
            let (line_ref, text) = seal.replaced(&*snapshot.referee)?;
            Some(json!({"player": seal.player, "at": line_ref.to_string(), "text": text}))
        };
        let logs = locked(&self.api.logs);
        logs.get(snapshot.name).into_iter().flat_map(|state| &state.seals).filter_map(replaced).collect()
    }
}
