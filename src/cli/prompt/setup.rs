//! Prompts for a new game, with defaults from the latest logs in this directory. Escape goes back to the question before.

use super::{
    is_terminal,
    terminal::{LineEvent, LinePrompt, Terminal, print_text},
};
use crate::{
    archive::stats::{ALIASES, is_aliases},
    cli::{
        open_logs::{self, file_names, file_stem},
        program::games,
        render::{messages, style::wrap},
    },
    log::{Log, LogFile, LogValue, OffsetTime, check_names, is_log_name},
    referee::{NewGame, RuleSetting, SetupQuestions},
    table::{
        Book, DeckKey, RuleValue, TableRule, and_list, comparison_key, count_of,
        escape::{clean, clean_lines},
        is_escaped, is_same_name,
    },
};
use anyhow::Result;
use jiff::{ToSpan as _, civil::Date};
use std::path::Path;

/// The number of logs, latest first, in which earlier players and rules are looked up.
const MAX_LOGS: usize = 60;
const MAX_GROUPS: usize = 8;

pub(crate) struct SetupForm {
    /// Logs of this directory, the latest first.
    earlier_logs: Vec<Log>,
    today: Date,
    pub book: Option<&'static Book>,
    pub new: NewGame,
    /// The line of names that was typed last.
    typed_names: String,
    pub file: Option<LogFile>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum SetupQuestion {
    Game,
    Players,
    Rules,
    Deck,
    /// The deck's optional keys, which say what cards are in play.
    CardsInPlay,
    First,
    File,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskResult {
    Answered,
    /// The question was skipped: there is nothing to choose.
    Skipped,
    Back,
}

impl AskResult {
    fn of(answer: Option<()>) -> Self {
        if answer.is_some() { Self::Answered } else { Self::Back }
    }
}

/// A choice of rules, with its label in the menu.
struct RuleSet {
    name: String,
    about: String,
    variant: Option<String>,
    rules: Vec<(String, String)>,
}

/// Finds a game by its name or title. If several match, asks at a terminal.
pub(crate) fn find_book(name: &str, json: bool) -> Result<&'static Book> {
    games().book(name).or_else(|unknown| {
        if unknown.several.is_empty() || json || !is_terminal() {
            return Err(unknown.into());
        }
        let books: Vec<&Book> = games().books().filter(|book| unknown.several.contains(&book.game)).collect();
        let titles: Vec<String> = books.iter().map(|book| book.title.to_owned()).collect();
        let index = Terminal::open()?.choose(&format!("Which game is `{}`?", name.trim()), &titles, 0);
        index.and_then(|index| books.get(index).copied()).ok_or_else(|| unknown.into())
    })
}

impl SetupForm {
    pub(crate) fn today(is_scores_only: bool) -> Self {
        let today = OffsetTime::now().local().date();
        Self {
            earlier_logs: open_logs::logs().take(MAX_LOGS).map(|(_, referee)| referee.log().clone()).collect(),
            today,
            book: None,
            new: NewGame { by_scores: is_scores_only, date: Some(today.to_string()), ..NewGame::default() },
            typed_names: String::new(),
            file: None,
        }
    }

    /// Asks the questions in order. Returns `None` if the user cancels the first one.
    pub(crate) fn ask(&mut self, terminal: &mut Terminal, questions: &[SetupQuestion]) -> Option<()> {
        let mut answered = Vec::new();
        let mut index = 0;
        while let Some(question) = questions.get(index) {
            let answer = match question {
                SetupQuestion::Game => AskResult::of(self.choose_game(terminal)),
                SetupQuestion::Players => AskResult::of(self.ask_players(terminal)),
                SetupQuestion::Rules => self.ask_rules(terminal),
                SetupQuestion::Deck => self.ask_deck(terminal),
                SetupQuestion::CardsInPlay => self.ask_cards_in_play(terminal),
                SetupQuestion::First => AskResult::of(self.ask_first(terminal)),
                SetupQuestion::File => AskResult::of(self.write_log(terminal)),
            };
            match answer {
                AskResult::Answered => answered.push(index),
                AskResult::Skipped => {}
                AskResult::Back => {
                    index = answered.pop()?;
                    continue;
                }
            }
            index += 1;
        }
        Some(())
    }

