//! Fuzzes lines typed at tables of every game.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fowlplay_fuzz::steps(data));
