//! Birds grow by their suits and ranks.

use super::*;

fn card(code: &str) -> Card {
    Card::from_code(code).expect("a card of the test")
}

fn bird(codes: &str) -> Bird {
    Bird::of(codes.split(' ').map(|code| Laid::natural(card(code)))).expect("a bird of the test")
}

fn options(codes: &str) -> Option<String> {
    bird(codes).options().map(|options| options.to_plain())
}

#[test]
fn a_bird_that_was_let_stand_out_of_order_takes_nothing_more() {
    assert_eq!(bird("7SK 8MS 5SW").fits(Laid::natural(card("9MS"))), Err(Misfit::OutOfOrder));
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
