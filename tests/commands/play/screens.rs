//! The fullest table that each game can have, in windows of 80×24 and 44×30: what is needed to choose stands on it. And what the
//! screen makes of a step, a refusal, a menu, another window, findings, an end.

use super::{DOWN, ENTER, ESC, NEW, Table, lines, sit_down, sized};
use crate::{
    program::{example, example_up_to},
    terminal::Terminal,
};
use std::fs;

const SIZES: [(u16, u16); 2] = [(24, 80), (30, 44)];

/// Every card of the basic deck, Aces and Crowns apart from the others.
const ENDS: &str = "AM AS AW AL AY AK CM CS CW CL CY CK";
const OTHERS: &str = "2MK 2SY 2WL 3MW 3SK 3LY 4YK 4MS 4WL 5SW 5ML 5YK 6MW 6LK 6SY 7SK 7WY 7ML 8WL 8MS 8YK 9LK 9MS 9WY";

/// A log in which the players hatch these cards in turn.
fn hatched<'c>(game: &str, players: &[&str], first: &str, cards: impl IntoIterator<Item = &'c str>) -> String {
    let moves = cards.into_iter().zip(players.iter().cycle());
    let moves: Vec<String> = moves.map(|(card, player)| format!("  \"{player}: hatch {card}; draw\",\n")).collect();
    let head = format!("fowlplay = 1\ngame = \"{game}\"\nplayers = {players:?}\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n");
    format!("{head}{first}{}]\n", moves.concat())
}

/// Pins the screen in both windows. Each of `needed` stands there whole, if need be over two lines.
fn pinned(name: &str, log: &str, prompt: &str, needed: &[&str]) {
    for size in SIZES {
        let shown = sized(size, log, prompt).terminal.shown();
        let squeezed = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in needed {
            assert!(squeezed.contains(part), "{part} is not on screen:\n{shown}");
        }
        assert_eq!(shown.trim_end().lines().last().map(str::trim_end), Some(prompt.trim_end()), "the prompt is at its end");
        assert!(shown.lines().all(|line| line.chars().count() <= size.1.into()));
        insta::with_settings!({ snapshot_path => "screens", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(format!("{name}-{}x{}", size.1, size.0), shown);
        });
    }
}

#[test]
fn emu_ranchers_with_fifteen_birds() {
    let cards = ENDS.split(' ').chain(OTHERS.split(' ').take(3));
    let log = hatched("emu-ranchers", &["Ada", "Bo"], "", cards);
    let needed = [
        "if it ended now: Ada −1",
        "Bo · 6 cards in hand",
        "1 AS",
        "2 AL",
        "3 AK",
        "4 CS",
        "5 CL",
        "6 CK",
        "7 2SY",
        "Draw pile: 9",
    ];
    pinned("emu-ranchers", &log, "Bo: hatch, grow or discard> ", &needed);
}

#[test]
fn emu_ranchers_where_every_turn_hatched() {
    let log = hatched("emu-ranchers", &["Ada", "Bo"], "", ENDS.split(' ').chain(OTHERS.split(' ').take(11)));
    let birds = ["1 AS", "2 AL", "3 AK", "4 CS", "5 CL", "6 CK", "7 2SY", "8 3MW", "9 3LY", "10 4MS", "11 5SW"];
    let needed = ["if it ended now: Ada −2", "Bo −2", "Bo · 6 cards in hand", "Draw pile: 1 card"];
    pinned("emu-ranchers-fullest", &log, "Bo: hatch, grow or discard> ", &[&needed[..], &birds[..]].concat());
}

#[test]
fn emus_redux_with_sixteen_birds() {
    let market = "  \"market PMSL PSWK PWLY TMLY TSLK TSWY PMSL TMLY\",\n";
    let log = hatched("emus-redux", &["Ada", "Bo", "Cy", "Dot"], market, OTHERS.split(' ').take(16));
    let needed = [
        "if it ended now: Ada −",
        "Dot −",
        "1 2MK",
        "2 3SK",
        "3 4WL",
        "4 6MW",
        "Bo · 6 cards",
        "Dot · 6 cards",
        "Market: PWLY PMSL PMSL PSWK TSWY TMLY TMLY TSLK",
        "Draw pile",
    ];
    pinned("emus-redux-of-four", &log, "Ada: hatch, grow or discard> ", &needed);
}

