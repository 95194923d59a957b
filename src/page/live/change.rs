//! Changes a log for a phone: once, for the version that the phone saw, and on disk before the response.

use super::{
    ServerState,
    answer::ApiResponse,
    locked,
    sealed::{SealedChoice, choosers, is_simultaneous, lines_of},
    secrets::Permission,
    served::{KeyStatus, RequestKey},
    shown,
    work::Client,
};
use crate::{
    actions::{self, Action, ActionError, ActionReport, Outcome, Workspace},
    log::{BETWEEN_PARTS, CorrectionTarget, FileError, LineRef, Log, LogFile, OffsetTime},
    referee::{self, NewGame, RecordedStep, Recording, Referee, Refusal, document},
    table::is_same_name,
};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;

const MAX_KEY_CHARS: usize = 100;

const MAX_RETRIES: usize = 1000;

pub(super) struct ChangeRequest {
    pub name: String,
    /// The version of the log that the client saw.
    pub version: String,
    /// The request's key: a repeated request gets the same response, and nothing is done twice.
    pub key: RequestKey,
    /// The client's `?by=` label.
    pub by: Option<String>,
    /// Whether the answer to a preview has what a page shows of it.
    pub shown: bool,
}

enum RequestEffect {
    /// The outcome of an action is saved and returned, with an extra field of the page's own if needed.
    Outcome(Box<Outcome>, Option<(&'static str, Value)>),
    Unsaved(Value),
}

/// A request that runs once for its key.
type KeyedRequest = Box<dyn FnOnce(&ServerState, &RequestKey) -> ApiResponse + Send>;

struct LogSnapshot<'a> {
    name: &'a str,
    workspace: &'a Workspace,
    referee: &'a dyn Referee,
    version: String,
}

impl LogSnapshot<'_> {
    fn preview(&self, action: &Action) -> Result<Outcome, ApiResponse> {
        self.workspace.dry_run(action).map_err(|error| self.refused(error))
    }

    fn refused(&self, error: ActionError) -> ApiResponse {
        let refusal = match error {
            ActionError::Refused(refusal) => refusal,
            other => Refusal::cannot(other),
        };
        ApiResponse::refused(self.version.clone(), &refusal)
    }

    fn cannot(&self, why: String) -> ApiResponse {
        self.refused(ActionError::Cannot(why))
    }

    /// A conflict: the response lists what was recorded since.
    fn conflict(&self, live: &ServerState, asked: &str, message: &str) -> ApiResponse {
        let (past, now) = (live.events.past(self.name, asked), self.workspace.log());
        let lines = past.iter().flat_map(|past| new_lines(past, now)).map(|(place, text)| (place.to_string(), text));
        let tallies = past.iter().flat_map(|past| changed_tallies(past, now));
        let tallies = tallies.map(|(spot, text)| (spot.to_string(), text.replace(BETWEEN_PARTS, " / ")));
        let since: Vec<Value> = lines.chain(tallies).map(|(at, text)| json!({"at": at, "text": text})).collect();
        ApiResponse::conflict(self.version.clone(), message, &since)
    }
}

/// Changes the version of a log that the phone saw. A preview reports what would change and writes nothing.
pub(super) async fn change(live: Arc<ServerState>, asked: ChangeRequest, is_preview: bool, action: Action) -> ApiResponse {
    let ChangeRequest { name, version, key, by, shown } = asked;
    let request = move |live: &ServerState, snapshot: &LogSnapshot| {
        if snapshot.version != version {
            return Err(snapshot.conflict(live, &version, "somebody else has changed the log since"));
        }
        let outcome = snapshot.preview(&action)?;
        if is_preview {
            let mut document = json!(outcome.document(&file_name(snapshot.name)));
            match &outcome.report {
                ActionReport::Tallied(_, sheet) if shown => document["shown"] = shown::score(snapshot.referee, sheet),
                ActionReport::Amended(change) if shown => document["shown"] = shown::effects(change),
                _ => {}
            }
            return Ok(RequestEffect::Unsaved(document));
        }
        Ok(RequestEffect::Outcome(Box::new(outcome), None))
    };
    if is_preview {
        let work = live.clone();
        let preview = move |_: &Client| attempt(&live, None, &name, None, &mut |snapshot| request(&live, snapshot));
        return work.work.ask(Permission::Record, preview).await.unwrap_or_else(|failed| failed);
    }
    let change = move |live: &ServerState, key: &RequestKey| {
        attempt(live, Some(key), &name, by.as_deref(), &mut |snapshot| request(live, snapshot))
    };
    keyed(live, key, Box::new(change)).await
}

