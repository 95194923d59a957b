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

#[test]
fn a_card_is_chosen_as_often_as_there_are_of_it_and_put_back_by_a_tap() {
    with_browser(async || {
        let piepmatz = table("piepmatz", "\"Ada\", \"Bo\", \"Cy\"");
        let room = Room::open(&[("blulu.toml", &table("blulu", "\"Ada\", \"Bo\"")), ("piepmatz.toml", &piepmatz)]);
        let phone = room.phone("blulu").await;
        for _ in 0..2 {
            phone.touch(".deck [data-does='4MS']").await;
        }
        phone.wait_for_text(".below [role=status]", "It is chosen already.").await;
        assert_eq!(phone.value("draft.cards.join()").await, "4MS");
        phone.press("not 4 of Moons and Suns").await;
        phone.wait_for("draft.cards.length === 0 && !document.querySelector('.deck [aria-pressed=true]')").await;

        phone.go_to("piepmatz").await;
        phone.type_line("perches BL1 BL2").await;
        phone.touch("[data-does='The table: display']").await;
        for _ in 0..3 {
            phone.touch(".deck [data-does='SP1']").await;
        }
        phone.wait_for_text(".below [role=status]", "All 2 are chosen.").await;
        assert_eq!(phone.value("draft.cards.join()").await, "SP1,SP1");
        assert!(phone.has(".deck [data-does='SP1'][data-times='2']").await);
        // Three birds are due, so the third finishes the step.
        assert_eq!(phone.value("document.querySelector('.slots').children.length").await, 3);
        phone.touch(".deck [data-does='GR3']").await;
        phone.wait_for_text(".said", "display SP1 SP1 GR3").await;
        phone.type_line("seeds 1 2 3 1").await;
        phone.type_line("Ada: play GR3 at 1").await;
        // Of one empty slot a seed card is the end, and a pest before it is not.
        for card in ["crow", "1"] {
            phone.touch(&format!(".deck [data-does='{card}']")).await;
        }
        phone.wait_for_text(".said", "refill crow 1").await;
        phone.close().await;
    });
}

/// Dimmed is what everybody sees can't be played: what lies open elsewhere, or fits nothing there. Nothing is forbidden by it.
#[test]
fn a_card_that_cannot_be_played_is_dimmed_and_the_referee_says_why() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let phone = room.phone("game").await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        let dimmed = "[...document.querySelectorAll('.panel .dim')].map((one) => one.dataset.does)";
        phone.touch("[data-does='Ada: hatch']").await;
        phone.wait_for(&format!("{dimmed}.sort().join() === '7SK,9WY'")).await;
        phone.press("back").await;
        phone.touch("[data-does='Ada: grow']").await;
        phone.wait_for(&format!("{dimmed}.includes('2WL') && !{dimmed}.includes('9LK')")).await;
        phone.touch(".panel .dim[data-does='2WL']").await;
        phone.wait_for_text(".answer", "ER-3.3").await;
        phone.press("Choose again").await;
        // A card that is known to be in another hand would be told apart from one that isn't: it looks like any other.
        phone.type_line("Bo: shows 3MW").await;
        phone.touch("[data-does='Ada: hatch']").await;
        phone.wait_for(&format!("{dimmed}.sort().join() === '7SK,9WY'")).await;
        phone.close().await;
    });
}

/// Each player has all the adventurers: neither an egg of the same number takes one away, nor another player's card.
#[test]
fn no_adventurer_is_dimmed_for_an_egg_or_for_the_card_of_another_player() {
    with_browser(async || {
        let head =
            "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\n";
        let room = Room::open(&[("game.toml", &format!("{head}moves = [\"reveal 9 8\", \"Ada: play 4\"]\n"))]);
        let phone = room.phone("game").await;
        phone.play_for("Bo").await;
        phone.wait_for("document.querySelectorAll('.panel .deck [data-does]').length >= 10").await;
        phone.wait_for("document.querySelectorAll('.panel .dim').length === 0").await;
        phone.close().await;
    });
}
