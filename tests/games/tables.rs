//! Tables that are asked questions: in the logs of `tests/logs`, between their lines, and in files of cases beside the tests of a game.
//!
//! A file of cases, as `emu_ranchers/birds.tables`, has a `[heading]` for each test, and under it tables, with an empty line between
//! two of them: table rules (`upkeep = 20`, and what stands below a line `[deck]`), lines of a log (one below the other, or with ` / `
//! between them), and what is asked there. What stands above the first heading holds for every table; lines of a log up there are left
//! out where a table begins `anew`, and those below a word and a colon (`laying:`) come in where that stands. `turns: discard AM AS` are
//! turns of the players, one after another; `crow*3` is that word three times; `tally = […]` ends a round, and `round = "Bo"` begins
//! another. `like emu_ranchers/scoring: NAME` asks what stands under that heading. Against the lines nothing is found, unless `#? found: …` says so.

use crate::{
    asked::{Question, asked, questions},
    judged::{self, Table},
};
use std::{collections::BTreeMap, fs, path::Path, thread};

/// Tests whose tables stand in a file of cases, each under its name.
macro_rules! tables {
    ($file:literal: $(fn $name:ident;)*) => {
        $(#[test]
        fn $name() {
            crate::tables::ask($file, stringify!($name));
        })*

        #[test]
        fn every_heading_is_a_test() {
            assert_eq!(crate::tables::headings($file), [$(stringify!($name)),*]);
        }
    };
}
pub(crate) use tables;

/// Where something is asked, said if the answer is another.
struct Asked<'a>(&'a str, usize);

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("asked at {}:{}", self.0, self.1);
        }
    }
}

