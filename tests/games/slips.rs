//! What is typed with a slip, and can mean one thing only, is understood; where it could mean several, they are asked for.

use crate::judged::{Table, log};
use fowlplay::{
    referee::{self, Refusal},
    table::FindingKind,
};

fn emu_ranchers() -> Table {
    Table::of(&log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &["Ada: hatch 7SK; draw"])]))
}

fn piepmatz() -> Table {
    let begun = ["perches CH4 CH1; display SP5 CH5 GR6; seeds 2 1 2 1"];
    Table::of(&log("piepmatz", &["Ada", "Bo"], "refill_order = \"either\"\n[deck]\nremoved = \"YE\"", &[("Ada", &begun)]))
}

#[test]
fn a_name_needs_no_colon() {
    let table = emu_ranchers();
    for typed in ["bo hatch 9LK", "Bo  h 9lk", "b hatch 9LK"] {
        assert_eq!(table.writes(typed), "hatch 9LK", "{typed}");
    }
    assert!(table.misreads("bo hatch 9LX").contains("9LX"), "what is wrong behind the name is said");
    assert!(table.misreads("cy hatch 9LK").contains("`cy` is not a step"), "nobody's name");
    assert_eq!(table.writes("bo note a windy evening"), "note a windy evening");
}

#[test]
fn a_letter_of_a_verb_is_no_name() {
    let table = Table::of(&log("emu-ranchers", &["Dov", "Hal"], "", &[("Dov", &["Dov: hatch 7SK; draw"])]));
    assert!(table.misreads("h xyz").contains("no card"), "{}", table.misreads("h xyz"));
    assert_eq!(table.writes("ha h 9lk"), "hatch 9LK");
}

#[test]
fn steps_need_no_mark_between_them() {
    let table = emu_ranchers();
    for typed in [
        "hatch 9LK draw",
        "hatch 9LK, draw",
        "h 9lk .",
        "h 9lk .;",
        "h 9lk;; draw ; ",
        "bo h 9lk .",
        "bo hatch 9LK Draw",
        "Hatch 9LK. Draw.",
        "Bo: Hatch 9LK the Merchant. Draw",
        "h 9lk. .",
    ] {
        assert_eq!(table.writes(typed), "hatch 9LK; draw", "{typed}");
    }
    for typed in ["h 9lk.", "h 9lk. ", "bo h 9lk,.", "Hatch 9LK."] {
        assert_eq!(table.writes(typed), "hatch 9LK", "a full stop is no draw: {typed}");
    }
    assert_eq!(table.writes("h 9lk . 4ms"), "hatch 9LK; draw 4MS");
    assert_eq!(table.writes("hatch 9LK; draw 4MS"), "hatch 9LK; draw 4MS", "what can be read is read as it stands");
    let let_stand = table.writes("h 9lk . ! agreed");
    assert_eq!(let_stand, "hatch 9LK; draw");
    let refused = table.misreads("hatch 9LX draw");
    assert!(refused.contains("9LX") && refused.contains("separate two steps with a semicolon: `; draw`"), "{refused}");
}

#[test]
fn a_reason_holds_for_its_whole_line() {
    let table = emu_ranchers().records(&["Bo: hatch 9LK; draw"]);
    let overruled = |table: &Table| {
        let findings = table.0.findings().iter();
        findings.map(|finding| (finding.line, finding.step, finding.kind, finding.reason.clone())).collect::<Vec<_>>()
    };
    let stood = table.records(&["g1 2wl . ! agreed"]);
    assert!(stood.0.log().text().contains("  \"Ada: grow 1 2WL; draw ! agreed\",\n"), "{}", stood.0.log().text());
    assert_eq!(overruled(&stood), [(3, 1, FindingKind::Overruled, Some("agreed".to_owned()))]);
    // What the table lets stand is the whole line, however it was typed.
    let Refusal::Foul { line, .. } = table.refuses("g1 2wl . ") else { panic!("not of its suits") };
    assert_eq!(line, "g1 2wl .");
    let Refusal::Foul { line, .. } = table.refuses("g1 2wl; note Ada was tired; draw") else { panic!("not of its suits") };
    assert_eq!(line, "Ada: grow 1 2WL", "in a note there is no reason");
    // A reason does not reach back to what was recorded before, and holds for what joins that.
    let both = table.records(&["Ada: g1 2wl; h 5yk; draw ! so be it"]);
    assert_eq!(overruled(&both).len(), 2, "{:?}", overruled(&both));
    let joined = table.records(&["Ada: g1 8yk", "Ada: h 2wl . ! agreed"]);
    assert!(joined.0.log().text().contains("\"Ada: grow 1 8YK; hatch 2WL; draw ! agreed\""), "{}", joined.0.log().text());
    let open =
        log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: grow 1 2WL"])]);
    let after = Table::of(&open).records(&["draw ! agreed"]);
    assert!(after.0.log().text().contains("  \"Ada: grow 1 2WL\",\n  \"Ada: draw ! agreed\",\n"), "{}", after.0.log().text());
}

