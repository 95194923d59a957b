//! Any text as a log: read, judged, asked everything, changed and written again.

use fowlplay::{
    conformance::{log_draft::lines_of, scoring::assert_sums},
    log::{ChangeError, Correction, CorrectionTarget, LineRef, Log, LogParseError, LogValue, NewLog},
    referee::{self, ExpectedSteps, Finding, LegalStep, Referee, Refusal},
    table::Progress,
};
use jiff::Timestamp;

/// A log read and replayed.
fn opened(log: &Log) -> Box<dyn Referee> {
    referee::open(log.clone()).unwrap_or_else(|error| panic!("{error}\n{}", log.text()))
}

/// At most so many lines are asked about one by one.
const LINES: usize = 24;

/// Reads a log and asks everything of it.
pub fn logs(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let log = match Log::parse(text) {
        Ok(log) => log,
        Err(error) => return is_placed(&error, text),
    };
    assert_eq!(log.text(), text);
    begun_anew(&log);
    taken_and_brought_back(&log);
    lines_changed(&log);
    tables_changed(&log);
    match referee::open(log) {
        Ok(referee) => {
            asked(&*referee);
            asked_at_every_line(&*referee);
            recorded_anew(&*referee);
        }
        Err(error) => is_placed(&error, text),
    }
}

/// An error has its place in the text, and says what is wrong there.
fn is_placed(error: &LogParseError, text: &str) {
    let line = text.split('\n').nth(error.line as usize - 1).unwrap_or_else(|| panic!("no such line: {error}"));
    assert!((1..=line.chars().count() + 1).contains(&(error.column as usize)), "no such column: {error}");
    assert!(!error.message.is_empty() && text.contains(&error.text), "{error:?}");
    assert!(error.to_string().lines().count() > 3, "{error}");
}

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).expect("a moment")
}

fn pairs(entries: &[fowlplay::log::KeyValue]) -> Vec<(String, String)> {
    entries.iter().map(|entry| (entry.key.to_string(), entry.value.to_toml())).collect()
}

