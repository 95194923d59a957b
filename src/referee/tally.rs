//! Counting cards on the table with no log at all.

use super::{
    NewGame, Refusal,
    replay::verdict_on,
    setup::{counted, counting, read_tally},
};
use crate::table::{Act, Game, Seat, Sheet};

/// Counts one `NAME: …` a player. The players are those whom the texts name, unless `new` names them.
pub(super) fn count<G: Game>(new: &NewGame, texts: &[&str]) -> Result<Sheet, Refusal> {
    let named = texts.iter().filter_map(|text| text.split_once(':')).map(|(name, _)| name.trim().to_owned());
    let new = NewGame { players: if new.players.is_empty() { named.collect() } else { new.players.clone() }, ..new.clone() };
    if let Some(text) = texts.iter().find(|text| !text.contains(':')) {
        return Err(Refusal::Misread {
            line: (*text).to_owned(),
            range: 0..text.len(),
            problem: "no name stands before this".to_owned(),
            expected: format!("a player's name, a colon and what that player has, as `Ada: {}`", G::book().tally),
        });
    }
    let (header, rules) = counting::<G>(&new)?;
    let tally = read_tally::<G>(texts, &header)?;
    match counted::<G>(&header, tally) {
        Ok(game) => Ok(game.score(&header.players)),
        Err((game, act, fault)) => {
            let verdict = verdict_on(&game, &act, fault, &header, &rules);
            let line = match &act {
                Act::Tally(tally) => {
                    let write = |seat: Seat| format!("{}: {}", header.players.name(seat), G::write_tally(tally, seat));
                    header.players.seats().map(write).collect::<Vec<_>>().join(", ")
                }
                _ => String::new(),
            };
            Err(Refusal::Foul { nth: 0, actor: None, step: line.clone(), line, verdict: Box::new(verdict) })
        }
    }
}
