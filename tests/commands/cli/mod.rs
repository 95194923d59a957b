//! The commands. What somebody types and reads stands in the pages of this folder; here is what needs more than to be read.

mod answering;
mod changing;
mod checking;
mod exporting;
mod judging;
mod names;
mod reporting;
mod starting;
mod statistics;
mod transcripts;

/// Two turns: Ada has a bird of 7SK, Bo one of 9LK.
const OPENING: &[&str] = &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];

/// A log of Emu Ranchers, one year between Ada and Bo.
fn log(lines: &[&str]) -> String {
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[rules]\nyears = 1\n";
    let lines = lines.iter().map(|line| format!("  {line:?},\n")).collect::<Vec<_>>().concat();
    format!("{head}\n[[round]]\nfirst = \"Ada\"\nmoves = [\n{lines}]\n")
}
