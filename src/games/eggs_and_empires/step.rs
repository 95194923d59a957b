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

pub(super) const VALUE: ArgumentTerm = ArgumentTerm { noun: "egg's value", form: "an egg's value, as 13 or -6" };
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
        ArgumentParser { players: &context.players }.parse(verb, tokens)
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

pub(super) fn card_of(word: &str) -> Option<Card> {
    let word = word.trim_end_matches(',');
    let is_named = |card: &Card| {
        card.name().eq_ignore_ascii_case(word) || (*card == Card::DarkPriestess && word.eq_ignore_ascii_case("priestess"))
    };
    match word.parse::<usize>() {
        Ok(number) => Card::from_index(number.checked_sub(1)?),
        Err(_) => Card::ALL.into_iter().find(is_named),
    }
}

/// Parses the next Empire card, if there is one. Typed text may have a card's printed form: `the Hero (10)`.
fn next_card(tokens: &mut Tokens<'_>) -> Option<Result<Card, ParseError>> {
    const MOST_WORDS: usize = 4;
    let (start, mut lookahead) = (tokens.rest().1, tokens.clone());
    let (word, span) = tokens.next()?;
    let mut parsed = card_of(word);
    for _ in 0..if tokens.is_typed() { MOST_WORDS } else { 0 } {
        let Some((_, next)) = lookahead.next() else { break };
        if let Some(card) = printed_card(&lookahead.text()[start..next.end]) {
            (parsed, *tokens) = (Some(card), lookahead.clone());
        }
    }
    Some(parsed.ok_or_else(|| CARD.unknown(word, span)))
}

/// Parses the printed form of an Empire card: its name, with or without the number after it.
fn printed_card(text: &str) -> Option<Card> {
    let words = text.split_whitespace().map(|word| word.trim_end_matches(',')).filter(|word| !word.eq_ignore_ascii_case("the"));
    let words = spaced(words);
    let is_equal = |printed: &str| printed.eq_ignore_ascii_case(&words);
    let is_card = |card: &Card| is_equal(card.name()) || is_equal(&card.full_name());
    Card::ALL.into_iter().find(is_card)
}

/// Parses the arguments of steps. Players are named in full, as in logs; in typed text an unambiguous prefix is enough.
#[derive(Clone, Copy)]
struct ArgumentParser<'a> {
    players: &'a Players,
}

