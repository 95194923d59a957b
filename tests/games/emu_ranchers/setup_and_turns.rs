//! ER-1 and ER-2: setup, turns, the end of a year.

use crate::emu_ranchers::table::{after, done_year, ended, log_of, log_of_years, top_discard, year};
use crate::judged::Table;
use fowlplay::{log::Log, referee};

#[test]
fn er_1_1_no_more_and_no_less_than_two_play() {
    for players in ["\"Ada\"", "\"Ada\", \"Bo\", \"Cy\""] {
        let text = format!("fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [{players}]\n");
        let Err(error) = referee::open(Log::parse(text).expect("a log")) else { panic!("{players} can play") };
        assert!(error.to_string().contains("ER-1.1"), "{error}");
    }
}

#[test]
fn er_1_1_six_cards_each_are_dealt_and_24_are_left() {
    let table = after(&[""; 0]);
    let state = table.state();
    assert_eq!(state["draw_pile"], 24);
    assert_eq!(state["discard_pile"], serde_json::json!([]));
    for player in [0, 1] {
        assert_eq!(state["players"][player]["hand"], serde_json::json!({"count": 6, "known": [], "unseen": 6}));
    }
    table.allows("Bo: shows AM AS AW AL AY AK").excludes(
        "Bo: shows AM AS AW AL AY AK 2MK",
        "TB-3",
        "Bo's hand holds only 6 cards",
    );
}

#[test]
fn er_1_1_the_deck_is_the_basic_one() {
    after(&[""; 0])
        .excludes("Ada: hatch EX", "TB-3", "EX is not in the basic Decktet")
        .excludes("Ada: discard PMSL", "TB-3", "PMSL is not in the basic Decktet")
        .allows("Ada: hatch CK");
}

#[test]
fn er_1_2_who_is_first_takes_the_first_turn() {
    after(&[""; 0]).allows("Ada: hatch 7SK").forbids("Bo: hatch 7SK", "ER-1.2", "it is Ada's turn");
    let bo_first = Table::of(&log_of_years("", &[("Bo", &[])]));
    bo_first.allows("Bo: hatch 7SK").forbids("Ada: hatch 7SK", "ER-1.2", "it is Bo's turn");
}

#[test]
fn er_1_2_turns_alternate() {
    let table = after(&["Ada: hatch 7SK; draw"]);
    table.allows("Bo: discard 8MS").forbids("Ada: discard 8MS", "ER-1.2", "it is Bo's turn");
    table.records(&["Bo: discard 8MS; draw"]).allows("Ada: discard 9MS").forbids("Bo: hatch 9MS", "ER-1.2", "it is Ada's turn");
}

#[test]
fn er_1_2_an_act_out_of_turn_is_done_and_the_other_player_is_next() {
    let table = Table::of(&log_of(&["Bo: hatch 7SK; draw"]));
    assert_eq!(table.findings(), ["1.1 step 1 illegal ER-1.2"], "the draw belongs to it");
    table.allows("Ada: hatch 8MS").excludes("Ada: hatch 7SK", "TB-3", "it is in Bo's bird 1");
}

#[test]
fn er_1_3_the_same_player_is_not_first_again() {
    let year = done_year("Ada", &[]);
    let table = Table::of(&log_of_years("", &[("Ada", &year), ("Ada", &[])]));
    assert_eq!(table.findings(), ["2.0 step 0 illegal ER-1.3"]);
    assert_eq!(table.says(), "Ada went first last year too; this year it is Bo");
    table.allows("Ada: hatch 7SK").forbids("Bo: hatch 7SK", "ER-1.2", "it is Ada's turn");
}

#[test]
fn er_1_3_who_went_second_goes_first() {
    let (ada, bo) = (done_year("Ada", &[]), done_year("Bo", &[]));
    let table = Table::of(&log_of_years("years = 3", &[("Ada", &ada), ("Bo", &bo), ("Ada", &[])]));
    assert_eq!(table.findings(), [""; 0], "and the one before that in the third");
    assert_eq!(after(&ada).records(&["Bo: hatch 7SK"]).open(), ["Bo: draw take"], "Bo's turn begins the second year");
}

