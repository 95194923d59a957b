//! Requests without a game: the list of games, links, statistics, the rules, setting up, disputes.

use super::{
    super::{
        ServerState, SharedState,
        access::RequiresRecord,
        answer::ApiResponse,
        change,
        events::Event,
        folder::GameListing,
        secrets::Permission,
        served::RequestKey,
        server::{hosts, links},
        statistics::statistics,
    },
    GameName, JsonBody, QueryParams,
};
use crate::{
    actions::pairs_from_json,
    archive::stats::Stats,
    log::OffsetTime,
    page,
    referee::{self, BuildInput, BuildTarget, Dispute, Games, NewGame, OwnedFields, Refusal, SetupQuestions, document},
    table::{Book, RuleSettings},
};
use axum::{Extension, extract::State, http::StatusCode};
use qrcode::{Color, QrCode};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) async fn games(State(live): SharedState, Extension(right): Extension<Permission>) -> ApiResponse {
    let work = live.clone();
    let listed = work.work.run(right, move |client| {
        let mut listed = live.folder.list(client);
        if right == Permission::Watch {
            listed = listed.map(|all| all.into_iter().map(GameListing::watched).collect());
        }
        ApiResponse::of(None, 0, listed)
    });
    listed.await.unwrap_or_else(|failed| failed)
}

/// The links that a client may share, each also as a code to scan; the right of its own link; whether one game is served.
pub(super) async fn known_links(State(live): SharedState, Extension(right): Extension<Permission>) -> ApiResponse {
    let work = live.clone();
    let shared = work.work.run(right, move |_| {
        let (secrets, hosts) = (live.access.secrets(), hosts(live.address));
        let only = live.folder.only();
        let watch = links(&hosts, &secrets.watch);
        let record = secrets.record.filter(|_| right == Permission::Record).map(|record| links(&hosts, &record));
        let codes: Map<String, Value> =
            watch.iter().chain(record.iter().flatten()).map(|link| (link.clone(), code(link))).collect();
        let respond = match record {
            Some(record) => json!({"right": "record", "watch": watch, "record": record, "codes": codes, "only": only}),
            None => json!({"right": "watch", "watch": watch, "codes": codes, "only": only}),
        };
        ApiResponse::of(None, 0, respond)
    });
    shared.await.unwrap_or_else(|failed| failed)
}

