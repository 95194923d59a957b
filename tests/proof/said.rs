//! That nothing is said otherwise than before unless it is meant: everything the referee answers at every place of every log in
//! `tests/logs` and `examples` and of some random ones, and to many questions that no log holds, as a fingerprint a log and subject.
//!
//! The words themselves are read in `tests/wording`, and whether they are true is for the other tests; this one sees every change,
//! however far from what the others look at. After a change that is meant the fingerprints are written anew:
//!
//! ```text
//! INSTA_UPDATE=always cargo test --test proof said::
//! ```
//!
//! What changed is seen by comparing the full texts, which are written to a folder on request, once before and once after:
//!
//! ```text
//! SAID=/tmp/before cargo test --test proof said::
//! ```

mod book;
mod changes;
mod random;
mod reading;
mod table;
mod typed;

use fnv::FnvHasher;
use fowlplay::{
    log::{Log, LogFile, Place},
    referee,
};
use rayon::prelude::*;
use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs,
    hash::Hasher,
    path::{Path, PathBuf},
};

/// The logs with their names, by the names of their games.
fn games() -> BTreeMap<String, Vec<(String, Log)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.collect()
    };
    let recorded = entries(&root.join("tests/logs")).into_iter().flat_map(|folder| entries(&folder));
    let mut paths: Vec<PathBuf> = recorded.chain(entries(&root.join("examples"))).collect();
    paths.sort();
    let mut games: BTreeMap<String, Vec<(String, Log)>> = BTreeMap::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "toml")) {
        let log = LogFile::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        games.entry(log.game().to_string()).or_default().push((name, log));
    }
    games
}

/// The places of a log where it is asked: all, and of a long one every so many.
fn places(log: &Log) -> Vec<Place> {
    let of_round = |(round, number): (&fowlplay::log::Round, u32)| {
        (1..).take(round.lines.len() + 1).map(|line| Place::new(number, line)).collect::<Vec<_>>()
    };
    let all: Vec<Place> = log.rounds().iter().zip(1..).flat_map(of_round).collect();
    let every = all.len().div_ceil(24).max(1);
    all.into_iter().step_by(every).collect()
}

/// What is written of a text: eight hexadecimal digits that change with it.
fn fingerprint(text: &str) -> String {
    let mut hasher = FnvHasher::default();
    hasher.write(text.as_bytes());
    let hash = hasher.finish();
    format!("{:08x}", (hash ^ (hash >> 32)) & 0xffff_ffff)
}

/// Writes a text where it is asked for.
fn keep(game: &str, name: &str, text: &str) {
    if let Some(folder) = env::var_os("SAID") {
        let folder = PathBuf::from(folder).join(game);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(format!("{name}.txt")), text).expect("a text");
    }
}

/// The fingerprints of what is said of a log: a line.
fn said_of(name: &str, log: Log, nth: usize, spoken: &[String]) -> String {
    let referee = referee::open(log).unwrap_or_else(|error| panic!("{name}: {error}"));
    let said = [
        ("table", table::seen(&*referee)),
        ("typed", typed::answered(&*referee, spoken, nth)),
        ("changed", changes::made(&*referee, nth)),
        ("read", reading::misread(referee.log(), nth)),
    ];
    let mut line = name.to_owned();
    for (subject, text) in said {
        let _ = write!(line, " {subject} {}", fingerprint(&text));
        keep(referee.book().game, &format!("{name}.{subject}"), &text);
    }
    line + "\n"
}

#[test]
fn everything_is_said_as_it_was() {
    for (game, mut logs) in games() {
        let book = book::said(&game, &logs);
        keep(&game, "book", &book);
        let (random, lines) = random::logs_and_lines(&game);
        let spoken: Vec<String> = typed::vocabulary(&logs).into_iter().chain(lines).collect();
        logs.extend(random);
        let said = logs.into_par_iter().enumerate().map(|(nth, (name, log))| said_of(&name, log, nth, &spoken));
        let said: String = said.collect();
        insta::with_settings!({ snapshot_path => "said", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(game, format!("the book {}\n{said}", fingerprint(&book)));
        });
    }
}
