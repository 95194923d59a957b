//! Draws the session: the table, the last lines of the log, the prompt, the greeting, and replies.

use super::{
    input::{Input, Prompt},
    reply::{Said, Shown, Wording},
    standing,
    state::Session,
};
use crate::{
    cli::{
        prompt::terminal::dialog,
        render::{
            paint::{cut, suited, wrap},
            rules, zones,
        },
    },
    log::{Place, Round},
    referee::{Expected, Referee},
    table::{
        Priority, Progress, Seat, Seats, Text, Zone,
        escape::{self, clean, clean_all},
        or_list,
    },
};
use console::{measure_text_width, style};
use std::rc::Rc;

/// The most lines of the log on screen.
const MAX_LOG_LINES: usize = 5;

/// Shows what a reply has to be seen: the only place where anything is drawn of it.
pub fn draw(session: &Session, input: &mut Input<'_>, shown: Shown) {
    match shown {
        Shown::Nothing => {}
        Shown::Sentences(text) => dialog::print_wrapped(&text),
        Shown::Lines(text) => out!("{text}"),
        Shown::First(text, then) => {
            out!("{text}");
            draw(session, input, *then);
        }
        Shown::Pages(text) => input.pages(&text, 0, below(session)),
        Shown::Table => show(session),
        Shown::Below { from, text, more: None } => {
            session.said.replace(Said { from, ..Said::new(text) });
            again(session);
        }
        Shown::Below { from, text, more: Some(more) } => at_length(session, input, Said { from, ..Said::new(text) }, &more),
        Shown::ReadFirst(text) => read_first(session, input, text),
        Shown::Answer { text, asked } => answer(session, input, asked, Said::new(text)),
    }
}

/// Shows the table and the last lines.
pub fn show(session: &Session) {
    session.said.take();
    again(session);
}

/// Shows the table again, and what was said last.
pub fn again(session: &Session) {
    if session.referee().log().is_kept_by_scores() {
        let said = (session.said.borrow().text)();
        standing::show_sums(session, standing::PROMPT_ROWS + if said.is_empty() { 0 } else { dialog::rows(&said) });
        if !said.is_empty() {
            out!("{said}");
        }
        return;
    }
    lay_out(session, &session.said.borrow(), asked(session).rows());
}

fn answer(session: &Session, input: &mut Input<'_>, asked: Option<usize>, said: Said) {
    let asked = asked.unwrap_or_else(|| self::asked(session).rows());
    let text = (said.text)();
    let rows = dialog::rows(&text) + asked;
    if dialog::rows_printed() + rows <= dialog::window().0 {
        out!("{text}");
    } else if fits_above(session, rows) {
        lay_out(session, &said, asked);
    } else {
        draw_line();
        dialog::begin();
        input.pages(&text, 0, asked);
    }
    session.said.replace(said);
}

/// The table, what is said, and below that a longer text, page by page: without the table, where it doesn't fit above them.
fn at_length(session: &Session, input: &mut Input<'_>, said: Said, more: &str) {
    let rendered = (said.text)();
    let asked = dialog::rows(more) + below(session);
    if fits_above(session, asked + if rendered.is_empty() { 0 } else { dialog::rows(&rendered) }) {
        lay_out(session, &said, asked);
        out!("{more}");
    } else {
        draw_line();
        dialog::begin();
        let rendered = if rendered.is_empty() { more.to_owned() } else { format!("{rendered}\n{more}") };
        input.pages(&rendered, 0, below(session));
    }
    session.said.replace(said);
}

/// The table, and below it what is said; what is longer than there is room for is read first.
fn read_first(session: &Session, input: &mut Input<'_>, text: Wording) {
    let rendered = text();
    let by_scores = session.referee().log().is_kept_by_scores();
    if !by_scores && !fits_above(session, dialog::rows(&rendered) + below(session)) {
        draw_line();
        input.pages(&rendered, 0, 1);
        input.read_it("Space shows the table");
        show(session);
    } else {
        session.said.replace(Said::new(text));
        again(session);
    }
}

