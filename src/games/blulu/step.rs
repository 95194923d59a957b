//! The steps of Blulu and their notation, in full and in short.

use super::{Blulu, Ranks, Setup, Verb, ranks_of, setup::DealPlan};
use crate::{
    decktet::{Card, Cards, Rank},
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
            Verb::Deal => Step::Deal(tokens.sorted_cards(deck)?),
            Verb::Trail => Step::Trail(tokens.sorted_cards(deck)?),
            Verb::Capture => Step::Capture(parse_ranks(tokens, deck)?, tokens.sorted_cards(deck)?),
            Verb::Shows => Step::Shows(tokens.sorted_cards(deck)?),
        })
    }

    fn required_shows(step: &Step) -> Option<Step> {
        match step {
            Step::Trail(cards) | Step::Capture(_, cards) => Some(Step::Shows(cards.clone())),
            Step::Deal(_) | Step::Shows(_) => None,
        }
    }

    fn parts(step: &Step, _players: &Players) -> StepParts {
        let parts = StepParts::of(Self::verb(step)).cards(step.cards());
        match step {
            Step::Capture(ranks, _) => parts.place_first(spaced(ranks_of(*ranks).map(Rank::code)), "with"),
            _ => parts,
        }
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

    /// A pair that can capture captures, even if the table rules let it trail. A rank that it doesn't reach is not meant.
    fn likelier(&self, mut steps: Vec<Step>) -> Vec<Step> {
        steps.retain(|step| !matches!(step, Step::Capture(ranks, cards) if self.capture_reason(*ranks, cards).is_none()));
        if steps.iter().any(|step| matches!(step, Step::Capture(..))) {
            steps.retain(|step| matches!(step, Step::Capture(..)));
        }
        steps
    }
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

/// Parses ranks up to and including the word `with`. In typed text, cards can stand for their ranks, and `with` may be missing.
fn parse_ranks(tokens: &mut Tokens<'_>, deck: Cards) -> Result<Ranks, ParseError> {
    let Some(before) = tokens.take_before("with") else {
        if !tokens.is_typed() {
            return Err(ParseError::new(tokens.end(), "`with` and the two cards are missing", CAPTURE_FORM));
        }
        let ranks = parse_rank_codes(tokens);
        return if ranks.is_empty() { Err(tokens.missing("a rank", RANK.form)) } else { Ok(ranks) };
    };
    if before.is_typed()
        && let Ok(cards) = before.cards::<_, StepCards>(deck)
        && !cards.contains(&Card::EXCUSE)
    {
        return Ok(cards.iter().map(|card| Cards::of_rank(card.rank())).fold(Cards::EMPTY, Cards::union));
    }
    let ranks: SmallVec<[Rank; 4]> = before.clone().each(RANK, |word| parse_rank(word.trim_end_matches(',')))?;
    if ranks.is_empty() {
        return Err(before.missing("a rank before `with`", CAPTURE_FORM));
    }
    Ok(ranks.into_iter().map(Cards::of_rank).fold(Cards::EMPTY, Cards::union))
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
