//! The steps of Blulu and their notation, in full and in short.

use super::{Blulu, Bonus, Phase, Ranks, Setup, Verb, arithmetic::rank_names, ranks_of, setup::DealPlan};
use crate::{
    decktet::{self, Card, Cards, Rank},
    table::prelude::*,
};
use smallvec::SmallVec;

/// Cards that a step names, in canonical order, with repeats.
pub(crate) type StepCards = SmallVec<[Card; 16]>;

/// A step of a player or of the table. Its cards stand in canonical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Cards that the table deals face up (BL-1.2).
    Deal(StepCards),
    /// Cards trailed from the hand to the table (BL-2.6).
    Trail(StepCards),
    /// Ranks captured from the table with cards from the hand (BL-2.3).
    Capture(Ranks, StepCards),
    /// Cards that are in the player's hand, perhaps among others (TB-5).
    Shows(StepCards),
}

impl Step {
    pub(super) fn cards(&self) -> &[Card] {
        match self {
            Self::Deal(cards) | Self::Trail(cards) | Self::Capture(_, cards) | Self::Shows(cards) => cards,
        }
    }
}

const RANK: ArgumentTerm =
    ArgumentTerm { noun: "rank", form: "a rank: A, 2 to 9, C (Crown), P (Pawn) or T (Court), and then `with` and two cards" };
const CAPTURE_FORM: &str = "`capture RANK with CARD CARD`, as capture 4 with 3MW 7SK";

impl Notation for Blulu {
    type Verb = Verb;

    fn verb(step: &Step) -> Verb {
        match step {
            Step::Deal(_) => Verb::Deal,
            Step::Trail(_) => Verb::Trail,
            Step::Capture(..) => Verb::Capture,
            Step::Shows(_) => Verb::Shows,
        }
    }

    fn parse_arguments(verb: Verb, tokens: &mut Tokens<'_>, context: &TableContext<Setup>) -> Result<Step, ParseError> {
        let deck = context.setup.dealing.deck.cards();
        Ok(match verb {
            Verb::Deal => Step::Deal(parse_cards(tokens, deck)?),
            Verb::Trail => Step::Trail(parse_cards(tokens, deck)?),
            Verb::Capture => Step::Capture(parse_ranks(tokens, deck)?, parse_cards(tokens, deck)?),
            Verb::Shows => Step::Shows(parse_cards(tokens, deck)?),
        })
    }

    fn required_shows(step: &Step) -> Option<Step> {
        match step {
            Step::Trail(cards) | Step::Capture(_, cards) => Some(Step::Shows(cards.clone())),
            Step::Deal(_) | Step::Shows(_) => None,
        }
    }

    fn write(step: &Step, _players: &Players) -> String {
        let mut words = vec![Self::verb_text(step).name];
        if let Step::Capture(ranks, _) = step {
            words.extend(ranks_of(*ranks).map(Rank::code).chain(["with"]));
        }
        words.extend(step.cards().iter().map(|card| card.code()));
        words.join(" ")
    }

    fn place(step: &Step, _players: &Players) -> Option<String> {
        let Step::Capture(ranks, _) = step else { return None };
        Some(ranks_of(*ranks).map(Rank::code).collect::<Vec<_>>().join(" "))
    }

    fn nameable_cards(verb: Verb, context: &TableContext<Setup>) -> Option<NameableCards> {
        let DealPlan { deck, table, .. } = context.setup.dealing;
        let count = match verb {
            Verb::Deal => Some(table.into()),
            Verb::Trail | Verb::Capture => Some(2),
            Verb::Shows => None,
        };
        Some(NameableCards::of(deck.cards(), count).each(1))
    }

