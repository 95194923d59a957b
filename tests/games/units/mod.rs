//! What parts of the library do by themselves: accounts of cards, texts as each game reads them, what all games share.

mod account;
mod notation;
mod table;
