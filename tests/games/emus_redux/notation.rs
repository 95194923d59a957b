//! Steps as they are written, and as they are typed at the table.

use crate::{emus_redux::table::after, judged::Table};

fn table() -> Table {
    after(&["Ada: discard AM; draw", "Bo: discard AS; draw", "Cy: hatch 2WL; draw"])
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
