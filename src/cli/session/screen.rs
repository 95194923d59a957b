//! Draws the session: the table, the last lines of the log, the prompt, the greeting, and replies.

use super::{
    input::{Prompt, SessionInput},
    reply::{ReplyView, TableMessage, TablePlacement},
    standings,
    state::Session,
};
use crate::{
    cli::{
        prompt::terminal::print_text,
        render::{
            rules,
            style::{colour_suits, shorten, wrap},
            zones,
        },
    },
    log::{LineRef, Round},
    referee::{ExpectedSteps, Referee},
    table::{
        Progress, Seat, Seats, Text, Zone, ZoneRole, and_list,
        escape::{self, clean, clean_all},
        or_list,
    },
};
use console::{measure_text_width, style};
use std::rc::Rc;

const MAX_LOG_LINES: usize = 5;

pub(super) fn draw(session: &Session, view: ReplyView) {
    match view {
        ReplyView::Nothing => {}
        ReplyView::Text(text) => out!("{text}"),
        ReplyView::Table(message) => {
            session.message.replace(message);
            redraw(session);
        }
    }
}

pub(super) fn redraw(session: &Session) {
    print_text::clear();
    draw_table(session, &session.message.borrow(), current_prompt(session).rows());
}

/// Asks for one of `answers` below the table, and returns its index, or `None` if the user cancels. `?` shows `about`. No answer is
/// marked at first, so that Enter alone enters no step.
pub(super) fn choose(
    session: &Session,
    input: &mut SessionInput<'_>,
    question: &str,
    answers: &[String],
    about: &str,
) -> Option<usize> {
    let wanted_rows = print_text::rows(question) + answers.len();
    let mut make_room = || {
        let rows = wanted_rows.min(print_text::window().0 / 2).max(2);
        print_text::clear();
        draw_table(session, &TableMessage::default(), rows);
        rows
    };
    input.terminal.menu(question, answers, about, None, Some(&mut make_room))
}

/// Draws the table, the last lines of the log (before `from`, which the message shows) and the message, with `question_rows` free
/// below. If the table and the message don't fit together, there are no log lines, and `placement` decides whether the table comes
/// below the message, is cut, or is hidden.
fn draw_table(session: &Session, TableMessage { text, from, placement }: &TableMessage, question_rows: usize) {
    let text = text();
    let text_rows = if text.is_empty() { 0 } else { print_text::rows(&text) };
    if session.referee().log().is_scores_only() {
        standings::show_sums(session, standings::PROMPT_ROWS + text_rows);
    } else {
        let (rows, columns) = print_text::window();
        let table_rows = rows.saturating_sub(question_rows + text_rows);
        let viewed_line = session.viewed_line();
        let (referee, next_referee) =
            viewed_line.map_or((session.referee(), session.next_referee().as_ref()), |(_, referee)| (referee, referee));
        let headline = viewed_line.map(|(line_ref, _)| Zone::line(ZoneRole::Status, Text::strong(headline(session, line_ref))));
        let zones: Vec<Zone> = headline.into_iter().chain(referee.zones().open).collect();
        let mut table_lines = zones::fit_zones(&zones, acting_seats(next_referee), (table_rows, columns));
        if table_lines.len() > table_rows && text_rows > 0 {
            if *placement != TablePlacement::Cut {
                out!("{text}");
            }
            match placement {
                TablePlacement::Below => {
                    out!(
                        "\n{}",
                        zones::fit_zones(&zones, acting_seats(next_referee), (table_rows + text_rows, columns)).join("\n")
                    );
                }
                TablePlacement::Hidden => {}
                TablePlacement::Cut => {
                    table_lines.truncate(table_rows);
                    let above = table_lines.join("\n");
                    out!("{}{text}", if table_lines.is_empty() { above } else { above + "\n" });
                }
            }
            return;
        }
        out!("{}", table_lines.join("\n"));
        let count = MAX_LOG_LINES.min(table_rows.saturating_sub(table_lines.len()));
        for line in log_lines(session, count, viewed_line.map_or(*from, |(line_ref, _)| Some(line_ref))) {
            out!("{line}");
        }
    }
    if !text.is_empty() {
        out!("{text}");
    }
}

fn acting_seats(referee: &dyn Referee) -> Seats {
    let (players, expected) = (referee.players(), referee.expects());
    let may_act = |seat: &Seat| expected.iter().any(|expected| expected.actor.as_deref() == Some(players.name(*seat)));
    players.seats().filter(may_act).collect()
}

/// The indentation of a log line without a line reference.
const HANGING: &str = "       ";

