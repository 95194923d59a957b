//! Positions: parses them from a log or as typed, overrules parts with a reason, and writes them.

use super::{
    DecidingRule, Refusal, Verdict,
    head::Head,
    reason::{Belongs, refuse_in_reason},
};
use crate::{
    log::{PositionError, position_parts, split_reason, write_position},
    table::{ActOf, Header, ParseError, Part, Parted, Players, Positioned, Refereed, Seat, Unsaid, or_list},
};
use serde::Serialize;
use std::ops::Range;

/// The description of a position.
pub(super) const TAKEN_UP: &str = "the table as it lies";

/// The name that stands before the part of the table.
pub const TABLE: &str = "table";

/// The most bytes of a part: any table has room in it.
const MAX_PART_BYTES: usize = 4096;

/// A part of a position that says something else than the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differing {
    /// The part.
    pub part: String,
    /// What the log says; none if it says nothing.
    pub was: Option<String>,
}

/// The parts of a position that say something else than those `before`.
pub fn differing(before: &[String], now: &[String]) -> Vec<Differing> {
    let name = |part: &str| part.split_once(':').map(|(name, _)| name.to_owned());
    let was = |part: &String| before.iter().find(|other| name(other) == name(part)).cloned();
    let parts = now.iter().map(|part| Differing { part: part.clone(), was: was(part) });
    parts.filter(|differing| differing.was.as_ref() != Some(&differing.part)).collect()
}

/// A position with the reasons that overrule its parts.
pub(super) struct Overruled<G: Refereed> {
    pub position: G::Position,
    pub reasons: Parted<Option<String>>,
}

/// An error in a position, with the index of the text if it is about one.
pub(super) type PositionFailure = (Option<usize>, ParseError);

/// The index of a part's text, and where the part begins in it, behind the name.
type Start = (usize, usize);

/// Parses a position: one `NAME: …` per player, in any order, and `table: …`.
pub(super) fn parse_position<G: Refereed>(texts: &[&str], header: &Header<G::Setup>) -> Result<Overruled<G>, PositionFailure> {
    if !G::Position::TAKEN {
        let error = G::Position::parse(&Parted::default(), header).err();
        return Err((None, error.map_or_else(|| ParseError::new(0..0, "this game takes no positions", ""), |(_, error)| error)));
    }
    if let Some(nth) = texts.iter().position(|text| text.len() > MAX_PART_BYTES) {
        let range = 0..texts[nth].find(':').unwrap_or_default();
        return Err((Some(nth), ParseError::new(range, "this part is longer than any table needs", "at most 4096 bytes a part")));
    }
    let starts = starts(texts, &header.players)?;
    let mut plain = Parted { players: Vec::new(), table: None };
    let mut reasons = Parted { players: Vec::new(), table: None };
    for (part, &(nth, start)) in starts.iter() {
        let text = &texts[nth][start..];
        let (end, reason) = split_reason(text).map_err(|error| {
            let expected = error.expected().trim_start_matches("expected ");
            (Some(nth), ParseError::new(error.range.clone(), error.message(), expected).shifted(start))
        })?;
        set(&mut plain, part, &text[..end]);
        set(&mut reasons, part, reason);
    }
    for (part, reason) in reasons.iter() {
        let (Some(reason), Some(&(nth, start)), Some(before)) = (reason, starts.get(part), plain.get(part)) else { continue };
        // What would be more of the part, had it stood before the reason.
        let is_more = |text: &str| {
            let (mut all, longer) = (plain.clone(), format!("{before}; {text}"));
            replace(&mut all, part, &longer);
            !text.is_empty() && G::Position::parse(&all, header).is_ok()
        };
        refuse_in_reason(&texts[nth][start..], before.len(), reason.clone(), |text| is_more(text).then_some(Belongs::Before))
            .map_err(|error| (Some(nth), error.shifted(start)))?;
    }
    let position = G::Position::parse(&plain, header).map_err(|(part, error)| match starts.get(part) {
        Some(&(nth, start)) => (Some(nth), error.shifted(start)),
        None => (None, error),
    })?;
    let text = |part: Part, reason: &Option<Range<usize>>| {
        let &(nth, start) = starts.get(part)?;
        Some(texts[nth][start..][reason.clone()?].to_owned())
    };
    let mut written = Parted { players: Vec::new(), table: None };
    for (part, reason) in reasons.iter() {
        set(&mut written, part, text(part, reason));
    }
    Ok(Overruled { position, reasons: written })
}

/// Parses a position that is one text.
pub(super) fn parse_position_text<G: Refereed>(text: &str, header: &Header<G::Setup>) -> Result<Overruled<G>, ParseError> {
    let parts = position_parts(text).map_err(|error| ParseError::new(error.range, error.message, PositionError::EXPECTED))?;
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    parse_position::<G>(&texts, header).map_err(|(nth, error)| match nth.and_then(|nth| parts.get(nth)) {
        Some(part) => {
            let place = part.place(text, &error.range);
            error.at(place)
        }
        None => error.at(0..text.len()),
    })
}

/// The words of a position, also those of its cards.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| char.is_whitespace() || "|;+\"".contains(char)).filter(|word| !word.is_empty())
}

/// Adds a part; the parts come in their order.
fn set<T>(all: &mut Parted<T>, part: Part, value: T) {
    if part.is_some() { all.players.push(value) } else { all.table = Some(value) }
}

fn replace<T>(all: &mut Parted<T>, part: Part, value: T) {
    match part {
        Some(seat) => all.players[seat.index()] = value,
        None => all.table = Some(value),
    }
}

