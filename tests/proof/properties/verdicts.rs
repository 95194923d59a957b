//! What a refusal says besides its clause: which table rules decide it, and what is legal instead.

use fastrand::Rng;
use fowlplay::{
    referee::{Finding, Referee, Verdict},
    table::{Act, Book, Kind, Progress, RuleValue, Values},
};

use crate::{
    driver::{Tested, for_seeds},
    written::{any_log, open},
};

/// The other values of each table rule; of a number its bounds and both neighbours.
fn others(book: &Book, referee: &dyn Referee) -> Vec<(&'static str, Vec<String>)> {
    let others = |(key, now, _): (&'static str, String, bool)| {
        let values: Vec<String> = match book.rule(key).expect("a table rule").values {
            Values::Word(words) => words.iter().map(ToString::to_string).collect(),
            Values::OneOf(numbers) => numbers.iter().map(ToString::to_string).collect(),
            Values::Flag { .. } => vec!["true".to_owned(), "false".to_owned()],
            Values::Whole { least, most, .. } => {
                let RuleValue::Whole(now) = RuleValue::from_text(&now) else { panic!("{key} = {now}") };
                let near = [now - 1, now + 1].into_iter().filter(|value| (i64::from(least)..=i64::from(most)).contains(value));
                near.chain([least.into(), most.into()]).map(|value| value.to_string()).collect()
            }
        };
        (key, values.into_iter().filter(|value| *value != now).collect())
    };
    referee.rules_in_force().into_iter().map(others).collect()
}

/// The rules of which another value gives another answer, the log being judged again as `rule` does it. Where it can't have happened
/// under that value, it says nothing.
fn decide<T: PartialEq>(book: &Book, referee: &dyn Referee, answer: impl Fn(&dyn Referee) -> Option<T>) -> Vec<&'static str> {
    let is = answer(referee);
    let changes = |key: &str, value: &String| {
        let changed = referee.change_rules(&[(key.to_owned(), value.clone())]).ok()?;
        answer(&*open(&changed.log)).map(|other| Some(other) != is)
    };
    let rules = others(book, referee).into_iter();
    rules.filter(|(key, values)| values.iter().any(|value| changes(key, value) == Some(true))).map(|(key, _)| key).collect()
}

fn named(verdict: &Verdict) -> Vec<&'static str> {
    verdict.rules.iter().map(|rule| rule.key).collect()
}

/// A table rule is named in a verdict exactly if another value of it would have given another verdict.
pub fn a_rule_is_named_iff_it_decides<G: Tested>() {
    for_seeds(60, |seed| {
        let (mut table, written, layout) = any_log::<G>(seed);
        let referee = written.open(layout);
        for _ in 0..4 {
            let Act::Step { actor, step } = table.proposal() else { continue };
            let name = actor.map(|seat| format!("{}: ", table.header.players.name(seat))).unwrap_or_default();
            let line = format!("{name}{}", G::write(&step, &table.header.players));
            let judge =
                |referee: &dyn Referee, line: &str| referee.try_line(line).ok()?.into_iter().next().map(|(_, verdict)| verdict);
            let Some(verdict) = judge(&*referee, &line) else { continue };
            // What can't have happened is so whoever's turn it is: that is what is said of a line that would be let stand.
            let asked = if verdict.kind == Some(Kind::Impossible) { format!("{line} ! so be it") } else { line.clone() };
            let is_over = |referee: &dyn Referee| referee.progress() == Progress::GameOver;
            let decided = decide(G::book(), &*referee, |other| {
                // A game that would have been over before would not have got there.
                let verdict = judge(other, &asked).filter(|_| is_over(&*referee) || !is_over(other))?;
                Some((verdict.kind, verdict.clause))
            });
            if verdict.kind.is_some() {
                assert_eq!(named(&verdict), decided, "`{line}`\n{}", referee.log().text());
            } else if let Ok(recorded) = referee.record(&[&line], None) {
                for revoke in &recorded.proved {
                    let id = |finding: &Finding| (finding.place(), finding.step, finding.verdict.clause.clone());
                    let proved = |referee: &dyn Referee| {
                        let recorded = referee.record(&[&line], None).ok()?;
                        Some(recorded.proved.iter().any(|finding| id(finding) == id(revoke)))
                    };
                    let decided = decide(G::book(), &*referee, proved);
                    assert_eq!(named(&revoke.verdict), decided, "`{line}` proves {revoke:?}\n{}", referee.log().text());
                }
            }
        }
    });
}

/// Every step that is offered instead of a refused one is legal as it stands, and is so for a hand that holds the cards of the
/// refused step.
pub fn what_is_offered_instead_is_legal<G: Tested>() {
    for_seeds(200, |seed| {
        let mut random = Rng::with_seed(seed);
        let (mut table, written, layout) = any_log::<G>(seed);
        let referee = written.open(layout);
        for _ in 0..8 {
            let Act::Step { actor: Some(seat), step } = table.proposal() else { continue };
            // Now and then somebody else does it.
            let players = &table.header.players;
            let somebody = players.seats().nth(random.usize(..players.count()));
            let seat = if random.u8(..4) == 0 { somebody.unwrap_or(seat) } else { seat };
            let said = |step: &str| format!("{}: {step}", players.name(seat));
            let line = said(&G::write(&step, players));
            let Ok(Some((_, verdict))) = referee.try_line(&line).map(|tried| tried.into_iter().next()) else { continue };
            let shows = G::from_hand(&step).map(|shows| said(&G::write(&shows, players)));
            let holding = shows.and_then(|shows| Some(open(&referee.record(&[&shows], None).ok()?.log)));
            for offer in &verdict.alternatives {
                let offered = if offer.contains(": ") { offer.clone() } else { said(offer) };
                for referee in std::iter::once(&referee).chain(&holding) {
                    let tried = referee.try_line(&offered);
                    let is_legal = tried.as_ref().is_ok_and(|tried| tried.iter().all(|(_, verdict)| verdict.kind.is_none()));
                    assert!(is_legal, "`{line}`: `{offered}`: {tried:?}\n{}", referee.log().text());
                }
            }
        }
    });
}
