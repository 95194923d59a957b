//! Positions: a table taken up where it lies, without the moves that led there.
//!
//! A position is a part a player and one of the table, each some pieces with `;` between them: `Ada: 12; flush 1; hand 2`. A game
//! reads the pieces with [`Pieces`] into a value of its own, which is [`Positioned`]: it says what breaks a clause, builds the state
//! that lies there, and is taken from a state again.

use super::{Deck, Game, Header, ParseError, Players, Seat, Tokens, or_list, read_each};
use std::{convert::Infallible, fmt::Debug, ops::Range, str::FromStr};

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

impl Parted<&str> {
    /// Parses each player's part.
    ///
    /// # Errors
    /// The first part that can't be parsed, and why.
    pub fn parse_players<P>(&self, parse: impl Fn(&str) -> Result<P, ParseError>) -> Result<Vec<P>, (Part, ParseError)> {
        read_each(&self.players, parse).map_err(|(seat, error)| (Some(seat), error))
    }
}

/// Declares the pieces that the positions of a game can be asked for, each with the way it is written.
#[macro_export]
macro_rules! said {
    ($($piece:ident $form:literal,)+) => {
        /// A piece that a position has to say because it can't be worked out from the rest.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Said {
            $(#[doc = concat!("`", $form, "`")] $piece,)+
        }

        impl Said {
            /// What is missing, and in whose part it is to be said.
            pub fn describe(self, part: $crate::table::Part, players: &$crate::table::Players) -> String {
                let form = match self {
                    $(Self::$piece => $form,)+
                };
                $crate::table::describe_unsaid(part, form, players)
            }
        }
    };
}

/// What is missing in a position: a piece that is written so, or `the …` and `what …` that lies there.
pub fn describe_unsaid(part: Part, form: &str, players: &Players) -> String {
    let part = part.map_or_else(|| "the part of the table".to_owned(), |seat| format!("{}'s part", players.name(seat)));
    if form.starts_with("the ") || form.starts_with("what ") {
        return format!("{part} doesn't say {form}");
    }
    let keyword = form.split(' ').next().unwrap_or_default();
    let none = if form.ends_with("+N") { format!(" (`{keyword} -` if there are none)") } else { String::new() };
    format!("`{form}` is missing in {part}{none}, and can't be worked out from the rest")
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

/// How a table of the game `G` lies: what was said of it, the rest open.
pub trait Positioned<G: Game<Position = Self>>: Clone + PartialEq + Send + Sync + Debug + Sized {
    /// Whether the game takes positions at all.
    const TAKEN: bool = true;

    /// Whether a position can leave open who comes next within a turn, so that in a dispute the order is judged, not taken to have been
    /// right.
    const LEAVES_ORDER_OPEN: bool = false;

    /// Parses the parts, knowing only the header. A zone that isn't named stays open.
    ///
    /// # Errors
    /// The first part that can't be parsed, and why.
    fn parse(parts: &Parted<&str>, header: &Header<G::Setup>) -> Result<Self, (Part, ParseError)>;

    /// Writes it canonically, without names before the parts.
    fn write(&self, players: &Players) -> Parted<String>;

    /// The state of a game in which the table lies so, from the one before it: the same table and earlier rounds. Whatever was known
    /// of hands, whatever was open to be proved, is over.
    ///
    /// # Errors
    /// Why the table can't lie so: an impossible fault, also for what is left open and matters (see [`unsaid_in`](Self::unsaid_in)).
    fn construct(&self, before: &G) -> Result<G, G::Fault>;

    /// In whose part something isn't said, if a fault of [`construct`](Self::construct) is that.
    fn unsaid_in(_fault: G::Fault) -> Option<Part> {
        None
    }

    /// The position of a running game, as the table could say it; with `memory` also what only somebody who remembers could. `None`
    /// where no position can stand: during setup, within a turn, and when no round is being played.
    fn of(game: &G, memory: bool) -> Option<Self>;

    /// Whether a game, also in the middle of a turn, may come to a later one, taken up from a position, by so many turns at most, of
    /// which the one that goes on is the first. What is certain to be no keeps a search short; by default nothing is.
    fn can_become(_game: &G, _later: &G, _turns: usize) -> bool {
        true
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

    fn write(&self, _players: &Players) -> Parted<String> {
        match self.0 {}
    }

    fn construct(&self, _before: &G) -> Result<G, G::Fault> {
        match self.0 {}
    }

    fn of(_game: &G, _memory: bool) -> Option<Self> {
        None
    }
}

/// The pieces of a part, one after another: a keyword with what belongs to it, or what lies there.
///
/// ```
/// use fowlplay::{decktet::{Card, Cards}, table::Pieces};
///
/// let mut pieces = Pieces::of("12; Hand 4, shows castle", &["hand", "shows"], "`12; hand 4; shows 7SK`");
/// assert_eq!(pieces.next_key(), Some(None), "what lies there");
/// assert_eq!(pieces.number::<u16>(), Ok(12));
/// assert_eq!(pieces.next_key(), Some(Some("hand")));
/// assert_eq!(pieces.number::<u16>(), Ok(4));
/// assert_eq!(pieces.next_key(), Some(Some("shows")), "a number ends its piece");
/// assert_eq!(pieces.cards(Cards::BASIC).map(|cards: Vec<Card>| cards.len()), Ok(1));
/// assert_eq!(pieces.next_key(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    text: &'a str,
    /// Where the piece that is being read ends.
    end: usize,
    now: Tokens<'a>,
    keys: &'a [&'static str],
    /// An example of a part, for errors.
    form: &'a str,
    /// What the current piece begins with.
    begin: Range<usize>,
}

