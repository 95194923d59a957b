//! Short forms typed at the table: numbers alone for what is open, one letter for a verb, names by their beginnings.

use super::{
    EggsAndEmpires, Phase, Step,
    book::BOOK,
    step::{self, Reader, card_of, value_of},
};
use crate::table::{Players, Seat, Unreadable, Words, and_list};

type Typed = Vec<(Option<Seat>, Step)>;

impl EggsAndEmpires {
    /// Reads `r 13 -6`, `p 10`, `t 13`, `t down bo`, `g 13 bo`, `d -6`, `m`; and without a letter what is open: eggs, the cards of
    /// all players in seat order (`10 9 7`, with two players `8 10 / 3 8`), the egg that is taken, the egg that is named.
    pub(super) fn short_forms(&self, actor: Option<Seat>, text: &str, players: &Players) -> Result<Typed, Unreadable> {
        let text = text.trim_end();
        let reader = Reader { players, prefixes: true };
        let mut words = Words::of(text);
        let first = words.next().map(|(word, _)| word.to_lowercase()).unwrap_or_default();
        let one = |step: Step| Ok(vec![(actor, step)]);
        match first.as_str() {
            "r" | "reveal" => return Ok(vec![(None, Step::Reveal(step::values(words)?))]),
            "p" | "play" => return self.plays(actor, words, players),
            "t" | "take" => return one(taken(reader, &words)?),
            "g" | "give" => return one(self.given(reader, actor, words)?),
            "d" | "discard" => return one(reader.discard(words)?),
            "m" | "mulligan" if words.is_done() => return one(Step::Mulligan),
            "decline" if words.is_done() => return one(Step::Decline),
            "end" if words.is_done() => return Ok(vec![(None, Step::End)]),
            "opens" => return one(self.opened(reader, actor, &words)?),
            "shows" => return one(Step::Shows(step::cards(words, "shows")?)),
            _ => {}
        }
        // What is a number or a card alone; commas are as good as blanks.
        let plain = text.replace(',', " ");
        let numbers = || plain.split_whitespace().all(|word| value_of(word).is_some());
        match self.phase {
            Phase::Reveal if !first.is_empty() && numbers() => Ok(vec![(None, Step::Reveal(step::values(Words::of(&plain))?))]),
            Phase::Play if plain.split([' ', '/']).any(|word| card_of(word).is_some()) => {
                self.plays(actor, Words::of(&plain), players)
            }
            Phase::Collect(_) if value_of(&first).is_some() || first == "down" => one(reader.take(Words::of(text))?),
            Phase::Naming if value_of(&first).is_some() || text.contains('=') => {
                one(self.opened(reader, actor, &Words::of(text))?)
            }
            _ => Err(unread(text, players)),
        }
    }

    /// One player's cards, or those of all who have yet to play, in seat order.
    fn plays(&self, actor: Option<Seat>, words: Words<'_>, players: &Players) -> Result<Typed, Unreadable> {
        let (rest, start) = words.rest();
        let yet: Vec<Seat> = self.yet_to_play().iter().collect();
        let several = actor.is_none() && yet.len() > 1 && self.phase == Phase::Play;
        let mut parts: Vec<(&str, usize)> = Vec::new();
        if several && self.each() == 1 {
            parts.extend(words.clone().map(|(word, range)| (word, range.start)));
        } else if several {
            let mut at = start;
            for part in rest.split('/') {
                parts.push((part, at));
                at += part.len() + 1;
            }
        }
        if parts.len() < 2 {
            return Ok(vec![(actor, Step::Play(step::cards(words, "play")?))]);
        }
        if parts.len() != yet.len() {
            let names: Vec<&str> = yet.iter().map(|&seat| players.name(seat)).collect();
            let problem = format!("cards for {} players, and {} have yet to play: {}", parts.len(), yet.len(), and_list(&names));
            let form = if self.each() == 1 { "one card for each, as 10 9 7" } else { "two cards for each, as 8 10 / 3 8" };
            return Err(Unreadable::new(start..start + rest.len(), problem, form));
        }
        let play = |(seat, (part, at)): (Seat, (&str, usize))| {
            let cards = step::cards(Words::of(part), "play").map_err(|unreadable| unreadable.shifted(at))?;
            Ok((Some(seat), Step::Play(cards)))
        };
        yet.into_iter().zip(parts).map(play).collect()
    }

    /// `g 13 to bo`, `g 13 bo`, `g down bo`, and `g bo` where the player has one egg to give.
    fn given(&self, reader: Reader<'_>, actor: Option<Seat>, words: Words<'_>) -> Result<Step, Unreadable> {
        let giver = actor.or_else(|| {
            let mut able = self.seats().filter(|&seat| self.may_give(seat));
            able.next().filter(|_| able.next().is_none())
        });
        let mut gifts = giver.map(|seat| self.pile(seat).gifts().map(|egg| egg.what.value())).into_iter().flatten();
        let plain = reader.give(words.clone());
        match (&plain, gifts.next(), gifts.next()) {
            (Err(_), Some(value), None) => match reader.to(words) {
                Ok(to) => Ok(Step::Give { value, to }),
                Err(_) => plain,
            },
            _ => plain,
        }
    }

    /// `opens bo = 5`, `bo = 5`, and `5` where the player has one egg to name.
    fn opened(&self, reader: Reader<'_>, actor: Option<Seat>, words: &Words<'_>) -> Result<Step, Unreadable> {
        let holder = actor.or_else(|| {
            let mut holders = self.holders();
            holders.next().filter(|_| holders.next().is_none())
        });
        let scouts = holder.map(|seat| self.pile(seat).unnamed()).unwrap_or_default();
        let (rest, _) = words.rest();
        match (&scouts[..], value_of(rest)) {
            ([scout], Some(value)) => Ok(Step::Opens { scout: *scout, value }),
            _ => reader.opens(words),
        }
    }
}

/// `t 13`, `t down bo`, `t bo`, `t bo = 5`.
fn taken(reader: Reader<'_>, words: &Words<'_>) -> Result<Step, Unreadable> {
    let plain = reader.take(words.clone());
    if plain.is_ok() || words.is_done() { plain } else { reader.down(words).or(plain) }
}

/// What is neither a step nor a short form of one.
fn unread(text: &str, players: &Players) -> Unreadable {
    let error = Step::read(text, players).err();
    error.unwrap_or_else(|| Unreadable::new(0..text.len(), format!("this is no step of {}", BOOK.title), step::verbs()))
}
