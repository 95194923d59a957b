//! Parses cards as people write them: in any letter case, with suits in any order, abbreviated if one card fits. Also parses
//! cards as printed: with the signs of suits (`7☀⌘`), or with the name after the code (`7SK the Castle, Suns Knots`).

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::matching::{self, NormalizedText};
use super::{Card, Cards, Rank};

/// Parses one card, preferring those in `among` (the game's deck) if the text fits several.
///
/// A text that fits no card in `among` may still fit another card of the extended deck. The referee then reports that the card is
/// not in the game. If the text fits no card, or several, the error lists the possible cards.
///
/// ```
/// use fowlplay::decktet::{Cards, parse_card};
///
/// assert_eq!(parse_card("7s", Cards::BASIC)?.code(), "7SK");
/// assert_eq!(parse_card("Ace of waves", Cards::BASIC)?.code(), "AW");
/// assert_eq!(
///     parse_card("pm", Cards::EXTENDED).unwrap_err().to_string(),
///     "`pm` could be PMSL the Harvest or PMYK the Watchman",
/// );
/// # Ok::<(), fowlplay::decktet::CardError>(())
/// ```
pub fn parse_card(text: &str, among: Cards) -> Result<Card, CardError> {
    Card::from_code(text).map_or_else(
        || {
            let text = text.trim();
            fitting_card(text, among).ok_or_else(|| card_error(text, among))
        },
        Ok,
    )
}

/// Parses a card that may be played as another rank, as `PMSL=6`, legal or not.
pub fn parse_wild(text: &str, among: Cards) -> Result<(Card, Option<Rank>), CardError> {
    let Some((card, rank)) = text.split_once('=') else {
        return Ok((parse_card(text, among)?, None));
    };
    let card = parse_card(card, among)?;
    match matching::wild_number(rank) {
        Some(rank) => Ok((card, Some(rank))),
        None => Err(CardError { text: text.trim().to_owned(), candidates: card.into(), kind: CardErrorKind::NotANumber }),
    }
}

/// The only card that a text fits. Builds no error, because [`parse_each`] tries texts of several lengths.
fn fitting_card(text: &str, among: Cards) -> Option<Card> {
    Card::from_code(text).or_else(|| NormalizedText::new(text).fitting(among).only())
}

fn fitting_wild(text: &str, among: Cards) -> Option<(Card, Option<Rank>)> {
    match text.split_once('=') {
        None => Some((fitting_card(text, among)?, None)),
        Some((card, rank)) => Some((fitting_card(card.trim_end(), among)?, Some(matching::wild_number(rank)?))),
    }
}

fn card_error(text: &str, among: Cards) -> CardError {
    let normalized = NormalizedText::new(text);
    let fitting = normalized.fitting(among);
    let (kind, candidates) = if text.is_empty() {
        (CardErrorKind::Missing, Cards::EMPTY)
    } else if fitting.is_empty() {
        normalized.nearest(among)
    } else {
        (CardErrorKind::Ambiguous, fitting)
    };
    CardError { text: text.to_owned(), candidates, kind }
}

impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        parse_card(text, Cards::EXTENDED)
    }
}

/// The largest number of words of one card, as in `the pawn of suns waves knots = 6`.
const MOST_WORDS: usize = 8;

/// The cards of a text in order, each with its byte range, or the first error with its byte range.
type SpannedCards<T> = Result<Vec<(T, Range<usize>)>, (CardError, Range<usize>)>;

/// Parses cards separated by white space or commas, each as [`parse_card`] would, with their byte ranges.
///
/// Names may have several words. From the left, each card takes as many words as make one card. A comma ends a card, unless the
/// comma stands in a title after a code.
///
/// # Errors
/// The first text that is not a card, with its byte range.
///
/// ```
/// use fowlplay::decktet::{Cards, parse_cards};
///
/// let cards = parse_cards("ace of waves light keeper 7s", Cards::EXTENDED).map_err(|(error, _)| error)?;
/// let codes: Vec<_> = cards.iter().map(|(card, _)| card.code()).collect();
/// assert_eq!(codes, ["AW", "PSWK", "7SK"]);
/// assert_eq!(cards[1].1, 13..25);
/// # Ok::<(), fowlplay::decktet::CardError>(())
/// ```
pub fn parse_cards(text: &str, among: Cards) -> SpannedCards<Card> {
    parse_each(text, among, fitting_card, parse_card)
}

/// Parses cards like [`parse_cards`]. Each card may be played as a number (`PMSL=6`).
pub fn parse_wilds(text: &str, among: Cards) -> SpannedCards<(Card, Option<Rank>)> {
    parse_each(text, among, fitting_wild, parse_wild)
}

