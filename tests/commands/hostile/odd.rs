//! Odd texts: byte order marks, other line ends, NUL bytes, keys given twice, numbers beyond all measure.

use crate::{
    hostile::commands::run_all,
    program::{Folder, NEW, every, examined::examine, examples},
};
use std::fs;

#[test]
fn a_byte_order_mark_and_other_line_ends_make_no_difference() {
    for (name, text) in examples().into_iter().step_by(every(3)) {
        let odd = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        examine(&odd).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (plain, other) = (Folder::with(&text), Folder::with(&odd));
        for command in [
            &["check", "game.toml"][..],
            &["score", "game.toml"],
            &["why", "game.toml"],
            &["show", "game.toml"],
            &["moves", "game.toml"],
        ] {
            let told = |folder: &Folder| folder.run(&[command, &["--json"]].concat()).in_order().told();
            assert_eq!(told(&plain), told(&other), "{name}: {command:?}");
        }
        // Changes keep both.
        for command in [&["undo", "game.toml"][..], &["redo", "game.toml"], &["record", "game.toml", "note x"]] {
            let (one, two) = (plain.run(command).in_order(), other.run(command).in_order());
            assert_eq!((one.status, one.told()), (two.status, two.told()), "{name}: {command:?}");
            let changed = other.text("game.toml");
            assert!(changed.starts_with('\u{feff}') && !changed.replace("\r\n", "").contains('\n'), "{name}: {command:?}");
        }
    }
}

#[test]
fn what_is_no_text_or_no_log_is_refused_in_words() {
    let wrong: &[(&[u8], &str)] = &[
        (b"", "`fowlplay` is missing"),
        (b"\xef\xbb\xbf", "`fowlplay` is missing"),
        (b"\x00", "this is not TOML"),
        (b"fowlplay = 1\ngame = \"blulu\"\x00\n", "this is not TOML"),
        (b"fowlplay = 1\n# \x00\n", "this is not TOML"),
        (b"fowlplay = 1\ntitle = \"a\x07b\"\n", "this is not TOML"),
        (b"fowlplay = 1\rgame = \"blulu\"\r", "this is not TOML"),
        (b"\xff\xfef\x00o\x00w\x00l\x00", "is not UTF-8 text: byte 1, on line 1"),
        (b"fowlplay = 1\ngame = \"\xe9mu\"\n", "is not UTF-8 text: byte 22, on line 2"),
        (b"fowlplay = 1\ntitle = \"\xed\xa0\x80\"\n", "is not UTF-8 text"),
        (b"fowlplay = 1\ntitle = \"\\ud800\"\n", "this is not TOML"),
        (b"fowlplay = 1\nfowlplay = 1\n", "`fowlplay` is given a second time"),
        (b"fowlplay = 1\n[rules]\n[rules]\n", "`rules` is given a second time"),
        (b"fowlplay = 1\n[rules]\nyears = 1\nyears = 2\n", "`years` is given a second time"),
        (b"fowlplay = 1\n[[round]]\nfirst = \"A\"\n\"first\" = \"B\"\n", "given a second time"),
        (b"fowlplay = 1\nround.first = 1\n[[round]]\n", "`round` is given a second time"),
        (b"fowlplay = 99999999999999999999999999\n", "this log is of format 99999999999999999999999999"),
        (b"fowlplay = -1\n", "this log is of format -1"),
        (b"fowlplay = 0x1_0\n", "this log is of format 0x1_0"),
        (b"fowlplay = 1.0\n", "expected a whole number"),
        (b"fowlplay = nan\n", "expected a whole number"),
        (b"fowlplay = 1e999\n", "expected a whole number"),
    ];
    for (bytes, why) in wrong {
        let folder = Folder::with(bytes);
        let text = String::from_utf8_lossy(bytes).into_owned();
        for command in
            [&["check", "game.toml"][..], &["show", "game.toml"], &["undo", "game.toml"], &["record", "game.toml", "note x"]]
        {
            let done = folder.run(command).in_order();
            assert!(done.status == Some(2) && done.says(why), "{text:?}: {}", done.told());
        }
    }
}

#[test]
fn of_several_mistakes_the_first_is_named() {
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n[[round]]\n";
    let (first, moves, tally) = ("first = \"Cy\"\n", "moves = [\n\"Ada: hatch\"]\n", "tally = [\"Cy: 1\"]\n");
    for (round, what) in [
        (format!("{first}{moves}{tally}"), "line 5, column 10: nobody here is called `Cy`"),
        (format!("{moves}{first}{tally}"), "line 6, column 7"),
        (format!("{moves}{tally}{first}"), "line 6, column 7"),
        (format!("{tally}{moves}{first}"), "line 5, column 11: nobody here is called `Cy`"),
    ] {
        let refused = examine(&format!("{head}{round}")).expect_err("mistakes");
        assert!(refused.starts_with(what), "{refused}");
    }
    // The same of what is no log of any game.
    let refused = examine(&format!("{head}tally = [1]\nmoves = [2]\nfirst = 3\n")).expect_err("mistakes");
    assert!(refused.starts_with("line 5, column 10"), "{refused}");
}

