//! A choice among whole steps, taken apart into stages: verb, place, card. Works on their words alone, for any game.

/// One way on from where a choice stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way<'a> {
    /// The words it adds.
    pub words: String,
    /// How many words of a step are chosen with it.
    pub taken: usize,
    /// The steps that are left with it; with just one the choice is made.
    pub steps: Vec<&'a str>,
}

impl<'a> Way<'a> {
    /// The step, if nothing is left to choose.
    pub fn step(&self) -> Option<&'a str> {
        match self.steps[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// What is chosen with it, from the step's beginning.
    pub fn chosen(&self) -> String {
        self.steps.first().map(|step| words(step).take(self.taken).collect::<Vec<_>>().join(" ")).unwrap_or_default()
    }
}

/// The ways on among `steps`, whose first `taken` words are the same and chosen. What leaves no choice is passed over: a way
/// goes on until it parts.
pub fn ways<'a>(steps: &[&'a str], taken: usize) -> Vec<Way<'a>> {
    let mut parted: Vec<(Option<&str>, Vec<&'a str>)> = Vec::new();
    for step in steps {
        let word = words(step).nth(taken);
        match parted.iter_mut().find(|(known, _)| *known == word) {
            Some((_, steps)) => steps.push(step),
            None => parted.push((word, vec![step])),
        }
    }
    parted.into_iter().map(|(_, steps)| along(steps, taken)).collect()
}

fn along(steps: Vec<&str>, from: usize) -> Way<'_> {
    let mut taken = from;
    if let Some((one, others)) = steps.split_first() {
        let length = words(one).count();
        taken = (from..=length)
            .rev()
            .find(|&n| others.iter().all(|other| words(other).take(n).eq(words(one).take(n))))
            .unwrap_or(from);
        let all: Vec<&str> = words(one).collect();
        let words = all[from..taken].join(" ");
        return Way { words, taken, steps };
    }
    Way { words: String::new(), taken, steps }
}

fn words(step: &str) -> impl Iterator<Item = &str> {
    step.split(' ')
}

/// Steps that differ in their last word only, together: `grow 1: 8SY 9LK`.
pub fn shelves<'a>(steps: impl IntoIterator<Item = &'a str>) -> Vec<(String, Vec<&'a str>)> {
    let mut shelves: Vec<(String, Vec<&str>)> = Vec::new();
    for step in steps {
        let (head, last) = step.rsplit_once(' ').unwrap_or((step, ""));
        match shelves.iter_mut().find(|(known, _)| known == head) {
            Some((_, lasts)) => lasts.push(last),
            None => shelves.push((head.to_owned(), vec![last])),
        }
    }
    shelves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(steps: &[&str], taken: usize) -> Vec<(String, usize)> {
        ways(steps, taken).into_iter().map(|way| (way.words, way.steps.len())).collect()
    }

    #[test]
    fn a_choice_goes_verb_place_card() {
        let steps = ["hatch AW", "hatch 2WL", "grow 1 5S", "grow 1 6S", "grow 2 5S", "draw"];
        let first = ways(&steps, 0);
        assert_eq!(told(&steps, 0), [("hatch".into(), 2), ("grow".into(), 3), ("draw".into(), 1)]);
        assert_eq!(told(&first[1].steps, first[1].taken), [("1".into(), 2), ("2 5S".into(), 1)]);
    }

    #[test]
    fn what_leaves_no_choice_is_passed_over() {
        let steps = ["take down Mary Ann", "take down Mary Bo"];
        assert_eq!(told(&steps, 0), [("take down Mary".into(), 2)]);
        let way = &ways(&steps, 0)[0];
        assert_eq!((way.chosen(), way.step()), ("take down Mary".into(), None));
    }

    #[test]
    fn a_step_may_be_the_beginning_of_another() {
        let steps = ["discard 5W", "discard 5W to 1", "discard 5W to 2"];
        assert_eq!(told(&steps, 0), [("discard 5W".into(), 3)]);
        let way = &ways(&steps, 0)[0];
        assert_eq!(told(&way.steps, way.taken), [(String::new(), 1), ("to".into(), 2)]);
    }

    #[test]
    fn every_step_can_be_reached() {
        let steps = ["capture 4 with 7SK", "capture 4 with 7SK 3M", "capture 4 5 with 9M", "trail A B", "x"];
        let mut reached = Vec::new();
        let mut open = vec![(steps.to_vec(), 0)];
        while let Some((steps, taken)) = open.pop() {
            for way in ways(&steps, taken) {
                assert!(way.step().is_some() || way.taken > taken || way.steps.len() < steps.len());
                match way.step() {
                    Some(step) => reached.push(step),
                    None => open.push((way.steps, way.taken)),
                }
            }
        }
        reached.sort_unstable();
        let mut steps = steps;
        steps.sort_unstable();
        assert_eq!(reached, steps);
    }

    #[test]
    fn a_list_of_steps_is_short() {
        let shelves = shelves(["grow 1 8SY", "grow 1 9LK", "draw"]);
        assert_eq!(shelves, [("grow 1".into(), vec!["8SY", "9LK"]), ("draw".into(), vec![""])]);
    }
}
