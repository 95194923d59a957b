//! Tests that both implementations behave alike. Only the one that holds the directory open survives a renamed directory.

use super::*;
use std::{fs, io::Write as _};

fn folder() -> (tempfile::TempDir, Arc<Dir>) {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = Dir::open(folder.path()).expect("opened");
    (folder, dir)
}

/// Runs the same test on both implementations.
macro_rules! both_ways {
    ($($name:ident)*) => {
        #[cfg(unix)]
        mod relatively { $(#[test] fn $name() { super::$name(|path| super::relative::Dir::open(path).expect("opened")); })* }
        mod by_paths { $(#[test] fn $name() { super::$name(|path| super::by_path::Dir::open(path).expect("opened")); })* }
    };
}

both_ways! { only_files_are_opened nothing_is_made_over_what_is_there names_are_changed_and_taken_away }

/// The names in it, sorted.
fn names(folder: &impl Folder) -> Vec<OsString> {
    let mut names = folder.names().expect("listed");
    names.sort();
    names
}

fn only_files_are_opened<D: Folder>(open: impl Fn(&Path) -> D) {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = open(folder.path());
    fs::write(folder.path().join("file"), "text").expect("written");
    fs::create_dir(folder.path().join("folder")).expect("made");
    let mut odd = vec!["folder"];
    #[cfg(unix)]
    {
        use std::os::unix::{fs::symlink, net::UnixListener};
        symlink("file", folder.path().join("link")).expect("linked");
        symlink("nowhere", folder.path().join("dangling")).expect("linked");
        rustix::fs::mkfifoat(rustix::fs::CWD, folder.path().join("pipe"), rustix::fs::Mode::RWXU).expect("made");
        drop(UnixListener::bind(folder.path().join("socket")).expect("bound"));
        odd.extend(["link", "dangling", "pipe", "socket"]);
    }
    for access in [Access::Read, Access::Write, Access::Append(Mode::Usual)] {
        assert!(dir.file("file".as_ref(), access).is_ok());
        for name in &odd {
            let error = dir.file(name.as_ref(), access).expect_err("no file");
            assert!(is_no_file(&error), "{name}: {error}");
        }
    }
    assert!(!folder.path().join("nowhere").exists(), "nothing is made behind a link");
    for access in [Access::Read, Access::Write] {
        assert_eq!(dir.file("none".as_ref(), access).expect_err("none").kind(), io::ErrorKind::NotFound);
    }
    let named = |name: &str| open_named(&folder.path().join(name)).err();
    assert!(named("file").is_none() && named("none").is_some_and(|error| error.kind() == io::ErrorKind::NotFound));
    dir.file("new".as_ref(), Access::Append(Mode::Private)).expect("made").write_all(b"a").expect("written");
    dir.file("new".as_ref(), Access::Append(Mode::Private)).expect("opened").write_all(b"b").expect("written");
    assert_eq!(fs::read(folder.path().join("new")).expect("read"), b"ab");
}

fn nothing_is_made_over_what_is_there<D: Folder>(open: impl Fn(&Path) -> D) {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = open(folder.path());
    dir.file("file".as_ref(), Access::Create(Mode::Usual)).expect("made").write_all(b"text").expect("written");
    fs::create_dir(folder.path().join("folder")).expect("made");
    #[cfg(unix)]
    std::os::unix::fs::symlink("elsewhere", folder.path().join("link")).expect("linked");
    for name in ["file", "folder", "link"] {
        if !dir.exists(name.as_ref()) {
            continue;
        }
        let error = dir.file(name.as_ref(), Access::Create(Mode::Usual)).expect_err("there");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists, "{name}: {error}");
    }
    assert!(!folder.path().join("elsewhere").exists());
    assert_eq!(fs::read(folder.path().join("file")).expect("read"), b"text");
}

fn names_are_changed_and_taken_away<D: Folder>(open: impl Fn(&Path) -> D) {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = open(folder.path());
    fs::write(folder.path().join("one"), "1").expect("written");
    dir.link("one".as_ref(), "two".as_ref()).expect("linked");
    assert_eq!(dir.link("one".as_ref(), "two".as_ref()).expect_err("there").kind(), io::ErrorKind::AlreadyExists);
    dir.rename("one".as_ref(), "three".as_ref()).expect("renamed");
    assert_eq!(names(&dir), ["three", "two"]);
    dir.remove("two".as_ref()).expect("removed");
    assert!(dir.exists("three".as_ref()) && !dir.exists("two".as_ref()));
    dir.sync().expect("flushed, or not supported");
}

#[cfg(unix)]
#[test]
fn a_directory_that_was_opened_once_stays_the_same() {
    let (folder, _) = folder();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    fs::create_dir(&one).expect("made");
    fs::create_dir(&other).expect("made");
    let entry = Dir::open(&one).expect("opened").entry("file");
    fs::rename(&one, folder.path().join("moved")).expect("renamed");
    std::os::unix::fs::symlink(&other, &one).expect("linked");
    entry.replace(b"text", Mode::Usual).expect("written");
    assert_eq!(fs::read(folder.path().join("moved/file")).expect("read"), b"text");
    assert_eq!(fs::read_dir(&other).expect("a folder").count(), 0);
}

#[test]
fn a_temporary_file_is_taken_away_or_takes_its_place() {
    let (folder, dir) = folder();
    let place = dir.entry("page.html");
    drop(Temporary::beside(&place, Mode::Usual).expect("made"));
    assert_eq!(dir.names().expect("listed").len(), 0);
    place.replace(b"one", Mode::Usual).expect("written");
    place.replace(b"two", Mode::Usual).expect("written");
    assert_eq!(fs::read(folder.path().join("page.html")).expect("read"), b"two");
    assert_eq!(dir.names().expect("listed"), ["page.html"]);
}

#[test]
fn what_nobody_holds_is_cleared_away() {
    let (folder, dir) = folder();
    let place = dir.entry("page.html");
    let held = Temporary::beside(&place, Mode::Usual).expect("made");
    let mine = [".page.html.short.new", ".page.html.longer123.new", ".page.html.in-parts.new", ".other.html.abcd1234.new"];
    for name in mine.iter().chain(&[".page.html.abcd1234.new"]) {
        fs::write(folder.path().join(name), "").expect("written");
    }
    Temporary::remove_stale(&place, false);
    let names = dir.names().expect("listed");
    assert!(mine.iter().all(|name| names.iter().any(|left| left == name)) && names.len() == mine.len() + 1, "{names:?}");
    assert!(held.entry().exists(), "somebody still writes it");
    Temporary::remove_stale(&place, true);
    assert!(!held.entry().exists(), "who owns them all takes it");
}

#[cfg(unix)]
#[test]
fn a_private_file_is_nobody_elses() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, dir) = folder();
    let new = Temporary::beside(&dir.entry("log.toml"), Mode::Private).expect("made");
    assert_eq!(fs::metadata(new.entry().path()).expect("there").permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn who_may_write_a_directory_may_use_what_is_shared_in_it() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    let (folder, dir) = folder();
    for (directory, file) in [(0o755, 0o600), (0o775, 0o660), (0o777, 0o666), (0o1777, 0o666), (0o700, 0o600), (0o711, 0o600)] {
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(directory)).expect("set");
        let entry = dir.entry("lock");
        let made = entry.create(Mode::Private).expect("made");
        dir.share(&made);
        let about = made.std().expect("a real one").metadata().expect("there");
        assert_eq!(
            (about.mode() & 0o777, about.gid()),
            (file, fs::metadata(folder.path()).expect("there").gid()),
            "{directory:o}"
        );
        entry.remove().expect("removed");
    }
}
