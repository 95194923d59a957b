//! Missing turns: the only ones that lead from the log's end to the table as it lies, where nobody recorded them; and where several
//! may, the steps that can be the next.

use super::{
    Referee,
    erased::open_to,
    head::Head,
    position::{Differing, parse_position, words_of},
    replay::Replay,
};
use crate::{
    log::{Log, Place, position_parts},
    table::{
        Act, Part, Parts, Players, Positioned as _, Refereed, Seat, Verbs as _, Whose, comparison_key, end_if_abandoned,
        escape::clean, spaced,
    },
};
use serde::Serialize;

/// The most turns that are looked for.
const MOST_TURNS: usize = 2;
/// The most steps that these turns can have.
const MOST_STEPS: usize = 64;

/// Of so few kinds of card each is tried, also one that isn't seen afterwards.
const FEW_KINDS: usize = 20;

/// How many states a session looks through at most.
pub const MOST_STATES: usize = 200_000;

/// What may have led to the table as it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// These turns and no others.
    Turns(MissingTurns),
    /// Several sequences of at most so many turns.
    Several(usize),
    /// No sequence of few turns from the log's end; but these turns, or several sequences (then there are no lines), from the beginning
    /// of the turn that goes on there: what was recorded of it is wrong.
    Otherwise(Place, Option<MissingTurns>),
    /// No sequence of few turns.
    Unexplained,
    /// There are too many states to judge, or the table can't lie so.
    Unknown,
}

/// What may be done next where turns are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Towards {
    /// The table lies so.
    Arrived,
    /// These steps, and no others, can be the next on a way of few turns to the table as it lies.
    Steps(Vec<NextStep>),
    /// There are too many states to judge, no way is so short, or the table can't lie so.
    Unknown,
}

/// A step that can be the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// Who does it; none for the table.
    pub actor: Option<String>,
    /// Its verb.
    pub verb: &'static str,
    /// The step and its parts; none for a card that can't be seen in the table as it lies.
    pub step: Option<(String, Parts)>,
}

impl Missing {
    /// What there is to say where no turns are offered, a sentence or a few words each: perhaps nothing.
    pub fn told(&self, log: &Log) -> Vec<String> {
        let sentences = match self {
            Self::Several(_) => {
                vec!["Several sequences of steps lead from the log to what lies there; it doesn't tell which was played."]
            }
            Self::Otherwise(..) => vec!["If it was recorded wrongly, `undo` takes it back; then type what was played."],
            Self::Turns(_) | Self::Unexplained | Self::Unknown => Vec::new(),
        };
        let mut told = Vec::new();
        if let Self::Otherwise(at, turns) = self {
            let text = log.line(*at).map(|line| clean(&line.text).into_owned()).unwrap_or_default();
            told.push(format!("What is recorded of the turn that goes on, {at} {text}, doesn't lead to what lies there."));
            if let Some(MissingTurns { lines, has_other_orders }) = turns {
                told.push(
                    if *has_other_orders { "Only these steps do, perhaps in another order:" } else { "Only this does:" }
                        .to_owned(),
                );
                told.extend(lines.iter().map(|line| clean(&line.description).into_owned()));
            }
        }
        told.extend(sentences.into_iter().map(str::to_owned));
        told
    }
}

/// How a table lies that is taken up, and what may have led there.
#[derive(Clone, Debug)]
pub struct TakenUp {
    /// The parts of its position, as the log would write them.
    pub parts: Vec<String>,
    /// Those that say something else than the log.
    pub differs: Vec<Differing>,
    /// What may have been played.
    pub missing: Missing,
}

/// How the last line of a log, a position, differs from how the table stood before it, and what may have led there from `table`: the one
/// on which the line was recorded, in a round that has begun.
pub fn taken_up(table: &dyn Referee, log: &Log) -> TakenUp {
    let text = log.line(log.end()).map(|line| line.text.to_string()).unwrap_or_default();
    let parts: Vec<String> = position_parts(&text).unwrap_or_default().into_iter().map(|part| part.text).collect();
    let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let differs = table.differing(&texts);
    // Before the deal any cards can be dealt.
    let most = if table.position(false).is_some() { MOST_STATES } else { MOST_STATES / 20 };
    let missing = if differs.is_empty() { Missing::Unexplained } else { table.missing_turns(&texts, most) };
    TakenUp { parts, differs, missing }
}

/// Turns that are missing in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingTurns {
    /// Line by line, in an order in which they can have been played.
    pub lines: Vec<MissingLine>,
    /// Whether the same steps can have been done in another order, too.
    pub has_other_orders: bool,
}

