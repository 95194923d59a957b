//! The steps of Eggs and Empires: parsed and written, in full and in short.

use super::{
    Card, EggsAndEmpires, Setup,
    book::Verb,
    egg::{EggValue, UNLISTED},
    setup::eggs_each_turn,
    view::egg_face,
};
use crate::table::prelude::*;
use smallvec::SmallVec;

/// Values that a step names, highest first.
pub(crate) type EggValues = SmallVec<[EggValue; 8]>;
/// Cards that a step names, lowest first.
pub(crate) type StepCards = SmallVec<[Card; 8]>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Eggs turned up from the deck by the table (EE-2.1).
    Reveal(EggValues),
    /// Cards played (EE-2.2).
    Play(StepCards),
    /// A face-up egg collected (EE-2.4).
    Take(EggValue),
    /// A face-down egg collected, with its value if it was shown (EE-3.6).
    TakeDown { scout: Seat, value: Option<EggValue> },
    /// A Mage leaves the face-down eggs (EE-3.4).
    Decline,
    /// A Courier's egg given away (EE-4.2), without a value if it is still face down.
    Give { value: Option<EggValue>, to: Seat },
    /// An egg that a Priest discards from a pile (EE-4.4).
    Discard {
        value: EggValue,
        /// The owner of the pile; `None` for the actor.
        from: Option<Seat>,
    },
    /// A face-down egg that a Priest discards from a pile (EE-4.4).
    DiscardDown {
        scout: Seat,
        /// The owner of the pile; `None` for the actor.
        from: Option<Seat>,
    },
    /// The value of a face-down egg in the actor's pile (EE-3.6).
    Opens { scout: Seat, value: EggValue },
    /// The starting hand put back, and a new one drawn (EE-1.3).
    Mulligan,
    /// The end of the time for abilities, called by the table (EE-4.6).
    End,
    /// Cards that are in the player's hand, perhaps among others (TB-5).
    Shows(StepCards),
}

impl Step {
    /// The value of the egg that the step names.
    pub(super) const fn value(&self) -> Option<EggValue> {
        match *self {
            Self::Take(value) | Self::Discard { value, .. } | Self::Opens { value, .. } => Some(value),
            Self::TakeDown { value, .. } | Self::Give { value, .. } => value,
            _ => None,
        }
    }
}

const VALUE: ArgumentTerm = ArgumentTerm { noun: "egg's value", form: "an egg's value, as 13 or -6" };
const EGG: ArgumentTerm =
    ArgumentTerm { noun: "egg's value", form: "an egg's value, as 13 or -6, or `down` for one that lies face down" };
pub(super) const CARD: ArgumentTerm = ArgumentTerm { noun: "Empire card", form: "Empire cards by their numbers, 1 to 10" };

impl Notation for EggsAndEmpires {
    type Verb = Verb;

    fn verb(step: &Step) -> Verb {
        match step {
            Step::Reveal(_) => Verb::Reveal,
            Step::Play(_) => Verb::Play,
            Step::Take(_) | Step::TakeDown { .. } => Verb::Take,
            Step::Decline => Verb::Decline,
            Step::Give { .. } => Verb::Give,
            Step::Discard { .. } | Step::DiscardDown { .. } => Verb::Discard,
            Step::Opens { .. } => Verb::Opens,
            Step::Mulligan => Verb::Mulligan,
            Step::End => Verb::End,
            Step::Shows(_) => Verb::Shows,
        }
    }

