//! Requests, and the parsing of their parts.

use super::Response;
use http::{Method, StatusCode};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, de::DeserializeOwned};
use std::fmt::Display;

const MAX_LABEL_CHARS: usize = 40;

/// What a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// To see what lies open.
    Watch,
    /// To see and change everything.
    Record,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// GET (or HEAD) or POST.
    pub method: Method,
    /// The path, percent-encoded: `/api/games`.
    pub path: &'a str,
    /// The query without `?`; may be empty.
    pub query: &'a str,
    /// The body, which is JSON.
    pub body: &'a [u8],
    /// What the client may do.
    pub permission: Permission,
}

/// The query of a change: the client's label (`?by=LABEL`), and whether its preview is to be `?shown=true`.
#[derive(Deserialize)]
pub(super) struct ChangeQuery {
    pub by: Option<String>,
    #[serde(default)]
    pub shown: bool,
}

impl Request<'_> {
    /// The parts of the path, decoded.
    pub(super) fn segments(&self) -> Result<Vec<String>, Response> {
        let decode = |part: &str| percent_decode_str(part).decode_utf8().map(Into::into);
        let segments: Result<_, _> = self.path.strip_prefix('/').unwrap_or(self.path).split('/').map(decode).collect();
        segments.map_err(|_| Response::failed(StatusCode::BAD_REQUEST, "the address is not UTF-8 text"))
    }

    /// Refuses every method but GET.
    pub(super) fn get(&self) -> Result<(), Response> {
        if self.method == Method::GET || self.method == Method::HEAD { Ok(()) } else { Err(Response::wrong_method()) }
    }

    /// Refuses every method but POST, and clients that may not record.
    pub(crate) fn post(&self) -> Result<(), Response> {
        if self.method == Method::POST { self.may_record() } else { Err(Response::wrong_method()) }
    }

    /// Refuses every method but GET, and clients that may not record.
    pub(super) fn get_as_recorder(&self) -> Result<(), Response> {
        self.get()?;
        self.may_record()
    }

    fn may_record(&self) -> Result<(), Response> {
        if self.permission == Permission::Record {
            return Ok(());
        }
        Err(Response::failed(StatusCode::FORBIDDEN, "this link only allows watching: ask for the record link"))
    }

    pub(super) fn query<T: DeserializeOwned>(&self) -> Result<T, Response> {
        let wrong = |error| Response::failed(StatusCode::BAD_REQUEST, &format!("the query can't be read: {error}"));
        serde_urlencoded::from_str(self.query).map_err(wrong)
    }

    pub(super) fn change_query(&self) -> Result<ChangeQuery, Response> {
        let message = format!("`by` is a phone's own word: ?by=WORD, of 1 to {MAX_LABEL_CHARS} characters");
        let refused = || Response::failed(StatusCode::BAD_REQUEST, &message);
        let ChangeQuery { by, shown } = serde_urlencoded::from_str(self.query).map_err(|_| refused())?;
        let by = by.map(|by| by.trim().to_owned());
        if by.as_ref().is_some_and(|label| label.is_empty() || label.chars().count() > MAX_LABEL_CHARS) {
            return Err(refused());
        }
        Ok(ChangeQuery { by, shown })
    }

    /// The body as text.
    pub(super) fn text(&self) -> Result<&str, Response> {
        std::str::from_utf8(self.body).map_err(|error| unreadable(&error))
    }

    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Response> {
        // Serde would also accept a list as a struct.
        if self.body.trim_ascii_start().first() == Some(&b'[') {
            return Err(unreadable(&"it is not an object"));
        }
        serde_json::from_str(self.text()?).map_err(|error| unreadable(&error))
    }
}

pub(super) fn unreadable(error: &dyn Display) -> Response {
    Response::failed(StatusCode::BAD_REQUEST, &format!("the body can't be read: {error}"))
}
