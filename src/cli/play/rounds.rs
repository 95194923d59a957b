//! Between rounds: who is first, where the table chooses, and what is said of a round or game that is over.

use super::{ask, session::Session, tell};
use crate::cli::{escape::clean, sheet};
use fowlplay::table::{Progress, or_list};

/// Asks who is `first` of the next round, where the table chooses and has not chosen yet.
pub fn who_is_first(session: &mut Session) {
    let names = session.may_be_first();
    if names.len() < 2 || session.first().is_some() {
        return;
    }
    session.asked_first = true;
    let book = session.book();
    let question = format!("The next {}: who {}?", book.round, book.first);
    if let Some(name) = ask::one_of(&question, &names, 0).and_then(|chosen| names.get(chosen)) {
        session.choose_first(name);
    }
}

/// Says where the game stands, once a round or the game is over.
pub fn tell(session: &Session) {
    let book = session.book();
    match session.referee().progress() {
        Progress::Underway => {}
        Progress::GameOver => {
            out!("\n{}", sheet::paint(&session.referee().sheet(), book));
            tell::line("The game is over. `note TEXT` still adds a note, `undo` takes back the last line, `quit` leaves.");
        }
        Progress::RoundOver(_) => {
            out!("\n{}", sheet::paint(&session.referee().sheet(), book));
            tell::line(&format!("That was {} {}. {}", book.round, session.referee().log().rounds().len(), next(session)));
        }
        Progress::Ready(_) => tell::line(&next(session)),
    }
}

fn next(session: &Session) -> String {
    let book = session.book();
    let names: Vec<String> = session.may_be_first().iter().map(|name| clean(name).into_owned()).collect();
    match &names[..] {
        [] => String::new(),
        [first] => format!("In the next, {first} {}; it begins with the line you type.", book.first),
        _ => format!("In the next, {} {}: the table chooses.", or_list(&names), book.first),
    }
}
