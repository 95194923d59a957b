//! A round counted on the table: each player's captured cards and bonuses, with no moves before them.

use super::{Blulu, Bonus, Fault, MOST, Won, book::BOOK, score::Catch};
use crate::{
    decktet::Cards,
    table::{Seat, Unreadable},
};

/// One player's part of a tally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Part {
    captured: u16,
    flushes: u16,
    sextets: u16,
}

/// What the players have captured in a round, before any exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    parts: [Part; MOST],
}

/// The most that is read as a number of cards or bonuses: more than any deck holds.
const LARGEST: u16 = 999;

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
        match self.parts.get(seat.index()) {
            Some(part) if *part != Part::default() => {
                format!("{}; flush {}; sextet {}", part.captured, part.flushes, part.sextets)
            }
            _ => String::new(),
        }
    }

    pub(super) fn catches(&self) -> [Catch; MOST] {
        self.parts.map(|part| {
            let won = |bonus| Won { bonus, cards: Cards::EMPTY };
            let flushes = std::iter::repeat_n(won(Bonus::Flush), part.flushes.into());
            let sextets = std::iter::repeat_n(won(Bonus::Sextet), part.sextets.into());
            Catch { captured: part.captured, bonuses: flushes.chain(sextets).collect() }
        })
    }
}

impl Part {
    fn worth(self) -> i32 {
        i32::from(self.flushes) * Bonus::Flush.worth() + i32::from(self.sextets) * Bonus::Sextet.worth()
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        let expected = || format!("captured cards, then bonuses, as {}", BOOK.tally);
        let mut part = Self::default();
        let (mut flushes, mut sextets) = (None, None);
        let mut start = 0;
        for (nth, piece) in text.split(';').enumerate() {
            let trimmed = piece.trim();
            let at = start + (piece.len() - piece.trim_start().len());
            let place = at..at + trimmed.len();
            start += piece.len() + 1;
            if trimmed.is_empty() {
                continue;
            }
            let wrong = |problem: String| Unreadable::new(place.clone(), problem, expected());
            let number = |text: &str| {
                text.parse::<u16>()
                    .ok()
                    .filter(|&number| number <= LARGEST)
                    .ok_or_else(|| wrong(format!("`{text}` is no number of these")))
            };
            let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
            let bonus = match word.to_ascii_lowercase().as_str() {
                "flush" | "flushes" => &mut flushes,
                "sextet" | "sextets" => &mut sextets,
                _ if nth == 0 => {
                    part.captured = number(trimmed)?;
                    continue;
                }
                _ => return Err(wrong(format!("`{trimmed}` is no bonus"))),
            };
            if bonus.is_some() {
                return Err(wrong(format!("`{word}` is here twice")));
            }
            *bonus = Some(number(rest.trim())?);
        }
        part.flushes = flushes.unwrap_or_default();
        part.sextets = sextets.unwrap_or_default();
        Ok(part)
    }
}

impl Blulu {
    /// Whether a tally can be: at a round's end every card of the deck was captured, or none.
    pub(super) fn can_be_counted(&self, tally: &Tally) -> Result<(), Fault> {
        let parts = &tally.parts[..self.players];
        // At most four times 999.
        let captured: u16 = parts.iter().map(|part| part.captured).sum();
        let deck = u16::try_from(self.setup.dealing.deck.cards().len()).unwrap_or_default();
        if captured > deck {
            return Err(Fault::MoreThanTheDeck { captured });
        }
        let turns = self.setup.dealing.deals(self.players) * usize::from(self.setup.dealing.hand) / 2;
        for (part, seat) in parts.iter().zip(self.seats()) {
            // A capture takes two cards of the hand and at least one of the table.
            let most = usize::from(part.captured / 3).min(turns);
            if part.captured > 0 && most == 0 {
                return Err(Fault::NoCapture { seat });
            }
            if usize::from(part.flushes) + usize::from(part.sextets) > most {
                return Err(Fault::MoreBonusesThanCaptures { seat });
            }
        }
        if captured > 0 && captured < deck && !self.ends_early(tally) {
            return Err(Fault::FewerThanTheDeck { captured });
        }
        Ok(())
    }

    /// Whether the bonuses of a tally end the game in the middle of the round (BL-3.3).
    pub(super) fn ends_early(&self, tally: &Tally) -> bool {
        self.seats().any(|seat| self.wins_at_once(seat, |seat| tally.parts[seat.index()].worth()))
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
        is("20; flush 1; sextet 0", "20; flush 1; sextet 0");
        is(" 20;Sextets 2 ", "20; flush 0; sextet 2");
        is("20; sextet 1; flush 3;", "20; flush 3; sextet 1");
        is("", "");
        is("0; flush 0", "");
        is("; flush 1", "0; flush 1; sextet 0");
        is("flush 1", "0; flush 1; sextet 0");
    }

    #[test]
    fn what_is_no_tally_is_told() {
        let says = |text: &str, part: &str| {
            let error = written(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("twenty", "`twenty` is no number");
        says("-3", "`-3` is no number");
        says("20 cards", "`20 cards` is no number");
        says("20; 3", "`3` is no bonus");
        says("20; flush", "`` is no number");
        says("20; flush 1; flush 2", "twice");
        says("99999", "no number");
    }
}
