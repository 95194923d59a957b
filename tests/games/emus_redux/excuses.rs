//! RX-5.4 and RX-6.7: Excuses at the year's end, spent or kept.

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
    assert_eq!((item(&table, 0, 0).points.exactly(), item(&table, 0, 1).points.exactly()), (Some(-11), Some(0)));
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
fn rx_5_4_only_a_bird_that_would_lose_money() {
    let table = laying().records(&["Ada: lay 1 8MS; lay 1 9MS"]);
    let why = "bird 1 has a total of 24, which covers the upkeep of 18";
    table.forbids("Ada: excuse 1", "RX-5.4", why).allows("Ada: excuse 2");
    let lines = BIRDS;
    let dear = ended_under("upkeep = 25", &lines, KEPT).records(&["Ada: lay 1 8MS; lay 1 9MS"]);
    dear.allows("Ada: excuse 1");
    let cheap = ended_under("upkeep = 7", &lines, KEPT);
    cheap.forbids("Ada: excuse 1", "RX-5.4", "covers the upkeep of 7").allows("Bo: excuse 1");
}

#[test]
fn rx_5_4_after_laying_and_before_done() {
    let table = laying().records(&["Ada: lay 1 8MS; excuse 2"]);
    table.forbids("Ada: lay 1 9MS", "RX-5.4", "Ada has spent an Excuse, and lays no more after it").allows("Ada: done");
    assert_eq!(table.open(), ["Ada: excuse done", "Bo: lay excuse done", "Cy: lay excuse done"]);
    table.records(&["Ada: done"]).forbids("Ada: excuse 1", "RX-5.3", "Ada was done already");
    let mut year = crate::emus_redux::table::year("", &BIRDS, KEPT);
    let last = year.pop().expect("a year has turns");
    let turn = last.split(':').next().expect("a name").to_owned();
    crate::emus_redux::table::after(&year).forbids(&format!("{turn}: excuse 1"), "RX-2.1", "has to hatch");
}

#[test]
fn rx_5_4_not_twice_on_the_same_bird() {
    let table = laying().records(&["Ada: excuse 2"]);
    table.excludes("Ada: excuse 2", "TB-4", "Ada's bird 2 was discarded with an Excuse");
    table.excludes("Ada: excuse 3", "TB-4", "Ada's birds are 1 to 2; there is no bird 3");
}

#[test]
fn rx_5_4_it_needs_an_excuse_in_hand() {
    let discarded = ["Ada: discard EX; draw", "Bo: discard EX; draw", "Cy: hatch AW; draw"];
    let more = ["Ada: hatch 7SK; draw"];
    let table = ended(&[&discarded[..], &more].concat(), "");
    table.excludes("Ada: excuse 1", "TB-3", "EX is not in Ada's hand: its copies are in discard pile 1 and in discard pile 2");
}

#[test]
fn rx_5_4_the_upkeep_is_named_where_it_decides() {
    let lines = crate::emus_redux::table::year("", &BIRDS, KEPT);
    let more = ["Ada: lay 1 8MS; lay 1 9MS; excuse 1"].map(String::from);
    let table = Table::of(&crate::emus_redux::table::log_of(3, "", &[&lines[..], &more].concat()));
    assert_eq!((table.findings().len(), table.rule().as_deref()), (1, Some("upkeep = 18")));
    assert_eq!(item(&table, 0, 0).points.exactly(), Some(0), "let stand, the bird is discarded all the same");
}

#[test]
fn rx_6_7_known_excuses_are_used_on_the_birds_that_lose_most() {
    let table = laying().records(&["Ada: shows EX", "Ada: done", "Bo: done"]);
    assert_eq!(table.totals()[0], -27, "nothing is counted before the end");
    let table = table.records(&["Cy: done"]);
    assert_eq!((table.totals()[0], item(&table, 0, 1).points.exactly()), (-11, Some(0)), "2WL loses 16, 7SK loses 11");
    assert_eq!(item(&table, 0, 1).clause.to_string(), "RX-6.7");
    assert_eq!(table.sheet().notes, ["Ada's Excuse, best used, discards bird 2: 16 saved."]);
}

#[test]
fn rx_6_7_an_excuse_that_nobody_knows_of_is_not_used() {
    let table = laying().records(&["Ada: done", "Bo: done", "Cy: done"]);
    assert_eq!((table.totals(), table.sheet().notes), (vec![-27, -23, -9], Vec::<String>::new()));
}

#[test]
fn rx_6_7_deduced_excuses_count() {
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
    assert_eq!((over.totals()[0], over.sheet().notes[0].as_str()), (0, "Ada's Excuse, best used, discards bird 1: 11 saved."));
}

#[test]
fn rx_6_7_where_one_is_recorded_only_that_counts() {
    let table = laying().records(&["Ada: shows EX EX", "Ada: excuse 1; done", "Bo: done", "Cy: done"]);
    assert_eq!((table.totals()[0], item(&table, 0, 1).points.exactly()), (-16, Some(-16)));
    let notes = [
        "Ada's Excuse, as recorded, discards bird 1: 11 saved.",
        "Ada's unused Excuse would have discarded bird 2: 16 not saved.",
    ];
    assert_eq!(table.sheet().notes, notes);
    assert!(item(&table, 0, 1).why.ends_with("an unused Excuse would save 16"), "{}", item(&table, 0, 1).why);
}

#[test]
fn rx_6_7_an_excused_bird_was_hatched_and_did_not_lose_money() {
    // Equal totals: Ada hatched two birds, one of them excused, the others one each.
    let sheet = counted(&[], &["Ada: 9MS 8MS | AS; EX", "Bo: 9LK 8YK", "Cy: 2WL"]);
    assert_eq!((sheet.winners, sheet.players[0].total.exactly()), (vec!["Ada".to_owned()], Some(-1)));
    assert_eq!(sheet.tiebreak.as_deref(), Some("Ada and Bo are equal at -1; birds hatched: Ada 2 and Bo 1"));
    // As many hatched, all at -1: Ada's excused bird is none that lost money, so that Bo has more of those.
    let sheet = counted(&[], &["Ada: 9MS 8MS | AS; EX", "Bo: 8WL 7WY 2WL | 9LK 8YK", "Cy: 9MS 8MS 2SY | 9WY 8WL 4WL"]);
    assert_eq!(sheet.players.iter().map(|player| player.total.exactly()).collect::<Vec<_>>(), [Some(-1), Some(-2), Some(0)]);
}

/// The birds of Ada, and what they come to with so many Excuses.
fn with_excuses(birds: &[&str], excuses: usize) -> i32 {
    let ada = format!("Ada: {}; {}", birds.join(" | "), ["EX"; 2][..excuses].join(" "));
    let sheet = counted(&[], &[&ada, "Bo:", "Cy:"]);
    sheet.players[0].total.exactly().expect("nothing is hidden")
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
