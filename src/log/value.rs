//! The values of `[rules]` and `[deck]`: handed on as they were read, with places.

use std::ops::Range;

use super::text::{Text, basic_string};

/// A value of a table rule or of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string.
    Word(String),
    /// A whole number.
    Whole(i64),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Item>),
    /// An inline table, in the order of the file.
    Map(Vec<Entry>),
}

/// One value of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The value.
    pub value: Value,
    /// Its bytes in the file, quotes and brackets included.
    pub span: Range<usize>,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Text,
    /// The value.
    pub value: Value,
    /// The value's bytes in the file, quotes and brackets included.
    pub span: Range<usize>,
}

impl Value {
    /// A list whose items stand nowhere yet, to be written into a log.
    pub fn list(values: impl IntoIterator<Item = Value>) -> Self {
        Self::List(values.into_iter().map(|value| Item { value, span: 0..0 }).collect())
    }

    /// A table whose entries stand nowhere yet, to be written into a log.
    pub fn map<'k>(entries: impl IntoIterator<Item = (&'k str, Value)>) -> Self {
        let entry = |(key, value): (&'k str, Value)| Entry { key: Text::new("", key.into(), 0..0), value, span: 0..0 };
        Self::Map(entries.into_iter().map(entry).collect())
    }

    /// The value as it is written in a log, on one line.
    pub fn to_toml(&self) -> String {
        match self {
            Self::Word(word) => basic_string(word),
            Self::Whole(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(|item| item.value.to_toml()).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Map(entries) if entries.is_empty() => "{}".to_owned(),
            Self::Map(entries) => {
                let entry = |entry: &Entry| format!("{} = {}", key_toml(&entry.key), entry.value.to_toml());
                format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// A key as it is written in a log: bare where it can be.
pub(super) fn key_toml(key: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !key.is_empty() && key.bytes().all(bare) { key.to_owned() } else { basic_string(key) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_on_one_line() {
        let value = Value::list([
            Value::Whole(-6),
            Value::Word("a\"b".into()),
            Value::map([("crow", Value::Whole(2)), ("a b", Value::Flag(true))]),
        ]);
        assert_eq!(value.to_toml(), "[-6, \"a\\\"b\", { crow = 2, \"a b\" = true }]");
    }
}
