//! Blulu: what the files of cases beside this one have no word for.

mod counted;
mod dealing;
