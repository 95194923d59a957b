//! The menu of the bare command: a new game, one to go on with, a score by hand, one to look at.

use super::{
    answer::Answer,
    escape::clean,
    failure::Failure,
    files, new_questions, paint,
    play::{self, ask, out},
    sheet,
};
use fowlplay::{
    log::LogFile,
    referee::{self, Referee},
    table::{Progress, and_list},
};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::SystemTime,
};

/// More logs than these are not listed.
const MOST: usize = 60;

/// Asks what to do until one thing is done, or nothing is wanted.
///
/// # Errors
/// When the terminal fails.
pub fn run() -> Result<ExitCode, Failure> {
    ask::survive_ctrl_c();
    loop {
        let choices =
            ["Start a new game", "Go on with a game", "Score a game by hand", "Look at a game", "Leave"].map(str::to_owned);
        match ask::one_of("fowlplay: what is it to be?", &choices, 0) {
            Some(0) => {
                if let Some(file) = new_questions::new_log() {
                    return play::at_table(file);
                }
            }
            Some(1) => {
                if let Some(path) = choose_log("Which game?") {
                    match files::hold(&path) {
                        Ok(file) => return play::at_table(file),
                        Err(failure) => out!("{}", failure.words()),
                    }
                }
            }
            Some(2) => {
                if let Some(tally) = new_questions::tally() {
                    return tally.map(Answer::give);
                }
            }
            Some(3) => {
                if let Some(path) = choose_log("Which game?") {
                    look(&path);
                }
            }
            _ => return Ok(ExitCode::SUCCESS),
        }
    }
}

fn look(path: &Path) {
    match files::read(path) {
        Ok(referee) => {
            out!("\n{}", paint::picture(&referee.picture().open));
            out!("\n{}\n", sheet::paint(&referee.sheet(), referee.book()));
            let file = super::say::quoted(&path.display().to_string());
            let file = clean(&file);
            out!("`fowlplay show {file}` shows what is known of hands, `fowlplay check {file}` judges every line.\n");
        }
        Err(failure) => out!("{}", failure.words()),
    }
}

/// A log of this directory, or another one that is named.
fn choose_log(question: &str) -> Option<PathBuf> {
    let logs = logs(Path::new("."));
    if logs.is_empty() {
        out!("There is no log of a game in this directory.");
    }
    let mut labels: Vec<String> = logs.iter().map(|(_, label)| label.clone()).collect();
    labels.push("another file…".to_owned());
    let chosen = if logs.is_empty() { 0 } else { ask::one_of(question, &labels, 0)? };
    if let Some((path, _)) = logs.into_iter().nth(chosen) {
        return Some(path);
    }
    let name = ask::text("File (Enter alone goes back)", None, |_| Ok(()))?;
    if name.is_empty() { None } else { Some(PathBuf::from(name)) }
}

/// The logs in a directory, the newest first, and what is told of each.
fn logs(directory: &Path) -> Vec<(PathBuf, String)> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut found: Vec<(SystemTime, PathBuf)> = entries
        .flatten()
        .filter(|entry| Path::new(&entry.file_name()).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml")))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, PathBuf::from(entry.file_name()))))
        .collect();
    found.sort_by(|a, b| b.cmp(a));
    let told = found.into_iter().filter_map(|(_, path)| {
        let referee = referee::open(LogFile::read(&path).ok()?).ok()?;
        let label = format!("{}: {}", clean(&path.display().to_string()), state(referee.as_ref()));
        Some((path, label))
    });
    told.take(MOST).collect()
}

/// `Blulu, Ada and Bo, round 2`.
fn state(referee: &dyn Referee) -> String {
    let book = referee.book();
    let round = referee.log().rounds().len();
    let stands = match referee.progress() {
        _ if referee.is_halted() => "has a line that cannot be".to_owned(),
        Progress::Ready(_) => "not begun".to_owned(),
        Progress::Underway => format!("{} {round}", book.round),
        Progress::RoundOver(_) => format!("{} {round} is over", book.round),
        Progress::GameOver => match &referee.sheet().winners[..] {
            [] => "over".to_owned(),
            winners => format!("{} won", and_list(winners)),
        },
    };
    format!("{}, {}, {stands}", book.title, and_list(referee.players().names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_logs_are_listed() -> std::io::Result<()> {
        let directory = tempfile::tempdir()?;
        std::fs::write(directory.path().join("other.toml"), "[package]\nname = \"x\"\n")?;
        std::fs::write(directory.path().join("notes.txt"), "fowlplay = 1")?;
        assert!(logs(directory.path()).is_empty());
        Ok(())
    }
}
