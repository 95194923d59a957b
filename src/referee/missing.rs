//! Missing turns: the only ones that lead from the log's end to the table as it lies, where nobody recorded them.

use super::{
    Referee as _,
    erased::open_to,
    head::Head,
    position::{parse_position, words_of},
    replay::Replay,
};
use crate::table::{Act, ActOf, Positioned as _, Refereed, Seat, Verbs as _, Whose, spaced};

/// The most turns that are looked for.
const MOST_TURNS: usize = 2;
/// The most steps that these turns can have.
const MOST_STEPS: usize = 64;

/// How many states a session looks through at most.
pub const MOST_STATES: usize = 200_000;

/// What may have led to the table as it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// These turns and no others, line by line.
    Turns(Vec<MissingLine>),
    /// Several sequences of so many turns.
    Several(usize),
    /// No sequence of few turns, or too many states to judge.
    Unknown,
}

/// A line that is missing in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingLine {
    /// The line.
    pub line: String,
    /// What it says, in words.
    pub description: String,
}

type Done<G> = (Option<Seat>, <G as crate::table::Game>::Step);

/// A sequence that leads to the table as it lies.
struct Sequence<G: Refereed> {
    turns: usize,
    steps: Vec<Done<G>>,
}

/// The search stops: there are several sequences, or too many states.
struct Stop;

struct Search<'s, G: Refereed> {
    head: &'s Head<G>,
    /// What lies there, for somebody who remembers nothing.
    table: G::Position,
    /// The words of that position that weren't there before.
    words: Vec<String>,
    /// How many more states may be judged.
    states: usize,
    steps: Vec<Done<G>>,
    found: Vec<Sequence<G>>,
}

impl<G: Refereed> Replay<G> {
    /// The turns that lead from the log's end to the table as these parts say it lies.
    pub fn turns_missing(&self, parts: &[&str], most_states: usize) -> Missing {
        let Ok(position) = parse_position::<G>(parts, &self.head.header).map(|read| read.position) else {
            return Missing::Unknown;
        };
        let act: ActOf<G> = Act::Position(Box::new(position));
        if self.halted.is_some() || self.game.judge(&act).is_err() {
            return Missing::Unknown;
        }
        let mut target = self.game.clone();
        target.apply(&act, &mut Vec::new());
        let Some(table) = G::Position::of(&target, false) else { return Missing::Unknown };
        let written = self.head.position_text(&table);
        let mut words: Vec<String> = words_of(&written).map(str::to_owned).collect();
        let before = self.position(false).map(|standing| standing.parts.join(" ")).unwrap_or_default();
        for word in words_of(&before) {
            words.iter().position(|other| other == word).map(|at| words.swap_remove(at));
        }
        let mut search = Search { head: &self.head, table, words, states: most_states, steps: Vec::new(), found: Vec::new() };
        let is_whole = search.go_on(&self.game, 0).is_ok();
        match &search.found[..] {
            [only] if is_whole => Missing::Turns(self.head.missing_lines(&self.game, &only.steps)),
            [one, other] if one.turns == other.turns => Missing::Several(one.turns),
            _ => Missing::Unknown,
        }
    }
}