/// The last `count` lines of the log, or of its part that ends before the line `before`, with their line references. Lines are cut
/// at the window's edge; but if `count` is `usize::MAX`, which asks for every line, they are wrapped.
pub(super) fn log_lines(session: &Session, count: usize, before: Option<LineRef>) -> Vec<String> {
    let log = session.referee().log();
    let mut lines: Vec<(LineRef, String)> = Vec::new();
    let faint = |text: String| format!("{HANGING}{}", style(text).dim());
    for (round, number) in log.rounds().iter().zip(1..) {
        let round_start =
            format!("{} {number}: {} {}", session.book().round_noun, clean(&round.first), session.book().first_role);
        lines.push((LineRef::new(number, 0), faint(round_start)));
        for (line, line_number) in round.lines.iter().zip(1..) {
            let line_ref = LineRef::new(number, line_number);
            lines.push((line_ref, format!("{:>5}  {}", line_ref.to_string(), colour_suits(&clean(&line.text)))));
        }
        if let Some(tally) = &round.tally {
            let texts: Vec<String> = tally.iter().map(|text| clean(text).into_owned()).collect();
            lines.push((end_of_round(round, number), faint(format!("counted on the table: {}", texts.join(" · ")))));
        }
    }
    lines.retain(|(line_ref, _)| before.is_none_or(|before| *line_ref < before));
    let columns = print_text::window().1;
    let last_lines = lines.split_off(lines.len().saturating_sub(count)).into_iter();
    let wrap_line = |line: &str| wrap(line.trim_start(), &line[..line.len() - line.trim_start().len()], HANGING);
    last_lines.map(|(_, line)| if count == usize::MAX { wrap_line(&line) } else { shorten(&line, columns) }).collect()
}

/// Prints the greeting: the game, the notation, how to quit, the table, and the findings, or that the game is over.
pub(super) fn greeting(session: &Session) {
    let path = escape::path(session.path());
    let book = session.book();
    let names = clean_all(session.referee().players().names()).join(", ");
    let head = format!("{}: {names}. Each line is saved to {path} as you enter it.", style(book.title).bold());
    let mut greeting = vec![wrap(&head, "", "")];
    let is_over = session.referee().progress() == Progress::GameOver;
    if !is_over {
        let instructions = "Type what is played, or press Enter to choose from a menu. `?` says what is open, `help` how to \
                            type steps short, `undo` takes back, `quit` leaves.";
        greeting.extend([wrap(instructions, "", ""), rules::cards(book)]);
    }
    greeting.push(format!("\n{}", style("─".repeat(print_text::window().1.min(80))).dim()));
    let greeting = greeting.join("\n");
    out!("{greeting}");
    let mut sentences = Vec::new();
    match session.referee().findings().iter().filter(|finding| finding.is_foul()).count() {
        0 => {}
        1 => sentences.push("The log has a finding: `findings` shows it.".to_owned()),
        several => sentences.push(format!("The log has {several} findings: `findings` lists them.")),
    }
    if let Some(at) = session.referee().halted() {
        sentences.push(format!(
            "Nothing can be added until line {at} is corrected: `amend {at}` changes it, `amend -{at}` deletes it."
        ));
    }
    if is_over {
        let sheet = session.referee().sheet();
        let result = match clean_all(&sheet.winners).join(" and ") {
            winners if winners.is_empty() && sheet.undecided.is_empty() => "nobody won".to_owned(),
            winners if winners.is_empty() => sheet.outcome(),
            winners => format!("{winners} won"),
        };
        sentences.push(format!("The game is over, {result}. {}", standings::GAME_OVER_HELP));
    }
    sentences.extend(Some(standings::next_first(session)).filter(|next| !next.is_empty()));
    let text = move || sentences.iter().map(|sentence| wrap(sentence, "", "")).collect::<Vec<_>>().join("\n");
    session.message.replace(TableMessage { text: Rc::new(text), ..TableMessage::default() });
    // The greeting stays on screen above the table of a game that has no lines yet.
    let greeting_rows = Some(print_text::rows(&greeting)).filter(|rows| *rows <= print_text::window().0 / 2);
    let greeting_rows = greeting_rows.filter(|_| session.referee().log().end().line == 0).unwrap_or_default();
    draw_table(session, &session.message.borrow(), greeting_rows + current_prompt(session).rows());
}

fn headline(session: &Session, line_ref: LineRef) -> String {
    let (log, book) = (session.referee().log(), session.book());
    match log.round(line_ref.round) {
        Some(round) if log.line(line_ref).is_none() && round.tally.is_some() => {
            format!("As it stood before {} {} was counted", book.round_noun, line_ref.round)
        }
        Some(_) if log.line(line_ref).is_none() => format!("As it stood at the end of {} {}", book.round_noun, line_ref.round),
        _ => format!("As it stood before {line_ref}"),
    }
}

/// The line reference after the last line of a round.
pub(super) fn end_of_round(round: &Round, number: u32) -> LineRef {
    LineRef::new(number, u32::try_from(round.lines.len()).map_or(u32::MAX, |lines| lines.saturating_add(1)))
}

/// The width above which a prompt gets a line of its own, to leave room to type.
const MAX_PROMPT_WIDTH: usize = 44;

/// The session's prompt: the next steps, or the line before which the table is shown.
pub(super) fn current_prompt(session: &Session) -> Prompt {
    match session.viewed_line() {
        None => prompt(session.next_referee().as_ref()),
        Some((line_ref, _)) => {
            let raw = format!("before {line_ref}> ");
            Prompt { above: None, styled: style(&raw).dim().to_string(), raw, default: None }
        }
    }
}

