//! Cleans up when a signal ends the program: after Ctrl-C, or when the terminal is gone.

use std::{
    convert::Infallible,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

type Handler = Box<dyn FnOnce() + Send>;

/// Held while something runs that must not be interrupted.
static UNINTERRUPTED: Mutex<()> = Mutex::new(());

static HANDLERS: Mutex<Vec<Handler>> = Mutex::new(Vec::new());

/// Runs something that no signal may interrupt.
pub fn without_interruption<T>(act: impl FnOnce() -> T) -> T {
    let _uninterrupted = UNINTERRUPTED.lock().unwrap_or_else(PoisonError::into_inner);
    act()
}

/// Calls `handler` before a signal ends the program, the last added first. A handler must not block.
pub fn on_shutdown(handler: impl FnOnce() + Send + 'static) {
    let Ok(()) = create_with_cleanup(|| Ok::<_, Infallible>(((), handler)));
}

/// Creates something together with the handler that cleans it up. A signal that arrives meanwhile is handled after both exist.
pub fn create_with_cleanup<T, H: FnOnce() + Send + 'static, E>(create: impl FnOnce() -> Result<(T, H), E>) -> Result<T, E> {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(install_handlers);
    let mut handlers = handlers();
    let (created, handler) = create()?;
    handlers.push(Box::new(handler));
    Ok(created)
}

fn handlers() -> MutexGuard<'static, Vec<Handler>> {
    HANDLERS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn install_handlers() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // If signals can't be caught, nothing is cleaned up.
    if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // This lock stops others from creating more.
                let mut handlers = handlers();
                while let Some(handler) = handlers.pop() {
                    handler();
                }
                let _ = emulate_default_handler(signal);
            }
        });
    }
}

/// On other systems the program ends without cleaning up.
#[cfg(not(unix))]
fn install_handlers() {}