impl MissingTurns {
    /// What stands before them: that nothing else leads there.
    pub fn told(&self) -> &'static str {
        if self.has_other_orders {
            "Only these steps lead from the log to what lies there, perhaps in another order:"
        } else {
            "Only this leads from the log to what lies there:"
        }
    }
}

/// A line that is missing in a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingLine {
    /// The line.
    pub line: String,
    /// What it says, in words.
    pub description: String,
}

type Done<G> = (Option<Seat>, <G as crate::table::Game>::Step);

/// A sequence that leads to the table as it lies.
#[derive(Clone)]
struct Sequence<G: Refereed> {
    turns: usize,
    steps: Vec<Done<G>>,
    /// In whose turn each of them was done.
    in_turn: Vec<Option<Seat>>,
    /// Whether the same steps were found in another order, too.
    has_other_orders: bool,
}

/// How a table lies: as it can be seen, and with all that was said of it.
struct Lying<G: Refereed> {
    game: G,
    seen: G::Position,
    said: G::Position,
}

impl<G: Refereed> Lying<G> {
    fn of(game: G) -> Option<Self> {
        Some(Self { seen: G::Position::of(&game, false)?, said: G::Position::of(&game, true)?, game })
    }

    /// Each part as it can be seen, and the words that only somebody who remembers could say.
    fn parts(&self, players: &Players) -> Vec<(String, Vec<String>)> {
        let (seen, said) = (self.seen.write(players), self.said.write(players));
        let part = |(whose, seen): (Part, &String)| {
            let words = words_of(said.get(whose).map_or("", String::as_str)).map(str::to_owned).collect();
            (seen.clone(), without(words, words_of(seen)))
        };
        seen.iter().map(part).collect()
    }

    /// Whether the table of a game lies so, and nothing was said that isn't so there; `seen` is its position.
    fn is_that_of(&self, game: &G, seen: &G::Position, players: &Players) -> bool {
        let is_so = |all: &G::Position| {
            let all = all.write(players);
            let mut parts = self.parts(players).into_iter().zip(all.iter());
            parts.all(|((_, said), (_, all))| without(said, words_of(all)).is_empty())
        };
        *seen == self.seen && G::Position::of(game, true).is_some_and(|all| is_so(&all))
    }
}

/// Words without others, each as often as it is there.
fn without<'w>(mut words: Vec<String>, others: impl Iterator<Item = &'w str>) -> Vec<String> {
    for other in others {
        if let Some(at) = words.iter().position(|word| word == other) {
            words.swap_remove(at);
        }
    }
    words
}

/// Why a search stops.
enum Stop {
    /// As many sequences were found as were looked for.
    Found,
    /// There are too many states.
    TooMany,
}

/// A step that may be done.
struct Candidate<G: Refereed> {
    done: Done<G>,
    /// Whether it turns up a card that the table doesn't show, in the place of any such card: it was taken away again.
    is_guessed: bool,
}

struct Search<'s, G: Refereed> {
    head: &'s Head<G>,
    /// What lies there.
    table: Lying<G>,
    /// The words of that position that weren't there before.
    words: Vec<String>,
    /// The words of the position before that aren't there any more.
    gone: Vec<String>,
    /// How many more states may be judged.
    states: usize,
    steps: Vec<Done<G>>,
    /// In whose turn each of these was done.
    in_turn: Vec<Option<Seat>>,
    /// How many of these turned up a card that stands for any other.
    guessed: usize,
    found: Vec<Sequence<G>>,
    /// How many sequences are looked for.
    most_found: usize,
    /// Whether there are steps that weren't tried: cards that are turned up together, and of which some are covered again.
    is_incomplete: bool,
}

impl<G: Refereed> Replay<G> {
    /// The turns that lead from the log's end to the table as these parts say it lies.
    pub fn turns_missing(&self, parts: &[&str], most_states: usize) -> Missing {
        let Some(mut search) = self.search(parts, most_states, 2) else { return Missing::Unknown };
        let stopped = search.go_on(&self.game, 0);
        match (&search.found[..], stopped) {
            (_, Err(Stop::TooMany)) => Missing::Unknown,
            ([] | [_], _) if search.is_incomplete => Missing::Unknown,
            ([], _) => self.turn_otherwise(parts, most_states),
            ([only], _) => Missing::Turns(MissingTurns {
                lines: self.head.missing_lines(&self.game, &only.steps),
                has_other_orders: only.has_other_orders,
            }),
            (several, _) => Missing::Several(several.iter().map(|found| found.turns).max().unwrap_or_default()),
        }
    }

