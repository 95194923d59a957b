//! Finds the parts of the position, the lines, and the players in the texts of a dispute.

use super::Dispute;
use crate::{
    log::{is_note, split_typed, without_line_ref},
    referee::{
        NewGame, Refusal,
        position::{TABLE, parse_position},
        replay::Replay,
        setup::{start, with_default_deck},
        typed_line::{TypedLine, TypedStep},
    },
    table::{
        CompleteGame, FieldKind, FieldSpec, Players, Seat, UnknownName, UsualPosition as _, and_list, comparison_key,
        is_same_name,
    },
};

const MAX_LINES: usize = 200;

/// The names for players whom no text names, by seat.
const STRANGERS: [&str; Seat::MOST] = ["somebody", "another", "a third", "a fourth", "a fifth", "a sixth"];

const NUMBER_WORDS: [&str; Seat::MOST + 1] = ["none", "one", "two", "three", "four", "five", "six"];

/// A dispute whose players all have a seat.
pub(super) struct SeatedDispute<G: CompleteGame> {
    /// A new log for each player who can be `first`, with the round begun. The likeliest one comes first.
    pub starts: Vec<Replay<G>>,
    pub position: G::Position,
    pub lines: Vec<String>,
    /// The assumptions of the judgement, in sentences without a full stop.
    pub assumed: Vec<String>,
}

impl<G: CompleteGame> SeatedDispute<G> {
    /// Separates parts from lines, and seats unnamed players.
    pub(super) fn of(Dispute { new, texts }: &Dispute) -> Result<Self, Refusal> {
        let (mut names, parts) = split_context::<G>(texts);
        let lines = &texts[parts.len()..];
        if names.len() > Seat::MOST {
            return Err(Refusal::Cannot(format!("at most {} sit at a table, and here are more", Seat::MOST)));
        }
        if lines.len() > MAX_LINES {
            return Err(Refusal::Cannot(format!("a dispute has at most {MAX_LINES} lines, and here are {}", lines.len())));
        }
        let part_count = names.len();
        let actors = lines.iter().filter_map(|line| name_of(line)).chain(new.first.as_deref());
        let mentioned_names: Vec<&str> = actors.chain(texts.iter().flat_map(|text| names_in::<G>(text))).collect();
        for name in mentioned_names {
            // A name that is similar to another is a typing error.
            if names.len() < Seat::MOST
                && let Err(UnknownName { nearest: None, .. }) = Players::new(names.iter().cloned()).find_by_prefix(name)
                && !names.iter().any(|other| comparison_key(other).starts_with(&comparison_key(name)))
            {
                names.push(name.to_owned());
            }
        }
        let named_count = names.len();
        let all_players = |count: usize| {
            let strangers =
                STRANGERS.iter().skip(named_count).filter(|name| names.iter().all(|other| !other.eq_ignore_ascii_case(name)));
            names.iter().cloned().chain(strangers.map(|&name| name.to_owned())).take(count.max(named_count)).collect::<Vec<_>>()
        };
        let table_of = |count: usize| Self::with_players(&NewGame { players: all_players(count), ..new.clone() }, parts, lines);
        // Try the usual number of players for this game and greater numbers, then smaller ones.
        let [fewest, most] = [*G::book().players.start(), *G::book().players.end()].map(|players| players.max(named_count));
        let usual_count = if part_count >= *G::book().players.start() { fewest } else { fewest.max(G::Position::USUAL_PLAYERS) };
        let mut tables = (usual_count..=most).chain(fewest..usual_count).map(table_of);
        let is_determined = part_count == named_count && fewest == named_count;
        let found = tables.find(|table| table.as_ref().is_ok_and(|table| table.can_parse_all(is_determined)));
        let mut table = found.unwrap_or_else(|| table_of(usual_count))?;
        let player_names = table.start().head.players().names();
        if player_names.len() > part_count {
            let players = match player_names.len() - named_count {
                unnamed_count if unnamed_count > 1 && named_count > 0 => {
                    let others = format!("{} others", NUMBER_WORDS[unnamed_count]);
                    and_list(player_names.iter().take(named_count).map(String::as_str).chain([&*others]))
                }
                _ => and_list(player_names),
            };
            table.assumed.push(format!("Taken for a game of {}: {players}", NUMBER_WORDS[player_names.len().min(Seat::MOST)]));
        }
        Ok(table)
    }

    fn with_players(new: &NewGame, parts: &[String], lines: &[String]) -> Result<Self, Refusal> {
        let book = G::book();
        let new = with_default_deck(new, book, parts.iter().chain(lines).map(String::as_str));
        let actor_name = lines.iter().filter(|line| takes_turn::<G>(line)).find_map(|line| name_of(line));
        let mut starts = Vec::new();
        if new.first.is_some() {
            starts.push(start::<G>(&new)?);
        } else {
            let players = Players::new(new.players.iter().cloned());
            let first_actor = actor_name.and_then(|name| players.find_by_prefix(name).ok()).unwrap_or(Seat::new(0));
            let count = players.count();
            let is_likeliest =
                |seat: &Seat| if book.left_begins { seat.left(count) == first_actor } else { *seat == first_actor };
            let likeliest = players.seats().find(is_likeliest).unwrap_or(first_actor);
            let others = players.seats().filter(|seat| *seat != likeliest);
            for seat in std::iter::once(likeliest).chain(others) {
                starts.push(start::<G>(&NewGame { first: Some(players.name(seat).to_owned()), ..new.clone() })?);
            }
        }
        let mut texts: Vec<String> = parts.to_vec();
        let has_part = |name: &String| parts.iter().any(|part| name_of(part).is_some_and(|owner| is_same_name(owner, name)));
        let without_part = new.players.iter().filter(|name| !has_part(name));
        texts.extend(without_part.map(|name| format!("{name}:")));
        let part_texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let position = parse_position::<G>(&part_texts, &starts[0].head.context)
            .map_err(|error| Refusal::unparsed_part(&part_texts, error))?;
        Ok(Self { starts, position, lines: lines.to_vec(), assumed: Vec::new() })
    }