/// The most that a count in a position can be: more than any table has.
const MOST: u32 = 9_999;

impl<'a> Pieces<'a> {
    /// The pieces of a part that begins with one of these keywords or something else; `form` is an example of a part, for errors.
    pub fn of(text: &'a str, keys: &'a [&'static str], form: &'a str) -> Self {
        let end = text.find(';').unwrap_or(text.len());
        Self { text, end, now: Tokens::after(&text[..end], 0, ""), keys, form, begin: 0..0 }
    }

    /// Goes on to the next piece that isn't empty, and takes its keyword; `Some(None)` if it begins with something else, which is
    /// not taken yet. A number can follow its keyword at once, as `hand4`. What is left of the piece before it is a piece of its own.
    pub fn next_key(&mut self) -> Option<Option<&'static str>> {
        loop {
            let (rest, at) = self.now.rest();
            let commas = rest.len() - rest.trim_start_matches([',', ' ']).len();
            if commas < rest.len() {
                self.now = Tokens::after(&self.text[..self.end], at + commas, "");
                return Some(self.take_key());
            }
            if self.end == self.text.len() {
                return None;
            }
            let start = self.end + 1;
            self.end = self.text[start..].find(';').map_or(self.text.len(), |at| start + at);
            self.now = Tokens::after(&self.text[..self.end], start, "");
        }
    }

