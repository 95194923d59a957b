//! Type erasure: implements [`Referee`] for the typed referee of any game.

use super::{
    ExpectedSteps, ExplainedStep, Finding, LegalStep, LineExplanation, LineSnapshot, MissingTurn, PartDiff, PositionAt,
    Recording, Referee, Refusal, Verdict, parse_log::LoggedAct, position::parse_position, replay::Replay,
};
use crate::{
    log::{LineRef, Log},
    table::{
        BareTotal, Book, CompleteGame, FieldValue, GamePosition as _, GameVerb as _, NameableCards, OpenVerbs, Players, Progress,
        RuleSettings, Seat, Sheet, Zones, count_of,
    },
};

pub(super) fn open_actors(open: &OpenVerbs) -> impl Iterator<Item = Option<Seat>> {
    let table = (!open.table.is_empty()).then_some(None);
    table.into_iter().chain(open.seats().iter().map(Some))
}

/// Refuses a place that is not in the log. A round has places from line `least` up to `extra` lines after its last.
fn check_place(log: &Log, place: LineRef, (least, extra): (u32, usize), round: &str) -> Result<(), Refusal> {
    let end = match log.round(place.round).map(|round| round.lines.len()) {
        Some(lines) if place.line >= least && place.line as usize <= lines + extra => return Ok(()),
        Some(lines) => format!("{round} {} has {lines}", place.round),
        None => format!("the log has {}", count_of(log.rounds().len(), round, &format!("{round}s"))),
    };
    Err(Refusal::Cannot(format!("there is no line {place}: {end}")))
}

impl<G: CompleteGame> Replay<G> {
    fn offers(&self, game: &G) -> Vec<LegalStep> {
        let legal = game.legal_steps();
        let is_only = legal.len() == 1;
        legal.iter().map(|(seat, step)| self.offer(*seat, step, is_only && game.openly_forced(*seat, step))).collect()
    }

    fn offer(&self, seat: Seat, step: &G::Step, openly_forced: bool) -> LegalStep {
        let (step, parts) = (self.head.write(step), G::parts(step, self.head.players()));
        LegalStep { actor: self.head.name(seat), step, parts, openly_forced }
    }

    fn name(&self, actor: Option<Seat>) -> Option<String> {
        actor.map(|seat| self.head.name(seat))
    }

    /// A sheet in which each player who left has no later rounds. Notes name the last round of each.
    fn with_departures(&self, mut sheet: Sheet) -> Sheet {
        // Rounds before the log are on the sheet, too.
        let earlier_rounds = sheet.rounds().saturating_sub(self.log.rounds().len());
        for departure in self.log.departures() {
            let last = departure.round as usize + earlier_rounds;
            let Ok(seat) = self.head.players().find(&departure.name) else { continue };
            let player = &mut sheet.players[seat.index()];
            player.left = Some(departure.round);
            player.rounds.truncate(last);
            sheet.notes.push(format!("{} left after {} {}.", player.name, G::book().round_noun, departure.round));
        }
        sheet
    }

    fn explain_place(&self, place: LineRef) -> Vec<ExplainedStep> {
        let from = self.logged.partition_point(|logged| logged.place < place);
        let upto = self.logged.partition_point(|logged| logged.place <= place);
        let mut game = self.head.new_game();
        let is_reached = self.logged[..from].iter().all(|logged| logged.redo(&mut game, self.head.players()).is_some());
        self.explain(place, if is_reached { &self.logged[from..upto] } else { &[] }, &mut game)
    }