    /// The same from the beginning of a turn that goes on.
    fn turn_otherwise(&self, parts: &[&str], most_states: usize) -> Missing {
        let begun = self.position(false).filter(|standing| standing.is_earlier);
        let before = begun.and_then(|begun| Some((begun.at, self.before(begun.at).ok()?)));
        let Some((at, before)) = before else { return Missing::Unexplained };
        match before.missing_turns(parts, most_states) {
            Missing::Turns(turns) => Missing::Otherwise(at, Some(turns)),
            Missing::Several(_) => Missing::Otherwise(at, None),
            _ => Missing::Unexplained,
        }
    }

    /// The steps that can be the next on a way to the table as these parts say it lies.
    pub fn next_steps(&self, parts: &[&str], most_states: usize) -> Towards {
        let Some(mut search) = self.search(parts, most_states, 1) else { return Towards::Unknown };
        if G::Position::of(&self.game, false).is_some_and(|now| search.table.is_that_of(&self.game, &now, self.head.players())) {
            return Towards::Arrived;
        }
        let Ok(candidates) = search.steps(&self.game, 0) else { return Towards::Unknown };
        let mut next = Vec::new();
        for candidate in candidates {
            let ((actor, step), is_guessed) = (candidate.done.clone(), candidate.is_guessed);
            match search.try_step(&self.game, candidate, 0) {
                Ok(()) => continue,
                Err(Stop::TooMany) => return Towards::Unknown,
                Err(Stop::Found) => {}
            }
            (search.steps, search.in_turn, search.guessed, search.found) = (Vec::new(), Vec::new(), 0, Vec::new());
            next.push(NextStep {
                actor: actor.map(|seat| self.head.players().name(seat).to_owned()),
                verb: G::verb_text(&step).name,
                step: (!is_guessed).then(|| (self.head.write(&step), G::parts(&step, self.head.players()))),
            });
        }
        if next.is_empty() || search.is_incomplete { Towards::Unknown } else { Towards::Steps(next) }
    }

    /// How the table lies that these parts say; none if it can't lie so.
    fn lying(&self, parts: &[&str]) -> Option<Lying<G>> {
        let position = parse_position::<G>(parts, &self.head.header).ok()?;
        if self.halted.is_some() || self.game.check_position_due().is_err() {
            return None;
        }
        Lying::of(position.to_game(&self.game, self.head.players(), &mut Vec::new()).ok()?)
    }

    /// The parts that say something else than the log, in whatever words.
    pub fn parts_differing(&self, parts: &[&str]) -> Vec<Differing> {
        let [before, remembered] = [false, true].map(|memory| self.position(memory).map(|standing| standing.parts));
        let (before, remembered) = (before.unwrap_or_default(), remembered.unwrap_or_default());
        let name = |part: &str| part.split_once(':').map(|(name, _)| comparison_key(name.trim()));
        let of = |all: &[String], part: &str| all.iter().find(|other| name(other) == name(part)).cloned();
        let now = self.lying(parts).map(|table| table.parts(self.head.players())).unwrap_or_default();
        let says_the_same = |part: &str| {
            let was = of(&before, part)?;
            let nth = before.iter().position(|other| *other == was)?;
            let (seen, said) = now.get(nth)?;
            let known = of(&remembered, part)?;
            let is_seen = was.split_once(':').is_some_and(|(_, was)| was.trim() == seen);
            Some(is_seen && without(said.clone(), words_of(&known)).is_empty())
        };
        // Counts that follow are said as the log says its own.
        let with_counts = |part: &str| {
            let nth = before.iter().position(|other| name(other) == name(part))?;
            let (seen, (name, text)) = (&now.get(nth)?.0, part.split_once(':')?);
            let is_all = without(words_of(text).map(str::to_owned).collect(), words_of(seen)).is_empty();
            is_all.then(|| format!("{}: {seen}", name.trim()))
        };
        let differs = parts.iter().filter(|part| !says_the_same(part).unwrap_or_default());
        let differing =
            |part: &&str| Differing { part: with_counts(part).unwrap_or_else(|| (*part).to_owned()), was: of(&before, part) };
        differs.map(differing).collect()
    }

