//! Judges a dispute at the usual table, then with one unstated piece at another value, which shows what would change the verdict.

use super::{DecidingValue, Dispute, DisputeResult, seated::SeatedDispute};
use crate::{
    referee::{
        Refusal, Verdict,
        log_act::LogAct,
        replay::Replay,
        try_line::Trial,
        typed_line::{TypedLine, TypedStep},
    },
    table::{
        Act, ActOf, ClauseId, CompleteGame, FillChoice, FindingKind, Game, GameFault as _, GamePosition as _, PositionError,
        Seat, check_cancelled,
    },
};

/// The most times that the lines are parsed: their meaning can differ at the table that they need.
const MOST_READINGS: usize = 3;

type ActorStep<G> = (Option<Seat>, <G as Game>::Step);

type LineSteps<G> = Vec<Vec<ActorStep<G>>>;

type Verdicts = Vec<(String, Verdict)>;

struct CandidateTable<'a, G: CompleteGame> {
    start: &'a Replay<G>,
    game: G,
    /// The acts that led there since the round began.
    acts: Vec<LogAct<G>>,
    /// Whether the table can result without a foul.
    fits: bool,
    /// The acts of others before one of the steps.
    between: (usize, Vec<ActOf<G>>),
}

struct LineResult {
    /// The fouls of the lines before the last, each with the number of its step.
    earlier: Vec<(usize, FindingKind, ClauseId)>,
    /// The first foul of the last line.
    foul: Option<(FindingKind, ClauseId)>,
    verdict: Verdict,
    /// Whether that foul is an act out of turn, or not due.
    is_out_of_order: bool,
    looked_at: usize,
}

pub(super) fn judge<G: CompleteGame>(dispute: &Dispute) -> Result<DisputeResult, Refusal> {
    let seated = SeatedDispute::<G>::of(dispute)?;
    let (table, lines) = seated.resolve_lines()?;
    let steps = lines.concat();
    let start = table.start;
    let (trial, earlier) = seated.judge_lines(&table, &lines)?;
    let log = Replay { game: table.game.clone(), ..start.copied()? };
    let (assumed, log) = (seated.assumed.clone(), Box::new(log));
    let mut judged = DisputeResult { assumed, earlier, verdicts: Vec::new(), does: Vec::new(), unless: Vec::new(), table: log };
    let Some(mut trial) = trial else { return Ok(judged) };
    trial.add_deciding_rules(start);
    if let Ok(other) = CandidateTable::around(&seated.position, start, &steps, FillChoice::Second)
        && (other.acts != table.acts || other.between != table.between)
        && let Ok((Some(other), _)) = seated.judge_lines(&other, &lines)
    {
        trial.keep_shared(&other);
    }
    (judged.verdicts, judged.does) = (trial.verdicts, trial.consequences);
    judged.unless = seated.find_unless(&table, &lines);
    Ok(judged)
}

/// The usual table, and one at which each player moves who can, where several could have the turn.
pub(super) fn tables_to_move<G: CompleteGame>(dispute: &Dispute) -> Result<Vec<Replay<G>>, Refusal> {
    let seated = SeatedDispute::<G>::of(dispute)?;
    let (table, _) = seated.resolve_lines()?;
    let start = table.start;
    let mut found: Vec<Replay<G>> = vec![Replay { game: table.game.clone(), ..start.copied()? }];
    for unknown in seated.position.unstated(&start.game, &[], start.head.players()) {
        for value in unknown.values {
            let Ok(other) = CandidateTable::around(&value.position, start, &[], FillChoice::First) else { continue };
            let moving = other.game.expects().seats();
            if moving.iter().any(|seat| found.iter().all(|table| !table.game.expects().seats().contains(seat))) {
                found.push(Replay { game: other.game, ..start.copied()? });
            }
        }
    }
    Ok(found)
}

impl<G: CompleteGame> Replay<G> {
    fn copied(&self) -> Result<Self, Refusal> {
        Self::of(self.log.clone()).map_err(Refusal::cannot)
    }
}

impl<G: CompleteGame> SeatedDispute<G> {
    /// The usual table for what the lines mean there, and their steps, line by line.
    fn resolve_lines(&self) -> Result<(CandidateTable<'_, G>, LineSteps<G>), Refusal> {
        let mut table = self.usual_table(&[])?;
        let mut steps: LineSteps<G> = Vec::new();
        let mut refused = None;
        for nth in 0..MOST_READINGS {
            let mut read;
            (read, refused) = table.parse_lines(&self.lines);
            if refused.is_some()
                && nth == 0
                && let Some(elsewhere) = self.read_elsewhere(table.start)
            {
                (read, refused) = (elsewhere, None);
            }
            if read == steps {
                break;
            }
            steps = read;
            // If the deck lacks cards that they need, they are judged at the table without needs.
            table = self.usual_table(&steps.concat()).or_else(|_| self.usual_table(&[]))?;
        }
        match refused {
            Some(refusal) => Err(refusal),
            None => Ok((table, steps)),
        }
    }

