//! Changes of a log, one after another: no illegal step gets in, and no line is lost.

use super::{
    log_draft::{LogLayout, any_log, assert_same_log, is_back, lines_of, open, places, renaming, text_at},
    notation::{any_line, any_tally, any_text},
    random_game::{RandomGame, TestableGame},
    recording::{assert_alike, assert_sound, assert_tried_as_recorded, fouls, record_any},
};
use crate::{
    deal::any_value,
    log::{HistoryChange, LineRef, Log},
    referee::{Edit, Finding, NewGame, Referee, Refusal, count_as},
    table::{Act, CompleteGame, FindingKind, RuleSettings, RuleValue},
};
use fastrand::Rng;
use jiff::Timestamp;

const CHANGES: usize = 30;

/// The most lines of the log that are undone at first.
const LINES: usize = 40;

struct LogUnderChange<G: TestableGame> {
    table: RandomGame<G>,
    layout: LogLayout,
    random: Rng,
    referee: Box<dyn Referee>,
    done: Vec<Log>,
    /// The referee before each undo, with the logs that `done` had then.
    undone: Vec<(Box<dyn Referee>, Vec<Log>)>,
}

/// Records, counts, amends, changes rules, undoes and redoes at random. Each accepted change is judged as its log is. An undo
/// restores the log before the undone changes, and a redo the log before the undo. Undoing everything restores the first log.
pub(super) fn changes_are_judged_and_undoable<G: TestableGame>(seed: u64) {
    let (table, mut written, layout) = any_log::<G>(seed);
    if seed.is_multiple_of(16) {
        written = written.shortened(0);
    } else if written.rounds.len() > 1 {
        // A last round without lines is dropped: undo removes the beginning of a round with its first line.
        written.rounds.pop_if(|round| round.lines.is_empty());
    }
    let lines: usize = written.rounds.iter().map(|round| round.lines.len()).sum();
    let done: Vec<Log> = (lines.saturating_sub(LINES)..lines).map(|lines| written.shortened(lines).log(layout)).collect();
    let (referee, random) = (written.open(layout), Rng::with_seed(seed));
    let mut begun = done.first().unwrap_or(referee.log()).clone();
    let mut changed = LogUnderChange { table, layout, random, referee, done, undone: Vec::new() };
    for _ in 0..CHANGES {
        match changed.random.u8(..16) {
            0..3 if !changed.done.is_empty() => changed.undo(),
            3 | 4 => changed.redo(),
            5 => changed.completed(),
            kind => {
                let next = match kind {
                    6 => changed.count_some(),
                    7 => changed.change_rule(),
                    8..11 => changed.amended(),
                    _ => changed.record_some(),
                };
                if let Some(next) = next {
                    changed.continue_with(&next, &mut begun);
                }
            }
        }
        let log = changed.referee.log();
        assert_eq!(log.can_redo(), !changed.undone.is_empty(), "{}", log.text());
    }
    let (log, count) = (changed.referee.log(), u32::try_from(changed.done.len()).expect("few"));
    let (all, _) = log.undo(count, now()).unwrap_or_else(|error| panic!("{error}\n{}", log.text()));
    assert_same_log(&all, &begun, layout);
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).expect("a moment")
}

impl<G: TestableGame> LogUnderChange<G> {
    /// Continues with a changed log. The undone changes can't be redone any more.
    fn continue_with(&mut self, next: &Log, begun: &mut Log) {
        let before = self.referee.log();
        let (was, now) = (lines_of(before), lines_of(next));
        let is_longer = now.len() > was.len();
        let is_one_change = next.corrections().len() > before.corrections().len() || !is_longer && now == was;
        if is_one_change || now.len() == was.len() + 1 && now.starts_with(&was) {
            self.done.push(before.clone());
        } else {
            assert!(is_longer || self.undone.is_empty(), "after an undo a step stands on its own line:\n{}", next.text());
            // The last line was extended; or several lines were added at once, and each can be undone alone.
            if is_longer {
                self.done.clear();
            }
            if self.done.is_empty() {
                *begun = next.clone();
            }
        }
        self.undone.clear();
        self.referee = open::<G>(next);
    }

