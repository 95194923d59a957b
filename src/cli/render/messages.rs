//! Renders the referee's verdicts, findings, records and refusals.

use super::style::{self, faint, prose_width, strong, wrap};
use crate::{
    log::Excerpt,
    referee::{Finding, RecordedStep, Recording, Referee, Refusal, Verdict, document},
    table::{Consequence, escape::clean},
};
use std::ops::Range;

/// Renders an act as `Ada: grow 2 6SY`. A step of the table has no name before it.
pub(crate) fn actor_and_step(actor: Option<&str>, step: &str) -> String {
    match actor {
        Some(actor) => format!("{}: {}", clean(actor), clean(step)),
        None => clean(step).into_owned(),
    }
}

/// The most lines of a verdict in a window of 80 columns. A verdict in a narrower window may take more lines.
const MAX_LINES: usize = 6;

/// Renders a verdict on `step` in at most six lines: the fault, the clause with its text, and the legal alternatives.
pub fn verdict(step: &str, verdict: &Verdict) -> String {
    let head = format!("{}: {}", style::verdict_word(verdict.kind), strong(&clean(step)));
    format_verdict(&head, None, verdict, MAX_LINES)
}

/// Renders the verdicts on a line's steps, and the line's consequences, in at most six lines, minus `used_lines`. If there are too
/// many legal steps to give each a line, they share a line.
pub(crate) fn verdicts(verdicts: &[(String, Verdict)], consequences: &[Consequence], used_lines: usize) -> String {
    let max_lines = MAX_LINES.saturating_sub(used_lines).max(2);
    let foul_index = verdicts.iter().position(|(_, verdict)| verdict.kind.is_some());
    let legal_count = foul_index.unwrap_or(verdicts.len());
    let mut lines: Vec<String> = Vec::new();
    // A foul takes two lines at least.
    let are_joined = legal_count > if foul_index.is_some() { max_lines.saturating_sub(2) } else { max_lines };
    if are_joined && legal_count > 0 && (foul_index.is_none() || max_lines > 2) {
        let steps: Vec<_> = verdicts[..legal_count].iter().map(|(step, _)| clean(step)).collect();
        let head = format!("{}: {}", style::verdict_word(None), strong(&steps.join("; ")));
        lines.extend(wrap_and_cut(&head, "", "  ", if foul_index.is_some() { 1 } else { 2 }));
    }
    for (nth, (step, verdict)) in verdicts.iter().enumerate().skip(if are_joined { legal_count } else { 0 }) {
        let lines_left = max_lines.saturating_sub(lines.len());
        let step_lines = if foul_index.is_some() && foul_index != Some(nth) { 1 } else { lines_left / (verdicts.len() - nth) };
        let head = format!("{}: {}", style::verdict_word(verdict.kind), strong(&clean(step)));
        if step_lines > 1 || foul_index == Some(nth) {
            lines.extend(format_verdict(&head, None, verdict, step_lines).lines().map(str::to_owned));
        } else {
            let effect = if verdict.message.is_empty() { String::new() } else { format!(" ({})", clean(&verdict.message)) };
            lines.extend(wrap_and_cut(&format!("{head}{effect}"), "", "  ", 1));
        }
    }
    // The verdict's message tells the immediate consequences already.
    for consequence in consequences.iter().filter(|consequence| !consequence.immediate && foul_index.is_none()) {
        let text = format!("{} {}", clean(&consequence.text), faint(&format!("({})", consequence.clause)));
        let lines_left = lines_in_window(max_lines).saturating_sub(lines.len());
        lines.extend(wrap_and_cut(&text, "  ", "    ", 2).into_iter().take(lines_left));
    }
    lines.join("\n")
}

/// Adds a full stop to each sentence. The first sentence is cut to `max_first` lines. The others follow as long as all of them
/// fit into `max_lines`.
pub(crate) fn sentences(sentences: impl Iterator<Item = String>, max_first: usize, max_lines: usize) -> Vec<String> {
    let mut lines_left = lines_in_window(max_lines);
    let paragraphs = sentences.enumerate().map_while(|(nth, sentence)| {
        let lines = wrap_and_cut(
            &format!("{}.", clean(&sentence)),
            "",
            "  ",
            if nth == 0 { lines_in_window(max_first) } else { usize::MAX },
        );
        let fits = nth == 0 || lines.len() <= lines_left;
        lines_left = lines_left.saturating_sub(lines.len());
        fits.then(|| lines.join("\n"))
    });
    paragraphs.collect()
}

/// Renders an earlier foul in one line: its step, verdict, clause and message.
pub(crate) fn earlier_foul(prefix: &str, step: &str, verdict: &Verdict) -> String {
    let clause = verdict.clause.as_deref().map(|clause| format!(" ({clause})")).unwrap_or_default();
    let text = format!("{prefix}{} is {}{clause}: {}", clean(step), verdict.word(), clean(&verdict.message));
    faint(&wrap_and_cut(&text, "", "", 1).join("\n"))
}

