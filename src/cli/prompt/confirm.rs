//! Confirms a change of recorded lines: on a terminal, shows a preview and asks before writing.

use super::{is_terminal, terminal::Terminal};
use crate::{
    actions::{Outcome, Workspace},
    cli::{command_output::CommandOutput, render::changes, signals::without_interruption},
};
use anyhow::Result;

pub(crate) const QUESTION: &str = "Write it?";

/// The answers to [`QUESTION`] where it is a menu, as in `play`. The first one confirms the change.
pub(crate) fn answers() -> [String; 2] {
    ["yes", "no   nothing is changed"].map(str::to_owned)
}

/// The option that skips the question.
#[derive(Debug, clap::Args)]
pub(crate) struct ConfirmArgs {
    /// Write it without asking; without a terminal nothing is asked
    #[arg(long, short)]
    yes: bool,
}

/// Shows the preview, and asks whether to write it.
pub(crate) fn agrees(preview: &str) -> Result<bool> {
    let mut terminal = Terminal::open()?;
    out!("{preview}");
    Ok(terminal.agrees(QUESTION))
}

/// The output if the user declined.
pub(crate) fn nothing_changed() -> CommandOutput {
    CommandOutput::text("Nothing was changed.").with_status(2)
}

impl ConfirmArgs {
    /// Whether a change has to be confirmed.
    pub(crate) fn asks(&self, json: bool) -> bool {
        !self.yes && !json && is_terminal()
    }

    /// Saves an action's outcome, after asking if necessary. Reports the change and its effects.
    pub(crate) fn commit(&self, workspace: &mut Workspace, outcome: &Outcome, json: bool) -> Result<CommandOutput> {
        let is_asked = self.asks(json);
        if is_asked && !agrees(&changes::preview(outcome))? {
            return Ok(nothing_changed());
        }
        without_interruption(|| workspace.commit(outcome, None))?;
        CommandOutput::for_change(outcome, workspace.path(), is_asked, json)
    }
}
