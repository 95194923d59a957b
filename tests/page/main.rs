//! The live page in a real browser: played by touch on two phones at once, as people would. Needed are Chromium (best as
//! `chromium-headless-shell`, which takes half of the time) with chromedriver, and axe-core in `target/axe`:
//! `npm install --prefix target/axe --no-save axe-core@4`. Where one of them is missing, tests fail.

mod away;
mod browser;
mod building;
mod colours;
#[path = "../../benches/dealt/mod.rs"]
mod dealt;
mod direct;
mod ending;
mod first;
mod link;
mod names;
mod phone;
mod picker;
mod pictures;
mod pocket;
mod reach;
#[path = "../sections.rs"]
mod sections;
mod sizes;
mod slips;
mod speed;
mod tally;
mod taps;
mod television;
mod touch;
mod words;

/// A test for each heading of the files of taps.
mod tapped {
    include!(concat!(env!("OUT_DIR"), "/taps.rs"));
}

use fowlplay::{log::Log, referee};
use phone::{Phone, Room, Wanting};
use std::{fs, path::Path, pin::Pin, process::Command, sync::LazyLock};
use tokio::{runtime::Runtime, sync::Semaphore};

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// So many lines of each example are played; all of them with `PAGE_LINES=0`.
const LINES: usize = 6;

/// So many tests have browsers at once: of more, each only takes longer.
static ROOM: Semaphore = Semaphore::const_new(4);

/// Where the browsers' drivers are talked to, whichever test has them.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

/// Runs what needs a browser.
fn with_browser(what: impl AsyncFnOnce()) {
    let _wanting = Wanting::phones();
    // Boxed, what drives it is compiled once.
    let run: Pin<Box<dyn Future<Output = ()>>> = Box::pin(what());
    RUNTIME.block_on(async {
        let _room = ROOM.acquire().await.expect("it is never closed");
        run.await;
    });
}

/// The steps of an example's beginning, line by line, with who does them and what a menu asks for.
fn course(example: &str) -> (String, Vec<touch::Step>) {
    let lines = std::env::var("PAGE_LINES").ok().and_then(|lines| lines.parse().ok()).unwrap_or(LINES);
    course_of(example, lines)
}

/// The same of so many lines; of all of them for 0.
fn course_of(example: &str, lines: usize) -> (String, Vec<touch::Step>) {
    let path = Path::new(crate::ROOT).join("examples").join(example);
    let text = fs::read_to_string(path).expect("an example");
    let whole = Log::parse(text.clone()).expect("a log");
    let head = text.split("[[round]]").next().unwrap_or_default();
    let head = format!("{head}[[round]]\nfirst = \"{}\"\n", &*whole.rounds()[0].first);
    let mut table = referee::open(Log::parse(head.clone()).expect("a log")).expect("it can be read");
    let lines = if lines == 0 { usize::MAX } else { lines };
    let mut steps = Vec::new();
    let numbered =
        whole.rounds().iter().flat_map(|round| round.lines.iter().enumerate().map(move |(nth, line)| (round, nth, line)));
    for ((round, nth, line), number) in numbered.zip(1..=lines) {
        let first = (nth == 0 && number > 1).then(|| round.first.to_string());
        let (made, behind) = touch::steps(table, &line.text, first);
        steps.extend(made);
        table = behind;
    }
    (head, steps)
}

/// Plays the beginning of an example by touch, every other step on another phone, and in a terminal: the logs are the same.
async fn played_by_touch(example: &str) {
    let (head, steps) = course(example);
    let room = Room::open(&[("touched.toml", &head), ("typed.toml", &head)]);
    let phones = [room.phone("touched").await, room.phone("touched").await];
    for phone in &phones {
        phone.play_for("").await;
    }
    for (nth, step) in steps.iter().enumerate() {
        phones[nth % 2].make(step).await;
        let said = room.record("typed", step);
        let version = phones[nth % 2].settled(None).await;
        phones[(nth + 1) % 2].settled(Some(&version)).await;
        assert_eq!(room.text("touched"), room.text("typed"), "after {} {step:?}; the terminal: {said}", step.text);
    }
    for phone in phones {
        phone.close().await;
    }
}

#[test]
fn emu_ranchers_is_played_by_touch() {
    with_browser(async || played_by_touch("emu-ranchers-two-years.toml").await);
}

#[test]
fn emus_redux_is_played_by_touch() {
    with_browser(async || played_by_touch("emus-redux-tie.toml").await);
}

#[test]
fn blulu_is_played_by_touch() {
    with_browser(async || played_by_touch("blulu-to-22.toml").await);
}

#[test]
fn eggs_and_empires_is_played_by_touch() {
    with_browser(async || played_by_touch("eggs-and-empires-two-decks.toml").await);
}

#[test]
fn piepmatz_is_played_by_touch() {
    with_browser(async || played_by_touch("piepmatz-shared-by-four.toml").await);
}

