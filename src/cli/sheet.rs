//! Score sheets on a terminal: a table a round, then the sums, who won, and what else is to be said.

use super::{
    escape::{clean, clean_all},
    paint::{align, cell, faint, grid, lines, strong, width, wrap},
};
use comfy_table::{Cell, ColumnConstraint, Width};
use fowlplay::table::{Book, Detail, Item, RoundSheet, Sheet, and_list};
use std::ops::Range;

/// Where lines are shorter than this, a sentence says what the figures would.
const NARROW: usize = 60;

/// Paints a score sheet.
pub fn paint(sheet: &Sheet, book: &Book) -> String {
    let rounds = sheet.players.iter().map(|player| player.rounds.len()).max().unwrap_or_default();
    [self::rounds(sheet, book, 0..rounds), verdict(sheet)].join("\n\n")
}

/// Paints the round that ended last, the sums, and who won. `score` shows all rounds.
pub fn latest(sheet: &Sheet, book: &Book) -> String {
    let rounds = sheet.players.iter().map(|player| player.rounds.len()).max().unwrap_or_default();
    [self::rounds(sheet, book, rounds.saturating_sub(1)..rounds), verdict(sheet)].join("\n\n")
}

/// Paints some rounds, counted from 0, and the sums up to the last of them where these say more.
pub fn rounds(sheet: &Sheet, book: &Book, shown: Range<usize>) -> String {
    let end = shown.end;
    let mut parts: Vec<String> = shown.map(|nth| round(sheet, book, nth)).collect();
    if end != 1 || sheet.players.iter().any(|player| player.rounds.first().map(RoundSheet::points) != Some(player.total)) {
        parts.push(sums(sheet, book, end));
    }
    parts.join("\n\n")
}

/// The names of the figures that the items of a round have; none where there is no room for them.
fn columns(sheet: &Sheet, nth: usize) -> Vec<&'static str> {
    let mut columns = Vec::new();
    if width() < NARROW {
        return columns;
    }
    let rounds = sheet.players.iter().filter_map(|player| player.rounds.get(nth));
    for (key, _) in rounds.flat_map(|round| &round.items).flat_map(|item| &item.details) {
        if !columns.contains(key) {
            columns.push(*key);
        }
    }
    columns
}

fn round(sheet: &Sheet, book: &Book, nth: usize) -> String {
    let columns = columns(sheet, nth);
    let mut table = grid(width());
    let mut head = vec![strong(&book.round_name(nth))];
    match columns[..] {
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
            table.add_row(item_row(item, &columns, &mut numbers));
        }
    }
    align(&mut table, |index| index == last || index.checked_sub(1).and_then(|i| numbers.get(i)).is_some_and(|&number| number));
    // A column of names is not broken: what scored has to be seen at once.
    if let Some(names) = table.column_mut(0) {
        names.set_constraint(ColumnConstraint::UpperBoundary(Width::Percentage(40)));
    }
    lines(&table).join("\n")
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

/// Round by round and in all: a row a round, a column a player.
pub fn sums(sheet: &Sheet, book: &Book, rounds: usize) -> String {
    let mut table = grid(width());
    let mut head = vec![strong("Sum")];
    head.extend(sheet.players.iter().map(|player| strong(&clean(&player.name))));
    table.set_header(head);
    for nth in 0..rounds {
        let mut row = vec![Cell::new(book.round_name(nth))];
        let of = |round: Option<&RoundSheet>| round.map(|round| round.points().to_string()).unwrap_or_default();
        row.extend(sheet.players.iter().map(|player| Cell::new(of(player.rounds.get(nth)))));
        table.add_row(row);
    }
    let mut row = vec![strong(sheet.unit.unwrap_or("in all"))];
    row.extend(sheet.players.iter().map(|player| strong(&player.total.to_string())));
    table.add_row(row);
    align(&mut table, |index| index > 0);
    lines(&table).join("\n")
}

/// Who won, what decided it, and what else is to be said.
pub fn verdict(sheet: &Sheet) -> String {
    let mut said = match (&sheet.winners[..], sheet.complete) {
        ([], true) => vec!["Nobody wins.".to_owned()],
        ([], false) => vec!["Not over yet.".to_owned()],
        ([one], _) => vec![strong(&format!("{} wins.", clean(one)))],
        (several, _) => {
            vec![strong(&format!("{} share the win.", and_list(&clean_all(several))))]
        }
    };
    said.extend(sheet.tiebreak.iter().chain(&sheet.notes).map(|text| wrap(&clean(text), "", "")));
    said.join("\n")
}
