//! What fits on screens of each size, and lies where it can be read.

use crate::{PLAYED, RANCHERS, begun, phone::Room, with_browser};

/// Emu Ranchers after these lines.
fn ranchers_after(lines: &[&str]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| format!("  {line:?},\n")).collect();
    format!("{RANCHERS}moves = [\n{}]\n", lines.concat())
}

#[test]
fn in_memory_the_cards_of_a_hand_lie_behind_its_name() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &ranchers_after(&["Ada: hatch 7SK; draw", "Bo: shows 9WY 2SY"]))]);
        let phone = room.phone_set("game", (390, 844), &[]).await;
        phone.open("Memory").await;
        phone.wait_for("Boolean(document.querySelector('dialog[open] .player .fan'))").await;
        let lies_behind = "(({ children: [name, fan] }) => fan.querySelector('.card').getBoundingClientRect().left >= name.getBoundingClientRect().right) \
            (document.querySelector('dialog[open] .player .fan').parentElement)";
        assert_eq!(phone.value(lies_behind).await, true);
        phone.close().await;
    });
}

#[test]
fn statistics_show_the_rating_on_a_phone() {
    with_browser(async || {
        let logs = ["emu-ranchers-two-years.toml", "emus-redux-tie.toml", "eggs-and-empires-two-decks.toml"]
            .map(|example| (example, begun(example, i32::MAX).trim_end_matches("]\n").replace("Ada", "Annegret") + "]\n"));
        let logs = logs.each_ref().map(|(name, text)| (*name, &**text));
        let room = Room::open(&logs);
        for size in [(390, 844), (360, 740)] {
            let phone = room.phone_set("emus-redux-tie", size, &[]).await;
            phone.press("Statistics").await;
            phone.wait_for("document.querySelectorAll('dialog[open] .tabs button').length === 4").await;
            // The statistics of Annegret lie over those of all.
            for opens in [
                "'dialog[open] .tabs button'",
                "'dialog[open] .figures tr:first-child button'",
                "'dialog[open]:last-of-type .tabs button'",
            ] {
                let is_cut = "[...document.querySelectorAll('dialog[open] :is(.body, .wide)')].some((one) => one.scrollWidth > one.clientWidth)";
                let cut = format!("[...document.querySelectorAll({opens})].filter((one) => (one.click(), {is_cut})).length");
                assert_eq!(phone.value(&cut).await, 0, "{opens}, {size:?}");
                phone.wait_for("!document.querySelector('dialog[open] .body > .faint:only-child')").await;
            }
            phone.close().await;
        }
    });
}

#[test]
fn on_a_tablet_slots_and_display_lie_beside_the_perches_and_a_bird_of_four_in_one_row() {
    with_browser(async || {
        let four = [
            "Ada: hatch 8YK; draw",
            "Bo: hatch AW; draw",
            "Ada: hatch 9MS; draw",
            "Bo: hatch AL; draw",
            "Ada: grow 2 8MS; draw",
            "Bo: discard AK; draw",
            "Ada: grow 2 7ML; draw",
            "Bo: discard AY; draw",
            "Ada: grow 2 6MW; draw",
        ];
        let piepmatz = begun("piepmatz-shared-by-four.toml", 29);
        let room = Room::open(&[("piepmatz.toml", &piepmatz), ("ranchers.toml", &ranchers_after(&four))]);
        let tablet = room.phone_set("piepmatz", (820, 1180), &[]).await;
        let lie_beside = "(() => {
            const at = (one) => document.querySelector(one).getBoundingClientRect();
            const [perches, slots, values] = ['perch', 'slot', 'values (birds)'].map((of) => at(`[data-of='${of}']`));
            const display = [...document.querySelectorAll('.shared > p')].find((one) => one.textContent.startsWith('Display')).getBoundingClientRect();
            return [slots, display].every(({ left, bottom }) => left >= perches.right && bottom <= values.top);
        })()";
        assert_eq!(tablet.value(lie_beside).await, true);
        tablet.go_to("ranchers").await;
        let rows = "new Set([...document.querySelectorAll('.player .fan:has(> :nth-child(4)) .card')].map((card) => card.getBoundingClientRect().top)).size";
        // Also where there is no room to draw the table larger.
        tablet.wait_for("(resetSize(game.view.table), true)").await;
        assert_eq!(tablet.value(rows).await, 1);
        tablet.close().await;
    });
}

#[test]
fn in_landscape_and_on_a_low_phone_a_foul_can_be_left_without_scrolling() {
    with_browser(async || {
        let room = Room::open(&[
            ("ranchers.toml", &ranchers_after(&["Ada: hatch 7SK; draw"])),
            ("piepmatz.toml", &begun(PLAYED[4], 20)),
        ]);
        for (game, line) in [("ranchers", "grow 1 8MS; draw"), ("piepmatz", "play GR1 at 1")] {
            for size in [(740, 360), (360, 640)] {
                let phone = room.phone_set(game, size, &[]).await;
                phone.type_line(line).await;
                phone.wait_for("Boolean(document.querySelector('.answer.foul'))").await;
                let is_seen = "(({ left, right, top, bottom }) => bottom <= innerHeight && document.elementFromPoint((left + right) / 2, \
                    (top + bottom) / 2)?.closest('button')?.textContent === 'Choose again')(document.querySelector('.ways .main').getBoundingClientRect())";
                assert_eq!(phone.value(is_seen).await, true, "{game}, {size:?}");
                phone.press("Choose again").await;
                phone
                    .wait_for(
                        "!document.querySelector('.answer > *') && document.querySelector('.panel button').checkVisibility()",
                    )
                    .await;
                phone.close().await;
            }
        }
    });
}

#[test]
fn with_large_letters_the_table_keeps_half_of_a_phone() {
    with_browser(async || {
        for example in PLAYED {
            let room = Room::open(&[("game.toml", &begun(example, 20))]);
            let phone = room.phone_set("game", (390, 844), &["--blink-settings=defaultFontSize=32"]).await;
            phone.wait_for("parseFloat(getComputedStyle(document.documentElement).fontSize) === 32").await;
            let height = phone.value("game.view.lies.clientHeight / innerHeight").await;
            assert!(height.as_f64().is_some_and(|height| height >= 0.5), "{example}: {height}");
            phone.close().await;
        }
    });
}
