//! Requests about one log: the commands, one by one.

use super::{
    Call, Event, LogSnapshot, Permission, Response, change::ChangeRequest, ending, locked, request::unreadable, shelf::file_name,
    shown, statistics::ShelfSource, turn, watched,
};
use crate::{
    actions::Action,
    archive::{EntryContent, process_all},
    log::{LineRef, write_position},
    page::{self, GameReport, Standing},
    referee::{self, BuildInput, BuildTarget, ExplainedStep, OwnedFields, Referee, Refusal, Verdict, document, report_position},
    table::{Consequence, Progress},
};
use http::{Method, StatusCode};
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Map, Value, json};
use std::ops::ControlFlow;

/// The changes of a log, by their paths: the names of [`Action`]'s variants.
const ACTIONS: [&str; 7] = ["record", "tally", "undo", "redo", "amend", "rule", "head"];

/// A command's document about a log, and its exit status.
type CommandResult = Result<(u8, Value), Refusal>;

fn line_ref<'de, D: Deserializer<'de>>(from: D) -> Result<Option<LineRef>, D::Error> {
    Option::<String>::deserialize(from)?.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

/// A line of a log, as `?at=R.L`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AtQuery {
    #[serde(default, deserialize_with = "line_ref")]
    at: Option<LineRef>,
}

/// The key of a sealed choice: the client that made it is told whether it still holds.
#[derive(Deserialize)]
struct TableQuery {
    seal: Option<String>,
}

/// `?at=R.L` (before a line), and whether the table is shown as a position, as `?position=true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowQuery {
    #[serde(default, deserialize_with = "line_ref")]
    at: Option<LineRef>,
    #[serde(default)]
    position: bool,
}

/// Whether to use only what lies open (`?in_view=true`), and to give the score as a page shows it (`?shown=true`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoreQuery {
    #[serde(default)]
    in_view: bool,
    #[serde(default)]
    shown: bool,
}

/// The table whose legal moves are meant: `?first=NAME` of the next round, or `?at=R.L`; and whether to use only what lies open,
/// which helps nobody's memory: `?in_view=true`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MovesQuery {
    first: Option<String>,
    #[serde(default, deserialize_with = "line_ref")]
    at: Option<LineRef>,
    #[serde(default)]
    in_view: bool,
}

/// Whether to give the result as a picture (`?picture=true`) in place of the whole report, and whether that of the game's evening
/// (`?evening=true`).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportQuery {
    #[serde(default)]
    picture: bool,
    #[serde(default)]
    evening: bool,
}

