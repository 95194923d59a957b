//! Nothing scrolls away unread: what is longer than the window is shown page by page.

use super::{ENTER, ESC, NEW, lines, sit_down, sized};
use crate::terminal::Terminal;
use std::{
    thread,
    time::{Duration, Instant},
};

const MORE: &str = "Space goes on";

/// Everything that stood on screen, page by page, until it is asked again.
fn read(t: &mut Terminal, typed: &str, prompt: &str) -> String {
    t.see(prompt).enter(typed).see(typed);
    let mut read = String::new();
    let begun = Instant::now();
    loop {
        let heard = console::strip_ansi_codes(&String::from_utf8_lossy(&t.heard())).into_owned();
        let is_page = heard.contains(MORE);
        if is_page || heard.contains(prompt) {
            read += &t.shown();
            if !is_page {
                return read.split_whitespace().collect::<Vec<_>>().join(" ");
            }
            t.see(MORE).keys(" ");
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", t.shown());
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn long_lists_are_read_page_by_page() {
    let prompt = "Ada: hatch, grow or discard> ";
    for size in [(24, 80), (30, 44)] {
        let mut table = sized(size, NEW, "Each line is saved");
        let t = &mut table.terminal;
        for (typed, needed) in [
            ("help", &["A card is its rank", "hatch CARD", "How they are typed", "`help words`"][..]),
            ("help words", &["Words of the session", "takes back the latest", "forward [N]", "ends the session"]),
            ("? cards", &["hatch AM", "discard AM"]),
            ("rules", &["designed by", "ER-1.1", "TB-8", "Table rules"]),
            ("memory", &["Unaccounted for"]),
        ] {
            let read = read(t, typed, prompt);
            for part in needed {
                assert!(read.contains(part), "{typed} at {size:?}: {part} was never on screen:\n{read}");
            }
        }
    }
}

#[test]
fn whoever_has_read_enough_types_on() {
    let mut table = sized((10, 60), NEW, "Ada: hatch");
    let t = &mut table.terminal;
    t.enter("rules").see(MORE).keys(ESC).see("discard> ").enter("rules").see(MORE).keys("\x03").see("discard> ");
    // What is typed is the next line, and so is what is pasted.
    t.enter("rules").see(MORE).keys("h 7sk").see("> h 7sk").keys(ENTER).see("bird 1: 7SK").see("Ada [draw]> ");
    t.enter("rules").see(MORE).keys("\x1b[200~draw\n\x1b[201~").see("draws a card").see("Bo: hatch, grow or discard> ");
    // Enter goes on, and no further than to the end.
    t.enter("help")
        .see(MORE)
        .keys(ENTER)
        .see(MORE)
        .keys(ESC)
        .see("discard> ")
        .enter("rules")
        .see(MORE)
        .resize((40, 100))
        .keys(" ")
        .see(MORE)
        .keys(ESC);
    t.see("discard> ").enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    assert_eq!(table.lines(), ["Ada: hatch 7SK; draw"]);
}

#[test]
fn lines_typed_ahead_wait_for_no_page() {
    let mut table = sized((10, 60), NEW, "Ada: hatch");
    table.terminal.keys("rules\rnote one\rhelp\rnote two\r").see("note one").see("note two").see("discard> ");
    assert_eq!(lines(&table.log()), ["note one", "note two"]);
}

#[test]
fn the_score_sheet_of_a_round_is_read_before_the_next_begins() {
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
    t.see("counted on the table").see("Ada").see(MORE);
    assert!(t.shown().contains("counted on the table") && t.shown().contains("bird 1"), "{}", t.shown());
    t.keys(" ")
        .see("bird 8")
        .see("That was year 1")
        .see("In the next, Bo takes the first turn")
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
    t.enter("amend 1.1 Ada: hatch AM; draw").see("After this, later lines break a rule").see(MORE);
    assert!(t.shown().contains("After this, later lines break a rule"), "{}", t.shown());
    t.keys(" ").see(MORE).keys(" ").see("with it> ").keys(ENTER).see("reason> ").keys(ESC).see("othing was changed.").see("> ");
    assert_eq!(table.lines().len(), 10);
}

#[test]
fn a_table_rule_alone_is_explained() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("rule upkeep").see("upkeep (ER-").see("must cover").see("now 18; it can be a whole number from 1 to 44");
    t.see("`rule upkeep=VALUE` changes it").see("discard> ");
    t.enter("rule upkepe").see("has no table rule `upkepe`; did you mean `upkeep`?").see("discard> ");
    t.enter("rule zzz=3").see("has no table rule `zzz`.").see("The keys are years and upkeep.").see("discard> ");
    for (typed, value) in [("rule upkeep 20", 20), ("rule upkeep = 19", 19), ("rule upkeep=18", 18)] {
        t.enter(typed).see(&format!("upkeep = {value}, for the whole game")).see("discard> ");
    }
    t.enter("rule upkeep=99").see("no value of `upkeep`").see("from 1 to 44").see("discard> ");
    t.enter("rule").see("`rule KEY` tells").see("upkeep=18").see("discard> ");
}
