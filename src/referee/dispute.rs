//! Judges a move with no log at all: the table as it lies, and the lines that are in dispute.

use super::{
    Case, Depends, NewGame, Referee, Refusal, Verdict,
    head::Head,
    log_act::LogAct,
    position::{TABLE, parse_position},
    replay::Replay,
    setup::start_as,
    trial::Trial,
    typed::{Typed, TypedLine},
};
use crate::{
    log::{Log, split_typed},
    table::{
        Act, ActOf, Broken as _, Clause, Consequence, DeckKey, Disputed, Free, Game, Header, Kind, Players, Positioned, Progress,
        Refereed, Seat, comparison_key, end_if_abandoned,
    },
};
use std::{collections::HashSet, fmt};

mod seated;
mod usual;

/// The most lines of a dispute.
const MAX_LINES: usize = 200;

/// What is to be judged: a table, the position on it, and lines.
#[derive(Clone, Debug, Default)]
pub struct Dispute {
    /// The table; its players are those of the parts, in their order.
    pub new: NewGame,
    /// The parts of the position, `NAME: …` each, and `table: …`.
    pub parts: Vec<String>,
    /// The lines, the last of which is in dispute.
    pub lines: Vec<String>,
}

impl Dispute {
    /// Tells parts from lines: the parts end with that of the table, or before the first name that comes again.
    pub fn of(new: NewGame, texts: &[String]) -> Self {
        let (mut players, mut parts, mut seen) = (Vec::<String>::new(), Vec::new(), HashSet::new());
        for text in texts {
            let Some((name, _)) = text.split_once(':') else { break };
            let name = name.trim();
            if !seen.insert(comparison_key(name)) {
                break;
            }
            parts.push(text.clone());
            if name.eq_ignore_ascii_case(TABLE) {
                break;
            }
            players.push(name.to_owned());
        }
        let lines = texts[parts.len()..].to_vec();
        Self { new: NewGame { players, ..new }, parts, lines }
    }
}

impl Dispute {
    /// Its parts and lines as they were typed, one after another.
    fn texts(&self) -> Vec<String> {
        [&self.parts[..], &self.lines].concat()
    }
}

/// What was judged.
pub struct Judged {
    /// What follows from what the position says, in sentences.
    pub follows: Vec<String>,
    /// What breaks a rule before the last line: in the lines before it.
    pub earlier: Vec<(String, Verdict)>,
    /// Each step of the last line with its verdict; none if there is no line, or if it depends.
    pub verdicts: Vec<(String, Verdict)>,
    /// What the last line does, if it is legal.
    pub does: Vec<Consequence>,
    /// With which values of what wasn't said the last line has another verdict, the likeliest first.
    pub unless: Vec<Unless>,
    /// What the verdict depends on, if it isn't the same at every table that what was said allows.
    pub depends: Option<Depends>,
    /// Whether something speaks against the lines wherever they can have been played: they come in another's turn or too late, can't
    /// have been done, or follow a foul.
    pub is_doubtful: bool,
    /// The table before the last line.
    pub table: Box<dyn Referee>,
}

/// A value of a piece that wasn't stated, with which the verdict is another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unless {
    /// The keyword of the piece: `hand`.
    pub piece: &'static str,
    /// In whose part it would stand; `None` for the table's.
    pub of: Option<String>,
    /// The piece as it is written: `hand 3`.
    pub value: String,
    /// The value in words: `Ada's hand has 3 birds`.
    pub words: String,
    /// Whether it is worth a sentence.
    pub is_told: bool,
    /// The verdict then.
    pub verdict: Verdict,
}

impl fmt::Display for Unless {
    /// `Unless Ada's hand has 3 birds: then it is illegal (PM-2.3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Unless {}: then it is {}", self.words, self.verdict.word())?;
        self.verdict.clause.as_ref().map_or(Ok(()), |clause| write!(f, " ({clause})"))
    }
}

impl Judged {
    /// The most that is told in words of what would change the verdict.
    const MOST_TOLD: usize = 2;

