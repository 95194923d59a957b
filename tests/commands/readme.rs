//! The README's commands, run in its order: each must print what the README says.

use crate::program::Folder;
use std::{fs, path::Path};

/// The commands of the `console` blocks, each with the lines that follow it.
fn commands(readme: &str) -> Vec<(Vec<String>, String)> {
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks
        .flat_map(|block| block.split("$ ").skip(1))
        .map(|command| {
            let (line, output) = command.split_once('\n').unwrap_or((command, ""));
            let mut words: Vec<String> = Vec::new();
            for (nth, part) in line.split('"').enumerate() {
                if nth % 2 == 1 { words.push(part.to_owned()) } else { words.extend(part.split_whitespace().map(str::to_owned)) }
            }
            (words, output.trim_end().to_owned())
        })
        .collect()
}

#[test]
fn the_readme_shows_what_the_commands_print() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = Folder::new();
    fs::create_dir(table.path("examples")).expect("a folder in it");
    let is_file = |entry: &fs::DirEntry| entry.path().is_file();
    for example in fs::read_dir(root.join("examples")).expect("examples").filter_map(Result::ok).filter(is_file) {
        fs::copy(example.path(), table.path("examples").join(example.file_name())).expect("copied");
    }
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    let mut shown = 0;
    for (words, output) in commands(&readme) {
        let words: Vec<String> = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["cargo", "run", "-q", "--", rest @ ..] | ["fowlplay", rest @ ..] => {
                rest.iter().map(|word| (*word).to_owned()).collect()
            }
            _ => continue,
        };
        if words[0] == "play" {
            // What the session shows was typed like this.
            let typed = ["h castle .", "h 9w .", "g1 9l .", "g1 8w ."].map(str::to_owned);
            let done = table.run(&[&["record".to_owned(), words[1].clone()], &typed[..]].concat());
            assert_eq!(done.status, Some(0), "{}", done.told());
            continue;
        }
        assert_eq!(table.run(&words).told().trim_end(), output, "{words:?}");
        shown += 1;
    }
    assert_eq!(shown, 10, "the README's examples were run");
}
