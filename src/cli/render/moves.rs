//! Renders the open verbs and steps of a table, player by player.

use super::style::{faint, strong, wrap};
use crate::{
    referee::{ExpectedSteps, LegalStep, Referee},
    table::{Book, count_of, escape::clean},
};

pub(crate) const LEGAL: [&str; 2] = ["legal step", "legal steps"];

/// Renders the open verbs of a table, player by player, with these steps. `counted` is the singular and plural noun for the steps.
pub(crate) fn open(table: &dyn Referee, steps: &[LegalStep], counted: [&str; 2]) -> Vec<String> {
    let (expects, options) = (table.expects(), table.options());
    let options_of = |actor: &Option<String>| {
        options.iter().filter(|(owner, _)| owner == actor).flat_map(|(_, lines)| lines).collect::<Vec<_>>()
    };
    let part = |expected: &ExpectedSteps| part(expected, steps, counted, &options_of(&expected.actor), table.book());
    expects.iter().map(part).collect()
}

/// One player's steps, or the next verbs of the table. Describes verbs without listed steps.
fn part(expected: &ExpectedSteps, steps: &[LegalStep], [one, several]: [&str; 2], options: &[&String], book: &Book) -> String {
    let Some(actor) = &expected.actor else {
        let mut lines = vec![strong("the table")];
        lines.extend(expected.verbs.iter().map(|kind| describe(kind, book)));
        return lines.join("\n");
    };
    let own: Vec<&str> = steps.iter().filter(|offer| offer.actor == *actor).map(|offer| offer.step.as_str()).collect();
    let has_verb = |kind: &str, line: &str| line.split([' ', ':']).next() == Some(kind);
    let mut lines = Vec::new();
    let mut has_unlisted = false;
    for kind in &expected.verbs {
        let of_kind: Vec<&str> = own.iter().filter(|step| has_verb(kind, step)).copied().collect();
        if of_kind.is_empty() {
            // A verb without listed steps may still be due: only its player knows which cards the verb can name.
            let due: Vec<_> =
                options.iter().filter(|line| has_verb(kind, line)).map(|line| wrap(&clean(line), "  ", "    ")).collect();
            if due.is_empty() {
                lines.push(format!("{} {}", describe(kind, book), faint("· nothing to list")));
            }
            has_unlisted |= !due.is_empty();
            lines.extend(due);
        }
        lines.extend(group(&of_kind));
    }
    let count = format!(" {}", faint(&format!("· {}", count_of(own.len(), one, several))));
    let count = if own.is_empty() && has_unlisted { String::new() } else { count };
    lines.insert(0, strong(&clean(actor)) + &count);
    lines.join("\n")
}

fn describe(kind: &str, book: &Book) -> String {
    match book.verb(kind) {
        Some(verb) => wrap(
            &format!("{} {}", format!("{} {}", verb.name, verb.form).trim_end(), faint(&format!("· {}", verb.about))),
            "  ",
            "    ",
        ),
        None => format!("  {kind}"),
    }
}

/// Steps of one kind, grouped by their first words: one line for each group.
fn group(steps: &[&str]) -> Vec<String> {
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
    // Group by the first argument as well if the groups have two steps on average.
    let words = if steps.iter().any(|step| step.split(' ').count() > 2) && heads(2).len() * 2 <= steps.len() { 2 } else { 1 };
    let lines = |start: &String| {
        let rest = steps.iter().filter(|step| head(step, words) == *start).map(|step| step[start.len()..].trim());
        // A step without arguments gets its own line, above those with arguments.
        let (without_arguments, with_arguments): (Vec<&str>, Vec<&str>) = rest.partition(|rest| rest.is_empty());
        let between = if with_arguments.iter().any(|rest| rest.contains(' ')) { " · " } else { " " };
        let without_arguments = without_arguments.first().map(|_| wrap(&strong(start), "  ", "      "));
        let with_arguments = (!with_arguments.is_empty())
            .then(|| wrap(&format!("{}  {}", strong(start), clean(&with_arguments.join(between))), "  ", "      "));
        without_arguments.into_iter().chain(with_arguments).collect::<Vec<_>>()
    };
    heads(words).iter().flat_map(lines).collect()
}
