//! RX-1.3 and RX-4.5: laying the market out, and taking from it.

use crate::{
    emus_redux::table::{MARKET, MARKET_OF_FOUR, after, bare, legal, log_of, under},
    judged::Table,
};
use serde_json::json;

const AFTER_PLAY: &str = "market_draw = \"after-play\"";

#[test]
fn rx_1_3_two_cards_for_each_player_are_laid_out() {
    let table = after(&[""; 0]);
    assert_eq!(table.state()["market"], json!(["PWLY", "PMSL", "PSWK", "TMWK", "TSWY", "TMLY"]));
    legal(&log_of(4, "", &[MARKET_OF_FOUR])).allows("Ada: hatch 7SK; take TSLK");
    legal(&bare(&["market PMSL PMSL TMWK TMWK PWLY PWLY"])).allows("Ada: hatch 7SK; take PMSL");
}

#[test]
fn rx_1_3_the_market_is_the_first_step() {
    let bare = Table::of(&bare(&[""; 0]));
    let why = "the market has to be laid out first: 6 Pawns and Courts";
    bare.forbids("Ada: hatch 7SK", "RX-1.3", why).forbids("Bo: hatch 7SK", "RX-1.3", why).forbids("Ada: draw", "RX-1.3", why);
    bare.forbids("Ada: shows 7SK", "RX-1.3", why).allows(MARKET);
    bare.forbids("hatch 7SK", "RX-1.3", why);
    assert_eq!(bare.asks("hatch 7SK ! agreed").len(), 3, "whose it is matters only if it is to stand");
    assert_eq!(bare.open(), [": market"]);
}

#[test]
fn rx_1_3_a_missing_market_lapses() {
    let table = Table::of(&bare(&["Ada: hatch 7SK; draw", "Bo: hatch 8MS; draw", MARKET]));
    assert_eq!(table.findings(), ["1.1 step 1 illegal RX-1.3", "1.3 step 1 illegal RX-1.3"]);
    let out_of_turn = Table::of(&bare(&["Bo: hatch 7SK; draw", "Cy: hatch 8MS; draw"]));
    assert_eq!(out_of_turn.findings(), ["1.1 step 1 illegal RX-1.3"], "the seat after the one that acted is next");
    out_of_turn.excludes("Ada: hatch 9MS; take PMSL", "TB-4", "it is not among the Pawns and Courts of this game");
}

#[test]
fn rx_1_3_another_number_of_cards_is_counted() {
    let bare = |market: &str| Table::of(&bare(&[market, "Ada: hatch 7SK; draw"]));
    let five = bare("market PMSL PWLY TMWK TSWY TSLK");
    assert_eq!(five.findings(), ["1.1 step 1 illegal RX-1.3"]);
    assert_eq!(five.says(), "with 3 players the market has 6 cards, two for each; here are 5 laid out");
    five.allows("Bo: hatch 8MS; take TSLK");
    assert_eq!(bare(MARKET_OF_FOUR).findings(), ["1.1 step 1 illegal RX-1.3"]);
    assert_eq!(bare("market").findings(), ["1.1 step 1 illegal RX-1.3"], "a list of the wrong length can be read");
}

#[test]
fn rx_1_3_only_pawns_and_courts_two_of_each_can_be_there() {
    let bare = Table::of(&bare(&[""; 0]));
    bare.excludes("market PMSL PWLY TMWK TSWY TSLK 7SK", "RX-1.3", "7SK is neither a Pawn nor a Court");
    bare.excludes("market PMSL PWLY TMWK TSWY TSLK EX", "RX-1.3", "EX is neither a Pawn nor a Court");
    bare.excludes("market PMSL PMSL PMSL TMWK TSWY TSLK", "RX-1.3", "there are two copies of PMSL, and here is a third");
}

#[test]
fn rx_1_3_it_is_laid_out_once() {
    after(&[""; 0]).forbids("market PMYK PMYK TSLK TSLK PWLY TSWY", "RX-1.3", "once, before the first turn");
    let twice = Table::of(&log_of(3, "", &["Ada: hatch 7SK", "market PMYK PMYK TSLK TSLK PWLY TSWY", "Ada: draw"]));
    assert_eq!(twice.findings(), ["1.3 step 1 illegal RX-1.3"]);
    twice.allows("Bo: hatch 8MS; take PMYK");
    let third = Table::of(&log_of(3, "", &["Ada: hatch 7SK; draw", "market PMSL PMSL"]));
    assert_eq!(third.findings(), ["1.3 step 1 illegal RX-1.3", "1.3 step 1 impossible RX-1.3"]);
}

#[test]
fn rx_4_5_a_market_card_is_taken_after_any_action() {
    let table = after(&["Ada: hatch 7SK; take PMSL", "Bo: discard 8MS; take TMWK"]);
    table.allows("Cy: discard 9MS; take TSWY").allows("Cy: hatch 9MS; take TSWY").allows("Cy: hatch 9MS; draw");
    assert_eq!(table.state()["market"], json!(["PWLY", "PSWK", "TSWY", "TMLY"]));
    table.excludes("Cy: hatch 9MS; take PMSL", "TB-4", "PMSL is not in the market or a discard pile: it is in Ada's hand");
}