impl ArgumentParser<'_> {
    fn parse(self, verb: Verb, tokens: &mut Tokens<'_>) -> Result<Step, ParseError> {
        let step = match verb {
            Verb::Reveal => {
                let mut values: EggValues = tokens.each(VALUE, value_of)?;
                values.sort_unstable_by(|first, second| second.cmp(first));
                Step::Reveal(values)
            }
            Verb::Play | Verb::Shows => {
                let mut cards: StepCards = std::iter::from_fn(|| next_card(tokens)).collect::<Result<_, _>>()?;
                if cards.is_empty() {
                    return Err(tokens.missing("a card", CARD.form));
                }
                cards.sort_unstable();
                if verb == Verb::Play { Step::Play(cards) } else { Step::Shows(cards) }
            }
            Verb::Take => return self.parse_taken(tokens),
            Verb::Give => {
                let value = if tokens.take_word("down") { None } else { Some(tokens.one(EGG, value_of)?) };
                return Ok(Step::Give { value, to: self.parse_recipient(tokens)? });
            }
            Verb::Discard if tokens.take_word("down") => return self.parse_down_from(tokens),
            Verb::Discard => {
                let value = tokens.one(EGG, value_of)?;
                let form = "`discard V`, or `discard V from NAME`";
                let from = if tokens.is_empty() { None } else { Some(self.parse_player_after("from", form, tokens)?) };
                return Ok(Step::Discard { value, from });
            }
            Verb::Opens => match self.parse_scout_and_value(tokens)? {
                (scout, Some(value)) => return Ok(Step::Opens { scout, value }),
                (_, None) => return Err(tokens.missing("the egg's value", "`opens NAME = V`, as opens Ada = -6")),
            },
            Verb::Decline => Step::Decline,
            Verb::Mulligan => Step::Mulligan,
            Verb::End => Step::End,
        };
        match (&step, tokens.clone().next()) {
            (Step::Decline | Step::Mulligan | Step::End, Some((word, span))) => {
                let problem = format!("`{}` takes no `{word}`", tokens.verb());
                Err(ParseError::new(span, problem, "nothing more"))
            }
            _ => tokens.expect_end().map(|()| step),
        }
    }

    /// Parses `V`, `down NAME` or `down NAME = V`; in short forms `down` is optional.
    fn parse_taken(self, tokens: &mut Tokens<'_>) -> Result<Step, ParseError> {
        let parse_down =
            |tokens: &Tokens<'_>| self.parse_scout_and_value(tokens).map(|(scout, value)| Step::TakeDown { scout, value });
        if tokens.take_word("down") {
            return parse_down(tokens);
        }
        let name_tokens = tokens.clone();
        let up = tokens.one(EGG, value_of).and_then(|value| tokens.expect_end().map(|()| Step::Take(value)));
        if tokens.is_typed() { up.or_else(|error| parse_down(&name_tokens).map_err(|_| error)) } else { up }
    }

    fn parse_player(self, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        let (name, start) = tokens.rest();
        self.find_player(name, start, tokens)
    }

    fn find_player(self, name: &str, start: usize, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        let names = || or_list(self.players.names());
        if name.is_empty() {
            return Err(tokens.missing("a player's name", &names()));
        }
        let found = if tokens.is_typed() { self.players.find_by_prefix(name) } else { self.players.find(name) };
        found.map_err(|unknown| ParseError::new(start..start + name.len(), unknown.to_string(), names()))
    }

    /// Parses a name, and the value after `=` if there is one.
    fn parse_scout_and_value(self, tokens: &Tokens<'_>) -> Result<(Seat, Option<EggValue>), ParseError> {
        let (rest, start) = tokens.rest();
        // In short forms a space can replace the `=`, unless it is part of a name.
        let at_space = || rest.rsplit_once(' ').filter(|(_, last)| tokens.is_typed() && value_of(last).is_some());
        let Some((name, _)) = rest.split_once('=').or_else(|| at_space().filter(|_| self.parse_player(tokens).is_err())) else {
            return Ok((self.parse_player(tokens)?, None));
        };
        let scout = self.find_player(name.trim_end(), start, tokens)?;
        let (text, text_start) = tokens.within(start + name.len() + 1..tokens.text().len()).rest();
        match value_of(text) {
            Some(value) => Ok((scout, Some(value))),
            None if text.is_empty() => Err(tokens.missing("the egg's value", VALUE.form)),
            None => Err(VALUE.unknown(text, text_start..text_start + text.len())),
        }
    }

    /// Parses `NAME` or `NAME from NAME`: a face-down egg's Scout, and the owner of the pile. A name may contain `from`.
    fn parse_down_from(self, tokens: &Tokens<'_>) -> Result<Step, ParseError> {
        let (rest, start) = tokens.rest();
        let mut parsed = self.parse_player(tokens).map(|scout| Step::DiscardDown { scout, from: None });
        for (word_start, word) in rest.match_indices(" from ") {
            if parsed.is_ok() {
                break;
            }
            let holder = rest[word_start + word.len()..].trim_start();
            parsed = self.find_player(rest[..word_start].trim_end(), start, tokens).and_then(|scout| {
                let from = Some(self.find_player(holder, start + rest.len() - holder.len(), tokens)?);
                Ok(Step::DiscardDown { scout, from })
            });
        }
        parsed
    }

    /// Parses `to NAME`.
    fn parse_recipient(self, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        self.parse_player_after("to", "`give V to NAME`, or `give down to NAME` while the log does not know its value", tokens)
    }

    /// Parses `word` and a player's name; in short forms the word is optional.
    fn parse_player_after(self, word: &str, form: &str, tokens: &Tokens<'_>) -> Result<Seat, ParseError> {
        let rest = &mut tokens.clone();
        let has_word = rest.take_word(word);
        if has_word && !rest.is_empty() {
            return self.parse_player(rest);
        }
        if !has_word && !tokens.is_typed() {
            let span = rest.next().map_or(tokens.end(), |(_, span)| span);
            return Err(ParseError::new(span, format!("expected `{word}` and a player's name here"), form));
        }
        self.parse_player(tokens)
    }
}
