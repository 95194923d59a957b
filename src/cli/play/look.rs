//! Questions that change nothing: what is open, why, the memory, the score, the log, the rules, help.

use super::{command::WORDS, frame, session::Session, stages::shelves, tell};
use crate::cli::{escape::clean, paint, rules, say, sheet, why};
use console::style;
use fowlplay::{
    log::Place,
    referee::{Referee, Refusal},
    table::{Progress, Whose, and_list},
};

/// `?`
pub fn describe(session: &Session) {
    let table = session.table();
    if table.progress() == Progress::GameOver {
        tell::line("The game is over: only notes can be added.");
        return;
    }
    for (actor, lines) in table.prospects() {
        let who = actor.map_or_else(|| "the table".to_owned(), |name| clean(&name).into_owned());
        out!("{}", style(who).bold());
        for line in lines {
            wrapped(&clean(&line), "  ", "    ");
        }
    }
    tell::line("`? cards` lists every legal step. `help` says how to type.");
}

/// `? cards`
pub fn steps(session: &Session) {
    let offers = session.table().legal_steps();
    if offers.is_empty() {
        tell::line("No step of a player can be listed now; `?` says what is open.");
    }
    let mut rest = &offers[..];
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|offer| offer.actor == first.actor).count();
        let (own, others) = rest.split_at(count);
        out!("{}", style(clean(&first.actor)).bold());
        for (head, lasts) in shelves(own.iter().map(|offer| offer.step.as_str())) {
            wrapped(&clean(&format!("{head} {}", lasts.join(" "))), "  ", "    ");
        }
        rest = others;
    }
}

/// `why`, `why R.L`, `why STEP`, `why R.L STEP`
pub fn why(session: &Session, of: &str) {
    let (word, rest) = of.split_once(char::is_whitespace).unwrap_or((of, ""));
    let told = match word.parse::<Place>() {
        Ok(place) if rest.trim().is_empty() => explain(session, Some(place)),
        Ok(place) => session.referee().before(place).and_then(|table| judge(table.as_ref(), rest.trim())),
        Err(_) if of.is_empty() => explain(session, None),
        Err(_) => judge(session.table().as_ref(), of),
    };
    if let Err(refusal) = told {
        out!("{}", say::refusal(&refusal, Some(session.book())));
    }
}

fn explain(session: &Session, place: Option<Place>) -> Result<(), Refusal> {
    out!("{}", why::told(&session.referee().why(place)?, session.book()));
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
    let memory = session.table().picture().memory;
    if memory.is_empty() {
        out!("There is nothing to remember.");
    } else {
        out!("{}", paint::picture(&memory));
    }
}

/// `score`
pub fn score(session: &Session) {
    out!("{}", sheet::paint(&session.referee().sheet_in_view(), session.book()));
}

/// `log`
pub fn log(session: &Session) {
    frame::lines(session, usize::MAX);
}

/// `rules [CLAUSE]`
pub fn rules(session: &Session, clause: &str) {
    match rules::told(session.book(), Some(clause).filter(|clause| !clause.is_empty())) {
        Ok(text) => out!("{text}"),
        Err(failure) => out!("{}", failure.words()),
    }
}

/// `help`
pub fn help(session: &Session) {
    let book = session.book();
    out!("{}", style(format!("Steps of {}", book.title)).bold());
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
    out!("{}", style("How they are typed").bold());
    let names: Vec<String> = session.referee().players().names().iter().map(|name| clean(name).into_owned()).collect();
    if let Some(name) = names.first() {
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

/// `help words`
pub fn words() {
    out!("{}", style("Words of the session").bold());
    let width = WORDS.iter().map(|known| known.form.len()).max().unwrap_or_default();
    for known in WORDS {
        wrapped(&format!("{:width$}  {}", known.form, known.about), "  ", &" ".repeat(width + 4));
    }
}

/// Prints text at the terminal's width.
fn wrapped(text: &str, first: &str, next: &str) {
    out!("{}", paint::wrap(text, first, next));
}