    /// What is told in words of what would change the verdict: of each piece once.
    pub fn told(&self) -> impl Iterator<Item = &Unless> {
        let is_new = |(nth, one): &(usize, &Unless)| {
            self.unless[..*nth].iter().all(|other| !other.is_told || (other.piece, &other.of) != (one.piece, &one.of))
        };
        let told = self.unless.iter().enumerate().filter(|(_, unless)| unless.is_told).filter(is_new);
        told.map(|(_, unless)| unless).take(Self::MOST_TOLD)
    }

    /// A table at which nothing is judged.
    fn before(table: Box<dyn Referee>) -> Self {
        Self {
            follows: Vec::new(),
            earlier: Vec::new(),
            verdicts: Vec::new(),
            does: Vec::new(),
            unless: Vec::new(),
            depends: None,
            is_doubtful: false,
            table,
        }
    }
}

/// The most tables that are tried. Beyond that the freest piece has to be said.
const MOST_TABLES: usize = 10_000;

/// How many tables tell what a verdict says at all of them: its words, what is legal instead.
const COMPARED: usize = 40;

/// Judges a dispute in the game `G`: at every table that what was said allows.
///
/// # Errors
/// If the table can't be set up or lie so, or if a line can't be read.
pub fn judge_as<G: Refereed>(dispute: &Dispute) -> Result<Judged, Refusal> {
    let (players, lines, title) = (dispute.new.players.len(), dispute.lines.len(), G::book().title);
    let cannot = |why: String| Err(Refusal::Cannot(why));
    if !G::Position::TAKEN {
        return cannot(format!("{title} can't be taken up in the middle, so it can't be judged without a log"));
    }
    if players > Seat::MOST {
        return cannot(format!("at most {} sit at a table, and here are {players}", Seat::MOST));
    }
    if lines > MAX_LINES {
        return cannot(format!("a dispute has at most {MAX_LINES} lines, and here are {lines}"));
    }
    if G::Position::HAS_USUAL_TABLE {
        return usual::judge::<G>(&dispute.new, &dispute.texts());
    }
    let settings = Settings::<G>::of(dispute)?;
    if dispute.lines.is_empty()
        && let Some(table) = settings.standing(&dispute.parts)
    {
        return Ok(Judged::before(Box::new(table)));
    }
    let mut steps = Meant::<G>::default();
    // What the lines turn out to mean may touch more than could be seen before.
    let mut times = 0;
    loop {
        let mut tables = Tables::of(&settings, dispute, &steps)?;
        let meant = tables.judge()?;
        times += 1;
        if times == MOST_TIMES || meant.is_among(&steps) {
            return tables.judged();
        }
        steps = meant;
    }
}

/// Tables that lie as a dispute says, at least one at which each player moves who can: what may be done there is a choice of lines.
///
/// # Errors
/// If the table can't be set up like this, or the parts can't be read.
pub fn tables_to_move<G: Refereed>(dispute: &Dispute) -> Result<Vec<Box<dyn Referee>>, Refusal> {
    if G::Position::HAS_USUAL_TABLE {
        let tables = usual::tables_to_move::<G>(&dispute.new, &dispute.texts())?;
        return Ok(tables.into_iter().map(|table| -> Box<dyn Referee> { Box::new(table) }).collect());
    }
    let settings = Settings::<G>::of(dispute)?;
    let mut found: Vec<Box<dyn Referee>> = Vec::new();
    for player in &dispute.new.players {
        // Whoever is named in a line can have the turn.
        let line = Dispute { lines: vec![format!("{player}: note")], ..dispute.clone() };
        let mut tables = Tables::of(&settings, &line, &Meant::<G>::default())?;
        while tables.free.iter().fold(1, |count: usize, free| count.saturating_mul(free.values.len())) > MOST_TABLES {
            if let Some(freest) = tables.free.iter_mut().max_by_key(|free| free.values.len()) {
                freest.values.truncate(1);
            }
        }
        let all = combinations(&tables.free);
        let looked_at = settings.starts.iter().flat_map(|(_, start)| all.iter().map(move |choices| (start, choices)));
        for (start, choices) in looked_at {
            let position = tables.position(start, choices)?;
            let Ok(game) = position.to_game(&start.game, start.head.players(), &mut Vec::new()) else { continue };
            let is_meant = |(seat, _): &(Seat, G::Step)| start.head.players().find(player) == Ok(*seat);
            if game.legal_steps().iter().any(is_meant) {
                found.push(Box::new(Replay { game, ..start.copied()? }));
                break;
            }
        }
    }
    Ok(found)
}

