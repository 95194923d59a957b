//! Missing turns: found where what lies open leaves no choice, and only there.

use fowlplay::{
    log::Log,
    referee::{self, MissingTurn, Referee},
};

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

/// The turn that is found missing in `recorded` where the table lies as after these lines, too.
fn found(head: &str, recorded: &[&str], missing: &[&str]) -> Option<MissingTurn> {
    let parts = lies(head, &[recorded, missing].concat());
    after(head, recorded).missing_turn(&parts.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Whether exactly this line is found.
fn is_found(head: &str, recorded: &[&str], missing: &str) {
    assert_eq!(found(head, recorded, &[missing]).map(|turn| turn.line).as_deref(), Some(missing));
}

#[test]
fn turns_of_emu_ranchers() {
    let head = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let recorded = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    is_found(&head, &recorded, "Ada: grow 1 8YK; draw");
    is_found(&head, &recorded, "Ada: discard 4MS; draw");
    is_found(&head, &[], "Ada: hatch 7SK; draw");
    // The rest of a turn
    is_found(&head, &["Ada: hatch 7SK"], "Ada: draw");
    let turn = found(&head, &recorded, &["Ada: grow 1 8YK; draw"]).expect("one turn");
    assert_eq!(turn.description, "Ada: bird 1 + 8YK the Betrayal, Wyrms Knots, draws a card");
}

#[test]
fn several_turns_are_not_looked_for() {
    let head = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let recorded = ["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"];
    assert_eq!(found(&head, &recorded, &["Ada: grow 1 8YK; draw", "Bo: hatch 2SY; draw"]), None);
    assert_eq!(found(&head, &recorded, &[]), None);
    assert_eq!(after(&head, &recorded).missing_turn(&["Ada: 7SK"]), None);
}

#[test]
fn turns_of_emus_redux() {
    let head = head("emus-redux", "\"Ada\", \"Bo\", \"Cy\"");
    let market = "market PWLY PMSL PSWK PMYK PMYK TMWK";
    let recorded = [market, "Ada: hatch 8YK; draw", "Bo: hatch CL; draw", "Cy: hatch 9MS; draw"];
    is_found(&head, &[], market);
    is_found(&head, &recorded, "Ada: grow 1 7SK; draw");
    is_found(&head, &recorded, "Ada: discard 9LK; take PWLY");
}

#[test]
fn turns_of_blulu() {
    let head = head("blulu", "\"Ada\", \"Bo\"");
    let recorded = ["deal AM 6LK CW CK", "Bo: capture A with 5SW 6MW", "Ada: capture 6 with AW 7ML"];
    is_found(&head, &[], recorded[0]);
    is_found(&head, &recorded, "Bo: trail 2WL CS");
    // Nobody sees with what it was captured.
    assert_eq!(found(&head, &recorded[..1], &recorded[1..2]), None);
}

#[test]
fn turns_of_eggs_and_empires() {
    let head = head("eggs-and-empires", "\"Ada\", \"Bo\", \"Cy\"");
    let played = ["reveal 2 1", "Ada: play 1", "Bo: play 2", "Cy: play 3", "Cy: take 2", "Bo: take 1"];
    is_found(&head, &played, "reveal 8 -2");
    is_found(&head, &played[..5], "Bo: take 1");
    // More than one player's turn
    assert_eq!(found(&head, &played[..1], &played[1..]), None);
}

#[test]
fn turns_of_piepmatz() {
    let head = head("piepmatz", "\"Ada\", \"Bo\", \"Cy\"");
    let laid = "perches BL3 SP5; display SP1 BU2 YE5; seeds 1 2 3 1";
    // A bird of the display may have been drawn, and one like it turned up.
    assert_eq!(found(&head, &[laid], &["Ada: play BU1 at 1; draw"]), None);
    // The card that left the display is seen.
    let fought = "Ada: play GR6 at 1; refill 2";
    is_found(&head, &[laid, fought], "Ada: draw YE5; display CH1");
    // After a fight there are too many turns to try them all.
    assert_eq!(found(&head, &[laid], &["Ada: play GR6 at 1; refill 2; draw YE5; display CH1"]), None);
}

#[test]
fn the_same_in_other_words_is_no_difference() {
    let head = head("emu-ranchers", "\"Ada\", \"Bo\"");
    let table = after(&head, &["Ada: hatch 7SK; draw", "Bo: discard 9LK; draw"]);
    let differs = |parts: [&str; 3]| -> Vec<String> { table.diff_position(&parts).into_iter().map(|part| part.part).collect() };
    assert_eq!(differs(["Ada: 7SK; hand 6", "Bo:-", "table: turn Ada; discards 9LK +0; draw 22"]), [""; 0]);
    assert_eq!(differs(["Ada: 7SK; shows 2WL", "Bo: -", "table: discards 9LK; turn Ada"]), ["Ada: 7SK; shows 2WL"]);
    assert_eq!(differs(["Ada: 7SK", "Bo: 8YK", "table: discards 9LK; turn Ada"]).len(), 2, "and the draw pile");
}
