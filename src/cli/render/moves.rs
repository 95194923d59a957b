//! Renders the open verbs and steps, player by player.

use super::style::{faint, strong, wrap};
use crate::{
    referee::{ExpectedSteps, LegalStep, Referee},
    table::{Book, VerbOption, count_of, escape::clean},
};

/// The singular and plural noun for steps that are legal for certain.
pub(crate) const LEGAL_STEP_NOUNS: [&str; 2] = ["legal step", "legal steps"];

/// Renders the open verbs, player by player, with their `steps`. `step_nouns` are the singular and plural noun for the steps.
pub(crate) fn open_steps(referee: &dyn Referee, steps: &[LegalStep], step_nouns: [&str; 2]) -> Vec<String> {
    let (expected, options) = (referee.expects(), referee.options());
    let options_of = |actor: &Option<String>| {
        options.iter().filter(|(owner, _)| owner == actor).flat_map(|(_, options)| options).collect::<Vec<_>>()
    };
    let render =
        |expected: &ExpectedSteps| actor_steps(expected, steps, step_nouns, &options_of(&expected.actor), referee.book());
    expected.iter().map(render).collect()
}

/// The steps of one player, or the verbs that the table may do. A verb without listed steps is described.
fn actor_steps(
    expected: &ExpectedSteps,
    steps: &[LegalStep],
    [singular, plural]: [&str; 2],
    options: &[&VerbOption],
    book: &Book,
) -> String {
    let Some(actor) = &expected.actor else {
        let mut lines = vec![strong("the table")];
        lines.extend(expected.verbs.iter().map(|verb| describe(verb, book)));
        return lines.join("\n");
    };
    let listed_steps: Vec<&LegalStep> = steps.iter().filter(|offer| offer.actor == *actor).collect();
    let mut lines = Vec::new();
    let mut has_unlisted_due = false;
    for verb in &expected.verbs {
        let verb_steps: Vec<&str> =
            listed_steps.iter().filter(|offer| offer.parts.verb == *verb).map(|offer| offer.step.as_str()).collect();
        if verb_steps.is_empty() {
            // A verb without listed steps may still be due: only its player knows which cards the verb can name.
            let due = options.iter().filter(|option| option.verb == *verb);
            let due: Vec<_> = due.map(|option| wrap(&clean(&option.to_string()), "  ", "    ")).collect();
            if due.is_empty() {
                lines.push(format!("{} {}", describe(verb, book), faint("· nothing to list")));
            }
            has_unlisted_due |= !due.is_empty();
            lines.extend(due);
        }
        lines.extend(group(&verb_steps));
    }
    let count = format!(" {}", faint(&format!("· {}", count_of(listed_steps.len(), singular, plural))));
    let count = if listed_steps.is_empty() && has_unlisted_due { String::new() } else { count };
    lines.insert(0, strong(&clean(actor)) + &count);
    lines.join("\n")
}

fn describe(name: &str, book: &Book) -> String {
    match book.verb(name) {
        Some(verb) => wrap(
            &format!("{} {}", format!("{} {}", verb.name, verb.form).trim_end(), faint(&format!("· {}", verb.about))),
            "  ",
            "    ",
        ),
        None => format!("  {name}"),
    }
}

/// The steps of one verb, grouped by their first words: one line for each group.
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
        let separator = if with_arguments.iter().any(|rest| rest.contains(' ')) { " · " } else { " " };
        let without_arguments = without_arguments.first().map(|_| wrap(&strong(start), "  ", "      "));
        let with_arguments = (!with_arguments.is_empty())
            .then(|| wrap(&format!("{}  {}", strong(start), clean(&with_arguments.join(separator))), "  ", "      "));
        without_arguments.into_iter().chain(with_arguments).collect::<Vec<_>>()
    };
    heads(words).iter().flat_map(lines).collect()
}
