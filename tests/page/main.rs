//! The live page in a real browser: played by touch on two phones at once, as people would. Needed are Chromium (best as
//! `chromium-headless-shell`, which takes half of the time) with chromedriver, and axe-core in `target/axe`:
//! `npm install --prefix target/axe --no-save axe-core@4`. Where one of them is missing, tests fail.

mod away;
mod browser;
mod building;
mod colours;
#[path = "../../benches/dealt/mod.rs"]
mod dealt;
mod direct;
mod ending;
mod first;
mod link;
mod mending;
mod names;
mod past;
mod phone;
mod picker;
mod pictures;
mod reach;
mod sizes;
mod slips;
mod speed;
mod tally;
mod television;
mod touch;
mod words;

use fowlplay::{log::Log, referee};
use phone::{Phone, Room, Wanting};
use std::{fs, path::Path, pin::Pin, process::Command, sync::LazyLock};
use tokio::{runtime::Runtime, sync::Semaphore};

/// The folder of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// So many lines of each example are played; all of them with `PAGE_LINES=0`.
const LINES: usize = 6;

/// So many tests have browsers at once: of more, each only takes longer.
static ROOM: Semaphore = Semaphore::const_new(4);

/// Where the browsers' drivers are talked to, whichever test has them.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));

/// Runs what needs a browser.
fn with_browser(what: impl AsyncFnOnce()) {
    let _wanting = Wanting::phones();
    // Boxed, what drives it is compiled once.
    let run: Pin<Box<dyn Future<Output = ()>>> = Box::pin(what());
    RUNTIME.block_on(async {
        let _room = ROOM.acquire().await.expect("it is never closed");
        run.await;
    });
}

/// The steps of an example's beginning, line by line, with who does them and what a menu asks for.
fn course(example: &str) -> (String, Vec<touch::Step>) {
    let path = Path::new(crate::ROOT).join("examples").join(example);
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
    for phone in &phones {
        phone.play_for("").await;
    }
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
        let places =
            "[...document.querySelectorAll('.panel button')].map((one) => one.textContent + one.getBoundingClientRect().top)";
        let before_it = phone.value(places).await;
        phone.type_line("Ada: grow 1 2WL").await;
        let told = phone.text(".answer").await;
        assert!(told.contains("illegal") && told.contains("ER-3.3"), "{told}");
        // The card is drawn where it was to go, and so is what would be legal.
        assert!(phone.has(".refused .step .card[aria-label='2 of Waves and Leaves']").await);
        assert!(phone.has(".refused .target .card[aria-label='7 of Suns and Knots']").await);
        assert!(phone.has(".answer [data-does='hatch 2WL'] .card").await);
        // Nothing has moved under the finger.
        let after = phone.value(places).await;
        assert_eq!(before_it, after);
        phone.press("Choose again").await;
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
fn what_cannot_have_happened_names_the_line_that_put_the_card_elsewhere_and_mends_it() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        phone.type_line("Ada: hatch 7SK").await;
        let told = phone.text(".answer").await;
        assert!(told.contains("impossible") && told.contains("hatched by Ada"), "{told}");
        phone.press("change 1.1").await;
        phone.wait_for("Boolean(document.querySelector('dialog[open] form input'))").await;
        phone.fill("dialog[open] form input", "Ada: hatch 8MS; draw").await;
        phone.press("Write it").await;
        phone.wait_for("game.table.lines[0].text.includes('8MS')").await;
        phone.type_line("Ada: hatch 7SK").await;
        phone.wait_for("game.table.lines.length === 3").await;
        assert!(room.text("game").contains("was = \"Ada: hatch 7SK; draw\""), "{}", room.text("game"));
        phone.close().await;
    });
}

