//! Games that are written down, played by the engine and the model alike: those of `tests/logs` and `examples`, and the tables of
//! `tests/games`, with what is asked there.

use fowlplay::{
    log::{Line, LineRef, Log, LogFile, Round, is_note, is_position},
    referee::{self, Referee},
    table::{Adjustment, Game as _, Players, is_adjustment},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use crate::{
    asked::{Question, each, headings, questions, written_out},
    model::{Act, Model, Stage, Verdict},
    models::{blulu::Blulu, compared::Both, eggs_and_empires::Eggs, emu, perft, piepmatz::Piepmatz},
    random_game::NAMES,
};

/// What stands in a log.
enum Entry {
    Act(Act),
    /// Points that the table gave a player or took (TB-9).
    Decision(usize, i32),
}

/// What a log says has happened, in its order, before a place or in all.
fn logged(log: &Log, players: &Players, before: Option<LineRef>) -> Vec<Entry> {
    let names: Vec<String> = log.players().iter().map(ToString::to_string).collect();
    let seat = |name: &str| names.iter().position(|known| known == name).expect("a player");
    let of_round = |(round, number): (&Round, u32)| {
        let ends = before.filter(|before| before.round == number);
        let lines = ends.map_or(usize::MAX, |end| end.line as usize - 1);
        let of_line = |line: &Line| {
            if is_adjustment(&line.text) {
                let Adjustment { seat, points, .. } = Adjustment::parse(&line.text, players).expect("an adjustment");
                return vec![Entry::Decision(seat.index(), points)];
            }
            let steps = line.steps().filter(|step| !is_note(step)).map(str::to_owned);
            steps.map(|step| Entry::Act(Act::Step(line.actor().map(seat), step))).collect::<Vec<_>>()
        };
        let part = |name: &String| {
            let mut parts = round.tally.iter().flatten().filter_map(|part| part.strip_prefix(name.as_str()));
            let part = parts.find_map(|part| part.strip_prefix(':')).unwrap_or_default();
            part.split(" ! ").next().unwrap_or_default().trim().to_owned()
        };
        let tally = round.tally.as_ref().filter(|_| ends.is_none()).map(|_| Act::Tally(names.iter().map(part).collect()));
        let lines = round.lines.iter().take(lines).flat_map(of_line);
        let begun = Entry::Act(Act::Round(seat(&round.first)));
        [begun].into_iter().chain(lines).chain(tally.map(Entry::Act)).collect::<Vec<_>>()
    };
    let rounds = log.rounds().iter().zip(1..);
    rounds.take_while(|(_, number)| before.is_none_or(|before| *number <= before.round)).flat_map(of_round).collect()
}

/// Whether a log begins with its deal: the models know of no position.
fn is_dealt(log: &Log) -> bool {
    !log.rounds().iter().flat_map(|round| &round.lines).any(|line| line.steps().any(is_position))
}

/// Engine and model at the table of a log, before anything happens there.
fn seated_for<M: Model>(referee: &dyn Referee) -> Both<M> {
    let text: toml::Table = referee.log().text().parse().expect("TOML");
    let deck = text.get("deck").and_then(toml::Value::as_table).into_iter().flatten();
    let deck: Vec<_> = deck.map(|(key, value)| (key.clone(), perft::deck_entry(value))).collect();
    Both::seated(referee.players().names().to_vec(), *referee.rules(), &deck)
}

/// Whether an act can be let stand here, the verdict of both being the same.
fn can_be<M: Model>(both: &Both<M>, act: &Act) -> bool {
    !matches!(both.judged(act), Verdict::Impossible(_)) && both.can_be(act)
}

/// Plays every log of a game that begins with its deal, as far as it is possible, whatever was let stand in it.
fn replay<M: Model>() {
    let game = M::Game::book().game;
    let root = Path::new(crate::ROOT);
    let folders = [root.join("tests/logs").join(game), root.join("examples")];
    let paths = folders.iter().flat_map(|folder| inside(folder, "toml"));
    let mut played = 0;
    for path in paths {
        let log = LogFile::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if log.game().as_str() != game || !is_dealt(&log) {
            continue;
        }
        // The models know who sits where by name.
        let referee = referee::open(log).expect("a log");
        let renamed = referee.players().names().iter().cloned().zip(NAMES).filter(|(old, new)| old != new);
        let renamed: Vec<_> = renamed.map(|(old, new)| (old, new.to_owned())).collect();
        let referee = if renamed.is_empty() {
            referee
        } else {
            referee::open(referee.with_renamed_players(&renamed).expect("other names")).expect("a log")
        };
        let mut both = seated_for::<M>(&*referee);
        for entry in logged(referee.log(), referee.players(), None) {
            match entry {
                Entry::Decision(seat, points) => both.adjust(seat, points),
                Entry::Act(act) if can_be(&both, &act) => both.play(&act),
                Entry::Act(_) => break,
            }
        }
        played += 1;
    }
    assert!(played >= 20, "{game}: only {played} logs");
}

/// The files of a folder whose names end so.
fn inside(folder: &Path, end: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == end)).collect()
}

