//! Byte ranges in little memory: a line of a log has five of them or more, and a game hundreds of lines.

use std::ops::Range;

use super::text::count;

/// Bytes of a log, or of a line of it. What is larger than such places can tell is not read at all.
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
