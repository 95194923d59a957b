//! Judges a dispute at the usual table, where each unstated piece has its usual value: the value that the game assumes, because it
//! is the likeliest. Then tries another value of one piece at a time, which shows the values that would change the verdict.

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
        Act, ActOf, ClauseId, CompleteGame, EMPTY_VALUE, FillChoice, FindingKind, Game, GameFault as _, GamePosition as _,
        PartOwner, Players, PositionError, Seat, Unknown, UsualPosition as _, UsualTable,
    },
};

/// The most times that the lines are parsed. Their steps decide the usual table, at which the lines can mean other steps again.
const MAX_PARSES: usize = 3;

type ActorStep<G> = (Option<Seat>, <G as Game>::Step);

type LineSteps<G> = Vec<Vec<ActorStep<G>>>;

type Verdicts = Vec<(String, Verdict)>;

/// A table that the stated position allows.
struct CandidateTable<'a, G: CompleteGame> {
    start: &'a Replay<G>,
    game: G,
    /// The acts from the beginning of the round to this table.
    acts: Vec<LogAct<G>>,
    /// Whether legal steps can lead to the table.
    is_reachable: bool,
    /// The index of a step, and the acts of other players to apply before it.
    between: (usize, Vec<ActOf<G>>),
}

/// The result of playing the lines at a candidate table.
#[derive(Default)]
struct LineResult {
    /// The fouls of the lines before the last, each with the number of its step.
    earlier_fouls: Vec<(usize, FindingKind, ClauseId)>,
    /// The first foul of the last line.
    foul: Option<(FindingKind, ClauseId)>,
    /// The verdict on the last line.
    verdict: Verdict,
    /// Whether that foul is an act out of turn, or an act that is not due.
    is_out_of_order: bool,
    /// The number of steps that were judged, also in earlier lines.
    judged_count: usize,
}

pub(super) fn judge<G: CompleteGame>(dispute: &Dispute) -> Result<DisputeResult, Refusal> {
    let seated = SeatedDispute::<G>::of(dispute)?;
    let (table, lines) = seated.resolve_lines()?;
    let steps = lines.concat();
    let start = table.start;
    let (trial, earlier) = seated.judge_lines(&table, &lines)?;
    let referee = Replay { game: table.game.clone(), ..start.replay_again()? };
    let (assumed, referee) = (seated.assumed.clone(), Box::new(referee));
    let mut result = DisputeResult {
        assumed,
        earlier,
        verdicts: Vec::new(),
        consequences: Vec::new(),
        deciding_values: Vec::new(),
        table: referee,
    };
    let Some(mut trial) = trial else { return Ok(result) };
    trial.add_deciding_rules(start);
    // The verdict states only facts that hold at two tables with different cards where nothing names a card.
    if let Ok(second_table) = CandidateTable::from_position(&seated.position, start, &steps, FillChoice::Second)
        && (second_table.acts != table.acts || second_table.between != table.between)
        && let Ok((Some(second_trial), _)) = seated.judge_lines(&second_table, &lines)
    {
        trial.keep_shared(&second_trial);
    }
    (result.verdicts, result.consequences) = (trial.verdicts, trial.consequences);
    result.deciding_values = seated.find_deciding_values(&table, &lines);
    Ok(result)
}

/// The usual table, and another one for each further player who can be in turn.
pub(super) fn tables_to_move<G: CompleteGame>(dispute: &Dispute) -> Result<Vec<Replay<G>>, Refusal> {
    let seated = SeatedDispute::<G>::of(dispute)?;
    let (table, _) = seated.resolve_lines()?;
    let start = table.start;
    let mut tables: Vec<Replay<G>> = vec![Replay { game: table.game.clone(), ..start.replay_again()? }];
    for unknown in seated.unknowns(start, &[]) {
        for value in unknown.values {
            let Ok(candidate) = CandidateTable::from_position(&value.position, start, &[], FillChoice::First) else { continue };
            let in_turn = candidate.game.expects().seats();
            if in_turn.iter().any(|seat| tables.iter().all(|table| !table.game.expects().seats().contains(seat))) {
                tables.push(Replay { game: candidate.game, ..start.replay_again()? });
            }
        }
    }
    Ok(tables)
}

