//! Missing turns: found where the table leaves no choice, and only there.

use fowlplay::{
    log::Log,
    referee::{self, Missing, Referee, Towards},
};

const MANY: usize = 200_000;

fn head(game: &str, players: &str) -> String {
    format!("fowlplay = 1\ngame = \"{game}\"\nplayers = [{players}]\n\n[[round]]\nfirst = \"Ada\"\nmoves = []\n")
}

fn after(start: &str, lines: &[&str]) -> Box<dyn Referee> {
    let start = referee::open(Log::parse(start).expect("a log")).expect("a game");
    let recorded = start.record(lines, None).unwrap_or_else(|refusal| panic!("{refusal}"));
    referee::open(recorded.log).expect("a game")
}

/// How the table lies after these lines, for somebody who remembers nothing.
fn lies(head: &str, lines: &[&str]) -> Vec<String> {
    let standing = after(head, lines).position(false).expect("a position");
    assert!(!standing.is_earlier);
    standing.parts
}

/// What can be done next after `recorded` where the table lies as after these lines, too.
fn next_steps(head: &str, recorded: &[&str], missing: &[&str]) -> Towards {
    let parts = lies(head, &[recorded, missing].concat());
    after(head, recorded).steps_towards(&parts.iter().map(String::as_str).collect::<Vec<_>>(), MANY)
}

/// What is found missing in `recorded` where the table lies as after these lines, too.
fn found(head: &str, recorded: &[&str], missing: &[&str], states: usize) -> Missing {
    let parts = lies(head, &[recorded, missing].concat());
    after(head, recorded).missing_turns(&parts.iter().map(String::as_str).collect::<Vec<_>>(), states)
}

/// Whether exactly these lines are found.
fn are_found(head: &str, recorded: &[&str], missing: &[&str]) {
    match found(head, recorded, missing, MANY) {
        Missing::Turns(turns) => assert_eq!(turns.lines.iter().map(|line| &*line.line).collect::<Vec<_>>(), missing),
        other => panic!("{other:?}: {missing:?}"),
    }
}

#[test]
fn turns_of_emu_ranchers() {
    let head = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let recorded = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    are_found(&head, &recorded, &["Ada: grow 1 8YK; draw"]);
    are_found(&head, &recorded, &["Ada: discard 4MS; draw"]);
    are_found(&head, &recorded, &["Ada: grow 1 8YK; draw", "Bo: hatch 2SY; draw"]);
    are_found(&head, &recorded, &["Ada: hatch 2SY; draw", "Bo: discard 4MS; draw"]);
    are_found(&head, &["Ada: hatch 7SK"], &["Ada: draw", "Bo: hatch 9LK; draw"]);
    let Missing::Turns(turns) = found(&head, &recorded, &["Ada: grow 1 8YK; draw"], MANY) else { panic!("one turn") };
    assert!(!turns.has_other_orders);
    assert_eq!(turns.lines[0].description, "Ada: bird 1 + 8YK the Betrayal, Wyrms Knots, draws a card");
}

#[test]
fn several_explanations_are_none() {
    let head = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let recorded = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    // Nobody sees what lies under the top.
    assert_eq!(found(&head, &recorded, &["Ada: discard 4MS; draw", "Bo: discard 2SY; draw"], MANY), Missing::Several(2));
    assert_eq!(
        found(&head, &recorded, &["Ada: hatch 2SY; draw", "Bo: hatch CM; draw", "Ada: hatch 8YK; draw"], MANY),
        Missing::Unexplained
    );
    assert_eq!(found(&head, &recorded, &["Ada: grow 1 8YK; draw", "Bo: hatch 2SY; draw"], 100), Missing::Unknown);
    assert_eq!(after(&head, &recorded).missing_turns(&["Ada: 7SK"], MANY), Missing::Unknown);
}

#[test]
fn a_turn_that_was_begun_otherwise_is_told() {
    let head = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let recorded = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    let parts = lies(&head, &[&recorded[..], &["Ada: grow 1 8YK; draw"]].concat());
    let begun = after(&head, &[&recorded[..], &["Ada: hatch 8YK"]].concat());
    let Missing::Otherwise(at, Some(turns)) = begun.missing_turns(&parts.iter().map(String::as_str).collect::<Vec<_>>(), MANY)
    else {
        panic!("it was begun otherwise")
    };
    assert_eq!((at.to_string(), &*turns.lines[0].line), ("1.3".into(), "Ada: grow 1 8YK; draw"));
}

/// The steps, each with its player; for a card that can't be seen afterwards the kind of step.
fn steps(towards: Towards) -> Vec<String> {
    let Towards::Steps(next) = towards else { panic!("{towards:?}") };
    let text = |step: referee::NextStep| {
        let actor = step.actor.map_or_else(String::new, |actor| format!("{actor}: "));
        format!("{actor}{}", step.step.map_or_else(|| format!("{} …", step.verb), |(step, _)| step))
    };
    next.into_iter().map(text).collect()
}

