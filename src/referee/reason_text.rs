//! Reasons of lines. A reason ends its line, so a step after a `;` in the reason would be lost. Such a text is refused.

use crate::{
    log::{LineParts, is_note, reason_parts, split_typed},
    table::{CompleteGame, ParseError, Players, TableContext, parse_with_letter},
};
use std::ops::Range;

/// The position to which a text belongs that stands in a reason by mistake.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlacementHint {
    BeforeReason,
    OnItsOwnLine,
}

/// Whether a text is a step in full notation, or begins with a verb's letter or with a point.
pub(super) fn reads_as_step<G: CompleteGame>(text: &str, context: &TableContext<G::Setup>) -> bool {
    G::parse(text, context).is_ok() || parse_with_letter::<G>(text, context).is_some_and(|parsed| parsed.is_ok())
}

pub(super) fn refuse_steps_in_reason(
    line: &str,
    split: &LineParts,
    players: &Players,
    is_step: impl Fn(&str) -> bool,
) -> Result<(), ParseError> {
    let Some(reason) = split.reason() else { return Ok(()) };
    let steps_end = split.steps().last().map_or(0, |step| step.end);
    refuse_in_reason(line, steps_end, reason, |part| {
        let parsed = split_typed(part).ok()?;
        let has_known_actor = parsed.actor().map(|name| players.find_by_prefix(&part[name]).is_ok());
        let mut steps = parsed.steps().map(|step| &part[step]);
        if has_known_actor == Some(false) || !steps.all(|step| is_note(step) || is_step(step)) {
            return None;
        }
        Some(if has_known_actor.is_some() || is_note(part) { PlacementHint::OnItsOwnLine } else { PlacementHint::BeforeReason })
    })
}

/// Refuses parts of a reason after a `;` for which `hint_for` returns another position. The error explains how to write them. The
/// steps of the line end at the byte `steps_end`.
pub(super) fn refuse_in_reason(
    text: &str,
    steps_end: usize,
    reason: Range<usize>,
    hint_for: impl Fn(&str) -> Option<PlacementHint>,
) -> Result<(), ParseError> {
    let mut parts = reason_parts(text, reason);
    let mut reason_texts = vec![&text[parts.next().unwrap_or_default()]];
    let (mut parts_before, mut misplaced) = (Vec::new(), None);
    for range in parts {
        let part = &text[range.clone()];
        let hint = hint_for(part);
        misplaced = misplaced.or(hint.map(|hint| (range, hint)));
        if hint == Some(PlacementHint::BeforeReason) { parts_before.push(part) } else { reason_texts.push(part) }
    }
    let Some((range, hint)) = misplaced else { return Ok(()) };
    let problem = format!("`{}` stands in the reason, which ends the line", &text[range.clone()]);
    let expected = match hint {
        PlacementHint::OnItsOwnLine => "a line of its own for it".to_owned(),
        PlacementHint::BeforeReason => {
            format!(
                "the reason at the end: `{}; {} ! {}`",
                &text[..steps_end].trim(),
                parts_before.join("; "),
                reason_texts.join("; ")
            )
        }
    };
    Err(ParseError::new(range, problem, expected))
}
