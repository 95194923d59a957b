//! Touches that are easily got wrong: what stands on a button, what was half made, and what comes of a foul.

use crate::{
    RANCHERS, begun,
    phone::{Phone, Room},
    ranchers, with_browser,
};
use std::time::Duration;

/// Goes from one game to another, by the list of games.
async fn go_to(phone: &Phone, name: &str) {
    phone.press("all games").await;
    phone.touch(&format!("a[href='#{name}']")).await;
    phone.wait_for(&format!("game.name === '{name}' && Boolean(game.moves && game.book)")).await;
}

/// The cards on the button of a place, as they are read out.
async fn is_on_place(phone: &Phone, place: &str, cards: &str) {
    let read =
        format!("[...document.querySelectorAll(\".place[data-does='{place}'] .card\")].map((card) => card.ariaLabel).join()");
    phone.wait_for(&format!("{read} === '{cards}'")).await;
}

#[test]
fn the_button_of_a_place_shows_what_lies_there() {
    with_browser(async || {
        let redux = begun("emus-redux-tie.toml", 22);
        let room = Room::open(&[("game.toml", RANCHERS), ("redux.toml", &redux)]);
        let phone = room.phone("game").await;
        for typed in ["h 2sy .", "h 7wy .", "h 4ms .", "h 9lk ."] {
            phone.type_line(typed).await;
        }
        phone.touch("[data-does='Ada: grow']").await;
        is_on_place(&phone, "1", "2 of Suns and Wyrms").await;
        is_on_place(&phone, "2", "4 of Moons and Suns").await;
        go_to(&phone, "redux").await;
        phone.touch("[data-does='Bo: discard']").await;
        is_on_place(&phone, "1", "Crown of Waves").await;
        is_on_place(&phone, "2", "7 of Moons and Leaves").await;
        phone.close().await;
    });
}

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

#[test]
fn a_step_that_was_begun_stays_in_its_game() {
    with_browser(async || {
        let blulu = RANCHERS.replace("emu-ranchers", "blulu");
        let others = RANCHERS.replace("first = \"Ada\"", "first = \"Bo\"");
        let room = Room::open(&[("game.toml", RANCHERS), ("blulu.toml", &blulu), ("others.toml", &others)]);
        let phone = room.phone("blulu").await;
        assert!(phone.text(".panel").await.contains("The table: deal"));
        go_to(&phone, "game").await;
        phone.touch("[data-does='Ada: hatch']").await;
        go_to(&phone, "others").await;
        phone.touch("[data-does='Bo: hatch']").await;
        phone.touch("[data-does='7SK']").await;
        phone.wait_for("game.table.lines.length === 1").await;
        assert!(room.text("others").contains("\"Bo: hatch 7SK\""), "{}", room.text("others"));
        phone.close().await;
    });
}

const TWO_CARDS: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ana\", \"Bo\"]\n\n[[round]]\nfirst = \"Ana\"\n";

#[test]
fn the_first_of_two_cards_is_taken_back_and_another_chosen() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", TWO_CARDS)]);
        let phone = room.phone("game").await;
        phone.play_for("").await;
        phone.type_line("reveal 16 8").await;
        phone.touch(".deck [data-does='3']").await;
        phone.press("not Shepherd 3").await;
        phone.wait_for("!document.querySelector('.chosen-cards .pick')").await;
        phone.touch(".deck [data-does='5']").await;
        phone.touch(".deck [data-does='6']").await;
        phone.wait_for("game.table.lines.length === 2").await;
        assert!(room.text("game").contains("\"Ana: play 5 6\""), "{}", room.text("game"));
        phone.close().await;
    });
}

#[test]
fn what_another_player_may_do_instead_of_a_foul_is_recorded_as_theirs() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", TWO_CARDS)]);
        let phone = room.phone("game").await;
        for typed in ["reveal 16 8", "Ana: play 5 6", "Bo: play 9 7", "Ana: take 16"] {
            phone.type_line(typed).await;
        }
        phone.press("Bo: take 16").await;
        phone.wait_for("game.table.lines.at(-1).text === 'Bo: take 16'").await;
        phone.close().await;
    });
}

