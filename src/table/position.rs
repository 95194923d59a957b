//! Positions: the table as stated, without the moves that led there. A position has a part for each player and one for the table,
//! each with pieces separated by `;`: `Ada: 12; flush 1; hand 2`.

use super::{
    ActOf, ClauseId, FieldBinder, FieldSpec, FieldValue, Game, ParseCardsFn, ParseError, Players, Seat, TableContext, count_of,
    fields::write_fields,
};
use std::{convert::Infallible, fmt::Debug};

/// The owner of a part of a position: a player, or the table (`None`).
pub type PartOwner = Option<Seat>;

/// One `T` for each part of a position, such as its text without the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerPart<T> {
    /// The players' parts, in seat order.
    pub players: Vec<T>,
    /// The table's part, if there is one.
    pub table: Option<T>,
}

impl<T> PerPart<T> {
    /// The parts that exist, the table's last.
    pub fn iter(&self) -> impl Iterator<Item = (PartOwner, &T)> {
        let players = Seat::all(self.players.len()).map(Some).zip(&self.players);
        players.chain(self.table.iter().map(|part| (None, part)))
    }

    /// The part of `owner`. Returns `None` if there is none.
    pub fn get(&self, owner: PartOwner) -> Option<&T> {
        match owner {
            Some(seat) => self.players.get(seat.index()),
            None => self.table.as_ref(),
        }
    }
}

/// The steps of a dispute, each with its actor.
pub type Steps<'a, G> = &'a [(Option<Seat>, <G as Game>::Step)];

/// The reason why a position is impossible: a finding at the position's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The part that lacks a piece. `None` if the stated parts contradict a clause.
    pub part: Option<PartOwner>,
    /// The clause that makes the position impossible.
    pub clause: ClauseId,
    /// The reason in words.
    pub text: String,
}

impl PositionError {
    /// The error of a position that contradicts a clause.
    pub fn new(clause: ClauseId, text: impl Into<String>) -> Self {
        Self { part: None, clause, text: text.into() }
    }

    /// The error of an unstated piece that can't be worked out (TB-2). `piece` is its notation, or begins with `the` or `what`.
    pub fn missing(part: PartOwner, piece: &str, players: &Players) -> Self {
        let owner = part.map_or_else(|| "the part of the table".to_owned(), |seat| format!("{}'s part", players.name(seat)));
        let text = if piece.starts_with("the ") || piece.starts_with("what ") {
            format!("{owner} doesn't say {piece}")
        } else {
            let keyword = piece.split(' ').next().unwrap_or_default();
            let if_none = if piece.ends_with("+N") { format!(" (`{keyword} -` if there are none)") } else { String::new() };
            format!("`{piece}` is missing in {owner}{if_none}, and can't be worked out from the rest")
        };
        Self { part: Some(part), clause: ClauseId::table(2), text }
    }
}

/// One of two ways to fill the undecided places of a [`UsualTable`] with cards that nothing names. A verdict states only facts that
/// are true of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillChoice {
    /// The way that is judged.
    First,
    /// The other way, for comparison.
    Second,
}

impl FillChoice {
    /// Chooses one of several values: the first or the last.
    pub fn choose<T>(self, mut values: impl DoubleEndedIterator<Item = T>) -> Option<T> {
        match self {
            Self::First => values.next(),
            Self::Second => values.next_back(),
        }
    }
}

/// A table on which each unstated piece of a position has its usual value: the one that a dispute assumes first.
#[derive(Clone, Debug)]
pub struct UsualTable<G: Game> {
    /// The position. `None` at the beginning of a round, before its setup.
    pub position: Option<G::Position>,
    /// The acts before the disputed lines.
    pub acts: Vec<ActOf<G>>,
    /// The index of one of the disputed steps (from 0), and the acts of other players before that step.
    pub between: (usize, Vec<ActOf<G>>),
}

impl<G: Game> UsualTable<G> {
    /// The table before a round's setup.
    pub const fn of_setup() -> Self {
        Self { position: None, acts: Vec::new(), between: (0, Vec::new()) }
    }

    /// The table that a position states.
    pub const fn of(position: G::Position) -> Self {
        Self { position: Some(position), acts: Vec::new(), between: (0, Vec::new()) }
    }
}

