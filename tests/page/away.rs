//! The server, the network or a log is away for a moment, and everything goes on behind it.

use crate::{RANCHERS, phone::Room, with_browser};

#[test]
fn a_log_that_was_unreadable_or_gone_for_a_moment_is_shown_again_as_it_is() {
    with_browser(async || {
        let log = RANCHERS.to_owned() + "moves = [\n  \"Ada: hatch 7SK\",\n]\n";
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        let other = log.replace("7SK", "8MS");
        for after in [&log, &other, &log] {
            room.write("game", &(log.clone() + "rubbish = [\n"));
            phone.wait_for_text(".trouble", "this is not TOML").await;
            room.write("game", after);
            let shown = if after == &other { "8MS" } else { "7SK" };
            phone.wait_for_text(".said", shown).await;
            phone.wait_for("!document.querySelector('.trouble') && game.view.turn.isConnected").await;
        }
        room.take_away("game");
        phone.wait_for_text(".status", "the log is gone").await;
        room.write("game", &log);
        phone.wait_for_text(".status", "live").await;
        phone.touch("[data-does='Ada: draw']").await;
        phone.wait_for("game.table.lines[0].text === 'Ada: hatch 7SK; draw'").await;
        for nothing in ["nonexistent", "100%"] {
            phone.wait_for(&format!("(location.hash = '{nothing}', game.name === '{nothing}')")).await;
            phone.wait_for_text(".status", "the log is gone").await;
        }
        phone.close().await;
    });
}
