//! Touches that are easily got wrong: what stands on a button, what was half made, and what comes of a foul.

use crate::{RANCHERS, begun, phone::Room, ranchers, with_browser};
use std::time::Duration;

/// What was tapped, and whether a card or place lies there now.
#[test]
fn no_card_opens_under_the_finger_that_tapped_a_verb_or_a_place() {
    with_browser(async || {
        for size in [(360, 740), (1280, 800)] {
            let room = Room::open(&[("game.toml", RANCHERS)]);
            let phone = room.phone_set("game", size, &[]).await;
            for typed in ["h 2sy .", "h 7wy .", "h 4ms .", "h 9lk ."] {
                phone.type_line(typed).await;
            }
            for (tapped, shown) in [("[data-does='Ada: grow']", ".place"), (".place[data-does='2']", ".pick")] {
                let middle = format!(
                    "(() => {{ const {{ x, y, width, height }} = document.querySelector(\"{tapped}\").getBoundingClientRect(); \
                     return [x + width / 2, y + height / 2]; }})()"
                );
                let at = phone.value(&middle).await;
                phone.touch(tapped).await;
                phone.wait_for(&format!("Boolean(document.querySelector('.panel {shown}'))")).await;
                let lies = format!("document.elementFromPoint(...{at})?.closest('.place, .pick, .open') !== null");
                assert_eq!(phone.value(&lies).await, false, "{tapped} at {size:?}");
            }
            phone.close().await;
        }
    });
}

const TWO_CARDS: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ana\", \"Bo\"]\n\n[[round]]\nfirst = \"Ana\"\n";

/// What is due is said in the banner, in a sentence, and nowhere else; the points are chips in the players' colours.
#[test]
fn the_banner_says_once_what_is_due_and_each_score_has_its_players_colour() {
    with_browser(async || {
        let head = |game: &str, players: &str| {
            format!("fowlplay = 1\ngame = \"{game}\"\nplayers = [{players}]\n\n[[round]]\nfirst = \"Ada\"\n")
        };
        let (redux, blulu) = (head("emus-redux", "\"Ada\", \"Bo\", \"Cy\", \"Di\""), head("blulu", "\"Ada\", \"Bo\""));
        let cards = begun("piepmatz-shared-by-four.toml", 29);
        let room = Room::open(&[("redux.toml", &redux), ("blulu.toml", &blulu), ("birds.toml", &cards)]);
        let (phone, television) = (room.phone("redux").await, room.television("redux").await);
        for (name, says, not_said) in [
            ("redux", "Lay out 8 market cards", "to be laid out"),
            ("blulu", "Deal 4 cards face up", "to be dealt"),
            ("birds", "Cy’s turn", "Cy's turn"),
        ] {
            for screen in [&phone, &television] {
                screen.go_to(name).await;
                assert_eq!(screen.text(".turn").await, says);
                let page = screen.text("main").await;
                assert_eq!(page.matches(says).count(), 1, "{page}");
                assert!(!page.contains(not_said) && !page.contains("if it ended now"), "{page}");
                let same = "[...document.querySelectorAll('.table .score')].every((chip, seat) =>
                    chip.querySelector('bdi').textContent === game.table.players[seat] &&
                    getComputedStyle(chip).borderTopColor === getComputedStyle(Object.assign(document.body.appendChild(element('i', 'p' + seat)), { style: 'color: var(--own)' })).color)";
                assert_eq!(screen.value(same).await, true, "{name}");
                assert_eq!(
                    screen.value("document.querySelectorAll('.table .score').length === game.table.players.length").await,
                    true
                );
            }
        }
        for screen in [phone, television] {
            screen.close().await;
        }
    });
}

/// A network in which what is recorded arrives late, as on a phone far from its station.
const SLOW: &str = "(window.fetch = ((fetch) => (path, options) =>
    path.includes('/record') ? new Promise((done) => setTimeout(() => done(fetch(path, options)), 600)) : fetch(path, options))(window.fetch), true)";

