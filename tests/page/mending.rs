//! The log is changed on one phone while another is about to: what is made for a log of before is told, and made anew.

use crate::{
    RANCHERS,
    phone::{Phone, Room},
    ranchers, with_browser,
};

/// Opens the form for another text of a line, enters it, and waits for what is told of that.
async fn ask_what_would_change(phone: &Phone, nth: usize, line: &str) {
    phone.touch(&format!(".said li:nth-child({nth}) .line")).await;
    phone.press("Change this line").await;
    phone.fill("dialog[open] form input", line).await;
    phone.wait_for("Boolean(document.querySelector('.told p, dialog[open] .main:focus'))").await;
}

/// Changes the log on a phone, as it is by now; its version since.
async fn changes(phone: &Phone, path: &str, body: &str) -> String {
    let before = phone.settled(None).await;
    phone.wait_for(&format!("(send('{path}', {body}), true)")).await;
    phone.wait_for(&format!("game.version !== '{before}'")).await;
    phone.settled(None).await
}

#[test]
fn a_round_that_was_counted_on_another_phone_is_not_counted_again() {
    with_browser(async || {
        let round = "\n[[round]]\nfirst = \"Ada\"\ntally = [\"Ada: 20; flush 1\", \"Bo: 16\"]\n";
        let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\nkept = \"scores\"\n";
        let room = Room::open(&[("game.toml", &(head.to_owned() + round))]);
        let (phone, other) = (room.phone("game").await, room.phone("game").await);
        for phone in [&phone, &other] {
            phone.press("Count a round").await;
            assert!(phone.text("dialog[open]").await.contains("Round 2: Bo deals"));
            for player in ["Ada", "Bo"] {
                phone.say(player, "18").await;
            }
        }
        let before = phone.settled(None).await;
        for phone in [&phone, &other] {
            phone.press("Count it").await;
        }
        phone.press("Write it").await;
        phone.wait_for(&format!("game.version !== '{before}'")).await;
        let version = phone.settled(None).await;
        other.settled(Some(&version)).await;
        let counted = room.text("game");
        other.press("Write it").await;
        other.wait_for_text(".told", "Somebody else has changed the log since.").await;
        assert!(
            other.text(".told").await.contains("2.tally Ada: 18; flush 0; sextet 0 / Bo: 18"),
            "{}",
            other.text(".told").await
        );
        assert_eq!(room.text("game"), counted);
        // What was typed is kept, for a round that is named.
        other.press("Open it anew").await;
        other.wait_for_text("dialog[open]", "Round 3: Ada deals").await;
        other.press("Count it").await;
        other.press("Write it").await;
        other.wait_for("!document.querySelector('dialog[open]') && game.version === game.moves.version").await;
        assert_eq!(room.text("game").matches("tally = ").count(), 3, "{}", room.text("game"));
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn a_round_counted_against_a_rule_is_told_by_its_clause_and_let_stand() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        phone.open("Score by hand").await;
        phone.say("Ada", "AM 9LK").await;
        phone.press("Count it").await;
        phone.wait_for_text(".told", "illegal: ").await;
        let told = phone.text(".told:not(:empty)").await;
        assert!(told.contains("ER-"), "{told}");
        phone.fill(".told .typed input", "agreed").await;
        phone.press("Write it").await;
        phone.wait_for("!document.querySelector('dialog[open]') && Boolean(game.table.ended)").await;
        assert!(room.text("game").contains("\"Ada: AM 9LK ! agreed\""), "{}", room.text("game"));
        phone.close().await;
    });
}

#[test]
fn a_change_is_made_of_the_log_that_it_was_told_of_or_told_anew() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        let other = room.phone("game").await;
        ask_what_would_change(&phone, 2, "Bo: hatch 5YK; draw").await;
        // A line put in before it shifts the numbers.
        let version = changes(&other, "amend", "{edits: ['+1.1 note first']}").await;
        phone.settled(Some(&version)).await;
        let before = room.text("game");
        phone.press("Write it").await;
        phone.wait_for_text(".answer", "Somebody else has changed the log since.").await;
        let told = phone.text(".answer").await;
        assert!(told.contains("1.1 note first") && told.contains("Not done: 1.2 Bo: hatch 5YK; draw"), "{told}");
        assert_eq!(room.text("game"), before);
        phone.press("What would change now?").await;
        phone.wait_for_text("dialog[open]", "illegal: it is").await;
        phone.wait_for("(closeSheets(), true)").await;

        ask_what_would_change(&phone, 3, "Bo: hatch 5YK; draw").await;
        let version = changes(&other, "record", "{lines: ['note last']}").await;
        phone.settled(Some(&version)).await;
        phone.press("Write it").await;
        phone.press("What would change now?").await;
        phone.wait_for("performance.now() - game.changed.done > REPEAT_GUARD").await;
        phone.press("Write it").await;
        phone.wait_for_text(".answer", "1.3: Bo: hatch 9WY; draw → Bo: hatch 5YK; draw").await;
        phone.close().await;
        other.close().await;
    });
}

