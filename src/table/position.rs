//! Positions: a table taken up where it lies, without the moves that led there.
//!
//! A position is a part a player and one of the table, each some pieces with `;` between them: `Ada: 12; flush 1; hand 2`. The book says
//! which places a part has; a game has a value of its own for them, which is [`Positioned`]: it says what breaks a clause, builds the
//! state that lies there, and is taken from a state again.

use super::{
    ActOf, Clause, Game, Header, ParseError, PlaceForm, Places, Players, ReadCards, Said, Seat, layout::write_places, or_list,
};
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

/// The lines that are to be judged at a position, as far as they can be read.
#[derive(Clone, Copy, Debug)]
pub struct Disputed<'a, S> {
    /// The steps, each with its actor if one is known.
    pub steps: &'a [(Option<Seat>, S)],
    /// Those of them that can have come in their time: only these touch what lies there.
    pub due: &'a [(Option<Seat>, S)],
    /// Who acts in each line, where it names somebody.
    pub actors: &'a [Option<Seat>],
}

impl<S> Disputed<'_, S> {
    /// Whether a player may act in these lines: one that they name, or anybody where a line names nobody.
    pub fn may_act(&self, seat: Seat) -> bool {
        self.actors.is_empty() || self.actors.iter().any(|actor| actor.is_none_or(|actor| actor == seat))
    }

    /// Who can have the first turn: the first line's actor, if it names one.
    pub fn can_begin(&self, seat: Seat) -> bool {
        self.actors.first().copied().flatten().is_none_or(|actor| actor == seat)
    }
}

