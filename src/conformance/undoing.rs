//! Nothing is lost by undo and redo.

use super::{
    amending::{any_edit, any_rule},
    driver::{Play, Table, Tested},
    written::{Layout, Written, any_log, is_back, lines_of, open, renaming, says_the_same, without_corrections},
};
use crate::{
    log::{Change, Log},
    referee::Referee,
};
use fastrand::Rng;
use jiff::Timestamp;

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).expect("a moment")
}

fn lines(log: &Log) -> u32 {
    u32::try_from(lines_of(log).len()).expect("few lines")
}

/// Takes back lines in random portions, up to `most` of them; the logs after each.
fn taken_back(log: &Log, most: u32, random: &mut Rng) -> Vec<Log> {
    let mut logs = vec![log.clone()];
    let mut left = lines(log).min(most);
    while left > 0 {
        let count = random.u32(1..=left.min(7));
        let (next, taken) = logs[logs.len() - 1].take_back(count, now()).expect("there are as many");
        assert_eq!(taken.len(), count as usize);
        left -= count;
        logs.push(next);
    }
    logs
}

/// Bringing all back gives back every line with its comment; and so does bringing some of it back.
pub(super) fn redo_gives_back_every_line<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (_, written, layout) = any_log::<G>(seed);
    let log = written.log(layout);
    let most = random.u32(..40);
    let before = taken_back(&log, most, &mut random);
    let mut current = before[before.len() - 1].clone();
    for earlier in before.iter().rev().skip(1) {
        let (next, _) = current.bring_back(now()).expect("it was taken back");
        is_back(&next, earlier, layout);
        current = next;
    }
    assert!(current.bring_back(now()).is_err(), "all is back");
    assert_eq!(open::<G>(&current).state(), open::<G>(&log).state());
}

/// After an undo the referee stands where the shorter log does.
pub(super) fn undo_leaves_the_shorter_log<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (_, written, layout) = any_log::<G>(seed);
    let most = random.u32(..60);
    for undone in taken_back(&written.log(layout), most, &mut random).into_iter().skip(1) {
        let shorter = written.shortened(lines_of(&undone).len());
        let (one, other) = (open::<G>(&undone), shorter.open(layout));
        assert_eq!(lines_of(&undone), lines_of(other.log()));
        assert_eq!(one.findings(), other.findings());
        assert_eq!(one.state(), other.state());
        assert_eq!(one.sheet(), other.sheet());
        assert_eq!(one.progress(), other.progress());
        assert_eq!(one.legal_steps(), other.legal_steps());
        if layout == Layout::Plain {
            assert_eq!(without_corrections(&undone), other.log().text().trim_end());
        }
    }
}

/// Undo, redo and recording in any order: the log holds what it should, and redo brings back what was undone last unless
/// something was recorded since.
pub(super) fn undo_and_redo_in_any_order_never_lose_a_line<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let most = random.usize(1..160);
    let mut table = Table::<G>::play_some(seed, Play::Legally, most);
    let written = Written::of(&table, &table.done);
    let layout = Layout::any(&mut random);
    let mut log = written.log(layout);
    let mut undone: Vec<Log> = Vec::new();
    for _ in 0..40 {
        let before = log.clone();
        match random.u8(..5) {
            0 | 1 if lines(&log) > 0 => {
                let count = random.u32(1..=lines(&log).min(3));
                (log, _) = log.take_back(count, now()).expect("there are as many");
                let (mut left, all) = (lines_of(&log), lines_of(&before));
                assert_eq!(all[..left.len()], left, "only the last lines went");
                left.extend_from_slice(&all[left.len()..]);
                assert_eq!(left, all);
                undone.push(before);
            }
            2 | 3 => match (log.bring_back(now()), undone.pop()) {
                (Ok((next, _)), Some(was)) => {
                    is_back(&next, &was, layout);
                    log = next;
                }
                (Err(_), None) => {}
                (Ok((next, _)), None) => panic!("nothing was undone, and redo gave\n{}", next.text()),
                (Err(error), Some(_)) => panic!("{error}\n{}", log.text()),
            },
            _ => {
                if let Some(next) = recorded_somehow(&mut table, &log, &mut random) {
                    log = next;
                    undone.clear();
                }
            }
        }
    }
}

/// Any legal step, or a note.
fn recorded_somehow<G: Tested>(table: &mut Table<G>, log: &Log, random: &mut Rng) -> Option<Log> {
    let referee = open::<G>(log);
    let offers = referee.legal_steps();
    let line = match random.choice(&offers) {
        Some(offer) if random.u8(..8) > 0 => format!("{}: {}", offer.actor, offer.step),
        _ => "note on we go".to_owned(),
    };
    let first = table.header.players.names().first().cloned();
    referee.record(&[&line], first.as_deref()).ok().map(|recorded| recorded.log)
}

