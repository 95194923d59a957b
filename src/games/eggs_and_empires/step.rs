//! The steps of Eggs and Empires and their notation.

use super::{
    Card,
    book::{self, BOOK},
    egg::Value,
};
use crate::table::{Players, Seat, Unreadable, Words, did_you_mean, or_list};
use smallvec::SmallVec;
use std::ops::Range;

/// Values that a step names, highest first.
pub type Values = SmallVec<[Value; 8]>;
/// Cards that a step names, lowest first.
pub type Cards = SmallVec<[Card; 8]>;

/// A step of a player or of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Eggs turned up from the deck (EE-2.1): the table does this.
    Reveal(Values),
    /// Cards played (EE-2.2).
    Play(Cards),
    /// A face-up egg collected (EE-2.4).
    Take(Value),
    /// A face-down egg collected; with its value, if that was seen (EE-3.6).
    TakeDown {
        /// Whose Scout laid it.
        scout: Seat,
        /// What it turned out to be.
        value: Option<Value>,
    },
    /// A Mage leaves the face-down eggs (EE-3.4).
    Decline,
    /// A Courier's egg given away (EE-4.2); without a value while it is unseen.
    Give {
        /// Its value.
        value: Option<Value>,
        /// To whom.
        to: Seat,
    },
    /// An egg thrown out of the pile by a Priest (EE-4.4).
    Discard(Value),
    /// The same, unseen: an egg that this player's Scout laid.
    DiscardDown(Seat),
    /// A face-down egg of the own pile turns out to be of this value (EE-3.6).
    Opens {
        /// Whose Scout laid it.
        scout: Seat,
        /// Its value.
        value: Value,
    },
    /// The starting hand put back, and a new one drawn (EE-1.3).
    Mulligan,
    /// What abilities are open are not used (EE-4.6): the table does this.
    End,
    /// At least these cards are in that hand (TB-5).
    Shows(Cards),
}

const VALUES: &str = "eggs' values, as 13 -6";
const VALUE: &str = "an egg's value, as 13 or -6";
const CARDS: &str = "Empire cards by their numbers, 1 to 10";

impl Step {
    /// The place of its verb in the book.
    #[inline]
    pub(super) const fn verb(&self) -> usize {
        match self {
            Self::Reveal(_) => book::REVEAL,
            Self::Play(_) => book::PLAY,
            Self::Take(_) | Self::TakeDown { .. } => book::TAKE,
            Self::Decline => book::DECLINE,
            Self::Give { .. } => book::GIVE,
            Self::Discard(_) | Self::DiscardDown(_) => book::DISCARD,
            Self::Opens { .. } => book::OPENS,
            Self::Mulligan => book::MULLIGAN,
            Self::End => book::END,
            Self::Shows(_) => book::SHOWS,
        }
    }

    /// Reads a step.
    pub(super) fn read(text: &str, players: &Players) -> Result<Self, Unreadable> {
        let mut words = Words::of(text);
        let Some((verb, place)) = words.next() else {
            return Err(Unreadable::new(words.end(), "there is no step here", verbs()));
        };
        let reader = Reader { players, prefixes: false };
        match verb {
            "reveal" => values(words).map(Self::Reveal),
            "play" => cards(words, "play").map(Self::Play),
            "take" => reader.take(words),
            "give" => reader.give(words),
            "discard" => reader.discard(words),
            "opens" => reader.opens(&words),
            "shows" => cards(words, "shows").map(Self::Shows),
            "decline" | "mulligan" | "end" => match words.next() {
                Some((extra, at)) => {
                    Err(Unreadable::new(at, format!("`{verb}` stands alone, without `{extra}`"), "nothing more"))
                }
                None if verb == "decline" => Ok(Self::Decline),
                None if verb == "mulligan" => Ok(Self::Mulligan),
                None => Ok(Self::End),
            },
            _ => Err(unknown_verb(verb, place)),
        }
    }

