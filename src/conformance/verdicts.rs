//! The parts of a refusal besides its clause: the table rules that decide it, and the legal alternatives.

use super::{
    log_draft::{LogLayout, any_log, open},
    random_game::TestableGame,
    recording::is_revoke,
};
use crate::{
    log::LineRef,
    referee::{DecidingRule, Finding, Referee},
    table::{Act, AllowedValues, CompleteGame, Progress, RuleValue},
};
use fastrand::Rng;

/// Other values of a table rule. For a number: its bounds, both neighbours, a random number, and the `named` values.
fn other_values(values: &AllowedValues, current: &RuleValue, named: &[RuleValue], random: &mut Rng) -> Vec<RuleValue> {
    let candidates: Vec<RuleValue> = match (values, current) {
        (AllowedValues::Whole { least, most, .. }, RuleValue::Whole(current)) => {
            let neighbours =
                [current - 1, current + 1].into_iter().filter(|value| (i64::from(*least)..=i64::from(*most)).contains(value));
            let further = [*least, *most, random.u16(*least..=*most)].map(|number| RuleValue::Whole(number.into()));
            neighbours.map(RuleValue::Whole).chain(further).chain(named.iter().cloned()).collect()
        }
        _ => values.all().unwrap_or_default().into_iter().map(|number| values.write(number)).collect(),
    };
    candidates.into_iter().filter(|value| value != current).collect()
}

/// Asserts that a verdict names exactly the rule values under which the replay is clean, as judged by `is_clean`. Of numbers, a
/// verdict names the nearest on either side.
fn assert_exact_values_named<G: CompleteGame>(
    referee: &dyn Referee,
    rules: &[DecidingRule],
    at: (LineRef, u32),
    random: &mut Rng,
    is_clean: impl Fn(&dyn Referee) -> bool,
) {
    for (key, current, _) in referee.rules_in_force() {
        let values = &referee.book().rule(key).expect("a table rule").values;
        let current = RuleValue::from_text(&current);
        let rule = rules.iter().find(|rule| rule.key == key);
        let named_values = rule.map_or(&[][..], |rule| &rule.legal_under);
        assert!(rule.is_none_or(|rule| rule.value == current && !named_values.is_empty()), "{rule:?}");
        for value in other_values(values, &current, named_values, random) {
            let changed = referee.change_rules(&[(key.to_owned(), value.to_string())]).ok();
            let changed = changed.map(|changed| open::<G>(&changed.log));
            if changed.as_ref().is_some_and(|changed| forbids_earlier(&**changed, referee, at)) {
                continue;
            }
            let is_legal = changed.is_some_and(|changed| is_clean(&*changed));
            let is_named = match (&current, &value) {
                (RuleValue::Whole(current), RuleValue::Whole(value)) if matches!(values, AllowedValues::Whole { .. }) => {
                    // A named number also stands for legal numbers further from the current one. Numbers in between may be illegal.
                    let stands_for = |named: &RuleValue| match named {
                        RuleValue::Whole(named) if is_legal => {
                            (current < named && named <= value) || (value <= named && named < current)
                        }
                        named => *named == RuleValue::Whole(*value),
                    };
                    named_values.iter().any(stands_for)
                }
                _ => named_values.contains(&value),
            };
            assert_eq!(is_named, is_legal, "{key} = {value}, {rules:?}\n{}", referee.log().text());
        }
    }
}

/// The line of a finding, and the number of its step.
fn step_of(finding: &Finding) -> (LineRef, u32) {
    (finding.place(), finding.step)
}

/// Whether other rules make an earlier step of the turn a new finding. Later steps may then be legal for another reason.
fn forbids_earlier(changed: &dyn Referee, referee: &dyn Referee, at: (LineRef, u32)) -> bool {
    let position = referee.before_line(at.0).ok().and_then(|before| before.position(false));
    let turn_start = position.map_or(LineRef::new(at.0.round, 0), |position| position.at);
    let is_new = |finding: &&Finding| !referee.findings().iter().any(|known| step_of(known) == step_of(finding));
    let mut new_findings = changed.findings().iter().filter(is_new);
    new_findings.any(|finding| finding.place() >= turn_start && step_of(finding) < at)
}

fn is_clean_at(finding: &Finding) -> impl Fn(&dyn Referee) -> bool {
    let at = step_of(finding);
    move |referee| referee.findings().iter().all(|other_finding| step_of(other_finding) != at)
}

