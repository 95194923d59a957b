//! Changes something recorded earlier. The log is judged again, and the effect on later lines is reported before saving.

use super::{
    Amendment, Edit, EffectChange, Finding, Referee, Refusal, ScoreChange, WinnersChange,
    deck_entries::parse_deck_value,
    line_origins::{LineOrigins, name_of_part, tally_of, without_findings},
    log_act::LogAct,
    refusal::{check_each_once, date},
    replay::Replay,
    tally::typed_tally,
    typed_line::{needs_all_players, nobody_joins},
    usual_rule,
};
use crate::{
    log::{
        BETWEEN_PARTS, BETWEEN_SEATS, ChangeError, Correction, CorrectionTarget, HeadKey, LineRef, Log, Model, PresenceKey,
        check_name, is_note, is_position, now, with_final_places,
    },
    table::{
        Book, CompleteGame, DeckKey, FindingKind, Progress, RuleSettings, RuleValue, Seat, Seats, and_list, comparison_key,
        did_you_mean, is_adjustment, is_same_name,
    },
};
use std::collections::{BTreeSet, HashMap};

/// A step, and the effects that its text doesn't state.
pub struct StepEffect {
    pub line_ref: LineRef,
    pub text: String,
    pub effect: String,
}

/// The operations of a referee that amending needs, without the type of the game.
pub trait AmendReferee {
    /// Every step with its effects, in the order of the log.
    fn step_effects(&self) -> Vec<StepEffect>;

    /// Writes the new lines of edits in canonical notation. Each line is parsed in the state of the game before its line reference.
    /// A new text without a player is the old line's player's. The line references ascend. An error has the index of its edit.
    fn canonical_lines(&self, edits: &[&Edit]) -> Result<Vec<String>, (usize, Refusal)>;

    /// Writes the parts of a round's tally in canonical notation, in seat order.
    fn canonical_parts(&self, round: u32, parts: &[&str]) -> Result<Vec<String>, Refusal>;

    /// The table rules for another number of players: those of the log, but for what was set, or now has to be, because of the number.
    fn rules_for(&self, players: usize) -> RuleSettings;

    /// The players who may be `first` of a round of the log.
    fn allowed_firsts(&self, round: u32) -> Vec<String>;

    /// Replays another log of the same game.
    fn replay_log(&self, log: Log) -> Result<Box<dyn Referee>, Refusal>;
}

impl<G: CompleteGame> AmendReferee for Replay<G> {
    fn canonical_lines(&self, edits: &[&Edit]) -> Result<Vec<String>, (usize, Refusal)> {
        let (mut game, mut is_halted) = (self.head.new_game(), false);
        let mut earlier_acts = self.logged.iter().peekable();
        let canonical = |(nth, edit): (usize, &&Edit)| {
            let (line_ref, line, old_line) = match edit {
                Edit::Replace(line_ref, line) => (line_ref, line, self.log.line(*line_ref)),
                Edit::Insert(line_ref, line) => (line_ref, line, None),
                _ => return None,
            };
            while let Some(logged) = earlier_acts.next_if(|logged| logged.line_ref < *line_ref && !is_halted) {
                is_halted = logged.redo(&mut game, self.head.players()).is_none();
            }
            let old_actor = old_line.and_then(|old_line| self.head.players().find(old_line.actor()?).ok());
            Some(self.canonical_line(game.clone(), line, old_actor).map_err(|refusal| (nth, refusal)))
        };
        edits.iter().enumerate().filter_map(canonical).collect()
    }

    fn canonical_parts(&self, round: u32, parts: &[&str]) -> Result<Vec<String>, Refusal> {
        let (tally, reasons) = typed_tally::<G>(parts, &self.head.context, &self.counting_mode(round))?;
        Ok(self.head.write_tally(&tally, &reasons))
    }

    fn rules_for(&self, players: usize) -> RuleSettings {
        let (book, in_force) = (G::book(), self.head.rules);
        let mut rules = in_force;
        for entry in self.log.rules() {
            let Some(usual) = usual_rule(book, &self.log, &entry.key) else { continue };
            let mut chosen = in_force;
            // The values are those of the book.
            let _ = chosen.set(book, &entry.key, &RuleValue::from_text(&usual));
            G::adjust_rules(self.head.players().count(), &mut chosen, &[]);
            if chosen == in_force {
                let _ = rules.set(book, &entry.key, &RuleValue::from_text(&usual));
            }
        }
        G::adjust_rules(players, &mut rules, &[]);
        rules
    }

    fn allowed_firsts(&self, round: u32) -> Vec<String> {
        self.before(LineRef::new(round, 0)).map(|before| (&before as &dyn Referee).may_be_first()).unwrap_or_default()
    }

    fn replay_log(&self, log: Log) -> Result<Box<dyn Referee>, Refusal> {
        Ok(Box::new(Self::of(log).map_err(|error| Refusal::cannot(ChangeError::from(error)))?))
    }

    fn step_effects(&self) -> Vec<StepEffect> {
        let mut step_effects = Vec::new();
        let mut game = self.head.new_game();
        for logged in &self.logged {
            let step = logged.act.as_ref().and_then(LogAct::step);
            let mut effects: Vec<String> =
                step.iter().map(|(actor, step)| game.effect(*actor, step, &self.head.context)).collect();
            let Some(events) = logged.redo(&mut game, self.head.players()) else { break };
            let Some((_, step)) = step else { continue };
            let consequences = self.head.consequences(&game, &events).into_iter();
            effects.extend(consequences.filter(|consequence| consequence.immediate).map(|consequence| consequence.text));
            effects.retain(|part| !part.is_empty());
            step_effects.push(StepEffect { line_ref: logged.line_ref, text: self.head.write(step), effect: effects.join("; ") });
        }
        step_effects
    }
}

