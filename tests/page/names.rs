//! What things are called on the page: names in any script, cards and buttons as they are read out, and what has the focus.

use crate::{PLAYED, begun, phone::Room, with_browser};

#[test]
fn buttons_that_do_different_things_are_called_differently_and_zones_have_names() {
    with_browser(async || {
        for example in PLAYED {
            let room = Room::open(&[("game.toml", &begun(example, 12))]);
            let phone = room.phone("game").await;
            phone.play_for("").await;
            phone.settled(None).await;
            let twice = phone
                .value(
                    "(() => {
                        const names = [...document.querySelectorAll('main button')].filter((one) => one.checkVisibility())
                            .map((one) => nameOfButton(one));
                        return names.filter((name, nth) => names.indexOf(name) !== nth);
                    })()",
                )
                .await;
            assert_eq!(twice, serde_json::json!([]), "{example}");
            let nameless = "[...document.querySelectorAll('.table :is(.zone, table)')].filter((one) => !one.ariaLabel).length";
            assert_eq!(phone.value(nameless).await, 0, "{example}");
            // Where each player has a zone its name is its heading.
            let headed = "document.querySelectorAll('.table .zone.player').length === 0 || document.querySelectorAll('.table .zone.player [role=heading]').length >= game.table.players.length";
            assert_eq!(phone.value(headed).await, true, "{example}");
            phone.close().await;
        }
    });
}