/// A report as a file.
fn report_file(name: &str, games: &[GameReport], standing: Option<&Standing>, is_picture: bool) -> CommandResult {
    let document = if is_picture {
        json!({"file": format!("{name}.svg"), "svg": page::svg(games, standing)})
    } else {
        json!({"file": format!("{name}.html"), "html": page::html(games, standing).map_err(Refusal::cannot)?})
    };
    Ok((0, document))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SealBody {
    version: String,
    key: String,
    player: String,
    /// The chosen step; `None` takes the choice back.
    step: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TryBody {
    line: String,
    #[serde(default, deserialize_with = "line_ref")]
    at: Option<LineRef>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionBody {
    parts: Vec<String>,
    first: Option<String>,
}

/// A table being built: its texts, or its field values if these are given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlacesBody {
    of: BuildTarget,
    parts: Option<Vec<String>>,
    laid: Option<Vec<OwnedFields>>,
}

#[derive(Deserialize)]
struct ChangeBody {
    version: String,
    key: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

/// Queries a table: as it is, or as it was before a line.
fn at_line<T>(at: Option<LineRef>, referee: &dyn Referee, ask: impl FnOnce(&dyn Referee) -> T) -> Result<T, Refusal> {
    Ok(match at {
        None => ask(referee),
        Some(line_ref) => ask(&*referee.before_line(line_ref)?),
    })
}

/// Adds the line at which the judging of the log stopped.
fn with_halt(referee: &dyn Referee, mut document: Value) -> Value {
    document["halted"] = referee.halted().map(|line_ref| line_ref.to_string()).into();
    document
}

/// The steps of the last line in words, with the consequences that are announced; before the first line, how the game began.
fn last_line(referee: &dyn Referee, is_watched: bool) -> Value {
    let announced = |consequence: &Consequence| consequence.immediate.then(|| consequence.text.clone());
    let step = |step: &ExplainedStep| {
        let consequences: Vec<String> = step.consequences.iter().filter_map(announced).collect();
        let message = |verdict: &Verdict| if is_watched { watched::message(verdict) } else { verdict.message.clone() };
        let verdict = step
            .verdict
            .as_ref()
            .map(|verdict| json!({"verdict": verdict.word(), "clause": verdict.clause, "message": message(verdict)}));
        let visible = if is_watched { referee.book().in_view(&step.step) } else { None };
        json!({"read_back": visible.as_ref().unwrap_or(&step.description), "tellings": consequences, "verdict": verdict})
    };
    referee.explain(None).map(|why| why.steps.iter().map(step).collect()).unwrap_or_default()
}

impl Call<'_> {
    /// Responds to a request about a log.
    pub(super) fn about_log(&self, name: &str, command: &str) -> Result<Response, Response> {
        match command {
            "table" => self.table(name),
            "rules" => {
                self.request.get()?;
                self.document(name, |snapshot| Ok((0, document::book_of_table(&*snapshot.referee))))
            }
            "show" => self.show(name),
            "moves" => self.moves(name),
            "score" => self.score(name),
            "why" => self.why(name),
            "check" => {
                self.request.get_as_recorder()?;
                self.document(name, |snapshot| {
                    let file = file_name(name);
                    let checked = document::check(&file, &*snapshot.referee);
                    Ok((u8::from(!checked.ok), json!({ "files": [checked] })))
                })
            }
            "log" => self.whole_log(name),
            "head" if self.request.method != Method::POST => {
                self.request.get_as_recorder()?;
                self.command(name, |snapshot| Ok((0, document::head(&file_name(name), &*snapshot.referee))))
            }
            "report" => self.report(name),
            "seal" => {
                self.request.post()?;
                let SealBody { version, key, player, step } = self.request.json()?;
                self.seal(self.change_request("seal", name, version, key)?, &player, step.as_deref())
            }
            "try" => self.try_line(name),
            "position" => self.position(name),
            "places" => {
                self.request.post()?;
                let PlacesBody { of, parts, laid } = self.request.json()?;
                let input = BuildInput::of(parts, laid);
                self.command(name, |snapshot| Ok((0, referee::build_document(&*snapshot.referee, of, &input)?)))
            }
            other => match ACTIONS.into_iter().find(|action| *action == other) {
                Some(action) => self.change_log(name, action),
                None => Err(Response::nothing_here()),
            },
        }
    }

    /// Responds with a document about a log.
    fn document(&self, name: &str, command: impl FnOnce(&LogSnapshot) -> CommandResult) -> Result<Response, Response> {
        let snapshot = self.read(name).map_err(|response| {
            let is_unreadable = response.status() == StatusCode::UNPROCESSABLE_ENTITY;
            if is_unreadable && self.request.permission == Permission::Watch { response.without_text() } else { response }
        })?;
        let response = match command(&snapshot) {
            Ok((exit, document)) => Response::of(snapshot.version.clone(), exit, document),
            Err(refusal) => Response::refused(snapshot.version.clone(), &refusal),
        };
        Ok(response.about(&*snapshot.referee))
    }

    /// Responds with a document about a log that tells, too, where the judging stopped.
    fn command(&self, name: &str, command: impl FnOnce(&LogSnapshot) -> CommandResult) -> Result<Response, Response> {
        self.document(name, |snapshot| {
            let (exit, document) = command(snapshot)?;
            Ok((exit, with_halt(&*snapshot.referee, document)))
        })
    }

    fn table(&self, name: &str) -> Result<Response, Response> {
        self.request.get()?;
        let TableQuery { seal } = self.request.query()?;
        let is_watched = self.request.permission == Permission::Watch;
        self.command(name, |snapshot| {
            let (log, referee) = (&snapshot.log, &*snapshot.referee);
            let mut table = document::table(referee);
            for line in table["lines"].as_array_mut().into_iter().flatten().filter(|_| is_watched) {
                let text = line["text"].as_str().unwrap_or_default();
                let at = line["at"].as_str().and_then(|at| at.parse().ok());
                line["text"] =
                    at.map_or_else(|| watched::line(referee.book(), text), |at| watched::line_at(referee, at, text)).into();
            }
            let chosen = self.api.chosen(name, referee);
            table["turn"] = turn::turn(referee, &chosen).into();
            table["chosen"] = json!(chosen);
            table["replaced"] = json!(self.replaced_choices(snapshot));
            table["choose_again"] = seal.and_then(|key| self.broken_seal(snapshot, &key)).into();
            table["in_force"] = document::in_force(referee);
            let author = self.api.author(name, &snapshot.version).filter(|(_, has_recorded)| *has_recorded);
            table["recorded_by"] = json!(author.map(|(label, _)| label));
            table["last"] = last_line(referee, is_watched);
            table["round"] = json!(referee.next_round_label(None));
            table["outcome"] = json!((referee.progress() == Progress::GameOver).then(|| referee.visible_sheet().outcome()));
            table["ended"] = ending::end_document(referee);
            if table["ended"]["over"] == true {
                table["ended"]["rematch"] = json!(self.rematch(name).map(|(name, _)| name));
                table["ended"]["evening"] = json!(self.api.evening(name).len());
            }
            if log.is_scores_only() {
                let sheet = referee.sheet();
                let shown = shown::score(referee, &sheet);
                table["counted"] = json!({"sheet": sheet, "shown": shown, "chart": ending::chart_document(referee)});
            }
            Ok((0, table))
        })
    }

    /// Tells every phone what was asked for, until the game is over: then nothing has to be remembered.
    fn tell_asked(&self, LogSnapshot { name, referee, .. }: &LogSnapshot, what: &'static str) {
        if referee.progress() != Progress::GameOver {
            self.send(name, Event::Asked(what));
        }
    }

    fn show(&self, name: &str) -> Result<Response, Response> {
        self.request.get_as_recorder()?;
        let ShowQuery { at, position } = self.request.query()?;
        self.command(name, |snapshot| {
            if position {
                let standing = at_line(at, &*snapshot.referee, |table| table.position(false))?;
                let none = || json!({"position": null, "at": null, "is_earlier": null});
                return Ok((0, standing.map_or_else(none, |standing| json!(standing))));
            }
            let document = at_line(at, &*snapshot.referee, document::show)?;
            self.tell_asked(snapshot, if at.is_some() { "for an earlier table" } else { "for what was seen" });
            Ok((0, document))
        })
    }

    fn moves(&self, name: &str) -> Result<Response, Response> {
        self.request.get_as_recorder()?;
        let MovesQuery { first, at, in_view } = self.request.query()?;
        if first.is_some() && at.is_some() {
            return Err(Response::failed(StatusCode::BAD_REQUEST, "give either `first` or `at`, not both"));
        }
        self.command(name, |snapshot| {
            let referee = &snapshot.referee;
            let steps = |table: &dyn Referee| if in_view { table.visible_legal_steps() } else { table.legal_steps() };
            let moves = match (&first, at) {
                (Some(first), _) => document::moves(&*referee.next_round(first)?, steps)?,
                (None, at) => at_line(at, &**referee, |table| document::moves(table, steps))??,
            };
            if at.is_some() {
                self.tell_asked(snapshot, "for an earlier table");
            } else if !in_view && referee.legal_steps().len() < referee.visible_legal_steps().len() {
                self.tell_asked(snapshot, "for what was seen");
            }
            Ok((0, moves))
        })
    }

    fn score(&self, name: &str) -> Result<Response, Response> {
        self.request.get_as_recorder()?;
        let ScoreQuery { in_view, shown } = self.request.query()?;
        self.command(name, |snapshot| {
            let referee = &snapshot.referee;
            let (visible, all) = (referee.visible_sheet(), referee.sheet());
            if !in_view && visible != all {
                self.tell_asked(snapshot, "for the score with what lies covered");
            }
            let sheet = if in_view { visible } else { all };
            let mut document = json!(sheet);
            if shown {
                document["shown"] = shown::score(&**referee, &sheet);
            }
            Ok((0, document))
        })
    }

    fn why(&self, name: &str) -> Result<Response, Response> {
        self.request.get_as_recorder()?;
        let AtQuery { at } = self.request.query()?;
        self.command(name, |snapshot| {
            let LogSnapshot { log, referee, .. } = snapshot;
            let why = referee.explain(at)?;
            if at.is_some_and(|line_ref| line_ref != log.end()) {
                self.tell_asked(snapshot, "for an earlier line");
            }
            Ok((0, json!(why)))
        })
    }

    fn whole_log(&self, name: &str) -> Result<Response, Response> {
        self.request.get_as_recorder()?;
        self.command(name, |snapshot| {
            let LogSnapshot { log, referee, .. } = snapshot;
            // Counted cards are no secret.
            if !log.is_scores_only() {
                self.tell_asked(snapshot, "for the whole log");
            }
            Ok((0, document::log(&**referee)))
        })
    }

    /// The report of a game, as a file that `report` writes.
    fn report(&self, name: &str) -> Result<Response, Response> {
        self.request.get_as_recorder()?;
        let ReportQuery { picture, evening } = self.request.query()?;
        self.document(name, |snapshot| {
            if evening {
                return self.evening_report(name, picture);
            }
            let game = GameReport::of(&*snapshot.referee).map_err(Refusal::cannot)?;
            let document = report_file(name, &[game], None, picture)?;
            self.tell_asked(snapshot, "for the report of the game");
            Ok(document)
        })
    }

    /// The report of a game's evening, with its standing: of the games that are over, each once.
    fn evening_report(&self, name: &str, is_picture: bool) -> CommandResult {
        let source = ShelfSource { api: self.api, names: self.api.evening(name).into_iter() };
        let mut games = Vec::new();
        let add = |entries: Vec<EntryContent>| {
            games.extend(
                entries.into_iter().filter_map(|content| if let EntryContent::Log(game) = content { Some(game) } else { None }),
            );
            ControlFlow::<()>::Continue(())
        };
        // `add` never breaks.
        let _ = process_all(source, self.api.games, |entry| entry.content, add);
        let reports: Result<Vec<GameReport>, _> = games.iter().map(|game| GameReport::of(game.referee())).collect();
        let reports = reports.map_err(Refusal::cannot)?;
        let standing = Standing::of(&reports);
        let Some(date) = &standing.date else {
            return Err(Refusal::cannot(
                "the game isn't over, or doesn't say on which day it was played: it is of no evening yet",
            ));
        };
        report_file(&format!("evening {date}"), &reports, Some(&standing), is_picture)
    }

    fn try_line(&self, name: &str) -> Result<Response, Response> {
        self.request.post()?;
        let TryBody { line, at } = self.request.json()?;
        self.command(name, |snapshot| {
            let verdicts = at_line(at, &*snapshot.referee, |table| table.try_line(&line))??;
            self.tell_asked(snapshot, "whether a move is legal");
            let (is_foul, document) = document::try_line(&verdicts);
            Ok((u8::from(is_foul), document))
        })
    }

    /// The result of taking the table up as it lies: the record, the differences to the log, and the only turn that leads there.
    fn position(&self, name: &str) -> Result<Response, Response> {
        self.request.post()?;
        let PositionBody { parts, first } = self.request.json()?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        self.command(name, |snapshot| {
            let referee = &*snapshot.referee;
            let recording = referee.record(&[&write_position(parts)], first.as_deref())?;
            let may_be_first = referee.may_be_first();
            let first = first.or_else(|| <[String; 1]>::try_from(may_be_first).ok().map(|[only]| only));
            let next_round = first.and_then(|first| referee.next_round(&first).ok());
            let report = report_position(next_round.as_deref().unwrap_or(referee), &recording.log);
            Ok((0, document::position(&report)))
        })
    }

    /// The common part of a change request: the key belongs to the command, the log, and the body as it was sent.
    pub(super) fn change_request<'n>(
        &self,
        command: &str,
        name: &'n str,
        version: String,
        key: String,
    ) -> Result<ChangeRequest<'n>, Response> {
        let query = self.request.change_query()?;
        Ok(ChangeRequest { name, version, key: self.request.key(key, command, name)?, by: query.by, shown: query.shown })
    }

    fn change_log(&self, name: &str, command: &'static str) -> Result<Response, Response> {
        self.request.post()?;
        let ChangeBody { version, key, mut fields } = self.request.json()?;
        // Only the last input of a line may be undone.
        let option = if command == "undo" { "input" } else { "preview" };
        let value = if matches!(command, "record" | "redo") { None } else { fields.remove(option) };
        let is_set = value.map_or(Ok(false), serde_json::from_value).map_err(|error: serde_json::Error| unreadable(&error))?;
        let action = serde_json::from_value(json!({ command: fields })).map_err(|error| unreadable(&error))?;
        let request = self.change_request(command, name, version, key)?;
        match action {
            Action::Record { lines, .. } if lines.is_empty() => {
                Err(Response::failed(StatusCode::BAD_REQUEST, "there are no lines to record"))
            }
            Action::Record { .. } => self.record(&request, &action),
            Action::Undo { count, .. } => {
                let logs = locked(&self.api.logs);
                let extensions = logs.get(name).filter(|_| is_set).map(|state| state.extensions.clone()).unwrap_or_default();
                drop(logs);
                self.change(&request, &extensions.undo(count), Some(command))
            }
            _ if is_set => self.preview(&request, &action),
            Action::Tally { .. } | Action::Head { .. } => self.change(&request, &action, None),
            _ => self.change(&request, &action, Some(command)),
        }
    }
}
