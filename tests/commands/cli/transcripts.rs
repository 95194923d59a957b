//! The pages of this folder: what somebody types, what is printed, and how it ends.
//!
//! Each section `## …` is run by `sh` in a folder of its own, with the files that stand before the first section. A block `toml NAME`
//! is a file. In a block `console`, `$ ` begins a command, `? 2` is its exit status where that isn't 0, and `! ` begins what goes to
//! standard error. `[..]` stands for anything in a line, and `...` for lines that make no difference.

use crate::{
    pages::{self, file, sections, write_files},
    program::Folder,
};
use snapbox::{Assert, Data, data::DataFormat};

include!(concat!(env!("OUT_DIR"), "/transcripts.rs"));

/// Holds a page against what the program prints. With `SNAPSHOTS=overwrite` the page follows.
fn run(page: &str) {
    let text = pages::read("cli", page);
    let sections = sections(&text);
    let actual: String = sections.iter().map(|(line, text)| transcript(sections[0].1, *line, text)).collect();
    let expected = Data::read_from(&pages::path("cli", page), Some(DataFormat::Text));
    Assert::new().action_env("SNAPSHOTS").normalize_paths(false).eq(actual, expected);
}

/// A section of a page with what the program prints. What stands above the first section is one, too.
fn transcript(shared: &str, line: usize, section: &str) -> String {
    let folder = Folder::new();
    if line > 1 {
        write_files(&folder, shared);
    }
    let mut printed = String::new();
    for (nth, part) in section.split("```").enumerate() {
        if nth % 2 == 0 {
            printed += part;
        } else if let Some((name, text)) = file(part) {
            folder.write(name, text);
            printed.extend(["```", part, "```"]);
        } else {
            let (block, text) = part.split_once('\n').unwrap_or((part, ""));
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
    let done = pages::start(folder, command).ended();
    let status = done.status.expect("no signal ended it");
    let status = if status == 0 { String::new() } else { format!("? {status}\n") };
    let errors = String::from_utf8(done.err).expect("UTF-8");
    let errors: Vec<String> = errors.lines().map(|line| format!("! {line}").trim_end().to_owned() + "\n").collect();
    status + &String::from_utf8(done.out).expect("UTF-8") + &errors.concat()
}
