//! Fuzzes logs from standard input.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fowlplay_fuzz::lines(data));
