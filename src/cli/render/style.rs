//! Styles, wrapping and grids of text on a terminal.

use crate::{
    cli::program::{games, with_program_name},
    table::{Book, FindingKind, Ink, Suit, Text, escape::clean},
};
use comfy_table::{Cell, CellAlignment, Column, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use console::{Style, Term, measure_text_width, truncate_str};
use std::sync::{
    LazyLock,
    atomic::{AtomicBool, Ordering},
};

/// The maximum width of a paragraph, in columns: longer lines are hard to read.
const MAX_PROSE: usize = 100;
const MARGIN: usize = 2;
/// The minimum width of a paragraph after its indentation. With less room, the indentation shrinks.
const MIN_INDENTED: usize = 20;
const DEFAULT_WIDTH: usize = 80;

pub(crate) fn width() -> usize {
    // Checked only once, because there may be thousands of lines to wrap.
    static IS_TERMINAL: LazyLock<bool> = LazyLock::new(|| Term::stdout().is_term());
    match IS_TERMINAL.then(|| Term::stdout().size_checked()).flatten() {
        Some((_, columns)) if columns >= 20 => columns.into(),
        Some(_) => 20,
        None => DEFAULT_WIDTH,
    }
}

/// The width of a paragraph, with a margin left for indenting it.
pub(crate) fn prose_width() -> usize {
    width().min(MAX_PROSE) - MARGIN
}

/// Wraps a paragraph. The first line begins with `first`, all others with `hanging`.
pub(crate) fn wrap(text: &str, first: &str, hanging: &str) -> String {
    let text = &*with_program_name(text);
    let columns = prose_width();
    // Most lines fit, and there may be thousands of them: skip wrapping.
    if !text.contains('\n') && [first, text].map(textwrap::core::display_width).iter().sum::<usize>() <= columns {
        return format!("{first}{}", colour_suits(text.trim_end_matches(' ')));
    }
    let indentation = [first, hanging].map(textwrap::core::display_width).into_iter().max().unwrap_or_default();
    if indentation + MIN_INDENTED > columns {
        let text = format!("{} {text}", first.trim_start());
        return fill_lines(text.trim_start(), if first.starts_with(' ') { "  " } else { "" }, "    ", columns);
    }
    fill_lines(text, first, hanging, columns)
}

/// Wraps a text to lines of `columns` columns. Only a word that is longer than a line is broken.
fn fill_lines(text: &str, first: &str, hanging: &str, columns: usize) -> String {
    let options = textwrap::Options::new(columns)
        .initial_indent(first)
        .subsequent_indent(hanging)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let longest = columns.saturating_sub(textwrap::core::display_width(hanging));
    textwrap::fill(&colour_suits(&with_unbreakable(text, longest)), options).replace(NBSP, " ")
}

/// Wraps typed text whose first line begins at column `start`.
pub(crate) fn wrap_after(text: &str, start: usize, columns: usize) -> String {
    if start + measure_text_width(text) <= columns {
        return text.to_owned();
    }
    let initial = " ".repeat(start);
    let options = textwrap::Options::new(columns)
        .initial_indent(&initial)
        .subsequent_indent("  ")
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options).get(start..).unwrap_or(text).to_owned()
}

pub(crate) const NBSP: char = '\u{a0}';

/// Makes spaces non-breaking within short text in backticks, and before the marks `!` and `/`. Lines have `columns` columns.
fn with_unbreakable(text: &str, columns: usize) -> String {
    // Reserve room for the backticks, and for punctuation around them.
    let max_width = (prose_width() / 2).min(columns.saturating_sub(5));
    let with_nbsp = |text: &str| text.replace(' ', NBSP.encode_utf8(&mut [0; 2]));
    let pieces: Vec<&str> = text.split('`').collect();
    let has_pairs = pieces.len() % 2 == 1;
    let joined = pieces.iter().enumerate().map(|(nth, piece)| {
        let is_short = console::measure_text_width(piece) <= max_width;
        if has_pairs && nth % 2 == 1 && is_short {
            with_nbsp(piece)
        } else {
            piece.replace(" !", &with_nbsp(" !")).replace(" /", &with_nbsp(" /"))
        }
    });
    joined.collect::<Vec<_>>().join("`")
}

