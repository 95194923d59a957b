//! `judge`: a dispute at a table that kept no log.

use crate::{
    cli::{
        answer::{Answer, refused},
        commands::moves,
        games::games,
        prompt::setup,
        render::{messages, style},
        values::Table,
    },
    referee::{Dispute, Entered, Judged, NewGame, document},
    table::{Consequence, escape::clean},
};
use anyhow::Result;

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay judge blulu 'Ada:' 'Bo:' 'table: 4MS CM' 'Ada: capture 4 with 7s 3m'
  fowlplay judge blulu 'Ada: 9; last' 'Bo: 3' 'table: 4MS CM 7SK 9LK' --first Bo     (what may be done?)
  fowlplay judge blulu --rule arithmetic=difference 'Ada:' 'Bo:' 'table: CM' 'Bo: capture C with 7SK 3MW'

One text for each player, clockwise, in the words of `tally`, and one for the table; `fowlplay man format` has the notation of each game. What stands behind them are lines, done in order; the last is judged. Say only what the move touches: the rest is asked for if it matters, and what was taken for granted is told.";

/// What lies there, and the move.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: its name or its title
    game: String,
    /// What lies before each player, what lies on the table, and the lines to judge
    #[arg(value_name = "NAME: …", required = true)]
    texts: Vec<String>,
    /// Who began the round, where that matters
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    #[command(flatten)]
    table: Table,
}

/// Judges the last line, or says what may be done.
pub fn run(args: &Args, json: bool) -> Result<Answer> {
    let book = setup::named(&args.game, json)?;
    let new = NewGame { first: args.first.clone(), ..args.table.new_game() };
    let judged = games().judge(book.game, &Dispute::of(new, &args.texts)).map_err(refused)?;
    let (is_foul, document) = document::judged(&judged).map_err(refused)?;
    let status = u8::from(is_foul);
    if json {
        return Ok(Answer::of_log(&document, None)?.with_status(status));
    }
    Ok(Answer::text(text(&judged)).with_status(status))
}

/// What was judged, in words.
pub fn text(judged: &Judged) -> String {
    let mut parts = Vec::new();
    for (step, verdict) in &judged.earlier {
        parts.push(format!("{}\n{}", style::faint("Before that:"), messages::verdict(step, verdict)));
    }
    parts.extend(judged.verdicts.iter().map(|(step, verdict)| messages::verdict(step, verdict)));
    parts.extend(does(&judged.does));
    if judged.verdicts.is_empty() {
        parts.extend(moves::open(&*judged.table));
    }
    parts.extend(judged.taken.iter().map(|taken| style::faint(&style::wrap(&format!("{}.", clean(taken)), "", ""))));
    parts.join("\n")
}

/// What a legal line does, clause by clause; what the verdict says already is left out.
fn does(entered: &[Entered]) -> Vec<String> {
    let quiet = entered.iter().flat_map(|entered| &entered.consequences).filter(|consequence| !consequence.aloud);
    let line =
        |consequence: &Consequence| style::wrap(&format!("{} ({})", clean(&consequence.text), consequence.clause), "  ", "    ");
    quiet.map(line).collect()
}
