//! That nothing is said otherwise than before unless it is meant. One text a game stands in `said/`: every kind of sentence that the
//! referee says of the games recorded in `tests/logs` and `examples` and in answer to the lines of `said/typed.toml`, and one table in
//! whole. Two sentences that differ in nothing but cards, names and numbers are of one kind; the kinds are sorted, so that a change of
//! one shows as that line and no other.
//!
//! Whether the words are true is for the other tests; this one sees what changed. After a change that is meant, the texts are
//! written anew: `INSTA_UPDATE=always cargo test -p fowlplay-proof said::`.

use fowlplay::{
    log::{LineRef, Log, LogFile},
    referee::{self, Amendment, Edit, Finding, NewGame, Referee, Refusal, Verdict},
    table::{AllowedValues, Book, Consequence, Sheet, TableRule, Text, Zone},
};
use rayon::prelude::*;
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

/// The lines that are typed at the tables of the examples, by the names of the games.
const TYPED: &str = include_str!("said/typed.toml");

/// The logs by the names of their games; those of the examples come first, and apart.
#[derive(Default)]
struct Recorded {
    examples: Vec<Log>,
    others: Vec<Log>,
}

fn games() -> BTreeMap<String, Recorded> {
    let root = Path::new(crate::ROOT);
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.collect::<BTreeSet<_>>().into_iter().collect()
    };
    let logs_in = |folder: &Path| -> Vec<Log> {
        let logs = inside(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "toml"));
        logs.map(|path| LogFile::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).collect()
    };
    let mut games: BTreeMap<String, Recorded> = BTreeMap::new();
    for log in logs_in(&root.join("examples")) {
        games.entry(log.game().to_string()).or_default().examples.push(log);
    }
    for log in inside(&root.join("tests/logs")).iter().flat_map(|folder| logs_in(folder)) {
        games.entry(log.game().to_string()).or_default().others.push(log);
    }
    games
}

/// The places of a log, one past the end of each round with them.
fn places(log: &Log) -> Vec<LineRef> {
    let of_round = |(round, number): (&fowlplay::log::Round, u32)| {
        (1..).take(round.lines.len() + 1).map(|line| LineRef::new(number, line)).collect::<Vec<_>>()
    };
    log.rounds().iter().zip(1..).flat_map(of_round).collect()
}

fn open(log: &Log) -> Box<dyn Referee> {
    referee::open(log.clone()).unwrap_or_else(|error| panic!("{error}\n{}", log.text()))
}

/// The kinds of sentences that were said at a table where these players sit.
struct Said {
    players: Vec<String>,
    kinds: BTreeSet<String>,
}

impl Said {
    fn at(referee: &dyn Referee) -> Self {
        Self { players: referee.players().names().to_vec(), kinds: BTreeSet::new() }
    }

    fn say(&mut self, text: &str) {
        self.say_of(text, "");
    }

    /// Says a text, and behind each of its sentences what it is.
    fn say_of(&mut self, text: &str, what: &str) {
        for sentence in text.split("; ") {
            self.kinds.insert(kind(sentence, &self.players) + what);
        }
    }

    fn verdict(&mut self, verdict: &Verdict) {
        self.say(&verdict.message);
        verdict.suggestions().iter().for_each(|instead| self.say(instead));
        verdict.house_rule().iter().for_each(|rule| self.say(rule));
        verdict.moved_by.iter().for_each(|elsewhere| self.say(&elsewhere.text));
    }

    fn findings(&mut self, findings: &[Finding]) {
        for finding in findings {
            self.verdict(&finding.verdict);
        }
    }

    fn sheet(&mut self, sheet: &Sheet) {
        sheet.tiebreak.iter().chain(&sheet.notes).for_each(|note| self.say(note));
        let items = sheet.players.iter().flat_map(|player| &player.rounds).flat_map(|round| &round.items);
        items.for_each(|item| self.say(&item.why));
    }

    fn refusal(&mut self, refusal: &Refusal) {
        match refusal {
            Refusal::Foul { verdict, .. } => self.verdict(verdict),
            Refusal::OfLine { refusal, .. } => self.refusal(refusal),
            Refusal::Ambiguous { question, .. } | Refusal::ChooseFirst { question, .. } => self.say(question),
            Refusal::LaterImpossible(findings) | Refusal::LaterIllegal(findings) => self.findings(findings),
            other => self.say(&other.to_string()),
        }
    }

