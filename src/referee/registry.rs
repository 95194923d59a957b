//! The lists of games that are known by name. A sixth game of this crate is one folder and one line here; a game of another crate
//! is opened by its type ([`open_as`]), or put into a list of your own ([`game`], [`Games::new`]).

use super::{NewGame, Referee, Refusal, count_as, reading::read, replay::Replay, start_as};
use crate::{
    games,
    log::{ChangeError, Log, MAX_READ_ERRORS, ReadError},
    table::{Book, Refereed, Sheet, and_list, did_you_mean, or_list},
};
use std::fmt;

/// A game that can be looked up by its name: its type forgotten, its functions kept.
#[derive(Clone, Copy)]
pub struct KnownGame {
    book: fn() -> &'static Book,
    open: fn(Log) -> Result<Box<dyn Referee>, ReadError>,
    errors: fn(&Log) -> Vec<ReadError>,
    start: fn(&NewGame) -> Result<String, Refusal>,
    count: fn(&NewGame, &[&str]) -> Result<Sheet, Refusal>,
}

/// A game, to be put into a list of [`Games`].
pub const fn game<G: Refereed>() -> KnownGame {
    const { assert!(size_of::<Result<(), G::Fault>>() <= size_of::<u64>(), "a verdict fits into a register") }
    KnownGame {
        book: G::book,
        open: open_as::<G>,
        errors: |log| read::<G>(log).err().unwrap_or_default(),
        start: start_as::<G>,
        count: count_as::<G>,
    }
}

/// The games that logs are looked up in: a list that the commands, the page and the archive are given. By default the five of this
/// crate.
#[derive(Clone, Copy)]
pub struct Games(&'static [KnownGame]);

/// The five games of this crate.
pub static GAMES: &[KnownGame] = &[
    game::<games::emu_ranchers::EmuRanchers>(),
    game::<games::emus_redux::EmusRedux>(),
    game::<games::blulu::Blulu>(),
    game::<games::eggs_and_empires::EggsAndEmpires>(),
    game::<games::piepmatz::Piepmatz>(),
];

impl Default for Games {
    fn default() -> Self {
        Self(GAMES)
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.books().map(|book| book.game)).finish()
    }
}

/// No game, or more than one, is meant by that name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchGame {
    /// What was written.
    pub name: String,
    /// The games that it could be the beginning of; none, or several.
    pub several: Vec<&'static str>,
    /// The nearest name, if one is near.
    pub nearest: Option<&'static str>,
    /// All games that there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for NoSuchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.several.is_empty() {
            return write!(f, "`{}` could be {}", self.name, or_list(&self.several));
        }
        write!(f, "no game is called `{}`", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => match &self.known[..] {
                [only] => write!(f, "; there is {only}"),
                games => write!(f, "; there are {}", and_list(games)),
            },
        }
    }
}

impl std::error::Error for NoSuchGame {}

/// Whether a game is called so, by its name or its title, in any letter case.
fn is_called(book: &Book, name: &str) -> bool {
    let trimmed = name.trim();
    book.game == name || book.game.eq_ignore_ascii_case(trimmed) || book.title.eq_ignore_ascii_case(trimmed)
}

impl Games {
    /// The games of a list, which is kept as long as the process runs.
    pub fn new(games: &[KnownGame]) -> Self {
        Self(Box::leak(games.to_vec().into_boxed_slice()))
    }

    /// Their rule books.
    pub fn books(self) -> impl Iterator<Item = &'static Book> {
        self.0.iter().map(|game| (game.book)())
    }

    fn find(self, name: &str) -> Result<&'static KnownGame, NoSuchGame> {
        let found = self.0.iter().find(|game| is_called((game.book)(), name));
        found.ok_or_else(|| {
            let known: Vec<&str> = self.books().map(|book| book.game).collect();
            NoSuchGame { name: name.to_owned(), several: Vec::new(), nearest: did_you_mean(name, known.iter().copied()), known }
        })
    }

    /// The rule book of a game, by its name or title in any letter case, or by what only one of them, or a word of it, begins with.
    ///
    /// # Errors
    /// When no game is called so, or several could be meant.
    pub fn book(self, name: &str) -> Result<&'static Book, NoSuchGame> {
        let unknown = match self.find(name) {
            Ok(game) => return Ok((game.book)()),
            Err(unknown) => unknown,
        };
        let beginning = name.trim().to_lowercase();
        let words = |name: &'static str| name.match_indices(['-', ' ']).map(move |(at, _)| &name[at + 1..]).chain([name]);
        let begins = |book: &&Book| {
            [book.game, book.title].into_iter().flat_map(words).any(|word| word.to_lowercase().starts_with(&beginning))
        };
        match self.books().filter(|book| !beginning.is_empty() && begins(book)).collect::<Vec<_>>()[..] {
            [] => Err(unknown),
            [only] => Ok(only),
            ref several => Err(NoSuchGame { several: several.iter().map(|book| book.game).collect(), ..unknown }),
        }
    }

    /// Reads and replays a log by the rules of its game.
    ///
    /// # Errors
    /// When it names no known game, or something in it can't be read; the error has its place. Broken rules are no error: they are
    /// the referee's [findings](Referee::findings).
    pub fn open(self, log: Log) -> Result<Box<dyn Referee>, ReadError> {
        match self.find(log.game()) {
            Ok(game) => (game.open)(log),
            Err(unknown) => {
                Err(log.error_at(log.game().span(), unknown.to_string(), format!("expected {}", or_list(&unknown.known))))
            }
        }
    }

    /// Everything in the text of a log that can't be read, in the order of the file: as a log, and by the rules of its game; at most
    /// [`MAX_READ_ERRORS`] of it.
    pub fn read_errors(self, text: &str) -> Vec<ReadError> {
        let (log, mut errors) = Log::parse_all(text);
        match log {
            Err(error) => errors.push(error),
            Ok(log) => {
                let is_reported = log.game().is_empty() || log.players().is_empty();
                match self.find(log.game()) {
                    _ if is_reported => {}
                    Ok(game) => errors.extend((game.errors)(&log)),
                    Err(_) => errors.extend(self.open(log).err()),
                }
            }
        }
        errors.sort_by_key(|error| (error.line, error.column));
        errors.truncate(MAX_READ_ERRORS);
        errors
    }

    /// The text of a new log of the game called `game`.
    ///
    /// # Errors
    /// When there is no such game, or it can't be set up so.
    pub fn start(self, game: &str, new: &NewGame) -> Result<String, Refusal> {
        (self.find(game).map_err(Refusal::cannot)?.start)(new)
    }

    /// Counts cards on the table with no log at all: one `NAME: …` a player.
    ///
    /// # Errors
    /// When there is no such game, the texts can't be read, or the cards can't be on the table together.
    pub fn count(self, game: &str, new: &NewGame, texts: &[&str]) -> Result<Sheet, Refusal> {
        (self.find(game).map_err(Refusal::cannot)?.count)(new, texts)
    }

    /// Gives players other names (from, to) wherever a log has them, as undo and redo need it: see [`Log::take_back_inputs`].
    ///
    /// # Errors
    /// When the log can't be read, or can't have these names.
    pub fn renaming(self, log: &Log, names: &[(String, String)]) -> Result<Log, ChangeError> {
        self.open(log.clone())?.renamed(names).map_err(|_| ChangeError::NothingTakenBack)
    }
}

