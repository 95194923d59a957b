//! Copies owner, group, permissions and extended attributes (with access control lists) from a file to the file that replaces it.
//! No user may do more with the new file than with the old one.

use std::{
    fs::{File, Permissions},
    io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown},
};

/// Copies owner, group, permissions and attributes. If an attribute can't be copied, the old file must not be replaced.
pub(super) fn keep(new: &File, old: &File) -> io::Result<()> {
    let (old_metadata, new_metadata) = (old.metadata()?, new.metadata()?);
    // Group and owner change separately: a user who can't give a file away may still give it to a group of theirs.
    let has_group = old_metadata.gid() == new_metadata.gid() || fchown(new, None, Some(old_metadata.gid())).is_ok();
    let has_owner = old_metadata.uid() == new_metadata.uid() || fchown(new, Some(old_metadata.uid()), None).is_ok();
    let has_access_list = attributes::copy(old, new).map_err(|(name, error)| {
        io::Error::new(io::ErrorKind::PermissionDenied, format!("its attribute {name} can't be kept: {}", io::Error::from(error)))
    })?;
    let bits = match (has_owner, has_group) {
        (true, true) => old_metadata.mode() & 0o7777,
        (false, true) => old_metadata.mode() & 0o777,
        // Users of the old group become others: group and others get only the rights that both had.
        (_, false) if !has_access_list => {
            let common = old_metadata.mode() >> 3 & old_metadata.mode() & 0o7;
            old_metadata.mode() & 0o700 | common << 3 | common
        }
        (_, false) => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "its group can't be kept, nor its access list then"));
        }
    };
    new.set_permissions(Permissions::from_mode(bits))
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod attributes {
    use std::fs::File;

    use rustix::fs::{XattrFlags, fgetxattr, fgetxattr_query, flistxattr, flistxattr_query, fremovexattr, fsetxattr};
    use rustix::io::{Errno, Result};

    /// Gives the new file exactly the extended attributes of the old file. Returns whether one is an access list.
    pub(super) fn copy(old: &File, new: &File) -> std::result::Result<bool, (String, Errno)> {
        let list_error = |error| ("list".to_owned(), error);
        let (old_names, new_names) = (names(old).map_err(list_error)?, names(new).map_err(list_error)?);
        let attribute_error = |name: &[u8], error| (String::from_utf8_lossy(name).into_owned(), error);
        // A folder may give attributes to every new file in it.
        for name in new_names.iter().filter(|name| !old_names.contains(name)) {
            fremovexattr(new, &name[..]).map_err(|error| attribute_error(name, error))?;
        }
        for name in &old_names {
            let value = attribute(old, name).map_err(|error| attribute_error(name, error))?;
            if !new_names.contains(name) || attribute(new, name) != Ok(value.clone()) {
                fsetxattr(new, &name[..], &value, XattrFlags::empty()).map_err(|error| attribute_error(name, error))?;
            }
        }
        Ok(old_names.iter().any(|name| name.ends_with(b"acl_access")))
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

    fn attribute(file: &File, name: &[u8]) -> Result<Vec<u8>> {
        let mut value = vec![0; fgetxattr_query(file, name)?];
        let length = fgetxattr(file, name, &mut value[..])?;
        value.truncate(length);
        Ok(value)
    }
}

/// Copies nothing: on this system, extended attributes can't be listed.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod attributes {
    pub fn copy(_old: &std::fs::File, _new: &std::fs::File) -> Result<bool, (String, std::io::Error)> {
        Ok(false)
    }
}
