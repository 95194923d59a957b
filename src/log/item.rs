//! The items of a list in the text: where their commas are, and which bytes go when one is taken out.

use std::ops::Range;

use super::splice::newline_before;

/// The comma that follows the value ending at `from`, past white space, line breaks and comments.
pub(super) fn comma_after(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at += text[at..].find('\n')?,
            b',' => return Some(at),
            _ => return None,
        }
    }
}

/// Where the line of `from` ends (before its line break), if only white space and a comment follow there.
pub(super) fn blank_to_newline(text: &str, from: usize) -> Option<usize> {
    let line = text[from..].split_inclusive('\n').next().filter(|line| line.ends_with('\n'))?;
    let rest = line.trim_start_matches([' ', '\t']);
    let content = line.trim_end_matches('\n');
    let content = content.strip_suffix('\r').unwrap_or(content);
    (rest.starts_with('#') || content.trim().is_empty()).then_some(from + content.len())
}

/// The bytes that go when item `index` of a list is taken out: its line or lines with the comment on them, if
/// it has them to itself, from the line break before to the one after; else the item with one comma.
///
/// `items` are the items of the list with their quotes. Its bracket stands behind a key.
pub(super) fn cut(text: &str, items: &[Range<usize>], index: usize) -> Range<usize> {
    let item = &items[index];
    let line_start = text[..item.start].rfind('\n').map_or(0, |newline| newline + 1);
    let lead = &text[line_start..item.start];
    let alone = lead.bytes().all(|byte| b" \t,".contains(&byte));
    // Where commas begin the lines, the comma on this line is the one that goes.
    let own = if alone && lead.contains(',') { None } else { comma_after(text, item.end) };
    let end = own.map_or(item.end, |comma| comma + 1);
    if alone && let Some(end) = blank_to_newline(text, end) {
        return newline_before(text, line_start)..end;
    }

    let comma = comma_after(text, item.end);
    let end = comma.map_or(item.end, |comma| comma + 1);
    let blank = |range: Range<usize>| text[range].bytes().all(|byte| byte == b' ' || byte == b'\t');
    let Some(before) = index.checked_sub(1).and_then(|before| comma_after(text, items[before].end)) else {
        return match items.get(index + 1) {
            Some(next) if blank(end..next.start) => item.start..next.start,
            _ => item.start..end,
        };
    };
    match (blank(before + 1..item.start), comma) {
        (true, Some(_)) => before + 1..end,
        (true, None) => before..item.end,
        (false, _) => item.start..end,
    }
}
