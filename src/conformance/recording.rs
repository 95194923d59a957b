//! What is recorded is what a log says: typed lines against written ones.

use super::{
    driver::{Play, Table, Tested},
    notation::{any_line, any_tally},
    written::{Layout, Written, any_log, lines_of, open},
};
use crate::{
    log::{Log, split_typed},
    referee::{Entered, Finding, Referee, Refusal, start_as},
    table::{Act, Kind, Refereed},
};
use fastrand::Rng;

/// A game recorded line by line, step by step, or all at once is the same log, byte for byte.
pub(super) fn recording_line_by_line_writes_the_same_log<G: Tested>(seed: u64) {
    let play = Play::by(seed);
    let table = Table::<G>::play_out(seed, play);
    let written = Written::of(&table, &table.done);
    let empty = Log::parse(start_as::<G>(&written.new).expect("a table that can be set up")).expect("a new log");
    let (mut by_line, mut by_step, mut all) = (empty.clone(), empty.clone(), empty);
    for round in &written.rounds {
        let first = Some(round.first.as_str());
        for line in &round.lines {
            by_line = recorded::<G>(&by_line, &[line], first);
            let (name, steps) = line.split_once(": ").unwrap_or(("", line));
            for step in steps.split("; ") {
                let typed = if name.is_empty() { step.to_owned() } else { format!("{name}: {step}") };
                by_step = recorded::<G>(&by_step, &[&typed], first);
            }
        }
        let lines: Vec<&str> = round.lines.iter().map(String::as_str).collect();
        all = recorded::<G>(&all, &lines, first);
    }
    let text = written.text(Layout::Plain);
    assert_eq!(by_line.text(), text);
    assert_eq!(by_step.text(), text);
    assert_eq!(all.text(), text);
    assert_eq!(open::<G>(&by_line).state(), table.game.state(&table.header.players));
}

fn recorded<G: Refereed>(log: &Log, lines: &[&str], first: Option<&str>) -> Log {
    let recorded = open::<G>(log).record(lines, first).unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}\n{}", log.text()));
    recorded.log
}

/// Whether a finding is against a step that was legal when it was done, and proved foul by a later one.
pub fn is_proved(finding: &Finding) -> bool {
    finding.verdict.kind == Some(Kind::Revoke)
}

/// What was wrong with the log before or was let stand, as `record` and `amend` must leave it.
pub(super) fn fouls(referee: &dyn Referee) -> Vec<String> {
    referee
        .findings()
        .iter()
        .filter(|finding| finding.is_foul() && !is_proved(finding))
        .map(|finding| format!("{finding:?}"))
        .collect()
}

/// A refusal's places are within the text that it is about.
pub fn is_sound(refusal: &Refusal) {
    match refusal {
        Refusal::Unparsed { line, range, problem, .. } => {
            assert!(line.get(range.clone()).is_some() && !problem.is_empty(), "{refusal:?}");
        }
        Refusal::Ambiguous { options, .. } => assert!(!options.is_empty(), "{refusal:?}"),
        Refusal::Foul { verdict, .. } => assert!(verdict.kind.is_some() && !verdict.message.is_empty(), "{refusal:?}"),
        Refusal::ChooseFirst { players, .. } => assert!(players.len() > 1, "{refusal:?}"),
        Refusal::OfLine { refusal, .. } => is_sound(refusal),
        Refusal::LaterIllegal(findings) => assert!(!findings.is_empty()),
        Refusal::LaterImpossible(_) | Refusal::Halted { .. } | Refusal::Ended { .. } | Refusal::Cannot(_) => {}
    }
}

/// A referee that went on with what was judged is the one that replays the log.
fn is_the_same(going_on: &dyn Referee, replayed: &dyn Referee) {
    let text = replayed.log().text();
    assert_eq!(going_on.log().text(), text);
    assert_eq!(going_on.state(), replayed.state(), "{text}");
    assert_eq!(going_on.zones(), replayed.zones(), "{text}");
    assert_eq!(going_on.legal_steps(), replayed.legal_steps(), "{text}");
    assert_eq!(going_on.steps(), replayed.steps(), "{text}");
    assert_eq!((going_on.findings(), going_on.halted()), (replayed.findings(), replayed.halted()), "{text}");
    assert_eq!(format!("{:?}", going_on.course()), format!("{:?}", replayed.course()), "{text}");
    let end = replayed.log().end();
    assert_eq!(format!("{:?}", going_on.why(Some(end))), format!("{:?}", replayed.why(Some(end))), "{text}");
}

