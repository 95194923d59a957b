//! One player's birds as they are counted on a table, with no moves before them.

use super::{Bird, BirdNumber, Laid, Misfit, Ranch, reading};
use crate::{
    decktet::{self, Cards},
    table::Unreadable,
};
use std::fmt;

/// The birds that lie before one player, each from the bottom card up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted(Vec<Vec<Laid>>);

impl Counted {
    /// Reads birds with `|` between them; `example` shows what they look like.
    ///
    /// # Errors
    /// When something there is no card of `among`, or a Pawn or Court of it has no number.
    pub fn read(text: &str, among: Cards, example: &str) -> Result<Self, Unreadable> {
        let mut start = 0;
        let mut birds = Vec::new();
        for part in text.split('|') {
            let cards = Self::read_bird(part, among, example).map_err(|unreadable| unreadable.shifted(start))?;
            if !cards.is_empty() {
                birds.push(cards);
            }
            start += part.len() + 1;
        }
        Ok(Self(birds))
    }

    fn read_bird(text: &str, among: Cards, example: &str) -> Result<Vec<Laid>, Unreadable> {
        let read = decktet::read_many_played(text, among).map_err(|(error, range)| {
            let expected = format!("birds, bottom card first, as {example}");
            Unreadable::new(range, error.to_string(), expected)
        })?;
        let cards = read.into_iter().map(|((card, named), range)| {
            let laid = reading::played(card, named, range.clone())?;
            if among.contains(card) { reading::as_a_number(laid, range) } else { Ok(laid) }
        });
        cards.collect()
    }

    /// The birds by number.
    pub fn birds(&self) -> impl Iterator<Item = (BirdNumber, &[Laid])> {
        self.0.iter().enumerate().map(|(index, bird)| (BirdNumber::from_index(index), bird.as_slice()))
    }

    /// The cards of all birds.
    pub fn cards(&self) -> impl Iterator<Item = Laid> {
        self.0.iter().flatten().copied()
    }

    /// The birds as they lie.
    pub fn ranch(&self) -> Ranch {
        self.0.iter().filter_map(|bird| Bird::of(bird.iter().copied())).collect()
    }

    /// Of each bird the first card that does not fit it in this way (ER-3.3, ER-3.4).
    pub fn misfits(&self, wanted: Misfit) -> impl Iterator<Item = (BirdNumber, Laid)> {
        self.birds().filter_map(move |(number, cards)| Some((number, *cards.get(misplaced(cards, wanted)?)?)))
    }

    /// A bird as it was without the first card that does not fit it in this way, and what lies on that.
    pub fn below(&self, number: BirdNumber, misfit: Misfit) -> Option<Bird> {
        let cards = self.0.get(number.index())?;
        Bird::of(cards[..misplaced(cards, misfit).unwrap_or(cards.len())].iter().copied())
    }
}

/// The place of the first card that does not fit what lies below it in this way.
fn misplaced(cards: &[Laid], wanted: Misfit) -> Option<usize> {
    let (first, rest) = cards.split_first()?;
    let mut bird = Bird::hatched(*first);
    let at = rest.iter().position(|&laid| {
        let fits = bird.fits(laid);
        bird.grow(laid);
        fits == Err(wanted)
    })?;
    Some(at + 1)
}

/// `7SK 9LK | PMSL=6`.
impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, bird) in self.0.iter().enumerate() {
            f.write_str(if nth > 0 { " | " } else { "" })?;
            for (nth, laid) in bird.iter().enumerate() {
                write!(f, "{}{laid}", if nth > 0 { " " } else { "" })?;
            }
        }
        Ok(())
    }
}
