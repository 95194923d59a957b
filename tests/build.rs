//! Makes a test of each heading in the files of cases, `games/*/*.tables`, and of taps, `page/*.taps`, of each page of `commands/cli`,
//! and of each heading in the pages of `commands/play`.
//! Both packages have this build script, and each the tests of the folders that it has.

#[path = "sections.rs"]
mod sections;

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// The entries of a folder whose names end so, sorted.
fn entries(folder: &Path, end: &str) -> Vec<PathBuf> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).expect("a folder of tests").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| path.extension().unwrap_or_default() == end).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("a name in ASCII")
}

fn test(name: &str, call: &str) -> String {
    format!("#[test]\nfn {name}() {{\n    {call};\n}}\n")
}

fn module(path: &Path, content: &[String]) -> String {
    format!("mod {} {{\n{}}}\n", stem(path), content.concat())
}

/// The tests of a file: one for each heading, which a function is called with.
fn headed(file: &Path, function: &str, named: &str) -> String {
    let text = fs::read_to_string(file).expect("a file of tests");
    let headings = text.lines().filter_map(sections::heading);
    module(file, &headings.map(|name| test(name, &format!("crate::{function}(\"{named}\", \"{name}\")"))).collect::<Vec<_>>())
}

/// The tests of the files of cases, in folders of games.
fn cases(games: &Path) -> String {
    let folder = |folder: PathBuf| {
        let named = |file: &Path| format!("{}/{}", stem(&folder), stem(file));
        let files = entries(&folder, "tables");
        module(&folder, &files.iter().map(|file| headed(file, "tables::ask", &named(file))).collect::<Vec<_>>())
    };
    entries(games, "").into_iter().filter(|path| path.is_dir()).map(folder).collect()
}

/// The tests of a page of `play`: one for each heading, with its words as name.
fn scripts(page: &Path) -> String {
    let text = fs::read_to_string(page).expect("a page");
    let name = |heading: &str| {
        let heading = heading.replace('\'', "").to_lowercase();
        heading.split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
    };
    let headings = text.lines().filter_map(|line| line.strip_prefix("## "));
    module(
        page,
        &headings.map(|heading| test(&name(heading), &format!("super::run({:?}, {heading:?})", stem(page)))).collect::<Vec<_>>(),
    )
}

fn main() {
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("a folder for output"));
    let write = |name: &str, tests: String| fs::write(output.join(name), tests).expect("written");
    if Path::new("games").is_dir() {
        write("tables.rs", cases(Path::new("games")));
        let pages = entries(Path::new("commands/cli"), "md");
        write("scripts.rs", entries(Path::new("commands/play"), "md").iter().map(|page| scripts(page)).collect());
        write("transcripts.rs", pages.iter().map(|page| test(stem(page), &format!("run(\"{}\")", stem(page)))).collect());
    } else {
        let files = entries(Path::new("."), "taps");
        write("taps.rs", files.iter().map(|file| headed(file, "taps::run", stem(file))).collect());
    }
}
