//! Random games written as logs, in the layout of the program or in a random one.

use super::random_game::{JudgedAct, PlayStyle, RandomGame, TestableGame};
use crate::{
    log::{ChangeError, Line, LineRef, Log, Round as LoggedRound},
    referee::{self, NewGame, Referee},
    table::{Act, CompleteGame, DeckValue, RuleSettings, VerbActor},
};
use fastrand::Rng;
use std::{collections::BTreeMap, marker::PhantomData};

/// The layout of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LogLayout {
    /// The layout of the program itself.
    Plain,
    /// A random layout: any gaps, comments, quotes and order of keys. Sometimes with a byte order mark, the line endings of another
    /// system, or the shortest gaps between lines.
    Random(u64),
}

impl LogLayout {
    /// A random layout.
    pub fn any(random: &mut Rng) -> Self {
        if random.u8(..5) == 0 { Self::Plain } else { Self::Random(random.u64(..)) }
    }
}

/// A round of a log.
#[derive(Clone, Debug)]
pub struct RoundDraft {
    /// The player who began the round.
    pub first: String,
    /// The lines of the round, as in a log.
    pub lines: Vec<String>,
    /// The tally at the end of the round: `Ada: …` for each player.
    pub tally: Vec<String>,
}

/// The content of a log, before its layout.
#[derive(Clone, Debug)]
pub struct LogDraft<G> {
    game: PhantomData<G>,
    /// The players and the table rules.
    pub new: NewGame,
    /// The rounds of the log.
    pub rounds: Vec<RoundDraft>,
}

impl<G: TestableGame> LogDraft<G> {
    /// The log of these acts at a table, with one line for each turn if possible.
    pub fn of(table: &RandomGame<G>, acts: &[JudgedAct<G>]) -> Self {
        let players = &table.context.players;
        let mut draft = Self { game: PhantomData, new: new_game(table), rounds: Vec::new() };
        let mut game = G::new(players.count(), &table.context.setup);
        for JudgedAct { act, is_legal } in acts {
            if let Act::BeginRound { first } = act {
                let first = players.name(*first).to_owned();
                draft.rounds.push(RoundDraft { first, lines: Vec::new(), tally: Vec::new() });
            }
            if let (Act::Step { actor, step }, Some(round)) = (act, draft.rounds.last_mut()) {
                let name = actor.map(|seat| format!("{}: ", players.name(seat))).unwrap_or_default();
                let text = format!("{}{}", G::write(step, players), if *is_legal { "" } else { " ! let stand" });
                let is_same_turn = match actor {
                    Some(_) => game.turn_owner() == *actor,
                    None => matches!(G::verb_text(step).actor, VerbActor::Table | VerbActor::Either),
                };
                let is_same_actor = |line: &str| line.starts_with(&name) && line.contains(": ") == actor.is_some();
                match round.lines.last_mut().filter(|line| is_same_turn && is_same_actor(line) && !line.contains('!')) {
                    Some(line) => *line = format!("{line}; {text}"),
                    None => round.lines.push(format!("{name}{text}")),
                }
            }
            game.apply(act, &mut Vec::new());
        }
        draft.new.first = draft.rounds.first().map(|round| round.first.clone());
        draft
    }

    /// The log's text.
    pub fn text(&self, layout: LogLayout) -> String {
        let start = referee::start_as::<G>(&self.new).expect("a table that can be set up");
        let head = start.split("\n[[round]]").next().unwrap_or_default();
        let rounds: String = self.rounds.iter().map(|round| round.text(layout)).collect();
        let text = format!("{head}{rounds}");
        match layout {
            LogLayout::Random(seed) if seed % 4 == 0 => format!("\u{feff}{text}"),
            LogLayout::Random(seed) if seed % 4 == 1 => text.replace('\n', "\r\n"),
            _ => text,
        }
    }

