//! Changes a log for a client: once, for the version that the client saw, and saved before the response.

use super::{
    Call, CorrectionEvent, Event, LogSnapshot, Request, Response, VersionAuthor,
    keys::{KeyReused, RequestKey},
    locked,
    sealed::{SealedChoice, is_simultaneous, lines_of},
    shelf::{file_name, is_new_log_name},
    shown, watched,
};
use crate::{
    actions::{self, Action, ActionError, ActionReport, Outcome},
    log::{BETWEEN_PARTS, CorrectionTarget, FileError, LineRef, Log},
    referee::{self, NewGame, RecordedStep, Recording, Referee, Refusal, document},
    table::Progress,
};
use http::StatusCode;
use serde_json::{Value, json};

const MAX_KEY_CHARS: usize = 100;

const MAX_RETRIES: usize = 1000;

/// The message of a conflict if the log has what the request records.
pub(super) const RECORDED: &str = "already recorded";

/// The message of a conflict if the host was started anew, and nobody knows whether the request was carried out before.
const MAY_BE_DONE: &str = "it may be done already, for the server was started anew since: look at the log";

/// The most steps that others may have recorded since, if an earlier version is searched for in the log itself.
const MAX_RECORDED_SINCE: usize = 32;

pub(super) struct ChangeRequest<'n> {
    pub name: &'n str,
    /// The version of the log that the client saw.
    pub version: String,
    /// The request's key: a repeated request gets the same response, and nothing is done twice.
    pub key: RequestKey,
    /// The client's `?by=` label.
    pub by: Option<String>,
    /// Whether the answer to a preview has what a page shows of it.
    pub shown: bool,
}

/// The result of judging a change.
pub(super) enum Judged {
    /// The outcome of an action is saved and returned, with an extra field of the page's own if needed.
    Outcome(Box<Outcome>, Option<(&'static str, Value)>),
    /// A document, and nothing to save.
    Unsaved(Value),
}

impl Request<'_> {
    /// The key of this request: it belongs to the command, the log, and the body as it was sent.
    pub(super) fn key(&self, key: String, command: &str, name: &str) -> Result<RequestKey, Response> {
        Ok(RequestKey::of(key, command, name, self.text()?))
    }
}

impl LogSnapshot<'_> {
    /// Runs an action without saving.
    pub(super) fn dry_run(&self, call: &Call, action: &Action) -> Result<Outcome, ActionError> {
        actions::run(action, &self.log, call.api.games, || Ok(&*self.referee))
    }

    pub(super) fn refused(&self, error: ActionError) -> Response {
        let refusal = match error {
            ActionError::Refused(refusal) => refusal,
            other => Refusal::cannot(other),
        };
        Response::refused(self.version.clone(), &refusal)
    }

    pub(super) fn cannot(&self, why: String) -> Response {
        self.refused(ActionError::Cannot(why))
    }

    /// A conflict: the response lists what was recorded since the version that the client saw.
    pub(super) fn conflict(&self, call: &Call, seen: &str, message: &str) -> Response {
        let past = call.api.past(self.name, seen);
        let lines = past.iter().flat_map(|past| new_lines(past, &self.log));
        let tallies = past.iter().flat_map(|past| changed_tallies(past, &self.log));
        let since: Vec<Value> = lines
            .map(|(line_ref, text)| (line_ref.to_string(), text))
            .chain(tallies.map(|(target, text)| (target.to_string(), text.replace(BETWEEN_PARTS, " / "))))
            .map(|(at, text)| json!({"at": at, "text": text}))
            .collect();
        Response::conflict(self.version.clone(), message, &since)
    }
}