impl<G: CompleteGame> Replay<G> {
    /// Replays the log again, because a replay can't be cloned.
    fn replay_again(&self) -> Result<Self, Refusal> {
        Self::of(self.log.clone()).map_err(Refusal::cannot)
    }
}

impl<G: CompleteGame> SeatedDispute<G> {
    /// The usual table for the steps of the lines, and these steps, line by line.
    fn resolve_lines(&self) -> Result<(CandidateTable<'_, G>, LineSteps<G>), Refusal> {
        let mut table = self.usual_table(&[])?;
        let mut steps: LineSteps<G> = Vec::new();
        let mut refusal = None;
        for nth in 0..MAX_PARSES {
            let mut parsed;
            (parsed, refusal) = table.parse_lines(&self.lines);
            if refusal.is_some()
                && nth == 0
                && let Some(parsed_elsewhere) = self.parse_at_other_table(table.start)
            {
                (parsed, refusal) = (parsed_elsewhere, None);
            }
            if parsed == steps {
                break;
            }
            steps = parsed;
            // If the deck lacks cards that the steps need, take the usual table without steps.
            table = self.usual_table(&steps.concat()).or_else(|_| self.usual_table(&[]))?;
        }
        match refusal {
            Some(refusal) => Err(refusal),
            None => Ok((table, steps)),
        }
    }

    /// The steps of each line, parsed at a table with another value of an unstated piece: `c 7s 3m` where a 4 lies.
    fn parse_at_other_table(&self, start: &Replay<G>) -> Option<LineSteps<G>> {
        self.unknowns(start, &[]).into_iter().flat_map(|unknown| unknown.values).find_map(|value| {
            let table = CandidateTable::from_position(&value.position, start, &[], FillChoice::First).ok()?;
            let (parsed, refusal) = table.parse_lines(&self.lines);
            refusal.is_none().then_some(parsed)
        })
    }

