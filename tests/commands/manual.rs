//! The manual pages: one for every command, one of the log's format and one of the JSON documents; read without complaint by what
//! shows them, and held against the program.

use crate::program::Folder;
use serde_json::Value;
use std::{collections::BTreeSet, fs, process::Command};

/// Every page, in a folder `man`, by the names of their files.
fn pages(folder: &Folder) -> BTreeSet<String> {
    fs::create_dir(folder.path("man")).expect("a folder");
    let done = folder.run(&["man", "-o", "man", "--json"]).in_order();
    let files = done.json()["files"].as_array().expect("a list").len();
    let names: BTreeSet<String> = fs::read_dir(folder.path("man"))
        .expect("pages")
        .map(|page| page.expect("a page").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), files);
    assert!(files > 25, "{names:?}");
    names
}

/// The commands that have a page.
fn commands(names: &BTreeSet<String>) -> Vec<&str> {
    names.iter().filter_map(|name| name.strip_prefix("fowlplay-")?.strip_suffix(".1")).collect()
}

#[test]
fn every_command_has_a_page_that_says_what_its_help_says() {
    let folder = Folder::new();
    let names = pages(&folder);
    let some = ["fowlplay.1", "fowlplay-new.1", "fowlplay-record.1", "fowlplay-man.1", "fowlplay-format.md", "fowlplay-json.md"];
    for name in some {
        assert!(names.contains(name), "{names:?}");
    }
    for (page, file) in [("record", "fowlplay-record.1"), ("format", "fowlplay-format.md"), ("json", "fowlplay-json.md")] {
        let printed = folder.run(&["man", page]).in_order();
        assert_eq!(String::from_utf8_lossy(&printed.out).trim_end(), folder.text(&format!("man/{file}")).trim_end());
    }
    let whole = folder.run(&["man"]).in_order();
    assert_eq!(String::from_utf8_lossy(&whole.out).trim_end(), folder.text("man/fowlplay.1").trim_end());
    let record = folder.text("man/fowlplay-record.1");
    for part in [".SH NAME\nfowlplay\\-record \\- ", ".SH EXTRA\nExamples:", "\\-\\-first"] {
        assert!(record.contains(part), "{part}: {record}");
    }
    assert!(folder.text("man/fowlplay.1").contains("fowlplay\\-record(1)"));
    assert_eq!(folder.run(&["man", "nothing"]).in_order().status, Some(2));
    assert_eq!(folder.run(&["man", "-o", "nowhere"]).in_order().status, Some(2));
}

#[test]
#[ignore = "long form: needs groff"]
fn what_shows_the_pages_complains_of_none() {
    let folder = Folder::new();
    for name in pages(&folder).iter().filter(|name| name.ends_with(".1")) {
        let mut groff = Command::new("groff");
        let done = groff.args(["-man", "-Tutf8", "-Kutf8", "-ww", "-z", name]).current_dir(folder.path("man")).output();
        let done = done.expect("groff is there");
        assert!(done.status.success() && done.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn the_example_of_the_format_is_a_log_as_it_says() {
    let text = include_str!("../../src/log_format.md");
    let example = text.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let folder = Folder::new();
    fs::write(folder.path("example.toml"), example).expect("written");
    let check = folder.run(&["check", "example.toml"]).in_order();
    assert!(check.says("example.toml: Emu Ranchers, 8 steps, complete, nothing found, 1 overruled"), "{}", check.told());
    let undo = folder.run(&["undo", "example.toml"]).in_order();
    assert!(undo.says("1.2 replaced: Bo: hatch 9WY; draw 3MW (was: Bo: hatch 9WY; draw)"), "{}", undo.told());
}

/// The names of all keys of a document, but those that are table rules.
fn keys(document: &Value, found: &mut BTreeSet<String>) {
    match document {
        Value::Object(entries) => {
            for (key, value) in entries {
                found.insert(key.clone());
                if key != "sets" {
                    keys(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn the_page_of_json_has_every_command_and_every_key() {
    let folder = Folder::new();
    let names = pages(&folder);
    let text = include_str!("../../src/json_documents.md");
    let section = |name: &str| text.split("\n# ").find_map(|section| section.strip_prefix(&format!("{name}\n")));
    for command in commands(&names) {
        assert!(section(command).is_some() || command == "play", "{command}");
        let help = folder.text(&format!("man/fowlplay-{command}.1"));
        let is_of_logs = command == "export"; // what it reads is JSON, too
        assert!(!help.contains("With \\-\\-json") && (is_of_logs || !help.contains("{\"")), "{command}: {help}");
    }
    let everywhere = section("Every document").expect("a section");
    let mut done = 0;
    for arguments in [
        &["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "a.toml"][..],
        &["record", "a.toml", "Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw", "Ada: draw ! let stand"],
        &["record", "a.toml", "Bo: draw"],
        &["check", "a.toml"],
        &["check", "a.toml", "--try", "Bo: draw"],
        &["moves", "a.toml"],
        &["why", "a.toml", "1.1"],
        &["score", "a.toml"],
        &["amend", "a.toml", "1.1", "Ada: hatch 5YK; draw"],
        &["rule", "a.toml", "upkeep=20"],
        &["rule", "a.toml"],
        &["head", "a.toml"],
        &["undo", "a.toml", "2"],
        &["redo", "a.toml"],
        &["fmt", "a.toml"],
        &["tally", "emu-ranchers", "Ada: CS 9MS 8MS", "Bo:"],
        &["judge", "blulu", "Ada:", "Bo:", "table: 4MS CM", "Ada: capture 4 with 7s 3m"],
        &["report", "a.toml"],
        &["report", "a.toml", "-o", "a.html"],
        &["stats", "."],
        &["stats", ".", "--player", "Ada"],
        &["stats", ".", "-o", "s.html"],
        &["export", ".", "-o", "rows.csv"],
        &["rules"],
        &["rules", "blulu"],
        &["rules", "blulu", "BL-2.7"],
        &["completions", "bash"],
        &["man", "new"],
    ] {
        let document = folder.run(&[arguments, &["--json"]].concat()).in_order().json();
        let of = section(arguments[0]).expect("a section");
        let (mut found, mut meant) = (BTreeSet::new(), of.to_owned());
        keys(&document, &mut found);
        for other in ["check", "score", "undo", "amend", "record"] {
            if of.contains(&format!("`{other}")) || of.contains("FINDING") && other == "check" {
                meant.push_str(section(other).expect("a section"));
            }
        }
        for key in found {
            let is_there = |text: &str| text.contains(&format!("\"{key}\"")) || text.contains(&format!("`{key}`"));
            assert!(is_there(&meant) || is_there(everywhere), "{arguments:?}: {key}: {document:#}");
        }
        done += 1;
    }
    assert_eq!(done, 28);
}

#[test]
fn the_help_of_the_program_fits_a_screen() {
    let folder = Folder::new();
    for arguments in [&["--help"][..], &["-h"], &["help"]] {
        let help = folder.run(arguments).told();
        assert!(help.lines().count() < 24, "{} lines:\n{help}", help.lines().count());
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
        for name in ["new", "play", "judge", "undo", "score", "tally", "rules", "serve"] {
            assert!(help.contains(&format!("\n  {name} ")), "{name}:\n{help}");
        }
        for name in ["record", "check", "amend", "completions", "man"] {
            assert!(help.contains(&format!("{name},")) || help.contains(&format!(", {name}\n")), "{name}:\n{help}");
        }
    }
}
