//! The games that fowlplay knows, by name: a sixth is one folder and one line here. A game of another crate is opened by its type
//! ([`open_as`]).

use super::{NewGame, Referee, Refusal, count_as, reading::read, replay::Replay, start_as};
use crate::{
    games,
    log::{Log, MAX_READ_ERRORS, ReadError},
    table::{Book, Refereed, Sheet, and_list, did_you_mean, or_list},
};
use std::fmt;

/// A known game: its type forgotten, its functions kept.
struct KnownGame {
    book: fn() -> &'static Book,
    open: fn(Log) -> Result<Box<dyn Referee>, ReadError>,
    errors: fn(&Log) -> Vec<ReadError>,
    start: fn(&NewGame) -> Result<String, Refusal>,
    count: fn(&NewGame, &[&str]) -> Result<Sheet, Refusal>,
}

const fn entry<G: Refereed>() -> KnownGame {
    const { assert!(size_of::<Result<(), G::Fault>>() <= size_of::<u64>(), "a verdict fits into a register") }
    KnownGame {
        book: G::book,
        open: open_as::<G>,
        errors: |log| read::<G>(log).err().unwrap_or_default(),
        start: start_as::<G>,
        count: count_as::<G>,
    }
}

static GAMES: &[KnownGame] = &[
    entry::<games::emu_ranchers::EmuRanchers>(),
    entry::<games::emus_redux::EmusRedux>(),
    entry::<games::blulu::Blulu>(),
    entry::<games::eggs_and_empires::EggsAndEmpires>(),
    entry::<games::piepmatz::Piepmatz>(),
];

/// The rule books of all games.
pub fn books() -> impl Iterator<Item = &'static Book> {
    GAMES.iter().map(|game| (game.book)())
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
}

impl fmt::Display for NoSuchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.several.is_empty() {
            return write!(f, "`{}` could be {}", self.name, or_list(&self.several));
        }
        write!(f, "no game is called `{}`", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => match &books().map(|book| book.game).collect::<Vec<_>>()[..] {
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

fn find(name: &str) -> Result<&'static KnownGame, NoSuchGame> {
    let found = GAMES.iter().find(|game| is_called((game.book)(), name));
    found.ok_or_else(|| NoSuchGame {
        name: name.to_owned(),
        several: Vec::new(),
        nearest: did_you_mean(name, books().map(|book| book.game)),
    })
}

/// The rule book of a game, by its name or title in any letter case, or by what only one of them, or a word of it, begins with.
///
/// # Errors
/// When no game is called so, or several could be meant.
pub fn book(name: &str) -> Result<&'static Book, NoSuchGame> {
    let unknown = match find(name) {
        Ok(game) => return Ok((game.book)()),
        Err(unknown) => unknown,
    };
    let beginning = name.trim().to_lowercase();
    let words = |name: &'static str| name.match_indices(['-', ' ']).map(move |(at, _)| &name[at + 1..]).chain([name]);
    let begins = |book: &&Book| {
        [book.game, book.title].into_iter().flat_map(words).any(|word| word.to_lowercase().starts_with(&beginning))
    };
    match books().filter(|book| !beginning.is_empty() && begins(book)).collect::<Vec<_>>()[..] {
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
pub fn open(log: Log) -> Result<Box<dyn Referee>, ReadError> {
    match find(log.game()) {
        Ok(game) => (game.open)(log),
        Err(unknown) => {
            let games: Vec<&str> = books().map(|book| book.game).collect();
            Err(log.error_at(log.game().span(), unknown.to_string(), format!("expected {}", or_list(&games))))
        }
    }
}

/// Everything in the text of a log that can't be read, in the order of the file: as a log, and by the rules of its game; at most
/// [`MAX_READ_ERRORS`] of it.
pub fn read_errors(text: &str) -> Vec<ReadError> {
    let (log, mut errors) = Log::parse_all(text);
    match log {
        Err(error) => errors.push(error),
        Ok(log) => {
            let is_told = log.game().is_empty() || log.players().is_empty();
            match find(log.game()) {
                _ if is_told => {}
                Ok(game) => errors.extend((game.errors)(&log)),
                Err(_) => errors.extend(open(log).err()),
            }
        }
    }
    errors.sort_by_key(|error| (error.line, error.column));
    errors.truncate(MAX_READ_ERRORS);
    errors
}

/// Reads and replays a log by the rules of `G`, whether it is a game of this crate or of yours.
///
/// # Errors
/// As [`open`]; also when it is a log of another game.
pub fn open_as<G: Refereed>(log: Log) -> Result<Box<dyn Referee>, ReadError> {
    if is_called(G::book(), log.game()) {
        return Ok(Box::new(Replay::<G>::of(log)?));
    }
    let problem = format!("`{}` is not {}", &**log.game(), G::book().title);
    Err(log.error_at(log.game().span(), problem, format!("expected {}", G::book().game)))
}

/// The text of a new log of the game called `game`.
///
/// # Errors
/// When there is no such game, or it can't be set up so.
pub fn start(game: &str, new: &NewGame) -> Result<String, Refusal> {
    (find(game).map_err(Refusal::cannot)?.start)(new)
}

/// Counts cards on the table with no log at all: one `NAME: …` a player.
///
/// # Errors
/// When there is no such game, the texts can't be read, or the cards can't be on the table together.
pub fn count(game: &str, new: &NewGame, texts: &[&str]) -> Result<Sheet, Refusal> {
    (find(game).map_err(Refusal::cannot)?.count)(new, texts)
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
        let game = |name: &str| book(name).map(|book| book.game).map_err(|unknown| unknown.to_string());
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
