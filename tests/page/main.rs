//! The live page in a real browser: played by touch on two phones at once, as people would. Where there is no Chromium with its
//! driver, it says in a line that this was left out.

mod phone;
mod touch;

use fowlplay::{log::Log, referee};
use phone::{Phone, Room};
use std::{fs, path::Path};

/// So many lines of each example are played; all of them with `PAGE_LINES=0`.
const LINES: usize = 8;

/// Runs what needs a browser, or says that it was left out.
fn with_browser(what: impl AsyncFnOnce()) {
    use std::io::Write as _;
    let Some(_driver) = phone::one_at_a_time() else {
        // Told also where the test's output is kept back.
        let _ = writeln!(std::io::stderr(), "left out, for there is no chromium with its chromedriver: a test of the live page");
        return;
    };
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime").block_on(what());
}

/// The steps of an example's beginning, line by line, with who does them and what a menu asks for.
fn course(example: &str) -> (String, Vec<touch::Step>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(example);
    let text = fs::read_to_string(path).expect("an example");
    let whole = Log::parse(text.clone()).expect("a log");
    let head = text.split("[[round]]").next().unwrap_or_default();
    let head = format!("{head}[[round]]\nfirst = \"{}\"\n", &*whole.rounds()[0].first);
    let mut table = referee::open(Log::parse(head.clone()).expect("a log")).expect("it can be read");
    let lines = std::env::var("PAGE_LINES").ok().and_then(|lines| lines.parse().ok()).unwrap_or(LINES);
    let lines = if lines == 0 { usize::MAX } else { lines };
    let mut steps = Vec::new();
    let numbered =
        whole.rounds().iter().flat_map(|round| round.lines.iter().enumerate().map(move |(nth, line)| (round, nth, line)));
    for ((round, nth, line), number) in numbered.zip(1..=lines) {
        let first = (nth == 0 && number > 1).then(|| round.first.to_string());
        let (made, behind) = touch::steps(table, &line.text, first);
        steps.extend(made);
        table = behind;
    }
    (head, steps)
}

/// Plays the beginning of an example by touch, every other step on another phone, and in a terminal: the logs are the same.
async fn played_by_touch(example: &str) {
    let (head, steps) = course(example);
    let room = Room::open(&[("touched.toml", &head), ("typed.toml", &head)]);
    let phones = [room.phone("touched").await, room.phone("touched").await];
    for (nth, step) in steps.iter().enumerate() {
        phones[nth % 2].make(step).await;
        let said = room.record("typed", step);
        let version = phones[nth % 2].settled(None).await;
        phones[(nth + 1) % 2].settled(Some(&version)).await;
        assert_eq!(room.text("touched"), room.text("typed"), "after {} {step:?}; the terminal: {said}", step.text);
    }
    for phone in phones {
        phone.close().await;
    }
}

#[test]
fn emu_ranchers_is_played_by_touch() {
    with_browser(async || played_by_touch("emu-ranchers-two-years.toml").await);
}

#[test]
fn emus_redux_is_played_by_touch() {
    with_browser(async || played_by_touch("emus-redux-tie.toml").await);
}

#[test]
fn blulu_is_played_by_touch() {
    with_browser(async || played_by_touch("blulu-to-22.toml").await);
}

#[test]
fn eggs_and_empires_is_played_by_touch() {
    with_browser(async || played_by_touch("eggs-and-empires-two-decks.toml").await);
}

#[test]
fn piepmatz_is_played_by_touch() {
    with_browser(async || played_by_touch("piepmatz-shared-by-four.toml").await);
}

const RANCHERS: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n";

async fn ranchers() -> (Room, Phone) {
    let room = Room::open(&[("game.toml", RANCHERS)]);
    let phone = room.phone("game").await;
    (room, phone)
}

