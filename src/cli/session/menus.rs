//! The menu that Enter opens: who, verb, place, card, among the steps that are legal. The stages are found in the words of
//! the steps alone, for any game.

use super::{input::Input, reply::Shown, screen, standing::WHAT_IS_LEFT, state::Session};
use crate::table::{Book, Progress, VerbText};

/// Lets the table choose a step: the line to enter.
///
/// # Errors
/// What is to be seen where none was chosen.
pub fn choose(session: &Session, input: &mut Input<'_>) -> Result<String, Shown> {
    let table = session.table().as_ref();
    if table.progress() == Progress::GameOver {
        return Err(Shown::Sentences(format!("The game is over. {WHAT_IS_LEFT}")));
    }
    let expected = table.expects();
    let mut who = Some(0);
    loop {
        if expected.len() > 1 {
            let names: Vec<String> =
                expected.iter().map(|expected| expected.actor.clone().unwrap_or_else(|| "the table".to_owned())).collect();
            who = screen::choose(session, input, "Who?", &names);
        }
        let nothing = || Shown::Sentences("Nothing is open. `?` says more, `quit` leaves.".to_owned());
        let Some(who) = who else { return Err(Shown::Nothing) };
        let chosen = expected.get(who).ok_or_else(nothing)?;
        match Menu::of(session, chosen.actor.as_deref()).choose(input, &chosen.kinds) {
            Chosen::Line(line) => return Ok(line),
            Chosen::Back if expected.len() > 1 => {}
            Chosen::Back | Chosen::Nothing => return Err(Shown::Nothing),
        }
    }
}

enum Chosen {
    Line(String),
    Back,
    Nothing,
}

/// What a stage of the menu leads to.
enum Choice<'a> {
    On(Way<'a>),
    /// A step with this verb, the rest of which has to be typed.
    Type(&'static VerbText),
    Back,
}

/// The menu of one player's steps, or of what the table does.
struct Menu<'s> {
    session: &'s Session,
    /// What stands before a step in its line: `Ada: `, or nothing.
    name: String,
    /// The player's legal steps.
    steps: Vec<String>,
    /// What is open to the player, as `?` describes it.
    options: Vec<String>,
}

impl<'s> Menu<'s> {
    fn of(session: &'s Session, actor: Option<&str>) -> Self {
        let table = session.table();
        let offers = table.legal_steps_in_view().into_iter().filter(|offer| Some(offer.actor.as_str()) == actor);
        let steps = offers.flat_map(|offer| either_card_first(offer.step, session.book())).collect();
        let options = table.options().into_iter().find(|(who, _)| who.as_deref() == actor).map(|(_, lines)| lines);
        Self {
            session,
            name: actor.map(|actor| format!("{actor}: ")).unwrap_or_default(),
            steps,
            options: options.unwrap_or_default(),
        }
    }

    /// Asks stage by stage, until a whole step is chosen or the choice is given up.
    fn choose(&self, input: &mut Input<'_>, kinds: &[&str]) -> Chosen {
        let typed = self.typed_verbs(kinds);
        // Each stage: the steps that are left, and how many words of them are chosen.
        let mut stages: Vec<(Vec<&str>, usize)> = vec![(self.steps.iter().map(String::as_str).collect(), 0)];
        while let Some((steps, taken)) = stages.last().cloned() {
            let at_start = taken == 0;
            let ways = ways(&steps, taken);
            let typed = if at_start { &typed[..] } else { &[] };
            let choice = match (&ways[..], typed) {
                ([only], []) => Some(Choice::On(only.clone())),
                ([], [only]) => Some(Choice::Type(only)),
                _ => self.ask(input, ways, typed, at_start),
            };
            match choice {
                None => return Chosen::Nothing,
                Some(Choice::Back) if at_start => return Chosen::Back,
                Some(Choice::Back) => {
                    stages.pop();
                }
                Some(Choice::Type(verb)) => {
                    let form = format!("{}: {}", format!("{} {}", verb.name, verb.form).trim(), verb.about);
                    let begun = format!("{}{} ", self.name, verb.name);
                    let line = input.ask(&form, "> ", &begun, Some(self.session.table().as_ref()));
                    return line.map_or(Chosen::Nothing, Chosen::Line);
                }
                Some(Choice::On(way)) => {
                    if let Some(step) = way.step() {
                        return Chosen::Line(format!("{}{step}", self.name));
                    }
                    // A stage that leaves no choice isn't one to come back to.
                    if steps.len() == way.steps.len() && typed.is_empty() {
                        stages.pop();
                    }
                    stages.push((way.steps, way.taken));
                }
            }
        }
        Chosen::Back
    }

