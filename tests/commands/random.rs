//! Whole evenings at random: steps, slips, undo, redo, amendments, table rules, tallies, notes and names in any order, through the
//! commands and through `play` on a terminal that knows no escape sequence. After every change the log can be read, what was taken
//! back and brought back has the same bytes outside the corrections, `check` finds what was told, and `play` shows what `show` does.
//!
//! The long form has as many evenings more as `TEST_TIMES` says. Printed is for each game what was done how often, and how much of it
//! changed the log.

use crate::{
    generators::typed,
    program::{Done, Folder, lot, times},
    terminal::Terminal,
};
use fastrand::Rng;
use fowlplay::{
    log::Log,
    referee::{self, Referee},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    thread,
    time::{Duration, Instant},
};

/// So many times in an evening it goes on through commands, and then in a session.
const STRETCHES: usize = 2;
/// So many times as long is an evening of the long form.
const LONGER: usize = 5;
/// So many things are done in a row.
const STRETCH: usize = 8;
/// Nothing takes longer than this, on a busy machine either.
const PATIENCE: Duration = Duration::from_secs(30);
const ESCAPE: &str = "\x1b";
const FILE: &str = "game.toml";

/// A finding as it is known wherever its line stands.
type Found = [Option<String>; 4];

/// A log and its folder.
struct Evening {
    folder: Folder,
    game: &'static str,
    /// The file's text, as it was seen last.
    text: String,
}

fn evenings(game: &str) {
    let mut lot = lot(game);
    // By the first word of what was done: how often, and how often that changed the log.
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let longer = times().min(LONGER);
    for _ in 0..times() / longer {
        let mut evening = Evening::begin(game, &mut lot);
        for stretch in 0..2 * STRETCHES * longer {
            let mut session = (stretch % 2 == 1).then(|| Session::begin(&evening, &mut lot));
            for _ in 0..STRETCH {
                let line = typed(&*evening.referee(), &mut lot);
                let has_changed = evening.does(&line, session.as_mut(), &mut lot);
                let (done, changed) = counts.entry(command(&line).to_owned()).or_default();
                (*done, *changed) = (*done + 1, *changed + usize::from(has_changed));
            }
            session.into_iter().for_each(Session::end);
            evening.look();
        }
    }
    println!("{game}: {counts:?}");
    assert!(counts.values().any(|(_, changed)| *changed > 0), "something was done");
}

/// The command that a line is for.
fn command(line: &str) -> &str {
    let word = line.split(' ').next().unwrap_or_default();
    if ["undo", "redo", "amend", "rule", "head", "tally"].contains(&word) { word } else { "record" }
}

impl Evening {
    /// A new game, with any number of players.
    fn begin(game: &str, lot: &mut Rng) -> Self {
        let book = referee::Games::default().book(game).expect("a game");
        let most = (*book.players.end()).min(5);
        let names = ["Ada", "Bo", "Cy", "Di", "Eve"][..lot.usize(*book.players.start()..=most)].join(",");
        let folder = Folder::new();
        let new = ["new", book.game, "--players", &names, "-o", FILE];
        // Some games need to be told what is left out.
        let decks = [&[][..], &["--deck", "removed=BL"]];
        assert!(decks.iter().any(|deck| folder.run(&[&new[..], deck].concat()).in_order().status == Some(0)), "{names}");
        Self { text: folder.text(FILE), folder, game: book.game }
    }

    fn referee(&self) -> Box<dyn Referee> {
        let log = Log::parse(self.text.clone()).unwrap_or_else(|error| panic!("{error}\n{}", self.text));
        referee::open(log).unwrap_or_else(|error| panic!("{error}\n{}", self.text))
    }

    fn run(&self, arguments: &[&str]) -> Done {
        self.folder.run(arguments).in_order()
    }

    /// Looks at the file again: whether it is another now. It can be read and judged.
    fn look(&mut self) -> bool {
        let text = self.folder.text(FILE);
        let is_another = text != self.text;
        self.text = text;
        self.referee();
        is_another
    }

    /// What `check` finds.
    fn found(&self) -> Vec<Found> {
        findings(&self.run(&["check", FILE, "--json"]).json()["files"][0]["findings"])
    }