const NO_CHANGE: &str = "the log has this already; nothing is changed";

/// A log while it is amended.
struct AmendDraft<'a> {
    /// The referee of the log before the change.
    old: &'a dyn Referee,
    log: Model,
    origins: LineOrigins,
    corrections: Vec<Correction>,
    /// The changes of the times of play. The log keeps no corrections for them.
    time_changes: Vec<Correction>,
    when: jiff::Timestamp,
}

impl dyn Referee + '_ {
    /// Changes earlier lines. All edits are judged together. Later lines that become illegal need a reason that overrules them. After
    /// a forgotten round, the `first` of each later round is corrected.
    pub fn amend(&self, edits: &[Edit], overrule: Option<&str>) -> Result<Amendment, Refusal> {
        let with_firsts = if has_new_round(edits) { self.with_following_firsts(edits) } else { None };
        let edits = with_firsts.as_deref().unwrap_or(edits);
        if overrule.is_some_and(|reason| reason.trim().is_empty()) {
            return Err(Refusal::cannot("the reason is empty: say why the table lets later lines stand"));
        }
        let (mut draft, mut new) = draft_with_edits(self, edits)?;
        draft.refuse_new_halt(&*new)?;
        loop {
            let mut illegal = draft.newly_illegal(&*new);
            if illegal.is_empty() {
                break;
            }
            let Some(reason) = overrule else {
                let illegal_edit = illegal.iter().find(|finding| draft.origins.of_finding(finding).is_none());
                if let Some(Finding { actor, text, verdict, .. }) = illegal_edit.cloned() {
                    let line = actor.as_ref().map_or_else(|| text.clone(), |name| format!("{name}: {text}"));
                    return Err(Refusal::foul(actor, text, line, verdict));
                }
                for finding in illegal.iter_mut().filter(|finding| finding.line == 0) {
                    let corrected = draft.corrected_first(&*new, finding);
                    finding.verdict.alternatives = corrected.iter().map(ToString::to_string).collect();
                }
                return Err(Refusal::LaterIllegal(illegal));
            };
            // A reason can't overrule the beginning of a round, which stays a finding.
            illegal.retain(|finding| finding.line > 0);
            if illegal.is_empty() {
                break;
            }
            draft.mark_all(&illegal, reason)?;
            new = draft.replay(NO_CHANGE)?;
        }
        draft.finish(&*new)
    }

    /// Extends edits by a correction of each later `first` that the edits make illegal, as long as only one player is possible.
    /// Returns `None` if nothing is added.
    pub fn mend_following_firsts(&self, edits: &[Edit]) -> Option<Vec<Edit>> {
        // After a forgotten round, `amend` does it.
        if has_new_round(edits) { None } else { self.with_following_firsts(edits) }
    }

    fn with_following_firsts(&self, edits: &[Edit]) -> Option<Vec<Edit>> {
        let mut all_edits = edits.to_vec();
        // Each new `first` can make the next one illegal.
        for _ in self.log().rounds() {
            let (draft, new) = draft_with_edits(self, &all_edits).ok()?;
            let illegal_first = draft.newly_illegal(&*new).into_iter().find(|finding| finding.line == 0);
            let Some(edit) = illegal_first.and_then(|finding| draft.corrected_first(&*new, &finding)) else { break };
            all_edits.push(edit);
        }
        (all_edits.len() > edits.len()).then_some(all_edits)
    }

    /// Extends an edit that adds a forgotten turn, removes a surplus turn, or changes a `first`. After an added or removed
    /// turn, every later line of the round gets the next player or the previous one as its actor. After a new `first`, the actor
    /// of every line moves by as many seats as `first`. Returns `None` if that makes a line illegal that was legal before.
    pub fn reassign_following_turns(&self, edits: &[Edit]) -> Option<Vec<Edit>> {
        let seat_index = |name: &str| self.players().find(name).ok().map(Seat::index);
        let player_count = self.players().count();
        let (from, shifts) = match edits {
            [Edit::Insert(line_ref, _)] => (*line_ref, vec![1, -1]),
            [Edit::Delete(line_ref)] => (LineRef::new(line_ref.round, line_ref.line + 1), vec![-1, 1]),
            [Edit::First(round, name)] => {
                let [old_first, new_first] = [seat_index(&self.log().round(*round)?.first)?, seat_index(name)?];
                (LineRef::new(*round, 1), vec![((new_first + player_count - old_first) % player_count).cast_signed()])
            }
            _ => return None,
        };
        let lines = &self.log().round(from.round)?.lines;
        shifts.into_iter().find_map(|shift| {
            let mut all_edits = edits.to_vec();
            for (line, number) in lines.iter().zip(1..).skip(from.line.checked_sub(1)? as usize) {
                let Some(actor) = line.split.actor() else { continue };
                let new_index = (seat_index(&line.text[actor.clone()])? + player_count).checked_add_signed(shift)? % player_count;
                let new_actor = self.players().seats().nth(new_index)?;
                let text = format!("{}{}{}", &line.text[..actor.start], self.players().name(new_actor), &line.text[actor.end..]);
                all_edits.push(Edit::Replace(LineRef::new(from.round, number), text));
            }
            let has_more = all_edits.len() > edits.len();
            (has_more && self.amend(&all_edits, None).is_ok()).then_some(all_edits)
        })
    }

    /// The edits, with each exchange of two lines as the two replacements that it is.
    pub fn without_swaps(&self, edits: &[Edit]) -> Result<Vec<Edit>, Refusal> {
        let mut replacements = Vec::with_capacity(edits.len());
        for edit in edits {
            let Edit::Swap(line_ref, other) = edit else {
                replacements.push(edit.clone());
                continue;
            };
            let split = |line_ref: LineRef| {
                let Some(line) = self.log().line(line_ref) else { return Err(unknown_line(self.log(), line_ref)) };
                let no_player = || {
                    Refusal::Cannot(format!("line {line_ref} is no player's: `swap` exchanges what the players of two lines did"))
                };
                Ok(line.text.split_at(line.split.actor().ok_or_else(no_player)?.end))
            };
            let ((actor, steps), (other_actor, other_steps)) = (split(*line_ref)?, split(*other)?);
            replacements.push(Edit::Replace(*line_ref, format!("{actor}{other_steps}")));
            replacements.push(Edit::Replace(*other, format!("{other_actor}{steps}")));
        }
        Ok(replacements)
    }

    /// Changes table rules, and what `[deck]` says (an empty value takes it out); the whole log is judged again.
    pub fn change_rules(&self, changes: &[(String, String)]) -> Result<Amendment, Refusal> {
        check_each_once(changes)?;
        let mut draft = AmendDraft::of(self);
        let (book, mut rules) = (self.book(), *self.rules());
        for (key, value) in changes {
            if let Some(deck_key) = book.deck.iter().find(|deck_key| deck_key.name == key) {
                draft.set_deck(deck_key, value)?;
                continue;
            }
            rules.set(book, key, &RuleValue::from_text(value)).map_err(Refusal::cannot)?;
            draft.set_rule(key, &rules)?;
        }
        let new = draft.replay("these table rules are already in force; nothing is changed")?;
        draft.refuse_new_halt(&*new)?;
        draft.finish(&*new)
    }

    /// Changes the head, all keys together: `date`, `place`, `title`, `notes`, `closed` (an empty value removes one),
    /// `player.NAME`, and `seats` (the same names in another order; the whole log is judged again).
    pub fn change_head(&self, changes: &[(String, String)]) -> Result<Amendment, Refusal> {
        check_each_once(changes)?;
        let mut names = Vec::new();
        for (key, name) in changes {
            let Some(was) = key.strip_prefix("player.") else { continue };
            let was = self.players().name(self.players().find(was).map_err(Refusal::cannot)?).to_owned();
            if was != *name {
                names.push((was, name.clone()));
            }
        }
        // Rename first, so that the other changes are reported with the new names.
        let renamed_referee = if names.is_empty() { None } else { Some(self.replay_log(self.with_renamed_players(&names)?)?) };
        let mut draft = AmendDraft::of(renamed_referee.as_deref().unwrap_or(self));
        for (was, now) in names {
            // The log of the draft already has the new names.
            draft.corrections.push(Correction::new(CorrectionTarget::Player(was.clone()), Some(was), Some(now), draft.when));
        }
        let is_time = |key: &str| HeadKey::from_name(key).is_some_and(HeadKey::is_time);
        let (time_changes, other_changes): (Vec<_>, Vec<_>) =
            changes.iter().filter(|(key, _)| !key.starts_with("player.")).partition(|(key, _)| is_time(key));
        for (key, value) in other_changes {
            // The request names a renamed player by the old name.
            let seat = PresenceKey::split(key).and_then(|(key, name)| Some((key, self.players().find(name).ok()?)));
            let new_key = seat.map(|(key, seat)| format!("{}.{}", key.name(), draft.old.players().name(seat)));
            draft.set_head(new_key.as_ref().unwrap_or(key), value)?;
        }
        draft.set_times(time_changes.into_iter())?;
        let new = draft.replay(NO_CHANGE)?;
        draft.refuse_new_halt(&*new)?;
        draft.finish(&*new)
    }

    /// The effects of an undo or redo that led from this log to `log` by `changes`.
    pub fn diff_after_undo(&self, log: &Log, changes: &[crate::log::HistoryChange]) -> Result<Amendment, Refusal> {
        let mut renamed_referee: Option<Box<dyn Referee>> = None;
        for change in changes {
            let rename = |correction: &Correction| {
                matches!(correction.at, CorrectionTarget::Player(_)).then(|| correction.was.clone().zip(correction.now.clone()))
            };
            let names: Vec<_> = change.corrections.iter().filter_map(rename).flatten().collect();
            if !names.is_empty() {
                let log = renamed_referee.as_deref().unwrap_or(self).with_renamed_players(&names);
                renamed_referee = log.and_then(|log| self.replay_log(log)).ok().or(renamed_referee);
            }
        }
        let mut draft = AmendDraft::of(renamed_referee.as_deref().unwrap_or(self));
        let corrections = changes.iter().flat_map(|change| &change.corrections);
        corrections.for_each(|correction| draft.origins.apply_correction(correction));
        (draft.log, draft.when) = (Model::of(log), log.corrections().last().map_or(draft.when, |last| last.when));
        let new = self.replay_log(log.clone())?;
        draft.finish(&*new)
    }
}

