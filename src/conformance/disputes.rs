//! Disputes: a dispute without a log is judged as its log would be, and never more severely.

use super::{
    log_draft::{LogDraft, LogLayout},
    notation::{any_argument, any_settled},
    random_game::{PlayStyle, RandomGame, TestableGame, count_act},
};
use crate::{
    log::LineRef,
    referee::{DecidingValue, Dispute, DisputeResult, NewGame, Referee, Refusal, TABLE, Verdict, judge_as},
    table::{Act, ActOf, FindingKind, Progress, Seat},
};
use fastrand::Rng;

const DISPUTES: usize = 5;

type KindsAndClauses<'a> = Vec<(Option<FindingKind>, Option<&'a str>)>;

fn kinds_and_clauses(verdicts: &[(String, Verdict)]) -> KindsAndClauses<'_> {
    verdicts.iter().map(|(_, verdict)| (verdict.kind, verdict.clause.as_deref())).collect()
}

/// Whether the verdicts of a dispute have the same kinds as those of its log. The clauses may differ: a dispute doesn't know the
/// earlier steps.
fn have_same_kinds(judged: &[(String, Verdict)], with_log: &[(String, Verdict)]) -> bool {
    judged.len() == with_log.len() && judged.iter().zip(with_log).all(|((_, verdict), (_, in_log))| verdict.kind == in_log.kind)
}

/// A step to dispute: a proposed step, a similar one, or any step.
fn any_disputed_step<G: TestableGame>(table: &mut RandomGame<G>, random: &mut Rng) -> Option<(Option<Seat>, String)> {
    let players = &table.context.players.clone();
    let choice = random.u8(..4);
    if choice == 3 {
        let (actor, step) = any_settled(random, &table.game, &table.context)?;
        return Some((actor, G::write(&step, players)));
    }
    let proposed = table.proposal();
    let (actor, step) = proposed.step()?;
    let text = G::write(step, players);
    if choice == 0 {
        return Some((actor, text));
    }
    // Change the player, or one word.
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
    let changed_text = words.join(" ");
    let parsed = G::parse(&changed_text, &table.context).ok()?;
    let resolved = table.game.resolve(actor, &parsed).ok()?;
    Some((actor, resolved.map_or(changed_text, |step| G::write(&step, players))))
}

/// A moment of a random game, with the log up to it.
struct DisputedMoment<G: TestableGame> {
    draft: LogDraft<G>,
    table: RandomGame<G>,
    referee: Box<dyn Referee>,
    /// The first line of the last turn.
    turn_start: LineRef,
}

impl<G: TestableGame> DisputedMoment<G> {
    fn any(seed: u64, random: &mut Rng) -> Option<Self> {
        let play = if random.u8(..4) == 0 { PlayStyle::Loose } else { PlayStyle::Legal };
        let mut table = RandomGame::<G>::play_some(seed, play, random.usize(2..150));
        loop {
            if table.is_over() {
                return None;
            }
            let draft = LogDraft::of(&table, &table.acts);
            let referee = draft.open(LogLayout::Plain);
            let position = referee.position(false);
            let is_in_last_round = |line_ref: LineRef| line_ref.round as usize == draft.rounds.len();
            match position.map(|position| position.at).filter(|line_ref| is_in_last_round(*line_ref)) {
                Some(turn_start) => return Some(Self { draft, table, referee, turn_start }),
                None => table.advance(PlayStyle::Legal),
            }
        }
    }

    fn parts(&self, memory: bool) -> Option<Vec<String>> {
        Some(self.referee.position(memory)?.parts)
    }

    /// Whether a step is possible with the real cards, and is not out of turn.
    fn is_possible_in_time(&self, actor: Option<Seat>, step: &str, is_first: bool) -> bool {
        let parsed = G::parse(step, &self.table.context).expect("it was written");
        let game = &self.table.game;
        let step = game.resolve(actor, &parsed).ok().flatten().unwrap_or(parsed);
        let act = Act::Step { actor, step };
        let is_in_time = game.check_order(&act).is_ok() || !is_out_of_time(game, &act, is_first);
        game.check_possible(&act).is_ok() && is_in_time
    }

    fn dispute(&self, parts: Vec<String>, line: &str) -> Dispute {
        let round = self.draft.rounds.last().expect("one is played");
        let new = NewGame { first: Some(round.first.clone()), ..self.draft.new.clone() };
        Dispute { new, texts: parts.into_iter().chain(self.turn_lines().iter().cloned()).chain([line.to_owned()]).collect() }
    }

    fn turn_lines(&self) -> &[String] {
        &self.draft.rounds.last().expect("one is played").lines[self.turn_start.line as usize - 1..]
    }

    fn is_turn_legal(&self) -> bool {
        self.referee.findings().iter().all(|finding| finding.place() < self.turn_start)
    }
}