    /// The steps of each line, parsed with another value of an unstated piece: `c 7s 3m` where a 4 lies.
    fn read_elsewhere(&self, start: &Replay<G>) -> Option<LineSteps<G>> {
        let unstated = self.position.unstated(&start.game, &[], start.head.players());
        unstated.into_iter().flat_map(|unknown| unknown.values).find_map(|value| {
            check_cancelled();
            let table = CandidateTable::around(&value.position, start, &[], FillChoice::First).ok()?;
            let (read, refused) = table.parse_lines(&self.lines);
            refused.is_none().then_some(read)
        })
    }

    /// The usual table for these steps, in the round whose `first` lets the first of them that takes a turn be in turn.
    fn usual_table(&self, steps: &[ActorStep<G>]) -> Result<CandidateTable<'_, G>, Refusal> {
        let is_in_turn = |table: &CandidateTable<'_, G>| {
            let (mut game, mut is_done) = (table.game.clone(), false);
            steps.iter().enumerate().find_map(|(nth, (actor, step))| {
                table.fill_between(nth, &mut is_done, &mut game);
                let act = Act::Step { actor: *actor, step: step.clone() };
                let is_in_turn = game.check_order(&act).is_ok();
                game.apply(&act, &mut Vec::new());
                actor.filter(|_| !G::verb_text(step).whose.is_optional()).map(|_| is_in_turn)
            })
        };
        let tables = || self.starts.iter().map(|start| CandidateTable::around(&self.position, start, steps, FillChoice::First));
        let in_turn = || tables().filter(|table| table.as_ref().is_ok_and(|table| is_in_turn(table) != Some(false)));
        let found = in_turn().find(|table| table.as_ref().is_ok_and(|table| table.fits)).or_else(|| in_turn().next());
        let likeliest = || {
            tables()
                .find(Result::is_ok)
                .unwrap_or_else(|| CandidateTable::around(&self.position, self.start(), steps, FillChoice::First))
        };
        found.unwrap_or_else(likeliest).map_err(|error| {
            let head = &self.start().head;
            let whole = head.position_text(&self.position);
            Refusal::foul(None, whole.clone(), whole, head.verdict_on_position(error))
        })
    }

    /// The lines recorded at a table: the last one, if there is one, and the fouls of those before it.
    fn judge_lines(
        &self,
        table: &CandidateTable<'_, G>,
        lines: &[Vec<ActorStep<G>>],
    ) -> Result<(Option<Trial<G>>, Verdicts), Refusal> {
        let mut trial = Trial::at(table.game.clone(), table.acts.clone());
        trial.between.clone_from(&table.between);
        let mut earlier = Vec::new();
        let Some((last, before)) = self.lines.split_last() else { return Ok((None, earlier)) };
        for (line, steps) in before.iter().zip(lines) {
            let end = trial.steps + steps.len();
            trial.judge_line(table.start, line)?;
            trial.steps = end;
            earlier.extend(trial.verdicts.iter().filter(|(_, verdict)| verdict.kind.is_some()).cloned());
        }
        trial.stops_at_foul = true;
        trial.judge_line(table.start, last)?;
        Ok((Some(trial), earlier))
    }

    /// The values of pieces with which the last line has another verdict than at the usual table.
    fn find_unless(&self, table: &CandidateTable<'_, G>, lines: &[Vec<ActorStep<G>>]) -> Vec<DecidingValue> {
        let (steps, players) = (lines.concat(), table.start.head.players());
        let usual = table.play(lines);
        let mut found = Vec::new();
        for unknown in self.position.unstated(&table.start.game, &steps[..usual.looked_at], players) {
            let mut keys: Vec<Option<(FindingKind, ClauseId)>> = vec![usual.foul];
            for value in unknown.values {
                check_cancelled();
                let Ok(other) = CandidateTable::around(&value.position, table.start, &steps, FillChoice::First) else { continue };
                let played = other.play(lines);
                let makes_foul = played.earlier.iter().any(|(nth, ..)| usual.earlier.iter().all(|(other, ..)| other != nth));
                if makes_foul || keys.contains(&played.foul) {
                    continue;
                }
                keys.push(played.foul);
                // A foul that would also come too early or too late is not worth a sentence.
                let is_beside = played.is_out_of_order || played.looked_at < usual.looked_at;
                let is_told = value.is_told && (usual.foul.is_none() || played.foul.is_none() || !is_beside);
                found.push(DecidingValue {
                    piece: unknown.piece,
                    of: unknown.part.map(|seat| players.name(seat).to_owned()),
                    value: value.text,
                    words: value.words,
                    is_told,
                    verdict: played.verdict,
                });
            }
        }
        found
    }
}

