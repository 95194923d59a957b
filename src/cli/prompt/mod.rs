//! Everything that asks the user: menus, setting up, confirming, the parts of a tally.

#[macro_use]
pub mod terminal;

pub mod agree;
pub mod parts;
pub mod setup;

use std::io::IsTerminal as _;

/// Whether there is somebody to ask.
pub fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}
