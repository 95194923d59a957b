//! Emus Redux: what the files of cases beside this one have no word for.

mod discards_and_draws;
mod excuses;
