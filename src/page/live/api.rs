//! The requests and what answers them: the commands, one by one.

use super::{
    Live,
    access::guard,
    answer::Answer,
    change::{self, Asked, Made},
    events::{Event, Named},
    folder::version,
    locked, pages,
    secrets::Right,
};
use crate::{
    log::{FileError, Place},
    referee::{self, Edit, NewGame, Referee, Refusal, document},
    table::RuleValues,
};
use axum::{
    Extension, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::StatusCode,
    middleware,
    response::{
        IntoResponse as _, Response,
        sse::{self, Sse},
    },
    routing::{get, post},
};
use jiff::Timestamp;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{collections::HashMap, convert::Infallible, sync::Arc, time::Duration};
use tokio_stream::{Stream, StreamExt as _, wrappers::BroadcastStream};
use tower_http::timeout::TimeoutLayer;

/// A body has so many bytes at most.
const LARGEST: usize = 64 * 1024;
/// A request is answered in this time, or given up.
const PATIENCE: Duration = Duration::from_secs(20);
/// A stream of events shows so often that it is still there.
const HEARTBEAT: Duration = Duration::from_secs(15);

type Shared = State<Arc<Live>>;
type Rights = Extension<Option<Right>>;

/// Every address that is answered.
pub fn router(live: Arc<Live>) -> Router {
    let game = Router::new()
        .route("/table", get(table))
        .route("/show", get(show))
        .route("/moves", get(moves))
        .route("/score", get(score))
        .route("/why", get(why))
        .route("/check", get(check))
        .route("/log", get(log))
        .route("/rules", get(table_rules))
        .route("/events", get(events))
        .route("/record", post(record))
        .route("/seal", post(seal))
        .route("/try", post(try_line))
        .route("/undo", post(undo))
        .route("/redo", post(redo))
        .route("/amend", post(amend))
        .route("/rule", post(rule))
        .route("/tally", post(tally));
    Router::new()
        .route("/", get(pages::page))
        .route("/join/{secret}", get(pages::join))
        .route("/assets/{name}", get(pages::asset))
        .route("/api/games", get(games).post(new_game))
        .route("/api/rules", get(books))
        .route("/api/rules/{game}", get(rules))
        .nest("/api/games/{name}", game)
        .fallback(async || (StatusCode::NOT_FOUND, "there is nothing here"))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(live.clone(), guard))
        .with_state(live)
}

/// Only who may record goes on.
fn recorder(right: Option<Right>) -> Result<(), Answer> {
    if right == Some(Right::Record) {
        return Ok(());
    }
    Err(Answer::not_understood(StatusCode::FORBIDDEN, "this link is to watch; ask for the one to record"))
}

/// A body, read as JSON.
fn body<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, Answer> {
    serde_json::from_slice(bytes)
        .map_err(|error| Answer::not_understood(StatusCode::BAD_REQUEST, &format!("the body can't be read: {error}")))
}

/// Reads a log and replays it.
fn read(live: &Live, name: &str) -> Result<(Box<dyn Referee>, String), Answer> {
    let log = live.folder.read(name).ok_or_else(|| Answer::not_understood(StatusCode::NOT_FOUND, "there is no such game"))?;
    let log = log.map_err(|error| Answer::of_file(&error))?;
    let version = live.events.seen(name, &log);
    let referee = referee::open(log).map_err(|error| {
        Answer::of_file(&FileError::Read { path: format!("{name}.toml").into(), error: Box::new(error), more: Vec::new() })
    })?;
    Ok((referee, version))
}

/// Answers by what a log's referee tells, away from the threads that listen.
fn told(live: &Live, name: &str, tell: impl FnOnce(&Live, &dyn Referee) -> Result<(u8, Value), Refusal> + Send) -> Answer {
    tokio::task::block_in_place(|| match read(live, name) {
        Err(answer) => answer,
        Ok((referee, version)) => match tell(live, &*referee) {
            Ok((exit, document)) => {
                let halted = referee.halted().map(|place| place.to_string());
                let mut document = document;
                if let Value::Object(document) = &mut document {
                    document.insert("halted".to_owned(), halted.into());
                }
                Answer::of(version, exit, document)
            }
            Err(refusal) => Answer::refused(version, &refusal),
        },
    })
}

