//! Changes a log many times: no illegal step is accepted, and no line is lost.

use super::{
    log_draft::{LogLayout, any_log, assert_restored, assert_same_log, lines_of, open, places, rename_players, text_at},
    notation::{any_line, any_tally, any_text},
    random_game::{RandomGame, TestableGame},
    recording::{assert_same_state, assert_sound, assert_tried_as_recorded, fouls, record_any},
};
use crate::{
    deal::any_value,
    log::{HistoryChange, LineRef, Log},
    referee::{Edit, Finding, NewGame, Referee, Refusal, count_as},
    table::{Act, CompleteGame, FindingKind, RuleSettings, RuleValue, is_adjustment},
};
use fastrand::Rng;
use jiff::Timestamp;

const CHANGES: usize = 30;

/// The highest number of the first log's last lines that can be undone one by one.
const UNDOABLE_LINES: usize = 40;

struct LogUnderChange<G: TestableGame> {
    table: RandomGame<G>,
    layout: LogLayout,
    random: Rng,
    referee: Box<dyn Referee>,
    /// The log before each change that can be undone, oldest first.
    earlier_logs: Vec<Log>,
    /// The referee before each undo that can be redone, with its `earlier_logs`.
    undos: Vec<(Box<dyn Referee>, Vec<Log>)>,
}

/// Records, counts, amends, changes rules, undoes and redoes at random. Each accepted change is judged like its whole log.
/// An undo restores the log before the undone changes, and a redo the log before the undo. Undoing all restores the first log.
pub(super) fn changes_are_judged_and_undoable<G: TestableGame>(seed: u64) {
    let (table, mut draft, layout) = any_log::<G>(seed);
    if seed.is_multiple_of(16) {
        draft = draft.shortened(0);
    } else if draft.rounds.len() > 1 {
        // A last round without lines is dropped: undo removes the beginning of a round with its first line.
        draft.rounds.pop_if(|round| round.lines.is_empty());
    }
    let lines: usize = draft.rounds.iter().map(|round| round.lines.len()).sum();
    let earlier_logs: Vec<Log> =
        (lines.saturating_sub(UNDOABLE_LINES)..lines).map(|count| draft.shortened(count).log(layout)).collect();
    let (referee, random) = (draft.open(layout), Rng::with_seed(seed));
    let mut first_log = earlier_logs.first().unwrap_or(referee.log()).clone();
    let mut state = LogUnderChange { table, layout, random, referee, earlier_logs, undos: Vec::new() };
    for _ in 0..CHANGES {
        match state.random.u8(..16) {
            0..3 if !state.earlier_logs.is_empty() => state.undo(),
            3 | 4 => state.redo(),
            5 => state.check_completions(),
            choice => {
                let next = match choice {
                    6 => state.tally_some(),
                    7 => state.change_rule(),
                    8..11 => state.amend_some(),
                    _ => state.record_some(),
                };
                if let Some(next) = next {
                    state.continue_with(&next, &mut first_log);
                }
            }
        }
        let log = state.referee.log();
        assert_eq!(log.can_redo(), !state.undos.is_empty(), "{}", log.text());
    }
    let (log, count) = (state.referee.log(), u32::try_from(state.earlier_logs.len()).expect("few"));
    let (first, _) = log.undo(count, now()).unwrap_or_else(|error| panic!("{error}\n{}", log.text()));
    assert_same_log(&first, &first_log, layout);
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).expect("a moment")
}

impl<G: TestableGame> LogUnderChange<G> {
    /// Continues with a changed log. Undone changes can't be redone any more.
    fn continue_with(&mut self, next: &Log, first_log: &mut Log) {
        let log_before = self.referee.log();
        let (old_lines, new_lines) = (lines_of(log_before), lines_of(next));
        let is_longer = new_lines.len() > old_lines.len();
        let is_one_change = next.corrections().len() > log_before.corrections().len() || !is_longer && new_lines == old_lines;
        if is_one_change || new_lines.len() == old_lines.len() + 1 && new_lines.starts_with(&old_lines) {
            self.earlier_logs.push(log_before.clone());
        } else {
            assert!(is_longer || self.undos.is_empty(), "after an undo a step stands on its own line:\n{}", next.text());
            // Either the last line was extended, or several lines were added at once, which can be undone one by one.
            if is_longer {
                self.earlier_logs.clear();
            }
            if self.earlier_logs.is_empty() {
                *first_log = next.clone();
            }
        }
        self.undos.clear();
        self.referee = open::<G>(next);
    }

