//! Remembers which logs were read, so that a copy is reported and counted only once.

use crate::log::Digest;
use std::collections::HashMap;

/// The size of a chunk of names; a longer name gets a chunk of its own.
const CHUNK_BYTES: usize = 64 * 1024;

/// The digests of the logs that were read, each with the name of its first file. Names are stored back to back in chunks, so that
/// a million of them take a few hundred megabytes at most.
#[derive(Default)]
pub(super) struct Seen {
    first: HashMap<Digest, Name>,
    chunks: Vec<String>,
}

/// The position of a name: its chunk, and its byte range there.
#[derive(Clone, Copy)]
struct Name {
    chunk: u32,
    start: u32,
    end: u32,
}

impl Seen {
    /// The name under which this log was read before. If it is new, remembers it and returns `None`.
    pub fn before(&mut self, digest: Digest, name: &str) -> Option<&str> {
        let Self { first, chunks } = self;
        if let Some(known) = first.get(&digest) {
            return chunks.get(known.chunk as usize)?.get(known.start as usize..known.end as usize);
        }
        if chunks.last().is_none_or(|last| last.len() + name.len() > CHUNK_BYTES) {
            chunks.push(String::with_capacity(CHUNK_BYTES.max(name.len())));
        }
        let (count, last) = (chunks.len(), chunks.last_mut()?);
        let start = last.len();
        last.push_str(name);
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        first.insert(digest, Name { chunk: number(count - 1), start: number(start), end: number(last.len()) });
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_known_by_the_name_that_was_first() {
        let mut seen = Seen::default();
        let long = "x".repeat(CHUNK_BYTES + 1);
        for nth in 0..10_000 {
            assert_eq!(seen.before(Digest::of(&format!("text {nth}")), &format!("folder/{nth}.toml")), None);
        }
        assert_eq!(seen.before(Digest::of("long"), &long), None);
        assert_eq!(seen.before(Digest::of("text 9999"), "other"), Some("folder/9999.toml"));
        assert_eq!(seen.before(Digest::of("text 0"), "other"), Some("folder/0.toml"));
        assert_eq!(seen.before(Digest::of("long"), "other"), Some(&*long));
    }
}