/// A rule across the screen, before a table or what stands in its place.
fn draw_line() {
    out!("\n{}", style("─".repeat(dialog::window().1.min(80))).dim());
}

/// Whether there is room for the table above so many rows.
fn fits_above(session: &Session, rows: usize) -> bool {
    let (window, columns) = dialog::window();
    let (zones, seats) = (session.referee().zones().open, may_act(session.table().as_ref()));
    window > rows && zones::fitted(&zones, seats, (window - rows, columns), 0).is_ok()
}

/// How many rows the next prompt takes.
fn below(session: &Session) -> usize {
    if session.referee().log().is_kept_by_scores() { standing::PROMPT_ROWS } else { asked(session).rows() }
}

/// Asks for one of `answers` below the table: its index; none if it is given up. The chosen step reports the result.
pub fn choose(session: &Session, input: &mut Input<'_>, question: &str, answers: &[String]) -> Option<usize> {
    let wanted = dialog::rows(question) + answers.len();
    input.one_below(question, answers, &mut || {
        let rows = dialog::window().0;
        let room = wanted.min(rows / 2).max(2);
        if dialog::rows_printed() + room > rows {
            lay_out(session, &Said::default(), room);
        }
        room
    })
}

/// Shows the table, the last lines, and what is said, where so many rows are kept for what is asked below.
fn lay_out(session: &Session, Said { text, from, above }: &Said, asked: usize) {
    let (rows, columns) = dialog::window();
    let rows = rows.saturating_sub(asked);
    let text = text();
    let said = if text.is_empty() { 0 } else { dialog::rows(&text) };
    let past = session.past();
    let (shown, next) = past.map_or((session.referee(), session.table().as_ref()), |(_, table)| (table, table));
    let headline = past.map(|(place, _)| Zone::line(Priority::Standing, Text::strong(headline(session, place))));
    let zones: Vec<Zone> = headline.into_iter().chain(shown.zones().open).collect();
    let fitted = |rows| zones::fitted(&zones, may_act(next), (rows, columns), *above);
    draw_line();
    let laid_out = fitted(rows.saturating_sub(said));
    let is_above = laid_out.is_err() && said > 0;
    if is_above {
        // What is said scrolls away before the table does.
        out!("{text}");
    }
    let table = laid_out.or_else(|_| fitted(rows)).unwrap_or_else(|least| least);
    dialog::begin();
    out!("{}", table.join("\n"));
    if !is_above {
        let most = MAX_LOG_LINES.min(rows.saturating_sub(above + said + table.len()));
        for line in lines(session, most, past.map_or(*from, |(place, _)| Some(place))) {
            out!("{line}");
        }
        if said > 0 {
            out!("{text}");
        }
    }
}

/// The players who may act.
fn may_act(table: &dyn Referee) -> Seats {
    let (players, expected) = (table.players(), table.expects());
    let may = |seat: &Seat| expected.iter().any(|expected| expected.actor.as_deref() == Some(players.name(*seat)));
    players.seats().filter(may).collect()
}

/// The last `most` lines of the log, each with its place; those before a place, if there is one. Unless all are wanted they are cut
/// where the window ends.
pub fn lines(session: &Session, most: usize, before: Option<Place>) -> Vec<String> {
    let log = session.referee().log();
    let mut all: Vec<(Place, String)> = Vec::new();
    let aside = |text: String| style(format!("       {text}")).dim().to_string();
    for (round, number) in log.rounds().iter().zip(1..) {
        let begun = format!("{} {number}: {} {}", session.book().round, clean(&round.first), session.book().first);
        all.push((Place::new(number, 0), aside(begun)));
        for (line, at) in round.lines.iter().zip(1..) {
            let place = Place::new(number, at);
            all.push((place, format!("{:>5}  {}", place.to_string(), suited(&clean(&line.text)))));
        }
        if let Some(tally) = &round.tally {
            let texts: Vec<String> = tally.iter().map(|text| clean(text).into_owned()).collect();
            all.push((end(round, number), aside(format!("counted on the table: {}", texts.join(" · ")))));
        }
    }
    all.retain(|(place, _)| before.is_none_or(|before| *place < before));
    let columns = dialog::window().1;
    let last = all.split_off(all.len().saturating_sub(most)).into_iter();
    last.map(|(_, line)| if most == usize::MAX { line } else { cut(&line, columns) }).collect()
}

