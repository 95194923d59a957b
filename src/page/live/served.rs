//! The keys of served requests with the responses to the latest of them: a repeated request gets the same response, and nothing
//! is done twice, also after the server was killed. A response is written before the log is saved and marked after; if the mark
//! is missing, the log tells whether it was saved.

use super::{
    answer::Answer,
    folder::Folder,
    secrets::{append_private, read_private, write_private},
};
use crate::log::Digest;
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    io,
    path::PathBuf,
};

const MAX_KEYS: usize = 16_384;
const MAX_RESPONSE_BYTES: usize = 8 << 20;
/// The file is rewritten once it has this many bytes.
const MAX_FILE_BYTES: usize = 4 * MAX_RESPONSE_BYTES;

pub(super) struct Key {
    /// Chosen by the client.
    pub key: String,
    request: String,
}

impl Key {
    pub(super) fn of(key: String, command: &str, name: &str, body: &str) -> Self {
        // The length of the name keeps name and body apart.
        let request = Digest::of(&format!("{command} {} {name}{body}", name.len())).to_string();
        Self { key, request }
    }
}

pub(super) enum Known {
    /// The key was served with this response.
    Answer(Answer),
    /// The key was served, but its response is no longer kept.
    Forgotten,
    /// The key was served for another request.
    Other,
}

pub(super) struct Served {
    file: PathBuf,
    written: usize,
    kept: HashMap<String, Kept>,
    /// All keys, the oldest first.
    keys: VecDeque<String>,
    /// The keys whose responses are kept, the oldest first.
    answered: VecDeque<String>,
    bytes: usize,
}

struct Kept {
    request: String,
    answer: Option<Box<str>>,
}

/// A line of the file: a log is about to be saved; it was saved; or an older key without its response.
#[derive(Serialize, Deserialize)]
struct Note {
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    saving: Option<Saving>,
}

#[derive(Serialize, Deserialize)]
struct Saving {
    name: String,
    answer: Answer,
}

impl Served {
    /// Loads the keys of a folder's logs from a file.
    pub(super) fn kept(file: PathBuf, folder: &Folder) -> io::Result<Self> {
        let text = read_private(&file)?.unwrap_or_default();
        // The last line may be incomplete.
        let notes: Vec<Note> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let done: HashSet<String> = notes.iter().filter(|note| note.saving.is_none()).map(|note| note.key.clone()).collect();
        let (kept, keys, answered) = (HashMap::new(), VecDeque::new(), VecDeque::new());
        // Rewrites the file before the first note.
        let mut served = Self { file, written: usize::MAX, kept, keys, answered, bytes: 0 };
        for Note { key, request, saving } in notes {
            let is_there = |name: &str, answer: &Answer| {
                folder.read(name).and_then(Result::ok).is_some_and(|log| answer.version() == Some(&*log.digest().to_string()))
            };
            match (request, saving) {
                (Some(request), Some(Saving { name, answer })) if done.contains(&key) || is_there(&name, &answer) => {
                    served.keep(&Key { key, request }, Some(&answer));
                }
                (Some(request), None) => served.keep(&Key { key, request }, None),
                _ => {}
            }
        }
        Ok(served)
    }

    /// The knowledge about a key; `None` if the key was not served.
    pub(super) fn known(&self, Key { key, request }: &Key) -> Option<Known> {
        let kept = self.kept.get(key)?;
        if kept.request != *request {
            return Some(Known::Other);
        }
        let answer = kept.answer.as_ref().and_then(|answer| serde_json::from_str(answer).ok());
        Some(answer.map_or(Known::Forgotten, Known::Answer))
    }

    pub(super) fn keep(&mut self, Key { key, request }: &Key, answer: Option<&Answer>) {
        let answer = answer.and_then(|answer| serde_json::to_string(answer).ok()).filter(|text| text.len() <= MAX_RESPONSE_BYTES);
        self.bytes += answer.as_ref().map_or(0, String::len);
        if answer.is_some() {
            self.answered.push_back(key.clone());
        }
        let kept = Kept { request: request.clone(), answer: answer.map(String::into_boxed_str) };
        if let Some(before) = self.kept.insert(key.clone(), kept) {
            self.forget(key, before);
        }
        self.keys.push_back(key.clone());
        while self.bytes > MAX_RESPONSE_BYTES
            && let Some(kept) = self.answered.pop_front().and_then(|oldest| self.kept.get_mut(&oldest))
        {
            self.bytes -= kept.answer.take().map_or(0, |answer| answer.len());
        }
        if self.keys.len() > MAX_KEYS
            && let Some(oldest) = self.keys.pop_front()
            && let Some(before) = self.kept.remove(&oldest)
        {
            self.forget(&oldest, before);
        }
    }

