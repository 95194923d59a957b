//! A round counted by hand, by touch.

use crate::{PLAYED, begun, phone::Room, with_browser};

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
