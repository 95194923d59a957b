//! Queries: options, why, memory, score, log, rules, help. Queries change nothing; each returns a text to show.

use super::{
    command_words::{self, COMMANDS},
    screen, standings,
    state::Session,
};
use crate::{
    cli::{
        command_output,
        render::{
            messages, moves, rules, sheet,
            style::{self, strong, wrap},
            why, zones,
        },
    },
    log::LineRef,
    referee::{Referee, Refusal},
    table::{ADJUST, VerbActor, and_list, escape::clean},
};

/// `?` and `help` once the game is over.
pub(super) fn game_over() -> String {
    wrap(&format!("The game is over. {}", standings::GAME_OVER_HELP), "", "")
}

/// `?`
pub(super) fn options(session: &Session) -> String {
    let mut lines = Vec::new();
    for (actor, options) in session.next_referee().options() {
        lines.push(strong(&actor.map_or_else(|| "the table".to_owned(), |name| clean(&name).into_owned())));
        lines.extend(options.iter().map(|option| wrap(&clean(&option.to_string()), "  ", "    ")));
    }
    let advice = format!("{} `? cards` lists every step that could be legal, `help` says more.", session.book().card_notation);
    lines.push(wrap(&advice, "", ""));
    lines.join("\n")
}

/// `? cards`
pub(super) fn legal_steps(session: &Session) -> String {
    let referee = session.next_referee().as_ref();
    let step_nouns = ["step that could be legal", "steps that could be legal"];
    moves::open_steps(referee, &referee.visible_legal_steps(), step_nouns).join("\n")
}

/// `why`, `why R.L`, `why STEP`, `why R.L STEP`.
pub(super) fn why(session: &Session, argument: &str) -> Result<String, String> {
    let (word, rest) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
    let explanation = match word.parse::<LineRef>() {
        Ok(line_ref) if rest.trim().is_empty() => explain(session, Some(line_ref)),
        Ok(line_ref) => session.referee().before_line(line_ref).and_then(|referee| judge(referee.as_ref(), rest.trim())),
        Err(_) if argument.is_empty() => explain(session, None),
        Err(_) => judge(session.viewed_line().map_or(session.next_referee().as_ref(), |(_, referee)| referee), argument),
    };
    explanation.map_err(|refusal| messages::refusal(&refusal))
}

fn explain(session: &Session, line_ref: Option<LineRef>) -> Result<String, Refusal> {
    Ok(why::text(&session.referee().explain(line_ref)?, session.referee()))
}

fn judge(referee: &dyn Referee, line: &str) -> Result<String, Refusal> {
    let verdicts = referee.try_line(line)?;
    let mut lines: Vec<String> = verdicts.iter().map(|(step, verdict)| messages::verdict(step, verdict)).collect();
    let clauses = verdicts.iter().filter_map(|(_, verdict)| verdict.clause.as_deref());
    lines.extend(clauses.filter_map(|clause| why::whole_clause(clause, referee)));
    lines.push("(Nothing was entered.)".to_owned());
    Ok(lines.join("\n"))
}

pub(super) fn memory(session: &Session) -> String {
    let memory = session.next_referee().zones().memory;
    if memory.is_empty() { "There is nothing to remember.".to_owned() } else { zones::full(&memory) }
}

pub(super) fn score(session: &Session) -> String {
    sheet::text(&session.referee().visible_sheet(), session.book())
}

pub(super) fn findings(session: &Session) -> String {
    match session.referee().findings() {
        [] => "The log has no findings.".to_owned(),
        findings => messages::findings(findings),
    }
}

pub(super) fn log(session: &Session) -> String {
    screen::log_lines(session, usize::MAX, None).join("\n")
}

/// `rules [CLAUSE]`.
pub(super) fn rules(session: &Session, clause: &str) -> Result<String, String> {
    let wanted = Some(clause).filter(|clause| !clause.is_empty());
    rules::text(session.book(), session.referee().rules(), wanted).map_err(|error| command_output::error_text(&error))
}

