//! The worked cases at the end of the rule book, one by one.

use crate::blulu::table::count;

#[test]
fn with_40_cards_and_three_players_the_share_is_13() {
    let sheet = count(&[("deck", "pawns")], &["Ada: 14", "Bo: 13", "Cy: 13"]).expect("it can be");
    assert_eq!(sheet.players.iter().map(|player| player.total.if_exact()).collect::<Vec<_>>(), [Some(1), Some(0), Some(0)]);
}