impl Call<'_> {
    /// Reports what an action would change in the version of a log that the client saw.
    pub(super) fn preview(&self, request: &ChangeRequest, action: &Action) -> Result<Response, Response> {
        self.attempt(request, |snapshot| {
            let outcome = self.judge(snapshot, request, action)?;
            let mut document = json!(outcome.document(&file_name(request.name)));
            match &outcome.report {
                ActionReport::Tallied(_, sheet) if request.shown => document["shown"] = shown::score(&*snapshot.referee, sheet),
                ActionReport::Amended(change) if request.shown => document["shown"] = shown::effects(change),
                _ => {}
            }
            Ok(Judged::Unsaved(document))
        })
    }

    /// Changes the version of a log that the client saw. A correction, of this name, is announced to all clients.
    pub(super) fn change(
        &self,
        request: &ChangeRequest,
        action: &Action,
        correction: Option<&'static str>,
    ) -> Result<Response, Response> {
        self.once(request.name, &request.key, || {
            let response =
                self.attempt(request, |snapshot| Ok(Judged::Outcome(Box::new(self.judge(snapshot, request, action)?), None)))?;
            if let Some(correction) = correction {
                self.announce(correction, request, &response);
            }
            Ok(response)
        })
    }

    fn judge(&self, snapshot: &LogSnapshot, request: &ChangeRequest, action: &Action) -> Result<Outcome, Response> {
        if snapshot.version != request.version {
            let is_known = self.api.past(request.name, &request.version).is_some();
            let message = if is_known { "somebody else has changed the log since" } else { MAY_BE_DONE };
            return Err(snapshot.conflict(self, &request.version, message));
        }
        snapshot.dry_run(self, action).map_err(|error| match (error, action) {
            (ActionError::Refused(refusal), Action::Amend { edits, .. }) => {
                snapshot.refused(ActionError::Refused(refusal.in_log_before(edits)))
            }
            (error, _) => snapshot.refused(error),
        })
    }

    fn announce(&self, correction: &'static str, request: &ChangeRequest, response: &Response) {
        let texts = |key: &str, field: &str| -> Vec<String> {
            let items = response.document()[key].as_array().into_iter().flatten();
            items.filter_map(|item| item[field].as_str().map(str::to_owned)).collect()
        };
        let lines = texts("lines", "text");
        let changed = if matches!(correction, "undo" | "redo") { "changes" } else { "changed" };
        let at = if lines.is_empty() { texts(changed, "at") } else { Vec::new() };
        let book = self.api.log(request.name).and_then(|(_, log)| self.api.games.book(log.ok()?.game()).ok());
        let watched = book.map(|book| lines.iter().map(|text| watched::line(book, text)).collect()).unwrap_or_default();
        let version = response.version().map(str::to_owned);
        let event = CorrectionEvent { action: correction, version, lines, at, watched, by: request.by.clone() };
        self.send(request.name, Event::Corrected(event));
    }

    /// Records lines. If the log has changed since, they are recorded only if they have the same effect now.
    pub(super) fn record(&self, request: &ChangeRequest, action: &Action) -> Result<Response, Response> {
        self.once(request.name, &request.key, || {
            self.attempt(request, |snapshot| {
                let outcome = snapshot.dry_run(self, action);
                if snapshot.version != request.version {
                    self.check_same_effect(&request.version, snapshot, action, outcome.as_ref().ok())
                        .map_err(|message| snapshot.conflict(self, &request.version, message))?;
                }
                let outcome = outcome.map_err(|error| snapshot.refused(error))?;
                Ok(Judged::Outcome(Box::new(outcome), None))
            })
        })
    }

    /// Runs a change once for its key; a repeated request gets the same response. Changes of a log run one after another.
    pub(super) fn once(
        &self,
        name: &str,
        key: &RequestKey,
        change: impl FnOnce() -> Result<Response, Response>,
    ) -> Result<Response, Response> {
        if key.key.is_empty() || key.key.chars().count() > MAX_KEY_CHARS {
            return Err(Response::failed(StatusCode::BAD_REQUEST, "a key has 1 to 100 characters"));
        }
        let turn = {
            let mut changing = locked(&self.api.changing);
            changing.retain(|_, turn| std::sync::Arc::strong_count(turn) > 1);
            changing.entry(name.to_owned()).or_default().clone()
        };
        let _turn = locked(&turn);
        let served = locked(&self.api.served).response(key).map(Option::<&Response>::cloned);
        match served {
            Ok(Some(response)) => return Ok(response),
            Err(KeyReused) => {
                let message = "this key was used for another request, and nothing was done: a key belongs to one command, one game \
                               and one body";
                return Err(Response::failed(StatusCode::CONFLICT, message));
            }
            Ok(None) => {}
        }
        let response = change()?;
        if response.is_done() {
            *self.served.borrow_mut() = Some(Box::new(locked(&self.api.served).add(key, &response)));
        }
        Ok(response)
    }

    /// Reads a log, judges a change and saves it; retries if the log was changed meanwhile.
    pub(super) fn attempt(
        &self,
        request: &ChangeRequest,
        mut judge: impl FnMut(&LogSnapshot) -> Result<Judged, Response>,
    ) -> Result<Response, Response> {
        let ChangeRequest { name, by, .. } = request;
        for _ in 0..MAX_RETRIES {
            let snapshot = self.read(name)?;
            let referee = &*snapshot.referee;
            let (outcome, extra) = match judge(&snapshot).map_err(|refused| refused.about(referee))? {
                Judged::Outcome(outcome, extra) => (outcome, extra),
                Judged::Unsaved(document) => return Ok(Response::of(snapshot.version.clone(), 0, document).about(referee)),
            };
            let mut document = json!(outcome.document(&file_name(name)));
            if let Some((extra, value)) = extra {
                document[extra] = value;
            }
            let now = self.api.shelf.now();
            let is_over = referee.progress() == Progress::GameOver;
            let log = if is_over { outcome.log.clone() } else { outcome.log.with_session_times(&snapshot.log, now, now) };
            let version = self.api.version_of(&log);
            if let Some(label) = by {
                let has_recorded = matches!(outcome.report, ActionReport::Recorded(_) | ActionReport::Tallied(..));
                let author = VersionAuthor { version: version.clone(), label: label.clone(), has_recorded };
                locked(&self.api.logs).entry((*name).to_owned()).or_default().author = Some(author);
            }
            match self.api.shelf.replace(name, snapshot.log.text(), log.text()) {
                Ok(()) => {
                    if let Some(step) = recording_of(&outcome).and_then(|recording| recording.recorded_steps().next()) {
                        let mut logs = locked(&self.api.logs);
                        logs.entry((*name).to_owned()).or_default().extensions.push(&snapshot.log, &log, step.place);
                    }
                    self.observe(name, &log, self.api.next_ticket());
                    return Ok(Response::of(version, 0, document).about(referee));
                }
                Err(FileError::Changed(_)) => {}
                Err(error) => return Err(Response::of_file(&error)),
            }
        }
        Err(Response::failed(StatusCode::SERVICE_UNAVAILABLE, "the log is busy: try again"))
    }

    /// Checks that lines have the same effect now as in the version that the client saw; if not, why not. `outcome` is what they do
    /// now.
    fn check_same_effect(
        &self,
        seen: &str,
        snapshot: &LogSnapshot,
        action: &Action,
        outcome: Option<&Outcome>,
    ) -> Result<(), &'static str> {
        const CONFLICT: &str = "somebody else has recorded since";
        let (games, now) = (self.api.games, &snapshot.log);
        let known = self.api.past(snapshot.name, seen);
        let is_known = known.is_some();
        // Of an unknown version, from before a restart, only a record that was made is recognised.
        let then = known.or_else(|| self.earlier_version(&snapshot.log, seen, action)).ok_or(MAY_BE_DONE)?;
        let table = games.open(then.clone()).map_err(|_| CONFLICT)?;
        let meant = actions::run(action, &then, games, || Ok(&*table)).map_err(|_| CONFLICT)?;
        let meant = recording_of(&meant).ok_or(CONFLICT)?;
        if is_recorded_since(&then, &meant.log, now) {
            return Err(RECORDED);
        }
        if !is_known {
            return Err(CONFLICT);
        }
        let recording = outcome.and_then(recording_of).ok_or(CONFLICT)?;
        let with_consequences = !is_simultaneous_choice(meant, &*table, &then, now);
        if effects(recording, with_consequences) == effects(meant, with_consequences) { Ok(()) } else { Err(CONFLICT) }
    }

    /// Whether an action for a version from before a restart was carried out then: its steps were recorded since.
    pub(super) fn was_recorded(&self, seen: &str, snapshot: &LogSnapshot, action: &Action) -> bool {
        if self.api.past(snapshot.name, seen).is_some() {
            return false;
        }
        let check = || {
            let then = self.earlier_version(&snapshot.log, seen, action)?;
            let table = self.api.games.open(then.clone()).ok()?;
            let meant = actions::run(action, &then, self.api.games, || Ok(&*table)).ok()?;
            Some(is_recorded_since(&then, &meant.log, &snapshot.log))
        };
        check().unwrap_or_default()
    }

    /// The log as it was at an earlier version, without the times of the game, if only steps were recorded since.
    fn earlier_version(&self, log: &Log, version: &str, action: &Action) -> Option<Log> {
        let Action::Record { lines, .. } = action else { return None };
        let most = MAX_RECORDED_SINCE + lines.iter().map(|line| line.split_whitespace().count()).sum::<usize>();
        log.find_earlier(most, |text| self.api.version_of_text(text) == version)
    }
}