    /// Parses `7s 3m`, `4 7s 3m`, `c 4 7s 3m`, `c 7s 3m`, `t 7s 3m`, and cards alone or `d 4m …` for the deal.
    fn parse_short(&self, actor: Option<Seat>, text: &str, context: &TableContext<Setup>) -> ShortResult<Step> {
        let text = text.trim_end();
        let verb = find_verb(text);
        if let Some((verb, start)) = verb
            && verb != Verb::Capture
        {
            let step = Self::parse_arguments(verb, &mut Tokens::typed(text, start, verb.text().name), context)?;
            return Ok(vec![(actor.filter(|_| verb != Verb::Deal), step)]);
        }
        let deck = context.setup.dealing.deck.cards();
        let tokens = &mut Tokens::typed(text, verb.map_or(0, |(_, start)| start), Verb::Capture.text().name);
        let has_with = tokens.clone().skip(1).any(|(word, _)| word.eq_ignore_ascii_case("with"));
        let mut lookahead = tokens.clone();
        let ranks = match has_with.then(|| parse_ranks(&mut lookahead, deck)) {
            Some(Ok(ranks)) => {
                *tokens = lookahead;
                ranks
            }
            Some(Err(error)) if verb.is_some() => return Err(error.into()),
            _ => parse_rank_codes(tokens),
        };
        let is_capture = verb.is_some() || !ranks.is_empty();
        if is_capture {
            tokens.take_word("with");
        }
        let cards = parse_cards(tokens, deck).map_err(|error| {
            let begins_with_card = || text.split_whitespace().next().is_some_and(|word| decktet::parse_card(word, deck).is_ok());
            match Self::parse(text, context) {
                Err(step_error) if !is_capture && !begins_with_card() => step_error,
                _ => error,
            }
        })?;
        let error = |problem, expected| ParseError::new(0..text.len(), problem, expected);
        let step = if !ranks.is_empty() {
            Step::Capture(ranks, cards)
        } else if self.phase == Phase::Deal && actor.is_none() && !is_capture {
            Step::Deal(cards)
        } else if let [first, second] = cards[..] {
            let captured = self.setup.pairing.captured(first, second, self.table);
            match ranks_of(captured).count() {
                0 if is_capture => {
                    let problem = format!("{first} and {second} reach nothing that lies on the table");
                    return Err(error(problem, "`c RANK CARD CARD`, or `t CARD CARD` to trail them").into());
                }
                0 => Step::Trail(cards),
                2.. if !self.setup.pairing.takes_all() => {
                    let pair: Cards = cards.iter().copied().collect();
                    let bonus = |rank: Rank| Bonus::of(pair | (self.table & Cards::of_rank(rank)));
                    let hints = ranks_of(captured).filter_map(|rank| {
                        let name = rank_names(Cards::of_rank(rank)).into_iter().next()?;
                        Some(format!("{name} earns a {}", bonus(rank)?.name()))
                    });
                    let hints = hints.collect::<Vec<_>>().join(", ");
                    let hints = if hints.is_empty() { String::new() } else { format!(" ({hints})") };
                    let question =
                        format!("{first} and {second} can capture {}; which rank?{hints}", and_list(rank_names(captured)));
                    let capture = |rank| Step::Capture(Cards::of_rank(rank), cards.clone());
                    return Err(AmbiguousStep { question, options: ranks_of(captured).map(capture).collect() }.into());
                }
                _ => Step::Capture(captured, cards),
            }
        } else {
            return Err(error("a turn plays two cards".to_owned(), "two cards, as 7SK 3MW").into());
        };
        Ok(vec![(actor, step)])
    }
}

fn parse_cards(tokens: &Tokens<'_>, deck: Cards) -> Result<StepCards, ParseError> {
    let mut cards: StepCards = tokens.cards(deck)?;
    cards.sort_unstable();
    Ok(cards)
}

/// Parses the code of a rank: `A`, `2` … `9`, `C`, `P`, `T`, in upper or lower case. A Crown may also be `10`.
fn parse_rank_code(word: &str) -> Option<Rank> {
    if word == "10" {
        return Some(Rank::Crown);
    }
    Rank::from_code(word).filter(|&rank| rank != Rank::Excuse)
}

/// Parses the code or name of a rank, singular or plural: `crown`, `4s`.
fn parse_rank(word: &str) -> Option<Rank> {
    let is_named = |rank: &Rank| [rank.name(), rank.plural()].iter().any(|name| name.eq_ignore_ascii_case(word));
    parse_rank_code(word).or_else(|| Rank::ALL[..12].iter().copied().find(is_named))
}

/// Parses ranks up to and including the word `with`. In typed text, cards can stand for their ranks.
fn parse_ranks(tokens: &mut Tokens<'_>, deck: Cards) -> Result<Ranks, ParseError> {
    let mut ranks = Cards::EMPTY;
    let (start, mut lookahead) = (tokens.rest().1, tokens.clone());
    if tokens.is_typed()
        && let Some((_, with_span)) = lookahead.find(|(word, _)| word.eq_ignore_ascii_case("with"))
        && let Ok(cards) = tokens.within(start..with_span.start).cards::<_, StepCards>(deck)
        && !cards.contains(&Card::EXCUSE)
    {
        *tokens = lookahead;
        return Ok(cards.iter().fold(ranks, |ranks, card| ranks | Cards::of_rank(card.rank())));
    }
    loop {
        tokens.take_noun("and");
        let Some((word, span)) = tokens.next() else {
            return Err(ParseError::new(tokens.end(), "`with` and the two cards are missing", CAPTURE_FORM));
        };
        if word.eq_ignore_ascii_case("with") {
            if ranks.is_empty() {
                return Err(ParseError::new(span, "`capture` needs a rank before `with`", CAPTURE_FORM));
            }
            return Ok(ranks);
        }
        let rank = parse_rank(word.trim_end_matches(',')).ok_or_else(|| RANK.unknown(word, span))?;
        ranks |= Cards::of_rank(rank);
    }
}

/// Parses the rank codes at the beginning of the tokens; there may be none.
fn parse_rank_codes(tokens: &mut Tokens<'_>) -> Ranks {
    let mut ranks = Cards::EMPTY;
    let mut lookahead = tokens.clone();
    while let Some(rank) = lookahead.next().and_then(|(word, _)| parse_rank_code(word)) {
        ranks |= Cards::of_rank(rank);
        *tokens = lookahead.clone();
    }
    ranks
}