/// No test has ears: what is handed to the browser's voice is listened to.
#[test]
fn turns_read_backs_and_verdicts_are_read_aloud_while_the_switch_is_on() {
    with_browser(async || {
        let (_room, phone) = ranchers().await;
        phone.wait_for("(window.heard = [], speechSynthesis.speak = (words) => heard.push(words.text), true)").await;
        phone.type_line("hatch 7SK; draw").await;
        phone.wait_for("heard.length === 0").await;
        phone.press("read aloud").await;
        phone.wait_for("heard.join().includes('Bo')").await;
        phone.type_line("hatch 9WY; draw").await;
        phone.wait_for("heard.some((words) => words.includes('9WY')) && heard.at(-1).includes('Ada')").await;
        phone.type_line("Ada: grow 1 2WL").await;
        phone.wait_for("heard.some((words) => words.includes('illegal') && words.includes('ER-3.3'))").await;
        phone.press("read aloud").await;
        phone.wait_for("(heard.length = 0, true)").await;
        phone.type_line("Ada: draw").await;
        phone.wait_for("heard.length === 0").await;
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
        // What is picked is judged at once, and nothing else.
        for picked in ["Ada: hatch", "2WL"] {
            phone.touch(&format!("dialog[open] .apart [data-does='{picked}']")).await;
        }
        phone.wait_for("document.querySelector('dialog[open]:last-of-type form input').value === 'Ada: hatch 2WL'").await;
        phone.wait_for("/^Ada: hatch.*legal/s.test(document.querySelector('.told').textContent)").await;
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
        phone.keys_until("\u{e004}", "document.activeElement.closest('.deck') !== null").await;
        phone.keys_until("\u{e014}", "document.activeElement.dataset.does === 'AW'").await;
        phone.keys("\u{e00c}").await;
        phone.wait_for("document.activeElement.dataset.does === 'Ada: hatch'").await;
        phone.keys("\u{e007}").await;
        phone.keys_until("\u{e004}", "document.activeElement.closest('.deck') !== null").await;
        // Down a row, and back up by two cards to the left.
        phone.keys_until("\u{e015}", "document.activeElement.dataset.does !== 'AM'").await;
        phone.keys_until("\u{e012}", "document.activeElement.dataset.does === 'AW'").await;
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
        // No card is offered before somebody has said who plays on the phone.
        assert!(!phones[0].has(".deck").await && phones[0].text(".panel").await.contains("everybody: cards lie face up"));
        for (phone, (name, card)) in phones.iter().zip([("Ada", "7"), ("Bo", "9"), ("Cy", "3")]) {
            assert_eq!(room.text("game"), before);
            phone.play_for(name).await;
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

/// Eggs lie there, Ada's Priest may still discard, and Cy holds an egg that lies face down.
const EGGS: &str = include_str!("../games/api/sealed.toml");

#[test]
fn a_card_is_sealed_also_while_something_else_is_open_and_what_is_open_is_shown_when_it_changes() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", EGGS)]);
        let (bo, cy) = (room.phone("game").await, room.phone("game").await);
        bo.play_for("Bo").await;
        bo.touch("[data-does='6']").await;
        bo.wait_for("game.table.chosen.includes('Bo')").await;
        bo.wait_for("document.querySelectorAll('.zone.p1 > p .chosen, .zone.p0 > p .chosen').length === 1").await;
        assert_eq!(room.text("game"), EGGS);
        let told = bo.text(".turn").await;
        assert_eq!(told, "Ada and Cy choose · Bo has chosen");
        // A Priest discards meanwhile, and the choice stays.
        bo.play_for("Ada").await;
        bo.touch("[data-does='Ada: discard']").await;
        bo.touch("[data-does='discard 3']").await;
        bo.wait_for("game.table.lines.at(-1).text === 'Ada: discard 3' && game.table.chosen.includes('Bo')").await;
        bo.settled(None).await;
        bo.touch("[data-does='1']").await;

        // Nothing that may be left out comes by itself; from what was chosen there is a way back.
        cy.play_for("Cy").await;
        cy.touch("[data-does='Cy: opens']").await;
        cy.press("back").await;
        cy.touch("[data-does='4']").await;
        cy.wait_for("game.table.lines.at(-1).text === 'Cy: play 4'").await;
        cy.wait_for("draft.verb === undefined && !document.body.classList.contains('choosing')").await;
        assert!(cy.text(".turn").await.starts_with("Bo"), "{}", cy.text(".turn").await);
        // Who was about to do something else when the turn came is told, and sees what is open now.
        cy.touch("[data-does='Cy: opens']").await;
        let version = bo.settled(None).await;
        bo.type_line("Bo: take 8").await;
        cy.wait_for(&format!("game.version !== '{version}' && draft.verb === undefined")).await;
        assert!(cy.text(".note").await.contains("something else is open now"));
        assert!(cy.has("[data-does='Cy: take']").await);
        for phone in [bo, cy] {
            phone.close().await;
        }
    });
}

#[test]
fn a_new_game_whose_name_is_taken_is_offered_a_free_one_and_other_phones_see_it() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let (phone, other) = (room.phone("game").await, room.phone("game").await);
        for phone in [&phone, &other] {
            phone.press("all games").await;
        }
        phone.ask_for_new("Blulu").await;
        phone.write(phone.field("Name of the log").await, "game").await;
        // The rules show what the variant sets, and a default that is chosen against it counts.
        phone.choose(phone.field("Variant").await, "six-card").await;
        phone.touch("dialog summary").await;
        phone.wait_for("[...document.querySelectorAll('dialog .field')].some((one) => one.firstChild.textContent === 'hand' && one.lastChild.value === '6')").await;
        phone.write(phone.field("target").await, "22").await;
        phone.press("Begin").await;
        phone.press("Begin “game 2”").await;
        phone.wait_for("game.name === 'game 2' && Boolean(game.moves)").await;
        let log = room.text("game 2");
        assert!(log.contains("variant = \"six-card\"") && log.contains("target = 22") && !log.contains("hand"), "{log}");
        other.wait_for("[...document.querySelectorAll('.game')].some((link) => link.textContent.includes('game 2'))").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn setting_up_asks_what_a_terminal_asks_and_tells_what_it_chose() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let phone = room.phone("game").await;
        phone.press("all games").await;
        // Two who play Piepmatz say which species is out.
        phone.ask_for_new("Piepmatz").await;
        phone.write(phone.field("Name of the log").await, "birds").await;
        phone.press("Begin").await;
        phone.wait_for("document.querySelector('dialog[open] form select:invalid')?.required === true").await;
        phone.choose("dialog[open] form select:invalid", "SP").await;
        phone.choose(phone.field("Who takes the first turn?").await, "Bo").await;
        phone.touch("dialog[open] details:last-of-type summary").await;
        phone.write(phone.field("seeds").await, "10 9 8").await;
        // What does not add up is told, until it is mended.
        phone.press("Begin").await;
        phone.wait_for_text("dialog[open] .answer", "come to 27 feeder cards").await;
        phone.write(phone.field("seeds").await, "10 9 12").await;
        phone.wait_for("!document.querySelector('dialog[open] .answer').textContent").await;
        phone.press("Begin").await;
        phone.wait_for("game.name === 'birds' && Boolean(game.moves)").await;
        let log = room.text("birds");
        assert!(log.contains("removed = \"SP\"") && log.contains("3 = 12") && log.contains("first = \"Bo\""), "{log}");
        phone.press("all games").await;
        // Three who play Blulu have no card on the table; nothing is offered that doesn't come out.
        phone.ask_for_new("Blulu").await;
        phone.write(phone.field("player 3").await, "Cy").await;
        phone.wait_for_text("dialog[open] form", "With 3 players table = 0 instead of 4: the cards that are dealt face up").await;
        phone.touch("dialog[open] details summary").await;
        let table =
            "[...document.querySelectorAll('dialog .field')].find((one) => one.firstChild.textContent === 'table').lastChild";
        phone.wait_for(&format!("{table}.value === '0' && {table}.disabled")).await;
        phone.choose(phone.field("deck").await, "pawns").await;
        phone.wait_for(&format!("{table}.value === '4'")).await;
        phone.wait_for("![...document.querySelectorAll('dialog option')].some((one) => one.value === 'exchange')").await;
        phone.choose(phone.field("Who deals?").await, "").await;
        phone.write(phone.field("Name of the log").await, "three").await;
        phone.press("Begin").await;
        phone.wait_for_text("dialog[open]", "Drawn: ").await;
        let log = room.text("three");
        assert!(log.contains("deck = \"pawns\"") && !log.contains("table = "), "{log}");
        phone.close().await;
    });
}

