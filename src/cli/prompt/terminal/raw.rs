//! Raw mode during a session. Whatever ends the session, the terminal is restored.

#[cfg(unix)]
use crate::cli::out::newlines;
use console::Term;
use crossterm::{
    event::{DisableBracketedPaste, EnableBracketedPaste},
    execute,
    terminal::{disable_raw_mode, enable_raw_mode},
};
use std::io;

/// The terminal in raw mode, as long as this lives.
pub struct Raw {
    is_dumb: bool,
    #[cfg(unix)]
    signals: signals::Signals,
}

impl Raw {
    /// Changes the modes; `is_dumb`: to a terminal that knows no escape sequence.
    pub fn begin(is_dumb: bool) -> io::Result<Self> {
        let this = Self {
            is_dumb,
            #[cfg(unix)]
            signals: signals::Signals::watch(is_dumb)?,
        };
        enable_raw_mode()?;
        mark_pastes(is_dumb, true);
        Ok(this)
    }

    /// Lets another reader take the keys; Ctrl-C ends it with an error. Bracketed paste is off meanwhile.
    pub fn lend<T>(&self, ask: impl FnOnce(&Term) -> io::Result<T>) -> io::Result<T> {
        mark_pastes(self.is_dumb, false);
        // Only here lines may end in a line feed alone while keys come one by one.
        #[cfg(unix)]
        let asked = self.signals.leave_ctrl_c(|| ask(&Term::read_write_pair(io::stdin(), Lines(io::stderr()))));
        #[cfg(not(unix))]
        let asked = disable_raw_mode().and_then(|()| {
            let asked = ask(&Term::stderr());
            enable_raw_mode().and(asked)
        });
        mark_pastes(self.is_dumb, true);
        asked
    }

    /// Whether the program was stopped and goes on since this was asked last: what it showed may be gone.
    pub fn was_resumed(&self) -> bool {
        #[cfg(unix)]
        return self.signals.was_resumed();
        #[cfg(not(unix))]
        false
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        mark_pastes(self.is_dumb, false);
        let _ = disable_raw_mode();
    }
}

/// Stops the program, as Ctrl-Z does; where no Unix is, programs are not stopped.
pub fn stop() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
}

/// Whether the terminal marks where a paste begins and ends. Where that can't be said there is no terminal any more.
fn mark_pastes(is_dumb: bool, marks: bool) {
    if !is_dumb {
        let _ = if marks { execute!(io::stderr(), EnableBracketedPaste) } else { execute!(io::stderr(), DisableBracketedPaste) };
    }
}

/// A terminal in raw mode for those that end their lines in a line feed.
#[cfg(unix)]
#[derive(Debug)]
struct Lines(io::Stderr);

#[cfg(unix)]
impl io::Write for Lines {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.write_all(newlines(&String::from_utf8_lossy(text)).as_bytes())?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(unix)]
impl std::os::fd::AsRawFd for Lines {
    fn as_raw_fd(&self) -> std::os::fd::RawFd {
        self.0.as_raw_fd()
    }
}

#[cfg(unix)]
mod signals {
    use super::mark_pastes;
    use crate::cli::shutdown::without_interruption;
    use crossterm::{
        cursor::Show,
        execute,
        style::ResetColor,
        terminal::{disable_raw_mode, enable_raw_mode},
    };
    use signal_hook::{
        consts::{SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU},
        iterator::{self, Handle},
        low_level::emulate_default_handler,
    };
    use std::{
        io::{self, Write as _},
        sync::{
            Arc,
            atomic::{AtomicBool, Ordering},
        },
        thread,
        time::{Duration, Instant},
    };

    /// Signals that end the program, unless it does something about them.
    const ENDS: [i32; 9] = [SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU];

    /// How long the key reader has to notice an interrupt: it restores the modes itself.
    const INTERRUPTED: Duration = Duration::from_millis(100);
    const MOMENT: Duration = Duration::from_millis(1);

    /// What gives the terminal back before a signal ends or stops the program, and takes it again where it goes on.
    pub struct Signals {
        handle: Handle,
        heard: Arc<Heard>,
    }

    #[derive(Default)]
    struct Heard {
        resumed: AtomicBool,
        /// Whether something else reads keys.
        is_lent: AtomicBool,
        /// Whether the next SIGINT comes from Ctrl-C, which the key reader reports itself.
        is_changed: AtomicBool,
    }

    impl Signals {
        pub fn watch(is_dumb: bool) -> io::Result<Self> {
            let mut signals = iterator::Signals::new(ENDS.iter().chain(&[SIGCONT, SIGTSTP]))?;
            let this = Self { handle: signals.handle(), heard: Arc::default() };
            let (handle, heard) = (this.handle.clone(), Arc::clone(&this.heard));
            thread::spawn(move || {
                while !handle.is_closed() {
                    let mut came: Vec<i32> = signals.wait().collect();
                    // It may have been raised because of another.
                    came.sort_by_key(|signal| *signal == SIGINT);
                    for signal in came {
                        heard.hear(signal, is_dumb);
                    }
                }
            });
            Ok(this)
        }

        pub fn was_resumed(&self) -> bool {
            self.heard.resumed.swap(false, Ordering::Relaxed)
        }

        /// Lets something read keys that raises SIGINT itself where it is interrupted, and says so: that signal ends nothing.
        pub fn leave_ctrl_c<T>(&self, ask: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
            let Heard { is_lent, is_changed, .. } = &*self.heard;
            is_changed.store(true, Ordering::Relaxed);
            is_lent.store(true, Ordering::Relaxed);
            let asked = ask();
            is_lent.store(false, Ordering::Relaxed);
            let is_raised = asked.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted);
            while is_raised && is_changed.load(Ordering::Relaxed) {
                thread::sleep(MOMENT);
            }
            is_changed.store(false, Ordering::Relaxed);
            asked
        }
    }

    impl Heard {
        fn hear(&self, signal: i32, is_dumb: bool) {
            match signal {
                SIGCONT => {
                    // The shell may have changed the modes.
                    let _ = disable_raw_mode().and_then(|()| enable_raw_mode());
                    if !self.is_lent.load(Ordering::Relaxed) {
                        mark_pastes(is_dumb, true);
                    }
                    self.resumed.store(true, Ordering::Relaxed);
                }
                SIGINT if self.is_changed.swap(false, Ordering::Relaxed) => {}
                _ => {
                    // From here on nothing else writes to the terminal.
                    let _terminal = io::stderr().lock();
                    let begun = Instant::now();
                    while self.is_lent.load(Ordering::Relaxed) && begun.elapsed() < INTERRUPTED {
                        thread::sleep(MOMENT);
                    }
                    give_back(is_dumb);
                    if signal == SIGTSTP {
                        let _ = emulate_default_handler(signal);
                    } else {
                        without_interruption(|| emulate_default_handler(signal)).unwrap_or_else(|_| std::process::abort());
                    }
                }
            }
        }
    }

    impl Drop for Signals {
        fn drop(&mut self) {
            self.handle.close();
        }
    }

    /// Gives the terminal back; nothing is known of where and how it was being written to.
    fn give_back(is_dumb: bool) {
        if !is_dumb {
            let _ = execute!(io::stderr(), ResetColor, Show);
        }
        mark_pastes(is_dumb, false);
        let _ = disable_raw_mode();
        let _ = io::stderr().write_all(b"\n");
    }
}