#[test]
fn er_1_3_counts_from_the_year_as_it_was_written() {
    let year = done_year("Ada", &[]);
    let table = Table::of(&log_of_years("years = 3", &[("Ada", &year), ("Ada", &year), ("Bo", &[])]));
    assert_eq!(table.findings(), ["2.0 step 0 illegal ER-1.3"]);
}

#[test]
fn er_2_1_the_draw_is_not_left_out() {
    let table = Table::of(&log_of(&["Ada: hatch 7SK", "Bo: hatch 8MS; draw", "Ada: draw"]));
    assert_eq!(table.findings(), ["1.2 step 1 illegal ER-2.1", "1.3 step 1 illegal ER-2.1"]);
    assert_eq!(table.says(), "Ada has not drawn a card yet", "it is found where the next turn comes too early");
}

#[test]
fn er_2_1_a_forced_draw_is_written_too() {
    after(&["Ada: discard 7SK"]).forbids("Bo: hatch 8MS", "ER-2.1", "Ada has not drawn").allows("Ada: draw");
}

#[test]
fn er_2_1_the_action_is_not_left_out() {
    let table = after(&["Ada: discard 9MS; draw"]);
    table
        .forbids("Bo: draw", "ER-2.1", "Bo has to hatch, grow or discard first")
        .forbids("Bo: take 9MS", "ER-2.1", "Bo has to hatch, grow or discard first")
        .allows("Bo: hatch 7SK; draw");
}

#[test]
fn er_2_1_nothing_is_done_twice() {
    let table = after(&["Ada: hatch 7SK"]);
    let second_of = |first: &str, why: &str| {
        for second in ["Ada: hatch 8MS", "Ada: grow 1 8MS", "Ada: discard 8MS"] {
            after(&["Ada: hatch 7SK; draw", "Bo: hatch CK; draw", first]).forbids(second, "ER-2.1", why);
        }
    };
    second_of("Ada: hatch 7ML", "Ada has hatched 7ML already; a turn has one action, and the draw is due");
    second_of("Ada: grow 1 9LK", "Ada has grown bird 1 with 9LK already");
    second_of("Ada: discard 2SY", "Ada has discarded 2SY already");
    table.forbids("Bo: hatch 8MS", "ER-2.1", "Ada has not drawn a card yet");
    table.records(&["Ada: draw"]).forbids("Ada: draw", "ER-2.1", "the turn ended with its one draw; it is Bo's turn");
}

#[test]
fn er_2_1_only_who_just_drew_draws_twice() {
    let lines = ["Ada: hatch 7SK; draw", "Bo: draw", "Bo: draw"];
    let found = ["1.2 step 1 illegal ER-2.1", "1.3 step 1 illegal ER-2.1"];
    assert_eq!(Table::of(&log_of(&lines)).findings(), found, "Bo left out the action, then drew again in Ada's turn");
    let lines = ["Ada: hatch 7SK; draw", "Bo: done", "Ada: hatch 8MS; done", "Ada: draw"];
    let found = ["1.2 step 1 illegal ER-5.1", "1.3 step 2 illegal ER-5.1", "1.4 step 1 illegal ER-1.2"];
    assert_eq!(Table::of(&log_of(&lines)).findings(), found, "Ada has not drawn in that turn");
}

#[test]
fn er_2_1_a_turn_is_one_action_and_one_draw() {
    let grown = after(&["Ada: hatch 7SK; draw", "Bo: discard 8MS; draw", "Ada: grow 1 9LK; take 8MS"]);
    assert_eq!(grown.open(), ["Bo: hatch grow discard"]);
    assert_eq!(after(&["Ada: hatch 7SK", "Ada: draw"]).open(), ["Bo: hatch grow discard"], "on one line or on two");
}

