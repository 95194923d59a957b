//! What comes of changing a log: a line taken out, put elsewhere, replaced; a table rule set otherwise; a round counted.

use crate::said::places;
use fowlplay::{
    log::Log,
    referee::{Amended, Edit, Referee, Refusal},
    table::{TableRule, Values},
};
use jiff::Timestamp;
use std::fmt::Write as _;

/// What is said of a change, and the log it makes, but for the moment of the change.
fn told(changed: Result<Amended, Refusal>) -> String {
    match changed {
        Ok(Amended { log, gone, come, scores, winners, effects, marked, halted, changed: _ }) => {
            format!("{gone:?} {come:?} {scores:?} {winners:?} {effects:?} {marked:?} {halted:?}\n{}", without_moments(&log))
        }
        Err(refusal) => format!("{refusal:?}"),
    }
}

fn without_moments(log: &Log) -> String {
    log.text().lines().filter(|line| !line.starts_with("when")).fold(String::new(), |text, line| text + line + "\n")
}

/// Values that a table rule may have.
pub fn values(rule: &TableRule) -> Vec<String> {
    match rule.values {
        Values::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Values::Whole { least, most, .. } => [least, least.midpoint(most), most].map(|value| value.to_string()).to_vec(),
        Values::OneOf(numbers) => numbers.iter().map(ToString::to_string).collect(),
        Values::Flag { .. } => ["true", "false"].map(str::to_owned).to_vec(),
    }
}

/// Every kind of change at every place, `nth` being the log's number: it says with which reason, and which values of a rule are tried.
pub fn made(referee: &dyn Referee, nth: usize) -> String {
    let mut text = String::new();
    let all = places(referee.log());
    let line = |at: usize| all.get(at).and_then(|place| referee.log().line(*place)).map(|line| line.text.to_string());
    for (place, at) in all.iter().copied().zip(0..) {
        let other = line((at * 5 + nth + 1) % all.len()).unwrap_or_else(|| "draw".to_owned());
        let edits = [
            vec![Edit::Delete(place)],
            vec![Edit::Replace(place, other.clone())],
            vec![Edit::Insert(place, other.clone()), Edit::DeleteTally(place.round)],
            vec![Edit::Insert(place, other), Edit::Delete(place)],
        ];
        for (edit, number) in edits.iter().zip(at + nth..) {
            let reason = [None, Some("agreed")][number % 2];
            let _ = writeln!(text, "{edit:?} {reason:?}\n{}", told(referee.amend(edit, reason)));
        }
    }
    for rule in referee.book().rules {
        let values = values(rule);
        let value = values[nth % values.len()].clone();
        let _ = writeln!(text, "{} = {value}", rule.key);
        text += &told(referee.change_rules(&[(rule.key.to_owned(), value)]));
    }
    text + &tallied(referee) + &taken_back(referee.log())
}

/// The log with lines taken back, and with them brought back.
fn taken_back(log: &Log) -> String {
    let mut text = String::new();
    for lines in 1..4 {
        let undone = log.take_back(lines, Timestamp::UNIX_EPOCH);
        let _ = match &undone {
            Ok((log, taken)) => writeln!(text, "{taken:?}\n{}", log.text()),
            Err(none) => writeln!(text, "{none} {none:?}"),
        };
        for log in undone.iter().map(|(log, _)| log).chain([log]) {
            let _ = match log.bring_back(Timestamp::UNIX_EPOCH) {
                Ok((log, brought)) => writeln!(text, "{brought:?}\n{}", log.text()),
                Err(none) => writeln!(text, "{none} {none:?}"),
            };
        }
    }
    text
}

/// What is said where the tallies of the log are told again, whole or with a word lost.
fn tallied(referee: &dyn Referee) -> String {
    let mut text = String::new();
    for round in referee.log().rounds() {
        let told: Vec<String> = round.tally.iter().flatten().map(ToString::to_string).collect();
        for lost in 0..=told.first().map_or(0, |line| line.split(' ').count()) {
            let line = |line: &String| {
                line.split(' ').enumerate().filter(|(at, _)| *at + 1 != lost).map(|(_, word)| word).collect::<Vec<_>>().join(" ")
            };
            let lines: Vec<String> = told.iter().map(line).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            let counted = referee.tally_into(&lines, referee.players().names().first().map(|name| &**name));
            let _ = match counted {
                Ok(recorded) => {
                    writeln!(text, "{:?} {:?}\n{}", recorded.entered().collect::<Vec<_>>(), recorded.proved, recorded.log.text())
                }
                Err(refusal) => writeln!(text, "{lines:?} {refusal:?}"),
            };
        }
    }
    text
}
