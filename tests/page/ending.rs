//! The end of a round and of the game, as every screen shows it.

use crate::{PLAYED, begun, phone::Room, with_browser};

/// An example without its last line, and that line.
fn before_the_end(example: &str) -> (String, String) {
    without_its_last_line(&begun(example, i32::MAX))
}

fn without_its_last_line(whole: &str) -> (String, String) {
    let lines: Vec<&str> = whole.lines().collect();
    let last = lines.iter().rposition(|line| line.starts_with("  \"")).expect("a line");
    let line = lines[last].trim().trim_end_matches(',').trim_matches('"').to_owned();
    (lines[..last].join("\n") + "\n]\n", line)
}

/// Counting that waits before the first item.
const HELD: &str = "(Object.defineProperty(reducedMotion, 'matches', {value: false}), PACE.least = PACE.most = 1e6, true)";

/// The parts of the result that can be read on the page.
const TOLD: &str = "(() => {
    const { shown } = game.table.ended;
    const text = document.querySelector('.ending').innerText + document.querySelector('.table').innerText;
    const items = document.querySelector('.ending .tallies').innerText;
    const labels = shown.rounds.at(-1).tallies.flatMap(({ items, nothing }) => [...items, ...nothing].map(({ label }) => label));
    const points = [...document.querySelectorAll('.ending .item > .points')].filter((one) => one.innerText.trim());
    const cards = [...document.querySelectorAll('.ending .item .card')].filter((one) => !one.ariaHidden);
    const told = [...shown.notes, shown.headline, '★'].filter((one) => text.includes(displayText(one)));
    return [...told, ...labels.filter((one) => items.includes(displayText(one))), ...[...points, ...cards].map((one) => one.outerHTML)].join('\\n');
})()";

#[test]
fn nothing_of_an_end_is_told_before_it_is_turned_over_and_then_the_page_is_at_the_winner() {
    with_browser(async || {
        for example in PLAYED {
            let (log, line) = before_the_end(example);
            let room = Room::open(&[("game.toml", &log)]);
            let phone = room.phone("game").await;
            phone.play_for("").await;
            phone.wait_for(HELD).await;
            phone.wait_for("(storage.set('aloud', true), window.heard = [], speechSynthesis.speak = (words) => heard.push(words.text), true)").await;
            phone.type_line(&line).await;
            phone.wait_for("Boolean(animation)").await;
            assert_eq!(phone.value(TOLD).await, "", "{example}");
            assert!(!phone.has(".answer").await, "{example}");
            let headline = phone.value("game.table.ended.shown.headline").await;
            let is_heard = format!("heard.join().includes({headline})");
            assert_eq!(phone.value(&is_heard).await, false, "{example}: {}", phone.value("heard.join()").await);
            // Counted to the end, by itself.
            phone.wait_for("(PACE.least = PACE.most = 5, countUp(), true)").await;
            phone.wait_for(&format!("!animation && {is_heard}")).await;
            assert!(!phone.has(".ending .down").await, "{example}");
            assert!(phone.text(".ending").await.contains(headline.as_str().expect("words")), "{example}");
            let winner = "(({ top }) => top >= document.querySelector('.lies').getBoundingClientRect().top && top < innerHeight)(document.querySelector('.ending .order .score').getBoundingClientRect())";
            phone.wait_for(&format!("game.view.lies.scrollTop < 10 && {winner}")).await;
            phone.wait_for("(storage.set('aloud', null), true)").await;
            phone.close().await;
        }
    });
}

#[test]
fn the_end_of_a_year_says_who_leads_until_the_next_one_begins() {
    with_browser(async || {
        let whole = begun("emu-ranchers-two-years.toml", i32::MAX);
        let second = whole.rfind("[[round]]").expect("a second year");
        let room = Room::open(&[("game.toml", &whole[..second])]);
        let phone = room.phone("game").await;
        phone.wait_for_text(".ending", "Year 1 is over").await;
        phone.wait_for_text(".ending .won", "Ada leads by 32 points").await;
        assert!(!phone.has(".ending .main").await, "the game goes on");
        phone.type_line("hatch 3SK").await;
        phone.wait_for("!document.querySelector('.ending').childNodes.length").await;
        assert!(phone.has(".table .zone").await);
        phone.close().await;
    });
}