fn parse_each<T>(
    text: &str,
    among: Cards,
    find: fn(&str, Cards) -> Option<T>,
    parse: fn(&str, Cards) -> Result<T, CardError>,
) -> SpannedCards<T> {
    let mut cards = Vec::new();
    // The range of each word, with the index of the first word after the next comma.
    let mut words: Vec<(Range<usize>, usize)> = Vec::new();
    for (start, part) in nonempty_parts(text, |char| char == ',') {
        let ranges = nonempty_parts(part, char::is_whitespace).map(|(at, word)| start + at..start + at + word.len());
        let end = words.len() + ranges.clone().count();
        words.extend(ranges.map(|range| (range, end)));
    }
    let word_range = |index: usize| words[index].0.clone();
    let mut at = 0;
    while let Some((first, end)) = words.get(at).cloned() {
        let rest: Vec<Range<usize>> = (at..end.min(at + MOST_WORDS + 1)).map(word_range).collect();
        let is_number_after = |count| is_wild_number(text, rest.get(count));
        let range = |count: usize| first.start..words[at + count - 1].0.end;
        // A complete code can be followed only by the card's title or a number.
        let most_words = match matching::card_by_code(&text[first.clone()]) {
            Some(_) if is_number_after(1) => rest.len().min(MOST_WORDS),
            Some(card) => 1 + matching::title_length(card, (at + 1..words.len()).map(|index| &text[word_range(index)])),
            None => rest.len().min(MOST_WORDS),
        };
        let longest = (1..=most_words).rev().find_map(|count| Some((find(&text[range(count)], among)?, count)));
        let (card, count) = match longest {
            Some(found) if !is_number_after(found.1) => found,
            _ => {
                let count = quoted_words(text, &rest, longest.map(|(_, count)| count));
                (parse(&text[range(count)], among).map_err(|error| (error, range(count)))?, count)
            }
        };
        cards.push((card, range(count)));
        at += count;
    }
    Ok(cards)
}

/// Whether a word begins with `=`, which precedes the number that a card is played as.
fn is_wild_number(text: &str, word: Option<&Range<usize>>) -> bool {
    word.is_some_and(|word| text[word.clone()].starts_with('='))
}

/// The number of words that an error quotes, if `words` begin with no card, or an invalid number follows the card. The error quotes
/// the card or one word, with a "the" before and an "of …" or "= …" after. `card_words` is the number of words of the card.
fn quoted_words(text: &str, words: &[Range<usize>], card_words: Option<usize>) -> usize {
    let is_word = |at: usize, expected: &str| words.get(at).is_some_and(|word| text[word.clone()].eq_ignore_ascii_case(expected));
    let mut count = card_words.unwrap_or(1 + usize::from(is_word(0, "the")));
    if is_word(count, "of") || is_word(count, "=") {
        count += 2;
    } else if is_wild_number(text, words.get(count)) {
        count += 1;
    }
    count.min(words.len())
}

/// The nonempty parts between separators, each with its byte offset.
fn nonempty_parts(text: &str, is_separator: fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut at = 0;
    text.split_inclusive(is_separator).filter_map(move |part_with_separator| {
        let start = at;
        at += part_with_separator.len();
        let part = part_with_separator.strip_suffix(is_separator).unwrap_or(part_with_separator);
        (!part.is_empty()).then_some((start, part))
    })
}

/// The error of a text that could not be parsed as one card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct CardError {
    /// The text as typed, trimmed. Escape it before printing.
    pub text: String,
    /// The possible cards: those that the text fits, or those of its rank.
    pub candidates: Cards,
    /// The kind of the error.
    pub kind: CardErrorKind,
}

impl CardError {
    /// The cards that an ambiguous text could be, each as a code and in words.
    pub fn options(&self) -> Vec<(String, String)> {
        let cards = Some(self.candidates).filter(|_| self.kind == CardErrorKind::Ambiguous);
        cards.into_iter().flat_map(Cards::iter).map(|card| (card.to_string(), code_and_name(card))).collect()
    }
}

/// The kind of error of a text that should be a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CardErrorKind {
    /// An empty text.
    Missing,
    /// A text that fits all of the candidates.
    Ambiguous,
    /// A text that begins with the rank of the candidates, but fits none of them.
    NotOfRank(Rank),
    /// A text that resembles no card.
    Unknown,
    /// A candidate played as something (`PMSL=12`) that is not a rank from Ace to Crown.
    NotANumber,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        let candidates = |last_separator| list(self.candidates, last_separator);
        match self.kind {
            CardErrorKind::Missing => f.write_str("a card is missing"),
            CardErrorKind::Ambiguous => write!(f, "`{text}` could be {}", candidates(" or ")),
            CardErrorKind::NotOfRank(rank) => {
                write!(f, "no card is written `{text}`; the {} are {}", plural(rank), candidates(", "))
            }
            CardErrorKind::Unknown => write!(f, "no card is written `{text}`"),
            CardErrorKind::NotANumber => write!(f, "`{text}`: the number a card is played as is 2 to 9"),
        }
    }
}

fn code_and_name(card: Card) -> String {
    card.name().map_or(card.to_string(), |name| format!("{card} {name}"))
}

fn list(cards: Cards, last_separator: &str) -> String {
    let cards: Vec<String> = cards.iter().map(code_and_name).collect();
    match cards.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}{last_separator}{last}", rest.join(", ")),
        _ => cards.concat(),
    }
}

fn plural(rank: Rank) -> &'static str {
    const NUMBERS: [&str; 8] = ["twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines"];
    rank.number().map_or(rank.plural(), |number| NUMBERS[usize::from(number) - 2])
}
