//! The live page: one process shows the logs of a folder on every phone that has the link, and records from those that may. What
//! it answers is what the commands print with `--json`; nothing is judged here, and no notation is parsed in a browser.

mod access;
mod answer;
mod api;
mod change;
mod events;
mod folder;
mod pages;
mod places;
mod sealed;
mod secrets;
mod served;
mod server;

pub use secrets::Secrets;
pub use server::Server;

use crate::{log::FileError, referee::Referee};
use access::Access;
use answer::Answer;
use axum::http::StatusCode;
use events::Events;
use folder::Folder;
use places::Places;
use sealed::{Seal, choosers};
use served::Served;
use std::{
    collections::HashMap,
    fs::File,
    io,
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
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
    /// Where the links are kept; else in the user's own folder for such things.
    pub state: Option<PathBuf>,
}

/// Why nothing can be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// There is nothing of that name.
    #[error("{} can't be served ({}): name a log, or a folder of logs", crate::table::escape::path(.0), .1)]
    Nothing(PathBuf, #[source] io::Error),
    /// It is a file, and no log.
    #[error(transparent)]
    NoLog(FileError),
    /// The port is taken, or the system keeps it for itself.
    #[error(
        "port {0} can't be listened on ({1}): end what listens there, or choose another with --port (0 takes any that is free)"
    )]
    Port(u16, #[source] io::Error),
    /// Another server serves it, and two would not know of each other's phones.
    #[error(
        "{} is served already: use the links of that server, or end it and serve the whole folder (one with --watch-only can run beside it)", crate::table::escape::path(.0)
    )]
    Served(PathBuf),
    /// The secrets can't be kept.
    #[error("the links can't be kept in {} ({}): the folder must be writable", crate::table::escape::path(.0), .1)]
    Secrets(PathBuf, #[source] io::Error),
    /// The system gives no random bits.
    #[error("the system gives no random numbers to make a link of ({0}): try again")]
    NoChance(getrandom::Error),
    /// The folder can't be watched.
    #[error("{} can't be watched for changes: {}", crate::table::escape::path(.0), .1)]
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
    places: Places,
    /// One change is made after another.
    writing: Arc<tokio::sync::Mutex<()>>,
    served: Mutex<Served>,
    /// The choices that phones hold until the last has chosen, by game.
    sealed: Mutex<HashMap<String, Vec<Seal>>>,
    /// Held open where it may be recorded, so that no other server records in the folder.
    _alone: Option<File>,
}

impl Live {
    /// A log can't be read: what is wrong with it, if it was one before. What never was one is none of anybody's business.
    fn unread(&self, name: &str, error: &FileError) -> Answer {
        if self.events.knows(name) { Answer::of_file(&self.folder, error) } else { Answer::no_game() }
    }

    /// Who has chosen in a game, as it stands.
    fn chosen(&self, name: &str, referee: &dyn Referee) -> Vec<String> {
        let (sealed, choosers) = (locked(&self.sealed), choosers(referee));
        let holds = |seal: &&Seal| choosers.contains(&seal.player) && seal.still_holds(referee.book(), referee.log());
        let holding = sealed.get(name).into_iter().flatten().filter(holds);
        holding.map(|seal| seal.player.clone()).collect()
    }
}

/// Works away from the threads that listen. What was begun is done, also if nobody waits for it any more.
async fn blocking(work: Box<dyn FnOnce() -> Answer + Send>) -> Answer {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Answer::not_understood(StatusCode::INTERNAL_SERVER_ERROR, &format!("this failed: {error}")))
}

/// What a lock guards, also after a panic elsewhere: every value under a lock here is whole at every moment.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
