//! The routes of the API, and what is asked of a game: the commands, one by one.

mod home;

use super::{
    ServerState, SharedState,
    access::{ASK_FOR_THE_LINK, RequiresRecord, authorize_request},
    answer::ApiResponse,
    change::{self, ChangeRequest, file_name},
    ending,
    events::{CorrectionEvent, Event, NamedEvent},
    locked, pages,
    secrets::Permission,
    served::RequestKey,
    shown, turn, watched,
};
use crate::{
    actions::Action,
    log::{FileError, LineRef, Log, write_position},
    page::{self, GameReport},
    referee::{self, BuildInput, BuildTarget, ExplainedStep, OwnedFields, Referee, Refusal, Verdict, document, report_position},
    table::{Consequence, Progress},
};
use axum::{
    Extension, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State},
    http::{HeaderMap, StatusCode, Uri, request::Parts},
    middleware,
    response::{
        IntoResponse as _, Response,
        sse::{self, Sse},
    },
    routing::{get, post},
};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error as _},
};
use serde_json::{Map, Value, json};
use std::{convert::Infallible, fmt::Display, sync::Arc, time::Duration};
use tokio::sync::broadcast::Receiver;
use tokio_stream::{Stream, StreamExt as _, wrappers::BroadcastStream};

const MAX_BODY_BYTES: usize = 64 * 1024;
const MAX_WORD_CHARS: usize = 40;
const KEEP_ALIVE: Duration = Duration::from_secs(15);

pub(super) fn router(live: Arc<ServerState>) -> Router {
    let game = Router::new()
        .route("/table", get(table))
        .route("/show", get(show))
        .route("/moves", get(moves))
        .route("/score", get(score))
        .route("/why", get(why))
        .route("/check", get(check))
        .route("/log", get(log))
        .route("/head", get(head))
        .route("/rules", get(table_rules))
        .route("/events", get(events))
        .route("/report", get(report))
        .route("/seal", post(seal))
        .route("/try", post(try_line))
        .route("/position", post(position))
        .route("/places", post(places));
    let game = ACTIONS.into_iter().fold(game, |game, action| {
        let act = move |_: RequiresRecord, State(live): SharedState, GameName(name): GameName, body: JsonBody<ChangeBody>| {
            change(live, action, name, body)
        };
        game.route(&format!("/{action}"), post(act))
    });
    Router::new()
        .route("/", get(pages::page))
        .route("/join", get(pages::page))
        .route("/assets/{folder}/{name}", get(pages::asset))
        .route("/api/links", get(home::known_links).post(home::renew_links))
        .route("/api/games", get(home::games).post(home::new_game))
        .route("/api/setup", post(home::setup))
        .route("/api/judge", post(home::judge))
        .route("/api/places", post(home::places))
        .route("/api/moves", post(home::moves))
        .route("/api/stats", get(home::stats))
        .route("/api/stats/page", get(home::stats_page))
        .route("/api/rules", get(home::books))
        .route("/api/rules/{game}", get(home::rules))
        .nest("/api/games/{name}", game)
        .fallback(async || ApiResponse::failed(StatusCode::NOT_FOUND, "there is nothing here"))
        .method_not_allowed_fallback(async || {
            ApiResponse::failed(StatusCode::METHOD_NOT_ALLOWED, "method not allowed: use GET to read and POST to change")
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(live.clone(), authorize_request))
        .with_state(live)
}

/// The name of a log, from the path.
struct GameName(String);

impl<S: Send + Sync> FromRequestParts<S> for GameName {
    type Rejection = ApiResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiResponse> {
        let name = Path::from_request_parts(parts, state).await;
        name.map(|Path(name)| Self(name)).map_err(|error| ApiResponse::failed(error.status(), &error.body_text()))
    }
}

/// A body, parsed as JSON, and as it was sent.
struct JsonBody<T>(T, RawBody);

/// The text of a body, and the client's `?by=` label.
struct RawBody {
    text: String,
    by: Option<String>,
    /// Whether the answer to a preview has what a page shows of it.
    shown: bool,
}

/// The query of a change: the client's label (`?by=WORD`), and whether its preview is to be `?shown=true`.
#[derive(Deserialize)]
struct ChangeQuery {
    by: Option<String>,
    #[serde(default)]
    shown: bool,
}

impl ChangeQuery {
    fn of(uri: &Uri) -> Result<Self, ApiResponse> {
        let refused = || {
            let message = format!("`by` is a phone's own word: ?by=WORD, of 1 to {MAX_WORD_CHARS} characters");
            ApiResponse::failed(StatusCode::BAD_REQUEST, &message)
        };
        let Query(Self { by, shown }) = Query::try_from_uri(uri).map_err(|_| refused())?;
        let by = by.map(|by| by.trim().to_owned());
        if by.as_ref().is_some_and(|word| word.is_empty() || word.chars().count() > MAX_WORD_CHARS) {
            return Err(refused());
        }
        Ok(Self { by, shown })
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiResponse;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiResponse> {
        let ChangeQuery { by, shown } = ChangeQuery::of(request.uri())?;
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|error| ApiResponse::failed(error.status(), &error.body_text()))?;
        // Serde would also accept a list as a struct.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            return Err(ApiResponse::failed(StatusCode::BAD_REQUEST, "the body can't be read: it is not an object"));
        }
        let unread =
            |error: &dyn Display| ApiResponse::failed(StatusCode::BAD_REQUEST, &format!("the body can't be read: {error}"));
        let read = serde_json::from_slice(&bytes).map_err(|error| unread(&error))?;
        let text = String::from_utf8(bytes.into()).map_err(|error| unread(&error))?;
        Ok(Self(read, RawBody { text, by, shown }))
    }
}