#[test]
fn a_foul_is_let_stand_also_with_steps_around_it() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        for typed in ["h 7sk .", "h 9wy .", "g 1 2wl ."] {
            phone.type_line(typed).await;
        }
        phone.fill(".answer .typed input", "agreed").await;
        phone.wait_for("game.table.lines.length === 3").await;
        assert!(room.text("game").contains("\"Ada: grow 1 2WL; draw ! agreed\""), "{}", room.text("game"));
        phone.close().await;
    });
}

#[test]
fn a_table_that_keeps_only_the_scores_says_what_is_counted_next_and_how_it_stands() {
    with_browser(async || {
        let round = |first| format!("\n[[round]]\nfirst = \"{first}\"\ntally = [\"Ada: 20; flush 1\", \"Bo: 16\"]\n");
        let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\nkept = \"scores\"\n";
        let room = Room::open(&[("game.toml", &(head.to_owned() + &round("Ada") + &round("Bo")))]);
        let phone = room.phone("game").await;
        assert_eq!(phone.text(".turn").await, "Round 3: Ada deals");
        let table = phone.text(".room").await;
        assert!(table.contains("in all 8 0") && !table.contains("hand") && !table.contains("deal\n"), "{table}");
        phone.press("Count a round").await;
        for player in ["Ada", "Bo"] {
            phone.say(player, "18").await;
        }
        phone.press("Count it").await;
        phone.press("Write it").await;
        phone.wait_for("!document.querySelector('dialog[open]') && game.version === game.moves.version").await;
        phone.wait_for_text(".turn", "Round 4: Bo deals").await;
        phone.close().await;
    });
}

#[test]
fn who_won_is_said_where_the_turn_was_and_with_the_score() {
    with_browser(async || {
        let head = RANCHERS.replace("\n[[round]]", "kept = \"scores\"\n\n[rules]\nyears = 1\n\n[[round]]");
        let room = Room::open(&[("game.toml", &(head + "tally = [\"Ada:\", \"Bo:\"]\n"))]);
        let phone = room.phone("game").await;
        phone.wait_for_text(".turn", "The game is over").await;
        phone.wait_for_text(".ending .won", "Ada and Bo share the win").await;
        phone.wait_for_text(".table", "Ada and Bo share the win.").await;
        phone.close().await;
    });
}

/// A bird has what it pays and a total before the upkeep: what it brought is its points.
#[test]
fn what_each_item_of_the_score_brought_are_its_points() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun("emu-ranchers-two-years.toml", 27))]);
        let phone = room.phone("game").await;
        phone.press("Score").await;
        phone.wait_for("document.querySelectorAll('dialog[open] .points').length > 1").await;
        // What brought nothing comes last.
        let paid_first = "[true, false].flatMap((pays) => rounds[0].items.filter(({points}) => (points !== 0) === pays))";
        let told = format!(
            "requestGame('score?in_view=true').then(({{answer}}) => (window.items = answer.players.flatMap(({{rounds}}) => {paid_first})))"
        );
        phone.wait_for(&format!("(window.items || {told}, Boolean(window.items))")).await;
        phone.wait_for("items.some(({points, total}) => points !== total)").await;
        // Each has its cards as pieces, and its clause.
        phone.wait_for("document.querySelectorAll('dialog[open] .item .card').length > items.length").await;
        phone.wait_for_text("dialog[open] .item .label", "bird 2 ER-6.").await;
        phone
            .wait_for(
                "[...document.querySelectorAll('dialog[open] .points')].map((one) => one.textContent).join() \
                 === items.map(({points}) => (points > 0 ? '+' : '') + String(points).replace('-', '−')).join()",
            )
            .await;
        phone.close().await;
    });
}

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

