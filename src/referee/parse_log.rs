//! Parses the head and the lines of a log into a game's own types. A log is parsed as a whole before it is judged.

use super::{
    context::LogContext,
    deck_entries::{parse_deck_value, to_deck_value, unknown_deck_key},
    log_act::LogAct,
    position::parse_position_text,
    reason_text::{reads_as_step, refuse_steps_in_reason},
    tally::{CountingMode, parse_tally},
};
use crate::{
    log::{KeyValue, Line, LineRef, Log, LogParseError, LogString, LogValue, MAX_PARSE_ERRORS, is_note, is_position},
    table::{
        Act, Adjustment, Book, CompleteGame, DeckValue, ParseError, ParseErrorParts, Players, RuleSettings, RuleValue, Seat,
        Seats, SetupError, TableContext, UnknownName, VerbActor, VerbText, is_adjustment, or_list, parse_with_letter,
    },
};
use std::{iter::once_with, ops::Range};

/// A step, a note, the beginning of a round, a tally, a position or an adjustment, with its line reference.
#[derive(Clone)]
pub(super) struct LoggedAct<G: CompleteGame> {
    pub line_ref: LineRef,
    /// The number of the step in the line, counted from 1; 0 for the beginning of a round and for a tally.
    pub step: u32,
    /// The act, position or adjustment. `None` for a note, which no rule applies to.
    pub act: Option<LogAct<G>>,
    /// For a tally, the players whose part has a reason that overrules it. For a step of a line with a reason, all players.
    pub overruled: Seats,
}

impl<G: CompleteGame> LoggedAct<G> {
    /// Applies the entry again. Returns its events, or `None` if the entry is impossible in this state.
    pub(super) fn redo(&self, game: &mut G, players: &Players) -> Option<Vec<G::Event>> {
        let mut events = Vec::new();
        self.act.as_ref().map_or(Some(()), |act| act.redo(game, players, &mut events))?;
        Some(events)
    }
}

type ParsedLog<G> = (LogContext<G>, Vec<LoggedAct<G>>);

pub(super) fn parse_log<G: CompleteGame>(log: &Log) -> Result<ParsedLog<G>, Vec<LogParseError>> {
    let mut errors = Vec::new();
    let parsed = parse_head::<G>(log, &mut errors).map(|head| {
        let logged = parse_rounds(log, &head, &mut errors);
        (head, logged)
    });
    errors.sort_by_key(|error| (error.line, error.column));
    parsed.filter(|_| errors.is_empty()).ok_or(errors)
}

/// Parses the head and collects errors. Returns `None` if the game can't be set up, so that its lines can't be parsed.
fn parse_head<G: CompleteGame>(log: &Log, errors: &mut Vec<LogParseError>) -> Option<LogContext<G>> {
    let book = G::book();
    let rules = parse_rules(log, book, errors);
    let deck = parse_deck(log, book, errors);
    match G::setup(log.players().len(), &rules, &deck) {
        Ok(setup) => {
            let players = Players::new(log.players().iter().map(LogString::as_str));
            Some(LogContext { context: TableContext { players, setup }, rules, deck })
        }
        Err(error) => {
            // If there are errors, the cause may be a value that was left out because of one of them.
            if errors.is_empty() {
                errors.push(setup_error(log, &error));
            }
            None
        }
    }
}

pub(super) fn rule_value(value: &LogValue) -> RuleValue {
    match value {
        LogValue::Word(word) => RuleValue::Word(word.clone()),
        LogValue::Whole(number) => RuleValue::Whole(*number),
        LogValue::Flag(flag) => RuleValue::Flag(*flag),
        // No rule takes a list or a map, so the text of the value is refused.
        other => RuleValue::Word(other.to_toml()),
    }
}

fn parse_rules(log: &Log, book: &Book, errors: &mut Vec<LogParseError>) -> RuleSettings {
    let variant = log.variant();
    let mut rules = RuleSettings::of_variant(book, variant.map(LogString::as_str)).unwrap_or_else(|error| {
        errors.push(head_error(log, variant.unwrap_or(log.game()).span(), &error));
        RuleSettings::defaults(book)
    });
    for entry in log.rules() {
        if errors.len() >= MAX_PARSE_ERRORS {
            break;
        }
        if let Err(error) = rules.set(book, &entry.key, &rule_value(&entry.value)) {
            let is_known_key = book.rule(&entry.key).is_some();
            errors.push(head_error(log, if is_known_key { entry.span.clone() } else { entry.key.span() }, &error));
        }
    }
    rules
}