/// Changes of every kind, undo and redo in any order: an undo goes back to what there was before so many changes, a redo gives what
/// there was before the undo, and all of it taken back is the log as it began.
pub(super) fn any_change_is_taken_back_and_brought_back<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let most = random.usize(1..80);
    let mut table = Table::<G>::play_some(seed, Play::Legally, most);
    let layout = Layout::any(&mut random);
    let mut written = Written::of(&table, &table.done);
    // A round that is only begun goes with the line that comes into it.
    if written.rounds.len() > 1 {
        written.rounds.pop_if(|round| round.lines.is_empty());
    }
    let mut log = written.log(layout);
    let mut begun = log.clone();
    // What there was before each change; what there was before each undo, and how it had come to that.
    let mut done: Vec<Log> = Vec::new();
    let mut undone: Vec<(Log, Vec<Log>)> = Vec::new();
    for _ in 0..30 {
        let before = log.clone();
        match random.u8(..8) {
            0 | 1 if !done.is_empty() => {
                let all = done.clone();
                let count = random.usize(1..=done.len().min(3));
                let halves = random.u8(..3) == 0;
                let (next, changes) = log
                    .take_back_inputs(u32::try_from(count).expect("few"), now(), &renaming::<G>, |_, line| {
                        let shorter = line.rsplit_once("; ").map(|(shorter, _)| shorter.to_owned());
                        shorter.filter(|_| halves && !line.contains(" ! ") && !line.contains("note "))
                    })
                    .unwrap_or_else(|error| panic!("{error}\n{}", log.text()));
                log = next;
                assert_eq!(changes.len(), count);
                let is_input = |change: &&Change| {
                    change.is_recorded && change.corrections.iter().any(|made| made.was.is_some() && made.now.is_some())
                };
                let inputs = changes.iter().filter(is_input).count();
                let wanted = done.drain(done.len() + inputs - count..).next();
                if let Some(wanted) = wanted.filter(|_| !changes.last().is_some_and(|last| is_input(&last))) {
                    says_the_same(&log, &wanted, layout);
                }
                undone.push((before, all));
            }
            2 => match (log.bring_back(now()), undone.pop()) {
                (Ok((next, _)), Some((was, all))) => {
                    is_back(&next, &was, layout);
                    (log, done) = (next, all);
                }
                (Err(_), None) => {}
                (Ok((next, _)), None) => panic!("nothing was undone, and redo gave\n{}", next.text()),
                (Err(error), Some(_)) => panic!("{error}\n{}", log.text()),
            },
            kind => {
                let referee = open::<G>(&log);
                let next = match kind {
                    3 => referee.amend(&[any_edit(&table, &log, &mut random)], Some("so it was")).ok().map(|done| done.log),
                    4 => any_rule::<G>(&mut random).and_then(|rule| Some(referee.change_rules(&[rule]).ok()?.log)),
                    5 if random.bool() => tallied(&*referee),
                    _ => recorded_somehow(&mut table, &log, &mut random),
                };
                let Some(next) = next else { continue };
                let is_joined = next.corrections().len() == before.corrections().len()
                    && (next.end(), without_tally(&next)) == (before.end(), without_tally(&before));
                assert!(!is_joined || undone.is_empty(), "{}", next.text());
                if !is_joined {
                    done.push(before);
                } else if done.is_empty() {
                    // The line that was there first goes on.
                    begun = next.clone();
                }
                undone.clear();
                log = next;
            }
        }
        assert_eq!(log.can_bring_back(), !undone.is_empty(), "{}", log.text());
        open::<G>(&log);
    }
    let count = u32::try_from(done.len()).expect("few");
    let (all, _) = log.take_back(count, now()).unwrap_or_else(|error| panic!("{error}\n{}", log.text()));
    says_the_same(&all, &begun, layout);
}

fn without_tally(log: &Log) -> bool {
    log.rounds().last().is_some_and(|round| round.tally.is_none())
}

/// The round ended by a tally in which nobody has anything.
fn tallied(referee: &dyn Referee) -> Option<Log> {
    let texts: Vec<String> = referee.players().names().iter().map(|name| format!("{name}: ! so they said")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let first = referee.players().names().first().map(String::as_str);
    referee.tally_into(&texts, first).ok().map(|recorded| recorded.log)
}
