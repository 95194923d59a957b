//! The menu of the command without arguments: start, score, continue, take up or view a game, settle a dispute, count by hand.

use super::{judge, tally};
use crate::{
    cli::{
        command_output, open_logs,
        program::games,
        prompt::{
            parts_form::PartsForm,
            setup::{SetupForm, SetupQuestion},
            terminal::{LineEvent, LinePrompt, Terminal},
        },
        render::{
            messages, sheet,
            style::{shorten, width, wrap},
            zones,
        },
        session::{at_table, position},
    },
    log::LogFile,
    referee::{Dispute, NewGame, Referee},
    table::{
        Progress, and_list, capitalized,
        escape::{self, clean},
    },
};
use anyhow::Result;
use console::measure_text_width;
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// The columns of a menu entry besides its texts: the marks around the entry, and the separator between game and file name.
const MARKS_WIDTH: usize = 4 + 3;
/// The fewest columns to which a file name is cut.
const MIN_NAME_WIDTH: usize = 8;
/// The most logs listed.
const MAX_LOGS: usize = 60;
/// The index of the choice `Take up a game in the middle`.
const TAKE_UP: usize = 3;

/// Shows the menu again and again, until a session ends or the user leaves.
pub(crate) fn run() -> Result<ExitCode> {
    use SetupQuestion::{CardsInPlay, Deck, File, First, Game, Players, Rules};
    let terminal = &mut Terminal::open()?;
    loop {
        let choices = [
            "Start a new game   every move is refereed",
            "Keep the scores of a game   round by round, without its moves",
            "Go on with a game",
            "Take up a game in the middle   its cards lie on the table, without a log",
            "Settle a dispute   was that legal? No log is needed",
            "Score a game by hand   count what lies on the table",
            "Look at a game",
            "Leave",
        ]
        .map(str::to_owned);
        let choice = terminal.choose("fowlplay: what do you want to do?", &choices, 0);
        let log_and_tally = match choice {
            Some(0 | TAKE_UP) => new_log(terminal, false, &[Game, Players, Rules, Deck, CardsInPlay, First, File]),
            Some(1) => new_log(terminal, true, &[Game, Players, Rules, Deck, First, File]),
            Some(2) => choose_log(terminal, open_logs::is_unfinished, "There is no game to go on with in this directory.")
                .and_then(|path| match open_logs::open_to_play(&path) {
                    Ok(file) => Some((file, None)),
                    Err(error) => {
                        out!("{}", command_output::error_text(&error));
                        None
                    }
                }),
            Some(4) => {
                ask_dispute(terminal);
                None
            }
            Some(5) => score_by_hand(terminal),
            Some(6) => {
                if let Some(path) = choose_log(terminal, |_| true, "There is no log of a game in this directory.") {
                    view(&path);
                }
                None
            }
            _ => return Ok(ExitCode::SUCCESS),
        };
        if let Some((file, tally)) = log_and_tally {
            return at_table(file, tally, (choice == Some(TAKE_UP)).then_some("position"), terminal);
        }
    }
}

/// Asks for everything that a new log needs, and writes the log. Returns `None` if the user cancels.
fn new_log(terminal: &mut Terminal, is_scores_only: bool, questions: &[SetupQuestion]) -> Option<(LogFile, Option<PartsForm>)> {
    let mut setup = SetupForm::today(is_scores_only);
    setup.ask(terminal, questions)?;
    Some((setup.file?, None))
}

/// Counts the cards on the table, and asks whether to keep the tally as the first round of a log. Returns the log and the tally.
fn score_by_hand(terminal: &mut Terminal) -> Option<(LogFile, Option<PartsForm>)> {
    let mut setup = SetupForm::today(true);
    setup.ask(terminal, &[SetupQuestion::Game, SetupQuestion::Players, SetupQuestion::Rules])?;
    let book = setup.book?;
    let (form, sheet) = tally::by_hand(terminal, book, &setup.new)?;
    out!("{}\n", sheet::single_round(&sheet, book));
    if !terminal.confirm("Keep it as a log, which the next rounds can follow?", false)? {
        return None;
    }
    setup.ask(terminal, &[SetupQuestion::Deck, SetupQuestion::First, SetupQuestion::File])?;
    Some((setup.file?, Some(form)))
}