const RANCHERS: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n";

async fn ranchers() -> (Room, Phone) {
    let room = Room::open(&[("game.toml", RANCHERS)]);
    let phone = room.phone("game").await;
    (room, phone)
}

#[test]
fn a_turn_is_made_with_keys_alone() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        // To the first verb, to the first card, and the card is played.
        phone.keys_until("\u{e004}", "document.activeElement.dataset.does === 'Ada: hatch'").await;
        phone.keys("\u{e007}").await;
        phone.keys_until("\u{e004}", "document.activeElement.closest('.deck') !== null").await;
        phone.keys_until("\u{e014}", "document.activeElement.dataset.does === 'AW'").await;
        phone.keys("\u{e00c}").await;
        phone.wait_for("document.activeElement.dataset.does === 'Ada: hatch'").await;
        phone.keys("\u{e007}").await;
        phone.keys_until("\u{e004}", "document.activeElement.closest('.deck') !== null").await;
        // Down a row, and back up by two cards to the left.
        phone.keys_until("\u{e015}", "document.activeElement.dataset.does !== 'AM'").await;
        phone.keys_until("\u{e012}", "document.activeElement.dataset.does === 'AW'").await;
        phone.keys("\u{e007}").await;
        phone.wait_for("game.table.lines.length === 1").await;
        assert!(room.text("game").contains("\"Ada: hatch AW\""), "{}", room.text("game"));
        phone.close().await;
    });
}

/// Eggs lie there, Ada's Priest may still discard, and Cy holds an egg that lies face down.
const EGGS: &str = include_str!("../games/api/sealed.toml");

#[test]
fn marks_in_a_name_that_turn_what_is_read_around_are_seen_wherever_it_stands() {
    with_browser(async || {
        let hostile = RANCHERS.replace("Ada", "A\u{202e}da");
        let room = Room::open(&[("game.toml", &hostile)]);
        let phone = room.phone("game").await;
        phone.wait_for("(window.heard = [], speechSynthesis.speak = (words) => heard.push(words.text), true)").await;
        phone.press("read aloud").await;
        let raw = "[...document.querySelectorAll('body *')].flatMap((one) => [one.textContent, one.title, one.placeholder, \
                   one.getAttribute('aria-label')]).concat(heard, document.title).filter((text) => text?.includes('\\u202e')).length === 0";
        let escaped = "A\\\\u{202e}da";
        phone.wait_for_text("main", escaped).await;
        phone.wait_for(raw).await;
        phone.touch(".panel .verb").await;
        phone.wait_for(raw).await;
        phone.touch("[data-does='7SK']").await;
        phone.wait_for("game.table.lines.length === 1").await;
        for sheet in [
            "openMenu()",
            "openLog()",
            "openScore()",
            "openDispute(null)",
            "openAmend('1.1', game.table.lines[0].text)",
            "openTally()",
        ] {
            phone.wait_for(&format!("(closeSheets(), {sheet}, true)")).await;
            phone.wait_for("!/One moment/.test(document.querySelector('dialog[open]').textContent)").await;
            phone.wait_for(raw).await;
        }
        phone.wait_for("(closeSheets(), true)").await;
        phone.type_line("draw; draw").await;
        phone.wait_for(raw).await;
        phone.press("all games").await;
        phone.wait_for_text("main", escaped).await;
        phone.wait_for(raw).await;
        phone.close().await;
    });
}

/// An address of the documentation's own, in a network that holds this test alone.
const ADDRESS: &str = "198.51.100.7/24";

fn ip(command: &str) {
    let done = Command::new("ip").args(command.split(' ')).arg(ADDRESS).args(["dev", "lo"]).status();
    assert!(done.is_ok_and(|done| done.success()), "ip {command}");
}

