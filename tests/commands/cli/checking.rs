//! `check`, of logs with more errors than anybody reads.

use crate::program::Folder;

#[test]
fn of_thousands_of_errors_a_hundred_are_reported() {
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
    let some = |count: u32, line: &dyn Fn(u32) -> String| (0..count).map(line).collect::<String>();
    let many = |line: &dyn Fn(u32) -> String| some(5000, line);
    let key = |nth| format!("k{nth} = 1\n");
    let keys = many(&key);
    let round = "[[round]]\nfirst = \"Ada\"\n";
    let corrections = many(&|nth| format!("[[correction]]\nat = \"1.{nth}\"\nk = 1\n"));
    for log in [
        format!("{head}{keys}"),
        format!("{head}[rules]\n{keys}"),
        format!("{head}[deck]\n{keys}"),
        format!("{head}{round}{keys}"),
        format!("{head}{}", many(&|nth| format!("[k{nth}]\n"))),
        format!("{head}{}", many(&|nth| format!("[[round]]\nk{nth} = 1\n"))),
        format!("{head}{}", many(&|nth| format!("[[round]]\nfirst = \"Cy {nth}\"\n"))),
        format!("{head}{round}moves = [\n{}]\n", many(&|nth| format!("\"Ada: step {nth}\",\n"))),
        format!("{head}{round}{corrections}"),
        // What is no log and what is no game count together.
        format!("{head}{}[rules]\n{keys}", some(60, &key)),
    ] {
        let folder = Folder::with(&log);
        let json = folder.run(&["check", "game.toml", "--json"]).json();
        assert_eq!(json["files"][0]["errors"].as_array().map(Vec::len), Some(100), "{log:.200}");
        let done = folder.run(&["check", "game.toml"]);
        assert!(done.status == Some(2) && done.told().contains("\n\nand at least 88 more\n"), "{}", done.told());
    }
    // One by one, as long as it is all of them.
    let all = Folder::with(format!("{head}{}", some(50, &key))).run(&["check", "game.toml"]).told();
    assert!(all.contains("\n\nand 38 more\n"), "{all}");
}
