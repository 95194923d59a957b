//! The registry: games that can be looked up by name. A new game of this crate needs a folder in `src/games` and a line in
//! [`GAMES`]. A game of another crate is opened by its type ([`open_as`]), or put into another list ([`game`], [`Games::new`]).

use super::{
    Dispute, DisputeResult, NewGame, Referee, Refusal, count_as, judge_as, log_act::LogAct, parse_log::parse_log, replay::Replay,
    start_as, tables_to_move,
};
use crate::{
    games,
    log::{ChangeError, Log, LogParseError, MAX_PARSE_ERRORS},
    table::{Book, CompleteGame, Game, Sheet, Suit, TableContext, Variant, and_list, did_you_mean, or_list},
};
use std::fmt;

/// The candidate tables of a dispute, one for each player who can be in turn.
type TablesToMove = Result<Vec<Box<dyn Referee>>, Refusal>;

/// A game in the registry: its functions, without its type.
#[derive(Clone, Copy)]
pub struct RegisteredGame {
    book: fn() -> &'static Book,
    open: fn(Log) -> Result<Box<dyn Referee>, LogParseError>,
    errors: fn(&Log) -> Vec<LogParseError>,
    start: fn(&NewGame) -> Result<String, Refusal>,
    count: fn(&NewGame, &[&str]) -> Result<Sheet, Refusal>,
    judge: fn(&Dispute) -> Result<DisputeResult, Refusal>,
    to_move: fn(&Dispute) -> TablesToMove,
}

/// Makes an entry for a list of [`Games`].
pub const fn game<G: CompleteGame>() -> RegisteredGame {
    RegisteredGame {
        book: G::book,
        open: open_as::<G>,
        errors: |log| parse_log::<G>(log).err().unwrap_or_default(),
        start: start_as::<G>,
        count: count_as::<G>,
        judge: judge_as::<G>,
        to_move: tables_to_move::<G>,
    }
}

/// A list in which the games of logs are looked up. Commands, page and archive get such a list. The default has the five games
/// of this crate.
#[derive(Clone, Copy)]
pub struct Games(&'static [RegisteredGame]);

/// The five games of this crate.
pub static GAMES: &[RegisteredGame] = &[
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

/// The error if a name matches no game, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame {
    /// The given name.
    pub name: String,
    /// The games that the name matches as an abbreviation, if there are several.
    pub several: Vec<&'static str>,
    /// The game with a variant of that name, and the variant.
    pub variant: Option<(&'static str, &'static str)>,
    /// The most similar name, if there is one.
    pub nearest: Option<&'static str>,
    /// All games in the list.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.several.is_empty() {
            return write!(f, "`{}` could be {}", self.name, or_list(&self.several));
        }
        write!(f, "no game is called `{}`", self.name)?;
        if let Some((game, variant)) = self.variant {
            return write!(f, "; it is a variant of {game}: `{game} --variant {variant}`");
        }
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => match &self.known[..] {
                [only] => write!(f, "; there is {only}"),
                games => write!(f, "; there are {}", and_list(games)),
            },
        }
    }
}

impl std::error::Error for UnknownGame {}

/// Whether a name is the name or title of a game, in any letter case.
fn is_called(book: &Book, name: &str) -> bool {
    let trimmed = name.trim();
    book.game == name || book.game.eq_ignore_ascii_case(trimmed) || book.title.eq_ignore_ascii_case(trimmed)
}

impl Games {
    /// A list of games. The list stays in memory as long as the process runs.
    pub fn new(games: &[RegisteredGame]) -> Self {
        Self(Box::leak(games.to_vec().into_boxed_slice()))
    }

