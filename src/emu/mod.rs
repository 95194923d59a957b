//! The two emu games as one type. Emu Ranchers is Emus Redux with one deck, one discard pile and no market. An [`EmuBook`] in the
//! folder of each game holds the differences. Clauses that both books have are cited with the ids of both.

mod apply;
mod bird;
pub(crate) mod book;
mod judge;
mod market;
mod pile;
mod position;
mod score;
mod setup;
mod step;
mod tally;
#[cfg(test)]
pub(crate) mod test_table;
mod upkeep;
mod view;
mod words;

pub use {bird::BirdNumber, setup::Setup, step::Step};

pub(crate) use bird::{Bird, BirdCard, Misfit};
pub(crate) use judge::{BookFault, DueStep, Fault};
pub(crate) use pile::{PileNumber, TakeSource};
pub(crate) use position::Position;
pub(crate) use {apply::Event, tally::TallyPart};

use crate::{
    decktet::{Card, Cards, Rank},
    table::prelude::*,
};
use market::Market;
use pile::DiscardPiles;
use smallvec::SmallVec;
use std::{fmt::Debug, hash::Hash, marker::PhantomData};

/// The number of cards dealt to each player (ER-1.1, RX-1.1).
pub(crate) const HAND: usize = 6;

/// The highest number of players (RX-1.1).
const SEATS: usize = 4;

/// The number of market cards that each player may take (RX-4.5).
const MARKET_DRAWS: u8 = 2;

/// The Pawns and Courts, which can be played as numbers (ER-3.5, RX-3.5).
pub(crate) const WILDS: Cards = Cards::PAWNS.union(Cards::COURTS);

/// The differences between the two games.
pub trait EmuBook: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// The verbs.
    type Verb: GameVerb;
    /// The rule book.
    const BOOK: &'static Book;
    /// The letters of the book's clause ids.
    const ID: [u8; 2];
    /// The number of copies of each number card and of the Excuse (ER-1.1, RX-1.1).
    const COPIES: u8;
    /// The number of market cards laid out for each player (RX-1.3).
    const MARKET_EACH: usize;
    /// The highest number of discard piles that the rules allow (ER-4.1, RX-4.1).
    const PILES: usize;
    /// Whether a table can play several years (ER-6.5).
    const HAS_YEARS: bool;

    /// The table rules, typed.
    fn setup(rules: &RuleSettings) -> Setup;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)] // every step reads the discriminant, so it has a byte of its own