/// The number of lines in this window that hold as much text as `lines` of 80 columns.
fn lines_in_window(lines: usize) -> usize {
    (lines * 80).div_ceil(style::width().clamp(20, 80))
}

/// Renders a finding of a log.
pub fn finding(finding: &Finding) -> String {
    let label = match (finding.line, finding.step) {
        (0, _) => format!("{}, the beginning of the round", finding.place()),
        (_, 0) => format!("{}.tally", finding.round),
        (_, 1) => finding.place().to_string(),
        (_, step) => format!("{}, step {step}", finding.place()),
    };
    let act = actor_and_step(finding.actor.as_deref(), &finding.text);
    let head = format!("{}  {}: {}", strong(&label), style::verdict_word(Some(finding.kind)), act);
    format_verdict(&head, finding.reason.as_deref(), &finding.verdict, MAX_LINES)
}

/// A verdict below `head`, in at most `lines` lines of 80 columns. The text of the clause and the alternatives are left out if they
/// don't fit; the alternatives need a second free line. `let_stand` is the reason of an overrule.
fn format_verdict(head: &str, let_stand: Option<&str>, verdict: &Verdict, lines: usize) -> String {
    let max_lines = lines_in_window(lines);
    let head = wrap_and_cut(head, "", "  ", if lines > 2 { 2 } else { 1 });
    let let_stand =
        let_stand.map_or_else(Vec::new, |reason| wrap_and_cut(&format!("let stand: {}", clean(reason)), "  ", "    ", 1));
    let clause = verdict.clause.as_deref().map(|clause| faint(&format!("({clause})"))).unwrap_or_default();
    let message = format!("{} {clause}", clean(&verdict.message));
    let moved_by = verdict.moved_by.iter().map(|line| format!("{}, {}", clean(&line.text), line.place));
    let moved_by = fill_line("", moved_by).map_or_else(Vec::new, |line| wrap_and_cut(&line, "  ", "    ", 1));
    let house_rule = verdict.house_rule().map_or_else(Vec::new, |rule| wrap_and_cut(&rule, "  ", "    ", 2));
    // A step that the table let stand needs no alternative.
    let alternatives = verdict.suggestions().into_iter().filter(|_| let_stand.is_empty()).map(str::to_owned);
    let alternatives =
        fill_line("legal instead: ", alternatives).map_or_else(Vec::new, |line| wrap_and_cut(&clean(&line), "  ", "    ", 1));
    let used_lines = head.len() + let_stand.len();
    let message = wrap_and_cut(message.trim(), "  ", "  ", max_lines.saturating_sub(used_lines).max(1));
    let used_lines = used_lines + message.len();
    let house_rule = &house_rule[..house_rule.len().min(max_lines.saturating_sub(used_lines))];
    let used_lines = used_lines + house_rule.len();
    let moved_by = &moved_by[..moved_by.len().min(max_lines.saturating_sub(used_lines))];
    let used_lines = used_lines + moved_by.len();
    let alternatives = &alternatives[..alternatives.len().min(max_lines.saturating_sub(used_lines + 1))];
    let lines_left = max_lines.saturating_sub(used_lines + alternatives.len());
    let clause_text = verdict
        .clause_text
        .as_ref()
        .map(|text| wrap_and_cut(text, "  ", "  ", 2))
        .filter(|lines| lines.len() <= lines_left)
        .unwrap_or_default();
    let parts = [&head[..], &let_stand, &message, moved_by, &clause_text, alternatives, house_rule];
    parts.concat().join("\n")
}

/// Joins as many texts as fit on a line after `head`, at least one. `None` if there are no texts.
fn fill_line(head: &str, texts: impl Iterator<Item = String>) -> Option<String> {
    texts.fold(None, |line: Option<String>, text| {
        let Some(line) = line else { return Some(format!("{head}{text}")) };
        let longer = format!("{line} · {text}");
        Some(if textwrap::core::display_width(&longer) + 2 <= prose_width() { longer } else { line })
    })
}

/// Wraps a paragraph in at most `max_lines` lines, ending in `…` if text is cut.
fn wrap_and_cut(text: &str, initial: &str, hanging: &str, max_lines: usize) -> Vec<String> {
    let wrapped = wrap(text, initial, hanging);
    if text.is_empty() {
        return Vec::new();
    }
    let mut lines: Vec<String> = wrapped.lines().map(str::to_owned).collect();
    if lines.len() > max_lines {
        lines.truncate(max_lines);
        if let Some(last) = lines.last_mut() {
            *last = console::truncate_str(&format!("{last} …"), prose_width(), " …").into_owned();
        }
    }
    lines
}

