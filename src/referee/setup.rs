//! Sets up a new game, or counts cards on the table without a log.

use super::{
    RecordedStep, Refusal,
    context::LogContext,
    deck_entries::{parse_deck_value, to_deck_value, unknown_deck_key},
    parse_log::rule_value,
    position::NO_NAME,
    refusal::{check_each_once, date},
    replay::Replay,
    tally::tally_form,
    usual_rule,
};
use crate::{
    log::{self, Log, LogValue},
    table::{
        Book, CompleteGame, DeckKey, DeckValue, PlayerSheet, Players, RuleSettings, RuleValue, Seat, Sheet, TableContext,
        and_list, capitalized, or_list,
    },
};

/// The arguments of `new`. Rules and deck entries are parsed `key=value` pairs.
#[derive(Clone, Debug, Default)]
pub struct NewGame {
    /// The players, clockwise.
    pub players: Vec<String>,
    /// The `first` player of the first round. `None` means the first of the players.
    pub first: Option<String>,
    /// A variant of the game.
    pub variant: Option<String>,
    /// Table rules.
    pub rules: Vec<(String, String)>,
    /// Deck entries.
    pub deck: Vec<(String, String)>,
    /// Whether only scores are kept: each round is a tally.
    pub by_scores: bool,
    /// The day of play (`2026-11-20`).
    pub date: Option<String>,
}

impl NewGame {
    /// These arguments with one table rule changed.
    #[must_use]
    pub fn with_rule(&self, key: &str, value: String) -> Self {
        let mut changed = self.clone();
        changed.rules.retain(|(rule_key, _)| rule_key != key);
        changed.rules.push((key.to_owned(), value));
        changed
    }
}

pub(super) fn log_value(value: RuleValue) -> LogValue {
    match value {
        RuleValue::Word(word) => LogValue::Word(word),
        RuleValue::Whole(number) => LogValue::Whole(number),
        RuleValue::Flag(flag) => LogValue::Flag(flag),
    }
}

/// The entries of `[deck]` as written in a log.
type DeckEntries = Vec<(String, LogValue)>;

/// The deck entries as written in a log, and as the game takes them.
fn parse_deck(new: &NewGame, book: &Book) -> Result<(DeckEntries, Vec<(String, DeckValue)>), Refusal> {
    let (mut log_entries, mut deck_values) = (Vec::new(), Vec::new());
    for (key, text) in &new.deck {
        let Some(deck_key) = book.deck.iter().find(|deck_key| deck_key.name == key) else {
            return Err(Refusal::Cannot(unknown_deck_key(book, key)));
        };
        let value = parse_deck_value(text, deck_key.each);
        let deck_value = to_deck_value(&value).ok_or_else(|| Refusal::Cannot(format!("`{key}` can't be that")))?;
        deck_values.push((key.clone(), deck_value));
        log_entries.push((key.clone(), value));
    }
    Ok((log_entries, deck_values))
}

/// Checks the arguments. Returns the context of the new log, and its deck entries as written in the log.
fn checked_head<G: CompleteGame>(new: &NewGame) -> Result<(LogContext<G>, DeckEntries), Refusal> {
    let book = G::book();
    log::check_names(&new.players).map_err(|(_, error)| Refusal::cannot(error))?;
    let mut rules = RuleSettings::of_variant(book, new.variant.as_deref()).map_err(Refusal::cannot)?;
    check_each_once(&new.rules)?;
    for (key, value) in &new.rules {
        rules.set(book, key, &RuleValue::from_text(value)).map_err(Refusal::cannot)?;
    }
    let given_keys: Vec<&str> = new.rules.iter().map(|(key, _)| key.as_str()).collect();
    G::adjust_rules(new.players.len(), &mut rules, &given_keys);
    let (log_entries, deck) = parse_deck(new, book)?;
    let setup = G::setup(new.players.len(), &rules, &deck).map_err(Refusal::cannot)?;
    let context = TableContext { players: Players::new(new.players.iter().cloned()), setup };
    Ok((LogContext { context, rules, deck }, log_entries))
}

/// The required deck keys that were not given, each with the default word and the other words.
fn missing_deck_keys(
    new: &NewGame,
    book: &Book,
) -> impl Iterator<Item = (&'static DeckKey, &'static str, &'static [&'static str])> {
    let keys = book.deck.iter().filter(|key| key.is_for(new.players.len()));
    let missing = keys.filter(|key| !new.deck.iter().any(|(given, _)| given == key.name));
    missing.filter_map(|key| key.one_of.split_first().map(|(word, others)| (key, *word, others)))
}

/// The arguments with a word for each required deck key that was not given: the first one that no card in `texts` has in its code,
/// or the default.
pub(super) fn with_default_deck<'t>(new: &NewGame, book: &Book, texts: impl Iterator<Item = &'t str>) -> NewGame {
    let (mut completed, texts) = (new.clone(), texts.collect::<Vec<_>>());
    let is_named = |word: &str| texts.iter().any(|text| names_card_of(text, word));
    completed.deck.extend(missing_deck_keys(new, book).map(|(key, default, _)| {
        let word = key.one_of.iter().copied().find(|word| !is_named(word)).unwrap_or(default);
        (key.name.to_owned(), word.to_owned())
    }));
    completed
}

