//! The Decktet: cards, suits, ranks, and reading and writing a card.