/// An unstated piece of a position `P` that the lines of a dispute touch.
#[derive(Clone, Debug)]
pub struct Unknown<P> {
    /// The part that would state the piece.
    pub part: PartOwner,
    /// The keyword of the piece, or a noun (`birds`) for the first piece of a part.
    pub piece: &'static str,
    /// The values other than the usual one, most likely first.
    pub values: Vec<UnknownValue<P>>,
}

impl<P> Unknown<P> {
    /// Other numbers of cards in a place, which no result mentions. `holder` is the place in words: `Ada's hand`.
    pub fn counts(
        part: PartOwner,
        piece: &'static str,
        holder: &str,
        counts: impl IntoIterator<Item = u32>,
        with: impl Fn(u32) -> P,
    ) -> Self {
        let words = |count| match count {
            0 => format!("{holder} has no cards"),
            _ => format!("{holder} has {}", count_of(count as usize, "card", "cards")),
        };
        let values = counts.into_iter().map(|count| UnknownValue::new(with(count), words(count)).without_words());
        Self { part, piece, values: values.collect() }
    }

    /// Other turns, which no result mentions.
    pub fn turns(seats: impl Iterator<Item = Seat>, players: &Players, with: impl Fn(Seat) -> P) -> Self {
        let words = |seat| format!("it is {}'s turn", players.name(seat));
        let values = seats.map(|seat| UnknownValue::new(with(seat), words(seat)).without_words());
        Self { part: None, piece: "turn", values: values.collect() }
    }
}

/// A possible value of an unstated piece.
#[derive(Clone, Debug)]
pub struct UnknownValue<P> {
    /// The position with this value stated.
    pub position: P,
    /// The value in words: `Ada's hand has 3 birds`.
    pub words: String,
    /// Whether the result of a dispute mentions the value. The result doesn't mention whose turn it was, whether the round or game
    /// was over, or the cards that an illegal step left behind.
    pub is_told: bool,
}

impl<P> UnknownValue<P> {
    /// A value in words.
    pub fn new(position: P, words: impl Into<String>) -> Self {
        Self { position, words: words.into(), is_told: true }
    }

    /// Marks the value as one that is not mentioned.
    #[must_use]
    pub fn without_words(self) -> Self {
        Self { is_told: false, ..self }
    }
}

/// The other counts to try for a piece: 0, 1, one less and one more than usual, and `most`. If verdicts can change at a `boundary`,
/// the boundary and its neighbours are tried, too. The counts nearest to the usual one come first.
pub fn other_counts(usual: u32, most: u32, boundary: Option<u32>) -> Vec<u32> {
    let mut counts = vec![usual.saturating_sub(1), usual.saturating_add(1), 0, 1, most];
    counts.extend(boundary.into_iter().flat_map(|boundary| [boundary.saturating_sub(1), boundary, boundary.saturating_add(1)]));
    counts.retain(|count| *count != usual && *count <= most);
    counts.sort_by_key(|count| (count.abs_diff(usual), *count));
    counts.dedup();
    counts
}

/// A position of the game `G`, with stated and unstated fields.
pub trait GamePosition<G: Game<Position = Self>>: UsualPosition<G> + PartialEq + Send + Sync + Debug {
    /// Whether the game accepts positions.
    const SUPPORTED: bool = true;

    /// Parses the parts with [`read`](Self::read) on an empty position.
    fn parse(parts: &PerPart<&str>, context: &TableContext<G::Setup>) -> Result<Self, (PartOwner, ParseError)>;

    /// Binds the fields of a part, in the order of the book, for reading or writing.
    fn bind(&mut self, _part: PartOwner, _binder: &mut FieldBinder<'_>) {}

    /// The reason why a table with this setup lacks a field. Returns `None` if the table has the field.
    fn why_absent(_field: &FieldSpec, _setup: &G::Setup) -> Option<&'static str> {
        None
    }

    /// Parses the parts into this position. `parse_cards` parses the cards of a field.
    fn read(
        mut self,
        parts: &PerPart<&str>,
        context: &TableContext<G::Setup>,
        parse_cards: &ParseCardsFn<'_>,
    ) -> Result<Self, (PartOwner, ParseError)> {
        for part in context.players.seats().map(Some).chain([None]) {
            let Some(text) = parts.get(part) else { continue };
            let result = FieldBinder::parse(text, G::book(), part, &context.players, parse_cards).and_then(|mut binder| {
                self.bind(part, &mut binder);
                binder.finish(|field| Self::why_absent(field, &context.setup))
            });
            result.map_err(|error| (part, error))?;
        }
        Ok(self)
    }

