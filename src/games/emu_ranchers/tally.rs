//! A year counted on the table: each player's birds, with no moves before them.

use super::{EmuRanchers, Fault, PLAYERS, Ranch, book::BOOK};
use crate::{
    decktet::{self, Card, Cards},
    emu::{Bird, BirdNumber, Laid, Misfit},
    table::{Seat, Unreadable},
};

/// The birds that lie on the table at a year's end, each player's from the bottom card up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    birds: [Vec<Vec<Card>>; PLAYERS],
}

impl Tally {
    /// Reads one text a player: birds with `|` between them.
    pub(super) fn read(texts: &[&str]) -> Result<Self, (Seat, Unreadable)> {
        let mut tally = Self::default();
        for ((birds, text), seat) in tally.birds.iter_mut().zip(texts).zip(Seat::all(PLAYERS)) {
            *birds = Self::read_ranch(text).map_err(|unreadable| (seat, unreadable))?;
        }
        Ok(tally)
    }

    fn read_ranch(text: &str) -> Result<Vec<Vec<Card>>, Unreadable> {
        let mut start = 0;
        let mut birds = Vec::new();
        for part in text.split('|') {
            let cards = decktet::read_many(part, Cards::BASIC).map_err(|(error, range)| {
                let expected = format!("birds, bottom card first, as {}", BOOK.tally);
                Unreadable::new(range, error.to_string(), expected).shifted(start)
            })?;
            if !cards.is_empty() {
                birds.push(cards.into_iter().map(|(card, _)| card).collect());
            }
            start += part.len() + 1;
        }
        Ok(birds)
    }

    /// Writes one player's part.
    pub(super) fn write(&self, seat: Seat) -> String {
        let write_bird = |bird: &Vec<Card>| bird.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        self.birds.get(seat.index()).map(|birds| birds.iter().map(write_bird).collect::<Vec<_>>().join(" | ")).unwrap_or_default()
    }

    fn each(&self) -> impl Iterator<Item = (Seat, BirdNumber, &[Card])> {
        Seat::all(PLAYERS).zip(&self.birds).flat_map(|(seat, birds)| {
            birds.iter().enumerate().map(move |(index, bird)| (seat, BirdNumber::from_index(index), bird.as_slice()))
        })
    }

    /// A card that the deck has fewer copies of than lie here.
    pub(super) fn card_too_many(&self) -> Option<Card> {
        let mut left = EmuRanchers::stock();
        self.each().flat_map(|(_, _, cards)| cards).copied().find(|card| match left[card.index()].checked_sub(1) {
            Some(fewer) => {
                left[card.index()] = fewer;
                false
            }
            None => true,
        })
    }

    /// The first clause that a bird here breaks: suits of all birds before directions (ER-3.3, ER-3.4).
    pub(super) fn misfit(&self) -> Option<Fault> {
        [Misfit::NoSharedSuit, Misfit::OutOfOrder].into_iter().find_map(|wanted| {
            self.each().find_map(|(seat, number, cards)| {
                let (first, rest) = cards.split_first()?;
                let mut bird = Bird::hatched(Laid::natural(*first));
                rest.iter().find_map(|&card| {
                    let fits = bird.fits(Laid::natural(card));
                    bird.grow(Laid::natural(card));
                    (fits == Err(wanted)).then(|| Fault::misfit(wanted, seat, number, card))
                })
            })
        })
    }

    /// A bird as it was without `card` and what lies on it.
    pub(super) fn bird_below(&self, seat: Seat, number: BirdNumber, card: Card) -> Option<Bird> {
        let cards = self.birds.get(seat.index())?.get(number.index())?;
        let below = cards.iter().position(|&c| c == card).unwrap_or(cards.len());
        Bird::of(cards[..below].iter().map(|&card| Laid::natural(card)))
    }

    pub(super) fn ranches(&self) -> [Ranch; PLAYERS] {
        self.birds
            .each_ref()
            .map(|birds| birds.iter().filter_map(|bird| Bird::of(bird.iter().map(|&c| Laid::natural(c)))).collect())
    }
}
