//! The menu that Enter opens. It asks in stages for the parts of a legal step of any game: player, verb, place, cards.

use super::{input::SessionInput, reply::ReplyView, screen, standings::GAME_OVER_HELP, state::Session};
use crate::{
    referee::LegalStep,
    table::{Progress, StepParts, VerbOption, VerbText},
};
use std::iter::once;

pub(super) fn choose(session: &Session, input: &mut SessionInput<'_>) -> Result<String, ReplyView> {
    let referee = session.next_referee().as_ref();
    if referee.progress() == Progress::GameOver {
        return Err(ReplyView::sentences(&format!("The game is over. {GAME_OVER_HELP}")));
    }
    let expected = referee.expects();
    let mut actor_index = Some(0);
    loop {
        if expected.len() > 1 {
            let names: Vec<String> =
                expected.iter().map(|steps| steps.actor.clone().unwrap_or_else(|| "the table".to_owned())).collect();
            actor_index = screen::choose(session, input, "Who?", &names, "");
        }
        let nothing_open = || ReplyView::sentences("Nothing is open. `?` says more, `quit` leaves.");
        let Some(actor_index) = actor_index else { return Err(ReplyView::Nothing) };
        let steps = expected.get(actor_index).ok_or_else(nothing_open)?;
        match StepMenu::new(session, steps.actor.as_deref()).choose(input, &steps.verbs) {
            MenuResult::Line(line) => return Ok(line),
            MenuResult::Back if expected.len() > 1 => {}
            MenuResult::Back | MenuResult::Nothing => return Err(ReplyView::Nothing),
        }
    }
}

enum MenuResult {
    Line(String),
    Back,
    Nothing,
}

enum MenuChoice<'a> {
    Branch(Branch<'a>),
    /// A verb whose step must be typed.
    Type(&'static VerbText),
    Back,
}

struct StepMenu<'s> {
    session: &'s Session,
    /// The text before a step in the line: `Ada: `, or empty.
    prefix: String,
    steps: Vec<StepPath>,
    /// The options that `?` lists for the player.
    options: Vec<VerbOption>,
}

impl<'s> StepMenu<'s> {
    fn new(session: &'s Session, actor: Option<&str>) -> Self {
        let referee = session.next_referee();
        let legal_steps = referee.visible_legal_steps().into_iter().filter(|legal| Some(legal.actor.as_str()) == actor);
        let steps = legal_steps.flat_map(|LegalStep { step, parts, .. }| StepPath::of(step, parts)).collect();
        let options = referee.options().into_iter().find(|(owner, _)| owner.as_deref() == actor).map(|(_, options)| options);
        Self {
            session,
            prefix: actor.map(|actor| format!("{actor}: ")).unwrap_or_default(),
            steps,
            options: options.unwrap_or_default(),
        }
    }

    fn choose(&self, input: &mut SessionInput<'_>, open_verbs: &[&str]) -> MenuResult {
        let unlisted = self.unlisted_verbs(open_verbs);
        // A single step is shown as a question, too, so that Enter alone enters no step.
        let mut has_asked = false;
        // For each stage, the steps that remain and the number of their parts that are chosen.
        let mut stages: Vec<(Vec<&StepPath>, usize)> = vec![(self.steps.iter().collect(), 0)];
        while let Some((steps, depth)) = stages.last().cloned() {
            let at_start = depth == 0;
            let branches = branches(&steps, depth);
            let unlisted = if at_start { &unlisted[..] } else { &[] };
            let choice = match (&branches[..], unlisted) {
                ([only], []) if has_asked || only.step().is_none() => Some(MenuChoice::Branch(only.clone())),
                ([], [only]) => Some(MenuChoice::Type(only)),
                _ => {
                    has_asked = true;
                    self.ask(input, branches, unlisted, depth)
                }
            };
            match choice {
                None => return MenuResult::Nothing,
                Some(MenuChoice::Back) if at_start => return MenuResult::Back,
                Some(MenuChoice::Back) => {
                    stages.pop();
                }
                Some(MenuChoice::Type(verb)) => {
                    let form = format!("{}: {}", format!("{} {}", verb.name, verb.form).trim(), verb.about);
                    let initial = format!("{}{} ", self.prefix, verb.name);
                    let line = input.ask(&form, "> ", &initial, Some(self.session.next_referee().as_ref()));
                    let line = line
                        .map(|line| without_repeated_verb(&line, &initial))
                        .filter(|line| has_asked || line != initial.trim());
                    return line.map_or(MenuResult::Nothing, MenuResult::Line);
                }
                Some(MenuChoice::Branch(branch)) => {
                    if let Some(step) = branch.step() {
                        return MenuResult::Line(format!("{}{step}", self.prefix));
                    }
                    // Going back skips a stage that offered no choice.
                    if steps.len() == branch.steps.len() && unlisted.is_empty() {
                        stages.pop();
                    }
                    stages.push((branch.steps, branch.depth));
                }
            }
        }
        MenuResult::Back
    }

