//! An archive of random games: all five, each among some of the same dozen people, over some years.

use crate::dealt;
use fowlplay::{
    conformance::TestableGame,
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    log::Log,
};
use jiff::{ToSpan as _, civil::date};

const PEOPLE: [&str; 12] = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo", "Gil", "Hal", "Ida", "Jo", "Kim", "Lu"];

/// The log of one of its games, one game after another.
pub fn log(nth: u64) -> Option<Log> {
    match nth % 5 {
        0 => of::<EmuRanchers>(&[2], nth),
        1 => of::<EmusRedux>(&[3, 4], nth),
        2 => of::<EggsAndEmpires>(&[2, 3, 4], nth),
        3 => of::<Piepmatz>(&[3, 4], nth),
        _ => of::<Blulu>(&[2, 4], nth),
    }
}

/// A game among so many people, or so many.
fn of<G: TestableGame>(counts: &[usize], seed: u64) -> Option<Log> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut people = PEOPLE;
    random.shuffle(&mut people);
    let names = people.get(..*random.choice(counts)?)?;
    let day = date(2021, 1, 1).checked_add(random.i64(0..2000).days()).ok()?;
    dealt::log_of::<G>(names, Some(day.to_string()), &[], seed, usize::MAX)
}