    /// The verbs that are open although no step of theirs is listed: the rest is typed.
    fn typed_verbs(&self, kinds: &[&str]) -> Vec<&'static VerbText> {
        let begins = |text: &String, verb: &str| text.split([' ', ':']).next() == Some(verb);
        let is_typed = |verb: &&VerbText| {
            kinds.contains(&verb.name)
                && !self.steps.iter().any(|step| begins(step, verb.name))
                && self.options.iter().any(|line| begins(line, verb.name))
        };
        self.session.book().verbs.iter().filter(is_typed).collect()
    }

    /// Asks which way to go on from a stage.
    fn ask<'a>(
        &self,
        input: &mut Input<'_>,
        mut ways: Vec<Way<'a>>,
        typed: &[&'static VerbText],
        at_start: bool,
    ) -> Option<Choice<'a>> {
        let name = &self.name;
        let begun = match ways.first() {
            Some(way) if !at_start => way.chosen().strip_suffix(&way.words).unwrap_or_default().trim_end().to_owned(),
            _ => String::new(),
        };
        let question = if begun.is_empty() { format!("{name}what?") } else { format!("{name}{begun} …") };
        let mut labels = self.labels(&ways);
        labels.extend(typed.iter().map(|verb| format!("{} …   {}", verb.name, verb.about)));
        labels.push(if at_start { "(cancel)" } else { "(back)" }.to_owned());
        let chosen = screen::choose(self.session, input, &question, &labels)?;
        if chosen < ways.len() {
            return Some(Choice::On(ways.swap_remove(chosen)));
        }
        Some(typed.get(chosen - ways.len()).map_or(Choice::Back, |verb| Choice::Type(verb)))
    }

    /// What the ways on are called: a whole step as it would be described, else its words and what is open there.
    fn labels(&self, ways: &[Way]) -> Vec<String> {
        let about = |way: &Way| self.about(&way.chosen());
        let mut told: Vec<Option<String>> =
            ways.iter().map(|way| way.step().and_then(|step| self.describe(step, &way.words))).collect();
        if ways.len() > 1 && told.iter().all(|other| *other == told[0]) {
            told.fill(None); // It tells nothing apart.
        } else if told.iter().flatten().count() > 1 {
            let shared = shared_words(told.iter().flatten());
            for told in told.iter_mut().flatten() {
                told.drain(..shared.min(told.len()));
            }
            let mut left = told.iter().flatten();
            let first = left.next();
            if left.all(|other| Some(other) == first) {
                // What is the same everywhere tells nothing: rather what is open there.
                told = ways.iter().map(|way| Some(about(way).unwrap_or_default().to_owned())).collect();
            }
        }
        let label = |(way, told): (&Way, Option<String>)| {
            let words = if way.words.is_empty() { "(nothing more)" } else { &way.words };
            match (way.step(), told) {
                (Some(_), Some(told)) if !told.is_empty() => format!("{words}   {told}"),
                (Some(_), _) => words.to_owned(),
                (None, _) => match about(way) {
                    Some(about) => format!("{words} …   {about}"),
                    None => format!("{words} …"),
                },
            }
        };
        ways.iter().zip(told).map(label).collect()
    }

    /// A step as it would be described, without the word that says it already.
    fn describe(&self, step: &str, words: &str) -> Option<String> {
        let (_, verdict) = self.session.table().try_line(&format!("{}{step}", self.name)).ok()?.pop()?;
        let is_verb = self.session.book().verb(words).is_some();
        let last = words.rsplit(' ').next().filter(|last| !last.is_empty() && !is_verb);
        // What follows from it would be too long here.
        let told = verdict.message.split("; ").next().unwrap_or_default();
        let mut kept: Vec<&str> = told.split(' ').collect();
        if let Some(at) = kept.iter().position(|word| Some(*word) == last) {
            kept.remove(at);
        }
        Some(kept.join(" "))
    }

    /// What is open at a place, or what a verb does.
    fn about(&self, chosen: &str) -> Option<&str> {
        let is_it = |place: &str| {
            let (open, words) = (place.split(' '), chosen.split(' '));
            open.clone().count() == words.clone().count() && open.zip(words).all(|(open, word)| open == word || open == "CARD")
        };
        let open = self.options.iter().find_map(|line| line.split_once(": ").filter(|(place, _)| is_it(place)));
        let verb = || self.session.book().verbs.iter().find(|verb| verb.name == chosen);
        open.map(|(_, about)| about).or_else(|| verb().map(|verb| verb.about))
    }
}