    fn parse_arguments(verb: Verb, tokens: &mut Tokens<'_>, context: &TableContext<Setup>) -> Result<Step, ParseError> {
        let players = &context.players;
        let step = match verb {
            Verb::Reveal => {
                let mut values = parse_eggs(tokens)?;
                values.sort_unstable_by(|first, second| second.cmp(first));
                Step::Reveal(values)
            }
            Verb::Play => Step::Play(parse_cards(tokens)?),
            Verb::Take if tokens.take_word("down") => parse_taken_down(tokens, players)?,
            Verb::Take => {
                let mut name = tokens.clone();
                let up = tokens.one(EGG, value_of).and_then(|value| tokens.expect_end().map(|()| Step::Take(value)));
                // In typed text, `down` is optional.
                let down = |error| parse_taken_down(&mut name, players).map_err(|_| error);
                return if tokens.is_typed() { up.or_else(down) } else { up };
            }
            Verb::Decline => Step::Decline,
            Verb::Give if tokens.take_word("down") => Step::Give { value: None, to: tokens.player_after("to", players)? },
            Verb::Give => Step::Give { value: Some(tokens.one(EGG, value_of)?), to: tokens.player_after("to", players)? },
            Verb::Discard if tokens.take_word("down") => parse_discarded_down(tokens, players)?,
            Verb::Discard => {
                let value = tokens.one(EGG, value_of)?;
                let from = if tokens.is_empty() { None } else { Some(tokens.player_after("from", players)?) };
                Step::Discard { value, from }
            }
            Verb::Opens => match parse_scout_and_value(tokens, players)? {
                (scout, Some(value)) => Step::Opens { scout, value },
                (_, None) => return Err(tokens.missing("the egg's value", "`opens NAME = V`, as opens Ada = -6")),
            },
            Verb::Mulligan => Step::Mulligan,
            Verb::End => Step::End,
            Verb::Shows => Step::Shows(parse_cards(tokens)?),
        };
        tokens.expect_end().map(|()| step)
    }

    fn required_shows(step: &Step) -> Option<Step> {
        if let Step::Play(cards) = step { Some(Step::Shows(cards.clone())) } else { None }
    }

    fn parts(step: &Step, players: &Players) -> StepParts {
        const DOWN: &str = "down";
        let (verb, name) = (Self::verb(step), |seat: Seat| players.name(seat));
        match step {
            Step::Reveal(values) => StepParts::of(verb).cards(values),
            Step::Play(cards) | Step::Shows(cards) => StepParts::of(verb).cards(cards.iter().map(|card| card.number())),
            Step::Take(value) | Step::Discard { value, from: None } => StepParts::of(verb).cards([value]),
            Step::Discard { value, from: Some(holder) } => StepParts::of(verb).cards([value]).then_place("from", name(*holder)),
            Step::DiscardDown { scout, from: None } => StepParts::of(verb).place_first(format!("{DOWN} {}", name(*scout)), ""),
            Step::DiscardDown { scout, from: Some(holder) } => {
                StepParts::of(verb).place_first(format!("{DOWN} {} from {}", name(*scout), name(*holder)), "")
            }
            Step::TakeDown { scout, value } => {
                StepParts::of(verb).cards(value).place_first(format!("{DOWN} {}", name(*scout)), "=")
            }
            Step::Give { value: Some(value), to } => StepParts::of(verb).cards([value]).then_place("to", name(*to)),
            Step::Give { value: None, to } => StepParts::of(verb).cards([DOWN]).then_place("to", name(*to)),
            Step::Opens { scout, value } => StepParts::of(verb).cards([value]).place_first(name(*scout), "="),
            Step::Decline | Step::Mulligan | Step::End => StepParts::of(verb),
        }
    }

    /// Returns `None` for verbs that name eggs on the table, even face-down ones.
    fn nameable_cards(verb: Verb, context: &TableContext<Setup>) -> Option<NameableCards> {
        let players = context.players.names().len();
        let eggs = |count| {
            let mut eggs = context.setup.eggs.as_deref().map_or_else(
                || (UNLISTED.0..=UNLISTED.1).rev().collect(),
                |eggs| eggs.iter().map(|&egg| egg.into()).collect::<Vec<i32>>(),
            );
            eggs.dedup();
            Some(NameableCards::of(eggs.into_iter().map(egg_face), count))
        };
        // Each of two players has every card twice, and plays two cards at once.
        let copies = if players == 2 { 2 } else { 1 };
        match verb {
            Verb::Reveal => eggs(Some(eggs_each_turn(players))),
            Verb::Opens => eggs(Some(1)),
            Verb::Play => Some(NameableCards::of(Card::ALL, copies).each(copies)),
            Verb::Shows => Some(NameableCards::of(Card::ALL, None).each(copies)),
            Verb::Take | Verb::Decline | Verb::Give | Verb::Discard | Verb::Mulligan | Verb::End => None,
        }
    }

    /// Leaves `from` out if it names the actor's own pile.
    fn resolve(&self, actor: Option<Seat>, step: &Step) -> Result<Option<Step>, AmbiguousStep<Step>> {
        Ok(match *step {
            Step::Discard { value, from: Some(holder) } if actor == Some(holder) => Some(Step::Discard { value, from: None }),
            Step::DiscardDown { scout, from: Some(holder) } if actor == Some(holder) => {
                Some(Step::DiscardDown { scout, from: None })
            }
            _ => None,
        })
    }
}