    /// The file without its corrections, and without when it was played: an undo in a session is a moment at the table, too.
    fn without_corrections(&self) -> String {
        let end = self.text.find("[[correction]]").unwrap_or(self.text.len());
        let lines = self.text[..end].trim_end().lines();
        lines.filter(|line| !line.starts_with("began = ") && !line.starts_with("ended = ")).collect::<Vec<_>>().join("\n")
    }

    /// Does what a line says: whether the log is another now. What was taken back is brought back.
    fn does(&mut self, line: &str, mut session: Option<&mut Session>, lot: &mut Rng) -> bool {
        let before = (self.without_corrections(), self.found());
        let mut once = |evening: &mut Self, line: &str| match &mut session {
            Some(session) => session.does(evening, line, lot),
            None => evening.does_by_command(line, lot),
        };
        let has_changed = once(self, line);
        if has_changed && command(line) == "undo" {
            assert!(once(self, "redo"), "{}", self.text);
            assert_eq!((self.without_corrections(), self.found()), before, "brought back after `{line}`");
        }
        has_changed
    }

    /// Does what a line says by a command; what that tells to have come and gone is what `check` finds otherwise.
    fn does_by_command(&mut self, line: &str, lot: &mut Rng) -> bool {
        let before = self.found();
        let done = self.by_command(line, lot);
        let has_changed = self.look();
        assert!(done.status == Some(0) || !has_changed, "{line}: {}\nthe log is another now:\n{}", done.told(), self.text);
        let told = done.json();
        let (gone, come) = match command(line) {
            _ if !has_changed => return false,
            "record" => (Vec::new(), findings(&told["proved"])),
            "amend" | "rule" => (findings(&told["gone"]), findings(&told["come"])),
            // Names in the findings may be others.
            _ => return true,
        };
        let mut expected = before;
        for gone in gone {
            let at = expected.iter().position(|found| *found == gone);
            expected.remove(at.unwrap_or_else(|| panic!("{line}: {gone:?} was never found\n{}", self.text)));
        }
        expected.extend(come);
        expected.sort();
        assert_eq!(expected, self.found(), "{line}: {}\n{}", done.told(), self.text);
        true
    }

    fn by_command(&self, line: &str, lot: &mut Rng) -> Done {
        let rest = line.split_once(' ').map_or("", |(_, rest)| rest);
        let first = self.referee().may_be_first().into_iter().next();
        let parts: Vec<String> = self.referee().players().names().iter().map(|name| format!("{name}: ! so they said")).collect();
        let mut words = match command(line) {
            "record" => vec!["record", FILE, line],
            "tally" => {
                [&["tally", self.game, "--into", FILE][..], &parts.iter().map(String::as_str).collect::<Vec<_>>()].concat()
            }
            "amend" => ["amend", FILE].into_iter().chain(rest.splitn(2, ' ')).collect(),
            word => vec![word, FILE, rest],
        };
        words.retain(|word| !word.is_empty());
        words.push("--json");
        if words[0] == "amend" && lot.bool() {
            words.extend(["--overrule", "so it was agreed"]);
        }
        if let (Some(first), "record" | "tally") = (&first, words[0]) {
            let begins = self.run(&[&words[..], &["--first", first]].concat());
            if begins.status == Some(0) {
                return begins;
            }
        }
        self.run(&words)
    }
}

/// The findings of a JSON document.
fn findings(of: &Value) -> Vec<Found> {
    let found = |finding: &Value| ["actor", "text", "kind", "clause"].map(|key| finding[key].as_str().map(str::to_owned));
    let mut all: Vec<Found> = of.as_array().expect("a list").iter().map(found).collect();
    all.sort();
    all
}

/// `play`, whose questions are lines like any other, and how much of what it told was looked at.
struct Session {
    terminal: Terminal,
    seen: usize,
}

impl Session {
    fn begin(evening: &Evening, lot: &mut Rng) -> Self {
        let terminal = Terminal::start_on("dumb", (400, 80), evening.folder.root(), &[], &["play", FILE]);
        let mut session = Self { terminal, seen: 0 };
        session.settle("", lot);
        session
    }

