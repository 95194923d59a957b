//! The server, the network or a log is away for a moment, and everything goes on behind it.

use crate::{RANCHERS, phone::Room, ranchers, with_browser};

#[test]
fn a_correction_made_while_the_server_was_away_is_told_kept_and_made_once() {
    with_browser(async || {
        let (mut room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        phone.touch(".said li:first-child .line").await;
        phone.press("Change this line").await;
        phone.fill("dialog[open] form input", "Ada: hatch 8MS; draw").await;
        phone.wait_for_text("dialog[open] h2", "What would change").await;
        room.away();
        phone.wait_for("game.view.status.dataset.is === 'lost'").await;
        phone.press("Write it").await;
        phone.wait_for_text(".waiting", "Waiting to be sent: 1.1 Ada: hatch 8MS; draw").await;
        room.back();
        phone.wait_for_text(".answer", "Ada: hatch 7SK; draw → Ada: hatch 8MS; draw").await;
        assert_eq!(room.text("game").matches("was = ").count(), 1, "{}", room.text("game"));

        // A second touch of what waits does nothing else. The table comes after the answer, and the undo is of that version.
        phone.settled(None).await;
        room.away();
        phone.wait_for("game.view.status.dataset.is === 'lost'").await;
        phone.press("Undo").await;
        phone.wait_for_text(".waiting", "Waiting to be sent: Undo").await;
        phone.press("Undo").await;
        room.back();
        phone.wait_for("game.view.waiting.hidden && !isSending").await;
        phone.settled(None).await;
        assert!(!phone.has(".waiting").await);
        let undone = room.text("game");
        assert!(undone.contains("hatch 9WY; draw\"") && undone.contains("  \"Ada: hatch 7SK; draw\","), "{undone}");
        phone.close().await;
    });
}

#[test]
fn an_undo_whose_answer_was_lost_is_asked_again_with_the_same_key() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        phone.settled(None).await;
        // The first answer comes to the phone, and is lost there.
        let loses = "(window.whole = fetch, window.fetch = (path, options) => whole(path, options).then((answer) => {
            if (!path.endsWith('/undo')) return answer;
            window.fetch = whole;
            throw new TypeError('lost');
        }), true)";
        phone.wait_for(loses).await;
        phone.press("Undo").await;
        phone.wait_for_text(".answer", "Taken back: Bo: hatch 9WY; draw").await;
        phone.settled(None).await;
        assert!(room.text("game").contains("  \"Ada: hatch 7SK; draw\","), "{}", room.text("game"));
        phone.close().await;
    });
}

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

#[test]
fn a_log_that_was_broken_by_hand_shows_each_mistake_in_its_line_and_the_way_back() {
    with_browser(async || {
        let log = RANCHERS.to_owned() + "moves = [\n  \"Ada: hatch 7SK; draw\",\n]\n";
        let room = Room::open(&[("game.toml", &log), ("other.toml", RANCHERS)]);
        let (phone, television) = (room.phone("game").await, room.television("game").await);
        room.write("game", &(log.replace("hatch", "hach") + "rubbish = 3\n"));
        phone.wait_for_text(".trouble", "game.toml can’t be read").await;
        let told = phone.text(".trouble").await;
        for words in ["line 8, column 9", "\"Ada: hach 7SK; draw\",", "did you mean hatch?", "line 10, column 1", "rubbish = 3"] {
            assert!(told.contains(words), "{words}: {told}");
        }
        phone
            .wait_for("[...document.querySelectorAll('.trouble mark')].map((one) => one.textContent).join() === 'hach,rubbish'")
            .await;
        // Nothing that would be refused is offered. Who only watches is reminded of no line.
        assert!(!phone.has(".tools").await && !phone.has(".panel").await && phone.text(".title").await == "Emu Ranchers");
        television.wait_for_text(".trouble", "line 8, column 9").await;
        assert!(!television.has(".trouble pre").await);
        phone.press("All games").await;
        phone.wait_for("document.querySelectorAll('.game').length === 1").await;
        room.write("game", &log);
        phone.touch("a[href='#game']").await;
        television.wait_for_text(".said", "hatch 7SK; draw").await;
        phone.touch("[data-does='Bo: hatch']").await;
        assert!(phone.has(".tools").await);
        for phone in [phone, television] {
            phone.close().await;
        }
    });
}

#[test]
fn a_game_that_is_not_there_is_said_to_be_missing_until_it_comes() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        phone.wait_for("(location.hash = 'friday', true)").await;
        phone.wait_for_text("main h2", "There is no game “friday” here").await;
        phone.wait_for_text("main", "The link is outdated").await;
        phone.press("All games").await;
        phone.wait_for("document.querySelectorAll('.game').length === 1").await;
        phone.wait_for("(location.hash = 'friday?at=1.2', true)").await;
        phone.wait_for_text("main h2", "There is no game “friday” here").await;
        room.write("friday", RANCHERS);
        phone
            .wait_for("Boolean(game.table) && !document.querySelector('.tools').hidden && game.view.status.dataset.is === 'live'")
            .await;
        phone.wait_for("Boolean(document.querySelector('.panel .verb'))").await;
        assert!(!phone.has(".trouble").await);
        phone.close().await;
    });
}
