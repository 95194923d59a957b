//! The table rules and `[deck]` of a log: values checked against the book, before a game converts them to its own types.

use super::{
    AllowedValues, Book, ClauseId, TableRule, or_list, parse_number,
    tokens::{did_you_mean, join_expected},
};
use std::fmt;

/// A value of a table rule, as a log or an argument gives it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum RuleValue {
    /// A word, or a number in quotes.
    Word(String),
    /// A whole number.
    Whole(i64),
    /// True or false.
    Flag(bool),
}

impl RuleValue {
    /// Parses a value from an argument (`20`, `true`, `required`).
    pub fn from_text(text: &str) -> Self {
        let text = text.trim();
        let number = parse_number(text).map(Self::Whole);
        number.or_else(|| text.parse().ok().map(Self::Flag)).unwrap_or_else(|| Self::Word(text.to_owned()))
    }
}

impl fmt::Display for RuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// The value of a key of a log's `[deck]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckValue {
    /// A word.
    Word(String),
    /// A whole number.
    Whole(i64),
    /// A list of whole numbers.
    List(Vec<i64>),
    /// Whole numbers by name.
    Map(Vec<(String, i64)>),
}

/// The reason why a table can't be set up: the key of the head that is at fault, and the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The key at fault: `players`, `variant`, `rules.KEY` or `deck.KEY`.
    pub key: String,
    /// The problem in words.
    pub problem: String,
    /// The allowed values in words.
    pub expected: String,
    /// The clause that requires the allowed values, if there is one.
    pub clause: Option<ClauseId>,
}

impl SetupError {
    /// An error at `key` with its `problem` and the `expected` values.
    pub fn new(
        key: impl Into<String>,
        problem: impl Into<String>,
        expected: impl Into<String>,
        clause: impl Into<Option<ClauseId>>,
    ) -> Self {
        Self { key: key.into(), problem: problem.into(), expected: expected.into(), clause: clause.into() }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&join_expected(&self.problem, &self.expected))?;
        if let Some(clause) = self.clause {
            write!(f, " ({clause})")?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

/// The table rules in force, as a number for each rule of the book: a whole number, the index of a word, or 0 and 1 for a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSettings {
    values: [u16; Self::MOST],
}

impl RuleSettings {
    /// The largest number of table rules that a game may have.
    pub const MOST: usize = 12;

    /// The values of rules that a log doesn't set.
    pub fn defaults(book: &Book) -> Self {
        let mut values = [0; Self::MOST];
        for (value, rule) in values.iter_mut().zip(book.rules) {
            *value = rule.values.default();
        }
        Self { values }
    }

    /// The default values, changed by a variant.
    pub fn of_variant(book: &Book, variant: Option<&str>) -> Result<Self, SetupError> {
        let mut values = Self::defaults(book);
        let Some(name) = variant else { return Ok(values) };
        let Some(variant) = book.variant(name) else {
            let names: Vec<&str> = book.variants.iter().map(|variant| variant.name).collect();
            let expected = match names[..] {
                [] => format!("no `variant`: {} has none", book.title),
                _ => or_list(&names),
            };
            return Err(SetupError::new("variant", format!("{} has no variant `{name}`", book.title), expected, None));
        };
        for (key, text) in variant.sets {
            values.set(book, key, &RuleValue::from_text(text))?;
        }
        Ok(values)
    }

    /// Sets one table rule.
    pub fn set(&mut self, book: &Book, key: &str, value: &RuleValue) -> Result<(), SetupError> {
        let error_key = format!("rules.{key}");
        let Some((index, rule)) = book.rules.iter().enumerate().find(|(_, rule)| rule.key == key) else {
            let keys: Vec<&str> = book.rules.iter().map(|rule| rule.key).collect();
            let nearest = did_you_mean(key, keys.iter().copied());
            let suggestion = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
            return Err(SetupError::new(
                error_key,
                format!("{} has no table rule `{key}`{suggestion}", book.title),
                or_list(&keys),
                None,
            ));
        };
        let error = || SetupError::new(error_key, format!("`{key}` can't be `{value}`"), rule.values.to_string(), rule.clause);
        let number = rule.values.index_of(value).ok_or_else(error)?;
        self.values[index] = number;
        Ok(())
    }

