//! What a new game asks in the menu, and what is remembered of the games that were played in a directory.

use super::{DOWN, ENTER, ESC, UP};
use crate::terminal::Terminal;
use fowlplay::log::LogFile;
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
        .keys(DOWN)
        .keys(ENTER);
    t.see("Which rules?").keys(ESC).see("Who plays").see("❯ Eve, Flo and Cy").keys(UP).keys(ENTER);
    t.see("Which rules?").see(&format!("❯ the rules {weekday}   brulu, target = 30")).see("the usual rules").keys(ENTER);
    t.see("Who deals?").keys(ENTER).see("File for the log").enter("game").see("> ").enter("quit").see("All is saved");
    let log = LogFile::read(directory.path().join("game.toml")).expect("a log");
    assert!(log.text().contains("variant = \"brulu\"") && log.text().contains("target = 30"), "{}", log.text());
    assert_eq!(log.players().iter().map(|name| &**name).collect::<Vec<_>>(), ["Ada", "Bo"]);
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
fn what_was_typed_outside_a_session_is_shown_again_for_a_window_that_changed_and_only_then() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut t = menu(directory.path(), "blulu");
    t.see("Players: ").keys("Ada, B").see("Ada, B");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(t.heard(), [0; 0], "nothing is drawn while nothing happens");
    t.resize((24, 30)).see("Players: Ada, B").keys("o").keys(ENTER).see("Which rules?");
}