#[test]
fn a_reason_that_swallows_a_step_is_refused() {
    let table = emu_ranchers().records(&["Bo: hatch 9LK; draw"]);
    for (typed, instead) in [
        ("Ada: g1 2wl ! agreed; draw", "`Ada: g1 2wl; draw ! agreed`"),
        ("g1 2wl ! agreed; .; Bo saw it", "`g1 2wl; . ! agreed; Bo saw it`"),
        ("g1 2wl ! agreed; . 4ms", "`g1 2wl; . 4ms ! agreed`"),
        ("g1 2wl . ! late; h 9wy; d 5sw", "`g1 2wl .; h 9wy; d 5sw ! late`"),
        ("g1 2wl ! agreed; note a windy evening", "a line of its own for it"),
        ("g1 2wl . ! agreed; Bo: h 3ly", "a line of its own for it"),
    ] {
        assert!(table.would_read(typed).ends_with(instead), "{typed}: {}", table.would_read(typed));
        assert!(matches!(table.refuses(typed), Refusal::Unparsed { .. }), "{typed}");
    }
    for reason in ["agreed; he said so", "draw", "so; be it: yes", "agreed;; ", "Bo: it was; Ada: no"] {
        assert_eq!(table.writes(&format!("g1 2wl . ! {reason}")), "grow 1 2WL; draw", "{reason}");
    }
    // A log as well: with its place in the file.
    let text = log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &["Ada: hatch 7SK ! agreed; draw"])]);
    let errors = referee::Games::default().read_errors(&text);
    let column = text.lines().find_map(|line| line.find("draw")).expect("it is there") + 1;
    assert_eq!((errors.len(), errors[0].column as usize), (1, column));
    assert!(errors[0].message.contains("`draw` stands in the reason, which ends the line"), "{}", errors[0].message);
}

#[test]
fn a_letter_begins_a_step_too() {
    let table = emu_ranchers().records(&["Bo: discard 9LK; draw"]);
    for typed in ["h 8ms t 9lk", "h 8ms t", "ada h 8ms, t 9lk"] {
        assert_eq!(table.writes(typed), "hatch 8MS; take 9LK", "{typed}");
    }
}

#[test]
fn a_card_that_is_asked_for_may_have_a_point_or_a_full_stop_behind_it() {
    let begun =
        ["market PWLY PMSL PSWK TMWK TSWY TMLY", "Ada: hatch 7SK; take PMSL", "Bo: hatch 9LK; draw", "Cy: hatch 8YK; draw"];
    let table = Table::of(&log("emus-redux", &["Ada", "Bo", "Cy"], "", &[("Ada", &begun)]));
    for (typed, draws) in [("ada: g1 pmsl .", true), ("ada: g1 pmsl.", false), ("ada: g1 pmsl. Draw.", true)] {
        let asked = table.asks(typed);
        let is_whole = |line: &String| {
            line.starts_with("ada: grow 1 PMSL=") && line.trim_end_matches('.').to_lowercase().ends_with("; draw") == draws
        };
        assert!(asked.len() > 1 && asked.iter().all(is_whole), "{typed}: {asked:?}");
    }
}

#[test]
fn what_begins_with_no_verb_is_told_those_that_are_open() {
    assert_eq!(emu_ranchers().would_read("xyz 7sk"), "hatch, grow or discard");
}

#[test]
fn a_point_draws_and_what_follows_is_a_step_of_its_own() {
    let table = piepmatz();
    let played = table.writes("bl4 2 . 1");
    assert_eq!(played, "play BL4 at 2; draw; refill 1");
    assert_eq!(table.writes("bl4 2 . gr6"), "play BL4 at 2; draw GR6");
}

#[test]
fn crows_and_squirrels_have_a_letter() {
    let table = piepmatz();
    for typed in ["c s 1", "cr sq 1", "Crow squirr 1"] {
        assert_eq!(table.writes(&format!("bl4 2; refill {typed}")), "play BL4 at 2; refill crow squirrel 1", "{typed}");
    }
}