    /// The value of a rule as a number: a whole number, the index of a word, or 0 and 1 for a flag.
    pub fn number(&self, book: &Book, rule: &TableRule) -> u16 {
        let index = book.rules.iter().position(|listed| listed.key == rule.key);
        index.map_or_else(|| rule.values.default(), |index| self.values[index])
    }

    /// The values of all rules as numbers, in the order of the book.
    pub fn numbers(&self) -> impl Iterator<Item = u16> {
        self.values.into_iter()
    }

    /// The value of a rule, as a log writes it. Returns `None` if the book has no such rule.
    pub fn value(&self, book: &Book, key: &str) -> Option<RuleValue> {
        let index = book.rules.iter().position(|rule| rule.key == key)?;
        Some(book.rules[index].values.write(self.values[index]))
    }

    /// All changes of one rule to another value. Each item is the rule, the number of its new value, and the changed rules.
    pub fn others(self, book: &'static Book) -> impl Iterator<Item = (&'static TableRule, u16, Self)> {
        book.rules.iter().copied().enumerate().flat_map(move |(index, rule)| {
            let change = move |number| {
                let mut values = self.values;
                values[index] = number;
                (rule, number, Self { values })
            };
            let all = match rule.values {
                AllowedValues::Whole { least, most, .. } => (least..=most).collect(),
                _ => rule.values.all().unwrap_or_default(),
            };
            all.into_iter().filter(move |&number| number != self.values[index]).map(change)
        })
    }

    /// The rules whose value differs from `other`, with their values. A log has to store only these.
    pub fn differing<'a>(
        &'a self,
        book: &'a Book,
        other: &'a Self,
    ) -> impl Iterator<Item = (&'static TableRule, RuleValue)> + 'a {
        let pairs = self.values.iter().zip(&other.values);
        let differing = book.rules.iter().copied().zip(pairs).filter(|(_, (value, other_value))| value != other_value);
        differing.map(|(rule, (value, _))| (rule, rule.values.write(*value)))
    }
}

impl AllowedValues {
    /// The number of the default value.
    pub fn default(&self) -> u16 {
        match self {
            Self::Word(_) => 0,
            Self::Whole { default, .. } => *default,
            Self::OneOf(numbers) => numbers.first().copied().unwrap_or_default(),
            Self::Flag { default } => u16::from(*default),
        }
    }

    /// The numbers of all values, in the order of the book. Returns `None` if any whole number in a range is allowed.
    pub fn all(&self) -> Option<Vec<u16>> {
        match self {
            Self::Word(words) => Some((0..).take(words.len()).collect()),
            Self::Whole { .. } => None,
            Self::OneOf(numbers) => Some(numbers.to_vec()),
            Self::Flag { .. } => Some(vec![0, 1]),
        }
    }

    /// The number of `value`. Returns `None` if the value is not allowed.
    pub fn index_of(&self, value: &RuleValue) -> Option<u16> {
        match (self, value) {
            (Self::Word(words), RuleValue::Word(word)) => {
                words.iter().position(|allowed| allowed == word).and_then(|index| u16::try_from(index).ok())
            }
            (Self::Whole { least, most, .. }, RuleValue::Whole(n)) => {
                u16::try_from(*n).ok().filter(|n| (least..=most).contains(&n))
            }
            (Self::OneOf(numbers), RuleValue::Whole(n)) => u16::try_from(*n).ok().filter(|n| numbers.contains(n)),
            (Self::Flag { .. }, RuleValue::Flag(flag)) => Some(u16::from(*flag)),
            _ => None,
        }
    }

    /// The value with this number.
    pub fn write(&self, number: u16) -> RuleValue {
        match self {
            Self::Word(words) => RuleValue::Word(words.get(usize::from(number)).copied().unwrap_or_default().to_owned()),
            Self::Whole { .. } | Self::OneOf(_) => RuleValue::Whole(number.into()),
            Self::Flag { .. } => RuleValue::Flag(number != 0),
        }
    }
}

impl fmt::Display for AllowedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(words) => f.write_str(&or_list(*words)),
            Self::Whole { least, most, .. } => write!(f, "a whole number from {least} to {most}"),
            Self::OneOf(numbers) => f.write_str(&or_list(*numbers)),
            Self::Flag { .. } => f.write_str("true or false"),
        }
    }
}