    /// Undoes some changes, or sometimes only the last steps of their lines.
    fn undo(&mut self) {
        let (log, earlier_logs) = (self.referee.log(), self.earlier_logs.clone());
        let count = self.random.usize(1..=earlier_logs.len().min(4));
        let removes_last_steps = self.random.u8(..4) == 0;
        let without_last_step = |_, line: &str| {
            let shorter = line.rsplit_once("; ").map(|(shorter, _)| shorter.to_owned());
            shorter.filter(|_| removes_last_steps && !line.contains(" ! ") && !line.contains("note ") && !is_adjustment(line))
        };
        let result = log.undo_inputs(u32::try_from(count).expect("few"), now(), &rename_players::<G>, without_last_step);
        let (next, changes) = result.unwrap_or_else(|error| panic!("{error}\n{}", log.text()));
        assert_eq!(changes.len(), count);
        // A line remains if only its last step was removed.
        let is_shortened = |change: &&HistoryChange| {
            change.is_recorded && change.corrections.iter().any(|correction| correction.was.is_some() && correction.now.is_some())
        };
        let shortened = changes.iter().filter(is_shortened).count();
        let next = open::<G>(&next);
        let expected = self.earlier_logs.drain(earlier_logs.len() + shortened - count..).next();
        if let Some(expected) = expected.filter(|_| !changes.last().is_some_and(|last| is_shortened(&last))) {
            assert_same_log(next.log(), &expected, self.layout);
            assert_same_state(&*next, &*open::<G>(&expected));
        }
        self.undos.push((std::mem::replace(&mut self.referee, next), earlier_logs));
    }

    /// Redoes the last undo. Asserts that each line has its comment again, and that nothing is redone if the log was changed since.
    fn redo(&mut self) {
        match (self.referee.log().redo(now()), self.undos.pop()) {
            (Ok((next, _)), Some((before_undo, earlier_logs))) => {
                assert_restored(&next, before_undo.log(), self.layout);
                (self.referee, self.earlier_logs) = (open::<G>(&next), earlier_logs);
                assert_same_state(&*self.referee, &*before_undo);
            }
            (Err(_), None) => {}
            (Ok((next, _)), None) => panic!("nothing was undone, and redo gave\n{}", next.text()),
            (Err(error), Some(_)) => panic!("{error}\n{}", self.referee.log().text()),
        }
    }

    /// Asserts that completions begin within the text, and aren't empty.
    fn check_completions(&mut self) {
        let text = any_text::<G>(&mut self.random, self.table.context.players.names());
        let (start, completions) = self.referee.complete(&text);
        assert!(text.get(start..).is_some(), "{start} is no place in {text:?}");
        assert!(completions.iter().all(|completion| !completion.is_empty()), "{text:?}: {completions:?}");
    }

    /// A random typed line: any steps, a legal step, a proposal of the dealer, or points by the table's decision.
    fn typed_line(&mut self) -> String {
        if self.random.u8(..12) == 0 {
            return format!("adjust Ada {:+} so; be it ! yes", self.random.i32(1..9) - 9);
        }
        let line = match self.random.u8(..3) {
            0 => any_line::<G>(&mut self.random, &self.table.context),
            1 => match self.random.choice(self.referee.legal_steps()) {
                Some(legal) => format!("{}: {}", legal.actor, legal.step),
                None => "note on we go".to_owned(),
            },
            _ => match self.table.proposal() {
                Act::Step { actor, step } => self.table.line(actor, &step),
                _ => "note on we go".to_owned(),
            },
        };
        line + if self.random.u8(..3) == 0 { " ! agreed" } else { "" }
    }

    /// Records a random line. Asserts that trying it, recording it, and judging its log agree.
    fn record_some(&mut self) -> Option<Log> {
        let is_any_text = self.random.u8(..4) == 0;
        let names = self.table.context.players.names();
        let line = if is_any_text { any_text::<G>(&mut self.random, names) } else { self.typed_line() };
        if is_any_text || line.contains('!') {
            self.referee.try_line(&line).err().iter().for_each(assert_sound);
        } else {
            assert_tried_as_recorded(&*self.referee, &line);
        }
        let first = self.random.choice([None, Some("bo"), Some("Ada")])?;
        record_any::<G>(&*self.referee, &line, first)
    }

