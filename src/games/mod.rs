//! The games, one folder each with the same files (see [the guide](crate::adding_a_game)). No game uses another. The two emu
//! games are one type in [`emu`](crate::emu). Their folders hold only the books and the differences.

pub mod blulu;
pub mod eggs_and_empires;
pub mod emu_ranchers;
pub mod emus_redux;
pub mod piepmatz;