fn parse_deck(log: &Log, book: &Book, errors: &mut Vec<LogParseError>) -> Vec<(String, DeckValue)> {
    let parse_entry = |entry: &KeyValue| {
        let key = entry.key.as_str();
        if !book.deck_keys().contains(&key) {
            let keys = if book.deck.is_empty() { "no `[deck]` at all".to_owned() } else { or_list(&book.deck_keys()) };
            return Err(log.error_at(entry.key.span(), unknown_deck_key(book, key), expected(&keys)));
        }
        // Several numbers in one string are parsed like typed ones.
        let names = book.deck.iter().find(|deck_key| deck_key.name == key).map_or(&[][..], |deck_key| deck_key.each);
        let numbers = match &entry.value {
            LogValue::Word(text) if !names.is_empty() => Some(parse_deck_value(text, names)),
            _ => None,
        };
        let value = to_deck_value(numbers.as_ref().unwrap_or(&entry.value)).ok_or_else(|| {
            log.error_at(entry.span.clone(), "this is not a value for `[deck]`", expected("whole numbers or a word"))
        })?;
        Ok((key.to_owned(), value))
    };
    let mut entries = Vec::new();
    for entry in log.deck() {
        if errors.len() >= MAX_PARSE_ERRORS {
            break;
        }
        match parse_entry(entry) {
            Ok(parsed) => entries.push(parsed),
            Err(error) => errors.push(error),
        }
    }
    entries
}

fn setup_error(log: &Log, error: &SetupError) -> LogParseError {
    let span_of = |entries: &[KeyValue], key| entries.iter().find(|entry| &*entry.key == key).map(|entry| entry.span.clone());
    let span = match error.key.split_once('.') {
        Some(("rules", key)) => span_of(log.rules(), key),
        Some(("deck", key)) => span_of(log.deck(), key),
        _ => log.players().first().zip(log.players().last()).map(|(first, last)| first.token().start..last.token().end),
    };
    head_error(log, span.unwrap_or_else(|| log.game().span()), error)
}

fn head_error(log: &Log, span: Range<usize>, error: &SetupError) -> LogParseError {
    let clause = error.clause.map(|clause| format!(" ({clause})")).unwrap_or_default();
    log.error_at(span, format!("{}{clause}", error.problem), expected(&error.expected))
}

fn expected(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("expected {text}") }
}

fn parse_rounds<G: CompleteGame>(log: &Log, head: &LogContext<G>, errors: &mut Vec<LogParseError>) -> Vec<LoggedAct<G>> {
    let context = &head.context;
    // A round has a beginning, steps, and perhaps a tally.
    let act_counts = log.rounds().iter().map(|round| round.lines.iter().map(|line| line.steps().len()).sum::<usize>() + 2);
    let mut logged_acts = Vec::with_capacity(act_counts.sum());
    for (round, number) in log.rounds().iter().zip(1..) {
        if errors.len() >= MAX_PARSE_ERRORS {
            return logged_acts;
        }
        let round_act = |line_ref, act, overruled| LoggedAct { line_ref, step: 0, act: Some(LogAct::Act(act)), overruled };
        let mut line_ref = LineRef::new(number, 0);
        match context.players.find(&round.first) {
            Ok(first) => logged_acts.push(round_act(line_ref, Act::BeginRound { first }, Seats::NONE)),
            Err(unknown) => errors.push(unknown_player(log, &round.first, 0..round.first.len(), &unknown)),
        }
        for line in &round.lines {
            line_ref.line += 1;
            if errors.len() >= MAX_PARSE_ERRORS {
                return logged_acts;
            }
            parse_line(log, head, line, line_ref, &mut logged_acts, errors);
        }
        if let Some(texts) = &round.tally {
            line_ref.line += 1;
            let parts: Vec<&str> = texts.iter().map(LogString::as_str).collect();
            match parse_tally::<G>(&parts, context, &CountingMode::in_round(log, &context.players, number)) {
                Ok((tally, reasons)) => {
                    let overruled = context.players.seats().zip(reasons).filter_map(|(seat, reason)| reason.map(|_| seat));
                    logged_acts.push(round_act(line_ref, Act::Tally(tally), overruled.collect()));
                }
                Err((Some(nth), error)) => errors.push(step_error(log, &texts[nth], error)),
                Err((None, error)) => {
                    errors.push(log.error_at(round.header.clone(), &error.problem, expected(&error.expected)));
                }
            }
        }
    }
    logged_acts
}

