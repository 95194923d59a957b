//! The menu that Enter opens: player, verb, place, card, among the legal steps. Its stages are the parts that each offered step
//! has, in any game.

use super::{input::Input, reply::Shown, screen, standing::WHAT_IS_LEFT, state::Session};
use crate::{
    referee::Offer,
    table::{Parts, Progress, VerbText},
};

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
    steps: Vec<Asked>,
    /// What is open to the player, as `?` describes it.
    options: Vec<String>,
}

impl<'s> Menu<'s> {
    fn of(session: &'s Session, actor: Option<&str>) -> Self {
        let table = session.table();
        let offers = table.legal_steps_in_view().into_iter().filter(|offer| Some(offer.actor.as_str()) == actor);
        let steps = offers.flat_map(Asked::of).collect();
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
        // Each stage: the steps that are left, and how many parts of them are chosen.
        let mut stages: Vec<(Vec<&Asked>, usize)> = vec![(self.steps.iter().collect(), 0)];
        while let Some((steps, taken)) = stages.last().cloned() {
            let at_start = taken == 0;
            let ways = ways(&steps, taken);
            let typed = if at_start { &typed[..] } else { &[] };
            let choice = match (&ways[..], typed) {
                ([only], []) => Some(Choice::On(only.clone())),
                ([], [only]) => Some(Choice::Type(only)),
                _ => self.ask(input, ways, typed, taken),
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
        let is_typed = |verb: &&VerbText| {
            kinds.contains(&verb.name)
                && !self.steps.iter().any(|step| step.parts[0] == verb.name)
                && self.options.iter().any(|line| line.split([' ', ':']).next() == Some(verb.name))
        };
        self.session.book().verbs.iter().filter(is_typed).collect()
    }

    /// Asks which way to go on from a stage.
    fn ask<'a>(
        &self,
        input: &mut Input<'_>,
        mut ways: Vec<Way<'a>>,
        typed: &[&'static VerbText],
        taken: usize,
    ) -> Option<Choice<'a>> {
        let (name, at_start) = (&self.name, taken == 0);
        let question = match ways.first() {
            Some(way) if !at_start => format!("{name}{} …", way.steps[0].parts[..taken].join(" ")),
            _ => format!("{name}what?"),
        };
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
                // A description that is the same everywhere is no help: show what is open there instead.
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
        let is_it = |place: &str| place.split(' ').filter(|word| *word != "CARD").eq(chosen.split(' '));
        let open = self.options.iter().find_map(|line| line.split_once(": ").filter(|(place, _)| is_it(place)));
        let verb = || self.session.book().verbs.iter().find(|verb| verb.name == chosen);
        open.map(|(_, about)| about).or_else(|| verb().map(|verb| verb.about))
    }
}

/// A step, as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The step.
    step: String,
    /// Its parts, one after another: verb, place, cards.
    parts: Vec<String>,
}

impl Asked {
    /// What is asked for an offer: one that takes two cards is found under either.
    fn of(Offer { step, parts, .. }: Offer) -> impl Iterator<Item = Self> {
        let Parts { verb, phrase, mut cards, .. } = parts;
        let begun: Vec<String> = std::iter::once(verb.to_owned()).chain(phrase).collect();
        let asked = move |cards: &[String]| Self { step: step.clone(), parts: [&begun, cards].concat() };
        let one = asked(&cards);
        cards.reverse();
        let other = (cards.len() == 2 && cards[0] != cards[1]).then(|| asked(&cards));
        std::iter::once(one).chain(other)
    }
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
    /// The parts it adds, as words.
    pub words: String,
    /// How many parts of a step are chosen with it.
    pub taken: usize,
    /// The steps that are left with it; with just one the choice is made.
    pub steps: Vec<&'a Asked>,
}

impl<'a> Way<'a> {
    /// The step, if nothing is left to choose.
    pub fn step(&self) -> Option<&'a str> {
        let (one, others) = self.steps.split_first()?;
        others.iter().all(|other| other.step == one.step).then_some(&one.step)
    }

    /// What is chosen with it, from the step's beginning.
    pub fn chosen(&self) -> String {
        self.steps[0].parts[..self.taken].join(" ")
    }
}

/// The ways on among `steps`, whose first `taken` parts are the same and chosen. What leaves no choice is passed over: a way
/// goes on until it parts.
pub fn ways<'a>(steps: &[&'a Asked], taken: usize) -> Vec<Way<'a>> {
    let mut parted: Vec<Vec<&'a Asked>> = Vec::new();
    for step in steps {
        match parted.iter_mut().find(|known| known[0].parts.get(taken) == step.parts.get(taken)) {
            Some(known) => known.push(step),
            None => parted.push(vec![step]),
        }
    }
    parted.into_iter().map(|steps| along(steps, taken)).collect()
}

