//! Renders a rule book, a clause or a table rule.

use super::{
    messages,
    style::{faint, strong, suits, wrap},
};
use crate::{
    referee::Referee,
    table::{
        Book, ClauseText, DeckKey, RuleSettings, RuleValue, Section, TABLE_CLAUSES, TableRule, Variant, VerbText, did_you_mean,
        escape::clean, or_list,
    },
};
use anyhow::anyhow;

/// Renders the whole book, or only the clauses and table rules that `wanted` names, under the table rules `settings`.
pub(crate) fn text(book: &'static Book, settings: &RuleSettings, wanted: Option<&str>) -> anyhow::Result<String> {
    let Some(wanted) = wanted else { return Ok(book_text(book, settings)) };
    let (clauses, rules) = find(book, wanted)?;
    let clauses = clauses.iter().map(|clause| clause_text(clause, book, settings));
    Ok(clauses.chain(rules.iter().map(|rule| rule_text(rule))).collect::<Vec<_>>().join("\n"))
}

/// Finds the table rule that `wanted` names, with its clause; or the clause or section of that number, with its table rules.
pub(crate) fn find(book: &'static Book, wanted: &str) -> anyhow::Result<(Vec<&'static ClauseText>, Vec<&'static TableRule>)> {
    let wanted = wanted.trim();
    if let Some(rule) = book.rule(wanted) {
        return Ok((book.clauses().filter(|clause| clause.id == rule.clause).collect(), vec![rule]));
    }
    let first_id = book.clauses().next().map(|clause| clause.id.to_string()).unwrap_or_default();
    let prefix = first_id.split('-').next().unwrap_or_default();
    let wanted_id =
        if wanted.starts_with(|char: char| char.is_ascii_digit()) { format!("{prefix}-{wanted}") } else { wanted.to_uppercase() };
    let is_wanted = |clause: &&'static ClauseText| {
        let clause_id = clause.id.to_string();
        clause_id == wanted_id
            || clause_id.strip_prefix(&wanted_id).is_some_and(|rest| rest.starts_with('.'))
            // `TB` alone means all clauses that hold at every table.
            || (wanted_id == "TB" && clause_id.starts_with("TB-"))
    };
    let clauses: Vec<_> = book.clauses().filter(is_wanted).collect();
    if clauses.is_empty() {
        return Err(anyhow!(unknown_clause(book, wanted, &wanted_id)));
    }
    let rules = book.rules.iter().copied().filter(|rule| clauses.iter().any(|clause| clause.id == rule.clause)).collect();
    Ok((clauses, rules))
}

fn unknown_clause(book: &Book, wanted: &str, id: &str) -> String {
    let ids: Vec<String> = book.clauses().map(|clause| clause.id.to_string()).collect();
    let section = id.split('.').next().unwrap_or_default();
    let siblings: Vec<&str> =
        ids.iter().filter(|clause_id| clause_id.split('.').next() == Some(section)).map(String::as_str).collect();
    let keys = book.rules.iter().copied().map(|rule| rule.key);
    let hint = if siblings.is_empty() {
        match did_you_mean(id, ids.iter().map(String::as_str)).or_else(|| did_you_mean(wanted, keys)) {
            Some(similar) => format!("did you mean {similar}?"),
            None => format!("`fowlplay rules {}` shows the whole book", book.game),
        }
    } else {
        format!("that section has {}", siblings.join(", "))
    };
    format!("{} has no clause `{wanted}`: {hint}", book.title)
}

fn clause_text(clause: &ClauseText, book: &Book, settings: &RuleSettings) -> String {
    let id = clause.id.to_string();
    wrap(&book.text_of(clause, settings), &format!("{}{}", strong(&id), " ".repeat(9usize.saturating_sub(id.len()))), "         ")
}

fn rule_text(rule: &TableRule) -> String {
    let default = rule.values.write(rule.values.default());
    [rule_meaning(rule), wrap(&format!("{}; {default} by default", rule.values), "  ", "  ")].join("\n")
}

fn rule_meaning(rule: &TableRule) -> String {
    let head = format!("{} {}", strong(rule.key), faint(&format!("({})", rule.clause)));
    format!("{}\n{}", wrap(&head, "", "  "), wrap(rule.meaning, "  ", "  "))
}

