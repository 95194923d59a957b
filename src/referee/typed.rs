//! Understanding a typed line as the table stands: whose steps it says, in short forms or in full.

use super::{
    Refusal,
    reading::{check_actor, is_note},
    replay::Replay,
};
use crate::{
    log::{ChangeError, split},
    table::{Game, Misread, Seat, Shorthand, Unclear, Unreadable, Whose},
};
use std::ops::Range;

/// A step of a typed line, understood as the table stands.
pub(super) enum Typed<G: Game> {
    Note(String),
    Step(Option<Seat>, G::Step),
}

/// A part of a typed line: one step, or what a short form stands for.
pub(super) struct Part {
    pub range: Range<usize>,
    /// Whether the line gives a reason for letting this step stand.
    pub reasoned: bool,
}

/// A typed line, taken apart.
pub(super) struct Parts {
    pub actor: Option<Range<usize>>,
    pub steps: Vec<Part>,
    pub reason: Option<Range<usize>>,
}

pub(super) fn misread(line: &str, unreadable: Unreadable) -> Refusal {
    let Misread { range, problem, expected } = unreadable.into_parts();
    Refusal::Misread { line: line.to_owned(), range, problem, expected }
}

pub(super) fn change_failed(error: &ChangeError) -> Refusal {
    Refusal::Cannot(error.to_string())
}

/// Takes a line apart: at `;`, and before each `.` that stands alone.
pub(super) fn parts(line: &str) -> Result<Parts, Refusal> {
    let parts = split(line).map_err(|error| {
        let expected = error.expected();
        misread(
            line,
            Unreadable::new(error.range.clone(), error.message(), expected.strip_prefix("expected ").unwrap_or(expected)),
        )
    })?;
    let mut steps = Vec::new();
    for range in parts.steps() {
        let text = &line[range.clone()];
        let mut start = 0;
        if !is_note(text) {
            let dots = text.match_indices('.').filter(|(at, _)| text[..*at].ends_with(char::is_whitespace));
            for (at, _) in dots {
                steps.push(Part { range: range.start + start..range.start + text[..at].trim_end().len(), reasoned: false });
                start = at;
            }
        }
        steps.push(Part { range: range.start + start..range.end, reasoned: false });
    }
    if let (Some(last), true) = (steps.last_mut(), parts.reason().is_some()) {
        last.reasoned = true;
    }
    Ok(Parts { actor: parts.actor(), steps, reason: parts.reason() })
}

impl<G: Game> Replay<G> {
    /// The seat that a typed line names, by a prefix that only one name has.
    pub(super) fn actor_of(&self, line: &str, parts: &Parts) -> Result<Option<Seat>, Refusal> {
        let Some(range) = parts.actor.clone() else { return Ok(None) };
        self.header.players.find_by_prefix(&line[range.clone()]).map(Some).map_err(|unknown| {
            misread(line, Unreadable::new(range, unknown.to_string(), crate::table::or_list(&unknown.players)))
        })
    }

    /// Understands one part of a typed line, as `game` stands: `before` did what stands before it in the line.
    pub(super) fn understand(
        &self,
        game: &G,
        line: &str,
        range: &Range<usize>,
        actor: Option<Seat>,
        before: Option<Seat>,
    ) -> Result<Vec<Typed<G>>, Refusal> {
        let text = &line[range.clone()];
        if is_note(text) {
            return Ok(vec![Typed::Note(text.to_owned())]);
        }
        let instead = |step: &str| format!("{}{step}{}", &line[..range.start], &line[range.end..]);
        let unclear = |unclear: Unclear<G::Step>| Refusal::Unclear {
            line: line.to_owned(),
            question: unclear.question,
            options: unclear.options.iter().map(|step| instead(&G::write(step, &self.header.players))).collect(),
        };
        let read = match G::read(text, &self.header) {
            Ok(step) => vec![(actor, step)],
            Err(_) => game.shorthand(actor, text, &self.header).map_err(|error| match error {
                Shorthand::Unreadable(unreadable) => {
                    misread(line, self.with_advice(unreadable, text, actor).shifted(range.start))
                }
                Shorthand::Unclear(options) => unclear(options),
            })?,
        };
        let mut typed = Vec::with_capacity(read.len());
        for (named, step) in read {
            let actor = match named {
                Some(seat) => Some(seat),
                None => self.who(game, &step, line, range, before)?,
            };
            check_actor::<G>(&step, actor, text, &self.header)
                .map_err(|unreadable| misread(line, unreadable.shifted(range.start)))?;
            let step = game.settle(actor, &step).map_err(unclear)?.unwrap_or(step);
            typed.push(Typed::Step(actor, step));
        }
        Ok(typed)
    }

