//! Logs that belong to somebody else, or to a group: what others may do with them stays as it is. Only an administrator can play
//! all of them, so this is for the long form.

use crate::{
    faults::script::BEGUN,
    program::{Folder, Running},
};
use std::{
    fs::{self, File, Permissions},
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown},
};

/// Two users and the group that they share at a table.
const ADA: u32 = 65_101;
const BO: u32 = 65_102;
const TABLE: u32 = 65_200;

/// A folder that a group shares, with a log of Ada's in it.
struct Shared {
    folder: Folder,
}

impl Shared {
    fn with(mode: u32) -> Self {
        let folder = Folder::new();
        assert_eq!(
            fs::metadata(folder.root()).expect("there").uid(),
            0,
            "only an administrator can be all these users: run it as one"
        );
        fs::set_permissions(folder.root(), Permissions::from_mode(0o755)).expect("set");
        folder.copy_program();
        fs::create_dir(folder.path("table")).expect("made");
        folder.write("table/game.toml", BEGUN);
        let shared = Self { folder };
        shared.give("table", 0, TABLE, 0o775);
        shared.give("table/game.toml", ADA, TABLE, mode);
        shared
    }

    fn give(&self, name: &str, owner: u32, group: u32, mode: u32) {
        chown(self.folder.path(name), Some(owner), Some(group)).expect("an administrator may");
        fs::set_permissions(self.folder.path(name), Permissions::from_mode(mode)).expect("set");
    }

    /// The log's owner, group and permissions.
    fn whose(&self) -> (u32, u32, u32) {
        let about = fs::metadata(self.folder.path("table/game.toml")).expect("there");
        (about.uid(), about.gid(), about.mode() & 0o7777)
    }

    fn record(&self, user: u32, groups: &str, line: &str) -> Running {
        let program = self.folder.path("program");
        let id = [format!("--reuid={user}"), format!("--regid={user}"), format!("--groups={groups}")];
        let words: Vec<&str> = id.iter().map(String::as_str).collect();
        let command = [program.to_str().expect("plain"), "record", "game.toml", line];
        let script = ["-c", "cd table && umask 077 && exec \"$@\"", "sh", "setpriv"];
        self.folder.start("sh", &[&script[..], &words, &command].concat(), "")
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.folder.path("table")).expect("a folder");
        names.map(|name| name.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }
}

#[test]
#[ignore = "long form: needs an administrator"]
fn a_log_in_a_shared_folder_stays_its_groups_and_root_takes_it_from_nobody() {
    for mode in [0o660, 0o664, 0o670] {
        let shared = Shared::with(mode);
        // An administrator leaves it its owner's; somebody else of the group can't, and it is theirs now.
        for (user, groups, owner) in
            [(0, "0", ADA), (ADA, "65200", ADA), (BO, "65200", BO), (0, "0", BO), (ADA, "65102,65200", ADA)]
        {
            let line = format!("note by {user} after {}", shared.folder.text("table/game.toml").len());
            let done = shared.record(user, groups, &line).ended().in_order();
            assert_eq!(done.status, Some(0), "{}", done.told());
            assert!(shared.folder.text("table/game.toml").contains(&line));
            assert_eq!(shared.whose(), (owner, TABLE, mode), "after {user} with {groups}");
            assert_eq!(shared.names(), ["game.toml"]);
        }
    }
}

#[test]
#[ignore = "long form: needs an administrator"]
fn where_the_group_is_not_kept_nobody_may_more_than_before() {
    for (mode, is) in [(0o664, 0o644), (0o660, 0o600), (0o646, 0o644), (0o606, 0o600), (0o666, 0o666)] {
        let shared = Shared::with(mode);
        shared.give("table", 0, TABLE, 0o777);
        // The owner who is not of the group can't give the log to it.
        let done = shared.record(ADA, "65101", "note by an owner apart").ended();
        assert_eq!((done.status, shared.whose()), (Some(0), (ADA, ADA, is)), "{mode:o}: {}", done.told());
    }
}

#[test]
#[ignore = "long form: needs an administrator"]
fn in_a_sticky_folder_of_others_a_log_is_not_replaced() {
    let shared = Shared::with(0o666);
    shared.give("table", 0, TABLE, 0o1777);
    let done = shared.record(BO, "65102", "note by Bo").ended().in_order();
    assert!(done.status == Some(2) && done.says("game.toml was not saved (Operation not permitted"), "{}", done.told());
    assert_eq!((shared.folder.text("table/game.toml").as_str(), shared.whose()), (BEGUN, (ADA, TABLE, 0o666)));
    assert_eq!(shared.names(), ["game.toml"]);
}

#[test]
#[ignore = "long form: needs an administrator"]
fn a_log_that_only_its_owner_may_write_is_not_replaced_by_others() {
    let shared = Shared::with(0o644);
    let done = shared.record(BO, "65200", "note by Bo").ended().in_order();
    assert!(done.status == Some(2) && done.says("game.toml was not saved (Permission denied"), "{}", done.told());
    assert_eq!((shared.folder.text("table/game.toml").as_str(), shared.whose()), (BEGUN, (ADA, TABLE, 0o644)));
    assert_eq!(shared.names(), ["game.toml"]);
}

