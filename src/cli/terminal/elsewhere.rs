//! The same where no Unix is: the console reads keys, and they are written as the bytes that they are on a terminal. There are no
//! signals that leave it changed.

use console::{Key, Term};
use std::{
    io,
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

/// The terminal whose keys come one by one, as long as this lives.
pub struct Raw(Receiver<Vec<u8>>);

impl Raw {
    /// Reads keys from now on.
    pub fn begin(_is_dumb: bool) -> io::Result<Self> {
        let (typed, keys) = channel();
        thread::spawn(move || {
            let terminal = Term::stderr();
            while let Ok(key) = terminal.read_key_raw()
                && typed.send(bytes(&key)).is_ok()
            {}
        });
        Ok(Self(keys))
    }

    /// Adds the bytes that were typed, as soon as there are some: whether there were any in so long a time.
    pub fn read(&self, typed: &mut Vec<u8>, wait: Duration) -> io::Result<bool> {
        match self.0.recv_timeout(wait) {
            Ok(bytes) => typed.extend(bytes),
            Err(RecvTimeoutError::Timeout) => return Ok(false),
            Err(RecvTimeoutError::Disconnected) => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        typed.extend(self.0.try_iter().flatten());
        Ok(true)
    }

    /// No program is stopped here, so none goes on.
    pub fn was_resumed(&self) -> bool {
        false
    }
}

/// Programs are not stopped here.
pub fn stop() {}

/// How many rows and columns there are.
pub fn size() -> (usize, usize) {
    let (rows, columns) = Term::stderr().size();
    (usize::from(rows).max(1), usize::from(columns).max(1))
}

fn bytes(key: &Key) -> Vec<u8> {
    let bytes: &[u8] = match key {
        Key::Char(char) => return char.to_string().into_bytes(),
        Key::Enter => b"\r",
        Key::Tab => b"\t",
        Key::Backspace => b"\x08",
        Key::CtrlC => b"\x03",
        Key::Escape => b"\x1b",
        Key::ArrowUp => b"\x1b[A",
        Key::ArrowDown => b"\x1b[B",
        Key::ArrowRight => b"\x1b[C",
        Key::ArrowLeft => b"\x1b[D",
        Key::Home => b"\x1b[H",
        Key::End => b"\x1b[F",
        Key::Del => b"\x1b[3~",
        Key::PageUp => b"\x1b[5~",
        Key::PageDown => b"\x1b[6~",
        _ => b"",
    };
    bytes.to_vec()
}
