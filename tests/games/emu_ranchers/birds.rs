//! ER-3: hatching, growing, suits and ranks of a bird.

use crate::emu_ranchers::table::after;

#[test]
fn the_number_of_an_only_bird_need_not_be_typed() {
    let moves = ["Ada: hatch 7SK; draw", "Bo: hatch 9WY; draw"];
    let table = after(&moves);
    assert_eq!(table.writes("g 9l ."), "grow 1 9LK; draw");
    assert_eq!(table.writes("a: g9lk"), "grow 1 9LK");
    table.forbids("g 8wl", "ER-3.3", "8WL has none of its suits");
    let two = table.records(&["Ada: hatch 2MK; draw", "Bo: discard 4MS; draw"]);
    assert_eq!(two.asks("g 9l"), ["grow 1 9LK", "grow 2 9LK"]);
    assert_eq!(two.writes("g cs"), "grow 1 CS", "bird 2 has no Suns");
    let log = crate::judged::log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &[&moves[..], &["Ada: g 9l"]].concat())]);
    let error = fowlplay::referee::open(fowlplay::log::Log::parse(log).expect("a log")).err().expect("a short form").to_string();
    assert!(error.contains("`9l` is not a bird's number"), "{error}");
}
