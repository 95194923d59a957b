//! A round counted by hand, by touch.

use crate::{PLAYED, RANCHERS, begun, phone::Room, ranchers, with_browser};
use serde_json::json;

const LINES: &str = "[...document.querySelectorAll('dialog[open] .has input')].map((line) => line.value)";

#[test]
fn birds_are_filled_in_as_the_moves_left_them_and_grown_from_the_grid() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        phone.open("Score by hand").await;
        phone.press("Fill in what the moves left lying").await;
        phone.wait_for(&format!("{LINES}.join() === '7SK,9WY'")).await;
        phone.wait_for("game.view.note.textContent.startsWith('Somebody asked')").await;
        let birds = "birds, each from the bottom card up";
        phone.press(&format!("Ada: add {birds}")).await;
        phone.touch("dialog[open] .deck [data-does='9LK']").await;
        phone.press(&format!("Ada: the next one of the {birds}")).await;
        for code in ["AW", "AM", "2WL"] {
            phone.touch(&format!("dialog[open] .deck [data-does='{code}']")).await;
        }
        phone.press("Ada, 2: not Ace of Moons").await;
        assert_eq!(phone.value(LINES).await, json!(["7SK 9LK | AW 2WL", "9WY"]));
        phone.press("Count it").await;
        phone.press("Write it").await;
        phone.wait_for("!document.querySelector('dialog[open]') && Boolean(game.table.ended)").await;
        let text = room.text("game");
        assert!(text.contains("\"Ada: 7SK 9LK | AW 2WL\"") && text.contains("\"Bo: 9WY\""), "{text}");
        phone.close().await;
    });
}

/// What is typed and what is touched are the same line, a number before a word and a card with a number included.
#[test]
fn counts_have_steppers_and_what_is_typed_is_read_by_them() {
    with_browser(async || {
        let scores =
            |game: &str| RANCHERS.replace("emu-ranchers", game).replace("\n[[round]]\nfirst = \"Ada\"\n", "kept = \"scores\"\n");
        let logs = [
            ("blulu.toml", &*scores("blulu")),
            ("eggs.toml", &scores("eggs-and-empires")),
            ("redux.toml", &scores("emus-redux").replace("\"Bo\"", "\"Bo\", \"Cy\"")),
        ];
        let room = Room::open(&logs);
        let phone = room.phone("blulu").await;
        phone.press("Count a round").await;
        phone.write(phone.field("Ada").await, "20").await;
        // As fast as one likes.
        for _ in 0..2 {
            phone.press("Ada: more captured cards").await;
        }
        phone.press("Ada: more flushes").await;
        phone.press("Ada: fewer captured cards").await;
        assert_eq!(phone.value(LINES).await, json!(["21; flush 1", ""]));
        phone.close().await;

        let phone = room.phone("eggs").await;
        phone.press("Count a round").await;
        phone.press("Bo: more Merchants without an egg").await;
        assert_eq!(phone.value(LINES).await, json!(["", "; merchant 1"]));
        phone.press("Bo: add eggs").await;
        for code in ["10", "-6"] {
            phone.touch(&format!("dialog[open] .deck [data-does='{code}']")).await;
        }
        assert_eq!(phone.value(LINES).await, json!(["", "10 -6; merchant 1"]));
        phone.close().await;

        let phone = room.phone("redux").await;
        phone.press("Count a round").await;
        phone.write(phone.field("Bo").await, "4MS | CL ! agreed").await;
        phone.press("Bo: add birds, each from the bottom card up").await;
        phone.touch("dialog[open] .deck [data-does='TSLK']").await;
        phone.press("=7").await;
        phone.press("Bo: add Excuses in hand").await;
        phone.touch("dialog[open] .deck [data-does='EX']").await;
        assert_eq!(phone.value(LINES).await, json!(["", "4MS | CL TSLK=7; EX ! agreed", ""]));
        phone.close().await;
    });
}

/// Of every game what the moves left lying is a tally that leaves nothing out (TB-8).
#[test]
fn what_the_moves_left_lying_can_be_read_by_the_pickers_and_leaves_nothing_out() {
    with_browser(async || {
        for example in PLAYED {
            let room = Room::open(&[("game.toml", &begun(example, 14))]);
            let phone = room.phone("game").await;
            phone.wait_for("(requestGame('show').then(({answer}) => (window.left = answer.tally)), true)").await;
            phone.wait_for("window.left?.length === game.table.players.length").await;
            phone.wait_for("left.every((text) => text !== null && lineOf(tallyOf(text)).replace(/ 0/g, '') !== undefined)").await;
            let tally = "requestGame('tally', {key: newKey(), version: game.version, players: left.map((text, nth) => game.table.players[nth] + ': ' + text)})";
            phone.wait_for(&format!("({tally}.then((told) => (window.counted = told)), true)")).await;
            phone.wait_for("Boolean(window.counted)").await;
            assert_ne!(phone.value("counted.answer.error?.clause ?? null").await, "TB-8", "{example}");
            phone.close().await;
        }
    });
}

#[test]
fn a_count_shows_what_it_comes_to_before_it_is_written() {
    with_browser(async || {
        let head = RANCHERS.replace("\n[[round]]", "\n[rules]\nyears = 1\n\n[[round]]");
        let room = Room::open(&[("game.toml", &head)]);
        let phone = room.phone("game").await;
        let before = room.text("game");
        phone.open("Score by hand").await;
        for (player, birds) in [("Ada", "AW 2WL 3MW 5SW 6MW 8WL CW"), ("Bo", "9LK 7SK")] {
            phone.write(phone.field(player).await, birds).await;
        }
        phone.press("Count it").await;
        phone.wait_for_text("dialog[open] .told", "The game is over: Ada wins.").await;
        assert!(phone.has("dialog[open] .told .tally.p0 .item .card").await);
        assert_eq!(room.text("game"), before, "nothing is written yet");
        // What is changed is counted anew.
        phone.press("Bo: add birds, each from the bottom card up").await;
        phone.touch("dialog[open] .deck [data-does='6LK']").await;
        phone.wait_for("!document.querySelector('dialog[open] .told').childNodes.length").await;
        phone.press("Count it").await;
        phone.press("Write it").await;
        phone.wait_for_text(".ending .won", "Ada wins").await;
        assert!(room.text("game").contains("\"Bo: 9LK 7SK 6LK\""), "{}", room.text("game"));
        phone.close().await;
    });
}
