//! A round counted on the table: each player's captured cards and bonuses, with no moves before them.

use super::{BOOK, Blulu, Bonus, Catch, Fault, Setup, Won};
use crate::{
    decktet::Cards,
    table::{Header, ParseError, Seat, Tallied, Tokens, read_each},
};

/// What the players have captured in a round, before any exchange.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub(super) Vec<Catch>);

impl Tallied for Blulu {
    fn parse_tally(texts: &[&str], _header: &Header<Setup>) -> Result<Tally, (Seat, ParseError)> {
        read_each(texts, Catch::parse).map(Tally)
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        match tally.0.get(seat.index()) {
            Some(catch) if *catch != Catch::default() => {
                let count = |bonus| catch.bonuses.iter().filter(|won| won.bonus == bonus).count();
                format!("{}; flush {}; sextet {}", catch.captured, count(Bonus::Flush), count(Bonus::Sextet))
            }
            _ => String::new(),
        }
    }
}

impl Catch {
    fn parse(text: &str) -> Result<Self, ParseError> {
        let (mut captured, mut flushes, mut sextets) = (None, None, None);
        for (nth, tokens) in Tokens::split(text, ';').enumerate() {
            let (trimmed, at) = tokens.rest();
            if trimmed.is_empty() {
                continue;
            }
            let wrong = |problem: String| {
                let expected = format!("captured cards, then bonuses, as {}", BOOK.tally);
                ParseError::new(at..at + trimmed.len(), problem, expected)
            };
            let (word, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
            let (place, number) = match word.to_ascii_lowercase().as_str() {
                "flush" | "flushes" => (&mut flushes, rest.trim()),
                "sextet" | "sextets" => (&mut sextets, rest.trim()),
                _ if nth == 0 => (&mut captured, trimmed),
                _ => return Err(wrong(format!("`{trimmed}` is no bonus"))),
            };
            if place.is_some() {
                return Err(wrong(format!("`{word}` is here twice")));
            }
            // Up to 999: more than any deck holds.
            let read = number.parse().ok().filter(|&number: &u16| number <= 999);
            *place = Some(read.ok_or_else(|| wrong(format!("`{number}` is no number of these")))?);
        }
        let won =
            |bonus, count: Option<u16>| std::iter::repeat_n(Won { bonus, cards: Cards::EMPTY }, count.unwrap_or_default().into());
        let bonuses = won(Bonus::Flush, flushes).chain(won(Bonus::Sextet, sextets)).collect();
        Ok(Self { captured: captured.unwrap_or_default(), bonuses })
    }
}

impl Blulu {
    /// Whether a tally can be: at a round's end every card of the deck was captured, or none.
    pub(super) fn can_be_counted(&self, tally: &Tally) -> Result<(), Fault> {
        // At most four times 999.
        let captured: u16 = tally.0.iter().map(|catch| catch.captured).sum();
        let deck = u16::try_from(self.setup.dealing.deck.cards().len()).unwrap_or_default();
        if captured > deck {
            return Err(Fault::MoreThanTheDeck(captured));
        }
        let turns = self.setup.dealing.deals(self.players) * usize::from(self.setup.dealing.hand) / 2;
        for (catch, seat) in tally.0.iter().zip(self.seats()) {
            // A capture takes two cards of the hand and at least one of the table.
            let most = usize::from(catch.captured / 3).min(turns);
            if catch.captured > 0 && most == 0 {
                return Err(Fault::NoCapture(seat));
            }
            if catch.bonuses.len() > most {
                return Err(Fault::MoreBonusesThanCaptures(seat));
            }
        }
        if captured > 0 && captured < deck && !self.ends_early(tally) {
            return Err(Fault::FewerThanTheDeck(captured));
        }
        Ok(())
    }

    /// Whether the bonuses of a tally end the game in the middle of the round (BL-3.3).
    pub(super) fn ends_early(&self, tally: &Tally) -> bool {
        self.seats().any(|seat| self.wins_at_once(seat, |seat| tally.0.get(seat.index()).map_or(0, Catch::worth)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        let tally = Blulu::parse_tally(&[text], &super::super::extended_table()).map_err(|(_, error)| error.to_string())?;
        Ok(Blulu::write_tally(&tally, Seat::new(0)))
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
