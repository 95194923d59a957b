//! Recording the two-hundredth step of a game: judged and written in memory, saved so that it lasts, and as a whole command.

#[path = "dealt/mod.rs"]
mod dealt;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use fowlplay::{
    deal::Deal,
    games::{blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers},
    log::{Log, LogFile},
    referee,
};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// A log of 199 steps, and a line with the next.
fn nearly_two_hundred<G: Deal>(players: usize, rules: &[(&str, &str)]) -> Option<(Log, String)> {
    (0..1000).find_map(|seed| {
        let log = dealt::log::<G>(players, rules, seed, 199)?;
        let referee = referee::open(log.clone()).ok()?;
        let offers = referee.legal_steps();
        let line = offers.iter().map(|offer| format!("{}: {}", offer.actor, offer.step)).next()?;
        (referee.steps() == 199 && referee.record(&[&line], None).is_ok()).then_some((log, line))
    })
}

/// What `record` does between reading the file and saving it.
fn recorded(log: Log, line: &str) -> Option<Log> {
    Some(referee::open(log).ok()?.record(&[line], None).ok()?.log)
}

fn saved(path: &Path, line: &str) -> bool {
    let Ok(mut file) = LogFile::open(path) else { return false };
    recorded(file.log().clone(), line).is_some_and(|log| file.save(log).is_ok())
}

fn bench<G: Deal>(criterion: &mut Criterion, players: usize, rules: &[(&str, &str)]) {
    let (log, line) = nearly_two_hundred::<G>(players, rules).expect("some game has two hundred steps");
    let folder = tempfile::tempdir().expect("a folder for the logs");
    let path = folder.path().join("game.toml");
    let mut group = criterion.benchmark_group(format!("{}/step 200", G::book().game));
    group.bench_function("judged and written in memory", |bencher| {
        bencher.iter_batched(
            || log.text().to_owned(),
            |text| Log::parse(text).ok().and_then(|log| recorded(log, &line)).is_some(),
            BatchSize::SmallInput,
        );
    });
    group.bench_function("and saved so that it lasts", |bencher| {
        bencher.iter_batched(|| fs::write(&path, log.text()), |_| assert!(saved(&path, &line)), BatchSize::PerIteration);
    });
    group.bench_function("the whole command", |bencher| {
        bencher.iter_batched(
            || fs::write(&path, log.text()),
            |_| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_fowlplay"));
                command.arg("record").arg(&path).arg(&line).stdin(Stdio::null()).stdout(Stdio::null());
                assert!(command.status().is_ok_and(|status| status.success()));
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn recording(criterion: &mut Criterion) {
    bench::<EmuRanchers>(criterion, 2, &[("years", "9")]);
    bench::<Blulu>(criterion, 2, &[("target", "99")]);
    bench::<EggsAndEmpires>(criterion, 4, &[]);
}

criterion_group!(benches, recording);
criterion_main!(benches);
