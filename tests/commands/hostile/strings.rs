//! Hostile text in every string that a log may have: where it can be read, and where it can't.

use crate::{
    hostile::commands::{commands, run, run_all},
    hostile::marks::{BIDI, CONTROLS, hostile, nothing_raw},
    program::{Folder, every, examples, lot, times},
};
use toml::{Table, Value};

/// One log a game.
fn one_of_each() -> Vec<(String, Table)> {
    let mut logs: Vec<(String, Table)> =
        examples().into_iter().map(|(name, text)| (name, text.parse::<Table>().expect("TOML"))).collect();
    logs.dedup_by_key(|(_, log)| log["game"].to_string());
    assert!(logs.len() >= 3);
    logs
}

/// A log with everything that may be written in one, and every text of it that can be is hostile.
fn as_hostile_as_can_be(log: &Table) -> String {
    let mut log = log.clone();
    let names: Vec<String> = log["players"].as_array().expect("players").iter().map(text_of).collect();
    for key in ["players", "round"] {
        each_string(&mut log[key], &mut |text| {
            for name in &names {
                *text = renamed(text, name, &format!("{name}\u{202e}\u{2066}\u{200b}o"));
            }
        });
    }
    for round in log["round"].as_array_mut().expect("rounds") {
        let Some(lines) = round.get_mut("moves").and_then(Value::as_array_mut) else { continue };
        for line in lines.iter_mut().skip(1).step_by(2) {
            let text = text_of(line);
            if !text.contains(" ! ") && !text.contains("note") {
                *line = Value::from(format!("{text} ! so {CONTROLS} it {BIDI} was"));
            }
        }
        lines.push(Value::from(format!("note {CONTROLS} and {BIDI}")));
    }
    for key in ["title", "place", "notes"] {
        log.insert(key.to_owned(), Value::from(format!("{CONTROLS}{BIDI}")));
    }
    let mut correction: Table = "at = \"1.1\"\nwhen = 2026-11-20T19:42:11Z".parse().expect("TOML");
    for key in ["was", "now", "first"] {
        correction.insert(key.to_owned(), Value::from(format!("{CONTROLS}{BIDI}")));
    }
    let undone: Table = format!("at = \"1.999\"\nwhen = 2026-11-20T19:42:12Z\nwas = \"note {BIDI}\"").parse().expect("TOML");
    log.insert("correction".to_owned(), Value::Array(vec![Value::Table(correction), Value::Table(undone)]));
    toml::to_string(&log).expect("TOML")
}

fn text_of(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

/// The name of a player is another wherever it stands as a word.
fn renamed(text: &str, name: &str, other: &str) -> String {
    let mut renamed = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let apart = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        renamed.extend([before, if apart { other } else { name }]);
        rest = after;
    }
    renamed + rest
}

fn each_string(value: &mut Value, change: &mut dyn FnMut(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_string(item, change)),
        Value::Table(table) => table.iter_mut().for_each(|(_, value)| each_string(value, change)),
        _ => {}
    }
}

#[test]
fn no_command_prints_any_of_it_raw() {
    for (nth, (name, log)) in one_of_each().into_iter().enumerate() {
        let text = as_hostile_as_can_be(&log);
        fowlplay::log::Log::parse(text.clone()).unwrap_or_else(|error| panic!("{name} can be read: {error}"));
        let [controls, bidi, _] = hostile();
        run_all("game.toml", &text, &controls, &name, nth);
        // The file may be called anything, too.
        run_all(&format!("g{}\u{1b}[31;5m\n{BIDI}.toml", '\u{9b}'), &text, &bidi, &name, nth + 2);
    }
}

/// Every log that has hostile text in the place of one string, or one key, of this one.
fn poisoned(log: &Table) -> Vec<String> {
    let mut logs = Vec::new();
    let whole = Value::Table(log.clone());
    for text in hostile() {
        for way in 0..3 {
            for nth in 0.. {
                let mut log = whole.clone();
                let mut at = 0;
                let mut there = false;
                each_string(&mut log, &mut |string| {
                    if at == nth {
                        there = true;
                        *string = match way {
                            0 => text.clone(),
                            1 => format!("{string}{text}"),
                            _ => format!("{text}{string}"),
                        };
                    }
                    at += 1;
                });
                if !there {
                    break;
                }
                logs.push(toml::to_string(&log).expect("TOML"));
            }
        }
        for key in log.keys() {
            let mut log = log.clone();
            let value = log.remove(key).expect("a key");
            log.insert(format!("{key}{text}"), value);
            logs.push(toml::to_string(&log).expect("TOML"));
        }
    }
    logs
}

#[test]
fn no_string_of_a_log_is_printed_raw() {
    let mut lot = lot("strings");
    for (name, log) in one_of_each() {
        let mut log = log;
        // All keys that a log may have, and no more lines than there are kinds of them.
        for key in ["title", "place", "notes"] {
            log.insert(key.to_owned(), Value::from("x"));
        }
        let correction: Table =
            "at = \"1.1\"\nwas = \"x\"\nnow = \"y\"\ncomment = \"# z\"\nwhen = 2026-11-20T19:42:11Z".parse().expect("TOML");
        log.insert("correction".to_owned(), Value::Array(vec![Value::Table(correction)]));
        let rounds = log["round"].as_array_mut().expect("rounds");
        rounds.truncate(2);
        for round in rounds {
            if let Some(lines) = round.get_mut("moves").and_then(Value::as_array_mut) {
                lines.truncate(4 * times());
            }
        }
        let logs: Vec<String> = poisoned(&log).into_iter().step_by(every(2)).collect();
        let folder = Folder::new();
        for (nth, log) in logs.iter().enumerate() {
            folder.write(&format!("{nth}.toml"), log);
        }
        for json in [&[][..], &["--json".to_owned()]] {
            let all: Vec<String> = (0..logs.len()).map(|nth| format!("{nth}.toml")).collect();
            let done = folder.run(&[&["check".to_owned()][..], &all, json].concat()).in_order();
            nothing_raw(&done, &name);
        }
        for _ in 0..8 * times() {
            let nth = lot.usize(0..logs.len());
            let file = format!("{nth}.toml");
            let all = commands(&file, &logs[nth], &hostile()[nth % 3]);
            run(&folder, &all[lot.usize(0..all.len())], &format!("{name}, {nth}"));
            folder.write(&file, &logs[nth]);
        }
    }
}
