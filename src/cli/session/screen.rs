//! Draws the session: the table, the last lines of the log, the prompt, the greeting, and replies.

use super::{
    input::{Input, Prompt},
    reply::{Message, Render, View},
    standings,
    state::Session,
};
use crate::{
    cli::{
        prompt::terminal::dialog,
        render::{
            rules,
            style::{cut, suited, wrap},
            zones,
        },
    },
    log::{Place, Round},
    referee::{Expected, Referee},
    table::{
        Priority, Progress, Seat, Seats, Text, Zone, and_list,
        escape::{self, clean, clean_all},
        or_list,
    },
};
use console::{measure_text_width, style};
use std::rc::Rc;

/// The most lines of the log on screen.
const MAX_LOG_LINES: usize = 5;

/// Draws a reply. Only this function does so.
pub fn draw(session: &Session, input: &mut Input<'_>, view: View) {
    match view {
        View::Nothing => {}
        View::Sentences(text) => dialog::print_wrapped(&text),
        View::Lines(text) => out!("{text}"),
        View::Then(text, then) => {
            out!("{text}");
            draw(session, input, *then);
        }
        View::Pages(text) => input.pages(&text, 0, prompt_rows(session)),
        View::Table => show(session),
        View::BelowTable { from, text, more: None } => {
            session.message.replace(Message { from, ..Message::new(text) });
            redraw(session);
        }
        View::BelowTable { from, text, more: Some(more) } => {
            draw_paged(session, input, Message { from, ..Message::new(text) }, &more);
        }
        View::ReadBeforeTable(text) => draw_read_first(session, input, text),
        View::Short { text, question_rows } => draw_short(session, input, question_rows, Message::new(text)),
    }
}

/// Shows the table and the last lines, without a message.
pub fn show(session: &Session) {
    session.message.take();
    redraw(session);
}

/// Shows the table again, with its message.
pub fn redraw(session: &Session) {
    if session.referee().log().is_kept_by_scores() {
        let text = (session.message.borrow().text)();
        standings::show_sums(session, standings::PROMPT_ROWS + text_rows(&text));
        if !text.is_empty() {
            out!("{text}");
        }
        return;
    }
    lay_out(session, &session.message.borrow(), current_prompt(session).rows());
}

/// Draws a short message. Redraws the table above it if it has scrolled away and both fit.
fn draw_short(session: &Session, input: &mut Input<'_>, question_rows: Option<usize>, message: Message) {
    let question_rows = question_rows.unwrap_or_else(|| current_prompt(session).rows());
    let text = (message.text)();
    let rows = dialog::rows(&text) + question_rows;
    if dialog::rows_printed() + rows <= dialog::window().0 {
        out!("{text}");
    } else if fits_above(session, rows) {
        lay_out(session, &message, question_rows);
    } else {
        draw_line();
        dialog::begin();
        input.pages(&text, 0, question_rows);
    }
    session.message.replace(message);
}

/// Draws the table, a message, and a longer text below it, page by page. Leaves out the table if it doesn't fit above both.
fn draw_paged(session: &Session, input: &mut Input<'_>, message: Message, more: &str) {
    let rendered = (message.text)();
    let question_rows = dialog::rows(more) + prompt_rows(session);
    if fits_above(session, question_rows + text_rows(&rendered)) {
        lay_out(session, &message, question_rows);
        out!("{more}");
    } else {
        draw_line();
        dialog::begin();
        let rendered = if rendered.is_empty() { more.to_owned() } else { format!("{rendered}\n{more}") };
        input.pages(&rendered, 0, prompt_rows(session));
    }
    session.message.replace(message);
}

/// Draws the table with a message below it. A message that doesn't fit is paged before the table.
fn draw_read_first(session: &Session, input: &mut Input<'_>, text: Render) {
    let rendered = text();
    let by_scores = session.referee().log().is_kept_by_scores();
    if !by_scores && !fits_above(session, dialog::rows(&rendered) + prompt_rows(session)) {
        draw_line();
        input.pages(&rendered, 0, 1);
        input.wait_until_read("Space shows the table");
        show(session);
    } else {
        session.message.replace(Message::new(text));
        redraw(session);
    }
}

/// How many rows a text takes; none if it is empty.
fn text_rows(text: &str) -> usize {
    if text.is_empty() { 0 } else { dialog::rows(text) }
}

/// Draws a horizontal line, above a table or what replaces it.
fn draw_line() {
    out!("\n{}", style("─".repeat(dialog::window().1.min(80))).dim());
}

/// Whether the table fits above so many rows.
fn fits_above(session: &Session, rows: usize) -> bool {
    let (window, columns) = dialog::window();
    let (zones, seats) = (session.referee().zones().open, may_act(session.table().as_ref()));
    window > rows && zones::fitted(&zones, seats, (window - rows, columns), 0).is_ok()
}

/// How many rows the next prompt takes.
fn prompt_rows(session: &Session) -> usize {
    if session.referee().log().is_kept_by_scores() { standings::PROMPT_ROWS } else { current_prompt(session).rows() }
}