#[test]
fn only_what_leads_to_the_table_is_next() {
    let ranchers = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let recorded = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    let missing = ["Ada: discard 4MS; draw", "Bo: discard 2SY; draw"];
    let next = steps(next_steps(&ranchers, &recorded, &missing));
    // Whatever lies under the top may have been discarded first.
    assert!(next.len() > 30 && next.iter().all(|step| step.starts_with("Ada: discard ")), "{next:?}");
    assert!(!next.contains(&"Ada: discard 2SY".to_owned()), "{next:?}");
    let half = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw", "Ada: discard 4MS; draw"];
    assert_eq!(steps(next_steps(&ranchers, &half, &missing[1..])), ["Bo: discard 2SY"]);
    assert_eq!(next_steps(&ranchers, &recorded, &[]), Towards::Arrived);
    let three = ["Ada: hatch 2SY; draw", "Bo: hatch CM; draw", "Ada: hatch 8YK; draw"];
    assert_eq!(next_steps(&ranchers, &recorded, &three), Towards::Unknown);

    let piepmatz = head("piepmatz", "\"Ada\", \"Bo\", \"Cy\"");
    let laid = ["perches BL3 SP5; display SP1 BU2 YE5; seeds 1 2 3 1"];
    assert_eq!(steps(next_steps(&piepmatz, &laid, &["Ada: play BU1 at 1; draw"])), ["Ada: play BU1 at 1"]);
    let played = [laid[0], "Ada: play BU1 at 1"];
    assert_eq!(
        steps(next_steps(&piepmatz, &played, &["Ada: draw"])),
        ["Ada: draw SP1", "Ada: draw BU2", "Ada: draw YE5", "Ada: draw"]
    );
    let eggs = head("eggs-and-empires", "\"Ada\", \"Bo\", \"Cy\"");
    let before = ["reveal 2 1", "Ada: play 1", "Bo: play 2", "Cy: play 3", "Cy: take 2", "Bo: take 1"];
    assert_eq!(steps(next_steps(&eggs, &before, &["reveal 8 -2"])), ["reveal 8 -2"]);
}

#[test]
fn turns_of_emus_redux() {
    let head = head("emus-redux", "\"Ada\", \"Bo\", \"Cy\"");
    let market = "market PWLY PMSL PSWK PMYK PMYK TMWK";
    let recorded = [market, "Ada: hatch 8YK; draw", "Bo: hatch CL; draw", "Cy: hatch 9MS; draw"];
    are_found(&head, &recorded, &["Ada: grow 1 7SK; draw"]);
    are_found(&head, &recorded, &["Ada: discard 9LK; draw", "Bo: hatch 8WL; draw"]);
    are_found(&head, &recorded, &["Ada: hatch 8MS; draw", "Bo: discard 2SY; draw"]);
}

#[test]
fn turns_of_blulu() {
    let head = head("blulu", "\"Ada\", \"Bo\"");
    let recorded = ["deal AM 6LK CW CK", "Bo: capture A with 5SW 6MW", "Ada: capture 6 with AW 7ML"];
    are_found(&head, &recorded, &["Bo: trail 2WL CS"]);
    // Nobody sees with what it was captured.
    assert_eq!(found(&head, &recorded[..1], &recorded[1..2], MANY), Missing::Several(1));
}

#[test]
fn turns_of_eggs_and_empires() {
    let head = head("eggs-and-empires", "\"Ada\", \"Bo\", \"Cy\"");
    let played = ["reveal 2 1", "Ada: play 1", "Bo: play 2", "Cy: play 3", "Cy: take 2", "Bo: take 1"];
    are_found(&head, &played, &["reveal 8 -2"]);
    are_found(&head, &played[..5], &["Bo: take 1"]);
    are_found(&head, &played[..5], &["Bo: take 1", "reveal 8 -2"]);
    // Nobody may look at what was collected.
    assert_eq!(found(&head, &played[..1], &played[1..], MANY), Missing::Several(1));
}

/// How the table lies after these lines, for somebody who remembers everything.
fn remembered(head: &str, lines: &[&str]) -> Vec<String> {
    after(head, lines).position(true).expect("a position").parts
}