/// How often lines are read anew.
const MOST_TIMES: usize = 4;

/// A step with its actor.
type Done<G> = (Option<Seat>, <G as Game>::Step);

/// The same, and whether it comes in its time.
type TimedStep<G> = (Option<Seat>, <G as Game>::Step, bool);

/// Steps with their verdicts.
type Verdicts = Vec<(String, Verdict)>;

/// What lines turn out to mean.
struct Meant<G: Refereed> {
    all: Vec<Done<G>>,
    /// The steps that come in their time.
    due: Vec<Done<G>>,
}

impl<G: Refereed> Default for Meant<G> {
    fn default() -> Self {
        Self { all: Vec::new(), due: Vec::new() }
    }
}

impl<G: Refereed> Meant<G> {
    fn is_among(&self, others: &Self) -> bool {
        self.all.iter().all(|step| others.all.contains(step)) && self.due.iter().all(|step| others.due.contains(step))
    }

    fn add(&mut self, actor: Option<Seat>, step: G::Step, is_due: bool) {
        let done = (actor, step);
        if is_due && !self.due.contains(&done) {
            self.due.push(done.clone());
        }
        if !self.all.contains(&done) {
            self.all.push(done);
        }
    }
}

/// Who began, and what a new game would ask, if nobody says it: each combination with the round that begins there.
struct Settings<G: Refereed> {
    free: Vec<Free>,
    /// Each with the choices that led to it.
    starts: Vec<(Vec<usize>, Replay<G>)>,
}