#[test]
fn a_change_against_a_rule_is_told_as_a_foul_is_and_let_stand_as_that_change() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw", "grow 1 9LK; draw"] {
            phone.type_line(typed).await;
        }
        ask_what_would_change(&phone, 3, "Ada: grow 1 9WY").await;
        assert!(phone.text(".told").await.contains("impossible: 9WY"), "{}", phone.text(".told").await);
        assert!(!phone.has(".told .typed input").await);
        phone.wait_for("(closeSheets(), true)").await;
        ask_what_would_change(&phone, 3, "Ada: grow 1 2WL").await;
        let told = phone.text(".told").await;
        assert!(["illegal: ", "ER-3.3", "Legal instead:"].iter().all(|words| told.contains(words)), "{told}");
        phone.fill(".told .typed input", "agreed").await;
        phone.press("Write it").await;
        phone.wait_for_text(".answer", "Ada: grow 1 2WL ! agreed").await;
        phone.settled(None).await;

        // Also where it was not asked before what would change.
        for edits in ["1.3 Ada: hatch 3LY", "1.1 Ada: hatch AM; draw"] {
            phone.wait_for("(game.answered = null, send('undo', {}), true)").await;
            phone.wait_for("game.answered !== null").await;
            phone.settled(None).await;
            phone.wait_for(&format!("(game.answered = null, send('amend', {{edits: ['{edits}']}}), true)")).await;
            phone.wait_for("game.answered !== null").await;
            assert!(!phone.text(".answer").await.contains("undefined"), "{}", phone.text(".answer").await);
        }
        phone.wait_for("performance.now() - game.changed.done > REPEAT_GUARD").await;
        phone.fill(".answer .typed input", "so be it").await;
        phone.press("Write it").await;
        phone.wait_for_text(".answer", "Ada: hatch AM; draw").await;
        let text = room.text("game");
        assert!(text.contains("  \"Ada: hatch AM; draw\",") && text.contains("\"Ada: grow 1 9LK; draw ! so be it\","), "{text}");
        phone.close().await;
    });
}

#[test]
fn a_table_rule_that_is_changed_is_told_with_the_value_before() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        phone.open("Table rules").await;
        phone.write(phone.field("upkeep").await, "12").await;
        phone.press("What would change?").await;
        phone.wait_for_text("dialog[open]", "upkeep: 18 → 12").await;
        phone.press("Write it").await;
        phone.wait_for_text(".answer", "upkeep: 18 → 12").await;
        phone.press("Undo").await;
        phone.wait_for_text(".answer", "upkeep: 12 → 18").await;
        assert!(!room.text("game").contains("upkeep = 12\n["), "{}", room.text("game"));
        phone.close().await;
    });
}