/// The rule books of the five games: see [`Games::books`].
pub fn books() -> impl Iterator<Item = &'static Book> {
    Games::default().books()
}

/// Reads and replays a log of one of the five games: see [`Games::open`].
///
/// # Errors
/// As [`Games::open`].
pub fn open(log: Log) -> Result<Box<dyn Referee>, ReadError> {
    Games::default().open(log)
}

/// Gives players of one of the five games other names: see [`Games::renaming`].
///
/// # Errors
/// As [`Games::renaming`].
pub fn renaming(log: &Log, names: &[(String, String)]) -> Result<Log, ChangeError> {
    Games::default().renaming(log, names)
}

/// The text of a new log of one of the five games: see [`Games::start`].
///
/// # Errors
/// As [`Games::start`].
pub fn start(game: &str, new: &NewGame) -> Result<String, Refusal> {
    Games::default().start(game, new)
}

/// Counts cards of one of the five games on the table: see [`Games::count`].
///
/// # Errors
/// As [`Games::count`].
pub fn count(game: &str, new: &NewGame, texts: &[&str]) -> Result<Sheet, Refusal> {
    Games::default().count(game, new, texts)
}

/// Reads and replays a log by the rules of `G`, whether it is a game of this crate or of yours.
///
/// # Errors
/// As [`Games::open`]; also when it is a log of another game.
pub fn open_as<G: Refereed>(log: Log) -> Result<Box<dyn Referee>, ReadError> {
    if is_called(G::book(), log.game()) {
        return Ok(Box::new(Replay::<G>::of(log)?));
    }
    let problem = format!("`{}` is not {}", &**log.game(), G::book().title);
    Err(log.error_at(log.game().span(), problem, format!("expected {}", G::book().game)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Kinds, RuleValues};

    #[test]
    fn an_unknown_game_is_refused_at_its_name_with_the_games_there_are() {
        let text = "fowlplay = 1\ngame = \"emu-rancher\"\nplayers = [\"Ada\", \"Bo\"]\n";
        let error = open(Log::parse(text).expect("a log")).err().expect("no such game");
        assert_eq!((error.line, error.column, error.text.as_str()), (2, 9, "emu-rancher"));
        assert!(error.message.contains("did you mean `emu-ranchers`?"), "{error}");
        assert!(error.expected.starts_with("expected ") && error.expected.contains("emu-ranchers"), "{error}");
    }

    #[test]
    fn a_game_is_named_by_the_beginning_of_a_word_that_only_one_has() {
        let game = |name: &str| Games::default().book(name).map(|book| book.game).map_err(|unknown| unknown.to_string());
        for (name, meant) in [
            ("eggs", "eggs-and-empires"),
            ("ranchers", "emu-ranchers"),
            ("Emus R", "emus-redux"),
            ("blu", "blulu"),
            ("P", "piepmatz"),
        ] {
            assert_eq!(game(name), Ok(meant), "{name}");
        }
        assert_eq!(game("emu"), Err("`emu` could be emu-ranchers or emus-redux".to_owned()));
        assert!(game("").is_err_and(|error| error.starts_with("no game is called")));
        assert!(game("emu-ranchrs").is_err_and(|error| error.contains("did you mean `emu-ranchers`?")));
    }

    #[test]
    fn no_book_has_more_rules_or_verbs_than_there_is_room_for() {
        for book in books() {
            assert!(book.rules.len() <= RuleValues::MOST, "{}", book.game);
            assert!(book.verbs.len() <= Kinds::MOST, "{}", book.game);
        }
    }
}
