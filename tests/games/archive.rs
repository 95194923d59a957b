//! Many logs at once: found, read in order, and told in tables.

#[path = "../proof/tabled.rs"]
pub mod tabled;

use fowlplay::{
    archive::{ArchiveEntry, EntryContent, ExportTable, FileSource, JsonlSource, LogSource, process_all},
    log::{Log, LogFile, MAX_LOG_BYTES},
    referee,
};
use rayon::ThreadPoolBuilder;
use std::{
    fs,
    io::{self, Read as _},
    iter,
    ops::ControlFlow,
    path::Path,
};
use tabled::{line, rows, rows_agree};
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

/// Every entry, as a line that says where it was and what was found.
fn told(source: impl LogSource) -> Vec<String> {
    let mut all = Vec::new();
    let tell = |ArchiveEntry { file, content: found }: ArchiveEntry| match found {
        EntryContent::Log(log) => format!("{file}: {}", log.book().game),
        EntryContent::Copy { of, .. } => format!("{file} is {of}"),
        EntryContent::Unreadable(unread) => format!("{file}! {}", unread.in_a_line()),
    };
    let ended = process_all(source, fowlplay::referee::Games::default(), tell, |some| {
        all.extend(some);
        ControlFlow::<()>::Continue(())
    });
    assert!(ended.is_continue());
    all
}

/// A log of Emu Ranchers that no other is like.
fn log(nth: usize) -> String {
    format!("fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo {nth}\"]\n")
}

/// A folder with these files in it, each another log.
fn folder(files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (nth, file) in files.iter().enumerate() {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, log(nth)).expect("written");
    }
    folder
}

/// What is told of a folder, without its own name.
fn told_of(folder: &TempDir) -> Vec<String> {
    let name = format!("{}/", folder.path().display());
    told(FileSource::under([folder.path()])).iter().map(|line| line.replace(&name, "")).collect()
}

#[test]
fn every_recorded_log_is_told_as_the_referee_tells_it() {
    let mut told = 0;
    for (path, text) in crate::recorded_logs() {
        println!("{}", path.display());
        rows_agree(&*crate::open(&text));
        told += 1;
    }
    assert!(told > 250, "{told}");
}

#[test]
fn folders_are_walked_in_the_order_of_names() {
    let folder = folder(&["b.toml", "a/z.toml", "a/b/c.TOML", "c/x.toml", ".git/x.toml", ".hidden.toml", "a/no.txt", "A.toml"]);
    let games = ["A.toml", "a/b/c.TOML", "a/z.toml", "b.toml", "c/x.toml"].map(|file| format!("{file}: emu-ranchers"));
    assert_eq!(told_of(&folder), games);
    let named = [folder.path().join("c"), folder.path().join(".hidden.toml"), folder.path().join("a")];
    let told: Vec<String> =
        told(FileSource::under(named)).iter().map(|line| line.rsplit('/').next().unwrap_or(line).to_owned()).collect();
    assert_eq!(
        told,
        ["x.toml", ".hidden.toml", "c.TOML", "z.toml"].map(|file| format!("{file}: emu-ranchers")),
        "as they are named"
    );
    assert_eq!(FileSource::under([folder.path()]).count(), 5);
}

#[test]
fn a_copy_is_told_once_and_names_the_first() {
    let folder = folder(&["b.toml"]);
    fs::create_dir(folder.path().join("old")).expect("made");
    for copy in ["old/b.toml", "a copy.toml"] {
        fs::copy(folder.path().join("b.toml"), folder.path().join(copy)).expect("copied");
    }
    assert_eq!(
        told_of(&folder),
        ["a copy.toml: emu-ranchers", "b.toml is a copy.toml", "old/b.toml is a copy.toml"].map(|line| {
            line.replace("is a copy.toml", &format!("is {}/a copy.toml", folder.path().display()))
                .replace(&format!("{}/", folder.path().display()), "")
        })
    );
    let input = [line("a", &log(0)), line("b", &log(0)), line("c", &log(1))].concat();
    let games = rows(input.as_bytes(), ExportTable::Games);
    let same: Vec<_> = games.iter().map(|row| row["same_as"].clone()).collect();
    assert_eq!(same, [serde_json::Value::Null, "a".into(), serde_json::Value::Null]);
    assert_eq!((&games[0]["game_id"], &games[1]["game"]), (&games[1]["game_id"], &serde_json::Value::Null));
    assert_eq!(rows(input.as_bytes(), ExportTable::Players).len(), 4, "two games of two, the copy not among them");
}