    /// What is found against a log, how each line is explained, what was open before it, and the score.
    fn recorded(&mut self, referee: &dyn Referee) {
        self.findings(referee.findings());
        for place in places(referee.log()) {
            for step in referee.explain(Some(place)).map(|why| why.steps).unwrap_or_default() {
                self.say(&step.description);
                for Consequence { text, clause, rule, immediate: aloud } in &step.consequences {
                    let rule = rule.as_ref().map(|rule| format!(", {}", rule.key)).unwrap_or_default();
                    self.say_of(text, &format!(" ({clause}{rule}{})", if *aloud { "" } else { ", on request" }));
                }
            }
            let Ok(then) = referee.before_line(place) else { continue };
            then.options().iter().flat_map(|(_, options)| options).for_each(|option| self.say(&option.to_string()));
            self.sheet(&then.sheet());
        }
        self.sheet(&referee.sheet());
    }

    /// What is answered to a line, also if it is recorded.
    fn typed(&mut self, referee: &dyn Referee, line: &str) {
        match referee.try_line(line) {
            Ok(steps) => steps.iter().for_each(|(_, verdict)| self.verdict(verdict)),
            Err(refusal) => self.refusal(&refusal),
        }
        if let Err(refusal) = referee.record(&[line], None) {
            self.refusal(&refusal);
        }
    }

    /// What is said of a log of which one line is missing, or that is played by another table rule.
    fn amended(&mut self, referee: &dyn Referee) {
        let mut say = |amended: Result<Amendment, Refusal>| match amended {
            Ok(Amendment { removed_findings: gone, added_findings: come, effects, .. }) => {
                self.findings(&[gone, come].concat());
                for effect in effects {
                    self.say(&format!("{}; {}", effect.was, effect.now));
                }
            }
            Err(refusal) => self.refusal(&refusal),
        };
        for place in places(referee.log()) {
            say(referee.amend(&[Edit::Delete(place)], None));
        }
        for (key, value) in values(referee.book()) {
            say(referee.change_rules(&[(key.to_owned(), value)]));
        }
    }

    /// What is answered to who asks for a table that there can't be.
    fn begun(&mut self, book: &Book) {
        let players =
            |count| ["Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"].iter().take(count).map(ToString::to_string).collect();
        let usual = || NewGame { players: players(*book.players.start()), ..NewGame::default() };
        let of_another_size = (0..=8).map(|count| NewGame { players: players(count), ..NewGame::default() });
        let variant = [NewGame { variant: Some("none".to_owned()), ..usual() }];
        let ruled = |key: &str, value: &str| NewGame { rules: vec![(key.to_owned(), value.to_owned())], ..usual() };
        let of_rules = book.rules.iter().flat_map(|rule| ["many", "99999"].map(|value| ruled(rule.key, value)));
        let of_cards = |name: &str, value: &str| NewGame { deck: vec![(name.to_owned(), value.to_owned())], ..usual() };
        let decks = book.deck.iter().flat_map(|key| ["x", "1,2 3", ""].map(|value| of_cards(key.name, value)));
        for new in of_another_size.chain(variant).chain(of_rules).chain(decks) {
            if let Err(refusal) = referee::Games::default().start(book.game, &new) {
                self.refusal(&refusal);
            }
        }
    }
}

/// Every table rule with each of its values, of many the outermost.
fn values(book: &'static Book) -> Vec<(&'static str, String)> {
    let values = |rule: &TableRule| -> Vec<String> {
        match rule.values {
            AllowedValues::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            AllowedValues::Whole { least, most, .. } => vec![least.to_string(), most.to_string()],
            AllowedValues::OneOf(numbers) => numbers.iter().map(ToString::to_string).collect(),
            AllowedValues::Flag { .. } => vec!["true".to_owned(), "false".to_owned()],
        }
    };
    book.rules.iter().flat_map(|rule| values(rule).into_iter().map(|value| (rule.key, value))).collect()
}