/// A place in a log, as `?at=R.L`.
#[derive(Deserialize)]
struct At {
    at: Option<String>,
}

impl At {
    fn place(&self) -> Result<Option<Place>, Refusal> {
        self.at.as_deref().map(str::parse).transpose().map_err(Refusal::cannot)
    }
}

async fn games(State(live): Shared) -> Answer {
    tokio::task::block_in_place(|| Answer::of(None, 0, live.folder.list()))
}

async fn table(State(live): Shared, Path(name): Path<String>) -> Answer {
    let sealed: Vec<String> = locked(&live.sealed).get(&name).map(|sealed| sealed.keys().cloned().collect()).unwrap_or_default();
    told(&live, &name, |_, referee| {
        let mut table = document::table(referee);
        table["chosen"] = json!(sealed);
        Ok((0, table))
    })
}

async fn show(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, Query(at): Query<At>) -> Response {
    if let Err(answer) = recorder(right) {
        return answer.into_response();
    }
    live.events.tell(&name, Event::Asked(if at.at.is_some() { "an earlier table" } else { "what was seen" }));
    let tell = |_: &Live, referee: &dyn Referee| match at.place()? {
        None => Ok((0, shown(referee))),
        Some(place) => Ok((0, shown(&*referee.before(place)?))),
    };
    told(&live, &name, tell).into_response()
}

/// The public state, and the table as it is drawn: with what lies covered.
fn shown(referee: &dyn Referee) -> Value {
    let zones = referee.zones();
    let mut shown = document::shown(referee);
    shown["zones"] = json!({"open": zones.open, "memory": zones.memory});
    shown
}

/// Who begins the next round, where the table chooses, as `?first=NAME`.
#[derive(Deserialize)]
struct First {
    first: Option<String>,
}

async fn moves(
    State(live): Shared,
    Extension(right): Rights,
    Path(name): Path<String>,
    Query(First { first }): Query<First>,
) -> Response {
    if let Err(answer) = recorder(right) {
        return answer.into_response();
    }
    let tell = |_: &Live, referee: &dyn Referee| match &first {
        None => Ok((0, document::moves(referee)?)),
        Some(first) => Ok((0, document::moves(&*referee.next_round(first)?)?)),
    };
    told(&live, &name, tell).into_response()
}

async fn score(State(live): Shared, Extension(right): Rights, Path(name): Path<String>) -> Response {
    if let Err(answer) = recorder(right) {
        return answer.into_response();
    }
    told(&live, &name, |_, referee| Ok((0, json!(referee.sheet())))).into_response()
}

async fn why(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, Query(at): Query<At>) -> Response {
    if let Err(answer) = recorder(right) {
        return answer.into_response();
    }
    let asked = name.clone();
    let tell = |live: &Live, referee: &dyn Referee| {
        let place = at.place()?;
        if place.is_some_and(|place| place != referee.log().end()) {
            live.events.tell(&asked, Event::Asked("an earlier line"));
        }
        Ok((0, json!(referee.why(place)?)))
    };
    told(&live, &name, tell).into_response()
}

async fn check(State(live): Shared, Extension(right): Rights, Path(name): Path<String>) -> Response {
    if let Err(answer) = recorder(right) {
        return answer.into_response();
    }
    let file = name.clone();
    let tell = |_: &Live, referee: &dyn Referee| {
        let checked = document::checked(&file, referee);
        Ok((u8::from(checked["ok"] == false), json!({ "files": [checked] })))
    };
    told(&live, &name, tell).into_response()
}

async fn log(State(live): Shared, Extension(right): Rights, Path(name): Path<String>) -> Response {
    if let Err(answer) = recorder(right) {
        return answer.into_response();
    }
    live.events.tell(&name, Event::Asked("the whole log"));
    told(&live, &name, |_, referee| Ok((0, document::log(referee)))).into_response()
}

async fn table_rules(State(live): Shared, Path(name): Path<String>) -> Answer {
    told(&live, &name, |_, referee| Ok((0, document::book_of_table(referee))))
}

async fn books() -> Answer {
    Answer::of(None, 0, document::books())
}

async fn rules(Path(game): Path<String>) -> Answer {
    match referee::book(&game) {
        Ok(book) => Answer::of(None, 0, document::book(book, &RuleValues::defaults(book))),
        Err(error) => Answer::not_understood(StatusCode::NOT_FOUND, &error.to_string()),
    }
}

