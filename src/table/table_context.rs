//! The part of a log's head that a game sees: players and setup.

use super::{Seat, and_list, comparison_key, is_same_name, signed, tokens::did_you_mean};
use std::fmt;

/// The players' names, in seat order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players(Vec<String>);

impl Players {
    /// The players of a table, clockwise. At most six names are kept.
    pub fn new<I: IntoIterator<Item = S>, S: Into<String>>(names: I) -> Self {
        Self(names.into_iter().take(Seat::MOST).map(Into::into).collect())
    }

    /// The number of players.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The name at a seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.0.get(seat.index()).map_or("?", String::as_str)
    }

    /// The names at some seats.
    pub fn names_of(&self, seats: impl IntoIterator<Item = Seat>) -> Vec<&str> {
        seats.into_iter().map(|seat| self.name(seat)).collect()
    }

    /// The names at some seats in a sentence: `Ada, Bo and Cy`.
    pub fn join_names(&self, seats: impl IntoIterator<Item = Seat>) -> String {
        and_list(self.names_of(seats))
    }

    /// The names with a count each, in a sentence: `Ada 12 and Bo 10`.
    pub fn join_counts(&self, counts: impl IntoIterator<Item = (Seat, impl fmt::Display)>) -> String {
        and_list(counts.into_iter().map(|(seat, count)| format!("{} {}", self.name(seat), signed(count))))
    }

    /// The name of an actor: a player, or `the table`.
    pub fn actor(&self, actor: Option<Seat>) -> &str {
        actor.map_or("the table", |seat| self.name(seat))
    }

    /// A line of a log, as `Ada: draw`. A line of the table has no name.
    pub fn line(&self, actor: Option<Seat>, steps: &str) -> String {
        actor.map_or_else(|| steps.to_owned(), |seat| [self.name(seat), ": ", steps].concat())
    }

    /// All names, in seat order.
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// The seats.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.0.len())
    }

    /// The seat of a player named in full, in any letter case and Unicode form. The error suggests the nearest name.
    pub fn find(&self, name: &str) -> Result<Seat, UnknownName> {
        // Most logs write the name exactly.
        match self.0.iter().position(|known| known == name) {
            Some(index) => Ok(Seat::new(index)),
            None => self.find_in_any_form(name),
        }
    }

    #[cold]
    fn find_in_any_form(&self, name: &str) -> Result<Seat, UnknownName> {
        let name = name.trim();
        let index = self.0.iter().position(|known| is_same_name(known, name));
        index.map(Seat::new).ok_or_else(|| self.unknown_name(name))
    }

    /// The seat of a player named in full or by a prefix that only one name has, in any letter case and Unicode form.
    pub fn find_by_prefix(&self, name: &str) -> Result<Seat, UnknownName> {
        self.find(name).or_else(|unknown| {
            let prefix = comparison_key(name.trim());
            let has_prefix = |index: &usize| comparison_key(&self.0[*index]).starts_with(&prefix);
            let matches: Vec<usize> = (0..self.0.len()).filter(has_prefix).collect();
            match matches[..] {
                [index] if !prefix.is_empty() => Ok(Seat::new(index)),
                _ => Err(unknown),
            }
        })
    }

    /// The name of the player who leaves by a line such as `Tom left`. Returns `None` for any other line.
    pub fn leaver(&self, line: &str) -> Option<&str> {
        let (name, word) = line.trim().rsplit_once(char::is_whitespace)?;
        self.find(name).ok().filter(|_| word.eq_ignore_ascii_case("left")).map(|seat| self.name(seat))
    }

    /// The name of somebody who joins by a line such as `Dot joined`. Returns `None` for any other line, and for a player.
    pub fn joiner<'l>(&self, line: &'l str) -> Option<&'l str> {
        let (name, word) = line.trim().rsplit_once(char::is_whitespace)?;
        (word.eq_ignore_ascii_case("joined") && !name.contains([':', ';', '!']) && self.find(name).is_err()).then(|| name.trim())
    }

    fn unknown_name(&self, name: &str) -> UnknownName {
        UnknownName {
            name: name.to_owned(),
            nearest: did_you_mean(name, self.0.iter().map(String::as_str)).map(str::to_owned),
            players: self.0.clone(),
        }
    }
}

/// A name that no player at the table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The name as written.
    pub name: String,
    /// The most similar name, if any is similar.
    pub nearest: Option<String>,
    /// The names of the players at the table.
    pub players: Vec<String>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nobody here is called `{}`", self.name)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean {nearest}?"),
            None => write!(f, "; the players are {}", and_list(&self.players)),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The head of a log as a game sees it. A game's notation and judging see nothing else of the log.
#[derive(Clone, Debug)]
pub struct TableContext<S> {
    /// The players, by seat.
    pub players: Players,
    /// The table rules and the deck, in the game's own type.
    pub setup: S,
}
