//! The server itself: its socket, its connections, and its end.

use super::{
    Access, Events, Folder, Live, Options, Places, Secrets, ServeError, Served, api,
    events::{self, Event, Stirred},
    secrets,
};
use crate::log::Digest;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::net::TcpListener;
use tower::ServiceExt as _;

/// A request's head takes no longer than this to come.
const PATIENCE: Duration = Duration::from_secs(10);
/// No request needs a head of as many bytes, and one of twice as many is refused (the limit is looked at between two reads).
const HEAD: usize = 32 * 1024;
/// What is being written when the server is ended has so long to be done,
const FAREWELL: Duration = Duration::from_secs(3);
/// and who waits for an answer so long to get it.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// What can't be read may be half written by an editor, but not for longer than this.
const WHILE_WRITTEN: Duration = Duration::from_millis(150);
/// So many logs are read or written at once.
const HANDS: usize = 16;

/// A server that listens already.
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    secrets: Secrets,
    live: Live,
    watcher: notify::RecommendedWatcher,
    stirred: Arc<Stirred>,
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
        let unkept = |error| ServeError::Secrets(folder.path().to_owned(), error);
        let state = options.state.clone().map_or_else(secrets::state, Ok).map_err(unkept)?;
        let of_folder = Digest::of(&folder.path().to_string_lossy());
        let file = |kind| state.join(format!("{of_folder}.{kind}"));
        let alone = if options.watch_only {
            None
        } else {
            let held = secrets::hold(&file("lock")).map_err(unkept)?;
            Some(held.ok_or_else(|| ServeError::Served(folder.path().to_owned()))?)
        };
        let secrets = Secrets::kept(&file("links"), options.new_links, options.watch_only)?;
        let (watcher, stirred) = events::watch(&folder)?;
        let live = Live {
            access: Access::by(secrets.clone(), address.port()),
            events: Events::default(),
            places: Places::default(),
            writing: Arc::default(),
            served: Mutex::new(Served::kept(file("served"), &folder)),
            sealed: Mutex::default(),
            _alone: alone,
            folder,
        };
        Ok(Self { listener, address, secrets, live, watcher, stirred })
    }

    /// The addresses at which others reach it: this machine's own, or those that it has in its networks.
    pub fn hosts(&self) -> Vec<String> {
        let port = self.address.port();
        if self.address.ip().is_loopback() {
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

    /// The secrets of the links.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Serves as long as `until` takes, which is called once it answers.
    ///
    /// # Errors
    /// When the system gives no threads, or takes the socket away.
    pub fn run(self, until: impl FnOnce() + Send + 'static) -> Result<(), ServeError> {
        let Self { listener, live, watcher, stirred, .. } = self;
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).max_blocking_threads(HANDS).enable_all().build()?;
        let served = runtime.block_on(serve(listener, Arc::new(live), stirred, until));
        drop(watcher);
        // Nothing that was said to be recorded is lost: it is on disk. What is still under way may end.
        runtime.shutdown_timeout(FAREWELL);
        served
    }
}

/// Accepts connections until the end is asked for.
async fn serve(
    listener: std::net::TcpListener,
    live: Arc<Live>,
    stirred: Arc<Stirred>,
    until: impl FnOnce() + Send + 'static,
) -> Result<(), ServeError> {
    let listener = TcpListener::from_std(listener)?;
    tokio::spawn(watch(live.clone(), stirred));
    let router = api::router(live.clone());
    let graceful = GracefulShutdown::new();
    let (ended, mut end) = tokio::sync::oneshot::channel();
    std::thread::Builder::new().spawn(move || {
        until();
        // The other end waits for it.
        let _ = ended.send(());
    })?;
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else {
                    // Too many files are open, or the like: it passes.
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                stream
            }
            _ = &mut end => break,
        };
        let guest = live.places.welcome();
        let _ = stream.set_nodelay(true);
        let known = guest.clone();
        let service = router.clone().map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(known.clone());
            request
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .max_buf_size(HEAD)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A phone that goes away is no error.
            tokio::select! {
                _ = connection => {}
                () = guest.is_to_leave() => {}
            }
        });
    }
    drop(listener);
    live.events.tell("", Event::Ended);
    // What is being written is done, and told; who listens on is cut off.
    let _ = tokio::time::timeout(FAREWELL, live.writing.lock()).await;
    let _ = tokio::time::timeout(LAST_WORDS, graceful.shutdown()).await;
    Ok(())
}

/// Looks at every log that somebody changed.
async fn watch(live: Arc<Live>, stirred: Arc<Stirred>) {
    loop {
        for name in stirred.next(&live.events).await {
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
