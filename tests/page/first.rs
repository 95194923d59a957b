//! The first screen: tables that go on, a new game, the links.

use crate::{
    axe, begun,
    phone::{Phone, Room},
    ranchers, with_browser,
};

/// How often the link to a game is there.
fn links_to(name: &str) -> String {
    format!("[...document.querySelectorAll('a[href=\"#{name}\"]')].length")
}

#[test]
fn the_first_screen_goes_on_with_the_last_game_begins_one_by_its_picture_and_has_the_code_to_join() {
    with_browser(async || {
        let over = begun("emus-redux-tie.toml", i32::MAX).trim_end_matches("]\n").to_owned() + "]\n";
        let older = begun("piepmatz-shared-by-four.toml", 12);
        let room = Room::open(&[("over.toml", &over), ("older.toml", &older)]);
        std::thread::sleep(std::time::Duration::from_millis(30));
        room.write("last", crate::RANCHERS);
        let phone = Phone::at(room.link(), (360, 740), &[]).await;
        phone.wait_for_text(".home .about p", "referee").await;
        phone.wait_for_text(".on h2", "Go on with the last game").await;
        // It is offered once, and the others are listed.
        assert_eq!(phone.value(&links_to("last")).await, 1);
        assert_eq!(phone.value("document.querySelectorAll('.others .game').length").await, 2);
        // Each game shows its own pieces, and who only looks at the screen is told which are which.
        let pieces = phone.value("[...document.querySelectorAll('.tile')].map((tile) => tile.querySelectorAll('.cover > .card  svg').length > 0).join()");
        assert_eq!(pieces.await, "true,true,true,true,true,false");
        assert_eq!(phone.value("[...document.querySelectorAll('.join .code')].length").await, 1);
        phone.wait_for_text(".join", "works on this machine alone").await;
        assert_eq!(phone.barriers(&axe()).await, Vec::<String>::new());
        assert_eq!(phone.value("document.documentElement.scrollWidth").await, 360);
        phone.touch(".on .game").await;
        phone.wait_for("game.name === 'last' && Boolean(game.table)").await;
        // Who only watches begins nothing, and is shown how to join.
        let television = Phone::at(room.watch(), (1280, 720), &[]).await;
        television.wait_for("document.querySelectorAll('.game').length === 3").await;
        assert!(!television.has(".tile").await && television.has(".join .code").await);
        for screen in [phone, television] {
            screen.close().await;
        }
    });
}

#[test]
fn players_are_dragged_to_their_seats_and_moved_there_by_a_finger_or_a_key() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", crate::RANCHERS)]);
        let phone = room.phone("game").await;
        phone.press("all games").await;
        phone.touch("[data-does='new: blulu']").await;
        let seated = "[...document.querySelectorAll('.players input')].map((player) => player.value).join()";
        let seat = |nth: u8| format!(".players > :nth-child({nth})");
        phone.wait_for("document.querySelectorAll('.chip').length === 2").await;
        // Onto a free seat, and onto one that is taken: who sits there moves on.
        phone.drag("[data-does='seat: Ada']", &seat(2)).await;
        assert_eq!(phone.value(seated).await, ",Ada,,");
        phone.drag("[data-does='seat: Bo']", &seat(2)).await;
        assert_eq!(phone.value(seated).await, ",Bo,Ada,");
        assert!(!phone.has(".chip").await);
        let grip = |nth: u8| format!("{} .grip", seat(nth));
        phone.drag(&grip(3), &seat(1)).await;
        assert_eq!(phone.value(seated).await, "Ada,,Bo,");
        // Beside the seats nothing happens.
        phone.drag(&grip(1), ".sheet h2").await;
        assert_eq!(phone.value(seated).await, "Ada,,Bo,");
        // A key moves one forward, and the first to the end.
        phone.touch(&grip(3)).await;
        assert_eq!(phone.value(seated).await, "Ada,Bo,,");
        phone.keys("\u{e007}").await;
        phone.keys("\u{e007}").await;
        assert_eq!(phone.value(seated).await, "Ada,Bo,,");
        // With every seat taken, who has to leave can be seated again.
        for (nth, name) in [(3, "Cy"), (4, "Di")] {
            phone.write(&format!("{} input", seat(nth)), name).await;
        }
        phone.write(&format!("{} input", seat(1)), "Eve").await;
        phone.drag("[data-does='seat: Ada']", &seat(4)).await;
        assert_eq!(phone.value(seated).await, "Eve,Bo,Cy,Ada");
        assert!(phone.has("[data-does='seat: Di']").await);
        phone.close().await;
    });
}

/// The fields for texts that are shown, each with what a phone's keyboard does there.
const FIELDS: &str = "[...document.querySelectorAll(document.querySelector('dialog[open]') ? 'dialog[open]:last-of-type :is(input[type=text], textarea)' : 'input[type=text]')].map((one) => {
    const label = one.ariaLabel ?? one.closest('.field')?.firstChild.textContent ?? '';
    return [label, ...['autocapitalize', 'autocorrect', 'spellcheck'].map((name) => one.getAttribute(name))].join(' ');
}).join('; ')";

#[test]
fn a_phone_corrects_neither_names_nor_lines() {
    with_browser(async || {
        let (names, lines, sentences) = ("words off false", "none off false", "sentences  ");
        let all =
            |fields: &[(&str, &str)]| fields.iter().map(|(label, kind)| format!("{label} {kind}")).collect::<Vec<_>>().join("; ");
        let (room, phone) = ranchers().await;
        phone.type_line("hatch 7SK; draw").await;
        let opened = async |what: &str, fields: &[(&str, &str)]| {
            phone.wait_for(&format!("(closeSheets(), {what}, true)")).await;
            let all = all(fields);
            phone.wait_for(&format!("{FIELDS} === {all:?}")).await;
        };
        assert_eq!(phone.value(FIELDS).await, all(&[("a line to record", lines)]));
        opened("openDispute(null)", &[("The move, as the table stands now", lines)]).await;
        opened("openAmend('1.1', '')", &[("What it should say", lines)]).await;
        opened("openPosition()", &[("Ada", lines), ("Bo", lines), ("the table", lines)]).await;
        opened("openTally()", &[("Ada", lines), ("Bo", lines)]).await;
        let head = [("Title", sentences), ("Place", names), ("Notes", sentences), ("name of Ada", names), ("name of Bo", names)];
        opened("openHead()", &head).await;
        opened("openLabel()", &[("Name", names)]).await;
        opened("openPutAway()", &[("Why", sentences)]).await;
        opened("openSettle()", &[("Players, clockwise", names), ("What was done before it stands in lines above", lines)]).await;
        let new = [("player 1", names), ("player 2", names), ("Name of this game", names)];
        opened("beginGame('emu-ranchers')", &new).await;
        phone.wait_for("(closeSheets(), storage.set('secret', null), location.reload(), true)").await;
        phone.wait_for(&format!("{FIELDS} === {:?}", all(&[("The link", lines)]))).await;
        drop(room);
        phone.close().await;
    });
}
