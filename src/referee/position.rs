//! Positions: parses them from a log or as typed, judges and writes them.

use super::{DecidingRule, Refusal, Verdict, context::LogContext};
pub use crate::table::TABLE;
use crate::{
    log::{PositionError, position_parts, write_position},
    table::{Adjustment, CompleteGame, GamePosition, ParseError, PerPart, Players, Progress, Seat, Seats, TableContext, or_list},
};
use serde::Serialize;

pub(super) const POSITION_STATED: &str = "the table as it lies";

/// The message that no position may be stated now.
pub(super) fn position_not_due<G: CompleteGame>(game: &G) -> String {
    let round = G::book().round_noun;
    match game.progress() {
        Progress::GameOver => "the game is over; only notes can be added".to_owned(),
        _ => format!("a position says how the table lies in a {round} that is being played, and none is"),
    }
}

/// The most bytes of a part, enough for any table.
const MAX_PART_BYTES: usize = 4096;

/// A part of a position that differs from the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartDiff {
    /// The part.
    pub part: String,
    /// The text of the part in the log. `None` if the log states nothing.
    pub was: Option<String>,
}

/// An error in a position or tally, with the index of the text that the error is about, if any.
pub(super) type PartError = (Option<usize>, ParseError);

/// The index of a part's text, and the byte after the name and its colon.
pub(super) type PartStart = (usize, usize);

pub(super) const NO_NAME: &str = "no name stands before this";

/// Parses a position: one `NAME: …` per player, in any order, and `table: …`.
pub(super) fn parse_position<G: CompleteGame>(
    texts: &[&str],
    context: &TableContext<G::Setup>,
) -> Result<G::Position, PartError> {
    if !G::Position::SUPPORTED {
        let error = G::Position::parse(&PerPart::default(), context).err();
        return Err((None, error.map_or_else(|| ParseError::new(0..0, "this game takes no positions", ""), |(_, error)| error)));
    }
    if let Some(nth) = texts.iter().position(|text| text.len() > MAX_PART_BYTES) {
        let range = 0..texts[nth].find(':').unwrap_or_default();
        return Err((Some(nth), ParseError::new(range, "this part is longer than any table needs", "at most 4096 bytes a part")));
    }
    let form = || {
        let name = context.players.name(Seat::new(0));
        format!("a player's name or `table`, a colon and what lies there, as `{name}: …`")
    };
    let expected = ["each part once", "all players, and the table"];
    let (players, table) = part_starts(texts, &context.players, true, Seats::NONE, expected, form)?;
    let starts = PerPart { players: players.into_iter().flatten().collect(), table };
    let text = |&(nth, start): &PartStart| &texts[nth][start..];
    let part_texts = PerPart { players: starts.players.iter().map(text).collect(), table: starts.table.as_ref().map(text) };
    G::Position::parse(&part_texts, context).map_err(|(part, error)| match starts.get(part) {
        Some(&(nth, start)) => (Some(nth), error.offset_by(start)),
        None => (None, error),
    })
}

pub(super) fn parse_position_text<G: CompleteGame>(
    text: &str,
    context: &TableContext<G::Setup>,
) -> Result<G::Position, ParseError> {
    let parts = position_parts(text).map_err(|error| ParseError::new(error.range, error.message, PositionError::EXPECTED))?;
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    parse_position::<G>(&texts, context).map_err(|(nth, error)| match nth.and_then(|nth| parts.get(nth)) {
        Some(part) => {
            let range = part.line_range(text, &error.range);
            error.at(range)
        }
        None => error.at(0..text.len()),
    })
}

/// The words in the text of a position or part, split also at `|`, `;`, `+` and quotes.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| char.is_whitespace() || "|;+\"".contains(char)).filter(|word| !word.is_empty())
}

