//! Eggs and Empires: what the files of cases beside this one have no word for.

mod setup;