/// A line behind the picker, at which nobody could have aimed, is there as soon as the card is on its way.
#[test]
fn a_double_tap_on_a_card_opens_no_line_that_lay_behind_the_picker() {
    with_browser(async || {
        let moves = [
            "reveal 10 5",
            "Ada: play 7",
            "Bo: play 9",
            "Cy: play 3",
            "Bo: take 10",
            "Ada: take 5",
            "reveal 8 4",
            "Ada: play 2",
            "Bo: play 4",
        ];
        let lines = moves.map(|line| format!("  \"{line}\",\n")).concat();
        let log = TWO_CARDS.replace("[\"Ana\", \"Bo\"]", "[\"Ada\", \"Bo\", \"Cy\"]").replace("\"Ana\"", "\"Ada\"")
            + "moves = [\n"
            + &lines
            + "]\n";
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        phone.play_for("").await;
        phone.wait_for("Boolean(document.querySelector('.deck'))").await;
        phone.wait_for(SLOW).await;
        tokio::time::sleep(Duration::from_millis(800)).await;
        // The middle of a card, where a line has its place.
        let over_line = "[...document.querySelectorAll('.deck .pick')].map((card) => {
            const { x, y, width, height } = card.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
        }).find(([x, y]) => [...document.querySelectorAll('button.line')].some((line) => {
            const { left, right, top, bottom } = line.getBoundingClientRect();
            return left < x && x < right && top < y && y < bottom;
        }))";
        let at: (f64, f64) = serde_json::from_value(phone.value(over_line).await).expect("a card over a line");
        phone.touch_at(&[at, at]).await;
        assert_eq!(phone.value("document.querySelector('dialog[open]')").await, serde_json::Value::Null);
        phone.wait_for("game.table.lines.at(-1).text.startsWith('Cy: play')").await;
        assert!(!phone.has("dialog[open]").await);
        // With one tap, after a while, the line is opened.
        tokio::time::sleep(Duration::from_millis(800)).await;
        phone.touch(".said li:last-child .line").await;
        phone.wait_for_text("dialog[open]", "Mend").await;
        phone.close().await;
    });
}

#[test]
fn a_tap_that_is_ignored_is_seen_where_the_finger_is() {
    with_browser(async || {
        let (_room, phone) = ranchers().await;
        tokio::time::sleep(Duration::from_millis(800)).await;
        let ring = "(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-does]').dataset.does)
            (document.querySelector('.ignored-tap').getBoundingClientRect())";
        phone.value(&tap_by_script("[data-does='Ada: hatch']", "")).await;
        phone.value(&tap_by_script(".deck [data-does='7SK']", "")).await;
        assert_eq!(phone.value(ring).await, "7SK");
        phone.wait_for("!document.querySelector('.ignored-tap')").await;
        phone.close().await;
    });
}

/// Taps the middle of what is there as a finger does, once the page has drawn what a script changes before.
fn tap_by_script(selector: &str, changes: &str) -> String {
    format!(
        "(async () => {{
            {changes};
            await Promise.resolve();
            const {{ x, y, width, height }} = document.querySelector(\"{selector}\").getBoundingClientRect();
            const at = {{ clientX: x + width / 2, clientY: y + height / 2 }};
            document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true, detail: 1, ...at }}));
        }})()"
    )
}

/// Of two neighbours the second is none too few, also beside where the first was tapped; what has just moved there is not meant.
#[test]
fn what_stood_under_the_finger_takes_a_tap_and_what_moved_there_does_not() {
    with_browser(async || {
        let blulu = RANCHERS.replace("emu-ranchers", "blulu");
        let room = Room::open(&[("game.toml", &blulu)]);
        let phone = room.phone("game").await;
        phone.wait_for("Boolean(document.querySelector('.deck'))").await;
        tokio::time::sleep(Duration::from_millis(800)).await;
        // At the edge between two cards, one after the other.
        let edges = "(() => {
            const [one, other] = ['AM', 'AS'].map((code) => document.querySelector(`.deck [data-does='${code}']`).getBoundingClientRect());
            return [[one.right - 6, one.top + 20], [other.left + 6, other.top + 20]];
        })()";
        let edges: Vec<(f64, f64)> = serde_json::from_value(phone.value(edges).await).expect("two places");
        phone.touch_at(&edges).await;
        phone.wait_for("draft.cards?.join() === 'AM,AS'").await;
        // A row is put in above: what was not there a moment ago takes nothing.
        tokio::time::sleep(Duration::from_millis(800)).await;
        let shift = "game.view.panel.append(Object.assign(element('div', ''), { style: 'height: 60px; flex: none' }))";
        phone.value(&tap_by_script(".deck [data-does='9LK']", shift)).await;
        assert_eq!(phone.value("draft.cards.join()").await, "AM,AS");
        tokio::time::sleep(Duration::from_millis(800)).await;
        phone.value(&tap_by_script(".deck [data-does='9LK']", "")).await;
        assert_eq!(phone.value("draft.cards.join()").await, "AM,AS,9LK");
        phone.close().await;
    });
}
