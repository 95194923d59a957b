//! The game of a random evening: its log in a folder, what is done next, and what always holds.

use crate::program::{Done, Folder};
use fastrand::Rng;
use fowlplay::{
    log::{LineRef, Log},
    referee::{self, Referee},
    table::AllowedValues,
};
use serde_json::Value;
use std::{collections::BTreeMap, fmt};

/// Something to be done.
#[derive(Clone, Debug)]
pub enum Deed {
    /// A line that can be recorded.
    Step(String),
    /// A line that somebody mistyped, or that breaks a rule.
    Slip(String),
    Note(String),
    Undo(u32),
    Redo,
    /// As `amend` is told it: the place with its sign, and the line if there is to be one.
    Amend(String, Option<String>),
    Rule(String, String),
    /// A part for each player.
    Tally(Vec<String>),
    /// A key of the head and what it is to be.
    Head(String, String),
}

impl Deed {
    fn name(&self) -> &'static str {
        match self {
            Self::Step(_) => "steps",
            Self::Slip(_) => "slips",
            Self::Note(_) => "notes",
            Self::Undo(_) => "undone",
            Self::Redo => "redone",
            Self::Amend(..) => "amended",
            Self::Rule(..) => "rules",
            Self::Tally(_) => "tallies",
            Self::Head(..) => "heads",
        }
    }
}

