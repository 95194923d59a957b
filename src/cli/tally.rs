//! `tally`: counts cards on the table, with no log at all or into a log's round.

use super::{
    answer::{Answer, refused, warn},
    escape::clean,
    files,
    new::Table,
    paint::wrap,
    play::open_terminal,
    say, sheet,
    terminal::{Given, Question, Terminal, whole},
};
use anyhow::{Result, bail};
use fowlplay::{
    log::check_names,
    referee::{self, NewGame, Refusal},
    table::{Book, and_list, or_list},
};
use std::{
    io::IsTerminal as _,
    path::{Path, PathBuf},
};

/// Examples, and the shape of the JSON document.
pub const HELP: &str = "Examples:
  fowlplay tally emu-ranchers 'Ada: AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS' 'Bo: 9LK 7SK'
  fowlplay tally emu-ranchers --rule years=1 'Ada: CS 9MS 8MS' 'Bo:'
  fowlplay tally emu-ranchers 'Ada: CS 9MS 8MS' 'Bo:' --into game.toml
  fowlplay tally emu-ranchers 'Ada: CS 2MK' 'Bo: 9LK ! we let it pass' --into game.toml

One text a player, all players of the table; a player with nothing is 'Ada:'. `fowlplay rules GAME` shows how a game's is written. Without texts it asks for them on a terminal. What breaks a rule stands if ` ! ` and a reason end that player's text.

With no log it counts one round of a game: it says who leads, and who wins only if that round is the whole game. Into a log, what its moves left lying before the players has to be there (TB-8).

With --json: as of `score`.";

/// What is counted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: its name or its title
    game: String,
    /// One player's cards
    #[arg(value_name = "NAME: …")]
    texts: Vec<String>,
    /// End the round of this log with it
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Who started the round, where this begins one in the log and the table chooses
    #[arg(long, value_name = "NAME", requires = "into")]
    first: Option<String>,
    #[command(flatten)]
    table: Table,
}

/// Counts cards.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let book = referee::book(&args.game)?;
    match &args.into {
        Some(path) => into(args, book, path, json),
        None => count(book, &args.table.new_game(), &args.texts, json, &mut None),
    }
}

/// Counts without a log. Where a terminal is needed and none is `open`, one is opened.
pub fn count(book: &'static Book, new: &NewGame, texts: &[String], json: bool, open: &mut Option<Terminal>) -> Result<Answer> {
    let refused = |refusal| if json { refusal } else { without_log(refusal) };
    let sheet = counted(
        book,
        texts,
        open,
        |terminal| ask_names(terminal, book),
        |texts| referee::count(book.game, new, texts).map_err(refused),
    )?;
    if json { Answer::of_log(&sheet, None) } else { Ok(Answer::text(sheet::paint(&sheet, book))) }
}

/// Where there is no log there is no `rule` command: a table rule is given with the tally.
fn without_log(mut refusal: Refusal) -> Refusal {
    if let Refusal::Foul { verdict, .. } = &mut refusal
        && !verdict.rules.is_empty()
    {
        let rules = std::mem::take(&mut verdict.rules);
        let under = and_list(rules.iter().map(|rule| format!("`{rule}`")));
        let other = or_list(rules.iter().map(|rule| format!("`--rule {}=…`", rule.key)));
        verdict.message = format!("{}; counted under {under}, and {other} says otherwise", verdict.message);
    }
    refusal
}

