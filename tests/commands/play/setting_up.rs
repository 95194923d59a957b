//! What a new game asks in the menu, and what is remembered of the games that were played in a directory.

use super::{DOWN, ENTER, ESC, TAB, UP};
use crate::terminal::Terminal;
use fowlplay::{log::LogFile, referee, table::Progress};
use jiff::ToSpan as _;
use std::{
    path::Path,
    time::{Duration, SystemTime},
};

/// Writes a log; the later ones were changed later.
fn write(directory: &Path, name: &str, head: &str, later: u64) {
    let first = head.split('"').nth(3).expect("a player");
    let text = format!("fowlplay = 1\n{head}\n[[round]]\nfirst = \"{first}\"\n");
    let path = directory.join(name);
    std::fs::write(&path, text).expect("written");
    let file = std::fs::File::options().append(true).open(&path).expect("a file");
    let when = SystemTime::now() - Duration::from_secs(10_000) + Duration::from_secs(later);
    file.set_modified(when).expect("a time");
}

fn menu(directory: &Path, game: &str) -> Terminal {
    let mut terminal = Terminal::start(directory, &[]);
    terminal.see("what do you want to do?").keys(ENTER).choose("Which game?", game);
    terminal
}

#[test]
fn the_same_players_and_rules_as_before_are_offered() {
    let directory = tempfile::tempdir().expect("a directory");
    let today = jiff::Zoned::now().date();
    let day = today.yesterday().expect("a day").yesterday().expect("a day");
    let on =
        |day, game: &str, players: &str, more: &str| format!("game = \"{game}\"\nplayers = [{players}]\ndate = {day}\n{more}");
    let head = |game: &str, players: &str, more: &str| on(day, game, players, more);
    let long_ago = day.saturating_sub(7.days());
    write(directory.path(), "old.toml", &on(long_ago, "emu-ranchers", "\"Di\", \"Gus\"", ""), 0);
    write(directory.path(), "one.toml", &head("piepmatz", "\"Eve\", \"Flo\", \"Cy\"", ""), 1);
    write(directory.path(), "two.toml", &head("blulu", "\"Ada\", \"Bo\"", "variant = \"brulu\"\n[rules]\ntarget = 30\n"), 2);
    write(directory.path(), "three.toml", &head("blulu", "\"bo\", \"ada\"", "\n[rules]\ntarget = 9\n"), 0);
    let mut t = Terminal::start(directory.path(), &[]);
    let weekday = day.strftime("as on %A").to_string();
    // The game that was played last is the first that is offered.
    t.see("what do you want to do?").keys(ENTER).see("Which game?").see("❯ Blulu").keys(ENTER);
    t.see("Who plays")
        .see(&format!("❯ Ada and Bo   {weekday}: Blulu"))
        .see("Eve, Flo and Cy")
        .see(&format!("Di and Gus   as on {long_ago}: Emu Ranchers"))
        .see("others…")
        .keys(ENTER);
    t.see("Which rules?").see(&format!("❯ the rules {weekday}   brulu, target = 30")).see("the usual rules").keys(ENTER);
    t.see("Who deals?").keys(ENTER).see("File for the log").enter("game").see("> ").enter("quit").see("All is saved");
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    assert!(log.text().contains("variant = \"brulu\"") && log.text().contains("target = 30"), "{}", log.text());
    assert_eq!(log.players().iter().map(|name| &**name).collect::<Vec<_>>(), ["Ada", "Bo"]);
}

#[test]
fn names_of_before_are_completed() {
    let directory = tempfile::tempdir().expect("a directory");
    write(directory.path(), "one.toml", "game = \"blulu\"\nplayers = [\"Theodora\", \"Bo\"]", 0);
    let mut t = menu(directory.path(), "eggs");
    t.see("Who plays").see("❯ Theodora and Bo   as before: Blulu").keys(DOWN).see("❯ others").keys(ENTER).see("Players: ");
    t.keys("Eve, the").keys(TAB).see("Eve, Theodora").keys(ENTER).see("Which rules?").keys(ESC).see("Who plays").see("❯ others");
    t.keys(ENTER).see("Players: Eve, Theodora").keys(ESC).see("Who plays").keys(ESC).see("Which game?").keys(ESC);
    t.see("what do you want to do?");
}

