//! The menu of the bare command: a new game, one to go on with, a score by hand, one to look at. And what a new game asks: who
//! plays and who is first, the variant and the table rules, and a name for the log.

use super::{
    answer::{self, Answer},
    escape::{clean, clean_lines},
    files,
    new::{file_names, file_stem},
    paint::wrap,
    play::{self, dialog, out},
    say, sheet, tally,
    terminal::Terminal,
    zones,
};
use anyhow::Result;
use fowlplay::{
    log::{LogFile, check_name, check_names},
    referee::{self, NewGame, Referee},
    table::{Book, DeckKey, Progress, RuleValue, Values, and_list},
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::SystemTime,
};

/// More logs than these are not listed.
const MOST: usize = 60;

/// Asks what to do until one thing is done, or nothing is wanted.
pub fn run() -> Result<ExitCode> {
    let mut open = Some(play::open_terminal()?);
    while let Some(terminal) = &mut open {
        let choices =
            ["Start a new game", "Go on with a game", "Score a game by hand", "Look at a game", "Leave"].map(str::to_owned);
        match terminal.menu("fowlplay: what is it to be?", &choices, 0) {
            Some(0) => {
                if let Some(file) = new_log(terminal) {
                    return play::at_table(file, terminal);
                }
            }
            Some(1) => {
                if let Some(path) = choose_log(terminal, "Which game?") {
                    match files::hold(&path) {
                        Ok(file) => return play::at_table(file, terminal),
                        Err(error) => out!("{}", answer::words(&error)),
                    }
                }
            }
            Some(2) => {
                if let Some((book, new)) = counted_game(terminal) {
                    return tally::count(book, &new, &[], false, &mut open).map(Answer::give);
                }
            }
            Some(3) => {
                if let Some(path) = choose_log(terminal, "Which game?") {
                    look(&path);
                }
            }
            _ => break,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn look(path: &Path) {
    match files::read(path) {
        Ok(referee) => {
            out!("\n{}", zones::whole(&referee.zones().open));
            out!("\n{}\n", sheet::paint(&referee.sheet(), referee.book()));
            let file = say::quoted(&path.display().to_string());
            let file = clean(&file);
            out!("`fowlplay show {file}` shows what is known of hands, `fowlplay check {file}` judges every line.\n");
        }
        Err(error) => out!("{}", answer::words(&error)),
    }
}

/// A log of this directory, or another one that is named.
fn choose_log(terminal: &mut Terminal, question: &str) -> Option<PathBuf> {
    let logs = logs(Path::new("."));
    if logs.is_empty() {
        out!("There is no log of a game in this directory.");
    }
    let mut labels: Vec<String> = logs.iter().map(|(_, label)| label.clone()).collect();
    labels.push("another file…".to_owned());
    let chosen = if logs.is_empty() { 0 } else { terminal.menu(question, &labels, 0)? };
    if let Some((path, _)) = logs.into_iter().nth(chosen) {
        return Some(path);
    }
    let name = terminal.text("File (Enter alone goes back)", None, |_| Ok(()))?;
    if name.is_empty() { None } else { Some(PathBuf::from(name)) }
}

/// The logs in a directory, the newest first, and what is told of each.
fn logs(directory: &Path) -> Vec<(PathBuf, String)> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut found: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter(|entry| is_log(entry.file_name()))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, PathBuf::from(entry.file_name()))))
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    let told = found.into_iter().filter_map(|(_, path)| {
        let referee = referee::open(LogFile::read(&path).ok()?).ok()?;
        let label = format!("{}: {}", clean(&path.display().to_string()), state(referee.as_ref()));
        Some((path, label))
    });
    told.take(MOST).collect()
}

/// `Blulu, Ada and Bo, round 2`.
fn state(referee: &dyn Referee) -> String {
    let book = referee.book();
    let round = referee.log().rounds().len();
    let stands = match referee.progress() {
        _ if referee.halted().is_some() => "has a line that cannot be".to_owned(),
        Progress::Ready(_) => "not begun".to_owned(),
        Progress::Underway => format!("{} {round}", book.round),
        Progress::RoundOver(_) => format!("{} {round} is over", book.round),
        Progress::GameOver => match &referee.sheet().winners[..] {
            [] => "over".to_owned(),
            winners => format!("{} won", and_list(winners)),
        },
    };
    format!("{}, {}, {stands}", book.title, and_list(referee.players().names()))
}

