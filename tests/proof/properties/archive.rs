//! An archive says of each game what the referee does.

use crate::{
    log_draft::any_log,
    random_game::{TestableGame, for_seeds},
    tabled::rows_agree,
};
use fowlplay::referee;

/// The rows of any log, also of one with mistakes in it, say what `check`, `score` and `why` say.
pub fn the_tables_say_what_the_referee_does<G: TestableGame>() {
    for_seeds(30, |seed| {
        let (_, mut written, layout) = any_log::<G>(seed);
        rows_agree(&*written.open(layout));
        // What was let stand is a finding then.
        for line in written.rounds.iter_mut().flat_map(|round| &mut round.lines) {
            *line = line.replace(" ! let stand", "");
        }
        rows_agree(&*written.open(layout));
        // A line that comes twice may be impossible, and what follows is not judged. It may also be ambiguous, so that the log can't be read.
        for round in &mut written.rounds {
            if let Some(line) = round.lines.last().cloned() {
                round.lines.push(line);
            }
        }
        if let Ok(referee) = referee::open_as::<G>(written.log(layout)) {
            rows_agree(&*referee);
        }
    });
}
