//! A new game: names, rules, variant and deck as they were given, checked, and written into a log.

use super::{
    Refusal,
    reading::{self, deck_entry},
    typed::misread,
};
use crate::{
    log::{self, Log, Value},
    table::{Act, Book, DeckEntry, Game, Header, Players, RuleValue, RuleValues, Seat, SetupError},
};

/// What `new` is told. Rules and deck entries are `key=value` pairs, already parted.
#[derive(Clone, Debug, Default)]
pub struct NewGame {
    /// The players, clockwise.
    pub players: Vec<String>,
    /// Who is `first` in the first round; the first player if none is named.
    pub first: Option<String>,
    /// A variant of the game.
    pub variant: Option<String>,
    /// Table rules.
    pub rules: Vec<(String, String)>,
    /// What the table says of its cards.
    pub deck: Vec<(String, String)>,
    /// The day it is played (`2026-11-20`).
    pub date: Option<String>,
}

#[allow(clippy::needless_pass_by_value)] // an error that ends here
fn cannot(why: impl ToString) -> Refusal {
    Refusal::Cannot(why.to_string())
}

/// A rule's value as a log writes it.
pub(super) fn toml_value(value: RuleValue) -> Value {
    match value {
        RuleValue::Word(word) => Value::Word(word),
        RuleValue::Whole(number) => Value::Whole(number),
        RuleValue::Flag(flag) => Value::Flag(flag),
    }
}

/// A deck's value as it was given: TOML, or several numbers with blanks or commas between, or else a word.
fn deck_value(text: &str) -> Value {
    let read = |value: &str| {
        let line = format!("fowlplay = 1\ngame = \"-\"\nplayers = [\"-\"]\n[deck]\nvalue = {value}\n");
        Log::parse(line).ok()?.deck().first().map(|entry| entry.value.clone())
    };
    let numbers: Vec<&str> = text.split([',', ' ']).filter(|part| !part.is_empty()).collect();
    let are_several = numbers.len() > 1 && numbers.iter().all(|number| number.parse::<i64>().is_ok());
    let several = || read(&format!("[{}]", numbers.join(", "))).filter(|_| are_several);
    read(text).or_else(several).unwrap_or_else(|| Value::Word(text.to_owned()))
}

/// The rules, the deck and the setup that `new` asks for.
struct Asked<G: Game> {
    players: Players,
    rules: RuleValues,
    base: RuleValues,
    deck: Vec<(String, Value)>,
    setup: G::Setup,
}

/// How a game types table rules and deck.
type TypesSetup<G> = fn(usize, &RuleValues, &[(String, DeckEntry)]) -> Result<<G as Game>::Setup, SetupError>;

fn asked<G: Game>(new: &NewGame, setup: TypesSetup<G>) -> Result<Asked<G>, Refusal> {
    let book = G::book();
    log::check_names(&new.players).map_err(|(_, error)| cannot(error))?;
    let base = RuleValues::of_variant(book, new.variant.as_deref()).map_err(cannot)?;
    let mut rules = base;
    for (key, value) in &new.rules {
        rules.set(book, key, &RuleValue::from_text(value)).map_err(cannot)?;
    }
    let given: Vec<&str> = new.rules.iter().map(|(key, _)| key.as_str()).collect();
    G::workable(new.players.len(), &mut rules, &given);
    let deck: Vec<(String, Value)> = new.deck.iter().map(|(key, value)| (key.clone(), deck_value(value))).collect();
    let mut entries = Vec::new();
    for (key, value) in &deck {
        if !book.deck_keys().contains(&key.as_str()) {
            return Err(cannot(format!("`{key}` is nothing that {} has a `[deck]` say", book.title)));
        }
        entries.push((key.clone(), deck_entry(value).ok_or_else(|| cannot(format!("`{key}` can't be that")))?));
    }
    let setup = setup(new.players.len(), &rules, &entries).map_err(cannot)?;
    Ok(Asked { players: Players::new(new.players.iter().cloned()), rules, base, deck, setup })
}

/// The same game, with what its deck has to say and nobody said.
fn with_needed_deck(new: &NewGame, book: &Book) -> NewGame {
    let mut new = new.clone();
    for key in book.deck.iter().filter(|key| key.is_for(new.players.len())) {
        if let (Some(word), false) = (key.one_of.first(), new.deck.iter().any(|(given, _)| given == key.name)) {
            new.deck.push((key.name.to_owned(), (*word).to_owned()));
        }
    }
    new
}

/// The text of a new log.
pub(super) fn start<G: Game>(new: &NewGame) -> Result<String, Refusal> {
    let book = G::book();
    let asked = asked::<G>(&with_needed_deck(new, book), G::setup)?;
    let first = match &new.first {
        Some(name) => asked.players.find_by_prefix(name).map_err(cannot)?,
        None => Seat::new(0),
    };
    let date =
        new.date.as_deref().map(|date| date.parse().map_err(|_| cannot(format!("`{date}` is no date; write it as 2026-11-20"))));
    Ok(Log::new_text(&log::Header {
        game: book.game.to_owned(),
        players: new.players.clone(),
        variant: new.variant.clone(),
        date: date.transpose()?,
        title: None,
        place: None,
        rules: asked.rules.differing(book, &asked.base).map(|(rule, value)| (rule.key.to_owned(), toml_value(value))).collect(),
        deck: asked.deck,
        first: asked.players.name(first).to_owned(),
    }))
}

/// The header of a table that only counts, and its rules: a game of one round.
pub(super) fn counting<G: Game>(new: &NewGame) -> Result<(Header<G::Setup>, RuleValues), Refusal> {
    let asked = asked::<G>(new, G::setup_to_count)?;
    Ok((Header { players: asked.players, setup: asked.setup }, asked.rules))
}

/// Whether a tally of `game` may be, and the game after it.
pub(super) fn counted<G: Game>(header: &Header<G::Setup>, tally: G::Tally) -> Result<G, (G, crate::table::ActOf<G>, G::Fault)> {
    let mut game = G::new(header.players.count(), &header.setup);
    game.apply(&Act::Round { first: Seat::new(0) }, &mut |_| {});
    let act = Act::Tally(tally);
    if let Err(fault) = game.judge(&act) {
        return Err((game, act, fault));
    }
    game.apply(&act, &mut |_| {});
    Ok(game)
}

/// Reads the texts of a tally.
pub(super) fn read_tally<G: Game>(texts: &[&str], header: &Header<G::Setup>) -> Result<G::Tally, Refusal> {
    reading::tally::<G>(texts, header)
        .map_err(|(nth, unreadable)| misread(texts.get(nth).copied().unwrap_or_default(), unreadable))
}
