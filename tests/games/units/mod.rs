//! What parts of the library do by themselves: accounts of cards, texts as each game reads them, what all games share, many logs.

mod account;
mod archive;
mod bgstats;
mod dealing;
mod ledger;
mod notation;
mod registry;
mod table;
