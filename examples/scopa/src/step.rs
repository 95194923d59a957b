//! Parses and writes steps.

use super::*;

/// A step. Its cards are in canonical order.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Deal(Vec<Card>),
    /// A card of the hand, and the cards that it takes from the table. A card that is laid takes none.
    Play(Card, Vec<Card>),
    Shows(Vec<Card>),
}

impl Step {
    pub fn of_hand(&self) -> &[Card] {
        match self {
            Self::Play(card, _) => std::slice::from_ref(card),
            Self::Shows(cards) => cards,
            Self::Deal(_) => &[],
        }
    }
}

fn sorted_cards(tokens: &Tokens<'_>) -> Result<Vec<Card>, ParseError> {
    let mut cards: Vec<Card> = tokens.cards(Forty)?;
    cards.sort_unstable();
    Ok(cards)
}

impl Notation for Scopa {
    type Verb = Verb;

    fn verb(step: &Step) -> Verb {
        match step {
            Step::Deal(_) => Verb::Deal,
            Step::Play(_, taken) if taken.is_empty() => Verb::Lay,
            Step::Play(..) => Verb::Take,
            Step::Shows(_) => Verb::Shows,
        }
    }

    fn parse_arguments(verb: Verb, tokens: &mut Tokens<'_>, _context: &TableContext<Rules>) -> Result<Step, ParseError> {
        Ok(match verb {
            Verb::Deal => Step::Deal(sorted_cards(tokens)?),
            Verb::Lay => Step::Play(tokens.card(Forty)?, vec![]),
            Verb::Shows => Step::Shows(sorted_cards(tokens)?),
            Verb::Take => {
                let start = tokens.rest().1;
                let keyword = tokens.find(|(word, _)| word.eq_ignore_ascii_case("with"));
                let (_, keyword_span) = keyword.ok_or_else(|| tokens.missing("`with` and a card", "cards, as 4C 3S with 7D"))?;
                let taken = sorted_cards(&tokens.within(start..keyword_span.start))?;
                Step::Play(tokens.card(Forty)?, taken)
            }
        })
    }

    fn required_shows(step: &Step) -> Option<Step> {
        if let Step::Play(card, _) = step { Some(Step::Shows(vec![*card])) } else { None }
    }

    /// The cards that a step takes are its place: they lie open. The card that takes them is chosen from all cards.
    fn parts(step: &Step, _players: &Players) -> StepParts {
        match step {
            Step::Play(card, taken) if !taken.is_empty() => {
                StepParts::of(Verb::Take).cards([card]).place_first(spaced(taken), "with")
            }
            Step::Play(card, _) => StepParts::of(Verb::Lay).cards([card]),
            Step::Deal(cards) | Step::Shows(cards) => StepParts::of(Self::verb(step)).cards(cards),
        }
    }

    fn nameable_cards(verb: Verb, _context: &TableContext<Rules>) -> Option<NameableCards> {
        Some(NameableCards::of(Card::all(), [Some(4), Some(1), Some(1), None][verb as usize]).each(1))
    }
}