/// Records lines. If the log has changed since, they are recorded only if they have the same effect now.
pub(super) async fn record(
    live: Arc<ServerState>,
    asked: ChangeRequest,
    lines: Vec<String>,
    first: Option<String>,
) -> ApiResponse {
    let ChangeRequest { name, version, key, by, .. } = asked;
    if lines.is_empty() {
        return ApiResponse::failed(StatusCode::BAD_REQUEST, "there are no lines to record");
    }
    let action = Action::Record { lines, first };
    keyed(live, key, Box::new(move |live, key| record_in(live, key, &name, &version, by.as_deref(), &action))).await
}

/// Records lines in the version of a log that the phone saw, or where they have the same effect.
pub(super) fn record_in(
    live: &ServerState,
    key: &RequestKey,
    name: &str,
    version: &str,
    by: Option<&str>,
    action: &Action,
) -> ApiResponse {
    attempt(live, Some(key), name, by, &mut |snapshot| {
        let recorded = snapshot.workspace.dry_run(action);
        if snapshot.version != version
            && let Err(message) = check_same_effect(live, version, snapshot, action, recorded.as_ref().ok())
        {
            return Err(snapshot.conflict(live, version, message));
        }
        Ok(RequestEffect::Outcome(Box::new(recorded.map_err(|error| snapshot.refused(error))?), None))
    })
}

/// Runs a request once for its key; a repeated one gets the same response. Changes run one after another.
async fn keyed(live: Arc<ServerState>, key: RequestKey, request: KeyedRequest) -> ApiResponse {
    if key.key.is_empty() || key.key.chars().count() > MAX_KEY_CHARS {
        return ApiResponse::failed(StatusCode::BAD_REQUEST, "a key has 1 to 100 characters");
    }
    let turn = live.writing.clone().lock_owned().await;
    let work = live.clone();
    let change = move |_: &_| {
        // The client may disconnect; the next change still waits until this one is done.
        let _turn = turn;
        once(&live, &key, request)
    };
    work.work.run(Permission::Record, change).await.unwrap_or_else(|failed| failed)
}

pub(super) fn once(
    live: &ServerState,
    key: &RequestKey,
    request: impl FnOnce(&ServerState, &RequestKey) -> ApiResponse,
) -> ApiResponse {
    let known = locked(&live.served).known(key);
    match known {
        Some(KeyStatus::Answer(answer)) => return answer,
        Some(KeyStatus::Forgotten) => {
            let message = "already done, but the response has expired: check the log";
            return ApiResponse::failed(StatusCode::CONFLICT, message);
        }
        Some(KeyStatus::Other) => {
            let message = "this key was used for another request, and nothing was done: a key belongs to one command, one game and one body";
            return ApiResponse::failed(StatusCode::CONFLICT, message);
        }
        None => {}
    }
    let answer = request(live, key);
    if answer.is_done() {
        locked(&live.served).keep(key, Some(&answer));
    }
    answer
}

