//! Renders score sheets: a table for each round, then the totals, the winner and the notes.

use super::style::{align, bound, cell, cut, faint, grid, lines, longest_word, strong, widen, width, wrap};
use crate::table::{Book, Detail, Item, PlayerSheet, RoundSheet, Sheet, escape::clean};
use comfy_table::{Cell, Table};
use console::measure_text_width;
use std::ops::Range;

/// The width of a terminal, in columns, below which a sentence replaces the figures.
const NARROW: usize = 60;
/// Columns of padding in a cell, both sides together.
const PADDING: usize = 2;
/// The columns between the texts of two table columns: padding and a separator.
const BETWEEN: usize = PADDING + 1;
/// The fewest columns of a name. With less room, sentences replace the figures.
const MIN_NAME: usize = 8;

/// A score sheet.
pub fn text(sheet: &Sheet, book: &Book) -> String {
    [rounds(sheet, book, 0..sheet.rounds()), verdict(sheet)].join("\n\n")
}

/// The sheet of a round that was counted without a log.
pub(crate) fn alone(sheet: &Sheet, book: &Book) -> String {
    let outcome = if sheet.complete { sheet.outcome() } else { format!("One {}, counted by itself", book.round) };
    [rounds(sheet, book, 0..sheet.rounds()), with_notes(sheet, &outcome)].join("\n\n")
}

/// The last round, the sums, and the winners. `score` shows all rounds.
pub(crate) fn latest(sheet: &Sheet, book: &Book) -> String {
    let end = sheet.rounds();
    [rounds(sheet, book, end.saturating_sub(1)..end), verdict(sheet)].join("\n\n")
}

/// Some rounds, counted from 0, and the sums up to the last of them, unless they repeat the first round.
pub(crate) fn rounds(sheet: &Sheet, book: &Book, range: Range<usize>) -> String {
    let end = range.end;
    let mut parts: Vec<String> = range.filter_map(|nth| Some(round(sheet, &sheet.round_name(book, nth)?, nth))).collect();
    if end != 1 || sheet.players.iter().any(|player| player.rounds.first().map(RoundSheet::points) != Some(player.total)) {
        parts.push(sums(sheet, book, end));
    }
    parts.join("\n\n")
}

fn round(sheet: &Sheet, name: &str, nth: usize) -> String {
    let figures = round_lines(sheet, name, nth, &sheet.columns(nth));
    let fits = |lines: &[String]| lines.iter().all(|line| measure_text_width(line) <= width());
    if width() >= NARROW && fits(&figures) {
        return figures.join("\n");
    }
    let sentences = round_lines(sheet, name, nth, &[]);
    if fits(&sentences) { sentences } else { round_in_prose(sheet, name, nth) }.join("\n")
}

/// A round as prose, for a window too narrow for the words of a table.
fn round_in_prose(sheet: &Sheet, name: &str, nth: usize) -> Vec<String> {
    let mut lines = vec![strong(name)];
    for player in &sheet.players {
        let Some(round) = player.rounds.get(nth) else { continue };
        lines.push(wrap(&strong(&format!("{}: {}", clean(&player.name), round.points())), "", "  "));
        let items = round.items.iter().map(|item| format!("{}: {}. {}", item.label, item.points, item.why));
        lines.extend(items.map(|item| wrap(&clean(item.trim_end()), "  ", "    ")));
    }
    lines
}

/// The lines of a round's table, with these figures of each item as columns, or with a sentence if there are no figures. Words of
/// figures are not broken, so lines may be wider than the terminal.
fn round_lines(sheet: &Sheet, name: &str, nth: usize, columns: &[&str]) -> Vec<String> {
    let mut table = grid(width());
    let mut head = vec![strong(name)];
    // A round of bare totals has no items to explain.
    let has_items = sheet.players.iter().filter_map(|player| player.rounds.get(nth)).any(|round| !round.items.is_empty());
    match columns {
        [] if !has_items => {}
        [] => head.push(faint("why")),
        _ => head.extend(columns.iter().map(|key| faint(&key.replace('_', " ")))),
    }
    head.push(faint("points"));
    let last = head.len() - 1;
    table.set_header(head);
    let mut numbers = vec![true; columns.len()];
    for player in &sheet.players {
        let Some(round) = player.rounds.get(nth) else { continue };
        let mut row = vec![Cell::new(strong(&clean(&player.name)))];
        row.extend((1..last).map(|_| Cell::new("")));
        row.push(Cell::new(strong(&round.points().to_string())));
        table.add_row(row);
        for item in &round.items {
            table.add_row(item_row(item, columns, &mut numbers));
        }
    }
    // Names are not broken, so that items are easy to find, but their column has a limited width.
    let (names, most) = (usize::from(table.column_max_content_widths()[0]), width() * 2 / 5 - PADDING);
    let words: Vec<usize> = (0..=last).map(|index| longest_in_column(&table, index)).collect();
    for (index, column) in table.column_iter_mut().enumerate() {
        match (index, columns) {
            (0, []) => bound(column, words[0], most),
            (_, []) => widen(column, words[index]),
            (0, _) => widen(column, names.min(most)),
            // A broken card would read as another card.
            _ => widen(column, words[index]),
        }
    }
    align(&mut table, |index| index == last || index.checked_sub(1).and_then(|i| numbers.get(i)).is_some_and(|&number| number));
    lines(&table)
}

