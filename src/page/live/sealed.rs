//! Sealed choices for steps that are played at once: each phone's choice is hidden until the last player has chosen, and then all
//! are recorded together. Until then they are kept in the user's state folder, so that a restart loses none.

use super::{
    folder::LogFolder,
    secrets::{read_private, remove_private, write_private},
};
use crate::{
    log::{Line, LineRef, Log, split_typed},
    referee::{Games, Recording, Referee, document},
    table::{Book, VerbActor, is_same_name},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, io, path::PathBuf};

/// The sealed choices by game, until the last player has chosen, and the file that they are saved in.
pub(super) struct SealedChoices {
    file: PathBuf,
    games: BTreeMap<String, Vec<SealedChoice>>,
}

impl SealedChoices {
    /// Loads the choices for a folder's logs from a file: those that are still valid, or were replaced. With `new` they are dropped.
    pub(super) fn load(file: PathBuf, new: bool, folder: &LogFolder, games: Games) -> io::Result<Self> {
        if new {
            remove_private(&file)?;
        }
        let sealed = Self::read(file)?;
        let valid = |(name, mut seals): (String, Vec<SealedChoice>)| {
            let referee = games.open(folder.read(&name)?.ok()?).ok()?;
            seals.retain(|seal| seal.is_valid(&*referee) || seal.replaced(&*referee).is_some());
            Some((name, seals)).filter(|(_, seals)| !seals.is_empty())
        };
        Ok(Self { games: sealed.games.into_iter().filter_map(valid).collect(), file: sealed.file })
    }

    pub(super) fn read(file: PathBuf) -> io::Result<Self> {
        let games = read_private(&file)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Ok(Self { file, games })
    }

    /// The choices in a game, also those that are no longer valid.
    pub(super) fn of(&self, name: &str) -> &[SealedChoice] {
        self.games.get(name).map_or(&[], Vec::as_slice)
    }

    /// Replaces the choices in a game. When this returns, they are on disk.
    pub(super) fn put(&mut self, name: &str, seals: Vec<SealedChoice>) -> io::Result<()> {
        let mut games = self.games.clone();
        if seals.is_empty() {
            games.remove(name);
        } else {
            games.insert(name.to_owned(), seals);
        }
        self.save(games)
    }

    fn save(&mut self, games: BTreeMap<String, Vec<SealedChoice>>) -> io::Result<()> {
        if games.is_empty() {
            remove_private(&self.file)?;
        } else {
            write_private(&self.file, &serde_json::to_string(&games)?)?;
        }
        self.games = games;
        Ok(())
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SealedChoice {
    pub player: String,
    /// The chosen step, in canonical notation, with the reason that lets it stand.
    pub step: String,
    /// The log's lines when it was chosen.
    pub lines: Vec<String>,
}

pub(super) fn lines_of(log: &Log) -> Vec<String> {
    document::lines(log).map(|(_, text)| text.to_owned()).collect()
}

pub(super) fn is_simultaneous(book: &Book, step: &str) -> bool {
    let verb = step.split(' ').next().and_then(|word| book.verb(word));
    verb.is_some_and(|verb| verb.actor == VerbActor::Simultaneous)
}

/// The players who choose at the same time, in seat order.
pub(super) fn choosers(referee: &dyn Referee) -> Vec<String> {
    let expects = referee.expects().into_iter();
    let choosing = expects.filter(|expected| expected.verbs.iter().any(|kind| is_simultaneous(referee.book(), kind)));
    choosing.filter_map(|expected| expected.actor).collect()
}

impl SealedChoice {
    /// The choice as it is written once it was judged.
    #[must_use]
    pub(super) fn written_out(mut self, recorded: &Recording) -> Self {
        let reason = &self.step[self.without_reason().len()..];
        self.step = recorded.recorded_steps().map(|entered| entered.step).collect::<Vec<_>>().join("; ") + reason;
        self
    }

    /// Whether the choice is still valid, and its player still has to choose.
    pub(super) fn is_valid(&self, referee: &dyn Referee) -> bool {
        choosers(referee).contains(&self.player) && self.still_holds(referee.book(), referee.log())
    }

    /// Whether the choice is still valid. It is if since then only other players have chosen, or notes were added, or its player did
    /// something else (such as an ability that is available until the cards lie there). It is not after an undo, or once the game
    /// went on.
    pub(super) fn still_holds(&self, book: &Book, log: &Log) -> bool {
        let is_note = |line: &Line| line.steps().all(|step| step.starts_with("note "));
        let is_besides = |line: &Line| line.actor().is_some() && !self.is_choice(book, line);
        self.since(log).is_some_and(|mut lines| lines.all(|(_, line)| is_note(line) || is_besides(line)))
    }

    /// The line that was recorded for its player instead, if it says something else; as long as they don't choose again.
    pub(super) fn replaced(&self, referee: &dyn Referee) -> Option<(LineRef, String)> {
        if choosers(referee).contains(&self.player) {
            return None;
        }
        let mut choices = self.since(referee.log())?.filter(|(_, line)| self.is_choice(referee.book(), line));
        let (Some((place, line)), None) = (choices.next(), choices.next()) else { return None };
        let chosen = self.without_reason();
        line.steps().all(|step| step != chosen).then(|| (place, line.text.to_string()))
    }

    fn without_reason(&self) -> &str {
        let end = split_typed(&self.step).ok().and_then(|split| Some(split.steps().last()?.end));
        end.map_or(&self.step, |end| &self.step[..end])
    }

    fn is_choice(&self, book: &Book, line: &Line) -> bool {
        line.actor().is_some_and(|actor| is_same_name(actor, &self.player))
            && line.steps().any(|step| is_simultaneous(book, step))
    }

    /// The lines that were recorded since; none if those before are no longer the same.
    fn since<'a>(&self, log: &'a Log) -> Option<impl Iterator<Item = (LineRef, &'a Line)>> {
        let rounds = log.rounds().iter().zip(1..);
        let mut lines = rounds
            .flat_map(|(round, number)| round.lines.iter().zip(1..).map(move |(line, nth)| (LineRef::new(number, nth), line)));
        let were = self.lines.iter().all(|was| lines.next().is_some_and(|(_, line)| *line.text == **was));
        were.then_some(lines)
    }

    pub(super) fn players(seals: &[Self], referee: &dyn Referee) -> Vec<String> {
        seals.iter().filter(|seal| seal.is_valid(referee)).map(|seal| seal.player.clone()).collect()
    }
}
