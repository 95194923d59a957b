//! The page itself and its assets, compiled in. They need no secret, and hold nothing of the served logs.

use super::api::Shared;
use crate::{
    page::{document::document, suits},
    referee::Games,
};
use axum::{
    extract::{Path, State},
    http::{StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use maud::html;

/// The scripts, as one: a slow phone gets it sooner than many. Each may use what those before it declare as it is evaluated, and any as
/// it is called.
const SCRIPTS: &str = concat!(
    include_str!("../table.js"),
    include_str!("taps.js"),
    include_str!("net.js"),
    include_str!("link.js"),
    include_str!("record.js"),
    include_str!("answer.js"),
    include_str!("mend.js"),
    include_str!("head.js"),
    include_str!("look.js"),
    include_str!("direct.js"),
    include_str!("tally.js"),
    include_str!("position.js"),
    include_str!("seats.js"),
    include_str!("begin.js"),
    include_str!("keep.js"),
    include_str!("ending.js"),
    include_str!("page.js"),
);

/// The page. Its script has the secret, or asks for a link.
pub async fn page(State(live): Shared) -> Html<String> {
    Html(shell(live.games, "One moment…"))
}

fn shell(games: Games, words: &str) -> String {
    let head = html! {
        // Without `defer`: it runs before anything is painted.
        script src="/assets/join.js" {}
        link rel="icon" type="image/svg+xml" href="/assets/icon.svg";
        link rel="apple-touch-icon" href="/assets/icon.png";
        link rel="manifest" href="/assets/manifest.json";
        meta name="theme-color" content="#1d6f42" media="(prefers-color-scheme: light)";
        meta name="theme-color" content="#191b18" media="(prefers-color-scheme: dark)";
        link rel="stylesheet" href="/assets/table.css";
        link rel="stylesheet" href="/assets/page.css";
        script src="/assets/page.js" defer {}
    };
    let body = html! {
        body {
            (suits::symbols(&games.suits()))
            main id="page" { p { (words) } }
            noscript { p { "This page draws the table with a script; please allow it." } }
        }
    };
    document("fowlplay", &head, &body)
}

/// A file that the page loads.
pub async fn asset(State(live): Shared, Path(name): Path<String>) -> Response {
    const CSS: &str = "text/css; charset=utf-8";
    let (content_type, text) = match name.as_str() {
        "table.css" => {
            let style = [include_str!("../table.css"), suits::COLOURS, &suits::inks(&live.games.suits())].concat();
            return ([(header::CONTENT_TYPE, CSS)], style).into_response();
        }
        "join.js" => ("text/javascript; charset=utf-8", include_str!("join.js")),
        "page.js" => ("text/javascript; charset=utf-8", SCRIPTS),
        "icon.png" => {
            return ([(header::CONTENT_TYPE, "image/png")], include_bytes!("icon.png").as_slice()).into_response();
        }
        "icon.svg" => ("image/svg+xml", include_str!("icon.svg")),
        "manifest.json" => ("application/manifest+json", include_str!("manifest.json")),
        "page.css" => (CSS, include_str!("page.css")),
        _ => return (StatusCode::NOT_FOUND, "there is nothing here").into_response(),
    };
    ([(header::CONTENT_TYPE, content_type)], text).into_response()
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
        let seed = colour(crate::page::suits::COLOURS, ".seed { color: ");
        let table = include_str!("../table.css");
        let dark = table.find("prefers-color-scheme: dark").map(|at| &table[at..]).expect("colours of a dark page");
        for (ground, style) in [("--paper: ", table), ("--felt: ", table), ("--paper: ", dark), ("--felt: ", dark)] {
            let ground = colour(style, ground);
            assert!(contrast(seed, ground) >= 3.0, "{seed} on {ground}: {:.2}:1", contrast(seed, ground));
        }
    }

    #[test]
    fn suits_can_be_read_on_a_pressed_button_and_on_a_pressed_card() {
        let style = include_str!("page.css");
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
