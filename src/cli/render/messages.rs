//! Renders the referee's verdicts, findings, records and refusals.

use super::style::{self, faint, prose, strong, wrap};
use crate::{
    log::Excerpt,
    referee::{DecidingRule, Entered, Finding, Recorded, Referee, Refusal, Verdict, document},
    table::{Book, Consequence, escape::clean},
};
use std::ops::Range;

/// `Ada: grow 2 6SY`; the step alone if it is the table's.
pub fn act(actor: Option<&str>, step: &str) -> String {
    match actor {
        Some(actor) => format!("{}: {}", clean(actor), clean(step)),
        None => clean(step).into_owned(),
    }
}

/// A verdict on `tried`: what is wrong, by which clause, and what would be legal instead.
pub fn verdict(tried: &str, verdict: &Verdict, book: &Book) -> String {
    let head = format!("{}: {}", style::kind(verdict.kind), strong(&clean(tried)));
    let mut lines = vec![wrap(&head, "", "  ")];
    lines.extend(reasons(verdict, book));
    lines.join("\n")
}

/// The lines of a verdict below the first. A clause that is not quoted follows the message as a number.
fn reasons(verdict: &Verdict, book: &Book) -> Vec<String> {
    let mut lines = Vec::new();
    let number = verdict.clause.as_deref().filter(|_| verdict.clause_text.is_none());
    let number = number.map(|clause| faint(&format!("({clause})"))).unwrap_or_default();
    let message = format!("{} {number}", clean(&verdict.message));
    if !message.trim().is_empty() {
        lines.push(wrap(message.trim(), "  ", "  "));
    }
    lines.extend(verdict.elsewhere.iter().map(|other| wrap(&format!("{}, {}", clean(&other.text), other.place), "  ", "    ")));
    if let (Some(clause), Some(text)) = (&verdict.clause, &verdict.clause_text) {
        lines.push(wrap(&format!("{}  {text}", strong(clause)), "  ", "          "));
    }
    let instead: Vec<&str> = verdict.alternatives.iter().map(String::as_str).chain(verdict.hints.iter().copied()).collect();
    if !instead.is_empty() {
        lines.push(wrap(&format!("legal instead: {}", clean(&instead.join(" · "))), "  ", "    "));
    }
    lines.extend(verdict.rules.iter().map(|rule| deciding_rule(rule, book)));
    lines
}

/// The table rule that decides a verdict, what would make it legal, and the command that changes it.
fn deciding_rule(rule: &DecidingRule, book: &Book) -> String {
    let meaning = book.rule(rule.key).map(|rule| format!(" ({})", rule.meaning)).unwrap_or_default();
    let text = format!("decided by the table rule {}{meaning}. `rule {}=VALUE` changes it.", strong(&rule.to_string()), rule.key);
    wrap(&text, "  ", "    ")
}

/// Something found in a log.
pub fn finding(finding: &Finding, book: &Book) -> String {
    let place = match (finding.line, finding.step) {
        (0, _) => format!("{}, the beginning of the round", finding.place()),
        (_, 0) => format!("{}.tally", finding.round),
        (_, 1) => finding.place().to_string(),
        (_, step) => format!("{}, step {step}", finding.place()),
    };
    let act = act(finding.actor.as_deref(), &finding.text);
    let head = format!("{}  {}: {}", strong(&place), style::kind(Some(finding.kind)), act);
    let mut lines = vec![wrap(&head, "", "  ")];
    if let Some(reason) = &finding.reason {
        lines.push(wrap(&format!("let stand: {}", clean(reason)), "  ", "    "));
    }
    lines.extend(reasons(&finding.verdict, book));
    lines.join("\n")
}

/// An entered step: its place, its description and its consequences.
pub fn entered(entered: &Entered) -> String {
    let actor = entered.actor.as_deref().map(|actor| format!("{}: ", clean(actor))).unwrap_or_default();
    let text = format!("{actor}{}", clean(&entered.description));
    let place = format!("{:<5} ", entered.place.to_string());
    let mut lines = vec![wrap(&text, &faint(&place), "      ")];
    if let Some(verdict) = &entered.overruled {
        let clause = verdict.clause.as_deref().unwrap_or_default();
        lines.push(wrap(
            &format!("let stand, though {} ({clause}): {}", verdict.word(), clean(&verdict.message)),
            "      ",
            "        ",
        ));
    }
    lines.extend(entered.consequences.iter().filter(|consequence| consequence.aloud).map(consequence));
    lines.join("\n")
}

/// The most steps that are listed.
const MAX_STEPS: usize = 100;

