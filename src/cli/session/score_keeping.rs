//! Keeps scores without moves: asks for each player's part of a round, then records the tally. Also runs the command `tally`, which
//! does the same for a round of a log with moves.

use super::{
    change, command, command_words,
    input::{InputEvent, SessionInput},
    record_line,
    reply::{ARROW_UP, LineStatus, Reply, ReplyView},
    screen,
    standings::counted_rounds,
    state::Session,
};
use crate::{
    actions::{self, Action, ActionReport},
    cli::{
        prompt::parts_form::PartsForm,
        render::{
            messages,
            style::{strong, wrap},
        },
    },
    referee::{Edit, Refusal},
    table::{
        Progress, capitalized,
        escape::{self, clean, clean_all},
        is_adjustment, tie_break_usage,
    },
};
use std::collections::BTreeMap;

enum NextAction {
    Continue,
    /// Repeat the heading, then ask for the next part.
    RepeatHeading,
    /// Begin the next round: this one was counted.
    BeginRound,
    /// Stop the command `tally`, because its question was cancelled.
    Stop,
    Quit,
}

type PartReply = (NextAction, ReplyView);

/// Keeps the scores of a game until the session ends. `form` has the parts that were already entered for the next round.
pub(super) fn run(session: &mut Session, input: &mut SessionInput<'_>, form: Option<PartsForm>) {
    greet(session);
    let mut form = form.unwrap_or_else(|| empty_form(session));
    // The lines entered for a round before `undo` removed an earlier round, by the number of rounds counted at that time. The
    // form gets them back once as many rounds are counted.
    let mut interrupted_rounds: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut last_heading = String::new();
    loop {
        if !session.asked_first {
            record_line::ask_who_is_first(session, input);
        }
        let heading = heading(session);
        if last_heading != heading {
            screen::draw(session, ReplyView::sentences(&heading));
            last_heading = heading;
        }
        let (rounds_before, entered_lines) = (self::counted_rounds(session), form.entered_lines().collect::<Vec<_>>());
        let (next, view) = if session.referee().progress() == Progress::GameOver {
            ask_after_game(session, input, &mut form)
        } else {
            ask_part(session, input, &mut form)
        };
        screen::draw(session, view);
        match next {
            NextAction::Quit => {
                return input
                    .terminal
                    .drop_lines(form.entered_lines().chain(interrupted_rounds.into_values().flatten()).collect());
            }
            NextAction::BeginRound => form = empty_form(session),
            NextAction::RepeatHeading => last_heading.clear(),
            NextAction::Continue | NextAction::Stop => {}
        }
        let rounds_after = self::counted_rounds(session);
        let is_form_kept = form.entered_lines().eq(entered_lines.iter().cloned());
        if rounds_after < rounds_before && !entered_lines.is_empty() && !is_form_kept {
            interrupted_rounds.insert(rounds_before, entered_lines);
        } else if rounds_after > rounds_before
            && let Some(lines) = interrupted_rounds.remove(&rounds_after)
        {
            form.prefill(&lines);
        }
    }
}

pub(super) fn end_round_by_tally(session: &mut Session, input: &mut SessionInput<'_>) -> Reply {
    if session.referee().progress() == Progress::GameOver {
        return Reply::usage("The game is over: there is no round to count.");
    }
    // Lines typed ahead don't answer questions that were not shown yet.
    input.terminal.drop_typed_ahead();
    screen::draw(session, ReplyView::Text(PartsForm::usage(session.book())));
    let mut form = empty_form(session);
    loop {
        let (next, view) = ask_part(session, input, &mut form);
        match next {
            NextAction::Continue | NextAction::RepeatHeading => screen::draw(session, view),
            NextAction::BeginRound => return Reply::done(view),
            NextAction::Quit => {
                input.terminal.drop_lines(form.entered_lines().collect());
                return Reply::quit();
            }
            NextAction::Stop => return Reply::usage("Nothing was counted."),
        }
    }
}

