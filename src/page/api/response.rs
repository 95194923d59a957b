//! Responses: a document in an envelope, with the log's version and the exit status of the command.

use super::{LogEvent, ServedRequest};
use crate::{
    log::FileError,
    page::AnnotatedTexts,
    referee::{Referee, Refusal, document},
};
use http::StatusCode;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A response.
#[derive(Clone, Debug, Serialize)]
pub struct Response {
    #[serde(skip)]
    status: StatusCode,
    version: Option<String>,
    exit: u8,
    #[serde(rename = "answer")]
    document: Value,
    /// The names in the document's texts; `None` if the document is about no table.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Box<Value>>,
    /// The body as it was sent before, of a request that is repeated.
    #[serde(skip)]
    ready_body: Option<Arc<str>>,
    /// The events that a host has to send to all clients.
    #[serde(skip)]
    pub events: Vec<LogEvent>,
    /// The request itself, if it made a change and has a key.
    #[serde(skip)]
    pub served: Option<Box<ServedRequest>>,
}

impl Response {
    /// A success; `exit` is 0, or 1 if a rule is broken.
    pub(crate) fn of(version: impl Into<Option<String>>, exit: u8, answer: impl Serialize) -> Self {
        match serde_json::to_value(answer) {
            Ok(answer) => Self {
                status: StatusCode::OK,
                version: version.into(),
                exit,
                document: answer,
                words: None,
                ready_body: None,
                events: Vec::new(),
                served: None,
            },
            Err(error) => Self::failed(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
        }
    }

    pub(crate) fn failed(status: StatusCode, message: &str) -> Self {
        Self::error(status, None, &[json!({ "message": message })])
    }

    pub(super) fn error(status: StatusCode, version: Option<String>, errors: &[Value]) -> Self {
        Self {
            status,
            version,
            exit: 2,
            document: json!({"error": errors.first(), "errors": errors}),
            words: None,
            ready_body: None,
            events: Vec::new(),
            served: None,
        }
    }

    /// A refusal: a foul is a success with exit 1, anything else a bad request.
    pub(super) fn refused(version: String, refusal: &Refusal) -> Self {
        let document = document::refusal(refusal);
        if refusal.is_foul() {
            return Self::of(version, 1, json!({"error": &document, "errors": [&document]}));
        }
        Self::error(StatusCode::BAD_REQUEST, Some(version), &[document])
    }

    /// A log that can't be read or written. Each mistake has the text of its line, and the `wrong` part.
    pub(super) fn of_file(error: &FileError) -> Self {
        let status = match error {
            FileError::Missing(_) => StatusCode::NOT_FOUND,
            FileError::Exists(_) => StatusCode::CONFLICT,
            FileError::Invalid { .. } | FileError::NotALog(..) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let mut errors = document::file_errors(error);
        if let FileError::Invalid { error, more, .. } = error {
            for (document, error) in errors.iter_mut().zip(std::iter::once(&**error).chain(more)) {
                document["text"] = json!(error.source_line());
                document["wrong"] = json!(error.text);
            }
        }
        Self::error(status, None, &errors)
    }

    /// The answer without the text of the log's lines: players must remember what an earlier line said.
    #[must_use]
    pub(super) fn without_text(mut self) -> Self {
        let errors = self.document["errors"].as_array_mut().into_iter().flatten();
        errors.for_each(|error| error["text"] = Value::Null);
        self.document["error"] = self.document["errors"][0].clone();
        self
    }

    pub(crate) fn wrong_method() -> Self {
        Self::failed(StatusCode::METHOD_NOT_ALLOWED, "method not allowed: use GET to read and POST to change")
    }

    pub(crate) fn nothing_here() -> Self {
        Self::failed(StatusCode::NOT_FOUND, "there is nothing here")
    }

    pub(crate) fn no_game() -> Self {
        Self::failed(StatusCode::NOT_FOUND, "there is no such game here, or it can't be read")
    }

    /// A conflict: the log's current version, and what was recorded since.
    pub(super) fn conflict(version: String, message: &str, since: &[Value]) -> Self {
        let answer = json!({"error": {"message": message}, "errors": [{"message": message}], "since": since});
        Self {
            status: StatusCode::CONFLICT,
            version: Some(version),
            exit: 2,
            document: answer,
            words: None,
            ready_body: None,
            events: Vec::new(),
            served: None,
        }
    }

    #[must_use]
    pub(super) fn about(mut self, referee: &dyn Referee) -> Self {
        self.words = Some(Box::new(json!(AnnotatedTexts::of(referee).with(&self.document))));
        self
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The body, as JSON.
    pub fn body(&self) -> String {
        self.ready_body.as_ref().map_or_else(|| serde_json::to_string(self).unwrap_or_default(), ToString::to_string)
    }

    /// The response to a repeated request, with the body of the first one.
    pub(super) fn repeated(body: &str) -> Self {
        Self { ready_body: Some(body.into()), ..Self::of(None, 0, Value::Null) }
    }

    pub(super) fn document(&self) -> &Value {
        &self.document
    }

    pub(super) fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Whether the request was carried out, so that a repeated one must get the same response.
    pub(super) fn is_done(&self) -> bool {
        self.status == StatusCode::OK && self.exit == 0
    }
}
