//! A log's header and lines, read into a game's own terms. A log is read whole before anything is judged.

use crate::{
    log::{Line, Log, Place, ReadError, Round, Text, Value},
    table::{
        Act, ActOf, DeckEntry, Game, Header, Misread, NameError, Players, RuleValue, RuleValues, Seat, SetupError, Unreadable,
        Whose,
    },
};
use std::ops::Range;

/// What a step of a log says.
#[derive(Clone, Debug)]
pub(super) enum Said<G: Game> {
    /// A note, which no rule is about.
    Note,
    /// Something that happened.
    Act(ActOf<G>),
}

/// One step of a log, or the beginning or the tally of a round, with its place.
#[derive(Clone, Debug)]
pub(super) struct Entry<G: Game> {
    pub place: Place,
    /// Counted from 1 within the line; 0 for a round's beginning and its tally.
    pub step: u32,
    pub said: Said<G>,
    /// Whether the line gives a reason for letting this step stand.
    pub overruled: bool,
}

/// The header of a log in a game's terms.
pub(super) struct Head<G: Game> {
    pub header: Header<G::Setup>,
    /// The table rules in force.
    pub rules: RuleValues,
    /// What they would be had the log named none: the defaults, or the variant's.
    pub base: RuleValues,
}

/// Reads the header.
pub(super) fn head<G: Game>(log: &Log) -> Result<Head<G>, ReadError> {
    let book = G::book();
    let blame = |span: Range<usize>, error: SetupError| {
        let clause = error.clause.map(|clause| format!(" ({clause})")).unwrap_or_default();
        log.error_at(span, format!("{}{clause}", error.problem), expected(&error.expected))
    };
    let game_span = || log.game().span();
    let base = RuleValues::of_variant(book, log.variant().map(Text::as_str))
        .map_err(|error| blame(log.variant().map_or_else(game_span, Text::span), error))?;
    let mut rules = base;
    for entry in log.rules() {
        let value = rule_value(&entry.value).unwrap_or_else(|| RuleValue::Word(entry.value.to_toml()));
        rules.set(book, &entry.key, &value).map_err(|error| {
            let known = book.rule(&entry.key).is_some();
            blame(if known { entry.span.clone() } else { entry.key.span() }, error)
        })?;
    }
    let mut deck = Vec::new();
    for entry in log.deck() {
        if !book.deck_keys().contains(&entry.key.as_str()) {
            let problem = format!("`{}` is nothing that {} has a `[deck]` say", &*entry.key, book.title);
            let expected =
                if book.deck.is_empty() { "no `[deck]` at all".to_owned() } else { crate::table::or_list(&book.deck_keys()) };
            return Err(log.error_at(entry.key.span(), problem, self::expected(&expected)));
        }
        let value = deck_entry(&entry.value).ok_or_else(|| {
            log.error_at(entry.span.clone(), "this can't be said of a deck", expected("whole numbers or a word"))
        })?;
        deck.push((entry.key.as_str().to_owned(), value));
    }
    let players = Players::new(log.players().iter().map(Text::as_str));
    let setup = G::setup(log.players().len(), &rules, &deck).map_err(|error| {
        let span = match error.key.split_once('.') {
            Some(("rules", key)) => log.rules().iter().find(|entry| &*entry.key == key).map(|entry| entry.span.clone()),
            Some(("deck", key)) => log.deck().iter().find(|entry| &*entry.key == key).map(|entry| entry.span.clone()),
            _ => log.players().first().zip(log.players().last()).map(|(first, last)| first.token().start..last.token().end),
        };
        blame(span.unwrap_or_else(game_span), error)
    })?;
    Ok(Head { header: Header { players, setup }, rules, base })
}

fn expected(what: &str) -> String {
    if what.is_empty() { String::new() } else { format!("expected {what}") }
}

fn rule_value(value: &Value) -> Option<RuleValue> {
    Some(match value {
        Value::Word(word) => RuleValue::Word(word.clone()),
        Value::Whole(number) => RuleValue::Whole(*number),
        Value::Flag(flag) => RuleValue::Flag(*flag),
        Value::List(_) | Value::Map(_) => return None,
    })
}

pub(super) fn deck_entry(value: &Value) -> Option<DeckEntry> {
    let whole = |value: &Value| if let Value::Whole(number) = value { Some(*number) } else { None };
    Some(match value {
        Value::Word(word) => DeckEntry::Word(word.clone()),
        Value::Whole(number) => DeckEntry::Whole(*number),
        Value::List(items) => DeckEntry::List(items.iter().map(|item| whole(&item.value)).collect::<Option<_>>()?),
        Value::Map(entries) => DeckEntry::Map(
            entries.iter().map(|entry| Some((entry.key.as_str().to_owned(), whole(&entry.value)?))).collect::<Option<_>>()?,
        ),
        Value::Flag(_) => return None,
    })
}

