//! A progress bar for long tasks, shown on a terminal once a task takes long.

use super::shutdown::on_shutdown;
use console::Term;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{
    fmt::Write,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

/// A task that takes less time shows no bar.
const DELAY: Duration = Duration::from_secs(1);

/// A bar with rate and time left.
pub struct Bar {
    drawn: ProgressBar,
    begun: Instant,
    /// What counts how much there is, if anything does: asked once it matters.
    count: Mutex<Option<Count>>,
}

type Count = Box<dyn FnOnce() -> usize + Send>;

impl Bar {
    /// Of so many logs, which somebody will count if it takes long; without that nobody knows how many there are.
    pub fn of(count: Option<Count>) -> Self {
        let drawn = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { drawn, begun: Instant::now(), count: Mutex::new(count) }
    }

    /// Advances the bar.
    pub fn add(&self, done: usize) {
        if self.drawn.is_hidden() && self.begun.elapsed() > DELAY && console::user_attended_stderr() {
            self.show();
        }
        self.drawn.inc(done.try_into().unwrap_or_default());
    }

    fn show(&self) {
        // Others may be about to show it, too.
        let Ok(mut count) = self.count.lock() else { return };
        if !self.drawn.is_hidden() {
            return;
        }
        self.drawn.set_style(style("{done}, {rate}"));
        self.drawn.set_draw_target(ProgressDrawTarget::stderr());
        // Past the bar, which somebody may be drawing.
        on_shutdown(|| drop(Term::stderr().clear_line()));
        if let Some(count) = count.take() {
            let bar = self.drawn.clone();
            thread::spawn(move || {
                bar.set_length(count().try_into().unwrap_or_default());
                bar.set_style(style("{wide_bar} {done} of {human_len}, {rate}, {left} left"));
            });
        }
    }

    /// Says something while the bar steps aside.
    pub fn aside(&self, say: impl FnOnce()) {
        self.drawn.suspend(say);
    }

    /// Takes it from the screen.
    pub fn end(&self) {
        self.drawn.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    let done = |state: &ProgressState, to: &mut dyn Write| {
        let _ = write!(to, "{}", HumanCount(state.pos()));
    };
    let rate = |state: &ProgressState, to: &mut dyn Write| {
        let _ = write!(to, "{:.0} a second", state.per_sec());
    };
    let left = |state: &ProgressState, to: &mut dyn Write| {
        let _ = write!(to, "{}", HumanDuration(state.eta()));
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("done", done).with_key("rate", rate).with_key("left", left)
}
