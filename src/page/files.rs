//! The files of the live page, compiled in, and the page that loads them. They hold nothing of any log. A host serves or writes them, with
//! a module of its own, `host.js`, by which the page asks the API.

use super::{card_svg, html_page, symbols};
use crate::{
    log::Digest,
    referee::{Games, NewGame, SetupQuestions},
    table::{Book, NameableCards},
};
use maud::{PreEscaped, html};

/// A file that the page loads.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// The name of the file.
    pub name: &'static str,
    /// The content type.
    pub content_type: &'static str,
    /// The content.
    pub content: Vec<u8>,
    /// Whether it is a script that other scripts import.
    pub is_module: bool,
}

impl PageFile {
    /// A script that others import, without the lines that are comments.
    pub fn module(name: &'static str, text: &str) -> Self {
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code = text.split_inclusive('\n').filter(is_code).collect::<String>();
        Self { is_module: true, ..Self::script(name, &code) }
    }

    /// Another script.
    pub fn script(name: &'static str, text: &str) -> Self {
        Self::of(name, "text/javascript; charset=utf-8", text)
    }

    /// A file that is no script.
    pub fn of(name: &'static str, content_type: &'static str, content: impl Into<Vec<u8>>) -> Self {
        Self { name, content_type, content: content.into(), is_module: false }
    }
}

/// The modules of these names.
macro_rules! modules {
    ($($name:ident)*) => { [$(PageFile::module(concat!(stringify!($name), ".js"), include_str!(concat!("scripts/", stringify!($name), ".js")))),*] };
}

/// The files of the live page; a host adds its own.
pub fn files(games: Games) -> Vec<PageFile> {
    const CSS: &str = "text/css; charset=utf-8";
    let table = [include_str!("table.css"), include_str!("bars.css"), symbols::COLOURS, &symbols::inks(&games.suits())].concat();
    // `page.js`, and the modules that it imports, directly or through others. Reports use `table.js`, too.
    let modules = modules! {
        charts corrections dom head home last_move net page position record reports responses round_end seats sheets slide state table_actions
        table_builder tally tap_guard
    };
    let others = [
        PageFile::module("table.js", include_str!("table.js")),
        PageFile::of("table.css", CSS, table),
        PageFile::of("page.css", CSS, include_str!("scripts/page.css")),
        PageFile::of("icon.png", "image/png", include_bytes!("scripts/icon.png").as_slice()),
        PageFile::of("icon.svg", "image/svg+xml", include_str!("scripts/icon.svg")),
        PageFile::of("manifest.json", "application/manifest+json", include_str!("scripts/manifest.json")),
    ];
    modules.into_iter().chain(others).collect()
}

/// The digest of files: the name of the folder that they are in, whose files never change.
pub fn digest(files: &[PageFile]) -> String {
    let all: Vec<_> = files.iter().map(|file| format!("{} {}\n", file.name, Digest::of_bytes(&file.content))).collect();
    Digest::of(&all.concat()).to_string()[..16].to_owned()
}

/// The page. It loads the `files` from a folder; `head` is what the host adds at the beginning of the head.
pub fn page(games: Games, folder: &str, files: &[PageFile], head: &str) -> String {
    let address = |name: &str| format!("{folder}/{name}");
    let head = html! {
        (PreEscaped(head))
        // Without these links a browser finds a module only when it reads an import. Behind the style sheets they would come later.
        @for file in files.iter().filter(|file| file.is_module) { link rel="modulepreload" href=(address(file.name)); }
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
    html_page::document("fowlplay", &head, &body)
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
        let table = include_str!("table.css");
        let dark = table.find("prefers-color-scheme: dark").map(|at| &table[at..]).expect("colours of a dark page");
        for (ground, style) in [("--paper: ", table), ("--felt: ", table), ("--paper: ", dark), ("--felt: ", dark)] {
            let ground = colour(style, ground);
            assert!(contrast(seed, ground) >= 3.0, "{seed} on {ground}: {:.2}:1", contrast(seed, ground));
        }
    }

    #[test]
    fn suits_can_be_read_on_a_pressed_button_and_on_a_pressed_card() {
        let style = include_str!("scripts/page.css");
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
