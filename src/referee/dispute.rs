//! Judges a move with no log at all: the table as it lies, and the lines that are in dispute.

use super::{
    Entered, NewGame, Referee, Refusal, Verdict,
    position::{TABLE, parse_position},
    replay::Replay,
    setup::start_as,
};
use crate::{
    log::{Log, is_note, split_typed},
    table::{DeckKey, Disputed, Header, Kind, Players, Positioned as _, Refereed, Seat, or_list, parse_by_letter, taken},
};
use std::collections::HashSet;

/// The most lines of a dispute.
const MAX_LINES: usize = 200;

/// What is to be judged: a table, the position on it, and lines.
#[derive(Clone, Debug, Default)]
pub struct Dispute {
    /// The table; its players are those of the parts, in their order.
    pub new: NewGame,
    /// The parts of the position, `NAME: …` each, and `table: …`.
    pub parts: Vec<String>,
    /// The lines, the last of which is in dispute.
    pub lines: Vec<String>,
}

impl Dispute {
    /// Tells parts from lines: the parts end with that of the table, or before the first name that comes again.
    pub fn of(new: NewGame, texts: &[String]) -> Self {
        let (mut players, mut parts, mut seen) = (Vec::<String>::new(), Vec::new(), HashSet::new());
        for text in texts {
            let Some((name, _)) = text.split_once(':') else { break };
            let name = name.trim();
            if !seen.insert(name.to_lowercase()) {
                break;
            }
            parts.push(text.clone());
            if name.eq_ignore_ascii_case(TABLE) {
                break;
            }
            players.push(name.to_owned());
        }
        let lines = texts[parts.len()..].to_vec();
        Self { new: NewGame { players, ..new }, parts, lines }
    }
}

/// What was judged.
pub struct Judged {
    /// What was assumed because the position doesn't say it, in words.
    pub taken: Vec<String>,
    /// What breaks a rule before the last line: in the lines before it.
    pub earlier: Vec<(String, Verdict)>,
    /// Each step of the last line with its verdict; none if there is no line.
    pub verdicts: Vec<(String, Verdict)>,
    /// What the last line does, if it is legal.
    pub does: Vec<Entered>,
    /// The table before the last line.
    pub table: Box<dyn Referee>,
}

/// What a line was judged to be for one choice of who began.
struct Choice<G: Refereed> {
    judged: Judged,
    /// Whether the first line's actor may act.
    is_open: bool,
    table: Replay<G>,
}

/// Judges a dispute in the game `G`.
///
/// # Errors
/// If the table can't be set up or lie so, if a line can't be read, or if something has to be said that decides the verdict.
pub fn judge_as<G: Refereed>(dispute: &Dispute) -> Result<Judged, Refusal> {
    if !G::Position::TAKEN {
        return Err(Refusal::cannot(format!(
            "{} can't be taken up in the middle, so it can't be judged without a log",
            G::book().title
        )));
    }
    if dispute.new.players.len() > Seat::MOST {
        return Err(Refusal::cannot(format!(
            "at most {} sit at a table, and here are {}",
            Seat::MOST,
            dispute.new.players.len()
        )));
    }
    if dispute.lines.len() > MAX_LINES {
        return Err(Refusal::cannot(format!("a dispute has at most {MAX_LINES} lines, and here are {}", dispute.lines.len())));
    }
    let refused = match at_table::<G>(dispute) {
        Err(refusal) => refusal,
        judged => return judged,
    };
    let mut refused_anyway = None;
    // What a new game would ask is what fits the table, if nobody says it.
    let is_open =
        |key: &&DeckKey| key.is_for(dispute.new.players.len()) && dispute.new.deck.iter().all(|(name, _)| name != key.name);
    let asked = G::book().deck.iter().filter(is_open).flat_map(|key| key.one_of.iter().map(move |word| (key.name, *word)));
    for (key, word) in asked {
        let (mut other, setting) = (dispute.clone(), format!("`{key} = {word}`"));
        other.new.deck.push((key.to_owned(), word.to_owned()));
        match at_table::<G>(&other) {
            Ok(mut judged) => {
                judged.taken.push(format!("Assumed, because it fits what lies there: {setting}"));
                return Ok(judged);
            }
            // One that names the setting is about what was tried here; any other is about what was said.
            Err(refusal) if refused_anyway.is_none() && !refusal.to_string().contains(&setting) => {
                refused_anyway = Some(refusal);
            }
            Err(_) => {}
        }
    }
    Err(refused_anyway.unwrap_or(refused))
}