    /// Explains the steps of a line. `game` is the state before the line, and becomes the state after it.
    fn explain(&self, place: LineRef, line: &[LoggedAct<G>], game: &mut G) -> Vec<ExplainedStep> {
        // The findings are sorted by place.
        let from = self.findings.partition_point(|finding| finding.place() < place);
        let upto = self.findings.partition_point(|finding| finding.place() <= place);
        let found = &self.findings[from..upto];
        let from_finding = |finding: &Finding| ExplainedStep {
            step: finding.text.clone(),
            description: String::new(),
            consequences: Vec::new(),
            verdict: Some(finding.verdict.clone()),
        };
        let mut steps = Vec::new();
        for logged in line {
            let Some(events) = logged.redo(game, self.head.players()) else { break };
            let first = found.partition_point(|finding| finding.step < logged.step);
            let finding = found.get(first).filter(|finding| finding.step == logged.step);
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
                steps.extend(found.iter().skip(1).map(from_finding));
            }
        }
        // An impossible step or tally was not applied, so its findings come last.
        let explained = steps.len();
        steps.extend(found.iter().filter(|finding| finding.step as usize > explained || explained == 0).map(from_finding));
        steps
    }

    /// The displayed text of a line, the beginning of a round, or its tally.
    fn text_at(&self, place: LineRef) -> String {
        match (self.log.line(place), self.log.round(place.round)) {
            (Some(line), _) => line.text.to_string(),
            (None, Some(round)) if place.line == 0 => format!("first = {}", &*round.first),
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
        let position = parse_position::<G>(parts, &self.head.context).map_err(|(nth, error)| {
            let text = nth.and_then(|nth| parts.get(nth)).copied().unwrap_or_default();
            Refusal::unparsed(text, error)
        })?;
        let fields = position.field_values(self.head.players());
        Ok(fields.players.into_iter().chain(fields.table).collect())
    }

    fn canonical_tally(&self, player: &str, text: &str) -> Option<String> {
        let seat = self.head.players().find(player).ok()?;
        if self.log.is_scores_only()
            && let Some(total) = BareTotal::parse(text, G::book())
        {
            return Some(total.ok()?.to_text(G::book()));
        }
        let part = |owner| if owner == seat { text } else { "" };
        let parts: Vec<&str> = self.head.players().seats().map(part).collect();
        Some(G::write_tally(&G::parse_tally(&parts, &self.head.context).ok()?, seat))
    }

    fn expects(&self) -> Vec<ExpectedSteps> {
        let open = self.game.expects();
        let kinds = |actor| G::book().verbs_of(open.verbs_of(actor)).map(|verb| verb.name).collect();
        let count = |&verb: &G::Verb| Some((verb.text().name, self.game.cards_due(verb)?));
        let counts = |actor| G::Verb::ALL.iter().filter(|verb| open.verbs_of(actor).contains(**verb)).filter_map(count).collect();
        open_actors(&open)
            .map(|actor| ExpectedSteps { actor: self.name(actor), verbs: kinds(actor), counts: counts(actor) })
            .collect()
    }

    fn legal_steps(&self) -> Vec<LegalStep> {
        self.offers(&self.game)
    }

    fn visible_legal_steps(&self) -> Vec<LegalStep> {
        self.offers(&self.game.without_memory())
    }

    fn stocks(&self) -> Vec<(Vec<&'static str>, NameableCards)> {
        let mut stocks: Vec<(Vec<&'static str>, NameableCards)> = Vec::new();
        for &verb in G::Verb::ALL {
            let Some(stock) = G::nameable_cards(verb, &self.head.context) else { continue };
            match stocks.iter_mut().find(|(_, known)| *known == stock) {
                Some((kinds, _)) => kinds.push(verb.text().name),
                None => stocks.push((vec![verb.text().name], stock)),
            }
        }
        stocks
    }

    fn only_step(&self) -> Option<LegalStep> {
        let (seat, step) = self.game.only_step()?;
        Some(self.offer(seat, &step, true))
    }

    fn options(&self) -> Vec<(Option<String>, Vec<String>)> {
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
        let end = self.logged.last()?.place;
        let (mut next_line, mut is_whole_line) = (LineRef::new(end.round, end.line + 1), true);
        for logged in self.logged.chunk_by(|one, next| one.place == next.place) {
            let place = logged[0].place;
            if place.line > 0 && G::Position::from_game(&game, memory).is_some() {
                latest = Some((place, game.clone()));
            }
            if let Some(impossible) = logged.iter().position(|logged| logged.redo(&mut game, self.head.players()).is_none()) {
                // Judging stopped at this line, perhaps between its steps.
                (next_line, is_whole_line) = (place, impossible == 0);
                break;
            }
            if place.line == 0 {
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
        self.with_departures(self.game.score(self.head.players()))
    }

    fn visible_sheet(&self) -> Sheet {
        self.with_departures(self.game.visible_score(self.head.players()))
    }

    fn before_line(&self, place: LineRef) -> Result<Box<dyn Referee>, Refusal> {
        check_place(&self.log, place, (1, 1), G::book().round_noun)?;
        Ok(Box::new(Replay::before(self, place).map_err(Refusal::cannot)?))
    }

    fn explain(&self, place: Option<LineRef>) -> Result<LineExplanation, Refusal> {
        let has_tally = |round| self.log.round(round).is_some_and(|round| round.tally.is_some());
        let end = self.log.end();
        let last = LineRef::new(end.round, end.line + u32::from(has_tally(end.round)));
        if place.is_none() && end.round == 0 {
            return Err(Refusal::cannot("nothing is recorded yet, and there is nothing to explain"));
        }
        let place = place.unwrap_or(last);
        check_place(&self.log, place, (0, usize::from(has_tally(place.round))), G::book().round_noun)?;
        Ok(LineExplanation { place, text: self.text_at(place), steps: self.explain_place(place) })
    }

    fn snapshots(&self) -> Vec<LineSnapshot> {
        let mut game = self.head.new_game();
        let is_judged = |place| self.halted.is_none_or(|halted| place <= halted);
        let lines = self.logged.chunk_by(|one, next| one.place == next.place).filter(|line| is_judged(line[0].place));
        let snapshot = |line: &[LoggedAct<G>]| {
            let place = line[0].place;
            let steps = self.explain(place, line, &mut game);
            let open = game.expects();
            LineSnapshot {
                why: LineExplanation { place, text: self.text_at(place), steps },
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
