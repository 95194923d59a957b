//! The link that a page is opened by: its secret is kept for this address, shown with every request, and goes nowhere else.

use crate::{
    RANCHERS,
    phone::{Phone, Room},
    ranchers, with_browser,
};

const SIZE: (u32, u32) = (360, 740);

#[test]
fn a_page_without_a_link_asks_for_one_and_opens_what_is_pasted() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let (origin, secret) = room.link().split_once("/join#").expect("a link");
        let phone = Phone::at(origin, SIZE, &[]).await;
        phone.wait_for_text("form", "You need the link to this table").await;
        for (text, told) in [
            ("nonsense", "This is no link to a table"),
            ("http://127.0.0.1/join#0", "This is no link to a table"),
            ("javascript:alert(1)//join#", "This is no link to a table"),
            (&*format!("http://127.0.0.1:1/join#{secret}"), "This link leads to another address"),
        ] {
            phone.fill("form input", text).await;
            phone.wait_for_text("form [role=alert]", told).await;
        }
        phone.fill("form input", &format!("  {}  ", room.link())).await;
        phone.wait_for_text(".home", "Emu Ranchers").await;
        assert_eq!(phone.value("location.href").await, format!("{origin}/"));
        // It is kept for this address, and no cookie is.
        phone.visit(&format!("{origin}/#game")).await;
        phone.wait_for("Boolean(game.moves)").await;
        assert_eq!((phone.cookies().await, phone.value("storage.get('secret')").await), (0, secret.into()));
        phone.close().await;
    });
}

#[test]
fn the_link_that_was_opened_last_counts() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        phone.visit(room.watch()).await;
        phone.go_to("game").await;
        assert!(!phone.has(".panel").await, "a watcher records nothing");
        phone.visit(room.link()).await;
        phone.go_to("game").await;
        phone.type_line("hatch 7SK; draw").await;
        // Not in the address, and in nothing that another page could be sent to.
        assert_eq!(phone.value("location.pathname + location.search + location.hash + document.referrer").await, "/#game");
        let asked = "performance.getEntriesByType('resource').map((one) => one.name).filter((name) => name.includes(storage.get('secret')))";
        assert_eq!(phone.value(asked).await, serde_json::json!([]));
        phone.close().await;
    });
}

/// Any web page can open this one with a secret that it makes up.
#[test]
fn a_link_that_the_server_doesnt_know_replaces_none() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let secret = phone.value("storage.get('secret')").await;
        let origin = room.link().split_once("/join#").expect("a link").0;
        phone.visit(&format!("{origin}/join#{}", "0123456789abcdef".repeat(2))).await;
        phone.wait_for_text(".home", "Emu Ranchers").await;
        assert_eq!(phone.value("storage.get('secret')").await, secret);
        assert_eq!(phone.value("location.href").await, format!("{origin}/"));
        phone.close().await;
    });
}

/// Who looks through the history of a phone that was lent finds no secret, and going back doesn't bring it up again.
#[test]
fn the_secret_is_not_in_the_history() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let phone = Phone::anew(SIZE).await;
        // What the address is when the first frame is about to be painted.
        let watch = "requestAnimationFrame(() => { window.painted = location.href; })";
        phone.command("Page.addScriptToEvaluateOnNewDocument", &serde_json::json!({ "source": watch })).await;
        let origin = room.link().split_once("/join#").expect("a link").0;
        phone.visit(&format!("{origin}/")).await;
        phone.visit(room.link()).await;
        phone.wait_for_text(".home", "Emu Ranchers").await;
        assert_eq!(phone.value("window.painted").await, format!("{origin}/"));
        let entries = phone.value("navigation.entries().map((entry) => entry.url)").await;
        assert!(entries.as_array().is_some_and(|all| all.len() > 1) && !entries.to_string().contains("join"), "{entries}");
        phone.leave().await;
    });
}