    /// Takes back some changes; now and then only the last step of a line.
    fn undo(&mut self) {
        let (log, all) = (self.referee.log(), self.done.clone());
        let count = self.random.usize(1..=all.len().min(4));
        let halves = self.random.u8(..4) == 0;
        let shorter = |_, line: &str| {
            let shorter = line.rsplit_once("; ").map(|(shorter, _)| shorter.to_owned());
            shorter.filter(|_| halves && !line.contains(" ! ") && !line.contains("note "))
        };
        let undone = log.undo_inputs(u32::try_from(count).expect("few"), now(), &renaming::<G>, shorter);
        let (next, changes) = undone.unwrap_or_else(|error| panic!("{error}\n{}", log.text()));
        assert_eq!(changes.len(), count);
        // A line remains if only its last step was removed.
        let is_step = |change: &&HistoryChange| {
            change.is_recorded && change.corrections.iter().any(|made| made.was.is_some() && made.now.is_some())
        };
        let steps = changes.iter().filter(is_step).count();
        let next = open::<G>(&next);
        let wanted = self.done.drain(all.len() + steps - count..).next();
        if let Some(wanted) = wanted.filter(|_| !changes.last().is_some_and(|last| is_step(&last))) {
            assert_same_log(next.log(), &wanted, self.layout);
            assert_alike(&*next, &*open::<G>(&wanted));
        }
        self.undone.push((std::mem::replace(&mut self.referee, next), all));
    }

    /// Redoes the last undo, every line with its comment. Fails if the log was changed since.
    fn redo(&mut self) {
        match (self.referee.log().redo(now()), self.undone.pop()) {
            (Ok((next, _)), Some((was, all))) => {
                is_back(&next, was.log(), self.layout);
                (self.referee, self.done) = (open::<G>(&next), all);
                assert_alike(&*self.referee, &*was);
            }
            (Err(_), None) => {}
            (Ok((next, _)), None) => panic!("nothing was undone, and redo gave\n{}", next.text()),
            (Err(error), Some(_)) => panic!("{error}\n{}", self.referee.log().text()),
        }
    }

    /// Asserts that completions for Tab begin within the text.
    fn completed(&mut self) {
        let text = any_text::<G>(&mut self.random, self.table.header.players.names());
        let (start, offers) = self.referee.complete(&text);
        assert!(text.get(start..).is_some(), "{start} is no place in {text:?}");
        assert!(offers.iter().all(|offer| !offer.is_empty()), "{text:?}: {offers:?}");
    }

    /// A random typed line: a possible or legal step, or any steps.
    fn typed_line(&mut self) -> String {
        let line = match self.random.u8(..3) {
            0 => any_line::<G>(&mut self.random, &self.table.header),
            1 => match self.random.choice(self.referee.legal_steps()) {
                Some(offer) => format!("{}: {}", offer.actor, offer.step),
                None => "note on we go".to_owned(),
            },
            _ => match self.table.proposal() {
                Act::Step { actor, step } => self.table.line(actor, &step),
                _ => "note on we go".to_owned(),
            },
        };
        line + if self.random.u8(..3) == 0 { " ! agreed" } else { "" }
    }

    /// Asserts that trying a line, recording it, and judging its log agree.
    fn record_some(&mut self) -> Option<Log> {
        let is_any_text = self.random.u8(..4) == 0;
        let names = self.table.header.players.names();
        let line = if is_any_text { any_text::<G>(&mut self.random, names) } else { self.typed_line() };
        if is_any_text || line.contains('!') {
            self.referee.try_line(&line).err().iter().for_each(assert_sound);
        } else {
            assert_tried_as_recorded(&*self.referee, &line);
        }
        let first = self.random.choice([None, Some("bo"), Some("Ada")])?;
        record_any::<G>(&*self.referee, &line, first)
    }