    /// Records a random tally. Asserts that a refusal is sound, and that an accepted tally adds no foul.
    fn tally_some(&mut self) -> Option<Log> {
        let names = self.referee.players().names();
        let parts: Vec<String> = match self.random.u8(..3) {
            0 => names.iter().map(|_| any_text::<G>(&mut self.random, names)).collect(),
            1 => names.iter().map(|_| "! so they said".to_owned()).collect(),
            _ => any_tally::<G>(&mut self.random, names.len()),
        };
        let prefix = |name: &String| if self.random.u8(..20) > 0 { format!("{name}: ") } else { String::new() };
        let texts: Vec<String> = names.iter().map(prefix).zip(parts).map(|(prefix, part)| prefix + &part).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        count_as::<G>(&NewGame::default(), &texts).err().iter().for_each(assert_sound);
        match self.referee.record_tally(&texts, Some("Ada")) {
            Ok(counted) => {
                assert_eq!(fouls(&*open::<G>(&counted.log)), fouls(&*self.referee), "{texts:?}");
                Some(counted.log)
            }
            Err(refusal) => {
                assert_sound(&refusal);
                None
            }
        }
    }

    /// Changes a table rule, and asserts that changing it back gives the same game.
    fn change_rule(&mut self) -> Option<Log> {
        let referee = &*self.referee;
        let (rule, value) = any_rule::<G>(&mut self.random)?;
        let value_in_force = |referee: &dyn Referee| {
            let rules = referee.rules_in_force();
            rules.into_iter().find(|(key, _, _)| *key == rule).map(|(_, value, _)| value).unwrap_or_default()
        };
        let old_value = value_in_force(referee);
        match referee.change_rules(&[(rule.clone(), value.clone())]) {
            Ok(changed) => {
                let after = open::<G>(&changed.log);
                assert_eq!(value_in_force(&*after), value);
                assert_eq!(
                    after.findings().len() + changed.removed_findings.len(),
                    referee.findings().len() + changed.added_findings.len()
                );
                let changed_back = after.change_rules(&[(rule.clone(), old_value.clone())]).expect("it was so before");
                let restored = open::<G>(&changed_back.log);
                assert_eq!(value_in_force(&*restored), old_value);
                assert_same_state(&*restored, referee);
                assert_eq!(lines_of(restored.log()), lines_of(referee.log()));
                assert_eq!(restored.log().rounds().len(), referee.log().rounds().len());
                // If a step is illegal by the new rule value, the table keeps the old value.
                after.findings().iter().all(is_allowed_finding).then_some(changed.log)
            }
            Err(refusal) => {
                assert_sound(&refusal);
                // Otherwise the table can't be set up with this value.
                let is_refused = value == old_value || refusal.is_foul();
                assert!(is_refused || !can_be_set_up::<G>(referee, &self.table.context.setup, &rule, &value), "{refusal:?}");
                None
            }
        }
    }

    /// Amends random lines. Asserts that replacing a line by itself is refused, and that deleting it and inserting it again gives
    /// the same game.
    fn amend_some(&mut self) -> Option<Log> {
        let (referee, random) = (&*self.referee, &mut self.random);
        let log = referee.log();
        if let Some(line_ref) = random.choice(places(log)).filter(|_| random.u8(..3) == 0) {
            let text = text_at(log, line_ref);
            // The canonical text of a line can depend on table rules that were changed since.
            let is_canonical = referee.canonical().is_ok_and(|canonical| lines_of(&canonical) == lines_of(log));
            let replaced = referee.amend(&[Edit::Replace(line_ref, text.clone())], None);
            let is_unchanged = matches!(&replaced, Err(Refusal::Cannot(why)) if why.starts_with("the log has this already"));
            assert!(is_unchanged || !is_canonical, "{line_ref} {text}: {replaced:?}\n{}", log.text());
            let assert_same_lines = |referee: &dyn Referee, edits: &[Edit]| {
                let amended =
                    referee.amend(edits, None).unwrap_or_else(|refusal| panic!("{edits:?}: {refusal:?}\n{}", log.text()));
                assert!(
                    lines_of(&amended.log) == lines_of(log) || !is_canonical,
                    "{edits:?}\n{}\n{}",
                    amended.log.text(),
                    log.text()
                );
                assert_eq!(open::<G>(&amended.log).findings(), self.referee.findings());
            };
            assert_same_lines(referee, &[Edit::Delete(line_ref), Edit::Insert(line_ref, text.clone())]);
            if let Ok(deleted) = referee.amend(&[Edit::Delete(line_ref)], None) {
                assert_same_lines(&*open::<G>(&deleted.log), &[Edit::Insert(line_ref, text)]);
            }
        }
        let edits: Vec<Edit> = (0..=random.usize(..2)).map(|_| any_edit(&self.table, log, random)).collect();
        let overrule = [None, Some("agreed")][random.usize(..2)];
        amend_any::<G>(referee, &edits, overrule).map(|after| after.log().clone())
    }
}

