//! The examples of the README and of `docs/`, run page by page and in their order: each must print what the page says. And every
//! file that a page links to is there.

use crate::program::Folder;
use std::{fs, path::Path};

/// The pages, and how many examples of each are run.
const PAGES: [(&str, usize); 13] = [
    ("README.md", 3),
    ("docs/playing.md", 8),
    ("docs/archive.md", 1),
    ("docs/performance.md", 0),
    ("docs/pocket.md", 0),
    ("docs/scripts.md", 0),
    ("docs/serving.md", 0),
    ("docs/testing.md", 0),
    ("ARCHITECTURE.md", 0),
    ("CHANGELOG.md", 0),
    ("CONTRIBUTING.md", 0),
    ("src/json_documents.md", 0),
    ("src/log_format.md", 0),
];

/// The commands of the `console` blocks, each with the lines that follow it.
fn commands(page: &str) -> Vec<(Vec<String>, String)> {
    let blocks = page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
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

/// Records what was typed into the session that the README shows.
fn type_first_lines(table: &Folder, log: &str) {
    let done = table.run(&["record", log, "h castle .", "h 9w .", "g1 9l .", "g1 8w ."]);
    assert_eq!(done.status, Some(0), "{}", done.told());
}

#[test]
fn the_pages_show_what_the_commands_print() {
    let root = Path::new(crate::ROOT);
    for (page, wanted) in PAGES {
        let table = Folder::new();
        table.add_examples();
        if page != "README.md" {
            // The game that the README begins.
            assert_eq!(table.run(&["new", "emu-ranchers", "--players", "Ada,Bo", "-o", "friday.toml"]).status, Some(0));
            type_first_lines(&table, "friday.toml");
        }
        let text = fs::read_to_string(root.join(page)).expect(page);
        let mut shown = 0;
        for (words, output) in commands(&text) {
            let words: Vec<String> = match &words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["cargo", "run", "-q", "--", rest @ ..] | ["fowlplay", rest @ ..] => {
                    rest.iter().map(|word| (*word).to_owned()).collect()
                }
                _ => continue,
            };
            if words[0] == "play" {
                type_first_lines(&table, &words[1]);
                continue;
            }
            assert_eq!(table.run(&words).told().trim_end(), output, "{page}: {words:?}");
            shown += 1;
        }
        assert_eq!(shown, wanted, "the examples of {page} were run");
    }
}

#[test]
fn every_page_is_held_and_links_to_what_is_there() {
    let root = Path::new(crate::ROOT);
    let of_docs = fs::read_dir(root.join("docs")).expect("docs").map(|entry| entry.expect("a page").file_name());
    for name in of_docs {
        let page = format!("docs/{}", name.to_string_lossy());
        assert!(PAGES.iter().any(|(held, _)| *held == page), "{page} is not among the pages");
    }
    let mut links = 0;
    for (page, _) in PAGES {
        let text = fs::read_to_string(root.join(page)).expect(page);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let there = root.join(page).parent().expect("a folder").join(file);
            assert!(there.exists(), "{page} links to {target}");
            links += 1;
        }
    }
    assert!(links > 15, "{links} links were followed");
}

#[test]
fn every_file_and_function_that_the_architecture_names_is_there() {
    let root = Path::new(crate::ROOT);
    let mut named = 0;
    for page in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root.join(page)).expect(page);
        for code in
            text.split('`').skip(1).step_by(2).filter(|code| ["src/", "tests/"].iter().any(|folder| code.starts_with(folder)))
        {
            let (file, item) = code.split_once("::").map_or((code, None), |(file, item)| (file, item.rsplit("::").next()));
            assert!(root.join(file).exists(), "{page} names {file}");
            if let Some(item) = item {
                let text = fs::read_to_string(root.join(file)).expect(file);
                let declares = |what: &str| {
                    let declared = format!("{what} {item}");
                    text.match_indices(&declared).any(|(at, _)| {
                        let behind = text[at + declared.len()..].chars().next();
                        behind.is_none_or(|behind| !behind.is_alphanumeric() && behind != '_')
                    })
                };
                assert!(["fn", "struct", "enum", "trait"].into_iter().any(declares), "{page} names {code}");
            }
            named += 1;
        }
    }
    assert!(named > 80, "{named} were looked for");
}

#[test]
fn the_readme_is_short_and_names_every_page_of_docs() {
    let root = Path::new(crate::ROOT);
    let readme = fs::read_to_string(root.join("README.md")).expect("the README");
    assert!(readme.lines().count() <= 200);
    for (page, _) in PAGES.iter().filter(|(page, _)| *page != "README.md") {
        assert!(readme.contains(&format!("]({page})")), "{page}");
    }
}