/// The first thing that is said: which game, how cards and steps are typed, how to leave; the table; how many things were found
/// against the log, or that the game is over.
pub fn greeting(session: &Session) {
    dialog::begin();
    let path = escape::path(session.path());
    let book = session.book();
    dialog::print_wrapped(&format!(
        "{}: {}. Each line is saved to {path} as you enter it.",
        style(book.title).bold(),
        clean_all(session.referee().players().names()).join(", ")
    ));
    let is_over = session.referee().progress() == Progress::GameOver;
    if !is_over {
        dialog::print_wrapped(
            "Type what is played, or press Enter to choose from a menu. `?` says what is open, `help` \
                    how to type steps short, `undo` takes back, `quit` leaves.",
        );
        out!("{}", rules::cards(book));
    }
    let mut said = Vec::new();
    match session.referee().findings().iter().filter(|finding| finding.is_foul()).count() {
        0 => {}
        1 => said.push("Something was found against the log: `findings` tells it.".to_owned()),
        several => said.push(format!("{several} things were found against the log: `findings` lists them.")),
    }
    if let Some(place) = session.referee().halted() {
        said.push(format!(
            "Nothing can follow line {place} before it is mended: `amend {place}` changes it, `amend -{place}` deletes it."
        ));
    }
    if is_over {
        let winners = clean_all(&session.referee().sheet().winners).join(" and ");
        let won = if winners.is_empty() { "nobody won".to_owned() } else { format!("{winners} won") };
        said.push(format!("The game is over, {won}. {}", standing::WHAT_IS_LEFT));
    }
    said.extend(Some(standing::next(session)).filter(|next| !next.is_empty()));
    let say = move || said.iter().map(|said| wrap(said, "", "")).collect::<Vec<_>>().join("\n");
    // A blank line and a rule stand between.
    session.said.replace(Said { above: dialog::rows_printed() + 2, ..Said::new(Rc::new(say)) });
    again(session);
}

/// What stands above a table that is looked back to.
fn headline(session: &Session, place: Place) -> String {
    let (log, book) = (session.referee().log(), session.book());
    match log.round(place.round) {
        Some(round) if log.line(place).is_none() && round.tally.is_some() => {
            format!("As it stood before {} {} was counted", book.round, place.round)
        }
        Some(_) if log.line(place).is_none() => format!("As it stood at the end of {} {}", book.round, place.round),
        _ => format!("As it stood before {place}"),
    }
}

/// Behind the last line of a round.
pub fn end(round: &Round, number: u32) -> Place {
    Place::new(number, u32::try_from(round.lines.len()).map_or(u32::MAX, |lines| lines.saturating_add(1)))
}

/// A wider prompt gets a line of its own, so that there is room to type.
const MAX_PROMPT_WIDTH: usize = 44;

/// What the session asks: what comes next, or where it is that one looks back to.
pub fn asked(session: &Session) -> Prompt {
    match session.past() {
        None => prompt(session.table().as_ref()),
        Some((place, _)) => {
            let raw = format!("before {place}> ");
            Prompt { above: None, styled: style(&raw).dim().to_string(), raw, default: None }
        }
    }
}

