//! Ends work that nobody waits for any more. The loops that can be long check it; the check unwinds, so half a result goes nowhere.

use std::{
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Weak,
};

thread_local! {
    /// Who waits for the work of this thread. Where this is none, work is done to its end.
    static WAITING: RefCell<Option<Weak<()>>> = const { RefCell::new(None) };
}

/// What a check unwinds with.
struct Abandoned;

/// Restores who waited before, also when the work unwinds.
struct Before(Option<Weak<()>>);

impl Drop for Before {
    fn drop(&mut self) {
        WAITING.set(self.0.take());
    }
}

/// Does work as long as somebody waits for it; none if nobody does any more. The work may leave behind only what is consistent at every
/// moment.
pub fn while_waiting<T>(waiting: Weak<()>, work: impl FnOnce() -> T) -> Option<T> {
    let _before = Before(WAITING.replace(Some(waiting)));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(payload) if payload.is::<Abandoned>() => None,
        // A panic stays one.
        Err(payload) => resume_unwind(payload),
    }
}

/// Ends the work of this thread if nobody waits for it any more.
pub fn end_if_abandoned() {
    let is_abandoned = WAITING.with_borrow(|waiting| waiting.as_ref().is_some_and(|waiting| waiting.strong_count() == 0));
    if is_abandoned {
        // No panic: nothing is reported.
        resume_unwind(Box::new(Abandoned));
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
        assert_eq!(while_waiting(waiting.clone(), || (0..3).inspect(|_| end_if_abandoned()).sum::<i32>()), Some(3));
        let (mut here, mut rounds) = (Some(here), 0);
        let endless = || loop {
            end_if_abandoned();
            rounds += 1;
            here = here.take().filter(|_| rounds < 3);
        };
        assert_eq!(while_waiting::<()>(waiting, endless), None);
        assert_eq!(rounds, 3);
        // Other work of this thread isn't ended.
        end_if_abandoned();
    }
}
