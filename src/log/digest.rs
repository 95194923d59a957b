//! The digest of a log. Logs with the same digest are the same, byte for byte.

use super::model::Log;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// The first half of the SHA-256 of some bytes, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 16]);

impl Digest {
    /// The digest of a text.
    pub fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The digest of some bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let whole: [u8; 32] = Sha256::digest(bytes).into();
        Self(std::array::from_fn(|nth| whole[nth]))
    }
}

impl Digest {
    /// The digest of a text under a key: without the key, nobody can tell from it whether a guessed text is right.
    pub fn keyed(key: &str, text: &str) -> Self {
        let digest = Sha256::new().chain_update(key).chain_update([0]).chain_update(text).finalize();
        Self(std::array::from_fn(|nth| digest[nth]))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl Log {
    /// The digest of the file's bytes: the name of a log in an archive.
    pub fn digest(&self) -> Digest {
        Digest::of(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_the_first_half_of_a_sha_256() {
        // FIPS 180-2, appendix B.1.
        assert_eq!(Digest::of("abc").to_string(), "ba7816bf8f01cfea414140de5dae2223");
        assert_ne!(Digest::of("abc"), Digest::of("abc\n"));
    }
}
