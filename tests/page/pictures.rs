//! The pictures in the README and in `docs/`, each of a page as it is: made anew with `PAGE_PICTURE=1`.

use crate::{
    PLAYED, begun, dealt,
    phone::{Phone, Room},
    with_browser,
};
use fowlplay::{
    conformance::TestableGame,
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    log::Log,
};
use jiff::{ToSpan as _, civil::date};
use std::{fs, path::Path, process::Command};

/// How many of a hundred places of a kept picture may look otherwise than where the page is drawn now. Other versions of a browser draw
/// letters a little otherwise; a part of the page that was changed is more.
const OTHERWISE: f64 = 3.0;

/// Compares two pictures in squares of four pixels: their sizes, how many different colours each has, and how many of a hundred
/// squares differ by more than an eighth of a colour.
const COMPARED: &str = "Promise.all([KEPT, NOW].map((bytes) => createImageBitmap(new Blob([new Uint8Array(bytes)])))).then((pictures) => {
    const drawn = pictures.map((picture) => {
        const [width, height] = [picture.width, picture.height].map((side) => Math.ceil(side / 4));
        const canvas = new OffscreenCanvas(width, height).getContext('2d');
        canvas.drawImage(picture, 0, 0, width, height);
        return canvas.getImageData(0, 0, width, height).data;
    });
    const colours = drawn.map((data) => new Set(new Uint32Array(data.buffer)).size);
    const squares = drawn[0].length / 4;
    let differing = 0;
    for (let at = 0; at < squares; at += 1) {
        const by = (part) => Math.abs(drawn[0][4 * at + part] - drawn[1][4 * at + part]);
        if (Math.max(by(0), by(1), by(2)) > 32) differing += 1;
    }
    window.compared = { sizes: pictures.map(({ width, height }) => [width, height]), colours, differing: 100 * differing / squares };
})";

/// A picture that is kept shows what the page does now, and isn't long to load.
async fn is_kept(screen: &Phone, name: &str, least_colours: u64) {
    let picture = &*screen.picture().await;
    let kept = Path::new(crate::ROOT).join(name);
    if std::env::var_os("PAGE_PICTURE").is_some() {
        fs::write(&kept, picture).expect("written");
    }
    let kept = fs::read(&kept).expect("the picture");
    assert!(kept.len() <= 200 * 1024 && picture.len() <= 200 * 1024, "{} and {} bytes", kept.len(), picture.len());
    screen.visit("about:blank").await;
    let script = COMPARED.replace("KEPT", &format!("{kept:?}")).replace("NOW", &format!("{picture:?}"));
    screen.wait_for(&format!("({script}, true)")).await;
    screen.wait_for("Boolean(window.compared)").await;
    let compared = screen.value("compared").await;
    assert_eq!(compared["sizes"][0], compared["sizes"][1], "{name}");
    assert!((0..2).all(|nth| compared["colours"][nth].as_u64() >= Some(least_colours)), "{name} is blank: {compared}");
    let differing = compared["differing"].as_f64().expect("a share");
    assert!(differing <= OTHERWISE, "{name} shows another page, in {differing:.1} of 100 places: PAGE_PICTURE=1 draws it anew");
}

#[test]
fn the_picture_of_the_live_page_is_of_this_one() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun("emu-ranchers-two-years.toml", 21))]);
        let screen = room.phone_set("game", (1080, 700), &[]).await;
        screen.settled(None).await;
        // Who acts was scrolled into view.
        screen.value("game.view.lies.scrollTo(0, 0)").await;
        is_kept(&screen, "examples/live-page.png", 50).await;
        screen.close().await;
    });
}

/// A phone that takes no drawing as the icon of an installed page takes this one.
#[test]
fn the_icon_is_also_kept_as_pixels() {
    with_browser(async || {
        let room = Room::open(&[]);
        let address = room.link().split("/join").next().expect("an address").to_owned() + "/assets/0/icon.svg";
        let screen = Phone::at(&address, (180, 180), &[]).await;
        is_kept(&screen, "src/page/scripts/icon.png", 3).await;
        let kept = fs::metadata(Path::new(crate::ROOT).join("src/page/scripts/icon.png")).expect("the icon").len();
        assert!(kept <= 8 * 1024, "{kept} bytes");
        screen.close().await;
    });
}

/// The log of a game among some of the same five people, one game a week.
fn log(nth: u64) -> Log {
    fn of<G: TestableGame>(players: usize, nth: u64) -> Option<Log> {
        let mut people = ["Ada", "Bo", "Cy", "Di", "Eve"];
        fastrand::Rng::with_seed(nth).shuffle(&mut people);
        let day = date(2024, 1, 5).checked_add(i64::try_from(nth).ok()?.weeks()).ok()?;
        dealt::log_of::<G>(people.get(..players)?, Some(day.to_string()), &[], nth, usize::MAX)
    }
    let dealt = match nth % 5 {
        0 => of::<EmuRanchers>(2, nth),
        1 => of::<EmusRedux>(4, nth),
        2 => of::<EggsAndEmpires>(4, nth),
        3 => of::<Piepmatz>(3, nth),
        _ => of::<Blulu>(2, nth),
    };
    dealt.expect("it can be dealt")
}

