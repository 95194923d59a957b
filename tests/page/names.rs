//! What things are called on the page: names in any script, cards and buttons as they are read out, and what has the focus.

use crate::{PLAYED, RANCHERS, begun, phone::Room, with_browser};

#[test]
fn a_name_in_any_script_keeps_its_place_and_there_is_one_apostrophe_and_one_minus_sign() {
    with_browser(async || {
        let log = RANCHERS.replace("Ada", "عمر").replace("Bo", "O'Bo");
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        for typed in ["hatch 7SK; draw", "hatch 9WY; draw"] {
            phone.type_line(typed).await;
        }
        assert!(room.text("game").contains("\"O'Bo: hatch 9WY; draw\""), "{}", room.text("game"));
        // Behind the name comes the colon, to its right.
        phone
            .wait_for(
                "(() => {
                    const name = document.querySelector('.said .text bdi');
                    const text = name.nextSibling;
                    const left = (from) => {
                        const range = document.createRange();
                        range.setStart(text, from);
                        range.setEnd(text, from + 1);
                        return range.getBoundingClientRect().left;
                    };
                    return text.data[0] === ':' && name.getBoundingClientRect().right <= left(0) + 1 && left(0) < left(1);
                })()",
            )
            .await;
        let table = phone.text(".room").await;
        assert!(table.contains("O’Bo: hatch") && table.contains("O’Bo −9") && !table.contains('\''), "{table}");
        phone.close().await;
    });
}

#[test]
fn other_phones_read_by_which_phone_a_line_was_recorded_and_taken_back() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", RANCHERS)]);
        let phone = room.phone("game").await;
        let television = room.television("game").await;
        // What a phone calls itself is text, and as long as a name may be.
        phone.open("This phone’s name").await;
        phone.fill("dialog[open] form input", &format!("<i>{}</i>", "O'".repeat(40))).await;
        phone.wait_for("!document.querySelector('dialog[open]')").await;
        phone.type_line("hatch 7SK; draw").await;
        let word = format!("recorded by <i>{}O", "O’".repeat(18));
        television.wait_for_text(".said .by", &word).await;
        assert!(!television.has(".said .by i").await && !phone.has(".by").await);
        // Without a name it is the player's whose phone it is; or nobody's.
        phone.open("This phone’s name").await;
        phone.write("dialog[open] form input", "").await;
        phone.press("Keep it").await;
        phone.wait_for("(playFor('Bo'), true)").await;
        phone.type_line("hatch 9WY; draw").await;
        television.wait_for_text(".said .by", "recorded by Bo").await;
        phone.press("Undo").await;
        television.wait_for_text(".note", "Bo took back: Bo: hatch 9WY; draw").await;
        assert!(!television.has(".said .by").await);
        phone.press("Redo").await;
        television.wait_for_text(".note", "Bo brought back: Bo: hatch 9WY; draw").await;
        phone.wait_for("(playFor(''), true)").await;
        phone.press("Undo").await;
        television.wait_for_text(".note", "Taken back: Bo: hatch 9WY; draw").await;
        assert!(!room.text("game").contains("O'"), "{}", room.text("game"));
        for phone in [phone, television] {
            phone.close().await;
        }
    });
}

#[test]
fn cards_are_read_out_as_people_call_them_and_stand_in_one_order_of_suits() {
    with_browser(async || {
        let eggs = RANCHERS.replace("emu-ranchers", "eggs-and-empires");
        let redux = begun("emus-redux-tie.toml", 22);
        let room = Room::open(&[
            ("game.toml", RANCHERS),
            ("redux.toml", &redux),
            ("eggs.toml", &eggs),
            ("piepmatz.toml", &begun("piepmatz-shared-by-four.toml", 20)),
        ]);
        let phone = room.phone("game").await;
        let read = "[...document.querySelectorAll('.deck .pick')].map(nameOfButton)";
        phone.touch("[data-does='Ada: hatch']").await;
        phone.wait_for(&format!("{read}.includes('2 of Moons and Knots')")).await;
        let suits = |rank: &str| {
            format!("{read}.filter((name) => name.startsWith('{rank} of')).map((name) => name.split(' ').at(-1)).join()")
        };
        for rank in ["Ace", "Crown"] {
            phone.wait_for(&format!("{} === 'Moons,Suns,Waves,Leaves,Wyrms,Knots'", suits(rank))).await;
        }
        phone.go_to("redux").await;
        phone.touch("[data-does='Bo: grow']").await;
        phone.touch(".stage .place").await;
        phone.wait_for(&format!("{read}.includes('Pawn of Suns, Waves and Knots')")).await;
        phone.go_to("eggs").await;
        phone.play_for("Bo").await;
        phone.type_line("reveal 16 8").await;
        phone.wait_for(&format!("{read}.includes('Shepherd 3')")).await;
        assert!(phone.text(".deck").await.contains("Shepherd"));
        phone.go_to("piepmatz").await;
        phone.wait_for("[...document.querySelectorAll('.table .card')].some((one) => one.ariaLabel === 'Greenfinch 1')").await;
        phone.close().await;
    });
}

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

#[test]
fn a_sheet_begins_with_its_content_and_the_log_with_its_latest_line() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", &begun("emu-ranchers-two-years.toml", 40))]);
        let phone = room.phone("game").await;
        phone.open("Rules").await;
        phone.wait_for("document.activeElement.classList.contains('body')").await;
        phone.wait_for("(closeSheets(), true)").await;
        phone.press("Log").await;
        phone.wait_for("document.querySelectorAll('dialog[open] ol li').length > 20").await;
        phone
            .wait_for(
                "(() => {
                    const last = [...document.querySelectorAll('dialog[open] ol > li')].at(-1).getBoundingClientRect();
                    return last.height > 0 && last.bottom <= innerHeight + 1;
                })()",
            )
            .await;
        phone.close().await;
    });
}

#[test]
fn the_two_seeds_of_a_squirrel_are_recorded_with_the_second_touch() {
    with_browser(async || {
        let head = begun("piepmatz-shared-by-four.toml", 12);
        let room = Room::open(&[("game.toml", &head.replace("\n]\n", "\n  \"Bo: play CH5 at 3\",\n]\n"))]);
        let phone = room.phone("game").await;
        phone.touch(".deck [data-does='3']").await;
        phone.touch(".deck [data-does='1']").await;
        phone.wait_for("game.table.lines.at(-1).text === 'Bo: play CH5 at 3; lose 3 1'").await;
        phone.close().await;
    });
}

#[test]
fn whoever_has_a_face_down_egg_names_it() {
    with_browser(async || {
        // A round is over but for its face-down eggs.
        let whole = include_str!("../logs/eggs-and-empires/opens-late.toml");
        let before = whole.lines().take_while(|line| !line.contains("\"Bo: opens"));
        let log = before.map(|line| line.to_owned() + "\n").collect::<String>() + "]\n";
        let room = Room::open(&[("game.toml", &log)]);
        let phone = room.phone("game").await;
        assert_eq!(phone.text(".turn").await, "Bo names an egg");
        phone.close().await;
    });
}
