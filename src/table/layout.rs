//! A part of a position or of a tally, place by place. The book of a game says which places there are; writing them is the same for
//! every game, and so is building a table by touch.

use serde::{Deserialize, Serialize};

/// Something that a part can say: of a place, or beside it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own, and a book names only those that hold")]
pub struct PlaceForm {
    /// What it is: `discard piles`.
    pub what: &'static str,
    /// The word before it; empty if there is none.
    pub word: &'static str,
    /// Another word that is read for it; empty if it can also stand without one.
    pub other: Option<&'static str>,
    /// What is said.
    pub holds: Holds,
    /// Whether every table has this place, so that in a log nothing said is nothing there.
    pub always: bool,
    /// Whether it can only be typed.
    pub typed: bool,
    /// Whether a count can be less than nothing.
    pub signed: bool,
    /// Whether the word of a count without a number is one.
    pub or_one: bool,
}

/// What can be said of a place.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// How many there are.
    Count,
    /// Which it is, counted from 1.
    Number,
    /// That it is so.
    Mark,
    /// How often it is so, each in a piece of its own.
    Times,
    /// A player.
    Name,
    /// Players, each in a piece of its own.
    Names,
    /// Cards.
    Cards(CardsForm),
}

/// Cards of a place.
#[derive(Clone, Copy, Debug)]
pub struct CardsForm {
    /// The kinds of step whose cards they are: one, or one for each group.
    pub like: &'static [&'static str],
    /// How they lie.
    pub apart: Apart,
    /// What is written where a group's first card is gone, and what that means: `excused`, `an Excuse took it`. Cards may follow.
    pub gone: Option<(&'static str, &'static str)>,
    /// Whether more can lie there that nobody names, as `+N`.
    pub more: bool,
    /// Which of these cards can lie there; empty: all.
    pub only: &'static [&'static str],
}

/// How cards lie together.
#[derive(Clone, Copy, Debug)]
pub enum Apart {
    /// As one group.
    No,
    /// In groups with `|` between them, as many as one likes, with the name of one.
    Groups(&'static str),
    /// The same, as many as a table of so many players has.
    Fixed(&'static str, fn(usize) -> u8),
    /// Groups of a card and those beside it, as `3+crow 1`: the name of one, how many there are, and the kind of step that names such a
    /// card.
    Beside(&'static str, usize, &'static str),
    /// Each card in a piece of its own.
    Pieces,
}

impl PlaceForm {
    const fn new(what: &'static str, word: &'static str, holds: Holds) -> Self {
        Self { what, word, other: None, holds, always: false, typed: false, signed: false, or_one: false }
    }

    /// A count.
    pub const fn count(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, Holds::Count)
    }

    /// A count that can be less than nothing.
    pub const fn signed(what: &'static str, word: &'static str) -> Self {
        Self { signed: true, ..Self::count(what, word) }
    }

    /// A number, counted from 1.
    pub const fn number(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, Holds::Number)
    }

    /// Something that is so, or isn't said.
    pub const fn mark(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, Holds::Mark)
    }

    /// Something that can be so several times.
    pub const fn times(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, Holds::Times)
    }

    /// A player.
    pub const fn name(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, Holds::Name)
    }

    /// Players, each in a piece of its own.
    pub const fn names(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, Holds::Names)
    }

    /// Cards of these kinds of step.
    pub const fn cards(what: &'static str, word: &'static str, like: &'static [&'static str], apart: Apart) -> Self {
        Self::new(what, word, Holds::Cards(CardsForm { like, apart, gone: None, more: false, only: &[] }))
    }

    /// The same cards, with a word for a group whose first card is gone, and what that means.
    #[must_use]
    pub const fn or_gone(self, word: &'static str, what: &'static str) -> Self {
        match self.holds {
            Holds::Cards(cards) => Self { holds: Holds::Cards(CardsForm { gone: Some((word, what)), ..cards }), ..self },
            _ => self,
        }
    }

    /// The same cards, and more that nobody names.
    #[must_use]
    pub const fn and_more(self) -> Self {
        match self.holds {
            Holds::Cards(cards) => Self { holds: Holds::Cards(CardsForm { more: true, ..cards }), ..self },
            _ => self,
        }
    }

    /// These alone of the cards.
    #[must_use]
    pub const fn only(self, only: &'static [&'static str]) -> Self {
        match self.holds {
            Holds::Cards(cards) => Self { holds: Holds::Cards(CardsForm { only, ..cards }), ..self },
            _ => self,
        }
    }

    /// The same place, which every table has.
    #[must_use]
    pub const fn always(self) -> Self {
        Self { always: true, ..self }
    }

    /// The same place, for which another word is read, too; empty: also none.
    #[must_use]
    pub const fn or(self, other: &'static str) -> Self {
        Self { other: Some(other), ..self }
    }

    /// The same place, which is not built by touch.
    #[must_use]
    pub const fn typed(self) -> Self {
        Self { typed: true, ..self }
    }

    /// Lets the word alone mean one.
    #[must_use]
    pub const fn or_one(self) -> Self {
        Self { or_one: true, ..self }
    }

    /// The kind of step whose cards a group has.
    pub fn like(&self, group: usize) -> Option<&'static str> {
        let Holds::Cards(CardsForm { like, .. }) = self.holds else { return None };
        like.get(group).or(like.last()).copied()
    }

    /// Nothing there, where every table has the place.
    pub fn nothing(&self, players: usize) -> Option<Said> {
        let Holds::Cards(cards) = self.holds else { return None };
        self.always.then(|| Said::Cards(vec![Group::default(); cards.apart.groups(players).unwrap_or(1)]))
    }
}

