//! Short forms typed at the table: two cards capture what they can, or trail; one letter for a verb.

use super::{
    Arithmetic, Blulu, Phase, Step,
    ranks::Ranks,
    step::{self, Named},
};
use crate::{
    decktet::Card,
    table::{Seat, Shorthand, Unclear, Unreadable, Words, and_list},
};

const PAIR: &str = "two cards, as 7SK 3MW";

impl Blulu {
    /// Reads `7s 3m`, `4 7s 3m`, `c 4 7s 3m`, `c 7s 3m`, `t 7s 3m`, and cards alone or `d 4m …` for the deal.
    pub(super) fn short_forms(&self, actor: Option<Seat>, text: &str) -> Result<Vec<(Option<Seat>, Step)>, Shorthand<Step>> {
        let step = self.short(actor, text.trim_end())?;
        let dealt = matches!(step, Step::Deal(_));
        Ok(vec![(actor.filter(|_| !dealt), step)])
    }

    fn short(&self, actor: Option<Seat>, text: &str) -> Result<Step, Shorthand<Step>> {
        let deck = self.setup.dealing.deck.cards();
        let mut words = Words::of(text);
        let first = words.next().map(|(word, _)| word.to_ascii_lowercase()).unwrap_or_default();
        let ranked = !matches!(first.as_str(), "c" | "t") && step::rank_code(&first).is_some();
        match first.as_str() {
            "d" => return Ok(Step::Deal(step::cards(&words, "d", deck)?)),
            "t" => return Ok(Step::Trail(step::cards(&words, "t", deck)?)),
            "c" | "capture" => {
                let ranks = ranks(&mut words);
                let cards = step::cards(&words, &first, deck)?;
                if !ranks.is_empty() {
                    return Ok(Step::Capture(ranks, cards));
                }
                let [one, other] = pair(&cards, text)?;
                return match self.captures(one, other, cards)? {
                    Ok(capture) => Ok(capture),
                    Err(_) => Err(nothing(one, other, text).into()),
                };
            }
            _ if ranked => {
                let mut words = Words::of(text);
                let ranks = ranks(&mut words);
                return Ok(Step::Capture(ranks, step::cards(&words, "a rank", deck)?));
            }
            _ => {}
        }
        let cards = match step::cards(&Words::of(text), "a short form", deck) {
            Ok(cards) => cards,
            Err(error) => {
                let one_word = text.split_whitespace().nth(1).is_none();
                let is_card = text.split_whitespace().next().is_some_and(|word| crate::decktet::read(word, deck).is_ok());
                return Err(if is_card && !one_word { error } else { unread(text, deck) }.into());
            }
        };
        if self.phase == Phase::Deal && actor.is_none() {
            return Ok(Step::Deal(cards));
        }
        let [one, other] = pair(&cards, text)?;
        Ok(self.captures(one, other, cards)?.unwrap_or_else(Step::Trail))
    }

    /// What a pair can capture: the one capture, or the question which; the cards back if there is none.
    fn captures(&self, one: Card, other: Card, cards: Named) -> Result<Result<Step, Named>, Unclear<Step>> {
        let reached = self.setup.arithmetic.reached(one, other).among(self.lying());
        if reached.is_empty() {
            return Ok(Err(cards));
        }
        if reached.len() == 1 || self.setup.arithmetic == Arithmetic::SumAndDifference {
            return Ok(Ok(Step::Capture(reached, cards)));
        }
        let names: Vec<String> = reached.iter().map(|rank| format!("the {}", rank.name())).collect();
        Err(Unclear {
            question: format!("{one} and {other} can capture {}; which rank?", and_list(&names)),
            options: reached.iter().map(|rank| Step::Capture(Ranks::only(rank), cards.clone())).collect(),
        })
    }
}

/// The ranks that come next, each a code of its own, and a `with` after them.
fn ranks(words: &mut Words<'_>) -> Ranks {
    let mut ranks = Ranks::NONE;
    loop {
        let mut ahead = words.clone();
        match ahead.next().map(|(word, _)| (step::rank_code(word), word)) {
            Some((Some(rank), _)) => ranks = ranks.and(Ranks::only(rank)),
            Some((None, word)) if word.eq_ignore_ascii_case("with") => {
                *words = ahead;
                return ranks;
            }
            _ => return ranks,
        }
        *words = ahead;
    }
}

fn pair(cards: &[Card], text: &str) -> Result<[Card; 2], Unreadable> {
    cards.try_into().map_err(|_| Unreadable::new(0..text.len(), "a turn plays two cards", PAIR))
}

fn nothing(one: Card, other: Card, text: &str) -> Unreadable {
    let problem = format!("{one} and {other} reach nothing that lies on the table");
    Unreadable::new(0..text.len(), problem, "`c RANK CARD CARD`, or `t CARD CARD` to trail them")
}

fn unread(text: &str, deck: crate::decktet::Cards) -> Unreadable {
    Step::read(text, deck).err().unwrap_or_else(|| Unreadable::new(0..text.len(), "this is no step", PAIR))
}
