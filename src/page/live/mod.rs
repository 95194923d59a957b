//! The live page: one process shows the logs of a folder on every phone that has the link, and records from those that may. Its
//! responses are what the commands print with `--json`; nothing is judged here, and no notation is parsed in a browser.

mod access;
mod answer;
mod api;
mod change;
mod connections;
mod ending;
mod events;
mod folder;
mod pages;
mod past;
mod sealed;
mod secrets;
mod served;
mod server;
mod shown;
mod statistics;
mod turn;
mod watched;
mod work;

pub use secrets::Secrets;
pub use server::{Server, links};

use crate::{
    actions::LineExtensions,
    log::{FileError, disk::FileHandle},
    referee::{Games, Referee},
};
use access::AccessControl;
use answer::ApiResponse;
use connections::Connections;
use events::EventHub;
use folder::LogFolder;
use pages::Assets;
use sealed::{SealedChoice, SealedChoices};
use serde_json::{Value, json};
use served::ServedRequests;
use std::{
    collections::HashMap,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use work::WorkLimits;

/// The options of a server: what is served, and to whom.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// A log, or a folder of logs.
    pub path: PathBuf,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// Whether other machines of the network may connect.
    pub lan: bool,
    /// The one address of this machine to listen at; the default is all of them. Only with `lan`.
    pub address: Option<Ipv4Addr>,
    /// Whether anybody may record.
    pub recording: RecordingPolicy,
    /// Whether to make new links; the old ones become invalid.
    pub new_links: bool,
    /// The folder where the links are saved; the default is the user's state folder.
    pub state: Option<PathBuf>,
    /// The known games.
    pub games: Games,
}

/// Whether anybody may record in a folder, or in a log of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingPolicy {
    /// Yes, if no other server records in the folder.
    Alone,
    /// Yes, even if another server records in the folder, which doesn't know this one's phones.
    BesideOthers,
    /// Nobody may: there is only the watch link.
    Never,
}

/// The reason why a server can't start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Nothing has that name.
    #[error("{} can't be served ({}): name a log, or a folder of logs", crate::table::escape::path(.0), .1)]
    Nothing(PathBuf, #[source] io::Error),
    /// The path is a file, but not a log.
    #[error(transparent)]
    NoLog(FileError),
    /// The port is taken, or reserved by the system.
    #[error(
        "port {port} can't be listened on ({error}): end what listens there, or choose another with --port (0 takes any that is free){}",
        if *.renewed { ". What listens there could read the links that browsers keep for this address, so they are renewed" } else { "" }
    )]
    Port {
        /// The port.
        port: u16,
        /// Why it can't be listened on.
        #[source]
        error: io::Error,
        /// Whether the old links are invalid now.
        renewed: bool,
    },
    /// Another server records in the folder, and two would not know of each other's phones.
    #[error(
        "{} is served already, and recorded in: use the links of that server, or end it and serve the whole folder. One with --watch-only can run beside it; --force records beside it all the same", crate::table::escape::path(.0)
    )]
    Served(PathBuf),
    /// This machine doesn't have the address.
    #[error("this machine has no address {}: {}", .0, own_addresses(.1))]
    Address(Ipv4Addr, Vec<IpAddr>),
    /// The secrets can't be kept.
    #[error("the links can't be kept in {} ({}): the folder must be writable", crate::table::escape::path(.0), .1)]
    Secrets(PathBuf, #[source] io::Error),
    /// The system gives no random bits.
    #[error("the system gives no random numbers to make a link of ({0}): try again")]
    NoRandomness(getrandom::Error),
    /// The folder can't be watched.
    #[error("{} can't be watched for changes: {}", crate::table::escape::path(.0), .1)]
    Unwatched(PathBuf, #[source] notify::Error),
    /// The system gives no threads or sockets.
    #[error("the server can't start: {0}")]
    System(#[from] io::Error),
}

fn own_addresses(own: &[IpAddr]) -> String {
    let own: Vec<String> = own.iter().map(ToString::to_string).collect();
    if own.is_empty() { "it is in no network".to_owned() } else { format!("its addresses are {}", own.join(", ")) }
}

/// The [`ServerState`] as an axum extractor.
type SharedState = axum::extract::State<Arc<ServerState>>;

struct ServerState {
    folder: LogFolder,
    access: AccessControl,
    events: EventHub,
    connections: Connections,
    work: WorkLimits,
    games: Games,
    /// Held by the running change: changes run one after another.
    writing: Arc<tokio::sync::Mutex<()>>,
    served: Mutex<ServedRequests>,
    sealed: Mutex<SealedChoices>,
    /// The inputs of the phones that extended lines, by game, until the server ends.
    inputs: Mutex<HashMap<String, LineExtensions>>,
    /// The rematch of each log that was begun, with the answer to the phone that began it, until the server ends.
    rematches: Mutex<HashMap<String, (String, ApiResponse)>>,
    assets: OnceLock<Assets>,
    address: SocketAddr,
    /// The lock file, open while this server may record, so that no other server records in the folder.
    _alone: Option<FileHandle>,
}

impl ServerState {
    /// The response for a log that can't be read. It says what is wrong only if the file was a log before.
    fn unread(&self, name: &str, error: &FileError) -> ApiResponse {
        if self.events.was_read(name) { ApiResponse::of_file(&self.folder, error) } else { ApiResponse::no_game() }
    }

    /// The rematch of a log, unless it is gone or put away, with the answer to the phone that began it.
    fn rematch(&self, name: &str) -> Option<(String, ApiResponse)> {
        let (name, begun) = locked(&self.rematches).get(name).cloned()?;
        let log = self.folder.read(&name)?.ok()?;
        log.closed().is_none().then_some((name, begun))
    }

    fn assets(&self) -> &Assets {
        self.assets.get_or_init(|| Assets::of(self.games))
    }

    /// The players who have a valid sealed choice.
    fn chosen(&self, name: &str, referee: &dyn Referee) -> Vec<String> {
        SealedChoice::players(locked(&self.sealed).of(name), referee)
    }

    /// The sealed choices in whose place something else was recorded: `[{"player","at","text"}]`.
    fn replaced(&self, name: &str, referee: &dyn Referee) -> Vec<Value> {
        let replaced = |seal: &SealedChoice| {
            let (place, text) = seal.replaced(referee)?;
            Some(json!({"player": seal.player, "at": place.to_string(), "text": text}))
        };
        locked(&self.sealed).of(name).iter().filter_map(replaced).collect()
    }
}

/// Locks a mutex, and ignores poisoning: every value here is consistent at every moment, also after a panic elsewhere.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
