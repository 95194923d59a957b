//! The steps of Emu Ranchers and their notation.

use super::{EmuRanchers, Setup, Verb};
use crate::{
    decktet::{Card, Cards},
    emu::{EmuStep, YearStep, card_alone, drawn, laid, on_bird, sorted_cards},
    table::{Ambiguous, Header, Judge as _, Notation, ParseError, Players, Seat, Short, Stock, Tokens, Verbs as _, by_letter},
};

/// A step of a player. The table itself does nothing in this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A step that is the same in both emu games.
    Year(YearStep),
    /// A card to the discard pile (ER-4.1).
    Discard(Card),
    /// From the discard pile (ER-4.3).
    Take(Card),
}

impl From<YearStep> for Step {
    fn from(step: YearStep) -> Self {
        Self::Year(step)
    }
}

impl EmuStep for Step {
    fn cards(&self) -> &[Card] {
        match self {
            Self::Year(step) => step.cards(),
            Self::Discard(card) | Self::Take(card) => std::slice::from_ref(card),
        }
    }

    fn of_year(&self) -> Option<&YearStep> {
        if let Self::Year(step) = self { Some(step) } else { None }
    }
}

impl Notation for EmuRanchers {
    type Verb = Verb;

    fn verb(step: &Step) -> Verb {
        match step {
            Step::Year(YearStep::Hatch(_)) => Verb::Hatch,
            Step::Year(YearStep::Grow(..)) => Verb::Grow,
            Step::Discard(_) => Verb::Discard,
            Step::Year(YearStep::Draw(_)) => Verb::Draw,
            Step::Take(_) => Verb::Take,
            Step::Year(YearStep::Lay(..)) => Verb::Lay,
            Step::Year(YearStep::Done) => Verb::Done,
            Step::Year(YearStep::Shows(_)) => Verb::Shows,
        }
    }

    fn arguments(verb: Verb, tokens: &mut Tokens<'_>, _header: &Header<Setup>) -> Result<Step, ParseError> {
        Ok(Step::Year(match verb {
            Verb::Discard => return tokens.card(Cards::BASIC).map(Step::Discard),
            Verb::Take => return tokens.card(Cards::BASIC).map(Step::Take),
            Verb::Hatch => YearStep::Hatch(laid(tokens, Cards::BASIC)?),
            Verb::Grow => on_bird(tokens, Cards::BASIC, YearStep::Grow)?,
            Verb::Lay => on_bird(tokens, Cards::BASIC, YearStep::Lay)?,
            Verb::Draw => drawn(tokens, Cards::BASIC)?,
            Verb::Done => tokens.done().map(|()| YearStep::Done)?,
            Verb::Shows => YearStep::Shows(sorted_cards(tokens, Cards::BASIC)?),
        }))
    }

    fn from_hand(step: &Step) -> Option<Step> {
        Self::verb_text(step).from_hand.map(|_| YearStep::Shows(step.cards().into()).into())
    }

    fn write(step: &Step, _players: &Players) -> String {
        match step {
            Step::Year(step) => step.to_string(),
            Step::Discard(card) => format!("discard {card}"),
            Step::Take(card) => format!("take {card}"),
        }
    }

    fn place(step: &Step, _players: &Players) -> Option<String> {
        step.bird().map(|number| number.to_string())
    }

    fn stock(verb: Verb, _header: &Header<Setup>) -> Option<Stock> {
        match verb {
            Verb::Hatch | Verb::Grow | Verb::Discard | Verb::Draw | Verb::Lay => Some(Stock::of(Cards::BASIC, 1)),
            Verb::Shows => Some(Stock::of(Cards::BASIC, None).each(1)),
            Verb::Take | Verb::Done => None,
        }
    }

    fn meant(&self, _actor: Option<Seat>, step: &Step) -> Result<Option<Step>, Ambiguous<Step>> {
        Ok(self.year.meant(step).map(Step::Year))
    }

    /// Reads `7s`, `h 7s`, `g2 9l`, with one bird `g 9l`, `d 5w`, `.`, `. 9l`, `t`, `l 1 8w`, `all done`.
    fn short(&self, actor: Option<Seat>, text: &str, header: &Header<Setup>) -> Short<Step> {
        if let Some(done) = self.year.all_done(text) {
            return Ok(done);
        }
        if let Some(step) = card_alone(self, actor, text, Cards::BASIC) {
            return Ok(vec![(actor, step?)]);
        }
        let step = match self.discards.top() {
            Some(top) if text.trim().eq_ignore_ascii_case("t") => Step::Take(top),
            _ => match by_letter(text) {
                Some((verb, at)) => self.by_verb(actor, verb, &mut Tokens::after(text, at, verb.text().name), header)?,
                None => Self::parse(text, header)?,
            },
        };
        Ok(vec![(actor, step)])
    }
}

impl EmuRanchers {
    /// A short form by what stands behind its verb.
    fn by_verb(
        &self,
        actor: Option<Seat>,
        verb: Verb,
        tokens: &mut Tokens<'_>,
        header: &Header<Setup>,
    ) -> Result<Step, ParseError> {
        let seat = actor.or_else(|| self.expects().seats().single());
        let only = match verb {
            Verb::Grow => self.year.on_only_bird(seat, tokens, Cards::BASIC, YearStep::Grow),
            Verb::Lay => self.year.on_only_bird(seat, tokens, Cards::BASIC, YearStep::Lay),
            _ => None,
        };
        only.map_or_else(|| Self::arguments(verb, tokens, header), |step| Ok(Step::Year(step)))
    }
}
