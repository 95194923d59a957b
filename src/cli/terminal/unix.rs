//! The terminal's modes in a session: keys come one by one and unechoed, what is printed is translated as ever. Whatever ends the
//! session, the terminal is given back as it was.

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::{Errno, read},
    stdio::{stderr, stdin},
    termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr},
};
use signal_hook::{
    consts::{SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU},
    iterator::{Handle, Signals},
    low_level::{emulate_default_handler, raise},
};
use std::{
    io,
    os::fd::BorrowedFd,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use super::whole;

/// Signals that end the program, unless it does something about them.
const ENDS: [i32; 9] = [SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU];
/// Whether a paste is marked, and what stands there is forgotten.
const BEGIN: &[u8] = b"\x1b[?2004h";
const END: &[u8] = b"\x1b[?2004l";
/// After a signal nothing is known of where and how the terminal was writing.
const BREAK_OFF: &[u8] = b"\x1b[0m\x1b[?25h";

/// The terminal in raw mode, as long as this lives.
pub struct Raw {
    terminal: BorrowedFd<'static>,
    modes: Modes,
    signals: Handle,
    /// Whether the program was stopped and goes on: what it showed may be gone.
    resumed: Arc<AtomicBool>,
}

impl Raw {
    /// Changes the modes; `is_dumb`: to a terminal that knows no escape sequence.
    pub fn begin(is_dumb: bool) -> io::Result<Self> {
        let modes = Modes { before: tcgetattr(stdin())?, is_dumb };
        let mut signals = Signals::new(ENDS.iter().chain(&[SIGCONT, SIGTSTP]))?;
        let this = Self { terminal: stdin(), modes, signals: signals.handle(), resumed: Arc::default() };
        let (modes, resumed) = (this.modes.clone(), Arc::clone(&this.resumed));
        thread::spawn(move || {
            for signal in signals.forever() {
                if signal == SIGCONT {
                    modes.change();
                    resumed.store(true, Ordering::Relaxed);
                    continue;
                }
                modes.restore(true);
                if signal == SIGTSTP {
                    let _ = emulate_default_handler(signal);
                } else {
                    whole(|| emulate_default_handler(signal)).unwrap_or_else(|_| std::process::abort());
                }
            }
        });
        this.modes.change();
        Ok(this)
    }

    /// Adds the bytes that were typed, as soon as there are some: whether there were any in so long a time.
    pub fn read(&self, typed: &mut Vec<u8>, wait: Duration) -> io::Result<bool> {
        let wait = Timespec { tv_sec: wait.as_secs().cast_signed(), tv_nsec: wait.subsec_nanos().into() };
        let mut bytes = [0; 4096];
        loop {
            match poll(&mut [PollFd::new(&self.terminal, PollFlags::IN)], Some(&wait)) {
                Ok(0) => return Ok(false),
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            match read(self.terminal, &mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    typed.extend_from_slice(&bytes[..count]);
                    return Ok(true);
                }
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Whether the program was stopped and goes on since this was asked last.
    pub fn was_resumed(&self) -> bool {
        self.resumed.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        self.modes.restore(false);
        self.signals.close();
    }
}

/// Stops the program, as Ctrl-Z does.
pub fn stop() {
    let _ = raise(SIGTSTP);
}

/// How many rows and columns there are.
pub fn size() -> (usize, usize) {
    let size = tcgetwinsize(stderr()).ok();
    let rows = size.map(|size| size.ws_row).filter(|rows| *rows > 0).unwrap_or(24);
    let columns = size.map(|size| size.ws_col).filter(|columns| *columns > 0).unwrap_or(80);
    (rows.into(), columns.into())
}

#[derive(Clone)]
struct Modes {
    before: Termios,
    is_dumb: bool,
}

impl Modes {
    fn change(&self) {
        let mut raw = self.before.clone();
        raw.input_modes -= InputModes::BRKINT | InputModes::ICRNL | InputModes::IGNCR | InputModes::INLCR;
        raw.input_modes -= InputModes::INPCK | InputModes::ISTRIP | InputModes::IXON;
        raw.local_modes -= LocalModes::ECHO | LocalModes::ECHONL | LocalModes::ICANON | LocalModes::IEXTEN | LocalModes::ISIG;
        raw.special_codes[SpecialCodeIndex::VMIN] = 1;
        raw.special_codes[SpecialCodeIndex::VTIME] = 0;
        let _ = tcsetattr(stdin(), OptionalActions::Now, &raw);
        if !self.is_dumb {
            say(BEGIN);
        }
    }

    fn restore(&self, breaks_off: bool) {
        if !self.is_dumb {
            if breaks_off {
                say(BREAK_OFF);
            }
            say(END);
        }
        let _ = tcsetattr(stdin(), OptionalActions::Now, &self.before);
        if breaks_off {
            say(b"\n");
        }
    }
}

/// Where it can't be said there is no terminal any more.
fn say(bytes: &[u8]) {
    let _ = rustix::io::write(stderr(), bytes);
}
