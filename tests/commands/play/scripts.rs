//! The pages of this folder: what somebody types and sees, a test for each heading.
//!
//! A section is played in a folder of its own, with the files (blocks `toml NAME`) of the page's beginning and its own. Lines behind four
//! blanks are the script; unless its first line starts another program, that is `fowlplay play game.toml`. In a line, ` -- ` parts what is
//! typed from what is seen then, and ` / ` parts two such things, one behind the other on the terminal; blanks and line breaks are all one.
//!
//! | line | does |
//! |---|---|
//! | `Ada [draw]> h 7sk` | waits for this prompt, types what stands behind it, and presses Enter; `> h 7sk` waits for any prompt |
//! | `Ada, round 1: > 20` | the same for a question that ends otherwise: the blank before `>` ends it; also among what is seen |
//! | `[Down] [Enter]`, `h 8[Tab]` | presses keys; with any of them, or `…` at its end, Enter is pressed only where it is said. A blank beside a key parts what is sent, and isn't typed |
//! | `Which game? [to blulu] [Enter]` | among what is seen: waits for it, then presses; `[to …]` moves a menu's mark to the entry that has this in it |
//! | `$ fowlplay tally` | starts another program, and ends the one before; `window: 44x30` gives the window these columns and lines |
//! | `run: rm game.toml` | runs a command beside it to its end, which must succeed; then its output is what is seen |
//! | `log: … / Bo: draw` | the log has these lines, `…` for any one; a tally is one, with ` // ` between its parts |
//!
//! Among what is seen, `without X` is nothing that came since the last key, and `once X` came once since; `screen X`, `screen without X` and
//! `screen once X` are on the screen as it is now, and `pinned NAME` is the whole of it, kept in `screens/`; `exit 2` is how the program ends.

use crate::{
    pages::{self, sections, shell, write_files},
    program::Folder,
    terminal::{Terminal, squeezed},
};
use fowlplay::log::LogFile;
use std::{
    thread,
    time::{Duration, Instant},
};

include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

/// What the keys send; `[Ctrl-U]` and others of its kind are worked out.
const KEYS: [(&str, &str); 10] = [
    ("Enter", "\r"),
    ("Newline", "\n"),
    ("Esc", "\x1b"),
    ("Tab", "\t"),
    ("Space", " "),
    ("Backspace", "\x08"),
    ("Up", "\x1b[A"),
    ("Down", "\x1b[B"),
    ("Paste", "\x1b[200~"),
    ("Pasted", "\x1b[201~"),
];

/// Where a script is, said if it goes wrong.
struct At<'a>(&'a str, usize, &'a str);

impl Drop for At<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("at tests/commands/play/{}.md:{}: {}", self.0, self.1, self.2);
        }
    }
}

/// Plays what stands below a heading.
fn run(page: &str, heading: &str) {
    let text = pages::read("play", page);
    let sections = sections(&text);
    let is_it = |section: &str| section.strip_prefix("## ").and_then(|text| text.lines().next()) == Some(heading);
    let (first, section) = sections.iter().find(|(_, section)| is_it(section)).expect("a heading");
    let mut script = Script { folder: Folder::new(), window: (24, 80), terminal: None };
    write_files(&script.folder, sections[0].1);
    write_files(&script.folder, section);
    let mut lines =
        section.lines().zip(*first..).filter_map(|(line, number)| Some((line.strip_prefix("    ")?, number))).peekable();
    assert!(lines.peek().is_some(), "{page}: nothing is typed below {heading}");
    for (line, number) in lines {
        let _at = At(page, number, line);
        script.play(line);
    }
}

struct Script {
    folder: Folder,
    /// Lines and columns.
    window: (u16, u16),
    terminal: Option<Terminal>,
}

