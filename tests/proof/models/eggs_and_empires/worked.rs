//! The worked cases of the rule book, and what is easily got wrong, held against the model itself.

use super::Eggs;
use crate::{
    model::{Model as _, Rules, Stage},
    models::lines::Lines as _,
};

fn rules(changed: &[(&str, &str)]) -> Rules {
    let defaults = [
        ("mulligan", "each-round"),
        ("face_down", "offered"),
        ("scoring", "points"),
        ("marker", "after-tie"),
        ("next_marker", "fewest-in-all"),
        ("priest", "own"),
        ("turn_end", "after-reveal"),
        ("shepherd", "jumps-ahead"),
        ("rounds", "3"),
    ];
    defaults.iter().chain(changed).map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

fn table(players: usize, changed: &[(&str, &str)], lines: &[&str]) -> Eggs {
    let mut eggs = Eggs::new(players, &rules(changed));
    eggs.legal(lines);
    eggs
}

fn points(eggs: &Eggs, seat: usize) -> (i32, i32) {
    eggs.total(seat)
}

#[test]
fn six_players() {
    let mut eggs = table(6, &[], &["round Ada", "reveal 13 10 -6 -8", "Bo: play 10", "Cy: play 10", "Di: play 9", "Eve: play 9"]);
    eggs.legal(&["Ada: play 1", "Flo: play 7"]);
    eggs.illegal("Cy: take 10", "EE-3.1");
    eggs.legal(&["Bo: take 13", "Cy: take 10"]);
    eggs.illegal("Bo: take -6", "EE-2.4");
    eggs.illegal("Di: take -6", "EE-3.3");
    eggs.illegal("Flo: take -6", "EE-3.4");
    assert_eq!(eggs.open(), [(Some(0), vec!["take".to_owned()])], "the 9s cancel, the Mage is passed over");
    eggs.legal(&["Ada: take -6"]);
    eggs.illegal("Flo: take -8", "EE-3.4");
    eggs.legal(&["reveal 1 2 3 4"]);
    assert_eq!(eggs.now().marker, 1, "the 10s tie");
}

#[test]
fn two_players() {
    let mut eggs = table(2, &[], &["round Ada", "reveal 13 -6", "Ada: play 8 10", "Bo: play 3 8", "Ada: take 13"]);
    assert_eq!(eggs.legal_steps(), [(1, "take -6".to_owned())]);
    eggs.illegal("Ada: take -6", "EE-3.2");
    eggs.legal(&["Bo: take -6"]);
    eggs.illegal("Ada: take -6", "EE-3.5");
    assert_eq!((points(&eggs, 0), points(&eggs, 1)), ((9, 9), (-10, -10)));
    assert_eq!(eggs.now().marker, 1, "the Blacksmiths tie, though they found no egg");
}

#[test]
fn blacksmiths_wait() {
    let waits = [("shepherd", "blacksmith-waits")];
    let lines = ["round Ada", "reveal 5 6", "Ada: play 8", "Bo: play 3", "Cy: play 4"];
    let mut eggs = table(3, &waits, &lines);
    eggs.illegal("Ada: take 5", "EE-3.2");
    eggs.illegal("Bo: take 5", "EE-3.1");
    eggs.legal(&["Cy: take 6", "Bo: take 5"]);
    eggs.illegal("Ada: decline", "EE-3.5");
    assert_eq!(points(&eggs, 0), (-4, -4));
    let mut eggs = table(3, &[], &lines);
    eggs.illegal("Ada: take 5", "EE-3.2");
    eggs.illegal("Cy: take 5", "EE-3.2");
    eggs.legal(&["Bo: take 6", "Ada: take 5"]);
    eggs.illegal("Cy: take 5", "EE-3.5");
}

#[test]
fn scouts_lay_eggs_for_the_next_turn_and_a_mage_may_decline_them() {
    let mut eggs = table(3, &[], &["round Ada", "reveal -5 -6", "Ada: play 2", "Bo: play 1", "Cy: play 3"]);
    eggs.legal(&["Cy: take -5", "Ada: take -6"]);
    eggs.impossible("Ada: opens Ada = 5", "TB-4");
    eggs.legal(&["reveal -1 -2", "Ada: play 7", "Bo: play 9", "Cy: play 5", "Bo: take -1"]);
    eggs.illegal("Ada: take -2", "EE-3.4");
    eggs.impossible("Ada: take down Bo", "TB-4");
    let mut took = eggs.clone();
    eggs.legal(&["Ada: decline"]);
    assert_eq!(eggs.legal_steps(), [(2, "take -2".to_owned()), (2, "take down Ada".to_owned())]);
    eggs.legal(&["Cy: take down Ada = 12"]);
    assert_eq!(points(&eggs, 2), (7, 7));
    took.legal(&["Ada: take down Ada", "Cy: take -2"]);
    assert_eq!(points(&took, 0), (-26, 14));
    took.impossible("Cy: opens Ada = 3", "TB-4");
    took.impossible("Ada: opens Ada = 21", "EE-1.5");
    took.legal(&["Ada: opens Ada = -20"]);
    assert_eq!(points(&took, 0), (-26, -26));
}

#[test]
fn a_mage_takes_while_a_good_egg_lies_open() {
    let mut eggs = table(3, &[], &["round Ada", "reveal 0 -6", "Ada: play 2", "Bo: play 7", "Cy: play 5"]);
    eggs.illegal("Bo: decline", "EE-3.4");
    assert_eq!(eggs.legal_steps(), [(1, "take 0".to_owned())]);
    eggs.legal(&["Bo: take 0"]);
    eggs.stands("Cy: decline", "EE-2.4");
    eggs.illegal("Cy: take -6", "EE-2.4");
}

#[test]
fn rights_at_the_turns_end() {
    let lines = ["round Ada", "reveal 5 6", "Ada: play 4", "Bo: play 6", "Cy: play 1", "Bo: take 5", "Ada: take 6"];
    let mut eggs = table(3, &[], &lines);
    eggs.illegal("Ada: give 6 to Ada", "EE-4.2");
    eggs.impossible("Ada: give 5 to Bo", "TB-4");
    eggs.illegal("Cy: give 5 to Bo", "EE-4.2");
    eggs.legal(&["reveal 1 2", "Ada: give 6 to Bo", "Bo: discard 6"]);
    eggs.illegal("Ada: give 6 to Bo", "EE-4.2");
    eggs.illegal("Bo: discard 5", "EE-4.4");
    assert_eq!(points(&eggs, 1), (5, 5));
    let mut eggs = table(3, &[("turn_end", "before-reveal")], &lines);
    eggs.legal(&["Bo: discard 5", "reveal 1 2"]);
    eggs.illegal("Ada: give 6 to Bo", "EE-4.6");
    let mut eggs = table(3, &[], &lines);
    eggs.legal(&["reveal 1 2", "Cy: play 2"]);
    eggs.illegal("Ada: give 6 to Bo", "EE-4.6");
}

#[test]
fn of_equal_eggs_the_open_gift_goes_last() {
    let mut eggs = table(2, &[], &["round Ada", "reveal 5 5", "Ada: play 4 6", "Bo: play 1 3", "Ada: take 5; take 5"]);
    assert_eq!(eggs.legal_steps(), [(0, "discard 5".to_owned()), (0, "give 5 to Bo".to_owned())]);
    eggs.legal(&["Ada: discard 5; give 5 to Bo"]);
    let mut eggs = table(2, &[], &["round Ada", "reveal 5 4", "Ada: play 4 6", "Bo: play 1 3", "Ada: take 5; take 4"]);
    eggs.legal(&["Ada: discard 4"]);
    eggs.illegal("Ada: give 5 to Bo", "EE-4.2");
}

/// A turn of three in which nothing happens: each takes what there is in the order of cards.
fn quiet(cards: [usize; 3]) -> Vec<String> {
    let mut lines = vec!["reveal 1 1".to_owned()];
    let mut order: Vec<usize> = (0..3).collect();
    order.sort_by_key(|&seat| 10 - cards[seat]);
    for (seat, card) in cards.iter().enumerate() {
        lines.push(format!("{}: play {card}", crate::driver::NAMES[seat]));
    }
    lines.extend(order[..2].iter().map(|&seat| format!("{}: take 1", crate::driver::NAMES[seat])));
    lines
}

/// Eight turns, in which Ada plays up to 10 without 9 and 2.
fn eight(eggs: &mut Eggs) {
    for cards in [[1, 3, 10], [3, 4, 1], [4, 5, 3], [5, 6, 4], [6, 7, 5], [7, 8, 6], [8, 10, 7], [10, 1, 8]] {
        let lines = quiet(cards);
        eggs.legal(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn the_ninth_turn_ends_the_round_by_itself_or_when_the_rights_are_closed() {
    let mut eggs = table(3, &[], &["round Ada"]);
    eight(&mut eggs);
    eggs.illegal("end", "EE-4.6");
    eggs.illegal("round Bo", "EE-2.7");
    let mut quiet = eggs.clone();
    quiet.legal(&["reveal 1 1", "Ada: play 9", "Bo: play 2", "Cy: play 2", "Ada: take 1"]);
    assert_eq!(quiet.stage(), Stage::Underway);
    quiet.legal(&["Bo: take 1"]);
    assert!(matches!(quiet.stage(), Stage::RoundOver(_)), "the Scout lays nothing, and no right is open");
    quiet.illegal("end", "EE-4.6");
    eggs.legal(&["reveal 1 1", "Ada: play 2", "Bo: play 2"]);
    eggs.impossible("Cy: play 8", "TB-3");
    eggs.legal(&["Cy: play 9", "Cy: take 1", "Ada: take 1"]);
    assert!(matches!(eggs.stage(), Stage::RoundOver(_)));
}

#[test]
fn hidden_eggs_are_named_before_the_next_round() {
    let mut eggs = table(3, &[], &["round Ada"]);
    for cards in [[1, 3, 10], [3, 4, 1], [4, 5, 3], [5, 6, 8], [6, 7, 5], [7, 8, 6], [8, 10, 7]] {
        let lines = quiet(cards);
        eggs.legal(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    }
    eggs.legal(&["reveal 1 1", "Ada: play 2", "Bo: play 9", "Cy: play 9", "Ada: take 1"]);
    eggs.legal(&["reveal -4 1", "Ada: play 9", "Bo: play 1", "Cy: play 4", "Ada: take down Ada", "Cy: take 1", "Bo: take -4"]);
    assert_eq!(
        eggs.open(),
        [(None, vec!["end".to_owned()]), (Some(0), vec!["opens".to_owned()]), (Some(2), vec!["give".to_owned()])]
    );
    eggs.illegal("round Bo", "EE-3.6");
    eggs.legal(&["Cy: give 1 to Bo"]);
    assert_eq!(eggs.stage(), Stage::Underway);
    eggs.illegal("round Bo", "EE-3.6");
    eggs.legal(&["Ada: opens Ada = 20"]);
    assert!(matches!(eggs.stage(), Stage::RoundOver(_)));
}

#[test]
fn mulligans_come_before_the_first_reveal() {
    let mut eggs = table(3, &[], &["round Ada", "Bo: shows 1 2 3", "Bo: mulligan"]);
    eggs.illegal("Bo: mulligan", "EE-1.3");
    eggs.impossible("Bo: shows 3", "TB-3");
    eggs.legal(&["Bo: shows 4 5 6"]);
    eggs.impossible("Bo: shows 4 7", "TB-3");
    eggs.legal(&["reveal 1 2"]);
    eggs.illegal("Ada: mulligan", "EE-1.3");
    eggs.impossible("Bo: play 7", "TB-3");
    eggs.impossible("Bo: play 3", "TB-3");
    eggs.illegal("Bo: play 4 5", "EE-2.2");
    eggs.legal(&["Bo: play 5", "Ada: play 9", "Cy: play 9", "Bo: take 2", "reveal 1 2"]);
    eggs.impossible("Bo: shows 1 2", "TB-3");
    eggs.impossible("Bo: shows 7 8", "TB-3");
    eggs.legal(&["Bo: play 3"]);
    eggs.impossible("Bo: shows 1", "TB-3");
}

#[test]
fn a_mulligan_proves_as_much_as_the_other_copies_leave_open() {
    let mut eggs = table(2, &[], &["round Ada", "Ada: shows 1 1 2", "Ada: mulligan"]);
    eggs.impossible("Ada: shows 1", "TB-3");
    eggs.impossible("Ada: shows 2 2", "TB-3");
    eggs.legal(&["Ada: shows 2", "reveal 3 4", "Ada: play 2 5", "Bo: play 9 10", "Bo: take 4; take 3"]);
    // Two cards were drawn since: two of the old hand at most.
    eggs.impossible("Ada: shows 1 1 2", "TB-3");
    eggs.legal(&["reveal 3 4", "Ada: play 1 2"]);
    eggs.impossible("Ada: shows 1", "TB-3");
}

#[test]
fn a_listed_deck_is_counted() {
    let list = ["1"; 20].join(" ") + " 7";
    let mut eggs = Eggs::new(2, &rules(&[("deck.eggs", &list)]));
    eggs.legal(&["round Ada"]);
    eggs.impossible("reveal 2 1", "EE-1.5");
    eggs.impossible("reveal 7 7", "EE-1.5");
    eggs.illegal("reveal 7", "EE-2.1");
    eggs.legal(&["reveal 7 1", "Ada: play 2 3", "Bo: play 2 3", "Ada: take 7", "Bo: take 1"]);
    eggs.impossible("reveal 7 1", "EE-1.5");
    assert_eq!(eggs.left_in_deck(), Some(17));
    eggs.legal(&["reveal 1 1", "Ada: play 3 10", "Bo: play 1 5", "Ada: take down Bo", "Bo: take 1", "Ada: take 1"]);
    assert_eq!(points(&eggs, 0), (9, 9), "only ones are left");
    eggs.impossible("Ada: opens Bo = 7", "EE-1.5");
}

#[test]
fn the_fewest_points_get_the_marker() {
    let mut eggs = table(3, &[], &["round Ada", "tally 13 10 -6; merchant 1 / 5 -1 / 4; blacksmith 0"]);
    eggs.illegal("round Ada", "EE-5.2");
    assert_eq!(eggs.stage(), Stage::RoundOver(vec![1, 2]), "the table chooses");
    eggs.legal(&["round Bo", "tally 0 / 20 / 19"]);
    assert_eq!(eggs.stage(), Stage::RoundOver(vec![0, 2]));
    eggs.legal(&["round Cy", "tally 1 / 0 /"]);
    assert_eq!(eggs.stage(), Stage::GameOver);
    eggs.illegal("round Cy", "TB-7");
    let score = eggs.score();
    assert_eq!((score.totals, score.winners), (vec![(24, 24), (24, 24), (23, 23)], vec![0, 1]), "they share the victory");
    let mut eggs = table(3, &[("marker", "every-round")], &["round Cy", "tally 1 / 0 / 5"]);
    eggs.illegal("round Bo", "EE-5.1");
    eggs.legal(&["round Ada"]);
}

#[test]
fn tokens() {
    let mut eggs =
        table(5, &[("scoring", "tokens")], &["round Ada", "tally 5 / 5 / 4 / 3 / 0", "round Eve", "tally 1 / 0 / 5 / 0 / 5"]);
    assert_eq!(eggs.score().totals, [(1, 1), (1, 1), (1, 1), (0, 0), (1, 1)]);
    assert_eq!(eggs.stage(), Stage::RoundOver(vec![3]), "the fewest points, not the fewest tokens");
    eggs.legal(&["round Di", "tally 1 / 6 / 6 / 5 / 5"]);
    assert_eq!(eggs.score().winners, [1, 2]);
}

#[test]
fn a_broken_tie() {
    let broken = [("marker", "after-broken-tie")];
    let lines = ["round Ada", "reveal 5 6", "Ada: play 5", "Bo: play 5", "Cy: play 9", "Cy: take 5", "Ada: take 6"];
    assert_eq!(table(3, &broken, &lines).now().marker, 1, "Ada's Merchant collected");
    let lines = ["round Ada", "reveal 5 6", "Ada: play 5", "Bo: play 5", "Cy: play 9", "Di: play 10", "Di: take 5", "Cy: take 6"];
    assert_eq!(table(4, &broken, &lines).now().marker, 0, "no Merchant did");
    assert_eq!(table(4, &[], &lines).now().marker, 1);
}

#[test]
fn a_priest_of_every_pile() {
    let lines = ["round Ada", "reveal 5 6", "Ada: play 4", "Bo: play 6", "Cy: play 1", "Bo: take 5", "Ada: take 6"];
    let own = table(3, &[], &lines);
    own.impossible("Bo: discard 5 from Ada", "TB-4");
    own.illegal("Bo: discard 6 from Ada", "EE-4.4");
    let mut any = table(3, &[("priest", "any")], &lines);
    any.illegal("Cy: discard 6 from Ada", "EE-4.4");
    any.legal(&["Bo: discard 6 from Ada"]);
    any.illegal("Ada: give 6 to Cy", "EE-4.2");
    any.illegal("Bo: discard 5", "EE-4.4");
    assert_eq!((points(&any, 0), points(&any, 1)), ((0, 0), (5, 5)));
}

#[test]
fn the_marker_goes_by_the_round_just_over() {
    let mut eggs =
        table(3, &[("next_marker", "fewest-in-round")], &["round Ada", "tally 9 / 5 / 4", "round Cy", "tally 1 / 2 / 3"]);
    eggs.illegal("round Bo", "EE-5.2");
    eggs.legal(&["round Ada"]);
}

#[test]
fn what_lies_there_is_counted() {
    let mut eggs =
        table(3, &[], &["round Ada", "reveal -5 6", "Ada: play 2", "Bo: play 1", "Cy: play 3", "Cy: take 6", "Ada: take -5"]);
    eggs.illegal("tally -5 3 / / 5", "TB-8");
    eggs.legal(&["reveal -1 -2", "Ada: play 7", "Bo: play 9", "Cy: play 5", "Bo: take -1", "Ada: take down Ada"]);
    eggs.illegal("tally -5 / -1 / 6", "TB-8");
    eggs.legal(&["tally -5 4 / -1 / 6; merchant 1"]);
}

#[test]
fn what_was_left_out_lapses() {
    let mut eggs = table(3, &[], &["round Ada", "reveal 3 4", "Ada: play 5", "Bo: play 8", "Cy: play 5"]);
    eggs.stands("reveal 1 2", "EE-2.4");
    assert_eq!([points(&eggs, 0), points(&eggs, 1), points(&eggs, 2)], [(6, 6), (-4, -4), (6, 6)]);
    assert_eq!(eggs.now().marker, 1, "the Merchants tied");
    eggs.legal(&["Ada: play 6", "Bo: play 3", "Cy: play 6"]);
    eggs.stands("Ada: take 2", "EE-3.1");
    eggs.illegal("Cy: take 1", "EE-2.4");
    assert_eq!(eggs.legal_steps(), [(1, "take 1".to_owned())], "Cy, who was first, is passed over");
    eggs.legal(&["Bo: take 1"]);
    eggs.stands("Ada: play 1", "EE-2.1");
    assert_eq!(eggs.open(), [(Some(1), vec!["play".to_owned()]), (Some(2), vec!["play".to_owned()])]);
}

#[test]
fn a_new_hand_may_be_for_the_first_round_alone() {
    let tally = "tally 5 / 6 / 7";
    let first = [("mulligan", "first-round")];
    let mut eggs = table(3, &first, &["round Ada", "Ada: mulligan", "Bo: mulligan", tally, "round Ada"]);
    eggs.illegal("Ada: mulligan", "EE-1.3");
    assert_eq!(eggs.open(), [(None, vec!["reveal".to_owned()])]);
    eggs = table(3, &[], &["round Ada", tally, "round Ada"]);
    eggs.legal(&["Ada: mulligan"]);
}

#[test]
fn face_down_eggs_may_have_to_be_taken() {
    let scouts = ["round Ada", "reveal 5 6", "Ada: play 2", "Bo: play 2", "Cy: play 10", "Cy: take 5", "Ada: take 6"];
    let turn = ["reveal 3 4", "Ada: play 9", "Bo: play 7", "Cy: play 1"];
    let mut eggs = table(3, &[("face_down", "must")], &[&scouts[..], &turn].concat());
    // Two lie there, for Ada and for Cy: Bo's Mage may decline, and is not counted.
    eggs.illegal("Ada: take 4", "EE-2.4");
    eggs.legal(&["Ada: take down Bo"]);
    eggs.clone().legal(&["Bo: take 3"]);
    eggs.legal(&["Bo: take down Ada", "Cy: take 4"]);
    table(3, &[], &[&scouts[..], &turn].concat()).legal(&["Ada: take 4"]);
}