/// Whether an act comes too early, out of turn, or after the round. Only the first act of a dispute can come too early: while a
/// step of the table is due, or for a step of the table, while a step of a player is due.
fn is_out_of_time<G: TestableGame>(game: &G, act: &ActOf<G>, is_first: bool) -> bool {
    let Act::Step { actor, step } = act else { return false };
    let expected = game.expects();
    let is_early = match actor {
        Some(_) => !expected.table.is_empty() && !expected.verbs_of(*actor).contains(G::verb(step)),
        None => expected.table.is_empty() && !expected.seats().is_empty(),
    };
    let is_another_turn = actor.is_some() && !expected.seats().is_empty() && expected.verbs_of(*actor).is_empty();
    is_first && is_early || is_another_turn || game.progress() != Progress::Underway
}

/// Asserts that a fully stated dispute gets the verdict of its log, and that a partly stated one gets some verdict. Moves that are
/// impossible or out of turn are skipped: a dispute assumes another table, at which they were possible.
pub(super) fn disputes_agree_with_the_log<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let Some(mut moment) = DisputedMoment::<G>::any(seed, &mut random) else { return };
    let (Some(visible_parts), Some(remembered_parts)) = (moment.parts(false), moment.parts(true)) else { return };
    for _ in 0..DISPUTES {
        let Some((actor, step)) = any_disputed_step(&mut moment.table, &mut random) else { continue };
        let line = moment.table.context.players.line(actor, &step);
        let Ok(with_log) = moment.referee.try_line(&line) else { continue };
        let is_first = moment.turn_lines().is_empty();
        if !moment.is_possible_in_time(actor, &step, is_first) || !moment.is_turn_legal() {
            continue;
        }
        let judge = |parts: &[String]| {
            count_act();
            judge_as::<G>(&moment.dispute(parts.to_vec(), &line))
        };
        let context = || format!("{:?} {line}\n{}", moment.turn_lines(), moment.referee.log().text());
        match judge(&remembered_parts) {
            Ok(DisputeResult { verdicts, .. }) => {
                let (judged, expected) = (kinds_and_clauses(&verdicts), kinds_and_clauses(&with_log));
                assert!(
                    have_same_kinds(&verdicts, &with_log),
                    "{judged:?}, and with the log {expected:?}\n{remembered_parts:#?}\n{}",
                    context()
                );
            }
            Err(Refusal::Cannot(_) | Refusal::Ambiguous { .. } | Refusal::Unparsed { .. }) => {}
            Err(refusal) => panic!("{refusal}\n{remembered_parts:#?}\n{}", context()),
        }
        let shorter = with_fewer_pieces(&visible_parts, &mut random);
        let judged = judge(&shorter);
        // On a bird that isn't stated, a Pawn or Court without its number can fit as several numbers.
        assert!(matches!(judged, Ok(_) | Err(Refusal::Ambiguous { .. })), "{:?}\n{shorter:#?}\n{}", judged.err(), context());
    }
}

/// The verdicts on moves at tables with unstated parts.
#[derive(Clone, Debug, Default)]
pub struct OmissionResults {
    /// The moves that got the verdict of the log.
    pub definite: usize,
    /// The moves that got another verdict, with a value of an unstated part that leads to the verdict of the log.
    pub unless: usize,
    /// The moves that got another verdict, without such a value.
    pub other: Vec<String>,
    /// The moves whose line can't be parsed at that table.
    pub unread: usize,
    /// The wrong answers, each with its dispute.
    pub wrong: Vec<String>,
}

impl OmissionResults {
    /// The number of moves that were judged.
    pub fn moves(&self) -> usize {
        self.definite + self.unless + self.unread + self.other.len() + self.wrong.len()
    }
}

/// Judges moves of random games with parts left out of their positions, and compares each verdict with that for all parts.
pub fn with_parts_left_out<G: TestableGame>(moves: usize, first_seed: u64) -> OmissionResults {
    let mut results = OmissionResults::default();
    for seed in first_seed.. {
        if results.moves() >= moves {
            break;
        }
        let mut random = Rng::with_seed(seed);
        let Some(mut moment) = DisputedMoment::<G>::any(seed, &mut random) else { continue };
        let Some(parts) = moment.parts(random.bool()) else { continue };
        for _ in 0..4 * DISPUTES {
            let Some((actor, step)) = any_disputed_step(&mut moment.table, &mut random) else { continue };
            // The usual table assumes that a move was possible and in turn.
            let is_comparable =
                moment.is_possible_in_time(actor, &step, moment.turn_lines().is_empty()) && moment.is_turn_legal();
            if !is_comparable {
                continue;
            }
            let Dispute { new, texts: mut lines } = moment.dispute(Vec::new(), &moment.table.context.players.line(actor, &step));
            if random.bool() {
                lines = joined_lines(lines);
            }
            count_act();
            results.compare::<G>(seed, &new, &parts, &lines, &mut random);
        }
    }
    results
}