impl<G: Refereed> Settings<G> {
    fn of(dispute: &Dispute) -> Result<Self, Refusal> {
        let new = &dispute.new;
        let mut free = Vec::new();
        if new.first.is_none() {
            let names = new.players.iter().map(|name| (name.clone(), format!("{name} {}", G::book().first)));
            free.push(Free::fact(None, "--first NAME", names));
        }
        let is_unsaid = |key: &&DeckKey| key.is_for(new.players.len()) && new.deck.iter().all(|(name, _)| name != key.name);
        for key in G::book().deck.iter().filter(is_unsaid).filter(|key| !key.one_of.is_empty()) {
            let values = key.one_of.iter().map(|word| ((*word).to_owned(), format!("{} = {word}", key.name)));
            free.push(Free::fact(None, format!("--deck {}=…", key.name), values));
        }
        let (mut starts, mut refused) = (Vec::new(), None);
        for choices in combinations(&free) {
            let mut new = new.clone();
            for (piece, &choice) in free.iter().zip(&choices) {
                let value = piece.values[choice].texts.first().map(|(_, text)| text.clone()).unwrap_or_default();
                match piece.form.strip_prefix("--deck ").and_then(|form| form.split('=').next()) {
                    Some(key) => new.deck.push((key.to_owned(), value)),
                    None => new.first = Some(value),
                }
            }
            let log = start_as::<G>(&new).and_then(|text| Log::parse(text).map_err(Refusal::cannot));
            match log.and_then(|log| Replay::<G>::of(log).map_err(Refusal::cannot)) {
                Ok(start) => starts.push((choices, start)),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        let nobody = || Refusal::cannot("name the players first: `NAME: …` for each, with what lies before that player");
        if starts.is_empty() { Err(refused.unwrap_or_else(nobody)) } else { Ok(Self { free, starts }) }
    }

    /// The table as a log would have it, if a log could begin so whoever began, and the same may be done at each.
    fn standing(&self, parts: &[String]) -> Option<Replay<G>> {
        let mut standing: Option<Replay<G>> = None;
        for (_, start) in &self.starts {
            let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
            let position = parse_position::<G>(&texts, &start.head.header).ok()?;
            let Ok(game) = position.to_game(&start.game, start.head.players(), &mut Vec::new()) else { continue };
            match &standing {
                Some(other) if other.game.legal_steps() != game.legal_steps() => return None,
                Some(_) => {}
                None => standing = Some(Replay { game, ..start.copied().ok()? }),
            }
        }
        standing
    }
}

/// All choices of one value for each piece.
fn combinations(free: &[Free]) -> Vec<Vec<usize>> {
    free.iter().fold(vec![Vec::new()], |all, piece| {
        let longer = |choices: Vec<usize>| (0..piece.values.len()).map(move |value| [&choices[..], &[value]].concat());
        all.into_iter().flat_map(longer).collect()
    })
}

/// What a step was judged to be: its kind and clause.
type Key = Vec<(Option<Kind>, Option<Clause>)>;

/// What the lines come to at one table.
struct Played {
    /// What speaks against the lines having been played there. The least counts.
    rank: u8,
    /// The verdict on the last line; without one, what may be done.
    key: Result<Key, String>,
    /// Why a line can't be read there.
    unread: Option<Refusal>,
}

/// A table that what was said allows.
struct Table {
    start: usize,
    /// The value of each free piece: of the settings', then of the position's.
    choices: Vec<usize>,
    played: Played,
}

/// An earlier line can't have been done there, or some line not be read.
const BROKEN_OFF: u8 = 128;
/// What speaks against an earlier line weighs more, but for its being foul.
const EARLIER_OUT_OF_TIME: u8 = 32;
/// The lines come when it is another's turn, when it is too late, or before the table has done what is due.
const OUT_OF_TIME: u8 = 8;
/// They can't have been done there.
const IMPOSSIBLE: u8 = 4;
/// An earlier line is foul.
const AFTER_FOUL: u8 = 2;
/// They can mean several things there.
const AMBIGUOUS: u8 = 1;

/// The tables that what was said allows.
struct Tables<'a, G: Refereed> {
    settings: &'a Settings<G>,
    dispute: &'a Dispute,
    /// What the lines are known to mean.
    steps: Vec<Done<G>>,
    /// The free pieces of the position.
    free: Vec<Free>,
    /// The pieces that have to be said, as the lines touch them.
    asked: Vec<Free>,
    all: Vec<Table>,
}

impl<'a, G: Refereed> Tables<'a, G> {
    /// The tables for these steps, which are what the lines are known to mean.
    fn of(settings: &'a Settings<G>, dispute: &'a Dispute, meant: &Meant<G>) -> Result<Self, Refusal> {
        let (mut free, mut asked): (Vec<Free>, Vec<Free>) = Default::default();
        for (_, start) in &settings.starts {
            let header = &start.head.header;
            let actors: Vec<Option<Seat>> = dispute.lines.iter().map(|line| actor_of(line, &header.players)).collect();
            let position = parsed::<G>(&dispute.parts, header)?;
            let lines = Disputed { steps: &meant.all, due: &meant.due, actors: &actors };
            for piece in position.free(&start.game, &lines, &header.players) {
                let all = if piece.values.is_empty() { &mut asked } else { &mut free };
                // The tables' numbers can differ by who began.
                match all.iter_mut().find(|other| (other.part, &other.form) == (piece.part, &piece.form)) {
                    Some(other) if other.values.len() < piece.values.len() => *other = piece,
                    Some(_) => {}
                    None => all.push(piece),
                }
            }
        }
        Ok(Self { settings, dispute, steps: meant.all.clone(), free, asked, all: Vec::new() })
    }

    /// The position with the free pieces said.
    fn position(&self, start: &Replay<G>, choices: &[usize]) -> Result<G::Position, Refusal> {
        let mut parts = self.dispute.parts.clone();
        let players = start.head.players();
        for (piece, &choice) in self.free.iter().zip(choices) {
            for (whose, text) in &piece.values[choice].texts {
                let is_meant = |part: &String| {
                    let name = part.split(':').next().unwrap_or_default().trim();
                    whose.map_or_else(|| name.eq_ignore_ascii_case(TABLE), |seat| players.find(name) == Ok(seat))
                };
                match parts.iter_mut().find(|part| is_meant(part)) {
                    Some(part) => part.extend(["; ", text]),
                    None => parts.push(format!("{TABLE}: {text}")),
                }
            }
        }
        parsed::<G>(&parts, &start.head.header).map(|position| position.beside(&self.steps))
    }