/// A step; one that takes two cards also the other way round, so that it is found under either.
fn either_card_first(step: String, book: &Book) -> Vec<String> {
    let form = book.verb(words(&step).next().unwrap_or_default()).map_or("", |verb| verb.form);
    let turned = if form.ends_with("CARD CARD") { turned_round(&step) } else { None };
    std::iter::once(step).chain(turned).collect()
}

/// A step whose last two words have changed places; none if they are the same.
fn turned_round(step: &str) -> Option<String> {
    let (before, last) = step.rsplit_once(' ')?;
    let (before, first) = before.rsplit_once(' ')?;
    (first != last).then(|| format!("{before} {last} {first}"))
}

/// How many bytes of whole words all texts begin with.
fn shared_words<'a>(mut texts: impl Iterator<Item = &'a String>) -> usize {
    let Some(first) = texts.next() else { return 0 };
    let same = texts.fold(first.len(), |same, text| {
        first.bytes().zip(text.bytes()).take(same).take_while(|(one, other)| one == other).count()
    });
    first.get(..same).and_then(|start| start.rfind(' ')).map_or(0, |space| space + 1)
}

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
    /// The step, if nothing is left to choose: of the same cards one order is as good as the other.
    pub fn step(&self) -> Option<&'a str> {
        match self.steps[..] {
            [only] => Some(only),
            [one, other] if turned_round(one).is_some_and(|turned| turned == other) => Some(one),
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
    let Some((one, others)) = steps.split_first() else {
        return Way { words: String::new(), taken: from, steps };
    };
    let all: Vec<&str> = words(one).collect();
    let is_shared = |n: &usize| others.iter().all(|other| words(other).take(*n).eq(words(one).take(*n)));
    let taken = (from..=all.len()).rev().find(is_shared).unwrap_or(from);
    Way { words: all[from..taken].join(" "), taken, steps }
}

fn words(step: &str) -> impl Iterator<Item = &str> {
    step.split(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_cards_begin_with_is_said_once() {
        let texts = ["bird 1 + the Author", "bird 1 + the Desert", "bird 1 + Calamity"].map(str::to_owned);
        assert_eq!(shared_words(texts.iter()), "bird 1 + ".len());
        assert_eq!(shared_words([].iter()), 0);
    }

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
    fn a_pair_is_found_under_either_card() {
        let book = crate::referee::books().find(|book| book.game == "blulu").expect("a game");
        let all = ["capture 4 with 2MK 2WL", "capture 4 with 2MK 6SY", "trail 2MK 5SW"].map(str::to_owned);
        let steps: Vec<String> = all.into_iter().flat_map(|step| either_card_first(step, book)).collect();
        let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
        let first = ways(&steps, 0);
        assert_eq!(first[1].step(), Some("trail 2MK 5SW"), "nothing is left to choose");
        let second = ways(&first[0].steps, first[0].taken);
        let told: Vec<(&str, Option<&str>)> = second.iter().map(|way| (way.words.as_str(), way.step())).collect();
        let under_either =
            [("2MK", None), ("2WL 2MK", Some("capture 4 with 2WL 2MK")), ("6SY 2MK", Some("capture 4 with 6SY 2MK"))];
        assert_eq!(told, under_either);
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
}