/// `mend ROUND`: asks for each player's part of a counted round, with its present text, and amends the parts that were edited.
pub(super) fn correct_round(session: &mut Session, input: &mut SessionInput<'_>, round: u32) -> Reply {
    let book = session.book();
    let Some(tally) = session.referee().log().round(round).and_then(|round| round.tally.clone()) else {
        return Reply::usage(format!("No {} {round} was counted; `log` shows them all.", book.round_noun));
    };
    let mut form = form_of_round(session, round);
    form.prefill(&tally);
    let old_lines: Vec<String> = form.lines().collect();
    let edits_of = |lines: &mut dyn Iterator<Item = String>| -> Vec<Edit> {
        lines.zip(&old_lines).filter(|(new, old)| new != *old).map(|(new, _)| Edit::Tally(round, new)).collect()
    };
    let heading = format!("{} {round}", capitalized(book.round_noun));
    let heading = format!("{heading} as it should be. Enter alone leaves a line as it is, Escape all of them.");
    ask_and_amend(session, input, form, &heading, round, &edits_of)
}

/// `mend +ROUND`: asks for each player's part of a round that was forgotten before a counted one, and puts it in.
pub(super) fn insert_round(session: &mut Session, input: &mut SessionInput<'_>, round: u32) -> Reply {
    let noun = session.book().round_noun;
    if session.referee().log().round(round).is_none_or(|round| round.tally.is_none()) {
        return Reply::usage(format!("No {noun} {round} was counted that another could come before; `log` shows them all."));
    }
    let form = form_of_round(session, round);
    let edits_of = |lines: &mut dyn Iterator<Item = String>| vec![Edit::InsertTally(round, lines.collect())];
    let heading = format!("The {noun} that was forgotten before {noun} {round}. Escape leaves all as it is.");
    ask_and_amend(session, input, form, &heading, round, &edits_of)
}

/// Asks for each part of a round, then makes the edits that `edits_of` makes of all of them.
fn ask_and_amend(
    session: &mut Session,
    input: &mut SessionInput<'_>,
    mut form: PartsForm,
    heading: &str,
    round: u32,
    edits_of: &dyn Fn(&mut dyn Iterator<Item = String>) -> Vec<Edit>,
) -> Reply {
    let book = session.book();
    let mut above = wrap(heading, "", "");
    while let Some((player, text)) = form.current() {
        let (prompt, text) = (format!("{}, {} {round}: ", clean(player), book.round_noun), text.to_owned());
        let Some(line) = input.ask_or_skip(&std::mem::take(&mut above), &prompt, &text, None) else {
            return change::nothing_changed();
        };
        // A line that breaks a rule is reported only after the last line.
        let count = |texts: &[&str]| {
            let edits = edits_of(&mut texts.iter().map(|&text| text.to_owned()));
            let refusal = session.preview(&Action::amend(edits, None)).err();
            refusal.filter(|refusal| matches!(refusal, Refusal::Unparsed { .. })).map_or(Ok(()), Err)
        };
        let Some(line) =
            form.resolve_bare_number(&line, None, &count, |question, options| input.terminal.pick(question, options, Some(0)))
        else {
            continue;
        };
        if let Err(refusal) = form.set_part(&line, &count) {
            above = messages::refusal(&refusal);
        }
        if form.current().is_none() {
            let edits = edits_of(&mut form.lines());
            if edits.is_empty() {
                return change::nothing_changed();
            }
            match change::judge_edits(session, input, &edits) {
                Err(refusal @ Refusal::Foul { .. }) => {
                    form.go_to_error(&refusal);
                    above = messages::refusal(&refusal);
                }
                amended => return change::save_change(session, input, amended),
            }
        }
    }
    change::nothing_changed()
}

fn greet(session: &Session) {
    let head = format!(
        "{}: {}. Scores only; each round is saved to {} as soon as it is counted.",
        strong(session.book().title),
        clean_all(session.referee().players().names()).join(", "),
        escape::path(session.path())
    );
    screen::draw(session, ReplyView::Text(format!("{}\n{}", wrap(&head, "", ""), usage(session))));
    if counted_rounds(session) > 0 {
        screen::draw(session, ReplyView::table(String::new));
    }
    if session.referee().halted().is_some() {
        let advice = "The log is judged only up to a step that can't have happened: correct it first with `amend`.";
        screen::draw(session, ReplyView::sentences(advice));
    }
}

