//! Lists and counts in words, comparison of names, and the characters that are escaped.

use std::{fmt::Display, str::FromStr};
use unicode_normalization::UnicodeNormalization as _;

fn list(items: impl IntoIterator<Item: Display>, conjunction: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [rest @ .., last] if !rest.is_empty() => format!("{} {conjunction} {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// A list in words: `a, b and c`.
pub fn and_list(items: impl IntoIterator<Item: Display>) -> String {
    list(items, "and")
}

/// A list of alternatives in words: `a, b or c`.
pub fn or_list(items: impl IntoIterator<Item: Display>) -> String {
    list(items, "or")
}

/// A list separated by spaces: `a b c`.
pub fn spaced(items: impl IntoIterator<Item: Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// A count with its noun: `1 card`, `3 cards`, `no cards`.
pub fn count_of(count: usize, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// A text with a capital first letter, for the beginning of a sentence or a line.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Parses a number as people type it, with any of the dashes that keyboards write for a minus sign.
pub fn parse_number<N: FromStr>(text: &str) -> Option<N> {
    const MINUS_SIGNS: [char; 4] = ['−', '–', '‑', '－'];
    text.parse().ok().or_else(|| format!("-{}", text.strip_prefix(MINUS_SIGNS)?).parse().ok())
}

/// The key for comparing names and searched texts (NFC, one letter case). A prefix of a name has a prefix of the key.
pub fn comparison_key(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    // `Σ` becomes `ς` only at the end of a word, and a prefix of the name can end earlier.
    text.to_lowercase().replace('ς', "σ").nfc().collect()
}

/// Whether two names are the same, regardless of Unicode form and letter case.
pub fn is_same_name(one: &str, other: &str) -> bool {
    one == other || comparison_key(one) == comparison_key(other)
}

/// Renders a number of points with a proper minus sign.
#[allow(clippy::needless_pass_by_value)] // so that `Iterator::map` can take this function
pub fn signed(points: impl ToString) -> String {
    points.to_string().replace('-', "−")
}

/// Whether a character of text from other sources must be escaped: control characters, direction marks and noncharacters. Other
/// invisible characters belong to names, as the joiners of Persian and of emoji do.
pub fn is_escaped(char: char) -> bool {
    // Most text is ASCII.
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    let is_direction_mark =
        matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_noncharacter = matches!(char, '\u{fdd0}'..='\u{fdef}') || u32::from(char) & 0xfffe == 0xfffe;
    char.is_control() || is_direction_mark || is_noncharacter
}
