//! The server of the live page, one host of its [`Api`]: it shows the logs of a folder on every phone that has the link, and records
//! from those that may. Access, limits, streams of events and the page's files are its business; what a request means is the API's.

mod access;
mod assets;
mod folder;
mod http;
mod network;
mod secrets;
mod stream;
mod watch;

pub use network::links;
pub use secrets::Secrets;

use super::api::{Api, LogEvent, Permission};
use crate::{
    log::{FileError, disk::FileHandle},
    referee::Games,
};
use access::AccessControl;
use assets::Assets;
use folder::LogFolder;
use network::{hosts, network_addresses};
use std::{
    collections::HashMap,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::{OwnedMutexGuard, Semaphore, broadcast},
};
use watch::ChangedFiles;

/// Connections that may wait to be accepted.
const LISTEN_BACKLOG: i32 = 1024;
/// The most open connections. Most systems let a program open 1,024 files.
const MAX_CONNECTIONS: u32 = 832;
/// The most requests that are handled at once.
const MAX_WORK: u32 = 16;
/// The most requests of watchers that are handled at once: the others are left to those who record.
const MAX_WATCHER_WORK: u32 = 8;
/// The number of events that a slow phone may fall behind; what it misses arrives as one event.
const EVENT_CAPACITY: usize = 256;
/// The timeout for running requests after the server was told to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

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

/// What is sent to all streams.
#[derive(Clone, Debug)]
enum Broadcast {
    Event(LogEvent),
    /// The links were renewed, or the server stops: all streams end.
    Ended,
}

/// The state that all connections share.
struct ServerState {
    api: Api,
    folder: Arc<LogFolder>,
    access: AccessControl,
    broadcast: broadcast::Sender<Broadcast>,
    connections: Arc<Semaphore>,
    /// Permits for requests that are handled, on threads of their own.
    work: Arc<Semaphore>,
    watcher_work: Arc<Semaphore>,
    /// Changes of one log wait here for each other, and statistics, so that those which wait hold no permit.
    queues: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    assets: OnceLock<Assets>,
    games: Games,
    address: SocketAddr,
    /// The lock file, open while this server may record, so that no other server records in the folder.
    _lock: Option<FileHandle>,
}

impl ServerState {
    fn assets(&self) -> &Assets {
        self.assets.get_or_init(|| Assets::of(self.games))
    }

    fn send(&self, events: impl IntoIterator<Item = LogEvent>) {
        for event in events {
            // Without streams there is nobody to send it to.
            let _ = self.broadcast.send(Broadcast::Event(event));
        }
    }

    /// Waits until no other request has the turn of this queue.
    async fn turn(&self, queue: &str) -> OwnedMutexGuard<()> {
        let turn = {
            let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
            queues.retain(|_, turn| Arc::strong_count(turn) > 1);
            queues.entry(queue.to_owned()).or_default().clone()
        };
        turn.lock_owned().await
    }

    /// Runs `work` on a thread of its own, once there is a permit for it. If the client disconnects, waiting work is dropped; work that
    /// has begun is done to its end.
    async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        permission: Permission,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> io::Result<T> {
        let acquire = async |permits: &Arc<Semaphore>| permits.clone().acquire_owned().await.map_err(io::Error::other);
        let watcher_permit = if permission == Permission::Watch { Some(acquire(&self.watcher_work).await?) } else { None };
        let permit = acquire(&self.work).await?;
        let state = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let _permits = (watcher_permit, permit);
            work(&state)
        });
        done.await.map_err(io::Error::other)
    }
}

/// A server that is listening.
pub struct Server {
    listener: std::net::TcpListener,
    secrets: Secrets,
    state: ServerState,
    watcher: notify::RecommendedWatcher,
    changed_files: Arc<ChangedFiles>,
}