/// The help entries of lines that are no steps: the word, the form and the description.
const NO_STEPS: [(&str, &str, &str); 2] = [
    (ADJUST, "adjust NAME -5 WHY", "give or take points, as the table decides (TB-9)"),
    ("note", "note TEXT", "add a note to the log; it is not a step"),
];

pub(super) fn help(session: &Session) -> String {
    let book = session.book();
    let mut lines = vec![rules::cards(book), wrap(&strong(&format!("Steps of {}", book.title)), "", "")];
    let forms = book.verbs.iter().map(|verb| {
        let letter = verb.letter.map(|letter| format!(" ({letter})")).unwrap_or_default();
        (format!("{} {}", verb.name, verb.form).trim().to_owned() + &letter, verb.about, verb.actor)
    });
    let no_steps = NO_STEPS.into_iter().map(|(_, form, about)| (form.to_owned(), about, VerbActor::Player));
    let forms: Vec<_> = forms.chain(no_steps).collect();
    let width = forms.iter().map(|(form, ..)| form.len()).max().unwrap_or(0);
    let width = width.min(26);
    for (form, about, actor) in &forms {
        let about = if *actor == VerbActor::Table { format!("{about} (the table)") } else { (*about).to_owned() };
        lines.push(help_entry(form, width, &about));
    }
    lines.push(strong("How they are typed"));
    if let Some(name) = session.referee().players().names().first().map(|name| clean(name)) {
        let draws = if book.verb("draw").is_some() { " `.` draws, `. CARD` draws a card that was seen," } else { "" };
        let typing_help = format!(
            "A letter does for a verb,{draws} `;` parts two steps. Who acts is clear from the turn; else put the name before it: \
             `{name}: …`, or as much of it as no other name has. Tab completes, arrow-up brings back earlier lines. Enter takes what stands in [brackets], or else opens a menu."
        );
        lines.push(wrap(&typing_help, "  ", "  "));
    }
    let commands: Vec<&str> = command_words::names(book).collect();
    lines.push(wrap(&format!("`help words` explains the session's own words: {}.", and_list(&commands)), "", ""));
    lines.join("\n")
}

/// Renders a help entry: the typed form in a column `width` wide, and its description beside it, or below it if there is no room.
fn help_entry(form: &str, width: usize, about: &str) -> String {
    if width + 4 > style::prose_width() / 2 {
        return format!("{}\n{}", wrap(form, "  ", "    "), wrap(about, "      ", "      "));
    }
    wrap(&format!("{form:width$}  {about}"), "  ", &" ".repeat(width + 4))
}

/// `help WORD`: a command of the session, or a verb.
pub(super) fn help_on(session: &Session, word: &str) -> String {
    let word = word.to_lowercase();
    let command = command_words::entry(&word).map(|(form, about)| (form.to_owned(), about));
    let verb = session.book().verb(&word).map(|verb| (format!("{} {}", verb.name, verb.form), verb.about));
    let no_step = NO_STEPS.into_iter().find(|(name, ..)| *name == word).map(|(_, form, about)| (form.to_owned(), about));
    let usage = "`help` explains the steps, `help words` the session's own words, `rules` the rules.";
    command
        .or(verb)
        .or(no_step)
        .map_or_else(|| wrap(usage, "", ""), |(form, about)| wrap(&format!("{}  {about}", form.trim()), "", "  "))
}

/// `help words`: one line for each command, so that all fit on a screen. The entry of `back` covers `forward` and `now`.
pub(super) fn help_commands() -> String {
    let listed_commands = COMMANDS.iter().filter(|(form, _)| !["forward [N]", "now"].contains(form));
    let width = COMMANDS.iter().map(|(form, _)| form.len()).max().unwrap_or_default();
    let lines = listed_commands.map(|(form, about)| help_entry(form, width, about.split([';', ':']).next().unwrap_or_default()));
    lines.chain([wrap("`help WORD` says more about one of them.", "", "")]).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_fit_a_screen_above_the_prompt() {
        let help = help_commands();
        assert!(help.lines().count() <= 22, "{help}");
        assert!(COMMANDS.iter().all(|(form, _)| help.contains(form.split(' ').next().unwrap_or_default())), "{help}");
    }
}