    /// Plays the lines at every table. Returns the steps that they mean at any that counts.
    fn judge(&mut self) -> Result<Meant<G>, Refusal> {
        let count = self.free.iter().fold(self.settings.starts.len(), |count, free| count.saturating_mul(free.values.len()));
        if count > MOST_TABLES {
            // The freest piece.
            let freest = (0..self.free.len()).max_by_key(|&nth| self.free[nth].values.len()).unwrap_or_default();
            let freest = self.free.remove(freest);
            self.asked.insert(0, Free::asked(freest.part, freest.form));
            return Ok(Meant::default());
        }
        let mut refused = None;
        let (mut meant, mut least) = (Meant::default(), u8::MAX);
        let all = combinations(&self.free);
        for (nth, (settings, start)) in self.settings.starts.iter().enumerate() {
            for choices in &all {
                let position = self.position(start, choices)?;
                let game = match position.to_game(&start.game, start.head.players(), &mut Vec::new()) {
                    Ok(game) => game,
                    Err(error) => {
                        refused = refused.or(Some((nth, position, error)));
                        continue;
                    }
                };
                let (played, steps) = self.play(&start.head, game)?;
                if played.rank < least {
                    (meant, least) = (Meant::default(), played.rank);
                }
                if played.rank == least {
                    for (actor, step, is_due) in steps {
                        meant.add(actor, step, is_due);
                    }
                }
                self.all.push(Table { start: nth, choices: [&settings[..], &choices[..]].concat(), played });
            }
        }
        if self.all.is_empty() {
            let Some((nth, position, error)) = refused else { return Err(Refusal::cannot("no table lies so")) };
            let head = &self.settings.starts[nth].1.head;
            let (verdict, whole) = (head.verdict_on_position(error), head.position_text(&position));
            return Err(Refusal::foul(None, whole.clone(), whole, verdict));
        }
        self.all.retain(|table| table.played.rank == least);
        let is_impossible =
            |table: &Table| matches!(&table.played.key, Ok(key) if key.iter().any(|(kind, _)| *kind == Some(Kind::Impossible)));
        if self.all.iter().any(is_impossible) {
            self.keep_commonest();
        }
        Ok(meant)
    }

    /// What can't be at any table can't be for the reason that most of them have.
    fn keep_commonest(&mut self) {
        let key = |table: &Table| table.played.key.clone();
        let mut counts: Vec<(Result<Key, String>, usize)> = Vec::new();
        for table in &self.all {
            match counts.iter_mut().find(|(other, _)| *other == table.played.key) {
                Some((_, count)) => *count += 1,
                None => counts.push((key(table), 1)),
            }
        }
        let most = counts.iter().map(|(_, count)| *count).max();
        let Some((commonest, _)) = counts.into_iter().find(|(_, count)| Some(*count) == most) else { return };
        self.all.retain(|table| table.played.key == commonest);
    }