fn book_text(book: &Book, settings: &RuleSettings) -> String {
    let block = |head: &str, lines: Vec<String>| format!("{}\n{}", wrap(&strong(head), "", ""), lines.join("\n"));
    let designer = if book.designer.is_empty() { String::new() } else { format!("designed by {} · ", book.designer) };
    let duration = book.duration().map(|duration| format!(" · {duration}")).unwrap_or_default();
    let byline = wrap(&faint(&format!("{designer}{} players{duration}", book.player_range())), "", "");
    let mut blocks = vec![block(book.title, vec![byline, String::new(), wrap(book.about, "", "")])];
    let clauses = |clauses: &[ClauseText]| texts(clauses, |clause| clause_text(clause, book, settings));
    let section = |(section, nth): (&Section, usize)| block(&format!("{nth} {}", section.title), clauses(section.clauses));
    blocks.extend(book.sections.iter().zip(1..).map(section));
    blocks.push(block("At every table", clauses(TABLE_CLAUSES)));
    if !book.rules.is_empty() {
        blocks.push(block("Table rules", texts(book.rules, |rule| rule_text(rule))));
    }
    if !book.variants.is_empty() {
        blocks.push(block("Variants", texts(book.variants, variant_text)));
    }
    blocks.push(block("Steps, and the letters that stand for them", texts(book.verbs, verb_text)));
    if !book.deck.is_empty() {
        blocks.push(block("What `--deck` can say of the cards", texts(book.deck, deck_text)));
    }
    blocks
        .push(block("One player's tally", vec![wrap(book.tally_part_noun, "  ", "  "), wrap(book.tally_example, "  ", "    ")]));
    blocks.join("\n\n")
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
    let head = strong(&format!("{}={}", key.name, messages::quoted(key.form)));
    wrap(&format!("{head}  {}{choice}{only}", key.question_text(true)), "  ", "    ")
}

fn verb_text(verb: &VerbText) -> String {
    let form = format!("{} {}", verb.name, verb.form);
    let letter = verb.letter.map_or_else(|| " ".to_owned(), |letter| letter.to_string());
    wrap(verb.about, &format!("  {letter}  {:<22} ", form.trim_end()), &" ".repeat(28))
}

/// Renders a table rule of a game: its meaning, value and possible values, and the `command` that changes it. Without a key, lists
/// all table rules.
pub(crate) fn in_force(referee: &dyn Referee, key: Option<&str>, command: &str) -> Result<String, String> {
    let (book, mut rules) = (referee.book(), referee.rules_in_force().into_iter());
    let mut deck_keys = book.deck.iter().filter(|key| key.is_for(referee.players().count()));
    let deck_line = |key: &DeckKey| {
        let value = referee.log().deck().iter().find(|entry| &*entry.key == key.name).map(|entry| entry.value.to_text());
        wrap(&format!("{}={}  {}", key.name, clean(&value.unwrap_or_default()), key.question_text(true)), "  ", "    ")
    };
    let Some(key) = key else {
        let lines = rules.map(|(key, value, is_default)| {
            let meaning = book.rule(key).map(|rule| rule.meaning).unwrap_or_default();
            let mark = if is_default { "" } else { " (changed)" };
            wrap(&format!("{key}={}{mark}  {meaning}", clean(&value)), "  ", "    ")
        });
        let head = format!("The table rules of this game; `{command} KEY` tells what one can be:");
        return Ok([wrap(&head, "", "")].into_iter().chain(lines).chain(deck_keys.map(deck_line)).collect::<Vec<_>>().join("\n"));
    };
    if let Some(key) = deck_keys.find(|deck_key| deck_key.name == key) {
        let change = format!("`{command} {}={}` changes it, for the whole game", key.name, messages::quoted(key.form));
        return Ok([deck_line(key), wrap(&change, "  ", "  ")].join("\n"));
    }
    let Some(rule) = book.rule(key) else {
        // Setting a rule that doesn't exist gives the error to report.
        let result = RuleSettings::defaults(book).set(book, key, &RuleValue::Flag(true));
        return Err(result.err().map(|error| clean(&error.to_string()).into_owned()).unwrap_or_default());
    };
    let current = rules.find(|(key, ..)| *key == rule.key).map(|(_, value, _)| value).unwrap_or_default();
    let value = wrap(&format!("now {current}; it can be {}", rule.values), "  ", "  ");
    let change = wrap(&format!("`{command} {}=VALUE` changes it, for the whole game", rule.key), "  ", "  ");
    let clause = book.clause(rule.clause).map(|clause| clause_text(clause, book, referee.rules()));
    Ok([rule_meaning(rule), value, change].into_iter().chain(clause).collect::<Vec<_>>().join("\n"))
}

/// Renders the notation of cards in this game, and the suits.
pub(crate) fn cards(book: &Book) -> String {
    let suits = (!book.suits.is_empty()).then(|| format!("Suits: {}.", suits(book.suits)));
    let lines = [book.card_notation.to_owned()].into_iter().chain(suits);
    lines.map(|text| wrap(&text, "", "")).collect::<Vec<_>>().join("\n")
}
