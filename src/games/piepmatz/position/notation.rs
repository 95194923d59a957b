//! How a position is read and written.

use super::{Before, Beside, OutOfTheGame, Position, order};
use crate::{
    games::piepmatz::{
        Bird, Birds, FeederCard, Perch,
        step::{Lost, any_birds, next_bird, seeds, sorted},
    },
    table::prelude::*,
};
use std::ops::Range;

const PLAYER: &str = "`BL6 CH2; 3 1; hand 3; shows SP4`, each if it is so";
const TABLE: &str =
    "`perches BL3 SP1 | GR4; slots 3+crow 1 - 2; display BL1 CH2 YE3; birds 40; feeder 20; gone BU2; turn NAME; ending`";

impl Position {
    pub(super) fn read(parts: &Parted<&str>, players: &Players) -> Result<Self, (Part, ParseError)> {
        let mut position = Self { players: parts.parse_players(parse_player)?, ..Self::default() };
        if let Some(text) = parts.table {
            position.parse_table(text, players).map_err(|error| (None, error))?;
        }
        Ok(position)
    }

    pub(super) fn written(&self, players: &Players) -> Parted<String> {
        let player = |of: &Before| {
            let (birds, seeds) = of.collection.as_ref().map(|(birds, seeds)| (spaced(birds), spaced(seeds))).unzip();
            let nothing = birds.as_ref().zip(seeds.as_ref()).filter(|(birds, seeds)| birds.is_empty() && seeds.is_empty());
            write_pieces([nothing.map(|_| "-".to_owned()), birds, seeds, piece("hand", of.hand), shown(&of.shows)])
        };
        let perches = self.perches.as_ref().map(|perches| {
            let each = perches.iter().map(|perch| {
                let bird = perch.bird.map_or_else(|| "-".to_owned(), |bird| bird.to_string());
                spaced([bird].into_iter().chain(perch.queue.iter().map(Bird::to_string)))
            });
            each.collect::<Vec<_>>().join(" | ")
        });
        let slots = self.slots.as_ref().map(|slots| {
            spaced(slots.iter().map(|slot| {
                let seed = slot.seed.map_or_else(|| "-".to_owned(), |seed| seed.to_string());
                slot.pests.iter().fold(seed, |text, pest| format!("{text}+{pest}"))
            }))
        });
        let gone_birds = self.gone.birds.as_ref().map(|gone| write_cards(&gone.named, gone.more.into()));
        let gone_feeder = self.gone.feeder.as_ref().map(|gone| format!("| {}", write_cards(&gone.named, gone.more.into())));
        let gone = Some(spaced(gone_birds.into_iter().chain(gone_feeder))).filter(|gone| !gone.is_empty());
        let table = write_pieces([
            piece("perches", perches),
            piece("slots", slots),
            piece("display", self.display.as_ref().map(|display| write_cards(display, 0))),
            piece("birds", self.birds),
            piece("feeder", self.feeder),
            piece("gone", gone),
            piece("turn", self.turn.map(|seat| players.name(seat))),
            self.ending.map(|()| "ending".to_owned()),
        ]);
        Parted { players: self.players.iter().map(player).collect(), table: Some(table).filter(|text| !text.is_empty()) }
    }

    fn parse_table(&mut self, text: &str, players: &Players) -> Result<(), ParseError> {
        let keys = ["perches", "perch", "slot", "display", "bird", "feeder", "gone", "turn", "ending"];
        let mut pieces = Pieces::of(text, &keys, TABLE);
        let mut gone_already = None;
        while let Some(key) = pieces.next_key() {
            match key {
                Some("perches" | "perch") => {
                    let perches = parse_perches(&pieces.words())?;
                    pieces.once(&mut self.perches, perches)?;
                }
                Some("slot") => {
                    let slots = parse_slots(&pieces.words())?;
                    pieces.once(&mut self.slots, slots)?;
                }
                Some("display") => {
                    let mut tokens = pieces.words();
                    let display = if is_nothing(&tokens) { Birds::new() } else { sorted(&mut tokens)? };
                    pieces.once(&mut self.display, display)?;
                }
                Some("bird") => pieces.number_once(&mut self.birds)?,
                Some("feeder") => pieces.number_once(&mut self.feeder)?,
                Some("gone") => {
                    let gone = parse_gone(&pieces.words())?;
                    pieces.once(&mut gone_already, ())?;
                    self.gone = gone;
                }
                Some("turn") => {
                    let turn = pieces.player(players)?;
                    pieces.once(&mut self.turn, turn)?;
                }
                Some(_) => pieces.once(&mut self.ending, ())?,
                None => return Err(pieces.unread()),
            }
        }
        Ok(())
    }
}

