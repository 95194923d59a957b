//! ER-1 and ER-2: setup, turns, the end of a year.

use crate::emu_ranchers::table::{done_year, log_of_years};
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
fn er_1_3_counts_from_the_year_as_it_was_written() {
    let year = done_year("Ada", &[]);
    let table = Table::of(&log_of_years("years = 3", &[("Ada", &year), ("Ada", &year), ("Bo", &[])]));
    assert_eq!(table.findings(), ["2.0 step 0 illegal ER-1.3"]);
}