/// The prompt for a table as it stands.
pub fn prompt(table: &dyn Referee) -> Prompt {
    let expected = table.expects();
    if let Some((actor, step)) = only_step(table, &expected) {
        let shown = (clean(&actor), clean(&step));
        return Prompt {
            above: None,
            raw: format!("{} [{}]> ", shown.0, shown.1),
            styled: format!("{} [{}]> ", bold(&shown.0), style(&shown.1).green()),
            default: Some(format!("{actor}: {step}")),
        };
    }
    if table.progress() == Progress::GameOver {
        let raw = "the game is over> ";
        return Prompt { above: None, raw: raw.into(), styled: style(raw).dim().to_string(), default: None };
    }
    if expected.iter().all(|expected| expected.actor.is_none()) {
        return of_the_table(table, &expected);
    }
    let groups = groups(&expected);
    let raw = groups.iter().map(|(names, verbs)| label(names, verbs)).collect::<Vec<_>>().join(" · ");
    if measure_text_width(&raw) > MAX_PROMPT_WIDTH {
        return Prompt { above: Some(wrap(&raw, "", "  ")), raw: "> ".into(), styled: "> ".into(), default: None };
    }
    let styled = groups.iter().map(|(names, verbs)| label(&bold(names), verbs)).collect::<Vec<_>>().join(" · ");
    Prompt { above: None, raw: format!("{raw}> "), styled: format!("{styled}> "), default: None }
}

/// What the table is to do is no player's, who would know: it is said in a line above.
fn of_the_table(table: &dyn Referee, expected: &[Expected]) -> Prompt {
    let lines: Vec<String> =
        table.options().into_iter().filter(|(actor, _)| actor.is_none()).flat_map(|(_, lines)| lines).collect();
    let above: Vec<String> = lines.iter().map(|line| wrap(&clean(line), "", "  ")).collect();
    let verbs: Vec<&str> = expected.iter().flat_map(|expected| expected.kinds.iter().copied()).collect();
    let raw = if verbs.is_empty() { "> ".to_owned() } else { format!("{}> ", or_list(&verbs)) };
    Prompt { above: Some(above.join("\n")).filter(|above| !above.is_empty()), styled: raw.clone(), raw, default: None }
}

/// The one thing there is to do, where all can see that it is. Where the table might go on without it, there is none.
fn only_step(table: &dyn Referee, expected: &[Expected]) -> Option<(String, String)> {
    if expected.is_empty() || expected.iter().any(|expected| expected.actor.is_none()) {
        return None;
    }
    table.only_step().map(|offer| (offer.actor, offer.step))
}

/// Players with the same choice together: their names and the verbs.
fn groups(expected: &[Expected]) -> Vec<(String, String)> {
    let mut groups: Vec<(&[&str], Vec<String>)> = Vec::new();
    for Expected { actor, kinds } in expected {
        let name = actor.as_deref().map(|name| clean(name).into_owned());
        match groups.iter_mut().find(|(verbs, names)| *verbs == &kinds[..] && !names.is_empty() && name.is_some()) {
            Some((_, names)) => names.extend(name),
            None => groups.push((kinds, name.into_iter().collect())),
        }
    }
    groups.into_iter().map(|(verbs, names)| (or_list(&names), or_list(verbs))).collect()
}

fn label(names: &str, verbs: &str) -> String {
    if names.is_empty() { verbs.to_owned() } else { format!("{names}: {verbs}") }
}

fn bold(text: &str) -> String {
    if text.is_empty() { String::new() } else { style(text).bold().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(actor: Option<&str>, kinds: &[&'static str]) -> Expected {
        Expected { actor: actor.map(str::to_owned), kinds: kinds.to_vec() }
    }

    #[test]
    fn players_with_the_same_choice_stand_together() {
        let all = [
            expected(Some("Ada"), &["lay", "done"]),
            expected(Some("Bo"), &["lay", "done"]),
            expected(Some("Cy"), &["give"]),
            expected(None, &["reveal"]),
        ];
        let labels: Vec<String> = groups(&all).iter().map(|(names, verbs)| label(names, verbs)).collect();
        assert_eq!(labels, ["Ada or Bo: lay or done", "Cy: give", "reveal"]);
    }
}
