//! Suits, ranks and cards, and every rule of "Reading a card" in `rules/decktet.md`.

mod card;
mod cards;
mod rank;
mod reading;
mod suit;
