//! Amending lets nothing illegal in, and loses nothing.

use super::{
    driver::Tested,
    notation::any_line,
    recording::is_sound,
    written::{any_log, lines_of, open},
};
use crate::{
    log::{Log, Place},
    referee::{Amended, Edit, Finding, Referee, Refusal},
    table::{Kind, Refereed, RuleValue, RuleValues, Values},
};
use fastrand::Rng;

/// The places of all lines.
fn places(log: &Log) -> Vec<Place> {
    let of_round = |(round, number): (&crate::log::Round, u32)| {
        (1..).take(round.lines.len()).map(|line| Place::new(number, line)).collect::<Vec<_>>()
    };
    log.rounds().iter().zip(1..).flat_map(of_round).collect()
}

fn text_at(log: &Log, place: Place) -> String {
    log.line(place).expect("a line").text.to_string()
}

fn amended(referee: &dyn Referee, edits: &[Edit]) -> Amended {
    referee.amend(edits, None).unwrap_or_else(|refusal| panic!("{edits:?}: {refusal:?}\n{}", referee.log().text()))
}

/// A line replaced by itself is no change, and refused as none: nothing that was taken back is lost by it.
pub(super) fn a_line_in_its_own_place_changes_nothing<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (_, written, layout) = any_log::<G>(seed);
    let referee = written.open(layout);
    for _ in 0..4 {
        let Some(place) = random.choice(places(referee.log())) else { return };
        let again = referee.amend(&[Edit::Replace(place, text_at(referee.log(), place))], None);
        let is_none = matches!(&again, Err(Refusal::Cannot(why)) if why.starts_with("the log has this already"));
        assert!(is_none, "{place}: {again:?}\n{}", referee.log().text());
    }
}

/// A line deleted and inserted again, at once or one after the other: the same moves.
pub(super) fn a_line_taken_out_and_put_back_changes_nothing<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (_, written, layout) = any_log::<G>(seed);
    let referee = written.open(layout);
    for _ in 0..4 {
        let Some(place) = random.choice(places(referee.log())) else { return };
        let text = text_at(referee.log(), place);
        let both = amended(&*referee, &[Edit::Delete(place), Edit::Insert(place, text.clone())]);
        assert_eq!(lines_of(&both.log), lines_of(referee.log()));
        assert_eq!(open::<G>(&both.log).findings(), referee.findings());
        if let Ok(without) = referee.amend(&[Edit::Delete(place)], None) {
            let again = amended(&*open::<G>(&without.log), &[Edit::Insert(place, text)]);
            assert_eq!(lines_of(&again.log), lines_of(referee.log()));
            assert_eq!(open::<G>(&again.log).findings(), referee.findings());
        }
    }
}

fn any_place(log: &Log, random: &mut Rng) -> Place {
    match random.choice(places(log)) {
        Some(place) if random.u8(..8) > 0 => place,
        _ => Place::new(random.u32(..4), [0, 1, 2, random.u32(..40), u32::MAX][random.usize(..5)]),
    }
}

/// A table rule of the game, if it has any, and a value of it.
pub fn any_rule<G: Tested>(random: &mut Rng) -> Option<(String, String)> {
    let rule = random.choice(G::book().rules)?;
    let value = match rule.values {
        Values::Word(words) => words[random.usize(..words.len())].to_owned(),
        Values::Whole { least, most, .. } => random.u16(least..=most).to_string(),
        Values::OneOf(numbers) => numbers[random.usize(..numbers.len())].to_string(),
        Values::Flag { .. } => random.bool().to_string(),
    };
    Some((rule.key.to_owned(), value))
}

/// An edit of any kind: of a line that is there mostly, with a line that could be one.
pub fn any_edit<G: Tested>(table: &super::driver::Table<G>, log: &Log, random: &mut Rng) -> Edit {
    let place = any_place(log, random);
    let line = match random.choice(places(log)) {
        Some(other) if random.bool() => text_at(log, other),
        _ => any_line::<G>(random, &table.header),
    };
    match random.u8(..9) {
        0..4 => Edit::Replace(place, line),
        4..7 => Edit::Insert(place, line),
        7 => Edit::Delete(place),
        _ if random.bool() => Edit::DeleteTally(place.round),
        _ => Edit::Delete(place),
    }
}

/// What a log may hold: what was let stand, and what was legal when it was done.
pub fn is_let_in(finding: &Finding) -> bool {
    matches!(finding.kind, Kind::Overruled | Kind::Revoke)
}