/// Writes the pages that are kept as files into a folder: what each is, and its address. They are the statistics of a hundred games,
/// those of one player, and a report of each example.
pub fn pages(folder: &Path) -> [(String, String); 7] {
    let logs = folder.join("logs");
    fs::create_dir_all(&logs).expect("a folder");
    for nth in 0..100 {
        fs::write(logs.join(format!("{nth}.toml")), log(nth).text()).expect("a log");
    }
    let page = |name: String, file: &str, arguments: &[&str], of: &Path| {
        let path = folder.join(file);
        let mut program = Command::new(env!("CARGO_BIN_EXE_fowlplay-in-browser"));
        let done = program.args(arguments).arg(of).arg("-o").arg(&path).output().expect("it runs");
        // A report of a game with a foul in it is written, too.
        assert!(done.status.code().is_some_and(|status| status < 2), "{done:?}");
        (name, format!("file://{}", path.display()))
    };
    let report = |example: &str| {
        let name = format!("{} report", example.trim_end_matches(".toml"));
        let file = format!("{name}.html");
        page(name, &file, &["report"], &Path::new(crate::ROOT).join("examples").join(example))
    };
    let [ranchers, redux, blulu, eggs, piepmatz] = PLAYED.map(report);
    let all = page("statistics".to_owned(), "statistics.html", &["stats"], &logs);
    let one = page("player".to_owned(), "player.html", &["stats", "--player", "Ada"], &logs);
    [all, one, ranchers, redux, blulu, eggs, piepmatz]
}

#[test]
fn the_picture_of_the_statistics_is_of_this_page() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let [(_, page), ..] = pages(folder.path());
        let screen = Phone::at(&page, (1080, 800), &[]).await;
        screen.wait_for("document.querySelectorAll('svg').length > 10").await;
        is_kept(&screen, "examples/stats-page.png", 50).await;
        screen.close().await;
    });
}

/// The screens that are looked at: a name, the size in pixels, what the browser is started with besides, and whether it only shows.
type Screen = (&'static str, (u32, u32), &'static [&'static str], bool);
const SCREENS: [Screen; 5] = [
    ("360x740", (360, 740), &[], false),
    ("390x844-dark", (390, 844), &["--blink-settings=preferredColorScheme=0"], false),
    ("820x1180", (820, 1180), &[], false),
    ("1280x800", (1280, 800), &[], false),
    ("1920x1080", (1920, 1080), &[], true),
];

/// Of each game a table as full as it gets, in the middle of a round.
pub fn fullest() -> [(&'static str, String); 5] {
    fn of<G: TestableGame>(players: usize, lines: usize) -> String {
        dealt::log::<G>(players, &[], 4, lines).expect("it can be dealt").text().to_owned()
    }
    [
        ("emu-ranchers full", of::<EmuRanchers>(2, 56)),
        ("emus-redux full", of::<EmusRedux>(4, 88)),
        ("blulu full", of::<Blulu>(4, 12)),
        ("eggs-and-empires full", of::<EggsAndEmpires>(6, 40)),
        ("piepmatz full", of::<Piepmatz>(4, 112)),
    ]
}

/// A line for each of the examples that is a foul after 29 lines.
const FOULS: [&str; 5] = ["grow 1 2WL", "discard CY to 2", "capture 7 with 3MW 9LK", "take 5", "play SP6 at 2"];

/// What is shown of a game, by what opens it, and what it can be seen by.
const VIEWS: [(&str, &str, &str); 6] = [
    ("table", "true", ".zone, .sums"),
    ("picker", "document.querySelector('.panel .verb')?.click()", ".panel"),
    ("foul", "send('record', { lines: [game.foul] })", ".answer p"),
    ("score", "openScore()", "dialog[open] .sums"),
    ("log", "openLog()", "dialog[open] li"),
    ("links", "openLinks()", "dialog[open] .code"),
];

/// All pieces of the open game, drawn below one another.
const PIECES: &str = "(() => {
    document.querySelector('.all-pieces')?.remove();
    const all = element('section', 'zone all-pieces', element('h2', '', game.book.title));
    const known = new Set();
    for (const { kinds, cards } of game.book.stocks) {
        const codes = cards.map(({ code, title }) => code + title).join();
        if (known.has(codes)) continue;
        known.add(codes);
        const line = drawText(cards.map(({ code: _, ...piece }) => piece));
        all.append(element('p', 'faint', kinds.join(', ')), element('p', 'row', line));
        if (cards.some(({ card }) => card.length === 4)) all.append(element('p', 'row', pictureOf(cards.find(({ card }) => card.length === 4).code + '=7')));
    }
    const style = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText)).join('\\n');
    return { style, symbols: ['.suits', '.pieces', '.cards'].map((all) => document.querySelector(all).outerHTML).join(''), pieces: all.outerHTML };
})()";

