//! Completion candidates by the name of the argument: the same name means the same in every command.

use super::typed::Typed;
use crate::{
    cli::{commands::man::GUIDES, games::games},
    log::{HeadKey, Quoted, is_log_name},
    referee::document,
    table::{DeckKey, RuleValues, TableRule, Values, escape::clean},
};
use clap::{Arg, Command};
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};
use std::{
    any::TypeId,
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// The most values offered for a table rule with a range of numbers.
const MAX_NUMBERS: u16 = 30;

/// How many bytes of a file are read to see whether it is a log.
const MAX_HEAD_BYTES: u64 = 4096;

/// How many characters of a line are shown beside its place.
const MAX_LINE_CHARS: usize = 60;

/// Characters that need no quoting in any shell, besides letters and digits.
const PLAIN: &str = "-_./,+=:";

/// The command with candidates for its arguments.
pub fn with_candidates(command: Command, typed: &Typed) -> Command {
    let program = command.clone();
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| {
        let (typed, program) = (typed.clone(), program.clone());
        command.mut_subcommand(&name, |sub| {
            let of = sub.get_name().to_owned();
            sub.mut_args(move |arg| argument(&of, arg, &typed, &program))
        })
    })
}

/// An argument of a command with its candidates.
fn argument(command: &str, arg: Arg, typed: &Typed, program: &Command) -> Arg {
    let (typed, program) = (typed.clone(), program.clone());
    let one_of = |of: fn(&Typed) -> Vec<CompletionCandidate>| ArgValueCandidates::new(move || without_signs(of(&typed)));
    match (command, arg.get_id().as_str()) {
        ("serve", "path") | (_, "file" | "files" | "into" | "paths") => arg.add(ArgValueCompleter::new(logs)),
        (_, "game") => arg.add(one_of(game_names)),
        (_, "clause") => arg.add(one_of(clauses)),
        (_, "variant") => arg.add(one_of(variants)),
        (_, "rules") | ("rule", "changes") => arg.add(one_of(rules)),
        (_, "deck") => arg.add(one_of(deck)),
        ("head", "changes") => arg.add(one_of(head)),
        (_, "first") => arg.add(one_of(|typed| players(typed).map(CompletionCandidate::new).collect())),
        (_, "lines" | "tried" | "texts") => arg.add(one_of(actors)),
        (_, "at" | "place" | "edits") => arg.add(one_of(places)),
        ("man", "page") => arg.add(ArgValueCandidates::new(move || pages(&program))),
        _ if arg.get_value_parser().type_id() == TypeId::of::<PathBuf>() => arg.add(ArgValueCompleter::new(paths)),
        _ => arg,
    }
}

/// A candidate and its meaning.
fn candidate(value: &str, meaning: &str) -> CompletionCandidate {
    let meaning = clean(meaning.lines().next().unwrap_or_default()).into_owned();
    let short = match meaning.char_indices().nth(MAX_LINE_CHARS) {
        Some((end, _)) => format!("{}…", meaning[..end].trim_end()),
        None => meaning,
    };
    CompletionCandidate::new(value)
        .help(Some(short.into()).filter(|help: &clap::builder::StyledStr| !help.to_string().is_empty()))
}

/// The candidates that stand for themselves in every shell. The others could be run: they have to be typed.
fn without_signs(mut candidates: Vec<CompletionCandidate>) -> Vec<CompletionCandidate> {
    let is_plain = |char: char| char.is_alphanumeric() || PLAIN.contains(char);
    candidates.retain(|candidate| candidate.get_value().to_str().is_some_and(|value| value.chars().all(is_plain)));
    candidates
}

/// The logs of a folder, and the folders in it.
fn logs(current: &OsStr) -> Vec<CompletionCandidate> {
    let wanted = |path: &Path| path.is_file() && is_log_name(path) && looks_like_a_log(path);
    with_prefix(PathCompleter::any().filter(wanted).complete(current), current)
}

/// All files and folders of a folder.
fn paths(current: &OsStr) -> Vec<CompletionCandidate> {
    with_prefix(PathCompleter::any().complete(current), current)
}

/// Puts `./` before names that would be taken for options.
fn with_prefix(found: Vec<CompletionCandidate>, current: &OsStr) -> Vec<CompletionCandidate> {
    let is_plain = |name: &OsStr| !current.is_empty() || !name.as_encoded_bytes().starts_with(b"-");
    let prefixed = |found: CompletionCandidate| match found.get_value() {
        name if is_plain(name) => found,
        name => CompletionCandidate::new(Path::new(".").join(name)).hide(found.is_hide_set()),
    };
    without_signs(found.into_iter().map(prefixed).collect())
}

