//! Disputes without a log: the verdict of the usual table, and what would change it.

use fowlplay::{
    log::Log,
    referee::{self, Dispute, DisputeResult, Games, NewGame, Refusal},
};

fn judged(game: &str, first: Option<&str>, texts: &[&str]) -> Result<DisputeResult, Refusal> {
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let game = if game == "eggs" { "eggs-and-empires" } else { game };
    Games::default().judge(game, &Dispute { new: NewGame { first: first.map(str::to_owned), ..NewGame::default() }, texts })
}

/// The last line is legal: what it does.
#[track_caller]
fn is_legal(game: &str, first: Option<&str>, texts: &[&str]) -> String {
    let judged = judged(game, first, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    for (step, verdict) in &judged.verdicts {
        assert_eq!(verdict.kind, None, "{step}: {}", verdict.message);
    }
    judged.verdicts.iter().map(|(_, verdict)| verdict.message.as_str()).collect::<Vec<_>>().join("; ")
}

/// The last line breaks this clause: why.
#[track_caller]
fn is_foul(game: &str, first: Option<&str>, texts: &[&str], clause: &str) -> String {
    let judged = judged(game, first, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (step, verdict) = judged.verdicts.last().expect("a step");
    assert_eq!(verdict.clause.as_deref(), Some(clause), "{step}: {}", verdict.message);
    verdict.message.clone()
}

/// With which values of what wasn't said the last line is judged otherwise: each in words, with the clause then.
fn unless(game: &str, texts: &[&str]) -> Vec<(String, Option<String>)> {
    let judged = judged(game, None, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    judged.deciding_values.into_iter().map(|unless| (unless.words, unless.verdict.clause)).collect()
}

/// It is another verdict with this value.
#[track_caller]
fn is_unless(game: &str, texts: &[&str], words: &str, clause: Option<&str>) {
    let unless = unless(game, texts);
    assert!(unless.iter().any(|(told, of)| told == words && of.as_deref() == clause), "{unless:?}");
}

#[test]
fn what_was_just_revealed_lies_there() {
    let lines = |last| ["k:", "r:", "l:", "10 -6", "7 5 2", last];
    for last in ["k: -6", "k: t -6"] {
        is_foul("eggs", None, &lines(last), "EE-3.4");
    }
    is_legal("eggs", None, &lines("k: take 10"));
    is_foul("eggs", None, &lines("k: decline"), "EE-3.4");
    is_foul("eggs", None, &lines("k: p 8"), "EE-2.2");
    // Whoever takes an egg has played, and so have the others.
    is_legal("eggs", None, &["k:", "r:", "l:", "k: take 10"]);
}

#[test]
fn hands_say_whose_turn_it_is_and_need_not_be_said() {
    let hands = ["k: hand 0", "r: hand 2", "table: am; deck 0", "r: c a cs 9l"];
    is_legal("blulu", None, &hands);
    let told = is_legal("blulu", None, &["k:", "r:", "table: am; deck 0", "r: c a cs 9l"]);
    assert!(!told.contains("the round is over"), "{told}");
}

#[test]
fn what_a_move_does_not_touch_is_not_asked_for() {
    let market = "table: market pmsl pwly tmwk tswy; discards -";
    is_foul("emus-redux", None, &["k: 7s; taken 2", "r:", "l:", market, "k: d 9m; t pmsl"], "RX-4.5");
    is_legal("emu-ranchers", None, &["Ada:", "Bo:", "Bo: hatch 7SK"]);
    is_legal("blulu", None, &["Ada:", "Bo:", "table: 4MS CM", "Ada: capture 4 with 7SK 3MW"]);
    is_legal("blulu", None, &["Ada: 9", "Bo: 3", "table: 4MS CM 7WY", "Ada: capture 4 with 7SK 3MW"]);
    let perches = "table: perches GR5 CH1 | BL6 YE2; slots 3 2 3 1; turn Bo";
    is_legal("piepmatz", Some("Ada"), &["Ada: hand 2", "Bo:", perches, "Bo: play BL2 at 1"]);
}

#[test]
fn an_empty_slot_says_that_the_feeder_deck_is_used_up() {
    let table = "table: perches BL3 | GR4; slots 1 - 3 1";
    let why = is_foul("piepmatz", None, &["Ada:", "Bo:", "Cy:", table, "Ada: refill 3"], "PM-4.1");
    assert_eq!(why, "the feeder deck is empty, so nothing is refilled");
}

#[test]
fn pm_4_1_a_refill_of_one_card_for_two_slots_is_legal_only_with_the_last_card() {
    // Two fights empty two slots.
    let table = "table: perches BL3 SP2 GR1 | GR4; slots 1 2 3 1; turn Ada";
    let texts = ["Ada:", "Bo:", "Cy:", table, "Ada: play CH2 at 1", "Ada: refill 3"];
    is_foul("piepmatz", None, &texts, "PM-4.1");
    is_unless("piepmatz", &texts, "the feeder deck has 1 card", None);
}

#[test]
fn an_unsaid_zone_is_not_an_empty_one() {
    is_legal("emu-ranchers", None, &["Ada: 3SK 4YK 5YK", "Bo: hand 5", "table: draw 0", "Ada: done"]);
    is_foul("emu-ranchers", None, &["Ada: 7SK; done", "Bo:", "table: discards -", "Ada: done"], "ER-5.3");
    let rights = ["Ada: may discard", "Bo: 3", "Cy: -", "table: turn 3; marker Ada; eggs 5 3", "Bo: play 9"];
    is_legal("eggs", None, &rights);
    let display = "table: perches BL3 SP1 | GR4; slots 1 2 3 1; display BL1 CH2; turn Ada";
    is_legal("piepmatz", None, &["Ada: -", "Bo:", "Cy:", display, "Ada: play CH1 at 2"]);
    let captures = ["Ada: 14; last; hand 2", "Bo:", "table: 8YK CK", "Bo: trail CW 4MS"];
    is_legal("blulu", Some("Bo"), &captures);
    let last = ["Ada:", "Bo: last", "table: 5YK 8MS", "Bo: trail AM 9WY"];
    is_foul("blulu", None, &last, "BL-2.7");
}

#[test]
fn after_a_reveal_a_deck_that_is_said_asks_for_nothing_more() {
    let eggs = ["13"; 36].join(",");
    let new = NewGame { deck: vec![("eggs".to_owned(), format!("[{eggs}]"))], ..NewGame::default() };
    let texts = ["Ada:", "Bo:", "Cy:", "table: turn 2; deck 32", "Ada: play 9"].map(str::to_owned);
    let judged = Games::default()
        .judge("eggs-and-empires", &Dispute { new, texts: texts.to_vec() })
        .unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(judged.verdicts[0].1.kind, None);
}

#[test]
fn pm_2_4_slots_are_refilled_first_unless_the_feeder_deck_is_empty() {
    let table = "table: perches BL3 SP1 | GR4; slots 1 2 3 1; display BL1 CH2 YE3; turn Ada";
    let texts = ["Ada: hand 4", "Bo:", "Cy:", table, "Ada: play CH3 at 1", "Ada: draw BL1"];
    is_foul("piepmatz", None, &texts, "PM-2.4");
    is_unless("piepmatz", &texts, "the feeder deck has no cards", None);
    let table = "table: perches BL3 | GR4; slots 3 2 1 1";
    is_foul("piepmatz", None, &["Ada:", "Bo:", "Cy:", table, "Ada: play CH6 at 1; draw"], "PM-2.4");
}

#[test]
fn who_captured_last_is_not_told_where_nobody_said_it() {
    let texts = ["Ada: 14; hand 0", "Bo: 18; hand 2", "table: 8YK CK; deck 0", "Bo: trail 2WL 3MW"];
    let told = is_legal("blulu", None, &texts);
    assert!(!told.contains("takes the rest") && !told.contains("takes 8YK"), "{told}");
    // Who has played first in this deal hasn't dealt (BL-1.4).
    assert!(told.ends_with(" the Journey, Moons Waves; the round is over; Ada deals the next"), "nothing else is told: {told}");
}

#[test]
fn an_egg_of_a_scout_may_lie_there() {
    let lines = ["Ada:", "Bo:", "Cy:", "reveal 8 2", "Ada: play 8", "Bo: play 5", "Cy: play 9", "Cy: take down Bo"];
    is_legal("eggs", None, &lines);
    // Not the one that is laid at the end of this turn; and not where it is said that none lies there.
    let lays = ["Ada:", "Bo:", "Cy:", "reveal 8 2", "Ada: play 8", "Bo: play 2", "Cy: play 9", "Cy: take down Bo"];
    is_foul("eggs", None, &lays, "TB-4");
    let none = ["Ada:", "Bo:", "Cy:", "table: down -", "Ada: play 8", "Bo: play 5", "Cy: play 9", "Cy: take down Bo"];
    is_foul("eggs", None, &none, "TB-4");
    is_legal("eggs", None, &["Ada:", "Bo:", "Cy:", "Ada: opens Bo = 3"]);
    is_foul("eggs", None, &["Ada: 13; down -", "Bo:", "Cy:", "Ada: opens Bo = 3"], "TB-4");
}

#[test]
fn a_line_as_it_is_printed_names_no_other_player() {
    let of = |game: &str, texts: &[&str]| judged(game, None, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    let printed = of("blulu", &["Ada:", "Bo:", "1.1  Ada: capture 4 with 7☀⌘ 3MW"]);
    assert_eq!((printed.verdicts[0].1.kind, printed.assumed), (None, Vec::new()));
    let alone = of("emu-ranchers", &["1.1  Ada: hatch 7SK", "1.2  Bo: hatch 8MS"]);
    assert_eq!(alone.assumed, ["Taken for a game of two: Ada and Bo"]);
}

#[test]
fn pm_2_3_who_draws_one_bird_too_many_is_told_that_the_hand_is_full() {
    let texts = ["Nora:", "Tim:", "Jo:", "table: perches BL5 | GR4", "Nora: ch2 1; draw; draw"];
    let why = is_foul("piepmatz", None, &texts, "PM-1.6");
    assert_eq!(why, "Nora holds 4 birds, and the hand is filled up to 4; it is Tim's turn");
}

#[test]
fn saying_more_never_makes_it_harder() {
    let short = ["Ada: 7SK 8YK", "Bo:", "Ada: grow 1 9LK"];
    is_legal("emu-ranchers", None, &short);
    is_legal("emu-ranchers", None, &["Ada: 7SK 8YK; hand 6", "Bo:", "table: turn Ada", "Ada: grow 1 9LK"]);
    is_legal("emu-ranchers", None, &["Ada: 7SK 8YK", "Bo: AW", "table: discards CS; turn Ada", "Ada: grow 1 9LK"]);
}

#[test]
fn what_cannot_be_is_refused() {
    let twice = judged("emu-ranchers", None, &["Ada: 7SK", "Bo: 7SK", "table: draw 1; turn Ada", "Ada: grow 1 2SY"]);
    assert!(matches!(twice, Err(Refusal::Foul { .. })), "{:?}", twice.err());
    let sums = judged("blulu", None, &["Ada: 20; hand 0", "Bo: 20", "table: AM", "Bo: trail 2WL 3MW"]);
    assert!(matches!(sums, Err(Refusal::Foul { .. })), "{:?}", sums.err());
}

#[test]
fn what_is_legal_instead_names_no_card_that_nobody_has_said() {
    let parts = ["Ada:", "Bo:", "Cy:", "table: perches BL3 | SP5; slots 1 2 3 1; turn Ada"];
    let texts = [&parts[..], &["Ada: play CH1 at 1", "Ada: play GR5 at 1"]].concat();
    let judged = judged("piepmatz", Some("Ada"), &texts).unwrap_or_else(|refusal| panic!("{refusal}"));
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
    is_legal("eggs", None, &[&parts[..], &["Cy: opens Ada = 3"]].concat());
}

/// A dispute of three with 36 listed eggs.
fn listed(table: &str, line: &str) -> Result<DisputeResult, Refusal> {
    let new = NewGame { deck: vec![("eggs".to_owned(), format!("[{}]", ["5"; 36].join(",")))], ..NewGame::default() };
    let texts = ["Ada: ", "Bo:", "Cy:", table, line].map(str::to_owned);
    Games::default().judge("eggs-and-empires", &Dispute { new, texts: texts.to_vec() })
}

#[test]
fn ee_1_5_a_deck_that_does_not_add_up_is_told() {
    let refused = |table: &str| match listed(table, "Ada: play 9") {
        Err(Refusal::Foul { verdict, .. }) => assert_eq!(verdict.clause.as_deref(), Some("EE-1.5"), "{table}"),
        other => panic!("{table}: {:?}", other.map(|judged| judged.verdicts)),
    };
    for table in ["turn 1; eggs 5 5; deck 32", "turn 1; eggs 5 5; deck 35", "turn 2; deck 32; gone 5 5 5 5 5"] {
        refused(&format!("table: {table}; marker Ada"));
    }
    // A wrong number may have been revealed, and been let stand: also when nobody says what.
    for table in ["turn 1; eggs 5 5 5 5; deck 32", "turn 1; deck 32", "turn 1; deck 36", "deck 32", "turn 2; deck 32"] {
        let judged = listed(&format!("table: {table}; marker Ada"), "Ada: play 9");
        let judged = judged.unwrap_or_else(|refusal| panic!("{table}: {refusal}"));
        assert_eq!(judged.verdicts[0].1.kind, None, "{table}");
    }
}

/// What may be done where nobody asks about a line.
fn listed_steps(game: &str, texts: &[&str]) -> Vec<String> {
    let judged = judged(game, None, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    judged.table.legal_steps().into_iter().map(|offer| format!("{}: {}", offer.actor, offer.step)).collect()
}

#[test]
fn ee_4_4_an_egg_that_nobody_saw_is_listed_as_all_that_it_can_be() {
    let any: Vec<String> = (-20..=20).rev().map(|value| format!("Ada: discard {value}")).collect();
    assert_eq!(listed_steps("eggs", &["Ada: 3; unseen 1; may discard", "Bo: -", "Cy: -", "table: turn 3; marker Ada"]), any);
    let gifts = listed_steps("eggs", &["Ada: unseen 1; may give", "Bo: -", "Cy: -", "table: turn 3; marker Ada"]);
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
fn a_card_just_discarded_needs_no_pile_that_is_said() {
    is_foul("emu-ranchers", None, &["Ada:", "Bo:", "Ada: discard 7SK; take 7SK"], "ER-4.2");
}

#[test]
fn a_turn_that_has_ended_is_no_reason() {
    // Of a hand of five birds the turn would be over.
    let display = "table: perches BL3 | GR4; display BL1 CH2 YE3";
    is_legal("piepmatz", None, &["Ada:", "Bo:", "Cy:", display, "Ada: play CH1 at 1; draw CH2; display SP4"]);
    // The feeder deck needs no slots.
    is_legal("piepmatz", None, &["Ada:", "Bo:", "Cy:", "table: perches BL1 | GR4", "Ada: play CH6 at 1; feeder 3"]);
}

#[test]
fn what_can_be_nowhere_is_told_by_the_reason_of_most_tables() {
    is_foul("blulu", None, &["Ada:", "Bo:", "table: 4MS", "Bo: capture 5 with 2MK 3MW"], "TB-4");
}

#[test]
fn a_line_that_is_ambiguous_is_asked_about_and_no_foul() {
    let two_piles = ["Ada:", "Bo:", "Cy:", "table: discards 9MS | 2MK", "Ada: discard 7SK"];
    let refused = judged("emus-redux", None, &two_piles);
    assert!(matches!(refused, Err(Refusal::Ambiguous { .. })), "{:?}", refused.err());
}

#[test]
fn points_before_a_year_say_that_it_is_not_the_first() {
    is_legal("emu-ranchers", None, &["Ada: before -27", "Bo:", "Bo: hatch 7SK"]);
}

#[test]
fn birds_that_lie_somewhere_are_none_of_those_that_are_named() {
    let gone = "table: gone BL1 SP2 | crow crow";
    is_legal("piepmatz", Some("Ada"), &["Ada: shows BL1 CH2", "Bo: shows SP2 CH2", "Cy:", gone, "Ada: shows BL2 BL2"]);
}

#[test]
fn eggs_of_several_scouts_may_lie_there_and_a_courier_gives_what_lies_in_the_pile() {
    let down = ["Ada: -", "Bo: -", "Cy: -", "table: turn 4; marker Ada; eggs -3 -5", "9 8 7", "Ada: take down Bo"];
    is_legal("eggs", None, &[&down[..], &["Bo: take down Cy"]].concat());
    for (pile, gift) in [("13 8 4", "4"), ("down Bo; unseen 2", "down")] {
        let (pile, gift) = (format!("Ada: {pile}"), format!("Ada: give {gift} to Bo"));
        let texts = [&pile, "Bo:", "Cy:", "table: turn 3; marker Cy", &gift];
        is_legal("eggs", None, &texts);
        is_unless("eggs", &texts, "Ada's Courier took no egg", Some("EE-4.2"));
        // Where it is said, or all is said, nobody has a right that isn't said.
        is_foul("eggs", None, &[&format!("{pile}; may give -"), "Bo:", "Cy:", &gift], "EE-4.2");
        let whole = [&pile, "Bo: -", "Cy: -", "table: turn 3; marker Cy", &gift];
        is_foul("eggs", None, &whole, "EE-4.2");
        is_unless("eggs", &whole, "Ada's Courier took an egg in the turn before", None);
    }
}

#[test]
fn the_marker_lies_so_that_equal_cards_collect_in_the_order_of_the_lines() {
    let texts = |table| ["Ada:", "Bo:", "Cy:", table, "Ada: play 8", "Bo: play 8", "Cy: play 5", "Bo: take 2"];
    is_legal("eggs", None, &texts("table: eggs 9 2"));
    is_unless("eggs", &texts("table: eggs 9 2"), "Ada has the marker", Some("EE-3.1"));
    is_foul("eggs", None, &texts("table: eggs 9 2; marker Ada"), "EE-3.1");
    is_legal("eggs", None, &texts("table: eggs 9 2; marker Bo"));
}

#[test]
fn a_mage_is_passed_over_if_the_eggs_that_nobody_said_explode() {
    let lines = ["Ada:", "Bo:", "Cy:", "Ada: play 7", "Bo: play 4", "Cy: play 6", "Cy: take -8"];
    is_foul("eggs", None, &lines, "EE-3.1");
    is_unless("eggs", &lines, "only exploding eggs lie there, face up", None);
    is_foul("eggs", None, &["Ada:", "Bo:", "Cy:", "Ada: play 7", "Bo: play 4", "Cy: play 6", "Cy: take 8"], "EE-3.1");
}

#[test]
fn who_shows_more_cards_than_a_hand_has_holds_more() {
    is_legal("emu-ranchers", None, &["Ada:", "Bo:", "Bo: shows AS AL 2SY 3MW 5YK CL CW"]);
}

#[test]
fn captures_that_nobody_said_are_not_counted_at_the_end() {
    let last = ["Ada: hand 0", "Bo: hand 2", "table: AM; deck 0", "Bo: capture A with CS 9LK"];
    let told = is_legal("blulu", None, &last);
    assert!(!told.contains("the share is"), "{told}");
    let told = is_legal("blulu", None, &["Ada: 12; hand 0", "Bo: hand 2", "table: AM; deck 0", "Bo: capture A with CS 9LK"]);
    assert!(told.contains("Bo: 24 cards"), "{told}");
}

#[test]
fn a_discard_after_the_years_end_asks_for_no_pile() {
    is_foul("emus-redux", None, &["Ada:", "Bo:", "Cy:", "table: discards 9MS | 2MK; draw 0", "Ada: discard 7SK"], "RX-2.2");
}

#[test]
fn one_bird_lies_in_the_display() {
    let rules = [("blind_draw", "false"), ("display_refill", "end-of-turn")];
    let rules = rules.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec();
    let table = "table: perches BL3 | GR4; display BL1 CH2 YE4; birds 40; turn Ada";
    let texts = ["Ada: hand 2", "Bo:", "Cy:", table, "Ada: play CH1 at 1; draw BL1; draw CH2; draw"].map(str::to_owned);
    let new = NewGame { rules, ..NewGame::default() };
    let judged =
        Games::default().judge("piepmatz", &Dispute { new, texts: texts.to_vec() }).unwrap_or_else(|refusal| panic!("{refusal}"));
    let (step, verdict) = judged.verdicts.last().expect("a step");
    assert_eq!((step.as_str(), verdict.message.as_str()), ("draw", "YE4 lies in the display"));
}

#[test]
fn an_egg_that_lies_face_down_in_a_pile_may_be_named() {
    let texts = ["Ada: down Bo", "Bo: -", "Cy: -", "table: turn 3; marker Ada"].map(str::to_owned);
    let judged = Games::default()
        .judge("eggs-and-empires", &Dispute { new: NewGame::default(), texts: texts.to_vec() })
        .expect("it can lie so");
    let may: Vec<String> = judged.table.options().iter().flat_map(|(_, options)| options).map(ToString::to_string).collect();
    assert!(may.iter().any(|line| line == "opens: the value of a face-down egg that was collected: `opens Bo = V`"), "{may:?}");
}

#[test]
fn where_the_hands_that_nobody_said_have_an_odd_sum_one_of_them_is_odd() {
    let table = "table: 6MW 6SY 8YK 8MS 8WL CM CK; deck 0; turn Bo";
    let texts = ["Ada: 3", "Bo: 3; last", "Cy: 6", table, "Bo: capture 6 with 2WL 4MS"].map(str::to_owned);
    let new = NewGame { variant: Some("six-card".to_owned()), ..NewGame::default() };
    let judged =
        Games::default().judge("blulu", &Dispute { new, texts: texts.to_vec() }).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(judged.verdicts[0].1.kind, None);
}

#[test]
fn ee_2_4_beside_eggs_that_are_taken_face_down_another_one_may_lie_there() {
    let (players, table) = (["Ada: played 2 7 8", "Bo: played 2 5 7", "Cy: played 2 5 7"], "table: turn 4; eggs 12 7 5");
    let lines = ["Ada: play 10", "Bo: play 9", "Cy: play 6", "Ada: take down Bo", "Bo: take down Cy", "Cy: take 12"];
    let texts = [&players[..], &[table], &lines].concat().into_iter().map(str::to_owned).collect::<Vec<String>>();
    let new = NewGame { rules: vec![("face_down".to_owned(), "must".to_owned())], ..NewGame::default() };
    let judged = Games::default().judge("eggs-and-empires", &Dispute { new, texts });
    let judged = judged.unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(judged.verdicts[0].1.kind, None);
    let unless: Vec<String> = judged.deciding_values.iter().map(ToString::to_string).collect();
    assert!(
        unless.contains(&"Unless an egg of Ada's Scout lies there face down: then it is illegal (EE-2.4)".to_owned()),
        "{unless:?}"
    );
}

/// Tables of three in Blulu are many, and at the first of them nobody can have the turn.
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
fn ee_2_2_whoever_no_line_lets_play_has_played_the_lowest_card() {
    let texts = ["Ada:", "Bo:", "Cy:", "table: turn 8; marker Ada; eggs 9 4 1", "Ada: play 4", "Bo: play 8", "Bo: take 9"];
    is_legal("eggs", None, &texts);
    is_unless("eggs", &texts, "Cy's hand has 3 cards", Some("EE-2.2"));
    // Also where the eggs are revealed in the lines, and in short.
    is_legal("eggs", None, &["Ada:", "Bo:", "Cy:", "13 -6", "Ada: 10", "Bo: 7", "Ada: -6", "Bo: 13"]);
    is_legal("eggs", None, &["Ada:", "Bo:", "Cy:", "Ada: take 13; give 13 to Bo"]);
    is_legal("eggs", None, &["Ada:", "Bo:", "Cy:", "Ada: take -13; discard -13"]);
    is_legal("eggs", None, &["Ada:", "Bo:", "Cy:", "Ada: decline"]);
    is_legal("eggs", None, &["Ada:", "Bo:", "Cy:", "end"]);
    is_legal("eggs", None, &["Ada:", "Bo:", "Cy:", "Bo: discard 3", "Cy: give 5 to Bo"]);
    is_foul("eggs", None, &["Ada:", "Bo:", "Cy:", "Bo: give 3 to Cy", "end"], "EE-4.6");
    is_foul("eggs", None, &[&["Ada:", "Bo:", "Cy: hand 3"], &texts[3..]].concat(), "EE-2.2");
}

/// A face-down egg can be in the pile of which nobody said anything, also where no Courier may give it.
#[test]
fn ee_4_6_a_right_that_comes_too_late_is_not_assumed() {
    let table = "table: turn 6; marker Di; eggs 10 -6; down Cy";
    let texts = ["Ada:", "Bo:", "Cy:", "Di:", table, "Bo: play 10", "Ada: shows 6", "Bo: give down to Cy"];
    is_foul("eggs", None, &texts, "EE-4.2");
    is_unless("eggs", &texts, "Bo's Courier took an egg in the turn before", Some("EE-4.6"));
}

/// With bonuses in a tally a flush can end the game at once, but for somebody who had more before.
#[test]
fn bl_3_3_a_flush_has_not_ended_the_game_where_nobody_says_the_points_before() {
    let table = "table: 3MW 4WL 5ML 5YK 8YK 8MS 9WY CW; deck 0; turn Ada";
    let texts = ["Ada: 2MK 2WL 7WY 8WL 9LK CL; flush 1", "Bo:", "Cy:", "Di:", table, "Ada: shows AK"].map(str::to_owned);
    let rules = [("bonuses", "tally"), ("target", "2")].map(|(rule, value)| (rule.to_owned(), value.to_owned()));
    let new = NewGame { rules: rules.to_vec(), ..NewGame::default() };
    let judged =
        Games::default().judge("blulu", &Dispute { new, texts: texts.to_vec() }).unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(judged.verdicts[0].1.kind, None);
}

/// The only 13 is the Courier's; whatever lies on offer, it is another egg.
#[test]
fn ee_4_2_an_egg_that_a_courier_may_give_is_not_on_offer() {
    let texts = ["Ada:", "Bo: may give 13", "Cy:", "table: turn 3", "Bo: play 7"].map(str::to_owned);
    let new = NewGame { deck: vec![("eggs".to_owned(), format!("13 {}", "1 ".repeat(30).trim_end()))], ..NewGame::default() };
    let judged = Games::default()
        .judge("eggs-and-empires", &Dispute { new, texts: texts.to_vec() })
        .unwrap_or_else(|refusal| panic!("{refusal}"));
    assert_eq!(judged.verdicts.first().and_then(|(_, verdict)| verdict.kind), None);
}

/// The egg that may lie in a pile of which nobody said anything is not one of a Scout that lies elsewhere.
#[test]
fn ee_1_1_an_egg_that_may_lie_in_a_pile_is_of_no_scout_that_lies_elsewhere() {
    let texts = ["Ada:", "Bo: down Bo; unseen 2", "Cy: down Ada; unseen 2", "table: turn 1; marker Ada", "Ada: give down to Ada"];
    is_foul("eggs", None, &texts, "EE-4.2");
}

/// Where nobody said what the display holds, birds lie there beside those that the deck is said to have.
#[test]
fn pm_1_1_the_deck_has_as_many_birds_as_is_said_beside_any_display() {
    let table = "table: perches GR6 BL2 SP1 | CH6 GR1 BL3; birds 2; feeder 1; turn Ada";
    let texts = ["Ada: shows BL4 BL6 CH4 CH4", "Bo: shows CH3 YE5 YE5", table, "Ada: shows CH4"];
    is_legal("piepmatz", None, &texts);
}

#[test]
fn there_is_always_a_verdict_of_the_usual_table() {
    let two = |line| ["Ada:", "Bo:", line];
    is_legal("emu-ranchers", None, &two("Bo: grow 1 7SK"));
    is_legal("emu-ranchers", None, &two("Bo: hatch 7SK; take 9LK"));
    is_legal("emu-ranchers", None, &two("Ada: lay 2 7SK; done"));
    is_legal("emu-ranchers", None, &["Ada:", "Bo:", "Ada: grow 1 7SK; draw", "Bo: hatch 8MS; draw", "Ada: grow 1 8YK"]);
    is_foul("emu-ranchers", None, &["Nora:", "Tim:", "Tim: hatch 7s; draw; draw"], "ER-2.1");
    is_foul("emu-ranchers", None, &two("Bo: hatch AM; draw; draw"), "ER-2.1");
    is_foul("emu-ranchers", None, &["Ada:", "Bo:", "Ada: h 7s; .", "Ada: h 8m"], "ER-1.2");
    is_legal("emu-ranchers", None, &["Ada: 7ML 5ML 3MW AM", "Bo:", "table: discards -", "Bo: done"]);
    let three = |line| ["k:", "r:", "l:", line];
    is_legal("emus-redux", None, &three("k: discard 9LK; take PWLY"));
    for discard in ["k: discard 9LK", "k: discard 9LK to 1", "k: discard 9LK to 2"] {
        is_legal("emus-redux", None, &three(discard));
    }
    is_foul("emus-redux", None, &three("k: discard CS to 3"), "RX-4.1");
    is_legal("emus-redux", None, &three("market pmsl pwly tmwk tswy tmwk pmsl"));
    is_legal("emus-redux", None, &three("k: grow 1 PMSL=6; take PWLY from market"));
    is_legal("emus-redux", None, &three("k: hatch 7SK; take 5ML from 2"));
    is_legal("emus-redux", None, &three("k: excuse 2; done"));
}

/// The cases of Piepmatz: each with all that a table in a hurry says.
#[test]
fn piepmatz_has_a_verdict_whatever_is_left_out() {
    let of_two = |line| ["Ada:", "Bo:", "table: perches BL6 | GR4", line];
    is_foul("piepmatz", None, &of_two("Ada: play SP3 at 1; keep SP4"), "PM-2.2");
    is_legal("piepmatz", None, &of_two("Ada: play SP3 at 1; keep SP2"));
    let two_draws = ["Nora:", "Tim:", "Jo:", "table: perches BL5 | GR4", "Nora: ch2 1; draw; draw"];
    is_foul("piepmatz", None, &two_draws, "PM-1.6");
    let table = "table: perches BL1 | GR4; slots 3 1 2 2";
    is_foul("piepmatz", None, &["Nora:", "Tim:", "Jo:", table, "Nora: ch2 1; refill 2; draw; draw"], "PM-1.6");
    let three = |line| ["Ada:", "Bo:", "Cy:", line];
    for legal in [
        "Bo: play CH3 at 1; draw",
        "Bo: play CH3 at 1; keep CH2; draw; draw",
        "Bo: play CH3 at 1; refill 3; draw",
        "Bo: play CH2 at 2; refill 3 2; draw",
        "Bo: play CH6 at 1; feeder 3; draw",
        "Bo: play CH3 at 1; lose BL1; refill 3; draw BL2; display SP1",
        "Bo: play CH3 at 1; lose 3 1",
        "Bo: play CH3 at 1; lose 2",
        "Bo: adds BL1 SP2",
        "perches BL3 GR4",
    ] {
        is_legal("piepmatz", None, &three(legal));
    }
    is_foul("piepmatz", None, &three("Bo: adds BL1"), "PM-5.2");
    is_foul("piepmatz", None, &three("Bo: draw"), "PM-2.1");
    is_foul("piepmatz", None, &three("seeds 1 2 crow 3"), "PM-1.5");
    // The bird that nobody has seen in the collection is not the one of the fight.
    let spared = ["Ada:", "Bo:", "Cy:", "table: perches BL3 | GR4; slots 1 2 3+crow 1", "Ada: play CH6 at 1; lose BL3"];
    is_foul("piepmatz", None, &spared, "PM-3.4");
    is_unless("piepmatz", &spared, "Ada has collected BL3 before", None);
}

#[test]
fn piepmatz_tells_what_would_change_the_verdict() {
    let three = |line| ["Ada:", "Bo:", "Cy:", line];
    is_unless("piepmatz", &three("Bo: play CH3 at 1; keep CH2"), "the play brings a fight", Some("PM-2.2"));
    is_unless("piepmatz", &three("Bo: play CH6 at 1; feeder 3"), "the play brings no fight", Some("PM-3.1"));
    is_unless("piepmatz", &three("Bo: adds BL1"), "Bo's hand has 1 bird", None);
    let crow = ["A:", "B:", "C:", "table: perches YE4 | BU6; slots 1+crow 2 1 1", "B: play SP5 at 1; lose BL1"];
    is_unless("piepmatz", &crow, "B has collected more of another species", Some("PM-3.3"));
    let fight = ["A:", "B:", "C:", "table: perches YE4 | BU6", "B: play SP5 at 1; refill 2"];
    is_unless("piepmatz", &fight, "a crow beside slot 1 takes a bird of B's", Some("PM-3.3"));
    let told = |texts: &[&str]| judged("piepmatz", None, texts).expect("a verdict").shown_values().count();
    assert_eq!(told(&["Ada:", "Bo:", "Cy:", "table: perches BL6 | GR4", "Bo: play CH3 at 1; draw"]), 0);
}

/// Of two players who said which species was removed, the first legal play.
#[test]
fn pm_1_4_a_species_that_was_removed_is_said() {
    let table = "table: perches BL3 | GR4; display SP1 SP2 SP3; slots 1 1 1 1; gone -; turn B";
    let new = |removed: &str| NewGame { deck: vec![("removed".to_owned(), removed.to_owned())], ..NewGame::default() };
    let judged = |removed| {
        let texts = ["A: -; hand 4", "B: -", table, "B: play BL1 at 1; draw"].map(str::to_owned).to_vec();
        Games::default().judge("piepmatz", &Dispute { new: new(removed), texts })
    };
    let verdicts = judged("YE").unwrap_or_else(|refusal| panic!("{refusal}")).verdicts;
    assert!(verdicts.iter().all(|(_, verdict)| verdict.kind.is_none()), "{verdicts:?}");
    assert!(judged("BL").is_err());
}

/// What a crow takes that the line before turned up.
#[test]
fn pm_3_3_a_crow_takes_a_bird_unless_another_species_was_collected_more_often() {
    let table = "table: perches YE4 BL1 | BU6; slots 1 2 1 1; display GR1 GR2 GR3";
    let texts = ["A:", "B:", "C:", table, "A: play SP4 at 1; refill crow 1; draw GR1; display GR4", "B: play BU4 at 1; lose BL1"];
    is_legal("piepmatz", Some("A"), &texts);
    is_unless("piepmatz", &texts, "B has collected more of another species", Some("PM-3.3"));
}

#[test]
fn pm_3_3_two_pests_of_one_turn_lie_beside_the_slots_of_its_fights() {
    for lost in ["lose GR1; lose 3 1", "lose 3 1; lose GR1", "lose GR1; lose BU2", "lose 3 1; lose 3 2"] {
        for table in ["table:", "table: perches GR6 CH2 SP2 BL1 | GR4"] {
            let line = format!("Bo: play CH2 at 1; {lost}; refill 3 2; draw");
            is_legal("piepmatz", None, &["Ada:", "Bo:", "Cy:", table, &line]);
        }
    }
}

/// A squirrel takes the seed card that the fight brought beside another like it.
#[test]
fn pm_3_3_a_squirrel_takes_two_like_seeds_of_which_one_was_collected_before() {
    is_legal("piepmatz", None, &["Ada: BL5; 1", "Bo:", "Cy:", "Ada: play SP1 at 2; lose 1 1; refill 2; draw BU6; display BU2"]);
}

#[test]
fn pm_3_5_a_long_queue_brings_the_fights_that_a_line_needs() {
    is_legal("piepmatz", None, &["Ada:", "Bo:", "Cy:", "Ada: play BL2 at 1; refill 3 2 1; draw"]);
}

#[test]
fn pm_2_2_a_bird_kept_before_a_refill_is_a_foul_unless_there_was_no_fight() {
    let texts = ["Ada:", "Bo:", "Cy:", "Bo: play GR4 at 2; keep BU3; draw SP5; refill 1 2"];
    is_foul("piepmatz", None, &texts, "PM-2.2");
    is_unless("piepmatz", &texts, "the play brings no fight", Some("PM-4.1"));
}

#[test]
fn pm_5_1_birds_are_added_behind_the_last_turn() {
    for first in [None, Some("Ada")] {
        let texts = ["Ada:", "Bo:", "Cy:", "Cy: play CH3 at 1; draw", "Bo: adds BL1 SP2"];
        is_legal("piepmatz", first, &texts);
    }
    let two = ["Ada:", "Bo:", "Cy:", "Ada: play CH3 at 1; draw", "Bo: play SP3 at 2; draw", "Bo: adds BL1 SP2"];
    is_legal("piepmatz", None, &two);
    let early = ["Ada:", "Bo:", "Cy:", "Cy: play CH3 at 1; draw", "Bo: adds BL1 SP2"];
    is_foul("piepmatz", Some("Bo"), &early, "PM-5.1");
    is_unless("piepmatz", &early, "it is Cy's turn", Some("PM-5.1"));
    let with_cards = ["Ada:", "Bo:", "Cy:", "table: feeder 5", "Cy: play CH3 at 1; draw", "Bo: adds BL1 SP2"];
    is_foul("piepmatz", None, &with_cards, "PM-5.1");
}

#[test]
fn pm_2_2_why_there_is_no_fight_is_told() {
    let texts = ["Ada:", "Bo:", "Cy:", "table: perches BL5 SP1 | GR4", "Bo: play CH3 at 1; keep CH2"];
    let does = judged("piepmatz", None, &texts).expect("a verdict").consequences;
    let told: Vec<&str> = does.iter().map(|consequence| consequence.text.as_str()).collect();
    assert_eq!(told, ["no fight at perch 1, for 4 is not greater than the 5 of BL5"]);
}

#[test]
fn what_a_player_collected_need_not_be_said_wholly() {
    let lost = |own| [own, "B:", "C:", "table: perches SP4 | BU6; slots 1+squirrel 2 1 1", "A: play SP5 at 1; lose 3 1"];
    is_legal("piepmatz", None, &lost("A:"));
    is_legal("piepmatz", None, &lost("A: BL2"));
    is_foul("piepmatz", None, &lost("A: -"), "TB-4");
    is_foul("piepmatz", None, &lost("A: BL2; -"), "TB-4");
}

#[test]
fn there_is_always_a_verdict_of_the_usual_table_of_blulu() {
    let capture = "Ada: capture 4 with 7s 3m";
    for others in [&["Bo:"][..], &["Bo:", "Cy:"], &["Bo:", "Cy:", "Di:"]] {
        is_legal("blulu", None, &[&["Ada:"], others, &["table: 4MS CM", capture]].concat());
        is_legal("blulu", None, &[&["Ada:"], others, &[capture]].concat());
    }
    is_legal("blulu", None, &["Ada:", "Bo:", "Bo: trail 7SK 9LK"]);
    is_foul("blulu", None, &["Nora:", "Tim:", "table: 4ms", "Nora: as cl", "Nora: ck 8w"], "BL-1.4");
    is_legal("blulu", None, &["Ada:", "Bo:", "table: 4MS", "Ada: shows 7SK", "Bo: trail 8MS CS"]);
    is_legal("blulu", None, &["Ada:", "Bo:", "table: 4MS", "Ada: shows 7SK 9LK 2MK 6LK", "Bo: trail 8MS CS"]);
    let two = ["J:", "Ada:", "table: 3SK 5YK 8WL CS", "Ada: capture C with 6LK 7SK; trail 6LK 7SK"];
    is_foul("blulu", None, &two, "BL-2.3");
    let twice = ["Ada:", "Bo:", "table: AM", "Ada: capture A with CS 9LK", "Bo: trail CS 2MK"];
    is_foul("blulu", None, &twice, "TB-3");
    // Whatever isn't said to lie open can be in the last hand.
    is_legal("blulu", None, &["Ada: 14; last; hand 0", "Bo: 18; hand 2", "table: 4MS CM; deck 0", "Bo: trail 7SK 9LK"]);
    is_foul("blulu", None, &["Ada:", "Bo:", "table: 7SK; deck 0", "Bo: trail 7SK 9LK"], "TB-3");
    // Setup steps are judged at the beginning of the round (BL-1.2), unless something lies there (BL-1.3).
    is_foul("blulu", None, &["Ada:", "Bo:", "deal 4MS CM 2MK"], "BL-1.2");
    is_legal("blulu", None, &["Ada:", "Bo:", "deal 4MS CM 2MK 3SK", "Bo: capture 2 with 7SK 5YK"]);
    is_foul("blulu", None, &["Ada: 9", "Bo:", "deal 4MS CM 2MK 3SK"], "BL-1.3");
    // Counts that only a foul leaves there, or that were counted wrongly.
    is_legal("blulu", None, &["Ada: 22; flush 1; before 20", "Bo: 3", "table: 4MS 9MS", "Ada: capture 4 with 7s 3m"]);
    is_legal("blulu", None, &["Ada: 7; hand 1", "Bo: 4; hand 4; last", "table: 4MS", "Ada: trail 7SK"]);
}

/// The dealer and whose turn it is follow from the counts (BL-1.3, BL-1.4).
#[test]
fn whoever_deals_the_turn_is_that_of_the_hands_and_cards() {
    let begun = ["Ada: 0", "Bo: 0", "table: 4MS CM 5YK 2MK", "Bo: trail AS 7SK"];
    is_legal("blulu", None, &begun);
    is_legal("blulu", Some("Ada"), &begun);
    is_foul("blulu", Some("Bo"), &begun, "BL-1.4");
    is_legal("blulu", None, &["Ada: hand 2", "Bo: hand 4", "table: 4MS", "Bo: trail 8MS CS"]);
    is_foul("blulu", None, &["Ada: hand 2", "Bo: hand 4", "table: 4MS; turn Ada", "Bo: trail 8MS CS"], "BL-1.4");
}

#[test]
fn all_that_is_captured_is_told_and_why_there_is_no_bonus() {
    let does = |texts: &[&str]| {
        let judged = judged("blulu", None, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
        judged.consequences.into_iter().map(|does| does.text).collect::<Vec<_>>()
    };
    let capture = "Ada: capture 4 with 7SK 3MW";
    let takes = "Ada takes 4MS 4WL from the table: 4 cards captured";
    let stand = |suits| format!("no bonus: no suit is on all of them, and {suits} come more than once");
    assert_eq!(does(&["Ada:", "Bo:", "table: 4MS 4WL CM", capture]), [takes, &stand("Moons, Suns and Waves")]);
    let flush = does(&["Ada:", "Bo:", "table: 9LK", "Ada: capture 9 with 7SK 2MK"]);
    assert_eq!(flush[1..], ["a flush! 2MK 7SK 9LK all have Knots; 2 points for Ada"]);
    let few = does(&["Ada:", "Bo:", "table: 9WY", "Ada: capture 9 with AM CS"]);
    assert_eq!(few[1], "no bonus: no suit is on all of them, and Leaves and Knots are missing");
}

#[test]
fn what_would_change_the_verdict_is_told() {
    let two = |line| ["Ada:", "Bo:", line];
    is_unless("emu-ranchers", &two("Bo: grow 1 7SK"), "Bo's bird 1 is AM", Some("ER-3.3"));
    is_unless("emu-ranchers", &two("Bo: grow 1 7SK"), "Bo has no bird", Some("TB-4"));
    is_unless("emu-ranchers", &two("Bo: hatch 7SK; take 9LK"), "9LK lies under another card", Some("ER-4.3"));
    let three = |line| ["k:", "r:", "l:", line];
    is_unless("emus-redux", &three("k: discard 9LK; take PWLY"), "k has taken 2 market cards", Some("RX-4.5"));
    is_unless("emus-redux", &three("k: discard 9LK; take PWLY"), "there are two discard piles", Some("RX-4.1"));
    is_unless("emus-redux", &three("k: excuse 1"), "k's bird 1 covers its upkeep", Some("RX-5.4"));
    let told = |texts: &[&str]| {
        let judged = judged("emus-redux", None, texts).expect("a verdict");
        judged.shown_values().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        told(&three("k: discard 9LK; take PWLY")),
        [
            "Unless k has taken 2 market cards: then it is illegal (RX-4.5)",
            "Unless there are two discard piles: then it is illegal (RX-4.1)"
        ]
    );
    // Nor whose turn it was, nor that all was over.
    assert_eq!(told(&three("k: hatch 7SK")), [""; 0]);
    let stated = ["k: 7SK; taken 2", "r:", "l:", "table: market pmsl pwly; discards 9MS", "k: grow 1 8YK; take PMSL"];
    assert_eq!(told(&stated), [""; 0]);
}

#[test]
fn what_would_change_the_verdict_in_blulu_is_told() {
    let two = |line| ["Ada:", "Bo:", line];
    is_unless("blulu", &two("Bo: trail 7SK 9LK"), "a 2 lies on the table", Some("BL-2.7"));
    is_unless("blulu", &two("Bo: capture 4 with 7SK 3MW"), "no 4 lies on the table", Some("TB-4"));
    let other = "Bo has another card that captures with one of these, as 4YK";
    is_unless("blulu", &["Ada:", "Bo:", "table: 4MS", "Bo: trail 8MS CS"], other, Some("BL-2.7"));
    let told = |rules: &[(&str, &str)], texts: &[&str]| {
        let rules = rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        let judged = Games::default().judge("blulu", &Dispute { new: NewGame { rules, ..NewGame::default() }, texts });
        let judged = judged.unwrap_or_else(|refusal| panic!("{refusal}"));
        judged.shown_values().map(ToString::to_string).collect::<Vec<_>>()
    };
    let all = [("arithmetic", "sum-and-difference")];
    let left_out = ["Unless a Crown lies on the table: then it is illegal (BL-2.4)"];
    assert_eq!(told(&all, &two("Bo: capture 4 with 7SK 3MW")), left_out);
    // The hand has no other card, or what else it has isn't asked.
    let last = ["Ada:", "Bo: hand 2", "table: 4MS", "Bo: trail 8MS CS"];
    assert_eq!(told(&[], &last), [""; 0]);
    assert_eq!(told(&[("must_capture", "pair")], &["Ada:", "Bo:", "table: 4MS", "Bo: trail 8MS CS"]), [""; 0]);
    assert_eq!(told(&[], &["Ada:", "Bo:", "table: 4MS", "Bo: shows 2MK 6LK", "Bo: trail AM 9LK"]), [""; 0]);
    let later = ["Ada:", "Bo:", "table: 4MS", "Ada: trail 7SK 8WL", "Bo: trail AM 2WL"];
    assert_eq!(
        told(&[], &later),
        ["Unless Bo has another card that captures with one of these, as 2MK: then it is illegal (BL-2.7)"]
    );
    // Nor whose turn it was, nor how many cards a foul has left.
    assert_eq!(told(&[], &["Ada:", "Bo:", "table: 4MS", "Bo: capture 4 with 7SK 3MW"]), [""; 0]);
}

#[test]
fn players_whom_nobody_named_are_added() {
    let judged = |texts: &[&str]| judged("emu-ranchers", None, texts).unwrap_or_else(|refusal| panic!("{refusal}"));
    let told = |texts: &[&str]| (judged(texts).verdicts[0].1.clause.clone(), judged(texts).assumed);
    let of_two = |names: &str| vec![format!("Taken for a game of two: {names}")];
    assert_eq!(told(&["Ada: 9MS 8MS", "Ada: grow 1 CM"]), (Some("ER-3.4".to_owned()), of_two("Ada and another")));
    assert_eq!(told(&["Ada: 9MS 8MS", "Bo: hatch CM"]), (None, of_two("Ada and Bo")));
    assert_eq!(told(&["b: h 7s"]), (None, of_two("b and another")));
    let eggs = |texts: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
        let judged = Games::default().judge("eggs-and-empires", &Dispute { new: NewGame::default(), texts });
        judged.unwrap_or_else(|refusal| panic!("{refusal}")).assumed
    };
    assert_eq!(eggs(&["Ada: play 8"]), ["Taken for a game of three: Ada and two others"]);
    // Also whom a step names.
    assert_eq!(eggs(&["Ada: give 13 to Bo"]), ["Taken for a game of three: Ada, Bo and a third"]);
    assert_eq!(eggs(&["Ada: take down Bo"]), ["Taken for a game of three: Ada, Bo and a third"]);
    assert_eq!(eggs(&["Ada: discard 5 from Cy"]), ["Taken for a game of three: Ada, Cy and a third"]);
    assert_eq!(eggs(&["Ada: give down to Bo"]), ["Taken for a game of three: Ada, Bo and a third"]);
    assert_eq!(eggs(&["Ada: play 8 9"]), of_two("Ada and another"));
    assert_eq!(eggs(&["Ada:", "Bo:", "Ada: play 8"]), [""; 0]);
    assert_eq!(eggs(&["Ada: 13", "Bo: give 5 to Ada"]), ["Taken for a game of three: Ada, Bo and a third"]);
    assert_eq!(told(&["hatch 7SK"]), (None, of_two("somebody and another")));
    assert_eq!(told(&["Ada:", "Bo:", "b: h 7s"]), (None, Vec::new()));
    assert_eq!(told(&["Ada:", "Bo: shows 7SK", "table: turn Ada", "b: h 7s"]), (Some("ER-1.2".to_owned()), Vec::new()));
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
            is_legal("blulu", None, &["Ada:", "Bo:", &line]);
        }
    }
    // A table that is said to lie so has no other card.
    assert!(matches!(judged("blulu", None, &["Ada:", "Bo:", "table: 9LK", "Ada: c 7SK 3MW"]), Err(Refusal::Unparsed { .. })));
}

#[test]
fn a_card_that_was_only_assumed_is_not_told() {
    let told = is_legal("eggs", None, &["Nora: take -6"]);
    assert!(!told.contains("Bard"), "{told}");
    let played = is_legal("eggs", None, &["Nora: play 5", "Nora: take 8"]);
    assert_eq!(played, "takes the 8 with the Merchant (5)");
}

#[test]
fn of_a_foul_it_is_not_told_with_what_the_turn_is_over_or_an_earlier_step_illegal() {
    let told = |game: &str, texts: &[&str]| judged(game, None, texts).expect("a verdict").shown_values().count();
    assert_eq!(told("emu-ranchers", &["Ada:", "Bo:", "Ada: grow 1 7SK; grow 1 8YK; draw"]), 0);
    let table = "table: perches BL6 | GR4; display SP1 SP2 SP3";
    assert_eq!(told("piepmatz", &["Ada:", "Bo:", table, "Ada: play CH2 at 1; draw SP1; draw SP2"]), 0);
}
