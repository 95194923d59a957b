//! The server itself: its socket, its connections, and its end.

use super::{
    Access, Events, Folder, Live, Options, Secrets, ServeError, Served, api,
    events::{self, Event},
    secrets,
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tokio::{net::TcpListener, sync::Semaphore};
use tower::ServiceExt as _;

/// So many connections may be open at once,
const CONNECTIONS: usize = 768;
/// and so many more for those who have shown that they may record.
const KEPT: usize = 64;
/// A request's head takes no longer than this to come.
const PATIENCE: Duration = Duration::from_secs(10);
/// What is under way when the server is ended has so long to end by itself.
const FAREWELL: Duration = Duration::from_secs(3);

/// A server that listens already.
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    secrets: Secrets,
    live: Live,
    watcher: notify::RecommendedWatcher,
    changed: tokio::sync::mpsc::UnboundedReceiver<PathBuf>,
}

impl Server {
    /// Listens, with the secrets that are kept for the folder.
    ///
    /// # Errors
    /// [`ServeError`]: there is nothing to serve, the port is taken, or the secrets can't be kept.
    pub fn bind(options: &Options) -> Result<Self, ServeError> {
        let folder = Folder::of(&options.path)?;
        let everybody = if options.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let port = |error| ServeError::Port(options.port, error);
        let listener = std::net::TcpListener::bind((everybody, options.port)).map_err(port)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let state =
            |kind| secrets::state(folder.path(), kind).map_err(|error| ServeError::Secrets(folder.path().to_owned(), error));
        let mut secrets = Secrets::kept(&state("links")?, options.new_links)?;
        if options.watch_only {
            secrets.record = None;
        }
        let (watcher, changed) = events::watch(&folder)?;
        let live = Live {
            access: Access::by(secrets.clone(), address.port()),
            events: Events::default(),
            writing: tokio::sync::Mutex::default(),
            served: std::sync::Mutex::new(Served::kept(state("served")?)),
            sealed: std::sync::Mutex::default(),
            folder,
        };
        Ok(Self { listener, address, secrets, live, watcher, changed })
    }

    /// The addresses at which others reach it: this machine's own, or those that it has in its networks.
    pub fn hosts(&self) -> Vec<String> {
        let port = self.address.port();
        if self.address.ip().is_loopback() {
            return vec![format!("127.0.0.1:{port}")];
        }
        let own = if_addrs::get_if_addrs().unwrap_or_default().into_iter().filter(|own| !own.is_loopback());
        let hosts: Vec<String> = own
            .filter_map(|own| match own.ip() {
                IpAddr::V4(address) => Some(format!("{address}:{port}")),
                IpAddr::V6(_) => None,
            })
            .collect();
        if hosts.is_empty() { vec![format!("127.0.0.1:{port}")] } else { hosts }
    }

    /// The secrets of the links.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Serves until somebody ends it (Ctrl-C, or a signal to terminate).
    ///
    /// # Errors
    /// When the system gives no threads, or takes the socket away.
    pub fn run(self) -> Result<(), ServeError> {
        let Self { listener, live, watcher, changed, .. } = self;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let live = Arc::new(live);
        let served = runtime.block_on(serve(listener, live, changed));
        drop(watcher);
        // A save that is under way ends; nothing that was said to be recorded is lost.
        runtime.shutdown_timeout(FAREWELL);
        served
    }
}

/// Accepts connections until the end is asked for.
async fn serve(
    listener: std::net::TcpListener,
    live: Arc<Live>,
    mut changed: tokio::sync::mpsc::UnboundedReceiver<PathBuf>,
) -> Result<(), ServeError> {
    let listener = TcpListener::from_std(listener)?;
    let watched = live.clone();
    tokio::spawn(async move {
        while let Some(path) = changed.recv().await {
            let live = watched.clone();
            let look = move || {
                if let Some(name) = live.folder.name(&path).or_else(|| Some(path.file_stem()?.to_str()?.to_owned())) {
                    live.events.look(&live.folder, &name);
                }
            };
            // What fails in it is looked at again with the next change.
            let _ = tokio::task::spawn_blocking(look).await;
        }
    });
    let router = api::router(live.clone());
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let kept = Arc::new(Semaphore::new(KEPT));
    let graceful = GracefulShutdown::new();
    let mut end = std::pin::pin!(ended());
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => {
                let Ok(accepted) = accepted else {
                    // Too many files are open, or the like: it passes.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                accepted
            }
            () = &mut end => break,
        };
        let place = places.clone().try_acquire_owned().ok();
        let place = place.or_else(|| kept.clone().try_acquire_owned().ok().filter(|_| live.access.is_recorder(peer.ip())));
        // Who finds no place is told by the connection's end.
        let Some(place) = place else { continue };
        let _ = stream.set_nodelay(true);
        let service = router.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(axum::extract::ConnectInfo(peer));
            request
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A phone that goes away is no error.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    live.events.tell("", Event::Ended);
    // What is under way may end; who listens on is cut off.
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
    Ok(())
}

/// Waits until the server is to end.
async fn ended() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut terminate), Ok(mut hangup)) = (signal(SignalKind::terminate()), signal(SignalKind::hangup())) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}
