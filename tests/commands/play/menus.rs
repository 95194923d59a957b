//! Menus in windows of 44, 80 and 100 columns: no entry breaks in mid-word, and nothing of a menu stands there twice.

use super::{DOWN, ENTER, ESC, NEW, UP, sit_down};
use crate::{program::example_up_to, terminal::Terminal};
use std::{fs, thread, time::Duration};

const WIDTHS: [u16; 3] = [44, 80, 100];
/// Every entry is whole here.
const WIDE: u16 = 400;

/// Whether nothing of a menu is marked yet: the keys are said in its place.
fn is_unmarked(shown: &str) -> bool {
    !shown.contains('❯') && shown.split_whitespace().collect::<Vec<_>>().join(" ").contains("(arrows, or type to search)")
}

/// The screen once a menu stands there, and nothing moves any more.
fn settled(t: &Terminal) -> String {
    let mut shown = String::new();
    for _ in 0..400 {
        thread::sleep(Duration::from_millis(40));
        let now = t.shown();
        if now == shown && (now.contains('❯') || is_unmarked(&now)) {
            break;
        }
        shown = now;
    }
    shown
}

/// The entries of the menu that asks a question and stands there once, each without its mark.
fn entries(t: &Terminal, question: &str) -> Vec<String> {
    let shown = settled(t);
    let lines: Vec<&str> = shown.lines().collect();
    let marked = lines.iter().rposition(|line| line.starts_with("❯ ")).unwrap_or_else(|| panic!("a menu:\n{shown}"));
    let first = lines[..marked].iter().rposition(|line| !line.starts_with("  ")).expect("a question") + 1;
    let asked = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(asked.matches(question).count(), 1, "{question} stands there once:\n{shown}");
    assert_eq!(shown.matches('❯').count(), 1, "{shown}");
    let below = lines[first..].iter().map(|line| line.trim_end());
    below.map(|line| line.strip_prefix("❯ ").or(line.strip_prefix("  ")).unwrap_or(line).to_owned()).collect()
}

/// The entry that is marked.
fn marked(t: &Terminal) -> String {
    let shown = settled(t);
    shown.lines().rev().find_map(|line| line.strip_prefix("❯ ")).expect("a mark").trim_end().to_owned()
}

#[test]
fn the_mark_goes_a_page_down_and_up() {
    const PAGE_DOWN: &str = "\x1b[6~";
    const PAGE_UP: &str = "\x1b[5~";
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.keys(ENTER).see("Ada: what?").keys(DOWN).keys(ENTER).see("Ada: hatch …").keys(DOWN);
    let first = marked(t);
    t.keys(PAGE_DOWN);
    let below = marked(t);
    t.keys(UP);
    assert!(![&first, &below].contains(&&marked(t)), "a page is more than one line");
    t.keys(DOWN).keys(PAGE_UP);
    assert_eq!(marked(t), first);
}

/// Looks at a menu, and moves the mark about in it.
fn looked_at(t: &mut Terminal, question: &str) -> Vec<String> {
    t.see(question);
    if is_unmarked(&settled(t)) {
        t.keys(DOWN).see("❯");
    }
    let all = entries(t, question);
    t.keys(DOWN).keys(DOWN).keys(UP).keys(UP);
    assert_eq!(entries(t, question), all, "the mark alone moves");
    all
}

/// Chooses what is searched for in a menu of a session.
fn choose(t: &mut Terminal, typed: &str) {
    // An Enter that comes together with what was typed before it is no answer.
    if !typed.is_empty() {
        t.keys(typed).see(&format!("{typed} ❯"));
    }
    settled(t);
    t.keys(ENTER);
}

/// Each entry stands whole in the wide menu; in a narrow one its beginning does, and ends with a word.
fn compared(wide: &[Vec<String>], narrow: &[Vec<String>], width: u16) {
    assert_eq!(wide.len(), narrow.len());
    for (wide, narrow) in wide.iter().zip(narrow) {
        for entry in narrow.iter().filter(|entry| !entry.ends_with(" in all")) {
            assert!(entry.chars().count() + 2 < width.into(), "{entry}");
            let is_whole = |whole: &String| match entry.strip_suffix('…') {
                _ if whole == entry => true,
                Some(begun) => whole.strip_prefix(begun).is_some_and(|rest| rest.starts_with([' ', '·'])),
                None => false,
            };
            assert!(wide.iter().any(is_whole), "{entry} at {width} columns, of {wide:#?}");
        }
    }
}

/// Goes through the menus of a game: each question, and what is searched for and chosen in the menu before to come there.
fn walked(log: &str, ways: &[(&str, &str)]) {
    let walk = |width| {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("game.toml"), log).expect("a file");
        let mut t = Terminal::start_on("xterm-256color", (60, width), directory.path(), &[], &["play", "game.toml"]);
        t.see("> ").keys(ENTER);
        let mut seen = Vec::new();
        for (question, typed) in ways {
            if !seen.is_empty() {
                choose(&mut t, typed);
            }
            seen.push(looked_at(&mut t, question));
        }
        t.keys(ESC).see("> ");
        assert_eq!(fs::read_to_string(directory.path().join("game.toml")).expect("a log"), log);
        seen
    };
    in_every_width(walk);
}

