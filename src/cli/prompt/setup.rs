//! Prompts for a new game: which game, who plays, by which rules, what is known of the deck, who begins, the name of the log.
//! What was played in this directory before is offered first; Escape goes one question back.

use super::{
    is_terminal,
    terminal::{Given, Question as Line, Terminal, dialog},
};
use crate::{
    archive::stats::{ALIASES, is_aliases},
    cli::{
        files::{self, file_names, file_stem},
        games::games,
        render::{paint::wrap, say},
    },
    log::{Log, LogFile, Moment, Value, check_names, is_log_name},
    referee::NewGame,
    table::{
        Book, DeckKey, RuleValue, TableRule, and_list, count_of,
        escape::{clean, clean_lines},
        is_unseen,
    },
};
use anyhow::Result;
use jiff::{ToSpan as _, civil::Date};
use std::path::Path;

/// How many of the latest logs are searched for earlier players and rules.
const MAX_LOGS: usize = 60;
/// The most groups of players that are offered.
const MAX_GROUPS: usize = 8;

/// A game that is being set up.
pub struct Setup {
    /// What was played in this directory, the latest first.
    past: Vec<Log>,
    today: Date,
    /// The game, once it was chosen.
    pub book: Option<&'static Book>,
    /// What was answered so far.
    pub new: NewGame,
    /// The players' names as they were typed.
    names: String,
    /// The log, once it was written.
    pub file: Option<LogFile>,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    Game,
    Players,
    Rules,
    /// What the deck has to say at this table.
    Deck,
    /// What the table wants to say of its deck.
    Listed,
    First,
    File,
}

/// What came of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Given,
    /// At this table there is nothing to choose.
    Nothing,
    /// The question before is to be asked again.
    Back,
}

