//! How a position is read and written.

use super::{Gift, Named, Own, Position};
use crate::{
    games::eggs_and_empires::{
        Setup,
        step::{CARD, Cards, VALUE, Values, card_of, value_of},
    },
    table::prelude::*,
};

const PLAYER: &str = "`13 -6; down NAME; unseen 2; merchant 1; played 5 8; shows 10; may give 13; may discard`, each if it is so";
const TABLE: &str = "`turn 4; marker NAME; eggs 8 -2; down NAME; gone 5`, each if it is so";

impl Position {
    pub(super) fn read(parts: &Parted<&str>, header: &Header<Setup>) -> Result<Self, (Part, ParseError)> {
        let mut position = Self { players: parts.parse_players(|text| parse_player(text, header))?, ..Self::default() };
        if let Some(text) = parts.table {
            position.parse_table(text, header).map_err(|error| (None, error))?;
        }
        Ok(position)
    }

    pub(super) fn written(&self, players: &Players) -> Parted<String> {
        let down = |scout: &Seat| format!("down {}", players.name(*scout));
        let table = [
            piece("turn", self.turn),
            piece("marker", self.marker.map(|seat| players.name(seat))),
            piece("eggs", self.eggs.as_ref().map(|eggs| or_none(spaced(eggs)))),
        ];
        let face_down = self.down.iter().map(|scout| Some(down(scout)));
        let gone = self.gone.as_ref().map(|gone| gone.write(&gone.named));
        let behind = [piece("deck", self.deck), piece("gone", gone), piece("round", self.round)];
        let table = write_pieces(table.into_iter().chain(face_down).chain(behind));
        Parted {
            players: self.players.iter().map(|own| own.write(players)).collect(),
            table: Some(table).filter(|text| !text.is_empty()),
        }
    }

    fn parse_table(&mut self, text: &str, header: &Header<Setup>) -> Result<(), ParseError> {
        let mut pieces = Pieces::of(text, &["turn", "marker", "egg", "down", "deck", "gone", "round"], TABLE);
        while let Some(key) = pieces.next_key() {
            match key {
                Some("turn") => {
                    pieces.number_once(&mut self.turn)?;
                    pieces.one_or_more(self.turn.map(u16::from))?;
                }
                Some("round") => {
                    pieces.number_once(&mut self.round)?;
                    pieces.one_or_more(self.round)?;
                }
                Some("marker") => {
                    let marker = pieces.player(&header.players)?;
                    pieces.once(&mut self.marker, marker)?;
                }
                Some("down") => self.down.push(pieces.player(&header.players)?),
                Some("deck") => {
                    let place = pieces.rest().1;
                    pieces.number_once(&mut self.deck)?;
                    if header.setup.eggs.is_none() {
                        let problem = "this table lists no eggs, so nobody can count the deck: leave this out";
                        return Err(pieces.wrong(place, problem));
                    }
                }
                Some("gone") => {
                    let named = Named::read(&pieces.words(), "eggs", |tokens| tokens.each(VALUE, value_of))?;
                    pieces.once(&mut self.gone, named)?;
                }
                Some(_) => {
                    let eggs = values(pieces.words())?;
                    pieces.once(&mut self.eggs, eggs)?;
                }
                None if self.eggs.is_none() => self.eggs = Some(values(pieces.words())?),
                None => return Err(pieces.unread()),
            }
        }
        self.down.sort_unstable();
        if let Some(gone) = &mut self.gone {
            gone.named.sort_unstable_by(|one, other| other.cmp(one));
        }
        Ok(())
    }
}

impl Own {
    fn write(&self, players: &Players) -> String {
        let down = |scout: &Seat| format!("down {}", players.name(*scout));
        let numbers = |cards: &Cards| spaced(cards.iter().map(|card| card.number()));
        let played = self.played.as_ref().map(|played| played.write(played.named.iter().map(|card| card.number())));
        let rights = self.may_give.iter().map(|gift| match gift {
            Gift::Worth(value) => format!("may give {value}"),
            Gift::Down(scout) => format!("may give {}", down(scout)),
            Gift::Unsaid => "may give".to_owned(),
        });
        let discards = std::iter::repeat_n("may discard".to_owned(), self.may_discard.into());
        let eggs = self.eggs.as_ref().map(|eggs| or_none(spaced(eggs)));
        let cards = [
            piece("unseen", self.unseen),
            piece("merchant", self.merchants),
            piece("blacksmith", self.blacksmiths),
            piece("hand", self.hand),
            piece("played", played),
            piece("shows", Some(numbers(&self.shows)).filter(|cards| !cards.is_empty())),
        ];
        let last =
            [self.mulligan.map(|()| "mulligan taken".to_owned()), piece("before", self.points), piece("tokens", self.tokens)];
        let pieces = std::iter::once(eggs).chain(self.down.iter().map(|scout| Some(down(scout)))).chain(cards);
        write_pieces(pieces.chain(rights.chain(discards).map(Some)).chain(last))
    }
}

