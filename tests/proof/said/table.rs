//! What is seen of a table at a place.

use crate::said::places;
use fowlplay::{log::Place, referee::Referee};
use std::fmt::Write as _;

/// Everything that is found against a log, and at each place what is open, what is expected, what lies there, what it counts.
pub fn seen(referee: &dyn Referee) -> String {
    let mut text = format!("{:#?}\n{:?}\n", referee.findings(), referee.rules_in_force());
    for place in places(referee.log()) {
        let _ = writeln!(text, "== {place}\nwhy {:?}", referee.why(Some(place)));
        text += &referee.before(place).map_or_else(|refusal| format!("{refusal:?}\n"), |then| stands(&*then));
    }
    for place in [None, Some(Place::new(1, 0)), Some(Place::new(9, 1))] {
        let _ = writeln!(text, "why {place:?} {:?}", referee.why(place));
    }
    text + &stands(referee)
}

fn stands(referee: &dyn Referee) -> String {
    format!(
        "{} steps, halted {}, {:?}\nexpects {:?}\nlegal {:?}\nonly {:?}\nopen {:?}\n{}\n{}\n{:?}\n{:?}\n",
        referee.steps(),
        referee.halted().is_some(),
        referee.progress(),
        referee.expects(),
        referee.legal_steps(),
        referee.only_step(),
        referee.options(),
        painted(referee),
        referee.state(),
        referee.sheet(),
        referee.sheet_in_view(),
    )
}

fn painted(referee: &dyn Referee) -> String {
    let zones = referee.zones();
    let row = |row: &Vec<fowlplay::table::Text>| row.iter().map(fowlplay::table::Text::to_plain).collect::<Vec<_>>().join(" | ");
    let zone = |zone: &fowlplay::table::Zone| {
        let line = zone.line.iter().map(fowlplay::table::Text::to_plain);
        let rows = zone.grid.iter().flat_map(|grid| std::iter::once(&grid.head).chain(&grid.rows)).map(row);
        line.chain(rows).collect::<Vec<_>>().join("\n")
    };
    zones.open.iter().chain(&zones.memory).map(zone).collect::<Vec<_>>().join("\n")
}

/// A log's table at some of its places, in whole.
pub fn whole(name: &str, log: &fowlplay::log::Log) -> String {
    let referee = fowlplay::referee::open(log.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut text = String::new();
    for place in places(log).into_iter().skip(1).step_by(4) {
        let then = referee.before(place).unwrap_or_else(|refusal| panic!("{name} {place}: {refusal:?}"));
        let legal: Vec<String> = then.legal_steps().iter().map(|offer| format!("{}: {}", offer.actor, offer.step)).collect();
        let _ = writeln!(text, "=== {name}, before {place}\n{}", painted(&*then));
        for (actor, lines) in then.options() {
            let _ = writeln!(text, "open to {}:\n  {}", actor.as_deref().unwrap_or("the table"), lines.join("\n  "));
        }
        let _ = writeln!(text, "{} legal steps: {}", legal.len(), legal.join(", "));
        let _ = writeln!(text, "state {}", then.state());
        let _ = writeln!(text, "score {}", serde_json::to_string(&then.sheet()).expect("a sheet"));
        for step in referee.why(Some(place)).map(|why| why.steps).unwrap_or_default() {
            let _ = writeln!(text, "then {}: {}", step.step, step.description);
            for consequence in step.consequences {
                let _ = writeln!(text, "  {} {}", consequence.clause, consequence.text);
            }
        }
    }
    text
}
