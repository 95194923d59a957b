//! The pictures in the README and in `docs/`, each of a page as it is: made anew with `PAGE_PICTURE=1`.

use crate::{
    begun, dealt,
    phone::{Phone, Room},
    with_browser,
};
use fowlplay::{
    deal::Deal,
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    log::Log,
};
use jiff::{ToSpan as _, civil::date};
use std::{fs, path::Path, process::Command};

/// A picture that was just made is as large as the one that is kept, and neither is long to load.
fn is_kept(name: &str, picture: &[u8]) {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name);
    if std::env::var_os("PAGE_PICTURE").is_some() {
        fs::write(&kept, picture).expect("written");
    }
    let kept = fs::read(&kept).expect("the picture");
    assert!(kept.len() <= 200 * 1024 && picture.len() <= 200 * 1024, "{} and {} bytes", kept.len(), picture.len());
    // Width and height stand behind the first sixteen bytes.
    assert_eq!(kept.get(..24), picture.get(..24), "{name} is a PNG of that size");
}

#[test]
fn the_picture_of_the_live_page_is_of_this_one() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun("emu-ranchers-two-years.toml", 21))]);
        let screen = room.phone_set("game", (1080, 700), &[]).await;
        screen.settled(None).await;
        is_kept("live-page.png", &screen.picture().await);
        screen.close().await;
    });
}

/// The log of a game among some of the same five people, one game a week.
fn log(nth: u64) -> Log {
    fn of<G: Deal>(players: usize, nth: u64) -> Option<Log> {
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

#[test]
fn the_picture_of_the_statistics_is_of_this_page() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        for nth in 0..100 {
            fs::write(folder.path().join(format!("{nth}.toml")), log(nth).text()).expect("a log");
        }
        let page = folder.path().join("page.html");
        let mut stats = Command::new(env!("CARGO_BIN_EXE_fowlplay"));
        assert!(stats.arg("stats").arg(folder.path()).arg("-o").arg(&page).output().expect("it runs").status.success());
        let screen = Phone::at(&format!("file://{}", page.display()), (1080, 800), &[]).await;
        screen.wait_for("document.querySelectorAll('svg').length > 10").await;
        is_kept("stats-page.png", &screen.picture().await);
        screen.close().await;
    });
}
