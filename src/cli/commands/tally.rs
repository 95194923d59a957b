//! `tally`: counts cards on the table, without a log or into a log's round.

use crate::{
    actions::{Action, ActionError},
    cli::{
        command_output::{CommandOutput, action_error, refusal_error},
        open_logs,
        program::games,
        prompt::{
            parts_form::{PartsForm, ask, ask_which},
            setup,
            terminal::Terminal,
        },
        render::sheet,
        shared_args::SetupArgs,
        signals::without_interruption,
    },
    referee::{NewGame, Refusal},
    table::{Book, Sheet, escape, is_same_name},
};
use anyhow::{Result, anyhow, bail};
use std::{
    io::IsTerminal as _,
    path::{Path, PathBuf},
};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay tally emu-ranchers 'Ada: AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS' 'Bo: 9LK 7SK'
  fowlplay tally emu-ranchers --rule years=1 'Ada: CS 9MS 8MS' 'Bo:'
  fowlplay tally emu-ranchers 'Ada: CS 9MS 8MS' 'Bo:' --into game.toml
  fowlplay tally emu-ranchers 'Ada: CS 2MK' 'Bo: 9LK ! we let it pass' --into game.toml

Give one text for each player; `Ada:` is a player with nothing. `fowlplay rules GAME` shows how to write them. Without texts it asks for them on a terminal. To let something stand that breaks a rule, end that player's text with ` ! ` and a reason.

Without a log it counts the first round of a game: it says who leads, or who wins if that ends the game. In a log that keeps scores only a player's text may be a bare total: `Ada: = 23`. Where equal totals are decided by something else, it may say that: in Piepmatz the mated pairs, `Ada: = 30; pairs 2`; in Emus Redux the birds hatched, then those that lost money, `Ada: = 10; hatched 4; lost 1`. Without it equal players stay level, and nobody wins.

With --into the tally has to agree with the cards that the moves of the log left before the players (TB-8).";

/// The arguments of `tally`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: its name or its title
    game: String,
    /// One player's cards
    #[arg(value_name = "NAME: …")]
    texts: Vec<String>,
    /// End the current round of this log with the tally
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// The player who started the round, if the tally begins one in the log and the table chooses
    #[arg(long, value_name = "NAME", requires = "into")]
    first: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
}

/// Counts cards.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    if args.into.is_none() && Path::new(&args.game).is_file() {
        bail!("`{0}` is a file: a game's name comes first, and the log behind the texts, as `--into {0}`", args.game);
    }
    let book = setup::find_book(&args.game, json)?;
    match &args.into {
        Some(path) => count_into_log(args, book, path, json),
        None => count_without_log(book, &args.setup.new_game(), &args.texts, json),
    }
}

fn count_without_log(book: &'static Book, new_game: &NewGame, texts: &[String], json: bool) -> Result<CommandOutput> {
    let make_form = |terminal: &mut Terminal| setup::ask_names(terminal, book, "", &[]).map(|(_, names)| PartsForm::of(&names));
    let sheet = count_or_ask(book, texts, make_form, |texts| games().count(book.game, new_game, texts))?;
    if json { CommandOutput::of_log(&sheet, None) } else { Ok(CommandOutput::text(sheet::single_round(&sheet, book))) }
}

/// Asks for the cards of each player of a new game until they can be counted. Returns `None` if the user cancels.
pub(crate) fn by_hand(terminal: &mut Terminal, book: &'static Book, new_game: &NewGame) -> Option<(PartsForm, Sheet)> {
    let mut form = PartsForm::of(&new_game.players);
    let sheet = ask(terminal, book, &mut form, |texts| games().count(book.game, new_game, texts))?;
    Some((form, sheet))
}

fn count_into_log(args: &Args, book: &'static Book, path: &Path, json: bool) -> Result<CommandOutput> {
    if args.setup.variant.is_some() || !args.setup.rules.is_empty() || !args.setup.deck.is_empty() {
        bail!("a log has its variant, rules and deck already: leave out --variant, --rule and --deck with --into");
    }
    let mut workspace = open_logs::open(path)?;
    let referee = workspace.referee()?;
    if referee.book().game != book.game {
        bail!("{} is a log of {}, not of {}", escape::path(path), referee.book().title, book.title);
    }
    let round = u32::try_from(referee.log().rounds().iter().filter(|round| round.tally.is_some()).count() + 1)?;
    let players: Vec<String> = referee.log().players_in(round).map(ToString::to_string).collect();
    let form = PartsForm::of(&players);
    let form = if referee.log().is_scores_only() { form.with_totals(book) } else { form };
    let action = |texts: &[&str]| Action::Tally {
        players: texts.iter().map(|&text| text.to_owned()).collect(),
        first: args.first.clone(),
    };
    // The user is asked again after a refusal, but not after an error that has nothing to do with the cards.
    let count = |texts: &[&str]| match workspace.dry_run(&action(texts)) {
        Err(ActionError::Refused(refusal)) => Err(refusal),
        result => Ok(result),
    };
    let outcome = count_or_ask(book, &args.texts, |_| Some(form), count)?.map_err(action_error)?;
    without_interruption(|| workspace.commit(&outcome, None))?;
    CommandOutput::for_change(&outcome, path, false, json)
}

/// Counts the texts of the command line. If there are none, asks for each player's text until they can be counted.
fn count_or_ask<T>(
    book: &'static Book,
    texts: &[String],
    make_form: impl FnOnce(&mut Terminal) -> Option<PartsForm>,
    count: impl Fn(&[&str]) -> Result<T, Refusal>,
) -> Result<T> {
    let can_ask = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if texts.is_empty() && can_ask {
        let mut terminal = Terminal::open()?;
        let result = make_form(&mut terminal).and_then(|mut form| ask(&mut terminal, book, &mut form, count));
        return result.ok_or_else(|| anyhow!("nothing was counted"));
    }
    if texts.is_empty() {
        bail!("say what lies before each player: fowlplay tally {} 'NAME: {}' 'NAME: …'", book.game, book.tally_example);
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let refusal = match count(&texts) {
        Err(refusal) if can_ask && !refusal.alternatives().is_empty() => refusal,
        result => return result.map_err(refusal_error),
    };
    let Some(chosen_text) = ask_which(&mut Terminal::open()?, &refusal) else { return Err(refusal_error(refusal)) };
    let name = |text: &str| text.split(':').next().unwrap_or_default().trim().to_owned();
    let texts: Vec<&str> =
        texts.into_iter().map(|text| if is_same_name(&name(text), &name(&chosen_text)) { &chosen_text } else { text }).collect();
    count(&texts).map_err(refusal_error)
}