    /// The open verbs without a listed step, which must be typed.
    fn unlisted_verbs(&self, open_verbs: &[&str]) -> Vec<&'static VerbText> {
        let is_unlisted = |verb: &&VerbText| {
            open_verbs.contains(&verb.name)
                && !self.steps.iter().any(|step| step.parts[0] == verb.name)
                && self.options.iter().any(|option| option.verb == verb.name)
        };
        self.session.book().verbs.iter().filter(is_unlisted).collect()
    }

    fn ask<'a>(
        &self,
        input: &mut SessionInput<'_>,
        mut branches: Vec<Branch<'a>>,
        unlisted: &[&'static VerbText],
        depth: usize,
    ) -> Option<MenuChoice<'a>> {
        let (prefix, at_start) = (&self.prefix, depth == 0);
        let question = match branches.first() {
            Some(branch) if !at_start => format!("{prefix}{} …", branch.steps[0].parts[..depth].join(" ")),
            _ => format!("{prefix}what?"),
        };
        let mut labels = self.labels(&branches);
        labels.extend(unlisted.iter().map(|verb| format!("{} …   {}", verb.name, verb.about)));
        labels.push(if at_start { "(cancel)" } else { "(back)" }.to_owned());
        let index = screen::choose(self.session, input, &question, &labels, &self.verb_descriptions(&branches, unlisted))?;
        if index < branches.len() {
            return Some(MenuChoice::Branch(branches.swap_remove(index)));
        }
        Some(unlisted.get(index - branches.len()).map_or(MenuChoice::Back, |verb| MenuChoice::Type(verb)))
    }

    /// The descriptions of the branches' verbs and of the unlisted verbs, a line each.
    fn verb_descriptions(&self, branches: &[Branch], unlisted: &[&VerbText]) -> String {
        let book = self.session.book();
        let listed_verbs = branches.iter().filter_map(|branch| book.verb(&branch.steps[0].parts[0]));
        let mut lines: Vec<String> = listed_verbs
            .chain(unlisted.iter().copied())
            .map(|verb| format!("{}: {}", format!("{} {}", verb.name, verb.form).trim(), verb.about))
            .collect();
        lines.dedup();
        lines.join("\n")
    }

    /// The labels of the branches: the words, and a description of the step if the branch completes one, otherwise of the place.
    fn labels(&self, branches: &[Branch]) -> Vec<String> {
        let place_text = |branch: &Branch| self.describe_place(&branch.chosen_text());
        let mut descriptions: Vec<Option<String>> =
            branches.iter().map(|branch| branch.step().and_then(|step| self.describe(step, &branch.words))).collect();
        if branches.len() > 1 && descriptions.iter().all(|description| *description == descriptions[0]) {
            descriptions.fill(None); // Equal descriptions distinguish nothing.
        } else if descriptions.iter().flatten().count() > 1 {
            let shared = shared_words(descriptions.iter().flatten());
            for description in descriptions.iter_mut().flatten() {
                description.drain(..shared.min(description.len()));
            }
            let mut texts = descriptions.iter().flatten();
            let first = texts.next();
            if texts.all(|text| Some(text) == first) {
                // The descriptions are all the same: describe the places instead.
                descriptions = branches.iter().map(|branch| Some(place_text(branch).unwrap_or_default().to_owned())).collect();
            }
        }
        let label = |(branch, description): (&Branch, Option<String>)| {
            let words = if branch.words.is_empty() { "(nothing more)" } else { &branch.words };
            match (branch.step(), description) {
                (Some(_), Some(description)) if !description.is_empty() => format!("{words}   {description}"),
                (Some(_), _) => words.to_owned(),
                (None, _) => match place_text(branch) {
                    Some(text) => format!("{words} …   {text}"),
                    None => format!("{words} …"),
                },
            }
        };
        branches.iter().zip(descriptions).map(label).collect()
    }

    /// The description of a step, without the last of its `words`, which the label shows already.
    fn describe(&self, step: &str, words: &str) -> Option<String> {
        let (_, verdict) = self.session.next_referee().try_line(&format!("{}{step}", self.prefix)).ok()?.pop()?;
        let is_verb = self.session.book().verb(words).is_some();
        let last = words.rsplit(' ').next().filter(|last| !last.is_empty() && !is_verb);
        // Without the consequences, which would be too long for a label.
        let description = verdict.parts.first().map_or("", String::as_str);
        let mut description: Vec<&str> = description.split(' ').collect();
        if let Some(index) = description.iter().position(|word| Some(*word) == last) {
            description.remove(index);
        }
        Some(description.join(" "))
    }

    /// The description of the option with the chosen parts, or else of the verb.
    fn describe_place(&self, chosen_parts: &str) -> Option<&str> {
        let is_chosen = |option: &&VerbOption| {
            let place = option.arguments.split_whitespace().filter(|word| *word != "CARD");
            once(option.verb).chain(place).eq(chosen_parts.split(' '))
        };
        let option = self.options.iter().find(is_chosen).map(|option| option.text.as_str());
        option.or_else(|| self.session.book().verb(chosen_parts).map(|verb| verb.about))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepPath {
    step: String,
    /// The parts of the step in order: verb, place, cards.
    parts: Vec<String>,
}

impl StepPath {
    /// The paths to a step. A step with two different cards has a path for each order of them.
    fn of(step: String, parts: StepParts) -> impl Iterator<Item = Self> {
        let start: Vec<String> = once(parts.verb.to_owned()).chain(parts.phrase()).collect();
        let mut cards = parts.cards;
        let path = move |cards: &[String]| Self { step: step.clone(), parts: [&start, cards].concat() };
        let path_in_order = path(&cards);
        cards.reverse();
        let reversed_path = (cards.len() == 2 && cards[0] != cards[1]).then(|| path(&cards));
        once(path_in_order).chain(reversed_path)
    }
}

/// Removes a verb that was typed again. `line` begins with `initial`, which ends in the verb.
fn without_repeated_verb(line: &str, initial: &str) -> String {
    let verb = initial.trim_end().rsplit(' ').next().unwrap_or_default();
    let rest_of_line = [initial.trim_end(), verb].into_iter().find_map(|repeated| {
        let (typed, rest) = line.strip_prefix(initial)?.trim_start().split_at_checked(repeated.len())?;
        (typed.eq_ignore_ascii_case(repeated) && (rest.is_empty() || rest.starts_with(char::is_whitespace)))
            .then(|| rest.trim_start())
    });
    rest_of_line.map_or_else(|| line.to_owned(), |rest| format!("{initial}{rest}"))
}

/// The length in bytes of the whole words that all texts begin with.
fn shared_words<'a>(mut texts: impl Iterator<Item = &'a String>) -> usize {
    let Some(first) = texts.next() else { return 0 };
    let shared = texts.fold(first.len(), |shared, text| {
        first.bytes().zip(text.bytes()).take(shared).take_while(|(byte, other_byte)| byte == other_byte).count()
    });
    first.get(..shared).and_then(|start| start.rfind(' ')).map_or(0, |space| space + 1)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Branch<'a> {
    /// The parts that the branch adds, as words.
    pub words: String,
    /// The number of parts of a step that are chosen after this branch.
    pub depth: usize,
    /// The paths to the steps that remain.
    pub steps: Vec<&'a StepPath>,
}