/// Numbers that no game has.
const NUMBERS: &[&str] =
    &["0", "-1", "007", "65536", "4294967295", "4294967296", "9223372036854775807", "18446744073709551616", "1e9", "٣"];

#[test]
fn numbers_beyond_all_measure_are_only_numbers() {
    let (mut tried, mut read, mut refused) = (0, 0, 0);
    let every = every(13);
    for (_, text) in examples() {
        // Wherever a number stands, once for each kind of line.
        let mut seen = std::collections::HashSet::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let form: String =
                line.split_whitespace().map(|word| word.trim_end_matches(|char: char| char.is_ascii_digit())).collect();
            if seen.insert(form) {
                for (at, digits) in line.match_indices(|char: char| char.is_ascii_digit()) {
                    for number in NUMBERS {
                        tried += 1;
                        if tried % every > 0 {
                            continue;
                        }
                        let changed = format!("{}{number}{}", &text[..start + at], &text[start + at + digits.len()..]);
                        *if examine(&changed).is_ok() { &mut read } else { &mut refused } += 1;
                    }
                }
            }
            start += line.len();
        }
    }
    assert!(read > tried / every / 10 && refused > tried / every / 10, "of {tried}, {read} are still logs and {refused} are not");
}

#[test]
fn commands_take_any_number() {
    let mut log = NEW.replace("moves = [\n", "moves = [\n  \"Ada: hatch 7SK; draw\",\n");
    let (mut nth, every) = (0, every(7));
    for number in NUMBERS {
        let folder = Folder::new();
        for place in [format!("{number}.1"), format!("1.{number}"), format!("{number}.{number}"), format!("{number}.tally")] {
            for command in [
                &["show", "game.toml", "--at", &place][..],
                &["why", "game.toml", &place],
                &["check", "game.toml", "--try", "draw", "--at", &place],
                &["amend", "game.toml", &place, "note x"],
                &["amend", "game.toml", &format!("+{place}"), "note x"],
                &["amend", "game.toml", &format!("-{place}")],
                &["undo", "game.toml", number],
                &["rule", "game.toml", &format!("years={number}")],
                &["rule", "game.toml", &format!("upkeep={number}")],
                &["tally", "emu-ranchers", &format!("Ada: {number}"), &format!("Bo: {number}{number}")],
                &["tally", "blulu", &format!("Ada: {number}; flush {number}"), &format!("Bo: {number}; sextet {number}")],
            ] {
                nth += 1;
                if nth % every > 0 {
                    continue;
                }
                folder.write("game.toml", &log);
                let done = folder.run(command).in_order();
                let text = folder.text("game.toml");
                assert!(fowlplay::log::Log::parse(text.clone()).is_ok(), "{command:?}: {}\n{text}", done.told());
            }
        }
    }
    // Moments that leave no room after them, and places that are none.
    log.push_str(
        "\n[[correction]]\nat = \"4294967295.4294967295\"\nwas = \"x\"\nfirst = \"x\"\nwhen = 9999-12-30T22:00:00.999999Z\n",
    );
    for nth in 0..2 {
        run_all("game.toml", &log, "note x", "corrections", nth);
    }
    examine(&log).expect("a log");
}

#[test]
fn a_line_break_in_the_name_of_a_file_ends_no_line() {
    let folder = Folder::new();
    let name = "x\nerror:fake.toml";
    let [folder_of_logs, cut] = ["shelf\nerror:fake", "cut\nerror:fake.toml"];
    fs::create_dir(folder.path(folder_of_logs)).expect("a folder");
    let whole = NEW.replace("[\n]", "[\n  \"Ada: hatch 7SK; draw\",\n]");
    for log in [whole.as_bytes(), b"fowlplay = 1\nno", b"fowlplay = 1\n\xff", b""] {
        folder.write(name, log);
        fs::write(folder.path(folder_of_logs).join(name), log).expect("a log");
        for command in [
            &["check", name][..],
            &["show", name],
            &["score", name],
            &["record", name, "x"],
            &["record", name, "Bo: hatch 8WL; draw"],
            &["undo", name],
            &["fmt", name],
            &["show", cut],
            &["show", folder_of_logs],
            &["serve", cut],
            &["new", "blulu", name, "--players", "Ada,Bo"],
            &["new", "blulu", "x\nerror:fake.log", "--players", "Ada,Bo"],
            &["tally", "blulu", "--into", name, "Ada: 1"],
            &["report", name, "-o", "x\nerror:fake.pdf"],
            &["report", name, "-o", "x\nerror:fake.md"],
            &["export", name, "-o", "x\nerror:fake.toml"],
            &["stats", ".", "-o", "x\nerror:fake.pdf"],
            &["stats", "."],
            &["export", "."],
            &["stats", "--x\nerror:fake.toml"],
            &["stats", "--since=x\nerror:fake.toml"],
            &[name],
        ] {
            let done = folder.run(command).in_order();
            // A table names files as they are.
            let told = if command[0] == "export" { String::from_utf8_lossy(&done.err).into_owned() } else { done.told() };
            assert!(!told.contains("\nerror:fake") && !told.starts_with("error:fake"), "{command:?}: {told}");
        }
    }
}
