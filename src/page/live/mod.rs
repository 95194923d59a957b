//! The live page: one process shows the logs of a folder on every phone that has the link, and records from those that may. What
//! it answers is what the commands print with `--json`; nothing is judged here, and no notation is parsed in a browser.

mod access;
mod answer;
mod api;
mod change;
mod events;
mod folder;
mod pages;
mod secrets;
mod server;

pub use secrets::Secrets;
pub use server::Server;

use access::Access;
use change::Served;
use events::Events;
use folder::Folder;
use std::{
    collections::HashMap,
    io,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What is served, and to whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// A log, or a folder of logs.
    pub path: PathBuf,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Whether other machines of the network may ask too.
    pub lan: bool,
    /// Whether nobody may record.
    pub watch_only: bool,
    /// Whether the links of before are to be worth nothing.
    pub new_links: bool,
}

/// Why nothing can be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There is nothing of that name.
    #[error("{} can't be served ({}): name a log, or a folder of logs", .0.display(), .1)]
    Nothing(PathBuf, #[source] io::Error),
    /// The port is taken, or the system keeps it for itself.
    #[error(
        "port {0} can't be listened on ({1}): end what listens there, or choose another with --port (0 takes any that is free)"
    )]
    Port(u16, #[source] io::Error),
    /// The secrets can't be kept.
    #[error("the links can't be kept in {} ({}): the folder must be writable", .0.display(), .1)]
    Secrets(PathBuf, #[source] io::Error),
    /// The system gives no random bits.
    #[error("the system gives no random numbers to make a link of ({0}): try again")]
    NoChance(getrandom::Error),
    /// The folder can't be watched.
    #[error("{} can't be watched for changes: {}", .0.display(), .1)]
    Unwatched(PathBuf, #[source] notify::Error),
    /// The system gives no threads or sockets.
    #[error("the server can't start: {0}")]
    System(#[from] io::Error),
}

/// What all requests share.
struct Live {
    folder: Folder,
    access: Access,
    events: Events,
    /// One change is made after another.
    writing: tokio::sync::Mutex<()>,
    served: Mutex<Served>,
    /// The choices that phones hold until the last has chosen: by game and by player.
    sealed: Mutex<HashMap<String, HashMap<String, String>>>,
}

/// What a lock guards, also after a panic elsewhere: every value under a lock here is whole at every moment.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