/// Opens a log, changes it, and saves it under the key of the request; retries after a concurrent change.
fn attempt(
    live: &ServerState,
    key: Option<&RequestKey>,
    name: &str,
    by: Option<&str>,
    build: &mut dyn FnMut(&LogSnapshot) -> Result<RequestEffect, ApiResponse>,
) -> ApiResponse {
    let Some(entry) = live.folder.file(name) else { return ApiResponse::no_game() };
    for _ in 0..MAX_RETRIES {
        let file = match LogFile::open_at(entry.clone()) {
            Ok(file) => file,
            Err(error) => return live.unread(name, &error),
        };
        let before = file.log().clone();
        let mut workspace = Workspace::of(file, live.games);
        let referee = match workspace.referee() {
            Ok(referee) => Arc::clone(referee),
            Err(error) => return live.unread(name, &error),
        };
        let version = live.events.observe(&live.folder, name, workspace.log());
        let snapshot = LogSnapshot { name, workspace: &workspace, referee: &*referee, version };
        let (outcome, extra, key) = match (build(&snapshot), key) {
            (Err(answer), _) => return answer.about(&*referee),
            (Ok(RequestEffect::Unsaved(answer)), _) => return ApiResponse::of(snapshot.version, 0, answer).about(&*referee),
            (Ok(RequestEffect::Outcome(outcome, extra)), Some(key)) => (outcome, extra, key),
            (Ok(RequestEffect::Outcome(..)), None) => return ApiResponse::no_game(),
        };
        let mut document = json!(outcome.document(&file_name(name)));
        if let Some((extra, value)) = extra {
            document[extra] = value;
        }
        let log = workspace.with_session_times(&outcome, OffsetTime::now());
        let answer = ApiResponse::of(log.digest().to_string(), 0, document).about(&*referee);
        locked(&live.served).saving(key, name, &answer);
        if let Some(word) = by {
            let has_recorded = matches!(outcome.report, ActionReport::Recorded(_) | ActionReport::Tallied(..));
            live.events.set_author(name, log.digest().to_string(), word, has_recorded);
        }
        match workspace.save(log) {
            Ok(()) => {
                locked(&live.served).saved(key);
                if let Some(entered) = recording_of(&outcome).and_then(|recorded| recorded.recorded_steps().next()) {
                    locked(&live.inputs).entry(name.to_owned()).or_default().push(&before, workspace.log(), entered.place);
                }
                live.events.observe(&live.folder, name, workspace.log());
                return answer;
            }
            Err(FileError::Changed(_)) => {}
            Err(error) => return ApiResponse::of_file(&live.folder, &error),
        }
    }
    ApiResponse::failed(StatusCode::SERVICE_UNAVAILABLE, "the log is busy: try again")
}

pub(super) fn file_name(name: &str) -> String {
    format!("{name}.toml")
}

fn recording_of(outcome: &Outcome) -> Option<&Recording> {
    if let ActionReport::Recorded(recorded) = &outcome.report { Some(recorded) } else { None }
}

/// Whether lines have the same effect now as in the version that the phone saw, `seen`; if not, why not. `done` is what they do now.
fn check_same_effect(
    live: &ServerState,
    seen: &str,
    snapshot: &LogSnapshot,
    action: &Action,
    done: Option<&Outcome>,
) -> Result<(), &'static str> {
    const CONFLICT: &str = "somebody else has recorded since";
    let now = snapshot.workspace.log();
    // The effect of the lines in the version that the client saw.
    let then = live.events.past(snapshot.name, seen).ok_or(CONFLICT)?;
    let table = live.games.open(then.clone()).map_err(|_| CONFLICT)?;
    let meant = actions::run(action, &then, live.games, || Ok(&*table)).map_err(|_| CONFLICT)?;
    let meant = recording_of(&meant).ok_or(CONFLICT)?;
    if is_recorded_since(&then, &meant.log, now) {
        return Err("already recorded");
    }
    let done = done.and_then(recording_of).ok_or(CONFLICT)?;
    let with_consequences = !is_simultaneous_choice(meant, &*table, &then, now);
    if effects(done, with_consequences) == effects(meant, with_consequences) { Ok(()) } else { Err(CONFLICT) }
}