    fn forget(&mut self, key: &str, before: Kept) {
        if let Some(answer) = before.answer {
            self.bytes -= answer.len();
            self.answered.iter().position(|known| known == key).map(|at| self.answered.remove(at));
        }
        self.keys.iter().position(|known| known == key).map(|at| self.keys.remove(at));
    }

    /// Notes that a log is about to be saved, with this response.
    pub(super) fn saving(&mut self, Key { key, request }: &Key, name: &str, answer: &Answer) {
        if self.written > MAX_FILE_BYTES {
            self.rewrite();
        }
        let saving = Saving { name: name.to_owned(), answer: answer.clone() };
        self.note(&Note { key: key.clone(), request: Some(request.clone()), saving: Some(saving) }, true);
    }

    /// Notes that it was saved. If the power is lost before this is on disk, the log tells it.
    pub(super) fn saved(&mut self, Key { key, .. }: &Key) {
        self.note(&Note { key: key.clone(), request: None, saving: None }, false);
    }

    fn note(&mut self, note: &Note, is_flushed: bool) {
        let line = line(note);
        self.written += line.len();
        // If this fails, the log is saved anyway; only a retry after a restart then counts as a new request.
        let _ = append_private(&self.file, &line, is_flushed);
    }

    /// Rewrites the file with only what is still kept.
    fn rewrite(&mut self) {
        let notes = self.keys.iter().filter_map(|key| Some((key, self.kept.get(key)?))).flat_map(|(key, kept)| {
            let answer = kept.answer.as_ref().and_then(|answer| serde_json::from_str(answer).ok());
            let saving = answer.map(|answer| Saving { name: String::new(), answer });
            let done = saving.is_some().then(|| Note { key: key.clone(), request: None, saving: None });
            [Some(Note { key: key.clone(), request: Some(kept.request.clone()), saving }), done].into_iter().flatten()
        });
        let text: String = notes.map(|note| line(&note)).collect();
        self.written = text.len();
        let _ = write_private(&self.file, &text);
    }
}

fn line(note: &Note) -> String {
    serde_json::to_string(note).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn key(nth: usize) -> Key {
        Key::of(format!("key {nth}"), "record", "game", &format!("{{\"nth\": {nth}}}"))
    }

    fn answer(nth: usize, size: usize) -> Answer {
        Answer::of(None, 0, format!("{nth}{}", "x".repeat(size)))
    }

    fn empty(folder: &Path) -> Served {
        Served::kept(folder.join("served"), &Folder::of(folder, crate::referee::Games::default()).expect("a folder"))
            .expect("read")
    }

    #[test]
    fn a_key_outlives_its_answer_and_is_bound_to_one_request_also_after_a_restart() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut served = empty(folder.path());
        for nth in 0..100 {
            served.saving(&key(nth), "game", &answer(nth, 1 << 18));
            served.saved(&key(nth));
            served.keep(&key(nth), Some(&answer(nth, 1 << 18)));
            assert!(served.bytes <= MAX_RESPONSE_BYTES && served.written < MAX_FILE_BYTES + MAX_RESPONSE_BYTES);
        }
        for served in [&served, &empty(folder.path())] {
            assert!(matches!(served.known(&key(0)), Some(Known::Forgotten)));
            let Some(Known::Answer(kept)) = served.known(&key(99)) else { panic!("the last is known") };
            assert_eq!(kept.document(), answer(99, 1 << 18).document());
            for (command, name, body) in [("undo", "game", "{}"), ("record", "other", "{}"), ("record", "game", "{ }")] {
                assert!(matches!(served.known(&Key::of("key 99".to_owned(), command, name, body)), Some(Known::Other)));
            }
            assert!(served.known(&key(100)).is_none());
        }
    }

    #[test]
    fn so_many_keys_are_known_and_no_more() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut served = empty(folder.path());
        for nth in 0..=MAX_KEYS {
            served.keep(&key(nth), Some(&answer(nth, 0)));
        }
        assert!(served.known(&key(0)).is_none() && served.known(&key(1)).is_some());
        assert_eq!((served.kept.len(), served.keys.len(), served.answered.len()), (MAX_KEYS, MAX_KEYS, MAX_KEYS));
    }

    #[test]
    fn where_a_name_ends_and_a_body_begins_is_not_mixed_up() {
        let [one, other] =
            [("a", "\n{}"), ("a\n", "{}")].map(|(name, body)| Key::of(String::new(), "record", name, body).request);
        assert_ne!(one, other);
    }
}