fn draft_with_edits<'a>(old: &'a dyn Referee, edits: &[Edit]) -> Result<(AmendDraft<'a>, Box<dyn Referee>), Refusal> {
    let edits = &old.without_swaps(edits)?[..];
    // Edits are applied from the end to the start, so that the line references of the remaining edits stay valid.
    let mut order: Vec<&Edit> = edits.iter().rev().collect();
    let part_owner = |edit: &Edit| if let Edit::Tally(_, part) = edit { name_of_part(part) } else { String::new() };
    order.sort_by_key(|edit| {
        std::cmp::Reverse((line_ref_of(edit), !matches!(edit, Edit::Insert(..) | Edit::InsertTally(..)), part_owner(edit)))
    });
    let is_same_target = |edit: &Edit, other: &Edit| match (edit, other) {
        (Edit::Insert(..) | Edit::InsertTally(..), _) | (_, Edit::Insert(..) | Edit::InsertTally(..)) => false,
        (Edit::Tally(..), Edit::Tally(..)) if part_owner(edit) != part_owner(other) => false,
        _ => line_ref_of(edit) == line_ref_of(other),
    };
    if let Some(pair) = order.windows(2).find(|pair| is_same_target(pair[0], pair[1])) {
        return Err(Refusal::Cannot(format!("{} is changed twice; give it once", pair[0].target())));
    }
    let mut draft = AmendDraft::of(old);
    draft.apply_edits(edits, &order)?;
    let new = draft.replay(NO_CHANGE)?;
    Ok((draft, new))
}