/// Asks both what is asked of the referee in the logs of a game and in its files of cases.
fn ask<M: Model>(least: usize) {
    let game = M::Game::book().game;
    let root = Path::new(crate::ROOT).join("tests");
    let mut counted = BTreeMap::<String, usize>::new();
    let mut ask = |at: &str, log: &Log, place: Option<LineRef>, question: &Question<'_>| {
        if !is_dealt(log) {
            return;
        }
        let whole = referee::open(log.clone()).expect("a log");
        let referee = match place {
            Some(place) => whole.before_line(place).expect("a place of the log"),
            None => whole,
        };
        let mut both = seated_for::<M>(&*referee);
        let is_possible = logged(log, referee.players(), place).iter().all(|entry| match entry {
            Entry::Decision(seat, points) => {
                both.adjust(*seat, *points);
                true
            }
            Entry::Act(act) => {
                can_be(&both, act) && {
                    both.follow(act);
                    true
                }
            }
        });
        if !is_possible {
            return;
        }
        both.compare_here();
        if answer(&both, &*referee, question, at) {
            *counted.entry(question.word.to_owned()).or_default() += 1;
        }
    };
    for path in inside(&root.join("logs").join(game), "toml") {
        let text = fs::read_to_string(&path).expect("a log");
        let log = Log::parse(text.as_str()).expect("a log");
        for (number, place, question) in questions(&text) {
            ask(&format!("{}:{number}", path.display()), &log, Some(place), &question);
        }
    }
    let folder = game.replace('-', "_");
    for path in inside(&root.join("games").join(&folder), "tables") {
        let file = format!("{folder}/{}", path.file_stem().expect("a name").to_string_lossy());
        for name in headings(&file) {
            each(&file, &name, |number, log, _, question| {
                if question.word == "unread" {
                    return;
                }
                ask(&format!("{file}.tables:{number}"), &Log::parse(log).expect("a log"), None, &question);
            });
        }
    }
    println!("{game}: {counted:?}");
    let asked: usize = counted.values().sum();
    assert!(asked >= least, "{game}: only {asked} questions");
    for word in ["legal", "illegal", "impossible", "open", "score"] {
        assert!(counted.contains_key(word), "{game}: never asked: {word}");
    }
}