    /// Plays the lines at one table: what they come to, and the steps that they mean there, each with whether it comes in its time.
    fn play(&self, head: &Head<G>, mut game: G) -> Result<(Played, Vec<TimedStep<G>>), Refusal> {
        let mut steps = Vec::new();
        let mut played = Played { rank: 0, key: Ok(Vec::new()), unread: None };
        if self.dispute.lines.is_empty() {
            played.key = Err(format!("{:?} {:?}", game.expects(), game.legal_steps()));
            return Ok((played, steps));
        }
        for (nth, line) in self.dispute.lines.iter().enumerate() {
            end_if_abandoned();
            let is_last = nth + 1 == self.dispute.lines.len();
            let mut line = TypedLine::of(head, line)?;
            let mut key = Vec::new();
            while let Some(typed) = line.next(&game) {
                let (actor, step) = match typed {
                    Ok(Typed::Note(_)) => continue,
                    Ok(Typed::Step(actor, step)) => (actor, step),
                    Err(_) if played.rank >= BROKEN_OFF => break,
                    Err(refusal) => {
                        let rank = if matches!(refusal, Refusal::Ambiguous { .. }) { AMBIGUOUS } else { BROKEN_OFF };
                        (played.rank, played.unread) = (played.rank | rank, Some(refusal));
                        return Ok((played, steps));
                    }
                };
                // What comes after an impossible line isn't judged, but it touches what lies there, too.
                if played.rank >= BROKEN_OFF {
                    steps.push((actor, step, false));
                    continue;
                }
                let act = Act::Step { actor, step: step.clone() };
                let is_due = game.in_order(&act).is_ok();
                let is_first = steps.is_empty();
                // What was let stand touches what lies there, too.
                steps.push((actor, step, is_due || line.reason().is_some()));
                match game.judge(&act) {
                    Ok(()) => key.push((None, None)),
                    Err(fault) => {
                        played.rank |= if is_last || line.reason().is_some() { 0 } else { AFTER_FOUL };
                        if !is_due && line.reason().is_none() && is_out_of_time(&game, &act, fault, is_first) {
                            played.rank |= if is_last { OUT_OF_TIME } else { EARLIER_OUT_OF_TIME };
                        }
                        key.push((Some(fault.kind()), Some(fault.breach().clause)));
                        if game.possible(&act).is_err() {
                            played.rank |= if is_last { IMPOSSIBLE } else { BROKEN_OFF };
                            played.key = Ok(key.clone());
                            if is_last {
                                return Ok((played, steps));
                            }
                            continue;
                        }
                    }
                }
                game.apply(&act, &mut Vec::new());
            }
            if played.rank < BROKEN_OFF {
                played.key = Ok(key);
            }
        }
        Ok((played, steps))
    }

    /// The verdict that all tables share, or what it depends on.
    fn judged(mut self) -> Result<Judged, Refusal> {
        if let Some(asked) = self.asked.first() {
            let depends = Some(self.depends_on(asked, Vec::new()));
            return Ok(Judged { depends, ..Judged::before(Box::new(self.settings.starts[0].1.copied()?)) });
        }
        if let Some(refusal) = self.all[0].played.unread.take() {
            return Err(refusal);
        }
        let first = &self.all[0];
        let start = &self.settings.starts[first.start].1;
        let game = self.game(first)?.1;
        let position = parsed::<G>(&self.dispute.parts, &start.head.header)?;
        let follows = position.follows(&start.game, start.head.players()).into_iter().collect();
        let log = Replay { game: game.clone(), ..start.copied()? };
        let (trial, earlier) = self.trial(first)?;
        let mut judged = Judged { follows, earlier, is_doubtful: first.played.rank > 0, ..Judged::before(Box::new(log)) };
        if self.all.iter().any(|table| table.played.key != first.played.key) {
            judged.depends = Some(self.depends()?);
            return Ok(judged);
        }
        let Some(mut trial) = trial else { return Ok(judged) };
        trial.name_rules(start);
        self.keep_shared(&mut trial, &self.all.iter().collect::<Vec<_>>())?;
        for (_, verdict) in &mut trial.verdicts {
            verdict.alternatives.retain(|text| self.touches_what_is_said(text));
        }
        (judged.verdicts, judged.does) = (trial.verdicts, trial.consequences);
        Ok(judged)
    }

    /// Whether what is legal instead touches no cards that nobody has said.
    fn touches_what_is_said(&self, text: &str) -> bool {
        let start = &self.settings.starts[0].1;
        let (header, last) = (&start.head.header, self.dispute.lines.last());
        let (Ok(step), Ok(position)) = (G::parse(text, header), parsed::<G>(&self.dispute.parts, header)) else { return true };
        let actors = [last.and_then(|line| actor_of(line, &header.players))];
        let steps = [(actors[0], step)];
        let lines = Disputed { steps: &steps, due: &steps, actors: &actors };
        position.free(&start.game, &lines, &header.players).iter().all(|free| !free.values.is_empty())
    }