#[test]
fn the_menu_has_four_groups_and_log_and_score_are_one_tap_away() {
    with_browser(async || {
        let (_room, phone) = ranchers().await;
        for (button, sheet) in [("Score", "The score"), ("Log", "The log")] {
            phone.press(button).await;
            phone.wait_for_text("dialog[open] h2", sheet).await;
            phone.wait_for("(closeSheets(), true)").await;
        }
        phone.press("More").await;
        let groups = "[...document.querySelectorAll('.menu section')].map((group) => group.querySelector('h3').textContent + (group.querySelector('h3 .sign') ? '' : '!') + ' ' + Math.sign(group.querySelectorAll('button').length)).join()";
        assert_eq!(phone.value(groups).await, "Look 1,Judge and record 1,Mend 1,Phones 1");
        phone.close().await;
    });
}

#[test]
fn a_screen_that_only_shows_says_whose_turn_it_is_as_the_phones_do() {
    with_browser(async || {
        let piepmatz = TWO_CARDS.replace("eggs-and-empires", "piepmatz").replace("\"Bo\"]", "\"Bo\", \"Cy\"]");
        let counted = TWO_CARDS.to_owned() + "tally = [\"Ana: 13\", \"Bo: 10\"]\n";
        let logs =
            [("game.toml", TWO_CARDS), ("piepmatz.toml", &*piepmatz), ("counted.toml", &*counted), ("years.toml", RANCHERS)];
        let room = Room::open(&logs);
        let (phone, television) = (room.phone("game").await, room.television("game").await);
        for (name, said) in [
            ("game", "Reveal 2 eggs"),
            ("piepmatz", "Lay out the perches, display and seeds"),
            ("counted", "The next round · Reveal 2 eggs"),
            ("years", "Ada’s turn"),
        ] {
            for screen in [&phone, &television] {
                screen.go_to(name).await;
                assert_eq!(screen.text(".turn").await, said, "{name}");
            }
            if name == "game" {
                phone.type_line("reveal 16 8").await;
                phone.wait_for_text(".turn", "Ana and Bo choose").await;
                television.wait_for_text(".turn", "Ana and Bo choose").await;
            }
        }
        for screen in [phone, television] {
            screen.close().await;
        }
    });
}

/// Whatever is typed short is sealed, too, and a name in front of it changes nothing.
#[test]
fn a_card_that_is_typed_on_a_phone_of_ones_own_is_sealed() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", TWO_CARDS)]);
        let phone = room.phone("game").await;
        phone.play_for("Bo").await;
        phone.type_line("reveal 16 8").await;
        let before = room.text("game");
        for typed in ["play 9 7", "bo: play 5 6"] {
            phone.type_line(typed).await;
            phone.wait_for("game.table.chosen.includes('Bo')").await;
            assert_eq!(room.text("game"), before);
            phone.press("Take it back").await;
            phone.wait_for("!game.table.chosen.includes('Bo')").await;
        }
        phone.close().await;
    });
}

/// Whoever records for another player is at a terminal, or at another phone.
#[test]
fn a_phone_is_told_if_another_card_was_recorded_for_its_player() {
    with_browser(async || {
        let mut room = Room::open(&[("game.toml", TWO_CARDS)]);
        let phone = room.phone("game").await;
        phone.play_for("Bo").await;
        phone.type_line("reveal 16 8").await;
        phone.type_line("play 9 7").await;
        phone.wait_for("game.table.chosen.includes('Bo')").await;
        // What was chosen is forgotten when the server comes back, and chosen again.
        room.away();
        phone.wait_for("game.view.status.dataset.is === 'lost'").await;
        room.back();
        phone.wait_for("game.view.status.dataset.is === 'live' && !game.table.chosen.includes('Bo')").await;
        phone.type_line("play 9 7").await;
        phone.wait_for("game.table.chosen.includes('Bo')").await;
        room.record_line("game", "Bo: play 3 4", None);
        phone.wait_for_text(".answer", "Your sealed card is not played").await;
        phone.wait_for_text(".answer", "Bo: play 3 4").await;
        phone.press("close the answer").await;
        phone.type_line("note nothing more is said of it").await;
        phone.wait_for("game.table.lines.at(-1).text.startsWith('note')").await;
        assert!(!phone.text(".answer").await.contains("sealed"));
        phone.close().await;
    });
}

