//! The manual pages that are not about a command. Their source is Markdown: headings, paragraphs, lists, code blocks and inline code.

use super::VERSION;
use clap_mangen::roff::{Inline, Roff, bold, roman};

/// A page about a topic.
pub struct Guide {
    /// The argument that selects it.
    pub name: &'static str,
    /// Its topic, in one line.
    pub about: &'static str,
    text: &'static str,
}

/// All topics: section 5 of the manual, file formats.
pub const GUIDES: [Guide; 2] = [
    Guide {
        name: "format",
        about: "how a log is written, key by key and step by step",
        text: include_str!("../../../log_format.md"),
    },
    Guide {
        name: "json",
        about: "the documents that commands print with --json",
        text: include_str!("../../../json_documents.md"),
    },
];

impl Guide {
    /// Its file name.
    pub fn file(&self) -> String {
        format!("fowlplay-{}.5", self.name)
    }

    /// The page, as roff.
    pub fn page(&self) -> String {
        let mut roff = Roff::default();
        let title = format!("fowlplay-{}", self.name);
        roff.control("TH", [title.as_str(), "5", "\"\"", VERSION, "fowlplay"]);
        roff.control("SH", ["NAME"]).text([roman(format!("{title} - {}", self.about))]);
        roff.control("SH", ["DESCRIPTION"]);
        render(self.text, &mut roff);
        roff.control("SH", ["SEE ALSO"]).text([bold("fowlplay"), roman("(1)")]);
        roff.render()
    }
}

/// Renders Markdown as roff.
fn render(markdown: &str, roff: &mut Roff) {
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("# ") {
            roff.control("SH", [title.to_uppercase().as_str()]);
        } else if line.starts_with("```") {
            roff.control("PP", []).control("RS", ["2"]).control("nf", []);
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                roff.text([roman(code)]);
            }
            roff.control("fi", []).control("RE", []);
        } else if !line.is_empty() {
            let (item, mut text) = match line.strip_prefix("- ") {
                Some(item) => (true, item.to_owned()),
                None => (false, line.to_owned()),
            };
            let continues = |next: &&str| !next.is_empty() && !next.starts_with("- ") && !next.starts_with("```");
            while let Some(next) = lines.next_if(continues) {
                text.extend([" ", next.trim_start()]);
            }
            if item {
                roff.control("IP", ["\\(bu", "2"])
            } else {
                roff.control("PP", [])
            };
            roff.text(inline(&text));
        }
    }
}

/// Inline text; code is bold.
fn inline(text: &str) -> Vec<Inline> {
    let parts = text.split('`').zip([false, true].into_iter().cycle());
    parts.filter(|(part, _)| !part.is_empty()).map(|(part, code)| if code { bold(part) } else { roman(part) }).collect()
}
