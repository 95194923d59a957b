//! A game to be recorded line by line, and the log as it is after each line.

use crate::program;
use fowlplay::{
    log::Log,
    referee::{self, Referee},
};

/// A game: what is recorded one after another, and the text of the log before and after each.
pub struct Script {
    /// The arguments after `record FILE`.
    pub lines: Vec<Vec<String>>,
    /// One more than lines.
    pub texts: Vec<String>,
}

/// The examples as games that can be recorded from their first line on.
pub fn scripts() -> Vec<Script> {
    let scripts = program::examples().into_iter().filter_map(|(_, text)| script(&text));
    let scripts: Vec<Script> = scripts.collect();
    assert!(scripts.len() >= 6, "most examples can be recorded from scratch");
    scripts
}

fn script(text: &str) -> Option<Script> {
    let example = Log::parse(text).expect("an example");
    let start = text.find("[[round]]")?;
    let mut log = Log::parse(text[..start].to_owned()).ok()?;
    let mut script = Script { lines: Vec::new(), texts: vec![log.text().to_owned()] };
    for round in example.rounds() {
        let mut first = Some(round.first.to_string());
        for line in &round.lines {
            // What the example shows as foul is not recorded.
            let referee: Box<dyn Referee> = referee::open(log.clone()).ok()?;
            let Ok(recorded) = referee.record(&[&line.text], first.as_deref()) else { continue };
            log = recorded.log;
            let mut arguments = vec![line.text.to_string()];
            arguments.extend(first.take().into_iter().flat_map(|name| ["--first".to_owned(), name]));
            script.lines.push(arguments);
            script.texts.push(log.text().to_owned());
        }
    }
    (script.lines.len() >= 8).then_some(script)
}

/// How many lines of moves a log has, all of them in order.
pub fn moves(text: &str) -> Vec<String> {
    let log = Log::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
}

/// A log of two turns.
pub const BEGUN: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                         \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9LK; draw\",\n]\n";

/// The same after an undo: what is taken back can be brought back.
pub const UNDONE: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                          \"Ada: hatch 7SK; draw\",\n]\n\n[[correction]]\nat = \"1.2\"\nwas = \"Bo: hatch 9LK; draw\"\nby = \"undo\"\nend = \"1.1\"\nwhen = \
                          2026-11-20T19:42:11.123456Z\n";

/// Every command that changes `game.toml`, or makes `new.toml`, with the log that it is for.
pub const CHANGES: &[(&str, &[&str])] = &[
    (BEGUN, &["record", "game.toml", "Ada: grow 1 8YK; draw"]),
    (BEGUN, &["undo", "game.toml"]),
    (UNDONE, &["redo", "game.toml"]),
    (BEGUN, &["amend", "game.toml", "1.1", "Ada: hatch 7WY; draw"]),
    (BEGUN, &["rule", "game.toml", "years=1"]),
    (BEGUN, &["tally", "emu-ranchers", "Ada: 7SK", "Bo: 9LK", "--into", "game.toml"]),
    (BEGUN, &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "new.toml"]),
];
