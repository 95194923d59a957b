//! Writes rows: CSV for spreadsheets and databases, JSON lines for programs.

use super::{
    ArchiveEntry, ExportTable,
    export_tables::{Column, RowSink},
};
use crate::table::escape::{clean, clean_json};
use serde::Serialize;
use serde_json::Value;

/// The mark by which a spreadsheet recognises UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A format for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// CSV as in RFC 4180, with a header line; `true` and `false` for flags, and an empty cell for null.
    ///
    /// A spreadsheet runs a cell as a formula if the cell begins with `=`, `+`, `-` or `@`, full-width or not. A spreadsheet that
    /// separates cells by another character splits texts as well, so a formula may begin after each `;`, `,`, tab and line break
    /// in a text. Wherever a formula could begin, also behind apostrophes, a text gets one more apostrophe; to read the text back,
    /// remove one there. Numbers get no apostrophe.
    Csv,
    /// CSV for spreadsheets with a decimal comma, as in most of Europe: cells are separated by `;`, and a byte order mark comes
    /// first. Without the mark these spreadsheets misread all letters beyond ASCII.
    Excel,
    /// One JSON object per line, with every column.
    Jsonl,
}

impl RowFormat {
    /// The header line; empty for JSONL.
    pub fn header(self, table: ExportTable) -> Vec<u8> {
        let mut header = if self == Self::Excel { BYTE_ORDER_MARK.as_bytes().to_vec() } else { Vec::new() };
        if let Some(mut csv) = self.csv() {
            // Writing to memory can't fail.
            let _ = csv.write_record(table.columns().iter().map(|column| column.name));
            header.extend(csv.into_inner().unwrap_or_default());
        }
        header
    }

    /// The rows of one entry in a table. With `for_display`, control characters that could move a terminal's cursor are replaced;
    /// such CSV can't be read back exactly.
    pub fn rows(self, table: ExportTable, entry: &ArchiveEntry, for_display: bool) -> Vec<u8> {
        if let Some(csv) = self.csv() {
            let mut rows = CsvRows { csv, columns: table.columns(), for_display };
            table.rows(entry, &mut rows);
            return rows.csv.into_inner().unwrap_or_default();
        }
        let mut lines = JsonlRows(Vec::new());
        table.rows(entry, &mut lines);
        String::from_utf8(lines.0).map(clean_json).unwrap_or_default().into_bytes()
    }

    fn csv(self) -> Option<csv::Writer<Vec<u8>>> {
        let delimiter = match self {
            Self::Csv => b',',
            Self::Excel => b';',
            Self::Jsonl => return None,
        };
        let mut csv = csv::WriterBuilder::new();
        Some(csv.terminator(csv::Terminator::CRLF).delimiter(delimiter).from_writer(Vec::new()))
    }
}

struct JsonlRows(Vec<u8>);

impl RowSink for JsonlRows {
    fn row(&mut self, row: impl Serialize) {
        // Writing to memory can't fail.
        let _ = serde_json::to_writer(&mut self.0, &row);
        self.0.push(b'\n');
    }
}

struct CsvRows {
    csv: csv::Writer<Vec<u8>>,
    columns: &'static [Column],
    for_display: bool,
}

impl RowSink for CsvRows {
    fn row(&mut self, row: impl Serialize) {
        let Ok(Value::Object(mut cells)) = serde_json::to_value(row) else { return };
        let cells = self.columns.iter().map(|column| match cells.remove(column.name).unwrap_or_default() {
            Value::Null => String::new(),
            Value::String(text) => csv_cell(&text, self.for_display),
            value => value.to_string(),
        });
        let _ = self.csv.write_record(cells);
    }
}

/// Whether a cell begins like a formula, also behind apostrophes.
fn is_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
}

/// A text with an apostrophe before each formula. A spreadsheet may split the text into cells, so a formula may be inside, too.
fn without_formulas(text: &str) -> String {
    let cells = text.split_inclusive([';', ',', '\t', '\r', '\n']);
    cells.flat_map(|cell| [if is_formula(cell) { "'" } else { "" }, cell]).collect()
}

/// Whether a character changes the direction of the text around it.
fn changes_direction(char: char) -> bool {
    matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn csv_cell(text: &str, for_display: bool) -> String {
    let text = without_formulas(text);
    // A change of direction would affect other cells, too.
    if for_display || text.contains(changes_direction) { clean(&text).into() } else { text }
}
