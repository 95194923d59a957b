//! Whatever is typed, the referee answers.

use fowlplay::{
    log::Log,
    referee::{self, NewGame, Referee},
    table::Game,
};
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use crate::{
    driver::{Tested, times},
    properties::recording::{is_sound, record_any},
    written::{any_log, open},
};

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases: cases * times(), failure_persistence: None, ..Config::default() })
}

/// Logs at which something is typed: new, under way, laying down, over.
fn referees<G: Tested>() -> Vec<Box<dyn Referee>> {
    let mut referees: Vec<Box<dyn Referee>> = (0..24)
        .map(|seed| {
            let (_, written, layout) = any_log::<G>(seed);
            written.open(layout)
        })
        .collect();
    let new = NewGame { players: vec!["Ada".into(), "Bo".into()], ..NewGame::default() };
    if let Ok(text) = referee::start(G::book().game, &new) {
        let log = Log::parse(text).expect("a new log");
        let (head, _) = log.text().split_once("\n[[round]]").expect("a round");
        referees.push(open(&Log::parse(head.to_owned()).expect("a log without rounds")));
        referees.push(open(&log));
    }
    referees
}

/// Text of any kind: any characters, or words, numbers, cards and marks in any order.
fn any_text<G: Game>() -> impl Strategy<Value = String> {
    let mut words: Vec<String> = G::book().verbs.iter().map(|verb| verb.name.to_owned()).collect();
    words.extend(G::book().verbs.iter().filter_map(|verb| verb.letter).map(String::from));
    let others = [
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
        "7SK",
        "7s",
        "the Mill",
        "6sy",
        "CS",
        "crown of suns",
        "AY",
        "EX",
        "PMSL=6",
        "9LK",
        "5WL 3MW",
        "BL3",
        "sp1 2",
        "blackbird",
        "crow",
        "squirrel 1",
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
    ];
    words.extend(others.map(str::to_owned));
    let gap = prop_oneof![6 => Just(" "), 1 => Just(""), 1 => Just("  ")];
    let assembled = prop::collection::vec((prop::sample::select(words), gap), 0..9)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, gap)| [word, gap.to_owned()]).collect::<String>());
    prop_oneof![4 => assembled, 1 => any::<String>(), 1 => "[ -~]{0,24}"]
}

/// `record` and `try_line` answer any text, and what is taken is as good as written.
pub fn any_text_can_be_typed<G: Tested>() {
    let referees = referees::<G>();
    let strategy = (any_text::<G>(), 0..referees.len(), any::<bool>());
    let checked = runner(6000).run(&strategy, |(text, which, named)| {
        let referee = &*referees[which];
        if let Err(refusal) = referee.try_line(&text) {
            is_sound(&refusal);
        }
        record_any(referee, &text, named.then_some("Ada"));
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{error}"));
}

/// What Tab offers begins within the text.
pub fn any_text_can_be_completed<G: Tested>() {
    let referees = referees::<G>();
    let checked = runner(6000).run(&(any_text::<G>(), 0..referees.len()), |(text, which)| {
        let (start, offers) = referees[which].complete(&text);
        prop_assert!(text.get(start..).is_some(), "{start} is no place in {text:?}");
        prop_assert!(offers.iter().all(|offer| !offer.is_empty()), "{offers:?}");
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{error}"));
}

/// A tally of any texts is counted or refused, with no log and into one.
pub fn any_text_can_be_given_as_a_tally<G: Tested>() {
    let referees = referees::<G>();
    let named = |name: &'static str| prop_oneof![9 => Just(format!("{name}: ")), 1 => Just(String::new())];
    let texts = (named("Ada"), any_text::<G>(), named("Bo"), any_text::<G>());
    let texts = texts.prop_map(|(ada, one, bo, two)| [format!("{ada}{one}"), format!("{bo}{two}")]);
    let checked = runner(2000).run(&(texts, 0..referees.len()), |(texts, which)| {
        let texts = [texts[0].as_str(), texts[1].as_str()];
        if let Err(refusal) = referee::count(G::book().game, &NewGame::default(), &texts) {
            is_sound(&refusal);
        }
        match referees[which].tally_into(&texts, Some("Ada")) {
            Ok(counted) => {
                let fouls = |referee: &dyn Referee| referee.findings().iter().filter(|finding| finding.is_foul()).count();
                prop_assert_eq!(fouls(&*open(&counted.log)), fouls(&*referees[which]));
            }
            Err(refusal) => is_sound(&refusal),
        }
        Ok(())
    });
    checked.unwrap_or_else(|error| panic!("{error}"));
}
