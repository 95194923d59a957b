//! Inserts and removes items of a bracketed list or table, in its own layout.

use std::ops::Range;

use super::text::{
    blank_to_newline, comma_after, comments, comments_above, line_end, line_start, newline, newline_before, past_comma,
};
use super::value::line_toml;

/// How an item is inserted.
pub(super) struct Insertion {
    /// The byte range to replace.
    pub range: Range<usize>,
    /// The replacement.
    pub with: String,
    /// The item's byte range in the replacement.
    pub item: Range<usize>,
}

/// Appends an item with its comment after the `last` one between two brackets, in the layout of the list. `write` writes the item.
pub(super) fn append_item(
    text: &str,
    inner: Range<usize>,
    last: Option<Range<usize>>,
    (item, write): (&str, fn(&mut String, &str)),
    comment: Option<&str>,
    nl: &str,
) -> Insertion {
    let at = |range, before: &[&str], after: &[&str]| {
        let mut with = String::with_capacity(item.len() + 16);
        with.extend(before.iter().copied());
        let start = with.len();
        write(&mut with, item);
        let item = start..with.len();
        with.extend(after.iter().copied());
        Insertion { range, with, item }
    };
    let end = [",", if comment.is_some() { " " } else { "" }, comment.unwrap_or_default(), nl];
    let Some(last) = last else {
        return match text[inner.clone()].rfind('\n') {
            Some(newline) => at(inner.start + newline + 1..inner.start + newline + 1, &["  "], &end),
            None => at(inner, &[nl, "  "], &end),
        };
    };
    let behind = past_comma(&text[..inner.end], last.end);
    let has_comma = behind > last.end;
    match text[behind..inner.end].rfind('\n') {
        Some(newline) => {
            let start = behind + newline + 1;
            let lead = &text[line_start(text, last.start)..last.start];
            let indent = if lead.trim_start_matches([' ', '\t']).is_empty() { lead } else { "  " };
            if has_comma {
                at(start..start, &[indent], &end)
            } else {
                at(last.end..start, &[",", &text[last.end..start], indent], &end)
            }
        }
        // The list ends on the line of its last item. It gets a comma after the new item only if it had one before.
        None if comment.is_some() => at(behind..behind, if has_comma { &[" "] } else { &[", "] }, &end),
        None if has_comma => at(behind..behind, &[" "], &[","]),
        None => at(behind..behind, &[", "], &[]),
    }
}

/// Inserts a line with its comment before the one that begins at `before`. `above` is where the text before that item begins.
pub(super) fn insert_line(text: &str, nl: &str, above: usize, before: usize, line: &str, comment: Option<&str>) -> Insertion {
    let written = line_toml(line);
    let start = line_start(text, before);
    let indent = &text[start..before];
    let (at, lead, behind) = if indent.trim().is_empty() {
        // The comments directly above a line stay with it.
        (
            comments_above(text, start, above),
            indent,
            comment.map_or_else(|| format!(",{nl}"), |comment| format!(", {comment}{nl}")),
        )
    } else {
        (before, "", comment.map_or_else(|| ", ".to_owned(), |comment| format!(", {comment}{nl}  ")))
    };
    Insertion { range: at..at, item: lead.len()..lead.len() + written.len(), with: [lead, &written, &behind].concat() }
}

/// Removes an item: the byte range to replace, its replacement, and the comment on the item, which goes with it. Comments between the
/// item and its comma stay.
pub(super) fn delete_item(
    text: &str,
    before: Option<Range<usize>>,
    item: Range<usize>,
    after: Option<Range<usize>>,
) -> (Range<usize>, String, Option<String>) {
    let start = item.end;
    let cut = item_cut(text, before, item, after);
    let own_end = line_end(text, start).min(cut.end);
    let comment = comments(&text[start.min(own_end)..own_end]).next().map(str::to_owned);
    let below = &text[own_end..cut.end];
    let comments: Vec<&str> = comments(below).collect();
    if comments.is_empty() {
        return (cut, String::new(), comment);
    }
    let nl = newline(text);
    let indent = format!("{nl}  ");
    let kept = comments.join(&indent);
    let kept = if text[cut.clone()].starts_with(['\r', '\n']) { format!("{indent}{kept}") } else { format!("{kept}{indent}") };
    (cut, kept, comment)
}

/// The byte range to cut for an item. An item with lines of its own goes with these lines and the comment on them, from the line
/// break before to the one after; any other item goes with one comma. The text may end after the items, without a closing
/// bracket.
fn item_cut(text: &str, before: Option<Range<usize>>, item: Range<usize>, after: Option<Range<usize>>) -> Range<usize> {
    let line_start = line_start(text, item.start);
    let lead = &text[line_start..item.start];
    let alone = lead.bytes().all(|byte| b" \t,".contains(&byte));
    let end = past_comma(text, item.end);
    // If lines begin with commas, the comma on this line goes.
    let own_end = if alone && lead.contains(',') { item.end } else { end };
    if alone && let Some(newline) = blank_to_newline(text, own_end) {
        return newline_before(text, line_start)..newline;
    }

    let blank = |range: Range<usize>| text[range].bytes().all(|byte| byte == b' ' || byte == b'\t');
    let comma_before = before.and_then(|before| comma_after(text, before.end));
    let next = after.map_or(end, |next| next.start);
    match comma_before {
        Some(comma) if blank(comma + 1..item.start) => comma + usize::from(end > item.end)..end,
        None if blank(end..next) => item.start..next,
        _ => item.start..end,
    }
}
