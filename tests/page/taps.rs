//! Tests of the page that read like instructions: the files `*.taps`, with a `[heading]` for each test.
//!
//! A step is one line; lines with two spaces before them go on with it. Before a step may stand who takes it, as `other: tap Undo` or
//! `phone, television: sees turn: Ada’s turn`; else it is `phone`, which opens the first log by itself. A thing is a word (`answer` is
//! what has this class, `sheet` the open sheet, `page` the page without it), or a CSS selector between backticks. Acts of one kind may
//! stand in a line, ` / ` apart. TEXTS are ` / ` apart, too, and stand one behind the other; `without …` may not be there.
//!
//! | step | does, or expects |
//! |---|---|
//! | `given: blulu, Ada, Bo` | a log, `game`, before its first line. Lines of TOML may follow. Without any it is of Emu Ranchers, for Ada and Bo. Once screens are open it is written as with an editor |
//! | `given redux: first 22 lines of examples/emus-redux-tie.toml` | a log of another name; without `first …`, the whole file |
//! | `open redux`, `watch game at 1280x800` | a game on a screen, by the link to record or to watch; `open` alone is the first page, and `open /#game?at=1.2` an address |
//! | `tap Undo`, `tap Ada: hatch` | on what is called so, or does so (`data-does`); `tap card 9LK`, `tap place 1`, `tap line 1.2`, also `tap twice …` |
//! | `type hatch 7SK; draw` | a line in the field for them |
//! | `fill Title: Friday`, `choose deck: pawns` | in a field of a sheet, by its label; with `⏎` at its end it is entered |
//! | `say Ada: 7SK 9LK` | as text, where a table is built |
//! | `menu Table rules`, `play for Bo` (`everybody`) | an entry of the menu; whose phone it is |
//! | `sees turn`, `sees answer: TEXTS`, `sees 2 of game` | that it is shown, soon; so many, of which each has the texts |
//! | `reads standing: TEXT / TEXT` | that what is shown are exactly these |
//! | `doesn't see answer: TEXTS`, `no longer sees deck` | that nothing such is shown: now; soon |
//! | `do SCRIPT`, `until SCRIPT`, `now SCRIPT` | a script on the page: run; true, soon; true now |
//! | `log has TEXTS`, `log redux has 2 of tally` | what stands in a file, its white space as single spaces; so often |
//! | `keep log`, `log is as kept` | that a file hasn't changed |
//! | `settled` | that nothing is on its way, soon |
//! | `pause 800` | so many milliseconds |
//! | `server: away`, `server: back`, `terminal: type Bo: hatch 9WY` | beside the screens |

use crate::{
    begun,
    browser::PATIENCE,
    phone::{Phone, Room},
    sections::{At, differs, section},
    with_browser,
};
use std::{
    collections::BTreeMap,
    fs, iter,
    path::Path,
    sync::LazyLock,
    time::{Duration, Instant},
};

