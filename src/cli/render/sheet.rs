//! Renders score sheets: a grid for each round, then the totals, the winner and the notes.

use super::style::{align, bound, cell, faint, grid, lines, longest_word, shorten, strong, widen, width, wrap};
use crate::table::{Book, Detail, Item, RoundLayout, ScoreLayout, Sheet, Sums, escape::clean};
use comfy_table::{Cell, Table};
use console::measure_text_width;
use std::ops::Range;

/// The width of a terminal, in columns, below which a sentence for each item replaces the columns of details.
const NARROW: usize = 60;
/// Columns of padding in a cell, both sides together.
const PADDING: usize = 2;
/// The columns between the texts of two grid columns: padding and a separator.
const COLUMN_GAP: usize = PADDING + 1;
/// The fewest columns to which a name is cut. With less room, prose replaces the grid.
const MIN_NAME: usize = 8;

/// Renders a whole score sheet.
pub fn text(sheet: &Sheet, book: &Book) -> String {
    from_round(0, sheet, book, &sheet.outcome())
}

/// Renders the sheet of a round that was counted without a log.
pub(crate) fn single_round(sheet: &Sheet, book: &Book) -> String {
    let outcome = if sheet.complete { sheet.outcome() } else { format!("One {}, counted by itself", book.round_noun) };
    from_round(0, sheet, book, &outcome)
}

/// Renders the last round, the sums, and the winners.
pub(crate) fn last_round(sheet: &Sheet, book: &Book) -> String {
    from_round(sheet.rounds().saturating_sub(1), sheet, book, &sheet.outcome())
}

fn from_round(first_round: usize, sheet: &Sheet, book: &Book, outcome: &str) -> String {
    let layout = layout(sheet, book);
    [rounds(&layout, first_round..sheet.rounds()), result(&layout, outcome)].join("\n\n")
}

/// The layout of a sheet. A terminal shows cards by their codes.
pub(crate) fn layout<'s>(sheet: &'s Sheet, book: &Book) -> ScoreLayout<'s> {
    ScoreLayout::of(sheet, book, &|_| None)
}

/// Renders the rounds of `range`, counted from 0, and the sums up to the last of them. Sums that only repeat the first round are
/// left out.
pub(crate) fn rounds(layout: &ScoreLayout, range: Range<usize>) -> String {
    let sums = layout.sums_before(range.end);
    let mut parts: Vec<String> = layout.rounds.iter().take(range.end).skip(range.start).map(round).collect();
    if sums.repeated.is_none() {
        parts.push(self::sums(sums));
    }
    parts.join("\n\n")
}

fn round(round: &RoundLayout) -> String {
    let mut columns = Vec::new();
    for (key, _) in round.players.iter().flat_map(|player| &player.round.items).flat_map(|item| &item.details) {
        if !columns.contains(key) {
            columns.push(*key);
        }
    }
    let details = round_lines(round, &columns);
    let fits = |lines: &[String]| lines.iter().all(|line| measure_text_width(line) <= width());
    if width() >= NARROW && fits(&details) {
        return details.join("\n");
    }
    let sentences = round_lines(round, &[]);
    if fits(&sentences) { sentences } else { round_in_prose(round) }.join("\n")
}

/// A round as prose, for a window too narrow for the words of a table.
fn round_in_prose(round: &RoundLayout) -> Vec<String> {
    let mut lines = vec![strong(&round.name)];
    for player in &round.players {
        lines.push(wrap(&strong(&format!("{}: {}", clean(player.name), player.points)), "", "  "));
        let items = player.round.items.iter().map(|item| format!("{}: {}. {}", item.label, item.points, item.why));
        lines.extend(items.map(|item| wrap(&clean(item.trim_end()), "  ", "    ")));
    }
    lines
}

