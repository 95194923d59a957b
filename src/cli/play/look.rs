//! Questions that change nothing: what is open, why, the memory, the score, the log, the rules, help.

use super::{Outcome, command::WORDS, dialog, menus::shelves, screen, session::Session, step};
use crate::cli::{
    answer,
    escape::clean,
    paint::{self, strong},
    rules, say, sheet, why, zones,
};
use fowlplay::{
    log::Place,
    referee::{Referee, Refusal},
    table::{Book, Progress, Whose, and_list},
};

/// How a card is typed in this game, and what the letters on it are.
pub fn cards(book: &Book) {
    dialog::tell(book.typed);
    if !book.suits.is_empty() {
        dialog::tell(&format!("Suits: {}.", paint::suits(book.suits)));
    }
}

/// Says what can be done once the game is over: whether it is.
fn is_over(session: &Session) -> bool {
    let is_over = session.table().progress() == Progress::GameOver;
    if is_over {
        dialog::tell(&format!("The game is over. {}", step::WHAT_IS_LEFT));
    }
    is_over
}

/// `?`
pub fn describe(session: &Session) {
    let table = session.table();
    if is_over(session) {
        return;
    }
    for (actor, lines) in table.options() {
        let who = actor.map_or_else(|| "the table".to_owned(), |name| clean(&name).into_owned());
        out!("{}", strong(&who));
        for line in lines {
            wrapped(&clean(&line), "  ", "    ");
        }
    }
    dialog::tell(&format!("{} `? cards` lists every legal step, `help` says more.", session.book().typed));
}

/// `? cards`
pub fn steps(session: &Session) {
    if is_over(session) {
        return;
    }
    let offers = session.table().legal_steps();
    if offers.is_empty() {
        dialog::tell("No step of a player can be listed now; `?` says what is open.");
    }
    for own in offers.chunk_by(|one, next| one.actor == next.actor) {
        out!("{}", strong(&clean(&own[0].actor)));
        for (head, lasts) in shelves(own.iter().map(|offer| offer.step.as_str())) {
            wrapped(&clean(&format!("{head} {}", lasts.join(" "))), "  ", "    ");
        }
    }
}

/// `why`, `why R.L`, `why STEP`, `why R.L STEP`
pub fn why(session: &Session, of: &str) -> Outcome {
    let (word, rest) = of.split_once(char::is_whitespace).unwrap_or((of, ""));
    let told = match word.parse::<Place>() {
        Ok(place) if rest.trim().is_empty() => explain(session, Some(place)),
        Ok(place) => session.referee().before(place).and_then(|table| judge(table.as_ref(), rest.trim())),
        Err(_) if of.is_empty() => explain(session, None),
        Err(_) => judge(session.table().as_ref(), of),
    };
    if let Err(refusal) = told {
        out!("{}", say::refusal(&refusal, session.book()));
        return Outcome::Refused;
    }
    Outcome::Told
}

fn explain(session: &Session, place: Option<Place>) -> Result<(), Refusal> {
    out!("{}", why::told(&session.referee().why(place)?, session.referee()));
    Ok(())
}

fn judge(table: &dyn Referee, line: &str) -> Result<(), Refusal> {
    for (step, verdict) in table.try_line(line)? {
        out!("{}", say::verdict(&step, &verdict, table.book()));
    }
    out!("(Nothing was entered.)");
    Ok(())
}

/// `memory`
pub fn memory(session: &Session) {
    let memory = session.table().zones().memory;
    if memory.is_empty() {
        out!("There is nothing to remember.");
    } else {
        out!("{}", zones::whole(&memory));
    }
}

/// `score`
pub fn score(session: &Session) {
    out!("{}", sheet::paint(&session.referee().sheet_in_view(), session.book()));
}

/// `findings`
pub fn findings(session: &Session) {
    let findings = session.referee().findings();
    if findings.is_empty() {
        out!("Nothing was found against the log.");
    }
    for finding in findings {
        out!("{}", say::finding(finding, session.book()));
    }
}

/// `log`
pub fn log(session: &Session) {
    screen::lines(session, usize::MAX, None);
}

/// `rules [CLAUSE]`
pub fn rules(session: &Session, clause: &str) -> Outcome {
    match rules::told(session.book(), session.referee().rules(), Some(clause).filter(|clause| !clause.is_empty())) {
        Ok(text) => out!("{text}"),
        Err(error) => {
            out!("{}", answer::words(&error));
            return Outcome::Refused;
        }
    }
    Outcome::Told
}

/// `help`
pub fn help(session: &Session) {
    let book = session.book();
    if is_over(session) {
        return;
    }
    cards(book);
    out!("{}", strong(&format!("Steps of {}", book.title)));
    let forms = book.verbs.iter().map(|verb| {
        let short = verb.letter.map(|letter| format!(" ({letter})")).unwrap_or_default();
        (format!("{} {}", verb.name, verb.form).trim().to_owned() + &short, verb.about, verb.whose)
    });
    let forms: Vec<_> = forms.collect();
    let width = forms.iter().map(|(form, ..)| form.len()).max().unwrap_or(0);
    let width = width.min(26);
    for (form, about, whose) in &forms {
        let about = if *whose == Whose::Table { format!("{about} (the table)") } else { (*about).to_owned() };
        wrapped(&format!("{form:width$}  {about}"), "  ", &" ".repeat(width + 4));
    }
    out!("{}", strong("How they are typed"));
    if let Some(name) = session.referee().players().names().first().map(|name| clean(name)) {
        wrapped(
            &format!(
                "A letter does for a verb, `.` draws, `. CARD` draws a card that was seen, `;` parts two steps. Who acts is \
                 clear from the turn; else put the name before it: `{name}: …`, or as much of it as no other name has. Tab \
                 completes, arrow-up brings back earlier lines. Enter takes what stands in [brackets], or else opens a menu."
            ),
            "  ",
            "  ",
        );
    }
    let all: Vec<&str> = super::command::words(book).collect();
    wrapped(&format!("`help words` tells of the session's own words: {}.", and_list(&all)), "", "");
}

/// `help WORD`: a word of the session, or a kind of step.
pub fn help_on(session: &Session, word: &str) {
    let word = word.to_lowercase();
    let known = WORDS.iter().find(|known| known.name == word).map(|known| (known.form.to_owned(), known.about));
    let verb = session.book().verb(&word).map(|verb| (format!("{} {}", verb.name, verb.form), verb.about));
    match known.or(verb) {
        Some((form, about)) => wrapped(&format!("{}  {about}", form.trim()), "", "  "),
        None => out!("`help` tells of the steps, `help words` of the words of the session, `rules` of the rules."),
    }
}

/// `help words`
pub fn words() {
    out!("{}", strong("Words of the session"));
    let width = WORDS.iter().map(|known| known.form.len()).max().unwrap_or_default();
    for known in WORDS {
        wrapped(&format!("{:width$}  {}", known.form, known.about), "  ", &" ".repeat(width + 4));
    }
}

/// Prints text at the terminal's width.
fn wrapped(text: &str, first: &str, next: &str) {
    out!("{}", paint::wrap(text, first, next));
}
