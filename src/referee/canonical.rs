//! Rewrites a log without changing its meaning: in canonical notation, or with renamed players.

use super::{Refusal, log_act::LogAct, position::parse_position_text, replay::Replay, tally::parse_tally};
use crate::{
    log::{Log, LogString, Model, NameError, check_names, is_position},
    table::{Act, CompleteGame, Players},
};
use std::ops::Range;

impl<G: CompleteGame> Replay<G> {
    pub(super) fn canonical(&self) -> Result<Log, Refusal> {
        let mut texts: Vec<(&LogString, String)> = Vec::new();
        let mut logged_acts = self.logged.iter().peekable();
        for (round, number) in self.log.rounds().iter().zip(1..) {
            let first = logged_acts.next_if(|logged| logged.line_ref.line == 0).and_then(|logged| logged.act.as_ref());
            if let Some(LogAct::Act(Act::BeginRound { first })) = first {
                texts.push((&round.first, self.head.name(*first)));
            }
            for line in &round.lines {
                if is_position(&line.text) {
                    logged_acts.next();
                    if let Ok(position) = parse_position_text::<G>(&line.text, &self.head.context) {
                        texts.push((&line.text, self.head.position_text(&position)));
                    }
                    continue;
                }
                let mut steps = Vec::new();
                for _ in line.steps() {
                    steps.extend(logged_acts.next().map(|logged| match &logged.act {
                        Some(act) => self.head.write_logged(act),
                        None => self.text_of(logged),
                    }));
                }
                let actor = line.actor().and_then(|name| self.head.players().find(name).ok());
                let reason = line.reason().map(|reason| format!(" ! {reason}")).unwrap_or_default();
                texts.push((&line.text, self.head.players().line(actor, &steps.join("; ")) + &reason));
            }
            if let Some(tally) = &round.tally {
                logged_acts.next_if(|logged| logged.line_ref.round == number);
                let parts: Vec<&str> = tally.iter().map(LogString::as_str).collect();
                if let Ok((tally_value, reasons)) = parse_tally::<G>(&parts, &self.head.context, &self.counting_mode(number)) {
                    let parts = self.head.write_tally(&tally_value, &reasons);
                    let seat_of = |part: &str| self.head.players().find(part.split(':').next()?.trim()).ok();
                    texts.extend(tally.iter().filter_map(|part| Some((part, parts.get(seat_of(part)?.index())?.clone()))));
                }
            }
        }
        texts.retain(|(old_text, new_text)| old_text.as_str() != new_text);
        self.with_texts(&texts)
    }

    /// The log with some of its strings replaced.
    fn with_texts(&self, texts: &[(&LogString, String)]) -> Result<Log, Refusal> {
        let replace = |log: &mut Model| {
            log.replace_texts(texts);
            Ok(())
        };
        self.log.changed(replace).map_err(Refusal::cannot)
    }

    /// The log with some players renamed, each given as old and new name. Notes, reasons and corrections don't change.
    pub(super) fn with_renamed_players(&self, names: &[(String, String)]) -> Result<Log, Refusal> {
        let texts = self.renamed_texts(&renamed_players(self.head.players(), names)?);
        let log = self.with_texts(&texts)?;
        let has_same_acts = Self::of(log.clone()).is_ok_and(|new| {
            new.logged.len() == self.logged.len() && new.logged.iter().zip(&self.logged).all(|(new, old)| new.act == old.act)
        });
        let message = "a line of the log would be read otherwise with that name, or not at all: choose another";
        if has_same_acts { Ok(log) } else { Err(Refusal::cannot(message)) }
    }

    fn renamed_texts(&self, new_players: &Players) -> Vec<(&LogString, String)> {
        let old_players = self.head.players();
        let new_name = |name: &str| {
            let seat = old_players.find(name).ok()?;
            (old_players.name(seat) != new_players.name(seat)).then(|| new_players.name(seat).to_owned())
        };
        let names = self.log.players().iter().chain(self.log.rounds().iter().map(|round| &round.first));
        let names = names.chain(self.log.presences().iter().map(|presence| &presence.name));
        let mut texts: Vec<_> = names.filter_map(|text| Some((text, new_name(text)?))).collect();
        for line_acts in self.logged.chunk_by(|logged, next| logged.line_ref == next.line_ref) {
            let line_ref = line_acts[0].line_ref;
            let Some(line) = self.log.line(line_ref) else { continue };
            if is_position(&line.text) {
                texts.extend(self.renamed_position(&line.text, new_players).map(|new_text| (&line.text, new_text)));
                continue;
            }
            let actor = line.split.actor().and_then(|range| Some((range.clone(), new_name(&line.text[range])?)));
            let steps = line_acts.iter().filter_map(|logged| {
                let write = |players: &Players| match logged.act.as_ref()? {
                    LogAct::Adjustment(adjustment) => Some(adjustment.to_text(players)),
                    act => act.step().map(|(_, step)| G::write(step, players)),
                };
                let written = write(new_players)?;
                (Some(&written) != write(old_players).as_ref()).then_some((line.split.step(logged.step)?, written))
            });
            texts.extend(with_replaced_parts(&line.text, actor.into_iter().chain(steps)));
        }
        for part in self.log.rounds().iter().filter_map(|round| round.tally.as_ref()).flatten() {
            let name = part.split(':').next().unwrap_or_default();
            let start = name.len() - name.trim_start().len();
            let owner = new_name(name).map(|new_name| (start..name.trim_end().len(), new_name));
            texts.extend(with_replaced_parts(part, owner.into_iter()));
        }
        texts
    }

    /// The text of a position with the new names. Returns `None` if the text doesn't change.
    fn renamed_position(&self, text: &str, new_players: &Players) -> Option<String> {
        let position = parse_position_text::<G>(text, &self.head.context).ok()?;
        let mut new_head = self.head.clone();
        new_head.context.players = new_players.clone();
        let new_text = new_head.position_text(&position);
        (new_text != self.head.position_text(&position)).then_some(new_text)
    }
}

fn renamed_players(players: &Players, names: &[(String, String)]) -> Result<Players, Refusal> {
    let mut new_names = players.names().to_vec();
    let mut seats = Vec::new();
    for (old_name, new_name) in names {
        let seat = players.find(old_name).map_err(Refusal::cannot)?;
        if seats.contains(&seat) {
            return Err(Refusal::Cannot(format!("{} is given two names", players.name(seat))));
        }
        seats.push(seat);
        new_names[seat.index()].clone_from(new_name);
    }
    check_names(&new_names).map_err(|(_, error)| Refusal::Cannot(format!("{error}; {}", NameError::EXPECTED)))?;
    Ok(Players::new(new_names))
}

/// A string with some of its parts replaced, in order. Returns `None` if there are no parts.
fn with_replaced_parts(text: &LogString, parts: impl Iterator<Item = (Range<usize>, String)>) -> Option<(&LogString, String)> {
    let (mut new_string, mut end) = (String::new(), 0);
    for (range, new_text) in parts {
        new_string.push_str(&text[end..range.start]);
        new_string.push_str(&new_text);
        end = range.end;
    }
    (end > 0).then(|| (text, new_string + &text[end..]))
}
