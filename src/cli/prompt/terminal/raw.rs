//! Raw mode during a session. The terminal is restored however the session ends.

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
    /// Enters raw mode; an `is_dumb` terminal supports no escape sequences.
    pub fn begin(is_dumb: bool) -> io::Result<Self> {
        let this = Self {
            is_dumb,
            #[cfg(unix)]
            signals: signals::Signals::install(is_dumb)?,
        };
        enable_raw_mode()?;
        bracket_pastes(is_dumb, true);
        Ok(this)
    }

    /// Lets another reader take the keys, without bracketed paste; Ctrl-C ends it with an error.
    pub fn lend<T>(&self, ask: impl FnOnce(&Term) -> io::Result<T>) -> io::Result<T> {
        bracket_pastes(self.is_dumb, false);
        // The terminal stays in raw mode, so `Lines` writes carriage returns.
        #[cfg(unix)]
        let answer = self.signals.while_lent(|| ask(&Term::read_write_pair(io::stdin(), Lines(io::stderr()))));
        #[cfg(not(unix))]
        let answer = disable_raw_mode().and_then(|()| {
            let answer = ask(&Term::stderr());
            enable_raw_mode().and(answer)
        });
        bracket_pastes(self.is_dumb, true);
        answer
    }

    /// Sets what is done before a signal ends the program; only on Unix.
    pub fn before_signal_ends(&self, act: impl FnOnce() + Send + 'static) {
        #[cfg(unix)]
        self.signals.before_end(Box::new(act));
        #[cfg(not(unix))]
        drop(act);
    }

    /// Whether the program was suspended and resumed since the last call: the screen may be lost.
    pub fn was_resumed(&self) -> bool {
        #[cfg(unix)]
        return self.signals.was_resumed();
        #[cfg(not(unix))]
        false
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        bracket_pastes(self.is_dumb, false);
        let _ = disable_raw_mode();
    }
}

/// Suspends the program, as Ctrl-Z does; only on Unix.
pub fn stop() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGTSTP);
}

/// Turns bracketed paste on or off. Ignores errors: they mean that the terminal is gone.
fn bracket_pastes(is_dumb: bool, is_on: bool) {
    if !is_dumb {
        let _ = if is_on { execute!(io::stderr(), EnableBracketedPaste) } else { execute!(io::stderr(), DisableBracketedPaste) };
    }
}

/// Stderr in raw mode for writers that end lines with a line feed alone.
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
    use super::bracket_pastes;
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
            Arc, Mutex, PoisonError,
            atomic::{AtomicBool, Ordering},
        },
        thread,
        time::{Duration, Instant},
    };

    /// Signals that end the program by default.
    const TERMINATING: [i32; 9] = [SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU];

    /// How long the key reader has to notice an interrupt and restore the modes itself.
    const INTERRUPT_GRACE: Duration = Duration::from_millis(100);
    const POLL_INTERVAL: Duration = Duration::from_millis(1);

    /// Restores the terminal before a signal ends or suspends the program, and takes it over again when it resumes.
    pub struct Signals {
        handle: Handle,
        state: Arc<State>,
    }

    #[derive(Default)]
    struct State {
        resumed: AtomicBool,
        /// Whether another reader takes the keys.
        is_lent: AtomicBool,
        /// Whether the next SIGINT comes from Ctrl-C, which the key reader reports itself.
        expects_sigint: AtomicBool,
        before_end: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    }

    impl Signals {
        pub fn install(is_dumb: bool) -> io::Result<Self> {
            let mut signals = iterator::Signals::new(TERMINATING.iter().chain(&[SIGCONT, SIGTSTP]))?;
            let this = Self { handle: signals.handle(), state: Arc::default() };
            let (handle, state) = (this.handle.clone(), Arc::clone(&this.state));
            thread::spawn(move || {
                while !handle.is_closed() {
                    let mut received: Vec<i32> = signals.wait().collect();
                    // SIGINT last: another signal may have caused it.
                    received.sort_by_key(|signal| *signal == SIGINT);
                    for signal in received {
                        state.handle(signal, is_dumb);
                    }
                }
            });
            Ok(this)
        }

        pub fn before_end(&self, act: Box<dyn FnOnce() + Send>) {
            *self.state.before_end.lock().unwrap_or_else(PoisonError::into_inner) = Some(act);
        }

        pub fn was_resumed(&self) -> bool {
            self.state.resumed.swap(false, Ordering::Relaxed)
        }

        /// Runs a reader that raises SIGINT itself when Ctrl-C interrupts it, and reports that: that SIGINT is ignored.
        pub fn while_lent<T>(&self, ask: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
            let State { is_lent, expects_sigint, .. } = &*self.state;
            expects_sigint.store(true, Ordering::Relaxed);
            is_lent.store(true, Ordering::Relaxed);
            let answer = ask();
            is_lent.store(false, Ordering::Relaxed);
            let is_raised = answer.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted);
            while is_raised && expects_sigint.load(Ordering::Relaxed) {
                thread::sleep(POLL_INTERVAL);
            }
            expects_sigint.store(false, Ordering::Relaxed);
            answer
        }
    }

    impl State {
        fn handle(&self, signal: i32, is_dumb: bool) {
            match signal {
                SIGCONT => {
                    // The shell may have changed the modes.
                    let _ = disable_raw_mode().and_then(|()| enable_raw_mode());
                    if !self.is_lent.load(Ordering::Relaxed) {
                        bracket_pastes(is_dumb, true);
                    }
                    self.resumed.store(true, Ordering::Relaxed);
                }
                SIGINT if self.expects_sigint.swap(false, Ordering::Relaxed) => {}
                _ => {
                    // Nothing else writes to the terminal from here on.
                    let _terminal = io::stderr().lock();
                    let begun = Instant::now();
                    while self.is_lent.load(Ordering::Relaxed) && begun.elapsed() < INTERRUPT_GRACE {
                        thread::sleep(POLL_INTERVAL);
                    }
                    restore(is_dumb);
                    if signal == SIGTSTP {
                        let _ = emulate_default_handler(signal);
                    } else {
                        without_interruption(|| {
                            if let Some(act) = self.before_end.lock().unwrap_or_else(PoisonError::into_inner).take() {
                                act();
                            }
                            emulate_default_handler(signal)
                        })
                        .unwrap_or_else(|_| std::process::abort());
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

    /// Restores the terminal, whatever was being drawn.
    fn restore(is_dumb: bool) {
        if !is_dumb {
            let _ = execute!(io::stderr(), ResetColor, Show);
        }
        bracket_pastes(is_dumb, false);
        let _ = disable_raw_mode();
        let _ = io::stderr().write_all(b"\n");
    }
}
