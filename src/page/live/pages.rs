//! The page itself and what it loads: plain files of ours, compiled in.

use super::{Live, secrets::Right};
use crate::page::document::document;
use axum::{
    Extension,
    extract::{Path, State},
    http::{StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use maud::{PreEscaped, html};
use std::sync::Arc;

const SUITS: &str = include_str!("../suits.svg");

/// The page, for whoever has joined.
pub async fn page(State(live): State<Arc<Live>>, Extension(right): Extension<Right>) -> Html<String> {
    Html(whole(&live, right))
}

/// The page, for whoever comes with a link: the browser remembers its secret.
pub async fn join(State(live): State<Arc<Live>>, Extension(right): Extension<Right>, Path(secret): Path<String>) -> Response {
    ([(header::SET_COOKIE, live.access.remember(&secret))], Html(whole(&live, right))).into_response()
}

fn whole(live: &Live, right: Right) -> String {
    let head = html! {
        link rel="icon" href="data:,";
        link rel="stylesheet" href="/assets/table.css";
        link rel="stylesheet" href="/assets/page.css";
        script src="/assets/table.js" defer {}
        @for script in ["net", "record", "answer", "mend", "look", "begin", "page"] { script src={ "/assets/" (script) ".js" } defer {} }
    };
    let body = html! {
        body data-right=(if right == Right::Record { "record" } else { "watch" }) data-only=[live.folder.only()] {
            (PreEscaped(SUITS))
            main id="page" { p { "One moment…" } }
            noscript { p { "This page draws the table with a script; please allow it." } }
        }
    };
    document("fowlplay", &head, &body)
}

/// A file that the page loads.
pub async fn asset(Path(name): Path<String>) -> Response {
    const CSS: &str = "text/css; charset=utf-8";
    const SCRIPT: &str = "text/javascript; charset=utf-8";
    let (kind, text) = match name.as_str() {
        "table.css" => (CSS, include_str!("../table.css")),
        "table.js" => (SCRIPT, include_str!("../table.js")),
        "page.css" => (CSS, include_str!("page.css")),
        "net.js" => (SCRIPT, include_str!("net.js")),
        "record.js" => (SCRIPT, include_str!("record.js")),
        "answer.js" => (SCRIPT, include_str!("answer.js")),
        "mend.js" => (SCRIPT, include_str!("mend.js")),
        "look.js" => (SCRIPT, include_str!("look.js")),
        "begin.js" => (SCRIPT, include_str!("begin.js")),
        "page.js" => (SCRIPT, include_str!("page.js")),
        _ => return (StatusCode::NOT_FOUND, "there is nothing here").into_response(),
    };
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}
