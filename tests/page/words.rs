//! Lines and sentences with the cards that they name drawn.

use crate::{begun, with_browser};
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
