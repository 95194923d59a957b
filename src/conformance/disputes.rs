//! A dispute that is judged with no log is judged as its log would have it, and never more severely.

use super::{
    driver::{Play, Table, Tested, count_act},
    notation::{any_argument, any_settled},
    written::{Layout, Written},
};
use crate::{
    deal::Deal,
    log::Place,
    referee::{Dispute, Judged, NewGame, Referee, Refusal, TABLE, Verdict, judge_as},
    table::{Act, Kind, Said, Seat},
};
use fastrand::Rng;

/// How many disputes a game is asked about.
const DISPUTES: usize = 5;

/// How bad a verdict is.
fn severity(verdict: &Verdict) -> u8 {
    match verdict.kind {
        None => 0,
        Some(Kind::Impossible) => 2,
        Some(_) => 1,
    }
}

/// Verdicts, each with its clause.
type Told<'a> = Vec<(Option<Kind>, Option<&'a str>)>;

fn told(verdicts: &[(String, Verdict)]) -> Told<'_> {
    verdicts.iter().map(|(_, verdict)| (verdict.kind, verdict.clause.as_deref())).collect()
}

/// Whether verdicts are those with the log, but for a clause about what was done before.
fn are_the_same<G: Deal>(judged: &[(String, Verdict)], with_log: &[(String, Verdict)]) -> bool {
    let is_forgotten = |clause: &str, by_log: &str| G::FORGOTTEN.contains(&(by_log, clause));
    let (judged, with_log) = (told(judged), told(with_log));
    judged.len() == with_log.len()
        && judged.into_iter().zip(with_log).all(|((kind, clause), (by_log, other))| {
            kind == by_log && (clause == other || clause.zip(other).is_some_and(|(clause, other)| is_forgotten(clause, other)))
        })
}

/// Whether no step is judged more severely than with the log.
fn is_no_worse(judged: &[(String, Verdict)], with_log: &[(String, Verdict)]) -> bool {
    let worst = |verdicts: &[(String, Verdict)]| verdicts.iter().map(|(_, verdict)| severity(verdict)).max();
    worst(judged) <= worst(with_log)
}

/// A step that somebody could dispute: what was done there, nearly that, or anything.
fn disputed<G: Tested>(table: &mut Table<G>, random: &mut Rng) -> Option<(Option<Seat>, String)> {
    let players = &table.header.players.clone();
    let kind = random.u8(..4);
    if kind == 3 {
        let (actor, step) = any_settled(random, &table.game, &table.header)?;
        return Some((actor, G::write(&step, players)));
    }
    let proposed = table.proposal();
    let (actor, step) = proposed.step()?;
    let text = G::write(step, players);
    if kind == 0 {
        return Some((actor, text));
    }
    // Another player does it, or one word is another.
    if random.u8(..3) == 0 {
        return Some((actor.map(|_| Seat::new(random.usize(..players.count()))), text));
    }
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let forms: Vec<&str> = G::verb_text(step).form.split([' ', '[', ']', '…']).filter(|word| !word.is_empty()).collect();
    let form = random.choice(forms)?;
    let at = random.usize(..words.len());
    if at > 0 {
        words[at] = any_argument::<G>(form, random, players.names());
    }
    let (read, rewritten) = (G::parse(&words.join(" "), &table.header).ok()?, words.join(" "));
    let settled = table.game.settle(actor, &read).ok()?;
    Some((actor, settled.map_or(rewritten, |step| G::write(&step, players))))
}

/// A moment of a random game, as its log has it and as a table that kept none would tell it.
struct Moment<G: Tested> {
    written: Written<G>,
    table: Table<G>,
    whole: Box<dyn Referee>,
    /// Where the turn began.
    at: Place,
}

impl<G: Tested> Moment<G> {
    fn any(seed: u64, random: &mut Rng) -> Option<Self> {
        let play = if random.u8(..4) == 0 { Play::Loosely } else { Play::Legally };
        let mut table = Table::<G>::play_some(seed, play, random.usize(2..150));
        loop {
            if table.is_over() {
                return None;
            }
            let written = Written::of(&table, &table.done);
            let whole = written.open(Layout::Plain);
            let standing = whole.position(false);
            let is_now = |at: Place| at.round as usize == written.rounds.len();
            match standing.map(|standing| standing.at).filter(|at| is_now(*at)) {
                Some(at) => return Some(Self { written, table, whole, at }),
                None => table.go_on(Play::Legally),
            }
        }
    }

    /// The position where the turn began.
    fn parts(&self, memory: bool) -> Option<Vec<String>> {
        Some(self.whole.position(memory)?.parts)
    }

    /// Whether a step can be done with the cards as they lie.
    fn can_be(&self, actor: Option<Seat>, step: &str) -> bool {
        let read = G::parse(step, &self.table.header).expect("it was written");
        let step = self.table.game.settle(actor, &read).ok().flatten().unwrap_or(read);
        self.table.game.possible(&Act::Step { actor, step }).is_ok()
    }

