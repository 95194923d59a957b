//! Compares a stated position with the log: the parts that differ, and the only turn that leads there if one wasn't recorded.

use super::{
    Referee,
    dyn_referee::open_to,
    position::{PartDiff, parse_position, words_of},
    replay::Replay,
};
use crate::{
    log::{Log, position_parts},
    table::{Act, CompleteGame, GamePosition as _, GameVerb as _, Seat, VerbActor, comparison_key, spaced},
};
use serde::Serialize;

const MOST_TABLES: usize = 20_000;
/// Up to this many kinds of card, each kind is tried where cards are turned up. Of more kinds, only cards that the position shows.
const FEW_KINDS: usize = 6;
const MOST_GIVEN: usize = 2;

/// The text before a [`MissingTurn`] that is offered.
pub const ONLY_TURN: &str = "By what lies open, only this can have been played:";

/// A position that takes up the table, compared with the log.
#[derive(Clone, Debug)]
pub struct PositionReport {
    /// The parts of the position, in canonical notation.
    pub parts: Vec<String>,
    /// The parts that differ from the log.
    pub differs: Vec<PartDiff>,
    /// The only turn that leads to the position.
    pub missing: Option<MissingTurn>,
}

/// Compares the last line of a log, a position, with `table`: the table before that line, in a round that has begun.
pub fn report_position(table: &dyn Referee, log: &Log) -> PositionReport {
    let text = log.line(log.end()).map(|line| line.text.to_string()).unwrap_or_default();
    let parts: Vec<String> = position_parts(&text).unwrap_or_default().into_iter().map(|part| part.text).collect();
    let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let differs = table.diff_position(&texts);
    let missing = if differs.is_empty() { None } else { table.missing_turn(&texts) };
    PositionReport { parts, differs, missing }
}

/// A turn, or the rest of one, that is missing in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingTurn {
    /// The line.
    pub line: String,
    /// The line in words.
    pub description: String,
}

type ActorStep<G> = (Option<Seat>, <G as crate::table::Game>::Step);

struct TargetTable<G: CompleteGame> {
    seen: G::Position,
    /// The visible text of each part, and the stated words that need memory.
    parts: Vec<(String, Vec<String>)>,
}

/// Removes `others` from words, each as often as it occurs.
fn without_words<'w>(mut words: Vec<String>, others: impl Iterator<Item = &'w str>) -> Vec<String> {
    for other in others {
        if let Some(at) = words.iter().position(|word| word == other) {
            words.swap_remove(at);
        }
    }
    words
}

impl<G: CompleteGame> Replay<G> {
    /// The only turn that leads from the end of the log to the position with these parts.
    pub(super) fn only_turn(&self, parts: &[&str]) -> Option<MissingTurn> {
        let table = self.target_table(parts)?;
        let mut search = Search { replay: self, table, tables: MOST_TABLES, steps: Vec::new(), found: None };
        search.play_on(&self.game)?;
        let steps = search.found?;
        let actor = steps.first()?.0.or(self.game.turn_owner());
        let mut game = self.game.clone();
        let (mut texts, mut words) = (Vec::new(), Vec::new());
        for (actor, step) in steps {
            game.apply(&Act::Step { actor, step: step.clone() }, &mut Vec::new());
            texts.push(self.head.write(&step));
            words.push(game.describe(actor, &step, &self.head.header));
        }
        let line = |done| self.head.players().line(actor, done);
        Some(MissingTurn { line: line(&texts.join("; ")), description: line(&words.join(", ")) })
    }

    /// The table with these parts. Returns `None` if the position is impossible.
    fn target_table(&self, parts: &[&str]) -> Option<TargetTable<G>> {
        let position = parse_position::<G>(parts, &self.head.header).ok()?;
        if self.halted.is_some() || self.game.check_position_due().is_err() {
            return None;
        }
        let players = self.head.players();
        let game = position.to_game(&self.game, players, &mut Vec::new()).ok()?;
        let (seen, said) = (G::Position::from_game(&game, false)?, G::Position::from_game(&game, true)?.write(players));
        let part = |((_, seen), (_, said)): ((_, &String), (_, &String))| {
            (seen.clone(), without_words(words_of(said).map(str::to_owned).collect(), words_of(seen)))
        };
        let parts = seen.write(players).iter().zip(said.iter()).map(part).collect();
        Some(TargetTable { seen, parts })
    }

    /// The parts whose content differs from the log, however it is written.
    pub(super) fn parts_differing(&self, parts: &[&str]) -> Vec<PartDiff> {
        let [before, remembered] = [false, true].map(|memory| self.position(memory).map(|standing| standing.parts));
        let (before, remembered) = (before.unwrap_or_default(), remembered.unwrap_or_default());
        let name = |part: &str| part.split_once(':').map(|(name, _)| comparison_key(name.trim()));
        let of = |all: &[String], part: &str| all.iter().find(|other| name(other) == name(part)).cloned();
        let now = self.target_table(parts).map(|table| table.parts).unwrap_or_default();
        let says_the_same = |part: &str| {
            let was = of(&before, part)?;
            let nth = before.iter().position(|other| *other == was)?;
            let (seen, said) = now.get(nth)?;
            let known = of(&remembered, part)?;
            let is_seen = was.split_once(':').is_some_and(|(_, was)| was.trim() == seen);
            Some(is_seen && without_words(said.clone(), words_of(&known)).is_empty())
        };
        // Counts that follow from the stated cards are written as in the log.
        let with_counts = |part: &str| {
            let nth = before.iter().position(|other| name(other) == name(part))?;
            let (seen, (name, text)) = (&now.get(nth)?.0, part.split_once(':')?);
            let is_all = without_words(words_of(text).map(str::to_owned).collect(), words_of(seen)).is_empty();
            is_all.then(|| format!("{}: {seen}", name.trim()))
        };
        let differs = parts.iter().filter(|part| !says_the_same(part).unwrap_or_default());
        let differing =
            |part: &&str| PartDiff { part: with_counts(part).unwrap_or_else(|| (*part).to_owned()), was: of(&before, part) };
        differs.map(differing).collect()
    }
}