/// Whether a file has the format key of a log near its beginning: not every `.toml` file is a log.
fn looks_like_a_log(path: &Path) -> bool {
    let text = crate::log::disk::open_named(path).and_then(|file| file.bytes(MAX_HEAD_BYTES));
    text.is_ok_and(|text| String::from_utf8_lossy(&text).lines().any(|line| line.trim_start().starts_with("fowlplay")))
}

fn game_names(_: &Typed) -> Vec<CompletionCandidate> {
    games().books().map(|book| candidate(book.game, book.title)).collect()
}

/// Every clause and table rule of the game.
fn clauses(typed: &Typed) -> Vec<CompletionCandidate> {
    let Some(book) = typed.game else { return Vec::new() };
    let values = RuleValues::defaults(book);
    let clauses = book.clauses().map(|clause| candidate(&clause.id.to_string(), &book.text_of(clause, &values)));
    clauses.chain(book.rules.iter().map(|rule| candidate(rule.key, rule.question))).collect()
}

fn variants(typed: &Typed) -> Vec<CompletionCandidate> {
    let variants = typed.game.map(|book| book.variants).unwrap_or_default();
    variants.iter().map(|variant| candidate(variant.name, variant.about)).collect()
}

/// The table rules of the game with their values.
fn rules(typed: &Typed) -> Vec<CompletionCandidate> {
    let pairs = |rule: &&TableRule| {
        let pair = |value: String| candidate(&format!("{}={value}", rule.key), rule.question);
        values(&rule.values).into_iter().map(pair).collect::<Vec<_>>()
    };
    typed.game.map(|book| book.rules).unwrap_or_default().iter().flat_map(pairs).collect()
}

/// The possible values of a table rule; only the default if there are too many.
fn values(values: &Values) -> Vec<String> {
    let numbers = match *values {
        Values::Whole { least, most, .. } if most - least < MAX_NUMBERS => (least..=most).collect(),
        _ => values.all().unwrap_or_else(|| vec![values.default()]),
    };
    numbers.into_iter().map(|number| values.write(number).to_string()).collect()
}

fn deck(typed: &Typed) -> Vec<CompletionCandidate> {
    let pairs = |key: &DeckKey| match key.one_of {
        [] => vec![candidate(&format!("{}=", key.name), key.question)],
        all => all.iter().map(|value| candidate(&format!("{}={value}", key.name), key.question)).collect(),
    };
    typed.game.map(|book| book.deck).unwrap_or_default().iter().flat_map(pairs).collect()
}

/// The keys of the log's head, with their values.
fn head(typed: &Typed) -> Vec<CompletionCandidate> {
    let Some(log) = &typed.log else { return Vec::new() };
    let keys = HeadKey::ALL.iter().map(|key| candidate(&format!("{}=", key.name()), &log.head(*key).unwrap_or_default()));
    let seats = log.players().iter().map(Quoted::as_str).collect::<Vec<_>>().join(",");
    let names = log.players().iter().map(|name| CompletionCandidate::new(format!("player.{name}=")));
    let leaving =
        log.players().iter().filter(|_| log.is_kept_by_scores()).map(|name| CompletionCandidate::new(format!("left.{name}=")));
    keys.chain([candidate("seats=", &seats)]).chain(names).chain(leaving).collect()
}

/// The players of the log, or of the new game. Names that would be taken for options are not offered.
fn players(typed: &Typed) -> impl Iterator<Item = String> {
    let of_log: Vec<String> = typed.log.iter().flat_map(|log| log.players()).map(ToString::to_string).collect();
    let all = if of_log.is_empty() { typed.players.clone() } else { of_log };
    all.into_iter().filter(|name| !name.starts_with('-'))
}

/// The players, as at the beginning of a line.
fn actors(typed: &Typed) -> Vec<CompletionCandidate> {
    players(typed).map(|name| CompletionCandidate::new(format!("{name}:"))).collect()
}

/// The lines of the log, the latest first.
fn places(typed: &Typed) -> Vec<CompletionCandidate> {
    let Some(log) = &typed.log else { return Vec::new() };
    let mut lines: Vec<_> = document::lines(log).map(|(place, text)| candidate(&place.to_string(), text)).collect();
    lines.reverse();
    lines.into_iter().zip(0..).map(|(line, order)| line.display_order(Some(order))).collect()
}

/// The topics of the manual pages.
fn pages(program: &Command) -> Vec<CompletionCandidate> {
    let about = |command: &Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    let commands = program.get_subcommands().map(|command| candidate(command.get_name(), &about(command)));
    commands.chain(GUIDES.iter().map(|guide| candidate(guide.name, guide.about))).collect()
}
