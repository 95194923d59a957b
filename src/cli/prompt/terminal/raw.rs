//! Raw mode during a session. The terminal is restored however the session ends.

use crate::cli::signals::{on_shutdown, on_suspension};
use console::Term;
use crossterm::{
    cursor::Show,
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute,
    style::ResetColor,
    terminal::{disable_raw_mode, enable_raw_mode},
};
use std::{
    io::{self, Write as _},
    mem,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

/// Whether the terminal is taken over.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Whether it is to be in raw mode: not while another reader has the keys.
static IS_RAW: AtomicBool = AtomicBool::new(false);

/// Whether the program was suspended and goes on since that was asked last.
static WAS_RESUMED: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode, as long as this lives.
pub struct Raw;

impl Raw {
    /// Enters raw mode.
    pub fn begin() -> io::Result<Self> {
        static INSTALLED: Once = Once::new();
        INSTALLED.call_once(|| {
            on_shutdown(|| {
                // Nothing else writes to the terminal from here on.
                mem::forget(io::stderr().lock());
                restore();
            });
            on_suspension(restore, take_over_again);
        });
        enter()?;
        IS_OPEN.store(true, Ordering::Relaxed);
        Ok(Self)
    }

    /// Lets another reader take the keys in the terminal's own mode.
    pub fn lend<T>(&self, ask: impl FnOnce(&Term) -> io::Result<T>) -> io::Result<T> {
        IS_RAW.store(false, Ordering::Relaxed);
        leave()?;
        let answer = ask(&Term::stderr());
        enter()?;
        answer
    }

    /// Whether the program was suspended and resumed since the last call: the screen may be lost.
    pub fn was_resumed(&self) -> bool {
        WAS_RESUMED.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        IS_OPEN.store(false, Ordering::Relaxed);
        IS_RAW.store(false, Ordering::Relaxed);
        let _ = leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    IS_RAW.store(true, Ordering::Relaxed);
    if super::is_dumb() { Ok(()) } else { execute!(io::stderr(), EnableBracketedPaste) }
}

fn leave() -> io::Result<()> {
    if !super::is_dumb() {
        // An error means that the terminal is gone.
        let _ = execute!(io::stderr(), DisableBracketedPaste);
    }
    disable_raw_mode()
}

/// Gives the terminal back, whatever was being drawn.
fn restore() {
    if IS_OPEN.load(Ordering::Relaxed) {
        if !super::is_dumb() {
            let _ = execute!(io::stderr(), ResetColor, Show);
        }
        let _ = leave();
        let _ = io::stderr().write_all(b"\n");
    }
}

/// Enters raw mode again: the shell may have changed the modes.
fn take_over_again() {
    if IS_RAW.load(Ordering::Relaxed) {
        let _ = disable_raw_mode().and_then(|()| enter());
    }
    WAS_RESUMED.store(true, Ordering::Relaxed);
}
