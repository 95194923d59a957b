//! Emus Redux (RX) judged: clauses by their numbers.

use super::{Redux, WILDS, piles::PILES};
use crate::{
    model::Act,
    models::emu::{
        bird::{
            are_counted, bird_at, brings, cannot_be_left, cannot_grow, cannot_hatch, card_of, counted_cards, counted_part,
            is_wild, not_lying, words,
        },
        hand::is_part_of,
        rancher::Rancher,
        turns::Phase,
    },
};

impl Redux {
    /// Turn and phase.
    pub(super) fn breaks_the_order(&self, act: &Act) -> Option<&'static str> {
        let is_over = self.turns.phase == Phase::Over;
        let no_market = self.market_is_due;
        match act {
            // The result of a year whose moves are over belongs to that year still.
            Act::Tally(_) => None,
            _ if is_over => Some("TB-7"),
            Act::Round(_) if no_market => Some("1.3"),
            Act::Round(_) => self.turns.due_before_a_year(),
            Act::Step(None, text) => (!no_market || words(text)[0] != "market").then_some("1.3"),
            Act::Step(..) if no_market => Some("1.3"),
            Act::Step(_, text) if text.starts_with("shows") => None,
            Act::Step(Some(seat), text) => self.turns.due_before(*seat, &words(text)[0]),
        }
    }

    /// Whether it can be.
    pub(super) fn contradicts(&self, act: &Act) -> Option<&'static str> {
        let (seat, text) = match act {
            Act::Round(_) => return None,
            Act::Tally(texts) => return self.cannot_be_counted(texts),
            Act::Step(actor, text) => (actor.unwrap_or_default(), text),
        };
        let step = words(text);
        let rancher = &self.ranchers[seat];
        let hand = |cards: &[String]| (!rancher.hand.can_hold(cards, &self.unaccounted)).then_some("TB-3");
        let no_bird = |number: &str| {
            let at = bird_at(number);
            (at >= rancher.birds.len() || rancher.excused.contains(&at)).then_some("TB-4")
        };
        match step.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["market", ..] => (!is_part_of(&[&self.laid_out, &step[1..]].concat(), &both_decks())).then_some("1.3"),
            ["hatch", laid] => hand(&[card_of(laid)]),
            ["grow" | "lay", number, laid] => hand(&[card_of(laid)]).or_else(|| no_bird(number)),
            ["discard", card, ..] => hand(&words(card)),
            ["excuse", number] => hand(&words("EX")).or_else(|| no_bird(number)),
            ["shows", ..] => hand(&step[1..]),
            ["draw", _] => (self.pile == 0 || !self.unaccounted.contains(&step[1])).then_some("TB-3"),
            ["take", ..] => self.source(&step).is_none().then_some("TB-4"),
            _ => None,
        }
    }

    fn cannot_be_counted(&self, texts: &[String]) -> Option<&'static str> {
        let mut cards = counted_cards(texts);
        let wilds = cards.iter().filter(|card| is_wild(card)).count();
        // An Excuse that was spent is in no hand.
        cards.extend(self.ranchers.iter().flat_map(|rancher| &rancher.excused).map(|_| "EX".to_owned()));
        let market = if self.laid_out.is_empty() { both_decks() } else { self.laid_out.clone() };
        match () {
            () if !is_part_of(&cards, &[Self::deck(), market].concat()) => Some("TB-3"),
            () if wilds > 2 * self.ranchers.len() => Some("1.3"),
            () => None,
        }
    }

    /// A tally's birds, clause by clause.
    fn breaks_when_counted(&self, texts: &[String]) -> Option<&'static str> {
        let changed = |(rancher, text): (&Rancher, &String)| not_lying(rancher.lying(), counted_part(text).0);
        cannot_be_left(&self.ranchers.iter().zip(texts).flat_map(changed).collect::<Vec<_>>())
    }

    /// Every other clause.
    pub(super) fn breaks(&self, act: &Act) -> Option<&'static str> {
        let (seat, text) = match act {
            Act::Round(_) => return None,
            Act::Tally(texts) => return self.breaks_when_counted(texts).or_else(|| self.forgets(texts).then_some("TB-8")),
            Act::Step(actor, text) => (actor.unwrap_or_default(), text),
        };
        let rancher = &self.ranchers[seat];
        let step = words(text);
        match step.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["market", ref cards @ ..] => (cards.len() != 2 * self.ranchers.len()).then_some("1.3"),
            ["hatch", laid] => cannot_hatch(laid),
            ["grow" | "lay", number, laid] => cannot_grow(&rancher.birds[bird_at(number)], laid),
            ["discard", ..] => self.is_wrong_pile(&step).then_some("4.1"),
            ["take", ..] => {
                let discarded = matches!(self.turns.phase, Phase::Draw(_, true));
                let place = self.source(&step)?;
                match place {
                    "market" => (self.market_draws[seat] >= 2 || discarded && self.after_play).then_some("4.5"),
                    _ if discarded => Some("4.2"),
                    _ => (!self.open_places(&step[1]).contains(&place)).then_some("4.3"),
                }
            }
            ["excuse", number] => (brings(&rancher.birds[bird_at(number)], self.counting.upkeep).points >= 0).then_some("5.4"),
            _ => None,
        }
    }

    /// TB-8: whether a card of a bird that lies there is not in what was counted.
    fn forgets(&self, texts: &[String]) -> bool {
        let counted = texts.iter().map(|text| counted_part(text).0);
        !self.ranchers.iter().zip(counted).all(|(rancher, counted)| are_counted(rancher.lying(), &counted))
    }

    /// RX-4.1: a first pile, then a second (if it must be), then on one of both.
    fn is_wrong_pile(&self, step: &[String]) -> bool {
        let piles = self.discards.iter().filter(|pile| !pile.is_empty()).count();
        let must_start = piles == 0 || piles == 1 && self.new_pile_required;
        let Some(number) = step.get(3) else { return !must_start };
        let is_there = |at: usize| !self.discards[at].is_empty();
        let at = PILES.iter().position(|pile| pile == number).expect("the number of a pile");
        let starts_one = !is_there(at);
        must_start || (starts_one && (piles >= 2 || (0..at).any(|lower| !is_there(lower))))
    }
}

/// The Pawns and Courts of both decks.
fn both_decks() -> Vec<String> {
    [words(WILDS), words(WILDS)].concat()
}
