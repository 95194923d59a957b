//! `rules`: the rule book of a game, or one clause of it.

use crate::{
    cli::{
        command_output::CommandOutput,
        program::games,
        render::{
            rules,
            style::{faint, strong, wrap},
        },
    },
    referee::document,
    table::{Book, RuleSettings},
};
use anyhow::Result;
use serde_json::{Value, json};

/// Examples.
pub(crate) const HELP: &str = "Examples:
  fowlplay rules                         (which games there are)
  fowlplay rules emu-ranchers
  fowlplay rules emu-ranchers ER-4.2     (a clause; ER-4 a section, upkeep a table rule)";

/// The arguments of `rules`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: its name or its title
    game: Option<String>,
    /// A clause, a section or a table rule
    clause: Option<String>,
}

/// Shows the rules.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let Some(game) = &args.game else { return list_games(json) };
    let book = games().book(game)?;
    let settings = RuleSettings::defaults(book);
    if !json {
        return rules::text(book, &settings, args.clause.as_deref()).map(CommandOutput::text);
    }
    let Some(wanted) = &args.clause else { return CommandOutput::json(&document::book(book, &settings)) };
    let (clauses, rules) = rules::find(book, wanted)?;
    let clauses: Vec<Value> = clauses.into_iter().map(|clause| document::clause(clause, book, &settings)).collect();
    let rules: Vec<Value> = rules.into_iter().map(document::rule).collect();
    CommandOutput::json(&json!({"clauses": clauses, "rules": rules}))
}

fn list_games(json: bool) -> Result<CommandOutput> {
    if json {
        return CommandOutput::json(&document::books(games()));
    }
    let render = |book: &Book| {
        let duration = book.duration().map(|duration| faint(&format!("  {duration}"))).unwrap_or_default();
        let head = format!("{}  {}{duration}", strong(book.game), book.title);
        format!("{}\n{}", wrap(&head, "", "  "), wrap(book.about, "  ", "  "))
    };
    Ok(CommandOutput::text(games().books().map(render).collect::<Vec<_>>().join("\n")))
}
