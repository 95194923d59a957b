//! Type erasure: implements [`Referee`] for the typed referee of any game.

use super::{
    ExpectedSteps, ExplainedStep, Finding, LegalStep, LineExplanation, LineSnapshot, MissingTurn, PartDiff, PositionAt,
    Recording, Referee, Refusal, Verdict, parse_log::LoggedAct, position::parse_position, replay::Replay,
};
use crate::{
    log::{LineRef, Log, PresenceKey},
    table::{
        BareTotal, Book, CompleteGame, FieldValue, GamePosition as _, GameVerb as _, NameableCards, OpenVerbs, Players, Progress,
        RuleSettings, Seat, Sheet, VerbOption, Zones, count_of,
    },
};

pub(super) fn open_actors(open: &OpenVerbs) -> impl Iterator<Item = Option<Seat>> {
    let table = (!open.table.is_empty()).then_some(None);
    table.into_iter().chain(open.seats().iter().map(Some))
}

/// Refuses a reference to a line that is not in the log. Lines of a round count from `least` up to `extra` lines after the last.
fn check_line_ref(log: &Log, line_ref: LineRef, (least, extra): (u32, usize), book: &Book) -> Result<(), Refusal> {
    let available = match log.round(line_ref.round).map(|round| round.lines.len()) {
        Some(lines) if line_ref.line >= least && line_ref.line as usize <= lines + extra => return Ok(()),
        Some(lines) => format!("{} {} has {lines}", book.round_noun, line_ref.round),
        None => format!("the log has {}", count_of(log.rounds().len(), book.round_noun, book.rounds_noun)),
    };
    Err(Refusal::Cannot(format!("there is no line {line_ref}: {available}")))
}

impl<G: CompleteGame> Replay<G> {
    fn legal_steps_in(&self, game: &G) -> Vec<LegalStep> {
        let legal = game.legal_steps();
        let is_only = legal.len() == 1;
        legal.iter().map(|(seat, step)| self.legal_step(*seat, step, is_only && game.openly_forced(*seat, step))).collect()
    }

    fn legal_step(&self, seat: Seat, step: &G::Step, openly_forced: bool) -> LegalStep {
        let (step, parts) = (self.head.write(step), G::parts(step, self.head.players()));
        LegalStep { actor: self.head.name(seat), step, parts, openly_forced }
    }

    fn name(&self, actor: Option<Seat>) -> Option<String> {
        actor.map(|seat| self.head.name(seat))
    }

    /// Removes the rounds in which players are not at the table from the sheet, and adds a note about each who joined late or left.
    fn with_presences(&self, mut sheet: Sheet) -> Sheet {
        // The sum of the rounds before the log is on the sheet, too.
        let earlier_sum = usize::from(sheet.unrecorded() > 0);
        for presence in self.log.presences() {
            let Ok(seat) = self.head.players().find(&presence.name) else { continue };
            let (player, round) = (&mut sheet.players[seat.index()], presence.round as usize + earlier_sum);
            match presence.key {
                PresenceKey::Joined => {
                    player.joined = Some(presence.round);
                    player.rounds_missed = player.rounds.len().min(round - 1);
                    player.rounds.drain(..player.rounds_missed);
                }
                PresenceKey::Left => {
                    player.left = Some(presence.round);
                    player.rounds.truncate(round.saturating_sub(player.rounds_missed));
                }
            }
            sheet.notes.push(format!("{} {}.", player.name, presence.key.in_words(G::book().round_noun, presence.round)));
        }
        sheet
    }

    fn explain_at(&self, line_ref: LineRef) -> Vec<ExplainedStep> {
        let start = self.logged.partition_point(|logged| logged.line_ref < line_ref);
        let end = self.logged.partition_point(|logged| logged.line_ref <= line_ref);
        let mut game = self.head.new_game();
        let is_reached = self.logged[..start].iter().all(|logged| logged.redo(&mut game, self.head.players()).is_some());
        self.explain_line(line_ref, if is_reached { &self.logged[start..end] } else { &[] }, &mut game)
    }