/// Logs with the same head: the lines of `head`, and so many moves of the same game.
fn recorded(head: &str, lines: usize) -> String {
    let moves = ["Ada: hatch 7SK; draw", "Bo: hatch 8YK; draw", "Ada: grow 1 9LK; draw"];
    let moves: Vec<String> = moves.iter().take(lines).map(|line| format!("  \"{line}\",\n")).collect();
    let round = format!("\n[[round]]\nfirst = \"Ada\"\nmoves = [\n{}]\n", moves.concat());
    format!("fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n{head}{round}")
}

/// The file that counts instead of each of these logs, `None` where a log counts itself; as files, and as lines of input.
fn counted_instead(logs: &[&str]) -> [Vec<Option<usize>>; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..logs.len()).map(|nth| folder.path().join(format!("{nth}.toml")).display().to_string()).collect();
    logs.iter().zip(&names).for_each(|(text, name)| fs::write(name, text).expect("written"));
    let lines: String = logs.iter().zip(&names).map(|(text, name)| line(name, text)).collect();
    let instead = |told: Vec<String>| {
        let of = |line: &String| names.iter().position(|name| line.ends_with(&format!(" is {name}")));
        told.iter().map(of).collect()
    };
    [instead(told(FileSource::under([folder.path()]))), instead(told(JsonlSource::of(lines.as_bytes())))]
}

#[test]
fn the_copy_of_a_game_with_the_most_steps_counts() {
    let began = "date = 2026-11-20\nbegan = 2026-11-20T19:42:11+01:00\n";
    let (short, whole) = (recorded(began, 2), recorded(began, 3));
    let marked = format!("\u{feff}{}", short.replace('\n', "\r\n"));
    let titled = recorded(&format!("{began}title = \"Friday\" # found again\n"), 3);
    let renamed = whole.replace("Ada", "ADA");
    let logs = [&*short, &marked, &titled, &whole, &renamed];
    let [files, lines] = counted_instead(&logs);
    assert_eq!(files, [Some(2), Some(2), None, Some(2), Some(2)], "the first of those with the most steps");
    assert_eq!(lines, [None, Some(0), Some(0), Some(0), Some(0)], "of an input the first");

    let later = recorded(&began.replace("19:42:11", "22:00:00"), 3);
    let others = whole.replace("\"Bo\"", "\"Cy\"").replace("Bo:", "Cy:");
    let elsewhere = recorded(&began.replace("19:42:11+01:00", "20:42:11+02:00"), 3);
    for told in counted_instead(&[&whole, &later, &others, &elsewhere]) {
        assert_eq!(told, [None, None, None, Some(0)], "the same moment by another clock is the same game");
    }

    let correction = "\n[[correction]]\nat = \"1.2\"\nwas = \"Bo: hatch 8YK\"\nnow = \"Bo: hatch 8YK; draw\"\nend = \"1.3\"\nwhen = 2026-11-20T20:00:00Z\n";
    let [files, _] = counted_instead(&[&whole, &(whole.clone() + correction)]);
    assert_eq!(files, [Some(1), None], "of those with as many steps the corrected one");
}

#[test]
fn without_its_beginning_a_game_is_known_by_its_moves() {
    let (short, whole) = (recorded("", 2), recorded("", 3));
    let titled = recorded("title = \"Friday\"\n", 3).replace("moves = [\n", "moves = [\n  # seen by all\n");
    let dated = recorded("date = 2026-11-20\n", 3);
    for told in counted_instead(&[&short, &whole, &titled, &dated]) {
        assert_eq!(told, [None, None, Some(1), None]);
    }
    let scores = |points: u32| {
        format!(
            "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\nkept = \"scores\"\n\n[[round]]\nfirst = \"Ada\"\n\
             tally = [\"Ada: = {points}\", \"Bo: = 5\"]\n"
        )
    };
    for told in counted_instead(&[&scores(7), &scores(8), &scores(7)]) {
        assert_eq!(told, [None, None, Some(0)]);
    }
}

