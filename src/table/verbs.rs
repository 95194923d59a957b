//! The verbs of a game, their texts, and the verbs that are open to each player and to the table.

use super::{Seat, Seats, count_of};

/// The actor of a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerbActor {
    /// A player.
    Player,
    /// The table. Such a line has no actor.
    Table,
    /// The table. At the start of a round, the line has no actor. Later, the step is in the line of the player whose turn it is.
    Either,
    /// Several players at once, none of whom sees another's choice before all have chosen.
    Simultaneous,
    /// A player, in addition to the turn and during any player's turn.
    Optional,
    /// Any player at any time. The line has to name the player.
    Anyone,
}

impl VerbActor {
    /// Whether the verb can be done during another player's turn.
    pub const fn is_optional(self) -> bool {
        matches!(self, Self::Optional | Self::Anyone)
    }
}

/// The arguments of a verb that name hidden cards. A watcher of the live page doesn't see them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenArguments {
    /// None: each named card lies open before or after the step.
    None,
    /// All: `draw 3MW` is shown as `draw`.
    All,
    /// All, but the number of cards is shown: `shows 8WL 9LK` as `shows 2 cards`.
    Counted,
    /// The value after a `=`: `take down Bo = -6` is shown as `take down Bo`.
    Value,
}

impl HiddenArguments {
    /// The default for verbs of this actor: `Counted` for cards that anyone may show from a hand (TB-5), otherwise `None`.
    pub const fn default_of(actor: VerbActor) -> Self {
        if matches!(actor, VerbActor::Anyone) { Self::Counted } else { Self::None }
    }
}

/// The texts of a verb: its word in the notation, and its descriptions for people.
#[derive(Clone, Copy, Debug)]
pub struct VerbText {
    /// The word that begins a step.
    pub name: &'static str,
    /// The letter that stands for the word in `play` and `record`.
    pub letter: Option<char>,
    /// The actor.
    pub actor: VerbActor,
    /// The arguments, as help shows them (`N CARD`).
    pub form: &'static str,
    /// A description in one short sentence.
    pub about: &'static str,
    /// The verb in words, if it takes hidden cards from a hand: `hatch a card`.
    pub from_hand: Option<&'static str>,
    /// The verb in words, if a player may do it besides what is due: `draw a new starting hand`.
    pub may: Option<&'static str>,
    /// The arguments that a watcher doesn't see.
    pub hides: HiddenArguments,
}

impl VerbText {
    /// Whether a word is the verb's name or letter, in either letter case.
    pub fn matches(&self, word: &str) -> bool {
        let is_letter = |letter: char| word.len() == letter.len_utf8() && word.starts_with([letter, letter.to_ascii_uppercase()]);
        self.name.eq_ignore_ascii_case(word) || self.letter.is_some_and(is_letter)
    }

    /// The verb in words: `hatch a card`.
    pub fn hint(&self) -> &'static str {
        self.from_hand.unwrap_or(self.name)
    }

    /// A step with this verb and these arguments, without the hidden ones. Returns `None` if no argument is hidden.
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

    /// A line with the verb, its arguments and its description: `hatch CARD: start a new bird`.
    pub fn line(&self) -> String {
        let space = if self.form.is_empty() { "" } else { " " };
        format!("{}{space}{}: {}", self.name, self.form, self.about)
    }
}

/// The verbs of a game, declared by [`verbs!`](crate::verbs). Their indices count from 0 in the order of the book.
pub trait GameVerb: Copy + Eq + Into<usize> + std::fmt::Debug + 'static {
    /// All verbs, in the order of the book.
    const ALL: &'static [Self];
    /// The texts of each verb.
    const TEXTS: &'static [VerbText];

    /// The verb with exactly this name.
    fn from_name(name: &str) -> Option<Self>;

    /// The texts of the verb.
    fn text(self) -> &'static VerbText {
        &Self::TEXTS[self.into()]
    }
}