/// Whether a piece says that nothing lies there.
fn is_nothing(tokens: &Tokens<'_>) -> bool {
    matches!(tokens.rest().0, "-" | "–")
}

/// What one player has.
fn parse_player(text: &str) -> Result<Before, ParseError> {
    let (mut birds, mut own_seeds, mut shows) = (None, None, None);
    let mut of = Before::default();
    let mut pieces = Pieces::of(text, &["seed", "hand", "shows"], PLAYER);
    while let Some(key) = pieces.next_key() {
        match key {
            Some("hand") => pieces.number_once(&mut of.hand)?,
            Some("shows") => {
                let cards = sorted(&mut pieces.words())?;
                pieces.once(&mut shows, cards)?;
            }
            // The birds; then `-` is that there are no seed cards.
            None if !pieces.is_number() && (birds.is_none() || !matches!(pieces.rest().0, "-" | "–")) => {
                let mut tokens = pieces.words();
                let mut cards = if is_nothing(&tokens) { Birds::new() } else { any_birds(&mut tokens)? };
                cards.sort_unstable();
                pieces.once(&mut birds, cards)?;
            }
            _ => {
                let mut tokens = pieces.words();
                let cards = if is_nothing(&tokens) { Lost::new() } else { seeds(&mut tokens)? };
                pieces.once(&mut own_seeds, cards)?;
            }
        }
    }
    let is_said = birds.is_some() || own_seeds.is_some();
    of.collection = is_said.then(|| (birds.unwrap_or_default(), own_seeds.unwrap_or_default()));
    of.shows = shows.unwrap_or_default();
    Ok(of)
}

/// `BL3 SP1 CH1 | GR4`: the bird at each perch, then its queue.
fn parse_perches(tokens: &Tokens<'_>) -> Result<Vec<Perch>, ParseError> {
    let each = piles(tokens).map(|(text, place)| {
        let mut words = Tokens::of(text);
        let is_empty = words.take_word("-") || words.take_word("–");
        let mut queue = any_birds(&mut words).map_err(|error| error.shifted(place.start))?;
        if is_empty {
            return Ok(Perch { bird: None, queue });
        }
        if queue.is_empty() {
            let expected =
                "the bird at each perch and its queue, `|` between perches, `-` for an empty one: `perches BL3 SP1 | GR4`";
            return Err(ParseError::new(place, "no bird is named at this perch", expected));
        }
        Ok(Perch { bird: Some(queue.remove(0)), queue })
    });
    each.collect()
}

const SLOT: &str = "the seed card of each slot, `-` for none, and with `+` what lies beside it: `slots 3+crow 1 -+squirrel 2`";

