//! Reading a card as people write it: any case, any order of suits, any part that leaves one card.

mod many;
#[cfg(test)]
mod tests;
mod wording;

use std::str::FromStr;

use super::{Card, CardError, CardErrorKind, Cards, Rank};
use wording::Wording;

pub use many::{read_many, read_many_played};

/// Reads one card, preferring those `among` (the game's deck) where the text fits several.
///
/// If it fits none of them it may still be another card of the extended deck: that it is not in the game is for the
/// referee to say. The canonical code is read without allocating.
///
/// # Errors
/// [`CardError`] if the text fits no card, or several; it names the ones that could be meant.
///
/// ```
/// use fowlplay::decktet::{Cards, read};
///
/// assert_eq!(read("7s", Cards::BASIC)?.code(), "7SK");
/// assert_eq!(read("Ace of waves", Cards::BASIC)?.code(), "AW");
/// assert_eq!(
///     read("pm", Cards::EXTENDED).unwrap_err().to_string(),
///     "`pm` could be PMSL the Harvest or PMYK the Watchman",
/// );
/// # Ok::<(), fowlplay::decktet::CardError>(())
/// ```
pub fn read(text: &str, among: Cards) -> Result<Card, CardError> {
    if let Some(card) = Card::from_code(text) {
        return Ok(card);
    }
    let text = text.trim();
    if let Some(card) = Card::from_code(text) {
        return Ok(card);
    }
    let wording = Wording::new(text);
    let fitting = wording.fitting(among);
    fitting.only().ok_or_else(|| why_not(text, &wording, fitting, among))
}

/// Reads a card that may be played as a number: `PMSL=6`, or without `=` just the card.
///
/// Whether the card can be played so is for the referee to say.
///
/// # Errors
/// [`CardError`] if the card can't be read, or what stands after `=` is not 2 to 9.
pub fn read_played(text: &str, among: Cards) -> Result<(Card, Option<Rank>), CardError> {
    let Some((card, number)) = text.split_once('=') else {
        return Ok((read(text, among)?, None));
    };
    let card = read(card, among)?;
    match wording::number(number) {
        Some(rank) => Ok((card, Some(rank))),
        None => Err(CardError { text: text.trim().to_owned(), candidates: vec![card], kind: CardErrorKind::NotANumber }),
    }
}

/// The card a text can only be, for trying readings without wording an error.
fn only(text: &str, among: Cards) -> Option<Card> {
    Card::from_code(text).or_else(|| Wording::new(text).fitting(among).only())
}

/// [`read_played`], as [`only`] is [`read`].
fn only_played(text: &str, among: Cards) -> Option<(Card, Option<Rank>)> {
    match text.split_once('=') {
        None => Some((only(text, among)?, None)),
        Some((card, number)) => Some((only(card.trim_end(), among)?, Some(wording::number(number)?))),
    }
}

fn why_not(text: &str, wording: &Wording, fitting: Cards, among: Cards) -> CardError {
    let (kind, candidates) = if text.is_empty() {
        (CardErrorKind::Missing, Cards::EMPTY)
    } else if fitting.is_empty() {
        wording.nearest(among)
    } else {
        (CardErrorKind::Ambiguous, fitting)
    };
    CardError { text: text.to_owned(), candidates: candidates.iter().collect(), kind }
}

/// Reads among all 45 cards.
impl FromStr for Card {
    type Err = CardError;

    fn from_str(text: &str) -> Result<Card, CardError> {
        read(text, Cards::EXTENDED)
    }
}
