//! Who may act now, and which kinds of step are open.

use super::{Seat, Seats, count_of};

/// Who can do a kind of step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A player does it.
    Player,
    /// The table does it; such a line has no actor.
    Table,
    /// The table does it: at a round's start on a line without an actor, later in the line of the player whose turn it is.
    Either,
    /// Several players do it simultaneously, and nobody sees another's choice before all have chosen.
    Together,
    /// Optional, in addition to the turn, and possible during any player's turn.
    Besides,
    /// Any player may do it at any time, so that the player has to be named.
    Anyone,
}

impl Whose {
    /// Whether it is done beside somebody's turn.
    pub const fn is_besides(self) -> bool {
        matches!(self, Self::Besides | Self::Anyone)
    }
}

/// The arguments of a kind of step that name cards which don't lie open on the table. A watcher of the live page doesn't get them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenArguments {
    /// None: each card that is named lies open, or comes to lie open by the step.
    None,
    /// All: `draw 3MW` is shown as `draw`.
    All,
    /// All, each a card, but their number is shown: `shows 8WL 9LK` as `shows 2 cards`.
    Counted,
    /// The value behind a `=`: `take down Bo = -6` is shown as `take down Bo`.
    Value,
}

impl HiddenArguments {
    /// The default of a kind of step. Cards that anyone may show (TB-5) are in a hand.
    pub const fn default_of(whose: Whose) -> Self {
        if matches!(whose, Whose::Anyone) { Self::Counted } else { Self::None }
    }
}

/// The texts of a kind of step: its word in the notation, and its descriptions for people.
#[derive(Clone, Copy, Debug)]
pub struct VerbText {
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
    /// The kind of step in words, where it takes cards from a hand that nobody else knows: `hatch a card`.
    pub from_hand: Option<&'static str>,
    /// What a player may do with it beside what is due, if it is such a step: `draw a new starting hand`.
    pub may: Option<&'static str>,
    /// Which of its arguments a watcher doesn't get.
    pub hides: HiddenArguments,
}

impl VerbText {
    /// Whether a word is its name or its letter, in either letter case.
    pub fn is_typed(&self, word: &str) -> bool {
        let is_letter = |letter: char| word.len() == letter.len_utf8() && word.starts_with([letter, letter.to_ascii_uppercase()]);
        self.name.eq_ignore_ascii_case(word) || self.letter.is_some_and(is_letter)
    }

    /// The kind of step in words: `hatch a card`.
    pub fn hint(&self) -> &'static str {
        self.from_hand.unwrap_or(self.name)
    }

    /// A step of this kind with these arguments, without those that a watcher doesn't get. Returns `None` if there are none of them.
    pub(super) fn in_view(&self, arguments: &str) -> Option<String> {
        let shown = match self.hides {
            _ if arguments.trim().is_empty() => return None,
            HiddenArguments::None => return None,
            HiddenArguments::All => String::new(),
            HiddenArguments::Counted => count_of(arguments.split_whitespace().count(), "card", "cards"),
            HiddenArguments::Value => arguments.split_once('=')?.0.trim().to_owned(),
        };
        Some(format!("{} {shown}", self.name).trim_end().to_owned())
    }

    /// Its word and arguments with what it is, as a line: `hatch CARD: start a new bird`.
    pub fn line(&self) -> String {
        let space = if self.form.is_empty() { "" } else { " " };
        format!("{}{space}{}: {}", self.name, self.form, self.about)
    }
}

/// The kinds of step of a game, as [`verbs!`](crate::verbs) declares them: counted from 0 in the order of the book.
pub trait Verbs: Copy + Eq + Into<usize> + std::fmt::Debug + 'static {
    /// All of them.
    const ALL: &'static [Self];
    /// What is said of each.
    const TEXTS: &'static [VerbText];

    /// The kind whose word this is, exactly.
    fn from_name(name: &str) -> Option<Self>;

    /// What is said of it.
    fn text(self) -> &'static VerbText {
        &Self::TEXTS[self.into()]
    }
}

