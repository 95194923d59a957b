//! `moves`: the legal steps now.

use crate::{
    cli::{
        answer::{Answer, refused},
        files,
        render::style::{faint, strong, wrap},
        values::OneLog,
    },
    referee::{Expected, Offer, Referee, document},
    table::{
        Book, Progress, count_of,
        escape::{clean, clean_all},
        or_list,
    },
};
use anyhow::Result;

/// Examples.
pub const HELP: &str = "Examples:
  fowlplay moves game.toml
  fowlplay moves game.toml --json";

/// Lists the legal steps.
pub fn run(args: &OneLog, json: bool) -> Result<Answer> {
    let referee = files::read(&args.file)?;
    if json {
        return Answer::of_log(
            &document::moves(&*referee, |table| table.legal_steps()).map_err(refused(referee.book()))?,
            referee.halted(),
        );
    }
    // Between rounds, the moves are those of the next one, where the rules say who begins it.
    let next = document::next_round(&*referee).map_err(refused(referee.book()))?;
    let table = next.as_deref().unwrap_or(&*referee);
    let (expects, steps) = (table.expects(), table.legal_steps());
    let options = table.options();
    let described_as = |actor: &Option<String>| {
        options.iter().filter(|(described_as, _)| described_as == actor).flat_map(|(_, lines)| lines).collect::<Vec<_>>()
    };
    let part = |expected: &Expected| part(expected, &steps, &described_as(&expected.actor), referee.book());
    let mut parts: Vec<String> = standing(&*referee).into_iter().collect();
    parts.extend(expects.iter().map(part));
    parts.extend(files::doubt(&*referee, &args.file));
    Ok(Answer::text(parts.join("\n\n")))
}

/// What is to be said of the game where no step is open.
fn standing(referee: &dyn Referee) -> Option<String> {
    let book = referee.book();
    let says = match referee.progress() {
        Progress::GameOver => "The game is over.".to_owned(),
        _ => match &clean_all(&referee.may_be_first())[..] {
            [] => return None,
            names => format!("A new {} begins with the next line; {} {}.", book.round, or_list(names), book.first),
        },
    };
    Some(wrap(&says, "", ""))
}

/// One player's steps, or what the table is to do; kinds without listed steps are described.
fn part(expected: &Expected, steps: &[Offer], described_as: &[&String], book: &Book) -> String {
    let Some(actor) = &expected.actor else {
        let mut lines = vec![strong("the table")];
        lines.extend(expected.kinds.iter().map(|kind| described(kind, book)));
        return lines.join("\n");
    };
    let own: Vec<&str> = steps.iter().filter(|offer| offer.actor == *actor).map(|offer| offer.step.as_str()).collect();
    let of = |kind: &str, line: &str| line.split([' ', ':']).next() == Some(kind);
    let mut lines = Vec::new();
    let mut is_more = false;
    for kind in &expected.kinds {
        let of_kind: Vec<&str> = own.iter().filter(|step| of(kind, step)).copied().collect();
        if of_kind.is_empty() {
            // It may be due all the same: which cards it names, nobody else can know.
            let due: Vec<_> =
                described_as.iter().filter(|line| of(kind, line)).map(|line| wrap(&clean(line), "  ", "    ")).collect();
            if due.is_empty() {
                lines.push(format!("{} {}", described(kind, book), faint("· nothing to list")));
            }
            is_more |= !due.is_empty();
            lines.extend(due);
        }
        lines.extend(grouped(&of_kind));
    }
    let count = format!(" {}", faint(&format!("· {}", count_of(own.len(), "legal step", "legal steps"))));
    let count = if own.is_empty() && is_more { String::new() } else { count };
    lines.insert(0, strong(&clean(actor)) + &count);
    lines.join("\n")
}

fn described(kind: &str, book: &Book) -> String {
    match book.verb(kind) {
        Some(verb) => wrap(
            &format!("{} {}", format!("{} {}", verb.name, verb.form).trim_end(), faint(&format!("· {}", verb.about))),
            "  ",
            "    ",
        ),
        None => format!("  {kind}"),
    }
}

/// Steps of one kind, those with the same beginning on one line.
fn grouped(steps: &[&str]) -> Vec<String> {
    let head = |step: &str, words: usize| step.splitn(words + 1, ' ').take(words).collect::<Vec<_>>().join(" ");
    let heads = |words: usize| {
        let mut heads: Vec<String> = Vec::new();
        for step in steps {
            let head = head(step, words);
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
        heads
    };
    // By the first argument too, if that puts several steps together.
    let words = if steps.iter().any(|step| step.split(' ').count() > 2) && heads(2).len() * 2 <= steps.len() { 2 } else { 1 };
    let lines = |begin: &String| {
        let rest = steps.iter().filter(|step| head(step, words) == *begin).map(|step| step[begin.len()..].trim());
        // What may stand alone has a line of its own before what names something.
        let (alone, named): (Vec<&str>, Vec<&str>) = rest.partition(|rest| rest.is_empty());
        let between = if named.iter().any(|rest| rest.contains(' ')) { " · " } else { " " };
        let alone = alone.first().map(|_| wrap(&strong(begin), "  ", "      "));
        let named =
            (!named.is_empty()).then(|| wrap(&format!("{}  {}", strong(begin), clean(&named.join(between))), "  ", "      "));
        alone.into_iter().chain(named).collect::<Vec<_>>()
    };
    heads(words).iter().flat_map(lines).collect()
}