impl OmissionResults {
    fn compare<G: TestableGame>(&mut self, seed: u64, new: &NewGame, parts: &[String], lines: &[String], random: &mut Rng) {
        let dispute = |new: &NewGame, parts: &[String]| Dispute { new: new.clone(), texts: [parts, lines].concat() };
        let Ok(judged) = judge_as::<G>(&dispute(new, parts)) else { return };
        let first = if random.bool() { None } else { new.first.clone() };
        let short_dispute = dispute(&NewGame { first, ..new.clone() }, &with_fewer_pieces(parts, random));
        let expected = kinds_and_clauses(&judged.verdicts);
        let report = |answer: &str| {
            let Dispute { new, texts } = &short_dispute;
            let first = &new.first;
            format!("seed {seed}: {answer}, and with all parts {expected:?}\n{texts:#?} first {first:?} of\n{parts:#?}")
        };
        match judge_as::<G>(&short_dispute) {
            Ok(answer) => {
                let first_foul = |verdicts: &[(String, Verdict)]| {
                    let key = |verdict: &Verdict| (verdict.kind, verdict.clause.clone());
                    verdicts.iter().map(|(_, verdict)| key(verdict)).find(|(kind, _)| kind.is_some()).unwrap_or_default()
                };
                let leads_to_expected =
                    |value: &DecidingValue| (value.verdict.kind, value.verdict.clause.clone()) == first_foul(&judged.verdicts);
                if first_foul(&answer.verdicts) == first_foul(&judged.verdicts) {
                    self.definite += 1;
                } else if answer.deciding_values.iter().any(leads_to_expected) {
                    self.unless += 1;
                } else {
                    self.other.push(report(&format!("{:?}", kinds_and_clauses(&answer.verdicts))));
                }
            }
            Err(Refusal::Ambiguous { .. } | Refusal::Unparsed { .. }) => self.unread += 1,
            Err(refusal) => self.wrong.push(report(&refusal.to_string())),
        }
    }
}

fn joined_lines(lines: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for line in lines {
        match (joined.last_mut(), line.split_once(": ")) {
            (Some(last), Some((name, steps))) if last.starts_with(&format!("{name}: ")) && !last.contains('!') => {
                last.push_str("; ");
                last.push_str(steps);
            }
            _ => joined.push(line),
        }
    }
    joined
}

/// Leaves out some or all pieces, and perhaps the numbers of covered cards. Pieces about cards that don't lie open always stay.
fn with_fewer_pieces(parts: &[String], random: &mut Rng) -> Vec<String> {
    let is_bare = random.u8(..4) == 0;
    // By an overruled step, a player can be `done` before the year's end. The position must then state whose turn it is.
    let is_done = parts.iter().any(|part| part.contains("; done"));
    let fewer = parts.iter().map(|part| {
        let (name, text) = part.split_once(": ").unwrap_or((part.trim_end_matches(':'), ""));
        let is_part_bare = is_bare || random.u8(..4) == 0;
        let mut table_stays = None;
        let mut kept_pieces: Vec<String> = Vec::new();
        for piece in text.split("; ").filter(|piece| !piece.is_empty()) {
            let key = piece.split(' ').next().unwrap_or_default();
            let mut stays = || !is_part_bare && random.bool();
            let is_on_table = key == "down" || name != TABLE && !INDEPENDENT.contains(&key);
            let stays = NOT_OPEN.contains(&key)
                || is_done && key == "turn"
                || if is_on_table { *table_stays.get_or_insert_with(stays) } else { stays() };
            if !stays {
                continue;
            }
            let is_shorter = key == "discards" && random.bool();
            let without_count = |pile| if is_shorter { pile_without_count(pile) } else { pile };
            kept_pieces.push(piece.split(" | ").map(without_count).collect::<Vec<_>>().join(" | "));
        }
        format!("{name}: {}", kept_pieces.join("; "))
    });
    fewer.collect()
}

/// The named cards of a pile: `7SK +2` without its count.
fn pile_without_count(pile: &str) -> &str {
    pile.split_once(" +").map_or(pile, |(named, _)| named)
}

/// The keywords of pieces about cards that don't lie open. If such a piece is unstated, the verdict favours the actor.
const NOT_OPEN: [&str; 3] = ["shows", "played", "gone"];

/// The keywords of pieces that stand alone in a player's part. All other pieces state the cards on the table together.
const INDEPENDENT: [&str; 10] = ["hand", "taken", "flush", "sextet", "last", "merchant", "blacksmith", "done", "may", "mulligan"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::blulu::Blulu;

    #[test]
    fn moments_are_of_the_round_that_is_played() {
        let moments: Vec<DisputedMoment<Blulu>> =
            (0..20).filter_map(|seed| DisputedMoment::any(seed, &mut Rng::with_seed(seed))).collect();
        assert!(!moments.is_empty());
        assert!(moments.iter().all(|moment| moment.turn_start.round as usize == moment.draft.rounds.len()));
    }
}