    /// The usual table for these steps. Its `first` player is chosen so that the first step that takes a turn is in turn.
    fn usual_table(&self, steps: &[ActorStep<G>]) -> Result<CandidateTable<'_, G>, Refusal> {
        let is_in_turn = |table: &CandidateTable<'_, G>| {
            let (mut game, mut is_filled) = (table.game.clone(), false);
            steps.iter().enumerate().find_map(|(nth, (actor, step))| {
                table.fill_between(nth, &mut is_filled, &mut game);
                let act = Act::Step { actor: *actor, step: step.clone() };
                let is_in_turn = game.check_order(&act).is_ok();
                game.apply(&act, &mut Vec::new());
                actor.filter(|_| !G::verb_text(step).actor.is_optional()).map(|_| is_in_turn)
            })
        };
        let tables =
            || self.starts.iter().map(|start| CandidateTable::from_position(&self.position, start, steps, FillChoice::First));
        let in_turn = || tables().filter(|table| table.as_ref().is_ok_and(|table| is_in_turn(table) != Some(false)));
        let found = in_turn().find(|table| table.as_ref().is_ok_and(|table| table.is_reachable)).or_else(|| in_turn().next());
        let likeliest = || {
            tables()
                .find(Result::is_ok)
                .unwrap_or_else(|| CandidateTable::from_position(&self.position, self.start(), steps, FillChoice::First))
        };
        found.unwrap_or_else(likeliest).map_err(|error| {
            let head = &self.start().head;
            let text = head.position_text(&self.position);
            Refusal::foul(None, text.clone(), text, head.verdict_on_position(error))
        })
    }

    /// Judges the lines at a table. Returns the trial of the last line, if there is one, and the fouls of the lines before.
    fn judge_lines(
        &self,
        table: &CandidateTable<'_, G>,
        lines: &[Vec<ActorStep<G>>],
    ) -> Result<(Option<Trial<G>>, Verdicts), Refusal> {
        let mut trial = Trial::at(table.game.clone(), table.acts.clone());
        trial.between.clone_from(&table.between);
        let mut earlier = Vec::new();
        let Some((last, earlier_lines)) = self.lines.split_last() else { return Ok((None, earlier)) };
        for (line, steps) in earlier_lines.iter().zip(lines) {
            let end = trial.step_count + steps.len();
            trial.judge_line(table.start, line)?;
            trial.step_count = end;
            earlier.extend(trial.verdicts.iter().filter(|(_, verdict)| verdict.kind.is_some()).cloned());
        }
        trial.stops_at_foul = true;
        trial.judge_line(table.start, last)?;
        Ok((Some(trial), earlier))
    }

    /// The unstated pieces that these steps touch.
    fn unknowns(&self, start: &Replay<G>, steps: &[ActorStep<G>]) -> Vec<Unknown<G::Position>> {
        let players = start.head.players();
        match self.position.usual(&start.game, steps, FillChoice::First, players) {
            Ok(UsualTable { position: Some(usual), .. }) => self.position.unstated(&usual, &start.game, steps, players),
            _ => Vec::new(),
        }
    }

    /// A piece in notation, as `hand 3`: the texts that only `position` has, or of these the ones with the keyword `piece`. If there is
    /// none, nothing lies there: `-`.
    fn piece_text(&self, position: &G::Position, part: PartOwner, piece: &str, players: &Players) -> String {
        let (stated, written) = (self.position.write(players), position.write(players));
        let [stated, written] = [&stated, &written].map(|parts| parts.get(part).map_or("", String::as_str));
        let added = || written.split("; ").filter(|text| !stated.split("; ").any(|stated| stated == *text));
        let mut texts: Vec<&str> = added().filter(|text| text.starts_with(piece)).collect();
        if texts.is_empty() {
            texts = added().collect();
        }
        if texts.is_empty() { EMPTY_VALUE.to_owned() } else { texts.join("; ") }
    }

    /// The values of unstated pieces with which the last line has another verdict than at the usual table.
    fn find_deciding_values(&self, table: &CandidateTable<'_, G>, lines: &[Vec<ActorStep<G>>]) -> Vec<DecidingValue> {
        let (steps, players) = (lines.concat(), table.start.head.players());
        let usual_result = table.play(lines);
        let mut found = Vec::new();
        for unknown in self.unknowns(table.start, &steps[..usual_result.judged_count]) {
            let mut fouls: Vec<Option<(FindingKind, ClauseId)>> = vec![usual_result.foul];
            for value in unknown.values {
                let Ok(candidate) = CandidateTable::from_position(&value.position, table.start, &steps, FillChoice::First) else {
                    continue;
                };
                let result = candidate.play(lines);
                let is_usual_foul = |step: usize| usual_result.earlier_fouls.iter().any(|(nth, ..)| *nth == step);
                let has_new_foul = result.earlier_fouls.iter().any(|(step, ..)| !is_usual_foul(*step));
                if has_new_foul || fouls.contains(&result.foul) {
                    continue;
                }
                fouls.push(result.foul);
                // Another foul is not worth a sentence if it is out of order, or comes before the foul at the usual table.
                let is_minor = result.is_out_of_order || result.judged_count < usual_result.judged_count;
                let is_shown = value.is_told && (usual_result.foul.is_none() || result.foul.is_none() || !is_minor);
                found.push(DecidingValue {
                    piece: unknown.piece,
                    of: unknown.part.map(|seat| players.name(seat).to_owned()),
                    value: self.piece_text(&value.position, unknown.part, unknown.piece, players),
                    words: value.words,
                    is_shown,
                    verdict: result.verdict,
                });
            }
        }
        found
    }
}

