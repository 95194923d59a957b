//! Tallies: parses them from a log or as typed, judges each player's part like a line, and overrules parts with a reason.

use super::{
    DecidingRule, MovedBy, Refusal, Verdict,
    context::LogContext,
    position::{PartError, PartStart, part_starts},
    reason_text::{PlacementHint, refuse_in_reason},
};
use crate::{
    log::{Log, split_reason},
    table::{
        Act, Adjustment, BareTotal, BareTotals, CompleteGame, ParseError, Players, Seat, Seats, TableContext, TallyOf,
        explain_uncounted,
    },
};
use std::ops::Range;

pub(super) const COUNTED: &str = "counted on the table";

/// The illegal parts of a tally, in seat order.
pub(super) fn parts_at_fault<G: CompleteGame>(
    game: &G,
    tally: &TallyOf<G>,
    players: &Players,
) -> impl Iterator<Item = (Seat, G::Fault)> {
    players.seats().filter_map(|seat| Some((seat, game.check_parts(tally, Seats::only(seat)).err()?)))
}

impl<G: CompleteGame> LogContext<G> {
    /// Judges a typed tally. Returns the verdicts on overruled parts. `deciding_rules` finds the table rules that decide a fault in
    /// a part, or in the whole tally. `line_that_left` finds the line that left cards in front of a player that are not in the
    /// tally.
    pub(super) fn judged_tally(
        &self,
        game: &G,
        tally: &TallyOf<G>,
        reasons: &[Option<&str>],
        deciding_rules: impl Fn(Option<Seat>) -> Vec<DecidingRule>,
        line_that_left: impl Fn(Seat) -> Option<MovedBy>,
    ) -> Result<Vec<(Seat, Verdict)>, Refusal> {
        let act = Act::Tally(tally.clone());
        if let Err(fault) = game.check_order(&act).and_then(|()| game.check_possible(&act)) {
            let mut verdict = self.verdict(game, &act, fault);
            verdict.rules = deciding_rules(None);
            let corrections = game.corrections(tally).into_iter();
            verdict.alternatives = corrections.map(|(seat, corrected)| self.write_part(&corrected, seat)).collect();
            return Err(Refusal::foul(None, self.write_act(&act), self.write_act(&act), verdict));
        }
        let mut overruled = Vec::new();
        for (seat, fault) in parts_at_fault(game, tally, self.players()) {
            let mut verdict = self.verdict_on_part(game, tally, seat, fault);
            verdict.rules = deciding_rules(Some(seat));
            if fault == G::uncounted_fault(seat) {
                verdict.moved_by.extend(line_that_left(seat));
            }
            if reasons[seat.index()].is_none() {
                let (part, line) = (G::write_tally(tally, seat), self.write_part(tally, seat));
                return Err(Refusal::foul(Some(self.name(seat)), part, line, verdict));
            }
            overruled.push((seat, verdict));
        }
        Ok(overruled)
    }

    pub(super) fn verdict_on_part(&self, game: &G, tally: &TallyOf<G>, seat: Seat, fault: G::Fault) -> Verdict {
        let act = Act::Tally(tally.clone());
        let mut verdict = self.verdict(game, &act, fault);
        if fault == G::uncounted_fault(seat) {
            verdict.message = explain_uncounted(game.uncounted(tally, seat), seat, self.players());
        }
        verdict
    }

    /// The text of a player's part, with the name.
    fn write_part(&self, tally: &TallyOf<G>, seat: Seat) -> String {
        let part = match tally.totals.bare(seat) {
            Some(bare) => bare.to_text(tally.totals.adjusted(seat), G::book()),
            None => G::write_tally(tally, seat),
        };
        self.players().line(Some(seat), &part).trim_end().to_owned()
    }

    /// The parts of a tally to write in the log. Players who are not at the table have no part.
    pub(super) fn write_parts(&self, tally: &TallyOf<G>, reasons: &[Option<&str>]) -> Vec<String> {
        let absent = tally.totals.absent;
        let parts = self.players().seats().zip(self.write_tally(tally, reasons));
        parts.filter(|(seat, _)| !absent.contains(*seat)).map(|(_, part)| part).collect()
    }

    /// The part of each seat in canonical notation, with the reason that overrules it.
    pub(super) fn write_tally(&self, tally: &TallyOf<G>, reasons: &[Option<&str>]) -> Vec<String> {
        let reason_suffix = |reason: Option<&str>| reason.map(|reason| format!(" ! {reason}")).unwrap_or_default();
        let parts = self.players().seats().zip(reasons);
        parts.map(|(seat, reason)| self.write_part(tally, seat) + &reason_suffix(*reason)).collect()
    }
}

/// The facts about a log that decide how its tallies are parsed.
#[derive(Clone, Debug)]
pub(super) struct CountingMode {
    /// Whether the log keeps scores only. If so, a part may be a bare total.
    by_scores: bool,
    /// The players who are not at the table in the round.
    absent: Seats,
    /// The players who are not at the table in the next round.
    absent_next: Seats,
}

impl CountingMode {
    pub(super) fn in_round(log: &Log, players: &Players, round: u32) -> Self {
        let absent_in = |round| players.seats().filter(|seat| !log.is_present(players.name(*seat), round)).collect();
        Self { by_scores: log.is_scores_only(), absent: absent_in(round), absent_next: absent_in(round.saturating_add(1)) }
    }
}

pub(super) fn typed_tally<'a, G: CompleteGame>(
    texts: &[&'a str],
    context: &TableContext<G::Setup>,
    mode: &CountingMode,
) -> Result<(TallyOf<G>, Vec<Option<&'a str>>), Refusal> {
    parse_tally::<G>(texts, context, mode).map_err(|error| Refusal::unparsed_part(texts, error))
}

