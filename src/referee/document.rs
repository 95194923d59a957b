//! The JSON documents of the commands, also sent by the page's server. Their format is stable.

use super::{
    Amendment, DecidingValue, DisputeResult, ExpectedSteps, Finding, Games, LegalStep, ONLY_TURN, PositionReport, Recording,
    Referee, Refusal, Verdict, parse_log::rule_value,
};
use crate::{
    log::{
        Correction, CorrectionTarget, FileError, HeadKey, HistoryChange, LineRef, Log, LogParseError, LogString, NumberedLine,
        Round, UndoRedo, write_position,
    },
    table::{
        AllowedValues, Book, ClauseId, ClauseText, DeckKey, Face, FieldKind, FieldSpec, Grouping, NameableCards, Progress,
        RuleSettings, Section, TABLE_CLAUSES, TableRule, Variant, VerbActor, VerbOption, VerbText,
    },
};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The seats of the players for whom the table waits. Optional steps don't count, unless nothing else is open.
pub fn acting(referee: &dyn Referee) -> Vec<usize> {
    let (log, expects) = (referee.log(), referee.expects());
    let is_optional = |verb: &&str| referee.book().verb(verb).is_some_and(|verb| verb.actor == VerbActor::Optional);
    let is_waited_for = |expected: &&ExpectedSteps| !expected.verbs.iter().all(&is_optional);
    let is_any_waited_for = expects.iter().any(|expected| is_waited_for(&expected));
    let is_acting = |name: &str| {
        let mut steps_of_player = expects.iter().filter(|expected| expected.actor.as_deref() == Some(name));
        steps_of_player.any(|expected| !is_any_waited_for || is_waited_for(&expected))
    };
    (0..log.players().len()).filter(|seat| is_acting(&log.players()[*seat])).collect()
}

/// The visible table: the zones, the seats of the players in turn, and the last five lines, without covered cards.
pub fn table(referee: &dyn Referee) -> Value {
    let log = referee.log();
    let all_lines: Vec<_> = lines(log).collect();
    let last_lines = all_lines.iter().skip(all_lines.len().saturating_sub(5));
    json!({
        "game": referee.book().game,
        "title": log.title().map_or(referee.book().short_title(), |title| title.as_str()),
        "players": referee.players().names(),
        "zones": referee.zones().open,
        "acting": acting(referee),
        "lines": last_lines.map(|(at, text)| json!({"at": at.to_string(), "text": text})).collect::<Vec<_>>(),
        "findings": referee.findings().iter().filter(|finding| finding.is_foul()).count(),
        "complete": referee.progress() == Progress::GameOver,
        "closed": log.closed().map(LogString::as_str),
        "kept": log.is_scores_only().then_some("scores"),
    })
}

/// The public state of the game, with round number, zones, and a `tally` of the cards that the moves left on the table.
pub fn show(referee: &dyn Referee) -> Value {
    let (mut state, zones, log) = (referee.state(), referee.zones(), referee.log());
    state["round"] = json!(Some(log.rounds().len()).filter(|rounds| *rounds > 0));
    state["zones"] = json!({"open": zones.open, "memory": zones.memory});
    state["tally"] = json!(referee.tally_so_far());
    state["closed"] = json!(log.closed().map(LogString::as_str));
    state
}

/// Every line of a log with its line reference.
pub fn lines(log: &Log) -> impl Iterator<Item = (LineRef, &str)> {
    log.rounds().iter().zip(1..).flat_map(|(round, number)| {
        round.lines.iter().zip(1..).map(move |(line, nth)| (LineRef::new(number, nth), line.text.as_str()))
    })
}

