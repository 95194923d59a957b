//! What longer reports say: the sheet of a round, what an amendment breaks, a table rule.

use super::{ENTER, ESC, NEW, sit_down, sized};

#[test]
fn the_score_sheet_of_a_round_stands_before_the_next_begins() {
    let cards = ["AM", "AS", "AW", "AL", "AY", "AK", "CM", "CS", "CW", "CL", "CY", "CK", "2MK", "2SY", "2WL", "3MW"];
    let turns: Vec<String> = cards
        .iter()
        .zip(["Ada", "Bo"].iter().cycle())
        .map(|(card, name)| format!("  \"{name}: hatch {card}; draw\",\n"))
        .collect();
    let log = NEW.replace("moves = [\n", &format!("moves = [\n{}", turns.concat()));
    let mut table = sized((20, 80), &log, "Ada: hatch, grow or discard> ");
    let t = &mut table.terminal;
    let parts = ["AM | AW | AY | CM | CW | CY | 2MK | 2WL", "AS | AL | AK | CS | CL | CK | 2SY | 3MW"];
    t.enter("tally").see("Ada, year 1: ").enter(parts[0]).see("Bo, year 1: ").enter(parts[1]);
    t.see("counted on the table")
        .see("That was year 1")
        .see("In the next, Bo takes the first turn")
        .see("bird 1")
        .see("bird 8")
        .see("Bo: hatch, grow or discard> ");
}

#[test]
fn what_an_amendment_breaks_is_read_before_it_is_asked() {
    let cards = ["9LK", "8YK", "5YK", "4YK"].iter().zip(["9MS", "8MS", "6MW", "4MS"]);
    let turn = |(card, other)| format!("  \"Ada: grow 1 {card}; draw\",\n  \"Bo: discard {other}; draw\",\n");
    let turns = cards.map(turn).collect::<Vec<_>>().concat();
    let begun = "  \"Ada: hatch 7SK; draw\",\n  \"Bo: hatch AW; draw\",\n";
    let log = NEW.replace("moves = [\n", &format!("moves = [\n{begun}{turns}"));
    let mut table = sized((12, 60), &log, "> ");
    let t = &mut table.terminal;
    t.enter("amend 1.1 Ada: hatch AM; draw")
        .see("After this, later lines break a rule")
        .see("with it> ")
        .keys(ENTER)
        .see("reason> ")
        .keys(ESC)
        .see("othing was changed.")
        .see("> ");
    assert_eq!(table.lines().len(), 10);
}

#[test]
fn a_table_rule_alone_is_explained() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("rule upkeep").see("upkeep (ER-").see("must cover").see("now 18; it can be a whole number from 1 to 44");
    t.see("`rule upkeep=VALUE` changes it").see("discard> ");
    t.enter("rule upkepe").see("has no table rule `upkepe`; did you mean `upkeep`?").see("discard> ");
    t.enter("rule zzz=3").see("has no table rule `zzz`; expected years or upkeep").see("discard> ");
    for (typed, value) in [("rule upkeep=20", 20), ("rule upkeep = 19", 19), ("rule upkeep=18", 18)] {
        t.enter(typed).see(&format!("upkeep = {value}, for the whole game")).see("discard> ");
    }
    t.enter("rule upkeep=99").see("`upkeep` can't be `99`").see("from 1 to 44").see("discard> ");
    t.enter("rule").see("`rule KEY` tells").see("upkeep=18").see("discard> ");
}