#[test]
fn emus_redux_with_fourteen_birds_each() {
    let market = "  \"market PMSL PSWK PWLY TMLY TSLK TSWY\",\n";
    let cards = ENDS.split(' ').chain(OTHERS.split(' ')).chain(OTHERS.split(' ')).take(42);
    let log = hatched("emus-redux", &["Ada", "Bo", "Cy"], market, cards);
    let needed = [
        "if it ended now: Ada −",
        "Cy −",
        "1 AM",
        "2 AL",
        "3 CM",
        "4 CL",
        "5 2MK",
        "6 3MW",
        "7 4YK",
        "8 5SW",
        "9 6MW",
        "10 7SK",
        "11 8WL",
        "12 9LK",
        "13 2MK",
        "14 3MW",
        "Market: PWLY PMSL PSWK TSWY TMLY TSLK",
        "Draw pile: 2 cards",
    ];
    pinned("emus-redux-of-three", &log, "Ada: hatch, grow or discard> ", &needed);
}

#[test]
fn blulu_with_every_rank_on_the_table() {
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\nrules = { must_capture = \"never\" }\n";
    let moves = "\"deal AY 2MK 4MS 9LK\", \"Bo: trail AM AS\", \"Ada: trail AW 2SY\", \"Bo: trail 3MW 3SK\", \"Ada: trail 5SW 5ML\", \
                 \"Bo: trail 6MW 6LK\", \"Ada: trail 7WY 8WL\", \"Bo: trail CM CS\"";
    let log = format!("{head}\n[[round]]\nfirst = \"Ada\"\nmoves = [{moves}]\n");
    let needed = [
        "points of 22: Ada 0 · Bo 0",
        "Ace = 1 AM AS AW AY",
        "2 2MK 2SY",
        "3 3MW 3SK",
        "4 4MS",
        "5 5SW 5ML",
        "6 6MW 6LK",
        "7 7WY",
        "8 8WL",
        "9 9LK",
        "Crown = 10 CS CM",
        "Ada · 2 cards in hand",
    ];
    pinned("blulu", &log, "Ada: trail or capture> ", &needed);
}

#[test]
fn eggs_and_empires_with_six_players() {
    let collecting = example_up_to("eggs-and-empires-six-at-the-table", "  \"Finn: take 10\"");
    let order = ["Bruno 10 Hero 13", "Finn 8 Blacksmith takes now", "Ada 7 Mage …", "Clara 1 Bard …"];
    let offer = ["Eggs on offer: 10 -8 · face down: Dov's Scout's and Finn's Scout's", "rounds before: Ada 59", "Finn 45"];
    pinned("eggs-and-empires-collecting", &collecting, "Finn: take> ", &[&order[..], &offer[..]].concat());
    let playing = example_up_to("eggs-and-empires-six-at-the-table", "  \"Finn: play 3\"");
    let needed =
        ["Eggs on offer: 10 4 -3 -6", "Finn · 2 cards in hand · 6 eggs", "Dov · 1 card in hand · 4 eggs · played 10 · marker"];
    pinned("eggs-and-empires-playing", &playing, "Finn: play> ", &needed);
}

#[test]
fn piepmatz_with_four_players() {
    let log = example_up_to("piepmatz-shared-by-four", "  \"Dot: play BU5 at 2");
    let needed = [
        "Dot's turn",
        "if it ended now: Ada 13 · Bo 27 · Cy 28 · Dot 18",
        "1 GR5 CH1 GR1 2 of 5",
        "2 BL6 BL2 2 of 6",
        "3 BU4 BL1 BU1 CH1 3 of 4",
        "1 1 egg",
        "2 1 egg squirrel",
        "3 1 egg crow",
        "4 3 eggs crow",
        "Display: SP2 GR1 YE4",
        "3 3 3 2 2 1",
    ];
    pinned("piepmatz", &log, "Dot: play> ", &needed);
}

/// What stands on the screen, its lines one behind the other.
fn screen(terminal: &Terminal) -> String {
    terminal.shown().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How often a text stands on the screen.
fn count(terminal: &Terminal, text: &str) -> usize {
    screen(terminal).matches(text).count()
}

fn fourteen_each(size: (u16, u16)) -> Table {
    let market = "  \"market PMSL PSWK PWLY TMLY TSLK TSWY\",\n";
    let cards = ENDS.split(' ').chain(OTHERS.split(' ')).chain(OTHERS.split(' ')).take(42);
    sized(size, &hatched("emus-redux", &["Ada", "Bo", "Cy"], market, cards), "Ada: hatch, grow or discard> ")
}

#[test]
fn the_table_stands_above_a_menu_and_a_refusal() {
    for size in SIZES {
        let mut table = fourteen_each(size);
        let t = &mut table.terminal;
        t.keys(ENTER).see("Ada: what?").keys(DOWN).keys(DOWN).keys(ENTER).see("Ada: grow …").see("in all");
        let shown = screen(t);
        for part in ["if it ended now", "1: AM", "14: 3MW", "Market: PWLY", "Ada: grow …"] {
            assert!(shown.contains(part), "{part}:\n{}", t.shown());
        }
        t.keys(ESC).see("Ada: hatch, grow or discard> ").enter("g1 9lk").see("illegal: Ada: grow 1 9LK").see("overrule REASON");
        t.see("Ada: hatch, grow or discard> ");
        let shown = screen(t);
        for part in ["if it ended now", "1: AM", "14: 3MW", "Market: PWLY", "illegal"] {
            assert!(shown.contains(part), "{part}:\n{}", t.shown());
        }
    }
}

#[test]
fn the_table_is_laid_out_again_when_the_window_changes() {
    let mut table = fourteen_each((40, 100));
    let t = &mut table.terminal;
    assert_eq!(count(t, "open to"), 1, "headings are not repeated:\n{}", t.shown());
    for size in SIZES {
        t.resize(size).see("Ada: hatch, grow or discard> ");
        let shown = screen(t);
        assert!(shown.contains("if it ended now: Ada −") && shown.contains("14 3MW"), "{}", t.shown());
        assert_eq!(count(t, "if it ended now"), 1);
    }
    // Also where it changes while something else is asked.
    t.keys(ENTER).see("Ada: what?").resize((40, 100)).see("Ada: what?");
    assert_eq!((count(t, "if it ended now"), count(t, "what?")), (1, 1), "{}", t.shown());
    t.keys(ESC).see("Ada: hatch, grow or discard> ");
}

#[test]
fn a_step_is_reported_once() {
    let mut table = sit_down();
    let t = &mut table.terminal;
    t.enter("h 7sk .").see("Ada: draws a card").see("Bo: hatch, grow or discard> ");
    t.enter("h 8wl .").see("Bo: draws a card").see("Ada: hatch, grow or discard> ");
    let shown = t.shown();
    let last = shown.rsplit("────").next().unwrap_or_default();
    assert_eq!(last.matches("1.1 ").count(), 1, "the line before stands in the log's last lines:\n{shown}");
    assert!(last.contains("Ada: hatch 7SK; draw") && last.contains("bird 1: 8WL the Mill"), "{shown}");
    assert!(!last.contains("Bo: hatch 8WL; draw"), "{shown}");
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
fn suits_are_shown_as_signs_on_request() {
    let directory = tempfile::tempdir().expect("a directory");
    fs::write(directory.path().join("game.toml"), NEW).expect("a file");
    for (through, arguments) in
        [(&[][..], &["--symbols", "play", "game.toml"][..]), (&["env", "FOWLPLAY_SYMBOLS=1"][..], &["play", "game.toml"][..])]
    {
        let mut t = Terminal::start_with(directory.path(), through, arguments);
        t.see("☾ M Moons · ☀ S Suns · ≈ W Waves · ❧ L Leaves · § Y Wyrms · ⌘ K Knots").see("> ");
        t.enter("h 7sk .")
            .see("7☀⌘ the Castle")
            .see("> ")
            .enter("undo")
            .see("taken back")
            .see("> ")
            .enter("quit")
            .see("All is saved");
        assert_eq!(t.exit(), 0);
    }
    let mut t = Terminal::start_with(
        directory.path(),
        &["env", "FOWLPLAY_SYMBOLS=1"],
        &["--json", "check", "game.toml", "--try", "Ada: grow 1 7SK"],
    );
    t.see("7SK");
    assert_eq!(t.exit(), 1);
    t.hear_out();
    assert!(!String::from_utf8_lossy(&t.everything()).contains('☀'), "JSON keeps the letters");
    let log = fs::read_to_string(directory.path().join("game.toml")).expect("a log");
    assert!(log.contains("hatch 7SK"), "the log keeps the letters: {log}");
}

#[test]
fn a_menu_of_any_length_is_searched() {
    let head = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n";
    let log = format!("{head}moves = [\"deal 4MS 9LK CM 8WL\", \"Bo: shows 2MK 2SY 6MW 7SK\"]\n");
    let mut table = sized((24, 80), &log, "Bo: trail or capture> ");
    let t = &mut table.terminal;
    t.keys(ENTER).see("Bo: what?").keys("ca").see("Bo: what? ca").see("❯ capture").keys(ENTER);
    t.see("Bo: capture …").see("9 with").keys("4").see("❯ 4 with").keys(ENTER).see("Bo: capture 4 with …");
    // The pair stands under either card.
    t.see("AM …")
        .keys("2")
        .see("2SY")
        .keys("mk")
        .see("❯ 2MK")
        .keys(ENTER)
        .see("Bo: capture 4 with 2MK …")
        .keys("6m")
        .see("❯ 6MW")
        .keys(ENTER)
        .see("captures the 4 with")
        .see("Ada: ");
    let last = lines(&table.log()).pop();
    assert!(last.as_deref().is_some_and(|line| line == "Bo: capture 4 with 2MK 6MW"), "{last:?}");
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
fn findings_are_counted_below_the_table() {
    let log = NEW.replace("moves = [\n", "moves = [\n  \"Ada: hatch 7SK; draw\",\n  \"Bo: draw\",\n  \"Ada: draw\",\n");
    for size in SIZES {
        let mut table = sized(size, &log, "Bo: hatch, grow or discard> ");
        let t = &mut table.terminal;
        let shown = t.shown();
        assert!(shown.contains("if it ended now") && shown.contains("7SK"), "the table is on screen:\n{shown}");
        assert_eq!(shown.matches("The log has 2 findings").count(), 1, "{shown}");
        assert!(!shown.contains("ER-2.1"), "{shown}");
        t.enter("findings").see("1.2").see("ER-2.1").see("1.3").see("> ");
    }
}

#[test]
fn a_finished_game_says_only_what_works_there() {
    let log = example("emu-ranchers-two-years");
    let mut table = sized((24, 80), &log, "the game is over> ");
    let t = &mut table.terminal;
    let shown = t.shown();
    assert!(shown.contains("The game is over, Ada won.") && shown.contains("the game is over\n"), "{shown}");
    for word in ["overrule", "Type what is played", "press Enter"] {
        assert!(!shown.contains(word), "{word}:\n{shown}");
    }
    for asked in ["?", "? cards", "help", ""] {
        t.enter(asked).see("The game is over. `score`").see("the game is over> ");
    }
    t.enter("h 7sk").see("TB-7").see("note TEXT").see("the game is over> ");
    t.enter("blorp").see("can't read this").see("The game is over (TB-7).").see("note TEXT").see("the game is over> ");
    assert!(!t.shown().contains("expected"), "{}", t.shown());
    t.enter("score").see("Ada wins").see("> ").enter("why 2.3").see("> ").enter("note thanks").see("note thanks").see("> ");
    t.enter("undo").see("taken back").see("> ").enter("quit").see("All is saved in game.toml. `fowlplay score game.toml` shows");
    assert_eq!(t.exit(), 0);
}
