//! Tallies: parses them from a log or as typed, judges each player's part like a line, and overrules parts with a reason.

use super::{
    DecidingRule, Elsewhere, Refusal, Verdict,
    head::Head,
    reason::{Belongs, refuse_in_reason},
};
use crate::{
    log::split_reason,
    table::{Act, Header, ParseError, Players, Refereed, Seat, Seats, explain_uncounted, or_list},
};
use std::ops::Range;

/// The description of a tally.
pub(super) const COUNTED: &str = "counted on the table";

/// The illegal parts of a tally, in seat order.
pub(super) fn parts_at_fault<G: Refereed>(
    game: &G,
    tally: &G::Tally,
    players: &Players,
) -> impl Iterator<Item = (Seat, G::Fault)> {
    players.seats().filter_map(|seat| Some((seat, game.parts_are_lawful(tally, Seats::only(seat)).err()?)))
}

impl<G: Refereed> Head<G> {
    /// Judges a typed tally. Returns the verdicts on overruled parts. `left_there` finds the line that left cards in front of a
    /// player which the tally leaves out. `deciding` finds the table rules that decide a fault in a part, or in the whole.
    pub fn judged_tally(
        &self,
        game: &G,
        tally: &G::Tally,
        reasons: &[Option<&str>],
        deciding: impl Fn(Option<Seat>) -> Vec<DecidingRule>,
        left_there: impl Fn(Seat) -> Option<Elsewhere>,
    ) -> Result<Vec<(Seat, Verdict)>, Refusal> {
        let act = Act::Tally(tally.clone());
        if let Err(fault) = game.in_order(&act).and_then(|()| game.possible(&act)) {
            let mut verdict = self.verdict(game, &act, fault);
            verdict.rules = deciding(None);
            let instead = game.instead(tally).into_iter();
            verdict.alternatives = instead.map(|(seat, other)| self.write_part(&other, seat)).collect();
            return Err(Refusal::foul(None, self.write_act(&act), self.write_act(&act), verdict));
        }
        let mut let_stand = Vec::new();
        for (seat, fault) in parts_at_fault(game, tally, self.players()) {
            let mut verdict = self.verdict_on_part(game, tally, seat, fault);
            verdict.rules = deciding(Some(seat));
            if fault == G::not_counted(seat) {
                verdict.elsewhere.extend(left_there(seat));
            }
            if reasons[seat.index()].is_none() {
                let (part, line) = (G::write_tally(tally, seat), self.write_part(tally, seat));
                return Err(Refusal::foul(Some(self.name(seat)), part, line, verdict));
            }
            let_stand.push((seat, verdict));
        }
        Ok(let_stand)
    }

    /// The verdict on a player's part of a tally.
    pub fn verdict_on_part(&self, game: &G, tally: &G::Tally, seat: Seat, fault: G::Fault) -> Verdict {
        let act = Act::Tally(tally.clone());
        let mut verdict = self.verdict(game, &act, fault);
        if fault == G::not_counted(seat) {
            verdict.message = explain_uncounted(game.uncounted(tally, seat), seat, self.players());
        }
        verdict
    }

    /// A player's part of a tally, with the name.
    fn write_part(&self, tally: &G::Tally, seat: Seat) -> String {
        format!("{}: {}", self.players().name(seat), G::write_tally(tally, seat)).trim_end().to_owned()
    }

    /// A tally as a log writes it: the parts in canonical notation, with the reasons that overrule them.
    pub fn write_tally(&self, tally: &G::Tally, reasons: &[Option<&str>]) -> Vec<String> {
        let stands = |reason: Option<&str>| reason.map(|reason| format!(" ! {reason}")).unwrap_or_default();
        let parts = self.players().seats().zip(reasons);
        parts.map(|(seat, reason)| self.write_part(tally, seat) + &stands(*reason)).collect()
    }
}

