//! Byte ranges in little memory: every line of a log has at least five of them, and a game has hundreds of lines.

use std::ops::Range;

use super::text::count;

/// A byte range in a log, or in a line. A text too large for `u32` is refused before it is parsed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    start: u32,
    end: u32,
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: count(range.start), end: count(range.end) }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start as usize..span.end as usize
    }
}
