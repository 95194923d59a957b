//! The server: its socket, its connections, and its shutdown.

use super::{
    Access, Connections, Events, Folder, Live, Options, Recording, Referees, Secrets, ServeError, Served, Work, api,
    events::{self, ChangedFiles, Event},
    secrets,
    work::MAX_BLOCKING_THREADS,
};
use crate::log::Digest;
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
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::net::TcpListener;
use tower::ServiceExt as _;

/// Timeout for reading a request's headers.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// No request needs a head of as many bytes, and one of twice as many is refused (the limit is looked at between two reads).
const HEAD: usize = 32 * 1024;
/// Connections that may wait to be accepted.
const LISTEN_BACKLOG: i32 = 1024;
/// What is being written when the server is ended has so long to be done,
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// and who waits for an answer so long to get it.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(200);
/// What can't be read may be half written by an editor, but not for longer than this.
const WHILE_WRITTEN: Duration = Duration::from_millis(150);

/// A server that listens already.
pub struct Server {
    listener: std::net::TcpListener,
    secrets: Secrets,
    renewed: bool,
    live: Live,
    watcher: notify::RecommendedWatcher,
    changed_files: Arc<ChangedFiles>,
}

impl Server {
    /// Listens, with the secrets that are kept for what is served.
    ///
    /// # Errors
    /// [`ServeError`]: there is nothing to serve, another server records in it, the port is taken, or the secrets can't be kept.
    pub fn bind(options: &Options) -> Result<Self, ServeError> {
        let folder = Folder::of(&options.path, options.games)?;
        let unkept = |error| ServeError::Secrets(folder.path().to_owned(), error);
        let state = options.state.clone().map_or_else(secrets::state, Ok).map_err(unkept)?;
        let file = |identity: String, kind| state.join(format!("{}.{kind}", Digest::of(&identity)));
        let links = file(folder.identity(), "links");
        let hold = || secrets::hold(&file(folder.folder_identity(), "lock")).map_err(unkept);
        let watch_only = options.recording == Recording::Never;
        let alone = if watch_only { None } else { hold()? };
        if alone.is_none() && options.recording == Recording::Alone {
            return Err(ServeError::Served(folder.path().to_owned()));
        }
        let (listener, address) = listen(options).map_err(|error| {
            // What another server of this folder listens on is no stranger's.
            let is_strange = error.kind() == io::ErrorKind::AddrInUse && (alone.is_some() || matches!(hold(), Ok(Some(_))));
            port_taken(options.port, error, is_strange.then_some(&*links))
        })?;
        let (secrets, renewed) = Secrets::kept(&links, options.new_links, watch_only)?;
        // Two servers don't write into one file.
        let served = file(folder.folder_identity(), if alone.is_some() { "served" } else { "beside" });
        let (watcher, changed_files) = events::watch(&folder)?;
        let live = Live {
            access: Access::by(secrets.clone(), links, address.port()),
            events: Events::default(),
            connections: Connections::default(),
            work: Work::default(),
            referees: Referees::default(),
            games: options.games,
            writing: Arc::default(),
            served: Mutex::new(Served::kept(served, &folder)),
            sealed: Mutex::default(),
            address,
            _alone: alone,
            folder,
        };
        Ok(Self { listener, secrets, renewed, live, watcher, changed_files })
    }

    /// The addresses at which others reach it: this machine's own, or those that it has in its networks.
    pub fn hosts(&self) -> Vec<String> {
        hosts(self.live.address)
    }

    /// The secrets of the links.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Whether the links of before are worth nothing any more since an earlier version made them.
    pub fn has_renewed_links(&self) -> bool {
        self.renewed
    }

    /// Serves as long as `until` takes, which is called once it answers.
    ///
    /// # Errors
    /// When the system gives no threads, or takes the socket away.
    pub fn run(self, until: impl FnOnce() + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, live, watcher, changed_files, .. } = self;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(MAX_BLOCKING_THREADS)
            .enable_all()
            .build()?;
        let served = runtime.block_on(serve(listener, Arc::new(live), changed_files, until));
        drop(watcher);
        // Nothing that was acknowledged is lost: it is on disk. Running requests may finish.
        runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        served
    }
}