/// Every view of every game on a phone, into `target/screens`, with a page of all pieces; with `PAGE_PICTURE=1 cargo test -p
/// fowlplay-page-tests screens` on every screen.
#[test]
fn all_screens_are_drawn_to_be_looked_at() {
    let screens = if std::env::var_os("PAGE_PICTURE").is_some() { &SCREENS[..] } else { &SCREENS[..1] };
    let folder = Path::new(crate::ROOT).join("target/screens");
    fs::create_dir_all(&folder).expect("a folder");
    with_browser(async || {
        let kept = pages(&folder.join("pages"));
        let whole = |example: &str| {
            let path = Path::new(crate::ROOT).join("examples").join(example);
            fs::read_to_string(path).expect("an example")
        };
        let name = |example: &str, end: &str| format!("{}{end}.toml", example.trim_end_matches(".toml"));
        let logs =
            PLAYED.iter().flat_map(|example| [(name(example, ""), begun(example, 29)), (name(example, " end"), whole(example))]);
        let logs: Vec<(String, String)> = logs.chain(fullest().map(|(name, text)| (format!("{name}.toml"), text))).collect();
        let logs: Vec<(&str, &str)> = logs.iter().map(|(name, text)| (&**name, &**text)).collect();
        let (mut style, mut symbols, mut pieces): (String, String, String) = Default::default();
        for &(size, pixels, besides, shows) in screens {
            let room = Room::open(&logs);
            let screen = Phone::at(if shows { room.watch() } else { room.link() }, pixels, besides).await;
            let keep = async |view: &str| {
                fs::write(folder.join(format!("{view} {size}.png")), screen.picture().await).expect("written");
            };
            screen.wait_for("document.querySelectorAll('.game').length === 15").await;
            keep("first").await;
            if !shows {
                screen.touch("[data-does='new: piepmatz']").await;
                screen.wait_for("document.querySelectorAll('dialog[open] .rule').length > 0").await;
                keep("setup").await;
                screen.wait_for("(closeSheets(), true)").await;
                screen.touch("[data-does=settle]").await;
                screen.write(screen.field("Players, clockwise").await, "Ada, Bo").await;
                screen.wait_for("Boolean(document.querySelector('dialog[open] .building .heap'))").await;
                screen.wait_for("(document.querySelector('dialog[open] .building .heap').click(), true)").await;
                keep("dispute").await;
                screen.wait_for("(closeSheets(), true)").await;
            }
            for (name, _) in fullest() {
                screen.go_to(name).await;
                screen.wait_for("(storage.set('me.' + game.name, ''), draw({}), true)").await;
                keep(name).await;
            }
            for (example, foul) in PLAYED.iter().zip(FOULS) {
                let game = example.trim_end_matches(".toml");
                screen.go_to(game).await;
                screen.wait_for(&format!("(game.foul = {foul:?}, storage.set('me.' + game.name, ''), drawPanel(), true)")).await;
                for (view, opens, seen) in VIEWS {
                    if shows && view != "table" {
                        continue;
                    }
                    screen.wait_for(&format!("({opens}, true)")).await;
                    screen
                        .wait_for(&format!("Boolean(document.querySelector({seen:?})) && !isSending && !refreshInProgress"))
                        .await;
                    keep(&format!("{game} {view}")).await;
                    screen.wait_for("(closeSheets(), clearDraft(), true)").await;
                }
                if size == SCREENS[0].0 {
                    let drawn = screen.value(PIECES).await;
                    let part = |key: &str| drawn[key].as_str().unwrap_or_default().to_owned();
                    (style, symbols) = (part("style"), part("symbols"));
                    pieces += &part("pieces");
                }
                screen.go_to(&format!("{game} end")).await;
                screen.wait_for("Boolean(document.querySelector('.ending .won'))").await;
                keep(&format!("{game} ending")).await;
            }
            screen.close().await;
            // The page of all pieces, as a file of its own.
            let sheet = folder.join("pieces.html");
            fs::write(&sheet, format!("<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>All pieces</title><style>{style}\nbody {{ display: block; height: auto; padding: 1rem; }}</style>{symbols}{pieces}")).expect("written");
            let pieces = ("pieces".to_owned(), format!("file://{}", sheet.display()));
            for (view, address) in kept.iter().chain([&pieces]) {
                let shown = Phone::at(address, pixels, besides).await;
                for (part, top) in [("", "0"), (" below", "innerHeight - 60"), (" end", "document.body.scrollHeight")] {
                    shown.value(&format!("scrollTo(0, {top})")).await;
                    fs::write(folder.join(format!("{view}{part} {size}.png")), shown.picture().await).expect("written");
                }
                shown.close().await;
            }
        }
    });
}
