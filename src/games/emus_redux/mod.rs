//! Emus Redux (RX): three or four ranchers, two decks in one, a market of Pawns and Courts, and one big year.

mod apply;
mod book;
mod deal;
mod fault;
mod game;
mod judge;
mod market;
mod outlook;
mod picture;
mod piles;
mod rancher;
mod recounting;
mod score;
mod settle;
mod shorthand;
mod step;
mod tally;
mod tellings;
mod verdict;
mod winner;
mod words;

use crate::{
    decktet::{Card, Cards, Rank},
    emu::{Bird, BirdNumber, Stock, WILDS},
    table::{Account, Seat, Seats},
};
use market::Market;
use piles::Piles;
use rancher::Rancher;

pub use apply::Event;
pub use book::{BOOK, Setup};
pub use deal::Truth;
pub use fault::Fault;
pub use piles::{PileNumber, Source};
pub use step::Step;
pub use tally::Tally;

/// How many may play at most (RX-1.1).
const SEATS: usize = 4;
/// How many cards each is dealt (RX-1.1).
const HAND: usize = 6;
/// How many market cards are laid out for each player (RX-1.3).
const MARKET_EACH: usize = 2;
/// How many market cards each may take (RX-4.5).
const MARKET_DRAWS: u8 = 2;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The year has not begun.
    Ready,
    /// The market is to be laid out (RX-1.3).
    Market,
    /// A turn's action (RX-2.1).
    Action(Seat),
    /// A turn's draw (RX-2.1).
    Draw {
        /// Whose.
        seat: Seat,
        /// Whether the action was a discard (RX-4.2).
        discarded: bool,
    },
    /// The year has ended, and players lay down (RX-5.1).
    Laying,
    /// The year is over, and the game with it (RX-5.3).
    Over,
}

/// A game of Emus Redux as the table has seen it.
#[derive(Clone, Debug, PartialEq)]
pub struct EmusRedux {
    setup: Setup,
    players: usize,
    phase: Phase,
    first: Seat,
    /// Every card of the game but the Pawns and Courts, which are always known.
    stock: Stock,
    market: Market,
    discards: Piles,
    ranchers: [Rancher; SEATS],
    done: Seats,
    /// Whose draw was the last thing done.
    drew: Option<Seat>,
    /// Who is laying down just now.
    laying: Option<Seat>,
    /// The ranchers of years that were begun before this one: there is one year, but a record may say otherwise.
    past: Vec<[Rancher; SEATS]>,
}

impl EmusRedux {
    /// How many copies of a card the game deck has (RX-1.1).
    fn copies(card: Card) -> u8 {
        match card.rank() {
            Rank::Ace | Rank::Crown => 1,
            Rank::Pawn | Rank::Court => 0,
            _ => 2,
        }
    }

    /// The 62 cards of the game deck (RX-1.1).
    fn deck() -> [u8; Card::COUNT] {
        let mut deck = [0; Card::COUNT];
        for card in Cards::EXTENDED {
            deck[card.index()] = Self::copies(card);
        }
        deck
    }

    /// The game before its year.
    fn before(players: usize, setup: Setup) -> Self {
        Self {
            setup,
            players: players.min(SEATS),
            phase: Phase::Ready,
            first: Seat::new(0),
            stock: Account::new(Self::deck()),
            market: Market::default(),
            discards: Piles::default(),
            ranchers: Default::default(),
            done: Seats::NONE,
            drew: None,
            laying: None,
            past: Vec::new(),
        }
    }

    fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// A bird that lies on the table.
    fn bird(&self, seat: Seat, number: BirdNumber) -> Option<&Bird> {
        self.rancher(seat).bird(number)
    }

    fn rancher(&self, seat: Seat) -> &Rancher {
        // A seat beyond the fourth is nobody's at this table.
        &self.ranchers[seat.index().min(SEATS - 1)]
    }

    fn rancher_mut(&mut self, seat: Seat) -> &mut Rancher {
        &mut self.ranchers[seat.index().min(SEATS - 1)]
    }

    /// How many cards the market has at this table (RX-1.3).
    const fn market_size(&self) -> usize {
        MARKET_EACH * self.players
    }
}

/// Whether a card is a Pawn or a Court.
const fn is_wild(card: Card) -> bool {
    WILDS.contains(card)
}
