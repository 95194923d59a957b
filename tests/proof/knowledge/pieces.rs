//! The pieces of a written position, read from its text alone.

/// What stands behind a keyword in a part, each time that it is there.
pub fn each_after<'a>(part: &'a str, key: &'a str) -> impl Iterator<Item = &'a str> {
    part.split("; ").filter_map(move |piece| piece.strip_prefix(key)?.strip_prefix(' '))
}

/// What stands behind a keyword in a part.
pub fn after<'a>(part: &'a str, key: &'a str) -> Option<&'a str> {
    each_after(part, key).next()
}

/// The number behind a keyword.
pub fn count_after(part: &str, key: &str) -> Option<usize> {
    after(part, key).map(|count| count.parse().expect("a count"))
}

/// The cards that are named, and how many more there are: `9MS 2MK +4`, or `-`.
pub fn cards_and_more(text: &str) -> (Vec<String>, usize) {
    let named = text.split_whitespace().filter(|word| *word != "-" && !word.starts_with('+'));
    let more = text.split_once('+').map_or(0, |(_, more)| more.trim().parse().expect("a count"));
    (named.map(str::to_owned).collect(), more)
}

/// The cards that are named behind a keyword.
pub fn cards_after(part: &str, key: &str) -> Vec<String> {
    after(part, key).map(cards_and_more).unwrap_or_default().0
}

/// Some cards without others.
pub fn without(mut cards: Vec<String>, others: &[String]) -> Vec<String> {
    for card in others {
        let at = cards.iter().position(|other| other == card);
        cards.swap_remove(at.unwrap_or_else(|| panic!("{card} is one of those that are left")));
    }
    cards.sort();
    cards
}