/// The least width at which no word of a column is broken.
fn longest_in_column(table: &Table, index: usize) -> usize {
    let texts = table.column_cells_with_header_iter(index).flatten().map(Cell::content);
    texts.map(|text| longest_word(&text)).max().unwrap_or_default()
}

fn item_row(item: &Item, columns: &[&str], numbers: &mut [bool]) -> Vec<Cell> {
    let mut row = vec![cell(&format!("  {}", item.label))];
    if columns.is_empty() {
        row.push(cell(&item.why));
    }
    for (key, number) in columns.iter().zip(numbers) {
        let detail = item.details.iter().find(|(name, _)| name == key).map(|(_, detail)| detail);
        *number &= matches!(detail, None | Some(Detail::Number(_)));
        row.push(detail.map_or_else(|| Cell::new(""), |detail| cell(&detail.to_string())));
    }
    row.push(Cell::new(item.points));
    row
}

/// Points of each round and in all: a row for each round and a column for each player, transposed if the names are too long, or in
/// sentences.
pub(crate) fn sums(sheet: &Sheet, book: &Book, rounds: usize) -> String {
    let row = |first: String, of: &dyn Fn(&PlayerSheet) -> String| -> Vec<String> {
        [first].into_iter().chain(sheet.players.iter().map(of)).collect()
    };
    let mut rows = vec![row(strong("Sum"), &|player| strong(&clean(&player.name)))];
    for nth in 0..rounds {
        let points = |player: &PlayerSheet| player.rounds.get(nth).map(|round| round.points().to_string());
        rows.extend(sheet.round_name(book, nth).map(|name| row(name, &|player| points(player).unwrap_or_default())));
    }
    rows.push(row(strong(sheet.unit.unwrap_or("in all")), &|player| strong(&player.total.to_string())));
    if table_width(&rows) > width() {
        rows = (0..=sheet.players.len()).map(|at| rows.iter().map(|row| row[at].clone()).collect()).collect();
        // Keep only the numbers of the rounds.
        for name in rows[0].iter_mut().skip(1).take_while(|name| name.starts_with(char::is_uppercase)) {
            *name = name.split(',').next().unwrap_or_default().trim_start_matches(|char: char| !char.is_ascii_digit()).to_owned();
        }
        let others: Vec<Vec<String>> = rows.iter().map(|row| row[1..].to_vec()).collect();
        let left = width().saturating_sub(table_width(&others) + BETWEEN);
        if left < MIN_NAME {
            return sums_in_prose(&rows);
        }
        for row in &mut rows {
            row[0] = cut(&row[0], left);
        }
    }
    let mut table = grid(width());
    table.set_header(rows.remove(0)).add_rows(rows);
    align(&mut table, |index| index > 0);
    lines(&table).join("\n")
}

/// The sums as prose, a line for each player. `rows` are the numbers of the rounds, then the points of each player.
fn sums_in_prose(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        let points = rows[0].iter().zip(row).skip(1).map(|(round, points)| format!("{round}: {points}"));
        wrap(&format!("{} · {}", row[0], points.collect::<Vec<_>>().join(" · ")), "", "  ")
    };
    [rows[0][0].clone()].into_iter().chain(rows[1..].iter().map(line)).collect::<Vec<_>>().join("\n")
}

/// The width of a table of these rows.
fn table_width(rows: &[Vec<String>]) -> usize {
    let column = |at: usize| rows.iter().map(|row| measure_text_width(&row[at])).max().unwrap_or_default() + BETWEEN;
    (0..rows[0].len()).map(column).sum()
}

/// The winner, the tie-break, and the notes.
pub(crate) fn verdict(sheet: &Sheet) -> String {
    with_notes(sheet, &sheet.outcome())
}

/// An outcome with the tie-break and the notes.
fn with_notes(sheet: &Sheet, outcome: &str) -> String {
    let outcome = format!("{outcome}.");
    let mut lines = vec![wrap(&if sheet.winners.is_empty() { outcome } else { strong(&outcome) }, "", "")];
    lines.extend(sheet.tiebreak.iter().chain(&sheet.notes).map(|text| wrap(&clean(text), "", "")));
    lines.join("\n")
}