pub(crate) enum Phase {
    #[default]
    Ready,
    /// A turn's action (ER-2.1, RX-2.1).
    Action(Seat),
    /// A turn's draw (ER-2.1, RX-2.1).
    Draw {
        seat: Seat,
        /// Whether the action was a discard (ER-4.2, RX-4.2).
        has_discarded: bool,
    },
    /// The year has ended, and players lay down (ER-5.1, RX-5.1).
    Laying,
    /// The year is over (ER-5.3, RX-5.3).
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum TurnAction {
    Hatched(Card),
    Grew(BirdNumber, Card),
    Discarded(Card),
    /// A `lay` or `excuse` before the year's end, which was let stand.
    LaidDown,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Rancher {
    /// The birds by number; discarded birds keep their numbers.
    pub birds: SmallVec<[Bird; 8]>,
    /// The birds that an Excuse was spent on (ER-5.4, RX-5.4).
    pub excused: SmallVec<[BirdNumber; 2]>,
    /// The number of excused birds that a tally leaves out. They still count as hatched (ER-6.7, RX-6.7).
    uncounted_excused: usize,
    /// The number of Excuses that were seen before the player was done, and that are still in the hand (ER-6.7, RX-6.7).
    excuses_seen: u8,
    /// The number of Excuses spent automatically for the player at the year's end (ER-6.7, RX-6.7).
    excuses_spent_at_end: u8,
    /// The number of further Excuses known to be in the hand at the year's end, but not shown in time.
    excuses_unclaimed: u8,
    /// The number of cards taken from the market (RX-4.5).
    market_draws: u8,
}

impl Rancher {
    pub(crate) fn bird(&self, number: BirdNumber) -> Option<&Bird> {
        if self.excused.contains(&number) { None } else { self.birds.get(number.index()) }
    }

    pub(crate) fn on_table(&self) -> impl Iterator<Item = (BirdNumber, &Bird)> {
        (0..self.birds.len()).map(BirdNumber::from_index).filter_map(|number| Some((number, self.bird(number)?)))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Year {
    ranchers: [Rancher; SEATS],
    totals: BareTotals,
}

/// A game by the book `B`, as the table has seen it: the current year, and the results of the years before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Emu<B> {
    book: PhantomData<B>,
    pub(crate) setup: Setup,
    pub(crate) players: usize,
    pub(crate) phase: Phase,
    pub(crate) first: Seat,
    /// The known locations of the cards, indexed by canonical order. Pawns and Courts can be unaccounted for only after a position
    /// that did not state all their locations.
    pub(crate) account: Account<{ Card::COUNT }>,
    pub(crate) market: Market,
    pub(crate) is_market_due: bool,
    pub(crate) discards: DiscardPiles,
    done: Seats,
    action: Option<TurnAction>,
    /// The player who ended the last turn with a draw. `None` after an action.
    last_drawer: Option<Seat>,
    /// The player who laid down last after the year's end, until a `done`.
    laying_player: Option<Seat>,
    rounds: Rounds<Year, SEATS>,
}

impl<B: EmuBook> Emu<B> {
    const fn clause(section: u8, number: u8) -> ClauseId {
        ClauseId::new(B::ID, section, number)
    }

    /// The number of copies of a card in the game deck of a table with these `cards`: one of an Ace or Crown, none of a Pawn or
    /// Court that is for the market (ER-1.1, ER-1.4, RX-1.1).
    fn copies(cards: Cards, card: Card) -> u8 {
        match card.rank() {
            _ if !cards.contains(card) => 0,
            Rank::Ace | Rank::Crown => 1,
            Rank::Pawn | Rank::Court if B::MARKET_EACH > 0 => 0,
            _ => B::COPIES,
        }
    }

    /// The game deck of a table with these `cards`: 36 to 45 (ER-1.1, ER-1.4) or 62 (RX-1.1).
    pub(crate) fn deck(cards: Cards) -> [u8; Card::COUNT] {
        std::array::from_fn(|index| Card::from_index(index).map_or(0, |card| Self::copies(cards, card)))
    }

    /// The number of cards in the market at this table (RX-1.3).
    const fn market_size(&self) -> usize {
        B::MARKET_EACH * self.players
    }

    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<B> {
        Seat::all(self.players)
    }

    /// A player's state. A seat beyond the highest number of players gives the state of the last seat.
    pub(crate) fn rancher(&self, seat: Seat) -> &Rancher {
        &self.rounds.current.ranchers[seat.index().min(SEATS - 1)]
    }

    fn rancher_mut(&mut self, seat: Seat) -> &mut Rancher {
        &mut self.rounds.current.ranchers[seat.index().min(SEATS - 1)]
    }

    fn bird(&self, seat: Seat, number: BirdNumber) -> Option<&Bird> {
        self.rancher(seat).bird(number)
    }

    fn is_game_over(&self) -> bool {
        self.phase == Phase::Over && self.rounds.number >= self.setup.years
    }

    pub(crate) fn not_done(&self) -> Seats {
        self.done.iter().fold(Seats::all(self.players), Seats::without)
    }

    /// Whether turns are taken: the year has not ended (ER-2.2, RX-2.2).
    const fn has_turns(&self) -> bool {
        matches!(self.phase, Phase::Action(_) | Phase::Draw { .. })
    }

    /// Whether all players are done, which ends the year (ER-5.3, RX-5.3).
    fn all_are_done(&self) -> bool {
        self.phase == Phase::Laying && self.done == Seats::all(self.players)
    }

    /// Whether a turn's action was a discard, after which no card comes from a discard pile (ER-4.2, RX-4.2).
    const fn has_discarded(&self) -> bool {
        matches!(self.phase, Phase::Draw { has_discarded: true, .. })
    }

    /// The number of Excuses that the year's steps spent (ER-5.4, RX-5.4).
    fn excuses_spent(&self) -> usize {
        self.rounds.current.ranchers.iter().map(|rancher| rancher.excused.len()).sum()
    }
}