impl Script {
    fn play(&mut self, line: &str) {
        match line.split_once(": ").unwrap_or_default() {
            ("window", size) => return self.resize(size),
            ("run", command) => return self.beside(command),
            ("log", lines) => return self.log("game.toml", lines),
            (word, lines) if word.starts_with("log ") => return self.log(&word["log ".len()..], lines),
            _ => {}
        }
        let (typed, seen) = line.strip_prefix("-- ").map(|seen| ("", seen)).or(line.split_once(" -- ")).unwrap_or((line, ""));
        let mut items = typed.split(" / ");
        let first = items.next().unwrap_or_default();
        if let Some(command) = first.strip_prefix("$ ") {
            self.start(command);
        } else {
            self.answer(first);
        }
        items.chain(seen.split(" / ")).filter(|item| !item.is_empty()).for_each(|item| self.see(item));
    }

    fn start(&mut self, command: &str) {
        self.terminal = None;
        if command.contains("examples/") {
            self.folder.add_examples();
        }
        let [program, arguments @ ..] = shell(command);
        let terminal = Terminal::start_program("xterm-256color", self.window, self.folder.root(), &program, &arguments);
        self.terminal = Some(terminal);
    }

    fn terminal(&mut self) -> &mut Terminal {
        if self.terminal.is_none() {
            self.start("fowlplay play game.toml");
        }
        self.terminal.as_mut().expect("it was started")
    }

    fn resize(&mut self, size: &str) {
        let (columns, lines) = size.split_once('x').expect("columns x lines");
        self.window = (lines.parse().expect("lines"), columns.parse().expect("columns"));
        if let Some(terminal) = &mut self.terminal {
            terminal.resize(self.window);
        }
    }

    /// Runs a command beside the program.
    fn beside(&mut self, line: &str) {
        let (command, seen) = line.split_once(" -- ").unwrap_or((line, ""));
        let done = pages::start(&self.folder, command).ended();
        let told = squeezed(&done.told());
        let mut rest = &told[..];
        let mut status = 0;
        for item in seen.split(" / ") {
            if let Some(text) = item.strip_prefix("without ") {
                assert!(!told.contains(&squeezed(text)), "{text:?} is in:\n{}", done.told());
            } else if let Some(code) = item.strip_prefix("exit ") {
                status = code.parse().expect("a status");
            } else {
                let at =
                    rest.find(&squeezed(item)).unwrap_or_else(|| panic!("{item:?} is not in its place in:\n{}", done.told()));
                rest = &rest[at + item.len()..];
            }
        }
        assert_eq!(done.status, Some(status), "{}", done.told());
    }

    /// Holds the lines and tallies of a log against these.
    fn log(&self, name: &str, lines: &str) {
        let log = LogFile::read(self.folder.path(name)).expect("a log");
        let mut all = Vec::new();
        for round in log.rounds() {
            all.extend(round.lines.iter().map(|line| line.text.to_string()));
            let parts = |tally: &Vec<_>| tally.iter().map(ToString::to_string).collect::<Vec<_>>().join(" // ");
            all.extend(round.tally.as_ref().map(parts));
        }
        let lines: Vec<&str> = lines.split(" / ").filter(|line| *line != "nothing").collect();
        let is_so = lines.len() == all.len() && lines.iter().zip(&all).all(|(line, is)| *line == "…" || line == is);
        assert!(is_so, "the log has:\n{}", all.join("\n"));
    }

    /// The first thing in a line: a prompt, and what is typed there.
    fn answer(&mut self, item: &str) {
        match item.split_once("> ").or(item.strip_suffix('>').map(|prompt| (prompt, ""))) {
            Some((question, typed)) if question.ends_with(' ') => {
                self.terminal().see(question.trim_end());
                self.press(typed);
            }
            Some((prompt, typed)) => {
                self.terminal().see(&format!("{prompt}> "));
                if !typed.is_empty() {
                    self.press(typed);
                }
            }
            None if item.is_empty() => {}
            None => {
                assert!(item.ends_with('…') || key(item).is_some(), "{item:?} is typed without a prompt, a key or `…`");
                self.press(item);
            }
        }
    }