fn has_new_round(edits: &[Edit]) -> bool {
    edits.iter().any(|edit| matches!(edit, Edit::InsertTally(..)))
}

fn head_key_refusal(book: &Book, key: &str) -> Refusal {
    let about_rule = |what: &str| format!("`{key}` {what}: `fowlplay rule FILE key=value` changes table rules");
    Refusal::Cannot(match key {
        "variant" => about_rule("says which table rules hold"),
        _ if book.rule(key).is_some() => about_rule("is a table rule"),
        "players" => {
            "`players` is mended name by name, `player.Bo=Bob`, and `seats=Bo,Ada` changes the order of the seats".to_owned()
        }
        "left" => "`left` names a player: `left.Tom=3` says that Tom left after round 3, `left.Tom=` that he did not".to_owned(),
        "joined" => {
            "`joined` names a player: `joined.Dot=3` says that Dot joined in round 3, `joined.Dot=` that she did not".to_owned()
        }
        "file" => "`file` is the log's own name, and no part of it: rename the file".to_owned(),
        "fowlplay" | "game" | "kept" | "rules" | "deck" | "round" => {
            format!("`{key}` can't be changed: start a new log")
        }
        _ => {
            let keys = HeadKey::ALL.map(HeadKey::name).into_iter().chain(["seats"]);
            let hint = did_you_mean(key, keys.clone()).map(|similar| format!("did you mean `{similar}`? ")).unwrap_or_default();
            let keys: Vec<&str> = keys.chain(["player.NAME", "joined.NAME", "left.NAME"]).collect();
            format!("`{key}` is not a key of the head; {hint}there are {}", and_list(&keys))
        }
    })
}

fn unknown_line(log: &Log, line_ref: LineRef) -> Refusal {
    let Some(round) = log.round(line_ref.round) else { return unknown_round(log, line_ref.round) };
    Refusal::cannot(ChangeError::NoLine { place: line_ref, lines: u32::try_from(round.lines.len()).unwrap_or(u32::MAX) })
}

fn unknown_round(log: &Log, round: u32) -> Refusal {
    Refusal::cannot(ChangeError::NoRound { round, rounds: log.end().round })
}

fn line_ref_of(edit: &Edit) -> LineRef {
    match edit {
        Edit::Replace(line_ref, _) | Edit::Insert(line_ref, _) | Edit::Delete(line_ref) | Edit::Swap(line_ref, _) => *line_ref,
        Edit::Tally(round, _) | Edit::DeleteTally(round) => tally_of(*round),
        Edit::First(round, _) | Edit::InsertTally(round, _) => LineRef::new(*round, 0),
    }
}

impl<'a> AmendDraft<'a> {
    fn of(old: &'a dyn Referee) -> Self {
        let log = old.log();
        let when = log.free_timestamp(now());
        Self { old, log: Model::of(log), origins: LineOrigins::of(log), corrections: Vec::new(), time_changes: Vec::new(), when }
    }

    /// The edit that corrects the `first` of a later round with a finding of the `new` log, if only one player is possible.
    fn corrected_first(&self, new: &dyn Referee, finding: &Finding) -> Option<Edit> {
        let [name] = <[String; 1]>::try_from(new.allowed_firsts(finding.round)).ok()?;
        Some(Edit::First(self.origins.of_finding(finding)?.round, name))
    }

    fn correct(&mut self, at: CorrectionTarget, was: Option<String>, now: Option<String>) -> Result<(), Refusal> {
        let mut correction = Correction::new(at, was, now, self.when);
        self.log.apply(&mut correction).map_err(Refusal::cannot)?;
        self.corrections.push(correction);
        Ok(())
    }

    fn set_head(&mut self, key: &str, value: &str) -> Result<(), Refusal> {
        if key == "seats" {
            return self.set_seats(value);
        }
        if let Some((key, name)) = PresenceKey::split(key) {
            return self.set_presence(key, name, value);
        }
        let Some(head_key) = HeadKey::from_name(key) else { return Err(head_key_refusal(self.old.book(), key)) };
        let was = self.log.head(head_key);
        let now = match head_key {
            _ if value.is_empty() => None,
            HeadKey::Date => Some(date(value)?.to_string()),
            HeadKey::Closed if self.old.progress() == Progress::GameOver => {
                return Err(Refusal::cannot("the game is over, and need not be closed"));
            }
            _ => Some(value.to_owned()),
        };
        if was != now {
            self.correct(CorrectionTarget::Head(head_key), was, now)?;
        }
        Ok(())
    }