#[test]
fn marks_in_a_name_that_turn_what_is_read_around_are_seen_wherever_it_stands() {
    with_browser(async || {
        let hostile = RANCHERS.replace("Ada", "A\u{202e}da");
        let room = Room::open(&[("game.toml", &hostile)]);
        let phone = room.phone("game").await;
        phone.wait_for("(window.heard = [], speechSynthesis.speak = (words) => heard.push(words.text), true)").await;
        phone.press("read aloud").await;
        let raw = "[...document.querySelectorAll('body *')].flatMap((one) => [one.textContent, one.title, one.placeholder, \
                   one.getAttribute('aria-label')]).concat(heard, document.title).filter((text) => text?.includes('\\u202e')).length === 0";
        let escaped = "A\\\\u{202e}da";
        phone.wait_for_text("main", escaped).await;
        phone.wait_for(raw).await;
        phone.touch(".panel .verb").await;
        phone.wait_for(raw).await;
        phone.touch("[data-does='7SK']").await;
        phone.wait_for("game.table.lines.length === 1").await;
        for sheet in [
            "openMenu()",
            "openLog()",
            "openScore()",
            "openDispute(null)",
            "openAmend('1.1', game.table.lines[0].text)",
            "openTally()",
        ] {
            phone.wait_for(&format!("(closeSheets(), {sheet}, true)")).await;
            phone.wait_for("!/One moment/.test(document.querySelector('dialog[open]').textContent)").await;
            phone.wait_for(raw).await;
        }
        phone.wait_for("(closeSheets(), true)").await;
        phone.type_line("draw; draw").await;
        phone.wait_for(raw).await;
        phone.press("all games").await;
        phone.wait_for_text("main", escaped).await;
        phone.wait_for(raw).await;
        phone.close().await;
    });
}