/// The parsed query.
struct QueryParams<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiResponse;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiResponse> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|error| ApiResponse::failed(error.status(), &error.body_text()))
    }
}

fn place<'de, D: Deserializer<'de>>(from: D) -> Result<Option<LineRef>, D::Error> {
    Option::<String>::deserialize(from)?.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

/// A place in a log, as `?at=R.L`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AtQuery {
    #[serde(default, deserialize_with = "place")]
    at: Option<LineRef>,
}

/// Queries a table: as it is, or as it was before a line.
fn at_line<T>(at: Option<LineRef>, referee: &dyn Referee, ask: impl FnOnce(&dyn Referee) -> T) -> Result<T, Refusal> {
    Ok(match at {
        None => ask(referee),
        Some(place) => ask(&*referee.before_line(place)?),
    })
}

/// Reads a log and replays it.
fn read(live: &ServerState, name: &str) -> Result<(Box<dyn Referee>, String), ApiResponse> {
    let text = live.folder.text(name).ok_or_else(ApiResponse::no_game)?.map_err(|error| live.unread(name, &error))?;
    let unread = |error| {
        let mut all = live.games.read_errors(&text).into_iter();
        FileError::Invalid { path: file_name(name).into(), error: Box::new(all.next().unwrap_or(error)), more: all.collect() }
    };
    let log = Log::parse(text.clone()).map_err(|error| live.unread(name, &unread(error)))?;
    let version = live.events.observe(&live.folder, name, &log);
    let referee = live.games.open(log).map_err(|error| ApiResponse::of_file(&live.folder, &unread(error)))?;
    Ok((referee, version))
}

/// A command's document about a log, and its exit status.
type CommandResult = Result<(u8, Value), Refusal>;

/// Responds with a document from a log's referee, if the client has the right.
async fn respond(
    live: Arc<ServerState>,
    right: Permission,
    name: String,
    command: impl FnOnce(&ServerState, &str, &dyn Referee) -> CommandResult + Send + 'static,
) -> ApiResponse {
    let work = live.clone();
    let answer = work.work.ask(right, move |_| match read(&live, &name) {
        Err(answer) if right == Permission::Watch && answer.status() == StatusCode::UNPROCESSABLE_ENTITY => answer.without_text(),
        Err(answer) => answer,
        Ok((referee, version)) => match command(&live, &name, &*referee) {
            Ok((exit, document)) => ApiResponse::of(version, exit, document).about(&*referee),
            Err(refusal) => ApiResponse::refused(version, &refusal).about(&*referee),
        },
    });
    answer.await.unwrap_or_else(|failed| failed)
}

/// Adds the place where the judging of the log stopped.
fn of_log(referee: &dyn Referee, mut document: Value) -> Value {
    document["halted"] = referee.halted().map(|place| place.to_string()).into();
    document
}

