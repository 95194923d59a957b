//! A round counted by hand, by touch.

use crate::{
    PLAYED, RANCHERS, begun,
    phone::{Phone, Room},
    ranchers, with_browser,
};

/// The texts of what is built.
const LINES: &str = "[...document.querySelectorAll('dialog[open] .as-text input')].map((line) => line.value)";

async fn put_in(phone: &Phone, place: &str, cards: &[&str]) {
    phone.touch(&format!("dialog[open] [data-does='place: {place}']")).await;
    for card in cards {
        phone.touch(&format!("dialog[open] .dock [data-does='{card}']")).await;
    }
    phone.touch("dialog[open] [data-does='place: done']").await;
}

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
        put_in(&phone, "Ada, bird 1", &["9LK"]).await;
        put_in(&phone, "Ada, another bird", &["AW", "AM", "2WL", "put back: AM"]).await;
        phone.wait_for(&format!("{LINES}.join() === '7SK 9LK | AW 2WL,9WY'")).await;
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
        phone.say("Ada", "20").await;
        phone.touch("dialog[open] [data-does='place: Ada, captured cards: 20']").await;
        // As fast as one likes.
        for key in ["⌫", "⌫", "2", "1"] {
            phone.touch(&format!("[data-does='pad: {key}']")).await;
        }
        phone.touch("dialog[open] [data-does='place: done']").await;
        put_in(&phone, "Ada, flushes: 0", &["pad: 1"]).await;
        phone.wait_for(&format!("{LINES}.join('|') === '21; flush 1; sextet 0|'")).await;
        phone.close().await;

        let phone = room.phone("eggs").await;
        phone.press("Count a round").await;
        put_in(&phone, "Bo, Merchants without an egg: ?", &["pad: 1"]).await;
        put_in(&phone, "Bo, eggs", &["10", "-6"]).await;
        phone.wait_for(&format!("{LINES}.join('|') === '|10 -6; merchant 1'")).await;
        phone.close().await;

        let phone = room.phone("redux").await;
        phone.press("Count a round").await;
        phone.say("Bo", "4MS | CL ! agreed").await;
        put_in(&phone, "Bo, bird 2", &["TSLK", "stands: 7"]).await;
        put_in(&phone, "Bo, Excuses in hand", &["EX"]).await;
        phone.wait_for(&format!("{LINES}.join('|') === '|4MS | CL TSLK=7; EX ! agreed|'")).await;
        phone.close().await;
    });
}

#[test]
fn totals_are_tapped_and_a_tie_is_open_until_its_break_is_said() {
    with_browser(async || {
        let log = "fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\nkept = \"scores\"\n";
        let room = Room::open(&[("game.toml", log)]);
        let phone = room.phone("game").await;
        phone.press("Count a round").await;
        for (name, keys) in [("Ada", &["3", "0"][..]), ("Bo", &["3", "0"]), ("Cy", &["3", "±"])] {
            let keys: Vec<String> = keys.iter().map(|key| format!("pad: {key}")).collect();
            put_in(&phone, &format!("{name}, the total alone: ?"), &keys.iter().map(String::as_str).collect::<Vec<_>>()).await;
        }
        phone.wait_for(&format!("{LINES}.join('|') === '= 30|= 30|= -3'")).await;
        phone.press("Count it").await;
        phone.wait_for_text("dialog[open] .told", "Ada and Bo are level").await;
        for (name, pairs) in [("Ada", "2"), ("Bo", "4")] {
            phone.touch(&format!("dialog[open] [data-does='place: more, {name}']")).await;
            put_in(&phone, &format!("{name}, mated pairs: mated pairs"), &[&format!("pad: {pairs}")]).await;
        }
        phone.wait_for(&format!("{LINES}.join('|') === '= 30; pairs 2|= 30; pairs 4|= -3'")).await;
        phone.press("Count it").await;
        phone.wait_for_text("dialog[open] .told", "Bo wins").await;
        phone.press("Write it").await;
        phone.wait_for("!document.querySelector('dialog[open]') && Boolean(game.table.ended)").await;
        let text = room.text("game");
        assert!(
            ["\"Ada: = 30; pairs 2\"", "\"Bo: = 30; pairs 4\"", "\"Cy: = -3\""].iter().all(|part| text.contains(part)),
            "{text}"
        );
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
            phone.wait_for("(requestGame('places', {of: 'tally', parts: left.map((text, nth) => game.table.players[nth] + ': ' + text)}).then(({answer}) => (window.laid = answer.laid)), true)").await;
            phone.wait_for("window.laid?.length === left.length && laid.every(({also}) => also === '')").await;
            let tally = "requestGame('tally', {key: createKey(), version: game.version, players: left.map((text, nth) => game.table.players[nth] + ': ' + text)})";
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
            phone.say(player, birds).await;
        }
        phone.press("Count it").await;
        phone.wait_for_text("dialog[open] .told", "The game is over: Ada wins.").await;
        assert!(phone.has("dialog[open] .told .tally.p0 .item .card").await);
        assert_eq!(room.text("game"), before, "nothing is written yet");
        // What is changed is counted anew.
        put_in(&phone, "Bo, bird 1", &["6LK"]).await;
        phone.wait_for("!document.querySelector('dialog[open] .told').childNodes.length").await;
        phone.press("Count it").await;
        phone.press("Write it").await;
        phone.wait_for_text(".ending .won", "Ada wins").await;
        assert!(room.text("game").contains("\"Bo: 9LK 7SK 6LK\""), "{}", room.text("game"));
        phone.close().await;
    });
}
