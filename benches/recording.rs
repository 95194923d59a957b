//! Recording the two-hundredth step of a game: judged and written in memory, saved so that it lasts, and as a whole command.
//! And thousands of lines at once, recorded, taken back and brought back: each takes at most twice as long as to check the log
//! that it leaves, and longer only where all of it is put into words, for a document.

#[path = "dealt/mod.rs"]
mod dealt;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use fowlplay::{
    conformance::TestableGame,
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    log::{Log, LogFile},
    referee,
};
use jiff::Timestamp;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

/// A log of 199 steps, and a line with the next.
fn nearly_two_hundred<G: TestableGame>(players: usize, rules: &[(&str, &str)]) -> Option<(Log, String)> {
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

fn bench<G: TestableGame>(criterion: &mut Criterion, players: usize, rules: &[(&str, &str)]) {
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
                let mut command = Command::new(env!("CARGO_BIN_EXE_fowlplay-measured"));
                command.arg("record").arg(&path).arg(&line).stdin(Stdio::null()).stdout(Stdio::null());
                assert!(command.status().is_ok_and(|status| status.success()));
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// A log of notes.
fn noted(lines: usize) -> Option<(Log, Vec<String>)> {
    let new = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n]\n";
    Some((Log::parse(new).ok()?, (0..lines).map(|line| format!("note number {line}")).collect()))
}

/// The log of a game, as it begins, and all its lines.
fn played<G: TestableGame>(players: usize, rules: &[(&str, &str)]) -> Option<(Log, Vec<String>)> {
    let log = dealt::log::<G>(players, rules, 7, usize::MAX)?;
    let lines = log.rounds().iter().flat_map(|round| round.lines.iter().map(|line| line.text.to_string())).collect();
    let start = log.text().find("[[round]]")?;
    Some((
        Log::parse(&log.text()[..start])
            .ok()?
            .changed(|new| {
                log.rounds().iter().take(1).for_each(|round| new.begin_round(&round.first));
                Ok(())
            })
            .ok()?,
        lines,
    ))
}

fn checked(text: &str) -> bool {
    Log::parse(text).is_ok_and(|log| referee::open(log).is_ok_and(|referee| referee.halted().is_none()))
}

/// Many lines at once.
fn at_once(criterion: &mut Criterion, what: &str, log: &Log, lines: &[String]) {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let all = referee::open(log.clone()).ok().and_then(|referee| referee.record(&lines, None).ok()).map(|done| done.log);
    let all = all.expect("they can be recorded");
    let count = all.rounds().iter().map(|round| round.lines.len()).sum::<usize>();
    let count = u32::try_from(count).expect("not too many");
    let (undone, _) = all.undo(count, Timestamp::UNIX_EPOCH).expect("they can be taken back");
    let mut group = criterion.benchmark_group(format!("{count} {what}"));
    group.sample_size(10).throughput(Throughput::Elements(count.into()));
    group.bench_function("check", |bencher| bencher.iter(|| assert!(checked(all.text()))));
    let recorded = || {
        let log = Log::parse(log.text()).ok()?;
        referee::open(log).ok()?.record(&lines, None).ok()
    };
    group.bench_function("record", |bencher| bencher.iter(recorded));
    group.bench_function("record, and all of it in words", |bencher| {
        bencher.iter(|| Some(recorded()?.recorded_steps().map(|entered| entered.description.len()).sum::<usize>()));
    });
    group.bench_function("undo", |bencher| {
        bencher.iter(|| Log::parse(all.text()).ok()?.undo(count, Timestamp::UNIX_EPOCH).ok());
    });
    group.bench_function("check what is undone", |bencher| bencher.iter(|| assert!(checked(undone.text()))));
    let (redone, _) = undone.redo(Timestamp::UNIX_EPOCH).expect("they can be brought back");
    group.bench_function("check what is redone", |bencher| bencher.iter(|| assert!(checked(redone.text()))));
    group.bench_function("redo", |bencher| {
        bencher.iter(|| Log::parse(undone.text()).ok()?.redo(Timestamp::UNIX_EPOCH).ok());
    });
    group.finish();
}

fn recording(criterion: &mut Criterion) {
    for lines in [1_000, 10_000, 100_000] {
        let (log, lines) = noted(lines).expect("a log");
        at_once(criterion, "notes", &log, &lines);
    }
    // As many rounds as there can be.
    for (game, played) in [
        ("Emu Ranchers", played::<EmuRanchers>(2, &[("years", "9")])),
        ("Emus Redux", played::<EmusRedux>(3, &[])),
        ("Blulu", played::<Blulu>(4, &[("target", "200")])),
        ("Eggs and Empires", played::<EggsAndEmpires>(6, &[("rounds", "9"), ("marker", "every-round")])),
        ("Piepmatz", played::<Piepmatz>(4, &[])),
    ] {
        let (log, lines) = played.expect("a log");
        at_once(criterion, &format!("lines of {game}"), &log, &lines);
    }
    bench::<EmuRanchers>(criterion, 2, &[("years", "9")]);
    bench::<Blulu>(criterion, 2, &[("target", "99")]);
    bench::<EggsAndEmpires>(criterion, 4, &[]);
}

criterion_group!(benches, recording);
criterion_main!(benches);
