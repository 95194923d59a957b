//! The connections that may be open at once. Whoever comes stands in the hall until a request shows a secret, and sits down then.
//! When the hall is full, whoever has stood there longest goes: a thousand who say nothing keep nobody out.

use super::{locked, secrets::Right};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, OnceLock},
};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// So many stand in the hall. All together they are fewer than the files that a program may open on most systems, 1,024.
const HALL: usize = 128;
/// So many may sit,
const SEATS: usize = 640;
/// and so many more of those who may record.
const KEPT: usize = 64;

/// The places of a server.
pub struct Places {
    hall: Mutex<VecDeque<Arc<Guest>>>,
    seats: Arc<Semaphore>,
    kept: Arc<Semaphore>,
}

/// Who is at the other end of a connection.
pub struct Guest {
    seats: Arc<Semaphore>,
    kept: Arc<Semaphore>,
    seat: OnceLock<OwnedSemaphorePermit>,
    leave: Notify,
}

impl Default for Places {
    fn default() -> Self {
        Self { hall: Mutex::default(), seats: Arc::new(Semaphore::new(SEATS)), kept: Arc::new(Semaphore::new(KEPT)) }
    }
}

impl Places {
    /// Lets somebody in.
    pub fn welcome(&self) -> Arc<Guest> {
        let (seats, kept) = (self.seats.clone(), self.kept.clone());
        let guest = Arc::new(Guest { seats, kept, seat: OnceLock::new(), leave: Notify::new() });
        let mut hall = locked(&self.hall);
        // Who has gone is known to nobody else.
        hall.retain(|guest| guest.seat.get().is_none() && Arc::strong_count(guest) > 1);
        if hall.len() >= HALL
            && let Some(longest) = hall.pop_front()
        {
            longest.leave.notify_one();
        }
        hall.push_back(guest.clone());
        guest
    }
}

impl Guest {
    /// Gives who has shown a secret a seat; false if there is none.
    pub fn sit(&self, right: Right) -> bool {
        let seat = || {
            let seat = self.seats.clone().try_acquire_owned().ok();
            seat.or_else(|| self.kept.clone().try_acquire_owned().ok().filter(|_| right == Right::Record))
        };
        // One connection has one request at a time.
        self.seat.get().is_some() || seat().is_some_and(|seat| self.seat.set(seat).is_ok())
    }

    /// Waits until the place is another's.
    pub async fn is_to_leave(&self) {
        self.leave.notified().await;
        if self.seat.get().is_some() {
            // It has sat down meanwhile.
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hall_and_the_seats_are_full_at_some_time_and_never_for_those_who_record() {
        let places = Places::default();
        let seated: Vec<_> = (0..SEATS).map(|_| places.welcome()).collect();
        assert!(seated.iter().all(|guest| guest.sit(Right::Watch)));
        let standing: Vec<_> = (0..=HALL).map(|_| places.welcome()).collect();
        assert_eq!(locked(&places.hall).len(), HALL);
        assert!(!standing[5].sit(Right::Watch) && standing[5].sit(Right::Record) && standing[5].sit(Right::Record));
        let kept: Vec<_> = (1..KEPT).map(|_| places.welcome()).collect();
        assert!(kept.iter().all(|guest| guest.sit(Right::Record)));
        assert!(!standing[6].sit(Right::Record));
        drop(seated);
        assert!(standing[6].sit(Right::Watch));
        drop((standing, kept));
        let _last = places.welcome();
        assert_eq!(locked(&places.hall).len(), 1);
    }
}
