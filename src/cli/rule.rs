//! `rule`: tells the table rules of a running game, and changes them; the whole log is judged again.

use super::{
    agree::Asking,
    answer::{Answer, not_done},
    escape::clean,
    files,
    paint::{strong, wrap},
    rules,
};
use anyhow::{Result, anyhow};
use fowlplay::{
    actions::{self, Action},
    referee::{Referee, document},
    table::{Book, and_list, did_you_mean},
};
use serde_json::json;
use std::path::PathBuf;

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay rule game.toml upkeep=20
  fowlplay rule game.toml years=3 upkeep=20
  fowlplay rule game.toml                (the table rules of this game; upkeep: that one)

On a terminal it says what would change, and asks before it writes.

With --json: as of `amend`; of rules that are only told {\"rules\": [{\"key\", \"now\", \"values\", \"default\", \"clause\", \"meaning\"}]}.";

/// Which rules, and what they are to be.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The log
    file: PathBuf,
    /// A table rule and its value; a key alone tells what it can be, and without one all are told
    #[arg(value_name = "KEY=VALUE")]
    changes: Vec<String>,
    #[command(flatten)]
    asking: Asking,
}

/// Tells or changes table rules.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let changes = || args.changes.iter().map(|change| actions::pair(change)).collect::<Result<Vec<_>, _>>();
    let (key, changes) = match &args.changes[..] {
        [] => (None, Vec::new()),
        [key] if !key.contains('=') => (Some(key.trim()), Vec::new()),
        _ => (None, changes().map_err(|problem| anyhow!("{problem}, as upkeep=20; a key alone stands alone"))?),
    };
    if changes.is_empty() {
        return told(&*files::read(&args.file)?, key, json);
    }
    let mut workspace = files::open(&args.file)?;
    let book = workspace.referee()?.book();
    let done = done(&changes);
    let outcome = workspace.preview(&Action::Rules { rules: changes }).map_err(not_done(book))?;
    args.asking.commit(&mut workspace, &outcome, &done, book, json)
}

fn told(referee: &dyn Referee, key: Option<&str>, json: bool) -> Result<Answer> {
    let unknown = |key: &str| anyhow!("{}", no_rule(referee.book(), key));
    if json {
        let mut rules = document::rules_in_force(referee);
        if let Some(key) = key {
            rules.retain(|rule| rule["key"] == key);
            if rules.is_empty() {
                return Err(unknown(key));
            }
        }
        return Answer::of_log(&json!({"rules": rules}), referee.halted());
    }
    match key {
        None => Ok(Answer::text(all(referee, "`fowlplay rule FILE KEY`"))),
        Some(key) => one(referee, key, "fowlplay rule FILE").map(Answer::text).ok_or_else(|| unknown(key)),
    }
}

/// Every table rule of a game: what it is now, and what it is about. `asked` tells more of one.
pub fn all(referee: &dyn Referee, asked: &str) -> String {
    let told = referee.rules_in_force().into_iter().map(|(key, value, is_usual)| {
        let meaning = referee.book().rule(key).map(|rule| rule.meaning).unwrap_or_default();
        let mark = if is_usual { "" } else { " (changed)" };
        wrap(&format!("{key}={}{mark}  {meaning}", clean(&value)), "  ", "    ")
    });
    let head = format!("The table rules of this game; {asked} tells what one can be:");
    [wrap(&head, "", "")].into_iter().chain(told).collect::<Vec<_>>().join("\n")
}

/// What a table rule is about, what it is now and can be, and how `command` changes it; none if there is no such rule.
pub fn one(referee: &dyn Referee, key: &str, command: &str) -> Option<String> {
    let book = referee.book();
    let rule = book.rule(key)?;
    let now = referee.rules_in_force().into_iter().find(|(known, ..)| *known == rule.key);
    Some(rules::in_force(rule, book, referee.rules(), &now.map(|(_, value, _)| value).unwrap_or_default(), command))
}

/// There is no such table rule: which there are.
pub fn no_rule(book: &Book, key: &str) -> String {
    let meant = did_you_mean(key, book.rules.iter().map(|rule| rule.key));
    let meant = meant.map_or_else(|| ".".to_owned(), |meant| format!("; did you mean `{meant}`?"));
    format!("{} has no table rule `{}`{meant} {}", book.short_title(), clean(key), keys(book))
}

/// The keys of a game's table rules, in a sentence.
pub fn keys(book: &Book) -> String {
    let keys: Vec<&str> = book.rules.iter().map(|rule| rule.key).collect();
    if keys.is_empty() { "This game has none.".to_owned() } else { format!("The keys are {}.", and_list(&keys)) }
}

/// What the rules are now.
pub fn done(pairs: &[(String, String)]) -> String {
    let now: Vec<String> = pairs.iter().map(|(key, value)| clean(&format!("{key} = {value}")).into_owned()).collect();
    format!("{}, for the whole game", strong(&now.join(", ")))
}
