//! Responses: a document in an envelope, with the log's version and the exit status of the command.

use super::folder::LogFolder;
use crate::{
    log::FileError,
    page::AnnotatedTexts,
    referee::{Referee, Refusal, document},
};
use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ApiResponse {
    #[serde(skip, default)]
    status: StatusCode,
    version: Option<String>,
    exit: u8,
    #[serde(rename = "answer")]
    document: Value,
    /// The names in the document's texts; `None` if the document is about no table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    words: Option<Value>,
}

impl ApiResponse {
    /// A success; `exit` is 0, or 1 if a rule is broken.
    pub(super) fn of(version: impl Into<Option<String>>, exit: u8, answer: impl Serialize) -> Self {
        match serde_json::to_value(answer) {
            Ok(answer) => Self { status: StatusCode::OK, version: version.into(), exit, document: answer, words: None },
            Err(error) => Self::failed(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()),
        }
    }

    pub(super) fn failed(status: StatusCode, message: &str) -> Self {
        Self::error(status, None, &[json!({ "message": message })])
    }

    pub(super) fn error(status: StatusCode, version: Option<String>, errors: &[Value]) -> Self {
        Self { status, version, exit: 2, document: json!({"error": errors.first(), "errors": errors}), words: None }
    }

    /// A refusal: a foul is a success with exit 1, anything else a bad request.
    pub(super) fn refused(version: String, refusal: &Refusal) -> Self {
        let document = document::refusal(refusal);
        if refusal.is_foul() {
            return Self::of(version, 1, json!({"error": &document, "errors": [&document]}));
        }
        Self::error(StatusCode::BAD_REQUEST, Some(version), &[document])
    }

    /// A log that can't be read or written, without its folder. Each mistake has the text of its line, and the `wrong` part.
    pub(super) fn of_file(folder: &LogFolder, error: &FileError) -> Self {
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
        for error in &mut errors {
            error["message"] = folder.without_folder(error["message"].as_str().unwrap_or_default()).into();
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

    pub(super) fn no_game() -> Self {
        Self::failed(StatusCode::NOT_FOUND, "there is no such game here, or it can't be read")
    }

    /// A conflict: the log's current version, and what was recorded since.
    pub(super) fn conflict(version: String, message: &str, since: &[Value]) -> Self {
        let answer = json!({"error": {"message": message}, "errors": [{"message": message}], "since": since});
        Self { status: StatusCode::CONFLICT, version: Some(version), exit: 2, document: answer, words: None }
    }

    #[must_use]
    pub(super) fn about(mut self, referee: &dyn Referee) -> Self {
        self.words = Some(json!(AnnotatedTexts::of(referee).with(&self.document)));
        self
    }

    pub(super) fn status(&self) -> StatusCode {
        self.status
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

impl IntoResponse for ApiResponse {
    fn into_response(self) -> Response {
        match serde_json::to_string(&self) {
            Ok(body) => (self.status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        }
    }
}
