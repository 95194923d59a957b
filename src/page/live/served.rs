//! The answers that were given last, by the keys of their requests: whoever asks again is told the same, and nothing is done twice.
//! That holds after the server was killed, too. What is about to be saved is noted with its answer before, and marked when it is
//! done; where the mark is missing, the log tells whether it was.

use super::{
    answer::Answer,
    folder::Folder,
    secrets::{append_private, write_private},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashSet, VecDeque},
    path::PathBuf,
};

/// So many answers are kept.
const ANSWERS: usize = 512;

/// The answers, and the file of notes that they are kept in.
pub struct Served {
    file: PathBuf,
    notes: usize,
    answers: VecDeque<(String, Answer)>,
}

/// A line of the file: what is about to be saved, or that it is.
#[derive(Serialize, Deserialize)]
struct Note {
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    saving: Option<Saving>,
}

#[derive(Serialize, Deserialize)]
struct Saving {
    name: String,
    answer: Answer,
}

impl Served {
    /// Those that a file keeps, of the logs of a folder.
    pub fn kept(file: PathBuf, folder: &Folder) -> Self {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // The last line may be cut short.
        let notes: Vec<Note> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let done: HashSet<String> = notes.iter().filter(|note| note.saving.is_none()).map(|note| note.key.clone()).collect();
        let mut served = Self { file, notes: 0, answers: VecDeque::new() };
        for Note { key, saving } in notes {
            let Some(Saving { name, answer }) = saving else { continue };
            let is_there = || {
                folder.read(&name).and_then(Result::ok).is_some_and(|log| answer.version() == Some(&*log.digest().to_string()))
            };
            if done.contains(&key) || is_there() {
                served.keep(&key, answer);
            }
        }
        served.write_anew();
        served
    }

    /// What was answered to a key.
    pub fn to(&self, key: &str) -> Option<Answer> {
        self.answers.iter().find(|(served, _)| served == key).map(|(_, answer)| answer.clone())
    }

    /// Keeps an answer that was given.
    pub fn keep(&mut self, key: &str, answer: Answer) {
        self.answers.retain(|(served, _)| served != key);
        self.answers.push_back((key.to_owned(), answer));
        if self.answers.len() > ANSWERS {
            self.answers.pop_front();
        }
    }

    /// A log is about to be saved, with this answer.
    pub fn saving(&mut self, key: &str, name: &str, answer: &Answer) {
        if self.notes > 4 * ANSWERS {
            self.write_anew();
        }
        self.note(&Note { key: key.to_owned(), saving: Some(Saving { name: name.to_owned(), answer: answer.clone() }) });
    }

    /// It is saved.
    pub fn saved(&mut self, key: &str) {
        self.note(&Note { key: key.to_owned(), saving: None });
    }

    fn note(&mut self, note: &Note) {
        self.notes += 1;
        // What can't be noted is recorded all the same: the log counts, and a retry after a restart is then asked again.
        let _ = append_private(&self.file, &line(note));
    }

    /// Writes the file anew, without what is too long ago.
    fn write_anew(&mut self) {
        let notes = self.answers.iter().flat_map(|(key, answer)| {
            let saving = Saving { name: String::new(), answer: answer.clone() };
            [Note { key: key.clone(), saving: Some(saving) }, Note { key: key.clone(), saving: None }]
        });
        let lines: Vec<String> = notes.map(|note| line(&note)).collect();
        self.notes = lines.len();
        let _ = write_private(&self.file, &lines.concat());
    }
}

fn line(note: &Note) -> String {
    serde_json::to_string(note).unwrap_or_default() + "\n"
}
