//! Writes rows: CSV for spreadsheets and databases, JSON lines for programs.

use super::{
    Entry, Table,
    tables::{Column, Rows},
};
use crate::table::escape::{clean, clean_json};
use serde::Serialize;
use serde_json::Value;

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
                let mut rows = CsvRows { csv: csv(), columns: table.columns(), for_eyes };
                table.rows(entry, &mut rows);
                rows.csv.into_inner().unwrap_or_default()
            }
            Self::Jsonl => {
                let mut lines = JsonLines(Vec::new());
                table.rows(entry, &mut lines);
                String::from_utf8(lines.0).map(clean_json).unwrap_or_default().into_bytes()
            }
        }
    }
}

/// Rows as JSON objects, one a line.
struct JsonLines(Vec<u8>);

impl Rows for JsonLines {
    fn row(&mut self, row: impl Serialize) {
        // Writing to memory can't fail.
        let _ = serde_json::to_writer(&mut self.0, &row);
        self.0.push(b'\n');
    }
}

/// Rows as CSV.
struct CsvRows {
    csv: csv::Writer<Vec<u8>>,
    columns: &'static [Column],
    for_eyes: bool,
}

impl Rows for CsvRows {
    fn row(&mut self, row: impl Serialize) {
        let Ok(Value::Object(mut cells)) = serde_json::to_value(row) else { return };
        let cells = self.columns.iter().map(|column| match cells.remove(column.name).unwrap_or_default() {
            Value::Null => String::new(),
            Value::String(text) => as_csv(&text, self.for_eyes),
            other => other.to_string(),
        });
        let _ = self.csv.write_record(cells);
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

/// The text of a cell.
fn as_csv(text: &str, for_eyes: bool) -> String {
    let apostrophe = if is_run(text) { "'" } else { "" };
    // What turns the direction of writing would turn that of other cells, too.
    let is_cleaned = for_eyes || text.contains(is_turned);
    if is_cleaned { format!("{apostrophe}{}", clean(text)) } else { format!("{apostrophe}{text}") }
}