/// A piece that a position leaves open in a dispute, with the values at which anything can change.
#[derive(Clone, Debug)]
pub struct Free {
    /// Whose part would say it.
    pub part: Part,
    /// How it is written: `hand N`.
    pub form: String,
    /// The values; none if there are far too many to try them, so that it has to be said.
    pub values: Vec<FreeValue>,
    /// For a count: what has that many (`the draw pile has`), and of what.
    subject: Option<(String, [&'static str; 2])>,
}

/// One value of a free piece.
#[derive(Clone, Debug)]
pub struct FreeValue {
    /// The piece as it is written, in whose part; nothing where it is left out.
    pub texts: Vec<(Part, String)>,
    /// The value in words: `it is Bo's turn`.
    words: String,
    number: Option<u16>,
    /// Whether it lies there only after a foul that was let stand: a hand of another size.
    pub is_odd: bool,
}

impl Free {
    /// A count, written with this keyword: `Free::count(None, "draw", "the draw pile has", ["card", "cards"], numbers)`.
    pub fn count(
        part: Part,
        key: &str,
        has: impl Into<String>,
        of: [&'static str; 2],
        numbers: impl IntoIterator<Item = u16>,
    ) -> Self {
        let value = |number: u16| {
            let text = format!("{key} {number}");
            FreeValue { texts: vec![(part, text)], words: String::new(), number: Some(number), is_odd: false }
        };
        let values = numbers.into_iter().map(value).collect();
        Self { part, form: format!("{key} N").trim_start().to_owned(), values, subject: Some((has.into(), of)) }
    }

    /// A fact: each value as it is written, and in words. An empty text is left out.
    pub fn fact(part: Part, form: impl Into<String>, values: impl IntoIterator<Item = (String, String)>) -> Self {
        let texts = |text: String| if text.is_empty() { Vec::new() } else { vec![(part, text)] };
        let value = |(text, words)| FreeValue { texts: texts(text), words, number: None, is_odd: false };
        Self { part, form: form.into(), values: values.into_iter().map(value).collect(), subject: None }
    }

    /// What lies in places of which nobody says anything: nothing, or one of these. No verdict depends on it, for what a line touches is
    /// [asked](Self::asked); but what is told of it does.
    pub fn anything(form: impl Into<String>, texts: impl IntoIterator<Item = Vec<(Part, String)>>) -> Self {
        let value = |texts| FreeValue { texts, words: String::new(), number: None, is_odd: false };
        Self {
            part: None,
            form: form.into(),
            values: std::iter::once(Vec::new()).chain(texts).map(value).collect(),
            subject: None,
        }
    }

    /// The same, with the counts marked that lie there only after a foul.
    #[must_use]
    pub fn with_odd(mut self, is_odd: impl Fn(u16) -> bool) -> Self {
        for value in &mut self.values {
            value.is_odd = value.number.is_some_and(&is_odd);
        }
        self
    }

    /// Whether it is a count.
    pub fn is_count(&self) -> bool {
        self.subject.is_some()
    }

    /// Which player a fact is about: `Free::player(players, "turn", |name| format!("it is {name}'s turn"), seats)`.
    pub fn player(players: &Players, key: &str, words: impl Fn(&str) -> String, seats: impl IntoIterator<Item = Seat>) -> Self {
        let name = |seat: Seat| players.name(seat);
        let values = seats.into_iter().map(|seat| (format!("{key} {}", name(seat)), words(name(seat))));
        Self::fact(None, format!("{key} NAME"), values)
    }

    /// A zone of cards that the lines touch: it has to be said.
    pub fn asked(part: Part, form: impl Into<String>) -> Self {
        Self { part, form: form.into(), values: Vec::new(), subject: None }
    }

    /// Some of its values in words: `the draw pile has 2 to 8 cards`.
    pub fn words(&self, values: &[usize]) -> String {
        let values = || values.iter().filter_map(|&value| self.values.get(value));
        let Some((has, [one, many])) = &self.subject else {
            let mut words: Vec<&str> = values().map(|value| &*value.words).collect();
            words.dedup();
            return or_list(words);
        };
        let numbers: Vec<u16> = values().filter_map(|value| value.number).collect();
        let has_more = |run: &[u16]| run.last() == self.values.iter().filter_map(|value| value.number).max().as_ref();
        let runs = numbers.chunk_by(|one, next| one + 1 == *next || *next > FEW).map(|run| match run {
            [0] => "no".to_owned(),
            [only] => only.to_string(),
            [first, ..] if has_more(run) => format!("{first} or more"),
            [first, last] => format!("{first} or {last}"),
            [first, .., last] => format!("{first} to {last}"),
            [] => String::new(),
        });
        let noun = if numbers == [1] { one } else { many };
        format!("{has} {} {noun}", or_list(runs.collect::<Vec<_>>()))
    }
}

/// Up to here every number is tried.
const FEW: u16 = 8;

/// The numbers from `least` to `most` at which anything can change: the small ones, the greatest, and the one before it.
pub fn numbers(least: u16, most: u16) -> Vec<u16> {
    let is_tried = |number: &u16| *number <= FEW || number + 1 >= most;
    (least..=most).filter(is_tried).collect()
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

    /// Whether a position can leave open who comes next within a turn, so that in a dispute the order is judged, not taken to have been
    /// right.
    const LEAVES_ORDER_OPEN: bool = false;

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

    /// Whether disputes are judged at a [usual table](Self::usual); else at all tables that what was said allows.
    const HAS_USUAL_TABLE: bool = false;

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

    /// The same position as one of a dispute, in which what isn't said is unknown: cards of which nobody says where they are may lie
    /// in any place that isn't said.
    #[must_use]
    fn disputed(self) -> Self {
        self
    }

    /// The same disputed position for lines with these steps: where any cards can lie, none lie that they name.
    #[must_use]
    fn beside(self, _steps: &[(Option<Seat>, G::Step)]) -> Self {
        self
    }

    /// What a disputed position leaves open and these lines can depend on.
    fn free(&self, _before: &G, _lines: &Disputed<'_, G::Step>, _players: &Players) -> Vec<Free> {
        Vec::new()
    }

    /// What follows from what is said, in a sentence, where lines may rest on it.
    fn follows(&self, _before: &G, _players: &Players) -> Option<String> {
        None
    }

    /// Whether an act with this fault comes too late: after the end of what it belongs to.
    fn is_too_late(_fault: G::Fault) -> bool {
        false
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