fn recording_of(outcome: &Outcome) -> Option<&Recording> {
    if let ActionReport::Recorded(recording) = &outcome.report { Some(recording) } else { None }
}

/// Whether the steps that make `then` into `meant` were recorded since, in a row, until `now`.
fn is_recorded_since<'l>(then: &'l Log, meant: &'l Log, now: &'l Log) -> bool {
    // The steps of a log that are not those of `then`.
    let new_steps = |log: &'l Log| -> Vec<_> {
        let mut old_steps: Vec<_> = steps_of(then).collect();
        let mut is_new = |step: &_| old_steps.iter().position(|old| old == step).map(|at| old_steps.swap_remove(at)).is_none();
        steps_of(log).filter(|step| is_new(step)).collect()
    };
    let (own, since) = (new_steps(meant), new_steps(now));
    !own.is_empty() && since.windows(own.len()).any(|steps| steps == own)
}

/// The steps of a log with their actors.
fn steps_of(log: &Log) -> impl Iterator<Item = (Option<&str>, &str)> {
    log.rounds().iter().flat_map(|round| &round.lines).flat_map(|line| line.steps().map(|step| (line.actor(), step)))
}

/// Whether the lines are one player's simultaneous choice, and since `then` only others have chosen. The last choice, with the
/// consequences, is then a matter of chance.
fn is_simultaneous_choice(meant: &Recording, table: &dyn Referee, then: &Log, now: &Log) -> bool {
    let mut steps = meant.recorded_steps();
    let (Some(step), None) = (steps.next(), steps.next()) else { return false };
    let Some(player) = step.actor.filter(|_| is_simultaneous(table.book(), &step.step)) else { return false };
    SealedChoice { player, lines: lines_of(then), ..SealedChoice::default() }.is_for_this_turn(table.book(), now)
}