/// `{"lines":[{"at","text","kind"}],"rounds":[{"first","tally"}],"corrections":[{"at","was","now","by"}]}`: `kind` is the kind of
/// the first finding in the line, or null.
pub fn log(referee: &dyn Referee) -> Value {
    let kind_at =
        |line_ref: LineRef| referee.findings().iter().find(|finding| finding.place() == line_ref).map(|finding| finding.kind);
    let line = |(line_ref, text): (LineRef, &str)| json!({"at": line_ref.to_string(), "text": text, "kind": kind_at(line_ref)});
    let correction_with_by = |kept: &Correction| {
        let mut document = correction(referee.log(), Some(referee.book()), kept);
        document["by"] = json!(kept.by.map(UndoRedo::word));
        document
    };
    let corrections: Vec<Value> = referee.log().corrections().iter().map(correction_with_by).collect();
    let tally = |parts: &Vec<LogString>| parts.iter().map(ToString::to_string).collect::<Vec<_>>();
    let round = |round: &Round| json!({"first": &*round.first, "tally": round.tally.as_ref().map(tally)});
    let rounds: Vec<Value> = referee.log().rounds().iter().map(round).collect();
    json!({"lines": lines(referee.log()).map(line).collect::<Vec<_>>(), "rounds": rounds, "corrections": corrections})
}

/// `{"at","was","now"}`. For a table rule also the `usual` value, which applies where a value is null.
fn correction(log: &Log, book: Option<&Book>, Correction { at, was, now, .. }: &Correction) -> Value {
    let mut document = json!({"at": at.to_string(), "was": was, "now": now});
    if let CorrectionTarget::Rule(key) = at {
        document["usual"] = json!(book.and_then(|book| super::usual_rule(book, log, key)));
    }
    document
}

/// `{"expects","options","steps","next_round"}`. Between rounds, the first three are those of the next round, if only one player
/// can be `first`. `list_steps` lists all legal steps, or the [visible ones](Referee::visible_legal_steps).
pub fn moves(referee: &dyn Referee, list_steps: impl Fn(&dyn Referee) -> Vec<LegalStep>) -> Result<Value, Refusal> {
    let may_be_first = referee.may_be_first();
    let begun_round = next_round(referee)?;
    let current = begun_round.as_deref().unwrap_or(referee);
    let next_round = (!may_be_first.is_empty()).then(|| json!({"first": may_be_first}));
    let options: Vec<Value> = current.options().into_iter().map(option).collect();
    Ok(json!({"expects": current.expects(), "options": options, "steps": list_steps(current), "next_round": next_round}))
}

/// The `{"expects","options","steps","next_round"}` of several tables together. The entries of each player come from the first
/// table that waits for that player.
pub fn moves_at(tables: &[Box<dyn Referee>]) -> Result<Value, Refusal> {
    let (mut expects, mut options, mut steps) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen_actors = HashSet::new();
    for table in tables {
        let begun_round = next_round(&**table)?;
        let current = begun_round.as_deref().unwrap_or(&**table);
        let is_new = |actor: &Option<String>| !seen_actors.contains(actor);
        options.extend(current.options().into_iter().filter(|(actor, _)| is_new(actor)).map(option));
        steps.extend(current.visible_legal_steps().into_iter().filter(|step| is_new(&Some(step.actor.clone()))));
        let new_expects: Vec<_> = current.expects().into_iter().filter(|entry| is_new(&entry.actor)).collect();
        seen_actors.extend(new_expects.iter().map(|entry| entry.actor.clone()));
        expects.extend(new_expects);
    }
    Ok(json!({"expects": expects, "options": options, "steps": steps, "next_round": null}))
}

/// `{"actor","lines"}`: the options of one actor.
fn option((actor, options): (Option<String>, Vec<VerbOption>)) -> Value {
    json!({"actor": actor, "lines": options.iter().map(VerbOption::to_string).collect::<Vec<_>>()})
}

/// The referee after the next round has begun, if only one player can be `first`.
pub fn next_round(referee: &dyn Referee) -> Result<Option<Box<dyn Referee>>, Refusal> {
    match &referee.may_be_first()[..] {
        [only] => referee.next_round(only).map(Some),
        _ => Ok(None),
    }
}

