//! Makes a test of each heading in the files of cases, `tests/games/*/*.tables`, and of each page of `tests/commands/cli`.

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

/// The tests of a file of cases: one for each heading.
fn cases(folder: &Path, file: &Path) -> String {
    let text = fs::read_to_string(file).expect("a file of cases");
    let headings = text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).filter(|name| *name != "deck");
    let ask = |name: &str| format!("crate::tables::ask(\"{}/{}\", \"{name}\")", stem(folder), stem(file));
    module(file, &headings.map(|name| test(name, &ask(name))).collect::<Vec<_>>())
}

fn main() {
    let games = entries(Path::new("games"), "").into_iter().filter(|path| path.is_dir());
    let folder = |folder: PathBuf| {
        let files = entries(&folder, "tables");
        module(&folder, &files.iter().map(|file| cases(&folder, file)).collect::<Vec<_>>())
    };
    let tables: Vec<String> = games.map(folder).collect();
    let pages = entries(Path::new("commands/cli"), "md");
    let transcripts: Vec<String> = pages.iter().map(|page| test(stem(page), &format!("run(\"{}\")", stem(page)))).collect();
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("a folder for output"));
    fs::write(output.join("tables.rs"), tables.concat()).expect("written");
    fs::write(output.join("transcripts.rs"), transcripts.concat()).expect("written");
}
