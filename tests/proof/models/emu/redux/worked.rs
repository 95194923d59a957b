//! What is easily got wrong in Emus Redux, held against the model itself.

use super::Redux;
use crate::{
    model::{Model as _, Rules},
    models::lines::Lines as _,
};

const MARKET: [&str; 2] = ["round Ada", "market PWLY PMSL PMSL PMYK TMLY TSLK"];

fn table(changed: &[(&str, &str)], lines: &[&str]) -> Redux {
    let defaults = [("market_draw", "any-turn"), ("excuses", "seen"), ("new_pile", "required"), ("upkeep", "18")];
    let rules: Rules = defaults.iter().chain(changed).map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let mut game = Redux::new(3, &rules);
    game.legal(&MARKET);
    game.legal(lines);
    game
}

/// The year's end, with two birds of Ada that lose money.
fn year_end(changed: &[(&str, &str)], lines: &[&str]) -> Redux {
    let mut game =
        table(changed, &["Ada: hatch 2MK; draw", "Bo: hatch 9LK; draw", "Cy: hatch 9LK; draw", "Ada: hatch 5SW; draw"]);
    game.legal(&["Bo: grow 1 8WL; draw", "Cy: grow 1 8WL; draw"]);
    game.pile = 1;
    game.legal(&["Ada: hatch 3LY; draw"]);
    game.legal(lines);
    game
}

fn total(game: &Redux, seat: usize) -> i32 {
    game.score().totals[seat].0
}

#[test]
fn a_wild_is_a_number_card() {
    let mut game = table(&[], &["Ada: hatch 6MW; take PMSL", "Bo: hatch 4YK; draw", "Cy: hatch 3SK; draw"]);
    game.illegal("Ada: hatch PMSL=5", "RX-3.5");
    game.illegal("Ada: hatch PMSL=A", "RX-3.5");
    game.illegal("Ada: grow 1 PMSL=A", "RX-3.5");
    game.illegal("Ada: grow 1 PMSL=6", "RX-3.4");
    game.illegal("Bo: grow 1 PMSL=6", "RX-1.2");
    game.stands("Ada: grow 1 PMSL=C", "RX-3.5");
    assert_eq!(total(&game, 0), 6 - 18, "it counts nothing, and is no Crown");
    game.legal(&["Ada: draw", "Bo: grow 1 9WY; take PWLY", "Cy: grow 1 9LK; draw", "Ada: grow 1 8MS; draw"]);
    // Without a rank it is this clause, but where it shares no suit.
    game.legal(&["Bo: hatch CM; draw", "Cy: hatch AM; draw", "Ada: hatch 4MS; draw"]);
    game.illegal("Bo: grow 1 PWLY", "RX-3.5");
    game.illegal("Bo: grow 2 PWLY", "RX-3.3");
    game.illegal("tally 6MW PMSL=A / / ", "RX-3.5");
}

#[test]
fn cards_are_laid_on_other_birds_after_an_excuse() {
    let mut game = year_end(&[], &["Ada: shows EX", "Ada: excuse 1"]);
    game.impossible("Ada: lay 1 3MW", "TB-4");
    game.impossible("Ada: excuse 1", "TB-4");
    game.legal(&["Ada: lay 2 6SY; done"]);
    assert_eq!(total(&game, 0), (11 - 18) + (3 - 18));
}

#[test]
fn excuses_that_were_seen_in_time_are_used() {
    let done = ["Bo: done", "Cy: done"];
    let mut seen = year_end(&[], &["Ada: shows EX EX", "Ada: excuse 2; done"]);
    seen.legal(&done);
    assert_eq!(total(&seen, 0), 3 - 18, "one was spent on bird 2, the other is used on bird 1");
    let mut claimed = year_end(&[("excuses", "claimed")], &["Ada: shows EX EX", "Ada: excuse 2; done"]);
    claimed.legal(&done);
    assert_eq!(total(&claimed, 0), (2 - 18) + (3 - 18));
    let mut late = year_end(&[], &["Ada: done; shows EX"]);
    late.legal(&done);
    assert_eq!(total(&late, 0), (2 - 18) + (5 - 18) + (3 - 18));
    assert!(late.score().rounds[0][0].0[0].ends_with("excuse=would save 16"), "{:?}", late.score());
    let mut tally = table(&[("excuses", "claimed")], &[]);
    tally.legal(&["tally 2MK | 3LY; EX / / "]);
    assert_eq!(total(&tally, 0), 3 - 18);
}

#[test]
fn an_excuse_let_stand_gives_up_what_its_bird_would_have_brought() {
    let mut game = year_end(&[], &["Bo: shows EX; lay 1 6LK; lay 1 4WL"]);
    game.stands("Bo: excuse 1", "RX-5.4");
    let lines = &game.score().rounds[1][0].0;
    assert!(lines[0].ends_with("excuse=gives up 9"), "{lines:?}");
}

#[test]
fn what_lies_there_is_counted() {
    let game = year_end(&[], &["Ada: shows EX", "Ada: excuse 1"]);
    game.illegal("tally 5SW / 9LK 8WL / 9LK 8WL", "TB-8");
    let mut game = game;
    game.illegal("tally 6SY 5SW | 3LY / 9LK 8WL / 9LK 8WL", "TB-8");
    game.illegal("tally 5SW | 3LY / 9LK 8WL / 8WL 9LK", "TB-8");
    game.legal(&["tally 5SW 6SY | 3LY / 9LK 8WL / 9LK 8WL"]);
}
