//! The pages of this folder: what somebody types, what is printed, and how it ends.
//!
//! Each section `## …` is run by `sh` in a folder of its own, with the files that stand before the first section. A block `toml NAME`
//! is a file. In a block `console`, `$ ` begins a command, `? 2` is its exit status where that isn't 0, and `! ` begins what goes to
//! standard error. `[..]` stands for anything in a line, and `...` for lines that make no difference.

use crate::program::{Folder, PROGRAM};
use snapbox::{Assert, Data, data::DataFormat};
use std::{fs, path::Path};

include!(concat!(env!("OUT_DIR"), "/transcripts.rs"));

/// Holds a page against what the program prints. With `SNAPSHOTS=overwrite` the page follows.
fn run(page: &str) {
    let path = Path::new(crate::ROOT).join("tests/commands/cli").join(page).with_extension("md");
    let actual = transcript(&fs::read_to_string(&path).expect(page));
    let expected = Data::read_from(&path, Some(DataFormat::Text));
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false).eq(actual, expected);
}

/// The page with what the program prints.
fn transcript(page: &str) -> String {
    let mut folder = Folder::new();
    let mut shared: Vec<(&str, &str)> = Vec::new();
    let mut has_sections = false;
    let mut printed = String::new();
    for (nth, part) in page.split("```").enumerate() {
        let (block, text) = part.split_once('\n').unwrap_or((part, ""));
        if nth % 2 == 0 {
            if part.contains("\n## ") {
                has_sections = true;
                folder = Folder::new();
                for (name, text) in &shared {
                    folder.write(name, text);
                }
            }
            printed += part;
        } else if let Some((_, name)) = block.split_once(' ') {
            folder.write(name, text);
            if !has_sections {
                shared.push((name, text));
            }
            printed.extend(["```", part, "```"]);
        } else {
            printed.extend(["```", block, "\n"]);
            for command in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
                printed.extend(["$ ", command, "\n", &output(&folder, command)]);
            }
            printed += "```";
        }
    }
    printed
}

/// What a command prints, with its status.
fn output(folder: &Folder, command: &str) -> String {
    if command.contains("examples/") {
        folder.add_examples();
    }
    let script = format!("fowlplay() {{ \"$0\" \"$@\"; }}\n{command}");
    let done = folder.start("sh", &["-c", &script, PROGRAM], "").ended();
    let status = done.status.expect("no signal ended it");
    let status = if status == 0 { String::new() } else { format!("? {status}\n") };
    let errors = String::from_utf8(done.err).expect("UTF-8");
    let errors: Vec<String> = errors.lines().map(|line| format!("! {line}").trim_end().to_owned() + "\n").collect();
    status + &String::from_utf8(done.out).expect("UTF-8") + &errors.concat()
}
