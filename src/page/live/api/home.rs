//! Requests without a game: the list of games, links, statistics, the rules, setting up, disputes.

use super::{
    super::{
        Live, Shared,
        access::Recorder,
        answer::Answer,
        change,
        events::Event,
        folder::Listed,
        secrets::Right,
        served::Key,
        server::{hosts, links},
        statistics::statistics,
    },
    Asked, Body, Name,
};
use crate::{
    actions::pairs_of_map,
    archive::stats::Stats,
    log::Moment,
    page,
    referee::{self, Built, Dispute, Games, LaidPart, NewGame, Questions, Refusal, Saying, document},
    table::{Book, RuleValues},
};
use axum::{Extension, extract::State, http::StatusCode};
use qrcode::{Color, QrCode};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) async fn games(State(live): Shared, Extension(right): Extension<Right>) -> Answer {
    let work = live.clone();
    let listed = work.work.run(right, move |client| {
        let mut listed = live.folder.list(client);
        if right == Right::Watch {
            listed = listed.map(|all| all.into_iter().map(Listed::watched).collect());
        }
        Answer::of(None, 0, listed)
    });
    listed.await.unwrap_or_else(|failed| failed)
}

/// The links that a client may share, each also as a code to scan; the right of its own link; whether one game is served.
pub(super) async fn known_links(State(live): Shared, Extension(right): Extension<Right>) -> Answer {
    let work = live.clone();
    let shared = work.work.run(right, move |_| {
        let (secrets, hosts) = (live.access.secrets(), hosts(live.address));
        let only = live.folder.only();
        let watch = links(&hosts, &secrets.watch);
        let record = secrets.record.filter(|_| right == Right::Record).map(|record| links(&hosts, &record));
        let codes: Map<String, Value> =
            watch.iter().chain(record.iter().flatten()).map(|link| (link.clone(), code(link))).collect();
        let respond = match record {
            Some(record) => json!({"right": "record", "watch": watch, "record": record, "codes": codes, "only": only}),
            None => json!({"right": "watch", "watch": watch, "codes": codes, "only": only}),
        };
        Answer::of(None, 0, respond)
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
pub(super) struct Renewed {}

/// Makes new links. The old ones become invalid, and their subscribers are disconnected.
pub(super) async fn renew_links(_: Recorder, State(live): Shared, Body(Renewed {}, _): Body<Renewed>) -> Answer {
    let work = live.clone();
    let renewed = work.work.run(Right::Record, move |_| {
        if let Err(error) = live.access.renew() {
            return Answer::failed(StatusCode::INTERNAL_SERVER_ERROR, &live.folder.without_folder(&error.to_string()));
        }
        live.events.send("", Event::Ended);
        Answer::of(None, 0, json!({}))
    });
    match renewed.await {
        Ok(answer) if answer.is_done() => known_links(State(work), Extension(Right::Record)).await,
        Ok(answer) | Err(answer) => answer,
    }
}

/// The statistics of all games that are listed, as `stats --json` prints them.
pub(super) async fn stats(recorder: Recorder, live: Shared) -> Answer {
    of_statistics(recorder, live, |stats| json!(stats)).await
}

/// The page that `stats -o` writes.
pub(super) async fn stats_page(recorder: Recorder, live: Shared) -> Answer {
    of_statistics(recorder, live, |stats| json!({"file": "statistics.html", "html": page::stats(stats)})).await
}

async fn of_statistics(_: Recorder, State(live): Shared, document: fn(&Stats) -> Value) -> Answer {
    let work = live.clone();
    let counted = work.work.run(Right::Record, move |client| match statistics(&live.folder, live.games, client) {
        Ok(Some(stats)) => Answer::of(None, 0, document(&stats)),
        // The client is gone.
        Ok(None) => Answer::no_game(),
        Err(error) => Answer::failed(StatusCode::UNPROCESSABLE_ENTITY, &live.folder.without_folder(&error.to_string())),
    });
    counted.await.unwrap_or_else(|failed| failed)
}

/// All games, each with its cover.
pub(super) async fn books(State(live): Shared) -> Answer {
    let mut books = document::books(live.games);
    for (game, book) in books["games"].as_array_mut().into_iter().flatten().zip(live.games.books()) {
        game["cover"] = json!((book.cover)());
    }
    Answer::of(None, 0, books)
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
    live: Arc<Live>,
    right: Right,
    game: String,
    ask: impl FnOnce(Games, &'static Book) -> Result<Answer, Refusal> + Send + 'static,
) -> Answer {
    let work = live.clone();
    let refused = |refusal| Answer::error(StatusCode::BAD_REQUEST, None, &[document::refusal(&refusal)]);
    let asked = work.work.ask(right, move |_| match live.games.book(&game) {
        Ok(book) => ask(live.games, book).unwrap_or_else(refused),
        Err(error) => Answer::failed(StatusCode::NOT_FOUND, &error.to_string()),
    });
    asked.await.unwrap_or_else(|failed| failed)
}

/// The number of players, as `?players=N`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    players: Option<u8>,
}

/// The rules of a game; for a number of players those of such a table, with its cards.
pub(super) async fn rules(
    State(live): Shared,
    Extension(right): Extension<Right>,
    Name(game): Name,
    Asked(Table { players }): Asked<Table>,
) -> Answer {
    // Every table that can be is set up for it.
    let asked = of_game(live, right, game, move |games, book| {
        let Some(players) = players else {
            return Ok(Answer::of(None, 0, document::book(book, &RuleValues::defaults(book))));
        };
        let new = NewGame { players: (1..=players).map(|nth| format!("player {nth}")).collect(), ..NewGame::default() };
        let tables = Questions::of(games, book, &new).tables()?;
        let books = tables.iter().map(|table| document::book_of_table(&**table));
        Ok(Answer::of(None, 0, books.reduce(|book, other| with_cards_of(book, &other)).unwrap_or_default()))
    });
    asked.await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetUp {
    game: String,
    players: Vec<String>,
    variant: Option<String>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    scores: bool,
}

/// The questions of setting up a game, given the answers so far. Nothing is written.
pub(super) async fn setup(_: Recorder, State(live): Shared, Body(body, _): Body<SetUp>) -> Answer {
    let SetUp { game, players, variant, rules, scores } = body;
    let new = NewGame { players, variant, rules: pairs_of_map(&rules), by_scores: scores, ..NewGame::default() };
    let ask = move |games, book| Ok(Answer::of(None, 0, Questions::of(games, book, &new).document()?));
    of_game(live, Right::Record, game, ask).await
}

/// A dispute without a log: the arguments of `judge`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Disputed {
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
pub(super) async fn judge(_: Recorder, State(live): Shared, Body(body, _): Body<Disputed>) -> Answer {
    let Disputed { game, mut parts, lines, first, variant, rules, deck } = body;
    let new = NewGame { first, variant, rules: pairs_of_map(&rules), deck: pairs_of_map(&deck), ..NewGame::default() };
    parts.extend(lines);
    let ask = move |games: Games, book: &Book| {
        let judged = games.judge(book.game, &Dispute { new, texts: parts })?;
        let (is_foul, document) = document::judged(&judged)?;
        Ok(Answer::of(None, u8::from(is_foul), document).about(&*judged.table))
    };
    of_game(live, Right::Record, game, ask).await
}

/// The possible moves at a stated table, whosever turn it is.
pub(super) async fn moves(_: Recorder, State(live): Shared, Body(body, _): Body<Disputed>) -> Answer {
    let Disputed { game, parts, lines: _, first, variant, rules, deck } = body;
    let new = NewGame { first, variant, rules: pairs_of_map(&rules), deck: pairs_of_map(&deck), ..NewGame::default() };
    let ask = move |games: Games, book: &Book| {
        let tables = games.to_move(book.game, &Dispute { new, texts: parts })?;
        let answer = Answer::of(None, 0, document::moves_at(&tables)?);
        Ok(if let Some(table) = tables.first() { answer.about(&**table) } else { answer })
    };
    of_game(live, Right::Record, game, ask).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Placed {
    game: String,
    players: Vec<String>,
    of: Built,
    parts: Option<Vec<String>>,
    laid: Option<Vec<LaidPart>>,
    variant: Option<String>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    deck: Map<String, Value>,
}

pub(super) async fn places(_: Recorder, State(live): Shared, Body(body, _): Body<Placed>) -> Answer {
    let Placed { game, players, of, parts, laid, variant, rules, deck } = body;
    let new = NewGame { players, variant, rules: pairs_of_map(&rules), deck: pairs_of_map(&deck), ..NewGame::default() };
    let saying = Saying::of(parts, laid);
    let ask = move |games, book| Ok(Answer::of(None, 0, referee::laid_without_log(games, book, &new, of, &saying)?));
    of_game(live, Right::Record, game, ask).await
}

/// A new game: the arguments of `new`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Begun {
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

pub(super) async fn new_game(_: Recorder, State(live): Shared, Body(body, sent): Body<Begun>) -> Answer {
    let Begun { key, name, game, players, first, variant, rules, deck, scores, date, after } = body;
    let new = NewGame {
        players: players.iter().map(|name| name.trim().to_owned()).collect(),
        first,
        variant,
        rules: pairs_of_map(&rules),
        deck: pairs_of_map(&deck),
        by_scores: scores,
        date: Some(date.unwrap_or_else(|| Moment::now().on_the_wall().date().to_string())),
    };
    let key = Key::of(key, "new", &name, &sent.text);
    change::begin(live, key, name, game, new, after).await
}