/// Asks all that a new log needs, and writes it; none if it was given up.
fn new_log(terminal: &mut Terminal) -> Option<LogFile> {
    let book = game(terminal)?;
    let today = jiff::Zoned::now().date().to_string();
    let mut new = NewGame { players: players(terminal, book)?, date: Some(today.clone()), ..NewGame::default() };
    new.first = Some(pick(terminal, &format!("Who {}?", book.first), &new.players)?);
    new.variant = variant(terminal, book)?;
    new.rules = rules(terminal, book, new.variant.as_deref())?;
    new.deck = deck(terminal, book, &new)?;
    let text = match referee::start(book.game, &new) {
        Ok(text) => text,
        Err(refusal) => {
            out!("{}", say::refusal(&refusal, book));
            return None;
        }
    };
    let stem = file_stem(book, &today, &new.players);
    loop {
        let name = file_name(terminal, &stem)?;
        match LogFile::create(&name, text.clone()) {
            Ok(file) => return Some(file),
            Err(error) => out!("{}", clean_lines(&error.to_string())),
        }
    }
}

/// Asks which game lies on the table to be counted; none if it was given up.
fn counted_game(terminal: &mut Terminal) -> Option<(&'static Book, NewGame)> {
    let book = game(terminal)?;
    Some((book, NewGame { variant: variant(terminal, book)?, ..NewGame::default() }))
}

/// Asks for one of `answers`; none if it is given up.
fn pick(terminal: &mut Terminal, question: &str, answers: &[String]) -> Option<String> {
    answers.get(terminal.menu(question, answers, 0)?).cloned()
}

fn game(terminal: &mut Terminal) -> Option<&'static Book> {
    let books: Vec<&Book> = referee::books().collect();
    let labels: Vec<String> =
        books.iter().map(|book| format!("{}   {} players. {}", book.title, book.how_many(), book.about)).collect();
    books.get(terminal.menu("Which game?", &labels, 0)?).copied()
}

fn players(terminal: &mut Terminal, book: &Book) -> Option<Vec<String>> {
    let (least, most) = (*book.players.start(), *book.players.end());
    dialog::tell("Who plays? Clockwise; one name at a time, or with commas between.");
    let mut names: Vec<String> = Vec::new();
    while names.len() < most {
        let enough = names.len() >= least;
        let question = format!("Player {}{}", names.len() + 1, if enough { " (Enter alone: that's all)" } else { "" });
        let typed = terminal.text(&question, None, |typed| fits(&names, typed, enough, most))?;
        if typed.is_empty() {
            break;
        }
        names.extend(parted(&typed));
    }
    Some(names)
}

