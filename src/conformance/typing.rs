//! Whatever is typed, the referee answers.

use super::{
    driver::Tested,
    notation::any_argument,
    recording::{fouls, is_sound, record_any},
    written::{Written, any_log, open},
};
use crate::referee::{NewGame, Referee, count_as};
use fastrand::Rng;

/// How many texts are tried in each game.
const TEXTS: usize = 30;

/// A log at which something is typed: new, just begun, under way, over.
fn any_referee<G: Tested>(seed: u64) -> Box<dyn Referee> {
    let (table, written, layout) = any_log::<G>(seed);
    match seed % 16 {
        0 => Written::of(&table, &[]).open(layout),
        1 => written.shortened(0).open(layout),
        _ => written.open(layout),
    }
}

/// What may make a difference, whatever the game.
const WORDS: [&str; 46] = [
    "Ada:",
    "bo:",
    "a:",
    "Cy:",
    ":",
    ";",
    "!",
    "! agreed",
    ".",
    "..",
    ",",
    "|",
    "=",
    "note",
    "note!",
    "first",
    "with",
    "at",
    "from",
    "to",
    "down",
    "0",
    "1",
    "2",
    "3",
    "255",
    "256",
    "-6",
    "the",
    "X",
    "é",
    "\u{a0}",
    "\u{3000}",
    "\u{2028}",
    "\t",
    "\n",
    "\"",
    "\\",
    "'",
    "#",
    "\u{feff}",
    "🦤",
    "ß",
    "İ",
    "[[round]]",
    "{}",
];

/// A word of any kind: of the game's notation, in any letter case, or of none.
fn any_word<G: Tested>(random: &mut Rng, players: &[String]) -> String {
    let verb = random.choice(G::book().verbs).expect("every game has verbs");
    match random.u8(..8) {
        0 => verb.name.to_owned(),
        1 => verb.letter.map(String::from).unwrap_or_default(),
        2..5 => {
            let arguments: Vec<&str> = verb.form.split_whitespace().collect();
            let argument = random.choice(arguments).unwrap_or_default().trim_matches(['[', ']', '…']);
            let word = any_argument::<G>(argument, random, players);
            if random.bool() { word.to_lowercase() } else { word }
        }
        _ => WORDS[random.usize(..WORDS.len())].to_owned(),
    }
}

/// Text of any kind: any characters, or words of the game, numbers and marks in any order.
fn any_text<G: Tested>(random: &mut Rng, players: &[String]) -> String {
    match random.u8(..6) {
        0 => (0..random.usize(..24)).map(|_| random.char(..)).collect(),
        1 => (0..random.usize(..24)).map(|_| random.char(' '..='~')).collect(),
        _ => {
            let gap = |random: &mut Rng| ["", "  ", " ", " ", " ", " ", " ", " "][random.usize(..8)];
            (0..random.usize(..9)).map(|_| any_word::<G>(random, players) + gap(random)).collect()
        }
    }
}

/// `record` and `try_line` answer any text, and what is taken is as good as written.
pub(super) fn any_text_can_be_typed<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let referee = any_referee::<G>(seed);
    for _ in 0..TEXTS {
        let text = any_text::<G>(&mut random, referee.players().names());
        if let Err(refusal) = referee.try_line(&text) {
            is_sound(&refusal);
        }
        record_any::<G>(&*referee, &text, random.bool().then_some("Ada"));
    }
}

/// What Tab offers begins within the text.
pub(super) fn any_text_can_be_completed<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let referee = any_referee::<G>(seed);
    for _ in 0..TEXTS {
        let text = any_text::<G>(&mut random, referee.players().names());
        let (start, offers) = referee.complete(&text);
        assert!(text.get(start..).is_some(), "{start} is no place in {text:?}");
        assert!(offers.iter().all(|offer| !offer.is_empty()), "{text:?}: {offers:?}");
    }
}

/// A tally of any texts is counted or refused, with no log and into one.
pub(super) fn any_text_can_be_given_as_a_tally<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let referee = any_referee::<G>(seed);
    let names = referee.players().names();
    for _ in 0..TEXTS {
        let mut part = |name: &String| {
            let before = if random.u8(..10) > 0 { format!("{name}: ") } else { String::new() };
            format!("{before}{}", any_text::<G>(&mut random, names))
        };
        let texts: Vec<String> = names.iter().map(&mut part).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        if let Err(refusal) = count_as::<G>(&NewGame::default(), &texts) {
            is_sound(&refusal);
        }
        match referee.tally_into(&texts, Some("Ada")) {
            Ok(counted) => assert_eq!(fouls(&*open::<G>(&counted.log)), fouls(&*referee), "{texts:?}"),
            Err(refusal) => is_sound(&refusal),
        }
    }
}
