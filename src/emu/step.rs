//! The steps of a year and their notation, and what steps of both games are made of.

use super::{BirdNumber, EmuStep, Laid, Phase, Rancher, WILDS, Year};
use crate::{
    decktet::{self, Card, Cards, Rank},
    table::{Ambiguous, Judge, Notation, ParseError, Seat, ShortError, Term, Tokens, names, or_list, spaced},
};
use std::{fmt, ops::Range};

/// A step that is the same in both games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YearStep {
    /// A new bird (ER-3.1, RX-3.1).
    Hatch(Laid),
    /// A card on top of an own bird (ER-3.2, RX-3.2).
    Grow(BirdNumber, Laid),
    /// From the draw pile; the card if the recorder knows it (ER-4.4).
    Draw(Option<Card>),
    /// After the year's end, a card on top of an own bird (ER-5.1, RX-5.1).
    Lay(BirdNumber, Laid),
    /// No more laying down (ER-5.3, RX-5.3).
    Done,
    /// At least these cards are in that hand (TB-5); in canonical order.
    Shows(Box<[Card]>),
}

impl YearStep {
    /// The cards it names.
    pub fn cards(&self) -> &[Card] {
        match self {
            Self::Hatch(laid) | Self::Grow(_, laid) | Self::Lay(_, laid) => std::slice::from_ref(&laid.card),
            Self::Draw(card) => card.as_slice(),
            Self::Done => &[],
            Self::Shows(cards) => cards,
        }
    }

    /// The bird it names.
    pub const fn bird(&self) -> Option<BirdNumber> {
        match self {
            Self::Grow(number, _) | Self::Lay(number, _) => Some(*number),
            _ => None,
        }
    }
}

impl fmt::Display for YearStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hatch(laid) => write!(f, "hatch {laid}"),
            Self::Grow(number, laid) => write!(f, "grow {number} {laid}"),
            Self::Draw(None) => f.write_str("draw"),
            Self::Draw(Some(card)) => write!(f, "draw {card}"),
            Self::Lay(number, laid) => write!(f, "lay {number} {laid}"),
            Self::Done => f.write_str("done"),
            Self::Shows(cards) => write!(f, "shows {}", spaced(cards)),
        }
    }
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// The step that a typed step means, if it differs: after the year's end, growing a bird means laying down (ER-5.1).
    pub fn meant(&self, step: &impl EmuStep) -> Option<YearStep> {
        match step.of_year() {
            Some(YearStep::Grow(bird, laid)) if self.phase == Phase::Laying => Some(YearStep::Lay(*bird, *laid)),
            _ => None,
        }
    }
}

/// Parses the next word as a bird's number.
pub fn bird_number(tokens: &mut Tokens<'_>) -> Result<BirdNumber, ParseError> {
    let term = Term { noun: "number of a bird", form: "the number of a bird, counted from 1" };
    match tokens.next() {
        Some((word, place)) => BirdNumber::parse(word).ok_or_else(|| term.unknown(word, place)),
        None => Err(tokens.missing("the number of a bird", term.form)),
    }
}

/// Parses the rest as a card, with the rank it is played as if one is named (RX-3.5).
pub fn laid(tokens: &Tokens<'_>, deck: Cards) -> Result<Laid, ParseError> {
    let (rest, start) = tokens.rest();
    // A deck without Pawns and Courts has no card that can be played as a number.
    if deck.intersection(WILDS).is_empty() || !rest.contains('=') {
        return tokens.card(deck).map(Laid::natural);
    }
    let range = start..start + rest.len();
    match decktet::read_played(rest, deck) {
        Ok((card, rank)) => played(card, rank, range),
        Err(error) => {
            // The number is none of the card's that isn't clear.
            let options = error.options();
            let card = rest.split('=').next().unwrap_or(rest).trim_end();
            let range = if options.is_empty() { range } else { start..start + card.len() };
            Err(ParseError::new(range, error.to_string(), "a card, as 7SK or the Castle").with_options(options))
        }
    }
}

