//! Many logs at once: what is made of them for other programs.

pub mod bgstats;
