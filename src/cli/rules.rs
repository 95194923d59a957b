//! `rules`: the rule book of a game, or one clause of it.

use super::{
    answer::Answer,
    paint::{faint, strong, wrap},
    say,
};
use anyhow::{Result, anyhow};
use fowlplay::{
    referee::{self, document},
    table::{Book, ClauseText, DeckKey, RuleValues, Section, TABLE_CLAUSES, TableRule, Variant, VerbText, did_you_mean, or_list},
};
use serde_json::{Value, json};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay rules                         (which games there are)
  fowlplay rules emu-ranchers
  fowlplay rules emu-ranchers ER-4.2     (a clause; ER-4 a section, upkeep a table rule)

With --json: {\"game\", \"title\", \"designer\", \"about\", \"players\": [LEAST, MOST], \"sections\": [{\"title\", \"clauses\": [{\"id\", \"text\"}]}], \"rules\": [{\"key\", \"values\", \"default\", \"clause\", \"meaning\"}], \"variants\": [{\"name\", \"about\", \"sets\"}], \"steps\": [{\"name\", \"letter\", \"form\", \"about\"}], \"deck\", \"tally\"}; with CLAUSE: {\"clauses\": [{\"id\", \"text\"}], \"rules\": […]}; without GAME: {\"games\": [{\"game\", \"title\", \"about\", \"players\"}]}.";

/// Which book.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: its name or its title
    game: Option<String>,
    /// A clause, a section or a table rule
    clause: Option<String>,
}

/// Shows the rules.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let Some(game) = &args.game else { return games(json) };
    let book = referee::book(game)?;
    let values = RuleValues::defaults(book);
    if !json {
        return told(book, &values, args.clause.as_deref()).map(Answer::text);
    }
    let Some(wanted) = &args.clause else { return Answer::json(&document::book(book, &values)) };
    let (clauses, rules) = find(book, wanted)?;
    let clauses: Vec<Value> = clauses.into_iter().map(|clause| document::clause(clause, book, &values)).collect();
    let rules: Vec<Value> = rules.into_iter().map(document::rule).collect();
    Answer::json(&json!({"clauses": clauses, "rules": rules}))
}

/// The whole book, or the clause or table rule that is wanted, with these table rules in force.
pub fn told(book: &'static Book, values: &RuleValues, wanted: Option<&str>) -> Result<String> {
    let Some(wanted) = wanted else { return Ok(whole(book, values)) };
    let (clauses, rules) = find(book, wanted)?;
    let clauses = clauses.iter().map(|clause| clause_text(clause, book, values));
    Ok(clauses.chain(rules.iter().map(|rule| rule_text(rule))).collect::<Vec<_>>().join("\n"))
}

fn games(json: bool) -> Result<Answer> {
    if json {
        return Answer::json(&document::books());
    }
    let game = |book: &Book| format!("{}  {}\n{}", strong(book.game), book.title, wrap(book.about, "  ", "  "));
    Ok(Answer::text(referee::books().map(game).collect::<Vec<_>>().join("\n")))
}

/// The clauses and table rules that are meant: one clause with the rules that change it, a section, or a rule with its clause.
fn find(book: &'static Book, wanted: &str) -> Result<(Vec<&'static ClauseText>, Vec<&'static TableRule>)> {
    let wanted = wanted.trim();
    if let Some(rule) = book.rule(wanted) {
        return Ok((book.clauses().filter(|clause| clause.id == rule.clause).collect(), vec![rule]));
    }
    let prefix = book.clauses().next().map(|clause| clause.id.to_string()).unwrap_or_default();
    let prefix = prefix.split('-').next().unwrap_or_default();
    let id =
        if wanted.starts_with(|char: char| char.is_ascii_digit()) { format!("{prefix}-{wanted}") } else { wanted.to_uppercase() };
    let is_meant = |clause: &&'static ClauseText| {
        let this = clause.id.to_string();
        this == id || this.strip_prefix(&id).is_some_and(|rest| rest.starts_with('.')) || (id == "TB" && this.starts_with("TB-"))
    };
    let clauses: Vec<_> = book.clauses().filter(is_meant).collect();
    if clauses.is_empty() {
        return Err(anyhow!(no_clause(book, wanted, &id)));
    }
    let rules = book.rules.iter().copied().filter(|rule| clauses.iter().any(|clause| clause.id == rule.clause)).collect();
    Ok((clauses, rules))
}