    /// Leaves of a verdict only what these tables share.
    fn keep_shared(&self, trial: &mut Trial<G>, tables: &[&Table]) -> Result<(), Refusal> {
        // As many of them as tell it, drawn so that every value of every piece is among them.
        let step = tables.len().div_ceil(COMPARED).max(1) | 1;
        for table in tables.iter().step_by(step).chain(tables.last()) {
            let (Some(other), _) = self.trial(table)? else { continue };
            trial.consequences.retain(|consequence| other.consequences.contains(consequence));
            for ((_, verdict), (_, other)) in trial.verdicts.iter_mut().zip(&other.verdicts) {
                verdict.alternatives.retain(|text| other.alternatives.contains(text));
                verdict.hints.retain(|hint| other.hints.contains(hint));
                if verdict.message != other.message {
                    let begins = shared_beginning(&verdict.message, &other.message).map(str::to_owned);
                    verdict.message = begins.unwrap_or_default();
                }
            }
            for (parts, others) in trial.parts.iter_mut().zip(&other.parts) {
                parts.retain(|part| others.contains(part));
            }
        }
        for ((_, verdict), parts) in trial.verdicts.iter_mut().zip(&trial.parts) {
            verdict.message = match &verdict.clause_text {
                _ if !parts.is_empty() => parts.join("; "),
                Some(rule) if verdict.message.is_empty() => rule.trim_end_matches('.').to_owned(),
                _ => continue,
            };
        }
        Ok(())
    }

    /// The position at a table, and the game there.
    fn game(&self, table: &Table) -> Result<(G::Position, G), Refusal> {
        let start = &self.settings.starts[table.start].1;
        let position = self.position(start, &table.choices[self.settings.free.len()..])?;
        let game = position.to_game(&start.game, start.head.players(), &mut Vec::new());
        let game = game.map_err(|error| Refusal::cannot(error.text))?; // it could lie so when the lines were judged there
        Ok((position, game))
    }

    /// The last line at a table, if there is one, and the fouls before it.
    fn trial(&self, table: &Table) -> Result<(Option<Trial<G>>, Verdicts), Refusal> {
        let start = &self.settings.starts[table.start].1;
        let (position, game) = self.game(table)?;
        let mut trial = Trial::at(game, vec![LogAct::Position(Box::new(position))]);
        let mut earlier = Vec::new();
        let Some((last, before)) = self.dispute.lines.split_last() else { return Ok((None, earlier)) };
        for line in before {
            trial.go_on(start, line)?;
            let fouls = trial.verdicts.iter().filter(|(_, verdict)| verdict.kind.is_some());
            earlier.extend(fouls.cloned());
            if let Some((step, verdict)) = earlier.last().filter(|(_, verdict)| verdict.kind == Some(Kind::Impossible)) {
                return Err(Refusal::foul(None, step.clone(), line.clone(), verdict.clone()));
            }
        }
        trial.go_on(start, last)?;
        Ok((Some(trial), earlier))
    }

