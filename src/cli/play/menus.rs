//! The menu that Enter opens: who, verb, place, card, among the steps that are legal.

use super::{
    ask,
    input::Input,
    session::Session,
    stages::{Way, ways},
    tell,
};
use fowlplay::{
    referee::Referee,
    table::{Progress, Verb},
};

/// What a stage of the menu leads to.
enum Answer<'a> {
    On(Way<'a>),
    /// A step with this verb, the rest of which has to be typed.
    Type(&'static Verb),
    Back,
}

/// Lets the table choose a step: the line to enter, if one was chosen.
pub fn choose(session: &Session, input: &mut Input) -> Option<String> {
    let table = session.table().as_ref();
    if table.progress() == Progress::GameOver {
        tell::line("The game is over. `note TEXT` adds a note, `undo` takes back the last line, `quit` leaves.");
        return None;
    }
    let expected = table.expects();
    let mut who = Some(0);
    loop {
        if expected.len() > 1 {
            let names: Vec<String> =
                expected.iter().map(|expected| expected.actor.clone().unwrap_or_else(|| "the table".to_owned())).collect();
            who = ask::one_of("Who?", &names, 0);
        }
        let Some(chosen) = expected.get(who?) else {
            tell::line("Nothing is open. `?` says more, `quit` leaves.");
            return None;
        };
        match steps_of(session, input, table, chosen.actor.as_deref(), &chosen.kinds) {
            Chosen::Line(line) => return Some(line),
            Chosen::Back if expected.len() > 1 => {}
            Chosen::Back | Chosen::Nothing => return None,
        }
    }
}

enum Chosen {
    Line(String),
    Back,
    Nothing,
}

fn steps_of(session: &Session, input: &mut Input, table: &dyn Referee, actor: Option<&str>, kinds: &[&str]) -> Chosen {
    let name = actor.map(|actor| format!("{actor}: ")).unwrap_or_default();
    let offers = table.legal_steps();
    let all: Vec<&str> =
        offers.iter().filter(|offer| Some(offer.actor.as_str()) == actor).map(|offer| offer.step.as_str()).collect();
    let prospects = table.prospects().into_iter().find(|(who, _)| who.as_deref() == actor).map(|(_, lines)| lines);
    let prospects = prospects.unwrap_or_default();
    let typed = typed_verbs(session, kinds, &all, &prospects);
    // Each stage: the steps that are left, and how many words of them are chosen.
    let mut stages: Vec<(Vec<&str>, usize)> = vec![(all, 0)];
    while let Some((steps, taken)) = stages.last().cloned() {
        let at_start = stages.len() == 1;
        let ways = ways(&steps, taken);
        let typed = if at_start { &typed[..] } else { &[] };
        let answer = match (&ways[..], typed) {
            ([only], []) => Some(Answer::On(only.clone())),
            ([], [only]) => Some(Answer::Type(only)),
            _ => ask_way(&name, ways, typed, at_start, table, &prospects, session),
        };
        match answer {
            None => return Chosen::Nothing,
            Some(Answer::Back) if at_start => return Chosen::Back,
            Some(Answer::Back) => {
                stages.pop();
            }
            Some(Answer::Type(verb)) => {
                out!("{}: {}", format!("{} {}", verb.name, verb.form).trim(), verb.about);
                let begun = format!("{name}{} ", verb.name);
                return input.finish("> ", &begun, session.table(), session.book()).map_or(Chosen::Nothing, Chosen::Line);
            }
            Some(Answer::On(way)) => match way.step() {
                Some(step) => return Chosen::Line(format!("{name}{step}")),
                // A stage that leaves no choice isn't one to come back to.
                None if steps.len() == way.steps.len() => {
                    stages.pop();
                    stages.push((way.steps, way.taken));
                }
                None => stages.push((way.steps, way.taken)),
            },
        }
    }
    Chosen::Back
}

/// The verbs that are open although no step of theirs is listed: the rest is typed.
fn typed_verbs(session: &Session, kinds: &[&str], steps: &[&str], prospects: &[String]) -> Vec<&'static Verb> {
    let begins = |text: &str, verb: &str| text.split([' ', ':']).next() == Some(verb);
    session
        .book()
        .verbs
        .iter()
        .filter(|verb| kinds.contains(&verb.name))
        .filter(|verb| !steps.iter().any(|step| begins(step, verb.name)))
        .filter(|verb| prospects.iter().any(|line| begins(line, verb.name)))
        .collect()
}

