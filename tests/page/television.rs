//! A screen that only shows: looked at from across a room.

use crate::{
    PLAYED, begun,
    phone::{Phone, Room},
    with_browser,
};

/// The size of the smallest letters, and whether anything is cut off.
const LETTERS: &str = "(() => {
    const shown = (one) => one.checkVisibility() && getComputedStyle(one.closest('thead') ?? one).clipPath === 'none';
    const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const sizes = [...document.querySelectorAll('#page *')].filter((one) => own(one) && shown(one)).map((one) => parseFloat(getComputedStyle(one).fontSize));
    const cut = [...document.querySelectorAll('.lies, .lies .wide')].some((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
    return [Math.min(...sizes) >= 24, cut];
})()";

#[test]
fn a_table_that_leaves_room_on_a_desk_is_drawn_larger_and_stays_so_while_a_step_is_chosen() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun(PLAYED[0], 12)), ("full.toml", &begun(PLAYED[1], 44))]);
        let desk = room.phone_set("game", (1280, 800), &[]).await;
        desk.settled(None).await;
        let size = "Number(game.view.table.style.zoom)";
        let is_cut = "[game.view.lies, ...document.querySelectorAll('.lies .wide')].some((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)";
        desk.wait_for(&format!("{size} > 1 && !({is_cut})")).await;
        let place = "JSON.stringify([...document.querySelectorAll('.table .card')].map((one) => one.getBoundingClientRect()).map(({ top, height }) => [top, height].map(Math.round)))";
        desk.wait_for(&format!("(window.place = {place}, true)")).await;
        desk.touch(".panel .verb").await;
        desk.wait_for(&format!("Boolean(document.querySelector('.crumbs')) && window.place === {place} && !({is_cut})")).await;
        desk.go_to("full").await;
        desk.wait_for(&format!("{size} === 0")).await;
        desk.close().await;
    });
}

#[test]
fn nothing_is_small_or_cut_off_and_the_turn_has_the_colour_of_its_player() {
    with_browser(async || {
        for (example, lines) in PLAYED.into_iter().flat_map(|example| [(example, 29), (example, i32::MAX)]) {
            let text = begun(example, lines);
            let text = if lines == i32::MAX { text.trim_end_matches("]\n").to_owned() + "]\n" } else { text };
            let room = Room::open(&[("game.toml", &text)]);
            let television = Phone::at(room.watch(), (1920, 1080), &[]).await;
            television.go_to("game").await;
            let found = television.value(LETTERS).await;
            assert_eq!(found, serde_json::json!([true, false]), "{example}, {lines} lines");
            if lines == 29 && television.value("game.table.acting.length === 1").await == true {
                let same = "getComputedStyle(document.querySelector('.turn')).backgroundColor === \
                            getComputedStyle(document.querySelector('.zone.acting, th.acting')).borderTopColor";
                let is_player = television.value("Boolean(document.querySelector('.zone.acting'))").await;
                assert!(is_player == false || television.value(same).await == true, "{example}");
            }
            television.close().await;
        }
    });
}

#[test]
fn four_at_emus_redux_sit_two_by_two_with_what_their_birds_are_open_to() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun(PLAYED[1], 29))]);
        let television = Phone::at(room.watch(), (1920, 1080), &[]).await;
        television.go_to("game").await;
        television.wait_for("Boolean(document.querySelector('.zone.player'))").await;
        let columns =
            "new Set([...document.querySelectorAll('.zone.player')].map((zone) => zone.getBoundingClientRect().left)).size";
        assert_eq!(television.value(columns).await, 2);
        let asides = "[...document.querySelectorAll('.zone.player tbody td.aside')].every((cell) => cell.checkVisibility() && cell.textContent)";
        assert_eq!(television.value(asides).await, true);
        television.close().await;
    });
}

#[test]
fn the_number_of_a_bird_stands_before_its_cards_and_the_first_has_its_edge() {
    with_browser(async || {
        for example in &PLAYED[..2] {
            let room = Room::open(&[("game.toml", &begun(example, 22))]);
            let television = Phone::at(room.watch(), (1920, 1080), &[]).await;
            television.go_to("game").await;
            let lie_within = "[...document.querySelectorAll('.player tbody tr')].map(({ cells: [, birds] }) => \
                birds.querySelector('.card').getBoundingClientRect().left >= birds.getBoundingClientRect().left)";
            let found = television.value(lie_within).await;
            let found = found.as_array().expect("rows");
            assert!(found.len() >= 6 && found.iter().all(|one| one == true), "{example}: {found:?}");
            television.close().await;
        }
    });
}

#[test]
fn nothing_lies_over_the_chart_of_a_game_that_is_over() {
    with_browser(async || {
        let whole = begun(PLAYED[1], i32::MAX).trim_end_matches("]\n").to_owned() + "]\n";
        let room = Room::open(&[("game.toml", &whole)]);
        let television = Phone::at(room.watch(), (1920, 1080), &[]).await;
        television.go_to("game").await;
        // Where things may move, it can be counted again.
        television.wait_for("(document.querySelector('.ending .choices button').hidden = false, true)").await;
        let at = |what: &str| format!("document.querySelector('.ending {what}').getBoundingClientRect()");
        assert_eq!(television.value(&format!("{}.bottom <= {}.top", at(".choices button"), at("figure"))).await, true);
        let tapped = format!(
            "(({{ left, top, right, bottom }}) => document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === document.querySelector('.ending .choices button'))({})",
            at(".choices button")
        );
        assert_eq!(television.value(&tapped).await, true);
        television.close().await;
    });
}

#[test]
fn the_fewer_games_are_listed_the_larger_are_their_tiles() {
    with_browser(async || {
        let log = begun(PLAYED[1], 22);
        let mut sizes = Vec::new();
        for count in [2, 5, 20] {
            let names: Vec<String> = (0..count).map(|nth| format!("{nth}.toml")).collect();
            let logs: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &*log)).collect();
            let room = Room::open(&logs);
            let television = Phone::at(room.watch(), (1920, 1080), &[]).await;
            television.wait_for(&format!("document.querySelectorAll('.game').length === {count}")).await;
            let fits = "(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1)(document.querySelector('.all'))";
            assert_eq!(television.value(fits).await, count < 20, "{count}");
            let size = "Number.parseFloat(getComputedStyle(document.querySelector('.game')).fontSize)";
            let now = television.value(size).await;
            sizes.push(now.as_f64().expect("pixels"));
            // As large as before it is again behind a game.
            television.go_to("0").await;
            television.press("all games").await;
            television.wait_for(&format!("{size} === {now}")).await;
            television.close().await;
        }
        assert!(sizes[0] > sizes[1] && sizes[1] > sizes[2], "{sizes:?}");
    });
}
