//! Changing a log for a phone: made once, for the version that the phone saw, and on disk before it is answered.

use super::{Live, answer::Answer, events::Event, folder::version, locked, secrets::write_private};
use crate::{
    log::{FileError, Log, LogFile, Place},
    referee::{self, NewGame, Recorded, Referee, Refusal, document},
};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::VecDeque, path::PathBuf};

/// So many answers are kept for whoever asks again.
const ANSWERS: usize = 512;

/// A key is no longer than this.
const LONGEST_KEY: usize = 100;

/// The answers that were given last, by the keys of their requests, as they are kept on disk.
pub struct Served {
    file: PathBuf,
    answers: VecDeque<(String, Answer)>,
}

impl Served {
    /// Those that a file keeps; none where it can't be read.
    pub fn kept(file: PathBuf) -> Self {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        Self { answers: serde_json::from_str(&text).unwrap_or_default(), file }
    }

    fn to(&self, key: &str) -> Option<Answer> {
        self.answers.iter().find(|(served, _)| served == key).map(|(_, answer)| answer.clone())
    }

    fn keep(&mut self, key: &str, answer: &Answer) {
        self.answers.push_back((key.to_owned(), answer.clone()));
        if self.answers.len() > ANSWERS {
            self.answers.pop_front();
        }
        // The log is on disk; without this file a retry after a restart is told that it was recorded already.
        if let Ok(text) = serde_json::to_string(&self.answers) {
            let _ = write_private(&self.file, &text);
        }
    }
}

/// What every change says of itself.
#[derive(Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The version of the log that it was made for.
    pub version: String,
    /// A key of the phone's own making: asked again with it, the same answer is given and nothing is done twice.
    pub key: String,
}

/// What a change makes of a log.
pub struct Made {
    /// The log with it; none where it is only told what would be.
    pub log: Option<Log>,
    /// What is answered.
    pub answer: Value,
}

/// Changes a log as it was when the phone saw it.
pub async fn change(
    live: &Live,
    name: &str,
    asked: &Asked,
    make: impl Fn(&dyn Referee) -> Result<Made, Refusal> + Send + Sync,
) -> Answer {
    let once = |live: &Live| {
        attempt(live, name, |file, referee, present| {
            if present != asked.version {
                return Err(faster(live, &asked.version, present, file.log(), "somebody else has changed the log since"));
            }
            make(referee).map_err(|refusal| Answer::refused(present.to_owned(), &refusal))
        })
    };
    keyed(live, &asked.key, once).await
}

/// Records lines: also where somebody was faster, if they do the same there.
pub async fn record(live: &Live, name: &str, asked: &Asked, lines: &[String], first: Option<&str>) -> Answer {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let once = |live: &Live| {
        attempt(live, name, |file, referee, present| {
            let recorded = referee.record(&lines, first);
            if present != asked.version
                && let Err(message) = does_the_same(live, &asked.version, file.log(), &lines, first, recorded.as_ref().ok())
            {
                return Err(faster(live, &asked.version, present, file.log(), message));
            }
            let recorded = recorded.map_err(|refusal| Answer::refused(present.to_owned(), &refusal))?;
            let answer = json!(document::recorded(name, &recorded));
            Ok(Made { answer, log: Some(recorded.log) })
        })
    };
    keyed(live, &asked.key, once).await
}

/// Does something once for a key: asked again, it gives the same answer.
async fn keyed(live: &Live, key: &str, once: impl Fn(&Live) -> Answer + Send) -> Answer {
    if key.is_empty() || key.len() > LONGEST_KEY {
        return Answer::not_understood(StatusCode::BAD_REQUEST, "a key has 1 to 100 characters");
    }
    let _one_after_another = live.writing.lock().await;
    if let Some(answer) = locked(&live.served).to(key) {
        return answer;
    }
    let answer = tokio::task::block_in_place(|| once(live));
    if answer.is_done() {
        locked(&live.served).keep(key, &answer);
    }
    answer
}

/// A terminal may be faster so many times.
const TRIES: usize = 1000;

/// Opens a log, has it changed, and saves it; again where a terminal was faster.
fn attempt(live: &Live, name: &str, mut make: impl FnMut(&LogFile, &dyn Referee, &str) -> Result<Made, Answer>) -> Answer {
    let Some(path) = live.folder.file(name) else {
        return Answer::not_understood(StatusCode::NOT_FOUND, "there is no such game");
    };
    for _ in 0..TRIES {
        let mut file = match LogFile::open(&path) {
            Ok(file) => file,
            Err(error) => return Answer::of_file(&error),
        };
        let present = version(file.log().text());
        let referee = match referee::open(file.log().clone()) {
            Ok(referee) => referee,
            Err(error) => {
                let error = FileError::Read { path: path.clone(), error: Box::new(error), more: Vec::new() };
                return Answer::of_file(&error);
            }
        };
        live.events.seen(name, file.log());
        let Made { log, answer } = match make(&file, &*referee, &present) {
            Ok(done) => done,
            Err(answer) => return answer,
        };
        let Some(log) = log else { return Answer::of(present, 0, answer) };
        match file.save(log) {
            Ok(()) => return Answer::of(live.events.seen(name, file.log()), 0, answer),
            Err(FileError::Changed(_)) => {}
            Err(error) => return Answer::of_file(&error),
        }
    }
    Answer::not_understood(StatusCode::SERVICE_UNAVAILABLE, "the log is being changed all the time: try again")
}

