//! Everything that asks the user: menus, setting up a game, confirming a change, entering a tally.

#[macro_use]
pub mod terminal;

pub mod confirm;
pub mod setup;
pub mod tally;

use std::io::IsTerminal as _;

/// Whether a user at a terminal can be asked.
pub fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}
