//! Whole evenings at random: steps, slips, undo, redo, amendments, table rules, tallies, notes and names in any order, through the
//! commands and through `play` on a terminal that knows no escape sequence. After every change the log can be read, what was taken
//! back and brought back has the same bytes outside the corrections, `check` finds what was told, and `play` shows what `show` does.
//!
//! The long form has as many evenings more as `TEST_TIMES` says. Printed is for each game what was done how often, and how much of it
//! changed the log.

mod commands;
mod game;
mod session;

use crate::program::{lot, times};
use game::Evening;

/// So many times in an evening it goes on through commands, and then in a session.
const STRETCHES: usize = 2;
/// So many times as long is an evening of the long form.
const LONGER: usize = 5;
/// So many things are done in a row.
const STRETCH: usize = 8;

fn evenings(game: &str) {
    let mut lot = lot(game);
    let mut counts = game::Counts::default();
    // At length evenings are longer, too.
    let longer = times().min(LONGER);
    for _ in 0..times() / longer {
        let mut evening = Evening::begin(game, &mut lot);
        for _ in 0..STRETCHES * longer {
            commands::some(&mut evening, STRETCH, &mut lot, &mut counts);
            session::some(&mut evening, STRETCH, &mut lot, &mut counts);
        }
    }
    println!("{game}: {counts}");
    assert!(counts.changes() > 0, "something was done");
}

#[test]
fn emu_ranchers() {
    evenings("emu-ranchers");
}

#[test]
fn emus_redux() {
    evenings("emus-redux");
}

#[test]
fn blulu() {
    evenings("blulu");
}

#[test]
fn eggs_and_empires() {
    evenings("eggs-and-empires");
}

#[test]
fn piepmatz() {
    evenings("piepmatz");
}
