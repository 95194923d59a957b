//! RX-3.6, RX-5.4 and RX-6.7: Excuses in hand, and at the year's end, spent or kept.

use crate::{
    emus_redux::table::{counted, ended, ended_under},
    judged::Table,
};
use fowlplay::table::Item;

const BIRDS: [&str; 3] = ["Ada: hatch 7SK; draw", "Bo: hatch AW; draw", "Cy: hatch 9WY; draw"];
const KEPT: &str = "8MS 9MS 3SK 2SY CS";

/// The year has ended; Ada has 7SK and 2WL, Bo has AW, Cy has 9WY.
fn laying() -> Table {
    let more = ["Ada: hatch 2WL; draw"];
    ended(&[&BIRDS[..], &more].concat(), KEPT)
}

fn item(table: &Table, player: usize, bird: usize) -> Item {
    table.sheet().players[player].rounds[0].items[bird].clone()
}

#[test]
fn rx_5_4_an_excuse_discards_a_losing_bird() {
    let table = laying().records(&["Ada: excuse 2"]);
    assert_eq!((item(&table, 0, 0).points.if_exact(), item(&table, 0, 1).points.if_exact()), (Some(-11), Some(0)));
    assert_eq!(item(&table, 0, 1).clause.to_string(), "RX-5.4");
    assert!(table.zones().contains("2 | 2WL | discarded with an Excuse"), "{}", table.zones());
    table.excludes("Bo: shows EX EX", "TB-3", "EX is named twice");
    table.allows("Ada: excuse 1").allows("Bo: excuse 1").records(&["Ada: excuse 1"]).excludes(
        "Bo: excuse 1",
        "TB-3",
        "spent by Ada",
    );
}

#[test]
fn rx_5_4_the_upkeep_is_named_where_it_decides() {
    let lines = crate::emus_redux::table::year("", &BIRDS, KEPT);
    let more = ["Ada: lay 1 8MS; lay 1 9MS; excuse 1"].map(String::from);
    let table = Table::of(&crate::emus_redux::table::log_of(3, "", &[&lines[..], &more].concat()));
    assert_eq!((table.findings().len(), table.rule().as_deref()), (1, Some("upkeep = 18; under 25 it would be legal")));
    assert_eq!(item(&table, 0, 0).points.if_exact(), Some(0), "let stand, the bird is discarded all the same");
    let over = laying().records(&["Ada: lay 1 8MS; lay 1 9MS; lay 1 CS", "Ada: excuse 1 ! so be it", "Ada: done", "Bo: done"]);
    let told = over.tells(&["Cy: done"]);
    let why = "RX-5.4: Ada's bird 1: discarded with an Excuse, which gives up 5 (7SK, 8MS and 9MS pay";
    assert!(told[0].starts_with(why), "{told:?}");
    assert_eq!(over.records(&["Cy: done"]).sheet().notes, ["Ada's Excuse, spent on bird 1, gives up 5."]);
}

#[test]
fn rx_6_7_known_excuses_are_used_on_the_birds_that_lose_most() {
    let table = laying().records(&["Ada: shows EX", "Ada: done", "Bo: done"]);
    assert_eq!(table.totals()[0], -27, "nothing is counted before the end");
    let table = table.records(&["Cy: done"]);
    assert_eq!((table.totals()[0], item(&table, 0, 1).points.if_exact()), (-11, Some(0)), "2WL loses 16, 7SK loses 11");
    assert_eq!(item(&table, 0, 1).clause.to_string(), "RX-6.7");
    assert_eq!(table.sheet().notes, ["Ada's Excuse, best used on bird 2, saves 16."]);
}