/// Asks for a position and a move, and judges the move. Returns `None` if the user cancels.
fn ask_dispute(terminal: &mut Terminal) -> Option<()> {
    let mut setup = SetupForm::today(false);
    setup.ask(terminal, &[SetupQuestion::Game, SetupQuestion::Players, SetupQuestion::Rules, SetupQuestion::First])?;
    let (book, new_game) = (setup.book?, setup.new);
    let mut form = position::empty_form(&new_game.players);
    out!("{}", position::usage(book, &new_game.players, ""));
    let mut typed_move = String::new();
    loop {
        while let Some((name, text)) = form.current() {
            let prompt = format!("{}: ", capitalized(&clean(name)));
            let LineEvent::Line(line) = terminal.ask_line(LinePrompt { text, ..LinePrompt::new(&prompt) }) else { return None };
            let judge_parts = |texts: &[&str]| games().judge(book.game, &dispute(&new_game, texts, None)).map(drop);
            if let Err(refusal) = form.set_part(&line, &judge_parts) {
                out!("{}", messages::refusal(&refusal));
            }
        }
        typed_move = terminal.ask_text("The move (Enter alone lists the legal moves)", None, &typed_move, |_| Ok(()))?;
        let line = with_actor(terminal, &new_game.players, &typed_move)?;
        let judge_move =
            |texts: &[&str]| games().judge(book.game, &dispute(&new_game, texts, Some(&line).filter(|line| !line.is_empty())));
        match form.count(&judge_move) {
            Ok(result) => {
                out!("\n{}\n", judge::text(&result));
                return Some(());
            }
            Err(refusal) => {
                out!("{}", messages::refusal(&refusal));
                form.go_to_error(&refusal);
            }
        }
    }
}

/// Adds an actor to a move that names none, after asking for the actor. Returns `None` if the user cancels.
fn with_actor(terminal: &mut Terminal, players: &[String], line: &str) -> Option<String> {
    if line.is_empty() || line.contains(':') {
        return Some(line.to_owned());
    }
    let mut answers = players.to_vec();
    answers.push("no player: the table, or all players at once".to_owned());
    let index = terminal.choose("Whose move is it?", &answers, 0)?;
    Some(players.get(index).map_or_else(|| line.to_owned(), |name| format!("{name}: {line}")))
}

fn dispute(new_game: &NewGame, parts: &[&str], line: Option<&String>) -> Dispute {
    let texts = parts.iter().map(|&part| part.to_owned()).chain(line.cloned()).collect();
    Dispute { new: new_game.clone(), texts }
}

/// Prints the table and the score of a game.
fn view(path: &Path) {
    match open_logs::open_referee(path) {
        Ok(referee) => {
            let file = messages::quoted(&path.display().to_string());
            let file = clean(&file);
            let advice =
                format!("`fowlplay show {file}` shows what is known of hands, `fowlplay check {file}` judges every line.");
            let sheet = sheet::text(&referee.sheet(), referee.book());
            out!("\n{}\n\n{sheet}\n\n{}\n", zones::full(&referee.zones().open), wrap(&advice, "", ""));
        }
        Err(error) => out!("{}", command_output::error_text(&error)),
    }
}

/// Asks for a log of this directory that `is_wanted`, or for another file. Prints `none_message` if there is no such log.
fn choose_log(terminal: &mut Terminal, is_wanted: impl Fn(&dyn Referee) -> bool, none_message: &str) -> Option<PathBuf> {
    let logs: Vec<(PathBuf, Box<dyn Referee>)> =
        open_logs::logs().filter(|(_, referee)| is_wanted(referee.as_ref())).take(MAX_LOGS).collect();
    if logs.is_empty() {
        out!("{none_message}");
    }
    let label = |(path, referee): &(PathBuf, Box<dyn Referee>)| {
        let summary = summary(referee.as_ref());
        let columns = width().saturating_sub(measure_text_width(&summary) + MARKS_WIDTH).max(MIN_NAME_WIDTH);
        format!("{summary} · {}", shorten(&escape::path(path), columns))
    };
    let mut labels: Vec<String> = logs.iter().map(label).collect();
    labels.push("another file…".to_owned());
    let index = if logs.is_empty() { 0 } else { terminal.choose("Which game?", &labels, 0)? };
    if let Some((path, _)) = logs.into_iter().nth(index) {
        return Some(path);
    }
    let name = terminal.ask_text("File (Enter alone goes back)", None, "", |_| Ok(()))?;
    if name.is_empty() { None } else { Some(PathBuf::from(name)) }
}

/// The game, the players and the status, as `Blulu, Ada and Bo, round 2`.
fn summary(referee: &dyn Referee) -> String {
    let book = referee.book();
    let round = referee.log().rounds().len();
    let status = messages::closed(referee).unwrap_or_else(|| match referee.progress() {
        _ if referee.halted().is_some() => "has an impossible line".to_owned(),
        Progress::Ready(_) => "not begun".to_owned(),
        Progress::Underway => format!("{} {round}", book.round_noun),
        Progress::RoundOver(_) => format!("{} {round} is over", book.round_noun),
        Progress::GameOver => match &referee.sheet().winners[..] {
            [] => "over".to_owned(),
            winners => format!("{} won", and_list(winners)),
        },
    });
    format!("{}, {}, {status}", book.title, and_list(referee.players().names()))
}
