//! Makes a test of each heading in the files of cases, `tests/games/*/*.tables`, and of each page of `tests/commands/cli`.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of tests");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("a name in ASCII")
}

fn main() {
    println!("cargo::rerun-if-changed=games");
    let mut tests = String::new();
    for folder in entries(Path::new("games")).into_iter().filter(|path| path.is_dir()) {
        tests += &format!("mod {} {{\n", stem(&folder));
        for file in entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "tables")) {
            let (path, text) =
                (format!("{}/{}", stem(&folder), stem(&file)), fs::read_to_string(&file).expect("a file of cases"));
            tests += &format!("mod {} {{\n", stem(&file));
            for name in text.lines().filter_map(|line| line.strip_prefix('[')?.strip_suffix(']')).filter(|name| *name != "deck") {
                tests += &format!("#[test]\nfn {name}() {{\n    crate::tables::ask(\"{path}\", \"{name}\");\n}}\n");
            }
            tests += "}\n";
        }
        tests += "}\n";
    }
    println!("cargo::rerun-if-changed=commands/cli");
    let pages = entries(Path::new("commands/cli")).into_iter().filter(|path| path.extension().is_some_and(|end| end == "md"));
    let transcripts = pages.map(|page| format!("#[test]\nfn {0}() {{\n    run(\"{0}\");\n}}\n", stem(&page))).collect::<Vec<_>>();
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("a folder for output"));
    fs::write(output.join("tables.rs"), tests).expect("written");
    fs::write(output.join("transcripts.rs"), transcripts.concat()).expect("written");
}
