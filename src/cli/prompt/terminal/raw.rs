//! Raw mode during a session. The terminal is restored however the session ends.

use crate::cli::signals::{ignoring_interrupt, on_shutdown, on_suspension};
use console::Term;
use crossterm::{
    cursor::Show,
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute,
    style::ResetColor,
    terminal::{disable_raw_mode, enable_raw_mode},
};
#[cfg(unix)]
use rustix::{
    stdio::stdin,
    termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr},
};
#[cfg(unix)]
use std::sync::{Mutex, PoisonError};
use std::{
    io::{self, Write as _},
    mem,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

/// Whether a [`RawMode`] exists.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Whether the terminal is to be in raw mode. False while another reader reads the keys.
static IS_RAW: AtomicBool = AtomicBool::new(false);

/// Whether the program was suspended and resumed since the last query of this flag.
static WAS_RESUMED: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode, until this value is dropped.
pub(super) struct RawMode;

impl RawMode {
    pub(super) fn begin() -> io::Result<Self> {
        static INSTALLED: Once = Once::new();
        INSTALLED.call_once(|| {
            on_shutdown(|| {
                // Keep the lock for good: it stops all other writes to the terminal.
                mem::forget(io::stderr().lock());
                restore();
            });
            on_suspension(restore, resume);
        });
        enter()?;
        IS_OPEN.store(true, Ordering::Relaxed);
        Ok(Self)
    }

    /// Lets another reader read the keys in the terminal's original modes, without echo. Ctrl-C ends the reader with an error.
    pub(super) fn with_cooked_mode<T>(read: impl FnOnce(&Term) -> io::Result<T>) -> io::Result<T> {
        IS_RAW.store(false, Ordering::Relaxed);
        leave()?;
        turn_echo_off()?;
        let answer = ignoring_interrupt(|| read(&Term::stderr()));
        restore_modes()?;
        enter()?;
        answer
    }

    /// Whether the program was suspended and resumed since the last call: the screen may be lost.
    pub(super) fn was_resumed() -> bool {
        WAS_RESUMED.swap(false, Ordering::Relaxed)
    }
}

impl Drop for RawMode {
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

/// The terminal's original modes, stored while another reader reads the keys. That reader sets modes for each key.
#[cfg(unix)]
static ORIGINAL_MODES: Mutex<Option<Termios>> = Mutex::new(None);

/// Stores the terminal's original modes, and turns echo off.
fn turn_echo_off() -> io::Result<()> {
    #[cfg(unix)]
    {
        let original_modes = tcgetattr(stdin())?;
        let mut quiet = original_modes.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        *ORIGINAL_MODES.lock().unwrap_or_else(PoisonError::into_inner) = Some(original_modes);
        tcsetattr(stdin(), OptionalActions::Now, &quiet)?;
    }
    Ok(())
}

/// Sets the terminal's original modes again.
fn restore_modes() -> io::Result<()> {
    #[cfg(unix)]
    if let Some(original_modes) = ORIGINAL_MODES.lock().unwrap_or_else(PoisonError::into_inner).take() {
        tcsetattr(stdin(), OptionalActions::Now, &original_modes)?;
    }
    Ok(())
}

/// Restores the terminal, even while something is being drawn.
fn restore() {
    if IS_OPEN.load(Ordering::Relaxed) {
        if !super::is_dumb() {
            let _ = execute!(io::stderr(), ResetColor, Show);
        }
        let _ = leave().and_then(|()| restore_modes());
        let _ = io::stderr().write_all(b"\n");
    }
}

/// Enters raw mode again: the shell may have changed the modes.
fn resume() {
    if IS_RAW.load(Ordering::Relaxed) {
        let _ = disable_raw_mode().and_then(|()| enter());
    }
    WAS_RESUMED.store(true, Ordering::Relaxed);
}
