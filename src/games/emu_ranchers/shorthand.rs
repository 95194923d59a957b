//! Short forms typed at the table: one letter for a verb, `.` for a draw.

use super::{EmuRanchers, Step, book::BOOK, step};
use crate::{
    decktet::{self, Cards},
    table::{Game, Seat, Shorthand, Unclear, Unreadable, Words},
};

impl EmuRanchers {
    /// Reads `h 7s`, `g2 9l`, `d 5w`, `.`, `. 9l`, `t`, `l 1 8w`.
    pub(super) fn short(&self, text: &str) -> Result<Step, Shorthand<Step>> {
        let text = text.trim_end();
        if let Some(card) = text.strip_prefix('.') {
            let drawn = Words::of(card);
            let known = if drawn.is_done() { None } else { Some(step::card(&drawn, ".").map_err(|e| e.shifted(1))?) };
            return Ok(Step::Draw(known));
        }
        let letter = text.chars().next().map(|c| c.to_ascii_lowercase());
        let verb = letter.and_then(|letter| BOOK.verbs.iter().find(|verb| verb.letter == Some(letter)));
        // A letter stands alone, or right before a number or a card that begins with one: `g 2 9l`, `g2 9l`, `h7s`.
        let tail = text.get(1..).unwrap_or_default();
        let (Some(verb), true) = (verb, tail.chars().next().is_none_or(|c| c.is_whitespace() || c.is_ascii_digit())) else {
            return Err(Step::read(text)
                .err()
                .unwrap_or_else(|| Unreadable::new(0..text.len(), "there is no step here", ""))
                .into());
        };
        let mut words = Words::of(tail);
        let shifted = |unreadable: Unreadable| Shorthand::from(unreadable.shifted(1));
        match verb.name {
            "hatch" => Ok(Step::Hatch(step::card(&words, "h").map_err(shifted)?)),
            "discard" => Ok(Step::Discard(step::card(&words, "d").map_err(shifted)?)),
            "take" => match self.discards.top() {
                Some(top) if words.is_done() => Ok(Step::Take(top)),
                _ => Ok(Step::Take(step::card(&words, "t").map_err(shifted)?)),
            },
            _ => {
                let number = step::number(&mut words, if verb.name == "grow" { "g" } else { "l" }).map_err(shifted)?;
                let card = step::card(&words, "a bird's number").map_err(shifted)?;
                Ok(if verb.name == "grow" { Step::Grow(number, card) } else { Step::Lay(number, card) })
            }
        }
    }

    /// The short form, of whoever acts.
    pub(super) fn short_forms(&self, actor: Option<Seat>, text: &str) -> Result<Vec<(Option<Seat>, Step)>, Shorthand<Step>> {
        self.card_alone(actor, text).unwrap_or_else(|| self.short(text)).map(|step| vec![(actor, step)])
    }

    /// A card with nothing said of it: what can be done with it now, asked for where that is not one thing only.
    fn card_alone(&self, actor: Option<Seat>, text: &str) -> Option<Result<Step, Shorthand<Step>>> {
        let card = decktet::read(text, Cards::BASIC).ok()?;
        let seat = actor.or_else(|| self.open().seats().single())?;
        let mut options: Vec<Step> =
            self.legal_steps().into_iter().filter(|(who, _)| *who == seat).map(|(_, step)| step).collect();
        options.retain(|step| step.cards() == [card]);
        match options.len() {
            0 => None,
            1 => options.pop().map(Ok),
            _ => Some(Err(Unclear { question: format!("what is done with {}?", card.titled()), options }.into())),
        }
    }
}