/// Counts into the round of a log.
fn into(args: &Args, book: &'static Book, path: &Path, json: bool) -> Result<Answer> {
    if args.table.variant.is_some() || !args.table.rules.is_empty() || !args.table.deck.is_empty() {
        bail!("a log has its variant, rules and deck already: leave out --variant, --rule and --deck with --into");
    }
    let (mut file, referee) = files::open(path)?;
    if referee.book().game != book.game {
        bail!("{} is a log of {}, not of {}", path.display(), referee.book().title, book.title);
    }
    let first = args.first.as_deref();
    let names = |_: &mut Terminal| Ok(referee.players().names().to_vec());
    let recorded = counted(book, &args.texts, &mut None, names, |texts| referee.tally_into(texts, first))?;
    files::first_was_asked(first, referee.log(), &recorded.log)?;
    whole(|| file.save(recorded.log.clone()))?;
    let sheet = files::replay(path, recorded.log.clone())?.sheet();
    if json {
        return Ok(Answer::of_log(&sheet, None)?.of_saved());
    }
    let told = say::recorded(&recorded, book);
    Ok(Answer::text(format!("{told}\n\n{}", sheet::paint(&sheet, book))).of_saved())
}

fn ask_names(terminal: &mut Terminal, book: &Book) -> Result<Vec<String>> {
    loop {
        let line = input(terminal, "Who plays, clockwise? (names, with commas between)", "")?;
        let names: Vec<String> = line.split(',').map(|name| name.trim().to_owned()).collect();
        match check_names(&names) {
            Ok(()) if book.players.contains(&names.len()) => return Ok(names),
            Ok(()) => warn(&format!("{} is for {} players: name them all, with commas between.", book.title, book.how_many())),
            Err((_, error)) => warn(&clean(&error.to_string())),
        }
    }
}

/// Counts the texts that were given; or asks each of the players for one, and again as long as they can't be counted.
fn counted<T>(
    book: &'static Book,
    given: &[String],
    open: &mut Option<Terminal>,
    names: impl FnOnce(&mut Terminal) -> Result<Vec<String>>,
    count: impl Fn(&[&str]) -> Result<T, Refusal>,
) -> Result<T> {
    let is_asked = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    let count = |texts: &[String]| count(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let count = |texts: &[String], open: &mut Option<Terminal>| match count(texts) {
        Err(refusal) if is_asked => meant(open, texts, &refusal).map_or(Err(refusal), |texts| count(&texts)),
        counted => counted,
    };
    if !given.is_empty() {
        return count(given, open).map_err(refused(book));
    }
    if !is_asked {
        bail!("say what lies before each player: fowlplay tally {} 'NAME: {}' 'NAME: …'", book.game, book.tally);
    }
    let names = names(opened(open)?)?;
    warn(&format!("One line a player, as: {}", book.tally));
    let mut lines = vec![String::new(); names.len()];
    loop {
        for (name, line) in names.iter().zip(&mut lines) {
            *line = input(opened(open)?, name, line)?;
        }
        let texts: Vec<String> = names.iter().zip(&lines).map(|(name, line)| format!("{name}: {line}")).collect();
        match count(&texts, open) {
            Ok(counted) => return Ok(counted),
            Err(refusal) => warn(&say::refusal(&refusal, book)),
        }
    }
}

/// Where one of several tallies must have been meant, asks which: the texts as they are then. None if it is given up.
fn meant(open: &mut Option<Terminal>, texts: &[String], refusal: &Refusal) -> Option<Vec<String>> {
    let Refusal::Foul { verdict, .. } = refusal else { return None };
    if verdict.alternatives.is_empty() {
        return None;
    }
    warn(&wrap(&clean(&verdict.message), "", ""));
    let chosen = verdict.alternatives.get(opened(open).ok()?.menu("Which is it?", &verdict.alternatives, 0)?)?;
    let name = |text: &str| text.split(':').next().unwrap_or_default().trim().to_lowercase();
    Some(texts.iter().map(|text| if name(text) == name(chosen) { chosen.clone() } else { text.clone() }).collect())
}

fn opened(open: &mut Option<Terminal>) -> Result<&mut Terminal> {
    Ok(match open {
        Some(terminal) => terminal,
        None => open.insert(open_terminal()?),
    })
}

fn input(terminal: &mut Terminal, prompt: &str, now: &str) -> Result<String> {
    let prompt = format!("{}: ", clean(prompt));
    match terminal.line(Question { text: now, ..Question::new(&prompt) }) {
        Given::Line(line) => Ok(line),
        _ => bail!("nothing was counted"),
    }
}
