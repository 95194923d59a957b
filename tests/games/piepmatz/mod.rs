//! Piepmatz: what the files of cases beside this one have no word for.

mod counted;
mod fights;
mod keeping;
mod rules;
mod setup;
mod showing;
