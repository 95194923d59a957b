//! What random games have found, each kept as a case.

use fowlplay::{
    log::Log,
    referee::{self, Referee},
};

const HEAD: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n";

/// A year that Ada begins, with these lines and whatever else stands in the log.
fn year(lines: &[&str], rest: &str) -> Box<dyn Referee> {
    let moves: String = lines.iter().flat_map(|line| ["  \"", *line, "\",\n"]).collect();
    open(&Log::parse(format!("{HEAD}[[round]]\nfirst = \"Ada\"\nmoves = [\n{moves}]\n{rest}")).expect("a log"))
}

fn open(log: &Log) -> Box<dyn Referee> {
    referee::open(log.clone()).expect("a log that can be read")
}

/// The last word was thought to begin one byte after the white space before it, which may be three bytes long.
#[test]
fn a_word_after_wide_white_space_is_completed() {
    let referee = year(&[], "");
    assert_eq!(referee.complete("Ada: hatch 7SK;\u{3000}dr").0, "Ada: hatch 7SK;\u{3000}".len());
    assert_eq!(referee.complete("\u{2028}").0, 3);
    assert_eq!(referee.complete("Ada:\u{a0}ha"), (6, vec!["hatch".to_owned()]));
}