/// The names of an answer: somebody may well type them all at once.
fn parted(typed: &str) -> impl Iterator<Item = String> {
    typed.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Whether what was typed may follow the names that are there; with enough of them, nothing is fine too.
fn fits(names: &[String], typed: &str, enough: bool, most: usize) -> Result<(), String> {
    let all: Vec<String> = names.iter().cloned().chain(parted(typed)).collect();
    if all.len() == names.len() {
        return if enough { Ok(()) } else { Err("one more player is needed: type a name".to_owned()) };
    }
    if all.len() > most {
        return Err(format!("{} players are too many: no more than {most} can play", all.len()));
    }
    parted(typed).try_for_each(|name| check_name(&name).map_err(|error| error.to_string()))?;
    check_names(&all).map_err(|(_, error)| error.to_string())
}

/// The outer none: given up. The inner none: no variant.
#[allow(clippy::option_option)]
fn variant(terminal: &mut Terminal, book: &Book) -> Option<Option<String>> {
    if book.variants.is_empty() {
        return Some(None);
    }
    let mut labels = vec![format!("{} itself", book.title)];
    labels.extend(book.variants.iter().map(|variant| format!("{}: {}", variant.name, variant.about)));
    let chosen = terminal.menu("Which variant?", &labels, 0)?;
    Some(chosen.checked_sub(1).and_then(|chosen| book.variants.get(chosen)).map(|variant| variant.name.to_owned()))
}

/// Each table rule in a sentence; only what differs from the default is kept.
fn rules(terminal: &mut Terminal, book: &Book, variant: Option<&str>) -> Option<Vec<(String, String)>> {
    let sets = variant.and_then(|name| book.variant(name)).map_or(&[][..], |variant| variant.sets);
    let mut chosen = Vec::new();
    if !book.rules.is_empty() {
        out!("The table rules. Enter takes the usual one.");
    }
    for rule in book.rules {
        let usual = sets.iter().find(|(key, _)| *key == rule.key).map(|(_, value)| (*value).to_owned());
        let usual = usual.unwrap_or_else(|| rule.values.write(rule.values.default()).to_string());
        let value = match values(&rule.values) {
            Some(values) => {
                out!("{}", wrap(&format!("{}: {}", rule.key, rule.meaning), "  ", "    "));
                let at = values.iter().position(|value| *value == usual).unwrap_or(0);
                values.get(terminal.menu(rule.question, &values, at)?)?.clone()
            }
            None => terminal.text(rule.question, Some(&usual), |text| {
                let value = RuleValue::from_text(text);
                rule.values.read(&value).map(|_| ()).ok_or_else(|| format!("it has to be {}", rule.values))
            })?,
        };
        if value != usual {
            chosen.push((rule.key.to_owned(), value));
        }
    }
    Some(chosen)
}

/// What the deck has to say at this table, and what the table wants to say of it.
fn deck(terminal: &mut Terminal, book: &Book, new: &NewGame) -> Option<Vec<(String, String)>> {
    let keys = book.deck.iter().filter(|key| key.is_for(new.players.len()));
    let (needed, free): (Vec<&DeckKey>, Vec<&DeckKey>) = keys.partition(|key| !key.one_of.is_empty());
    let mut said = Vec::new();
    for key in needed {
        let words: Vec<String> = key.one_of.iter().map(ToString::to_string).collect();
        said.push((key.name.to_owned(), pick(terminal, short(key.question, key), &words)?));
    }
    let with = |deck: Vec<(String, String)>| NewGame { deck, ..new.clone() };
    if free.is_empty() || referee::start(book.game, &with(said.clone())).is_err() {
        return Some(said);
    }
    let answers = ["no", "yes"].map(str::to_owned);
    if terminal.menu("Is it known which cards are in play, so that no others can turn up?", &answers, 0)? == 0 {
        return Some(said);
    }
    loop {
        let mut all = said.clone();
        for key in &free {
            let text = terminal.text(short(&format!("{} As {}", key.question, key.form), key), None, |_| Ok(()))?;
            all.extend((!text.is_empty()).then(|| (key.name.to_owned(), text)));
        }
        match referee::start(book.game, &with(all.clone())) {
            Ok(_) => return Some(all),
            Err(refusal) => out!("{}", say::refusal(&refusal, book)),
        }
    }
}

/// A question that fits into a line with its answer; a longer one is read out first, and the key stands for it.
fn short<'a>(question: &'a str, key: &DeckKey) -> &'a str {
    const FITS: usize = 60;
    if question.chars().count() <= FITS {
        return question;
    }
    out!("{}", wrap(question, "  ", "    "));
    key.name
}

/// The values to choose from; none if there are too many to list.
fn values(values: &Values) -> Option<Vec<String>> {
    match values {
        Values::Word(words) => Some(words.iter().map(ToString::to_string).collect()),
        Values::OneOf(numbers) => Some(numbers.iter().map(ToString::to_string).collect()),
        Values::Flag { .. } => Some(vec!["false".to_owned(), "true".to_owned()]),
        Values::Whole { .. } => None,
    }
}

pub fn file_name(terminal: &mut Terminal, stem: &str) -> Option<String> {
    let usual = file_names(stem).find(|name| !Path::new(name).exists());
    let name = terminal.text("File for the log", usual.as_deref(), |name| {
        if name.is_empty() { Err("type a name, as sunday.toml".to_owned()) } else { Ok(()) }
    })?;
    Some(if is_log(&name) { name } else { format!("{name}.toml") })
}

/// Whether a file is named as logs are.
fn is_log(name: impl AsRef<Path>) -> bool {
    name.as_ref().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_logs_are_listed() -> std::io::Result<()> {
        let directory = tempfile::tempdir()?;
        std::fs::write(directory.path().join("other.toml"), "[package]\nname = \"x\"\n")?;
        std::fs::write(directory.path().join("notes.txt"), "fowlplay = 1")?;
        assert!(logs(directory.path()).is_empty());
        Ok(())
    }

    #[test]
    fn a_name_is_checked_as_it_is_typed() {
        let names = ["Ada".to_owned()];
        assert!(fits(&names, "Bo", false, 3).is_ok());
        assert!(fits(&names, "Bo, Cy", false, 3).is_ok(), "all at once");
        assert!(fits(&names, "Bo, Cy, Di", false, 3).is_err(), "four are too many");
        assert!(fits(&names, "ada", false, 3).is_err());
        assert!(fits(&names, "A;B", true, 3).is_err());
        assert!(fits(&names, "", true, 3).is_ok() && fits(&names, "", false, 3).is_err());
    }
}