impl<'a, G: CompleteGame> CandidateTable<'a, G> {
    fn around(
        position: &G::Position,
        start: &'a Replay<G>,
        steps: &[ActorStep<G>],
        filling: FillChoice,
    ) -> Result<Self, PositionError> {
        let players = start.head.players();
        let usual = position.usual(&start.game, steps, filling, players)?;
        let (mut game, mut acts) = (start.game.clone(), Vec::new());
        let fits = usual.position.as_ref().is_none_or(|position| position.fits(&start.game));
        if let Some(position) = usual.position {
            game = position.to_game(&start.game, players, &mut Vec::new())?;
            acts.push(LogAct::Position(Box::new(position)));
        }
        for act in usual.acts {
            game.apply(&act, &mut Vec::new());
            acts.push(LogAct::Act(act));
        }
        Ok(Self { start, game, acts, fits, between: usual.between })
    }

    /// Does what others do before the step with this number; `is_done` once that was reached.
    fn fill_between(&self, nth: usize, is_done: &mut bool, game: &mut G) {
        let is_now = self.between.0 == nth && !std::mem::replace(is_done, *is_done || self.between.0 == nth);
        for act in self.between.1.iter().filter(|_| is_now) {
            game.apply(act, &mut Vec::new());
        }
    }

    /// The steps of each line as parsed here, and the refusal of the first that can't be parsed.
    fn parse_lines(&self, lines: &[String]) -> (LineSteps<G>, Option<Refusal>) {
        let (mut game, mut is_done) = (self.game.clone(), false);
        let mut read: LineSteps<G> = Vec::new();
        for line in lines {
            let mut typed = match TypedLine::of(&self.start.head, line) {
                Ok(typed) => typed,
                Err(refusal) => return (read, Some(refusal)),
            };
            let mut steps = Vec::new();
            loop {
                self.fill_between(read.iter().map(Vec::len).sum::<usize>() + steps.len(), &mut is_done, &mut game);
                let Some(step) = typed.play(&mut game) else { break };
                match step {
                    Ok(TypedStep::Step(actor, step)) => steps.push((actor, step)),
                    Ok(TypedStep::Note(_)) => {}
                    Err(refusal) => {
                        read.push(steps);
                        return (read, Some(refusal));
                    }
                }
            }
            read.push(steps);
        }
        (read, None)
    }

    /// The result of these steps here. An earlier line ends at an impossible step, the last one at its first foul.
    fn play(&self, lines: &[Vec<ActorStep<G>>]) -> LineResult {
        let (head, mut game, mut is_done) = (&self.start.head, self.game.clone(), false);
        let mut played =
            LineResult { earlier: Vec::new(), foul: None, verdict: Verdict::default(), is_out_of_order: false, looked_at: 0 };
        let mut described: Vec<String> = Vec::new();
        let mut nth = 0;
        for (line, steps) in lines.iter().enumerate() {
            let is_last = line + 1 == lines.len();
            let end = nth + steps.len();
            for (actor, step) in steps {
                self.fill_between(nth, &mut is_done, &mut game);
                let act: ActOf<G> = Act::Step { actor: *actor, step: step.clone() };
                nth += 1;
                played.looked_at = nth;
                if let Err(fault) = game.judge(&act) {
                    let breach = fault.breach();
                    if is_last {
                        played.is_out_of_order = game.check_order(&act).is_err();
                        (played.foul, played.verdict) = (Some((breach.kind, breach.clause)), head.verdict(&game, &act, fault));
                        return played;
                    }
                    played.earlier.push((nth, breach.kind, breach.clause));
                    if game.check_possible(&act).is_err() {
                        break;
                    }
                }
                game.apply(&act, &mut Vec::new());
                if is_last {
                    described.push(game.describe(*actor, step, &head.header));
                }
            }
            nth = end;
        }
        played.verdict = Verdict::legal(described.join("; "));
        played
    }
}
