//! What is put in order when the program is ended early, by Ctrl-C or because its terminal goes away.

use std::{
    convert::Infallible,
    sync::{Mutex, MutexGuard, Once, PoisonError},
};

type Order = Box<dyn FnOnce() + Send>;

/// Held while something is done that is done whole, or not at all.
static WHOLE: Mutex<()> = Mutex::new(());

static ORDERS: Mutex<Vec<Order>> = Mutex::new(Vec::new());

/// Does something that no signal cuts in two.
pub fn whole<T>(act: impl FnOnce() -> T) -> T {
    let _whole = WHOLE.lock().unwrap_or_else(PoisonError::into_inner);
    act()
}

/// If the program is ended, this is done before; of several things what was said last is done first. None may wait for anything:
/// the program is to end.
pub fn when_ended(order: impl FnOnce() + Send + 'static) {
    let Ok(()) = made_unless_ended(|| Ok::<_, Infallible>(((), order)));
}

/// Makes something, and what puts it in order if the program is ended: there is no moment at which it is there and nobody would.
pub fn made_unless_ended<T, O: FnOnce() + Send + 'static, E>(making: impl FnOnce() -> Result<(T, O), E>) -> Result<T, E> {
    static HEARING: Once = Once::new();
    HEARING.call_once(hear);
    let mut kept = orders();
    let (made, order) = making()?;
    kept.push(Box::new(order));
    Ok(made)
}

fn orders() -> MutexGuard<'static, Vec<Order>> {
    ORDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn hear() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // Where the system lets nobody hear of signals, nothing is put in order.
    if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        std::thread::spawn(move || {
            for signal in signals.forever() {
                // As long as this is held nothing more is made.
                let mut kept = orders();
                while let Some(order) = kept.pop() {
                    order();
                }
                let _ = emulate_default_handler(signal);
            }
        });
    }
}

/// Elsewhere the program just ends.
#[cfg(not(unix))]
fn hear() {}