    /// Asserts that a tally of random texts is counted or refused, without a log and into one.
    fn count_some(&mut self) -> Option<Log> {
        let names = self.referee.players().names();
        let parts: Vec<String> = match self.random.u8(..3) {
            0 => names.iter().map(|_| any_text::<G>(&mut self.random, names)).collect(),
            1 => names.iter().map(|_| "! so they said".to_owned()).collect(),
            _ => any_tally::<G>(&mut self.random, names.len()),
        };
        let name = |name: &String| if self.random.u8(..20) > 0 { format!("{name}: ") } else { String::new() };
        let texts: Vec<String> = names.iter().map(name).zip(parts).map(|(name, part)| name + &part).collect();
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
        let in_force = |referee: &dyn Referee| {
            let rules = referee.rules_in_force();
            rules.into_iter().find(|(key, _, _)| *key == rule).map(|(_, value, _)| value).unwrap_or_default()
        };
        let was = in_force(referee);
        match referee.change_rules(&[(rule.clone(), value.clone())]) {
            Ok(changed) => {
                let after = open::<G>(&changed.log);
                assert_eq!(in_force(&*after), value);
                assert_eq!(after.findings().len() + changed.gone.len(), referee.findings().len() + changed.come.len());
                let back = after.change_rules(&[(rule.clone(), was.clone())]).expect("it was so before");
                let again = open::<G>(&back.log);
                assert_eq!(in_force(&*again), was);
                assert_alike(&*again, referee);
                assert_eq!(lines_of(again.log()), lines_of(referee.log()));
                assert_eq!(again.log().rounds().len(), referee.log().rounds().len());
                // A step may be illegal by the new rule: the table then keeps the old one.
                after.findings().iter().all(is_let_in).then_some(changed.log)
            }
            Err(refusal) => {
                assert_sound(&refusal);
                // A table that can't be set up with this value gives no log.
                let is_refused = value == was || refusal.is_foul();
                assert!(is_refused || !can_be_set_up::<G>(referee, &self.table.header.setup, &rule, &value), "{refusal:?}");
                None
            }
        }
    }

    /// Amends random lines. A line replaced by itself is refused; one deleted and inserted again gives the same game.
    fn amended(&mut self) -> Option<Log> {
        let (referee, random) = (&*self.referee, &mut self.random);
        let log = referee.log();
        if let Some(place) = random.choice(places(log)).filter(|_| random.u8(..3) == 0) {
            let text = text_at(log, place);
            // A line may be written in another way by another table rule.
            let is_canonical = referee.canonical().is_ok_and(|canonical| lines_of(&canonical) == lines_of(log));
            let again = referee.amend(&[Edit::Replace(place, text.clone())], None);
            let is_none = matches!(&again, Err(Refusal::Cannot(why)) if why.starts_with("the log has this already"));
            assert!(is_none || !is_canonical, "{place} {text}: {again:?}\n{}", log.text());
            let is_back = |referee: &dyn Referee, edits: &[Edit]| {
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
            is_back(referee, &[Edit::Delete(place), Edit::Insert(place, text.clone())]);
            if let Ok(without) = referee.amend(&[Edit::Delete(place)], None) {
                is_back(&*open::<G>(&without.log), &[Edit::Insert(place, text)]);
            }
        }
        let edits: Vec<Edit> = (0..=random.usize(..2)).map(|_| any_edit(&self.table, log, random)).collect();
        let overrule = [None, Some("agreed")][random.usize(..2)];
        amend_any::<G>(referee, &edits, overrule).map(|after| after.log().clone())
    }
}

fn any_place(log: &Log, random: &mut Rng) -> LineRef {
    match random.choice(places(log)) {
        Some(place) if random.u8(..8) > 0 => place,
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

/// Whether a log without illegal steps may contain this finding: an overruled step or a revoke.
pub fn is_let_in(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Overruled | FindingKind::Revoke)
}

/// Amends a log without illegal steps other than overruled ones, and asserts the same of the result.
pub fn amend_any<G: CompleteGame>(referee: &dyn Referee, edits: &[Edit], overrule: Option<&str>) -> Option<Box<dyn Referee>> {
    let amended = match referee.amend(edits, overrule) {
        Ok(amended) => amended,
        Err(refusal) => {
            assert_sound(&refusal);
            assert!(overrule.is_none() || !matches!(&refusal, Refusal::LaterIllegal(found) if found[0].step > 0), "{refusal:?}");
            return None;
        }
    };
    let after = open::<G>(&amended.log);
    // A round has no reason, so an overruled `first` remains a finding.
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

fn can_be_set_up<G: TestableGame>(referee: &dyn Referee, setup: &G::Setup, key: &str, value: &str) -> bool {
    let mut rules = RuleSettings::defaults(G::book());
    let in_force = referee.rules_in_force().into_iter().map(|(key, value, _)| (key, value));
    for (key, value) in in_force.chain([(key, value.to_owned())]) {
        rules.set(G::book(), key, &RuleValue::from_text(&value)).expect("a rule of the book");
    }
    G::setup(referee.players().count(), &rules, &G::deck(setup)).is_ok()
}
