//! Birds grow by their suits and ranks.

use super::*;

fn card(code: &str) -> Card {
    Card::from_code(code).expect("a card of the test")
}

fn bird(codes: &str) -> Bird {
    Bird::of(codes.split(' ').map(|code| Laid::natural(card(code)))).expect("a bird of the test")
}

fn fits(codes: &str, top: &str) -> Result<(), Misfit> {
    bird(codes).fits(Laid::natural(card(top)))
}

fn options(codes: &str) -> Option<String> {
    bird(codes).options().map(|options| options.to_plain())
}

#[test]
fn the_shared_suits_narrow_with_each_card() {
    assert_eq!(bird("7SK").suit_names(), "Suns or Knots");
    assert_eq!(bird("7SK 9LK").suit_names(), "Knots");
    assert_eq!(fits("7SK", "8WL"), Err(Misfit::NoSharedSuit));
    assert_eq!(fits("7SK 9LK", "CS"), Err(Misfit::NoSharedSuit), "Suns were ruled out");
    assert_eq!(fits("7SK 9LK", "CK"), Ok(()));
}

#[test]
fn the_second_card_fixes_the_direction() {
    assert_eq!(fits("7SK", "6SY"), Ok(()));
    assert_eq!(fits("7SK", "8MS"), Ok(()));
    assert_eq!(fits("7SK 6SY", "8MS"), Err(Misfit::OutOfOrder));
    assert_eq!(fits("AS 2SY", "CS"), Ok(()), "ranks may be skipped, and the Crown is above the 9");
    assert_eq!(fits("CS 2SY", "AS"), Ok(()), "the Ace is below the 2");
}

#[test]
fn a_bird_that_was_let_stand_out_of_order_takes_nothing_more() {
    assert_eq!(fits("7SK 8MS 5SW", "9MS"), Err(Misfit::OutOfOrder));
    assert_eq!(options("7SK 8MS 5SW"), None);
}

#[test]
fn a_card_without_a_rank_leaves_the_order_alone() {
    let mut bird = bird("7SK 8MS");
    bird.grow(Laid::natural(card("PMSL")));
    assert_eq!(bird.order, Order::Up);
    assert_eq!(bird.fits(Laid::natural(card("9MS"))), Ok(()));
    assert_eq!(bird.fits(Laid::natural(card("5SW"))), Err(Misfit::OutOfOrder));
}

#[test]
fn a_bird_is_numbered_from_one() {
    assert_eq!(BirdNumber::parse("1"), Some(BirdNumber::from_index(0)));
    assert_eq!(BirdNumber::parse("300"), Some(BirdNumber::from_index(254)), "there is no such bird, but it can be said");
    for no_number in ["0", "+1", "-1", "", "one"] {
        assert_eq!(BirdNumber::parse(no_number), None);
    }
}

#[test]
fn it_says_what_may_go_on_top() {
    assert_eq!(options("7SK").as_deref(), Some("Suns or Knots, 8 or higher, or 6 or lower"));
    assert_eq!(options("7SK 9LK").as_deref(), Some("Knots, Crown"));
    assert_eq!(options("9LK CK"), None);
    assert_eq!(options("CS").as_deref(), Some("Suns, 9 or lower"));
    assert_eq!(options("3SK 2SY").as_deref(), Some("Suns, Ace"));
    assert_eq!(options("PMSL").as_deref(), Some("Moons, Suns or Leaves, any rank"), "let stand without a rank");
}

#[test]
fn a_bird_is_shown_card_by_card_with_what_may_follow() {
    assert_eq!(bird("7SK 9LK").to_text().to_plain(), "7SK 9LK");
    let row = |codes: &str| {
        crate::emu::bird_row(BirdNumber::from_index(0), &bird(codes)).iter().map(crate::table::Text::to_plain).collect::<Vec<_>>()
    };
    assert_eq!(row("7SK"), ["1", "7SK", "Suns or Knots, 8 or higher, or 6 or lower"]);
}
