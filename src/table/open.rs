//! Who may act now, and which kinds of step are open.

use super::{Seat, Seats};

/// Whose step a verb is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A player does it.
    Player,
    /// The table does it; such a line has no actor.
    Table,
    /// The table does it: at a round's start on a line without an actor, later in the line of the player whose turn it is.
    Either,
}

/// A kind of step: its word in the notation, and what a person is told of it. A game's verbs are data, indexed by
/// its steps' kinds.
#[derive(Clone, Copy, Debug)]
pub struct Verb {
    /// The word that begins the step.
    pub name: &'static str,
    /// One letter for it in `play` and `record`.
    pub letter: Option<char>,
    /// Who does it.
    pub whose: Whose,
    /// Its arguments, as help shows them (`N CARD`).
    pub form: &'static str,
    /// What it is, in one short sentence.
    pub about: &'static str,
}

/// A set of kinds of step, by their index in the game's list of verbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds(u32);

impl Kinds {
    /// None.
    pub const NONE: Self = Self(0);
    /// The most kinds of step that a game may have.
    pub const MOST: usize = u32::BITS as usize;

    /// The kinds at these indices.
    #[inline]
    pub const fn of(kinds: &[usize]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < kinds.len() {
            bits |= 1 << kinds[i];
            i += 1;
        }
        Self(bits)
    }

    /// Whether `kind` is in it.
    #[inline]
    pub const fn contains(self, kind: usize) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The indices in it.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..Self::MOST).filter(move |&kind| self.contains(kind))
    }
}

/// Who may act, and how: what `judge` asks first, and what `expects` shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// What the table is to do.
    pub table: Kinds,
    players: [Kinds; Seat::MOST],
}

impl Open {
    /// Nothing is open.
    pub const NOTHING: Self = Self { table: Kinds::NONE, players: [Kinds::NONE; Seat::MOST] };

    /// Only `seat` may act.
    #[inline]
    pub const fn one(seat: Seat, kinds: Kinds) -> Self {
        let mut open = Self::NOTHING;
        open.players[seat.index()] = kinds;
        open
    }

    /// Also opens `kinds` to each of `seats`.
    #[inline]
    #[must_use]
    pub fn and(mut self, seats: Seats, kinds: Kinds) -> Self {
        for seat in seats.iter() {
            self.players[seat.index()] = Kinds(self.players[seat.index()].0 | kinds.0);
        }
        self
    }

    /// What is open to `actor`.
    #[inline]
    pub const fn to(&self, actor: Option<Seat>) -> Kinds {
        match actor {
            Some(seat) => self.players[seat.index()],
            None => self.table,
        }
    }

    /// The players who may act.
    pub fn seats(&self) -> Seats {
        Seat::all(Seat::MOST).filter(|seat| !self.players[seat.index()].is_empty()).collect()
    }

    /// Everyone who may do a step of `kind`: none stands for the table.
    pub fn who(&self, kind: usize) -> Vec<Option<Seat>> {
        let table = self.table.contains(kind).then_some(None);
        table
            .into_iter()
            .chain(Seat::all(Seat::MOST).filter(|seat| self.players[seat.index()].contains(kind)).map(Some))
            .collect()
    }
}
