//! Parses typed deck values, and converts deck values of a log to the type that a game takes.

use crate::{
    log::{KeyValue, ListItem, LogValue},
    table::{Book, DeckValue, parse_number},
};

/// Parses a deck value: TOML, several numbers, or a word. If there are as many numbers as `names`, each number gets a name.
pub(super) fn parse_deck_value(text: &str, names: &[&str]) -> LogValue {
    let parse_numbers = || {
        let parts = text.trim_matches(['[', ']']).split([',', ' ']).filter(|part| !part.is_empty());
        let numbers: Vec<_> = parts.map(|part| parse_number(part).map(LogValue::Whole)).collect::<Option<_>>()?;
        let entry = |(name, value): (&&str, _)| KeyValue { key: (*name).into(), value, span: 0..0 };
        match numbers.len() {
            0 | 1 => None,
            count if count == names.len() => Some(LogValue::Map(names.iter().zip(numbers).map(entry).collect())),
            _ => Some(LogValue::List(numbers.into_iter().map(|value| ListItem { value, span: 0..0 }).collect())),
        }
    };
    LogValue::from_toml(text).or_else(parse_numbers).unwrap_or_else(|| LogValue::Word(text.to_owned()))
}

pub(super) fn unknown_deck_key(book: &Book, key: &str) -> String {
    format!("`{key}` is not a `[deck]` key of {}", book.title)
}

/// Converts a deck value of a log. Returns `None` if no game takes such a value.
pub(super) fn to_deck_value(value: &LogValue) -> Option<DeckValue> {
    let whole = |value: &LogValue| if let LogValue::Whole(number) = value { Some(*number) } else { None };
    Some(match value {
        LogValue::Word(word) => DeckValue::Word(word.clone()),
        LogValue::Whole(number) => DeckValue::Whole(*number),
        LogValue::List(items) => DeckValue::List(items.iter().map(|item| whole(&item.value)).collect::<Option<_>>()?),
        LogValue::Map(entries) => DeckValue::Map(
            entries.iter().map(|entry| Some((entry.key.as_str().to_owned(), whole(&entry.value)?))).collect::<Option<_>>()?,
        ),
        LogValue::Flag(_) => return None,
    })
}
