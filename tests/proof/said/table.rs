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
        "{} steps, halted {}, {:?}\nexpects {:?}\nlegal {:?}\nonly {:?}\nopen {:?}\n{:?}\n{}\n{:?}\n{:?}\n",
        referee.steps(),
        referee.is_halted(),
        referee.progress(),
        referee.expects(),
        referee.legal_steps(),
        referee.only_step(),
        referee.prospects(),
        referee.picture(),
        referee.state(),
        referee.sheet(),
        referee.sheet_in_view(),
    )
}