/// Reads every line.
pub(super) fn entries<G: Game>(log: &Log, header: &Header<G::Setup>) -> Result<Vec<Entry<G>>, ReadError> {
    // A round's beginning, its steps, and perhaps its tally.
    let all = |round: &Round| round.lines.iter().map(|line| line.steps().len()).sum::<usize>() + 2;
    let mut entries = Vec::with_capacity(log.rounds().iter().map(all).sum());
    for (round, number) in log.rounds().iter().zip(1..) {
        let act = |line, act| Entry { place: Place::new(number, line), step: 0, said: Said::Act(act), overruled: false };
        let mut errors = Vec::new();
        match seat(log, &header.players, &round.first, 0..round.first.len()) {
            Ok(first) => entries.push(act(0, Act::Round { first })),
            Err(error) => errors.push(error),
        }
        let mut lines = round.lines.iter().zip(1..);
        errors.extend(lines.find_map(|(line, nth)| read_line(log, header, line, Place::new(number, nth), &mut entries).err()));
        if let Some(texts) = &round.tally {
            let after = u32::try_from(round.lines.len()).unwrap_or(u32::MAX).saturating_add(1);
            let plain: Vec<&str> = texts.iter().map(Text::as_str).collect();
            match tally::<G>(&plain, header) {
                Ok(tally) => entries.push(act(after, Act::Tally(tally))),
                Err((nth, unreadable)) => {
                    let Misread { range, problem, expected } = unreadable.into_parts();
                    let place = match texts.get(nth) {
                        Some(text) => log.span_in(text, range),
                        None => round.header.clone(),
                    };
                    errors.push(log.error_at(place, problem, self::expected(&expected)));
                }
            }
        }
        // The keys of a round may stand in any order: the first mistake is the one that is named.
        if let Some(first) = errors.into_iter().min_by_key(|error| (error.line, error.column)) {
            return Err(first);
        }
    }
    Ok(entries)
}

fn seat(log: &Log, players: &Players, text: &Text, range: Range<usize>) -> Result<Seat, ReadError> {
    players.find(&text[range.clone()]).map_err(|unknown| log.error_in(text, range, unknown.to_string(), name_expected(&unknown)))
}

fn name_expected(unknown: &NameError) -> String {
    format!("expected {}", crate::table::or_list(&unknown.players))
}

fn read_line<G: Game>(
    log: &Log,
    header: &Header<G::Setup>,
    line: &Line,
    place: Place,
    entries: &mut Vec<Entry<G>>,
) -> Result<(), ReadError> {
    let text = &line.text;
    let actor = line.split.actor().map(|range| seat(log, &header.players, text, range)).transpose()?;
    let last = line.split.steps().len();
    for (range, step) in line.split.steps().zip(1..) {
        let overruled = line.split.reason().is_some() && step as usize == last;
        let words = &text[range.clone()];
        if is_note(words) {
            entries.push(Entry { place, step, said: Said::Note, overruled });
            continue;
        }
        let wrong = |unreadable: Unreadable| {
            let Misread { range, problem, expected } = unreadable.shifted(range.start).into_parts();
            log.error_in(text, range, problem, self::expected(&expected))
        };
        // A step is moved once, to where it stays.
        match G::read(words, header) {
            Ok(done) => {
                check_actor::<G>(&done, actor, words, header).map_err(wrong)?;
                entries.push(Entry { place, step, said: Said::Act(Act::Step { actor, step: done }), overruled });
            }
            Err(unreadable) => return Err(wrong(unreadable)),
        }
    }
    Ok(())
}

/// Whether a step is a note.
pub(super) fn is_note(step: &str) -> bool {
    step.strip_prefix("note").is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// Whether a step has an actor if it needs one, and none if it is the table's.
pub(super) fn check_actor<G: Game>(
    step: &G::Step,
    actor: Option<Seat>,
    text: &str,
    header: &Header<G::Setup>,
) -> Result<(), Unreadable> {
    let Some(verb) = G::book().verbs.get(G::verb(step)) else { return Ok(()) };
    match (verb.whose, actor) {
        (Whose::Player, None) => Err(Unreadable::new(
            0..text.len(),
            format!("it is not said who does `{}`", verb.name),
            format!("a player's name before it: {}", crate::table::or_list(header.players.names())),
        )),
        (Whose::Table, Some(_)) => Err(Unreadable::new(
            0..text.len(),
            format!("`{}` is done by the table, not by a player", verb.name),
            "no name before it",
        )),
        _ => Ok(()),
    }
}

/// Reads a tally: one `NAME: …` a player, all of them, in any order. An error names which text.
pub(super) fn tally<G: Game>(texts: &[&str], header: &Header<G::Setup>) -> Result<G::Tally, (usize, Unreadable)> {
    let mut parts: Vec<Option<(usize, usize)>> = vec![None; header.players.count()];
    for (nth, text) in texts.iter().enumerate() {
        let form =
            || format!("a player's name, a colon and what that player has, as `{}: {}`", name_of(header, 0), G::book().tally);
        let colon = text.find(':').ok_or_else(|| (nth, Unreadable::new(0..text.len(), "no name stands before this", form())))?;
        let seat = header.players.find(&text[..colon]).map_err(|unknown| {
            (nth, Unreadable::new(0..colon, unknown.to_string(), name_expected(&unknown).replace("expected ", "")))
        })?;
        let part = &mut parts[seat.index()];
        if part.is_some() {
            let twice = format!("{} is here twice", name_of(header, seat.index()));
            return Err((nth, Unreadable::new(0..colon, twice, "each player once")));
        }
        *part = Some((nth, colon + 1));
    }
    let mut found = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        let Some((nth, start)) = *part else {
            let missing = format!("{} is missing", name_of(header, index));
            return Err((
                texts.len(),
                Unreadable::new(0..0, missing, "all players; one who has nothing stands there as `NAME:`"),
            ));
        };
        found.push((nth, start, &texts[nth][start..]));
    }
    let plain: Vec<&str> = found.iter().map(|(_, _, text)| *text).collect();
    G::read_tally(&plain, header).map_err(|(seat, unreadable)| match found.get(seat.index()) {
        Some((nth, start, _)) => (*nth, unreadable.shifted(*start)),
        None => (texts.len(), unreadable),
    })
}

fn name_of<S>(header: &Header<S>, index: usize) -> &str {
    header.players.name(Seat::new(index))
}
