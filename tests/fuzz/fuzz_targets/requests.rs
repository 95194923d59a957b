//! Fuzzes requests to the live page.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fowlplay_fuzz::requests(data));