#[test]
fn whole_turns_of_eggs_and_empires_where_piles_and_cards_are_said() {
    let head = head("eggs-and-empires", "\"Ada\", \"Bo\", \"Cy\"");
    let recorded = ["reveal 2 1", "Ada: play 1", "Bo: play 4", "Cy: play 3", "Bo: take 2", "Cy: take 1", "Bo: give 2 to Ada"];
    let missing = ["reveal 8 -2", "Ada: play 10", "Bo: play 9", "Cy: play 7", "Ada: take 8", "Bo: take -2"];
    let parts = remembered(&head, &[&recorded[..], &missing].concat());
    assert!(parts[0].starts_with("Ada: 8 2; played 1 10"), "{parts:?}");
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match after(&head, &recorded).missing_turns(&parts, MANY) {
        Missing::Turns(turns) => {
            assert_eq!(turns.lines.iter().map(|line| &*line.line).collect::<Vec<_>>(), missing);
            assert!(!turns.has_other_orders, "cards are played at once");
        }
        other => panic!("{other:?}"),
    }
    // Not where nobody says what lies in the piles.
    assert_eq!(found(&head, &recorded, &missing, MANY), Missing::Several(2));
}

/// Where nobody says what lies in the piles, the eggs of a turn can be any: also two of a value.
#[test]
fn eggs_that_are_gone_again_are_among_the_next_steps() {
    let head = head("eggs-and-empires", "\"Ada\", \"Bo\", \"Cy\"");
    let eggs = "[deck]\neggs = [13, 13, 12, 12, 12, 9, 9, 9, 9, 9, 8, 8, 8, 8, 8, 8, 6, 6, 6, 5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 0, 0, -4]\n\n";
    let texts = |head: &str, missing: &[&str]| match next_steps(head, &[], missing) {
        Towards::Steps(next) => next.into_iter().map(|next| next.step.map(|(step, _)| step)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    // Any egg stands for those that the position doesn't show.
    let next = texts(&head, &["reveal 13 3", "Cy: play 4", "Bo: play 5", "Ada: play 1", "Bo: take 13", "Cy: take 3"]);
    assert!(next.contains(&None), "{next:?}");
    let listed = head.replace("[[round]]", &format!("{eggs}[[round]]"));
    let next = texts(&listed, &["reveal 8 8", "Cy: play 4", "Bo: play 5", "Ada: play 1", "Bo: take 8", "Cy: take 8"]);
    assert!(next.contains(&Some("reveal 8 8".to_owned())), "{next:?}");
}

#[test]
fn another_order_is_told() {
    let head = head("emus-redux", "\"Ada\", \"Bo\", \"Cy\"");
    let text = include_str!("../logs/emus-redux/lay-after-excuse.toml");
    let whole = referee::open(Log::parse(text).expect("a log")).expect("a game");
    let parts = whole.position(false).expect("a position").parts;
    let before = whole.before(whole.log().end()).expect("a line");
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    // Di may have laid the card first.
    match before.missing_turns(&parts, MANY) {
        Missing::Turns(turns) => {
            assert!(turns.has_other_orders && turns.told().ends_with("perhaps in another order:"), "{turns:?}");
        }
        other => panic!("{other:?}"),
    }
    let recorded = ["market PWLY PMSL PSWK PMYK PMYK TMWK", "Ada: hatch 8YK; draw"];
    let Missing::Turns(turns) = found(&head, &recorded, &["Bo: hatch 9LK; draw"], MANY) else { panic!("one turn") };
    assert_eq!((turns.has_other_orders, turns.told()), (false, "Only this leads from the log to what lies there:"));
}

#[test]
fn the_same_in_other_words_is_no_difference() {
    let head = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let table = after(&head, &["Ada: hatch 7SK; draw", "Bo: discard 9LK; draw"]);
    let differs = |parts: [&str; 3]| -> Vec<String> { table.differing(&parts).into_iter().map(|part| part.part).collect() };
    assert_eq!(differs(["Ada: 7SK; hand 6", "Bo:-", "table: turn Ada; discards 9LK +0; draw 22"]), [""; 0]);
    assert_eq!(differs(["Ada: 7SK; shows 2WL", "Bo: -", "table: discards 9LK; turn Ada"]), ["Ada: 7SK; shows 2WL"]);
    assert_eq!(differs(["Ada: 7SK", "Bo: 8YK", "table: discards 9LK; turn Ada"]).len(), 2, "and the draw pile");
}

#[test]
fn turns_of_piepmatz() {
    let head = head("piepmatz", "\"Ada\", \"Bo\", \"Cy\"");
    let recorded = ["perches BL3 SP5; display SP1 BU2 YE5; seeds 1 2 3 1"];
    // A card of the display may have been drawn, and one like it turned up.
    assert_eq!(found(&head, &recorded, &["Ada: play BU1 at 1; draw"], MANY), Missing::Several(1));
    // What was played, fought for and refilled is seen, and so is the card that left the display.
    let fought = "Ada: play GR6 at 1; refill 2; draw YE5; display CH1";
    are_found(&head, &recorded, &[fought]);
    are_found(&head, &[recorded[0], fought], &["Bo: play CH2 at 1; draw CH1; display GR2"]);
}