#[test]
#[ignore = "long form: needs an administrator"]
fn attributes_and_access_lists_are_kept_or_the_log_is_not_saved() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let shared = Shared::with(0o660);
    let log = shared.folder.path("table/game.toml");
    // Bo may write it by name: version 2; user rw, user Bo rw, group rw, mask rw, others none.
    let entry = |tag: u16, who: u32| [&tag.to_le_bytes()[..], &6u16.to_le_bytes(), &who.to_le_bytes()].concat();
    let mut list = 2u32.to_le_bytes().to_vec();
    for (tag, who) in [(1, u32::MAX), (2, BO), (4, u32::MAX), (16, u32::MAX)] {
        list.extend(entry(tag, who));
    }
    list.extend([&32u16.to_le_bytes()[..], &0u16.to_le_bytes(), &u32::MAX.to_le_bytes()].concat());
    for (name, value) in [("system.posix_acl_access", &list[..]), ("user.note", b"kept")] {
        setxattr(&log, name, value, XattrFlags::empty())
            .unwrap_or_else(|error| panic!("{name} can't be set on files here: {error}"));
    }
    let whole = || {
        ["system.posix_acl_access", "user.note"].map(|name| {
            let mut value = [0; 100];
            let length = getxattr(&log, name, &mut value[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
            value[..length].to_vec()
        })
    };
    let before = whole();
    shared.give("table", 0, TABLE, 0o777);
    let mode = shared.whose().2;
    for (user, groups, owner) in [(0, "0", ADA), (ADA, "65200", ADA), (BO, "65200", BO)] {
        let done = shared.record(user, groups, &format!("note by {user}")).ended().in_order();
        assert_eq!(done.status, Some(0), "{}", done.told());
        assert!(shared.folder.text("table/game.toml").contains(&format!("note by {user}")));
        assert_eq!((shared.whose(), whole()), ((owner, TABLE, mode), before.clone()), "after {user}");
        assert_eq!(shared.names(), ["game.toml"]);
    }
    // Where the group can't be kept, nobody knows what the list would mean.
    let was = shared.folder.text("table/game.toml");
    let done = shared.record(BO, "65102", "note by Bo apart").ended().in_order();
    assert!(done.status == Some(2) && done.says("its group can't be kept, nor its access list then"), "{}", done.told());
    assert_eq!((shared.folder.text("table/game.toml"), shared.whose(), whole()), (was, (BO, TABLE, mode), before));
    assert_eq!(shared.names(), ["game.toml"]);
}

#[test]
#[ignore = "long form: needs an administrator"]
fn the_lock_of_another_user_keeps_nobody_out() {
    let shared = Shared::with(0o660);
    // In such a folder nobody removes what is another's.
    shared.give("table", 0, TABLE, 0o1775);
    shared.folder.write("table/.game.toml.lock", "");
    shared.give("table/.game.toml.lock", ADA, ADA, 0o644);
    let done = shared.record(BO, "65200", "note by Bo").ended().in_order();
    // There nobody replaces what is another's, either.
    assert!(done.status == Some(2) && done.says("Operation not permitted"), "{}", done.told());
    shared.give("table/game.toml", BO, TABLE, 0o660);
    let done = shared.record(BO, "65200", "note by Bo").ended().in_order();
    assert_eq!((done.status, shared.whose()), (Some(0), (BO, TABLE, 0o660)), "{}", done.told());
    // It is a lock nevertheless.
    let lock = File::open(shared.folder.path("table/.game.toml.lock")).expect("left there");
    lock.lock().expect("locked");
    let done = shared.record(BO, "65200", "note by Bo again").ended().in_order();
    assert!(done.status == Some(2) && done.says("another fowlplay session is still saving"), "{}", done.told());
    drop(lock);
    // One that can't even be read is named.
    shared.give("table/.game.toml.lock", ADA, ADA, 0o600);
    let done = shared.record(BO, "65200", "note by Bo again").ended().in_order();
    assert!(done.status == Some(2) && done.says(".game.toml.lock is there, another user's file"), "{}", done.told());
    shared.give("table/game.toml", ADA, TABLE, 0o660);
    assert_eq!(shared.record(ADA, "65200", "note by Ada").ended().status, Some(0));
    assert_eq!(shared.names(), ["game.toml"]);
}

#[test]
#[ignore = "long form: needs an administrator"]
fn who_may_only_read_a_folder_can_hold_no_lock_in_it() {
    // A stranger reads whatever can be read, and locks what can be opened.
    const STRANGER: u32 = 65_103;
    let shared = Shared::with(0o664);
    let lock = shared.folder.path("table/.game.toml.lock");
    let is_locked_by_a_stranger = || {
        let id = [format!("--reuid={STRANGER}"), format!("--regid={STRANGER}")];
        let words = [&id[0], &id[1], "--clear-groups", "flock", "--nonblock", lock.to_str().expect("plain"), "true"];
        shared.folder.start("setpriv", &words, "").ended().status == Some(0)
    };
    fs::write(&lock, "").expect("written");
    assert!(is_locked_by_a_stranger(), "what all may read, all may lock");
    fs::remove_file(&lock).expect("removed");
    // A session that is killed while it saves leaves its lock.
    let mut left = None;
    for nth in 0..300 {
        let mut running = shared.record(ADA, "65200", &format!("note {nth}"));
        while !lock.exists() && running.child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        running.child.kill().expect("killed");
        running.ended();
        if let Ok(about) = fs::metadata(&lock) {
            left = Some((about.gid(), about.mode() & 0o777));
            if left == Some((TABLE, 0o660)) {
                break;
            }
            // Killed before it was shared, it is the user's own alone: nobody else can hold it either.
            assert_eq!((about.uid(), about.mode() & 0o777), (ADA, 0o600));
            fs::remove_file(&lock).expect("removed");
        }
    }
    assert_eq!(left, Some((TABLE, 0o660)), "those may open it who may write the folder");
    assert!(!is_locked_by_a_stranger());
    let done = shared.record(BO, "65200", "note by Bo").ended().in_order();
    assert_eq!(done.status, Some(0), "{}", done.told());
    assert_eq!(shared.names(), ["game.toml"]);
}