/// Records a line of any kind; if it is taken, the log holds it and nothing new is wrong with the log.
pub fn record_any<G: Refereed>(referee: &dyn Referee, line: &str, first: Option<&str>) -> Option<Log> {
    let recorded = match referee.record(&[line], first) {
        Ok(recorded) => recorded,
        Err(refusal) => {
            is_sound(&refusal);
            return None;
        }
    };
    let after = open::<G>(&recorded.log);
    let text = recorded.log.text();
    assert_eq!(fouls(&*after), fouls(referee), "`{line}` was recorded\n{text}");
    assert!(after.halted().is_none(), "`{line}` was recorded\n{text}");
    if let Some(going_on) = referee.continued_with(&recorded, &recorded.log) {
        is_the_same(&*going_on, &*after);
    }
    for entered in recorded.entered() {
        let written = recorded.log.line(entered.place).unwrap_or_else(|| panic!("{} is no line\n{text}", entered.place));
        assert!(written.steps().any(|step| step == entered.step), "`{}` is not in `{}`", entered.step, &*written.text);
        assert_eq!(written.actor(), entered.actor.as_deref(), "{entered:?}");
    }
    let let_stand = recorded.entered().filter(|entered| entered.overruled.is_some()).count();
    let (found, proved) = (after.findings().len(), recorded.proved.len());
    assert_eq!(found, referee.findings().len() + let_stand + proved, "`{line}` was recorded\n{text}");
    assert!(recorded.proved.iter().all(|finding| is_proved(finding) && after.findings().contains(finding)), "{recorded:?}");
    let (old, new) = (lines_of(referee.log()), lines_of(&recorded.log));
    for (nth, (old_line, new_line)) in old.iter().zip(&new).enumerate() {
        let joined = nth + 1 == old.len() && new_line.1.starts_with(&format!("{}; ", old_line.1));
        assert!(new_line.0 == old_line.0 && (new_line == old_line || joined), "{old_line:?} is {new_line:?} now");
    }
    assert!(new.len() >= old.len());
    Some(recorded.log)
}

/// A line that somebody may type: something that could be played, or anything at all.
fn typed_line<G: Tested>(table: &mut Table<G>, random: &mut Rng) -> String {
    if random.bool() {
        return any_line::<G>(random, &table.header);
    }
    let reason = if random.bool() { " ! agreed" } else { "" };
    match table.proposal() {
        Act::Step { actor, step } => {
            let name = actor.map(|seat| format!("{}: ", table.header.players.name(seat))).unwrap_or_default();
            format!("{name}{}{reason}", G::write(&step, &table.header.players))
        }
        _ => "note on we go".to_owned(),
    }
}

/// A log to which a line is to be added; now and then its last round was counted.
fn log_to_go_on<G: Tested>(seed: u64, random: &mut Rng) -> (Table<G>, Box<dyn Referee>) {
    let (table, written, layout) = any_log::<G>(seed);
    let referee = written.open(layout);
    if random.u8(..3) > 0 {
        return (table, referee);
    }
    let players = table.header.players.names();
    let counted = (0..9).find_map(|_| {
        let texts = any_tally::<G>(random, players.len());
        let named: Vec<String> = players.iter().zip(texts).map(|(name, text)| format!("{name}: {text}")).collect();
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        referee.tally_into(&named, None).ok()
    });
    match counted {
        Some(counted) => (table, open::<G>(&counted.log)),
        None => (table, referee),
    }
}

/// Whatever `record` takes, the new log is judged as it was: nothing is found but what was let stand, and what was there before.
pub(super) fn a_recorded_line_is_judged_as_the_log_is<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (mut table, mut referee) = log_to_go_on::<G>(seed, &mut random);
    for _ in 0..12 {
        let line = typed_line(&mut table, &mut random);
        let first = if random.bool() { Some("bo") } else { None };
        if let Some(log) = record_any::<G>(&*referee, &line, first) {
            referee = open::<G>(&log);
        }
    }
}

