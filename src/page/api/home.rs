//! Requests without a log: the list of games, statistics, the rules, setting up, disputes.

use super::{Api, Call, Permission, Response, locked, shelf::ShelfEntry, statistics::statistics, watched};
use crate::{
    actions::pairs_from_json,
    archive::{EveningGame, stats::Stats},
    log::Log,
    page::{self, AnnotatedTexts},
    referee::{self, BuildInput, BuildTarget, Dispute, Games, NewGame, OwnedFields, Referee, Refusal, SetupQuestions, document},
    table::{Book, Progress, RuleSettings},
};
use http::{Method, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A log in the list of games.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameListing {
    /// The name of the log.
    pub name: String,
    game: &'static str,
    title: Option<String>,
    players: Vec<String>,
    date: Option<String>,
    complete: bool,
    closed: Option<String>,
    /// The players' totals, as the table can see them.
    totals: Vec<String>,
    acting: Vec<String>,
    winners: Vec<String>,
    last: Option<String>,
    /// The parts of the last line; null if nothing is to be played any more.
    words: Value,
    /// The last line and its parts for those who only watch.
    #[serde(skip)]
    watched: Option<(String, Value)>,
    version: String,
    /// The game as a part of an evening, if it is over.
    #[serde(skip)]
    evening_game: Option<EveningGame>,
}

impl GameListing {
    fn of(name: &str, log: &Log, referee: &dyn Referee, version: String) -> Self {
        let sheet = referee.visible_sheet();
        let complete = referee.progress() == Progress::GameOver;
        let last = document::lines(log).last().map(|(_, text)| text.to_owned());
        let is_open = !complete && log.closed().is_none();
        let words = |line: &String| if is_open { json!(AnnotatedTexts::of(referee).with(&json!(line))) } else { Value::Null };
        let watched = last.as_ref().map(|last| watched::line(referee.book(), last)).map(|line| (line.clone(), words(&line)));
        Self {
            name: name.to_owned(),
            game: referee.book().game,
            title: log.title().map(ToString::to_string),
            players: log.players().iter().map(ToString::to_string).collect(),
            date: log.date().map(|date| date.to_string()),
            complete,
            closed: log.closed().map(ToString::to_string),
            totals: sheet.players.iter().map(|player| player.total.to_string()).collect(),
            acting: document::acting(referee).into_iter().map(|seat| referee.players().names()[seat].clone()).collect(),
            winners: sheet.winners,
            words: last.as_ref().map(words).unwrap_or_default(),
            last,
            watched,
            version,
            evening_game: complete.then(|| EveningGame::of(name, log)).flatten(),
        }
    }

    /// The entry for those who only watch.
    #[must_use]
    fn watched(mut self) -> Self {
        let (last, words) = self.watched.take().unzip();
        Self { last, words: words.unwrap_or_default(), ..self }
    }
}

impl Api {
    /// All readable logs, the last changed first. Reads only those that have changed since they were listed.
    pub(super) fn listings(&self) -> Vec<GameListing> {
        let mut entries = self.shelf.list();
        entries.retain(|entry| self.shelf.only().is_none_or(|only| only == entry.name));
        entries.sort_by(|one, other| (other.changed, &other.stamp).cmp(&(one.changed, &one.stamp)));
        let listed: Vec<Option<GameListing>> = entries.iter().map(|entry| self.listing(entry)).collect();
        let names: std::collections::HashSet<&str> = entries.iter().map(|entry| &*entry.name).collect();
        locked(&self.listed).retain(|name, _| names.contains(&**name));
        listed.into_iter().flatten().collect()
    }

    /// The names of the logs of a game's evening, in the order in which they were played. Empty if the game isn't over, or doesn't say
    /// on which day it was played.
    pub(super) fn evening(&self, name: &str) -> Vec<String> {
        let listings = self.listings();
        let game = listings.iter().find(|listing| listing.name == name).and_then(|listing| listing.evening_game.clone());
        game.map(|game| game.evening(listings.into_iter().filter_map(|listing| listing.evening_game))).unwrap_or_default()
    }

    fn listing(&self, ShelfEntry { name, stamp, .. }: &ShelfEntry) -> Option<GameListing> {
        let known =
            |stamp| locked(&self.listed).get(name).filter(|(known, _)| known == stamp).map(|(_, listing)| listing.clone());
        if let Some(known) = stamp.as_ref().and_then(known) {
            return known;
        }
        let read = || {
            let log = self.log(name)?.1.ok()?;
            let referee = self.games.open(log.clone()).ok()?;
            Some(GameListing::of(name, &log, &*referee, self.version_of(&log)))
        };
        let listing = read();
        if let Some(stamp) = stamp {
            locked(&self.listed).insert(name.clone(), (stamp.clone(), listing.clone()));
        }
        listing
    }
}

/// The number of players, as `?players=N`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayersQuery {
    players: Option<u8>,
}