/// Whether the headline is seen and nothing lies over it.
const SEEN: &str = "(() => {
    const { left, top, bottom } = document.querySelector('.won').getBoundingClientRect();
    return [top + 4, bottom - 4].every((y) => document.elementFromPoint(left + 20, y)?.matches('.won'));
})()";

#[test]
fn whoever_records_the_last_line_sees_who_won_and_the_prose_behind_a_button() {
    with_browser(async || {
        for size in [(390, 844), (360, 740)] {
            for example in PLAYED {
                let (log, line) = before_the_end(example);
                let room = Room::open(&[("game.toml", &log)]);
                let phone = room.phone_set("game", size, &[]).await;
                phone.play_for("").await;
                phone.type_line(&line).await;
                phone.wait_for("Boolean(document.querySelector('.won'))").await;
                assert_eq!(phone.value(SEEN).await, true, "{example}, {size:?}");
                assert!(!phone.has(".answer").await && !phone.has(".lies .tellings").await, "{example}");
                phone.touch(".ending summary").await;
                assert!(phone.has(".ending .tellings").await, "{example}");
                phone.close().await;
            }
        }
    });
}

#[test]
fn how_a_round_ended_is_seen_until_the_next_one_is_asked_for() {
    with_browser(async || {
        let whole = begun("blulu-to-22.toml", i32::MAX);
        let second = whole.match_indices("[[round]]").nth(1).expect("a second round").0;
        let (log, line) = without_its_last_line(&whole[..second]);
        let room = Room::open(&[("game.toml", &log)]);
        for size in [(390, 844), (360, 740)] {
            let (phone, other) = (room.phone_set("game", size, &[]).await, room.phone("game").await);
            phone.type_line(&line).await;
            for screen in [&phone, &other] {
                screen.wait_for_text(".won", "Ada leads by 6 points").await;
                screen.settled(None).await;
                assert_eq!(screen.value(SEEN).await, true, "{size:?}");
                assert!(!screen.has(".deck").await);
            }
            other.touch("[data-does=next]").await;
            other.wait_for("Boolean(document.querySelector('.deck'))").await;
            phone.press("Undo").await;
            for screen in [phone, other] {
                screen.wait_for("!game.table.ended").await;
                screen.close().await;
            }
        }
    });
}

#[test]
fn a_rematch_is_begun_once_with_the_same_cards_and_every_screen_comes_along() {
    with_browser(async || {
        let pairs = "fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\"]\n\n[deck]\nremoved = \"SP\"\n\n[[round]]\nfirst = \"Ada\"\n\
                     tally = [\"Ada: BL1 BL2\", \"Bo: CH1\"]\n";
        let room = Room::open(&[("game.toml", pairs)]);
        let (phone, other, reads) = (room.phone("game").await, room.phone("game").await, room.phone("game").await);
        let television = room.television("game").await;
        // Two taps, and one on another phone: one game.
        reads.press("Statistics").await;
        reads.wait_for_text("dialog[open]", "1 finished game").await;
        let tap = "document.querySelector('.ending .main').click()";
        other.wait_for("Boolean(document.querySelector('.ending .main'))").await;
        phone.wait_for(&format!("({tap}, {tap}, true)")).await;
        // The other screen may have come along before it is touched.
        other.value("document.querySelector('.ending .main')?.click()").await;
        phone.wait_for("game.name !== 'game' && Boolean(game.moves)").await;
        let name = phone.value("game.name").await.as_str().expect("a name").to_owned();
        for screen in [&other, &television] {
            screen.wait_for(&format!("game.name === {name:?} && Boolean(game.table)")).await;
        }
        phone.wait_for_text("dialog[open]", "The same cards as before: removed = SP.").await;
        television.wait_for_text(".note", "The rematch has begun. The same cards as before: removed = SP.").await;
        let log = room.text(&name);
        assert!(log.contains("removed = \"SP\"") && log.contains("first = \"Bo\""), "{log}");
        // Who was reading is not torn away, and finds the way there.
        assert_eq!(reads.value("game.name").await, "game");
        reads.wait_for("(closeSheets(), true)").await;
        reads.press("To the rematch").await;
        reads.wait_for(&format!("game.name === {name:?}")).await;
        reads.press("all games").await;
        reads.wait_for("document.querySelectorAll('.game').length === 2").await;
        for screen in [phone, other, reads, television] {
            screen.close().await;
        }
    });
}
