//! Short forms, and the table as a person sees it.

use crate::blulu::table::{after, under};
use fowlplay::referee::Refusal;

#[test]
fn two_cards_capture_what_they_can() {
    let table = after(&["deal 4MS CM 9LK AY"]);
    assert_eq!(table.writes_line("7s 2mk"), "Ada: capture 9 with 2MK 7SK");
    assert_eq!(table.writes_line("a: castle 5sw"), "Ada: trail 5SW 7SK", "12 and 2 reach nothing, so they trail");
    assert_eq!(table.writes_line("t 5sw 7s"), "Ada: trail 5SW 7SK");
    assert_eq!(table.writes_line("c 4 7s 3m"), "Ada: capture 4 with 3MW 7SK");
    assert_eq!(table.writes_line("c c 7s 3m"), "Ada: capture C with 3MW 7SK");
    assert_eq!(table.writes_line("4 7s 3m"), "Ada: capture 4 with 3MW 7SK");
    assert_eq!(table.writes_line("c 4 with 7s 3m"), "Ada: capture 4 with 3MW 7SK");
    assert_eq!(table.writes_line("capture 4 7s 3m"), "Ada: capture 4 with 3MW 7SK");
    assert_eq!(table.writes_line("c 7s 2mk"), "Ada: capture 9 with 2MK 7SK");
}

#[test]
fn several_captures_are_asked_about() {
    let table = after(&["deal 4MS CM 9LK AY"]);
    for line in ["7s 3m", "c 7s 3m"] {
        let Refusal::Ambiguous { question, options, .. } = table.refuses(line) else { panic!("two ranks are reached") };
        assert_eq!(question, "capture 3MW 7SK: 4 (takes 4MS) or C (takes CM)?");
        assert_eq!(options, ["capture 4 with 3MW 7SK", "capture C with 3MW 7SK"]);
    }
    let Refusal::Ambiguous { question, .. } = table.refuses("7s 3s") else { panic!("two ranks are reached") };
    assert_eq!(question, "capture 3SK 7SK: 4 (takes 4MS, a flush) or C (takes CM)?", "with 4MS all have Suns");
    let both = under("arithmetic = \"sum-and-difference\"", &["deal 4MS CM 9LK AY"]);
    assert_eq!(both.writes_line("7s 3m"), "Ada: capture 4 C with 3MW 7SK", "both at once is one capture");
}

#[test]
fn cards_alone_are_the_deal_when_it_is_due() {
    let table = after::<&str>(&[]);
    assert_eq!(table.writes_line("4ms cm 9lk ay"), "deal AY 4MS 9LK CM");
    assert_eq!(table.writes_line("d 4ms cm 9lk ay"), "deal AY 4MS 9LK CM");
    assert_eq!(table.records(&["4ms cm 9lk ay"]).writes_line("7s 2mk"), "Ada: capture 9 with 2MK 7SK");
}

#[test]
fn what_is_no_short_form_is_told() {
    let table = after(&["deal 4MS CM 9LK AY"]);
    let says = |line: &str, part: &str| {
        let Refusal::Unparsed { problem, expected, .. } = table.refuses(line) else { panic!("`{line}` can be read") };
        assert!(format!("{problem}; expected {expected}").contains(part), "`{line}`: {problem}; expected {expected}");
    };
    says("c 7s 5sw", "nothing can be done now with `7s 5sw`");
    says("xyz 3m", "`xyz` is not a step of Blulu");
    says("7s xyz", "xyz");
    says("t", "`trail` needs at least one card");
    says("captrue 4 with 7s 3m", "did you mean `capture`?");
    says("trail", "`trail` needs at least one card");
    table.forbids("7s", "BL-2.1", "one card was played, and a turn plays two");
    table.forbids("7s 3m 2mk", "BL-2.1", "3 cards were played, and a turn plays two");
}

#[test]
fn the_table_is_shown_by_rank_and_the_piles_are_covered() {
    let table = after(&["deal 4MS 4WL CM 9LK", "Ada: capture 4 with 7SK 3SK"]);
    let (open, memory) = (table.zones(), table.memory());
    assert!(open.starts_with("Round 1 · deal 1 of 4 · deck: 24 cards · points of 22: Ada 0 · Bo 0\n"), "{open}");
    assert!(open.contains("Ada · 2 cards in hand · 4 captured\nBo · 4 cards in hand · 0 captured · dealer"), "{open}");
    assert!(open.contains("9 | 9LK | A+8 2+7 3+6 4+5 C−A 9,9"), "{open}");
    assert!(open.contains("Crown = 10 | CM | A+9 2+8 3+7 4+6 5+5 C,C"), "{open}");
    assert!(!open.contains("7SK") && !open.contains("4MS"), "captured cards are covered: {open}");
    assert!(memory.contains("Ada's pile: 3SK 4MS 4WL 7SK"), "{memory}");
    assert!(memory.contains("Unaccounted for, 30: AM"), "{memory}");
}

#[test]
fn of_two_cards_that_are_not_clear_each_is_one_of_those_that_it_can_be() {
    let table = after(&["deal 7SK 3SK 9LK AY"]);
    let told = table.misreads("Ada: c 7 with 3 4");
    assert!(told.contains("`3` could be 3MW the Journey or 3LY the Savage; `4` could be 4YK"), "{told}");
}
