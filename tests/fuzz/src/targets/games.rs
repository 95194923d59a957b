//! The games that are fuzzed: a further one is one more line, at the end.

use std::sync::LazyLock;

use super::{
    counted, listed,
    positions::{Position, positions},
    typed,
};

/// What is fuzzed of a game.
#[derive(Clone, Copy)]
pub struct Game {
    /// Its name in the registry.
    pub name: &'static str,
    /// Lines typed at a table.
    pub steps: fn(&[u8]),
    /// Cards counted on a table.
    pub tallies: fn(&[u8]),
    /// Games played, bytes for dice.
    pub listing: fn(&[u8]),
}

macro_rules! games {
    ($($name:literal: $game:ty;)+) => {
        /// All of them; an input's first byte says which (`0`, `1`, …), so the order has to stay.
        pub static GAMES: &[Game] = &[$({
            static POSITIONS: LazyLock<Vec<Position<$game>>> = LazyLock::new(positions);
            Game {
                name: $name,
                steps: |data| typed::steps(&POSITIONS, data),
                tallies: |data| counted::tallies(&POSITIONS, data),
                listing: listed::listing::<$game>,
            }
        }),+];
    };
}

games! {
    "emu-ranchers": fowlplay::games::emu_ranchers::EmuRanchers;
    "emus-redux": fowlplay::games::emus_redux::EmusRedux;
    "blulu": fowlplay::games::blulu::Blulu;
    "eggs-and-empires": fowlplay::games::eggs_and_empires::EggsAndEmpires;
    "piepmatz": fowlplay::games::piepmatz::Piepmatz;
}

/// Hands an input to the game that its first byte names.
pub fn with_its_game(data: &[u8], target: fn(Game) -> fn(&[u8])) {
    if let Some((which, rest)) = data.split_first() {
        let index = usize::from(which.wrapping_sub(b'0')) % GAMES.len();
        target(GAMES[index])(rest);
    }
}
