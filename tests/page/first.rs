//! The first screen: tables that go on, a new game, the links.

use crate::{phone::Room, ranchers, with_browser};

#[test]
fn a_table_that_goes_on_is_listed_with_score_turn_and_last_line_and_who_played_is_seated_by_a_tap() {
    with_browser(async || {
        let (_room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        phone.play_for("Ada").await;
        phone.press("all games").await;
        phone.wait_for_text(".game .last", "Bo: hatch 9WY; draw").await;
        let standing = "[...document.querySelectorAll('.game .standing')].map((one) => one.textContent).join()";
        assert_eq!(phone.value(standing).await, "Ada’s turn−11,Bo−9");
        phone.press("New game").await;
        phone.wait_for_text(".tile", "2 to 6 players · 20 to 30 minutes").await;
        phone.wait_for_text(".tile", "3 to 4 players · about 45 minutes").await;
        phone.press("Blulu").await;
        for name in ["Bo", "Ada"] {
            phone.touch(&format!("[data-does='seat: {name}']")).await;
        }
        let seated = "[...document.querySelectorAll('.players input')].map((player) => player.value).join()";
        assert_eq!(phone.value(seated).await, "Bo,Ada,,");
        phone.close().await;
    });
}

#[test]
fn players_are_dragged_to_their_seats_and_moved_there_by_a_finger_or_a_key() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", crate::RANCHERS)]);
        let phone = room.phone("game").await;
        phone.press("all games").await;
        phone.press("New game").await;
        phone.press("Blulu").await;
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

#[test]
fn the_title_of_the_tab_says_whose_phone_is_to_play() {
    with_browser(async || {
        let (_room, phone) = ranchers().await;
        phone.type_line("hatch 7SK; draw").await;
        phone.wait_for("document.title === 'Emu Ranchers · fowlplay'").await;
        phone.wait_for("(playFor('Bo'), document.title.startsWith('Your turn · Emu Ranchers'))").await;
        phone.type_line("hatch 9WY; draw").await;
        phone.wait_for("document.title === 'Emu Ranchers · fowlplay'").await;
        phone.close().await;
    });
}

#[test]
fn the_links_are_shown_as_codes_and_made_anew_without_losing_this_phone() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", crate::RANCHERS)]);
        let (phone, television) = (room.phone("game").await, room.television("game").await);
        television.open("Links").await;
        television.wait_for_text("dialog[open]", "To watch").await;
        assert!(!television.text("dialog[open]").await.contains("To record"));
        phone.open("Links").await;
        phone.wait_for("document.querySelectorAll('dialog[open] .code').length === 2").await;
        phone.wait_for_text("dialog[open]", room.link()).await;
        phone.touch("dialog[open] summary").await;
        phone.press("Make new links").await;
        phone.wait_for(&format!("!document.querySelector('dialog[open]').textContent.includes({:?})", room.link())).await;
        phone.wait_for("(closeSheets(), game.view.status.dataset.is === 'live' && stream.isOpen)").await;
        phone.type_line("hatch 7SK; draw").await;
        phone.wait_for("game.table.lines.length === 1").await;
        // Who has the old one needs the new one.
        television.wait_for_text("main", "no longer valid").await;
        for phone in [phone, television] {
            phone.close().await;
        }
    });
}
