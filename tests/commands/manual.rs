//! The manual pages: one for every command, read without complaint by what shows them.

use crate::program::Folder;
use std::{collections::BTreeSet, fs, process::Command};

#[test]
fn every_command_has_a_page_that_says_what_its_help_says() {
    let folder = Folder::new();
    fs::create_dir(folder.path("man1")).expect("a folder");
    let done = folder.run(&["man", "-o", "man1", "--json"]).in_order();
    let files = done.json()["files"].as_array().expect("a list").len();
    let names: BTreeSet<String> = fs::read_dir(folder.path("man1"))
        .expect("pages")
        .map(|page| page.expect("a page").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names.len(), files);
    for name in ["fowlplay.1", "fowlplay-new.1", "fowlplay-record.1", "fowlplay-man.1"] {
        assert!(names.contains(name), "{names:?}");
    }
    let whole = folder.run(&["man"]).in_order();
    assert_eq!(String::from_utf8_lossy(&whole.out).trim_end(), folder.text("man1/fowlplay.1").trim_end());
    let record = folder.run(&["man", "record"]).in_order();
    assert_eq!(String::from_utf8_lossy(&record.out).trim_end(), folder.text("man1/fowlplay-record.1").trim_end());
    let record = folder.text("man1/fowlplay-record.1");
    for part in [".SH NAME\nfowlplay\\-record \\- ", ".SH EXAMPLES", "\\-\\-first", ".SH JSON"] {
        assert!(record.contains(part), "{part}: {record}");
    }
    assert!(folder.text("man1/fowlplay.1").contains("fowlplay\\-record(1)"));
    assert_eq!(folder.run(&["man", "nothing"]).in_order().status, Some(2));
    assert_eq!(folder.run(&["man", "-o", "nowhere"]).in_order().status, Some(2));
    if Command::new("groff").arg("--version").output().is_err() {
        println!("groff is not installed: how the pages are read was left out");
        return;
    }
    for name in names {
        let done = Command::new("groff")
            .args(["-man", "-Tutf8", "-Kutf8", "-ww", "-z", &name])
            .current_dir(folder.path("man1"))
            .output();
        let done = done.expect("run");
        assert!(done.status.success() && done.stderr.is_empty(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    }
}