/// The effects of recorded lines, wherever in the log they stand.
fn effects(recording: &Recording, with_consequences: bool) -> Vec<RecordedStep> {
    let effect = |mut step: RecordedStep| {
        step.place = LineRef::new(1, 1);
        if !with_consequences {
            step.consequences.clear();
        }
        step
    };
    recording.recorded_steps().map(effect).collect()
}

/// The lines that were added or changed after an earlier version.
fn new_lines(past: &Log, now: &Log) -> Vec<(LineRef, String)> {
    let is_new = |(line_ref, text): &(LineRef, &str)| past.line(*line_ref).is_none_or(|line| *line.text != **text);
    document::lines(now).filter(is_new).map(|(line_ref, text)| (line_ref, text.to_owned())).collect()
}

/// The tallies that were added or changed after an earlier version.
fn changed_tallies(past: &Log, now: &Log) -> Vec<(CorrectionTarget, String)> {
    let tallies = (1..).zip(now.rounds()).map(|(number, _)| CorrectionTarget::Tally(number));
    let tallies = tallies.filter_map(|tally| now.text_at(&tally).map(|text| (tally, text)));
    tallies.filter(|(tally, text)| past.text_at(tally).as_ref() != Some(text)).collect()
}

/// The requirement on the name of a log, for error messages.
const NO_NAME: &str =
    "a log's name is that of its file: at most 100 letters, no path, no point or dash at its beginning, and not `aliases`";

