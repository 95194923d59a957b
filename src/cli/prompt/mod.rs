//! Prompts for the user: menus, setting up a game, confirming a change, entering a tally.

#[macro_use]
pub(super) mod terminal;

pub(super) mod confirm;
pub(super) mod parts_form;
pub(super) mod setup;

use std::io::IsTerminal as _;

pub(super) fn is_terminal() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && std::io::stderr().is_terminal()
}