#[test]
fn a_form_of_table_rules_follows_another_phone_and_keeps_what_was_entered() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let other = room.phone("game").await;
        other.open("Table rules").await;
        other.write(other.field("years").await, "4").await;
        phone.open("Table rules").await;
        phone.write(phone.field("upkeep").await, "12").await;
        phone.press("What would change?").await;
        phone.press("Write it").await;
        let upkeep = other.field("upkeep").await;
        other.wait_for(&format!("document.querySelector(`{upkeep}`).value === '12'")).await;
        other.press("What would change?").await;
        other.wait_for_text("dialog[open]", "years: 2 → 4").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn the_rule_book_that_lies_open_on_another_phone_reads_as_the_table_plays_now() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let other = room.phone("game").await;
        other.open("Rules").await;
        other.wait_for_text("dialog[open]", "upkeep = 18").await;
        phone.open("Table rules").await;
        phone.write(phone.field("upkeep").await, "12").await;
        phone.press("What would change?").await;
        phone.press("Write it").await;
        other.wait_for_text("dialog[open]", "upkeep = 12").await;
        other.wait_for("game.book.in_force.upkeep === '12'").await;
        // What takes it back is no change of a rule by its name.
        phone.press("Undo").await;
        other.wait_for_text("dialog[open]", "upkeep = 18").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn every_phone_says_what_somebody_asked_for() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let (phone, other) = (room.phone("game").await, room.phone("game").await);
        phone.wait_for("(requestGame('try', {line: 'Ada: hatch 7SK'}), true)").await;
        other.wait_for_text(".note", "Somebody asked whether a move is legal.").await;
        phone.press("Log").await;
        other.wait_for_text(".note", "Somebody asked for the whole log.").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn a_game_that_was_begun_by_mistake_is_put_away_and_opened_again() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS), ("other.toml", RANCHERS)]);
        let (phone, other) = (room.phone("game").await, room.phone("other").await);
        other.press("all games").await;
        phone.open("Put it away").await;
        phone.press("Put it away").await;
        phone.wait_for_text(".turn", "Closed: begun by mistake").await;
        assert!(room.text("game").contains("closed = \"begun by mistake\""), "{}", room.text("game"));
        phone.press("all games").await;
        for phone in [&phone, &other] {
            phone.wait_for("document.querySelectorAll('.game').length === 2").await;
            phone.wait_for("[...document.querySelectorAll('.game')].filter((one) => one.checkVisibility()).length === 1").await;
        }
        phone.touch("summary").await;
        phone.touch("a[href='#game']").await;
        phone.wait_for_text(".turn", "Closed").await;
        phone.open("Open it again").await;
        phone.wait_for_text(".turn", "Ada").await;
        assert!(!room.text("game").lines().any(|line| line.starts_with("closed")), "{}", room.text("game"));
        other.wait_for("!document.querySelector('.away')").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn names_title_and_seats_are_mended_and_told_before_they_are_written() {
    with_browser(async || {
        let log = RANCHERS.replace("\"Bo\"]", "\"Bo\", \"Cy\"]").replace("emu-ranchers", "eggs-and-empires");
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        phone.play_for("Bo").await;
        phone.open("Names, title, seats").await;
        phone.write(phone.field("Title").await, "Friday").await;
        phone.write(phone.field("name of Bo").await, "Ada").await;
        phone.press("What would change?").await;
        phone.wait_for_text("dialog[open] .told", "Ada").await;
        phone.write(phone.field("name of Bo").await, "Bob").await;
        phone.wait_for("!document.querySelector('dialog[open] .told').textContent").await;
        phone.press("What would change?").await;
        phone.wait_for_text("dialog[open]", "name: Bo → Bob").await;
        phone.press("Write it").await;
        phone.wait_for_text(".title", "Friday").await;
        phone.wait_for("game.table.players[1] === 'Bob' && ownPlayer() === 'Bob'").await;
        // Who sits where is judged again.
        phone.open("Names, title, seats").await;
        phone.press("Cy: one seat forward").await;
        phone.press("What would change?").await;
        phone.wait_for_text("dialog[open]", "seats: Ada, Bob, Cy → Ada, Cy, Bob").await;
        phone.press("Write it").await;
        phone.wait_for("game.table.players.join() === 'Ada,Cy,Bob'").await;
        phone.press("Undo").await;
        phone.wait_for("game.table.players.join() === 'Ada,Bob,Cy'").await;
        phone.close().await;
    });
}

