//! The page itself and its assets, compiled in. They need no secret, and hold nothing of the served logs.

use super::http::HttpResponse;
use crate::{
    page::{card_svg, html_page::document, symbols},
    referee::{Games, NewGame, SetupQuestions},
    table::{Book, NameableCards},
};
use flate2::{Compression, write::GzEncoder};
use http_body_util::{Either, Full};
use hyper::{
    HeaderMap,
    body::Bytes,
    header::{self, HeaderValue},
};
use maud::html;
use sha2::{Digest as _, Sha256};
use std::{collections::BTreeMap, io::Write as _};

/// The names and texts of scripts: of `table.js`, which reports use, too, and of the others.
macro_rules! scripts {
    ($($name:ident)*) => {
        [("table.js", include_str!("../table.js")), $((concat!(stringify!($name), ".js"), include_str!(concat!("../scripts/", stringify!($name), ".js")))),*]
    };
}

/// `page.js`, and the modules that it imports, directly or through others.
const MODULES: &[(&str, &str)] = &scripts! {
    charts corrections dom head home last_move link net page position record reports responses round_end seats sheets slide state table_actions table_builder
    tally
    tap_guard
};

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
        const JS: &str = "text/javascript; charset=utf-8";
        const CSS: &str = "text/css; charset=utf-8";
        let table = [include_str!("../table.css"), include_str!("../bars.css"), symbols::COLOURS, &symbols::inks(&games.suits())]
            .concat();
        // Lines that are comments stay here.
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code = |text: &str| text.split_inclusive('\n').filter(is_code).collect::<String>();
        let modules = MODULES.iter().map(|&(name, text)| (name, Asset::of(JS, code(text))));
        let others = [
            ("table.css", Asset::of(CSS, table)),
            ("page.css", Asset::of(CSS, include_str!("../scripts/page.css"))),
            ("join.js", Asset::of(JS, include_str!("../scripts/join.js"))),
            ("icon.png", Asset::of("image/png", include_bytes!("../scripts/icon.png").as_slice())),
            ("icon.svg", Asset::of("image/svg+xml", include_str!("../scripts/icon.svg"))),
            ("manifest.json", Asset::of("application/manifest+json", include_str!("../scripts/manifest.json"))),
        ];
        let files: BTreeMap<_, _> = modules.chain(others).collect();
        let all = files.iter().flat_map(|(name, file)| [name.as_bytes(), &*file.plain]).collect::<Vec<_>>().concat();
        let digest = Sha256::digest(all).iter().take(8).fold(0_u64, |digest, &byte| digest << 8 | u64::from(byte));
        let digest = format!("{digest:016x}");
        let page = Asset::of("text/html; charset=utf-8", shell(games, &digest));
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

fn shell(games: Games, digest: &str) -> String {
    let address = |name: &str| format!("/assets/{digest}/{name}");
    let head = html! {
        // Without `defer`: it runs before anything is painted.
        script src=(address("join.js")) {}
        // Without these links a browser finds a module only when it reads an import. Behind the style sheets they would come later.
        @for (name, _) in MODULES { link rel="modulepreload" href=(address(name)); }
        link rel="icon" type="image/svg+xml" href=(address("icon.svg"));
        link rel="apple-touch-icon" href=(address("icon.png"));
        link rel="manifest" href=(address("manifest.json"));
        meta name="theme-color" content="#1d6f42" media="(prefers-color-scheme: light)";
        meta name="theme-color" content="#191b18" media="(prefers-color-scheme: dark)";
        link rel="stylesheet" href=(address("table.css"));
        link rel="stylesheet" href=(address("page.css"));
        script type="module" src=(address("page.js")) {}
    };
    let body = html! {
        body {
            (symbols::symbols(&games.suits()))
            (card_svg::drawings(games.books().flat_map(|book| stocks(games, book))))
            main id="page" { p { "One moment…" } }
            noscript { p { "This page draws the table with a script; please allow it." } }
        }
    };
    document("fowlplay", &head, &body)
}

/// The cards of every table that this game can be played at.
fn stocks(games: Games, book: &'static Book) -> Vec<(Vec<&'static str>, NameableCards)> {
    let new = NewGame { players: (1..=*book.players.start()).map(|nth| format!("player {nth}")).collect(), ..NewGame::default() };
    let tables = SetupQuestions::of(games, book, &new).referees().unwrap_or_default();
    tables.iter().flat_map(|table| table.stocks()).collect()
}

#[cfg(test)]
mod tests {
    use crate::referee::Games;

    /// The relative luminance of `#rrggbb` (WCAG 2).
    fn luminance(color: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).expect("a colour")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn seeds_stand_out_from_what_they_lie_on() {
        let colour = |style: &'static str, name: &str| {
            let at = style.find(name).unwrap_or_else(|| panic!("there is no {name}"));
            &style[at + name.len()..][..7]
        };
        let seed = colour(crate::page::symbols::COLOURS, ".seed { color: ");
        let table = include_str!("../table.css");
        let dark = table.find("prefers-color-scheme: dark").map(|at| &table[at..]).expect("colours of a dark page");
        for (ground, style) in [("--paper: ", table), ("--felt: ", table), ("--paper: ", dark), ("--felt: ", dark)] {
            let ground = colour(style, ground);
            assert!(contrast(seed, ground) >= 3.0, "{seed} on {ground}: {:.2}:1", contrast(seed, ground));
        }
    }

    #[test]
    fn suits_can_be_read_on_a_pressed_button_and_on_a_pressed_card() {
        let style = include_str!("../scripts/page.css");
        let presses: Vec<&str> = style.match_indices("--press: ").map(|(at, name)| &style[at + name.len()..][..7]).collect();
        let [light, dark, card] = presses[..] else { panic!("{presses:?}") };
        for suit in Games::default().suits() {
            let [on_light, on_dark] = suit.inks;
            for (ink, press) in [(on_light, light), (on_dark, dark), (on_light, card)] {
                let contrast = contrast(ink, press);
                assert!(contrast >= 4.5, "{} {ink} on {press}: {contrast:.2}:1", suit.name);
            }
        }
    }
}
