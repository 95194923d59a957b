//! Cooperative cancellation. Long loops check whether their client is still connected; if not, the check unwinds.

use std::{
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Weak,
};

thread_local! {
    /// The waiter for the work of this thread. With `None`, the work can't be cancelled.
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

/// Runs `work` as long as its waiter exists. Returns `None` if a check cancelled the work. Shared state must be consistent whenever
/// `work` calls [`check_cancelled`].
pub fn run_cancellable<T>(waiting: Weak<()>, work: impl FnOnce() -> T) -> Option<T> {
    let _before = WaiterGuard(WAITER.replace(Some(waiting)));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(payload) if payload.is::<Cancelled>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// Cancels the work of this thread if its waiter no longer exists.
pub fn check_cancelled() {
    let is_abandoned = WAITER.with_borrow(|waiting| waiting.as_ref().is_some_and(|waiting| waiting.strong_count() == 0));
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
        let here = Arc::new(());
        let waiting = Arc::downgrade(&here);
        assert_eq!(run_cancellable(waiting.clone(), || (0..3).inspect(|_| check_cancelled()).sum::<i32>()), Some(3));
        let (mut here, mut rounds) = (Some(here), 0);
        let endless = || loop {
            check_cancelled();
            rounds += 1;
            here = here.take().filter(|_| rounds < 3);
        };
        assert_eq!(run_cancellable::<()>(waiting, endless), None);
        assert_eq!(rounds, 3);
        // Later work of this thread is not cancelled.
        check_cancelled();
    }
}