fn usage(session: &Session) -> String {
    let scores_only_usage = session.referee().log().is_scores_only().then(|| {
        let tie_break = tie_break_usage(session.book());
        let sentences = [
            "`=23` is a bare total, without what scored it.",
            &tie_break,
            "`NAME left`: that player goes, and the others play on. `NAME joined`: somebody new plays from this round on.",
        ];
        let sentences: Vec<&str> = sentences.into_iter().filter(|sentence| !sentence.is_empty()).collect();
        format!("\n{}", wrap(&sentences.join(" "), "", ""))
    });
    let commands = "`undo` takes the last round back to be edited, `mend 1` asks for an earlier one again, `score` shows all rounds, `note TEXT` keeps a note, `rules` reads the \
                 rule book, `help words` lists all words, `quit` leaves.";
    format!("{}{}\n{}", PartsForm::usage(session.book()), scores_only_usage.unwrap_or_default(), wrap(commands, "", ""))
}

/// The heading of a round, as `Round 2: Bo deals.`
fn heading(session: &Session) -> String {
    let (book, referee) = (session.book(), session.referee());
    if referee.progress() == Progress::GameOver {
        return "The game is over. `undo` takes the last round back, `mend 1` asks for an earlier one again, `note TEXT` adds a note, `quit` leaves.".to_owned();
    }
    // The greeting showed the example for the first round.
    let example = if counted_rounds(session) > 0 {
        format!(" A line for each player, as: `{}`", book.tally_example)
    } else {
        String::new()
    };
    format!("{}.{example}", capitalized(&clean(&referee.next_round_label(session.first()))))
}

/// The next round to count, as `round 2`.
fn round_label(session: &Session) -> String {
    format!("{} {}", session.book().round_noun, counted_rounds(session) + 1)
}

fn empty_form(session: &Session) -> PartsForm {
    form_of_round(session, next_round(session))
}

/// An empty form for the players of a round, counted from 1.
fn form_of_round(session: &Session, round: u32) -> PartsForm {
    let form = PartsForm::of(&players_in_round(session, round));
    if session.referee().log().is_scores_only() { form.with_totals(session.book()) } else { form }
}

fn players_in_round(session: &Session, round: u32) -> Vec<String> {
    session.referee().log().players_in(round).map(ToString::to_string).collect()
}

fn next_round(session: &Session) -> u32 {
    u32::try_from(counted_rounds(session) + 1).unwrap_or(u32::MAX)
}

fn ask_part(session: &mut Session, input: &mut SessionInput<'_>, form: &mut PartsForm) -> PartReply {
    form.set_players(&players_in_round(session, next_round(session)));
    let Some((name, _)) = form.current() else { return record_round(session, input, form) };
    let (prompt, text) = (format!("{}, {}: ", clean(name), round_label(session)), form.kept_text().to_owned());
    match input.read_part(&prompt, &text, || session.is_changed()) {
        InputEvent::Line(line) => {
            run_command(session, input, form, &line).unwrap_or_else(|| enter_part(session, input, form, &line))
        }
        InputEvent::Back if form.back() => (NextAction::Continue, ReplyView::Nothing),
        InputEvent::Back | InputEvent::Cancelled => (NextAction::Stop, ReplyView::Nothing),
        event => handle_event(session, form, &event),
    }
}

fn handle_event(session: &mut Session, form: &mut PartsForm, event: &InputEvent) -> PartReply {
    let tallies_before = tallies(session);
    let view = match event {
        InputEvent::Quit => return (NextAction::Quit, ReplyView::Nothing),
        InputEvent::Resized => ReplyView::table(String::new),
        InputEvent::Changed => record_line::reload(session),
        _ => return (NextAction::Continue, ReplyView::Nothing),
    };
    if tallies(session) != tallies_before {
        *form = empty_form(session);
    }
    (NextAction::RepeatHeading, view)
}

