//! The keys of the changes that were made, with their responses: a repeated request gets the same response, and nothing is done
//! twice. They are kept in memory; a request that is repeated after a restart is one for an earlier version of the log, unless the host
//! has kept the first one.

use super::Response;
use crate::log::Digest;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, VecDeque};

const MAX_KEYS: usize = 16_384;
/// The most bytes of all responses together.
const MAX_BYTES: usize = 32 << 20;

/// The key of a request, and the request itself as a digest.
pub(super) struct RequestKey {
    /// The key, chosen by the client.
    pub key: String,
    request: String,
}

/// A request that made a change. A host that keeps it with the log, and [remembers](super::Api::remember) it when it starts anew,
/// responds to the repeated request as to the first one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ServedRequest {
    /// The key, chosen by the client.
    pub key: String,
    /// The digest of the request.
    pub request: String,
    /// The body of the response.
    pub body: String,
}

impl RequestKey {
    pub(super) fn of(key: String, command: &str, name: &str, body: &str) -> Self {
        // The length of the name keeps name and body apart.
        Self { key, request: Digest::of(&format!("{command} {} {name}{body}", name.len())).to_string() }
    }
}

/// The latest requests that made a change.
#[derive(Default)]
pub(super) struct ServedRequests {
    served: HashMap<String, (String, Response)>,
    /// The keys with the bytes of their responses, the oldest first.
    keys: VecDeque<(String, usize)>,
    bytes: usize,
}

/// An error: the key was used for another request.
pub(super) struct KeyReused;

impl ServedRequests {
    /// The response to a request that was served before.
    pub(super) fn response(&self, RequestKey { key, request }: &RequestKey) -> Result<Option<&Response>, KeyReused> {
        match self.served.get(key) {
            Some((served, _)) if served != request => Err(KeyReused),
            served => Ok(served.map(|(_, response)| response)),
        }
    }

    pub(super) fn add(&mut self, RequestKey { key, request }: &RequestKey, response: &Response) -> ServedRequest {
        let served = ServedRequest { key: key.clone(), request: request.clone(), body: response.body() };
        self.remember(&served);
        served
    }

    pub(super) fn remember(&mut self, ServedRequest { key, request, body }: &ServedRequest) {
        let bytes = body.len();
        self.served.insert(key.clone(), (request.clone(), Response::repeated(body)));
        self.keys.push_back((key.clone(), bytes));
        self.bytes += bytes;
        while self.keys.len() > MAX_KEYS || self.bytes > MAX_BYTES && self.keys.len() > 1 {
            let Some((oldest, bytes)) = self.keys.pop_front() else { return };
            self.served.remove(&oldest);
            self.bytes -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(nth: usize) -> RequestKey {
        RequestKey::of(format!("key {nth}"), "record", "game", &format!("{{\"nth\": {nth}}}"))
    }

    fn response(nth: usize, size: usize) -> Response {
        Response::of(None, 0, format!("{nth}{}", "x".repeat(size)))
    }

    #[test]
    fn a_key_is_bound_to_one_request() {
        let mut served = ServedRequests::default();
        served.add(&key(7), &response(7, 0));
        assert_eq!(served.response(&key(7)).ok().flatten().map(Response::body), Some(response(7, 0).body()));
        for (command, name, body) in [("undo", "game", "{}"), ("record", "other", "{}"), ("record", "game", "{ }")] {
            assert!(served.response(&RequestKey::of("key 7".to_owned(), command, name, body)).is_err());
        }
        assert!(served.response(&key(8)).is_ok_and(|response| response.is_none()));
    }

    #[test]
    fn the_latest_are_kept_and_all_are_bounded_by_bytes() {
        let mut served = ServedRequests::default();
        (0..=MAX_KEYS).for_each(|nth| drop(served.add(&key(nth), &response(nth, 0))));
        assert!(matches!(served.response(&key(0)), Ok(None)) && matches!(served.response(&key(1)), Ok(Some(_))));
        assert_eq!((served.served.len(), served.keys.len()), (MAX_KEYS, MAX_KEYS));
        (0..100).for_each(|nth| drop(served.add(&key(MAX_KEYS + 1 + nth), &response(nth, 1 << 20))));
        assert!(served.bytes <= MAX_BYTES && served.served.len() == served.keys.len());
        assert_eq!(served.bytes, served.keys.iter().map(|(_, bytes)| bytes).sum::<usize>());
        assert!(matches!(served.response(&key(MAX_KEYS + 100)), Ok(Some(_))));
    }

    #[test]
    fn where_a_name_ends_and_a_body_begins_is_not_mixed_up() {
        let [one, other] =
            [("a", "\n{}"), ("a\n", "{}")].map(|(name, body)| RequestKey::of(String::new(), "record", name, body).request);
        assert_ne!(one, other);
    }
}