/// The stretches of a piece between spaces, commas, `|` and `+`, each with its place and whether `+` stands before it.
fn stretches<'a>(tokens: &Tokens<'a>) -> impl Iterator<Item = (&'a str, Range<usize>, bool)> + use<'a> {
    let (rest, start) = tokens.rest();
    let ends = |char: char| char.is_whitespace() || matches!(char, ',' | '|' | '+');
    let mut at = 0;
    std::iter::from_fn(move || {
        at += rest[at..].find(|char| !ends(char))?;
        let end = rest[at..].find(ends).map_or(rest.len(), |length| at + length);
        let stretch = (&rest[at..end], start + at..start + end, rest[..at].trim_end().ends_with('+'));
        at = end;
        Some(stretch)
    })
}

/// `3+crow 1 -+squirrel 2`: what lies in each slot, and beside it.
fn parse_slots(tokens: &Tokens<'_>) -> Result<Vec<Beside>, ParseError> {
    let mut slots: Vec<Beside> = Vec::new();
    for (word, place, is_beside) in stretches(tokens) {
        let wrong = |problem: String| ParseError::new(place.clone(), problem, SLOT);
        let seed = if matches!(word, "-" | "–") {
            None
        } else {
            match FeederCard::from_word(word).ok_or_else(|| wrong(format!("`{word}` is no feeder card")))? {
                FeederCard::Seed(seed) => Some(seed),
                FeederCard::Pest(pest) => {
                    let slot = slots.last_mut().ok_or_else(|| wrong(format!("no slot stands before this {pest}")))?;
                    slot.pests.push(pest);
                    continue;
                }
            }
        };
        if is_beside {
            return Err(wrong(format!("`{word}` can't lie beside a slot")));
        }
        slots.push(Beside { seed, ..Beside::default() });
    }
    if slots.is_empty() { Err(tokens.missing("the slots", SLOT)) } else { Ok(slots) }
}

const GONE: &str = "birds, then feeder cards, `+N` for N more that nobody names: `gone BL3 +1 | crow 2`";

/// `BL3 +1 | crow 2`: the birds that are out of the game, and the feeder cards; a side that isn't there stays open.
fn parse_gone(tokens: &Tokens<'_>) -> Result<OutOfTheGame, ParseError> {
    let mut gone = OutOfTheGame::default();
    for (side, (text, place)) in piles(tokens).enumerate() {
        let wrong = |range: Range<usize>, problem: String| Err(ParseError::new(range, problem, GONE).shifted(place.start));
        if side > 1 {
            return wrong(0..text.len(), "birds and feeder cards are two lists, and this is a third one".to_owned());
        }
        let (mut is_feeder, mut start) = (side == 1, 0);
        for (nth, stretch) in text.split('+').enumerate() {
            let mut words = Tokens::after(&text[..start + stretch.len()], start, "gone");
            if nth > 0 {
                let (word, range) = words.next().unwrap_or(("", start..start));
                let more = if is_feeder {
                    &mut gone.feeder.get_or_insert_default().more
                } else {
                    &mut gone.birds.get_or_insert_default().more
                };
                match word.trim_end_matches(',').parse().ok().filter(|count| *more == 0 && (1..10_000).contains(count)) {
                    Some(count) => *more = count,
                    None => return wrong(range, format!("`+{word}` is no number of cards")),
                }
            }
            while let Some((word, range)) = words.clone().next() {
                let mut ahead = words.clone();
                if let Some(Ok(bird)) = next_bird(&mut ahead) {
                    if side == 1 {
                        return wrong(range, format!("{bird} stands among the feeder cards"));
                    }
                    (is_feeder, words) = (false, ahead);
                    gone.birds.get_or_insert_default().named.push(bird);
                    continue;
                }
                words.next();
                if let Some(card) = FeederCard::from_word(word) {
                    is_feeder = true;
                    gone.feeder.get_or_insert_default().named.push(card);
                } else if !matches!(word.trim_end_matches(','), "-" | "–") {
                    return wrong(range, format!("`{word}` is no bird and no feeder card"));
                } else if is_feeder {
                    gone.feeder.get_or_insert_default();
                } else {
                    gone.birds.get_or_insert_default();
                }
            }
            start += stretch.len() + 1;
        }
    }
    if gone == OutOfTheGame::default() {
        return Err(tokens.missing("the cards", GONE));
    }
    if let Some(birds) = &mut gone.birds {
        birds.named.sort_unstable();
    }
    if let Some(feeder) = &mut gone.feeder {
        feeder.named.sort_by_key(|&card| order(card));
    }
    Ok(gone)
}
