//! The secrets of the links, kept in the user's state folder so that a restart changes no link.

use super::{Permission, ServeError};
use crate::log::{
    Digest,
    disk::{Dir, DirEntry, FileHandle, NewFileMode, OpenMode, clear_leftovers, create_private_folder, is_not_a_file},
};
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write as _,
    io,
    path::{Path, PathBuf},
};

const DIGITS: usize = 32;

/// The secrets of a served folder or log: each gives its holder a right.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// To watch.
    pub watch: String,
    /// To record; `None` if nobody may.
    pub record: Option<String>,
    /// The key of the versions of logs, so that a version outlives a restart.
    #[serde(default)]
    version_key: String,
}

/// 128 random bits in hexadecimal digits.
fn secret() -> Result<String, ServeError> {
    let mut bits = [0; DIGITS / 2];
    getrandom::fill(&mut bits).map_err(ServeError::NoRandomness)?;
    let mut secret = String::with_capacity(DIGITS);
    for byte in bits {
        let _ = write!(secret, "{byte:02x}");
    }
    Ok(secret)
}

fn read(file: &Path) -> Result<Option<Secrets>, ServeError> {
    let text = read_private(file).map_err(|error| ServeError::Secrets(file.to_owned(), error))?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

impl Secrets {
    /// Loads the secrets from a file. Makes new ones if there are none, or if `new` is set. With `watch_only` no secret to record
    /// is made, and an old one is invalid as long as the server runs.
    pub fn load(file: &Path, new: bool, watch_only: bool) -> Result<Self, ServeError> {
        let saved = read(file)?;
        let version_key = saved.as_ref().map(|saved| saved.version_key.clone());
        let kept = saved.filter(|_| !new);
        let whole = |secret: Option<String>| secret.filter(|secret| secret.len() == DIGITS).map_or_else(self::secret, Ok);
        let (watch, record) = kept.clone().map_or((None, None), |kept| (Some(kept.watch), kept.record));
        let record = if watch_only { record } else { Some(whole(record)?) };
        let mut secrets = Self { watch: whole(watch)?, record, version_key: whole(version_key)? };
        if kept.as_ref() != Some(&secrets) {
            secrets.write(file)?;
        }
        secrets.record = secrets.record.filter(|_| !watch_only);
        Ok(secrets)
    }

    /// Replaces the secrets in a file; false if it has none.
    pub fn renew(file: &Path) -> Result<bool, ServeError> {
        let Some(kept) = read(file)? else { return Ok(false) };
        let record = kept.record.as_ref().map(|_| secret()).transpose()?;
        Self { watch: secret()?, record, ..kept }.write(file)?;
        Ok(true)
    }

    /// The key of the versions of logs.
    pub(super) fn version_key(&self) -> &str {
        &self.version_key
    }

    fn write(&self, file: &Path) -> Result<(), ServeError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        write_private(file, &text).map_err(|error| ServeError::Secrets(file.to_owned(), error))
    }

    /// The permission that a secret gives. The comparison takes constant time.
    pub fn permission(&self, given: &str) -> Option<Permission> {
        let is = |secret: &str| {
            secret.len() == given.len() && secret.bytes().zip(given.bytes()).fold(0, |found, (a, b)| found | (a ^ b)) == 0
        };
        if self.record.as_deref().is_some_and(is) {
            Some(Permission::Record)
        } else if is(&self.watch) {
            Some(Permission::Watch)
        } else {
            None
        }
    }
}

/// Reads a private file, if it is one with text. Clears away what a killed process left beside it.
fn read_private(file: &Path) -> io::Result<Option<String>> {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return Ok(None) };
    let entry = Dir::open(folder).map(|folder| folder.entry(name)).inspect(|entry| drop(clear_leftovers(entry)));
    match entry.and_then(|entry| entry.read(u64::MAX)) {
        Ok(bytes) => Ok(String::from_utf8(bytes).ok()),
        Err(error) if error.kind() == io::ErrorKind::NotFound || is_not_a_file(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a file that only this user may read, atomically: when this returns, it is on disk.
fn write_private(file: &Path, text: &str) -> io::Result<()> {
    Ok(entry(file)?.replace(text.as_bytes(), NewFileMode::Private)?)
}

/// Locks a file for as long as it is open; none if another process holds the lock. On systems without locks it always succeeds.
pub(super) fn try_lock(file: &Path) -> io::Result<Option<FileHandle>> {
    let held = entry(file)?.open(OpenMode::Append(NewFileMode::Private))?;
    Ok(if matches!(held.lock(), Ok(false)) { None } else { Some(held) })
}

/// A file of the state folder, which is created if needed.
fn entry(file: &Path) -> io::Result<DirEntry> {
    let nameless = || io::Error::from(io::ErrorKind::InvalidInput);
    let (folder, name) = (file.parent().ok_or_else(nameless)?, file.file_name().ok_or_else(nameless)?);
    create_private_folder(folder)?;
    Ok(Dir::open(folder)?.entry(name))
}

/// The file of a kind about what has this identity.
pub(super) fn file_about(state: &Path, identity: &str, kind: &str) -> PathBuf {
    state.join(format!("{}.{kind}", Digest::of(identity)))
}

/// The folder in which the user's programs keep their state.
pub(super) fn state_folder() -> io::Result<PathBuf> {
    use etcetera::BaseStrategy as _;
    let user = etcetera::choose_base_strategy().map_err(io::Error::other)?;
    Ok(user.state_dir().unwrap_or_else(|| user.data_dir()).join("fowlplay"))
}
