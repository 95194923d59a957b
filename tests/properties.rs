//! What holds for every game that could be played: random games, random table rules, random mistakes.

#[path = "properties/found.rs"]
mod found;
