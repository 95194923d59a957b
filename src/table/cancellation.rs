//! Cooperative cancellation. Long loops check whether a client still waits for their result. If none waits, the check unwinds.

use std::{
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Weak,
};

thread_local! {
    /// The client that waits for the work of this thread. `None` if the work can't be cancelled.
    static WAITER: RefCell<Option<Weak<()>>> = const { RefCell::new(None) };
}

/// The panic payload of a cancellation.
struct Cancelled;

/// A guard that restores the previous waiter on drop, also during an unwind.
struct WaiterGuard(Option<Weak<()>>);

impl Drop for WaiterGuard {
    fn drop(&mut self) {
        WAITER.set(self.0.take());
    }
}

/// Runs `work` as long as `waiter` exists. Returns `None` if a check cancelled the work. Shared state must be consistent whenever
/// `work` calls [`check_cancelled`].
pub fn run_cancellable<T>(waiter: Weak<()>, work: impl FnOnce() -> T) -> Option<T> {
    let _guard = WaiterGuard(WAITER.replace(Some(waiter)));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => Some(result),
        Err(payload) if payload.is::<Cancelled>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// Cancels the work of this thread if the waiter no longer exists.
pub fn check_cancelled() {
    let is_abandoned = WAITER.with_borrow(|waiter| waiter.as_ref().is_some_and(|waiter| waiter.strong_count() == 0));
    if is_abandoned {
        // `resume_unwind` skips the panic hook, so no message is printed.
        resume_unwind(Box::new(Cancelled));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn work_ends_at_the_next_check_once_nobody_waits() {
        let client = Arc::new(());
        let waiter = Arc::downgrade(&client);
        assert_eq!(run_cancellable(waiter.clone(), || (0..3).inspect(|_| check_cancelled()).sum::<i32>()), Some(3));
        let (mut client, mut checks) = (Some(client), 0);
        let endless = || loop {
            check_cancelled();
            checks += 1;
            client = client.take().filter(|_| checks < 3);
        };
        assert_eq!(run_cancellable::<()>(waiter, endless), None);
        assert_eq!(checks, 3);
        // Later work of this thread is not cancelled.
        check_cancelled();
    }
}
