//! The server: its socket, its connections, and its shutdown.

use super::{
    AccessControl, Connections, EventHub, LogFolder, RecordingPolicy, SealedChoices, Secrets, ServeError, ServeOptions,
    ServedRequests, ServerState, WorkLimits, api,
    events::{self, ChangedFiles, Event},
    secrets,
    work::MAX_BLOCKING_THREADS,
};
use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    path::Path,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};
use tokio::net::TcpListener;

const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The most bytes of a request's headers. The limit is checked between two reads, so up to twice as many may arrive.
const MAX_HEADER_BYTES: usize = 32 * 1024;
/// Connections that may wait to be accepted.
const LISTEN_BACKLOG: i32 = 1024;
/// The timeout for running writes after the server was told to stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// The timeout for open connections after that.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);
/// The delay before an unreadable log is read again: an editor may be writing it.
const RETRY_DELAY: Duration = Duration::from_millis(150);

/// A server that is listening.
pub struct Server {
    listener: std::net::TcpListener,
    secrets: Secrets,
    live: ServerState,
    watcher: notify::RecommendedWatcher,
    changed_files: Arc<ChangedFiles>,
}

impl Server {
    /// Starts to listen, and loads the secrets.
    pub fn bind(options: &ServeOptions) -> Result<Self, ServeError> {
        let folder = LogFolder::of(&options.path, options.games)?;
        let secrets_error = |error| ServeError::Secrets(folder.path().to_owned(), error);
        let state = options.state.clone().map_or_else(secrets::state, Ok).map_err(secrets_error)?;
        let file = |identity: String, kind| secrets::file_about(&state, &identity, kind);
        let links = file(folder.identity(), "links");
        let hold = || secrets::try_lock(&file(folder.folder_identity(), "lock")).map_err(secrets_error);
        let watch_only = options.recording == RecordingPolicy::Never;
        let alone = if watch_only { None } else { hold()? };
        if alone.is_none() && options.recording == RecordingPolicy::Alone {
            return Err(ServeError::Served(folder.path().to_owned()));
        }
        let (listener, address) = listen(options).map_err(|error| {
            if let (io::ErrorKind::AddrNotAvailable, Some(address)) = (error.kind(), options.address) {
                return ServeError::Address(address, network_addresses());
            }
            // The port may be taken by another server of this folder: then the links stay.
            let is_foreign = error.kind() == io::ErrorKind::AddrInUse && (alone.is_some() || matches!(hold(), Ok(Some(_))));
            port_taken(options.port, error, is_foreign.then_some(&*links))
        })?;
        let secrets = Secrets::load(&links, options.new_links, watch_only)?;
        // Two servers never write to the same file.
        let own = |alone_kind, kind| file(folder.folder_identity(), if alone.is_some() { alone_kind } else { kind });
        let (served, sealed) = (own("served", "beside"), own("sealed", "sealed-beside"));
        let sealed = SealedChoices::load(sealed, options.new_links, &folder, options.games).map_err(secrets_error)?;
        let (watcher, changed_files) = events::watch(&folder)?;
        let live = ServerState {
            access: AccessControl::new(secrets.clone(), links),
            events: EventHub::default(),
            connections: Connections::default(),
            work: WorkLimits::default(),
            games: options.games,
            writing: Arc::default(),
            served: Mutex::new(ServedRequests::load(served, &folder).map_err(secrets_error)?),
            sealed: Mutex::new(sealed),
            inputs: Mutex::default(),
            rematches: Mutex::default(),
            assets: OnceLock::new(),
            address,
            _alone: alone,
            folder,
        };
        Ok(Self { listener, secrets, live, watcher, changed_files })
    }

    /// The addresses at which others reach it: the loopback address, or this machine's addresses in its networks.
    pub fn hosts(&self) -> Vec<String> {
        hosts(self.live.address)
    }

    /// Whether other machines may connect, but this one is in no network.
    pub fn is_without_network(&self) -> bool {
        self.live.address.ip().is_unspecified() && network_addresses().is_empty()
    }

