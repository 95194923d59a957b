//! Disputes without a log: what nobody says is worked out, taken so that most is possible, or asked for by name.

use fowlplay::referee::{Dispute, Games, Judged, NewGame, Refusal};

fn judged(game: &str, first: Option<&str>, texts: &[&str]) -> Result<Judged, Refusal> {
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    Games::default().judge(game, &Dispute::of(NewGame { first: first.map(str::to_owned), ..NewGame::default() }, &texts))
}

/// The last line is legal; what was taken for granted.
#[track_caller]
fn is_legal(game: &str, first: Option<&str>, texts: &[&str]) -> String {
    let judged = judged(game, first, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    for (step, verdict) in &judged.verdicts {
        assert_eq!(verdict.kind, None, "{step}: {}", verdict.message);
    }
    judged.taken.join("; ")
}

/// The last line breaks this clause.
#[track_caller]
fn is_foul(game: &str, first: Option<&str>, texts: &[&str], clause: &str) {
    let judged = judged(game, first, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (step, verdict) = judged.verdicts.last().expect("a step");
    assert_eq!(verdict.clause.as_deref(), Some(clause), "{step}: {}", verdict.message);
}

/// Something has to be said first.
#[track_caller]
fn is_asked(game: &str, first: Option<&str>, texts: &[&str], what: &str) {
    match judged(game, first, texts) {
        Err(Refusal::Cannot(question)) => assert!(question.contains(what), "{question}"),
        Err(other) => panic!("{other}"),
        Ok(judged) => panic!("nothing is asked: {:?}", judged.verdicts),
    }
}

#[test]
fn who_does_not_begin_has_a_turn_after_one_that_drew() {
    let taken = is_legal("emu-ranchers", Some("Ada"), &["Ada:", "Bo:", "Bo: hatch 7SK"]);
    assert!(taken.contains("a draw pile of 23 cards and Bo's turn"), "{taken}");
    let taken = is_legal("emu-ranchers", Some("Ada"), &["Ada:", "Bo:", "Ada: hatch 7SK"]);
    assert!(taken.contains("a draw pile of 24 cards and Ada's turn"), "{taken}");
    let taken = is_legal("blulu", Some("Ada"), &["Ada:", "Bo:", "table: 4MS CM", "Ada: capture 4 with 7SK 3MW"]);
    assert_eq!(taken, "Assumed, for the position doesn't say it: 4 captured cards");
    let taken = is_legal("blulu", Some("Ada"), &["Ada:", "Bo:", "table: 4MS CM", "Bo: capture 4 with 7SK 3MW"]);
    assert_eq!(taken, "Assumed, for the position doesn't say it: full hands and 10 captured cards");
}

#[test]
fn where_counts_do_not_add_up_what_nobody_said_is_asked_for() {
    let ranchers = ["Ada: 7SK", "Bo:", "table: discards CS +7; draw 1; turn Ada", "Ada: grow 1 2SY"];
    is_asked("emu-ranchers", None, &ranchers, "Bo's part doesn't say what lies there");
    let redux = ["Ada: 3SK; taken 1", "Bo: -", "Cy: -", "table: discards -; draw 44; turn Bo", "Bo: hatch CM"];
    is_asked("emus-redux", Some("Ada"), &redux, "`market CARD…` is missing");
    is_asked(
        "blulu",
        None,
        &["Ada:", "Bo:", "table: CY CK; deck 0", "Ada: trail 3LY 7SK"],
        "Ada's part doesn't say what lies there",
    );
    is_asked(
        "blulu",
        None,
        &["Ada: 9; hand 2", "Bo:", "table: deck 0; turn Ada", "Ada: shows 7SK"],
        "the part of the table doesn't say",
    );
    let eggs = ["Ada: -; merchant 1", "Bo:", "Cy:", "table: turn 9; eggs 8 -2; gone 1 1 1 1 1 1 1 1 1 1 1 1 1", "Ada: play 3"];
    assert!(judged("eggs-and-empires", None, &eggs).is_ok(), "what is gone may have lain in any pile");
    // A card that is there twice is no question.
    let twice = judged("emu-ranchers", None, &["Ada: 7SK", "Bo: 7SK", "table: draw 1; turn Ada", "Ada: grow 1 2SY"]);
    assert!(matches!(twice, Err(Refusal::Foul { .. })), "{:?}", twice.err());
}

#[test]
fn what_is_let_stand_asks_for_nothing_more() {
    let taken_three = |part| [part, "Bo:", "Cy:", "Ada: hatch CM"];
    is_asked("emus-redux", Some("Ada"), &taken_three("Ada: taken 3"), "`market CARD…` is missing");
    is_legal("emus-redux", Some("Ada"), &taken_three("Ada: taken 3 ! agreed"));
}

#[test]
fn hands_that_are_not_full_say_that_the_year_is_over() {
    let laying = ["Ada: 7SK 8YK; hand 5", "Bo:", "table: discards 9MS", "Ada: lay 1 9LK"];
    assert!(is_legal("emu-ranchers", None, &laying).contains("an empty draw pile"));
    is_foul("emu-ranchers", None, &["Ada: 7SK; done", "Bo:", "table: discards 9MS", "Ada: hatch 9LK"], "ER-5.2");
    is_foul("emu-ranchers", None, &["Ada:", "Bo:", "table: discards CL; turn Ada", "Ada: done"], "ER-5.1");
}

#[test]
fn the_turn_of_eggs_is_one_in_which_so_many_can_lie_there() {
    let taken = is_legal("eggs-and-empires", None, &["Ada: unseen 6", "Bo:", "Cy:", "table: eggs 8 2", "Ada: play 3"]);
    assert!(taken.contains("turn 5"), "{taken}");
    let taken = is_legal("eggs-and-empires", None, &["Ada:", "Bo:", "Cy:", "reveal 8 2"]);
    assert!(taken.contains("eggs that are still to be revealed and turn 1"), "{taken}");
}

#[test]
fn an_empty_slot_says_that_the_feeder_deck_is_used_up() {
    let lies = |table: &str, line: &str| is_legal("piepmatz", Some("Ada"), &["Ada:", "Bo:", "Cy:", table, line]);
    let taken = lies("table: perches GR5 CH1 | BL6 YE2; slots 3 2 3 -; turn Bo", "Bo: play BL2 at 1");
    assert!(taken.contains("no cards in the feeder deck"), "{taken}");
    // Each bird that is gone went to a pest.
    let taken = lies("table: perches GR5 CH1 | BL6 YE2; gone BL1 BL2; turn Bo", "Bo: play BL2 at 1");
    assert!(taken.contains("30 cards in the feeder deck"), "{taken}");
}

#[test]
fn bl_4_1_where_deck_and_hands_are_empty_nobody_has_a_turn() {
    let lies = |ada: &'static str, table: &'static str, line: &'static str| [ada, "Bo: 23; hand 0", table, line];
    let over = lies("Ada: 9; hand 0", "table: 4MS CM 7SK 9LK; deck 0; turn Ada", "Ada: shows 7SK");
    let Err(Refusal::Foul { verdict, .. }) = judged("blulu", None, &over) else { panic!("the round is over") };
    assert_eq!(verdict.clause.as_deref(), Some("BL-4.1"));
    is_legal("blulu", None, &lies("Ada: 9; hand 2", "table: 4MS CM; deck 0; turn Ada", "Ada: trail 7SK 9LK"));
}

#[test]
fn what_is_wrong_whichever_species_is_out_is_told_and_no_species() {
    let table = "table: perches GR5 CH1 | BL6 YE2; slots 3 2 3 1; turn Bo";
    let parts = ["Ada: hand 2", "Bo:", table, "Bo: play BL2 at 1"];
    let Err(Refusal::Foul { verdict, .. }) = judged("piepmatz", Some("Ada"), &parts) else { panic!("an odd hand") };
    assert!(verdict.message.contains("Ada holds 2 birds"), "{}", verdict.message);
}

#[test]
fn the_birds_that_nobody_has_said_are_in_the_collections() {
    let table = "table: perches BL3 | SP5; slots 1 2 3 1; birds 40; turn Ada";
    let taken = is_legal("piepmatz", Some("Ada"), &["Ada:", "Bo:", "Cy:", table, "Ada: play GR6 at 1"]);
    assert!(taken.contains("in the display"), "{taken}");
}

#[test]
fn what_is_legal_instead_names_no_card_of_a_display_that_nobody_has_said() {
    let parts = ["Ada:", "Bo:", "Cy:", "table: perches BL3 | SP5; slots 1 2 3 1; turn Ada"];
    let texts = [&parts[..], &["Ada: play CH1 at 1", "Ada: play GR5 at 1"]].concat();
    let judged = judged("piepmatz", Some("Ada"), &texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    let verdict = &judged.verdicts.last().expect("a step").1;
    assert_eq!(verdict.clause.as_deref(), Some("PM-2.1"));
    let draws = |text: &String| text.starts_with("draw ");
    assert!(!verdict.alternatives.iter().any(draws), "{:?}", verdict.alternatives);
}

#[test]
fn a_card_from_a_discard_pile_does_not_ask_for_the_market() {
    let market = ["Ada:", "Bo:", "Cy:", "table: discards 5ML; turn Ada", "Ada: hatch 7SK", "Ada: take 5ML from market"];
    is_asked("emus-redux", Some("Ada"), &market, "`market CARD…` is missing");
    let pile = ["Ada:", "Bo:", "Cy:", "table: discards 5ML; turn Ada", "Ada: hatch 7SK", "Ada: take 5ML from 1"];
    is_legal("emus-redux", Some("Ada"), &pile);
}

#[test]
fn a_draw_pile_that_is_said_is_not_taken_to_be_empty() {
    let laying = ["Ada: 7SK 8YK; hand 5", "Bo:", "table: discards 9MS; draw 3", "Ada: lay 1 9LK"];
    match judged("emu-ranchers", None, &laying) {
        Err(Refusal::Foul { verdict, .. }) => assert_eq!(verdict.clause.as_deref(), Some("ER-2.1"), "{}", verdict.message),
        other => panic!("{:?}", other.map(|judged| judged.taken)),
    }
}
