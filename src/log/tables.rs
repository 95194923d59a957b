//! `[rules]` and `[deck]`: reading them, and changing a table rule in the text.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::ReadError;
use super::item::comma_after;
use super::parsed::{Form, Log, Table};
use super::read::{Reader, in_order};
use super::scalar::whole;
use super::splice::{ChangeError, Edit, line_end, newline};
use super::text::Text;
use super::value::{Entry, Item, Value, key_toml};

impl Reader<'_> {
    /// Reads `[rules]` or `[deck]`, however it is written.
    pub(super) fn table(self, value: Spanned<DeValue>, name: &str) -> Result<Table, ReadError> {
        let span = value.span();
        let expected = format!("write `[{name}]` on a line of its own, and below it lines like: key = value");
        let DeValue::Table(_) = value.get_ref() else {
            return Err(self.wrong(&value, "a table", &expected));
        };
        let form = match self.source.as_bytes().get(span.start) {
            Some(b'[') => Form::Header(span),
            Some(b'{') => Form::Inline(span),
            _ => Form::Dotted,
        };
        let DeValue::Table(table) = value.into_inner() else {
            return Ok(Table::default());
        };
        Ok(Table { entries: self.entries(table)?, form })
    }

    /// The entries of a table in the order of the file.
    fn entries(self, table: DeTable) -> Result<Vec<Entry>, ReadError> {
        in_order(table).into_iter().map(|(key, value)| self.entry(key, value)).collect()
    }

    fn entry(self, key: Spanned<std::borrow::Cow<str>>, value: Spanned<DeValue>) -> Result<Entry, ReadError> {
        let token = key.span();
        let key = Text::new(self.source, key.into_inner(), token);
        let Item { value, span } = self.value(value)?;
        Ok(Entry { key, value, span })
    }

    fn value(self, value: Spanned<DeValue>) -> Result<Item, ReadError> {
        let span = value.span();
        let wanted = "a string, a whole number, true, false, a list or a table in braces";
        if let DeValue::Table(_) = value.get_ref()
            && self.source.as_bytes().get(span.start) != Some(&b'{')
        {
            let expected = "write the inner table in braces, as in key = { crow = 2, squirrel = 2 }";
            return Err(self.error(span, "a table of its own can't stand here", expected));
        }
        if let DeValue::Float(_) | DeValue::Datetime(_) = value.get_ref() {
            return Err(self.wrong(&value, wanted, "numbers are whole; days and times are of no use here"));
        }
        let read = match value.into_inner() {
            DeValue::String(word) => Value::Word(word.into_owned()),
            DeValue::Boolean(flag) => Value::Flag(flag),
            DeValue::Array(mut array) => {
                let take = |item: &mut Spanned<DeValue>| {
                    let span = item.span();
                    let value = std::mem::replace(item.get_mut(), DeValue::Boolean(false));
                    self.value(Spanned::new(span, value))
                };
                Value::List(array.iter_mut().map(take).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => Value::Map(self.entries(table)?),
            number => match whole(&number) {
                Some(Some(number)) => Value::Whole(number),
                _ => {
                    return Err(self.error(span, "this number is too large", "expected a smaller whole number"));
                }
            },
        };
        Ok(Item { value: read, span })
    }
}

impl Log {
    /// Gives a table rule a value: in its place if it is there, else after the others.
    ///
    /// # Errors
    ///
    /// [`ChangeError::Unreadable`] if the result could not be read.
    pub fn set_rule(&self, key: &str, value: &Value) -> Result<Self, ChangeError> {
        let Table { entries, form } = &self.parts.rules;
        let nl = newline(&self.text);
        let value = value.to_toml();
        if let Some(entry) = entries.iter().find(|entry| &*entry.key == key) {
            return self.edited(&[Edit::replace(entry.span.clone(), value)]);
        }
        let pair = format!("{} = {value}", key_toml(key));
        let last = entries.last().map(|entry| entry.span.end);
        let edit = match form {
            Form::Header(header) => Edit::insert(line_end(&self.text, last.unwrap_or(header.end)), format!("{nl}{pair}")),
            Form::Dotted => Edit::insert(line_end(&self.text, last.unwrap_or(self.parts.head_end)), format!("{nl}rules.{pair}")),
            Form::Inline(span) => match last {
                Some(end) => Edit::insert(end, format!(", {pair}")),
                None => Edit::replace(span.clone(), format!("{{ {pair} }}")),
            },
            Form::Absent => Edit::insert(line_end(&self.text, self.parts.head_end), format!("{nl}{nl}[rules]{nl}{pair}")),
        };
        self.edited(&[edit])
    }

    /// Takes a table rule out, so that it has its default again. Its line goes with the comment on it.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoRule`] if the log doesn't hold it.
    pub fn remove_rule(&self, key: &str) -> Result<Self, ChangeError> {
        let Table { entries, form } = &self.parts.rules;
        let Some(index) = entries.iter().position(|entry| &*entry.key == key) else {
            return Err(ChangeError::NoRule { key: key.to_owned() });
        };
        let entry = &entries[index];
        let start = entry.key.token().start;
        let range = if let Form::Inline(_) = form {
            match (index.checked_sub(1), entries.get(index + 1)) {
                (_, Some(next)) => start..next.key.token().start,
                (Some(before), None) => entries[before].span.end..entry.span.end,
                (None, None) => start..comma_after(&self.text, entry.span.end).map_or(entry.span.end, |comma| comma + 1),
            }
        } else {
            self.whole_lines(start..entry.span.end)
        };
        self.edited(&[Edit::cut(range)])
    }
}
