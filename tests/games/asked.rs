//! What a log, or a table of cases, asks between its lines: `#? illegal ER-3.3: Ada: grow 1 9WY -- none of its suits`.
//!
//! Behind `#?` stand what is asked, a colon, what it is asked of, and behind ` -- ` what the answer has to say. `tables.rs` asks it of the
//! referee, `proof/models/recorded.rs` of the second models.
//!
//! A file of cases, as `emu_ranchers/birds.tables`, has a `[heading]` for each test, and under it tables, with an empty line between
//! two of them: table rules (`upkeep = 20`, and what stands below a line `[deck]`), lines of a log (one below the other, or with ` / `
//! between them), and what is asked there. What stands above the first heading holds for every table; lines of a log up there are left
//! out where a table begins `anew`, and those below a word and a colon (`laying:`) come in where that stands. `turns: discard AM AS` are
//! turns of the players, one after another; `meanwhile AM CK` are those of the others, until the same player is next, as many as there
//! are; `crow*3` is that word three times; `tally = […]` ends a round, and `round = "Bo"` begins another. `like emu_ranchers/scoring:
//! NAME` asks what stands under that heading, by the clauses of this book. `lies: 3 // 0 // 4MS CM -- CANONICAL` is a position, with the
//! table's part last; `refused:` one that can't be; a line `position "Ada: 3" …` is one in a log. Against the lines nothing is found, unless `#? found: …`
//! says so.

#[path = "../sections.rs"]
pub mod sections;

use fowlplay::log::LineRef;
use sections::{heading, section};
use std::{collections::BTreeMap, fs, path::Path};

/// A question, asked where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question<'a> {
    /// What is asked: `illegal`.
    pub word: &'a str,
    /// Of which clause, player or part: `ER-3.3`.
    pub of: &'a str,
    /// The line it is about, or the answer itself.
    pub text: &'a str,
    /// What the answer has to say.
    pub says: &'a str,
}

/// The questions in a line of a file, if it asks any; several stand behind one another, each with its `#?`.
pub fn asked(line: &str) -> Option<impl Iterator<Item = Question<'_>>> {
    line.trim().strip_prefix("#?").map(|asked| asked.split(" #? ").map(question))
}

fn question(asked: &str) -> Question<'_> {
    let (head, rest) = asked.split_once(':').unwrap_or((asked, ""));
    let (word, of) = head.trim().split_once(' ').unwrap_or((head.trim(), ""));
    let (text, says) = rest.split_once(" -- ").unwrap_or((rest, ""));
    Question { word, of, text: text.trim(), says: says.trim() }
}

/// The questions between the lines of a log: the number of the line of the file, the place of the next line of the log, and what is
/// asked there. Behind the last line of a round it is the place of a line that could follow.
pub fn questions(log: &str) -> Vec<(usize, LineRef, Question<'_>)> {
    let (mut round, mut next, mut all) = (0, 1, Vec::new());
    for (line, number) in log.lines().zip(1..) {
        if line.starts_with("[[round]]") {
            (round, next) = (round + 1, 1);
        } else if line.starts_with("  \"") || line.starts_with("  {") {
            next += 1;
        } else if let Some(asked) = asked(line) {
            all.extend(asked.map(|question| (number, LineRef::new(round, next), question)));
        }
    }
    all
}