/// The header written by the program says the same.
fn begun_anew(log: &Log) {
    let text = |text: Option<&fowlplay::log::LogString>| text.map(ToString::to_string);
    let values = |entries: &[fowlplay::log::KeyValue]| -> Vec<(String, LogValue)> {
        entries.iter().map(|entry| (entry.key.to_string(), entry.value.clone())).collect()
    };
    let context = NewLog {
        by_scores: log.is_scores_only(),
        game: log.game().to_string(),
        players: log.players().iter().map(ToString::to_string).collect(),
        variant: text(log.variant()),
        date: log.date(),
        title: text(log.title()),
        place: text(log.place()),
        rules: values(log.rules()),
        deck: values(log.deck()),
        first: log.players()[0].to_string(),
    };
    let new = Log::parse(Log::new_text(&context)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((&**new.game(), text(new.variant()), text(new.title()), text(new.place())), {
        (&*context.game, context.variant.clone(), context.title.clone(), context.place.clone())
    });
    assert_eq!(new.is_scores_only(), context.by_scores);
    assert_eq!((new.players().iter().map(ToString::to_string).collect(), new.date()), (context.players, context.date));
    assert_eq!((pairs(new.rules()), pairs(new.deck())), (pairs(log.rules()), pairs(log.deck())));
}

/// The latest changes are taken back, and brought back.
fn taken_and_brought_back(log: &Log) {
    let mut logs = vec![log.clone()];
    for count in [1, 2] {
        match logs[logs.len() - 1].undo(count, now()) {
            Ok((shorter, taken)) => {
                assert_eq!(taken.len(), count as usize);
                let are_lines = taken.iter().all(|change| change.is_recorded);
                assert!(!are_lines || lines_of(&logs[logs.len() - 1]).starts_with(&lines_of(&shorter)), "{}", shorter.text());
                assert!(shorter.can_redo(), "{}", shorter.text());
                logs.push(shorter);
            }
            Err(ChangeError::TooFew { .. } | ChangeError::Superseded { .. }) => break,
            Err(error) => panic!("{error}\n{}", log.text()),
        }
    }
    let mut current = logs[logs.len() - 1].clone();
    for earlier in logs.iter().rev().skip(1) {
        let (next, _) = current.redo(now()).unwrap_or_else(|error| panic!("{error}\n{}", current.text()));
        assert_eq!(lines_of(&next), lines_of(earlier), "{}", next.text());
        current = next;
    }
    assert_eq!(current.can_redo(), log.can_redo(), "{}", current.text());
    match log.redo(now()) {
        Ok((longer, brought)) => {
            let are_lines = brought.iter().all(|change| change.is_recorded);
            assert!(!are_lines || lines_of(&longer).starts_with(&lines_of(log)), "{}", longer.text());
        }
        Err(ChangeError::NothingToRedo | ChangeError::Superseded { .. }) => {}
        Err(error) => panic!("{error}\n{}", log.text()),
    }
}

/// A line of the log chosen by its length, so that the same log is always changed in the same place.
fn any_place(log: &Log) -> Option<LineRef> {
    let mut places = Vec::new();
    for (round, number) in log.rounds().iter().zip(1..) {
        places.extend((1..).take(round.lines.len()).map(|line| LineRef::new(number, line)));
    }
    (!places.is_empty()).then(|| places[log.text().len() % places.len()])
}

/// A log without a line, a tally or a rule.
fn without(log: &Log, at: CorrectionTarget) -> Log {
    let mut correction = Correction::new(at, Some(String::new()), None, now());
    changed(log, log.changed(|log| log.apply(&mut correction)))
}

fn changed<E: std::fmt::Display>(log: &Log, changed: Result<Log, E>) -> Log {
    changed.unwrap_or_else(|error| panic!("{error}\n{}", log.text()))
}

/// Lines written over, put in and taken out again: the others stay as they were.
fn lines_changed(log: &Log) {
    let lines = lines_of(log);
    if let Some(place) = any_place(log) {
        let text = log.line(place).expect("a line").text.to_string();
        assert_eq!(lines_of(&changed(log, log.changed(|log| log.replace_line(place, &text)))), lines);
        let longer = changed(log, log.changed(|log| log.insert_line(place, "note here")));
        let nth = lines_of(&longer).iter().zip(&lines).take_while(|(new, old)| new == old).count();
        let mut with = lines.clone();
        with.insert(nth, (place.round, "note here".to_owned()));
        assert_eq!((lines_of(&longer), &*longer.line(place).expect("a line").text), (with, "note here"), "{}", longer.text());
        assert_eq!(lines_of(&without(&longer, CorrectionTarget::Line(place))), lines, "{}", longer.text());
    }
    for (round, number) in log.rounds().iter().zip(1..).take(4) {
        let longer = changed(log, log.changed(|log| log.add_line(number, "note \"there\"")));
        assert_eq!(&*longer.round(number).expect("a round").lines.last().expect("a line").text, "note \"there\"");
        let place = LineRef::new(number, u32::try_from(round.lines.len()).expect("few lines") + 1);
        assert_eq!(lines_of(&without(&longer, CorrectionTarget::Line(place))), lines, "{}", longer.text());
    }
}

/// Rounds begun and counted, and table rules changed: nothing else is.
fn tables_changed(log: &Log) {
    let lines = lines_of(log);
    let begun = changed(
        log,
        log.changed(|new| {
            new.begin_round(&log.players()[0]);
            Ok(())
        }),
    );
    assert_eq!((begun.rounds().len(), &*begun.rounds()[begun.rounds().len() - 1].first), {
        (log.rounds().len() + 1, log.players()[0].as_str())
    });
    assert_eq!(lines_of(&begun), lines, "{}", begun.text());
    if log.end().round > 0 {
        let counted = changed(log, log.changed(|log| log.set_tally(log.end().round, &["Ada: \"", "Bo:"])));
        assert_eq!(lines_of(&counted), lines, "{}", counted.text());
        let without = without(&counted, CorrectionTarget::Tally(log.end().round));
        assert!(lines_of(&without) == lines && without.rounds().last().is_some_and(|round| round.tally.is_none()));
    }
    let rule = || CorrectionTarget::Rule("a rule".to_owned());
    let mut set = Correction::new(rule(), None, Some("7".to_owned()), now());
    let ruled = changed(log, log.changed(|log| log.apply(&mut set)));
    assert!(pairs(ruled.rules()).contains(&("a rule".to_owned(), "7".to_owned())), "{}", ruled.text());
    assert_eq!(lines_of(&ruled), lines, "{}", ruled.text());
    if !pairs(log.rules()).iter().any(|(key, _)| key == "a rule") {
        let without = without(&ruled, rule());
        assert_eq!((pairs(without.rules()), lines_of(&without)), (pairs(log.rules()), lines), "{}", without.text());
    }
}

/// Everything that can be asked of a table.
fn asked(referee: &dyn Referee) {
    use std::fmt::Write as _;
    let mut said = String::new();
    let _ = write!(said, "{:?}{:?}{:?}", referee.expects(), referee.options(), referee.progress());
    let _ = write!(said, "{:?}{}{:?}", referee.zones(), referee.state(), referee.rules_in_force());
    assert_sums(&referee.sheet());
    assert_eq!(said.is_empty(), referee.players().count() == 0);
    let (expects, rules) = (referee.expects(), referee.rules_in_force());
    let is_expected = |offer: &LegalStep| {
        let is_open = |at: &ExpectedSteps| {
            at.verbs.contains(&offer.parts.verb) && at.actor.as_ref().is_none_or(|actor| *actor == offer.actor)
        };
        expects.iter().any(is_open)
    };
    assert!(referee.legal_steps().iter().all(is_expected), "{expects:?}");
    assert!(referee.options().iter().all(|(_, options)| options.iter().all(|option| !option.text.is_empty())));
    assert_eq!(rules.len(), referee.book().rules.len());
    let in_force: Vec<_> = rules.first().map(|(key, value, _)| ((*key).to_owned(), value.clone())).into_iter().collect();
    assert!(referee.change_rules(&in_force).is_err(), "it is in force already");
    for finding in referee.findings() {
        is_sound(finding, referee);
    }
    for offer in referee.legal_steps().iter().take(6) {
        let line = format!("{}: {}", offer.actor, offer.step);
        let tried = match referee.try_line(&line) {
            Ok(tried) => tried,
            Err(Refusal::Halted { place, .. }) if referee.halted() == Some(place) => break,
            Err(refusal) => panic!("`{line}`: {refusal:?}"),
        };
        assert!(tried.iter().all(|(_, verdict)| verdict.kind.is_none()), "{line}: {tried:?}");
        assert!(referee.complete(&line).0 <= line.len());
    }
}

fn is_sound(finding: &Finding, referee: &dyn Referee) {
    let round = referee.log().round(finding.round).unwrap_or_else(|| panic!("no such round: {finding:?}"));
    assert!(finding.line as usize <= round.lines.len() + usize::from(round.tally.is_some()), "no such line: {finding:?}");
    let clause = finding.verdict.clause.as_deref().expect("a clause");
    assert!(finding.verdict.clause_text.is_some() && !clause.is_empty() && !finding.verdict.message.is_empty(), "{finding:?}");
}

/// What stood before each line is what the lines up to there say.
fn asked_at_every_line(referee: &dyn Referee) {
    assert!(referee.explain(None).is_ok() || lines_of(referee.log()).is_empty());
    let mut asked_for = 0;
    for (round, number) in referee.log().rounds().iter().zip(1..) {
        for line in (0..).take(round.lines.len() + 2) {
            asked_for += 1;
            if asked_for > LINES {
                return;
            }
            let place = LineRef::new(number, line);
            if let Ok(why) = referee.explain(Some(place)) {
                assert_eq!(why.place, place);
            }
            if let Ok(before) = referee.before_line(place) {
                assert_sums(&before.sheet());
                // A revoke may be proved by a later line.
                let earlier = before.findings().iter().all(|finding| finding.place() < place);
                assert!(earlier && before.findings().iter().all(|finding| referee.findings().contains(finding)), "{place}");
            } else {
                assert!(line == 0 || line as usize > round.lines.len(), "{place}");
            }
        }
    }
}

/// A clean log, typed again line by line, is the same game.
fn recorded_anew(referee: &dyn Referee) {
    let log = referee.log();
    let (Some(first), true) = (log.rounds().first(), referee.findings().is_empty()) else { return };
    let head = &log.text()[..first.header.start.min(log.text().len())];
    let Ok(empty) = Log::parse(head.to_owned()) else { return };
    if log.rounds().iter().any(|round| round.lines.is_empty() && round.tally.is_none())
        || pairs(empty.rules()) != pairs(log.rules())
    {
        return;
    }
    let mut again = opened(&empty);
    for round in log.rounds() {
        let is_note = round.lines.first().is_some_and(|line| line.steps().all(|step| step.starts_with("note")));
        if is_note || again.progress() == Progress::Underway {
            // A note begins no round, and a line none that closes the one before (EE-4.6).
            again = opened(&changed(
                log,
                again.log().changed(|log| {
                    log.begin_round(&round.first);
                    Ok(())
                }),
            ));
        }
        for line in &round.lines {
            let recorded = again.record(&[&line.text], Some(&round.first));
            again = opened(&recorded.unwrap_or_else(|refusal| panic!("{:?}: {refusal:?}\n{}", line.text, log.text())).log);
        }
        if let Some(tally) = &round.tally {
            let texts: Vec<&str> = tally.iter().map(|text| &**text).collect();
            let counted = again.record_tally(&texts, Some(&round.first));
            again = opened(&counted.unwrap_or_else(|refusal| panic!("{texts:?}: {refusal:?}\n{}", log.text())).log);
        }
    }
    assert_eq!((again.state(), again.sheet()), (referee.state(), referee.sheet()), "{}", again.log().text());
    assert!(again.findings().is_empty(), "{}", again.log().text());
}