    /// What is to be seen, and what is pressed then.
    fn see(&mut self, item: &str) {
        let terminal = self.terminal();
        if let Some(status) = item.strip_prefix("exit ") {
            assert_eq!(terminal.exit().to_string(), status, "the exit status; the screen:\n{}", terminal.shown());
            terminal.hear_out();
        } else if let Some(text) = item.strip_prefix("screen ") {
            counted(terminal, text, Terminal::shown);
        } else if let Some(name) = item.strip_prefix("pinned ") {
            self.pinned(name);
        } else if item.starts_with("without ") || item.starts_with("once ") {
            counted(terminal, item, Terminal::answered);
        } else if let Some((text, typed)) = item.split_once(" > ") {
            terminal.see(text);
            self.press(typed);
        } else {
            let at = key(item).map_or(item.len(), |(at, ..)| at);
            terminal.see(item[..at].trim_end());
            if at < item.len() {
                self.press(&item[at..]);
            }
        }
    }

    /// Holds the whole screen against the one that is kept for a window of this size.
    fn pinned(&mut self, name: &str) {
        let name = format!("{name}-{}x{}", self.window.1, self.window.0);
        insta::with_settings!({ snapshot_path => "screens", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, self.terminal().shown());
        });
    }

    /// Types, and presses keys.
    fn press(&mut self, typed: &str) {
        let terminal = self.terminal();
        let (mut piece, mut rest, mut is_line) = (String::new(), typed, true);
        while let Some((at, end, sent)) = key(rest) {
            let text = &rest[..at];
            piece += text.strip_suffix(' ').unwrap_or(text);
            if text.ends_with(' ') {
                terminal.keys(&std::mem::take(&mut piece));
            }
            match sent {
                Sent::Keys(keys) => piece += &keys,
                Sent::To(entry) => {
                    terminal.find("", entry);
                }
            }
            rest = &rest[end..];
            if let Some(next) = rest.strip_prefix(' ') {
                terminal.keys(&std::mem::take(&mut piece));
                rest = next;
            }
            is_line = false;
        }
        is_line &= !rest.ends_with('…');
        piece += rest.trim_end_matches('…');
        terminal.keys(&(piece + if is_line { "\r" } else { "" }));
    }
}

/// Whether a text came, `once`, or not at all (`without`).
fn counted(terminal: &Terminal, item: &str, text_of: fn(&Terminal) -> String) {
    let until = Instant::now() + Duration::from_secs(10);
    let (may, text) = match item.split_once(' ') {
        Some(("without", text)) => (0..=0, text),
        Some(("once", text)) => (1..=1, text),
        _ => (1..=usize::MAX, item),
    };
    loop {
        let count = squeezed(&text_of(terminal)).matches(&squeezed(text)).count();
        if may.contains(&count) {
            return;
        }
        let is_late = *may.start() == 0 || Instant::now() > until;
        assert!(!is_late, "{text:?} is there {count} times in:\n{}\n\nthe screen:\n{}", text_of(terminal), terminal.shown());
        thread::sleep(Duration::from_millis(15));
    }
}

/// What a key of a script sends.
enum Sent<'a> {
    Keys(String),
    To(&'a str),
}

/// The first key in a text: where it stands, and what it sends.
fn key(text: &str) -> Option<(usize, usize, Sent<'_>)> {
    text.match_indices('[').find_map(|(at, _)| {
        let length = text[at..].find(']')?;
        let name = &text[at + 1..at + length];
        if let Some(entry) = name.strip_prefix("to ") {
            return Some((at, at + length + 1, Sent::To(entry)));
        }
        let (name, times) = name.split_once('*').map_or(Some((name, 1)), |(name, times)| Some((name, times.parse().ok()?)))?;
        let keys = match name.strip_prefix("Ctrl-") {
            Some(letter) => char::from(letter.bytes().next()? & 0x1f).to_string(),
            None => KEYS.iter().find(|(known, _)| *known == name)?.1.to_owned(),
        };
        Some((at, at + length + 1, Sent::Keys(keys.repeat(times))))
    })
}
