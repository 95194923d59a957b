//! Positions: a table taken up where it lies, without the moves that led there.
//!
//! A position is a part a player and one of the table, each some pieces with `;` between them: `Ada: 12; flush 1; hand 2`. The book says
//! which places a part has; a game has a value of its own for them, which is [`Positioned`]: it says what breaks a clause, builds the
//! state that lies there, and is taken from a state again.

use super::{ActOf, Clause, Game, Header, ParseError, PlaceForm, Places, Players, ReadCards, Said, Seat, layout::write_places};
use std::{convert::Infallible, fmt::Debug};

/// Whose part of a position: a player's, or the table's (`None`).
pub type Part = Option<Seat>;

/// A position as it is written: the text of each part, without the name before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parted<T> {
    /// Each player's, in seat order.
    pub players: Vec<T>,
    /// The table's, if it is there.
    pub table: Option<T>,
}

impl<T> Parted<T> {
    /// The parts that are there, the table's last.
    pub fn iter(&self) -> impl Iterator<Item = (Part, &T)> {
        let players = Seat::all(self.players.len()).map(Some).zip(&self.players);
        players.chain(self.table.iter().map(|text| (None, text)))
    }

    /// A part.
    pub fn get(&self, part: Part) -> Option<&T> {
        match part {
            Some(seat) => self.players.get(seat.index()),
            None => self.table.as_ref(),
        }
    }
}

/// Why a table can't lie as a position states: an impossible finding at its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The part that lacks a piece; `None` if the parts together can't be.
    pub part: Option<Part>,
    /// The clause that makes it impossible.
    pub clause: Clause,
    /// The reason in words.
    pub text: String,
}

impl PositionError {
    /// A table that can't lie so.
    pub fn new(clause: Clause, text: impl Into<String>) -> Self {
        Self { part: None, clause, text: text.into() }
    }

    /// A piece that has to be stated because it can't be worked out from the rest (TB-2). It is named as it is written, or as `the …` or
    /// `what …` that lies there.
    pub fn missing(part: Part, piece: &str, players: &Players) -> Self {
        let whose = part.map_or_else(|| "the part of the table".to_owned(), |seat| format!("{}'s part", players.name(seat)));
        let text = if piece.starts_with("the ") || piece.starts_with("what ") {
            format!("{whose} doesn't say {piece}")
        } else {
            let keyword = piece.split(' ').next().unwrap_or_default();
            let none = if piece.ends_with("+N") { format!(" (`{keyword} -` if there are none)") } else { String::new() };
            format!("`{piece}` is missing in {whose}{none}, and can't be worked out from the rest")
        };
        Self { part: Some(part), clause: Clause::table(2), text }
    }
}

/// One of two choices of what nothing decides at a usual table: which of the cards that nothing names lie there. What a verdict tells of
/// both is true of either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// The one that is judged.
    First,
    /// Another one.
    Second,
}

impl Filling {
    /// One of these: of several, the first or the last.
    pub fn choose<T>(self, mut all: impl DoubleEndedIterator<Item = T>) -> Option<T> {
        match self {
            Self::First => all.next(),
            Self::Second => all.next_back(),
        }
    }
}

/// A table on which each piece that a position doesn't state has its usual value.
#[derive(Clone, Debug)]
pub struct UsualTable<G: Game> {
    /// How it lies; `None` at the beginning of a round, before its setup.
    pub position: Option<G::Position>,
    /// What was done there before the lines.
    pub acts: Vec<ActOf<G>>,
    /// What others did before one of the steps, which is counted from 0.
    pub between: (usize, Vec<ActOf<G>>),
}

impl<G: Game> UsualTable<G> {
    /// The table before a round's setup.
    pub const fn of_setup() -> Self {
        Self { position: None, acts: Vec::new(), between: (0, Vec::new()) }
    }

    /// The table that lies as a position states.
    pub const fn of(position: G::Position) -> Self {
        Self { position: Some(position), acts: Vec::new(), between: (0, Vec::new()) }
    }
}

/// A piece that a position `P` doesn't state, and that the lines of a dispute touch.
#[derive(Clone, Debug)]
pub struct Unknown<P> {
    /// Whose part would state it.
    pub part: Part,
    /// Its keyword; for the first piece of a part what it is (`birds`).
    pub piece: &'static str,
    /// Its other values, the likeliest first.
    pub values: Vec<UnknownValue<P>>,
}

/// A value that a piece can have.
#[derive(Clone, Debug)]
pub struct UnknownValue<P> {
    /// The position with that piece stated.
    pub position: P,
    /// The piece as it is written: `hand 3`.
    pub text: String,
    /// In words: `Ada's hand has 3 birds`.
    pub words: String,
    /// Whether it is worth a sentence; whose turn it was, whether all was over, and what only a foul leaves there are not.
    pub is_told: bool,
}

impl<P> UnknownValue<P> {
    /// A value as it is written, and in words.
    pub fn new(position: P, text: impl Into<String>, words: impl Into<String>) -> Self {
        Self { position, text: text.into(), words: words.into(), is_told: true }
    }

    /// The same value, which is not worth a sentence.
    #[must_use]
    pub fn untold(self) -> Self {
        Self { is_told: false, ..self }
    }
}

/// The other counts that are tried of a piece: no card and one, one less and one more than usual, the greatest, and where two differ
/// the numbers next to this `boundary`. Those nearest to the usual one come first.
pub fn other_counts(usual: u32, most: u32, boundary: Option<u32>) -> Vec<u32> {
    let mut counts = vec![usual.saturating_sub(1), usual.saturating_add(1), 0, 1, most];
    counts.extend(boundary.into_iter().flat_map(|at| [at.saturating_sub(1), at, at.saturating_add(1)]));
    counts.retain(|count| *count != usual && *count <= most);
    counts.sort_by_key(|count| (count.abs_diff(usual), *count));
    counts.dedup();
    counts
}

