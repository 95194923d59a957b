//! Compares a stated position with the log: the parts that differ, and the unrecorded turn, if only one leads to the position.

use super::{
    Referee,
    dyn_referee::open_actors,
    position::{PartDiff, parse_position, words_of},
    replay::Replay,
};
use crate::{
    log::{Log, position_parts},
    table::{Act, CompleteGame, Face, GamePosition as _, GameVerb as _, Seat, VerbActor, comparison_key, spaced},
};
use serde::Serialize;

/// The most states of the game that a search tries.
const MAX_TRIED_STATES: usize = 20_000;
/// The most kinds of card of which each is tried where cards are turned up. If there are more kinds, only the cards in the position
/// are tried.
const MAX_KINDS_TRIED: usize = 6;
/// The most cards that a player's step names, if the game states no count.
const MAX_NAMED_CARDS: usize = 2;

/// The text before a [`MissingTurn`] that is offered to the user.
pub const ONLY_TURN: &str = "By what lies open, only this can have been played:";

/// A recorded position, compared with the log before it.
#[derive(Clone, Debug)]
pub struct PositionReport {
    /// The parts of the position, in canonical notation.
    pub parts: Vec<String>,
    /// The parts that differ from the log.
    pub differs: Vec<PartDiff>,
    /// The only turn that leads to the position.
    pub missing: Option<MissingTurn>,
}

/// Compares the last line of a log, a position, with `before`: the referee before that line, in a round that has begun.
pub fn report_position(before: &dyn Referee, log: &Log) -> PositionReport {
    let text = log.line(log.end()).map(|line| line.text.to_string()).unwrap_or_default();
    let parts: Vec<String> = position_parts(&text).unwrap_or_default().into_iter().map(|part| part.text).collect();
    let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let differs = before.diff_position(&texts);
    let missing = if differs.is_empty() { None } else { before.missing_turn(&texts) };
    PositionReport { parts, differs, missing }
}

/// A turn, or the rest of a turn, that is missing in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingTurn {
    /// The line to record.
    pub line: String,
    /// The line in words.
    pub description: String,
}

type ActorStep<G> = (Option<Seat>, <G as crate::table::Game>::Step);

/// The table of the stated position.
struct Target<G: CompleteGame> {
    visible: G::Position,
    /// The visible text of each part, and the stated words about covered cards.
    parts: Vec<(String, Vec<String>)>,
}

/// Removes each word of `removed` once from `words`.
fn without_words<'w>(mut words: Vec<String>, removed: impl Iterator<Item = &'w str>) -> Vec<String> {
    for removed_word in removed {
        if let Some(at) = words.iter().position(|word| word == removed_word) {
            words.swap_remove(at);
        }
    }
    words
}

impl<G: CompleteGame> Replay<G> {
    /// The only turn that leads from the end of the log to the position with these parts.
    pub(super) fn only_turn(&self, parts: &[&str]) -> Option<MissingTurn> {
        let target = self.target(parts)?;
        let mut search = Search { replay: self, target, tries_left: MAX_TRIED_STATES, steps: Vec::new(), found: None };
        search.play_on(&self.game)?;
        let steps = search.found?;
        let actor = steps.first()?.0.or(self.game.turn_owner());
        let mut game = self.game.clone();
        let (mut texts, mut descriptions) = (Vec::new(), Vec::new());
        for (actor, step) in steps {
            game.apply(&Act::Step { actor, step: step.clone() }, &mut Vec::new());
            texts.push(self.head.write(&step));
            descriptions.push(game.describe(actor, &step, &self.head.context));
        }
        let line = |steps| self.head.players().line(actor, steps);
        Some(MissingTurn { line: line(&texts.join("; ")), description: line(&descriptions.join(", ")) })
    }

