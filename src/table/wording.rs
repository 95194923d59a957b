//! Lists and counts in words.

use std::fmt::Display;

fn list<T: Display>(items: &[T], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.to_string(),
        [most @ .., end] => {
            let most: Vec<String> = most.iter().map(ToString::to_string).collect();
            format!("{} {last} {end}", most.join(", "))
        }
    }
}

/// `a, b and c`.
pub fn and_list<T: Display>(items: &[T]) -> String {
    list(items, "and")
}

/// `a, b or c`.
pub fn or_list<T: Display>(items: &[T]) -> String {
    list(items, "or")
}

/// `1 card`, `3 cards`, `no cards`.
pub fn count_of(count: usize, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}