/// What was done how often, and how often that changed the log.
#[derive(Default)]
pub struct Counts(BTreeMap<&'static str, (usize, usize)>);

impl Counts {
    pub fn count(&mut self, deed: &Deed, has_changed: bool) {
        let (done, changed) = self.0.entry(deed.name()).or_default();
        *done += 1;
        *changed += usize::from(has_changed);
    }

    pub fn changes(&self) -> usize {
        self.0.values().map(|(_, changed)| changed).sum()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: usize = self.0.values().map(|(done, _)| done).sum();
        write!(f, "{all} done, {} of them changed the log", self.changes())?;
        self.0.iter().try_for_each(|(name, (done, changed))| write!(f, "; {name} {done}, {changed}"))
    }
}

/// A finding as it is known wherever its line stands.
pub type Found = (Option<String>, String, String, Option<String>);

/// A log and its folder.
pub struct Evening {
    pub folder: Folder,
    /// The file's text, as it was seen last.
    pub text: String,
    pub game: &'static str,
}

impl Evening {
    /// A new game, with as many players as may be.
    pub fn begin(game: &str, lot: &mut Rng) -> Self {
        let book = referee::Games::default().book(game).expect("a game");
        let most = (*book.players.end()).min(5);
        let names = ["Ada", "Bo", "Cy", "Di", "Eve"][..lot.usize(*book.players.start()..=most)].join(",");
        let folder = Folder::new();
        let done = folder.run(&["new", book.game, "--players", &names, "-o", "game.toml"]);
        let done = if done.status == Some(0) {
            done
        } else {
            folder.run(&["new", book.game, "--players", &names, "--deck", "removed=BL", "-o", "game.toml"])
        };
        assert_eq!(done.status, Some(0), "{}", done.told());
        let text = folder.text("game.toml");
        Self { folder, text, game: book.game }
    }

    pub fn referee(&self) -> Box<dyn Referee> {
        let log = Log::parse(self.text.clone()).unwrap_or_else(|error| panic!("{error}\n{}", self.text));
        referee::open(log).unwrap_or_else(|error| panic!("{error}\n{}", self.text))
    }

    pub fn run(&self, arguments: &[&str]) -> Done {
        self.folder.run(arguments).in_order()
    }

    /// Looks at the file again: whether it is another now. It can be read and judged.
    pub fn look(&mut self) -> bool {
        let text = self.folder.text("game.toml");
        let is_another = text != self.text;
        self.text = text;
        self.referee();
        is_another
    }

    /// What `check` finds.
    pub fn found(&self) -> Vec<Found> {
        let checked = self.run(&["check", "game.toml", "--json"]).json();
        findings(&checked["files"][0]["findings"])
    }

    /// The file without its corrections, and without when it was played: an undo in a session is a moment at the table, too.
    pub fn without_corrections(&self) -> String {
        let end = self.text.find("[[correction]]").unwrap_or(self.text.len());
        let lines = self.text[..end].trim_end().lines();
        lines.filter(|line| !line.starts_with("began = ") && !line.starts_with("ended = ")).collect::<Vec<_>>().join("\n")
    }

    /// What `show` says lies open, line by line.
    pub fn shown(&self) -> Vec<String> {
        let shown = String::from_utf8(self.run(&["show", "game.toml"]).out).expect("text");
        shown.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// Something that may be done now.
    pub fn any(&self, lot: &mut Rng) -> Deed {
        let referee = self.referee();
        let mut own = Rng::with_seed(lot.u64(..));
        let mut line = || any_line(&*referee, &mut own);
        match lot.u8(..24) {
            0..=8 => line().map_or_else(|| Deed::Note("note nothing is open".to_owned()), Deed::Step),
            9..=11 => Deed::Slip(slip(line(), &*referee, lot)),
            12 => Deed::Note(format!("note number {}; so ! be it", lot.u16(..))),
            13..=15 => Deed::Undo(lot.u32(1..4)),
            16..=17 => Deed::Redo,
            18..=20 => any_edit(&*referee, line(), lot),
            21 => any_rule(&*referee, lot),
            22 if lot.u8(..3) == 0 => {
                Deed::Tally(referee.players().names().iter().map(|name| format!("{name}: ! so they said")).collect())
            }
            _ if lot.u8(..3) > 0 => Deed::Head("title".to_owned(), format!("evening {}", lot.u8(..))),
            _ => {
                let names = referee.players().names();
                let name = lot.choice(names).expect("players");
                Deed::Head(format!("player.{name}"), format!("{}x{}", &name[..1], lot.u8(..)))
            }
        }
    }
}

/// The findings of a JSON document.
pub fn findings(of: &Value) -> Vec<Found> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let found = |finding: &Value| {
        let part = |key: &str| text(&finding[key]);
        (part("actor"), part("text").unwrap_or_default(), part("kind").unwrap_or_default(), part("clause"))
    };
    let mut all: Vec<Found> = of.as_array().expect("a list").iter().map(found).collect();
    all.sort();
    all
}

/// A line that is recorded as it stands, if one is found: a legal step, or something that the table turns up.
fn any_line(referee: &dyn Referee, lot: &mut Rng) -> Option<String> {
    let first = referee.may_be_first().into_iter().next();
    let next = first.as_ref().and_then(|first| referee.next_round(first).ok());
    let table = next.as_deref().unwrap_or(referee);
    let (legal, stocks, expects) = (table.legal_steps(), table.stocks(), table.expects());
    for _ in 0..40 {
        let mut lines = Vec::new();
        lines.extend(lot.choice(&legal).map(|offer| format!("{}: {}", offer.actor, offer.step)));
        if let Some((kinds, stock)) = lot.choice(&stocks)
            && let Some(kind) = lot.choice(kinds)
        {
            let count = stock.count.unwrap_or_else(|| lot.usize(1..5));
            let card =
                |lot: &mut Rng| lot.choice(&stock.faces).map(|face| face.printed.iter().map(|(_, text)| text.as_str()).collect());
            let cards: Vec<String> = (0..count).filter_map(|_| card(lot)).collect();
            let actor = expects.iter().find(|expected| expected.verbs.contains(kind)).and_then(|expected| expected.actor.clone());
            let actor = actor.map(|name| format!("{name}: ")).unwrap_or_default();
            lines.push(format!("{actor}{kind} {}", cards.join(" ")));
        }
        if expects.iter().any(|expected| expected.verbs.contains(&"seeds")) {
            lines.push(format!("seeds {}", [(); 4].map(|()| lot.u8(1..4).to_string()).join(" ")));
        }
        if expects.iter().any(|expected| expected.verbs.contains(&"end")) {
            lines.push("end".to_owned());
        }
        lot.shuffle(&mut lines);
        let recorded = lines.into_iter().find(|line| referee.record(&[line], first.as_deref()).is_ok());
        if recorded.is_some() {
            return recorded;
        }
    }
    None
}

/// What somebody types in a hurry.
fn slip(line: Option<String>, referee: &dyn Referee, lot: &mut Rng) -> String {
    let line = line.unwrap_or_else(|| "draw".to_owned());
    match lot.u8(..7) {
        0 => "blorp 7x".to_owned(),
        1 => line.chars().rev().collect(),
        2 => {
            let mut chars: Vec<char> = line.chars().collect();
            chars.remove(lot.usize(..chars.len()));
            chars.into_iter().collect()
        }
        3 => format!("{line}; {line}"),
        4 => format!("{line};; "),
        5 => line.replacen(':', "", 1),
        _ => {
            let step = line.split_once(": ").map_or(&*line, |(_, step)| step);
            format!("{}: {step}", lot.choice(referee.players().names()).expect("players"))
        }
    }
}

/// A change of an earlier line.
fn any_edit(referee: &dyn Referee, line: Option<String>, lot: &mut Rng) -> Deed {
    let rounds = referee.log().rounds();
    let all: Vec<(LineRef, &str)> = rounds
        .iter()
        .zip(1..)
        .flat_map(|(round, number)| {
            round.lines.iter().zip(1..).map(move |(line, at)| (LineRef::new(number, at), line.text.as_str()))
        })
        .collect();
    let Some((place, was)) = lot.choice(&all) else { return Deed::Redo };
    let late = all.len().saturating_sub(3);
    let (place, was) = if lot.bool() { all[late + lot.usize(..all.len() - late)] } else { (*place, *was) };
    match lot.u8(..6) {
        0 => Deed::Amend(format!("-{place}"), None),
        1 => Deed::Amend(format!("+{place}"), Some("note put in".to_owned())),
        2 => Deed::Amend(format!("+{place}"), Some(line.unwrap_or_else(|| was.to_owned()))),
        3 => Deed::Amend(place.to_string(), Some(format!("{was} ! agreed"))),
        4 => Deed::Amend(place.to_string(), Some(line.unwrap_or_else(|| was.to_owned()))),
        _ => {
            let (name, step) = was.split_once(": ").unwrap_or(("", was));
            let words: Vec<&str> = step.split(' ').collect();
            let card = any_card(referee, lot).unwrap_or_default();
            let changed: Vec<&str> =
                words.iter().map(|word| if *word == words[words.len() - 1] { card.as_str() } else { word }).collect();
            let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
            Deed::Amend(place.to_string(), Some(format!("{name}{}", changed.join(" "))))
        }
    }
}

fn any_card(referee: &dyn Referee, lot: &mut Rng) -> Option<String> {
    let stocks = referee.stocks();
    let (_, stock) = lot.choice(&stocks)?;
    Some(lot.choice(&stock.faces)?.printed.iter().map(|(_, text)| text.as_str()).collect())
}

fn any_rule(referee: &dyn Referee, lot: &mut Rng) -> Deed {
    let rule = lot.choice(referee.book().rules).expect("a rule");
    let value = match &rule.values {
        AllowedValues::Word(words) => (*lot.choice(*words).expect("a word")).to_owned(),
        AllowedValues::Whole { least, most, .. } => lot.u16(*least..=*most).to_string(),
        AllowedValues::OneOf(numbers) => lot.choice(*numbers).expect("a number").to_string(),
        AllowedValues::Flag { .. } => lot.bool().to_string(),
    };
    Deed::Rule(rule.key.to_owned(), value)
}
