//! What the screen makes of cards and of long questions.

use super::{DOWN, ENTER, ESC, NEW, sit_down, sized};
use crate::{program::example_up_to, terminal::Terminal};

/// What stands on the screen, its lines one behind the other.
fn screen(terminal: &Terminal) -> String {
    terminal.shown().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How often a text stands on the screen.
fn count(terminal: &Terminal, text: &str) -> usize {
    screen(terminal).matches(text).count()
}

#[test]
fn what_is_first_shown_says_how_cards_are_typed() {
    for book in fowlplay::referee::books() {
        let names = &["Ada", "Bo", "Cy"][..(*book.players.end()).min(3)];
        let log =
            format!("fowlplay = 1\ngame = \"{}\"\nplayers = {names:?}\n\n[[round]]\nfirst = \"Ada\"\nmoves = []\n", book.game);
        let log = if book.game == "blulu" { log.replace("[[round]]", "[rules]\ntable = 0\n\n[[round]]") } else { log };
        let mut table = sized((24, 80), &log, "> ");
        let t = &mut table.terminal;
        let typed = book.card_notation.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(screen(t).contains(&typed), "{}", t.shown());
        assert_eq!(t.shown().contains("Suits: M Moons"), !book.suits.is_empty(), "{}", t.shown());
        t.enter("?").see(&typed).see("> ").enter("help").see(&typed).see("Steps of");
        // The beginning of the next line ends it as well.
        t.keys("?").see("> ?").keys(ENTER).see(&typed).see("> ");
    }
}

#[test]
fn suits_have_their_colours_wherever_cards_are_shown() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    // Suns and Knots.
    let castle = "7\x1b[38;5;172m\x1b[1mS\x1b[0m\x1b[38;5;137m\x1b[1mK\x1b[0m";
    let has = |t: &Terminal, text: &str| String::from_utf8_lossy(&t.everything()).contains(text);
    t.enter("h 7sk .").see("Ada: bird 1: ");
    t.see("Bo: hatch");
    t.enter("log").see("year 1: Ada takes").see("Bo: hatch, grow or discard> ");
    assert!(has(t, &format!("hatch {castle}")), "the log");
    t.enter("h 7sk").see("impossible").see("amended?").keys(ESC).see("Bo: hatch, grow or discard> ");
    assert!(has(t, &format!("bird 1: {castle}")), "what is told of a step");
    assert!(has(t, &format!("  {castle} is not in Bo's hand")), "verdicts");
    t.keys(ENTER).see("Bo: what?").keys(DOWN).keys(ENTER).see("Author").keys("desert").see("❯ 2").keys(ESC);
    assert!(has(t, "❯ 2\x1b[38;5;172m"), "menus");
    t.see("Bo: hatch, grow or discard> ").enter("score").see("Not over yet");
    assert!(has(t, &format!(" {castle} ")), "the score sheet");
}

#[test]
fn a_long_question_leaves_no_copies() {
    let step = "note ".to_owned() + "and so on ".repeat(12).trim_end();
    for size in [(24, 80), (24, 100), (30, 44)] {
        let mut table = sized(size, NEW, "Ada: hatch, grow or discard> ");
        let t = &mut table.terminal;
        t.enter("h 7sk; d 9ms").see("overrule REASON").see("discard> ").enter("overrule").see("reason> ");
        t.enter(&step).see("as the reason?").see("yes, it is").keys(DOWN).keys(DOWN).keys(DOWN).see("❯ yes");
        assert_eq!(count(t, "as the reason?"), 1, "{}", t.shown());
        t.resize((24, size.1 - 10));
        // The window is looked at a few times a second.
        std::thread::sleep(std::time::Duration::from_millis(600));
        t.see("❯ yes").keys(DOWN).see("❯ no").keys(ENTER).see("✔ `note").see("as the reason?");
        t.see("not entered: 1 line").see("so on");
        assert!(t.shown().lines().all(|line| line.chars().count() <= size.1.into()), "{}", t.shown());
        assert!(count(t, "as the reason?") <= 1, "{}", t.shown());
    }
}

#[test]
fn no_table_pushes_the_last_sheet_away() {
    let log = example_up_to("emu-ranchers-two-years", "  \"Ada: lay 1 5ML");
    let mut table = sized((24, 80), &log, "Ada: lay or done> ");
    let t = &mut table.terminal;
    t.enter("lay 1 5ML; lay 2 5YK; lay 2 4YK; done").see("Year 2").see("Ada wins.").see("the game is over> ");
    assert!(!t.shown().contains("Discard pile"), "{}", t.shown());
}