#[test]
fn rx_6_7_an_excuse_that_was_only_worked_out_is_not_used() {
    // Everything but 18 cards is discarded; what Bo and Cy show is not Ada's.
    let table = ended(&BIRDS, KEPT);
    let memory = table.memory();
    let hidden: Vec<&str> = memory.lines().last().and_then(|line| line.split(": ").nth(1)).expect("cards").split(' ').collect();
    let others: Vec<&str> = hidden.iter().copied().filter(|card| *card != "EX").collect();
    assert_eq!((hidden.len(), others.len()), (18, 16));
    let (bo, cy) = (others[..6].join(" "), others[6..12].join(" "));
    let table = table.records(&["Ada: done", &format!("Bo: shows {bo}"), "Bo: done"]);
    let told = table.tells(&[&format!("Cy: shows {cy}")]);
    assert!(told[0].starts_with("TB-6") && told[0].contains("Ada's hand is") && told[0].ends_with("EX and EX"), "{told:?}");
    let over = table.records(&[&format!("Cy: shows {cy}"), "Cy: done"]);
    let missed = "Ada's Excuse that nobody claimed would have saved 11 on bird 1.";
    assert_eq!((over.totals()[0], over.sheet().notes), (-11, vec![missed.to_owned()]));
}

#[test]
fn rx_6_7_those_that_were_seen_are_used_beside_those_that_were_spent() {
    let table = laying().records(&["Ada: shows EX EX", "Ada: excuse 1; done", "Bo: done", "Cy: done"]);
    assert_eq!((table.totals()[0], item(&table, 0, 1).clause.to_string()), (0, "RX-6.7".to_owned()));
    assert_eq!(table.sheet().notes, ["Ada's Excuse, spent on bird 1, saves 11.", "Ada's Excuse, best used on bird 2, saves 16."]);
    let one = laying().records(&["Ada: shows EX", "Ada: excuse 1; done", "Bo: done", "Cy: done"]);
    assert_eq!(one.totals()[0], -16, "the one that was seen was spent first");
}

#[test]
fn rx_6_7_an_excuse_that_is_shown_after_done_is_too_late() {
    let table = laying().records(&["Ada: shows EX", "Ada: done", "Ada: shows EX EX", "Bo: done", "Cy: done"]);
    assert_eq!((table.totals()[0], item(&table, 0, 0).points.if_exact()), (-11, Some(-11)), "the first is used on bird 2");
    let why = item(&table, 0, 0).why;
    assert!(why.ends_with("an Excuse that nobody claimed would save 11"), "{why}");
    let note = "Ada's Excuse that nobody claimed would have saved 11 on bird 1.";
    assert_eq!(table.sheet().notes[1], note);
}

#[test]
fn rx_6_7_under_claimed_only_what_is_spent_counts() {
    let claimed = "excuses = \"claimed\"";
    let lines = [&BIRDS[..], &["Ada: hatch 2WL; draw"]].concat();
    let laying = ended_under(claimed, &lines, KEPT);
    let table = laying.records(&["Ada: shows EX EX", "Ada: excuse 1; done", "Bo: done", "Cy: done"]);
    let notes = ["Ada's Excuse, spent on bird 1, saves 11.", "Ada's Excuse that nobody claimed would have saved 16 on bird 2."];
    assert_eq!((table.totals()[0], table.sheet().notes), (-16, notes.map(str::to_owned).to_vec()));
    assert!(table.quotes("RX-6.7").starts_with("Only an Excuse that its player spends"));
    let counted = counted(&[("excuses", "claimed")], &["Ada: 7SK | 2WL; EX", "Bo:", "Cy:"]);
    assert_eq!(counted.players[0].total.if_exact(), Some(-11), "those of a tally are claimed");
}