impl<'a, G: CompleteGame> CandidateTable<'a, G> {
    /// The table of a position with its unstated pieces at their usual values.
    fn from_position(
        position: &G::Position,
        start: &'a Replay<G>,
        steps: &[ActorStep<G>],
        fill_choice: FillChoice,
    ) -> Result<Self, PositionError> {
        let players = start.head.players();
        let usual = position.usual(&start.game, steps, fill_choice, players)?;
        let (mut game, mut acts) = (start.game.clone(), Vec::new());
        let is_reachable = usual.position.as_ref().is_none_or(|position| position.fits(&start.game));
        if let Some(position) = usual.position {
            game = position.to_game(&start.game, players, &mut Vec::new())?;
            acts.push(LogAct::Position(Box::new(position)));
        }
        for act in usual.acts {
            game.apply(&act, &mut Vec::new());
            acts.push(LogAct::Act(act));
        }
        Ok(Self { start, game, acts, is_reachable, between: usual.between })
    }

    /// Applies the acts of other players before step `nth`, if they belong there. `is_filled` becomes true when they were applied.
    fn fill_between(&self, nth: usize, is_filled: &mut bool, game: &mut G) {
        let is_due = self.between.0 == nth && !std::mem::replace(is_filled, *is_filled || self.between.0 == nth);
        for act in self.between.1.iter().filter(|_| is_due) {
            game.apply(act, &mut Vec::new());
        }
    }

    /// The steps of each line as parsed at this table, and the refusal of the first step that can't be parsed.
    fn parse_lines(&self, lines: &[String]) -> (LineSteps<G>, Option<Refusal>) {
        let (mut game, mut is_filled) = (self.game.clone(), false);
        let mut parsed: LineSteps<G> = Vec::new();
        for line in lines {
            let mut typed = match TypedLine::of(&self.start.head, line) {
                Ok(typed) => typed,
                Err(refusal) => return (parsed, Some(refusal)),
            };
            let mut steps = Vec::new();
            loop {
                self.fill_between(parsed.iter().map(Vec::len).sum::<usize>() + steps.len(), &mut is_filled, &mut game);
                let Some(step) = typed.play(&mut game) else { break };
                match step {
                    Ok(TypedStep::Step(actor, step)) => steps.push((actor, step)),
                    Ok(TypedStep::Note(_)) => {}
                    Err(refusal) => {
                        parsed.push(steps);
                        return (parsed, Some(refusal));
                    }
                }
            }
            parsed.push(steps);
        }
        (parsed, None)
    }

    /// Plays the steps at this table. An earlier line ends at an impossible step, the last line at its first foul.
    fn play(&self, lines: &[Vec<ActorStep<G>>]) -> LineResult {
        let (head, mut game, mut is_filled) = (&self.start.head, self.game.clone(), false);
        let mut result = LineResult::default();
        let mut descriptions: Vec<String> = Vec::new();
        let mut nth = 0;
        for (line, steps) in lines.iter().enumerate() {
            let is_last = line + 1 == lines.len();
            let end = nth + steps.len();
            for (actor, step) in steps {
                self.fill_between(nth, &mut is_filled, &mut game);
                let act: ActOf<G> = Act::Step { actor: *actor, step: step.clone() };
                nth += 1;
                result.judged_count = nth;
                if let Err(fault) = game.judge(&act) {
                    let breach = fault.breach();
                    if is_last {
                        result.is_out_of_order = game.check_order(&act).is_err();
                        (result.foul, result.verdict) = (Some((breach.kind, breach.clause)), head.verdict(&game, &act, fault));
                        return result;
                    }
                    result.earlier_fouls.push((nth, breach.kind, breach.clause));
                    if game.check_possible(&act).is_err() {
                        break;
                    }
                }
                game.apply(&act, &mut Vec::new());
                if is_last {
                    descriptions.push(game.describe(*actor, step, &head.context));
                }
            }
            nth = end;
        }
        result.verdict = Verdict::legal(descriptions.join("; "));
        result
    }
}
