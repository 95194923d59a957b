//! Who gets in: nobody without a secret, from no address that a foreign page could have made up.

use super::{Live, Secrets, answer::Answer, places::Guest, secrets::Right};
use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header, request::Parts},
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use std::{
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
};

/// The secrets, and how a browser keeps one.
pub struct Access {
    secrets: Secrets,
    /// The cookie's name has the port in it: pages of several ports share their cookies.
    cookie: String,
}

impl Access {
    /// Access by these secrets, at this port.
    pub fn by(secrets: Secrets, port: u16) -> Self {
        Self { secrets, cookie: format!("fowlplay-{port}") }
    }

    /// The header that makes a browser remember a secret. It goes to no other site, and to no script.
    pub fn remember(&self, secret: &str) -> String {
        format!("{}={secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000", self.cookie)
    }

    /// What a request may do: by the link that it follows, else by its `Authorization` or its cookie.
    fn right_of(&self, request: &Request) -> Option<Right> {
        if let Some(secret) = request.uri().path().strip_prefix("/join/") {
            return self.secrets.right(secret);
        }
        let headers = request.headers();
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' '));
        let bearer = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, secret)| secret.trim());
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        let kept = cookies.filter(|(name, _)| *name == self.cookie).map(|(_, secret)| secret);
        bearer.into_iter().chain(kept).filter_map(|secret| self.secrets.right(secret)).max()
    }
}

/// Whether a `Host` is an IP address or this machine's own name: any other may have been made to point here.
fn is_own(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name.eq_ignore_ascii_case("localhost")
        || address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
        || (address.is_none() && name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4()))
}

/// Lets a request pass that may; what it may is told to whoever answers it.
pub async fn guard(State(live): State<Arc<Live>>, mut request: Request, next: Next) -> Response {
    let mut response = match admitted(&live, &request) {
        Ok(right) => {
            request.extensions_mut().insert(right);
            next.run(request).await
        }
        Err(refused) => refused.into_response(),
    };
    harden(response.headers_mut());
    response
}

/// What a request may do; or why it goes no further. Who shows no secret is told one thing, whatever else is wrong.
fn admitted(live: &Live, request: &Request) -> Result<Right, (StatusCode, &'static str)> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_own(host));
    let (right, host) = match (live.access.right_of(request), host) {
        (Some(right), Some(host)) => (right, host),
        (Some(_), None) => return Err((StatusCode::MISDIRECTED_REQUEST, "ask by the address that was printed")),
        (None, Some(_)) => return Err((StatusCode::FORBIDDEN, "ask for the link")),
        (None, None) => return Err((StatusCode::MISDIRECTED_REQUEST, "ask for the link")),
    };
    if request.extensions().get::<Arc<Guest>>().is_some_and(|guest| !guest.sit(right)) {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "too many phones are here already: close the page on one, then try again"));
    }
    if request.method() == Method::POST {
        if let Some(origin) = headers.get(header::ORIGIN)
            && origin.to_str().ok() != Some(&format!("http://{host}"))
        {
            return Err((StatusCode::FORBIDDEN, "this is asked from another page"));
        }
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "a body is JSON, and says so: Content-Type: application/json"));
        }
    }
    Ok(right)
}

/// What keeps a page from being framed, sniffed, or made to load what isn't ours.
fn harden(headers: &mut HeaderMap) {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                          base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let rules = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in rules {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Somebody who may record: what takes this is answered to nobody else.
pub struct Recorder;

impl<S: Send + Sync> FromRequestParts<S> for Recorder {
    type Rejection = Answer;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Answer> {
        if parts.extensions.get() == Some(&Right::Record) {
            return Ok(Self);
        }
        Err(Answer::not_understood(StatusCode::FORBIDDEN, "this link is to watch; ask for the one to record"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_this_machine_are_hosts() {
        for own in ["127.0.0.1:2473", "192.168.1.4", "localhost", "LOCALHOST:80", "[::1]:2473", "[fe80::1]"] {
            assert!(is_own(own), "{own}");
        }
        for other in
            ["", "evil.example", "evil.example:2473", "localhost.evil.example", "127.0.0.1.evil.example", "::1", "[evil]"]
        {
            assert!(!is_own(other), "{other}");
        }
    }
}
