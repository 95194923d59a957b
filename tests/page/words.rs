//! Lines and sentences with the cards that they name drawn.

use crate::{begun, phone::Room, ranchers, with_browser};
use std::process::Command;

/// What is copied of everything in the first element of a selector.
fn copied(selector: &str) -> String {
    format!("(getSelection().selectAllChildren(document.querySelector({selector:?})), getSelection().toString())")
}

/// The names of the cards drawn in the first element of a selector.
fn drawn(selector: &str) -> String {
    format!("[...document.querySelectorAll({selector:?} + ' .card')].map((card) => card.getAttribute('aria-label')).join(', ')")
}

#[test]
fn lines_show_what_they_are_about_and_are_copied_as_they_are_typed() {
    with_browser(async || {
        let games = ["piepmatz-shared-by-four.toml", "eggs-and-empires-two-decks.toml", "emus-redux-tie.toml"];
        let logs = games.map(|game| (game, begun(game, 29)));
        let room = Room::open(&logs.each_ref().map(|(name, text)| (*name, text.as_str())));
        let phone = Room::phone(&room, "piepmatz-shared-by-four").await;
        let said = async |last: &str, names: &str| {
            let line = ".said .lines > li:last-child .text";
            assert_eq!(phone.value(&copied(line)).await, last);
            assert_eq!(phone.value(&drawn(line)).await, names);
            // Everything is to be seen on a phone.
            assert_eq!(phone.value("document.documentElement.scrollWidth").await, 360);
            phone.wait_for("[...document.querySelectorAll('.said .coded > .card')].every((card) => card.getBoundingClientRect().right <= 360 && card.offsetHeight >= 20)").await;
        };
        // The perch is no card, what a refill draws is.
        said("Bo: play BU4 at 3; refill 2; draw SP1; display GR6", "Bullfinch 4, Seed 2, Sparrow 1, Greenfinch 6").await;
        phone.wait_for_text(".said .tellings .coded", "BU4").await;
        phone.touch(".said .lines > li:last-child .line").await;
        phone.wait_for("document.querySelectorAll('dialog[open] h2 .card').length === 4").await;
        phone.wait_for("Boolean(document.querySelector('dialog[open] .tellings .card'))").await;
        phone.wait_for("(closeSheets(), openLog(), true)").await;
        phone.wait_for("document.querySelectorAll('dialog[open] .lines .card').length > 40").await;
        phone.wait_for("(closeSheets(), true)").await;

        phone.go_to("eggs-and-empires-two-decks").await;
        said("Otto: take -2", "Exploding egg −2").await;
        phone.wait_for("[...document.querySelectorAll('.said .text')].some((line) => line.textContent === 'Nell: play 4 5' && line.querySelector('[aria-label=\"Courier 4\"]'))").await;
        phone.go_to("emus-redux-tie").await;
        phone.wait_for("document.querySelectorAll('.said .coded > .card[role=img]').length > 5").await;
        phone.close().await;
    });
}

#[test]
fn a_list_of_games_shows_the_last_line_of_each_in_its_own_cards() {
    with_browser(async || {
        let (birds, eggs) = (begun("piepmatz-shared-by-four.toml", 29), begun("eggs-and-empires-two-decks.toml", 29));
        let room = Room::open(&[("birds.toml", &birds), ("eggs.toml", &eggs)]);
        let television = crate::Phone::at(room.watch(), (1280, 720), &[]).await;
        let seen = async |name: &str| television.value(&drawn(&format!("[href='#{name}'] .last"))).await;
        television.wait_for("document.querySelectorAll('.game').length === 2").await;
        assert_eq!(seen("eggs").await, "Exploding egg −2");
        // The sparrow was drawn into a hand.
        assert_eq!(seen("birds").await, "Bullfinch 4, Seed 2, Greenfinch 6");
        television.close().await;
    });
}

#[test]
fn a_reason_and_a_note_are_words_alone_and_a_verdict_names_cards() {
    with_browser(async || {
        let (_room, phone) = ranchers().await;
        phone.type_line("hatch 7SK; draw").await;
        phone.type_line("note 9WY for Ada; 2WL").await;
        assert_eq!(phone.value(&drawn(".said .lines > li:last-child")).await, "");
        phone.type_line("Bo: hatch 9WY; draw").await;
        phone.type_line("Ada: grow 1 2WL").await;
        phone.wait_for_text(".answer p:nth-child(2) .coded", "2WL").await;
        phone.fill(".answer .typed input", "it was 3SK").await;
        phone.settled(None).await;
        assert_eq!(phone.value(&drawn(".said .lines > li:last-child")).await, "2 of Waves and Leaves");
        phone.close().await;
    });
}

#[test]
fn a_report_shows_its_lines_and_sentences_in_cards() {
    with_browser(async || {
        let folder = tempfile::tempdir().expect("a folder");
        let (log, page) = (folder.path().join("game.toml"), folder.path().join("game.html"));
        std::fs::write(&log, begun("piepmatz-shared-by-four.toml", 29)).expect("a log");
        let mut report = Command::new(env!("CARGO_BIN_EXE_fowlplay-in-browser"));
        assert!(report.arg("report").arg(log).arg("-o").arg(&page).output().expect("it runs").status.success());
        let phone = crate::Phone::at(&format!("file://{}", page.display()), (360, 740), &[]).await;
        let line = ".lines > li:last-child .text";
        phone.wait_for(&format!("Boolean(document.querySelector('{line}'))")).await;
        assert_eq!(phone.value(&copied(line)).await, "Bo: play BU4 at 3; refill 2; draw SP1; display GR6");
        assert_eq!(phone.value(&drawn(line)).await, "Bullfinch 4, Seed 2, Sparrow 1, Greenfinch 6");
        assert_eq!(phone.value(&drawn("output")).await, "Bullfinch 4, Seed 2, Sparrow 1, Greenfinch 6");
        phone.wait_for_text(".follows .coded", "BU4").await;
        // A link to a line opens the table there.
        phone.visit("about:blank").await;
        phone.visit(&format!("file://{}#g0-1-2", page.display())).await;
        phone.wait_for_text("output", "1.2 Cy: play GR4").await;
        phone.close().await;
    });
}

#[test]
fn what_can_be_typed_stands_in_no_backticks_and_an_egg_is_named_of_whose_scout_it_is() {
    with_browser(async || {
        let room = Room::open(&[("game.toml", crate::EGGS)]);
        let phone = room.phone("game").await;
        phone.play_for("Cy").await;
        phone.touch("[data-does='Cy: opens']").await;
        phone.wait_for_text(".panel code", "opens Cy = V").await;
        // Cy has the egg of one Scout, and it is Cy's own.
        phone.wait_for("[...document.querySelectorAll('.panel .place')].map((one) => one.dataset.does).join() === 'Cy'").await;
        phone.wait_for("(openDispute(null), true)").await;
        phone.fill("dialog[open] form input", "end").await;
        phone.wait_for_text("dialog[open] .told code", "end").await;
        phone.wait_for("!document.querySelector('dialog[open]').textContent.includes('`')").await;
        phone.close().await;
    });
}
