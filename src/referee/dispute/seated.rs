//! The table of a dispute: which texts are parts and which are lines, and who plays.

use super::Dispute;
use crate::{
    log::{Log, is_note, split_typed, without_place},
    referee::{
        NewGame, Refusal,
        position::{TABLE, parse_position},
        replay::Replay,
        setup::start_as,
        typed_line::{TypedLine, TypedStep},
    },
    table::{
        CompleteGame, DeckKey, FieldKind, FieldSpec, GamePosition as _, Players, Seat, UnknownName, and_list, comparison_key,
    },
};

const MAX_LINES: usize = 200;

/// Names of unnamed players, by seat.
const STRANGERS: [&str; Seat::MOST] = ["somebody", "another", "a third", "a fourth", "a fifth", "a sixth"];

const NUMBERS: [&str; Seat::MOST + 1] = ["none", "one", "two", "three", "four", "five", "six"];

pub(super) struct SeatedDispute<G: CompleteGame> {
    /// The round that has begun, by each player who can be `first`; the likeliest one comes first.
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
        let with_part = names.len();
        let acting = lines.iter().filter_map(|line| name_of(line)).chain(new.first.as_deref());
        let typed: Vec<&str> = acting.chain(texts.iter().flat_map(|text| names_in::<G>(text))).collect();
        for name in typed {
            // A name that is nearly another is a slip.
            if names.len() < Seat::MOST
                && let Err(UnknownName { nearest: None, .. }) = Players::new(names.iter().cloned()).find_by_prefix(name)
                && begins(&names, name) == 0
            {
                names.push(name.to_owned());
            }
        }
        let known = names.len();
        let all_players = |count: usize| {
            let free = STRANGERS.iter().skip(known).filter(|name| names.iter().all(|other| !other.eq_ignore_ascii_case(name)));
            names.iter().cloned().chain(free.map(|&name| name.to_owned())).take(count.max(known)).collect::<Vec<_>>()
        };
        let at_table = |count: usize| Self::at(&NewGame { players: all_players(count), ..new.clone() }, parts, lines);
        // The fewest players with whom the lines parse; at least the usual number if none is named.
        let [fewest, most] = [*G::book().players.start(), *G::book().players.end()].map(|players| players.max(known));
        let usual = if with_part >= *G::book().players.start() { fewest } else { fewest.max(G::Position::USUAL_PLAYERS) };
        let mut counts = (usual..=most).chain(fewest..usual).map(at_table);
        let is_complete = with_part == known && fewest == known;
        let found = counts.find(|table| table.as_ref().is_ok_and(|table| table.can_read_all(is_complete)));
        let mut table = found.unwrap_or_else(|| at_table(usual))?;
        let all = table.start().head.players().names();
        if all.len() > with_part {
            let players = match all.len() - known {
                more if more > 1 && known > 0 => {
                    let others = format!("{} others", NUMBERS[more]);
                    and_list(all.iter().take(known).map(String::as_str).chain([&*others]))
                }
                _ => and_list(all),
            };
            table.assumed.push(format!("Taken for a game of {}: {players}", NUMBERS[all.len().min(Seat::MOST)]));
        }
        Ok(table)
    }

    fn at(new: &NewGame, parts: &[String], lines: &[String]) -> Result<Self, Refusal> {
        let book = G::book();
        let is_unsaid = |key: &&DeckKey| key.is_for(new.players.len()) && new.deck.iter().all(|(name, _)| name != key.name);
        let mut new = new.clone();
        for key in book.deck.iter().filter(is_unsaid) {
            // The first that no card is of, which a text names.
            let is_named = |word: &str| parts.iter().chain(lines).any(|text| names_any(text, word));
            let word = key.one_of.iter().find(|word| !is_named(word)).or(key.one_of.first());
            new.deck.extend(word.map(|word| (key.name.to_owned(), (*word).to_owned())));
        }
        let acting = lines.iter().filter(|line| takes_turn::<G>(line)).find_map(|line| name_of(line));
        let mut starts = Vec::new();
        if new.first.is_some() {
            starts.push(start::<G>(&new)?);
        } else {
            let players = Players::new(new.players.iter().cloned());
            let acting = acting.and_then(|name| players.find_by_prefix(name).ok()).unwrap_or(Seat::new(0));
            let count = players.count();
            let is_likeliest = |seat: &Seat| if book.left_begins { seat.left(count) == acting } else { *seat == acting };
            let likeliest = players.seats().find(is_likeliest).unwrap_or(acting);
            let others = players.seats().filter(|seat| *seat != likeliest);
            for seat in std::iter::once(likeliest).chain(others) {
                starts.push(start::<G>(&NewGame { first: Some(players.name(seat).to_owned()), ..new.clone() })?);
            }
        }
        let mut texts: Vec<String> = parts.to_vec();
        let is_there = |name: &String| parts.iter().any(|part| name_of(part).is_some_and(|other| is_same(other, name)));
        let absent = new.players.iter().filter(|name| !is_there(name));
        texts.extend(absent.map(|name| format!("{name}:")));
        let read: Vec<&str> = texts.iter().map(String::as_str).collect();
        let position = parse_position::<G>(&read, &starts[0].head.header).map_err(|(nth, error)| {
            let text = nth.and_then(|nth| read.get(nth)).copied().unwrap_or_default();
            Refusal::unparsed(text, error)
        })?;
        Ok(Self { starts, position, lines: lines.to_vec(), assumed: Vec::new() })
    }

    /// The likeliest beginning of the round.
    pub(super) fn start(&self) -> &Replay<G> {
        &self.starts[0]
    }

    /// Whether every step of the lines is one of this game with so many players; they may be wrong with all players that are there.
    fn can_read_all(&self, is_complete: bool) -> bool {
        let start = self.start();
        let mut steps = Vec::new();
        let can_read = self.lines.iter().all(|line| {
            let Ok(mut typed) = TypedLine::of(&start.head, line) else { return false };
            let mut game = start.game.clone();
            std::iter::from_fn(|| typed.play(&mut game)).all(|read| {
                if let Ok(TypedStep::Step(actor, step)) = &read {
                    steps.push((*actor, step.clone()));
                }
                !matches!(read, Err(Refusal::Unparsed { .. }))
            })
        });
        can_read && (is_complete || G::Position::can_seat(start.head.players().count(), &steps))
    }
}

