//! Steps as they are written, and as they are typed at the table.

use crate::{
    emus_redux::table::{after, bare, ended},
    judged::Table,
};

fn table() -> Table {
    after(&["Ada: discard AM; draw", "Bo: discard AS; draw", "Cy: hatch 2WL; draw"])
}

#[test]
fn steps_are_written_canonically() {
    let table = table();
    for (typed, written) in [
        ("Ada: hatch the castle; take pm from market", Some("hatch 7SK; take PMSL")),
        ("Ada: hatch the castle; shows pm", None),
        ("Ada: discard the mill  to 2; draw 7sk", Some("discard 8WL to 2; draw 7SK")),
        ("Ada: hatch ace of waves; take ace of moons from 1", Some("hatch AW; take AM")),
        ("Ada: hatch 7ks; take harvest from market", Some("hatch 7SK; take PMSL")),
        ("Ada: shows ex 7sk ex aw", Some("shows AW 7SK EX EX")),
    ] {
        match written {
            Some(written) => assert_eq!(table.writes(typed), written),
            None => assert!(table.misreads(typed).contains("PMSL the Harvest")),
        }
    }
    let table = table.records(&["Ada: hatch 7SK; take PSWK", "Bo: hatch 8MS; draw", "Cy: hatch 9MS; draw"]);
    assert_eq!(table.writes("Ada: grow 1 light keeper = six"), "grow 1 PSWK=6");
}

#[test]
fn what_is_no_step_is_refused_with_its_place() {
    let table = table();
    for (typed, problem) in [
        ("Ada: discard 7SK to 4", "`4` is no such place"),
        ("Ada: discard 7SK to", "`to` needs a place"),
        ("Ada: discard to 1", "`discard` needs a card"),
        ("Ada: take 7SK from table", "`table` is no such place"),
        ("Ada: grow", "`grow` needs the number of a bird"),
        ("Ada: excuse 1 2", "`2` doesn't belong here"),
        ("Ada: excuse one", "`one` is no number of a bird"),
        ("Ada: done now", "`now` doesn't belong here"),
        ("Ada: hacth 7SK", "`hacth` is no step of Emus Redux; did you mean `hatch`?"),
    ] {
        assert_eq!(table.misreads(typed), problem, "{typed}");
    }
    assert_eq!(table.misreads("Ada: market PMSL"), "`market` is done by the table, not by a player");
}

#[test]
fn short_forms_are_understood() {
    let table = table();
    for (typed, written) in [
        ("h 7s .", "hatch 7SK; draw"),
        ("h7s . 9lk", "hatch 7SK; draw 9LK"),
        ("d 7s 2 .", "discard 7SK to 2; draw"),
        ("d 7s to 1", "discard 7SK to 1"),
        ("h 7s; t 1", "hatch 7SK; take AM"),
        ("h 7s; t2", "hatch 7SK; take AS"),
        ("h 7s; t harvest market", "hatch 7SK; take PMSL"),
        ("h 7s; t pms", "hatch 7SK; take PMSL"),
    ] {
        assert_eq!(table.writes(typed), written, "{typed}");
    }
    let options = table.asks("h 7s; t");
    assert_eq!(options.len(), 8, "two piles and six market cards: {options:?}");
    assert_eq!(table.asks("d 7s"), ["discard 7SK to 1", "discard 7SK to 2"]);
    let laying = ended(&["Ada: hatch 7SK; take PMSL", "Bo: hatch 2WL; draw", "Cy: hatch 2WL; draw"], "8MS");
    assert_eq!(laying.writes("a: l 1 8m"), "lay 1 8MS");
    assert_eq!(laying.writes("a: l 8m"), "lay 1 8MS", "on the only bird");
    assert_eq!(laying.writes("a: g pmsl=8"), "lay 1 PMSL=8");
    assert_eq!(laying.writes("a: l1 pmsl=8; e 1; done"), "lay 1 PMSL=8; excuse 1; done");
    assert_eq!(laying.asks("a: l 1 pmsl").len(), 7, "every number but 7");
    // What can't be read is pointed at where it was typed.
    for (typed, part) in [("h 9zz", "9zz"), ("d   7s to 9", "9"), ("g x 7s", "x"), ("Ada: hatch PMSL=99", "PMSL=99")] {
        assert_eq!(table.misread_part(typed), part, "{typed}");
    }
}

#[test]
fn the_markets_cards_are_enough_while_it_is_due() {
    let bare = Table::of(&bare(&[""; 0]));
    let written = "market PWLY PMSL TMWK TSWY TMLY TSLK";
    for typed in
        ["pwly pmsl tmwk tswy tmly tslk", "m tslk pwly pmsl tmwk tswy tmly", "Tslk harvest the consul the rite tswy pwly"]
    {
        assert_eq!(bare.writes(typed), written, "{typed}");
    }
}

#[test]
fn the_picture_shows_market_and_piles() {
    let table = table().records(&["Ada: discard 7SK to 2; take PMSL"]);
    let picture = table.zones();
    assert!(picture.contains("Ada · 6 cards in hand · 1 from the market"), "{picture}");
    assert!(picture.contains("Market: PWLY PSWK TMWK TSWY TMLY"), "{picture}");
    assert!(picture.contains("Discard pile 1: AM · Discard pile 2: 7SK on top of 1 card"), "{picture}");
    assert!(!picture.contains("PMSL"), "what a hand holds is to be remembered");
    assert!(table.memory().contains("Ada's hand: PMSL and 5 unseen"), "{}", table.memory());
    assert!(table.memory().contains("Discard pile 2, top first: 7SK AS"), "{}", table.memory());
}

#[test]
fn a_place_alone_is_no_card() {
    assert_eq!(table().misreads("Ada: d 1"), "no card is written `1`");
}
