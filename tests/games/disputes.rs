//! Disputes without a log, beside those of the games' files of cases.

use fowlplay::{
    log::Log,
    referee::{self, Dispute, DisputeResult, Games, NewGame},
};

/// Judges the last line by the usual rules.
fn judged(game: &str, first: Option<&str>, texts: &[&str]) -> DisputeResult {
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let new = NewGame { first: first.map(str::to_owned), ..NewGame::default() };
    Games::default().judge(game, &Dispute { new, texts }).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The last line is legal.
#[track_caller]
fn is_legal(game: &str, texts: &[&str]) {
    for (step, verdict) in judged(game, None, texts).verdicts {
        assert_eq!(verdict.kind, None, "{step}: {}", verdict.message);
    }
}

/// What may be done where nobody asks about a line.
fn listed_steps(game: &str, texts: &[&str]) -> Vec<String> {
    judged(game, None, texts).table.legal_steps().into_iter().map(|offer| format!("{}: {}", offer.actor, offer.step)).collect()
}

#[test]
fn what_is_legal_instead_names_no_card_that_nobody_has_said() {
    let parts = ["Ada:", "Bo:", "Cy:", "table: perches BL3 | SP5; slots 1 2 3 1; turn Ada"];
    let texts = [&parts[..], &["Ada: play CH1 at 1", "Ada: play GR5 at 1"]].concat();
    let judged = judged("piepmatz", Some("Ada"), &texts);
    let verdict = &judged.verdicts.last().expect("a step").1;
    let draws = |text: &String| text.starts_with("draw ");
    assert!(!verdict.alternatives.iter().any(draws), "{:?}", verdict.alternatives);
}

#[test]
fn an_egg_that_nobody_saw_may_be_any_scouts() {
    // The example of the format.
    let format = include_str!("../../src/log_format.md");
    let example = format.split("# Eggs and Empires: ").nth(1).expect("an example");
    let parts: Vec<&str> = example.split('"').skip(1).step_by(2).take(4).collect();
    assert!(parts[2].starts_with("Cy: unseen 1; ") && parts[3].starts_with("table: "), "{parts:?}");
    is_legal("eggs-and-empires", &[&parts[..], &["Cy: opens Ada = 3"]].concat());
}

#[test]
fn ee_4_4_an_egg_that_nobody_saw_is_listed_as_all_that_it_can_be() {
    let any: Vec<String> = (-20..=20).rev().map(|value| format!("Ada: discard {value}")).collect();
    assert_eq!(
        listed_steps("eggs-and-empires", &["Ada: 3; unseen 1; may discard", "Bo: -", "Cy: -", "table: turn 3; marker Ada"]),
        any
    );
    let gifts = listed_steps("eggs-and-empires", &["Ada: unseen 1; may give", "Bo: -", "Cy: -", "table: turn 3; marker Ada"]);
    assert_eq!((gifts.len(), &*gifts[0]), (82, "Ada: give 20 to Bo"));
}

#[test]
fn rx_5_4_who_remembers_names_the_cards_of_a_bird_that_an_excuse_took() {
    let log = Log::parse(include_str!("../logs/emus-redux/lay-after-excuse.toml")).expect("a log");
    let game = referee::open(log).expect("a game");
    let di = |memory| game.position(memory).expect("a position").parts[3].clone();
    assert!(di(true).starts_with("Di: excused 9LK 5ML | 2SY "), "{}", di(true));
    assert!(di(false).starts_with("Di: excused | 2SY "), "{}", di(false));
    // They can't be in a hand any more.
    let parts = game.position(true).expect("a position").parts;
    let steps = listed_steps("emus-redux", &parts.iter().map(String::as_str).collect::<Vec<_>>());
    let own = game.legal_steps().into_iter().map(|offer| format!("{}: {}", offer.actor, offer.step));
    assert_eq!(steps, own.collect::<Vec<_>>());
}

#[test]
fn an_egg_that_lies_face_down_in_a_pile_may_be_named() {
    let lies = judged("eggs-and-empires", None, &["Ada: down Bo", "Bo: -", "Cy: -", "table: turn 3; marker Ada"]).table;
    let may: Vec<String> = lies.options().iter().flat_map(|(_, options)| options).map(ToString::to_string).collect();
    assert!(may.iter().any(|line| line == "opens: the value of a face-down egg that was collected: `opens Bo = V`"), "{may:?}");
}

#[test]
fn what_may_be_done_is_said_of_whoever_has_the_turn() {
    for name in ["Ada", "Bo", "Cy"] {
        let table = format!("table: 4MS CM; turn {name}");
        let dispute = Dispute { new: NewGame::default(), texts: ["Ada:", "Bo:", "Cy:", &table].map(str::to_owned).to_vec() };
        let tables = Games::default().to_move("blulu", &dispute).unwrap_or_else(|refusal| panic!("{refusal}"));
        assert!(!tables.is_empty(), "{name}");
    }
}

#[test]
fn bl_2_3_a_capture_that_names_no_rank_takes_one_that_its_pair_reaches() {
    let numbers = "2MK 2SY 2WL 3MW 3LY 3SK 4MS 4WL 4YK 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8MS 8WL 8YK 9WY 9LK 9MS";
    let others = "AM AS AW AL AY AK CM CS CW CL CY CK";
    let deck: Vec<&str> = numbers.split(' ').chain(others.split(' ')).collect();
    assert_eq!(deck.len(), 36);
    for (nth, one) in deck.iter().enumerate() {
        for other in &deck[nth + 1..] {
            let line = format!("Ada: c {one} {other}");
            is_legal("blulu", &["Ada:", "Bo:", &line]);
        }
    }
}
