//! Files of tests: a `[heading]` for each test, and below it what is asked (`games/asked.rs`) or done (`page/taps.rs`). `build.rs` makes
//! the tests of the headings.
#![allow(dead_code, reason = "the build script, the second models and the page each need some of it")]

use std::thread;

/// The name of the test that begins at a line.
pub fn heading(line: &str) -> Option<&str> {
    line.strip_prefix('[')?.strip_suffix(']').filter(|name| *name != "deck")
}

/// The lines below a heading, with their numbers.
pub fn section<'a>(text: &'a str, name: &str) -> Vec<(&'a str, usize)> {
    let below = text.lines().zip(1..).skip_while(|(line, _)| heading(line) != Some(name)).skip(1);
    below.take_while(|(line, _)| heading(line).is_none()).collect()
}

/// The line of a file that a test is at, said if it fails there.
pub struct At<'a>(pub &'a str, pub usize, pub &'a str);

impl Drop for At<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("at {}:{}: {}", self.0, self.1, self.2);
        }
    }
}

/// What is wrong with a text in which these parts are to stand, with ` / ` between two, one behind the other, and `without …` nowhere.
pub fn differs(text: &str, parts: &str) -> Option<String> {
    let mut rest = text;
    parts.split(" / ").filter(|part| *part != "nothing").find_map(|part| match part.strip_prefix("without ") {
        Some(part) => text.contains(part).then(|| format!("{part} stands in {text}")),
        None => match rest.find(part).filter(|_| !part.is_empty()) {
            Some(at) => {
                rest = &rest[at..];
                None
            }
            None => Some(format!("{part} does not stand in its place in {text}")),
        },
    })
}
