//! Versions of a log: the text that two equal ones share, and the log before its last step.

use super::line::split;
use super::model::{Log, Model};
use super::offset_time::PlayPeriod;

impl Log {
    /// The text of the log without the times of the game, and without empty lists of moves.
    pub fn text_without_times(&self) -> String {
        self.timeless_model().to_text()
    }

    /// Finds the log as it was before its last steps, at most so many, by its text without times.
    pub fn find_earlier(&self, most_steps: usize, is_wanted: impl Fn(&str) -> bool) -> Option<Self> {
        let mut model = self.timeless_model();
        for _ in 0..most_steps {
            model.remove_last_step()?;
            let text = model.to_text();
            if is_wanted(&text) {
                return Self::parse(text).ok();
            }
        }
        None
    }

    fn timeless_model(&self) -> Model {
        let mut model = Model::of(self);
        model.set_play_period(&PlayPeriod::default());
        for round in model.rounds.iter_mut().filter(|round| round.lines.is_empty()) {
            round.moves = None;
        }
        model
    }
}

impl Model {
    /// Removes the last step. A round that has no line left is removed with the next step. Returns `None` if nothing is recorded, or if
    /// the log ends in a tally.
    fn remove_last_step(&mut self) -> Option<()> {
        let round = self.rounds.last_mut().filter(|round| round.tally.is_none())?;
        match round.lines.last_mut() {
            Some(line) => {
                let text = line.text.to_string();
                let steps: Vec<_> = split(&text).ok()?.steps().collect();
                match steps[..] {
                    [.., ref before, _] => line.set(&text[..before.end]),
                    _ => drop(round.lines.pop()),
                }
                if round.lines.is_empty() {
                    round.moves = None;
                }
            }
            None => drop(self.rounds.pop()),
        }
        Some(())
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
        let earlier = |steps: usize| {
            let seen = std::cell::Cell::new(0);
            let is_wanted = |_: &str| seen.replace(seen.get() + 1) + 1 == steps;
            let found = log.find_earlier(9, is_wanted)?;
            let lines = found.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string()));
            Some((found.rounds().len(), lines.collect::<Vec<_>>()))
        };
        let is = |rounds: usize, lines: &[&str]| Some((rounds, lines.iter().map(ToString::to_string).collect::<Vec<_>>()));
        assert_eq!(earlier(1), is(1, &["Ada: hatch 7SK; draw ! agreed"]));
        assert_eq!(earlier(2), is(1, &["Ada: hatch 7SK"]));
        assert_eq!(earlier(3), is(1, &[]));
        assert_eq!((earlier(4), earlier(5)), (is(0, &[]), None));
    }

    #[test]
    fn times_are_left_out() {
        let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
        let with_times = format!("{head}began = 2026-11-20T19:42:11+01:00\nended = 2026-11-20T20:42:11+01:00\n");
        let text = |text: String| Log::parse(text).expect("a log").text_without_times();
        assert_eq!(text(with_times), text(head.to_owned()));
    }
}