/// Whether somebody else has recorded the same lines in the meantime: those that make `then` into `meant` came, in a row, until `now`.
fn is_recorded_since(then: &Log, meant: &Log, now: &Log) -> bool {
    let texts = |log: &Log| new_lines(then, log).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    let (own, others) = (texts(meant), texts(now));
    !own.is_empty() && others.windows(own.len()).any(|lines| lines == own)
}

/// Whether the lines are one player's simultaneous choice, and since `then` only others have chosen. The last choice, with the
/// consequences, is then a matter of chance.
fn is_simultaneous_choice(meant: &Recording, table: &dyn Referee, then: &Log, now: &Log) -> bool {
    let mut steps = meant.recorded_steps();
    let (Some(step), None) = (steps.next(), steps.next()) else { return false };
    let Some(player) = step.actor.filter(|_| is_simultaneous(table.book(), &step.step)) else { return false };
    SealedChoice { player, step: String::new(), lines: lines_of(then) }.still_holds(table.book(), now)
}

/// The effects of recorded lines, wherever in the log they stand.
fn effects(recorded: &Recording, with_consequences: bool) -> Vec<RecordedStep> {
    let effect = |mut entered: RecordedStep| {
        entered.place = LineRef::new(1, 1);
        if !with_consequences {
            entered.consequences.clear();
        }
        entered
    };
    recorded.recorded_steps().map(effect).collect()
}

/// The lines that were added or changed after an earlier version.
fn new_lines(past: &Log, now: &Log) -> Vec<(LineRef, String)> {
    let is_new = |(place, text): &(LineRef, &str)| past.line(*place).is_none_or(|line| *line.text != **text);
    document::lines(now).filter(is_new).map(|(place, text)| (place, text.to_owned())).collect()
}

/// The tallies that were added or changed after an earlier version.
fn changed_tallies(past: &Log, now: &Log) -> Vec<(CorrectionTarget, String)> {
    let tallies = (1..).zip(now.rounds()).map(|(number, _)| CorrectionTarget::Tally(number));
    let tallies = tallies.filter_map(|tally| now.text_at(&tally).map(|text| (tally, text)));
    tallies.filter(|(tally, text)| past.text_at(tally).as_ref() != Some(text)).collect()
}

/// Seals a player's choice, or takes it back. With the last choice all are recorded, in seat order. The table sees who has chosen.
pub(super) async fn seal(live: Arc<ServerState>, asked: ChangeRequest, player: String, step: Option<String>) -> ApiResponse {
    // Each player of the recorded lines has chosen on a phone of their own: the phone of the last one is not named.
    let ChangeRequest { name, version, key, .. } = asked;
    let request = move |live: &ServerState, key: &RequestKey| {
        let (mut chosen, mut is_recorded) = (Vec::new(), false);
        let answer = attempt(live, Some(key), &name, None, &mut |snapshot| {
            (chosen, is_recorded) = (Vec::new(), false);
            let LogSnapshot { workspace, referee, .. } = snapshot;
            let (log, book) = (workspace.log(), referee.book());
            let expected = choosers(*referee);
            let Some(player) = expected.iter().find(|name| is_same_name(name, &player)) else {
                return Err(snapshot.cannot(format!("it is not {player}'s turn to choose")));
            };
            let seen = live.events.past(&name, &version).map_or_else(Vec::new, |seen| lines_of(&seen));
            let own = SealedChoice { player: player.clone(), step: step.clone().unwrap_or_default(), lines: seen };
            if snapshot.version != version && !own.still_holds(book, log) {
                return Err(snapshot.conflict(live, &version, "somebody else has recorded since"));
            }
            let mut seals = locked(&live.sealed).of(&name).to_vec();
            seals.retain(|seal| seal.player != *player && (seal.is_valid(*referee) || seal.replaced(*referee).is_some()));
            if let Some(step) = &step {
                // Each choice is judged immediately, so that its player sees the error.
                let preview = snapshot.preview(&Action::Record { lines: vec![format!("{player}: {step}")], first: None })?;
                let is_at_once =
                    |recorded: &&Recording| recorded.recorded_steps().all(|entered| is_simultaneous(book, &entered.step));
                let Some(recorded) = recording_of(&preview).filter(is_at_once) else {
                    return Err(snapshot.cannot(format!("`{step}` is not a simultaneous step: record it as it is")));
                };
                seals.push(own.written_out(recorded));
            }
            let step_of = |actor: &String| Some(format!("{actor}: {}", seals.iter().find(|seal| seal.player == *actor)?.step));
            let Some(lines) = expected.iter().map(step_of).collect::<Option<Vec<_>>>() else {
                chosen = SealedChoice::players(&seals, *referee);
                let unkept = |error| format!("the choice can't be kept ({error}): choose again once there is room");
                locked(&live.sealed)
                    .put(&name, seals)
                    .map_err(|error| ApiResponse::failed(StatusCode::INTERNAL_SERVER_ERROR, &unkept(error)))?;
                let halted = referee.halted().map(|place| place.to_string());
                return Ok(RequestEffect::Unsaved(json!({"chosen": chosen, "halted": halted})));
            };
            let outcome = snapshot.preview(&Action::Record { lines, first: None })?;
            is_recorded = true;
            Ok(RequestEffect::Outcome(Box::new(outcome), Some(("chosen", json!([])))))
        });
        if answer.is_done() {
            if is_recorded {
                // If this fails, they are no longer valid all the same.
                let _ = locked(&live.sealed).put(&name, Vec::new());
            }
            live.events.send(&name, super::events::Event::Chosen(chosen));
        }
        answer
    };
    keyed(live, key, Box::new(request)).await
}

