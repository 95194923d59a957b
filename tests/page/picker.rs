//! The grid of cards to choose from, and those that were chosen.

use crate::{
    RANCHERS,
    phone::{Phone, Room},
    with_browser,
};

/// Where the grid lies, and how many slots are below it.
const LIES: &str = "(({ top, bottom }, { children }) => [top, bottom, children.length].map(Math.round))
    ([...document.querySelectorAll('.deck')].at(-1).getBoundingClientRect(), [...document.querySelectorAll('.slots')].at(-1))";

fn table(game: &str, players: &str) -> String {
    RANCHERS.replace("emu-ranchers", game).replace("\"Ada\", \"Bo\"", players)
}

/// Chooses cards one after another. The grid stays where it is; there are so many slots.
async fn choose_all(phone: &Phone, cards: &[&str], slots: usize) {
    let lay = phone.value(LIES).await;
    assert_eq!(lay[2], slots);
    for card in cards {
        phone.touch(&format!(".deck [data-does='{card}']")).await;
        phone.wait_for(&format!("document.querySelectorAll(\".deck [data-does='{card}'][aria-pressed=true]\").length > 0")).await;
        let lies = phone.value(LIES).await;
        assert_eq!((&lies[0], &lies[1]), (&lay[0], &lay[1]), "the grid moved with {card}");
    }
}

#[test]
fn the_grid_stays_where_it_is_whatever_is_chosen() {
    with_browser(async || {
        for size in [(390, 844), (360, 740)] {
            let (blulu, redux) = (table("blulu", "\"Ada\", \"Bo\""), table("emus-redux", "\"Ada\", \"Bo\", \"Cy\", \"Di\""));
            let room = Room::open(&[("blulu.toml", &blulu), ("redux.toml", &redux), ("ranchers.toml", RANCHERS)]);
            let phone = room.phone_set("blulu", size, &[]).await;
            choose_all(&phone, &["4MS", "2MK", "9LK"], 4).await;
            phone.go_to("redux").await;
            choose_all(&phone, &["PWLY", "PMSL", "PSWK", "PMYK", "TMWK", "TSWY", "TMLY"], 8).await;
            phone.go_to("ranchers").await;
            phone.wait_for("(openShows(), true)").await;
            choose_all(&phone, &["AM", "AS", "AW", "AL", "AY", "AK", "2MK", "2SY", "3MW"], 1).await;
            phone.close().await;
        }
    });
}
