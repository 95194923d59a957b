//! The fields of a part of a position or tally, as a game's book declares them.

use serde::{Deserialize, Serialize};

/// One field of a part: keyword, kind of value, and whether every table has it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent, and a book names only the true ones")]
pub struct FieldSpec {
    /// The noun of the content: `discard piles`.
    pub what: &'static str,
    /// The keyword before the value. Empty if there is none.
    pub word: &'static str,
    /// Another accepted keyword. An empty one means that the keyword may be omitted.
    pub other: Option<&'static str>,
    /// The kind of value.
    pub holds: FieldKind,
    /// Whether every table has this field. If so, a log that omits the field states that it is empty.
    pub always: bool,
    /// Whether the field can only be typed, not built by touch.
    pub typed_only: bool,
    /// Whether a count can be negative.
    pub signed: bool,
    /// Whether the keyword of a count means 1 if no number follows.
    pub or_one: bool,
}

/// The kind of value of a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A count.
    Count,
    /// A number, counted from 1.
    Number,
    /// A flag: present or absent.
    Mark,
    /// A flag that may be repeated, one piece for each time.
    Times,
    /// A player.
    Name,
    /// Players, one piece for each.
    Names,
    /// Cards.
    Cards(CardsSpec),
}

/// The cards of a field.
#[derive(Clone, Copy, Debug)]
pub struct CardsSpec {
    /// The verbs whose arguments take the same cards: one verb, or one for each group.
    pub like: &'static [&'static str],
    /// The grouping of the cards.
    pub grouping: Grouping,
    /// The word for a group whose first card is gone, and the word's meaning: `excused`, `an Excuse took it`. Cards may follow.
    pub gone: Option<(&'static str, &'static str)>,
    /// Whether `+N` may state a number of unnamed cards.
    pub more: bool,
    /// The codes of the allowed cards. Empty if all cards are allowed.
    pub only: &'static [&'static str],
}

/// The grouping of a field's cards.
#[derive(Clone, Copy, Debug)]
pub enum Grouping {
    /// One group.
    No,
    /// Groups separated by `|`, any number of them, with the noun for one group.
    Groups(&'static str),
    /// Groups separated by `|`; their number depends on the number of players.
    Fixed(&'static str, fn(usize) -> u8),
    /// Groups of one card with the cards beside it, as `3+crow 1`. States the noun for a group, the number of groups, and the verb
    /// that names the first card.
    Beside(&'static str, usize, &'static str),
    /// One piece for each card.
    Pieces,
}

impl FieldSpec {
    const fn new(what: &'static str, word: &'static str, holds: FieldKind) -> Self {
        Self { what, word, other: None, holds, always: false, typed_only: false, signed: false, or_one: false }
    }

    /// A field with a count.
    pub const fn count(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, FieldKind::Count)
    }

    /// A field with a count that can be negative.
    pub const fn signed(what: &'static str, word: &'static str) -> Self {
        Self { signed: true, ..Self::count(what, word) }
    }

    /// A field with a number, counted from 1.
    pub const fn number(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, FieldKind::Number)
    }

