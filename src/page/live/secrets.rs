//! The secrets behind the links, kept in the user's state folder so that a restart changes no link.

use super::ServeError;
use serde::{Deserialize, Serialize};
use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// What a link may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// See what lies open.
    Watch,
    /// Record, and ask for what somebody would have to remember.
    Record,
}

/// The secrets of a folder: whoever has one has the right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// To watch.
    pub watch: String,
    /// To record; none where nobody may.
    pub record: Option<String>,
}

/// 128 random bits in hexadecimal digits.
fn secret() -> Result<String, ServeError> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(ServeError::NoChance)?;
    let mut secret = String::with_capacity(32);
    for byte in bits {
        let _ = write!(secret, "{byte:02x}");
    }
    Ok(secret)
}

impl Secrets {
    /// The secrets that are kept in a file; new ones where there are none, or where they are to be `new`.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn kept(file: &Path, new: bool) -> Result<Self, ServeError> {
        let kept = fs::read_to_string(file).ok().filter(|_| !new);
        if let Some(secrets) = kept.and_then(|text| serde_json::from_str::<Self>(&text).ok())
            && [Some(&secrets.watch), secrets.record.as_ref()].into_iter().flatten().all(|secret| secret.len() == 32)
        {
            return Ok(secrets);
        }
        let secrets = Self { watch: secret()?, record: Some(secret()?) };
        write_private(file, &serde_json::to_string_pretty(&secrets).unwrap_or_default())
            .map_err(|error| ServeError::Secrets(file.to_owned(), error))?;
        Ok(secrets)
    }

    /// What a secret gives the right to. How long it takes tells nothing of the secrets.
    pub fn right(&self, given: &str) -> Option<Right> {
        let is = |secret: &str| {
            secret.len() == given.len() && secret.bytes().zip(given.bytes()).fold(0, |found, (a, b)| found | (a ^ b)) == 0
        };
        if self.record.as_deref().is_some_and(is) {
            Some(Right::Record)
        } else if is(&self.watch) {
            Some(Right::Watch)
        } else {
            None
        }
    }
}

/// Writes a file that nobody else may read, whole or not at all.
pub fn write_private(file: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = file.with_extension("new");
    let _ = fs::remove_file(&beside);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    io::Write::write_all(&mut options.open(&beside)?, text.as_bytes())?;
    fs::rename(&beside, file)
}

/// Where what is kept of a served folder lies: in the user's state folder, under a name made of the folder's.
///
/// # Errors
/// When the system tells no such folder.
pub fn state(folder: &Path, kind: &str) -> io::Result<PathBuf> {
    use etcetera::BaseStrategy as _;
    let user = etcetera::choose_base_strategy().map_err(io::Error::other)?;
    let state = user.state_dir().unwrap_or_else(|| user.data_dir()).join("fowlplay");
    Ok(state.join(format!("{}.{kind}", super::folder::version(&folder.to_string_lossy()))))
}