    /// The table of a stated position. Returns `None` if the position is impossible here.
    fn target(&self, parts: &[&str]) -> Option<Target<G>> {
        let position = parse_position::<G>(parts, &self.head.context).ok()?;
        if self.halted.is_some() || self.game.check_position_due().is_err() {
            return None;
        }
        let players = self.head.players();
        let game = position.to_game(&self.game, players, &mut Vec::new()).ok()?;
        let (visible, with_memory) = (G::Position::from_game(&game, false)?, G::Position::from_game(&game, true)?.write(players));
        let part = |((_, visible), (_, with_memory)): ((_, &String), (_, &String))| {
            (visible.clone(), without_words(words_of(with_memory).map(str::to_owned).collect(), words_of(visible)))
        };
        let parts = visible.write(players).iter().zip(with_memory.iter()).map(part).collect();
        Some(Target { visible, parts })
    }

    /// The parts whose content differs from the log. Notation doesn't matter.
    pub(super) fn parts_differing(&self, parts: &[&str]) -> Vec<PartDiff> {
        let logged_parts = |memory| self.position(memory).map(|position| position.parts).unwrap_or_default();
        let (visible, remembered) = (logged_parts(false), logged_parts(true));
        let name_key = |part: &str| part.split_once(':').map(|(name, _)| comparison_key(name.trim()));
        let index = |part: &str| visible.iter().position(|other| name_key(other) == name_key(part));
        let same_part = |parts: &[String], part: &str| parts.iter().find(|other| name_key(other) == name_key(part)).cloned();
        let target_parts = self.target(parts).map(|target| target.parts).unwrap_or_default();
        let is_as_logged = |part: &str| {
            let nth = index(part)?;
            let (stated, stated_covered) = target_parts.get(nth)?;
            let known = same_part(&remembered, part)?;
            let has_visible_text = visible[nth].split_once(':').is_some_and(|(_, text)| text.trim() == stated);
            Some(has_visible_text && without_words(stated_covered.clone(), words_of(&known)).is_empty())
        };
        // A part whose words are all visible is written as in the log, with the counts that follow from the stated cards.
        let with_counts = |part: &str| {
            let ((stated, _), (name, text)) = (target_parts.get(index(part)?)?, part.split_once(':')?);
            let is_all_visible = without_words(words_of(text).map(str::to_owned).collect(), words_of(stated)).is_empty();
            is_all_visible.then(|| format!("{}: {stated}", name.trim()))
        };
        let differing = parts.iter().filter(|part| !is_as_logged(part).unwrap_or_default());
        let diff = |part: &&str| PartDiff {
            part: with_counts(part).unwrap_or_else(|| (*part).to_owned()),
            was: same_part(&visible, part),
        };
        differing.map(diff).collect()
    }
}

struct Search<'s, G: CompleteGame> {
    replay: &'s Replay<G>,
    target: Target<G>,
    /// The number of further states that may be tried.
    tries_left: usize,
    /// The steps of the turn that is being tried.
    steps: Vec<ActorStep<G>>,
    found: Option<Vec<ActorStep<G>>>,
}

