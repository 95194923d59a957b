//! Limits open connections. A connection is unauthenticated until its first request shows a secret. When there are too many of
//! those, the oldest one of the address that has most is closed, so thousands of silent connections keep nobody else out.

use super::{locked, secrets::Permission};
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, OnceLock},
};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The most unauthenticated connections. Most systems let a program open 1,024 files; all connections are fewer.
const MAX_UNAUTHENTICATED: usize = 128;
const MAX_AUTHENTICATED: usize = 640;
const RESERVED_FOR_RECORDERS: usize = 64;

pub(super) struct Connections {
    unauthenticated: Mutex<VecDeque<Arc<Connection>>>,
    places: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
}

pub(super) struct Connection {
    from: IpAddr,
    places: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
    place: OnceLock<OwnedSemaphorePermit>,
    closing: Notify,
}

impl Default for Connections {
    fn default() -> Self {
        let (places, reserved) = (Arc::new(Semaphore::new(MAX_AUTHENTICATED)), Arc::new(Semaphore::new(RESERVED_FOR_RECORDERS)));
        Self { unauthenticated: Mutex::default(), places, reserved }
    }
}

impl Connections {
    pub(super) fn accept(&self, from: IpAddr) -> Arc<Connection> {
        let (places, reserved) = (self.places.clone(), self.reserved.clone());
        let accepted = Arc::new(Connection { from, places, reserved, place: OnceLock::new(), closing: Notify::new() });
        let mut waiting = locked(&self.unauthenticated);
        // Drops those that are authenticated or closed; nobody else holds a closed one.
        waiting.retain(|one| one.place.get().is_none() && Arc::strong_count(one) > 1);
        waiting.push_back(accepted.clone());
        if waiting.len() > MAX_UNAUTHENTICATED {
            let mut counts = HashMap::new();
            for one in &*waiting {
                *counts.entry(one.from).or_insert(0_usize) += 1;
            }
            let most = counts.values().max().copied();
            let oldest = waiting.iter().position(|one| counts.get(&one.from).copied() == most);
            if let Some(oldest) = oldest.and_then(|oldest| waiting.remove(oldest)) {
                oldest.closing.notify_one();
            }
        }
        accepted
    }
}

impl Connection {
    /// Gives a place to a connection that has shown a secret; false if all are taken.
    pub(super) fn authenticate(&self, right: Permission) -> bool {
        let place = || {
            let place = self.places.clone().try_acquire_owned().ok();
            place.or_else(|| self.reserved.clone().try_acquire_owned().ok().filter(|_| right == Permission::Record))
        };
        // One connection has one request at a time.
        self.place.get().is_some() || place().is_some_and(|place| self.place.set(place).is_ok())
    }

    /// Waits until the connection must close for another one. The caller polls for requests first, which may authenticate it.
    pub(super) async fn close_requested(&self) {
        self.closing.notified().await;
        if self.place.get().is_some() {
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 168, 1, 7));

    #[test]
    fn connections_are_limited_and_recorders_have_places_of_their_own() {
        let all = Connections::default();
        let watching: Vec<_> = (0..MAX_AUTHENTICATED).map(|_| all.accept(HERE)).collect();
        assert!(watching.iter().all(|one| one.authenticate(Permission::Watch)));
        let silent: Vec<_> = (0..=MAX_UNAUTHENTICATED).map(|_| all.accept(HERE)).collect();
        assert_eq!(locked(&all.unauthenticated).len(), MAX_UNAUTHENTICATED);
        assert!(
            !silent[5].authenticate(Permission::Watch)
                && silent[5].authenticate(Permission::Record)
                && silent[5].authenticate(Permission::Record)
        );
        let reserved: Vec<_> = (1..RESERVED_FOR_RECORDERS).map(|_| all.accept(HERE)).collect();
        assert!(reserved.iter().all(|one| one.authenticate(Permission::Record)));
        assert!(!silent[6].authenticate(Permission::Record));
        drop(watching);
        assert!(silent[6].authenticate(Permission::Watch));
        drop((silent, reserved));
        let _last = all.accept(HERE);
        assert_eq!(locked(&all.unauthenticated).len(), 1);
    }

    #[test]
    fn an_address_that_floods_the_server_closes_its_own_connections_alone() {
        let all = Connections::default();
        let slow: Vec<_> = (0..10).map(|_| all.accept(THERE)).collect();
        let flood: Vec<_> = (0..5_000).map(|_| all.accept(HERE)).collect();
        let waiting = locked(&all.unauthenticated);
        assert!(slow.iter().all(|slow| waiting.iter().any(|one| Arc::ptr_eq(slow, one))));
        assert!(waiting.iter().any(|one| Arc::ptr_eq(&flood[4_999], one)) && waiting.len() == MAX_UNAUTHENTICATED);
    }
}