fn any_line_ref(log: &Log, random: &mut Rng) -> LineRef {
    match random.choice(places(log)) {
        Some(line_ref) if random.u8(..8) > 0 => line_ref,
        _ => LineRef::new(random.u32(..4), [0, 1, 2, random.u32(..40), u32::MAX][random.usize(..5)]),
    }
}

/// A table rule of the game, if the game has any, and a value of that rule.
fn any_rule<G: TestableGame>(random: &mut Rng) -> Option<(String, String)> {
    let rule = random.choice(G::book().rules)?;
    Some((rule.key.to_owned(), any_value(&rule.values, u16::MAX, &mut |below| random.usize(..below)).to_string()))
}

/// A random edit, mostly of an existing line, with a possible line as its text.
fn any_edit<G: TestableGame>(table: &RandomGame<G>, log: &Log, random: &mut Rng) -> Edit {
    let line_ref = any_line_ref(log, random);
    let line = match random.choice(places(log)) {
        Some(other_ref) if random.bool() => text_at(log, other_ref),
        _ => any_line::<G>(random, &table.context),
    };
    match random.u8(..9) {
        0..4 => Edit::Replace(line_ref, line),
        4..7 => Edit::Insert(line_ref, line),
        7 => Edit::Delete(line_ref),
        _ if random.bool() => Edit::DeleteTally(line_ref.round),
        _ => Edit::Delete(line_ref),
    }
}

/// Whether a finding is allowed in a log without illegal steps: it is an overruled step or a revoke.
pub fn is_allowed_finding(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Overruled | FindingKind::Revoke)
}

/// Amends a log whose only illegal steps are overruled. Asserts that the amended log has no other illegal steps, either.
pub fn amend_any<G: CompleteGame>(referee: &dyn Referee, edits: &[Edit], overrule: Option<&str>) -> Option<Box<dyn Referee>> {
    let amended = match referee.amend(edits, overrule) {
        Ok(amended) => amended,
        Err(refusal) => {
            assert_sound(&refusal);
            assert!(
                overrule.is_none() || !matches!(&refusal, Refusal::LaterIllegal(findings) if findings[0].step > 0),
                "{refusal:?}"
            );
            return None;
        }
    };
    let after = open::<G>(&amended.log);
    // A round has no reason, so an overruled `first` remains a finding.
    let may_begin_wrongly = overrule.is_some() || referee.findings().iter().any(|finding| finding.line == 0);
    for finding in after.findings() {
        assert!(
            is_allowed_finding(finding) || may_begin_wrongly && finding.line == 0,
            "{edits:?}: {finding:?}\n{}",
            amended.log.text()
        );
    }
    assert!(after.halted().is_none());
    assert_eq!(
        after.findings().len() + amended.removed_findings.len(),
        referee.findings().len() + amended.added_findings.len(),
        "{edits:?}: gone {:#?} come {:#?}\n{}",
        amended.removed_findings,
        amended.added_findings,
        amended.log.text()
    );
    assert!(amended.added_findings.iter().all(|finding| after.findings().contains(finding)));
    assert!(amended.log.corrections().len() > referee.log().corrections().len());
    Some(after)
}

fn can_be_set_up<G: TestableGame>(referee: &dyn Referee, setup: &G::Setup, key: &str, value: &str) -> bool {
    let mut rules = RuleSettings::defaults(G::book());
    let in_force = referee.rules_in_force().into_iter().map(|(key, value, _)| (key, value));
    for (key, value) in in_force.chain([(key, value.to_owned())]) {
        rules.set(G::book(), key, &RuleValue::from_text(&value)).expect("a rule of the book");
    }
    G::setup(referee.players().count(), &rules, &G::deck(setup)).is_ok()
}