/// A sentence with `NAME` for its players, `#` for its cards, numbers and titles, and nothing of a line that it quotes; for several of
/// them together stands one.
fn kind(sentence: &str, players: &[String]) -> String {
    let mut kind = String::new();
    for (nth, part) in sentence.split('`').enumerate() {
        if nth % 2 == 1 {
            kind += "`…`";
            continue;
        }
        for piece in part.split_inclusive(|char: char| !char.is_alphanumeric()) {
            let word = piece.trim_end_matches(|char: char| !char.is_alphanumeric());
            let is_code = word.chars().all(|char| !char.is_lowercase()) || word.contains(|char: char| char.is_ascii_digit());
            let is_title = !kind.is_empty() && word.starts_with(char::is_uppercase);
            kind += match word {
                "" => "",
                _ if players.iter().any(|name| name == word) => "NAME",
                _ if is_code || is_title => "#",
                _ => word,
            };
            kind += &piece[word.len()..];
        }
    }
    loop {
        let mut shorter = kind.clone();
        for between in [" ", ", ", " and ", " or ", ", and ", " | ", " + ", " − ", " the ", " of "] {
            for one in ["#", "NAME"] {
                shorter = shorter.replace(&format!("{one}{between}{one}"), one);
            }
        }
        if shorter == kind {
            return kind;
        }
        kind = shorter;
    }
}

/// The table at five places of a log.
fn some_tables(referee: &dyn Referee) -> Vec<Box<dyn Referee>> {
    let places = places(referee.log());
    let every = places.len().div_ceil(5);
    places.into_iter().step_by(every).filter_map(|place| referee.before_line(place).ok()).collect()
}

/// The middle table of a log: what lies there, what is open, the public state, the score.
fn table(log: &Log) -> String {
    let places = places(log);
    let then = open(log).before_line(places[places.len() / 2]).expect("a place of the log");
    let row = |row: &Vec<Text>| row.iter().map(Text::to_plain).collect::<Vec<_>>().join(" | ");
    let lines = |zone: &Zone| -> Vec<String> {
        let rows = zone.grid.iter().flat_map(|grid| std::iter::once(&grid.head).chain(&grid.rows)).map(row);
        zone.line.iter().map(Text::to_plain).chain(rows).collect()
    };
    let zones = then.zones();
    let mut text = zones.open.iter().chain(&zones.memory).flat_map(lines).fold(String::new(), |text, line| text + &line + "\n");
    for (actor, options) in then.options() {
        let lines: Vec<String> = options.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "open to {}:\n  {}", actor.as_deref().unwrap_or("the table"), lines.join("\n  "));
    }
    let by_key = |what: &str, value: serde_json::Value| -> String {
        let entries = value.as_object().into_iter().flatten();
        entries.fold(String::new(), |text, (key, value)| text + &format!("{what} {key}: {value}\n"))
    };
    let _ = writeln!(text, "{} legal steps", then.legal_steps().len());
    text + &by_key("state", then.state()) + &by_key("score", json!(then.sheet()))
}

#[test]
fn everything_is_said_as_it_was() {
    let typed: BTreeMap<String, Vec<String>> = toml::from_str(TYPED).expect("lines");
    for (game, Recorded { examples, others }) in games() {
        let of_log = |log: &Log| {
            let referee = open(log);
            let mut said = Said::at(&*referee);
            said.recorded(&*referee);
            said.kinds
        };
        let of_example = |log: &Log| {
            let referee = open(log);
            let mut said = Said::at(&*referee);
            said.recorded(&*referee);
            said.amended(&*referee);
            let tables = some_tables(&*referee);
            for then in &tables {
                for line in &typed[&game] {
                    said.typed(&**then, line);
                }
            }
            said.begun(referee.book());
            said.kinds
        };
        let kinds: BTreeSet<String> =
            others.par_iter().flat_map(of_log).chain(examples.par_iter().flat_map(of_example)).collect();
        let kinds: Vec<String> = kinds.into_iter().filter(|kind| !kind.trim().is_empty()).collect();
        let table = table(&examples[0]);
        insta::with_settings!({ snapshot_path => "said", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(game, format!("# Kinds of sentences\n{}\n\n# A table\n{table}", kinds.join("\n")));
        });
    }
}