/// The name ends where a colon or a space follows it.
#[test]
fn what_a_player_called_p_types_is_sealed_with_and_without_the_name() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &TWO_CARDS.replace("Ana", "P"))]);
        let phone = room.phone("game").await;
        phone.play_for("P").await;
        phone.type_line("reveal 16 8").await;
        for typed in ["play 9 7", "P: play 3 4", "p play 5 6"] {
            phone.type_line(typed).await;
            phone.wait_for("game.table.chosen.includes('P')").await;
            phone.press("Take it back").await;
            phone.wait_for("!game.table.chosen.includes('P')").await;
        }
        assert!(!room.text("game").contains(": play"), "{}", room.text("game"));
        phone.close().await;
    });
}

#[test]
fn a_sealed_card_that_cannot_be_played_any_more_is_told_to_its_phone_alone() {
    with_browser(async || {
        let six = TWO_CARDS.replace("\"Bo\"", "\"Bo\", \"Cy\", \"Dot\", \"Elif\", \"Finn\"");
        let room = Room::open(&[("game.toml", &six)]);
        let (phone, other) = (room.phone("game").await, room.phone("game").await);
        phone.play_for("Bo").await;
        other.play_for("Cy").await;
        phone.type_line("reveal 10 8 5 -6").await;
        phone.type_line("play 3").await;
        phone.wait_for_text(".panel", "Chosen").await;
        room.record_line("game", "Bo: shows 1 2 4", None);
        phone.wait_for_text(".answer", "your card can’t be played any more").await;
        phone.wait_for_text(".answer", "Bo’s hand is known to be").await;
        other.wait_for("game.table.lines.at(-1).text.startsWith('Bo: shows') && game.table.chosen.join() === 'Bo'").await;
        assert_eq!(other.text(".answer").await, "");
        // The cards are there to choose from again.
        phone.touch(".deck [data-does='4']").await;
        phone.wait_for("game.table.choose_again === null && game.table.chosen.join() === 'Bo'").await;
        phone.wait_for_text(".panel", "Chosen").await;
        for phone in [phone, other] {
            phone.close().await;
        }
    });
}

/// The grid of cards opens where the finger is.
#[test]
fn a_double_tap_records_no_card_that_nobody_chose() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        let before = room.text("game");
        phone.touch("[data-does='Ada: hatch']").await;
        phone.press("back").await;
        tokio::time::sleep(Duration::from_millis(800)).await;
        phone.touch_twice("[data-does='Ada: hatch']").await;
        phone.wait_for("Boolean(document.querySelector('.deck'))").await;
        assert_eq!(room.text("game"), before);
        // A tap that was meant is none too few, and of two on a card the second does nothing in the next turn.
        phone.touch_twice("[data-does='7SK']").await;
        phone.wait_for("game.table.lines.length === 1").await;
        phone.settled(None).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(room.text("game").contains("[\n  \"Ada: hatch 7SK\",\n]"), "{}", room.text("game"));
        phone.close().await;
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
        phone.wait_for_text("dialog[open]", "Change this line").await;
        phone.close().await;
    });
}

/// Two cards are played at once: neither is chosen twice by one double tap, and another one is taken as fast as it comes.
#[test]
fn a_double_tap_chooses_a_card_once() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", TWO_CARDS)]);
        let phone = room.phone("game").await;
        phone.play_for("").await;
        phone.type_line("reveal 16 8").await;
        tokio::time::sleep(Duration::from_millis(800)).await;
        let before = phone.value("taps.ignored").await;
        phone.touch_twice(".deck [data-does='5']").await;
        phone.wait_for("draft.cards?.join() === '5'").await;
        let ignored = phone.value("taps.ignored").await;
        assert_eq!(ignored.as_u64(), before.as_u64().map(|before| before + 1));
        phone.close().await;
    });
}