/// The result of `check` for one log. The document is small, because an archive can have very many logs.
#[derive(Debug, Default, Serialize)]
pub struct CheckDocument<'a> {
    closed: Option<&'a str>,
    complete: bool,
    error: Option<&'a Value>,
    errors: &'a [Value],
    file: &'a str,
    findings: &'a [Finding],
    game: Option<&'a str>,
    halted: Option<String>,
    /// Whether the log can be read and has no foul.
    pub ok: bool,
    steps: usize,
}

/// The [`CheckDocument`] of a log that can be read.
pub fn check<'a>(file: &'a str, referee: &'a dyn Referee) -> CheckDocument<'a> {
    CheckDocument {
        file,
        game: Some(referee.book().game),
        ok: !referee.findings().iter().any(Finding::is_foul),
        complete: referee.progress() == Progress::GameOver,
        closed: referee.log().closed().map(LogString::as_str),
        steps: referee.steps(),
        findings: referee.findings(),
        halted: referee.halted().map(|line_ref| line_ref.to_string()),
        ..CheckDocument::default()
    }
}

/// The [`CheckDocument`] of a log that can't be read, with all errors.
pub fn check_failed<'a>(file: &'a str, errors: &'a [Value]) -> CheckDocument<'a> {
    CheckDocument { file, error: errors.first(), errors, ..CheckDocument::default() }
}

/// The verdict on a line of several steps: on the first foul, or on all steps if they are legal. Also returns whether there was a
/// foul.
pub fn try_line(verdicts: &[(String, Verdict)]) -> (bool, Value) {
    if let Some((_, verdict)) = verdicts.iter().find(|(_, verdict)| verdict.kind.is_some()) {
        return (true, json!(verdict));
    }
    let messages: Vec<&str> = verdicts.iter().map(|(_, verdict)| verdict.message.as_str()).collect();
    (false, json!(Verdict::legal(messages.join("; "))))
}

/// The verdict of [`try_line`], or `{"expects","steps"}` without a line. Further keys are the assumptions (`follows`), the
/// `earlier` fouls, and the values that would change the verdict (`unless`).
pub fn dispute(result: &DisputeResult) -> Result<(bool, Value), Refusal> {
    let (is_foul, mut document) = match &result.verdicts[..] {
        [] => (false, moves(&*result.table, |table| table.legal_steps())?),
        verdicts => try_line(verdicts),
    };
    let foul = |(step, verdict): &(String, Verdict)| {
        let mut foul = json!(verdict);
        foul["step"] = json!(step);
        foul
    };
    document["follows"] = json!(result.assumed);
    document["earlier"] = json!(result.earlier.iter().map(foul).collect::<Vec<_>>());
    document["tellings"] = json!(result.consequences);
    let deciding_value = |value: &DecidingValue| {
        let verdict = &value.verdict;
        json!({
            "piece": value.piece,
            "of": value.of,
            "value": value.value,
            "verdict": verdict.word(),
            "clause": verdict.clause,
            "message": verdict.message,
            "told": result.shown_values().any(|shown| shown == value).then(|| value.to_string()),
        })
    };
    document["unless"] = json!(result.deciding_values.iter().map(deciding_value).collect::<Vec<_>>());
    Ok((is_foul, document))
}

/// `{"position","line","differs","missing","only"}` for a position to be recorded. `differs` has the parts that differ from the
/// log, each with its text in the log (`was`). `missing` is the only turn that leads to the position, and `only` introduces it.
pub fn position(PositionReport { parts, differs, missing }: &PositionReport) -> Value {
    json!({
        "position": parts,
        "line": write_position(parts),
        "differs": differs,
        "missing": missing,
        "only": missing.as_ref().map(|_| ONLY_TURN),
    })
}

/// `{"file","entered","proved"}` for lines that were recorded.
pub fn record<'a>(file: &'a str, recorded: &'a Recording) -> impl Serialize + 'a {
    #[derive(Serialize)]
    struct Document<'a> {
        file: &'a str,
        #[serde(serialize_with = "serialize_recorded_steps")]
        entered: &'a Recording,
        proved: &'a [Finding],
    }
    Document { file, entered: recorded, proved: &recorded.proved }
}

