//! Earlier versions of logs: the latest text in full, and for each earlier version the difference to the next one. So a version
//! costs what was changed, not a whole log.

use crate::log::Digest;
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};
use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
    time::{Duration, Instant},
};

/// The most earlier versions that are kept of a log.
const MAX_VERSIONS: usize = 64;
/// The most bytes that are kept of all logs together: twice the size of the largest log.
const MAX_BYTES: usize = 32 << 20;
/// Timeout for comparing two texts; whatever is not matched by then is kept in full. Tests wait longer: their machine may be busy.
const DIFF_TIMEOUT: Duration = Duration::from_millis(if cfg!(test) { 60_000 } else { 100 });

/// The versions of all logs that were shown.
#[derive(Default)]
pub struct Past {
    logs: HashMap<String, Kept>,
    bytes: usize,
    /// Counts what was shown, to know what was shown longest ago.
    shown: u64,
}

/// A log as it was last shown, and its earlier versions, the oldest first.
struct Kept {
    version: Digest,
    text: String,
    before: VecDeque<Before>,
    shown: u64,
}

/// An earlier version, as a difference to the next one.
struct Before {
    version: Digest,
    pieces: Box<[Piece]>,
}

enum Piece {
    /// A copy of these bytes of the later text.
    Same(Range<usize>),
    /// Text that the later version doesn't have.
    Other(Box<str>),
}

impl Past {
    /// Adds a version of a log.
    pub fn add(&mut self, name: &str, version: Digest, text: &str) {
        self.shown += 1;
        let mut kept = match self.logs.remove(name) {
            Some(kept) => {
                self.bytes -= kept.bytes();
                kept
            }
            None => Kept { version, text: text.to_owned(), before: VecDeque::new(), shown: 0 },
        };
        kept.shown = self.shown;
        kept.add(version, text);
        while kept.bytes() > MAX_BYTES && kept.before.pop_front().is_some() {}
        self.bytes += kept.bytes();
        self.logs.insert(name.to_owned(), kept);
        while self.bytes > MAX_BYTES
            && let Some(oldest) = self.logs.iter().min_by_key(|(_, kept)| kept.shown).map(|(name, _)| name.clone())
            && let Some(kept) = self.logs.remove(&oldest)
        {
            self.bytes -= kept.bytes();
        }
    }

    /// The text of a log at a version, if it is still kept.
    pub fn text(&self, name: &str, version: &str) -> Option<String> {
        let is = |known: Digest| known.to_string() == version;
        let kept = self.logs.get(name)?;
        if is(kept.version) {
            return Some(kept.text.clone());
        }
        let nth = kept.before.iter().rposition(|before| is(before.version))?;
        let later = kept.before.range(nth..).rev();
        Some(later.fold(kept.text.clone(), |text, before| before.text(&text)))
    }
}

impl Kept {
    fn add(&mut self, version: Digest, text: &str) {
        // A known version is not added twice.
        if self.version == version || self.before.iter().any(|before| before.version == version) {
            return;
        }
        let pieces = pieces(text, &self.text);
        self.before.push_back(Before { version: self.version, pieces });
        (self.version, self.text) = (version, text.to_owned());
        if self.before.len() > MAX_VERSIONS {
            self.before.pop_front();
        }
    }

    fn bytes(&self) -> usize {
        self.text.len() + self.before.iter().map(Before::bytes).sum::<usize>()
    }
}

impl Before {
    fn text(&self, later: &str) -> String {
        let text = |piece: &Piece| match piece {
            Piece::Same(range) => later[range.clone()].to_owned(),
            Piece::Other(text) => text.to_string(),
        };
        self.pieces.iter().map(text).collect()
    }

    fn bytes(&self) -> usize {
        let other = |piece: &Piece| match piece {
            Piece::Same(_) => 0,
            Piece::Other(text) => text.len(),
        };
        size_of::<Self>() + self.pieces.iter().map(|piece| size_of::<Piece>() + other(piece)).sum::<usize>()
    }
}

/// The difference from the later text to the earlier one, by lines.
fn pieces(later: &str, earlier: &str) -> Box<[Piece]> {
    let [later_lines, earlier_lines] = [later, earlier].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let [later_ends, earlier_ends] = [&later_lines, &earlier_lines].map(|lines| ends(lines));
    let deadline = Some(Instant::now() + DIFF_TIMEOUT);
    let piece = |op: DiffOp| match op {
        DiffOp::Equal { old_index, len, .. } => Some(Piece::Same(later_ends[old_index]..later_ends[old_index + len])),
        DiffOp::Insert { new_index, new_len, .. } | DiffOp::Replace { new_index, new_len, .. } => {
            Some(Piece::Other(earlier[earlier_ends[new_index]..earlier_ends[new_index + new_len]].into()))
        }
        DiffOp::Delete { .. } => None,
    };
    capture_diff_slices_deadline(Algorithm::Myers, &later_lines, &earlier_lines, deadline).into_iter().filter_map(piece).collect()
}

/// The byte offsets of the line ends, after a first 0.
fn ends(lines: &[&str]) -> Vec<usize> {
    let ends = lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(size: usize, nth: usize) -> String {
        let lines = (0..size).map(|line| format!("  \"note {line}\",\n")).collect::<Vec<_>>().concat();
        let added = (0..nth).map(|nth| format!("  \"Ada: draw {nth}\",\n")).collect::<Vec<_>>().concat();
        format!("fowlplay = 1\nended = {nth}\nmoves = [\n{lines}{added}]\n\n[[correction]]\nat = \"1.{nth}\"\n")
    }

    #[test]
    fn every_version_is_made_again_from_what_changed_at_both_ends_of_a_long_log() {
        let mut past = Past::default();
        let texts: Vec<String> = (0..70).map(|nth| log(4_000, nth)).collect();
        for text in &texts {
            past.add("game", Digest::of(text), text);
        }
        let version = |text: &String| Digest::of(text).to_string();
        for text in &texts[texts.len() - 1 - MAX_VERSIONS..] {
            assert_eq!(past.text("game", &version(text)).as_ref(), Some(text));
            assert_eq!(past.text("other", &version(text)), None);
        }
        assert_eq!(past.text("game", &version(&texts[4])), None, "too long ago");
        let one = texts[69].len();
        assert!(past.bytes < 2 * one, "{} bytes are kept of 70 logs of {one}", past.bytes);
    }

    #[test]
    fn what_has_nothing_in_common_is_bounded_by_bytes_and_the_log_shown_longest_ago_goes_first() {
        let mut past = Past::default();
        let text = |nth: usize| format!("{nth}").repeat(1 << 20);
        for nth in 0..60 {
            past.add("rewritten", Digest::of(&text(nth)), &text(nth));
            assert!(past.bytes <= MAX_BYTES, "{nth}: {}", past.bytes);
        }
        assert!(past.text("rewritten", &Digest::of(&text(59)).to_string()).is_some());
        assert!(past.text("rewritten", &Digest::of(&text(1)).to_string()).is_none());
        for nth in 0..40 {
            past.add(&format!("log {nth}"), Digest::of(&text(nth)), &text(nth));
            assert!(past.bytes <= MAX_BYTES, "{nth}: {}", past.bytes);
        }
        assert!(!past.logs.contains_key("rewritten") && past.logs.contains_key("log 39"));
    }
}
