//! The games of this program, and its name. Both are set once at startup.

use crate::{
    referee::{GAMES as DEFAULT_GAMES, Games, RegisteredGame},
    table::Book,
};
use std::{borrow::Cow, path::Path, sync::OnceLock};

const FOWLPLAY: &str = "fowlplay";

static GAMES: OnceLock<Games> = OnceLock::new();
static PROGRAM: OnceLock<String> = OnceLock::new();

/// Sets the games. Only the first call counts. If they are not the default games, the program's name is that of its file.
pub(super) fn set(games: &[RegisteredGame]) {
    GAMES.get_or_init(|| Games::new(games));
    if !std::ptr::eq(games, DEFAULT_GAMES) {
        let program_path = std::env::args_os().next().unwrap_or_default();
        PROGRAM.get_or_init(|| {
            Path::new(&program_path).file_stem().map_or(FOWLPLAY.into(), |name| name.to_string_lossy().into_owned())
        });
    }
}

pub(super) fn games() -> Games {
    GAMES.get().copied().unwrap_or_default()
}

pub(super) fn program() -> &'static str {
    PROGRAM.get().map_or(FOWLPLAY, String::as_str)
}

/// A text with this program's name in the commands that it quotes.
pub(super) fn with_program_name(text: &str) -> Cow<'_, str> {
    if program() == FOWLPLAY || !text.contains(FOWLPLAY) {
        return text.into();
    }
    // A command stands between backquotes, indented in examples, or after a colon.
    let prefixes = ["`", "  ", ": "];
    let replace = |text: String, prefix| text.replace(&format!("{prefix}{FOWLPLAY} "), &format!("{prefix}{} ", program()));
    prefixes.into_iter().fold(text.to_owned(), replace).into()
}

/// A help text with this program's name, without examples of games that the program doesn't have.
pub(super) fn help_for_games(help: &str) -> String {
    let is_named = |book: &Book, line: &str| line.split([' ', '/']).any(|word| word == book.game);
    let is_available = |book: &Book| games().books().any(|program_book| program_book.game == book.game);
    let names_missing_game = |line: &str| Games::default().books().any(|book| is_named(book, line) && !is_available(book));
    let lines: Vec<&str> = help.lines().filter(|line| !names_missing_game(line)).collect();
    let help = lines.join("\n").replace("Examples:\n\n", "");
    with_program_name(help.strip_suffix("Examples:").unwrap_or(&help)).into_owned()
}