    fn take_key(&mut self) -> Option<&'static str> {
        let (rest, at) = self.now.rest();
        let first = rest.split(|char: char| char.is_whitespace() || char == ',').next().unwrap_or_default();
        self.begin = at..at + first.len();
        let mut by_length: Vec<&'static str> = self.keys.to_vec();
        by_length.sort_by_key(|key| std::cmp::Reverse(key.len()));
        let key = by_length.into_iter().find(|key| {
            let Some((head, behind)) = rest.split_at_checked(key.len()) else { return false };
            let ends = |text: &str| text.chars().next().is_none_or(|next| !next.is_alphabetic());
            head.eq_ignore_ascii_case(key) && (ends(behind) || behind.strip_prefix(['s', 'S']).is_some_and(ends))
        })?;
        let behind = &rest[key.len()..];
        let plural = behind.strip_prefix(['s', 'S']).is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
        let taken = key.len() + usize::from(plural);
        self.begin = at..at + taken;
        self.now = Tokens::after(&self.text[..self.end], at + taken, key);
        Some(key)
    }

    /// What is left of the piece, trimmed, with its place in the part.
    pub fn rest(&self) -> (&'a str, Range<usize>) {
        let (rest, at) = self.now.rest();
        (rest, at..at + rest.len())
    }

    /// What is left of the piece, as words. The piece is then over.
    pub fn words(&mut self) -> Tokens<'a> {
        let verb = self.now.verb();
        std::mem::replace(&mut self.now, Tokens::after(&self.text[..self.end], self.end, verb))
    }

    /// The error that this piece can't be read: what it begins with is wrong.
    #[cold]
    pub fn unread(&self) -> ParseError {
        let what = &self.text[self.begin.clone()];
        ParseError::new(self.begin.clone(), format!("`{what}` is no piece of this part"), self.form)
    }

    /// The error that there is something wrong with what is at `range` of the part.
    #[cold]
    pub fn wrong(&self, range: Range<usize>, problem: impl Into<String>) -> ParseError {
        ParseError::new(range, problem, self.form)
    }

    /// The next word as a whole number, also a negative one (`-3`, `−3`). More of the piece may follow, which is the next piece.
    ///
    /// # Errors
    /// If it is missing, or no number that fits.
    pub fn number<N: FromStr>(&mut self) -> Result<N, ParseError> {
        let missing = self.begin.end..self.begin.end;
        let Some((word, place)) = self.now.next() else {
            let what = &self.text[self.begin.clone()];
            return Err(self.wrong(missing, format!("a number is missing after `{what}`")));
        };
        let bare = word.trim_end_matches(',');
        let number = bare.replace('−', "-");
        let is_small = number.trim_start_matches('-').parse().is_ok_and(|number: u32| number <= MOST);
        let read = if is_small { number.parse().ok() } else { None };
        read.ok_or_else(|| self.wrong(place.start..place.start + bare.len(), format!("`{bare}` is no number of these")))
    }

    /// The rest of the piece as cards, at least one.
    ///
    /// # Errors
    /// If one of them is no card, or there is none.
    pub fn cards<D: Deck, C: FromIterator<D::Card>>(&mut self, deck: D) -> Result<C, ParseError> {
        self.words().cards(deck)
    }

    /// The rest of the piece as cards in their order, and how many more lie there that nobody names: `CK CY +4`, `-` for none.
    ///
    /// # Errors
    /// If one of them is no card, or what follows `+` is no number.
    pub fn cards_and_more<D: Deck>(&mut self, deck: D) -> Result<(Vec<D::Card>, usize), ParseError> {
        let tokens = self.words();
        let (rest, start) = tokens.rest();
        cards_and_more(rest, deck).map_err(|error| error.shifted(start))
    }

    /// The rest of the piece as a player's name, or the beginning of one.
    ///
    /// # Errors
    /// If it is missing, or nobody has that name.
    pub fn player(&mut self, players: &Players) -> Result<Seat, ParseError> {
        let tokens = self.words();
        let (name, start) = tokens.rest();
        let names = || or_list(players.names());
        if name.is_empty() {
            let what = &self.text[self.begin.clone()];
            return Err(ParseError::new(self.begin.clone(), format!("a name is missing after `{what}`"), names()));
        }
        let unknown = |error: super::UnknownName| ParseError::new(start..start + name.len(), error.to_string(), names());
        players.find_by_prefix(name.trim_end_matches(',').trim_end()).map_err(unknown)
    }

    /// Puts a piece where it belongs.
    ///
    /// # Errors
    /// If there was one before.
    pub fn once<T>(&self, into: &mut Option<T>, value: T) -> Result<(), ParseError> {
        if into.is_some() {
            let what = &self.text[self.begin.clone()];
            return Err(self.wrong(self.begin.clone(), format!("`{what}` is here twice")));
        }
        *into = Some(value);
        Ok(())
    }

    /// Whether the rest of the piece begins with a whole number, alone or before other words.
    pub fn is_number(&self) -> bool {
        self.now.clone().next().is_some_and(|(word, _)| word.trim_end_matches(',').parse::<u32>().is_ok())
    }

    /// Checks that a count that was read just now isn't 0.
    ///
    /// # Errors
    /// If it is.
    pub fn one_or_more(&self, count: Option<u16>) -> Result<(), ParseError> {
        if count == Some(0) {
            return Err(self.wrong(self.begin.clone(), "these are counted from 1"));
        }
        Ok(())
    }

    /// Puts a number where it belongs.
    ///
    /// # Errors
    /// If it is missing, no number, or there was one before.
    pub fn number_once<N: FromStr>(&mut self, into: &mut Option<N>) -> Result<(), ParseError> {
        let number = self.number()?;
        self.once(into, number)
    }
}