/// The requirement on the name of a log, for error messages.
const NO_NAME: &str =
    "a log's name is that of its file: at most 100 letters, no path, no point or dash at its beginning, and not `aliases`";

/// Starts a log. The rematch of a log, `after`, is started once: later requests get the first answer, and phones with the other
/// log are told.
pub(super) async fn begin(
    live: Arc<ServerState>,
    key: RequestKey,
    name: String,
    game: String,
    new: NewGame,
    after: Option<String>,
) -> ApiResponse {
    if let Some(only) = live.folder.only() {
        let message = format!("`{only}` is served alone: serve the folder that it lies in to begin another game");
        return ApiResponse::failed(StatusCode::BAD_REQUEST, &message);
    }
    let request = move |live: &ServerState, key: &RequestKey| {
        if let Some((_, begun)) = after.as_ref().and_then(|after| live.rematch(after)) {
            return begun;
        }
        let Some(entry) = live.folder.new_file(&name) else {
            return ApiResponse::failed(StatusCode::BAD_REQUEST, NO_NAME);
        };
        let refused = |refusal: &Refusal| ApiResponse::error(StatusCode::BAD_REQUEST, None, &[document::refusal(refusal)]);
        let book = match live.games.book(&game) {
            Ok(book) => book,
            Err(error) => return refused(&Refusal::cannot(error)),
        };
        let text = match live.games.start(book.game, &new) {
            Ok(text) => text,
            Err(refusal) => return refused(&refusal),
        };
        let log = match Log::parse(text.clone()) {
            Ok(log) => log,
            Err(error) => return refused(&Refusal::cannot(error)),
        };
        let mut document = document::new_game(&file_name(&name), &log, &referee::chosen(&new, &log, book, ""));
        document["halted"] = Value::Null;
        let answer = ApiResponse::of(log.digest().to_string(), 0, document);
        locked(&live.served).saving(key, &name, &answer);
        match LogFile::create_at(entry, text) {
            Ok(file) => {
                locked(&live.served).saved(key);
                live.events.observe(&live.folder, &name, file.log());
                if let Some(after) = after {
                    locked(&live.rematches).insert(after.clone(), (name.clone(), answer.clone()));
                    live.events.send(&after, super::events::Event::Rematch(name));
                }
                answer
            }
            Err(error) => ApiResponse::of_file(&live.folder, &error),
        }
    };
    keyed(live, key, Box::new(request)).await
}