    /// A search for ways to the table as these parts say it lies; none if it can't lie so.
    fn search(&self, parts: &[&str], states: usize, most_found: usize) -> Option<Search<'_, G>> {
        let table = self.lying(parts)?;
        let said = |memory| self.position(memory).map(|standing| standing.parts.join(" ")).unwrap_or_default();
        let words = |text: &str| words_of(text).map(str::to_owned).collect::<Vec<_>>();
        let (seen, before) = (words(&self.head.position_text(&table.seen)), said(false));
        let gone = without(words(&before), seen.iter().map(String::as_str));
        let mut now = without(seen, words_of(&before));
        let remembered = table.parts(self.head.players()).into_iter().flat_map(|(_, words)| words).collect();
        now.extend(without(remembered, words_of(&said(true))));
        Some(Search {
            head: &self.head,
            table,
            words: now,
            gone,
            states,
            steps: Vec::new(),
            in_turn: Vec::new(),
            guessed: 0,
            found: Vec::new(),
            most_found,
            is_incomplete: false,
        })
    }
}

impl<G: Refereed> Sequence<G> {
    /// Whether these steps were done in another order; in which order cards come that are played together, is nobody's business.
    fn is_in_order(&self, other: &Self) -> bool {
        let steps = |of: &Self| -> Vec<Done<G>> {
            of.steps.iter().filter(|(_, step)| G::verb_text(step).whose != Whose::Together).cloned().collect()
        };
        steps(self) == steps(other)
    }

    /// Whether the same steps were done in the same turns, as often and in whatever order.
    fn is_the_same(&self, other: &Self) -> bool {
        let steps = |of: &Self| -> Vec<Done<G>> {
            of.in_turn.iter().copied().zip(of.steps.iter().map(|(_, step)| step.clone())).collect()
        };
        let (one, other) = (steps(self), steps(other));
        let count = |steps: &[Done<G>], step: &Done<G>| steps.iter().filter(|other| *other == step).count();
        one.len() == other.len() && one.iter().all(|step| count(&one, step) == count(&other, step))
    }
}

