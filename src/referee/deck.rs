//! Deck entries: as typed, as written in a log, and as a game takes them.

use crate::{
    log::{Log, Value},
    table::{Book, DeckEntry, parse_number},
};

/// Parses a deck value: TOML, several numbers, or a word. As many numbers as names in `each` belong to these names.
pub(super) fn deck_value(text: &str, each: &[&str]) -> Value {
    let parse = |value: &str| {
        let line = format!("fowlplay = 1\ngame = \"-\"\nplayers = [\"-\"]\n[deck]\nvalue = {value}\n");
        Log::parse(line).ok()?.deck().first().map(|entry| entry.value.clone())
    };
    let several = || {
        let parts = text.trim_matches(['[', ']']).split([',', ' ']).filter(|part| !part.is_empty());
        let numbers: Vec<i64> = parts.map(parse_number).collect::<Option<_>>()?;
        let of_each = each.iter().zip(&numbers).map(|(thing, number)| format!("{thing} = {number}")).collect::<Vec<_>>();
        let is_of_each = each.len() == numbers.len();
        let value = if is_of_each { format!("{{ {} }}", of_each.join(", ")) } else { format!("{numbers:?}") };
        parse(&value).filter(|_| numbers.len() > 1)
    };
    parse(text).or_else(several).unwrap_or_else(|| Value::Word(text.to_owned()))
}

pub(super) fn no_deck_key(book: &Book, key: &str) -> String {
    format!("`{key}` is not a `[deck]` key of {}", book.title)
}

pub(super) fn deck_entry(value: &Value) -> Option<DeckEntry> {
    let whole = |value: &Value| if let Value::Whole(number) = value { Some(*number) } else { None };
    Some(match value {
        Value::Word(word) => DeckEntry::Word(word.clone()),
        Value::Whole(number) => DeckEntry::Whole(*number),
        Value::List(items) => DeckEntry::List(items.iter().map(|item| whole(&item.value)).collect::<Option<_>>()?),
        Value::Map(entries) => DeckEntry::Map(
            entries.iter().map(|entry| Some((entry.key.as_str().to_owned(), whole(&entry.value)?))).collect::<Option<_>>()?,
        ),
        Value::Flag(_) => return None,
    })
}
