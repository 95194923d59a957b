//! What lies on the table is tapped where it lies.

use crate::{PLAYED, begun, phone::Room, ranchers, with_browser};

#[test]
fn a_bird_on_the_table_is_grown_by_a_tap_on_it_or_by_keys() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        assert!(!phone.has("[data-does='table: Bo: grow 1']").await, "it is Ada's turn");
        phone.touch("[data-does='table: Ada: grow 1']").await;
        phone.wait_for("draft.verb === 'grow' && draft.place === '1'").await;
        phone.touch(".deck [data-does='9LK']").await;
        phone.wait_for("game.table.lines.length === 3").await;
        assert!(room.text("game").contains("\"Ada: grow 1 9LK\""), "{}", room.text("game"));
        phone.type_line("draw").await;
        phone.keys_until("\u{e004}", "document.activeElement.dataset.does === 'table: Bo: grow 1'").await;
        phone.keys("\u{e007}").await;
        phone.wait_for("draft.verb === 'grow' && draft.actor === 'Bo'").await;
        phone.close().await;
    });
}

/// Of the rows that can be acted on: for each card, whether a tap on its middle is one on the row.
const ON_CARDS: &str = "[...document.querySelectorAll('tr:has(.act) .card')].map((card) => {
    card.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = card.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.act')?.closest('tr') === card.closest('tr');
})";

#[test]
fn a_row_is_tapped_also_on_its_cards_and_shows_that_it_is_pressed() {
    with_browser(async || {
        for (example, lines) in [(PLAYED[0], 20), (PLAYED[1], 22), (PLAYED[2], 3), (PLAYED[4], 24)] {
            let room = Room::open(&[("game.toml", &begun(example, lines))]);
            let phone = room.phone_set("game", (390, 844), &[]).await;
            phone.play_for("").await;
            phone.wait_for("Boolean(document.querySelector('tr .act'))").await;
            let found = phone.value(ON_CARDS).await;
            let found = found.as_array().expect("cards");
            assert!(!found.is_empty() && found.iter().all(|one| one == true), "{example}: {found:?}");
            let colour = "getComputedStyle(document.querySelector('tr .act'), '::after').backgroundColor";
            let before = phone.value(colour).await;
            phone.hold("tr .act").await;
            phone.wait_for(&format!("{colour} !== {before}")).await;
            phone.let_go().await;
            phone.close().await;
        }
    });
}
