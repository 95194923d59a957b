//! What a new game asks: the game, who plays and who is first, the variant and the table rules, and a name for the log.

use super::{
    answer::Answer,
    failure::Failure,
    new::slug,
    play::{ask, out, tell},
    say,
};
use fowlplay::{
    log::{LogFile, check_name, check_names},
    referee::{self, NewGame},
    table::{Book, DeckKey, Values},
};
use std::path::Path;

/// Asks all that a new log needs, and writes it; none if it was given up.
pub fn new_log() -> Option<LogFile> {
    let book = game()?;
    let mut new = NewGame { players: players(book)?, ..NewGame::default() };
    new.date = Some(jiff::Zoned::now().date().to_string());
    new.first = Some(first(book, &new.players)?);
    new.variant = variant(book)?;
    new.rules = rules(book, new.variant.as_deref())?;
    new.deck = deck(book, &new)?;
    let text = match referee::start(book.game, &new) {
        Ok(text) => text,
        Err(refusal) => {
            out!("{}", say::refusal(&refusal, Some(book)));
            return None;
        }
    };
    let stem = slug(&format!("{}-{}-{}", book.game, new.date.as_deref().unwrap_or_default(), new.players.join("-")));
    loop {
        let name = file_name(&stem)?;
        match LogFile::create(&name, text.clone()) {
            Ok(file) => return Some(file),
            Err(error) => out!("{}", Failure::from(error).words()),
        }
    }
}

/// Asks which game lies on the table, and counts it with no log; none if it was given up.
pub fn tally() -> Option<Result<Answer, Failure>> {
    let book = game()?;
    let variant = variant(book)?;
    Some(super::tally::run(&super::tally::asking(book, variant), false))
}

fn game() -> Option<&'static Book> {
    let books: Vec<&Book> = referee::books().collect();
    let labels: Vec<String> =
        books.iter().map(|book| format!("{}   {} players. {}", book.title, book.how_many(), book.about)).collect();
    books.get(ask::one_of("Which game?", &labels, 0)?).copied()
}

fn players(book: &Book) -> Option<Vec<String>> {
    let (least, most) = (*book.players.start(), *book.players.end());
    tell::line("Who plays? Clockwise; one name at a time, or with commas between.");
    let mut names: Vec<String> = Vec::new();
    while names.len() < most {
        let enough = names.len() >= least;
        let question = format!("Player {}{}", names.len() + 1, if enough { " (Enter alone: that's all)" } else { "" });
        let typed = ask::text(&question, None, |typed| fits(&names, typed, enough, most))?;
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

fn first(book: &Book, names: &[String]) -> Option<String> {
    let chosen = ask::one_of(&format!("Who {}?", book.first), names, 0)?;
    names.get(chosen).cloned()
}

/// The outer none: given up. The inner none: no variant.
#[allow(clippy::option_option)]
fn variant(book: &Book) -> Option<Option<String>> {
    if book.variants.is_empty() {
        return Some(None);
    }
    let mut labels = vec![format!("{} itself", book.title)];
    labels.extend(book.variants.iter().map(|variant| format!("{}: {}", variant.name, variant.about)));
    let chosen = ask::one_of("Which variant?", &labels, 0)?;
    Some(chosen.checked_sub(1).and_then(|chosen| book.variants.get(chosen)).map(|variant| variant.name.to_owned()))
}

/// Each table rule in a sentence; only what differs from the default is kept.
fn rules(book: &Book, variant: Option<&str>) -> Option<Vec<(String, String)>> {
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
                out!("{}", super::paint::wrap(&format!("{}: {}", rule.key, rule.meaning), "  ", "    "));
                let at = values.iter().position(|value| *value == usual).unwrap_or(0);
                values.get(ask::one_of(rule.question, &values, at)?)?.clone()
            }
            None => ask::text(rule.question, Some(&usual), |text| {
                let value = fowlplay::table::RuleValue::from_text(text);
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
fn deck(book: &Book, new: &NewGame) -> Option<Vec<(String, String)>> {
    let keys = book.deck.iter().filter(|key| key.is_for(new.players.len()));
    let (needed, free): (Vec<&DeckKey>, Vec<&DeckKey>) = keys.partition(|key| !key.one_of.is_empty());
    let mut said = Vec::new();
    for key in needed {
        let words: Vec<String> = key.one_of.iter().map(|word| (*word).to_owned()).collect();
        let chosen = words.get(ask::one_of(short(key.question, key), &words, 0)?)?;
        said.push((key.name.to_owned(), chosen.clone()));
    }
    let with = |deck: Vec<(String, String)>| NewGame { deck, ..new.clone() };
    if free.is_empty() || referee::start(book.game, &with(said.clone())).is_err() {
        return Some(said);
    }
    let answers = ["no", "yes"].map(str::to_owned);
    if ask::one_of("Is it known which cards are in play, so that no others can turn up?", &answers, 0)? == 0 {
        return Some(said);
    }
    loop {
        let mut all = said.clone();
        for key in &free {
            let text = ask::text(short(&format!("{} As {}", key.question, key.form), key), None, |_| Ok(()))?;
            all.extend((!text.is_empty()).then(|| (key.name.to_owned(), text)));
        }
        match referee::start(book.game, &with(all.clone())) {
            Ok(_) => return Some(all),
            Err(refusal) => out!("{}", say::refusal(&refusal, Some(book))),
        }
    }
}

/// A question that fits into a line with its answer; a longer one is read out first, and the key stands for it.
fn short<'a>(question: &'a str, key: &DeckKey) -> &'a str {
    const FITS: usize = 60;
    if question.chars().count() <= FITS {
        return question;
    }
    out!("{}", super::paint::wrap(question, "  ", "    "));
    key.name
}

/// The values to choose from; none if there are too many to list.
fn values(values: &Values) -> Option<Vec<String>> {
    match values {
        Values::Word(words) => Some(words.iter().map(|word| (*word).to_owned()).collect()),
        Values::OneOf(numbers) => Some(numbers.iter().map(ToString::to_string).collect()),
        Values::Flag { .. } => Some(vec!["false".to_owned(), "true".to_owned()]),
        Values::Whole { .. } => None,
    }
}

fn file_name(stem: &str) -> Option<String> {
    let free = |name: &String| !Path::new(name).exists();
    let usual = std::iter::once(format!("{stem}.toml")).chain((2..1000).map(|nth| format!("{stem}-{nth}.toml"))).find(free);
    let name = ask::text("File for the log", usual.as_deref(), |name| {
        if name.is_empty() { Err("type a name, as sunday.toml".to_owned()) } else { Ok(()) }
    })?;
    let has_ending = Path::new(&name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    Some(if has_ending { name } else { format!("{name}.toml") })
}

#[cfg(test)]
mod tests {
    use super::*;

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
