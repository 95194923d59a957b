//! RX-6.7: Excuses at the year's end, against every way to use them.

use crate::judged;

/// The birds of Ada, and what they come to with so many Excuses.
fn with_excuses(birds: &[&str], excuses: usize) -> i32 {
    let ada = format!("Ada: {}; {}", birds.join(" | "), ["EX"; 2][..excuses].join(" "));
    let sheet = judged::counted("emus-redux", &[], &[&ada, "Bo:", "Cy:"]).unwrap_or_else(|verdict| panic!("{}", verdict.message));
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
