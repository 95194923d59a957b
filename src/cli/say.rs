//! What the referee found and did, in words for a person.

use super::{
    escape::clean,
    paint::{self, faint, prose, strong, wrap},
};
use fowlplay::{
    referee::{Entered, Finding, Recorded, Refusal, Verdict},
    table::{Book, RuleInForce, Telling},
};
use std::ops::Range;

/// `Ada: grow 2 6SY`, or the step alone for what the table does.
pub fn act(actor: Option<&str>, step: &str) -> String {
    match actor {
        Some(actor) => format!("{}: {}", clean(actor), clean(step)),
        None => clean(step).into_owned(),
    }
}

/// A verdict on `tried`: what is wrong, by which clause, and what would be legal instead.
pub fn verdict(tried: &str, verdict: &Verdict, book: &Book) -> String {
    let head = format!("{}: {}", paint::kind(verdict.kind), strong(&clean(tried)));
    let mut lines = vec![wrap(&head, "", "  ")];
    lines.extend(reasons(verdict, book));
    lines.join("\n")
}

/// Everything that a verdict says below its first line.
fn reasons(verdict: &Verdict, book: &Book) -> Vec<String> {
    let mut lines = Vec::new();
    if !verdict.message.is_empty() {
        lines.push(wrap(&clean(&verdict.message), "  ", "  "));
    }
    lines.extend(verdict.elsewhere.iter().map(|other| wrap(&format!("{}, {}", clean(&other.text), other.place), "  ", "    ")));
    if let Some(clause) = &verdict.clause {
        let text = format!("{}  {}", strong(clause), verdict.clause_text.unwrap_or_default());
        lines.push(wrap(text.trim_end(), "  ", "          "));
    }
    lines.extend(verdict.rule.as_ref().map(|rule| decided(rule, book)));
    if !verdict.alternatives.is_empty() {
        lines.push(wrap(&format!("legal instead: {}", clean(&verdict.alternatives.join(" · "))), "  ", "    "));
    }
    lines
}

/// The table rule that decided a verdict.
fn decided(rule: &RuleInForce, book: &Book) -> String {
    let meaning = book.rule(rule.key).map(|rule| format!(": {}", rule.meaning)).unwrap_or_default();
    let text = format!("decided by the table rule {}{meaning}. A `rule` command can change it.", strong(&rule.to_string()));
    wrap(&text, "  ", "    ")
}

/// Something found in a log; `file` is named if it isn't plain from what stands around it.
pub fn finding(finding: &Finding, file: Option<&str>, book: &Book) -> String {
    let place = match (finding.line, finding.step) {
        (0, _) => format!("{}, the beginning of the round", finding.place()),
        (_, 0) => format!("{}.tally", finding.round),
        (_, 1) => finding.place().to_string(),
        (_, step) => format!("{}, step {step}", finding.place()),
    };
    let file = file.map(|file| format!("{}: ", clean(file))).unwrap_or_default();
    let said = act(finding.actor.as_deref(), &finding.text);
    let head = format!("{file}{}  {}: {}", strong(&place), paint::kind(Some(finding.kind)), said);
    let mut lines = vec![wrap(&head, "", "  ")];
    if let Some(reason) = &finding.reason {
        lines.push(wrap(&format!("let stand: {}", clean(reason)), "  ", "    "));
    }
    lines.extend(reasons(&finding.verdict, book));
    lines.join("\n")
}

/// A step that was entered: its place, how it reads, and what followed from it.
pub fn entered(entered: &Entered) -> String {
    let actor = entered.actor.as_deref().map(|actor| format!("{}: ", clean(actor))).unwrap_or_default();
    let text = format!("{actor}{}", clean(&entered.read_back));
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
    lines.extend(entered.tellings.iter().filter(|telling| telling.aloud).map(telling));
    lines.join("\n")
}

/// Everything that was recorded, and what it proved.
pub fn recorded(recorded: &Recorded, book: &Book) -> String {
    let entries = recorded.entered.iter().map(entered);
    entries.chain(recorded.proved.iter().map(|proved| finding(proved, None, book))).collect::<Vec<_>>().join("\n")
}

/// Something that followed from a step.
pub fn telling(telling: &Telling) -> String {
    let rule = telling.rule.as_ref().map(|rule| format!(", {rule}")).unwrap_or_default();
    let text = format!("{} {}", clean(&telling.text), faint(&format!("({}{rule})", telling.clause)));
    wrap(&text, "      → ", "        ")
}