/// Listens where it is asked to.
fn listen(options: &Options) -> io::Result<(std::net::TcpListener, SocketAddr)> {
    let from = if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listener = std::net::TcpListener::bind((from, options.port))?;
    listener.set_nonblocking(true)?;
    // The library lets 128 wait: in a flood others would have to knock again, a second later.
    socket2::SockRef::from(&listener).listen(LISTEN_BACKLOG)?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// A port can't be listened on. What a stranger listens on has the same origin as the page: links that are kept are renewed.
fn port_taken(port: u16, error: io::Error, links: Option<&Path>) -> ServeError {
    match links.map_or(Ok(false), Secrets::renew) {
        Ok(renewed) => ServeError::Port { port, error, renewed },
        Err(error) => error,
    }
}

/// The links to some hosts, with a secret behind the mark that no browser sends.
pub fn links(hosts: &[String], secret: &str) -> Vec<String> {
    hosts.iter().map(|host| format!("http://{host}/join#{secret}")).collect()
}

/// The addresses at which others reach what listens at this one.
pub fn hosts(address: SocketAddr) -> Vec<String> {
    let port = address.port();
    if address.ip().is_loopback() {
        return vec![format!("127.0.0.1:{port}")];
    }
    let own = if_addrs::get_if_addrs().unwrap_or_default().into_iter().filter(|own| !own.is_loopback());
    let addresses = own.map(|own| own.ip()).filter(IpAddr::is_ipv4);
    let mut addresses: Vec<IpAddr> = addresses.collect();
    // First the one that leads out: it is the network that the phones are in. No packet is sent for this.
    let way_out = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    addresses.sort_by_key(|address| way_out.as_ref().is_ok_and(|out| out.ip() != *address));
    let hosts: Vec<String> = addresses.iter().map(|address| format!("{address}:{port}")).collect();
    if hosts.is_empty() { vec![format!("127.0.0.1:{port}")] } else { hosts }
}

/// Accepts connections until the end is asked for.
async fn serve(
    listener: std::net::TcpListener,
    live: Arc<Live>,
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
        // The other end waits for it.
        let _ = ended.send(());
    })?;
    loop {
        let (stream, from) = tokio::select! {
            accepted = listener.accept() => {
                let Ok(accepted) = accepted else {
                    // Too many files are open, or the like: it passes.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                accepted
            }
            _ = &mut end => break,
        };
        let accepted = live.connections.accept(from.ip());
        let _ = stream.set_nodelay(true);
        let known = accepted.clone();
        let service = router.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(known.clone());
            request
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(HEAD)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A phone that goes away is no error. What has come is read before a connection is closed for another one.
            tokio::select! {
                biased;
                _ = connection => {}
                () = accepted.is_to_close() => {}
            }
        });
    }
    drop(listener);
    live.events.send("", Event::Ended);
    // Running writes finish and respond; open event streams are cut off.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, live.writing.lock()).await;
    let _ = tokio::time::timeout(ANSWER_TIMEOUT, graceful.shutdown()).await;
    Ok(())
}

/// Looks at every log that somebody changed.
async fn watch(live: Arc<Live>, changed_files: Arc<ChangedFiles>) {
    loop {
        for name in changed_files.next(&live.events).await {
            if !look(&live, &name, false).await {
                let live = live.clone();
                tokio::spawn(async move {
                    tokio::time::sleep(WHILE_WRITTEN).await;
                    look(&live, &name, true).await
                });
            }
        }
    }
}

async fn look(live: &Arc<Live>, name: &str, lasts: bool) -> bool {
    let (live, name) = (live.clone(), name.to_owned());
    // What fails is looked at again with the next change.
    tokio::task::spawn_blocking(move || live.events.look(&live.folder, &name, lasts)).await.unwrap_or(true)
}
