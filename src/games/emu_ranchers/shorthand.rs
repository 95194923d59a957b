//! Short forms typed at the table: one letter for a verb, `.` for a draw.

use super::{EmuRanchers, Step, book::BOOK, step};
use crate::{
    decktet::Cards,
    emu,
    table::{Seat, Shorthand, Unreadable, Words},
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
        let Some((verb, tail)) = emu::short_verb(&BOOK, text) else {
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
            "grow" => step::bird_and_card(&mut words, "g").map(|(number, card)| Step::Grow(number, card)).map_err(shifted),
            _ => step::bird_and_card(&mut words, "l").map(|(number, card)| Step::Lay(number, card)).map_err(shifted),
        }
    }

    /// The short form, of whoever acts.
    pub(super) fn short_forms(&self, actor: Option<Seat>, text: &str) -> Result<Vec<(Option<Seat>, Step)>, Shorthand<Step>> {
        let card_alone = emu::card_alone(self, actor, text, Cards::BASIC, Step::cards);
        card_alone.unwrap_or_else(|| self.short(text)).map(|step| vec![(actor, step)])
    }
}