impl<G: Refereed> Search<'_, G> {
    /// Tries every step of a game in which so many turns were done.
    fn go_on(&mut self, game: &G, turns: usize) -> Result<(), Stop> {
        if self.steps.len() == MOST_STEPS {
            return Err(Stop);
        }
        for (actor, step) in self.steps(game)? {
            self.judged()?;
            let mut next = game.clone();
            next.apply(&Act::Step { actor, step: step.clone() }, &mut Vec::new());
            self.steps.push((actor, step));
            match G::Position::of(&next, false) {
                None => self.go_on(&next, turns)?,
                Some(position) => {
                    if position == self.table {
                        self.found(turns + 1)?;
                    }
                    if turns + 1 < MOST_TURNS && position.can_become(&self.table) {
                        self.go_on(&next, turns + 1)?;
                    }
                }
            }
            self.steps.pop();
        }
        Ok(())
    }

    /// Counts a state.
    fn judged(&mut self) -> Result<(), Stop> {
        self.states = self.states.checked_sub(1).ok_or(Stop)?;
        Ok(())
    }

    /// Keeps a sequence, unless it is one of those found in another order.
    fn found(&mut self, turns: usize) -> Result<(), Stop> {
        let same = |one: &[Done<G>], other: &[Done<G>]| {
            let count = |steps: &[Done<G>], step: &Done<G>| steps.iter().filter(|other| *other == step).count();
            one.len() == other.len() && one.iter().all(|step| count(one, step) == count(other, step))
        };
        if self.found.iter().any(|found| same(&found.steps, &self.steps)) {
            return Ok(());
        }
        self.found.push(Sequence { turns, steps: self.steps.clone() });
        if self.found.len() > 1 { Err(Stop) } else { Ok(()) }
    }

    /// The legal steps, also those of the table.
    fn steps(&mut self, game: &G) -> Result<Vec<Done<G>>, Stop> {
        let mut steps: Vec<Done<G>> = game.legal_steps().into_iter().map(|(seat, step)| (Some(seat), step)).collect();
        let listed = steps.len();
        let open = game.expects();
        for actor in open_to(&open) {
            for verb in open.to(actor).verbs::<G::Verb>() {
                let is_listed = steps[..listed].iter().any(|(other, step)| *other == actor && G::verb(step) == verb);
                if !is_listed && verb.text().whose != Whose::Anyone {
                    self.turned_up(game, actor, verb, &mut steps)?;
                }
            }
        }
        Ok(steps)
    }

    /// The legal steps of a kind that no game lists: what is turned up. The position has to show each card, and must not have shown
    /// it before, unless a step took it away.
    fn turned_up(&mut self, game: &G, actor: Option<Seat>, verb: G::Verb, steps: &mut Vec<Done<G>>) -> Result<(), Stop> {
        let stock = G::stock(verb, &self.head.header);
        let count = stock.as_ref().map_or(Some(0), |stock| stock.count);
        let faces = stock.into_iter().flat_map(|stock| stock.faces);
        // A seed card is named by its eggs alone: `2` for `2 eggs`.
        let mut codes: Vec<String> = faces.filter_map(|face| face.code().split(' ').next().map(str::to_owned)).collect();
        // A card that was taken away since the table's last step may be turned up again: there can be several of a kind. A number is a
        // place there.
        let since = self.steps.iter().rev().take_while(|(actor, _)| actor.is_some());
        let taken: Vec<String> = since.map(|(_, step)| self.head.write(step)).collect();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let taken = taken.iter().flat_map(|text| words_of(text)).filter(|word| !is_number(word)).map(str::to_owned);
        let may_be: Vec<String> = self.words.iter().cloned().chain(taken).collect();
        codes.retain(|code| may_be.contains(code));
        let often = |of: &[String], code: &String| of.iter().filter(|word| *word == code).count();
        let mut begun: Vec<Vec<String>> = vec![Vec::new()];
        while let Some(cards) = begun.pop() {
            let text = spaced([verb.text().name].into_iter().chain(cards.iter().map(String::as_str)));
            let mut goes_on = cards.is_empty() || count.is_some_and(|count| cards.len() < count);
            if let Ok(step) = G::parse(&text, &self.head.header) {
                self.judged()?;
                let act = Act::Step { actor, step: step.clone() };
                match game.judge(&act) {
                    Ok(()) => {
                        if !steps.contains(&(actor, step.clone())) {
                            steps.push((actor, step));
                        }
                        continue;
                    }
                    // What a player gives is no longer than what lies there; what the table turns up is begun as long as more is due.
                    Err(fault) => goes_on |= count.is_none() && (actor.is_some() || game.is_begun(&act, fault)),
                }
            }
            if goes_on {
                let longer = codes.iter().rev().filter(|code| often(&cards, code) < often(&may_be, code));
                begun.extend(longer.map(|code| cards.iter().chain([code]).cloned().collect::<Vec<_>>()));
            }
        }
        Ok(())
    }
}

impl<G: Refereed> Head<G> {
    /// Steps from here on as the lines of a log.
    fn missing_lines(&self, from: &G, steps: &[Done<G>]) -> Vec<MissingLine> {
        let mut game = from.clone();
        // For each line its actor, its steps, and what they say.
        let mut lines: Vec<(Option<Seat>, Vec<String>, Vec<String>)> = Vec::new();
        let mut in_turn = None;
        for (actor, step) in steps {
            game.apply(&Act::Step { actor: *actor, step: step.clone() }, &mut Vec::new());
            let (text, says) = (self.write(step), game.describe(*actor, step, &self.header));
            let is_of_turn = in_turn.is_some() && actor.is_none_or(|_| *actor == in_turn);
            match lines.last_mut().filter(|(seat, ..)| is_of_turn && *seat == in_turn) {
                Some((_, texts, words)) => {
                    texts.push(text);
                    words.push(says);
                }
                None => lines.push((*actor, vec![text], vec![says])),
            }
            in_turn = game.in_turn();
        }
        let line = |(actor, texts, words): (Option<Seat>, Vec<String>, Vec<String>)| {
            let name = actor.map_or_else(String::new, |seat| format!("{}: ", self.players().name(seat)));
            MissingLine { line: format!("{name}{}", texts.join("; ")), description: format!("{name}{}", words.join(", ")) }
        };
        lines.into_iter().map(line).collect()
    }
}
