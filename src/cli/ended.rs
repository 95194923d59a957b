//! What is put in order when the program is ended early, by Ctrl-C or because its terminal goes away.

use std::sync::{Mutex, Once, PoisonError};

type Order = Box<dyn FnOnce() + Send>;

static ORDERS: Mutex<Vec<Order>> = Mutex::new(Vec::new());

/// If the program is ended, this is done before; of several things what was said last is done first. None may wait for anything:
/// the program is to end.
pub fn when_ended(order: impl FnOnce() + Send + 'static) {
    static HEARING: Once = Once::new();
    ORDERS.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(order));
    HEARING.call_once(hear);
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
                let orders = std::mem::take(&mut *ORDERS.lock().unwrap_or_else(PoisonError::into_inner));
                orders.into_iter().rev().for_each(|order| order());
                let _ = emulate_default_handler(signal);
            }
        });
    }
}

/// Elsewhere the program just ends.
#[cfg(not(unix))]
fn hear() {}
