//! The worked cases at the end of the rule book, one by one.

use crate::blulu::table::count;

#[test]
fn with_40_cards_and_three_players_the_share_is_13() {
    let sheet = count(&[("deck", "pawns")], &["Ada: 14", "Bo: 13", "Cy: 13"]).expect("it can be");
    assert_eq!(sheet.players.iter().map(|player| player.total.if_exact()).collect::<Vec<_>>(), [Some(1), Some(0), Some(0)]);
}

crate::tables::tables! { "blulu/worked_cases":
    fn seven_and_three_take_the_4_or_the_crown;
    fn two_sevens_take_every_7_or_the_pawns;
    fn two_fives_take_the_5s_or_the_crowns;
    fn seven_and_three_of_suns_taking_the_mountain_are_a_flush;
    fn the_sailor_and_the_soldier_taking_the_pact_are_a_sextet;
    fn the_three_cards_of_a_number_are_a_sextet;
    fn the_revoke_of_the_book;
    fn two_pawns_take_pawns_or_courts;
}
