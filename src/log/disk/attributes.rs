//! The attributes that a file must keep when another file replaces it: owner, group, permissions, extended attributes (with
//! access control lists), and hard links.

use std::fs::File;
use std::io;

/// Copies the attributes of a log to a new file. Returns whether the new file has all of them, and so may replace the log.
///
/// # Errors
///
/// If the new file can't even get the permissions of the log.
#[cfg(unix)]
pub(super) fn keep(log: &File, new: &File) -> io::Result<bool> {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let (of, now) = (log.metadata()?, new.metadata()?);
    // Owner and group are set one after the other: a user who can't change the owner may still set the group.
    let mut has_group = of.gid() == now.gid();
    if !has_group {
        has_group = fchown(new, None, Some(of.gid())).is_ok();
    }
    let mut has_owner = of.uid() == now.uid();
    if !has_owner {
        has_owner = fchown(new, Some(of.uid()), None).is_ok();
    }
    let has_attributes = listed::copy(log, new).is_ok();
    // Permissions of the log's group must not be given to another group.
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

    /// Gives a new file exactly the extended attributes of the log.
    pub fn copy(log: &File, new: &File) -> Result<()> {
        let (of, made) = (names(log)?, names(new)?);
        // A directory may give attributes to every new file in it.
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
            // The file system has no extended attributes.
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

/// Extended attributes can't be listed on this system.
#[cfg(all(unix, not(any(target_os = "linux", target_os = "android", target_vendor = "apple"))))]
mod listed {
    pub fn copy(_log: &std::fs::File, _new: &std::fs::File) -> std::io::Result<()> {
        Ok(())
    }
}