impl Call<'_> {
    /// Adds a log that comes from elsewhere. `replaces` is the text that it replaces, if there is one of this name.
    pub(super) fn add_log(&self, name: &str, text: &str, replaces: Option<&str>) -> Result<Response, Response> {
        if !is_new_log_name(name) {
            return Err(Response::failed(StatusCode::BAD_REQUEST, NO_NAME));
        }
        let log = self.api.parse(name, text).map_err(|error| Response::of_file(&error))?;
        let saved = match replaces {
            Some(old) => self.api.shelf.replace(name, old, text),
            None => self.api.shelf.create(name, text),
        };
        saved.map_err(|error| Response::of_file(&error))?;
        Ok(Response::of(self.observe(name, &log, self.api.next_ticket()), 0, json!({ "name": name })))
    }

    /// Starts a log. The rematch of a log, `after`, is started once: later requests get the first response, and clients with the
    /// other log are told.
    pub(super) fn begin(
        &self,
        key: &RequestKey,
        name: &str,
        game: &str,
        new: &NewGame,
        after: Option<&str>,
    ) -> Result<Response, Response> {
        if let Some(only) = self.api.shelf.only() {
            let message = format!("`{only}` is served alone: serve the folder that it lies in to begin another game");
            return Err(Response::failed(StatusCode::BAD_REQUEST, &message));
        }
        self.once(after.unwrap_or(name), key, || {
            if let Some((_, begun)) = after.and_then(|after| self.rematch(after)) {
                return Ok(begun);
            }
            if !is_new_log_name(name) {
                return Err(Response::failed(StatusCode::BAD_REQUEST, NO_NAME));
            }
            let refused = |refusal: Refusal| Response::error(StatusCode::BAD_REQUEST, None, &[document::refusal(&refusal)]);
            let book = self.api.games.book(game).map_err(|error| refused(Refusal::cannot(error)))?;
            let text = self.api.games.start(book.game, new).map_err(refused)?;
            let log = Log::parse(text).map_err(|error| refused(Refusal::cannot(error)))?;
            let mut document = document::new_game(&file_name(name), &log, &referee::chosen(new, &log, book));
            document["halted"] = Value::Null;
            self.api.shelf.create(name, log.text()).map_err(|error| Response::of_file(&error))?;
            let response = Response::of(self.observe(name, &log, self.api.next_ticket()), 0, document);
            if let Some(after) = after.filter(|after| matches!(self.api.log(after), Some((_, Ok(_))))) {
                let rematch = (name.to_owned(), response.clone());
                locked(&self.api.logs).entry(after.to_owned()).or_default().rematch = Some(rematch);
                self.send(after, Event::Rematch(name.to_owned()));
            }
            Ok(response)
        })
    }

    /// The rematch of a log, unless it is gone or put away, with the response to the client that began it.
    pub(super) fn rematch(&self, name: &str) -> Option<(String, Response)> {
        let (name, begun) = locked(&self.api.logs).get(name)?.rematch.clone()?;
        let log = self.api.log(&name)?.1.ok()?;
        log.closed().is_none().then_some((name, begun))
    }
}
