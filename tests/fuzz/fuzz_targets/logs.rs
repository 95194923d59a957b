//! Fuzzes any text as a log.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fowlplay_fuzz::logs(data));