#[test]
fn who_is_first_is_drawn_on_request() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = menu(directory.path(), "eggs");
    t.see("Players: ")
        .enter("Ada, Bo")
        .see("Which rules?")
        .keys(ENTER)
        .see("Is it known which eggs are in the deck?")
        .keys(ENTER);
    t.see("Who holds the tie-breaker marker?").see("draw one").keys(UP).see("❯ draw one").keys(ENTER).see("Drawn: ");
    t.see("holds the tie-breaker marker.").see("File for the log").enter("game").see("> ").enter("quit").see("All is saved");
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    let first = log.rounds()[0].first.to_string();
    let told = String::from_utf8_lossy(&t.everything()).into_owned();
    assert!(told.contains(&format!("Drawn: {first} holds")), "{told}");
}

#[test]
fn only_what_can_be_set_up_is_offered() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = menu(directory.path(), "blulu");
    // Four: the basic deck, four cards each and four on the table.
    t.see("Players: ").enter("Ada, Bo, Cy, Di").see("Which rules?").see("others…");
    assert!(t.shown().contains("difference") && !t.shown().contains("brulu"), "{}", t.shown());
    t.keys(UP).keys(ENTER).see("Which rules should be different?").see("must_capture = hand");
    let shown = t.shown();
    assert!(!shown.contains("  hand = ") && !shown.contains("  table = ") && !shown.contains("  deck = "), "{shown}");
    t.mark("", "bonuses").see("Are bonuses scored at once").see("round-end");
    assert!(!t.shown().contains("exchange\n"), "for two: {}", t.shown());
    t.keys(DOWN).keys(ENTER).see("bonuses = round-end").keys(ENTER).see("Who deals?").keys(ESC).see("Which rules?");
    t.see("❯ as chosen   bonuses = round-end").keys(ESC).see("Players: Ada, Bo, Cy, Di");
    // What was chosen holds for two as well, who may choose more.
    for _ in 0..8 {
        t.keys("\x08");
    }
    t.keys(ENTER).see("Which rules?").see("❯ as chosen   bonuses = round-end").see("brulu").see("others…").keys(UP).keys(ENTER);
    t.see("deck = basic").see("bonuses = round-end").mark("", "bonuses").see("❯ round-end").keys(ESC);
    t.see("Which rules should be different?").see("bonuses = round-end");
}

#[test]
fn a_rule_that_another_makes_idle_is_not_asked() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start_on("xterm-256color", (40, 100), directory.path(), &[], &[]);
    t.choose("what do you want to do?", "Start a new game")
        .choose("Which game?", "Eggs and Empires")
        .see("Players: ")
        .enter("Ada, Bo, Cy")
        .choose("Which rules?", "others");
    t.see("Which rules should be different?").see("next_marker = ").see("rounds = 3");
    t.mark("", "scoring").see("❯ points").keys(DOWN).keys(ENTER).see("scoring = tokens");
    assert!(!t.shown().contains("rounds = "), "tokens end the game: {}", t.shown());
    t.mark("", "marker").see("❯ after-tie").keys(UP).keys(ENTER);
    t.see("marker = every-round");
    assert!(!t.shown().contains("next_marker"), "it goes round: {}", t.shown());
}

