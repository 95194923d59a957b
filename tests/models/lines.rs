//! Lines of a log told to a model, for the worked cases of the rule books.

use crate::{
    driver::NAMES,
    model::{Act, Opening, Verdict},
};

/// A model that can be told a game line by line.
pub trait Told {
    const BOOK: &str;
    fn told(&mut self, act: &Act);
    fn questions(&self, act: &Act) -> [Option<&'static str>; 3];

    fn verdict(&self, act: &Act) -> Verdict {
        let clause = |number: &str| if number.starts_with("TB") { number.to_owned() } else { format!("{}-{number}", Self::BOOK) };
        match self.questions(act) {
            [Some(number), _, _] | [None, None, Some(number)] => Verdict::Illegal(clause(number)),
            [None, Some(number), _] => Verdict::Impossible(clause(number)),
            [None, None, None] => Verdict::Legal,
        }
    }

    fn open_now(&self) -> Vec<Opening>;
    fn conceivable_now(&self, seat: usize, verb: &str) -> Vec<String>;

    fn legal_steps(&self) -> Vec<(usize, String)> {
        let mut legal = Vec::new();
        for (actor, verbs) in self.open_now() {
            let Some(seat) = actor else { continue };
            let steps = verbs.iter().flat_map(|verb| self.conceivable_now(seat, verb));
            legal.extend(
                steps.filter(|step| self.verdict(&Act::Step(actor, step.clone())) == Verdict::Legal).map(|step| (seat, step)),
            );
        }
        legal
    }

    /// Every step of these lines is legal, and is done.
    #[track_caller]
    fn legal(&mut self, lines: &[&str]) {
        for act in lines.iter().flat_map(|line| acts(line)) {
            assert_eq!(self.verdict(&act), Verdict::Legal, "{act:?}");
            self.told(&act);
        }
    }

    /// The one step of this line is illegal, and is not done.
    #[track_caller]
    fn illegal(&self, line: &str, clause: &str) {
        assert_eq!(self.verdict(&acts(line)[0]), Verdict::Illegal(clause.to_owned()), "{line}");
    }

    /// The one step of this line is impossible.
    #[track_caller]
    fn impossible(&self, line: &str, clause: &str) {
        assert_eq!(self.verdict(&acts(line)[0]), Verdict::Impossible(clause.to_owned()), "{line}");
    }

    /// The one step of this line is illegal, and is let stand.
    #[track_caller]
    fn stands(&mut self, line: &str, clause: &str) {
        self.illegal(line, clause);
        self.told(&acts(line)[0]);
    }
}

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
