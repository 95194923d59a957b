//! Logs and arguments that mean harm, or come from a program gone wrong: nothing crashes or hangs, or reaches the terminal raw, and a
//! log is saved whole or stays as it was.

mod large;
mod session;

use crate::{
    generators::{CONTROLS, MARKS, escaped, mutated, odd},
    program::{Done, Folder, NEW, PROGRAM, examples, lot, times},
};
use fastrand::Rng;
use fowlplay::log::Log;
use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::OsStringExt as _,
};

/// All commands, each with all that can be said with it; one word stands in `'`.
fn commands() -> Vec<Vec<String>> {
    let words = |(nth, part): (usize, &str)| match nth % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    include_str!("hostile/commands.txt").lines().map(|line| line.split('\'').enumerate().flat_map(words).collect()).collect()
}

/// Whether a character moves or reverses what is seen, or is none: written down here anew, so that the program's list is tested too.
fn is_raw(char: char) -> bool {
    matches!(char,
        '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}'..='\u{ffff}')
}

/// What it printed, but for a table, which has names and files as they are.
fn told(done: &Done) -> String {
    if done.out.starts_with(b"game_id") { String::from_utf8_lossy(&done.err).into_owned() } else { done.told() }
}

/// Nothing that it printed is raw; colours of its own (`ESC [ numbers m`) are fine.
#[track_caller]
fn nothing_raw(done: &Done, of: &str) {
    let told = told(done);
    for (nth, part) in told.split("\u{1b}[").enumerate() {
        let is_colour = part.trim_start_matches(|char: char| char.is_ascii_digit() || char == ';').starts_with('m');
        let raw = part.chars().find(|char| is_raw(*char));
        assert!(raw.is_none() && (nth == 0 || is_colour && !part.starts_with("31;5m")), "{of}: {raw:?} is raw in {told:?}");
    }
}

/// Runs a command as it is, in colours and as JSON, each on the log as it was.
fn runs_well(command: &[OsString], file: &OsStr, log: &[u8], input: &str) {
    let folder = Folder::new();
    let path = folder.root().join(file);
    for (colours, json) in [("CLICOLOR_FORCE=0", None), ("CLICOLOR_FORCE=1", None), ("CLICOLOR_FORCE=0", Some("--json".into()))] {
        fs::write(&path, log).expect("written");
        let words: Vec<OsString> =
            [colours.into(), PROGRAM.into()].into_iter().chain(command.iter().cloned()).chain(json.clone()).collect();
        let done = folder.start("env", &words, input).ended().in_order();
        let of = format!("{command:?} of {:?}", String::from_utf8_lossy(log));
        nothing_raw(&done, &of);
        if json.is_some() {
            assert!(done.err.is_empty(), "{of}: {}", done.told());
            done.json();
        }
        let saved = fs::read(&path).expect("it is there");
        let is_log = || String::from_utf8(saved.clone()).is_ok_and(|saved| Log::parse(saved).is_ok());
        assert!(saved == log || done.status == Some(0) && is_log(), "{of}: {}", done.told());
        assert!(!folder.names().iter().any(|name| name.starts_with('.')), "{of}: something is left behind");
    }
}

