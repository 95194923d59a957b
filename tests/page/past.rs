//! Links to a moment of a game.

use crate::{Phone, RANCHERS, phone::Room, with_browser};

const PLAYED: &str = "moves = [\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch 9WY; draw\",\n  \"Ada: grow 1 9LK; draw\",\n]\n";

/// The address of the page.
fn page(room: &Room) -> &str {
    room.link().split("/join").next().expect("an address")
}

#[test]
fn a_link_to_a_moment_opens_the_table_as_it_lay_and_leads_back_to_now() {
    with_browser(async || {
        let log = format!("{RANCHERS}{PLAYED}");
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        phone.visit("about:blank").await;
        phone.visit(&format!("{}/#game?at=1.2", page(&room))).await;
        phone.wait_for_text("dialog[open] .slid", "before 1.2").await;
        // Ada has hatched, and Bo has not.
        phone.wait_for("document.querySelectorAll('dialog[open] .zones .card').length === 1").await;
        phone.wait_for("location.hash === '#game?at=1.2' && !document.querySelector('dialog[open] .act')").await;
        phone.press("one line on").await;
        phone.wait_for("location.hash === '#game?at=1.3'").await;
        phone.press("Link to this moment").await;
        phone.wait_for_text("dialog[open] code", "/#game?at=1.3").await;
        phone.press("Back to now").await;
        phone.wait_for("location.hash === '#game' && !document.querySelector('dialog[open]')").await;
        assert_eq!(room.text("game"), log);

        // On a page that is open already, the link is followed, too; and the way back is a phone's own.
        phone.wait_for("(location.hash = '#game?at=1.3', true)").await;
        phone.wait_for("document.querySelectorAll('dialog[open] .zones .card').length === 2").await;
        phone.wait_for("(history.back(), true)").await;
        phone.wait_for("location.hash === '#game' && !document.querySelector('dialog[open]')").await;
        phone.wait_for("(location.hash = '#game?at=9.9', true)").await;
        phone.wait_for_text("dialog[open]", "The link is outdated: the log has no line 9.9 any more.").await;
        phone.close().await;
    });
}

#[test]
fn who_only_watches_is_told_that_an_earlier_table_is_not_shown() {
    with_browser(async || {
        let log = format!("{RANCHERS}{PLAYED}");
        let room = Room::open_alone(&[("game.toml", &log)]);
        let (phone, watcher) = (Phone::at(room.link(), (360, 740), &[]).await, Phone::at(room.watch(), (1280, 720), &[]).await);
        for screen in [&phone, &watcher] {
            screen.wait_for("Boolean(game.table && game.book)").await;
            screen.visit("about:blank").await;
            screen.visit(&format!("{}/#game?at=1.2", page(&room))).await;
        }
        phone.wait_for_text("dialog[open] .slid", "before 1.2").await;
        watcher.wait_for_text(".note", "an earlier table").await;
        watcher.wait_for("location.hash === '#game' && document.querySelectorAll('.table .card').length === 3").await;
        for screen in [phone, watcher] {
            screen.close().await;
        }
    });
}
