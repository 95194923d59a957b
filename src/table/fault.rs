//! Faults of an act: the kind and the clause of a fault, and the faults that every game has.

use super::{Account, ClauseId, FindingKind, Hand, Players, Seat, Seats, and_list, count_of, or_list};
use std::fmt;

/// The kind of a fault, and the clause that it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Illegal, impossible or a revoke.
    pub kind: FindingKind,
    /// The first clause in the rule book that the act breaks.
    pub clause: ClauseId,
}

impl Breach {
    /// A breach by an act that is possible, but breaks this clause.
    pub const fn illegal(clause: ClauseId) -> Self {
        Self { kind: FindingKind::Illegal, clause }
    }

    /// A breach by an act that this clause makes impossible.
    pub const fn impossible(clause: ClauseId) -> Self {
        Self { kind: FindingKind::Impossible, clause }
    }

    /// A breach of this clause that is proved by cards seen later.
    pub const fn revoke(clause: ClauseId) -> Self {
        Self { kind: FindingKind::Revoke, clause }
    }

    /// This breach with the same clause of another book.
    #[must_use]
    pub const fn in_book(self, book: [u8; 2]) -> Self {
        Self { clause: self.clause.in_book(book), ..self }
    }
}

/// Declares a game's faults, each with its kind and the clause that it breaks. If kind or clause depends on the fault's fields,
/// write the declaration like an arm of a `match`. [`Words::explain`](super::Words::explain) explains a fault to people.
///
/// ```
/// use fowlplay::{decktet::Card, faults, table::{GameFault, ClauseId, FindingKind, TableFault}};
///
/// faults! {
///     /// A broken clause, or a step that cannot have happened.
///     pub enum Fault {
///         /// A fault that is possible at any table. Players take turns by XY-1.2.
///         Table(TableFault<Card>): (fault) => fault.breach(ClauseId::cited("XY-1.2"));
///         /// A card without a neighbour to go beside.
///         NoNeighbour(Card) = illegal XY-2.1;
///         /// The card is not in the place that the step names.
///         NotThere(Card) = impossible TB-4;
///     }
/// }
///
/// let fault = Fault::NotThere(Card::EXCUSE);
/// assert_eq!((fault.kind(), fault.breach().clause), (FindingKind::Impossible, ClauseId::table(4)));
/// ```
#[macro_export]
macro_rules! faults {
    (@of_table Table(TableFault<$card:ty>)) => {
        type Card = $card;

        fn of_table(fault: $crate::table::TableFault<$card>) -> Self {
            Self::Table(fault)
        }
    };
    (@of_table $($other:tt)*) => {};
    (
        $(#[$enum_meta:meta])*
        $visible:vis enum $name:ident {
            $(
                $(#[$fault_meta:meta])*
                $fault:ident $(($($unnamed:tt)+))? $({ $($named:tt)+ })?
                $(= $kind:ident $book:ident - $number:literal)? $(: $pattern:tt => $breach:expr)?;
            )+
        }
    ) => {
        $(#[$enum_meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visible enum $name {
            $(
                $(#[$fault_meta])*
                $(#[doc = concat!("\n\n", stringify!($kind), " by ", stringify!($book), "-", stringify!($number))])?
                $fault $(($($unnamed)+))? $({ $($named)+ })?,
            )+
        }

        impl $crate::table::GameFault for $name {
            $($crate::faults!(@of_table $fault $(($($unnamed)+))?);)+

            fn breach(self) -> $crate::table::Breach {
                match self {
                    $(
                        $(Self::$fault { .. } => const {
                            let id = concat!(stringify!($book), "-", stringify!($number));
                            $crate::table::Breach::$kind($crate::table::ClauseId::cited(id))
                        },)?
                        $(Self::$fault $pattern => $breach,)?
                    )+
                }
            }
        }
    };
}

/// A game's faults, as [`faults!`](crate::faults) declares them: small, `Copy`, and each with one declared breach.
pub trait GameFault: Copy + fmt::Debug + PartialEq {
    /// The cards of the game.
    type Card;

    /// The fault of a game for a fault possible at any table: its variant `Table`.
    fn of_table(fault: TableFault<Self::Card>) -> Self;

    /// The kind and the clause of the fault.
    fn breach(self) -> Breach;

    /// The kind of the fault: illegal, impossible or a revoke.
    fn kind(self) -> FindingKind {
        self.breach().kind
    }
}

/// Returns `Ok` if `is_fine`, otherwise `fault`.
pub fn ensure<F>(is_fine: bool, fault: F) -> Result<(), F> {
    if is_fine { Ok(()) } else { Err(fault) }
}

/// A card that an account can identify, by its index in the game's canonical order.
pub trait IndexedCard: Copy + PartialEq + fmt::Display {
    /// The index in the canonical order.
    fn index(self) -> usize;
    /// The card at an index in the canonical order.
    fn from_index(index: usize) -> Option<Self>;

    /// All cards, in canonical order.
    fn all() -> impl Iterator<Item = Self> {
        (0..).map_while(Self::from_index)
    }

    /// The card whose text form is this word, in any letter case.
    fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|card| card.to_string().eq_ignore_ascii_case(word))
    }
}

/// The faults possible at any table, with cards of type `C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFault<C> {
    /// A step in another player's turn. The clause is the game's own.
    NotYourTurn {
        /// The player whose turn it is.
        turn: Seat,
    },
    /// A round begun by the wrong player. The clause is the game's own.
    NotFirst {
        /// The players who may begin the round.
        may_be: Seats,
    },
    /// A named card that is not in the hand, or not in enough copies (TB-3).
    NotInHand {
        /// The player whose hand must hold the card.
        seat: Seat,
        /// The first card that can't be in the hand.
        card: C,
    },
    /// Showing outside a round (TB-5).
    ShownOutsideRound,
    /// An act after the game's end (TB-7).
    AfterGame,
    /// An act that is not due. The clause is the game's own.
    NotDue,
    /// A tally without something that the round's moves left on the table for this player (TB-8).
    NotCounted(Seat),
}

impl<C: IndexedCard> TableFault<C> {
    /// The breach. `turns` is the game's clause about the order of turns.
    pub const fn breach(self, turns: ClauseId) -> Breach {
        match self {
            Self::NotYourTurn { .. } | Self::NotFirst { .. } | Self::NotDue => Breach::illegal(turns),
            Self::NotInHand { .. } => Breach::impossible(ClauseId::table(3)),
            Self::ShownOutsideRound => Breach::illegal(ClauseId::table(5)),
            Self::AfterGame => Breach::illegal(ClauseId::table(7)),
            Self::NotCounted(_) => Breach::illegal(ClauseId::table(8)),
        }
    }

    /// Checks whether a hand can hold all of these cards at once (TB-3, TB-5). The error has the first card that can't.
    pub fn check_in_hand<const KINDS: usize>(account: &Account<KINDS>, seat: Seat, cards: &[C]) -> Result<(), Self> {
        account.missing(seat, cards).map_or(Ok(()), |card| Err(Self::NotInHand { seat, card }))
    }

    /// The card that is not where the act needs it. Returns `None` for other faults.
    pub fn missing_card(self) -> Option<C> {
        match self {
            Self::NotInHand { card, .. } => Some(card),
            _ => None,
        }
    }

    /// Explains the fault in words. `round` is the word for a round, `account` the account of the hand's cards, and `named` the
    /// cards that the step names. `where_is` returns a card's known location in words (`it is in Ada's bird 1`).
    pub fn explain<const KINDS: usize>(
        self,
        players: &Players,
        round: &str,
        account: &Account<KINDS>,
        named: &[C],
        where_is: impl FnOnce(C) -> String,
    ) -> String {
        match self {
            Self::NotYourTurn { turn } => format!("it is {}'s turn", players.name(turn)),
            Self::NotFirst { may_be } => {
                format!("this {round} is begun by {}", or_list(may_be.iter().map(|seat| players.name(seat))))
            }
            Self::NotInHand { seat, card } => hand_fault(players.name(seat), account, seat, card, named, where_is),
            Self::ShownOutsideRound => format!("no {round} is being played"),
            Self::AfterGame => "the game is over; only notes can be added".to_owned(),
            Self::NotDue => "this step is not due now".to_owned(),
            Self::NotCounted(seat) => format!("the tally leaves out what the moves left before {}", players.name(seat)),
        }
    }
}

/// Explains why a card can't come from a hand, alone or together with the other `named` cards.
fn hand_fault<C: IndexedCard, const KINDS: usize>(
    name: &str,
    account: &Account<KINDS>,
    seat: Seat,
    card: C,
    named: &[C],
    where_is: impl FnOnce(C) -> String,
) -> String {
    let hand = account.hand(seat);
    if hand.is_empty() {
        return format!("{name}'s hand is empty");
    }
    match account.max_after_redraw(seat, named) {
        Some(0) => return format!("{card} was in the hand that {name} laid aside, and can't have been drawn since"),
        Some(most) => {
            let drawn = count_of(most, "card", "cards");
            return format!("{card} is one too many: of the hand that {name} laid aside, only {drawn} can have been drawn since");
        }
        None => {}
    }
    if account.can_come_from(seat, card.index()) {
        // The card alone can be in the hand, but not all named cards: too few known copies or unseen cards are left.
        let times = named.iter().filter(|&&named_card| named_card == card).count();
        let copies = hand.known(card.index()) + account.unaccounted(card.index());
        if times > copies {
            let how_often = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
            let possible_copies = match hand.known(card.index()) + hand.unseen().min(account.unaccounted(card.index())) {
                1 => "one".to_owned(),
                several => several.to_string(),
            };
            return format!("{card} is named {how_often}, and {name} can have {possible_copies}");
        }
        let cards = count_of(hand.len(), "card", "cards");
        if named.len() > hand.len() {
            return format!("{name}'s hand holds only {cards}, but {} are named", named.len());
        }
        let unseen = match hand.unseen() {
            1 => "1 has".to_owned(),
            unseen => format!("{unseen} have"),
        };
        return format!("{name}'s hand holds {cards}, of which {unseen} not been seen: too few for all these");
    }
    if account.unaccounted(card.index()) > 0 {
        // A copy is unaccounted for, but every card of this hand is known.
        return format!("{name}'s hand is known to be {}", and_list(known_cards::<C, KINDS>(hand)));
    }
    format!("{card} is not in {name}'s hand: {}", where_is(card))
}

/// The cards known to be in a hand, in canonical order.
pub fn known_cards<C: IndexedCard, const KINDS: usize>(hand: &Hand<KINDS>) -> Vec<C> {
    hand.known_cards().filter_map(C::from_index).collect()
}
