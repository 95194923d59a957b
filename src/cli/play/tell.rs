//! What a session says in several lines: what a line did and why, and what a change did to the lines after it.

use crate::cli::{
    escape::clean,
    paint::{faint, strong, wrap},
    say,
};
use fowlplay::{
    referee::{Amended, Why},
    table::Book,
};
use std::io::Write;

/// Why a line did what it did, step by step and clause by clause.
pub fn why(why: &Why, book: &Book) -> String {
    let mut lines = vec![format!("{}  {}", strong(&why.place.to_string()), clean(&why.text))];
    for explained in &why.steps {
        let text = if explained.read_back.is_empty() { &explained.step } else { &explained.read_back };
        lines.push(wrap(&clean(text), "  ", "    "));
        if let Some(verdict) = &explained.verdict {
            lines.push(say::verdict(&explained.step, verdict, book));
        }
        for telling in &explained.tellings {
            lines.push(say::telling(telling));
        }
    }
    if why.steps.iter().all(|explained| explained.tellings.is_empty() && explained.verdict.is_none()) {
        lines.push(faint("  Nothing else followed from it."));
    }
    lines.join("\n")
}

/// What a change further back did.
pub fn amended(amended: &Amended, book: &Book) -> String {
    let mut lines = vec!["Changed, and the whole log judged again.".to_owned()];
    for finding in &amended.gone {
        lines.push(format!("no longer found:\n{}", say::finding(finding, None, book)));
    }
    for finding in &amended.come {
        lines.push(format!("found now:\n{}", say::finding(finding, None, book)));
    }
    for effect in &amended.effects {
        let was = if effect.was.is_empty() { "nothing" } else { &effect.was };
        let now = if effect.now.is_empty() { "nothing" } else { &effect.now };
        lines.push(wrap(&clean(&format!("{} {}: now {now}, was {was}", effect.place, effect.text)), "", "  "));
    }
    lines.join("\n")
}

/// Prints a sentence or two at the terminal's width.
pub fn line(text: &str) {
    print(format_args!("{}", wrap(text, "", "")));
}

/// Prints a line. Where nobody can read it any more, there is nobody to tell.
pub fn print(text: std::fmt::Arguments) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