    fn questions<'a>(&self, new: &'a NewGame) -> Option<SetupQuestions<'a>> {
        Some(SetupQuestions::of(games(), self.book?, new))
    }

    fn in_force(&self, new: &NewGame) -> Option<Vec<RuleSetting>> {
        self.questions(new)?.rules_in_force()
    }

    fn choose_game(&mut self, terminal: &mut Terminal) -> Option<()> {
        let books: Vec<&'static Book> = games().books().collect();
        let label = |book: &&Book| {
            let duration = book.duration().map(|duration| format!(", {duration}")).unwrap_or_default();
            format!("{}   {} players{duration}. {}", book.title, book.player_range(), book.about)
        };
        let labels: Vec<String> = books.iter().map(label).collect();
        let previous = self.book.or_else(|| games().book(self.earlier_logs.first()?.game()).ok());
        let default = books.iter().position(|book| previous.is_some_and(|previous| previous.game == book.game)).unwrap_or(0);
        let book = *books.get(terminal.choose("Which game?", &labels, default)?)?;
        if self.book.is_some_and(|previous| previous.game != book.game) {
            self.new = NewGame { by_scores: self.new.by_scores, date: self.new.date.take(), ..NewGame::default() };
        }
        self.book = Some(book);
        Some(())
    }

    fn ask_players(&mut self, terminal: &mut Terminal) -> Option<()> {
        let book = self.book?;
        let groups = self.groups(book);
        let mut labels: Vec<String> =
            groups.iter().map(|log| format!("{}   {}", and_list(log.players()), self.group_label(log))).collect();
        labels.push("others…   type their names".to_owned());
        loop {
            let names = |log: &Log| log.players().iter().map(ToString::to_string).collect::<Vec<String>>();
            let mut index = groups.len();
            if !groups.is_empty() {
                let previous = groups.iter().position(|log| names(log) == self.new.players);
                let default = previous.unwrap_or(if self.typed_names.is_empty() { 0 } else { groups.len() });
                let question = format!("Who plays, clockwise? ({} players)", book.player_range());
                index = terminal.choose(&question, &labels, default)?;
            }
            let players = match groups.get(index) {
                Some(log) => Some(names(log)),
                None => self.ask_typed_names(terminal, book),
            };
            if let Some(players) = players {
                if players != self.new.players {
                    self.new.first = None;
                }
                self.new.players = players;
                if self.in_force(&self.new).is_none() {
                    // The settings chosen so far don't suit this number of players.
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

    fn ask_typed_names(&mut self, terminal: &mut Terminal, book: &Book) -> Option<Vec<String>> {
        let known_names: Vec<String> =
            self.earlier_logs.iter().flat_map(|log| log.players().iter().map(ToString::to_string)).collect();
        let (line, names) = ask_names(terminal, book, &self.typed_names, &known_names)?;
        self.typed_names = line;
        Some(names)
    }

    /// The latest log of each group of players, if as many players can play this game.
    fn groups(&self, book: &Book) -> Vec<Log> {
        let mut groups: Vec<(Vec<String>, Log)> = Vec::new();
        for log in &self.earlier_logs {
            let mut names: Vec<String> = log.players().iter().map(|name| comparison_key(name)).collect();
            names.sort();
            if book.players.contains(&names.len()) && groups.iter().all(|(group, _)| *group != names) {
                groups.push((names, log.clone()));
            }
        }
        groups.into_iter().map(|(_, log)| log).take(MAX_GROUPS).collect()
    }

    /// `as on Friday: Blulu`
    fn group_label(&self, log: &Log) -> String {
        let title = games().book(log.game()).map_or_else(|_| log.game().to_string(), |book| book.short_title().to_owned());
        format!("{}: {title}", self.day_label(log))
    }

    /// `as on Friday`
    fn day_label(&self, log: &Log) -> String {
        match log.date() {
            None => "as before".to_owned(),
            Some(day) if day == self.today => "as earlier today".to_owned(),
            Some(day) if day < self.today && day > self.today.saturating_sub(7.days()) => day.strftime("as on %A").to_string(),
            Some(day) => format!("as on {day}"),
        }
    }

    /// Asks for the rules: one of the rule sets, or a change of single rules.
    fn ask_rules(&mut self, terminal: &mut Terminal) -> AskResult {
        let Some(book) = self.book.filter(|book| !book.rules.is_empty() || !book.variants.is_empty()) else {
            return AskResult::Skipped;
        };
        loop {
            let rule_sets = self.rule_sets(book);
            let can_change = book.rules.iter().any(|rule| !(self.new.by_scores && rule.moves_only));
            if rule_sets.len() < 2 && !can_change {
                return AskResult::Skipped;
            }
            let label = |rule_set: &RuleSet| format!("{}   {}", rule_set.name, rule_set.about);
            let mut labels: Vec<String> = rule_sets.iter().map(label).collect();
            labels.extend(can_change.then(|| "others…   change some of them".to_owned()));
            let Some(index) = terminal.choose("Which rules?", &labels, 0) else { return AskResult::Back };
            let Some(rule_set) = rule_sets.into_iter().nth(index) else {
                if self.change_rules(terminal).is_some() {
                    return AskResult::Answered;
                }
                continue;
            };
            (self.new.variant, self.new.rules) = (rule_set.variant, rule_set.rules);
            return AskResult::Answered;
        }
    }

    /// The rule sets to choose from: the last choice, the rules of the latest log with as many players, the defaults, and all
    /// variants.
    fn rule_sets(&self, book: &'static Book) -> Vec<RuleSet> {
        let rule_set = |name: &str, about: Option<&str>, variant: Option<String>, rules: Vec<(String, String)>| {
            let new = NewGame { variant, rules, ..self.new.clone() };
            let settings = self.in_force(&new)?;
            let changed = || settings.iter().filter(|(.., default)| !default).map(|(key, value, _)| format!("{key} = {value}"));
            let text = new.variant.iter().cloned().chain(changed()).collect::<Vec<_>>().join(", ");
            let about = about.map_or(text, str::to_owned);
            Some(RuleSet { name: name.to_owned(), about, variant: new.variant, rules: new.rules })
        };
        let defaults = self.defaults();
        let questions = SetupQuestions::of(games(), book, &self.new);
        let has_effect = |key| book.rule(key).is_some_and(|rule| questions.has_effect(rule, &defaults));
        let effective = defaults.iter().filter(|(key, ..)| has_effect(key)).cloned();
        let default_set = rule_set("the usual rules", Some(&rules_text(effective)), None, Vec::new());
        let has_settings = |set: &RuleSet| set.variant.is_some() || !set.rules.is_empty();
        let last_log = self.earlier_logs.iter().find(|log| {
            let is_same_game = games().book(log.game()).is_ok_and(|log_book| log_book.game == book.game);
            is_same_game && log.players().len() == self.new.players.len()
        });
        let previous_set = last_log.and_then(|log| {
            let rules = log.rules().iter().map(|entry| (entry.key.to_string(), as_typed(&entry.value))).collect();
            rule_set(&format!("the rules {}", self.day_label(log)), None, log.variant().map(ToString::to_string), rules)
        });
        let chosen_set = rule_set("as chosen", None, self.new.variant.clone(), self.new.rules.clone());
        let variants = book
            .variants
            .iter()
            .map(|variant| rule_set(variant.name, Some(variant.about), Some(variant.name.to_owned()), Vec::new()));
        let preferred = chosen_set.into_iter().chain(previous_set).filter(has_settings);
        preferred.chain(default_set).chain(variants.flatten()).collect()
    }

    fn defaults(&self) -> Vec<RuleSetting> {
        self.in_force(&NewGame { variant: None, rules: Vec::new(), ..self.new.clone() }).unwrap_or_default()
    }

    fn change_rules(&mut self, terminal: &mut Terminal) -> Option<()> {
        loop {
            let rules = self.questions(&self.new)?.open_rules();
            let label = |(rule, value): &(&TableRule, String)| format!("{} = {value}   {}", rule.key, rule.question);
            let labels: Vec<String> = rules.iter().map(label).collect();
            let marked = terminal.choose_several("Which rules should be different?", &labels)?;
            if marked.is_empty() {
                return Some(());
            }
            for (rule, _) in marked.into_iter().filter_map(|index| rules.get(index)) {
                // After the choices so far, the rule may have no effect, or only one value.
                let settings = self.in_force(&self.new)?;
                if self.questions(&self.new)?.can_change(rule, &settings)
                    && let Some(value) = self.ask_value(terminal, rule, value_of(rule, &settings))
                {
                    self.new = self.new.with_rule(rule.key, value);
                }
            }
        }
    }

    fn ask_value(&self, terminal: &mut Terminal, rule: &TableRule, current: &str) -> Option<String> {
        out!("{}", wrap(&format!("{}: {}", rule.key, rule.meaning), "  ", "    "));
        if let Some(values) = self.questions(&self.new)?.values(rule) {
            let default = values.iter().position(|value| value == current).unwrap_or(0);
            return values.get(terminal.choose(rule.question, &values, default)?).cloned();
        }
        terminal.ask_text(rule.question, Some(current), "", |text| {
            let value = RuleValue::from_text(text);
            rule.values.index_of(&value).map(|_| ()).ok_or_else(|| format!("it has to be {}", rule.values))
        })
    }

    fn deck_value(&self, key: &DeckKey) -> &str {
        self.new.deck.iter().find(|(name, _)| name == key.name).map_or("", |(_, value)| value)
    }

    fn set_deck_value(&mut self, key: &DeckKey, value: String) {
        self.new.deck.retain(|(name, _)| name != key.name);
        if !value.is_empty() {
            self.new.deck.push((key.name.to_owned(), value));
        }
    }

    fn ask_deck(&mut self, terminal: &mut Terminal) -> AskResult {
        let mut answer = AskResult::Skipped;
        let Some(questions) = self.questions(&self.new) else { return AskResult::Skipped };
        for key in questions.required_deck_keys() {
            let words: Vec<String> = key.one_of.iter().map(ToString::to_string).collect();
            let default = words.iter().position(|word| word == self.deck_value(key)).unwrap_or(0);
            let Some(word) = terminal.choose(&key.question_text(true), &words, default).and_then(|index| words.get(index)) else {
                return AskResult::Back;
            };
            self.set_deck_value(key, word.clone());
            answer = AskResult::Answered;
        }
        answer
    }

    fn ask_cards_in_play(&mut self, terminal: &mut Terminal) -> AskResult {
        let Some(questions) = self.questions(&self.new) else { return AskResult::Skipped };
        let keys: Vec<&DeckKey> = questions.cards_in_play().collect();
        if keys.is_empty() {
            return AskResult::Skipped;
        }
        let question = self.book.map_or("", |book| book.deck_question);
        loop {
            let has_values = keys.iter().any(|key| !self.deck_value(key).is_empty());
            match terminal.confirm(question, has_values) {
                None => return AskResult::Back,
                Some(false) => {
                    for key in &keys {
                        self.set_deck_value(key, String::new());
                    }
                    return AskResult::Answered;
                }
                Some(true) if self.ask_deck_values(terminal, &keys).is_some() => return AskResult::Answered,
                Some(true) => {}
            }
        }
    }

    fn ask_deck_values(&mut self, terminal: &mut Terminal, keys: &[&DeckKey]) -> Option<()> {
        let mut index = 0;
        while let Some(key) = keys.get(index) {
            out!("{}", wrap(&format!("{} As: {}", key.question, key.form), "  ", "    "));
            let initial = self.deck_value(key).to_owned();
            let Some(text) = terminal.ask_text(key.name, None, &initial, |_| Ok(())) else {
                index = index.checked_sub(1)?;
                continue;
            };
            self.set_deck_value(key, text);
            index += 1;
            if let (true, Some(book)) = (keys.len() == index, self.book)
                && let Err(refusal) = games().start(book.game, &self.new)
            {
                let text = messages::refusal(&refusal);
                // Ask again from the first key that the refusal depends on.
                let is_involved = |key: &&DeckKey| {
                    let mut without_key = self.new.clone();
                    without_key.deck.retain(|(name, _)| name != key.name);
                    !games().start(book.game, &without_key).is_err_and(|refusal| messages::refusal(&refusal) == text)
                };
                index = keys.iter().position(is_involved).unwrap_or(0);
                out!("{text}");
            }
        }
        Some(())
    }

    fn ask_first(&mut self, terminal: &mut Terminal) -> Option<()> {
        let book = self.book?;
        let names = &self.new.players;
        let mut labels = names.clone();
        labels.push("draw one   somebody at random".to_owned());
        let previous = names.iter().position(|name| self.new.first.as_ref() == Some(name));
        let index =
            terminal.choose(&SetupQuestions::of(games(), book, &self.new).first_question(), &labels, previous.unwrap_or(0))?;
        let is_drawn = index >= names.len();
        let first = names.get(if is_drawn { fastrand::usize(..names.len().max(1)) } else { index })?.clone();
        if is_drawn {
            print_text::print_wrapped(&format!("Drawn: {} {}.", clean(&first), book.first_role));
        }
        self.new.first = Some(first);
        Some(())
    }

    fn write_log(&mut self, terminal: &mut Terminal) -> Option<()> {
        let book = self.book?;
        match games().start(book.game, &self.new) {
            Ok(text) => {
                let stem = file_stem(book, &self.today.to_string(), &self.new.players);
                self.file = Some(new_file(terminal, &stem, &text)?);
                Some(())
            }
            Err(refusal) => {
                out!("{}", messages::refusal(&refusal));
                None
            }
        }
    }
}

fn value_of<'a>(rule: &TableRule, in_force: &'a [RuleSetting]) -> &'a str {
    in_force.iter().find(|(key, ..)| *key == rule.key).map_or("", |(_, value, _)| value)
}

/// Table rules on one line: `years = 2, upkeep = 18`.
fn rules_text(rules: impl IntoIterator<Item = (&'static str, String, bool)>) -> String {
    rules.into_iter().map(|(key, value, _)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

/// The text of a rule's value, as a user types it.
fn as_typed(value: &LogValue) -> String {
    match value {
        LogValue::Word(word) => word.clone(),
        value => value.to_toml(),
    }
}

/// Asks for the players in a line that begins with `initial`. Tab completes `known_names`. Returns the line and the names.
pub(crate) fn ask_names(
    terminal: &mut Terminal,
    book: &Book,
    initial: &str,
    known_names: &[String],
) -> Option<(String, Vec<String>)> {
    let example = &["Ada", "Bo", "Cy", "Dov"][..(*book.players.start()).min(4)];
    print_text::print_wrapped(&format!(
        "Who plays, clockwise? {} names, with commas between: {}",
        book.player_range(),
        example.join(", ")
    ));
    let mut initial = initial.to_owned();
    loop {
        let complete = |line: &str| complete_name(line, known_names);
        let question = LinePrompt { text: &initial, complete: &complete, ..LinePrompt::new("Players: ") };
        let LineEvent::Line(typed) = terminal.ask_line(question) else { return None };
        let names = names_in(&typed);
        match check_players(&names, book) {
            Ok(()) => return Some((typed, names)),
            Err(error) => out!("{}", wrap(&format!("✘ {}", clean(&error)), "", "  ")),
        }
        initial = typed;
    }
}

/// The names in a line, separated by commas, `&` or `and`.
fn names_in(line: &str) -> Vec<String> {
    let names = line.split([',', '&']).flat_map(|names| names.split(" and "));
    names.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect()
}

/// The completions of the name after the last comma or `&`.
fn complete_name(line: &str, known_names: &[String]) -> (usize, Vec<String>) {
    let comma = line.rfind([',', '&']).map_or(0, |comma| comma + 1);
    let start = line.len() - line[comma..].trim_start().len();
    let typed = comparison_key(&line[start..]);
    let mut names: Vec<String> = known_names
        .iter()
        .filter(|name| comparison_key(name).starts_with(&typed) && !name.contains(is_escaped))
        .cloned()
        .collect();
    names.sort_by_cached_key(|name| comparison_key(name));
    names.dedup_by(|name, previous| is_same_name(name, previous));
    (start, names)
}

fn check_players(names: &[String], book: &Book) -> Result<(), String> {
    check_names(names).map_err(|(_, error)| error.to_string())?;
    let (least, most) = (*book.players.start(), *book.players.end());
    match names.len() {
        count if count < least => {
            let more = count_of(least - count, "more name", "more names");
            Err(format!("{} is for {} players: {more}, with a comma between", book.short_title(), book.player_range()))
        }
        count if count > most => Err(format!("{count} players are too many: no more than {most} can play")),
        _ => Ok(()),
    }
}

/// Asks for the name of a new log, and writes the log. Returns `None` if the user cancels.
pub(crate) fn new_file(terminal: &mut Terminal, stem: &str, text: &str) -> Option<LogFile> {
    let mut initial = String::new();
    loop {
        let default = file_names(stem).find(|name| !Path::new(name).exists());
        let name = terminal.ask_text("File for the log", default.as_deref(), &initial, |name| {
            if name.is_empty() { Err("type a name, as sunday.toml".to_owned()) } else { Ok(()) }
        })?;
        let file_name = if is_log_name(&name) { name.clone() } else { format!("{name}.toml") };
        if is_aliases(Path::new(&file_name)) {
            out!("{ALIASES} is the alias file of `stats`: choose another name");
            continue;
        }
        match LogFile::create(&file_name, text.to_owned()) {
            Ok(file) => return Some(file),
            Err(error) => out!("{}", clean_lines(&error.to_string())),
        }
        initial = name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> &'static Book {
        crate::cli::program::games().book("blulu").expect("a game")
    }

    #[test]
    fn names_are_checked_together() {
        let check = |names: &[&str]| check_players(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), book());
        assert!(check(&["Ada", "Bo"]).is_ok());
        assert!(check(&["Ada Bo"]).is_err_and(|wrong| wrong.contains("1 more name, with a comma between")), "no comma");
        assert!(check(&["Ada", "Bo", "Cy", "Di", "Eve"]).is_err_and(|wrong| wrong.contains("5 players are too many")));
        assert!(check(&["Ada", "ada"]).is_err() && check(&["A;B", "Bo"]).is_err());
    }

    #[test]
    fn names_have_commas_or_and_between_them() {
        for line in ["Bob & Cleo", "Bob, Cleo", " Bob&Cleo, ", "Bob and Cleo"] {
            assert_eq!(names_in(line), ["Bob", "Cleo"], "{line}");
        }
        assert_eq!(names_in("Andy, Sandra and Ferdinand & Bo"), ["Andy", "Sandra", "Ferdinand", "Bo"]);
    }

    #[test]
    fn tab_offers_names_after_the_last_comma() {
        let known_names = ["Bo", "Ada", "Bo", "Bea"].map(str::to_owned);
        assert_eq!(complete_name("Ada,  b", &known_names), (6, vec!["Bea".to_owned(), "Bo".to_owned()]));
        assert_eq!(complete_name("a", &known_names), (0, vec!["Ada".to_owned()]));
    }
}