/// A line that can't have happened was written by hand: nothing is judged from there on.
#[test]
fn an_impossible_line_is_linked_to_its_mending_and_nothing_is_offered_that_would_be_refused() {
    with_browser(async || {
        let line = |bird: &str| format!("  \"Bo: hatch {bird}; draw\",\n  \"Ada: hatch 8MS; draw\",\n");
        let log = RANCHERS.to_owned() + "moves = [\n  \"Ada: hatch 7SK; draw\",\n" + &line("7SK") + "]\n";
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        phone.wait_for_text(".turn", "Nothing is judged from 1.2 on").await;
        assert!(!phone.has(".panel .typed").await && !phone.has(".panel [data-does]").await);
        phone.press("More").await;
        let menu = phone.text(".menu").await;
        assert!(menu.contains("Table rules") && menu.contains("Put it away"), "{menu}");
        for refused in ["Was that legal?", "A hand is shown", "A note", "Score by hand"] {
            assert!(!menu.contains(refused), "{menu}");
        }
        phone.press("close: Emu Ranchers").await;
        // What stands behind it waits for it, too.
        phone.touch(".said li:last-child .line").await;
        phone.press("Mend 1.2 first").await;
        phone.wait_for_text("dialog[open]", "7SK is not in Bo").await;
        phone.press("Change this line").await;
        phone.wait_for("document.querySelectorAll('dialog[open]').length > 0").await;
        phone.write(phone.field("What it should say").await, "Bo: hach 9WY; draw").await;
        phone.press("What would change?").await;
        phone.wait_for_text("dialog[open] .told", "is not a step of").await;
        // A refusal goes when what it was about has changed.
        phone.write(phone.field("What it should say").await, "Bo: hatch 9WY; draw").await;
        phone.wait_for("!document.querySelector('dialog[open] .told').textContent").await;
        phone.press("What would change?").await;
        phone.press("Write it").await;
        phone.wait_for("game.table.halted === null").await;
        phone.settled(None).await;
        assert!(room.text("game").contains(&line("9WY")), "{}", room.text("game"));
        // So is a later line that would become impossible.
        phone.touch(".said li:first-child .line").await;
        phone.press("Change this line").await;
        phone.write(phone.field("What it should say").await, "Ada: hatch 9WY; draw").await;
        phone.press("What would change?").await;
        phone.press("change 1.2").await;
        phone.wait_for("document.querySelector('dialog[open] form input').value === 'Bo: hatch 9WY; draw'").await;
        phone.close().await;
    });
}

#[test]
fn a_refusal_goes_when_somebody_else_has_changed_the_log_or_another_step_is_begun() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let refused = "Boolean(document.querySelector('.answer:is(.foul, .asks) p'))";
        phone.type_line("Ada: grow 1 2WL").await;
        phone.wait_for(refused).await;
        room.record_line("game", "Ada: hatch 7SK; draw", None);
        phone.wait_for(&format!("game.table.lines.length === 1 && !{refused}")).await;
        phone.type_line("Bo: grow 1 2WL").await;
        phone.wait_for(refused).await;
        phone.touch("[data-does='Bo: hatch']").await;
        phone.wait_for(&format!("!{refused}")).await;
        phone.close().await;
    });
}

#[test]
fn an_earlier_round_is_mended_who_began_it_and_what_was_counted() {
    with_browser(async || {
        let round = |first| format!("\n[[round]]\nfirst = \"{first}\"\ntally = [\"Ada: 20; flush 1\", \"Bo: 16\"]\n");
        let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\nkept = \"scores\"\n";
        let room = Room::open(&[("game.toml", &(head.to_owned() + &round("Ada") + &round("Bo")))]);
        let phone = room.phone("game").await;
        phone.press("Mend a round").await;
        phone.touch(".rounds li:first-child .line").await;
        phone.say("Ada", "18; flush 1").await;
        phone.say("Bo", "18").await;
        phone.press("What would change?").await;
        phone.press("Write it").await;
        phone.settled(None).await;
        phone.wait_for_text(".table", "in all").await;
        assert!(
            room.text("game").contains("tally = [\n  \"Ada: 18; flush 1; sextet 0\",\n  \"Bo: 18; flush 0; sextet 0\",\n]"),
            "{}",
            room.text("game")
        );
        // If another player really began, the next round begins with another one, too.
        phone.press("Mend a round").await;
        phone.touch(".rounds li:first-child .line").await;
        phone.choose(phone.field("Who really deals").await, "Bo").await;
        phone.press("What would change?").await;
        phone.wait_for_text("dialog[open]", "round 2, who deals: Bo → Ada").await;
        phone.press("Write it").await;
        phone.wait_for_text(".answer", "round 1, who deals: Ada → Bo").await;
        let log = room.text("game");
        assert!(log.find("first = \"Bo\"").unwrap_or(usize::MAX) < log.find("first = \"Ada\"").unwrap_or(0), "{log}");
        phone.close().await;
    });
}

