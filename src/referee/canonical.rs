//! A log written canonically: short forms written out, everything else as it stands.

use super::{Refusal, replay::Replay, tally::parse_tally};
use crate::{
    log::{Log, Quoted},
    table::{Act, Refereed},
};

impl<G: Refereed> Replay<G> {
    /// The same log with every name, step and tally in canonical notation.
    pub(super) fn canonical(&self) -> Result<Log, Refusal> {
        let mut texts: Vec<(&Quoted, String)> = Vec::new();
        let mut logged = self.logged.iter().peekable();
        for (round, number) in self.log.rounds().iter().zip(1..) {
            let first = logged.next_if(|logged| logged.place.line == 0).and_then(|logged| logged.act.as_ref());
            if let Some(Act::Round { first }) = first {
                texts.push((&round.first, self.head.name(*first)));
            }
            for line in &round.lines {
                let mut written = Vec::new();
                for _ in line.steps() {
                    written.extend(logged.next().map(|logged| match &logged.act {
                        Some(act) => self.head.write_act(act),
                        None => self.text_of(logged),
                    }));
                }
                let actor = line.actor().and_then(|name| self.head.players().find(name).ok());
                let actor = actor.map(|seat| format!("{}: ", self.head.name(seat))).unwrap_or_default();
                let reason = line.reason().map(|reason| format!(" ! {reason}")).unwrap_or_default();
                texts.push((&line.text, format!("{actor}{}{reason}", written.join("; "))));
            }
            if let Some(tally) = &round.tally {
                logged.next_if(|logged| logged.place.round == number);
                let parts: Vec<&str> = tally.iter().map(Quoted::as_str).collect();
                if let Ok((counted, reasons)) = parse_tally::<G>(&parts, &self.head.header) {
                    let written = self.head.write_tally(&counted, &reasons);
                    let of = |part: &str| self.head.players().find(part.split(':').next()?.trim()).ok();
                    texts.extend(tally.iter().filter_map(|part| Some((part, written.get(of(part)?.index())?.clone()))));
                }
            }
        }
        texts.retain(|(stands, written)| stands.as_str() != written);
        // The keys of a round may stand in any order.
        texts.sort_by_key(|(stands, _)| stands.token().start);
        self.log.replace_texts(&texts).map_err(Refusal::cannot)
    }
}