fn enter_part(session: &mut Session, input: &mut SessionInput<'_>, form: &mut PartsForm, line: &str) -> PartReply {
    let old_line = form.current().map(|(name, text)| format!("{name}: {text}"));
    let count = |texts: &[&str]| session.preview(&tally_action(session, texts));
    let round = counted_round(session, line);
    let Some(line) =
        form.resolve_bare_number(line, round, &count, |question, options| input.terminal.pick(question, options, Some(0)))
    else {
        return (NextAction::Continue, ReplyView::Nothing);
    };
    if let Some(round) = line.strip_prefix("mend ").and_then(|round| round.parse().ok()) {
        return (NextAction::RepeatHeading, correct_round(session, input, round).view);
    }
    let view = match (form.set_part(&line, &count), counted_round(session, &line)) {
        (Ok(()), _) => ReplyView::Nothing,
        // A number that is not a valid part is the number of a counted round.
        (Err(Refusal::Unparsed { .. }), Some(round)) => {
            form.replace(&old_line.unwrap_or_default());
            return (NextAction::RepeatHeading, correct_round(session, input, round).view);
        }
        (Err(refusal), _) => {
            let hint = match &refusal {
                Refusal::Foul { actor: None, .. } => "; Escape goes back to the player before.",
                Refusal::Foul { .. } => "; or type `overrule REASON` if the table lets it count as it is.",
                _ => ".",
            };
            explain_refusal(input, &refusal, &format!("{}{hint}", capitalized(ARROW_UP)))
        }
    };
    (NextAction::Continue, view)
}

/// The counted round that a line names, if the line is only its number.
fn counted_round(session: &Session, line: &str) -> Option<u32> {
    line.trim().parse().ok().filter(|&round| (1..=counted_rounds(session)).contains(&(round as usize)))
}

fn tally_action(session: &Session, texts: &[&str]) -> Action {
    Action::Tally { players: texts.iter().map(|&text| text.to_owned()).collect(), first: session.first().map(str::to_owned) }
}

/// Explains why a part or a round can't be counted, and drops the keys typed ahead.
fn explain_refusal(input: &mut SessionInput<'_>, refusal: &Refusal, hint: &str) -> ReplyView {
    input.terminal.drop_typed_ahead();
    ReplyView::Text(format!("{}\n{}", messages::refusal(refusal), wrap(hint, "", "")))
}

fn record_round(session: &mut Session, input: &mut SessionInput<'_>, form: &mut PartsForm) -> PartReply {
    loop {
        let outcome = form.count(&|texts: &[&str]| session.preview(&tally_action(session, texts)));
        let refusal = match outcome {
            Ok(outcome) => match save_round(session, outcome) {
                Ok(view) => return (NextAction::BeginRound, view),
                Err(view) => {
                    form.back();
                    return (NextAction::Continue, view);
                }
            },
            Err(refusal) => refusal,
        };
        let choice = match &refusal {
            Refusal::ChooseFirst { question, players } => input.pick(question, players),
            Refusal::Foul { verdict, .. } if !verdict.alternatives.is_empty() => {
                out!("{}", wrap(&clean(&verdict.message), "", ""));
                input.pick("Which is it?", &verdict.alternatives)
            }
            _ => None,
        };
        match (&refusal, choice) {
            (Refusal::ChooseFirst { .. }, Some(name)) => session.choose_first(name),
            (_, Some(part)) => form.replace(part),
            (_, None) => {
                form.go_to_error(&refusal);
                let hint = match &refusal {
                    Refusal::Foul { actor: Some(_), .. } => {
                        "Mend the line, or leave it with Enter; or type `overrule REASON` if the table lets it count as it is."
                    }
                    _ => "Mend the lines: Enter alone leaves one as it is.",
                };
                return (NextAction::Continue, explain_refusal(input, &refusal, hint));
            }
        }
    }
}

/// Saves a counted round. Returns the view to draw, as an error if the round couldn't be saved.
fn save_round(session: &mut Session, outcome: actions::Outcome) -> Result<ReplyView, ReplyView> {
    if !session.referee().log().is_scores_only() {
        let Reply { status, view, .. } = record_line::save_recorded(session, outcome);
        return if status == LineStatus::Entered { Ok(view) } else { Err(view) };
    }
    record_line::commit(session, &outcome)?;
    let ActionReport::Tallied(recorded, _) = outcome.report else { return Ok(ReplyView::table(String::new)) };
    let overruled = recorded.recorded_steps().filter_map(|step| step.overruled);
    let overruled: Vec<String> = overruled.map(|verdict| format!("Let stand: {}.", clean(&verdict.message))).collect();
    Ok(ReplyView::table(move || overruled.iter().map(|text| wrap(text, "", "")).collect::<Vec<_>>().join("\n")))
}