/// The lines of a round. `columns` are the keys of the details to show; if there are none, a sentence explains each item. Words of
/// details are not broken, so lines may be wider than the terminal.
fn round_lines(round: &RoundLayout, columns: &[&str]) -> Vec<String> {
    let mut grid = grid(width());
    let mut head = vec![strong(&round.name)];
    match columns {
        // A round of bare totals has no items to explain.
        [] if !round.has_items() => {}
        [] => head.push(faint("why")),
        _ => head.extend(columns.iter().map(|key| faint(&key.replace('_', " ")))),
    }
    head.push(faint("points"));
    let last = head.len() - 1;
    grid.set_header(head);
    let mut are_numbers = vec![true; columns.len()];
    for player in &round.players {
        let mut row = vec![Cell::new(strong(&clean(player.name)))];
        row.extend((1..last).map(|_| Cell::new("")));
        row.push(Cell::new(strong(&player.points)));
        grid.add_row(row);
        for item in &player.round.items {
            grid.add_row(item_row(item, columns, &mut are_numbers));
        }
    }
    // Names are not broken, so that items are easy to find, but their column has a limited width.
    let (names_width, max_width) = (usize::from(grid.column_max_content_widths()[0]), width() * 2 / 5 - PADDING);
    let word_widths: Vec<usize> = (0..=last).map(|index| longest_in_column(&grid, index)).collect();
    for (index, column) in grid.column_iter_mut().enumerate() {
        match (index, columns) {
            (0, []) => bound(column, word_widths[0], max_width),
            (_, []) => widen(column, word_widths[index]),
            (0, _) => widen(column, names_width.min(max_width)),
            // A broken card would read as another card.
            _ => widen(column, word_widths[index]),
        }
    }
    align(&mut grid, |index| {
        index == last || index.checked_sub(1).and_then(|i| are_numbers.get(i)).is_some_and(|&is_number| is_number)
    });
    lines(&grid)
}

/// The least width at which no word of a column is broken.
fn longest_in_column(grid: &Table, index: usize) -> usize {
    let texts = grid.column_cells_with_header_iter(index).flatten().map(Cell::content);
    texts.map(|text| longest_word(&text)).max().unwrap_or_default()
}

fn item_row(item: &Item, columns: &[&str], are_numbers: &mut [bool]) -> Vec<Cell> {
    let mut row = vec![cell(&format!("  {}", item.label))];
    if columns.is_empty() {
        row.push(cell(&item.why));
    }
    for (key, is_number) in columns.iter().zip(are_numbers) {
        let detail = item.details.iter().find(|(name, _)| name == key).map(|(_, detail)| detail);
        *is_number &= matches!(detail, None | Some(Detail::Number(_)));
        row.push(detail.map_or_else(|| Cell::new(""), |detail| cell(&detail.to_string())));
    }
    row.push(Cell::new(item.points));
    row
}

/// Renders the points of each round and in all: a row for each round and a column for each player. If the names are too long, rows
/// and columns are exchanged; if that doesn't fit either, prose replaces the grid.
pub(crate) fn sums(sums: Sums) -> String {
    let mut rows = [vec![sums.head], sums.rows, Vec::from_iter(sums.repeated)].concat();
    "Sum".clone_into(&mut rows[0][0]);
    for index in [0, rows.len() - 1] {
        rows[index] = rows[index].iter().map(|cell| strong(&clean(cell))).collect();
    }
    if grid_width(&rows) > width() {
        rows = (0..rows[0].len()).map(|index| rows.iter().map(|row| row[index].clone()).collect()).collect();
        // Keep only the numbers of the rounds.
        rows[0].iter_mut().skip(1).zip(sums.numbers).for_each(|(name, number)| *name = number);
        let point_columns: Vec<Vec<String>> = rows.iter().map(|row| row[1..].to_vec()).collect();
        let name_width = width().saturating_sub(grid_width(&point_columns) + COLUMN_GAP);
        if name_width < MIN_NAME {
            return sums_in_prose(&rows);
        }
        for row in &mut rows {
            row[0] = shorten(&row[0], name_width);
        }
    }
    let mut grid = grid(width());
    grid.set_header(rows.remove(0)).add_rows(rows);
    align(&mut grid, |index| index > 0);
    lines(&grid).join("\n")
}

/// The sums as prose, a line for each player. `rows` are the numbers of the rounds, then the points of each player.
fn sums_in_prose(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        let points = rows[0].iter().zip(row).skip(1).map(|(round, points)| format!("{round}: {points}"));
        wrap(&format!("{} · {}", row[0], points.collect::<Vec<_>>().join(" · ")), "", "  ")
    };
    [rows[0][0].clone()].into_iter().chain(rows[1..].iter().map(line)).collect::<Vec<_>>().join("\n")
}

fn grid_width(rows: &[Vec<String>]) -> usize {
    let column = |index: usize| rows.iter().map(|row| measure_text_width(&row[index])).max().unwrap_or_default() + COLUMN_GAP;
    (0..rows[0].len()).map(column).sum()
}

/// Renders the outcome of the game, with the notes.
pub(crate) fn result(layout: &ScoreLayout, outcome: &str) -> String {
    let outcome = format!("{outcome}.");
    let mut lines = vec![wrap(&if layout.sheet.winners.is_empty() { outcome } else { strong(&outcome) }, "", "")];
    lines.extend(layout.notes.iter().map(|note| wrap(&clean(note), "", "")));
    lines.join("\n")
}