#[test]
fn a_second_touch_of_undo_takes_nothing_else_back_and_every_phone_says_what_was() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let other = room.phone("game").await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        let version = phone.settled(None).await;
        other.settled(Some(&version)).await;
        phone
            .wait_for("(document.querySelector('[title=Undo]').click(), document.querySelector('[title=Undo]').click(), true)")
            .await;
        phone
            .wait_for("game.table.lines.length === 1 && !refreshInProgress && Boolean(document.querySelector('.answer p'))")
            .await;
        phone.settled(None).await;
        assert!(room.text("game").contains("  \"Ada: hatch 7SK; draw\","), "{}", room.text("game"));
        phone.wait_for_text(".answer", "Taken back: Bo: hatch 9WY; draw").await;
        other.wait_for_text(".note", "Taken back: Bo: hatch 9WY; draw").await;
        phone.press("Redo").await;
        other.wait_for_text(".note", "Brought back: Bo: hatch 9WY; draw").await;
        phone.press("Log").await;
        phone.wait_for_text("dialog[open]", "brought back").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

#[test]
fn a_move_is_put_together_by_touch_to_be_judged_or_to_mend_a_line_and_the_way_back_closes_what_lies_over_the_table() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        let before = room.text("game");
        phone.open("Was that legal?").await;
        phone.touch(".apart [data-does='Ada: grow']").await;
        phone.touch(".apart [data-does='2WL']").await;
        phone.press("Judge it").await;
        phone.wait_for_text(".told", "illegal").await;
        assert_eq!(room.text("game"), before);
        phone.wait_for("(history.back(), true)").await;
        phone.wait_for("!document.querySelector('dialog[open]') && location.hash === '#game'").await;

        phone.touch(".said li:first-child .line").await;
        phone.press("Change this line").await;
        phone.fill("dialog[open] form input", "Ada: hatch a plum; draw").await;
        phone.wait_for("Boolean(document.querySelector('.told p'))").await;
        phone
            .wait_for("[...document.querySelectorAll('dialog[open] form input')].at(-1).value === 'Ada: hatch a plum; draw'")
            .await;
        phone.touch(".apart [data-does='Ada: hatch']").await;
        phone.touch(".apart [data-does='8MS']").await;
        phone.press("What would change?").await;
        phone.press("Write it").await;
        phone.wait_for_text(".answer", "Ada: hatch 7SK; draw → Ada: hatch 8MS; draw").await;
        phone.close().await;
    });
}