/// A file of the repository.
fn read(path: &str) -> String {
    fs::read_to_string(Path::new(crate::ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Takes the steps below a heading of a file.
pub fn run(file: &str, name: &str) {
    let path = format!("tests/page/{file}.taps");
    let text = read(&path);
    let lines = section(&text, name).into_iter().filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let mut lines = lines.peekable();
    assert!(lines.peek().is_some(), "{path}: nothing is done under [{name}]");
    with_browser(async || {
        let mut table = Table::default();
        while let Some((step, number)) = lines.next() {
            let _at = At(&path, number, step);
            let more: Vec<&str> =
                iter::from_fn(|| lines.next_if(|(line, _)| line.starts_with("  "))).map(|(line, _)| line).collect();
            table.step(step, &more).await;
        }
        for phone in table.screens.into_values() {
            phone.close().await;
        }
    });
}

/// The logs, their room once screens are open, the screens by their names, and the text that was kept of a log.
#[derive(Default)]
struct Table {
    logs: Vec<(String, String)>,
    room: Option<Room>,
    screens: BTreeMap<String, Phone>,
    kept: String,
}

/// The page's scripts, which name what is on it.
static SCRIPTS: LazyLock<String> = LazyLock::new(|| {
    let folders =
        ["src/page", "src/page/scripts"].map(|folder| fs::read_dir(Path::new(crate::ROOT).join(folder)).expect("a folder"));
    let files = folders.into_iter().flatten().map(|entry| entry.expect("an entry").path());
    files
        .filter(|path| path.extension().is_some_and(|end| end == "js"))
        .map(|path| fs::read_to_string(path).expect("a script"))
        .collect()
});

/// A text in one line.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A log before its first line, with these lines of TOML in it.
fn log(said: &str, more: &[&str]) -> String {
    if said.contains(".toml") {
        let first = said.strip_prefix("first ").and_then(|said| said.split_once(" lines of "));
        return match first {
            Some((lines, file)) => begun(&format!("../{file}"), lines.parse().expect("so many lines")),
            None => read(said),
        };
    }
    let names: Vec<&str> = said.split(", ").collect();
    let head = format!("fowlplay = 1\ngame = {:?}\nplayers = {:?}\n", names[0], &names[1..]);
    let text = more.iter().fold(head, |text, line| text + line.trim() + "\n");
    let is_begun = more.iter().any(|line| line.contains("[[round]]") || line.contains("kept = "));
    if is_begun { text } else { text + &format!("\n[[round]]\nfirst = {:?}\n", names[1]) }
}

/// The selector or the word that a text begins with, and what stands behind a colon.
fn thing(text: &str) -> (String, Option<&str>) {
    if let Some((selector, rest)) = text.strip_prefix('`').and_then(|text| text.split_once('`')) {
        return (selector.to_owned(), rest.strip_prefix(": "));
    }
    let (word, rest) = text.split_once(": ").map_or((text, None), |(word, rest)| (word, Some(rest)));
    let selector = match word {
        "page" => "main".to_owned(),
        "sheet" => "dialog[open]".to_owned(),
        class => format!(".{class}"),
    };
    let is_class = || SCRIPTS.split(|char: char| !char.is_ascii_alphanumeric()).any(|known| known == word);
    assert!(selector != format!(".{word}") || is_class(), "the page has no `{word}`: a selector stands between backticks");
    (selector, rest)
}

/// How many of a thing, and the thing.
fn counted(text: &str) -> (Option<usize>, &str) {
    let counted = text.split_once(" of ").and_then(|(count, rest)| Some((count.parse().ok()?, rest)));
    counted.map_or((None, text), |(count, rest)| (Some(count), rest))
}

impl Table {
    fn room(&mut self) -> &mut Room {
        if self.logs.is_empty() {
            self.given("", "emu-ranchers, Ada, Bo", &[]);
        }
        let files: Vec<(String, &str)> = self.logs.iter().map(|(name, text)| (format!("{name}.toml"), &**text)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
        self.room.get_or_insert_with(|| Room::open(&files))
    }

    fn given(&mut self, name: &str, said: &str, more: &[&str]) {
        let name = if name.is_empty() { "game" } else { name };
        let text = log(said, more);
        match &self.room {
            Some(room) => room.write(name, &text),
            None => self.logs.push((name.to_owned(), text)),
        }
    }

    /// Opens a screen, or another game on it.
    async fn open(&mut self, screen: &str, what: &str, is_watching: bool) {
        let what = format!(" {what}");
        let (what, size) = what.rsplit_once(" at ").unwrap_or((&what, if is_watching { "1280x720" } else { "360x740" }));
        let what = what.trim();
        let size = size.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
        let room = self.room();
        let link = if is_watching { room.watch() } else { room.link() }.to_owned();
        if !self.screens.contains_key(screen) {
            let phone = Phone::at(&link, size.expect("a width and a height"), &[]).await;
            self.screens.insert(screen.to_owned(), phone);
        }
        let phone = &self.screens[screen];
        if what.starts_with('/') {
            phone.visit("about:blank").await;
            phone.visit(&(link.split("/join").next().expect("an address").to_owned() + what)).await;
        } else if !what.is_empty() {
            phone.go_to(what).await;
            phone.wait_for("Boolean(game.moves || !mayRecord)").await;
        }
    }

    async fn step(&mut self, step: &str, more: &[&str]) {
        if let Some((name, said)) = step.strip_prefix("given").and_then(|given| given.split_once(": ")) {
            return self.given(name.trim(), said, more);
        }
        let step = iter::once(&step).chain(more).map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|char| char.is_ascii_lowercase());
        let said = step.split_once(": ").filter(|(names, _)| names.split(", ").all(is_name));
        let (names, step) = said.unwrap_or(("phone", &step));
        let two_words = ["doesn't see ", "no longer sees "].iter().find_map(|verb| Some((*verb, step.strip_prefix(verb)?)));
        let (verb, rest) = two_words.or_else(|| step.split_once(' ')).unwrap_or((step, ""));
        for name in names.split(", ") {
            match (name, verb) {
                ("server", "away") => self.room().away(),
                ("server", "back") => self.room().back(),
                ("terminal", "type") => drop(self.room().record_line("game", rest, None)),
                (_, "log" | "keep") => self.file(verb, rest).await,
                (_, "pause") => tokio::time::sleep(Duration::from_millis(rest.parse().expect("milliseconds"))).await,
                (_, "open" | "watch") => self.open(name, rest, verb == "watch").await,
                _ => {
                    if !self.screens.contains_key(name) {
                        assert_eq!(name, "phone", "this screen is not open");
                        self.room();
                        let first = self.logs[0].0.clone();
                        self.open(name, &first, false).await;
                    }
                    let are_several = ["tap", "type", "fill", "choose", "say", "menu"].contains(&verb);
                    for rest in rest.split(if are_several { " / " } else { "\n" }) {
                        on(&self.screens[name], verb, rest).await;
                    }
                }
            }
        }
    }

    /// What a file is to have, or that it is kept.
    async fn file(&mut self, verb: &str, rest: &str) {
        let (name, has) = match rest.split_once("has ") {
            Some((name, has)) => (name.trim(), Some(has)),
            None => (rest.trim_end_matches("is as kept").trim_start_matches("log").trim(), None),
        };
        let name = if name.is_empty() { "game" } else { name };
        let Some(has) = has else {
            let text = self.room().text(name);
            return if verb == "keep" { self.kept = text } else { assert_eq!(text, self.kept, "the log {name} was changed") };
        };
        let (count, parts) = counted(has);
        let parts = parts.strip_prefix("no ").map_or_else(|| parts.to_owned(), |part| format!("without {part}"));
        let since = Instant::now();
        loop {
            let text = in_one_line(&self.room().text(name));
            let found = text.matches(&parts).count();
            let wrong = match count {
                Some(count) => (found != count).then(|| format!("it is there {found} times in {text}")),
                None => differs(&text, &parts),
            };
            let Some(wrong) = wrong else { return };
            assert!(since.elapsed() < PATIENCE, "the log {name} is to have {has}, but {wrong}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// Takes a step on a screen.
async fn on(phone: &Phone, verb: &str, rest: &str) {
    match verb {
        "tap" => tap(phone, rest).await,
        "type" => phone.type_line(rest).await,
        "fill" | "choose" => {
            let (label, text) = if rest.starts_with('`') {
                let (selector, text) = thing(rest);
                (selector, text.unwrap_or(""))
            } else {
                let (label, text) = rest.split_once(':').expect("a field, a colon, and what comes in");
                (phone.field(label).await.to_owned(), text.trim())
            };
            match verb {
                "fill" => phone.write(&label, &text.replace('⏎', "\u{e007}")).await,
                _ => phone.choose(&label, text).await,
            }
        }
        "say" => {
            let (owner, text) = rest.split_once(": ").expect("who has it, a colon, and what");
            phone.say(owner, text).await;
        }
        "menu" => phone.open(rest).await,
        "play" => phone.play_for(rest.trim_start_matches("for ").trim_start_matches("everybody")).await,
        "settled" => drop(phone.settled(None).await),
        "do" => phone.wait_for(&format!("({rest}, true)")).await,
        "until" => phone.wait_for(&format!("Boolean({rest})")).await,
        "now" => {
            let is = phone.value(&format!("Boolean({rest})")).await;
            assert!(is == true, "`{rest}` isn't true; {}", phone.said().await);
        }
        "sees" | "reads" | "doesn't see " | "no longer sees " => {
            let since = Instant::now();
            while let Some(wrong) = is_amiss(phone, verb, rest).await {
                let is_awaited = verb != "doesn't see " && since.elapsed() < PATIENCE;
                assert!(is_awaited, "{wrong}; {}", phone.said().await);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        _ => panic!("`{verb}` is no step: tests/page/taps.rs lists them"),
    }
}

async fn tap(phone: &Phone, what: &str) {
    let (is_twice, what) = what.strip_prefix("twice ").map_or((false, what), |what| (true, what));
    if what.starts_with('`') {
        return phone.touch(&thing(what).0).await;
    }
    let (among, is_it) = match what.split_once(' ') {
        Some(("card", code)) => (":is(.deck, .dock) button", format!("one.dataset.does === {code:?}")),
        Some(("place", place)) => (".place", format!("one.dataset.does === {place:?}")),
        Some(("line", at)) => ("button.line", format!("one.querySelector('.at')?.textContent === {at:?}")),
        _ => ("button, summary", Phone::called(what)),
    };
    if is_twice {
        phone.touch_twice(phone.mark(among, &is_it).await).await;
    } else {
        phone.touch_where(among, &is_it).await;
    }
}

/// What is otherwise on a screen than it is to be seen.
async fn is_amiss(phone: &Phone, verb: &str, what: &str) -> Option<String> {
    let (count, what) = counted(what);
    let (selector, parts) = thing(what);
    let shown = phone.texts(&selector).await;
    let has = |texts: &Vec<String>, part: &str| texts.iter().any(|text| differs(text, part).is_none());
    let found = shown.iter().filter(|texts| parts.is_none_or(|parts| has(texts, parts))).count();
    let is_right = match (verb, count) {
        ("reads", _) => {
            let read: Vec<&str> = parts.expect("what is read").split(" / ").collect();
            read.len() == shown.len() && read.iter().zip(&shown).all(|(read, texts)| texts.iter().any(|text| text == read))
        }
        // Of several texts none may be there.
        ("doesn't see " | "no longer sees ", _) => {
            parts.map_or(shown.is_empty(), |parts| !parts.split(" / ").any(|part| shown.iter().any(|texts| has(texts, part))))
        }
        (_, Some(count)) => found == count && shown.len() == count,
        (_, None) => found > 0,
    };
    (!is_right).then(|| {
        let texts: Vec<&str> =
            shown.iter().filter_map(|texts| texts.iter().map(String::as_str).find(|text| !text.is_empty())).collect();
        format!("of `{selector}` there are {}: {texts:#?}", shown.len())
    })
}
