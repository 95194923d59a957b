//! The games, one folder each. None looks into another's.

pub mod blulu;
pub mod eggs_and_empires;
pub mod emu_ranchers;
pub mod emus_redux;
pub mod piepmatz;
