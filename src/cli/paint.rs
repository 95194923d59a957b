//! Inks, grids and widths: how the library's texts and pictures look on a terminal.

use super::escape::clean;
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle};
use console::{Style, Term};
use fowlplay::{
    decktet::Suit,
    table::{Grid, Ink, Kind, Text, Zone},
};
use std::sync::LazyLock;

/// Prose is wrapped here at the latest: longer lines are hard to read.
const WIDEST_PROSE: usize = 100;
/// What a list may be indented by.
const MARGIN: usize = 2;
/// What is assumed where nobody says how wide lines may be.
const USUAL: usize = 80;

/// How many columns there are.
pub fn width() -> usize {
    // Asked once, for there may be thousands of lines to wrap. How wide a terminal is may change.
    static IS_TERMINAL: LazyLock<bool> = LazyLock::new(|| Term::stdout().is_term());
    match IS_TERMINAL.then(|| Term::stdout().size_checked()).flatten() {
        Some((_, columns)) if columns >= 20 => columns.into(),
        Some(_) => 20,
        None => USUAL,
    }
}

/// How wide a paragraph may be: a margin is left, so that it can be indented.
pub fn prose() -> usize {
    width().min(WIDEST_PROSE) - MARGIN
}

/// Wraps a paragraph; every line after the first begins with `hanging`.
pub fn wrap(text: &str, first: &str, hanging: &str) -> String {
    let room = prose();
    // Most lines fit, and there may be thousands of them.
    if text.is_ascii() && !text.contains('\n') && textwrap::core::display_width(first) + text.len() <= room {
        return format!("{first}{}", text.trim_end_matches(' '));
    }
    let options = textwrap::Options::new(room)
        .initial_indent(first)
        .subsequent_indent(hanging)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&held_together(text), options).replace(HELD, " ")
}

/// Stands for a space at which no line may end.
const HELD: char = '\u{a0}';

/// What stands between backticks is typed as it is: it stays on one line, if it is not long. And no line begins with the mark
/// before a reason, or the one between two players' cards.
fn held_together(text: &str) -> String {
    let unbroken = |text: &str| text.replace(' ', HELD.encode_utf8(&mut [0; 2]));
    let pieces: Vec<&str> = text.split('`').collect();
    let paired = pieces.len() % 2 == 1;
    let held = pieces.iter().enumerate().map(|(nth, piece)| {
        let is_short = console::measure_text_width(piece) <= prose() / 2;
        if paired && nth % 2 == 1 && is_short {
            unbroken(piece)
        } else {
            piece.replace(" !", &unbroken(" !")).replace(" /", &unbroken(" /"))
        }
    });
    held.collect::<Vec<_>>().join("`")
}

/// What the eye should find first.
pub fn strong(text: &str) -> String {
    Style::new().bold().apply_to(text).to_string()
}

/// What matters less.
pub fn faint(text: &str) -> String {
    Style::new().dim().apply_to(text).to_string()
}

/// The word of a verdict, in its colour; none is `legal`.
pub fn kind(kind: Option<Kind>) -> String {
    let (word, style) = match kind {
        None => ("legal", Style::new().green()),
        Some(kind @ (Kind::Illegal | Kind::Revoke)) => (kind.word(), Style::new().red()),
        Some(kind @ Kind::Impossible) => (kind.word(), Style::new().magenta()),
        Some(kind @ Kind::Overruled) => (kind.word(), Style::new().yellow()),
    };
    style.bold().apply_to(word).to_string()
}

/// Colours of the middle, readable on a light and on a dark ground.
fn style(ink: Ink) -> Style {
    let number = match ink {
        Ink::Plain => return Style::new(),
        Ink::Strong => return Style::new().bold(),
        Ink::Faint => return Style::new().dim(),
        Ink::Of(Suit::Moons) => 103,
        Ink::Of(Suit::Suns) => 172,
        Ink::Of(Suit::Waves) => 32,
        Ink::Of(Suit::Leaves) => 71,
        Ink::Of(Suit::Wyrms) => 167,
        Ink::Of(Suit::Knots) => 137,
    };
    Style::new().color256(number).bold()
}

/// A line of text in its inks, not wrapped.
pub fn text(text: &Text) -> String {
    text.inked().map(|(ink, piece)| style(ink).apply_to(clean(&piece)).to_string()).collect()
}

/// Zones one below the other, as wide as the terminal at most.
pub fn zones(zones: &[Zone]) -> String {
    let line = |line: &Text| {
        let plain = line.to_plain();
        let indent = " ".repeat(plain.len() - plain.trim_start_matches(' ').len());
        textwrap::fill(&text(line), textwrap::Options::new(width()).subsequent_indent(&format!("{indent}  ")))
    };
    let rows = |Grid { head, rows }: &Grid| {
        let mut grid = grid();
        grid.set_header(head.iter().map(|cell| faint(&clean(&cell.to_plain()))));
        for row in rows {
            grid.add_row(row.iter().map(text));
        }
        let numbers = |index: usize| rows.iter().all(|row| row.get(index).is_none_or(|cell| is_number(&cell.to_plain())));
        align(&mut grid, numbers);
        lines(&grid)
    };
    let painted = zones.iter().flat_map(|zone| zone.line.as_ref().map(line).into_iter().chain(zone.grid.as_ref().map(rows)));
    painted.collect::<Vec<_>>().join("\n")
}

/// An empty grid: no borders, a line under the headings.
pub fn grid() -> Table {
    let style = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table.load_style(style);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width()).unwrap_or(u16::MAX));
    table
}

/// Sets columns of numbers to the right, and never breaks them.
pub fn align(grid: &mut Table, is_number: impl Fn(usize) -> bool) {
    for (index, column) in grid.column_iter_mut().enumerate() {
        if is_number(index) {
            column.set_cell_alignment(CellAlignment::Right);
            // Half a number is another number.
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
}

/// A cell of text that was written by somebody.
pub fn cell(text: &str) -> Cell {
    Cell::new(clean(text))
}

fn is_number(text: &str) -> bool {
    let digits = text.trim().trim_start_matches(['-', '+']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The lines of a grid, without white space at their ends.
pub fn lines(grid: &Table) -> String {
    grid.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fowlplay::table::Priority;

    #[test]
    fn what_is_to_be_typed_is_not_parted() {
        let text = format!("{} `overrule REASON` lets it stand", "word ".repeat(prose() / 5 - 2).trim_end());
        assert!(wrap(&text, "", "").contains("\n`overrule REASON` lets"), "{}", wrap(&text, "", ""));
        let long = format!("`{}`", "word ".repeat(40));
        assert!(wrap(&long, "", "").lines().all(|line| line.len() <= prose()));
    }

    #[test]
    fn zones_without_colours_is_plain_text() {
        let blocks = [Zone::line(Priority::Note, Text::strong("Ada\u{202e}").then(" · ").count(6, "card", "cards"))
            .with_rows(["bird", "cards"], vec![["1", "7SK"].map(Text::from).into(), ["10", "9LK"].map(Text::from).into()])];
        console::set_colors_enabled(false);
        let lines = ["Ada\\u{202e} · 6 cards", " bird   cards", "──────────────", "    1   7SK", "   10   9LK"];
        assert_eq!(zones(&blocks), lines.join("\n"));
    }
}
