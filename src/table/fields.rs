//! The fields of a part of a position or tally, as a game's book declares them.

use super::ADJUST;
use serde::{Deserialize, Serialize};

/// One field of a part: keyword, kind of value, and whether every table has it.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent, and a book names only the true ones")]
pub struct FieldSpec {
    /// The noun of the content: `discard piles`.
    pub noun: &'static str,
    /// The keyword before the value. Empty if there is none.
    pub keyword: &'static str,
    /// Another accepted keyword. An empty one means that the keyword may be omitted.
    pub other_keyword: Option<&'static str>,
    /// The kind of value.
    pub kind: FieldKind,
    /// Whether every table has this field. If so, a log that omits the field states that it is empty.
    pub is_required: bool,
    /// Whether the field can only be typed, not built by touch.
    pub is_typed_only: bool,
    /// The sign of a count.
    pub sign: CountSign,
    /// Whether the keyword of a count means 1 if no number follows.
    pub may_omit_number: bool,
    /// The verbs whose arguments take the same cards: one verb, or one for each group. Empty for a field without cards.
    pub verbs: &'static [&'static str],
    /// The word for a group whose first card is gone, and the word's meaning: `excused`, `an Excuse took it`. Cards may follow.
    pub first_gone: Option<(&'static str, &'static str)>,
    /// The code of the card that makes the first card of a group go. Without this card the word is not offered. Empty for none.
    pub gone_by: &'static str,
    /// Whether `+N` may state a number of unnamed cards.
    pub may_have_unnamed: bool,
    /// The codes of the allowed cards. Empty if all cards are allowed.
    pub allowed: &'static [&'static str],
    /// The numbers for which the card with a code can stand, as `6` in `PMSL=6`.
    pub numbers: fn(&str) -> &'static [&'static str],
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
    /// Cards, with their grouping.
    Cards(Grouping),
}

/// The sign of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountSign {
    /// A count is never negative.
    None,
    /// A negative count has a minus.
    IfNegative,
    /// Every count has a plus or a minus.
    Always,
}

/// The grouping of a field's cards.
#[derive(Clone, Copy, Debug)]
pub enum Grouping {
    /// One group.
    No,
    /// Groups separated by `|`, any number of them, with the noun for one group.
    Groups(&'static str),
    /// Groups separated by `|`, with the noun for one group, and the number of groups by the number of players.
    Fixed(&'static str, fn(usize) -> u8),
    /// Groups of a first card and the cards beside it, as `3+crow 1`: with the noun for a group, the number of groups, and the verb
    /// that names the first card.
    Beside(&'static str, usize, &'static str),
    /// One piece for each card.
    Pieces,
}

impl FieldSpec {
    const fn new(noun: &'static str, keyword: &'static str, kind: FieldKind) -> Self {
        Self {
            noun,
            keyword,
            other_keyword: None,
            kind,
            is_required: false,
            is_typed_only: false,
            sign: CountSign::None,
            may_omit_number: false,
            verbs: &[],
            first_gone: None,
            gone_by: "",
            may_have_unnamed: false,
            allowed: &[],
            numbers: |_| &[],
        }
    }

    /// A field with a count.
    pub const fn count(noun: &'static str, keyword: &'static str) -> Self {
        Self::new(noun, keyword, FieldKind::Count)
    }

    /// A field with a count that can be negative.
    pub const fn signed(noun: &'static str, keyword: &'static str) -> Self {
        Self { sign: CountSign::IfNegative, ..Self::count(noun, keyword) }
    }

    /// The points that the table gave or took in the round (TB-9). Any part of a player may state them, also one of a tally.
    pub const ADJUST: Self = Self {
        sign: CountSign::Always,
        is_typed_only: true,
        ..Self::new("points by the table's decision", ADJUST, FieldKind::Count)
    };

    /// A field with a number, counted from 1.
    pub const fn number(noun: &'static str, keyword: &'static str) -> Self {
        Self::new(noun, keyword, FieldKind::Number)
    }

    /// A flag that is present or absent.
    pub const fn mark(noun: &'static str, keyword: &'static str) -> Self {
        Self::new(noun, keyword, FieldKind::Mark)
    }

    /// A flag that may be repeated.
    pub const fn times(noun: &'static str, keyword: &'static str) -> Self {
        Self::new(noun, keyword, FieldKind::Times)
    }

    /// A field with a player's name.
    pub const fn name(noun: &'static str, keyword: &'static str) -> Self {
        Self::new(noun, keyword, FieldKind::Name)
    }

    /// A field with players' names, one piece for each.
    pub const fn names(noun: &'static str, keyword: &'static str) -> Self {
        Self::new(noun, keyword, FieldKind::Names)
    }

    /// A field with cards of these verbs.
    pub const fn cards(noun: &'static str, keyword: &'static str, verbs: &'static [&'static str], grouping: Grouping) -> Self {
        Self { verbs, ..Self::new(noun, keyword, FieldKind::Cards(grouping)) }
    }

    /// Adds a word for a group whose first card is gone, and the meaning of the word.
    #[must_use]
    pub const fn or_gone(self, word: &'static str, meaning: &'static str) -> Self {
        Self { first_gone: Some((word, meaning)), ..self }
    }

    /// Names the card that makes the first card of a group go.
    #[must_use]
    pub const fn gone_by(self, code: &'static str) -> Self {
        Self { gone_by: code, ..self }
    }

    /// Allows unnamed cards, as `+N`.
    #[must_use]
    pub const fn and_more(self) -> Self {
        Self { may_have_unnamed: true, ..self }
    }

    /// Restricts the field to cards with these codes.
    #[must_use]
    pub const fn only(self, allowed: &'static [&'static str]) -> Self {
        Self { allowed, ..self }
    }