#[test]
fn rx_6_7_an_excused_bird_was_hatched_and_did_not_lose_money() {
    // Equal totals: Ada hatched two birds, one of them excused, the others one each.
    let sheet = counted(&[], &["Ada: 9MS 8MS | AS; EX", "Bo: 9LK 8YK", "Cy: 2WL"]);
    assert_eq!((sheet.winners, sheet.players[0].total.if_exact()), (vec!["Ada".to_owned()], Some(-1)));
    assert_eq!(sheet.tiebreak.as_deref(), Some("Ada and Bo are equal at -1; birds hatched: Ada 2 and Bo 1"));
    // As many hatched, all at -1: Ada's excused bird is none that lost money, so that Bo has more of those.
    let sheet = counted(&[], &["Ada: 9MS 8MS | AS; EX", "Bo: 8WL 7WY 2WL | 9LK 8YK", "Cy: 9MS 8MS 2SY | 9WY 8WL 4WL"]);
    assert_eq!(sheet.players.iter().map(|player| player.total.if_exact()).collect::<Vec<_>>(), [Some(-1), Some(-2), Some(0)]);
}

/// The birds of Ada, and what they come to with so many Excuses.
fn with_excuses(birds: &[&str], excuses: usize) -> i32 {
    let ada = format!("Ada: {}; {}", birds.join(" | "), ["EX"; 2][..excuses].join(" "));
    let sheet = counted(&[], &[&ada, "Bo:", "Cy:"]);
    sheet.players[0].total.if_exact().expect("nothing is hidden")
}

#[test]
fn rx_6_7_no_other_use_of_excuses_leaves_more() {
    // Every way of leaving out up to so many losing birds, against what the referee counts.
    let all = ["AW", "9MS 8MS", "2MK", "CS 9MS 8MS", "9LK 7SK 3SK", "AY CY", "5SW 3MW", "2SY 3LY"];
    for from in 0..all.len() {
        for count in 1..=all.len() - from {
            let birds = &all[from..from + count];
            let points: Vec<i32> = birds.iter().map(|bird| with_excuses(&[bird], 0)).collect();
            for excuses in 0..=2 {
                let ways = (0u32..1 << count).filter(|set| set.count_ones() as usize <= excuses);
                let allowed = ways.filter(|set| (0..count).all(|bird| set >> bird & 1 == 0 || points[bird] < 0));
                let scored = |set: u32| (0..count).filter(|bird| set >> bird & 1 == 0).map(|bird| points[bird]).sum::<i32>();
                assert_eq!(Some(with_excuses(birds, excuses)), allowed.map(scored).max(), "{birds:?} with {excuses}");
            }
        }
    }
}

/// The year of [`laying`], counted on the table.
fn counted_behind(lines: &[&str], texts: [&str; 3]) -> Table {
    let texts = texts.map(|text| format!("{text:?}")).join(", ");
    Table::of(&format!("{}\ntally = [{texts}]\n", laying().records(lines).text().trim_end()))
}

#[test]
fn rx_6_7_a_bird_that_is_gone_was_hatched_though_a_tally_leaves_it_out() {
    let birds = ["Ada: 7SK 9MS", "Bo: AW", "Cy: 9WY 7WY"];
    // Sixteen each; Ada hatched two birds, and one of them is gone.
    let table = counted_behind(&["Ada: excuse 2"], birds);
    assert_eq!((table.findings(), table.totals()[0], table.totals()[2]), (vec![], -2, -2));
    assert_eq!(table.winners(), ["Ada"], "{:?}", table.sheet().tiebreak);
    assert!(table.sheet().tiebreak.is_some_and(|told| told.contains("Ada 2 and Cy 1")));
}

#[test]
fn rx_5_4_an_excuse_that_was_spent_is_in_no_hand_that_is_counted() {
    let spent = ["Ada: excuse 2", "Bo: excuse 1"];
    let table = counted_behind(&spent, ["Ada: 7SK", "Bo:", "Cy: 9WY; EX"]);
    assert!(table.findings()[0].contains("impossible") && table.findings()[0].contains("TB-3"), "{:?}", table.findings());
    assert_eq!(counted_behind(&spent, ["Ada: 7SK", "Bo:", "Cy: 9WY"]).findings(), Vec::<String>::new());
    assert_eq!(counted_behind(&spent[..1], ["Ada: 7SK", "Bo: AW", "Cy: 9WY; EX"]).findings(), Vec::<String>::new());
}