#[test]
fn rx_4_5_only_twice_in_the_game() {
    let lines = ["Ada: hatch 7SK; take PMSL", "Bo: hatch 8MS; draw", "Cy: hatch 9MS; draw"];
    let again = ["Ada: grow 1 9LK; take PWLY", "Bo: grow 1 9MS; draw", "Cy: grow 1 8MS; draw"];
    let table = after(&[lines, again].concat());
    table.forbids("Ada: hatch 2WL; take TMWK", "RX-4.5", "Ada has taken 2 market cards already");
    assert_eq!(after(&lines).tells(&["Ada: grow 1 9LK; take PWLY"]), ["RX-4.5: Ada has taken 2 of 2 market cards"]);
    table.allows("Ada: hatch 2WL; draw").records(&["Ada: hatch 2WL; draw"]).allows("Bo: hatch 3LY; take TMWK");
    assert!(table.zones().contains("Ada · 6 cards in hand · 2 from the market"), "{}", table.zones());
}

#[test]
fn rx_4_5_a_third_one_let_stand_is_in_the_hand() {
    let turns = |third: &str| {
        let others = |n: usize| {
            [format!("Bo: grow 1 {}; draw", ["6SY", "7SK", "9MS"][n]), format!("Cy: grow 1 {}; draw", ["8WL", "7WY", "5SW"][n])]
        };
        let mut lines: Vec<String> =
            ["Ada: hatch 7SK; take PMSL", "Bo: hatch 2SY; draw", "Cy: hatch 9WY; draw", "Ada: grow 1 9LK; take PWLY"]
                .map(String::from)
                .into();
        lines.extend(others(0));
        lines.push(format!("Ada: hatch 2WL; take {third}"));
        lines.extend(others(1));
        lines
    };
    let table = Table::of(&log_of(3, "", &turns("TMWK")));
    assert_eq!(table.findings(), ["1.8 step 2 illegal RX-4.5"]);
    table.allows("Ada: grow 2 TMWK=4");
}

#[test]
fn rx_4_5_a_pawn_or_court_from_a_discard_pile_is_no_market_card() {
    let lines = [
        "Ada: hatch 7SK; take PMSL",
        "Bo: hatch 8MS; take TMWK",
        "Cy: hatch 9MS; draw",
        "Ada: grow 1 9LK; take PWLY",
        "Bo: discard TMWK; draw",
        "Cy: grow 1 8MS; draw",
    ];
    let table = after(&lines);
    table.allows("Ada: hatch 2WL; take TMWK").forbids("Ada: hatch 2WL; take TSWY", "RX-4.5", "2 market cards already");
    let table = table.records(&["Ada: hatch 2WL; take TMWK"]);
    assert_eq!(table.state()["players"][0]["market_draws"], 2);
    table.records(&["Bo: grow 1 9MS; draw", "Cy: hatch 3LY; draw"]).allows("Ada: grow 2 TMWK=4");
}

#[test]
fn rx_4_5_after_play_only_after_hatching_or_growing() {
    let table = under(AFTER_PLAY, &["Ada: hatch 7SK; take PMSL"]);
    table.allows("Bo: hatch 8MS; take TMWK");
    table.forbids("Bo: discard 8MS; take TMWK", "RX-4.5", "a market card may only be taken after hatching or growing");
    let found = Table::of(&log_of(3, AFTER_PLAY, &["Ada: discard 7SK; take PMSL"]));
    assert_eq!(
        (found.findings().len(), found.rule().as_deref()),
        (1, Some("market_draw = after-play; under any-turn it would be legal"))
    );
}

#[test]
fn rx_4_5_under_any_turn_a_discard_is_no_matter() {
    let table = under("market_draw = \"any-turn\"", &["Ada: discard 7SK; take PMSL"]);
    assert_eq!(table.state()["players"][0]["hand"], json!({"count": 6, "known": ["PMSL"], "unseen": 5}));
}

#[test]
fn rx_4_5_the_clause_is_quoted_as_the_rule_has_it() {
    let (any, after_play) = (after(&[""; 0]), under(AFTER_PLAY, &[""; 0]));
    assert!(any.quotes("RX-4.5").contains("a face-up market card, even after a discard, but only twice in the game."));
    assert!(after_play.quotes("RX-4.5").contains("a face-up market card, though not after a discard, but only twice"));
    assert!(any.quotes("RX-4.2").contains("from the draw pile, or take a market card (RX-4.5); nothing from"));
    assert!(after_play.quotes("RX-4.2").contains("from the draw pile; nothing from a discard pile."));
}

#[test]
fn rx_4_2_what_may_not_be_taken_is_not_offered() {
    let market = "market PWLY PWLY PMSL TMWK TSWY TMLY";
    let lines = [market, "Ada: hatch 7SK; take PWLY", "Bo: hatch 8MS; draw", "Cy: hatch 9MS; draw"];
    let table = after(&lines).records(&["Ada: discard PWLY; draw", "Bo: discard AM; draw"]);
    assert_eq!(table.asks("Cy: grow 1 8MS; take PWLY").len(), 2, "after growing both are open");
    assert_eq!(table.writes("Cy: discard AL to 2; take PWLY"), "discard AL to 2; take PWLY from market");
    assert_eq!(table.asks("Cy: discard AL to 2; t").len(), 5, "the cards of the market, and no top of a pile");
    table.forbids("Cy: discard AL to 2; take PWLY from 1", "RX-4.2", "nothing is taken from a discard pile");
}