/// Everything that happens to a log from now on; first how it is now.
async fn events(State(live): Shared, Path(name): Path<String>) -> Response {
    let listener = live.events.listen();
    let now = tokio::task::block_in_place(|| live.folder.read(&name));
    let Some(now) = now else {
        return Answer::not_understood(StatusCode::NOT_FOUND, "there is no such game").into_response();
    };
    let now = Event::Changed(now.ok().map(|log| version(log.text())));
    Sse::new(stream(name, now, listener)).keep_alive(sse::KeepAlive::new().interval(HEARTBEAT)).into_response()
}

fn stream(
    name: String,
    now: Event,
    listener: tokio::sync::broadcast::Receiver<Named>,
) -> impl Stream<Item = Result<sse::Event, Infallible>> {
    let heard =
        BroadcastStream::new(listener).take_while(|heard| !matches!(heard, Ok((_, Event::Ended)))).filter_map(move |heard| {
            match heard {
                Ok((of, event)) => (*of == *name).then_some(event),
                // It has missed some: it is to look for itself.
                Err(_) => Some(Event::Changed(None)),
            }
        });
    tokio_stream::once(now).chain(heard).map(|event| {
        let (kind, document) = match event {
            Event::Changed(version) => ("changed", json!({ "version": version })),
            Event::Asked(what) => ("asked", json!({ "what": what })),
            Event::Chosen(players) => ("chosen", json!({ "players": players })),
            Event::Ended => ("ended", json!({})),
        };
        Ok(sse::Event::default().event(kind).data(document.to_string()))
    })
}

#[derive(Deserialize)]
struct Recorded {
    #[serde(flatten)]
    asked: Asked,
    lines: Vec<String>,
    first: Option<String>,
}

async fn record(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let read = recorder(right).and_then(|()| body::<Recorded>(&bytes));
    match read {
        Ok(Recorded { asked, lines, first }) => {
            change::record(&live, &name, &asked, &lines, first.as_deref()).await.into_response()
        }
        Err(answer) => answer.into_response(),
    }
}

#[derive(Deserialize)]
struct Sealed {
    #[serde(flatten)]
    asked: Asked,
    player: String,
    /// What the player plays; none takes it back.
    step: Option<String>,
}

/// Holds a player's choice until the last has chosen; then they are written together.
async fn seal(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let read = recorder(right).and_then(|()| body::<Sealed>(&bytes));
    match read {
        Ok(Sealed { asked, player, step }) => change::seal(&live, &name, &asked, &player, step).await.into_response(),
        Err(answer) => answer.into_response(),
    }
}

#[derive(Deserialize)]
struct Tried {
    line: String,
    at: Option<String>,
}

async fn try_line(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let Tried { line, at } = match recorder(right).and_then(|()| body::<Tried>(&bytes)) {
        Ok(tried) => tried,
        Err(answer) => return answer.into_response(),
    };
    live.events.tell(&name, Event::Asked("whether a move is legal"));
    let tell = |_: &Live, referee: &dyn Referee| {
        let place = At { at }.place()?;
        let verdicts = match place {
            Some(place) => referee.before(place)?.try_line(&line)?,
            None => referee.try_line(&line)?,
        };
        let (is_foul, document) = document::tried(&verdicts);
        Ok((u8::from(is_foul), document))
    };
    told(&live, &name, tell).into_response()
}

#[derive(Deserialize)]
struct Counted {
    #[serde(flatten)]
    asked: Asked,
    count: Option<u32>,
}

async fn undo(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let Counted { asked, count } = match recorder(right).and_then(|()| body(&bytes)) {
        Ok(counted) => counted,
        Err(answer) => return answer.into_response(),
    };
    let make = |referee: &dyn Referee| {
        let (log, changes) = referee.log().take_back(count.unwrap_or(1).max(1), Timestamp::now()).map_err(Refusal::cannot)?;
        Ok(Made { answer: document::moved(&name, &changes), log: Some(log) })
    };
    change::change(&live, &name, &asked, make).await.into_response()
}