    /// A dispute about a line, behind those of the turn.
    fn dispute(&self, parts: Vec<String>, line: &str) -> Dispute {
        let round = self.written.rounds.last().expect("one is played");
        let new = NewGame { first: Some(round.first.clone()), ..self.written.new.clone() };
        let of_turn = &round.lines[self.at.line as usize - 1..];
        Dispute { new, parts, lines: of_turn.iter().cloned().chain([line.to_owned()]).collect() }
    }
}

/// What is judged without a log is what is judged with it, as far as it doesn't rest on what was seen before; and never more severe.
pub(super) fn a_dispute_is_judged_as_its_log_would<G: Tested>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let Some(mut moment) = Moment::<G>::any(seed, &mut random) else { return };
    let (Some(as_it_lies), Some(remembered)) = (moment.parts(false), moment.parts(true)) else { return };
    for _ in 0..DISPUTES {
        let Some((actor, step)) = disputed(&mut moment.table, &mut random) else { continue };
        let name = actor.map(|seat| format!("{}: ", moment.table.header.players.name(seat))).unwrap_or_default();
        let line = format!("{name}{step}");
        let Ok(with_log) = moment.whole.try_line(&line) else { continue };
        let judge = |parts: &[String]| {
            count_act();
            match judge_as::<G>(&moment.dispute(parts.to_vec(), &line)) {
                Ok(Judged { verdicts, taken, .. }) => Some((verdicts, taken)),
                Err(Refusal::Cannot(_) | Refusal::Ambiguous { .. }) => None,
                Err(refusal) => panic!("{line}: {refusal}\n{parts:#?}\n{}", moment.whole.log().text()),
            }
        };
        let differs = |judged: &[(String, Verdict)], parts: &[String]| -> String {
            let (judged, with_log) = (told(judged), told(&with_log));
            format!("{line}: {judged:?}, and with the log {with_log:?}\n{parts:#?}\n{}", moment.whole.log().text())
        };
        // A zone is asked for where the step touches it: also eggs that were not revealed.
        let is_foul = with_log.iter().any(|(_, verdict)| verdict.kind.is_some());
        let asked = |parts: &[String]| assert!(is_foul, "{line} is legal, and something is asked\n{parts:#?}");
        match judge(&remembered) {
            Some((judged, _)) => assert!(are_the_same::<G>(&judged, &with_log), "{}", differs(&judged, &remembered)),
            None => asked(&remembered),
        }
        let all = judge(&as_it_lies);
        match &all {
            Some((judged, _)) => {
                let is_same = are_the_same::<G>(judged, &with_log);
                let is_fine = is_same || is_no_worse(judged, &with_log) && remembered != as_it_lies;
                assert!(is_fine, "{}", differs(judged, &as_it_lies));
            }
            None => asked(&as_it_lies),
        }
        // A zone that nobody tells is asked for, or changes nothing but by what is told, or by a card that can lie there.
        let shorter = shortened(&as_it_lies, &mut random);
        if as_it_lies.iter().any(|part| part.contains(" ! ")) {
            continue;
        }
        if let Some((judged, taken)) = judge(&shorter) {
            let is_same = all.is_some_and(|(all, _)| told(&judged) == told(&all));
            // Whatever the log tells first, the cards may lie elsewhere, too.
            let can_be = moment.can_be(actor, &step);
            let is_fine = is_same || !taken.is_empty() || !can_be;
            assert!((is_no_worse(&judged, &with_log) || !can_be) && is_fine, "{}", differs(&judged, &shorter));
        }
    }
}

/// The parts with some zones left out: what lies before a player, or a piece of the table.
fn shortened(parts: &[String], random: &mut Rng) -> Vec<String> {
    let bare = random.u8(..3) == 0;
    let mut stays = || !bare && random.bool();
    let begins_a_zone = |piece: &str| {
        let keyword = piece.split(' ').next();
        Said::ALL.iter().any(|said| said.form().split(' ').next() == keyword)
    };
    let shortened = parts.iter().filter_map(|part| {
        let (name, text) = part.split_once(": ").unwrap_or((part.trim_end_matches(':'), ""));
        if name != TABLE {
            // A reason stands behind the whole part.
            return Some(format!("{name}: {}", if part.contains(" ! ") || stays() { text } else { "" }));
        }
        let mut left: Vec<&str> = Vec::new();
        let mut is_there = true;
        for piece in text.split("; ") {
            is_there = if begins_a_zone(piece) || left.is_empty() { stays() } else { is_there };
            left.extend(is_there.then_some(piece));
        }
        (!left.is_empty()).then(|| format!("{name}: {}", left.join("; ")))
    });
    shortened.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::blulu::Blulu;

    #[test]
    fn moments_are_of_the_round_that_is_played() {
        let moments: Vec<Moment<Blulu>> = (0..20).filter_map(|seed| Moment::any(seed, &mut Rng::with_seed(seed))).collect();
        assert!(!moments.is_empty());
        assert!(moments.iter().all(|moment| moment.at.round as usize == moment.written.rounds.len()));
    }
}
