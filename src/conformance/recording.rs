//! Recording: typed lines against the lines of the log.

use super::log_draft::{lines_of, open};
use crate::{
    log::{Log, split_typed},
    referee::{Finding, RecordedStep, Referee, Refusal},
    table::{CompleteGame, FindingKind},
};

/// Whether a finding is a revoke: a step that was legal when it was done, and proved foul by a later one.
pub fn is_revoke(finding: &Finding) -> bool {
    finding.verdict.kind == Some(FindingKind::Revoke)
}

/// The fouls of a log other than revokes, which `record` and `amend` must leave as they are.
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
pub(super) fn assert_same_state(one: &dyn Referee, other: &dyn Referee) {
    let text = one.log().text();
    assert_eq!(one.state(), other.state(), "{text}");
    assert_eq!((one.zones(), one.sheet()), (other.zones(), other.sheet()), "{text}");
    assert_eq!((one.expects(), one.progress()), (other.expects(), other.progress()), "{text}");
    assert_eq!((one.legal_steps(), one.steps()), (other.legal_steps(), other.steps()), "{text}");
    assert_eq!((one.findings(), one.halted()), (other.findings(), other.halted()), "{text}");
    assert_eq!(format!("{:?}", one.snapshots()), format!("{:?}", other.snapshots()), "{text}");
    if text == other.log().text() {
        let why = |referee: &dyn Referee| format!("{:?}", referee.explain(Some(referee.log().end())));
        assert_eq!(why(one), why(other), "{text}");
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
    let let_stand = recorded.recorded_steps().filter(|recorded_step| recorded_step.overruled.is_some()).count();
    let (found, proved) = (after.findings().len(), recorded.proved.len());
    assert_eq!(found, referee.findings().len() + let_stand + proved, "`{line}` was recorded\n{text}");
    assert!(recorded.proved.iter().all(|finding| is_revoke(finding) && after.findings().contains(finding)), "{recorded:?}");
    let (old, new) = (lines_of(referee.log()), lines_of(&recorded.log));
    for (nth, (old_line, new_line)) in old.iter().zip(&new).enumerate() {
        let is_extended = nth + 1 == old.len() && new_line.1.starts_with(&format!("{}; ", old_line.1));
        assert!(new_line.0 == old_line.0 && (new_line == old_line || is_extended), "{old_line:?} is {new_line:?} now");
    }
    assert!(new.len() >= old.len());
    Some(recorded.log)
}

/// Asserts that trying a line without a reason gives the same judgement as recording it.
pub fn assert_tried_as_recorded(referee: &dyn Referee, line: &str) {
    match (referee.try_line(line), referee.record(&[line], None)) {
        (Ok(tried), Ok(_)) => assert!(tried.iter().all(|(_, verdict)| verdict.kind.is_none()), "{line}: {tried:?}"),
        (Ok(tried), Err(Refusal::Foul { step, verdict, line: quoted, .. })) => {
            let legal = tried.iter().take_while(|(_, verdict)| verdict.kind.is_none()).count();
            let (text, first) = tried.get(legal).expect("something is wrong");
            assert_eq!((text, &first.kind, &first.clause), (&step, &verdict.kind, &verdict.clause), "{line}");
            assert_eq!((&first.alternatives, &first.hints), (&verdict.alternatives, &verdict.hints), "{line}");
            assert_eq!(first.rules, verdict.rules, "{line}");
            assert_overrule_records_line(referee, &quoted, legal + 1);
        }
        (Ok(_), Err(Refusal::ChooseFirst { .. } | Refusal::Ended { .. } | Refusal::Cannot(_))) | (Err(_), Err(_)) => {}
        (tried, recorded) => panic!("`{line}`: tried {tried:?}, recorded {recorded:?}"),
    }
}

/// Asserts that `overrule` records exactly the line that the refusal quotes: `steps` and the typed rest, for any offered actor.
fn assert_overrule_records_line(referee: &dyn Referee, line: &str, steps: usize) {
    let has_more = split_typed(line).expect("it was read before").steps().len() > steps;
    match referee.record(&[&format!("{line} ! agreed")], None) {
        Ok(recorded) => {
            // A short form can stand for several steps without a `;`: `h 9w.`, `8 10 / 3 8`.
            assert!(recorded.recorded_steps().len() >= steps, "`{line}`\n{}", referee.log().text());
            let is_overruled = |recorded_step: &RecordedStep| recorded_step.overruled.is_some();
            assert_eq!(
                recorded.recorded_steps().position(|recorded_step| is_overruled(&recorded_step)),
                Some(steps - 1),
                "`{line}`"
            );
        }
        // The steps after the refused one were not judged yet.
        Err(_) if has_more => {}
        // The player offered as the actor of the whole line may be wrong for the steps before the refused one.
        Err(Refusal::Foul { line: quoted, .. }) if quoted.split("; ").count() < steps => {}
        Err(Refusal::Foul { verdict, .. }) => {
            assert_eq!(verdict.kind, Some(FindingKind::Impossible), "`{line}`: {verdict:?}\n{}", referee.log().text());
        }
        Err(Refusal::Cannot(_) | Refusal::Ended { .. } | Refusal::Halted { .. }) => {}
        // A player's step after a step of the table needs a name, which is missing here.
        Err(Refusal::Unparsed { .. }) if steps > 1 && !line.contains(": ") => {}
        Err(Refusal::Ambiguous { question, options, .. }) if question == "who?" && !line.contains(": ") => {
            assert!(options.iter().all(|option| referee.try_line(option.trim_end_matches(" ! agreed")).is_ok()), "{options:?}");
            for option in options {
                assert_overrule_records_line(referee, option.trim_end_matches(" ! agreed"), steps);
            }
        }
        // A discard that is foul on both piles is judged first; the pile is asked for when the discard is let stand.
        Err(Refusal::Ambiguous { question, options, .. }) if question == "on which discard pile?" => {
            for option in options {
                assert_overrule_records_line(referee, option.trim_end_matches(" ! agreed"), steps);
            }
        }
        Err(other) => panic!("`{line} ! agreed`: {other:?}"),
    }
}