    /// A flag that is present or absent.
    pub const fn mark(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, FieldKind::Mark)
    }

    /// A flag that may be repeated.
    pub const fn times(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, FieldKind::Times)
    }

    /// A field with a player's name.
    pub const fn name(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, FieldKind::Name)
    }

    /// A field with players' names, one piece for each.
    pub const fn names(what: &'static str, word: &'static str) -> Self {
        Self::new(what, word, FieldKind::Names)
    }

    /// A field with cards of these verbs.
    pub const fn cards(what: &'static str, word: &'static str, like: &'static [&'static str], grouping: Grouping) -> Self {
        Self::new(what, word, FieldKind::Cards(CardsSpec { like, grouping, gone: None, more: false, only: &[] }))
    }

    /// Adds a word for a group whose first card is gone, and the meaning of the word.
    #[must_use]
    pub const fn or_gone(self, word: &'static str, what: &'static str) -> Self {
        match self.holds {
            FieldKind::Cards(cards) => Self { holds: FieldKind::Cards(CardsSpec { gone: Some((word, what)), ..cards }), ..self },
            _ => self,
        }
    }

    /// Allows unnamed cards, as `+N`.
    #[must_use]
    pub const fn and_more(self) -> Self {
        match self.holds {
            FieldKind::Cards(cards) => Self { holds: FieldKind::Cards(CardsSpec { more: true, ..cards }), ..self },
            _ => self,
        }
    }

    /// Restricts the field to cards with these codes.
    #[must_use]
    pub const fn only(self, only: &'static [&'static str]) -> Self {
        match self.holds {
            FieldKind::Cards(cards) => Self { holds: FieldKind::Cards(CardsSpec { only, ..cards }), ..self },
            _ => self,
        }
    }

    /// Marks the field as one that every table has.
    #[must_use]
    pub const fn always(self) -> Self {
        Self { always: true, ..self }
    }

    /// Accepts another keyword, too. An empty one makes the keyword optional.
    #[must_use]
    pub const fn or_keyword(self, other: &'static str) -> Self {
        Self { other: Some(other), ..self }
    }

    /// Marks the field as one that is not built by touch.
    #[must_use]
    pub const fn typed_only(self) -> Self {
        Self { typed_only: true, ..self }
    }

    /// Lets the keyword alone mean one.
    #[must_use]
    pub const fn or_one(self) -> Self {
        Self { or_one: true, ..self }
    }

    /// The verb whose cards a group has.
    pub fn like(&self, group: usize) -> Option<&'static str> {
        let FieldKind::Cards(CardsSpec { like, .. }) = self.holds else { return None };
        like.get(group).or(like.last()).copied()
    }

    /// The empty value of a field with cards that every table has. Returns `None` for other fields.
    pub fn empty_value(&self, players: usize) -> Option<FieldValue> {
        let FieldKind::Cards(cards) = self.holds else { return None };
        self.always.then(|| FieldValue::Cards(vec![CardGroup::default(); cards.grouping.groups(players).unwrap_or(1)]))
    }
}

impl Grouping {
    /// The number of groups at a table with this number of players. Returns `None` if any number is allowed.
    pub fn groups(self, players: usize) -> Option<usize> {
        match self {
            Self::No | Self::Pieces => Some(1),
            Self::Groups(_) => None,
            Self::Fixed(_, count) => Some(count(players).into()),
            Self::Beside(_, count, _) => Some(count),
        }
    }
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FieldValue {
    /// A flag: present or absent.
    Mark(bool),
    /// A count, a number, or the number of times.
    Count(i32),
    /// A player's name.
    Name(String),
    /// The groups of cards. Cards without groups are one group.
    Cards(Vec<CardGroup>),
    /// The names of several players.
    Names(Vec<String>),
}

/// A group of cards in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardGroup {
    /// Whether the first card is gone.
    #[serde(default)]
    pub gone: bool,
    /// The codes of the named cards.
    #[serde(default)]
    pub cards: Vec<String>,
    /// The stated number of unnamed cards, if any is stated.
    #[serde(default)]
    pub more: Option<u16>,
}

impl CardGroup {
    /// Whether the group has no cards, and none is gone.
    pub fn is_empty(&self) -> bool {
        !self.gone && self.cards.is_empty() && self.more.unwrap_or_default() == 0
    }
}

/// The content of a part: a value for each field, and the pieces that match no field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartFields {
    /// The values by field. `None` if a field is unstated.
    #[serde(rename = "said")]
    pub values: Vec<Option<FieldValue>>,
    /// The other pieces, as written.
    #[serde(rename = "also", default)]
    pub extra: String,
}

const NONE: &str = "-";

impl PartFields {
    /// A part without cards. If `with_always`, the card fields that every table has are empty; otherwise they are unstated.
    pub fn empty(fields: &[FieldSpec], players: usize, with_always: bool) -> Self {
        let values = fields.iter().map(|field| field.empty_value(players).filter(|_| with_always)).collect();
        Self { values, extra: String::new() }
    }

