//! Earlier versions of logs, as their whole texts.

use std::collections::VecDeque;

const MAX_VERSIONS: usize = 64;
/// The most bytes that are kept of all logs together: twice the size of the largest log.
const MAX_BYTES: usize = 32 << 20;

/// The latest versions of the logs that were shown, the oldest first.
#[derive(Default)]
pub(super) struct VersionCache {
    kept: VecDeque<CachedVersion>,
    bytes: usize,
}

struct CachedVersion {
    name: String,
    version: String,
    text: Box<str>,
}

impl VersionCache {
    /// Adds a version of a log, which is the latest again if it was known.
    pub(super) fn add(&mut self, name: &str, version: &str, text: &str) {
        let is_known = |kept: &CachedVersion| kept.version == version && kept.name == name;
        if self.kept.iter().rev().find(|kept| kept.name == name).is_some_and(is_known) {
            return;
        }
        self.remove(is_known);
        if self.kept.iter().filter(|kept| kept.name == name).count() == MAX_VERSIONS {
            self.remove(|kept| kept.name == name);
        }
        self.bytes += text.len();
        self.kept.push_back(CachedVersion { name: name.to_owned(), version: version.to_owned(), text: text.into() });
        while self.bytes > MAX_BYTES {
            self.remove(|_| true);
        }
    }

    fn remove(&mut self, wanted: impl FnMut(&CachedVersion) -> bool) {
        let removed = self.kept.iter().position(wanted).and_then(|at| self.kept.remove(at));
        self.bytes -= removed.map_or(0, |kept| kept.text.len());
    }

    /// The text of a log at a version, if it is still kept.
    pub(super) fn text(&self, name: &str, version: &str) -> Option<String> {
        let kept = self.kept.iter().rev().find(|kept| kept.name == name && kept.version == version)?;
        Some(kept.text.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_versions_of_each_log_are_kept_and_all_are_bounded_by_bytes() {
        let mut past = VersionCache::default();
        let text = |nth: usize| format!("{nth}").repeat(1 << 20);
        let version = |nth: usize| format!("version {nth}");
        past.add("other", &version(0), "kept");
        for nth in 0..70 {
            past.add("game", &version(nth), "text");
        }
        let known = |past: &VersionCache, name: &str| (0..70).filter(|nth| past.text(name, &version(*nth)).is_some()).count();
        assert_eq!((known(&past, "game"), known(&past, "other")), (MAX_VERSIONS, 1));
        assert!(past.text("game", &version(5)).is_none() && past.text("game", &version(69)).is_some());
        for nth in 0..40 {
            past.add(&format!("log {nth}"), &version(nth), &text(nth));
            assert!(
                past.bytes <= MAX_BYTES && past.bytes == past.kept.iter().map(|kept| kept.text.len()).sum::<usize>(),
                "{}",
                past.bytes
            );
        }
        assert!(past.text("log 39", &version(39)).is_some() && past.text("log 1", &version(1)).is_none());
    }
}
