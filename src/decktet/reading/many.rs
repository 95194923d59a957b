//! Reading several cards in a row, where a card may take several words.

use std::ops::Range;

use super::{CardError, Cards, only, only_played, read, read_played};
use crate::decktet::{Card, Rank};

/// The most words a card is written in: `the pawn of suns waves and knots`, and `= 6`.
const MOST_WORDS: usize = 9;

/// Cards in the order of a text, each with its place there in bytes; or why one is none, and its place.
type Placed<T> = Result<Vec<(T, Range<usize>)>, (CardError, Range<usize>)>;

/// Reads cards separated by white space or commas, each as [`read`](super::read) would, with their places in bytes.
///
/// Names may have several words: from the left, each card takes as many words as make one card. A comma ends a card.
///
/// # Errors
/// The first text that is no card, with its place.
///
/// ```
/// use fowlplay::decktet::{Cards, read_many};
///
/// let cards = read_many("ace of waves light keeper 7s", Cards::EXTENDED).map_err(|(error, _)| error)?;
/// let codes: Vec<_> = cards.iter().map(|(card, _)| card.code()).collect();
/// assert_eq!(codes, ["AW", "PSWK", "7SK"]);
/// assert_eq!(cards[1].1, 13..25);
/// # Ok::<(), fowlplay::decktet::CardError>(())
/// ```
pub fn read_many(text: &str, among: Cards) -> Placed<Card> {
    placed(text, among, only, read)
}

/// Reads cards as [`read_many`] does, where each may be played as a number (`PMSL=6`).
///
/// # Errors
/// The first text that is no card or no number from 2 to 9, with its place.
pub fn read_many_played(text: &str, among: Cards) -> Placed<(Card, Option<Rank>)> {
    placed(text, among, only_played, read_played)
}

fn placed<T>(
    text: &str,
    among: Cards,
    only: fn(&str, Cards) -> Option<T>,
    read: fn(&str, Cards) -> Result<T, CardError>,
) -> Placed<T> {
    let mut cards = Vec::new();
    for (start, part) in parts(text, |c| c == ',') {
        let words: Vec<Range<usize>> =
            parts(part, char::is_whitespace).map(|(at, word)| start + at..start + at + word.len()).collect();
        let mut rest = &words[..];
        while let Some(first) = rest.first() {
            let numbered = |count| played(text, rest.get(count));
            // To a whole code nothing can be added but a number.
            let most = match Card::from_code(&text[first.clone()]) {
                Some(_) if !numbered(1) => 1,
                _ => rest.len().min(MOST_WORDS),
            };
            let longest = (1..=most).rev().find_map(|count| {
                let range = first.start..rest[count - 1].end;
                Some((only(&text[range.clone()], among)?, range, count))
            });
            let (card, range, count) = match longest {
                Some(found) if !numbered(found.2) => found,
                _ => {
                    let count = blamed(text, rest, longest.map(|found| found.2));
                    let range = first.start..rest[count - 1].end;
                    let card = read(&text[range.clone()], among).map_err(|e| (e, range.clone()))?;
                    (card, range, count)
                }
            };
            cards.push((card, range));
            rest = &rest[count..];
        }
    }
    Ok(cards)
}

/// Whether a word begins the number that a card is played as.
fn played(text: &str, word: Option<&Range<usize>>) -> bool {
    word.is_some_and(|word| text[word.clone()].starts_with('='))
}

/// How many words to name when no card begins here, or one that has an unreadable number behind it: the card or one
/// word, with a "the" before and an "of …" or "= …" behind.
fn blamed(text: &str, words: &[Range<usize>], card: Option<usize>) -> usize {
    let is = |at: usize, what: &str| words.get(at).is_some_and(|w| text[w.clone()].eq_ignore_ascii_case(what));
    let mut count = card.unwrap_or(1 + usize::from(is(0, "the")));
    if is(count, "of") || is(count, "=") {
        count += 2;
    } else if played(text, words.get(count)) {
        count += 1;
    }
    count.min(words.len())
}

/// The stretches between separators that are not empty, each with its place in bytes.
fn parts(text: &str, separates: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(separates).filter_map(move |stretch| {
        let start = at;
        at += stretch.len();
        let part = stretch.strip_suffix(separates).unwrap_or(stretch);
        (!part.is_empty()).then_some((start, part))
    })
}
