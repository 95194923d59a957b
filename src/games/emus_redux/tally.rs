//! A year counted on the table, without its moves: each player's birds and Excuses.

use super::{BOOK, DECK, EmusRedux, Fault, Setup, WILDS};
use crate::{
    decktet::{self, Card},
    emu::{Counted, Laid, YearFault, misfits, surplus},
    table::{Header, ParseError, Seat, Seats, TableFault, Tallied, Totals, read_each},
};
use std::{fmt::Display, ops::Range};

/// The result of a year, in seat order: each player's birds on the table, and how many Excuses are in the hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally(pub(super) Vec<(Counted, u8)>, pub(super) Totals);

impl Tally {
    pub(super) fn birds(&self) -> impl Iterator<Item = &Counted> + Clone {
        self.0.iter().map(|(birds, _)| birds)
    }
}

impl EmusRedux {
    /// The fault of a tally with too many cards: more copies of one than there are, or more Pawns and Courts than the market had.
    pub(super) fn surplus(&self, tally: &Tally) -> Option<Fault> {
        let mut deck = Self::deck();
        for card in WILDS {
            deck[card.index()] = self.market.copies_at_most(card);
        }
        // RX-5.4
        let excuses = &mut deck[Card::EXCUSE.index()];
        *excuses = excuses.saturating_sub(u8::try_from(self.excuses_spent()).unwrap_or(u8::MAX));
        let cards = || tally.birds().flat_map(Counted::cards).map(|laid| laid.card);
        let excuses = tally.0.iter().flat_map(|(_, excuses)| std::iter::repeat_n(Card::EXCUSE, (*excuses).into()));
        if let Some(card) = surplus(deck, cards().chain(excuses)) {
            return Some(Fault::TooManyCopies(card)); // TB-3
        }
        let wilds = cards().filter(|&card| WILDS.contains(card)).count();
        (wilds > self.market_size()).then(|| Fault::TooManyWilds(u8::try_from(wilds).unwrap_or(u8::MAX))) // RX-1.3
    }
}

impl Tallied for EmusRedux {
    /// Birds separated by `|`, and after `;` the Excuses in the hand.
    fn parse_tally(texts: &[&str], _header: &Header<Setup>) -> Result<Tally, (Seat, ParseError)> {
        let parts = read_each(texts, |text| {
            let (birds, excuses) = text.split_once(';').unwrap_or((text, ""));
            let behind = birds.len() + 1;
            Ok((Counted::read(birds, DECK, BOOK.tally)?, read_excuses(excuses).map_err(|error| error.shifted(behind))?))
        });
        parts.map(|parts| Tally(parts, Totals::default()))
    }

    fn write_tally(tally: &Tally, seat: Seat) -> String {
        match tally.0.get(seat.index()) {
            Some((birds, 0)) => birds.to_string(),
            Some((birds, excuses)) => format!("{birds}; {}", [Card::EXCUSE.code()].repeat((*excuses).into()).join(" ")),
            None => String::new(),
        }
    }

    fn totals(tally: &Tally) -> Option<&Totals> {
        Some(&tally.1)
    }

    fn totals_mut(tally: &mut Tally) -> Option<&mut Totals> {
        Some(&mut tally.1)
    }

    /// Birds that an Excuse was spent on are gone (RX-5.4).
    fn uncounted<'a>(&'a self, tally: &'a Tally, seat: Seat) -> impl Iterator<Item: Display> {
        tally.0.get(seat.index()).into_iter().flat_map(move |(birds, _)| birds.uncounted(self.year.rancher(seat)))
    }

    fn left_lying(&self) -> Option<Tally> {
        let parts = self.year.seats().map(|seat| (Counted::lying(self.year.rancher(seat)), 0));
        Some(Tally(parts.collect(), Totals::default()))
    }

    fn not_counted(seat: Seat) -> Fault {
        Fault::Year(TableFault::NotCounted(seat).into())
    }

    /// RX-3.3 to RX-3.6
    fn misfit(&self, tally: &Tally, of: Seats) -> Result<(), Fault> {
        let parts = || self.year.seats().zip(tally.birds()).filter(|(seat, _)| of.contains(*seat));
        // The Excuse has a clause of its own.
        let lying = || parts().map(|(seat, birds)| (seat, birds, self.year.rancher(seat)));
        let misfit = misfits(lying()).find(|fault| !matches!(fault, YearFault::Misfit(.., laid) if laid.card == Card::EXCUSE));
        // Wilds at the bottom of any bird come first, because their clause comes first in the rule book.
        let of_its_own = || lying().map(|(_, birds, rancher)| of_its_own(&birds.changed(rancher).collect::<Vec<_>>()));
        let [hatched, unnamed, excuse] = [0, 1, 2].map(|nth| of_its_own().find_map(|faults| faults[nth]));
        misfit.map(Fault::Year).or(hatched).or(unnamed).or(excuse).map_or(Ok(()), Err)
    }
}

/// What is wrong with a player's birds by this game's own clauses: the first Pawn or Court that hatched, the first that grew a bird
/// without a number, and an Excuse (RX-3.5, RX-3.6).
fn of_its_own(birds: &[&[Laid]]) -> [Option<Fault>; 3] {
    let birds = || birds.iter().copied();
    let is_wild = |laid: &&Laid| WILDS.contains(laid.card);
    let hatched = birds().filter_map(|cards| cards.first()).find(is_wild).map(|laid| Fault::WildHatched(laid.card));
    let grown = birds().flat_map(|cards| cards.iter().skip(1));
    let unnamed = grown.filter(is_wild).find(|laid| laid.rank().is_none()).map(|laid| Fault::WithoutNumber(*laid));
    let excuse = birds().flatten().any(|laid| laid.card == Card::EXCUSE).then_some(Fault::ExcusePlayed);
    [hatched, unnamed, excuse]
}

/// The Excuses behind the `;`.
fn read_excuses(text: &str) -> Result<u8, ParseError> {
    let wrong = |range: Range<usize>, problem: String| ParseError::new(range, problem, "the Excuses in hand: EX, or EX EX");
    let cards = decktet::read_many(text, DECK).map_err(|(error, range)| wrong(range, error.to_string()))?;
    match cards.iter().find(|(card, _)| *card != Card::EXCUSE) {
        Some((card, range)) => Err(wrong(range.clone(), format!("{card} does not count in a hand"))),
        None => Ok(u8::try_from(cards.len()).unwrap_or(u8::MAX)),
    }
}
