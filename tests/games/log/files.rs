//! Logs on disk: one session each, nothing overwritten, nothing lost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use fowlplay::log::{FileError, LARGEST, LogFile};

const LOG: &str = "fowlplay = 1\ngame = \"g\"\nplayers = [\"A\"]\n\n[[round]]\nfirst = \"A\"\nmoves = [\n]\n";

fn started() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.toml");
    fs::write(&path, LOG).expect("written");
    (directory, path)
}

fn names(directory: &Path) -> Vec<String> {
    let names = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_second_session_is_refused_and_nothing_is_left_behind() {
    let (directory, path) = started();
    let mut first = LogFile::open(&path).expect("opened");
    let error = LogFile::open(&path).expect_err("in use");
    assert!(matches!(error, FileError::InUse(_)));
    assert!(error.to_string().contains("game.toml"), "{error}");
    assert!(LogFile::read(&path).is_ok(), "reading needs no lock");
    let next = first.log().add_line(1, "A: draw").expect("added");
    first.save(next.clone()).expect("saved");
    assert_eq!(fs::read_to_string(&path).expect("read"), next.text());
    assert!(matches!(LogFile::open(&path), Err(FileError::InUse(_))), "a rename keeps the lock");
    drop(first);
    assert_eq!(names(directory.path()), ["game.toml"]);
    // What a killed session left is cleared away by the next.
    fs::write(directory.path().join(".game.toml.saving"), "half a lo").expect("written");
    fs::write(directory.path().join(".game.toml.lock"), "").expect("written");
    assert_eq!(LogFile::open(&path).expect("opened").log().text(), next.text());
    assert_eq!(names(directory.path()), ["game.toml"]);
}

#[test]
fn what_somebody_else_wrote_is_not_saved_over() {
    let (_directory, path) = started();
    let mut file = LogFile::open(&path).expect("opened");
    let next = file.log().add_line(1, "A: draw").expect("added");
    let edited = format!("{LOG}# by hand\n");
    fs::write(&path, &edited).expect("written");
    assert!(matches!(file.save(next.clone()), Err(FileError::Changed(_))));
    assert_eq!(fs::read_to_string(&path).expect("read"), edited);
    assert_eq!(file.log().text(), LOG);
    fs::remove_file(&path).expect("removed");
    assert!(matches!(file.save(next), Err(FileError::Changed(_))));
    assert!(!path.exists());
}

#[test]
fn a_new_log_never_overwrites() {
    let (directory, path) = started();
    let error = LogFile::create(&path, LOG.to_owned()).expect_err("there");
    assert!(matches!(error, FileError::Exists(_)));
    let new = directory.path().join("new.toml");
    let file = LogFile::create(&new, LOG.to_owned()).expect("created");
    assert!(matches!(LogFile::open(&new), Err(FileError::InUse(_))));
    drop(file);
    assert_eq!(names(directory.path()), ["game.toml", "new.toml"]);
    let bad = directory.path().join("bad.toml");
    assert!(matches!(LogFile::create(&bad, "x".to_owned()), Err(FileError::Read { .. })));
    assert!(!bad.exists());
    let nowhere = directory.path().join("no/such.toml");
    assert!(matches!(LogFile::create(&nowhere, LOG.to_owned()), Err(FileError::NotSaved { .. })));
}

#[test]
fn what_is_no_log_is_refused_plainly() {
    let (directory, _path) = started();
    let at = |name: &str| directory.path().join(name);
    assert!(matches!(LogFile::read(at("none.toml")), Err(FileError::Missing(_))));
    assert!(matches!(LogFile::open(at("none.toml")), Err(FileError::Missing(_))));
    assert!(matches!(LogFile::read(directory.path()), Err(FileError::NotAFile(_))));
    assert!(matches!(LogFile::read(at("game.txt")), Err(FileError::NotToml(_))));
    assert!(matches!(LogFile::create(at("game"), LOG.to_owned()), Err(FileError::NotToml(_))));
    fs::create_dir(at("dir.toml")).expect("made");
    assert!(matches!(LogFile::open(at("dir.toml")), Err(FileError::NotAFile(_))));
    fs::write(at("latin.toml"), b"# a\n# b\xe9\n").expect("written");
    let error = LogFile::read(at("latin.toml")).expect_err("not UTF-8");
    assert!(matches!(error, FileError::NotUtf8 { line: 2, byte: 8, .. }), "{error}");
    File::create(at("large.toml")).and_then(|file| file.set_len(LARGEST + 1)).expect("made");
    assert!(matches!(LogFile::read(at("large.toml")), Err(FileError::TooLarge(_))));
    fs::write(at("bad.toml"), "fowlplay = 2\n").expect("written");
    let error = LogFile::open(at("bad.toml")).expect_err("no log");
    assert!(error.to_string().contains("bad.toml, line 1, column 12: this log is of format 2"), "{error}");
    assert!(names(directory.path()).iter().all(|name| !name.starts_with('.')), "no lock is left");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (directory, path) = started();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
    let others = tempfile::tempdir().expect("a directory");
    let link = others.path().join("link.toml");
    symlink(&path, &link).expect("linked");
    let mut file = LogFile::open(&link).expect("opened");
    assert_eq!(names(directory.path()), [".game.toml.lock", "game.toml"]);
    assert!(matches!(LogFile::open(&path), Err(FileError::InUse(_))), "link and file are one log");
    let next = file.log().add_line(1, "A: draw").expect("added");
    file.save(next.clone()).expect("saved");
    drop(file);
    assert!(link.symlink_metadata().expect("there").is_symlink());
    assert_eq!(fs::read_to_string(&path).expect("read"), next.text());
    assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o640);
    assert_eq!(names(others.path()), ["link.toml"]);
}

#[test]
fn a_log_protected_from_writing_is_not_replaced() {
    let (directory, path) = started();
    let before = fs::read_to_string(&path).expect("read");
    let usual = fs::metadata(&path).expect("there").permissions();
    let mut protected = usual.clone();
    protected.set_readonly(true);
    fs::set_permissions(&path, protected).expect("set");
    let mut file = LogFile::open(&path).expect("opened");
    let next = file.log().add_line(1, "A: draw").expect("added");
    let error = file.save(next).expect_err("protected");
    assert!(matches!(error, FileError::NotSaved { .. }) && error.to_string().contains("protected from writing"), "{error}");
    assert_eq!((fs::read_to_string(&path).expect("read"), file.log().text()), (before.clone(), before.as_str()));
    drop(file);
    assert_eq!(names(directory.path()), ["game.toml"]);
    fs::set_permissions(&path, usual).expect("set");
}

#[test]
fn eight_recorders_on_one_file_lose_nothing() {
    let (directory, path) = started();
    let record = |who: usize| {
        for turn in 0..10 {
            let mut file = loop {
                match LogFile::open(&path) {
                    Ok(file) => break file,
                    Err(FileError::InUse(_)) => std::thread::yield_now(),
                    Err(error) => panic!("{error}"),
                }
            };
            let next = file.log().add_line(1, &format!("A: play {who} {turn}")).expect("added");
            file.save(next).expect("saved");
        }
    };
    std::thread::scope(|scope| {
        for who in 0..8 {
            scope.spawn(move || record(who));
        }
    });
    let log = LogFile::read(&path).expect("read");
    let mut lines: Vec<String> = log.rounds()[0].lines.iter().map(|line| line.text.to_string()).collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 80);
    assert_eq!(names(directory.path()), ["game.toml"]);
}
