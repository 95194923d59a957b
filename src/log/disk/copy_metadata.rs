//! Owner, group, permissions and extended attributes (with access control lists) of a file, kept by the file that replaces it.
//! No user may do more with the new file than before.

use std::{
    fs::{File, Permissions},
    io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown},
};

/// Copies owner, group, permissions and attributes. If an attribute can't be copied, the log must not be replaced.
pub(super) fn keep(new: &File, log: &File) -> io::Result<()> {
    let (of, made) = (log.metadata()?, new.metadata()?);
    // Group and owner change separately: a user who can't give a file away may still give it to a group of theirs.
    let has_group = of.gid() == made.gid() || fchown(new, None, Some(of.gid())).is_ok();
    let has_owner = of.uid() == made.uid() || fchown(new, Some(of.uid()), None).is_ok();
    let has_list = listed::copy(log, new).map_err(|(name, error)| {
        io::Error::new(io::ErrorKind::PermissionDenied, format!("its attribute {name} can't be kept: {}", io::Error::from(error)))
    })?;
    let bits = match (has_owner, has_group) {
        (true, true) => of.mode() & 0o7777,
        (false, true) => of.mode() & 0o777,
        // Users of the old group become others: group and others get only the rights that both had.
        (_, false) if !has_list => {
            let both = of.mode() >> 3 & of.mode() & 0o7;
            of.mode() & 0o700 | both << 3 | both
        }
        (_, false) => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "its group can't be kept, nor its access list then"));
        }
    };
    new.set_permissions(Permissions::from_mode(bits))
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod listed {
    use std::fs::File;

    use rustix::fs::{XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr, fsetxattr};
    use rustix::io::{Errno, Result};

    /// Gives a new file exactly the extended attributes of the log. Returns whether one is an access list.
    pub(super) fn copy(log: &File, new: &File) -> std::result::Result<bool, (String, Errno)> {
        let nameless = |error| ("list".to_owned(), error);
        let (of, made) = (names(log).map_err(nameless)?, names(new).map_err(nameless)?);
        let named = |name: &[u8], error| (String::from_utf8_lossy(name).into_owned(), error);
        // A folder may give attributes to every new file in it.
        for name in made.iter().filter(|name| !of.contains(name)) {
            fremovexattr(new, &name[..]).map_err(|error| named(name, error))?;
        }
        for name in &of {
            let value = value(log, name).map_err(|error| named(name, error))?;
            if !made.contains(name) || self::value(new, name) != Ok(value.clone()) {
                fsetxattr(new, &name[..], &value, XattrFlags::empty()).map_err(|error| named(name, error))?;
            }
        }
        Ok(of.iter().any(|name| name.ends_with(b"acl_access")))
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
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod listed {
    pub fn copy(_log: &std::fs::File, _new: &std::fs::File) -> Result<bool, (String, std::io::Error)> {
        Ok(false)
    }
}