#[test]
fn a_foul_is_shown_and_taken_back_or_let_stand_and_undone() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        let before = room.text("game");
        phone.type_line("Ada: grow 1 2WL").await;
        let told = phone.text(".answer").await;
        assert!(told.contains("illegal") && told.contains("ER-3.3") && told.contains("hatch 2WL"), "{told}");
        phone.press("Take it back").await;
        assert_eq!(room.text("game"), before);

        phone.type_line("Ada: grow 1 2WL").await;
        phone.fill(".answer .typed input", "agreed").await;
        phone.settled(None).await;
        assert!(room.text("game").contains("\"Ada: grow 1 2WL ! agreed\""), "{}", room.text("game"));

        phone.press("Undo").await;
        phone.wait_for("game.table.lines.length === 2").await;
        assert!(!room.text("game").contains("  \"Ada: grow"), "{}", room.text("game"));
        phone.press("Redo").await;
        phone.wait_for("game.table.lines.length === 3").await;
        phone.close().await;
    });
}

#[test]
fn a_dispute_is_opened_at_a_line_and_records_nothing() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw", "grow 1 9LK; draw"] {
            phone.type_line(typed).await;
        }
        let before = room.text("game");
        phone.touch(".said li:last-child .line").await;
        phone.press("Was that legal?").await;
        phone.fill("dialog[open]:last-of-type form input", "Ada: grow 1 2WL").await;
        phone.wait_for("/illegal/.test(document.querySelector('.told').textContent)").await;
        let told = phone.text(".told").await;
        assert!(told.contains("ER-3.3") && told.contains("Nothing was recorded"), "{told}");
        assert_eq!(room.text("game"), before);
        phone.close().await;
    });
}

#[test]
fn a_step_made_while_the_server_was_away_is_kept_and_sent_once() {
    with_browser(async || {
        let (mut room, phone) = ranchers().await;
        room.away();
        phone.wait_for("game.view.status.dataset.is === 'lost'").await;
        phone.touch("[data-does='Ada: hatch']").await;
        phone.touch("[data-does='7SK']").await;
        phone.wait_for("!game.view.waiting.hidden").await;
        assert!(phone.text(".waiting").await.contains("Ada: hatch 7SK"));
        // Also over a reload the step is not lost.
        room.back();
        phone.wait_for("game.view.waiting.hidden && game.table.lines.length === 1").await;
        assert_eq!(room.text("game").matches("hatch 7SK").count(), 1);
        phone.close().await;
    });
}

#[test]
fn a_turn_is_made_with_keys_alone() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        // To the first verb, to the first card, and the card is played.
        phone.keys_until("\u{e004}", "document.activeElement.dataset.does === 'Ada: hatch'").await;
        phone.keys("\u{e007}").await;
        phone.keys_until("\u{e004}", "document.activeElement.dataset.does === 'AW'").await;
        phone.keys("\u{e00c}").await;
        phone.wait_for("document.activeElement.dataset.does === 'Ada: hatch'").await;
        phone.keys("\u{e007}").await;
        phone.keys_until("\u{e004}", "document.activeElement.dataset.does === 'AW'").await;
        phone.keys("\u{e007}").await;
        phone.wait_for("game.table.lines.length === 1").await;
        assert!(room.text("game").contains("\"Ada: hatch AW\""), "{}", room.text("game"));
        phone.close().await;
    });
}

#[test]
fn each_player_chooses_on_a_phone_of_their_own_and_nobody_sees_it_before_the_last() {
    with_browser(async || {
        let head =
            "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\n";
        let room = Room::open(&[("game.toml", head)]);
        let phones = [room.phone("game").await, room.phone("game").await, room.phone("game").await];
        phones[0].type_line("reveal 10 5").await;
        let before = room.text("game");
        for (phone, (name, card)) in phones.iter().zip([("Ada", "7"), ("Bo", "9"), ("Cy", "3")]) {
            assert_eq!(room.text("game"), before);
            phone.wait_for("Boolean(document.querySelector('.who select'))").await;
            phone.choose(".who select", name).await;
            phone.touch(&format!("[data-does='{card}']")).await;
            phone.wait_for(&format!("game.table.lines.length > 1 || game.table.chosen.includes('{name}')")).await;
        }
        for phone in phones {
            phone.wait_for("game.table.lines.length === 4").await;
            phone.close().await;
        }
        let text = room.text("game");
        assert!(["Ada: play 7", "Bo: play 9", "Cy: play 3"].iter().all(|line| text.contains(line)), "{text}");
    });
}