/// Parses a tally: one `NAME: …` per player, in any order. Also returns the reasons that overrule parts, in seat order.
pub(super) fn parse_tally<'a, G: CompleteGame>(
    texts: &[&'a str],
    context: &TableContext<G::Setup>,
    mode: &CountingMode,
) -> Result<(TallyOf<G>, Vec<Option<&'a str>>), PartError> {
    let form = || tally_form(context.players.name(Seat::new(0)), G::book().tally_example);
    let expected = ["each player once", "all players; `NAME:` for one who has nothing"];
    let (parts, _) = part_starts(texts, &context.players, false, mode.absent, expected, form)?;
    let mut contents = Vec::with_capacity(parts.len());
    let mut reasons: Vec<Option<Range<usize>>> = Vec::with_capacity(parts.len());
    for part in &parts {
        let Some((nth, start)) = *part else {
            contents.push("");
            reasons.push(None);
            continue;
        };
        let part = &texts[nth][start..];
        let (end, reason) = split_reason(part).map_err(|error| {
            (Some(nth), ParseError::new(error.range.clone(), error.message(), error.expected()).offset_by(start))
        })?;
        contents.push(&part[..end]);
        reasons.push(reason);
    }
    let ends: Vec<usize> = contents.iter().map(|part| part.len()).collect();
    let mut totals = take_totals::<G>(&parts, &mut contents, context, mode)?;
    for ((part, reason), at) in parts.iter().zip(&reasons).zip(0..) {
        let (Some((nth, start)), Some(reason)) = (*part, reason) else { continue };
        // A text in the reason belongs before the reason if it parses there.
        let extends_part = |text: &str| {
            let (mut extended, longer) = (contents.clone(), format!("{}; {text}", contents[at]));
            extended[at] = &longer;
            !text.is_empty() && G::parse_tally(&extended, &context.setup).is_ok()
        };
        let part = &texts[nth][start..];
        refuse_in_reason(part, ends[at], reason.clone(), |text| extends_part(text).then_some(PlacementHint::BeforeReason))
            .map_err(|error| (Some(nth), error.offset_by(start)))?;
    }
    let tally = G::parse_tally(&contents, &context.setup).map_err(|(seat, error)| match parts.get(seat.index()) {
        Some(&Some((nth, start))) => (Some(nth), error.offset_by(start)),
        _ => (None, error),
    });
    let mut tally = tally?;
    totals.adjustments.append(&mut tally.totals.adjustments);
    totals.adjustments.sort_by_key(|adjustment| adjustment.seat);
    tally.totals = totals;
    if !G::TAKES_TOTALS && tally.totals != (BareTotals { adjustments: tally.totals.adjustments.clone(), ..BareTotals::default() })
    {
        return Err((None, ParseError::new(0..0, ITEMS_ONLY.to_owned(), "what lies there of each player")));
    }
    let reason_text = |(part, reason): (&Option<PartStart>, Option<Range<usize>>)| {
        let (nth, start) = (*part)?;
        Some(&texts[nth][start..][reason?])
    };
    Ok((tally, parts.iter().zip(reasons).map(reason_text).collect()))
}

const ITEMS_ONLY: &str =
    "this game counts what lies there: it takes no bare totals, and all players are there from its beginning to its end";

/// Parses the bare totals among the parts, and leaves these parts empty.
fn take_totals<G: CompleteGame>(
    parts: &[Option<PartStart>],
    contents: &mut [&str],
    context: &TableContext<G::Setup>,
    mode: &CountingMode,
) -> Result<BareTotals, PartError> {
    let mut totals = BareTotals { absent: mode.absent, absent_next: mode.absent_next, ..BareTotals::default() };
    let error_at = |at: usize, error: ParseError| match parts[at] {
        Some((nth, start)) => (Some(nth), error.offset_by(start)),
        None => (None, error),
    };
    let error_on_text = |text: &str, problem: String, expected: String| ParseError::new(0..text.len(), problem, expected);
    for seat in context.players.seats() {
        let (at, name) = (seat.index(), context.players.name(seat));
        let text = contents[at];
        if mode.absent.contains(seat) && !text.trim().is_empty() {
            let problem = format!("{name} is not at the table in this {}", G::book().round_noun);
            return Err(error_at(at, error_on_text(text, problem, format!("no part of {name}'s, or an empty one"))));
        }
        let Some(total) = BareTotal::parse(text, G::book()) else { continue };
        if !mode.by_scores {
            let expected =
                format!("what lies there, as {}; `new --scores` starts a log that takes totals", G::book().tally_example);
            return Err(error_at(
                at,
                error_on_text(text, "a bare total counts only in a log that keeps scores only".to_owned(), expected),
            ));
        }
        let (total, adjusted) = total.map_err(|error| error_at(at, error))?;
        totals.points.push((seat, total));
        totals.adjustments.extend(Adjustment::stated(seat, adjusted));
        contents[at] = "";
    }
    let is_bare = |seat: Seat| mode.absent.contains(seat) || totals.of(seat).is_some();
    if !totals.points.is_empty() && !G::scores_independently(&context.setup) {
        let unbare_seats = || context.players.seats().filter(|seat| !is_bare(*seat));
        let seat_with_items = unbare_seats().find(|seat| !contents[seat.index()].trim().is_empty());
        if let Some(seat) = seat_with_items.or_else(|| unbare_seats().next()) {
            let at = seat.index();
            let problem = "here what one player has decides what another scores: totals are for all or for none".to_owned();
            return Err(error_at(at, error_on_text(contents[at], problem, "a total of each player, as = 23".to_owned())));
        }
    }
    Ok(totals)
}

pub(super) fn tally_form(name: &str, example: &str) -> String {
    format!("a player's name, a colon and what that player has, as `{name}: {example}`")
}