    fn end(mut self) {
        self.terminal.enter("quit").see("saved in game.toml");
        assert_eq!(self.terminal.exit(), 0);
    }

    /// Types a line; what is told then is so, and the table is what `show` shows.
    fn does(&mut self, evening: &mut Evening, line: &str, lot: &mut Rng) -> bool {
        let told = self.enter(line, lot);
        let has_changed = evening.look();
        let should_change = match command(line) {
            "undo" | "redo" => told.contains("taken back: ") || told.contains("brought back: "),
            _ if line.starts_with("note number") => true,
            _ => has_changed && !told.ends_with("Nothing was changed."),
        };
        assert_eq!(has_changed, should_change, "{line}:\n{told}\n{}", evening.text);
        self.enter("now", lot);
        let told = self.enter("table", lot);
        let shown = String::from_utf8(evening.run(&["show", FILE]).out).expect("text");
        let shown: Vec<&str> = shown.lines().take_while(|line| !line.is_empty()).collect();
        let told: Vec<&str> = told.lines().map(str::trim_end).collect();
        let begins = told.iter().position(|line| Some(line) == shown.first());
        let begins = begins.unwrap_or_else(|| panic!("{:?} is not on screen:\n{}", shown.first(), told.join("\n")));
        assert_eq!(told[begins..].iter().take(shown.len()).copied().collect::<Vec<_>>(), shown, "{}", evening.text);
        has_changed
    }

    /// Types a line, and answers whatever is asked until the session waits for the next: what was told.
    fn enter(&mut self, line: &str, lot: &mut Rng) -> String {
        self.terminal.enter(line);
        self.settle(line, lot)
    }

    fn settle(&mut self, line: &str, lot: &mut Rng) -> String {
        let begun = self.seen;
        for asked in 0.. {
            let told = self.wait(line);
            let last = told.rsplit(['\n', '\r']).next().unwrap_or_default().trim_start().to_owned();
            let is_menu = last.ends_with("> ") && last.starts_with("1-");
            let is_question = is_menu || ["reason> ", "with it> "].contains(&last.as_str()) || !last.ends_with("> ");
            if !is_question {
                return plain(&self.terminal.everything()[begun..]).trim_end_matches(&last).trim_end().to_owned();
            }
            // In the end every question is given up.
            let answer = match lot.u8(..4) {
                _ if asked > 12 => ESCAPE.to_owned(),
                0 => ESCAPE.to_owned(),
                1 if is_menu => format!("{}\r", lot.u8(1..4)),
                1 if last.starts_with("reason") => "so it was agreed\r".to_owned(),
                2 if last.contains(": ") => " ! so they said\r".to_owned(),
                _ => "\r".to_owned(),
            };
            self.terminal.keys(&answer);
        }
        unreachable!("every question is given up in the end")
    }

    /// Waits until something is asked: what was told since then. Whoever asks has ended the line that was typed, and stands in one
    /// that is not ended.
    fn wait(&mut self, line: &str) -> String {
        let until = Instant::now() + PATIENCE;
        let mut before = 0;
        loop {
            thread::sleep(Duration::from_millis(4));
            let all = self.terminal.everything();
            let told = &all[self.seen..];
            let stands = told.contains(&b'\n') && told.last().is_some_and(|last| *last != b'\n');
            if stands && before == told.len() {
                let told = plain(told);
                self.seen = all.len();
                return told;
            }
            before = told.len();
            assert!(Instant::now() < until, "after `{line}` nothing more is asked:\n{}", plain(&all));
        }
    }
}

fn plain(told: &[u8]) -> String {
    let text = console::strip_ansi_codes(&String::from_utf8_lossy(told)).into_owned();
    text.replace("\r\n", "\n").replace('\u{8}', "")
}

macro_rules! evenings {
    ($($test:ident: $game:literal;)+) => { $(#[test] fn $test() { evenings($game); })+ };
}

evenings! {
    emu_ranchers: "emu-ranchers";
    emus_redux: "emus-redux";
    blulu: "blulu";
    eggs_and_empires: "eggs-and-empires";
    piepmatz: "piepmatz";
}
