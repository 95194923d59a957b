//! Lines of a log told to a model, for the worked cases of the rule books.

use crate::{
    driver::NAMES,
    model::{Act, Model, Verdict},
};

/// A model that is told a game line by line.
pub trait Lines: Model {
    /// Every step of these lines is legal, and is done.
    #[track_caller]
    fn legal(&mut self, lines: &[&str]) {
        for act in lines.iter().flat_map(|line| acts(line)) {
            assert_eq!(self.judge(&act), Verdict::Legal, "{act:?}");
            self.apply(&act);
        }
    }

    /// The one step of this line is illegal, and is not done.
    #[track_caller]
    fn illegal(&self, line: &str, clause: &str) {
        assert_eq!(self.judge(&acts(line)[0]), Verdict::Illegal(clause.to_owned()), "{line}");
    }

    /// The one step of this line is impossible.
    #[track_caller]
    fn impossible(&self, line: &str, clause: &str) {
        assert_eq!(self.judge(&acts(line)[0]), Verdict::Impossible(clause.to_owned()), "{line}");
    }

    /// The one step of this line is illegal, and is let stand.
    #[track_caller]
    fn stands(&mut self, line: &str, clause: &str) {
        self.illegal(line, clause);
        self.apply(&acts(line)[0]);
    }
}

impl<M: Model> Lines for M {}

/// The acts of a line: `Ada: play 3; …`, `reveal 13 -6`, `round Ada`, `tally 13 -6; merchant 1 / 10`.
pub fn acts(line: &str) -> Vec<Act> {
    let seat = |name: &str| NAMES.iter().position(|known| *known == name).expect("a known name");
    if let Some(first) = line.strip_prefix("round ") {
        return vec![Act::Round(seat(first))];
    }
    if let Some(counted) = line.strip_prefix("tally ") {
        return vec![Act::Tally(counted.split('/').map(|part| part.trim().to_owned()).collect())];
    }
    let (actor, steps) = match line.split_once(": ") {
        Some((name, steps)) => (Some(seat(name)), steps),
        None => (None, line),
    };
    steps.split("; ").map(|step| Act::Step(actor, step.to_owned())).collect()
}
