//! Signals: cleans up before a signal ends the program, and restores the terminal before a signal suspends it.

use std::{
    convert::Infallible,
    io::{ErrorKind, Result},
    sync::{
        Mutex, MutexGuard, Once, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::sleep,
    time::Duration,
};

type Handler = Box<dyn FnOnce() + Send>;

/// Held while a function runs that no signal may interrupt.
static UNINTERRUPTED: Mutex<()> = Mutex::new(());

static HANDLERS: Mutex<Vec<Handler>> = Mutex::new(Vec::new());

/// The functions to call before and after a suspension.
static SUSPENSION: Mutex<[fn(); 2]> = Mutex::new([|| (); 2]);

/// Whether the next SIGINT is ignored.
static IGNORES_INTERRUPT: AtomicBool = AtomicBool::new(false);

/// Runs a reader of keys that raises SIGINT itself when a signal interrupts it. That SIGINT doesn't end the program.
pub(super) fn ignoring_interrupt<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    IGNORES_INTERRUPT.store(true, Ordering::Relaxed);
    let result = read();
    // The thread that handles signals may not have seen the SIGINT yet: wait until it has ignored it.
    while result.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) && IGNORES_INTERRUPT.load(Ordering::Relaxed)
    {
        sleep(Duration::from_millis(1));
    }
    IGNORES_INTERRUPT.store(false, Ordering::Relaxed);
    result
}

/// Runs `task`. A signal that arrives meanwhile ends the program only afterwards.
pub(super) fn without_interruption<T>(task: impl FnOnce() -> T) -> T {
    let _uninterrupted = lock(&UNINTERRUPTED);
    task()
}

/// Calls `handler` before a signal ends the program, the last added first. A handler must not block.
pub(super) fn on_shutdown(handler: impl FnOnce() + Send + 'static) {
    let Ok(()) = create_with_cleanup(|| Ok::<_, Infallible>(((), handler)));
}

/// Registers `before` to be called before the program is suspended, and `after` once it is resumed.
pub(super) fn on_suspension(before: fn(), after: fn()) {
    *lock(&SUSPENSION) = [before, after];
}

/// Creates a value together with the handler that cleans it up. A signal that arrives meanwhile is handled after both exist.
pub(super) fn create_with_cleanup<T, H: FnOnce() + Send + 'static, E>(
    create: impl FnOnce() -> std::result::Result<(T, H), E>,
) -> std::result::Result<T, E> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(install);
    let mut handlers = lock(&HANDLERS);
    let (created, handler) = create()?;
    handlers.push(Box::new(handler));
    Ok(created)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

use system::install;
pub(super) use system::{survive_size_limits, suspend, termination};

#[cfg(unix)]
mod system {
    use super::{HANDLERS, IGNORES_INTERRUPT, SUSPENSION, lock, without_interruption};
    use signal_hook::{
        consts::{SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::{emulate_default_handler, raise},
    };
    use std::{
        io,
        process::abort,
        sync::{Arc, atomic::Ordering},
        thread,
    };

    /// Signals that end the program by default.
    const TERMINATING: [i32; 9] = [SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU];

    /// Handles signals from now on. If signals can't be caught, no cleanup runs.
    pub(super) fn install() {
        if let Ok(mut signals) = Signals::new(TERMINATING.iter().chain(&[SIGCONT, SIGTSTP])) {
            thread::spawn(move || signals.forever().for_each(handle));
        }
    }

    fn handle(signal: i32) {
        let [before, after] = *lock(&SUSPENSION);
        match signal {
            SIGINT if IGNORES_INTERRUPT.swap(false, Ordering::Relaxed) => {}
            SIGCONT => after(),
            SIGTSTP => {
                before();
                let _ = emulate_default_handler(signal);
            }
            _ => without_interruption(|| {
                // The lock stops other threads from adding handlers.
                let mut handlers = lock(&HANDLERS);
                while let Some(handler) = handlers.pop() {
                    handler();
                }
                emulate_default_handler(signal).unwrap_or_else(|_| abort());
            }),
        }
    }

    pub(crate) fn suspend() {
        let _ = raise(SIGTSTP);
    }

    /// Catches the signals that end a server, and returns a function that waits for one.
    pub(crate) fn termination() -> io::Result<impl FnOnce() + Send> {
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
        Ok(move || {
            signals.forever().next();
        })
    }

    /// Makes a write beyond the system's file size limit an error. Otherwise its signal would end the program.
    pub(crate) fn survive_size_limits() {
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}

/// On other systems a signal ends the program without cleaning up. Acknowledged changes are on disk already.
#[cfg(not(unix))]
mod system {
    use std::{io, thread::park};

    pub(super) fn install() {}

    pub fn suspend() {}

    pub fn termination() -> io::Result<impl FnOnce() + Send> {
        Ok(|| {
            loop {
                park();
            }
        })
    }

    pub fn survive_size_limits() {}
}