/// Asks for one of `answers` below the table: its index; none if it is cancelled. The chosen step reports the result. `about`: what the
/// answers mean, for `?`.
pub fn choose(session: &Session, input: &mut Input<'_>, question: &str, answers: &[String], about: &str) -> Option<usize> {
    let wanted = dialog::rows(question) + answers.len();
    input.choose_below(question, answers, about, &mut || {
        let rows = dialog::window().0;
        let room = wanted.min(rows / 2).max(2);
        if dialog::rows_printed() + room > rows {
            lay_out(session, &Message::default(), room);
        }
        room
    })
}

/// Draws the table, the last lines and the message, and keeps `question_rows` free for the question below.
fn lay_out(session: &Session, Message { text, from, above }: &Message, question_rows: usize) {
    let (rows, columns) = dialog::window();
    let rows = rows.saturating_sub(question_rows);
    let text = text();
    let text_rows = text_rows(&text);
    let viewing = session.viewing();
    let (table, next) = viewing.map_or((session.referee(), session.table().as_ref()), |(_, table)| (table, table));
    let headline = viewing.map(|(place, _)| Zone::line(Priority::Standing, Text::strong(headline(session, place))));
    let zones: Vec<Zone> = headline.into_iter().chain(table.zones().open).collect();
    let fitted = |rows| zones::fitted(&zones, may_act(next), (rows, columns), *above);
    draw_line();
    let laid_out = fitted(rows.saturating_sub(text_rows));
    let is_above = laid_out.is_err() && text_rows > 0;
    if is_above {
        // If one of them scrolls away, it should be the message.
        out!("{text}");
    }
    let table = laid_out.or_else(|_| fitted(rows)).unwrap_or_else(|least| least);
    dialog::begin();
    out!("{}", table.join("\n"));
    if !is_above {
        let count = MAX_LOG_LINES.min(rows.saturating_sub(above + text_rows + table.len()));
        for line in lines(session, count, viewing.map_or(*from, |(place, _)| Some(place))) {
            out!("{line}");
        }
        if text_rows > 0 {
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

/// What stands before a line of the log that has no place of its own.
const HANGING: &str = "       ";

/// The last `count` lines of the log before a place, or of all, each with its place. `usize::MAX` gives all of them, wrapped; otherwise
/// they are cut at the window's edge.
pub fn lines(session: &Session, count: usize, before: Option<Place>) -> Vec<String> {
    let log = session.referee().log();
    let mut all: Vec<(Place, String)> = Vec::new();
    let faint = |text: String| format!("{HANGING}{}", style(text).dim());
    for (round, number) in log.rounds().iter().zip(1..) {
        let begun = format!("{} {number}: {} {}", session.book().round, clean(&round.first), session.book().first);
        all.push((Place::new(number, 0), faint(begun)));
        for (line, at) in round.lines.iter().zip(1..) {
            let place = Place::new(number, at);
            all.push((place, format!("{:>5}  {}", place.to_string(), suited(&clean(&line.text)))));
        }
        if let Some(tally) = &round.tally {
            let texts: Vec<String> = tally.iter().map(|text| clean(text).into_owned()).collect();
            all.push((end(round, number), faint(format!("counted on the table: {}", texts.join(" · ")))));
        }
    }
    all.retain(|(place, _)| before.is_none_or(|before| *place < before));
    let columns = dialog::window().1;
    let last = all.split_off(all.len().saturating_sub(count)).into_iter();
    let whole = |line: &str| wrap(line.trim_start(), &line[..line.len() - line.trim_start().len()], HANGING);
    last.map(|(_, line)| if count == usize::MAX { whole(&line) } else { cut(&line, columns) }).collect()
}

/// Greets: which game, how to type cards and steps, how to quit; the table; the number of findings, or that the game is over.
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
    let mut sentences = Vec::new();
    match session.referee().findings().iter().filter(|finding| finding.is_foul()).count() {
        0 => {}
        1 => sentences.push("The log has a finding: `findings` shows it.".to_owned()),
        several => sentences.push(format!("The log has {several} findings: `findings` lists them.")),
    }
    if let Some(place) = session.referee().halted() {
        sentences.push(format!(
            "Nothing can be added until line {place} is corrected: `amend {place}` changes it, `amend -{place}` deletes it."
        ));
    }
    if is_over {
        let winners = clean_all(&session.referee().sheet().winners).join(" and ");
        let won = if winners.is_empty() { "nobody won".to_owned() } else { format!("{winners} won") };
        sentences.push(format!("The game is over, {won}. {}", standings::GAME_OVER_HELP));
    }
    sentences.extend(Some(standings::next_first(session)).filter(|next| !next.is_empty()));
    let text = move || sentences.iter().map(|sentence| wrap(sentence, "", "")).collect::<Vec<_>>().join("\n");
    // A blank line and a horizontal line follow the greeting.
    session.message.replace(Message { above: dialog::rows_printed() + 2, ..Message::new(Rc::new(text)) });
    redraw(session);
}

/// The headline of an earlier table.
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

/// The place after the last line of a round.
pub fn end(round: &Round, number: u32) -> Place {
    Place::new(number, u32::try_from(round.lines.len()).map_or(u32::MAX, |lines| lines.saturating_add(1)))
}

/// In columns; a wider prompt gets a line of its own, to leave room to type.
const MAX_PROMPT_WIDTH: usize = 44;

/// The session's prompt: what comes next, or which earlier table is shown.
pub fn current_prompt(session: &Session) -> Prompt {
    match session.viewing() {
        None => prompt(session.table().as_ref()),
        Some((place, _)) => {
            let raw = format!("before {place}> ");
            Prompt { above: None, styled: style(&raw).dim().to_string(), raw, default: None }
        }
    }
}

/// The prompt for a table.
pub fn prompt(table: &dyn Referee) -> Prompt {
    let expected = table.expects();
    if let Some((actor, step)) = only_step(table, &expected) {
        let escaped = (clean(&actor), clean(&step));
        return Prompt {
            above: None,
            raw: format!("{} [{}]> ", escaped.0, escaped.1),
            styled: format!("{} [{}]> ", bold(&escaped.0), style(&escaped.1).green()),
            default: Some(format!("{actor}: {step}")),
        };
    }
    if table.progress() == Progress::GameOver {
        let raw = "the game is over> ";
        return Prompt { above: None, raw: raw.into(), styled: style(raw).dim().to_string(), default: None };
    }
    if expected.iter().all(|expected| expected.actor.is_none()) {
        return prompt_for_table(table, &expected);
    }
    let (due, more) = beside(table, expected);
    let groups = groups(&due);
    let raw = groups.iter().map(|(names, verbs)| label(names, verbs)).collect::<Vec<_>>().join(" · ");
    if measure_text_width(&raw) > MAX_PROMPT_WIDTH {
        let above = [wrap(&raw, "", "  ")].into_iter().chain(more).collect::<Vec<_>>().join("\n");
        return Prompt { above: Some(above), raw: "> ".into(), styled: "> ".into(), default: None };
    }
    let styled = groups.iter().map(|(names, verbs)| label(&bold(names), verbs)).collect::<Vec<_>>().join(" · ");
    Prompt { above: more, raw: format!("{raw}> "), styled: format!("{styled}> "), default: None }
}

/// What is due, and in a sentence what players may do beside it.
fn beside(table: &dyn Referee, expected: Vec<Expected>) -> (Vec<Expected>, Option<String>) {
    let may = |kind: &&'static str| table.book().verb(kind).and_then(|verb| verb.may);
    if expected.iter().all(|expected| expected.kinds.iter().all(|kind| may(kind).is_some())) {
        return (expected, None);
    }
    let mut more: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for Expected { actor, kinds } in &expected {
        let may: Vec<&str> = kinds.iter().filter_map(may).collect();
        let name = clean(actor.as_deref().unwrap_or("the table")).into_owned();
        match more.iter_mut().find(|(known, _)| *known == may) {
            Some((_, names)) => names.push(name),
            None if may.is_empty() => {}
            None => more.push((may, vec![name])),
        }
    }
    let more: Vec<String> = more.iter().map(|(may, names)| format!("{} may {}.", and_list(names), or_list(may))).collect();
    let due = expected.into_iter().filter_map(|Expected { actor, mut kinds }| {
        kinds.retain(|kind| may(kind).is_none());
        (!kinds.is_empty()).then_some(Expected { actor, kinds })
    });
    (due.collect(), Some(more.join(" ")).filter(|more| !more.is_empty()).map(|more| wrap(&more, "", "")))
}

/// The prompt for a step of the table. No player is in turn to know about it, so a line above explains it.
fn prompt_for_table(table: &dyn Referee, expected: &[Expected]) -> Prompt {
    let lines: Vec<String> =
        table.options().into_iter().filter(|(actor, _)| actor.is_none()).flat_map(|(_, lines)| lines).collect();
    let above: Vec<String> = lines.iter().map(|line| wrap(&clean(line), "", "  ")).collect();
    let verbs: Vec<&str> = expected.iter().flat_map(|expected| expected.kinds.iter().copied()).collect();
    let raw = if verbs.is_empty() { "> ".to_owned() } else { format!("{}> ", or_list(&verbs)) };
    Prompt { above: Some(above.join("\n")).filter(|above| !above.is_empty()), styled: raw.clone(), raw, default: None }
}

/// The only possible step, if all players can see that it is. None if the table could go on without it.
fn only_step(table: &dyn Referee, expected: &[Expected]) -> Option<(String, String)> {
    if expected.is_empty() || expected.iter().any(|expected| expected.actor.is_none()) {
        return None;
    }
    table.only_step().map(|offer| (offer.actor, offer.step))
}

/// Groups players with the same choice: their names and the verbs.
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
