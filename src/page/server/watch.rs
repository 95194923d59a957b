//! Watches the folder for logs that something else changes: a command, a session, an editor.

use super::{
    ServeError, ServerState,
    folder::{LogFolder, log_name},
};
use notify::Watcher as _;
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::sync::Notify;

/// The delay before an unreadable log is read again: an editor may be writing it.
const RETRY_DELAY: Duration = Duration::from_millis(150);

/// The files of a folder that have changed since the last call of `next`.
#[derive(Default)]
pub(super) struct ChangedFiles {
    pending: Mutex<Pending>,
    wake: Notify,
}

#[derive(Default)]
struct Pending {
    names: HashSet<String>,
    /// Whether the system has lost events, so that all logs must be read.
    all: bool,
}

impl ChangedFiles {
    fn record(&self, event: &notify::Event) {
        if event.kind.is_access() && !event.need_rescan() {
            return;
        }
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.all |= event.need_rescan();
        pending.names.extend(event.paths.iter().filter_map(|path| log_name(path)));
        drop(pending);
        self.wake.notify_one();
    }

    /// Waits for a change, and returns the names of the changed logs.
    async fn next(&self, state: &ServerState) -> Vec<String> {
        self.wake.notified().await;
        let Pending { mut names, all } = std::mem::take(&mut *self.pending.lock().unwrap_or_else(PoisonError::into_inner));
        if all {
            names.extend(state.api.known_logs());
        }
        names.into_iter().collect()
    }
}

pub(super) fn watch(folder: &LogFolder) -> Result<(notify::RecommendedWatcher, Arc<ChangedFiles>), ServeError> {
    let changed_files = Arc::new(ChangedFiles::default());
    let changes = changed_files.clone();
    let handle = move |event: notify::Result<notify::Event>| {
        if let Ok(event) = event {
            changes.record(&event);
        }
    };
    let unwatched = |error| ServeError::Unwatched(folder.path().to_owned(), error);
    let mut watcher = notify::recommended_watcher(handle).map_err(unwatched)?;
    watcher.watch(folder.path(), notify::RecursiveMode::NonRecursive).map_err(unwatched)?;
    Ok((watcher, changed_files))
}

/// Reads the logs that change, and sends events of them.
pub(super) async fn reread_changed(state: Arc<ServerState>, changed_files: Arc<ChangedFiles>) {
    loop {
        for name in changed_files.next(&state).await {
            if !reread(&state, &name, false).await {
                let state = state.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(RETRY_DELAY).await;
                    reread(&state, &name, true).await
                });
            }
        }
    }
}

/// Reads a log; returns false if it can't be read.
async fn reread(state: &Arc<ServerState>, name: &str, is_retry: bool) -> bool {
    let (state, name) = (state.clone(), name.to_owned());
    let read = tokio::task::spawn_blocking(move || {
        let event = state.api.reread(&name, is_retry);
        let is_read = event.is_ok();
        state.send(event.ok().flatten());
        is_read
    });
    // After a failure it is read again with the next change.
    read.await.unwrap_or(true)
}