#[cold]
fn unknown_player(log: &Log, text: &LogString, range: Range<usize>, unknown: &UnknownName) -> LogParseError {
    log.error_in(text, range, unknown.to_string(), expected(&or_list(&unknown.players)))
}

/// Converts an error in a string of the log to an error at a position in the file.
fn step_error(log: &Log, text: &LogString, error: ParseError) -> LogParseError {
    let ParseErrorParts { range, problem, expected: expected_text, .. } = error.into_parts();
    log.error_in(text, range, problem, expected(&expected_text))
}

fn parse_line<G: CompleteGame>(
    log: &Log,
    head: &LogContext<G>,
    line: &Line,
    line_ref: LineRef,
    logged_acts: &mut Vec<LoggedAct<G>>,
    errors: &mut Vec<LogParseError>,
) {
    let (string, text, context) = (&line.text, line.text.as_str(), &head.context);
    let actor = match line.split.actor().map(|range| (context.players.find(&text[range.clone()]), range)) {
        None => None,
        Some((Ok(actor), _)) => Some(actor),
        Some((Err(unknown), range)) => return errors.push(unknown_player(log, string, range, &unknown)),
    };
    let overruled = if line.split.reason().is_some() { Seats::all(context.players.count()) } else { Seats::NONE };
    let is_step = |text: &str| reads_as_step::<G>(text, context);
    if let Err(error) = refuse_steps_in_reason(text, &line.split, &context.players, is_step) {
        return errors.push(step_error(log, string, error));
    }
    if is_position(text) {
        match parse_position_text::<G>(text, context) {
            Ok(position) => {
                let overruled = Seats::NONE;
                logged_acts.push(LoggedAct { line_ref, step: 1, act: Some(LogAct::Position(Box::new(position))), overruled });
            }
            Err(error) => errors.push(step_error(log, string, error)),
        }
        return;
    }
    if is_adjustment(text) {
        match Adjustment::parse(text, &context.players) {
            Ok(adjustment) => {
                let overruled = Seats::NONE;
                logged_acts.push(LoggedAct { line_ref, step: 1, act: Some(LogAct::Adjustment(adjustment)), overruled });
            }
            Err(error) => errors.push(step_error(log, string, error)),
        }
        return;
    }
    for (range, step) in line.split.steps().zip(1..) {
        let step_text = &text[range.clone()];
        if is_note(step_text) {
            logged_acts.push(LoggedAct { line_ref, step, act: None, overruled });
            continue;
        }
        // A step may also begin with the letter of a verb, or with a point.
        let with_letter = |error| parse_with_letter::<G>(step_text, context).unwrap_or(Err(error));
        let error = match G::parse(step_text, context).or_else(with_letter) {
            Ok(parsed) => match check_actor(G::verb_text(&parsed), actor, step_text, &context.players) {
                Ok(()) => {
                    // `extend` builds the act in the vector, which avoids a copy.
                    let act = || LogAct::Act(Act::Step { actor, step: parsed });
                    logged_acts.extend(once_with(|| LoggedAct { line_ref, step, act: Some(act()), overruled }));
                    continue;
                }
                Err(error) => error,
            },
            Err(error) => error,
        };
        return errors.push(step_error(log, string, error.offset_by(range.start)));
    }
}

/// Checks that a step has an actor if it needs one, and has none if it is a step of the table.
pub(super) fn check_actor(verb: &VerbText, actor: Option<Seat>, text: &str, players: &Players) -> Result<(), ParseError> {
    match (verb.actor, actor) {
        (VerbActor::Player | VerbActor::Simultaneous | VerbActor::Optional | VerbActor::Anyone, None)
        | (VerbActor::Table, Some(_)) => Err(wrong_actor(verb, text, players)),
        _ => Ok(()),
    }
}

#[cold]
fn wrong_actor(verb: &VerbText, text: &str, players: &Players) -> ParseError {
    let (problem, expected) = if verb.actor == VerbActor::Table {
        (format!("`{}` is done by the table, not by a player", verb.name), "no name before it".to_owned())
    } else {
        let expected = format!("a player's name before it: {}", or_list(players.names()));
        (format!("name the player who does `{}`", verb.name), expected)
    };
    ParseError::new(0..text.len(), problem, expected)
}