#[test]
fn several_rules_are_asked_one_after_another_but_none_that_became_idle() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start_on("xterm-256color", (40, 100), directory.path(), &[], &[]);
    t.choose("what do you want to do?", "Start").choose("Which game?", "Eggs").see("Players: ").enter("Ada, Bo, Cy");
    t.choose("Which rules?", "others").find("Which rules should be different?", "scoring").keys(" ").see("❯ [x] scoring");
    t.find("", "priest").keys(" ").see("❯ [x] priest").mark("", "rounds");
    t.see("scoring: ").see("❯ points").keys(DOWN).see("❯ tokens").keys(ENTER);
    t.see("priest: ").see("❯ own").keys(DOWN).see("❯ any").keys(ENTER);
    t.see("Which rules should be different?")
        .see("scoring = tokens")
        .see("priest = any")
        .keys(ENTER)
        .see("Is it known")
        .keys("n");
    t.see("Who holds").keys(ENTER).see("File for the log").enter("game").see("> ").enter("quit").see("All is saved");
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    let rules: Vec<&str> = log.rules().iter().map(|rule| &*rule.key).collect();
    assert_eq!(rules, ["scoring", "priest"]);
}

#[test]
fn what_a_rule_is_about_is_said_before_it_is_asked() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = menu(directory.path(), "piep");
    t.see("Players: ")
        .enter("Ada, Bo, Cy")
        .see("Which rules?")
        .keys(UP)
        .keys(ENTER)
        .mark("Which rules should be different?", "pest_timing");
    t.see("pest_timing: whether a pest, a crow or a squirrel, acts before the bird");
    t.see("Does a pest (a crow or a squirrel) act before or after").keys(ESC).see("Which rules should be different?");
}

#[test]
fn nothing_typed_is_lost_by_a_refusal() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("taken.toml"), "mine").expect("written");
    let mut t = menu(directory.path(), "piep");
    t.see("Players: ").enter("Ada").see("1 more name, with a comma between").see("Players: Ada").keys(", Bo, Cy").keys(ENTER);
    t.see("Which rules?").keys(ENTER).see("Are the numbers of seed cards, crows and squirrels known?").keys("y").see("seeds: ");
    t.keys(ENTER).see("crows: ").enter("five").see("squirrels: ").keys(ENTER).see("not a number of crows").see("crows: five");
    t.keys(&"\x08".repeat(4)).keys(ENTER).see("squirrels: ").keys(ESC).see("crows: ").keys(ESC).see("seeds: ");
    t.enter("{ 1 = 99 }").see("crows: ").keys(ENTER).see("squirrels: ").keys(ENTER).see("seeds: { 1 = 99 }").keys(ESC);
    t.see("Are the numbers").keys("n").see("Who takes the first turn?").keys(ENTER).see("File for the log");
    t.enter("taken").see("nothing is overwritten").see("File for the log").see("taken").keys("2").keys(ENTER);
    t.see("perches").see("> ").enter("quit").see("All is saved in taken2.toml");
}

#[test]
fn two_of_piepmatz_say_which_species_is_out() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = menu(directory.path(), "piep");
    t.see("Players: ").enter("Ada, Bo").see("Which rules?").keys(ENTER).see("species").keys(DOWN).keys(ENTER);
    t.see("Are the numbers")
        .keys(ESC)
        .see("species")
        .keys(ENTER)
        .see("Are the numbers")
        .keys(ENTER)
        .see("first turn?")
        .keys(ENTER);
    t.see("File for the log").enter("game").see("> ").enter("quit").see("All is saved");
    assert!(LogFile::read(directory.path().join("game.toml")).expect("a log").text().contains("removed = \"SP\""));
}

#[test]
fn play_without_a_file_goes_on_with_the_latest_that_is_not_over() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start(directory.path(), &["play"]);
    t.see("no game of this directory is left to go on with");
    assert_eq!(t.exit(), 2);
    let players = "game = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n[rules]\nyears = 1\n";
    write(directory.path(), "old.toml", players, 1);
    write(directory.path(), "new.toml", players, 2);
    write(directory.path(), "over.toml", players, 0);
    let over = directory.path().join("over.toml");
    let text = std::fs::read_to_string(&over).expect("a log") + "tally = [\"Ada: AK\", \"Bo:\"]\n";
    std::fs::write(&over, text).expect("written");
    assert_eq!(referee::open(LogFile::read(&over).expect("a log")).expect("read").progress(), Progress::GameOver);
    std::fs::write(directory.path().join("other.toml"), "[package]\nname = \"x\"\n").expect("written");
    let mut t = Terminal::start(directory.path(), &["play"]);
    t.see("new.toml").see("Ada: hatch, grow or discard> ").enter("quit").see("All is saved in new.toml");
    assert_eq!(t.exit(), 0);
}