/// Whether a text names a card whose code is this word, perhaps with a number: `BL6`.
fn names_card_of(text: &str, word: &str) -> bool {
    let words = text.split(|char: char| !char.is_alphanumeric());
    words.into_iter().any(|code| {
        code.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && code[word.len()..].chars().all(|char| char.is_ascii_digit())
    })
}

/// The choices that the program made for a new game because they were not given, as sentences. These are table rules for this
/// number of players, and required deck keys.
pub fn chosen(new: &NewGame, log: &Log, book: &Book) -> Vec<String> {
    let sentences = missing_deck_keys(new, book).map(|(key, word, others)| {
        let (name, question, others) = (key.name, key.question_text(true), or_list(others));
        format!(
            "{question} Not given, so `{name} = {word}` is assumed. To change it, set `{name}` to {others} among the table rules."
        )
    });
    chosen_rules(new, log, book).into_iter().chain(sentences).collect()
}

/// The table rules that were set because this number of players can't play otherwise, as sentences.
pub(super) fn chosen_rules(new: &NewGame, log: &Log, book: &Book) -> Vec<String> {
    let adjusted_rules = log.rules().iter().filter(|rule| new.rules.iter().all(|(given, _)| given != rule.key.as_str()));
    let sentences = adjusted_rules.filter_map(|rule| {
        let (usual_value, count) = (usual_rule(book, log, &rule.key)?, new.players.len());
        let (key, value, meaning) = (&*rule.key, rule_value(&rule.value), book.rule(&rule.key)?.meaning);
        Some(format!("{}: {value} with {count} players, usually {usual_value} (table rule `{key}`).", capitalized(meaning)))
    });
    sentences.collect()
}

/// The text of a new log of `G`.
pub fn start_as<G: CompleteGame>(new: &NewGame) -> Result<String, Refusal> {
    let book = G::book();
    let (head, deck) = checked_head::<G>(&with_default_deck(new, book, std::iter::empty()))?;
    let first = match &new.first {
        Some(name) => head.players().find_by_prefix(name).map_err(Refusal::cannot)?,
        None => Seat::new(0),
    };
    let date = new.date.as_deref().map(date).transpose()?;
    let usual_rules = RuleSettings::of_variant(book, new.variant.as_deref()).map_err(Refusal::cannot)?;
    Ok(Log::new_text(&log::NewLog {
        game: book.game.to_owned(),
        players: new.players.clone(),
        variant: new.variant.clone(),
        by_scores: new.by_scores,
        date,
        title: None,
        place: None,
        rules: head.rules.differing(book, &usual_rules).map(|(rule, value)| (rule.key.to_owned(), log_value(value))).collect(),
        deck,
        first: head.name(first),
    }))
}

/// Replays a new log whose round has begun.
pub(super) fn start<G: CompleteGame>(new: &NewGame) -> Result<Replay<G>, Refusal> {
    let log = Log::parse(start_as::<G>(new)?).map_err(Refusal::cannot)?;
    Replay::of(log).map_err(Refusal::cannot)
}

/// Counts cards on the table, one `NAME: …` per player, as the first round of a new log. The players are those named in the texts,
/// unless `new` has players.
pub fn count_as<G: CompleteGame>(new: &NewGame, texts: &[&str]) -> Result<Sheet, Refusal> {
    let named = texts.iter().filter_map(|text| text.split_once(':')).map(|(name, _)| name.trim().to_owned());
    let new = NewGame { players: if new.players.is_empty() { named.collect() } else { new.players.clone() }, ..new.clone() };
    if let Some(text) = texts.iter().find(|text| !text.contains(':')) {
        return Err(Refusal::Unparsed {
            line: (*text).to_owned(),
            range: 0..text.len(),
            problem: NO_NAME.to_owned(),
            expected: tally_form("Ada", G::book().tally_example),
            options: Vec::new(),
        });
    }
    let parts = texts.iter().filter_map(|text| text.split_once(':')?.1.split(" !").next());
    let recording = start::<G>(&with_default_deck(&new, G::book(), parts))?.record_tally(texts, None)?;
    let counted = Replay::<G>::of(recording.log.clone()).map_err(Refusal::cannot)?;
    let mut sheet = counted.game.score(counted.head.players());
    if !sheet.complete {
        // The game's own notes would be about a game in progress.
        let whole_game_hint =
            G::single_round_rule(&counted.head.context.setup).map(|rule| format!("; `--rule {rule}` makes it a whole game"));
        sheet.notes = vec![format!("{}{}.", leaders_text(&sheet, G::book().round_noun), whole_game_hint.unwrap_or_default())];
    }
    let note = |part: RecordedStep| Some(format!("Let stand, {}: {}.", part.actor?, part.overruled?.message));
    sheet.notes.extend(recording.recorded_steps().filter_map(note));
    Ok(sheet)
}

/// A sentence about the leaders after the first round, with the game's word for a round: `Bo leads this year`.
fn leaders_text(sheet: &Sheet, round: &str) -> String {
    let points = |player: &PlayerSheet| player.rounds.first().map(|round| round.points().range().1);
    let most = sheet.players.iter().map(points).max().flatten();
    let leaders: Vec<&str> = sheet.players.iter().filter(|player| points(player) == most).map(|player| &*player.name).collect();
    match leaders[..] {
        [leader] => format!("{leader} leads this {round}"),
        _ => format!("{} are level this {round}", and_list(&leaders)),
    }
}