impl<'a> Branch<'a> {
    /// The step, if nothing is left to choose. Several paths may lead to it.
    pub(super) fn step(&self) -> Option<&'a str> {
        let (first, rest) = self.steps.split_first()?;
        rest.iter().all(|path| path.step == first.step).then_some(&first.step)
    }

    pub(super) fn chosen_text(&self) -> String {
        self.steps[0].parts[..self.depth].join(" ")
    }
}

/// Groups steps by their part at index `depth`; the parts before are equal. A branch also has the equal parts that follow.
pub(super) fn branches<'a>(steps: &[&'a StepPath], depth: usize) -> Vec<Branch<'a>> {
    let mut groups: Vec<Vec<&'a StepPath>> = Vec::new();
    for step in steps {
        match groups.iter_mut().find(|group| group[0].parts.get(depth) == step.parts.get(depth)) {
            Some(group) => group.push(step),
            None => groups.push(vec![step]),
        }
    }
    groups.into_iter().map(|steps| common_branch(steps, depth)).collect()
}

/// The branch of steps whose parts from index `from` on begin alike.
fn common_branch(steps: Vec<&StepPath>, from: usize) -> Branch<'_> {
    let parts = &steps[0].parts;
    let is_shared = |depth: &usize| steps.iter().all(|step| step.parts.get(..*depth) == parts.get(..*depth));
    let depth = (from..=parts.len()).rev().find(is_shared).unwrap_or(from);
    Branch { words: parts[from..depth].join(" "), depth, steps }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_start_of_labels_is_found() {
        let texts = ["bird 1 + the Author", "bird 1 + the Desert", "bird 1 + Calamity"].map(str::to_owned);
        assert_eq!(shared_words(texts.iter()), "bird 1 + ".len());
        assert_eq!(shared_words([].iter()), 0);
    }

    /// Steps from their parts, separated by `|`. Parts in another order make the same step.
    fn paths(steps: &[&str]) -> Vec<StepPath> {
        let paths = |step: &&str| {
            let parts: Vec<String> = step.split('|').map(str::to_owned).collect();
            let mut cards = parts.clone();
            cards.sort();
            StepPath { step: cards.join(" "), parts }
        };
        steps.iter().map(paths).collect()
    }

    fn branches_of(steps: &[StepPath]) -> Vec<Branch<'_>> {
        branches(&steps.iter().collect::<Vec<_>>(), 0)
    }

    fn next<'a>(branch: &Branch<'a>) -> Vec<Branch<'a>> {
        branches(&branch.steps, branch.depth)
    }

    fn labels<'a>(branches: &'a [Branch]) -> Vec<(&'a str, usize)> {
        branches.iter().map(|branch| (branch.words.as_str(), branch.steps.len())).collect()
    }

    #[test]
    fn a_step_may_be_the_beginning_of_another() {
        let steps = paths(&["lose|3", "lose|3|1", "lose|3|2"]);
        let first = branches_of(&steps);
        assert_eq!(labels(&first), [("lose 3", 3)]);
        assert_eq!(labels(&next(&first[0])), [("", 1), ("1", 1), ("2", 1)]);
    }

    #[test]
    fn a_pair_is_found_under_either_card() {
        let legal_step = |step: &str, place: Option<&str>, cards: &[&str]| LegalStep {
            actor: "Ada".to_owned(),
            step: step.to_owned(),
            parts: StepParts {
                verb: if place.is_some() { "capture" } else { "trail" },
                place: place.map(str::to_owned),
                preposition: "with",
                is_place_first: true,
                cards: cards.iter().map(|card| (*card).to_owned()).collect(),
            },
            openly_forced: false,
        };
        let legal_steps = [
            legal_step("capture 4 with 2MK 2WL", Some("4"), &["2MK", "2WL"]),
            legal_step("capture 4 with 2MK 6SY", Some("4"), &["2MK", "6SY"]),
            legal_step("trail 2MK 5SW", None, &["2MK", "5SW"]),
        ];
        let steps: Vec<StepPath> = legal_steps.into_iter().flat_map(|legal| StepPath::of(legal.step, legal.parts)).collect();
        let first = branches_of(&steps);
        assert_eq!(first[1].step(), Some("trail 2MK 5SW"), "nothing is left to choose");
        let second = next(&first[0]);
        let descriptions: Vec<(&str, Option<&str>)> =
            second.iter().map(|branch| (branch.words.as_str(), branch.step())).collect();
        let under_either =
            [("2MK", None), ("2WL 2MK", Some("capture 4 with 2MK 2WL")), ("6SY 2MK", Some("capture 4 with 2MK 6SY"))];
        assert_eq!(descriptions, under_either);
    }

    #[test]
    fn every_step_can_be_reached() {
        let steps = paths(&["capture|4|7SK", "capture|4|7SK|3M", "capture|4 5|9M", "trail|A|B", "trail|B|A", "x"]);
        let mut reached = Vec::new();
        let mut open = vec![(steps.iter().collect::<Vec<_>>(), 0)];
        while let Some((steps, depth)) = open.pop() {
            for branch in branches(&steps, depth) {
                assert!(branch.step().is_some() || branch.depth > depth || branch.steps.len() < steps.len());
                match branch.step() {
                    Some(step) => reached.push(step),
                    None => open.push((branch.steps, branch.depth)),
                }
            }
        }
        let mut all: Vec<&str> = steps.iter().map(|paths| paths.step.as_str()).collect();
        reached.sort_unstable();
        all.sort_unstable();
        all.dedup();
        assert_eq!(reached, all);
    }
}