/// A card as played: a Pawn or a Court with the named rank, any other card as it is.
pub(super) fn played(card: Card, named: Option<Rank>, range: Range<usize>) -> Result<Laid, ParseError> {
    let natural = Laid::natural(card);
    if named.is_none() || named == natural.named {
        Ok(natural)
    } else if WILDS.contains(card) {
        Ok(Laid { named, ..natural })
    } else {
        let problem = format!("{card} is always what is printed on it");
        Err(ParseError::new(range, problem, "a Pawn or a Court, to be played as a number"))
    }
}

/// Parses a bird's number and then, from the rest, the card that `step` puts on it.
pub fn on_bird(tokens: &mut Tokens<'_>, deck: Cards, step: fn(BirdNumber, Laid) -> YearStep) -> Result<YearStep, ParseError> {
    Ok(step(bird_number(tokens)?, laid(tokens, deck)?))
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// A `step` on the only bird of a player, where no number is typed: `g 2wl`.
    pub fn on_only_bird(
        &self,
        seat: Option<Seat>,
        tokens: &Tokens<'_>,
        deck: Cards,
        step: fn(BirdNumber, Laid) -> YearStep,
    ) -> Option<YearStep> {
        let mut birds = self.rancher(seat?).on_table();
        let (number, _) = birds.next().filter(|_| birds.next().is_none())?;
        bird_number(&mut tokens.clone()).is_err().then_some(step(number, laid(tokens, deck).ok()?))
    }
}

/// Parses a draw, with the card if one is named.
pub fn drawn(tokens: &Tokens<'_>, deck: Cards) -> Result<YearStep, ParseError> {
    if tokens.is_done() { Ok(YearStep::Draw(None)) } else { tokens.card(deck).map(|card| YearStep::Draw(Some(card))) }
}

/// Parses the rest as one or more cards; returns them in canonical order.
pub fn sorted_cards(tokens: &Tokens<'_>, deck: Cards) -> Result<Box<[Card]>, ParseError> {
    let mut cards: Box<[Card]> = tokens.cards(deck)?;
    cards.sort_unstable();
    Ok(cards)
}

impl<R: Rancher, const SEATS: usize> Year<R, SEATS> {
    /// `all done`: after the year's end, all who still might lay lay no more.
    pub fn all_done<S: From<YearStep>>(&self, text: &str) -> Option<Vec<(Option<Seat>, S)>> {
        let is_said = text.split_whitespace().map(str::to_lowercase).eq(["all", "done"]);
        (is_said && self.phase == Phase::Laying && !self.not_done().is_empty())
            .then(|| self.not_done().iter().map(|seat| (Some(seat), YearStep::Done.into())).collect())
    }
}

/// Parses a short form that is only a card: what can be done with it now, ambiguous if that is not exactly one thing.
pub fn card_alone<G>(game: &G, actor: Option<Seat>, text: &str, deck: Cards) -> Option<Result<G::Step, ShortError<G::Step>>>
where
    G: Judge + Notation,
    G::Step: EmuStep,
{
    let card = decktet::read(text, deck).ok()?;
    let seat = actor.or_else(|| game.expects().seats().single())?;
    let legal = game.legal_steps().into_iter();
    let options: Vec<G::Step> =
        legal.filter(|(who, step)| *who == seat && step.cards() == [card]).map(|(_, step)| step).collect();
    Some(match &options[..] {
        [] => {
            let problem = format!("nothing can be done now with {}", card.titled());
            let open = names::<G::Verb>(game.expects().to(Some(seat)));
            Err(ParseError::new(0..text.len(), problem, or_list(&open)).into())
        }
        [only] => Ok(only.clone()),
        _ => Err(Ambiguous { question: format!("what do you want to do with {}?", card.titled()), options }.into()),
    })
}
