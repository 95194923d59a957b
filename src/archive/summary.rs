//! The summary of one game, made from its log.

use crate::{
    log::{Digest, HeadKey, Line, LineRef, Log, LogParseError, LogString, is_note, is_position},
    referee::{Finding, Games, Referee},
    table::{Book, FindingKind, Progress, Sheet, is_adjustment, is_same_name},
};
use std::{fmt, sync::OnceLock};

/// A game and its log. The summary agrees with `check` and `score`. The score sheet is computed when it is first needed.
pub struct GameSummary {
    id: Digest,
    referee: Box<dyn Referee>,
    sheet: OnceLock<Sheet>,
}

/// A step of a log, with the verdict on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedStep<'a> {
    /// The line of the step.
    pub place: LineRef,
    /// The step in the line, counted from 1.
    pub step: u32,
    /// The actor. `None` for the table.
    pub actor: Option<&'a str>,
    /// The step as written in the log.
    pub text: &'a str,
    /// The verdict. `None` after an impossible step, where nothing is judged.
    pub kind: Option<StepVerdict>,
    /// The clause that the step broke.
    pub clause: Option<&'a str>,
}

/// The verdict on a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepVerdict {
    /// No finding.
    Legal,
    /// A note, which no rule applies to.
    Note,
    /// A position in which nothing is found.
    Position,
    /// Points by the table's decision (TB-9), in which nothing is found.
    Adjustment,
    /// The gravest finding.
    Found(FindingKind),
}

impl StepVerdict {
    /// The word for this verdict in the tables of an export.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Note => "note",
            Self::Position => "position",
            Self::Adjustment => "adjustment",
            Self::Found(kind) => kind.word(),
        }
    }
}

impl GameSummary {
    /// Replays a log of one of these games. `id` is the digest of the log.
    pub fn of(log: Log, id: Digest, games: Games) -> Result<Self, LogParseError> {
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

    /// The game, replayed.
    pub fn referee(&self) -> &dyn Referee {
        &*self.referee
    }

    /// The log itself.
    pub fn log(&self) -> &Log {
        self.referee.log()
    }

    /// Whether the game was played to its end.
    pub fn is_complete(&self) -> bool {
        self.referee.progress() == Progress::GameOver
    }

    /// The number of steps that were judged.
    pub fn steps(&self) -> usize {
        self.referee.steps()
    }

    /// All findings, in the order of their lines and steps.
    pub fn findings(&self) -> &[Finding] {
        self.referee.findings()
    }

    /// The score sheet.
    pub fn sheet(&self) -> &Sheet {
        self.sheet.get_or_init(|| self.referee.sheet())
    }

    /// The names of the players, by seat.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.log().players().iter().map(LogString::as_str)
    }

    /// The reason why the game was closed before its end.
    pub fn closed(&self) -> Option<String> {
        self.log().head(HeadKey::Closed)
    }

    /// The number of rounds that were begun before judging stopped.
    pub fn rounds(&self) -> usize {
        self.sheet().rounds() + self.sheet().unrecorded().saturating_sub(1)
    }

    /// Whether the game was taken up in the middle: whether a line is a position.
    pub fn is_taken_up(&self) -> bool {
        self.log().rounds().iter().flat_map(|round| &round.lines).any(|line| is_position(&line.text))
    }

    /// The number of findings that count against the log.
    pub fn fouls(&self) -> usize {
        self.findings().iter().filter(|finding| finding.is_foul()).count()
    }

    /// The number of findings that the table overruled.
    pub fn overruled(&self) -> usize {
        self.findings().len() - self.fouls()
    }

    /// Every step of the log in order. Findings about the beginning of a round or a tally belong to no step.
    pub fn moves(&self) -> impl Iterator<Item = JudgedStep<'_>> {
        // Judging stopped at the last impossible step.
        let halting_finding = self.findings().iter().rev().find(|finding| finding.kind == FindingKind::Impossible);
        let last_judged = self.referee.halted().map(|line_ref| (line_ref, halting_finding.map_or(0, |finding| finding.step)));
        self.log().rounds().iter().zip(1..).flat_map(move |(round, number)| {
            let lines = round.lines.iter().zip(1..).map(move |(line, nth)| (LineRef::new(number, nth), line));
            lines.flat_map(move |(line_ref, line)| self.steps_of(line_ref, line, last_judged))
        })
    }

    /// The steps of a line. If judging stopped, `last_judged` is the line and number of the last judged step.
    fn steps_of<'a>(
        &'a self,
        line_ref: LineRef,
        line: &'a Line,
        last_judged: Option<(LineRef, u32)>,
    ) -> impl Iterator<Item = JudgedStep<'a>> {
        let actor = line.actor().map(|spelling| self.name(spelling));
        line.steps().zip(1..).map(move |(text, step)| {
            let is_judged = last_judged.is_none_or(|last_judged| (line_ref, step) <= last_judged);
            let finding = if is_judged { self.gravest_finding(line_ref, step) } else { None };
            let kind = match finding {
                _ if is_note(text) => Some(StepVerdict::Note),
                Some(finding) => Some(StepVerdict::Found(finding.kind)),
                None if is_position(text) => is_judged.then_some(StepVerdict::Position),
                None if is_adjustment(text) => is_judged.then_some(StepVerdict::Adjustment),
                None => is_judged.then_some(StepVerdict::Legal),
            };
            let clause = finding.and_then(|finding| finding.verdict.clause.as_deref());
            JudgedStep { place: line_ref, step, actor, text, kind, clause }
        })
    }

    /// A player's name as in the head; a line may use another letter case or Unicode form.
    pub(super) fn name<'a>(&'a self, spelling: &'a str) -> &'a str {
        let exact = self.names().find(|name| *name == spelling);
        exact.or_else(|| self.names().find(|name| is_same_name(name, spelling))).unwrap_or(spelling)
    }

    /// The gravest finding about a step. Among equals, the first.
    fn gravest_finding(&self, line_ref: LineRef, step: u32) -> Option<&Finding> {
        let step_of = |finding: &Finding| (finding.place(), finding.step);
        let first = self.findings().partition_point(|finding| step_of(finding) < (line_ref, step));
        let on_step = self.findings()[first..].iter().take_while(|finding| step_of(finding) == (line_ref, step));
        on_step.min_by_key(|finding| match finding.kind {
            FindingKind::Impossible => 0,
            FindingKind::Illegal => 1,
            FindingKind::Revoke => 2,
            FindingKind::Overruled => 3,
        })
    }
}

impl fmt::Debug for GameSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Summary")
            .field("id", &self.id)
            .field("log", self.log())
            .field("findings", &self.findings())
            .finish_non_exhaustive()
    }
}