#[test]
fn birds_drawn_and_what_replaces_them_are_typed_in_one_go() {
    let table = piepmatz();
    for typed in ["bl4 2 . sp5 bl2", "bl4 2. Draw SP5, Sparrow 5. Display BL2, Blackbird 2.", "bl4 2; draw sp5 bl2"] {
        assert_eq!(table.writes(typed), "play BL4 at 2; draw SP5; display BL2", "{typed}");
    }
    // A twin of the new bird lies in the display; the hand is full.
    assert_eq!(table.writes("bl4 2; draw sp5 ch5"), "play BL4 at 2; draw SP5; display CH5");
    assert_eq!(table.writes("bl4 2; . sp5 ch5"), "play BL4 at 2; draw SP5; display CH5");
}

#[test]
fn cards_of_several_players_may_have_strokes_between_them() {
    let table = Table::of(&log("eggs-and-empires", &["Ada", "Bo", "Cy"], "", &[("Ada", &["reveal 13 -6"])]));
    for typed in ["10 9 7", "10 / 9 / 7", "10/9/7", "10, 9, 7"] {
        assert_eq!(table.writes(typed), "play 10; play 9; play 7", "{typed}");
    }
}

#[test]
fn a_step_is_typed_as_it_is_printed() {
    let table = emu_ranchers();
    for typed in ["1.4  Bo: hatch 9LK", "hatch 9❧⌘", "h 9❧⌘ the Merchant", "hatch 9LK the Merchant, Leaves Knots", "Hatch 9LK."]
    {
        assert_eq!(table.writes(typed), "hatch 9LK", "{typed}");
    }
    let begun =
        ["market PWLY PMSL PSWK TMWK TSWY TMLY", "Ada: discard 7SK; draw", "Bo: hatch 9LK; draw", "Cy: hatch 8YK; take PMSL"];
    let redux = Table::of(&log("emus-redux", &["Ada", "Bo", "Cy"], "", &[("Ada", &begun)]));
    for (typed, written) in [
        ("Ada: hatch 8YK; take 7SK from discard pile 1", "hatch 8YK; take 7SK"),
        ("Ada: hatch 8YK; take TSWY the Island from the market", "hatch 8YK; take TSWY"),
        ("Ada: shows 9LK the Merchant, Leaves Knots, 8WL the Mill, Waves Leaves", "shows 8WL 9LK"),
    ] {
        assert_eq!(redux.writes(typed), written, "{typed}");
    }
    let eggs = Table::of(&log("eggs-and-empires", &["Ada", "Bo", "Cy"], "", &[("Ada", &["reveal 13 -6"])]));
    for typed in ["10 9 7", "Hero, Dark Priestess (9), the Mage (7)", "the Hero (10) the Dark Priestess Mage"] {
        assert_eq!(eggs.writes(typed), "play 10 / play 9 / play 7".replace(" / ", "; "), "{typed}");
    }
    let blulu = Table::of(&log("blulu", &["Ada", "Bo"], "", &[("Bo", &["deal 2MK 4MS 8MS CM"])]));
    for typed in ["capture 8MS with 2WL CL", "capture the 8 with 2WL the Origin CL", "c 8☾☀ the Diplomat with 2wl cl"] {
        assert_eq!(blulu.writes(typed), "capture 8 with 2WL CL", "{typed}");
    }
    let piepmatz = piepmatz();
    for typed in ["Play BL4, Blackbird 4, at perch 2.", "play BL4 at perch 2", "bl4 perch 2"] {
        assert_eq!(piepmatz.writes(typed), "play BL4 at 2", "{typed}");
    }
}

#[test]
fn a_piece_in_the_wrong_part_is_told_where_it_belongs() {
    let blulu = Table::of(&log("blulu", &["Ada", "Bo"], "", &[("Bo", &["deal 2MK 4MS 8MS CM"])]));
    let of = |ada: &str, table: &str| blulu.misreads(&format!("position \"Ada: {ada}\" \"Bo: 0\" \"table: {table}\""));
    assert_eq!(of("3", "4MS; last"), "`last` belongs in a player's part");
    assert_eq!(of("3; deck 12", "4MS"), "`deck` belongs in the part of the table");
    assert_eq!(of("3; wheel 12", "4MS"), "`wheel` is not allowed in this part");
}

#[test]
fn a_log_is_not_read_as_it_is_printed() {
    let read = |line: &str| {
        let text = log("emu-ranchers", &["Ada", "Bo"], "", &[("Ada", &["Ada: hatch 7SK; draw", "Bo: draw", line])]);
        fowlplay::log::Log::parse(text).is_ok_and(|log| referee::open(log).is_ok())
    };
    assert!(read("Ada: grow 1 8YK"));
    for line in ["1.3  Ada: grow 1 8YK", "Ada: grow bird 1 8YK", "Ada: grow the 1 8YK", "Ada: Grow 1 8YK. Draw."] {
        assert!(!read(line), "{line}");
    }
}