    /// The values of the fields of each part.
    fn field_values(&self, players: &Players) -> PerPart<Vec<Option<FieldValue>>> {
        let values = |part| {
            let mut binder = FieldBinder::for_writing(G::book(), part, players);
            self.clone().bind(part, &mut binder);
            binder.into_values()
        };
        PerPart { players: players.seats().map(|seat| values(Some(seat))).collect(), table: Some(values(None)) }
    }

    /// Renders the position canonically, without names before the parts.
    fn write(&self, players: &Players) -> PerPart<String> {
        let [player_fields, table_fields] = G::book().position_parts;
        let parts = self.field_values(players);
        let table = parts.table.map(|values| write_fields(table_fields, &values)).filter(|text| !text.is_empty());
        PerPart { players: parts.players.iter().map(|values| write_fields(player_fields, values)).collect(), table }
    }

    /// The game state of this position. Takes the table and the earlier rounds from `before`, but neither the known hands nor the
    /// acts that could still be proved illegal. Appends the events that follow to `events`.
    fn to_game(&self, before: &G, players: &Players, events: &mut Vec<G::Event>) -> Result<G, PositionError>;

    /// The position of a running game, as the table could state it. `memory` adds what was seen and is covered now. Returns `None`
    /// while no position can be stated: during setup, within a turn, and between rounds.
    fn from_game(game: &G, memory: bool) -> Option<Self>;

    /// The content of unstated pieces that follows from the stated ones, as a sentence. Returns `None` if nothing follows.
    fn inference(&self, _before: &G, _players: &Players) -> Option<String> {
        None
    }
}

/// The values that a dispute assumes for the unstated pieces of a position.
pub trait UsualPosition<G: Game<Position = Self>>: Clone + Sized {
    /// The number of players to assume if the lines of a dispute name none. `0` means the fewest that the game allows.
    const USUAL_PLAYERS: usize = 0;

    /// Whether a game with this number of players can contain these steps.
    fn can_seat(_players: usize, _steps: Steps<'_, G>) -> bool {
        true
    }

    /// This position with a usual value for each unstated piece, at a moment when the first of these steps can be done. Cards that
    /// a step needs lie where it needs them, as far as the deck has them. `before` is a game whose round has just begun.
    fn usual(
        &self,
        _before: &G,
        _steps: Steps<'_, G>,
        _fill: FillChoice,
        _players: &Players,
    ) -> Result<UsualTable<G>, PositionError> {
        Ok(UsualTable::of(self.clone()))
    }

    /// This position with a change.
    #[must_use]
    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut position = self.clone();
        change(&mut position);
        position
    }

    /// Whether legal steps can lead to this usual table in the round of `before`, which has just begun. The referee prefers a
    /// `first` player for whom this is true.
    fn fits(&self, _before: &G) -> bool {
        true
    }

    /// The unstated pieces that these steps touch. Those most likely to differ from the usual value come first.
    /// `usual` is the usual position for these steps.
    fn unstated(&self, _usual: &Self, _before: &G, _steps: Steps<'_, G>, _players: &Players) -> Vec<Unknown<Self>> {
        Vec::new()
    }
}

/// The position type of a game that accepts no positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPosition(Infallible);

impl<G: Game<Position = Self>> UsualPosition<G> for NoPosition {}

impl<G: Game<Position = Self>> GamePosition<G> for NoPosition {
    const SUPPORTED: bool = false;

    fn parse(_parts: &PerPart<&str>, _context: &TableContext<G::Setup>) -> Result<Self, (PartOwner, ParseError)> {
        let problem = format!("{} can't be taken up in the middle", G::book().short_title());
        Err((Some(Seat::new(0)), ParseError::new(0..0, problem, "the moves from the start of the round")))
    }

    fn to_game(&self, _before: &G, _players: &Players, _events: &mut Vec<G::Event>) -> Result<G, PositionError> {
        match self.0 {}
    }

    fn from_game(_game: &G, _memory: bool) -> Option<Self> {
        None
    }
}