pub(crate) fn recorded_step(step: &RecordedStep) -> String {
    let actor = step.actor.as_deref().map(|actor| format!("{}: ", clean(actor))).unwrap_or_default();
    let text = format!("{actor}{}", clean(&step.description));
    let line_ref = format!("{:<5} ", step.place.to_string());
    let mut lines = vec![wrap(&text, &faint(&line_ref), "      ")];
    if let Some(verdict) = &step.overruled {
        let clause = verdict.clause.as_deref().unwrap_or_default();
        lines.push(wrap(
            &format!("let stand, though {} ({clause}): {}", verdict.word(), clean(&verdict.message)),
            "      ",
            "        ",
        ));
    }
    lines.extend(step.consequences.iter().filter(|consequence| consequence.immediate).map(consequence));
    lines.join("\n")
}

/// The most recorded steps that are listed.
const MAX_STEPS: usize = 100;

pub(crate) fn recorded_lines(recorded: &Recording) -> String {
    let mut steps = recorded.recorded_steps();
    let mut lines: Vec<String> = steps.by_ref().take(MAX_STEPS).map(|step| recorded_step(&step)).collect();
    if steps.len() > 0 {
        lines.push(format!("… and {} more, up to {}", steps.len(), recorded.log.end()));
    }
    lines.extend(recorded.proved.iter().map(finding));
    lines.join("\n")
}

/// Renders a consequence of a step.
pub fn consequence(consequence: &Consequence) -> String {
    let rule = consequence.rule.as_ref().map(|rule| format!(", {rule}")).unwrap_or_default();
    let text = format!("{} {}", clean(&consequence.text), faint(&format!("({}{rule})", consequence.clause)));
    wrap(&text, "      → ", "        ")
}

/// Renders the reason why a request was not carried out.
pub fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Unparsed { line, range, problem, expected, .. } => {
            let mut lines = vec![wrap(&format!("can't read this: {}", clean(problem)), "", "  "), caret(line, range)];
            if !expected.is_empty() {
                lines.push(wrap(&format!("expected {}", clean(expected)), "  ", "    "));
            }
            lines.join("\n")
        }
        Refusal::Ambiguous { line, question, options } => {
            let unclear = if options.len() > 1 { "could mean several things" } else { "doesn't say everything" };
            let mut lines = vec![wrap(&format!("`{}` {unclear}: {}", clean(line), clean(question)), "", "  ")];
            lines.extend(options.iter().map(|option| wrap(&clean(option), "  ", "    ")));
            lines.join("\n")
        }
        Refusal::ChooseFirst { question, players } => {
            let text = format!("a round begins here, and the table chooses: {}", clean(question));
            let choices =
                players.iter().map(|name| format!("--first {}", quoted(&clean(name)))).collect::<Vec<_>>().join(", or ");
            format!("{}\n{}", wrap(&text, "", "  "), wrap(&choices, "  ", "  "))
        }
        Refusal::OfLine { refusal, .. } => self::refusal(refusal),
        Refusal::Foul { actor, step, verdict, .. } => self::verdict(&actor_and_step(actor.as_deref(), step), verdict),
        Refusal::LaterImpossible(later_findings) => {
            format!("{}\n{}", wrap(document::LATER_IMPOSSIBLE, "", ""), findings(later_findings))
        }
        Refusal::LaterIllegal(later_findings) => {
            let text = document::later_illegal(later_findings, "They can be let stand with `--overrule REASON`.");
            format!("{}\n{}", wrap(&text, "", ""), findings(later_findings))
        }
        Refusal::Halted { place, text } => {
            wrap(&format!("{} Mend it first with `amend`.", clean(&document::halted(*place, text))), "", "")
        }
        Refusal::Ended { why, command } => wrap(&clean(&format!("{why}: {command}")), "", ""),
        Refusal::Cannot(why) => wrap(&clean(why), "", ""),
    }
}

pub(crate) fn findings(findings: &[Finding]) -> String {
    findings.iter().map(finding).collect::<Vec<_>>().join("\n")
}

/// Renders that a game is closed, with the reason. `None` if it is open.
pub(crate) fn closed(referee: &dyn Referee) -> Option<String> {
    let reason = referee.log().closed()?;
    Some(if reason.is_empty() { "closed".to_owned() } else { format!("closed: {}", clean(reason)) })
}

/// Quotes a text for a shell, if necessary.
pub(crate) fn quoted(text: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "-_./=".contains(char);
    if !text.is_empty() && text.chars().all(is_plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// A line with carets under the bytes of `range`.
fn caret(line: &str, range: &Range<usize>) -> String {
    let max_width = prose_width().saturating_sub(6).max(20);
    let Excerpt { text, marked } = Excerpt::new(line, range.clone(), max_width, clean);
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