fn read(file: &str) -> String {
    let path = Path::new(crate::ROOT).join("tests/games").join(format!("{file}.tables"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The name of the test that begins at a line.
fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']').filter(|name| *name != "deck")
}

/// The names of the tests in a file.
pub fn headings(file: &str) -> Vec<String> {
    read(file).lines().filter_map(heading).map(str::to_owned).collect()
}

/// What is begun above the first heading, by its name.
fn beginning(line: &str) -> Option<&str> {
    line.strip_suffix(':').filter(|name| name.chars().all(|char| char.is_ascii_lowercase() || char == '_'))
}

/// A text with `crow*3` written out.
fn written_out(text: &str) -> String {
    let word = |whole: &str| {
        let (word, end) = whole.split_at(whole.trim_end_matches(';').len());
        match word.split_once('*').and_then(|(word, times)| Some((word, times.parse().ok()?))) {
            Some((word, times)) => vec![word; times].join(" ") + end,
            None => whole.to_owned(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A table as far as its lines were read.
#[derive(Clone, Default)]
struct Case {
    players: Vec<String>,
    first: String,
    rules: Vec<String>,
    deck: Vec<String>,
    is_deck: bool,
    /// The lines of the log, and the tables and rounds between them as a file says them.
    lines: Vec<String>,
}

impl Case {
    /// Reads a line of a file that asks nothing.
    fn read(&mut self, game: &str, line: &str) {
        let is_key = |key: &str| !key.is_empty() && key.chars().all(|char| char.is_ascii_lowercase() || char == '_');
        match line.split_once(" = ").filter(|(key, _)| is_key(key)) {
            Some(("players", names)) => self.players = names.split('"').skip(1).step_by(2).map(str::to_owned).collect(),
            Some(("first", name)) => name.trim_matches('"').clone_into(&mut self.first),
            Some(("round" | "tally", _)) => self.lines.push(line.to_owned()),
            Some(_) if self.is_deck => self.deck.push(line.to_owned()),
            Some(_) => self.rules.push(line.to_owned()),
            None if line == "[deck]" => self.is_deck = true,
            None if line == "anew" => self.lines.clear(),
            None => match line.strip_prefix("turns: ") {
                Some(turns) => self.turns(game, turns),
                None => self.lines.extend(line.split(" / ").map(written_out)),
            },
        }
    }

    /// Who is next, where nobody is out of turn: after the last line, or the first, who in Blulu is the dealer's left.
    fn next(&self, game: &str) -> usize {
        let seat = |name: &str| self.players.iter().position(|player| player == name);
        let acted =
            self.lines.iter().rev().filter(|line| !line.contains(": shows")).find_map(|line| seat(line.split(':').next()?));
        let first = || seat(&self.first).expect("a player") + usize::from(game == "blulu");
        acted.map_or_else(first, |last| last + 1) % self.players.len()
    }

    /// Turns in which cards are discarded or trailed, one player after another.
    fn turns(&mut self, game: &str, turns: &str) {
        let (verb, cards) = turns.split_once(' ').expect("a verb and cards");
        let cards: Vec<&str> = cards.split(' ').collect();
        for cards in cards.chunks(if verb == "trail" { 2 } else { 1 }) {
            let piles = self.lines.iter().filter(|line| line.contains(": discard ")).count();
            let then = match verb {
                "trail" => "",
                // Two piles of Emus Redux are enough.
                _ if game == "emus-redux" && piles >= 2 => " to 1; draw",
                _ => "; draw",
            };
            self.lines.push(format!("{}: {verb} {}{then}", self.players[self.next(game)], cards.join(" ")));
        }
    }

    /// The table after its lines.
    fn table(&self, game: &str) -> Table {
        let head = format!("fowlplay = 1\ngame = \"{game}\"\nplayers = {:?}", self.players);
        let mut text = vec![head, "[rules]".into(), self.rules.join("\n"), "[deck]".into(), self.deck.join("\n")];
        let begin = |first: &str| format!("[[round]]\nfirst = {first}\nmoves = [");
        text.push(begin(&format!("{:?}", self.first)));
        let mut is_counted = false;
        for line in &self.lines {
            let said = line.split_once(" = ");
            let ends = matches!(said, Some(("round" | "tally", _))) && !is_counted;
            text.extend(ends.then(|| "]".to_owned()));
            is_counted = matches!(said, Some(("tally", _)));
            text.push(match said {
                Some(("round", first)) => begin(first),
                Some(("tally", _)) => line.clone(),
                _ => format!("  {line:?},"),
            });
        }
        text.extend((!is_counted).then(|| "]".to_owned()));
        Table::of(&(text.join("\n") + "\n"))
    }
}

/// Asks everything that stands under a heading of a file.
pub fn ask(file: &str, name: &str) {
    let text = read(file);
    let game = file.split('/').next().expect("a game's folder").replace('_', "-");
    let is_text = |line: &str| !line.is_empty() && (!line.starts_with('#') || line.starts_with("#?"));
    let (mut opening, mut beginnings) = (Case::default(), BTreeMap::<&str, Vec<&str>>::new());
    let above: Vec<&str> =
        text.lines().take_while(|line| heading(line).is_none()).filter(|line| !line.starts_with('#')).collect();
    for part in above.split(|line| line.is_empty()).filter(|part| !part.is_empty()) {
        match beginning(part[0]) {
            Some(name) => drop(beginnings.insert(name, part[1..].to_vec())),
            None => part.iter().for_each(|line| opening.read(&game, line)),
        }
    }
    let (mut case, mut found, mut count) = (opening.clone(), String::new(), 0);
    let section = text.lines().zip(1..).skip_while(|(line, _)| heading(line) != Some(name)).skip(1);
    let section: Vec<_> = section.take_while(|(line, _)| heading(line).is_none()).collect();
    let like = section.first().and_then(|(line, _)| line.strip_prefix("like ")?.split_once(": "));
    let other = like.map(|(file, _)| read(file)).unwrap_or_default();
    let other = other.lines().zip(1..).skip_while(|(line, _)| heading(line) != like.map(|(_, name)| name)).skip(1);
    let other = other.take_while(|(line, _)| like.is_some() && heading(line).is_none());
    for (line, number) in other.chain(section.into_iter().skip(usize::from(like.is_some()))) {
        let _at = Asked(file, number);
        match asked(line) {
            Some(questions) => {
                let table = case.table(&game);
                for question in questions {
                    if question.word == "found" {
                        question.text.clone_into(&mut found);
                    }
                    assert_eq!(table.findings().join("; "), found, "what is found");
                    answer(&table, question);
                    count += 1;
                }
            }
            None if line.is_empty() => (case, found) = (opening.clone(), String::new()),
            None if is_text(line) => match beginning(line).map(|name| &beginnings[name]) {
                Some(lines) => lines.iter().for_each(|line| case.read(&game, line)),
                None => case.read(&game, line),
            },
            None => {}
        }
    }
    assert!(count > 0, "{file}: nothing is asked under [{name}]");
}

/// Asks what stands between the lines of a log, and says how much that is.
pub fn ask_log(path: &str, text: &str) -> usize {
    let whole = Table::of(text);
    let all = questions(text);
    for (number, place, question) in &all {
        let _at = Asked(path, *number);
        let then = whole.0.before(*place).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
        answer(&Table(then), *question);
    }
    all.len()
}

/// What stands between strokes; `nothing` is an empty list.
fn list(text: &str) -> Vec<&str> {
    text.split(" / ").filter(|item| *item != "nothing").collect()
}

/// Whether each of these parts stands in one of the texts, one behind the other; for `nothing` there are none.
fn told(texts: &[String], parts: &str) {
    assert_eq!(texts.is_empty(), parts == "nothing", "{texts:#?}");
    let mut left = texts.iter();
    for part in list(parts) {
        assert!(!part.is_empty() && left.any(|text| text.contains(part)), "{part} is not in {texts:#?}");
    }
}

/// Whether these parts stand in a text, one behind the other.
fn stands(text: &str, parts: &str) {
    assert_eq!(text.is_empty(), parts == "nothing", "{text}");
    let mut rest = text;
    for part in list(parts) {
        let at = Some(part).filter(|part| !part.is_empty()).and_then(|part| rest.find(part));
        rest = &rest[at.unwrap_or_else(|| panic!("{part} does not stand in its place in {text}"))..];
    }
}

/// Counts a bird of an emu game alone: `total 10 / points -8 / clause 6.2`, and what pays for it.
fn bird(table: &Table, cards: &str, says: &str) {
    let texts = [&format!("Ada: {cards}"), "Bo:", "Cy:"];
    let players = table.0.players().count();
    let sheet =
        judged::counted(table.0.book().game, &[], &texts[..players]).unwrap_or_else(|verdict| panic!("{}", verdict.message));
    let [item] = &sheet.players[0].rounds[0].items[..] else { panic!("{cards} is one bird") };
    for (key, value) in list(says).iter().map(|said| said.split_once(' ').expect("what, and how much")) {
        let is = match key {
            "points" => item.points.to_string().replace('−', "-"),
            "clause" => item.clause.to_string().split('-').nth(1).expect("a number").to_owned(),
            _ => item.details.iter().find(|(name, _)| *name == key).map(|(_, is)| is.to_string()).expect("a detail of a bird"),
        };
        assert_eq!(is, value, "{key} of {cards}");
    }
}

/// Asks a table a question. A word that is not understood is a failure.
fn answer(table: &Table, question: Question<'_>) {
    let Question { word, of, says, .. } = question;
    let text = &*written_out(question.text);
    let player = || table.0.players().names().iter().position(|name| name == of).expect("a player's name");
    let ruled = |rules: &str| if rules.is_empty() { "none".to_owned() } else { rules.to_owned() };
    match word {
        "legal" | "illegal" | "impossible" => {
            for line in list(text) {
                match word {
                    "legal" => table.allows(line),
                    "illegal" => table.forbids(line, of, says),
                    _ => table.excludes(line, of, says),
                };
            }
        }
        "found" => assert_eq!(table.findings().join("; "), text),
        "says" => {
            assert!(!text.is_empty() && table.0.findings().iter().any(|found| found.verdict.message.contains(text)), "{text}");
        }
        "rule" => assert_eq!(ruled(&table.rule().unwrap_or_default()), text),
        "decided" => assert_eq!(ruled(&table.decided(text)), says),
        "open" => assert_eq!(table.open(), list(text)),
        "only" => assert_eq!(table.legal(), list(text)),
        "lists" => told(&table.legal(), text),
        "instead" => assert_eq!(table.verdict(text).alternatives, list(says)),
        "asks" => assert_eq!(table.asks(text), list(says)),
        "misread" => told(&[table.misreads(text)], says),
        "part" => assert_eq!(table.misread_part(text), says),
        "writes" => assert_eq!(table.writes(text), says),
        "tells" => told(&table.tells(&list(text)), says),
        "proves" => told(&table.proves(&list(text)), says),
        "elsewhere" => assert_eq!(table.elsewhere(text), list(says)),
        "shows" => stands(&table.zones(), text),
        "remembers" => stands(&table.memory(), text),
        "offers" => told(&table.options(), text),
        "quotes" => stands(&table.quotes(of), text),
        "notes" => told(&table.sheet().notes, text),
        "score" => assert_eq!(judged::score(&table.sheet()), text),
        "won" => assert_eq!(table.winners().join(", "), text.replace("nobody", "")),
        "over" => assert_eq!(if table.is_over() { "yes" } else { "no" }, text),
        "counts" => assert_eq!(table.items(0, player()), text),
        "bird" => bird(table, of, text),
        "state" => assert_eq!(table.at(of).to_string(), text),
        "has" => assert_eq!(crate::piepmatz::table::has(table, player()), text),
        "perch" => assert_eq!(crate::piepmatz::table::perch(table, of.parse().expect("a perch")), text),
        "slots" => assert_eq!(crate::piepmatz::table::slots(table), text),
        "lying" => assert_eq!(table.lying(), text),
        "order" => assert_eq!(crate::eggs_and_empires::table::order(table), text),
        _ => panic!("`{word}` asks nothing that is understood"),
    }
}

#[test]
#[should_panic(expected = "`leagl` asks nothing that is understood")]
fn a_word_that_is_not_understood_is_a_failure() {
    let log = fs::read_to_string(Path::new(crate::ROOT).join("tests/logs/blulu/no-deal.toml")).expect("a log");
    ask_log("a log", &log.replacen("  \"", "  #? leagl: Bo: trail 2MK 3MW\n  \"", 1));
}

#[test]
#[should_panic(expected = "nothing is asked under [no_such_heading]")]
fn a_heading_under_which_nothing_is_asked_is_a_failure() {
    ask("emu_ranchers/birds", "no_such_heading");
}