impl Server {
    /// Starts to listen, and loads the secrets.
    pub fn bind(options: &ServeOptions) -> Result<Self, ServeError> {
        let folder = Arc::new(LogFolder::of(&options.path)?);
        let secrets_error = |error| ServeError::Secrets(folder.path().to_owned(), error);
        let state_folder = options.state.clone().map_or_else(secrets::state_folder, Ok).map_err(secrets_error)?;
        let links = secrets::file_about(&state_folder, &folder.served_path(), "links");
        let lock = || secrets::try_lock(&secrets::file_about(&state_folder, &folder.identity(), "lock")).map_err(secrets_error);
        let watch_only = options.recording == RecordingPolicy::Never;
        let own_lock = if watch_only { None } else { lock()? };
        if own_lock.is_none() && options.recording == RecordingPolicy::Alone {
            return Err(ServeError::Served(folder.path().to_owned()));
        }
        let (listener, address) = listen(options).map_err(|error| {
            if let (io::ErrorKind::AddrNotAvailable, Some(address)) = (error.kind(), options.address) {
                return ServeError::Address(address, network_addresses());
            }
            // The port may be taken by another server of this folder: then the links stay.
            let is_foreign = error.kind() == io::ErrorKind::AddrInUse && (own_lock.is_some() || matches!(lock(), Ok(Some(_))));
            port_taken(options.port, error, is_foreign.then_some(&*links))
        })?;
        let secrets = Secrets::load(&links, options.new_links, watch_only)?;
        let (watcher, changed_files) = watch::watch(&folder)?;
        let permits = |most: u32| Arc::new(Semaphore::new(most as usize));
        let state = ServerState {
            api: Api::new(folder.clone(), options.games, secrets.version_key().to_owned()),
            access: AccessControl::new(secrets.clone(), links),
            broadcast: broadcast::Sender::new(EVENT_CAPACITY),
            connections: permits(MAX_CONNECTIONS),
            work: permits(MAX_WORK),
            watcher_work: permits(MAX_WATCHER_WORK),
            queues: Mutex::default(),
            assets: OnceLock::new(),
            games: options.games,
            address,
            _lock: own_lock,
            folder,
        };
        Ok(Self { listener, secrets, state, watcher, changed_files })
    }

    /// The addresses at which others reach it: the loopback address, or this machine's addresses in its networks.
    pub fn hosts(&self) -> Vec<String> {
        hosts(self.state.address)
    }

    /// Whether other machines may connect, but this one is in no network.
    pub fn is_without_network(&self) -> bool {
        self.state.address.ip().is_unspecified() && network_addresses().is_empty()
    }

    /// The secrets of the links.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Serves until `until` returns. `until` is called once the server accepts requests.
    pub fn run(self, until: impl FnOnce() + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, state, watcher, changed_files, .. } = self;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let state = Arc::new(state);
        let served = runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            tokio::spawn(watch::reread_changed(state.clone(), changed_files));
            let (ended, end) = tokio::sync::oneshot::channel();
            std::thread::Builder::new().spawn(move || {
                until();
                // The receiver waits for it.
                let _ = ended.send(());
            })?;
            http::serve(listener, state, end).await;
            Ok(())
        });
        drop(watcher);
        // Acknowledged changes are on disk. Running requests may finish.
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        served
    }
}

fn listen(options: &ServeOptions) -> io::Result<(std::net::TcpListener, SocketAddr)> {
    let from = if options.lan { options.address.unwrap_or(Ipv4Addr::UNSPECIFIED) } else { Ipv4Addr::LOCALHOST };
    let listener = std::net::TcpListener::bind((from, options.port))?;
    listener.set_nonblocking(true)?;
    // The default backlog is 128: in a flood, other clients would have to retry after a second.
    socket2::SockRef::from(&listener).listen(LISTEN_BACKLOG)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// The error for a port that can't be used. A foreign server there has the page's origin, so the saved links are renewed.
fn port_taken(port: u16, error: io::Error, links: Option<&Path>) -> ServeError {
    match links.map_or(Ok(false), Secrets::renew) {
        Ok(renewed) => ServeError::Port { port, error, renewed },
        Err(error) => error,
    }
}