/// Why a request was not carried out.
pub fn refusal(refusal: &Refusal, book: Option<&Book>) -> String {
    match refusal {
        Refusal::Misread { line, range, problem, expected } => {
            let mut lines = vec![wrap(&format!("can't read this: {}", clean(problem)), "", "  ")];
            lines.push(caret(line, range));
            if !expected.is_empty() {
                lines.push(wrap(&format!("expected {}", clean(expected)), "  ", "    "));
            }
            lines.join("\n")
        }
        Refusal::Unclear { line, question, options } => {
            let mut lines = vec![wrap(&format!("`{}` could mean several things: {}", clean(line), clean(question)), "", "  ")];
            lines.extend(options.iter().map(|option| format!("  {}", clean(option))));
            lines.join("\n")
        }
        Refusal::ChooseFirst { question, players } => {
            let names: Vec<_> = players.iter().map(|name| clean(name)).collect();
            let text = format!("a round begins here, and the table chooses: {}", clean(question));
            let choose = names.iter().map(|name| format!("--first {}", quoted(name))).collect::<Vec<_>>().join(", or ");
            format!("{}\n{}", wrap(&text, "", "  "), wrap(&choose, "  ", "  "))
        }
        Refusal::Foul { actor, step, verdict, .. } => match book {
            Some(book) => self::verdict(&act(actor.as_deref(), step), verdict, book),
            None => format!("{}: {}", paint::kind(verdict.kind), clean(&verdict.message)),
        },
        Refusal::LaterImpossible(later) => {
            format!("{}\n{}", wrap(LATER_IMPOSSIBLE, "", ""), listed(std::slice::from_ref(later), book))
        }
        Refusal::LaterIllegal(later) => {
            format!("{}\n{}", wrap(later_illegal(later), "", ""), listed(later, book))
        }
        Refusal::Cannot(why) => wrap(&clean(why), "", ""),
    }
}

/// What is said of a change after which a later line is impossible.
pub const LATER_IMPOSSIBLE: &str = "Nothing was changed: after this, a later line can't have happened.";

/// What is said of a change after which later lines are illegal. A round's `first` and its tally have no place for a reason.
pub fn later_illegal(later: &[Finding]) -> &'static str {
    if later.iter().any(|finding| finding.step == 0) {
        "Nothing was changed: after this, the log breaks a rule further on, and neither the beginning of a round nor a tally can be \
         let stand: change what leads to it as well."
    } else {
        "Nothing was changed: after this, later lines break a rule. They can be let stand with `--overrule REASON`."
    }
}

fn listed(findings: &[Finding], book: Option<&Book>) -> String {
    let say = |found: &Finding| match book {
        Some(book) => finding(found, None, book),
        None => format!("{}  {}", found.place(), clean(&found.verdict.message)),
    };
    findings.iter().map(say).collect::<Vec<_>>().join("\n")
}

/// A text as a shell takes it.
pub fn quoted(text: &str) -> String {
    let plain = |char: char| char.is_alphanumeric() || "-_./=".contains(char);
    if !text.is_empty() && text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// A line with a caret under the offending part; a long line is cut around it.
fn caret(line: &str, range: &Range<usize>) -> String {
    let cut = |at: usize| (0..=at.min(line.len())).rev().find(|&at| line.is_char_boundary(at)).unwrap_or_default();
    let (start, end) = (cut(range.start), cut(range.end.max(range.start)));
    let before = clean(&line[..start]);
    let marked = clean(&line[start..end]);
    let after = clean(&line[end..]);
    let room = prose().saturating_sub(6).max(20);
    let (lead, before) = last_columns(&before, room / 2);
    let marked: String = console::truncate_str(&marked, room / 3, "…").into_owned();
    let used = console::measure_text_width(&before) + console::measure_text_width(&marked);
    let after = console::truncate_str(&after, room.saturating_sub(used), "…").into_owned();
    let skip = console::measure_text_width(&before) + lead.chars().count();
    let carets = "^".repeat(console::measure_text_width(&marked).max(1));
    format!("    {lead}{before}{marked}{after}\n    {}{}", " ".repeat(skip), strong(&carets))
}

/// The last `columns` columns of a text, and `…` if there was more.
fn last_columns(text: &str, columns: usize) -> (&'static str, String) {
    // From the end: a text may be as long as a log.
    let mut room = columns;
    let fits = |&(_, char): &(usize, char)| {
        let width = console::measure_text_width(char.encode_utf8(&mut [0; 4]));
        room.checked_sub(width).inspect(|left| room = *left).is_some()
    };
    let start = text.char_indices().rev().take_while(fits).last().map_or(text.len(), |(at, _)| at);
    let tail = &text[start..];
    (if tail.len() < text.len() { "…" } else { "" }, tail.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caret_stands_under_the_offending_part() {
        console::set_colors_enabled(false);
        assert_eq!(caret("Ada: grwo 2 6SY", &(5..9)), "    Ada: grwo 2 6SY\n         ^^^^");
        assert_eq!(caret("冬: x", &(5..6)), "    冬: x\n        ^", "wide characters are two columns");
        assert_eq!(caret("ab", &(2..2)), "    ab\n      ^", "at the end");
        let long = caret(&format!("{}X{}", "a".repeat(500), "b".repeat(500)), &(500..501));
        assert!(long.lines().all(|line| line.chars().count() <= 80), "{long}");
    }

    #[test]
    fn names_are_quoted_where_a_shell_would_part_them() {
        assert_eq!(quoted("Ada"), "Ada");
        assert_eq!(quoted("Ada B."), "'Ada B.'");
    }
}