impl<G: CompleteGame> Search<'_, G> {
    /// Tries each legal step, and the steps after it up to the end of the turn. `None` if several turns lead to the position, or
    /// too many states were tried.
    fn play_on(&mut self, game: &G) -> Option<()> {
        for (actor, step) in self.legal_steps(game)? {
            self.tries_left = self.tries_left.checked_sub(1)?;
            let mut next = game.clone();
            next.apply(&Act::Step { actor, step: step.clone() }, &mut Vec::new());
            self.steps.push((actor, step));
            match G::Position::from_game(&next, false) {
                None => self.play_on(&next)?,
                Some(visible) if visible == self.target.visible && self.has_stated_memory(&next) => {
                    // The position doesn't show the order of the steps of a turn.
                    if self.found.as_ref().is_some_and(|found| self.sorted_texts(found) != self.sorted_texts(&self.steps)) {
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

    /// Whether all stated words about covered cards are true in a game.
    fn has_stated_memory(&self, game: &G) -> bool {
        G::Position::from_game(game, true).is_some_and(|with_memory| {
            let with_memory = with_memory.write(self.replay.head.players());
            let mut parts = self.target.parts.iter().zip(with_memory.iter());
            parts.all(|((_, stated), (_, text))| without_words(stated.clone(), words_of(text)).is_empty())
        })
    }

    /// The texts of steps, sorted, to compare turns regardless of the order of their steps.
    fn sorted_texts(&self, steps: &[ActorStep<G>]) -> Vec<String> {
        let mut texts: Vec<String> = steps.iter().map(|(_, step)| self.replay.head.write(step)).collect();
        texts.sort_unstable();
        texts
    }

    /// The legal steps, also those that the game does not list. `None` if too many states were tried.
    fn legal_steps(&mut self, game: &G) -> Option<Vec<ActorStep<G>>> {
        let mut steps: Vec<ActorStep<G>> = game.legal_steps().into_iter().map(|(seat, step)| (Some(seat), step)).collect();
        let listed_verbs: Vec<_> = steps.iter().map(|(actor, step)| (*actor, G::verb(step))).collect();
        let open = game.expects();
        for actor in open_actors(&open) {
            for verb in open.verbs_of(actor).verbs::<G::Verb>() {
                if verb.text().actor != VerbActor::Anyone && !listed_verbs.contains(&(actor, verb)) {
                    self.add_card_steps(game, (actor, verb), &mut steps)?;
                }
            }
        }
        let player = self.steps.iter().find_map(|(actor, _)| *actor);
        steps.retain(|(actor, _)| actor.is_none() || player.is_none() || *actor == player);
        Some(steps)
    }

    /// Adds the legal steps of a verb whose steps the game doesn't list, because they name cards that are turned up or given away.
    /// The cards of a step are tried in the order of the position. Each text is parsed, and gets one more code as long as more may
    /// follow.
    fn add_card_steps(&mut self, game: &G, (actor, verb): (Option<Seat>, G::Verb), steps: &mut Vec<ActorStep<G>>) -> Option<()> {
        let context = &self.replay.head.context;
        let stock = G::nameable_cards(verb, context);
        let max_cards = stock.as_ref().and_then(|stock| stock.count).or(actor.map(|_| MAX_NAMED_CARDS)).unwrap_or_default();
        let kind_codes: Vec<String> = stock.iter().flat_map(|stock| &stock.faces).map(Face::code).collect();
        let has_few_kinds = kind_codes.len() <= MAX_KINDS_TRIED;
        let codes: Vec<String> = if has_few_kinds {
            kind_codes
        } else {
            let parts = self.target.parts.iter();
            let shown = parts.flat_map(|(visible, covered)| words_of(visible).chain(covered.iter().map(String::as_str)));
            shown.filter(|word| kind_codes.iter().any(|code| code == word)).map(str::to_owned).collect()
        };
        let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(chosen) = choices.pop() {
            let text = spaced([verb.text().name].into_iter().chain(chosen.iter().map(|&nth| codes[nth].as_str())));
            let mut may_continue = chosen.len() < max_cards.max(1);
            if let Ok(step) = G::parse(&text, context) {
                self.tries_left = self.tries_left.checked_sub(1)?;
                let act = Act::Step { actor, step: step.clone() };
                match game.judge(&act) {
                    Ok(()) => {
                        if !steps.contains(&(actor, step.clone())) {
                            steps.push((actor, step));
                        }
                        continue;
                    }
                    Err(fault) => may_continue |= game.is_incomplete(&act, fault),
                }
            }
            if may_continue {
                let from = chosen.last().map_or(0, |&nth| if has_few_kinds { 0 } else { nth + 1 });
                choices.extend((from..codes.len()).map(|nth| [&chosen[..], &[nth]].concat()));
            }
        }
        Some(())
    }
}
