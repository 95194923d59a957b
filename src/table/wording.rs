//! Lists and counts in words, and which characters of a text can't be seen.

use std::fmt::Display;

fn list(items: impl IntoIterator<Item: Display>, last: &str) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [most @ .., end] if !most.is_empty() => format!("{} {last} {end}", most.join(", ")),
        _ => items.concat(),
    }
}

/// `a, b and c`.
pub fn and_list(items: impl IntoIterator<Item: Display>) -> String {
    list(items, "and")
}

/// `a, b or c`.
pub fn or_list(items: impl IntoIterator<Item: Display>) -> String {
    list(items, "or")
}

/// `a b c`.
pub fn spaced(items: impl IntoIterator<Item: Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// `1 card`, `3 cards`, `no cards`.
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

/// A number of points with a proper minus sign.
#[allow(clippy::needless_pass_by_value)] // so that points can be mapped by it
pub fn signed(points: impl ToString) -> String {
    points.to_string().replace('-', "−")
}

/// Whether a character is invisible or changes how others appear: control characters, direction marks, and zero-width
/// characters. Text that somebody else wrote is never printed with these in it.
pub fn is_unseen(char: char) -> bool {
    // Nearly all text is ASCII.
    if char.is_ascii() {
        return char.is_ascii_control();
    }
    char.is_control()
        || matches!(
            char,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