    fn set_deck(&mut self, key: &DeckKey, value: &str) -> Result<(), Refusal> {
        let at = CorrectionTarget::Deck(key.name.to_owned());
        let was = self.log.text_at(&at);
        let now = (!value.is_empty()).then(|| parse_deck_value(value, key.each).to_text());
        if was == now { Ok(()) } else { self.correct(at, was, now) }
    }

    /// Sets a table rule to its value in `rules`. A log doesn't contain default values.
    fn set_rule(&mut self, key: &str, rules: &RuleSettings) -> Result<(), Refusal> {
        let (book, at) = (self.old.book(), CorrectionTarget::Rule(key.to_owned()));
        let (now, usual) = (rules.value(book, key).map(|value| value.to_string()), usual_rule(book, self.old.log(), key));
        let was = self.log.text_at(&at);
        if was.as_ref().or(usual.as_ref()) == now.as_ref() {
            Ok(())
        } else {
            self.correct(at, was, now.filter(|now| usual.as_ref() != Some(now)))
        }
    }

    /// Changes the times of play, without corrections in the log.
    fn set_times<'c>(&mut self, changes: impl Iterator<Item = &'c (String, String)>) -> Result<(), Refusal> {
        let (old_log, mut period) = (self.old.log(), self.log.play_period());
        let mut keys = Vec::new();
        for (key, value) in changes.filter_map(|(key, value)| Some((HeadKey::from_name(key)?, value))) {
            period.set(key, Some(value.as_str()).filter(|value| !value.is_empty())).map_err(Refusal::cannot)?;
            keys.push(key);
        }
        if period == old_log.play_period() {
            return Ok(());
        }
        self.log.set_play_period(&period);
        let change = |key| Correction::new(CorrectionTarget::Head(key), old_log.head(key), self.log.head(key), self.when);
        self.time_changes = keys.into_iter().map(change).filter(|change| change.was != change.now).collect();
        Ok(())
    }

    /// Sets the round in which a player joined, or after which a player left. With an empty value, the player did not. A player who
    /// joined is a new last seat. Rounds that count for the player now, and have no part of the player's, get an empty one.
    fn set_presence(&mut self, key: PresenceKey, name: &str, value: &str) -> Result<(), Refusal> {
        let (old, players, noun) = (self.old, self.old.players(), self.old.book().round_noun);
        let cannot = |why: String| Err(Refusal::Cannot(why));
        let at = |name: &str| CorrectionTarget::Presence(key, name.to_owned());
        let is_joining = key == PresenceKey::Joined;
        let name = match players.find(name) {
            Ok(seat) => players.name(seat),
            Err(_) if is_joining && !value.is_empty() => {
                check_name(name).map_err(Refusal::cannot)?;
                name
            }
            Err(unknown) => return Err(Refusal::cannot(unknown)),
        };
        if !self.log.is_scores_only() {
            return cannot(if is_joining { nobody_joins(name) } else { needs_all_players(old.book(), name) });
        }
        let was = self.log.text_at(&at(name));
        let is_new = is_joining && was.is_none();
        if is_new && players.find(name).is_ok() {
            return cannot(format!("{name} plays from the first {noun}: `joined` is for somebody who takes a new seat"));
        }
        let counted = old.log().rounds().iter().filter(|round| round.tally.is_some()).count();
        let counted = u32::try_from(counted).unwrap_or(u32::MAX);
        let rounds = if is_joining { 2..=counted + 1 } else { 1..=counted };
        let now = match value.parse::<u32>() {
            _ if value.is_empty() => None,
            _ if counted == 0 => return cannot(format!("no {noun} is counted yet: start another log with those who play")),
            Ok(round) if rounds.contains(&round) => Some(round),
            Ok(round) if is_joining => {
                return cannot(format!("{name} can't have joined in {noun} {round}: the next one is {noun} {}", rounds.end()));
            }
            Ok(round) => return cannot(format!("{name} can't have left after {noun} {round}: 1 to {counted} are counted")),
            Err(_) => {
                let (key, number, which) = (key.name(), rounds.end(), if is_joining { "first" } else { "last" });
                return cannot(format!("`{value}` is not a {noun}: {key}.{name}={number} if that was {name}'s {which}"));
            }
        };
        if now.is_some_and(|round| round == *rounds.end()) && old.progress() == Progress::GameOver {
            return cannot(format!("the game is over: nobody {} it any more", if is_joining { "joins" } else { "leaves" }));
        }
        let now = now.map(|round| round.to_string());
        if was == now {
            return Ok(());
        }
        let correction = Correction::new(at(name), was, now, self.when);
        let mut after = self.log.clone();
        after.apply(&mut correction.clone()).map_err(Refusal::cannot)?;
        if after.fewest_players() < 2 {
            return cannot("at least two players go on: `closed=REASON` says that nobody finishes the game".to_owned());
        }
        let is_player = after.players().iter().any(|player| is_same_name(player, name));
        for number in 1..=old.log().end().round {
            let at = CorrectionTarget::Tally(number);
            let Some(tally) = self.log.text_at(&at) else { continue };
            let parts = || tally.split(BETWEEN_PARTS);
            let part = parts().find(|part| name_of_part(part) == comparison_key(name));
            let is_empty = |part: &str| part.split_once(':').is_none_or(|(_, text)| text.trim().is_empty());
            let new_tally = match part {
                None if is_player && after.is_present(name, number) => format!("{tally}{BETWEEN_PARTS}{name}:"),
                Some(part) if !after.is_present(name, number) && !is_empty(part) || !is_player && !is_empty(part) => {
                    return cannot(format!(
                        "{noun} {number} counts something of {name}'s: `amend FILE {number}.tally '{name}:'` takes it out"
                    ));
                }
                Some(part) if !is_player => parts().filter(|other| *other != part).collect::<Vec<_>>().join(BETWEEN_PARTS),
                _ => continue,
            };
            self.correct(at, Some(tally), Some(new_tally))?;
        }
        if let (false, Some(number)) = (
            is_player,
            (1..).zip(old.log().rounds()).find_map(|(number, round)| is_same_name(&round.first, name).then_some(number)),
        ) {
            return cannot(format!(
                "{name} {} in {noun} {number}: `amend FILE {number}.first NAME` says who else did",
                old.book().first_role
            ));
        }
        if !is_player {
            // Redo gives the player the last seat again.
            let (seats, last): (Vec<&str>, Vec<&str>) =
                players.names().iter().map(String::as_str).partition(|other| *other != name);
            self.set_seats(&[seats, last].concat().join(","))?;
        }
        if is_player != players.find(name).is_ok() {
            let rules = old.rules_for(after.players().len());
            old.book().rules.iter().try_for_each(|rule| self.set_rule(rule.key, &rules))?;
        }
        self.correct(correction.at, correction.was, correction.now)?;
        Ok(())
    }

    fn set_seats(&mut self, names: &str) -> Result<(), Refusal> {
        let players = self.old.players();
        let seats: Vec<Seat> =
            names.split(',').map(|name| players.find(name)).collect::<Result<_, _>>().map_err(Refusal::cannot)?;
        if seats.len() != players.count() || seats.iter().copied().collect::<Seats>().len() != seats.len() {
            let all = players.names().join(",");
            return Err(Refusal::Cannot(format!("`seats` names every player once, clockwise: seats={all}")));
        }
        let now = players.names_of(seats);
        if now != players.names() {
            self.correct(CorrectionTarget::Seats, Some(players.names().join(BETWEEN_SEATS)), Some(now.join(BETWEEN_SEATS)))?;
        }
        Ok(())
    }

    /// Applies edits in the order of `sorted_edits`: from the last line to the first.
    fn apply_edits(&mut self, edits: &[Edit], sorted_edits: &[&Edit]) -> Result<(), Refusal> {
        let ascending: Vec<&Edit> = sorted_edits.iter().rev().copied().collect();
        let canonical = self.old.canonical_lines(&ascending).map_err(|(nth, refusal)| {
            let nth = edits.iter().position(|edit| std::ptr::eq(edit, ascending[nth]));
            refusal.of_line(nth.unwrap_or_default(), edits.len())
        });
        let mut canonical = canonical?.into_iter().rev();
        let log = self.old.log();
        let mut corrections: Vec<Correction> = Vec::new();
        for &edit in sorted_edits {
            let at = edit.target();
            // If the line doesn't exist, replacing or deleting it fails later.
            let (was, now) = match edit {
                Edit::Replace(..) => (Some(log.text_at(&at).unwrap_or_default()), canonical.next()),
                Edit::Insert(..) => (None, canonical.next()),
                Edit::Delete(_) => (Some(log.text_at(&at).unwrap_or_default()), None),
                Edit::DeleteTally(_) => (log.text_at(&at), None),
                Edit::Tally(round, part) => {
                    // Several parts of a tally are one correction.
                    let earlier = corrections.pop_if(|correction| correction.at == at);
                    let (was, tally) = earlier.map_or_else(|| (log.text_at(&at), None), |earlier| (earlier.was, earlier.now));
                    let tally = tally.or_else(|| was.clone());
                    (was, Some(self.with_part(*round, tally.as_deref(), part)?))
                }
                Edit::First(round, name) => {
                    let was = log.text_at(&at).ok_or_else(|| unknown_round(log, *round))?;
                    let seat = self.old.players().find(name).map_err(Refusal::cannot)?;
                    (Some(was), Some(self.old.players().name(seat).to_owned()))
                }
                Edit::InsertTally(round, parts) => {
                    corrections.extend(self.forgotten_round(*round, parts)?);
                    continue;
                }
                // Two replacements stand in its place.
                Edit::Swap(..) => continue,
            };
            if now.is_none() || was != now {
                corrections.push(Correction::new(at, was, now, self.when));
            }
        }
        self.correct_lines(corrections, LineOrigins::apply_correction)
    }

    /// The corrections that put a forgotten round before a round. Its `first` is that of the round, if that is allowed. The players who are at the table in only one of the rounds before and after it are there if they have a part. Who joined or left
    /// later did so a round later.
    fn forgotten_round(&self, round: u32, parts: &[String]) -> Result<Vec<Correction>, Refusal> {
        let log = self.old.log();
        let first = log.round(round).ok_or_else(|| unknown_round(log, round))?.first.to_string();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let canonical = |round| Ok((round, self.old.canonical_parts(round, &parts)?));
        let (like, canonical) = canonical(round)
            .or_else(|refusal| if round > 1 { canonical(round - 1).map_err(|_| refusal) } else { Err(refusal) })?;
        let present = self.old.players().names().iter().zip(canonical).filter(|(name, _)| log.is_present(name, like));
        let tally: Vec<String> = present.map(|(_, part)| part).collect();
        let (begins, ends) = (LineRef::new(round, 0), Some(tally.join(BETWEEN_PARTS)));
        let mut corrections = vec![
            Correction::new(CorrectionTarget::Line(begins), None, Some(first.clone()), self.when),
            Correction::new(CorrectionTarget::Tally(round), None, ends, self.when),
        ];
        for presence in log.presences() {
            let is_later = match presence.key {
                PresenceKey::Joined => presence.round > like,
                PresenceKey::Left => presence.round >= like,
            };
            if is_later {
                let at = CorrectionTarget::Presence(presence.key, presence.name.to_string());
                let [was, now] = [presence.round, presence.round.saturating_add(1)].map(|round| Some(round.to_string()));
                corrections.push(Correction::new(at, was, now, self.when));
            }
        }
        let mut new = self.log.clone();
        corrections.iter_mut().try_for_each(|correction| new.apply(correction)).map_err(Refusal::cannot)?;
        let allowed = self.old.replay_log(new.log().map_err(Refusal::cannot)?)?.allowed_firsts(round);
        if let (Some(due), false) = (allowed.first(), allowed.contains(&first)) {
            corrections[0].now = Some(due.clone());
        }
        Ok(corrections)
    }

    /// A round's tally with a player's part replaced. The other parts stay as they are written.
    fn with_part(&self, round: u32, tally: Option<&str>, part: &str) -> Result<String, Refusal> {
        let log = self.old.log();
        let no_tally =
            || log.round(round).map_or_else(|| unknown_round(log, round), |_| Refusal::cannot(ChangeError::NoTally(round)));
        let tally = tally.ok_or_else(no_tally)?;
        let mut parts: Vec<&str> = tally.split(BETWEEN_PARTS).collect();
        let seat_and_index = self
            .seat_of_part(part)
            .and_then(|seat| Some((seat, parts.iter().position(|part| self.seat_of_part(part) == Some(seat))?)));
        let Some((seat, nth)) = seat_and_index else {
            // No player has that name, which is reported when the tally is parsed.
            parts.push(part);
            return Err(self.old.canonical_parts(round, &parts).err().unwrap_or_else(|| Refusal::cannot(NO_CHANGE)));
        };
        parts[nth] = part;
        let canonical = self.old.canonical_parts(round, &parts)?;
        parts[nth] = &canonical[seat.index()];
        Ok(parts.join(BETWEEN_PARTS))
    }

    fn seat_of_part(&self, part: &str) -> Option<Seat> {
        self.old.players().find(part.split(':').next().unwrap_or_default()).ok()
    }

    /// Applies corrections to the log in the given order. Calls `update_origins` after each.
    fn correct_lines(
        &mut self,
        mut corrections: Vec<Correction>,
        update_origins: impl Fn(&mut LineOrigins, &Correction),
    ) -> Result<(), Refusal> {
        if corrections.is_empty() {
            return Ok(());
        }
        for correction in &mut corrections {
            self.log.apply(correction).map_err(Refusal::cannot)?;
            update_origins(&mut self.origins, correction);
        }
        self.corrections.extend(corrections);
        Ok(())
    }

    /// Marks findings as overruled, the last first, so that the remaining line references stay valid. A note that moves to a line
    /// of its own keeps its origin.
    fn mark_all(&mut self, findings: &[Finding], reason: &str) -> Result<(), Refusal> {
        let mut corrections = Vec::new();
        for same_line in findings.chunk_by(|finding, next| finding.place() == next.place()).rev() {
            corrections.extend(
                self.overrule_marks(same_line, reason)
                    .ok_or_else(|| Refusal::LaterIllegal(same_line[same_line.len() - 1..].to_vec()))?,
            );
        }
        self.correct_lines(corrections, |origins, correction| {
            if let (CorrectionTarget::Line(line_ref), None) = (&correction.at, &correction.was)
                && let Some((lines, at)) = origins.lines_at(*line_ref)
            {
                lines.insert(at, lines[at - 1]);
            }
        })
    }

    /// The corrections that mark the findings in one line or tally as overruled. A line ends with the reason, which applies to all
    /// its steps. A note can't contain a reason, so a note at the end gets a line of its own. In a tally, each part with a finding
    /// ends with the reason. Returns `None` if none of them can be overruled.
    fn overrule_marks(&self, findings: &[Finding], reason: &str) -> Option<Vec<Correction>> {
        let line_ref = findings[0].place();
        let Some(line) = self.log.line(line_ref) else {
            let seats: Seats =
                findings.iter().filter_map(|finding| self.old.players().find(finding.actor.as_ref()?).ok()).collect();
            let has_finding = |part: &str| self.seat_of_part(part).is_some_and(|seat| seats.contains(seat));
            let mark = |part: &str| if has_finding(part) { format!("{} ! {reason}", part.trim_end()) } else { part.to_owned() };
            let was =
                self.log.text_at(&CorrectionTarget::Tally(line_ref.round)).filter(|_| line_ref.line > 0 && !seats.is_empty())?;
            let now = was.split(BETWEEN_PARTS).map(mark).collect::<Vec<_>>().join(BETWEEN_PARTS);
            return Some(vec![Correction::new(CorrectionTarget::Tally(line_ref.round), Some(was), Some(now), self.when)]);
        };
        if is_position(&line.text) || is_adjustment(&line.text) {
            return None;
        }
        let prefix = line.actor().map(|name| format!("{name}: ")).unwrap_or_default();
        let (notes, steps): (Vec<&str>, Vec<&str>) = line.steps().partition(|step| is_note(step));
        let marked = format!("{prefix}{} ! {reason}", steps.join("; "));
        let mut corrections =
            vec![Correction::new(CorrectionTarget::Line(line_ref), Some(line.text.to_string()), Some(marked), self.when)];
        if let Some(note) = notes.last() {
            let next = LineRef::new(line_ref.round, line_ref.line.saturating_add(1));
            corrections.push(Correction::new(CorrectionTarget::Line(next), None, Some(format!("{prefix}{note}")), self.when));
        }
        Some(corrections)
    }

    /// Judges the changed log. Refuses with the message `unchanged` if no change was made.
    fn replay(&self, unchanged: &str) -> Result<Box<dyn Referee>, Refusal> {
        if self.corrections.is_empty() && self.time_changes.is_empty() {
            return Err(Refusal::cannot(unchanged));
        }
        self.old.replay_log(self.log.log().map_err(Refusal::cannot)?)
    }

    /// Refuses the change if a step is impossible, unless judging of the old log stopped at an earlier step.
    fn refuse_new_halt(&self, new: &dyn Referee) -> Result<(), Refusal> {
        let halting_finding =
            |referee: &dyn Referee| referee.findings().iter().find(|finding| finding.kind == FindingKind::Impossible).cloned();
        let Some(new_halt) = halting_finding(new) else { return Ok(()) };
        let Some(line_ref) = self.origins.of_finding(&new_halt) else {
            return Err(Refusal::foul(new_halt.actor, new_halt.text.clone(), new_halt.text, new_halt.verdict));
        };
        match halting_finding(self.old) {
            Some(old_halt) if (line_ref, new_halt.step) > (old_halt.place(), old_halt.step) => Ok(()),
            _ => Err(Refusal::LaterImpossible(self.newly_illegal(new).into_iter().chain([new_halt]).collect())),
        }
    }

    /// The findings of illegal steps that only the changed log has. Revokes are left out, because the table could not see at the
    /// time that they were illegal.
    fn newly_illegal(&self, new: &dyn Referee) -> Vec<Finding> {
        let mut findings =
            without_findings((new.findings(), &self.origins), (self.old.findings(), &LineOrigins::of(self.old.log())));
        findings.retain(|finding| finding.kind == FindingKind::Illegal);
        findings
    }

    /// Adds the corrections to the log, and reports the further effects of the change.
    fn finish(mut self, new: &dyn Referee) -> Result<Amendment, Refusal> {
        self.log.add_corrections(self.corrections);
        let log = self.log.log().map_err(Refusal::cannot)?;
        let kept = log.corrections().iter().filter(|correction| correction.when == self.when);
        let changed = with_final_places(&kept.chain(&self.time_changes).cloned().collect::<Vec<_>>());
        Ok(Amendment { log, changed, ..compare(self.old, new, &self.origins) })
    }
}