/// Serialises the recorded steps one by one, so that the descriptions of thousands are never in memory together.
fn serialize_recorded_steps<S: Serializer>(recorded: &Recording, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(recorded.recorded_steps())
}

/// `{"file","lines","changes"}` for an undo or redo; `book` is the rule book of the game, if it is known.
pub fn undo_redo(file: &str, log: &Log, book: Option<&Book>, changes: &[HistoryChange]) -> Value {
    let lines: Vec<NumberedLine> = changes.iter().filter_map(HistoryChange::line).collect();
    let changes: Vec<Value> =
        changes.iter().flat_map(|change| &change.corrections).map(|changed| correction(log, book, changed)).collect();
    json!({"file": file, "lines": lines, "changes": changes})
}

/// `{"file","changed","gone","come","scores","winners","effects","marked"}` of an amended log; `book` is that of its game.
pub fn amend(file: &str, book: Option<&Book>, amended: &Amendment) -> Value {
    let mut document = json!(amended);
    document["file"] = json!(file);
    document["changed"] = amended.changed.iter().map(|change| correction(&amended.log, book, change)).collect();
    document
}

/// `{"file","game","players","first","variant","kept","rules","chosen"}` of a new log: see [`chosen`](super::chosen).
pub fn new_game(file: &str, log: &Log, chosen: &[String]) -> Value {
    json!({
        "file": file,
        "game": log.game().as_str(),
        "players": log.players().iter().map(LogString::as_str).collect::<Vec<_>>(),
        "first": log.rounds().first().map(|round| round.first.as_str()),
        "variant": log.variant().map(LogString::as_str),
        "kept": log.is_scores_only().then_some("scores"),
        "rules": log.rules().iter().map(|rule| (rule.key.to_string(), json!(rule_value(&rule.value)))).collect::<Map<_, _>>(),
        "chosen": chosen,
    })
}

/// `{"file","game","players","variant","kept"}` and the keys of the head.
pub fn head(file: &str, referee: &dyn Referee) -> Value {
    let log = referee.log();
    let mut document = json!({
        "file": file,
        "game": referee.book().game,
        "players": referee.players().names(),
        "variant": log.variant().map(LogString::as_str),
        "kept": log.is_scores_only().then_some("scores"),
    });
    for presence in log.presences() {
        document[presence.key.name()][presence.name.as_str()] = json!(presence.round);
    }
    for key in HeadKey::ALL {
        document[key.name()] = json!(log.head(key));
    }
    document
}

/// `{"message"}` for every error, the most important first, with `line` and `column` for a parse error.
pub fn file_errors(error: &FileError) -> Vec<Value> {
    let document = |error: &LogParseError| json!({"line": error.line, "column": error.column, "message": error.one_line()});
    match error {
        FileError::Invalid { error, more, .. } => std::iter::once(&**error).chain(more).map(document).collect(),
        other => vec![json!({"line": null, "column": null, "message": other.to_string()})],
    }
}

/// `{"message"}` with the details of a refusal: the verdict, the later findings, the choices.
pub fn refusal(refusal: &Refusal) -> Value {
    match refusal {
        Refusal::Unparsed { line, range, problem, expected, options } => {
            let mut document =
                json!({"message": problem, "text": line, "from": range.start, "to": range.end, "expected": expected});
            if !options.is_empty() {
                document["options"] = json!(options);
            }
            document
        }
        Refusal::Ambiguous { line, question, options } => json!({"message": question, "text": line, "options": options}),
        Refusal::ChooseFirst { question, players } => json!({"message": question, "players": players}),
        Refusal::OfLine { nth, refusal } => {
            let mut document = self::refusal(refusal);
            document["nth"] = json!(nth + 1);
            document
        }
        Refusal::Foul { actor, step, line, verdict } => {
            let mut document = json!(verdict);
            document["text"] = json!(act(actor.as_deref(), step));
            document["let_stand"] = json!(line);
            document["nth"] = json!(1);
            document
        }
        Refusal::LaterImpossible(findings) => json!({"message": LATER_IMPOSSIBLE, "findings": findings}),
        Refusal::LaterIllegal(findings) => {
            let message = later_illegal(findings, "Let them stand with a reason, or mend them first.");
            // The edits that correct the beginnings of rounds.
            let firsts = findings.iter().filter(|finding| finding.line == 0).flat_map(|finding| &finding.verdict.alternatives);
            json!({"message": message, "findings": findings, "alternatives": firsts.collect::<Vec<_>>()})
        }
        Refusal::Halted { place, text } => {
            json!({"message": format!("{} Mend it first.", halted(*place, text)), "halted": place.to_string()})
        }
        Refusal::Ended { why, .. } | Refusal::Cannot(why) => json!({"message": why}),
    }
}