    /// Sets the numbers for which the card with a code can stand.
    #[must_use]
    pub const fn standing_for(self, numbers: fn(&str) -> &'static [&'static str]) -> Self {
        Self { numbers, ..self }
    }

    /// Marks the field as one that every table has.
    #[must_use]
    pub const fn always(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Accepts another keyword, too. An empty one makes the keyword optional.
    #[must_use]
    pub const fn or_keyword(self, keyword: &'static str) -> Self {
        Self { other_keyword: Some(keyword), ..self }
    }

    /// Marks the field as one that is not built by touch.
    #[must_use]
    pub const fn typed_only(self) -> Self {
        Self { is_typed_only: true, ..self }
    }

    /// Lets the keyword of a count alone mean 1.
    #[must_use]
    pub const fn or_one(self) -> Self {
        Self { may_omit_number: true, ..self }
    }

    /// The verb whose cards a group has.
    pub fn verb_of_group(&self, group: usize) -> Option<&'static str> {
        self.verbs.get(group).or(self.verbs.last()).copied()
    }

    /// The empty value of a field with cards that every table has. Returns `None` for other fields.
    pub fn empty_value(&self, players: usize) -> Option<FieldValue> {
        let FieldKind::Cards(grouping) = self.kind else { return None };
        self.is_required.then(|| FieldValue::Cards(vec![CardGroup::default(); grouping.groups(players).unwrap_or(1)]))
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

/// The cards of one group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardGroup {
    /// Whether the first card is gone.
    #[serde(default, rename = "gone")]
    pub is_first_gone: bool,
    /// The codes of the named cards.
    #[serde(default)]
    pub cards: Vec<String>,
    /// The stated number of unnamed cards, if any is stated.
    #[serde(default, rename = "more")]
    pub unnamed: Option<u16>,
}

