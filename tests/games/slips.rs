//! Slips beside those of the games' files of cases.

use crate::judged::{Table, log};
use fowlplay::referee::{self, Refusal};

#[test]
fn what_the_table_lets_stand_is_the_whole_line_however_it_was_typed() {
    let turns = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    let table = Table::of(&log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &turns)]));
    let Refusal::Foul { line, .. } = table.refuses("g1 2wl . ") else { panic!("not of its suits") };
    assert_eq!(line, "g1 2wl .");
    let Refusal::Foul { line, .. } = table.refuses("g1 2wl; note Ada was tired; draw") else { panic!("not of its suits") };
    assert_eq!(line, "Ada: grow 1 2WL", "in a note there is no reason");
}

#[test]
fn a_reason_that_swallows_a_step_is_told_with_its_place_in_the_file() {
    let text = log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &["Ada: hatch 7SK ! agreed; draw"])]);
    let errors = referee::Games::default().read_errors(&text);
    let column = text.lines().find_map(|line| line.find("draw")).expect("it is there") + 1;
    assert_eq!((errors.len(), errors[0].column as usize), (1, column));
    assert!(errors[0].message.contains("`draw` stands in the reason, which ends the line"), "{}", errors[0].message);
}
