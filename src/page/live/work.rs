//! Blocking work, off the async threads: logs are read, judged and written here. Watchers have few threads, and never one that a
//! recorder waits for. A thread can't be interrupted, so long work checks whether its client is still there.

use super::{answer::ApiResponse, secrets::Permission};
use crate::table::run_cancellable;
use axum::http::StatusCode;
use std::sync::{Arc, Weak};
use tokio::{sync::Semaphore, task::spawn_blocking};

pub(super) const MAX_BLOCKING_THREADS: usize = 16;
/// The number of these threads that serve recorders.
const RECORDER_THREADS: usize = 8;
/// The number of these threads that serve watchers. The rest reads files that have changed on disk.
const WATCHER_THREADS: usize = 4;

/// Limits the work that runs at once.
pub(super) struct WorkLimits {
    recorders: Arc<Semaphore>,
    watchers: Arc<Semaphore>,
}

impl Default for WorkLimits {
    fn default() -> Self {
        Self { recorders: Arc::new(Semaphore::new(RECORDER_THREADS)), watchers: Arc::new(Semaphore::new(WATCHER_THREADS)) }
    }
}

pub(super) struct Client(Weak<()>);

impl Client {
    /// A client, and the value whose drop marks it as gone.
    pub(super) fn new() -> (Arc<()>, Self) {
        let here = Arc::new(());
        let client = Self(Arc::downgrade(&here));
        (here, client)
    }

    pub(super) fn is_gone(&self) -> bool {
        self.0.strong_count() == 0
    }
}

impl WorkLimits {
    /// Runs work that changes nothing, like [`run`](Self::run). After a disconnection it ends at the next step of a log.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        right: Permission,
        work: impl FnOnce(&Client) -> T + Send + 'static,
    ) -> Result<T, ApiResponse> {
        let asked = self.run(right, move |client| run_cancellable(client.0.clone(), || work(client)));
        // The client is gone.
        asked.await?.ok_or_else(ApiResponse::no_game)
    }

    /// Runs work for a client with this right, once a thread is free. If the client disconnects, waiting work is dropped; work that has
    /// begun is done to its end, unless it checks itself.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        right: Permission,
        work: impl FnOnce(&Client) -> T + Send + 'static,
    ) -> Result<T, ApiResponse> {
        let failed = |error: String| ApiResponse::failed(StatusCode::INTERNAL_SERVER_ERROR, &format!("this failed: {error}"));
        let permits = if right == Permission::Record { &self.recorders } else { &self.watchers };
        let permit = permits.clone().acquire_owned().await.map_err(|error| failed(error.to_string()))?;
        // Dropped with this future, when the connection ends.
        let (_here, client) = Client::new();
        let done = spawn_blocking(move || {
            let _permit = permit;
            work(&client)
        });
        done.await.map_err(|error| failed(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::sync::mpsc;

    // On one thread no watcher comes to its turn between one that goes away and the next.
    #[tokio::test]
    async fn work_whose_askers_went_away_ends_and_holds_up_nobody_who_records() {
        let work = Arc::new(WorkLimits::default());
        let (begun, mut begins) = mpsc::unbounded_channel();
        let watchers: Vec<_> = (0..10 * WATCHER_THREADS)
            .map(|_| {
                let (work, begun) = (work.clone(), begun.clone());
                tokio::spawn(async move {
                    let endless = move |client: &Client| {
                        begun.send(()).expect("the test listens");
                        while !client.is_gone() {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                    };
                    work.run(Permission::Watch, endless).await.is_ok()
                })
            })
            .collect();
        for _ in 0..WATCHER_THREADS {
            begins.recv().await.expect("begun");
        }
        assert_eq!(work.run(Permission::Record, Client::is_gone).await.ok(), Some(false));
        for watcher in &watchers {
            watcher.abort();
        }
        assert_eq!(work.run(Permission::Watch, |_| 1).await.ok(), Some(1), "their turns are over");
        assert!(begins.try_recv().is_err(), "what was not begun never is");
    }
}