#[test]
fn a_link_that_was_renewed_is_asked_for_anew_and_a_step_that_waits_is_sent_with_the_next_one() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let other = room.phone("game").await;
        let old = phone.value("storage.get('secret')").await;
        other.wait_for("(request('/api/links', {}).then((told) => (window.renewed = told.answer)), true)").await;
        other.wait_for("Boolean(window.renewed)").await;
        let link = other.value("renewed.record[0]").await.as_str().expect("a link").to_owned();
        // Whoever listened is cut off, without having touched anything.
        for phone in [&phone, &other] {
            phone.wait_for_text("form", "The link that this page was opened with is no longer valid").await;
        }
        // Nothing is erased: a step that was made meanwhile is sent with the next link, once.
        assert_eq!(phone.value("storage.get('secret')").await, old);
        phone.wait_for("(storePending('game', 'record', {version: '', lines: ['note kept']}), true)").await;
        phone.visit(&format!("{}#game", room.link().split_once("join").expect("a link").0)).await;
        phone.wait_for_text("form", "no longer valid").await;
        assert_eq!(phone.value("pendingRequest('game').body.lines[0]").await, "note kept");
        phone.fill("form input", &link).await;
        phone.wait_for("Boolean(game.moves)").await;
        phone.wait_for("pendingRequest('game') === null").await;
        phone.wait_for_text(".answer", "note kept").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn one_game_that_is_served_alone_is_opened_by_the_link() {
    with_browser(async || {
        let room = Room::open_alone(&[("only one.toml", RANCHERS)]);
        let phone = Phone::at(room.link(), SIZE, &[]).await;
        phone.wait_for("game.name === 'only one' && Boolean(game.moves)").await;
        assert_eq!(phone.value("location.hash").await, "#only%20one");
        assert!(!phone.has(".back").await, "there is no list to go back to");
        phone.close().await;
    });
}

#[test]
fn a_stream_that_falls_silent_is_left_and_listened_to_anew() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        // The server is heard of every fifteen seconds: with less patience it is silent.
        let sooner = "(window.whole = setTimeout, window.setTimeout = (act, after) => whole(act, after === SILENCE_TIMEOUT ? 300 : after), \
                      window.times = [], window.told = stream.onEvent, stream.onEvent = (kind, what) => (times.push(kind), told(kind, what)), \
                      connect(), true)";
        phone.wait_for(sooner).await;
        phone.wait_for("times.filter((kind) => kind === 'lost').length > 1").await;
        phone.wait_for("(window.setTimeout = whole, connect(), true)").await;
        phone.wait_for("game.view.status.dataset.is === 'live'").await;
        room.write("game", &(RANCHERS.to_owned() + "moves = [\n  \"Ada: hatch 7SK\",\n]\n"));
        phone.wait_for_text(".said", "7SK").await;
        phone.close().await;
    });
}

#[test]
fn no_text_becomes_markup_or_script_on_the_page() {
    with_browser(async || {
        let (_room, phone) = ranchers().await;
        for attempt in [
            "document.body.innerHTML = '<p>markup</p>'",
            "document.body.insertAdjacentHTML('beforeend', '<p>markup</p>')",
            "document.createElement('script').text = 'alert(1)'",
            "trustedTypes.createPolicy('default', {createHTML: (text) => text})",
        ] {
            let refused = format!("(() => {{ try {{ {attempt}; return false; }} catch {{ return true; }} }})()");
            assert_eq!(phone.value(&refused).await, true, "{attempt}");
        }
        phone.leave().await;
    });
}

#[test]
fn a_link_that_was_cut_off_is_said_to_be_none() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let cut = &room.link()[..room.link().len() - 4];
        let phone = Phone::at(cut, SIZE, &[]).await;
        phone.wait_for_text("main", "This is no link to a table: it ends in /join# and 32 letters and digits.").await;
        phone.visit(room.link()).await;
        phone.wait_for("document.querySelectorAll('.game').length === 1").await;
        phone.close().await;
    });
}