    /// The parsed log.
    pub fn log(&self, layout: LogLayout) -> Log {
        let text = self.text(layout);
        let log = Log::parse(text.clone()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(log.text(), text);
        log
    }

    /// The log with its referee.
    pub fn open(&self, layout: LogLayout) -> Box<dyn Referee> {
        open::<G>(&self.log(layout))
    }

    /// The log with only its first `lines` lines. A later round stays only if one of its lines does.
    #[must_use]
    pub fn shortened(&self, lines: usize) -> Self {
        let mut remaining = lines;
        let mut shorter = self.clone();
        shorter.rounds.clear();
        for round in &self.rounds {
            if remaining == 0 && !shorter.rounds.is_empty() {
                break;
            }
            let lines: Vec<String> = round.lines.iter().take(remaining).cloned().collect();
            remaining -= lines.len();
            shorter.rounds.push(RoundDraft { first: round.first.clone(), lines, tally: Vec::new() });
        }
        shorter
    }

    /// The log up to this step of a line, counted from 1.
    #[must_use]
    pub fn up_to(&self, line_ref: LineRef, step: u32) -> Self {
        let mut shorter = self.clone();
        shorter.rounds.truncate(line_ref.round as usize);
        if let Some(round) = shorter.rounds.last_mut() {
            round.lines.truncate(line_ref.line as usize);
            if let Some(line) = round.lines.last_mut() {
                let steps = line.split(" ! ").next().unwrap_or_default();
                *line = steps.split("; ").take(step as usize).collect::<Vec<_>>().join("; ");
            }
        }
        shorter
    }
}

impl RoundDraft {
    /// The text of the round in a layout, beginning on a new line.
    pub fn text(&self, layout: LogLayout) -> String {
        match layout {
            LogLayout::Plain => {
                let list = |texts: &[String]| texts.iter().flat_map(|line| ["  \"", line, "\",\n"]).collect::<String>();
                let tally =
                    Some(list(&self.tally)).filter(|tally| !tally.is_empty()).map(|tally| format!("tally = [\n{tally}]\n"));
                let (lines, tally) = (list(&self.lines), tally.unwrap_or_default());
                format!("\n[[round]]\nfirst = \"{}\"\nmoves = [\n{lines}]\n{tally}", self.first)
            }
            LogLayout::Random(seed) => self.in_any_layout(&mut Rng::with_seed(seed ^ self.lines.len() as u64), seed % 4 == 2),
        }
    }

