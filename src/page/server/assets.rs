//! The page itself and its assets, compiled in. They need no secret, and hold nothing of the served logs.

use super::http::HttpResponse;
use crate::{
    page::files::{self, PageFile},
    referee::Games,
};
use flate2::{Compression, write::GzEncoder};
use http_body_util::{Either, Full};
use hyper::{
    HeaderMap,
    body::Bytes,
    header::{self, HeaderValue},
};
use std::{collections::BTreeMap, io::Write as _};

pub(super) struct Assets {
    page: Asset,
    /// The digest of all files, which is the name of their folder.
    digest: String,
    files: BTreeMap<&'static str, Asset>,
}

/// A file, plain and (if shorter) compressed.
struct Asset {
    content_type: &'static str,
    plain: Bytes,
    compressed: Option<Bytes>,
}

impl Assets {
    pub(super) fn of(games: Games) -> Self {
        let own = [
            PageFile::module("host.js", include_str!("../scripts/host.js")),
            PageFile::module("link.js", include_str!("../scripts/link.js")),
            PageFile::script("join.js", include_str!("../scripts/join.js")),
        ];
        let files: Vec<_> = files::files(games).into_iter().chain(own).collect();
        let digest = files::digest(&files);
        let folder = format!("/assets/{digest}");
        // Without `defer`: it runs before anything is painted.
        let join = format!("<script src=\"{folder}/join.js\"></script>");
        let page = Asset::of("text/html; charset=utf-8", files::page(games, &folder, &files, &join));
        let files = files.into_iter().map(|file| (file.name, Asset::of(file.content_type, file.content))).collect();
        Self { page, digest, files }
    }

    /// The page itself.
    pub(super) fn page(&self, headers: &HeaderMap) -> HttpResponse {
        self.page.respond(headers, None)
    }

    /// A file that the page loads. In the folder of the present digest it never changes, and a browser keeps it; in any other it is
    /// asked for anew.
    pub(super) fn file(&self, folder: &str, name: &str, headers: &HeaderMap) -> Option<HttpResponse> {
        let cache_control = if folder == self.digest { "public, max-age=31536000, immutable" } else { "no-cache" };
        Some(self.files.get(name)?.respond(headers, Some(cache_control)))
    }
}

/// A response of the API, compressed if the client takes that.
pub(super) fn json(body: String, headers: &HeaderMap) -> HttpResponse {
    Asset::compressed("application/json", body, Compression::fast()).respond(headers, None)
}

impl Asset {
    fn of(content_type: &'static str, plain: impl Into<Bytes>) -> Self {
        Self::compressed(content_type, plain, Compression::best())
    }

    fn compressed(content_type: &'static str, plain: impl Into<Bytes>, level: Compression) -> Self {
        let plain = plain.into();
        let mut encoder = GzEncoder::new(Vec::new(), level);
        let compressed = encoder
            .write_all(&plain)
            .and_then(|()| encoder.finish())
            .ok()
            .filter(|short| short.len() < plain.len())
            .map(Bytes::from);
        Self { content_type, plain, compressed }
    }

    fn respond(&self, headers: &HeaderMap, cache_control: Option<&'static str>) -> HttpResponse {
        let compressed = self.compressed.as_ref().filter(|_| takes_gzip(headers));
        let mut response = HttpResponse::new(Either::Left(Full::from(compressed.unwrap_or(&self.plain).clone())));
        let values = [
            (header::CONTENT_TYPE, Some(self.content_type)),
            (header::VARY, Some("Accept-Encoding")),
            (header::CONTENT_ENCODING, compressed.map(|_| "gzip")),
            (header::CACHE_CONTROL, cache_control),
        ];
        for (name, value) in values {
            if let Some(value) = value {
                response.headers_mut().insert(name, HeaderValue::from_static(value));
            }
        }
        response
    }
}

/// Whether a client takes a compressed response, as `Accept-Encoding: gzip, br;q=0.5` says.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|one| {
        let (coding, weight) = one.split_once(';').unwrap_or((one, ""));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        coding.trim().eq_ignore_ascii_case("gzip") && weight.parse::<f32>().is_ok_and(|weight| weight > 0.0)
    })
}
