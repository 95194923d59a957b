//! Shows texts longer than the window page by page.

use super::{Terminal, dialog};
use crate::table::count_of;

/// A window with fewer rows is not paged.
const MIN_ROWS: usize = 5;

/// Shows a text, as much of it at a time as there are rows for, and goes on as long as that is wanted. So many rows above it are
/// kept on the screen until then, and so many are needed below its end. Lines that were typed ahead are not kept waiting.
pub fn show(terminal: &mut Terminal, text: &str, mut above: usize, below: usize) {
    let mut rest = text;
    loop {
        let rows = dialog::window().0;
        let room = rows.saturating_sub(above + below.max(1));
        let needed = dialog::rows(rest);
        if needed <= room || rows < MIN_ROWS || terminal.is_typed_ahead() {
            out!("{rest}");
            return;
        }
        let (page, left) = rest.split_at(end_of_page(rest, room));
        if let Some(page) = page.strip_suffix('\n') {
            out!("{page}");
        }
        rest = left;
        let left = count_of(dialog::rows(rest), "more line", "more lines");
        if !terminal.goes_on(&format!("… {left}: Space goes on, Escape ends")) {
            return;
        }
        above = 0;
    }
}

/// Where the last line ends for which there is room; of a text that is longer than that.
fn end_of_page(text: &str, room: usize) -> usize {
    let mut left = room;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let Some(still) = left.checked_sub(dialog::rows(line.trim_end_matches('\n'))) else { break };
        left = still;
        end += line.len();
    }
    // A line that is longer than the window is shown all the same, once there is nothing above it.
    if end == 0 && room + 1 >= dialog::window().0 { text.find('\n').map_or(text.len(), |at| at + 1) } else { end }
}