/// Runs a line that is a session command, a note, an adjustment, `NAME left` or `NAME joined`. Returns `None` for other lines.
fn run_command(session: &mut Session, input: &mut SessionInput<'_>, form: &mut PartsForm, line: &str) -> Option<PartReply> {
    let is_scores_only = session.referee().log().is_scores_only();
    let (tallies_before, rounds_before) = (tallies(session), counted_rounds(session));
    let Reply { status, view, .. } = match command_words::parse_command(line, session.book()) {
        None if let Some(name) = session.referee().players().leaver(line).map(str::to_owned) => {
            record_presence(session, input, &format!("left.{name}"), counted_rounds(session))
        }
        None if let Some(name) = session.referee().players().joiner(line).filter(|_| is_scores_only) => {
            record_presence(session, input, &format!("joined.{name}"), counted_rounds(session) + 1)
        }
        None if is_adjustment(line) || line.trim().to_lowercase().starts_with("note ") => {
            record_line::judge_and_save(session, input, line)
        }
        None => return None,
        Some((word, reason)) if word == "overrule" => return Some(overrule(session, input, form, reason)),
        Some((word, _)) if ["back", "forward", "now"].contains(&word.as_str()) => Reply::usage(if is_scores_only {
            "There are no moves to look back to: `score` shows all rounds."
        } else {
            "Look back once the round is counted, or once Escape has given that up."
        }),
        Some((word, "")) if word == "?" || word == "tally" || (word == "help" && is_scores_only) => {
            Reply::done(ReplyView::Text(usage(session)))
        }
        Some((word, rest)) => command::run(session, input, &word, rest),
    };
    // The form is kept unless a round was added or removed at the end.
    let is_at_end = tallies(session).iter().flatten().zip(tallies_before.iter().flatten()).all(|(now, before)| now == before);
    if counted_rounds(session) != rounds_before && is_at_end {
        *form = empty_form(session);
        // An undone tally can be edited.
        if let Some(Some(tally)) = tallies_before.get(counted_rounds(session)) {
            form.prefill(tally);
        }
    }
    Some((if status == LineStatus::Quit { NextAction::Quit } else { NextAction::RepeatHeading }, view))
}

/// `NAME left`: the last counted round was the player's last, and the others play on. `NAME joined`: the next round is the first.
fn record_presence(session: &mut Session, input: &mut SessionInput<'_>, key: &str, round: usize) -> Reply {
    change::carry_out(session, input, &Action::Head { changes: vec![(key.to_owned(), round.to_string())] })
}

fn overrule(session: &mut Session, input: &mut SessionInput<'_>, form: &mut PartsForm, reason: &str) -> PartReply {
    match form.current() {
        Some((_, text)) if !text.is_empty() && !reason.is_empty() => {
            let line = format!("{text} ! {reason}");
            enter_part(session, input, form, &line)
        }
        _ => (NextAction::Continue, ReplyView::sentences("`overrule REASON` lets a line count that was refused just now.")),
    }
}

/// The parts of each round's tally. `None` for a round without a tally.
fn tallies(session: &Session) -> Vec<Option<Vec<String>>> {
    let parts = |tally: &Vec<_>| tally.iter().map(ToString::to_string).collect();
    session.referee().log().rounds().iter().map(|round| round.tally.as_ref().map(parts)).collect()
}

fn ask_after_game(session: &mut Session, input: &mut SessionInput<'_>, form: &mut PartsForm) -> PartReply {
    match input.read_part("the game is over> ", "", || session.is_changed()) {
        InputEvent::Line(line) => run_command(session, input, form, &line).unwrap_or_else(|| {
            if line.trim().is_empty() {
                return (NextAction::Continue, ReplyView::Nothing);
            }
            if let Some(round) = counted_round(session, &line) {
                return (NextAction::RepeatHeading, correct_round(session, input, round).view);
            }
            input.terminal.drop_typed_ahead();
            let text = "The game is over: nothing more is counted. `undo` takes the last round back to be edited.";
            (NextAction::Continue, ReplyView::sentences(text))
        }),
        event => handle_event(session, form, &event),
    }
}