/// Compares the referees before and after a change. `origins` has the old line references of the lines.
fn compare(before: &dyn Referee, after: &dyn Referee, origins: &LineOrigins) -> Amendment {
    let old_origins = LineOrigins::of(before.log());
    let (old_findings, new_findings) = ((before.findings(), &old_origins), (after.findings(), origins));
    let added = without_findings(new_findings, old_findings);
    let [old, new] = [before, after].map(Referee::visible_sheet);
    // Players may have changed seats, so they are matched by name.
    let new_player = |name: &str| new.players.iter().find(|player| player.name == name);
    let totals = old.players.iter().filter_map(|was| Some((was, new_player(&was.name)?)));
    let totals = totals.filter(|(was, now)| was.total != now.total);
    let [old_winners, new_winners] = [&old, &new].map(|sheet| sheet.winners.iter().collect::<BTreeSet<_>>());
    let is_changed = old_winners != new_winners;
    Amendment {
        log: after.log().clone(),
        changed: Vec::new(),
        removed_findings: without_findings(old_findings, new_findings),
        marked: added.iter().filter(|finding| finding.kind == FindingKind::Overruled).map(Finding::place).collect(),
        added_findings: added,
        scores: totals.map(|(was, now)| ScoreChange { name: now.name.clone(), now: now.total, was: was.total }).collect(),
        winners: is_changed.then_some(WinnersChange { now: new.winners, was: old.winners }),
        effects: changed_effects((&before.step_effects(), &old_origins), (&after.step_effects(), origins)),
        halted: after.halted(),
    }
}