impl<G: Refereed> Search<'_, G> {
    /// Tries every step of a game in which so many turns were done.
    fn go_on(&mut self, game: &G, turns: usize) -> Result<(), Stop> {
        if self.steps.len() == MOST_STEPS {
            return Err(Stop::TooMany);
        }
        self.steps(game, turns)?.into_iter().try_for_each(|step| self.try_step(game, step, turns))
    }

    /// Tries a step, and all that may follow: does it, looks whether the table lies as it was said, goes on from there, and takes the step
    /// back. `steps` are those from the start up to here.
    fn try_step(&mut self, game: &G, Candidate { done, is_guessed }: Candidate<G>, turns: usize) -> Result<(), Stop> {
        self.judged()?;
        let mut next = game.clone();
        next.apply(&Act::Step { actor: done.0, step: done.1.clone() }, &mut Vec::new());
        self.in_turn.push(done.0.or(game.in_turn()));
        self.steps.push(done);
        self.guessed += usize::from(is_guessed);
        let (position, mut turns) = (G::Position::of(&next, false), turns);
        if let Some(position) = position {
            turns += 1;
            if self.table.is_that_of(&next, &position, self.head.players()) {
                self.found(turns)?;
            }
        }
        if self.can_go_on(&next, turns) {
            self.go_on(&next, turns)?;
        }
        self.guessed -= usize::from(is_guessed);
        self.steps.pop();
        self.in_turn.pop();
        Ok(())
    }

    /// Whether more may lead to the table.
    fn can_go_on(&self, game: &G, turns: usize) -> bool {
        turns < MOST_TURNS && G::Position::can_become(game, &self.table.game, MOST_TURNS - turns)
    }

    /// Counts a state.
    fn judged(&mut self) -> Result<(), Stop> {
        end_if_abandoned();
        self.states = self.states.checked_sub(1).ok_or(Stop::TooMany)?;
        Ok(())
    }

    /// Keeps a sequence, unless it is one of those found in another order.
    fn found(&mut self, turns: usize) -> Result<(), Stop> {
        let found = Sequence { turns, steps: self.steps.clone(), in_turn: self.in_turn.clone(), has_other_orders: false };
        if let Some(other) = self.found.iter_mut().find(|other| other.is_the_same(&found)) {
            other.has_other_orders |= !other.is_in_order(&found);
            return Ok(());
        }
        // A card that stands for any other is never the only one.
        let times = if self.guessed > 0 { self.most_found } else { 1 };
        self.found.extend(std::iter::repeat_n(found, times));
        if self.found.len() >= self.most_found { Err(Stop::Found) } else { Ok(()) }
    }

    /// The legal steps of a game in which so many turns were done, also those of the table.
    fn steps(&mut self, game: &G, turns: usize) -> Result<Vec<Candidate<G>>, Stop> {
        let legal = game.legal_steps().into_iter();
        let mut steps: Vec<Candidate<G>> =
            legal.map(|(seat, step)| Candidate { done: (Some(seat), step), is_guessed: false }).collect();
        let listed = steps.len();
        let open = game.expects();
        for actor in open_to(&open) {
            for verb in open.to(actor).verbs::<G::Verb>() {
                let is_listed = steps[..listed].iter().any(|Candidate { done, .. }| done.0 == actor && G::verb(&done.1) == verb);
                if !is_listed && verb.text().whose != Whose::Anyone {
                    self.turned_up(game, (actor, verb), turns, &mut steps)?;
                }
            }
        }
        Ok(steps)
    }

    /// The legal steps of a kind that no game lists: what is turned up, or lost. The position has to show each card that is turned up, and
    /// must not have shown it before, unless a step took it away; one card (the guess) stands for all that are taken away again.
    ///
    /// The step is written as a person would: the verb, and one code behind the other. A text that is legal is a step; one that is only the
    /// beginning of a step is tried with each code behind it.
    fn turned_up(
        &mut self,
        game: &G,
        (actor, verb): (Option<Seat>, G::Verb),
        turns: usize,
        steps: &mut Vec<Candidate<G>>,
    ) -> Result<(), Stop> {
        let stock = G::stock(verb, &self.head.header);
        let count = stock.as_ref().map_or(Some(0), |stock| stock.count);
        let faces = stock.into_iter().flat_map(|stock| stock.faces);
        // A seed card is named by its eggs alone: `2` for `2 eggs`.
        let all: Vec<String> = faces.filter_map(|face| face.code().split(' ').next().map(str::to_owned)).collect();
        // A card that was taken away since the table's last step may be turned up again: there can be several of a kind. A number is a
        // place there.
        let since = self.steps.iter().rev().take_while(|(actor, _)| actor.is_some());
        let taken: Vec<String> = since.map(|(_, step)| self.head.write(step)).collect();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let taken = taken.iter().flat_map(|text| words_of(text)).filter(|word| !is_number(word)).map(str::to_owned);
        let mut may_be: Vec<String> = self.words.iter().cloned().chain(taken).collect();
        if actor.is_some() {
            may_be.extend(self.gone.iter().cloned());
        }
        let mut codes = all.clone();
        let mut guess = None;
        if all.len() <= FEW_KINDS {
            // Several of a kind may be turned up together.
            (0..count.unwrap_or(1)).for_each(|_| may_be.extend(all.iter().cloned()));
        } else {
            codes.retain(|code| may_be.contains(code));
            let mut others = all.into_iter().filter(|code| actor.is_none() && !codes.contains(code));
            match count.filter(|count| *count > 1) {
                None => {
                    guess = others.find(|code| self.may_begin(game, verb, code));
                    may_be.extend(guess.clone());
                }
                Some(count) => {
                    let others: Vec<String> = others.take(count).collect();
                    self.is_incomplete |= self.may_lead_there(game, verb, &others, turns);
                    // Beside cards that the position shows.
                    guess = others.into_iter().next();
                    may_be.extend(guess.iter().cycle().take(count - 1).cloned());
                }
            }
            codes.extend(guess.clone());
        }
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
                        let is_guessed = guess.as_ref().is_some_and(|guess| cards.contains(guess));
                        if !steps.iter().any(|other| other.done == (actor, step.clone())) {
                            steps.push(Candidate { done: (actor, step), is_guessed });
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

    /// Whether these cards that the table doesn't show may have been turned up together, and more have followed.
    fn may_lead_there(&self, game: &G, verb: G::Verb, codes: &[String], turns: usize) -> bool {
        let words = [verb.text().name].into_iter().chain(codes.iter().map(String::as_str));
        let Ok(step) = G::parse(&spaced(words), &self.head.header) else { return false };
        let act = Act::Step { actor: None, step };
        let mut next = game.clone();
        next.apply(&act, &mut Vec::new());
        let turns = turns + usize::from(G::Position::of(&next, false).is_some());
        game.judge(&act).is_ok() && self.can_go_on(&next, turns)
    }

    /// Whether the table may turn up this card, alone or with others.
    fn may_begin(&self, game: &G, verb: G::Verb, code: &str) -> bool {
        let Ok(step) = G::parse(&spaced([verb.text().name, code]), &self.head.header) else { return false };
        let act = Act::Step { actor: None, step };
        game.judge(&act).map_or_else(|fault| game.is_begun(&act, fault), |()| true)
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
            let line = |done| self.players().line(actor, done);
            MissingLine { line: line(&texts.join("; ")), description: line(&words.join(", ")) }
        };
        lines.into_iter().map(line).collect()
    }
}