    /// What is often meant by a text that can't be read: a name before it, or two steps.
    fn with_advice(&self, unreadable: Unreadable, text: &str, actor: Option<Seat>) -> Unreadable {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        let named = self.header.players.find_by_prefix(first).ok().filter(|_| actor.is_none() && first.len() < text.len());
        let advice = if let (0, Some(seat)) = (unreadable.range.start, named) {
            format!("a colon stands behind a name: `{}: …`", self.header.players.name(seat))
        } else if let Some(verb) = words.find(|word| G::book().verbs.iter().any(|verb| verb.name == word.to_lowercase())) {
            format!("between two steps stands a semicolon: `; {verb}`")
        } else {
            return unreadable;
        };
        let Misread { range, problem, expected } = unreadable.into_parts();
        Unreadable::new(range, format!("{problem}; {advice}"), expected)
    }

    /// Who does a step that names nobody: the only one who may.
    fn who(
        &self,
        game: &G,
        step: &G::Step,
        line: &str,
        range: &Range<usize>,
        before: Option<Seat>,
    ) -> Result<Option<Seat>, Refusal> {
        let kind = G::verb(step);
        match G::book().verbs.get(kind).map(|verb| verb.whose) {
            Some(Whose::Table) => return Ok(None),
            // What the table does in the course of a turn stands in that player's line.
            Some(Whose::Either) => return Ok(game.in_turn()),
            _ => {}
        }
        let open = game.open();
        let may = open.who(kind);
        if let [only] = may[..] {
            return Ok(only);
        }
        let stands = split(line).is_ok_and(|parts| parts.reason().is_some());
        if open.seats().is_empty() && !stands && !G::is_for_anyone(step) {
            // It comes too early or too late, whoever it is. To let it stand, somebody has to be named.
            return Ok(before.or(Some(Seat::new(0))));
        }
        if let (true, Some(seat)) = (may.is_empty(), open.seats().single().or(game.in_turn())) {
            // Nobody may: the verdict is about the one whose turn it is. What any player may do at any time has to be asked.
            // What is due from the table in the course of a turn is due in that player's line.
            let in_line = |kind: usize| G::book().verbs.get(kind).is_some_and(|verb| verb.whose == Whose::Either);
            let may_act =
                open.to(Some(seat)) != crate::table::Kinds::NONE || (!open.table.is_empty() && open.table.iter().all(in_line));
            if may_act && !G::is_for_anyone(step) {
                return Ok(Some(seat));
            }
        }
        if !line[..range.start].trim().is_empty() {
            // A line is one player's, and a name before it would be the earlier steps' as well.
            return match before {
                Some(seat) if may.is_empty() || may.contains(&before) => Ok(Some(seat)),
                _ => {
                    let expected = "a line of its own for this step, with a name before it";
                    Err(misread(line, Unreadable::new(range.clone(), "it is not said who does this", expected)))
                }
            };
        }
        let seats: Vec<Seat> = if may.iter().flatten().next().is_some() {
            may.into_iter().flatten().collect()
        } else {
            self.header.players.seats().collect()
        };
        let options = seats.iter().map(|&seat| format!("{}: {}", self.header.players.name(seat), line.trim())).collect();
        Err(Refusal::Unclear { line: line.to_owned(), question: "who?".to_owned(), options })
    }
}

/// Whether a step that names nobody is one of those that the table lays out.
pub(super) fn is_laid_out<G: Game>(step: &G::Step) -> bool {
    G::book().verbs.get(G::verb(step)).is_some_and(|verb| verb.whose != Whose::Player)
}