/// Declares a game's verbs, in the order of its book. Each has a variant, a word and perhaps a letter, an actor, its arguments as
/// help shows them, and a short description. These may be followed by [`VerbText::from_hand`], by `may` with [`VerbText::may`], and
/// by `hides` with the [`HiddenArguments`] that differ from [`HiddenArguments::default_of`].
///
/// ```
/// use fowlplay::{table::GameVerb, verbs};
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
    ($($verb:ident: $name:literal $($letter:literal)?, $actor:ident, $form:literal, $about:literal $(, $from_hand:literal)? $(, may $may:literal)? $(, hides $hides:ident)?;)+) => {
        /// The verbs of the game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Verb {
            $(#[doc = $about] $verb,)+
        }

        impl Verb {
            /// The set of this verb alone.
            pub const fn only(self) -> $crate::table::VerbSet {
                $crate::table::VerbSet::of(&[self as usize])
            }
        }

        impl From<Verb> for usize {
            fn from(verb: Verb) -> usize {
                verb as usize
            }
        }

        impl $crate::table::GameVerb for Verb {
            const ALL: &'static [Self] = &[$(Self::$verb),+];
            const TEXTS: &'static [$crate::table::VerbText] = &[$($crate::table::VerbText {
                name: $name,
                letter: $crate::verbs!(@option $($letter)?),
                actor: $crate::table::VerbActor::$actor,
                form: $form,
                about: $about,
                from_hand: $crate::verbs!(@option $($from_hand)?),
                may: $crate::verbs!(@option $($may)?),
                hides: $crate::verbs!(@hides $actor $($hides)?),
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
    (@hides $actor:ident $hides:ident) => { $crate::table::HiddenArguments::$hides };
    (@hides $actor:ident) => { $crate::table::HiddenArguments::default_of($crate::table::VerbActor::$actor) };
}

/// A set of verbs, stored by their indices in the game's book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VerbSet(u32);

impl VerbSet {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// The largest number of verbs that a game may have.
    pub const MOST: usize = u32::BITS as usize;

    /// The set of the verbs at these indices.
    pub const fn of(indices: &[usize]) -> Self {
        let mut bits = 0;
        let mut i = 0;
        while i < indices.len() {
            bits |= 1 << indices[i];
            i += 1;
        }
        Self(bits)
    }

    /// Whether the set contains `verb`.
    pub fn contains(self, verb: impl Into<usize>) -> bool {
        self.0 >> verb.into() & 1 == 1
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The verbs in this set, in the order of the book.
    pub fn verbs<V: GameVerb>(self) -> impl Iterator<Item = V> {
        V::ALL.iter().copied().filter(move |&verb| self.contains(verb))
    }

    /// The union of two sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The verbs that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The verbs open to each player and to the table, as [`Judge::expects`](super::Judge::expects) returns them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenVerbs {
    /// The verbs open to the table.
    pub table: VerbSet,
    players: [VerbSet; Seat::MOST],
}

impl OpenVerbs {
    /// No open verbs.
    pub const NONE: Self = Self { table: VerbSet::NONE, players: [VerbSet::NONE; Seat::MOST] };

    /// These verbs, open to `seat` only.
    pub const fn one(seat: Seat, verbs: VerbSet) -> Self {
        let mut open_verbs = Self::NONE;
        open_verbs.players[seat.index()] = verbs;
        open_verbs
    }

    /// These verbs, open to the table only.
    pub const fn by_table(verbs: VerbSet) -> Self {
        Self { table: verbs, ..Self::NONE }
    }

    /// Also opens `verbs` to each of `seats`.
    #[must_use]
    pub fn and(mut self, seats: Seats, verbs: VerbSet) -> Self {
        for seat in seats.iter() {
            self.players[seat.index()] = self.players[seat.index()].and(verbs);
        }
        self
    }

    /// The verbs open to `actor`.
    pub const fn verbs_of(&self, actor: Option<Seat>) -> VerbSet {
        match actor {
            Some(seat) => self.players[seat.index()],
            None => self.table,
        }
    }

    /// The players who may act.
    pub fn seats(&self) -> Seats {
        Seat::all(Seat::MOST).filter(|seat| !self.players[seat.index()].is_empty()).collect()
    }

    /// The actors to whom `verb` is open. `None` is the table.
    pub fn actors(&self, verb: impl Into<usize>) -> Vec<Option<Seat>> {
        let verb = verb.into();
        let actors = std::iter::once(None).chain(Seat::all(Seat::MOST).map(Some));
        actors.filter(|&actor| self.verbs_of(actor).contains(verb)).collect()
    }
}