/// By an address that isn't this machine's own a page is not trusted with everything; and a network can go away.
#[test]
fn over_a_network_the_page_does_without_what_is_for_trusted_pages_and_survives_its_loss() {
    if std::env::var_os("PAGE_ADDRESS").is_some() {
        return with_browser(async || on_a_network().await);
    }
    let alone = |command: &str| {
        let mut alone = Command::new("unshare");
        alone.args(["--net", "--map-root-user", "sh", "-c", command]).arg(std::env::current_exe().expect("this test"));
        alone
    };
    let set = format!("ip link set lo up && ip addr add {ADDRESS} dev lo");
    let made = alone(&set).output().expect("unshare is there");
    assert!(made.status.success(), "no network can be made here, with `unshare --net` and `ip`: {made:?}");
    let name = "over_a_network_the_page_does_without_what_is_for_trusted_pages_and_survives_its_loss";
    let mut inner = alone(&format!("{set} && exec \"$0\" --exact {name} --nocapture"));
    let done = inner.env("PAGE_ADDRESS", ADDRESS.split('/').next().unwrap_or_default()).output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

async fn on_a_network() {
    let (room, phone) = ranchers().await;
    phone.wait_for("!isSecureContext && !crypto.randomUUID").await;
    phone.touch("[data-does='Ada: hatch']").await;
    phone.touch("[data-does='7SK']").await;
    phone.wait_for("game.table.lines.length === 1").await;
    phone.touch("[data-does='Ada: draw']").await;
    phone.wait_for("game.table.lines[0].text === 'Ada: hatch 7SK; draw'").await;

    ip("addr del");
    phone.touch("[data-does='Bo: hatch']").await;
    phone.touch("[data-does='9WY']").await;
    phone.wait_for("!game.view.waiting.hidden && game.view.status.dataset.is === 'lost'").await;
    assert!(!room.text("game").contains("9WY"));
    ip("addr add");
    phone.wait_for("game.view.waiting.hidden && game.table.lines.length === 2").await;
    assert_eq!(room.text("game").matches("hatch 9WY").count(), 1, "{}", room.text("game"));
    phone.close().await;
}

/// Each game as it is played by touch.
const PLAYED: [&str; 5] = [
    "emu-ranchers-two-years.toml",
    "emus-redux-tie.toml",
    "blulu-to-22.toml",
    "eggs-and-empires-two-decks.toml",
    "piepmatz-shared-by-four.toml",
];

/// The sheets that can lie over the table, by what opens them.
const SHEETS: [&str; 11] = [
    "openMenu()",
    "openRules()",
    "openLog()",
    "openScore()",
    "openPast()",
    "openMemory()",
    "openDispute(null)",
    "openAmend('1.1', 'a line')",
    "openShows()",
    "openTableRules()",
    "openTally()",
];

/// The text of an example with so many lines of it.
fn begun(example: &str, mut left: i32) -> String {
    let text = fs::read_to_string(Path::new(crate::ROOT).join("examples").join(example)).expect("an example");
    let lines = text.lines().take_while(|line| {
        left -= i32::from(line.starts_with("  \""));
        left >= 0
    });
    lines.map(|line| line.to_owned() + "\n").collect::<String>() + "]\n"
}

/// The tool that finds what shuts people out of a page. Any text must have a contrast of 4.5:1, however large it is.
fn axe() -> String {
    let tool = Path::new(crate::ROOT).join("target/axe/node_modules/axe-core/axe.min.js");
    let how = "axe-core is needed: npm install --prefix target/axe --no-save axe-core@4";
    let tool = fs::read_to_string(&tool).unwrap_or_else(|error| panic!("{how} ({}: {error})", tool.display()));
    let least = "{ normal: { expected: 4.5 }, large: { expected: 4.5 } }";
    tool + &format!("\naxe.configure({{ checks: [{{ id: 'color-contrast', options: {{ contrastRatio: {least} }} }}] }});")
}

/// Of every game the table in the middle of a round, light and dark, and every sheet that can lie over it.
#[test]
fn nothing_on_the_page_shuts_anybody_out() {
    let tool = axe();
    let none: [String; 0] = [];
    with_browser(async || {
        for example in PLAYED {
            let room = Room::open(&[("game.toml", &begun(example, 12))]);
            let dark = room.phone_set("game", (360, 740), &["--blink-settings=preferredColorScheme=0"]).await;
            dark.wait_for("matchMedia('(prefers-color-scheme: dark)').matches").await;
            assert_eq!(dark.barriers(&tool).await, none, "{example} in the dark");
            dark.close().await;
            let phone = room.phone("game").await;
            phone.settled(None).await;
            assert_eq!(phone.barriers(&tool).await, none, "{example}");
            for sheet in SHEETS {
                phone.wait_for(&format!("(closeSheets(), {sheet}, true)")).await;
                phone.wait_for("document.querySelectorAll('dialog[open] .body > *').length > 0").await;
                phone.wait_for("!/One moment/.test(document.querySelector('dialog[open]').textContent)").await;
                assert_eq!(phone.barriers(&tool).await, none, "{example}, {sheet}");
            }
            phone.close().await;
        }
    });
}

/// The report of every game, the statistics of many, and those of one player, light and dark.
#[test]
fn nothing_on_a_report_or_on_statistics_shuts_anybody_out() {
    let tool = axe();
    let none: [String; 0] = [];
    let folder = tempfile::tempdir().expect("a folder");
    with_browser(async || {
        for (page, address) in pictures::pages(folder.path()) {
            for (size, besides) in [((360, 740), ["--blink-settings=preferredColorScheme=0"].as_slice()), ((1280, 800), &[])] {
                let screen = Phone::at(&address, size, besides).await;
                assert_eq!(screen.barriers(&tool).await, none, "{page}, {size:?}");
                assert_eq!(
                    screen.value("document.documentElement.scrollWidth <= innerWidth").await,
                    true,
                    "{page}, {size:?}: cut off"
                );
                screen.close().await;
            }
        }
    });
}