/// A rank of three cards is each of them, at the table and in a dispute.
#[test]
fn what_can_be_meant_in_several_ways_is_offered_as_buttons() {
    with_browser(async || {
        let (room, phone) = ranchers().await;
        phone.type_line("hatch 7").await;
        phone.press("hatch 7WY").await;
        phone.wait_for("game.table.lines.length === 1").await;
        assert!(room.text("game").contains("\"Ada: hatch 7WY\""), "{}", room.text("game"));
        phone.open("Was that legal?").await;
        phone.fill("dialog[open] form input", "Bo: hatch 8").await;
        phone.press("Bo: hatch 8MS").await;
        phone.wait_for_text(".told", "Nothing was recorded.").await;
        phone.wait_for("document.querySelector('dialog[open] form input').value === 'Bo: hatch 8MS'").await;
        phone.close().await;
    });
}

#[test]
fn the_acting_zone_is_scrolled_to_below_the_turn_the_score_and_the_pile() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun("emus-redux-tie.toml", 22))]);
        let phone = room.phone("game").await;
        let stays = phone.text(".stays").await;
        assert!(stays.contains("Bo −32") && stays.contains("Draw pile"), "{stays}");
        // While a card is chosen the deck leaves room for the score.
        phone.touch("[data-does='Bo: hatch']").await;
        phone.wait_for("Boolean(document.querySelector('.deck'))").await;
        phone
            .wait_for(
                "(() => {
                    const [turn, stays, acting] = ['.turn', '.stays', '.zone.acting'].map((one) => document.querySelector(one).getBoundingClientRect());
                    const side = document.querySelector('.side').getBoundingClientRect();
                    return turn.bottom <= stays.top + 1 && stays.bottom <= acting.top + 1 && acting.top < side.top - 20;
                })()",
            )
            .await;
        assert!(phone.text(".stays").await.contains("Bo −32"));
        phone.close().await;
    });
}

#[test]
fn on_a_phone_that_lies_on_its_side_an_answer_lies_over_the_table() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let phone = room.phone_set("game", (844, 390), &[]).await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        let place = "JSON.stringify(document.querySelector('.table').getBoundingClientRect())";
        let before = phone.value(place).await;
        phone.type_line("Ada: grow 1 2WL").await;
        phone.wait_for("Boolean(document.querySelector('.answer.foul'))").await;
        assert_eq!(phone.value(place).await, before);
        let lies =
            "((answer, lies) => [answer.left === lies.left, answer.right === lies.right, answer.bottom === lies.bottom].join())
            (...['.answer', '.lies'].map((one) => document.querySelector(one).getBoundingClientRect()))";
        assert_eq!(phone.value(lies).await, "true,true,true");
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

/// Of many birds: what is chosen leaves no room free that would push what comes next below the screen.
#[test]
fn the_panel_stays_on_the_screen_however_high_the_choice_before_was() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let phone = room.phone_set("game", (390, 760), &[]).await;
        for card in ["2sy", "7wy", "4ms", "9lk", "8ms", "5sw", "9wy", "7sk", "8yk", "2wl"] {
            phone.type_line(&format!("h {card} .")).await;
        }
        for tapped in ["[data-does='Ada: grow']", ".place[data-does='1']"] {
            phone.touch(tapped).await;
        }
        phone.wait_for("Boolean(document.querySelector('.panel .pick'))").await;
        let hidden = "document.querySelector('.side').scrollHeight - document.querySelector('.side').clientHeight";
        assert_eq!(phone.value(hidden).await, 0);
        phone.close().await;
    });
}