/// Walks in all widths at once, since walking is mostly waiting; and compares what was seen.
fn in_every_width(walk: impl Fn(u16) -> Vec<Vec<String>> + Sync) {
    thread::scope(|scope| {
        let walks = WIDTHS.map(|width| {
            (
                width,
                scope.spawn({
                    let walk = &walk;
                    move || walk(width)
                }),
            )
        });
        let wide = walk(WIDE);
        for (width, narrow) in walks {
            compared(&wide, &narrow.join().expect("no panic"), width);
        }
    });
}

#[test]
fn menus_of_emu_ranchers() {
    let moves = "moves = [\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 2SY; draw\",\n  \"Ada: hatch 6MW; draw\",\n  \"Bo: hatch 9LK; draw\",\n";
    let log = NEW.replace("moves = [\n", moves);
    walked(&log, &[("Ada: what?", ""), ("Ada: grow …", "grow"), ("Ada: grow 1 …", "1")]);
    walked(&log, &[("Ada: what?", ""), ("Ada: hatch …", "hatch")]);
}

#[test]
fn menus_of_emus_redux() {
    let log = "fowlplay = 1\ngame = \"emus-redux\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
               \"market PMSL PSWK PWLY TMLY TSLK TSWY\",\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 2SY; draw\",\n  \
               \"Cy: hatch 9LK; draw\",\n]\n";
    walked(log, &[("Ada: what?", ""), ("Ada: grow 1 …", "grow")]);
    walked(log, &[("Ada: what?", ""), ("Ada: discard …", "discard")]);
}

#[test]
fn menus_of_blulu() {
    let log = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n\
               moves = [\"deal 4MS 9LK CM 8WL\", \"Bo: shows 2MK 2SY 6MW 7SK\"]\n";
    walked(
        log,
        &[("Bo: what?", ""), ("Bo: capture …", "capture"), ("Bo: capture 4 with …", "4"), ("Bo: capture 4 with 2MK …", "2mk")],
    );
}

#[test]
fn menus_of_eggs_and_empires() {
    let log = example_up_to("eggs-and-empires-six-at-the-table", "  \"Finn: play 3\"");
    walked(&log, &[("Finn: play …", "")]);
}

#[test]
fn menus_of_piepmatz() {
    let log = example_up_to("piepmatz-shared-by-four", "  \"Dot: play BU5 at 2");
    walked(&log, &[("Dot: play …", ""), ("Dot: play at 1 …", "")]);
}

#[test]
fn menus_of_setting_up() {
    for book in fowlplay::referee::books() {
        in_every_width(|width| {
            let directory = tempfile::tempdir().expect("a directory");
            let mut t = Terminal::start_on("xterm-256color", (60, width), directory.path(), &[], &[]);
            let begin = looked_at(&mut t, "what do you want to do?");
            t.keys(ENTER);
            let games = looked_at(&mut t, "Which game?");
            t.choose("", book.title);
            t.see("Players: ");
            t.enter(["Ada, Bo", "Ada, Bo, Cy"][usize::from(*book.players.end() > 2)]);
            let rules = looked_at(&mut t, "Which rules?");
            t.choose("", "others");
            vec![begin, games, rules, looked_at(&mut t, "Which rules should be different?")]
        });
    }
}

/// A session of a new game in an own folder, with its log.
fn begun(players: &[&str]) -> (tempfile::TempDir, Terminal) {
    let directory = tempfile::tempdir().expect("a directory");
    let new = [&["new"], players, &["-o", "game.toml"]].concat();
    let mut t = Terminal::start(directory.path(), &new);
    assert_eq!(t.exit(), 0, "{new:?}");
    let mut t = Terminal::start(directory.path(), &["play", "game.toml"]);
    t.see("> ");
    (directory, t)
}

#[test]
fn enter_alone_records_only_the_step_in_brackets() {
    let games = ["emu-ranchers", "emus-redux", "blulu", "eggs-and-empires", "piepmatz"];
    for game in games {
        let players = if game == "emus-redux" { "Ada,Bo,Cy" } else { "Ada,Bo" };
        let (directory, mut t) = begun(&[game, "--players", players]);
        let log = || fs::read_to_string(directory.path().join("game.toml")).expect("a log");
        let before = log();
        for _ in 0..6 {
            thread::sleep(Duration::from_millis(150));
            t.keys(ENTER);
        }
        settled(&t);
        assert_eq!(log(), before, "{game}");
    }
    let (directory, mut t) = begun(&["emu-ranchers", "--players", "Ada,Bo"]);
    t.enter("h 7sk").see("Ada [draw]> ").keys(ENTER).see("Bo: hatch, grow or discard> ").keys(ENTER).see("Bo: what?");
    t.keys(ENTER).keys(ENTER).keys(ESC).see("Bo: hatch, grow or discard> ");
    assert_eq!(super::lines(&directory.path().join("game.toml")), ["Ada: hatch 7SK; draw"]);
}
