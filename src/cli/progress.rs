//! A progress bar, shown on a terminal once a task takes long.

use super::signals::on_shutdown;
use console::Term;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{
    fmt::Write,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

const DELAY: Duration = Duration::from_secs(1);

pub(super) struct TaskProgress {
    inner: ProgressBar,
    started: Instant,
    /// Counts the total, if it can be known. Called only once the bar is shown.
    count: Mutex<Option<CountTotalFn>>,
}

type CountTotalFn = Box<dyn FnOnce() -> usize + Send>;

impl TaskProgress {
    /// A hidden bar. `count` counts the total; without it the bar shows no total.
    pub(super) fn new(count: Option<CountTotalFn>) -> Self {
        let inner = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { inner, started: Instant::now(), count: Mutex::new(count) }
    }

    pub(super) fn add(&self, done: usize) {
        if self.inner.is_hidden() && self.started.elapsed() > DELAY && console::user_attended_stderr() {
            self.show();
        }
        self.inner.inc(done.try_into().unwrap_or_default());
    }

    fn show(&self) {
        // Another thread may be showing the bar.
        let Ok(mut count) = self.count.lock() else { return };
        if !self.inner.is_hidden() {
            return;
        }
        self.inner.set_style(style("{done}, {rate}"));
        self.inner.set_draw_target(ProgressDrawTarget::stderr());
        // Written directly, because another thread may be drawing the bar.
        on_shutdown(|| drop(Term::stderr().clear_line()));
        if let Some(count) = count.take() {
            let bar = self.inner.clone();
            thread::spawn(move || {
                bar.set_length(count().try_into().unwrap_or_default());
                bar.set_style(style("{wide_bar} {done} of {human_len}, {rate}, {left} left"));
            });
        }
    }

    pub(super) fn suspend(&self, print: impl FnOnce()) {
        self.inner.suspend(print);
    }

    pub(super) fn finish(&self) {
        self.inner.finish_and_clear();
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