/// Amends a log in which nothing is illegal but what was let stand; if that goes through, it is so again.
pub fn amend_any<G: Refereed>(referee: &dyn Referee, edits: &[Edit], overrule: Option<&str>) -> Option<Box<dyn Referee>> {
    let amended = match referee.amend(edits, overrule) {
        Ok(amended) => amended,
        Err(refusal) => {
            is_sound(&refusal);
            assert!(overrule.is_none() || !matches!(&refusal, Refusal::LaterIllegal(found) if found[0].step > 0), "{refusal:?}");
            return None;
        }
    };
    let after = open::<G>(&amended.log);
    // The beginning of a round takes no reason: let stand, it stays a finding.
    let may_begin_wrongly = overrule.is_some() || referee.findings().iter().any(|finding| finding.line == 0);
    for finding in after.findings() {
        assert!(is_let_in(finding) || may_begin_wrongly && finding.line == 0, "{edits:?}: {finding:?}\n{}", amended.log.text());
    }
    assert!(after.halted().is_none());
    assert_eq!(
        after.findings().len() + amended.gone.len(),
        referee.findings().len() + amended.come.len(),
        "{edits:?}: gone {:#?} come {:#?}\n{}",
        amended.gone,
        amended.come,
        amended.log.text()
    );
    assert!(amended.come.iter().all(|come| after.findings().contains(come)));
    assert!(amended.log.corrections().len() > referee.log().corrections().len());
    Some(after)
}

/// Whatever goes through, nothing is illegal in the amended log but what was let stand, and nothing impossible; the findings that
/// came and went are told.
pub(super) fn nothing_illegal_is_let_in_by_amending<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (table, written, layout) = any_log::<G>(seed);
    let mut referee = written.open(layout);
    assert!(referee.findings().iter().all(is_let_in));
    for _ in 0..8 {
        let edits: Vec<Edit> = (0..=random.usize(..2)).map(|_| any_edit(&table, referee.log(), &mut random)).collect();
        let overrule = [None, Some("agreed")][random.usize(..2)];
        if let Some(after) = amend_any::<G>(&*referee, &edits, overrule) {
            referee = after;
        }
    }
}

fn can_be_set_up<G: Tested>(referee: &dyn Referee, setup: &G::Setup, key: &str, value: &str) -> bool {
    let mut rules = RuleValues::defaults(G::book());
    let in_force = referee.rules_in_force().into_iter().map(|(key, value, _)| (key, value));
    for (key, value) in in_force.chain([(key, value.to_owned())]) {
        rules.set(G::book(), key, &RuleValue::from_text(&value)).expect("a rule of the book");
    }
    G::setup(referee.players().count(), &rules, &G::deck(setup)).is_ok()
}

/// A table rule changed and changed back: the same log, the same verdicts.
pub(super) fn changed_table_rules_can_be_changed_back<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (table, written, layout) = any_log::<G>(seed);
    let referee = written.open(layout);
    let Some((rule, value)) = any_rule::<G>(&mut random) else { return };
    let in_force = |referee: &dyn Referee| {
        let rules = referee.rules_in_force();
        rules.into_iter().find(|(key, _, _)| *key == rule).map(|(_, value, _)| value).unwrap_or_default()
    };
    let was = in_force(&*referee);
    match referee.change_rules(&[(rule.clone(), value.clone())]) {
        Ok(changed) => {
            let after = open::<G>(&changed.log);
            assert_eq!(in_force(&*after), value);
            assert_eq!(after.findings().len() + changed.gone.len(), referee.findings().len() + changed.come.len());
            let back = after.change_rules(&[(rule.clone(), was.clone())]).expect("it was so before");
            let again = open::<G>(&back.log);
            assert_eq!(in_force(&*again), was);
            assert_eq!(again.findings(), referee.findings());
            assert_eq!(again.state(), referee.state());
            assert_eq!(lines_of(again.log()), lines_of(referee.log()));
            assert_eq!(again.log().rounds().len(), referee.log().rounds().len());
        }
        Err(refusal) => {
            is_sound(&refusal);
            // A table that can't be set up so is no log.
            assert!(
                value == was || refusal.is_foul() || !can_be_set_up::<G>(&*referee, &table.header.setup, &rule, &value),
                "{refusal:?}"
            );
        }
    }
}
