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
    /// The cards of the pack or of the hand.
    pub fn cards(&self) -> &[Card] {
        match self {
            Self::Deal(cards) | Self::Shows(cards) => cards,
            Self::Play(card, _) => std::slice::from_ref(card),
        }
    }
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
            Verb::Deal => Step::Deal(tokens.sorted_cards(Forty)?),
            Verb::Lay => Step::Play(tokens.card(Forty)?, vec![]),
            Verb::Shows => Step::Shows(tokens.sorted_cards(Forty)?),
            Verb::Take => {
                let Some(taken) = tokens.take_before("with") else {
                    return Err(tokens.missing("`with` and a card", "cards, as 4C 3S with 7D"));
                };
                let taken = taken.sorted_cards(Forty)?;
                Step::Play(tokens.card(Forty)?, taken)
            }
        })
    }

    fn required_shows(step: &Step) -> Option<Step> {
        if let Step::Play(card, _) = step { Some(Step::Shows(vec![*card])) } else { None }
    }

    /// The cards that a step takes are its place: they lie open. The card that takes them is chosen from all cards.
    fn parts(step: &Step, _players: &Players) -> StepParts {
        let parts = StepParts::of(Self::verb(step)).cards(step.cards());
        match step {
            Step::Play(_, taken) if !taken.is_empty() => parts.place_first(spaced(taken), "with"),
            _ => parts,
        }
    }

    fn nameable_cards(verb: Verb, _context: &TableContext<Rules>) -> Option<NameableCards> {
        Some(NameableCards::of(Card::all(), [Some(4), Some(1), Some(1), None][verb as usize]).each(1))
    }
}