/// An example of which every text that may be anything is hostile, and which can be read all the same.
fn odd_log(example: &str) -> String {
    let odd = escaped(&format!("so {CONTROLS} it {MARKS} was"));
    let players = Log::parse(example).expect("an example").players().to_vec();
    let text =
        players.iter().fold(example.to_owned(), |text, name| text.replace(&**name, &format!("{name}\u{202e}\u{2066}\u{200b}o")));
    let free = ["title", "place", "notes"];
    let lines = text.lines().enumerate().filter(|(_, line)| !free.iter().any(|key| line.starts_with(key)));
    let lines = lines.map(|(nth, line)| match line.strip_suffix("\",") {
        _ if line.starts_with("game = ") => free.iter().fold(line.to_owned(), |line, key| format!("{line}\n{key} = \"{odd}\"")),
        _ if line == "moves = [" => format!("{line}\n  \"note {odd}\","),
        Some(step) if nth % 2 == 0 && !step.contains(" ! ") && !step.contains("note") => format!("{step} ! {odd}\","),
        _ => line.to_owned(),
    });
    let corrected =
        format!("[[correction]]\nat = \"1.1\"\nwas = \"{odd}\"\nnow = \"{odd}\"\nfirst = \"{odd}\"\nwhen = 2026-11-20T19:42:11Z");
    let undone = format!("[[correction]]\nat = \"1.999\"\nwas = \"note {odd}\"\nwhen = 2026-11-20T19:42:12Z\n");
    let text = lines.chain([corrected, undone]).collect::<Vec<_>>().join("\n");
    Log::parse(text.clone()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    text
}

/// Every word of every command is once an odd one, or has something odd in it; the log is any.
#[test]
fn nothing_odd_is_printed_raw_or_half_saved() {
    let mut lot = lot("odd");
    let examples: Vec<String> = examples().into_iter().map(|(_, text)| text).collect();
    let whole: Vec<Vec<u8>> = examples.iter().map(|text| text.clone().into_bytes()).collect();
    for command in (0..times()).flat_map(|_| commands()) {
        for nth in 0..command.len() {
            let said = odd(&mut lot).replace('\0', "");
            let odd_word = odd_word(&command[nth], &said, &mut lot);
            let is_log = command.iter().position(|word| word == "game.toml") == Some(nth);
            let file = if is_log && lot.bool() { odd_word.clone() } else { "game.toml".into() };
            let mut words: Vec<OsString> = command.iter().map(Into::into).collect();
            words[nth] = odd_word;
            let log = match lot.u8(..3) {
                0 => NEW.replace("[\n]", "[\n  \"Ada: hatch 7SK; draw\",\n]").into_bytes(),
                1 => odd_log(lot.choice(&examples).expect("examples")).into_bytes(),
                _ => mutated(&whole, &mut lot),
            };
            runs_well(&words, &file, &log, &format!("note a{said}b\nBo: hatch 9LK; draw ! {said}\n{said}\n"));
        }
    }
}

/// A word with something odd in it, or behind some of it. What is no text is among that.
fn odd_word(word: &str, said: &str, lot: &mut Rng) -> OsString {
    let mut word = word.as_bytes().to_vec();
    let from = lot.usize(..=word.len());
    let to = if lot.bool() { from } else { word.len() };
    let said = if lot.u8(..5) == 0 { b"\xff\xc3" } else { said.as_bytes() };
    word.splice(from..to, said.iter().copied());
    OsString::from_vec(word)
}

#[test]
fn a_damaged_log_is_read_or_refused_at_a_place() {
    let mut lot = lot("damaged");
    let examples: Vec<Vec<u8>> = examples().into_iter().map(|(_, text)| text.into_bytes()).collect();
    for _ in 0..times() {
        let folder = Folder::new();
        let names: Vec<String> = (0..800).map(|nth| format!("{nth}.toml")).collect();
        for name in &names {
            folder.write(name, mutated(&examples, &mut lot));
        }
        let check: Vec<&str> = ["check"].into_iter().chain(names.iter().map(String::as_str)).collect();
        nothing_raw(&folder.run(&check).in_order(), "damaged logs");
        let done = folder.run(&[&check[..], &["--json"]].concat()).in_order();
        nothing_raw(&done, "damaged logs as JSON");
        assert!(done.err.is_empty(), "{}", done.told());
        let told = done.json();
        let files = told["files"].as_array().expect("files");
        assert_eq!(files.iter().map(|file| file["file"].as_str().expect("a name")).collect::<Vec<_>>(), names);
        let refused = files.iter().filter(|file| !file["error"].is_null());
        for file in refused.clone() {
            let message = file["error"]["message"].as_str().unwrap_or_default();
            let has_place = file["error"]["line"].as_u64().is_some_and(|line| line > 0) || message.contains("is not UTF-8 text");
            assert!(!message.is_empty() && has_place, "{file}");
        }
        let (refused, all) = (refused.count(), names.len());
        assert!((all / 10..all * 39 / 40).contains(&refused), "some are logs all the same, and {refused} of {all} are not");
    }
}

#[test]
fn a_line_break_in_the_name_of_a_file_ends_no_line() {
    let name = "x\nerror:fake.toml";
    let whole = NEW.replace("[\n]", "[\n  \"Ada: hatch 7SK; draw\",\n]");
    let logs = [whole.as_bytes(), b"fowlplay = 1\nno", b"fowlplay = 1\n\xff", b""];
    for (nth, command) in commands().iter().enumerate() {
        for log in [logs[0], logs[1 + nth % 3]] {
            let folder = Folder::new();
            folder.write(name, log);
            folder.write(&format!("shelf\nerror:fake/{name}"), log);
            let command: Vec<String> =
                command.iter().map(|word| word.replace("game.toml", name).replace("nowhere", "shelf\nerror:fake")).collect();
            let done = folder.run(&command).in_order();
            assert!(!told(&done).lines().any(|line| line.starts_with("error:fake")), "{command:?}: {}", done.told());
        }
    }
}

#[test]
fn a_note_from_standard_input_is_kept_as_it_was_said() {
    let folder = Folder::with(NEW);
    let said = format!("{CONTROLS}{MARKS}").replace(['\n', '\r', '\u{b}', '\u{c}', '\u{85}'], "");
    let done = folder.start(PROGRAM, &["record", "game.toml", "-"], &format!("note a{said}b")).ended();
    assert_eq!(done.status, Some(0), "{}", done.told());
    nothing_raw(&done, "a note");
    let log = Log::parse(folder.text("game.toml")).expect("a log");
    assert_eq!(log.rounds()[0].lines[0].text.as_str(), format!("note a{said}b"));
}
