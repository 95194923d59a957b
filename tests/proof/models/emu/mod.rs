//! The models of both emu games, and what they have in common: turns, single birds, hands, on words.

mod bird;
pub mod hand;
mod rancher;
mod ranchers;
mod redux;
mod tallies;
mod truth;
mod turns;

pub use bird::words;
pub use ranchers::Ranchers;
pub use redux::Redux;
pub use truth::Hands;
