//! Recording: typed lines against the lines of the log.

use super::log_draft::{lines_of, open};
use crate::{
    log::{Log, split_typed},
    referee::{Finding, RecordedStep, Referee, Refusal},
    table::{CompleteGame, FindingKind},
};

/// Whether a finding is a revoke: a step that was judged legal, and is proved foul by a later step.
pub fn is_revoke(finding: &Finding) -> bool {
    finding.verdict.kind == Some(FindingKind::Revoke)
}

/// The fouls of a log, except revokes. `record` and `amend` must not change these fouls.
pub(super) fn fouls(referee: &dyn Referee) -> Vec<String> {
    referee
        .findings()
        .iter()
        .filter(|finding| finding.is_foul() && !is_revoke(finding))
        .map(|finding| format!("{finding:?}"))
        .collect()
}

/// Asserts that the ranges and lists of a refusal fit its text.
pub fn assert_sound(refusal: &Refusal) {
    match refusal {
        Refusal::Unparsed { line, range, problem, .. } => {
            assert!(line.get(range.clone()).is_some() && !problem.is_empty(), "{refusal:?}");
        }
        Refusal::Ambiguous { options, .. } => assert!(!options.is_empty(), "{refusal:?}"),
        Refusal::Foul { verdict, .. } => assert!(verdict.kind.is_some() && !verdict.message.is_empty(), "{refusal:?}"),
        Refusal::ChooseFirst { players, .. } => assert!(players.len() > 1, "{refusal:?}"),
        Refusal::OfLine { refusal, .. } => assert_sound(refusal),
        Refusal::LaterIllegal(findings) => assert!(!findings.is_empty()),
        Refusal::LaterImpossible(_) | Refusal::Halted { .. } | Refusal::Ended { .. } | Refusal::Cannot(_) => {}
    }
}

/// Asserts that two referees of the same game give the same answers, however each reached its state.
pub(super) fn assert_same_state(first: &dyn Referee, second: &dyn Referee) {
    let text = first.log().text();
    assert_eq!(first.state(), second.state(), "{text}");
    assert_eq!((first.zones(), first.sheet()), (second.zones(), second.sheet()), "{text}");
    assert_eq!((first.expects(), first.progress()), (second.expects(), second.progress()), "{text}");
    assert_eq!((first.legal_steps(), first.steps()), (second.legal_steps(), second.steps()), "{text}");
    assert_eq!((first.findings(), first.halted()), (second.findings(), second.halted()), "{text}");
    assert_eq!(first.snapshots(), second.snapshots(), "{text}");
    if text == second.log().text() {
        let explanation = |referee: &dyn Referee| referee.explain(Some(referee.log().end())).ok();
        assert_eq!(explanation(first), explanation(second), "{text}");
    }
}

/// Records a line of any kind. Asserts that an accepted line is in the log, and adds no foul.
pub fn record_any<G: CompleteGame>(referee: &dyn Referee, line: &str, first: Option<&str>) -> Option<Log> {
    let recorded = match referee.record(&[line], first) {
        Ok(recorded) => recorded,
        Err(refusal) => {
            assert_sound(&refusal);
            return None;
        }
    };
    let after = open::<G>(&recorded.log);
    let text = recorded.log.text();
    assert_eq!(fouls(&*after), fouls(referee), "`{line}` was recorded\n{text}");
    assert!(after.halted().is_none(), "`{line}` was recorded\n{text}");
    for recorded_step in recorded.recorded_steps() {
        let log_line =
            recorded.log.line(recorded_step.place).unwrap_or_else(|| panic!("{} is no line\n{text}", recorded_step.place));
        assert!(
            log_line.steps().any(|step| step == recorded_step.step),
            "`{}` is not in `{}`",
            recorded_step.step,
            &*log_line.text
        );
        assert_eq!(log_line.actor(), recorded_step.actor.as_deref(), "{recorded_step:?}");
    }
    let overruled_count = recorded.recorded_steps().filter(|recorded_step| recorded_step.overruled.is_some()).count();
    let (finding_count, proved_count) = (after.findings().len(), recorded.proved.len());
    assert_eq!(finding_count, referee.findings().len() + overruled_count + proved_count, "`{line}` was recorded\n{text}");
    assert!(recorded.proved.iter().all(|finding| is_revoke(finding) && after.findings().contains(finding)), "{recorded:?}");
    let (old_lines, new_lines) = (lines_of(referee.log()), lines_of(&recorded.log));
    for (nth, (old_line, new_line)) in old_lines.iter().zip(&new_lines).enumerate() {
        let is_extended = nth + 1 == old_lines.len() && new_line.1.starts_with(&format!("{}; ", old_line.1));
        assert!(new_line.0 == old_line.0 && (new_line == old_line || is_extended), "{old_line:?} is {new_line:?} now");
    }
    assert!(new_lines.len() >= old_lines.len());
    Some(recorded.log)
}