#[test]
fn a_game_is_begun_its_rules_changed_a_hand_shown_and_a_round_counted_by_touch() {
    with_browser(async || {
        let room = Room::open(&[("other.toml", RANCHERS)]);
        let phone = room.phone("other").await;
        phone.press("all games").await;
        phone.ask_for_new("Blulu").await;
        phone.write(phone.field("Name of the log").await, "begun").await;
        phone.press("Begin").await;
        phone.wait_for("game.name === 'begun' && Boolean(game.moves)").await;

        phone.open("Table rules").await;
        phone.choose(phone.field("bonuses").await, "exchange").await;
        phone.press("What would change?").await;
        phone.press("Write it").await;
        phone.wait_for("!document.querySelector('dialog[open]') && game.book?.in_force.bonuses === 'exchange'").await;
        assert!(room.text("begun").contains("bonuses = \"exchange\""), "{}", room.text("begun"));

        phone.settled(None).await;
        if phone.has(".stage button").await && !phone.has("[data-does]").await {
            phone.press("Ada").await;
        }
        phone.type_line("deal 4MS 2MK 9LK AY").await;
        phone.open("A hand is shown").await;
        phone.choose(phone.field("Player").await, "Bo").await;
        phone.press("3 of Moons and Waves").await;
        phone.press("Record").await;
        phone.wait_for("game.table.lines.length === 2").await;
        phone.open("Score by hand").await;
        for (player, has) in [("Ada", "20; flush 1"), ("Bo", "16")] {
            phone.say(player, has).await;
        }
        phone.press("Count it").await;
        phone.press("Write it").await;
        phone.wait_for("!document.querySelector('dialog[open]') && Boolean(game.table.ended)").await;
        let text = room.text("begun");
        assert!(text.contains("\"Bo: shows 3MW\"") && text.contains("tally = "), "{text}");
        phone.close().await;
    });
}

/// An address of the documentation's own, in a network that holds this test alone.
const ADDRESS: &str = "198.51.100.7/24";

fn ip(command: &str) {
    let done = Command::new("ip").args(command.split(' ')).arg(ADDRESS).args(["dev", "lo"]).status();
    assert!(done.is_ok_and(|done| done.success()), "ip {command}");
}