/// Judges a dispute at a table that is said whole.
fn at_table<G: Refereed>(dispute: &Dispute) -> Result<Judged, Refusal> {
    let seats = dispute.new.players.len();
    if let Some(name) = &dispute.new.first {
        return Ok(of_first::<G>(dispute, name)?.judged);
    }
    let mut choices: Vec<Choice<G>> = Vec::new();
    let mut refused = None;
    for name in &dispute.new.players {
        match of_first::<G>(dispute, name) {
            Ok(choice) => choices.push(choice),
            Err(refusal) => refused = refused.or(Some(refusal)),
        }
    }
    if choices.iter().any(|choice| choice.is_open) {
        choices.retain(|choice| choice.is_open);
    }
    let none = || Refusal::cannot(format!("nobody sits at a table of {seats}"));
    let is_same = |one: &Choice<G>, other: &Choice<G>| {
        let kinds = |choice: &Choice<G>| -> Vec<(Option<Kind>, Option<String>)> {
            choice.judged.verdicts.iter().map(|(_, verdict)| (verdict.kind, verdict.clause.clone())).collect()
        };
        let open = |choice: &Choice<G>| choice.table.game.legal_steps();
        kinds(one) == kinds(other) && (!one.judged.verdicts.is_empty() || open(one) == open(other))
    };
    let mut choices = choices.into_iter();
    let Some(first) = choices.next() else { return Err(refused.unwrap_or_else(none)) };
    if choices.all(|other| is_same(&first, &other)) {
        return Ok(first.judged);
    }
    let names = or_list(&dispute.new.players);
    Err(Refusal::cannot(format!("it depends on who {}: say it with `--first NAME` ({names})", G::book().first)))
}

