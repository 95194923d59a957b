//! Reading what the steps of both games are made of: verbs, birds' numbers, cards.

use super::{BirdNumber, Laid, WILDS};
use crate::{
    decktet::{self, Card, Cards, Rank},
    table::{Book, Unreadable, Words, did_you_mean, or_list},
};
use std::ops::Range;

const A_CARD: &str = "a card, as 7SK or the Castle";

/// What is said of a text that begins with no verb of the game.
pub fn unknown_verb(book: &Book, word: Option<(&str, Range<usize>)>, words: &Words<'_>) -> Unreadable {
    let names = || book.verbs.iter().map(|verb| verb.name);
    let expected = or_list(&names().collect::<Vec<_>>());
    let Some((verb, place)) = word else {
        return Unreadable::new(words.end(), "there is no step here", expected);
    };
    let problem = match did_you_mean(verb, names()) {
        Some(meant) => format!("`{verb}` is no step of {}; did you mean `{meant}`?", book.title),
        None => format!("`{verb}` is no step of {}", book.title),
    };
    Unreadable::new(place, problem, expected)
}

/// Refuses anything behind a step that stands alone.
///
/// # Errors
/// When something stands there.
pub fn nothing_after(words: &mut Words<'_>, verb: &str) -> Result<(), Unreadable> {
    match words.next() {
        None => Ok(()),
        Some((_, more)) => Err(Unreadable::new(more, format!("`{verb}` stands alone"), "nothing after it")),
    }
}

/// The bird's number that comes next.
///
/// # Errors
/// When none does.
pub fn number(words: &mut Words<'_>, verb: &str) -> Result<BirdNumber, Unreadable> {
    let expected = "the number of a bird, counted from 1";
    let Some((word, place)) = words.next() else {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs the number of a bird"), expected));
    };
    word.parse().map_err(|_| Unreadable::new(place, format!("`{word}` is no number of a bird"), expected))
}

/// The card that is all the rest.
///
/// # Errors
/// When the rest is no card.
pub fn card(words: &Words<'_>, verb: &str, among: Cards) -> Result<Card, Unreadable> {
    let (rest, start) = words.rest();
    if rest.is_empty() {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs a card"), A_CARD));
    }
    decktet::read(rest, among).map_err(|error| Unreadable::new(start..start + rest.len(), error.to_string(), A_CARD))
}

/// The card that is all the rest, with the number it is played as where one is named.
///
/// # Errors
/// When the rest is no card, or a card that has a rank of its own is played as another.
pub fn laid(words: &Words<'_>, verb: &str, among: Cards) -> Result<Laid, Unreadable> {
    let (rest, start) = words.rest();
    if rest.is_empty() {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs a card"), A_CARD));
    }
    let range = start..start + rest.len();
    let read = decktet::read_played(rest, among);
    let (card, rank) = read.map_err(|error| Unreadable::new(range.clone(), error.to_string(), A_CARD))?;
    played(card, rank, range)
}

/// A card as it is played: a Pawn or a Court as the number that was named, anything else as it is.
pub(super) fn played(card: Card, named: Option<Rank>, range: Range<usize>) -> Result<Laid, Unreadable> {
    let natural = Laid::natural(card);
    if named.is_none() || named == natural.rank {
        Ok(natural)
    } else if WILDS.contains(card) {
        Ok(Laid { rank: named, ..natural })
    } else {
        let problem = format!("{card} is always what is printed on it");
        Err(Unreadable::new(range, problem, "a Pawn or a Court, to be played as a number"))
    }
}

/// Refuses a Pawn or a Court on a bird without the number it is played as.
///
/// # Errors
/// When that is what it is.
pub fn as_a_number(laid: Laid, range: Range<usize>) -> Result<Laid, Unreadable> {
    if WILDS.contains(laid.card) && laid.rank.is_none() {
        let problem = format!("it is not said as which number {} is played", laid.card);
        return Err(Unreadable::new(range, problem, format!("a number from 2 to 9, as {}=6", laid.card)));
    }
    Ok(laid)
}

/// The cards that are all the rest, in canonical order.
///
/// # Errors
/// When one of them is no card, or there is none.
pub fn cards(words: &Words<'_>, verb: &str, among: Cards) -> Result<Box<[Card]>, Unreadable> {
    let expected = "cards, as 7SK 3MW";
    let (rest, start) = words.rest();
    if rest.is_empty() {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs at least one card"), expected));
    }
    let read = decktet::read_many(rest, among)
        .map_err(|(error, range)| Unreadable::new(range, error.to_string(), expected).shifted(start))?;
    let mut cards: Vec<Card> = read.into_iter().map(|(card, _)| card).collect();
    cards.sort_unstable();
    Ok(cards.into())
}