    /// The piece by which the tables differ: the one whose values decide most.
    fn depends(&self) -> Result<Depends, Refusal> {
        let pieces: Vec<&Free> = self.settings.free.iter().chain(&self.free).collect();
        // What only a foul leaves there is asked for last.
        let is_odd = |table: &&Table| pieces.iter().zip(&table.choices).any(|(piece, &choice)| piece.values[choice].is_odd);
        let regular: Vec<&Table> = self.all.iter().filter(|table| !is_odd(table)).collect();
        let differ = regular.iter().any(|table| table.played.key != regular[0].played.key);
        let tables = if differ { regular } else { self.all.iter().collect() };
        let groups = |nth: usize| -> Vec<(Vec<usize>, Option<&Table>)> {
            let mut groups: Vec<(Vec<usize>, Option<&Table>)> = Vec::new();
            for value in 0..pieces[nth].values.len() {
                let mut there = tables.iter().copied().filter(|table| table.choices[nth] == value);
                let Some(first) = there.next() else { continue };
                let is_same = there.all(|table| table.played.key == first.played.key);
                let key = |table: &Table| table.played.key.clone();
                let group = groups.iter_mut().find(|(_, other)| other.map(key) == is_same.then(|| key(first)));
                match group {
                    Some((values, _)) => values.push(value),
                    None => groups.push((vec![value], is_same.then_some(first))),
                }
            }
            groups
        };
        let mixed = |nth: &usize| {
            let groups = groups(*nth);
            let unclear: usize = groups.iter().filter(|(_, table)| table.is_none()).map(|(values, _)| values.len()).sum();
            (groups.len() < 2, unclear, !pieces[*nth].is_count(), *nth)
        };
        let nth = (0..pieces.len()).min_by_key(mixed).unwrap_or_default();
        let mut groups = groups(nth);
        groups.sort_by_key(|(values, table)| (table.is_none(), values.len()));
        if self.dispute.lines.is_empty() {
            groups.clear();
        }
        let mut cases = Vec::new();
        for (values, table) in groups {
            let mut verdict = None;
            if let Some(table) = table
                && let (Some(mut trial), _) = self.trial(table)?
            {
                let there = tables.iter().copied().filter(|table| values.contains(&table.choices[nth]));
                self.keep_shared(&mut trial, &there.collect::<Vec<_>>())?;
                let foul = trial.verdicts.iter().find(|(_, verdict)| verdict.kind.is_some());
                verdict = foul.or(trial.verdicts.first()).map(|(_, verdict)| verdict.clone());
            }
            cases.push(Case { when: pieces[nth].words(&values), verdict });
        }
        Ok(self.depends_on(pieces[nth], cases))
    }

    fn depends_on(&self, piece: &Free, cases: Vec<Case>) -> Depends {
        let players = self.settings.starts[0].1.head.players();
        Depends { form: piece.form.clone(), of: piece.part.map(|seat| players.name(seat).to_owned()), cases }
    }
}

/// The clauses with which both sentences begin: `the year is not over: it ends with the last card of the draw pile`.
fn shared_beginning<'a>(one: &'a str, other: &str) -> Option<&'a str> {
    if other.strip_prefix(one).is_some_and(|rest| rest.starts_with([',', ';'])) {
        return Some(one);
    }
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let end = one.match_indices([',', ';']).map(|(at, _)| at).take_while(|at| *at < same).last()?;
    Some(&one[..end])
}

/// Whether an act that isn't due comes in another's turn, too late, or, if it is the first, before the table has done what is due; or is
/// the table's where players are due.
pub(crate) fn is_out_of_time<G: Refereed>(game: &G, act: &ActOf<G>, fault: G::Fault, is_first: bool) -> bool {
    let Act::Step { actor, step } = act else { return false };
    let open = game.expects();
    let waits = match actor {
        Some(_) => !open.table.is_empty() && !open.to(*actor).contains(G::verb(step)),
        None => open.table.is_empty() && !open.seats().is_empty(),
    };
    let is_others = actor.is_some() && !open.seats().is_empty() && open.to(*actor).is_empty();
    is_first && waits
        || is_others && (is_first || !G::Position::LEAVES_ORDER_OPEN)
        || game.progress() != Progress::Underway
        || G::Position::is_too_late(fault)
}

impl<G: Refereed> Replay<G> {
    fn copied(&self) -> Result<Self, Refusal> {
        Self::of(self.log.clone()).map_err(Refusal::cannot)
    }
}

fn actor_of(line: &str, players: &Players) -> Option<Seat> {
    let name = split_typed(line).ok()?.actor()?;
    players.find_by_prefix(&line[name]).ok()
}

/// The position that these parts say, as one of a dispute.
fn parsed<G: Refereed>(parts: &[String], header: &Header<G::Setup>) -> Result<G::Position, Refusal> {
    let texts: Vec<&str> = parts.iter().map(String::as_str).collect();
    parse_position::<G>(&texts, header).map(Positioned::disputed).map_err(|(nth, error)| {
        let text = nth.and_then(|nth| texts.get(nth)).copied().unwrap_or_default();
        Refusal::unparsed(text, error)
    })
}