/// How a table of the game `G` lies: what was said of it, the rest open.
pub trait Positioned<G: Game<Position = Self>>: Clone + PartialEq + Send + Sync + Debug + Sized {
    /// Whether the game takes positions at all.
    const TAKEN: bool = true;

    /// Parses the parts, knowing only the header: [`read`](Self::read) into a position of which nothing is said. A zone that isn't
    /// named stays open.
    ///
    /// # Errors
    /// The first part that can't be parsed, and why.
    fn parse(parts: &Parted<&str>, header: &Header<G::Setup>) -> Result<Self, (Part, ParseError)>;

    /// The places of a part, in the order of the book: they are read from what is said, or said.
    fn says(&mut self, _part: Part, _say: &mut Places<'_>) {}

    /// Why a table has no such place, where its rules decide that.
    fn lacks(_place: &PlaceForm, _setup: &G::Setup) -> Option<&'static str> {
        None
    }

    /// Reads the parts; `cards` reads the cards of a place.
    ///
    /// # Errors
    /// The first part that can't be parsed, and why.
    fn read(
        mut self,
        parts: &Parted<&str>,
        header: &Header<G::Setup>,
        cards: &ReadCards<'_>,
    ) -> Result<Self, (Part, ParseError)> {
        for part in header.players.seats().map(Some).chain([None]) {
            let Some(text) = parts.get(part) else { continue };
            let read = Places::read(text, G::book(), part, &header.players, cards).and_then(|mut say| {
                self.says(part, &mut say);
                say.done(|place| Self::lacks(place, &header.setup))
            });
            read.map_err(|error| (part, error))?;
        }
        Ok(self)
    }

    /// What it says of each place of its parts.
    fn said(&self, players: &Players) -> Parted<Vec<Option<Said>>> {
        let said = |part| {
            let mut say = Places::nothing(G::book(), part, players);
            self.clone().says(part, &mut say);
            say.said()
        };
        Parted { players: players.seats().map(|seat| said(Some(seat))).collect(), table: Some(said(None)) }
    }

    /// Writes it canonically, without names before the parts.
    fn write(&self, players: &Players) -> Parted<String> {
        let [player, table] = G::book().position_parts;
        let said = self.said(players);
        let of_table = said.table.map(|said| write_places(table, &said)).filter(|text| !text.is_empty());
        Parted { players: said.players.iter().map(|said| write_places(player, said)).collect(), table: of_table }
    }

    /// The state of a game in which the table lies so, from the one before it: the same table and earlier rounds. Whatever was known
    /// of hands, whatever was open to be proved, is over. Adds what follows to `events`.
    ///
    /// # Errors
    /// Why the table can't lie so, also for what is left open and matters.
    fn to_game(&self, before: &G, players: &Players, events: &mut Vec<G::Event>) -> Result<G, PositionError>;

    /// The position of a running game, as the table could say it; with `memory` also what only somebody who remembers could. `None`
    /// where no position can stand: during setup, within a turn, and when no round is being played.
    fn of(game: &G, memory: bool) -> Option<Self>;

    /// At how many players lines are taken to have been played where nobody says who plays; `0`: the fewest.
    const USUAL_PLAYERS: usize = 0;

    /// Whether lines with these steps can have been played by so many players.
    fn can_seat(_players: usize, _steps: &[(Option<Seat>, G::Step)]) -> bool {
        true
    }

    /// This position with a usual value for each piece that it doesn't state, at the moment at which the first of these steps can be
    /// done. Cards that a step needs lie where it needs them, as far as the deck has them; whatever nobody stated fits. `before` is a
    /// game whose round has just begun.
    ///
    /// # Errors
    /// Why no table can lie as the position states.
    fn usual(
        &self,
        _before: &G,
        _steps: &[(Option<Seat>, G::Step)],
        _filling: Filling,
        _players: &Players,
    ) -> Result<UsualTable<G>, PositionError> {
        Ok(UsualTable::of(self.clone()))
    }

    /// Whether this usual table can have come about without a foul in the round of `before`, which has just begun: of the players who can
    /// have been first, one with whom it can is taken.
    fn fits(&self, _before: &G) -> bool {
        true
    }

    /// The pieces that this position doesn't state and these steps touch, the likeliest to be another first.
    fn unstated(&self, _before: &G, _steps: &[(Option<Seat>, G::Step)], _players: &Players) -> Vec<Unknown<Self>> {
        Vec::new()
    }

    /// What follows from what is said, in a sentence, where lines may rest on it.
    fn follows(&self, _before: &G, _players: &Players) -> Option<String> {
        None
    }
}

/// The position of a game that takes none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPosition(Infallible);

impl<G: Game<Position = Self>> Positioned<G> for NoPosition {
    const TAKEN: bool = false;

    fn parse(_parts: &Parted<&str>, _header: &Header<G::Setup>) -> Result<Self, (Part, ParseError)> {
        let problem = format!("{} can't be taken up in the middle", G::book().short_title());
        Err((Some(Seat::new(0)), ParseError::new(0..0, problem, "the moves from the start of the round")))
    }

    fn to_game(&self, _before: &G, _players: &Players, _events: &mut Vec<G::Event>) -> Result<G, PositionError> {
        match self.0 {}
    }

    fn of(_game: &G, _memory: bool) -> Option<Self> {
        None
    }
}
