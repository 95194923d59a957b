//! What the models of both emu games have in common: single birds, hands, and what they bring, on words.

pub mod bird;
pub mod hand;
mod ranchers;