async fn table(State(live): SharedState, Extension(right): Extension<Permission>, GameName(name): GameName) -> ApiResponse {
    respond(live, right, name, move |live, name, referee| {
        let mut table = document::table(referee);
        let watches = right == Permission::Watch;
        for line in table["lines"].as_array_mut().into_iter().flatten().filter(|_| watches) {
            let text = line["text"].as_str().unwrap_or_default();
            let at = line["at"].as_str().and_then(|at| at.parse().ok());
            line["text"] =
                at.map_or_else(|| watched::line(referee.book(), text), |at| watched::line_at(referee, at, text)).into();
        }
        table["chosen"] = json!(live.chosen(name, referee));
        table["replaced"] = json!(live.replaced(name, referee));
        table["in_force"] = document::in_force(referee);
        let maker = live.events.author(name, &referee.log().digest().to_string()).filter(|(_, has_recorded)| *has_recorded);
        table["recorded_by"] = json!(maker.map(|(word, _)| word));
        table["last"] = last_line(referee, watches);
        table["round"] = json!(referee.next_round_label(None));
        table["outcome"] = json!((referee.progress() == Progress::GameOver).then(|| referee.visible_sheet().outcome()));
        table["turn"] = turn::turn(referee, &live.chosen(name, referee)).into();
        table["ended"] = ending::end_document(referee);
        if table["ended"]["over"] == true {
            table["ended"]["rematch"] = json!(live.rematch(name).map(|(name, _)| name));
        }
        if referee.log().is_scores_only() {
            let sheet = referee.sheet();
            table["counted"] = json!({"sheet": sheet, "shown": shown::score(referee, &sheet)});
        }
        Ok((0, of_log(referee, table)))
    })
    .await
}

/// The steps of the last line in words, with the consequences that are announced; before the first line, how the game began.
fn last_line(referee: &dyn Referee, watches: bool) -> Value {
    let aloud = |telling: &Consequence| telling.immediate.then(|| telling.text.clone());
    let step = |step: &ExplainedStep| {
        let tellings: Vec<String> = step.consequences.iter().filter_map(aloud).collect();
        let message = |found: &Verdict| if watches { watched::message(found) } else { found.message.clone() };
        let verdict = step
            .verdict
            .as_ref()
            .map(|found| json!({"verdict": found.word(), "clause": found.clause, "message": message(found)}));
        let open = if watches { referee.book().in_view(&step.step) } else { None };
        json!({"read_back": open.as_ref().unwrap_or(&step.description), "tellings": tellings, "verdict": verdict})
    };
    referee.explain(None).map(|why| why.steps.iter().map(step).collect()).unwrap_or_default()
}

/// `?at=R.L` (before a line), and whether the table is shown as a position, as `?position=true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowQuery {
    #[serde(default, deserialize_with = "place")]
    at: Option<LineRef>,
    #[serde(default)]
    position: bool,
}

async fn show(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    QueryParams(ShowQuery { at, position }): QueryParams<ShowQuery>,
) -> ApiResponse {
    let shown = move |live: &ServerState, name: &str, referee: &dyn Referee| {
        if position {
            let standing = at_line(at, referee, |table| table.position(false))?;
            let none = || json!({"position": null, "at": null, "is_earlier": null});
            return Ok((0, of_log(referee, standing.map_or_else(none, |standing| json!(standing)))));
        }
        let shown = at_line(at, referee, document::show)?;
        live.events.send(name, Event::Asked(if at.is_some() { "for an earlier table" } else { "for what was seen" }));
        Ok((0, of_log(referee, shown)))
    };
    respond(live, Permission::Record, name, shown).await
}

/// Whether to use only what lies open (`?in_view=true`), and to give the score as a page shows it (`?shown=true`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ViewQuery {
    #[serde(default)]
    in_view: bool,
    #[serde(default)]
    shown: bool,
}

/// The table whose legal moves are meant: `?first=NAME` of the next round, or `?at=R.L`; and whether to use only what lies open,
/// which helps nobody's memory: `?in_view=true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovesQuery {
    first: Option<String>,
    #[serde(default, deserialize_with = "place")]
    at: Option<LineRef>,
    #[serde(default)]
    in_view: bool,
}