pub(super) fn prompt(referee: &dyn Referee) -> Prompt {
    let expected = referee.expects();
    if let Some((actor, step)) = only_step(referee, &expected) {
        let (name, text) = (clean(&actor), clean(&step));
        return Prompt {
            above: None,
            raw: format!("{name} [{text}]> "),
            styled: format!("{} [{}]> ", bold(&name), style(&text).green()),
            default: Some(format!("{actor}: {step}")),
        };
    }
    if referee.progress() == Progress::GameOver {
        let raw = "the game is over> ";
        return Prompt { above: None, raw: raw.into(), styled: style(raw).dim().to_string(), default: None };
    }
    if expected.iter().all(|expected| expected.actor.is_none()) {
        return prompt_for_table(referee, &expected);
    }
    let (due, optional) = split_optional(referee, expected);
    let groups = group_by_verbs(&due);
    let raw = groups.iter().map(|(names, verbs)| label(names, verbs)).collect::<Vec<_>>().join(" · ");
    if measure_text_width(&raw) > MAX_PROMPT_WIDTH {
        let above = [wrap(&raw, "", "  ")].into_iter().chain(optional).collect::<Vec<_>>().join("\n");
        return Prompt { above: Some(above), raw: "> ".into(), styled: "> ".into(), default: None };
    }
    let styled = groups.iter().map(|(names, verbs)| label(&bold(names), verbs)).collect::<Vec<_>>().join(" · ");
    Prompt { above: optional, raw: format!("{raw}> "), styled: format!("{styled}> "), default: None }
}

/// Separates the verbs that are due from the optional ones, which become a sentence. If all verbs are optional,
/// they all stay, and there is no sentence.
fn split_optional(referee: &dyn Referee, expected: Vec<ExpectedSteps>) -> (Vec<ExpectedSteps>, Option<String>) {
    let may_phrase = |name: &&'static str| referee.book().verb(name).and_then(|verb| verb.may);
    if expected.iter().all(|expected| expected.verbs.iter().all(|verb| may_phrase(verb).is_some())) {
        return (expected, None);
    }
    let mut optional: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for ExpectedSteps { actor, verbs, .. } in &expected {
        let may_phrases: Vec<&str> = verbs.iter().filter_map(may_phrase).collect();
        let name = clean(actor.as_deref().unwrap_or("the table")).into_owned();
        match optional.iter_mut().find(|(phrases, _)| *phrases == may_phrases) {
            Some((_, names)) => names.push(name),
            None if may_phrases.is_empty() => {}
            None => optional.push((may_phrases, vec![name])),
        }
    }
    let optional: Vec<String> =
        optional.iter().map(|(may_phrases, names)| format!("{} may {}.", and_list(names), or_list(may_phrases))).collect();
    let due = expected.into_iter().filter_map(|ExpectedSteps { actor, mut verbs, counts }| {
        verbs.retain(|verb| may_phrase(verb).is_none());
        (!verbs.is_empty()).then_some(ExpectedSteps { actor, verbs, counts })
    });
    (due.collect(), Some(optional.join(" ")).filter(|optional| !optional.is_empty()).map(|optional| wrap(&optional, "", "")))
}

/// The prompt for a step of the table. Lines above the prompt explain the step, because it is no player's turn.
fn prompt_for_table(referee: &dyn Referee, expected: &[ExpectedSteps]) -> Prompt {
    let options = referee.options().into_iter().filter(|(actor, _)| actor.is_none()).flat_map(|(_, options)| options);
    let above: Vec<String> = options.map(|option| wrap(&clean(&option.to_string()), "", "  ")).collect();
    let verbs: Vec<&str> = expected.iter().flat_map(|expected| expected.verbs.iter().copied()).collect();
    let raw = if verbs.is_empty() { "> ".to_owned() } else { format!("{}> ", or_list(&verbs)) };
    Prompt { above: Some(above.join("\n")).filter(|above| !above.is_empty()), styled: raw.clone(), raw, default: None }
}

/// The actor and the step, if all players can see that only this step is possible. `None` if the table may act.
fn only_step(referee: &dyn Referee, expected: &[ExpectedSteps]) -> Option<(String, String)> {
    if expected.is_empty() || expected.iter().any(|expected| expected.actor.is_none()) {
        return None;
    }
    referee.only_step().map(|offer| (offer.actor, offer.step))
}

/// The names of players with the same verbs, and these verbs. The table has a group of its own, without a name.
fn group_by_verbs(expected: &[ExpectedSteps]) -> Vec<(String, String)> {
    let mut groups: Vec<(&[&str], Vec<String>)> = Vec::new();
    for ExpectedSteps { actor, verbs, .. } in expected {
        let name = actor.as_deref().map(|name| clean(name).into_owned());
        match groups.iter_mut().find(|(group_verbs, names)| *group_verbs == &verbs[..] && !names.is_empty() && name.is_some()) {
            Some((_, names)) => names.extend(name),
            None => groups.push((verbs, name.into_iter().collect())),
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