/// The starts of the players' parts in seat order, and of the table's part, if `has_table`. Players who are `absent` need no part.
/// `form`, `each` and `all` are the expected forms of a part without a name, of a repeated part, and of all parts.
pub(super) fn part_starts(
    texts: &[&str],
    players: &Players,
    has_table: bool,
    absent: Seats,
    [each, all]: [&str; 2],
    form: impl Fn() -> String,
) -> Result<(Vec<Option<PartStart>>, Option<PartStart>), PartError> {
    let mut starts: Vec<Option<PartStart>> = vec![None; players.count() + 1];
    for (nth, text) in texts.iter().enumerate() {
        let error = |range, problem, expected: String| (Some(nth), ParseError::new(range, problem, expected));
        let colon = text.find(':').ok_or_else(|| error(0..text.len(), NO_NAME.to_owned(), form()))?;
        let (index, name) = match players.find(&text[..colon]) {
            Ok(seat) => (seat.index(), players.name(seat)),
            Err(unknown) if has_table && unknown.name.eq_ignore_ascii_case(TABLE) => (players.count(), TABLE),
            Err(unknown) => {
                let or_table = if has_table { " or table" } else { "" };
                return Err(error(0..colon, unknown.to_string(), or_list(&unknown.players) + or_table));
            }
        };
        if starts[index].replace((nth, colon + 1)).is_some() {
            return Err(error(0..colon, format!("{name} is here twice"), each.to_owned()));
        }
    }
    let table = starts.pop().flatten();
    match players.seats().find(|seat| starts[seat.index()].is_none() && !absent.contains(*seat)) {
        Some(seat) => Err((None, ParseError::new(0..0, format!("{} is missing", players.name(seat)), all))),
        None => Ok((starts, table)),
    }
}

impl<G: CompleteGame> LogContext<G> {
    pub(super) fn write_position(&self, position: &G::Position) -> Vec<String> {
        let written = position.write(self.players());
        let parts = written.iter().map(|(part, text)| {
            let name = part.map_or(TABLE, |seat| self.players().name(seat));
            format!("{name}: {text}").trim_end().to_owned()
        });
        parts.collect()
    }

    pub(super) fn describe_position(&self, position: &G::Position, before: &G) -> String {
        let inference = position.inference(before, self.players()).map(|inference| format!("; {inference}"));
        format!("{POSITION_STATED}{}", inference.unwrap_or_default())
    }

    pub(super) fn position_text(&self, position: &G::Position) -> String {
        write_position(self.write_position(position))
    }

    pub(super) fn typed_position(&self, text: &str) -> Result<G::Position, Refusal> {
        parse_position_text::<G>(text, &self.context).map_err(|error| Refusal::unparsed(text, error))
    }

    pub(super) fn typed_adjustment(&self, text: &str) -> Result<Adjustment, Refusal> {
        Adjustment::parse(text, self.players()).map_err(|error| Refusal::unparsed(text, error))
    }

    /// Judges a typed position. Returns the game with that position, and adds the events that it causes to `events`.
    pub(super) fn judged_position(
        &self,
        game: &G,
        position: &G::Position,
        events: &mut Vec<G::Event>,
        deciding_rules: impl Fn() -> Vec<DecidingRule>,
    ) -> Result<G, Refusal> {
        let foul = |actor, step: Option<String>, verdict: Verdict| {
            let line = self.position_text(position);
            Err(Refusal::foul(actor, step.unwrap_or_else(|| line.clone()), line, Verdict { rules: deciding_rules(), ..verdict }))
        };
        if let Some(verdict) = self.verdict_on_untimely_position(game) {
            return foul(None, None, verdict);
        }
        position.to_game(game, self.players(), events).or_else(|error| {
            // The refusal names the part with the error.
            let name_and_text = error.part.map(|part| {
                let name = part.map_or_else(|| TABLE.to_owned(), |seat| self.name(seat));
                (name, position.write(self.players()).get(part).cloned().unwrap_or_default())
            });
            let (name, text) = name_and_text.unzip();
            foul(name, text, self.verdict_on_position(error))
        })
    }
}