async fn moves(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    QueryParams(MovesQuery { first, at, in_view }): QueryParams<MovesQuery>,
) -> Result<ApiResponse, ApiResponse> {
    if first.is_some() && at.is_some() {
        return Err(ApiResponse::failed(StatusCode::BAD_REQUEST, "give either `first` or `at`, not both"));
    }
    let command = move |live: &ServerState, name: &str, referee: &dyn Referee| {
        let steps = |table: &dyn Referee| if in_view { table.visible_legal_steps() } else { table.legal_steps() };
        let moves = match (&first, at) {
            (Some(first), _) => document::moves(&*referee.next_round(first)?, steps)?,
            (None, at) => at_line(at, referee, |table| document::moves(table, steps))??,
        };
        if at.is_some() {
            live.events.send(name, Event::Asked("for an earlier table"));
        } else if !in_view && referee.legal_steps().len() < referee.visible_legal_steps().len() {
            live.events.send(name, Event::Asked("for what was seen"));
        }
        Ok((0, of_log(referee, moves)))
    };
    Ok(respond(live, Permission::Record, name, command).await)
}

async fn score(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    QueryParams(ViewQuery { in_view, shown }): QueryParams<ViewQuery>,
) -> ApiResponse {
    let command = move |live: &ServerState, name: &str, referee: &dyn Referee| {
        let (open, all) = (referee.visible_sheet(), referee.sheet());
        if !in_view && open != all {
            live.events.send(name, Event::Asked("for the score with what lies covered"));
        }
        let sheet = if in_view { open } else { all };
        let mut document = json!(sheet);
        if shown {
            document["shown"] = shown::score(referee, &sheet);
        }
        Ok((0, of_log(referee, document)))
    };
    respond(live, Permission::Record, name, command).await
}

async fn why(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    QueryParams(AtQuery { at }): QueryParams<AtQuery>,
) -> ApiResponse {
    respond(live, Permission::Record, name, move |live, name, referee| {
        let why = referee.explain(at)?;
        if at.is_some_and(|place| place != referee.log().end()) {
            live.events.send(name, Event::Asked("for an earlier line"));
        }
        Ok((0, of_log(referee, json!(why))))
    })
    .await
}

async fn check(_: RequiresRecord, State(live): SharedState, GameName(name): GameName) -> ApiResponse {
    respond(live, Permission::Record, name, |_, name, referee| {
        let file = file_name(name);
        let checked = document::check(&file, referee);
        Ok((u8::from(!checked.ok), json!({ "files": [checked] })))
    })
    .await
}

async fn log(_: RequiresRecord, State(live): SharedState, GameName(name): GameName) -> ApiResponse {
    respond(live, Permission::Record, name, |live, name, referee| {
        // Counted cards are no secret.
        if !referee.log().is_scores_only() {
            live.events.send(name, Event::Asked("for the whole log"));
        }
        Ok((0, of_log(referee, document::log(referee))))
    })
    .await
}

/// The report of a game, as the file that `report` writes.
async fn report(_: RequiresRecord, State(live): SharedState, GameName(name): GameName) -> ApiResponse {
    respond(live, Permission::Record, name, |live, name, referee| {
        let game = GameReport::of(referee).map_err(Refusal::cannot)?;
        let html = page::html(&[game]).map_err(Refusal::cannot)?;
        if referee.progress() != Progress::GameOver {
            live.events.send(name, Event::Asked("for the report of the game"));
        }
        Ok((0, json!({"file": format!("{name}.html"), "html": html})))
    })
    .await
}

async fn table_rules(State(live): SharedState, Extension(right): Extension<Permission>, GameName(name): GameName) -> ApiResponse {
    respond(live, right, name, |_, _, referee| Ok((0, document::book_of_table(referee)))).await
}

/// The event stream of a log; the first event is its current version.
async fn events(
    State(live): SharedState,
    Extension(right): Extension<Permission>,
    headers: HeaderMap,
    GameName(name): GameName,
) -> Response {
    let (of, work) = (name.clone(), live.clone());
    let listening = work.work.run(right, move |_| {
        if let Some(Ok(log)) = live.folder.read(&of) {
            live.events.observe(&live.folder, &of, &log);
        }
        let (now, listener) = live.events.was_read(&of).then(|| live.events.subscribe(&of))?;
        let has_seals = !locked(&live.sealed).of(&of).is_empty();
        let referee = if has_seals { read(&live, &of).ok() } else { None };
        let chosen = referee.map_or_else(Vec::new, |(referee, _)| live.chosen(&of, &*referee));
        Some((now, chosen, listener, live))
    });
    match listening.await {
        // The link was renewed in the meantime.
        Ok(Some((.., live))) if live.access.right(&headers).is_none() => {
            (StatusCode::UNAUTHORIZED, ASK_FOR_THE_LINK).into_response()
        }
        Ok(Some((now, chosen, listener, live))) => {
            // A phone that receives nothing for longer than this knows that it has lost the connection.
            let beat = sse::Event::default().event("alive").data("{}");
            let beats = sse::KeepAlive::new().interval(KEEP_ALIVE).event(beat);
            let heard = stream(live, right, headers, name, (now, chosen), listener);
            Sse::new(heard).keep_alive(beats).into_response()
        }
        _ => ApiResponse::no_game().into_response(),
    }
}