/// A table rule in force: its key, its value, and whether that is the usual one.
type InForce = (&'static str, String, bool);

impl Answer {
    fn of(given: Option<()>) -> Self {
        if given.is_some() { Self::Given } else { Self::Back }
    }
}

/// How a game is played: variant and table rules. Two of them are the same if the same rules are in force.
#[derive(Clone)]
struct Way {
    /// What it is called.
    name: String,
    about: String,
    variant: Option<String>,
    rules: Vec<(String, String)>,
    in_force: Vec<(&'static str, String)>,
}

/// The game of that name. Where it could be several, somebody at a terminal is asked.
pub fn named(name: &str, json: bool) -> Result<&'static Book> {
    games().book(name).or_else(|unknown| {
        if unknown.several.is_empty() || json || !is_terminal() {
            return Err(unknown.into());
        }
        let books: Vec<&Book> = games().books().filter(|book| unknown.several.contains(&book.game)).collect();
        let titles: Vec<String> = books.iter().map(|book| book.title.to_owned()).collect();
        let chosen = Terminal::open()?.choose(&format!("Which game is `{}`?", name.trim()), &titles, 0);
        chosen.and_then(|chosen| books.get(chosen).copied()).ok_or_else(|| unknown.into())
    })
}

impl Setup {
    /// A game that is played today, with nothing answered yet.
    pub fn today(by_scores: bool) -> Self {
        let today = Moment::now().on_the_wall().date();
        Self {
            past: files::logs().take(MAX_LOGS).map(|(_, referee)| referee.log().clone()).collect(),
            today,
            book: None,
            new: NewGame { by_scores, date: Some(today.to_string()), ..NewGame::default() },
            names: String::new(),
            file: None,
        }
    }

    /// Asks some questions in their order; none if the first of them is given up.
    pub fn ask(&mut self, terminal: &mut Terminal, questions: &[Question]) -> Option<()> {
        let mut asked = Vec::new();
        let mut at = 0;
        while let Some(question) = questions.get(at) {
            let answer = match question {
                Question::Game => Answer::of(self.game(terminal)),
                Question::Players => Answer::of(self.players(terminal)),
                Question::Rules => self.rules(terminal),
                Question::Deck => self.deck(terminal),
                Question::Listed => self.listed(terminal),
                Question::First => Answer::of(self.first(terminal)),
                Question::File => Answer::of(self.log(terminal)),
            };
            match answer {
                Answer::Given => asked.push(at),
                Answer::Nothing => {}
                Answer::Back => {
                    at = asked.pop()?;
                    continue;
                }
            }
            at += 1;
        }
        Some(())
    }

    /// The text of a log that is set up so.
    fn text(&self, new: &NewGame) -> Option<String> {
        games().start(self.book?.game, new).ok()
    }

    /// The table rules of a game that is set up so, if it can be; and whether each of them is the usual one.
    fn in_force(&self, new: &NewGame) -> Option<Vec<InForce>> {
        let log = Log::parse(self.text(new)?).ok()?;
        Some(games().open(log).ok()?.rules_in_force())
    }

    fn game(&mut self, terminal: &mut Terminal) -> Option<()> {
        let books: Vec<&'static Book> = games().books().collect();
        let label = |book: &&Book| format!("{}   {} players. {}", book.title, book.how_many(), book.about);
        let labels: Vec<String> = books.iter().map(label).collect();
        let before = self.book.or_else(|| games().book(self.past.first()?.game()).ok());
        let default = books.iter().position(|book| before.is_some_and(|before| before.game == book.game)).unwrap_or(0);
        let book = *books.get(terminal.choose("Which game?", &labels, default)?)?;
        if self.book.is_some_and(|before| before.game != book.game) {
            self.new = NewGame { by_scores: self.new.by_scores, date: self.new.date.take(), ..NewGame::default() };
        }
        self.book = Some(book);
        Some(())
    }

    /// Who plays: a group that played here before, or names that are typed.
    fn players(&mut self, terminal: &mut Terminal) -> Option<()> {
        let book = self.book?;
        let groups = self.groups(book);
        let mut labels: Vec<String> =
            groups.iter().map(|log| format!("{}   {}", and_list(log.players()), self.told_of(log))).collect();
        labels.push("others…   type their names".to_owned());
        loop {
            let names = |log: &Log| log.players().iter().map(ToString::to_string).collect::<Vec<String>>();
            let mut chosen = None;
            if !groups.is_empty() {
                let before = groups.iter().position(|log| names(log) == self.new.players);
                let default = before.unwrap_or(if self.names.is_empty() { 0 } else { groups.len() });
                chosen = groups.get(terminal.choose("Who plays, clockwise?", &labels, default)?);
            }
            let players = match chosen {
                Some(log) => Some(names(log)),
                None => self.typed_names(terminal, book),
            };
            if let Some(players) = players {
                if players != self.new.players {
                    self.new.first = None;
                }
                self.new.players = players;
                if self.text(&self.new).is_none() {
                    // What was chosen for another number of players.
                    let NewGame { variant, rules, deck, .. } = &mut self.new;
                    (*variant, *rules, *deck) = Default::default();
                }
                return Some(());
            }
            if groups.is_empty() {
                return None;
            }
        }
    }

    fn typed_names(&mut self, terminal: &mut Terminal, book: &Book) -> Option<Vec<String>> {
        let known: Vec<String> = self.past.iter().flat_map(|log| log.players().iter().map(ToString::to_string)).collect();
        let (typed, names) = ask_names(terminal, book, &self.names, &known)?;
        self.names = typed;
        Some(names)
    }

    /// The latest log of each group of players who can play this game.
    fn groups(&self, book: &Book) -> Vec<Log> {
        let mut groups: Vec<(Vec<String>, Log)> = Vec::new();
        for log in &self.past {
            let mut names: Vec<String> = log.players().iter().map(|name| name.to_lowercase()).collect();
            names.sort();
            if book.players.contains(&names.len()) && groups.iter().all(|(group, _)| *group != names) {
                groups.push((names, log.clone()));
            }
        }
        groups.into_iter().map(|(_, log)| log).take(MAX_GROUPS).collect()
    }

    /// `as on Friday, Blulu`
    fn told_of(&self, log: &Log) -> String {
        let title = games().book(log.game()).map_or_else(|_| log.game().to_string(), |book| book.short_title().to_owned());
        format!("{}: {title}", self.as_on(log))
    }

    /// `as on Friday`
    fn as_on(&self, log: &Log) -> String {
        match log.date() {
            None => "as before".to_owned(),
            Some(day) if day == self.today => "as earlier today".to_owned(),
            Some(day) if day < self.today && day > self.today.saturating_sub(7.days()) => day.strftime("as on %A").to_string(),
            Some(day) => format!("as on {day}"),
        }
    }

    /// By which rules: the usual ones, those of a game before, a variant, or others.
    fn rules(&mut self, terminal: &mut Terminal) -> Answer {
        let Some(book) = self.book.filter(|book| !book.rules.is_empty() || !book.variants.is_empty()) else {
            return Answer::Nothing;
        };
        loop {
            let ways = self.ways(book);
            let can_change = book.rules.iter().any(|rule| !(self.new.by_scores && rule.of_moves));
            if ways.len() < 2 && !can_change {
                return Answer::Nothing;
            }
            let label = |way: &Way| format!("{}   {}", way.name, way.about);
            let mut labels: Vec<String> = ways.iter().map(label).collect();
            labels.extend(can_change.then(|| "others…   change some of them".to_owned()));
            let Some(chosen) = terminal.choose("Which rules?", &labels, 0) else { return Answer::Back };
            let Some(way) = ways.into_iter().nth(chosen) else {
                if self.change_rules(terminal, book).is_some() {
                    return Answer::Given;
                }
                continue;
            };
            (self.new.variant, self.new.rules) = (way.variant, way.rules);
            return Answer::Given;
        }
    }

    /// The ways to play that can be set up with these players: what was chosen before, what was played before, the usual way, and
    /// the variants; each once.
    fn ways(&self, book: &'static Book) -> Vec<Way> {
        let way = |name: &str, about: Option<&str>, variant: Option<String>, rules: Vec<(String, String)>| {
            let new = NewGame { variant, rules, ..self.new.clone() };
            let all = self.in_force(&new)?;
            let changed = || all.iter().filter(|(.., usual)| !usual).map(|(key, value, _)| format!("{key} = {value}"));
            let text = new.variant.iter().cloned().chain(changed()).collect::<Vec<_>>().join(", ");
            let about = about.map_or(text, str::to_owned);
            let in_force = all.into_iter().map(|(key, value, _)| (key, value)).collect();
            Some(Way { name: name.to_owned(), about, variant: new.variant, rules: new.rules, in_force })
        };
        let all = self.usual();
        let heeded = |key| book.rule(key).is_some_and(|rule| self.heeds(rule, &all));
        let text = all.iter().filter(|(key, ..)| heeded(key)).cloned();
        let usual = way("the usual rules", Some(&listed(text)), None, Vec::new());
        let before = self.past.iter().find(|log| {
            let is_this = games().book(log.game()).is_ok_and(|of| of.game == book.game);
            is_this && log.players().len() == self.new.players.len()
        });
        let before = before.and_then(|log| {
            let rules = log.rules().iter().map(|entry| (entry.key.to_string(), given(&entry.value))).collect();
            way(&format!("the rules {}", self.as_on(log)), None, log.variant().map(ToString::to_string), rules)
        });
        let is_chosen = self.new.variant.is_some() || !self.new.rules.is_empty();
        let chosen = way("as chosen", None, self.new.variant.clone(), self.new.rules.clone()).filter(|_| is_chosen);
        let variants = book.variants.iter().map(|of| way(of.name, Some(of.about), Some(of.name.to_owned()), Vec::new()));
        let mut ways: Vec<Way> = Vec::new();
        let is_usual = |way: &Way| usual.as_ref().is_some_and(|usual| usual.in_force == way.in_force);
        let first = chosen.into_iter().chain(before).filter(|way| !is_usual(way));
        for way in first.chain(usual.clone()).chain(variants.flatten()) {
            if ways.iter().all(|other| other.in_force != way.in_force) {
                ways.push(way);
            }
        }
        ways
    }

    /// Whether a rule matters to this game with these in force: where scores alone are kept, one that only moves heed does not,
    /// nor one that another rule makes idle.
    fn heeds(&self, rule: &TableRule, in_force: &[InForce]) -> bool {
        let value = |key: &str| in_force.iter().find(|(other, ..)| *other == key).map(|(_, value, _)| value.as_str());
        let is_idle = self.book.is_some_and(|book| book.is_idle(rule, value));
        !(is_idle || self.new.by_scores && rule.of_moves)
    }

    /// Whether a rule matters with these in force, and can be set up otherwise.
    fn is_open(&self, rule: &TableRule, in_force: &[InForce]) -> bool {
        self.heeds(rule, in_force) && self.values(rule).is_none_or(|values| values.len() > 1)
    }

    /// The table rules that hold if nobody says otherwise.
    fn usual(&self) -> Vec<InForce> {
        self.in_force(&NewGame { variant: None, rules: Vec::new(), ..self.new.clone() }).unwrap_or_default()
    }

    /// Asks which rules are others, one after another.
    fn change_rules(&mut self, terminal: &mut Terminal, book: &'static Book) -> Option<()> {
        loop {
            let in_force = self.in_force(&self.new)?;
            let rules: Vec<&TableRule> = book.rules.iter().copied().filter(|rule| self.is_open(rule, &in_force)).collect();
            let label = |rule: &&TableRule| format!("{} = {}   {}", rule.key, value_of(rule, &in_force), rule.question);
            let labels: Vec<String> = rules.iter().map(label).collect();
            let marked = terminal.choose_several("Which rules are to be others?", &labels)?;
            if marked.is_empty() {
                return Some(());
            }
            for rule in marked.into_iter().filter_map(|at| rules.get(at)) {
                // What was chosen before may have made it idle, or leave it no choice.
                let now = self.in_force(&self.new)?;
                if self.is_open(rule, &now)
                    && let Some(value) = self.value(terminal, rule, value_of(rule, &now))
                {
                    self.new.rules = self.with_rule(rule, value).rules;
                }
            }
        }
    }

    /// Asks for the value of a rule, once it was said what the rule is about.
    fn value(&self, terminal: &mut Terminal, rule: &TableRule, now: &str) -> Option<String> {
        out!("{}", wrap(&format!("{}: {}", rule.key, rule.meaning), "  ", "    "));
        if let Some(values) = self.values(rule) {
            let at = values.iter().position(|value| value == now).unwrap_or(0);
            return values.get(terminal.choose(rule.question, &values, at)?).cloned();
        }
        terminal.text(rule.question, Some(now), "", |text| {
            let value = RuleValue::from_text(text);
            rule.values.read(&value).map(|_| ()).ok_or_else(|| format!("it has to be {}", rule.values))
        })
    }

    /// The same game with one rule set otherwise.
    fn with_rule(&self, rule: &TableRule, value: String) -> NewGame {
        let mut new = self.new.clone();
        new.rules.retain(|(key, _)| key != rule.key);
        new.rules.push((rule.key.to_owned(), value));
        new
    }

    /// The values of a rule that can be set up at this table; none if there are too many to list.
    fn values(&self, rule: &TableRule) -> Option<Vec<String>> {
        let all = rule.values.all()?.into_iter().map(|number| rule.values.write(number).to_string());
        Some(all.filter(|value| self.text(&self.with_rule(rule, value.clone())).is_some()).collect())
    }

    /// The keys of the deck that these players can say: those that have to be said, or the others.
    fn deck_keys(&self, needed: bool) -> Vec<&'static DeckKey> {
        let keys = self.book.map(|book| book.deck).unwrap_or_default().iter();
        keys.filter(|key| key.is_for(self.new.players.len()) && key.one_of.is_empty() != needed).collect()
    }

    /// What was said of a key of the deck.
    fn said(&self, key: &DeckKey) -> &str {
        self.new.deck.iter().find(|(name, _)| name == key.name).map_or("", |(_, said)| said)
    }

    fn say(&mut self, key: &DeckKey, said: String) {
        self.new.deck.retain(|(name, _)| name != key.name);
        if !said.is_empty() {
            self.new.deck.push((key.name.to_owned(), said));
        }
    }

    fn deck(&mut self, terminal: &mut Terminal) -> Answer {
        let mut answer = Answer::Nothing;
        for key in self.deck_keys(true) {
            let words: Vec<String> = key.one_of.iter().map(ToString::to_string).collect();
            let at = words.iter().position(|word| word == self.said(key)).unwrap_or(0);
            let Some(word) = terminal.choose(key.question, &words, at).and_then(|at| words.get(at)) else { return Answer::Back };
            self.say(key, word.clone());
            answer = Answer::Given;
        }
        answer
    }

    fn listed(&mut self, terminal: &mut Terminal) -> Answer {
        let keys = self.deck_keys(false);
        if keys.is_empty() {
            return Answer::Nothing;
        }
        loop {
            let is_said = keys.iter().any(|key| !self.said(key).is_empty());
            match terminal.confirm("Is it known which cards are in play?", is_said) {
                None => return Answer::Back,
                Some(false) => {
                    for key in &keys {
                        self.say(key, String::new());
                    }
                    return Answer::Given;
                }
                Some(true) if self.list(terminal, &keys).is_some() => return Answer::Given,
                Some(true) => {}
            }
        }
    }

    /// Asks what is known of the deck, key by key.
    fn list(&mut self, terminal: &mut Terminal, keys: &[&DeckKey]) -> Option<()> {
        let mut at = 0;
        while let Some(key) = keys.get(at) {
            out!("{}", wrap(&format!("{} As: {}", key.question, key.form), "  ", "    "));
            let said = self.said(key).to_owned();
            let Some(text) = terminal.text(key.name, None, &said, |_| Ok(())) else {
                at = at.checked_sub(1)?;
                continue;
            };
            self.say(key, text);
            at += 1;
            let whole = keys.len() == at;
            if let (true, Some(book)) = (whole, self.book)
                && let Err(refusal) = games().start(book.game, &self.new)
            {
                let text = say::refusal(&refusal, book);
                // Asked again from the first on without which something else, or nothing, is wrong.
                let is_in_it = |key: &&DeckKey| {
                    let mut others = self.new.clone();
                    others.deck.retain(|(name, _)| name != key.name);
                    !games().start(book.game, &others).is_err_and(|other| say::refusal(&other, book) == text)
                };
                at = keys.iter().position(is_in_it).unwrap_or(0);
                out!("{text}");
            }
        }
        Some(())
    }

    /// Who is first: a player, or one that is drawn.
    fn first(&mut self, terminal: &mut Terminal) -> Option<()> {
        let book = self.book?;
        let names = &self.new.players;
        let mut labels = names.clone();
        labels.push("draw one   somebody at random".to_owned());
        let before = names.iter().position(|name| self.new.first.as_ref() == Some(name));
        let chosen = terminal.choose(&format!("Who {}?", book.first), &labels, before.unwrap_or(0))?;
        let is_drawn = chosen >= names.len();
        let first = names.get(if is_drawn { fastrand::usize(..names.len().max(1)) } else { chosen })?.clone();
        if is_drawn {
            dialog::print_wrapped(&format!("Drawn: {} {}.", clean(&first), book.first));
        }
        self.new.first = Some(first);
        Some(())
    }

    /// Writes the log.
    fn log(&mut self, terminal: &mut Terminal) -> Option<()> {
        let book = self.book?;
        match games().start(book.game, &self.new) {
            Ok(text) => {
                let stem = file_stem(book, &self.today.to_string(), &self.new.players);
                self.file = Some(new_file(terminal, &stem, &text)?);
                Some(())
            }
            Err(refusal) => {
                out!("{}", say::refusal(&refusal, book));
                None
            }
        }
    }
}

