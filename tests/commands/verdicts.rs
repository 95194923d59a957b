//! What a verdict looks like: at most six lines of 80 columns, with nothing cut off, for whatever fouls random games come to.

use crate::program::{Folder, lot, times};
use console::measure_text_width;
use fowlplay::{
    conformance::{
        log_draft::{LogDraft, LogLayout},
        notation,
        random_game::{PlayStyle, RandomGame, TestableGame, is_long},
    },
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    table::Act,
};
use std::collections::BTreeSet;

/// How many positions of each game are tried.
const POSITIONS: usize = 40;

/// How many in the long form.
const POSITIONS_LONG: usize = 500;

/// How many random steps are tried in each.
const TRIED: usize = 12;

/// The verdicts in what `check` printed, a list of lines each.
fn verdicts(told: &str) -> Vec<Vec<&str>> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    for line in told.lines() {
        let begins = line.strip_prefix("  ").is_some_and(|rest| rest.starts_with(|char: char| char.is_ascii_digit()));
        if begins && line.contains(": ") && !line.contains(".toml") {
            found.push(vec![line]);
        } else if let Some(last) = found.last_mut().filter(|_| line.starts_with("    ")) {
            last.push(line);
        }
    }
    found
}

/// Writes logs that end in a foul, and holds what `check` says of them to six lines.
fn six_lines<G: TestableGame>() {
    let (mut random, mut tried, mut told) = (lot(G::book().game), BTreeSet::new(), String::new());
    let positions = if is_long() { POSITIONS_LONG } else { POSITIONS * times() };
    let mut folder = Folder::new();
    for nth in 0..positions {
        let table = RandomGame::<G>::play_some(
            random.u64(..),
            if random.bool() { PlayStyle::Legal } else { PlayStyle::Loose },
            random.usize(1..120),
        );
        for _ in 0..TRIED {
            let Some((actor, step)) = notation::any_settled(&mut random, &table.game, &table.context) else { continue };
            if table.game.judge(&Act::Step { actor, step: step.clone() }).is_ok() {
                continue;
            }
            let mut written = LogDraft::of(&table, &table.acts);
            let name = actor.map(|seat| format!("{}: ", table.context.players.name(seat))).unwrap_or_default();
            let line = format!("{name}{}", G::write(&step, &table.context.players));
            if let Some(round) = written.rounds.last_mut() {
                round.lines.push(line.clone());
                folder.write(&format!("{nth}-{}.toml", tried.len()), written.text(LogLayout::Plain));
                tried.insert((nth, line));
            }
        }
        // As many at once as one command checks in its time.
        if (nth + 1) % POSITIONS == 0 || nth + 1 == positions {
            told += &std::mem::replace(&mut folder, Folder::new()).run(&["check"]).in_order().told();
        }
    }
    let verdicts = verdicts(&told);
    assert!(verdicts.len() >= tried.len() && tried.len() > POSITIONS, "{} verdicts on {} steps", verdicts.len(), tried.len());
    let is_too_much = |verdict: &&Vec<&str>| {
        verdict.len() > 6 || verdict.iter().any(|line| measure_text_width(line) > 80 || line.ends_with(" …"))
    };
    let too_much: Vec<String> = verdicts.iter().filter(is_too_much).map(|verdict| verdict.join("\n")).collect();
    assert!(too_much.is_empty(), "{} of {} are too much:\n{}", too_much.len(), verdicts.len(), too_much.join("\n"));
}

#[test]
fn of_emu_ranchers() {
    six_lines::<EmuRanchers>();
}

#[test]
fn of_emus_redux() {
    six_lines::<EmusRedux>();
}

#[test]
fn of_blulu() {
    six_lines::<Blulu>();
}

#[test]
fn of_eggs_and_empires() {
    six_lines::<EggsAndEmpires>();
}

#[test]
fn of_piepmatz() {
    six_lines::<Piepmatz>();
}