#[test]
fn a_name_that_several_games_begin_with_is_asked_about() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start(directory.path(), &["new", "emu", "--players", "Ada,Bo"]);
    t.see("Which game is `emu`?").see("Emu Ranchers").see("Emus Redux").keys(ENTER).see("Started emu-ranchers-");
    assert_eq!(t.exit(), 0);
    let mut t = Terminal::start(directory.path(), &["tally", "emu"]);
    t.see("Which game is `emu`?").keys(ESC).see("`emu` could be emu-ranchers or emus-redux");
    assert_eq!(t.exit(), 2);
}

#[test]
fn the_same_game_chosen_again_keeps_its_rules_and_another_has_its_own() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = menu(directory.path(), "blulu");
    t.see("Players: ").enter("Ada, Bo").see("Which rules?").keys(UP).keys(ENTER).see("Which rules should be different?");
    t.mark("", "bonuses").choose("Are bonuses scored at once", "round-end").see("bonuses = round-end").keys(ENTER);
    t.see("Who deals?").keys(ESC).see("as chosen").keys(ESC).see("Players: Ada, Bo").keys(ESC);
    t.choose("Which game?", "blulu").see("Players: Ada, Bo").keys(ENTER).see("as chosen   bonuses = round-end").keys(ESC);
    t.see("Players: Ada, Bo").keys(ESC).choose("Which game?", "eggs").see("Players: Ada, Bo").keys(ENTER).see("Which rules?");
    t.see("others…");
    assert!(!t.shown().contains("as chosen"), "{}", t.shown());
}

#[test]
fn a_table_in_the_middle_of_a_game_is_taken_up_from_the_menu() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start(directory.path(), &[]);
    t.choose("what do you want to do?", "Take up a game in the middle").choose("Which game?", "ranchers");
    t.see("Players: ").enter("Ada, Bo").see("Which rules?").keys(ENTER).see("Who takes the first turn?").keys(ENTER);
    t.see("File for the log").enter("game").see("The table as it lies").see("Ada: ").enter("7SK").see("Bo: ").enter("9LK");
    t.see("Table: ");
}

#[test]
fn a_dispute_is_settled_from_the_menu_and_asks_whose_move_it_was() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = Terminal::start(directory.path(), &[]);
    t.choose("what do you want to do?", "Settle a dispute").choose("Which game?", "ranchers");
    t.see("Players: ").enter("Ada, Bo").see("Which rules?").keys(ENTER).see("Who takes the first turn?").keys(ENTER);
    t.see("For example").see("Ada: 7SK").see("Ada: ").enter("7sk").see("Bo: ").keys(ENTER).see("Table: ").keys(ENTER);
    t.see("The move").enter("g 1 9wy").choose("Whose move is it?", "Ada").see("illegal: grow 1 9WY").see("(ER-3.");
    t.see("what do you want to do?");
    assert_eq!(std::fs::read_dir(directory.path()).expect("a folder").count(), 0, "no log is written");
}

#[test]
fn what_was_typed_outside_a_session_is_shown_again_for_a_window_that_changed_and_only_then() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = menu(directory.path(), "blulu");
    t.see("Players: ").keys("Ada, B").see("Ada, B");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(t.heard(), [0; 0], "nothing is drawn while nothing happens");
    t.resize((24, 30)).see("Players: Ada, B").keys("o").keys(ENTER).see("Which rules?");
}