fn stream(
    live: Arc<ServerState>,
    right: Permission,
    headers: HeaderMap,
    name: String,
    (now, chosen): (Option<String>, Vec<String>),
    listener: Receiver<NamedEvent>,
) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    let mut last = now.clone();
    let (of, events) = (name.clone(), live.clone());
    let heard = BroadcastStream::new(listener).filter_map(move |heard| {
        let event = match heard {
            _ if live.access.right(&headers).is_none() => Event::Ended,
            Ok((_, Event::Ended)) => Event::Ended,
            Ok((of, event)) => (*of == *name).then_some(event)?,
            // The subscriber was too slow and has missed events.
            Err(_) => Event::Changed(live.events.version(&name)),
        };
        if let Event::Changed(version) = &event {
            if *version == last {
                return None;
            }
            last.clone_from(version);
        }
        Some(event)
    });
    let has_chosen = (!chosen.is_empty()).then_some(Event::Chosen(chosen));
    tokio_stream::once(Event::Changed(now)).chain(tokio_stream::iter(has_chosen)).chain(heard).map_while(move |event| {
        let name = event.name()?;
        let document = match event {
            Event::Changed(version) => {
                let by = version.as_ref().and_then(|version| events.events.author(&of, version)).map(|(word, _)| word);
                json!({ "version": version, "by": by })
            }
            Event::Asked(what) => json!({ "what": what }),
            Event::Chosen(players) => json!({ "players": players }),
            Event::Mended(mended) if right == Permission::Watch => json!(mended.watched()),
            Event::Mended(mended) => json!(mended),
            Event::Rematch(name) => json!({ "name": name }),
            Event::Ended => return None,
        };
        Some(Ok(sse::Event::default().event(name).data(document.to_string())))
    })
}

