//! Fuzzes games of every kind, bytes for dice.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fowlplay_fuzz::listing(data));