impl Apart {
    /// How many groups there are at a table of so many players; `None`: as many as one likes.
    pub fn groups(self, players: usize) -> Option<usize> {
        match self {
            Self::No | Self::Pieces => Some(1),
            Self::Groups(_) => None,
            Self::Fixed(_, count) => Some(count(players).into()),
            Self::Beside(_, count, _) => Some(count),
        }
    }
}

/// What is said of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Said {
    /// That it is so.
    Mark(bool),
    /// How many.
    Count(i32),
    /// Who.
    Name(String),
    /// Cards; a group, if they are not apart.
    Cards(Vec<Group>),
    /// Several players.
    Names(Vec<String>),
}

/// Cards that lie together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Whether the first card is gone.
    #[serde(default)]
    pub gone: bool,
    /// Their codes.
    #[serde(default)]
    pub cards: Vec<String>,
    /// How many more lie there that nobody names, if that is said.
    #[serde(default)]
    pub more: Option<u16>,
}

impl Group {
    /// Whether nothing lies there.
    pub fn is_empty(&self) -> bool {
        !self.gone && self.cards.is_empty() && self.more.unwrap_or_default() == 0
    }
}

/// What a part says: of each place what its form has, and the pieces that no form can hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// By place; `None` where nothing is said.
    pub said: Vec<Option<Said>>,
    /// The other pieces, as they are written.
    #[serde(default)]
    pub also: String,
}

/// What is written where there are no cards.
const NONE: &str = "-";

impl Laid {
    /// Nothing is said but, `if_always`, that nothing lies where every table has a place.
    pub fn blank(forms: &[PlaceForm], players: usize, if_always: bool) -> Self {
        let said = forms.iter().map(|form| form.nothing(players).filter(|_| if_always)).collect();
        Self { said, also: String::new() }
    }

    /// The part as it is written.
    pub fn write(&self, forms: &[PlaceForm]) -> String {
        let (mut pieces, mut skipped) = (Vec::new(), 0);
        for (form, said) in forms.iter().zip(&self.said) {
            let written = said.as_ref().map(|said| form.write(said)).unwrap_or_default();
            if form.word.is_empty() {
                // What has no word of its own is known by its place.
                skipped += usize::from(written.is_empty());
                if !written.is_empty() {
                    pieces.extend(std::iter::repeat_n(String::new(), std::mem::take(&mut skipped)));
                }
            }
            pieces.extend(written);
        }
        let also = self.also.trim();
        // A reason ends what is said.
        let between = if pieces.is_empty() || also.is_empty() {
            ""
        } else if also.starts_with('!') {
            " "
        } else {
            "; "
        };
        pieces.join("; ") + between + also
    }
}

/// A part as it is written.
pub fn write_places(forms: &[PlaceForm], said: &[Option<Said>]) -> String {
    let each = forms.iter().zip(said).filter_map(|(form, said)| Some(form.write(said.as_ref()?)));
    each.flatten().collect::<Vec<_>>().join("; ")
}

impl PlaceForm {
    /// The pieces that say it.
    pub fn write(&self, said: &Said) -> Vec<String> {
        let piece = |value: &str| format!("{} {value}", self.word).trim().to_owned();
        match (self.holds, said) {
            (Holds::Mark, Said::Mark(is_so)) => is_so.then(|| self.word.to_owned()).into_iter().collect(),
            (Holds::Times, Said::Count(0)) => vec![piece(NONE)],
            (Holds::Times, Said::Count(times)) => vec![self.word.to_owned(); usize::try_from(*times).unwrap_or_default()],
            (Holds::Count | Holds::Number, Said::Count(count)) => vec![piece(&count.to_string())],
            (Holds::Name, Said::Name(name)) => vec![piece(name)],
            (Holds::Names, Said::Names(names)) if names.is_empty() => vec![piece(NONE)],
            (Holds::Names, Said::Names(names)) => names.iter().map(|name| piece(name)).collect(),
            (Holds::Cards(form), Said::Cards(groups)) => match form.apart {
                Apart::Pieces if groups.iter().all(Group::is_empty) => vec![piece(NONE)],
                Apart::Pieces => groups.iter().flat_map(|group| &group.cards).map(|card| piece(card)).collect(),
                Apart::Groups(_) => {
                    let there: Vec<String> =
                        groups.iter().filter(|group| !group.is_empty()).map(|group| form.write(group, " ")).collect();
                    if there.is_empty() { vec![piece(NONE)] } else { vec![piece(&there.join(" | "))] }
                }
                Apart::Beside(..) => {
                    let each: Vec<String> = groups.iter().map(|group| form.write(group, "+")).collect();
                    vec![piece(&each.join(" "))]
                }
                // Where a side can be left out, nothing there says nothing.
                Apart::Fixed(..) if !self.always && groups.iter().any(|group| *group != Group::default()) => {
                    let side = |group: &Group| match group.more {
                        None if group.is_empty() => String::new(),
                        _ if group.is_empty() => NONE.to_owned(),
                        _ => form.write(group, " "),
                    };
                    vec![piece(groups.iter().map(side).collect::<Vec<_>>().join(" | ").trim_end_matches([' ', '|']).trim_start())]
                }
                Apart::No | Apart::Fixed(..) => {
                    let each: Vec<String> = groups.iter().map(|group| form.write(group, " ")).collect();
                    vec![piece(&each.join(" | "))]
                }
            },
            _ => Vec::new(),
        }
    }
}

impl CardsForm {
    fn write(&self, group: &Group, between: &str) -> String {
        let gone = self.gone.filter(|_| group.gone).map(|(word, _)| word.to_owned());
        if *group == Group::default() {
            return NONE.to_owned();
        }
        let more = group.more.map(|more| format!("+{more}"));
        let words: Vec<String> = gone.into_iter().chain(group.cards.iter().cloned()).chain(more).collect();
        words.join(between)
    }
}