/// Steps that are legal when tried are recorded, and the first that isn't is refused with the same verdict.
pub(super) fn trying_a_line_says_what_recording_it_does<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let (mut table, referee) = log_to_go_on::<G>(seed, &mut random);
    for _ in 0..12 {
        let line = typed_line(&mut table, &mut random).replace(" ! agreed", "");
        tried_as_recorded(&*referee, &line);
    }
}

/// A line without a reason is judged the same when it is tried and when it is recorded.
pub fn tried_as_recorded(referee: &dyn Referee, line: &str) {
    match (referee.try_line(line), referee.record(&[line], None)) {
        (Ok(tried), Ok(_)) => assert!(tried.iter().all(|(_, verdict)| verdict.kind.is_none()), "{line}: {tried:?}"),
        (Ok(tried), Err(Refusal::Foul { step, verdict, line: until, .. })) => {
            let legal = tried.iter().take_while(|(_, verdict)| verdict.kind.is_none()).count();
            let (text, first) = tried.get(legal).expect("something is wrong");
            assert_eq!((text, &first.kind, &first.clause), (&step, &verdict.kind, &verdict.clause), "{line}");
            assert_eq!((&first.alternatives, &first.hints), (&verdict.alternatives, &verdict.hints), "{line}");
            assert_eq!(first.rules, verdict.rules, "{line}");
            overruling_it_records_the_line(referee, &until, legal + 1);
        }
        (Ok(_), Err(Refusal::ChooseFirst { .. } | Refusal::Ended { .. } | Refusal::Cannot(_))) | (Err(_), Err(_)) => {}
        (tried, recorded) => panic!("`{line}`: tried {tried:?}, recorded {recorded:?}"),
    }
}

/// What a refusal says that `overrule` would record is the whole line, and is recorded: the `steps` up to the refused one, and what
/// was typed behind it. Where it could be anybody's, after asking whose it is.
fn overruling_it_records_the_line(referee: &dyn Referee, line: &str, steps: usize) {
    let has_more = split_typed(line).expect("it was read before").steps().len() > steps;
    match referee.record(&[&format!("{line} ! agreed")], None) {
        Ok(recorded) => {
            assert!(recorded.entered().len() == steps || has_more, "`{line}`");
            let let_stand = |entered: &Entered| entered.overruled.is_some();
            assert_eq!(recorded.entered().position(|entered| let_stand(&entered)), Some(steps - 1), "`{line}`");
        }
        // What stands behind the refused step was not judged yet.
        Err(_) if has_more => {}
        // Who was offered as the one who did it all may not have done the steps before.
        Err(Refusal::Foul { line: until, .. }) if until.split("; ").count() < steps => {}
        Err(Refusal::Foul { verdict, .. }) => {
            assert_eq!(verdict.kind, Some(Kind::Impossible), "`{line}`: {verdict:?}\n{}", referee.log().text());
        }
        Err(Refusal::Cannot(_) | Refusal::Ended { .. } | Refusal::Halted { .. }) => {}
        // Behind a step of the table stands a player's, and no name: one is asked for.
        Err(Refusal::Unparsed { .. }) if steps > 1 && !line.contains(": ") => {}
        Err(Refusal::Ambiguous { question, options, .. }) if question == "who?" && !line.contains(": ") => {
            assert!(options.iter().all(|option| referee.try_line(option.trim_end_matches(" ! agreed")).is_ok()), "{options:?}");
            for option in options {
                overruling_it_records_the_line(referee, option.trim_end_matches(" ! agreed"), steps);
            }
        }
        // A discard that is foul on either pile is judged so, and lies on one of them once it is let stand.
        Err(Refusal::Ambiguous { question, options, .. }) if question == "on which discard pile?" => {
            for option in options {
                overruling_it_records_the_line(referee, option.trim_end_matches(" ! agreed"), steps);
            }
        }
        Err(other) => panic!("`{line} ! agreed`: {other:?}"),
    }
}