/// Cards in their order, and how many more lie there that nobody names: `CK CY +4`; `-` is none.
///
/// ```
/// use fowlplay::{decktet::Cards, table::cards_and_more};
///
/// let read = |text| cards_and_more(text, Cards::BASIC).map(|(cards, more)| (cards.len(), more));
/// assert_eq!(read("9MS 2MK +4"), Ok((2, 4)));
/// assert_eq!((read("-"), read("+3")), (Ok((0, 0)), Ok((0, 3))));
/// assert_eq!((read("-9MS"), read("- 9MS +1")), (Ok((1, 0)), Ok((1, 1))), "cards typed behind a `-`");
/// assert!(read("9MS-").is_err() && read("--9MS").is_err());
/// ```
///
/// # Errors
/// If one of them is no card, or what follows `+` is no number.
pub fn cards_and_more<D: Deck>(text: &str, deck: D) -> Result<(Vec<D::Card>, usize), ParseError> {
    let (named, more) = match text.find('+') {
        None => (text, 0),
        Some(at) => {
            let number = text[at + 1..].trim();
            let read = number.parse().ok().filter(|&number: &usize| number <= MOST as usize);
            let wrong = || ParseError::new(at..text.len(), format!("`+{number}` is no number of cards"), "`+N` for N more cards");
            (&text[..at], read.ok_or_else(wrong)?)
        }
    };
    let named = named.trim().trim_end_matches(',');
    // A `-` that stood there before the cards were typed behind it.
    let named = named.strip_prefix('-').map_or(named, |cards| if cards.trim().is_empty() { named } else { cards.trim_start() });
    let cards = if matches!(named.trim(), "" | "-") { Vec::new() } else { Tokens::of(named).cards(deck)? };
    Ok((cards, more))
}

/// The stretches of a piece between `|`, with their places in the text: birds, piles, perches.
pub fn piles<'a>(tokens: &Tokens<'a>) -> impl Iterator<Item = (&'a str, Range<usize>)> + use<'a> {
    let (rest, start) = tokens.rest();
    let mut at = start;
    rest.split('|').map(move |pile| {
        let inner = pile.trim();
        let begin = at + (pile.len() - pile.trim_start().len());
        at += pile.len() + 1;
        (inner, begin..begin + inner.len())
    })
}

/// Cards as a position writes them, with `+N` for those that nobody names; `-` for none.
pub fn write_cards<C: ToString>(cards: impl IntoIterator<Item = C>, more: usize) -> String {
    let mut words: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    if more > 0 {
        words.push(format!("+{more}"));
    }
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// Some pieces, each if it is there, as a position writes them.
pub fn write_pieces(pieces: impl IntoIterator<Item = Option<String>>) -> String {
    pieces.into_iter().flatten().filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join("; ")
}

/// A keyword and what belongs to it: `hand 4`.
pub fn piece(key: &str, value: Option<impl ToString>) -> Option<String> {
    value.map(|value| format!("{key} {}", value.to_string()))
}

/// `shows` with these cards, if there are any.
pub fn shown<C: ToString>(cards: impl IntoIterator<Item = C>) -> Option<String> {
    let cards: Vec<String> = cards.into_iter().map(|card| card.to_string()).collect();
    (!cards.is_empty()).then(|| format!("shows {}", cards.join(" ")))
}