/// `Ada: grow 2 6SY`, or the step alone for the table.
pub(super) fn act(actor: Option<&str>, step: &str) -> String {
    actor.map(|actor| format!("{actor}: ")).unwrap_or_default() + step
}

/// The message if a change makes a later line impossible.
pub const LATER_IMPOSSIBLE: &str = "This can't be: after it, a later line can't have happened.";

/// The message if judging has stopped.
pub fn halted(line_ref: LineRef, text: &str) -> String {
    format!(
        "The log stops being judged at {line_ref}: `{text}` can't have happened there, so nothing can be tried or recorded after \
         it."
    )
}

/// The message if a change makes later lines illegal. `what_now` says what to do.
pub fn later_illegal(findings: &[Finding], what_now: &str) -> String {
    let has_first = findings.iter().any(|finding| finding.line == 0);
    let about_first = if has_first { " The beginning of a round takes no reason, and stays a finding then." } else { "" };
    let ends_before =
        findings.iter().find(|finding| finding.line == 0 && finding.verdict.clause == Some(ClauseId::table(7).to_string()));
    let about_end = ends_before.map(|finding| format!(" The game would be over before round {} begins.", finding.round));
    let about_end = about_end.unwrap_or_default();
    format!("After this, later lines break a rule.{about_end} {what_now}{about_first}")
}

/// A rule book, with its clauses as worded under these table rules.
pub fn book(book: &Book, settings: &RuleSettings) -> Value {
    let section = |section: &Section| {
        let clauses: Vec<_> = section.clauses.iter().map(|text| clause(text, book, settings)).collect();
        json!({"title": section.title, "clauses": clauses})
    };
    let variant = |variant: &Variant| {
        let sets: Map<_, _> = variant.sets.iter().map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
        json!({"name": variant.name, "about": variant.about, "sets": sets})
    };
    let verb = |verb: &VerbText| {
        let is_simultaneous = verb.actor == VerbActor::Simultaneous;
        json!({"name": verb.name, "letter": verb.letter, "form": verb.form, "about": verb.about, "at_once": is_simultaneous})
    };
    json!({
        "game": book.game,
        "title": book.title,
        "designer": book.designer,
        "about": book.about,
        "players": [book.players.start(), book.players.end()],
        "minutes": minutes(book),
        "sections": book.sections.iter().map(section).collect::<Vec<_>>(),
        "rules": book.rules.iter().copied().map(rule).collect::<Vec<_>>(),
        "variants": book.variants.iter().map(variant).collect::<Vec<_>>(),
        "steps": book.verbs.iter().map(verb).collect::<Vec<_>>(),
        "deck": book.deck_keys(),
        "tally": book.tally_example,
        "tally_parts": book.tally_parts.iter().map(tally_part).collect::<Vec<_>>(),
    })
}

fn tally_part(field: &FieldSpec) -> Value {
    match field.kind {
        FieldKind::Cards(grouping) => {
            let is_apart = matches!(grouping, Grouping::Groups(_));
            json!({"what": field.noun, "cards": field.verbs.first(), "apart": is_apart, "only": field.allowed})
        }
        FieldKind::Mark => json!({"what": field.noun, "mark": field.keyword}),
        _ => json!({"what": field.noun, "count": field.keyword}),
    }
}