    /// The secrets of the links.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Serves until `until` returns. `until` is called once the server accepts requests.
    pub fn run(self, until: impl FnOnce() + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, live, watcher, changed_files, .. } = self;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(MAX_BLOCKING_THREADS)
            .enable_all()
            .build()?;
        let served = runtime.block_on(serve(listener, Arc::new(live), changed_files, until));
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

/// The links for these hosts. The secret is in the fragment, which no browser sends.
pub fn links(hosts: &[String], secret: &str) -> Vec<String> {
    hosts.iter().map(|host| format!("http://{host}/join#{secret}")).collect()
}

/// The addresses at which others reach a socket that listens at this one; the loopback address if this machine is in no network.
pub(super) fn hosts(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    let networks = if address.ip().is_unspecified() { network_addresses() } else { vec![address.ip()] };
    let hosts: Vec<String> = networks.iter().map(|address| format!("{address}:{port}")).collect();
    if hosts.is_empty() { vec![format!("127.0.0.1:{port}")] } else { hosts }
}

/// The addresses of this machine in its networks. Networks that phones can be in come first, and among them that of the default route.
fn network_addresses() -> Vec<IpAddr> {
    let own = if_addrs::get_if_addrs().unwrap_or_default().into_iter().filter(|own| !own.is_loopback() && own.ip().is_ipv4());
    // No packet is sent for this.
    let outgoing = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    let mut addresses: Vec<(bool, bool, IpAddr)> =
        own.map(|own| (is_virtual(&own.name), outgoing.as_ref().is_ok_and(|out| out.ip() != own.ip()), own.ip())).collect();
    addresses.sort_by_key(|&(is_virtual, is_other, _)| (is_virtual, is_other));
    addresses.into_iter().map(|(.., address)| address).collect()
}

/// Whether the name of an interface is that of a VPN, or of a bridge to containers or virtual machines. No phone is behind one.
fn is_virtual(interface: &str) -> bool {
    const VIRTUAL: [&str; 16] = [
        "br-",
        "cni",
        "docker",
        "lxc",
        "lxdbr",
        "podman",
        "ppp",
        "tailscale",
        "tap",
        "tun",
        "utun",
        "vboxnet",
        "veth",
        "virbr",
        "vmnet",
        "wg",
    ];
    VIRTUAL.iter().any(|beginning| interface.starts_with(beginning))
}

/// Accepts connections until `until` returns.
async fn serve(
    listener: std::net::TcpListener,
    live: Arc<ServerState>,
    changed_files: Arc<ChangedFiles>,
    until: impl FnOnce() + Send + 'static,
) -> Result<(), ServeError> {
    let listener = TcpListener::from_std(listener)?;
    tokio::spawn(watch(live.clone(), changed_files));
    let router = api::router(live.clone());
    let graceful = GracefulShutdown::new();
    let (ended, mut end) = tokio::sync::oneshot::channel();
    std::thread::Builder::new().spawn(move || {
        until();
        // The receiver waits for it.
        let _ = ended.send(());
    })?;
    loop {
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => {
                let Ok(accepted) = accepted else {
                    // A temporary error, such as too many open files.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                accepted
            }
            _ = &mut end => break,
        };
        let accepted = live.connections.accept(from.ip());
        let _ = stream.set_nodelay(true);
        let service = router.clone().layer(Extension(accepted.clone()));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(MAX_HEADER_BYTES)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A phone that disconnects is no error. What has arrived is read before the connection is closed for another one.
            tokio::select! {
                biased;
                _ = connection => {}
                () = accepted.close_requested() => {}
            }
        });
    }
    drop(listener);
    live.events.send("", Event::Ended);
    // Running writes finish and respond; open event streams are cut off.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, live.writing.lock()).await;
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, graceful.shutdown()).await;
    Ok(())
}

async fn watch(live: Arc<ServerState>, changed_files: Arc<ChangedFiles>) {
    loop {
        for name in changed_files.next(&live.events).await {
            if !look(&live, &name, false).await {
                let live = live.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(RETRY_DELAY).await;
                    look(&live, &name, true).await
                });
            }
        }
    }
}

async fn look(live: &Arc<ServerState>, name: &str, is_retry: bool) -> bool {
    let (live, name) = (live.clone(), name.to_owned());
    // After a failure it is read again with the next change.
    tokio::task::spawn_blocking(move || live.events.reread(&live.folder, &name, is_retry)).await.unwrap_or(true)
}