/// Asks both a question whose answer a model knows; whether it is such a one.
fn answer<M: Model>(both: &Both<M>, referee: &dyn Referee, question: &Question<'_>, at: &str) -> bool {
    let names = referee.players().names();
    let score = both.model().score();
    let listed = || question.text.split(" / ").filter(|item| *item != "nothing");
    // The steps of a line, as the log would have them.
    let acts = |line: &str| -> Vec<Act> {
        let steps = referee.try_line(&written_out(line)).unwrap_or_else(|refusal| panic!("{at}: {line}: {refusal:?}"));
        let actor = line.split_once(": ").map(|(actor, _)| actor.to_lowercase());
        let seat = actor.map(|actor| names.iter().position(|name| name.to_lowercase().starts_with(&actor)).expect("a player"));
        steps
            .into_iter()
            .filter(|(step, _)| !is_note(step) && !is_adjustment(step))
            .map(|(step, _)| Act::Step(seat, step))
            .collect()
    };
    match question.word {
        "legal" | "illegal" | "impossible" => {
            let verdict = match question.word {
                "legal" => Verdict::Legal,
                "illegal" => Verdict::Illegal(question.of.to_owned()),
                _ => Verdict::Impossible(question.of.to_owned()),
            };
            for line in listed() {
                let (mut both, mut acts) = (both.clone(), acts(line));
                // A line behind the end of a round begins the next.
                if let Stage::RoundOver(first) = both.model().stage()
                    && let [first] = first[..]
                {
                    both.follow(&Act::Round(first));
                }
                let Some(last) = acts.pop() else { continue };
                for act in acts {
                    assert_eq!(both.judged(&act), Verdict::Legal, "{at}: {act:?}");
                    both.follow(&act);
                }
                // What is foul on every pile is judged without one, which is not in a model's words.
                if both.is_clear(&last) {
                    assert_eq!(both.judged(&last), verdict, "{at}: {line}");
                }
            }
        }
        "proves" => {
            let mut both = both.clone();
            let proved: usize = listed().flat_map(acts).map(|act| both.follow(&act)).sum();
            let told = question.says.split(" / ").filter(|item| *item != "nothing").count();
            assert_eq!(proved, told, "{at}: proved");
        }
        "open" => {
            let actor = |seat: Option<usize>| seat.map_or_else(String::new, |seat| names[seat].clone());
            let open = both.model().open().into_iter().map(|(seat, verbs)| (actor(seat), BTreeSet::from_iter(verbs)));
            let told = listed().map(|open| open.split_once(": ").or(open.split_once(':')).expect("who may do what"));
            let told = told.map(|(actor, verbs)| (actor.to_owned(), verbs.split(' ').map(str::to_owned).collect()));
            assert_eq!(open.collect::<BTreeSet<_>>(), told.collect::<BTreeSet<(_, BTreeSet<_>)>>(), "{at}: open");
        }
        "only" => {
            let legal = both.model().legal_steps().into_iter().map(|(seat, step)| format!("{}: {step}", names[seat]));
            assert_eq!(legal.collect::<BTreeSet<_>>(), listed().map(str::to_owned).collect(), "{at}: legal");
        }
        "score" => {
            let points = |(least, most): (i32, i32)| if least == most { least.to_string() } else { format!("{least} to {most}") };
            let totals = names.iter().zip(score.totals).map(|(name, total)| format!("{name} {}", points(total)));
            assert_eq!(totals.collect::<Vec<_>>().join(", "), question.text, "{at}: the score");
        }
        "won" => {
            let winners: Vec<&str> = score.winners.iter().map(|&seat| &*names[seat]).collect();
            assert_eq!(winners.join(", "), question.text.replace("nobody", ""), "{at}: who won");
        }
        "over" => assert_eq!(both.model().stage() == Stage::GameOver, question.text == "yes", "{at}: whether it is over"),
        _ => return false,
    }
    true
}

macro_rules! recorded {
    ($($name:ident: $model:ty, $asked:literal;)+) => { $(
        mod $name {
            use super::*;

            #[test]
            fn the_recorded_games_are_judged_alike() {
                replay::<$model>();
            }

            #[test]
            fn what_is_asked_of_the_referee_is_answered_alike() {
                ask::<$model>($asked);
            }
        }
    )+ };
}

recorded! {
    blulu: Blulu, 150;
    eggs: Eggs, 280;
    ranchers: emu::Ranchers, 140;
    redux: emu::Redux, 170;
    piepmatz: Piepmatz, 350;
}
