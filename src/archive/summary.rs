//! One game summarised from its log.

use crate::{
    log::{Digest, HeadKey, Line, Log, Place, Played, Quoted, ReadError, is_note},
    referee::{Finding, Games, Referee},
    table::{Book, Kind, Progress, Sheet},
};
use jiff::civil::Date;
use std::{fmt, sync::OnceLock};

/// A game, from the log that was kept of it. What it says is what `check` and `score` say; nothing is worked out before it is asked.
pub struct Summary {
    id: Digest,
    referee: Box<dyn Referee>,
    sheet: OnceLock<Sheet>,
}

/// A step of a log, with what was said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<'a> {
    /// The line it stands in.
    pub place: Place,
    /// The step within the line, counted from 1.
    pub step: u32,
    /// Who did it; none for the table.
    pub actor: Option<&'a str>,
    /// The step as the log has it.
    pub text: &'a str,
    /// What was said of it; none for a step that was not judged, behind an impossible one.
    pub kind: Option<MoveKind>,
    /// The clause that it broke.
    pub clause: Option<&'a str>,
}

/// What was said of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// Nothing was found against it.
    Legal,
    /// It is a note, which no rule is about.
    Note,
    /// The gravest of what was found against it.
    Found(Kind),
}

impl MoveKind {
    /// Its word in the tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Note => "note",
            Self::Found(kind) => kind.word(),
        }
    }
}

impl Summary {
    /// Replays a log of one of some games, whose digest is known.
    ///
    /// # Errors
    /// When it can't be read by the rules of its game.
    pub fn of(log: Log, id: Digest, games: Games) -> Result<Self, ReadError> {
        Ok(Self { id, referee: games.open(log)?, sheet: OnceLock::new() })
    }

    /// The digest of the log's bytes.
    pub fn id(&self) -> Digest {
        self.id
    }

    /// The game's rule book.
    pub fn book(&self) -> &'static Book {
        self.referee.book()
    }

    /// The log itself.
    pub fn log(&self) -> &Log {
        self.referee.log()
    }

    /// Whether the game was played to its end.
    pub fn is_complete(&self) -> bool {
        self.referee.progress() == Progress::GameOver
    }

    /// How many steps were judged.
    pub fn steps(&self) -> usize {
        self.referee.steps()
    }

    /// Where judging stopped, if it did.
    pub fn halted(&self) -> Option<Place> {
        self.referee.halted()
    }

    /// Everything found against the log, in the order of its places.
    pub fn findings(&self) -> &[Finding] {
        self.referee.findings()
    }

    /// The score, itemised.
    pub fn sheet(&self) -> &Sheet {
        self.sheet.get_or_init(|| self.referee.sheet())
    }

    /// The names of those who play, by seat.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.log().players().iter().map(Quoted::as_str)
    }

    /// The variant of the game that the log names.
    pub fn variant(&self) -> Option<&str> {
        self.log().variant().map(Quoted::as_str)
    }

    /// The day of the game.
    pub fn date(&self) -> Option<Date> {
        self.log().date()
    }

    /// When the game was played, and how long nobody did in between.
    pub fn played(&self) -> Played {
        self.log().played()
    }

    /// Why nobody will finish the game, if that was said.
    pub fn closed(&self) -> Option<String> {
        self.log().head(HeadKey::Closed)
    }

    /// How many rounds were begun, as far as the log was judged.
    pub fn rounds(&self) -> usize {
        self.sheet().rounds()
    }

    /// How many findings count against the log.
    pub fn fouls(&self) -> usize {
        self.findings().iter().filter(|finding| finding.is_foul()).count()
    }

    /// How many steps, or parts of a tally, the table let stand that broke a rule.
    pub fn overruled(&self) -> usize {
        self.findings().len() - self.fouls()
    }

    /// Each player's place in a game that is over, by seat, 1 for the best. Those who share it have the same; where nobody won, all
    /// have the first. None while the game goes on.
    pub fn ranks(&self) -> Vec<Option<u32>> {
        let Sheet { players, winners, complete, .. } = self.sheet();
        if !complete {
            return vec![None; players.len()];
        }
        if winners.is_empty() {
            return vec![Some(1); players.len()];
        }
        // A tie may have been broken, so that a winner stands before others with as many.
        let standing: Vec<(bool, i32)> = players.iter().map(|player| (player.winner, player.total.range().1)).collect();
        let better = |than: &(bool, i32)| standing.iter().filter(|other| *other > than).count();
        standing.iter().map(|own| u32::try_from(better(own) + 1).ok()).collect()
    }

    /// Every step of the log, in order. A finding against the beginning of a round or a tally belongs to none of them.
    pub fn moves(&self) -> impl Iterator<Item = Move<'_>> {
        // Nothing behind the impossible step was judged.
        let halting = self.findings().iter().rev().find(|finding| finding.kind == Kind::Impossible);
        let end = self.halted().map(|place| (place, halting.map_or(0, |finding| finding.step)));
        self.log().rounds().iter().zip(1..).flat_map(move |(round, number)| {
            let lines = round.lines.iter().zip(1..).map(move |(line, nth)| (Place::new(number, nth), line));
            lines.flat_map(move |(place, line)| self.steps_of(place, line, end))
        })
    }

    /// The steps of a line; `end` is the last that was judged, if not all were.
    fn steps_of<'a>(&'a self, place: Place, line: &'a Line, end: Option<(Place, u32)>) -> impl Iterator<Item = Move<'a>> {
        let actor = line.actor().map(|written| self.name(written));
        line.steps().zip(1..).map(move |(text, step)| {
            let is_judged = end.is_none_or(|end| (place, step) <= end);
            let found = if is_judged { self.found(place, step) } else { None };
            let kind = match found {
                _ if is_note(text) => Some(MoveKind::Note),
                Some(finding) => Some(MoveKind::Found(finding.kind)),
                None => is_judged.then_some(MoveKind::Legal),
            };
            let clause = found.and_then(|finding| finding.verdict.clause.as_deref());
            Move { place, step, actor, text, kind, clause }
        })
    }

    /// A player's name as the head has it, which a line may write in other letters.
    pub(super) fn name<'a>(&'a self, written: &'a str) -> &'a str {
        let same = self.names().find(|name| *name == written);
        same.or_else(|| self.names().find(|name| name.to_lowercase() == written.to_lowercase())).unwrap_or(written)
    }

    /// The gravest finding against a step, the first of several.
    fn found(&self, place: Place, step: u32) -> Option<&Finding> {
        let at = |finding: &Finding| (finding.place(), finding.step);
        let from = self.findings().partition_point(|finding| at(finding) < (place, step));
        let here = self.findings()[from..].iter().take_while(|finding| at(finding) == (place, step));
        here.min_by_key(|finding| match finding.kind {
            Kind::Impossible => 0,
            Kind::Illegal => 1,
            Kind::Revoke => 2,
            Kind::Overruled => 3,
        })
    }
}

impl fmt::Debug for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Summary")
            .field("id", &self.id)
            .field("log", self.log())
            .field("findings", &self.findings())
            .finish_non_exhaustive()
    }
}
