//! Connections and requests: each request is authorized, and then handled by the API or answered by the server itself, with the page's
//! files, the links, and streams of events.

use super::{
    super::api::{Permission, Request, Response, Shelf as _},
    Broadcast, MAX_WORK, ServerState,
    access::{self, ASK_FOR_THE_LINK},
    assets, hosts, links,
    stream::EventStream,
};
use http_body_util::{BodyExt as _, Either, Full, LengthLimitError, Limited, channel::Channel};
use hyper::{
    HeaderMap, Method, StatusCode,
    body::{Bytes, Incoming},
    header::{self, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use percent_encoding::percent_decode_str;
use qrcode::{Color, QrCode};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{convert::Infallible, io, sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::oneshot, time::timeout};

const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for a whole request, from its body to its response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The timeout for running requests once the server was told to stop.
const WORK_TIMEOUT: Duration = Duration::from_secs(3);
/// The timeout for open connections after that.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);
/// The most bytes of a request's headers. The limit is checked between two reads, so up to twice as many may arrive.
const MAX_HEADER_BYTES: usize = 32 * 1024;
const MAX_BODY_BYTES: usize = 64 * 1024;

type Body = Either<Full<Bytes>, Channel<Bytes>>;
pub(super) type HttpResponse = hyper::Response<Body>;

/// Accepts connections until `end` is sent.
pub(super) async fn serve(listener: TcpListener, state: Arc<ServerState>, mut end: oneshot::Receiver<()>) {
    let graceful = GracefulShutdown::new();
    let accept = async || {
        // The connections that have no permit yet wait in the backlog.
        let permit = state.connections.clone().acquire_owned().await.map_err(io::Error::other)?;
        Ok::<_, io::Error>((listener.accept().await?, permit))
    };
    loop {
        let accepted = tokio::select! {
            accepted = accept() => accepted,
            _ = &mut end => break,
        };
        let Ok(((stream, _), permit)) = accepted else {
            // A temporary error, such as too many open files.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let state = state.clone();
        let service = service_fn(move |request| {
            let state = state.clone();
            async move { Ok::<_, Infallible>(respond(&state, request).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(MAX_HEADER_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A phone that disconnects is no error.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    let _ = state.broadcast.send(Broadcast::Ended);
    // Running changes are saved, and responded to; streams have ended.
    let _ = timeout(WORK_TIMEOUT, state.work.acquire_many(MAX_WORK)).await;
    let _ = timeout(DRAIN_TIMEOUT, graceful.shutdown()).await;
}

async fn respond(state: &Arc<ServerState>, request: hyper::Request<Incoming>) -> HttpResponse {
    let method = request.method().clone();
    let mut response = match access::authorize(&state.access, &request) {
        Ok(permission) => timeout(REQUEST_TIMEOUT, route(state, permission, request))
            .await
            .unwrap_or_else(|_| plain(StatusCode::REQUEST_TIMEOUT, "")),
        Err((status, text)) => plain(status, text),
    };
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        let allowed = match method {
            Method::GET | Method::HEAD => "POST",
            Method::POST => "GET, HEAD",
            _ => "GET, HEAD, POST",
        };
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allowed));
    }
    access::set_security_headers(response.headers_mut());
    response
}

async fn route(state: &Arc<ServerState>, permission: Option<Permission>, request: hyper::Request<Incoming>) -> HttpResponse {
    let path = request.uri().path().to_owned();
    let segments: Vec<&str> = path.strip_prefix('/').unwrap_or(&path).split('/').collect();
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    match (&segments[..], permission) {
        (["" | "join"], _) if is_get => state.assets().page(request.headers()),
        (["assets", folder, name], _) if is_get => {
            state.assets().file(folder, name, request.headers()).unwrap_or_else(|| json_response(&Response::nothing_here()))
        }
        (["api", "links"], Some(permission)) if is_get => json_response(&known_links(state, permission).await),
        (["api", "links"], Some(permission)) => json_response(&renew_links(state, permission, request).await),
        (["api", "games", name, "events"], Some(permission)) if is_get => {
            events(state, permission, name, request.headers()).await
        }
        (["" | "join"] | ["assets", _, _] | ["api", "games", _, "events"], _) => json_response(&Response::wrong_method()),
        (_, Some(permission)) => {
            let headers = request.headers().clone();
            let response = handle(state, permission, request).await;
            let mut http = assets::json(response.body(), &headers);
            *http.status_mut() = response.status();
            http
        }
        (_, None) => json_response(&Response::nothing_here()),
    }
}

fn plain(status: StatusCode, text: &'static str) -> HttpResponse {
    let mut response = HttpResponse::new(Either::Left(Full::from(text)));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

fn json_response(response: &Response) -> HttpResponse {
    let mut http = HttpResponse::new(Either::Left(Full::from(response.body())));
    *http.status_mut() = response.status();
    http.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    http
}

/// Has the API handle a request, and sends its events to all streams.
async fn handle(state: &Arc<ServerState>, permission: Permission, request: hyper::Request<Incoming>) -> Response {
    let (head, body) = request.into_parts();
    let is_post = head.method == Method::POST;
    let body = if is_post { read_body(body).await } else { Ok(Bytes::new()) };
    let body = match body {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let turn = match head.uri.path().split('/').collect::<Vec<_>>()[..] {
        ["", "api", "games", name, _] if is_post => Some(state.turn(&format!("log {name}")).await),
        ["", "api", "stats", ..] => Some(state.turn("statistics").await),
        _ => None,
    };
    let handled = state.run(permission, move |state| {
        let _turn = turn;
        let (path, query) = (head.uri.path(), head.uri.query().unwrap_or_default());
        let mut response = state.api.handle(&Request { method: head.method, path, query, body: &body, permission });
        // Here, so that they are sent even if the client has disconnected.
        state.send(std::mem::take(&mut response.events));
        response
    });
    handled.await.unwrap_or_else(|error| failed(&error))
}

async fn read_body(body: Incoming) -> Result<Bytes, Response> {
    match Limited::new(body, MAX_BODY_BYTES).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Response::failed(StatusCode::PAYLOAD_TOO_LARGE, "the body is over the limit of 64 KiB"))
        }
        Err(error) => Err(Response::failed(StatusCode::BAD_REQUEST, &format!("the body can't be read: {error}"))),
    }
}

fn failed(error: &dyn std::fmt::Display) -> Response {
    Response::failed(StatusCode::INTERNAL_SERVER_ERROR, &format!("this failed: {error}"))
}

/// The event stream of a log; the first event is its current version.
async fn events(state: &Arc<ServerState>, permission: Permission, name: &str, headers: &HeaderMap) -> HttpResponse {
    let Ok(log) = percent_decode_str(name).decode_utf8().map(std::borrow::Cow::into_owned) else {
        return json_response(&Response::nothing_here());
    };
    // Before the log is read: nothing that happens meanwhile is missed.
    let receiver = state.broadcast.subscribe();
    let name = log.clone();
    let opening = state.run(permission, move |state| {
        let (opening, changed) = state.api.opening_events(&name)?;
        state.send(changed);
        Some(opening)
    });
    match opening.await {
        // The link was renewed in the meantime.
        Ok(Some(_)) if state.access.permission(headers).is_none() => plain(StatusCode::UNAUTHORIZED, ASK_FOR_THE_LINK),
        Ok(Some(opening)) => {
            let stream = EventStream { state: state.clone(), permission, headers: headers.clone(), log };
            let mut response = HttpResponse::new(Either::Right(stream.start(opening, receiver)));
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
            response
        }
        Ok(None) => json_response(&Response::no_game()),
        Err(error) => json_response(&failed(&error)),
    }
}

/// The links that a client may share, each also as a code to scan; the right of its own link; whether one game is served.
async fn known_links(state: &Arc<ServerState>, permission: Permission) -> Response {
    let shared = state.run(permission, move |state| {
        let (secrets, hosts) = (state.access.secrets(), hosts(state.address));
        let only = state.folder.only();
        let watch = links(&hosts, &secrets.watch);
        let record = secrets.record.filter(|_| permission == Permission::Record).map(|record| links(&hosts, &record));
        let codes: Map<String, Value> =
            watch.iter().chain(record.iter().flatten()).map(|link| (link.clone(), qr_code(link))).collect();
        let document = match record {
            Some(record) => json!({"right": "record", "watch": watch, "record": record, "codes": codes, "only": only}),
            None => json!({"right": "watch", "watch": watch, "codes": codes, "only": only}),
        };
        Response::of(None, 0, document)
    });
    shared.await.unwrap_or_else(|error| failed(&error))
}

/// A link as a QR code: a text for each row, `1` for a dark module; null if it is too long for one.
fn qr_code(link: &str) -> Value {
    let Ok(code) = QrCode::new(link) else { return Value::Null };
    let dark = |color: &Color| color.select('1', '0');
    code.to_colors().chunks(code.width()).map(|row| row.iter().map(dark).collect::<String>()).collect::<Vec<_>>().into()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RenewLinksBody {}

/// Makes new links. The old ones become invalid, and their streams end.
async fn renew_links(state: &Arc<ServerState>, permission: Permission, request: hyper::Request<Incoming>) -> Response {
    let (head, body) = request.into_parts();
    let body = match read_body(body).await {
        Ok(body) => body,
        Err(refused) => return refused,
    };
    let request = Request { method: head.method, path: head.uri.path(), query: "", body: &body, permission };
    if let Err(refused) = request.post().and_then(|()| request.json::<RenewLinksBody>()) {
        return refused;
    }
    let renewed = state.run(Permission::Record, |state| {
        let renewed = state.access.renew();
        let _ = state.broadcast.send(Broadcast::Ended);
        renewed.map_err(|error| error.to_string())
    });
    match renewed.await {
        Ok(Ok(_)) => known_links(state, Permission::Record).await,
        Ok(Err(message)) => Response::failed(StatusCode::INTERNAL_SERVER_ERROR, &message),
        Err(error) => failed(&error),
    }
}