/// The value of a table rule that is in force.
fn value_of<'a>(rule: &TableRule, in_force: &'a [InForce]) -> &'a str {
    in_force.iter().find(|(key, ..)| *key == rule.key).map_or("", |(_, value, _)| value)
}

/// Table rules in a line: `years = 2, upkeep = 18`.
fn listed(rules: impl IntoIterator<Item = (&'static str, String, bool)>) -> String {
    rules.into_iter().map(|(key, value, _)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

/// A rule's value as it is given on the command line.
fn given(value: &Value) -> String {
    match value {
        Value::Word(word) => word.clone(),
        other => other.to_toml(),
    }
}

/// Asks who plays, with `begun` there to begin with; Tab completes names that are `known`. What was typed, and the names.
pub fn ask_names(terminal: &mut Terminal, book: &Book, begun: &str, known: &[String]) -> Option<(String, Vec<String>)> {
    let some = &["Ada", "Bo", "Cy", "Dov"][..(*book.players.start()).min(4)];
    dialog::print_wrapped(&format!("Who plays, clockwise? {} names, with commas between: {}", book.how_many(), some.join(", ")));
    let mut begun = begun.to_owned();
    loop {
        let complete = |line: &str| complete_name(line, known);
        let question = Line { text: &begun, complete: &complete, ..Line::new("Players: ") };
        let Given::Line(typed) = terminal.line(question) else { return None };
        let names: Vec<String> = typed.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
        match fit(&names, book) {
            Ok(()) => return Some((typed, names)),
            Err(wrong) => out!("{}", wrap(&format!("✘ {}", clean(&wrong)), "", "  ")),
        }
        begun = typed;
    }
}

/// The names that go on what stands behind the last comma.
fn complete_name(line: &str, known: &[String]) -> (usize, Vec<String>) {
    let behind = line.rfind(',').map_or(0, |comma| comma + 1);
    let start = line.len() - line[behind..].trim_start().len();
    let typed = line[start..].to_lowercase();
    let mut names: Vec<String> =
        known.iter().filter(|name| name.to_lowercase().starts_with(&typed) && !name.contains(is_unseen)).cloned().collect();
    names.sort();
    names.dedup();
    (start, names)
}

/// Whether these may play together.
fn fit(names: &[String], book: &Book) -> Result<(), String> {
    check_names(names).map_err(|(_, error)| error.to_string())?;
    let (least, most) = (*book.players.start(), *book.players.end());
    match names.len() {
        few if few < least => {
            let more = count_of(least - few, "more name", "more names");
            Err(format!("{} is for {} players: {more}, with a comma between", book.short_title(), book.how_many()))
        }
        many if many > most => Err(format!("{many} players are too many: no more than {most} can play")),
        _ => Ok(()),
    }
}

/// Asks for the name of a log that is not there yet, and writes it; none if it is given up.
pub fn new_file(terminal: &mut Terminal, stem: &str, text: &str) -> Option<LogFile> {
    let mut begun = String::new();
    loop {
        let usual = file_names(stem).find(|name| !Path::new(name).exists());
        let name = terminal.text("File for the log", usual.as_deref(), &begun, |name| {
            if name.is_empty() { Err("type a name, as sunday.toml".to_owned()) } else { Ok(()) }
        })?;
        let file = if is_log_name(&name) { name.clone() } else { format!("{name}.toml") };
        if is_aliases(Path::new(&file)) {
            out!("{ALIASES} says who else is whom (`stats`), and is no log: choose another name");
            continue;
        }
        match LogFile::create(&file, text.to_owned()) {
            Ok(file) => return Some(file),
            Err(error) => out!("{}", clean_lines(&error.to_string())),
        }
        begun = name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> &'static Book {
        crate::cli::games::games().book("blulu").expect("a game")
    }

    #[test]
    fn names_are_checked_together() {
        let fits = |names: &[&str]| fit(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), book());
        assert!(fits(&["Ada", "Bo"]).is_ok());
        assert!(fits(&["Ada Bo"]).is_err_and(|wrong| wrong.contains("1 more name, with a comma between")), "no comma");
        assert!(fits(&["Ada", "Bo", "Cy", "Di", "Eve"]).is_err_and(|wrong| wrong.contains("5 players are too many")));
        assert!(fits(&["Ada", "ada"]).is_err() && fits(&["A;B", "Bo"]).is_err());
    }

    #[test]
    fn tab_offers_names_behind_the_last_comma() {
        let known = ["Bo", "Ada", "Bo", "Bea"].map(str::to_owned);
        assert_eq!(complete_name("Ada,  b", &known), (6, vec!["Bea".to_owned(), "Bo".to_owned()]));
        assert_eq!(complete_name("a", &known), (0, vec!["Ada".to_owned()]));
    }
}
