//! Random logs, and lines that nobody would write.

pub use crate::driver::NAMES;
use crate::{driver::Tested, notation, written};
use fastrand::Rng;
use fowlplay::{
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    log::Log,
};

/// How many logs of a game.
const LOGS: u64 = 16;
/// How many lines for each of them.
const LINES: usize = 12;

/// Some logs of a game, begun and whole, with what was let stand; and lines for its tables.
pub fn logs_and_lines(game: &str) -> (Vec<(String, Log)>, Vec<String>) {
    match game {
        "blulu" => of::<Blulu>(),
        "eggs-and-empires" => of::<EggsAndEmpires>(),
        "emu-ranchers" => of::<EmuRanchers>(),
        "emus-redux" => of::<EmusRedux>(),
        "piepmatz" => of::<Piepmatz>(),
        _ => panic!("random logs of {game} are missing"),
    }
}

fn of<G: Tested>() -> (Vec<(String, Log)>, Vec<String>) {
    let mut lines = Vec::new();
    let log = |seed: u64| {
        let (table, written, layout) = written::any_log::<G>(seed);
        let mut random = Rng::with_seed(seed);
        lines.extend((0..LINES).map(|_| notation::any_line::<G>(&mut random, &table.header)));
        (format!("random-{seed}"), written.log(layout))
    };
    ((0..LOGS).map(log).collect(), lines)
}
