//! A disputed line: judged as the table stands, and nothing is changed.

use super::{
    Refusal, Verdict,
    replay::{Replay, verdict_on},
    typed::{Typed, parts},
};
use crate::table::{Act, Broken, Game, Kind, Progress};

/// What a line would be judged, step by step.
pub(super) fn tried<G: Game>(replay: &Replay<G>, line: &str) -> Result<Vec<(String, Verdict)>, Refusal> {
    let parts = parts(line)?;
    let named = replay.actor_of(line, &parts)?;
    let mut game = replay.game.clone();
    if let Progress::Ready(seats) | Progress::RoundOver(seats) = game.progress()
        && let Some(first) = seats.single()
    {
        game.apply(&Act::Round { first }, &mut |_| {});
    }
    let (mut verdicts, mut before) = (Vec::new(), None);
    for part in &parts.steps {
        for typed in replay.understand(&game, line, &part.range, named, before)? {
            let (actor, step) = match typed {
                Typed::Note(text) => {
                    verdicts.push((text, Verdict::legal("a note can always be added")));
                    continue;
                }
                Typed::Step(actor, step) => (actor, step),
            };
            before = actor;
            let act = Act::Step { actor, step };
            let written = replay.written(&act);
            let judged = game.judge(&act);
            let possible = game.possible(&act);
            if let Err(fault) = judged {
                let mut verdict = verdict_on(&game, &act, fault, &replay.header, &replay.rules);
                if fault.kind() == Kind::Impossible {
                    verdict.elsewhere = replay.elsewhere(usize::MAX, fault);
                }
                verdicts.push((written, verdict));
                if possible.is_err() {
                    return Ok(verdicts);
                }
                game.apply(&act, &mut |_| {});
                continue;
            }
            let mut events = Vec::new();
            game.apply(&act, &mut |event| events.push(event));
            let Act::Step { step, .. } = &act else { continue };
            let mut message = game.read_back(actor, step, &replay.header);
            for telling in events.iter().flat_map(|event| game.tellings(event, &replay.header)).filter(|telling| telling.aloud) {
                message.push_str("; ");
                message.push_str(&telling.text);
            }
            verdicts.push((written, Verdict::legal(message)));
        }
    }
    Ok(verdicts)
}
