//! Pages that are documentation and test: sections `## …`, files as blocks `toml NAME`, and what is run.

use crate::program::{Folder, PROGRAM, Running};
use std::{fs, path::PathBuf};

/// The path of a page in a folder of these tests.
pub fn path(folder: &str, page: &str) -> PathBuf {
    PathBuf::from(crate::ROOT).join("tests/commands").join(folder).join(page).with_extension("md")
}

pub fn read(folder: &str, page: &str) -> String {
    fs::read_to_string(path(folder, page)).expect(page)
}

/// The sections of a page, each from its heading on, and before them what stands above the first; with the number of its first line.
pub fn sections(page: &str) -> Vec<(usize, &str)> {
    let starts = page.match_indices("\n## ").map(|(at, _)| at + 1);
    let starts: Vec<usize> = [0].into_iter().chain(starts).collect();
    let ends = starts[1..].iter().copied().chain([page.len()]);
    starts.iter().zip(ends).map(|(start, end)| (page[..*start].lines().count() + 1, &page[*start..end])).collect()
}

/// The name of the file that a block is, if it is one, and its text.
pub fn file(block: &str) -> Option<(&str, &str)> {
    let (head, text) = block.split_once('\n')?;
    Some((head.split_once(' ')?.1, text))
}

/// Writes the files of a section.
pub fn write_files(folder: &Folder, section: &str) {
    for (name, text) in section.split("```").skip(1).step_by(2).filter_map(file) {
        folder.write(name, text);
    }
}

/// The command that has `sh` run what somebody types, in which `fowlplay` is the program.
pub fn shell(command: &str) -> [String; 4] {
    let script = format!("fowlplay() {{ \"$0\" \"$@\"; }}\n{command}");
    ["sh".into(), "-c".into(), script, PROGRAM.into()]
}

/// Runs what somebody types, with the examples if they are named.
pub fn start(folder: &Folder, command: &str) -> Running {
    if command.contains("examples/") {
        folder.add_examples();
    }
    let [program, arguments @ ..] = shell(command);
    folder.start(&program, &arguments, "")
}
