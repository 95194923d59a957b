//! What can be tapped is large enough for a finger, and the keyboard's focus never falls to the page.

use crate::{EGGS, PLAYED, RANCHERS, axe, begun, phone::Room, pictures::fullest, ranchers, with_browser};

/// What can be tapped in a part of the page and is less than 44 pixels high or wide: a tap that far from its middle hits something else.
/// Of a row on the table all is one target.
const SMALL: &str = "((within) => [...document.querySelectorAll(within + ' :is(button, a[href], select, summary)')].map((one) => one.closest('tr') ?? one).filter((one) => {
    if (!one.checkVisibility()) return false;
    one.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const hits = (x, y) => [one, ...(one.labels ?? [])].some((own) => own.contains(document.elementFromPoint(x, y)));
    const reach = (x, y) => {
        let far = 0;
        while (far < 44 && hits(left + width / 2 + far * x, top + height / 2 + far * y)) far += 1;
        return far;
    };
    return Math.max(height, reach(0, -1) + reach(0, 1)) < 43.5 || Math.max(width, reach(-1, 0) + reach(1, 0)) < 43.5;
}).map((one) => nameOfButton(one) + ' ' + Math.round(one.offsetWidth) + ' x ' + Math.round(one.offsetHeight)))";

#[test]
fn what_can_be_tapped_is_as_large_as_a_finger() {
    with_browser(async || {
        let none: [String; 0] = [];
        let begun = PLAYED.map(|example| (example.to_owned(), begun(example, 29)));
        let full = fullest().map(|(name, text)| (format!("{name}.toml"), text));
        let logs: Vec<(String, String)> =
            begun.into_iter().chain(full).chain([("sealed.toml".to_owned(), EGGS.to_owned())]).collect();
        let logs: Vec<(&str, &str)> = logs.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let room = Room::open(&logs);
        for size in [(360, 740), (390, 844)] {
            let phone = room.phone_set("sealed", size, &[]).await;
            for (name, _) in &logs {
                let name = name.trim_end_matches(".toml");
                phone.go_to(name).await;
                phone.wait_for("(storage.set('me.' + game.name, ''), draw({}), true)").await;
                phone.settled(None).await;
                let small: Vec<String> = serde_json::from_value(phone.value(&format!("{SMALL}('main')")).await).expect("names");
                assert_eq!(small, none, "{name}, {size:?}");
            }
            phone.wait_for("(openLog(), true)").await;
            phone.wait_for("document.querySelectorAll('dialog[open] .line').length > 20").await;
            assert_eq!(phone.value(&format!("{SMALL}('dialog').join()")).await, "", "the log, {size:?}");
            phone.wait_for("(closeSheets(), true)").await;
            phone.press("all games").await;
            assert_eq!(phone.value(&format!("{SMALL}('.home').join()")).await, "", "the first screen, {size:?}");
            phone.touch("[data-does='new: blulu']").await;
            phone.wait_for("document.querySelectorAll('.chip').length > 2").await;
            assert_eq!(phone.value(&format!("{SMALL}('.chips').join()")).await, "", "names, {size:?}");
            phone.wait_for("(closeSheets(), true)").await;
            phone.close().await;
        }
    });
}

#[test]
fn the_focus_goes_from_choice_to_choice_and_never_falls_to_the_page() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        // Where it is whenever the page was drawn.
        phone
            .wait_for("(window.fallen = 0, new MutationObserver(() => (fallen += document.activeElement === document.body)).observe(root, { childList: true, subtree: true }), true)")
            .await;
        let focus = async |does: &str| {
            phone
                .wait_for(&format!("!isSending && !refreshInProgress && Boolean(document.querySelector(`[data-does={does:?}]`))"))
                .await;
            phone.wait_for(&format!("(document.querySelector(`[data-does={does:?}]`).focus(), true)")).await;
        };
        focus("Ada: hatch").await;
        phone.wait_for("(window.fallen = 0, true)").await;
        phone.keys("\u{e007}").await;
        focus("7SK").await;
        phone.keys("\u{e007}").await;
        phone.wait_for("game.table.lines.length === 1").await;
        phone.settled(None).await;
        // What can be done next has it.
        phone.wait_for("Boolean(document.activeElement.closest('.panel .stage'))").await;
        focus("table: Ada: draw").await;
        phone.keys("\u{e007}").await;
        phone.wait_for("game.table.lines[0].text.endsWith('draw')").await;
        phone.settled(None).await;
        phone.wait_for("Boolean(document.activeElement.closest('.panel .stage'))").await;
        // On a line, and in the typed one, it stays while somebody else plays.
        phone.wait_for("(document.querySelector('.typed input').focus(), true)").await;
        phone.keys("hatch 9").await;
        assert!(!room.record_line("game", "Bo: hatch 9WY", None).contains("illegal"));
        phone.wait_for("game.table.lines.length === 2").await;
        phone.settled(None).await;
        phone.wait_for("document.activeElement.matches('.typed input') && document.activeElement.value === 'hatch 9'").await;
        assert_eq!(phone.value("window.fallen").await, 0);
        phone.close().await;
    });
}

/// Where it is to be heard what a control is, what is seen on it is heard as well: who speaks to a phone says what is seen.
#[test]
fn what_is_seen_on_a_pile_an_egg_or_a_card_is_part_of_its_name() {
    let tool = axe();
    let none: [String; 0] = [];
    with_browser(async || {
        let (birds, eggs) = (begun("piepmatz-shared-by-four.toml", 27), begun("eggs-and-empires-two-decks.toml", 29));
        let room = Room::open(&[("ranchers.toml", RANCHERS), ("birds.toml", &birds), ("eggs.toml", &eggs)]);
        let phone = room.phone("ranchers").await;
        for (game, line) in [("ranchers", "hatch 7SK"), ("birds", "play CH1 at 3"), ("eggs", "")] {
            phone.go_to(game).await;
            phone.play_for("").await;
            if !line.is_empty() {
                phone.type_line(line).await;
            }
            phone.settled(None).await;
            phone.wait_for("Boolean(document.querySelector('.act > .pile, .act > .card > .face-down-egg'))").await;
            assert_eq!(phone.barriers(&tool).await, none, "{game}");
        }
        phone.close().await;
    });
}