pub(crate) fn strong(text: &str) -> String {
    Style::new().bold().apply_to(text).to_string()
}

pub(crate) fn faint(text: &str) -> String {
    Style::new().dim().apply_to(text).to_string()
}

/// The word for a kind of finding, in its colour. Without a finding the word is `legal`.
pub(crate) fn verdict_word(kind: Option<FindingKind>) -> String {
    let (word, style) = match kind {
        None => ("legal", Style::new().green()),
        Some(kind @ (FindingKind::Illegal | FindingKind::Revoke)) => (kind.word(), Style::new().red()),
        Some(kind @ FindingKind::Impossible) => (kind.word(), Style::new().magenta()),
        Some(kind @ FindingKind::Overruled) => (kind.word(), Style::new().yellow()),
    };
    style.bold().apply_to(word).to_string()
}

fn style(ink: Ink) -> Style {
    let colour = match ink {
        Ink::Plain => return Style::new(),
        Ink::Strong | Ink::Due => return Style::new().bold(),
        Ink::Faint => return Style::new().dim(),
        Ink::Of(suit) => suit.colour,
    };
    Style::new().color256(colour).bold()
}

/// Whether a suit is shown by its sign instead of its letter.
static SHOWS_SIGNS: AtomicBool = AtomicBool::new(false);

pub(crate) fn show_signs() {
    SHOWS_SIGNS.store(true, Ordering::Relaxed);
}

fn suit_char(suit: &Suit) -> char {
    if SHOWS_SIGNS.load(Ordering::Relaxed) { suit.sign } else { suit.letter }
}

/// A line of text with its styles, not wrapped.
pub(crate) fn text(text: &Text) -> String {
    let pieces = text.styled().map(|(ink, piece)| match ink {
        Ink::Of(suit) => colour_suit(suit, &piece),
        _ => style(ink).apply_to(clean(&piece)).to_string(),
    });
    pieces.collect()
}

/// Suits with their letters, and with their signs if signs are shown: `M Moons`.
pub(crate) fn suits(suits: &'static [Suit]) -> String {
    let labels = suits.iter().map(|suit| {
        let suit_style = style(Ink::Of(suit));
        let sign =
            if suit_char(suit) == suit.letter { String::new() } else { format!("{} ", suit_style.apply_to(suit_char(suit))) };
        format!("{sign}{} {}", suit_style.apply_to(suit.letter), suit.name)
    });
    labels.collect::<Vec<_>>().join(" · ")
}

/// A suit's letter or name in its colour. If signs are shown, the sign replaces the letter.
fn colour_suit(suit: &'static Suit, text: &str) -> String {
    let suit_style = style(Ink::Of(suit));
    if text.len() == 1 { suit_style.apply_to(suit_char(suit)).to_string() } else { suit_style.apply_to(text).to_string() }
}

/// Colours suits in a text with styles: their letters in cards (`7SK`) and their names. Text in backticks stays unchanged.
pub(crate) fn colour_suits(prose: &str) -> String {
    let is_plain = !console::colors_enabled() && !SHOWS_SIGNS.load(Ordering::Relaxed);
    if is_plain { prose.to_owned() } else { with_suits(prose, colour_suit) }
}

/// A text with `colour` applied to each suit's letter and name.
fn with_suits(prose: &str, colour: impl Fn(&'static Suit, &str) -> String) -> String {
    let mut output = String::with_capacity(prose.len() * 2);
    // The escape sequences of the styles in force, set again after each suit.
    let mut styles = String::new();
    let mut is_in_backticks = false;
    let has_pairs = prose.matches('`').count().is_multiple_of(2);
    for (ansi_piece, is_style) in console::AnsiCodeIterator::new(prose) {
        if is_style {
            if ansi_piece == RESET {
                styles.clear();
            } else {
                styles.push_str(ansi_piece);
            }
            output.push_str(ansi_piece);
            continue;
        }
        for (nth, piece) in ansi_piece.split('`').enumerate() {
            if nth > 0 {
                output.push('`');
                is_in_backticks = has_pairs && !is_in_backticks;
            }
            if is_in_backticks {
                output.push_str(piece);
            } else {
                add_with_suits(piece, &mut output, &|suit, text| match colour(suit, text) {
                    coloured if coloured.ends_with(RESET) => coloured + &styles,
                    coloured => coloured,
                });
            }
        }
    }
    output
}

const RESET: &str = "\x1b[0m";

/// A book for each deck with suits of the program's games.
static DECK_BOOKS: LazyLock<Vec<&'static Book>> = LazyLock::new(|| {
    let mut books: Vec<_> = games().books().filter(|book| !book.suits.is_empty()).collect();
    books.dedup_by_key(|book| book.suits);
    books
});