pub(super) fn value_of(word: &str) -> Option<EggValue> {
    parse_number(word.trim_end_matches(','))
}

/// Parses the rest as eggs, in the order in which they are written.
pub(super) fn parse_eggs(tokens: &mut Tokens<'_>) -> Result<EggValues, ParseError> {
    tokens.each(VALUE, value_of)
}

/// Parses an Empire card: its number, its name, or its printed form, as `the Hero (10)`.
pub(super) fn card_of(text: &str) -> Option<Card> {
    if let Ok(number) = text.trim_end_matches(',').parse::<usize>() {
        return Card::from_index(number.checked_sub(1)?);
    }
    let words = text.split_whitespace().map(|word| word.trim_end_matches(',')).filter(|word| !word.eq_ignore_ascii_case("the"));
    let words = spaced(words);
    let is_named = |card: &Card| {
        let short_name = if *card == Card::DarkPriestess { "priestess" } else { card.name() };
        [card.name(), &card.full_name(), short_name].iter().any(|name| name.eq_ignore_ascii_case(&words))
    };
    Card::ALL.into_iter().find(is_named)
}

/// Parses the next Empire card, if there is one. Only typed text may have a card in several words.
fn next_card(tokens: &mut Tokens<'_>) -> Option<Result<Card, ParseError>> {
    const MOST_WORDS: usize = 4;
    let (start, mut lookahead) = (tokens.rest().1, tokens.clone());
    let (word, span) = tokens.next()?;
    let mut parsed = card_of(word);
    for _ in 0..if tokens.is_typed() { MOST_WORDS } else { 0 } {
        let Some((_, next)) = lookahead.next() else { break };
        if let Some(card) = card_of(&lookahead.text()[start..next.end]) {
            (parsed, *tokens) = (Some(card), lookahead.clone());
        }
    }
    Some(parsed.ok_or_else(|| CARD.unknown(word, span)))
}

/// Parses the rest as one or more Empire cards, lowest first.
fn parse_cards(tokens: &mut Tokens<'_>) -> Result<StepCards, ParseError> {
    let mut cards: StepCards = std::iter::from_fn(|| next_card(tokens)).collect::<Result<_, _>>()?;
    cards.sort_unstable();
    if cards.is_empty() { Err(tokens.missing("a card", CARD.form)) } else { Ok(cards) }
}

/// Parses `NAME` or `NAME = V`: an egg collected face down.
fn parse_taken_down(tokens: &mut Tokens<'_>, players: &Players) -> Result<Step, ParseError> {
    parse_scout_and_value(tokens, players).map(|(scout, value)| Step::TakeDown { scout, value })
}

/// Parses a name, and the value after `=` if there is one. In typed text, a space can replace the `=`, unless it is part of a name.
fn parse_scout_and_value(tokens: &mut Tokens<'_>, players: &Players) -> Result<(Seat, Option<EggValue>), ParseError> {
    let (rest, start) = tokens.rest();
    let at_space = || rest.rsplit_once(' ').filter(|(_, last)| tokens.is_typed() && value_of(last).is_some());
    let name_and_value = rest.split_once('=').or_else(|| at_space().filter(|_| tokens.clone().player(players).is_err()));
    let Some((name, _)) = name_and_value else { return Ok((tokens.player(players)?, None)) };
    let scout = tokens.within(start..start + name.len()).player(players)?;
    *tokens = tokens.within(start + name.len() + 1..tokens.text().len());
    let value = tokens.one(VALUE, value_of)?;
    tokens.expect_end().map(|()| (scout, Some(value)))
}

/// Parses `NAME` or `NAME from NAME`: a face-down egg's Scout, and the owner of the pile. A name may contain `from`.
fn parse_discarded_down(tokens: &mut Tokens<'_>, players: &Players) -> Result<Step, ParseError> {
    let ((rest, start), whole) = (tokens.rest(), tokens.clone());
    let scout = tokens.player(players).map(|scout| Step::DiscardDown { scout, from: None });
    rest.match_indices(" from ").fold(scout, |parsed, (at, word)| {
        parsed.or_else(|_| {
            let scout = whole.within(start..start + at).player(players)?;
            let from = Some(whole.within(start + at + word.len()..whole.text().len()).player(players)?);
            Ok(Step::DiscardDown { scout, from })
        })
    })
}