/// Whether lines do at the log's new end what they did at the version they were made for; if not, why not.
fn does_the_same(
    live: &Live,
    asked: &str,
    now: &Log,
    lines: &[&str],
    first: Option<&str>,
    recorded: Option<&Recorded>,
) -> Result<(), &'static str> {
    const FASTER: &str = "somebody else has recorded since";
    let past = live.events.past(asked).ok_or(FASTER)?;
    let meant = referee::open(past.clone()).ok().and_then(|referee| referee.record(lines, first).ok()).ok_or(FASTER)?;
    // The same step by another, who was faster.
    let added: Vec<String> = since(&past, &meant.log).into_iter().map(|(_, text)| text).collect();
    let there: Vec<String> = since(&past, now).into_iter().map(|(_, text)| text).collect();
    if !added.is_empty() && there.windows(added.len()).any(|there| there == added) {
        return Err("already recorded");
    }
    let did = |recorded: &Recorded| {
        recorded.entered().map(|entered| (entered.actor, entered.step, entered.consequences)).collect::<Vec<_>>()
    };
    if recorded.is_some_and(|recorded| did(recorded) == did(&meant)) { Ok(()) } else { Err(FASTER) }
}

/// The lines that a log has and had not at a version of before.
fn since(past: &Log, now: &Log) -> Vec<(Place, String)> {
    let is_new = |(place, text): &(Place, &str)| past.line(*place).is_none_or(|line| *line.text != **text);
    document::lines(now).filter(is_new).map(|(place, text)| (place, text.to_owned())).collect()
}

/// Somebody was faster: what was recorded since.
fn faster(live: &Live, asked: &str, present: &str, now: &Log, message: &str) -> Answer {
    let since = live.events.past(asked).map(|past| since(&past, now)).unwrap_or_default();
    let since: Vec<Value> = since.into_iter().map(|(place, text)| json!({"at": place.to_string(), "text": text})).collect();
    Answer::faster(present.to_owned(), message, &since)
}

/// Holds a player's choice; with the last one all are recorded, in the order of the seats. The table sees who has chosen.
pub async fn seal(live: &Live, name: &str, asked: &Asked, player: &str, step: Option<String>) -> Answer {
    let once = |live: &Live| {
        let mut chosen = locked(&live.sealed).get(name).cloned().unwrap_or_default();
        match &step {
            Some(step) => chosen.insert(player.to_owned(), step.clone()),
            None => chosen.remove(player),
        };
        let answer = attempt(live, name, |_, referee, present| {
            let refused = |refusal| Answer::refused(present.to_owned(), &refusal);
            let expected: Vec<String> = referee.expects().into_iter().filter_map(|expected| expected.actor).collect();
            if !expected.iter().any(|actor| actor == player) {
                return Err(refused(Refusal::Cannot(format!("it is not {player}'s turn to choose"))));
            }
            chosen.retain(|player, _| expected.contains(player));
            let lines: Vec<String> =
                expected.iter().filter_map(|actor| Some(format!("{actor}: {}", chosen.get(actor)?))).collect();
            let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
            // Each is judged at once, so that a slip is found by who made it.
            let own = step.as_ref().map(|step| format!("{player}: {step}"));
            if let Some((_, verdict)) = own
                .map(|own| referee.try_line(&own))
                .transpose()
                .map_err(refused)?
                .into_iter()
                .flatten()
                .find(|(_, verdict)| verdict.kind.is_some())
            {
                return Ok(Made { log: None, answer: json!({"chosen": [], "verdict": verdict}) });
            }
            if lines.len() < expected.len() {
                return Ok(Made { log: None, answer: json!({"chosen": chosen.keys().collect::<Vec<_>>()}) });
            }
            let recorded = referee.record(&lines, None).map_err(refused)?;
            let mut answer = json!(document::recorded(name, &recorded));
            answer["chosen"] = json!([]);
            Ok(Made { log: Some(recorded.log), answer })
        });
        if answer.is_done() && answer.tells("verdict").is_none() {
            let names = answer.tells("chosen").and_then(Value::as_array).cloned().unwrap_or_default();
            let names: Vec<String> = names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
            chosen.retain(|player, _| names.contains(player));
            locked(&live.sealed).insert(name.to_owned(), chosen);
            live.events.tell(name, Event::Chosen(names));
        }
        answer
    };
    keyed(live, &asked.key, once).await
}

/// Starts a log.
pub async fn begin(live: &Live, key: &str, name: &str, game: &str, new: &NewGame) -> Answer {
    let once = |live: &Live| {
        let Some(path) = live.folder.new_file(name) else {
            return Answer::not_understood(StatusCode::BAD_REQUEST, "a game's name is a file's name, without a path");
        };
        let text = match referee::start(game, new) {
            Ok(text) => text,
            Err(refusal) => return Answer::error(StatusCode::BAD_REQUEST, None, &[document::refusal(&refusal)]),
        };
        match LogFile::create(path, text) {
            Ok(file) => Answer::of(live.events.seen(name, file.log()), 0, document::begun(name, file.log())),
            Err(error) => Answer::of_file(&error),
        }
    };
    keyed(live, key, once).await
}