struct Search<'s, G: CompleteGame> {
    replay: &'s Replay<G>,
    table: TargetTable<G>,
    /// The number of tables that may still be tried.
    tables: usize,
    steps: Vec<ActorStep<G>>,
    found: Option<Vec<ActorStep<G>>>,
}

impl<G: CompleteGame> Search<'_, G> {
    /// Tries each open step and those after it up to the turn's end. `None` if several turns lead to the table, or too many were
    /// tried.
    fn play_on(&mut self, game: &G) -> Option<()> {
        for done in self.legal_steps(game)? {
            self.search()?;
            let mut next = game.clone();
            next.apply(&Act::Step { actor: done.0, step: done.1.clone() }, &mut Vec::new());
            self.steps.push(done);
            match G::Position::from_game(&next, false) {
                None => self.play_on(&next)?,
                Some(seen) if seen == self.table.seen && self.has_what_is_said(&next) => {
                    // The position doesn't show the order of the steps of a turn.
                    if self.found.as_ref().is_some_and(|found| self.sort_steps(found) != self.sort_steps(&self.steps)) {
                        return None;
                    }
                    self.found = Some(self.steps.clone());
                }
                Some(_) => {}
            }
            self.steps.pop();
        }
        Some(())
    }

    /// Counts a tried table. Returns `None` if too many were tried.
    fn search(&mut self) -> Option<()> {
        self.tables = self.tables.checked_sub(1)?;
        Some(())
    }

    /// Whether all stated words that need memory are true in a game.
    fn has_what_is_said(&self, game: &G) -> bool {
        G::Position::from_game(game, true).is_some_and(|all| {
            let all = all.write(self.replay.head.players());
            let mut parts = self.table.parts.iter().zip(all.iter());
            parts.all(|((_, said), (_, all))| without_words(said.clone(), words_of(all)).is_empty())
        })
    }

    /// Steps as texts, in no order of their own.
    fn sort_steps(&self, steps: &[ActorStep<G>]) -> Vec<String> {
        let mut texts: Vec<String> = steps.iter().map(|(_, step)| self.replay.head.write(step)).collect();
        texts.sort_unstable();
        texts
    }

    fn legal_steps(&mut self, game: &G) -> Option<Vec<ActorStep<G>>> {
        let mut steps: Vec<ActorStep<G>> = game.legal_steps().into_iter().map(|(seat, step)| (Some(seat), step)).collect();
        let listed: Vec<_> = steps.iter().map(|(actor, step)| (*actor, G::verb(step))).collect();
        let open = game.expects();
        for actor in open_to(&open) {
            for verb in open.verbs_of(actor).verbs::<G::Verb>() {
                if verb.text().whose != VerbActor::Anyone && !listed.contains(&(actor, verb)) {
                    self.turn_up(game, (actor, verb), &mut steps)?;
                }
            }
        }
        let turn = self.steps.iter().find_map(|(actor, _)| *actor);
        steps.retain(|(actor, _)| actor.is_none() || turn.is_none() || *actor == turn);
        Some(steps)
    }

    /// Adds the legal steps of a verb that games don't list. These steps name cards that are turned up or given away, in the order
    /// of the position. Each step is parsed from its text, with one more code at a time as long as more codes may follow.
    fn turn_up(&mut self, game: &G, (actor, verb): (Option<Seat>, G::Verb), steps: &mut Vec<ActorStep<G>>) -> Option<()> {
        let header = &self.replay.head.header;
        let stock = G::nameable_cards(verb, header);
        let most = stock.as_ref().and_then(|stock| stock.count).or(actor.map(|_| MOST_GIVEN)).unwrap_or_default();
        // A seed card is named by its eggs alone: `2` for `2 eggs`.
        let faces = stock.iter().flat_map(|stock| &stock.faces);
        let kinds: Vec<String> = faces.filter_map(|face| face.code().split(' ').next().map(str::to_owned)).collect();
        let is_few = kinds.len() <= FEW_KINDS;
        let codes: Vec<String> = if is_few {
            kinds
        } else {
            let parts = self.table.parts.iter();
            let shown = parts.flat_map(|(seen, said)| words_of(seen).chain(said.iter().map(String::as_str)));
            shown.filter(|word| kinds.iter().any(|kind| kind == word)).map(str::to_owned).collect()
        };
        let mut begun: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(chosen) = begun.pop() {
            let text = spaced([verb.text().name].into_iter().chain(chosen.iter().map(|&nth| codes[nth].as_str())));
            let mut goes_on = chosen.len() < most.max(1);
            if let Ok(step) = G::parse(&text, header) {
                self.search()?;
                let act = Act::Step { actor, step: step.clone() };
                match game.judge(&act) {
                    Ok(()) => {
                        if !steps.contains(&(actor, step.clone())) {
                            steps.push((actor, step));
                        }
                        continue;
                    }
                    Err(fault) => goes_on |= game.is_incomplete(&act, fault),
                }
            }
            if goes_on {
                let from = chosen.last().map_or(0, |&nth| if is_few { 0 } else { nth + 1 });
                begun.extend((from..codes.len()).map(|nth| [&chosen[..], &[nth]].concat()));
            }
        }
        Some(())
    }
}