/// Adds a text without styles to `output`, with `colour` applied to its suits.
fn add_with_suits(prose: &str, output: &mut String, colour: &dyn Fn(&'static Suit, &str) -> String) {
    let is_word_char = |char: char| char.is_alphanumeric() || "_/-\\".contains(char);
    let mut previous_char = None;
    let mut rest = prose;
    while let Some(first_char) = rest.chars().next() {
        let end = rest.find(|char| !is_word_char(char)).unwrap_or(rest.len());
        if end == 0 {
            output.push(first_char);
            previous_char = Some(first_char);
            rest = &rest[first_char.len_utf8()..];
            continue;
        }
        let (word, after_word) = rest.split_at(end);
        let mut next_chars = after_word.chars();
        // A word that looks like a card may be a player's name (`AL: draw`, `AL's bird`) or part of a file name.
        let is_name = !word.starts_with(|char: char| char.is_ascii_digit()) && after_word.starts_with([':', '\'', '’']);
        let is_file_name = previous_char == Some('.')
            || (next_chars.next() == Some('.') && next_chars.next().is_some_and(char::is_alphanumeric));
        let card = if is_name || is_file_name { None } else { DECK_BOOKS.iter().find_map(|book| (book.printed)(word)) };
        match (card, DECK_BOOKS.iter().flat_map(|book| book.suits).find(|suit| suit.name == word)) {
            (Some(card), _) => output.extend(card.printed.iter().map(|(part_ink, text)| match part_ink {
                Ink::Of(suit) => colour(suit, text),
                _ => text.clone(),
            })),
            (None, Some(suit)) => output.push_str(&colour(suit, word)),
            (None, None) => output.push_str(word),
        }
        previous_char = word.chars().last();
        rest = after_word;
    }
}

/// Cuts a text to `columns` columns, after a whole word if possible. An ellipsis marks the cut.
pub(crate) fn shorten(text: &str, columns: usize) -> String {
    if measure_text_width(text) <= columns {
        return text.to_owned();
    }
    let short = truncate_str(text, columns.saturating_sub(1), "");
    let plain = console::strip_ansi_codes(&short);
    let width = match plain.rfind(' ') {
        // Break a word longer than half of the line.
        Some(space) if space > plain.len() / 2 => measure_text_width(plain[..space].trim_end_matches([' ', '·'])),
        _ => measure_text_width(&plain),
    };
    format!("{}…", truncate_str(&short, width, ""))
}

/// An empty grid at most `width` columns wide, without borders, with a line under the headings.
pub(crate) fn grid(width: usize) -> Table {
    let style = TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));
    let mut table = Table::new();
    table.load_style(style);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    table
}

