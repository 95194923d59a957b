//! Blulu (BL): pairs of cards fish for the ranks on the table, by sum and difference.

mod apply;
mod arithmetic;
mod bonus;
mod book;
mod clauses;
mod deal;
mod fault;
mod game;
mod judge;
mod picture;
mod ranks;
mod score;
mod setup;
mod sheet;
mod shorthand;
mod state;
mod step;
mod tally;
mod tellings;
mod trail;
mod words;

use crate::{
    decktet::{Card, Cards},
    table::{Account, Seat},
};
use smallvec::SmallVec;

pub use apply::Event;
pub use arithmetic::{Arithmetic, Capture};
pub use bonus::{Bonus, Won};
pub use book::BOOK;
pub use deal::Truth;
pub use fault::Fault;
pub use ranks::Ranks;
pub use score::Round;
pub use setup::{Bonuses, Dealing, Deck, MustCapture, Setup};
pub use step::{Named, Step};
pub use tally::Tally;
use trail::{Held, Trail};

/// The most that play (BL-1.1).
const MOST: usize = 4;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No round has begun.
    Ready,
    /// The table cards are dealt (BL-1.2).
    Deal,
    /// A player's turn (BL-1.4).
    Turn(Seat),
    /// The round is over (BL-4.1).
    Over,
    /// The game is over.
    GameOver {
        /// By a bonus, in the middle of a round (BL-3.3).
        at_once: bool,
    },
}

/// A game of Blulu as the table has seen it.
#[derive(Clone, Debug, PartialEq)]
pub struct Blulu {
    setup: Setup,
    players: usize,
    phase: Phase,
    /// How many acts were applied: what a conviction counts by.
    acts: usize,
    /// How many rounds have begun.
    number: u16,
    dealer: Seat,
    /// Which deal of the round this is, counted from 1.
    deal: usize,
    /// Whether the table cards of this round were dealt.
    table_dealt: bool,
    account: Account<{ Card::COUNT }>,
    /// The cards that lie face up.
    table: Cards,
    /// What each player captured in this round.
    piles: [Cards; MOST],
    /// Who captured last in this round (BL-4.1).
    captor: Option<Seat>,
    /// What was seen of each hand in this deal.
    held: [Held; MOST],
    /// The trails of this deal that may yet prove to have been revokes (BL-2.7).
    trails: SmallVec<[Trail; 12]>,
    /// This round's captures and bonuses.
    round: Round,
    /// The rounds before this one.
    past: Vec<Round>,
    /// What each player had before this round.
    before: [i32; MOST],
}

impl Blulu {
    /// The game before its first round.
    fn before_all(players: usize, setup: Setup) -> Self {
        Self {
            setup,
            players,
            phase: Phase::Ready,
            acts: 0,
            number: 0,
            dealer: Seat::new(0),
            deal: 0,
            table_dealt: false,
            account: Account::new(stock(setup.dealing.deck)),
            table: Cards::EMPTY,
            piles: [Cards::EMPTY; MOST],
            captor: None,
            held: [Held::default(); MOST],
            trails: SmallVec::new(),
            round: Round::default(),
            past: Vec::new(),
            before: [0; MOST],
        }
    }

    /// The ranks that lie on the table.
    #[inline]
    fn lying(&self) -> Ranks {
        Ranks::of(self.table)
    }

    fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// Who deals the next round (BL-1.1).
    fn next_dealer(&self) -> Seat {
        self.dealer.left(self.players)
    }

    const fn is_game_over(&self) -> bool {
        matches!(self.phase, Phase::GameOver { .. })
    }
}

/// A deck as an account counts it.
fn stock(deck: Deck) -> [u8; Card::COUNT] {
    let mut stock = [0; Card::COUNT];
    for card in deck.cards() {
        stock[card.index()] = 1;
    }
    stock
}