    /// The rule books of the games.
    pub fn books(self) -> impl Iterator<Item = &'static Book> {
        self.0.iter().map(|game| (game.book)())
    }

    /// The suits of the games, each once.
    pub fn suits(self) -> Vec<&'static Suit> {
        Suit::each_once(self.books().flat_map(|book| book.suits))
    }

    fn find(self, name: &str) -> Result<&'static RegisteredGame, UnknownGame> {
        let found = self.0.iter().find(|game| is_called((game.book)(), name));
        found.ok_or_else(|| {
            let known: Vec<&str> = self.books().map(|book| book.game).collect();
            let has_name = |variant: &&Variant| variant.name.eq_ignore_ascii_case(name.trim());
            let mut variants = self.books().filter_map(|book| Some((book.game, book.variants.iter().find(has_name)?.name)));
            let (variant, nearest) = (variants.next(), did_you_mean(name, known.iter().copied()));
            UnknownGame { name: name.to_owned(), several: Vec::new(), variant, nearest, known }
        })
    }

    /// The rule book of a game, by name or title in any letter case. A unique beginning of the
    /// name or title, or of a word in them, is enough.
    pub fn book(self, name: &str) -> Result<&'static Book, UnknownGame> {
        let unknown = match self.find(name) {
            Ok(game) => return Ok((game.book)()),
            Err(unknown) => unknown,
        };
        let beginning = name.trim().to_lowercase();
        let words = |name: &'static str| name.match_indices(['-', ' ']).map(move |(at, _)| &name[at + 1..]).chain([name]);
        let is_match = |book: &&Book| {
            [book.game, book.title].into_iter().flat_map(words).any(|word| word.to_lowercase().starts_with(&beginning))
        };
        match self.books().filter(|book| !beginning.is_empty() && is_match(book)).collect::<Vec<_>>()[..] {
            [] => Err(unknown),
            [only] => Ok(only),
            ref several => Err(UnknownGame { several: several.iter().map(|book| book.game).collect(), ..unknown }),
        }
    }

    /// Parses and replays a log by the rules of its game. Broken rules are not errors but [findings](Referee::findings).
    pub fn open(self, log: Log) -> Result<Box<dyn Referee>, LogParseError> {
        match self.find(log.game()) {
            Ok(game) => (game.open)(log),
            Err(unknown) => Err(unknown_game(&log, &unknown)),
        }
    }

    /// Parses a log, also by the rules of its game, without a replay.
    pub fn parse(self, text: String) -> Result<Log, LogParseError> {
        let log = Log::parse(text)?;
        match self.find(log.game()).map(|game| (game.errors)(&log).into_iter().next()) {
            Ok(Some(error)) => Err(error),
            Ok(None) => Ok(log),
            Err(unknown) => Err(unknown_game(&log, &unknown)),
        }
    }

    /// Every error in the text of a log, in file order, also by the rules of its game. At most [`MAX_PARSE_ERRORS`].
    pub fn read_errors(self, text: &str) -> Vec<LogParseError> {
        let (log, mut errors) = Log::parse_all(text);
        match log {
            Err(error) => errors.push(error),
            Ok(log) => {
                // An empty game name or list of players is an error that was reported above.
                let is_reported = log.game().is_empty() || log.players().is_empty();
                match self.find(log.game()) {
                    _ if is_reported => {}
                    Ok(game) => errors.extend((game.errors)(&log)),
                    Err(unknown) => errors.push(unknown_game(&log, &unknown)),
                }
            }
        }
        errors.sort_by_key(|error| (error.line, error.column));
        errors.truncate(MAX_PARSE_ERRORS);
        errors
    }

    /// The text of a new log for the game called `game`.
    pub fn start(self, game: &str, new: &NewGame) -> Result<String, Refusal> {
        (self.find(game).map_err(Refusal::cannot)?.start)(new)
    }

    /// Counts cards on the table without a log, as the first round of a game: one `NAME: …` per player.
    pub fn count(self, game: &str, new: &NewGame, texts: &[&str]) -> Result<Sheet, Refusal> {
        (self.find(game).map_err(Refusal::cannot)?.count)(new, texts)
    }

    /// The candidate tables of a dispute, one for each player who can be in turn.
    pub fn to_move(self, game: &str, dispute: &Dispute) -> TablesToMove {
        (self.find(game).map_err(Refusal::cannot)?.to_move)(dispute)
    }

    /// Judges a move without a log, at a stated position.
    pub fn judge(self, game: &str, dispute: &Dispute) -> Result<DisputeResult, Refusal> {
        (self.find(game).map_err(Refusal::cannot)?.judge)(dispute)
    }

    /// Renames players (old and new name) everywhere in a log, as the callback of an undo or redo: see [`Log::undo_inputs`].
    pub fn rename_players(self, log: &Log, names: &[(String, String)]) -> Result<Log, ChangeError> {
        self.open(log.clone())?.with_renamed_players(names).map_err(|_| ChangeError::NothingToRedo)
    }
}

fn unknown_game(log: &Log, unknown: &UnknownGame) -> LogParseError {
    log.error_at(log.game().span(), unknown.to_string(), format!("expected {}", or_list(&unknown.known)))
}

/// The rule books of the five games: see [`Games::books`].
pub fn books() -> impl Iterator<Item = &'static Book> {
    Games::default().books()
}

/// Parses and replays a log of one of the five games: see [`Games::open`].
pub fn open(log: Log) -> Result<Box<dyn Referee>, LogParseError> {
    Games::default().open(log)
}

/// Parses and replays a log by the rules of `G`, which may be a game of another crate.
pub fn open_as<G: CompleteGame>(log: Log) -> Result<Box<dyn Referee>, LogParseError> {
    if is_called(G::book(), log.game()) {
        return Ok(Box::new(Replay::<G>::of(log)?));
    }
    let problem = format!("`{}` is not {}", &**log.game(), G::book().title);
    Err(log.error_at(log.game().span(), problem, format!("expected {}", G::book().game)))
}

/// A log's context and acts in the types of `G`.
pub(super) type Acts<G> = (TableContext<<G as Game>::Setup>, Vec<LogAct<G>>);

/// The context and the judged acts of a log in the types of `G`. A new game with that context can apply the acts again.
pub fn acts_as<G: CompleteGame>(log: Log) -> Result<Acts<G>, LogParseError> {
    let Replay { head, logged, halted, .. } = Replay::<G>::of(log)?;
    let judged = logged.into_iter().take_while(|logged| halted.is_none_or(|halted| logged.line_ref <= halted));
    Ok((head.context, judged.filter_map(|logged| logged.act).collect()))
}
