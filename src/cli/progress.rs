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
    bar: ProgressBar,
    started: Instant,
    /// Counts the total once the bar is shown. `None` if the total is unknown.
    count_total: Mutex<Option<CountTotalFn>>,
}

type CountTotalFn = Box<dyn FnOnce() -> usize + Send>;

impl TaskProgress {
    /// A hidden bar. Without `count_total` the bar shows no total.
    pub(super) fn new(count_total: Option<CountTotalFn>) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { bar, started: Instant::now(), count_total: Mutex::new(count_total) }
    }

    pub(super) fn add(&self, count: usize) {
        if self.bar.is_hidden() && self.started.elapsed() > DELAY && console::user_attended_stderr() {
            self.show();
        }
        self.bar.inc(count.try_into().unwrap_or_default());
    }

    fn show(&self) {
        // Another thread may be showing the bar.
        let Ok(mut count_total) = self.count_total.lock() else { return };
        if !self.bar.is_hidden() {
            return;
        }
        self.bar.set_style(style("{done}, {rate}"));
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        // Clears the line without `bar`, which another thread may be drawing.
        on_shutdown(|| drop(Term::stderr().clear_line()));
        if let Some(count_total) = count_total.take() {
            let bar = self.bar.clone();
            thread::spawn(move || {
                bar.set_length(count_total().try_into().unwrap_or_default());
                bar.set_style(style("{wide_bar} {done} of {human_len}, {rate}, {left} left"));
            });
        }
    }

    pub(super) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    let render_count = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}", HumanCount(state.pos()));
    };
    let render_rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0} a second", state.per_sec());
    };
    let render_time_left = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}", HumanDuration(state.eta()));
    };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("done", render_count).with_key("rate", render_rate).with_key("left", render_time_left)
}
