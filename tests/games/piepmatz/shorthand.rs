//! Short forms.

use crate::piepmatz::table::{after, bare, legal, two};

#[test]
fn the_table_is_laid_out_with_cards_alone() {
    let table = legal(&bare::<&str>(3, "", &[]));
    assert_eq!(table.writes("bl3 ch6; ye5 sp1 bu2; 1 2 3 1"), "perches BL3 CH6; display SP1 BU2 YE5; seeds 1 2 3 1");
    assert_eq!(table.writes("1 2 3 1; ye5 sp1 bu2; bl3 ch6"), "seeds 1 2 3 1; display SP1 BU2 YE5; perches BL3 CH6");
    let four = legal(&bare::<&str>(4, "", &[]));
    assert_eq!(four.asks("bl3 ch6 sp1"), ["perches BL3 CH6 SP1", "display BL3 SP1 CH6"], "three birds with three perches");
    assert_eq!(four.writes("display ye5 sp1 bu2; bl3 ch6 sp1"), "display SP1 BU2 YE5; perches BL3 CH6 SP1");
    assert!(table.misreads("bl7 ch6").contains("`bl7` is no bird"));
}

#[test]
fn a_bird_and_a_perch_are_a_play() {
    let table = after::<&str>(&[]);
    for line in
        ["gr1 2", "p gr1 2", "P GR1 at 2", "gr1 at 2", "a: gr1 2", "greenfinch 1 2", "play gr1 2", "play greenfinch 1 at 2"]
    {
        assert_eq!(table.writes(line), "play GR1 at 2", "{line}");
    }
    assert_eq!(table.asks("gr1"), ["play GR1 at 1", "play GR1 at 2"]);
    assert_eq!(table.asks("p gr1"), ["play GR1 at 1", "play GR1 at 2"]);
}

#[test]
fn a_turn_in_one_line() {
    let table = after::<&str>(&[]);
    assert_eq!(table.writes("gr3 2; k sp1 . ."), "play GR3 at 2; keep SP1; draw; draw");
    assert_eq!(table.writes("gr6 1; 1 ."), "play GR6 at 1; refill 1; draw");
    assert_eq!(table.writes("gr6 1; crow 1 . sp1; bl1"), "play GR6 at 1; refill crow 1; draw SP1; display BL1");
    assert_eq!(table.writes("gr6 1; r squirrel 1 ."), "play GR6 at 1; refill squirrel 1; draw");
}

#[test]
fn where_one_thing_is_open_its_arguments_suffice() {
    let feeder = after(&["Ada: play GR3 at 1; draw", "Bo: play GR5 at 1"]);
    assert_eq!(feeder.writes("2"), "feeder 2");
    assert_eq!(feeder.writes("f crow"), "feeder crow");
    let drawn = after(&["Ada: play GR6 at 1; refill 1"]);
    assert_eq!(drawn.writes("sp1"), "draw SP1", "after a fight nothing can be kept");
    assert_eq!(drawn.writes("d"), "draw");
    assert_eq!(drawn.writes("d sp1"), "draw SP1");
    let squirrel = after(&["Ada: play GR6 at 1; refill squirrel 3; draw", "Bo: play SP6 at 1; draw", "Cy: play SP1 at 1"]);
    assert_eq!(squirrel.writes("1"), "lose 1");
    assert_eq!(squirrel.writes("l 1"), "lose 1");
}

#[test]
fn a_bird_that_can_be_drawn_or_kept_is_asked_about() {
    let table = after(&["Ada: play GR3 at 2"]);
    assert_eq!(table.asks("sp1"), ["keep SP1", "draw SP1"]);
    assert_eq!(table.writes("gr2"), "keep GR2", "it does not lie in the display");
    assert_eq!(table.writes("ye5"), "draw YE5", "it is too high to be kept");
}

#[test]
fn the_last_choice() {
    let ended = format!("Bo: play GR6 at 1; refill {}; draw", "crow ".repeat(27).trim_end());
    let table = two("", &["Ada: play GR1 at 2; draw", &ended]);
    assert_eq!(table.writes("a: bl1 bl2"), "adds BL1 BL2");
    assert_eq!(table.writes("Bo: a sp2 ch4"), "adds SP2 CH4");
    assert_eq!(table.asks("bl1 bl2"), ["Ada: bl1 bl2", "Bo: bl1 bl2"], "whose hand?");
}

#[test]
fn what_is_no_short_form_is_told() {
    let table = after::<&str>(&[]);
    let says = |line: &str, part: &str| {
        let told = table.misreads(line);
        assert!(told.contains(part), "`{line}`: {told}");
    };
    says("gr7 1", "`gr7` is no bird");
    says("p", "`play` needs a bird");
    says("p gr1 x", "`x` is no perch");
    says("gr1 1 2", "`2`");
    says("paly gr1 1", "did you mean `play`?");
    says("xyz", "`xyz` is no step of Piepmatz");
    says("k", "`keep` needs a bird");
    says("r", "`refill` needs at least one feeder card");
}
