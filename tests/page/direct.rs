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

#[test]
fn a_face_down_pile_is_drawn_from_by_a_tap_on_it_once_a_draw_is_due() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        assert!(phone.has(".pile .covered").await && !phone.has(".act > .pile").await, "nobody may draw yet");
        phone.type_line("hatch 7SK").await;
        phone.touch("[data-does='table: Ada: draw']").await;
        phone.wait_for("game.table.lines.length === 1 && game.table.acting[0] === 1").await;
        assert!(room.text("game").contains("\"Ada: hatch 7SK; draw\""), "{}", room.text("game"));
        phone.close().await;

        // Of two decks it is the birds' that is drawn from.
        let room = Room::open(&[("game.toml", &begun("piepmatz-shared-by-four.toml", 27))]);
        let phone = room.phone("game").await;
        phone.type_line("play CH1 at 3").await;
        phone
            .wait_for("document.querySelectorAll('.pile').length === 2 && document.querySelectorAll('.act > .pile').length === 1")
            .await;
        phone.touch("[data-does='table: Ada: draw']").await;
        phone.wait_for("game.table.lines.at(-1).text === 'Ada: play CH1 at 3; draw'").await;
        phone.close().await;
    });
}

#[test]
fn the_order_of_collecting_shows_the_cards_and_why_one_is_out_of_its_number() {
    with_browser(async || {
        let example = "eggs-and-empires-two-decks.toml";
        let (tie, shepherd) = (begun(example, 3), begun(example, 8));
        let room = Room::open(&[("tie.toml", &tie), ("shepherd.toml", &shepherd)]);
        let phone = room.phone("tie").await;
        let shown = "[...document.querySelectorAll('[data-of=collects] tbody tr')].map((row) => [row.cells[0].textContent, row.querySelector('.card').getAttribute('aria-label'), row.cells[3].innerText].join(' · ')).join('; ')";
        let tied = "Otto · Hero 10 · tie; Nell · Hero 10 · tie; Nell · Mage 7 · ; Otto · Merchant 5 · ";
        assert_eq!(phone.value(shown).await, tied);
        phone.go_to("shepherd").await;
        let moved = "Otto · Shepherd 3 · early; Otto · Blacksmith 8 · ; Nell · Priest 6 · ; Nell · Courier 4 · ";
        assert_eq!(phone.value(shown).await, moved);
        assert_eq!(
            phone.value("document.querySelector('[data-of=collects] .now .card').getAttribute('aria-label')").await,
            "Shepherd 3"
        );
        phone.close().await;
    });
}

#[test]
fn what_lies_open_is_taken_by_a_tap_and_only_by_whose_turn_it_is() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun("eggs-and-empires-two-decks.toml", 30))]);
        let phone = room.phone("game").await;
        // Who collects now stands out, between who did and who will.
        assert_eq!(phone.value("document.querySelector('[data-of=collects] .now td').textContent").await, "Otto");
        phone.play_for("Nell").await;
        phone.wait_for("!document.querySelector('.act')").await;
        phone.play_for("Otto").await;
        phone.touch("[data-does='table: Otto: take 2']").await;
        phone.wait_for("game.table.lines.at(-1).text === 'Otto: take 2'").await;
        phone.close().await;
    });
}

#[test]
fn a_face_down_egg_is_drawn_and_taken_where_it_lies() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun("eggs-and-empires-two-decks.toml", 29))]);
        let phone = room.phone("game").await;
        phone.play_for("").await;
        phone.wait_for("document.querySelectorAll('.panel .face-down-egg').length === 2").await;
        // An egg is no place.
        phone.type_line("take 5").await;
        phone.wait_for("Boolean(document.querySelector('.refused .egg')) && !document.querySelector('.refused .target')").await;
        phone.press("Choose again").await;
        phone.touch("[data-does='table: Nell: take down Nell']").await;
        phone.wait_for("game.table.lines.at(-1).text === 'Nell: take down Nell'").await;
        phone.wait_for("Boolean(document.querySelector('[data-of=collects] .face-down-egg'))").await;
        phone.close().await;
    });
}

#[test]
fn several_steps_with_one_thing_are_offered() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        phone.type_line("hatch 7SK; draw").await;
        phone.wait_for("(updateDraft({ options: ['draw', 'take'].map((label) => ({ label, actor: 'Bo', act: () => (window.did = label) })) }), true)").await;
        phone.touch("[data-does='option: Bo: take']").await;
        phone.wait_for("window.did === 'take'").await;
        phone.press("back").await;
        assert!(phone.has("[data-does='Bo: hatch']").await);
        assert_eq!(room.text("game").matches("Bo:").count(), 0);
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
