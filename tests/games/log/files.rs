//! Logs on disk: one session each, nothing overwritten, nothing lost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use fowlplay::log::{FileError, LogFile, MAX_LOG_BYTES, SaveError};

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
fn sessions_wait_for_each_others_saves_and_nothing_is_left_behind() {
    let (directory, path) = started();
    let (mut first, mut second) = (LogFile::open(&path).expect("opened"), LogFile::open(&path).expect("opened"));
    assert_eq!(names(directory.path()), ["game.toml"], "the lock is held for a save only");
    let next = first.log().changed(|log| log.add_line(1, "A: draw")).expect("added");
    first.save(next.clone()).expect("saved");
    assert_eq!(fs::read_to_string(&path).expect("read"), next.text());
    assert!(matches!(second.save(next.clone()), Err(FileError::Changed(_))));
    assert_eq!(names(directory.path()), ["game.toml"]);

    let lock = File::create(directory.path().join(".game.toml.lock")).expect("made");
    lock.lock().expect("locked");
    let more = first.log().changed(|log| log.add_line(1, "A: draw")).expect("added");
    let error = first.save(more.clone()).expect_err("somebody saves all the time");
    assert!(matches!(error, FileError::NotSaved(_, SaveError::InUse)) && error.to_string().contains("game.toml"), "{error}");
    assert_eq!(LogFile::read(&path).expect("reading needs no lock").text(), next.text());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            drop(lock);
        });
        first.save(more.clone()).expect("it waited");
    });
    assert_eq!(names(directory.path()), ["game.toml"]);
}

#[test]
fn what_somebody_else_wrote_is_not_saved_over() {
    let (_directory, path) = started();
    let mut file = LogFile::open(&path).expect("opened");
    let next = file.log().changed(|log| log.add_line(1, "A: draw")).expect("added");
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
    let mut file = LogFile::create(&new, LOG.to_owned()).expect("created");
    file.save(file.log().clone()).expect("saved");
    assert_eq!(names(directory.path()), ["game.toml", "new.toml"]);
    let bad = directory.path().join("bad.toml");
    assert!(matches!(LogFile::create(&bad, "x".to_owned()), Err(FileError::Invalid { .. })));
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
    assert!(matches!(LogFile::read(directory.path()), Err(FileError::NotALog(..))));
    assert!(matches!(LogFile::read(at("none")), Err(FileError::Missing(_))));
    fs::write(at("game.txt"), LOG).expect("written");
    assert!(matches!(LogFile::read(at("game.txt")), Err(FileError::NotALog(..))));
    assert!(matches!(LogFile::create(at("game"), LOG.to_owned()), Err(FileError::NotALog(..))));
    fs::create_dir(at("dir.toml")).expect("made");
    assert!(matches!(LogFile::open(at("dir.toml")), Err(FileError::NotALog(..))));
    fs::write(at("latin.toml"), b"# a\n# b\xe9\n").expect("written");
    let error = LogFile::read(at("latin.toml")).expect_err("not UTF-8");
    assert!(error.to_string().contains("is not UTF-8 text: byte 8, on line 2"), "{error}");
    File::create(at("large.toml")).and_then(|file| file.set_len(MAX_LOG_BYTES + 1)).expect("made");
    assert!(matches!(LogFile::read(at("large.toml")), Err(FileError::NotALog(..))));
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
    let lock = File::create(directory.path().join(".game.toml.lock")).expect("made");
    lock.lock().expect("locked");
    assert!(matches!(file.save(file.log().clone()), Err(FileError::NotSaved(_, SaveError::InUse))), "link and file are one log");
    drop(lock);
    let next = file.log().changed(|log| log.add_line(1, "A: draw")).expect("added");
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
    let next = file.log().changed(|log| log.add_line(1, "A: draw")).expect("added");
    let error = file.save(next).expect_err("protected");
    assert!(matches!(error, FileError::NotSaved { .. }) && error.to_string().contains("protected from writing"), "{error}");
    assert_eq!((fs::read_to_string(&path).expect("read"), file.log().text()), (before.clone(), before.as_str()));
    drop(file);
    assert_eq!(names(directory.path()), ["game.toml"]);
    fs::set_permissions(&path, usual).expect("set");
}

#[cfg(unix)]
#[test]
fn a_log_parts_from_its_other_names_and_they_lock_nothing() {
    let (directory, path) = started();
    let others = tempfile::tempdir().expect("a directory");
    let other = others.path().join("other.toml");
    fs::hard_link(&path, &other).expect("linked");
    // Whoever may read a log may lock it.
    let held = File::open(&other).expect("opened");
    held.lock().expect("locked");
    let mut file = LogFile::open(&path).expect("opened");
    let next = file.log().changed(|log| log.add_line(1, "A: draw")).expect("added");
    file.save(next.clone()).expect("saved");
    assert_eq!([&path, &other].map(|name| fs::read_to_string(name).expect("read")), [next.text(), LOG]);
    assert_eq!((names(directory.path()), names(others.path())), (vec!["game.toml".to_owned()], vec!["other.toml".to_owned()]));
}

#[cfg(unix)]
#[test]
fn a_path_is_followed_again_at_each_save_and_another_folder_is_another_log() {
    let outer = tempfile::tempdir().expect("a directory");
    let at = |name: &str| outer.path().join(name);
    for name in ["one", "two"] {
        fs::create_dir(at(name)).expect("made");
        fs::write(at(name).join("game.toml"), LOG).expect("written");
    }
    std::os::unix::fs::symlink("one", at("now")).expect("linked");
    let mut file = LogFile::open(at("now/game.toml")).expect("opened");
    let next = file.log().changed(|log| log.add_line(1, "A: draw")).expect("added");
    fs::remove_file(at("now")).expect("removed");
    std::os::unix::fs::symlink("two", at("now")).expect("linked");
    assert!(matches!(file.save(next.clone()), Err(FileError::Changed(_))));
    // Another folder of the same name is another one, too.
    let mut file = LogFile::open(at("one/game.toml")).expect("opened");
    fs::rename(at("one"), at("away")).expect("renamed");
    fs::rename(at("two"), at("one")).expect("renamed");
    assert!(matches!(file.save(next), Err(FileError::Changed(_))));
    assert!(["away", "one"].iter().all(|name| fs::read_to_string(at(name).join("game.toml")).expect("read") == LOG));
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_are_kept() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    use std::os::unix::fs::MetadataExt as _;
    let (_directory, path) = started();
    match setxattr(&path, "user.table", b"the round one", XattrFlags::empty()) {
        Err(rustix::io::Errno::NOTSUP) => return eprintln!("extended attributes: left out, for the file system has none"),
        set => set.expect("set"),
    }
    let inode = || fs::metadata(&path).expect("there").ino();
    let before = inode();
    let mut file = LogFile::open(&path).expect("opened");
    file.save(file.log().changed(|log| log.add_line(1, "A: draw")).expect("added")).expect("saved");
    assert_ne!(inode(), before, "a new file has them, and takes the log's place");
    let mut value = [0; 40];
    let length = getxattr(&path, "user.table", &mut value[..]).expect("kept");
    assert_eq!(&value[..length], b"the round one");
}
