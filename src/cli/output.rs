//! A file that is written whole or not at all: beside its place first, then renamed over what was there.

use super::{answer::warn, ended::made_unless_ended, escape::clean, files};
use anyhow::{Error, Result, anyhow};
use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

/// How the unfinished file's name ends.
const UNFINISHED: &str = ".new";

/// A file that is being written.
pub struct Output {
    file: File,
    /// Where it is written, and where it belongs; none for what is no file and takes things as they come: a pipe, a device.
    paths: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Begins to write what will be the file `to`.
    pub fn to(to: &Path) -> io::Result<Self> {
        // Behind a link lies what is meant.
        let real = match fs::canonicalize(to) {
            Err(error) if error.kind() == ErrorKind::NotFound => to.to_owned(),
            real => real?,
        };
        match fs::metadata(&real) {
            Ok(about) if about.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(about) if !about.is_file() => {
                return Ok(Self { file: File::options().write(true).open(&real)?, paths: None });
            }
            _ => {}
        }
        clear(&real);
        let beside = beside(&real, &std::process::id().to_string());
        let file = made_unless_ended(|| File::create(&beside), clearing(&beside, to))?;
        // As long as it is held it is not cleared away.
        let _ = file.try_lock();
        Ok(Self { file, paths: Some((beside, real)) })
    }

    /// Puts the file in its place: when this returns, it is there and whole.
    pub fn finish(mut self) -> io::Result<()> {
        let Some((beside, real)) = &self.paths else { return self.file.flush() };
        self.file.sync_all()?;
        fs::rename(beside, real)?;
        self.paths = None;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    /// What was not finished is taken away.
    fn drop(&mut self) {
        if let Some((beside, _)) = &self.paths {
            let _ = fs::remove_file(beside);
        }
    }
}

/// Writes a file that is this text.
pub fn write(to: &Path, text: &str) -> Result<()> {
    let written = Output::to(to).and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.finish()));
    written.map_err(|error| unwritten(to, &error))
}

/// What is said where a file can't be written.
pub fn unwritten(to: &Path, error: &io::Error) -> Error {
    anyhow!("{} was not written ({error}): is there such a folder, and room in it?", files::shown(to))
}

/// The name of an unfinished file: `.NAME.PROCESS.new`.
fn beside(real: &Path, process: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(real.file_name().unwrap_or_default());
    name.push(format!(".{process}{UNFINISHED}"));
    real.with_file_name(name)
}

/// Clears away what was left by a program that was killed: nobody holds it.
fn clear(real: &Path) {
    let folder = real.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_suffix(UNFINISHED)?.rsplit_once('.')).map(|(_, process)| process);
        let is_number = |process: &&str| process.bytes().all(|byte| byte.is_ascii_digit());
        let is_left = |process: &str| beside(real, process).file_name() == Some(&name);
        if process.filter(is_number).is_some_and(is_left)
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Takes an unfinished file away. If it can't, whoever comes next clears up.
fn clearing(beside: &Path, to: &Path) -> impl FnOnce() + Send + 'static {
    let (beside, to) = (beside.to_owned(), to.to_owned());
    move || {
        if fs::remove_file(&beside).is_ok() {
            warn(&format!("Ended early: {} was not written.", clean(&to.display().to_string())));
        }
    }
}