/// Asserts that a verdict names a table rule with exactly the values under which the same acts are played and the judged step is no
/// finding. This is checked in a log, on a tried line, and at a step that is proved foul.
pub(super) fn a_rule_is_named_iff_another_value_makes_it_legal<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (mut table, draft, layout) = any_log::<G>(seed);
    let referee = draft.open(layout);
    // Check some findings of the log, each in the log up to it.
    let immediate_findings: Vec<&Finding> = referee.findings().iter().filter(|finding| !is_revoke(finding)).collect();
    for _ in 0..immediate_findings.len().min(4) {
        let finding = immediate_findings[random.usize(..immediate_findings.len())];
        let replayed = draft.up_to(finding.place(), finding.step).open(LogLayout::Plain);
        assert_eq!(
            replayed
                .findings()
                .iter()
                .find(|replayed_finding| step_of(replayed_finding) == step_of(finding))
                .map(|replayed_finding| &replayed_finding.verdict.rules),
            Some(&finding.verdict.rules)
        );
        assert_exact_values_named::<G>(&*replayed, &finding.verdict.rules, step_of(finding), &mut random, is_clean_at(finding));
    }
    for _ in 0..4 {
        let Act::Step { actor, step } = table.proposal() else { continue };
        let line = table.line(actor, &step);
        let overruled_line = format!("{line} ! so be it");
        let judge = |referee: &dyn Referee, line: &str| Some(referee.try_line(line).ok()?.swap_remove(0).1);
        let Some(verdict) = judge(&*referee, &line) else { continue };
        if let Ok(recorded) = referee.record(&[if verdict.kind.is_some() { &overruled_line } else { &line }], None) {
            let after = open::<G>(&recorded.log);
            if let Some(finding) =
                after.findings().iter().find(|finding| verdict.kind.is_some() && finding.place() == after.log().end())
            {
                let overruled =
                    recorded.recorded_steps().last().and_then(|recorded_step| recorded_step.overruled).expect("it is let stand");
                assert_eq!((&verdict.rules, &overruled.rules), (&finding.verdict.rules, &finding.verdict.rules), "`{line}`");
                assert_exact_values_named::<G>(&*after, &verdict.rules, step_of(finding), &mut random, is_clean_at(finding));
            }
            for revoke in &recorded.proved {
                assert_exact_values_named::<G>(&*after, &revoke.verdict.rules, step_of(revoke), &mut random, is_clean_at(revoke));
            }
        } else if referee.progress() == Progress::Underway && referee.halted().is_none() {
            // An impossible step can't be in a log, so only its verdict is checked.
            let end = referee.log().end();
            let at = (LineRef::new(end.round, end.line + 1), 1);
            assert_exact_values_named::<G>(&*referee, &verdict.rules, at, &mut random, |changed| {
                judge(changed, &overruled_line).is_some_and(|verdict| verdict.kind.is_none())
            });
        }
    }
}

/// Asserts that every alternative to a refused step is legal, also after the hand has shown the cards of that step.
pub(super) fn what_is_offered_instead_is_legal<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (mut table, draft, layout) = any_log::<G>(seed);
    let referee = draft.open(layout);
    for _ in 0..8 {
        let Act::Step { actor: Some(seat), step } = table.proposal() else { continue };
        let players = &table.context.players;
        let any_seat = players.seats().nth(random.usize(..players.count()));
        let seat = if random.u8(..4) == 0 { any_seat.unwrap_or(seat) } else { seat };
        let line = table.line(Some(seat), &step);
        let Ok(Some((_, verdict))) = referee.try_line(&line).map(|tried| tried.into_iter().next()) else { continue };
        let shows = G::required_shows(&step).map(|shows| table.line(Some(seat), &shows));
        let with_shown_cards = shows.and_then(|shows| Some(open::<G>(&referee.record(&[&shows], None).ok()?.log)));
        for offer in &verdict.alternatives {
            let offered = if offer.contains(": ") { offer.clone() } else { players.line(Some(seat), offer) };
            for referee in std::iter::once(&referee).chain(&with_shown_cards) {
                let tried = referee.try_line(&offered);
                let is_legal = tried.as_ref().is_ok_and(|tried| tried.iter().all(|(_, verdict)| verdict.kind.is_none()));
                assert!(is_legal, "`{line}`: `{offered}`: {tried:?}\n{}", referee.log().text());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::blulu::Blulu,
        log::Log,
        referee::{NewGame, start_as},
    };
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Whether the assertion accepts the current target plus `difference` as the named value, if only higher targets are clean.
    fn accepts(difference: i64) -> bool {
        let players = ["Ada", "Bo"].map(str::to_owned).to_vec();
        let start = start_as::<Blulu>(&NewGame { players, ..NewGame::default() }).expect("two can play");
        let referee = open::<Blulu>(&Log::parse(start).expect("a log"));
        let target = |referee: &dyn Referee| -> i64 {
            let rules = referee.rules_in_force();
            let (_, value, _) = rules.into_iter().find(|(key, ..)| *key == "target").expect("a rule of Blulu");
            value.parse().expect("a number")
        };
        let current = target(&*referee);
        let legal_under = vec![RuleValue::Whole(current + difference)];
        let rule = DecidingRule {
            key: "target",
            value: RuleValue::Whole(current),
            legal_under,
            clause: crate::table::ClauseId::cited("BL-5.1"),
        };
        let is_clean = |changed: &dyn Referee| target(changed) > current;
        let check = || {
            assert_exact_values_named::<Blulu>(&*referee, &[rule], (LineRef::new(1, 1), 1), &mut Rng::with_seed(1), is_clean);
        };
        catch_unwind(AssertUnwindSafe(check)).is_ok()
    }

    #[test]
    fn of_numbers_the_nearest_is_named_and_stands_for_those_behind_it() {
        assert!(accepts(1));
        assert!(!accepts(2), "one that is nearer is not named");
        assert!(!accepts(-1), "what is named is foul");
    }
}