    /// Renders the part.
    pub fn write(&self, fields: &[FieldSpec]) -> String {
        let (mut pieces, mut skipped) = (Vec::new(), 0);
        for (field, value) in fields.iter().zip(&self.values) {
            let field_pieces = value.as_ref().map(|value| field.write(value)).unwrap_or_default();
            if field.word.is_empty() {
                // A value without a keyword is recognised by its index in the part.
                skipped += usize::from(field_pieces.is_empty());
                if !field_pieces.is_empty() {
                    pieces.extend(std::iter::repeat_n(String::new(), std::mem::take(&mut skipped)));
                }
            }
            pieces.extend(field_pieces);
        }
        let extra = self.extra.trim();
        // A reason (` ! reason`) is not a piece.
        let separator = if pieces.is_empty() || extra.is_empty() {
            ""
        } else if extra.starts_with('!') {
            " "
        } else {
            "; "
        };
        pieces.join("; ") + separator + extra
    }
}

/// Renders the stated values of a part.
pub fn write_fields(fields: &[FieldSpec], values: &[Option<FieldValue>]) -> String {
    let pieces = fields.iter().zip(values).filter_map(|(field, value)| Some(field.write(value.as_ref()?)));
    pieces.flatten().collect::<Vec<_>>().join("; ")
}

impl FieldSpec {
    /// Renders a value as pieces.
    pub fn write(&self, value: &FieldValue) -> Vec<String> {
        let piece = |text: &str| format!("{} {text}", self.word).trim().to_owned();
        match (self.holds, value) {
            (FieldKind::Mark, FieldValue::Mark(is_present)) => is_present.then(|| self.word.to_owned()).into_iter().collect(),
            (FieldKind::Times, FieldValue::Count(0)) => vec![piece(NONE)],
            (FieldKind::Times, FieldValue::Count(times)) => {
                vec![self.word.to_owned(); usize::try_from(*times).unwrap_or_default()]
            }
            (FieldKind::Count | FieldKind::Number, FieldValue::Count(count)) => vec![piece(&count.to_string())],
            (FieldKind::Name, FieldValue::Name(name)) => vec![piece(name)],
            (FieldKind::Names, FieldValue::Names(names)) if names.is_empty() => vec![piece(NONE)],
            (FieldKind::Names, FieldValue::Names(names)) => names.iter().map(|name| piece(name)).collect(),
            (FieldKind::Cards(spec), FieldValue::Cards(groups)) => match spec.grouping {
                Grouping::Pieces if groups.iter().all(CardGroup::is_empty) => vec![piece(NONE)],
                Grouping::Pieces => groups.iter().flat_map(|group| &group.cards).map(|card| piece(card)).collect(),
                Grouping::Groups(_) => {
                    let texts: Vec<String> =
                        groups.iter().filter(|group| !group.is_empty()).map(|group| spec.write(group, " ")).collect();
                    if texts.is_empty() { vec![piece(NONE)] } else { vec![piece(&texts.join(" | "))] }
                }
                Grouping::Beside(..) => {
                    let texts: Vec<String> = groups.iter().map(|group| spec.write(group, "+")).collect();
                    vec![piece(&texts.join(" "))]
                }
                // A group without text is unstated.
                Grouping::Fixed(..) if !self.always && groups.iter().any(|group| *group != CardGroup::default()) => {
                    let group_text = |group: &CardGroup| match group.more {
                        None if group.is_empty() => String::new(),
                        _ if group.is_empty() => NONE.to_owned(),
                        _ => spec.write(group, " "),
                    };
                    let text = groups.iter().map(group_text).collect::<Vec<_>>().join(" | ");
                    vec![piece(text.trim_end_matches([' ', '|']).trim_start())]
                }
                Grouping::No | Grouping::Fixed(..) => {
                    let texts: Vec<String> = groups.iter().map(|group| spec.write(group, " ")).collect();
                    vec![piece(&texts.join(" | "))]
                }
            },
            _ => Vec::new(),
        }
    }
}

impl CardsSpec {
    fn write(&self, group: &CardGroup, separator: &str) -> String {
        let gone = self.gone.filter(|_| group.gone).map(|(word, _)| word.to_owned());
        if *group == CardGroup::default() {
            return NONE.to_owned();
        }
        let more = group.more.map(|more| format!("+{more}"));
        let words: Vec<String> = gone.into_iter().chain(group.cards.iter().cloned()).chain(more).collect();
        words.join(separator)
    }
}