/// Aligns columns of numbers to the right, and never breaks them.
pub(crate) fn align(grid: &mut Table, is_number: impl Fn(usize) -> bool) {
    for (index, column) in grid.column_iter_mut().enumerate() {
        if is_number(index) {
            column.set_cell_alignment(CellAlignment::Right);
            // A broken number would read as another number.
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
}

/// Limits a column to `width` columns of the terminal.
pub(crate) fn narrow(column: &mut Column, width: usize) {
    column.set_constraint(ColumnConstraint::UpperBoundary(padded_width(column, width)));
}

/// Limits a column to between `least` and `most` columns of the terminal.
pub(crate) fn bound(column: &mut Column, least: usize, most: usize) {
    let [lower, upper] = [least, most.max(least)].map(|width| padded_width(column, width));
    column.set_constraint(ColumnConstraint::Boundaries { lower, upper });
}

pub(crate) fn longest_word(text: &str) -> usize {
    text.split([' ', '\n']).map(measure_text_width).max().unwrap_or_default()
}

/// Makes a column at least `width` columns of the terminal wide, even if the grid then doesn't fit.
pub(crate) fn widen(column: &mut Column, width: usize) {
    column.set_constraint(ColumnConstraint::LowerBoundary(padded_width(column, width)));
}

fn padded_width(column: &Column, width: usize) -> Width {
    let width = width.saturating_add(column.padding_width().into());
    Width::Fixed(u16::try_from(width).unwrap_or(u16::MAX))
}

/// A cell with a text that may contain a user's text: escaped, and suits coloured.
pub(crate) fn cell(text: &str) -> Cell {
    Cell::new(colour_suits(&clean(text)))
}

/// The lines of a grid, without trailing white space.
pub(crate) fn lines(grid: &Table) -> Vec<String> {
    grid.lines().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_to_be_typed_is_not_broken() {
        let text = format!("{} `overrule REASON` lets it stand", "word ".repeat(prose_width() / 5 - 2).trim_end());
        assert!(wrap(&text, "", "").contains("\n`overrule REASON` lets"), "{}", wrap(&text, "", ""));
        let long = format!("`{}`", "word ".repeat(40));
        assert!(wrap(&long, "", "").lines().all(|line| line.len() <= prose_width()));
    }

    #[test]
    fn a_long_typed_line_breaks_between_words() {
        assert_eq!(wrap_after("note two words", 6, 20), "note two words");
        assert_eq!(wrap_after("note two words", 6, 19), "note two\n  words");
        assert_eq!(wrap_after("note abcdefghijklmnop", 6, 20), "note\n  abcdefghijklmnop");
        for columns in 1..20 {
            let text = wrap_after("冬 abcdefgh 冬冬 ijk", 6, columns).replace(['\n', ' '], "");
            assert_eq!(text, "冬abcdefgh冬冬ijk", "{columns}");
        }
    }

    #[test]
    fn words_are_left_out_whole() {
        assert_eq!(shorten("Bo · 6 cards in hand", 20), "Bo · 6 cards in hand");
        assert_eq!(shorten("Bo · 6 cards in hand", 19), "Bo · 6 cards in…");
        assert_eq!(shorten("Ada · 1: 7SK · 2: 9LK 8WL", 19), "Ada · 1: 7SK · 2:…");
        assert_eq!(shorten("Ada · 1: 7SK · 2: 9LK 8WL", 16), "Ada · 1: 7SK…");
        assert_eq!(shorten("abcdefghij", 5), "abcd…");
        for columns in 0..12 {
            assert!(measure_text_width(&shorten("冬 ab 冬冬 c", columns)) <= columns.max(1));
        }
    }

    #[test]
    fn only_cards_and_suits_are_coloured() {
        let output = |prose: &str| with_suits(prose, |_, text| format!("<{text}>"));
        for plain in ["Ada takes 7 cards", "AL: draw", "AL's bird", "7SK.toml", "a/7SK", "x7SK", "7SKS", "EX", "Sunday", "3.7SK"]
        {
            assert_eq!(output(plain), plain);
        }
        assert_eq!(output("7SK: hatched, (7SK) = 7SK."), "7<S><K>: hatched, (7<S><K>) = 7<S><K>.");
        assert_eq!(output("Moons, 2 or higher"), "<Moons>, 2 or higher");
        assert_eq!(output("`h 7SK` and 7SK"), "`h 7SK` and 7<S><K>", "what is typed is typed in letters");
        assert_eq!(output("it`s 7SK"), "it`s 7<S><K>");
        let styled = with_suits("\x1b[32ma 7SK b\x1b[0m 9LK", |_, text| format!("<{text}\x1b[0m"));
        assert_eq!(styled, "\x1b[32ma 7<S\x1b[0m\x1b[32m<K\x1b[0m\x1b[32m b\x1b[0m 9<L\x1b[0m<K\x1b[0m");
    }
}
