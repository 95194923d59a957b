//! How long a phone that is six times as slow as this machine takes to show the first table. It is measured on request only, on a
//! quiet machine: `PAGE_SPEED=1 cargo test -p fowlplay-page-tests first_table -- --nocapture`.

use crate::{
    PLAYED, begun,
    phone::{Phone, Room},
    with_browser,
};
use serde_json::json;
use std::io::Write as _;

/// How much slower than this machine a phone is.
const SLOWER: u8 = 6;
/// So often each game is opened, each time by a browser that has nothing of the page yet.
const RUNS: usize = 5;

/// Notes when the first table was drawn, in milliseconds from the beginning of the navigation.
const NOTE: &str = "new MutationObserver((_, observer) => {
    if (!document.querySelector('.table .zone, .table .sums')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.shown = performance.now())));
}).observe(document, { childList: true, subtree: true })";

#[test]
fn the_first_table_on_a_slow_phone_is_timed_on_request() {
    if std::env::var_os("PAGE_SPEED").is_none() {
        return;
    }
    with_browser(async || {
        for example in PLAYED {
            let room = Room::open_alone(&[("game.toml", &begun(example, 29))]);
            let mut times = Vec::new();
            for _ in 0..RUNS {
                let phone = Phone::anew((360, 740)).await;
                phone.command("Emulation.setCPUThrottlingRate", &json!({ "rate": SLOWER })).await;
                phone.command("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": NOTE })).await;
                phone.visit(room.link()).await;
                phone.wait_for("Boolean(window.shown)").await;
                times.push(phone.value("window.shown").await.as_f64().expect("a time"));
                phone.leave().await;
            }
            times.sort_by(f64::total_cmp);
            let [least, .., most] = times[..] else { panic!("{times:?}") };
            let middle = times[RUNS / 2];
            let said = format!("{example}: {least:.0} ms at least, {middle:.0} ms in the middle, {most:.0} ms at most");
            writeln!(std::io::stderr(), "{said}").expect("written");
        }
    });
}