/// The player that the statistics are about, as `?player=NAME`, and whether to give them as a page shows them, as `?shown=true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatsQuery {
    player: Option<String>,
    #[serde(default)]
    shown: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupBody {
    game: String,
    players: Vec<String>,
    variant: Option<String>,
    #[serde(default)]
    rules: Map<String, Value>,
    #[serde(default)]
    scores: bool,
}

/// A dispute without a log: the arguments of `judge`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DisputeBody {
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewPlacesBody {
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

/// A new game: the arguments of `new`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewGameBody {
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

impl Call<'_> {
    /// Responds to a request, by its path.
    pub(super) fn route(&self) -> Result<Response, Response> {
        let segments = self.request.segments()?;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        match segments[..] {
            ["api", "games"] if self.request.method == Method::POST => self.new_game(),
            ["api", "games"] => self.games(),
            ["api", "games", name, command] => self.about_log(name, command),
            ["api", "setup"] => self.setup(),
            ["api", "judge"] => self.judge_dispute(),
            ["api", "places"] => self.places(),
            ["api", "moves"] => self.possible_moves(),
            ["api", "stats"] => self.stats(|stats, shown| {
                let mut document = json!(stats);
                if shown {
                    document["shown"] = page::stats::shown(stats);
                }
                document
            }),
            ["api", "stats", "page"] => self.stats(|stats, _| json!({"file": "statistics.html", "html": page::stats(stats)})),
            ["api", "rules"] => self.books(),
            ["api", "rules", game] => self.rules(game),
            _ => Err(Response::nothing_here()),
        }
    }

    fn games(&self) -> Result<Response, Response> {
        self.request.get()?;
        let mut listings = self.api.listings();
        if self.request.permission == Permission::Watch {
            listings = listings.into_iter().map(GameListing::watched).collect();
        }
        Ok(Response::of(None, 0, listings))
    }

    /// The statistics of all games that are listed, or of a player's, as a document of them.
    fn stats(&self, document: fn(&Stats, bool) -> Value) -> Result<Response, Response> {
        self.request.get_as_recorder()?;
        let StatsQuery { player, shown } = self.request.query()?;
        let stats = statistics(self.api, player);
        let stats = stats.map_err(|error| Response::failed(StatusCode::UNPROCESSABLE_ENTITY, &error.to_string()))?;
        Ok(Response::of(None, 0, document(&stats, shown)))
    }

    /// All games, each with its cover.
    fn books(&self) -> Result<Response, Response> {
        self.request.get()?;
        let mut books = document::books(self.api.games);
        for (game, book) in books["games"].as_array_mut().into_iter().flatten().zip(self.api.games.books()) {
            game["cover"] = json!((book.cover_cards)());
        }
        Ok(Response::of(None, 0, books))
    }

    fn about_game(
        &self,
        game: &str,
        ask: impl FnOnce(Games, &'static Book) -> Result<Response, Refusal>,
    ) -> Result<Response, Response> {
        let book = self.api.games.book(game);
        let book = book.map_err(|error| Response::failed(StatusCode::NOT_FOUND, &error.to_string()))?;
        let refused = |refusal| Response::error(StatusCode::BAD_REQUEST, None, &[document::refusal(&refusal)]);
        ask(self.api.games, book).map_err(refused)
    }

    /// The rules of a game; for a number of players those of such a table, with its cards.
    fn rules(&self, game: &str) -> Result<Response, Response> {
        self.request.get()?;
        let PlayersQuery { players } = self.request.query()?;
        // Every table that can be is set up for it.
        self.about_game(game, |games, book| {
            let Some(players) = players else {
                return Ok(Response::of(None, 0, document::book(book, &RuleSettings::defaults(book))));
            };
            let new = NewGame { players: (1..=players).map(|nth| format!("player {nth}")).collect(), ..NewGame::default() };
            let tables = SetupQuestions::of(games, book, &new).referees()?;
            let books = tables.iter().map(|table| document::book_of_table(&**table));
            Ok(Response::of(None, 0, books.reduce(|book, other| with_cards_of(book, &other)).unwrap_or_default()))
        })
    }

    /// The questions of setting up a game, given the answers so far. Nothing is written.
    fn setup(&self) -> Result<Response, Response> {
        self.request.post()?;
        let SetupBody { game, players, variant, rules, scores } = self.request.json()?;
        let new = NewGame { players, variant, rules: pairs_from_json(&rules), by_scores: scores, ..NewGame::default() };
        self.about_game(&game, |games, book| Ok(Response::of(None, 0, SetupQuestions::of(games, book, &new).document()?)))
    }

    /// Judges a move at a table that lies as the parts say. Nothing is written.
    fn judge_dispute(&self) -> Result<Response, Response> {
        self.request.post()?;
        let DisputeBody { game, mut parts, lines, first, variant, rules, deck } = self.request.json()?;
        let new = NewGame { first, variant, rules: pairs_from_json(&rules), deck: pairs_from_json(&deck), ..NewGame::default() };
        parts.extend(lines);
        self.about_game(&game, |games, book| {
            let judged = games.judge(book.game, &Dispute { new, texts: parts })?;
            let (is_foul, document) = document::dispute(&judged)?;
            Ok(Response::of(None, u8::from(is_foul), document).about(&*judged.table))
        })
    }

    /// The possible moves at a stated table, whosever turn it is.
    fn possible_moves(&self) -> Result<Response, Response> {
        self.request.post()?;
        let DisputeBody { game, parts, lines: _, first, variant, rules, deck } = self.request.json()?;
        let new = NewGame { first, variant, rules: pairs_from_json(&rules), deck: pairs_from_json(&deck), ..NewGame::default() };
        self.about_game(&game, |games, book| {
            let tables = games.to_move(book.game, &Dispute { new, texts: parts })?;
            let response = Response::of(None, 0, document::moves_at(&tables)?);
            Ok(if let Some(table) = tables.first() { response.about(&**table) } else { response })
        })
    }

    fn places(&self) -> Result<Response, Response> {
        self.request.post()?;
        let NewPlacesBody { game, players, of, parts, laid, variant, rules, deck } = self.request.json()?;
        let new =
            NewGame { players, variant, rules: pairs_from_json(&rules), deck: pairs_from_json(&deck), ..NewGame::default() };
        let input = BuildInput::of(parts, laid);
        self.about_game(&game, |games, book| {
            Ok(Response::of(None, 0, referee::build_document_without_log(games, book, &new, of, &input)?))
        })
    }

    fn new_game(&self) -> Result<Response, Response> {
        self.request.post()?;
        let NewGameBody { key, name, game, players, first, variant, rules, deck, scores, date, after } = self.request.json()?;
        let new = NewGame {
            players: players.iter().map(|name| name.trim().to_owned()).collect(),
            first,
            variant,
            rules: pairs_from_json(&rules),
            deck: pairs_from_json(&deck),
            by_scores: scores,
            date: Some(date.unwrap_or_else(|| self.api.shelf.now().local().date().to_string())),
        };
        self.begin(&self.request.key(key, "new", &name)?, &name, &game, &new, after.as_deref())
    }
}
