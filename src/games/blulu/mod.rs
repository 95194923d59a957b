//! Blulu (BL): pairs of cards fish for the ranks on the table, by sum and difference.

mod apply;
mod arithmetic;
mod book;
mod judge;
mod score;
mod step;
mod tally;
mod view;
mod words;

use crate::{
    decktet::{Card, Cards},
    table::{Account, Book, DeckEntry, Game, RuleValue, RuleValues, Seat, SetupError, TableRule},
};
use smallvec::SmallVec;

pub use apply::Event;
pub use arithmetic::{Arithmetic, Capture, Pairing, Ranks, ranks_of};
pub use book::{BOOK, Bonuses, Dealing, Deck, MustCapture, Setup, Verb};
pub use judge::Fault;
pub use score::{Bonus, Catch, Round, Won};
pub use step::{Named, Step};
pub use tally::Tally;

/// The most that play (BL-1.1).
pub(crate) const MOST: usize = 4;

/// What is to be done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
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
        /// Whose bonus ended it in the middle of a round, if one did (BL-3.3).
        by: Option<Seat>,
    },
}

/// What was seen of a hand in this deal. Nothing is drawn within a deal, so whatever is seen was in it from the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Held {
    /// The cards that were seen to be or to have been in it: played, shown, worked out.
    seen: Cards,
    /// Those of them that were played.
    played: Cards,
}

/// A trail of this deal, as the table lay then: an open question, for what the hand hid may prove it to have been a revoke (BL-2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Trail {
    /// Its number among the acts.
    act: usize,
    /// Who trailed.
    seat: Seat,
    /// What lay on the table.
    table: Cards,
    /// The cards that had left the hand before.
    gone: Cards,
}

/// A game of Blulu as the table has seen it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Blulu {
    pub(crate) setup: Setup,
    pub(crate) players: usize,
    pub(crate) phase: Phase,
    /// How many acts were applied: what a conviction counts by.
    acts: usize,
    /// How many rounds have begun.
    number: u16,
    pub(crate) dealer: Seat,
    /// Which deal of the round this is, counted from 1.
    deal: usize,
    /// Whether the table cards of this round were dealt.
    table_dealt: bool,
    pub(crate) account: Account<{ Card::COUNT }>,
    /// The cards that lie face up.
    pub(crate) table: Cards,
    /// What each player captured in this round.
    pub(crate) piles: [Cards; MOST],
    /// Who captured last in this round (BL-4.1).
    captor: Option<Seat>,
    /// What was seen of each hand in this deal.
    held: [Held; MOST],
    /// The trails of this deal that may yet prove to have been revokes (BL-2.7).
    trails: SmallVec<[Trail; 12]>,
    /// This round's captures and bonuses.
    pub(crate) round: Round,
    /// The rounds before this one.
    past: Vec<Round>,
    /// What each player had before this round.
    before: [i32; MOST],
}

impl Game for Blulu {
    type Setup = Setup;
    type Step = Step;
    type Tally = Tally;
    type Fault = Fault;
    type Event = Event;

    fn book() -> &'static Book {
        &BOOK
    }

    fn setup(players: usize, rules: &RuleValues, _deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        Setup::of(players, rules)
    }

    /// Sets `table`, or else `hand`, or both so that the deck comes out, where nobody asked for another value (BL-1.3).
    fn workable(players: usize, rules: &mut RuleValues, given: &[&str]) {
        let now = Dealing::of(rules);
        // What a variant has changed was asked for as well.
        let free = |rule: &TableRule| !given.contains(&rule.key) && rules.number(&BOOK, rule) == rule.values.default();
        let (hand, table) = (free(&book::HAND), free(&book::TABLE));
        let best = Dealing::exact(players)
            .filter(|other| other.deck == now.deck && (hand || other.hand == now.hand) && (table || other.table == now.table))
            .min_by_key(|other| (other.hand != now.hand, other.table != now.table));
        if let Some(best) = best {
            for (rule, value) in [(&book::HAND, best.hand), (&book::TABLE, best.table)] {
                // Both are among the values that the book names.
                let _ = rules.set(&BOOK, rule.key, &RuleValue::Whole(value.into()));
            }
        }
    }

    /// A round for itself: what the players had before it nobody says, so it is never enough to win.
    fn setup_to_count(players: usize, rules: &RuleValues, _deck: &[(String, DeckEntry)]) -> Result<Setup, SetupError> {
        Ok(Setup { target: i32::MAX, ..Setup::of(players, rules)? })
    }

    fn new(players: usize, &setup: &Setup) -> Self {
        Self {
            setup,
            players,
            phase: Phase::Ready,
            acts: 0,
            number: 0,
            dealer: Seat::new(0),
            deal: 0,
            table_dealt: false,
            account: Account::new(setup.dealing.deck.stock()),
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
}

impl Blulu {
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.players)
    }

    /// Who deals the next round (BL-1.1).
    pub(crate) fn next_dealer(&self) -> Seat {
        self.dealer.left(self.players)
    }

    /// Whether a round is being played.
    #[inline]
    const fn is_underway(&self) -> bool {
        matches!(self.phase, Phase::Deal | Phase::Turn(_))
    }

    const fn is_game_over(&self) -> bool {
        matches!(self.phase, Phase::GameOver { .. })
    }
}

/// A table of the extended deck, for tests.
#[cfg(test)]
fn extended_table() -> crate::table::Header<Setup> {
    let rules = RuleValues::of_variant(&BOOK, Some("extended")).expect("a variant");
    let players = crate::table::Players::new(["Ada", "Bo"]);
    crate::table::Header { players, setup: Setup::of(2, &rules).expect("it comes out") }
}