    /// Writes a step.
    pub(super) fn write(&self, players: &Players) -> String {
        let name = |seat| players.name(seat);
        match self {
            Self::Reveal(values) => listed("reveal", values),
            Self::Play(cards) => listed("play", cards),
            Self::Shows(cards) => listed("shows", cards),
            Self::Take(value) => format!("take {value}"),
            Self::TakeDown { scout, value: None } => format!("take down {}", name(*scout)),
            Self::TakeDown { scout, value: Some(value) } => format!("take down {} = {value}", name(*scout)),
            Self::Give { value: Some(value), to } => format!("give {value} to {}", name(*to)),
            Self::Give { value: None, to } => format!("give down to {}", name(*to)),
            Self::Discard(value) => format!("discard {value}"),
            Self::DiscardDown(scout) => format!("discard down {}", name(*scout)),
            Self::Opens { scout, value } => format!("opens {} = {value}", name(*scout)),
            Self::Decline => "decline".to_owned(),
            Self::Mulligan => "mulligan".to_owned(),
            Self::End => "end".to_owned(),
        }
    }
}

fn listed<T: std::fmt::Display>(verb: &str, items: &[T]) -> String {
    items.iter().fold(verb.to_owned(), |text, item| format!("{text} {item}"))
}

pub(super) fn verbs() -> String {
    or_list(&BOOK.verbs.iter().map(|verb| verb.name).collect::<Vec<_>>())
}

fn unknown_verb(verb: &str, place: Range<usize>) -> Unreadable {
    let problem = match did_you_mean(verb, BOOK.verbs.iter().map(|verb| verb.name)) {
        Some(meant) => format!("`{verb}` is no step of {}; did you mean `{meant}`?", BOOK.title),
        None => format!("`{verb}` is no step of {}", BOOK.title),
    };
    Unreadable::new(place, problem, verbs())
}

/// An egg's value: a whole number, with any minus sign.
pub(super) fn value_of(word: &str) -> Option<Value> {
    let word = word.trim_end_matches(',');
    word.parse().ok().or_else(|| word.strip_prefix('−').and_then(|digits| format!("-{digits}").parse().ok()))
}

/// An Empire card by its number or its name.
pub(super) fn card_of(word: &str) -> Option<Card> {
    let word = word.trim_end_matches(',');
    let named =
        |card: &Card| card.name().eq_ignore_ascii_case(word) || (word.eq_ignore_ascii_case("priestess") && card.number() == 9);
    word.parse().ok().and_then(Card::from_number).or_else(|| Card::ALL.into_iter().find(named))
}

fn value(word: &str, at: Range<usize>) -> Result<Value, Unreadable> {
    value_of(word).ok_or_else(|| Unreadable::new(at, format!("`{word}` is no egg's value"), VALUE))
}

/// The values that are all the rest, highest first; there may be none.
pub(super) fn values(words: Words<'_>) -> Result<Values, Unreadable> {
    let read = |(word, at): (&str, Range<usize>)| {
        value_of(word).ok_or_else(|| Unreadable::new(at, format!("`{word}` is no egg's value"), VALUES))
    };
    let mut values = words.map(read).collect::<Result<Values, _>>()?;
    values.sort_unstable_by(|one, other| other.cmp(one));
    Ok(values)
}

/// The cards that are all the rest, lowest first.
pub(super) fn cards(words: Words<'_>, verb: &str) -> Result<Cards, Unreadable> {
    let end = words.end();
    let read = |(word, at): (&str, Range<usize>)| {
        card_of(word).ok_or_else(|| Unreadable::new(at, format!("`{word}` is no Empire card"), CARDS))
    };
    let mut cards = words.map(read).collect::<Result<Cards, _>>()?;
    if cards.is_empty() {
        return Err(Unreadable::new(end, format!("`{verb}` needs a card"), CARDS));
    }
    cards.sort_unstable();
    Ok(cards)
}

/// Reads what names players: in full, as logs have them, or by what no other name begins with.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub players: &'a Players,
    pub prefixes: bool,
}