/// By an address that isn't this machine's own a page is not trusted with everything; and a network can go away.
#[test]
fn over_a_network_the_page_does_without_what_is_for_trusted_pages_and_survives_its_loss() {
    if std::env::var_os("PAGE_ADDRESS").is_some() {
        return with_browser(async || on_a_network().await);
    }
    let alone = |command: &str| {
        let mut alone = Command::new("unshare");
        alone.args(["--net", "--map-root-user", "sh", "-c", command]).arg(std::env::current_exe().expect("this test"));
        alone
    };
    let set = format!("ip link set lo up && ip addr add {ADDRESS} dev lo");
    let made = alone(&set).output().expect("unshare is there");
    assert!(made.status.success(), "no network can be made here, with `unshare --net` and `ip`: {made:?}");
    let name = "over_a_network_the_page_does_without_what_is_for_trusted_pages_and_survives_its_loss";
    let mut inner = alone(&format!("{set} && exec \"$0\" --exact {name} --nocapture"));
    let done = inner.env("PAGE_ADDRESS", ADDRESS.split('/').next().unwrap_or_default()).output().expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

async fn on_a_network() {
    let (room, phone) = ranchers().await;
    phone.wait_for("!isSecureContext && !crypto.randomUUID").await;
    phone.touch("[data-does='Ada: hatch']").await;
    phone.touch("[data-does='7SK']").await;
    phone.wait_for("game.table.lines.length === 1").await;
    phone.touch("[data-does='Ada: draw']").await;
    phone.wait_for("game.table.lines[0].text === 'Ada: hatch 7SK; draw'").await;

    ip("addr del");
    phone.touch("[data-does='Bo: hatch']").await;
    phone.touch("[data-does='9WY']").await;
    phone.wait_for("!game.view.waiting.hidden && game.view.status.dataset.is === 'lost'").await;
    assert!(!room.text("game").contains("9WY"));
    ip("addr add");
    phone.wait_for("game.view.waiting.hidden && game.table.lines.length === 2").await;
    assert_eq!(room.text("game").matches("hatch 9WY").count(), 1, "{}", room.text("game"));
    phone.close().await;
}

/// Each game as it is played by touch.
const PLAYED: [&str; 5] = [
    "emu-ranchers-two-years.toml",
    "emus-redux-tie.toml",
    "blulu-to-22.toml",
    "eggs-and-empires-two-decks.toml",
    "piepmatz-shared-by-four.toml",
];

/// The sheets that can lie over the table, by what opens them.
const SHEETS: [&str; 11] = [
    "openMenu()",
    "openRules()",
    "openLog()",
    "openScore()",
    "openPast()",
    "openMemory()",
    "openDispute(null)",
    "openAmend('1.1', 'a line')",
    "openShows()",
    "openTableRules()",
    "openTally()",
];

/// The text of an example with so many lines of it.
fn begun(example: &str, mut left: i32) -> String {
    let text = fs::read_to_string(Path::new(crate::ROOT).join("examples").join(example)).expect("an example");
    let lines = text.lines().take_while(|line| {
        left -= i32::from(line.starts_with("  \""));
        left >= 0
    });
    lines.map(|line| line.to_owned() + "\n").collect::<String>() + "]\n"
}

/// The tool that finds what shuts people out of a page. Any text must have a contrast of 4.5:1, however large it is.
fn axe() -> String {
    let tool = Path::new(crate::ROOT).join("target/axe/node_modules/axe-core/axe.min.js");
    let how = "axe-core is needed: npm install --prefix target/axe --no-save axe-core@4";
    let tool = fs::read_to_string(&tool).unwrap_or_else(|error| panic!("{how} ({}: {error})", tool.display()));
    let least = "{ normal: { expected: 4.5 }, large: { expected: 4.5 } }";
    tool + &format!("\naxe.configure({{ checks: [{{ id: 'color-contrast', options: {{ contrastRatio: {least} }} }}] }});")
}

/// Of every game the table in the middle of a round, light and dark, and every sheet that can lie over it.
#[test]
fn nothing_on_the_page_shuts_anybody_out() {
    let tool = axe();
    let none: [String; 0] = [];
    with_browser(async || {
        for example in PLAYED {
            let room = Room::open(&[("game.toml", &begun(example, 12))]);
            let dark = room.phone_set("game", (360, 740), &["--blink-settings=preferredColorScheme=0"]).await;
            dark.wait_for("matchMedia('(prefers-color-scheme: dark)').matches").await;
            assert_eq!(dark.barriers(&tool).await, none, "{example} in the dark");
            dark.close().await;
            let phone = room.phone("game").await;
            phone.settled(None).await;
            assert_eq!(phone.barriers(&tool).await, none, "{example}");
            for sheet in SHEETS {
                phone.wait_for(&format!("(closeSheets(), {sheet}, true)")).await;
                phone.wait_for("document.querySelectorAll('dialog[open] .body > *').length > 0").await;
                phone.wait_for("!/One moment/.test(document.querySelector('dialog[open]').textContent)").await;
                assert_eq!(phone.barriers(&tool).await, none, "{example}, {sheet}");
            }
            phone.close().await;
        }
    });
}

/// The report of every game, the statistics of many, and those of one player, light and dark.
#[test]
fn nothing_on_a_report_or_on_statistics_shuts_anybody_out() {
    let tool = axe();
    let none: [String; 0] = [];
    let folder = tempfile::tempdir().expect("a folder");
    with_browser(async || {
        for (page, address) in pictures::pages(folder.path()) {
            for (size, besides) in [((360, 740), ["--blink-settings=preferredColorScheme=0"].as_slice()), ((1280, 800), &[])] {
                let screen = Phone::at(&address, size, besides).await;
                assert_eq!(screen.barriers(&tool).await, none, "{page}, {size:?}");
                assert_eq!(
                    screen.value("document.documentElement.scrollWidth <= innerWidth").await,
                    true,
                    "{page}, {size:?}: cut off"
                );
                screen.close().await;
            }
        }
    });
}
