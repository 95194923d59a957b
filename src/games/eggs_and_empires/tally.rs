//! A round counted on the table: each player's eggs, Merchants and Blacksmiths, with no moves before them.

use super::{
    Card, Egg, EggsAndEmpires, Event, Fault, MOST, Round, TURNS, Value, What,
    book::BOOK,
    each,
    judge::count,
    setup::eggs_each_turn,
    step::{Values, value_of},
};
use crate::table::{Seat, Unreadable, Words};

/// One player's part of a tally.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Part {
    /// Highest first.
    eggs: Values,
    merchants: u8,
    blacksmiths: u8,
}

/// What the players have in front of them at a round's end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Apart, for a log has many steps and few tallies.
    parts: Box<[Part; MOST]>,
}

/// The most that is read as a number of cards: more than anybody has.
const LARGEST: u8 = 99;

impl Tally {
    /// Reads one text a player.
    pub(super) fn read(texts: &[&str]) -> Result<Self, (Seat, Unreadable)> {
        let mut tally = Self::default();
        for ((part, text), seat) in tally.parts.iter_mut().zip(texts).zip(Seat::all(MOST)) {
            *part = Part::read(text).map_err(|unreadable| (seat, unreadable))?;
        }
        Ok(tally)
    }

    /// Writes one player's part.
    pub(super) fn write(&self, seat: Seat) -> String {
        let Some(part) = self.parts.get(seat.index()).filter(|part| **part != Part::default()) else { return String::new() };
        let mut text = part.eggs.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        for (word, number) in [("merchant", part.merchants), ("blacksmith", part.blacksmiths)] {
            if number > 0 {
                text = format!("{text}; {word} {number}");
            }
        }
        text
    }
}

impl Part {
    fn read(text: &str) -> Result<Self, Unreadable> {
        let expected = || format!("the eggs' values, then cards without an egg, as {}", BOOK.tally);
        let mut part = Self::default();
        let (mut merchants, mut blacksmiths) = (None, None);
        let mut start = 0;
        for (nth, piece) in text.split(';').enumerate() {
            let at = start;
            start += piece.len() + 1;
            let wrong = |range: std::ops::Range<usize>, problem: String| Unreadable::new(range, problem, expected()).shifted(at);
            let mut words = Words::of(piece);
            let Some((word, place)) = words.next() else { continue };
            let cards = match word.to_lowercase().as_str() {
                "merchant" | "merchants" => &mut merchants,
                "blacksmith" | "blacksmiths" => &mut blacksmiths,
                _ if nth == 0 => {
                    for (word, place) in Words::of(piece) {
                        let value = value_of(word).ok_or_else(|| wrong(place, format!("`{word}` is no egg's value")))?;
                        part.eggs.push(value);
                    }
                    continue;
                }
                _ => return Err(wrong(place, format!("`{word}` is neither Merchant nor Blacksmith"))),
            };
            if cards.is_some() {
                return Err(wrong(place, format!("`{word}` is here twice")));
            }
            let (number, range) = words.next().unwrap_or(("", words.end()));
            let read = number.parse::<u8>().ok().filter(|&number| number <= LARGEST && words.next().is_none());
            *cards = Some(read.ok_or_else(|| wrong(range, format!("behind `{word}` has to stand how many, and no more")))?);
        }
        part.eggs.sort_unstable_by(|one, other| other.cmp(one));
        part.merchants = merchants.unwrap_or_default();
        part.blacksmiths = blacksmiths.unwrap_or_default();
        Ok(part)
    }
}

impl EggsAndEmpires {
    /// Whether a tally can be: eggs and cards that there are, and no more than the players can have got.
    pub(super) fn can_be_counted(&self, tally: &Tally) -> Result<(), Fault> {
        let parts = || tally.parts.iter().zip(self.seats());
        let own = each(self.players);
        // EE-1.1
        for (part, seat) in parts() {
            for (card, number) in [(Card::Merchant, part.merchants), (Card::Blacksmith, part.blacksmiths)] {
                if usize::from(number) > own {
                    return Err(Fault::MoreThanOwned { seat, card });
                }
            }
        }
        let eggs: Vec<Value> = parts().flat_map(|(part, _)| part.eggs.iter().copied()).collect();
        // EE-1.4: what nine turns offer, and an egg more for each Scout; a listed deck has no more than it lists.
        let offered = usize::from(TURNS) * eggs_each_turn(self.players) + own * self.players;
        let offered = self.setup.eggs.map_or(offered, |listed| offered.min(listed.len()));
        if eggs.len() > offered {
            return Err(Fault::MoreThanOffered { eggs: count(eggs.len()) });
        }
        // EE-1.5
        match self.setup.eggs.map(super::Nest::new) {
            Some(nest) => nest.missing(&eggs).map_or(Ok(()), |value| Err(Fault::NoSuchEgg { value }))?,
            None => eggs.iter().try_for_each(|&value| self.can_turn_up(value))?,
        }
        // EE-2.4: an egg for each card that did not stay without one, and those that the others' Couriers have given.
        for (part, seat) in parts() {
            let without = usize::from(part.merchants) + usize::from(part.blacksmiths);
            let most = usize::from(TURNS) * own - without + own * (self.players - 1);
            if part.eggs.len() > most {
                return Err(Fault::MoreThanCollected { seat });
            }
        }
        Ok(())
    }

    /// A round counted on the table: it is over.
    pub(super) fn count(&mut self, tally: &Tally, tell: &mut impl FnMut(Event)) {
        self.clear_table();
        self.round = Round::default();
        for (part, seat) in tally.parts.iter().zip(self.seats()) {
            let at = seat.index();
            for &value in &part.eggs {
                self.round.piles[at].push(Egg { what: What::Worth(value), gift: false });
            }
            self.round.merchants[at] = part.merchants;
            self.round.blacksmiths[at] = part.blacksmiths;
        }
        self.count_round(tell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        Tally::read(&[text]).map(|tally| tally.write(Seat::new(0))).map_err(|(_, error)| error.to_string())
    }

    #[test]
    fn a_tally_is_read_forgivingly_and_written_canonically() {
        let is = |text: &str, canonical: &str| assert_eq!(written(text).as_deref(), Ok(canonical), "{text}");
        is("13 10 -6; merchant 1; blacksmith 1", "13 10 -6; merchant 1; blacksmith 1");
        is(" −6, 13, 10 ;Blacksmiths 2 ", "13 10 -6; blacksmith 2");
        is("merchant 1", "; merchant 1");
        is("; merchant 1; blacksmith 0", "; merchant 1");
        is("", "");
        is("0", "0");
        is(";", "");
    }

    #[test]
    fn what_is_no_tally_is_told() {
        let says = |text: &str, part: &str| {
            let error = written(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("13 ten", "`ten` is no egg's value");
        says("13; 10", "`10` is neither Merchant nor Blacksmith");
        says("13; merchant", "behind `merchant` has to stand how many");
        says("13; merchant 1 2", "and no more");
        says("13; merchant 1; merchants 1", "twice");
        says("99999", "no egg's value");
    }
}
