//! Fuzzes cards counted on tables of every game.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fowlplay_fuzz::tallies(data));
