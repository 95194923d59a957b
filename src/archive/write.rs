//! Writes rows: CSV for spreadsheets and databases, JSON lines for programs.

use super::{Cell, Column, Entry, Table};
use crate::table::escape::{clean, clean_json};
use std::{borrow::Cow, fmt::Write as _, io::Write as _};

/// A format for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// CSV as in RFC 4180, with a header line; `true` and `false` for flags, and an empty cell for null.
    ///
    /// A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@`, even after a tab or line break. A text that begins with
    /// one of these characters, a tab or a line break gets an apostrophe before it. So does a text in which only apostrophes
    /// come before such a beginning. To read a text back, remove one apostrophe from a text of either kind that begins with
    /// one. Numbers get no apostrophe.
    Csv,
    /// One JSON object per line, with every column.
    Jsonl,
}

impl Format {
    /// The header line; empty for JSONL.
    pub fn header(self, table: Table) -> Vec<u8> {
        match self {
            Self::Csv => {
                let mut csv = csv();
                let names = table.columns().iter().map(|column| column.name);
                // Writing to memory can't fail.
                let _ = csv.write_record(names);
                csv.into_inner().unwrap_or_default()
            }
            Self::Jsonl => Vec::new(),
        }
    }

    /// The rows of one entry in a table. With `for_eyes`, control characters that could move a terminal's cursor are replaced;
    /// such CSV can't be read back exactly.
    pub fn rows(self, table: Table, entry: &Entry, for_eyes: bool) -> Vec<u8> {
        match self {
            Self::Csv => {
                let (mut csv, mut own) = (csv(), String::new());
                table.rows(entry, &mut |cells| {
                    for cell in cells {
                        let _ = csv.write_field(as_csv(cell, for_eyes, &mut own).as_bytes());
                    }
                    let _ = csv.write_record(None::<&[u8]>);
                });
                csv.into_inner().unwrap_or_default()
            }
            Self::Jsonl => {
                let mut lines = Vec::new();
                table.rows(entry, &mut |cells| object(table.columns(), cells, &mut lines));
                String::from_utf8(lines).map(clean_json).unwrap_or_default().into_bytes()
            }
        }
    }
}

/// A CSV writer to memory.
fn csv() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new())
}

/// Whether a spreadsheet would run this text as a formula.
fn is_run(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '\t', '\r', '\n'])
}

/// Whether a character changes the direction of the text around it.
fn is_turned(char: char) -> bool {
    matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text of a cell; `own` is a buffer for text that must be built.
fn as_csv<'c>(cell: &'c Cell<'_>, for_eyes: bool, own: &'c mut String) -> &'c str {
    own.clear();
    match cell {
        Cell::Nothing => {}
        Cell::Flag(flag) => own.push_str(word(*flag)),
        // Writing to memory can't fail.
        Cell::Whole(number) => drop(write!(own, "{number}")),
        Cell::Text(text) => {
            let is_run = is_run(text);
            // What turns the direction of writing would turn that of other cells, too.
            let for_eyes = for_eyes || text.contains(is_turned);
            if !is_run && !for_eyes {
                return text;
            }
            own.extend(is_run.then_some('\''));
            own.push_str(&if for_eyes { clean(text) } else { Cow::Borrowed(&**text) });
        }
    }
    own
}

fn word(flag: bool) -> &'static str {
    if flag { "true" } else { "false" }
}

/// Appends a row as a JSON object on a line.
fn object(columns: &[Column], cells: &[Cell<'_>], to: &mut Vec<u8>) {
    let mut before = '{';
    for (column, cell) in columns.iter().zip(cells) {
        // Column names need no escapes.
        let _ = write!(to, "{before}\"{}\":", column.name);
        before = ',';
        let _ = match cell {
            Cell::Nothing => to.write_all(b"null"),
            Cell::Flag(flag) => to.write_all(word(*flag).as_bytes()),
            Cell::Whole(number) => write!(to, "{number}"),
            Cell::Text(text) => serde_json::to_writer(&mut *to, text).map_err(Into::into),
        };
    }
    to.extend_from_slice(b"}\n");
}