    /// Explains the steps of a line. `game` is the state before the line, and becomes the state after it.
    fn explain_line(&self, line_ref: LineRef, line: &[LoggedAct<G>], game: &mut G) -> Vec<ExplainedStep> {
        // The findings are sorted by line.
        let start = self.findings.partition_point(|finding| finding.place() < line_ref);
        let end = self.findings.partition_point(|finding| finding.place() <= line_ref);
        let findings = &self.findings[start..end];
        let from_finding = |finding: &Finding| ExplainedStep {
            step: finding.text.clone(),
            description: String::new(),
            consequences: Vec::new(),
            verdict: Some(finding.verdict.clone()),
        };
        let mut steps = Vec::new();
        for logged in line {
            let Some(events) = logged.redo(game, self.head.players()) else { break };
            let index = findings.partition_point(|finding| finding.step < logged.step);
            let finding = findings.get(index).filter(|finding| finding.step == logged.step);
            let (step, description) = match &logged.act {
                None => (self.text_of(logged), String::new()),
                Some(act) => (self.head.write_logged(act), self.head.describe_logged(act, game)),
            };
            let consequences = self.head.consequences(game, &events);
            steps.push(ExplainedStep {
                step,
                description,
                consequences,
                verdict: finding.map(|finding| finding.verdict.clone()),
            });
            if logged.step == 0 {
                // Each player's part of a tally may have a finding.
                steps.extend(findings.iter().skip(1).map(from_finding));
            }
        }
        // An impossible step or tally was not applied, so its findings come last.
        let explained_count = steps.len();
        steps.extend(
            findings.iter().filter(|finding| finding.step as usize > explained_count || explained_count == 0).map(from_finding),
        );
        steps
    }

    /// The displayed text of a line, the beginning of a round, or a tally.
    fn text_at(&self, line_ref: LineRef) -> String {
        match (self.log.line(line_ref), self.log.round(line_ref.round)) {
            (Some(line), _) => line.text.to_string(),
            (None, Some(round)) if line_ref.line == 0 => format!("first = {}", &*round.first),
            _ => "tally".to_owned(),
        }
    }
}