fn along(steps: Vec<&Asked>, from: usize) -> Way<'_> {
    let all = &steps[0].parts;
    let is_shared = |n: &usize| steps.iter().all(|other| other.parts.get(..*n) == all.get(..*n));
    let taken = (from..=all.len()).rev().find(is_shared).unwrap_or(from);
    Way { words: all[from..taken].join(" "), taken, steps }
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

    /// Steps by their parts, `|` between them; a step that is there twice is found under either card.
    fn asked(steps: &[&str]) -> Vec<Asked> {
        let asked = |step: &&str| {
            let parts: Vec<String> = step.split('|').map(str::to_owned).collect();
            let mut cards = parts.clone();
            cards.sort();
            Asked { step: cards.join(" "), parts }
        };
        steps.iter().map(asked).collect()
    }

    fn ways_of(steps: &[Asked]) -> Vec<Way<'_>> {
        ways(&steps.iter().collect::<Vec<_>>(), 0)
    }

    fn on<'a>(way: &Way<'a>) -> Vec<Way<'a>> {
        ways(&way.steps, way.taken)
    }

    fn labels<'a>(ways: &'a [Way]) -> Vec<(&'a str, usize)> {
        ways.iter().map(|way| (way.words.as_str(), way.steps.len())).collect()
    }

    #[test]
    fn a_choice_goes_verb_place_card() {
        let steps = asked(&["hatch|AW", "hatch|2WL", "grow|1|5S", "grow|1|6S", "grow|2|5S", "draw"]);
        let first = ways_of(&steps);
        assert_eq!(labels(&first), [("hatch", 2), ("grow", 3), ("draw", 1)]);
        assert_eq!(labels(&on(&first[1])), [("1", 2), ("2 5S", 1)]);
    }

    #[test]
    fn what_leaves_no_choice_is_passed_over() {
        let steps = asked(&["play|at 2|BL1", "play|at 2|SP3"]);
        let first = ways_of(&steps);
        assert_eq!(labels(&first), [("play at 2", 2)]);
        assert_eq!((first[0].chosen(), first[0].step()), ("play at 2".into(), None));
    }

    #[test]
    fn a_step_may_be_the_beginning_of_another() {
        let steps = asked(&["lose|3", "lose|3|1", "lose|3|2"]);
        let first = ways_of(&steps);
        assert_eq!(labels(&first), [("lose 3", 3)]);
        assert_eq!(labels(&on(&first[0])), [("", 1), ("1", 1), ("2", 1)]);
    }

    #[test]
    fn a_pair_is_found_under_either_card() {
        let offer = |step: &str, place: Option<&str>, cards: &[&str]| Offer {
            actor: "Ada".to_owned(),
            step: step.to_owned(),
            parts: Parts {
                verb: if place.is_some() { "capture" } else { "trail" },
                phrase: place.map(|place| format!("{place} with")),
                place: place.map(str::to_owned),
                cards: cards.iter().map(|card| (*card).to_owned()).collect(),
            },
            openly_forced: false,
        };
        let offers = [
            offer("capture 4 with 2MK 2WL", Some("4"), &["2MK", "2WL"]),
            offer("capture 4 with 2MK 6SY", Some("4"), &["2MK", "6SY"]),
            offer("trail 2MK 5SW", None, &["2MK", "5SW"]),
        ];
        let steps: Vec<Asked> = offers.into_iter().flat_map(Asked::of).collect();
        let first = ways_of(&steps);
        assert_eq!(first[1].step(), Some("trail 2MK 5SW"), "nothing is left to choose");
        let second = on(&first[0]);
        let told: Vec<(&str, Option<&str>)> = second.iter().map(|way| (way.words.as_str(), way.step())).collect();
        let under_either =
            [("2MK", None), ("2WL 2MK", Some("capture 4 with 2MK 2WL")), ("6SY 2MK", Some("capture 4 with 2MK 6SY"))];
        assert_eq!(told, under_either);
    }

    #[test]
    fn every_step_can_be_reached() {
        let steps = asked(&["capture|4|7SK", "capture|4|7SK|3M", "capture|4 5|9M", "trail|A|B", "trail|B|A", "x"]);
        let mut reached = Vec::new();
        let mut open = vec![(steps.iter().collect::<Vec<_>>(), 0)];
        while let Some((steps, taken)) = open.pop() {
            for way in ways(&steps, taken) {
                assert!(way.step().is_some() || way.taken > taken || way.steps.len() < steps.len());
                match way.step() {
                    Some(step) => reached.push(step),
                    None => open.push((way.steps, way.taken)),
                }
            }
        }
        let mut all: Vec<&str> = steps.iter().map(|asked| asked.step.as_str()).collect();
        reached.sort_unstable();
        all.sort_unstable();
        all.dedup();
        assert_eq!(reached, all);
    }
}
