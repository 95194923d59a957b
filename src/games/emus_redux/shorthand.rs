//! Short forms typed at the table: one letter for a verb, `.` for a draw.

use super::{EmusRedux, Phase, PileNumber, Source, Step, book, step};
use crate::{
    decktet::{Rank, read_played},
    emu::{self, BirdNumber, Laid},
    table::{Game as _, Seat, Shorthand, Unclear, Unreadable, Words},
};

impl EmusRedux {
    /// Reads `h 7s`, `g2 9l`, `g 1 pmsl=6`, `d 5w`, `d 5w 2`, `.`, `. 9l`, `t`, `t 1`, `t 9l`, `t 9l market`, `l 1 8w`, `e 2`,
    /// and the market's cards alone while they are due.
    fn short(&self, actor: Option<Seat>, text: &str) -> Result<Step, Shorthand<Step>> {
        let text = text.trim_end();
        if let Some(card) = text.strip_prefix('.') {
            let drawn = Words::of(card);
            let known = if drawn.is_done() { None } else { Some(emu::card(&drawn, ".", step::DECK).map_err(|e| e.shifted(1))?) };
            return Ok(Step::Draw(known));
        }
        let Some((verb, tail)) = emu::short_verb(&book::BOOK, text) else {
            let unreadable = match Step::read(text) {
                Ok(step) => return Ok(step),
                Err(unreadable) => unreadable,
            };
            return self.asked(actor, text).or_else(|| self.market_alone(text)).unwrap_or(Err(unreadable.into()));
        };
        let rest = tail.trim_start();
        let linked = match verb.name {
            "take" if rest.is_empty() => return Self::take_what(self.all_open()),
            "take" if rest.parse::<Source>().is_ok() => return self.take_at(rest),
            "take" => with_link(rest, "from", |word| word.parse::<Source>().is_ok()),
            "discard" => with_link(rest, "to", |word| word.parse::<PileNumber>().is_ok()),
            _ => None,
        };
        let full = format!("{} {}", verb.name, linked.as_deref().unwrap_or(rest));
        if let Some(asked) = self.asked(actor, &full) {
            return asked;
        }
        match Step::read(&full) {
            // A letter is soon typed: where there is a choice of piles it is asked.
            Ok(Step::Discard(card, None)) if !self.must_start_new_pile() => Err(self.which_pile(card).into()),
            Ok(step) => Ok(step),
            Err(unreadable) if linked.is_some() => Err(unreadable.at(0..text.len()).into()),
            Err(unreadable) => {
                // Its place in what was typed, where the rest stands right behind the letter and some blanks.
                let place = |at: usize| (at.saturating_sub(verb.name.len() + 1) + text.len() - rest.len()).min(text.len());
                let range = place(unreadable.range.start)..place(unreadable.range.end);
                Err(unreadable.at(range).into())
            }
        }
    }

    /// The short form, of whoever acts; the market is nobody's.
    pub(super) fn short_forms(&self, actor: Option<Seat>, text: &str) -> Result<Vec<(Option<Seat>, Step)>, Shorthand<Step>> {
        let card_alone = emu::card_alone(self, actor, text, step::DECK, Step::cards);
        let step = card_alone.unwrap_or_else(|| self.short(actor, text))?;
        Ok(vec![(if matches!(step, Step::Market(_)) { None } else { actor }, step)])
    }

    /// While the market is due, its cards suffice.
    fn market_alone(&self, text: &str) -> Option<Result<Step, Shorthand<Step>>> {
        let cards = (self.phase == Phase::Market).then(|| emu::cards(&Words::of(text), "market", step::DECK))?;
        Some(cards.map(Step::Market).map_err(Shorthand::from))
    }

    /// A Pawn or Court that is to go on a bird without a number: which one is asked.
    fn asked(&self, actor: Option<Seat>, text: &str) -> Option<Result<Step, Shorthand<Step>>> {
        let mut words = Words::of(text);
        let (verb, _) = words.next()?;
        let step = |number: BirdNumber, laid| match verb {
            "grow" => Some(Step::Grow(number, laid)),
            "lay" => Some(Step::Lay(number, laid)),
            _ => None,
        };
        let number: BirdNumber = words.next()?.0.parse().ok()?;
        let (card, None) = read_played(words.rest().0, step::DECK).ok()? else { return None };
        if !super::is_wild(card) {
            return None;
        }
        let seat = actor.or_else(|| self.open().seats().single()).or(self.laying);
        let bird = seat.and_then(|seat| self.bird(seat, number));
        let all = (2..=9).filter_map(Rank::from_number).map(|rank| Laid { card, rank: Some(rank) });
        let fitting: Vec<Laid> = all.clone().filter(|&laid| bird.is_none_or(|bird| bird.fits(laid).is_ok())).collect();
        let laid = if fitting.is_empty() { all.collect() } else { fitting };
        let options = laid.into_iter().map(|laid| step(number, laid)).collect::<Option<Vec<_>>>()?;
        Some(Err(Unclear { question: format!("{card} as which number?"), options }.into()))
    }

    /// Everything that is open to be taken, as it is written.
    pub(super) fn all_open(&self) -> Vec<Step> {
        let tops = self.discards.there().filter_map(|(number, pile)| Some((pile.top()?, Source::Pile(number))));
        let mut market: Vec<_> = self.market.cards().map(|card| (card, Source::Market)).collect();
        market.dedup();
        tops.chain(market).map(|(card, source)| self.taken(card, source)).collect()
    }

    fn take_at(&self, place: &str) -> Result<Step, Shorthand<Step>> {
        let at = place.parse::<Source>().ok();
        let from = |step: &Step| matches!(step, Step::Take(card, from) if self.source(*card, *from) == at);
        Self::take_what(self.all_open().into_iter().filter(from).collect())
    }

    fn take_what(open: Vec<Step>) -> Result<Step, Shorthand<Step>> {
        match <[Step; 1]>::try_from(open) {
            Ok([only]) => Ok(only),
            Err(open) if open.is_empty() => {
                Err(Unreadable::new(0..1, "there is nothing to take there", "a card that lies open").into())
            }
            Err(options) => Err(Unclear { question: "which card?".to_owned(), options }.into()),
        }
    }
}

/// A card and its place with `link` between them, where the last word is a place and nothing links it.
fn with_link(rest: &str, link: &str, is_place: impl Fn(&str) -> bool) -> Option<String> {
    let (card, place) = rest.rsplit_once(char::is_whitespace)?;
    let card = card.trim_end();
    (is_place(place) && !card.ends_with(&format!(" {link}"))).then(|| format!("{card} {link} {place}"))
}