impl CardGroup {
    /// Whether the group has no cards, and none is gone.
    pub fn is_empty(&self) -> bool {
        !self.is_first_gone && self.cards.is_empty() && self.unnamed.unwrap_or_default() == 0
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

/// The notation of an empty value.
pub(crate) const EMPTY_VALUE: &str = "-";

impl PartFields {
    /// A part without cards. If `with_required`, the card fields that every table has are empty. Otherwise they are
    /// unstated.
    pub fn empty(fields: &[FieldSpec], players: usize, with_required: bool) -> Self {
        let values = fields.iter().map(|field| field.empty_value(players).filter(|_| with_required)).collect();
        Self { values, extra: String::new() }
    }

    /// Renders the part.
    pub fn write(&self, fields: &[FieldSpec]) -> String {
        let (mut pieces, mut empty_pieces) = (Vec::new(), 0);
        for (field, value) in fields.iter().zip(&self.values) {
            let field_pieces = value.as_ref().map(|value| field.write(value)).unwrap_or_default();
            if field.keyword.is_empty() {
                // A value without a keyword is recognised by its index in the part.
                empty_pieces += usize::from(field_pieces.is_empty());
                if !field_pieces.is_empty() {
                    pieces.extend(std::iter::repeat_n(String::new(), std::mem::take(&mut empty_pieces)));
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
        let piece = |text: &str| format!("{} {text}", self.keyword).trim().to_owned();
        match (self.kind, value) {
            (FieldKind::Mark, FieldValue::Mark(is_present)) => is_present.then(|| self.keyword.to_owned()).into_iter().collect(),
            (FieldKind::Times, FieldValue::Count(0)) => vec![piece(EMPTY_VALUE)],
            (FieldKind::Times, FieldValue::Count(times)) => {
                vec![self.keyword.to_owned(); usize::try_from(*times).unwrap_or_default()]
            }
            (FieldKind::Count, FieldValue::Count(count)) if self.sign == CountSign::Always => vec![piece(&format!("{count:+}"))],
            (FieldKind::Count | FieldKind::Number, FieldValue::Count(count)) => vec![piece(&count.to_string())],
            (FieldKind::Name, FieldValue::Name(name)) => vec![piece(name)],
            (FieldKind::Names, FieldValue::Names(names)) if names.is_empty() => vec![piece(EMPTY_VALUE)],
            (FieldKind::Names, FieldValue::Names(names)) => names.iter().map(|name| piece(name)).collect(),
            (FieldKind::Cards(grouping), FieldValue::Cards(groups)) => match grouping {
                Grouping::Pieces if groups.iter().all(CardGroup::is_empty) => vec![piece(EMPTY_VALUE)],
                Grouping::Pieces => groups.iter().flat_map(|group| &group.cards).map(|card| piece(card)).collect(),
                Grouping::Groups(_) => {
                    let texts: Vec<String> =
                        groups.iter().filter(|group| !group.is_empty()).map(|group| self.write_group(group, " ")).collect();
                    if texts.is_empty() { vec![piece(EMPTY_VALUE)] } else { vec![piece(&texts.join(" | "))] }
                }
                Grouping::Beside(..) => {
                    let texts: Vec<String> = groups.iter().map(|group| self.write_group(group, "+")).collect();
                    vec![piece(&texts.join(" "))]
                }
                // A group without text is unstated.
                Grouping::Fixed(..) if !self.is_required && groups.iter().any(|group| *group != CardGroup::default()) => {
                    let group_text = |group: &CardGroup| match group.unnamed {
                        None if group.is_empty() => String::new(),
                        _ if group.is_empty() => EMPTY_VALUE.to_owned(),
                        _ => self.write_group(group, " "),
                    };
                    let text = groups.iter().map(group_text).collect::<Vec<_>>().join(" | ");
                    let text = text.trim_end_matches([' ', '|']).trim_start();
                    vec![piece(if text.is_empty() { EMPTY_VALUE } else { text })]
                }
                Grouping::No | Grouping::Fixed(..) => {
                    let texts: Vec<String> = groups.iter().map(|group| self.write_group(group, " ")).collect();
                    vec![piece(&texts.join(" | "))]
                }
            },
            _ => Vec::new(),
        }
    }

    fn write_group(&self, group: &CardGroup, separator: &str) -> String {
        let gone_word = self.first_gone.filter(|_| group.is_first_gone).map(|(word, _)| word.to_owned());
        if *group == CardGroup::default() {
            return EMPTY_VALUE.to_owned();
        }
        let more = group.unnamed.map(|more| format!("+{more}"));
        let words: Vec<String> = gone_word.into_iter().chain(group.cards.iter().cloned()).chain(more).collect();
        words.join(separator)
    }
}