async fn redo(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let Counted { asked, .. } = match recorder(right).and_then(|()| body(&bytes)) {
        Ok(counted) => counted,
        Err(answer) => return answer.into_response(),
    };
    let make = |referee: &dyn Referee| {
        let (log, changes) = referee.log().bring_back(Timestamp::now()).map_err(Refusal::cannot)?;
        Ok(Made { answer: document::moved(&name, &changes), log: Some(log) })
    };
    change::change(&live, &name, &asked, make).await.into_response()
}

#[derive(Deserialize)]
struct Amended {
    #[serde(flatten)]
    asked: Asked,
    edits: Vec<String>,
    overrule: Option<String>,
    #[serde(default)]
    preview: bool,
}

async fn amend(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let read = recorder(right).and_then(|()| body::<Amended>(&bytes)).and_then(|amended| {
        let edits = amended.edits.iter().map(|edit| edit.parse::<Edit>()).collect::<Result<Vec<_>, _>>();
        let edits = edits.map_err(|error| Answer::not_understood(StatusCode::BAD_REQUEST, &error.to_string()))?;
        Ok((amended, edits))
    });
    let (amended, edits) = match read {
        Ok(read) => read,
        Err(answer) => return answer.into_response(),
    };
    let make = |referee: &dyn Referee| {
        let done = referee.amend(&edits, amended.overrule.as_deref())?;
        Ok(Made { answer: document::amended(&name, &done), log: (!amended.preview).then_some(done.log) })
    };
    change::change(&live, &name, &amended.asked, make).await.into_response()
}

#[derive(Deserialize)]
struct Ruled {
    #[serde(flatten)]
    asked: Asked,
    rules: HashMap<String, Value>,
    #[serde(default)]
    preview: bool,
}

async fn rule(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let ruled: Ruled = match recorder(right).and_then(|()| body(&bytes)) {
        Ok(ruled) => ruled,
        Err(answer) => return answer.into_response(),
    };
    let changes: Vec<(String, String)> = ruled.rules.iter().map(|(key, value)| (key.clone(), written(value))).collect();
    let make = |referee: &dyn Referee| {
        let done = referee.change_rules(&changes)?;
        Ok(Made { answer: document::amended(&name, &done), log: (!ruled.preview).then_some(done.log) })
    };
    change::change(&live, &name, &ruled.asked, make).await.into_response()
}

/// A value as it is typed behind `key=`.
fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[derive(Deserialize)]
struct Tallied {
    #[serde(flatten)]
    asked: Asked,
    players: Vec<String>,
    first: Option<String>,
}

async fn tally(State(live): Shared, Extension(right): Rights, Path(name): Path<String>, bytes: Bytes) -> Response {
    let tallied: Tallied = match recorder(right).and_then(|()| body(&bytes)) {
        Ok(tallied) => tallied,
        Err(answer) => return answer.into_response(),
    };
    let texts: Vec<&str> = tallied.players.iter().map(String::as_str).collect();
    let make = |referee: &dyn Referee| {
        let done = referee.tally_into(&texts, tallied.first.as_deref())?;
        let answer = document::recorded(&name, &done);
        Ok(Made { answer, log: Some(done.log) })
    };
    change::change(&live, &name, &tallied.asked, make).await.into_response()
}

/// A new game, as `new` is told of it.
#[derive(Deserialize)]
struct Begun {
    key: String,
    name: String,
    game: String,
    players: Vec<String>,
    first: Option<String>,
    variant: Option<String>,
    #[serde(default)]
    rules: HashMap<String, Value>,
    #[serde(default)]
    deck: HashMap<String, Value>,
    #[serde(default)]
    scores: bool,
    date: Option<String>,
}

async fn new_game(State(live): Shared, Extension(right): Rights, bytes: Bytes) -> Response {
    let begun: Begun = match recorder(right).and_then(|()| body(&bytes)) {
        Ok(begun) => begun,
        Err(answer) => return answer.into_response(),
    };
    let pairs = |pairs: HashMap<String, Value>| pairs.iter().map(|(key, value)| (key.clone(), written(value))).collect();
    let new = NewGame {
        players: begun.players,
        first: begun.first,
        variant: begun.variant,
        rules: pairs(begun.rules),
        deck: pairs(begun.deck),
        by_scores: begun.scores,
        date: begun.date,
    };
    change::begin(&live, &begun.key, &begun.name, &begun.game, &new).await.into_response()
}
