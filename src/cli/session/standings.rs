//! The standings: the leading players, the next first player, and the number of counted rounds.

use super::state::Session;
use crate::{
    cli::{
        prompt::terminal::print_text,
        render::{
            sheet,
            style::{self, strong, wrap},
        },
    },
    table::{
        Progress, Sheet, and_list,
        escape::{clean, clean_all},
        or_list,
    },
};
use console::style;

pub(super) const PROMPT_ROWS: usize = 3;

pub(super) const GAME_OVER_HELP: &str = "`score` and `log` show it, `why R.L` explains a line, `note TEXT` adds a note, `undo` takes back \
                                the latest change, `amend R.L` changes a line, `quit` leaves.";

/// Prints the last counted round, the sums, and the leaders or winners. The round is left out if fewer than `rows_below` rows would
/// be free below.
pub(super) fn show_sums(session: &Session, rows_below: usize) {
    let sheet = session.referee().sheet();
    let layout = sheet::layout(&sheet, session.book());
    let round_count = counted_rounds(session) + usize::from(sheet.unrecorded() > 0);
    out!("\n{}", style("─".repeat(style::width().min(80))).dim());
    let Some(last_round) = round_count.checked_sub(1) else { return };
    let result = if sheet.complete { sheet::result(&layout, &sheet.outcome()) } else { leaders(&sheet) };
    let with_round = format!("{}\n\n{result}", sheet::rounds(&layout, last_round..round_count));
    if print_text::rows(&with_round) + rows_below <= print_text::window().0 {
        out!("{with_round}");
    } else {
        let advice = wrap("`score` shows what each round paid.", "", "");
        out!("{}\n\n{result}\n{advice}", sheet::sums(layout.sums_before(round_count)));
    }
}

fn leaders(sheet: &Sheet) -> String {
    let leaders = sheet.leaders();
    let points = leaders.first().map(|player| player.total.to_string()).unwrap_or_default();
    let names: Vec<&str> = leaders.iter().map(|player| player.name.as_str()).collect();
    let names = and_list(clean_all(&names));
    let verb = if leaders.len() == 1 { "leads" } else { "are level" };
    let notes = sheet.notes.iter().map(|note| wrap(&clean(note), "", ""));
    [strong(&format!("{names} {verb} with {points}."))].into_iter().chain(notes).collect::<Vec<_>>().join("\n")
}

/// The number of rounds that are over.
pub(super) fn counted_rounds(session: &Session) -> usize {
    let rounds = session.referee().log().rounds().len();
    rounds - usize::from(session.referee().progress() == Progress::Underway).min(rounds)
}

/// The sentence about the first player of the next round. Empty if no round can begin.
pub(super) fn next_first(session: &Session) -> String {
    let book = session.book();
    let names = session.may_be_first();
    match &clean_all(&names)[..] {
        [] => String::new(),
        [first] => format!("In the next, {first} {}; it begins with the line you type.", book.first_role),
        several => format!("In the next, {} {}: the table chooses.", or_list(several), book.first_role),
    }
}