    /// The new log with the likeliest `first` player.
    pub(super) fn start(&self) -> &Replay<G> {
        &self.starts[0]
    }

    /// Whether every step of the lines parses, and this number of players is possible. `is_determined` is whether the parts
    /// determine this number.
    fn can_parse_all(&self, is_determined: bool) -> bool {
        let start = self.start();
        let mut steps = Vec::new();
        let can_parse = self.lines.iter().all(|line| {
            let Ok(mut typed) = TypedLine::of(&start.head, line) else { return false };
            let mut game = start.game.clone();
            std::iter::from_fn(|| typed.play(&mut game)).all(|parsed| {
                if let Ok(TypedStep::Step(actor, step)) = &parsed {
                    steps.push((*actor, step.clone()));
                }
                !matches!(parsed, Err(Refusal::Unparsed { .. }))
            })
        });
        can_parse && (is_determined || G::Position::can_seat(start.head.players().count(), &steps))
    }
}

/// The names of the parts, and the parts. The parts end with the part of the table, or before a repeated name or a text that can
/// be a line.
fn split_context<G: CompleteGame>(texts: &[String]) -> (Vec<String>, &[String]) {
    let mut names: Vec<String> = Vec::new();
    for (nth, text) in texts.iter().enumerate() {
        let Some(name) = name_of(text) else { return (names, &texts[..nth]) };
        if name.eq_ignore_ascii_case(TABLE) {
            return (names, &texts[..=nth]);
        }
        let is_repeated = names.iter().any(|earlier| is_same_name(earlier, name));
        if is_repeated || reads_as_line::<G>(text) {
            return (names, &texts[..nth]);
        }
        names.push(name.to_owned());
        if names.len() > Seat::MOST {
            return (names, &texts[..=nth]);
        }
    }
    (names, texts)
}

/// The text before the first colon, without the line reference of a printed line. Returns `None` if the text is empty.
fn name_of(text: &str) -> Option<&str> {
    without_line_ref(text).split_once(':').map(|(name, _)| name.trim()).filter(|name| !name.is_empty())
}

/// The words of a text that stand where a step or a piece has a player's name. Notes and reasons are left out.
fn names_in<G: CompleteGame>(text: &str) -> Vec<&str> {
    let text = text.split_once(':').map_or(text, |(_, content)| content).trim();
    let text = if is_note(text) { "" } else { text.split(" !").next().unwrap_or_default() };
    let book = G::book();
    let forms = book.verbs.iter().map(|verb| format!("{} {}", verb.name, verb.form));
    let holds_names = |field: &&FieldSpec| matches!(field.kind, FieldKind::Name | FieldKind::Names);
    let name_fields = book.position_parts.iter().flat_map(|fields| fields.iter().filter(holds_names));
    let forms: Vec<String> = forms.chain(name_fields.map(|field| format!("{} NAME", field.keyword))).collect();
    let comes_before_name = |word: &str| {
        let words =
            |form: &String| form.split([' ', '[', ']']).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        forms.iter().any(|form| words(form).windows(2).any(|pair| pair[0].eq_ignore_ascii_case(word) && pair[1] == "NAME"))
    };
    let words: Vec<&str> = text.split([' ', ';', ',']).filter(|word| !word.is_empty()).collect();
    let is_name = |pair: &&[&str]| {
        let has_initial_letter = pair[1].chars().next().is_some_and(char::is_alphabetic);
        has_initial_letter && comes_before_name(pair[0]) && !comes_before_name(pair[1])
    };
    words.windows(2).filter(is_name).map(|pair| pair[1]).collect()
}

/// Whether a line takes a turn: its first step is neither a note nor optional (`shows`).
fn takes_turn<G: CompleteGame>(line: &str) -> bool {
    let step = split_typed(line).ok().and_then(|split| split.step(1)).map_or("", |range| &line[range]);
    let word = step.split_whitespace().next().unwrap_or_default();
    !is_note(step) && !G::book().verbs.iter().any(|verb| verb.actor.is_optional() && verb.matches(word))
}

/// Whether a note, a point or a verb follows the name in the text. A verb that is also a keyword of a part (`shows`) doesn't count.
fn reads_as_line<G: CompleteGame>(text: &str) -> bool {
    let Ok(split) = split_typed(text) else { return false };
    let Some(step) = split.step(1).map(|range| &text[range]) else { return false };
    let word = step.split_whitespace().next().unwrap_or_default();
    let is_keyword = G::book().position_parts[0].iter().any(|field| field.keyword.eq_ignore_ascii_case(word));
    let is_verb = G::book().verbs.iter().any(|verb| verb.matches(word));
    is_note(step) || step.starts_with('.') || is_verb && !is_keyword
}