/// Asserts that trying a line without a reason gives the same judgement as recording it.
pub fn assert_tried_as_recorded(referee: &dyn Referee, line: &str) {
    match (referee.try_line(line), referee.record(&[line], None)) {
        (Ok(tried), Ok(_)) => assert!(tried.iter().all(|(_, verdict)| verdict.kind.is_none()), "{line}: {tried:?}"),
        (Ok(tried), Err(Refusal::Foul { step, verdict, line: quoted, .. })) => {
            let legal_count = tried.iter().take_while(|(_, verdict)| verdict.kind.is_none()).count();
            let (text, first_foul) = tried.get(legal_count).expect("something is wrong");
            assert_eq!((text, &first_foul.kind, &first_foul.clause), (&step, &verdict.kind, &verdict.clause), "{line}");
            assert_eq!((&first_foul.alternatives, &first_foul.hints), (&verdict.alternatives, &verdict.hints), "{line}");
            assert_eq!(first_foul.rules, verdict.rules, "{line}");
            assert_overrule_records_line(referee, &quoted, legal_count + 1);
        }
        (Ok(_), Err(Refusal::ChooseFirst { .. } | Refusal::Ended { .. } | Refusal::Cannot(_))) | (Err(_), Err(_)) => {}
        (tried, recorded) => panic!("`{line}`: tried {tried:?}, recorded {recorded:?}"),
    }
}

/// Asserts that with a reason, the line that a refusal quotes is recorded, and that its first overruled step is the refused one.
/// This must hold for any offered actor.
fn assert_overrule_records_line(referee: &dyn Referee, line: &str, refused_number: usize) {
    let has_more = split_typed(line).expect("it was read before").steps().len() > refused_number;
    match referee.record(&[&format!("{line} ! agreed")], None) {
        Ok(recorded) => {
            // A short form can stand for several steps without a `;`: `h 9w.`, `8 10 / 3 8`.
            assert!(recorded.recorded_steps().len() >= refused_number, "`{line}`\n{}", referee.log().text());
            let is_overruled = |recorded_step: &RecordedStep| recorded_step.overruled.is_some();
            assert_eq!(
                recorded.recorded_steps().position(|recorded_step| is_overruled(&recorded_step)),
                Some(refused_number - 1),
                "`{line}`"
            );
        }
        // The steps after the refused step were not judged yet.
        Err(_) if has_more => {}
        // The player offered as the actor of the whole line may be wrong for the steps before the refused step.
        Err(Refusal::Foul { line: quoted, .. }) if quoted.split("; ").count() < refused_number => {}
        Err(Refusal::Foul { verdict, .. }) => {
            assert_eq!(verdict.kind, Some(FindingKind::Impossible), "`{line}`: {verdict:?}\n{}", referee.log().text());
        }
        Err(Refusal::Cannot(_) | Refusal::Ended { .. } | Refusal::Halted { .. }) => {}
        // A player's step after a step of the table, which was not judged yet, needs a name.
        Err(Refusal::Unparsed { .. }) if !line.contains(": ") => {}
        Err(Refusal::Ambiguous { question, options, .. }) if question == "who?" && !line.contains(": ") => {
            assert!(options.iter().all(|option| referee.try_line(option.trim_end_matches(" ! agreed")).is_ok()), "{options:?}");
            for option in options {
                assert_overrule_records_line(referee, option.trim_end_matches(" ! agreed"), refused_number);
            }
        }
        // A discard that is foul on both piles is judged first; the pile is asked for when the discard is let stand.
        Err(Refusal::Ambiguous { question, options, .. }) if question == "on which discard pile?" => {
            for option in options {
                assert_overrule_records_line(referee, option.trim_end_matches(" ! agreed"), refused_number);
            }
        }
        Err(refusal) => panic!("`{line} ! agreed`: {refusal:?}"),
    }
}