#[test]
fn er_2_1_laying_down_is_no_turn() {
    let table = after(&["Ada: hatch 7SK; draw", "Bo: hatch 8MS; draw"]);
    let why = "the year is not over: it ends with the last card of the draw pile, which has 22 cards";
    table.forbids("Ada: lay 1 9LK", "ER-5.1", why).forbids("Ada: done", "ER-5.1", why);
    table.records(&["Ada: discard 2SY"]).forbids("Ada: lay 1 9LK", "ER-5.1", why).allows("Ada: draw");
    table.forbids("Bo: done", "ER-1.2", "it is Ada's turn").allows("Ada: grow 1 9LK");
}

#[test]
fn er_2_2_the_last_draw_ends_the_year_at_once() {
    let year = year("Ada", &["Ada: hatch 7SK; draw", "Bo: hatch 9MS; draw"], "9LK 8MS");
    let (last, before) = year.split_last().expect("a year has turns");
    let table = after(before);
    assert_eq!((table.state()["draw_pile"].as_i64(), table.open()), (Some(1), vec!["Bo: hatch grow discard".to_owned()]));
    let told = table.tells(&[last]);
    assert!(told[0].starts_with("ER-2.2: that was the last card of the draw pile"), "{told:?}");
    let table = table.records(&[last]);
    assert_eq!(table.open(), ["Ada: lay done", "Bo: lay done"]);
    let why = "the last card of the draw pile was drawn; the cards left in hand are discarded with `done` now";
    table.forbids("Bo: discard 9LK", "ER-2.2", why).allows("Ada: lay 1 9LK");
}

#[test]
fn er_2_2_growing_after_the_year_is_recorded_as_laying() {
    let table = ended(&["Ada: hatch 7SK; draw"], "9LK 8MS 2WL");
    assert_eq!((table.writes("Ada: grow 1 9LK"), table.writes("Ada: g1 8m")), ("lay 1 9LK".into(), "lay 1 8MS".into()));
    table.forbids("Ada: grow 1 2WL", "ER-3.3", "2WL has none of its suits").forbids(
        "Bo: done; grow 1 2WL",
        "ER-5.3",
        "has already said done",
    );
    let mut lines = year("Ada", &["Ada: hatch 7SK; draw"], "9LK 8MS");
    lines.push("Ada: grow 1 9LK".to_owned());
    let written = Table::of(&log_of(&lines));
    assert_eq!(written.findings(), ["1.25 step 1 illegal ER-2.2"], "a log is taken at its word");
    let why = "the year has ended: the last card of the draw pile was drawn; a card goes on a bird with `lay 1 9LK` now";
    assert_eq!(written.says(), why);
    let stands = table.records(&["Ada: grow 1 9LK ! agreed"]);
    assert_eq!(stands.findings(), ["1.25 step 1 overruled ER-2.2"], "and so is a table that lets it stand");
}

#[test]
fn er_2_2_a_card_from_the_discard_pile_does_not_end_it() {
    let mut year = year("Ada", &["Ada: hatch 7SK; draw", "Bo: hatch 9MS; draw"], "AM 8MS");
    year.pop();
    let table = after(&year);
    let top = top_discard(&table);
    let table = table.records(&[&format!("Bo: hatch AM; take {top}")]);
    assert_eq!((table.state()["draw_pile"].as_i64(), table.open()), (Some(1), vec!["Ada: hatch grow discard".to_owned()]));
}

#[test]
fn er_2_2_a_turn_after_the_year_is_done_as_written() {
    let table = ended(&["Ada: hatch 7SK; draw"], "9LK 8MS");
    let mut lines = year("Ada", &["Ada: hatch 7SK; draw"], "9LK 8MS");
    lines.extend(["Ada: grow 1 9LK", "Bo: discard 8MS", "Ada: done", "Bo: done"].map(String::from));
    let after_it = Table::of(&log_of(&lines));
    assert_eq!(after_it.findings(), ["1.25 step 1 illegal ER-2.2", "1.26 step 1 illegal ER-2.2"]);
    assert_eq!((table.totals()[0], after_it.totals()[0]), (7 - 18, 7 + 9 - 18), "the card lies on the bird");
}