/// There is no such clause: what is near.
fn no_clause(book: &Book, wanted: &str, id: &str) -> String {
    let ids: Vec<String> = book.clauses().map(|clause| clause.id.to_string()).collect();
    let section = id.split('.').next().unwrap_or_default();
    let beside: Vec<&str> = ids.iter().filter(|this| this.split('.').next() == Some(section)).map(String::as_str).collect();
    let keys = book.rules.iter().copied().map(|rule| rule.key);
    let near = if beside.is_empty() {
        match did_you_mean(id, ids.iter().map(String::as_str)).or_else(|| did_you_mean(wanted, keys)) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("`fowlplay rules {}` shows the whole book", book.game),
        }
    } else {
        format!("that section has {}", beside.join(", "))
    };
    format!("{} has no clause `{wanted}`: {near}", book.title)
}

fn clause_text(clause: &ClauseText, book: &Book, values: &RuleValues) -> String {
    let id = clause.id.to_string();
    wrap(&book.text_of(clause, values), &format!("{}{}", strong(&id), " ".repeat(9usize.saturating_sub(id.len()))), "         ")
}

fn rule_text(rule: &TableRule) -> String {
    let default = rule.values.write(rule.values.default());
    [rule_meaning(rule), wrap(&format!("{}; {default} unless something else is said", rule.values), "  ", "  ")].join("\n")
}

fn rule_meaning(rule: &TableRule) -> String {
    format!("{} {}\n{}", strong(rule.key), faint(&format!("({})", rule.clause)), wrap(rule.meaning, "  ", "  "))
}

/// A table rule of a running game: what it is about, what it is `now` and can be, how `command` changes it, and its clause.
pub fn in_force(rule: &TableRule, book: &Book, values: &RuleValues, now: &str, command: &str) -> String {
    let value = wrap(&format!("now {now}; it can be {}", rule.values), "  ", "  ");
    let change = wrap(&format!("`{command} {}=VALUE` changes it, for the whole game", rule.key), "  ", "  ");
    let clause = book.clause(rule.clause).map(|clause| clause_text(clause, book, values));
    [rule_meaning(rule), value, change].into_iter().chain(clause).collect::<Vec<_>>().join("\n")
}

fn whole(book: &Book, values: &RuleValues) -> String {
    let part = |head: &str, told: Vec<String>| format!("{}\n{}", strong(head), told.join("\n"));
    let designer = if book.designer.is_empty() { String::new() } else { format!("designed by {} · ", book.designer) };
    let by = faint(&format!("{designer}{} players", book.how_many()));
    let mut parts = vec![part(book.title, vec![by, String::new(), wrap(book.about, "", "")])];
    let clauses = |clauses: &[ClauseText]| texts(clauses, |clause| clause_text(clause, book, values));
    let section = |(section, nth): (&Section, usize)| part(&format!("{nth} {}", section.title), clauses(section.clauses));
    parts.extend(book.sections.iter().zip(1..).map(section));
    parts.push(part("At every table", clauses(TABLE_CLAUSES)));
    if !book.rules.is_empty() {
        parts.push(part("Table rules", texts(book.rules, |rule| rule_text(rule))));
    }
    if !book.variants.is_empty() {
        parts.push(part("Variants", texts(book.variants, variant_text)));
    }
    parts.push(part("Steps, and the letters that stand for them", texts(book.verbs, verb_text)));
    if !book.deck.is_empty() {
        parts.push(part("What `--deck` can say of the cards", texts(book.deck, deck_text)));
    }
    parts.push(part("One player's tally", vec![wrap(book.counted, "  ", "  "), format!("  {}", book.tally)]));
    parts.join("\n\n")
}

fn texts<T>(items: &[T], text: impl Fn(&T) -> String) -> Vec<String> {
    items.iter().map(text).collect()
}

fn variant_text(variant: &Variant) -> String {
    let sets: Vec<String> = variant.sets.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let sets = if sets.is_empty() { String::new() } else { format!("\n{}", wrap(&sets.join(", "), "  ", "  ")) };
    format!("{}\n{}{sets}", strong(variant.name), wrap(variant.about, "  ", "  "))
}

fn deck_text(key: &DeckKey) -> String {
    let players: Vec<String> = key.players.iter().map(ToString::to_string).collect();
    let only = if players.is_empty() { String::new() } else { format!(" (with {} players)", or_list(&players)) };
    let choice = if key.one_of.is_empty() { String::new() } else { format!(" {}", or_list(key.one_of)) };
    let head = strong(&format!("{}={}", key.name, say::quoted(key.form)));
    wrap(&format!("{head}  {}{choice}{only}", key.question), "  ", "    ")
}

fn verb_text(verb: &VerbText) -> String {
    let form = format!("{} {}", verb.name, verb.form);
    let letter = verb.letter.map_or_else(|| " ".to_owned(), |letter| letter.to_string());
    wrap(verb.about, &format!("  {letter}  {:<22} ", form.trim_end()), &" ".repeat(28))
}