impl<G: CompleteGame> Referee for Replay<G> {
    fn book(&self) -> &'static Book {
        G::book()
    }

    fn log(&self) -> &Log {
        &self.log
    }

    fn players(&self) -> &Players {
        self.head.players()
    }

    fn rules(&self) -> &RuleSettings {
        &self.head.rules
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }

    fn steps(&self) -> usize {
        self.steps
    }

    fn halted(&self) -> Option<LineRef> {
        self.halted
    }

    fn progress(&self) -> Progress {
        self.game.progress()
    }

    fn tally_so_far(&self) -> Option<Vec<String>> {
        let tally = self.game.tally_so_far().filter(|_| self.game.progress() == Progress::Underway)?;
        Some(Seat::all(self.head.players().names().len()).map(|seat| G::write_tally(&tally, seat)).collect())
    }

    fn position_fields(&self, parts: &[&str]) -> Result<Vec<Vec<Option<FieldValue>>>, Refusal> {
        let position = parse_position::<G>(parts, &self.head.context);
        let fields = position.map_err(|error| Refusal::unparsed_part(parts, error))?.field_values(self.head.players());
        Ok(fields.players.into_iter().chain(fields.table).collect())
    }

    fn canonical_tally(&self, player: &str, text: &str) -> Option<String> {
        let seat = self.head.players().find(player).ok()?;
        if self.log.is_scores_only()
            && let Some(total) = BareTotal::parse(text, G::book())
        {
            let (total, adjusted) = total.ok()?;
            return Some(total.to_text(adjusted, G::book()));
        }
        let part = |owner| if owner == seat { text } else { "" };
        let parts: Vec<&str> = self.head.players().seats().map(part).collect();
        Some(G::write_tally(&G::parse_tally(&parts, &self.head.context.setup).ok()?, seat))
    }

    fn expects(&self) -> Vec<ExpectedSteps> {
        let open = self.game.expects();
        let verbs = |actor| G::book().verbs_of(open.verbs_of(actor)).map(|verb| verb.name).collect();
        let count = |&verb: &G::Verb| Some((verb.text().name, self.game.cards_due(verb)?));
        let counts = |actor| G::Verb::ALL.iter().filter(|verb| open.verbs_of(actor).contains(**verb)).filter_map(count).collect();
        open_actors(&open)
            .map(|actor| ExpectedSteps { actor: self.name(actor), verbs: verbs(actor), counts: counts(actor) })
            .collect()
    }

    fn legal_steps(&self) -> Vec<LegalStep> {
        self.legal_steps_in(&self.game)
    }

    fn visible_legal_steps(&self) -> Vec<LegalStep> {
        self.legal_steps_in(&self.game.without_memory())
    }

    fn stocks(&self) -> Vec<(Vec<&'static str>, NameableCards)> {
        let mut stocks: Vec<(Vec<&'static str>, NameableCards)> = Vec::new();
        for &verb in G::Verb::ALL {
            let Some(stock) = G::nameable_cards(verb, &self.head.context) else { continue };
            match stocks.iter_mut().find(|(_, listed)| *listed == stock) {
                Some((verbs, _)) => verbs.push(verb.text().name),
                None => stocks.push((vec![verb.text().name], stock)),
            }
        }
        stocks
    }

    fn only_step(&self) -> Option<LegalStep> {
        let (seat, step) = self.game.only_step()?;
        Some(self.legal_step(seat, &step, true))
    }

    fn options(&self) -> Vec<(Option<String>, Vec<VerbOption>)> {
        let open = self.game.expects();
        open_actors(&open).map(|actor| (self.name(actor), self.game.options(actor, &self.head.context))).collect()
    }

    fn table_task(&self) -> Option<String> {
        self.game.table_task(&self.head.context)
    }

    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        self.completions(line)
    }

    fn zones(&self) -> Zones {
        self.game.zones(&self.head.context)
    }

    fn position(&self, memory: bool) -> Option<PositionAt> {
        let (mut game, mut latest) = (self.head.new_game(), None);
        let end = self.logged.last()?.line_ref;
        let (mut next_line, mut is_whole_line) = (LineRef::new(end.round, end.line + 1), true);
        for line in self.logged.chunk_by(|logged, next| logged.line_ref == next.line_ref) {
            let line_ref = line[0].line_ref;
            if line_ref.line > 0 && G::Position::from_game(&game, memory).is_some() {
                latest = Some((line_ref, game.clone()));
            }
            if let Some(impossible) = line.iter().position(|logged| logged.redo(&mut game, self.head.players()).is_none()) {
                // Judging stopped at this line, perhaps between its steps.
                (next_line, is_whole_line) = (line_ref, impossible == 0);
                break;
            }
            if line_ref.line == 0 {
                latest = None;
            }
        }
        let is_at_end = is_whole_line && G::Position::from_game(&game, memory).is_some();
        let (at, game) = if is_at_end { (next_line, game) } else { latest? };
        let position = G::Position::from_game(&game, memory)?;
        Some(PositionAt { at, is_earlier: !is_at_end, parts: self.head.write_position(&position) })
    }

    fn diff_position(&self, parts: &[&str]) -> Vec<PartDiff> {
        self.parts_differing(parts)
    }

    fn missing_turn(&self, parts: &[&str]) -> Option<MissingTurn> {
        self.only_turn(parts)
    }

    fn state(&self) -> serde_json::Value {
        self.game.state(self.head.players())
    }

    fn sheet(&self) -> Sheet {
        self.with_presences(self.game.score(self.head.players()))
    }

    fn visible_sheet(&self) -> Sheet {
        self.with_presences(self.game.visible_score(self.head.players()))
    }

    fn before_line(&self, line_ref: LineRef) -> Result<Box<dyn Referee>, Refusal> {
        check_line_ref(&self.log, line_ref, (1, 1), G::book())?;
        Ok(Box::new(Replay::before(self, line_ref).map_err(Refusal::cannot)?))
    }

    fn explain(&self, line_ref: Option<LineRef>) -> Result<LineExplanation, Refusal> {
        let has_tally = |round| self.log.round(round).is_some_and(|round| round.tally.is_some());
        let end = self.log.end();
        let last = LineRef::new(end.round, end.line + u32::from(has_tally(end.round)));
        if line_ref.is_none() && end.round == 0 {
            return Err(Refusal::cannot("nothing is recorded yet, and there is nothing to explain"));
        }
        let line_ref = line_ref.unwrap_or(last);
        check_line_ref(&self.log, line_ref, (0, usize::from(has_tally(line_ref.round))), G::book())?;
        Ok(LineExplanation { place: line_ref, text: self.text_at(line_ref), steps: self.explain_at(line_ref) })
    }

    fn snapshots(&self) -> Vec<LineSnapshot> {
        let mut game = self.head.new_game();
        let is_judged = |line_ref| self.halted.is_none_or(|halted| line_ref <= halted);
        let lines =
            self.logged.chunk_by(|logged, next| logged.line_ref == next.line_ref).filter(|line| is_judged(line[0].line_ref));
        let snapshot = |line: &[LoggedAct<G>]| {
            let line_ref = line[0].line_ref;
            let steps = self.explain_line(line_ref, line, &mut game);
            let open = game.expects();
            LineSnapshot {
                why: LineExplanation { place: line_ref, text: self.text_at(line_ref), steps },
                open: game.zones(&self.head.context).open,
                acting: open.seats(),
                totals: game.visible_totals(self.head.players()),
            }
        };
        lines.map(snapshot).collect()
    }

    fn try_line(&self, line: &str) -> Result<Vec<(String, Verdict)>, Refusal> {
        self.try_line(line)
    }

    fn record(&self, lines: &[&str], first: Option<&str>) -> Result<Recording, Refusal> {
        self.record_lines(lines, first)
    }

    fn canonical(&self) -> Result<Log, Refusal> {
        Self::canonical(self)
    }

    fn with_renamed_players(&self, names: &[(String, String)]) -> Result<Log, Refusal> {
        Self::with_renamed_players(self, names)
    }

    fn record_tally(&self, texts: &[&str], first: Option<&str>) -> Result<Recording, Refusal> {
        self.record_tally(texts, first)
    }
}