/// The recorded steps, and the findings that they proved.
pub fn recorded(recorded: &Recorded, book: &Book) -> String {
    let mut steps = recorded.entered();
    let mut lines: Vec<String> = steps.by_ref().take(MAX_STEPS).map(|step| entered(&step)).collect();
    if steps.len() > 0 {
        lines.push(format!("… and {} more, up to {}", steps.len(), recorded.log.end()));
    }
    lines.extend(recorded.proved.iter().map(|proved| finding(proved, book)));
    lines.join("\n")
}

/// A consequence of a step.
pub fn consequence(consequence: &Consequence) -> String {
    let rule = consequence.rule.as_ref().map(|rule| format!(", {rule}")).unwrap_or_default();
    let text = format!("{} {}", clean(&consequence.text), faint(&format!("({}{rule})", consequence.clause)));
    wrap(&text, "      → ", "        ")
}

/// Why a request was not carried out.
pub fn refusal(refusal: &Refusal, book: &Book) -> String {
    match refusal {
        Refusal::Unparsed { line, range, problem, expected, .. } => {
            let mut lines = vec![wrap(&format!("can't read this: {}", clean(problem)), "", "  "), caret(line, range)];
            if !expected.is_empty() {
                lines.push(wrap(&format!("expected {}", clean(expected)), "  ", "    "));
            }
            lines.join("\n")
        }
        Refusal::Ambiguous { line, question, options } => {
            let mut lines = vec![wrap(&format!("`{}` could mean several things: {}", clean(line), clean(question)), "", "  ")];
            lines.extend(options.iter().map(|option| wrap(&clean(option), "  ", "    ")));
            lines.join("\n")
        }
        Refusal::ChooseFirst { question, players } => {
            let text = format!("a round begins here, and the table chooses: {}", clean(question));
            let choose = players.iter().map(|name| format!("--first {}", quoted(&clean(name)))).collect::<Vec<_>>().join(", or ");
            format!("{}\n{}", wrap(&text, "", "  "), wrap(&choose, "  ", "  "))
        }
        Refusal::OfLine { refusal, .. } => self::refusal(refusal, book),
        Refusal::Foul { actor, step, verdict, .. } => self::verdict(&act(actor.as_deref(), step), verdict, book),
        Refusal::LaterImpossible(later) => {
            format!("{}\n{}", wrap(document::LATER_IMPOSSIBLE, "", ""), listed(std::slice::from_ref(later), book))
        }
        Refusal::LaterIllegal(later) => {
            let text = document::later_illegal(later, "They can be let stand with `--overrule REASON`.");
            format!("{}\n{}", wrap(&text, "", ""), listed(later, book))
        }
        Refusal::Halted { place, text } => {
            wrap(&format!("{} Mend it first with `amend`.", clean(&document::halted(*place, text))), "", "")
        }
        Refusal::Ended { why, command } => wrap(&clean(&format!("{why}: {command}")), "", ""),
        Refusal::Cannot(why) => wrap(&clean(why), "", ""),
    }
}

fn listed(findings: &[Finding], book: &Book) -> String {
    findings.iter().map(|found| finding(found, book)).collect::<Vec<_>>().join("\n")
}

/// That a game is closed, and why.
pub fn closed(referee: &dyn Referee) -> Option<String> {
    let reason = referee.log().closed()?;
    Some(if reason.is_empty() { "closed".to_owned() } else { format!("closed: {}", clean(reason)) })
}

/// A text quoted for a shell.
pub fn quoted(text: &str) -> String {
    let plain = |char: char| char.is_alphanumeric() || "-_./=".contains(char);
    if !text.is_empty() && text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// A line with carets under the offending part.
fn caret(line: &str, range: &Range<usize>) -> String {
    let room = prose().saturating_sub(6).max(20);
    let Excerpt { text, marked } = Excerpt::new(line, range.clone(), room, clean);
    format!("    {text}\n    {}{}", " ".repeat(marked.start), strong(&"^".repeat(marked.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_mark_the_offending_part() {
        console::set_colors_enabled(false);
        assert_eq!(caret("Ada: grwo 2 6SY", &(5..9)), "    Ada: grwo 2 6SY\n         ^^^^");
        assert_eq!(caret("冬: x", &(5..6)), "    冬: x\n        ^", "wide characters are two columns");
        assert_eq!(caret("ab", &(2..2)), "    ab\n      ^", "at the end");
        let long = caret(&format!("{}X{}", "a".repeat(500), "b".repeat(500)), &(500..501));
        assert!(long.lines().all(|line| line.chars().count() <= 80), "{long}");
    }
}
