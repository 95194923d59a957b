//! Access control: every API request needs a secret, and a host and origin that no foreign page could have made up.

use super::{Permission, Secrets, ServeError};
use hyper::{
    HeaderMap, Method, Request, StatusCode,
    header::{self, HeaderName, HeaderValue},
};
use std::{
    net::{IpAddr, Ipv6Addr},
    path::PathBuf,
    sync::{PoisonError, RwLock},
};

pub(super) struct AccessControl {
    secrets: RwLock<Secrets>,
    file: PathBuf,
}

impl AccessControl {
    pub(super) fn new(secrets: Secrets, file: PathBuf) -> Self {
        Self { secrets: RwLock::new(secrets), file }
    }

    pub(super) fn secrets(&self) -> Secrets {
        self.secrets.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes new secrets. The old ones are invalid from now on, and subscribers must be told to reconnect.
    pub(super) fn renew(&self) -> Result<Secrets, ServeError> {
        let mut secrets = self.secrets.write().unwrap_or_else(PoisonError::into_inner);
        *secrets = Secrets::load(&self.file, true, false)?;
        Ok(secrets.clone())
    }

    /// The permission of a request, by the secret in its `Authorization` header.
    pub(super) fn permission(&self, headers: &HeaderMap) -> Option<Permission> {
        let (scheme, secret) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        let secrets = self.secrets.read().unwrap_or_else(PoisonError::into_inner);
        secrets.permission(secret.trim()).filter(|_| scheme.eq_ignore_ascii_case("bearer"))
    }
}

/// Whether a `Host` is an IP address, `localhost`, or the name of this machine in its network (`oak.local`): any other name could be a
/// DNS rebinding attack.
fn is_allowed_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.is_empty() => name,
        _ => host,
    };
    let address = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    name.eq_ignore_ascii_case("localhost")
        || local_name().is_some_and(|own| name.eq_ignore_ascii_case(&own))
        || address.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok())
        || (address.is_none() && name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4()))
}

/// The name by which multicast DNS finds this machine.
fn local_name() -> Option<String> {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_str().ok().map(str::to_owned);
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok();
    let name = name?;
    let label = name.split('.').next().filter(|label| !label.is_empty())?;
    Some(format!("{label}.local"))
}

/// The permission of a request (`None` without a secret, for the page's own files), or the reason of its rejection.
pub(super) fn authorize<B>(access: &AccessControl, request: &Request<B>) -> Result<Option<Permission>, Rejection> {
    let headers = request.headers();
    if headers.get_all(header::HOST).iter().count() > 1 {
        return Err((StatusCode::BAD_REQUEST, "exactly one `Host` header is required"));
    }
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_allowed_host(host)) else {
        return Err((StatusCode::MISDIRECTED_REQUEST, "wrong host: use the address that the server printed"));
    };
    if request.method() == Method::POST {
        let own = format!("http://{host}");
        let origins: Vec<&HeaderValue> = headers.get_all(header::ORIGIN).iter().collect();
        if origins.len() > 1 || origins.iter().any(|origin| origin.as_bytes() != own.as_bytes()) {
            return Err((StatusCode::FORBIDDEN, "cross-origin requests are not allowed"));
        }
        let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.split(';').next().map(str::trim) != Some("application/json") {
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "send JSON with `Content-Type: application/json`"));
        }
    }
    let path = request.uri().path();
    match access.permission(headers) {
        None if path == "/api" || path.starts_with("/api/") => Err((StatusCode::UNAUTHORIZED, ASK_FOR_THE_LINK)),
        permission => Ok(permission),
    }
}

/// The status and the text of a response to a request that is rejected before it is handled.
pub(super) type Rejection = (StatusCode, &'static str);

/// The response without a secret, or with an invalid one.
pub(super) const ASK_FOR_THE_LINK: &str = "ask for the link";

/// Sets the headers that forbid framing, content sniffing, and loading from other origins.
pub(super) fn set_security_headers(headers: &mut HeaderMap) {
    const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; manifest-src 'self'; \
                          base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                          require-trusted-types-for 'script'; trusted-types 'none'";
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_and_this_machine_are_hosts() {
        let own = local_name().expect("a name");
        assert!(
            own.rsplit('.').next() == Some("local")
                && is_allowed_host(&own)
                && is_allowed_host(&format!("{}:2473", own.to_uppercase())),
            "{own}"
        );
        assert!(!is_allowed_host(&format!("x{own}")) && !is_allowed_host("x.local"), "{own}");
        for own in ["127.0.0.1:2473", "192.168.1.4", "localhost", "LOCALHOST:80", "[::1]:2473", "[fe80::1]"] {
            assert!(is_allowed_host(own), "{own}");
        }
        for other in
            ["", "evil.example", "evil.example:2473", "localhost.evil.example", "127.0.0.1.evil.example", "::1", "[evil]"]
        {
            assert!(!is_allowed_host(other), "{other}");
        }
    }
}
