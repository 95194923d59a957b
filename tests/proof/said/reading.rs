//! What is said of a log that was written by hand: with marks that don't belong there, and with lines that don't.

use crate::said::places;
use fowlplay::{
    log::{Log, ReadError},
    referee,
};
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
        let answer = answer(Log::parse(broken));
        let _ = writeln!(text, "{from} {mark:?}: {answer}");
    }
    text + &written(log, nth)
}

fn answer(log: Result<Log, ReadError>) -> String {
    match log.and_then(referee::open) {
        Err(error) => format!("{error} {error:?}"),
        Ok(referee) => format!("{:?} {:?} {:?}", referee.findings(), referee.halted().is_some(), referee.sheet()),
    }
}

/// The answer to the log with one of its lines written in another place as well, or instead of another, also as if it were let stand.
fn written(log: &Log, nth: usize) -> String {
    let mut text = String::new();
    let all = places(log);
    for (place, at) in all.iter().copied().zip(nth..) {
        let Some(line) = all.get((at * 5 + 1) % all.len()).and_then(|other| log.line(*other)) else { continue };
        let stands = format!("{} ! so", line.text.split(" ! ").next().unwrap_or_default());
        for line in [&*line.text, &stands] {
            let changed = if at % 2 == 0 { log.insert_line(place, line) } else { log.replace_line(place, line) };
            let answer = changed.map_or_else(|error| format!("{error} {error:?}"), |log| answer(Ok(log)));
            let _ = writeln!(text, "{place} {line}: {answer}");
        }
    }
    text
}
