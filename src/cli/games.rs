//! The games of this command: set once at startup.

use crate::referee::Games;
use std::sync::OnceLock;

static GAMES: OnceLock<Games> = OnceLock::new();

/// Sets the games. Only the first call counts.
pub fn set(games: Games) {
    GAMES.get_or_init(|| games);
}

/// The games.
pub fn games() -> Games {
    GAMES.get().copied().unwrap_or_default()
}
