//! A cache of referees by the digest of their log: a change is parsed and replayed once, however many phones ask for the result.

use super::locked;
use crate::{log::Digest, referee::Referee};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

const CAPACITY: usize = 16;
/// The largest log, in bytes, whose referee is cached: a referee takes many times the memory of its log.
const MAX_LOG_BYTES: usize = 256 << 10;

/// The cache, the most recently used referee last.
#[derive(Default)]
pub(super) struct Referees(Mutex<VecDeque<(Digest, Arc<dyn Referee>)>>);

impl Referees {
    /// The cached referee of a log with this text, or a new one from `open`.
    pub(super) fn of<E>(&self, text: &str, open: impl FnOnce() -> Result<Box<dyn Referee>, E>) -> Result<Arc<dyn Referee>, E> {
        let digest = Digest::of(text);
        let known = {
            let mut cache = locked(&self.0);
            cache.iter().position(|(known, _)| *known == digest).and_then(|at| cache.remove(at))
        };
        let referee = match known {
            Some((_, referee)) => referee,
            None => Arc::from(open()?),
        };
        self.put(digest, text, &referee);
        Ok(referee)
    }

    /// Caches the referee of a new text in place of the old text's.
    pub(super) fn replace(&self, old: &str, new: &str, referee: &Arc<dyn Referee>) {
        let old = Digest::of(old);
        locked(&self.0).retain(|(known, _)| *known != old);
        self.put(Digest::of(new), new, referee);
    }

    fn put(&self, digest: Digest, text: &str, referee: &Arc<dyn Referee>) {
        if text.len() <= MAX_LOG_BYTES {
            let mut cache = locked(&self.0);
            cache.push_back((digest, Arc::clone(referee)));
            if cache.len() > CAPACITY {
                cache.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{log::Log, referee};
    use std::cell::Cell;

    #[test]
    fn a_log_is_replayed_once_as_long_as_it_is_the_same() {
        let log = |nth: usize| format!("fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n# {nth}\n");
        let (referees, opened) = (Referees::default(), Cell::new(0));
        let of = |text: &str| {
            referees.of(text, || {
                opened.set(opened.get() + 1);
                referee::open(Log::parse(text).expect("a log"))
            })
        };
        for _ in 0..3 {
            assert_eq!(of(&log(0)).expect("judged").log().text(), log(0));
        }
        assert_eq!(opened.get(), 1);
        (1..=CAPACITY).for_each(|nth| drop(of(&log(nth))));
        of(&log(CAPACITY)).expect("judged");
        assert_eq!(opened.get(), 1 + CAPACITY);
        of(&log(0)).expect("judged");
        assert_eq!(opened.get(), 2 + CAPACITY, "it was asked for longest ago");
        assert_eq!(locked(&referees.0).len(), CAPACITY);
    }
}