/// Judges a dispute of a round that this player began.
fn of_first<G: Refereed>(dispute: &Dispute, first: &str) -> Result<Choice<G>, Refusal> {
    let new = NewGame { first: Some(first.to_owned()), ..dispute.new.clone() };
    let start = Replay::<G>::of(Log::parse(start_as::<G>(&new)?).map_err(Refusal::cannot)?).map_err(Refusal::cannot)?;
    let header = &start.head.header;
    let texts: Vec<&str> = dispute.parts.iter().map(String::as_str).collect();
    let mut overruled = parse_position::<G>(&texts, header).map_err(|(nth, error)| {
        let text = nth.and_then(|nth| texts.get(nth)).copied().unwrap_or_default();
        Refusal::unparsed(text, error)
    })?;
    let steps = steps_of::<G>(&dispute.lines, header);
    let actor = dispute.lines.first().and_then(|line| actor_of(line, &header.players));
    let lines = Disputed { steps: &steps, actor, is_empty: dispute.lines.is_empty() };
    let ask = |unsaid: crate::table::Unsaid| {
        Refusal::Cannot(format!("{}: say it, for it matters here", unsaid.describe(&header.players)))
    };
    let said = overruled.position.clone();
    let (position, assumed) = overruled.position.assumed(&start.game, &lines, &header.players).map_err(ask)?;
    let is_let_stand = |part| overruled.reasons.get(part).is_some_and(Option::is_some);
    let misfit = || position.misfits(&start.game).into_iter().find(|(part, _)| !is_let_stand(*part)).map(|(_, fault)| fault);
    let fault = position.construct(&start.game).map_or_else(Some, |_| misfit());
    if let Some(unsaid) = fault.and_then(|fault| said.lacks(fault).or_else(|| G::Position::unsaid(fault))) {
        return Err(ask(unsaid));
    }
    overruled.position = position;
    let mut table = recorded(&start, &start.head.write_overruled(&overruled))?.1;
    let (mut earlier, mut meant) = (Vec::new(), Vec::new());
    let is_open = steps.first().is_none_or(|(actor, _)| {
        let open = table.game.expects();
        actor.is_none_or(|seat| !open.to(Some(seat)).is_empty())
    });
    if let Some((_, before)) = dispute.lines.split_last() {
        for line in before {
            let tried = table.tried(line)?;
            meant.extend(meant_by::<G>(line, &tried, header));
            let fouls: Vec<_> = tried.into_iter().filter(|(_, verdict)| verdict.kind.is_some()).collect();
            let has_reason = split_typed(line).is_ok_and(|split| split.reason().is_some());
            let stands = if fouls.is_empty() || has_reason { line.clone() } else { format!("{line} ! judged as it stands") };
            table = recorded(&table, &stands)?.1;
            earlier.extend(fouls);
        }
    }
    let (mut verdicts, mut does) = (Vec::new(), Vec::new());
    if let Some(line) = dispute.lines.last() {
        verdicts = table.tried(line)?;
        meant.extend(meant_by::<G>(line, &verdicts, header));
        if verdicts.iter().all(|(_, verdict)| verdict.kind.is_none()) {
            does = recorded(&table, line)?.0;
        }
    }
    // What is legal instead is told only of zones that somebody has said.
    let is_said = |text: &String| match G::parse(text, header) {
        Ok(step) => {
            let steps = [(actor, step)];
            said.clone().assumed(&start.game, &Disputed { steps: &steps, ..lines }, &header.players).is_ok()
        }
        Err(_) => true,
    };
    verdicts.iter_mut().chain(&mut earlier).for_each(|(_, verdict)| verdict.alternatives.retain(is_said));
    // What could be read only with the table may touch something else that isn't said.
    if meant.len() > steps.len() {
        said.assumed(&start.game, &Disputed { steps: &meant, ..lines }, &header.players).map_err(ask)?;
    }
    let judged =
        Judged { taken: taken(&assumed).into_iter().collect(), earlier, verdicts, does, table: Box::new(table.copied()?) };
    Ok(Choice { judged, is_open, table })
}

/// What a line does, and the table after it.
fn recorded<G: Refereed>(table: &Replay<G>, line: &str) -> Result<(Vec<Entered>, Replay<G>), Refusal> {
    let recorded = table.recorded(&[line], None)?;
    let does = recorded.entered().collect();
    Ok((does, Replay::of(recorded.log).map_err(Refusal::cannot)?))
}

impl<G: Refereed> Replay<G> {
    fn copied(&self) -> Result<Self, Refusal> {
        Self::of(self.log.clone()).map_err(Refusal::cannot)
    }
}

/// The steps that a line turned out to mean.
fn meant_by<G: Refereed>(line: &str, tried: &[(String, Verdict)], header: &Header<G::Setup>) -> Vec<(Option<Seat>, G::Step)> {
    let actor = actor_of(line, &header.players);
    tried.iter().filter_map(|(text, _)| Some((actor, G::parse(text, header).ok()?))).collect()
}

fn actor_of(line: &str, players: &Players) -> Option<Seat> {
    let name = split_typed(line).ok()?.actor()?;
    players.find_by_prefix(&line[name]).ok()
}

/// The steps that lines name, as far as they can be read without the table.
fn steps_of<G: Refereed>(lines: &[String], header: &Header<G::Setup>) -> Vec<(Option<Seat>, G::Step)> {
    let mut steps = Vec::new();
    for line in lines {
        let Ok(split) = split_typed(line) else { continue };
        let actor = actor_of(line, &header.players);
        for range in split.steps() {
            let text = &line[range];
            if is_note(text) {
                continue;
            }
            let read = G::parse(text, header).ok().or_else(|| parse_by_letter::<G>(text, header)?.ok());
            steps.extend(read.map(|step| (actor, step)));
        }
    }
    steps
}