/// The common part of a change request: the key belongs to the command, the game, and the body as it was sent.
fn change_request(command: &str, name: String, version: String, key: String, sent: &RawBody) -> ChangeRequest {
    let key = RequestKey::of(key, command, &name, &sent.text);
    ChangeRequest { name, version, key, by: sent.by.clone(), shown: sent.shown }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SealBody {
    version: String,
    key: String,
    player: String,
    /// The chosen step; `None` takes the choice back.
    step: Option<String>,
}

/// Holds a player's choice until the last has chosen; then they are written together.
async fn seal(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    JsonBody(body, sent): JsonBody<SealBody>,
) -> ApiResponse {
    let SealBody { version, key, player, step } = body;
    change::seal(live, change_request("seal", name, version, key, &sent), player, step).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TryBody {
    line: String,
    #[serde(default, deserialize_with = "place")]
    at: Option<LineRef>,
}

async fn try_line(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    JsonBody(TryBody { line, at }, _): JsonBody<TryBody>,
) -> ApiResponse {
    let command = move |live: &ServerState, name: &str, referee: &dyn Referee| {
        let verdicts = at_line(at, referee, |table| table.try_line(&line))??;
        live.events.send(name, Event::Asked("whether a move is legal"));
        let (is_foul, document) = document::try_line(&verdicts);
        Ok((u8::from(is_foul), of_log(referee, document)))
    };
    respond(live, Permission::Record, name, command).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionBody {
    parts: Vec<String>,
    first: Option<String>,
}

/// The result of taking the table up as it lies: the record, the differences to the log, and the only turn that leads there.
async fn position(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    JsonBody(body, _): JsonBody<PositionBody>,
) -> ApiResponse {
    respond(live, Permission::Record, name, move |_, _, referee| {
        let PositionBody { parts, first } = body;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let recorded = referee.record(&[&write_position(parts)], first.as_deref())?;
        let may_be = referee.may_be_first();
        let first = first.or_else(|| <[String; 1]>::try_from(may_be).ok().map(|[only]| only));
        let begun = first.and_then(|first| referee.next_round(&first).ok());
        let report = report_position(begun.as_deref().unwrap_or(referee), &recorded.log);
        Ok((0, of_log(referee, document::position(&report))))
    })
    .await
}

/// A table being built: its texts, or its field values if these are given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacesBody {
    of: BuildTarget,
    parts: Option<Vec<String>>,
    laid: Option<Vec<OwnedFields>>,
}

async fn places(
    _: RequiresRecord,
    State(live): SharedState,
    GameName(name): GameName,
    JsonBody(body, _): JsonBody<PlacesBody>,
) -> ApiResponse {
    respond(live, Permission::Record, name, move |_, _, referee| {
        let PlacesBody { of, parts, laid } = body;
        Ok((0, of_log(referee, referee::build_document(referee, of, &BuildInput::of(parts, laid))?)))
    })
    .await
}

/// The changes of a log, by their paths: the names of [`Action`]'s variants.
const ACTIONS: [&str; 7] = ["record", "tally", "undo", "redo", "amend", "rule", "head"];

#[derive(Deserialize)]
struct ChangeBody {
    version: String,
    key: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

async fn change(
    live: Arc<ServerState>,
    what: &'static str,
    name: String,
    JsonBody(body, sent): JsonBody<ChangeBody>,
) -> Result<ApiResponse, ApiResponse> {
    let ChangeBody { version, key, mut fields } = body;
    let unread =
        |error: serde_json::Error| ApiResponse::failed(StatusCode::BAD_REQUEST, &format!("the body can't be read: {error}"));
    // Only the last input of a line may be undone.
    let option = if what == "undo" { "input" } else { "preview" };
    let given = if matches!(what, "record" | "redo") { None } else { fields.remove(option) };
    let is_set = given.map_or(Ok(false), serde_json::from_value).map_err(unread)?;
    let action = serde_json::from_value(json!({ what: fields })).map_err(unread)?;
    let asked = change_request(what, name.clone(), version, key, &sent);
    Ok(match action {
        Action::Record { lines, first } => change::record(live, asked, lines, first).await,
        Action::Undo { count, .. } => {
            let inputs = locked(&live.inputs).get(&name).filter(|_| is_set).cloned().unwrap_or_default();
            change_and_announce(live, what, asked, inputs.undo(count)).await
        }
        Action::Tally { .. } | Action::Head { .. } => change::change(live, asked, is_set, action).await,
        action if is_set => change::change(live, asked, true, action).await,
        action => change_and_announce(live, what, asked, action).await,
    })
}

/// Undoes, redoes or changes, and sends every phone an event about it.
async fn change_and_announce(live: Arc<ServerState>, what: &'static str, asked: ChangeRequest, action: Action) -> ApiResponse {
    let (name, by) = (asked.name.clone(), asked.by.clone());
    let answer = change::change(live.clone(), asked, false, action).await;
    if answer.is_done() {
        let all = |key, of: &str| {
            answer.document()[key]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|one| one[of].as_str().map(str::to_owned))
                .collect()
        };
        let lines: Vec<String> = all("lines", "text");
        let changed = if matches!(what, "undo" | "redo") { "changes" } else { "changed" };
        let at = if lines.is_empty() { all(changed, "at") } else { Vec::new() };
        let version = answer.version().map(str::to_owned);
        let (work, of, texts) = (live.clone(), name.clone(), lines.clone());
        let watched = work.work.run(Permission::Record, move |_| {
            let log = live.folder.read(&of)?.ok()?;
            let book = live.games.book(log.game()).ok()?;
            Some(texts.iter().map(|text| watched::line(book, text)).collect())
        });
        let watched = watched.await.ok().flatten().unwrap_or_default();
        work.events.send(&name, Event::Mended(CorrectionEvent { what, version, lines, at, watched, by }));
    }
    answer
}

async fn head(_: RequiresRecord, State(live): SharedState, GameName(name): GameName) -> ApiResponse {
    respond(live, Permission::Record, name, |_, name, referee| {
        Ok((0, of_log(referee, document::head(&file_name(name), referee))))
    })
    .await
}