impl Reader<'_> {
    fn seat(self, name: &str, start: usize) -> Result<Seat, Unreadable> {
        let found = if self.prefixes { self.players.find_by_prefix(name) } else { self.players.find(name) };
        let range = start..start + name.len();
        let names = || or_list(self.players.names());
        if name.is_empty() {
            return Err(Unreadable::new(range, "a player's name is missing", names()));
        }
        found.map_err(|unknown| Unreadable::new(range, unknown.to_string(), names()))
    }

    /// A name, and the value behind `=` if there is one.
    fn scout_and_value(self, words: &Words<'_>) -> Result<(Seat, Option<Value>), Unreadable> {
        let (rest, start) = words.rest();
        let Some((name, after)) = rest.split_once('=') else { return Ok((self.seat(rest, start)?, None)) };
        let scout = self.seat(name.trim_end(), start)?;
        let at = start + name.len() + 1 + (after.len() - after.trim_start().len());
        let text = after.trim();
        if text.is_empty() {
            return Err(Unreadable::new(words.end(), "`=` needs the egg's value", VALUE));
        }
        value(text, at..at + text.len()).map(|value| (scout, Some(value)))
    }

    /// `V`, or `down NAME`, or `down NAME = V`: what stands behind `take`.
    pub fn take(self, mut words: Words<'_>) -> Result<Step, Unreadable> {
        if let Some(down) = after_down(&words) {
            return self.down(&down);
        }
        only_value(&mut words, "take", "`down NAME` for a face-down one").map(Step::Take)
    }

    /// `NAME`, or `NAME = V`: what stands behind `down`.
    pub fn down(self, words: &Words<'_>) -> Result<Step, Unreadable> {
        let (scout, value) = self.scout_and_value(words)?;
        Ok(Step::TakeDown { scout, value })
    }

    /// `NAME`, or `to NAME`.
    pub fn to(self, mut words: Words<'_>) -> Result<Seat, Unreadable> {
        let mut ahead = words.clone();
        if ahead.next().is_some_and(|(word, _)| word.eq_ignore_ascii_case("to")) && !ahead.is_done() {
            words = ahead;
        }
        let (rest, start) = words.rest();
        self.seat(rest, start)
    }

    /// `V`, or `down NAME`: what stands behind `discard`.
    pub fn discard(self, mut words: Words<'_>) -> Result<Step, Unreadable> {
        if let Some(down) = after_down(&words) {
            let (rest, start) = down.rest();
            return self.seat(rest, start).map(Step::DiscardDown);
        }
        only_value(&mut words, "discard", "`down NAME` for one that nobody has seen").map(Step::Discard)
    }

    /// `V to NAME`, or `down to NAME`: what stands behind `give`.
    pub fn give(self, mut words: Words<'_>) -> Result<Step, Unreadable> {
        let form = "`give V to NAME`, or `give down to NAME` while nobody has seen the egg";
        let Some((word, at)) = words.next() else { return Err(Unreadable::new(words.end(), "`give` needs an egg", form)) };
        let egg = if word.eq_ignore_ascii_case("down") { None } else { Some(value(word, at)?) };
        match words.clone().next() {
            Some((to, _)) if self.prefixes || to.eq_ignore_ascii_case("to") => {}
            Some((other, at)) => {
                return Err(Unreadable::new(at, format!("`to` and a name have to stand here, not `{other}`"), form));
            }
            None => return Err(Unreadable::new(words.end(), "it is not said to whom", form)),
        }
        Ok(Step::Give { value: egg, to: self.to(words)? })
    }

    /// `NAME = V`: what stands behind `opens`.
    pub fn opens(self, words: &Words<'_>) -> Result<Step, Unreadable> {
        match self.scout_and_value(words)? {
            (scout, Some(value)) => Ok(Step::Opens { scout, value }),
            (_, None) => Err(Unreadable::new(words.end(), "the egg's value is missing", "`opens NAME = V`, as opens Ada = -6")),
        }
    }
}

/// A single value; `or` says what else it could have been.
fn only_value(words: &mut Words<'_>, verb: &str, or: &str) -> Result<Value, Unreadable> {
    let Some((word, at)) = words.next() else {
        return Err(Unreadable::new(words.end(), format!("`{verb}` needs an egg"), format!("{VALUE}, or {or}")));
    };
    let egg = value(word, at).map_err(|unreadable| unreadable.expecting(format!("{VALUE}, or {or}")))?;
    match words.next() {
        None => Ok(egg),
        Some((extra, at)) => Err(Unreadable::new(at, format!("`{verb}` takes one egg, not `{extra}` as well"), "nothing more")),
    }
}

/// What stands behind `down`, if that is the first word.
fn after_down<'a>(words: &Words<'a>) -> Option<Words<'a>> {
    let mut ahead = words.clone();
    ahead.next().filter(|(word, _)| word.eq_ignore_ascii_case("down")).map(|_| ahead)
}