/// The steps with the same text whose effect changed.
fn changed_effects(old: (&[StepEffect], &LineOrigins), new: (&[StepEffect], &LineOrigins)) -> Vec<EffectChange> {
    let old: HashMap<_, &StepEffect> = with_keys(old).collect();
    let changed = |(key, now): ((Option<LineRef>, usize), &StepEffect)| {
        let was = key.0.and_then(|_| old.get(&key))?;
        (was.text == now.text && was.effect != now.effect).then(|| EffectChange {
            place: now.line_ref,
            text: now.text.clone(),
            now: now.effect.clone(),
            was: was.effect.clone(),
        })
    };
    with_keys(new).filter_map(changed).collect()
}

/// Steps with their keys: the origin of the line, and the index of the step among all steps with that origin, also if an
/// amendment split the line.
fn with_keys<'a>(
    (step_effects, origins): (&'a [StepEffect], &LineOrigins),
) -> impl Iterator<Item = ((Option<LineRef>, usize), &'a StepEffect)> {
    let mut last_key: Option<(Option<LineRef>, usize)> = None;
    step_effects.iter().map(move |effect| {
        let origin = origins.get(effect.line_ref);
        let nth = last_key.filter(|(before, _)| *before == origin).map_or(0, |(_, nth)| nth + 1);
        last_key = Some((origin, nth));
        ((origin, nth), effect)
    })
}
