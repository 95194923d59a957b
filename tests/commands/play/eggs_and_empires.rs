//! A part of a game of Eggs and Empires at the terminal: eggs, cards all at once, a forced egg on Enter, a Scout's egg that is named
//! late, a Courier, a mistake, and the marker.

use super::{Table, lines};
use crate::terminal::Terminal;

const NEW: &str = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";

fn sit_down() -> Table {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("game.toml"), NEW).expect("a file");
    let mut terminal = Terminal::start(directory.path(), &["play", "game.toml"]);
    terminal.see("2 to be revealed").see("Ada, Bo and Cy may draw a new starting hand. reveal> ");
    Table { directory, terminal }
}

#[test]
fn two_turns_of_eggs_and_empires() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("bo: m").see("draws a new one").see("> ").enter("13 -6").see("on offer: 13 and -6").see("play> ");
    t.enter("10 9").see("this is for 2 players, and 3 have yet to play").see("play> ");
    t.enter("10 10 2").see("order of collecting: Ada 10, Bo 10, Cy 2 (EE-3.1)").see("Ada: take> ");
    t.enter("why")
        .see("the highest that collects")
        .see("equal cards go clockwise from Ada, who holds the marker")
        .see("Ada: take> ");
    t.enter("bo: 13").see("illegal: Bo: take 13").see("being nearer to the marker").see("EE-3.1").see("Ada: take> ");
    t.enter("?").see("take: 13 or -6, with Ada's Hero (10)").see("> ");
    t.enter("13").see("takes the 13 with the Hero (10)").see("Bo [take -6]> ");
    t.enter("").see("face down: Cy's Scout's").see("Cy's Scout looks at an egg").see("the marker passes to Bo").see("reveal> ");
    t.enter("5 3").see("play> ").enter("1 4 6").see("order of collecting: Cy 6, Bo 4, Ada 1").see("Cy: take> ");
    t.enter("3").see("Bo: take> ").enter("down cy").see("face down").see("Ada [take 5]> ");
    t.enter("").see("Cy's Priest (6) may discard").see("Bo's Courier (4) may give").see("> ");
    t.enter("bo: g down a").see("> ").enter("ada: opens cy = -8").see("the egg that Cy's Scout laid is -8").see("> ");
    t.enter("undo").see("taken back: 1.16").see("> ").enter("redo").see("brought back").see("> ");
    t.enter("cy: d 3").see("reveal> ").enter("memory").see("-8").see("reveal> ");
    t.enter("bo: d 5").see("Bo played no Priest").see("EE-4.4").see("overrule REASON").see("reveal> ");
    t.enter("quit").see("All is saved");
    assert_eq!(t.exit(), 0);
    assert_eq!(
        lines(&table.log()),
        [
            "Bo: mulligan",
            "reveal 13 -6",
            "Ada: play 10",
            "Bo: play 10",
            "Cy: play 2",
            "Ada: take 13",
            "Bo: take -6",
            "reveal 5 3",
            "Ada: play 1",
            "Bo: play 4",
            "Cy: play 6",
            "Cy: take 3",
            "Bo: take down Cy",
            "Ada: take 5",
            "Bo: give down to Ada",
            "Ada: opens Cy = -8",
            "Cy: discard 3",
        ]
    );
}