/// Parses a typed tally, in the same way as [`parse_tally`].
pub(super) fn typed_tally<'a, G: Refereed>(
    texts: &[&'a str],
    header: &Header<G::Setup>,
) -> Result<(G::Tally, Vec<Option<&'a str>>), Refusal> {
    let text = |nth: Option<usize>| nth.map_or("", |nth| texts[nth]);
    parse_tally::<G>(texts, header).map_err(|(nth, error)| Refusal::unparsed(text(nth), error))
}

/// Parses a tally: one `NAME: …` per player, in any order. Also returns the reasons that overrule parts, in seat order.
pub(super) fn parse_tally<'a, G: Refereed>(
    texts: &[&'a str],
    header: &Header<G::Setup>,
) -> Result<(G::Tally, Vec<Option<&'a str>>), TallyError> {
    let parts = tally_parts(texts, &header.players, G::book().tally)?;
    let mut plain = Vec::with_capacity(parts.len());
    let mut reasons: Vec<Option<Range<usize>>> = Vec::with_capacity(parts.len());
    for &(nth, start) in &parts {
        let part = &texts[nth][start..];
        let (end, reason) = split_reason(part).map_err(|error| {
            let expected = error.expected().trim_start_matches("expected ");
            (Some(nth), ParseError::new(error.range.clone(), error.message(), expected).shifted(start))
        })?;
        plain.push(&part[..end]);
        reasons.push(reason);
    }
    for ((&(nth, start), reason), at) in parts.iter().zip(&reasons).zip(0..) {
        let Some(reason) = reason else { continue };
        // What would be more of the part, had it stood before the reason.
        let is_more = |text: &str| {
            let (mut all, longer) = (plain.clone(), format!("{}; {text}", plain[at]));
            all[at] = &longer;
            !text.is_empty() && G::parse_tally(&all, header).is_ok()
        };
        let part = &texts[nth][start..];
        refuse_in_reason(part, plain[at].len(), reason.clone(), |text| is_more(text).then_some(Belongs::Before))
            .map_err(|error| (Some(nth), error.shifted(start)))?;
    }
    let tally = G::parse_tally(&plain, header).map_err(|(seat, error)| match parts.get(seat.index()) {
        Some(&(nth, start)) => (Some(nth), error.shifted(start)),
        None => (None, error),
    });
    let reason = |(&(nth, start), reason): (&PartStart, Option<Range<usize>>)| Some(&texts[nth][start..][reason?]);
    Ok((tally?, parts.iter().zip(reasons).map(reason).collect()))
}

/// An error in a tally, with the index of the text if it is about one.
type TallyError = (Option<usize>, ParseError);
/// The index of a player's text, and where the player's part begins in it.
type PartStart = (usize, usize);

/// The parts of a tally in seat order. `example` is a part for error messages.
fn tally_parts(texts: &[&str], players: &Players, example: &str) -> Result<Vec<PartStart>, TallyError> {
    let mut parts: Vec<Option<PartStart>> = vec![None; players.count()];
    for (nth, text) in texts.iter().enumerate() {
        let error = |range, problem: String, expected: String| (Some(nth), ParseError::new(range, problem, expected));
        let colon = text
            .find(':')
            .ok_or_else(|| error(0..text.len(), NO_NAME.to_owned(), tally_form(players.name(Seat::new(0)), example)))?;
        let seat =
            players.find(&text[..colon]).map_err(|unknown| error(0..colon, unknown.to_string(), or_list(&unknown.players)))?;
        if parts[seat.index()].replace((nth, colon + 1)).is_some() {
            return Err(error(0..colon, format!("{} is here twice", players.name(seat)), "each player once".to_owned()));
        }
    }
    let part = |(part, seat): (Option<PartStart>, Seat)| {
        let missing = || format!("{} is missing", players.name(seat));
        let expected = "all players; `NAME:` for one who has nothing";
        part.ok_or_else(|| (None, ParseError::new(0..0, missing(), expected)))
    };
    parts.into_iter().zip(players.seats()).map(part).collect()
}

pub(super) const NO_NAME: &str = "no name stands before this";

/// The form of a text in a tally, for error messages.
pub(super) fn tally_form(name: &str, example: &str) -> String {
    format!("a player's name, a colon and what that player has, as `{name}: {example}`")
}