/// Declares a game's kinds of step, in the order of its book: the name, the word and perhaps a letter for it, who does it, its
/// arguments as help shows them, what it is in one short sentence, and for a step that takes cards from a hand the words for it
/// without the cards (`hatch a card`). Behind `may` stands what a player may do with it beside what is due, behind `hides` the
/// [`HiddenArguments`] if they aren't those of [`HiddenArguments::default_of`].
///
/// ```
/// use fowlplay::{table::Verbs, verbs};
///
/// verbs! {
///     Deal: "deal" 'd', Table, "CARD…", "cards that go face up on the table";
///     Draw: "draw", Player, "[CARD]", "draw from the draw pile", hides All;
/// }
///
/// assert_eq!(Verb::from_name("draw"), Some(Verb::Draw));
/// assert_eq!(Verb::Deal.text().letter, Some('d'));
/// ```
#[macro_export]
macro_rules! verbs {
    ($($verb:ident: $name:literal $($letter:literal)?, $whose:ident, $form:literal, $about:literal $(, $hint:literal)? $(, may $may:literal)? $(, hides $hides:ident)?;)+) => {
        /// The kinds of step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Verb {
            $(#[doc = $about] $verb,)+
        }

        impl Verb {
            /// This kind alone.
            pub const fn only(self) -> $crate::table::Kinds {
                $crate::table::Kinds::of(&[self as usize])
            }
        }

        impl From<Verb> for usize {
            fn from(verb: Verb) -> usize {
                verb as usize
            }
        }

        impl $crate::table::Verbs for Verb {
            const ALL: &'static [Self] = &[$(Self::$verb),+];
            const TEXTS: &'static [$crate::table::VerbText] = &[$($crate::table::VerbText {
                name: $name,
                letter: $crate::verbs!(@option $($letter)?),
                whose: $crate::table::Whose::$whose,
                form: $form,
                about: $about,
                from_hand: $crate::verbs!(@option $($hint)?),
                may: $crate::verbs!(@option $($may)?),
                hides: $crate::verbs!(@hides $whose $($hides)?),
            }),+];

            fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$verb),)+
                    _ => None,
                }
            }
        }
    };
    (@option $value:literal) => { Some($value) };
    (@option) => { None };
    (@hides $whose:ident $hides:ident) => { $crate::table::HiddenArguments::$hides };
    (@hides $whose:ident) => { $crate::table::HiddenArguments::default_of($crate::table::Whose::$whose) };
}

/// A set of kinds of step, by their index in the game's list of verbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kinds(u32);

impl Kinds {
    /// None.
    pub const NONE: Self = Self(0);
    /// The most kinds of step that a game may have.
    pub const MOST: usize = u32::BITS as usize;

    /// The kinds at these indices.
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
    pub fn contains(self, kind: impl Into<usize>) -> bool {
        self.0 >> kind.into() & 1 == 1
    }

    /// Whether it is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in this set, in the order of the book.
    pub fn verbs<V: Verbs>(self) -> impl Iterator<Item = V> {
        V::ALL.iter().copied().filter(move |&verb| self.contains(verb))
    }

    /// The kinds of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The kinds that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// Who may act, and how: what `judge` checks first, and what `expects` returns.
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
    pub const fn one(seat: Seat, kinds: Kinds) -> Self {
        let mut open = Self::NOTHING;
        open.players[seat.index()] = kinds;
        open
    }

    /// Only the table has something to do.
    pub const fn by_table(kinds: Kinds) -> Self {
        Self { table: kinds, ..Self::NOTHING }
    }

    /// Also opens `kinds` to each of `seats`.
    #[must_use]
    pub fn and(mut self, seats: Seats, kinds: Kinds) -> Self {
        for seat in seats.iter() {
            self.players[seat.index()] = self.players[seat.index()].and(kinds);
        }
        self
    }

    /// What is open to `actor`.
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

    /// Everyone who may do a step of `kind`; `None` is the table.
    pub fn who(&self, kind: impl Into<usize>) -> Vec<Option<Seat>> {
        let kind = kind.into();
        let actors = std::iter::once(None).chain(Seat::all(Seat::MOST).map(Some));
        actors.filter(|&actor| self.to(actor).contains(kind)).collect()
    }
}