/// Where the parts begin, behind their names.
fn starts(texts: &[&str], players: &Players) -> Result<Parted<Start>, PositionFailure> {
    let mut each: Vec<Option<Start>> = vec![None; players.count()];
    let mut table = None;
    for (nth, text) in texts.iter().enumerate() {
        let error = |range, problem: String, expected: String| (Some(nth), ParseError::new(range, problem, expected));
        let form = || format!("a player's name or `table`, a colon and what lies there, as `{}: …`", players.name(Seat::new(0)));
        let colon = text.find(':').ok_or_else(|| error(0..text.len(), "no name stands before this".to_owned(), form()))?;
        let name = text[..colon].trim();
        let twice = |name: &str| error(0..colon, format!("{name} is here twice"), "each part once".to_owned());
        match players.find(name) {
            Ok(seat) => {
                if each[seat.index()].replace((nth, colon + 1)).is_some() {
                    return Err(twice(players.name(seat)));
                }
            }
            Err(_) if name.eq_ignore_ascii_case(TABLE) => {
                if table.replace((nth, colon + 1)).is_some() {
                    return Err(twice(TABLE));
                }
            }
            Err(unknown) => {
                let expected = format!("{} or {TABLE}", or_list(&unknown.players));
                return Err(error(0..colon, unknown.to_string(), expected));
            }
        }
    }
    let part = |(part, seat): (Option<Start>, Seat)| {
        let missing = || format!("{} is missing", players.name(seat));
        part.ok_or_else(|| (None, ParseError::new(0..0, missing(), "all players, and the table")))
    };
    let players = each.into_iter().zip(players.seats()).map(part).collect::<Result<_, _>>()?;
    Ok(Parted { players, table })
}

impl<G: Refereed> Head<G> {
    /// A position as a log writes it: the parts in canonical notation, with the reasons that overrule them.
    pub fn write_position(&self, position: &G::Position, reasons: &Parted<Option<String>>) -> Vec<String> {
        let written = position.write(self.players());
        let parts = written.iter().map(|(part, text)| {
            let name = part.map_or(TABLE, |seat| self.players().name(seat));
            let reason = reasons.get(part).cloned().flatten().map(|reason| format!(" ! {reason}")).unwrap_or_default();
            format!("{name}: {text}").trim_end().to_owned() + &reason
        });
        parts.collect()
    }

    /// A position as one text, with the reasons that overrule its parts.
    pub fn write_overruled(&self, overruled: &Overruled<G>) -> String {
        write_position(self.write_position(&overruled.position, &overruled.reasons))
    }

    /// Parses a position that somebody typed as one text.
    pub fn typed_position(&self, text: &str) -> Result<Overruled<G>, Refusal> {
        parse_position_text(text, &self.header).map_err(|error| Refusal::unparsed(text, error))
    }

    /// The name of a part: a player's, or none for the table's.
    pub fn part_name(&self, part: Part) -> Option<String> {
        part.map(|seat| self.name(seat))
    }

    /// A part as a log writes it, without the name.
    pub fn written_part(&self, position: &G::Position, part: Part) -> String {
        position.write(self.players()).get(part).cloned().unwrap_or_default()
    }

    /// The verdict on a part of a position that can lie there but breaks a clause.
    pub fn verdict_on_misfit(&self, game: &G, act: &ActOf<G>, part: Part, fault: G::Fault) -> Verdict {
        let mut verdict = self.verdict(game, act, fault);
        let whose = part.map_or_else(|| "the table's part".to_owned(), |seat| format!("{}'s part", self.name(seat)));
        verdict.message = format!("{}; a reason at the end of {whose} lets it stand: ` ! agreed`", verdict.message);
        verdict
    }

    /// Judges a typed position. Returns the verdicts on the parts that break a clause and have a reason.
    ///
    /// # Errors
    /// What can't lie there, or the first part that breaks a clause without a reason.
    pub fn judged_position(
        &self,
        game: &G,
        act: &ActOf<G>,
        Overruled { position, reasons }: &Overruled<G>,
        deciding: impl Fn() -> Vec<DecidingRule>,
    ) -> Result<Vec<(Part, Verdict)>, Refusal> {
        if let Err(fault) = game.in_order(act).and_then(|()| game.possible(act)) {
            let mut verdict = self.verdict(game, act, fault);
            verdict.rules = deciding();
            let whole = self.write_act(act);
            // What isn't said is missing in one of the parts.
            let Some(Unsaid { part, .. }) = G::Position::unsaid(fault) else {
                return Err(Refusal::foul(None, whole.clone(), whole, verdict));
            };
            let name = self.part_name(part).unwrap_or_else(|| TABLE.to_owned());
            return Err(Refusal::foul(Some(name), self.written_part(position, part), whole, verdict));
        }
        let mut let_stand = Vec::new();
        for (part, fault) in position.misfits(game) {
            if reasons.get(part).is_none_or(Option::is_none) {
                let mut verdict = self.verdict_on_misfit(game, act, part, fault);
                verdict.rules = deciding();
                let text = self.written_part(position, part);
                return Err(Refusal::foul(self.part_name(part), text, self.write_act(act), verdict));
            }
            let_stand.push((part, self.verdict(game, act, fault)));
        }
        Ok(let_stand)
    }

    /// A position as one text, without reasons.
    pub fn position_text(&self, position: &G::Position) -> String {
        write_position(self.write_position(position, &Parted::default()))
    }
}
