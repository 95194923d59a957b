//! Versions of a log: the text that two equal ones share, and the log before its last step.

use super::line::split;
use super::model::{Log, Model};
use super::offset_time::PlayPeriod;

impl Log {
    /// The text of the log without the times of the game, and without empty lists of moves.
    pub fn text_without_times(&self) -> String {
        let mut model = Model::of(self);
        model.set_play_period(&PlayPeriod::default());
        for round in model.rounds.iter_mut().filter(|round| round.lines.is_empty()) {
            round.moves = None;
        }
        model.to_text()
    }

    /// The log without its last step. A round that has no line left is removed with the next step. Returns `None` if nothing is
    /// recorded, or if the log ends in a tally.
    #[must_use]
    pub fn without_last_step(&self) -> Option<Self> {
        let mut model = Model::of(self);
        let round = model.rounds.last_mut().filter(|round| round.tally.is_none())?;
        match round.lines.last_mut() {
            Some(line) => {
                let text = line.text.to_string();
                let steps: Vec<_> = split(&text).ok()?.steps().collect();
                match steps[..] {
                    [.., ref before, _] => line.set(&text[..before.end]),
                    _ => drop(round.lines.pop()),
                }
            }
            None => drop(model.rounds.pop()),
        }
        model.log().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lines_and_rounds_are_removed_from_the_end() {
        let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
        let text =
            format!("{head}\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \"Ada: hatch 7SK; draw ! agreed\",\n  \"Bo: draw\",\n]\n");
        let log = Log::parse(text).expect("a log");
        let earlier: Vec<Log> = std::iter::successors(log.without_last_step(), Log::without_last_step).collect();
        let lines = |log: &Log| -> Vec<String> {
            log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect()
        };
        assert_eq!(
            earlier.iter().map(lines).collect::<Vec<_>>(),
            [vec!["Ada: hatch 7SK; draw ! agreed"], vec!["Ada: hatch 7SK"], vec![], vec![]]
        );
        assert_eq!(earlier.iter().map(|log| log.rounds().len()).collect::<Vec<_>>(), [1, 1, 1, 0]);
    }

    #[test]
    fn times_are_left_out() {
        let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
        let with_times = format!("{head}began = 2026-11-20T19:42:11+01:00\nended = 2026-11-20T20:42:11+01:00\n");
        let text = |text: String| Log::parse(text).expect("a log").text_without_times();
        assert_eq!(text(with_times), text(head.to_owned()));
    }
}
