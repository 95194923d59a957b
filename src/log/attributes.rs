//! What a file has beside its text and must keep when another takes its place: owner, group, permissions, extended attributes
//! (access control lists are among them), and its other names.

use std::fs::File;
use std::io;

/// Gives a new file what the log has. Whether it has all of it now, so that it can stand in the log's place.
///
/// # Errors
///
/// If the new file can't even be protected as the log is.
#[cfg(unix)]
pub(super) fn keep(log: &File, new: &File) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let (of, now) = (log.metadata()?, new.metadata()?);
    // Each by itself: who may not give the file away may still share it with a group of theirs.
    let mut has_group = of.gid() == now.gid();
    if !has_group {
        has_group = fchown(new, None, Some(of.gid())).is_ok();
    }
    let mut has_owner = of.uid() == now.uid();
    if !has_owner {
        has_owner = fchown(new, Some(of.uid()), None).is_ok();
    }
    let has_attributes = listed::copy(log, new).is_ok();
    // What the log's group may do, another group may not.
    let mode = of.mode() & if has_group { 0o7777 } else { 0o7707 };
    new.set_permissions(std::fs::Permissions::from_mode(mode))?;
    Ok(has_owner && has_group && has_attributes && new.metadata()?.mode() == of.mode() && of.nlink() == 1)
}

#[cfg(not(unix))]
pub(super) fn keep(log: &File, new: &File) -> io::Result<bool> {
    new.set_permissions(log.metadata()?.permissions())?;
    Ok(true)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod listed {
    use std::fs::File;

    use rustix::fs::{XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr, fsetxattr};
    use rustix::io::{Errno, Result};

    /// Makes the extended attributes of a new file those of the log.
    pub fn copy(log: &File, new: &File) -> Result<()> {
        let (of, made) = (names(log)?, names(new)?);
        // A folder may give every new file some.
        for name in made.iter().filter(|name| !of.contains(name)) {
            fremovexattr(new, &name[..])?;
        }
        for name in &of {
            let value = value(log, name)?;
            if !made.contains(name) || self::value(new, name)? != value {
                fsetxattr(new, &name[..], &value, XattrFlags::empty())?;
            }
        }
        Ok(())
    }

    fn names(file: &File) -> Result<Vec<Vec<u8>>> {
        let mut list = match flistxattr_query(file) {
            // A file system without them.
            Err(Errno::NOTSUP) => return Ok(Vec::new()),
            length => vec![0; length?],
        };
        let length = flistxattr(file, &mut list[..])?;
        list.truncate(length);
        Ok(list.split(|byte| *byte == 0).filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect())
    }

    fn value(file: &File, name: &[u8]) -> Result<Vec<u8>> {
        let mut value = vec![0; fgetxattr_query(file, name)?];
        let length = fgetxattr(file, name, &mut value[..])?;
        value.truncate(length);
        Ok(value)
    }
}

/// No way to list them is known for this system.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))))]
mod listed {
    pub fn copy(_log: &std::fs::File, _new: &std::fs::File) -> std::io::Result<()> {
        Ok(())
    }
}