impl<T: Default> Named<T> {
    /// What is named, and `+N` for more that isn't.
    fn read(
        tokens: &Tokens<'_>,
        what: &str,
        named: impl FnOnce(&mut Tokens<'_>) -> Result<T, ParseError>,
    ) -> Result<Self, ParseError> {
        let (rest, start) = tokens.rest();
        let (text, verb) = (tokens.text(), tokens.verb());
        let (end, more) = match rest.find('+') {
            None => (rest.len(), None),
            Some(at) => {
                let number = rest[at + 1..].trim();
                let read = number.parse().ok().filter(|more: &u16| *more <= 99);
                let wrong = || {
                    let place = start + at..start + rest.len();
                    ParseError::new(place, format!("`+{number}` is no number of {what}"), format!("`+N` for N more {what}"))
                };
                (at, Some(read.ok_or_else(wrong)?))
            }
        };
        let mut tokens = Tokens::after(&text[..start + end], start, verb);
        let named = if tokens.rest().0 == "-" { T::default() } else { named(&mut tokens)? };
        Ok(Self { named, more })
    }
}

impl<T> Named<T> {
    fn write<C: ToString>(&self, named: impl IntoIterator<Item = C>) -> String {
        let words = named.into_iter().map(|one| one.to_string()).chain(self.more.map(|more| format!("+{more}")));
        or_none(words.collect::<Vec<_>>().join(" "))
    }
}

/// What one player has.
fn parse_player(text: &str, header: &Header<Setup>) -> Result<Own, ParseError> {
    let keys = [
        "down",
        "unseen",
        "merchant",
        "blacksmith",
        "hand",
        "played",
        "shows",
        "may",
        "mulligan taken",
        "mulligan",
        "before",
        "token",
    ];
    let mut own = Own::default();
    let mut shows = None;
    let mut pieces = Pieces::of(text, &keys, PLAYER);
    while let Some(key) = pieces.next_key() {
        match key {
            Some("down") => own.down.push(pieces.player(&header.players)?),
            Some("unseen") => pieces.number_once(&mut own.unseen)?,
            Some("merchant") => pieces.number_once(&mut own.merchants)?,
            Some("blacksmith") => pieces.number_once(&mut own.blacksmiths)?,
            Some("hand") => pieces.number_once(&mut own.hand)?,
            Some("before") => pieces.number_once(&mut own.points)?,
            Some("token") => {
                let place = pieces.rest().1;
                pieces.number_once(&mut own.tokens)?;
                if !header.setup.for_tokens() {
                    return Err(pieces.wrong(place, "nobody gets tokens at this table: it plays for points"));
                }
            }
            Some("played") => {
                let named = Named::read(&pieces.words(), "cards", |tokens| tokens.each(CARD, card_of))?;
                pieces.once(&mut own.played, named)?;
            }
            Some("shows") => {
                let mut tokens = pieces.words();
                let cards: Cards = tokens.each(CARD, card_of)?;
                if cards.is_empty() {
                    return Err(tokens.missing("a card", CARD.form));
                }
                pieces.once(&mut shows, cards)?;
            }
            Some("may") => own.parse_right(pieces.words(), header)?,
            Some(_) => pieces.once(&mut own.mulligan, ())?,
            None if own.eggs.is_none() => own.eggs = Some(values(pieces.words())?),
            None => return Err(pieces.unread()),
        }
    }
    own.shows = shows.unwrap_or_default();
    own.shows.sort_unstable();
    if let Some(played) = &mut own.played {
        played.named.sort_unstable();
    }
    own.may_give.sort_unstable();
    Ok(own)
}

impl Own {
    /// `give V`, `give down NAME`, or `discard`.
    fn parse_right(&mut self, mut tokens: Tokens<'_>, header: &Header<Setup>) -> Result<(), ParseError> {
        let form = "`may give V`, `may give down NAME` or `may discard`";
        if tokens.take_word("discard") {
            tokens.done()?;
            self.may_discard = self.may_discard.saturating_add(1);
            return Ok(());
        }
        if !tokens.take_word("give") {
            let (word, place) = tokens.clone().next().unwrap_or(("", tokens.end()));
            return Err(ParseError::new(place, format!("`may {word}` is no right of these"), form));
        }
        let gift = if tokens.is_done() {
            Gift::Unsaid
        } else if tokens.take_word("down") {
            let (name, start) = tokens.rest();
            let names = || or_list(header.players.names());
            let unknown = |error: UnknownName| ParseError::new(start..start + name.len(), error.to_string(), names());
            Gift::Down(header.players.find_by_prefix(name).map_err(unknown)?)
        } else {
            let value = tokens.one(VALUE, value_of).map_err(|error| error.expecting(form))?;
            tokens.done()?;
            Gift::Worth(value)
        };
        self.may_give.push(gift);
        Ok(())
    }
}

/// Eggs, highest first; `-` for none.
fn values(mut tokens: Tokens<'_>) -> Result<Values, ParseError> {
    if matches!(tokens.rest().0, "-" | "−") {
        return Ok(Values::new());
    }
    let mut values: Values = tokens.each(VALUE, value_of)?;
    values.sort_unstable_by(|one, other| other.cmp(one));
    Ok(values)
}

fn or_none(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}
