//! What is said of a log that can't be read.

use fowlplay::{log::Log, referee};
use std::fmt::Write as _;

/// What is put in or cut out.
const MARKS: [&str; 12] = ["", "", "\"", "[", "]", "=", "\n", ",", "#", ":", ";", "x"];

/// The answer to the text of a log with a mark put in or taken out, at many places; `nth` is the log's number.
pub fn misread(log: &Log, nth: usize) -> String {
    let whole = log.text();
    let mut text = String::new();
    let every = whole.len().div_ceil(60).max(1);
    let at = |at: usize| whole.is_char_boundary(at) && whole.is_char_boundary(at + 1);
    for (from, number) in (nth % every..whole.len()).step_by(every).filter(|from| at(*from)).zip(nth..) {
        let mark = MARKS[number % MARKS.len()];
        let broken = format!("{}{mark}{}", &whole[..from], &whole[from + usize::from(mark.is_empty())..]);
        let answer = match Log::parse(broken) {
            Err(error) => format!("{error} {error:?}"),
            Ok(log) => referee::open(log).map_or_else(
                |error| format!("{error} {error:?}"),
                |referee| format!("{:?} {:?}", referee.findings(), referee.sheet()),
            ),
        };
        let _ = writeln!(text, "{from} {mark:?}: {answer}");
    }
    text
}