fn read(file: &str) -> String {
    let path = Path::new(crate::ROOT).join("tests/games").join(format!("{file}.tables"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the tests in a file.
#[allow(dead_code, reason = "the second models ask, and the build script names the tests")]
pub fn headings(file: &str) -> Vec<String> {
    read(file).lines().filter_map(heading).map(str::to_owned).collect()
}

/// What is begun above the first heading, by its name.
fn beginning(line: &str) -> Option<&str> {
    line.strip_suffix(':').filter(|name| name.chars().all(|char| char.is_ascii_lowercase() || char == '_'))
}

/// A text with `crow*3` written out.
pub fn written_out(text: &str) -> String {
    let word = |whole: &str| {
        let (word, end) = whole.split_at(whole.trim_end_matches(';').len());
        match word.split_once('*').and_then(|(word, times)| Some((word, times.parse().ok()?))) {
            Some((word, times)) => vec![word; times].join(" ") + end,
            None => whole.to_owned(),
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A table of a file of cases, as far as its lines were read.
#[derive(Clone, Default)]
struct Case {
    players: Vec<String>,
    first: String,
    rules: Vec<String>,
    deck: Vec<String>,
    is_deck: bool,
    /// How often the marker has passed in turns in which all played the same card.
    ties: usize,
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
                None => line.split(" / ").for_each(|part| match part.strip_prefix("meanwhile ") {
                    Some(cards) => {
                        let others: Vec<&str> = cards.split(' ').take(self.players.len() - 1).collect();
                        self.turns(game, &format!("discard {}", others.join(" ")));
                    }
                    None => self.lines.push(written_out(part)),
                }),
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
        if verb == "play" {
            return self.plays(&cards);
        }
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

    /// Turns in which all play the same card, or two of two players, and those next to the marker take the eggs. A 9 cancels the others,
    /// and no marker passes.
    fn plays(&mut self, cards: &[&str]) {
        let (seats, eggs) = (self.players.len(), self.players.len().max(4) - 2);
        let first = self.players.iter().position(|name| *name == self.first).expect("a player");
        for cards in cards.chunks(if seats == 2 { 2 } else { 1 }) {
            self.lines.push(format!("reveal{}", " 1".repeat(eggs)));
            self.lines.extend(self.players.iter().map(|name| format!("{name}: play {}", cards.join(" "))));
            if cards != ["9"] {
                let takers = (0..eggs).map(|nth| &self.players[(first + self.ties + nth) % seats]);
                self.lines.extend(takers.map(|name| format!("{name}: take 1")));
                self.ties += 1;
            }
        }
    }

    /// The log up to here.
    fn log(&self, game: &str) -> String {
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
                _ if line.starts_with("position ") => {
                    format!("  {{ position = [{}] }},", line["position ".len()..].replace("\" \"", "\", \""))
                }
                _ => format!("  {line:?},"),
            });
        }
        text.extend((!is_counted).then(|| "]".to_owned()));
        text.join("\n") + "\n"
    }
}

/// What is asked under a heading of a file of cases: the number of the line, the log up to there, what is found against it, and the
/// question.
pub fn each(file: &str, name: &str, mut ask: impl FnMut(usize, &str, &str, Question<'_>)) {
    let text = read(file);
    let game = file.split('/').next().expect("a game's folder").replace('_', "-");
    let (mut opening, mut beginnings) = (Case::default(), BTreeMap::<&str, Vec<&str>>::new());
    let above: Vec<&str> =
        text.lines().take_while(|line| heading(line).is_none()).filter(|line| !line.starts_with('#')).collect();
    for part in above.split(|line| line.is_empty()).filter(|part| !part.is_empty()) {
        match beginning(part[0]) {
            Some(name) => drop(beginnings.insert(name, part[1..].to_vec())),
            None => part.iter().for_each(|line| opening.read(&game, line)),
        }
    }
    let (mut case, mut found) = (opening.clone(), String::new());
    let section = section(&text, name);
    let like = section.first().and_then(|(line, _)| line.strip_prefix("like ")?.split_once(": "));
    let letters = |name: &str| name[..2].to_uppercase() + "-";
    let other = like.map(|(file, like)| read(file).replace(&letters(like), &letters(name))).unwrap_or_default();
    let mut other = like.map(|(_, name)| sections::section(&other, name)).unwrap_or_default();
    // What follows here goes on at the last table there.
    while other.pop_if(|(line, _)| line.is_empty()).is_some() {}
    for (line, number) in other.into_iter().chain(section.into_iter().skip(usize::from(like.is_some()))) {
        if let Some(questions) = asked(line) {
            let log = case.log(&game);
            for question in questions {
                if question.word == "found" {
                    question.text.clone_into(&mut found);
                }
                ask(number, &log, &found, question);
            }
        } else if line.is_empty() {
            (case, found) = (opening.clone(), String::new());
        } else if let Some(lines) = beginning(line).map(|name| &beginnings[name]) {
            for line in lines {
                case.read(&game, line);
            }
        } else if !line.starts_with('#') {
            case.read(&game, line);
        }
    }
}