    fn in_any_layout(&self, random: &mut Rng, is_dense: bool) -> String {
        let list = |texts: &[String], random: &mut Rng| {
            let mut list = String::from("[");
            for (nth, text) in texts.iter().enumerate() {
                let has_comma = nth + 1 < texts.len() || random.bool();
                list.extend([gap(random, is_dense), quoted(text, random), gap(random, is_dense)]);
                list.extend(has_comma.then_some(','));
            }
            list + &gap(random, is_dense) + "]"
        };
        let mut keys = vec![format!("first = {}", quoted(&self.first, random)), format!("moves = {}", list(&self.lines, random))];
        keys.extend((!self.tally.is_empty()).then(|| format!("tally = {}", list(&self.tally, random))));
        random.shuffle(&mut keys);
        let head = ["[[round]]", "\t[[ round ]]"][random.usize(..2)];
        let keys = keys.iter().fold(String::new(), |text, key| text + &line_end(random) + key);
        format!("{}{head}{keys}{}", line_end(random), ["", "\n", "\n \n"][random.usize(..3)])
    }
}

fn comment(random: &mut Rng) -> String {
    format!("# {:x}, [[correction]] or \"\n", random.u64(..))
}

fn gap(random: &mut Rng, is_dense: bool) -> String {
    match random.u8(..if is_dense { 3 } else { 8 }) {
        0 => String::new(),
        1 | 2 => " ".to_owned(),
        3 | 4 => "\n  ".to_owned(),
        5 => "\n\n".to_owned(),
        6 => format!(" {}\t", comment(random)),
        _ => format!("\n{}\n  {} ", comment(random), comment(random)),
    }
}

fn line_end(random: &mut Rng) -> String {
    match random.u8(..4) {
        0 | 1 => "\n".to_owned(),
        2 => format!(" {}", comment(random)),
        _ => format!("\n\n{}\n", comment(random)),
    }
}

fn quoted(text: &str, random: &mut Rng) -> String {
    match random.u8(..6) {
        0 if !text.contains('\'') => format!("'{text}'"),
        1 if !text.contains('\'') => format!("'''{text}'''"),
        2 => format!("\"\"\"\n{text}\"\"\""),
        3 if text.starts_with(|first: char| first.is_ascii()) => format!("\"\\u{:04x}{}\"", text.as_bytes()[0], &text[1..]),
        _ => format!("\"{text}\""),
    }
}

/// A new game at the same table.
pub fn new_game<G: TestableGame>(table: &RandomGame<G>) -> NewGame {
    let defaults = RuleSettings::defaults(G::book());
    let rules = table.rules.differing(G::book(), &defaults).map(|(rule, value)| (rule.key.to_owned(), value.to_string()));
    let deck = G::deck(&table.context.setup).into_iter().map(|(key, entry)| (key, argument_text(&entry))).collect();
    NewGame { players: table.context.players.names().to_vec(), rules: rules.collect(), deck, ..NewGame::default() }
}

/// The value of a deck key as text for a [`NewGame`].
fn argument_text(entry: &DeckValue) -> String {
    match entry {
        DeckValue::Word(word) => word.clone(),
        DeckValue::Whole(number) => number.to_string(),
        DeckValue::List(numbers) => format!("{numbers:?}"),
        DeckValue::Map(entries) => {
            let entries: Vec<String> = entries.iter().map(|(key, number)| format!("{key} = {number}")).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// Renames players in a log, as the callback of an undo.
pub(super) fn rename_players<G: CompleteGame>(log: &Log, names: &[(String, String)]) -> Result<Log, ChangeError> {
    open::<G>(log).with_renamed_players(names).map_err(|_| ChangeError::NothingToRedo)
}

/// The referee of a log.
pub fn open<G: CompleteGame>(log: &Log) -> Box<dyn Referee> {
    referee::open_as::<G>(log.clone()).unwrap_or_else(|error| panic!("{error}\n{}", log.text()))
}

/// A random log: a game or its beginning, with overruled steps and notes, and sometimes a tally at its end.
pub fn any_log<G: TestableGame>(seed: u64) -> (RandomGame<G>, LogDraft<G>, LogLayout) {
    let mut random = Rng::with_seed(seed);
    let most = if random.u8(..4) == 0 { usize::MAX } else { random.usize(1..200) };
    let style = if random.bool() { PlayStyle::Legal } else { PlayStyle::Loose };
    let table = RandomGame::<G>::play_some(seed, style, most);
    let mut draft = LogDraft::of(&table, &table.acts);
    for round in &mut draft.rounds {
        for _ in 0..random.usize(..3) {
            let note = ["note it rained ! so it did; yes", "Ada: note wait"][random.usize(..2)];
            round.lines.insert(random.usize(..=round.lines.len()), note.to_owned());
        }
    }
    let layout = LogLayout::any(&mut random);
    (table, draft, layout)
}

/// The text of a log without its corrections.
pub fn without_corrections(log: &Log) -> &str {
    let first = log.corrections().iter().map(|correction| correction.span.start).min();
    log.text()[..first.unwrap_or(log.text().len())].trim_end()
}

/// The references of all lines.
pub fn places(log: &Log) -> Vec<LineRef> {
    let line_refs_of =
        |(round, number): (&LoggedRound, u32)| (1..).take(round.lines.len()).map(move |line| LineRef::new(number, line));
    log.rounds().iter().zip(1..).flat_map(line_refs_of).collect()
}

/// The text of a line.
pub fn text_at(log: &Log, at: LineRef) -> String {
    log.line(at).expect("a line").text.to_string()
}

/// All lines of a log with their rounds.
pub fn lines_of(log: &Log) -> Vec<(u32, String)> {
    places(log).into_iter().map(|at| (at.round, text_at(log, at))).collect()
}

/// The log in the layout of the program.
pub fn canonical(log: &Log) -> Log {
    log.changed(|_| Ok(())).unwrap_or_else(|error| panic!("{error}\n{}", log.text()))
}

/// The content of a log, independent of its layout.
fn content(log: &Log) -> impl PartialEq + std::fmt::Debug + use<> {
    let rules: BTreeMap<_, _> = log.rules().iter().map(|entry| (entry.key.to_string(), entry.value.to_toml())).collect();
    let round = |round: &LoggedRound| {
        let tally = round.tally.as_ref().map(|tally| tally.iter().map(ToString::to_string).collect::<Vec<_>>());
        (round.first.to_string(), tally)
    };
    (lines_of(log), rules, log.rounds().iter().map(round).collect::<Vec<_>>())
}

/// Asserts that two logs have the same content. In the program's layout with equally ordered rules, they must have the same bytes.
pub fn assert_same_log(log: &Log, expected: &Log, layout: LogLayout) {
    assert_eq!(content(log), content(expected), "{layout:?}");
    let rules = |log: &Log| log.rules().iter().map(|entry| entry.key.to_string()).collect::<Vec<_>>();
    if layout == LogLayout::Plain && rules(log) == rules(expected) {
        assert_eq!(without_corrections(log), without_corrections(expected));
    }
}

/// The comments after the lines of a log. `None` for a line without a comment, and for one that does not begin a line of the file.
fn comments_on(log: &Log) -> Vec<Option<&str>> {
    let comment_after = |line: &Line| {
        let (before, rest) = (&log.text()[..line.text.token().start], &log.text()[line.text.token().end..]);
        let is_alone = before.trim_end_matches([' ', '\t']).ends_with('\n');
        let rest = rest.lines().next().unwrap_or_default().trim_matches([',', ' ', '\t']);
        Some(rest).filter(|rest| is_alone && rest.starts_with('#'))
    };
    log.rounds().iter().flat_map(|round| &round.lines).map(comment_after).collect()
}

/// Asserts that a log is back in an earlier state: its content is the same, and each line has its comment.
pub fn assert_restored(log: &Log, earlier: &Log, layout: LogLayout) {
    assert_same_log(log, earlier, layout);
    for (comment, comment_before) in comments_on(log).into_iter().zip(comments_on(earlier)) {
        assert!(
            comment_before.is_none() || comment == comment_before,
            "{comment_before:?}, now {comment:?} in\n{}\nwhich was\n{}",
            log.text(),
            earlier.text()
        );
    }
}
