//! The first table on a phone that is six times as slow as this machine. How long it takes is measured on a quiet machine:
//! `PAGE_SPEED=1 cargo test -p fowlplay-page-tests first_table -- --nocapture`.

use crate::{
    PLAYED, begun,
    phone::{Phone, Room},
    with_browser,
};
use serde_json::json;
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
fn the_first_table_comes_on_a_slow_phone_and_its_time_is_told() {
    let is_measured = std::env::var_os("PAGE_SPEED").is_some();
    let (games, runs) = if is_measured { (PLAYED.len(), RUNS) } else { (1, 1) };
    with_browser(async || {
        for example in &PLAYED[..games] {
            let room = Room::open_alone(&[("game.toml", &begun(example, 29))]);
            let mut times = Vec::new();
            for _ in 0..runs {
                let phone = Phone::anew((360, 740)).await;
                phone.command("Emulation.setCPUThrottlingRate", &json!({ "rate": SLOWER })).await;
                phone.command("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": NOTE })).await;
                phone.visit(room.link()).await;
                phone.wait_for("Boolean(window.shown)").await;
                times.push(phone.value("window.shown").await.as_f64().expect("a time"));
                phone.leave().await;
            }
            times.sort_by(f64::total_cmp);
            let (least, middle, most) = (times[0], times[runs / 2], times[runs - 1]);
            println!("{example}: {least:.0} ms at least, {middle:.0} ms in the middle, {most:.0} ms at most");
        }
    });
}

/// What a page has fetched of the API since its last answer to this, without what is opened and stays open.
const FETCHED: &str = "(() => {
    const all = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/api/'));
    performance.clearResourceTimings();
    return all.map((path) => path.replace(/.*\\//, '')).filter((what) => what !== 'events').sort().join(' ');
})()";

#[test]
fn nothing_is_fetched_twice_and_a_list_is_fetched_alone() {
    with_browser(async || {
        let logs = PLAYED.map(|example| (example, begun(example, 9)));
        let room = Room::open(&logs.each_ref().map(|(name, text)| (*name, text.as_str())));
        let phone = Phone::at(room.link(), (360, 740), &[]).await;
        phone.wait_for("document.querySelectorAll('.game .last .card').length > 4").await;
        // The games that can be begun come with the first list, once.
        assert_eq!(phone.value(FETCHED).await, "games links rules");
        phone.go_to("emu-ranchers-two-years").await;
        phone.settled(None).await;
        phone.wait_for("stream.isOpen").await;
        // Whatever comes with the first event has come.
        phone.value("new Promise((done) => setTimeout(done, 300))").await;
        assert_eq!(phone.value(FETCHED).await, "moves rules table");
        phone.type_line("hatch 7SK").await;
        phone.value("new Promise((done) => setTimeout(done, 300))").await;
        assert_eq!(phone.value(FETCHED).await, "moves record table");
        room.record_line("emu-ranchers-two-years", "draw", None);
        phone.wait_for("game.table.lines.at(-1).text.endsWith('draw')").await;
        phone.value("new Promise((done) => setTimeout(done, 300))").await;
        assert_eq!(phone.value(FETCHED).await, "moves table");
        phone.press("all games").await;
        phone.wait_for("document.querySelectorAll('.game .last .card').length > 4").await;
        assert_eq!(phone.value(FETCHED).await, "games");
        let television = Phone::at(room.watch(), (1280, 720), &[]).await;
        television.wait_for("document.querySelectorAll('.game').length === 5").await;
        assert_eq!(television.value(FETCHED).await, "games links");
        television.close().await;
        phone.close().await;
    });
}