#[test]
fn an_unreadable_copy_never_counts() {
    let began = "began = 2026-11-20T19:42:11+01:00\n";
    let unreadable = recorded(began, 3).replace("grow 1 9LK", "grew 1 9LK");
    for told in counted_instead(&[&unreadable, &recorded(began, 2), &unreadable, &recorded(began, 2)]) {
        assert_eq!(told, [None, None, None, Some(1)]);
    }
}

#[test]
fn a_file_that_is_named_twice_counts_once() {
    let folder = folder(&["a.toml"]);
    let path = folder.path().join("a.toml");
    let told = told(FileSource::under([&path, &path]));
    assert!(told[0].ends_with("a.toml: emu-ranchers") && told[1].ends_with("a.toml"), "{told:?}");
    assert_eq!(told[1], format!("{0} is {0}", path.display()));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_circles_told() {
    use std::os::unix::fs::symlink;
    let folder = folder(&["a/x.toml", "b/y.toml"]);
    let at = |name: &str| folder.path().join(name);
    symlink("..", at("a/up")).expect("linked");
    symlink("../b", at("a/zb")).expect("linked");
    symlink("round", at("b/round")).expect("linked");
    symlink("nowhere.toml", at("gone.toml")).expect("linked");
    symlink("nowhere", at("gone")).expect("linked");
    symlink("a/x.toml", at("x.toml")).expect("linked");
    let told = told_of(&folder);
    let begins = [
        "a/up! ",
        "a/x.toml: emu-ranchers",
        // Another name of the folder `b`, which is walked once.
        "a/zb/round! ",
        "a/zb/y.toml: emu-ranchers",
        "gone.toml! there is no file",
        "x.toml is a/x.toml",
    ];
    assert_eq!(told.len(), begins.len(), "{told:#?}");
    assert!(told.iter().zip(begins).all(|(line, begin)| line.starts_with(begin)), "{told:#?}");
    assert!(told[0].contains("leads back to") && told[2].contains("levels of symbolic links"), "{told:#?}");
}

#[test]
fn the_order_is_the_same_on_any_number_of_cores() {
    let folder = tempfile::tempdir().expect("a folder");
    for nth in 0..1500 {
        // Some twice, some unreadable, some long.
        let text = match nth % 10 {
            7 => "no log".to_owned(),
            8 => log(nth - 8),
            9 => format!("{}# {}\n", log(nth), "long ".repeat(5000)),
            _ => log(nth),
        };
        fs::write(folder.path().join(format!("{nth}.toml")), text).expect("written");
    }
    let on = |cores| ThreadPoolBuilder::new().num_threads(cores).build().expect("cores").install(|| told_of(&folder));
    let (one, two) = (on(1), on(2));
    assert_eq!(one, two);
    assert_eq!(one, on(7));
    let count = |what: &str| one.iter().filter(|line| line.contains(what)).count();
    assert_eq!((one.len(), count("! "), count(".toml is ")), (1500, 150, 150));
}

#[test]
fn a_bad_line_of_input_is_a_row_with_its_error() {
    let input = format!("{{}}\n\n{}[]\n{}", line("a", &log(0)), line("b", "no log").trim_end());
    let games = rows(input.as_bytes(), ExportTable::Games);
    let errors: Vec<&str> = games.iter().map(|row| row["error"].as_str().unwrap_or_default()).collect();
    assert_eq!(errors.len(), 5);
    assert!(errors[0].starts_with("line 1 of the input is not a log (missing field `file`"), "{errors:?}");
    assert!(errors[1].starts_with("line 2 of the input is not a JSON object; each line"), "{errors:?}");
    assert_eq!(errors[2], "");
    assert!(errors[3].starts_with("line 4 of the input is not a JSON object"), "{errors:?}");
    assert!(errors[4].starts_with("line 1, column 4: this is not TOML"), "{errors:?}");
    assert_eq!(games[4]["file"], "b");
    assert!(games[0]["file"].is_null());
}

#[test]
fn every_column_says_what_it_holds() {
    for table in ExportTable::ALL {
        assert!(!table.about().is_empty());
        for column in table.columns() {
            assert!(
                column.meaning.ends_with('.') && !column.meaning.contains("  "),
                "{table}.{}: {}",
                column.name,
                column.meaning
            );
        }
    }
    let names = |table: ExportTable| table.columns().iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
    assert_eq!(
        names(ExportTable::Games),
        "game_id, file, game, variant, date, began, ended, place, title, players, rounds, steps, complete, closed, winners, findings, \
         overruled, same_as, error"
    );
    assert_eq!(names(ExportTable::Players), "game_id, game, date, seat, name, total, rank, winner");
    assert_eq!(names(ExportTable::Rounds), "game_id, round, name, points");
    assert_eq!(names(ExportTable::Items), "game_id, round, name, kind, label, points");
    assert_eq!(names(ExportTable::Moves), "game_id, round, line, step, actor, text, kind, clause");
    assert_eq!(names(ExportTable::Findings), "game_id, round, line, step, actor, text, kind, clause, message, reason");
}

#[test]
fn a_game_says_when_it_was_played() {
    let head = "date = 2026-11-20\nbegan = 2026-11-20T19:42:11+01:00\nended = 2026-11-20T21:00:00+01:00\npaused = \"20m\"\nplace = \"here\"\n";
    let log = LogFile::read(root().join("examples/emus-redux-tie.toml")).expect("a log");
    let log = Log::parse(log.text().replace("date = 2026-11-21\nplace = \"Bo's place\"\n", head)).expect("a log");
    rows_agree(&*referee::open(log.clone()).expect("a game"));
    let games = rows(line("x", log.text()).as_bytes(), ExportTable::Games);
    let times = ["date", "began", "ended", "place"].map(|key| games[0][key].as_str().unwrap_or_default());
    assert_eq!(times, ["2026-11-20", "2026-11-20T19:42:11+01:00", "2026-11-20T21:00:00+01:00", "here"]);
}

#[test]
fn a_tie_that_was_broken_has_a_winner_before_the_others() {
    let text = fs::read_to_string(root().join("examples/emus-redux-tie.toml")).expect("an example");
    let players = rows(line("tie", &text).as_bytes(), ExportTable::Players);
    let winners = players.iter().filter(|row| row["winner"] == true);
    assert!(winners.clone().count() > 0 && winners.clone().all(|row| row["rank"] == 1), "{players:?}");
    let text = fs::read_to_string(root().join("examples/emus-redux-collapse.toml")).expect("an example");
    let players = rows(line("collapse", &text).as_bytes(), ExportTable::Players);
    assert!(players.iter().all(|row| row["rank"] == 1 && row["winner"] == false), "{players:?}");
    assert!(Log::parse(text).is_ok());
}

#[test]
fn a_line_is_read_up_to_three_times_as_long_as_the_longest_log() {
    let longest = 3 * MAX_LOG_BYTES;
    let blank = |length: u64| io::repeat(b' ').take(length).chain(&b"\n"[..]);
    let told = told(JsonlSource::of(blank(longest).chain(blank(longest + 1)).chain(&b"{}\n"[..])));
    let ends: Vec<bool> = told.iter().map(|line| line.contains("longer than any log")).collect();
    assert_eq!(ends, [false, true, false], "{told:?}");
}

#[test]
fn small_files_are_read_together_and_large_ones_alone() {
    let folder = TempDir::new().expect("a folder");
    let large = 8 * 1024 * 1024;
    for (name, size) in [("a.toml", 10), ("b.toml", 10), ("c.toml", large), ("d.toml", large + 1), ("e.toml", 10)] {
        let file = fs::File::create(folder.path().join(name)).expect("made");
        file.set_len(size).expect("so large");
    }
    let mut files = FileSource::under([folder.path()]);
    let together: Vec<usize> = iter::from_fn(|| Some(files.next_batch().len()).filter(|&some| some > 0)).collect();
    assert_eq!(together, [2, 1, 1, 1]);
}
