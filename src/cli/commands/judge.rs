//! `judge`: judges a dispute at a table that kept no log.

use crate::{
    cli::{
        command_output::{CommandOutput, refusal_error},
        program::{games, program},
        prompt::setup,
        render::{messages, moves, style},
        shared_args::SetupArgs,
    },
    referee::{Dispute, DisputeResult, NewGame, Refusal, document},
    table::Book,
};
use anyhow::{Result, anyhow};
use std::ffi::OsString;

/// Examples.
pub(crate) const HELP: &str = "`fowlplay judge GAME` alone shows examples of that game. Examples:
  fowlplay judge blulu 'Ada:' 'Bo:' 'table: 4MS CM' 'Ada: capture 4 with 7s 3m'
  fowlplay judge blulu 'Ada: 9; last' 'Bo: 3' 'table: 4MS CM 7SK 9LK' --first Bo     (what may be done?)
  fowlplay judge blulu --rule arithmetic=difference 'Ada:' 'Bo:' 'table: CM' 'Bo: capture C with 7SK 3MW'

One text for each player, clockwise, with what lies before that player, and one for the table; `fowlplay man format` has the notation of each game. What stands behind them are lines, done in order; the last is judged. Say only what the move touches: what isn't said is as usual, and the answer says which other value of it would change the verdict. Players whom nobody names are added.";

/// The arguments of `judge`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game: its name or its title
    game: String,
    /// The cards before each player and on the table, and the lines to judge; without them, examples of this game
    #[arg(value_name = "NAME: …")]
    texts: Vec<String>,
    /// The player who began the round, where that matters
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    #[command(flatten)]
    setup: SetupArgs,
}

/// Judges the last line, or lists the legal moves.
pub(crate) fn run(args: &Args, json: bool) -> Result<CommandOutput> {
    let book = setup::find_book(&args.game, json)?;
    if args.texts.is_empty() {
        return if json {
            Err(anyhow!("say what lies there, and what is in dispute"))
        } else {
            Ok(CommandOutput::text(examples(book)))
        };
    }
    let new = NewGame { first: args.first.clone(), ..args.setup.new_game() };
    let result = games().judge(book.game, &Dispute { new, texts: args.texts.clone() });
    let result = result.map_err(|refusal| match refusal {
        Refusal::Unparsed { line, .. } if is_question(&line) && !json => {
            anyhow!("a line to judge says what a player does, as in these examples:\n{}", examples(book).trim_end())
        }
        refusal => refusal_error(refusal),
    })?;
    let (is_foul, document) = document::dispute(&result).map_err(refusal_error)?;
    let output = if json { CommandOutput::of_log(&document, None)? } else { CommandOutput::text(text(&result)) };
    Ok(output.with_status(u8::from(is_foul)))
}

/// Words that begin a question.
const QUESTION_WORDS: [&str; 16] =
    ["am", "are", "can", "could", "did", "do", "does", "has", "how", "if", "is", "may", "must", "what", "when", "who"];

/// Whether a text that can't be parsed is a question in words, with or without a question mark.
fn is_question(text: &str) -> bool {
    let question = text.rsplit(": ").next().unwrap_or(text).trim();
    let first = question.split_whitespace().next().unwrap_or_default();
    question.ends_with('?') || QUESTION_WORDS.iter().any(|word| word.eq_ignore_ascii_case(first))
}

/// Examples of disputes in this game, the pieces of a position, and the moves.
pub(crate) fn examples(book: &Book) -> String {
    let (game, program) = (book.game, program());
    let examples: Vec<String> = book.disputes.iter().map(|dispute| format!("  {program} judge {game} {dispute}")).collect();
    let [player, table] = book.position_example;
    let moves: Vec<String> = book.verbs.iter().map(|verb| format!("{} {}", verb.name, verb.form).trim_end().to_owned()).collect();
    let moves = style::wrap(&format!("{}.", moves.join(" · ")), "Moves: ", "  ");
    format!(
        "{}:\n{}\nPieces that may be given:\n  'NAME: {player}'\n  'table: {table}'\n{moves}\n",
        book.title,
        examples.join("\n")
    )
}

/// The examples of the game that these arguments name after `judge`.
pub(crate) fn examples_for(arguments: &[OsString]) -> Option<String> {
    let mut words = arguments.iter().filter_map(|argument| argument.to_str()).skip_while(|word| *word != "judge").skip(1);
    let game = words.find(|word| !word.starts_with('-'))?;
    setup::find_book(game, true).ok().map(examples)
}

/// The most lines besides the verdict: earlier fouls, values that would change the verdict, and assumptions.
const MAX_OTHER_LINES: usize = 3;

/// Renders a judgement in at most six lines, not counting the legal moves.
pub(crate) fn text(result: &DisputeResult) -> String {
    let foul_count = result.earlier.len();
    let line_count = |sentences: &[String]| sentences.iter().map(|sentence| sentence.lines().count()).sum::<usize>();
    let assumptions = messages::sentences(result.assumed.iter().cloned(), if foul_count > 0 { 1 } else { 2 }, 1);
    let free_lines = MAX_OTHER_LINES.saturating_sub(line_count(&assumptions) + foul_count.min(1));
    let other_values = messages::sentences(result.shown_values().map(ToString::to_string), 2, free_lines);
    let free_lines = MAX_OTHER_LINES.saturating_sub(line_count(&assumptions) + line_count(&other_values)).max(1);
    let remarks: Vec<String> = other_values.into_iter().chain(assumptions.iter().map(|text| style::faint(text))).collect();
    let foul_lines = |prefix: &str, count: usize| {
        let fouls = result.earlier.iter().take(count);
        fouls.map(|(step, verdict)| messages::earlier_foul(prefix, step, verdict)).collect::<Vec<_>>()
    };
    // If there are too many fouls, show only the first.
    let mut parts = if foul_count > free_lines {
        foul_lines(&format!("The first of {foul_count} fouls before that: "), 1)
    } else {
        foul_lines("Before that: ", foul_count)
    };
    if result.verdicts.is_empty() {
        parts.extend(moves::open_steps(&*result.table, &result.table.legal_steps(), moves::LEGAL_STEP_NOUNS));
    } else {
        let used_lines = parts.iter().chain(&remarks).map(|part| part.lines().count()).sum();
        parts.push(messages::verdicts(&result.verdicts, &result.consequences, used_lines));
    }
    parts.extend(remarks);
    parts.join("\n")
}
