//! What is easily got wrong in Blulu, held against the model itself.

use super::Blulu;
use crate::{
    model::{Model as _, Rules, Stage},
    models::lines::Lines as _,
};

fn table(players: usize, changed: &[(&str, &str)], lines: &[&str]) -> Blulu {
    let defaults = [
        ("deck", "basic"),
        ("hand", "4"),
        ("table", "4"),
        ("target", "22"),
        ("arithmetic", "sum-or-difference"),
        ("pairs", "any"),
        ("must_capture", "hand"),
        ("bonuses", "tally"),
    ];
    let rules: Rules = defaults.iter().chain(changed).map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let mut game = Blulu::new(players, &rules);
    game.legal(lines);
    game
}

fn totals(game: &Blulu) -> Vec<i32> {
    game.score().totals.into_iter().map(|(total, _)| total).collect()
}

/// Two rounds in which each captured all cards once.
const EVEN: [&str; 4] = [
    "round Ada",
    "tally 36; flush 0; sextet 0 / 0; flush 0; sextet 0",
    "round Bo",
    "tally 0; flush 0; sextet 0 / 36; flush 0; sextet 0",
];

#[test]
fn who_came_first_has_to_be_said_where_the_order_decides() {
    let mut game = table(2, &[], &EVEN);
    assert_eq!(totals(&game), [18, 18]);
    game.legal(&["round Ada"]);
    game.impossible("tally 20; flush 0; sextet 1 / 16; flush 0; sextet 1", "BL-4.3");
    game.impossible("tally 20; flush 0; sextet 1; first / 16; flush 0; sextet 1; first", "BL-4.3");
    game.impossible("tally 20; flush 1; sextet 0; first / 16; flush 0; sextet 1", "BL-4.3");
    game.impossible("tally 20; flush 1; sextet 0; first / 16; flush 0; sextet 0", "BL-4.3");
    game.impossible("tally 20; flush 1; sextet 0 / 15; flush 0; sextet 0", "BL-4.1");
    let mut bo = game.clone();
    bo.legal(&["tally 20; flush 0; sextet 1 / 16; flush 0; sextet 1; first"]);
    assert_eq!((bo.stage(), bo.score().winners, totals(&bo)), (Stage::GameOver, vec![1], vec![22, 22]));
    game.legal(&["tally 20; flush 0; sextet 1 / 16; flush 1; sextet 0"]);
    assert_eq!((game.stage(), game.score().winners, totals(&game)), (Stage::GameOver, vec![0], vec![22, 20]));
}

#[test]
fn bonuses_of_the_rounds_end_are_in_no_total_before() {
    let late = [("bonuses", "round-end"), ("target", "4")];
    let lines = ["round Ada", "deal 2MK 7SK 9LK AY", "Bo: capture 7 with 3SK 4YK"];
    let game = table(2, &late, &lines);
    assert_eq!(totals(&game), [0, 0]);
    assert_eq!(game.stage(), Stage::Underway);
    assert!(game.score().rounds[1][0].0.contains(&"flush: 0..0 BL-3.5 with=3SK 4YK 7SK".to_owned()), "{:?}", game.score());
}

#[test]
fn bonuses_of_the_rounds_end_score_with_its_cards() {
    let late = [("bonuses", "round-end"), ("target", "22")];
    let mut game = table(2, &late, &EVEN);
    game.legal(&["round Ada", "tally 20; flush 0; sextet 1 / 16; flush 0; sextet 1"]);
    assert_eq!((game.stage(), totals(&game)), (Stage::GameOver, vec![24, 22]));
    game.impossible("tally 20; flush 0; sextet 1; first / 16; flush 0; sextet 1", "BL-4.3");
}

#[test]
fn what_was_captured_is_counted() {
    let mut game = table(2, &[], &["round Ada", "deal 2MK 7SK 9LK AY", "Bo: capture 9 with 4YK 5YK"]);
    game.illegal("tally 36; flush 0; sextet 0 / 0; flush 0; sextet 0", "TB-8");
    game.legal(&["tally 33; flush 0; sextet 0 / 3; flush 0; sextet 0"]);
}

#[test]
fn two_of_a_rank_may_be_for_that_rank_alone() {
    let own = [("pairs", "own-rank")];
    let mut game = table(2, &own, &["round Bo", "deal 5SW CM 4MS AY"]);
    game.illegal("Ada: capture C with 5ML 5YK", "BL-2.3");
    game.illegal("Ada: capture 4 with 2MK 2SY", "BL-2.3");
    game.clone().legal(&["Ada: capture 5 with 5ML 5YK"]);
    game.legal(&["Ada: trail 2MK 2SY"]);
    table(2, &[], &["round Bo", "deal 5SW CM 4MS AY"]).illegal("Ada: trail 2MK 2SY", "BL-2.7");
}