#[test]
fn a_table_that_lost_track_goes_on_as_it_lies_and_a_dispute_needs_no_log() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["h 7sk .", "h 9wy ."] {
            phone.type_line(typed).await;
        }
        phone.open("The table as it lies").await;
        // What is typed comes back as a drawn table, or with what is wrong in it.
        phone.wait_for("Boolean(document.querySelector('dialog[open] .builder .zone'))").await;
        phone.touch("dialog[open] .builder .as-text > summary").await;
        phone.wait_for(&format!("document.querySelector(\"{}\").value === '7SK'", phone.field("Ada").await)).await;
        phone.say("Ada", "7SK 9LK XX").await;
        phone.press("What would be recorded?").await;
        phone.wait_for_text("dialog[open] .told", "no card is written XX").await;
        phone.say("Ada", "7sk 9LK").await;
        phone.say("the table", "discards -; draw 22; turn Ada").await;
        phone.press("What would be recorded?").await;
        phone.wait_for_text("dialog[open] form > .told", "there are 36").await;
        assert!(phone.has("[data-does='place: Ada, bird 1'] .card[aria-label='9 of Leaves and Knots']").await);
        // Only one turn explains it, which is recorded.
        phone.say("the table", "discards -; draw 21; turn Bo").await;
        phone.press("What would be recorded?").await;
        phone.wait_for_text("dialog[open] form > .told", "By what lies open, only this can have been played:").await;
        phone.wait_for_text("dialog[open] form > .told", "bird 1 +").await;
        phone.press("No, take the table as it lies").await;
        phone.wait_for_text("dialog[open] form > .told", "was Ada: 7SK").await;
        phone.press("What would be recorded?").await;
        phone.press("Yes, record that").await;
        phone.wait_for("game.table.lines.length === 3 && !document.querySelector('dialog[open]')").await;
        assert!(room.text("game").contains("Ada: grow 1 9LK; draw"), "{}", room.text("game"));
        // Two turns are not looked for: the table is taken as it lies.
        phone.open("The table as it lies").await;
        phone.wait_for("Boolean(document.querySelector('.building .card'))").await;
        phone.press("What would be recorded?").await;
        phone.wait_for_text("dialog[open] form > .told", "The log says the same").await;
        phone.say("the table", "discards 2SY +1; draw 19; turn Bo").await;
        phone.press("What would be recorded?").await;
        phone.wait_for_text("dialog[open] form > .told", "was table: discards -; draw 21; turn Bo").await;
        phone.press("Go on from here").await;
        phone.wait_for("game.table.lines.length === 4 && !document.querySelector('dialog[open]')").await;
        assert!(room.text("game").contains("{ position = [\"Ada: 7SK 9LK\""), "{}", room.text("game"));
        // From the list of games.
        phone.press("all games").await;
        phone.touch("[data-does=settle]").await;
        phone.press("Blulu").await;
        phone.write(phone.field("Players, clockwise").await, "Ada, Bo").await;
        phone.touch("[data-does='place: the table, face up in the middle']").await;
        for code in ["4MS", "CM"] {
            phone.touch(&format!(".dock [data-does='{code}']")).await;
        }
        phone.touch("dialog[open] fieldset > .as-text > summary").await;
        let the_move = "What was done before it stands in lines above";
        phone.write(phone.field(the_move).await, "Ada: capture 4 with 7s 3m").await;
        phone.press("Judge it").await;
        phone.wait_for_text("dialog[open] .told", "Nothing was recorded.").await;
        phone.wait_for_text("dialog[open] .told", "captures the 4").await;
        phone.wait_for_text("dialog[open] .told .coded", "7SK").await;
        // Who collects is only known once all have played: several lines.
        phone.press("Eggs and Empires").await;
        phone.write(phone.field("Players, clockwise").await, "Ada, Bo, Cy").await;
        phone.say("the table", "eggs 8 -2").await;
        phone.write(phone.field(the_move).await, "9 8 3\nBo: take 8").await;
        phone.press("Judge it").await;
        phone.wait_for_text("dialog[open] .told", "EE-3.1").await;
        phone.close().await;
    });
}

#[test]
fn a_change_of_the_log_is_told_to_the_other_screens_as_an_undo_is() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let (other, television) = (room.phone("game").await, room.television("game").await);
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        changes(&phone, "amend", "{ version: game.version, edits: ['1.1 Ada: hatch 8MS; draw'] }").await;
        for screen in [&other, &television] {
            screen.wait_for_text(".note", "Changed: 1.1").await;
        }
        phone.wait_for("(storage.set('word', 'by the window'), true)").await;
        changes(&phone, "rule", "{ version: game.version, rules: { years: 1 } }").await;
        for screen in [&other, &television] {
            screen.wait_for_text(".note", "by the window changed: years").await;
        }
        assert!(!phone.has(".note:not(:empty)").await, "it knows what it did");
        for screen in [phone, other, television] {
            screen.close().await;
        }
    });
}