/// A link as a QR code: a text for each row, `1` for a dark module; null if it is too long for one.
fn code(link: &str) -> Value {
    let Ok(code) = QrCode::new(link) else { return Value::Null };
    let dark = |color: &Color| color.select('1', '0');
    code.to_colors().chunks(code.width()).map(|row| row.iter().map(dark).collect::<String>()).collect::<Vec<_>>().into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RenewLinksBody {}

/// Makes new links. The old ones become invalid, and their subscribers are disconnected.
pub(super) async fn renew_links(
    _: RequiresRecord,
    State(live): SharedState,
    JsonBody(RenewLinksBody {}, _): JsonBody<RenewLinksBody>,
) -> ApiResponse {
    let work = live.clone();
    let renewed = work.work.run(Permission::Record, move |_| {
        if let Err(error) = live.access.renew() {
            return ApiResponse::failed(StatusCode::INTERNAL_SERVER_ERROR, &live.folder.without_folder(&error.to_string()));
        }
        live.events.send("", Event::Ended);
        ApiResponse::of(None, 0, json!({}))
    });
    match renewed.await {
        Ok(answer) if answer.is_done() => known_links(State(work), Extension(Permission::Record)).await,
        Ok(answer) | Err(answer) => answer,
    }
}

/// The statistics of all games that are listed, as `stats --json` prints them.
pub(super) async fn stats(recorder: RequiresRecord, live: SharedState) -> ApiResponse {
    of_statistics(recorder, live, |stats| json!(stats)).await
}

/// The page that `stats -o` writes.
pub(super) async fn stats_page(recorder: RequiresRecord, live: SharedState) -> ApiResponse {
    of_statistics(recorder, live, |stats| json!({"file": "statistics.html", "html": page::stats(stats)})).await
}

async fn of_statistics(_: RequiresRecord, State(live): SharedState, document: fn(&Stats) -> Value) -> ApiResponse {
    let work = live.clone();
    let counted = work.work.run(Permission::Record, move |client| match statistics(&live.folder, live.games, client) {
        Ok(Some(stats)) => ApiResponse::of(None, 0, document(&stats)),
        // The client is gone.
        Ok(None) => ApiResponse::no_game(),
        Err(error) => ApiResponse::failed(StatusCode::UNPROCESSABLE_ENTITY, &live.folder.without_folder(&error.to_string())),
    });
    counted.await.unwrap_or_else(|failed| failed)
}

/// All games, each with its cover.
pub(super) async fn books(State(live): SharedState) -> ApiResponse {
    let mut books = document::books(live.games);
    for (game, book) in books["games"].as_array_mut().into_iter().flatten().zip(live.games.books()) {
        game["cover"] = json!((book.cover_cards)());
    }
    ApiResponse::of(None, 0, books)
}

/// The rules of a table, with the cards also of another one.
fn with_cards_of(mut book: Value, other: &Value) -> Value {
    let stocks = book["stocks"].as_array_mut().into_iter().flatten();
    for (stock, other) in stocks.zip(other["stocks"].as_array().into_iter().flatten()) {
        let (Some(cards), Some(others)) = (stock["cards"].as_array_mut(), other["cards"].as_array()) else { continue };
        let more: Vec<Value> = others.iter().filter(|card| !cards.contains(card)).cloned().collect();
        cards.extend(more);
    }
    book
}

async fn of_game(
    live: Arc<ServerState>,
    right: Permission,
    game: String,
    ask: impl FnOnce(Games, &'static Book) -> Result<ApiResponse, Refusal> + Send + 'static,
) -> ApiResponse {
    let work = live.clone();
    let refused = |refusal| ApiResponse::error(StatusCode::BAD_REQUEST, None, &[document::refusal(&refusal)]);
    let asked = work.work.ask(right, move |_| match live.games.book(&game) {
        Ok(book) => ask(live.games, book).unwrap_or_else(refused),
        Err(error) => ApiResponse::failed(StatusCode::NOT_FOUND, &error.to_string()),
    });
    asked.await.unwrap_or_else(|failed| failed)
}

/// The number of players, as `?players=N`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayersQuery {
    players: Option<u8>,
}

/// The rules of a game; for a number of players those of such a table, with its cards.
pub(super) async fn rules(
    State(live): SharedState,
    Extension(right): Extension<Permission>,
    GameName(game): GameName,
    QueryParams(PlayersQuery { players }): QueryParams<PlayersQuery>,
) -> ApiResponse {
    // Every table that can be is set up for it.
    let asked = of_game(live, right, game, move |games, book| {
        let Some(players) = players else {
            return Ok(ApiResponse::of(None, 0, document::book(book, &RuleSettings::defaults(book))));
        };
        let new = NewGame { players: (1..=players).map(|nth| format!("player {nth}")).collect(), ..NewGame::default() };
        let tables = SetupQuestions::of(games, book, &new).referees()?;
        let books = tables.iter().map(|table| document::book_of_table(&**table));
        Ok(ApiResponse::of(None, 0, books.reduce(|book, other| with_cards_of(book, &other)).unwrap_or_default()))
    });
    asked.await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetupBody {
    game: String,
    players: Vec<String>,
    variant: Option<String>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    scores: bool,
}

/// The questions of setting up a game, given the answers so far. Nothing is written.
pub(super) async fn setup(_: RequiresRecord, State(live): SharedState, JsonBody(body, _): JsonBody<SetupBody>) -> ApiResponse {
    let SetupBody { game, players, variant, rules, scores } = body;
    let new = NewGame { players, variant, rules: pairs_from_json(&rules), by_scores: scores, ..NewGame::default() };
    let ask = move |games, book| Ok(ApiResponse::of(None, 0, SetupQuestions::of(games, book, &new).document()?));
    of_game(live, Permission::Record, game, ask).await
}

/// A dispute without a log: the arguments of `judge`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DisputeBody {
    game: String,
    parts: Vec<String>,
    #[serde(default)]
    lines: Vec<String>,
    first: Option<String>,
    variant: Option<String>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    deck: Map<String, Value>,
}

/// Judges a move at a table that lies as the parts say. Nothing is written.
pub(super) async fn judge(_: RequiresRecord, State(live): SharedState, JsonBody(body, _): JsonBody<DisputeBody>) -> ApiResponse {
    let DisputeBody { game, mut parts, lines, first, variant, rules, deck } = body;
    let new = NewGame { first, variant, rules: pairs_from_json(&rules), deck: pairs_from_json(&deck), ..NewGame::default() };
    parts.extend(lines);
    let ask = move |games: Games, book: &Book| {
        let judged = games.judge(book.game, &Dispute { new, texts: parts })?;
        let (is_foul, document) = document::dispute(&judged)?;
        Ok(ApiResponse::of(None, u8::from(is_foul), document).about(&*judged.table))
    };
    of_game(live, Permission::Record, game, ask).await
}

/// The possible moves at a stated table, whosever turn it is.
pub(super) async fn moves(_: RequiresRecord, State(live): SharedState, JsonBody(body, _): JsonBody<DisputeBody>) -> ApiResponse {
    let DisputeBody { game, parts, lines: _, first, variant, rules, deck } = body;
    let new = NewGame { first, variant, rules: pairs_from_json(&rules), deck: pairs_from_json(&deck), ..NewGame::default() };
    let ask = move |games: Games, book: &Book| {
        let tables = games.to_move(book.game, &Dispute { new, texts: parts })?;
        let answer = ApiResponse::of(None, 0, document::moves_at(&tables)?);
        Ok(if let Some(table) = tables.first() { answer.about(&**table) } else { answer })
    };
    of_game(live, Permission::Record, game, ask).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPlacesBody {
    game: String,
    players: Vec<String>,
    of: BuildTarget,
    parts: Option<Vec<String>>,
    laid: Option<Vec<OwnedFields>>,
    variant: Option<String>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    deck: Map<String, Value>,
}

pub(super) async fn places(
    _: RequiresRecord,
    State(live): SharedState,
    JsonBody(body, _): JsonBody<NewPlacesBody>,
) -> ApiResponse {
    let NewPlacesBody { game, players, of, parts, laid, variant, rules, deck } = body;
    let new = NewGame { players, variant, rules: pairs_from_json(&rules), deck: pairs_from_json(&deck), ..NewGame::default() };
    let saying = BuildInput::of(parts, laid);
    let ask =
        move |games, book| Ok(ApiResponse::of(None, 0, referee::build_document_without_log(games, book, &new, of, &saying)?));
    of_game(live, Permission::Record, game, ask).await
}

/// A new game: the arguments of `new`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGameBody {
    key: String,
    name: String,
    game: String,
    players: Vec<String>,
    first: Option<String>,
    variant: Option<String>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    deck: Map<String, Value>,
    #[serde(default)]
    scores: bool,
    /// The default is today.
    date: Option<String>,
    /// The log whose rematch this is.
    after: Option<String>,
}

pub(super) async fn new_game(
    _: RequiresRecord,
    State(live): SharedState,
    JsonBody(body, sent): JsonBody<NewGameBody>,
) -> ApiResponse {
    let NewGameBody { key, name, game, players, first, variant, rules, deck, scores, date, after } = body;
    let new = NewGame {
        players: players.iter().map(|name| name.trim().to_owned()).collect(),
        first,
        variant,
        rules: pairs_from_json(&rules),
        deck: pairs_from_json(&deck),
        by_scores: scores,
        date: Some(date.unwrap_or_else(|| OffsetTime::now().local().date().to_string())),
    };
    let key = RequestKey::of(key, "new", &name, &sent.text);
    change::begin(live, key, name, game, new, after).await
}