fn ask_way<'a>(
    name: &str,
    mut ways: Vec<Way<'a>>,
    typed: &[&'static Verb],
    at_start: bool,
    table: &dyn Referee,
    prospects: &[String],
    session: &Session,
) -> Option<Answer<'a>> {
    let begun = match ways.first() {
        Some(way) if !at_start => way.chosen(),
        _ => String::new(),
    };
    let begun = ways.first().and_then(|way| begun.strip_suffix(&way.words)).unwrap_or_default().trim_end().to_owned();
    let question = if begun.is_empty() { format!("{name}what?") } else { format!("{name}{begun} …") };
    let mut labels = labels(&ways, name, table, prospects, session);
    labels.extend(typed.iter().map(|verb| format!("{} …   {}", verb.name, verb.about)));
    labels.push(if at_start { "(cancel)" } else { "(back)" }.to_owned());
    let chosen = ask::one_of(&question, &labels, 0)?;
    if chosen < ways.len() {
        return Some(Answer::On(ways.swap_remove(chosen)));
    }
    Some(typed.get(chosen - ways.len()).map_or(Answer::Back, |verb| Answer::Type(verb)))
}

/// What the ways on are called: a whole step as it would be read back, else its words and what is open there.
fn labels(ways: &[Way], name: &str, table: &dyn Referee, prospects: &[String], session: &Session) -> Vec<String> {
    let mut told: Vec<Option<String>> =
        ways.iter().map(|way| way.step().and_then(|step| read_back(table, &format!("{name}{step}"), &way.words))).collect();
    if ways.len() > 1 && told.iter().all(|other| *other == told[0]) {
        told.fill(None); // It tells nothing apart.
    } else if told.iter().flatten().count() > 1 {
        let shared = shared_words(told.iter().flatten());
        for told in told.iter_mut().flatten() {
            told.drain(..shared.min(told.len()));
        }
        if told.iter().all(|other| *other == told[0]) {
            // What is the same everywhere tells nothing: rather what is open there.
            told = ways.iter().map(|way| Some(about(&way.chosen(), prospects, session).unwrap_or_default().to_owned())).collect();
        }
    }
    let label = |(way, told): (&Way, Option<String>)| {
        let words = if way.words.is_empty() { "(nothing more)" } else { &way.words };
        match (way.step(), told) {
            (Some(_), Some(told)) if !told.is_empty() => format!("{words}   {told}"),
            (Some(_), _) => words.to_owned(),
            (None, _) => match about(&way.chosen(), prospects, session) {
                Some(about) => format!("{words} …   {about}"),
                None => format!("{words} …"),
            },
        }
    };
    ways.iter().zip(told).map(label).collect()
}

/// A step as it would be read back, without the word that says it already.
fn read_back(table: &dyn Referee, line: &str, words: &str) -> Option<String> {
    let (_, verdict) = table.try_line(line).ok()?.pop()?;
    let is_verb = table.book().verb(words).is_some();
    let last = words.rsplit(' ').next().filter(|last| !last.is_empty() && !is_verb);
    // What follows from it would be too long here.
    let told = verdict.message.split("; ").next().unwrap_or_default();
    let mut kept: Vec<&str> = told.split(' ').collect();
    if let Some(at) = kept.iter().position(|word| Some(*word) == last) {
        kept.remove(at);
    }
    Some(kept.join(" "))
}

/// How many bytes of whole words all texts begin with.
fn shared_words<'a>(mut texts: impl Iterator<Item = &'a String>) -> usize {
    let Some(first) = texts.next() else { return 0 };
    let same = texts.fold(first.len(), |same, text| {
        first.bytes().zip(text.bytes()).take(same).take_while(|(one, other)| one == other).count()
    });
    first.get(..same).and_then(|start| start.rfind(' ')).map_or(0, |space| space + 1)
}

/// What is open at a place, or what a verb does.
fn about<'a>(chosen: &str, prospects: &'a [String], session: &Session) -> Option<&'a str> {
    let is_it = |place: &str| {
        let (open, words) = (place.split(' '), chosen.split(' '));
        open.clone().count() == words.clone().count() && open.zip(words).all(|(open, word)| open == word || open == "CARD")
    };
    let open = prospects.iter().find_map(|line| line.split_once(": ").filter(|(place, _)| is_it(place))).map(|(_, about)| about);
    open.or_else(|| session.book().verbs.iter().find(|verb| verb.name == chosen).map(|verb| verb.about))
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
}
