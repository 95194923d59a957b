//! What the two emu games share: birds, upkeep, discards. Whose turn it is, each game says itself.

mod bird;
mod pile;
mod upkeep;

pub use bird::{Bird, BirdNumber, Laid, Misfit, NotABird, Order};
pub use pile::Pile;
pub use upkeep::{Reckoning, reckon};