/// A log of a new game, replayed: its round has begun.
fn start<G: CompleteGame>(new: &NewGame) -> Result<Replay<G>, Refusal> {
    let log = Log::parse(start_as::<G>(new)?).map_err(Refusal::cannot)?;
    Replay::of(log).map_err(Refusal::cannot)
}

/// The names of the parts, and the parts: up to that of the table, a repeated name, or a text that reads as a line.
fn split_context<G: CompleteGame>(texts: &[String]) -> (Vec<String>, &[String]) {
    let mut names: Vec<String> = Vec::new();
    for (nth, text) in texts.iter().enumerate() {
        let Some(name) = name_of(text) else { return (names, &texts[..nth]) };
        if name.eq_ignore_ascii_case(TABLE) {
            return (names, &texts[..=nth]);
        }
        let is_again = names.iter().any(|other| is_same(other, name));
        if is_again || reads_as_line::<G>(text) {
            return (names, &texts[..nth]);
        }
        names.push(name.to_owned());
        if names.len() > Seat::MOST {
            return (names, &texts[..=nth]);
        }
    }
    (names, texts)
}

/// The text before the first colon, if it can be a name and is not the place of a printed line.
fn name_of(text: &str) -> Option<&str> {
    without_place(text).split_once(':').map(|(name, _)| name.trim()).filter(|name| !name.is_empty())
}

/// The names of other players in a text, where a step or a piece has a player's name; not those in notes or reasons.
fn names_in<G: CompleteGame>(text: &str) -> Vec<&str> {
    let text = text.split_once(':').map_or(text, |(_, behind)| behind).trim();
    let text = if is_note(text) { "" } else { text.split(" !").next().unwrap_or_default() };
    let book = G::book();
    let forms = book.verbs.iter().map(|verb| format!("{} {}", verb.name, verb.form));
    let of_names = |place: &&FieldSpec| matches!(place.holds, FieldKind::Name | FieldKind::Names);
    let pieces = book.position_parts.iter().flat_map(|places| places.iter().filter(of_names));
    let forms: Vec<String> = forms.chain(pieces.map(|place| format!("{} NAME", place.word))).collect();
    let before_name = |word: &str| {
        let words =
            |form: &String| form.split([' ', '[', ']']).filter(|word| !word.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        forms.iter().any(|form| words(form).windows(2).any(|pair| pair[0].eq_ignore_ascii_case(word) && pair[1] == "NAME"))
    };
    let words: Vec<&str> = text.split([' ', ';', ',']).filter(|word| !word.is_empty()).collect();
    let is_name = |pair: &&[&str]| {
        let begins = pair[1].chars().next().is_some_and(char::is_alphabetic);
        begins && before_name(pair[0]) && !before_name(pair[1])
    };
    words.windows(2).filter(is_name).map(|pair| pair[1]).collect()
}

fn is_same(one: &str, other: &str) -> bool {
    comparison_key(one) == comparison_key(other)
}

fn begins(names: &[String], name: &str) -> usize {
    names.iter().filter(|other| comparison_key(other).starts_with(&comparison_key(name))).count()
}

/// Whether a line takes a turn: it isn't a note, nor what any player may do at any time (`shows`).
fn takes_turn<G: CompleteGame>(line: &str) -> bool {
    let step = split_typed(line).ok().and_then(|split| split.step(1)).map_or("", |range| &line[range]);
    let word = step.split_whitespace().next().unwrap_or_default();
    !is_note(step) && !G::book().verbs.iter().any(|verb| verb.whose.is_optional() && verb.matches(word))
}

/// Whether a text begins with a verb behind the name, in full or in short, which is no word of a part (`shows`).
fn reads_as_line<G: CompleteGame>(text: &str) -> bool {
    let Ok(split) = split_typed(text) else { return false };
    let Some(step) = split.step(1).map(|range| &text[range]) else { return false };
    let word = step.split_whitespace().next().unwrap_or_default();
    let is_of_part = G::book().position_parts[0].iter().any(|place| place.word.eq_ignore_ascii_case(word));
    let is_verb = G::book().verbs.iter().any(|verb| verb.matches(word));
    is_note(step) || step.starts_with('.') || is_verb && !is_of_part
}

/// Whether a text names a card whose code is this word and a number: `BL6`.
fn names_any(text: &str, word: &str) -> bool {
    let words = text.split(|char: char| !char.is_alphanumeric());
    words.into_iter().any(|other| {
        other.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
            && other[word.len()..].chars().all(|char| char.is_ascii_digit())
    })
}
