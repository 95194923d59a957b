//! Deck entries: as typed, as written in a log, and as a game takes them.

use crate::{
    log::{Log, LogValue},
    table::{Book, DeckValue, parse_number},
};

/// Parses a deck value: TOML, several numbers, or a word. As many numbers as names in `each` belong to these names.
pub(super) fn deck_value(text: &str, each: &[&str]) -> LogValue {
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
    parse(text).or_else(several).unwrap_or_else(|| LogValue::Word(text.to_owned()))
}

pub(super) fn unknown_deck_key(book: &Book, key: &str) -> String {
    format!("`{key}` is not a `[deck]` key of {}", book.title)
}

pub(super) fn deck_entry(value: &LogValue) -> Option<DeckValue> {
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