/// `[{"key","values","default","clause","meaning","now"}]`: the table rules, and their values in this log.
pub fn rules_in_force(referee: &dyn Referee) -> Vec<Value> {
    let rule = |(key, now, _): (&str, String, bool)| {
        let mut document = self::rule(referee.book().rule(key)?);
        document["now"] = json!(now);
        Some(document)
    };
    referee.rules_in_force().into_iter().filter_map(rule).collect()
}

/// `[{"key","question","words","form","now"}]`: what `[deck]` can say at a table of so many, with its value in this log.
pub fn deck_keys(referee: &dyn Referee) -> Value {
    let value = |key: &str| referee.log().deck().iter().find(|entry| &*entry.key == key).map(|entry| entry.value.to_text());
    let keys = referee.book().deck.iter().filter(|key| key.is_for(referee.players().count()));
    let key = |key: &DeckKey| {
        let question = key.question_text(true);
        json!({"key": key.name, "question": question, "words": key.one_of, "form": key.form, "now": value(key.name)})
    };
    keys.map(key).collect()
}

/// `{KEY: VALUE}`: the values of the table rules in this log.
pub fn in_force(referee: &dyn Referee) -> Value {
    referee.rules_in_force().into_iter().map(|(key, value, _)| (key.to_owned(), json!(value))).collect()
}

/// The rule book of a table: the clauses of the game and the general ones, as worded for the table. Further keys are the values
/// `in_force`, the `deck_keys`, and the `stocks` of cards that can be named: `[{"kinds","count","each","cards":[{"code","card","title"}]}]`.
pub fn book_of_table(referee: &dyn Referee) -> Value {
    let (book, settings) = (referee.book(), referee.rules());
    let mut document = self::book(book, settings);
    document["table_clauses"] = TABLE_CLAUSES.iter().map(|text| clause(text, book, settings)).collect();
    document["in_force"] = in_force(referee);
    document["deck_keys"] = deck_keys(referee);
    document["first"] = json!(book.first_role);
    document["round"] = json!(book.round_noun);
    document["stocks"] = stocks(referee);
    document
}

/// `[{"kinds","count","each","cards"}]`: the cards that steps of certain verbs can name, each card with its `code`.
fn stocks(referee: &dyn Referee) -> Value {
    let card = |face: &Face| {
        let code = face.code();
        let mut document = json!(face);
        document["code"] = json!(code);
        document
    };
    let stock = |(verbs, stock): &(Vec<&str>, NameableCards)| json!({"kinds": verbs, "count": stock.count, "each": stock.each, "cards": stock.faces.iter().map(card).collect::<Vec<_>>()});
    referee.stocks().iter().map(stock).collect()
}

/// The fewest and most minutes of a game, or null if its rules don't state them.
fn minutes(book: &Book) -> Value {
    json!(book.minutes.as_ref().map(|minutes| [minutes.start(), minutes.end()]))
}

/// `{"games":[{"game","title","about","players","minutes"}]}`
pub fn books(games: Games) -> Value {
    let game = |book: &Book| json!({"game": book.game, "title": book.title, "about": book.about, "players": [book.players.start(), book.players.end()], "minutes": minutes(book)});
    json!({"games": games.books().map(game).collect::<Vec<_>>()})
}

/// A table rule with its possible values.
pub fn rule(rule: &TableRule) -> Value {
    let values = match rule.values {
        AllowedValues::Word(words) => json!(words),
        AllowedValues::Whole { least, most, .. } => json!({"least": least, "most": most}),
        AllowedValues::OneOf(numbers) => json!(numbers),
        AllowedValues::Flag { .. } => json!([true, false]),
    };
    json!({
        "key": rule.key,
        "values": values,
        "default": rule.values.write(rule.values.default()),
        "clause": rule.clause,
        "meaning": rule.meaning,
    })
}

/// `{"id","text"}` for a clause.
pub fn clause(text: &ClauseText, book: &Book, settings: &RuleSettings) -> Value {
    json!({"id": text.id, "text": book.text_of(text, settings)})
}
